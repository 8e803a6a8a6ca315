"""Conditions: what they change."""

from typing import Final

from game.rules.state import Combatant, Condition

PRONE: Final = "prone"  # rule: CND-11

# rule: CND-11: attack in melee, defence against melee, defence against shots and throws
PRONE_MELEE_ATTACK: Final = -5
PRONE_DEFENCE: Final = {"melee": -5, "ranged": 5}


def with_condition(combatant: Combatant, condition: Condition) -> Combatant:
    """The combatant under a condition; one that it already has is not doubled."""
    kept = tuple(each for each in combatant.conditions if each.id != condition.id)
    return combatant.but(conditions=(*kept, condition))


def without_condition(combatant: Combatant, id: str) -> Combatant:
    """The combatant without a condition."""
    return combatant.but(conditions=tuple(each for each in combatant.conditions if each.id != id))
