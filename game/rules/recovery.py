"""Recovery from bruises: rest, rituals, the GM's word; and whether an accident killed. # rule: NLT-4 NLT-5 NLT-7

None of it takes a turn, and none is among the legal actions of a turn; :func:`recoveries` lists what rest can do.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, Literal

from game.rules import bruises, harm
from game.rules.actions import Accident, GmInjure, GmMend, OfRecovery, Recover, Ritual
from game.rules.attack import unknown
from game.rules.checks import Cup
from game.rules.conditions import sheet_of
from game.rules.events import AccidentJudged, Event, Mended, Out, RecoveryRolled
from game.rules.injuries import LEVELS, Injury, Level
from game.rules.nonlethal import injury_name, nonlethal
from game.rules.state import Battle, Combatant
from game.rules.stress import roll_stress, stress_odds
from game.rules.structures import pressed
from game.texts import Text, text

Result = tuple[Battle, list[Event]]
MOST: Final = 100  # of surgery or magic


# --- judging ---------------------------------------------------------------------------------------------------------


def why_not(battle: Battle, action: OfRecovery) -> Text | None:
    """Why this makes no sense now; None when it does."""
    if not battle.nonlethal:
        return text("this fight has no bruises")
    if action.who not in battle.by_id:
        return unknown(battle, action.who)
    who = battle[action.who]
    match action:
        case Accident():
            return None if who.accident else text("no accident of {who} is to be judged", who=who.name)
        case GmInjure():
            return text("{who} is dead", who=who.name) if who.consequence == "dead" else None
    found = bruises.injury(who, action.injury)
    if found is None:
        numbers = ", ".join(str(each.number) for each in (*who.bruises, *who.wounds)) or "-"
        return text("{who} has no injury {number}; it has: {numbers}", who=who.name, number=action.injury,
                    numbers=numbers)
    match action:
        case Recover():
            return _why_no_recovery(battle, who, found, action)
        case Ritual():
            needed = equivalent(battle, found)
            if needed and LEVELS.index(action.level) < LEVELS.index(needed):
                return text("this ritual is too weak: the injury counts as a {wound}",
                            wound=text(injury_name(needed, True)))
    return None


def _why_no_recovery(battle: Battle, who: Combatant, found: Injury, action: Recover) -> Text | None:
    """# rule: NLT-4 NLT-5"""
    if who.consequence == "dead":
        return text("{who} is dead", who=who.name)
    if found.wound and not battle.settings.wounds_rest:
        return text("a wound does not heal by rest: it takes a ritual, or the game master's word")
    if found.tries and battle.settings.recovery_failed == "scene":
        return text("this recovery has failed, and is not tried again in this scene")
    if action.healer and action.healer not in battle.by_id:
        return unknown(battle, action.healer)
    if not (abs(action.surgery) <= MOST and abs(action.magic) <= MOST):
        return text("surgery and magic add {most} at most", most=MOST)
    if battle.phase == "fight" and pressed(battle, who):
        return text("{who} cannot rest: there is no time", who=who.name)
    return None


def residual(battle: Battle, found: Injury) -> Level | None:
    """The wound that a bruise leaves, None for none. # rule: NLT-5"""
    if found.wound:
        return None
    if battle.settings.residual == "grave" and LEVELS.index(found.level) < LEVELS.index("grave"):
        return None
    return nonlethal().level(found.level).residual or None


def equivalent(battle: Battle, found: Injury) -> Level | None:
    """The wound that a ritual treats an injury as, None for none: a bruise as the one that it will leave. # rule:
    NLT-5"""
    return found.level if found.wound else residual(battle, found)


# --- what rest can do ------------------------------------------------------------------------------------------------


def recoveries(battle: Battle, who: Combatant) -> Iterator[Recover]:
    """One recovery for each injury that rest may heal now, the least interval first. # rule: NLT-4"""
    found = sorted((*who.bruises, *who.wounds), key=lambda each: nonlethal().level(each.level).minutes)
    for each in found:
        if why_not(battle, action := Recover(who.id, each.number)) is None:
            yield action


def vitality(battle: Battle, who: Combatant) -> int:
    """What the body itself adds to a recovery. # rule: NLT-4"""
    resistance = sheet_of(battle, who).resistance
    return resistance.value if battle.settings.bruise_numbers == "value" else resistance.bonus


def recovery_odds(battle: Battle, action: Recover) -> Fraction:
    """The chance that an allowed recovery succeeds. # rule: NLT-4 NLT-6"""
    who = battle[action.who]
    found = bruises.injury(who, action.injury)
    assert found is not None
    bonus = vitality(battle, who) + action.surgery + action.magic
    return stress_odds(bonus, nonlethal().level(found.level).ease, battle.settings)


# --- doing -----------------------------------------------------------------------------------------------------------


def do(battle: Battle, action: OfRecovery, cup: Cup) -> Result:
    """Do what was found to make sense."""
    match action:
        case Recover():
            return _recover(battle, action, cup)
        case Ritual():
            return _mend(battle, action.who, action.injury, "ritual")
        case GmMend():
            return _mend(battle, action.who, action.injury, "gm")
        case GmInjure():
            number = bruises.next_number(battle[action.who])
            return bruises.suffer(battle, action.who, Injury(number, action.level, action.wound, round=battle.round))
        case Accident():
            return _judge(battle, action)


def _recover(battle: Battle, action: Recover, cup: Cup) -> Result:
    """# rule: NLT-4 NLT-5 NLT-6"""
    who = battle[action.who]
    found = bruises.injury(who, action.injury)
    assert found is not None
    rule, own = nonlethal().level(found.level), vitality(battle, who)
    stress = roll_stress(cup, who.id, battle.settings)
    total = 0 if stress.botch else own + action.surgery + action.magic + stress.result
    success = total >= rule.ease
    left = residual(battle, found) if success else None
    event = RecoveryRolled(who.id, found, rule.minutes, own, action.surgery, action.magic, stress, total, rule.ease,
                           success, left or "", action.healer)
    if not success:
        return battle.with_combatant(_changed(who, found, found.but(tries=found.tries + 1))), [event]
    healed = _without(who, found, "recovered")
    if left is not None:
        made = found.but(level=left, wound=True, tries=0, cause=injury_name(found.level))
        healed = healed.but(wounds=(*healed.wounds, made))
    return harm.wake(battle.with_combatant(healed), who.id), [event]


def _mend(battle: Battle, id: str, number: int, by: Literal["ritual", "gm"]) -> Result:
    """# rule: NLT-5"""
    found = bruises.injury(battle[id], number)
    assert found is not None
    healed = _without(battle[id], found, by)
    return harm.wake(battle.with_combatant(healed), id), [Mended(id, found, by)]


def _judge(battle: Battle, action: Accident) -> Result:
    """# rule: NLT-7"""
    who = battle[action.who].but(accident=False)
    events: list[Event] = [AccidentJudged(who.id, action.dies)]
    if action.dies:
        if not who.out:
            events.append(Out(who.id, "dead"))
        who = who.but(out=True, consequence="dead")
    return battle.with_combatant(who), events


def _changed(who: Combatant, old: Injury, new: Injury) -> Combatant:
    return who.but(bruises=tuple(new if each is old else each for each in who.bruises),
                   wounds=tuple(new if each is old else each for each in who.wounds))


def _without(who: Combatant, gone: Injury, how: str) -> Combatant:
    """Without an injury, which is kept among those past."""
    return who.but(bruises=tuple(each for each in who.bruises if each is not gone),
                   wounds=tuple(each for each in who.wounds if each is not gone),
                   past=(*who.past, gone.but(ended=how)))
