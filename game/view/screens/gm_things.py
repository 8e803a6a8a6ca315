"""Structures as the GM points at them: standing or fallen, breakable or not."""

import math

from game.rules.gm_actions import Edge
from game.rules.masonry import edges_of
from game.rules.state import Battle, Structure
from game.spatial.grid import UNITS, Barrier, Cell

Spot = tuple[float, float]
NEAR = 0.75  # metres


def structures_at(battle: Battle, cell: Cell, spot: Spot | None = None) -> list[str]:
    """The structures that fill a square or stand at its edges, the nearest to a place in it (its middle) first; those
    that open before others as near."""
    where = spot or (cell[0] + 0.5, cell[1] + 0.5)
    own: dict[str, list[Barrier]] = {}
    for barrier in battle.map.barriers:
        own.setdefault(barrier.structure, []).append(barrier)
    found = []
    for each in battle.structures:
        away = 0.0 if cell in each.cells else min(
            (_to_segment(where, barrier) for barrier in own.get(each.id, ()) if not each.cells), default=math.inf)
        if away <= NEAR:
            found.append((round(away, 2), each.open is None, each.id))
    return [id for _, _, id in sorted(found)]


def _to_segment(spot: Spot, barrier: Barrier) -> float:
    """Metres from a place to a wall."""
    (x0, y0), (x1, y1) = barrier.start, barrier.end
    px, py = spot[0] * UNITS, spot[1] * UNITS
    dx, dy = x1 - x0, y1 - y0
    share = max(0.0, min(1.0, ((px - x0) * dx + (py - y0) * dy) / (dx * dx + dy * dy)))
    return math.hypot(px - x0 - share * dx, py - y0 - share * dy) / UNITS


def edges_of_structure(battle: Battle, structure: Structure) -> tuple[Edge, ...]:
    """The edges between squares along a thin structure."""
    if structure.cells:
        return ()
    return tuple(edge for each in battle.map.barriers if each.structure == structure.id for edge in edges_of(each))


def middle_of(battle: Battle, structure: Structure) -> Cell | None:
    """A square at a structure, to show it on the map."""
    if structure.cells:
        return structure.cells[0]
    barrier = next((each for each in battle.map.barriers if each.structure == structure.id), None)
    if barrier is None:
        return None
    x = min((barrier.start[0] + barrier.end[0]) // 2 // UNITS, battle.map.cols - 1)
    y = min((barrier.start[1] + barrier.end[1]) // 2 // UNITS, battle.map.rows - 1)
    return x, y
