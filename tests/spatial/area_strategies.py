"""Hypothesis strategies for origins and areas, and how they turn and move with the map."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from game.spatial.areas import (
    Aura,
    Circle,
    Cone,
    Cube,
    Cylinder,
    Free,
    Line,
    Origin,
    RowCone,
    Sphere,
    Square,
    Template,
)
from game.spatial.grid import UNITS, Cell, Grid
from game.spatial.metric import RULES
from game.spatial.origins import edge_places, touching
from tests.spatial.strategies import Symmetry, bodies

COUNTING: tuple[Any, ...] = ("centre", "any", "half")
PASSAGES: tuple[Any, ...] = ("straight", "connected", "spread", "none")
DIRECTIONS = st.one_of(
    st.sampled_from(((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1), (3, 4), (2, -1))),
    st.tuples(st.integers(-40, 40), st.integers(-40, 40)).filter(lambda v: v != (0, 0)))
LENGTHS = st.one_of(st.integers(1, 5), st.sampled_from((0.5, 1.5, 2.25, 3.53125)))
ANGLES = st.one_of(st.sampled_from((30, 45, 53.13, 60, 90, 120, 170, 180, 200, 270, 300, 360)), st.floats(1, 360))


@st.composite
def origins(draw: st.DrawFn, grid: Grid) -> Origin:
    """A corner with a cell, the centre of a cell, or the edge of a body, at any of some heights."""
    height = draw(st.sampled_from((None, None, None, 0, 32, 100, 160)))
    match draw(st.sampled_from(("corner", "cell", "edge"))):
        case "corner":
            corner = draw(st.integers(0, grid.cols)), draw(st.integers(0, grid.rows))
            cells = [cell for cell in touching((corner[0] * UNITS, corner[1] * UNITS)) if cell in grid]
            return Origin.corner(grid, corner, draw(st.sampled_from(cells)), height)
        case "cell":
            return Origin.centre(grid, draw(cells_of(grid)), height)
    body = draw(bodies(grid))
    x, y = draw(st.sampled_from(edge_places(body)))
    own = [cell for cell in body.cells if cell in touching((x, y))]
    return Origin.edge(body, (x / UNITS, y / UNITS), draw(st.sampled_from(own)), height)


def cells_of(grid: Grid) -> st.SearchStrategy[Cell]:
    return st.tuples(st.integers(0, grid.cols - 1), st.integers(0, grid.rows - 1))


@st.composite
def templates(draw: st.DrawFn, grid: Grid, kinds: tuple[type[Template], ...] = ()) -> Template:
    """Any area on the map."""
    known = (Line, Cone, RowCone, Circle, Sphere, Cylinder, Square, Cube, Aura, Free)
    kind = draw(st.sampled_from(kinds or known))
    length: Any = draw(LENGTHS)
    if kind is Aura:
        body = draw(bodies(grid, 3))
        cells = draw(st.sets(st.sampled_from(body.cells), min_size=1)) if draw(st.booleans()) else body.cells
        return Aura(replace(body, cells=tuple(cells)), length)
    origin = draw(origins(grid))
    side = draw(st.sampled_from(("left", "right")))
    direction, snap = draw(DIRECTIONS), draw(st.sampled_from((0, 8, 16, 32)))
    if kind is Line:
        width: Any = draw(st.sampled_from((1, 1, 2, 3, 1.5)))
        return Line(origin, direction, length, width, side, snap=snap)
    if kind is Cone:
        angle, end = draw(ANGLES), draw(st.sampled_from(("round", "flat")))
        return Cone(origin, direction, length, min(angle, 170) if end == "flat" else angle, end, snap=snap)
    if kind is RowCone:
        return RowCone(origin, direction, draw(st.integers(1, 4)), side)
    if kind is Square or kind is Cube:
        return kind(origin, draw(st.integers(1, 4)), draw(st.sampled_from(("centre", "edge"))), direction, side)
    if kind is Free:
        return Free(frozenset(draw(st.sets(cells_of(grid), min_size=1, max_size=8))), origin)
    rule = draw(st.sampled_from(("euclid", "euclid", *RULES)))
    return Cylinder(origin, length, rule, tall=3) if kind is Cylinder else kind(origin, length, rule)


def turned_origin(turn: Symmetry, origin: Origin, grid: Grid) -> Origin:
    """The origin on the turned map."""
    return replace(origin, point=turn.point(origin.point, grid.cols * UNITS, grid.rows * UNITS),
                   cell=None if origin.cell is None else turn.cell(origin.cell, grid))


def turned(turn: Symmetry, template: Template, grid: Grid) -> Template:
    """The area on the turned map; a mirror image has left and right exchanged."""
    changes: dict[str, Any] = {}
    if isinstance(template, Aura):
        return replace(template, body=turn.body(template.body, grid))
    assert isinstance(template, (Line, Cone, RowCone, Circle, Square, Free))
    if template.origin is not None:
        changes["origin"] = turned_origin(turn, template.origin, grid)
    if isinstance(template, Free):
        changes["cells"] = frozenset(turn.cell(cell, grid) for cell in template.cells)
    if isinstance(template, (Line, Cone, RowCone, Square)):
        x, y = template.direction[::-1] if turn.swap else template.direction
        changes["direction"] = (-x if turn.mirror_x else x), (-y if turn.mirror_y else y)
    if isinstance(template, (Line, RowCone, Square)) and (turn.swap + turn.mirror_x + turn.mirror_y) % 2:
        changes["side"] = "left" if template.side == "right" else "right"
    return replace(template, **changes)


def shifted(template: Template, left: int, above: int) -> Template:
    """The area moved by whole cells."""
    def shift(cell: Cell) -> Cell:
        return cell[0] + left, cell[1] + above

    if isinstance(template, Aura):
        return replace(template, body=replace(template.body, cells=tuple(map(shift, template.body.cells))))
    assert isinstance(template, (Line, Cone, RowCone, Circle, Square, Free))
    changes: dict[str, Any] = {}
    if (origin := template.origin) is not None:
        x, y = origin.point
        changes["origin"] = replace(origin, point=(x + left * UNITS, y + above * UNITS),
                                    cell=None if origin.cell is None else shift(origin.cell))
    if isinstance(template, Free):
        changes["cells"] = frozenset(map(shift, template.cells))
    return replace(template, **changes)
