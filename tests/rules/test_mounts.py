"""Riders and mounts: one place, two sheets; getting on and off; falls from the saddle."""

import pytest

from game.checked import parse_toml
from game.content.codec import decode, decode_action, decode_event, encode
from game.content.scenarios import check_scenario, load_scenario
from game.errors import DataError
from game.paths import maps
from game.rules.actions import (
    Attack,
    Crouch,
    Dismount,
    DropProne,
    EndTurn,
    GmInjure,
    GmMove,
    GmPV,
    GmRemove,
    GmTeam,
    Manoeuvre,
    Mount,
    Move,
)
from game.rules.bodies import body_of, metres_between, misplaced, movement_of
from game.rules.engine import legal_actions
from game.rules.events import Damaged, Fallen, MountedUp, Unmounted
from game.rules.mounts import places_beside
from game.rules.state import Battle
from tests.rules.arena import amounts, do, fighter, reason, sheet_of
from tests.rules.test_bruises import brawl, of


def riding(foe=None, **settings):
    """a rides h, in a's turn; b stands beside with a halberd; c and d wait far away."""
    start = brawl(
        fighter("a", "red", (4, 3)), fighter("h", "red", (4, 3), size="large", weapons=("hooves",), pv=20),
        fighter("b", "blue", (7, 3), **{"weapons": ("halberd",), "mobility": (12, 8)} | (foe or {})),
        fighter("c", "red", (0, 0)), fighter("d", "blue", (11, 7)), **settings)
    return start.with_combatant(start["a"].but(mount="h"))


def turn(start, who):
    return start.but(waiting=(who,), slot=who, order=(who, *(each for each in start.order if each != who)))


# --- one place, two sheets -------------------------------------------------------------------------------------------


def test_a_rider_is_where_its_mount_is_at_half_its_height():
    # rule: NLT-9 SHT-4
    start = riding()
    rider, mount = body_of(start, start["a"]), body_of(start, start["h"])
    assert rider.cells == mount.cells
    assert {*rider.cells} == {(4, 3), (5, 3), (4, 4), (5, 4)}
    assert (rider.feet, mount.head) == (112, 224)  # 1.75 m and 3.5 m
    assert body_of(riding(saddle_height=100), start["a"]).feet == 224
    assert misplaced(start, start["a"], (4, 3)) is None
    assert misplaced(start, start["h"], (4, 3)) is None
    assert metres_between(start, start["a"], start["b"]) == 2


def test_the_saddle_is_high_ground():
    # rule: NLT-9 SIT-3
    start = riding(foe={"weapons": ("sword",)}).with_combatant(riding()["b"].but(cell=(6, 3), hands=()))
    assert amounts(sheet_of(start, "a", "b"))["SIT-3"] == 2
    assert "SIT-3" not in amounts(sheet_of(start, "h", "b", "hooves"))


def test_each_is_a_target_of_its_own():
    # rule: NLT-9
    start = turn(riding(), "b")
    state, _ = do(start, Attack("b", "a", "halberd"), dice=(6, 3))
    assert (state["a"].pv < 10, state["h"].pv) == (True, 20)
    state, _ = do(start, Attack("b", "h", "halberd"), dice=(6, 3))
    assert (state["a"].pv, state["h"].pv < 20) == (10, True)


def test_the_rider_goes_where_its_mount_goes():
    # rule: NLT-9
    start = riding()
    assert not movement_of(start, "a").reachable.any() or reason(start, Move("a", (4, 5)))
    assert reason(start, Move("a", (4, 5))) == "A is in the saddle, and goes where this goes: H"
    assert not [each for each in legal_actions(start) if isinstance(each, Move)]
    state, _ = do(turn(start, "h"), Move("h", (2, 5)))
    assert (state["a"].cell, state["h"].cell) == ((2, 5), (2, 5))
    state, _ = do(start, GmMove("h", (1, 4)))
    assert state["a"].cell == (1, 4)
    assert reason(start, GmMove("a", (1, 4))) == "A is in the saddle, and goes where this goes: H"
    for action in (Crouch("a"), DropProne("a")):
        assert reason(start, action) == "A is in the saddle: it must dismount first"


def test_what_throws_to_the_ground_does_not_reach_a_rider():
    # rule: NLT-8 NLT-9
    start = turn(riding().with_combatant(riding()["b"].but(cell=(6, 3), hands=())), "b")
    for id in ("trip", "tackle", "pin", "push"):
        assert reason(start, Manoeuvre("b", "a", id)) == "A is in the saddle: it must be unhorsed first", id
    assert reason(start, Manoeuvre("b", "a", "grapple")) == ""
    on_horse = riding().with_combatant(riding()["b"].but(cell=(6, 3)))
    assert reason(on_horse.with_combatant(on_horse["a"].but(hands=())), Manoeuvre("a", "b", "tackle")) == (
        "A is in the saddle: it must dismount first")


# --- on and off ------------------------------------------------------------------------------------------------------


def test_getting_off_and_on_again_are_moves():
    # rule: NLT-9 ACT-2
    start = riding()
    assert set(places_beside(start, start["a"])) == {
        (x, y) for x in range(3, 7) for y in range(2, 6)} - {(4, 3), (5, 3), (4, 4), (5, 4)}
    state, events = do(start, Dismount("a", (3, 3)))
    assert (state["a"].mount, state["a"].cell, state.turn.moves) == ("", (3, 3), 1)
    assert of(events, Unmounted) == [Unmounted("a", "h", (3, 3))]
    assert reason(start, Dismount("a", (9, 3))).startswith("A cannot dismount to")
    state, events = do(state, Mount("a", "h"))
    assert (state["a"].mount, state["a"].cell, state.turn.moves) == ("h", (4, 3), 2)
    assert of(events, MountedUp) == [MountedUp("a", "h")]


def test_who_can_be_ridden():
    # rule: NLT-9
    down = riding().with_combatant(riding()["a"].but(mount="", cell=(3, 3)))
    assert Mount("a", "h") in legal_actions(down)
    assert reason(down, Mount("a", "b")) == "B is not on the side of A"
    assert reason(down, Mount("a", "c")) == "C is too small to carry A"
    assert reason(down.with_combatant(down["a"].but(cell=(1, 7))), Mount("a", "h")).startswith("A is not next to")
    assert reason(turn(riding(), "c"), Mount("c", "h")) == "H has a rider"
    assert reason(down.but(nonlethal=""), Mount("a", "h")) == "nobody rides in this fight"


# --- falls -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "falls"), [((6, 3), True), ((1, 3), False), ((3, 7), False), ((6, 1), True)])
def test_unhorse(dice, falls):
    # rule: NLT-8 NLT-9
    state, events = do(turn(riding(), "b"), Manoeuvre("b", "a", "unhorse", "halberd"), dice=dice)
    assert (state["a"].mount, state["a"].posture) == (("", "prone") if falls else ("h", "standing"))
    if falls:
        assert of(events, Unmounted)[0].cause == "unhorsed"
        assert state["a"].cell == (6, 2), "on the side of who drags it"
        assert of(events, Fallen)[0].drop == 112
        assert of(events, Damaged)[0].total == 1  # 1.75 m: one whole metre


def test_by_hand_or_with_what_is_made_for_it():
    # rule: NLT-8
    start = turn(riding({"weapons": ("sword",)}).with_combatant(
        riding({"weapons": ("sword",)})["b"].but(cell=(6, 3))), "b")
    assert reason(start, Manoeuvre("b", "a", "unhorse", "sword")).startswith("this is done by hand")
    assert reason(start, Manoeuvre("b", "a", "unhorse")) == ""
    assert reason(start, Manoeuvre("b", "h", "unhorse")) == "H rides nobody"


@pytest.mark.parametrize(("settings", "points"), [({}, 1), ({"saddle_fall": 4}, 4), ({"saddle_height": 100}, 3),
                                                  ({"saddle_fall": 0}, 0)])
def test_what_the_fall_does_is_a_setting(settings, points):
    # rule: NLT-9 MOV-3
    state, _ = do(turn(riding(**settings), "b"), Manoeuvre("b", "a", "unhorse", "halberd"), dice=(6, 3))
    assert state["a"].pv == 10 - points


@pytest.mark.parametrize(("action", "cause"), [
    (GmInjure("h", "fatal"), "thrown"), (GmPV("h", 0), "thrown"), (GmRemove("h"), "thrown"),
    (GmInjure("a", "fatal"), "fell"),
])
def test_a_rider_who_cannot_stay_falls(action, cause):
    # rule: NLT-9
    state, events = do(riding(), action)
    assert state["a"].mount == ""
    assert state["a"].cell != (4, 3)
    assert of(events, Unmounted)[0].cause == cause
    assert state["a"].out == (cause == "fell")


def test_a_mount_that_is_tripped_throws_its_rider():
    # rule: NLT-8 NLT-9
    start = turn(riding(), "b")
    state, _ = do(start, Manoeuvre("b", "h", "trip", "halberd"), dice=(6, 3))
    assert (state["h"].posture, state["a"].mount, state["a"].posture) == ("prone", "", "prone")


def test_pushing_a_mount_takes_its_rider_along():
    # rule: NLT-9 MAN-8
    start = turn(riding().with_combatant(riding()["b"].but(cell=(6, 3))), "b")
    state, _ = do(start, Manoeuvre("b", "h", "push", "halberd", metres=1), dice=(6, 3))
    assert state["a"].cell == state["h"].cell == (3, 3)


# --- files -----------------------------------------------------------------------------------------------------------


def test_riders_are_plain_json():
    # rule: NLT-9
    start = riding()
    assert decode(Battle, encode(start)) == start
    _, events = do(start, Dismount("a", (3, 3)), Mount("a", "h"), EndTurn("a"))
    assert [decode_event(encode(each)) for each in events] == events
    for action in (Mount("a", "h"), Dismount("a", (3, 3))):
        assert decode_action(encode(action)) == action


@pytest.mark.parametrize(("old", "new", "said"), [
    ('mount = "brisa"', 'mount = "brise"', "did you mean brisa"),
    ('mount = "brisa"', 'mount = "marta"', "is no mount for"),
    ('mount = "trueno"', 'mount = "brisa"', "has a rider"),
    ('mount = "brisa"', 'mount = "brisa"\nat = "A1"', "leave this out"),
    ('mount = "brisa"', 'mount = "brisa"\nhidden = true', "hidden together"),
    ('nonlethal = "bruises"', "", "nobody rides in this fight"),
    ('nonlethal = "bruises"', 'nonlethal = "bruises"\nmode = "quick"', "has no bruises"),
])
def test_what_a_scenario_may_not_say_of_mounts(old, new, said):
    # rule: NLT-9
    source = (maps() / "riders.toml").read_text("utf-8")
    assert old in source
    with pytest.raises(DataError) as caught:
        check_scenario(parse_toml(source.replace(old, new), "riders.toml"), maps())
    assert said in str(caught.value)


def test_the_riders_start_in_the_saddle():
    # rule: NLT-9
    start = load_scenario(maps() / "riders.toml")
    assert start["marta"].cell == start["brisa"].cell
    assert {each.id for each in start.riders_of("trueno")} == {"osmar"}


@pytest.mark.parametrize("who", ["a", "h"])
def test_a_rider_and_its_mount_change_sides_together(who):
    # rule: NLT-9
    after, events = do(riding(), GmTeam(who, "blue"))
    assert (after["a"].team, after["h"].team, after["c"].team) == ("blue", "blue", "red")
    assert sorted(each.who for each in events) == ["a", "h"]
    assert after["a"].mount == "h"
