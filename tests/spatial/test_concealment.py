"""Concealment: cells on the line, edges and corners, big bodies, agreement with the plain reference."""

import doctest
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.errors import GeometryError
from game.spatial import concealment as module
from game.spatial.concealment import concealment, concealment_field, concealment_from_field
from game.spatial.grid import Body, Cell, Grid
from game.spatial.sight import line_of_attack
from tests.spatial import reference
from tests.spatial.strategies import SYMMETRIES, bodies, grids, moved, moved_body, symmetries


def test_doctests() -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0



def smoky(rows: str) -> Grid:
    """A map from a picture: 0, 1, 2 are levels of concealment."""
    levels = np.array([[int(character) for character in row] for row in rows.split()], np.uint8)
    return Grid.empty(levels.shape[1], levels.shape[0]).replace(concealment=levels)


@pytest.mark.parametrize(
    ("rows", "a", "b", "level"),
    [
        ("00000", (0, 0), (4, 0), 0),
        ("00100", (0, 0), (4, 0), 1),
        ("01210", (0, 0), (4, 0), 2),
        ("20000", (0, 0), (4, 0), 0),  # not the attacker's own
        ("00001", (0, 0), (4, 0), 1),  # the target's counts
        ("10000", (4, 0), (0, 0), 1),
        ("00000 22222 00000", (0, 0), (4, 0), 0),
        ("00000 22222 00000", (0, 0), (4, 2), 2),
        ("22222", (2, 0), (2, 0), 0),
        ("020 200 000", (0, 0), (1, 1), 2),  # through a corner, both sides dense
        ("020 100 000", (0, 0), (1, 1), 1),  # the lighter side counts
        ("020 000 000", (0, 0), (1, 1), 0),
        ("020 000 000", (0, 0), (2, 2), 0),
        ("0200 2000 0000 0000", (3, 3), (0, 0), 2),
    ],
)
def test_the_densest_cell_on_the_line_conceals(rows: str, a: Cell, b: Cell, level: int) -> None:
    grid = smoky(rows)
    assert concealment(grid, Body.on(grid, a), Body.on(grid, b)) == level


@pytest.mark.parametrize(("rows", "level"), [
    ("000000 000000", 0), ("001000 001000", 1), ("001000 000000", 0), ("002000 001000", 1), ("001000 000100", 0),
])
def test_along_an_edge_the_lighter_side_counts(rows: str, level: int) -> None:
    grid = smoky(rows)
    assert concealment(grid, Body.on(grid, (0, 0), 2), Body.on(grid, (4, 0), 2)) == level
    turn = SYMMETRIES[4]
    turned = turn.grid(grid)
    assert turn.swap
    assert concealment(turned, Body.on(turned, (0, 0), 2), Body.on(turned, (0, 4), 2)) == level


@pytest.mark.parametrize(("rows", "level"), [
    ("0000022 0000022", 2), ("0000022 0000021", 1), ("0000002 0000002", 0), ("0002000 0002022", 2),
])
def test_of_the_cells_of_the_target_the_lightest_counts(rows: str, level: int) -> None:
    grid = smoky(rows)
    assert concealment(grid, Body.on(grid, (0, 0), 2), Body.on(grid, (5, 0), 2)) == level


def test_the_cells_that_conceal_are_named() -> None:
    grid = smoky("0121020")
    a, b = Body.on(grid, (0, 0)), Body.on(grid, (6, 0))
    assert line_of_attack(grid, a, b).cells == ((2, 0), (5, 0))
    edge = smoky("002000 002000")
    found = line_of_attack(edge, Body.on(edge, (0, 0), 2), Body.on(edge, (4, 0), 2))
    assert found.cells == ((2, 0), (2, 1))
    inside = smoky("0000022 0000022")
    assert line_of_attack(inside, Body.on(inside, (0, 0)), Body.on(inside, (5, 0), 2)).cells == (
        (5, 0), (5, 1), (6, 0), (6, 1))
    clear = smoky("000")
    assert line_of_attack(clear, Body.on(clear, (0, 0)), Body.on(clear, (2, 0))).cells == ()


@given(st.data())
def test_concealment_agrees_with_the_reference(data: st.DataObject) -> None:
    grid = data.draw(grids(smoke=True, heights=False, walls=0, most=9))
    a, b = data.draw(bodies(grid, 4)), data.draw(bodies(grid, 4))
    level = concealment(grid, a, b)
    assert level == reference.concealment(grid, a, b)
    cells = line_of_attack(grid, a, b).cells
    assert bool(cells) == bool(level)
    assert all(int(grid.concealment[y, x]) >= level for x, y in cells)


@given(st.data())
def test_a_concealment_field_is_concealment_cell_by_cell(data: st.DataObject) -> None:
    grid = data.draw(grids(smoke=True, heights=False, walls=0))
    a = data.draw(bodies(grid, 3))
    values = [[concealment(grid, a, Body.on(grid, (x, y))) for x in range(grid.cols)] for y in range(grid.rows)]
    assert concealment_field(grid, a).tolist() == values


@given(st.data())
def test_fields_of_large_bodies_are_concealment_place_by_place(data: st.DataObject) -> None:
    """The body that is placed attacks, or is attacked; one may even overlap the other."""
    grid = data.draw(grids(smoke=True, heights=False, walls=0))
    other, size = data.draw(bodies(grid, 3)), data.draw(st.integers(1, 3))
    there, back = concealment_field(grid, other, size), concealment_from_field(grid, other, size)
    for y in range(grid.rows):
        for x in range(grid.cols):
            fits = x + size <= grid.cols and y + size <= grid.rows
            placed = Body.on(grid, (x, y), size) if fits else None
            assert there[y, x] == (concealment(grid, other, placed) if placed else 0)
            assert back[y, x] == (concealment(grid, placed, other) if placed else 0)


@given(st.data())
def test_concealment_is_the_same_in_every_position_of_the_map(data: st.DataObject) -> None:
    grid = data.draw(grids(smoke=True, heights=False, walls=0))
    a, turn = data.draw(bodies(grid, 3)), data.draw(symmetries())
    field = concealment_field(grid, a)
    assert (concealment_field(turn.grid(grid), turn.body(a, grid)) == turn.mask(field)).all()
    shifted = concealment_field(moved(grid, 2, 1), moved_body(a, 2, 1))
    assert (shifted[1:, 2:] == field).all()


INSIDE, OUTSIDE = Body(((1, 1),), 0, 109), Body(((4, 4),), 0, 109)


@pytest.mark.parametrize(
    "ask",
    [
        lambda grid: concealment(grid, OUTSIDE, INSIDE),
        lambda grid: concealment(grid, INSIDE, OUTSIDE),
        lambda grid: concealment_field(grid, OUTSIDE),
        lambda grid: concealment_field(grid, OUTSIDE, 2),
        lambda grid: concealment_from_field(grid, OUTSIDE),
    ],
)
def test_a_body_off_the_map_is_refused_by_name(ask: Callable[[Grid], Any]) -> None:
    with pytest.raises(GeometryError, match=r"\(4, 4\)"):
        ask(Grid.empty(5, 4))
