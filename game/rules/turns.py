"""Rounds and turns: who is next, and who has won. # rule: TIM-1 INI-6

The order holds identities, never places in a list, so that nobody loses a turn when another one falls.
"""

from game.rules import quick
from game.rules.checks import Cup
from game.rules.events import (
    BattleWon,
    Delayed,
    Event,
    InitiativeRolled,
    QuickBegan,
    RoundBegan,
    TurnBegan,
    TurnEnded,
)
from game.rules.initiative import roll_initiative
from game.rules.state import Battle, Turn

Result = tuple[Battle, list[Event]]


def begin(battle: Battle, cup: Cup) -> Result:
    """Roll initiative and start round 1, or the next; in quick combat nobody rolls. # rule: INI-1 QCK-4"""
    if battle.mode == "quick":
        order = quick.order_of(battle)
        combatants = tuple(quick.started(each) for each in battle.combatants)
        battle = battle.but(phase="fight", combatants=combatants, order=order, waiting=())
        return _next(battle, [QuickBegan(order)])
    order, rolls = roll_initiative(battle, cup)
    first = {each.who: each.check.total for each in rolls if not each.attempt}
    combatants = tuple(each.but(initiative=first[each.id]) for each in battle.combatants)
    battle = battle.but(phase="fight", combatants=combatants, order=order, waiting=())
    return _next(battle, [InitiativeRolled(rolls, order)])


def end_turn(battle: Battle) -> Result:
    """The active creature is done."""
    who, *rest = battle.waiting
    return _next(battle.but(waiting=tuple(rest)), [TurnEnded(who)])


def delay(battle: Battle, after: str) -> Result:
    """The active creature takes its place right after another one, for good. # rule: INI-5"""
    who = battle.waiting[0]
    battle = battle.but(
        waiting=_moved(battle.waiting, who, after),
        order=_moved(battle.order, who, after),
        delayed=(*battle.delayed, who),
    )
    return _next(battle, [Delayed(who, after)])


def _moved(line: tuple[str, ...], who: str, after: str) -> tuple[str, ...]:
    rest = [each for each in line if each != who]
    rest.insert(rest.index(after) + 1, who)
    return tuple(rest)


def drop(battle: Battle, who: str) -> Result:
    """A creature is out of the fight: nobody else's place changes, and the battle may be won. # rule: INI-6 DMG-16"""
    active = battle.waiting[0]
    battle = battle.but(waiting=tuple(each for each in battle.waiting if each != who))
    teams = {each.team for each in battle.present()}
    if len(teams) <= 1:
        winner = next(iter(teams), "")
        return battle.but(phase="over", winner=winner, waiting=()), [BattleWon(winner)]
    return _next(battle, []) if active == who else (battle, [])


def _next(battle: Battle, events: list[Event]) -> Result:
    """The turn of the first who waits, in a new round when nobody does. # rule: TIM-1"""
    if not battle.waiting:
        able = tuple(who for who in battle.order if not battle[who].out)
        battle = battle.but(round=battle.round + 1, waiting=able, delayed=())
        events.append(RoundBegan(battle.round))
    who = battle.waiting[0]
    events.append(TurnBegan(who, battle.round, resumed=who in battle.delayed))
    return battle.but(turn=Turn()), events
