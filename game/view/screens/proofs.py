"""Why something happened: the proof of a line of the log, in words and on the map."""

from collections.abc import Iterator
from typing import Final

from game.insight.narrate import sentences
from game.rules.events import (
    Attacked,
    ConditionEnded,
    ConditionGained,
    Dragged,
    Event,
    Fallen,
    Moved,
    OngoingBegan,
    PowerUsed,
    Pushed,
    RoundBegan,
    StructureFell,
    StructureStruck,
    StructureTested,
    Tested,
    ThingDropped,
    TurnBegan,
    TurnEnded,
    ZoneBegan,
)
from game.rules.evidence import Modifier
from game.rules.history import Game
from game.rules.repertoire import manoeuvre_rules
from game.rules.state import Battle
from game.spatial.grid import UNITS, Cell
from game.texts import sentence
from game.view.mapview.scene import Proof
from game.view.screens.things import cells_of_thing

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
    "strayed": ("MAN-3",),
}
Line = tuple[int, int]  # number of the step, number of the event in it


def line(game: Game, place: Line | None) -> tuple[Event, Battle] | None:
    """The event of a line of the log, with the battle as it was before the step."""
    if place is None or place[0] >= len(game.past):
        return None
    before = game.past[place[0] - 1].battle if place[0] else game.initial
    return game.past[place[0]].events[place[1]], before


def line_of_row(game: Game, row: int) -> Line | None:
    """The line that stands in a row of the log."""
    for n, step in enumerate(game.past):
        if row < len(step.events):
            return n, row
        row -= len(step.events)
    return None


def last_line(game: Game) -> Line | None:
    """The last thing that happened but for turns and rounds."""
    for n in range(len(game.past) - 1, -1, -1):
        events = game.past[n].events
        attack = next((m for m in range(len(events)) if isinstance(events[m], Attacked | PowerUsed)), None)
        if attack is not None:
            return n, attack
        for m in range(len(events) - 1, -1, -1):
            if not isinstance(events[m], TurnBegan | TurnEnded | RoundBegan):
                return n, m
    return None


def modifiers_of(event: Event) -> tuple[Modifier, ...]:
    """The bonuses and penalties that an event counted."""
    match event:
        case Attacked():
            return event.sheet.modifiers
        case Tested() | PowerUsed():
            return event.modifiers
    return ()


def rules_of(event: Event, battle: Battle) -> tuple[str, ...]:
    """The ids of the rules by which it happened."""
    found: list[str] = []
    match event:
        case Attacked(sheet=sheet) if sheet.manoeuvre:
            found += ["MAN-1", manoeuvre_rules()[sheet.manoeuvre].rule]
        case Attacked(sheet=sheet) if sheet.power:
            found.append("ATK-7")
        case Attacked(sheet=sheet):
            found.append("ATK-1" if sheet.mode == "melee" else "ATK-2")
        case Moved(dash=True):
            found += ["ACT-4", "MOV-1"]
        case ConditionGained() | ConditionEnded():
            found += [battle.condition_rules[event.condition.id].rule, "EFF-6"]
        case _:
            found += RULES.get(event.kind, ())
    if isinstance(event, Attacked):
        found += [event.sheet.miss_rule] if event.sheet.miss_rule else []
        found += ["QCK-2"] if event.sheet.fixed_defence is not None else []
    found += [each.rule for each in modifiers_of(event)]
    return tuple(dict.fromkeys(found))


def words_of(event: Event, battle: Battle) -> list[str]:
    """What happened, with all its reasons."""
    return [sentence(each) for each in sentences(event, battle)]


def proof_of(event: Event, battle: Battle) -> Proof:
    """What on the map caused it: lines, barriers, cells, and lines to those who took part."""
    some = modifiers_of(event)
    rays = [ray for each in some for ray in each.evidence.rays if each.rule != "SIT-2"]
    cells = [cell for each in some for cell in each.evidence.cells]
    barriers = [each for found in some for each in found.evidence.barriers]
    links = [((ray.start[0] / UNITS, ray.start[1] / UNITS), (ray.end[0] / UNITS, ray.end[1] / UNITS))
             for each in some if each.rule == "SIT-2" for ray in each.evidence.rays]
    if isinstance(event, Attacked):
        cells += event.sheet.miss_evidence.cells if event.sheet.miss_chance else ()
        places = [_place(battle, who) for who in (event.sheet.attacker, event.sheet.target)]
        if not rays and None not in places:
            links.append((places[0], places[1]))  # type: ignore[arg-type]
    barriers += [each for ray in rays for each in ray.barriers]
    return Proof(tuple(dict.fromkeys(rays)), tuple(dict.fromkeys(barriers)),
                 tuple(dict.fromkeys([*cells, *_cells(event, battle)])), tuple(links))


def _place(battle: Battle, who: str) -> tuple[float, float] | None:
    cell = battle[who].cell if who in battle.by_id else None
    return None if cell is None else (cell[0] + 0.5, cell[1] + 0.5)


def _cells(event: Event, battle: Battle) -> Iterator[Cell]:
    """The cells that an event is about."""
    match event:
        case Moved() | Dragged() | Pushed():
            yield event.start
            yield from event.path
        case PowerUsed() | ZoneBegan():
            yield from event.cells
        case StructureTested() | StructureFell():
            yield from cells_of_thing(battle, event.structure)
        case StructureStruck():
            yield from cells_of_thing(battle, event.sheet.structure)
        case Fallen() | ThingDropped():
            yield event.cell
        case ConditionGained() | ConditionEnded() | OngoingBegan() | Tested():
            cell = battle[event.who].cell if event.who in battle.by_id else None
            if cell is not None:
                yield cell
