"""What if: playing on from any moment with the same dice, and coming back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import IllegalAction
from game.insight.branch import Branch
from game.rules.actions import EndTurn, Move
from game.rules.dice import ScriptedDice, SeededDice
from game.rules.engine import legal_actions
from game.rules.history import Game
from tests.rules.test_history import BLOW, DICE, STEPS, duel, play

OTHER = SeededDice(99)


@settings(max_examples=20)
@given(st.integers(0, len(STEPS)), st.integers(0, 3))
def test_the_same_actions_from_any_moment_lead_to_the_same_game(moment: int, undone: int) -> None:
    # rule: TST-6
    home = play(duel(), *STEPS)
    for _ in range(undone):
        home = home.undo()
    branch = Branch.off(home, moment)
    for action in STEPS[moment:]:
        branch = branch.do(action, OTHER)
    assert branch.kept().battle == home.steps[-1].battle
    assert branch.kept().dice == play(duel(), *STEPS).dice
    assert branch.back() is home


def test_dice_that_people_rolled_fall_the_same_way_again() -> None:
    home = play(duel(), *STEPS[:2], dice=ScriptedDice((8, 1))).do(BLOW, ScriptedDice((7, 2), 2))
    struck = home.log[-2:]
    branch = Branch.off(home, 2).do(BLOW, OTHER)
    assert branch.game.log[-2:] == struck
    later = branch.do(EndTurn("a"), OTHER)
    assert later.game.past[:3] == home.past
    other = Branch.off(home, 1).do(BLOW, OTHER)  # the same dice, whoever stands where
    assert [die.face for die in other.tried[0].dice] == [7, 2]


def test_other_things_may_be_tried_and_undone_as_far_as_the_branch_goes() -> None:
    home = play(duel(), *STEPS)
    branch = Branch.off(home, 2)
    assert not branch.can_undo
    assert branch.undo() == branch
    tried = branch.do(Move("a", (2, 3)), DICE).do(EndTurn("a"), DICE)
    assert [step.action for step in tried.tried] == [Move("a", (2, 3)), EndTurn("a")]
    again = tried.undo().undo().undo()
    assert again.game.battle == branch.game.battle
    assert again.redo().redo() == tried
    assert tried.back() == home
    assert tried.kept().undo().undo().undo().battle == home.steps[0].battle


def test_a_branch_of_a_branch() -> None:
    home = play(duel(), *STEPS[:3])
    first = Branch.off(home, 1).do(Move("a", (3, 3)), DICE)
    second = Branch.off(first.game, 1)
    assert second.back() is first.game
    assert legal_actions(second.game.battle) == legal_actions(home.steps[0].battle)


def test_a_branch_now_and_from_no_such_moment() -> None:
    home = play(duel(), *STEPS[:3]).undo()
    assert Branch.off(home).game == Game(home.initial, home.past, 2)
    for moment in (-1, 4):
        with pytest.raises(IllegalAction, match="the game has 3 steps"):
            Branch.off(home, moment)
