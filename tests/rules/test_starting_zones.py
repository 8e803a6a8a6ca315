"""The brush paints where a side may start: before round 1, undone like any stroke, and of use at once."""

import pytest

from game.content.codec import decode_action, dumps, encode, loads
from game.insight.narrate import sentences
from game.rules.actions import Begin, Deploy, EditMap, ResizeMap
from game.rules.deployment import deploy_options
from game.rules.dice import ScriptedDice
from game.rules.history import Game
from tests.rules.arena import battle, do, fight, fighter, reason

RED = EditMap("zone", cells=((0, 1), (1, 0), (0, 0)), team="red")


def table(**fields):
    return battle(fighter("a", "red", None), fighter("b", "blue", (5, 5)), **fields)


def zones(where):
    return {each.id: each.zone for each in where.teams}


def test_a_zone_is_painted_row_by_row_and_serves_at_once():
    start = table()
    assert not [*deploy_options(start)]
    after, (event,) = do(start, RED)
    assert zones(after) == {"red": ((0, 0), (1, 0), (0, 1)), "blue": ()}
    assert {each.cell for each in deploy_options(after)} == {*RED.cells}
    placed, _ = do(after, Deploy("a", (1, 0)))
    assert placed["a"].cell == (1, 0)
    assert reason(placed, Begin()) == ""
    assert "inside the zone" in reason(after, Deploy("a", (3, 3)))
    assert (event.brush, event.team, event.cells, event.edges) == ("zone", "red", 3, 0)


def test_a_square_is_of_one_side():
    after, (_, event) = do(table(), RED, EditMap("zone", cells=((0, 0), (4, 4)), team="blue"))
    assert zones(after) == {"red": ((1, 0), (0, 1)), "blue": ((0, 0), (4, 4))}
    assert event.cells == 2


def test_a_zone_is_taken_away_by_no_side_and_by_the_eraser():
    start, _ = do(table(), EditMap("mud", cells=((0, 0), (3, 3))), RED)
    for stroke, mud in ((EditMap("zone", cells=((0, 0), (3, 3))), 2000), (EditMap("erase", cells=((0, 0),)), 1000)):
        after, (event,) = do(start, stroke)
        assert zones(after)["red"] == ((1, 0), (0, 1))
        assert after.map.cost[0, 0] == mud
        assert event.cells == 1


def test_the_eraser_has_something_to_do_where_there_is_only_a_zone():
    start, _ = do(table(), RED)
    assert reason(start, EditMap("erase", cells=((0, 0),))) == ""
    assert reason(start, EditMap("erase", cells=((5, 0),))) == "nothing would change there"


@pytest.mark.parametrize(("stroke", "why"), [
    (EditMap("zone", cells=((0, 0),), team="green"), "there is no team 'green'"),
    (EditMap("zone", cells=((0, 0),)), "nothing would change there"),
    (EditMap("zone", cells=((99, 0),), team="red"), "outside the map"),
    (EditMap("zone", edges=((0, 0, 1, 0),), team="red"), "walls and doors are drawn on edges"),
])
def test_zones_that_make_no_sense(stroke, why):
    assert why in reason(table(), stroke)


def test_once_the_fight_has_begun_zones_stay_as_they_are():
    where = fight(fighter("a", "red", (3, 3)), fighter("b", "blue", (5, 5)), zones={"red": ((0, 0), (1, 0))})
    assert reason(where, RED) == "the fight has already begun"
    after, _ = do(where, EditMap("mud", cells=((0, 0),)), EditMap("erase", cells=((0, 0),)))
    assert zones(after)["red"] == ((0, 0), (1, 0))


def test_a_zone_is_undone_written_and_told():
    game = Game(table()).do(RED, ScriptedDice(()))
    assert game.undo().battle == table()
    assert decode_action(loads(dumps(encode(RED)))) == RED

    def said(*strokes):
        after, events = do(table(), *strokes)
        return [str(each) for event in events for each in sentences(event, after)][-1]

    assert said(RED) == "The GM marks where Red may start (squares: 3)."
    assert said(RED, EditMap("zone", cells=((0, 0),))) == "The GM takes starting squares away (squares: 1)."


def test_a_smaller_map_has_what_is_left_of_a_zone():
    after, _ = do(table(), RED, ResizeMap(left=-1, top=1))
    assert zones(after)["red"] == ((0, 1),)
