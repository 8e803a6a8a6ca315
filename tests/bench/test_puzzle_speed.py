"""That a puzzle cannot be solved, proved on a 64 x 64 map with 200 walls and 20 creatures: in under 5 s is asked for.

Nothing is known about the battle before.
"""

from dataclasses import replace
from typing import Any

import pytest

from game.learn.goals import Goal, Hit, Reach, Sheet, Stand
from game.learn.puzzles import from_game, solve
from game.rules.state import Battle
from tests.bench.worlds import CIRCLE, CONE, skirmish

pytestmark = pytest.mark.bench
SIDE, CREATURES = 64, 20
GOALS: dict[str, tuple[Goal, ...]] = {
    "far away": (Stand("f0", ((0, 0),)),),
    "flank": (Sheet("f0", "f1", holds=("SIT-2",), mode="melee"),),
    "strike and be far away": (Stand("f0", ((0, 0),)), Reach("f0", "f1")),
    "four in a circle": (Hit("f0", 4, 0, CIRCLE.id),),
    "three in a cone": (Hit("f0", 3, 0, CONE.id),),
}


def caster() -> Battle:
    """The skirmish, its first creature with two areas."""
    battle = skirmish(SIDE, CREATURES)
    first = battle["f0"]
    return battle.with_combatant(first.but(sheet=replace(first.sheet, powers=(CIRCLE, CONE))))


@pytest.mark.parametrize("name", GOALS)
def test_refusal(benchmark: Any, name: str) -> None:
    benchmark.group = f"a puzzle that cannot be solved: {name}, {SIDE} x {SIDE}, {CREATURES} creatures"
    puzzle = from_game(caster(), "f0", *GOALS[name])

    def run() -> None:
        puzzle.battle.memo.clear()
        assert solve(puzzle) is None

    benchmark.pedantic(run, rounds=3, warmup_rounds=1)
