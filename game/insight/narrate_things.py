"""Sentences about things that are broken, and about quick combat."""

from collections.abc import Callable, Iterator

from game.insight.names import creature_name as _name
from game.insight.names import thing_name
from game.insight.names import weapon_name as _weapon
from game.rules.checks import Check
from game.rules.events import (
    AmmunitionSpent,
    HitsChanged,
    PressureSet,
    QuickBegan,
    Rested,
    Strained,
    StructureFell,
    StructureStruck,
    StructureTested,
    WentNormal,
)
from game.rules.scene import PRESSURE_NAMES
from game.rules.state import Battle
from game.texts import Text, text

ThingEvent = (
    StructureTested | StructureStruck | StructureFell | Strained | AmmunitionSpent | PressureSet | Rested | HitsChanged
    | QuickBegan | WentNormal
)


def tell(event: ThingEvent, battle: Battle, arithmetic: Callable[[Check], str]) -> Iterator[Text]:
    """What happened, in sentences, the main one first; ``arithmetic`` writes a test as a sum."""
    match event:
        case StructureTested():
            yield from _tested(event, battle, arithmetic)
        case StructureStruck():
            yield from _struck(event, battle)
        case StructureFell():
            yield text("This falls: {thing}.", thing=thing_name(battle, event.structure, event.name))
        case Strained():
            yield text("{who} goes beyond its strength (STR-5): attempt number {attempt} costs {points} PV.",
                       who=_name(battle, event.who), attempt=event.attempt, points=event.points)
        case AmmunitionSpent():
            yield text("{who} has {left} shots left: {weapon}.", who=_name(battle, event.who), left=event.left,
                       weapon=_weapon(battle, event.who, event.weapon))
        case PressureSet():
            yield text("The GM says when time presses: {when}.", when=text(PRESSURE_NAMES[event.pressure]))
        case Rested():
            yield text("{who} has rested.", who=_name(battle, event.who))
        case _:
            yield from _quick(event, battle)


def _quick(event: HitsChanged | QuickBegan | WentNormal, battle: Battle) -> Iterator[Text]:
    match event:
        case HitsChanged() if event.after < event.before:
            yield text("{who} can take {after} more hits, of {before}.", who=_name(battle, event.who),
                       before=event.before, after=event.after)
        case HitsChanged():
            yield text("{who} recovers: it can take {after} more hits, not {before}.", who=_name(battle, event.who),
                       before=event.before, after=event.after)
        case QuickBegan():
            yield text("Quick combat begins, the players first. The order: {names}.",
                       names=", ".join(_name(battle, who) for who in event.order))
        case WentNormal():
            yield text("Quick combat ends here: from now on every defence is rolled.")
            for who, pv in event.pv:
                yield text("{who} has {pv} PV.", who=_name(battle, who), pv=pv)


def _tested(event: StructureTested, battle: Battle, arithmetic: Callable[[Check], str]) -> Iterator[Text]:
    who, thing = _name(battle, event.who), thing_name(battle, event.structure, event.name)
    yield text("{who} sets about breaking this: {thing}.", who=who, thing=thing)
    if event.check is None:
        yield text("Nothing hinders it, and there is time (STR-7): it succeeds.")
    elif event.success:
        yield text("Strength {sum} against ND {nd}: it gives way.", sum=arithmetic(event.check), nd=event.nd)
    else:
        yield text("Strength {sum} against ND {nd}: it holds.", sum=arithmetic(event.check), nd=event.nd)


def _struck(event: StructureStruck, battle: Battle) -> Iterator[Text]:
    sheet, thing = event.sheet, thing_name(battle, event.sheet.structure, event.sheet.name)
    if not sheet.die:
        yield text("This is within the area: {thing}.", thing=thing)
    elif sheet.mode == "melee":
        yield text("{who} strikes at a thing, {thing}: {weapon}.", who=_name(battle, sheet.attacker), thing=thing,
                   weapon=_weapon(battle, sheet.attacker, sheet.weapon))
    else:
        yield text("{who} shoots at a thing, {thing}: {weapon}.", who=_name(battle, sheet.attacker), thing=thing,
                   weapon=_weapon(battle, sheet.attacker, sheet.weapon))
    if event.die is not None and event.critical:
        yield text("{face} on the d{sides}: a critical blow, {points} damage.", face=event.die.face,
                   sides=event.die.sides, points=event.points)
    elif event.die is not None:
        yield text("{face} on the d{sides}: no critical blow, {points} damage.", face=event.die.face,
                   sides=event.die.sides, points=event.points)
    else:
        yield text("The blow does {points} damage.", points=event.points)
    if event.points < sheet.least:
        yield text("Less than {least}, a fifth of its ND of {nd} (STR-3): it leaves no trace.", least=sheet.least,
                   nd=sheet.nd)
    else:
        yield text("Its ND wears from {before} to {after}.", before=event.before, after=event.after)

