"""Ammunition: shots and throws that are counted. # rule: STR-6"""

from game.rules.catalog import Weapon
from game.rules.state import Combatant
from game.texts import Text, text


def one_more(counts: tuple[tuple[str, int], ...], id: str) -> tuple[tuple[str, int], ...]:
    """Counts by id, with one more of this id.

    >>> one_more((("bow", 2),), "bow"), one_more((), "bow")
    ((('bow', 3),), (('bow', 1),))
    """
    found = dict(counts)
    found[id] = found.get(id, 0) + 1
    return tuple(found.items())


def left(who: Combatant, weapon: Weapon) -> int | None:
    """Shots or throws that are left, None when nobody counts them. # rule: STR-6"""
    if not weapon.ammunition:
        return None
    return weapon.ammunition - sum(count for id, count in who.shots if id == weapon.id)


def why_none(who: Combatant, weapon: Weapon) -> Text | None:
    """The reason when nothing is left to shoot with. # rule: STR-6"""
    if left(who, weapon) == 0:
        return text("{who} has no ammunition left for this: {weapon}", who=who.name, weapon=text(weapon.name))
    return None


def fewer(who: Combatant, weapon: Weapon) -> Combatant:
    """With one shot less; what is shot breaks on what it hits. # rule: STR-6"""
    return who.but(shots=one_more(who.shots, weapon.id)) if weapon.ammunition else who
