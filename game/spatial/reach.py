"""Reach: whom a body could strike from where it stands. Always by the uniform rule. # rule: ATK-1"""

import numpy as np

from game.errors import GeometryError
from game.spatial.grid import TOTAL, UNITS, Body, Grid, Mask, whole
from game.spatial.metric import reach_distance
from game.spatial.sight import cover, cover_field
from game.texts import text

MOST_REACH = 1000  # metres


def within(shape: tuple[int, int], body: Body, metres: int) -> Mask:
    """(H, W) bool: the cells at most so many metres from a body, flat, by the uniform rule.

    >>> from game.spatial.grid import picture
    >>> print(picture(within((4, 6), Body(((1, 1), (2, 1)), 0, 64), 1)))
    ####..
    ####..
    ####..
    ......
    """
    mask = np.zeros(shape, np.bool_)
    for x, y in body.cells:
        mask[max(0, y - metres):max(0, y + metres + 1), max(0, x - metres):max(0, x + metres + 1)] = True
    return mask


def reach_mask(grid: Grid, body: Body, reach: int) -> Mask:
    """(H, W) bool: the cells that a body could strike from its place with a reach of so many metres.

    A target as tall as the body, standing there on the ground, is within reach and not in total cover.

    :raises GeometryError: for a negative reach, or a body outside the map.
    """
    reach = whole("reach", reach, MOST_REACH, 0)
    ground = grid.height.astype(np.int64)
    apart = np.maximum(np.maximum(ground - body.head, body.feet - (ground + body.tall)), 0)  # (H, W) 1/64 m
    mask = within(grid.shape, body, reach) & (apart <= reach * UNITS)
    return mask & (cover_field(grid, body, body.tall, where=mask).level < TOTAL)


def can_strike(grid: Grid, a: Body, b: Body, reach: int) -> bool:
    """Whether a body can strike another in melee: within reach and not in total cover. # rule: ATK-1

    :raises GeometryError: for a negative reach, or a body outside the map.
    """
    reach = whole("reach", reach, MOST_REACH, 0)
    on_map(grid, a, b)
    return reach_distance(a, b) <= reach and cover(grid, a, b).level < TOTAL


def on_map(grid: Grid, *bodies: Body) -> None:
    """Check that bodies stand on the map.

    :raises GeometryError: for a cell outside it.
    """
    for body in bodies:
        for cell in body.cells:
            if cell not in grid:
                raise GeometryError(text("body: cell {cell} is outside the map ({cols} x {rows})",
                                         cell=str(cell), cols=grid.cols, rows=grid.rows))
