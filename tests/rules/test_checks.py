"""Tests of attributes: die + value + modifiers."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.errors import DiceError
from game.rules.catalog import Settings, settings_with
from game.rules.checks import Cup, attribute_test, doubled, judge, net_advantage, roll, succeeds
from game.rules.dice import Die, ScriptedDice
from game.rules.sheet import Attribute

PLAIN = settings_with({})


def rolled(faces, value=5, die=8, modifier=0, advantage=0, settings=PLAIN):
    return attribute_test(Cup(ScriptedDice(faces), 0), Attribute(value, die), settings, modifier, advantage)


@pytest.mark.parametrize(
    ("face", "value", "modifier", "total"),
    [(4, 5, 0, 9), (4, 5, 2, 11), (4, 5, -5, 4), (2, 0, 0, 2), (7, 12, 0, 19)],
)
def test_a_test_is_die_plus_attribute_plus_modifiers(face, value, modifier, total):
    # rule: TST-1
    assert rolled([face], value, modifier=modifier).total == total


@pytest.mark.parametrize(("value", "counts"), [(0, 5), (1, 5), (2, 5), (3, 6), (5, 10), (12, 24)])
def test_the_highest_face_doubles_the_attribute_to_at_least_5(value, counts):
    # rule: TST-2
    check = rolled([8], value)
    assert (check.attribute, check.total, check.extreme) == (counts, 8 + counts, "highest")


@pytest.mark.parametrize(("value", "counts"), [(0, 5), (2, 7), (5, 10), (7, 14)])
def test_at_least_5_may_be_read_as_the_part_added(value, counts):
    # rule: TST-2
    assert doubled(value, settings_with({"highest_face": "added"})) == counts


def test_the_lowest_face_costs_5():
    # rule: TST-3 CRI-2
    check = rolled([1], 5, modifier=2)
    assert (check.penalty, check.total, check.extreme) == (-5, 1 + 5 + 2 - 5, "lowest")


@pytest.mark.parametrize("die", [4, 6, 8, 10, 12, 20])
def test_each_die_has_its_own_highest_face(die):
    # rule: SHT-1 TST-2
    assert rolled([die], 4, die).attribute == 8
    assert rolled([die - 1], 4, die).attribute == 4


@pytest.mark.parametrize(
    ("advantage", "faces", "kept", "extreme"),
    [(1, (3, 8), 8, "highest"), (1, (1, 1), 1, "lowest"), (1, (1, 5), 5, ""), (-1, (8, 1), 1, "lowest"),
     (-1, (8, 8), 8, "highest"), (-1, (8, 4), 4, "")],
)
def test_the_kept_die_decides_the_extremes(advantage, faces, kept, extreme):
    # rule: TST-4
    check = rolled(faces, advantage=advantage)
    assert (check.face, check.extreme, check.dice) == (kept, extreme, tuple(Die(8, face) for face in faces))


def test_without_advantage_one_die_is_rolled_and_with_three_dice_three():
    # rule: TST-4
    assert len(rolled([4]).dice) == 1
    assert len(rolled([4, 2, 5], advantage=1, settings=settings_with({"advantage_dice": 3})).dice) == 3


@pytest.mark.parametrize(
    ("for_it", "against_it", "net"), [(0, 0, 0), (1, 0, 1), (3, 0, 1), (0, 2, -1), (1, 1, 0), (3, 1, 0), (1, 4, 0)]
)
def test_advantages_cancel_and_several_of_one_kind_count_once(for_it, against_it, net):
    # rule: TST-4
    assert net_advantage(for_it, against_it, Settings()) == net


@pytest.mark.parametrize(("for_it", "against_it", "net"), [(3, 1, 1), (1, 4, -1), (2, 2, 0), (0, 0, 0), (5, 0, 1)])
def test_the_more_of_one_kind_counts_by_a_setting(for_it, against_it, net):
    # rule: TST-4
    assert net_advantage(for_it, against_it, settings_with({"advantages": "outnumber"})) == net


def test_a_total_that_reaches_the_difficulty_succeeds():
    # rule: TST-5
    exceed = settings_with({"difficulty": "exceed"})
    assert [succeeds(total, 10, PLAIN) for total in (9, 10, 11)] == [False, True, True]
    assert [succeeds(total, 10, exceed) for total in (9, 10, 11)] == [False, False, True]


def test_a_cup_takes_dice_in_order_and_says_where_it_stands():
    cup = Cup(ScriptedDice([3, 5, 2], first=10), 10)
    assert [cup.roll(6).face, cup.roll(8).face] == [3, 5]
    assert cup.position == 12
    roll(cup, 4, 0, 5)
    with pytest.raises(DiceError, match="3 faces were given"):
        cup.roll(6)


@given(st.integers(0, 30), st.sampled_from([4, 6, 8, 10, 12, 20]), st.integers(-10, 10), st.integers(-1, 1), st.data())
def test_a_total_follows_from_the_kept_face_alone(value, sides, modifier, advantage, data):
    # rule: TST-1 TST-4
    faces = data.draw(st.lists(st.integers(1, sides), min_size=1, max_size=4))
    check = judge(tuple(Die(sides, face) for face in faces), value, doubled(value, PLAIN), modifier, advantage)
    alone = judge((Die(sides, check.face),), value, doubled(value, PLAIN), modifier)
    assert check.total == alone.total == check.face + check.attribute + modifier + check.penalty
    assert check.face in faces


def test_more_value_or_a_higher_modifier_never_lowers_a_total():
    for face, value in itertools.product(range(1, 9), range(12)):
        better = rolled([face], value + 1).total, rolled([face], value, modifier=1).total
        assert min(better) >= rolled([face], value).total
