"""Every condition: what it changes, what it forbids, how creatures that resist it take it."""

from dataclasses import replace

import numpy as np
import pytest

from game.rules.actions import (
    Activate,
    Attack,
    Concentrate,
    Crouch,
    Draw,
    DropProne,
    EndScene,
    EndTurn,
    GmEffect,
    Move,
    StandUp,
)
from game.rules.bodies import metres_left, movement_of, speed_of
from game.rules.catalog import shipped_setting
from game.rules.conditions import changes, perceives, scaled, sheet_of, under
from game.rules.engine import legal_actions
from game.rules.events import ConditionEnded, ConditionGained, Damaged
from game.rules.powers import (
    ConditionEffect,
    ConditionResponse,
    CureEffect,
    DamageResponse,
    ModifierEffect,
    Power,
    Shape,
    TestChange,
    ZoneEffect,
    condition_rules,
)
from game.rules.state import Condition
from game.spatial.grid import PLAIN, picture
from tests.rules.arena import amounts, do, fight, fighter, modifier, reason
from tests.rules.arena import sheet_of as attack_of
from tests.rules.effects_arena import give, harm, lasts, put, spread, turns, until

NUMBERS = {  # condition: (attack, defence in melee, defence at range, mobility, strength, wits)
    "off_guard": (0, -2, -2, 0, 0, 0),
    "prone": (-5, -5, 5, 0, 0, 0),
    "blind": (-10, -10, -10, 0, 0, 0),
    "disoriented": (0, 0, 0, 0, 0, 0),
    "frightened": (-5, 0, 0, 0, 0, 0),
    "exhausted": (-5, -5, -5, -5, -5, 0),
    "wounded": (-2, -2, -2, -2, -2, -2),
    "attracted": (0, 0, 0, 0, 0, -5),
    "slow": (0, 0, 0, 0, 0, 0),
    "bleeding": (0, 0, 0, 0, 0, 0),
    "burning": (0, 0, 0, 0, 0, 0),
}


@pytest.fixture
def duel():
    """A and B next to each other, C beyond; A's turn."""
    return fight(fighter("a", "red", (3, 3), weapons=("sword", "bow")), fighter("b", "blue", (4, 3)),
                 fighter("c", "blue", (7, 3), weapons=("bow",)))


def test_all_conditions_are_there():
    # rule: CND-10 CND-25
    rules = condition_rules()
    assert {each.rule for each in rules.values()} == {f"CND-{n}" for n in range(10, 26)} | {"SHT-5"}
    assert len(rules) == 18


@pytest.mark.parametrize(("condition", "numbers"), NUMBERS.items())
@pytest.mark.parametrize(("response", "factor"), [(None, 1), ("resistant", 0.5), ("vulnerable", 2), ("immune", 0)])
def test_numbers(duel, condition, numbers, response, factor):
    """On attacks in melee, defences and plain tests; resistance halves magnitudes down, vulnerability doubles."""
    # rule: CND-5 CND-10 CND-11 CND-12 CND-17 CND-19 CND-20 CND-21 CND-25
    target = duel["a"]
    if response:
        sheet = replace(target.sheet, condition_responses=(ConditionResponse(response, condition),))
        duel = duel.with_combatant(target.but(sheet=sheet))
    state = put(duel, "a", condition, source="b")
    rule = condition_rules()[condition].rule
    who, b = state["a"], state["b"]
    found = (
        changes(state, who, "attack", "mobility", other=b, mode="melee", sight=True),
        changes(state, who, "defence", "mobility", other=b, mode="melee", sight=True),
        changes(state, who, "defence", "mobility", other=b, mode="ranged", sight=True),
        changes(state, who, "other", "mobility"), changes(state, who, "other", "strength"),
        changes(state, who, "other", "wits"),
    )
    expected = tuple(int(abs(each) * factor) * (1 if each > 0 else -1) for each in numbers)
    assert tuple(each.amount for each in found) == expected
    assert {each.rule for one in found for each in one.modifiers} <= {rule}


def test_magnitudes_are_halved_down():
    # rule: CND-5
    assert [scaled(amount, ["resistant"]) for amount in (-5, 5, -1, 2)] == [-2, 2, 0, 1]
    assert scaled(-5, ["resistant", "vulnerable"]) == -4


def test_attack_sheets_show_conditions_with_their_proof(duel):
    # rule: CND-1 CND-10 CND-21
    state = put(put(duel, "a", "wounded"), "b", "off_guard", source="a")
    sheet = attack_of(state, "a", "b")
    assert amounts(sheet) == {"CND-21": -2, "CND-10": -2}
    assert (modifier(sheet, "CND-21").side, modifier(sheet, "CND-10").side) == ("attack", "defence")
    assert modifier(sheet, "CND-10").evidence.others == ("a",)
    assert amounts(attack_of(state, "b", "a")) == {"CND-21": -2}  # A's own defence


def test_off_guard_holds_for_the_first_attack_of_its_source_alone(duel):
    # rule: CND-10
    state = put(duel, "b", "off_guard", source="a", duration=lasts(5))
    other = fighter("d", "red", (4, 4))
    with_d = state.but(combatants=(*state.combatants, other), order=(*state.order, "d"))
    assert amounts(attack_of(with_d, "d", "b")).get("CND-10", 0) == 0
    after, events = do(state, Attack("a", "b", "sword"), dice=(2, 8))
    assert any(isinstance(each, ConditionEnded) and each.condition.id == "off_guard" for each in events)
    assert not after["b"].has("off_guard")


def test_blind(duel):
    # rule: CND-12
    state = put(duel, "a", "blind")
    sheet = attack_of(state, "a", "b")
    assert (sheet.miss_rule, sheet.miss_chance, amounts(sheet)["CND-12"]) == ("SIT-5", 5, -10)
    assert not perceives(state, state["a"], state["b"])
    assert changes(state, state["a"], "other", "acuity", sight=True).amount == -10
    assert changes(state, state["a"], "other", "acuity").amount == 0


def test_restrained(duel):
    # rule: CND-13
    state = put(duel, "a", "restrained", source="b")
    against_source, against_other = attack_of(state, "a", "b"), attack_of(state, "a", "c", "bow", "ranged")
    assert (amounts(against_source)["CND-13"], against_source.advantage) == (-5, 0)
    assert ("CND-13" in amounts(against_other), against_other.advantage) == (False, -1)
    assert amounts(attack_of(state, "b", "a")) == {}  # it defends normally
    assert "no Move actions" in reason(state, Move("a", (3, 4)))
    assert "no Move actions" in reason(state, Draw("a", "bow"))
    assert reason(state, Attack("a", "b", "sword")) == ""
    assert not [each for each in legal_actions(state) if isinstance(each, Move | Draw | StandUp)]
    assert metres_left(state, state["a"]) == 0


@pytest.mark.parametrize(("setting", "chance"), [("total", 5), ("partial", 2), ("none", 0)])
def test_invisible(duel, setting, chance):
    # rule: CND-14
    state = put(duel.but(settings=duel.settings.__class__(invisible=setting)), "a", "invisible")
    assert attack_of(state, "a", "b").advantage == 1
    assert attack_of(state, "b", "a").miss_chance == chance
    blind = put(state, "a", "blind")
    assert attack_of(blind, "a", "b").advantage == 1


def test_an_invisible_attacker_has_no_advantage_on_itself_being_seen(duel):
    # rule: CND-14 TST-4
    state = put(put(duel, "a", "invisible"), "a", "disoriented")
    assert attack_of(state, "a", "b").advantage == 0  # they cancel


def test_paralysed(duel):
    # rule: CND-15 DEF-4
    state = put(duel, "a", "paralysed")
    for action in (Move("a", (3, 4)), Attack("a", "b", "sword"), DropProne("a"), Crouch("a"), Concentrate("a")):
        assert "until this ends: Paralysed" in reason(state, action)
    assert {type(each) for each in legal_actions(state)} <= {EndTurn} | {
        type(each) for each in legal_actions(state) if each.kind in ("delay", "drop", "release", "drop_item")}
    state = put(duel, "b", "paralysed")
    sheet = attack_of(state, "a", "b")
    assert (sheet.defence_die, sheet.defence_value, sheet.defence_highest) == (0, 0, 0)
    _, events = do(state, Attack("a", "b", "sword"), dice=(2,))
    assert (events[0].defence_total, events[0].defence.dice) == (0, ())
    value = state.but(settings=state.settings.__class__(defenceless="value"))
    assert attack_of(value, "a", "b").defence_value == 5


def test_stunned(duel):
    # rule: CND-16
    state = put(duel, "a", "stunned")
    moved, _ = do(state, Move("a", (3, 4)))
    assert "only one action" in reason(moved, Attack("a", "b", "sword"))
    assert "only one action" in reason(moved, Move("a", (3, 5)))
    assert not [each for each in legal_actions(moved) if isinstance(each, Move | Attack)]
    struck, _ = do(state, Attack("a", "b", "sword"), dice=(2, 8))
    assert "only one action" in reason(struck, Move("a", (3, 4)))
    assert "until this ends: Stunned" in reason(state, Concentrate("a"))


def test_disoriented(duel):
    # rule: CND-17
    state = put(duel, "a", "disoriented")
    assert (attack_of(state, "a", "b").advantage, attack_of(state, "b", "a").defence_advantage) == (-1, -1)


@pytest.mark.parametrize(("response", "metres"), [(None, 3), ("resistant", 5), ("vulnerable", 0), ("immune", 6)])
@pytest.mark.parametrize("condition", ["slow", "exhausted"])
def test_halved_movement(condition, response, metres):
    """6 m become 3; the loss is halved again, or doubled, by the creature's own answer."""
    # rule: CND-18 CND-20 CND-5
    answers = (ConditionResponse(response, condition),) if response else ()
    state = put(fight(fighter("a", "red", (3, 3), condition_responses=answers), fighter("b", "blue", (9, 3))), "a",
                condition)
    assert speed_of(state, state["a"]) == metres
    field = movement_of(state, "a")
    assert int(field.cost.max()) == PLAIN * metres


def test_two_halvings_halve_once():
    # rule: CND-18 CND-20
    state = fight(fighter("a", "red", (3, 3), move=6), fighter("b", "blue", (9, 3)))
    assert speed_of(state, state["a"]) == 7
    state = put(put(state, "a", "slow"), "a", "exhausted")
    assert speed_of(state, state["a"]) == 3


def test_frightened_goes_no_nearer():
    # rule: CND-19
    state = put(fight(fighter("a", "red", (4, 2)), fighter("b", "blue", (7, 2)), cols=9, rows=5), "a", "frightened",
                source="b")
    assert picture(movement_of(state, "a").reachable) == "\n".join(["#####....", "#####....", "#####....", "#####....",
                                                                     "#####...."])
    assert "afraid" in reason(state, Move("a", (5, 2)))
    assert reason(state, Move("a", (5, 2), ((5, 2),)))
    assert reason(state, Move("a", (3, 2))) == ""
    away, _ = do(state, Move("a", (0, 2)))
    assert movement_of(away, "a").reachable.sum() == 5  # it went away, and comes no nearer than that


def test_frightened_by_somebody_who_is_gone_is_only_a_penalty():
    # rule: CND-19
    state = put(fight(fighter("a", "red", (4, 2)), fighter("b", "blue", (7, 2))), "a", "frightened", source="")
    assert movement_of(state, "a").reachable[2, 5]
    assert amounts(attack_of(state, "a", "b"))["CND-19"] == -5


def test_attracted_only_goes_nearer():
    # rule: CND-25
    state = put(fight(fighter("a", "red", (4, 2)), fighter("b", "blue", (8, 2)), cols=10, rows=5), "a", "attracted",
                source="b")
    reachable = movement_of(state, "a").reachable
    assert picture(reachable) == "\n".join([".....#####", ".....#####", ".....###.#", ".....#####", ".....#####"])
    assert "toward" in reason(state, Move("a", (3, 2)))
    assert "toward" in reason(state, Move("a", (4, 3), ((4, 3),)))
    assert "move toward it" in reason(state, Attack("a", "b", "sword"))
    assert "move toward it" in reason(state, Draw("a", "sword"))
    assert {each.kind for each in legal_actions(state)} <= {"move", "crouch", "delay", "end_turn"}


def test_a_big_body_comes_nearer_by_any_of_its_cells():
    # rule: CND-25
    state = put(fight(fighter("a", "red", (3, 2), size="large"), fighter("b", "blue", (8, 2)), cols=10, rows=6), "a",
                "attracted", source="b")
    assert movement_of(state, "a").reachable[2, 4]
    assert not movement_of(state, "a").reachable[2, 2]


def test_attracted_by_a_place():
    # rule: CND-25
    state = fight(fighter("a", "red", (4, 2)), fighter("b", "blue", (11, 7)))
    lured = state["a"].but(conditions=(Condition("attracted", focus=(0, 2)),))
    state = state.with_combatant(lured)
    reachable = movement_of(state, "a").reachable
    assert reachable[2, 3]
    assert not reachable[2, 5]


@pytest.mark.parametrize(("condition", "kind", "points"), [("bleeding", "untyped", 2), ("burning", "fire", 2)])
@pytest.mark.parametrize(("answers", "responses", "expected"), [
    ((), (), 2), ((("resistant", "",),), (), 1), ((("vulnerable", ""),), (), 4),
    ((), (("resistant", "kind"),), 1), ((), (("vulnerable", "kind"),), 4), ((), (("immune", "kind"),), 0),
    ((("resistant", ""),), (("resistant", "kind"),), 0),
])
def test_damage_at_the_start_of_turns(condition, kind, points, answers, responses, expected):
    """First the creature's answer to the condition, then to the type of damage; there is no minimum."""
    # rule: CND-5 CND-6 CND-22 CND-24 DMG-12
    target = fighter("b", "blue", (9, 3), condition_responses=tuple(ConditionResponse(each) for each, _ in answers),
                     responses=tuple(DamageResponse(each, kind) for each, _ in responses))
    state = put(fight(fighter("a", "red", (3, 3)), target), "b", condition, duration=lasts(9))
    state, events = turns(state, 1)
    (damaged,) = (each for each in events if isinstance(each, Damaged))
    assert (damaged.total, damaged.parts[0].kind, state["b"].pv) == (expected, kind, 10 - expected)
    assert points == 2


@pytest.mark.parametrize("condition", ["bleeding", "burning"])
def test_armour_may_take_all_damage_of_a_condition_for_it_is_no_hit(condition):
    # rule: CND-6 DMG-5
    start = fight(fighter("a", "red", (3, 3)), fighter("b", "blue", (9, 3), reduction=2))
    assert turns(put(start, "b", condition, duration=lasts(9)), 1)[0]["b"].pv == 10


def test_a_magical_fire_burns_who_ignores_mundane_damage():
    # rule: CND-1 CND-24 DMG-11
    target = fighter("b", "blue", (9, 3), responses=(DamageResponse("immune", nature="mundane"),))
    start = fight(fighter("a", "red", (3, 3)), target)
    assert turns(put(start, "b", "burning"), 1)[0]["b"].pv == 10
    assert turns(put(start, "b", "burning", magical=True), 1)[0]["b"].pv == 8


def test_conditions_of_one_nature_may_be_ignored():
    # rule: CND-1 CND-5 DMG-11
    target = fighter("b", "blue", (9, 3), condition_responses=(ConditionResponse("immune", nature="mundane"),))
    start = fight(fighter("a", "red", (3, 3)), target)
    assert not put(start, "b", "slow")["b"].has("slow")
    assert put(start, "b", "slow", magical=True)["b"].has("slow")


def test_a_poison_says_what_it_does():
    # rule: CND-23 CND-6
    start = fight(fighter("a", "red", (3, 3)), fighter("b", "blue", (4, 3)))
    state = put(start, "b", "poisoned", damage=(harm("chemical", 3),), tests=(TestChange(-1),), also=("slow",))
    assert {each.id for each in state["b"].conditions} == {"poisoned", "slow"}
    assert changes(state, state["b"], "other", "wits").amount == -1
    assert amounts(attack_of(state, "a", "b"))["CND-23"] == -1
    after, events = turns(state, 1)
    assert [(each.total, each.parts[0].kind) for each in events if isinstance(each, Damaged)] == [(3, "chemical")]
    cured = give(after, "b", CureEffect(("poisoned",)))
    assert not cured["b"].conditions


def test_the_same_again_only_renews_its_duration(duel):
    # rule: CND-4
    state = put(duel, "b", "wounded", source="a", duration=lasts(1))
    state = put(state, "b", "wounded", duration=lasts(4))
    (held,) = state["b"].conditions
    assert (held.expiry.count, held.source) == (4, "a")
    assert changes(state, state["b"], "other", "wits").amount == -2  # not doubled
    shorter = put(state, "b", "wounded", duration=lasts(2))
    assert shorter["b"].conditions[0].expiry.count == 4
    lasting = put(put(duel, "b", "prone"), "b", "prone", duration=lasts(1))
    assert lasting["b"].conditions[0].expiry is None


def test_gaining_and_renewing_are_told(duel):
    # rule: CND-1 CND-4 CND-5
    state, events = do(duel, GmEffect(ConditionEffect("slow"), ("b",)), GmEffect(ConditionEffect("slow"), ("b",)))
    assert [each.renewed for each in events if isinstance(each, ConditionGained)] == [False, True]
    assert state["b"].has("slow")


def test_all_conditions_end_with_the_scene_unless_they_stay(duel):
    # rule: CND-3
    state = put(put(put(duel, "a", "slow"), "b", "prone"), "b", "wounded", stays=True)
    state = give(state, "a", ModifierEffect("Blessed", lasts(9), defence=1))
    state = spread(state, ZoneEffect("Mud", lasts(9), cost=2), (0, 0))
    state, events = do(state, EndScene())
    assert [each.condition.id for each in events if isinstance(each, ConditionEnded)] == ["slow", "prone"]
    assert (state["a"].conditions, state["a"].ongoing, state.zones) == ((), (), ())
    assert [each.id for each in state["b"].conditions] == ["wounded"]


def test_conditions_end_with_the_combat():
    # rule: CND-3
    state = put(fight(fighter("a", "red", (3, 3)), fighter("b", "blue", (4, 3), pv=3)), "a", "slow", duration=lasts(9))
    state, events = do(state, Attack("a", "b", "sword"), dice=(7, 2))
    assert state.phase == "over"
    assert [(each.who, each.reason) for each in events if isinstance(each, ConditionEnded)] == [("a", "scene")]


def test_unconscious_is_paralysed_prone_and_unaware(duel):
    # rule: SHT-5 DEF-4
    state = put(duel, "b", "unconscious", duration=lasts(1, "target_start"))
    assert {each.id for each in state["b"].conditions} == {"unconscious", "paralysed", "prone"}
    assert condition_rules()["unconscious"].unaware
    assert attack_of(state, "a", "b").defence_die == 0
    woken, _ = turns(state, 1)
    assert {each.id for each in woken["b"].conditions} == {"prone"}
    cured = give(state, "b", CureEffect(("unconscious",)))
    assert {each.id for each in cured["b"].conditions} == {"prone"}


def test_helpless_does_nothing(duel):
    # rule: SHT-5
    state = put(duel, "a", "helpless")
    assert not [each for each in legal_actions(state) if each.kind in ("move", "attack", "draw", "stand_up")]


def test_prone_crawls_and_must_stand_up(duel):
    # rule: CND-11 ACT-2
    state = put(duel, "a", "prone")
    assert int(movement_of(state, "a").cost[3, 2]) == PLAIN * shipped_setting("crawling_cost")
    stood, _ = do(state, StandUp("a"))
    assert not stood["a"].has("prone")


def test_active_auras_220_conditions_owed_to_an_aura_go_with_it():
    """P's aura of 2 m frightens Q; P falls, leaves, or the aura ends: Q is free at once."""
    # rule: CND-1 CND-19 EFF-1
    dread = Power("dread", "Dread", (ZoneEffect("Dread", lasts(5), conditions=("frightened",), affects="enemies"),),
                  source="ability", aim="self", shape=Shape("aura", radius=2))
    start = fight(fighter("p", "red", (5, 5), powers=(dread,), pv=3), fighter("q", "blue", (6, 5)),
                  fighter("r", "red", (6, 6)), cols=14, rows=8)
    state, _ = do(start, Activate("p", "dread"))
    assert under(state, state["q"], "frightened")
    assert not under(state, state["r"], "frightened")
    assert state["q"].conditions == ()  # nothing is stored
    assert amounts(attack_of(state, "q", "p"))["CND-19"] == -5
    left, _ = do(state, Move("p", (11, 5)))
    assert not under(left, left["q"], "frightened")
    back = left.with_combatant(left["p"].but(cell=(5, 5)))
    assert under(back, back["q"], "frightened")
    fallen, events = do(state, EndTurn("p"), Attack("q", "p", "sword"), dice=(8, 1))
    assert fallen["p"].out
    assert not under(fallen, fallen["q"], "frightened")
    assert fallen.zones == ()
    ended, _ = until(state, "p", 6)
    assert not under(ended, ended["q"], "frightened")
    assert np.array_equal(ended.grid.cost, start.grid.cost)
    assert events


def test_resistances_are_granted_for_a_while(duel):
    # rule: DEF-3 CND-5
    state = give(duel, "b", ModifierEffect("Iron mind", lasts(1), conditions=(ConditionResponse("immune", "slow"),),
                                           responses=(DamageResponse("resistant", "cut"),), reduction=1))
    assert not put(state, "b", "slow")["b"].has("slow")
    assert sheet_of(state, state["b"]).reduction == 1
    after, _ = until(state, "a", 2)
    assert put(after, "b", "slow")["b"].has("slow")
