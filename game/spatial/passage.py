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
from game.spatial.lines import EFFECT, Arrays, barred, kernel, line_blocked, table
from game.spatial.metric import ALTERNATING, DIAGONAL, EXACT, ORTHOGONAL, Metric, Rule, rule_code
from game.spatial.origins import HALF_CELL, Origin, Start, height_of, on_barrier, start_of, touching
from game.spatial.outlines import Box
from game.texts import text

Passage = Literal["straight", "connected", "spread", "none"]
KNOWN: Final = 1 << 31
OPEN: Final = (1 << 32) - 1  # the links of a cell with no barrier in it or beside it
FAR: Final = 2**30  # no distance
_X: Final = (8, 56, 8, 56, 32)  # places in a cell
_Y: Final = (8, 8, 56, 56, 32)


@lru_cache(maxsize=32)
def links_at(grid: Grid, height: int) -> NDArray[np.int64]:
    """(H, W) int64: the links of a grid at one height, as far as known; :func:`complete` fills in the rest."""
    return np.zeros(grid.shape, np.int64)


def known_links(grid: Grid, height: int, box: Box) -> NDArray[np.int64]:
    """(H, W) int64: the links at one height, complete within a box of cells on the map."""
    links = links_at(grid, height)
    complete(table(grid).arrays, links, height, *box)
    return links


@kernel
def complete(arrays: Arrays, links: NDArray[np.int64], z: int, x0: int, y0: int, x1: int, y1: int) -> None:
    """Find the links of the cells of a box that are not known."""
    rows, cols = links.shape
    for y in range(y0, y1):
        for x in range(x0, x1):
            if links[y, x] != 0:
                continue
            a, b, c, d = max(x - 1, 0), max(y - 1, 0), min(x + 2, cols), min(y + 2, rows)
            counts = arrays.counts
            if counts[d, c] - counts[b, c] - counts[d, a] + counts[b, a] == 0:
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
                    if not (on_barrier(arrays, qx, qy, z) or barred(arrays, px, py, qx, qy, z, z + 1, EFFECT)):
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
def entered(
    arrays: Arrays, links: NDArray[np.int64], x: int, y: int, z: int, cells: NDArray[np.int64]
) -> NDArray[np.int64]:
    """(N,) int64: the places of some cells (N, 2) to which a point that touches them flows."""
    found = np.zeros(len(cells), np.int64)
    for n in range(len(cells)):
        for i in range(5):
            px, py = cells[n, 0] * 64 + _X[i], cells[n, 1] * 64 + _Y[i]
            if not (on_barrier(arrays, px, py, z) or barred(arrays, x, y, px, py, z, z + 1, EFFECT)):
                found[n] |= 1 << i
        found[n] = flow(links[cells[n, 1], cells[n, 0]], found[n])
    return found


@kernel
def straight(
    arrays: Arrays, starts: NDArray[np.int64], centre: bool, codes: NDArray[np.uint8],
    x0: int, y0: int, x1: int, y1: int,
) -> None:
    """Turn codes within a box into 1 where a cell counts and a line to it is open from one of the starts, else 0.

    :param starts: (N, 3) int64, (x, y, z); every line is level.
    :param centre: lines go to the centre alone, else to the sample points.
    :param codes: (H, W), see :func:`game.spatial.shapes.codes`.
    """
    low, high = (4, 5) if centre else (0, 4)
    for y in range(y0, y1):
        for x in range(x0, x1):
            reached = 0
            if codes[y, x] & 1:
                for n in range(len(starts)):
                    for i in range(low, high):
                        if not line_blocked(arrays, starts[n, 0], starts[n, 1], starts[n, 2],
                                            x * 64 + _X[i], y * 64 + _Y[i], starts[n, 2], EFFECT):
                            reached = 1
                            break
                    if reached:
                        break
            codes[y, x] = reached


@kernel
def connected(
    links: NDArray[np.int64], cells: NDArray[np.int64], places: NDArray[np.int64], codes: NDArray[np.uint8],
    x0: int, y0: int, x1: int, y1: int,
) -> None:
    """Turn codes within a box into 1 where a cell counts and the effect flows to it, else 0.

    :param cells: (N, 2) where it starts, in the box; ``places`` (N,) of them.
    """
    wide = x1 - x0
    reached = np.zeros((y1 - y0, wide), np.int64)
    waiting = np.zeros((y1 - y0, wide), np.bool_)
    stack = np.empty((y1 - y0) * wide, np.int32)
    top = 0
    for n in range(len(cells)):
        x, y = cells[n, 0] - x0, cells[n, 1] - y0
        if places[n] and not waiting[y, x]:
            waiting[y, x] = True
            stack[top] = y * wide + x
            top += 1
        reached[y, x] |= places[n]
    while top > 0:
        top -= 1
        ly, lx = stack[top] // wide, stack[top] % wide
        waiting[ly, lx] = False
        for way in range(4):
            ny, nx = ly + (way == 1) - (way == 3), lx + (way == 0) - (way == 2)
            if ny < 0 or nx < 0 or ny >= y1 - y0 or nx >= wide or not codes[ny + y0, nx + x0] & 2:
                continue
            into = cross(links, lx + x0, ly + y0, reached[ly, lx], way)
            if reached[ny, nx] | into != reached[ny, nx]:
                reached[ny, nx] |= into
                if not waiting[ny, nx]:
                    waiting[ny, nx] = True
                    stack[top] = ny * wide + nx
                    top += 1
    for y in range(y0, y1):
        for x in range(x0, x1):
            codes[y, x] = 1 if codes[y, x] & 1 and reached[y - y0, x - x0] else 0


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
    links: NDArray[np.int64], cells: NDArray[np.int64], places: NDArray[np.int64], first: int, parity: int,
    rule: int, limit: int, x0: int, y0: int, x1: int, y1: int,
) -> NDArray[np.bool_]:
    """(y1 - y0, x1 - x0) bool: the cells of a box that a walk from some cells reaches within a limit, in 1/1000 m.

    :param cells: (N, 2) where it starts; ``places`` (N,) of them, at the cost ``first`` and after ``parity`` diagonals.
    :param rule: a code of :mod:`game.spatial.metric`.
    """
    high, wide = y1 - y0, x1 - x0
    costs = np.full((high, wide, 5, 2), FAR, np.int32)
    waiting = np.zeros((high, wide), np.bool_)
    queue = np.empty(high * wide + 1, np.int32)
    into = np.zeros(4, np.int64)
    tail, head = 0, 0
    for n in range(len(cells)):
        if first <= limit and _walk_on(costs, waiting, cells[n, 0] - x0, cells[n, 1] - y0, places[n], parity, first):
            queue[tail] = (cells[n, 1] - y0) * wide + cells[n, 0] - x0
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
    found = np.zeros((high, wide), np.bool_)
    for y in range(high):
        for x in range(wide):
            for i in range(5):
                found[y, x] |= costs[y, x, i, 0] < FAR or costs[y, x, i, 1] < FAR
    return found


# --- from a source ---------------------------------------------------------------------------------------------------


def passed(
    grid: Grid, codes: NDArray[np.uint8], box: Box, passage: Passage, source: Origin | Body,
    centre: bool, rule: Rule, radius: int,
) -> Mask:
    """(H, W) bool: the cells of an area that count and that its effect reaches.

    :param codes: (H, W) from :func:`game.spatial.shapes.codes`, with what is overlapped; it is used up.
    :param box: cells on the map, outside of which all codes are 0.
    :param source: where it starts; from a body it starts in all the body's cells.
    :param centre: whether lines go to the centres of cells alone.
    :param radius: how far ``spread`` walks, in 1/64 m.
    """
    if passage == "none":
        return (codes & 1).view(np.bool_)
    arrays = table(grid).arrays
    start = start_of(grid, source) if isinstance(source, Origin) else None
    if start is not None and start.stuck and start.cell is not None:
        return _alone(codes, start)
    if passage == "straight":
        straight(arrays, _line_starts(grid, source, start), centre, codes, *box)
        return codes.view(np.bool_)
    z = source.height if isinstance(source, Origin) else height_of(source)
    cells = _first_cells(grid, source, start)
    low, high = cells.min(axis=0), cells.max(axis=0) + 1
    if passage == "connected":
        area = (min(box[0], int(low[0])), min(box[1], int(low[1])),
                max(box[2], int(high[0])), max(box[3], int(high[1])))
    else:
        far = radius // UNITS + 1
        area = (max(int(low[0]) - far, 0), max(int(low[1]) - far, 0),
                min(int(high[0]) + far, grid.cols), min(int(high[1]) + far, grid.rows))
    links = known_links(grid, z, area)
    if start is None:
        places = np.array([_used(int(links[y, x])) for x, y in cells], np.int64)
    else:
        places = entered(arrays, links, start.x, start.y, z, cells)
    if passage == "connected":
        if start is not None and start.cell is None:  # it does not start outside of the shape
            places[codes[cells[:, 1], cells[:, 0]] == 0] = 0
        connected(links, cells, places, codes, *area)
        return codes.view(np.bool_)
    first, parity = _first_step(source, rule)
    reached = np.zeros(grid.shape, np.bool_)
    reached[area[1]:area[3], area[0]:area[2]] = walked(
        links, cells, places, first, parity, rule_code(rule), radius * PLAIN // UNITS, *area)
    return (codes & 1).view(np.bool_) & reached


def _alone(codes: NDArray[np.uint8], start: Start) -> Mask:
    """An origin inside a wall reaches its own cell."""
    mask = np.zeros(codes.shape, np.bool_)
    if start.cell is not None:
        x, y = start.cell
        mask[y, x] = codes[y, x] & 1
    return mask


def _line_starts(grid: Grid, source: Origin | Body, start: Start | None) -> NDArray[np.int64]:
    """(N, 3) int64: where lines start: for a body, in the middle of each of its cells that is not on a barrier."""
    if start is not None:
        return np.array([(start.x, start.y, start.z)], np.int64)
    assert isinstance(source, Body)
    z, arrays = height_of(source), table(grid).arrays
    middles = [(x * UNITS + HALF_CELL, y * UNITS + HALF_CELL, z) for x, y in source.cells]
    return np.array([middle for middle in middles if not on_barrier(arrays, *middle)], np.int64).reshape(-1, 3)


def _first_cells(grid: Grid, source: Origin | Body, start: Start | None) -> NDArray[np.int64]:
    """(N, 2) int64: the cells of the map in which it starts."""
    if start is None:
        assert isinstance(source, Body)
        return np.array(source.cells, np.int64)
    cells = touching((start.x, start.y)) if start.cell is None else (start.cell,)
    return np.array([cell for cell in cells if cell in grid], np.int64)


def _used(link: int) -> int:
    """The places of a cell that are on no barrier."""
    return sum(1 << i for i in range(5) if link >> (6 * i) & 1)


def _first_step(source: Origin | Body, rule: Rule) -> tuple[int, int]:
    """What the first cells cost, and after how many diagonals: from a corner a diagonal step, from a side a straight
    one; a cell's own centre and a body's own cells cost nothing."""
    if isinstance(source, Body):
        return 0, 0
    sides = [value % UNITS == 0 for value in source.point]
    return Metric(rule).length(*map(int, sides)), int(rule == "alternating" and all(sides))


def check_passage(passage: str) -> None:
    """:raises GeometryError: for an unknown passage."""
    if passage not in get_args(Passage):
        raise GeometryError(text("passage: {value} is not one of {allowed}", value=str(passage),
                                 allowed=", ".join(get_args(Passage))))
