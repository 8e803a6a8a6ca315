"""Maps and battles to measure on: the same for every peer, made from a seed."""

import numpy as np
from numpy.typing import NDArray

from game.rules.catalog import DamagePart
from game.rules.powers import DamageEffect, Power, Shape
from game.rules.state import Battle
from game.spatial.grid import NO_ENTRY, PLAIN, Barrier, Body, Cell, Grid, block, units, wall
from tests.rules.arena import fight, fighter


def cost_map(side: int, seed: int = 7) -> NDArray[np.int32]:
    """(side, side) int32 in 1/1000: plain, difficult (2) and very difficult (3) ground, 10 % of no entry."""
    rng = np.random.default_rng(seed)
    cost = rng.choice([PLAIN, 2 * PLAIN, 3 * PLAIN, NO_ENTRY], size=(side, side), p=[0.6, 0.2, 0.1, 0.1])
    cost[side // 2, side // 2] = PLAIN
    return cost.astype(np.int32)


def cost_grid(side: int, seed: int = 7) -> Grid:
    return Grid.empty(side, side).replace(cost=cost_map(side, seed))


def solid_cells(side: int, share: float, seed: int = 7, spare: Cell = (0, 0)) -> list[Cell]:
    """A share of all cells, at random."""
    rng = np.random.default_rng(seed)
    chosen = rng.choice(side * side, size=int(side * side * share), replace=False)
    return [(int(n) % side, int(n) // side) for n in chosen if (int(n) % side, int(n) // side) != spare]


def walled_grid(side: int, share: float, seed: int = 7) -> Grid:
    """Full solid cells, 3 m high, on that share of the map; the middle cell is free."""
    middle = (side // 2, side // 2)
    cells = solid_cells(side, share, seed, middle)
    return Grid.empty(side, side, [side_ for cell in cells for side_ in block(cell)])


def barrier_grid(side: int, count: int, seed: int = 7) -> Grid:
    """``count`` thin walls of 1 to 3 m at cell edges and at any angle, 1 to 3 m high."""
    rng = np.random.default_rng(seed)
    barriers: list[Barrier] = []
    while len(barriers) < count:
        x, y = (float(each) for each in rng.integers(1, side - 4, 2))
        if rng.random() < 0.7:
            dx, dy = ((float(rng.integers(1, 4)), 0.0), (0.0, float(rng.integers(1, 4))))[int(rng.integers(2))]
        else:
            dx, dy = float(rng.uniform(0.5, 3)), float(rng.uniform(0.5, 3))
        barriers.append(wall((x, y), (x + dx, y + dy), top=float(rng.integers(1, 4))))
    return Grid.empty(side, side, barriers)


def bodies_on(grid: Grid, count: int, seed: int = 11) -> list[Body]:
    """Bodies of one cell, 1.7 m tall, on different cells, the first one in the middle."""
    rng = np.random.default_rng(seed)
    middle = (grid.cols // 2, grid.rows // 2)
    cells = [middle]
    while len(cells) < count:
        cell = (int(rng.integers(grid.cols)), int(rng.integers(grid.rows)))
        if cell not in cells:
            cells.append(cell)
    return [Body.on(grid, cell, 1, units(1.7)) for cell in cells]


FIRE = DamageEffect((DamagePart("fire", 4),))
CIRCLE = Power("ball", "Ball", (FIRE,), attack="area", aim="place", roll="wits", range=64,
               shape=Shape("circle", radius=4.0))
CONE = Power("breath", "Breath", (FIRE,), attack="area", aim="place", roll="wits", shape=Shape("cone", length=4.0))


def skirmish(side: int, creatures: int, barriers: int | None = None, seed: int = 3) -> Battle:
    """Two teams in turn around the middle of a map, where the first creature stands; half of them carry bows."""
    rng, middle = np.random.default_rng(seed), side // 2
    grid = barrier_grid(side, side * side // 20 if barriers is None else barriers)
    far, cells = max(10, int(creatures**0.5) + 2), [(middle, middle)]
    while len(cells) < creatures:
        cell = (middle + int(rng.integers(-far, far + 1)), middle + int(rng.integers(-far, far + 1)))
        if cell not in cells and cell in grid:
            cells.append(cell)
    return fight(*(fighter(f"f{n}", "ab"[n % 2], cell, mobility=(8, 8), weapons=("sword", "bow"),
                           hands=("bow",) if n % 4 > 1 else ("sword",)) for n, cell in enumerate(cells)), grid=grid)
