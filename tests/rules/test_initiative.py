"""Who acts first."""

import pytest

from game.rules.actions import Begin
from game.rules.checks import Cup
from game.rules.dice import ScriptedDice
from game.rules.events import InitiativeRolled, RoundBegan, TurnBegan
from game.rules.initiative import roll_initiative
from tests.rules.arena import battle, do, fighter


def of(faces, *mobilities):
    """The order of creatures a, b, c... with these mobility values, and how many dice were used."""
    fighters = [fighter(chr(97 + n), "red", (n, 0), mobility=(value, 8)) for n, value in enumerate(mobilities)]
    cup = Cup(ScriptedDice(faces), 0)
    order, rolls = roll_initiative(battle(*fighters), cup)
    assert sum(len(roll.check.dice) for roll in rolls) == cup.position == len(faces)
    return "".join(order)


@pytest.mark.parametrize(
    ("faces", "mobilities", "order"),
    [
        ([3, 6, 4], (5, 5, 5), "bca"),
        ([2, 2, 2], (5, 9, 7), "bca"),  # totals 7, 11, 9
        ([8, 7, 2], (3, 5, 5), "abc"),  # the highest face doubles: 8 + 6 = 14 against 12
        ([1, 2, 3], (12, 3, 3), "acb"),  # the lowest costs 5: 1 + 12 - 5 = 8 against 5 and 6
    ],
)
def test_initiative_is_a_mobility_test_and_the_highest_acts_first(faces, mobilities, order):
    # rule: INI-1
    assert of(faces, *mobilities) == order


def test_a_tie_goes_to_the_higher_mobility_without_a_roll():
    # rule: INI-2
    assert of([5, 3, 4], 5, 7, 6) == "bca"  # 10, 10, 10


def test_those_still_tied_reroll_among_themselves():
    # rule: INI-3
    assert of([4, 4, 6, 2, 7], 5, 5, 5) == "cba"


def test_a_reroll_is_repeated_while_tied():
    # rule: INI-3
    assert of([4, 4, 3, 3, 5, 6], 5, 5) == "ba"
    assert of([4, 4, 4, 6, 3, 3, 2, 5], 5, 5, 5) == "acb"  # of three, two tie again and roll alone


def test_a_reroll_changes_nobody_elses_place():
    # rule: INI-3
    # d is below the tied b and c; however they reroll, even 8 + 10 or 1 + 5 - 5, it stays below and a above
    assert of([7, 4, 4, 3, 8, 1], 5, 5, 5, 5) == "abcd"
    assert of([7, 4, 4, 3, 1, 8], 5, 5, 5, 5) == "acbd"


def test_two_tied_groups_reroll_first_group_first():
    # rule: INI-3 TST-6
    assert of([6, 3, 6, 3, 2, 3, 4, 5], 5, 5, 5, 5) == "cadb"


def test_dice_that_never_differ_come_to_an_end():
    class Stuck:
        def face(self, position, sides):
            return 4

    fighters = [fighter(id, "red", (0, 0)) for id in "ab"]
    order, rolls = roll_initiative(battle(*fighters), Cup(Stuck(), 0))
    assert order == ("a", "b")
    assert len(rolls) < 1000


def test_begin_rolls_and_starts_round_1_with_the_first():
    # rule: INI-1 TIM-1
    before = battle(fighter("a", "red", (0, 0)), fighter("b", "blue", (3, 0)))
    after, events = do(before, Begin(), dice=[3, 6])
    assert [type(each) for each in events] == [InitiativeRolled, RoundBegan, TurnBegan]
    assert events[0].order == after.order == after.waiting == ("b", "a")
    assert (after.round, after.active.id, after.dice) == (1, "b", 2)
    assert [after[who].initiative for who in "ab"] == [8, 11]
