"""Acts that are performed in the real window, each once by the mouse alone and once by the keyboard alone: at most
three clicks each, told in the log, and refused with a reason where the rules do not let them."""

from collections.abc import Callable

from game.rules.actions import (
    Attack,
    BreakStructure,
    Crouch,
    Delay,
    Draw,
    DropItem,
    DropProne,
    Escape,
    GmEffect,
    Manoeuvre,
    Move,
    PickUp,
    Release,
    SneakAttack,
    StandUp,
    Stow,
    Switch,
    UseDoor,
)
from game.rules.state import Placement
from game.view.screens import gm
from tests.view.arena import last, rows
from tests.view.stage import ANA, GOB, MOST_CLICKS, Keys, Player, acting, aimed_picture, log, refused, to_turn_of

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
