"""Manoeuvres, holds, falls and things on the ground as sentences for the log."""

from collections.abc import Iterator
from typing import Final

from game.insight.names import creature_name as _name
from game.insight.narrate_bruises import scuffle_began, scuffle_ended
from game.rules.attack import AttackSheet
from game.rules.catalog import UNARMED
from game.rules.events import (
    Attacked,
    Dragged,
    Fallen,
    HoldBegan,
    HoldEnded,
    Pushed,
    Strayed,
    ThingDropped,
    ThingPicked,
)
from game.rules.nonlethal import repertoire_of
from game.rules.state import Battle
from game.spatial.grid import UNITS, cell_name
from game.texts import N_, Text, text

ManoeuvreEvent = (
    Dragged | Fallen | HoldBegan | HoldEnded | Pushed | Strayed | ThingDropped | ThingPicked
)
MANOEUVRE_EVENTS: Final = (
    Dragged, Fallen, HoldBegan, HoldEnded, Pushed, Strayed, ThingDropped, ThingPicked,
)
STOPS: Final = {
    "barrier": N_("a wall"), "rise": N_("a rise of the ground"), "body": N_("another body"),
    "terrain": N_("ground that nobody enters"), "edge": N_("the end of the map"), "drop": N_("a drop"),
}



def manoeuvre_sentences(event: ManoeuvreEvent, battle: Battle) -> Iterator[Text]:
    """The sentences of an event of a manoeuvre, the main one first."""
    who = _name(battle, event.who)
    match event:
        case HoldBegan() if event.form:
            yield scuffle_began(event, battle)
        case HoldBegan(renewed=True):
            yield text("{who} keeps hold of {target}: to escape takes {nd}.", who=who,
                       target=_name(battle, event.target), nd=event.nd)
        case HoldBegan():
            yield text("{who} holds {target}: to escape takes {nd}.", who=who, target=_name(battle, event.target),
                       nd=event.nd)
        case HoldEnded():
            yield _end(event, battle)
        case Dragged():
            yield from _dragged(event, battle)
        case Pushed():
            yield from _pushed(event, battle)
        case Fallen():
            yield text("{who} falls {metres} m, to {cell}.", who=who, metres=event.drop / UNITS,
                       cell=cell_name(event.cell))
        case Strayed():
            yield text("The attack goes astray and hits {who}, who holds {target}.", who=_name(battle, event.struck),
                       target=_name(battle, event.target))
        case ThingDropped(by=""):
            yield text("{who} drops this on {cell}: {thing}.", who=who, cell=cell_name(event.cell),
                       thing=text(event.name))
        case ThingDropped():
            yield text("{who} loses this, which falls on {cell}: {thing}.", who=who, cell=cell_name(event.cell),
                       thing=text(event.name))
        case ThingPicked(owner=owner) if owner:
            yield text("{who} takes this from {owner}: {thing}.", who=who, owner=_name(battle, owner),
                       thing=text(event.name))
        case ThingPicked():
            yield text("{who} picks up: {thing}.", who=who, thing=text(event.name))


def _end(event: HoldEnded, battle: Battle) -> Text:
    names = {"who": _name(battle, event.who), "target": _name(battle, event.target)}
    match event.reason:
        case "released":
            return text("{who} lets go of {target}.", **names)
        case "escaped":
            return text("{target} escapes from {who}.", **names)
        case "turn":
            return text("{who} has not kept hold of {target}, who is free.", **names)
        case "apart":
            return text("{who} and {target} are torn apart.", **names)
        case "unable":
            return text("{who} holds {target} no longer.", **names)
    return scuffle_ended(event, battle)


def _dragged(event: Dragged, battle: Battle) -> Iterator[Text]:
    names = {"who": _name(battle, event.who), "by": _name(battle, event.by)}
    if event.path:
        yield text("{by} drags {who} to {cell}.", cell=cell_name(event.path[-1]), **names)
    if event.stopped_by is not None:
        yield text("Something stops them: {reason}.", reason=event.stopped_by)


def _pushed(event: Pushed, battle: Battle) -> Iterator[Text]:
    who = _name(battle, event.who)
    if event.path:
        yield text("{who} is pushed {metres} m, to {cell}.", who=who, metres=event.moved,
                   cell=cell_name(event.path[-1]))
    else:
        yield text("{who} is pushed, and does not move.", who=who)
    if event.stopped_by:
        yield text("What stops it: {reason}.", reason=text(STOPS[event.stopped_by]))


# --- the attack of a manoeuvre ---------------------------------------------------------------------------------------


def tried(sheet: AttackSheet, battle: Battle) -> Text:
    """What somebody tries to do, in place of a plain blow."""
    rule = repertoire_of(battle).get(sheet.manoeuvre)
    weapon = battle[sheet.attacker].weapon(sheet.weapon) if sheet.weapon else UNARMED
    return text("{who} tries this on {target}: {manoeuvre} ({weapon}).", who=_name(battle, sheet.attacker),
                target=_name(battle, sheet.target), manoeuvre=text(rule.name if rule else sheet.manoeuvre),
                weapon=text(weapon.name if weapon else sheet.weapon))


def came_off(event: Attacked, attack: str, defence: str) -> Text:
    """Whether it did what it was meant to do, with both sums."""
    if event.outcome == "hit" and event.critical:
        return text("Attack {attack}, defence {defence}: a critical success.", attack=attack, defence=defence)
    if event.outcome == "hit":
        return text("Attack {attack}, defence {defence}: it succeeds.", attack=attack, defence=defence)
    return text("Attack {attack}, defence {defence}: it fails.", attack=attack, defence=defence)
