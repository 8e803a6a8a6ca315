"""Which steps a body can take: every step of every place judged once, for a map and a build.

A *place* is the top-left cell of a square footprint. Every cell of the footprint moves along the line between the
centres of its old and its new cell, and a step is shut by a movement barrier that shuts one of these lines, or that
stands between the footprint's own cells in the new place. Barriers count when they are higher than half a metre above
the feet and lower than the head: the feet from which the step is taken, the head at its highest. Bodies of less than
half a metre are stopped by what stands at that height, so that no wall is too high for them to notice.

Ties are those of :mod:`game.spatial.lines`, with one difference: a barrier that holds an end of the line shuts it. So a
wall through a cell's centre is never entered or left, and closed walls do not leak at any angle.

A diagonal step also needs the ways round: both of them free of barriers and rises (policy ``both``), or at least one
of them (``one``). The ways are tested at the heights of the step itself, so a drop beside it is no corner; nor are
squares of no entry and bodies.

Directions are bits, in :data:`DIRECTIONS` order.
"""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final, Literal, NamedTuple, Self, get_args

import numpy as np
from numpy.typing import NDArray

from game.errors import GeometryError
from game.spatial.grid import UNITS, Body, Grid
from game.spatial.lines import MOVE, kernel, side_bits, table
from game.texts import text

Corners = Literal["both", "one"]
CORNERS: Final[tuple[Corners, ...]] = get_args(Corners)
DIRECTIONS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1))  # N E S W NE SE SW NW
STEP_OVER: Final = UNITS // 2  # barriers no higher than this above the feet are stepped over; such rises are free
LEAST_TALL: Final = STEP_OVER + 1  # lower bodies meet barriers as if they were as tall
MAX_SIZE: Final = 6

DX: Final = tuple(dx for dx, _ in DIRECTIONS)
DY: Final = tuple(dy for _, dy in DIRECTIONS)


class Rises(NamedTuple):
    """How far up and down a walker steps, in 1/64 m. # rule: MOV-2 MOV-3"""

    free: int = STEP_OVER  # so far up at no cost
    climb: int = UNITS  # so far up for 1 m more; farther up is a wall
    drop: int = 2 * UNITS  # so far down without a fall


RISES: Final = Rises()


class Crossings(NamedTuple):
    """The movement barriers that cut the lines between neighbouring centres.

    Line ``4*cell + k`` goes from the centre of the cell (``y*W + x``) to its neighbour in the east (k = 0), south (1),
    south-east (2) or south-west (3). Its barriers are ``spans[first[line]:first[line + 1]]``.
    """

    first: NDArray[np.int32]  # (4*H*W + 1,)
    spans: NDArray[np.int64]  # (N, 3) bottom and top in 1/64 m, the shifted copies that it cuts: 1 left, 2 right
    busy: NDArray[np.int32]  # (H + 1, W + 1) summed-area table of the entries by the cell of their line


@kernel
def _holds(px: int, py: int, x1: int, y1: int, x2: int, y2: int) -> bool:
    """Whether the segment holds the point."""
    if px < min(x1, x2) or px > max(x1, x2) or py < min(y1, y2) or py > max(y1, y2):
        return False
    return (x2 - x1) * (py - y1) == (y2 - y1) * (px - x1)


@kernel
def _cut(x: int, y: int, k: int, cols: int, rows: int, segment: NDArray[np.int64]) -> int:
    """Which copies of line k of the cell the segment cuts; 0 when the line leaves the map."""
    nx = x + (1 if k == 0 or k == 2 else (-1 if k == 3 else 0))
    ny = y + (0 if k == 0 else 1)
    if nx < 0 or nx >= cols or ny >= rows:
        return 0
    x1, y1, x2, y2 = segment[0], segment[1], segment[2], segment[3]
    ax, ay, bx, by = 64 * x + 32, 64 * y + 32, 64 * nx + 32, 64 * ny + 32
    if _holds(ax, ay, x1, y1, x2, y2) or _holds(bx, by, x1, y1, x2, y2):
        return 3
    return side_bits(ax, ay, bx, by, x1, y1, x2, y2)


@kernel
def _visit(
    segments: NDArray[np.int64], fields: NDArray[np.uint8], rows: int, cols: int, place: NDArray[np.int32],
    spans: NDArray[np.int64], fill: bool,
) -> None:
    """Meet every (line, barrier) that cut each other: count them in ``place``, or write them at ``place``."""
    for i in range(len(segments)):
        if not fields[i] & 1:
            continue
        x1, y1, x2, y2 = segments[i, 0], segments[i, 1], segments[i, 2], segments[i, 3]
        r0 = max((min(y1, y2) - 32) // 64 - 1, 0)
        r1 = min((max(y1, y2) - 32) // 64 + 1, rows - 1)
        for r in range(r0, r1 + 1):
            a, b = x1, x2
            if y1 != y2:  # the part of the barrier between this row of centres and the next
                low, high = max(64 * r + 32, min(y1, y2)), min(64 * r + 96, max(y1, y2))
                if low > high:
                    continue
                a = x1 + (low - y1) * (x2 - x1) // (y2 - y1)
                b = x1 + (high - y1) * (x2 - x1) // (y2 - y1)
            c0 = max((min(a, b) - 32) // 64 - 1, 0)
            c1 = min((max(a, b) + 1 - 32) // 64 + 1, cols - 1)
            for c in range(c0, c1 + 1):
                for k in range(4):
                    bits = _cut(c, r, k, cols, rows, segments[i])
                    if bits == 0:
                        continue
                    line = 4 * (r * cols + c) + k
                    if fill:
                        at = place[line]
                        spans[at, 0], spans[at, 1], spans[at, 2] = segments[i, 4], segments[i, 5], bits
                    place[line] += 1


@lru_cache(maxsize=16)
def crossings(grid: Grid) -> Crossings:
    """The crossings of a grid, kept by its version."""
    arrays = table(grid).arrays
    moving = np.flatnonzero(arrays.fields & MOVE)
    segments, fields = np.ascontiguousarray(arrays.segments[moving]), arrays.fields[moving]
    place = np.zeros(4 * grid.rows * grid.cols, np.int32)
    _visit(segments, fields, grid.rows, grid.cols, place, np.empty((0, 3), np.int64), False)
    first = np.zeros(len(place) + 1, np.int32)
    np.cumsum(place, out=first[1:])
    busy = np.zeros((grid.rows + 1, grid.cols + 1), np.int32)
    np.cumsum(np.cumsum(place.reshape(grid.rows, grid.cols, 4).sum(2), 0), 1, out=busy[1:, 1:])
    spans = np.empty((int(first[-1]), 3), np.int64)
    _visit(segments, fields, grid.rows, grid.cols, first[:-1].copy(), spans, True)
    return Crossings(first, spans, busy)


@kernel
def _shut(first: NDArray[np.int32], spans: NDArray[np.int64], line: int, low: int, high: int) -> bool:
    """Whether barriers that meet the heights [low, high) shut a line."""
    cut = 0
    for at in range(first[line], first[line + 1]):
        if spans[at, 0] < high and spans[at, 1] > low:
            cut |= spans[at, 2]
            if cut == 3:
                return True
    return False


@kernel
def _line(x: int, y: int, dx: int, dy: int, cols: int) -> int:
    """The line between the centre of a cell and its neighbour in that direction."""
    if dy < 0 or (dy == 0 and dx < 0):  # the same line, seen from its other end
        x, y, dx, dy = x + dx, y + dy, -dx, -dy
    k = 0
    if dy == 1:
        k = 1 if dx == 0 else (2 if dx == 1 else 3)
    return 4 * (y * cols + x) + k


@kernel
def _barred(
    first: NDArray[np.int32], spans: NDArray[np.int64], cols: int, x: int, y: int, dx: int, dy: int, size: int,
    low: int, high: int,
) -> bool:
    """Whether a barrier stops one of the footprint's cells on its way."""
    for i in range(x, x + size):
        for j in range(y, y + size):
            if _shut(first, spans, _line(i, j, dx, dy, cols), low, high):
                return True
    return False


@kernel
def _split(
    first: NDArray[np.int32], spans: NDArray[np.int64], cols: int, x: int, y: int, size: int, low: int, high: int
) -> bool:
    """Whether a barrier stands between the footprint's own cells."""
    for i in range(x, x + size):
        for j in range(y, y + size):
            for k in range(4):
                ni, nj = i + (1 if k == 0 or k == 2 else (-1 if k == 3 else 0)), j + (1 if k > 0 else 0)
                inside = x <= ni < x + size and nj < y + size
                if inside and _shut(first, spans, 4 * (j * cols + i) + k, low, high):
                    return True
    return False


@kernel
def _quiet(busy: NDArray[np.int32], x: int, y: int, size: int) -> bool:
    """Whether no barrier cuts any line around a place."""
    rows, cols = busy.shape[0] - 1, busy.shape[1] - 1
    x0, y0, x1, y1 = max(x - 1, 0), max(y - 1, 0), min(x + size + 1, cols), min(y + size + 1, rows)
    return bool(busy[y1, x1] - busy[y0, x1] - busy[y1, x0] + busy[y0, x0] == 0)


@kernel
def _way(
    first: NDArray[np.int32], spans: NDArray[np.int64], cols: int, x: int, y: int, ax: int, ay: int, bx: int,
    by: int, size: int, low: int, high: int,
) -> bool:
    """Whether barriers close the way round that goes by (ax, ay), then by (bx, by)."""
    return (
        _barred(first, spans, cols, x, y, ax, ay, size, low, high)
        or _split(first, spans, cols, x + ax, y + ay, size, low, high)
        or _barred(first, spans, cols, x + ax, y + ay, bx, by, size, low, high)
    )


@kernel
def _near_barriers(
    first: NDArray[np.int32], spans: NDArray[np.int64], cols: int, x: int, y: int, d: int, size: int, tall: int,
    here: int, there: int,
) -> tuple[bool, bool, bool]:
    """Whether barriers stop a step itself, its way round by (dx, 0) first, and that by (0, dy) first."""
    dx, dy = DX[d], DY[d]
    nil = dx - dx  # a 0 of the same type as dx: a literal would be compiled apart
    low, high = here + 32, max(here, there) + tall
    bar = _barred(first, spans, cols, x, y, dx, dy, size, low, high)
    bar = bar or _split(first, spans, cols, x + dx, y + dy, size, there + 32, there + tall)
    if d < 4:
        return bar, False, False
    return (bar, _way(first, spans, cols, x, y, dx, nil, nil, dy, size, low, high),
            _way(first, spans, cols, x, y, nil, dy, dx, nil, size, low, high))


@kernel
def _judge(
    first: NDArray[np.int32], spans: NDArray[np.int64], busy: NDArray[np.int32], feet: NDArray[np.int32], size: int,
    tall: int, flying: bool, strict: bool, rises: Rises, x0: int, y0: int, x1: int, y1: int, out: NDArray[np.uint8],
) -> None:
    """Fill ``out`` (5, H, W): moves, barred, steep, climbs, falls of the places in [x0, x1) x [y0, y1)."""
    cols, last_x, last_y = feet.shape[1], feet.shape[1] - size, feet.shape[0] - size
    for y in range(y0, y1):
        for x in range(x0, x1):
            quiet, here = _quiet(busy, x, y, size), int(feet[y, x])
            moves, barred, steeps, climbs, falls = 0, 0, 0, 0, 0
            for d in range(8):
                nx, ny, bit = x + DX[d], y + DY[d], 1 << d
                if nx < 0 or ny < 0 or nx > last_x or ny > last_y:
                    continue
                there, bar, one, two = int(feet[ny, nx]), False, False, False
                if not quiet:
                    bar, one, two = _near_barriers(first, spans, cols, x, y, d, size, tall, here, there)
                steep = False
                if not flying:
                    steep = there - here > rises.climb
                    # for straight steps these are it
                    up, side = feet[y, nx] - here > rises.climb, feet[ny, x] - here > rises.climb
                    if d > 3 and ((up or side or one or two) if strict else ((up or one) and (side or two))):
                        bar = bar or one or two
                        steep = steep or not (one or two)
                elif d > 3:
                    bar = bar or ((one or two) if strict else (one and two))
                barred |= bit if bar else 0
                steeps |= bit if steep else 0
                if not flying and rises.free < there - here <= rises.climb:
                    climbs |= bit
                if not (bar or steep):
                    if not flying and here - there > rises.drop:
                        falls |= bit
                    else:
                        moves |= bit
            out[0, y, x], out[1, y, x], out[2, y, x], out[3, y, x], out[4, y, x] = moves, barred, steeps, climbs, falls


@dataclass(frozen=True, eq=False)
class Steps:
    """Every step of a build on a map. Arrays are (H, W), by place; uint8 ones have a bit for each direction.

    :ivar altitude: the height at which it flies, None for a walker.
    :ivar moves: steps that can be taken willingly.
    :ivar barred: steps that a barrier stops, on the way or at a corner.
    :ivar steep: steps that a rise stops.
    :ivar rises: how far up and down it steps.
    :ivar climbs: steps up more than is free: they cost 1 m more.
    :ivar falls: steps down so deep that they are a fall, free otherwise.
    :ivar feet: int32, height of the feet in each place, 1/64 m.
    """

    grid: Grid
    size: int
    tall: int
    altitude: int | None
    corners: Corners
    rises: Rises
    feet: NDArray[np.int32]
    moves: NDArray[np.uint8]
    barred: NDArray[np.uint8]
    steep: NDArray[np.uint8]
    climbs: NDArray[np.uint8]
    falls: NDArray[np.uint8]

    @cached_property
    def level(self) -> bool:
        """Whether no step costs more for its rise."""
        return not self.climbs.any()

    def grounded(self) -> "Steps":
        """The same, for a body whose feet are where the map has them."""
        return steps(self.grid, self.size, self.tall, self.corners, self.altitude, self.rises)

    def standing(self, x: int, y: int, feet: int) -> Self:
        """The same, for a body whose feet in that place are at another height than the ground's."""
        if self.feet[y, x] == feet:
            return self
        heights = self.feet.copy()
        heights[y, x] = feet
        out = np.stack([self.moves, self.barred, self.steep, self.climbs, self.falls])
        _judge(*crossings(self.grid), heights, self.size, self.tall, self.altitude is not None,
               self.corners == "both", self.rises, x, y, x + 1, y + 1, out)
        return replace(self, feet=heights, moves=out[0], barred=out[1], steep=out[2], climbs=out[3], falls=out[4])


def spread_max(layer: NDArray[np.int32], size: int, axis: int) -> NDArray[np.int32]:
    """(H, W): the largest of ``size`` cells from each cell on, along an axis (fewer at the end of the map)."""
    out = layer.copy()
    for shift in range(1, size):
        if axis == 0:
            np.maximum(out[:-shift], layer[shift:], out=out[:-shift])
        else:
            np.maximum(out[:, :-shift], layer[:, shift:], out=out[:, :-shift])
    return out


def corner_policy(corners: str) -> Corners:
    """A corner policy, checked.

    :raises GeometryError: unless it is ``both`` or ``one``.
    """
    for known in CORNERS:
        if corners == known:
            return known
    raise GeometryError(text("corners: {value} is not one of {allowed}", value=str(corners),
                             allowed=", ".join(CORNERS)))


@lru_cache(maxsize=64)
def steps(
    grid: Grid, size: int, tall: int, corners: Corners = "both", altitude: int | None = None, rises: Rises = RISES
) -> Steps:
    """The steps of a ``size`` x ``size`` body that is ``tall`` (1/64 m), kept by the grid's version.

    ``altitude`` is None for a walker, whose feet are on the highest ground below it. For a flyer it is the height at
    which it flies (absolute, 1/64 m): its feet stay there, and rise only over ground that is higher.
    """
    tall = max(tall, LEAST_TALL)
    feet = spread_max(spread_max(grid.height, size, 0), size, 1)
    if altitude is not None:
        np.maximum(feet, np.int32(altitude), out=feet)
    out = np.zeros((5, grid.rows, grid.cols), np.uint8)
    _judge(*crossings(grid), feet, size, tall, altitude is not None, corners == "both", rises,
           0, 0, max(grid.cols - size + 1, 0), max(grid.rows - size + 1, 0), out)
    return Steps(grid, size, tall, altitude, corners, rises, feet, *out)


def splits(grid: Grid, body: Body) -> bool:
    """Whether a movement barrier stands between the own cells of a square body, so that it does not fit there.

    >>> from game.spatial.grid import wall
    >>> grid = Grid.empty(4, 4, [wall((2, 0), (2, 4))])
    >>> splits(grid, Body.on(grid, (1, 1), 2)), splits(grid, Body.on(grid, (2, 1), 2))
    (True, False)

    :raises GeometryError: for a body off the map.
    """
    for cell in body.cells:
        if cell not in grid:
            raise GeometryError(text("body: cell {cell} is outside the map ({cols} x {rows})",
                                     cell=str(cell), cols=grid.cols, rows=grid.rows))
    if len(body.cells) == 1:  # nothing between: needs no table, and no kernel
        return False
    (x, y), (last, _) = body.cells[0], body.cells[-1]
    first, spans, _ = crossings(grid)
    return bool(_split(first, spans, grid.cols, x, y, last - x + 1, body.feet + STEP_OVER,
                       max(body.head, body.feet + LEAST_TALL)))
