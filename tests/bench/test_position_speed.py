"""Answers about positions on a 64 x 64 map with 200 walls and 20 creatures, 10 against 10, beside one question a place.

What is asked for: the best placements of a circle of 4 m in under 100 ms, of a cone of 4 m in 32 directions from every
square within a Move in under 300 ms, and the stand-here map in under 50 ms. The map's table of barriers is known; what
was worked out about the battle is not.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from game.insight.placing import best_of_power
from game.insight.stand import stand_at, stand_map
from game.rules.casting import area_hits_of
from game.rules.places import why_not_there
from game.rules.power_odds import power_odds
from game.rules.powers import Power
from game.rules.state import Battle, Placement
from tests.bench.worlds import CIRCLE, CONE, skirmish

pytestmark = pytest.mark.bench
SIDE, CREATURES = 64, 20


def anew(battle: Battle, ask: Callable[[], Any]) -> Callable[[], Any]:
    """The question, with nothing known about the battle."""
    def run() -> Any:
        battle.memo.clear()
        return ask()

    return run


def one_by_one(battle: Battle, power: Power) -> tuple[int, int, Fraction]:
    """The best placement by judging each: the most enemies, then what they lose, then the fewest allies."""
    caster, grid, best = battle["f0"], battle.grid, (0, Fraction(0), 0)
    points = {each.id: power_odds(battle, "f0", power, each.id).odds.expected for each in battle.present()}
    places = [Placement("corner", x, y) for x in range(grid.cols + 1) for y in range(grid.rows + 1)]
    for place in [*places, *(Placement("cell", x, y) for x in range(grid.cols) for y in range(grid.rows))]:
        if why_not_there(battle, caster, power, place) is None:
            hit = area_hits_of(battle, caster, power, place)
            foes = [id for id in hit if battle[id].team != caster.team]
            best = max(best, (len(foes), sum((points[id] for id in foes), Fraction(0)), len(foes) - len(hit)))
    return best[0], -best[2], best[1]


@pytest.mark.parametrize("peer", ["flanco", "one by one"])
def test_circle(benchmark: Any, peer: str) -> None:
    benchmark.group = f"best placements, circle of 4 m, {SIDE} x {SIDE}, {CREATURES} creatures"
    battle = skirmish(SIDE, CREATURES)
    found = best_of_power(battle, "f0", CIRCLE)
    assert found is not None
    best = found.best[0]
    assert (len(best.enemies), len(best.allies), best.expected) == one_by_one(battle, CIRCLE)
    if peer == "flanco":
        benchmark(anew(battle, lambda: best_of_power(battle, "f0", CIRCLE)))
    else:
        benchmark.pedantic(anew(battle, lambda: one_by_one(battle, CIRCLE)), rounds=2)


def test_cone(benchmark: Any) -> None:
    battle = skirmish(SIDE, CREATURES)
    run = anew(battle, lambda: best_of_power(battle, "f0", CONE, snap=32, walk=True))
    tried = run().tried
    benchmark.group = f"best placements, cone of 4 m, 32 directions, from every square of a Move ({tried} placements)"
    assert tried > 20_000
    benchmark(run)


@pytest.mark.parametrize("target", ["f1", None])
@pytest.mark.parametrize("peer", ["flanco", "one by one"])
def test_stand(benchmark: Any, peer: str, target: str | None) -> None:
    battle = skirmish(SIDE, CREATURES)
    found = stand_map(battle, "f0", target)
    assert found is not None
    cells = [(int(x), int(y)) for y, x in np.argwhere(found.reachable)]
    whom = "all enemies" if target is None else "one enemy"
    benchmark.group = f"stand-here map against {whom}, {len(cells)} squares, {CREATURES} creatures"

    def each() -> list[float]:
        return [float(stand_at(battle, "f0", cell, target).taken) for cell in cells]

    if peer == "flanco":
        benchmark(anew(battle, lambda: stand_map(battle, "f0", target)))
    else:
        assert np.allclose(each(), [found.taken[y, x] for x, y in cells])
        benchmark.pedantic(anew(battle, each), rounds=1)
