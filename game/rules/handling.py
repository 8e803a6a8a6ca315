"""Hands and things: switching weapons, letting things fall, taking them up from the ground. # rule: ACT-2 ACT-5"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count

from game.rules.actions import DropItem, Grip, PickUp, Switch
from game.rules.allowed import why_barred
from game.rules.attack import carried_weapon, not_carried
from game.rules.bodies import body_of, free_hands, hands_on
from game.rules.catalog import Weapon
from game.rules.events import Event, Gripped, ThingDropped, ThingPicked, WeaponDrawn, WeaponStowed
from game.rules.gear import loot_near, out_of_hand, with_worn, without_item, without_weapon, worn
from game.rules.state import Battle, Combatant, GroundItem
from game.spatial.grid import Body, Cell
from game.spatial.lines import blocked
from game.spatial.metric import reach_distance
from game.texts import Text, text

Result = tuple[Battle, list[Event]]


# --- switching -------------------------------------------------------------------------------------------------------


def why_switch(battle: Battle, who: Combatant, action: Switch) -> Text | None:
    """Why not one weapon away and another in hand, with one Move. # rule: ACT-2"""
    if battle.settings.switching == "two_moves":
        return text("putting one weapon away and drawing another takes two Moves")
    for id in (action.stow, action.draw):
        if not id or carried_weapon(who, id) is None:
            return not_carried(who, id)
    old, new = carried_weapon(who, action.stow), carried_weapon(who, action.draw)
    assert old is not None
    assert new is not None
    if old.id not in who.hands:
        return text("{who} does not hold this: {weapon}", who=who.name, weapon=text(old.name))
    if not new.hands:
        return text("this is part of the body, always ready: {weapon}", weapon=text(new.name))
    if new.id in who.hands:
        return text("{who} already holds this: {weapon}", who=who.name, weapon=text(new.name))
    free = free_hands(battle, who) + hands_on(who, old)
    if new.hands > free:
        return text("{weapon} takes {needed} hands, {free} are free: put something away first",
                    weapon=text(new.name), needed=new.hands, free=free)
    return None


def do_switch(battle: Battle, who: Combatant, action: Switch) -> Result:
    """# rule: ACT-2"""
    left = out_of_hand(who, action.stow)
    return battle.with_combatant(left.but(hands=(*left.hands, action.draw))), [
        WeaponStowed(who.id, action.stow), WeaponDrawn(who.id, action.draw),
    ]


def switch_options(battle: Battle, who: Combatant) -> Iterator[Switch]:
    """Each weapon in hand for each that is not."""
    for stow in who.hands:
        for weapon in who.weapons:
            if why_switch(battle, who, action := Switch(who.id, stow, weapon.id)) is None:
                yield action


# --- one hand or both ------------------------------------------------------------------------------------------------


def why_grip(battle: Battle, who: Combatant, action: Grip) -> Text | None:
    """Why it cannot take a hand off a weapon, or put it back. # rule: ACT-2 MAN-3"""
    weapon = carried_weapon(who, action.weapon) if action.weapon else None
    if weapon is None:
        return not_carried(who, action.weapon)
    if weapon.hands < 2:
        return text("this is no weapon for two hands: {weapon}", weapon=text(weapon.name))
    if weapon.id not in who.hands:
        return text("{who} does not hold this: {weapon}", who=who.name, weapon=text(weapon.name))
    if action.both != (weapon.id in who.loose):
        return text("{who} already holds this so: {weapon}", who=who.name, weapon=text(weapon.name))
    if not action.both:
        return None
    if battle.settings.grip == "move":
        if not battle.turn.may_move:
            return text("no Move action is left: a turn is a Move and an Execution, or two Moves, or one Full action")
        if (reason := why_barred(battle, who, "move")) is not None:
            return reason
    if not free_hands(battle, who):
        return text("{who} has no free hand for this: {weapon}", who=who.name, weapon=text(weapon.name))
    return None


def do_grip(battle: Battle, who: Combatant, action: Grip) -> Result:
    """Letting go with one hand is free, as letting a thing fall is; putting it back is handling a weapon.
    # rule: ACT-2 ACT-5 MAN-3"""
    if action.both and battle.settings.grip == "move":
        battle = battle.but(turn=battle.turn.but(moves=battle.turn.moves + 1))
    loose = tuple(each for each in who.loose if each != action.weapon)
    who = who.but(loose=loose if action.both else (*loose, action.weapon))
    return battle.with_combatant(who), [Gripped(who.id, action.weapon, action.both)]


def grip_options(battle: Battle, who: Combatant) -> Iterator[Grip]:
    """Each two-handed weapon in hand, the other way."""
    for id in who.hands:
        if why_grip(battle, who, action := Grip(who.id, id, id in who.loose)) is None:
            yield action


# --- dropping --------------------------------------------------------------------------------------------------------


def why_drop_item(battle: Battle, who: Combatant, action: DropItem) -> Text | None:
    """# rule: ACT-5"""
    if action.item in who.hands or any(each.id == action.item for each in who.items):
        return None
    held = ", ".join((*who.hands, *dict.fromkeys(each.id for each in who.items))) or "-"
    return text("{who} has nothing called {item!r} to drop; it has: {held}", who=who.name, item=action.item, held=held)


def do_drop_item(battle: Battle, who: Combatant, action: DropItem) -> Result:
    """A thing falls where its owner stands. # rule: ACT-5"""
    assert who.cell is not None
    if action.item in who.hands:
        return weapon_falls(battle, who.id, action.item, who.cell)
    item = next(each for each in who.items if each.id == action.item)
    battle = battle.with_combatant(without_item(who, item.id))
    return _fallen(battle, GroundItem("", who.cell, item=item, owner=who.id))


def weapon_falls(battle: Battle, who: str, weapon: str, cell: Cell, by: str = "") -> Result:
    """A weapon leaves a hand and lies on the map. # rule: ACT-5 MAN-6"""
    owner = battle[who]
    fallen = owner.weapon(weapon)
    assert fallen is not None
    battle = battle.with_combatant(without_weapon(owner, weapon))
    return _fallen(battle, GroundItem("", cell, fallen, owner=who, wear=worn(owner, weapon)), by)


def _fallen(battle: Battle, thing: GroundItem, by: str = "") -> Result:
    """A thing lies on the map now. What falls from one who is hidden nobody sees, and the things that fall after it are
    called what they would be without it."""
    if battle[thing.owner].hidden:
        known = {each.id for each in battle.items}
        id = next(each for n in count(1) if (each := f"thing-{thing.owner}-{n}") not in known)
        thing, made = thing.but(id=id, unseen=True), battle.made
    else:
        made = battle.made + 1
        thing = thing.but(id=f"thing-{made}")
    event = ThingDropped(thing.owner, thing.id, thing_name(thing), thing.cell, by)
    return battle.but(items=(*battle.items, thing), made=made), [event]


def shown_things(battle: Battle, who: Iterable[str]) -> Battle:
    """What fell from some in secret lies there for all to see."""
    return battle.but(items=tuple(each.but(unseen=False) if each.unseen and each.owner in who else each
                                  for each in battle.items))


def drop_options(battle: Battle, who: Combatant) -> Iterator[DropItem]:
    """What it can let fall."""
    for id in dict.fromkeys((*who.hands, *(each.id for each in who.items))):
        yield DropItem(who.id, id)


# --- picking up ------------------------------------------------------------------------------------------------------


def in_hands_reach(battle: Battle, who: Combatant, thing: GroundItem) -> bool:
    """Whether a thing lies near enough to be taken up, with nothing solid in between. # rule: ACT-2"""
    body, far = body_of(battle, who), battle.settings.pick_up_reach
    x, y = thing.cell
    if all(abs(x - i) > far or abs(y - j) > far for i, j in body.cells):
        return False
    there = Body.on(battle.grid, thing.cell)
    if reach_distance(body, there, battle.settings.reach_diagonals) > far:
        return False
    end = _low(there, thing.cell)
    return any(not blocked(battle.grid, _low(body, cell), end, "effect") for cell in body.cells)


def _low(body: Body, cell: Cell) -> tuple[int, int, int]:
    """A point low over a cell, in 1/64 m: where a hand takes hold."""
    x, y = cell
    return 64 * x + 32, 64 * y + 32, body.feet + 16


def to_take(battle: Battle, who: Combatant) -> Iterator[GroundItem]:
    """What lies on the ground, and what those who are out of the fight have. # rule: ACT-2 STR-4"""
    yield from battle.lying
    yield from loot_near(battle, who)


def why_pick_up(battle: Battle, who: Combatant, action: PickUp) -> Text | None:
    """# rule: ACT-2 STR-4"""
    thing = next((each for each in to_take(battle, who) if each.id == action.thing), None)
    if thing is None:
        lying = ", ".join(each.id for each in to_take(battle, who)) or "-"
        return text("no {thing!r} lies on the ground; there are: {lying}", thing=action.thing, lying=lying)
    if not in_hands_reach(battle, who, thing):
        return text("{who} cannot reach this, and must come nearer first: {thing}", who=who.name,
                    thing=text(thing_name(thing)))
    needed, free = hands_for(thing), free_hands(battle, who)
    if needed > free:
        return text("{weapon} takes {needed} hands, {free} are free: put something away first",
                    weapon=text(thing_name(thing)), needed=needed, free=free)
    return None


def thing_name(thing: GroundItem) -> str:
    """What a thing is called, in English."""
    if thing.weapon is not None:
        return thing.weapon.name
    return thing.item.name if thing.item is not None else thing.id


def hands_for(thing: GroundItem) -> int:
    """How many free hands it takes to take it up."""
    return thing.weapon.hands if thing.weapon is not None else thing.item.hands if thing.item is not None else 0


def do_pick_up(battle: Battle, who: Combatant, action: PickUp) -> Result:
    """A weapon is in hand then, an item among those carried. # rule: ACT-2 STR-4"""
    thing = next(each for each in to_take(battle, who) if each.id == action.thing)
    lay = any(each.id == thing.id for each in battle.items)
    if lay:
        battle = battle.but(items=tuple(each for each in battle.items if each.id != thing.id))
    else:
        battle = battle.with_combatant(_robbed(battle[thing.owner], thing))
    if thing.weapon is not None:
        who = armed(who, thing.weapon, thing)
    elif thing.item is not None:
        who = who.but(items=(*who.items, thing.item))
    return battle.with_combatant(who), [ThingPicked(who.id, thing.id, thing_name(thing), "" if lay else thing.owner)]


def _robbed(owner: Combatant, thing: GroundItem) -> Combatant:
    """Without what was taken from it. # rule: STR-4"""
    if thing.weapon is not None:
        return without_weapon(owner, thing.weapon.id)
    return owner if thing.item is None else without_item(owner, thing.item.id)


def armed(who: Combatant, weapon: Weapon, thing: GroundItem) -> Combatant:
    """With a weapon in hand that was taken up, as worn as it was: its own again, or one more under an id of its own."""
    if thing.owner == who.id and weapon.id in who.lost and who.weapon(weapon.id) is None:
        who = who.but(hands=(*who.hands, weapon.id), lost=tuple(each for each in who.lost if each != weapon.id))
        return with_worn(who, weapon.id, thing.wear)
    id, number = weapon.id, 2
    while who.weapon(id) is not None:
        id, number = f"{weapon.id}-{number}", number + 1
    who = who.but(hands=(*who.hands, id), picked=(*who.picked, replace(weapon, id=id)))
    return with_worn(who, id, thing.wear)


def pick_up_options(battle: Battle, who: Combatant) -> Iterator[PickUp]:
    """What it can take up from the ground, or from those who are out of the fight."""
    for thing in to_take(battle, who):
        if why_pick_up(battle, who, action := PickUp(who.id, thing.id)) is None:
            yield action
