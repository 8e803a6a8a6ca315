"""The decisions: places where the texts leave room. Each has a setting, and each setting does something."""

from dataclasses import fields, replace

import pytest

from game.errors import DataError
from game.insight.decisions import LABELS
from game.rules.actions import Attack, AttackStructure, Dash, EndTurn, Escape, Manoeuvre, Move, StandUp
from game.rules.catalog import Settings, settings_with, weapons
from game.rules.conditions import changes, plight
from game.rules.engine import legal_actions
from game.rules.events import Damaged
from game.rules.powers import ModifierEffect, TestChange, condition_rules
from game.rules.sheet import DamageResponse
from game.rules.state import GroundItem, Hold
from game.rules.things import thing
from game.texts import tr
from tests.rules.arena import amounts, do, fight, fighter, reason, sheet_of
from tests.rules.effects_arena import give, lasts, put, turns

# Where the texts are silent, unclear or contradict themselves: the rule, what is decided, and the settings for it.
DECISIONS = {
    ("SHT-1", "the dice that a sheet may print"): ("dice",),
    ("SHT-4", "footprints and heights by size"): ("sizes",),
    ("SHT-4", "how low one lies and crouches"): ("prone_height", "crouched_height"),
    ("SHT-5", "what unconscious and helpless mean"): ("unconscious", "helpless"),
    ("TST-2", "what 'at least 5' belongs to"): ("highest_face",),
    ("TST-4", "what advantage is, and what several are"): ("advantage_dice", "advantages"),
    ("TST-5", "who wins a tie with an ND"): ("difficulty",),
    ("ACT-2", "whether a walk is split, and how things are handled"): (
        "split_walk", "hands", "switching", "pick_up_reach"),
    ("ACT-4", "how far a dash goes, what ends a long casting"): ("dash", "interrupted"),
    ("ACT-5", "what crouching costs"): ("crouched_cost", "rising"),
    ("ATK-1", "how reach counts diagonals, and what size adds to it"): ("reach_diagonals", "sizes"),
    ("ATK-2", "whether a near target is shot at, where a throw ends"): ("near_shots", "thrown_weapon"),
    ("ATK-3", "both penalties or the worse"): ("shots_near_allies",),
    ("ATK-4", "who is engaged"): ("engaged",),
    ("ATK-7", "a direct power that ties"): ("power_tie",),
    ("DEF-2", "a tie with an area, and cover against it"): ("area_tie", "area_cover"),
    ("DEF-4", "the Defence of who cannot move"): ("defenceless",),
    ("DMG-5", "whether a graze is a minimum"): ("graze_is_minimum",),
    ("DMG-15", "to which part the base belongs"): ("base_part",),
    ("DMG-16", "what 0 PV is, and what becomes of weapons"): ("at_zero", "weapons_at_zero"),
    ("CRI-1", "whether a graze is doubled"): ("critical_graze",),
    ("MOV-1", "diagonals, and the Move of other sizes"): ("diagonals", "sizes"),
    ("MOV-2", "corners, rises, bodies, difficult diagonals"): (
        "corners", "step_up", "climb", "through_allies", "through_enemies", "fallen", "difficult_diagonals"),
    ("MOV-3", "when a step down is a fall, and what it does"): ("step_down", "fall_damage", "fall_prone"),
    ("MAN-1", "a manoeuvre that ties"): ("manoeuvre_tie",),
    ("MAN-3", "dragging, straying, escaping, hands, and what keeps a hold up"): (
        "drag_cost", "stray_damage", "escape", "grip", "hold_kept", "several_holds"),
    ("MAN-5", "how long the tripped lie"): ("tripped",),
    ("MAN-6", "where a weapon falls"): ("disarmed",),
    ("MAN-7", "how long a distraction lasts"): ("distracted",),
    ("SIT-1", "who is unaware"): ("sneak",),
    ("SIT-3", "how much higher is higher"): ("high_ground",),
    ("SIT-6", "how much of a target, and what, is partial cover"): ("partial_cover", "body_cover"),
    ("SIT-7", "how an area passes walls"): ("origin_height", "burst_passage", "line_passage"),
    ("EFF-3", "whether a place is seen"): ("seen_places",),
    ("EFF-1", "whether healing raises"): ("healing_raises",),
    ("EFF-4", "when a square is inside, and what is listed"): ("counting", "listed_places"),
    ("CND-2", "how long a condition lasts by itself"): ("condition_turns",),
    ("CND-11", "what crawling costs"): ("crawling_cost",),
    ("CND-12", "which tests need sight"): ("sight_tests",),
    ("CND-14", "attacks on the invisible"): ("invisible",),
    ("CND-20", "which tests are physical"): ("physical",),
    ("CND-22", "what physical damage is"): ("bleeding",),
    ("STR-1", "the worked examples against the table"): ("weapon_sizes",),
    ("STR-3", "the die of a blow, and the fifth of what"): ("structure_attacks", "structure_minimum"),
    ("STR-4", "what one thing is, and what may be taken from the fallen"): ("unnamed", "looting"),
    ("STR-5", "what attempts are counted by"): ("effort",),
    ("STR-6", "which shots are counted"): ("ammunition",),
    ("QCK-2", "a tie with the fixed defence"): ("quick_tie",),
    ("QCK-6", "what helps the fixed defence"): ("quick_armour", "quick_resistance"),
    ("QCK-8", "what a critical takes"): ("quick_critical",),
    ("QCK-9", "the PV of normal combat"): ("quick_pv",),
    ("NLT-2", "the numbers of a bruise, ties, criticals, resistances"): (
        "bruise_numbers", "bruise_graze", "bruise_critical", "bruise_types"),
    ("NLT-5", "what a bruise leaves, and what rest does"): ("residual", "recovery_failed", "wounds_rest"),
    ("NLT-6", "the stress die, and what a botch is"): ("stress_die", "botch_dice", "botch"),
    ("NLT-7", "which blows may kill"): ("accident",),
    ("NLT-8", "what pins, what holds, what is pulled at"): (
        "pin_height", "pinned_defence", "hold_renewal", "own_grapple", "wrest_test", "disengage"),
    ("NLT-9", "how high a rider sits, and how hard it falls"): ("saddle_height", "saddle_fall"),
}


def test_every_decision_has_a_setting_and_every_setting_decides_something():
    known = {each.name for each in fields(Settings)}
    used = {name for names in DECISIONS.values() for name in names}
    assert used == known
    for (rule, _), names in DECISIONS.items():
        assert rule in {LABELS[each][0] for each in names} or "sizes" in names, "the window shows it under its rule"


LUCK = ModifierEffect("Luck", lasts(3))


# --- the sheet and its tests -----------------------------------------------------------------------------------------


def pair(**settings):
    return fight(fighter("a", "red", (3, 3), pv=20), fighter("b", "blue", (4, 3), pv=20), **settings)


@pytest.mark.parametrize("settings", [
    ("paralysed", "prone", "unaware"), ("prone",), ("unaware",), (),
])
def test_what_unconscious_means_is_a_setting(settings):
    # rule: SHT-5
    state = put(pair(unconscious=list(settings)), "b", "unconscious")
    now = plight(state, state["b"])
    assert (now.has("paralysed"), now.has("prone"), now.any("unaware")) == (
        "paralysed" in settings, "prone" in settings, "unaware" in settings)


@pytest.mark.parametrize(("settings", "move", "blow", "dash"), [
    (["moves", "executions", "full_actions"], False, False, False), (["executions"], True, False, True),
    (["moves", "full_actions"], False, True, False), ([], True, True, True),
])
def test_what_helpless_means_is_a_setting(settings, move, blow, dash):
    # rule: SHT-5
    state = put(pair(helpless=settings), "a", "helpless")
    assert (reason(state, Move("a", (3, 4))) == "") == move
    assert (reason(state, Attack("a", "b", "sword")) == "") == blow
    assert (reason(state, Dash("a", (3, 4))) == "") == (dash and move)


def test_what_several_advantages_are_is_a_setting():
    # rule: TST-4
    for settings, net in (({}, 0), ({"advantages": "outnumber"}, 1)):
        state = pair(**settings)
        for name, advantage in (("One", 1), ("Two", 1), ("Three", -1)):
            effect = replace(LUCK, name=name, tests=(TestChange(advantage=advantage, tests=("attack",)),))
            state = give(state, "a", effect)
        assert sheet_of(state, "a", "b").advantage == net


# --- conditions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("settings", "attack", "defence"), [
    (["attack", "defence"], -10, -10), (["attack"], -10, 0), (["defence"], 0, -10), ([], 0, 0),
])
def test_which_tests_need_sight_is_a_setting(settings, attack, defence):
    # rule: CND-12
    state = put(pair(sight_tests=settings), "a", "blind")
    assert amounts(sheet_of(state, "a", "b")).get("CND-12", 0) == attack
    assert amounts(sheet_of(state, "b", "a")).get("CND-12", 0) == defence
    assert sheet_of(state, "a", "b").miss_chance == 5, "everything is in total concealment all the same"


@pytest.mark.parametrize("settings", [["mobility", "strength", "resistance"], ["strength"], ["wits", "spirit"]])
def test_which_tests_are_physical_is_a_setting(settings):
    # rule: CND-20
    state = put(pair(physical=settings), "a", "exhausted")
    for each in ("mobility", "acuity", "strength", "resistance", "spirit", "wits"):
        assert changes(state, state["a"], "other", each).amount == (-5 if each in settings else 0)


def test_no_test_at_all_may_be_physical():
    # rule: CND-20
    state = put(pair(physical=[]), "a", "exhausted")
    assert changes(state, state["a"], "other", "strength").amount == 0


@pytest.mark.parametrize(("kind", "points"), [("untyped", 2), ("cut", 1), ("pierce", 2)])
def test_what_damage_bleeding_does_is_a_setting(kind, points):
    # rule: CND-22 DMG-12
    start = fight(fighter("a", "red", (3, 3)), fighter("b", "blue", (4, 3), responses=(
        DamageResponse("resistant", "cut"),)), bleeding=kind)
    _, events = turns(put(start, "b", "bleeding"), 1)
    (hurt,) = (each for each in events if isinstance(each, Damaged))
    assert (hurt.total, hurt.parts[0].kind) == (points, kind)


def test_a_battles_own_conditions_stand_as_they_are_written():
    # rule: EFF-7
    own = replace(condition_rules()["exhausted"], tests=(TestChange(-1, attributes=("wits",)),))
    state = put(pair(physical=["strength"]).but(conditions=(own,)), "a", "exhausted")
    assert changes(state, state["a"], "other", "wits").amount == -1
    assert changes(state, state["a"], "other", "strength").amount == 0


# --- manoeuvres ------------------------------------------------------------------------------------------------------


def test_how_long_the_tripped_lie_is_a_setting():
    # rule: MAN-5 MAN-2
    for tripped, lies in (("until_it_stands", True), ("next_turn", False)):
        state, _ = do(pair(tripped=tripped), Manoeuvre("a", "b", "trip", "sword"), dice=(6, 4))
        assert state["b"].has("prone")
        state, _ = do(state, EndTurn("a"))
        assert state["b"].has("prone") == lies
        assert (StandUp("b") in legal_actions(state)) == lies


@pytest.mark.parametrize("ways", [["strength", "mobility"], ["strength"], ["wits", "spirit"]])
def test_which_tests_free_the_held_is_a_setting(ways):
    # rule: MAN-3
    state = pair(escape=ways).but(holds=(Hold("a", "b", 9),), waiting=("b",))
    assert [each.attribute for each in legal_actions(state) if isinstance(each, Escape)] == ways
    other = next(each for each in ("acuity", "resistance") if each not in ways)
    assert "to escape takes a test of" in reason(state, Escape("b", "a", other))
    after, _ = do(state, Escape("b", "a", ways[-1]), dice=(5,))
    assert not after.holds


def test_there_is_some_way_to_escape():
    # rule: MAN-3
    with pytest.raises(DataError) as found:
        settings_with({"escape": []})
    assert "escape" in found.value.problems[0].field


# --- things ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("weapon", "printed", "table"), [("bow", 15, 20), ("sword", 40, 50), ("axe", 50, 50)])
def test_whether_the_worked_examples_or_the_table_hold_is_a_setting(weapon, printed, table):
    # rule: STR-1 STR-3
    for sizes, nd in (("printed", printed), ("table", table)):
        lying = GroundItem("thing-9", (3, 4), weapons()[weapon], owner="b")
        state = pair(weapon_sizes=sizes).but(items=(lying,))
        found = thing(state, "thing-9")
        assert (found.nd, found.left, found.least) == (nd, nd, nd // 5)
        nearly = state.but(items=(lying.but(wear=nd - 1),))
        strong = nearly.with_combatant(nearly["a"].but(sheet=replace(nearly["a"].sheet, strength=replace(
            nearly["a"].sheet.strength, value=60))))
        after, _ = do(strong, AttackStructure("a", "thing-9", "sword"), dice=(4,))
        assert after.items == ()
        held = strong.with_combatant(strong["b"].but(out=True, pv=0)).but(items=())
        assert thing(held, "b:sword").nd == (40 if sizes == "printed" else 50)


def test_settings_that_mean_nothing_are_refused_by_name():
    for wrong in ({"physical": ["luck"]}, {"unconscious": ["asleep"]}, {"bleeding": "fire"}, {"reach_diagonals": "far"},
                  {"climb": -1}, {"grip": "slow"}, {"looting": "some"}, {"quick_pv": "half"}, {"escape": ["luck"]}):
        with pytest.raises(DataError) as found:
            settings_with(wrong)
        assert tr(found.value.problems[0].message)
        assert found.value.problems[0].field.split(".")[0] in wrong
