"""Who acts first. # rule: INI-1 INI-2 INI-3

Order of the dice: everybody once, in the order of ``Battle.combatants``; then each tied group, the group that acts
first before the others, its members in that same order, again and again until nobody in it is tied. Then the same for
those who are hidden, among themselves: they come after the others whom they tie with, and nobody rolls again because of
them.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from game.rules.checks import Check, Cup, attribute_test, net_advantage
from game.rules.conditions import changes
from game.rules.events import InitiativeRoll
from game.rules.state import Battle, Combatant
from game.texts import N_

INITIATIVE: Final = N_("initiative")
AGAIN: Final = N_("initiative again, tied")
MOST_REROLLS: Final = 100  # dice that never differ end here, in the order of ``Battle.combatants``


def roll_initiative(battle: Battle, cup: Cup) -> tuple[tuple[str, ...], tuple[InitiativeRoll, ...]]:
    """The order, first to last, by identity, and the rolls as they were made."""
    rolls: list[InitiativeRoll] = []

    def roll(who: Combatant, attempt: int) -> Check:
        found = changes(battle, who, "other", "mobility")
        advantage = net_advantage(found.advantages, found.disadvantages, battle.settings)
        check = attribute_test(cup, who.sheet.mobility, battle.settings, found.amount, advantage,
                               who=who.id, what=AGAIN if attempt else INITIATIVE)
        rolls.append(InitiativeRoll(who.id, check, attempt))
        return check

    first: dict[str, int] = {}

    def rank(who: Combatant) -> tuple[int, int]:
        return -first[who.id], -who.sheet.mobility.value  # rule: INI-2

    def untie(tied: Sequence[Combatant], attempt: int) -> list[str]:
        """# rule: INI-3"""
        if len(tied) == 1 or attempt > MOST_REROLLS:
            return [each.id for each in tied]
        again = {each.id: roll(each, attempt).total for each in tied}
        placed = sorted(tied, key=lambda each: -again[each.id])
        return [
            id for _, group in groupby(placed, key=lambda each: again[each.id]) for id in untie([*group], attempt + 1)
        ]

    def line(some: Sequence[Combatant]) -> list[str]:
        first.update({each.id: roll(each, 0).total for each in some})
        ranked = sorted(some, key=rank)
        return [id for _, group in groupby(ranked, key=rank) for id in untie([*group], 1)]

    order = line([each for each in battle.combatants if not each.hidden])
    lurking = line([each for each in battle.combatants if each.hidden])
    return tuple(sorted((*order, *lurking), key=lambda id: rank(battle[id]))), tuple(rolls)
