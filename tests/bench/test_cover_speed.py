"""Cover of every cell within 20 m of one attacker, on a 64 x 64 map, beside shapely.

We trace 8 x 8 lines in 3-D for each cell and settle ties exactly. shapely gets less to do: the 4 x 4 flat lines,
against a prepared union of the same walls, counted in the same way; heights and exact ties are not asked of it.
"""

from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from game.spatial.grid import UNITS, Body, Grid, units
from game.spatial.sight import cover_field
from tests.bench.worlds import walled_grid

pytestmark = pytest.mark.bench
SIDE, RADIUS = 64, 20
TALL = units(1.7)


def flanco(grid: Grid) -> Callable[[], NDArray[np.float64]]:
    """Shares of blocked lines; the map's table of barriers is known, as shapely's union is prepared."""
    attacker = Body.on(grid, (SIDE // 2, SIDE // 2), 1, TALL)

    def run() -> NDArray[np.float64]:
        return cover_field(grid, attacker, TALL, RADIUS).blocked / 8

    return run


def flanco_map_new(grid: Grid) -> Callable[[], NDArray[np.float64]]:
    """The same on a grid that is new at every call: its table is made within the time that is measured."""

    fresh = count()

    def run() -> NDArray[np.float64]:
        return flanco(grid.replace(surfaces=(f"ground {next(fresh)}",)))()  # another version: no table is known

    return run


def shapely(grid: Grid) -> Callable[[], NDArray[np.float64]]:
    shapely = pytest.importorskip("shapely")
    walls = shapely.union_all(
        [shapely.LineString([barrier.start, barrier.end]) for barrier in grid.barriers]
    )
    shapely.prepare(walls)
    middle = SIDE // 2
    inset = np.array([UNITS // 8, UNITS - UNITS // 8])
    low, high = middle - RADIUS, middle + RADIUS + 1
    cells = np.array([(x, y) for y in range(low, high) for x in range(low, high)])  # (C, 2)
    corners = np.array([(i, j) for j in inset for i in inset])  # (4, 2)

    def run() -> NDArray[np.float64]:
        starts = middle * UNITS + corners  # (4, 2)
        ends = cells[:, None, :] * UNITS + corners  # (C, 4, 2)
        lines = np.empty((len(cells), 4, 4, 2, 2), np.float64)  # cell, attacker's point, target's point, end, x or y
        lines[:, :, :, 0] = starts[None, :, None]
        lines[:, :, :, 1] = ends[:, None, :]
        blocked = shapely.intersects(walls, shapely.linestrings(lines))
        share = np.ones((SIDE, SIDE))
        share[cells[:, 1], cells[:, 0]] = blocked.sum(axis=2).min(axis=1) / 4
        return share

    return run


PEERS = {"flanco": flanco, "flanco, map new": flanco_map_new, "shapely": shapely}


@pytest.mark.parametrize("density", [10, 2])
@pytest.mark.parametrize("peer", PEERS)
def test_cover_field(benchmark: Any, peer: str, density: int) -> None:
    benchmark.group = f"cover field, radius {RADIUS} m, {density} % walls"
    grid = walled_grid(SIDE, density / 100)
    run = PEERS[peer](grid)
    ours, theirs = flanco(grid)(), run()
    middle = SIDE // 2
    solid = np.zeros((SIDE, SIDE), np.bool_)
    for barrier in grid.barriers:  # the top left of each block
        x, y = (min(barrier.start[axis], barrier.end[axis]) // UNITS for axis in (0, 1))
        solid[min(y, SIDE - 1), min(x, SIDE - 1)] = True
    window = np.zeros_like(solid)
    window[middle - RADIUS:middle + RADIUS + 1, middle - RADIUS:middle + RADIUS + 1] = True
    same = np.isclose(ours, theirs)[window & ~solid]
    assert same.mean() > 0.97  # they differ where a line only touches a wall's end
    benchmark(run)
