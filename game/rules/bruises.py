"""Bruises and wounds: how a creature comes by them, and that they may leave it unconscious. # rule: NLT-2 NLT-3 NLT-7

What they take off tests is worked out with the conditions (:func:`game.rules.conditions.changes`).
"""

from game.rules import harm
from game.rules.catalog import UNARMED
from game.rules.events import AccidentFeared, Attacked, Bruised, CastingLost, Event, Unbruised
from game.rules.injuries import Injury
from game.rules.nonlethal import BruiseSheet, knocks_out
from game.rules.state import Battle, Combatant

Result = tuple[Battle, list[Event]]


def next_number(who: Combatant) -> int:
    """The number of a creature's next injury."""
    return max((each.number for each in (*who.bruises, *who.wounds, *who.past)), default=0) + 1


def injury(who: Combatant, number: int) -> Injury | None:
    """The injury of that number that a creature has now."""
    return next((each for each in (*who.bruises, *who.wounds) if each.number == number), None)


def bruise(battle: Battle, attacked: Attacked, sheet: BruiseSheet, points: int | None = None) -> Result:
    """What a hit or a graze does that gives bruises; ``points`` is the total by the GM's word. # rule: NLT-2 NLT-7"""
    blow, target = attacked.sheet, battle[attacked.sheet.target]
    attack, defence = attacked.attack_total, attacked.defence_total
    advantage = max((attack or 0) - (defence or 0), 1 if attacked.outcome == "hit" else 0)
    if attacked.outcome == "graze":
        advantage = 0
    total = sheet.total(advantage, attacked.critical) if points is None else points
    level = sheet.level(total)
    if level is None:
        return battle, [Unbruised(target.id, blow.attacker, total, sheet, advantage)]
    weapon = battle[blow.attacker].weapon(blow.weapon) or UNARMED
    made = Injury(next_number(target), level, source=blow.attacker, cause=weapon.name, total=total, round=battle.round)
    battle, events = suffer(battle, target.id, made, Bruised(target.id, made, sheet, advantage, attacked.critical))
    asked = battle.settings.accident
    if level == "fatal" and (asked == "always" or (asked == "critical" and attacked.critical)):
        battle = battle.with_combatant(battle[target.id].but(accident=True))
        events.append(AccidentFeared(target.id, blow.attacker))
    return battle, events


def suffer(battle: Battle, who: str, made: Injury, told: Bruised | None = None) -> Result:
    """An injury more; it may leave its bearer unconscious, and interrupts a long casting as a loss of PV does.
    # rule: NLT-3 ACT-4"""
    target = battle[who]
    events: list[Event] = [told or Bruised(who, made)]
    lists = {"wounds": (*target.wounds, made)} if made.wound else {"bruises": (*target.bruises, made)}
    battle = battle.with_combatant(target.but(**lists))
    if knocks_out(made.level):
        if target.out:
            return battle, events
        battle, more = harm.put_out(battle, who, nonlethal=True)
        return battle, events + more
    if target.casting is not None and battle.settings.interrupted == "damage":
        battle = battle.with_combatant(battle[who].but(casting=None))
        events.append(CastingLost(who, target.casting.power.name, "damage"))
    return battle, events


def wound(battle: Battle, who: str, source: str, cause: str) -> Result:
    """The medium wound of one who botches its defence against a trip. # rule: NLT-8"""
    return suffer(battle, who, Injury(next_number(battle[who]), "medium", True, source, cause, round=battle.round))
