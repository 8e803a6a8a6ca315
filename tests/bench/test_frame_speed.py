"""What one frame of the table shows while the mouse moves over a 128 x 128 map with 40 bodies and 400 barriers.

A movement field with budget 12, cover and sight within 24 m of the hovered cell, the flank mask of every enemy, and one
area of radius 6 with its passage: under 8 ms. The hovered cell is another one at each call, so that no answer is kept.
"""

from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np
import pytest

from game.spatial.areas import Circle, Origin, area_mask
from game.spatial.flanking import flank_mask
from game.spatial.grid import PLAIN, Body, units
from game.spatial.movement import movement_field
from game.spatial.sight import cover_field
from tests.bench.worlds import barrier_grid, bodies_on

pytestmark = pytest.mark.bench
SIDE, BODIES, BARRIERS = 128, 40, 400
TALL = units(1.7)


def frame() -> Callable[[], int]:
    """A frame's answers; returns how many cells are lit in all."""
    grid = barrier_grid(SIDE, BARRIERS)
    bodies = bodies_on(grid, BODIES)
    mover, friends, enemies = bodies[0], bodies[1:20], bodies[20:]
    closed = np.logical_or.reduce([each.mask(grid.shape) for each in enemies])
    taken = np.logical_or.reduce([each.mask(grid.shape) for each in friends])
    hovered = count()

    def run() -> int:
        n = next(hovered)
        cell = (34 + n * 7 % 60, 34 + n * 13 % 60)
        field = movement_field(grid, mover, 12 * PLAIN, closed=closed, no_end=taken)
        seen = cover_field(grid, Body.on(grid, cell, 1, TALL), TALL, 24)
        lit = int(field.reachable.sum()) + int((seen.level == 0).sum()) + int(seen.seen.sum())
        for enemy in enemies:
            lit += int(flank_mask(grid, 1, TALL, 1, enemy, [(friend, 1) for friend in friends]).sum())
        return lit + int(area_mask(grid, Circle(Origin.centre(grid, cell), 6)).sum())

    return run


def test_a_frame_of_masks(benchmark: Any) -> None:
    benchmark.group = f"a frame of masks, {SIDE} x {SIDE}, {BODIES} bodies, {BARRIERS} barriers"
    run = frame()
    assert run() > 1000
    benchmark(run)
