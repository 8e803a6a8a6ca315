"""Why a rule applies to an attack, or does not: whole sentences, and what on the map shows it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from game.insight.cases import Case
from game.insight.changes import barrier_name
from game.insight.names import creature_name, thing_name
from game.insight.narrate_effects import ending
from game.rules.bodies import allies_of, body_of, line_of, threatens
from game.rules.conditions import plight, zones_on
from game.rules.evidence import NOTHING, Evidence, Modifier
from game.rules.powers import ConditionRule
from game.rules.state import Battle, Combatant, Condition
from game.spatial.grid import PARTIAL, TOTAL, UNITS, Barrier, Cell, cell_name
from game.spatial.lines import block_lists
from game.spatial.sight import LineOfAttack, Ray, sample_points
from game.texts import N_, Text, text

Why = tuple[tuple[Text, ...], Evidence]
TARGET_ENGAGED: Final = "target engaged with an ally"  # the names of modifiers of ATK-3, as rules/attack.py gives them
TARGET_NEAR: Final = "target next to an ally"
MOST_NAMES: Final = 4


def names_of(battle: Battle, ids: Iterable[str]) -> str:
    """Names of creatures, with commas."""
    return ", ".join(creature_name(battle, id) for id in ids)


def cells_said(cells: Iterable[Cell]) -> str:
    """Names of cells, with commas; of many only the first."""
    some = [cell_name(each) for each in cells]
    return ", ".join(some[:MOST_NAMES]) + (", …" if len(some) > MOST_NAMES else "")


def things_said(battle: Battle, barriers: Iterable[Barrier]) -> Text | None:
    """What some barriers belong to, as one text; None when there are none."""
    names: list[Text] = []
    for each in barriers:
        name = thing_name(battle, each.structure) if each.structure else (
            barrier_name(each) if each.move else text("step of the ground"))
        if name not in names:
            names.append(name)
    return _listed(names[:MOST_NAMES]) if names else None


def _listed(some: list[Text]) -> Text:
    first, *rest = some
    for each in rest:
        first = text("{first}, {next}", first=first, next=each)
    return first


# --- modifiers that apply --------------------------------------------------------------------------------------------


def why(case: Case, modifier: Modifier) -> tuple[Text, ...]:
    """Why a modifier applies."""
    found = _PRESENT.get(modifier.rule)
    return found(case, modifier) if found is not None else tuple(_lasting(case, modifier))


def _flanking(case: Case, modifier: Modifier) -> tuple[Text, ...]:
    mates = names_of(case.battle, modifier.evidence.others)
    return (text("{who} and {mates} stand on opposite sides of {target}: {cells}.", who=case.attacker.name, mates=mates,
                 target=case.defender.name, cells=cells_said(modifier.evidence.cells)),)


def _above(case: Case) -> int:
    battle = case.battle
    return body_of(battle, case.attacker).feet - body_of(battle, case.defender).feet


def _high(case: Case, modifier: Modifier) -> tuple[Text, ...]:
    return (text("{who} stands {metres} m above {target}; {least} m are enough.", who=case.attacker.name,
                 target=case.defender.name, metres=_above(case) / UNITS,
                 least=case.battle.settings.high_ground),)


def _cover(case: Case, modifier: Modifier) -> tuple[Text, ...]:
    return tuple(_lines(case, modifier.evidence))


def _lines(case: Case, evidence: Evidence) -> Iterator[Text]:
    """How many lines are blocked, and by what. # rule: SIT-6 SIT-7"""
    blocked = sum(each.blocked for each in evidence.rays)
    yield text("{blocked} of {lines} lines to {target} are blocked, from the best point of {who}.", blocked=blocked,
               lines=len(evidence.rays), target=case.defender.name, who=case.attacker.name)
    barriers = dict.fromkeys(each for ray in evidence.rays for each in ray.barriers)
    if (things := things_said(case.battle, barriers)) is not None:
        yield text("In between: {things}.", things=things)


def _shot(case: Case, modifier: Modifier) -> tuple[Text, ...]:
    names = names_of(case.battle, modifier.evidence.others)
    if modifier.label == TARGET_ENGAGED:
        return (text("{target} is engaged in melee with {names}.", target=case.defender.name, names=names),)
    if modifier.label == TARGET_NEAR:
        return (text("{target} is within 1 m of {names}.", target=case.defender.name, names=names),)
    return (text("{who} is engaged in melee with {names}.", who=case.attacker.name, names=names),)


def _worn(case: Case, modifier: Modifier) -> tuple[Text, ...]:
    return (text("{target} wears it: it stands on the sheet.", target=case.defender.name),)


def _unaware(case: Case, modifier: Modifier) -> tuple[Text, ...]:
    return (text("{target} does not know that {who} is there.", target=case.defender.name, who=case.attacker.name),)


def _said(case: Case, modifier: Modifier) -> tuple[Text, ...]:
    if modifier.rule == "GM":
        return (text("The game master said so."),)
    return (text("It was declared with the attack."),)


def _hurt(case: Case, modifier: Modifier) -> tuple[Text, ...]:
    owner, source = case.attacker if modifier.side == "attack" else case.defender, modifier.evidence.others
    said = text("{who} has this injury: {injury}.", who=owner.name, injury=text(modifier.label))
    return (said, text("It comes from {source}.", source=names_of(case.battle, source))) if source else (said,)


_PRESENT: Final[dict[str, Callable[[Case, Modifier], tuple[Text, ...]]]] = {
    "SIT-1": _unaware, "SIT-2": _flanking, "SIT-3": _high, "SIT-6": _cover, "ATK-3": _shot, "DEF-1": _worn, "GM": _said,
    "NLT-1": _said, "NLT-3": _hurt,
}


def _lasting(case: Case, modifier: Modifier) -> Iterator[Text]:
    """The condition or effect that a modifier comes from, its source, and until when."""
    owner = case.attacker if modifier.side == "attack" else case.defender
    sources = modifier.evidence.others or ("", owner.id)
    yield from state_said(case.battle, owner, modifier.rule, modifier.label, sources)


def state_said(battle: Battle, who: Combatant, rule: str, label: str, sources: Iterable[str] = ()) -> Iterator[Text]:
    """A condition or effect that a creature is under, whom it comes from, and until when. # rule: CND-1 CND-2 EFF-1"""
    wanted = tuple(sources)
    for condition, written, _ in plight(battle, who).conditions:
        if (written.rule, written.name) == (rule, label) and (not wanted or condition.source in wanted):
            yield text("{who} is under a condition: {condition} ({rule}).", who=who.name, condition=text(label),
                       rule=rule)
            yield from _ends(battle, who, condition, written)
            return
    under = text("{who} is under an effect: {name}.", who=who.name, name=text(label))
    for ongoing in who.ongoing:
        if ongoing.effect.name == label:
            yield under
            if ongoing.source and ongoing.source != who.id:
                yield text("It comes from {source}.", source=names_of(battle, (ongoing.source,)))
            yield ending(ongoing.expiry, battle) if ongoing.expiry is not None else _to_the_end()
            return
    for zone in zones_on(battle, who):
        if zone.effect.modifier is not None and zone.effect.modifier.name == label:
            yield under
            yield text("It holds inside this: {zone}.", zone=text(zone.effect.name))
            return
    yield text("It follows from the rule, wherever both stand.")


def _ends(battle: Battle, who: Combatant, condition: Condition, written: ConditionRule) -> Iterator[Text]:
    if condition not in who.conditions and condition.power == "grapple":
        yield text("{source} holds {who}.", source=names_of(battle, (condition.source,)), who=who.name)
        return
    if condition.source and condition.source != who.id:
        yield text("It comes from {source}.", source=names_of(battle, (condition.source,)))
    if condition not in who.conditions:
        names = [text(zone.effect.name) for zone in zones_on(battle, who) if condition.id in zone.effect.conditions]
        if names:
            yield text("It holds inside this: {zone}.", zone=_listed(names))
    elif condition.expiry is not None:
        yield ending(condition.expiry, battle)
    else:
        yield text("It lasts until an act ends it.") if written.lasting else _to_the_end()


def _to_the_end() -> Text:
    return text("It lasts to the end of the scene.")


# --- concealment -----------------------------------------------------------------------------------------------------


def why_concealed(case: Case) -> tuple[Text, ...]:
    """Why the target is concealed: a condition, sight that is closed, what lies between. # rule: SIT-4 SIT-5"""
    battle, mine, its = case.battle, case.attacker, case.defender
    line = line_of(battle, mine, its)
    if (blind := plight(battle, mine).found("blind")) is not None:
        return (text("{who} sees nothing: {condition}.", who=mine.name, condition=text(blind[1].name)),
                *_ends(battle, mine, *blind))
    unseen = plight(battle, its).found("invisible")
    if unseen is not None and line.concealment < TOTAL:
        return (text("{who} cannot be seen: {condition}.", who=its.name, condition=text(unseen[1].name)),
                *_ends(battle, its, *unseen))
    if not line.sight and line.cover.level < TOTAL:
        things = things_said(battle, (each for ray in sight_rays(case) for each in ray.barriers))
        return (text("Shots pass, but {who} does not see {target}.", who=mine.name, target=its.name),
                *((text("In between: {things}.", things=things),) if things is not None else ()))
    if line.concealment:
        return (text("What hides lies on {cells}.", cells=cells_said(line.cells)),)
    return (text("Nothing that hides lies between {who} and {target}.", who=mine.name, target=its.name),)


def sight_rays(case: Case) -> tuple[Ray, ...]:
    """The lines of sight from the attacker's point with the fewest blocked ones."""
    return rays_of_sight(case.battle, case.attacker, case.defender)


def rays_of_sight(battle: Battle, who: Combatant, other: Combatant) -> tuple[Ray, ...]:
    """The lines of sight between two creatures, from the first one's point with the fewest blocked ones."""
    grid, ends = battle.grid, sample_points(body_of(battle, other))
    best: tuple[Ray, ...] = ()
    for start in sample_points(body_of(battle, who)):
        causes = block_lists(grid, start, ends, "sight")
        rays = tuple(Ray(start, end, bool(by), by) for end, by in zip(ends, causes, strict=True))
        if not best or sum(each.blocked for each in rays) < sum(each.blocked for each in best):
            best = rays
        if not any(each.blocked for each in best):
            break
    return best


# --- rules that do not apply -----------------------------------------------------------------------------------------


def why_absent(case: Case, rule: str) -> Why:
    """Why a rule does not apply, and what shows it."""
    battle, mine, its = case.battle, case.attacker, case.defender
    line = line_of(battle, mine, its)
    match rule:
        case "SIT-2":
            return _no_flank(case)
        case "SIT-3":
            return _no_height(case), Evidence(cells=body_of(battle, mine).cells + body_of(battle, its).cells)
        case "SIT-4" | "SIT-5":
            return why_concealed(case), Evidence(cells=line.cells)
        case "SIT-6" | "SIT-7":
            return tuple(_little_cover(case, line, rule)), cover_evidence(line)
        case "ATK-3":
            if case.mode != "ranged":
                return (text("It is a rule for shots and throws."),), NOTHING
            return (text("No ally of {who} is next to {target}, and {who} is not engaged in melee.", who=mine.name,
                         target=its.name),), NOTHING
        case "ATK-1" | "ATK-2":
            return (text("{target} is near enough.", target=its.name),), NOTHING
    return _no_condition(case, rule), NOTHING


def cover_evidence(line: LineOfAttack) -> Evidence:
    """The lines of a cover, and what blocks them."""
    barriers = tuple(dict.fromkeys(each for ray in line.cover.rays for each in ray.barriers))
    return Evidence(line.cover.rays, barriers=barriers)


def _no_flank(case: Case) -> Why:
    battle, mine, its = case.battle, case.attacker, case.defender
    if case.mode == "ranged":
        return (text("Flanking is for attacks in melee."),), NOTHING
    mates = tuple(each for each in allies_of(battle, mine) if threatens(battle, each, its))
    others = Evidence(others=tuple(each.id for each in mates),
                      cells=tuple(cell for each in mates for cell in body_of(battle, each).cells))
    if not mates:
        return (text("No ally of {who} can strike {target} in melee from where it stands.", who=mine.name,
                     target=its.name),), others
    if not case.in_place:
        return tuple(text("{reason}.", reason=reason) for _, reason in case.refusals), others
    return (text("{who} and {mates} are not on opposite sides of {target}.", who=mine.name, target=its.name,
                 mates=names_of(battle, others.others)),), others


def _no_height(case: Case) -> tuple[Text, ...]:
    above, least = _above(case), case.battle.settings.high_ground
    who, target, metres = case.attacker.name, case.defender.name, abs(above) / UNITS
    if above > 0:
        return (text("{who} stands only {metres} m above {target}; {least} m are needed.", who=who, target=target,
                     metres=metres, least=least),)
    if above < 0:
        return (text("{who} stands {metres} m below {target}.", who=who, target=target, metres=metres),)
    return (text("{who} and {target} stand equally high.", who=who, target=target),)


def _little_cover(case: Case, line: LineOfAttack, rule: str) -> Iterator[Text]:
    yield from _lines(case, cover_evidence(line))
    if rule == "SIT-7" or line.cover.level == TOTAL:
        yield text("Cover is total when all lines are blocked from every point.")
    elif line.cover.level < PARTIAL:
        yield text("Partial cover begins at {percent} percent of the lines.",
                   percent=case.battle.settings.partial_cover)


def _no_condition(case: Case, rule: str) -> tuple[Text, ...]:
    name = next((each.name for each in case.battle.condition_rules.values() if each.rule == rule), "")
    if not name:
        return (text("This rule changes nothing here."),)
    here = [who for who in (case.attacker, case.defender)
            if any(written.rule == rule for _, written, _ in plight(case.battle, who).conditions)]
    if here:
        return tuple(text("{who} is under this, but it does not change this attack: {condition}.", who=who.name,
                          condition=text(name)) for who in here)
    return (text("Neither {who} nor {target} is under this: {condition}.", who=case.attacker.name,
                 target=case.defender.name, condition=text(name)),)


LABELS: Final = {
    "SIT-2": N_("flanking"), "SIT-3": N_("high ground"), "SIT-4": N_("partial concealment"),
    "SIT-5": N_("total concealment"), "SIT-6": N_("partial cover"), "SIT-7": N_("total cover"),
    "ATK-1": N_("reach"), "ATK-2": N_("range"), "ATK-3": N_("shots in a crowd"),
    "ACT-2": N_("weapon in hand"), "STR-6": N_("ammunition"), "DMG-16": N_("out of the fight"),
    "DEF-1": N_("armour and shield"), "SIT-1": N_("off guard"), "EFF-1": N_("effects"), "EFF-3": N_("the target"),
    "TST-4": N_("advantage and disadvantage"), "MAN-3": N_("may go astray"),
}  # what rules are called that are no modifiers of the sheet at hand
