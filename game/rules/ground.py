"""The map as zones change it: walls that were raised, smoke, difficult ground. All of it follows from the battle.

Zones act in the order in which they were made: the cells of each are found on the map as the earlier ones left it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from game.rules.catalog import Settings
from game.rules.powers import Shape, ZoneEffect
from game.spatial.areas import (
    Aura,
    Circle,
    Cone,
    Cube,
    Cylinder,
    Free,
    Line,
    Origin,
    Passage,
    Sphere,
    Square,
    Template,
    area_mask,
)
from game.spatial.grid import NO_ENTRY, Body, Cell, Grid, Mask, block, units
from game.spatial.origins import ABOVE

if TYPE_CHECKING:
    from game.rules.state import Battle, Combatant, Zone

LEVELS: Final[Mapping[str, int]] = {"none": 0, "partial": 1, "total": 2}


@dataclass(frozen=True)
class Changed:
    """The map with all zones at work, and (H, W) bool cells by zone; a zone whose source is gone covers none."""

    grid: Grid
    masks: Mapping[str, Mask]


def template_of(
    shape: Shape, origin: Origin | None, direction: tuple[int, int] = (1, 0), cells: tuple[Cell, ...] = (),
    body: Body | None = None, below: int = ABOVE,
) -> Template:
    """The template of a shape that is put somewhere: at an origin, around a body (auras), or on free cells. What has a
    height begins so far ``below`` its origin, in 1/64 m.

    :raises GeometryError: when they do not fit together.
    """
    if shape.form == "free":
        return Free(frozenset(cells), origin)
    if shape.form == "aura":
        assert body is not None
        return Aura(body, shape.radius)
    assert origin is not None
    match shape.form:
        case "line":
            return Line(origin, direction, shape.length, shape.width, tall=shape.tall)
        case "cone":
            return Cone(origin, direction, shape.length, shape.angle, shape.end, shape.tall)
        case "circle":
            return Circle(origin, shape.radius)
        case "sphere":
            return Sphere(origin, shape.radius)
        case "cylinder":
            return Cylinder(origin, shape.radius, tall=shape.tall, below=below)
        case "square":
            return Square(origin, shape.side, direction=direction)
    return Cube(origin, shape.side, direction=direction, below=below)


def origin_height(settings: Settings) -> int:
    """How high above its ground an area begins by itself, in 1/64 m. # rule: EFF-4"""
    return units(settings.origin_height)


def passage_of(settings: Settings, shape: Shape) -> Passage | None:
    """How an area's effect passes walls: as its shape says, or as the settings say of that form. # rule: EFF-4 SIT-7"""
    if shape.passage is not None or shape.form == "free":
        return shape.passage
    way = settings.line_passage if shape.directed else settings.burst_passage
    return "none" if way == "through" else way


def tall_of(settings: Settings, who: "Combatant") -> int:
    """A creature's height as it stands, crouches or lies, in 1/64 m. # rule: SHT-4 ACT-5"""
    tall, posture = settings.sizes[who.sheet.size].tall, who.posture
    if posture == "standing":
        return tall
    return max(tall * (settings.prone_height if posture == "prone" else settings.crouched_height) // 100, 1)


def body_on(battle: "Battle", who: str) -> Body | None:
    """The body of a creature on the ground of the map, None when it is not in the fight."""
    owner = battle.by_id.get(who)
    if owner is None or owner.cell is None or owner.out:
        return None
    side = battle.settings.sizes[owner.sheet.size].side
    return _body(battle.standing, owner.cell, side, tall_of(battle.settings, owner), owner.altitude)


_body = lru_cache(maxsize=1024)(Body.on)


def zone_template(battle: "Battle", zone: "Zone") -> Template | None:
    """The template of a zone as the battle stands; None when its source is no more, or hidden."""
    body = body_on(battle, zone.source) if zone.shape.form == "aura" else None
    if body is not None and battle.by_id[zone.source].hidden:
        return None
    if zone.shape.form == "aura" and body is None:
        return None
    return template_of(zone.shape, zone.origin, zone.direction, zone.cells, body, origin_height(battle.settings))


def changed(battle: "Battle") -> Changed:
    """See :class:`Changed`."""
    grid = battle.standing
    masks: dict[str, Mask] = {}
    for zone in battle.zones:
        template = zone_template(battle, zone)
        if template is None:
            masks[zone.id] = np.zeros(grid.shape, np.bool_)
            continue
        mask = mask_of(grid, template, battle.settings.counting, passage_of(battle.settings, zone.shape))
        masks[zone.id] = mask
        grid = _with(grid, zone.effect, zone.id, mask.tobytes())
    return Changed(grid, masks)


@lru_cache(maxsize=512)
def mask_of(grid: Grid, template: Template, counting: str, passage: str | None = None) -> Mask:
    """(H, W) bool, read-only: the cells of an area. Kept by the grid's version. # rule: EFF-4"""
    mask = area_mask(grid, template, counting, passage)  # type: ignore[arg-type]
    mask.flags.writeable = False
    return mask


@lru_cache(maxsize=128)
def _with(grid: Grid, effect: ZoneEffect, id: str, cells: bytes) -> Grid:
    """The map with one zone at work over its cells (an (H, W) bool mask as bytes). # rule: EFF-1"""
    mask = np.frombuffer(cells, np.bool_).reshape(grid.shape)
    if not mask.any():
        return grid
    cost, concealment, barriers = grid.cost, grid.concealment, grid.barriers
    if effect.cost > 1:
        cost = np.where(mask & (cost != NO_ENTRY), cost * effect.cost, cost).astype(np.int32)
    if LEVELS[effect.concealment]:
        concealment = np.where(mask, np.maximum(concealment, LEVELS[effect.concealment]), concealment)
    if effect.obstacle:
        fields = {name: name in effect.blocks for name in ("move", "sight", "effect")}
        for y, x in np.argwhere(mask).tolist():
            bottom = float(grid.height[y, x]) / 64
            barriers += block((x, y), bottom + effect.obstacle, bottom, structure=id, **fields)
    if cost is grid.cost and concealment is grid.concealment and barriers is grid.barriers:
        return grid
    return grid.replace(cost=cost, concealment=concealment, barriers=barriers)
