"""Where a power's area may be put, and what it covers there. # rule: EFF-3 EFF-4

One answer serves the highlight, the hit list and the damage: :func:`area_of`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from math import ceil
from typing import Final

import numpy as np

from game.errors import GeometryError
from game.rules.footing import body_of
from game.rules.ground import mask_of, origin_height, passage_of, template_of
from game.rules.powers import Power, Shape, ZoneEffect
from game.rules.state import Battle, Combatant, Placement
from game.spatial.areas import Origin, Passage, Template, area_hits, corner_origins, directions, refusal
from game.spatial.grid import PLAIN, UNITS, Body, Cell, Grid, Mask, cell_name, units
from game.spatial.legal import range_to
from game.spatial.origins import ABOVE, on_map, touching
from game.texts import Text, text

POINTS: Final = 16  # directions that are listed
BATCH: Final = 48  # corners whose lines are drawn at once


@dataclass(frozen=True)
class Area:
    """An area as it is put: its template and (H, W) bool cells, and how its effect passes walls; ``raised``: its origin
    is not at its usual height."""

    template: Template
    mask: Mask
    origin: Origin | None
    raised: bool = False
    passage: Passage | None = None


def origin_of(battle: Battle, who: Combatant, power: Power, place: Placement) -> Origin:
    """The origin that a placement names.

    :raises GeometryError: when there is none such, or no line of effect reaches it.
    """
    body, grid = body_of(battle, who), battle.grid
    usual = origin_height(battle.settings)
    above = usual if place.height is None else units(place.height)
    if place.origin == "edge":
        height = body.feet + above if place.height is not None else min(body.feet + above, body.head - 1)
        return Origin.edge(body, (place.x, place.y), height=height)
    if place.origin == "cell":
        return _middle(grid, (int(place.x), int(place.y)), above)
    if place.x != int(place.x) or place.y != int(place.y):
        raise GeometryError(text("a corner is given in whole metres"))
    corner = int(place.x), int(place.y)
    on_map(grid, (corner[0] * UNITS, corner[1] * UNITS))
    sight = needs_sight(battle, power)
    found = _origins(grid, body, (corner,), sight, above)[corner]
    if found is None and sight:  # that it is not seen is judged with all the rest
        found = _origins(grid, body, (corner,), False, above)[corner]
    if found is None:
        raise GeometryError(text("{who} has no line of effect to that place: choose one that nothing cuts off",
                                 who=who.name))
    return found


@lru_cache(maxsize=64)
def _known(grid: Grid, body: Body, sight: bool, above: int) -> dict[Cell, Origin | None]:
    """The corners that were looked at from a body, with their origins so high above the ground; None where no line
    reaches. Kept by the grid's version."""
    return {}


def _origins(
    grid: Grid, body: Body, corners: Iterable[Cell], sight: bool, above: int
) -> dict[Cell, Origin | None]:
    """The origins of some corners, among those known already."""
    known = _known(grid, body, sight, above)
    new = [each for each in corners if each not in known]
    if new:
        found = {(each.point[0] // UNITS, each.point[1] // UNITS): each
                 for each in corner_origins(grid, body, new, sight, above=above)}
        known.update((each, found.get(each)) for each in new)
    return known


_refusal = lru_cache(maxsize=8192)(refusal)


def area_of(battle: Battle, who: Combatant, power: Power, place: Placement | None) -> Area:
    """The area of a power as its caster would put it there.

    :raises GeometryError: when it cannot be put there.
    """
    shape = power.shape
    assert shape is not None
    body = body_of(battle, who)
    if shape.form == "aura":
        template, origin = template_of(shape, None, body=body), None
    elif place is None:
        raise GeometryError(text("this needs a place"))
    elif shape.form == "free":
        template, origin = template_of(shape, None, cells=place.cells), None
    else:
        origin = origin_of(battle, who, power, place)
        template = template_of(shape, origin, place.direction, below=origin_height(battle.settings))
    passage = passage_of(battle.settings, shape)
    mask = mask_of(battle.grid, template, battle.settings.counting, passage)
    return Area(template, mask, origin, place is not None and place.height is not None, passage)


def needs_sight(battle: Battle, power: Power) -> bool:
    """Whether the caster must see where it puts an area. # rule: EFF-3"""
    return power.sight and battle.settings.seen_places


def bodies_in(battle: Battle, area: Area) -> tuple[Combatant, ...]:
    """The creatures whose bodies an area hits: what is lit is what is hit. Those who are hidden come last, and nobody
    is told. # rule: ATK-5"""
    present = (*battle.present(), *(each for each in battle.combatants
                                    if each.hidden and not each.out and each.cell is not None))
    bodies = [body_of(battle, each) for each in present]
    hits = area_hits(battle.grid, area.template, bodies, battle.settings.counting, mask=area.mask)
    return tuple(each for each, hit in zip(present, hits, strict=True) if hit)


# --- refusing --------------------------------------------------------------------------------------------------------


def why_not_there(battle: Battle, who: Combatant, power: Power, place: Placement | None) -> Text | None:
    """Why a power's area may not be put there; None when it may. # rule: EFF-3"""
    shape = power.shape
    if shape is None or shape.form == "aura":
        return None if place is None else text("this takes no place")
    if place is None:
        return text("{power} needs a place", power=text(power.name))
    if shape.form == "free":
        reason = _why_not_cells(battle, who, power, shape, place.cells)
        if place.height is not None:
            reason = text("a set of squares has no height of its own")
    elif place.cells:
        reason = text("only a free set takes cells")
    else:
        reason = _why_not_so_high(battle, who, power, place) or _why_not_origin(battle, who, power, place)
    if reason is not None:
        return reason
    if not _solid(power):
        return None
    try:
        area = area_of(battle, who, power, place)
    except GeometryError as error:
        return error.message
    return _why_occupied(battle, area)


def heights_of(battle: Battle, who: Combatant, power: Power) -> tuple[float, float]:
    """The lowest and the highest that an area's origin may be put, in metres above its ground: from 0 to the range; at
    the caster's edge, to its head."""
    if power.range:
        return 0.0, float(power.range)
    return 0.0, (body_of(battle, who).tall - 1) / UNITS


def usual_height(battle: Battle, who: Combatant, power: Power) -> float:
    """How high an area's origin is put by itself, in metres above its ground."""
    return min(battle.settings.origin_height, heights_of(battle, who, power)[1])


def raisable(power: Power) -> bool:
    """Whether an area's origin may be raised or lowered: it starts somewhere, and changes nothing of the ground."""
    return power.shape is not None and power.shape.form not in ("aura", "free") and not any(
        isinstance(each, ZoneEffect) and (each.obstacle or each.cost > 1 or each.concealment != "none")
        for each in power.effects)


def _why_not_so_high(battle: Battle, who: Combatant, power: Power, place: Placement) -> Text | None:
    """# rule: EFF-3"""
    if place.height is None:
        return None
    least, most = heights_of(battle, who, power)
    if not least <= place.height <= most:
        return text("a height of {height} m is not from {least} to {most} m", height=float(place.height), least=least,
                    most=most)
    if not raisable(power):
        return text("{power} changes the ground, and cannot be raised or lowered", power=text(power.name))
    return None


def _solid(power: Power) -> bool:
    """Whether it raises something solid."""
    return any(isinstance(each, ZoneEffect) and each.obstacle for each in power.effects)


def _why_not_origin(battle: Battle, who: Combatant, power: Power, place: Placement) -> Text | None:
    if not power.range and place.origin != "edge":
        return text("{power} starts at the edge of {who}", power=text(power.name), who=who.name)
    if power.range and place.origin == "edge":
        return text("{power} is put at a corner or the centre of a square", power=text(power.name))
    try:
        origin = origin_of(battle, who, power, place)
    except GeometryError as error:
        return error.message
    return _refused(battle, who, power, origin)


def _refused(battle: Battle, who: Combatant, power: Power, origin: Origin) -> Text | None:
    found = _refusal(battle.grid, body_of(battle, who), origin, power.range, battle.settings.diagonals,
                     needs_sight(battle, power))
    match found:
        case "range":
            return text("that is out of range: {range} m", range=power.range)
        case "effect":
            return text("{who} has no line of effect to that place: choose one that nothing cuts off", who=who.name)
        case "sight":
            return text("{who} does not see that place: choose one in view", who=who.name)
    return None


def _why_not_cells(
    battle: Battle, who: Combatant, power: Power, shape: Shape, cells: tuple[Cell, ...]
) -> Text | None:
    if not 1 <= len({*cells}) == len(cells) <= shape.cells:
        return text("this takes from 1 to {count} squares, each once", count=shape.cells)
    for cell in cells:
        if cell not in battle.grid:
            return text("{cell} is outside the map ({cols} x {rows} squares)", cell=str(cell),
                        cols=battle.grid.cols, rows=battle.grid.rows)
        if (reason := _refused(battle, who, power, centre_of(battle, cell))) is not None:
            return text("{cell}: {reason}", cell=cell_name(cell), reason=reason)
    return None


def _why_occupied(battle: Battle, area: Area) -> Text | None:
    """Nothing solid is raised where somebody stands, in the fight or not."""
    for each in battle.combatants:
        if each.cell is not None and not each.hidden and any(area.mask[y, x] for x, y in body_of(battle, each).cells):
            return text("{other} stands in the way", other=each.name)
    return None


# --- listing ---------------------------------------------------------------------------------------------------------


def places_for(battle: Battle, who: Combatant, power: Power) -> Iterator[Placement | None]:
    """The places that are listed: those at corners, in 16 directions for what points somewhere; of those within range
    the nearest to creatures, as many as the settings say. All others are judged by :func:`why_not_there`."""
    shape = power.shape
    if shape is None or shape.form == "aura":
        yield None
        return
    solid = _solid(power)
    open_: dict[tuple[float, float], bool] = {}  # the corners of the caster's edge, judged once for all directions
    for place in islice(_candidates(battle, who, power, shape), battle.settings.listed_places):
        if solid or not power.range:
            at = place.x, place.y
            if solid or at not in open_:
                open_[at] = why_not_there(battle, who, power, place) is None
            if not open_[at]:
                continue
        yield place


def _candidates(battle: Battle, who: Combatant, power: Power, shape: Shape) -> Iterator[Placement]:
    body = body_of(battle, who)
    if shape.form == "free":
        yield from _free_sets(battle, who, power, shape)
    elif not power.range:
        yield from _from_edge(body, shape)
    else:
        turned = directions(POINTS) if shape.directed else ((1, 0),)
        most = ceil(battle.settings.listed_places / len(turned))
        for x, y in _near_corners(battle, who, power, ceil(max(shape.length, shape.radius, shape.side)), most):
            for direction in turned:
                yield Placement("corner", x, y, direction)


def _from_edge(body: Body, shape: Shape) -> Iterator[Placement]:
    """Each corner of the caster, in the directions that lead away from it."""
    xs, ys = [x for x, _ in body.cells], [y for _, y in body.cells]
    mx, my = min(xs) + max(xs) + 1, min(ys) + max(ys) + 1  # twice the middle
    corners = sorted({(x + i, y + j) for x, y in body.cells for i in (0, 1) for j in (0, 1)})
    outer = [each for each in corners if not {*body.cells}.issuperset(touching((each[0] * UNITS, each[1] * UNITS)))]
    for x, y in outer:
        for dx, dy in directions(POINTS) if shape.directed else directions(8):
            away = (2 * x - mx) * dx, (2 * y - my) * dy
            if min(away) >= 0 and max(away) > 0:
                yield Placement("edge", x, y, (dx, dy))


def _near_corners(battle: Battle, who: Combatant, power: Power, far: int, most: int) -> list[Cell]:
    """At most so many corners that a caster's lines reach, within range and within the area's own measure of some other
    creature, the nearest to one first."""
    body, grid, rule = body_of(battle, who), battle.grid, battle.settings.diagonals
    found: list[Cell] = []
    near = iter(corner for away, corner in corners_by_nearness(battle, who) if away <= 2 * far)
    while len(found) < most and (batch := tuple(islice(near, BATCH))):
        # those with a line of effect, and of sight if it needs one
        origins = _origins(grid, body, batch, needs_sight(battle, power), origin_height(battle.settings))
        found += [each for each in batch if (origin := origins[each]) is not None
                  and _range_to(body, origin.point, origin.height, rule) <= PLAIN * power.range]
    return found[:most]


_range_to = lru_cache(maxsize=8192)(range_to)


def corners_by_nearness(battle: Battle, who: Combatant) -> list[tuple[int, Cell]]:
    """Every corner of the map with its distance (in half metres) to the nearest creature but one, the nearest first."""
    found = battle.memo.get(("corners", who.id))
    if found is None:
        cells = tuple(cell for each in battle.present() if each.id != who.id for cell in body_of(battle, each).cells)
        found = battle.memo["corners", who.id] = _by_nearness(battle.grid.shape, cells)
    listed: list[tuple[int, Cell]] = found
    return listed


@lru_cache(maxsize=64)
def _by_nearness(shape: tuple[int, int], cells: tuple[Cell, ...]) -> list[tuple[int, Cell]]:
    ys, xs = np.indices((shape[0] + 1, shape[1] + 1))
    away = np.full(ys.shape, 10**6)
    for x, y in cells:
        away = np.minimum(away, np.maximum(abs(2 * xs - 2 * x - 1), abs(2 * ys - 2 * y - 1)))
    order = np.argsort(away, axis=None, kind="stable")
    return [(int(away.flat[at]), (int(at) % (shape[1] + 1), int(at) // (shape[1] + 1))) for at in order.tolist()]


def _free_sets(battle: Battle, who: Combatant, power: Power, shape: Shape) -> Iterator[Placement]:
    """For each other creature, the squares nearest to it that may be taken."""
    grid = battle.grid
    for each in battle.present():
        if each.id == who.id or each.cell is None:
            continue
        x0, y0 = each.cell
        around = sorted(
            ((x, y) for x in range(max(x0 - 3, 0), min(x0 + 4, grid.cols))
             for y in range(max(y0 - 3, 0), min(y0 + 4, grid.rows))),
            key=lambda cell: (max(abs(cell[0] - x0), abs(cell[1] - y0)), cell[1], cell[0]),
        )
        legal = (cell for cell in around if _refused(battle, who, power, centre_of(battle, cell)) is None)
        if (chosen := tuple(islice(legal, shape.cells))):
            yield Placement("cell", cells=chosen)


def centre_of(battle: Battle, cell: Cell) -> Origin:
    """The centre of a square as an origin, at its usual height."""
    return _middle(battle.grid, cell, origin_height(battle.settings))


@lru_cache(maxsize=4096)
def _middle(grid: Grid, cell: Cell, above: int) -> Origin:
    """Kept by the grid's version."""
    centre = Origin.centre(grid, cell)
    return replace(centre, height=centre.height - ABOVE + above)
