"""Lines against barriers: the one kernel that decides what stands in the way.

Everything that stands in the way is compiled by :func:`table` into plain arrays, once for each version of a grid:

- ``segments`` (N, 6) int64: x1, y1, x2, y2, bottom, top of each barrier, in 1/64 m; the grid's own barriers in their
  order, then the ground steps (cliffs), which stop sight and effect and not movement, for heights [lower, higher);
- ``fields`` (N,) uint8: bits :data:`MOVE`, :data:`SIGHT`, :data:`EFFECT`;
- ``first`` (H*W + 1,) int32 and ``entries`` (M,) int32: the barriers of cell ``(x, y)`` are
  ``entries[first[y*W + x]:first[y*W + x + 1]]``. Every point of a barrier on the map lies in the closed square of a
  cell that lists it; a barrier on a cell edge is listed on one side only, so look on both;
- ``counts`` (H + 1, W + 1) int32: summed-area table of the entries that stop sight or effect.

Kernels take these arrays as one :class:`Arrays` value. Other kernels may call :func:`side_bits` (one barrier, flat),
:func:`barred` (a short flat step with a height range, for movement) and :func:`line_blocked` (a 3-D line).

Ties are exact. A line that only touches a barrier's end, or runs along it, is shifted by an infinitesimal to the
left, then to the right: it is blocked when both copies are. A barrier that holds an end of the line does not block
it. The height at the crossing must be in ``[bottom, top)``.

int64 suffices: places are within 2**17 and heights within 2**22 (checked in :mod:`game.spatial.grid`), so
orientations stay within 2**38 and heights times orientations within 2**62.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import ArrayLike, NDArray

from game.errors import GeometryError
from game.spatial.grid import HIGHEST, UNITS, Barrier, Grid
from game.texts import text

MOVE, SIGHT, EFFECT = 1, 2, 4  # bits of a barrier's fields
Field = Literal["move", "sight", "effect"]
BITS: Final = {"move": MOVE, "sight": SIGHT, "effect": EFFECT}
Point3 = tuple[int, int, int]  # (x, y, z) in 1/64 m
LEFT, RIGHT, THROUGH = 1, 2, 3  # which of the two shifted copies a barrier cuts

_F = TypeVar("_F", bound=Callable[..., Any])


def kernel(function: _F) -> _F:
    """Compile by numba, kept on disk; numba goes to a user-wide folder when the package's own cannot be written."""
    return cast(_F, njit(cache=True, error_model="numpy")(function))


class Arrays(NamedTuple):
    """What kernels read; see the top of this module."""

    segments: NDArray[np.int64]  # (N, 6)
    fields: NDArray[np.uint8]  # (N,)
    first: NDArray[np.int32]  # (H*W + 1,)
    entries: NDArray[np.int32]  # (M,)
    counts: NDArray[np.int32]  # (H + 1, W + 1)


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
    own = np.array([(*b.start, *b.end, b.bottom, b.top) for b in grid.barriers], np.int64).reshape(-1, 6)
    bits = np.array([MOVE * b.move | SIGHT * b.sight | EFFECT * b.effect for b in grid.barriers], np.uint8)
    cliffs = _cliffs(grid.height)
    segments = np.ascontiguousarray(np.concatenate([own, cliffs]))
    fields = np.concatenate([bits, np.full(len(cliffs), SIGHT | EFFECT, np.uint8)])
    first, entries, counts = _buckets(segments, fields, grid.rows, grid.cols)
    return Table(Arrays(segments, fields, first, entries, counts), grid.barriers)


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
    return min(max(low >> 6, 0), side - 1), min(max((high - 1) >> 6, 0), side - 1)


@kernel
def _rows(segment: NDArray[np.int64], column: int, rows: int) -> tuple[int, int]:
    """The first and last row in which a segment passes through a column."""
    x1, y1, x2, y2 = segment[0], segment[1], segment[2], segment[3]
    if x1 == x2:
        return _span(min(y1, y2), max(y1, y2), rows)
    if y1 == y2:
        return _span(y1, y1 + 1, rows)
    if x1 > x2:
        x1, y1, x2, y2 = x2, y2, x1, y1
    a = y1 + (max(x1, column * 64) - x1) * (y2 - y1) // (x2 - x1)
    b = y1 + (min(x2, column * 64 + 64) - x1) * (y2 - y1) // (x2 - x1)
    return _span(min(a, b), max(a, b) + 1, rows)


@kernel
def _columns(segment: NDArray[np.int64], cols: int) -> tuple[int, int]:
    """The first and last column through which a segment passes."""
    if segment[0] == segment[2]:
        return _span(segment[0], segment[0] + 1, cols)
    return _span(min(segment[0], segment[2]), max(segment[0], segment[2]), cols)


@kernel
def _buckets(
    segments: NDArray[np.int64], fields: NDArray[np.uint8], rows: int, cols: int
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """``first``, ``entries`` and ``counts`` of :class:`Arrays`."""
    first = np.zeros(rows * cols + 1, np.int32)
    counts = np.zeros((rows + 1, cols + 1), np.int32)
    for i in range(len(segments)):
        c0, c1 = _columns(segments[i], cols)
        for c in range(c0, c1 + 1):
            r0, r1 = _rows(segments[i], c, rows)
            for r in range(r0, r1 + 1):
                first[r * cols + c + 1] += 1
                if fields[i] & 6:
                    counts[r + 1, c + 1] += 1
    for k in range(rows * cols):
        first[k + 1] += first[k]
    for r in range(rows):
        for c in range(cols):
            counts[r + 1, c + 1] += counts[r, c + 1] + counts[r + 1, c] - counts[r, c]
    entries = np.empty(first[rows * cols], np.int32)
    place = first.copy()
    for i in range(len(segments)):
        c0, c1 = _columns(segments[i], cols)
        for c in range(c0, c1 + 1):
            r0, r1 = _rows(segments[i], c, rows)
            for r in range(r0, r1 + 1):
                entries[place[r * cols + c]] = i
                place[r * cols + c] += 1
    return first, entries, counts


@kernel
def side_bits(ax: int, ay: int, bx: int, by: int, x1: int, y1: int, x2: int, y2: int) -> int:
    """Which shifted copies of the flat line A-B the barrier (x1, y1)-(x2, y2) cuts: 0, LEFT, RIGHT or THROUGH."""
    a = (x2 - x1) * (ay - y1) - (y2 - y1) * (ax - x1)
    b = (x2 - x1) * (by - y1) - (y2 - y1) * (bx - x1)
    if not ((a < 0 and b > 0) or (a > 0 and b < 0)):
        return 0  # both ends on one side, or the barrier's line holds an end
    p = (bx - ax) * (y1 - ay) - (by - ay) * (x1 - ax)
    q = (bx - ax) * (y2 - ay) - (by - ay) * (x2 - ax)
    bits = 0
    if (p > 0) != (q > 0):  # a zero counts as -
        bits |= 1
    if (p >= 0) != (q >= 0):  # a zero counts as +
        bits |= 2
    return bits


@kernel
def hit_bits(
    segments: NDArray[np.int64], row: int,
    ax: int, ay: int, bx: int, by: int, za0: int, za1: int, zb0: int, zb1: int,
) -> int:
    """What barrier ``row`` cuts of the four lines from A at height za0 or za1 to B at height zb0 or zb1.

    Bit ``2*i + j`` is the left copy of the line from za_i to zb_j, bit ``8 + 2*i + j`` its right copy.
    """
    x1, y1, x2, y2 = segments[row, 0], segments[row, 1], segments[row, 2], segments[row, 3]
    a = (x2 - x1) * (ay - y1) - (y2 - y1) * (ax - x1)
    b = (x2 - x1) * (by - y1) - (y2 - y1) * (bx - x1)
    if not ((a < 0 and b > 0) or (a > 0 and b < 0)):
        return 0
    p = (bx - ax) * (y1 - ay) - (by - ay) * (x1 - ax)
    q = (bx - ax) * (y2 - ay) - (by - ay) * (x2 - ax)
    left, right = (p > 0) != (q > 0), (p >= 0) != (q >= 0)
    if not (left or right):
        return 0
    bottom, top = segments[row, 4], segments[row, 5]
    lowest, highest = min(min(za0, za1), min(zb0, zb1)), max(max(za0, za1), max(zb0, zb1))
    if lowest >= bottom and highest < top:
        lines = 15
    elif highest < bottom or lowest >= top:
        return 0
    else:
        if a < 0:
            a, b = -a, -b
        # the height at the crossing is (z_b * a - z_a * b) / (a - b)
        low, high, lines = bottom * (a - b), top * (a - b), 0
        if low <= zb0 * a - za0 * b < high:
            lines |= 1
        if low <= zb1 * a - za0 * b < high:
            lines |= 2
        if low <= zb0 * a - za1 * b < high:
            lines |= 4
        if low <= zb1 * a - za1 * b < high:
            lines |= 8
    return (lines if left else 0) | (lines << 8 if right else 0)


@kernel
def field_lines(bits: int) -> int:
    """The lines that a barrier of these fields cuts: 0x00F for effect, 0x0F0 for sight, 0xF00 for movement."""
    return (0x00F if bits & 4 else 0) | (0x0F0 if bits & 2 else 0) | (0xF00 if bits & 1 else 0)


@kernel
def trace(
    arrays: Arrays, ax: int, ay: int, bx: int, by: int, za0: int, za1: int, zb0: int, zb1: int, wanted: int
) -> tuple[int, int]:
    """Which of the four lines from A at za0 or za1 to B at zb0 or zb1 are blocked, and a barrier that cuts all wanted.

    Bit ``2*i + j`` is the effect line from za_i to zb_j, bit ``4 + 2*i + j`` the sight line, bit ``8 + 2*i + j`` the
    line of movement; ``wanted`` says which are of interest. The second number is the row of one barrier that alone
    blocks everything wanted, or -1.
    """
    segments, fields, first, entries = arrays.segments, arrays.fields, arrays.first, arrays.entries
    cols, rows = arrays.counts.shape[1] - 1, arrays.counts.shape[0] - 1
    dx, dy = bx - ax, by - ay
    sx, sy = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
    x, y = (ax >> 6 if dx > 0 else (ax - 1) >> 6), (ay >> 6 if dy > 0 else (ay - 1) >> 6)
    end_x, end_y = ((bx - 1) >> 6 if dx > 0 else bx >> 6), ((by - 1) >> 6 if dy > 0 else by >> 6)
    step_x, step_y = abs(dy) * 64, abs(dx) * 64
    next_x = (64 * x + 64 - ax if dx > 0 else ax - 64 * x) * abs(dy)
    next_y = (64 * y + 64 - ay if dy > 0 else ay - 64 * y) * abs(dx)
    if dx == 0:  # x is the column on the left when the line runs along an edge
        end_x = x
    if dy == 0:
        end_y = y
    twin_x, twin_y = (1 if dx == 0 and ax & 63 == 0 else 0), (1 if dy == 0 and ay & 63 == 0 else 0)
    left, right = 0, 0
    corner = 0  # 1, 2: the cells beside a corner are looked at; 0: the cell itself
    while True:
        cx, cy = x, y
        if corner == 1:
            cx += sx
        elif corner == 2:
            cy += sy
        for twin in range(1 + (twin_x | twin_y)):
            tx, ty = cx + twin * twin_x, cy + twin * twin_y
            if tx < 0 or ty < 0 or tx >= cols or ty >= rows:
                continue
            cell = ty * cols + tx
            for k in range(first[cell], first[cell + 1]):
                row = entries[k]
                mask = field_lines(fields[row]) & wanted
                if mask == 0:
                    continue
                hit = hit_bits(segments, row, ax, ay, bx, by, za0, za1, zb0, zb1)
                if hit == 0:
                    continue
                cut_left = (hit & 15) * 0x111 & mask
                cut_right = (hit >> 8) * 0x111 & mask
                if cut_left & cut_right == wanted:
                    return wanted, row
                left |= cut_left
                right |= cut_right
                if left & right == wanted:
                    return wanted, -1
        if corner == 1:
            corner = 2
            continue
        if corner == 2:
            corner = 0
            x += sx
            y += sy
            next_x += step_x
            next_y += step_y
            continue
        if x == end_x and y == end_y:
            return left & right, -1
        if next_x < next_y:
            x += sx
            next_x += step_x
        elif next_y < next_x:
            y += sy
            next_y += step_y
        else:
            corner = 1


@kernel
def line_blocked(arrays: Arrays, ax: int, ay: int, az: int, bx: int, by: int, bz: int, bit: int) -> bool:
    """Is the 3-D line from A to B blocked in the field of that bit?"""
    return trace(arrays, ax, ay, bx, by, az, az, bz, bz, field_lines(bit) & 0x111)[0] != 0


@kernel
def barred(arrays: Arrays, ax: int, ay: int, bx: int, by: int, low: int, high: int, bit: int) -> bool:
    """Do barriers of a field that meet the heights [low, high) block the flat line A-B? Meant for short lines."""
    cols, rows = arrays.counts.shape[1] - 1, arrays.counts.shape[0] - 1
    x0, x1 = max((min(ax, bx) - 1) >> 6, 0), min(max(ax, bx) >> 6, cols - 1)
    y0, y1 = max((min(ay, by) - 1) >> 6, 0), min(max(ay, by) >> 6, rows - 1)
    cut = 0
    for y in range(y0, y1 + 1):
        for x in range(x0, x1 + 1):
            for k in range(arrays.first[y * cols + x], arrays.first[y * cols + x + 1]):
                row = arrays.entries[k]
                s = arrays.segments[row]
                if arrays.fields[row] & bit and s[4] < high and low < s[5]:
                    cut |= side_bits(ax, ay, bx, by, s[0], s[1], s[2], s[3])
                    if cut == 3:
                        return True
    return False


@kernel
def _cut_rows(arrays: Arrays, a: NDArray[np.int64], ends: NDArray[np.int64], bit: int) -> NDArray[np.int64]:
    """(K, 2) int64: (line, row) for every barrier that cuts a shifted copy of the line from ``a`` to ``ends[line]``."""
    found = np.empty((16, 2), np.int64)
    count = 0
    for line in range(len(ends)):
        b = ends[line]
        for row in range(len(arrays.segments)):
            if arrays.fields[row] & bit and hit_bits(arrays.segments, row, a[0], a[1], b[0], b[1],
                                                     a[2], a[2], b[2], b[2]):
                if count == len(found):
                    found = np.concatenate((found, np.empty_like(found)))
                found[count, 0] = line
                found[count, 1] = row
                count += 1
    return found[:count]


@kernel
def _clear(arrays: Arrays, a: NDArray[np.int64], ends: NDArray[np.int64], bit: int) -> NDArray[np.bool_]:
    """(N,) bool: is the line from ``a`` to each end open?"""
    out = np.empty(len(ends), np.bool_)
    for i in range(len(ends)):
        out[i] = not line_blocked(arrays, a[0], a[1], a[2], ends[i, 0], ends[i, 1], ends[i, 2], bit)
    return out


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
    limits = ((0, grid.cols * UNITS), (0, grid.rows * UNITS), (-HIGHEST, HIGHEST))
    for axis, (low, high) in enumerate(limits):
        for value in array[(array[:, axis] < low) | (array[:, axis] > high), axis]:
            raise GeometryError(text("point: {axis} = {value} is not from {low} to {high} (1/64 m)",
                                     axis="xyz"[axis], value=int(value), low=low, high=high))
    return np.ascontiguousarray(array, np.int64)


def clear(grid: Grid, start: Point3, ends: ArrayLike, field: Field) -> NDArray[np.bool_]:
    """Which of many lines from one point are open.

    :param start: (x, y, z) in 1/64 m, on the map.
    :param ends: (N, 3) integers, likewise.
    :returns: (N,) bool.
    :raises GeometryError: for points off the map, not of integers, or an unknown field.
    """
    return _clear(table(grid).arrays, _points(grid, [start])[0], _points(grid, ends), _bit(field))


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
    if not blocked(grid, a, b, field):
        return ()
    return cuts(grid, a, [b], _bit(field))[0]


def cuts(grid: Grid, start: Point3, ends: ArrayLike, bit: int) -> list[tuple[Barrier, ...]]:
    """For each line from ``start`` to ``ends``: every barrier that cuts a shifted copy of it."""
    compiled = table(grid)
    lines = _points(grid, ends)
    found: list[list[Barrier]] = [[] for _ in range(len(lines))]
    for line, row in _cut_rows(compiled.arrays, _points(grid, [start])[0], lines, bit):
        found[line].append(compiled.barrier(int(row)))
    return [tuple(barriers) for barriers in found]
