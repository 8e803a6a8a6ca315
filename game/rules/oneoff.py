"""What one attack or defence uses up: off guard, a distraction. # rule: CND-10 MAN-7"""

from collections.abc import Iterable, Iterator

from game.rules.events import Attacked, ConditionEnded, Event, OngoingEnded, Tested
from game.rules.powers import ModifierEffect, TestKind
from game.rules.state import Battle, Ongoing

Result = tuple[Battle, list[Event]]


def use_up(before: Battle, after: Battle, actor: str, events: Iterable[Event]) -> Result:
    """End what the tests among these events have used up: only what was there ``before`` they were rolled.

    An attack of its source ends a condition that holds for one attack. A modifier for one test ends with the first that
    it changes.
    """
    ended: list[Event] = []
    for who, other, test in _tests(events, actor):
        if test == "defence" and other:
            after, more = _guard_regained(before, after, who, other)
            ended += more
        for each in before[who].ongoing if who in before.by_id else ():
            if _concerns(each, other, test) and each in after[who].ongoing:
                kept = tuple(one for one in after[who].ongoing if one != each)
                after = after.with_combatant(after[who].but(ongoing=kept))
                ended.append(OngoingEnded(who, each, "act"))
    return after, ended


def _tests(events: Iterable[Event], actor: str) -> Iterator[tuple[str, str, TestKind]]:
    """The attacks and defences among some events: (who, against whom, which)."""
    for event in events:
        match event:
            case Attacked(sheet=sheet):
                if event.attack is not None:
                    yield sheet.attacker, sheet.target, "attack"
                yield sheet.target, sheet.attacker, "defence"
            case Tested(who=who, attribute=None):
                yield who, actor, "defence"


def _guard_regained(before: Battle, after: Battle, who: str, attacker: str) -> Result:
    """# rule: CND-10"""
    gone = [each for each in before[who].conditions
            if each.source == attacker and before.condition_rules[each.id].once and each in after[who].conditions]
    if not gone:
        return after, []
    kept = tuple(each for each in after[who].conditions if each not in gone)
    return after.with_combatant(after[who].but(conditions=kept)), [ConditionEnded(who, each, "act") for each in gone]


def _concerns(ongoing: Ongoing, other: str, test: TestKind) -> bool:
    """Whether a modifier for one test changes this one. # rule: MAN-7"""
    effect = ongoing.effect
    if not isinstance(effect, ModifierEffect) or not effect.once:
        return False
    return any(
        (not each.tests or test in each.tests)
        and (not each.against or (each.against == "source") == (other == ongoing.source))
        for each in effect.tests
    )
