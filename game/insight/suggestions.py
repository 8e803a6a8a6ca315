"""Changes worth trying for a proof about an attack, in the order in which they are preferred; each is tried on a copy
before it is named."""

from collections.abc import Iterable, Iterator

from game.insight.cases import Case
from game.insight.changes import Carry, Change, Door, Draw, EndZone, Leave, LetGo, Step, ends_of, ways_past
from game.insight.nearest import Nearest, Places, places_of
from game.insight.reasons import TARGET_ENGAGED, TARGET_NEAR, sight_rays
from game.rules.bodies import (
    allies_of,
    body_of,
    engaged,
    line_of,
    metres_between,
    reach_of,
    threat_reach,
)
from game.rules.conditions import plight
from game.rules.evidence import Modifier
from game.rules.ground import LEVELS
from game.rules.state import Battle, Combatant
from game.spatial.grid import TOTAL, UNITS, Barrier, Body, Cell
from game.spatial.lines import block_lists
from game.spatial.metric import box
from game.spatial.sight import sample_points


def against(case: Case, modifier: Modifier) -> Iterator[Change]:
    """What may take a modifier away."""
    match modifier.rule:
        case "SIT-2":
            yield from _away(case, _mates(case))
        case "SIT-6":
            yield from open_line(case)
        case "ATK-3":
            involved = [case.battle[id] for id in modifier.evidence.others]
            if modifier.label in (TARGET_ENGAGED, TARGET_NEAR):
                yield from _away(case, involved)
            else:
                yield from (Leave(each.id) for each in involved if each.id != case.target)
        case _:
            owner = case.who if modifier.side == "attack" else case.target
            yield from ends_of(case.battle, owner, modifier.rule, modifier.label)


def towards(case: Case, rule: str) -> Iterator[Change]:
    """What may make a rule apply."""
    match rule:
        case "SIT-2":
            yield from _flankers(case)
        case "SIT-6" | "SIT-7":
            for posture in ("crouched", "prone"):
                if case.defender.posture == "standing":
                    yield Carry(case.target, posture)
            yield from (Door(each.id, False) for each in case.battle.structures
                        if each.open and not each.fallen and _between(case, each.id))


def allowing(case: Case, rule: str) -> Iterator[Change]:
    """What may allow an attack that a rule refuses."""
    who = case.attacker
    match rule:
        case "ACT-2":
            yield Draw(who.id, case.weapon)
        case "SIT-7":
            yield from open_line(case)
        case "ATK-1" | "ATK-2" if not case.power:
            for weapon in who.weapons:
                if weapon.id != case.weapon:
                    yield from ([Draw(who.id, weapon.id, "melee")] if weapon.reach else [])
                    yield from ([Draw(who.id, weapon.id, "ranged")] if weapon.range else [])


def showing(case: Case) -> Iterator[Change]:
    """What may make a concealed target plain to see. # rule: SIT-4 SIT-5"""
    battle, mine, its = case.battle, case.attacker, case.defender
    for who, switch in ((mine, "blind"), (its, "invisible")):
        for _, written, _ in plight(battle, who).conditions:
            if getattr(written, switch):
                yield from ends_of(battle, who.id, written.rule, written.name)
    line = line_of(battle, mine, its)
    for zone in battle.zones:
        mask = battle.cells_of(zone.id)
        if LEVELS[zone.effect.concealment] and any(mask[y, x] for x, y in line.cells):
            yield EndZone(zone.id)
    if not line.sight:
        yield from ways_past(battle, (each for ray in sight_rays(case) for each in ray.barriers))


def ending(case: Case, owner: Combatant, given: Iterable[tuple[str, str]]) -> Iterator[Change]:
    """What ends the conditions and effects of these rules and names on a creature."""
    for rule, label in given:
        yield from ends_of(case.battle, owner.id, rule, label)


def releasing(case: Case, holder: str) -> Iterator[Change]:
    """What ends a hold on the target. # rule: MAN-3"""
    yield LetGo(holder, case.target)


def open_line(case: Case) -> Iterator[Change]:
    """What may uncover the target: standing up, doors that open, things that are away. # rule: SIT-6 SIT-7"""
    for who in (case.attacker, case.defender):
        if who.posture != "standing":
            yield Carry(who.id, "standing")
    battle = case.battle
    yield from ways_past(battle, blocking(battle, body_of(battle, case.attacker), body_of(battle, case.defender)))


def blocking(battle: Battle, one: Body, other: Body) -> Iterator[Barrier]:
    """The barriers that block a line of effect from any point of one body to another."""
    ends = sample_points(other)
    for start in sample_points(one):
        for some in block_lists(battle.grid, start, ends, "effect"):
            yield from some


# --- allies ----------------------------------------------------------------------------------------------------------


def _mates(case: Case) -> list[Combatant]:
    """The allies that strike the target in melee."""
    battle, its = case.battle, case.defender
    return [each for each in allies_of(battle, case.attacker)
            if 0 < threat_reach(battle, each) >= metres_between(battle, each, its)]


def _away(case: Case, involved: Iterable[Combatant]) -> Iterator[Change]:
    """Each of these a step aside, or not there."""
    others = [each for each in involved if each.id not in (case.who, case.target)]
    for each in others:
        if (found := _aside(case, each)) is not None:
            yield Step(each.id, found.cell, found.cost)
    yield from (Leave(each.id) for each in others)


def _aside(case: Case, mate: Combatant) -> Nearest | None:
    """The nearest place of an ally that neither threatens the target nor is next to it."""
    battle, places = case.battle, places_of(case.battle, mate.id)
    target = case.defender

    def fits(cell: Cell) -> bool:
        there = battle.with_combatant(mate.but(cell=cell))
        return not engaged(there, there[mate.id], there[target.id]) and (
            metres_between(there, there[mate.id], there[target.id]) > 1)

    return places.first(places.reach(body_of(battle, target)) > 1, fits)


def _flankers(case: Case) -> Iterator[Change]:
    """An ally that takes another weapon, or steps to the other side; the attacker's own weapon. # rule: SIT-2"""
    battle, its, mine = case.battle, case.defender, case.attacker
    for who in (mine, *allies_of(battle, mine)):
        for weapon in who.weapons:
            idle = weapon.id not in who.hands and weapon.hands
            if weapon.reach and (idle or (who is mine and weapon.id != case.weapon)):
                yield Draw(who.id, weapon.id, "melee" if who is mine else "")
    reach = reach_of(battle, mine, case.arm)
    steps: list[Nearest] = []
    for mate in allies_of(battle, mine):
        own = threat_reach(battle, mate)
        if own and case.mode == "melee":
            places: Places = places_of(battle, mate.id)
            mask = places.flanking(body_of(battle, its), own, [(body_of(battle, mine), reach)])
            found = places.first(mask, lambda _: True)
            steps += [found] if found is not None else []
    for step in sorted(steps, key=lambda each: (each.cost, each.distance)):
        yield Step(step.who, step.cell, step.cost)
    if line_of(battle, mine, its).cover.level == TOTAL:
        yield from open_line(case)


def _between(case: Case, structure: str) -> bool:
    """Whether a structure reaches into the rectangle around attacker and target."""
    battle = case.battle
    a, b = box(body_of(battle, case.attacker)), box(body_of(battle, case.defender))
    x0, y0 = min(a[0], b[0]) * UNITS, min(a[1], b[1]) * UNITS
    x1, y1 = (max(a[2], b[2]) + 1) * UNITS, (max(a[3], b[3]) + 1) * UNITS
    return any(
        each.structure == structure
        and min(each.start[0], each.end[0]) <= x1 and max(each.start[0], each.end[0]) >= x0
        and min(each.start[1], each.end[1]) <= y1 and max(each.start[1], each.end[1]) >= y0
        for each in battle.map.barriers
    )
