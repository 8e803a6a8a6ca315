"""Lines against barriers: the one kernel that decides what stands in the way.

Everything that stands in the way is compiled by :func:`table` into plain arrays, once for each version of a grid:

- ``segments`` (N, 6) int64: x1, y1, x2, y2, bottom, top of each barrier, in 1/64 m; the grid's own barriers in their
  order, then the ground steps (cliffs), which stop sight and effect and not movement, for heights [lower, higher);
- ``fields`` (N,) uint8: bits :data:`MOVE`, :data:`SIGHT`, :data:`EFFECT`;
- ``walls`` (M, 8) int64: the barriers of each cell in turn: the six numbers of the segment, its fields, its row;
  ``first`` (H*W + 1,) int32: those of cell ``(x, y)`` are ``first[y*W + x]:first[y*W + x + 1]``, so those of a run of
  cells in a row stand together. Every point of a barrier on the map lies in the closed square of a cell that lists
  it; a barrier on a cell edge is listed on one side only, so look on both;
- ``counts`` (H + 1, W + 1) int32: summed-area table of the ``walls`` that stop sight or effect.

Kernels take these arrays as one :class:`Arrays` value. Kernels elsewhere may call :func:`side_bits` (one barrier,
flat), :func:`line_blocked` (a 3-D line), :func:`gather` and :func:`four_lines`
(many lines between two boxes). numba compiles a kernel anew for every literal number that another kernel passes to
it, so kernels here pass ``int(np.int64(1))`` instead.

Ties are exact. A line that only touches a barrier's end, or runs along it, is shifted by an infinitesimal to the
left, then to the right: it is blocked when both copies are. A barrier that holds an end of the line does not block
it. The height at the crossing must be in ``[bottom, top)``.

int64 suffices: places are within 2**17 and heights within 2**23 (checked in :mod:`game.spatial.grid`), so
orientations stay within 2**37 and heights times orientations within 2**62.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from game.errors import GeometryError
from game.spatial.grid import HIGHEST, UNITS, Barrier, Grid
from game.spatial.kernels import kernel as kernel
from game.spatial.kernels import pasted as pasted
from game.spatial.kernels import scalar as scalar
from game.texts import text

_NONE: Final = np.empty(0, np.int32)
MOVE, SIGHT, EFFECT = 1, 2, 4  # bits of a barrier's fields
Field = Literal["move", "sight", "effect"]
BITS: Final = {"move": MOVE, "sight": SIGHT, "effect": EFFECT}
Point3 = tuple[int, int, int]  # (x, y, z) in 1/64 m
LEFT, RIGHT, THROUGH = 1, 2, 3  # which shifted copies of a line a barrier cuts


class Arrays(NamedTuple):
    """What kernels read; see the top of this module."""

    segments: NDArray[np.int64]  # (N, 6)
    fields: NDArray[np.uint8]  # (N,)
    first: NDArray[np.int32]  # (H*W + 1,)
    walls: NDArray[np.int64]  # (M, 8)
    counts: NDArray[np.int32]  # (H + 1, W + 1)
    shape: tuple[int, int]  # rows, columns


@dataclass(frozen=True, eq=False)
class Table:
    """The compiled barriers of a grid: ``arrays`` for kernels, :meth:`barrier` for evidence."""

    arrays: Arrays
    own: tuple[Barrier, ...]  # the grid's barriers: rows 0 .. len(own) - 1

    def barrier(self, row: int) -> Barrier:
        """The barrier of that row; a cliff is one without a structure that does not stop movement."""
        if row < len(self.own):
            return self.own[row]
        x1, y1, x2, y2, bottom, top = (int(value) for value in self.arrays.segments[row])
        return Barrier((x1, y1), (x2, y2), bottom, top, move=False)


@lru_cache(maxsize=16)
def table(grid: Grid) -> Table:
    """The compiled barriers of a grid, kept by its version."""
    cliffs = _cliffs(grid.height)
    segments = np.concatenate([grid.segments[:, :6], cliffs])
    fields = np.concatenate([grid.segments[:, 6].astype(np.uint8), np.full(len(cliffs), SIGHT | EFFECT, np.uint8)])
    place = np.zeros(grid.rows * grid.cols, np.int32)
    _visit(segments, grid.rows, grid.cols, place, _NONE, False)
    first = np.zeros(len(place) + 1, np.int32)
    np.cumsum(place, out=first[1:])
    entries = np.empty(first[-1], np.int32)
    _visit(segments, grid.rows, grid.cols, first[:-1].copy(), entries, True)
    walls = np.concatenate([segments, fields[:, None], np.arange(len(segments))[:, None]], 1)[entries]
    passed = np.concatenate([[0], np.cumsum((walls[:, 6] & (SIGHT | EFFECT)) != 0)])[first]  # (H*W + 1,) up to a cell
    counts = np.zeros((grid.rows + 1, grid.cols + 1), np.int32)
    np.cumsum(np.cumsum(np.diff(passed).reshape(grid.shape), 0), 1, out=counts[1:, 1:])
    return Table(Arrays(segments, fields, first, walls, counts, grid.shape), grid.barriers)


def _cliffs(height: NDArray[np.int32]) -> NDArray[np.int64]:
    """(N, 6) int64: an edge between cells of different height is a barrier for [lower, higher)."""
    parts = []
    for axis in (0, 1):  # neighbours in a column, then in a row
        low = height[:-1] if axis == 0 else height[:, :-1]
        high = height[1:] if axis == 0 else height[:, 1:]
        rows, cols = np.nonzero(low != high)
        x1, y1 = (cols, rows + 1) if axis == 0 else (cols + 1, rows)
        ends = np.stack([x1, y1, cols + 1, rows + 1], 1).astype(np.int64) * UNITS
        a, b = low[rows, cols].astype(np.int64), high[rows, cols].astype(np.int64)
        parts.append(np.concatenate([ends, np.stack([np.minimum(a, b), np.maximum(a, b)], 1)], 1))
    return np.concatenate(parts)


@kernel
def _span(low: int, high: int, side: int) -> tuple[int, int]:
    """The first and last of ``side`` cells that hold [low, high] on an axis; (0, -1) when it is off the map."""
    if high < 0 or low > side * 64:
        return 0, -1
    return min(max(low >> 6, 0), side - 1), min(max(max(low, high - 1) >> 6, 0), side - 1)


@kernel
def _visit(
    segments: NDArray[np.int64], rows: int, cols: int, place: NDArray[np.int32], entries: NDArray[np.int32], fill: bool
) -> None:
    """Meet every (cell, barrier in it): count them in ``place`` (H*W,), or write the barriers at ``place``."""
    for i in range(len(segments)):
        x1, y1, x2, y2 = segments[i, 0], segments[i, 1], segments[i, 2], segments[i, 3]
        if x1 > x2:
            x1, y1, x2, y2 = x2, y2, x1, y1
        c0, c1 = _span(x1, x2, cols)
        for c in range(c0, c1 + 1):
            low, high = min(y1, y2), max(y1, y2)  # of the part in the column
            if low < high and x1 < x2:
                a = y1 + (max(x1, c * 64) - x1) * (y2 - y1) // (x2 - x1)
                b = y1 + (min(x2, c * 64 + 64) - x1) * (y2 - y1) // (x2 - x1)
                low, high = min(a, b), max(a, b) + 1
            r0, r1 = _span(low, high, rows)
            for r in range(r0, r1 + 1):
                if fill:
                    entries[place[r * cols + c]] = i
                place[r * cols + c] += 1


@scalar
def side_bits(ax: int, ay: int, bx: int, by: int, x1: int, y1: int, x2: int, y2: int) -> int:
    """Which shifted copies of the flat line A-B the barrier (x1, y1)-(x2, y2) cuts: 0, LEFT, RIGHT or THROUGH."""
    a = (x2 - x1) * (ay - y1) - (y2 - y1) * (ax - x1)
    b = (x2 - x1) * (by - y1) - (y2 - y1) * (bx - x1)
    if not ((a < 0 and b > 0) or (a > 0 and b < 0)):
        return 0  # both ends on one side, or the barrier's line holds an end
    p = (bx - ax) * (y1 - ay) - (by - ay) * (x1 - ax)
    q = (bx - ax) * (y2 - ay) - (by - ay) * (x2 - ax)
    # the copy on the left finds a zero on its right (-), the copy on the right finds it on its left (+)
    return ((p > 0) != (q > 0)) | ((p >= 0) != (q >= 0)) << 1


@scalar
def cut_bits(
    ax: int, ay: int, az: int, bx: int, by: int, bz: int, x1: int, y1: int, x2: int, y2: int, bottom: int, top: int
) -> int:
    """Which shifted copies of the 3-D line A-B the barrier cuts: 0, LEFT, RIGHT or THROUGH."""
    if max(az, bz) < bottom or min(az, bz) >= top:
        return 0
    bits = side_bits(ax, ay, bx, by, x1, y1, x2, y2)
    if bits == 0 or (min(az, bz) >= bottom and max(az, bz) < top):
        return bits
    a = (x2 - x1) * (ay - y1) - (y2 - y1) * (ax - x1)
    b = (x2 - x1) * (by - y1) - (y2 - y1) * (bx - x1)
    if a < 0:
        a, b = -a, -b
    # the height at the crossing is (bz * a - az * b) / (a - b)
    return bits if bottom * (a - b) <= bz * a - az * b < top * (a - b) else 0


@scalar
def _slope(dx: int, dy: int) -> int:
    """Columns by rows, in 1/65536."""
    return (dx << 16) // dy if dy != 0 else 0


@scalar
def _run(row: int, ax: int, ay: int, dx: int, dy: int, slope: int, hx: int, hy: int, cols: int) -> tuple[int, int]:
    """The first and last column in which the line from A along (dx, dy), hx and hy wide to each side, meets a row.

    Never too few: the two units added outweigh what the slope was rounded by.
    """
    low, high = min(ax, ax + dx), max(ax, ax + dx)
    if dy != 0:
        s = ax + ((row * 64 - hy - ay) * slope >> 16)
        t = ax + ((row * 64 + 64 + hy - ay) * slope >> 16)
        low, high = max(low, min(s, t) - 2), min(high, max(s, t) + 2)
    return max(low - hx >> 6, 0), min(high + hx >> 6, cols - 1)


@kernel
def line_blocked(arrays: Arrays, ax: int, ay: int, az: int, bx: int, by: int, bz: int, bit: int) -> bool:
    """Is the 3-D line from A to B, points on the map, blocked in the field of that bit?"""
    walls, first = arrays.walls, arrays.first
    rows, cols = arrays.shape
    dx, dy = bx - ax, by - ay
    slope, cut, rim = _slope(dx, dy), 0, int(np.int64(1))
    for row in range(max(min(ay, by) - rim >> 6, 0), min(max(ay, by) + rim >> 6, rows - 1) + 1):
        c0, c1 = _run(row, ax, ay, dx, dy, slope, rim, rim, cols)
        for k in range(first[row * cols + c0], first[row * cols + c1 + 1]):
            if walls[k, 6] & bit:
                cut |= cut_bits(ax, ay, az, bx, by, bz, walls[k, 0], walls[k, 1], walls[k, 2], walls[k, 3],
                                walls[k, 4], walls[k, 5])
                if cut == 3:
                    return True
    return False


@scalar
def across(
    x1: int, y1: int, x2: int, y2: int, ax: int, ay: int, ahx: int, ahy: int, bx: int, by: int, bhx: int, bhy: int
) -> int:
    """Can a barrier cut lines between two boxes? 0 none, 1 maybe some, 2 surely every one.

    :param ax: the middle of a box, ``ahx`` and ``ahy`` half its sides; likewise the other.
    """
    dx, dy = bx - ax, by - ay
    wide = abs(dx) * max(ahy, bhy) + abs(dy) * max(ahx, bhx)
    p = dx * (y1 - ay) - dy * (x1 - ax)
    q = dx * (y2 - ay) - dy * (x2 - ax)
    if (p > wide and q > wide) or (p < -wide and q < -wide):
        return 0  # beside the way
    ex, ey = x2 - x1, y2 - y1
    a, near = ex * (ay - y1) - ey * (ax - x1), abs(ex) * ahy + abs(ey) * ahx
    b, far = ex * (by - y1) - ey * (bx - x1), abs(ex) * bhy + abs(ey) * bhx
    if (a >= near and b >= far) or (a <= -near and b <= -far):
        return 0  # both boxes on one side of it
    between = (a > near and b < -far) or (a < -near and b > far)
    return 2 if between and ((p > wide and q < -wide) or (p < -wide and q > wide)) else 1


@pasted
def gather(
    walls: NDArray[np.int64], first: NDArray[np.int32], counts: NDArray[np.int32],
    ax: int, ay: int, ahx: int, ahy: int, bx: int, by: int, bhx: int, bhy: int,
    low: int, high: int, bits: int, out: NDArray[np.int32],
) -> int:
    """Write to ``out`` the rows of the barriers that may cut lines between two boxes; answer how many.

    :param ax: the middle of a box, ``ahx`` and ``ahy`` half its sides; likewise the other.
    :param low: the lowest end of the lines; ``high`` is the highest.
    :param bits: the fields of interest, of sight and effect; when one barrier alone blocks every line in all of them,
        the answer is -1 - its row.
    :param out: (M,) where M is the length of ``walls``.
    """
    rows, cols = counts.shape[0] - 1, counts.shape[1] - 1
    hx, hy, dx, dy = max(ahx, bhx), max(ahy, bhy), bx - ax, by - ay
    r0, r1 = max(min(ay, by) - hy >> 6, 0), min(max(ay, by) + hy >> 6, rows - 1) + 1
    c0, c1 = max(min(ax, bx) - hx >> 6, 0), min(max(ax, bx) + hx >> 6, cols - 1) + 1
    if counts[r1, c1] - counts[r0, c1] - counts[r1, c0] + counts[r0, c0] == 0:
        return 0
    slope, count, last = _slope(dx, dy), 0, -1
    for row in range(r0, r1):
        c0, c1 = _run(row, ax, ay, dx, dy, slope, hx, hy, cols)
        for k in range(first[row * cols + c0], first[row * cols + c1 + 1]):
            wall, bottom, top = walls[k, 7], walls[k, 4], walls[k, 5]
            if wall == last or walls[k, 6] & bits == 0 or bottom > high or top <= low:
                continue
            last = wall
            kind = across(walls[k, 0], walls[k, 1], walls[k, 2], walls[k, 3], ax, ay, ahx, ahy, bx, by, bhx, bhy)
            if kind == 0:
                continue
            if kind == 2 and walls[k, 6] & bits == bits and bottom <= low and high < top:
                return -1 - int(wall)
            out[count] = wall
            count += 1
    return count


@scalar
def _heights_cut(a: int, b: int, bottom: int, top: int, za0: int, za1: int, zb0: int, zb1: int) -> int:
    """Which of the lines from za_i to zb_j (bit 2*i + j) are in [bottom, top) where they cross a barrier.

    :param a: how far the start is to one side of the barrier; ``b``: the end, with the other sign.
    """
    if a < 0:
        a, b = -a, -b
    low, high = bottom * (a - b), top * (a - b)
    return (
        (low <= zb0 * a - za0 * b < high) | (low <= zb1 * a - za0 * b < high) << 1
        | (low <= zb0 * a - za1 * b < high) << 2 | (low <= zb1 * a - za1 * b < high) << 3
    )


@scalar
def four_lines(
    x1: int, y1: int, x2: int, y2: int, bottom: int, top: int, whole: bool,
    ax: int, ay: int, za0: int, za1: int, bx: int, by: int, side: int, zb0: int, zb1: int,
) -> tuple[int, int]:
    """Which lines a barrier cuts from A, at height za0 or za1, to the corners of a square, at height zb0 or zb1.

    Corner ``k`` is (bx, by), moved by ``side`` to the right if k is 1 or 3, and down if k is 2 or 3; bit
    ``8*k + 2*i + j`` is the line to it from za_i to zb_j.

    :param whole: whether all four heights are within [bottom, top).
    :returns: the lines whose left copy is cut, and those whose right copy is.
    """
    ex, ey = x2 - x1, y2 - y1
    a = ex * (ay - y1) - ey * (ax - x1)
    left, right = 0, 0
    if a == 0:
        return left, right
    b0 = ex * (by - y1) - ey * (bx - x1)
    p0 = (bx - ax) * (y1 - ay) - (by - ay) * (x1 - ax)
    q0 = (bx - ax) * (y2 - ay) - (by - ay) * (x2 - ax)
    for k in range(4):  # the orientations as in side_bits; they are linear in the corner
        u, v = (k & 1) * side, (k >> 1) * side
        b = b0 + v * ex - u * ey
        p = p0 + u * (y1 - ay) - v * (x1 - ax)
        q = q0 + u * (y2 - ay) - v * (x2 - ax)
        opposite = b < 0 if a > 0 else b > 0
        cut_left, cut_right = opposite & ((p > 0) != (q > 0)), opposite & ((p >= 0) != (q >= 0))
        lines = 15
        if not whole and cut_left | cut_right:
            lines = _heights_cut(a, b, bottom, top, za0, za1, zb0, zb1)
        left |= cut_left * lines << 8 * k
        right |= cut_right * lines << 8 * k
    return left, right


@kernel
def _cuts(
    arrays: Arrays, a: NDArray[np.int64], ends: NDArray[np.int64], bit: int, found: NDArray[np.int64]
) -> int:
    """How many barriers cut a shifted copy of the lines from ``a`` to ``ends``: (line, row, side bits) of each.

    :param found: (K, 3), where they are written as far as they fit. A barrier may come twice.
    """
    walls, first = arrays.walls, arrays.first
    rows, cols = arrays.shape
    count, rim = 0, int(np.int64(1))
    for line in range(len(ends)):
        bx, by, bz = ends[line, 0], ends[line, 1], ends[line, 2]
        slope = _slope(bx - a[0], by - a[1])
        for row in range(max(min(a[1], by) - rim >> 6, 0), min(max(a[1], by) + rim >> 6, rows - 1) + 1):
            c0, c1 = _run(row, a[0], a[1], bx - a[0], by - a[1], slope, rim, rim, cols)
            for k in range(first[row * cols + c0], first[row * cols + c1 + 1]):
                bits = 0
                if walls[k, 6] & bit:
                    bits = cut_bits(a[0], a[1], a[2], bx, by, bz, walls[k, 0], walls[k, 1], walls[k, 2], walls[k, 3],
                                    walls[k, 4], walls[k, 5])
                if bits != 0:
                    if count < len(found):
                        found[count, 0], found[count, 1], found[count, 2] = line, walls[k, 7], bits
                    count += 1
    return count


@kernel
def _clear(
    arrays: Arrays, a: NDArray[np.int64], ends: NDArray[np.int64], bit: int, out: NDArray[np.bool_]
) -> None:
    """Write to ``out`` (N,) whether the line from ``a`` to each end is open."""
    for i in range(len(ends)):
        out[i] = not line_blocked(arrays, a[0], a[1], a[2], ends[i, 0], ends[i, 1], ends[i, 2], bit)


@kernel
def _count_clear(
    arrays: Arrays, starts: NDArray[np.int64], ends: NDArray[np.int64], bit: int, out: NDArray[np.int64]
) -> None:
    """Write to ``out`` (N,) how many of the lines from ``starts`` to each end are open."""
    for i in range(len(ends)):
        count = 0
        for k in range(len(starts)):
            if not line_blocked(arrays, starts[k, 0], starts[k, 1], starts[k, 2], ends[i, 0], ends[i, 1], ends[i, 2],
                                bit):
                count += 1
        out[i] = count


def _bit(field: str) -> int:
    try:
        return BITS[field]
    except (KeyError, TypeError):
        raise GeometryError(text("field: {value} is not one of {allowed}", value=str(field),
                                 allowed=", ".join(BITS))) from None


def _points(grid: Grid, points: ArrayLike) -> NDArray[np.int64]:
    """(N, 3) int64 points on the map, checked."""
    try:
        array = np.asarray(points)
    except ValueError:
        raise GeometryError(text("points: {value} is not rows of three numbers", value=str(points))) from None
    if array.shape == (0,):
        array = np.empty((0, 3), np.int64)
    if array.ndim != 2 or array.shape[1] != 3:
        raise GeometryError(text("points: shape {shape} is not (any number, 3)", shape=str(array.shape)))
    if array.dtype.kind not in "iu":
        raise GeometryError(text("points: dtype {dtype} is not of integers", dtype=str(array.dtype)))
    low, high = (0, 0, -HIGHEST), (grid.cols * UNITS, grid.rows * UNITS, HIGHEST)
    wrong = (array < low) | (array > high)
    if wrong.any():
        axis = int(np.argmax(wrong.any(axis=0)))
        value = array[np.argmax(wrong[:, axis]), axis]
        raise GeometryError(text("point: {axis} = {value} is not from {low} to {high} (1/64 m)",
                                 axis="xyz"[axis], value=int(value), low=low[axis], high=high[axis]))
    return np.ascontiguousarray(array, np.int64)


def clear(grid: Grid, start: Point3, ends: ArrayLike, field: Field) -> NDArray[np.bool_]:
    """Which of many lines from one point are open.

    :param start: (x, y, z) in 1/64 m, on the map.
    :param ends: (N, 3) integers, likewise.
    :returns: (N,) bool.
    :raises GeometryError: for points off the map, not of integers, or an unknown field.
    """
    lines = _points(grid, ends)
    out = np.empty(len(lines), np.bool_)
    _clear(table(grid).arrays, _points(grid, [start])[0], lines, _bit(field), out)
    return out


def count_clear(grid: Grid, starts: ArrayLike, ends: ArrayLike, field: Field) -> NDArray[np.int64]:
    """How many of the lines from some points to each of many others are open.

    :param starts: (M, 3) integers, in 1/64 m, on the map; ``ends``: (N, 3) likewise.
    :returns: (N,) int64.
    :raises GeometryError: as :func:`clear`.
    """
    lines = _points(grid, ends)
    out = np.empty(len(lines), np.int64)
    _count_clear(table(grid).arrays, _points(grid, starts), lines, _bit(field), out)
    return out


def blocked(grid: Grid, a: Point3, b: Point3, field: Field) -> bool:
    """Is the 3-D line between two points blocked by barriers of a field?

    >>> from game.spatial.grid import wall
    >>> grid = Grid.empty(5, 3, [wall((2, 0), (2, 3), top=1.0)])
    >>> blocked(grid, (32, 96, 32), (288, 96, 32), "effect"), blocked(grid, (32, 96, 90), (288, 96, 90), "effect")
    (True, False)

    :param a: (x, y, z) in 1/64 m, on the map.
    :raises GeometryError: for points off the map, not of integers, or an unknown field.
    """
    return not bool(clear(grid, a, [b], field)[0])


def blockers(grid: Grid, a: Point3, b: Point3, field: Field) -> tuple[Barrier, ...]:
    """The barriers that block a line, as evidence; empty when it is open.

    A line that passes between two touching barriers is blocked by both. Cliffs are barriers without a structure.

    :raises GeometryError: as :func:`blocked`.
    """
    return block_lists(grid, a, [b], field)[0]


def block_lists(grid: Grid, start: Point3, ends: ArrayLike, field: Field) -> list[tuple[Barrier, ...]]:
    """For each line from ``start`` to ``ends``, its :func:`blockers`."""
    return [barriers if sides == THROUGH else () for barriers, sides in _cut_lists(grid, start, ends, _bit(field))]


def cuts(grid: Grid, start: Point3, ends: ArrayLike, bit: int) -> list[tuple[Barrier, ...]]:
    """For each line from ``start`` to ``ends``: every barrier that cuts a shifted copy of it, blocked or not."""
    return [barriers for barriers, _ in _cut_lists(grid, start, ends, bit)]


def _cut_lists(grid: Grid, start: Point3, ends: ArrayLike, bit: int) -> list[tuple[tuple[Barrier, ...], int]]:
    """For each line the barriers that cut a copy of it, and which copies are cut."""
    compiled, lines = table(grid), _points(grid, ends)
    a, found = _points(grid, [start])[0], np.empty((64, 3), np.int64)
    while (count := _cuts(compiled.arrays, a, lines, bit, found)) > len(found):
        found = np.empty((count, 3), np.int64)
    rows: list[set[int]] = [set() for _ in lines]
    sides = [0] * len(lines)
    for line, row, bits in found[:count].tolist():
        rows[line].add(row)
        sides[line] |= bits
    return [(tuple(map(compiled.barrier, sorted(some))), cut) for some, cut in zip(rows, sides, strict=True)]
