"""The map brush: one stroke changes the ground and what stands on it. Masks follow, as they follow from the map.

:func:`paint` needs no battle, only a map and its structures; :func:`why_not` also looks at who stands there.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.errors import GeometryError
from game.rules.bodies import body_of, obstructed
from game.rules.deployment import begun
from game.rules.doors import described
from game.rules.events import Event, MapEdited
from game.rules.gm_actions import Edge, EditMap
from game.rules.masonry import (
    above_ground,
    cell_id,
    cell_of,
    crosses,
    edge_id,
    edges_of,
    ends,
    pieces,
    row_by_row,
    thin_range,
)
from game.rules.materials import materials, nd_of, tables
from game.rules.state import Battle, Combatant, Structure, StructureKind, Team
from game.spatial.grid import (
    NO_CONCEALMENT,
    NO_ENTRY,
    PARTIAL,
    PLAIN,
    TOTAL,
    UNITS,
    Barrier,
    Cell,
    Grid,
    cell_name,
    pillar,
    units,
)
from game.texts import Text, text

Result = tuple[Battle, list[Event]]
THIN: Final = ("wall", "low_wall", "door")
TALL: Final = {"wall": 3.0, "low_wall": 1.0, "door": 3.0, "pillar": 3.0}  # metres
PILLAR: Final = 0.5  # metres wide
LOWEST, HIGHEST = -26, 35  # metres of ground: as far as a map file can say
MOST: Final = 70_000  # cells or edges of one stroke: more than the largest map has


@dataclass(frozen=True)
class Painted:
    """A map after a stroke: ``cells`` and ``edges`` are those that the stroke has changed; ``kept`` is the first thing
    that was in its way and stays as it was."""

    grid: Grid
    structures: tuple[Structure, ...]
    cells: tuple[Cell, ...]
    edges: tuple[Edge, ...]
    kept: Structure | None = None


# --- refusing --------------------------------------------------------------------------------------------------------


def why_not(battle: Battle, stroke: EditMap) -> Text | None:
    """Why the stroke makes no sense; None when it does. Nobody is walled in, or built upon."""
    if (reason := fault(battle.map, stroke)) is not None:
        return reason
    if stroke.brush == "zone" and (reason := _why_no_zone(battle, stroke.team)) is not None:
        return reason
    try:
        done = paint(battle.map, battle.structures, stroke)
    except GeometryError as error:
        return error.message
    if not (done.cells or done.edges or rezoned(battle, stroke)):
        if done.kept is not None:
            return text("this is in the way: {thing}", thing=described(done.kept))
        return text("nothing would change there")
    other = caught(battle, battle.but(map=done.grid, structures=done.structures))
    return None if other is None else text("{other} stands in the way", other=other.name)


def _why_no_zone(battle: Battle, team: str) -> Text | None:
    if team and team not in {each.id for each in battle.teams}:
        return text("there is no team {team!r}", team=team)
    return begun(battle)


def fault(grid: Grid, stroke: EditMap) -> Text | None:
    """What is wrong with a stroke on a map, whatever stands there."""
    thin = stroke.brush in THIN
    if (not stroke.cells and not stroke.edges) or (thin and stroke.cells) or (
            stroke.edges and not thin and stroke.brush != "erase"):
        return text("walls and doors are drawn on edges, all else on squares")
    if len(stroke.cells) > MOST or len(stroke.edges) > MOST:
        return text("this stroke is too long")
    for cell in stroke.cells:
        if cell not in grid:
            return text("{cell} is outside the map ({cols} x {rows} squares)", cell=str(cell), cols=grid.cols,
                        rows=grid.rows)
    for x0, y0, x1, y1 in stroke.edges:
        inside = all(0 <= x <= grid.cols and 0 <= y <= grid.rows for x, y in ((x0, y0), (x1, y1)))
        if not inside or (x0 != x1) == (y0 != y1):
            return text("{edge} is no edge between squares of this map", edge=str((x0, y0, x1, y1)))
    if stroke.material and stroke.material not in materials():
        return text("there is no such material: {material}", material=stroke.material)
    if stroke.brush == "height" and not (abs(stroke.rise) <= HIGHEST - LOWEST and units(stroke.rise)):
        return text("say by how many metres the ground rises or sinks")
    return None


def caught(before: Battle, after: Battle) -> Combatant | None:
    """Somebody whose body would stand in something solid that was not there before; None when nobody would."""
    for each in after.combatants:
        if each.cell is not None and obstructed(after, body_of(after, each)) and not (
                obstructed(before, body_of(before, before[each.id]))):
            return each
    return None


def do(battle: Battle, stroke: EditMap) -> Result:
    """Draw it."""
    done = paint(battle.map, battle.structures, stroke)
    made = ""
    if stroke.brush in ("wall", "low_wall", "door", "pillar"):
        made = made_of(stroke.brush, stroke.material)[1]
    cells = {*done.cells, *rezoned(battle, stroke)}
    event = MapEdited(stroke.brush, len(cells), len(done.edges), made, stroke.rise, stroke.team)
    return battle.but(map=done.grid, structures=done.structures, teams=zoned(battle, stroke)), [event]


# --- starting zones --------------------------------------------------------------------------------------------------


def zoned(battle: Battle, stroke: EditMap) -> tuple[Team, ...]:
    """The sides with their starting zones after a stroke, row by row: a square is of one side, or of none. Once the
    fight has begun they stay as they are."""
    if stroke.brush not in ("zone", "erase") or battle.phase != "deploy":
        return battle.teams
    cells = {*stroke.cells}
    without = [replace(each, zone=row_by_row({*each.zone} - cells)) for each in battle.teams]
    return tuple(replace(each, zone=row_by_row({*each.zone} | cells)) if each.id == stroke.team else each
                 for each in without)


def rezoned(battle: Battle, stroke: EditMap) -> set[Cell]:
    """The squares that a stroke gives to the starting zone of another side, or of none."""
    return {cell for old, new in zip(battle.teams, zoned(battle, stroke), strict=True)
            for cell in {*old.zone} ^ {*new.zone}}


# --- painting --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def paint(grid: Grid, structures: tuple[Structure, ...], stroke: EditMap) -> Painted:
    """The map after a stroke that :func:`fault` has nothing against.

    Walls leave doors and windows as they are; nothing is put where something else fills the square.

    :raises GeometryError: when the ground would be too high or too deep.
    """
    canvas = _Canvas(grid, structures)
    cells, edges = dict.fromkeys(stroke.cells), dict.fromkeys(_unit_edges(stroke.edges))
    match stroke.brush:
        case "wall" | "low_wall" | "door":
            for edge in edges:
                canvas.put_thin(edge, stroke.brush, stroke.material)
        case "pillar":
            for cell in cells:
                canvas.put_pillar(cell, stroke.material)
        case "mud":
            canvas.soften(cells)
        case "smoke":
            canvas.smoke(cells, TOTAL if stroke.thick else PARTIAL)
        case "height":
            canvas.lift(cells, units(stroke.rise))
        case "erase":
            for edge in edges:
                canvas.cut(edge)
            for cell in cells:
                canvas.clear(cell)
    return canvas.finished()


def _unit_edges(edges: tuple[Edge, ...]) -> Iterator[Edge]:
    """Edge by edge, each from its top or left end."""
    for x0, y0, x1, y1 in edges:
        start, end = sorted(((x0, y0), (x1, y1)))
        for (x, y), (z, w) in pieces(start, end):
            yield int(x), int(y), int(z), int(w)


def made_of(kind: StructureKind, material: str) -> tuple[int, str]:
    """Structural ND and name of the material of a thing of that kind. # rule: STR-1"""
    make = tables().default[kind]
    if material:
        make = replace(make, material=material)
    return nd_of(make, materials()), materials()[make.material].name


def plain_surface(grid: Grid) -> int:
    """How most plain squares of a map look: a place in its ``surfaces``."""
    plain = grid.surface[(grid.cost == PLAIN) & (grid.concealment == NO_CONCEALMENT)]
    return int(np.bincount(plain).argmax()) if plain.size else 0


class _Canvas:
    """A map while a stroke is drawn."""

    def __init__(self, grid: Grid, structures: tuple[Structure, ...]) -> None:
        self.grid = grid
        self.height, self.cost = grid.height.copy(), grid.cost.copy()
        self.concealment, self.surface = grid.concealment.copy(), grid.surface.copy()
        self.surfaces = grid.surfaces
        self.barriers: list[Barrier] = list(grid.barriers)
        self.structures = {each.id: each for each in structures}
        self.filling = {cell: each.id for each in structures if not each.fallen for cell in each.cells}
        self.on_edge: dict[Edge, list[Barrier]] = {}
        for barrier in self.barriers:
            known = self.structures.get(barrier.structure)
            if known is None or not known.cells:
                for edge in edges_of(barrier):
                    self.on_edge.setdefault(edge, []).append(barrier)
        self.cells: dict[Cell, None] = {}
        self.edges: dict[Edge, None] = {}
        self.kept: Structure | None = None

    # things

    def put_thin(self, edge: Edge, kind: StructureKind, material: str) -> None:
        """A wall, low wall or door on an edge, in the place of a wall that is there."""
        nd, made = made_of(kind, material)
        start, end = (edge[0], edge[1]), (edge[2], edge[3])
        new = Structure(edge_id(kind, start, end), kind, (), (*start, *end), TALL[kind],
                        False if kind == "door" else None, nd=nd, material=made)
        for barrier in self.on_edge.get(edge, []):
            old = self.structures.get(barrier.structure)
            if old is not None and (old == new or (old.open is not None and kind != "door" and not old.fallen)):
                self.kept = self.kept or (old if old != new else None)
                return
        self._cut(edge)
        bottom, top = thin_range((start, end), self.height, 0, units(TALL[kind]))
        barrier = Barrier((start[0] * UNITS, start[1] * UNITS), (end[0] * UNITS, end[1] * UNITS), bottom, top,
                          structure=new.id)
        self.barriers.append(barrier)
        self.on_edge[edge] = [barrier]
        self.structures[new.id] = new
        self.edges[edge] = None

    def put_pillar(self, cell: Cell, material: str) -> None:
        """A pillar in the middle of a square."""
        if cell in self.filling:
            self.kept = self.kept or self.structures[self.filling[cell]]
            return
        nd, made = made_of("pillar", material)
        id, ground = cell_id("pillar", cell), int(self.height[cell[1], cell[0]]) / UNITS
        self._forget_fallen(cell)
        self.structures[id] = Structure(id, "pillar", (cell,), None, TALL["pillar"], None, nd=nd, material=made)
        self.filling[cell] = id
        self.barriers += pillar(cell, PILLAR, ground + TALL["pillar"], ground, structure=id)
        self.cells[cell] = None

    def cut(self, edge: Edge) -> None:
        """Nothing stands on an edge any more."""
        if self._cut(edge):
            self.edges[edge] = None

    def _cut(self, edge: Edge) -> bool:
        gone = self.on_edge.pop(edge, [])
        for barrier in gone:
            self._take_away(barrier)
        return bool(gone)

    def _take_away(self, barrier: Barrier) -> None:
        """A barrier, and its thing when that was the last of it; a thin wall that was longer is one of pieces now."""
        self.barriers.remove(barrier)
        for edge in edges_of(barrier):
            rest = [each for each in self.on_edge.get(edge, []) if each is not barrier]
            if rest:
                self.on_edge[edge] = rest
            else:
                self.on_edge.pop(edge, None)
        thing = self.structures.get(barrier.structure)
        if thing is None or thing.cells:
            return
        if any(each.structure == thing.id for each in self.barriers):
            self.structures[thing.id] = thing.but(segment=None)
        else:
            del self.structures[thing.id]

    def clear(self, cell: Cell) -> None:
        """A square becomes plain: whatever fills it, runs through it, slows or hides there is gone."""
        before = len(self.barriers), self._ground(cell), len(self.structures)
        for thing in [each for each in self.structures.values() if cell in each.cells]:
            self._empty(thing, cell)
        for barrier in [each for each in self.barriers if crosses(each, cell) and not self._fills(each)]:
            self._take_away(barrier)
        x, y = cell
        self.cost[y, x], self.concealment[y, x] = PLAIN, NO_CONCEALMENT
        if before[1][:2] != self._ground(cell)[:2]:
            self.surface[y, x] = plain_surface(self.grid)
        if before != (len(self.barriers), self._ground(cell), len(self.structures)):
            self.cells[cell] = None

    def _fills(self, barrier: Barrier) -> bool:
        thing = self.structures.get(barrier.structure)
        return thing is not None and bool(thing.cells)

    def _ground(self, cell: Cell) -> tuple[int, int, int]:
        x, y = cell
        return int(self.cost[y, x]), int(self.concealment[y, x]), int(self.surface[y, x])

    def _empty(self, thing: Structure, cell: Cell) -> None:
        """A thing fills one cell less; the last of it is the end of it."""
        self.barriers = [each for each in self.barriers if each.structure != thing.id or cell_of(each) != cell]
        self.filling.pop(cell, None)
        rest = tuple(each for each in thing.cells if each != cell)
        if rest:
            self.structures[thing.id] = thing.but(cells=rest)
        else:
            self.barriers = [each for each in self.barriers if each.structure != thing.id]
            del self.structures[thing.id]

    def _forget_fallen(self, cell: Cell) -> None:
        """Rubble makes room for what is built on it."""
        for thing in [each for each in self.structures.values() if cell in each.cells]:
            self._empty(thing, cell)

    # ground

    def soften(self, cells: dict[Cell, None]) -> None:
        """Mud: entering costs twice as much, at least."""
        if "mud" not in self.surfaces:
            self.surfaces = (*self.surfaces, "mud")
        look = self.surfaces.index("mud")
        for x, y in cells:
            if self.cost[y, x] == NO_ENTRY or (x, y) in self.filling:
                continue
            before = self._ground((x, y))
            self.cost[y, x] = max(int(self.cost[y, x]), 2 * PLAIN)
            self.surface[y, x] = look
            if self._ground((x, y)) != before:
                self.cells[x, y] = None

    def smoke(self, cells: dict[Cell, None], level: int) -> None:
        """Smoke hides in part, or wholly."""
        for x, y in cells:
            if self.concealment[y, x] != level:
                self.concealment[y, x] = level
                self.cells[x, y] = None

    def lift(self, cells: dict[Cell, None], rise: int) -> None:
        """The ground rises by 1/64 m, and what stands on it with it."""
        before = self.height.copy()
        for x, y in cells:
            after = int(self.height[y, x]) + rise
            if not LOWEST * UNITS <= after <= HIGHEST * UNITS:
                raise GeometryError(text("the ground of a map is from {low} to {high} m high; {cell} would not be",
                                         low=LOWEST, high=HIGHEST, cell=cell_name((x, y))))
            self.height[y, x] = after
            self.cells[x, y] = None
        self.barriers = [self._carried(each, before, cells) for each in self.barriers]

    def _carried(self, barrier: Barrier, before: NDArray[np.int32], cells: dict[Cell, None]) -> Barrier:
        """A barrier on the ground as it is now; ``before`` is how high it was."""
        thing = self.structures.get(barrier.structure)
        if thing is not None and thing.cells:
            cell = cell_of(barrier)
            if cell not in cells:
                return barrier
            by = int(self.height[cell[1], cell[0]]) - int(before[cell[1], cell[0]])
            return replace(barrier, bottom=barrier.bottom + by, top=barrier.top + by)
        bottom, top = thin_range(ends(barrier), self.height, *above_ground(barrier, before))
        return replace(barrier, bottom=bottom, top=top)

    # the end

    def finished(self) -> Painted:
        """The map as it is now. Things that fill squares come first, row by row, then thin ones: the order in which a
        file of this map would be read."""
        first = {each.id: min((y, x) for x, y in each.cells) for each in self.structures.values() if each.cells}
        barriers = sorted(self.barriers, key=lambda each: self._place(each, first))
        order = {each.structure: n for n, each in reversed([*enumerate(barriers)])}
        structures = sorted(self.structures.values(), key=lambda each: (
            (0, *first[each.id]) if each.id in first else (1, order.get(each.id, len(order)), 0)))
        grid = self.grid.replace(height=self.height, cost=self.cost, concealment=self.concealment,
                                 surface=self.surface, surfaces=self.surfaces, barriers=tuple(barriers))
        return Painted(grid, tuple(structures), tuple(self.cells), tuple(self.edges), self.kept)

    def _place(self, barrier: Barrier, first: dict[str, Cell]) -> tuple[int, int, int]:
        if barrier.structure not in first:
            return 1, 0, 0
        x, y = cell_of(barrier)
        return 0, y, x
