"""Things that can be broken, as they are pointed at."""

import math
from dataclasses import dataclass

from game.rules.actions import AttackStructure
from game.rules.powers import Power
from game.rules.state import Battle
from game.rules.structures import structure_sheet
from game.rules.things import StructureSheet, pieces_of, thing, things
from game.spatial.grid import UNITS, Cell
from game.texts import Text
from game.view.match import Match
from game.view.offers import Option, aimed

NEAR = 0.75  # metres from the middle of a cell to a thin wall on its edge, and a little


@dataclass(frozen=True, slots=True)
class ThingSeen:
    """A thing pointed at to break: its id, the sheet of a blow at it (None for a test of strength), why not."""

    id: str
    sheet: StructureSheet | None
    refused: Text | None


@dataclass(frozen=True, slots=True)
class PowerSeen:
    """A power pointed at a creature: without a roll of its own against a roll (those have a sheet)."""

    power: Power
    target: str
    refused: Text | None


def things_at(battle: Battle, cell: Cell, point: tuple[float, float] | None = None) -> list[str]:
    """The things that fill or border a cell, the nearest to a point (the cell's middle by itself) first."""
    where = point or (cell[0] + 0.5, cell[1] + 0.5)
    found: list[tuple[float, str]] = []
    for id in things(battle):
        near = [(each.x / UNITS, each.y / UNITS) for each in pieces_of(battle, id) if cell in each.body.cells]
        if near:
            found.append((min(math.dist(where, each) for each in near), id))
    return [id for away, id in sorted(found) if away <= NEAR or len(found) == 1]


def look_at(match: Match, option: Option, cell: Cell | None, point: tuple[float, float] | None) -> ThingSeen | None:
    """The thing that would be struck by a click there: one that may be, if there is one."""
    if cell is None or option.action is None:
        return None
    found = things_at(match.battle, cell, point)
    if not found:
        return None
    allowed = match.breakable(option)
    id = next((each for each in found if each in allowed), found[0])
    action = aimed(option.action, thing=id)
    sheet = structure_sheet(match.battle, action) if isinstance(action, AttackStructure) else None
    return ThingSeen(id, sheet, match.why(action))


def cells_of_thing(battle: Battle, id: str) -> tuple[Cell, ...]:
    """Where to point at a thing: the cells that its pieces fill or border."""
    if thing(battle, id) is None:
        return ()
    return tuple(dict.fromkeys(cell for each in pieces_of(battle, id) for cell in each.body.cells))
