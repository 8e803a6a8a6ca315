"""Who sees whom when a turn begins: recorded then, since it cannot be worked out later. # rule: SIT-1"""

from game.rules.bodies import enemies_of, line_of
from game.rules.conditions import perceives, plight
from game.rules.state import Battle, Combatant
from game.spatial.grid import TOTAL


def notices(battle: Battle, who: Combatant, other: Combatant) -> bool:
    """Whether a creature sees another where both stand: it is aware, not blind, the other is neither invisible nor kept
    hidden by the GM, and neither walls nor total concealment hide it. # rule: SIT-1"""
    if other.hidden or plight(battle, who).any("unaware") or not perceives(battle, who, other):
        return False
    line = line_of(battle, who, other)
    return line.sight and line.concealment < TOTAL


def unnoticed_by(battle: Battle, who: str) -> tuple[str, ...]:
    """The enemies that do not see a creature now. # rule: SIT-1"""
    watched = battle[who]
    if watched.cell is None or watched.out:
        return ()
    return tuple(each.id for each in enemies_of(battle, watched) if not notices(battle, each, watched))
