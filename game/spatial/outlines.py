"""Directions, and outlines: flat shapes as rows of integers. Lengths are in 1/64 m, points (x, y) on the map.

An :class:`Outline` is a disk, a cone or a band, compiled so that :mod:`game.spatial.shapes` can judge a cell exactly.
It is the union of convex parts (a cone of more than a half turn has two, all others one). A part is all that satisfies
its rows: a row ``(nx, ny, k, a, b)`` says ``nx * x + ny * y <= sqrt(a * b) / k`` for a point relative to the outline's
own; and, when the outline is round, all that is within its length. The rows hold the sides of the part and its extents
along the axes of the map, so that they are also all the axes that can separate it from a square.

A cone is stored as two integer edge vectors, ``along * direction +- across * left(direction)``: whatever the
direction, its mirror images and quarter turns are exact images of it. Snapped directions are rounded in one octant and
reflected. Left of a direction is on the left hand of one who looks along it on the map (x east, y south).

The numbers fit: places on the map are within 2**14, directions within 2**14, lengths within 2**15, edge vectors within
2**27, so that ``a`` and ``b`` stay within 2**62, and ``k`` times a place within 2**57.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.errors import GeometryError
from game.spatial.grid import UNITS
from game.texts import text

Vector = tuple[int, int]  # (dx, dy): a direction, any length
Edges = tuple[Vector, Vector]
Row = tuple[int, int, int, int, int]
Box = tuple[int, int, int, int]  # cells: first column, first row, the column after the last, the row after the last

SNAPS: Final = (8, 16, 32)
LONGEST: Final = 2**15  # longer shapes are cut to this (512 m): no map has a longer diagonal
FLATTEST: Final = 170  # degrees: the widest cone with a flat end
_FINE: Final = 4096  # the longer part of an edge vector, for a direction of length 1
_DIRECTION: Final = 2**14  # directions are rounded to this


def clip(box: Box, size: tuple[int, ...]) -> Box:
    """A box cut off at the map's edge; it may be empty."""
    x0, y0 = min(max(box[0], 0), size[1]), min(max(box[1], 0), size[0])
    return x0, y0, max(min(box[2], size[1]), x0), max(min(box[3], size[0]), y0)


# --- directions ------------------------------------------------------------------------------------------------------


def _octant(fine: int, count: int) -> Vector:
    """Direction number ``fine`` (from the axis) of ``count`` in a full turn, in the first octant, rounded."""
    if 8 * fine == count:
        return 1, 1
    angle = 2 * math.pi * fine / count
    return round(1024 * math.cos(angle)), round(1024 * math.sin(angle))


def directions(count: int) -> tuple[Vector, ...]:
    """The 8, 16 or 32 snapped directions, from east through south.

    They are rounded in one octant and reflected, so that mirror images agree; axes and diagonals are exact.

    >>> directions(8)
    ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))

    :raises GeometryError: for another count.
    """
    if type(count) is not int or count not in SNAPS:
        raise GeometryError(text("snapping: {value} is not 8, 16 or 32 directions", value=str(count)))
    octant = [(1, 0)] + [_octant(k, count) for k in range(1, count // 8 + 1)]
    turn = octant + [(y, x) for x, y in reversed(octant[1:-1])]
    found = []
    for _ in range(4):
        found += turn
        turn = [(-y, x) for x, y in turn]
    return tuple(found)


def plain_direction(direction: tuple[float, float]) -> Vector:
    """A direction as small integers, the common divisor taken out.

    >>> plain_direction((6, -4)), plain_direction((0.5, 0.25))
    ((3, -2), (2, 1))

    :raises GeometryError: for zero, NaN, infinities, or anything but two numbers.
    """
    try:
        x, y = direction
        good = math.isfinite(x) and math.isfinite(y) and (x != 0 or y != 0)
    except (TypeError, ValueError, OverflowError):
        good = False
    if not good:
        raise GeometryError(text("direction: {value} is not two finite numbers, not both 0", value=str(direction)))
    if not (isinstance(x, int) and isinstance(y, int) and max(abs(x), abs(y)) <= _DIRECTION):
        scale = _DIRECTION / max(abs(x), abs(y))
        x, y = (int(math.copysign(math.floor(abs(v) * scale + 0.5), v)) for v in (x, y))
    common = math.gcd(x, y)
    return x // common, y // common


def snap(direction: tuple[float, float], count: int) -> Vector:
    """The nearest of ``count`` directions; 0 keeps the direction. Half way between two, the one nearer to an axis.

    >>> snap((5, 1), 8), snap((5, 3), 8), snap((-1, -7), 16), snap((5, 3), 0)
    ((1, 0), (1, 1), (0, -1), (5, 3))

    :raises GeometryError: for a direction or count that means nothing.
    """
    try:
        return _snapped(direction, count)
    except TypeError:  # no key for the cache: not a tuple of numbers, or not a number
        return _snap(direction, count)


@lru_cache(maxsize=1024, typed=True)
def _snapped(direction: tuple[float, float], count: int) -> Vector:
    return _snap(direction, count)


def _snap(direction: tuple[float, float], count: int) -> Vector:
    dx, dy = plain_direction(direction)
    if type(count) is int and count == 0:
        return dx, dy
    if type(count) is not int or count not in SNAPS:
        raise GeometryError(text("snapping: {value} is not 8, 16 or 32 directions", value=str(count)))
    x, y = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    octant = [(vx, vy) for vx, vy in directions(count) if 0 <= vy <= vx]
    # the tangent of the angle between, as a fraction; on a tie the one nearer to the axis
    bx, by = min(octant, key=lambda v: (Fraction(abs(v[0] * y - v[1] * x), v[0] * x + v[1] * y), v[1]))
    if abs(dy) > abs(dx):
        bx, by = by, bx
    return (bx if dx >= 0 else -bx), (by if dy >= 0 else -by)


def left_of(direction: Vector) -> Vector:
    """A direction turned a quarter to the left, as seen on the map.

    >>> left_of((1, 0))
    (0, -1)
    """
    return direction[1], -direction[0]


# --- outlines --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, slots=True)
class Outline:
    """A compiled disk, cone or band.

    :ivar head: (8,) int64: x and y of its point, its length, 1 when round, and its box.
    :ivar rows: (parts, K, 5) int64, see above.
    :ivar edges: (parts, 2, 2) int64, the rays that bound a part of a cone; zeros for others.
    :ivar box: the cells outside of which there is nothing of it.
    """

    head: NDArray[np.int64]
    rows: NDArray[np.int64]
    edges: NDArray[np.int64]
    box: Box


@dataclass(frozen=True, eq=False, slots=True)
class _Form:
    """An outline apart from its place: rows and edges; its extent in 1/64 m (x0, y0, x1, y1) around its point."""

    rows: NDArray[np.int64]
    edges: NDArray[np.int64]
    extent: Box
    length: int
    is_round: bool

    def at(self, point: Vector) -> Outline:
        (x, y), (x0, y0, x1, y1) = point, self.extent
        box = (x + x0) // UNITS, (y + y0) // UNITS, (x + x1) // UNITS + 1, (y + y1) // UNITS + 1
        return Outline(np.array((x, y, self.length, self.is_round, *box), np.int64), self.rows, self.edges, box)


def _form(
    length: int, is_round: bool, ends: list[tuple[float, float]], parts: list[list[Row]], edges: list[Edges]
) -> _Form:
    most = max(len(rows) for rows in parts)
    everything: Row = (0, 0, 1, 1, 1)
    filled = [rows + [everything] * (most - len(rows)) for rows in parts]
    xs, ys = [x for x, _ in ends], [y for _, y in ends]
    extent = math.floor(min(xs)) - 1, math.floor(min(ys)) - 1, math.ceil(max(xs)) + 1, math.ceil(max(ys)) + 1
    return _Form(np.array(filled, np.int64).reshape(len(parts), most, 5), np.array(edges, np.int64), extent, length,
                 is_round)


def disk(point: Vector, radius: int) -> Outline:
    """A closed circle."""
    return _disk(min(radius, LONGEST)).at(point)


@lru_cache(maxsize=64)
def _disk(radius: int) -> _Form:
    return _form(radius, True, [(-radius, -radius), (radius, radius)], [[]], [((0, 0), (0, 0))])


def band(point: Vector, direction: Vector, length: int, width: int, left: bool) -> Outline:
    """A closed rectangle around a line. Along an axis, with a whole width, it is moved aside to cover whole rows:
    to the left, or to the right."""
    (x, y), (dx, dy) = point, direction
    if (dx == 0 or dy == 0) and width % UNITS == 0:
        aside = ((y if dy == 0 else x) - width // 2) % UNITS  # 0, or half a cell: as far to either row
        aside *= 1 if left else -1
        x, y = x + aside * dy, y - aside * dx
    return _band(direction, min(length, LONGEST), min(width, 2 * LONGEST)).at((x, y))


@lru_cache(maxsize=1024)
def _band(direction: Vector, length: int, width: int) -> _Form:
    dx, dy = direction
    norm = dx * dx + dy * dy
    ex, ey, wx, wy = (value / math.sqrt(norm) for value in (length * dx, length * dy, width * dy / 2, width * dx / 2))
    ends = [(i * ex + j * wx, i * ey - j * wy) for i in (0, 1) for j in (-1, 1)]
    rows: list[Row] = [(dx, dy, 1, length * length, norm), (-dx, -dy, 1, 0, 0),
                       (2 * dy, -2 * dx, 1, width * width, norm), (-2 * dy, 2 * dx, 1, width * width, norm)]
    for nx, ny in ((2, 0), (-2, 0), (0, 2), (0, -2)):
        extent = length * max(nx * dx + ny * dy, 0) + width * abs(dy if nx else dx)  # times sqrt(norm), twice
        rows.append((nx, ny, norm, extent * extent, norm))
    return _form(length, False, ends, [rows], [((0, 0), (0, 0))])


def cone(point: Vector, direction: Vector, length: int, angle: float, flat: bool) -> Outline:
    """A closed cone of ``angle`` degrees in (0, 360]; with a flat end it must be at most :data:`FLATTEST`."""
    return _cone(direction, min(length, LONGEST), angle, flat).at(point)


@lru_cache(maxsize=1024)
def _cone(direction: Vector, length: int, angle: float, flat: bool) -> _Form:
    half = math.radians(angle) / 2
    (dx, dy), (along, across) = direction, slope(half)
    left = along * dx + across * dy, along * dy - across * dx
    right = along * dx - across * dy, along * dy + across * dx
    if angle > 180:  # two halves
        edges = [(right, direction), (direction, left)]
        parts = [_angle(right, (-dy, dx), direction), _angle(direction, (dy, -dx), left)]
    else:
        edges, parts = [(right, left)], [_angle(right, direction, left)]
    if flat:
        parts = [_triangle(right, left, direction, length)]
    return _form(length, not flat, _cone_ends(direction, length, half, flat, (right, left)), parts, edges)


def slope(half: float) -> Vector:
    """``along`` and ``across`` for half the angle of a cone, in radians, the longer one :data:`_FINE`."""
    if half <= math.pi / 4:
        return _FINE, max(math.floor(_FINE * math.tan(half) + 0.5), 1)
    if half < 3 * math.pi / 4:
        return math.floor(_FINE * math.tan(math.pi / 2 - half) + 0.5), _FINE
    return -_FINE, math.floor(_FINE * math.tan(math.pi - half) + 0.5)


def _cone_ends(direction: Vector, length: int, half: float, flat: bool, edges: Edges) -> list[tuple[float, float]]:
    """Points between which a cone lies."""
    dx, dy = direction
    reach = length / math.cos(half) if flat else float(length)
    ends = [(0.0, 0.0)] + [(reach * x / math.hypot(x, y), reach * y / math.hypot(x, y)) for x, y in edges]
    if not flat:
        steep = math.hypot(dx, dy) * (math.cos(half) - 1e-3)
        ends += [(length * x, length * y) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1)) if x * dx + y * dy >= steep]
    return ends


def _sides(right: Vector, left: Vector) -> list[Row]:
    """The two sides of an angle: not to the right of one edge, not to the left of the other."""
    return [(left[1], -left[0], 1, 0, 0), (-right[1], right[0], 1, 0, 0)]


def _angle(right: Vector, middle: Vector, left: Vector) -> list[Row]:
    """The rows of an angle of at most a half turn, endless; the middle is at most a quarter turn from either edge."""
    rows = _sides(right, left)
    for nx, ny in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        if all(nx * x + ny * y <= 0 for x, y in (right, middle, left)):
            rows.append((nx, ny, 1, 0, 0))
    return rows


def _triangle(right: Vector, left: Vector, direction: Vector, length: int) -> list[Row]:
    """The rows of an angle cut off at a length along its direction."""
    dx, dy = direction
    norm = dx * dx + dy * dy
    rows = [*_sides(right, left), (dx, dy, 1, length * length, norm)]
    for nx, ny in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        # the corner at the end of an edge e is e * length * sqrt(norm) / (e . direction)
        far = max(((nx * x + ny * y, x * dx + y * dy) for x, y in (right, left)), key=lambda end: Fraction(*end))
        rows.append((nx, ny, far[1], length * length * norm, far[0] * far[0]) if far[0] > 0 else (nx, ny, 1, 0, 0))
    return rows
