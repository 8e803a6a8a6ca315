"""Movement that somebody else causes: pushes and drags, by the same stepper."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from game.errors import GeometryError
from game.spatial.grid import Body, Cell, Grid, Mask, footprint, whole
from game.spatial.metric import Rule, box
from game.spatial.movement import MOST
from game.spatial.stepper import Difficult, Step, Walker, checked_cell, checked_mask, place_name, walker
from game.spatial.steps import DIRECTIONS, RISES, Corners, Rises
from game.texts import Text, text

MOST_METRES: Final = 1000

Stop = Literal["", "barrier", "rise", "body", "terrain", "edge", "drop"]


@dataclass(frozen=True, slots=True)
class Push:
    """What a push did.

    :ivar path: the cells entered (top lefts), in order.
    :ivar moved: how many metres it went; a square is a metre in every direction.
    :ivar left: how many metres were left over.
    :ivar stopped_by: "" when nothing did; ``edge`` is the end of the map, ``terrain`` ground that nobody enters, and
        ``drop`` a fall: the body is pushed over it, and goes no farther.
    :ivar steps: one event a cell; the last one's body is where it ends.
    :ivar drop: how far it falls at the end, in 1/64 m; 0 when it does not fall. # rule: MOV-3
    """

    path: tuple[Cell, ...]
    moved: int
    left: int
    stopped_by: Stop
    steps: tuple[Step, ...]
    drop: int


@dataclass(frozen=True, slots=True)
class Drag:
    """What a drag did: the steps of both, equally many, the holder's before the held body's.

    ``stopped_by`` says why a step was refused to one of them, and both stopped; None when the path was walked whole.
    """

    holder: tuple[Step, ...]
    held: tuple[Step, ...]
    stopped_by: Text | None


def push_direction(pusher: Body, target: Body) -> Cell:
    """The (dx, dy) of the eight directions that is nearest to the line from one body's centre to the other's.

    There are no ties: no line between centres of cells halves the angle between two directions.

    :raises GeometryError: when the centres coincide.
    """
    px0, py0, px1, py1 = box(pusher)
    tx0, ty0, tx1, ty1 = box(target)
    dx, dy = tx0 + tx1 - px0 - px1, ty0 + ty1 - py0 - py1  # in half squares
    if dx == 0 == dy:
        raise GeometryError(text("push: both bodies have their centre at the same place"))
    more, less = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    right, down = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    if (more + less) ** 2 > 2 * more**2:  # less / more above the tangent of 22.5 degrees, the square root of 2 less 1
        return right, down
    return (right, 0) if abs(dx) > abs(dy) else (0, down)


def push(
    grid: Grid, body: Body, pusher: Body, metres: int, *, closed: Mask | None = None, corners: Corners = "both",
    flying: bool = False, rises: Rises = RISES,
) -> Push:
    """Push a body straight away from the pusher, cell by cell, until it is done or something stops it. # rule: MAN-8

    :param metres: how far; a square is a metre in every direction.
    :param closed: (H, W) bool, cells where another body stands.
    :param flying: the body flies, and does not fall.
    :raises GeometryError: as :func:`game.spatial.movement.movement_field` and :func:`push_direction`.
    """
    mover = walker(grid, body, corners=corners, closed=closed, flying=flying, rises=rises)
    far = whole("push", metres, MOST_METRES, 0)
    d = DIRECTIONS.index(push_direction(pusher, body))
    taken = [mover.standing()]
    stop: Stop = ""
    while not stop and len(taken) <= far:
        x, y = taken[-1].cell
        to = (x + DIRECTIONS[d][0], y + DIRECTIONS[d][1])
        stop = mover.obstacle((x, y), d) if mover.holds(to) else "edge"
        if not stop and flying and mover.steps.feet[to[1], to[0]] > taken[-1].body.feet:
            stop = "rise"
        if not stop:
            taken.append(mover.step(taken[-1], to))
            stop = "drop" if taken[-1].fell else ""
    steps = tuple(taken[1:])
    drop = -steps[-1].rise if stop == "drop" else 0
    return Push(tuple(step.cell for step in steps), len(steps), far - len(steps), stop, steps, drop)


def drag(
    grid: Grid, holder: Body, held: Body, path: Iterable[Cell], budget: int | None = None, *, rule: Rule = "uniform",
    corners: Corners = "both", closed: Mask | None = None, parity: int = 0, flying: bool = False, slow: int = 2,
    difficult: Difficult = "multiply", rises: Rises = RISES,
) -> Drag:
    """Walk a path and pull a held body along: it follows into the place just left. # rule: MAN-3

    At every step of the holder the held body takes one step to the place that covers the most of the cells just left
    and none of the holder's; among equal ones the first in direction N, E, S, W, NE, SE, SW, NW. If one of the two
    cannot take its step, both stop: neither takes it.

    :param path: the cells that the holder enters (top lefts), in order, without its start.
    :param closed: (H, W) bool, cells where other bodies stand than these two.
    :param slow: what multiplies the holder's costs: 2 for a drag.
    :raises GeometryError: as :func:`game.spatial.movement.movement_field`.
    """
    most = MOST if budget is None else whole("budget", budget, MOST, 0)
    others = checked_mask("closed", closed, grid.shape)
    shut = np.zeros(grid.shape, np.bool_) if others is None else others
    first = walker(grid, holder, rule=rule, corners=corners, closed=shut | held.mask(grid.shape), parity=parity,
                   flying=flying, slow=slow, difficult=difficult, rises=rises)
    second = walker(grid, held, corners=corners, closed=shut, rises=rises)
    ahead, behind = [first.standing()], [second.standing()]
    reason: Text | None = None
    for cell in path:
        to = checked_cell(cell)
        reason = first.refuses(ahead[-1].cell, to)
        step = first.step(ahead[-1], to) if reason is None else ahead[-1]
        if reason is None and step.cost > most:
            reason = text("the movement is not enough")
        if reason is None:
            follow = _follow(second, behind[-1], ahead[-1].body, step.body)
            reason = follow if isinstance(follow, Text) else None
            if isinstance(follow, Step):
                ahead.append(step)
                behind.append(follow)
                second = second.at(follow)
                first = walker(grid, step.body, rule=rule, corners=corners, flying=flying, slow=slow,
                               difficult=difficult, rises=rises, closed=shut | follow.body.mask(grid.shape))
        if reason is not None:
            reason = text("step {number}, to {cell}: {reason}", number=len(ahead), cell=place_name(grid, to),
                          reason=reason)
            break
    return Drag(tuple(ahead[1:]), tuple(behind[1:]), reason)


def _follow(held: Walker, before: Step, left: Body, holder: Body) -> Step | Text:
    """The step of a held body into the place that its holder just left, or why it cannot take one."""
    size = held.gait.size
    free = set(left.cells) - set(holder.cells)
    best, chosen = 0, before.cell
    for dx, dy in DIRECTIONS:
        to = (before.cell[0] + dx, before.cell[1] + dy)
        cells = set(footprint(to, size))
        if held.holds(to) and not cells & set(holder.cells) and len(cells & free) > best:
            best, chosen = len(cells & free), to
    if not best:
        return text("the held body cannot follow")
    reason = held.refuses(before.cell, chosen)
    return held.step(before, chosen) if reason is None else text("the held body cannot follow: {reason}", reason=reason)
