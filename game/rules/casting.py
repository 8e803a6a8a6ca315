"""Using powers and items: what is refused, what is listed, what happens. # rule: ATK-5 ATK-6 ATK-7 ACT-3 ACT-4

Order of the dice: an area's one roll, then a test for each creature in the order of ``Battle.combatants``; for a direct
attack on several, each attack and its defence in the order of the targets. # rule: TST-6
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import numpy as np

from game.errors import GeometryError
from game.rules import effects, harm, structures
from game.rules.actions import Activate, Ruling, UseItem, UsePower
from game.rules.attack import power_sheet, spoken, unknown, who_pulls, why_not_seen
from game.rules.bodies import line_of, metres_between
from game.rules.checks import Check, Cup, doubled, net_advantage, roll
from game.rules.conditions import changes, perceives, plight
from game.rules.damage import damage_parts
from game.rules.events import CastingBegan, CastingLost, Event, PowerUsed, Warded
from game.rules.evidence import Evidence, Modifier
from game.rules.footing import body_of
from game.rules.ground import mask_of
from game.rules.places import Area, area_of, bodies_in, places_for, why_not_there
from game.rules.powers import DamageEffect, HealingEffect, Power, ZoneEffect
from game.rules.resolve import roll_attack, strike
from game.rules.state import Battle, Casting, Combatant, Placement
from game.rules.things import things_in
from game.rules.trials import TestSheet, attribute_sheet, defence_sheet, roll_test
from game.spatial.areas import cover_from
from game.spatial.grid import PARTIAL, PLAIN, TOTAL
from game.spatial.metric import distance
from game.spatial.sight import Ray
from game.texts import N_, Text, text

Result = tuple[Battle, list[Event]]
Use = UsePower | Activate | UseItem


@dataclass(frozen=True, slots=True)
class Asked:
    """What a use of a power or an item asks for."""

    power: Power
    targets: tuple[str, ...]
    place: Placement | None
    item: str = ""
    word: tuple[Modifier, ...] = ()


def asked(who: Combatant, action: Use) -> Asked | Text:
    """The power that an action means, or why there is none."""
    if isinstance(action, UseItem):
        item = next((each for each in who.items if each.id == action.item), None)
        if item is None:
            carried = ", ".join(dict.fromkeys(each.id for each in who.items)) or "-"
            return text("{who} has no {item!r}; it has: {carried}", who=who.name, item=action.item, carried=carried)
        if item.power is None:
            return text("this has no use of its own: {item}", item=text(item.name))
        return Asked(item.power, action.targets, action.place, item.id, spoken(action))
    id, source = (action.power, "spell") if isinstance(action, UsePower) else (action.ability, "ability")
    power = who.sheet.power(id)
    if power is None or power.source != source:
        known = ", ".join(each.id for each in who.sheet.powers if each.source == source) or "-"
        return text("{who} has no {power!r}; it has: {known}", who=who.name, power=id, known=known)
    return Asked(power, action.targets, action.place, word=spoken(action))


def cost_of(power: Power) -> Literal["execution", "full"]:
    """The kind of action that a power takes. # rule: ACT-3 ACT-4"""
    return "execution" if power.action == "execution" else "full"


# --- refusing --------------------------------------------------------------------------------------------------------


def why_not(battle: Battle, who: Combatant, action: Use) -> Text | None:
    """Why a power or an item may not be used so; None when it may."""
    found = asked(who, action)
    return found if isinstance(found, Text) else why_not_use(battle, who, found)


def why_not_use(battle: Battle, who: Combatant, wanted: Asked) -> Text | None:
    """The same for what was found; whether an action is left for it is the engine's to judge."""
    power = wanted.power
    if (reason := why_spent(who, power) or _why_bound(battle, who, wanted)) is not None:
        return reason
    if wanted.word and power.attack == "none":  # rule: GM
        return text("nothing is rolled for {power}: the game master's word changes nothing", power=text(power.name))
    if (reason := why_not_there(battle, who, power, wanted.place)) is not None:
        return reason
    return _why_not_targets(battle, who, wanted)


def _why_bound(battle: Battle, who: Combatant, wanted: Asked) -> Text | None:
    """Why one who is held cannot do this: no gestures for a spell, or somebody has seized the thing. # rule: NLT-8"""
    if not battle.nonlethal:
        return None
    if wanted.item:
        other = who_pulls(battle, who.id, wanted.item)
        return text("{who} and {other} both hold this: {weapon}", who=who.name, other=battle[other].name,
                    weapon=text(wanted.power.name)) if other else None
    found = plight(battle, who).found("no_gestures")
    if wanted.power.gestured and found is not None:
        return text("{who} cannot make the gestures of this until that ends: {condition}", who=who.name,
                    condition=text(found[1].name))
    return None


def still(who: Combatant, action: Use) -> bool:
    """Whether one who is pinned can do this: a spell without gestures, or an enchanted item. # rule: NLT-8"""
    if isinstance(action, UseItem):
        item = next((each for each in who.items if each.id == action.item), None)
        return item is not None and not item.gestured
    power = who.sheet.power(action.power) if isinstance(action, UsePower) else None
    return power is not None and not power.gestured


def why_spent(who: Combatant, power: Power) -> Text | None:
    """Why a power cannot be used any more in this scene."""
    if power.uses and who.spent.count(power.id) >= power.uses:
        return text("{power} can be used {count} times in a scene, no more", power=text(power.name), count=power.uses)
    return None


def _why_not_targets(battle: Battle, who: Combatant, wanted: Asked) -> Text | None:
    """# rule: EFF-3"""
    power, targets = wanted.power, wanted.targets
    if len({*targets}) < len(targets):
        return text("each target is named once")
    for id in targets:
        if (reason := unknown(battle, id)) is not None:
            return reason
    if power.shape is not None:
        return _why_not_picked(battle, who, wanted)
    if power.aim == "self":
        return None if targets in ((), (who.id,)) else text("{power} works on its user alone", power=text(power.name))
    if not targets:
        return text("{power} needs a target", power=text(power.name))
    if len(targets) > power.targets:
        return text("{power} takes {count} targets at most", power=text(power.name), count=power.targets)
    reasons = (why_not_on(battle, who, power, battle[id]) for id in targets)
    return next((each for each in reasons if each is not None), None)


def _why_not_picked(battle: Battle, who: Combatant, wanted: Asked) -> Text | None:
    """Targets picked inside an area. # rule: EFF-4"""
    if not wanted.targets:
        return None
    power = wanted.power
    if len(wanted.targets) > power.picks:
        return text("{power} takes everything inside its area", power=text(power.name)) if not power.picks else text(
            "{power} takes {count} targets at most", power=text(power.name), count=power.picks)
    hit = {each.id for each in bodies_in(battle, area_of(battle, who, power, wanted.place))}
    for id in wanted.targets:
        if id not in hit:
            return text("{target} is not inside that area", target=battle[id].name)
    return None


def why_not_on(battle: Battle, who: Combatant, power: Power, target: Combatant) -> Text | None:
    """Why a power may not be used on a creature. # rule: EFF-3 ATK-6 ATK-7 SIT-7"""
    if (reason := why_not_seen(who, target)) is not None:
        return reason
    heals = any(isinstance(each, HealingEffect) for each in power.effects)
    if target.out and not (heals and harm.raised(battle, target.id)):
        return text("{target} is out of the fight", target=target.name)
    if power.aim == "enemy" and target.team == who.team:
        return text("{target} is on the same side as {who}", target=target.name, who=who.name)
    if power.aim == "ally" and target.team != who.team:
        return text("{target} is not on the side of {who}", target=target.name, who=who.name)
    if target.id == who.id:
        return None
    away = distance(body_of(battle, who), body_of(battle, target), battle.settings.diagonals)
    if power.range <= 1:
        away = PLAIN * metres_between(battle, who, target)
    if away > PLAIN * max(power.range, 1):
        return text("{target} is {away} m away, the range is {range} m", target=target.name, away=away / PLAIN,
                    range=max(power.range, 1))
    line = line_of(battle, who, target)
    if power.attack != "internal" and line.cover.level == TOTAL:
        return text("{target} is in total cover from {who}: a place with a line to it is needed",
                    target=target.name, who=who.name)
    if power.sight and not (line.sight and perceives(battle, who, target)) and power.attack != "direct":
        return text("{who} does not see {target}: a place with a view of it is needed",
                    who=who.name, target=target.name)
    return None


# --- listing ---------------------------------------------------------------------------------------------------------


def options(battle: Battle, who: Combatant, allowed: frozenset[str]) -> Iterator[Use]:
    """One use for each power or item and each target, or each listed place of its area. # rule: ACT-3

    ``allowed`` are the kinds of action that are left: "execution", "full".
    """
    for power in who.sheet.powers:
        if cost_of(power) not in allowed:
            continue
        for targets, place in uses(battle, who, power):
            if power.source == "spell":
                yield UsePower(who.id, power.id, targets, place)
            else:
                yield Activate(who.id, power.id, targets, place)
    for item in dict.fromkeys(who.items):
        if item.power is not None and cost_of(item.power) in allowed:
            for targets, place in uses(battle, who, item.power):
                yield UseItem(who.id, item.id, targets, place)


def uses(battle: Battle, who: Combatant, power: Power) -> Iterator[tuple[tuple[str, ...], Placement | None]]:
    """The targets, or the place, of each listed use of a power."""
    if power.uses and who.spent.count(power.id) >= power.uses:
        return
    if power.shape is not None:
        for place in places_for(battle, who, power):
            yield (), place
    elif power.aim == "self":
        yield (), None
    else:
        fit = [each for each in battle.combatants
               if each.cell is not None and why_not_on(battle, who, power, each) is None]
        for each in fit:
            yield (each.id,), None
        if power.targets > 1 and len(fit) > 1:
            nearest = sorted(fit, key=lambda each: metres_between(battle, who, each))[:power.targets]
            yield tuple(each.id for each in nearest), None


# --- doing -----------------------------------------------------------------------------------------------------------


def do_use(battle: Battle, action: Use, cup: Cup) -> Result:
    """Use a power or an item that was found to be allowed. # rule: ACT-3 ACT-4"""
    who = battle[action.who]
    wanted = asked(who, action)
    assert isinstance(wanted, Asked)
    power, turn = wanted.power, battle.turn
    turn = turn.but(full=1) if cost_of(power) == "full" else turn.but(executions=turn.executions + 1)
    if power.uses:
        who = who.but(spent=(*who.spent, power.id))
    used = next((each for each in who.items if each.id == wanted.item), None)
    if used is not None and not used.lasting:
        place = who.items.index(used)
        who = who.but(items=who.items[:place] + who.items[place + 1:])
    battle = battle.but(turn=turn).with_combatant(who)
    if power.action == "long":
        casting = Casting(power, wanted.targets, wanted.place, wanted.word)
        battle = battle.with_combatant(who.but(casting=casting))
        return battle, [CastingBegan(who.id, power.name)]
    return resolve(battle, who.id, wanted, cup)


def complete(battle: Battle, who: str, cup: Cup) -> Result:
    """A long casting is ready: it works now, or comes to nothing when it no longer can. # rule: ACT-4"""
    caster = battle[who]
    assert caster.casting is not None
    casting = caster.casting
    wanted = Asked(casting.power, casting.targets, casting.place, word=casting.word)
    battle = battle.with_combatant(caster.but(casting=None))
    if why_not_use(battle, battle[who], replace(wanted, power=replace(wanted.power, uses=0))) is not None:
        return battle, [CastingLost(who, wanted.power.name, "target")]
    return resolve(battle, who, wanted, cup)


def resolve(battle: Battle, who: str, wanted: Asked, cup: Cup) -> Result:
    """A power works. # rule: EFF-1 ATK-5 ATK-6 ATK-7"""
    caster, power = battle[who], wanted.power
    area = area_of(battle, caster, power, wanted.place) if power.shape is not None else None
    targets = _met(battle, caster, wanted, area)
    cause = effects.Cause(who, power.nature, power.id, power.concentration)
    attack, modifiers = _area_roll(battle, caster, power, wanted.word, cup)
    total = attack.total if attack is not None else difficulty(power, wanted.word)
    cells = tuple((x, y) for y, x in np.argwhere(area.mask).tolist()) if area is not None else ()
    events: list[Event] = [PowerUsed(who, power.id, power.name, targets, wanted.place, cells, attack, total, modifiers,
                                     wanted.item)]
    if power.concentration:
        battle = battle.but(turn=battle.turn.but(sustains=True))
    cause = replace(cause, critical=attack is not None and attack.extreme == "highest")
    battle, more = _change_scene(battle, power, wanted.place, area, cause)
    events += more
    for target in targets:
        battle, more = _meet(battle, caster, wanted, target, area, total, cause, cup)
        events += more
    if power.attack == "area" and area is not None and not power.picks:
        battle, more = _strike_things(battle, caster, power, area, cause)
        events += more
    return battle, events


def _strike_things(battle: Battle, caster: Combatant, power: Power, area: Area, cause: effects.Cause) -> Result:
    """Everything inside an area is subject to it, things too: they take all of its damage. # rule: EFF-4 STR-3"""
    written = [each for each in power.effects if isinstance(each, DamageEffect)]
    parts = [part for each in written for part in damage_parts(caster.sheet, each, power.nature)]
    points = sum(part.amount for part in parts) * (2 if cause.critical else 1)
    if not points:
        return battle, []
    return structures.strike_all(battle, caster.id, things_met(battle, area), points)


def things_met(battle: Battle, area: Area) -> tuple[str, ...]:
    """The things inside an area, or that it comes up to. # rule: EFF-4"""
    counting = battle.settings.counting
    whole = mask_of(battle.grid.replace(barriers=()), area.template, counting)
    heights = partial(area.template.meets, counting=counting) if area.raised else None
    return things_in(battle, area.mask, whole, heights)


def _met(battle: Battle, caster: Combatant, wanted: Asked, area: Area | None) -> tuple[str, ...]:
    """Whom a power meets: those named, everybody inside its area, or its user. # rule: EFF-3 EFF-4 ATK-5"""
    power = wanted.power
    if area is None:
        return wanted.targets or (caster.id,)
    if not any(not isinstance(each, ZoneEffect) for each in power.effects):
        return ()
    inside = bodies_in(battle, area)
    if power.picks:
        return tuple(each.id for each in inside if each.id in wanted.targets)
    sides = {"enemy": (False,), "ally": (True,)}.get(power.aim, (True, False))
    if power.shape is not None and power.shape.form == "aura":
        return tuple(each.id for each in inside if (each.team == caster.team) in sides)
    return tuple(each.id for each in inside)


def difficulty(power: Power, word: tuple[Modifier, ...] = ()) -> int:
    """The ND that the targets of a power test against when it makes no roll itself, with the GM's word; 0 when they do
    not. # rule: ATK-5 ATK-6 GM"""
    return power.nd + sum(each.amount for each in word) if power.attack in ("area", "internal") else 0


def _area_roll(
    battle: Battle, caster: Combatant, power: Power, word: tuple[Modifier, ...], cup: Cup
) -> tuple[Check | None, tuple[Modifier, ...]]:
    """An area's one roll against all. # rule: ATK-5 DEF-2"""
    if power.attack != "area" or power.roll is None:
        return None, word if power.attack in ("area", "internal") else ()
    attribute, found = caster.sheet.attribute(power.roll), changes(battle, caster, "attack", power.roll, sight=True)
    modifier = found.amount + sum(each.amount for each in word)
    check = roll(cup, attribute.die, attribute.value, doubled(attribute.value, battle.settings), modifier,
                 net_advantage(found.advantages, found.disadvantages, battle.settings), battle.settings.advantage_dice,
                 who=caster.id, what=power.name)
    return check, (*found.modifiers, *word)


def _change_scene(
    battle: Battle, power: Power, place: Placement | None, area: Area | None, cause: effects.Cause
) -> Result:
    """The effects on places. # rule: EFF-1"""
    events: list[Event] = []
    for effect in power.effects:
        if isinstance(effect, ZoneEffect) and area is not None and power.shape is not None:
            direction = place.direction if place is not None else (1, 0)
            cells = place.cells if place is not None else ()
            battle, more = effects.raise_zone(battle, effect, cause, power.shape, area.origin, direction, cells)
            events += more
    return battle, events


def _meet(
    battle: Battle, caster: Combatant, wanted: Asked, target: str, area: Area | None, total: int, cause: effects.Cause,
    cup: Cup,
) -> Result:
    """A power meets one creature. # rule: ATK-5 ATK-6 ATK-7 DEF-2 DEF-3"""
    power = wanted.power
    if battle[target].out and not any(isinstance(each, HealingEffect) for each in power.effects):
        return battle, []
    if power.attack != "none" and power.nature == "magical" and target != caster.id:
        ward = next((each for each, _ in plight(battle, battle[target]).modifiers if each.ward == "block"), None)
        if ward is not None:
            return battle, [Warded(target, ward.name)]
    if power.attack == "direct":
        return _struck(battle, caster, wanted, target, cause, cup)
    if power.attack == "none":
        return effects.apply_all(battle, power.effects, target, cause)
    tested = roll_test(trial_of(battle, caster, power, target, area, total), cup)
    battle, events = _after_test(battle, power, target, cause, tested.success, cup.rulings.get(target))
    return battle, [tested, *events]


def behind_cover(rays: tuple[Ray, ...] = ()) -> Modifier:
    """What partial cover from the origin of an area gives, where the settings let it. # rule: DEF-2"""
    return Modifier("SIT-6", N_("partial cover"), 5, "defence", Evidence(rays))


def trial_of(
    battle: Battle, caster: Combatant, power: Power, target: str, area: Area | None, total: int
) -> TestSheet:
    """The test of one target of an area or internal attack, finished before it is rolled. # rule: ATK-6 DEF-2"""
    who = battle[target]
    if power.attack == "internal":
        return attribute_sheet(battle, who, power.defence, total, power.name, other=caster)
    extra: tuple[Modifier, ...] = ()
    if battle.settings.area_cover and area is not None and area.origin is not None:
        cover = cover_from(battle.grid, area.origin, body_of(battle, who))
        if cover.level == PARTIAL:
            extra = (behind_cover(cover.rays),)
    if power.defence != "mobility":
        return attribute_sheet(battle, who, power.defence, total, power.name, other=caster)
    return defence_sheet(battle, who, total, power.name, other=caster, extra=extra)


def _after_test(
    battle: Battle, power: Power, target: str, cause: effects.Cause, success: bool, ruling: Ruling | None
) -> Result:
    """What a test lets through: all when it failed; else half the damage, or nothing. What the power itself
    says wins over the rule, and what the GM says over both. # rule: DEF-2 ATK-6 EFF-7 GM"""
    saved = power.saved or ("half" if power.attack == "area" else "nothing")
    if ruling is not None:
        cause = replace(cause, points=ruling.points)
        if ruling.outcome:
            success, saved = ruling.outcome != "hit", "half" if ruling.outcome == "graze" else "nothing"
        elif ruling.points and saved == "nothing":
            success = False
    if not success:
        return effects.apply_all(battle, power.effects, target, cause)
    if saved == "nothing":
        return battle, []
    damage = [each for each in power.effects if isinstance(each, DamageEffect)]
    return effects.apply_all(battle, damage, target, replace(cause, halved=True))


def _struck(battle: Battle, caster: Combatant, wanted: Asked, target: str, cause: effects.Cause, cup: Cup) -> Result:
    """A direct attack: damage as of any attack, then the rest of its effects; a tie grazes. # rule: ATK-7 DMG-2"""
    power = wanted.power
    sheet = power_sheet(battle, caster.id, power, target, wanted.word)
    attacked = roll_attack(sheet, cup)
    events: list[Event] = [attacked]
    if attacked.outcome not in ("hit", "graze"):
        return battle, events
    grazes = attacked.outcome == "graze"
    if sheet.damage:
        battle, more = strike(battle, attacked)
        events += more
    if grazes and (sheet.damage or battle.settings.power_tie == "graze"):
        return battle, events
    others = [each for each in power.effects if not isinstance(each, DamageEffect)]
    battle, more = effects.apply_all(battle, others, target, replace(cause, critical=attacked.critical))
    return battle, events + more


def area_hits_of(battle: Battle, who: Combatant, power: Power, place: Placement | None) -> tuple[str, ...]:
    """Whom an area would meet, for previews.

    :raises GeometryError: when it cannot be put there.
    """
    if power.shape is None:
        raise GeometryError(text("{power} has no area", power=text(power.name)))
    return _met(battle, who, Asked(power, (), place), area_of(battle, who, power, place))
