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
28-30 which of the west, east and middle ways into the cell to the south; bit 31 says that it is known, bit 32 that no
barrier is near. Places are numbered north-west, north-east, south-west, south-east, centre.
"""

from functools import lru_cache
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from game.errors import GeometryError
from game.spatial.grid import PLAIN, UNITS, Body, Grid, Mask
from game.spatial.lines import EFFECT, Arrays, kernel, line_blocked, table
from game.spatial.metric import ALTERNATING, DIAGONAL, EXACT, ORTHOGONAL, Metric, Rule, rule_code
from game.spatial.origins import HALF_CELL, OWNED, STUCK, Origin, height_of, locate, on_barrier
from game.spatial.outlines import Box, clip
from game.texts import text

Passage = Literal["straight", "connected", "spread", "none"]
PASSAGES: Final = get_args(Passage)
KNOWN: Final = 1 << 31
OPEN: Final = (1 << 32) - 1  # everything flows, though barriers may be near
CLEAR: Final = (1 << 33) - 1  # the links of a cell with no barrier in it or beside it
_STEP_X: Final = (1, 0, -1, 0, 1, -1, -1, 1)  # east, south, west, north; south-east and on
_STEP_Y: Final = (0, 1, 0, -1, 1, 1, -1, -1)
_EVERY, _WAITING = 31, 32  # all places of a cell; a mark of the cells still to look at
_NOWHERE: Final = np.zeros((0, 2), np.int64)


@lru_cache(maxsize=32)
def links_at(grid: Grid, height: int) -> NDArray[np.int64]:
    """(H, W) int64: the links of a grid at one height, as far as known; :func:`begin` fills in the rest."""
    return np.zeros(grid.shape, np.int64)


@kernel
def _place(place: int) -> tuple[int, int]:
    """Where a place lies in its cell, in 1/64 m."""
    if place == 4:
        return 32, 32
    return (56 if place & 1 else 8), (56 if place & 2 else 8)


@kernel
def _links_of(arrays: Arrays, x: int, y: int, z: int) -> int:
    """The links of a cell that has a barrier in it or beside it."""
    found = KNOWN
    for i in range(5):
        ox, oy = _place(i)
        px, py = x * 64 + ox, y * 64 + oy
        if on_barrier(arrays, px, py, z):
            continue
        found |= 1 << (6 * i)
        # the places after it in the cell; then those straight across, 5 to the east and 6 to the south
        for j in range(i + 1, 7):
            long = 64 if i == 4 else 16
            qx, qy = px + (long if j == 5 else 0), py + (long if j == 6 else 0)
            bit = 1 << (25 + i // 2) if j == 5 else 1 << (26 + i)
            if j < 5:
                ox, oy = _place(j)
                qx, qy, bit = x * 64 + ox, y * 64 + oy, 1 << (5 * i + j) | 1 << (5 * j + i)
            elif (j == 5 and (i == 0 or i == 2)) or (j == 6 and i < 2):
                continue
            if not (on_barrier(arrays, qx, qy, z) or line_blocked(arrays, px, py, z, qx, qy, z, EFFECT)):
                found |= bit
    for _ in range(3):  # what flows to what flows on: at most four steps, doubled each time
        for i in range(5):
            for j in range(5):
                if found >> (5 * i + j) & 1:
                    found |= (found >> (5 * j) & 31) << (5 * i)
    return found


@kernel
def begin(
    arrays: Arrays, links: NDArray[np.int64], x: int, y: int, z: int, cells: NDArray[np.int64],
    x0: int, y0: int, x1: int, y1: int,
) -> NDArray[np.int64]:
    """Complete the links of a box, and find where an effect starts.

    :param x: where the lines of an origin start, y and z likewise.
    :param cells: (N, 2) a body's cells, in all of which it starts; then x and y play no part.
    :returns: (4 or N, 3) int64: cells x, y and the places in each where it starts; places 0 for none.
    """
    first = arrays.first
    rows, cols = links.shape
    for v in range(y0, y1):
        for u in range(x0, x1):
            if links[v, u] != 0:
                continue
            nothing, a, b = True, max(u - 1, 0), min(u + 2, cols)
            for row in range(max(v - 1, 0), min(v + 2, rows)):
                nothing &= first[row * cols + a] == first[row * cols + b]
            links[v, u] = CLEAR if nothing else _links_of(arrays, u, v, z)
    found = np.zeros((max(len(cells), 4), 3), np.int64)
    for n in range(len(cells)):
        found[n, 0] = cells[n, 0]
        found[n, 1] = cells[n, 1]
        for i in range(5):
            found[n, 2] |= links[cells[n, 1], cells[n, 0]] >> (5 * i) & 31
    for n in range(4 if len(cells) == 0 else 0):
        cx, cy = (x - (n & 1)) >> 6, (y - (n >> 1)) >> 6
        if (n & 1 and x & 63) or (n >> 1 and y & 63) or cx < 0 or cy < 0 or cx >= cols or cy >= rows:
            continue
        found[n, 0] = cx
        found[n, 1] = cy
        for i in range(5):
            ox, oy = _place(i)
            if links[cy, cx] >> (6 * i) & 1 and (
                links[cy, cx] == CLEAR or not line_blocked(arrays, x, y, z, cx * 64 + ox, cy * 64 + oy, z, EFFECT)
            ):
                found[n, 2] |= links[cy, cx] >> (5 * i) & 31
    return found


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
def straight(
    arrays: Arrays, starts: NDArray[np.int64], cells: NDArray[np.int64], centre: bool, codes: NDArray[np.uint8],
    x0: int, y0: int, x1: int, y1: int,
) -> None:
    """Turn codes within a box into 1 where a cell counts and a level line to it from one of the starts is open, else 0.

    :param starts: (N, 3) int64, (x, y, z).
    :param cells: (M, 2) cells that are reached whatever stands in them.
    :param centre: lines go to the centre alone, else to the sample points.
    :param codes: (H, W), see :func:`game.spatial.shapes.codes`.
    """
    low, high = (4, 5) if centre else (0, 4)
    for v in range(max(y0, 0), min(y1, codes.shape[0])):
        for u in range(max(x0, 0), min(x1, codes.shape[1])):
            reached = False
            if codes[v, u] & 1:
                for n in range(len(cells)):
                    reached |= cells[n, 0] == u and cells[n, 1] == v
                for k in range(0 if reached else len(starts) * (high - low)):
                    n, (ox, oy) = k // (high - low), _place(low + k % (high - low))
                    if not line_blocked(arrays, starts[n, 0], starts[n, 1], starts[n, 2], u * 64 + ox, v * 64 + oy,
                                        starts[n, 2], EFFECT):
                        reached = True
                        break
            codes[v, u] = reached


@kernel
def connected(
    links: NDArray[np.int64], seeds: NDArray[np.int64], outside: bool, codes: NDArray[np.uint8],
    x0: int, y0: int, x1: int, y1: int,
) -> None:
    """Turn codes within a box of cells on the map into 1 where a cell counts and the effect flows to it, else 0.

    :param seeds: (N, 3) where it starts, in the box, see :func:`begin`.
    :param outside: whether it may start outside of the shape.
    :param codes: (H, W), see :func:`game.spatial.shapes.codes`, what is overlapped too.
    """
    # a flat copy of the box with a rim: 1 in the shape, 2 in it with all ways open; then the places reached
    wide = x1 - x0 + 2
    domain = np.zeros((y1 - y0 + 2) * wide, np.uint8)
    reached = np.zeros((y1 - y0 + 2) * wide, np.uint8)
    for v in range(y0, y1):
        at = (v - y0 + 1) * wide + 1 - x0
        for u in range(x0, x1):
            if codes[v, u]:
                domain[at + u] = 2 if links[v, u] >= OPEN else 1
    stack = np.empty(len(domain), np.int32)
    top = 0
    for n in range(len(seeds)):
        at = (seeds[n, 1] - y0 + 1) * wide + seeds[n, 0] - x0 + 1
        if seeds[n, 2] and (outside or domain[at]):
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
                new = old | cross(links, at % wide - 1 + x0, at // wide - 1 + y0, reached[at] & _EVERY, way)
            if new != old:
                if not new & _WAITING:
                    new |= _WAITING
                    stack[top] = n
                    top += 1
                reached[n] = new
    for v in range(y0, y1):
        at = (v - y0 + 1) * wide + 1 - x0
        for u in range(x0, x1):
            codes[v, u] = codes[v, u] & 1 and reached[at + u] != 0


@kernel
def _walk_on(
    rest: NDArray[np.int32], waiting: NDArray[np.bool_], x: int, y: int, places: int, parity: int, left: int
) -> bool:
    """Note what is left to walk from places of a cell; is it more than before, and the cell not yet waiting?"""
    more = False
    for i in range(5):
        if places >> i & 1 and left > rest[y, x, i, parity]:
            rest[y, x, i, parity] = left
            more = True
    fresh = more and not waiting[y, x]
    if fresh:
        waiting[y, x] = True
    return fresh


@kernel
def _ways(
    links: NDArray[np.int64], x: int, y: int, places: int, diagonals: bool, x0: int, y0: int, x1: int, y1: int,
    into: NDArray[np.int64],
) -> None:
    """Write into (8,) the places that a step from places of a cell leads to: four ways straight on, then the diagonal
    between each of them and the next, for which both ways round must be open."""
    for k in range(4):
        inside = x0 <= x + _STEP_X[k] < x1 and y0 <= y + _STEP_Y[k] < y1
        into[k] = cross(links, x, y, places, k) if inside else 0
    for k in range(4):
        turn = (k + 1) & 3
        into[4 + k] = 0
        if diagonals and into[k] and into[turn]:
            into[4 + k] = (cross(links, x + _STEP_X[k], y + _STEP_Y[k], into[k], turn)
                           & cross(links, x + _STEP_X[turn], y + _STEP_Y[turn], into[turn], k))


@kernel
def walked(
    links: NDArray[np.int64], seeds: NDArray[np.int64], first: int, diagonals: int, rule: int, limit: int,
    codes: NDArray[np.uint8], x0: int, y0: int, x1: int, y1: int,
) -> None:
    """Turn all codes into 1 where a cell counts and a walk within a box reaches it within a limit, else 0.

    :param seeds: (N, 3) where it starts, in the box, see :func:`begin`.
    :param first: the cost of the first cells, in 1/1000 m, after ``diagonals`` diagonals; ``limit`` likewise.
    :param rule: a code of :mod:`game.spatial.metric`.
    """
    high, wide = y1 - y0, x1 - x0
    rest = np.zeros((high, wide, 5, 2), np.int32)  # what is left to walk, plus 1; 0 is not reached
    waiting = np.zeros((high, wide), np.bool_)
    queue = np.empty(high * wide + 1, np.int32)
    into = np.zeros(8, np.int64)
    tail, head = 0, 0
    for n in range(len(seeds) if first <= limit else 0):
        sx, sy = seeds[n, 0] - x0, seeds[n, 1] - y0
        if seeds[n, 2] and _walk_on(rest, waiting, sx, sy, seeds[n, 2], diagonals, limit + 1 - first):
            queue[tail] = sy * wide + sx
            tail += 1
    while head != tail:
        ly, lx = queue[head] // wide, queue[head] % wide
        head = head + 1 if head < high * wide else 0
        waiting[ly, lx] = False
        for odd in range(2):
            done = 0
            for i in range(5):
                left = rest[ly, lx, i, odd]
                if done >> i & 1 or left == 0:
                    continue
                together = links[ly + y0, lx + x0] >> (5 * i) & 31
                done |= together
                for j in range(5):
                    if together >> j & 1:
                        left = max(left, rest[ly, lx, j, odd])
                _ways(links, lx + x0, ly + y0, together, rule != ORTHOGONAL, x0, y0, x1, y1, into)
                for k in range(8):
                    step, parity = PLAIN, odd
                    if k >= 4 and rule == EXACT:
                        step = DIAGONAL
                    elif k >= 4 and rule == ALTERNATING:
                        step, parity = PLAIN * (1 + odd), 1 - odd
                    nx, ny = lx + _STEP_X[k], ly + _STEP_Y[k]
                    if into[k] and left > step and _walk_on(rest, waiting, nx, ny, into[k], parity, left - step):
                        queue[tail] = ny * wide + nx
                        tail = tail + 1 if tail < high * wide else 0
    for v in range(codes.shape[0]):
        for u in range(codes.shape[1]):
            reaches = False
            if codes[v, u] & 1 and x0 <= u < x1 and y0 <= v < y1:
                for i in range(10):
                    reaches |= rest[v - y0, u - x0, i >> 1, i & 1] > 0
            codes[v, u] = reaches


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
        (x, y, z, state), cells = locate(arrays, source), _NOWHERE
        if state == STUCK:
            return _alone(codes, source)
        a0, b0, a1, b1 = (x - 1) // UNITS, (y - 1) // UNITS, x // UNITS + 1, y // UNITS + 1  # the cells it touches
    else:
        x, y, z, state, cells = 0, 0, height_of(source), OWNED, np.array(source.cells, np.int64)
        (a0, b0), (a1, b1) = cells.min(axis=0).tolist(), (cells.max(axis=0) + 1).tolist()
    if passage == "straight":
        starts = _middles(arrays, cells, z) if len(cells) else np.array([(x, y, z)], np.int64)
        straight(arrays, starts, cells, centre, codes, *box)
        return codes.view(np.bool_)
    if passage == "connected":
        box = clip((min(a0, box[0]), min(b0, box[1]), max(a1, box[2]), max(b1, box[3])), codes.shape)
    else:
        far = radius // UNITS + 1
        box = clip((a0 - far, b0 - far, a1 + far, b1 + far), codes.shape)
    links = links_at(grid, z)
    seeds = begin(arrays, links, x, y, z, cells, *box)
    if passage == "connected":
        connected(links, seeds, state == OWNED, codes, *box)
    else:
        walked(links, seeds, *first_step(source, rule), rule_code(rule), radius * PLAIN // UNITS, codes, *box)
    return codes.view(np.bool_)


def _alone(codes: NDArray[np.uint8], origin: Origin) -> Mask:
    """An origin inside a wall reaches its own cell."""
    mask = np.zeros(codes.shape, np.bool_)
    if origin.cell is not None:
        x, y = origin.cell
        mask[y, x] = codes[y, x] & 1
    return mask


def _middles(arrays: Arrays, cells: NDArray[np.int64], z: int) -> NDArray[np.int64]:
    """(N, 3) int64: the centres of those of some cells (M, 2) whose centre is on no barrier."""
    middles = [(x * UNITS + HALF_CELL, y * UNITS + HALF_CELL, z) for x, y in cells.tolist()]
    return np.array([middle for middle in middles if not on_barrier(arrays, *middle)], np.int64).reshape(-1, 3)


def first_step(source: Origin | Body, rule: Rule) -> tuple[int, int]:
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
