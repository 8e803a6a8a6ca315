"""PV lost and regained, and who is out of the fight. The order of turns is put right afterwards, by
:func:`game.rules.turns.settle`, once for each action."""

from game.rules import quick
from game.rules.bodies import misplaced
from game.rules.conditions import with_condition
from game.rules.damage import Dealt
from game.rules.events import CastingLost, Damaged, Event, Healed, HitsChanged, Out
from game.rules.handling import weapon_falls
from game.rules.nonlethal import knocks_out
from game.rules.state import Battle, Combatant, Condition
from game.spatial.grid import Cell

Result = tuple[Battle, list[Event]]


def hurt(battle: Battle, who: str, source: str, dealt: Dealt, nonlethal: bool = False) -> Result:
    """Take damage from a creature's PV; at 0 it is out of the fight. # rule: DMG-4 DMG-16

    In quick combat any damage takes one hit, a spell's too. A loss of PV interrupts a long casting. # rule: QCK-7 ACT-4
    """
    if battle[who].out:
        return battle, []
    if battle.mode == "quick":
        return lose_hits(battle, who, source, 1 if dealt.total else 0, nonlethal)
    target = battle[who]
    after = max(target.pv - dealt.total, 0)
    events: list[Event] = [Damaged(who, source, dealt, target.pv, after)]
    battle = battle.with_combatant(target.but(pv=after))
    if not after:
        battle, more = put_out(battle, who, nonlethal)
        return battle, events + more
    if target.casting is not None and after < target.pv and battle.settings.interrupted == "damage":
        battle = battle.with_combatant(battle[who].but(casting=None))
        events.append(CastingLost(who, target.casting.power.name, "damage"))
    return battle, events


def put_out(battle: Battle, who: str, nonlethal: bool = False) -> Result:
    """Out of the fight; a non-lethal blow leaves it unconscious, and at no risk. # rule: DMG-16 MAN-4"""
    consequence = "unconscious" if nonlethal else battle.settings.at_zero
    battle = battle.with_combatant(battle[who].but(out=True, consequence=consequence))
    events: list[Event] = [Out(who, consequence)]
    place = battle[who].cell
    if battle.settings.weapons_at_zero == "dropped" and place is not None:
        for weapon in battle[who].hands:  # rule: STR-4: out of its hands, others get at them
            battle, more = weapon_falls(battle, who, weapon, place)
            events += more
    return battle, events


def lose_hits(battle: Battle, who: str, source: str, lost: int, nonlethal: bool = False) -> Result:
    """Take hits from a creature in quick combat; without any it is defeated. # rule: QCK-3 QCK-7"""
    target = battle[who]
    before = quick.hits_left(target)
    after = max(before - lost, 0)
    if after == before:
        return battle, []
    events: list[Event] = [HitsChanged(who, source, before, after)]
    battle = battle.with_combatant(quick.with_hits(target, after, battle.settings))
    if after:
        return battle, events
    battle, more = put_out(battle, who, nonlethal)
    return battle, events + more


def heal(battle: Battle, who: str, source: str, points: int) -> Result:
    """Give PV back, up to the maximum; one hit in quick combat. # rule: EFF-1 QCK-5

    Who was out comes back into the fight, lying on the ground, where the settings let healing raise and there is room.
    """
    target = battle[who]
    asleep = unconscious(target)  # rule: NLT-3
    if target.out and not asleep and not raised(battle, who):
        return battle, []
    if battle.mode == "quick":
        before = quick.hits_left(target)
        after = min(before + 1, quick.most_hits(target))
        battle = battle.with_combatant(quick.with_hits(target, after, battle.settings))
        events: list[Event] = [HitsChanged(who, source, before, after)] if after > before else []
    else:
        pv = min(target.pv + points, target.sheet.pv)
        battle = battle.with_combatant(target.but(pv=pv))
        events = [Healed(who, source, points, target.pv, pv)]
    battle = battle.with_combatant(battle[who].but(exhausted=False))  # rule: STR-5: aid
    if battle[who].out and battle[who].pv and not asleep:
        battle = risen(battle, who)
    return battle, events


def unconscious(who: Combatant) -> bool:
    """Whether bruises or wounds keep a creature from its senses. # rule: NLT-3"""
    return any(knocks_out(each.level) for each in who.bruises + who.wounds)


def wake(battle: Battle, who: str) -> Battle:
    """One whom only injuries kept out of the fight, and who has none of that kind any more, is back: where it lies, or
    as near as there is room when somebody has come to stand there. # rule: NLT-3 NLT-5"""
    target = battle[who]
    if not target.out or not target.pv or target.consequence != "unconscious" or unconscious(target):
        return battle
    place = None if target.cell is None else _room(battle, target, target.cell)
    return battle if place is None else risen(battle.with_combatant(target.but(cell=place)), who)


def _room(battle: Battle, who: Combatant, start: Cell) -> Cell | None:
    """The nearest place where a creature can lie, rows first among those as near; None when there is none at all."""
    lying = with_condition(who.but(cell=None), Condition("prone", who.id))
    cells = ((x, y) for y in range(battle.grid.rows) for x in range(battle.grid.cols))
    near = sorted(cells, key=lambda cell: max(abs(cell[0] - start[0]), abs(cell[1] - start[1])))
    return next((cell for cell in near if misplaced(battle, lying, cell) is None), None)


def risen(battle: Battle, who: str) -> Battle:
    """One who was out is back in the fight, lying on the ground."""
    up = with_condition(battle[who].but(out=False, consequence=None, crouched=False), Condition("prone", who))
    return _waiting_again(battle.with_combatant(up), who)


def _waiting_again(battle: Battle, who: str) -> Battle:
    """It acts in this round if its place in the order is still to come. # rule: INI-6"""
    order = battle.order
    if battle.phase != "fight" or battle.slot not in order or order.index(who) <= order.index(battle.slot):
        return battle
    return battle.but(waiting=tuple(sorted({*battle.waiting, who}, key=order.index)))


def raised(battle: Battle, who: str) -> bool:
    """Whether healing would bring one who is out back into the fight."""
    target = battle[who]
    if battle.settings.healing_raises and target.cell is not None and target.out:
        return misplaced(battle, with_condition(target.but(cell=None), Condition("prone", who)), target.cell) is None
    return False
