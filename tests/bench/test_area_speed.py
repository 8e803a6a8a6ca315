"""Area masks on a 128 x 128 map beside scikit-image.

scikit-image draws the bare shape into a mask. We also find, with walls on the map, what its effect reaches: a burst
flows from cell to cell, a cone goes in straight lines. The area is at hand, as scikit-image's numbers are; "built anew"
makes it and its origin within the time that is measured, as when the mouse moves.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from game.spatial.areas import Circle, Cone, Origin, Template, area_mask
from game.spatial.grid import Grid, Mask
from tests.bench.worlds import barrier_grid, walled_grid

pytestmark = pytest.mark.bench
SIDE, MIDDLE = 128, 64
WALLS: dict[str, Callable[[], Grid]] = {
    "flanco": lambda: Grid.empty(SIDE, SIDE),
    "flanco, 400 thin walls": lambda: barrier_grid(SIDE, 400),
    "flanco, 10 % solid": lambda: walled_grid(SIDE, 0.1),
}


ANEW = "flanco, 10 % solid, built anew"


def flanco(make: Callable[[Origin], Template], walls: str) -> Callable[[], Mask]:
    grid = WALLS[walls if walls != ANEW else "flanco, 10 % solid"]()

    def origin() -> Origin:
        return Origin("corner", (MIDDLE * 64, MIDDLE * 64), 64, (MIDDLE, MIDDLE))

    known = make(origin())
    if walls == ANEW:
        return lambda: area_mask(grid, make(origin()))
    return lambda: area_mask(grid, known)


def skimage_disk(radius: float) -> Callable[[], Mask]:
    draw = pytest.importorskip("skimage.draw")

    def run() -> Mask:
        mask = np.zeros((SIDE, SIDE), np.bool_)
        mask[draw.disk((MIDDLE - 0.5, MIDDLE - 0.5), radius, shape=mask.shape)] = True
        return mask

    return run


def skimage_cone(length: float) -> Callable[[], Mask]:
    """A triangle as wide at its end as it is long, toward the east."""
    draw = pytest.importorskip("skimage.draw")

    def run() -> Mask:
        mask = np.zeros((SIDE, SIDE), np.bool_)
        tip, end, half = MIDDLE - 0.5, MIDDLE - 0.5 + length, length / 2
        mask[draw.polygon([tip, tip - half, tip + half], [tip, end, end], shape=mask.shape)] = True
        return mask

    return run


@pytest.mark.parametrize("radius", [4, 12, 20])
@pytest.mark.parametrize("peer", [*WALLS, ANEW, "scikit-image"])
def test_circle(benchmark: Any, peer: str, radius: int) -> None:
    benchmark.group = f"circle of radius {radius}"
    ours = {walls: flanco(lambda origin: Circle(origin, radius), walls) for walls in (*WALLS, ANEW)}
    theirs = skimage_disk(radius)
    assert (ours["flanco"]() == theirs()).all()  # the same work
    benchmark(ours.get(peer, theirs))


@pytest.mark.parametrize("length", [4, 8, 20])
@pytest.mark.parametrize("peer", [*WALLS, ANEW, "scikit-image"])
def test_cone(benchmark: Any, peer: str, length: int) -> None:
    benchmark.group = f"cone of length {length}"
    angle = math.degrees(2 * math.atan(0.5))
    ours = {walls: flanco(lambda origin: Cone(origin, (1, 0), length, angle, "flat"), walls)
            for walls in (*WALLS, ANEW)}
    theirs = skimage_cone(length)
    assert (ours["flanco"]() == theirs()).all()
    benchmark(ours.get(peer, theirs))
