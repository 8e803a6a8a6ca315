"""A side view: what stands along a line over the map, and what an area fills there, against heights.

>>> from game.spatial.areas import Origin, Sphere
>>> from game.spatial.grid import wall
>>> grid = Grid.empty(8, 3, [wall((5, 0), (5, 3))])
>>> found = section(grid, (0.0, 1.5), (1.0, 0.0), Sphere(Origin.centre(grid, (3, 1)), 2))
>>> round(found.length), [(round(each.at), each.bottom, each.top) for each in found.walls]
(8, [(5, 0.0, 3.0)])
>>> [each for each in found.fills if each[0] == 3.0]
[(3.0, -1.0, 3.0)]
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from game.spatial.areas import Counting, Template
from game.spatial.grid import UNITS, Barrier, Body, Cell, Grid, Mask

STEP: Final = 0.25  # metres between two looks along the line
SLICE: Final = UNITS // 4  # how fine the heights of an area are looked at, in 1/64 m
TALLEST: Final = 24  # metres above and below the ground that are looked at, at most
Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Upright:
    """A barrier that the line crosses: how far along, and its heights; all in metres."""

    at: float
    bottom: float
    top: float
    barrier: Barrier


@dataclass(frozen=True, slots=True)
class Standing:
    """A body that the line crosses: its number among those given, from where to where, and its heights; in metres."""

    number: int
    start: float
    end: float
    feet: float
    head: float


@dataclass(frozen=True, slots=True)
class Section:
    """What a line over the map meets; everything is in metres, along the line and above the map's zero.

    :ivar length: of the line, from one edge of the map to the other; it begins at ``start`` and goes ``ahead``.
    :ivar ground: (from where, height) for each stretch of the same height.
    :ivar fills: (from where, lowest, highest) of the area, for each :data:`STEP` where it fills something; infinite
        where it reaches every height.
    """

    start: Spot
    ahead: Spot
    length: float
    ground: tuple[tuple[float, float], ...]
    fills: tuple[tuple[float, float, float], ...]
    walls: tuple[Upright, ...]
    bodies: tuple[Standing, ...]

    def along(self, spot: Spot) -> float:
        """How far along the line a place is."""
        return (spot[0] - self.start[0]) * self.ahead[0] + (spot[1] - self.start[1]) * self.ahead[1]


def section(
    grid: Grid, through: Spot, ahead: Spot, template: Template | None = None, mask: Mask | None = None,
    counting: Counting = "centre", bodies: Sequence[Body] = (), most: float = TALLEST,
) -> Section:
    """The side view along the whole line through a place, in a direction.

    :param through: a place on the map, in metres.
    :param ahead: any two numbers, not both 0.
    :param mask: (H, W) bool, the cells that the area covers; None: every cell.
    :param most: how far above and below the ground an area is looked for, in metres.
    """
    size = math.hypot(*ahead)
    dx, dy = ahead[0] / size, ahead[1] / size
    back, forth = _ends(grid, through, (dx, dy))
    start = (through[0] + back * dx, through[1] + back * dy)
    length = forth - back
    ground: list[tuple[float, float]] = []
    fills: list[tuple[float, float, float]] = []
    known: dict[Cell, tuple[float, float] | None] = {}
    on: dict[int, list[float]] = {}
    for n in range(math.ceil(length / STEP)):
        at = (n + 0.5) * STEP
        cell = (int(start[0] + at * dx), int(start[1] + at * dy))
        if cell not in grid:
            continue
        height = int(grid.height[cell[1], cell[0]]) / UNITS
        if not ground or ground[-1][1] != height:
            ground.append((n * STEP, height))
        if template is not None and (mask is None or mask[cell[1], cell[0]]):
            if cell not in known:
                known[cell] = _filled(template, cell, int(grid.height[cell[1], cell[0]]), counting, int(most))
            if (heights := known[cell]) is not None:
                fills.append((n * STEP, *heights))
        for number, body in enumerate(bodies):
            if cell in body.cells:
                on.setdefault(number, []).append(n * STEP)
    stands = tuple(Standing(number, min(steps), max(steps) + STEP, bodies[number].feet / UNITS,
                            bodies[number].head / UNITS) for number, steps in on.items())
    walls = sorted(_crossed(grid, start, (dx, dy), length), key=lambda each: each.at)
    return Section(start, (dx, dy), length, tuple(ground), tuple(fills), tuple(walls), stands)


def _ends(grid: Grid, through: Spot, ahead: Spot) -> tuple[float, float]:
    """Where a line enters and leaves the map, in metres from a place on it."""
    low, high = -math.inf, math.inf
    for at, way, most in ((through[0], ahead[0], grid.cols), (through[1], ahead[1], grid.rows)):
        if abs(way) > 1e-9:
            a, b = sorted((-at / way, (most - at) / way))
            low, high = max(low, a), min(high, b)
    return low, high


def _filled(template: Template, cell: Cell, ground: int, counting: Counting, most: int) -> tuple[float, float] | None:
    """The lowest and the highest height that an area fills over a cell, infinite where it is not seen to end; None when
    it fills none."""
    base = ground // SLICE * SLICE
    some = [z for z in range(base - most * UNITS, base + most * UNITS, SLICE)
            if template.meets(Body((cell,), z + SLICE // 2, z + SLICE // 2 + 1), cell, counting)]
    if not some:
        return None
    ends = base - most * UNITS, base + most * UNITS - SLICE
    return (-math.inf if some[0] == ends[0] else some[0] / UNITS,
            math.inf if some[-1] == ends[1] else (some[-1] + SLICE) / UNITS)


def _crossed(grid: Grid, start: Spot, ahead: Spot, length: float) -> Iterator[Upright]:
    for each in grid.barriers:
        (ax, ay), (bx, by) = ((x / UNITS, y / UNITS) for x, y in (each.start, each.end))
        turn = ahead[0] * (by - ay) - ahead[1] * (bx - ax)
        if abs(turn) < 1e-9:
            continue
        at = ((ax - start[0]) * (by - ay) - (ay - start[1]) * (bx - ax)) / turn
        share = ((ax - start[0]) * ahead[1] - (ay - start[1]) * ahead[0]) / turn
        if 0 <= share <= 1 and 0 <= at <= length:
            yield Upright(at, each.bottom / UNITS, each.top / UNITS, each)
