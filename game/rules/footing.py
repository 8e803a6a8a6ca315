"""Bodies of combatants on the map: how wide, how high, where."""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from game.rules import ground
from game.rules.state import Battle, Combatant
from game.spatial.grid import Body, Cell, Grid, units
from game.spatial.steps import STEP_OVER


def side_of(battle: Battle, who: Combatant) -> int:
    """The side of its square footprint, in cells; a rider has that of its mount. # rule: SHT-4 NLT-9"""
    if who.mount and who.mount in battle.by_id:
        return side_of(battle, battle[who.mount])
    return battle.settings.sizes[who.sheet.size].side


def tall_of(battle: Battle, who: Combatant) -> int:
    """Its height as it stands, crouches or lies, in 1/64 m. # rule: SHT-4 ACT-5"""
    return ground.tall_of(battle.settings, who)


def paired(a: Combatant, b: Combatant) -> bool:
    """Whether one of two creatures rides the other: they share their place. # rule: NLT-9"""
    return bool(a.mount or b.mount) and (a.mount == b.id or b.mount == a.id)


def together(battle: Battle, who: str) -> tuple[str, ...]:
    """The ids of a creature and of its rider or its mount: they hide, and change sides, as one. # rule: NLT-9"""
    mount = battle[who].mount
    return who, *((mount,) if mount else ()), *(each.id for each in battle.riders_of(who))


def saddle_of(battle: Battle, who: Combatant) -> int:
    """How high above the ground its feet are, in 1/64 m: a rider stands at half the height of its mount. # rule:
    NLT-9"""
    mount = battle.by_id.get(who.mount) if who.mount else None
    if mount is None:
        return who.altitude
    return mount.altitude + tall_of(battle, mount) * battle.settings.saddle_height // 100


def body_of(battle: Battle, who: Combatant, at: Cell | None = None) -> Body:
    """Its body where it is, or as if its top left were ``at``; that of a creature as it is, worked out once a battle.

    :raises GeometryError: when it is not placed, or would be outside the map.
    """
    if at is None and battle.by_id.get(who.id) is who:
        found: Body | None = battle.memo.get(("body", who.id))
        if found is None:
            found = battle.memo["body", who.id] = _placed(battle, who, who.cell or (-1, -1))
        return found
    return _placed(battle, who, at or who.cell or (-1, -1))


def _placed(battle: Battle, who: Combatant, cell: Cell) -> Body:
    return _body(battle.grid, cell, side_of(battle, who), tall_of(battle, who), saddle_of(battle, who))


def filled_cells(battle: Battle) -> tuple[Cell, ...]:
    """The cells that something solid fills up to no more than half a metre above the map's highest ground: barriers
    keep nobody out of them who comes from above, and nobody stands inside them. # rule: MOV-2"""
    found: tuple[Cell, ...] | None = battle.memo.get(filled_cells)
    if found is None:
        found = battle.memo[filled_cells] = tuple(_filled(battle)) if _highest(battle.map) is not None else ()
    return found


def _filled(battle: Battle) -> Iterator[Cell]:
    height, highest, solid = battle.map.height, _highest(battle.map) or 0, _solid(battle.map)
    tops = [(cell, _units(each.height)) for each in battle.structures if each.cells and each.id in solid
            and not each.gone for cell in each.cells]
    for zone in battle.zones:
        if zone.effect.obstacle and "move" in zone.effect.blocks:
            mask = battle.cells_of(zone.id)
            tops += [((x, y), units(zone.effect.obstacle)) for y, x in np.argwhere(mask).tolist()]
    for (x, y), tall in tops:
        if STEP_OVER < tall <= highest + STEP_OVER - int(height[y, x]):
            yield x, y


_units = lru_cache(maxsize=256)(units)  # many structures, few heights


@lru_cache(maxsize=64)
def _highest(map: Grid) -> int | None:
    """The highest ground of a map, in 1/64 m; None when all of it is level."""
    highest = int(map.height.max())
    return None if highest == int(map.height.min()) else highest


@lru_cache(maxsize=64)
def _solid(map: Grid) -> frozenset[str]:
    """The structures that stop bodies."""
    return frozenset(each.structure for each in map.barriers if each.move)


@lru_cache(maxsize=8192)
def _body(grid: Grid, cell: Cell, side: int, tall: int, altitude: int) -> Body:
    """Kept by the grid's version."""
    return Body.on(grid, cell, side, tall, altitude)
