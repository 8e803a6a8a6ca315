"""The shapes of areas, as values: line, cone, circle, sphere, square, cube, cylinder, aura, free set. # rule: EFF-4

Lengths are in metres. A template knows its flat shape, the heights it fills over a cell, and how its effect passes by
default; :func:`game.spatial.areas.area_mask` turns it into a mask.

Heights: a circle, a square and a free set are flat and reach every height. A sphere, a cone and an aura are round
upwards too. A cube and a cylinder stand 1 m below their origin, that is on the ground when the origin is at its usual
height. A line, and a cone where it is narrow, is ``tall`` metres high, half of it above its origin.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Final, Literal, get_args

import numpy as np

from game.errors import GeometryError
from game.spatial.grid import MAX_SIDE, UNITS, Body, Cell, Grid, whole
from game.spatial.metric import RULES, Rule, rule_code
from game.spatial.origins import ABOVE, Origin, metres, on_map
from game.spatial.outlines import FLATTEST, Vector, band, cone, disk, left_of, slope, snap
from game.spatial.passage import Passage
from game.spatial.shapes import Counting, Hull, Pattern, Shape, pattern, steps, wedge
from game.texts import text

Side = Literal["left", "right"]
End = Literal["round", "flat"]
Anchor = Literal["centre", "edge"]
SIDES: Final[tuple[str, ...]] = get_args(Side)
ENDS: Final[tuple[str, ...]] = get_args(End)
ANCHORS: Final[tuple[str, ...]] = get_args(Anchor)
AS_WIDE_AS_LONG: Final = math.degrees(2 * math.atan(0.5))  # the angle of a cone that is as wide as it is long


def _one_of(name: str, value: object, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise GeometryError(text("{name}: {value} is not one of {allowed}", name=name, value=str(value),
                                 allowed=", ".join(allowed)))


def _meets(lowest: int, highest: int, body: Body) -> bool:
    """Do the closed heights [lowest, highest] meet a body's [feet, head)?"""
    return body.feet <= highest and body.head > lowest


def _within(squared: int, low: int, high: int, body: Body) -> bool:
    """Do the heights from sqrt(squared) below ``low`` to as much above ``high`` meet a body's [feet, head)?"""
    over, under = body.feet - high, low - body.head
    return squared >= 0 and (over <= 0 or over * over <= squared) and (under < 0 or under * under < squared)


def _nearest(origin: Origin, cell: Cell, counting: Counting) -> int:
    """The squared distance from an origin to the part of a cell that decides: its centre, or its nearest point."""
    inset = UNITS // 2 if counting == "centre" else 0
    return sum(max(at * UNITS + inset - value, value - (at + 1) * UNITS + inset, 0) ** 2
               for at, value in zip(cell, origin.point, strict=True))


def _farthest(origin: Origin, cell: Cell, counting: Counting) -> int:
    """Likewise, to its centre or its farthest point."""
    if counting == "centre":
        return _nearest(origin, cell, counting)
    return sum(max(abs(at * UNITS - value), abs((at + 1) * UNITS - value)) ** 2
               for at, value in zip(cell, origin.point, strict=True))


class Template(ABC):
    """What every template answers."""

    passage: ClassVar[Passage] = "connected"  # how its effect passes, unless told otherwise

    @property
    def shape(self) -> Shape:
        """Its flat shape, made once."""
        known: Shape | None = self.__dict__.get("_shape")
        if known is None:
            known = self.__dict__["_shape"] = self.outline()
        return known

    @abstractmethod
    def outline(self) -> Shape:
        """Its flat shape, made anew."""

    @property
    @abstractmethod
    def source(self) -> Origin | Body | None:
        """Where its effect starts."""

    @property
    @abstractmethod
    def walk(self) -> int | None:
        """How far ``spread`` walks, in 1/64 m; None when it has no radius."""

    def meets(self, body: Body, cell: Cell, counting: Counting) -> bool:
        """Do its heights over one of its cells meet those of a body there?"""
        return True

    def check(self, grid: Grid) -> None:
        """:raises GeometryError: when its origin is off the map."""
        source = self.source
        if isinstance(source, Origin):
            on_map(grid, source.point)
        elif source is not None:
            check_cells(grid, source.cells)


def check_cells(grid: Grid, cells: Iterable[Cell]) -> None:
    """:raises GeometryError: for a cell off the map."""
    for cell in cells:
        if cell not in grid:
            raise GeometryError(text("area: cell {cell} is off the map ({cols} x {rows})", cell=str(cell),
                                     cols=grid.cols, rows=grid.rows))


def _check_origin(origin: object) -> None:
    if not isinstance(origin, Origin):
        raise GeometryError(text("area: {value} is not an origin", value=str(origin)))


# --- lines and cones -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line(Template):
    """A straight line of a length and a width of at least 1 m.

    Along an axis a line of width n covers n rows; where the origin is as near to one row as to another (width 1 from
    a corner, width 2 from the centre of a cell), the one on its left, or on its right if ``side`` says so.

    :ivar direction: any two numbers, not both 0. ``snap`` 8, 16 or 32: the nearest of so many.
    :ivar heading: the direction in small integers, snapped.
    :ivar tall: metres; the line is at least as high as it is wide.
    :raises GeometryError: for a length or width that means nothing.
    """

    origin: Origin
    direction: tuple[float, float]
    length: float
    width: float = 1.0
    side: Side = "left"
    tall: float = 2.0
    snap: int = 0
    heading: Vector = field(init=False, repr=False, compare=False)
    passage: ClassVar[Passage] = "straight"

    def __post_init__(self) -> None:
        _check_origin(self.origin)
        _one_of("side", self.side, SIDES)
        metres("length", self.length, 1 / UNITS)
        metres("width", self.width, 1.0)
        metres("height", self.tall)
        object.__setattr__(self, "heading", snap(self.direction, self.snap))

    def outline(self) -> Shape:
        return band(self.origin.point, self.heading, metres("length", self.length), metres("width", self.width),
                    self.side == "left")

    @property
    def source(self) -> Origin:
        return self.origin

    @property
    def walk(self) -> int:
        return metres("length", self.length)

    def meets(self, body: Body, cell: Cell, counting: Counting) -> bool:
        half = max(metres("height", self.tall), metres("width", self.width)) // 2
        return _meets(self.origin.height - half, self.origin.height + half, body)


@dataclass(frozen=True)
class Cone(Template):
    """A cone of a length and an angle in degrees, with a round or a flat end.

    It opens upwards and downwards as it opens sideways, and is nowhere less than ``tall`` metres high.

    :ivar angle: above 0, up to 360 degrees, with a flat end up to 170; :data:`AS_WIDE_AS_LONG` is 53.13.
    :ivar direction: any two numbers, not both 0. ``snap`` 8, 16 or 32: the nearest of so many.
    :ivar heading: the direction in small integers, snapped.
    :raises GeometryError: for a length or angle that means nothing.
    """

    origin: Origin
    direction: tuple[float, float]
    length: float
    angle: float
    end: End = "round"
    tall: float = 2.0
    snap: int = 0
    heading: Vector = field(init=False, repr=False, compare=False)
    passage: ClassVar[Passage] = "straight"

    def __post_init__(self) -> None:
        _check_origin(self.origin)
        _one_of("end", self.end, ENDS)
        metres("length", self.length, 1 / UNITS)
        metres("height", self.tall)
        most = 360 if self.end == "round" else FLATTEST
        if isinstance(self.angle, bool) or not isinstance(self.angle, (int, float)) or not 0 < self.angle <= most:
            raise GeometryError(text("angle: {value} is not above 0 and at most {most} degrees",
                                     value=str(self.angle), most=most))
        object.__setattr__(self, "heading", snap(self.direction, self.snap))

    def outline(self) -> Shape:
        return cone(self.origin.point, self.heading, metres("length", self.length), self.angle, self.end == "flat")

    @property
    def source(self) -> Origin:
        return self.origin

    @property
    def walk(self) -> int:
        return metres("length", self.length)

    def meets(self, body: Body, cell: Cell, counting: Counting) -> bool:
        along, across = slope(math.radians(self.angle) / 2)
        return _cone_meets(self.origin, metres("length", self.length), metres("height", self.tall), along, across,
                           self.end == "round", body, cell, counting)


def _cone_meets(
    origin: Origin, length: int, tall: int, along: int, across: int, is_round: bool, body: Body, cell: Cell,
    counting: Counting,
) -> bool:
    """Do the heights of a cone that opens by across / along meet a body's over a cell?"""
    z = origin.height
    if _meets(z - tall // 2, z + tall // 2, body):
        return True
    if is_round and not _within(length * length - _nearest(origin, cell, counting), z, z, body):
        return False
    far = min(_farthest(origin, cell, counting), length * length) if is_round else _farthest(origin, cell, counting)
    return along <= 0 or _within(far * across * across // (along * along), z, z, body)


@dataclass(frozen=True)
class RowCone(Template):
    """A cone counted in rows: n cells in row n, so that it has the same number of cells in each of eight directions.

    Along an axis the rows stand one behind the other, each in the middle, the odd cell over on the left, or on the
    right if ``side`` says so; along a diagonal they are the diagonals of the quarter. Every counting rule gives the
    same cells.

    :ivar direction: any two numbers, not both 0; ``heading`` is the nearest of eight.
    :ivar length: whole metres, at least 1.
    """

    origin: Origin
    direction: tuple[float, float]
    length: int
    side: Side = "left"
    tall: float = 2.0
    heading: Vector = field(init=False, repr=False, compare=False)
    passage: ClassVar[Passage] = "straight"

    def __post_init__(self) -> None:
        _check_origin(self.origin)
        _one_of("side", self.side, SIDES)
        whole_metres("length", self.length)
        metres("height", self.tall)
        object.__setattr__(self, "heading", snap(self.direction, 8))

    def outline(self) -> Shape:
        return wedge(self.origin.point, self.heading, self.length, self.side == "left")

    @property
    def source(self) -> Origin:
        return self.origin

    @property
    def walk(self) -> int:
        return self.length * UNITS

    def meets(self, body: Body, cell: Cell, counting: Counting) -> bool:
        return _cone_meets(self.origin, self.length * UNITS, metres("height", self.tall), 2, 1, False, body, cell,
                           counting)


# --- bursts ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Circle(Template):
    """A circle, at every height.

    :ivar rule: ``euclid``, or a rule for diagonals: then it is the cells within that many steps, counted from a corner
        to the far corner of a cell and from a centre to the centre, and every counting rule gives the same cells.
    :raises GeometryError: for a radius below 0 or an unknown rule.
    """

    origin: Origin
    radius: float
    rule: Rule | Literal["euclid"] = "euclid"

    def __post_init__(self) -> None:
        _check_origin(self.origin)
        _one_of("rule", self.rule, ("euclid", *RULES))
        metres("radius", self.radius)

    def outline(self) -> Shape:
        radius = metres("radius", self.radius)
        if self.rule == "euclid":
            return disk(self.origin.point, radius)
        rule_code(self.rule)
        return steps(self.origin.point, radius, self.rule)

    @property
    def source(self) -> Origin:
        return self.origin

    @property
    def walk(self) -> int:
        return metres("radius", self.radius)


@dataclass(frozen=True)
class Sphere(Circle):
    """A ball around its origin: over a cell it reaches as high and as low as it does there."""

    def meets(self, body: Body, cell: Cell, counting: Counting) -> bool:
        reach = metres("radius", self.radius) ** 2 - _nearest(self.origin, cell, counting)
        return _within(reach if self.rule == "euclid" else max(reach, 0), self.origin.height, self.origin.height, body)


@dataclass(frozen=True, kw_only=True)
class Cylinder(Circle):
    """A circle that is ``tall`` metres high from 1 m (or so many 1/64 m) ``below`` its origin."""

    tall: float
    below: int = ABOVE

    def __post_init__(self) -> None:
        super().__post_init__()
        metres("height", self.tall)

    def meets(self, body: Body, cell: Cell, counting: Counting) -> bool:
        bottom = self.origin.height - self.below
        return _meets(bottom, bottom + metres("height", self.tall), body)


@dataclass(frozen=True)
class Square(Template):
    """A square of n x n whole cells, at every height. Its origin snaps, so that it never has more or fewer.

    :ivar n: whole metres, at least 1.
    :ivar anchor: ``centre``: the origin is its middle. ``edge``: it begins at the origin and lies ahead in the
        direction; a diagonal one makes the origin its corner, one along an axis the middle of its side.
    :ivar direction: any two numbers, not both 0; the nearest of eight is taken. Where n cells do not fit around the
        origin, the square moves half a cell ahead in the direction, and across an axis to the left, or to the right if
        ``side`` says so.
    """

    origin: Origin
    n: int
    anchor: Anchor = "centre"
    direction: tuple[float, float] = (1, 1)
    side: Side = "left"

    def __post_init__(self) -> None:
        _check_origin(self.origin)
        _one_of("anchor", self.anchor, ANCHORS)
        _one_of("side", self.side, SIDES)
        whole_metres("side", self.n)
        snap(self.direction, 8)

    def outline(self) -> Pattern:
        ahead = snap(self.direction, 8)
        beside = left_of(ahead) if self.side == "left" else tuple(-value for value in left_of(ahead))
        corner = []
        for at, step, aside in zip(self.source.point, ahead, beside, strict=True):
            first = at - self.n * UNITS // 2
            if self.anchor == "edge" and step:
                first = at if step > 0 else at - self.n * UNITS
            rest = first % UNITS  # 0, or half a cell
            corner.append((first + rest * (step or aside)) // UNITS)
        return Pattern(corner[0], corner[1], np.ones((self.n, self.n), np.bool_))

    @cached_property
    def source(self) -> Origin:
        """Its origin; when it begins at its edge, moved ahead to the edge of the origin's cell."""
        if self.anchor == "centre":
            return self.origin
        x, y = (at + step * (at % UNITS) for at, step in
                zip(self.origin.point, snap(self.direction, 8), strict=True))
        if (x, y) == self.origin.point:
            return self.origin
        return Origin("corner" if x % UNITS == y % UNITS == 0 else "edge", (x, y), self.origin.height, self.origin.cell)

    @property
    def walk(self) -> int:
        return (self.n if self.anchor == "edge" else (self.n + 1) // 2) * UNITS


@dataclass(frozen=True)
class Cube(Square):
    """A square that is as high as it is wide, from 1 m (or so many 1/64 m) ``below`` its origin."""

    below: int = ABOVE

    def meets(self, body: Body, cell: Cell, counting: Counting) -> bool:
        bottom = self.origin.height - self.below
        return _meets(bottom, bottom + self.n * UNITS, body)


# --- others ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Aura(Template):
    """Everything within a Euclidean distance of a body's outer edge, its own cells too."""

    body: Body
    radius: float

    def __post_init__(self) -> None:
        if not isinstance(self.body, Body):
            raise GeometryError(text("aura: {value} is not a body", value=str(self.body)))
        metres("radius", self.radius)

    def outline(self) -> Hull:
        return Hull(np.array(self.body.cells, np.int64), metres("radius", self.radius))

    @property
    def source(self) -> Body:
        return self.body

    @property
    def walk(self) -> int:
        return metres("radius", self.radius)

    def meets(self, body: Body, cell: Cell, counting: Counting) -> bool:
        inset = UNITS // 2 if counting == "centre" else UNITS
        gaps = (tuple(max(abs(a - b) * UNITS - inset, 0) if a != b else 0 for a, b in zip(own, cell, strict=True))
                for own in self.body.cells)
        flat = min(x * x + y * y for x, y in gaps)
        return _within(metres("radius", self.radius) ** 2 - flat, self.body.feet, self.body.head, body)


@dataclass(frozen=True)
class Free(Template):
    """Any cells. Without an origin its effect reaches them all.

    :ivar heights: the lowest and the highest height in 1/64 m above the map's zero; None: every height.
    :raises GeometryError: for no cells, or a lowest above the highest.
    """

    cells: frozenset[Cell]
    origin: Origin | None = None
    heights: tuple[int, int] | None = None
    passage: ClassVar[Passage] = "none"

    def __post_init__(self) -> None:
        try:
            cells = frozenset((whole("cell", x, MAX_SIDE), whole("cell", y, MAX_SIDE)) for x, y in self.cells)
        except (TypeError, ValueError) as problem:
            if isinstance(problem, GeometryError):
                raise
            raise GeometryError(text("area: {value} is not a set of cells", value=str(self.cells))) from None
        if not cells:
            raise GeometryError(text("area: it has no cells"))
        object.__setattr__(self, "cells", cells)
        if self.origin is not None:
            _check_origin(self.origin)
        if self.heights is not None and self.heights[0] > self.heights[1]:
            raise GeometryError(text("area: its lowest height {low} is above its highest {high}",
                                     low=self.heights[0], high=self.heights[1]))

    def outline(self) -> Pattern:
        return pattern(self.cells)

    @property
    def source(self) -> Origin | None:
        return self.origin

    @property
    def walk(self) -> None:
        return None

    def meets(self, body: Body, cell: Cell, counting: Counting) -> bool:
        return self.heights is None or _meets(*self.heights, body)

    def check(self, grid: Grid) -> None:
        check_cells(grid, self.cells)
        super().check(grid)


def whole_metres(name: str, value: object) -> int:
    """A whole number of metres from 1 to 512.

    :raises GeometryError: for anything else.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 512:
        raise GeometryError(text("{name}: {value} is not a whole number of metres from 1 to 512", name=name,
                                 value=str(value)))
    return value

