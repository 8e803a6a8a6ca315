"""The one stepper: paths judged step by step, and what it does not take for a body or a path."""

from typing import Any

import numpy as np
import pytest

from game.errors import GeometryError
from game.spatial.grid import UNITS, Body, Cell, Grid, wall
from game.spatial.movement import movement_field, walk
from tests.spatial.test_movement import costs, ground, metres


def test_a_walk_is_one_event_a_cell_in_path_order() -> None:
    grid = costs(["121", "111"], height=np.array([[0, 0, 64], [0, 0, 32]]))
    taken = walk(grid, Body.on(grid, (0, 0)), [(1, 0), (2, 1), (2, 0)], rule="exact")
    assert [step.cell for step in taken] == [(1, 0), (2, 1), (2, 0)]
    assert [step.cost for step in taken] == [2000, 3414, 4414]
    assert [step.diagonal for step in taken] == [False, True, False]
    assert [step.rise for step in taken] == [0, 32, 32]
    assert [step.body for step in taken] == [Body.on(grid, step.cell) for step in taken]
    assert walk(grid, Body.on(grid, (0, 0)), []) == ()


@pytest.mark.parametrize(
    ("path", "how", "named"),
    [
        ([(1, 0), (3, 0)], {}, "step 2, to D1: it is not a neighbouring square"),
        ([(0, 0)], {}, "step 1, to A1: it is not a neighbouring square"),
        ([(0, -1)], {}, r"step 1, to \(0, -1\): it is outside the map"),
        ([(1, 1)], {}, "step 1, to B2: a barrier stands in the way"),
        ([(0, 1)], {}, "step 1, to A2: the ground rises too much"),
        ([(1, 0), (2, 0)], {}, "step 2, to C1: another body stands in the way"),
        ([(1, 0), (2, 1)], {}, "step 2, to C2: nobody can enter that ground"),
        ([(1, 0), (2, 1)], {"rule": "orthogonal"}, "step 2, to C2: there are no diagonal steps"),
        ([(1, 0)], {"slow": 2}, "step 1, to B1: the movement is not enough"),
        ([(1, 0)], {"no_end": np.array([[False, True, False, False]] * 2)}, "step 1, to B1: somebody stands there"),
    ],
)
def test_a_bad_step_is_named_with_its_reason(path: list[Cell], how: dict[str, Any], named: str) -> None:
    grid = costs(["1111", "11x1"], height=np.array([[0, 0, 0, 0], [65, 0, 0, 0]]),
                 barriers=(wall((1, 1), (2, 1)), wall((1, 0.75), (1, 1))))
    closed = np.array([[False, False, True, False], [False] * 4])
    if "B2" in named:
        grid = grid.replace(height=np.zeros((2, 4), np.int32))
    if "C2" in named:
        grid = grid.replace(barriers=())
    with pytest.raises(GeometryError, match=named):
        walk(grid, Body.on(grid, (0, 0)), path, 1000 if "slow" in how else None, closed=closed, **how)


def test_a_body_whose_feet_are_off_the_ground_steps_down_to_it() -> None:
    """Who stands on a table a metre high: down is free, back up costs the climb or is too high."""
    grid = ground([[0, 0, 1.5]])
    standing = Body.on(grid, (0, 0), altitude=UNITS)
    assert [step.rise for step in walk(grid, standing, [(1, 0), (0, 0), (1, 0)])] == [-UNITS, 0, 0]
    onto = ground([[0, 1.5]])
    assert metres(movement_field(onto, Body.on(onto, (0, 0), altitude=UNITS))) == [[0, 1]]
    assert metres(movement_field(onto, Body.on(onto, (0, 0)))) == [[0, -1]]


@pytest.mark.parametrize(
    ("cells", "named"),
    [
        (((0, 0), (1, 0)), "2 cells are not a square"),
        (((0, 0), (1, 0), (0, 1), (2, 2)), "4 cells are not a square"),
        (((3, 0),), r"cell \(3, 0\) is outside the map"),
        (((-1, 0),), r"cell \(-1, 0\) is outside the map"),
        (tuple((x, y) for x in range(7) for y in range(7)), "49 cells are not a square"),
    ],
)
def test_a_body_that_is_no_square_on_the_map_is_refused(cells: tuple[Cell, ...], named: str) -> None:
    with pytest.raises(GeometryError, match=named):
        movement_field(Grid.empty(3, 3), Body(cells, 0, 109))


@pytest.mark.parametrize("cell", [(1,), (0.5, 0), ("A", 1), None, 7, (1, 0, 0)])
def test_a_path_of_other_things_than_cells_is_refused(cell: Any) -> None:
    grid = Grid.empty(3, 3)
    with pytest.raises(GeometryError, match="cell"):
        walk(grid, Body.on(grid, (0, 0)), [cell])
