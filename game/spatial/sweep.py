"""One template at many places: what each placement would meet. The same answers as one by one, from one kernel.

A :class:`Sweep` holds a grid, a template that is still to be put somewhere, and the targets. For origins and directions
it says which targets are met: bodies as :func:`game.spatial.areas.area_hits` says it, things by the cells that they
border or fill. The cells of a shape are worked out once for each direction and each kind of place within a cell; of a
placement only what can reach a target is looked at.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.errors import GeometryError
from game.spatial.grid import MAX_SIDE, UNITS, Body, Cell, Grid, Mask
from game.spatial.legal import Origins
from game.spatial.lines import Arrays, kernel, table
from game.spatial.metric import Rule, rule_code
from game.spatial.origins import Kind, Origin, on_barrier
from game.spatial.outlines import Vector
from game.spatial.passage import Passage, begin, check_passage, connected, first_step, links_at, straight, walked
from game.spatial.shapes import Counting, check_counting, codes, shape_box
from game.spatial.templates import Template, check_cells
from game.texts import text

Make = Callable[[Origin, Vector], Template]
NONE, STRAIGHT, CONNECTED, SPREAD = range(4)
CODES: Final = {"none": NONE, "straight": STRAIGHT, "connected": CONNECTED, "spread": SPREAD}
BODY, BORDER, FILL = range(3)  # how a target is met at a cell
BESIDE, HERE = 1, 2  # marks of cells: beside one that a thing fills, one where a target is
_FAR: Final = MAX_SIDE - 1  # patterns are worked out around this cell, so that none is cut off


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing that placements may meet: where one of the cells that it ``borders`` is lit, or where one that it
    ``fills``, which the area would cover with nothing in the way, is lit or beside a lit one."""

    borders: tuple[Cell, ...] = ()
    fills: tuple[Cell, ...] = ()


@dataclass(frozen=True, eq=False)
class Patterns:
    """A template at one kind of place within a cell, in every direction, around the cell that holds its origin.

    :ivar codes: (D, h, w) uint8, see :func:`game.spatial.shapes.codes`; the first cell is at (left, top).
    :ivar boxes: (D, 4) int64, the cells outside of which the codes are 0.
    :ivar starts: (D, 4) int64: how far the source is from the origin (x, y in 1/64 m), and what the first cells of a
        walk cost, after how many diagonals.
    :ivar different: (D,) bool, false for a direction with the same cells as one before it.
    """

    codes: NDArray[np.uint8]
    left: int
    top: int
    boxes: NDArray[np.int64]
    starts: NDArray[np.int64]
    different: Mask


@dataclass(frozen=True, eq=False)
class Targets:
    """Targets by cell, as the kernel reads them.

    :ivar first: (H*W + 1,) int32: those of cell (x, y) are ``entries[first[y*W + x]:first[y*W + x + 1]]``.
    :ivar entries: (E, 3) int32: the target's number, how it is met there, the row of its heights.
    :ivar marks: (H, W) uint8, :data:`HERE` and :data:`BESIDE`.
    :ivar heights: the different [feet, head) of bodies, by row.
    """

    first: NDArray[np.int32]
    entries: NDArray[np.int32]
    marks: NDArray[np.uint8]
    heights: tuple[tuple[int, int], ...]


def _targets(grid: Grid, bodies: Sequence[Body], things: Sequence[Thing]) -> Targets:
    heights: dict[tuple[int, int], int] = {}
    rows: list[tuple[int, int, int, int]] = []  # cell, target, how, row of heights
    marks = np.zeros(grid.shape, np.uint8)
    for number, body in enumerate(bodies):
        check_cells(grid, body.cells)
        row = heights.setdefault((body.feet, body.head), len(heights))
        rows += [(y * grid.cols + x, number, BODY, row) for x, y in body.cells]
    for number, thing in enumerate(things, len(bodies)):
        for how, cells in ((BORDER, thing.borders), (FILL, thing.fills)):
            check_cells(grid, cells)
            rows += [(y * grid.cols + x, number, how, 0) for x, y in cells]
        for x, y in thing.fills:
            for u, v in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if (u, v) in grid:
                    marks[v, u] = BESIDE
    array = np.array(rows, np.int64).reshape(-1, 4)
    array = array[np.argsort(array[:, 0], kind="stable")]
    marks.ravel()[array[:, 0]] = HERE
    first = np.searchsorted(array[:, 0], np.arange(marks.size + 1)).astype(np.int32)
    return Targets(first, array[:, 1:].astype(np.int32), marks, tuple(heights))


@kernel
def _light(
    arrays: Arrays, links: NDArray[np.int64], start: NDArray[np.int64], passage: int, centre: bool, rule: int,
    limit: int, found: NDArray[np.uint8], x0: int, y0: int, x1: int, y1: int,
) -> None:
    """Turn the codes of one placement, within a box on the map, into 1 where its effect reaches, 0 elsewhere: what
    :func:`game.spatial.passage.passed` does.

    :param start: (7,) x, y, z of the source, the cell that it belongs to, and the first step of a walk.
    """
    x, y, z, owned = start[0], start[1], start[2], False
    nowhere = np.zeros((0, 2), np.int64)
    if passage != NONE and on_barrier(arrays, x, y, z):
        owned = True
        x += np.sign(start[3] * 64 + 32 - x)
        y += np.sign(start[4] * 64 + 32 - y)
        if on_barrier(arrays, x, y, z):
            for v in range(y0, y1):
                for u in range(x0, x1):
                    found[v, u] = found[v, u] & 1 and u == start[3] and v == start[4]
            return
    if passage == NONE:
        for v in range(y0, y1):
            for u in range(x0, x1):
                found[v, u] &= 1
    elif passage == STRAIGHT:
        starts = np.empty((1, 3), np.int64)
        starts[0, 0], starts[0, 1], starts[0, 2] = x, y, z
        straight(arrays, starts, nowhere, centre, found, x0, y0, x1, y1)
    else:
        a0, b0, a1, b1 = (x - 1) >> 6, (y - 1) >> 6, (x >> 6) + 1, (y >> 6) + 1
        if passage == SPREAD:
            far = (limit >> 6) + 1
            a0, b0, a1, b1 = a0 - far, b0 - far, a1 + far, b1 + far
        else:
            a0, b0, a1, b1 = min(a0, x0), min(b0, y0), max(a1, x1), max(b1, y1)
        a0, b0 = max(a0, 0), max(b0, 0)
        a1, b1 = min(a1, found.shape[1]), min(b1, found.shape[0])
        seeds = begin(arrays, links, x, y, z, nowhere, a0, b0, a1, b1)
        if passage == SPREAD:
            walked(links, seeds, start[5], start[6], rule, limit * 1000 // 64, found, a0, b0, a1, b1)
        else:
            connected(links, seeds, owned, found, a0, b0, a1, b1)


@kernel
def _sweep(
    arrays: Arrays, links: NDArray[np.int64], bare: Arrays, bare_links: NDArray[np.int64], hilly: bool,
    places: NDArray[np.int64], shapes: NDArray[np.uint8], left: int, top: int, boxes: NDArray[np.int64],
    starts: NDArray[np.int64], rises: NDArray[np.bool_], passage: int, bare_passage: int, centre: bool, rule: int,
    limit: int, first: NDArray[np.int32], entries: NDArray[np.int32], marks: NDArray[np.uint8],
    own: NDArray[np.int64], hits: NDArray[np.bool_],
) -> None:
    """Write to ``hits`` (N, D, T) which targets each placement meets.

    :param bare: the map without barriers; ``hilly`` when even so something stands in the way.
    :param places: (N, 5) x, y, z of the origins, and the cell that each belongs to.
    :param shapes: (D, h, w) with ``left``, ``top``, ``boxes`` and ``starts``: see :class:`Patterns`.
    :param rises: (R, h, w) whether the template's heights over a cell meet those of a row; no rows: always.
    :param own: (N or 1, K, 2) cells of the last target, a body, for each origin; of the last row of heights.
    """
    rows, cols = marks.shape
    lit, whole, here = np.zeros((rows, cols), np.uint8), np.zeros((rows, cols), np.uint8), marks.copy()
    start = np.empty(7, np.int64)
    for n in range(len(places)):
        px, py, body = places[n, 0] >> 6, places[n, 1] >> 6, own[n if len(own) > 1 else 0]
        for k in range(len(body)):
            here[body[k, 1], body[k, 0]] = HERE
        for d in range(len(shapes)):
            x0, y0 = max(px + boxes[d, 0], 0), max(py + boxes[d, 1], 0)
            x1, y1 = min(px + boxes[d, 2], cols), min(py + boxes[d, 3], rows)
            useful = False
            for v in range(y0, y1):
                for u in range(x0, x1):
                    useful = useful or (here[v, u] == HERE and shapes[d, v - py - top, u - px - left] & 1 != 0)
            if not useful:
                continue
            for v in range(y0, y1):
                for u in range(x0, x1):
                    code = shapes[d, v - py - top, u - px - left]
                    lit[v, u] = code if passage != STRAIGHT or here[v, u] else 0
                    whole[v, u] = code
            start[0], start[1] = places[n, 0] + starts[d, 0], places[n, 1] + starts[d, 1]
            start[2], start[3], start[4] = places[n, 2], places[n, 3], places[n, 4]
            start[5], start[6] = starts[d, 2], starts[d, 3]
            _light(arrays, links, start, passage, centre, rule, limit, lit, x0, y0, x1, y1)
            if hilly:
                _light(bare, bare_links, start, bare_passage, centre, rule, limit, whole, x0, y0, x1, y1)
            for v in range(y0, y1):
                for u in range(x0, x1):
                    for e in range(first[v * cols + u], first[v * cols + u + 1]):
                        if entries[e, 1] == FILL:
                            met = whole[v, u] & 1 != 0 and (
                                lit[v, u] != 0 or (u > 0 and lit[v, u - 1] != 0) or (v > 0 and lit[v - 1, u] != 0)
                                or (u + 1 < cols and lit[v, u + 1] != 0) or (v + 1 < rows and lit[v + 1, u] != 0))
                        else:
                            met = lit[v, u] != 0 and (
                                entries[e, 1] == BORDER or len(rises) == 0
                                or rises[entries[e, 2], v - py - top, u - px - left])
                        if met:
                            hits[n, d, entries[e, 0]] = True
            for k in range(len(body)):
                u, v = body[k, 0], body[k, 1]
                if x0 <= u < x1 and y0 <= v < y1 and lit[v, u] and (
                    len(rises) == 0 or rises[len(rises) - 1, v - py - top, u - px - left]
                ):
                    hits[n, d, hits.shape[2] - 1] = True
            for v in range(y0, y1):
                for u in range(x0, x1):
                    lit[v, u] = 0
                    whole[v, u] = 0
        for k in range(len(body)):
            here[body[k, 1], body[k, 0]] = marks[body[k, 1], body[k, 0]]


@dataclass(eq=False)
class Sweep:
    """A template that is still to be put somewhere on a grid, and what it may meet.

    :ivar make: the template at an origin, in a direction.
    :ivar turns: the directions; one that means nothing for a shape without directions.
    :ivar passage: None: the template's own.
    :ivar bodies: targets 0, 1, ...; the ``things`` come after them.
    :raises GeometryError: for a template that starts at no origin; bodies and things off the map; unknown words.
    """

    grid: Grid
    make: Make
    turns: tuple[Vector, ...]
    bodies: tuple[Body, ...] = ()
    things: tuple[Thing, ...] = ()
    counting: Counting = "centre"
    passage: Passage | None = None
    rule: Rule = "uniform"
    _patterns: dict[Vector, Patterns] = field(default_factory=dict, init=False)
    _rises: dict[tuple[int, ...], Mask] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        check_counting(self.counting)
        self._template = self.make(Origin("cell", (UNITS // 2, UNITS // 2), UNITS, (0, 0)), self.turns[0])
        self._passage = self._template.passage if self.passage is None else self.passage
        check_passage(self._passage)
        if not isinstance(self._template.source, Origin):
            raise GeometryError(text("area: it starts at no origin"))
        self._rule, self._limit = rule_code(self.rule), self._template.walk
        if self._limit is None and self._passage == "spread":
            raise GeometryError(text("area: it has no radius to spread by"))
        self._targets = _targets(self.grid, self.bodies, self.things)
        fills = any(each.fills for each in self.things)
        self._bare = self.grid.replace(barriers=()) if fills and np.ptp(self.grid.height) else None

    # --- cells of the shape ------------------------------------------------------------------------------------------

    def patterns(self, rest: Vector) -> Patterns:
        """The cells of the template when its origin is at a place (x, y) within a cell, in 1/64 m."""
        if rest not in self._patterns:
            self._patterns[rest] = self._drawn(rest)
        return self._patterns[rest]

    def _drawn(self, rest: Vector) -> Patterns:
        origin = _origin(rest, 0)
        made = [self.make(origin, turn) for turn in self.turns]
        boxes = np.array([shape_box(each.shape) for each in made], np.int64) - _FAR
        boxes[:, :2], boxes[:, 2:] = np.maximum(boxes[:, :2], -_FAR), np.minimum(boxes[:, 2:], _FAR + 1)
        left, top, right, bottom = boxes[:, 0].min(), boxes[:, 1].min(), boxes[:, 2].max(), boxes[:, 3].max()
        window = slice(top + _FAR, bottom + _FAR), slice(left + _FAR, right + _FAR)
        size = 2 * _FAR + 1, 2 * _FAR + 1
        flows = "connected" in (self._passage, self._template.passage)
        found = np.stack([codes(each.shape, self.counting, size, flows)[window] for each in made])
        starts = np.zeros((len(made), 4), np.int64)
        for number, each in enumerate(made):
            source = each.source
            assert isinstance(source, Origin)
            starts[number] = (source.point[0] - origin.point[0], source.point[1] - origin.point[1],
                              *first_step(source, self.rule))
        seen: set[tuple[bytes, bytes]] = set()
        different = np.ones(len(made), np.bool_)
        for number in range(len(made)):
            key = found[number].tobytes(), starts[number].tobytes()
            different[number] = key not in seen
            seen.add(key)
        return Patterns(found, int(left), int(top), boxes, starts, different)

    def rises(self, rest: Vector, height: int, feet: int, head: int) -> Mask:
        """(h, w) bool: where the heights of the template meet [feet, head), around an origin of that height."""
        key = *rest, height, feet, head
        if key not in self._rises:
            shape = self.patterns(rest)
            counted = (shape.codes & 1).any(axis=0)
            found = np.zeros(counted.shape, np.bool_)
            template, body = self.make(_origin(rest, height), self.turns[0]), Body(((0, 0),), feet, head)
            for row, col in np.argwhere(counted).tolist():
                cell = col + shape.left + _FAR, row + shape.top + _FAR
                found[row, col] = template.meets(body, cell, self.counting)  # whatever its cells
            self._rises[key] = found
        return self._rises[key]

    # --- placements --------------------------------------------------------------------------------------------------

    def near(self, own: Sequence[Body] = ()) -> Mask:
        """(H + 1, W + 1) bool: the corners and cells (top lefts) from which the template could reach some target."""
        shape = [self.patterns(rest) for rest in ((0, 0), (UNITS // 2, UNITS // 2))]
        left, top = min(each.left for each in shape), min(each.top for each in shape)
        right = max(each.left + each.codes.shape[2] for each in shape)
        bottom = max(each.top + each.codes.shape[1] for each in shape)
        found = np.zeros((self.grid.rows + 1, self.grid.cols + 1), np.bool_)
        cells = [(int(x), int(y)) for y, x in np.argwhere(self._targets.marks == HERE)]
        for x, y in cells + [cell for each in own for cell in each.cells]:
            found[max(y - bottom + 1, 0):max(y - top + 1, 0), max(x - right + 1, 0):max(x - left + 1, 0)] = True
        return found

    def hits(self, origins: Origins, own: Sequence[Body] = ()) -> Mask:
        """(N, D, T) bool: for each origin and direction, which targets it meets.

        :param own: one more body, the last target of all: one, or one for each origin, of as many cells each.
        """
        found = np.zeros((len(origins), len(self.turns), len(self.bodies) + len(self.things) + bool(own)), np.bool_)
        places = np.column_stack([origins.points, origins.heights, origins.cells])
        cells = np.array([each.cells for each in own] or np.zeros((1, 0, 2)), np.int64)
        tops = np.array([(each.feet, each.head) for each in own] or [(0, 0)], np.int64)
        keys = np.column_stack([origins.points % UNITS, origins.heights, np.broadcast_to(tops, (len(origins), 2))])
        groups, which = np.unique(keys, axis=0, return_inverse=True)
        for number, (x, y, height, *top) in enumerate(groups.tolist()):
            rows = np.nonzero(which.ravel() == number)[0]
            part = np.zeros((len(rows), *found.shape[1:]), np.bool_)
            bodies = cells[rows] if len(cells) > 1 else cells
            self._group(places[rows], (x, y), height, bodies, (top[0], top[1]), part)
            found[rows] = part
        return found

    def _group(
        self, places: NDArray[np.int64], rest: Vector, height: int, own: NDArray[np.int64], top: tuple[int, int],
        hits: Mask,
    ) -> None:
        """The placements of origins at one place within their cells and of one height, and own bodies of one height."""
        shape, targets, grid = self.patterns(rest), self._targets, self.grid
        heights = (*targets.heights, *([top] if own.size else []))
        flat = type(self._template).meets is Template.meets or not heights
        rises = np.zeros((0, *shape.codes.shape[1:]), np.bool_) if flat else np.stack(
            [self.rises(rest, height, feet, head) for feet, head in heights])
        bare = grid if self._bare is None else self._bare
        _sweep(
            table(grid).arrays, links_at(grid, height), table(bare).arrays, links_at(bare, height),
            self._bare is not None, places, shape.codes, shape.left, shape.top, shape.boxes, shape.starts, rises,
            CODES[self._passage], CODES[self._template.passage], self.counting == "centre", self._rule,
            self._limit or 0, targets.first, targets.entries, targets.marks, own, hits)


def _origin(rest: Vector, height: int) -> Origin:
    """An origin at that place within the cell around which patterns are worked out."""
    point = _FAR * UNITS + rest[0], _FAR * UNITS + rest[1]
    kind: Kind = "cell" if all(rest) else "edge" if any(rest) else "corner"
    return Origin(kind, point, height, (_FAR, _FAR))
