"""Recovery: rest, the stress die and its botches, residual wounds, the ritual."""

from fractions import Fraction
from itertools import product

import pytest

from game.rules.actions import Attack, GmInjure, Recover, Ritual
from game.rules.asking import dice_needed
from game.rules.catalog import settings_with
from game.rules.checks import Cup
from game.rules.dice import ScriptedDice, SeededDice
from game.rules.engine import why_illegal
from game.rules.events import Mended, RecoveryRolled, dice_of
from game.rules.injuries import LEVELS
from game.rules.recovery import recoveries, recovery_odds, vitality
from game.rules.stress import MOST_DOUBLINGS, roll_stress, stress_odds
from tests.rules.arena import do, fighter, reason
from tests.rules.test_bruises import brawl, of


def resting(level="light", wound=False, **settings):
    """a has an injury, and the fight is over."""
    state, _ = do(brawl(**settings), GmInjure("a", level, wound))
    return state.but(phase="over", waiting=(), winner="red")


# --- the stress die --------------------------------------------------------------------------------------------------


def stress(*faces, **settings):
    cup = Cup(ScriptedDice(faces), 0)
    found = roll_stress(cup, "a", settings_with(settings))
    assert cup.position == len(faces)
    return found


@pytest.mark.parametrize(("faces", "result", "botch"), [
    ((7,), 7, False), ((2,), 2, False), ((1, 4), 8, False), ((1, 1, 3), 12, False), ((1, 10), 20, False),
    ((10, 5), 0, False), ((10, 10), 0, True), ((10, 1), 0, False),
])
def test_the_stress_die(faces, result, botch):
    # rule: NLT-6
    found = stress(*faces)
    assert (found.result, found.botch) == (result, botch)
    assert [each.face for each in found.dice + found.botch_dice] == list(faces)


def test_settings_of_the_stress_die():
    # rule: NLT-6
    assert stress(10, 3, 10, 4, botch_dice=3).botch
    assert not stress(10, botch_dice=0).botch
    assert stress(10, stress_die="simple").result == 10
    assert stress(1, stress_die="simple").result == 1


def test_ones_do_not_go_on_for_ever():
    # rule: NLT-6 TST-6
    assert stress(*[1] * (MOST_DOUBLINGS + 1)).result == 2**MOST_DOUBLINGS


@pytest.mark.parametrize("settings", [{}, {"botch_dice": 2}, {"botch_dice": 0}, {"stress_die": "simple"}])
def test_the_odds_of_a_stress_die_are_those_of_every_face(settings):
    # rule: NLT-6
    made = settings_with(settings)
    for bonus, ease in ((0, 10), (3, 12), (5, 15), (0, 0), (20, 15), (-5, 1)):
        exact = Fraction(0)
        for faces in product(range(1, 11), repeat=4):  # enough for two doublings; beyond, every face is enough
            cup = Cup(ScriptedDice((*faces, *[2] * 12)), 0)
            found = roll_stress(cup, "a", made)
            total = 0 if found.botch else bonus + found.result
            exact += Fraction(total >= ease, 10**4)
        assert stress_odds(bonus, ease, made) == exact, (bonus, ease)


# --- recovery --------------------------------------------------------------------------------------------------------

LINES = [("light", 15, 10, None), ("medium", 60, 12, "light"), ("grave", 120, 15, "medium"),
         ("incapacitated", 120, 15, "grave"), ("fatal", 120, 15, "incapacitated")]


@pytest.mark.parametrize(("level", "minutes", "ease", "left"), LINES)
def test_each_line_of_recovery(level, minutes, ease, left):
    # rule: NLT-4 NLT-5
    start = resting(level)
    need = ease - 1 - 3 - 2  # vitality 1, surgery 3, magic 2
    state, events = do(start, Recover("a", 1, 3, 2, "b"), dice=(need,))
    (rolled,) = of(events, RecoveryRolled)
    assert (rolled.minutes, rolled.ease, rolled.total, rolled.success, rolled.residual) == (
        minutes, ease, ease, True, left or "")
    assert state["a"].bruises == ()
    assert [each.level for each in state["a"].wounds] == ([left] if left else [])
    assert [(each.level, each.ended) for each in state["a"].past] == [(level, "recovered")]
    state, events = do(start, Recover("a", 1, 3, 2), dice=(need - 1,))
    assert not of(events, RecoveryRolled)[0].success
    assert [(each.level, each.tries) for each in state["a"].bruises] == [(level, 1)]
    assert state["a"].past == ()


def test_recovery_wakes_unless_the_wound_that_is_left_does_not_let_it():
    # rule: NLT-3 NLT-5
    for level, wakes in (("incapacitated", True), ("fatal", False)):
        state, _ = do(resting(level), Recover("a", 1, 20), dice=(5,))
        assert state["a"].out != wakes


def test_a_botch_is_a_total_of_nothing():
    # rule: NLT-6
    state, events = do(resting(), Recover("a", 1, 50), dice=(10, 10))
    assert (of(events, RecoveryRolled)[0].total, len(state["a"].bruises)) == (0, 1)
    assert len(dice_of(events[0])) == 2


def test_what_a_failure_means_and_what_is_left_are_settings():
    # rule: NLT-5
    state, _ = do(resting(), Recover("a", 1), dice=(2,))
    assert why_illegal(state, Recover("a", 1)) is None
    once, _ = do(resting(recovery_failed="scene"), Recover("a", 1), dice=(2,))
    assert reason(once, Recover("a", 1)) == "this recovery has failed, and is not tried again in this scene"
    state, _ = do(resting("medium", residual="grave"), Recover("a", 1, 20), dice=(5,))
    assert state["a"].wounds == ()
    state, _ = do(resting("grave", residual="grave"), Recover("a", 1, 20), dice=(5,))
    assert [each.level for each in state["a"].wounds] == ["medium"]


def test_wounds_rest_only_where_the_settings_say_so():
    # rule: NLT-5
    assert reason(resting("light", True), Recover("a", 1)).startswith("a wound does not heal by rest")
    state, _ = do(resting("light", True, wounds_rest=True), Recover("a", 1, 20), dice=(5,))
    assert state["a"].wounds == ()


def test_nobody_rests_in_the_middle_of_a_fight():
    # rule: NLT-4 STR-7
    state, _ = do(brawl(), GmInjure("a", "light"))
    assert reason(state, Recover("a", 1)) == "A cannot rest: there is no time"
    assert list(recoveries(state, state["a"])) == []
    calm = state.but(pressure="never")
    assert list(recoveries(calm, calm["a"])) == [Recover("a", 1)]
    assert reason(calm, Recover("a", 7)) == "A has no injury 7; it has: 1"
    assert reason(calm, Recover("a", 1, 200)).startswith("surgery and magic add")
    assert "nobody" in reason(calm, Recover("a", 1, healer="nobody"))


def test_the_odds_of_a_recovery():
    # rule: NLT-4 NLT-6
    start = resting("grave")
    assert vitality(start, start["a"]) == 1
    assert recovery_odds(start, Recover("a", 1, 4)) == stress_odds(5, 15, start.settings)


@pytest.mark.parametrize(("level", "wound", "needed"), [
    ("light", False, None), ("medium", False, "light"), ("grave", False, "medium"), ("fatal", False, "incapacitated"),
    ("grave", True, "grave"),
])
def test_a_ritual_treats_a_bruise_as_the_wound_that_it_leaves(level, wound, needed):
    # rule: NLT-5
    start = resting(level, wound)
    for each in LEVELS:
        weak = needed is not None and LEVELS.index(each) < LEVELS.index(needed)
        assert bool(why_illegal(start, Ritual("a", 1, each))) == weak, each
    state, events = do(start, Ritual("a", 1, needed or "light"))
    assert state["a"].bruises + state["a"].wounds == ()
    assert of(events, Mended)[0].by == "ritual"


def test_real_dice_are_asked_for_one_after_the_other():
    # rule: TST-6 NLT-6
    start, action, dice = resting(), Recover("a", 1), SeededDice(3)
    (first,) = dice_needed(start, action, dice)
    assert (first.who, first.what, first.sides) == ("a", "stress die", 10)
    (botch,) = dice_needed(start, action, dice, {first: 10})
    assert botch.what == "botch die"
    (again,) = dice_needed(start, action, dice, {first: 1})
    assert (again.what, again.number) == ("stress die", 1)
    assert dice_needed(start, action, dice, {first: 6}) == ()


def test_the_dead_do_not_recover():
    # rule: NLT-7
    start = brawl(fighter("a", "red", (3, 3)), fighter("b", "blue", (4, 3)), fighter("c", "blue", (8, 3)))
    state, _ = do(start, GmInjure("b", "fatal"))
    dead = state.with_combatant(state["b"].but(consequence="dead")).but(pressure="never")
    assert reason(dead, Recover("b", 1)) == "B is dead"
    assert reason(state, Attack("a", "b")) == "B is out of the fight"
