"""The rules of lines, cover, sight and concealment, done slowly and plainly with fractions.

Written apart from the kernels, as an oracle for them. A line is really shifted, by a length far below anything that
whole coordinates can tell apart, and every barrier of the map is tried.
"""

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from game.spatial.grid import Barrier, Body, Cell, Grid

Point3 = tuple[int, int, int]
HAIR = Fraction(1, 2**100)  # of the line's length


def cliffs(grid: Grid) -> Iterator[Barrier]:
    """The sides of ground steps."""
    for y in range(grid.rows):
        for x in range(grid.cols):
            for i, j, ends in ((x + 1, y, ((x + 1, y), (x + 1, y + 1))), (x, y + 1, ((x, y + 1), (x + 1, y + 1)))):
                if (i, j) in grid and grid.height[y, x] != grid.height[j, i]:
                    levels = sorted((int(grid.height[y, x]), int(grid.height[j, i])))
                    (x1, y1), (x2, y2) = ends
                    yield Barrier((64 * x1, 64 * y1), (64 * x2, 64 * y2), levels[0], levels[1], move=False)


def everything(grid: Grid, field: str) -> list[Barrier]:
    """All that stops a field."""
    return [barrier for barrier in (*grid.barriers, *cliffs(grid)) if getattr(barrier, field)]


def holds(barrier: Barrier, x: int, y: int) -> bool:
    """Does the point lie on the barrier?"""
    (x1, y1), (x2, y2) = barrier.start, barrier.end
    on_line = (x2 - x1) * (y - y1) == (y2 - y1) * (x - x1)
    return on_line and min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2)


def meeting(
    ax: Fraction, ay: Fraction, dx: int, dy: int, barrier: Barrier
) -> tuple[Fraction, Fraction] | None:
    """Where the lines through A along (dx, dy) and along the barrier meet, as shares of both; None if parallel."""
    (x1, y1), (x2, y2) = barrier.start, barrier.end
    ex, ey = x2 - x1, y2 - y1
    det = dx * -ey + ex * dy
    if det == 0:
        return None
    rx, ry = x1 - ax, y1 - ay
    return (rx * -ey + ex * ry) / Fraction(det), (dx * ry - dy * rx) / Fraction(det)


def cut(barrier: Barrier, a: Point3, b: Point3, side: int) -> bool:
    """Is the line from a to b, shifted by a hair to the left (side -1) or right (side 1), cut by the barrier?"""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if holds(barrier, a[0], a[1]) or holds(barrier, b[0], b[1]):
        return False
    met = meeting(a[0] - side * dy * HAIR, a[1] + side * dx * HAIR, dx, dy, barrier)
    if met is None or not (0 <= met[0] <= 1 and 0 <= met[1] <= 1):
        return False
    exact = meeting(Fraction(a[0]), Fraction(a[1]), dx, dy, barrier)
    assert exact is not None
    return barrier.bottom <= a[2] + (b[2] - a[2]) * exact[0] < barrier.top


def near(barrier: Barrier, a: Point3, b: Point3) -> bool:
    """Do the bounding boxes meet?"""
    return all(
        min(barrier.start[i], barrier.end[i]) <= max(a[i], b[i])
        and min(a[i], b[i]) <= max(barrier.start[i], barrier.end[i])
        for i in (0, 1)
    )


def blocked(barriers: list[Barrier], a: Point3, b: Point3) -> bool:
    """Are both shifted copies of the line cut?"""
    close = [barrier for barrier in barriers if near(barrier, a, b)]
    return all(any(cut(barrier, a, b, side) for barrier in close) for side in (-1, 1))


def blockers(barriers: list[Barrier], a: Point3, b: Point3) -> list[Barrier]:
    """The barriers that cut a copy of a blocked line."""
    if not blocked(barriers, a, b):
        return []
    return [each for each in barriers if cut(each, a, b, -1) or cut(each, a, b, 1)]


def points(body: Body) -> list[Point3]:
    """The eight sample points of each cell."""
    tall = body.head - body.feet
    zs = [body.feet + math.floor(Fraction(share, 100) * tall + Fraction(1, 2)) for share in (30, 85)]
    return [
        (64 * x + i, 64 * y + j, z) for x, y in sorted(body.cells) for j in (8, 56) for i in (8, 56) for z in zs
    ]


def cover(grid: Grid, attacker: Body, target: Body) -> tuple[int, int]:
    """Blocked lines from the attacker's best point, and lines."""
    barriers = everything(grid, "effect")
    ends = points(target)
    return min(sum(blocked(barriers, a, b) for b in ends) for a in points(attacker)), len(ends)


def sees(grid: Grid, a: Body, b: Body) -> bool:
    """Is any line open?"""
    barriers = everything(grid, "sight")
    return any(not blocked(barriers, p, q) for p in points(a) for q in points(b))


def centre(body: Body) -> tuple[Fraction, Fraction]:
    """Of the bounding box, in cells."""
    xs, ys = [x for x, _ in body.cells], [y for _, y in body.cells]
    return Fraction(min(xs) + max(xs) + 1, 2), Fraction(min(ys) + max(ys) + 1, 2)


def sides(x: Fraction) -> list[int]:
    """The one or two columns that hold a coordinate."""
    whole = math.floor(x)
    return [whole - 1, whole] if whole == x else [whole]


def concealment(grid: Grid, attacker: Body, target: Body) -> int:
    """The highest level on the line between centres."""
    own = [cell for cell in target.cells if cell not in attacker.cells]
    lightest = min((int(grid.concealment[y, x]) for x, y in own), default=0)

    def level(cell: Cell) -> int:
        if cell in attacker.cells:
            return 0
        return lightest if cell in own else int(grid.concealment[cell[1], cell[0]])

    (ax, ay), (bx, by) = centre(attacker), centre(target)
    dx, dy = bx - ax, by - ay
    stops = {Fraction(0), Fraction(1)}
    for start, step in ((ax, dx), (ay, dy)):
        if step:
            stops |= {share for line in range(257) if 0 < (share := (line - start) / step) < 1}
    found = [lightest]
    order = sorted(stops)
    for t, u in pairwise(order):
        if (dx, dy) != (0, 0):
            middle = (t + u) / 2
            found.append(min(level((x, y)) for x in sides(ax + dx * middle) for y in sides(ay + dy * middle)))
    for t in order[1:-1]:
        x, y = ax + dx * t, ay + dy * t
        if x == math.floor(x) and y == math.floor(y) and dx and dy:  # through a corner: the cells left and right of it
            left = (int(x) - (dy > 0), int(y) - (dx < 0))
            right = (int(x) - (dy < 0), int(y) - (dx > 0))
            found.append(min(level(left), level(right)))
    return max(found)
