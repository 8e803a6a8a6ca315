"""Passage: which cells of an area its effect can reach past walls.

Everything is tested at one height, that of the origin: only a barrier whose [bottom, top) holds it stands in the way.

- ``straight``: an open line from the origin to the cell's centre; by the counting rules ``any`` and ``half``, to one of
  its sample points (1/8 m inside its corners).
- ``connected``: the effect flows from cell to neighbour cell across edges, through cells that the shape overlaps.
- ``spread``: it walks, by the rule for diagonals, around corners and even out of the shape, but no farther than the
  radius. A diagonal step needs both ways round.
- ``none``: it reaches everything.

Flowing and walking use five places in each cell, its sample points and its centre. One flows from place to place along
open lines, within a cell and straight across its edges; a place that lies on a barrier is not used. So a wall that
cuts a cell in two keeps its halves apart, and smoke passes beside a tree in the middle of a cell.

``links`` (H, W) int64 holds, for each cell at one height: in bits 5*i to 5*i + 4 the places that place i flows to
within the cell; in bits 25-27 which of the north, south and middle ways into the cell to the east are open; in bits
28-30 which of the west, east and middle ways into the cell to the south; bit 31 says that it is known. Places are
numbered north-west, north-east, south-west, south-east, centre.
"""

from functools import lru_cache
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from game.errors import GeometryError
from game.spatial.grid import PLAIN, UNITS, Body, Grid, Mask
from game.spatial.lines import EFFECT, Arrays, kernel, line_blocked, table
from game.spatial.metric import ALTERNATING, DIAGONAL, EXACT, ORTHOGONAL, Metric, Rule, rule_code
from game.spatial.origins import ORPHAN, Origin, height_of, locate, on_barrier, orphan
from game.spatial.outlines import Box
from game.texts import text

Passage = Literal["straight", "connected", "spread", "none"]
PASSAGES: Final = get_args(Passage)
KNOWN: Final = 1 << 31
OPEN: Final = (1 << 32) - 1  # the links of a cell with no barrier in it or beside it
FAR: Final = 2**30  # no distance
_X: Final = (8, 56, 8, 56, 32)  # places in a cell
_Y: Final = (8, 8, 56, 56, 32)
_EVERY, _WAITING = 31, 32  # all places of a cell; a mark of the cells still to look at
_NOWHERE: Final = np.zeros((0, 2), np.int64)


@lru_cache(maxsize=32)
def links_at(grid: Grid, height: int) -> NDArray[np.int64]:
    """(H, W) int64: the links of a grid at one height, as far as known; :func:`complete` fills in the rest."""
    return np.zeros(grid.shape, np.int64)


@kernel
def complete(arrays: Arrays, links: NDArray[np.int64], z: int, x0: int, y0: int, x1: int, y1: int) -> None:
    """Find the links of the cells of a box that are not known."""
    first = arrays.first
    rows, cols = links.shape
    for y in range(y0, y1):
        for x in range(x0, x1):
            if links[y, x] != 0:
                continue
            nothing, a, b = True, max(x - 1, 0), min(x + 2, cols)
            for row in range(max(y - 1, 0), min(y + 2, rows)):
                nothing &= first[row * cols + a] == first[row * cols + b]
            if nothing:
                links[y, x] = OPEN
                continue
            found = KNOWN
            for i in range(5):
                px, py = x * 64 + _X[i], y * 64 + _Y[i]
                if on_barrier(arrays, px, py, z):
                    continue
                found |= 1 << (6 * i)
                for j in range(i + 1, 9):
                    # the places after it in the cell; then those straight across, to the east and to the south
                    if j < 5:
                        qx, qy, bit = x * 64 + _X[j], y * 64 + _Y[j], 1 << (5 * i + j) | 1 << (5 * j + i)
                    elif j == 5 and i in (1, 3, 4):
                        qx, qy, bit = px + (64 if i == 4 else 16), py, 1 << (25 + i // 2)
                    elif j == 6 and i in (2, 3, 4):
                        qx, qy, bit = px, py + (64 if i == 4 else 16), 1 << (26 + i)
                    else:
                        continue
                    if not (on_barrier(arrays, qx, qy, z) or line_blocked(arrays, px, py, z, qx, qy, z, EFFECT)):
                        found |= bit
            for _ in range(3):  # what flows to what flows on: at most four steps, doubled each time
                for i in range(5):
                    for j in range(5):
                        if found >> (5 * i + j) & 1:
                            found |= (found >> (5 * j) & 31) << (5 * i)
            links[y, x] = found


@kernel
def flow(link: int, places: int) -> int:
    """Everything that some places of a cell flow to within it."""
    found = 0
    for i in range(5):
        if places >> i & 1:
            found |= link >> (5 * i) & 31
    return found


@kernel
def cross(links: NDArray[np.int64], x: int, y: int, places: int, way: int) -> int:
    """The places of the neighbour cell that places of a cell flow to; 0 east, 1 south, 2 west, 3 north."""
    if way == 0:
        ways = links[y, x] >> 25
        into = (places >> 1 & ways & 1) | (places >> 1 & ways << 1 & 4) | (places & ways << 2 & 16)
        return flow(links[y, x + 1], into)
    if way == 1:
        ways = links[y, x] >> 28
        into = (places >> 2 & ways & 3) | (places & ways << 2 & 16)
        return flow(links[y + 1, x], into)
    if way == 2:
        ways = links[y, x - 1] >> 25
        into = (places << 1 & ways << 1 & 2) | (places << 1 & ways << 2 & 8) | (places & ways << 2 & 16)
        return flow(links[y, x - 1], into)
    ways = links[y - 1, x] >> 28
    into = (places << 2 & ways << 2 & 12) | (places & ways << 2 & 16)
    return flow(links[y - 1, x], into)


@kernel
def first_places(
    arrays: Arrays, links: NDArray[np.int64], x: int, y: int, z: int, cells: NDArray[np.int64]
) -> NDArray[np.int64]:
    """(4 or more, 3) int64: cells x, y and the places in each where an effect starts; places 0 for none.

    :param x: where the lines of an origin start, y and z likewise.
    :param cells: (N, 2) a body's cells, in all of which it starts; then x and y play no part.
    """
    rows, cols = links.shape
    if len(cells):
        found = np.zeros((len(cells), 3), np.int64)
        for n in range(len(cells)):
            found[n, 0] = cells[n, 0]
            found[n, 1] = cells[n, 1]
            for i in range(5):
                found[n, 2] |= links[cells[n, 1], cells[n, 0]] >> (5 * i) & 31
        return found
    found = np.zeros((4, 3), np.int64)
    for n in range(4):
        cx, cy = (x - (n & 1)) >> 6, (y - (n >> 1)) >> 6
        if (n & 1 and x & 63) or (n >> 1 and y & 63) or cx < 0 or cy < 0 or cx >= cols or cy >= rows:
            continue
        found[n, 0] = cx
        found[n, 1] = cy
        places = 0
        for i in range(5):
            px, py = cx * 64 + _X[i], cy * 64 + _Y[i]
            if links[cy, cx] >> (6 * i) & 1 and (
                links[cy, cx] == OPEN or not line_blocked(arrays, x, y, z, px, py, z, EFFECT)
            ):
                places |= 1 << i
        found[n, 2] = flow(links[cy, cx], places)
    return found


@kernel
def straight(
    arrays: Arrays, x: int, y: int, z: int, cx: int, cy: int, cells: NDArray[np.int64], centre: bool,
    codes: NDArray[np.uint8], x0: int, y0: int, x1: int, y1: int,
) -> int:
    """Turn codes within a box into 1 where a cell counts and a level line to it is open, else 0.

    :param x: an origin, y and z likewise, and (cx, cy) its cell or -1; or z the height and ``cells`` (N, 2) a body's:
        then lines start in the middle of each that is on no barrier, and the cells themselves are reached.
    :param centre: lines go to the centre alone, else to the sample points.
    :param codes: (H, W), see :func:`game.spatial.shapes.codes`.
    :returns: the state of the origin, see :func:`game.spatial.origins.locate`.
    """
    low, high = (4, 5) if centre else (0, 4)
    count = max(len(cells), 1)
    starts = np.empty((count, 2), np.int64)
    state = 0
    if len(cells) == 0:
        starts[0, 0], starts[0, 1], state = locate(arrays, x, y, z, cx, cy)
    else:
        count = 0
        for n in range(len(cells)):
            if not on_barrier(arrays, cells[n, 0] * 64 + 32, cells[n, 1] * 64 + 32, z):
                starts[count, 0] = cells[n, 0] * 64 + 32
                starts[count, 1] = cells[n, 1] * 64 + 32
                count += 1
    for v in range(max(y0, 0), min(y1, codes.shape[0])):
        for u in range(max(x0, 0), min(x1, codes.shape[1])):
            reached = 0
            if codes[v, u] & 1:
                if state >= 2:
                    reached = 1 if u == cx and v == cy else 0
                    codes[v, u] = reached
                    continue
                for n in range(len(cells)):
                    if cells[n, 0] == u and cells[n, 1] == v:
                        reached = 1
                for n in range(count):
                    if reached:
                        break
                    for i in range(low, high):
                        if not line_blocked(arrays, starts[n, 0], starts[n, 1], z, u * 64 + _X[i], v * 64 + _Y[i], z,
                                            EFFECT):
                            reached = 1
                            break
            codes[v, u] = reached
    return state


@kernel
def connected(
    arrays: Arrays, links: NDArray[np.int64], x: int, y: int, z: int, cx: int, cy: int, cells: NDArray[np.int64],
    codes: NDArray[np.uint8], x0: int, y0: int, x1: int, y1: int,
) -> int:
    """Turn codes within a box into 1 where a cell counts and the effect flows to it, else 0.

    :param x: an origin, y and z likewise, and (cx, cy) its cell or -1; or z the height and ``cells`` (N, 2) a body's.
    :param codes: (H, W), see :func:`game.spatial.shapes.codes`, what is overlapped too.
    :returns: the state of the origin, see :func:`game.spatial.origins.locate`.
    """
    state = 0
    if len(cells) == 0:
        x, y, state = locate(arrays, x, y, z, cx, cy)
        a0, b0, a1, b1 = (x - 1) >> 6, (y - 1) >> 6, (x >> 6) + 1, (y >> 6) + 1
    else:
        a0, b0, a1, b1 = x0, y0, x1, y1
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, codes.shape[1]), min(y1, codes.shape[0])
    a0, b0 = max(min(a0, x0), 0), max(min(b0, y0), 0)
    a1, b1 = min(max(a1, x1), codes.shape[1]), min(max(b1, y1), codes.shape[0])
    complete(arrays, links, z, a0, b0, a1, b1)
    seeds = first_places(arrays, links, x, y, z, cells)
    # a flat copy of the box with a rim: 1 in the shape, 2 in it with all ways open; then the places reached
    wide = a1 - a0 + 2
    domain = np.zeros((b1 - b0 + 2) * wide, np.uint8)
    reached = np.zeros((b1 - b0 + 2) * wide, np.uint8)
    for v in range(b0, b1):
        at = (v - b0 + 1) * wide + 1
        for u in range(a0, a1):
            if codes[v, u]:
                domain[at + u - a0] = 2 if links[v, u] == OPEN else 1
    stack = np.empty(len(domain), np.int32)
    top = 0
    for n in range(len(seeds)):
        at = (seeds[n, 1] - b0 + 1) * wide + seeds[n, 0] - a0 + 1
        # it does not start outside of the shape, but for an origin that had to be moved into a cell
        if seeds[n, 2] and state < 2 and (state == 1 or domain[at]):
            reached[at] = seeds[n, 2] | _WAITING
            stack[top] = at
            top += 1
    while top > 0:
        top -= 1
        at = stack[top]
        reached[at] &= _EVERY
        for way in range(4):
            n = at + (1 if way == 0 else wide if way == 1 else -1 if way == 2 else -wide)
            old = reached[n]
            if domain[n] == 0 or old & _EVERY == _EVERY:
                continue
            if domain[n] == 2 and domain[at] == 2:
                new = old | _EVERY
            else:
                new = old | cross(links, at % wide - 1 + a0, at // wide - 1 + b0, reached[at], way)
            if new != old:
                if not new & _WAITING:
                    new |= _WAITING
                    stack[top] = n
                    top += 1
                reached[n] = new
    for v in range(y0, y1):
        at = (v - b0 + 1) * wide + 1 - a0
        for u in range(x0, x1):
            flows = reached[at + u] or (state == 2 and u == cx and v == cy)
            codes[v, u] = 1 if codes[v, u] & 1 and flows else 0
    return state


@kernel
def _walk_on(
    costs: NDArray[np.int32], waiting: NDArray[np.bool_], x: int, y: int, places: int, parity: int, cost: int
) -> bool:
    """Note a cost for places of a cell; is any lower than before, and the cell not yet waiting?"""
    lower = False
    for i in range(5):
        if places >> i & 1 and cost < costs[y, x, i, parity]:
            costs[y, x, i, parity] = cost
            lower = True
    fresh = lower and not waiting[y, x]
    if fresh:
        waiting[y, x] = True
    return fresh


@kernel
def walked(
    arrays: Arrays, links: NDArray[np.int64], x: int, y: int, z: int, cx: int, cy: int, cells: NDArray[np.int64],
    first: int, diagonals: int, rule: int, limit: int, codes: NDArray[np.uint8], x0: int, y0: int, x1: int, y1: int,
) -> int:
    """Turn all codes into 1 where a cell counts and a walk within a box reaches it within a limit, else 0.

    :param x: where it starts, y, z, cx, cy and cells likewise, as in :func:`connected`.
    :param first: the cost of the first cells, in 1/1000 m, after ``diagonals`` diagonals; ``limit`` likewise.
    :param rule: a code of :mod:`game.spatial.metric`.
    :returns: the state of the origin, see :func:`game.spatial.origins.locate`.
    """
    state = 0
    if len(cells) == 0:
        x, y, state = locate(arrays, x, y, z, cx, cy)
    complete(arrays, links, z, x0, y0, x1, y1)
    seeds = first_places(arrays, links, x, y, z, cells)
    high, wide = y1 - y0, x1 - x0
    costs = np.full((high, wide, 5, 2), FAR, np.int32)
    waiting = np.zeros((high, wide), np.bool_)
    queue = np.empty(high * wide + 1, np.int32)
    into = np.zeros(4, np.int64)
    tail, head = 0, 0
    for n in range(len(seeds)):
        sx, sy = seeds[n, 0] - x0, seeds[n, 1] - y0
        if first <= limit and state < 2 and _walk_on(costs, waiting, sx, sy, seeds[n, 2], diagonals, first):
            queue[tail] = sy * wide + sx
            tail += 1
    while head != tail:
        ly, lx = queue[head] // wide, queue[head] % wide
        head = head + 1 if head < high * wide else 0
        waiting[ly, lx] = False
        for odd in range(2):
            done = 0
            for i in range(5):
                if done >> i & 1 or costs[ly, lx, i, odd] == FAR:
                    continue
                together = flow(links[ly + y0, lx + x0], 1 << i)
                done |= together
                cost = costs[ly, lx, i, odd]
                for j in range(5):
                    if together >> j & 1:
                        cost = min(cost, costs[ly, lx, j, odd])
                for k in range(8):  # four ways straight on, then the diagonals between each and the next
                    way, turn = k & 3, (k + 1) & 3
                    nx, ny = lx + (way == 0) - (way == 2), ly + (way == 1) - (way == 3)
                    next_cost, parity = cost + PLAIN, odd
                    if k < 4:
                        inside = 0 <= nx < wide and 0 <= ny < high
                        into[k] = cross(links, lx + x0, ly + y0, together, way) if inside else 0
                        to = into[k]
                    else:
                        ax, ay, bx, by = nx, ny, lx + (turn == 0) - (turn == 2), ly + (turn == 1) - (turn == 3)
                        to = 0
                        if into[way] and into[turn] and rule != ORTHOGONAL:
                            to = (cross(links, ax + x0, ay + y0, into[way], turn)
                                  & cross(links, bx + x0, by + y0, into[turn], way))
                        nx, ny = ax + bx - lx, ay + by - ly
                        if rule == EXACT:
                            next_cost = cost + DIAGONAL
                        elif rule == ALTERNATING:
                            next_cost, parity = cost + PLAIN * (1 + odd), 1 - odd
                    if to and next_cost <= limit and _walk_on(costs, waiting, nx, ny, to, parity, next_cost):
                        queue[tail] = ny * wide + nx
                        tail = tail + 1 if tail < high * wide else 0
    for v in range(codes.shape[0]):
        for u in range(codes.shape[1]):
            reaches = state == 2 and u == cx and v == cy
            if codes[v, u] & 1 and x0 <= u < x1 and y0 <= v < y1:
                for i in range(5):
                    reaches |= costs[v - y0, u - x0, i, 0] < FAR or costs[v - y0, u - x0, i, 1] < FAR
            codes[v, u] = 1 if codes[v, u] & 1 and reaches else 0
    return state


# --- from a source ---------------------------------------------------------------------------------------------------


def passed(
    grid: Grid, codes: NDArray[np.uint8], box: Box, passage: Passage, source: Origin | Body,
    centre: bool, rule: Rule, radius: int,
) -> Mask:
    """(H, W) bool: the cells of an area that count and that its effect reaches.

    :param codes: (H, W) from :func:`game.spatial.shapes.codes`, with what is overlapped; it is used up.
    :param box: cells outside of which all codes are 0.
    :param source: where it starts; from a body it starts in all the body's cells.
    :param centre: whether lines go to the centres of cells alone.
    :param radius: how far ``spread`` walks, in 1/64 m.
    """
    if passage == "none":
        return (codes & 1).view(np.bool_)
    arrays = table(grid).arrays
    if isinstance(source, Origin):
        (x, y), z, (cx, cy), cells = source.point, source.height, source.cell or (-1, -1), _NOWHERE
    else:
        x, y, z, cx, cy, cells = 0, 0, height_of(source), -1, -1, np.array(source.cells, np.int64)
    if passage == "straight":
        state = straight(arrays, x, y, z, cx, cy, cells, centre, codes, *box)
    elif passage == "connected":
        state = connected(arrays, links_at(grid, z), x, y, z, cx, cy, cells, codes, *box)
    else:
        far = radius // UNITS + 2
        low, high = (cells.min(axis=0), cells.max(axis=0)) if len(cells) else ((x // UNITS, y // UNITS),) * 2
        area = (max(int(low[0]) - far, 0), max(int(low[1]) - far, 0),
                min(int(high[0]) + far, grid.cols), min(int(high[1]) + far, grid.rows))
        state = walked(arrays, links_at(grid, z), x, y, z, cx, cy, cells, *_first_step(source, rule), rule_code(rule),
                       radius * PLAIN // UNITS, codes, *area)
    if state == ORPHAN and isinstance(source, Origin):
        raise orphan(source)
    return codes.view(np.bool_)


def _first_step(source: Origin | Body, rule: Rule) -> tuple[int, int]:
    """What the first cells cost, and after how many diagonals: from a corner a diagonal step, from a side a straight
    one; a cell's own centre and a body's own cells cost nothing."""
    if isinstance(source, Body):
        return 0, 0
    sides = [value % UNITS == 0 for value in source.point]
    return Metric(rule).length(*map(int, sides)), int(rule == "alternating" and all(sides))


def check_passage(passage: str) -> None:
    """:raises GeometryError: for an unknown passage."""
    if passage not in PASSAGES:
        raise GeometryError(text("passage: {value} is not one of {allowed}", value=str(passage),
                                 allowed=", ".join(PASSAGES)))
