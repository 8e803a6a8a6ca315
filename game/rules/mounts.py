"""Riders and their mounts: one body on the map, two sheets. # rule: NLT-9

A rider is where its mount is (:meth:`game.rules.state.Battle.with_combatant`), as high as its saddle
(:func:`game.rules.footing.saddle_of`), and goes where that goes; it acts in its own turn, and is a target of its own.
"""

from collections.abc import Iterator
from typing import Literal

from game.rules import falls
from game.rules.actions import Dismount, Mount
from game.rules.attack import unknown
from game.rules.bodies import adjacent, misplaced
from game.rules.conditions import PRONE
from game.rules.events import Event, MountedUp, Unmounted
from game.rules.footing import body_of, saddle_of, side_of
from game.rules.state import Battle, Combatant
from game.spatial.grid import UNITS, Cell, cell_name
from game.texts import Text, text

Result = tuple[Battle, list[Event]]
Cause = Literal["willing", "unhorsed", "thrown", "fell"]


def why_no_seat(battle: Battle, who: Combatant, mount: Combatant) -> Text | None:
    """Why one creature cannot ride another, wherever they are. # rule: NLT-9"""
    if not battle.nonlethal:
        return text("nobody rides in this fight")
    if mount.id == who.id or mount.mount or battle.riders_of(who.id):
        return text("{mount} is no mount for {who}", mount=mount.name, who=who.name)
    if mount.team != who.team:
        return text("{mount} is not on the side of {who}", mount=mount.name, who=who.name)
    if battle.settings.sizes[mount.sheet.size].side <= battle.settings.sizes[who.sheet.size].side:
        return text("{mount} is too small to carry {who}", mount=mount.name, who=who.name)
    if any(each.id != who.id for each in battle.riders_of(mount.id)):
        return text("{mount} has a rider", mount=mount.name)
    return None


def why_not_mounted(battle: Battle, who: Combatant) -> Text | None:
    """Why one who comes in cannot be in the saddle that it says. # rule: NLT-9 INI-4"""
    if (reason := unknown(battle, who.mount)) is not None:
        return reason
    mount = battle[who.mount]
    if (reason := why_no_seat(battle, who, mount)) is not None:
        return reason
    if mount.out or mount.has(PRONE) or who.has(PRONE):
        return text("{mount} is no mount for {who}", mount=mount.name, who=who.name)
    if who.hidden != mount.hidden:
        return text("a rider and its mount are hidden together")
    if who.cell not in (None, mount.cell):
        return text("{who} is in the saddle, and goes where this goes: {mount}", who=who.name, mount=mount.name)
    return None


def why_mount(battle: Battle, who: Combatant, action: Mount) -> Text | None:
    """# rule: NLT-9"""
    if (reason := unknown(battle, action.mount)) is not None:
        return reason
    mount = battle[action.mount]
    if who.mount:
        return text("{who} is in the saddle: it must dismount first", who=who.name)
    if (reason := why_no_seat(battle, who, mount)) is not None:
        return reason
    if mount.out or (mount.hidden and not who.hidden) or mount.has(PRONE):
        return text("{mount} is no mount for {who}", mount=mount.name, who=who.name)
    if who.has(PRONE):
        return text("{who} is lying on the ground: it must stand up first", who=who.name)
    if not adjacent(battle, who, mount):
        return text("{who} is not next to this: {door}", who=who.name, door=mount.name)
    return None


def why_dismount(battle: Battle, who: Combatant, action: Dismount) -> Text | None:
    """# rule: NLT-9"""
    if not who.mount:
        return text("{who} rides nobody", who=who.name)
    if action.to not in places_beside(battle, who):
        return text("{who} cannot dismount to {cell}: it is no free place beside the mount", who=who.name,
                    cell=cell_name(action.to) if action.to in battle.grid else str(action.to))
    return None


def options(battle: Battle, who: Combatant) -> Iterator[Mount | Dismount]:
    """Getting on each mount, or off to each place beside it."""
    if not battle.nonlethal:
        return
    if who.mount:
        yield from (Dismount(who.id, cell) for cell in places_beside(battle, who))
        return
    for mount in battle.combatants:
        action = Mount(who.id, mount.id)
        if mount.team == who.team and mount.cell is not None and why_mount(battle, who, action) is None:
            yield action


def do_mount(battle: Battle, who: Combatant, action: Mount) -> Result:
    """# rule: NLT-9"""
    seated = who.but(mount=action.mount, cell=battle[action.mount].cell, crouched=False)
    return battle.with_combatant(seated), [MountedUp(who.id, action.mount)]


def do_dismount(battle: Battle, who: Combatant, action: Dismount) -> Result:
    """# rule: NLT-9"""
    return battle.with_combatant(who.but(mount="", cell=action.to)), [Unmounted(who.id, who.mount, action.to)]


# --- places ----------------------------------------------------------------------------------------------------------


def places_beside(battle: Battle, who: Combatant) -> tuple[Cell, ...]:
    """Where a rider's own feet find room right beside its mount, row by row. # rule: NLT-9"""
    return tuple(cell for cell, far in _places(battle, who) if far == 1)


def _places(battle: Battle, who: Combatant) -> Iterator[tuple[Cell, int]]:
    """Every free place for a rider on its own feet, with how far from the mount it is, the nearest first."""
    alone = who.but(mount="", cell=None)
    side, grid = side_of(battle, alone), battle.grid
    (x0, y0), (x1, y1) = (body_of(battle, who).cells[n] for n in (0, -1))  # a square, as the rider's own is
    found = ((max(x0 - x - side + 1, x - x1, y0 - y - side + 1, y - y1), y, x)
             for y in range(grid.rows - side + 1) for x in range(grid.cols - side + 1))
    for far, y, x in sorted(each for each in found if each[0] > 0):
        if misplaced(battle, alone, (x, y)) is None:
            yield (x, y), far


# --- falling off -----------------------------------------------------------------------------------------------------


def fall_off(battle: Battle, rider: str, cause: Cause, puller: str = "") -> Result:
    """A rider falls beside its mount, on the side of who drags it, takes the fall, and lies on the ground; one who is
    out of the fight only falls. Where there is no room at all, it stays where it is. # rule: NLT-8 NLT-9"""
    who = battle[rider]
    drop = saddle_of(battle, who)
    near = [cell for cell, far in _nearest(battle, who)]
    cell = who.cell if not near else min(near, key=lambda each: _from(battle, puller, each))
    assert cell is not None
    battle = battle.with_combatant(who.but(mount="", cell=cell))
    events: list[Event] = [Unmounted(rider, who.mount, cell, cause)]
    if who.out:
        return battle, events
    battle, more = falls.fall(battle, rider, drop, drop // UNITS * battle.settings.saddle_fall)
    return battle, events + more


def _nearest(battle: Battle, who: Combatant) -> Iterator[tuple[Cell, int]]:
    """The free places that are as near as any."""
    least = None
    for cell, far in _places(battle, who):
        if least is not None and far > least:
            return
        least = far
        yield cell, far


def _from(battle: Battle, puller: str, cell: Cell) -> int:
    """How far a place is from who drags the rider off; 0 when nobody does."""
    if puller not in battle.by_id:
        return 0
    return min(max(abs(cell[0] - x), abs(cell[1] - y)) for x, y in body_of(battle, battle[puller]).cells)


def thrown(battle: Battle) -> Result:
    """Riders who can no longer stay in the saddle: they are out or lie, or their mount does. # rule: NLT-9"""
    events: list[Event] = []
    if not battle.nonlethal:
        return battle, events
    for who in battle.combatants:
        if not who.mount or who.cell is None:
            continue
        mount = battle.by_id.get(who.mount)
        gone = mount is None or mount.out or mount.has(PRONE)
        if gone or who.out or who.has(PRONE):
            battle, more = fall_off(battle, who.id, "thrown" if gone else "fell")
            events += more
    return battle, events
