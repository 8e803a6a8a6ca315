"""Pushes and drags: how far, what stopped them, who follows whom."""

import doctest
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.errors import GeometryError
from game.spatial import push as module
from game.spatial.grid import NO_ENTRY, UNITS, Barrier, Body, Cell, Grid, Mask, block, wall
from game.spatial.movement import movement_field, walk
from game.spatial.push import Push, drag, push, push_direction
from game.spatial.steps import DIRECTIONS
from game.texts import tr
from tests.spatial.movers import Case, cases
from tests.spatial.reference_movement import cells_of
from tests.spatial.strategies import SYMMETRIES, symmetries
from tests.spatial.test_movement import ground

MEDIUM = 109


def shove(
    target: Cell, pusher: Cell, metres: int, walls: tuple[Barrier, ...] = (), closed: Mask | None = None
) -> Push:
    """A push on a plain map of 13 x 13; the same in all 8 positions of the map."""
    grid = Grid.empty(13, 13, walls)
    found = push(grid, Body.on(grid, target), Body.on(grid, pusher), metres, closed=closed)
    for turn in SYMMETRIES:
        turned = push(turn.grid(grid), turn.body(Body.on(grid, target), grid), turn.body(Body.on(grid, pusher), grid),
                      metres, closed=None if closed is None else turn.mask(closed))
        assert turned.path == tuple(turn.cell(cell, grid) for cell in found.path)
        assert (turned.moved, turned.left, turned.stopped_by) == (found.moved, found.left, found.stopped_by)
    return found


# --- pushes -----------------------------------------------------------------------------------------------------------


def test_a_push_stops_at_a_wall_and_the_pushed_may_walk_away() -> None:
    """levy-street/world-of-claudecraft PR#1093: only the landing cell was tested, or it could never move again."""
    walls = (wall((4, 0), (4, 10)),)
    found = shove((2, 5), (1, 5), 4, walls)
    assert (found.path, found.moved, found.left, found.stopped_by) == (((3, 5),), 1, 3, "barrier")
    grid = Grid.empty(13, 13, walls)
    assert found.steps[-1].body == Body.on(grid, (3, 5))
    assert int((movement_field(grid, found.steps[-1].body, 1000).cost == 1000).sum()) == 5


def test_a_push_that_nothing_stops_goes_all_the_way() -> None:
    """# rule: MAN-8"""
    found = shove((4, 5), (3, 5), 2)
    assert (found.path, found.moved, found.left, found.stopped_by, found.drop) == (((5, 5), (6, 5)), 2, 0, "", 0)
    assert [step.cell for step in found.steps] == [(5, 5), (6, 5)]


def test_a_push_of_nothing_moves_nobody() -> None:
    found = shove((4, 5), (3, 5), 0)
    assert (found.path, found.moved, found.left, found.stopped_by, found.steps) == ((), 0, 0, "", ())


def test_a_push_stops_before_a_body() -> None:
    """VerisimLLC/draw-steel-codex PR#251: a body is told from a thing, so that each is judged by what it struck."""
    closed = np.zeros((13, 13), np.bool_)
    closed[5, 7] = True
    assert shove((4, 5), (3, 5), 4, closed=closed).stopped_by == "body"
    assert shove((4, 5), (3, 5), 4, block((7, 5))).stopped_by == "barrier"
    assert shove((4, 5), (3, 5), 4, closed=closed).path == ((5, 5), (6, 5))


def test_a_push_along_a_diagonal_meets_corners() -> None:
    assert shove((4, 4), (3, 3), 2).path == ((5, 5), (6, 6))
    found = shove((4, 4), (3, 3), 2, block((6, 5)))
    assert (found.path, found.stopped_by) == (((5, 5),), "barrier")


def test_a_push_stops_at_the_end_of_the_map() -> None:
    found = shove((11, 5), (10, 5), 3)
    assert (found.path, found.left, found.stopped_by) == (((12, 5),), 2, "edge")


def test_a_push_stops_at_a_rise_and_climbs_a_low_one() -> None:
    for rise, stop in ((1.0, ""), (1.1, "rise")):
        grid = ground([[0, 0, rise]])
        assert push(grid, Body.on(grid, (1, 0)), Body.on(grid, (0, 0)), 1).stopped_by == stop


def test_a_push_stops_at_ground_that_nobody_enters() -> None:
    grid = Grid.empty(3, 1).replace(cost=np.array([[1000, 1000, NO_ENTRY]]))
    assert push(grid, Body.on(grid, (1, 0)), Body.on(grid, (0, 0)), 1).stopped_by == "terrain"


def test_a_push_goes_over_a_drop_and_says_how_deep_it_is() -> None:
    """# rule: MOV-3"""
    grid = ground([[5, 5, 3, 0, 0]])
    found = push(grid, Body.on(grid, (1, 0)), Body.on(grid, (0, 0)), 4)
    assert (found.path, found.moved, found.left, found.stopped_by) == (((2, 0), (3, 0)), 2, 2, "drop")
    assert found.drop == 3 * UNITS
    assert [step.fell for step in found.steps] == [False, True]
    assert found.steps[-1].body == Body.on(grid, (3, 0))


def test_a_flyer_is_pushed_at_its_height_and_does_not_fall() -> None:
    grid = ground([[0, 0, -9, 2]])
    flyer = Body.on(grid, (1, 0), altitude=UNITS)
    found = push(grid, flyer, Body.on(grid, (0, 0)), 2, flying=True)
    assert (found.path, found.drop, found.stopped_by) == (((2, 0),), 0, "rise")
    assert found.steps[0].body.feet == UNITS


def test_a_big_body_is_stopped_by_what_stops_any_of_its_cells() -> None:
    grid = Grid.empty(8, 4, [wall((6, 2), (6, 3))])
    found = push(grid, Body.on(grid, (2, 1), 2), Body.on(grid, (1, 1)), 5)
    assert (found.path, found.stopped_by) == (((3, 1), (4, 1)), "barrier")


@pytest.mark.parametrize(
    ("pusher", "target", "direction"),
    [
        (((0, 0),), ((5, 0),), (1, 0)),
        (((0, 0),), ((5, 2),), (1, 0)),  # 21.8 degrees
        (((0, 0),), ((12, 5),), (1, 1)),  # 22.6 degrees
        (((0, 0),), ((2, 1),), (1, 1)),
        (((5, 5),), ((5, 2),), (0, -1)),
        (((5, 5),), ((2, 7),), (-1, 1)),
        (tuple(cells_of((2, 2), 3)), ((1, 1),), (-1, -1)),
        (tuple(cells_of((2, 2), 2)), ((4, 3),), (1, 0)),  # from (3, 3) to (4.5, 3.5)
        (tuple(cells_of((2, 2), 2)), ((4, 4),), (1, 1)),
    ],
)
def test_a_push_goes_in_the_nearest_of_eight_directions(
    pusher: tuple[Cell, ...], target: tuple[Cell, ...], direction: Cell
) -> None:
    assert push_direction(Body(pusher, 0, MEDIUM), Body(target, 0, MEDIUM)) == direction


@given(st.integers(-30, 30), st.integers(-30, 30), st.integers(1, 4), st.integers(1, 4), symmetries())
def test_directions_are_nearest_and_turn_with_the_map(dx: int, dy: int, one: int, two: int, turn: Any) -> None:
    grid = Grid.empty(80, 80)
    a, b = Body.on(grid, (40, 40), one), Body.on(grid, (40 + dx, 40 + dy), two)
    x, y = 2 * dx + two - one, 2 * dy + two - one
    if x == 0 == y:
        with pytest.raises(GeometryError, match="centre at the same place"):
            push_direction(a, b)
        return
    found = push_direction(a, b)
    angles = {each: abs(math.remainder(math.atan2(each[1], each[0]) - math.atan2(y, x), math.tau))
              for each in DIRECTIONS}
    assert angles[found] == min(angles.values())
    there = push_direction(turn.body(a, grid), turn.body(b, grid))
    assert there == tuple(p - q for p, q in zip(turn.cell(found, Grid.empty(1, 1)), (0, 0), strict=True))


@given(cases(), st.integers(0, 5), st.data())
def test_a_push_takes_the_steps_that_the_reference_takes(case: Case, metres: int, data: st.DataObject) -> None:
    how, mover = case.how, case.mover()
    if how["flying"]:
        return
    x, y = case.body.cells[0]
    dx, dy = data.draw(st.sampled_from(DIRECTIONS))
    pusher = Body(tuple((i - 9 * dx, j - 9 * dy) for i, j in case.body.cells), 0, MEDIUM)
    found = push(case.grid, case.body, pusher, metres, closed=how["closed"], corners=how["corners"],
                 rises=how["rises"])
    path: list[Cell] = []
    stop, feet = "", case.body.feet
    while len(path) < metres and not stop:
        here, to = (x, y), (x + dx, y + dy)
        if not mover.on_map(to):
            stop = "edge"
        elif mover.solid(here, to):
            stop = "solid"
        elif any(how["closed"][j, i] for i, j in mover.entered(here, to)):
            stop = "body"
        elif mover.terrain(here, to) is None:
            stop = "terrain"
        else:
            path.append(to)
            stop = "drop" if mover.falls(here, to) else ""
            (x, y), before, feet = to, feet, mover.feet_at(to)
            if stop:
                assert found.drop == before - feet
    named = "solid" if found.stopped_by in ("barrier", "rise") else found.stopped_by
    assert (list(found.path), named, found.moved, found.left) == (path, stop, len(path), metres - len(path))


@pytest.mark.parametrize(("metres", "named"), [(-1, "push: -1"), (1.5, "push: 1.5"), (None, "push: None")])
def test_a_push_that_means_nothing_is_refused_by_name(metres: Any, named: str) -> None:
    grid = Grid.empty(3, 1)
    with pytest.raises(GeometryError, match=named):
        push(grid, Body.on(grid, (1, 0)), Body.on(grid, (0, 0)), metres)


# --- drags ------------------------------------------------------------------------------------------------------------


def test_a_dragged_body_follows_into_the_place_just_left_at_double_cost() -> None:
    """Saibot393/Rideable#82: no extra cost, and who was held stayed behind and then stood in the way."""
    grid = Grid.empty(8, 8)
    found = drag(grid, Body.on(grid, (4, 4)), Body.on(grid, (5, 4)), [(3, 4), (2, 4), (1, 4)], 6000)
    assert [step.cell for step in found.holder] == [(3, 4), (2, 4), (1, 4)]
    assert [step.cell for step in found.held] == [(4, 4), (3, 4), (2, 4)]
    assert [step.cost for step in found.holder] == [2000, 4000, 6000]
    assert found.stopped_by is None  # both entered (3, 4): a hazard there concerns both


def test_a_dragged_body_does_not_block_its_holder_where_it_no_longer_stands() -> None:
    grid = Grid.empty(8, 8)
    path = [(4, 3), (5, 3), (6, 4)]
    found = drag(grid, Body.on(grid, (4, 4)), Body.on(grid, (5, 4)), path)
    assert found.stopped_by is None
    assert [step.cell for step in found.held] == [(4, 4), (4, 3), (5, 3)]
    blocked = drag(grid, Body.on(grid, (4, 4)), Body.on(grid, (5, 4)), [(5, 4)])
    assert blocked.holder == ()
    assert blocked.stopped_by is not None
    assert tr(blocked.stopped_by) == "step 1, to F5: another body stands in the way"


def test_when_the_held_body_cannot_follow_both_stop() -> None:
    grid = Grid.empty(8, 8, [wall((5, 4), (5, 5))])
    found = drag(grid, Body.on(grid, (4, 4)), Body.on(grid, (5, 4)), [(3, 4), (2, 4)])
    assert (found.holder, found.held) == ((), ())
    assert found.stopped_by is not None
    assert tr(found.stopped_by) == "step 1, to D5: the held body cannot follow: a barrier stands in the way"


def test_when_the_holder_cannot_go_on_both_stop() -> None:
    grid = Grid.empty(8, 8, [wall((3, 4), (3, 5))])
    found = drag(grid, Body.on(grid, (4, 4)), Body.on(grid, (5, 4)), [(3, 4), (2, 4)])
    assert [step.cell for step in found.holder] == [(3, 4)]
    assert [step.cell for step in found.held] == [(4, 4)]
    assert found.stopped_by is not None
    assert tr(found.stopped_by) == "step 2, to C5: a barrier stands in the way"
    short = drag(grid, Body.on(grid, (4, 4)), Body.on(grid, (5, 4)), [(3, 4)], 1999)
    assert (short.holder, tr(short.stopped_by or "")) == ((), "step 1, to D5: the movement is not enough")


def test_other_bodies_stop_a_drag() -> None:
    grid = Grid.empty(8, 8)
    closed = np.zeros((8, 8), np.bool_)
    closed[4, 2] = True
    found = drag(grid, Body.on(grid, (4, 4)), Body.on(grid, (5, 4)), [(3, 4), (2, 4)], closed=closed)
    assert [step.cell for step in found.holder] == [(3, 4)]


def test_a_big_holder_drags_into_the_cells_that_it_left() -> None:
    grid = Grid.empty(9, 9)
    found = drag(grid, Body.on(grid, (4, 4), 2), Body.on(grid, (6, 4)), [(3, 4), (2, 3)])
    assert [step.cell for step in found.held] == [(5, 4), (4, 4)]
    beside = drag(grid, Body.on(grid, (4, 4), 2), Body.on(grid, (6, 4)), [(4, 3)])
    assert [step.cell for step in beside.held] == [(5, 5)]


def test_a_big_held_body_covers_the_place_that_its_holder_left() -> None:
    grid = Grid.empty(9, 9)
    found = drag(grid, Body.on(grid, (4, 4)), Body.on(grid, (5, 4), 2), [(3, 4), (2, 4)])
    assert [step.cell for step in found.held] == [(4, 4), (3, 4)]


def test_a_held_body_that_is_not_beside_its_holder_cannot_follow() -> None:
    grid = Grid.empty(9, 9)
    found = drag(grid, Body.on(grid, (4, 4)), Body.on(grid, (7, 4)), [(3, 4)])
    assert tr(found.stopped_by or "") == "step 1, to D5: the held body cannot follow"


def test_the_parity_of_a_drag_goes_on() -> None:
    grid = Grid.empty(9, 9)
    found = drag(grid, Body.on(grid, (4, 4)), Body.on(grid, (5, 4)), [(3, 3), (2, 2), (1, 1)], rule="alternating",
                 parity=1)
    assert [step.cost for step in found.holder] == [4000, 6000, 10000]


@given(cases(largest=2), st.lists(st.sampled_from(DIRECTIONS), max_size=6))
def test_a_drag_is_two_walks_side_by_side(case: Case, moves: list[Cell]) -> None:
    """Each walks its own way by the stepper, the two never overlap, and the held enters what the holder left."""
    grid, holder = case.grid, case.body
    x, y = holder.cells[0]
    beside = (x + case.size, y)
    if beside not in grid or case.how["flying"]:
        return
    held = Body.on(grid, beside)
    path = [(x, y)]
    for dx, dy in moves:
        path.append((path[-1][0] + dx, path[-1][1] + dy))
    how = {name: case.how[name] for name in ("rule", "corners", "difficult", "slow", "rises")}
    found = drag(grid, holder, held, path[1:], **how, closed=case.how["closed"])
    assert len(found.holder) == len(found.held)
    assert (found.stopped_by is None) == (len(found.holder) == len(moves))
    cells = [step.cell for step in found.holder]
    assert cells == path[1:len(cells) + 1]
    alone = walk(grid, holder, cells, **how)
    assert [step.cost for step in found.holder] == [step.cost for step in alone]
    assert [step.body for step in found.held] == [step.body for step in walk(grid, held, [s.cell for s in found.held],
                                                                             corners=how["corners"],
                                                                             rises=how["rises"])]
    before = holder
    for one, two in zip(found.holder, found.held, strict=True):
        assert set(two.body.cells) & set(before.cells)
        assert not set(two.body.cells) & set(one.body.cells)
        before = one.body


def test_doctests() -> None:
    assert doctest.testmod(module).failed == 0
