"""The rules of areas, done slowly and plainly with fractions: an oracle for the kernels, written apart from them.

Shapes are cut into convex pieces, cells are clipped against them as polygons with exact corners, and walls are asked
one by one. A square root that is not rational is taken 120 bits deep: no whole coordinate can tell the difference.
"""

import heapq
import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise

from game.spatial.areas import Aura, Circle, Cone, Free, Line, Origin, RowCone, Square, Template
from game.spatial.grid import Barrier, Body, Cell, Grid
from game.spatial.metric import Metric, Rule
from tests.spatial import reference

Point = tuple[Fraction, Fraction]
Plane = tuple[int, int, Fraction]  # a * x + b * y <= c
Piece = tuple[list[Plane], int | None]  # convex: planes, and the radius of a disk around 0
DEEP = 2**120


def root(number: int) -> Fraction:
    """The square root, exact if it is whole, else a hair too small."""
    return Fraction(math.isqrt(number * DEEP * DEEP), DEEP)


def u(metres: float) -> int:
    """1/64 m."""
    return math.floor(64 * Fraction(metres) + Fraction(1, 2))


# --- shapes ----------------------------------------------------------------------------------------------------------


def slope(angle: float) -> tuple[int, int]:
    """Half a cone's angle as (along, across), the longer one 4096."""
    half = math.radians(angle / 2)
    along, across = math.cos(half), math.sin(half)
    scale = 4096 / max(abs(along), abs(across))
    return math.floor(along * scale + 0.5), math.floor(across * scale + 0.5)


def cone_pieces(cone: Cone) -> Iterator[Piece]:
    """Up to three angles side by side: to the left beyond a quarter turn, in the middle, to the right."""
    (dx, dy), (along, across) = cone.heading, slope(cone.angle)
    left, right = (dy, -dx), (-dy, dx)
    edge_left = (along * dx + across * left[0], along * dy + across * left[1])
    edge_right = (along * dx + across * right[0], along * dy + across * right[1])
    turns = [edge_right, right, left, edge_left] if along < 0 else [edge_right, edge_left]
    length, norm = u(cone.length), dx * dx + dy * dy
    for (rx, ry), (lx, ly) in pairwise(turns):
        planes: list[Plane] = [(-ry, rx, Fraction(0)), (ly, -lx, Fraction(0))]
        if cone.end == "flat":
            planes.append((dx, dy, length * root(norm)))
        yield planes, (None if cone.end == "flat" else length)


def line_piece(line: Line) -> Piece:
    (dx, dy), length, width = line.heading, u(line.length), u(line.width)
    norm = dx * dx + dy * dy
    half = width * root(norm) / 2
    ahead = length * root(norm)
    return [(dx, dy, ahead), (-dx, -dy, Fraction(0)), (dy, -dx, half), (-dy, dx, half)], None


def rows_of_line(line: Line) -> list[int]:
    """The whole rows (or columns) of a line along an axis: the nearest to it, of two as near the one on its side."""
    dx, dy = line.heading
    at = line.origin.point[1] if dx else line.origin.point[0]
    toward = (-dx if dx else dy) * (1 if line.side == "left" else -1)
    rows = sorted(range(-300, 600), key=lambda row: (abs(64 * row + 32 - at), -toward * row))
    return rows[: int(line.width)]


def whole_cells(template: Template) -> Callable[[Cell], bool] | None:
    """For shapes of whole cells: is a cell one of them?"""
    match template:
        case Free():
            return lambda cell: cell in template.cells
        case Square():
            return lambda cell: cell in square_cells(template)
        case RowCone():
            return lambda cell: in_rows(template, cell)
        case Circle() if template.rule != "euclid":
            steps = open_walk(template.origin, template.rule, 1000 * u(template.radius) // 64)
            return lambda cell: cell in steps
    return None


@cache
def open_walk(origin: Origin, rule: Rule, limit: int) -> frozenset[Cell]:
    """The cells within a walk on endless open ground."""
    metric = Metric(rule)
    sides = [value % 64 == 0 for value in origin.point]
    queue = [(metric.length(*sides), cell, int(all(sides))) for cell in touching(*origin.point)]
    best: dict[tuple[Cell, int], int] = {}
    while queue:
        cost, (x, y), parity = heapq.heappop(queue)
        if cost > limit or best.get(((x, y), parity), limit + 1) <= cost:
            continue
        best[(x, y), parity] = cost
        for i in (-1, 0, 1):
            for j in (-1, 0, 1):
                if (i or j) and (metric.diagonals or not (i and j)):
                    turn = int(bool(i and j) and rule == "alternating")
                    heapq.heappush(queue, (cost + metric.step(bool(i and j), parity), (x + i, y + j), parity ^ turn))
    return frozenset(cell for cell, _ in best)


@cache
def square_cells(square: Square) -> frozenset[Cell]:
    """Its columns and rows, each the nearest to the origin, or the next ahead of it."""
    angle = round(math.atan2(square.direction[1], square.direction[0]) / (math.pi / 4)) % 8
    ahead = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)][angle]
    sign = 1 if square.side == "left" else -1
    beside = (ahead[1] * sign, -ahead[0] * sign)
    spans = []
    for axis in (0, 1):
        at, way = square.origin.point[axis], ahead[axis] or beside[axis]
        cells = range(-300, 600)
        if square.anchor == "edge" and ahead[axis]:
            near = sorted((i for i in cells if (64 * i - at if way > 0 else at - 64 * i - 64) >= 0),
                          key=lambda i: abs(64 * i + 32 - at))
        else:
            near = sorted(cells, key=lambda i: (abs(64 * i + 32 - at), -way * i))
        spans.append(near[: square.n])
    return frozenset((x, y) for x in spans[0] for y in spans[1])


def in_rows(cone: RowCone, cell: Cell) -> bool:
    (dx, dy), (px, py) = cone.heading, cone.origin.point
    x, y = 64 * cell[0] + 32 - px, 64 * cell[1] + 32 - py
    if dx and dy:
        # from the next corner ahead
        x -= (-px * dx % 64) * dx
        y -= (-py * dy % 64) * dy
        return x * dx > 0 and y * dy > 0 and (x * dx + y * dy) // 64 <= cone.length
    ahead, at, place = (x * dx, py, cell[1]) if dx else (y * dy, px, cell[0])
    ahead -= (-px * dx % 64) if dx else (-py * dy % 64)
    row = (ahead + 32) // 64
    if ahead <= 0 or row > cone.length:
        return False
    toward = (-dx if dx else dy) * (1 if cone.side == "left" else -1)
    near = sorted(range(-300, 600), key=lambda i: (abs(64 * i + 32 - at), -toward * i))
    return place in near[:row]


@cache
def pieces(template: Template) -> list[Piece]:
    match template:
        case Circle():
            return [([], u(template.radius))]
        case Line():
            return [line_piece(template)]
        case Cone():
            return list(cone_pieces(template))
    raise AssertionError(template)


def holds(template: Template, x: int, y: int) -> bool:
    """Is a point, relative to the origin, in the closed shape?"""
    return any(all(a * x + b * y <= c for a, b, c in planes) and (radius is None or x * x + y * y <= radius * radius)
               for planes, radius in pieces(template))


def clip(polygon: list[Point], plane: Plane) -> list[Point]:
    a, b, c = plane
    out = []
    for (x, y), (v, w) in pairwise([*polygon, *polygon[:1]]):
        here, there = a * x + b * y - c, a * v + b * w - c
        if here <= 0:
            out.append((x, y))
        if here * there < 0:
            share = here / (here - there)
            out.append((x + share * (v - x), y + share * (w - y)))
    return out


def area(polygon: list[Point]) -> Fraction:
    return abs(sum((x * w - y * v for (x, y), (v, w) in pairwise([*polygon, *polygon[:1]])), Fraction(0))) / 2


def squared_distance(polygon: list[Point]) -> Fraction:
    """From 0 to a convex polygon."""
    sides = list(pairwise([*polygon, *polygon[:1]]))
    turns = [x * w - y * v for (x, y), (v, w) in sides]
    if all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns):
        return Fraction(0)
    found = []
    for (x, y), (v, w) in sides:
        ex, ey = v - x, w - y
        long = ex * ex + ey * ey
        share = min(max(-(x * ex + y * ey) / long, Fraction(0)), Fraction(1)) if long else Fraction(0)
        found.append((x + share * ex) ** 2 + (y + share * ey) ** 2)
    return min(found)


def clipped(template: Template, x: int, y: int) -> Iterator[tuple[list[Point], int | None]]:
    """The cell at (x, y), relative to the origin, within each piece's planes."""
    for planes, radius in pieces(template):
        polygon = [(Fraction(x + i), Fraction(y + j)) for i, j in ((0, 0), (64, 0), (64, 64), (0, 64))]
        for plane in planes:
            polygon = clip(polygon, plane)
        if len(polygon) > 2 and area(polygon) > 0:
            yield polygon, radius


def overlaps(template: Template, x: int, y: int) -> bool:
    """Is the overlap with the cell of positive area?"""
    return any(radius is None or squared_distance(polygon) < radius * radius
               for polygon, radius in clipped(template, x, y))


def share(template: Template, x: int, y: int, strips: int = 1500) -> float:
    """The share of the cell that the shape overlaps; what is round, in strips."""
    total = 0.0
    for polygon, radius in clipped(template, x, y):
        if radius is None:
            total += float(area(polygon))
            continue
        left, right = min(v for v, _ in polygon), max(v for v, _ in polygon)
        corners = [(float(v), float(w)) for v, w in polygon]
        step = float(right - left) / strips
        for k in range(strips):
            at = float(left) + (k + 0.5) * step
            if abs(at) < radius:
                heights = [w + (at - v) * (b - w) / (a - v)
                           for (v, w), (a, b) in pairwise([*corners, *corners[:1]]) if (v - at) * (a - at) < 0]
                chord = math.sqrt(radius * radius - at * at)
                total += step * max(min(max(heights), chord) - max(min(heights), -chord), 0)
    return total / 4096


# --- around cells ----------------------------------------------------------------------------------------------------


def hull_distance(aura: Aura, cell: Cell, whole: bool) -> int:
    """Squared, from the body to the cell or to its centre."""
    inset = 0 if whole else 32
    return min(sum(max(64 * own[i] - 64 * cell[i] - 64 + inset, 64 * cell[i] + inset - 64 * own[i] - 64, 0) ** 2
                   for i in (0, 1)) for own in aura.body.cells)


def hull_share(aura: Aura, cell: Cell, fine: int = 100) -> float:
    """The share of a cell's points, in a square lattice, that are near enough."""
    radius = u(aura.radius)
    near = 0
    for i in range(fine):
        for j in range(fine):
            x, y = 64 * (cell[0] + (i + 0.5) / fine), 64 * (cell[1] + (j + 0.5) / fine)
            near += any(max(64 * a - x, x - 64 * a - 64, 0) ** 2 + max(64 * b - y, y - 64 * b - 64, 0) ** 2
                        <= radius * radius for a, b in aura.body.cells)
    return near / fine**2


# --- counting --------------------------------------------------------------------------------------------------------


def middle(template: Template) -> tuple[int, int]:
    """The point that a shape's pieces are relative to: a line along an axis with a whole width is moved into rows."""
    assert isinstance(template, (Line, Cone, Circle))
    x, y = template.origin.point
    if isinstance(template, Line) and 0 in template.heading and template.width == int(template.width):
        rows = rows_of_line(template)
        across = 32 * (min(rows) + max(rows) + 1)
        return (x, across) if template.heading[0] else (across, y)
    return x, y


def counts(template: Template, cell: Cell, counting: str) -> bool:
    """Does a cell count?"""
    listed = whole_cells(template)
    if listed is not None:
        return listed(cell)
    if isinstance(template, Aura):
        radius = u(template.radius)
        if counting == "centre":
            return hull_distance(template, cell, False) <= radius * radius
        touches = cell in template.body.cells or hull_distance(template, cell, True) < radius * radius
        return touches and (counting == "any" or hull_share(template, cell) >= 0.499)
    px, py = middle(template)
    x, y = 64 * cell[0] - px, 64 * cell[1] - py
    if counting == "centre":
        return holds(template, x + 32, y + 32)
    return overlaps(template, x, y) if counting == "any" else share(template, x, y) >= 0.499


# --- passage ---------------------------------------------------------------------------------------------------------

PLACES = ((8, 8), (56, 8), (8, 56), (56, 56), (32, 32))
Node = tuple[Cell, int]


class Walls:
    """What stands in the way at one height."""

    def __init__(self, grid: Grid, z: int) -> None:
        self.grid, self.z = grid, z
        self.barriers: list[Barrier] = [b for b in reference.everything(grid, "effect") if b.bottom <= z < b.top]
        self.open = cache(self._open)

    def on(self, x: int, y: int) -> bool:
        return any(reference.holds(barrier, x, y) for barrier in self.barriers)

    def _open(self, a: tuple[int, int], b: tuple[int, int]) -> bool:
        return not reference.blocked(self.barriers, (*a, self.z), (*b, self.z))

    def flows(self, a: Node, b: Node) -> bool:
        """From place to place, both of them on no wall."""
        (p, i), (q, j) = a, b
        here, there = at(p, i), at(q, j)
        return not self.on(*here) and not self.on(*there) and self.open(here, there)

    def beside(self, node: Node, cell: Cell) -> Iterator[Node]:
        """The places of one cell to which a place flows in a single step."""
        own, i = node
        for j, (x, y) in enumerate(PLACES):
            dx, dy = abs(64 * (cell[0] - own[0]) + x - PLACES[i][0]), abs(64 * (cell[1] - own[1]) + y - PLACES[i][1])
            straight = (dx, dy) in ((16, 0), (0, 16)) or ((i, j) == (4, 4) and (dx, dy) in ((64, 0), (0, 64)))
            if (cell == own or straight) and self.flows(node, (cell, j)):
                yield cell, j

    def closure(self, nodes: set[Node]) -> set[Node]:
        """All places to which some places of a cell flow within it."""
        found = {node for node in nodes if not self.on(*at(*node))}
        while new := {other for node in found for other in self.beside(node, node[0])} - found:
            found |= new
        return found

    def across(self, nodes: set[Node], cell: Cell) -> set[Node]:
        """All places of a neighbour cell to which some places flow."""
        return self.closure({other for node in nodes for other in self.beside(node, cell)})


def at(cell: Cell, place: int) -> tuple[int, int]:
    return 64 * cell[0] + PLACES[place][0], 64 * cell[1] + PLACES[place][1]


def touching(x: int, y: int) -> list[Cell]:
    return [(i, j) for i in {x // 64, -(-x // 64) - 1} for j in {y // 64, -(-y // 64) - 1}]


def begin(walls: Walls, source: Origin | Body) -> tuple[tuple[int, int], list[Cell], str]:
    """Where lines start, the cells it starts in, and how: free, owned or stuck."""
    assert isinstance(source, Origin)
    x, y = source.point
    if not walls.on(x, y):
        return (x, y), [cell for cell in touching(x, y) if cell in walls.grid], "free"
    assert source.cell is not None
    cx, cy = 64 * source.cell[0] + 32, 64 * source.cell[1] + 32
    x, y = x + (cx > x) - (cx < x), y + (cy > y) - (cy < y)
    return (x, y), [source.cell], "stuck" if walls.on(x, y) else "owned"


def seeds(walls: Walls, source: Origin | Body) -> tuple[set[Node], str]:
    """The places in which an effect starts."""
    if isinstance(source, Body):
        nodes = {(cell, i) for cell in source.cells for i in range(5)}
        return {node for node in nodes if not walls.on(*at(*node))}, "owned"
    start, cells, how = begin(walls, source)
    nodes = {(cell, i) for cell in cells for i in range(5)
             if not walls.on(*at(cell, i)) and walls.open(start, at(cell, i))}
    return walls.closure(nodes), how


def around(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)]


def walk(grid: Grid, source: Origin | Body, rule: Rule, limit: int) -> set[Cell]:
    """The cells within a walk, in 1/1000 m; an origin in a wall starts nowhere."""
    z = source.height if isinstance(source, Origin) else min(source.feet + 64, source.head - 1)
    walls = Walls(grid, z)
    starts, how = seeds(walls, source)
    if how == "stuck":
        return set()
    sides = [v % 64 == 0 for v in source.point] if isinstance(source, Origin) else [False, False]
    metric = Metric(rule)
    first, odd = metric.length(sides[0], sides[1]), int(all(sides))
    best: dict[tuple[frozenset[Node], int], int] = {}
    queue: list[tuple[int, int, list[Node], int]] = []

    def note(cost: int, nodes: set[Node], parity: int) -> None:
        key = frozenset(nodes), parity if rule == "alternating" else 0
        if nodes and cost <= limit and cost < best.get(key, limit + 1):
            best[key] = cost
            heapq.heappush(queue, (cost, len(best), sorted(nodes), key[1]))

    for node in starts:
        note(first, walls.closure({node}), odd)
    while queue:
        cost, _, listed, parity = heapq.heappop(queue)
        nodes = set(listed)
        ((x, y),) = {cell for cell, _ in nodes}
        into = [walls.across(nodes, cell) if cell in grid else set() for cell in around((x, y))]
        for entered in into:
            for node in entered:
                note(cost + 1000, walls.closure({node}), parity)
        for k, (i, j) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
            corner = (x + i, y + j)
            if corner in grid and metric.diagonals:
                both = walls.across(into[k], corner) & walls.across(into[(k + 1) % 4], corner)
                for node in both:
                    note(cost + metric.step(True, parity), walls.closure({node}), 1 - parity)
    return {cell for nodes, _ in best for cell, _ in nodes}


def mask(grid: Grid, template: Template, counting: str, passage: str, rule: Rule = "uniform") -> set[Cell]:
    """The cells of an area."""
    cells = [(x, y) for y in range(grid.rows) for x in range(grid.cols)]
    counted = {cell for cell in cells if counts(template, cell, counting)}
    source = template.source
    if passage == "none" or source is None:
        return counted
    z = source.height if isinstance(source, Origin) else min(source.feet + 64, source.head - 1)
    walls = Walls(grid, z)
    if isinstance(source, Origin):
        start, _, how = begin(walls, source)
        if how == "stuck":
            return counted & {source.cell}
        starts = [start]
    else:
        starts = [at(cell, 4) for cell in source.cells if not walls.on(*at(cell, 4))]
    if passage == "straight":
        ends = (4,) if counting == "centre" else (0, 1, 2, 3)
        own = set(source.cells) if isinstance(source, Body) else set()
        return {cell for cell in counted
                if cell in own or any(walls.open(start, at(cell, i)) for start in starts for i in ends)}
    if passage == "spread":
        walked = template.walk
        assert walked is not None
        return counted & walk(grid, source, rule, 1000 * walked // 64)
    domain = counted | {cell for cell in cells if counts(template, cell, "any")}
    nodes, how = seeds(walls, source)
    reached = {node for node in nodes if how == "owned" or node[0] in domain}
    waiting = list(reached)
    while waiting:
        node = waiting.pop()
        for cell in (node[0], *around(node[0])):
            if cell == node[0] or cell in domain:
                for other in walls.beside(node, cell):
                    if other not in reached:
                        reached.add(other)
                        waiting.append(other)
    return counted & {cell for cell, _ in reached}
