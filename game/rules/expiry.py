"""What ends, and when: each expiry fires once. # rule: EFF-6"""

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
        conditions, over = _split(each.conditions, of, whose, at)
        ongoing, done = _split(each.ongoing, of, whose, at)
        if conditions != each.conditions or ongoing != each.ongoing:
            battle = battle.with_combatant(each.but(conditions=conditions, ongoing=ongoing))
        events += [ConditionEnded(each.id, gone) for gone in over]
        events += [OngoingEnded(each.id, gone) for gone in done]
    if battle.zones:
        zones, fallen = _split(battle.zones, of, whose, at)
        if zones != battle.zones:
            battle = battle.but(zones=zones)
        events += [ZoneEnded(gone) for gone in fallen]
    return battle, events


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
    """What a creature holds by concentration is over. # rule: ACT-4"""
    events: list[Event] = []

    def held(each: Condition | Ongoing | Zone) -> bool:
        return each.sustained and each.source == source

    for each in battle.combatants:
        conditions, ongoing = [*filter(held, each.conditions)], [*filter(held, each.ongoing)]
        if conditions or ongoing:
            battle = battle.with_combatant(each.but(
                conditions=tuple(one for one in each.conditions if one not in conditions),
                ongoing=tuple(one for one in each.ongoing if one not in ongoing),
            ))
            events += [ConditionEnded(each.id, gone, "source") for gone in conditions]
            events += [OngoingEnded(each.id, gone, "source") for gone in ongoing]
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
