"""Flanking: two who strike one target from opposite sides. # rule: SIT-2

Attackers A and B flank a target when both can strike it from where they stand and, for some cell of A and some cell of
B, each within reach of the target, the line between the two cells' centres leaves the target's footprint by opposite
sides or by opposite corners. A corner belongs to both of its sides. The footprint of a target is the rectangle around
its cells. Coordinates are doubled, so that centres are whole numbers, and no division decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.spatial.grid import HIGHEST, PLAIN, Body, Cell, Grid, Mask, on_map, whole
from game.spatial.lines import Arrays, kernel, table
from game.spatial.metric import Metric, Rule, box, height_gap, rule_code
from game.spatial.reach import MOST_REACH, can_strike, cell_array, exposed, near
from game.spatial.sight import heights
from game.spatial.steps import MAX_SIZE


@dataclass(frozen=True, slots=True)
class Flank:
    """Why a target is flanked: a cell of each attacker, and the line between their centres."""

    first: Cell
    second: Cell

    @property
    def line(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The ends of the line, in half metres."""
        return (2 * self.first[0] + 1, 2 * self.first[1] + 1), (2 * self.second[0] + 1, 2 * self.second[1] + 1)


@kernel
def _across(ax: int, ay: int, bx: int, by: int, left: int, low: int, right: int, high: int) -> bool:
    """Whether the line between two centres passes both sides x = left and x = right, between low and high; doubled."""
    if ax > bx:
        ax, ay, bx, by = bx, by, ax, ay
    if ax > left or bx < right or ax == bx:
        return False
    width, slope = bx - ax, by - ay
    one, two = ay * width + slope * (left - ax), ay * width + slope * (right - ax)  # where it meets them, times width
    return bool(low * width <= min(one, two) and max(one, two) <= high * width)


@kernel
def _opposed(x: int, y: int, i: int, j: int, box: NDArray[np.int64]) -> bool:
    """Whether the line between the centres of cells (x, y) and (i, j) leaves the box by opposite sides or corners."""
    ax, ay, bx, by = 2 * x + 1, 2 * y + 1, 2 * i + 1, 2 * j + 1
    left, up, right, down = 2 * box[0], 2 * box[1], 2 * box[2] + 2, 2 * box[3] + 2
    return _across(ax, ay, bx, by, left, up, right, down) or _across(ay, ax, by, bx, up, left, down, right)


@kernel
def _pair(here: NDArray[np.int64], there: NDArray[np.int64], box: NDArray[np.int64]) -> tuple[int, int]:
    """The rows of the first two cells that are opposed; (-1, -1) when there are none."""
    for i in range(len(here)):
        for j in range(len(there)):
            if _opposed(here[i, 0], here[i, 1], there[j, 0], there[j, 1], box):
                return i, j
    return -1, -1


@kernel
def _strikers(
    arrays: Arrays, rows: NDArray[np.int64], target: NDArray[np.int64], feet: int, head: int, b0: int, b1: int,
    rule: int,
) -> NDArray[np.int64]:
    """(K, 2) int64: the cells from which some ally strikes the target.

    :param rule: how reach counts diagonals.
    :param rows: (R, 8) one cell of an ally each: number of the ally, x, y, feet, head, reach, the two sample heights.
    """
    found = np.empty((len(rows), 2), np.int64)
    count, start = 0, 0
    while start < len(rows):
        end, last = start, count
        while end < len(rows) and rows[end, 0] == rows[start, 0]:
            up = (max(feet - rows[end, 4], rows[end, 3] - head, 0) + 63) // 64
            for t in range(len(target)):
                if near(rule, target[t, 0] - rows[end, 1], target[t, 1] - rows[end, 2], up, rows[end, 5]):
                    found[last, 0], found[last, 1] = rows[end, 1], rows[end, 2]
                    last += 1
                    break
            end += 1
        if last > count:
            cells = rows[start:end, 1:3].copy()
            if exposed(arrays, cells, rows[start, 6], rows[start, 7], target, b0, b1):
                count = last
        start = end
    return found[:count]


@kernel
def _places(
    arrays: Arrays, height: NDArray[np.int32], size: int, altitude: int, tall: int, low: int, high: int, reach: int,
    target: NDArray[np.int64], feet: int, head: int, b0: int, b1: int, box: NDArray[np.int64],
    rows: NDArray[np.int64], rule: int,
) -> NDArray[np.bool_]:
    """:func:`flank_mask`.

    :param rule: how reach counts diagonals.
    :param low: the mover's lower sample height above its feet, ``high`` the upper one; ``b0`` and ``b1`` are the
        target's, absolute.
    :param rows: the cells of the allies.
    """
    mask = np.zeros(height.shape, np.bool_)
    allies = _strikers(arrays, rows, target, feet, head, b0, b1, rule)
    if len(allies) == 0:
        return mask
    own = np.empty((size * size, 2), np.int64)
    for y in range(max(box[1] - reach - size + 1, 0), min(box[3] + reach + 1, height.shape[0] - size + 1)):
        for x in range(max(box[0] - reach - size + 1, 0), min(box[2] + reach + 1, height.shape[1] - size + 1)):
            ground = int(height[y, x])
            for k in range(size * size):
                own[k, 0], own[k, 1] = x + k // size, y + k % size
                ground = max(ground, int(height[own[k, 1], own[k, 0]]))
            ground += altitude
            up, flanked = (max(feet - ground - tall, ground - head, 0) + 63) // 64, False
            for k in range(size * size):
                for t in range(len(target)):
                    if near(rule, target[t, 0] - own[k, 0], target[t, 1] - own[k, 1], up, reach):
                        for m in range(len(allies)):
                            flanked = flanked or _opposed(own[k, 0], own[k, 1], allies[m, 0], allies[m, 1], box)
                        break
            if flanked:
                mask[y, x] = exposed(arrays, own, ground + low, ground + high, target, b0, b1)
    return mask


def opposite(a: Cell, b: Cell, target: Body) -> bool:
    """Whether the line between two cells' centres leaves a target by opposite sides or corners.

    >>> target = Body(((5, 5),), 0, 109)
    >>> [opposite((4, 5), other, target) for other in ((6, 5), (6, 6), (5, 6))]
    [True, False, False]
    """
    return bool(_opposed(*a, *b, np.array(box(target), np.int64)))


def _near(body: Body, target: Body, reach: int, rule: Rule) -> NDArray[np.int64]:
    """(N, 2) int64: the cells of a body within reach of a target, by (x, y)."""
    cells, others = cell_array(body), cell_array(target)
    across = cells[:, None] - others[None]  # (cells, others, 2)
    up = np.full(across.shape[:2], height_gap(body, target), np.int64)
    close = Metric(rule).lengths(across[..., 0], across[..., 1], up) // PLAIN <= reach
    return np.ascontiguousarray(cells[close.any(1)])


def flanks(
    grid: Grid, a: Body, b: Body, target: Body, reach_a: int, reach_b: int, rule: Rule = "uniform"
) -> Flank | None:
    """The first pair of cells by which two attackers flank a target, by (x, y) of a's cell, then of b's; or None.

    >>> grid = Grid.empty(8, 3)
    >>> west, target, east = (Body.on(grid, (x, 1)) for x in (2, 3, 4))
    >>> flanks(grid, west, east, target, 1, 1)
    Flank(first=(2, 1), second=(4, 1))

    :param rule: how reach counts diagonals.
    :raises GeometryError: for a negative reach, an unknown rule, or a body outside the map.
    """
    on_map(grid, a, b, target)
    here = _near(a, target, whole("reach", reach_a, MOST_REACH, 0), rule)
    there = _near(b, target, whole("reach", reach_b, MOST_REACH, 0), rule)
    i, j = _pair(here, there, np.array(box(target), np.int64))
    if i < 0 or not can_strike(grid, a, target, reach_a, rule) or not can_strike(grid, b, target, reach_b, rule):
        return None
    return Flank((int(here[i, 0]), int(here[i, 1])), (int(there[j, 0]), int(there[j, 1])))


def flank_mask(
    grid: Grid, size: int, tall: int, reach: int, target: Body, allies: Sequence[tuple[Body, int]], altitude: int = 0,
    rule: Rule = "uniform",
) -> Mask:
    """(H, W) bool: the places (top lefts) from which a mover would flank a target with some ally.

    The mover is ``size`` x ``size``, ``tall`` high and ``altitude`` above the ground (1/64 m), and strikes ``reach``
    metres far; each ally comes with its own reach. It says what :func:`flanks` says of every place: whether the mover
    can get there, or stand there, is for :func:`game.spatial.movement.movement_field`. ``rule`` is how reach counts
    diagonals.

    >>> from game.spatial.grid import picture
    >>> grid = Grid.empty(6, 5)
    >>> print(picture(flank_mask(grid, 1, 109, 1, Body.on(grid, (2, 2)), [(Body.on(grid, (1, 2)), 1)]), "-#"))
    ------
    ------
    ---#--
    ------
    ------

    :raises GeometryError: for a negative reach, a size outside 1 to 6, an unknown rule, or a body outside the map.
    """
    size, reach = whole("size", size, MAX_SIZE, 1), whole("reach", reach, MOST_REACH, 0)
    tall, altitude = whole("height of the mover", tall, HIGHEST, 1), whole("altitude", altitude, HIGHEST)
    on_map(grid, target, *(ally for ally, _ in allies))
    rows = [(number, x, y, ally.feet, ally.head, whole("reach", far, MOST_REACH, 0), *heights(ally.feet, ally.tall))
            for number, (ally, far) in enumerate(allies) for x, y in ally.cells]
    return _places(
        table(grid).arrays, grid.height, size, altitude, tall, *heights(0, tall), reach, cell_array(target),
        target.feet, target.head, *heights(target.feet, target.tall), np.array(box(target), np.int64),
        np.array(rows, np.int64).reshape(-1, 8), rule_code(rule))
