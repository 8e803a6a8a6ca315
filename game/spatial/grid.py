"""The grid: layers and barriers as one immutable value, and bodies that stand on it.

Lengths are integers in 1/64 m (:data:`UNITS`). Arrays are ``[row, col]``; cell ``(x, y)`` is column x, row y and
covers ``[x, x+1] x [y, y+1]`` metres. Movement costs are integers in 1/1000 of a plain square (:data:`PLAIN`).
"""

import hashlib
import itertools
import math
import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from numbers import Real
from typing import Any, Final, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from game.errors import GeometryError
from game.texts import text

UNITS: Final = 64  # units in a metre
PLAIN: Final = 1000  # cost of entering a plain square
NO_ENTRY: Final = 2**31 - 1  # cost of a square that nobody enters
MAX_SIDE: Final = 256
FARTHEST: Final = 2**17  # no barrier reaches farther from the origin (1/64 m)
HIGHEST: Final = 2**22  # nothing is higher, or deeper (1/64 m): line predicates fit 64 bits
NO_CONCEALMENT, PARTIAL, TOTAL = 0, 1, 2  # levels of concealment and of cover

Cell = tuple[int, int]  # (x, y): column, row
Point = tuple[int, int]  # (x, y) in 1/64 m
Mask = NDArray[np.bool_]  # (H, W)


def whole(name: str, value: Any, most: int, least: int | None = None) -> int:
    """``value`` as an int within ``[least, most]`` (by default ``[-most, most]``).

    :raises GeometryError: for anything else.
    """
    low = -most if least is None else least
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or not low <= number <= most:
        raise GeometryError(text("{name}: {value} is not a whole number from {low} to {most}", name=name,
                                 value=str(value), low=low, most=most))
    return number


def _pair(name: str, value: Any, most: int) -> tuple[int, int]:
    """Two whole numbers.

    :raises GeometryError: for anything else.
    """
    if not isinstance(value, Sequence) or len(value) != 2:
        raise GeometryError(text("{name}: {value} is not a pair of whole numbers", name=name, value=str(value)))
    return whole(name, value[0], most), whole(name, value[1], most)


def units(metres: float) -> int:
    """Metres to 1/64 m, ``floor(64 v + 1/2)``.

    >>> units(1.7), units(-0.5)
    (109, -32)

    :raises GeometryError: for NaN, infinities and what is not a number.
    """
    if isinstance(metres, bool) or not isinstance(metres, Real) or not abs(metres) <= HIGHEST:
        raise GeometryError(text("length: {value} is not a finite number of metres", value=str(metres)))
    return math.floor(UNITS * metres + 0.5)


@dataclass(frozen=True, slots=True, order=True)
class Barrier:
    """A vertical wall over the segment ``start``-``end``, for absolute heights in ``[bottom, top)``; all in 1/64 m.

    ``move`` stops bodies, ``sight`` stops eyes, ``effect`` stops arrows and fire; ``structure`` names what it is part
    of.
    """

    start: Point
    end: Point
    bottom: int
    top: int
    move: bool = True
    sight: bool = True
    effect: bool = True
    structure: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", _pair("barrier", self.start, FARTHEST))
        object.__setattr__(self, "end", _pair("barrier", self.end, FARTHEST))
        object.__setattr__(self, "bottom", whole("bottom", self.bottom, HIGHEST))
        object.__setattr__(self, "top", whole("top", self.top, HIGHEST))
        if self.start == self.end:
            raise GeometryError(text("barrier: zero length at {place}", place=str(self.start)))
        if self.top <= self.bottom:
            raise GeometryError(
                text("barrier: top {top} must be above bottom {bottom}", top=self.top, bottom=self.bottom)
            )


def wall(
    start: tuple[float, float], end: tuple[float, float], top: float = 3.0, bottom: float = 0.0, **fields: Any
) -> Barrier:
    """A :class:`Barrier` from metres.

    >>> wall((4, 0), (4, 3), top=1.0).end
    (256, 192)
    """
    a, b = (units(start[0]), units(start[1])), (units(end[0]), units(end[1]))
    return Barrier(a, b, units(bottom), units(top), **fields)


def block(cell: Cell, top: float = 3.0, bottom: float = 0.0, **fields: Any) -> tuple[Barrier, ...]:
    """A full solid cell: its four sides."""
    x, y = _pair("cell", cell, MAX_SIDE)
    return _square(x * UNITS, y * UNITS, (x + 1) * UNITS, (y + 1) * UNITS, top, bottom, fields)


def pillar(cell: Cell, width: float, top: float = 3.0, bottom: float = 0.0, **fields: Any) -> tuple[Barrier, ...]:
    """A centred square of the given width (metres), quantised by its half-width so that it stays centred."""
    x, y = _pair("cell", cell, MAX_SIDE)
    half = units(width / 2)
    if not 0 < half <= UNITS // 2:
        raise GeometryError(text("pillar: width {width} m is not in (0, 1]", width=str(width)))
    cx, cy = x * UNITS + UNITS // 2, y * UNITS + UNITS // 2
    return _square(cx - half, cy - half, cx + half, cy + half, top, bottom, fields)


def _square(
    x0: int, y0: int, x1: int, y1: int, top: float, bottom: float, fields: dict[str, Any]
) -> tuple[Barrier, ...]:
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    sides = zip(corners, corners[1:] + corners[:1], strict=True)
    return tuple(Barrier(a, b, units(bottom), units(top), **fields) for a, b in sides)


def _array(name: str, values: ArrayLike) -> NDArray[Any]:
    try:
        return np.asarray(values)
    except ValueError:
        raise GeometryError(text("{name}: {value} is not an array", name=name, value=str(values))) from None


def _layer(
    name: str, values: ArrayLike, shape: tuple[int, int], dtype: type[np.int32] | type[np.uint8]
) -> NDArray[Any]:
    """A read-only copy of one layer, checked."""
    array = _array(name, values)
    if array.shape != shape:
        raise GeometryError(text("{name}: shape {shape} is not {wanted}", name=name, shape=str(array.shape),
                                 wanted=str(shape)))
    if not np.can_cast(array.dtype, dtype, casting="same_kind"):
        raise GeometryError(text("{name}: dtype {dtype} is not {wanted}", name=name, dtype=str(array.dtype),
                                 wanted=str(np.dtype(dtype))))
    info = np.iinfo(dtype)
    if array.size and (array.min() < info.min or array.max() > info.max):
        raise GeometryError(text("{name}: a value does not fit {wanted}", name=name, wanted=str(np.dtype(dtype))))
    copy = array.astype(dtype)
    copy.flags.writeable = False
    return copy


@dataclass(frozen=True, eq=False)
class Grid:
    """A map as the spatial layer sees it. A value: equal layers and barriers make equal grids.

    :ivar height: (H, W) int32, ground height in 1/64 m.
    :ivar cost: (H, W) int32, cost of entering in 1/1000; 1000 is plain, :data:`NO_ENTRY` is never entered.
    :ivar concealment: (H, W) uint8, 0 none, 1 partial, 2 total.
    :ivar surface: (H, W) uint8, index into ``surfaces``; it has no effect here (the drawing and the rules read it).
    :ivar barriers: every thing that stands in the way; ground steps are not listed, they follow from ``height``.
    """

    height: NDArray[np.int32]
    cost: NDArray[np.int32]
    concealment: NDArray[np.uint8]
    surface: NDArray[np.uint8]
    surfaces: tuple[str, ...] = ("",)
    barriers: tuple[Barrier, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        shape = _array("height", self.height).shape
        if len(shape) != 2 or not all(1 <= side <= MAX_SIDE for side in shape):
            raise GeometryError(text("height: shape {shape} is not (rows, columns), each from 1 to {most}",
                                     shape=str(shape), most=MAX_SIDE))
        for name, dtype in (("height", np.int32), ("cost", np.int32), ("concealment", np.uint8), ("surface", np.uint8)):
            object.__setattr__(self, name, _layer(name, getattr(self, name), shape, dtype))
        object.__setattr__(self, "barriers", tuple(self.barriers))
        for value in self.height[(self.height > HIGHEST) | (self.height < -HIGHEST)]:
            whole("height", int(value), HIGHEST)
        if self.cost.min() <= 0:
            raise GeometryError(text("cost: {value} is not above 0", value=int(self.cost.min())))
        if self.concealment.max() > TOTAL:
            raise GeometryError(text("concealment: {value} is not 0, 1 or 2", value=int(self.concealment.max())))
        if self.surface.max() >= len(self.surfaces):
            raise GeometryError(text("surface: {value} has no name", value=int(self.surface.max())))

    @classmethod
    def empty(cls, cols: int, rows: int, barriers: Iterable[Barrier] = ()) -> Self:
        """A flat plain of ``rows`` x ``cols`` squares.

        :raises GeometryError: unless both are from 1 to 256.
        """
        shape = whole("rows", rows, MAX_SIDE, 1), whole("columns", cols, MAX_SIDE, 1)
        zeros = np.zeros(shape, np.int32)
        return cls(zeros, zeros + PLAIN, zeros.astype(np.uint8), zeros.astype(np.uint8), barriers=tuple(barriers))

    @property
    def rows(self) -> int:
        return int(self.height.shape[0])

    @property
    def cols(self) -> int:
        return int(self.height.shape[1])

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return self.rows, self.cols

    def __contains__(self, cell: object) -> bool:
        match cell:
            case (int(x), int(y)):
                return 0 <= x < self.cols and 0 <= y < self.rows
        return False

    @cached_property
    def segments(self) -> NDArray[np.int64]:
        """(N, 7) int64: x1, y1, x2, y2, bottom, top and fields (1 move, 2 sight, 4 effect) of each barrier."""
        rows = ((*b.start, *b.end, b.bottom, b.top, bool(b.move) | bool(b.sight) << 1 | bool(b.effect) << 2)
                for b in self.barriers)
        array = np.fromiter(itertools.chain.from_iterable(rows), np.int64, 7 * len(self.barriers)).reshape(-1, 7)
        array.flags.writeable = False
        return array

    @cached_property
    def version(self) -> str:
        """A digest of the whole content: caches are keyed by it, equal grids share it."""
        digest = hashlib.blake2b(self.segments.tobytes(), digest_size=16)
        digest.update(repr((self.shape, self.surfaces, [barrier.structure for barrier in self.barriers])).encode())
        for layer in (self.height, self.cost, self.concealment, self.surface):
            digest.update(layer.tobytes())
        return digest.hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grid) and self.version == other.version

    def __hash__(self) -> int:
        return hash(self.version)

    def replace(self, **changes: Any) -> Self:
        """A new grid with some layers or the barriers changed."""
        return replace(self, **changes)

    def without(self, structures: Iterable[str]) -> Self:
        """The grid without the barriers of these structures (an open door, a fallen wall)."""
        gone = frozenset(structures)
        kept = tuple(barrier for barrier in self.barriers if barrier.structure not in gone)
        return self if len(kept) == len(self.barriers) else self.replace(barriers=kept)


@dataclass(frozen=True, slots=True)
class Body:
    """What stands somewhere: the cells it occupies and its height range ``[feet, head)`` in absolute 1/64 m."""

    cells: tuple[Cell, ...]
    feet: int
    head: int

    def __post_init__(self) -> None:
        if not isinstance(self.cells, Iterable):
            raise GeometryError(text("body: {value} is not a set of cells", value=str(self.cells)))
        cells = sorted({_pair("cell", cell, MAX_SIDE) for cell in self.cells})
        if not cells:
            raise GeometryError(text("body: it occupies no cell"))
        object.__setattr__(self, "cells", tuple(cells))
        object.__setattr__(self, "feet", whole("feet", self.feet, HIGHEST))
        object.__setattr__(self, "head", whole("head", self.head, HIGHEST))
        if self.head <= self.feet:
            raise GeometryError(text("body: head {head} must be above feet {feet}", head=self.head, feet=self.feet))

    @classmethod
    def on(cls, grid: Grid, cell: Cell, size: int = 1, tall: int = units(1.7), altitude: int = 0) -> Self:
        """A body of ``size`` x ``size`` cells with ``cell`` at its top left, standing on the highest ground below it.

        ``tall`` and ``altitude`` are in 1/64 m.

        :raises GeometryError: when a cell is outside the grid.
        """
        cells = footprint(cell, size)
        whole("height", tall, HIGHEST, 1)
        whole("altitude", altitude, HIGHEST)
        for each in cells:
            if each not in grid:
                raise GeometryError(text("body: cell {cell} is outside the map ({cols} x {rows})",
                                         cell=str(each), cols=grid.cols, rows=grid.rows))
        ground = max(int(grid.height[y, x]) for x, y in cells)
        return cls(cells, ground + altitude, ground + altitude + tall)

    @property
    def tall(self) -> int:
        """Height from feet to head, 1/64 m."""
        return self.head - self.feet

    def mask(self, shape: tuple[int, int]) -> Mask:
        """(H, W) bool: the cells it occupies, clipped to the map."""
        mask = np.zeros(shape, np.bool_)
        for x, y in self.cells:
            if 0 <= x < shape[1] and 0 <= y < shape[0]:
                mask[y, x] = True
        return mask


def on_map(grid: Grid, *bodies: Body) -> None:
    """Check that bodies stand on the map.

    :raises GeometryError: for a cell outside it.
    """
    for body in bodies:
        for cell in body.cells:
            if cell not in grid:
                raise GeometryError(text("body: cell {cell} is outside the map ({cols} x {rows})",
                                         cell=str(cell), cols=grid.cols, rows=grid.rows))


def footprint(cell: Cell, size: int) -> tuple[Cell, ...]:
    """The ``size`` x ``size`` cells whose top left is ``cell``.

    >>> footprint((2, 5), 2)
    ((2, 5), (2, 6), (3, 5), (3, 6))
    """
    x, y = _pair("cell", cell, MAX_SIDE)
    whole("size", size, MAX_SIDE, 1)
    return tuple((x + i, y + j) for i in range(size) for j in range(size))


def cell_name(cell: Cell) -> str:
    """What people call a cell: column letters, then row number.

    >>> cell_name((2, 6)), cell_name((26, 0)), cell_name((255, 255))
    ('C7', 'AA1', 'IV256')
    """
    letters, x = "", cell[0] + 1
    while x > 0:
        x, rest = divmod(x - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{cell[1] + 1}"


def parse_cell(name: str) -> Cell:
    """A cell from ``C7`` or ``2,6``.

    >>> parse_cell("C7"), parse_cell("aa1"), parse_cell("2, 6")
    ((2, 6), (26, 0), (2, 6))

    :raises GeometryError: for anything else.
    """
    said = name.strip()
    left, comma, right = said.partition(",")
    if comma and left.strip().isdecimal() and right.strip().isdecimal():
        return int(left), int(right)
    letters = said.rstrip("0123456789")
    digits = said[len(letters):]
    if 0 < len(letters) <= 2 and letters.isascii() and letters.isalpha() and digits.isdecimal() and int(digits) > 0:
        x = 0
        for letter in letters.upper():
            x = x * 26 + ord(letter) - 64
        return x - 1, int(digits) - 1
    raise GeometryError(text("cell: {name!r} is not a name like C7 or 2,6", name=name))


def picture(mask: Mask, symbols: Sequence[str] = ".#") -> str:
    """A mask, or an array of small numbers, as text: one character a cell.

    >>> print(picture(np.eye(3, dtype=np.bool_)))
    #..
    .#.
    ..#
    """
    return "\n".join("".join(symbols[int(value)] for value in row) for row in mask)
