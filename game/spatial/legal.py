"""Legal origins: where a caster may start an area. # rule: EFF-3

An origin is legal when it is within range of the caster's body, some sample point of the caster has an open effect line
to where the lines of the origin start, and one an open sight line if it must be seen. Many at once are arrays,
:class:`Origins`, with the same answers as one by one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from game.errors import GeometryError
from game.spatial.grid import UNITS, Body, Grid, Mask, Point
from game.spatial.lines import Arrays, Field, clear, count_clear, kernel, table
from game.spatial.metric import Metric, Rule
from game.spatial.origins import (
    ABOVE,
    HALF_CELL,
    STUCK,
    Kind,
    Origin,
    metres,
    on_barrier,
    on_map,
    pair,
    start_of,
    touching,
)
from game.spatial.sight import sample_points
from game.texts import text

Refusal = Literal["", "range", "effect", "sight"]
LINES: tuple[tuple[Field, Refusal], ...] = (("effect", "effect"), ("sight", "sight"))


# --- one origin ------------------------------------------------------------------------------------------------------


def range_to(caster: Body, point: Point, height: int, rule: Rule = "uniform") -> int:
    """The distance from a body to an origin, in 1/1000 m: to the nearest cell that the point touches.

    :raises GeometryError: for an unknown rule.
    """
    metric = Metric(rule)
    up = -(-max(0, height - caster.head, caster.feet - height) // UNITS)
    near, (x0, y0), (x1, y1) = touching(point), caster.cells[0], caster.cells[-1]
    if not _is_rectangle(caster):
        return min(metric.length(x - cx, y - cy, up) for x, y in caster.cells for cx, cy in near)
    across, along = max(near[0][0] - x1, x0 - near[-1][0], 0), max(near[0][1] - y1, y0 - near[-1][1], 0)
    return metric.length(across, along, up)


def _is_rectangle(body: Body) -> bool:
    (x0, y0), (x1, y1) = body.cells[0], body.cells[-1]
    return (x1 - x0 + 1) * (y1 - y0 + 1) == len(body.cells)


def refusal(
    grid: Grid, caster: Body, origin: Origin, reach: float, rule: Rule = "uniform", sight: bool = True
) -> Refusal:
    """Why a caster may not start an area at an origin: out of ``range``, no line of ``effect``, no line of ``sight``.

    Empty when it may. Lines go from the sample points of the caster to where the lines of the origin start; one open
    line suffices.

    :param reach: metres, by the rule for diagonals.
    :param sight: whether the origin must be seen.
    :raises GeometryError: for an origin off the map, a reach below 0 or an unknown rule.
    """
    if range_to(caster, origin.point, origin.height, rule) * UNITS > 1000 * metres("range", reach):
        return "range"
    start = start_of(grid, origin)
    if start.state == STUCK:
        return "effect"
    for field, reason in LINES[:1 + sight]:
        if not clear(grid, (start.x, start.y, start.z), sample_points(caster), field).any():
            return reason
    return ""


def corner_origin(
    grid: Grid, caster: Body, corner: Point, sight: bool = False, above: int = ABOVE
) -> Origin | None:
    """A corner as an origin of a caster, with the cell that it belongs to; None when no line reaches it.

    See :func:`corner_origins`.
    """
    x, y = pair(corner)
    on_map(grid, (x * UNITS, y * UNITS))
    found = corner_origins(grid, caster, [(x, y)], sight, above=above)
    return found[0] if found else None


# --- many origins ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Origins:
    """Many origins of one kind on a map, as arrays; each belongs to a cell.

    :ivar points: (N, 2) int64, x and y in 1/64 m.
    :ivar heights: (N,) int64, 1/64 m above the map's zero.
    :ivar cells: (N, 2) int64, x and y.
    """

    kind: Kind
    points: NDArray[np.int64]
    heights: NDArray[np.int64]
    cells: NDArray[np.int64]

    @classmethod
    def of(cls, origins: Sequence[Origin]) -> Self:
        """These origins, at least one, all of one kind.

        :raises GeometryError: for a corner that belongs to no cell.
        """
        cells = [each.cell for each in origins if each.cell is not None]
        if len(cells) < len(origins):
            raise GeometryError(text("origin: it belongs to no cell"))
        return cls(origins[0].kind, np.array([each.point for each in origins], np.int64),
                   np.array([each.height for each in origins], np.int64), np.array(cells, np.int64))

    @classmethod
    def centres(cls, grid: Grid, cells: NDArray[np.int64], above: int = ABOVE) -> Self:
        """The centres of cells (N, 2) of the map, so high above their ground (1/64 m)."""
        heights = grid.height[cells[:, 1], cells[:, 0]].astype(np.int64) + above
        return cls("cell", cells * UNITS + HALF_CELL, heights, cells)

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """All origins of some parts, at least one, all of one kind."""
        return cls(parts[0].kind, np.concatenate([each.points for each in parts]),
                   np.concatenate([each.heights for each in parts]), np.concatenate([each.cells for each in parts]))

    def __len__(self) -> int:
        return len(self.heights)

    def __getitem__(self, number: int) -> Origin:
        (x, y), (col, row) = self.points[number].tolist(), self.cells[number].tolist()
        return Origin(self.kind, (x, y), int(self.heights[number]), (col, row))

    def where(self, chosen: NDArray[np.bool_] | NDArray[np.intp]) -> Self:
        """Those for which a mask (N,) is true, or those of these numbers, in their order."""
        return type(self)(self.kind, self.points[chosen], self.heights[chosen], self.cells[chosen])


def open_to(grid: Grid, caster: Body, origins: Origins, sight: bool = True) -> Mask:
    """(N,) bool: those origins that a caster's lines reach, whatever the range: what :func:`refusal` says of each."""
    starts, stuck = starts_of(table(grid).arrays, origins)
    found = ~stuck
    for field, _ in LINES[:1 + sight]:
        found[found] = count_clear(grid, sample_points(caster), starts[found], field) > 0
    return found


def ranges_to(caster: Body, origins: Origins, rule: Rule = "uniform") -> NDArray[np.int64]:
    """(N,) int64: :func:`range_to` each origin, in 1/1000 m.

    :raises GeometryError: for an unknown rule.
    """
    if not _is_rectangle(caster):
        places = zip(origins.points.tolist(), origins.heights.tolist(), strict=True)
        return np.array([range_to(caster, (x, y), height, rule) for (x, y), height in places], np.int64)
    low, high = (origins.points - 1) // UNITS, origins.points // UNITS  # the cells that each point touches
    flat = np.maximum(np.maximum(low - caster.cells[-1], caster.cells[0] - high), 0)
    up = -(-np.maximum(np.maximum(origins.heights - caster.head, caster.feet - origins.heights), 0) // UNITS)
    return Metric(rule).lengths(flat[:, 0], flat[:, 1], up)


def corner_origins(
    grid: Grid, caster: Body, corners: Sequence[Point], sight: bool = True, reach: float | None = None,
    rule: Rule = "uniform", above: int = ABOVE,
) -> tuple[Origin, ...]:
    """Those of some corners, in metres, that a caster has a line of effect to (and of sight, if asked), as origins.

    A corner belongs to one of the cells it touches, and is 1 m above its ground: to the one that most of the caster's
    lines reach; of equal ones to the nearest to the caster's middle, then to the one on the left.

    :param reach: metres, by the rule for diagonals; None: any range.
    :param above: the height above the ground, in 1/64 m.
    """
    found = open_corners(grid, caster, np.array(corners, np.int64).reshape(-1, 2), sight, reach, rule, above)
    return tuple(found[i] for i in range(len(found)))


def legal_corners(
    grid: Grid, caster: Body, reach: float, rule: Rule = "uniform", sight: bool = True
) -> tuple[Origin, ...]:
    """Every corner where a caster may start an area, as origins; by rows from the north-west.

    :param reach: metres, by the rule for diagonals.
    :raises GeometryError: for a reach below 0 or an unknown rule.
    """
    far = metres("range", reach) // UNITS + 1
    xs, ys = [x for x, _ in caster.cells], [y for _, y in caster.cells]
    corners = [(x, y) for y in range(max(min(ys) - far, 0), min(max(ys) + 1 + far, grid.rows) + 1)
               for x in range(max(min(xs) - far, 0), min(max(xs) + 1 + far, grid.cols) + 1)]
    return corner_origins(grid, caster, corners, sight, reach, rule)


def open_corners(
    grid: Grid, caster: Body, corners: NDArray[np.int64], sight: bool = True, reach: float | None = None,
    rule: Rule = "uniform", above: int = ABOVE,
) -> Origins:
    """:func:`corner_origins` of corners (N, 2), in metres, all different, in their order."""
    arrays = table(grid).arrays
    low, high = _grounds(grid.height, corners)
    level = np.column_stack([corners * UNITS, high + above])
    plain = (low == high) & ~_on_barriers(arrays, level)  # its lines start at the point itself, whatever its cell
    around = corners[:, None] - ((1, 1), (1, 0), (0, 1), (0, 0))  # (N, 4, 2) the cells that each touches
    number, which = np.nonzero(((around >= 0) & (around < (grid.cols, grid.rows))).all(axis=2))
    cells = around[number, which]  # (M, 2) one row for each corner and cell
    heights = grid.height[cells[:, 1], cells[:, 0]].astype(np.int64) + above
    places = Origins("corner", corners[number] * UNITS, heights, cells)
    starts, stuck = starts_of(arrays, places)
    first = np.searchsorted(number, number)  # of rows whose lines are the same, the one that is asked
    asked = ~stuck & (~plain[number] | (first == np.arange(len(number))))
    if reach is not None:
        asked &= ranges_to(caster, places, rule) * UNITS <= 1000 * metres("range", reach)
    lines = np.zeros(len(number), np.int64)
    lines[asked] = count_clear(grid, sample_points(caster), starts[asked], "effect")
    if sight:
        seen = np.nonzero(lines)[0]
        lines[seen] *= count_clear(grid, sample_points(caster), starts[seen], "sight") > 0
    lines = np.where(plain[number], lines[first], lines)
    away, turn = _preference(caster, corners[number], cells)
    order = np.lexsort((turn, away, -lines, number))
    best = order[np.searchsorted(number, np.unique(number))] if len(order) else order
    return places.where(best[lines[best] > 0])


def starts_of(arrays: Arrays, origins: Origins) -> tuple[NDArray[np.int64], Mask]:
    """(N, 3) int64: where the lines of each origin start; and (N,) bool: whether that point is inside a barrier, so
    that no line leaves it. See :func:`game.spatial.origins.start_of`."""
    points = np.column_stack([origins.points, origins.heights])
    owned = _on_barriers(arrays, points)
    middles = origins.cells[owned] * UNITS + HALF_CELL
    points[owned, :2] += np.sign(middles - points[owned, :2])
    stuck = np.zeros(len(points), np.bool_)
    stuck[owned] = _on_barriers(arrays, points[owned])
    return points, stuck


def _on_barriers(arrays: Arrays, points: NDArray[np.int64]) -> Mask:
    """(N,) bool: :func:`game.spatial.origins.on_barrier` of points (N, 3)."""
    found = np.empty(len(points), np.bool_)
    _look(arrays, points, found)
    return found


@kernel
def _look(arrays: Arrays, points: NDArray[np.int64], found: NDArray[np.bool_]) -> None:
    for i in range(len(points)):
        found[i] = on_barrier(arrays, points[i, 0], points[i, 1], points[i, 2])


def _grounds(height: NDArray[np.int32], corners: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(N,) int64 each: the lowest and the highest ground that corners (N, 2) of the map touch."""
    padded = np.pad(height.astype(np.int64), 1, mode="edge")
    x, y = corners[:, 0], corners[:, 1]
    around = np.stack([padded[y + j, x + i] for j in (0, 1) for i in (0, 1)])  # (4, N)
    return around.min(axis=0), around.max(axis=0)


def _preference(
    caster: Body, corners: NDArray[np.int64], cells: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What decides between the cells (N, 2) of corners (N, 2) that as many lines reach, the less the better: how far
    the cell is from the caster's middle, then how far on the left of the line from there to the corner."""
    xs, ys = [x for x, _ in caster.cells], [y for _, y in caster.cells]
    middle = np.array((min(xs) + max(xs) + 1, min(ys) + max(ys) + 1))  # twice
    to_cell, to_corner = 2 * cells + 1 - middle, 2 * corners - middle
    turn = to_corner[:, 0] * to_cell[:, 1] - to_corner[:, 1] * to_cell[:, 0]
    return (to_cell**2).sum(axis=1), turn

