"""Powers, effects and conditions as sentences for the log."""

from collections.abc import Callable, Iterator
from typing import Final

from game.insight.names import creature_name as _name
from game.insight.telling import veiled
from game.rules.actions import Ruling
from game.rules.catalog import ATTRIBUTE_NAMES
from game.rules.checks import Check
from game.rules.events import (
    CastingBegan,
    CastingLost,
    Concentrated,
    ConditionEnded,
    ConditionGained,
    Event,
    Healed,
    Joined,
    Narrated,
    OngoingBegan,
    OngoingEnded,
    PowerUsed,
    Removed,
    Ruled,
    SceneEnded,
    Tested,
    Warded,
    ZoneBegan,
    ZoneEnded,
)
from game.rules.evidence import Modifier
from game.rules.state import Battle, Expiry
from game.spatial.grid import cell_name
from game.texts import N_, Text, text

Sum = Callable[[Check], str]
REASONS: Final = {
    "damage": N_("the damage interrupts it"), "condition": N_("a condition interrupts it"),
    "target": N_("it finds its target no more"), "out": N_("the caster is out of the fight"),
    "turn": N_("nothing holds it any longer"),
}
EFFECT_EVENTS: Final = (
    PowerUsed, CastingBegan, CastingLost, Concentrated, Tested, Warded, Healed, ConditionGained, ConditionEnded,
    OngoingBegan, OngoingEnded, ZoneBegan, ZoneEnded, Narrated, Joined, Removed, Ruled, SceneEnded,
)



def effect_sentences(event: Event, battle: Battle, arithmetic: Sum) -> Iterator[Text]:
    """The sentences of an event of powers and effects, the main one first."""
    match event:
        case PowerUsed():
            yield from _power(event, battle, arithmetic)
        case Tested():
            yield from _test(event, battle, arithmetic)
        case ConditionGained() | ConditionEnded():
            yield from _condition(event, battle)
        case OngoingBegan() | OngoingEnded() | ZoneBegan() | ZoneEnded():
            yield from _lasting(event, battle)
        case Joined():
            yield _joined(event, battle)
            for roll in (each for each in event.rolls if not veiled(battle, each.who)):
                yield text("Initiative of {who}: {sum}.", who=_name(battle, roll.who), sum=arithmetic(roll.check))
        case Ruled():
            yield from _ruling(event.ruling, battle)
        case _:
            yield _plain(event, battle)


def _plain(event: Event, battle: Battle) -> Text:
    """Those that take one sentence."""
    match event:
        case CastingBegan():
            return text("{who} begins: {power}. It will work when its next turn starts.",
                        who=_name(battle, event.who), power=text(event.name))
        case CastingLost():
            return text("{who} loses this: {power}; {reason}.", who=_name(battle, event.who), power=text(event.name),
                        reason=text(REASONS[event.reason]))
        case Concentrated():
            return text("{who} concentrates.", who=_name(battle, event.who))
        case Warded():
            return text("{who} is protected; the attack does nothing: {power}.", who=_name(battle, event.who),
                        power=text(event.name))
        case Healed():
            return text("{who} is healed of {points}: PV {before} to {after}.", who=_name(battle, event.who),
                        points=event.points, before=event.pv_before, after=event.pv_after)
        case Narrated(targets=()):
            return text("The GM: {what}", what=event.name or "...")
        case Narrated():
            return text("The GM: {what} ({names})", what=event.name or "...",
                        names=", ".join(_name(battle, who) for who in event.targets))
        case Removed():
            if event.who not in battle.by_id:
                return text("This is gone: {what}.", what=text(event.name) if event.name else text("something"))
            return text("{who} leaves the fight.", who=_name(battle, event.who))
    return text("The scene ends.")


def _joined(event: Joined, battle: Battle) -> Text:
    who = _name(battle, event.who)
    if event.cell is None:
        return text("{who} is to be placed.", who=who)
    if not event.order:
        return text("{who} takes its place on {cell}.", who=who, cell=cell_name(event.cell))
    return text("{who} joins the fight on {cell}, and acts from the next round on.", who=who,
                cell=cell_name(event.cell))


def _ruling(ruling: Ruling, battle: Battle) -> Iterator[Text]:
    """The GM's word after a roll. # rule: GM"""
    who = _name(battle, ruling.target)
    match ruling.outcome:
        case "hit":
            yield text("The game master rules: {who} is hit.", who=who)
        case "graze":
            yield text("The game master rules: {who} is grazed.", who=who)
        case "miss":
            yield text("The game master rules: {who} is missed.", who=who)
        case _:
            yield text("The game master rules: {points} damage to {who}.", points=ruling.points or 0, who=who)
    if ruling.outcome and ruling.points is not None:
        yield text("The damage is {points}.", points=ruling.points)
    if ruling.reason:
        yield text("The reason: {reason}.", reason=ruling.reason)
    yield text("What was rolled stands; what follows from it is told anew.")


def _power(event: PowerUsed, battle: Battle, arithmetic: Sum) -> Iterator[Text]:
    who, power = _name(battle, event.who), text(event.name)
    if event.targets:
        names = ", ".join(_name(battle, each) for each in event.targets)
        yield text("{who} uses: {power}, on {names}.", who=who, power=power, names=names)
    else:
        yield text("{who} uses: {power}.", who=who, power=power)
    if event.attack is not None:
        yield text("One roll for all: {sum}.", sum=arithmetic(event.attack))
    elif event.modifiers:
        yield text("Each tests against ND {nd}.", nd=event.total)
    for modifier in event.modifiers:
        yield _modifier(modifier)


def _test(event: Tested, battle: Battle, arithmetic: Sum) -> Iterator[Text]:
    who, total = _name(battle, event.who), arithmetic(event.check)
    what = text(ATTRIBUTE_NAMES[event.attribute]) if event.attribute is not None else text("Defence")
    came_off = (text("{who} tests {attribute} against {nd}: {sum}, a success.", who=who, attribute=what,
                     nd=event.difficulty, sum=total) if event.success else
                text("{who} tests {attribute} against {nd}: {sum}, a failure.", who=who, attribute=what,
                     nd=event.difficulty, sum=total))
    yield named(event, came_off)
    for modifier in event.modifiers:
        yield _modifier(modifier)


def named(event: Tested, told: Text) -> Text:
    """What a test came to, after what it was for where that has a name."""
    return text("{what}: {told}", what=text(event.name), told=told) if event.name else told


def _modifier(modifier: Modifier) -> Text:
    return text("{amount} to the test: {reason} ({rule}).", amount=f"{modifier.amount:+d}", reason=text(modifier.label),
                rule=modifier.rule)


def _condition(event: ConditionGained | ConditionEnded, battle: Battle) -> Iterator[Text]:
    who, rule = _name(battle, event.who), battle.condition_rules[event.condition.id]
    name = text(rule.name)
    if isinstance(event, ConditionEnded):
        yield text("{who} is free of this: {condition}.", who=who, condition=name)
    elif "immune" in event.responses:
        yield text("{who} is immune to this: {condition}.", who=who, condition=name)
    else:
        if event.renewed:
            yield text("{who} is under this anew: {condition} ({rule}).", who=who, condition=name, rule=rule.rule)
        else:
            yield text("{who} is under a condition: {condition} ({rule}).", who=who, condition=name, rule=rule.rule)
        if "resistant" in event.responses:
            yield text("{who} is resistant to it: its numbers are halved.", who=who)
        if "vulnerable" in event.responses:
            yield text("{who} is vulnerable to it: its numbers are doubled.", who=who)
        if event.condition.expiry is not None:
            yield ending(event.condition.expiry, battle)


def ending(expiry: Expiry, battle: Battle) -> Text:
    """When something ends, in a sentence. # rule: EFF-6"""
    who = _name(battle, expiry.whose)
    if expiry.count == 1:
        match expiry.of, expiry.at:
            case "slot", _:
                return text("It ends right before the next turn of {who}.", who=who)
            case _, "start":
                return text("It ends when the turn of {who} starts.", who=who)
        return text("It ends with the turn of {who}.", who=who)
    if expiry.of == "slot":
        return text("It ends right before the turn of {who}, {count} rounds from now.", who=who, count=expiry.count)
    if expiry.at == "start":
        return text("It ends when the turn of {who} starts, the number {count} from now on.", who=who,
                    count=expiry.count)
    return text("It ends with the turn of {who}, the number {count} from now on.", who=who, count=expiry.count)


def _lasting(event: OngoingBegan | OngoingEnded | ZoneBegan | ZoneEnded, battle: Battle) -> Iterator[Text]:
    match event:
        case OngoingBegan():
            ongoing = event.ongoing
            yield text("{who} is under an effect: {name}.", who=_name(battle, event.who),
                       name=text(ongoing.effect.name))
            if ongoing.expiry is not None:
                yield ending(ongoing.expiry, battle)
        case OngoingEnded():
            yield text("The effect on {who} is over: {name}.", who=_name(battle, event.who),
                       name=text(event.ongoing.effect.name))
        case ZoneBegan():
            yield text("The scene changes: {name}.", name=text(event.zone.effect.name))
            if event.zone.expiry is not None:
                yield ending(event.zone.expiry, battle)
        case ZoneEnded():
            yield text("This is over: {name}.", name=text(event.zone.effect.name))
