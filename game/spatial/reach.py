"""Reach: whom a body could strike from where it stands. By the uniform rule, unless another is asked for.
# rule: ATK-1"""

import numpy as np
from numpy.typing import NDArray

from game.spatial.grid import PLAIN, TOTAL, UNITS, Body, Grid, Mask, on_map, whole
from game.spatial.lines import Arrays, kernel, line_blocked, table
from game.spatial.metric import Metric, Rule, reach_distance
from game.spatial.sight import cover_field, heights

MOST_REACH = 1000  # metres


def within(
    shape: tuple[int, int], body: Body, metres: int, rule: Rule = "uniform", up: NDArray[np.int64] | None = None
) -> Mask:
    """(H, W) bool: the cells at most so many metres from a body, by a rule for diagonals.

    :param up: (H, W) int64, whole metres above or below; None: all level.

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
    if rule == "uniform":
        return mask if up is None else mask & (up <= metres)
    ys, xs = np.nonzero(mask)  # no rule reaches farther than the uniform one
    level = np.zeros(len(ys), np.int64) if up is None else up[ys, xs]
    far = np.min([Metric(rule).lengths(xs - x, ys - y, level) for x, y in body.cells], axis=0)
    mask[ys, xs] = far // PLAIN <= metres
    return mask


def reach_mask(grid: Grid, body: Body, reach: int, rule: Rule = "uniform") -> Mask:
    """(H, W) bool: the cells that a body could strike from its place with a reach of so many metres.

    A target as tall as the body, standing there on the ground, is within reach and not in total cover.

    :param rule: how reach counts diagonals, in whole metres rounded down.
    :raises GeometryError: for a negative reach, an unknown rule, or a body outside the map.
    """
    reach = whole("reach", reach, MOST_REACH, 0)
    ground = grid.height.astype(np.int64)
    apart = np.maximum(np.maximum(ground - body.head, body.feet - (ground + body.tall)), 0)  # (H, W) 1/64 m
    mask = within(grid.shape, body, reach, rule, -(-apart // UNITS))
    return mask & (cover_field(grid, body, body.tall, where=mask).level < TOTAL)


@kernel
def near(rule: int, dx: int, dy: int, up: int, reach: int) -> bool:
    """Whether a displacement in whole metres is within reach; ``rule`` is a place in :data:`game.spatial.metric.RULES`.
    """
    more, less = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    if rule == 0:
        return bool(max(more, up) <= reach)
    if rule == 1:
        flat = more + less // 2
        return bool(max(flat, up) + min(flat, up) // 2 <= reach)
    if rule == 2:
        flat, high = 1000 * more + 414 * less, 1000 * up
        return bool((max(flat, high) + (min(flat, high) * 414 + 500) // 1000) // 1000 <= reach)
    return bool(more + less + up <= reach)


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


def can_strike(grid: Grid, a: Body, b: Body, reach: int, rule: Rule = "uniform") -> bool:
    """Whether a body can strike another in melee: within reach and not in total cover. # rule: ATK-1

    >>> from game.spatial.grid import wall
    >>> grid = Grid.empty(4, 1, [wall((2, 0), (2, 1))])
    >>> one, two, three = (Body.on(grid, (x, 0)) for x in (0, 1, 2))
    >>> can_strike(grid, one, two, 1), can_strike(grid, one, three, 1), can_strike(grid, two, three, 1)
    (True, False, False)

    :raises GeometryError: for a negative reach, an unknown rule, or a body outside the map.
    """
    reach = whole("reach", reach, MOST_REACH, 0)
    on_map(grid, a, b)
    if reach_distance(a, b, rule) > reach:
        return False
    return bool(exposed(table(grid).arrays, cell_array(a), *heights(a.feet, a.tall),
                        cell_array(b), *heights(b.feet, b.tall)))
