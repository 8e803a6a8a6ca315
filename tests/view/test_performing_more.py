"""More acts that are performed in the real window, each once by the mouse alone and once by the keyboard alone: at most
three clicks each, told in the log, and refused with a reason where the rules do not let them."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from game.rules.actions import (
    Accident,
    Activate,
    Attack,
    Concentrate,
    Dismount,
    EndScene,
    GmPV,
    Manoeuvre,
    Mount,
    Recover,
    Rest,
    SetPressure,
    UsePower,
    Wrench,
)
from game.spatial.grid import Cell
from tests.view.arena import last
from tests.view.stage import ANA, GOB, MOST_CLICKS, Player, acting, log, refused, to_turn_of

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
