"""What effects do. # rule: EFF-1

Every effect comes from a :class:`Cause`; several of one action are applied in their order. Whoever calls puts the order
of turns right afterwards (:func:`game.rules.turns.settle`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from game.rules import expiry, harm
from game.rules.catalog import Nature
from game.rules.conditions import answers, sheet_of
from game.rules.damage import by_word, damage_parts, hit, with_nature
from game.rules.events import (
    ConditionEnded,
    ConditionGained,
    Event,
    OngoingBegan,
    OngoingEnded,
    ZoneBegan,
)
from game.rules.powers import (
    ConditionEffect,
    ContinuousEffect,
    CureEffect,
    DamageEffect,
    Effect,
    HealingEffect,
    ModifierEffect,
    Shape,
    ZoneEffect,
)
from game.rules.state import Battle, Condition, Ongoing, Zone
from game.spatial.areas import Origin
from game.spatial.grid import Cell

Result = tuple[Battle, list[Event]]


@dataclass(frozen=True, slots=True)
class Cause:
    """Where an effect comes from: a creature (or nobody), a power, its nature; whether its roll was critical, and
    whether a Defence has halved it. ``points`` are those of its damage by the GM's word; ``focus`` is a place that
    holds the attention (CND-25). # rule: EFF-2 EFF-5 GM"""

    source: str = ""
    nature: Nature = "mundane"
    power: str = ""
    sustained: bool = False
    critical: bool = False
    halved: bool = False
    points: int | None = None
    focus: Cell | None = None


def apply_effect(battle: Battle, effect: Effect, target: str, cause: Cause) -> Result:
    """One effect on one creature; those on places are :func:`raise_zone`'s. # rule: EFF-1 EFF-3"""
    who = battle[target]
    match effect:
        case DamageEffect():
            source = battle.by_id.get(cause.source)
            parts = damage_parts(source.sheet if source else None, effect, cause.nature)
            dealt = hit(parts, sheet_of(battle, who), cause.critical, cause.halved, not effect.no_minimum)
            if cause.points is not None and battle.mode == "quick":
                return harm.lose_hits(battle, target, cause.source, cause.points)
            if cause.points is not None:
                dealt = by_word(cause.points)
            return harm.hurt(battle, target, cause.source, dealt)
        case HealingEffect():
            source = battle.by_id.get(cause.source)
            bonus = source.sheet.attribute(effect.attribute).bonus if effect.attribute and source else 0
            return harm.heal(battle, target, cause.source, effect.amount + bonus)
        case ConditionEffect():
            return gain(battle, target, condition_from(battle, effect, target, cause), effect.also)
        case CureEffect():
            return cure(battle, target, effect.conditions)
        case ModifierEffect() | ContinuousEffect():
            return _ongoing(battle, effect, target, cause)
        case ZoneEffect():
            return battle, []


def apply_all(battle: Battle, effects: Iterable[Effect], target: str, cause: Cause) -> Result:
    """Several effects on one creature, in their order; one who is out takes no more but healing. # rule: EFF-1"""
    events: list[Event] = []
    for effect in effects:
        if battle[target].out and not isinstance(effect, HealingEffect):
            continue
        battle, more = apply_effect(battle, effect, target, cause)
        events += more
        if cause.points and isinstance(effect, DamageEffect):  # all of it by the first
            cause = replace(cause, points=0)
    return battle, events


# --- conditions ------------------------------------------------------------------------------------------------------


def condition_from(battle: Battle, effect: ConditionEffect, target: str, cause: Cause) -> Condition:
    """The condition that an effect imposes now. # rule: CND-1 CND-2"""
    if effect.duration is None:
        ends = expiry.default_expiry(battle, effect.condition, target)
    else:
        ends = expiry.expiry_of(battle, effect.duration, target, cause.source)
    return Condition(
        effect.condition, cause.source, cause.nature, ends, with_nature(effect.damage, cause.nature), effect.tests,
        effect.also, cause.focus, cause.power, cause.sustained, effect.stays,
    )


def gain(battle: Battle, who: str, condition: Condition, also: tuple[str, ...] = ()) -> Result:
    """Under a condition from now on, and under those that come with it. # rule: CND-1 CND-4 CND-5

    The same again renews its duration, to whichever end is later, and nothing else: its source and numbers stay. One
    that somebody's concentration keeps up lasts beside any other, and ends with it (ACT-4). An immune creature does not
    get it.
    """
    target, rule = battle[who], battle.condition_rules[condition.id]
    found = answers(sheet_of(battle, target), condition)
    if "immune" in found:
        return battle, [ConditionGained(who, condition, responses=found)]
    known = [each for each in target.conditions if expiry.same(battle, each, condition)]
    old = next((each for each in known if each.keeper == condition.keeper), None)
    if old is None:
        kept = (*target.conditions, condition)
    else:
        ends = expiry.later(battle, old.expiry, condition.expiry)
        renewed = old.but(expiry=ends, stays=old.stays or condition.stays)
        kept = tuple(renewed if each is old else each for each in target.conditions)
    battle = battle.with_combatant(target.but(conditions=kept))
    events: list[Event] = [ConditionGained(who, condition, bool(known), found)]
    for id in (*rule.also, *also):
        lasting = battle.condition_rules[id].lasting
        brought = condition.but(id=id, expiry=None if lasting else condition.expiry, damage=(), tests=(), also=(),
                                sustained=condition.sustained and not lasting)
        battle, more = gain(battle, who, brought)
        events += more
    return battle, events


def cure(battle: Battle, who: str, ids: tuple[str, ...]) -> Result:
    """Ends these conditions (all when none is named), and those that came with them."""
    target = battle[who]
    gone = [each for each in target.conditions if not ids or each.id in ids]
    brought = {id for each in gone for id in (*battle.condition_rules[each.id].also, *each.also)
               if not battle.condition_rules[id].lasting}
    gone += [each for each in target.conditions if each not in gone and each.id in brought]
    if not gone:
        return battle, []
    battle = battle.with_combatant(target.but(conditions=tuple(each for each in target.conditions if each not in gone)))
    return battle, [ConditionEnded(who, each, "act") for each in gone]


# --- modifiers and continuous effects --------------------------------------------------------------------------------


def _ongoing(battle: Battle, effect: ModifierEffect | ContinuousEffect, target: str, cause: Cause) -> Result:
    """From now on; the same effect again only renews its duration, as with a condition. # rule: EFF-1 CND-4"""
    who = battle[target]
    ends = expiry.expiry_of(battle, effect.duration, target, cause.source)
    made = Ongoing(effect, cause.source, cause.nature, ends, cause.power, cause.sustained)
    old = next((each for each in who.ongoing
                if expiry.same(battle, each, made) and each.keeper == made.keeper), None)
    if old is None:
        kept = (*who.ongoing, made)
    else:
        renewed = old.but(expiry=expiry.later(battle, old.expiry, ends))
        kept = tuple(renewed if each is old else each for each in who.ongoing)
    battle = battle.with_combatant(who.but(ongoing=kept))
    return battle, [OngoingBegan(target, made)]


def end_ongoing(battle: Battle, who: str, ongoing: Ongoing) -> Result:
    """An effect is over by an act."""
    target = battle[who]
    battle = battle.with_combatant(target.but(ongoing=tuple(each for each in target.ongoing if each != ongoing)))
    return battle, [OngoingEnded(who, ongoing, "act")]


# --- places ----------------------------------------------------------------------------------------------------------


def raise_zone(
    battle: Battle, effect: ZoneEffect, cause: Cause, shape: Shape, origin: Origin | None,
    direction: tuple[int, int] = (1, 0), cells: tuple[Cell, ...] = (),
) -> Result:
    """Change the scene: a wall, smoke, difficult ground, a hazard, a zone of influence. # rule: EFF-1 EFF-6"""
    ends = expiry.expiry_of(battle, effect.duration, cause.source, cause.source)
    zone = Zone(f"zone-{battle.made + 1}", effect, shape, cause.source, cause.nature, ends, origin, direction, cells,
                cause.power, cause.sustained)
    battle = battle.but(zones=(*battle.zones, zone), made=battle.made + 1)
    covered = tuple((x, y) for y, x in np.argwhere(battle.cells_of(zone.id)).tolist())
    return battle, [ZoneBegan(zone, covered)]
