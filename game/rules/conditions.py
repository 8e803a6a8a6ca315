"""Conditions and modifiers in force: what holds for a creature now, whatever it comes from.

Conditions that a zone imposes are worked out from the zone, never stored: they vanish with it. # rule: CND-1
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from game.rules.catalog import AttributeName
from game.rules.evidence import Evidence, Modifier, Side
from game.rules.footing import body_of
from game.rules.ground import zone_template
from game.rules.injuries import Injury
from game.rules.nonlethal import injury_name, nonlethal
from game.rules.powers import (
    ConditionEffect,
    ConditionRule,
    ContinuousEffect,
    Effect,
    ModifierEffect,
    Response,
    TestChange,
    TestKind,
    ZoneEffect,
)
from game.rules.sheet import DamageResponse, Sheet
from game.rules.state import Battle, Combatant, Condition, HoldKind, Ongoing, Zone
from game.spatial.areas import area_hits

PRONE: Final = "prone"  # rule: CND-11
# rule: MAN-3 NLT-8
HELD: Final[Mapping[HoldKind, str]] = {"": "restrained", "grapple": "grappled", "pin": "pinned", "wrest": ""}
RESPONSES: Final[tuple[Response, ...]] = ("immune", "resistant", "vulnerable")
FREE_WARD: Final = DamageResponse("immune", nature="magical")  # rule: DEF-3


def with_condition(combatant: Combatant, condition: Condition) -> Combatant:
    """The combatant under a condition; one that it already has is not doubled."""
    kept = tuple(each for each in combatant.conditions if each.id != condition.id)
    return combatant.but(conditions=(*kept, condition))


def without_condition(combatant: Combatant, id: str) -> Combatant:
    """The combatant without a condition."""
    return combatant.but(conditions=tuple(each for each in combatant.conditions if each.id != id))


# --- zones -----------------------------------------------------------------------------------------------------------


def inside(battle: Battle, zone: Zone, who: Combatant) -> bool:
    """Whether a creature's body is in a zone."""
    if who.cell is None:
        return False
    body, mask = body_of(battle, who), battle.cells_of(zone.id)
    if not any(mask[y, x] for x, y in body.cells):
        return False
    template = zone_template(battle, zone)
    return template is not None and bool(
        area_hits(battle.grid, template, [body], battle.settings.counting, mask=mask)[0]
    )


def touches(battle: Battle, zone: Zone, who: Combatant) -> bool:
    """Whether a zone is meant for a creature: everybody, the enemies or the allies of its source."""
    owner = battle.by_id.get(zone.source)
    if zone.effect.affects == "all" or owner is None:
        return True
    return (owner.team == who.team) == (zone.effect.affects == "allies")


def zones_on(battle: Battle, who: Combatant) -> Iterator[Zone]:
    """The zones that act on a creature where it stands."""
    return (each for each in battle.zones if touches(battle, each, who) and inside(battle, each, who))


# --- which there are -------------------------------------------------------------------------------------------------


def conditions_of(who: Combatant) -> frozenset[str]:
    """The conditions that a creature is under, and those that what it can do brings."""
    found = {name for each in who.conditions for name in (each.id, *each.also)}
    powers = [*who.sheet.powers, *(each.power for each in (*who.sheet.items, *who.items) if each.power is not None)]
    powers += [who.casting.power] if who.casting is not None else []
    for each in powers:
        found |= _brought(each.effects)
    return frozenset(found)


def _brought(effects: Iterable[Effect]) -> set[str]:
    found: set[str] = set()
    for each in effects:
        if isinstance(each, ConditionEffect):
            found |= {each.condition, *each.also}
        elif isinstance(each, ZoneEffect):
            found |= {*each.conditions}
    return found


def unknown_condition(battle: Battle) -> str | None:
    """A condition that a creature or a zone of a battle may bring, or has, and that the battle does not know."""
    named = (*(conditions_of(each) for each in battle.combatants), _brought(each.effect for each in battle.zones),
             *(each.also for each in battle.conditions))
    return next((id for each in named for id in sorted(each) if id not in battle.condition_rules), None)


# --- what holds now --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plight:
    """All that holds for a creature now.

    ``conditions`` are those in force with what the creature's sheet answers to each, those to which it is immune left
    out; ``modifiers`` the modifier effects with their sources; ``sheet`` the creature's sheet with what they grant.
    """

    conditions: tuple[tuple[Condition, ConditionRule, tuple[Response, ...]], ...]
    modifiers: tuple[tuple[ModifierEffect, str], ...]
    sheet: Sheet

    def has(self, id: str) -> bool:
        """Whether it is under this condition."""
        return any(each.id == id for each, _, _ in self.conditions)

    def found(self, switch: str, still: bool = False) -> tuple[Condition, ConditionRule] | None:
        """The first condition whose rule has this switch on, None when none has. ``still``: without those that except
        acts that need no gestures. # rule: NLT-8"""
        return next(((each, rule) for each, rule, _ in self.conditions
                     if getattr(rule, switch) and not (still and rule.still)), None)

    def any(self, switch: str) -> bool:
        """Whether a condition has this switch on."""
        return self.found(switch) is not None


def plight(battle: Battle, who: Combatant) -> Plight:
    """What holds for a creature now; worked out once a battle."""
    known = battle.by_id.get(who.id) is who
    if known and (found := battle.memo.get(("plight", who.id))) is not None:
        made: Plight = found
        return made
    made = _plight(battle, who)
    if known:
        battle.memo["plight", who.id] = made
    return made


def _plight(battle: Battle, who: Combatant) -> Plight:
    held = battle.holds_on(who.id) if battle.holds else ()
    if not (who.conditions or who.ongoing or battle.zones or held):
        return Plight((), (), who.sheet)
    zones = [each for each in battle.zones if each.effect.conditions or each.effect.modifier]
    acting = [each for each in zones if touches(battle, each, who) and inside(battle, each, who)]
    modifiers = [(each.effect, each.source) for each in in_force(who) if isinstance(each.effect, ModifierEffect)]
    modifiers += [(each.effect.modifier, each.source) for each in acting if each.effect.modifier]
    sheet = granted(who.sheet, (each for each, _ in modifiers))
    rules = battle.condition_rules
    found: dict[str, Condition] = {}
    for each in who.conditions:  # rule: CND-4: whoever keeps it up, it counts once
        found.setdefault(each.id if not rules[each.id].once else f"{each.id} {each.source}", each)
    for zone in acting:
        for id in zone.effect.conditions:
            for each in _with_others(rules, Condition(id, zone.source, zone.nature, power=zone.power)):
                found.setdefault(each.id, each)
    for hold in held:  # rule: MAN-3 CND-13 NLT-8
        if (name := HELD[hold.form]):
            found[f"{name} {hold.holder}"] = Condition(name, hold.holder, power="grapple")
    kept = ((each, rules[each.id], answers(sheet, each)) for each in found.values())
    return Plight(tuple(each for each in kept if "immune" not in each[2]), tuple(modifiers), sheet)


def in_force(who: Combatant) -> tuple[Ongoing, ...]:
    """The modifiers and continuous effects that a creature is under, each once, whoever keeps it up. # rule: CND-4"""
    if len(who.ongoing) < 2:
        return who.ongoing
    found: dict[tuple[ModifierEffect | ContinuousEffect, str], Ongoing] = {}
    for each in who.ongoing:
        found.setdefault((each.effect, each.power), each)
    return tuple(found.values())


def _with_others(rules: Mapping[str, ConditionRule], condition: Condition) -> Iterator[Condition]:
    """A condition of a zone and those that come with it; nobody lies down by a zone."""
    yield condition
    for id in rules[condition.id].also:
        if not rules[id].lasting:
            yield replace(condition, id=id)


def granted(sheet: Sheet, effects: Iterable[ModifierEffect]) -> Sheet:
    """A sheet with what modifier effects grant: resistances, reductions, wards. # rule: DEF-3"""
    for each in effects:
        ward = (FREE_WARD,) if each.ward == "block" else ()
        sheet = replace(
            sheet,
            responses=sheet.responses + each.responses + ward,
            condition_responses=sheet.condition_responses + each.conditions,
            reduction=sheet.reduction + each.reduction,
            cancels_minimum=sheet.cancels_minimum or each.cancels_minimum,
            ward=sheet.ward + (each.ward_points if each.ward == "reduce" else 0),
        )
    return sheet


def answers(sheet: Sheet, condition: Condition) -> tuple[Response, ...]:
    """What a sheet says about a condition, each once. # rule: CND-5 DMG-11"""
    found = {
        each.response
        for each in sheet.condition_responses
        if each.condition in ("", condition.id) and each.nature in (None, condition.nature)
    }
    return tuple(each for each in RESPONSES if each in found)


def scaled(amount: int, found: Iterable[Response]) -> int:
    """A number of a condition after resistance, vulnerability and immunity; magnitudes are rounded down. # rule: CND-5

    >>> scaled(-5, ["resistant"]), scaled(-5, ["vulnerable"]), scaled(2, ["resistant"]), scaled(-2, ["immune"])
    (-2, -10, 1, 0)
    """
    if "immune" in found:
        return 0
    if "resistant" in found:
        amount = abs(amount) // 2 * (1 if amount > 0 else -1)
    return 2 * amount if "vulnerable" in found else amount


def sheet_of(battle: Battle, who: Combatant) -> Sheet:
    """A creature's sheet with what the effects in force grant it. # rule: DEF-3"""
    return plight(battle, who).sheet


def effects_on(battle: Battle, who: Combatant) -> tuple[ModifierEffect, ...]:
    """The effects in force that change how a creature takes damage. # rule: DEF-3"""
    return tuple(each for each, _ in plight(battle, who).modifiers
                 if each.responses or each.reduction or each.cancels_minimum or each.ward)


def under(battle: Battle, who: Combatant, condition: str) -> bool:
    """Whether a creature is under a condition now, a zone's included."""
    return plight(battle, who).has(condition)


def perceives(battle: Battle, who: Combatant, other: Combatant) -> bool:
    """Whether a creature can see another, walls and smoke aside. # rule: CND-12 CND-14"""
    if who.id == other.id:
        return True
    return not plight(battle, who).any("blind") and not plight(battle, other).any("invisible")


# --- tests -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Changes:
    """What conditions and effects do to one test."""

    modifiers: tuple[Modifier, ...] = ()
    advantages: int = 0
    disadvantages: int = 0

    @property
    def amount(self) -> int:
        """The sum of the modifiers."""
        return sum(each.amount for each in self.modifiers)


NO_CHANGES: Final = Changes()


def changes(
    battle: Battle, who: Combatant, test: TestKind, attribute: AttributeName, *, other: Combatant | None = None,
    mode: str = "", sight: bool = False,
) -> Changes:
    """What conditions and effects in force do to a test of a creature.

    ``other`` is whom it attacks or defends against, ``mode`` how; ``sight``: the test needs sight. # rule: CND-10 EFF-1
    """
    now = plight(battle, who)
    hurt = who.bruises + who.wounds
    if not (now.conditions or now.modifiers or hurt):
        return NO_CHANGES
    sight = sight and (test == "other" or test in battle.settings.sight_tests)  # rule: CND-12
    side: Side = "defence" if test == "defence" else "attack"
    modifiers = list(_injured(hurt, side))
    for_it = against_it = 0
    for written, label, rule, source, found in _written(now):
        if not _applies(battle, who, written, test, attribute, other, mode, sight, source):
            continue
        if (amount := scaled(written.amount, found)):
            evidence = Evidence(others=(source,)) if source and source != who.id else Evidence()
            modifiers.append(Modifier(rule, label, amount, side, evidence))
        for_it += written.advantage > 0
        against_it += written.advantage < 0
    if test == "defence":
        modifiers += [Modifier("EFF-1", each.name, each.defence, side) for each, _ in now.modifiers if each.defence]
    return Changes(tuple(modifiers), for_it, against_it)


def _injured(hurt: tuple[Injury, ...], side: Side) -> Iterator[Modifier]:
    """What bruises and wounds take off every test, each by itself. # rule: NLT-3"""
    for each in hurt:
        if (penalty := nonlethal().level(each.level).penalty):
            evidence = Evidence(others=(each.source,)) if each.source else Evidence()
            yield Modifier("NLT-3", injury_name(each.level, each.wound), -penalty, side, evidence)


def _written(now: Plight) -> Iterator[tuple[TestChange, str, str, str, tuple[Response, ...]]]:
    """Every change of tests that is written: itself, its name, its rule, its source, what the sheet answers."""
    for condition, rule, found in now.conditions:
        for each in (*rule.tests, *condition.tests):
            yield each, rule.name, rule.rule, condition.source, found
    for effect, source in now.modifiers:
        for each in effect.tests:
            yield each, effect.name, effect.rule, source, ()


def _applies(
    battle: Battle, who: Combatant, written: TestChange, test: TestKind, attribute: AttributeName,
    other: Combatant | None, mode: str, sight: bool, source: str,
) -> bool:
    if written.tests and test not in written.tests:
        return False
    if written.attributes and attribute not in written.attributes:
        return False
    if (written.mode and written.mode != mode) or (written.sight and not sight):
        return False
    if not written.against:
        return True
    if other is None:
        return False
    if written.against == "unseeing":
        return not perceives(battle, other, who)
    return (other.id == source) == (written.against == "source")


def defence_die(battle: Battle, who: Combatant) -> tuple[int, int]:
    """The die and the value of a creature's Defence: none without mobility. # rule: DEF-1 DEF-4"""
    mobility = who.sheet.mobility
    if not plight(battle, who).any("no_mobility"):
        return mobility.die, mobility.value
    return 0, 0 if battle.settings.defenceless == "zero" else mobility.value


# --- what may be done ------------------------------------------------------------------------------------------------


def metres_of_move(battle: Battle, who: Combatant, metres: int) -> int:
    """What conditions and effects leave of the metres of a Move; each halving once. # rule: CND-18 CND-20"""
    now = plight(battle, who)
    metres += sum(each.move for each, _ in now.modifiers)
    losses = [scaled(metres - metres // 2, found) for _, rule, found in now.conditions if rule.half_speed]
    return max(metres - max(losses, default=0), 0)
