"""The cheapest way to every place: kernels on flat arrays.

A place is the number ``y*W + x`` of a top-left cell; a state is a place after an even (``state < n``) or an odd number
of diagonals, which only the alternating rule tells apart. :func:`edge` is the one stepper: the search, the way back
and the judge of explicit paths take every step through it.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.spatial.lines import kernel
from game.spatial.steps import DX, DY

FAR: Final = 2**31 - 1  # the label of a state that is not reached
MULTIPLY, TWO_DIAGONALS, PLUS_ONE = range(3)  # what difficult ground does to a diagonal


class Ground(NamedTuple):
    """What a search reads of the map; flat arrays of H*W."""

    moves: NDArray[np.uint8]  # allowed directions
    climbs: NDArray[np.uint8]  # directions that cost 1 m more
    feet: NDArray[np.int32]  # height of the feet, 1/64 m
    column: NDArray[np.int32]  # worst cost of the `size` cells from this one down; NO_ENTRY is shut
    row: NDArray[np.int32]  # worst cost of the `size` cells from this one to the right


class Gait(NamedTuple):
    """How a body moves."""

    cols: int
    size: int
    rule: int  # place in metric.RULES
    policy: int  # MULTIPLY, TWO_DIAGONALS or PLUS_ONE
    flying: bool
    slow: int  # every cost is multiplied by this


@kernel
def ground_cost(rule: int, policy: int, diagonal: bool, parity: int, terrain: int) -> tuple[int, int]:
    """The cost of a step onto such terrain (1/1000, both), and the parity of diagonals after it."""
    if not diagonal or rule == 0:
        return terrain, (parity ^ 1 if diagonal else parity)
    length = 1414 if rule == 2 else (1000 + 1000 * parity if rule == 1 else 2000)
    if policy == 2:
        return length + terrain - 1000, parity ^ 1
    if policy == 1 and rule == 1 and terrain >= 1000:  # as so many diagonals, and a part of the next
        count = terrain // 1000
        after = (parity + count) & 1
        part = (terrain - 1000 * count) * (1 + after)
        return 1000 * (count + (count + parity) // 2) + part, after
    return max((length * terrain + 500) // 1000, 1), parity ^ 1


@kernel
def air_cost(rule: int, diagonal: bool, parity: int, up: int) -> int:
    """The cost of a flown step that goes ``up`` whole metres up or down: height is a third axis of the metric."""
    flat = 1000
    if diagonal and rule > 0:
        flat = 1414 if rule == 2 else (1000 + 1000 * parity if rule == 1 else 2000)
    more, less = max(flat, 1000 * up), min(flat, 1000 * up)
    if rule == 0:
        return more
    if rule == 1:
        return more + less // 2000 * 1000
    if rule == 2:
        return more + (less * 414 + 500) // 1000
    return more + less


@kernel
def entered(column: NDArray[np.int32], row: NDArray[np.int32], to: int, d: int, far: int, cols: int) -> int:
    """The worst cost among the cells that a footprint newly enters by a step in direction d to a place.

    ``far`` is its side less 1; ``column`` and ``row`` are those of :class:`Ground`.
    """
    dx, dy, worst = DX[d], DY[d], 0
    if dx != 0:
        worst = int(column[to + (far if dx > 0 else 0)])
    if dy != 0:
        worst = max(worst, int(row[to + (far * cols if dy > 0 else 0)]))
    return worst


@kernel
def step_cost(gait: Gait, diagonal: bool, parity: int, terrain: int, climb: bool, up: int) -> tuple[int, int]:
    """What a step costs (1/1000 m) and the parity of diagonals after it.

    ``terrain`` is the worst cost newly entered, ``climb`` whether it rises more than half a metre, ``up`` the whole
    metres that a flyer goes up or down.
    """
    if gait.flying:
        return air_cost(gait.rule, diagonal, parity, up) * gait.slow, (parity ^ 1 if diagonal else parity)
    cost, after = ground_cost(gait.rule, gait.policy, diagonal, parity, terrain)
    return (cost + 1000 if climb else cost) * gait.slow, after


@kernel
def edge(ground: Ground, gait: Gait, place: int, d: int, parity: int) -> tuple[int, int, int]:
    """One step in direction d: the place it leads to, its cost and the parity after it; cost -1 when shut.

    Only the ground is judged here: the caller looks at ``moves`` first.
    """
    to = place + DY[d] * gait.cols + DX[d]
    terrain = entered(ground.column, ground.row, to, d, gait.size - 1, gait.cols)
    if terrain == 2147483647:
        return to, -1, parity
    up = (abs(ground.feet[to] - ground.feet[place]) + 63) // 64 if gait.flying else 0
    cost, after = step_cost(gait, d > 3, parity, terrain, (ground.climbs[place] >> d & 1) != 0, up)
    return to, cost, after


@kernel
def flood(
    moves: NDArray[np.uint8], weights: NDArray[np.int32], cols: int, start: int, most: int, unit: int, mask: int
) -> NDArray[np.int32]:
    """(H*W,) int32: cheapest sums of weights, times ``unit``; FAR where there is none up to ``most`` (not times it).

    For steps whose cost is the weight of the place they lead to (0 is shut): the first label of a place is its last,
    so each is put once into a bucket of a ring of ``mask + 1`` buckets, more than the largest weight.
    """
    labels = np.empty(len(weights), np.int32)
    for place in range(len(weights)):
        labels[place] = 2147483647 if weights[place] > 0 else -1
    after = np.empty(len(weights), np.int32)  # the next place in the same bucket
    heads = np.full(mask + 1, -1, np.int32)
    labels[start], after[start], heads[0] = 0, -1, start
    waiting, level = 1, 0
    while waiting > 0:
        place = heads[level & mask]
        heads[level & mask] = -1
        while place >= 0:
            waiting -= 1
            bits = moves[place]
            for d in range(8):
                to = place + DY[d] * cols + DX[d]
                if bits >> d & 1 and labels[to] == 2147483647:
                    label = level + weights[to]
                    if label <= most:
                        labels[to] = label * unit
                        after[to] = heads[label & mask]
                        heads[label & mask] = to
                        waiting += 1
            place = after[place]
        level += 1
    for place in range(len(weights)):
        if labels[place] < 0:
            labels[place] = 2147483647
    return labels


@kernel
def spread(
    ground: Ground, gait: Gait, planes: int, start: int, parity: int, budget: int, least: int, shift: int, mask: int
) -> NDArray[np.int32]:
    """(planes * H*W,) int32: cheapest cost of every state within the budget, FAR elsewhere.

    Buckets are ``2**shift`` wide, in a ring of ``mask + 1`` that is longer than the dearest step. Where no step is
    cheaper than a bucket is wide, every state is final when its bucket is opened; else some are taken up again.
    """
    moves, climbs, feet, column, row = ground.moves, ground.climbs, ground.feet, ground.column, ground.row
    n, far, cols = len(moves), gait.size - 1, gait.cols
    counted = planes == 2 and gait.policy == 1  # the parity after a diagonal depends on the ground
    labels = np.full(planes * n, 2147483647, np.int32)
    after = np.empty(planes * n, np.int32)
    before = np.empty(planes * n, np.int32)
    queued = np.zeros(planes * n, np.uint8)
    heads, tails = np.full(mask + 1, -1, np.int32), np.full(mask + 1, -1, np.int32)
    first = start + (parity * n if planes == 2 else 0)
    labels[first], after[first], before[first], queued[first] = 0, -1, -1, 1
    heads[0] = tails[0] = first
    waiting, level = 1, 0
    while waiting > 0:
        slot = level & mask
        while heads[slot] >= 0:
            state = heads[slot]
            heads[slot] = after[state]
            if after[state] >= 0:
                before[after[state]] = -1
            else:
                tails[slot] = -1
            queued[state] = 0
            waiting -= 1
            odd, place = (1, state - n) if state >= n else (0, state)
            bits, label0 = moves[place], np.int64(labels[state])
            other = (-n if odd else n) if planes == 2 else 0  # from this plane to the other
            for d in range(8):
                if not bits >> d & 1:
                    continue
                hop = DY[d] * cols + DX[d]
                if not counted and labels[state + hop + (other if d > 3 else 0)] <= label0 + least:
                    continue  # no step can better it
                to = place + hop
                terrain = entered(column, row, to, d, far, cols)
                if terrain == 2147483647:
                    continue
                up = (abs(feet[to] - feet[place]) + 63) // 64 if gait.flying else 0
                cost, then = step_cost(gait, d > 3, odd, terrain, (climbs[place] >> d & 1) != 0, up)
                label = label0 + cost
                if label > budget:
                    continue
                if planes == 2:
                    to += then * n
                if label >= labels[to]:
                    continue
                if queued[to]:  # take it out of the bucket of its old label
                    old = labels[to] >> shift & mask
                    if before[to] >= 0:
                        after[before[to]] = after[to]
                    else:
                        heads[old] = after[to]
                    if after[to] >= 0:
                        before[after[to]] = before[to]
                    else:
                        tails[old] = before[to]
                else:
                    queued[to] = 1
                    waiting += 1
                labels[to] = label
                new = label >> shift & mask
                before[to], after[to] = tails[new], -1
                if tails[new] >= 0:
                    after[tails[new]] = to
                else:
                    heads[new] = to
                tails[new] = to
        level += 1
    return labels


@kernel
def leap(ground: Ground, gait: Gait, labels: NDArray[np.int32], planes: int, budget: int) -> NDArray[np.int32]:
    """(planes * H*W,) int32: cheapest cost of a way whose last step is one of ``moves``, FAR where there is none."""
    n = len(ground.moves)
    landings = np.full(planes * n, 2147483647, np.int32)
    for state in range(planes * n):
        if labels[state] == 2147483647:
            continue
        odd, place = (1, state - n) if state >= n else (0, state)
        for d in range(8):
            if ground.moves[place] >> d & 1:
                to, cost, then = edge(ground, gait, place, d, odd)
                label = labels[state] + cost
                if planes == 2:
                    to += then * n
                if cost >= 0 and label <= budget and label < landings[to]:
                    landings[to] = label
    return landings


@kernel
def came_from(
    ground: Ground, gait: Gait, labels: NDArray[np.int32], planes: int, state: int, label: int, start: int, end: int
) -> int:
    """The state before ``state`` on the way shown from ``start`` to ``end``, or -1.

    Among the states from which one step of ``moves`` leads here at this label: the one nearest to the straight line
    from start to end, then the first by the direction of the step, then the one of even diagonals.
    """
    n, cols = len(ground.moves), gait.cols
    place = state - n if state >= n else state
    x, y, x0, y0 = place % cols, place // cols, start % cols, start // cols
    lx, ly = end % cols - x0, end // cols - y0
    best, found = 0, -1
    for d in range(8):
        bx, by = x - DX[d], y - DY[d]
        if bx < 0 or by < 0 or bx >= cols or by * cols >= n or not ground.moves[by * cols + bx] >> d & 1:
            continue
        aside = abs((bx - x0) * ly - (by - y0) * lx)
        if found >= 0 and aside >= best:
            continue
        for odd in range(planes):
            source = by * cols + bx + odd * n
            if labels[source] == 2147483647:
                continue
            to, cost, then = edge(ground, gait, by * cols + bx, d, odd)
            if cost >= 0 and labels[source] + cost == label and (planes == 1 or then * n + to == state):
                best, found = aside, source
                break
    return found
