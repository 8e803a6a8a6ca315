"""Proofs about attacks: what is named really changes the rule, and nothing nearer does, on small random maps."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import FlancoError
from game.insight.cases import Case
from game.insight.proof import Proof
from game.insight.proving import prove, prove_absent, prove_all, prove_rule
from game.insight.reasons import LABELS
from game.rules.actions import Attack
from game.rules.attack import AttackSheet, attack_sheet, refusals
from game.rules.bodies import movement_of
from game.rules.catalog import UNARMED
from game.rules.evidence import Modifier
from game.rules.state import Battle
from game.spatial.metric import Metric
from tests.insight.melees import melees, sheets
from tests.rules.arena import fight, fighter, sheet_of

ABSENT = ("SIT-2", "SIT-3", "SIT-4", "SIT-5", "SIT-6", "SIT-7", "ATK-1", "ATK-2", "ATK-3")
PLACE = {"ATK-1", "ATK-2", "SIT-7"}
LEVEL = {"": 0, "SIT-4": 1, "SIT-5": 2}
CROWD = {"target engaged with an ally", "target next to an ally"}


# --- what is claimed, worked out again -------------------------------------------------------------------------------


def again(battle: Battle, sheet: AttackSheet) -> tuple[AttackSheet, set[str]]:
    """The same attack in another battle, and the rules that forbid it."""
    weapon = battle["a"].weapon(sheet.weapon) or UNARMED
    made = attack_sheet(battle, Attack("a", "x", sheet.weapon, sheet.mode))
    return made, {rule for rule, _ in refusals(battle, battle["a"], battle["x"], weapon, sheet.mode)}


def alike(modifier: Modifier, other: Modifier) -> bool:
    if modifier.label in CROWD:
        return other.rule == modifier.rule and other.label in CROWD
    return (other.rule, other.label, other.side) == (modifier.rule, modifier.label, modifier.side)


def otherwise(proof: Proof, battle: Battle, sheet: AttackSheet, there: Battle, place: bool = True) -> bool:
    """Whether the rule of a proof says something else in another battle, where the attack can still be made."""
    made, forbidden = again(there, sheet)
    if place and forbidden & PLACE and proof.verdict != "allowed":
        return False
    if proof.verdict == "refused":
        return proof.rule not in forbidden and not (proof.rule in PLACE and forbidden & PLACE)
    if proof.verdict == "allowed":
        return proof.rule in forbidden and not (proof.rule == "SIT-7" and forbidden & {"ATK-1", "ATK-2"})
    if proof.rule == "TST-4":
        return (made.advantage, made.defence_advantage) != (sheet.advantage, sheet.defence_advantage)
    if proof.rule == "MAN-3":
        return not made.stray
    if proof.verdict == "absent":
        return LEVEL[made.miss_rule] == LEVEL[proof.rule] if proof.rule in LEVEL else any(
            each.rule == proof.rule for each in made.modifiers)
    if proof.rule in LEVEL:
        return LEVEL[made.miss_rule] < LEVEL[sheet.miss_rule]
    mine = Modifier(proof.rule, proof.label, proof.amount, proof.side or "attack")
    return sum(alike(mine, each) for each in made.modifiers) < sum(alike(mine, each) for each in sheet.modifiers)


def movers(proof: Proof) -> tuple[str, ...]:
    """Who may step elsewhere to change it."""
    if proof.rule in LEVEL or proof.rule == "SIT-6" or (proof.rule == "SIT-7" and proof.verdict == "allowed"):
        return "x", "a"
    return ("x",) if proof.side == "defence" else ("a",)


def by_search(
    proof: Proof, battle: Battle, sheet: AttackSheet, who: str
) -> tuple[tuple[int, int], list[object]] | None:
    """The nearest cells by trying all: their cost and distance, and the cells by rows."""
    field, start = movement_of(battle, who, ever=True), battle[who].cell
    assert start is not None
    found: dict[tuple[int, int], list[object]] = {}
    for y, x in np.argwhere(field.reachable).tolist():
        if (x, y) != start:
            away = Metric(battle.settings.diagonals).length(x - start[0], y - start[1])
            there = battle.with_combatant(battle[who].but(cell=(x, y)))
            if otherwise(proof, battle, sheet, there):
                found.setdefault((int(field.cost[y, x]), away), []).append((x, y))
    return min(found.items()) if found else None


def check(proof: Proof, battle: Battle, sheet: AttackSheet) -> None:
    """All that a proof claims."""
    assert proof.reasons
    expected = [(who, best) for who in movers(proof) if (best := by_search(proof, battle, sheet, who)) is not None]
    assert [(each.who, ((each.cost, each.distance), [each.cell, *each.ties])) for each in proof.nearest] == expected
    assert not (proof.nearest and proof.changes)
    if proof.changes:
        case = Case.of(battle, sheet)
        asked = case.made(proof.changes)
        assert sane(proof, battle, sheet, case, asked), proof.changes
        for size in range(len(proof.changes)):
            for some in combinations(proof.changes, size):
                assert not sane(proof, battle, sheet, case, case.made(some)), some


def sane(proof: Proof, battle: Battle, sheet: AttackSheet, before: Case, after: Case) -> bool:
    """Whether changes did what was claimed; a weapon that was drawn is the one of the attack."""
    changed = AttackSheet(**{name: getattr(sheet, name) for name in sheet.__slots__})
    object.__setattr__(changed, "weapon", after.weapon)
    object.__setattr__(changed, "mode", after.mode)
    keep = before.in_place or proof.rule in PLACE
    if proof.verdict in ("applies", "absent", "refused"):
        return otherwise(proof, battle, changed, after.battle, place=keep)
    return otherwise(proof, battle, changed, after.battle, place=False)


# --- on small random maps --------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(st.data())
def test_what_a_proof_names_flips_it_and_nothing_nearer_does(data: st.DataObject) -> None:
    battle = data.draw(melees())
    sheet = data.draw(sheets(battle))
    for proof in prove_all(battle, sheet):
        check(proof, battle, sheet)


@settings(max_examples=25)
@given(st.data())
def test_what_a_proof_names_brings_a_rule_about_and_nothing_nearer_does(data: st.DataObject) -> None:
    battle = data.draw(melees())
    sheet = data.draw(sheets(battle))
    there = {each.rule for each in sheet.modifiers} | {sheet.miss_rule} | again(battle, sheet)[1]
    for rule in ABSENT:
        if rule not in there:
            check(prove_absent(battle, sheet, rule), battle, sheet)


@pytest.mark.long
@settings(max_examples=600)
@given(st.data())
def test_proofs_hold_on_many_maps(data: st.DataObject) -> None:
    battle = data.draw(melees(7))
    sheet = data.draw(sheets(battle))
    there = {each.rule for each in sheet.modifiers} | {sheet.miss_rule} | again(battle, sheet)[1]
    for proof in prove_all(battle, sheet):
        check(proof, battle, sheet)
    for rule in ABSENT:
        if rule not in there:
            check(prove_absent(battle, sheet, rule), battle, sheet)


@given(st.data())
def test_the_evidence_of_a_proof_is_that_of_the_sheet(data: st.DataObject) -> None:
    battle = data.draw(melees())
    sheet = data.draw(sheets(battle))
    for modifier in sheet.modifiers:
        found = prove(battle, sheet, modifier)
        assert (found.evidence, found.rule, found.amount, found.side) == (
            modifier.evidence, modifier.rule, modifier.amount, modifier.side)


def test_what_is_said_with_an_attack_stays_while_other_things_are_tried() -> None:
    # rule: GM SIT-2
    battle = fight(fighter("a", "red", (2, 2)), fighter("x", "blue", (3, 2)), fighter("b", "red", (4, 2)))
    spoken = attack_sheet(battle, Attack("a", "x", "sword", master=3, reason="Sand in its eyes"))
    declared = replace(spoken, modifiers=(*spoken.modifiers, Modifier("NLT-1", "declared non-lethal", -3, "attack")))
    flank, word, mercy = prove_all(battle, declared)
    assert (flank.rule, bool(flank.nearest)) == ("SIT-2", True)
    assert [(each.rule, each.amount, each.flips, each.tried) for each in (word, mercy)] == [
        ("GM", 3, False, True), ("NLT-1", -3, False, True)]
    assert [str(each.reasons[0]) for each in (word, mercy)] == [
        "The game master said so.", "It was declared with the attack."]


@pytest.mark.parametrize("rule", sorted(LABELS))
def test_every_rule_that_may_change_an_attack_is_said_not_to(rule: str) -> None:
    battle = fight(fighter("a", "red", (2, 2)), fighter("x", "blue", (3, 2)))
    (found,) = prove_rule(battle, sheet_of(battle, "a", "x"), rule)
    assert found.verdict in ("absent", "allowed")
    assert all("{" not in str(each) and not str(each).endswith(": .") for each in found.reasons)
    assert found.reasons


def test_a_rule_without_a_proof_is_refused_by_name() -> None:
    battle = fight(fighter("a", "red", (2, 2)), fighter("x", "blue", (3, 2)))
    with pytest.raises(FlancoError, match="DMG-12 says nothing about attacks"):
        list(prove_rule(battle, sheet_of(battle, "a", "x"), "DMG-12"))
