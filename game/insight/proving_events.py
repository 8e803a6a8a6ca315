"""Proofs of what happened: of any line of a log, on the map as it was then.

The first proof of an event says what happened, by which rule, and shows what on the map it is about; the others are
those of the modifiers that it counted, each with its own evidence, as recorded, and of whom an area met.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from game.errors import FlancoError
from game.insight.cases import Case
from game.insight.narrate import powers_of, sentences
from game.insight.proof import Proof
from game.insight.proving import prove_all
from game.insight.proving_areas import prove_hit
from game.insight.reasons import state_said
from game.insight.telling import veiled
from game.rules.attack import AttackSheet
from game.rules.bodies import body_of
from game.rules.events import (
    Attacked,
    ConditionEnded,
    ConditionGained,
    Contested,
    Disengaged,
    Dragged,
    Event,
    Fallen,
    HoldBegan,
    HoldEnded,
    Moved,
    OngoingBegan,
    PowerUsed,
    Pushed,
    StructureFell,
    StructureStruck,
    StructureTested,
    Tested,
    ThingDropped,
    Unmounted,
    ZoneBegan,
)
from game.rules.evidence import Evidence, Modifier
from game.rules.history import Game
from game.rules.nonlethal import repertoire_of
from game.rules.places import area_of
from game.rules.state import Battle
from game.rules.things import pieces_of
from game.spatial.grid import Cell
from game.texts import N_

RULES: Final = {  # by the kind of an event: the rules that it follows, beside those of its modifiers
    "initiative": ("INI-1", "INI-3"), "round_began": ("TIM-1",), "turn_began": ("TIM-1",), "moved": ("ACT-2", "MOV-1"),
    "posture": ("ACT-5",), "drawn": ("ACT-2",), "stowed": ("ACT-2",), "thrown": ("ATK-2",), "door": ("ACT-2",),
    "damaged": ("DMG-1", "DMG-4"), "out": ("DMG-16",), "delayed": ("INI-5",), "power_used": ("ACT-3", "EFF-1"),
    "casting": ("ACT-4",), "casting_lost": ("ACT-4",), "concentrated": ("ACT-4",), "tested": ("TST-5",),
    "warded": ("DEF-3",), "healed": ("EFF-1",), "ongoing": ("EFF-1", "EFF-6"), "ongoing_ended": ("EFF-6",),
    "zone": ("EFF-1", "EFF-4"), "zone_ended": ("EFF-6",), "narrated": ("EFF-2",), "joined": ("INI-4",),
    "removed": ("INI-6",), "scene_ended": ("CND-3",), "structure_tested": ("STR-2", "STR-7"),
    "structure_struck": ("STR-3",), "structure_fell": ("STR-8",), "strained": ("STR-5",), "ammunition": ("STR-6",),
    "pressure_set": ("STR-7",), "rested": ("STR-5",), "hits": ("QCK-3", "QCK-5"), "quick_began": ("QCK-1", "QCK-4"),
    "went_normal": ("QCK-9",), "fallen": ("MOV-3",), "thing_dropped": ("ACT-5",), "thing_picked": ("ACT-2",),
    "hold": ("MAN-3",), "hold_ended": ("MAN-3",), "dragged": ("MAN-3",), "pushed": ("MAN-8", "MOV-3"),
    "strayed": ("MAN-3",), "ruled": ("GM",),
    "bruised": ("NLT-2", "NLT-3"), "unbruised": ("NLT-2",), "accident_feared": ("NLT-7",),
    "accident_judged": ("NLT-7",),
    "recovery": ("NLT-4", "NLT-5", "NLT-6"), "mended": ("NLT-5",), "contested": ("NLT-8",), "disengaged": ("NLT-8",),
    "mounted": ("NLT-9",), "unmounted": ("NLT-9",),
}
Line = tuple[int, int]  # number of the step, number of the event in it
HAPPENED: Final = N_("what happened")


def line_at(game: Game, place: Line | None) -> tuple[Event, Battle] | None:
    """The event of a line of the log, with the battle as it was before the step; None when there is no such line."""
    if place is None or place[0] >= len(game.past) or place[1] >= len(game.past[place[0]].events):
        return None
    before = game.past[place[0] - 1].battle if place[0] else game.initial
    return game.past[place[0]].events[place[1]], before


def prove_event(event: Event, before: Battle) -> Iterator[Proof]:
    """The proofs of an event: what happened, then every modifier that it counted, in its order.

    :param before: the battle as it was before the step.
    """
    rules = rules_of(event, before)
    yield Proof(rules[0] if rules else "", HAPPENED, "happened", _doer(event),
                event.sheet.target if isinstance(event, Attacked) else "",
                reasons=sentences(event, before), evidence=Evidence(cells=tuple(dict.fromkeys(_cells(event, before)))))
    if isinstance(event, Attacked):
        yield from _of_attack(event.sheet, before)
    else:
        yield from (_of_test(event, before, each) for each in modifiers_of(event))
    if isinstance(event, PowerUsed):
        yield from _of_area(event, before)


def _of_area(event: PowerUsed, before: Battle) -> Iterator[Proof]:
    """Why an area met those whom it met, as long as the battle before the step has it where it was. # rule: ATK-5"""
    caster = before.by_id.get(event.who)
    power = next((each for each in powers_of(caster) if each.id == event.power), None) if caster is not None else None
    if caster is None or caster.cell is None or power is None or power.shape is None:
        return
    try:
        area = area_of(before, caster, power, event.place)
    except FlancoError:
        return
    if {*event.cells} == {(x, y) for y, x in np.argwhere(area.mask).tolist()}:
        yield from (prove_hit(before, area, id, power.shape.passage) for id in event.targets
                    if id in before.by_id and before[id].cell is not None)


def _of_attack(sheet: AttackSheet, before: Battle) -> Iterator[Proof]:
    """The proofs of a sheet as it was recorded; bare ones where the battle before the step cannot make it again."""
    try:
        again = Case.of(before, sheet).sheet
    except (FlancoError, KeyError):
        again = None
    if again is None:
        yield from (Proof(each.rule, each.label, "applies", sheet.attacker, sheet.target, each.amount, each.side,
                          evidence=each.evidence) for each in sheet.modifiers)
    else:
        yield from (each for each in prove_all(before, sheet) if each.verdict != "refused")


def _doer(event: Event) -> str:
    """Whom an event is about."""
    if isinstance(event, Attacked | StructureStruck):
        return event.sheet.attacker
    who = getattr(event, "who", "")
    return who if isinstance(who, str) else ""


def _of_test(event: Event, before: Battle, modifier: Modifier) -> Proof:
    """A modifier of a test that is no attack; its amount is not told where numbers are not."""
    who = _doer(event)
    told = not veiled(before, who)
    reasons = tuple(state_said(before, before[who], modifier.rule, modifier.label)) if who in before.by_id else ()
    return Proof(modifier.rule, modifier.label, "applies", who, amount=modifier.amount if told else 0,
                 side=modifier.side, reasons=reasons, evidence=modifier.evidence)


def modifiers_of(event: Event) -> tuple[Modifier, ...]:
    """The bonuses and penalties that an event counted."""
    match event:
        case Attacked():
            return event.sheet.modifiers
        case Tested() | PowerUsed() | Contested() | Disengaged():
            return event.modifiers
    return ()


def rules_of(event: Event, battle: Battle) -> tuple[str, ...]:
    """The ids of the rules by which it happened, the main one first."""
    found: list[str] = []
    match event:
        case Attacked(sheet=sheet) if sheet.manoeuvre:
            found += [repertoire_of(battle)[sheet.manoeuvre].rule, "MAN-1"]
        case Attacked(sheet=sheet) if sheet.power:
            found.append("ATK-7")
        case Attacked(sheet=sheet):
            found.append("ATK-1" if sheet.mode == "melee" else "ATK-2")
        case Moved(dash=True):
            found += ["ACT-4", "MOV-1"]
        case HoldBegan() | HoldEnded() if battle.nonlethal:
            found.append("NLT-8")
        case ConditionGained() | ConditionEnded():
            found += [battle.condition_rules[event.condition.id].rule, "EFF-6"]
        case _:
            found += RULES.get(event.kind, ())
    if isinstance(event, Attacked):
        found += [event.sheet.miss_rule] if event.sheet.miss_rule else []
        found += ["QCK-2"] if event.sheet.fixed_defence is not None else []
    found += [each.rule for each in modifiers_of(event)]
    return tuple(dict.fromkeys(found))


def _cells(event: Event, battle: Battle) -> Iterator[Cell]:
    """The cells that an event is about."""
    match event:
        case Moved() | Dragged() | Pushed():
            yield event.start
            yield from event.path
        case PowerUsed() | ZoneBegan():
            yield from event.cells
        case StructureTested() | StructureFell():
            yield from _cells_of_thing(battle, event.structure)
        case StructureStruck():
            yield from _cells_of_thing(battle, event.sheet.structure)
        case Fallen() | ThingDropped() | Unmounted():
            yield event.cell
        case ConditionGained() | ConditionEnded() | OngoingBegan() | Tested():
            if event.who in battle.by_id and battle[event.who].cell is not None:
                yield from body_of(battle, battle[event.who]).cells


def _cells_of_thing(battle: Battle, id: str) -> Iterator[Cell]:
    """The cells that a thing fills; those beside a thin wall."""
    return (cell for piece in pieces_of(battle, id) for cell in piece.body.cells)
