"""What the GM does to doors and structures by hand. # rule: STR-1 STR-8"""

from game.rules.brush import caught
from game.rules.doors import blocking, described, structure_name
from game.rules.events import DoorSet, Event, StructureSet
from game.rules.gm_actions import GmDoor, GmStructure
from game.rules.state import Battle, Structure
from game.texts import Text, text

Result = tuple[Battle, list[Event]]
MOST_ND = 100_000


def why_not(battle: Battle, action: GmDoor | GmStructure) -> Text | None:
    """Why it makes no sense now; None when it does."""
    found = battle.structure(action.structure)
    if found is None:
        return text("there is nothing {id!r} on this map", id=action.structure)
    if isinstance(action, GmDoor):
        return _why_no_door(battle, found, action)
    return _why_no_change(battle, found, action)


def _why_no_door(battle: Battle, door: Structure, action: GmDoor) -> Text | None:
    name = described(door)
    if door.open is None:
        return text("this does not open: {thing}", thing=name)
    if door.fallen:
        return text("this has fallen: {door}", door=name)
    if _set_to(door, action.state) == door:
        said = {"open": text("this is open already: {door}", door=name),
                "shut": text("this is shut already: {door}", door=name),
                "locked": text("this is locked already: {door}", door=name),
                "unlocked": text("this is not locked: {door}", door=name)}
        return said[action.state]
    other = blocking(battle, door) if door.open and action.state in ("shut", "locked") else None
    return None if other is None else text("{other} is in the way of this: {door}", other=other.name, door=name)


def _why_no_change(battle: Battle, thing: Structure, action: GmStructure) -> Text | None:
    name = described(thing)
    if (action.state, action.nd, action.left) == ("", None, None):
        return text("say what is to change about this: {thing}", thing=name)
    if action.state == "broken" and thing.fallen:
        return text("this has fallen already: {thing}", thing=name)
    if action.nd is not None and not 0 <= action.nd <= MOST_ND:
        return text("an ND is from 0 to {most}", most=MOST_ND)
    nd = thing.nd if action.nd is None else action.nd
    if action.left is not None and (action.state or not 0 < action.left <= nd):
        return text("what is left of its ND is from 1 to {most}", most=nd)
    changed = _changed(thing, action)
    if changed == thing:
        return text("nothing about this would change: {thing}", thing=name)
    if not thing.fallen or changed.fallen:
        return None
    other = caught(battle, _with(battle, changed))
    return None if other is None else text("{other} stands in the way", other=other.name)


def _set_to(door: Structure, state: str) -> Structure:
    match state:
        case "open":
            return door.but(open=True, locked=False)
        case "shut":
            return door.but(open=False)
        case "locked":
            return door.but(open=False, locked=True)
    return door.but(locked=False)


def with_nd(thing: Structure, nd: int) -> Structure:
    """A thing with another ND: it keeps its wear, but for the last point; what has fallen stays so.
    # rule: STR-1 STR-3"""
    return thing.but(nd=nd, wear=nd if thing.fallen else min(thing.wear, max(nd - 1, 0)))


def _changed(thing: Structure, action: GmStructure) -> Structure:
    """A thing after the GM's word. # rule: STR-1 STR-3"""
    nd = thing.nd if action.nd is None else action.nd
    if action.state == "broken":
        return thing.but(nd=nd, wear=nd, fallen=True)
    if action.state == "whole":
        return thing.but(nd=nd, wear=0, fallen=False)
    if action.left is not None:
        return thing.but(nd=nd, wear=nd - action.left, fallen=False)
    return with_nd(thing, nd)


def do(battle: Battle, action: GmDoor | GmStructure) -> Result:
    """Do as the GM says: the map changes at once."""
    old = battle.structure(action.structure)
    assert old is not None
    event: Event
    if isinstance(action, GmDoor):
        new = _set_to(old, action.state)
        event = DoorSet(old.id, action.state, structure_name(old).msgid)
    else:
        new = _changed(old, action)
        state = action.state or ("whole" if old.fallen and not new.fallen else "")
        event = StructureSet(old.id, state, structure_name(old).msgid, new.nd, new.nd - new.wear)
    return _with(battle, new), [event]


def _with(battle: Battle, new: Structure) -> Battle:
    return battle.but(structures=tuple(new if each.id == new.id else each for each in battle.structures))
