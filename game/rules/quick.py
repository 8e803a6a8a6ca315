"""Quick combat: fights told in a few rolls. Hits instead of PV, a fixed defence, players first. # rule: QCK-1

Everything here follows from the battle; what happens is done where it happens in normal combat.
"""

from math import ceil
from typing import Final

from game.rules.catalog import Settings
from game.rules.state import Battle, Combatant

LIMIT: Final = 1  # rule: QCK-6


def most_hits(who: Combatant) -> int:
    """The hits that defeat it: its resistance, one at least. # rule: QCK-3"""
    return max(who.sheet.resistance.value, 1)


def hits_left(who: Combatant) -> int:
    """The hits that it can still take. # rule: QCK-3"""
    return max(most_hits(who) - who.struck, 0)


def pv_at(who: Combatant, left: int, settings: Settings) -> int:
    """The PV that so many hits stand for, in the bars of the window and in normal combat afterwards. # rule: QCK-9"""
    if settings.quick_pv == "up":
        return ceil(who.sheet.pv * left / most_hits(who))
    return pv_for(who, left)


def pv_for(who: Combatant, left: int) -> int:
    """The PV to set so that a creature with at least as many PV as hits has so many hits left. # rule: QCK-3"""
    return max(who.sheet.pv * left // most_hits(who), 1 if left else 0)


def with_hits(who: Combatant, left: int, settings: Settings) -> Combatant:
    """The creature with so many hits left, and the PV that go with them. # rule: QCK-3 QCK-9"""
    return who.but(struck=most_hits(who) - left, pv=pv_at(who, left, settings))


def rested(who: Combatant, settings: Settings) -> Combatant:
    """With all its hits back. # rule: QCK-3"""
    return with_hits(who, most_hits(who), settings)


def started(who: Combatant) -> Combatant:
    """As it enters quick combat: who is hurt already has as many hits as its PV stand for. # rule: QCK-3"""
    return who.but(struck=most_hits(who) - ceil(most_hits(who) * who.pv / who.sheet.pv))


def fixed_defence(who: Combatant, settings: Settings) -> int:
    """Half the mobility die + mobility, and 1 more at most for armour, a high resistance or as the GM says.
    # rule: QCK-2 QCK-6"""
    armour = settings.quick_armour and (who.sheet.defence > 0 or who.sheet.reduction > 0)
    tough = 0 < settings.quick_resistance <= who.sheet.resistance.value
    mobility = who.sheet.mobility
    return mobility.die // 2 + mobility.value + (LIMIT if armour or tough or who.guard else 0)


def limited(net: int) -> int:
    """The net of all modifiers as it counts. # rule: QCK-6

    >>> limited(4), limited(0), limited(-5)
    (1, 0, -1)
    """
    return max(-LIMIT, min(LIMIT, net))


def hits_lost(settings: Settings, grazes: bool, critical: bool) -> int:
    """The hits that a blow takes: 1, more when it is critical; a tie is never critical. # rule: QCK-3 QCK-8"""
    if grazes:
        return 1 if settings.quick_tie == "hit" else 0
    return settings.quick_critical if critical else 1


def quick_hits(settings: Settings) -> tuple[int, int, int]:
    """What a tie, a hit and a critical hit take. # rule: QCK-3 QCK-8"""
    return hits_lost(settings, True, False), hits_lost(settings, False, False), hits_lost(settings, False, True)


def order_of(battle: Battle) -> tuple[str, ...]:
    """Players first, then all others; within a side as the scenario lists them. # rule: QCK-4"""
    players = {team.id for team in battle.teams if team.players}
    return tuple(each.id for each in sorted(battle.combatants, key=lambda who: who.team not in players))


def same_side(battle: Battle, a: str, b: str) -> bool:
    """Whether two creatures act in the same part of a round. # rule: QCK-4"""
    players = {team.id for team in battle.teams if team.players}
    return (battle[a].team in players) == (battle[b].team in players)
