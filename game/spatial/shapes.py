"""Shapes against cells: which cells of the map a shape counts, by three rules.

- ``centre``: the cell's centre is in the closed shape. Exact in integers.
- ``any``: the overlap of shape and cell is of positive area. Exact in integers: separating axes for what is straight,
  the point nearest to the origin for what is round.
- ``half``: at least half of the cell is overlapped, within 1/1000 of a cell; see :mod:`game.spatial.overlap`.

A shape is an :class:`~game.spatial.outlines.Outline` (disk, cone, band), a :class:`Pattern` of whole cells, or a
:class:`Hull` (all that is near some cells).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from game.errors import GeometryError
from game.spatial.grid import MAX_SIDE, PLAIN, UNITS, Cell, Mask
from game.spatial.lines import kernel, pasted, scalar
from game.spatial.metric import DIAGONAL, Rule
from game.spatial.outlines import Box, Outline, Vector, clip, disk
from game.spatial.overlap import areas
from game.texts import text

Counting = Literal["centre", "any", "half"]
COUNTINGS: Final[tuple[str, ...]] = get_args(Counting)
COUNTED, OVERLAPPED = 1, 2  # bits of what :func:`codes` gives; what counts is overlapped too
LEAST: Final = 0.5 - 1e-3  # the share of a cell that counts as half of it
_STRIPS: Final = 1024


@dataclass(frozen=True, eq=False)
class Pattern:
    """Whole cells: ``cells`` (h, w) bool, its first cell at column x, row y. Every counting rule gives the same."""

    x: int
    y: int
    cells: Mask


@dataclass(frozen=True, eq=False)
class Hull:
    """Everything within a Euclidean distance, in 1/64 m, of cells (N, 2)."""

    cells: NDArray[np.int64]
    radius: int


Shape = Outline | Pattern | Hull


# --- the kernel ------------------------------------------------------------------------------------------------------


@scalar
def less(a: int, b: int, c: int, d: int) -> bool:
    """a * b < c * d for numbers >= 0, without multiplying: a / c against d / b as continued fractions."""
    while c != 0 and d != 0:
        if a == 0 or b == 0:
            return True
        q, p = a // c, d // b
        if q != p:
            return q < p
        a, b, c, d = b, a - q * c, d - p * b, c
    return False


@kernel
def _ray_enters(ex: int, ey: int, x0: int, y0: int, length: int) -> bool:
    """Does the ray from 0 along e enter the cell at (x0, y0), which does not hold 0, before that length?"""
    x1, y1 = x0 + 64, y0 + 64
    if ex < 0:
        ex, x0, x1 = -ex, -x1, -x0
    if ey < 0:
        ey, y0, y1 = -ey, -y1, -y0
    if x1 < 0 or y1 < 0 or (ex == 0 and x0 > 0) or (ey == 0 and y0 > 0):
        return False
    x0, y0 = max(x0, 0), max(y0, 0)
    if ex != 0 and ey != 0 and (x0 * ey > y1 * ex or y0 * ex > x1 * ey):
        return False
    way, part = (x0, ex) if x0 * ey >= y0 * ex and ex != 0 else (y0, ey)  # it enters at e * way / part
    return less(way * way, ex * ex + ey * ey, length * length, part * part)


@pasted
def _counted(rows: NDArray[np.int64], part: int, x: int, y: int, reach: int) -> bool:
    """Is a point in the closed part of an outline, and within a length (squared) of 0 if that is not negative?"""
    inside = reach < 0 or x * x + y * y <= reach
    for i in range(rows.shape[1]):
        m = (rows[part, i, 0] * x + rows[part, i, 1] * y) * rows[part, i, 2]
        inside = inside and (m <= 0 or not less(rows[part, i, 3], rows[part, i, 4], m, m))
    return inside


@pasted
def _overlapped(
    rows: NDArray[np.int64], edges: NDArray[np.int64], part: int, x0: int, y0: int, length: int, is_round: int
) -> bool:
    """Is the overlap of a part of an outline and the cell at (x0, y0) of positive area?"""
    x, y = (x0 if x0 > 0 else min(x0 + 64, 0)), (y0 if y0 > 0 else min(y0 + 64, 0))  # its point nearest to 0
    meets, near = True, True
    for i in range(rows.shape[1]):
        nx, ny, k = rows[part, i, 0], rows[part, i, 1], rows[part, i, 2]
        m = (nx * (x0 if nx > 0 else x0 + 64) + ny * (y0 if ny > 0 else y0 + 64)) * k
        meets = meets and (m < 0 or less(m, m, rows[part, i, 3], rows[part, i, 4]))
        near = near and nx * x + ny * y <= 0
    if not (meets and is_round):
        return meets
    # what the cell and an angle (all its rows end at 0) share begins at that point, or where one of its edges enters
    if near:
        return x * x + y * y < length * length
    return (_ray_enters(edges[part, 0, 0], edges[part, 0, 1], x0, y0, length)
            or _ray_enters(edges[part, 1, 0], edges[part, 1, 1], x0, y0, length))


@kernel
def fill(
    head: NDArray[np.int64], rows: NDArray[np.int64], edges: NDArray[np.int64], overlapped: bool,
    mask: NDArray[np.uint8],
) -> None:
    """Write COUNTED where the centre of a cell is in the outline; when asked, OVERLAPPED where the cell overlaps it.

    :param mask: (H, W), zeros.
    """
    px, py, length, is_round = head[0], head[1], head[2], head[3]
    reach = length * length if is_round else -1
    first, last = max(head[4], 0), min(head[6], mask.shape[1])
    for y in range(max(head[5], 0), min(head[7], mask.shape[0])):
        if rows.shape[1] == 0:  # a disk
            near_y, across = max(y * 64 - py, py - y * 64 - 64, 0), y * 64 - py + 32
            for x in range(first, last):
                near_x, ahead = max(x * 64 - px, px - x * 64 - 64, 0), x * 64 - px + 32
                mask[y, x] = (3 if ahead * ahead + across * across <= reach
                              else 2 * (near_x * near_x + near_y * near_y < reach))
            continue
        for x in range(first, last):
            x0, y0, code = x * 64 - px, y * 64 - py, 0
            for part in range(len(rows)):
                if _counted(rows, part, x0 + 32, y0 + 32, reach):
                    code = 3
                elif code == 0 and overlapped and _overlapped(rows, edges, part, x0, y0, length, is_round):
                    code = 2
            mask[y, x] = code


def check_counting(counting: str) -> None:
    """:raises GeometryError: for an unknown rule of counting."""
    if counting not in COUNTINGS:
        raise GeometryError(text("counting: {value} is not one of {allowed}", value=str(counting),
                                 allowed=", ".join(COUNTINGS)))


# --- masks -----------------------------------------------------------------------------------------------------------


def codes(shape: Shape, counting: Counting, size: tuple[int, int], overlapped: bool = True) -> NDArray[np.uint8]:
    """(H, W) uint8: for each cell of a map, the bits COUNTED and, when asked, OVERLAPPED."""
    if not isinstance(shape, Outline):
        if isinstance(shape, Hull):
            return _hull_codes(shape, counting, size)
        return pattern_mask(shape, size).view(np.uint8) * np.uint8(COUNTED | OVERLAPPED)
    found = np.zeros(size, np.uint8)
    fill(shape.head, shape.rows, shape.edges, overlapped or counting != "centre", found)
    if counting == "centre":
        return found
    x0, y0, x1, y1 = clip(shape.box, size)
    part = found[y0:y1, x0:x1]
    counts = part != 0
    part[counts] = OVERLAPPED
    if counting == "half":
        counts = _outline_shares(shape, counts, (x0, y0)) >= LEAST
    part[counts] |= COUNTED
    return found


def shares(shape: Shape, size: tuple[int, int]) -> NDArray[np.float32]:
    """(H, W) float32: the share of each cell of a map that the shape overlaps."""
    if isinstance(shape, Pattern):
        return pattern_mask(shape, size).astype(np.float32)
    if isinstance(shape, Hull):
        return _hull_shares(shape, size)
    found, counts = np.zeros(size, np.float32), np.zeros(size, np.uint8)
    fill(shape.head, shape.rows, shape.edges, True, counts)
    x0, y0, x1, y1 = clip(shape.box, size)
    found[y0:y1, x0:x1] = _outline_shares(shape, counts[y0:y1, x0:x1] != 0, (x0, y0))
    return found


def shape_box(shape: Shape) -> Box:
    """The cells, on the map or not, outside of which there is nothing of a shape."""
    if isinstance(shape, Outline):
        return shape.box
    if isinstance(shape, Pattern):
        rows, cols = shape.cells.shape
        return shape.x, shape.y, shape.x + cols, shape.y + rows
    (x0, y0), (x1, y1) = shape.cells.min(axis=0), shape.cells.max(axis=0) + 1
    far = shape.radius // UNITS + 1
    return int(x0) - far, int(y0) - far, int(x1) + far, int(y1) + far


def _outline_shares(shape: Outline, where: Mask, corner: Vector) -> NDArray[np.float64]:
    """(h, w) float64: the shares of the cells of a part of the map that starts at a corner."""
    found = np.zeros(where.shape)
    ys, xs = np.nonzero(where)
    found[ys, xs] = areas(shape.head, shape.rows, np.stack([xs + corner[0], ys + corner[1]], 1).astype(np.int64))
    return found


# --- whole cells -----------------------------------------------------------------------------------------------------


def pattern_mask(pattern: Pattern, size: tuple[int, int]) -> Mask:
    """(H, W) bool: the cells of a pattern that are on the map."""
    mask = np.zeros(size, np.bool_)
    x0, y0, x1, y1 = clip(shape_box(pattern), size)
    mask[y0:y1, x0:x1] = pattern.cells[y0 - pattern.y:y1 - pattern.y, x0 - pattern.x:x1 - pattern.x]
    return mask


def steps(point: Vector, radius: int, rule: Rule) -> Pattern:
    """The cells within a number of steps of a point: the first step from a corner is diagonal, from the middle of a
    side it is straight, and the cell around a centre needs none. So it counts to the far corner of a cell.

    ``radius`` is in 1/64 m.
    """
    x0, y0, x1, y1 = disk(point, radius).box
    dx = (np.abs(np.arange(x0, x1) * UNITS + UNITS // 2 - point[0]) + UNITS // 2) // UNITS
    dy = (np.abs(np.arange(y0, y1) * UNITS + UNITS // 2 - point[1]) + UNITS // 2) // UNITS
    first = 0
    if (point[0] - point[1]) % UNITS:  # the middle of a side
        first = PLAIN
        dx, dy = (dx - 1, dy) if point[0] % UNITS == 0 else (dx, dy - 1)
    return Pattern(x0, y0, (first + _lengths(rule, dx[None], dy[:, None])) * UNITS <= radius * PLAIN)


def _lengths(rule: Rule, dx: NDArray[np.int64], dy: NDArray[np.int64]) -> NDArray[np.int64]:
    """:meth:`game.spatial.metric.Metric.length` of whole arrays of displacements >= 0."""
    more, less = np.maximum(dx, dy), np.minimum(dx, dy)
    length: NDArray[np.int64]
    match rule:
        case "uniform":
            length = PLAIN * more
        case "alternating":
            length = PLAIN * (more + less // 2)
        case "exact":
            length = PLAIN * more + (DIAGONAL - PLAIN) * less
        case "orthogonal":
            length = PLAIN * (more + less)
    return length


def wedge(point: Vector, direction: Vector, rows: int, left: bool) -> Pattern:
    """A cone of rows: n cells in row n, the same number in every one of eight directions.

    Along an axis row n stands n cells ahead, in the middle, its odd cell over on the left (or right); along a diagonal
    row n is the n-th diagonal of the quarter. The point is first moved forward to the next side or corner of a cell.
    """
    dx, dy = direction
    rows = min(rows, MAX_SIDE)
    x, y = (-(-at // UNITS) if step > 0 else at // UNITS for at, step in zip(point, direction, strict=True))
    cells = []
    for n in range(1, rows + 1):
        if dx and dy:
            row = [(x + dx * i - (dx < 0), y + dy * (n - 1 - i) - (dy < 0)) for i in range(n)]
        else:
            across = point[1] if dx else point[0]  # where the middle of every row lies
            rest = (across - n * UNITS // 2) % UNITS  # 0, or half a cell
            toward = (-1 if dx > 0 or dy < 0 else 1) * (1 if left else -1)
            first = (across - n * UNITS // 2 + toward * rest) // UNITS
            ahead = (x + dx * n if dx else y + dy * n) - (1 if dx + dy > 0 else 0)
            row = [(ahead, first + i) if dx else (first + i, ahead) for i in range(n)]
        cells += row
    return pattern(cells)


def pattern(cells: Iterable[Cell]) -> Pattern:
    """The pattern of some cells, at least one."""
    array = np.array(list(cells), np.int64).reshape(-1, 2)
    low, high = array.min(axis=0), array.max(axis=0)
    mask = np.zeros((high[1] - low[1] + 1, high[0] - low[0] + 1), np.bool_)
    mask[array[:, 1] - low[1], array[:, 0] - low[0]] = True
    return Pattern(int(low[0]), int(low[1]), mask)


# --- around cells ----------------------------------------------------------------------------------------------------


def _hull_codes(hull: Hull, counting: Counting, size: tuple[int, int]) -> NDArray[np.uint8]:
    x0, y0, x1, y1 = box = clip(shape_box(hull), size)
    touched = hull_gaps(hull, box, UNITS) < max(hull.radius**2, 1)
    if counting == "centre":
        counts = hull_gaps(hull, box, UNITS // 2) <= hull.radius**2
    elif counting == "any":
        counts = touched
    else:
        counts = _hull_shares(hull, size)[y0:y1, x0:x1] >= LEAST
    found = np.zeros(size, np.uint8)
    found[y0:y1, x0:x1] = np.where(counts, COUNTED | OVERLAPPED, np.where(touched, OVERLAPPED, 0))
    return found


def hull_gaps(hull: Hull, box: Box, inset: int) -> NDArray[np.int64]:
    """(h, w) int64: the squared distance from the nearest of the hull's cells to each cell of a box, or to its centre.

    ``inset`` is a whole cell for the first, half a cell for the second. Of the hull's own cells it is -1.
    """
    xs, ys = np.arange(box[0], box[2]), np.arange(box[1], box[3])
    found = np.full((len(ys), len(xs)), np.iinfo(np.int64).max)
    for x0, y0, x1, y1 in _blocks(hull.cells):
        dx = np.maximum(np.maximum(x0 - xs, xs - x1), 0)[None] * UNITS
        dy = np.maximum(np.maximum(y0 - ys, ys - y1), 0)[:, None] * UNITS
        gaps = np.maximum(dx - inset, 0) ** 2 + np.maximum(dy - inset, 0) ** 2
        np.minimum(found, np.where(dx + dy == 0, -1, gaps), out=found)
    return found


def _blocks(cells: NDArray[np.int64]) -> list[Box]:
    """The cells as rectangles (first column and row, last column and row): one when they fill it, else one a cell."""
    (x0, y0), (x1, y1) = cells.min(axis=0), cells.max(axis=0)
    if len(cells) == (x1 - x0 + 1) * (y1 - y0 + 1):
        return [(int(x0), int(y0), int(x1), int(y1))]
    return [(int(x), int(y), int(x), int(y)) for x, y in cells]


def _hull_shares(hull: Hull, size: tuple[int, int]) -> NDArray[np.float32]:
    x0, y0, x1, y1 = box = clip(shape_box(hull), size)
    found, gaps, blocks = np.zeros(size, np.float32), hull_gaps(hull, box, UNITS), _blocks(hull.cells)
    part = found[y0:y1, x0:x1]
    part[gaps < 0] = 1
    for y, x in zip(*np.nonzero((gaps >= 0) & (gaps < hull.radius**2)), strict=True):
        part[y, x] = (_block_share(blocks[0], hull.radius, int(x) + x0, int(y) + y0) if len(blocks) == 1
                      else _strip_share(hull, int(x) + x0, int(y) + y0))
    return found


def _block_share(block: Box, radius: int, x: int, y: int) -> float:
    """The share of a cell within reach of a rectangle: beside it a strip, at its corners a part of a disk."""
    dx, dy = max(block[0] - x, x - block[2], 0), max(block[1] - y, y - block[3], 0)
    if dx == 0 or dy == 0:
        return min(max(radius / UNITS - max(dx, dy) + 1, 0.0), 1.0)
    quarter = disk((0, 0), radius)
    return float(areas(quarter.head, quarter.rows, np.array([(dx - 1, dy - 1)], np.int64))[0])


def _strip_share(hull: Hull, x: int, y: int) -> float:
    """The share of a cell within reach of any set of cells, in strips: good to 1e-4."""
    places = x * UNITS + (np.arange(_STRIPS)[:, None] + 0.5) * UNITS / _STRIPS  # (strips, 1)
    left, top = hull.cells[:, 0] * UNITS, hull.cells[:, 1] * UNITS  # (N,)
    aside = np.maximum(np.maximum(left - places, places - left - UNITS), 0)  # (strips, N)
    chord = np.sqrt(np.maximum(float(hull.radius) ** 2 - aside**2, 0))
    near = aside <= hull.radius
    start = np.where(near, np.clip(top - chord - y * UNITS, 0, UNITS), UNITS)
    end = np.where(near, np.clip(top + UNITS + chord - y * UNITS, 0, UNITS), UNITS)
    order = np.argsort(start, axis=1)
    start, end = np.take_along_axis(start, order, 1), np.take_along_axis(end, order, 1)
    before = np.concatenate([np.zeros((_STRIPS, 1)), np.maximum.accumulate(end, axis=1)[:, :-1]], 1)
    return float(np.maximum(end - np.maximum(start, before), 0).sum() / (_STRIPS * UNITS))
