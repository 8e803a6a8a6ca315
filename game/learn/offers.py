"""The goals that a position offers to whoever makes a puzzle: what the creature can bring about whatever the dice show;
then towards each enemy, towards all, with each area.

What hangs on luck is not offered: it could not be proved. Whether a goal can be reached from here is for the search to
say; here its dice are asked in the best of situations.
"""

from collections.abc import Iterator
from typing import Final

from game.content.map_format import SurfaceName
from game.insight.narrate import powers_of
from game.learn.goals import Covered, Fallen, Goal, Has, Hit, Into, Out, Reach, Sheet, Unseen, surface_cells
from game.learn.search.last_acts import extent
from game.rules.actions import Attack, AttackMode, AttackStructure, Manoeuvre
from game.rules.attack import AttackSheet, Situation, attack_sheet, power_sheet, resited
from game.rules.bodies import body_of, enemies_of, reach_of, speed_of
from game.rules.catalog import UNARMED, Weapon
from game.rules.conditions import PRONE, under, without_condition
from game.rules.manoeuvres import manoeuvre_sheet
from game.rules.nonlethal import repertoire_of
from game.rules.odds import blow_odds, break_odds, margins, odds
from game.rules.power_odds import power_odds, thing_odds
from game.rules.powers import ConditionEffect, DamageEffect, Power, ZoneEffect
from game.rules.quick import hits_left
from game.rules.repertoire import ManoeuvreRule
from game.rules.state import Battle, Combatant
from game.rules.structures import pressed, structure_sheet
from game.rules.things import metres_to, thing, user_of
from game.spatial.grid import NO_ENTRY, Cell

PERILS: Final[tuple[SurfaceName, ...]] = ("pit", "fire", "deep water")  # ground into which somebody is pushed


def offered(battle: Battle, who: str) -> Iterator[Goal]:
    """Goals that a creature could have in a position."""
    enemies = [each for each in enemies_of(battle, battle[who]) if each.cell is not None and not each.hidden]
    upright = without_condition(battle[who], PRONE).but(crouched=False)
    best = battle.with_combatant(upright)
    things = tuple(Fallen(each.id) for each in battle.structures if _falls(best, upright, each.id))
    pressing = pressed(battle, upright)
    yield from things if pressing else ()
    yield from sure_goals(best, who, enemies)
    yield from _of_places(battle, who, tuple(each.id for each in enemies))
    yield from () if pressing else things  # with time, everything falls


def _of_places(battle: Battle, who: str, enemies: tuple[str, ...]) -> Iterator[Goal]:
    mine = battle[who]
    armed = [each for id in mine.hands if (each := mine.weapon(id)) is not None]
    melee, shoots = not armed or any(each.reach for each in armed), any(each.range for each in armed)
    for foe in enemies:
        if melee:
            yield Reach(who, foe)
            yield Reach(who, foe, safe=True)
            yield Sheet(who, foe, holds=("SIT-2",), mode="melee")
        if shoots:
            yield Sheet(who, foe, lacks=("ATK-3", "SIT-6"), mode="ranged")
            yield Sheet(who, foe, holds=("SIT-3",), mode="ranged")
    if enemies:
        yield Covered(who, enemies)
        yield Covered(who, enemies, "total")
        yield Unseen(who, enemies)
    for power in powers_of(mine):
        if power.shape is not None and power.attack == "area" and not power.picks:
            for least in range(1, len(enemies) + 1):
                yield Hit(who, least, 0, power.id)


# --- what is sure ----------------------------------------------------------------------------------------------------


def sure_goals(battle: Battle, who: str, enemies: list[Combatant]) -> Iterator[Goal]:
    """What the creature can bring about whatever the dice show: enemies put out of the fight, conditions given, enemies
    pushed where it is dangerous."""
    me = battle[who]
    yield from (Out(each.id) for each in enemies if _out(battle, me, each))
    for foe in enemies:
        given = {rule.condition for rule, _ in _manoeuvres(battle, me, foe, "condition")}
        yield from (Has(foe.id, each) for each in sorted(given) if not under(battle, foe, each))
    yield from _conditions(battle, me)
    for foe in enemies:
        if next(_manoeuvres(battle, me, foe, "push"), None) is not None:
            yield from _perils(battle, foe)


def _arms(me: Combatant) -> Iterator[tuple[Weapon, AttackMode]]:
    """What it can attack with, drawn or not, and how."""
    modes: tuple[AttackMode, ...] = ("melee", "ranged")
    for weapon in (*me.weapons, UNARMED):
        for mode in modes if weapon.range else modes[:1]:
            yield weapon, mode


def _falls(battle: Battle, me: Combatant, id: str) -> bool:
    """Whether a thing that is near enough surely falls. # rule: STR-2 STR-3 STR-7"""
    found = thing(battle, id)
    if found is None or user_of(battle, found) is not None:
        return False
    far = max(max(reach_of(battle, me, each), each.range) for each, _ in _arms(me))
    far = max([far, *(each.range + extent(each) for each in powers_of(me))])
    if metres_to(battle, me, id) > speed_of(battle, me) + far:
        return False
    if not pressed(battle, me) or break_odds(battle, me, found.left) == 1:
        return True
    return any(blow_odds(structure_sheet(battle, AttackStructure(me.id, id, weapon.id, mode))).falls == 1
               for weapon, mode in _arms(me)) or any(
        thing_odds(battle, me.id, power, id).falls == 1 for power in powers_of(me) if power.shape is not None)


def _best(battle: Battle, sheet: AttackSheet) -> AttackSheet:
    """The same attack in the best of situations."""
    return resited(sheet, Situation(flanking=sheet.mode == "melee", higher=True), battle.settings)


def _out(battle: Battle, me: Combatant, foe: Combatant) -> bool:
    """Whether a blow, a shot or a power surely puts an enemy out of the fight. # rule: DMG-16"""
    left = max(hits_left(foe) if battle.mode == "quick" else foe.pv, 1)
    sheets = [attack_sheet(battle, Attack(me.id, foe.id, weapon.id, mode)) for weapon, mode in _arms(me)]
    sheets += [sheet for _, sheet in _manoeuvres(battle, me, foe, "nonlethal")]
    if any(each.bruise is None and odds(_best(battle, each), foe).at_least(left) == 1 for each in sheets):
        return True
    return any(_hurts(battle, me, power, foe, left) for power in powers_of(me))


def _hurts(battle: Battle, me: Combatant, power: Power, foe: Combatant, left: int) -> bool:
    if not any(isinstance(each, DamageEffect) for each in power.effects) or power.aim in ("self", "ally"):
        return False
    if power.attack == "direct":
        return odds(_best(battle, power_sheet(battle, me.id, power, foe.id)), foe).at_least(left) == 1
    return power_odds(battle, me.id, power, foe.id).odds.at_least(left) == 1


def _manoeuvres(
    battle: Battle, me: Combatant, foe: Combatant, effect: str
) -> Iterator[tuple[ManoeuvreRule, AttackSheet]]:
    """The manoeuvres of an effect that surely work on an enemy; of a blow that does damage, all. # rule: MAN-1"""
    for rule in repertoire_of(battle).values():
        if rule.effect != effect:
            continue
        for weapon in (*me.weapons, UNARMED):
            if rule.weapon == "bare" and weapon.id:
                continue
            sheet = _best(battle, manoeuvre_sheet(battle, Manoeuvre(me.id, foe.id, rule.id, weapon.id)))
            least = min(margin for margin, _ in margins(sheet))
            if sheet.margin is None or (least >= sheet.margin and not sheet.miss_chance):
                yield rule, sheet


def _conditions(battle: Battle, me: Combatant) -> Iterator[Goal]:
    """Conditions that its powers surely give. # rule: CND-1 EFF-1"""
    found: dict[Goal, None] = {}
    for power in powers_of(me):
        for other in battle.present():
            if not _aimed(power, me, other):
                continue
            sure = power.attack == "none" or power_odds(battle, me.id, power, other.id).works == 1
            for effect in power.effects:
                if isinstance(effect, ConditionEffect) and sure:
                    given: tuple[str, ...] = (effect.condition, *effect.also)
                elif isinstance(effect, ZoneEffect) and effect.affects in (
                        "all", "allies" if other.team == me.team else "enemies"):
                    given = effect.conditions
                else:
                    continue
                found |= {Has(other.id, each): None for each in given if not under(battle, other, each)}
    yield from found


def _aimed(power: Power, me: Combatant, other: Combatant) -> bool:
    """Whether a power is for a creature. # rule: EFF-3"""
    if power.shape is not None:
        return power.aim != {True: "enemy", False: "ally"}[other.team == me.team]
    match power.aim:
        case "self":
            return other.id == me.id
        case "ally":
            return other.team == me.team
        case "enemy":
            return other.team != me.team
    return True


def _perils(battle: Battle, foe: Combatant) -> Iterator[Goal]:
    """Dangerous places, but those where it is. # rule: MAN-8"""
    own = {*body_of(battle, foe).cells}
    for surface in PERILS:
        cells = tuple((x, y) for x, y in surface_cells(battle.map, surface) if battle.grid.cost[y, x] != NO_ENTRY)
        if cells and not own <= {*cells}:
            yield Into(foe.id, surface=surface)
    for zone in battle.zones:
        cells = tuple(_cells(battle, zone.id))
        if zone.effect.damage and cells and not own <= {*cells}:
            yield Into(foe.id, cells)


def _cells(battle: Battle, zone: str) -> Iterator[Cell]:
    mask = battle.cells_of(zone)
    yield from ((x, y) for y in range(mask.shape[0]) for x in range(mask.shape[1]) if mask[y, x])
