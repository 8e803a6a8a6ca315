"""Where a creature is drawn and pointed at: a rider in the first squares of its mount's, no wider than it is itself.

# rule: NLT-9
"""

from game.rules.footing import side_of
from game.rules.state import Battle, Combatant
from game.spatial.grid import Cell


def seat_of(battle: Battle, who: Combatant, cell: Cell) -> tuple[Cell, int]:
    """The top left of a creature whose footprint starts at ``cell``, as it is drawn, and how many cells wide it is."""
    if not who.mount or who.mount not in battle.by_id:
        return cell, side_of(battle, who)
    own, whole = battle.settings.sizes[who.sheet.size].side, side_of(battle, who)
    return (cell[0] + whole - own, cell[1]), own
