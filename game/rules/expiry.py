"""What ends, and when: each expiry fires once. # rule: EFF-6"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, TypeVar

from game.rules.events import ConditionEnded, Event, OngoingEnded, ZoneEnded
from game.rules.powers import Duration
from game.rules.state import Battle, Combatant, Condition, Expiry, Ongoing, Zone

Result = tuple[Battle, list[Event]]
Lasting = TypeVar("Lasting", Condition, Ongoing, Zone)


def expiry_of(battle: Battle, duration: Duration, target: str, source: str) -> Expiry | None:
    """When a duration that begins now ends. Rounds count at the slot whose turn it is. # rule: EFF-6"""
    if duration.until == "scene":
        return None
    if duration.until == "rounds" or not (target if duration.until.startswith("target") else source):
        return Expiry("slot", battle.slot, "start", duration.count)
    whose = target if duration.until.startswith("target") else source
    return Expiry("turn", whose, "end" if duration.until.endswith("end") else "start", duration.count)


def default_expiry(battle: Battle, condition: str, target: str) -> Expiry | None:
    """When a condition without a duration of its own ends: at the start of the target's second turn. # rule: CND-2"""
    if battle.condition_rules[condition].lasting:
        return None
    return Expiry("turn", target, "start", battle.settings.condition_turns)


def later(battle: Battle, old: Expiry | None, new: Expiry | None) -> Expiry | None:
    """The end that comes later, of something that is there already and comes again; the new one when they are one
    moment. No end is later than any. # rule: CND-4"""
    if old is None or new is None:
        return None
    return old if _moment(battle, old) > _moment(battle, new) else new


def _moment(battle: Battle, expiry: Expiry) -> tuple[int, int, int]:
    """When something ends: rounds from now, the place in their order, and before, at the start or at the end of that
    turn. # rule: EFF-6"""
    places = {who: at for at, who in enumerate(battle.order)}
    now, place = places.get(battle.slot, -1), places.get(expiry.whose, -1)
    if expiry.of == "turn" and expiry.at == "end":
        gone = place < now
    else:
        gone = place <= now or (expiry.of == "turn" and expiry.whose in battle.delayed)
    return expiry.count + gone, place, 0 if expiry.of == "slot" else 2 if expiry.at == "end" else 1


def same(battle: Battle, one: Condition | Ongoing, other: Condition | Ongoing) -> bool:
    """Whether two things that last are one and the same to who is under them, whoever keeps them up. # rule: CND-4"""
    if isinstance(one, Condition) and isinstance(other, Condition):
        once = battle.condition_rules[one.id].once
        return one.id == other.id and (not once or one.source == other.source)
    if isinstance(one, Ongoing) and isinstance(other, Ongoing):
        return (one.effect, one.power) == (other.effect, other.power)
    return False


def _ticked(each: Lasting, of: str, whose: str, at: str) -> Lasting | None:
    """An effect after one of the moments it counts; None when that was the last."""
    expiry = each.expiry
    if expiry is None or (expiry.of, expiry.whose, expiry.at) != (of, whose, at):
        return each
    return each.but(expiry=replace(expiry, count=expiry.count - 1)) if expiry.count > 1 else None


def _split(kept: tuple[Lasting, ...], of: str, whose: str, at: str) -> tuple[tuple[Lasting, ...], list[Lasting]]:
    """Those that go on, and those that are over."""
    after = [(each, _ticked(each, of, whose, at)) for each in kept]
    return tuple(new for _, new in after if new is not None), [each for each, new in after if new is None]


def tick(battle: Battle, of: Literal["turn", "slot"], whose: str, at: Literal["start", "end"] = "start") -> Result:
    """The moment has come: all that counts it is one nearer to its end, or over. # rule: EFF-6 CND-2"""
    events: list[Event] = []
    for each in battle.combatants:
        if not (each.conditions or each.ongoing):
            continue
        conditions, past = _split(each.conditions, of, whose, at)
        ongoing, done = _split(each.ongoing, of, whose, at)
        if conditions != each.conditions or ongoing != each.ongoing:
            battle = battle.with_combatant(each.but(conditions=conditions, ongoing=ongoing))
        events += _ended(battle, each.id, (*past, *done), (*conditions, *ongoing), "time")
    if battle.zones:
        zones, fallen = _split(battle.zones, of, whose, at)
        if zones != battle.zones:
            battle = battle.but(zones=zones)
        events += [ZoneEnded(gone) for gone in fallen]
    return battle, events


def _ended(
    battle: Battle, who: str, gone: Iterable[Condition | Ongoing], kept: Iterable[Condition | Ongoing],
    reason: Literal["time", "source"],
) -> list[Event]:
    """What is told of things that end: what somebody else keeps up goes on. # rule: CND-4"""
    left = tuple(kept)
    return [ConditionEnded(who, each, reason) if isinstance(each, Condition) else OngoingEnded(who, each, reason)
            for each in gone if not any(same(battle, each, other) for other in left)]


def moved_slot(battle: Battle, old: str, new: str) -> Battle:
    """The slot that somebody leaves by a delay is kept by whoever follows there, and comes once more in this round,
    where it has come already. # rule: EFF-6 INI-5"""

    def keyed(each: Lasting) -> Lasting:
        expiry = each.expiry
        if expiry is None or expiry.of != "slot" or expiry.whose != old:
            return each
        return each.but(expiry=replace(expiry, whose=new, count=expiry.count + 1))

    def of(who: Combatant) -> Combatant:
        return who.but(conditions=tuple(keyed(each) for each in who.conditions),
                       ongoing=tuple(keyed(each) for each in who.ongoing))

    return battle.but(combatants=tuple(of(each) if each.conditions or each.ongoing else each
                                       for each in battle.combatants),
                      zones=tuple(keyed(each) for each in battle.zones))


# --- ends by other causes --------------------------------------------------------------------------------------------


def end_scene(battle: Battle) -> Result:
    """All that lasts for the scene ends with it, unless it is said to stay. # rule: CND-3"""
    events: list[Event] = []
    for each in battle.combatants:
        if each.conditions or each.ongoing or each.casting:
            events += [ConditionEnded(each.id, gone, "scene") for gone in each.conditions if not gone.stays]
            events += [OngoingEnded(each.id, gone, "scene") for gone in each.ongoing]
            kept = tuple(gone for gone in each.conditions if gone.stays)
            battle = battle.with_combatant(each.but(conditions=kept, ongoing=(), casting=None))
    events += [ZoneEnded(gone, "scene") for gone in battle.zones]
    return battle.but(zones=(), holds=()) if battle.zones or battle.holds else battle, events


def end_sustained(battle: Battle, source: str) -> Result:
    """What a creature holds by concentration is over, but for what others keep up as well. # rule: ACT-4 CND-4"""
    events: list[Event] = []

    def held(each: Condition | Ongoing | Zone) -> bool:
        return each.sustained and each.source == source

    for each in battle.combatants:
        conditions = tuple(one for one in each.conditions if not held(one))
        ongoing = tuple(one for one in each.ongoing if not held(one))
        if conditions != each.conditions or ongoing != each.ongoing:
            battle = battle.with_combatant(each.but(conditions=conditions, ongoing=ongoing))
            gone: list[Condition | Ongoing] = [*filter(held, each.conditions), *filter(held, each.ongoing)]
            events += _ended(battle, each.id, gone, (*conditions, *ongoing), "source")
    zones = [*filter(held, battle.zones)]
    if zones:
        battle = battle.but(zones=tuple(each for each in battle.zones if each not in zones))
    return battle, events + [ZoneEnded(gone, "source") for gone in zones]


def sustains(battle: Battle, source: str) -> bool:
    """Whether a creature holds something by concentration."""
    lasting: list[Condition | Ongoing | Zone] = [*battle.zones]
    for who in battle.combatants:
        lasting += [*who.conditions, *who.ongoing]
    return any(each.sustained and each.source == source for each in lasting)
