"""Move actions and free acts of the body: stand up, draw, stow, doors, crouch, drop prone. Walks have their own
file.

Three functions a kind: ``why_...`` says why not (None when it is allowed), ``..._options`` lists what is allowed, and
``do_...`` does what was found to be allowed. # rule: ACT-2 ACT-5
"""

from collections.abc import Iterator

from game.rules.actions import Crouch, Draw, DropProne, StandUp, Stow, UseDoor
from game.rules.allowed import why_barred
from game.rules.attack import carried_weapon, not_carried
from game.rules.bodies import body_of, free_hands, obstructed
from game.rules.conditions import PRONE, with_condition, without_condition
from game.rules.doors import blocking, described, handy
from game.rules.events import DoorUsed, Event, PostureChanged, WeaponDrawn, WeaponStowed
from game.rules.gear import out_of_hand
from game.rules.state import Battle, Combatant, Condition, Posture
from game.texts import Text, text

Result = tuple[Battle, list[Event]]


def no_move_left(battle: Battle) -> Text | None:
    """Why the active creature has no Move action; None when it has. # rule: ACT-1"""
    if battle.turn.may_move:
        return None
    return text("no Move action is left: a turn is a Move and an Execution, or two Moves, or one Full action")


def spend_move(battle: Battle) -> Battle:
    """One Move action less. # rule: ACT-1"""
    return battle.but(turn=battle.turn.but(moves=battle.turn.moves + 1))


# --- posture ---------------------------------------------------------------------------------------------------------


def _why_no_room(battle: Battle, risen: Combatant) -> Text | None:
    """Why a body cannot straighten up where it is."""
    if obstructed(battle, body_of(battle, risen)):
        return text("{who} has no room to rise here: it must move away first", who=risen.name)
    return None


def why_stand(battle: Battle, who: Combatant) -> Text | None:
    """# rule: ACT-2 CND-11"""
    if (reason := no_move_left(battle)) is not None:
        return reason
    if not who.has(PRONE):
        return text("{who} is not lying on the ground", who=who.name)
    return _why_no_room(battle, without_condition(who, PRONE))


def do_stand(battle: Battle, who: Combatant) -> Result:
    """Stand up from the ground. # rule: ACT-2 CND-11"""
    return _posture(spend_move(battle), without_condition(who, PRONE).but(crouched=False), "standing")


def why_crouch(battle: Battle, who: Combatant) -> Text | None:
    """Crouch, or rise from a crouch. # rule: ACT-5"""
    if who.mount:
        return text("{who} is in the saddle: it must dismount first", who=who.name)  # rule: NLT-9
    if who.has(PRONE):
        return text("{who} is lying on the ground: it must stand up first", who=who.name)
    if not who.crouched:
        return None
    if battle.settings.rising == "move" and (reason := no_move_left(battle)) is not None:
        return reason
    return _why_no_room(battle, who.but(crouched=False))


def do_crouch(battle: Battle, who: Combatant) -> Result:
    """# rule: ACT-5"""
    if who.crouched and battle.settings.rising == "move":
        battle = spend_move(battle)
    return _posture(battle, who.but(crouched=not who.crouched), "standing" if who.crouched else "crouched")


def why_drop(battle: Battle, who: Combatant) -> Text | None:
    """# rule: ACT-5 CND-11"""
    if who.mount:
        return text("{who} is in the saddle: it must dismount first", who=who.name)  # rule: NLT-9
    return text("{who} is already lying on the ground", who=who.name) if who.has(PRONE) else None


def do_drop(battle: Battle, who: Combatant) -> Result:
    """# rule: ACT-5 CND-11"""
    return _posture(battle, with_condition(who.but(crouched=False), Condition(PRONE, who.id)), "prone")


def _posture(battle: Battle, changed: Combatant, posture: Posture) -> Result:
    return battle.with_combatant(changed), [PostureChanged(changed.id, posture)]


def posture_options(battle: Battle, who: Combatant) -> Iterator[StandUp | Crouch | DropProne]:
    """What it can do with its own body."""
    if why_stand(battle, who) is None and why_barred(battle, who, "move", toward=True) is None:
        yield StandUp(who.id)
    if why_crouch(battle, who) is None and why_barred(battle, who, "body", toward=True) is None:
        yield Crouch(who.id)
    if why_drop(battle, who) is None and why_barred(battle, who, "body") is None:
        yield DropProne(who.id)


# --- weapons in hand -------------------------------------------------------------------------------------------------


def why_draw(battle: Battle, who: Combatant, action: Draw) -> Text | None:
    """# rule: ACT-2"""
    if (reason := no_move_left(battle)) is not None:
        return reason
    weapon = carried_weapon(who, action.weapon) if action.weapon else None
    if weapon is None:
        return not_carried(who, action.weapon)
    if not weapon.hands:
        return text("this is part of the body, always ready: {weapon}", weapon=text(weapon.name))
    if weapon.id in who.hands:
        return text("{who} already holds this: {weapon}", who=who.name, weapon=text(weapon.name))
    free = free_hands(battle, who)
    if weapon.hands > free:
        return text("{weapon} takes {needed} hands, {free} are free: put something away first",
                    weapon=text(weapon.name), needed=weapon.hands, free=free)
    return None


def do_draw(battle: Battle, who: Combatant, action: Draw) -> Result:
    """# rule: ACT-2"""
    battle = spend_move(battle).with_combatant(who.but(hands=(*who.hands, action.weapon)))
    return battle, [WeaponDrawn(who.id, action.weapon)]


def why_stow(battle: Battle, who: Combatant, action: Stow) -> Text | None:
    """# rule: ACT-2"""
    if (reason := no_move_left(battle)) is not None:
        return reason
    weapon = carried_weapon(who, action.weapon) if action.weapon else None
    if weapon is None:
        return not_carried(who, action.weapon)
    if weapon.id not in who.hands:
        return text("{who} does not hold this: {weapon}", who=who.name, weapon=text(weapon.name))
    return None


def do_stow(battle: Battle, who: Combatant, action: Stow) -> Result:
    """# rule: ACT-2"""
    stowed = out_of_hand(who, action.weapon)
    return spend_move(battle).with_combatant(stowed), [WeaponStowed(who.id, action.weapon)]


def weapon_options(battle: Battle, who: Combatant) -> Iterator[Draw | Stow]:
    """What it can draw and put away."""
    if why_barred(battle, who, "move") is not None:
        return
    for weapon in who.weapons:
        draw, stow = Draw(who.id, weapon.id), Stow(who.id, weapon.id)
        if why_draw(battle, who, draw) is None:
            yield draw
        if why_stow(battle, who, stow) is None:
            yield stow


# --- doors -----------------------------------------------------------------------------------------------------------


def why_door(battle: Battle, who: Combatant, action: UseDoor) -> Text | None:
    """# rule: ACT-2"""
    if (reason := no_move_left(battle)) is not None:
        return reason
    structure = battle.structure(action.structure)
    if structure is None or structure.open is None:
        doors = ", ".join(each.id for each in battle.structures if each.open is not None) or "-"
        return text("{id!r} is nothing that opens; there are: {doors}", id=action.structure, doors=doors)
    name = described(structure)
    if structure.fallen:
        return text("this has fallen: {door}", door=name)  # rule: STR-8
    if structure.locked:
        return text("this is locked: {door}", door=name)
    if not handy(battle, who, structure):
        return text("{who} is not next to this: {door}", who=who.name, door=name)
    if structure.open and (other := blocking(battle, structure)) is not None:
        return text("{other} is in the way of this: {door}", other=other.name, door=name)
    return None


def do_door(battle: Battle, who: Combatant, action: UseDoor) -> Result:
    """Open or shut a door: the map changes at once. # rule: ACT-2"""
    structures = tuple(
        each.but(open=not each.open) if each.id == action.structure else each for each in battle.structures
    )
    battle = spend_move(battle).but(structures=structures)
    changed = battle.structure(action.structure)
    assert changed is not None
    return battle, [DoorUsed(who.id, action.structure, bool(changed.open))]


def door_options(battle: Battle, who: Combatant) -> Iterator[UseDoor]:
    """The doors and windows within its reach."""
    if why_barred(battle, who, "move", toward=True) is not None:
        return
    for structure in battle.structures:
        if structure.open is not None and why_door(battle, who, action := UseDoor(who.id, structure.id)) is None:
            yield action
