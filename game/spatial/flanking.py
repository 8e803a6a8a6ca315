"""Flanking: two who strike one target from opposite sides. # rule: SIT-2

Attackers A and B flank a target when both can strike it from where they stand and, for some cell of A and some cell of
B, each within reach of the target, the line between the two cells' centres leaves the target's footprint by opposite
sides or by opposite corners. A corner belongs to both of its sides. The footprint of a target is the rectangle around
its cells. Coordinates are doubled, so that centres are whole numbers, and no division decides.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from game.spatial.grid import Body, Cell, Grid, Mask, whole
from game.spatial.metric import box, height_gap
from game.spatial.reach import MOST_REACH, can_strike, on_map
from game.spatial.steps import MAX_SIZE


@dataclass(frozen=True, slots=True)
class Flank:
    """Why a target is flanked: a cell of each attacker, and the line between their centres, in half metres."""

    first: Cell
    second: Cell

    @property
    def line(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The ends of the line, in half metres."""
        return (2 * self.first[0] + 1, 2 * self.first[1] + 1), (2 * self.second[0] + 1, 2 * self.second[1] + 1)


def opposite(a: Cell, b: Cell, rectangle: tuple[int, int, int, int]) -> bool:
    """Whether the line between two cells' centres leaves a rectangle of cells by opposite sides or corners.

    ``rectangle`` is (first column, first row, last column, last row).

    >>> [opposite((4, 5), other, (5, 5, 5, 5)) for other in ((6, 5), (6, 6), (5, 6))]
    [True, False, False]
    """
    x0, y0, x1, y1 = rectangle
    for flip in (False, True):  # by the left and the right side, then by the upper and the lower
        ax, ay, bx, by = (a[1], a[0], b[1], b[0]) if flip else (*a, *b)
        left, up, right, down = (y0, x0, y1, x1) if flip else (x0, y0, x1, y1)
        if ax > bx:
            ax, ay, bx, by = bx, by, ax, ay
        if ax >= left or bx <= right:
            continue
        # both heights at which the line meets the two sides, times its width
        width, slope, start = bx - ax, by - ay, (2 * ay + 1) * (bx - ax)
        if all(2 * up * width <= start + slope * (side - 2 * ax - 1) <= 2 * (down + 1) * width
               for side in (2 * left, 2 * right + 2)):
            return True
    return False


def flanks(grid: Grid, a: Body, b: Body, target: Body, reach_a: int, reach_b: int) -> Flank | None:
    """The first pair of cells by which two attackers flank a target, by (x, y) of a's cell, then of b's; or None.

    :raises GeometryError: for a negative reach, or a body outside the map.

    >>> grid = Grid.empty(8, 3)
    >>> west, target, east = (Body.on(grid, (x, 1)) for x in (2, 3, 4))
    >>> flanks(grid, west, east, target, 1, 1)
    Flank(first=(2, 1), second=(4, 1))
    """
    on_map(grid, a, b, target)
    found = _line(a, b, target, whole("reach", reach_a, MOST_REACH, 0), whole("reach", reach_b, MOST_REACH, 0))
    if found is None or not can_strike(grid, a, target, reach_a) or not can_strike(grid, b, target, reach_b):
        return None
    return found


def _near(body: Body, target: Body, reach: int) -> Iterator[Cell]:
    """The cells of a body within reach of a target."""
    if height_gap(body, target) > reach:
        return
    for x, y in body.cells:
        if any(max(abs(x - i), abs(y - j)) <= reach for i, j in target.cells):
            yield x, y


def _line(a: Body, b: Body, target: Body, reach_a: int, reach_b: int) -> Flank | None:
    """The first pair of cells within reach whose line leaves the target by opposite sides."""
    rectangle, others = box(target), tuple(_near(b, target, reach_b))
    return next((Flank(one, two) for one in _near(a, target, reach_a) for two in others
                 if opposite(one, two, rectangle)), None)


def flank_mask(
    grid: Grid, size: int, tall: int, reach: int, target: Body, allies: Sequence[tuple[Body, int]], altitude: int = 0
) -> Mask:
    """(H, W) bool: the places (top lefts) from which a mover would flank a target with some ally.

    The mover is ``size`` x ``size``, ``tall`` high and ``altitude`` above the ground (1/64 m), and strikes ``reach``
    metres far; each ally comes with its own reach. It says what :func:`flanks` says of every place: whether the mover
    can get there, or stand there, is for :func:`game.spatial.movement.movement_field`.

    :raises GeometryError: for a negative reach, a size outside 1 to 6, or a body outside the map.

    >>> from game.spatial.grid import picture
    >>> grid = Grid.empty(6, 5)
    >>> print(picture(flank_mask(grid, 1, 109, 1, Body.on(grid, (2, 2)), [(Body.on(grid, (1, 2)), 1)]), "-#"))
    ------
    ------
    ---#--
    ------
    ------
    """
    size, reach = whole("size", size, MAX_SIZE, 1), whole("reach", reach, MOST_REACH, 0)
    on_map(grid, target, *(ally for ally, _ in allies))
    mask = np.zeros(grid.shape, np.bool_)
    able = [(ally, far) for ally, far in allies if can_strike(grid, ally, target, far)]
    if not able:
        return mask
    x0, y0, x1, y1 = box(target)
    for y in range(max(y0 - reach - size + 1, 0), min(y1 + reach + 1, grid.rows - size + 1)):
        for x in range(max(x0 - reach - size + 1, 0), min(x1 + reach + 1, grid.cols - size + 1)):
            mover = Body.on(grid, (x, y), size, tall, altitude)
            if any(_line(mover, ally, target, reach, far) for ally, far in able):
                mask[y, x] = can_strike(grid, mover, target, reach)
    return mask
