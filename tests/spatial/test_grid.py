"""The grid and bodies as values: what they refuse, what they mean, what makes them equal."""

import doctest
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.errors import GeometryError
from game.spatial import grid as module
from game.spatial.grid import (
    FARTHEST,
    HIGHEST,
    MAX_SIDE,
    NO_ENTRY,
    UNITS,
    Barrier,
    Body,
    Grid,
    block,
    cell_name,
    footprint,
    parse_cell,
    picture,
    pillar,
    units,
    wall,
)
from tests.spatial.strategies import grids


def test_doctests() -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


@given(st.floats(-1000, 1000))
def test_units_round_halves_up(metres: float) -> None:
    assert units(metres) == math.floor(64 * metres + 0.5)
    assert abs(units(metres) - 64 * metres) <= 0.5


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_units_refuse_what_is_no_length(value: float) -> None:
    with pytest.raises(GeometryError, match=str(value)):
        units(value)


# --- barriers ---------------------------------------------------------------------------------------------------------


def test_a_solid_cell_is_its_four_sides() -> None:
    sides = {frozenset((side.start, side.end)) for side in block((2, 1), structure="rock")}
    a, b, c, d = (128, 64), (192, 64), (192, 128), (128, 128)
    assert sides == {frozenset(pair) for pair in ((a, b), (b, c), (c, d), (d, a))}
    assert {side.structure for side in block((2, 1), structure="rock")} == {"rock"}


@pytest.mark.parametrize("width", [0.1, 0.25, 0.3, 0.5, 0.77, 1.0])
def test_a_pillar_stays_centred_at_every_width(width: float) -> None:
    sides = pillar((3, 4), width)
    xs, ys = {side.start[0] for side in sides}, {side.start[1] for side in sides}
    assert min(xs) + max(xs) == 2 * (3 * UNITS + 32)
    assert min(ys) + max(ys) == 2 * (4 * UNITS + 32)
    assert max(xs) - min(xs) == max(ys) - min(ys) == 2 * units(width / 2)


def test_a_pillar_of_a_whole_square_is_a_solid_cell() -> None:
    assert set(pillar((2, 2), 1.0)) == set(block((2, 2)))


@pytest.mark.parametrize("width", [0.0, -0.5, 1.1, math.nan])
def test_a_pillar_has_a_width_within_its_square(width: float) -> None:
    with pytest.raises(GeometryError, match=str(width)):
        pillar((2, 2), width)


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (lambda: wall((2, 2), (2, 2)), "128, 128"),
        (lambda: wall((2, 2), (2, 3), top=1.0, bottom=1.0), "64"),
        (lambda: wall((2, 2), (2, 3), top=0.5, bottom=1.0), "32"),
        (lambda: wall((2, math.nan), (2, 3)), "nan"),
        (lambda: Barrier((0, 0), (0, FARTHEST + 1), 0, 1), str(FARTHEST + 1)),
        (lambda: Barrier((0, 0), (0, 1), 0, HIGHEST + 1), str(HIGHEST + 1)),
        (lambda: Barrier((0, 0), (0, 1.5), 0, 1), "1.5"),
        (lambda: Barrier((0, 0), (0, math.nan), 0, 1), "nan"),
        (lambda: Barrier((0, 0), (0, True), 0, 1), "True"),
        (lambda: Barrier((0, 0), (0, 1, 2), 0, 1), "(0, 1, 2)"),
        (lambda: Barrier((0, 0), 7, 0, 1), "7"),
    ],
)
def test_a_barrier_that_means_nothing_is_refused_by_name(make: Callable[[], Any], named: str) -> None:
    with pytest.raises(GeometryError) as caught:
        make()
    assert named in str(caught.value)


# --- grids ------------------------------------------------------------------------------------------------------------


def test_rows_come_first() -> None:
    plain = Grid.empty(7, 3)
    assert (plain.cols, plain.rows, plain.shape) == (7, 3, (3, 7))
    assert (6, 2) in plain
    assert (2, 6) not in plain
    assert (-1, 0) not in plain


@pytest.mark.parametrize("sides", [(0, 5), (5, 0), (-1, 5), (MAX_SIDE + 1, 5), (5, MAX_SIDE + 1)])
def test_a_side_is_from_1_to_256(sides: tuple[int, int]) -> None:
    with pytest.raises(GeometryError, match=str(next(side for side in sides if side != 5))):
        Grid.empty(*sides)


def test_the_largest_map_is_allowed() -> None:
    assert Grid.empty(MAX_SIDE, MAX_SIDE).shape == (MAX_SIDE, MAX_SIDE)


@pytest.mark.parametrize(
    ("layer", "values", "named"),
    [
        ("height", np.zeros((3, 4), np.int32), "(3, 4)"),
        ("height", np.zeros(12, np.int32), "(12,)"),
        ("height", np.full((4, 3), np.nan), "float64"),
        ("height", np.full((4, 3), HIGHEST + 1, np.int32), str(HIGHEST + 1)),
        ("height", np.full((4, 3), -HIGHEST - 1, np.int64), str(-HIGHEST - 1)),
        ("cost", np.zeros((4, 3), np.int32), "0"),
        ("cost", np.full((4, 3), -5, np.int32), "-5"),
        ("cost", np.full((4, 3), 2**40), "cost"),
        ("cost", np.full((3, 3), 1000, np.int32), "(3, 3)"),
        ("concealment", np.full((4, 3), 3, np.uint8), "3"),
        ("concealment", np.full((4, 3), 1.0), "float64"),
        ("surface", np.full((4, 3), 1, np.uint8), "1"),
        ("surface", np.full((4, 3), 300), "surface"),
    ],
)
def test_a_layer_that_means_nothing_is_refused_by_name(layer: str, values: Any, named: str) -> None:
    with pytest.raises(GeometryError) as caught:
        Grid.empty(3, 4).replace(**{layer: values})
    assert named in str(caught.value)


def test_ground_that_nobody_enters_is_a_cost() -> None:
    plain = Grid.empty(3, 4)
    assert plain.replace(cost=np.full((4, 3), NO_ENTRY)).cost.max() == NO_ENTRY


def test_layers_are_copied_and_cannot_be_written() -> None:
    height = np.zeros((4, 3), np.int32)
    made = Grid.empty(3, 4).replace(height=height)
    height[0, 0] = 64
    assert made.height[0, 0] == 0
    with pytest.raises(ValueError, match="read-only"):
        made.height[0, 0] = 1


@given(grids(smoke=True, ground=True))
def test_equal_content_makes_equal_grids(grid: Grid) -> None:
    same = Grid(grid.height.copy(), grid.cost.copy(), grid.concealment.copy(), grid.surface.copy(),
                grid.surfaces, grid.barriers)
    assert same == grid
    assert hash(same) == hash(grid)
    assert grid.replace(barriers=(*grid.barriers, wall((0, 0), (1, 0), 9.0))) != grid
    changed = grid.cost.copy()
    changed[0, 0] += -1 if changed[0, 0] > 1 else 1
    assert grid.replace(cost=changed) != grid


def test_a_fallen_structure_takes_its_barriers_along() -> None:
    grid = Grid.empty(5, 5, block((1, 1), structure="hut") + block((3, 3), structure="rock"))
    assert {barrier.structure for barrier in grid.without(["hut"]).barriers} == {"rock"}
    assert grid.without(["tower"]) is grid


# --- bodies -----------------------------------------------------------------------------------------------------------


def test_a_body_stands_on_the_highest_ground_below_it() -> None:
    height = np.zeros((4, 4), np.int32)
    height[1, 1] = 100
    grid = Grid.empty(4, 4).replace(height=height)
    assert (Body.on(grid, (0, 0), 2, 50).feet, Body.on(grid, (0, 0), 2, 50).head) == (100, 150)
    assert Body.on(grid, (2, 2), 2, 50).feet == 0
    assert Body.on(grid, (1, 1), 1, 50, altitude=7).feet == 107


def test_cells_of_a_body_are_a_set() -> None:
    assert Body(((2, 1), (1, 1), (2, 1)), 0, 1) == Body(((1, 1), (2, 1)), 0, 1)
    assert Body(((np.int64(2), np.int32(1)),), np.int64(0), 1) == Body(((2, 1),), 0, 1)  # type: ignore[arg-type]


def test_the_mask_of_a_body_is_clipped_to_the_map() -> None:
    assert picture(Body(((0, 0), (1, 0), (-1, 0)), 0, 1).mask((2, 3))) == "##.\n..."


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (lambda: Body((), 0, 1), "no cell"),
        (lambda: Body(((0, 0),), 5, 5), "5"),
        (lambda: Body(((0, 0),), 0, HIGHEST + 1), str(HIGHEST + 1)),
        (lambda: Body(((0.5, 0),), 0, 1), "0.5"),  # type: ignore[arg-type]
        (lambda: Body(((0, 0),), 0, math.nan), "nan"),  # type: ignore[arg-type]
        (lambda: Body((7,), 0, 1), "7"),  # type: ignore[arg-type]
        (lambda: Body.on(Grid.empty(3, 3), (2, 2), 2), "(2, 3)"),
        (lambda: Body.on(Grid.empty(3, 3), (-1, 0)), "(-1, 0)"),
        (lambda: Body.on(Grid.empty(3, 3), (0, 0), 0), "0"),
        (lambda: Body.on(Grid.empty(3, 3), (0, 0), 1, 0), "0"),
        (lambda: footprint((0, 0), -2), "-2"),
    ],
)
def test_a_body_that_means_nothing_is_refused_by_name(make: Callable[[], Any], named: str) -> None:
    with pytest.raises(GeometryError) as caught:
        make()
    assert named in str(caught.value)


# --- names of cells ---------------------------------------------------------------------------------------------------


@given(st.integers(0, MAX_SIDE - 1), st.integers(0, MAX_SIDE - 1))
def test_names_of_cells_are_read_back(x: int, y: int) -> None:
    name = cell_name((x, y))
    assert parse_cell(name) == parse_cell(name.lower()) == parse_cell(f" {x} , {y} ") == (x, y)


@pytest.mark.parametrize("name", ["", "7", "C", "C0", "7C", "C7x", "1,2,3", "-1,2", "ABC1", "é1", "C²", "1,²"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(GeometryError):
        parse_cell(name)
