"""Move actions and free acts of the body: walk, stand up, draw, stow, doors, crouch, drop prone.

Three functions a kind: ``why_...`` says why not (None when it is allowed), ``..._options`` lists what is allowed, and
``do_...`` does what was found to be allowed. # rule: ACT-2 ACT-5
"""

from collections.abc import Iterator

import numpy as np

from game.errors import GeometryError
from game.rules import upkeep
from game.rules.actions import Crouch, Draw, DropProne, Move, StandUp, Stow, UseDoor
from game.rules.allowed import why_barred
from game.rules.attack import carried_weapon, not_carried
from game.rules.bodies import (
    body_of,
    ends_allowed,
    hands_used,
    metres_left,
    misplaced,
    movement_of,
    obstacles,
    obstructed,
    slowness,
    why_kept_away,
)
from game.rules.checks import Cup
from game.rules.conditions import PRONE, with_condition, without_condition
from game.rules.doors import blocking, handy, structure_name
from game.rules.events import DoorUsed, Event, Moved, PostureChanged, WeaponDrawn, WeaponStowed
from game.rules.state import Battle, Combatant, Condition, Posture
from game.spatial.grid import PLAIN, Cell, cell_name
from game.spatial.movement import walk
from game.spatial.stepper import Step
from game.texts import Text, text

Result = tuple[Battle, list[Event]]


def no_move_left(battle: Battle) -> Text | None:
    """Why the active creature has no Move action; None when it has. # rule: ACT-1"""
    if battle.turn.may_move:
        return None
    return text("no Move action is left: a turn is a Move and an Execution, or two Moves, or one Full action")


def _spend_move(battle: Battle) -> Battle:
    """One Move action less. # rule: ACT-1"""
    return battle.but(turn=battle.turn.but(moves=battle.turn.moves + 1))


# --- walking ---------------------------------------------------------------------------------------------------------


def why_walk(battle: Battle, who: Combatant, action: Move) -> Text | None:
    """# rule: ACT-2 MOV-1 MOV-2"""
    if not battle.turn.left and (reason := no_move_left(battle)) is not None:
        return reason
    if action.to not in battle.grid:
        return text("{cell} is outside the map ({cols} x {rows} squares)",
                    cell=str(action.to), cols=battle.grid.cols, rows=battle.grid.rows)
    if action.path:
        return _why_path(battle, who, action)
    if action.to == who.cell:
        return text("{who} already stands on {cell}", who=who.name, cell=cell_name(action.to))
    if movement_of(battle, who.id).reachable[action.to[1], action.to[0]]:
        return None
    return _why_not_there(battle, who, action.to)


def _why_not_there(battle: Battle, who: Combatant, to: Cell) -> Text:
    """The best reason why a place is not among those that can be reached."""
    if (reason := misplaced(battle, who, to)) is not None:
        return reason
    if (reason := why_kept_away(battle, who, to)) is not None:
        return reason
    return text("{who} cannot reach {cell} with {metres} m of movement", who=who.name, cell=cell_name(to),
                metres=f"{metres_left(battle, who) / PLAIN:g}")


def _steps(battle: Battle, who: Combatant, path: tuple[Cell, ...]) -> tuple[Step, ...]:
    """The steps of a given path, judged one by one.

    :raises GeometryError: naming the step that cannot be taken.
    """
    closed, no_end = obstacles(battle, who)
    return walk(
        battle.grid, body_of(battle, who), path, metres_left(battle, who),
        rule=battle.settings.diagonals, corners=battle.settings.corners, difficult=battle.settings.difficult_diagonals,
        closed=closed, no_end=no_end, parity=battle.turn.diagonals, slow=slowness(battle, who),
    )


def _why_path(battle: Battle, who: Combatant, action: Move) -> Text | None:
    if action.path[-1] != action.to:
        return text("the path ends on {end}, not on {cell}", end=cell_name(action.path[-1]), cell=cell_name(action.to))
    try:
        _steps(battle, who, action.path)
    except GeometryError as error:
        return error.message
    x, y = action.to
    if (ends := ends_allowed(battle, who)) is not None and not ends[y, x]:
        return _why_not_there(battle, who, action.to)
    return None


def walk_options(battle: Battle, who: Combatant) -> Iterator[Move]:
    """One walk for every place that can be reached, rows first."""
    if (not battle.turn.left and not battle.turn.may_move) or why_barred(battle, who, "move", toward=True) is not None:
        return
    for y, x in np.argwhere(movement_of(battle, who.id).reachable).tolist():
        if (x, y) != who.cell:
            yield Move(who.id, (x, y))


def do_walk(battle: Battle, who: Combatant, action: Move, cup: Cup) -> Result:
    """Walk. The path of the field when none is given; hazards meet the walker on it, and may stop it for good.
    # rule: MOV-1 MOV-2 EFF-1"""
    assert who.cell is not None
    before = battle
    if action.path:
        path, last = action.path, _steps(battle, who, action.path)[-1]
        cost, parity = last.cost, last.parity
    else:
        field = movement_of(battle, who.id)
        path, cost = field.path(action.to), int(field.cost[action.to[1], action.to[0]])
        parity = field.parity_at(action.to)
    left = metres_left(battle, who) - cost
    turn = battle.turn
    # rule: ACT-2: the metres left of a walk that may be split are used up before another Move is spent
    spends = cost > turn.left
    turn = turn.but(
        moves=turn.moves + spends,
        diagonals=parity,
        left=(left if spends else turn.left - cost) if battle.settings.split_walk else 0,
    )
    battle, events, count = upkeep.enter(battle.but(turn=turn), who.id, path, cup)
    if count < len(path):
        cost, path = _steps(before, who, path)[count - 1].cost, path[:count]
    return battle, [Moved(who.id, who.cell, path, cost), *events]


# --- posture ---------------------------------------------------------------------------------------------------------


def _why_no_room(battle: Battle, risen: Combatant) -> Text | None:
    """Why a body cannot straighten up where it is."""
    if obstructed(battle, body_of(battle, risen)):
        return text("{who} has no room to rise here", who=risen.name)
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
    return _posture(_spend_move(battle), without_condition(who, PRONE).but(crouched=False), "standing")


def why_crouch(battle: Battle, who: Combatant) -> Text | None:
    """Crouch, or rise from a crouch. # rule: ACT-5"""
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
        battle = _spend_move(battle)
    return _posture(battle, who.but(crouched=not who.crouched), "standing" if who.crouched else "crouched")


def why_drop(battle: Battle, who: Combatant) -> Text | None:
    """# rule: ACT-5 CND-11"""
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
    free = battle.settings.hands - hands_used(who)
    if weapon.hands > free:
        return text("{weapon} takes {needed} hands, {free} are free: put something away first",
                    weapon=text(weapon.name), needed=weapon.hands, free=free)
    return None


def do_draw(battle: Battle, who: Combatant, action: Draw) -> Result:
    """# rule: ACT-2"""
    battle = _spend_move(battle).with_combatant(who.but(hands=(*who.hands, action.weapon)))
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
    hands = tuple(each for each in who.hands if each != action.weapon)
    return _spend_move(battle).with_combatant(who.but(hands=hands)), [WeaponStowed(who.id, action.weapon)]


def weapon_options(battle: Battle, who: Combatant) -> Iterator[Draw | Stow]:
    """What it can draw and put away."""
    if why_barred(battle, who, "move") is not None:
        return
    for weapon in who.sheet.weapons:
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
    name = structure_name(structure)
    if structure.fallen:
        return text("this has fallen: {door}", door=name)  # rule: STR-8
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
    battle = _spend_move(battle).but(structures=structures)
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
