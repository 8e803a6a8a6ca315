"""Reach: whom a body could strike from where it stands. Always by the uniform rule. # rule: ATK-1"""

import numpy as np
from numpy.typing import NDArray

from game.spatial.grid import TOTAL, UNITS, Body, Grid, Mask, on_map, whole
from game.spatial.lines import Arrays, kernel, line_blocked, table
from game.spatial.metric import reach_distance
from game.spatial.sight import cover_field, heights

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


@kernel
def exposed(
    arrays: Arrays, here: NDArray[np.int64], a0: int, a1: int, there: NDArray[np.int64], b0: int, b1: int
) -> bool:
    """Whether any effect line between the sample points of two bodies is open: no total cover.

    :param here: (A, 2) cells of one body, (x, y); its sample points are at heights a0 and a1.
    :param there: (B, 2) cells of the other.
    """
    for i in range(8 * len(here)):
        az = a0 if i & 1 else a1
        ax, ay = here[i >> 3, 0] * 64 + (56 if i & 2 else 8), here[i >> 3, 1] * 64 + (56 if i & 4 else 8)
        for j in range(8 * len(there)):
            bz = b0 if j & 1 else b1
            bx, by = there[j >> 3, 0] * 64 + (56 if j & 2 else 8), there[j >> 3, 1] * 64 + (56 if j & 4 else 8)
            if not line_blocked(arrays, ax, ay, az, bx, by, bz, 4):
                return True
    return False


def cell_array(body: Body) -> NDArray[np.int64]:
    """(N, 2) int64: the cells of a body, (x, y)."""
    return np.array(body.cells, np.int64)


def can_strike(grid: Grid, a: Body, b: Body, reach: int) -> bool:
    """Whether a body can strike another in melee: within reach and not in total cover. # rule: ATK-1

    >>> from game.spatial.grid import wall
    >>> grid = Grid.empty(4, 1, [wall((2, 0), (2, 1))])
    >>> one, two, three = (Body.on(grid, (x, 0)) for x in (0, 1, 2))
    >>> can_strike(grid, one, two, 1), can_strike(grid, one, three, 1), can_strike(grid, two, three, 1)
    (True, False, False)

    :raises GeometryError: for a negative reach, or a body outside the map.
    """
    reach = whole("reach", reach, MOST_REACH, 0)
    on_map(grid, a, b)
    if reach_distance(a, b) > reach:
        return False
    return bool(exposed(table(grid).arrays, cell_array(a), *heights(a.feet, a.tall),
                        cell_array(b), *heights(b.feet, b.tall)))
