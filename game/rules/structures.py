"""Breaking things: at once by strength, or blow by blow; fatigue, ammunition, and what falls. # rule: STR-2 STR-3

As with attacks, everything about a blow is on a finished sheet before a die is rolled.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from game.rules import resolve
from game.rules.actions import AttackMode, AttackStructure, BreakStructure
from game.rules.allowed import why_barred
from game.rules.ammunition import one_more, why_none
from game.rules.attack import carried_weapon, not_carried, unknown
from game.rules.bodies import held, reach_of, why_unready
from game.rules.catalog import UNARMED, DamagePart, Weapon
from game.rules.checks import ATTACK, Cup
from game.rules.damage import Dealt, Wound, full_damage
from game.rules.events import (
    Event,
    Strained,
    StructureFell,
    StructureStruck,
    StructureTested,
)
from game.rules.materials import least_damage
from game.rules.sheet import Attribute, Sheet
from game.rules.state import Battle, Combatant
from game.rules.things import (
    StructureSheet,
    held_thing,
    in_range,
    in_reach,
    metres_to,
    thing,
    things,
    user_of,
    with_wear,
)
from game.rules.trials import attribute_sheet, roll_test
from game.texts import Text, text

Result = tuple[Battle, list[Event]]
# What full_damage takes for a target: a thing neither resists nor suffers any type of damage more than another.
ANYTHING: Final = Sheet("", "", *(Attribute(0, 4),) * 6, pv=0)


# --- pressure and effort ---------------------------------------------------------------------------------------------


def pressed(battle: Battle, who: Combatant) -> bool:
    """Whether something keeps it from taking its time: enemies in the fight, or what the GM says. # rule: STR-7"""
    if battle.pressure != "enemies":
        return battle.pressure == "always"
    return any(each.team != who.team for each in battle.present())


def attempts(battle: Battle, who: Combatant, id: str) -> int:
    """How often it has struck at things in melee since it rested; at this one only, if the settings say so."""
    if battle.settings.effort == "structure":
        return sum(count for thing, count in who.efforts if thing == id)
    return sum(count for _, count in who.efforts)


def effort_cost(battle: Battle, who: Combatant, id: str) -> int:
    """PV that its next attempt in melee costs: none up to its resistance, then 1, 2, 3... # rule: STR-5"""
    return max(attempts(battle, who, id) + 1 - who.sheet.resistance.value, 0)


def aided(who: Combatant) -> Combatant:
    """After rest or aid: it may strain itself again. # rule: STR-5"""
    return who.but(exhausted=False)


def _strain(battle: Battle, who: Combatant, id: str) -> Result:
    """One more attempt in melee, and what it costs. # rule: STR-5"""
    cost = effort_cost(battle, who, id)
    who = who.but(efforts=one_more(who.efforts, id))
    battle = battle.with_combatant(who)
    if not cost:
        return battle, []
    events: list[Event] = [Strained(who.id, id, attempts(battle, who, id), cost)]
    dealt = Dealt((Wound("untyped", "mundane", cost, cost),), 0, 0, cost)
    if cost >= who.pv:
        battle = battle.with_combatant(who.but(exhausted=True))
    battle, more = resolve.hurt(battle, who.id, who.id, dealt)
    return battle, events + more


# --- refusing --------------------------------------------------------------------------------------------------------


def _why_not(battle: Battle, who: Combatant, id: str) -> Text | None:
    """What both ways of breaking ask. # rule: ACT-3 STR-4"""
    if not battle.turn.may_execute:
        return text("no Execution action is left: a turn is a Move and an Execution, or two Moves, or one Full action")
    return _why_unbreakable(battle, id)


def _why_unbreakable(battle: Battle, id: str) -> Text | None:
    """# rule: STR-1 STR-4"""
    found = thing(battle, id)
    if found is None:
        return _why_no_thing(battle, id)
    if (user := user_of(battle, found)) is not None:
        return text("{user} has this in use: {thing}", user=user.name, thing=found.name)
    return None


def _why_no_thing(battle: Battle, id: str) -> Text:
    if (held_by := held_thing(battle, id)) is not None and not held_by[0].out:  # rule: STR-4
        return text("{user} has this in use: {thing}", user=held_by[0].name, thing=held_by[1])
    structure = battle.structure(id)
    if structure is None and held_by is None:
        return text("there is nothing {id!r} to break here", id=id)
    if structure is not None and structure.fallen:
        return text("{id!r} has fallen already", id=id)
    return text("{id!r} cannot be broken", id=id)


def _worn_out(who: Combatant) -> Text | None:
    """# rule: STR-5"""
    if not who.exhausted:
        return None
    return text("{who} has worn itself out: rest, aid or another approach first", who=who.name)


def _beyond(battle: Battle, who: Combatant, id: str, weapon: Weapon, mode: AttackMode) -> Text | None:
    """Whether it gets at the thing. # rule: ATK-1 ATK-2 SIT-7"""
    if mode == "melee":
        reach = reach_of(battle, who, weapon)
        if id in in_reach(battle, who, reach):
            return None
        away = metres_to(battle, who, id)
        if away > reach:
            return text("this is {away} m away, the reach is {reach} m", away=away, reach=reach)
    else:
        if not weapon.range:
            return text("this can be neither shot nor thrown: {weapon}", weapon=text(weapon.name))
        if id in in_range(battle, who, weapon.range):
            return None
        away = metres_to(battle, who, id)
        if away > weapon.range:
            return text("this is {away} m away, the range is {range} m", away=away, range=weapon.range)
    return text("something stands between {who} and this: go round it first", who=who.name)


def why_break(battle: Battle, who: Combatant, action: BreakStructure) -> Text | None:
    """Why it cannot try to break a thing at once; None when it can. # rule: STR-2"""
    if (reason := _why_not(battle, who, action.structure)) is not None:
        return reason
    return _worn_out(who) or _beyond(battle, who, action.structure, UNARMED, "melee")


def why_at_leisure(battle: Battle, action: BreakStructure) -> Text | None:
    """Why a thing cannot be broken after the fight, by anybody who is still up, wherever it stands: there is time.
    # rule: STR-7"""
    if (reason := unknown(battle, action.who)) is not None:
        return reason
    who = battle[action.who]
    if who.out:
        return text("{who} is out of the fight", who=who.name)
    if pressed(battle, who):
        return text("{who} has no time, the GM says so", who=who.name)
    return why_barred(battle, who, "execution") or _why_unbreakable(battle, action.structure)


def leisure_options(battle: Battle) -> Iterator[BreakStructure]:
    """What can be broken after the fight, by each who is still up. # rule: STR-7"""
    for who in battle.present():
        for id in things(battle):
            if why_at_leisure(battle, action := BreakStructure(who.id, id)) is None:
                yield action


def why_attack(battle: Battle, who: Combatant, action: AttackStructure) -> Text | None:
    """Why it cannot strike or shoot at a thing; None when it can. # rule: STR-3 STR-5 STR-6"""
    if (reason := _why_not(battle, who, action.structure)) is not None:
        return reason
    weapon = carried_weapon(who, action.weapon)
    if weapon is None:
        return not_carried(who, action.weapon)
    if (unready := why_unready(who, weapon)) is not None:
        return unready
    if action.mode == "melee" and (reason := _worn_out(who)) is not None:
        return reason
    if action.mode == "ranged" and (reason := why_none(who, weapon)) is not None:
        return reason
    return _beyond(battle, who, action.structure, weapon, action.mode)


def options(battle: Battle, who: Combatant) -> Iterator[BreakStructure | AttackStructure]:
    """Every way in which it can break something now. # rule: STR-2 STR-3"""
    if not battle.turn.may_execute or why_barred(battle, who, "execution") is not None:
        return
    if not who.exhausted:
        yield from (BreakStructure(who.id, id) for id in _free(battle, in_reach(battle, who, reach_of(battle, who))))
    for weapon in (*held(who), UNARMED):
        if not who.exhausted:
            near = in_reach(battle, who, reach_of(battle, who, weapon))
            yield from (AttackStructure(who.id, id, weapon.id) for id in _free(battle, near))
        if weapon.range and why_none(who, weapon) is None:
            far = in_range(battle, who, weapon.range)
            yield from (AttackStructure(who.id, id, weapon.id, "ranged") for id in _free(battle, far))


def _free(battle: Battle, ids: frozenset[str]) -> Iterator[str]:
    """Those of them that nobody has in use, in a fixed order. # rule: STR-4"""
    for id in sorted(ids):
        found = thing(battle, id)
        if found is not None and user_of(battle, found) is None:
            yield id


# --- doing -----------------------------------------------------------------------------------------------------------


def structure_sheet(battle: Battle, action: AttackStructure) -> StructureSheet:
    """The finished sheet of a blow at a thing. It does not ask whether it may be struck; :func:`why_attack` does."""
    who, found = battle[action.who], thing(battle, action.structure)
    weapon = carried_weapon(who, action.weapon)
    assert found is not None
    assert weapon is not None
    parts, _ = full_damage(who.sheet, weapon, action.mode == "ranged", ANYTHING, battle.settings)
    test = who.sheet.mobility if action.mode == "melee" else who.sheet.acuity
    critical = test.die if battle.settings.structure_attacks == "critical" else None
    cost = effort_cost(battle, who, found.id) if action.mode == "melee" else 0
    by = found.nd if battle.settings.structure_minimum == "original" else found.left
    return StructureSheet(who.id, found.id, weapon.id, action.mode, test.die, critical, parts, found.nd, found.left,
                          least_damage(by), cost, found.word)


def _spend_execution(battle: Battle) -> Battle:
    turn = battle.turn
    return battle.but(turn=turn.but(executions=turn.executions + 1))


def do_break(battle: Battle, action: BreakStructure, cup: Cup) -> Result:
    """Try to break a thing at once, by strength against its ND as worn so far. # rule: STR-2 STR-7"""
    who, found = battle[action.who], thing(battle, action.structure)
    assert found is not None
    battle, name = _spend_execution(battle) if battle.phase == "fight" else battle, found.word
    if not pressed(battle, who):
        return _fall(battle, who.id, found.id, [StructureTested(who.id, found.id, found.left, None, True, name)])
    battle, events = _strain(battle, who, found.id)
    if battle[who.id].out:
        return battle, events
    tested = roll_test(attribute_sheet(battle, battle[who.id], "strength", found.left), cup)  # rule: TST-5
    events.append(StructureTested(who.id, found.id, found.left, tested.check, tested.success, name))
    return _fall(battle, who.id, found.id, events) if tested.success else (battle, events)


def do_attack(battle: Battle, action: AttackStructure, cup: Cup) -> Result:
    """Strike or shoot at a thing: it is hit, and wears if the blow is hard enough. # rule: STR-3 STR-6 STR-7"""
    who = battle[action.who]
    sheet = structure_sheet(battle, action)
    battle = _spend_execution(battle)
    if not pressed(battle, who):
        done = StructureTested(who.id, sheet.structure, sheet.left, None, True, sheet.name)
        return _fall(battle, who.id, sheet.structure, [done])
    weapon = carried_weapon(who, action.weapon)
    assert weapon is not None
    if action.mode == "melee":
        battle, events = _strain(battle, who, sheet.structure)
        if battle[who.id].out:
            return battle, events
    else:
        battle, events = resolve.launched(battle, action.who, weapon)
    die = cup.roll(sheet.die, who.id, ATTACK) if sheet.critical_face else None
    critical = die is not None and die.face == sheet.critical_face
    worn = sheet.wears(critical)
    left = max(sheet.left - worn, 0)
    events.append(StructureStruck(sheet, die, critical, sheet.points(critical), sheet.left, left))
    battle = with_wear(battle, sheet.structure, sheet.nd - left)
    if not left:
        events.append(StructureFell(who.id, sheet.structure, sheet.name))
    return battle, events


def damage_thing(battle: Battle, source: str, id: str, points: int) -> Result:
    """Damage that meets a thing otherwise, from an area: it wears as by a blow. # rule: STR-3 EFF-4"""
    found = thing(battle, id)
    if found is None or user_of(battle, found) is not None:
        return battle, []
    by = found.nd if battle.settings.structure_minimum == "original" else found.left
    least = least_damage(by)
    left = max(found.left - (points if points >= least else 0), 0)
    sheet = StructureSheet(source, id, "", "ranged", 0, None, (DamagePart("untyped", points),), found.nd, found.left,
                           least, name=found.word)
    events: list[Event] = [StructureStruck(sheet, None, False, points, found.left, left)]
    battle = with_wear(battle, id, found.nd - left)
    if not left:
        events.append(StructureFell(source, id, sheet.name))
    return battle, events


def strike_all(battle: Battle, source: str, ids: Iterable[str], points: int) -> Result:
    """An area's damage meets several things; those that it cannot wear are not told of. # rule: EFF-4 STR-3"""
    events: list[Event] = []
    for id in ids:
        found = thing(battle, id)
        if found is not None and points >= found.least:
            battle, more = damage_thing(battle, source, id, points)
            events += more
    return battle, events


def _fall(battle: Battle, who: str, id: str, events: list[Event]) -> Result:
    """A thing collapses: the map changes at once. # rule: STR-8"""
    found = thing(battle, id)
    assert found is not None
    return with_wear(battle, id, found.nd), [*events, StructureFell(who, id, found.word)]
