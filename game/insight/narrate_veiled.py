"""The log for players who are not told the numbers of their enemies: what happened, without those numbers.

:func:`discreet` gives the sentences of an event that holds such a number; all others are told as they always are.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

from game.insight.names import creature_name as _name
from game.insight.names import thing_name
from game.insight.names import weapon_name as _weapon
from game.insight.narrate_bruises import scuffle_began
from game.insight.narrate_effects import named
from game.insight.telling import state_of, veiled
from game.rules.catalog import ATTRIBUTE_NAMES
from game.rules.checks import Check
from game.rules.events import (
    AmmunitionSpent,
    Damaged,
    Event,
    Healed,
    HitsChanged,
    HoldBegan,
    PowerUsed,
    PVSet,
    Ruled,
    Strained,
    StructureStruck,
    StructureTested,
    Tested,
    WentNormal,
)
from game.rules.evidence import Modifier
from game.rules.quick import most_hits
from game.rules.state import Battle
from game.texts import Text, text

Sum = Callable[[Check], str]


def discreet(event: Event, battle: Battle, arithmetic: Sum) -> tuple[Text, ...] | None:
    """The sentences of an event without the numbers of those whose numbers are not told; None when it has none."""
    if battle.told == "digits":
        return None
    match event:
        case Tested():
            return tuple(_test(event, battle, arithmetic))
        case WentNormal():
            return tuple(_told(event, battle))
        case Ruled():
            return tuple(_ruling(event, battle)) if veiled(battle, event.ruling.target) else None
        case (
            HoldBegan() | PowerUsed() | Damaged() | Healed() | HitsChanged() | Strained() | AmmunitionSpent() | PVSet()
        ):
            return tuple(_told(event, battle)) if veiled(battle, event.who) else None
        case StructureTested():
            return tuple(_thing(event, battle)) if veiled(battle, event.who) else None
        case StructureStruck():
            return tuple(_blow(event, battle)) if veiled(battle, event.sheet.attacker) else None
    return None


def unsigned(modifier: Modifier) -> Text:
    """Why a test is easier or harder, not by how much."""
    if modifier.amount >= 0:
        return text("In its favour: {reason} ({rule}).", reason=text(modifier.label), rule=modifier.rule)
    return text("Against it: {reason} ({rule}).", reason=text(modifier.label), rule=modifier.rule)


def _told(event: Event, battle: Battle) -> Iterator[Text]:
    match event:
        case WentNormal():
            yield text("Quick combat ends here: from now on every defence is rolled.")
            for who, pv in event.pv:
                if not veiled(battle, who):
                    yield text("{who} has {pv} PV.", who=_name(battle, who), pv=pv)
        case HoldBegan() if event.form:
            yield scuffle_began(event, battle)
        case HoldBegan(renewed=True):
            yield text("{who} keeps hold of {target}.", who=_name(battle, event.who),
                       target=_name(battle, event.target))
        case HoldBegan():
            yield text("{who} holds {target}.", who=_name(battle, event.who), target=_name(battle, event.target))
        case PowerUsed():
            yield from _power(event, battle)
        case Damaged() if not event.total:
            yield text("{who} takes no damage.", who=_name(battle, event.who))
        case Damaged() | Healed():
            yield _changed(battle, event.who, event.pv_before, event.pv_after, battle[event.who].sheet.pv)
        case HitsChanged():
            yield _changed(battle, event.who, event.before, event.after, most_hits(battle[event.who]))
        case PVSet():
            yield _changed(battle, event.who, event.before, event.after, battle[event.who].sheet.pv)
        case Strained():
            yield text("{who} goes beyond its strength (STR-5).", who=_name(battle, event.who))
        case AmmunitionSpent():
            yield text("{who} has spent a shot: {weapon}.", who=_name(battle, event.who),
                       weapon=_weapon(battle, event.who, event.weapon))


def _changed(battle: Battle, who: str, before: int, after: int, most: int) -> Text:
    """Better or worse, and how it is now in words, where words are told."""
    name, now = _name(battle, who), state_of(Fraction(max(after, 0), max(most, 1)))
    if battle.told == "words":
        return (text("{who} is hurt, and now {state}.", who=name, state=now) if after < before else
                text("{who} recovers, and is now {state}.", who=name, state=now))
    return text("{who} is hurt.", who=name) if after < before else text("{who} recovers.", who=name)


def _test(event: Tested, battle: Battle, arithmetic: Sum) -> Iterator[Text]:
    """What one must reach may come from an enemy, and is not told; the sum of one's own side is."""
    who = _name(battle, event.who)
    what = text(ATTRIBUTE_NAMES[event.attribute]) if event.attribute is not None else text("Defence")
    if veiled(battle, event.who):
        came_off = (text("{who} tests {attribute}: a success.", who=who, attribute=what) if event.success else
                    text("{who} tests {attribute}: a failure.", who=who, attribute=what))
    else:
        total = arithmetic(event.check)
        came_off = (text("{who} tests {attribute}: {sum}, a success.", who=who, attribute=what, sum=total)
                    if event.success else
                    text("{who} tests {attribute}: {sum}, a failure.", who=who, attribute=what, sum=total))
    yield named(event, came_off)
    yield from (unsigned(each) for each in event.modifiers)


def _ruling(event: Ruled, battle: Battle) -> Iterator[Text]:
    yield text("The game master rules on what befell {who}.", who=_name(battle, event.ruling.target))
    if event.ruling.reason:
        yield text("The reason: {reason}.", reason=event.ruling.reason)
    yield text("What was rolled stands; what follows from it is told anew.")


def _power(event: PowerUsed, battle: Battle) -> Iterator[Text]:
    who, power = _name(battle, event.who), text(event.name)
    if event.targets:
        names = ", ".join(_name(battle, each) for each in event.targets)
        yield text("{who} uses: {power}, on {names}.", who=who, power=power, names=names)
    else:
        yield text("{who} uses: {power}.", who=who, power=power)
    yield from (unsigned(each) for each in event.modifiers)


def _thing(event: StructureTested, battle: Battle) -> Iterator[Text]:
    thing = thing_name(battle, event.structure, event.name)
    yield text("{who} sets about breaking this: {thing}.", who=_name(battle, event.who), thing=thing)
    yield text("It gives way.") if event.success else text("It holds.")


def _blow(event: StructureStruck, battle: Battle) -> Iterator[Text]:
    sheet, thing = event.sheet, thing_name(battle, event.sheet.structure, event.sheet.name)
    if sheet.die:
        yield text("{who} attacks a thing, {thing}: {weapon}.", who=_name(battle, sheet.attacker), thing=thing,
                   weapon=_weapon(battle, sheet.attacker, sheet.weapon))
    else:
        yield text("This is within the area: {thing}.", thing=thing)
    if event.points < sheet.least:
        yield text("It leaves no trace.")
    else:
        yield text("It wears.")
