"""A hypothesis strategy for movement: a map, a body on it, how it moves, and the plain reference of the same."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st

from game.spatial.grid import Body, Grid, Mask
from game.spatial.metric import RULES
from game.spatial.movement import MovementField, movement_field
from game.spatial.stepper import DIFFICULT
from game.spatial.steps import CORNERS, RISES, Rises
from tests.spatial.reference_movement import Mover
from tests.spatial.strategies import TALL, grids


@dataclass(frozen=True)
class Case:
    """A mover. ``how`` are keyword arguments of :func:`movement_field`."""

    grid: Grid
    body: Body
    how: dict[str, Any]

    @property
    def size(self) -> int:
        """The side of its footprint."""
        return math.isqrt(len(self.body.cells))

    def field(self, budget: int | None = None, **changes: Any) -> MovementField:
        """Its movement field."""
        return movement_field(self.grid, self.body, budget, **{**self.how, **changes})

    def mover(self) -> Mover:
        """The plain reference."""
        how = self.how
        return Mover(self.grid, self.size, self.body.tall, self.body.cells[0], self.body.feet, how["rule"],
                     how["corners"], how["difficult"], how["slow"], self.body.feet if how["flying"] else None,
                     how["closed"], how["rises"])


@st.composite
def masks(draw: st.DrawFn, grid: Grid) -> Mask:
    """A few cells."""
    mask = np.zeros(grid.shape, np.bool_)
    cells = st.tuples(st.integers(0, grid.rows - 1), st.integers(0, grid.cols - 1))
    for cell in draw(st.lists(cells, max_size=4)):
        mask[cell] = True
    return mask


@st.composite
def cases(draw: st.DrawFn, most: int = 6, walls: int = 5, largest: int = 3) -> Case:
    """Any mover on a small map; sometimes its feet are off the ground though it does not fly."""
    grid = draw(grids(most, walls, ground=True))
    size = draw(st.integers(1, min(largest, grid.cols, grid.rows)))
    cell = draw(st.integers(0, grid.cols - size)), draw(st.integers(0, grid.rows - size))
    altitude = draw(st.sampled_from((0, 0, 0, 40, 100, -20)))
    body = Body.on(grid, cell, size, draw(st.sampled_from(TALL)), altitude)
    how = {
        "rule": draw(st.sampled_from(RULES)),
        "corners": draw(st.sampled_from(CORNERS)),
        "difficult": draw(st.sampled_from(DIFFICULT)),
        "slow": draw(st.integers(1, 3)),
        "flying": draw(st.integers(0, 4)) == 0,
        "closed": draw(masks(grid)),
        "no_end": draw(masks(grid)),
        "rises": draw(st.sampled_from((RISES, RISES, Rises(0, 0, 0), Rises(64, 128, 64), Rises(16, 96, 256)))),
    }
    return Case(grid, body, how)
