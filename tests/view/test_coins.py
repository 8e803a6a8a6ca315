"""The tokens of a turn: two, spent ones told apart by their shape. # rule: ACT-1"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from game.rules.state import Turn
from game.texts import tr
from game.view.coins import coins_of
from game.view.panels.bar import Pip
from tests.rules.arena import fight, fighter
from tests.rules.effects_arena import put
from tests.view.conftest import Hands


def told(battle):
    return [(tr(each.said), each.left) for each in coins_of(battle)]


def fresh():
    return fight(fighter("a", "red", (1, 1)), fighter("b", "blue", (8, 1)))


@pytest.mark.parametrize(
    ("turn", "shown"),
    [
        (Turn(), [("Move", True), ("Execution", True)]),
        (Turn(moves=1), [("Move", False), ("Execution or Move", True)]),
        (Turn(executions=1), [("Move", True), ("Execution", False)]),
        (Turn(moves=1, executions=1), [("Move", False), ("Execution", False)]),
        (Turn(moves=2), [("Move", False), ("Execution", False)]),
        (Turn(full=1), [("Move", False), ("Execution", False)]),
    ],
)
def test_what_is_left_of_a_turn(turn: Turn, shown: list[tuple[str, bool]]) -> None:
    # rule: ACT-1
    battle = fresh().but(turn=turn)
    assert told(battle) == shown
    assert all((each.why is None) == each.left for each in coins_of(battle)) or turn.moves == 1


def test_what_a_condition_forbids_is_not_left_and_the_token_says_why() -> None:
    # rule: ACT-1 CND-13 CND-15
    held = put(fresh(), "a", "restrained")
    assert told(held) == [("Move", False), ("Execution", True)]
    assert "Restrained" in tr(coins_of(held)[0].why)
    still = put(fresh(), "a", "paralysed")
    assert told(still) == [("Move", False), ("Execution", False)]


def test_nobody_acts_before_the_fight() -> None:
    assert coins_of(fresh().but(phase="deploy")) == ()


def test_a_spent_token_has_another_shape(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    pips = [each for each in hands.play.bar.walk() if isinstance(each, Pip)]
    assert [each.left for each in pips] == [True, True]
    whole = hands.picture().subsurface(pips[0].rect).copy()
    spent = Pip(pips[0].rect, replace(coins_of(hands.play.match.battle)[0], left=False), pips[0].px)
    hands.play.bar.clear()
    hands.play.bar.add(spent)
    drawn = hands.picture().subsurface(pips[0].rect)
    radius = round(pips[0].px * 0.45)
    centre, off = (radius + 1, pips[0].rect.height // 2), (radius + 1, pips[0].rect.height // 2 + radius // 2)
    assert whole.get_at(centre) == whole.get_at(off)  # full
    assert drawn.get_at(centre) != drawn.get_at(off)  # a stroke through an empty ring
