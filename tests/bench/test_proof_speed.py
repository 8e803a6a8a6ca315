"""How long a proof takes: one modifier of a sheet with the nearest place or change, on a 64 x 64 map with 20 creatures.

The measure is milliseconds for one proof, everything about the map being new; 20 are what is asked for.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from game.insight.proof import Proof
from game.insight.proving import prove_rule
from game.insight.proving_areas import prove_cell
from game.insight.proving_walks import prove_move
from game.rules.actions import Attack
from game.rules.attack import attack_sheet
from game.rules.bodies import misplaced
from game.rules.ground import mask_of
from game.rules.places import Area, area_of, places_for
from game.rules.powers import Power, Shape, powers
from game.rules.state import Battle, Placement, Structure
from game.spatial.grid import UNITS, Grid, wall
from tests.bench.worlds import barrier_grid, bodies_on
from tests.rules.arena import fight, fighter

pytestmark = pytest.mark.bench
SIDE, CREATURES, WALLS = 64, 20, 200


def world(seed: int = 7) -> tuple[Grid, list[Structure]]:
    """A map of thin walls, each a structure of its own, with smoke and two heights."""
    grid = barrier_grid(SIDE, WALLS, seed)
    rng = np.random.default_rng(seed)
    smoke, height = grid.concealment.copy(), grid.height.copy()
    for _ in range(30):
        x, y = (int(each) for each in rng.integers(0, SIDE - 4, 2))
        smoke[y:y + 3, x:x + 3] = 1
        height[y:y + 2, x + 1:x + 4] = UNITS
    walls = tuple(replace(each, structure=f"w{n}") for n, each in enumerate(grid.barriers))
    return grid.replace(barriers=walls, concealment=smoke, height=height), [
        Structure(each.structure, "wall") for each in walls]


def melee() -> Battle:
    """Ten against ten, the two in the middle next to each other, others around them."""
    grid, structures = world()
    middle = SIDE // 2
    cells = [(middle, middle), (middle + 1, middle), (middle + 2, middle + 1), (middle - 1, middle + 1)]
    cells += [body.cells[0] for body in bodies_on(grid, 60)[1:]]
    made = []
    for n, cell in enumerate(dict.fromkeys(cells)):
        team = "red" if n % 2 == 0 else "blue"
        who = fighter(f"c{n}", team, cell, weapons=("sword", "bow"), prone=n == 1)
        if len(made) < CREATURES and misplaced(fight(who, grid=grid, structures=structures), who, cell) is None:
            made.append(who)
    return fight(*made, grid=grid, structures=structures)


def anew(battle: Battle) -> Battle:
    """The same battle, about which nothing is known yet."""
    return battle.but(map=battle.map.replace(barriers=battle.map.barriers[1:] + battle.map.barriers[:1]))


CASES = [
    ("flanking, absent", "melee", "SIT-2"), ("high ground, absent", "melee", "SIT-3"), ("prone", "melee", "CND-11"),
    ("partial cover", "ranged", "SIT-6"), ("concealment", "ranged", "SIT-4"), ("total cover", "ranged", "SIT-7"),
    ("shots in a crowd", "ranged", "ATK-3"), ("range", "ranged", "ATK-2"),
]


def proof_of(battle: Battle, mode: str, rule: str) -> Callable[[], list[Proof]]:
    foes = [each for each in battle.combatants if each.team == "blue"]
    far = "c1" if mode == "melee" else max(foes, key=lambda each: abs((each.cell or (0, 0))[0] - SIDE // 2)).id
    attack = Attack("c0", far, "sword" if mode == "melee" else "bow", "melee" if mode == "melee" else "ranged")
    sheet = attack_sheet(battle, attack)
    return lambda: list(prove_rule(battle, sheet, rule))


@pytest.mark.parametrize(("name", "mode", "rule"), CASES, ids=[each[0] for each in CASES])
def test_a_proof_of_an_attack(benchmark, name: str, mode: str, rule: str) -> None:  # type: ignore[no-untyped-def]
    battle = melee()
    assert len(list(battle.present())) == CREATURES

    def fresh() -> tuple[tuple[Callable[[], list[Proof]]], dict[str, object]]:
        nonlocal battle
        battle = anew(battle)
        return (proof_of(battle, mode, rule),), {}

    assert benchmark.pedantic(lambda ask: ask(), setup=fresh, rounds=20, warmup_rounds=2)


def test_a_proof_of_a_walk_to_a_closed_place(benchmark) -> None:  # type: ignore[no-untyped-def]
    battle, (x, y) = melee(), (60, 3)
    sides = [wall((x + i, y + j), (x + i + k, y + j + 1 - k), structure=f"room{i}{j}{k}")
             for i, j, k in ((0, 0, 0), (1, 0, 0), (0, 0, 1), (0, 1, 1))]
    rooms = tuple(Structure(each.structure, "wall") for each in sides)
    battle = battle.but(map=battle.map.replace(barriers=(*battle.map.barriers, *sides)),
                        structures=(*battle.structures, *rooms))

    def fresh() -> tuple[tuple[Battle], dict[str, object]]:
        nonlocal battle
        battle = anew(battle)
        return (battle,), {}

    found = benchmark.pedantic(lambda where: prove_move(where, "c0", (x, y)), setup=fresh, rounds=20, warmup_rounds=2)
    assert len(found.changes) == 1


def cut_off(battle: Battle, burst: Power, place: Placement) -> NDArray[np.intp]:
    """(N, 2) rows and columns of the cells of an area's shape that it does not get to."""
    area = area_of(battle, battle["c0"], burst, place)
    return np.argwhere(mask_of(battle.grid, area.template, battle.settings.counting, "none") & ~area.mask)


def test_a_proof_of_a_cell_cut_off_from_an_area(benchmark) -> None:  # type: ignore[no-untyped-def]
    battle, burst = melee(), replace(powers()["fireball"], shape=Shape("circle", radius=8))
    place, dark = next((put, cells) for put in places_for(battle, battle["c0"], burst)
                       if put is not None and len(cells := cut_off(battle, burst, put)))
    y, x = (int(each) for each in dark[0])

    def fresh() -> tuple[tuple[Battle, Area], dict[str, object]]:
        nonlocal battle
        battle = anew(battle)
        return (battle, area_of(battle, battle["c0"], burst, place)), {}

    found = benchmark.pedantic(lambda where, there: prove_cell(where, there, (x, y)), setup=fresh, rounds=20,
                               warmup_rounds=2)
    assert found.verdict == "no"
