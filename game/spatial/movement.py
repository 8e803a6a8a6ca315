"""Movement: what every place costs, the path that is walked, and the judge of a given path.

A step costs the length of its metric times the terrain of the worst newly entered cell; a rise of more than is free
(half a metre) costs 1 m more; ``slow`` multiplies the whole. Costs are integers in 1/1000 m. # rule: MOV-2

**Order among equal paths.** A path is built from its end. Among the last steps that make it cheapest, the one that
comes from the place nearest to the straight line between start and end; then the first in direction N, E, S, W, NE,
SE, SW, NW; then the one after an even number of diagonals. A place that costs the same after an even and an odd
number of diagonals is reached after an even one; one that costs the same to walk to and to fall to is walked to.

**Flying.** A flyer keeps its absolute height and rises only over higher ground; it ignores costs and rises of the
ground, and height is a third axis of its steps. Squares of no entry stop it too.

**Falls.** A willing walk goes down only so far (2 m); with ``jump`` its last step may be a fall. # rule: MOV-3
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.errors import GeometryError
from game.spatial.grid import NO_ENTRY, PLAIN, UNITS, Body, Cell, Grid, Mask, whole
from game.spatial.metric import ORTHOGONAL, UNIFORM, Rule
from game.spatial.search import FAR, air_cost, came_from, flood, ground_cost, leap, spread
from game.spatial.stepper import Difficult, Step, Walker, checked_cell, place_name, walker
from game.spatial.steps import RISES, Corners, Rises, spread_max
from game.texts import text

UNREACHED: Final = -1
MOST: Final = FAR - 1  # no way costs more (1/1000 m)
_WIDEST: Final = 1 << 16  # buckets in a ring


@dataclass(frozen=True, eq=False)
class MovementField:
    """What every place costs a body.

    :ivar cost: (H, W) int32, the cheapest cost (1/1000 m) of having the top left there, :data:`UNREACHED` elsewhere;
        read-only.
    """

    walker: Walker
    budget: int
    cost: NDArray[np.int32]
    _walked: NDArray[np.int32]  # (planes * H*W,) cost of each state on foot, FAR where there is none
    _landed: NDArray[np.int32] | None  # the same, of ways that end with a fall
    ends: Mask | None = None  # (H, W) bool: the places where it may end, all when None

    @cached_property
    def reachable(self) -> Mask:
        """(H, W) bool: the places where it may end, its own included."""
        mask = self.cost >= 0
        if self.ends is not None:
            mask &= self.ends
        others = [each for each in (self.walker.closed, self.walker.no_end) if each is not None]
        if others:
            taken = np.logical_or.reduce(others).astype(np.int32)
            size = self.walker.gait.size
            mask &= spread_max(spread_max(taken, size, 0), size, 1) == 0
        mask.flags.writeable = False
        return mask

    def path(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells entered on the way to a place, in order, without the start; see the order among equal paths.

        :raises GeometryError: for a place that is not reached.
        """
        state, fell = self._end(cell)
        walker, cols, n = self.walker, self.walker.grid.cols, self.cost.size
        start, end = walker.number(walker.start), state % n
        ground, label = walker.ground, int(self.cost[cell[1], cell[0]])
        if fell:
            ground = ground._replace(moves=self._falls())
        cells: list[Cell] = []
        while label > 0:
            cells.append((state % n % cols, state % n // cols))
            state = int(came_from(ground, walker.gait, self._walked, walker.planes, state, label, start, end))
            label, ground = int(self._walked[state]), walker.ground
        return tuple(reversed(cells))

    def parity_at(self, cell: Cell) -> int:
        """The parity of diagonals after the way to a place, by the alternating rule; as at the start by the others.

        :raises GeometryError: for a place that is not reached.
        """
        state, _ = self._end(cell)
        return state // self.cost.size if self.walker.planes == 2 else self.walker.parity

    def falls_at(self, cell: Cell) -> bool:
        """Whether the way to a place ends with a fall.

        :raises GeometryError: for a place that is not reached.
        """
        return self._end(cell)[1]

    def _falls(self) -> NDArray[np.uint8]:
        return _allowed(self.walker, self.walker.steps.falls)

    def _end(self, cell: Cell) -> tuple[int, bool]:
        """The state in which the way to a place ends, and whether it falls there."""
        if cell not in self.walker.grid or self.cost[cell[1], cell[0]] < 0:
            raise GeometryError(text("path: {cell} is not reached", cell=place_name(self.walker.grid, cell)))
        n, place, label = self.cost.size, self.walker.number(cell), self.cost[cell[1], cell[0]]
        states = range(place, len(self._walked), n)
        for fell, labels in ((False, self._walked), (True, self._landed)):
            for state in states if labels is not None else ():
                if labels is not None and labels[state] == label:
                    return state, fell
        raise AssertionError(cell)


def movement_field(
    grid: Grid, body: Body, budget: int | None = None, *, rule: Rule = "uniform", corners: Corners = "both",
    closed: Mask | None = None, no_end: Mask | None = None, parity: int = 0, flying: bool = False, slow: int = 1,
    difficult: Difficult = "multiply", jump: bool = False, rises: Rises = RISES,
) -> MovementField:
    """The cheapest cost from a body's place to every place. # rule: MOV-2

    :param budget: the most that a way may cost, in 1/1000 m; None is no limit.
    :param rule: what diagonals cost; see :mod:`game.spatial.metric`.
    :param corners: ``both`` ways round a diagonal must be free, or ``one``.
    :param closed: (H, W) bool, cells that may not be entered (enemies).
    :param no_end: (H, W) bool, cells that may be passed but not ended on (allies).
    :param parity: of the diagonals walked before in this turn, for the alternating rule.
    :param flying: it ignores the ground, at the height of its feet.
    :param slow: multiplies every cost (2 for a crawl).
    :param difficult: what difficult ground does to a diagonal.
    :param jump: the last step may be a fall.
    :param rises: how far up and down it steps, in 1/64 m.
    :raises GeometryError: for a body that is no square on the map, a negative budget, bad masks and names.

    >>> grid = Grid.empty(4, 3)
    >>> field = movement_field(grid, Body.on(grid, (0, 0)), 2000)
    >>> print(field.cost)
    [[   0 1000 2000   -1]
     [1000 1000 2000   -1]
     [2000 2000 2000   -1]]
    >>> field.path((2, 1))
    ((1, 1), (2, 1))
    """
    mover = walker(grid, body, rule=rule, corners=corners, closed=closed, no_end=no_end, parity=parity,
                   flying=flying, slow=slow, difficult=difficult, rises=rises)
    most = MOST if budget is None else whole("budget", budget, MOST, 0)
    walked = _flood(mover, most)
    if walked is None:
        walked = _spread(mover, most)
    landed = None
    if jump and mover.steps.falls.any():
        ground = mover.ground._replace(moves=_allowed(mover, mover.steps.falls))
        landed = leap(ground, mover.gait, walked, mover.planes, most)
    best = walked if landed is None else np.minimum(walked, landed)
    if mover.planes == 2:
        best = np.minimum(best[:grid.rows * grid.cols], best[grid.rows * grid.cols:])
    cost = np.where(best == FAR, np.int32(UNREACHED), best).reshape(grid.shape)
    cost.flags.writeable = False
    return MovementField(mover, most, cost, walked, landed)


def walk(
    grid: Grid, body: Body, path: Iterable[Cell], budget: int | None = None, *, rule: Rule = "uniform",
    corners: Corners = "both", closed: Mask | None = None, no_end: Mask | None = None, parity: int = 0,
    flying: bool = False, slow: int = 1, difficult: Difficult = "multiply", jump: bool = False, rises: Rises = RISES,
) -> tuple[Step, ...]:
    """The steps of a given path: the cells entered (top lefts), in order, without the start. # rule: MOV-2

    Parameters are those of :func:`movement_field`; a path of its field is never refused, and costs what it says.

    :raises GeometryError: as :func:`movement_field`; and for a step that cannot be taken, naming it and why.
    """
    mover = walker(grid, body, rule=rule, corners=corners, closed=closed, no_end=no_end, parity=parity,
                   flying=flying, slow=slow, difficult=difficult, rises=rises)
    most = MOST if budget is None else whole("budget", budget, MOST, 0)
    taken = [mover.standing()]
    for cell in path:
        before, to = taken[-1], checked_cell(cell)
        reason = text("a fall ends the walk") if before.fell else mover.refuses(before.cell, to, jump)
        if reason is None:
            taken.append(mover.step(before, to))
            mover = mover.at(taken[-1])
            if taken[-1].cost > most:
                reason = text("the movement is not enough")
        if reason is not None:
            raise GeometryError(text("step {number}, to {cell}: {reason}", number=len(taken) - (taken[-1].cost > most),
                                     cell=place_name(grid, to), reason=reason))
    if len(taken) > 1 and mover.ends_on_other(taken[-1].cell):
        raise GeometryError(text("step {number}, to {cell}: {reason}", number=len(taken) - 1,
                                 cell=place_name(grid, taken[-1].cell), reason=text("somebody stands there")))
    return tuple(taken[1:])


def _allowed(mover: Walker, bits: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(H*W,) uint8: these directions, without diagonals when the rule has none."""
    return (bits & np.uint8(15) if mover.gait.rule == ORTHOGONAL else bits).ravel()


@lru_cache(maxsize=16)
def _weights(grid: Grid) -> tuple[int, NDArray[np.int32], int]:
    """The largest unit that divides every cost; (H*W,) int32 the costs in it, 0 where nobody enters; the largest."""
    open_ = grid.cost != NO_ENTRY
    unit = int(np.gcd.reduce(grid.cost[open_])) if open_.any() else PLAIN
    weights = np.where(open_, grid.cost // unit, 0).astype(np.int32).ravel()
    return unit, weights, int(weights.max())


def _ring(longest: int) -> int:
    """The mask of a ring of more than so many buckets."""
    return (1 << (longest + 1).bit_length()) - 1


def _flood(mover: Walker, budget: int) -> NDArray[np.int32] | None:
    """The labels by :func:`flood`, where the cost of a step depends on the place it leads to alone; else None."""
    gait = mover.gait
    if gait.rule not in (UNIFORM, ORTHOGONAL) or gait.size > 1 or gait.flying or not mover.steps.level:
        return None
    unit, weights, heaviest = _weights(mover.grid)
    if heaviest >= _WIDEST:
        return None
    if mover.closed is not None:
        weights = np.where(mover.closed.ravel(), np.int32(0), weights)
    unit *= gait.slow
    return flood(mover.ground.moves, weights, gait.cols, mover.number(mover.start), budget // unit, unit,
                 _ring(heaviest))


def _dearest(mover: Walker) -> tuple[int, int]:
    """Bounds of what a step costs, before it is slowed: never less than the first, never more than the second."""
    gait, feet = mover.gait, mover.steps.feet
    if gait.flying:
        return PLAIN, int(air_cost(gait.rule, True, 1, -(-(int(feet.max()) - int(feet.min())) // UNITS)))
    costs = np.stack([mover.ground.row, mover.ground.column])
    least = int(mover.ground.row.min())
    most = int(costs.max(where=costs != NO_ENTRY, initial=1))
    return least, PLAIN + max(int(ground_cost(gait.rule, gait.policy, True, odd, most)[0]) for odd in (0, 1))


def _spread(mover: Walker, budget: int) -> NDArray[np.int32]:
    """The labels by :func:`spread`."""
    least, most = (bound * mover.gait.slow for bound in _dearest(mover))
    most = min(most, budget)
    shift = max(least.bit_length() - 1, 0)
    while most >> shift >= _WIDEST:
        shift += 1
    return spread(mover.ground, mover.gait, mover.planes, mover.number(mover.start), mover.parity, budget, least,
                  shift, _ring(most >> shift))
