"""Bruises, recovery, holds of the hand and riders as sentences for the log. # rule: NLT-2 NLT-4 NLT-8 NLT-9"""

from collections.abc import Callable, Iterator

from game.insight.names import creature_name as _name
from game.insight.telling import veiled
from game.rules.checks import Check
from game.rules.events import (
    AccidentFeared,
    AccidentJudged,
    Bruised,
    Contested,
    Disengaged,
    HoldBegan,
    HoldEnded,
    Mended,
    MountedUp,
    NonlethalEvent,
    RecoveryRolled,
    Unbruised,
    Unmounted,
)
from game.rules.evidence import Modifier
from game.rules.nonlethal import SOURCES, BruiseSheet, injury_name
from game.rules.state import Battle
from game.spatial.grid import cell_name
from game.texts import Text, text

Sum = Callable[[Check], str]
Line = Callable[[Modifier], Text]


def bruise_sentences(event: NonlethalEvent, battle: Battle, arithmetic: Sum, line: Line) -> Iterator[Text]:
    """The sentences of an event of that module, the main one first; ``line`` tells a modifier."""
    who = _name(battle, event.who)
    match event:
        case Bruised():
            yield from _bruised(event, battle)
        case Unbruised():
            yield text("{who} is hit, and it leaves no trace.", who=who)
            if not veiled(battle, event.who) and not veiled(battle, event.source):
                yield formula(event.sheet, event.advantage, event.total)
        case AccidentFeared():
            yield text("This blow may have killed {who} by accident: the game master decides.", who=who)
        case AccidentJudged(dies=True):
            yield text("{who} dies of it.", who=who)
        case AccidentJudged():
            yield text("{who} lives.", who=who)
        case RecoveryRolled():
            yield from _recovery(event, battle)
        case Mended():
            name = text(injury_name(event.injury.level, event.injury.wound))
            if event.by == "ritual":
                yield text("A ritual heals {who}: {injury}.", who=who, injury=name)
            else:
                yield text("The GM heals {who}: {injury}.", who=who, injury=name)
        case Contested():
            yield from _contest(event, battle, arithmetic, line)
        case Disengaged():
            yield from _disengaged(event, battle, arithmetic, line)
        case MountedUp():
            yield text("{who} mounts {mount}.", who=who, mount=_name(battle, event.mount))
        case Unmounted():
            yield _unmounted(event, battle)


def formula(sheet: BruiseSheet, advantage: int, total: int) -> Text:
    """How a damage total came about. # rule: NLT-2"""
    return text("Strength {strength} + weapon {weapon} + advantage {advantage} - soak {soak}: {total} ({source}).",
                strength=sheet.strength, weapon=sheet.weapon, advantage=advantage, soak=sheet.soak, total=total,
                source=text(SOURCES[sheet.source]))


def _bruised(event: Bruised, battle: Battle) -> Iterator[Text]:
    who, hurt = _name(battle, event.who), event.injury
    yield text("{who} takes this: {injury}.", who=who, injury=text(injury_name(hurt.level, hurt.wound)))
    if event.sheet is not None and not veiled(battle, event.who) and not veiled(battle, hurt.source):
        yield formula(event.sheet, event.advantage, hurt.total)


def _recovery(event: RecoveryRolled, battle: Battle) -> Iterator[Text]:
    who, hurt = _name(battle, event.who), event.injury
    name = text(injury_name(hurt.level, hurt.wound))
    if event.success and event.residual:
        yield text("{who} rests {minutes} min and recovers from this: {injury}. It leaves this: {wound}.", who=who,
                   minutes=event.minutes, injury=name, wound=text(injury_name(event.residual, True)))
    elif event.success:
        yield text("{who} rests {minutes} min and recovers from this: {injury}.", who=who, minutes=event.minutes,
                   injury=name)
    else:
        yield text("{who} rests {minutes} min and does not recover from this: {injury}.", who=who,
                   minutes=event.minutes, injury=name)
    if veiled(battle, event.who):
        return
    stress = event.stress
    if stress.botch:
        yield text("The stress die is a botch: the total is 0, {ease} are needed.", ease=event.ease)
        return
    rolled = ", ".join(str(each.face % 10) for each in stress.dice)
    yield text("Vitality {vitality} + surgery {surgery} + magic {magic} + stress die {stress} ({rolled}): {total} of "
               "{ease}.",
               vitality=event.vitality, surgery=event.surgery, magic=event.magic, stress=stress.result, rolled=rolled,
               total=event.total, ease=event.ease)


def _contest(event: Contested, battle: Battle, arithmetic: Sum, line: Line) -> Iterator[Text]:
    who, target, thing = _name(battle, event.who), _name(battle, event.target), text(event.name)
    if not event.winner:
        yield text("{who} and {target} pull at this, and neither gets it: {thing}.", who=who, target=target,
                   thing=thing)
    else:
        yield text("{who} and {target} pull at this: {thing}. It is in the hands of {winner}.", who=who, target=target,
                   thing=thing, winner=_name(battle, event.winner))
    if not (veiled(battle, event.who) or veiled(battle, event.target)):
        yield text("{who}: {sum}.", who=who, sum=arithmetic(event.check))
        yield text("{who}: {sum}.", who=target, sum=arithmetic(event.other))
        yield from (line(each) for each in event.modifiers)


def _disengaged(event: Disengaged, battle: Battle, arithmetic: Sum, line: Line) -> Iterator[Text]:
    who = _name(battle, event.who)
    if event.success:
        yield text("{who} breaks away from those around it.", who=who)
    else:
        yield text("{who} does not break away from those around it.", who=who)
    for id, check in event.rolls:
        if not veiled(battle, id):
            yield text("{who}: {sum}.", who=_name(battle, id), sum=arithmetic(check))
    if not veiled(battle, event.who):
        yield text("{who}: {sum}.", who=who, sum=arithmetic(event.check))
        yield from (line(each) for each in event.modifiers)


def _unmounted(event: Unmounted, battle: Battle) -> Text:
    names = {"who": _name(battle, event.who), "mount": _name(battle, event.mount), "cell": cell_name(event.cell)}
    match event.cause:
        case "willing":
            return text("{who} dismounts from {mount}, to {cell}.", **names)
        case "unhorsed":
            return text("{who} is dragged off {mount}, to {cell}.", **names)
        case "thrown":
            return text("{mount} throws {who}, to {cell}.", **names)
    return text("{who} falls off {mount}, to {cell}.", **names)


def scuffle_began(event: HoldBegan, battle: Battle) -> Text:
    """A hold of the module begins or is renewed. # rule: NLT-8"""
    names = {"who": _name(battle, event.who), "target": _name(battle, event.target)}
    match event.form:
        case "pin":
            return (text("{who} keeps {target} pinned.", **names) if event.renewed
                    else text("{who} pins {target}, who can do nothing.", **names))
        case "wrest":
            return text("{who} seizes something that {target} holds.", **names)
    return (text("{who} keeps hold of {target}.", **names) if event.renewed
            else text("{who} holds {target}.", **names))


def scuffle_ended(event: HoldEnded, battle: Battle) -> Text:
    """A hold of the module ends as only those do. # rule: NLT-8"""
    names = {"who": _name(battle, event.who), "target": _name(battle, event.target)}
    match event.reason:
        case "failed":
            return text("{who} loses hold of {target}.", **names)
        case "hurt":
            return text("{target} hurts {who}, and is free.", **names)
        case "won":
            return text("{who} has wrung it from {target}.", **names)
    return text("{who} lets go of {target}, to do something else.", **names)
