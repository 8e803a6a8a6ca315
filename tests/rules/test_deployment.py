"""Before round 1."""

import pytest

from game.rules.actions import Begin, Deploy, EndTurn, Move
from game.rules.engine import legal_actions, why_illegal
from game.rules.events import Deployed, InitiativeRolled
from game.rules.state import Structure
from game.spatial.grid import block
from tests.rules.arena import battle, do, fighter, reason

WEST = tuple((x, y) for x in range(3) for y in range(8))


def waiting(**fields):
    """a and the large g are to be placed in the west; b stands in the east."""
    return battle(
        fighter("a", "red", None), fighter("g", "red", None, size="large"), fighter("b", "blue", (9, 4)),
        zones={"red": WEST}, barriers=block((0, 7), structure="rock"),
        structures=[Structure("rock", "block", ((0, 7),))], **fields,
    )  # fmt: skip


def test_creatures_are_placed_in_their_zone_and_moved_within_it():
    placed, events = do(waiting(), Deploy("a", (1, 1)), Deploy("g", (1, 2)), Deploy("a", (0, 4)))
    assert events == [Deployed("a", (1, 1)), Deployed("g", (1, 2)), Deployed("a", (0, 4))]
    assert (placed["a"].cell, placed["g"].cell, placed.phase, placed.dice) == ((0, 4), (1, 2), "deploy", 0)


@pytest.mark.parametrize(
    ("who", "cell", "said"),
    [
        ("a", (3, 0), "inside the zone of its team; D1 is not in it"),
        ("g", (2, 0), "inside the zone of its team; D1 is not in it"),
        ("g", (0, 7), "outside the map"),
        ("a", (-1, 0), "outside the map"),
        ("a", (0, 7), "something solid stands on A8"),
        ("b", (8, 4), "its team has no zone"),
        ("b", (9, 4), "already stands on J5"),
        ("x", (0, 0), "no creature 'x' in this battle; there are: a, g, b"),
    ],
)
def test_a_place_outside_the_zone_or_taken_is_refused(who, cell, said):
    # rule: ACT-6
    assert said in reason(waiting(), Deploy(who, cell))


def test_nobody_is_placed_on_anybody():
    # rule: ACT-6
    placed, _ = do(waiting(), Deploy("g", (0, 0)))
    assert "B2 is taken by G" in reason(placed, Deploy("a", (1, 1)))
    assert reason(placed, Deploy("g", (1, 1))) == ""  # it does not stand in its own way


def test_the_fight_begins_when_everyone_is_placed():
    # rule: INI-1
    before = waiting()
    assert reason(before, Begin()) == "A must be placed first"
    assert "has not begun" in reason(before, Move("b", (8, 4)))
    assert "has not begun" in reason(before, EndTurn("b"))
    placed, _ = do(before, Deploy("a", (0, 0)), Deploy("g", (1, 2)))
    begun, events = do(placed, Begin(), dice=[3, 5, 4])
    assert isinstance(events[0], InitiativeRolled)
    assert begun.order == ("g", "b", "a")
    assert "already begun" in reason(begun, Begin())
    assert "already begun" in reason(begun, Deploy("a", (0, 1)))


def test_creatures_on_each_other_cannot_begin():
    # rule: ACT-6
    crowd = battle(fighter("a", "red", (2, 2)), fighter("b", "blue", (2, 2)))
    assert "C3 is taken by B" in reason(crowd, Begin())
    assert reason(battle(), Begin()) == "there is nobody in this battle"


def test_every_listed_placement_is_allowed_and_every_other_is_refused():
    # rule: ACT-6
    before, _ = do(waiting(), Deploy("g", (1, 2)))
    listed = set(legal_actions(before))
    for who in ("a", "g", "b"):
        for x in range(-1, 13):
            for y in range(-1, 9):
                action = Deploy(who, (x, y))
                assert (why_illegal(before, action) is None) == (action in listed)
    assert Begin() not in listed
    assert Begin() in legal_actions(do(before, Deploy("a", (0, 0)))[0])
