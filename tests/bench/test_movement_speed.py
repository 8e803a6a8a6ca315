"""Whole-map movement fields beside three libraries, on maps that only have costs (the peers know no walls)."""

from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from game.spatial.grid import NO_ENTRY, PLAIN, Body
from game.spatial.movement import movement_field
from tests.bench.worlds import cost_grid

pytestmark = pytest.mark.bench
SIDES = (64, 128)


def flanco(side: int) -> Callable[[], NDArray[np.int64]]:
    """Our field on a map whose steps are known, as during a battle."""
    grid = cost_grid(side)
    body = Body.on(grid, (side // 2, side // 2))

    def run() -> NDArray[np.int64]:
        return movement_field(grid, body).cost.astype(np.int64)

    return run


def flanco_changed(side: int) -> Callable[[], NDArray[np.int64]]:
    """Our field on a grid that is new at every call: its tables are made within the time that is measured."""
    layers = cost_grid(side)
    fresh = count()

    def run() -> NDArray[np.int64]:
        grid = layers.replace(surfaces=(f"ground {next(fresh)}",))  # another version: no table is known
        return movement_field(grid, Body.on(grid, (side // 2, side // 2))).cost.astype(np.int64)

    return run


def tcod(side: int) -> Callable[[], NDArray[np.int64]]:
    path = pytest.importorskip("tcod.path")
    cost = cost_grid(side).cost
    plain = np.where(cost == NO_ENTRY, 0, cost // PLAIN).astype(np.int32)  # 0 is no entry there

    def run() -> NDArray[np.int64]:
        far = np.full(plain.shape, np.iinfo(np.int32).max, np.int32)
        far[side // 2, side // 2] = 0
        path.dijkstra2d(far, plain, cardinal=1, diagonal=1, out=far)
        return np.where(far == np.iinfo(np.int32).max, -1, far.astype(np.int64) * PLAIN)

    return run


def skimage(side: int) -> Callable[[], NDArray[np.int64]]:
    graph = pytest.importorskip("skimage.graph")
    cost = cost_grid(side).cost
    plain = np.where(cost == NO_ENTRY, -1, cost // PLAIN).astype(np.float64)  # negative is no entry there

    class Entered(graph.MCP):  # type: ignore[misc, name-defined]
        """A step costs the cell that is entered, as MCP does by default."""

    def run() -> NDArray[np.int64]:
        far, _ = Entered(plain).find_costs([(side // 2, side // 2)])
        own = plain[side // 2, side // 2]  # MCP counts the start's own cell
        return np.where(np.isinf(far), -1, ((far - own) * PLAIN)).astype(np.int64)

    return run


def scipy(side: int) -> Callable[[], NDArray[np.int64]]:
    sparse = pytest.importorskip("scipy.sparse")
    csgraph = pytest.importorskip("scipy.sparse.csgraph")
    cost = cost_grid(side).cost
    number = np.arange(side * side).reshape(side, side)

    def graph() -> Any:
        starts, ends, weights = [], [], []
        free = cost != NO_ENTRY
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                if dx == dy == 0:
                    continue
                a = (slice(max(-dy, 0), side - max(dy, 0)), slice(max(-dx, 0), side - max(dx, 0)))
                b = (slice(max(dy, 0), side + min(dy, 0)), slice(max(dx, 0), side + min(dx, 0)))
                open_ = free[a] & free[b]
                starts.append(number[a][open_])
                ends.append(number[b][open_])
                weights.append(cost[b][open_])
        where = (np.concatenate(starts), np.concatenate(ends))
        return sparse.csr_matrix((np.concatenate(weights), where), shape=(side * side, side * side))

    def run() -> NDArray[np.int64]:
        far = csgraph.dijkstra(graph(), indices=number[side // 2, side // 2]).reshape(side, side)
        return np.where(np.isinf(far), -1, far).astype(np.int64)

    return run


PEERS = {"flanco": flanco, "flanco, map new": flanco_changed, "tcod": tcod, "scikit-image": skimage, "scipy": scipy}


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("peer", PEERS)
def test_movement_field(benchmark: Any, peer: str, side: int) -> None:
    benchmark.group = f"movement field, {side} x {side}, whole map"
    run = PEERS[peer](side)
    wanted = flanco(side)()
    assert np.array_equal(run(), wanted)  # the same work
    benchmark(run)
