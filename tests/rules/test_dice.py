"""Sources of dice: a pure function of the position. # rule: TST-6"""

from collections import Counter

import pytest

from game.errors import DiceError
from game.rules.dice import ScriptedDice, SeededDice, TypedDice


def test_seeded_dice_are_the_same_whoever_asks_again():
    # rule: TST-6
    dice, again = SeededDice(7), SeededDice(7)
    assert [dice.face(n, 20) for n in range(50)] == [again.face(n, 20) for n in reversed(range(50))][::-1]
    assert [dice.face(n, 20) for n in range(50)] != [SeededDice(8).face(n, 20) for n in range(50)]


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20])
def test_seeded_dice_are_fair_and_on_the_die(sides):
    # rule: TST-6
    count = 600 * sides
    seen = Counter(SeededDice(1).face(n, sides) for n in range(count))
    assert set(seen) == set(range(1, sides + 1))
    assert all(abs(each - 600) < 130 for each in seen.values())


def test_scripted_dice_say_which_die_is_missing():
    dice = ScriptedDice([6, 1], first=3)
    assert [dice.face(3, 6), dice.face(4, 6)] == [6, 1]
    with pytest.raises(DiceError, match="2 faces were given, die number 3 is missing"):
        dice.face(5, 6)
    with pytest.raises(DiceError, match="number 0"):
        dice.face(2, 6)


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_face_that_is_not_on_the_die_is_refused(face):
    with pytest.raises(DiceError, match="is not on a d6"):
        ScriptedDice([face]).face(0, 6)
    with pytest.raises(DiceError, match="is not on a d6"):
        TypedDice([face], 0, SeededDice(1)).face(0, 6)


def test_typed_dice_leave_blanks_to_the_program():
    # rule: TST-6
    rest = SeededDice(5)
    dice = TypedDice([3, None, 2], 10, rest)
    assert dice.face(10, 6) == 3
    assert dice.face(12, 6) == 2
    assert [dice.face(n, 6) for n in (9, 11, 13)] == [rest.face(n, 6) for n in (9, 11, 13)]
