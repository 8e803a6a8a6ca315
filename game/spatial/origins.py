"""Where an area starts: a corner, the centre of a cell, or the edge of a caster. The kind is stored, never guessed.

An origin is tested 1 m above its ground. One that lies on a barrier belongs to one cell, and its lines and its flooding
start 1/64 m inside that cell, so that no effect leaks through the wall it starts on. The cell is the caster's for an
edge, and for a corner a cell beside it to which the caster has an open line.
"""

import math
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, get_args

import numpy as np

from game.errors import GeometryError
from game.spatial.grid import HIGHEST, MAX_SIDE, UNITS, Body, Cell, Grid, Point, units, whole
from game.spatial.lines import EFFECT, Arrays, kernel, table
from game.spatial.outlines import plain_direction
from game.texts import text

Kind = Literal["corner", "cell", "edge"]
KINDS: Final[tuple[str, ...]] = get_args(Kind)
ABOVE: Final = UNITS  # an origin is so high above its ground
HALF_CELL: Final = UNITS // 2
FREE, OWNED, STUCK = range(3)  # what became of the start of an origin's lines


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an area starts.

    :ivar kind: ``corner`` (a corner point of cells), ``cell`` (the centre of one) or ``edge`` (a corner, or the middle
        of a side, of a cell of the caster).
    :ivar point: (x, y) in 1/64 m.
    :ivar height: in 1/64 m above the map's zero.
    :ivar cell: the cell that it belongs to when it lies on a barrier; only a corner may have none.
    :raises GeometryError: when they do not fit together.
    """

    kind: Kind
    point: Point
    height: int
    cell: Cell | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise GeometryError(text("origin: {value} is not one of {allowed}", value=str(self.kind),
                                     allowed=", ".join(KINDS)))
        if type(self.height) is not int or abs(self.height) > HIGHEST:
            object.__setattr__(self, "height", whole("height", self.height, HIGHEST))
        x, y = pair(self.point)
        if self.kind != "edge":
            rest = 0 if self.kind == "corner" else HALF_CELL
            fits = x % UNITS == y % UNITS == rest
        else:
            fits = x % HALF_CELL == y % HALF_CELL == 0 and (x % UNITS == 0 or y % UNITS == 0)
        if not fits:
            raise GeometryError(text("origin: {place} (1/64 m) is no place of the kind {kind}",
                                     place=str(self.point), kind=self.kind))
        if self.kind == "cell" and self.cell is None:
            object.__setattr__(self, "cell", (x // UNITS, y // UNITS))
        if self.cell is None and self.kind == "edge":
            raise GeometryError(text("origin: an edge needs the cell of the caster it belongs to"))
        if self.cell is not None and self.cell not in touching((x, y)):
            raise GeometryError(text("origin: cell {cell} does not touch {place} (1/64 m)", cell=str(self.cell),
                                     place=str(self.point)))

    @classmethod
    def corner(cls, grid: Grid, corner: Point, cell: Cell | None = None, height: int | None = None) -> "Origin":
        """The corner point <x, y>, in whole metres. Without a height: 1 m above the ground of its cell, or, without a
        cell, above the highest ground it touches.

        :raises GeometryError: for a corner or a cell that is not on the map.
        """
        x, y = pair(corner)
        point = on_map(grid, (x * UNITS, y * UNITS))
        cells = [each for each in touching(point) if each in grid] if cell is None else [_on_grid(grid, cell)]
        return cls("corner", point, _height(grid, cells, height), cell)

    @classmethod
    def centre(cls, grid: Grid, cell: Cell, height: int | None = None) -> "Origin":
        """The centre of a cell.

        :raises GeometryError: for a cell that is not on the map.
        """
        x, y = _on_grid(grid, cell)
        point = (x * UNITS + HALF_CELL, y * UNITS + HALF_CELL)
        return cls("cell", point, _height(grid, [(x, y)], height), (x, y))

    @classmethod
    def edge(
        cls, body: Body, place: tuple[float, float], cell: Cell | None = None, height: int | None = None
    ) -> "Origin":
        """A corner, or the middle of a side, of a caster's cell, in metres; 1 m above the caster's feet, or just below
        the head of a lower one.

        :param cell: which of the caster's cells it belongs to, when it touches several; by default the first.
        :raises GeometryError: when the place is not on the outside of the caster.
        """
        try:
            point = units(place[0]), units(place[1])
        except (TypeError, IndexError):
            raise GeometryError(text("origin: {value} is not a pair of numbers", value=str(place))) from None
        beside = touching(point)
        own = [each for each in body.cells if each in beside]
        if not own or len(own) == len(beside):
            raise GeometryError(text("origin: {place} m is not on the edge of the caster", place=str(place)))
        if cell is not None and cell not in own:
            raise GeometryError(text("origin: cell {cell} is not the caster's", cell=str(cell)))
        return cls("edge", point, height_of(body) if height is None else height, own[0] if cell is None else cell)

    @classmethod
    def towards(cls, body: Body, direction: tuple[float, float], height: int | None = None) -> "Origin":
        """The place on a caster's edge, corner or middle of a side, that lies most nearly in a direction.

        :raises GeometryError: for a direction that means nothing.
        """
        dx, dy = plain_direction(direction)
        xs, ys = [x for x, _ in body.cells], [y for _, y in body.cells]
        mx, my = (min(xs) + max(xs) + 1) * HALF_CELL, (min(ys) + max(ys) + 1) * HALF_CELL

        def aside(place: Point) -> tuple[float, int, float]:
            x, y = place[0] - mx, place[1] - my
            dot, cross = x * dx + y * dy, abs(x * dy - y * dx)
            return (cross / dot if dot > 0 else np.inf), -(x * x + y * y), -dot

        x, y = min(edge_places(body), key=aside)
        return cls.edge(body, (x / UNITS, y / UNITS), height=height)


def height_of(body: Body) -> int:
    """The height at which a body's own areas are tested: 1 m above its feet, or just below its head if it is lower."""
    return min(body.feet + ABOVE, body.head - 1)


def edge_places(body: Body) -> tuple[Point, ...]:
    """Every corner and middle of a side on the outside of a body, in 1/64 m, sorted."""
    own = set(body.cells)
    places = {(x * UNITS + i, y * UNITS + j) for x, y in own for i in (0, HALF_CELL, UNITS)
              for j in (0, HALF_CELL, UNITS) if (i, j) != (HALF_CELL, HALF_CELL)}
    return tuple(sorted(place for place in places if not own.issuperset(touching(place))))


def touching(point: Point) -> tuple[Cell, ...]:
    """The cells whose closed square holds a point in 1/64 m, on the map or off it.

    >>> touching((64, 128)), touching((96, 128)), touching((96, 96))
    (((0, 1), (0, 2), (1, 1), (1, 2)), ((1, 1), (1, 2)), ((1, 1),))
    """
    x0, y0, x1, y1 = (point[0] - 1) // UNITS, (point[1] - 1) // UNITS, point[0] // UNITS, point[1] // UNITS
    if x0 == x1:
        return ((x0, y0),) if y0 == y1 else ((x0, y0), (x0, y1))
    return ((x0, y0), (x1, y0)) if y0 == y1 else ((x0, y0), (x0, y1), (x1, y0), (x1, y1))


def pair(value: object) -> Point:
    """Two whole numbers.

    :raises GeometryError: for anything else.
    """
    if not isinstance(value, tuple) or len(value) != 2:
        raise GeometryError(text("origin: {value} is not a pair of numbers", value=str(value)))
    x, y = value
    most = MAX_SIDE * UNITS
    if type(x) is int and type(y) is int and -most <= x <= most and -most <= y <= most:
        return x, y
    return whole("origin", x, most), whole("origin", y, most)


def metres(name: str, value: float, least: float = 0.0) -> int:
    """A length in metres as 1/64 m, checked.

    :raises GeometryError: for NaN, infinities, anything but a number, less than ``least``, or more than 16384 m.
    """
    if type(value) is not int and type(value) is not float and not isinstance(value, (np.integer, np.floating)):
        raise GeometryError(text("{name}: {value} is not a number of metres", name=name, value=str(value)))
    if not least <= value <= 2**14:
        raise GeometryError(text("{name}: {value} m is not from {least} to {most}", name=name, value=str(value),
                                 least=str(least), most=2**14))
    return math.floor(UNITS * value + 0.5)


def on_map(grid: Grid, point: Point) -> Point:
    """The point itself.

    :raises GeometryError: when it is off the map.
    """
    rows, cols = grid.height.shape
    if not (0 <= point[0] <= cols * UNITS and 0 <= point[1] <= rows * UNITS):
        raise GeometryError(text("origin: {x}, {y} m is off the map ({cols} x {rows})", x=str(point[0] / UNITS),
                                 y=str(point[1] / UNITS), cols=grid.cols, rows=grid.rows))
    return point


def _on_grid(grid: Grid, cell: Cell) -> Cell:
    if cell not in grid:
        raise GeometryError(text("origin: cell {cell} is off the map ({cols} x {rows})", cell=str(cell),
                                 cols=grid.cols, rows=grid.rows))
    return cell


def _height(grid: Grid, cells: list[Cell], height: int | None) -> int:
    return max(int(grid.height[y, x]) for x, y in cells) + ABOVE if height is None else height


# --- where its lines start -------------------------------------------------------------------------------------------


@kernel
def on_barrier(arrays: Arrays, x: int, y: int, z: int) -> bool:
    """Does a barrier that stops effects, at that height, hold the point?"""
    walls, first = arrays.walls, arrays.first
    rows, cols = arrays.shape
    c0, c1 = max((x - 1) >> 6, 0), min(x >> 6, cols - 1)
    for row in range(max((y - 1) >> 6, 0), min(y >> 6, rows - 1) + 1):
        for k in range(first[row * cols + c0], first[row * cols + c1 + 1]):
            if walls[k, 6] & EFFECT and walls[k, 4] <= z < walls[k, 5]:
                ax, ay, bx, by = walls[k, 0], walls[k, 1], walls[k, 2], walls[k, 3]
                if ((bx - ax) * (y - ay) == (by - ay) * (x - ax) and min(ax, bx) <= x <= max(ax, bx)
                        and min(ay, by) <= y <= max(ay, by)):
                    return True
    return False


class Start(NamedTuple):
    """Where the lines of an origin start: (x, y, z) in 1/64 m.

    :ivar state: :data:`FREE` (the origin's own point); :data:`OWNED` (the origin lies on a barrier, so it is a point in
        the one cell that it belongs to); :data:`STUCK` (that point too lies on a barrier, one that runs through the
        cell: the effect reaches no other cell).
    """

    x: int
    y: int
    z: int
    state: int


def _nothing_near(arrays: Arrays, x: int, y: int) -> bool:
    """Do the cells that a point touches list no barrier? Quicker than asking a kernel."""
    first, (rows, cols) = arrays.first, arrays.shape
    c0, c1 = (x - 1 if x else 0) // UNITS, min(x // UNITS, cols - 1) + 1
    r0, r1 = (y - 1 if y else 0) // UNITS * cols, min(y // UNITS, rows - 1) * cols
    return bool(first[r0 + c0] == first[r0 + c1] and (r0 == r1 or first[r1 + c0] == first[r1 + c1]))


def start_of(grid: Grid, origin: Origin) -> Start:
    """Where the lines and the flooding of an origin start.

    :raises GeometryError: for an origin off the map, or a corner on a barrier that belongs to no cell.
    """
    on_map(grid, origin.point)
    return locate(table(grid).arrays, origin)


def locate(arrays: Arrays, origin: Origin) -> Start:
    """:func:`start_of` for an origin that is on the map."""
    (x, y), z = origin.point, origin.height
    if _nothing_near(arrays, x, y) or not on_barrier(arrays, x, y, z):
        return Start(x, y, z, FREE)
    if origin.cell is None:
        raise GeometryError(text("origin: the corner {x}, {y} lies on a barrier; say which cell it belongs to",
                                 x=x // UNITS, y=y // UNITS))
    x, y = inside((x, y), origin.cell)
    return Start(x, y, z, STUCK if on_barrier(arrays, x, y, z) else OWNED)


def inside(point: Point, cell: Cell) -> Point:
    """A point moved by 1/64 m toward the middle of a cell that it touches."""
    x, y = (at + (middle > at) - (middle < at) for at, middle in
            ((point[0], cell[0] * UNITS + HALF_CELL), (point[1], cell[1] * UNITS + HALF_CELL)))
    return x, y
