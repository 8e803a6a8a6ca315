"""The size of the map: rows and columns more, or fewer, at its edges. All that is somewhere moves along.

Where rows come before the first one, or columns, every square has another name from then on: so do the things that are
called after their square. New ground is plain, and as high as the edge that it continues.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from game.rules.bodies import body_of
from game.rules.brush import plain_surface
from game.rules.doors import described
from game.rules.events import Event, MapResized
from game.rules.gm_actions import ResizeMap
from game.rules.handling import thing_name
from game.rules.masonry import above_ground, cell_id, edge_id, ends, row_by_row, thin_range
from game.rules.state import Battle, Casting, Combatant, GroundItem, Placement, Structure, Team, Zone
from game.spatial.grid import MAX_SIDE, NO_CONCEALMENT, PLAIN, UNITS, Barrier, Cell, Grid, Point, units
from game.texts import Text, text

Result = tuple[Battle, list[Event]]
LEAST: Final = 1  # column or row


@dataclass(frozen=True, slots=True)
class _Change:
    """The old map's corner comes to <left, top> of one that has ``cols`` columns and ``rows`` rows."""

    left: int
    top: int
    cols: int
    rows: int

    def moved(self, cell: Cell) -> Cell:
        return cell[0] + self.left, cell[1] + self.top

    def point(self, point: Point) -> Point:
        """In 1/64 m."""
        return point[0] + self.left * UNITS, point[1] + self.top * UNITS

    def keeps(self, cells: Iterable[Cell]) -> bool:
        """Whether cells of the old map are all on the new one."""
        return all(0 <= x + self.left < self.cols and 0 <= y + self.top < self.rows for x, y in cells)

    def keeps_points(self, points: Iterable[Point]) -> bool:
        """Whether points of the old map, in 1/64 m, are all on the new one, or on its edge."""
        return all(0 <= x <= self.cols * UNITS and 0 <= y <= self.rows * UNITS for x, y in map(self.point, points))


def _change(grid: Grid, action: ResizeMap) -> _Change:
    return _Change(action.left, action.top, grid.cols + action.left + action.right,
                   grid.rows + action.top + action.bottom)


# --- refusing --------------------------------------------------------------------------------------------------------


def why_not(battle: Battle, action: ResizeMap) -> Text | None:
    """Why the map cannot have this size; None when it can. Nothing that is on it falls off."""
    sides = action.top, action.right, action.bottom, action.left
    if not any(sides):
        return text("nothing would change there")
    change = _change(battle.map, action)
    if max(map(abs, sides)) > MAX_SIDE or not (LEAST <= change.cols <= MAX_SIDE and LEAST <= change.rows <= MAX_SIDE):
        return text("a map has from {least} to {most} columns, and as many rows", least=LEAST, most=MAX_SIDE)
    lost = next(_falling(battle, change), None)
    return None if lost is None else text("this would fall off the map: {what}", what=lost)


def _falling(battle: Battle, change: _Change) -> Iterator[Text | str]:
    """What would no longer be on the map."""
    for who in battle.combatants:
        if who.cell is not None and not change.keeps(body_of(battle, who).cells):
            yield text("somebody hidden") if who.hidden else who.name
    for thing in battle.items:
        if not change.keeps([thing.cell]):
            yield text("something hidden") if thing.unseen else text(thing_name(thing))
    known = {each.id: each for each in battle.structures}
    for structure in battle.structures:
        if not change.keeps(structure.cells):
            yield described(structure)
    for barrier in battle.map.barriers:
        if not change.keeps_points((barrier.start, barrier.end)):
            yield described(known[barrier.structure]) if barrier.structure in known else text("wall")
    for zone in battle.zones:
        origin = () if zone.origin is None else (zone.origin.point,)
        if not (change.keeps(zone.cells) and change.keeps_points(origin)):
            yield text(zone.effect.name)
    for casting in [each.casting for each in battle.combatants if each.casting is not None]:
        if casting.place is not None and not _keeps_place(change, casting.place):
            yield text(casting.power.name)


def _keeps_place(change: _Change, place: Placement) -> bool:
    if place.cells:
        return change.keeps(place.cells)
    if place.origin == "cell":
        return change.keeps([(int(place.x), int(place.y))])
    return change.keeps_points([(units(place.x), units(place.y))])


# --- doing -----------------------------------------------------------------------------------------------------------


def do(battle: Battle, action: ResizeMap) -> Result:
    """Make it larger or smaller."""
    change = _change(battle.map, action)
    called = _names(battle.structures, change)
    changed = battle.but(
        map=_resized(battle, change, called),
        structures=tuple(_structure(each, change, called) for each in battle.structures),
        teams=tuple(_team(each, change) for each in battle.teams),
        combatants=tuple(_combatant(each, change, called) for each in battle.combatants),
        zones=tuple(_zone(each, change) for each in battle.zones),
        items=tuple(_item(each, change) for each in battle.items),
    )
    return changed, [MapResized(change.cols, change.rows, change.left, change.top)]


def _resized(battle: Battle, change: _Change, called: dict[str, str]) -> Grid:
    """The layers and barriers; a thin wall stands on the ground that is beside it now."""
    grid = battle.map
    more_and_less = ((change.top, change.rows - change.top - grid.rows),
                     (change.left, change.cols - change.left - grid.cols))
    cut = tuple(slice(max(-before, 0), size + min(after, 0))
                for (before, after), size in zip(more_and_less, grid.shape, strict=True))
    more = tuple((max(before, 0), max(after, 0)) for before, after in more_and_less)
    height = np.pad(grid.height[cut], more, mode="edge")
    filling = {each.id for each in battle.structures if each.cells}

    def moved(barrier: Barrier) -> Barrier:
        new = replace(barrier, start=change.point(barrier.start), end=change.point(barrier.end),
                      structure=called.get(barrier.structure, barrier.structure))
        if barrier.structure in filling:
            return new
        bottom, top = thin_range(ends(new), height, *above_ground(barrier, grid.height))
        return replace(new, bottom=bottom, top=top)

    return grid.replace(
        height=height,
        cost=np.pad(grid.cost[cut], more, constant_values=PLAIN),
        concealment=np.pad(grid.concealment[cut], more, constant_values=NO_CONCEALMENT),
        surface=np.pad(grid.surface[cut], more, constant_values=plain_surface(grid)),
        barriers=tuple(moved(each) for each in grid.barriers),
    )


def _names(structures: tuple[Structure, ...], change: _Change) -> dict[str, str]:
    """The new ids of the things that are called after their place; the old ones, should two be called the same."""
    found = {}
    for each in structures:
        moved = _placed(each, change)
        if each.id == _usual_id(each):
            found[each.id] = _usual_id(moved)
    ids = [found.get(each.id, each.id) for each in structures]
    return found if len({*ids}) == len(ids) else {}


def _usual_id(thing: Structure) -> str:
    """What a thing is called unless its file says otherwise."""
    if thing.cells:
        return cell_id(thing.kind, row_by_row(thing.cells)[0])
    if thing.segment is None:
        return ""
    return edge_id(thing.kind, thing.segment[:2], thing.segment[2:])


def _placed(thing: Structure, change: _Change) -> Structure:
    x, y = change.left, change.top
    a = thing.segment
    return thing.but(cells=tuple(map(change.moved, thing.cells)),
                     segment=None if a is None else (a[0] + x, a[1] + y, a[2] + x, a[3] + y))


def _structure(thing: Structure, change: _Change, called: dict[str, str]) -> Structure:
    return _placed(thing, change).but(id=called.get(thing.id, thing.id))


def _team(team: Team, change: _Change) -> Team:
    """A starting zone loses the squares that are gone."""
    return replace(team, zone=tuple(change.moved(each) for each in team.zone if change.keeps([each])))


def _combatant(who: Combatant, change: _Change, called: dict[str, str]) -> Combatant:
    return who.but(
        cell=None if who.cell is None else change.moved(who.cell),
        conditions=tuple(each if each.focus is None else each.but(focus=change.moved(each.focus))
                         for each in who.conditions),
        casting=None if who.casting is None else _casting(who.casting, change),
        efforts=tuple((called.get(thing, thing), count) for thing, count in who.efforts),
    )


def _casting(casting: Casting, change: _Change) -> Casting:
    place = casting.place
    if place is None:
        return casting
    if place.cells:
        return replace(casting, place=replace(place, cells=tuple(map(change.moved, place.cells))))
    return replace(casting, place=replace(place, x=place.x + change.left, y=place.y + change.top))


def _zone(zone: Zone, change: _Change) -> Zone:
    origin = zone.origin
    if origin is not None:
        origin = replace(origin, point=change.point(origin.point),
                         cell=None if origin.cell is None else change.moved(origin.cell))
    return zone.but(origin=origin, cells=tuple(map(change.moved, zone.cells)))


def _item(item: GroundItem, change: _Change) -> GroundItem:
    return item.but(cell=change.moved(item.cell))
