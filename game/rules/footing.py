"""Bodies of combatants on the map: how wide, how high, where."""

from functools import lru_cache

from game.rules import ground
from game.rules.state import Battle, Combatant
from game.spatial.grid import Body, Cell, Grid


def side_of(battle: Battle, who: Combatant) -> int:
    """The side of its square footprint, in cells. # rule: SHT-4"""
    return battle.settings.sizes[who.sheet.size].side


def tall_of(battle: Battle, who: Combatant) -> int:
    """Its height as it stands, crouches or lies, in 1/64 m. # rule: SHT-4 ACT-5"""
    return ground.tall_of(battle.settings, who)


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
    return _body(battle.grid, cell, side_of(battle, who), tall_of(battle, who), who.altitude)


@lru_cache(maxsize=8192)
def _body(grid: Grid, cell: Cell, side: int, tall: int, altitude: int) -> Body:
    """Kept by the grid's version."""
    return Body.on(grid, cell, side, tall, altitude)
