"""Proofs about attacks: for every modifier and fact of a sheet, and for rules that do not apply to it.

A proof's nearest place is one from which the attack can still be made, by reach, range and cover; its change leaves
the attack possible where it was. Every place and change is judged by the sheet made anew on a copy of the battle.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from game.errors import FlancoError
from game.insight import suggestions
from game.insight.cases import PLACE_RULES, Case
from game.insight.changes import Change, smallest
from game.insight.nearest import Nearest, Places, everywhere, levels, nowhere, places_of
from game.insight.proof import Proof
from game.insight.reasons import (
    LABELS,
    TARGET_ENGAGED,
    TARGET_NEAR,
    names_of,
    sight_rays,
    state_said,
    why,
    why_absent,
    why_concealed,
)
from game.rules.attack import AttackSheet
from game.rules.bodies import allies_of, body_of, capable, enemies_of, line_of, reach_of, threat_reach
from game.rules.conditions import plight
from game.rules.evidence import NOTHING, Evidence, Modifier
from game.rules.ground import LEVELS
from game.rules.state import Battle, Combatant
from game.spatial.grid import NO_CONCEALMENT, PARTIAL, PLAIN, TOTAL, Cell, Mask, units
from game.texts import Text, text

LINE_RULES = frozenset({"SIT-4", "SIT-5", "SIT-6", "SIT-7"})  # which a step of either may change
REFUSING = PLACE_RULES | {"ACT-2", "STR-6", "DMG-16", "EFF-3"}  # those that forbid an attack
HIDING = {"": NO_CONCEALMENT, "SIT-4": PARTIAL, "SIT-5": TOTAL}


# --- what is asked ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Question:
    """What would have to be otherwise: ``rule`` with its name and whose total, and whether it holds ``now``."""

    case: Case
    rule: str
    label: str = ""
    side: str = ""
    now: bool = True

    def otherwise(self, case: Case) -> bool:
        """Whether it is otherwise in a case like the one asked about."""
        before = self.case
        if self.rule == "TST-4":
            mine = "advantage" if self.side == "attack" else "defence_advantage"
            return bool(getattr(case.sheet, mine) != getattr(before.sheet, mine))
        if self.rule in ("SIT-4", "SIT-5") and not self.side:
            level = HIDING[case.sheet.miss_rule]
            return level < HIDING[before.sheet.miss_rule] if self.now else level == HIDING[self.rule]
        if self.rule == "MAN-3" and not self.label:
            return bool(case.sheet.stray) != self.now
        if self.side:
            return (self._count(case) < self._count(before)) if self.now else self._count(case) > 0
        rules = [rule for rule, _ in case.refusals]
        if self.now:
            return case.in_place if self.rule in PLACE_RULES else self.rule not in rules
        return self.rule in rules and not (self.rule == "SIT-7" and {"ATK-1", "ATK-2"} & {*rules})

    def _count(self, case: Case) -> int:
        """How many modifiers of the kind there are; near an ally and engaged with one are one kind. # rule: ATK-3"""
        near = (TARGET_ENGAGED, TARGET_NEAR)
        labels = near if self.label in near else (self.label,)
        return sum(each.rule == self.rule and (not self.label or each.label in labels)
                   and (each.side == self.side or not self.now) for each in case.sheet.modifiers)

    @property
    def by_lines(self) -> bool:
        """Whether the lines between the two decide."""
        return self.rule in LINE_RULES or (self.rule in PLACE_RULES and self.now)

    @property
    def stays_in_place(self) -> bool:
        """Whether the attack must still be possible from there: always, unless the question is why it is."""
        return self.now or self.rule not in PLACE_RULES

    def movers(self) -> tuple[str, ...]:
        """Whose step may change it, whose rule it is first."""
        case = self.case
        if self.rule in LINE_RULES and not (self.rule == "SIT-7" and self.now):
            return case.target, case.who
        return (case.target,) if self.side == "defence" else (case.who,)


# --- the nearest place -----------------------------------------------------------------------------------------------


def nearest(question: Question, who: str) -> Nearest | None:
    """The nearest place of a creature where it would be otherwise."""
    case = question.case
    places = places_of(case.battle, who)

    def fits(cell: Cell) -> bool:
        there = case.stands(who, cell)
        return question.otherwise(there) and (there.in_place or not question.stays_in_place)

    attacks = who == case.who
    by_lines = question.by_lines and not places.moves_aura
    return places.first(_hopeful(question, places, attacks), fits,
                        (lambda some: _by_lines(question, places, attacks, some)) if by_lines else None)


def _hopeful(question: Question, places: Places, attacks: bool) -> Mask:
    """(H, W) bool: all places where it may be otherwise, lines aside."""
    case, battle = question.case, question.case.battle
    if places.moves_aura:
        return everywhere(battle)
    near = places.reachable & _near_enough(case, places, attacks)
    match question.rule:
        case "ATK-1" | "ATK-2" if not question.now:
            return places.reachable & ~_near_enough(case, places, attacks)
        case "SIT-2":
            return near & (_flanks(case, places) ^ question.now)
        case "SIT-3":
            target = body_of(battle, case.defender)
            return near & (places.higher(target, units(battle.settings.high_ground)) ^ question.now)
        case "ATK-3" if not question.now or question.label not in (TARGET_ENGAGED, TARGET_NEAR):
            return near & (_engaged(case, places, near) ^ question.now)
        case "ATK-3":
            return nowhere(battle)
    if question.by_lines:
        return near
    return near & places.zones() if battle.zones else nowhere(battle)


def _by_lines(question: Question, places: Places, attacks: bool, some: Mask) -> Mask:
    """Those of some places that may do by the lines between attacker and target. # rule: SIT-4 SIT-5 SIT-6 SIT-7"""
    case, rule, now = question.case, question.rule, question.now
    other = body_of(case.battle, case.defender if attacks else case.attacker)
    cover = places.cover(other, attacks, some)
    found: Mask = some & (cover.level < TOTAL)
    if rule == "SIT-6":
        found &= (cover.level == PARTIAL) ^ now
    elif rule == "SIT-7" and not now:
        found = some & (cover.level == TOTAL)
    elif rule in ("SIT-4", "SIT-5"):
        level = np.maximum(levels(places, other, attacks, cover), _hidden_anyhow(case))
        found &= places.zones() | ((level < HIDING[case.sheet.miss_rule]) if now else (level == HIDING[rule]))
    return found


def _hidden_anyhow(case: Case) -> int:
    """The concealment that conditions give, wherever both stand. # rule: CND-12 CND-14"""
    if plight(case.battle, case.attacker).any("blind"):
        return TOTAL
    unseen = plight(case.battle, case.defender).any("invisible")
    return LEVELS[case.battle.settings.invisible] if unseen else NO_CONCEALMENT


def _near_enough(case: Case, places: Places, attacks: bool) -> Mask:
    """(H, W) bool: the places from which, or on which, the attack is near enough. # rule: ATK-1 ATK-2"""
    battle, power = case.battle, case.used
    other = body_of(battle, case.defender if attacks else case.attacker)
    if case.mode == "melee":
        most = max(power.range, 1) if power is not None else reach_of(battle, case.attacker, case.arm)
        found: Mask = places.reach(other) <= most
        return found
    found = places.range(other) <= PLAIN * (max(power.range, 1) if power is not None else case.arm.range)
    if power is None and not battle.settings.near_shots:
        found &= places.reach(other) > max(threat_reach(battle, case.attacker), 1)
    return found


def _flanks(case: Case, places: Places) -> Mask:
    battle, target = case.battle, case.defender
    if case.mode != "melee":
        return nowhere(battle)
    allies = [(body_of(battle, each), threat_reach(battle, each)) for each in allies_of(battle, case.attacker)]
    reach = reach_of(battle, case.attacker, case.arm)
    return places.flanking(body_of(battle, target), reach, [each for each in allies if each[1]])


def _engaged(case: Case, places: Places, where: Mask) -> Mask:
    """(H, W) bool: the places where the shooter would be engaged in melee. # rule: ATK-3 ATK-4"""
    battle, who = case.battle, case.attacker
    if case.mode != "ranged" or not capable(battle, who):
        return nowhere(battle)
    own = threat_reach(battle, who)
    return places.fighting(((each, max(own, threat_reach(battle, each))) for each in enemies_of(battle, who)
                            if capable(battle, each)), where)


# --- proofs ----------------------------------------------------------------------------------------------------------


def prove(battle: Battle, sheet: AttackSheet, modifier: Modifier, at: Cell | None = None) -> Proof:
    """The proof of a modifier of a sheet: its evidence, and the nearest thing by which it would not apply.

    :param at: where the attacker was taken to stand when the sheet was made, if not where it stands.
    """
    case = Case.of(battle, sheet, at)
    found = Proof(modifier.rule, modifier.label, "applies", case.who, case.target, modifier.amount, modifier.side,
                  why(case, modifier), modifier.evidence)
    if modifier not in case.sheet.modifiers:  # of a moment that is no more: no change of it can be tried
        return found
    question = Question(case, modifier.rule, modifier.label, modifier.side)
    return _with_flips(found, question, lambda: suggestions.against(case, modifier))


def prove_absent(battle: Battle, sheet: AttackSheet, rule: str, at: Cell | None = None) -> Proof:
    """Why a rule does not apply to an attack, and the nearest thing by which it would.

    :raises FlancoError: for a rule that says nothing about attacks.
    """
    case = Case.of(battle, sheet, at)
    label = LABELS.get(rule) or next((each.name for each in battle.condition_rules.values() if each.rule == rule), "")
    if not label:
        raise FlancoError(silent(battle, rule))
    reasons, evidence = why_absent(case, rule)
    refusing = rule in REFUSING
    found = Proof(rule, label, "allowed" if refusing else "absent", case.who, case.target, reasons=reasons,
                  evidence=evidence)
    sides = {"SIT-2": "attack", "SIT-3": "attack", "SIT-6": "defence", "ATK-3": "attack"}
    if rule not in sides and rule not in PLACE_RULES | LINE_RULES:
        return found
    question = Question(case, rule, side=sides.get(rule, ""), now=False)
    return _with_flips(found, question, lambda: suggestions.towards(case, rule))


def attack_rules(battle: Battle) -> frozenset[str]:
    """The rules that say something about attacks: those that have proofs."""
    return frozenset((*LABELS, *(each.rule for each in battle.condition_rules.values())))


def silent(battle: Battle, rule: str) -> Text:
    """That a rule is none of :func:`attack_rules`."""
    return text("{rule} says nothing about attacks; there are proofs for: {rules}", rule=rule,
                rules=", ".join(sorted(attack_rules(battle))))


def prove_refusal(battle: Battle, sheet: AttackSheet, at: Cell | None = None) -> tuple[Proof, ...]:
    """A proof of everything that forbids the attack, whoever's turn it is; empty when nothing does."""
    case = Case.of(battle, sheet, at)
    return tuple(_refused(case, rule) for rule, _ in case.refusals)


def _refused(case: Case, rule: str) -> Proof:
    reason = next(reason for known, reason in case.refusals if known == rule)
    more, evidence = why_absent(case, rule) if rule == "SIT-7" else ((), NOTHING)
    reasons = (text("{reason}.", reason=reason), *more)
    found = Proof(rule, LABELS.get(rule, rule), "refused", case.who, case.target, reasons=reasons, evidence=evidence)
    return _with_flips(found, Question(case, rule), lambda: suggestions.allowing(case, rule))


def prove_concealment(battle: Battle, sheet: AttackSheet, at: Cell | None = None) -> Proof:
    """Why an attack may be lost to concealment, and the nearest thing by which less would be. # rule: SIT-4 SIT-5"""
    case = Case.of(battle, sheet, at)
    rule = sheet.miss_rule
    line = line_of(case.battle, case.attacker, case.defender)
    evidence = sheet.miss_evidence
    if not line.sight and line.cover.level < TOTAL:
        rays = sight_rays(case)
        evidence = Evidence(rays, evidence.cells, tuple(dict.fromkeys(each for ray in rays for each in ray.barriers)))
    found = Proof(rule, LABELS[rule], "applies", case.who, case.target,
                  reasons=(*why_concealed(case), text("The attack fails on 1 to {most} of a d10.",
                                                      most=sheet.miss_chance)), evidence=evidence)
    if case.sheet.miss_rule != rule:
        return found
    return _with_flips(found, Question(case, rule), lambda: suggestions.showing(case))


def prove_advantage(battle: Battle, sheet: AttackSheet, defence: bool = False, at: Cell | None = None) -> Proof:
    """What gives a side of a sheet advantage or disadvantage, and what would end that. # rule: TST-4"""
    case = Case.of(battle, sheet, at)
    owner = case.defender if defence else case.attacker
    given = _givers(case.battle, owner)
    reasons = tuple(each for rule, label in given for each in state_said(case.battle, owner, rule, label))
    found = Proof("TST-4", LABELS["TST-4"], "applies", case.who, case.target, reasons=reasons)
    question = Question(case, "TST-4", side="defence" if defence else "attack")
    return _with_flips(found, question, lambda: suggestions.ending(case, owner, given))


def _givers(battle: Battle, who: Combatant) -> tuple[tuple[str, str], ...]:
    """The rule and name of everything in force on a creature that gives advantage or disadvantage."""
    now = plight(battle, who)
    found = [(written.rule, written.name) for condition, written, _ in now.conditions
             if any(each.advantage for each in (*written.tests, *condition.tests))]
    found += [(effect.rule, effect.name) for effect, _ in now.modifiers if any(each.advantage for each in effect.tests)]
    return tuple(dict.fromkeys(found))


def prove_stray(battle: Battle, sheet: AttackSheet, at: Cell | None = None) -> Proof:
    """Why an attack that fails may hit an ally. # rule: MAN-3"""
    case = Case.of(battle, sheet, at)
    reason = text("{source} holds {who}.", source=names_of(battle, (sheet.stray,)), who=case.defender.name)
    found = Proof("MAN-3", LABELS["MAN-3"], "applies", case.who, case.target, reasons=(reason,),
                  evidence=Evidence(others=(sheet.stray,)))
    return _with_flips(found, Question(case, "MAN-3"), lambda: suggestions.releasing(case, sheet.stray))


def prove_all(battle: Battle, sheet: AttackSheet, at: Cell | None = None) -> Iterator[Proof]:
    """The proofs of everything that a sheet says, in its order: refusals, modifiers, concealment, advantage."""
    yield from prove_refusal(battle, sheet, at)
    for modifier in sheet.modifiers:
        yield prove(battle, sheet, modifier, at)
    if sheet.miss_chance:
        yield prove_concealment(battle, sheet, at)
    for defence, amount in ((False, sheet.advantage), (True, sheet.defence_advantage)):
        if amount:
            yield prove_advantage(battle, sheet, defence, at)
    if sheet.stray:
        yield prove_stray(battle, sheet, at)


def prove_rule(battle: Battle, sheet: AttackSheet, rule: str, at: Cell | None = None) -> Iterator[Proof]:
    """The proofs of one rule on a sheet, whether it applies or not.

    :raises FlancoError: for a rule that says nothing about attacks.
    """
    case = Case.of(battle, sheet, at)
    found = [_refused(case, rule)] if any(known == rule for known, _ in case.refusals) else []
    found += [prove(battle, sheet, each, at) for each in sheet.modifiers if each.rule == rule]
    if sheet.miss_chance and sheet.miss_rule == rule:
        found.append(prove_concealment(battle, sheet, at))
    if rule == "TST-4":
        found += [prove_advantage(battle, sheet, side, at)
                  for side, amount in ((False, sheet.advantage), (True, sheet.defence_advantage)) if amount]
    if rule == "MAN-3" and sheet.stray:
        found.append(prove_stray(battle, sheet, at))
    yield from found or [prove_absent(battle, sheet, rule, at)]


def _with_flips(proof: Proof, question: Question, suggested: Callable[[], Iterator[Change]]) -> Proof:
    """A proof with the nearest places, or else the smallest change."""
    places = tuple(each for each in (nearest(question, who) for who in question.movers()) if each is not None)
    if places:
        return replace(proof, nearest=places, tried=True)
    case = question.case
    keep = question.stays_in_place and (case.in_place or question.rule in PLACE_RULES)

    def suffices(some: tuple[Change, ...]) -> bool:
        there = case.made(some)
        return question.otherwise(there) and (there.in_place or not keep)

    return replace(proof, changes=smallest(tuple(dict.fromkeys(suggested())), suffices), tried=True)
