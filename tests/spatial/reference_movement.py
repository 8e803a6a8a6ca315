"""Movement, pushes and flanking done slowly and plainly, as oracles for the kernels and written apart from them.

Every step is judged anew from the grid, every barrier is tried for every line, and costs are fractions.
"""

import heapq
import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from game.spatial.grid import NO_ENTRY, Barrier, Body, Cell, Grid, Mask
from tests.spatial.reference import cut, holds

COMPASS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0), "NE": (1, -1), "SE": (1, 1), "SW": (-1, 1),
           "NW": (-1, -1)}
HALF, METRE = 32, 64
State = tuple[Cell, int]


def cells_of(cell: Cell, size: int) -> set[Cell]:
    """The cells of a footprint."""
    return {(x, y) for x in range(cell[0], cell[0] + size) for y in range(cell[1], cell[1] + size)}


@cache
def sides_cut(barrier: Barrier, a: Cell, b: Cell) -> frozenset[int]:
    """Which shifted copies of the line between the centres of two cells the barrier cuts; both when it holds an end."""
    (ax, ay), (bx, by) = ((64 * x + 32, 64 * y + 32) for x, y in (a, b))
    if holds(barrier, ax, ay) or holds(barrier, bx, by):
        return frozenset((-1, 1))
    level = barrier.bottom
    return frozenset(side for side in (-1, 1) if cut(barrier, (ax, ay, level), (bx, by, level), side))


@dataclass(frozen=True)
class Mover:
    """A body of ``size`` x ``size`` and how it moves. ``altitude`` is None for a walker."""

    grid: Grid
    size: int
    tall: int
    start: Cell
    feet: int  # at the start
    rule: str = "uniform"
    corners: str = "both"
    difficult: str = "multiply"
    slow: int = 1
    altitude: int | None = None
    closed: Mask | None = None
    rises: tuple[int, int, int] = (HALF, METRE, 2 * METRE)  # up for nothing, up at a cost, down

    def feet_at(self, cell: Cell, leaving: bool = False) -> int:
        """The height of the feet in a place; in the start, before it is left, that of the body as it was given."""
        if leaving and cell == self.start:
            return self.feet
        ground = max(int(self.grid.height[y, x]) for x, y in cells_of(cell, self.size))
        return ground if self.altitude is None else max(ground, self.altitude)

    def on_map(self, cell: Cell) -> bool:
        """Whether the whole footprint is on the map."""
        return all(each in self.grid for each in cells_of(cell, self.size))

    def stands(self, a: Cell, b: Cell, low: int, high: int) -> bool:
        """Whether movement barriers that meet [low, high) shut the line between two centres."""
        found: set[int] = set()
        for barrier in self.grid.barriers:
            if barrier.move and barrier.bottom < high and barrier.top > low:
                found |= sides_cut(barrier, a, b)
        return found == {-1, 1}

    def walled(self, cell: Cell, to: Cell, low: int, high: int) -> bool:
        """Whether a footprint cell's line from one place to another is shut."""
        dx, dy = to[0] - cell[0], to[1] - cell[1]
        return any(self.stands((x, y), (x + dx, y + dy), low, high) for x, y in cells_of(cell, self.size))

    def parted(self, cell: Cell, low: int, high: int) -> bool:
        """Whether a barrier stands between a footprint's own cells."""
        own = cells_of(cell, self.size)
        return any(self.stands(a, b, low, high) for a in own for b in own
                   if a < b and max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1)

    def solid(self, cell: Cell, to: Cell) -> bool:
        """Whether barriers or rises stop the step, whatever is on the ground."""
        here, there = self.feet_at(cell, True), self.feet_at(to)
        low, high = here + HALF, max(here, there) + max(self.tall, HALF + 1)
        if self.walled(cell, to, low, high) or self.parted(to, there + HALF, there + max(self.tall, HALF + 1)):
            return True
        if self.altitude is None and there - here > self.rises[1]:
            return True
        if cell[0] == to[0] or cell[1] == to[1]:
            return False
        ways = [
            not self.walled(cell, corner, low, high)
            and not self.parted(corner, low, high)
            and not self.walled(corner, to, low, high)
            and (self.altitude is not None or self.feet_at(corner) - here <= self.rises[1])
            for corner in ((to[0], cell[1]), (cell[0], to[1]))
        ]
        return not (all(ways) if self.corners == "both" else any(ways))

    def entered(self, cell: Cell, to: Cell) -> set[Cell]:
        """The cells newly entered."""
        return cells_of(to, self.size) - cells_of(cell, self.size)

    def terrain(self, cell: Cell, to: Cell) -> int | None:
        """The worst cost newly entered; None when it cannot be entered."""
        new = self.entered(cell, to)
        if any(self.grid.cost[y, x] == NO_ENTRY or (self.closed is not None and self.closed[y, x]) for x, y in new):
            return None
        return max(int(self.grid.cost[y, x]) for x, y in new)

    def falls(self, cell: Cell, to: Cell) -> bool:
        """Whether the step is a fall."""
        return self.altitude is None and self.feet_at(cell, True) - self.feet_at(to) > self.rises[2]

    def cost(self, cell: Cell, to: Cell, parity: int) -> tuple[int, int] | None:
        """The cost of a step and the parity after it; None when it cannot be taken. A fall can."""
        diagonal = cell[0] != to[0] and cell[1] != to[1]
        if (diagonal and self.rule == "orthogonal") or not self.on_map(to) or self.solid(cell, to):
            return None
        terrain = self.terrain(cell, to)
        if terrain is None:
            return None
        first = {"uniform": 1000, "alternating": 1000 + 1000 * parity, "exact": 1414}[self.rule] if diagonal else 1000
        after = parity + 1 if diagonal else parity
        if self.altitude is not None:
            up = 1000 * math.ceil(Fraction(abs(self.feet_at(to) - self.feet_at(cell, True)), METRE))
            more, less = max(first, up), min(first, up)
            extra = {"uniform": Fraction(0), "alternating": Fraction(less // 2000 * 1000),
                     "exact": Fraction(414 * less, 1000), "orthogonal": Fraction(less)}[self.rule]
            total = more + extra
        else:
            share = Fraction(terrain, 1000)
            total = first * share
            if diagonal and self.difficult == "plus_one" and self.rule != "uniform":
                total = Fraction(first + terrain - 1000)
            if diagonal and self.difficult == "two_diagonals" and self.rule == "alternating" and share >= 1:
                lengths = [1000 + 1000 * ((parity + i) % 2) for i in range(int(share) + 1)]
                total = sum(lengths[:-1]) + lengths[-1] * (share - int(share))
                after = parity + int(share)
            if self.rises[0] < self.feet_at(to) - self.feet_at(cell, True) <= self.rises[1]:
                total += 1000
        rounded = max(math.floor(total + Fraction(1, 2)), 1) * self.slow
        return rounded, (after % 2 if self.rule == "alternating" else parity)

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        """The places of one step, in order of the compass."""
        for dx, dy in COMPASS.values():
            if self.on_map((cell[0] + dx, cell[1] + dy)):
                yield cell[0] + dx, cell[1] + dy

    def costs(self, budget: float = math.inf, parity: int = 0, jump: bool = False) -> tuple[dict[State, int], ...]:
        """Cheapest costs of states (place, parity) on foot, and of those that end with a fall."""
        walked: dict[State, int] = {}
        landed: dict[State, int] = {}
        queue = [(0, self.start, parity)]
        while queue:
            cost, cell, odd = heapq.heappop(queue)
            if (cell, odd) in walked:
                continue
            walked[cell, odd] = cost
            for to in self.neighbours(cell):
                step = self.cost(cell, to, odd)
                if step is None or cost + step[0] > budget:
                    continue
                if not self.falls(cell, to):
                    heapq.heappush(queue, (cost + step[0], to, step[1]))
                elif jump:
                    landed[to, step[1]] = min(cost + step[0], landed.get((to, step[1]), cost + step[0]))
        return walked, landed

    def path(self, end: Cell, parity: int = 0, jump: bool = False) -> list[Cell]:
        """The way shown, by the stated order, built from its end."""
        walked, landed = self.costs(parity=parity, jump=jump)
        cost, fell, odd = min((costs[end, odd], fell, odd) for fell, costs in enumerate((walked, landed))
                              for odd in (0, 1) if (end, odd) in costs)
        cell, path = end, []
        while cost:
            path.append(cell)
            found = []
            for rank, (dx, dy) in enumerate(COMPASS.values()):
                back = (cell[0] - dx, cell[1] - dy)
                for before in (0, 1):
                    if (back, before) not in walked or self.falls(back, cell) != bool(fell):
                        continue
                    if self.cost(back, cell, before) == (cost - walked[back, before], odd):
                        lx, ly = end[0] - self.start[0], end[1] - self.start[1]
                        aside = abs((back[0] - self.start[0]) * ly - (back[1] - self.start[1]) * lx)
                        found.append((aside, rank, before, back))
            _, _, odd, cell = min(found)
            cost, fell = walked[cell, odd], 0
        return path[::-1]


def cost_array(mover: Mover, *states: dict[State, int]) -> np.ndarray:
    """(H, W): the cheapest cost of each place, -1 where there is none."""
    out = np.full(mover.grid.shape, -1, np.int64)
    for costs in states:
        for (x, y), _ in costs:
            found = min(some[(x, y), odd] for some in states for odd in (0, 1) if ((x, y), odd) in some)
            out[y, x] = found
    return out


def leaves_opposite(a: Cell, b: Cell, target: Body) -> bool:
    """Whether the line between two centres leaves the rectangle of a target by opposite sides or corners.

    The line is cut by the four sides, one after the other, as shares of its length.
    """
    xs, ys = [x for x, _ in target.cells], [y for _, y in target.cells]
    left, right, top, bottom = min(xs), max(xs) + 1, min(ys), max(ys) + 1
    start = (a[0] + Fraction(1, 2), a[1] + Fraction(1, 2))
    step = (b[0] - a[0], b[1] - a[1])

    def meets(axis: int, line: int, low: int, high: int) -> bool:
        if step[axis] == 0:
            return False
        share = (line - start[axis]) / step[axis]
        other = start[1 - axis] + share * step[1 - axis]
        return 0 <= share <= 1 and low <= other <= high

    sides = meets(0, left, top, bottom) and meets(0, right, top, bottom)
    return sides or (meets(1, top, left, right) and meets(1, bottom, left, right))
