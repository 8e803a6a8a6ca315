"""How fast battles are played without a window: four against four, a legal action at random each time.

The measure is turns a second on one core; 200 is what is asked for.
"""

import random
from collections.abc import Callable

import pytest

from game.content.scenarios import find_scenario, load_scenario
from game.rules.actions import Begin, EndTurn
from game.rules.dice import SeededDice
from game.rules.engine import apply, legal_actions
from game.rules.state import Battle

pytestmark = pytest.mark.bench
TURNS = 400


def begun(name: str) -> Battle:
    """A shipped scenario in round 1."""
    return apply(load_scenario(find_scenario(name)), Begin(), SeededDice(1))[0]


def played(start: Battle, seed: int) -> int:
    """Turns of random legal play from a battle, started anew when one is over."""
    rng, dice, state, turns = random.Random(seed), SeededDice(seed), start, 0
    while turns < TURNS:
        if state.phase == "over":
            state = start
        action = rng.choice(legal_actions(state))
        turns += isinstance(action, EndTurn)
        state, _ = apply(state, action, dice)
    return turns


def run(name: str) -> Callable[[], int]:
    start = begun(name)
    return lambda: played(start, 1)


@pytest.mark.parametrize("name", ["bridge", "ambush", "sorcerers"])
def test_turns_of_random_legal_play(benchmark, name: str) -> None:  # type: ignore[no-untyped-def]
    assert benchmark.pedantic(run(name), rounds=3, warmup_rounds=1) == TURNS
    benchmark.extra_info["turns a second"] = round(TURNS / benchmark.stats["mean"])
