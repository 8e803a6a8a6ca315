"""What the GM did by hand as sentences for the log. See :mod:`game.rules.gm_hand`."""

from collections.abc import Iterator
from typing import Final

from game.insight.names import creature_name as _name
from game.insight.names import thing_name
from game.insight.numbers import decimal
from game.rules.events import (
    DoorSet,
    GuardSet,
    InitiativeChanged,
    MapEdited,
    MapResized,
    PutAt,
    PVSet,
    StructureSet,
    TeamChanged,
)
from game.rules.gm_events import HandEvent
from game.rules.state import Battle
from game.spatial.grid import cell_name
from game.texts import N_, Text, text

HAND_EVENTS: Final = (
    PutAt, PVSet, GuardSet, TeamChanged, InitiativeChanged, DoorSet, StructureSet, MapEdited, MapResized,
)
BRUSHES: Final = {
    "wall": N_("wall"), "low_wall": N_("low wall"), "door": N_("door"), "pillar": N_("pillar"), "mud": N_("mud"),
    "smoke": N_("smoke"),
}


def hand_sentences(event: HandEvent, battle: Battle) -> Iterator[Text]:
    """What happened, in sentences, the main one first."""
    match event:
        case PutAt(start=None):
            yield text("The GM puts {who} on {cell}.", who=_name(battle, event.who), cell=cell_name(event.cell))
        case PutAt(start=start):
            yield text("The GM moves {who} from {start} to {cell}.", who=_name(battle, event.who),
                       start=cell_name(start or event.cell), cell=cell_name(event.cell))
        case PVSet():
            yield text("The GM sets the PV of {who}: {before} to {after}.", who=_name(battle, event.who),
                       before=event.before, after=event.after)
            if event.back:
                yield text("{who} is back in the fight, lying on the ground.", who=_name(battle, event.who))
        case GuardSet(guard=1):
            yield text("The GM gives {who} 1 more of fixed defence (QCK-6).", who=_name(battle, event.who))
        case GuardSet():
            yield text("The GM takes 1 of fixed defence from {who} again (QCK-6).", who=_name(battle, event.who))
        case TeamChanged():
            yield text("{who} changes sides, and fights for {team} now.", who=_name(battle, event.who),
                       team=_team(battle, event.after))
        case InitiativeChanged():
            yield text("The GM changes the order: {names}.",
                       names=", ".join(_name(battle, each) for each in event.order))
            if event.passed:
                yield text("{who} acts from the next round on.", who=_name(battle, event.who))
        case DoorSet():
            yield _door(event, battle)
        case StructureSet():
            yield _structure(event, battle)
        case MapEdited():
            yield _edited(event, battle)
        case MapResized():
            yield text("The map has {cols} x {rows} squares now.", cols=event.cols, rows=event.rows)
            if event.left or event.top:
                corner = max(-event.left, 0), max(-event.top, 0)
                yield text("The squares have new names: {old} is {new} now.", old=cell_name(corner),
                           new=cell_name((corner[0] + event.left, corner[1] + event.top)))


def _door(event: DoorSet, battle: Battle) -> Text:
    door = thing_name(battle, event.structure, event.name)
    match event.state:
        case "open":
            return text("This opens: {door}.", door=door)
        case "shut":
            return text("This shuts: {door}.", door=door)
        case "locked":
            return text("This is locked now: {door}.", door=door)
    return text("This is no longer locked: {door}.", door=door)


def _structure(event: StructureSet, battle: Battle) -> Text:
    thing = thing_name(battle, event.structure, event.name)
    if event.state == "broken":
        return text("This falls: {thing}.", thing=thing)
    if event.state == "whole":
        return text("This stands again: {thing}, ND {left} of {nd}.", thing=thing, left=event.left, nd=event.nd)
    return text("The GM changes this: {thing}, ND {left} of {nd}.", thing=thing, left=event.left, nd=event.nd)


def _edited(event: MapEdited, battle: Battle) -> Text:
    if event.brush == "zone" and event.team:
        return text("The GM marks where {team} may start (squares: {cells}).", team=_team(battle, event.team),
                    cells=event.cells)
    if event.brush == "zone":
        return text("The GM takes starting squares away (squares: {cells}).", cells=event.cells)
    if event.brush == "erase":
        return text("The GM clears the map (squares: {cells}, edges: {edges}).", cells=event.cells, edges=event.edges)
    if event.brush == "height":
        metres = decimal(abs(event.rise))
        if event.rise > 0:
            return text("The ground rises by {metres} m (squares: {cells}).", metres=metres, cells=event.cells)
        return text("The ground sinks by {metres} m (squares: {cells}).", metres=metres, cells=event.cells)
    what = text(BRUSHES[event.brush])
    if event.material:
        return text("The GM builds: {what}, {count} m ({material}).", what=what, count=event.edges or event.cells,
                    material=text(event.material))
    return text("The GM changes the ground: {what} (squares: {cells}).", what=what, cells=event.cells)



def _team(battle: Battle, id: str) -> Text:
    return text(next((team.name for team in battle.teams if team.id == id and team.name), id))
