"""Rows and columns more or fewer: what is on the map moves along, and nothing falls off it."""

from dataclasses import fields, is_dataclass, replace
from typing import get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.content.codec import decode, decode_action, dumps, encode, loads
from game.insight.narrate import sentences
from game.rules import state
from game.rules.actions import EditMap, EndTurn, GmMove, Hide, ResizeMap
from game.rules.bodies import movement_of
from game.rules.brush import paint
from game.rules.dice import ScriptedDice
from game.rules.history import Game
from game.rules.powers import Duration, ZoneEffect
from game.rules.state import Casting, Condition, GroundItem, Placement, Structure
from game.spatial.areas import Origin
from game.spatial.grid import TOTAL, UNITS, Body, Grid, block, wall
from game.spatial.sight import cover
from tests.rules.arena import battle, do, fight, fighter, reason
from tests.rules.effects_arena import power, spread
from tests.rules.test_brush import ROOM, STROKES

SMOKE = ZoneEffect("Smoke", Duration(until="scene"), concealment="total")


def two(a=(1, 1), b=(5, 4), **changes):
    return fight(fighter("a", "red", a), fighter("b", "blue", b), **{"cols": 8, "rows": 6} | changes)


def size(where):
    return where.map.cols, where.map.rows


@pytest.mark.parametrize(("action", "now", "corner"), [
    (ResizeMap(top=2), (8, 8), (1, 3)), (ResizeMap(left=3), (11, 6), (4, 1)), (ResizeMap(right=1), (9, 6), (1, 1)),
    (ResizeMap(bottom=5), (8, 11), (1, 1)), (ResizeMap(-1, -2, -1, -1), (5, 4), (0, 0)),
    (ResizeMap(-1, 2, 3, 1), (11, 8), (2, 0)),
])
def test_each_edge_gains_and_loses(action, now, corner):
    after, events = do(two(), action)
    assert size(after) == now
    assert after["a"].cell == corner
    assert (after["b"].cell[0] - corner[0], after["b"].cell[1] - corner[1]) == (4, 3)
    assert [(each.cols, each.rows, each.left, each.top) for each in events] == [(*now, action.left, action.top)]


def test_new_ground_is_plain_and_as_high_as_the_edge_that_it_continues():
    done = paint(Grid.empty(4, 3), (), EditMap("height", cells=((0, 0), (0, 1)), rise=2.0))
    done = paint(done.grid, (), EditMap("mud", cells=((0, 0), (3, 2))))
    done = paint(done.grid, (), EditMap("smoke", cells=((0, 0),)))
    after, _ = do(battle(fighter("a", "red", (1, 1)), grid=done.grid), ResizeMap(left=2))
    assert (after.map.height[:, :3] / UNITS).tolist() == [[2, 2, 2], [2, 2, 2], [0, 0, 0]]
    assert after.map.cost[0].tolist() == [1000, 1000, 2000, 1000, 1000, 1000]
    assert after.map.concealment[0].tolist() == [0, 0, 1, 0, 0, 0]
    assert after.map.surfaces[after.map.surface[0, 0]] == ""


@pytest.mark.parametrize("action", [ResizeMap(left=-2), ResizeMap(top=-2), ResizeMap(right=-3), ResizeMap(bottom=-2)])
def test_nobody_falls_off(action):
    assert reason(two(), action).startswith("this would fall off the map: ")
    assert reason(two((2, 2), (4, 3)), action) == ""


def test_a_big_body_is_whole_on_the_map():
    ogre = fighter("a", "red", (4, 1), size="large")
    where = fight(ogre, fighter("b", "blue", (1, 1)), cols=8, rows=6)
    side = where.settings.sizes["large"].side
    assert side == 2
    assert reason(where, ResizeMap(right=-2)) == ""
    assert reason(where, ResizeMap(right=-3)) == "this would fall off the map: A"


def test_who_is_out_and_lies_there_counts_and_who_is_hidden_is_not_named():
    where, _ = do(two(), Hide("b"))
    assert reason(where, ResizeMap(right=-3)) == "this would fall off the map: somebody hidden"
    down = where.with_combatant(where["b"].but(hidden=False, out=True))
    assert reason(down, ResizeMap(right=-3)) == "this would fall off the map: B"


@pytest.mark.parametrize(("stroke", "said"), [
    (EditMap("pillar", cells=((7, 2),)), "pillar at H3"),
    (EditMap("wall", edges=((8, 1, 8, 2),)), "wall between H2 and"),
    (EditMap("door", edges=((7, 3, 8, 3),)), "door between H3 and H4"),
])
def test_nothing_that_stands_falls_off(stroke, said):
    where, _ = do(two(), stroke)
    assert reason(where, ResizeMap(right=-1)).startswith(f"this would fall off the map: {said}")
    assert reason(where, ResizeMap(left=-1, right=1)) == ""


def test_a_wall_on_the_last_line_stays_and_one_that_no_thing_owns_is_asked_too():
    where = two(barriers=[wall((7, 1), (7, 3))])
    assert reason(where, ResizeMap(right=-1)) == ""
    assert reason(where, ResizeMap(right=-2)) == "this would fall off the map: wall"


def test_things_effects_and_castings_stay_on_the_map():
    where = two()
    item = GroundItem("item-1", (7, 5), weapon=where["a"].sheet.weapons[0])
    assert reason(where.but(items=(item,)), ResizeMap(right=-1)) == "this would fall off the map: Sword"
    assert reason(spread(where, SMOKE, (7, 5)), ResizeMap(right=-1)) == "this would fall off the map: Smoke"
    for place in (Placement("cell", 7, 5), Placement(cells=((7, 5),)), Placement("corner", 8, 6)):
        casting = where.with_combatant(where["a"].but(casting=Casting(power("fireball"), place=place)))
        assert reason(casting, ResizeMap(right=-1)).startswith("this would fall off the map: ")
        assert reason(casting, ResizeMap(left=-1)) == ""


@pytest.mark.parametrize(("action", "said"), [
    (ResizeMap(), "nothing would change"), (ResizeMap(right=249), "from 1 to 256 columns"),
    (ResizeMap(bottom=251), "from 1 to 256 columns"), (ResizeMap(top=-6), "from 1 to 256 columns"),
    (ResizeMap(left=-300, right=300), "from 1 to 256 columns"),
])
def test_a_map_has_a_size(action, said):
    assert said in reason(two(), action)


def test_the_largest_map_is_allowed_and_the_smallest():
    assert size(do(two(), ResizeMap(right=248, bottom=250))[0]) == (256, 256)
    one = battle(fighter("a", "red", (2, 2)), cols=5, rows=5)
    assert size(do(one, ResizeMap(-2, -2, -2, -2))[0]) == (1, 1)


def test_masks_follow_in_the_same_moment():
    room, _ = do(two((3, 2)), ROOM, ResizeMap(left=2, top=1))
    assert room["a"].cell == (5, 3)
    free = movement_of(room, "a").reachable
    assert free.shape == (7, 10)
    assert not free[:2].any()
    wider, _ = do(two(), ResizeMap(left=2, top=1))
    assert movement_of(wider, "a").reachable[0, 0]
    body, other = Body.on(room.grid, (5, 3)), Body.on(room.grid, (1, 3))
    assert cover(room.grid, body, other).level == TOTAL


def test_what_is_called_after_its_place_has_the_name_of_its_new_one():
    grid = Grid.empty(8, 6, block((6, 4), structure="crates"))
    crates = Structure("crates", "block", ((6, 4),))
    where = two(grid=grid, structures=(crates,))
    where, _ = do(where, EditMap("pillar", cells=((2, 2), (3, 2))), EditMap("wall", edges=((0, 0, 0, 1),)))
    where = where.with_combatant(where["a"].but(efforts=(("pillar-c3", 2), ("crates", 1))))
    after, _ = do(where, ResizeMap(left=1))
    assert [each.id for each in after.structures] == ["pillar-d3", "pillar-e3", "crates", "wall-1,0-1,1"]
    assert {each.structure for each in after.map.barriers} == {each.id for each in after.structures}
    assert after["a"].efforts == (("pillar-d3", 2), ("crates", 1))
    again, _ = do(after, EditMap("pillar", cells=((2, 2),)))
    assert len(again.structures) == 5, "the name is free for another one"


def test_no_two_things_are_called_the_same_after_it():
    grid = Grid.empty(8, 6, (*block((2, 2), structure="pillar-c3"), *block((6, 4), structure="pillar-d3")))
    things = Structure("pillar-c3", "pillar", ((2, 2),)), Structure("pillar-d3", "pillar", ((6, 4),))
    after, _ = do(two(grid=grid, structures=things), ResizeMap(left=1))
    assert [(each.id, each.cells) for each in after.structures] == [("pillar-c3", ((3, 2),)), ("pillar-d3", ((7, 4),))]
    assert [{each.structure for each in after.map.barriers if each.start[0] // UNITS in near}
            for near in ((3, 4), (7, 8))] == [{"pillar-c3"}, {"pillar-d3"}]


def test_the_log_tells_the_size_and_what_squares_are_called_now():
    def said(action):
        where = two()
        after, events = do(where, action)
        return [str(each) for event in events for each in sentences(event, after)]

    assert said(ResizeMap(right=2)) == ["The map has 10 x 6 squares now."]
    assert said(ResizeMap(left=1, top=-1))[1] == "The squares have new names: A2 is B1 now."


# --- everything that is somewhere ------------------------------------------------------------------------------------


def everything(x, y):
    """A battle with everything that has a place, x and y farther from the corner."""
    strokes = (EditMap("pillar", cells=((x + 1, y + 1),)), EditMap("wall", edges=((x + 3, y + 1, x + 5, y + 1),)),
               EditMap("door", edges=((x + 4, y + 1, x + 5, y + 1),)),
               EditMap("zone", cells=((x + 2, y + 2), (x + 2, y + 3)), team="red"))
    start = battle(fighter("a", "red", (x + 2, y + 2)), fighter("b", "blue", (x + 4, y + 3)), cols=6 + x, rows=5 + y)
    where, _ = do(start, *strokes)
    where = spread(where, SMOKE, (x + 4, y + 1))
    origin = Origin("cell", ((x + 3) * UNITS + UNITS // 2, (y + 2) * UNITS + UNITS // 2), UNITS)
    who = where["a"].but(casting=Casting(power("fireball"), place=Placement("corner", x + 1, y + 2)),
                         conditions=(Condition("attracted", focus=(x + 5, y + 4)),))
    item = GroundItem("item-1", (x, y + 4), weapon=who.sheet.weapons[0])
    first = where.zones[0]
    more = replace(first, id="zone-2", shape=replace(first.shape, form="circle", radius=1.0, cells=0), cells=(),
                   origin=origin)
    other = where["b"].but(casting=Casting(power("fog"), place=Placement(cells=((x + 1, y),))))
    return where.with_combatant(who).with_combatant(other).but(items=(item,), zones=(*where.zones, more))


@pytest.mark.parametrize(("x", "y"), [(3, 0), (0, 2), (1, 4)])
def test_all_that_is_somewhere_moves_along(x, y):
    here, there = everything(0, 0), everything(x, y)
    assert do(here, ResizeMap(left=x, top=y))[0] == there
    assert do(there, ResizeMap(left=-x, top=-y))[0] == here
    before, after = here.changed.masks, there.changed.masks
    assert all((after[id][y:, x:] == before[id]).all() for id in before)


def test_there_is_no_other_place_in_a_battle():
    """Whoever gives something of the state a place must move it here too."""
    found = set()
    for kind in vars(state).values():
        if is_dataclass(kind) and isinstance(kind, type) and kind.__module__ == state.__name__:
            for name, hint in get_type_hints(kind).items():
                if name in {each.name for each in fields(kind)} and ("tuple[int, int]" in str(hint) or "Origin" in (
                        str(hint)) or "Grid" in str(hint)):
                    found.add(f"{kind.__name__}.{name}")
    assert found == {
        "Battle.map", "Team.zone", "Structure.cells", "Condition.focus", "Zone.origin", "Zone.cells", "Zone.direction",
        "GroundItem.cell", "Placement.cells", "Placement.direction", "Combatant.cell"}


# --- any map, any change ---------------------------------------------------------------------------------------------

MORE = st.builds(ResizeMap, *[st.integers(0, 4)] * 4)
SOME = st.builds(ResizeMap, *[st.integers(-3, 3)] * 4)


@given(st.lists(STROKES, max_size=6), MORE)
def test_what_was_added_can_be_taken_away_again(strokes, action):
    done = Grid.empty(8, 6), ()
    for stroke in strokes:
        painted = paint(*done, stroke)
        done = painted.grid, painted.structures
    start = battle(fighter("a", "red", (0, 0)), grid=done[0], structures=done[1])
    if reason(start, action):
        return
    after, _ = do(start, action)
    back = ResizeMap(-action.top, -action.right, -action.bottom, -action.left)
    assert do(after, back)[0] == start


@given(st.lists(STROKES, max_size=6), SOME)
def test_a_change_of_size_is_undone_and_written_as_json(strokes, action):
    game = Game(battle(fighter("a", "red", (3, 3)), fighter("b", "blue", (4, 3)), grid=Grid.empty(8, 6)))
    for stroke in strokes:
        if not reason(game.battle, stroke):
            game = game.do(stroke, ScriptedDice(()))
    assert decode_action(loads(dumps(encode(action)))) == action
    if reason(game.battle, action):
        return
    after = game.do(action, ScriptedDice(()))
    assert after.undo().battle == game.battle
    assert after.undo().redo().battle == after.battle
    assert decode(type(after.battle), loads(dumps(encode(after.battle)))) == after.battle
    ids = {each.id for each in after.battle.structures}
    assert {each.structure for each in after.battle.map.barriers} == ids
    assert after.battle.map.shape == (6 + action.top + action.bottom, 8 + action.left + action.right)


def test_the_fight_goes_on():
    after, _ = do(two(), ResizeMap(left=1))
    after, _ = do(after, EndTurn("a"), GmMove("b", (0, 0)))
    assert after["b"].cell == (0, 0)
