"""Manoeuvres: attacks in melee whose success does something else than damage. # rule: MAN-1

One finished :class:`AttackSheet` with ``manoeuvre`` and ``margin``, like any attack; what a success does is here.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from game.errors import IllegalAction
from game.rules import effects, falls, hidden, holds, scuffles, upkeep
from game.rules.actions import Attack, Manoeuvre
from game.rules.attack import AttackSheet, attack_sheet, carried_weapon, not_carried, refusal, unknown
from game.rules.bodies import body_of, enemies_of, free_hands, held, met_on, other_bodies, rises_of, side_of
from game.rules.catalog import UNARMED, Weapon
from game.rules.checks import Cup
from game.rules.events import Attacked, Event, Pushed
from game.rules.expiry import default_expiry, expiry_of
from game.rules.footing import filled_cells
from game.rules.handling import weapon_falls
from game.rules.nonlethal import repertoire_of
from game.rules.odds import margin_of_at_least
from game.rules.powers import Duration, ModifierEffect, TestChange
from game.rules.repertoire import ManoeuvreRule
from game.rules.resolve import roll_attack, strike
from game.rules.state import Battle, Combatant, Condition
from game.spatial.grid import Cell, footprint
from game.spatial.push import Push, push, push_direction
from game.texts import N_, Text, text

Result = tuple[Battle, list[Event]]
NEXT_TURN = Duration(1, "target_start")  # rule: MAN-2
HOLDING = ("hold", "grapple", "pin", "wrest")


# --- judging ---------------------------------------------------------------------------------------------------------


def why_not(battle: Battle, who: Combatant, action: Manoeuvre) -> Text | None:
    """Why a manoeuvre may not be tried; None when it may. Whose turn it is, the engine asks. # rule: MAN-1"""
    rule = repertoire_of(battle).get(action.manoeuvre)
    if rule is None:
        return text("there is no manoeuvre {id!r}; there are: {names}", id=action.manoeuvre,
                    names=", ".join(repertoire_of(battle)))
    if (reason := unknown(battle, action.target)) is not None:
        return reason
    weapon = carried_weapon(who, action.weapon)
    if weapon is None:
        return not_carried(who, action.weapon)
    target = battle[action.target]
    return refusal(battle, who, target, weapon, "melee") or _why_unfit(battle, who, target, rule, action)


def _why_unfit(
    battle: Battle, who: Combatant, target: Combatant, rule: ManoeuvreRule, action: Manoeuvre
) -> Text | None:
    """What this manoeuvre needs beside a target within reach."""
    name = text(rule.name)
    if rule.weapon == "bare" and action.weapon:
        return text("this is done with the bare body: {manoeuvre}", manoeuvre=name)
    if battle.nonlethal and (reason := scuffles.why_unfit(battle, who, target, rule, action)) is not None:
        return reason
    holding = battle.hold_of(who.id, target.id) is not None
    if rule.free_hands > free_hands(battle, who) + (rule.effect in HOLDING and holding):
        return text("{who} has no free hand for this, and must put something away first: {manoeuvre}", who=who.name,
                    manoeuvre=name)
    if rule.effect == "disarm":
        return _why_not_disarmed(target, action.aim)
    if not 0 <= action.metres <= rule.metres:  # rule: MAN-8
        return text("{metres} m is too far: this moves the target up to {most} m", metres=action.metres,
                    most=rule.metres)
    return None


def _why_not_disarmed(target: Combatant, aim: str) -> Text | None:
    """# rule: MAN-6"""
    if not target.hands:
        return text("{target} holds no weapon", target=target.name)
    if aim and aim not in target.hands:
        return text("{target} does not hold {weapon!r}; it holds: {held}", target=target.name, weapon=aim,
                    held=", ".join(target.hands))
    return None


def manoeuvre_sheet(battle: Battle, action: Manoeuvre, at: Cell | None = None) -> AttackSheet:
    """The finished sheet of a manoeuvre, as if it were done from ``at`` when that is given. # rule: MAN-1

    :raises IllegalAction: for an unknown manoeuvre, creature or weapon.
    """
    rule = repertoire_of(battle).get(action.manoeuvre)
    if rule is None:
        raise IllegalAction(why_not(battle, battle[action.who], action) or text("there is no such manoeuvre"))
    attack = Attack(action.who, action.target, action.weapon, master=action.master, reason=action.reason)
    made = attack_sheet(battle, attack, at)
    who = battle[action.who] if at is None else battle[action.who].but(cell=at)
    refused = made.refused or _why_unfit(battle, who, battle[action.target], rule, action)
    if rule.effect == "nonlethal":  # rule: MAN-4: resolved as any attack is
        return replace(made, manoeuvre=rule.id, refused=refused)
    margin = max(rule.margin, 0 if battle.settings.manoeuvre_tie == "hit" else 1)
    return replace(made, manoeuvre=rule.id, margin=margin, damage=(), main=0, stray="", bruise=None,
                   refused=refused)


def chance_of(sheet: AttackSheet) -> Fraction:
    """The chance that a manoeuvre succeeds, or a non-lethal blow hits or grazes. # rule: MAN-1"""
    return margin_of_at_least(sheet, 0 if sheet.margin is None else sheet.margin)


def options(battle: Battle, who: Combatant) -> Iterator[Manoeuvre]:
    """One manoeuvre for each kind, target, weapon to do it with, and weapon to knock from a hand or way to push.
    # rule: ACT-3 MAN-8"""
    for target in enemies_of(battle, who):
        weapons: list[Weapon] = [each for each in (*held(who), UNARMED)
                                 if refusal(battle, who, target, each, "melee") is None]
        for rule in repertoire_of(battle).values():
            for weapon in weapons:
                plain = Manoeuvre(who.id, target.id, rule.id, weapon.id)
                for action in _aims(plain, rule, target):
                    if _why_unfit(battle, who, target, rule, action) is None:
                        yield action


def _aims(plain: Manoeuvre, rule: ManoeuvreRule, target: Combatant) -> Iterator[Manoeuvre]:
    """A manoeuvre at each weapon in the target's hands, or as many metres far as it goes. # rule: MAN-6 MAN-8"""
    match rule.effect:
        case "disarm":
            yield from (replace(plain, aim=each) for each in target.hands)
        case "wrest":
            yield from (replace(plain, aim=each) for each in scuffles.things_of(target))
        case "push":
            yield from (replace(plain, metres=each) for each in range(1, rule.metres + 1))
        case _:
            yield plain


# --- doing -----------------------------------------------------------------------------------------------------------


def do(battle: Battle, action: Manoeuvre, cup: Cup) -> Result:
    """Try an allowed manoeuvre: roll, and what a success does. # rule: MAN-1"""
    sheet, rule = manoeuvre_sheet(battle, action), repertoire_of(battle)[action.manoeuvre]
    attacked = roll_attack(sheet, cup)
    battle = battle.but(turn=battle.turn.but(executions=battle.turn.executions + 1))
    battle = holds.after_attack(battle, attacked)
    if rule.effect == "nonlethal":
        battle, events = strike(battle, attacked, nonlethal=True)
        return battle, [attacked, *events]
    if rule.effect in scuffles.EFFECTS:
        battle, events = scuffles.resolve(battle, action, rule, attacked)
        return battle, [attacked, *events]
    if attacked.outcome != "hit":
        return battle, [attacked]
    battle, events = _succeed(battle, action, rule, attacked, cup)
    return battle, [attacked, *events]


def _succeed(battle: Battle, action: Manoeuvre, rule: ManoeuvreRule, attacked: Attacked, cup: Cup) -> Result:
    who, target = action.who, action.target
    match rule.effect:
        case "hold":
            assert attacked.attack_total is not None
            return holds.take_hold(battle, who, target, attacked.attack_total)
        case "condition":
            return _condition(battle, who, target, rule)
        case "disarm":
            place = battle[target if battle.settings.disarmed == "owner" else who].cell
            assert place is not None
            return weapon_falls(battle, target, action.aim or battle[target].hands[0], place, who)
        case "distract":
            return _distract(battle, who, target, rule, attacked.critical)
        case "push":
            return _push(battle, who, target, action.metres or rule.metres, cup)
    return battle, []


def _condition(battle: Battle, who: str, target: str, rule: ManoeuvreRule) -> Result:
    """Trip: prone until it stands up; others to the start of its next turn. # rule: MAN-2 MAN-5"""
    stays = battle.condition_rules[rule.condition].lasting and battle.settings.tripped == "until_it_stands"
    if rule.duration is None and stays:
        ends = default_expiry(battle, rule.condition, target)
    else:
        ends = expiry_of(battle, rule.duration or NEXT_TURN, target, who)
    return effects.gain(battle, target, Condition(rule.condition, who, expiry=ends, power=rule.id))


def _distract(battle: Battle, who: str, target: str, rule: ManoeuvreRule, critical: bool) -> Result:
    """The next attack or defence against somebody else is worse. # rule: MAN-7 MAN-2"""
    amount = rule.critical_amount if critical else rule.amount
    until = Duration(1, "target_end" if battle.settings.distracted == "turn_end" else "target_start")
    worse = TestChange(amount, tests=("attack", "defence"), against="others")
    effect = ModifierEffect(N_("Distracted"), rule.duration or until, (worse,), once=True, rule=rule.rule)
    return effects.apply_effect(battle, effect, target, effects.Cause(who, power=rule.id))


def push_of(battle: Battle, who: str, target: str, metres: int) -> Push:
    """Where a push leads that succeeds: straight back, cell by cell, until something stops it. # rule: MAN-8"""
    pushed = battle[target]
    done = push(battle.grid, body_of(battle, pushed), body_of(battle, battle[who]), metres,
                closed=other_bodies(battle, (target,)), corners=battle.settings.corners, flying=pushed.altitude > 0,
                rises=rises_of(battle.settings))
    solid = done.stopped_by == "body" and _against_solid(battle, who, pushed, done)
    return replace(done, stopped_by="barrier") if solid else done


def _push(battle: Battle, who: str, target: str, metres: int, cup: Cup) -> Result:
    """Straight back, cell by cell, into hazards and over drops. # rule: MAN-8 MOV-3"""
    pushed = battle[target]
    assert pushed.cell is not None
    done = push_of(battle, who, target, metres)
    far, lurking = met_on(battle, pushed, done.path, passing=False)
    if lurking:
        done = replace(done, path=done.path[:far], moved=far, left=done.moved + done.left - far,
                       stopped_by="body", drop=0)
    event = Pushed(target, who, pushed.cell, done.path, done.moved, done.left, done.stopped_by)
    if not done.path:
        return hidden.found_by(battle, target, lurking, [event])
    battle, met, count = upkeep.enter(battle, target, done.path, cup)
    events = _legs(event, met, count)
    if done.drop and not battle[target].out:
        battle, more = falls.fall(battle, target, done.drop)
        events += more
    if battle[target].cell == done.path[-1]:
        return hidden.found_by(battle, target, lurking, events)
    return battle, events


def _against_solid(battle: Battle, who: str, pushed: Combatant, done: Push) -> bool:
    """Whether what a push comes up against is something solid that fills the place."""
    x, y = done.path[-1] if done.path else pushed.cell or (0, 0)
    dx, dy = push_direction(body_of(battle, battle[who]), body_of(battle, pushed))
    return not {*filled_cells(battle)}.isdisjoint(footprint((x + dx, y + dy), side_of(battle, pushed)))


def _legs(whole: Pushed, met: upkeep.Met, count: int) -> list[Event]:
    """A push of so many cells as it happened: up to each hazard, what that did, and on from there. # rule: MAN-8"""
    events, told, start = list[Event](), 0, whole.start
    for at, happened in (*met, (count, [])):
        if at > told:
            stopped = whole.stopped_by if at == len(whole.path) else ""
            events.append(replace(whole, start=start, path=whole.path[told:at], moved=at - told,
                                  left=whole.moved + whole.left - at, stopped_by=stopped))
            start, told = whole.path[at - 1], at
        events += happened
    return events
