"""Reach: whom a body can strike from where it stands."""

import doctest
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.errors import GeometryError
from game.spatial import reach as module
from game.spatial.grid import TOTAL, UNITS, Body, Cell, Grid, picture, units, wall
from game.spatial.metric import RULES, Rule, reach_distance
from game.spatial.movement import walk
from game.spatial.reach import can_strike, reach_mask, within
from game.spatial.sight import cover
from tests.spatial.strategies import TALL, bodies, grids, moved, moved_body, symmetries

MEDIUM = 109


def test_doctests() -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


def test_a_reach_of_one_is_the_eight_cells_around() -> None:
    """# rule: ATK-1"""
    grid = Grid.empty(5, 4)
    assert picture(reach_mask(grid, Body.on(grid, (1, 1)), 1)).split() == ["###..", "###..", "###..", "....."]


def test_a_reach_of_two_holds_the_diagonals() -> None:
    """paizo rzs2nwes: with the 1-2-1 count, an enemy slipped in along the diagonal; reach is uniform. # rule: ATK-1"""
    grid = Grid.empty(11, 11)
    mask = reach_mask(grid, Body.on(grid, (5, 5)), 2)
    assert mask[3, 3]
    assert mask[7, 7]
    guard = Body.on(grid, (5, 5))
    for path in ([(8, 8), (7, 7), (6, 6)], [(8, 5), (7, 5), (6, 5)], [(8, 8), (7, 7), (6, 6)]):
        taken = walk(grid, Body.on(grid, path[0]), path[1:], rule="alternating")
        assert [can_strike(grid, guard, step.body, 2) for step in taken] == [True, True]


@pytest.mark.parametrize(("rule", "rows"), [
    ("uniform", [".......", ".#####.", ".#####.", ".#####.", ".#####.", ".#####.", "......."]),
    ("alternating", [".......", "..###..", ".#####.", ".#####.", ".#####.", "..###..", "......."]),
    ("exact", [".......", ".#####.", ".#####.", ".#####.", ".#####.", ".#####.", "......."]),
    ("orthogonal", [".......", "...#...", "..###..", ".#####.", "..###..", "...#...", "......."]),
])
def test_a_reach_of_two_by_every_rule(rule: Rule, rows: list[str]) -> None:
    """paizo rzs42r4j: whether (+-2, +-2) is within a reach of 2 is a rule of the table. # rule: ATK-1"""
    grid = Grid.empty(7, 7)
    assert picture(reach_mask(grid, Body.on(grid, (3, 3)), 2, rule)).split() == rows


def test_exact_reach_is_rounded_down() -> None:
    """A reach of 3 is 3 straight ahead, 2 and 2 aslant (2.8 m), not 3 and 3 (4.2 m)."""
    grid = Grid.empty(7, 7)
    assert picture(reach_mask(grid, Body.on(grid, (0, 0)), 3, "exact")).split() == [
        "####...", "####...", "####...", "###....", ".......", ".......", "......."]


@pytest.mark.parametrize("start", [(8, 8), (8, 2), (2, 2), (2, 8)])
def test_nobody_comes_up_past_a_uniform_reach_of_two(start: Cell) -> None:
    """With it, no way of eight directions from outside to the guard's side misses the ring. # rule: ATK-1"""
    grid = Grid.empty(11, 11)
    guard = Body.on(grid, (5, 5))
    inside, ring = within(grid.shape, guard, 1), within(grid.shape, guard, 2)
    seen, todo = {start}, [start]
    while todo:  # everywhere one comes to from there without ever standing within the reach
        x, y = todo.pop()
        for cell in ((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
            if cell in grid and cell not in seen and not ring[cell[1], cell[0]]:
                seen.add(cell)
                todo.append(cell)
    touching = {(x + i, y + j) for x, y in seen for i in (-1, 0, 1) for j in (-1, 0, 1)}
    assert not any(inside[y, x] for x, y in touching if (x, y) in grid)


def test_a_big_body_reaches_from_its_outer_edge() -> None:
    grid = Grid.empty(6, 5)
    assert picture(reach_mask(grid, Body.on(grid, (2, 1), 2, units(3.5)), 1)).split() == [
        ".####.", ".####.", ".####.", ".####.", "......"]


def test_a_reach_of_nothing_is_ones_own_place() -> None:
    grid = Grid.empty(3, 3)
    assert picture(reach_mask(grid, Body.on(grid, (1, 1)), 0)).split() == ["...", ".#.", "..."]


def test_nobody_strikes_through_a_wall_and_one_strikes_over_a_low_one() -> None:
    """# rule: SIT-7"""
    for top, struck in ((3.0, False), (1.0, True)):
        grid = Grid.empty(4, 3, [wall((2, 0), (2, 3), top=top)])
        one, two = Body.on(grid, (1, 1)), Body.on(grid, (2, 1))
        assert can_strike(grid, one, two, 1) == struck
        assert reach_mask(grid, one, 1)[:, 2].tolist() == [struck] * 3


def test_a_curtain_does_not_stop_a_blow() -> None:
    grid = Grid.empty(4, 3, [wall((2, 0), (2, 3), effect=False)])
    assert can_strike(grid, Body.on(grid, (1, 1)), Body.on(grid, (2, 1)), 1)


@pytest.mark.parametrize(("altitude", "reach", "struck"), [
    (MEDIUM, 1, True), (MEDIUM + 64, 1, True), (MEDIUM + 65, 1, False), (MEDIUM + 65, 2, True), (640, 2, False)])
def test_height_counts_as_distance(altitude: int, reach: int, struck: bool) -> None:
    grid = Grid.empty(4, 3)
    ground, flyer = Body.on(grid, (1, 1)), Body.on(grid, (2, 2), altitude=altitude)
    assert can_strike(grid, ground, flyer, reach) == struck
    assert can_strike(grid, flyer, ground, reach) == struck


def test_a_mask_of_reach_asks_for_a_target_on_the_ground_there() -> None:
    height = np.zeros((1, 4), np.int32)
    height[0, 2:] = units(1.7) + UNITS
    grid = Grid.empty(4, 1).replace(height=height)
    assert reach_mask(grid, Body.on(grid, (1, 0)), 1).tolist() == [[True, True, True, False]]
    height = height + (height > 0)
    grid = grid.replace(height=height)
    assert reach_mask(grid, Body.on(grid, (1, 0)), 1).tolist() == [[True, True, False, False]]


@given(st.data())
def test_a_strike_is_within_reach_and_not_in_total_cover(data: st.DataObject) -> None:
    grid = data.draw(grids())
    a, b, reach = data.draw(bodies(grid, 3)), data.draw(bodies(grid, 3)), data.draw(st.integers(0, 4))
    rule = data.draw(st.sampled_from(RULES))
    wanted = reach_distance(a, b, rule) <= reach and cover(grid, a, b).level < TOTAL
    assert can_strike(grid, a, b, reach, rule) == wanted


@given(st.data())
def test_a_mask_of_reach_is_who_can_be_struck_cell_by_cell(data: st.DataObject) -> None:
    grid = data.draw(grids())
    body, reach, rule = data.draw(bodies(grid, 3)), data.draw(st.integers(0, 3)), data.draw(st.sampled_from(RULES))
    mask = reach_mask(grid, body, reach, rule)
    for y in range(grid.rows):
        for x in range(grid.cols):
            assert mask[y, x] == can_strike(grid, body, Body.on(grid, (x, y), tall=body.tall), reach, rule)


@given(st.data(), symmetries(), st.integers(0, 3), st.integers(0, 3))
def test_a_mask_of_reach_turns_and_moves_with_the_map(data: st.DataObject, turn: Any, left: int, above: int) -> None:
    grid = data.draw(grids())
    body, reach = data.draw(bodies(grid)), data.draw(st.integers(0, 3))
    mask = reach_mask(grid, body, reach)
    assert (reach_mask(turn.grid(grid), turn.body(body, grid), reach) == turn.mask(mask)).all()
    there = reach_mask(moved(grid, left, above), moved_body(body, left, above), reach)
    assert (there[above:, left:] == mask).all()


@given(st.data())
def test_a_longer_reach_reaches_more(data: st.DataObject) -> None:
    grid = data.draw(grids())
    body = data.draw(bodies(grid))
    masks = [reach_mask(grid, body, reach) for reach in range(5)]
    assert all((less <= more).all() for less, more in pairwise(masks))


def test_cells_within_a_distance_are_clipped_to_the_map() -> None:
    assert picture(within((3, 4), Body(((0, 0), (0, 1)), 0, TALL[0]), 1)).split() == ["##..", "##..", "##.."]


@pytest.mark.parametrize("reach", [-1, 1.5, None, 10**9])
def test_a_reach_that_means_nothing_is_refused_by_name(reach: Any) -> None:
    grid = Grid.empty(3, 3)
    body = Body.on(grid, (1, 1))
    with pytest.raises(GeometryError, match=f"reach: {reach}"):
        reach_mask(grid, body, reach)
    with pytest.raises(GeometryError, match=f"reach: {reach}"):
        can_strike(grid, body, body, reach)


def test_a_body_off_the_map_strikes_nobody() -> None:
    grid = Grid.empty(3, 3)
    off, on = Body(((3, 1),), 0, MEDIUM), Body.on(grid, (1, 1))
    for a, b in ((off, on), (on, off)):
        with pytest.raises(GeometryError, match=r"cell \(3, 1\) is outside the map"):
            can_strike(grid, a, b, 1)
    with pytest.raises(GeometryError, match=r"cell \(3, 1\) is outside the map"):
        reach_mask(grid, off, 1)
