"""Rounds and turns: who is next, what fires when, and who has won. # rule: TIM-1 INI-6

The order holds identities, never places in a list, so that nobody loses a turn when another one falls. Every place in
the order is a slot: it comes once a round, whether or not its owner still acts (EFF-6).
"""

from game.rules import expiry, holds, mounts, quick, upkeep
from game.rules.checks import Cup
from game.rules.conditions import plight
from game.rules.events import (
    BattleWon,
    CastingLost,
    Delayed,
    Event,
    InitiativeRolled,
    QuickBegan,
    RoundBegan,
    TurnBegan,
    TurnEnded,
    ZoneEnded,
)
from game.rules.initiative import roll_initiative
from game.rules.noticing import unnoticed_by
from game.rules.state import Battle, Turn

Result = tuple[Battle, list[Event]]


def begin(battle: Battle, cup: Cup) -> Result:
    """Roll initiative and start round 1, or the next; in quick combat nobody rolls. # rule: INI-1 QCK-4"""
    if battle.mode == "quick":
        order = quick.order_of(battle)
        combatants = tuple(quick.started(each) for each in battle.combatants)
        battle = battle.but(phase="fight", combatants=combatants, order=order, waiting=())
        return _next(battle, [QuickBegan(order)], cup)
    order, rolls = roll_initiative(battle, cup)
    first = {each.who: each.check.total for each in rolls if not each.attempt}
    combatants = tuple(each.but(initiative=first[each.id]) for each in battle.combatants)
    battle = battle.but(phase="fight", combatants=combatants, order=order, waiting=(), slot=order[-1])
    return _next(battle, [InitiativeRolled(rolls, order)], cup)


def end_turn(battle: Battle, cup: Cup) -> Result:
    """The active creature is done."""
    who = battle.waiting[0]
    battle, events = _close(battle, who)
    battle = battle.but(waiting=tuple(each for each in battle.waiting if each != who))
    return (battle, events) if _won(battle) is not None else _next(battle, events, cup)


def _close(battle: Battle, who: str) -> Result:
    """What the end of a turn does: what works then, what ends then, what is no longer held. # rule: EFF-6 ACT-4"""
    battle, events = upkeep.finish(battle, who)
    if not battle.turn.sustains and expiry.sustains(battle, who):
        battle, more = expiry.end_sustained(battle, who)
        events += more
    battle, more = holds.turn_over(battle, who)
    events += more
    battle, more = expiry.tick(battle, "turn", who, "end")
    return battle, [*events, *more, TurnEnded(who)]


def delay(battle: Battle, after: str, cup: Cup) -> Result:
    """The active creature takes its place right after another one, for good. # rule: INI-5

    What ends at the slot that it leaves still ends there (EFF-6).
    """
    who = battle.waiting[0]
    place = battle.order.index(who)
    battle = expiry.moved_slot(battle, who, battle.order[place + 1])
    battle = battle.with_combatant(battle[who].but(initiative=battle[after].initiative))
    battle = battle.but(
        waiting=_moved(battle.waiting, who, after),
        order=_moved(battle.order, who, after),
        delayed=(*battle.delayed, who),
        slot=battle.order[place - 1] if place else "",
    )
    return _next(battle, [Delayed(who, after)], cup)


def _moved(line: tuple[str, ...], who: str, after: str) -> tuple[str, ...]:
    rest = [each for each in line if each != who]
    rest.insert(rest.index(after) + 1, who)
    return tuple(rest)


# --- slots -----------------------------------------------------------------------------------------------------------


def _next(battle: Battle, events: list[Event], cup: Cup) -> Result:
    """The turn of the first who waits, in a new round when nobody does. # rule: TIM-1"""
    if not battle.waiting:
        battle, more = _pass(battle, battle.order[_place(battle) + 1:] if battle.round else ())
        events += more
        able = tuple(who for who in battle.order if not battle[who].out)
        battle = battle.but(round=battle.round + 1, waiting=able, delayed=(), slot="")
        events.append(RoundBegan(battle.round))
        if not able:
            return battle, events
    who = battle.waiting[0]
    battle, more = _pass(battle, battle.order[_place(battle) + 1:battle.order.index(who)])
    events += more
    resumed = who in battle.delayed
    battle = battle.but(turn=Turn(unseen=unnoticed_by(battle, who)), slot=who)
    if not resumed:
        battle, more = expiry.tick(battle, "slot", who)
        events += more
    events.append(TurnBegan(who, battle.round, resumed=resumed))
    if not resumed:
        battle, more = expiry.tick(battle, "turn", who)
        events += more
        battle, more = upkeep.start(battle, who, cup)
        events += more
        battle, more = holds.lapse(battle, who)
        events += more
    return battle, events


def _place(battle: Battle) -> int:
    """The place in the order of the slot that came last, -1 at the start of a round."""
    return battle.order.index(battle.slot) if battle.slot else -1


def _pass(battle: Battle, slots: tuple[str, ...]) -> Result:
    """Slots whose owner does not act: what ends there ends all the same. # rule: EFF-6"""
    events: list[Event] = []
    for who in slots:
        battle, more = expiry.tick(battle, "slot", who)
        events += more
        if battle[who].out:
            for at in ("start", "end"):
                battle, more = expiry.tick(battle, "turn", who, at)
                events += more
        battle = battle.but(slot=who)
    return battle, events


# --- after every action ----------------------------------------------------------------------------------------------


def settle(battle: Battle, cup: Cup) -> Result:
    """Put the battle right after an action: what is owed to somebody who is gone is over, the turn of one who fell goes
    on to the next, and a battle may be won. # rule: INI-6 DMG-16 CND-3"""
    events: list[Event] = []
    while battle.phase == "fight":
        battle, more = _released(battle)
        events += more
        winner = _won(battle)
        if winner is not None:
            battle, more = expiry.end_scene(battle.but(phase="over", winner=winner, waiting=()))
            return battle, [*events, BattleWon(winner), *more]
        active = battle.waiting[0] if battle.waiting else ""
        if any(battle[each].out for each in battle.waiting):
            battle = battle.but(waiting=tuple(each for each in battle.waiting if not battle[each].out))
        if active and not battle[active].out:
            return battle, events
        if active:
            battle, more = expiry.tick(battle, "turn", active, "end")
            events += more
        battle, events = _next(battle, events, cup)
    return battle, events


def _won(battle: Battle) -> str | None:
    """The only team that is left in the fight, hidden or not, empty when none is; None while there are several."""
    teams = {each.team for each in battle.combatants if each.cell is not None and not each.out}
    return None if len(teams) > 1 else next(iter(teams), "")


def _released(battle: Battle) -> Result:
    """What is owed to a source that is gone or can no longer hold it is over at once. # rule: ACT-4"""
    battle, events = holds.torn(battle)
    battle, more = mounts.thrown(battle)
    events += more
    gone = [each for each in battle.zones if each.shape.form == "aura" and _absent(battle, each.source)]
    if gone:
        battle = battle.but(zones=tuple(each for each in battle.zones if each not in gone))
        events += [ZoneEnded(each, "source") for each in gone]
    for who in battle.combatants:
        now = plight(battle, who) if who.conditions or battle.zones or battle.holds else None
        lost = who.out or (now is not None and now.found("no_execution", still=True) is not None)
        bound = lost or (now is not None and who.casting is not None and who.casting.power.gestured
                         and now.any("no_gestures"))  # rule: NLT-8
        if who.casting is not None and bound:
            battle = battle.with_combatant(battle[who.id].but(casting=None))
            events.append(CastingLost(who.id, who.casting.power.name, "out" if who.out else "condition"))
        if lost and expiry.sustains(battle, who.id):
            battle, more = expiry.end_sustained(battle, who.id)
            events += more
    return battle, events


def _absent(battle: Battle, who: str) -> bool:
    return who not in battle.by_id or battle[who].out or battle[who].cell is None
