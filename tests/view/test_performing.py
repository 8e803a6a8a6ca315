"""Acts that are performed in the real window, each once by the mouse alone and once by the keyboard alone: at most
three clicks each, told in the log, and refused with a reason where the rules do not let them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from game.rules.actions import (
    Accident,
    Activate,
    Attack,
    BreakStructure,
    Concentrate,
    Crouch,
    Delay,
    Dismount,
    Draw,
    DropItem,
    DropProne,
    EndScene,
    EndTurn,
    Escape,
    GmEffect,
    GmPV,
    Manoeuvre,
    Mount,
    Move,
    PickUp,
    Recover,
    Release,
    Rest,
    SetPressure,
    SneakAttack,
    StandUp,
    Stow,
    Switch,
    UseDoor,
    UsePower,
    Wrench,
)
from game.rules.dice import ScriptedDice
from game.rules.state import Placement
from game.spatial.grid import Cell
from game.view import story
from game.view.mapview.scene import Scene
from game.view.screens import gm, picture
from game.view.widgets.choice import Choice
from tests.view.arena import last, row_click, row_keys, rows
from tests.view.conftest import Hands
from tests.view.test_whole_fights import KeysOnly, MouseOnly
from tests.view.walking import settings_for

MOST_CLICKS = 3

YARD = """
[scenario]
name = "Stage"
[map]
name = "Stage"
ground = "earth"
cells = \"\"\"
............
............
......#.....
......#.....
.....w#.....
......+.....
............
............
\"\"\"
heights = \"\"\"
............
44..........
44..........
............
............
............
............
............
\"\"\"
[legend]
"#" = { solid = 3.0 }
"+" = { door = "closed", name = "Gate" }
"w" = { solid = 1.0, name = "Crate", size = "medium", level = "simple", material = "light-wood" }
[[team]]
id = "town"
name = "Town"
players = true
[[team]]
id = "wild"
name = "Wild"
"""

Player = MouseOnly | KeysOnly


class Mouse(MouseOnly):
    """Counts its clicks."""

    clicks = 0

    def click(self, pos: tuple[int, int], button: int = 1) -> None:
        self.clicks += 1
        super().click(pos, button)

    def pick(self, said: str) -> None:
        """Choose from the list on top."""
        row_click(self, said)

    def confirm(self) -> None:
        """Do what is aimed, wherever."""
        self.click(self.pixel((9, 7)))

    def look(self) -> None:
        """Leave the words of victory."""
        self.click_said("Look at the map")

    def everything(self, *names: str) -> None:
        """Choose from the GM's list of everything."""
        if not self.play.master.open:
            self.strip_button("laurel-crown")
            self.click_said("Scene")
        self.click_said("Everything…")
        for each in names:
            row_click(self, each)

    def breathe(self, start: Cell, towards: Cell) -> None:
        """Aim a cone: from a corner of squares to a square, in one drag."""
        self.clicks += 1
        self.drag(self.play.view.camera.point(*start), self.pixel(towards))


class Keys(KeysOnly):
    """Counts nothing."""

    clicks = 0

    def pick(self, said: str) -> None:
        row_keys(self, said)

    def confirm(self) -> None:
        self.press("return")

    def look(self) -> None:
        self.press("escape")

    def everything(self, *names: str) -> None:
        if not self.play.master.open:
            self.press("f9")
            self.to(lambda each: isinstance(each, Choice))
            while self.play.master.tab != "scene":
                self.press("right")
        self.to(lambda each: getattr(each, "said", "") == "Everything…")
        self.press("return")
        for each in names:
            row_keys(self, each)

    def breathe(self, start: Cell, towards: Cell) -> None:
        self.at(start)
        self.at(towards)


@pytest.fixture(params=[Mouse, Keys])
def stage(request: pytest.FixtureRequest, open_play: Callable[..., Hands], tmp_path: Path) -> Callable[..., Player]:
    """Opens the yard with some creatures, in the turn of the first; faces that are given are rolled first."""
    def make(*creatures: dict[str, object], faces: Sequence[int] = (), factor: float = 1.0, who: str = "",
             bruises: bool = False) -> Player:
        path = tmp_path / "stage.toml"
        yard = YARD.replace('"Stage"\n', '"Stage"\nnonlethal = "bruises"\n', 1) if bruises else YARD
        path.write_text(yard + "".join(
            "[[creature]]\n" + "".join(f"{key} = {_toml(value)}\n" for key, value in each.items())
            for each in creatures), encoding="utf-8")
        hands = open_play(path=path, settings=settings_for(factor))
        to_turn_of(hands, who or str(creatures[0]["id"]))
        if faces:
            battle = hands.play.match.game.battle
            hands.play.match.dice = ScriptedDice((*faces, *[5] * 60), battle.dice)
        player: Player = request.param(hands.app, hands.clock)
        return player

    return make


def _toml(value: object) -> str:
    return str(list(value)) if isinstance(value, tuple) else f'"{value}"' if isinstance(value, str) else str(value)


def to_turn_of(hands: Hands, who: str) -> None:
    """Let others end their turns until it is somebody's."""
    play = hands.play
    for _ in range(12):
        if play.match.active is not None and play.match.active.id == who:
            break
        assert play.match.active is not None
        play.do(EndTurn(play.match.active.id))
    assert play.match.active is not None
    assert play.match.active.id == who
    hands.wait(3)


def acting(player: Player, said: str, cell: Cell | None = None) -> object:
    """Choose something, aim it at a cell, and give back what was done; it took few clicks."""
    before = player.clicks
    player.choose(said)
    if cell is not None:
        player.target(cell)
    assert player.clicks - before <= MOST_CLICKS
    return last(player)


def log(player: Player) -> str:
    """All that the log says."""
    return "\n".join(f"{row.said}\n{row.detail}" for row in story.rows_of(player.play.match.game))


def refused(player: Player, said: str, reason: str) -> None:
    """Choosing it does nothing but say why."""
    before = player.play.match.game
    player.choose(said)
    assert player.play.match.game is before
    assert reason in player.play.toast_said.lower(), player.play.toast_said


ANA: dict[str, object] = {"kind": "guard", "id": "ana", "name": "Ana", "team": "town", "at": "E4"}
GOB: dict[str, object] = {"kind": "goblin", "id": "gob", "name": "Goblin 1", "team": "wild", "at": "F4"}


# --- the body --------------------------------------------------------------------------------------------------------


def test_down_and_up_again(stage: Callable[..., Player]) -> None:
    # rule: ACT-2 ACT-5 CND-10
    player = stage(ANA, {**GOB, "at": "L1"})
    match = player.play.match
    assert acting(player, "Crouch") == Crouch("ana")
    assert acting(player, "Rise") == Crouch("ana")
    assert acting(player, "Drop prone") == DropProne("ana")
    assert match.battle["ana"].has("prone")
    assert "Ana drops to the ground." in log(player)
    assert acting(player, "Stand up") == StandUp("ana")
    assert not match.battle["ana"].has("prone")
    assert "Ana stands." in log(player)
    assert match.battle.turn.moves == 1
    player.choose("Drop prone")
    acting(player, "Stand up")
    player.choose("Drop prone")
    refused(player, "Stand up", "no move")


def test_a_jump_down(stage: Callable[..., Player]) -> None:
    # rule: MOV-3
    player = stage({**ANA, "at": "B3"}, {**GOB, "at": "L1"}, faces=[3, 3])
    before = player.clicks
    player.choose("Walk and jump down")
    player.at((1, 3))
    assert player.clicks - before <= MOST_CLICKS
    assert last(player) == Move("ana", (1, 3), jump=True)
    assert player.play.match.battle["ana"].pv < 12
    assert "falls" in log(player)


# --- hands -----------------------------------------------------------------------------------------------------------


def test_a_weapon_is_put_away_and_another_drawn(stage: Callable[..., Player]) -> None:
    # rule: ACT-2
    player = stage({**ANA, "hands": ("sword",)}, {**GOB, "at": "L1"})
    match = player.play.match
    assert acting(player, "Put away: Sword") == Stow("ana", "sword")
    assert acting(player, "Draw: Dagger") == Draw("ana", "dagger")
    assert match.battle["ana"].hands == ("dagger",)
    assert {"Ana puts away: Sword.", "Ana draws: Dagger."} <= {*log(player).splitlines()}
    refused(player, "Draw: Sword", "no move")
    player.undo()
    player.undo()
    assert acting(player, "Switch: Sword for Dagger") == Switch("ana", "sword", "dagger")
    assert match.battle.turn.moves == 1


def test_a_weapon_falls_and_is_taken_up_by_another(stage: Callable[..., Player]) -> None:
    # rule: ACT-2 ACT-5 STR-4
    bea = {**ANA, "kind": "archer", "id": "bea", "name": "Bea", "at": "E5", "hands": ()}
    player = stage({**ANA, "hands": ("sword",)}, bea, {**GOB, "at": "L1"})
    match = player.play.match
    assert acting(player, "Let fall: Sword") == DropItem("ana", "sword")
    (thing,) = match.battle.items
    player.end()
    to_turn_of(player, "bea")
    assert acting(player, "Take up: Sword") == PickUp("bea", thing.id)
    assert "sword" in match.battle["bea"].hands
    assert "Bea picks up: Sword." in log(player)


def test_a_weapon_is_taken_from_one_who_is_out(stage: Callable[..., Player]) -> None:
    # rule: STR-4
    player = stage({**ANA, "hands": ()}, {**GOB, "pv": 1}, {**GOB, "id": "gob2", "name": "Goblin 2", "at": "L1"},
                   faces=[8, 1])
    match = player.play.match
    player.target((5, 3))
    assert match.battle["gob"].out
    assert isinstance(acting(player, "Take from Goblin 1: Dagger"), PickUp)
    assert match.battle["ana"].weapon("dagger") is not None
    assert "Ana takes" in log(player)


def test_a_hand_is_taken_off_and_put_back(stage: Callable[..., Player]) -> None:
    # rule: ACT-2 ACT-5 MAN-3
    player = stage({**ANA, "kind": "halberdier", "hands": ("halberd",)}, {**GOB, "at": "L1"})
    match = player.play.match
    acting(player, "In one hand: Halberd")
    assert match.battle["ana"].loose == ("halberd",)
    acting(player, "In both hands: Halberd")
    assert not match.battle["ana"].loose
    assert "Ana takes one hand off this: Halberd." in log(player)


# --- time ------------------------------------------------------------------------------------------------------------


def test_one_waits_and_acts_after_another(stage: Callable[..., Player]) -> None:
    # rule: INI-5
    player = stage(ANA, GOB, faces=[8, 1])
    match = player.play.match
    if match.battle.order[-1] == "ana":
        player.end()
        to_turn_of(player, "gob")
        player.end()
    first = match.battle.order[0]
    assert match.active.id == first
    other = next(each for each in match.battle.order if each != first)
    name = match.battle[other].name
    assert acting(player, f"After {name}") == Delay(first, other)
    assert match.active.id == other
    player.end()
    assert match.active.id == first
    assert f"{match.active.name} has waited and acts now." in log(player)
    foe = match.battle[other].cell
    assert foe is not None
    player.target(foe)
    assert isinstance(last(player), Attack)
    assert match.battle.order == (other, first)
    assert not any(str(each.name) == "Delay" for each in match.options()), "nobody is left to wait for"


# --- others ----------------------------------------------------------------------------------------------------------


ROGUE: dict[str, object] = {"kind": "duelist", "id": "rog", "name": "Rog", "team": "town", "at": "H3", "hands": (
    "rapier",)}


def test_a_sneak_attack(stage: Callable[..., Player]) -> None:
    """From behind the wall, on one who did not see it coming; not a second time, nor on one who saw it."""
    # rule: SIT-1
    player = stage(ROGUE, {**GOB, "at": "F3", "pv": 7}, {**GOB, "id": "gob2", "name": "Goblin 2", "at": "J4"},
                   faces=[7, 7, 1])
    match = player.play.match
    player.at((6, 1))
    assert isinstance(last(player), Move)
    player.choose("Sneak attack: Rapier")
    player.at((9, 3))
    assert "goblin 2 saw rog" in player.play.toast_said.lower()
    if isinstance(player, Keys):
        player.press("escape")
    else:
        player.click(player.pixel((9, 6)), 3)
    assert acting(player, "Sneak attack: Rapier", (5, 2)) == SneakAttack("rog", "gob", "rapier")
    assert match.battle["gob"].pv < 7
    assert "off guard" in log(player)
    assert "Sneak attack: Rog tests Mobility" in log(player)
    player.end()
    to_turn_of(player, "rog")
    refused(player, "Sneak attack: Rapier", "out of their sight")


def aimed_picture(player: Player, said: str, cell: Cell) -> Scene:
    """What the map shows while something is aimed at a cell; nothing is done."""
    player.choose(said)
    if isinstance(player, Mouse):
        player.point(player.pixel(cell))
    else:
        while player.play.aim.cell != cell:
            player.press("n")
    play = player.play
    return picture.scene_of(play.match, play.aim, play.seen, play.teams, False)


def test_a_push_over_the_edge(stage: Callable[..., Player]) -> None:
    """Where it leads is seen before."""
    # rule: MAN-8 MOV-3
    player = stage({**ANA, "at": "A3"}, {**GOB, "at": "B3"}, faces=[8, 1])
    match = player.play.match
    shown = aimed_picture(player, "Push, 1 m", (1, 2))
    assert shown.path == ((1, 2), (2, 2))
    assert shown.ghost is not None
    assert (shown.ghost.name, shown.ghost.cell) == ("Goblin 1", (2, 2))
    assert "falls 4 m" in [each.said for each in shown.chips]
    player.target((1, 2))
    assert last(player) == Manoeuvre("ana", "gob", "push", "sword", metres=1)
    assert match.battle["gob"].cell == (2, 2)
    assert match.battle["gob"].pv < 7
    assert "falls" in log(player)
    refused(player, "Manoeuvres", "no execution")


def test_a_push_into_the_fire(stage: Callable[..., Player]) -> None:
    # rule: MAN-8 EFF-1
    player = stage({**ANA, "at": "E7"}, {**GOB, "at": "F7"}, faces=[8, 1])
    match = player.play.match
    fire = next(each for each in gm.ZONES if each.name == "Fire")
    player.play.do(GmEffect(fire, place=Placement("cell", cells=((7, 6),)), name="Fire"))
    shown = aimed_picture(player, "Push, 2 m", (5, 6))
    assert [(each.cell, each.said) for each in shown.chips if each.role == "warn"] == [((7, 6), "Fire")]
    player.target((5, 6))
    assert match.battle["gob"].cell == (7, 6)
    assert match.battle["gob"].pv < 7
    assert "Goblin 1 takes" in log(player)


def test_where_a_refused_push_would_lead_is_not_shown(stage: Callable[..., Player]) -> None:
    # rule: MAN-8
    player = stage({**ANA, "at": "E7"}, {**GOB, "at": "L7"})
    player.choose("Push, 2 m")
    player.play.point((11, 6))
    assert player.play.seen.sheet is not None
    assert player.play.seen.push is None


def test_a_hold_and_the_way_out_of_it(stage: Callable[..., Player]) -> None:
    # rule: MAN-3 ACT-3 ACT-5
    player = stage({**ANA, "hands": ()}, GOB, faces=[8, 1, 8])
    match = player.play.match
    assert acting(player, "Grapple", (5, 3)) == Manoeuvre("ana", "gob", "grapple")
    assert match.battle.hold_of("ana", "gob") is not None
    player.end()
    to_turn_of(player, "gob")
    before = player.clicks
    player.choose("Escape from Ana: Mobility")
    assert player.clicks - before <= 2
    assert last(player) == Escape("gob", "ana", "mobility")
    assert not match.battle.holds
    assert "Goblin 1 escapes from Ana." in log(player)
    player.undo()
    to_turn_of(player, "ana")
    assert acting(player, "Let go of Goblin 1") == Release("ana", "gob")
    assert not match.battle.holds


def test_a_trip_and_the_way_up(stage: Callable[..., Player]) -> None:
    # rule: MAN-5 CND-10
    player = stage(ANA, GOB, faces=[8, 1])
    match = player.play.match
    assert acting(player, "Trip", (5, 3)) == Manoeuvre("ana", "gob", "trip", "sword")
    assert match.battle["gob"].has("prone")
    player.end()
    to_turn_of(player, "gob")
    assert acting(player, "Stand up") == StandUp("gob")


def test_one_of_two_weapons_is_knocked_away(stage: Callable[..., Player]) -> None:
    # rule: MAN-6
    player = stage(ANA, {**GOB, "kind": "axe-thrower", "hands": ("hand-axe", "axe")}, faces=[8, 1])
    match = player.play.match
    player.choose("Disarm")
    player.target((5, 3))
    assert [each.said for each in rows(player).rows] == ["Hand axe", "Axe"]
    player.pick("Axe")
    assert last(player) == Manoeuvre("ana", "gob", "disarm", "sword", "axe")
    assert match.battle["gob"].hands == ("hand-axe",)


# --- things ----------------------------------------------------------------------------------------------------------


def test_a_crate_is_broken_at_once(stage: Callable[..., Player]) -> None:
    # rule: STR-2
    player = stage({**ANA, "kind": "geomancer", "at": "E5"}, {**GOB, "at": "L1"}, faces=[8])
    match = player.play.match
    crate = next(each for each in match.battle.structures if each.open is None and each.cells == ((5, 4),))
    assert acting(player, "Break at once, by strength", (5, 4)) == BreakStructure("ana", crate.id)
    assert match.battle.structure(crate.id).fallen
    assert "Crate" in log(player)
    refused(player, "Break", "no execution")


def test_a_door_is_opened_and_shut(stage: Callable[..., Player]) -> None:
    # rule: ACT-2
    player = stage({**ANA, "at": "F6"}, {**GOB, "at": "L1"})
    match = player.play.match
    door = next(each for each in match.battle.structures if each.open is not None)
    player.at((6, 5))
    assert last(player) == UseDoor("ana", door.id)
    assert match.battle.structure(door.id).open
    assert "Ana opens: Gate." in log(player)
    assert acting(player, "Close: Gate") == UseDoor("ana", door.id)
    assert not match.battle.structure(door.id).open


# --- powers ----------------------------------------------------------------------------------------------------------


def test_a_spell_is_held_by_concentration(stage: Callable[..., Player]) -> None:
    # rule: ACT-4 EFF-6
    player = stage({**ANA, "kind": "witch"}, {**GOB, "at": "G2"}, faces=[1])
    match = player.play.match
    before = player.clicks
    player.choose("Binding")
    player.target((6, 1))
    assert player.clicks - before <= MOST_CLICKS
    assert last(player) == UsePower("ana", "binding", ("gob",))
    assert match.battle["gob"].conditions
    player.end()
    to_turn_of(player, "ana")
    assert acting(player, "Concentrate") == Concentrate("ana")
    assert match.battle["gob"].conditions
    refused(player, "Walk", "")


def test_an_aura_and_a_breath(stage: Callable[..., Player]) -> None:
    # rule: EFF-1 EFF-4
    player = stage({**ANA, "kind": "young-dragon", "at": "A6"}, {**GOB, "at": "D6"}, faces=[1, 1, 1, 1])
    match = player.play.match
    before = player.clicks
    player.choose("Aura of dread")
    player.confirm()
    assert player.clicks - before <= MOST_CLICKS
    assert last(player) == Activate("ana", "aura-of-dread")
    assert match.battle.zones
    player.undo()
    before = player.clicks
    player.choose("Frost breath")
    player.breathe((2, 6), (5, 6))
    assert player.clicks - before <= MOST_CLICKS
    assert isinstance(last(player), Activate)
    assert match.battle["gob"].pv < 7
    assert match.battle["gob"].has("slow")
    assert "Frost breath" in log(player)


# --- without killing, and after the fight ----------------------------------------------------------------------------


HORSE: dict[str, object] = {"kind": "horse", "id": "bay", "name": "Bay", "team": "town", "at": "C6"}


def test_up_on_a_horse_and_down(stage: Callable[..., Player]) -> None:
    # rule: NLT-9
    player = stage({**ANA, "at": "E6"}, HORSE, {**GOB, "at": "L1"}, bruises=True)
    match = player.play.match
    assert acting(player, "Mount Bay") == Mount("ana", "bay")
    assert match.battle["ana"].mount == "bay"
    assert "Ana mounts" in log(player)
    player.choose("Dismount to E6")
    assert isinstance(last(player), Dismount)
    assert not match.battle["ana"].mount


def test_a_blow_to_bruise_and_the_rest_after_the_fight(stage: Callable[..., Player]) -> None:
    # rule: NLT-1 NLT-4
    player = stage({**ANA, "hands": ("sword",)}, {**GOB, "pv": 7}, faces=[8, 1], bruises=True)
    match = player.play.match
    assert acting(player, "To bruise: Sword", (5, 3)) == Attack("ana", "gob", "sword", nonlethal=True)
    assert match.battle["gob"].bruises
    assert "to bruise" in log(player)
    player.play.do(GmPV("gob", 0, "surrendered"))
    player.run()
    assert match.battle.phase == "over"
    player.look()
    offered = next(each for each in match.options() if str(each.name) == "Recover")
    before = player.clicks
    player.choose(str(offered.items[0].name))
    assert player.clicks - before <= 2
    assert isinstance(last(player), Recover)
    assert "recover" in log(player).lower()


def test_whether_an_accident_kills_is_said_during_and_after_the_fight(stage: Callable[..., Player]) -> None:
    # rule: NLT-7
    player = stage(ANA, GOB, {**GOB, "id": "gob2", "name": "Goblin 2", "at": "L1"}, bruises=True)
    match = player.play.match
    feared = match.battle
    for id in ("gob", "gob2"):
        feared = feared.with_combatant(feared[id].but(accident=True))
    steps = match.game.steps
    match.game = replace(match.game, steps=(*steps[:-1], replace(steps[-1], battle=feared)))
    player.play.refresh_aim()
    player.run()
    assert acting(player, "Goblin 1 lives") == Accident("gob", dies=False)
    assert not match.battle["gob"].accident
    for id in ("gob", "gob2"):
        player.play.do(GmPV(id, 0, "surrendered"))
    player.run()
    player.look()
    assert acting(player, "Goblin 2 dies of it") == Accident("gob2", dies=True)
    assert match.battle["gob2"].consequence == "dead"
    assert "Goblin 2" in log(player).rstrip().splitlines()[-1]


def test_both_pull_at_a_weapon(stage: Callable[..., Player]) -> None:
    # rule: NLT-8
    player = stage({**ANA, "hands": ()}, GOB, faces=[8, 1, 6, 1], bruises=True)
    match = player.play.match
    assert acting(player, "Wrest", (5, 3)) == Manoeuvre("ana", "gob", "wrest")
    assert match.battle.holds
    player.end()
    to_turn_of(player, "ana")
    assert acting(player, "Pull, against Goblin 1") == Wrench("ana", "gob")
    assert match.battle["ana"].weapon("dagger") is not None
    assert not match.battle["gob"].hands


# --- the game master -------------------------------------------------------------------------------------------------


def test_the_scene_ends_and_creatures_rest(stage: Callable[..., Player]) -> None:
    # rule: CND-3 STR-5 STR-7
    player = stage(ANA, GOB)
    match = player.play.match
    player.everything("When time presses", "Never")
    assert last(player) == SetPressure("never")
    player.everything("Rest")
    player.at((4, 3))
    assert last(player) == Rest("ana")
    player.everything("End the scene")
    assert last(player) == EndScene()
    for said in ("Ana has rested.", "The scene ends."):
        assert said in log(player)
    player.undo()
    player.undo()
    player.undo()
    assert not isinstance(last(player), SetPressure)
    assert match.battle.pressure == "enemies"


# --- the largest letters ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("said", "cell"), [
    ("Dash", (3, 4)), ("Put away: War hammer", None), ("Use: Smoke bomb", (5, 3)), ("Trip", (5, 3)),
    ("Strike: War hammer", (5, 4)), ("After Goblin 1", None), ("Shatter", (5, 4)),
])
def test_three_clicks_are_enough_where_the_bar_has_room_for_little(
    stage: Callable[..., Player], said: str, cell: Cell | None
) -> None:
    """What is in a menu that the bar has no room for takes no click more."""
    player = stage({**ANA, "kind": "geomancer"}, GOB, factor=2.5)
    assert player.play.acts[-1].said == "More…"
    done, before = player.play.match.game.done, player.clicks
    player.choose(said)
    if cell is not None:
        player.play.view.show(cell)
        player.at(cell)
    assert player.play.match.game.done == done + 1, player.play.toast_said
    assert player.clicks - before <= MOST_CLICKS
