"""The manoeuvres of non-lethal fighting: what each needs beside its attack advantage, and what comes of it. # rule:
NLT-8

They are rolled as all manoeuvres are (:mod:`game.rules.manoeuvres`); holds are in :mod:`game.rules.holds`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from game.rules import bruises, effects, handling, holds, mounts
from game.rules.actions import Attack, Manoeuvre, PickUp, Wrench
from game.rules.attack import attack_sheet, carried_weapon
from game.rules.bodies import body_of, enemies_of, engaged, free_hands, held, reach_of, within_reach
from game.rules.catalog import UNARMED
from game.rules.checks import ATTACK, Check, Cup, roll
from game.rules.conditions import PRONE
from game.rules.doors import borders
from game.rules.events import Attacked, Contested, Disengaged, Event, ThingPicked
from game.rules.gear import with_worn, without_item, without_weapon, worn
from game.rules.repertoire import ManoeuvreRule
from game.rules.state import Battle, Combatant, Condition, GroundItem, Hold
from game.rules.trials import attribute_sheet, defence_sheet, roll_test
from game.spatial.grid import Barrier, Body, Cell, Grid
from game.spatial.steps import STEP_OVER
from game.texts import N_, Text, text

Result = tuple[Battle, list[Event]]
EFFECTS: Final = ("grapple", "fall", "tackle", "pin", "unhorse", "wrest")
GROUNDED: Final = ("fall", "tackle", "pin", "push")  # what a rider is out of reach of
PULL: Final = N_("Pull")
BREAK_AWAY: Final = N_("Break away")
SIDES: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))


# --- places to pin somebody to ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PinPlace:
    """Something upright beside a creature: the cell that it fills, or rises from, or that the wall borders on; and its
    barriers, none where the ground itself rises. # rule: NLT-8"""

    cell: Cell
    barriers: tuple[Barrier, ...] = ()


def pin_places(battle: Battle, target: Combatant) -> tuple[PinPlace, ...]:
    """The walls, pillars, trees and cliffs next to a creature that it can be pinned to, from the map as it stands.
    # rule: NLT-8"""
    if target.cell is None:
        return ()
    needed = battle.settings.sizes[target.sheet.size].tall * battle.settings.pin_height // 100
    filled = tuple((cell, each.id) for each in battle.structures if not each.gone for cell in each.cells)
    return _upright(battle.grid, body_of(battle, target), needed, filled)


@lru_cache(maxsize=1024)
def _upright(grid: Grid, body: Body, needed: int, filled: tuple[tuple[Cell, str], ...]) -> tuple[PinPlace, ...]:
    """Kept by the grid's version."""
    own, beside = {*body.cells}, dict[Cell, None]()
    for x, y in body.cells:
        beside |= {(x + i, y + j): None for i, j in SIDES if (x + i, y + j) not in own and (x + i, y + j) in grid}
    tall = [each for each in grid.barriers if each.move and each.top >= body.feet + needed
            and each.bottom <= body.feet + STEP_OVER]
    found = [PinPlace(cell, walls) for cell, id in filled
             if cell in beside and (walls := _facing(tall, id, cell, body))]
    taken = {each.cell for each in found}
    found += [PinPlace(cell) for cell in beside
              if cell not in taken and int(grid.height[cell[1], cell[0]]) >= body.feet + needed]
    for cell in body.cells:
        walls = tuple(each for each in tall if borders(each, cell))
        if walls:
            found.append(PinPlace(cell, walls))
    return tuple(found)


def _facing(tall: list[Barrier], id: str, cell: Cell, body: Body) -> tuple[Barrier, ...]:
    """The sides of a thing that fills a cell which a body touches; all of them, where it stands in the middle."""
    own = tuple(each for each in tall if each.structure == id and borders(each, cell))
    return tuple(each for each in own if any(borders(each, one) for one in body.cells)) or own


# --- judging ---------------------------------------------------------------------------------------------------------


def why_unfit(
    battle: Battle, who: Combatant, target: Combatant, rule: ManoeuvreRule, action: Manoeuvre
) -> Text | None:
    """What a manoeuvre needs where the module is on, beside a target within reach. # rule: NLT-8 NLT-9"""
    weapon = carried_weapon(who, action.weapon)
    if rule.weapon == "polearm" and action.weapon and weapon is not None and not weapon.polearm:
        return text("this is done by hand, or with a weapon made for it: {manoeuvre}", manoeuvre=text(rule.name))
    if target.mount and rule.effect in GROUNDED:
        return text("{target} is in the saddle: it must be unhorsed first", target=target.name)
    if who.mount and rule.effect in ("tackle", "pin"):
        return text("{who} is in the saddle: it must dismount first", who=who.name)
    match rule.effect:
        case "fall" | "tackle" if target.has(PRONE):
            return text("{who} is already lying on the ground", who=target.name)
        case "tackle" if who.has(PRONE):
            return text("{who} is lying on the ground: it must stand up first", who=who.name)
        case "unhorse" if not target.mount:
            return text("{target} rides nobody", target=target.name)
        case "pin" if not target.has(PRONE) and not pin_places(battle, target):
            return text("{target} neither lies on the ground nor stands next to anything tall enough",
                        target=target.name)
        case "wrest":
            return _why_no_wrest(target, action.aim)
    return None


def _why_no_wrest(target: Combatant, aim: str) -> Text | None:
    things = things_of(target)
    if not things:
        return text("{target} holds nothing that can be seized", target=target.name)
    if aim and aim not in things:
        return text("{target} does not hold {weapon!r}; it holds: {held}", target=target.name, weapon=aim,
                    held=", ".join(things))
    return None


def things_of(target: Combatant) -> tuple[str, ...]:
    """What can be seized of a creature: the weapons in its hands, and the things that it carries. # rule: NLT-8"""
    return tuple(dict.fromkeys((*target.hands, *(each.id for each in target.items if each.hands))))


# --- what comes of it ------------------------------------------------------------------------------------------------


def botched(battle: Battle, check: Check | None) -> bool:
    """Whether a roll was a botch. # rule: NLT-6"""
    return check is not None and check.extreme == "lowest" and battle.settings.botch == "lowest"


def resolve(battle: Battle, action: Manoeuvre, rule: ManoeuvreRule, attacked: Attacked) -> Result:
    """What a manoeuvre does, whether it came off or not. # rule: NLT-8"""
    who, target, worked = action.who, action.target, attacked.outcome == "hit"
    match rule.effect:
        case "fall":
            return _trip(battle, who, target, attacked) if worked else (battle, [])
        case "tackle":
            down = (who, target) if worked else (who,) if botched(battle, attacked.attack) else ()
            return _lie_down(battle, who, down)
        case "pin":
            return _pin(battle, who, target, worked)
        case "unhorse":
            return mounts.fall_off(battle, target, "unhorsed", who) if worked else (battle, [])
        case "grapple":
            return _grapple(battle, who, target, worked, attacked.attack_total or 0)
        case "wrest" if worked:
            return holds.take_scuffle(battle, who, target, "wrest", 0, action.aim or things_of(battle[target])[0])
    return _lost(battle, who, target)


def _lie_down(battle: Battle, source: str, down: tuple[str, ...]) -> Result:
    events: list[Event] = []
    for id in down:
        if not battle[id].has(PRONE) and not battle[id].mount:
            battle = battle.with_combatant(battle[id].but(crouched=False))
            battle, more = effects.gain(battle, id, Condition(PRONE, source))
            events += more
    return battle, events


def _trip(battle: Battle, who: str, target: str, attacked: Attacked) -> Result:
    """Face down, and unharmed unless the defence was a botch. # rule: NLT-8"""
    battle, events = _lie_down(battle, who, (target,))
    if botched(battle, attacked.defence):
        battle, more = bruises.wound(battle, target, who, N_("Trip"))
        events += more
    return battle, events


def _pin(battle: Battle, who: str, target: str, worked: bool) -> Result:
    """To the ground, where the attacker ends too whatever comes of it; else to what stands beside. # rule: NLT-8"""
    battle, events = _lie_down(battle, who, (who,) if battle[target].has(PRONE) else ())
    battle, more = (holds.take_scuffle(battle, who, target, "pin", 0) if worked else _lost(battle, who, target))
    return battle, events + more


def _grapple(battle: Battle, who: str, target: str, worked: bool, total: int) -> Result:
    """A hold, or the way out of one. # rule: NLT-8"""
    held = battle.hold_of(target, who)
    if held is not None and held.form == "grapple":
        if not worked:
            return battle, []
        battle, events = holds.let_go(battle, held, "escaped")
        if battle.settings.own_grapple == "escapes":
            return battle, events
        battle, more = holds.take_scuffle(battle, who, target, "grapple", total)
        return battle, events + more
    return holds.take_scuffle(battle, who, target, "grapple", total) if worked else _lost(battle, who, target)


def _lost(battle: Battle, who: str, target: str) -> Result:
    """A hold that was not renewed is over. # rule: NLT-8"""
    hold = battle.hold_of(who, target)
    return (battle, []) if hold is None else holds.let_go(battle, hold, "failed")


# --- pulling at a thing ----------------------------------------------------------------------------------------------


def wrest_between(battle: Battle, a: str, b: str) -> Hold | None:
    """The hold by which two creatures both hold a thing, whoever seized it. # rule: NLT-8"""
    found = (battle.hold_of(a, b), battle.hold_of(b, a))
    return next((each for each in found if each is not None and each.form == "wrest"), None)


def why_wrench(battle: Battle, who: Combatant, action: Wrench) -> Text | None:
    """# rule: NLT-8"""
    if wrest_between(battle, who.id, action.target) is None:
        return text("{who} pulls at nothing that this one holds: {target}", who=who.name,
                    target=battle[action.target].name if action.target in battle.by_id else action.target)
    return None


def wrench_options(battle: Battle, who: Combatant) -> Iterator[Wrench]:
    """Pulling at each thing that it and another hold."""
    for hold in battle.holds if battle.nonlethal else ():
        if hold.form == "wrest" and who.id in (hold.holder, hold.held):
            yield Wrench(who.id, hold.held if hold.holder == who.id else hold.holder)


def do_wrench(battle: Battle, action: Wrench, cup: Cup) -> Result:
    """Both roll; the higher has the thing, a tie goes on. # rule: NLT-8"""
    hold = wrest_between(battle, action.who, action.target)
    assert hold is not None
    kind = battle.settings.wrest_test
    sheets = [attribute_sheet(battle, battle[id], kind, 0, PULL, other=battle[other])
              for id, other in ((action.who, action.target), (action.target, action.who))]
    mine, its = (roll_test(each, cup).check for each in sheets)
    battle = battle.but(turn=battle.turn.but(executions=battle.turn.executions + 1))
    winner = action.who if mine.total > its.total else action.target if its.total > mine.total else ""
    event = Contested(action.who, action.target, hold.thing, _name_of(battle[hold.held], hold.thing), mine, its, winner,
                      sheets[0].modifiers + sheets[1].modifiers)
    if not winner:
        kept = tuple(each.but(kept=each.kept or each.holder == action.who) if each == hold else each
                     for each in battle.holds)
        return battle.but(holds=kept), [event]
    battle, events = holds.let_go(battle, hold, "won" if winner == hold.holder else "escaped")
    if winner == hold.held:
        return battle, [event, *events]
    battle, more = _taken(battle, hold)
    return battle, [event, *events, *more]


def _name_of(who: Combatant, thing: str) -> str:
    weapon = who.weapon(thing)
    return weapon.name if weapon is not None else next((each.name for each in who.items if each.id == thing), thing)


def _taken(battle: Battle, hold: Hold) -> Result:
    """A thing changes hands; a weapon for two is in one of them when no other is free. # rule: NLT-8"""
    loser, free = battle[hold.held], free_hands(battle, battle[hold.holder])
    weapon = loser.weapon(hold.thing)
    event = ThingPicked(hold.holder, hold.thing, _name_of(loser, hold.thing), loser.id)
    if weapon is None:
        item = next(each for each in loser.items if each.id == hold.thing)
        battle = battle.with_combatant(without_item(loser, item.id))
        winner = battle[hold.holder]
        return battle.with_combatant(winner.but(items=(*winner.items, item))), [event]
    thing = GroundItem(hold.thing, loser.cell or (0, 0), weapon, owner=loser.id, wear=worn(loser, weapon.id))
    battle = battle.with_combatant(without_weapon(loser, weapon.id))
    winner = handling.armed(battle[hold.holder], weapon, thing)
    if weapon.hands > free:
        winner = winner.but(loose=(*winner.loose, winner.hands[-1]))
    return battle.with_combatant(with_worn(winner, winner.hands[-1], thing.wear)), [event]


# --- taking up what one was disarmed of ------------------------------------------------------------------------------


def breaks_from(battle: Battle, who: Combatant, thing: str) -> tuple[Combatant, ...]:
    """Those whom it must break away from to take up a thing: nobody, unless it is its own weapon. # rule: NLT-8"""
    if not battle.nonlethal or battle.settings.disengage == "waived":
        return ()
    if not any(each.id == thing and each.owner == who.id and each.weapon is not None for each in battle.items):
        return ()
    return tuple(each for each in enemies_of(battle, who) if engaged(battle, who, each))


def do_pick_up(battle: Battle, who: Combatant, action: PickUp, cup: Cup) -> Result:
    """Take up a thing; one that was disarmed needs a defence at least as good as the best attack of those who are
    engaged with it, and has spent its Move in any case. # rule: NLT-8"""
    foes = breaks_from(battle, who, action.thing)
    if not foes:
        return handling.do_pick_up(battle, who, action)
    rolls = tuple((each.id, _attack(battle, each, who, cup)) for each in foes)
    difficulty = max(check.total for _, check in rolls)
    sheet = defence_sheet(battle, who, difficulty, BREAK_AWAY)
    tested = roll_test(replace(sheet, exceed=False), cup)
    event = Disengaged(who.id, rolls, tested.check, difficulty, tested.success, sheet.modifiers)
    if not tested.success:
        return battle, [event]
    battle, events = handling.do_pick_up(battle, who, action)
    return battle, [event, *events]


def _attack(battle: Battle, foe: Combatant, who: Combatant, cup: Cup) -> Check:
    """The attack roll of one who is in the way, with what it strikes with. # rule: NLT-8"""
    weapons = [each for each in held(foe) if each.reach and within_reach(battle, foe, who, reach_of(battle, foe, each))]
    sheet = attack_sheet(battle, Attack(foe.id, who.id, (weapons or [UNARMED])[0].id))
    return roll(cup, sheet.attack_die, sheet.attack_value, sheet.attack_highest, sheet.attack_total_modifier,
                sheet.advantage, sheet.advantage_dice, who=foe.id, what=ATTACK)
