"""The one stepper: willing, forced and dragged movement take every step, or are refused it, by the same judge."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, Self, get_args

import numpy as np
from numpy.typing import NDArray

from game.errors import GeometryError
from game.spatial.grid import FARTHEST, HIGHEST, NO_ENTRY, PLAIN, Body, Cell, Grid, Mask, cell_name, footprint, whole
from game.spatial.metric import ALTERNATING, ORTHOGONAL, Rule, rule_code
from game.spatial.search import Gait, Ground, edge
from game.spatial.steps import DIRECTIONS, MAX_SIZE, RISES, Corners, Rises, Steps, corner_policy, spread_max, steps
from game.texts import Text, text

MOST_SLOW: Final = 1000
ORTHOGONALS: Final = 0b1111  # the bits of the directions that are no diagonals

Difficult = Literal["multiply", "two_diagonals", "plus_one"]
DIFFICULT: Final[tuple[Difficult, ...]] = get_args(Difficult)
"""What difficult ground does to a diagonal step: the step times the terrain (``multiply``), as many diagonals as the
terrain says (``two_diagonals``), the step and terrain - 1 (``plus_one``). By the alternating rule, two diagonals onto
terrain 2 cost 2 + 4, 3 + 3, 2 + 3. A straight step costs the terrain in all three."""

Obstacle = Literal["", "barrier", "rise", "body", "terrain"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step taken: an event of movement.

    :ivar cell: the top left of the place entered.
    :ivar cost: the cost from the start to here, in 1/1000 m.
    :ivar body: the body, there.
    :ivar diagonal: whether the step was one.
    :ivar rise: how much higher the feet are than before, in 1/64 m; negative is down.
    :ivar fell: whether it was a fall. # rule: MOV-3
    :ivar parity: the parity of diagonals after it, by the alternating rule.
    """

    cell: Cell
    cost: int
    body: Body
    diagonal: bool = False
    rise: int = 0
    fell: bool = False
    parity: int = 0


@dataclass(frozen=True, eq=False)
class Walker:
    """A body about to move over a map, with everything that decides its steps. Made by :func:`walker`."""

    grid: Grid
    body: Body
    start: Cell
    steps: Steps
    gait: Gait
    ground: Ground
    closed: Mask | None  # (H, W) cells that it may not enter
    no_end: Mask | None  # (H, W) cells on which it may not end
    parity: int

    @property
    def planes(self) -> int:
        """2 when the parity of diagonals is a part of the state, else 1."""
        return 2 if self.gait.rule == ALTERNATING else 1

    def number(self, cell: Cell) -> int:
        """The flat number of a place."""
        return cell[1] * self.grid.cols + cell[0]

    def holds(self, cell: Cell) -> bool:
        """Whether the whole body is on the map with its top left there."""
        size = self.gait.size
        return 0 <= cell[0] <= self.grid.cols - size and 0 <= cell[1] <= self.grid.rows - size

    def at(self, step: Step) -> Self:
        """The same after a step. It differs only back at the start, where the feet may have been off the ground."""
        if step.cell != self.start or step.body == self.body:
            return self
        known = self.steps.grounded()
        ground = _ground(known, self.gait, self.ground.row, self.ground.column)
        return replace(self, body=step.body, steps=known, ground=ground)

    def body_at(self, cell: Cell) -> Body:
        """The body that has entered that place."""
        known = self.steps.grounded() if cell == self.start else self.steps
        feet = int(known.feet[cell[1], cell[0]])
        return Body(footprint(cell, self.gait.size), feet, feet + self.body.tall)

    def obstacle(self, cell: Cell, d: int) -> Obstacle:
        """What stops a step in direction d from a place to another place on the map."""
        x, y = cell
        if self.steps.barred[y, x] >> d & 1:
            return "barrier"
        if self.steps.steep[y, x] >> d & 1:
            return "rise"
        to = (x + DIRECTIONS[d][0], y + DIRECTIONS[d][1])
        entered = set(footprint(to, self.gait.size)) - set(footprint(cell, self.gait.size))
        if self.closed is not None and any(self.closed[j, i] for i, j in entered):
            return "body"
        if any(self.grid.cost[j, i] == NO_ENTRY for i, j in entered):
            return "terrain"
        return ""

    def refuses(self, cell: Cell, to: Cell, jump: bool = False) -> Text | None:
        """Why a step from a place to a neighbour cannot be taken willingly; None when it can."""
        delta = (to[0] - cell[0], to[1] - cell[1])
        if delta not in DIRECTIONS:
            return text("it is not a neighbouring square")
        if not self.holds(to):
            return text("it is outside the map")
        d = DIRECTIONS.index(delta)
        if d > 3 and self.gait.rule == ORTHOGONAL:
            return text("there are no diagonal steps")
        match self.obstacle(cell, d):
            case "barrier":
                return text("a barrier stands in the way")
            case "rise":
                return text("the ground rises too much")
            case "body":
                return text("another body stands in the way")
            case "terrain":
                return text("nobody can enter that ground")
        if self.steps.falls[cell[1], cell[0]] >> d & 1 and not jump:
            return text("it would be a fall")
        return None

    def step(self, before: Step, to: Cell) -> Step:
        """The step from one place to a neighbour; it must not be refused."""
        d = DIRECTIONS.index((to[0] - before.cell[0], to[1] - before.cell[1]))
        _, cost, parity = edge(self.ground, self.gait, self.number(before.cell), d, before.parity)
        body = self.body_at(to)
        rise = body.feet - before.body.feet
        fell = not self.gait.flying and -rise > self.steps.rises.drop
        return Step(to, before.cost + int(cost), body, d > 3, rise, fell,
                    int(parity) if self.planes == 2 else before.parity)

    def standing(self) -> Step:
        """The start, as a step that cost nothing."""
        return Step(self.start, 0, self.body, parity=self.parity)

    def ends_on_other(self, cell: Cell) -> bool:
        """Whether it may not end there, on somebody."""
        masks = [mask for mask in (self.closed, self.no_end) if mask is not None]
        return any(mask[y, x] for x, y in footprint(cell, self.gait.size) for mask in masks)


def square(grid: Grid, body: Body) -> int:
    """The side of a body's footprint, in cells.

    :raises GeometryError: unless it is a square of 1 to 6 cells a side, on the map.
    """
    size = next((side for side in range(1, MAX_SIZE + 1) if side * side == len(body.cells)), 0)
    if not size or body.cells != footprint(body.cells[0], size):
        raise GeometryError(text("body: {cells} cells are not a square of {most} a side at most",
                                 cells=len(body.cells), most=MAX_SIZE))
    for cell in body.cells:
        if cell not in grid:
            raise GeometryError(text("body: cell {cell} is outside the map ({cols} x {rows})",
                                     cell=str(cell), cols=grid.cols, rows=grid.rows))
    return size


def checked_cell(cell: Cell) -> Cell:
    """A cell of a path, on the map or not.

    :raises GeometryError: for anything else than two whole numbers.
    """
    if not isinstance(cell, Sequence) or len(cell) != 2:
        raise GeometryError(text("cell: {value} is not a pair of whole numbers", value=str(cell)))
    return whole("cell", cell[0], FARTHEST), whole("cell", cell[1], FARTHEST)


def checked_mask(name: str, mask: Mask | None, shape: tuple[int, int]) -> Mask | None:
    """A mask of the map, or None.

    :raises GeometryError: for another dtype than bool or another shape.
    """
    if mask is None:
        return None
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise GeometryError(text("{name}: dtype {dtype} is not {wanted}", name=name,
                                 dtype=str(getattr(mask, "dtype", type(mask).__name__)), wanted="bool"))
    if mask.shape != shape:
        raise GeometryError(text("{name}: shape {shape} is not {wanted}", name=name, shape=str(mask.shape),
                                 wanted=str(shape)))
    return mask


def checked_rises(rises: Rises) -> Rises:
    """How far up and down it steps, checked.

    :raises GeometryError: unless it is three whole numbers from 0 up, the free rise no higher than the climb.
    """
    free, climb, drop = (whole("rise", each, HIGHEST, 0) for each in rises)
    if free > climb:
        raise GeometryError(text("rise: {free} is free and {climb} is not", free=free, climb=climb))
    return Rises(free, climb, drop)


def difficult_code(policy: str) -> int:
    """The place of a policy in :data:`DIFFICULT`.

    :raises GeometryError: for an unknown one.
    """
    if policy not in DIFFICULT:
        raise GeometryError(text("difficult ground: {value} is not one of {allowed}", value=str(policy),
                                 allowed=", ".join(DIFFICULT)))
    return DIFFICULT.index(policy)


def place_name(grid: Grid, cell: Sequence[int]) -> str:
    """A cell as people call it; its numbers when it is not on the map."""
    return cell_name((cell[0], cell[1])) if tuple(cell) in grid else str(tuple(cell))


def _costs(grid: Grid, closed: Mask | None, flying: bool) -> NDArray[np.int32]:
    """(H, W) int32: what entering a cell costs a mover, NO_ENTRY where it may not."""
    cost = grid.cost.copy()
    if flying:
        cost[cost != NO_ENTRY] = PLAIN
    if closed is not None:
        cost[closed] = NO_ENTRY
    return cost


def _ground(known: Steps, gait: Gait, row: NDArray[np.int32], column: NDArray[np.int32]) -> Ground:
    moves = known.moves & np.uint8(ORTHOGONALS) if gait.rule == ORTHOGONAL else known.moves
    return Ground(moves.ravel(), known.climbs.ravel(), known.feet.ravel(), column, row)


def walker(
    grid: Grid, body: Body, *, rule: Rule = "uniform", corners: Corners = "both", closed: Mask | None = None,
    no_end: Mask | None = None, parity: int = 0, flying: bool = False, slow: int = 1,
    difficult: Difficult = "multiply", rises: Rises = RISES,
) -> Walker:
    """A body about to move; the parameters are those of :func:`game.spatial.movement.movement_field`.

    :raises GeometryError: for a body that is no square on the map, and bad parameters.
    """
    size = square(grid, body)
    x, y = start = body.cells[0]
    code = rule_code(rule)
    gait = Gait(grid.cols, size, code, difficult_code(difficult), bool(flying), whole("slow", slow, MOST_SLOW, 1))
    closed = checked_mask("closed", closed, grid.shape)
    no_end = checked_mask("no_end", no_end, grid.shape)
    known = steps(grid, size, body.tall, corner_policy(corners), body.feet if flying else None,
                  checked_rises(rises))
    known = known.standing(x, y, body.feet)
    row = column = _costs(grid, closed, flying)
    if size > 1:
        row, column = spread_max(row, size, 1), spread_max(row, size, 0)
    ground = _ground(known, gait, row.ravel(), column.ravel())
    return Walker(grid, body, start, known, gait, ground, closed, no_end, whole("parity", parity, 2**31, 0) & 1)
