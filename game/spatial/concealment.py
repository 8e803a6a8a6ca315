"""Concealment: what smoke, leaves and darkness hide. Flat: it has no height."""

import numpy as np
from numpy.typing import NDArray

from game.spatial.grid import MAX_SIDE, NO_CONCEALMENT, UNITS, Body, Cell, Grid, on_map, whole
from game.spatial.kernels import kernel


@kernel
def _concealed(
    levels: NDArray[np.uint8], ax: int, ay: int, bx: int, by: int, cells: NDArray[np.int64]
) -> tuple[int, int]:
    """The highest level along a flat line, and how many cells of that level were written to ``cells`` (K, 2).

    Along an edge, or through a corner where four cells meet, the lighter of the two sides counts.
    """
    dx, dy = bx - ax, by - ay
    sx, sy = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
    x, y = (ax >> 6 if dx > 0 else (ax - 1) >> 6), (ay >> 6 if dy > 0 else (ay - 1) >> 6)
    end_x, end_y = ((bx - 1) >> 6 if dx > 0 else bx >> 6), ((by - 1) >> 6 if dy > 0 else by >> 6)
    next_x = (64 * x + 64 - ax if dx > 0 else ax - 64 * x) * abs(dy)
    next_y = (64 * y + 64 - ay if dy > 0 else ay - 64 * y) * abs(dx)
    if dx == 0:
        x = end_x = ax >> 6
    if dy == 0:
        y = end_y = ay >> 6
    twin_x, twin_y = (x - 1 if dx == 0 and ax & 63 == 0 else x), (y - 1 if dy == 0 and ay & 63 == 0 else y)
    best, count = 0, 0
    if dx == 0 and dy == 0:
        return 0, 0
    shift_x, shift_y = twin_x - x, twin_y - y
    ox, oy = x, y  # the other cell beside an edge or a corner; the cell itself elsewhere
    px, py = x, y
    pending = False
    while True:
        if not pending:
            px, py, ox, oy = x, y, x + shift_x, y + shift_y
        level = min(levels[py, px], levels[oy, ox])
        if level > best:
            best, count = level, 0
        if level == best and level > 0:
            if levels[py, px] == level:
                cells[count, 0] = px
                cells[count, 1] = py
                count += 1
            if levels[oy, ox] == level and (ox != px or oy != py):
                cells[count, 0] = ox
                cells[count, 1] = oy
                count += 1
        if pending:
            pending = False
            x += sx
            y += sy
            next_x += 64 * abs(dy)
            next_y += 64 * abs(dx)
            continue
        if x == end_x and y == end_y:
            return best, count
        if next_x < next_y:
            x += sx
            next_x += 64 * abs(dy)
        elif next_y < next_x:
            y += sy
            next_y += 64 * abs(dx)
        else:
            px, py, ox, oy = x + sx, y, x, y + sy
            pending = True


@kernel
def _concealed_field(
    levels: NDArray[np.uint8], ax: int, ay: int, cells: NDArray[np.int64], out: NDArray[np.uint8]
) -> None:
    """Write to ``out`` (H, W) the level along the line from A to the centre of each cell; ``cells`` is scratch."""
    for y in range(levels.shape[0]):
        for x in range(levels.shape[1]):
            out[y, x] = _concealed(levels, ax, ay, x * 64 + 32, y * 64 + 32, cells)[0]


@kernel
def _place_concealed(
    levels: NDArray[np.uint8], size: int, x: int, y: int, other: NDArray[np.int64], ox: int, oy: int, attack: bool,
    cells: NDArray[np.int64], work: NDArray[np.uint8],
) -> int:
    """The concealment between a body of size x size cells whose top left is (x, y) and another body.

    :param other: (N, 2) the cells of the other body, whose centre is (ox, oy); ``attack``: it is the attacker.
    :param work: (H, W) a copy of the levels, left as it was found; ``cells`` is scratch.
    """
    lightest, own = 2, False
    for k in range(size * size if attack else len(other)):  # the target's own cells, but those of the attacker
        i, j = (x + k // size, y + k % size) if attack else (other[k, 0], other[k, 1])
        shared = False
        if attack:
            for t in range(len(other)):
                shared = shared or (other[t, 0] == i and other[t, 1] == j)
        else:
            shared = x <= i < x + size and y <= j < y + size
        if not shared:
            lightest, own = min(lightest, levels[j, i]), True
    lightest = lightest if own else 0
    for k in range(size * size):
        work[y + k % size, x + k // size] = lightest if attack else 0
    for t in range(len(other)):
        i, j = other[t, 0], other[t, 1]
        if attack or not (x <= i < x + size and y <= j < y + size):
            work[j, i] = 0 if attack else lightest
    mx, my = x * 64 + size * 32, y * 64 + size * 32
    ax, ay, bx, by = (ox, oy, mx, my) if attack else (mx, my, ox, oy)
    crossed = _concealed(work, ax, ay, bx, by, cells)[0]
    for k in range(size * size):
        work[y + k % size, x + k // size] = levels[y + k % size, x + k // size]
    for t in range(len(other)):
        work[other[t, 1], other[t, 0]] = levels[other[t, 1], other[t, 0]]
    return max(crossed, lightest)


@kernel
def _places_concealed(
    levels: NDArray[np.uint8], size: int, other: NDArray[np.int64], ox: int, oy: int, attack: bool,
    cells: NDArray[np.int64], out: NDArray[np.uint8],
) -> None:
    """Write to ``out`` (H, W) what :func:`_place_concealed` says of every place on the map."""
    work = levels.copy()
    for y in range(levels.shape[0] - size + 1):
        for x in range(levels.shape[1] - size + 1):
            out[y, x] = _place_concealed(levels, size, x, y, other, ox, oy, attack, cells, work)


def _scratch(grid: Grid) -> NDArray[np.int64]:
    """(K, 2): room for all the cells that a line crosses."""
    return np.empty((2 * (grid.rows + grid.cols) + 4, 2), np.int64)


def _centre(body: Body) -> tuple[int, int]:
    """The centre of a body's bounding box, from above, 1/64 m."""
    xs, ys = [x for x, _ in body.cells], [y for _, y in body.cells]
    return (min(xs) + max(xs) + 1) * UNITS // 2, (min(ys) + max(ys) + 1) * UNITS // 2


def concealing(grid: Grid, a: Body, b: Body) -> tuple[int, tuple[Cell, ...]]:
    """The :func:`concealment` of ``b`` against ``a``, and the cells that give it."""
    levels = grid.concealment.copy()
    own = [cell for cell in b.cells if cell not in a.cells]
    lightest = min((int(levels[y, x]) for x, y in own), default=NO_CONCEALMENT)
    for x, y in own:
        levels[y, x] = lightest
    for x, y in a.cells:
        levels[y, x] = NO_CONCEALMENT
    cells = _scratch(grid)
    crossed, count = _concealed(levels, *_centre(a), *_centre(b), cells)
    level = max(int(crossed), lightest)
    if level == NO_CONCEALMENT:
        return level, ()
    causes = {(int(x), int(y)) for x, y in cells[:count]} if crossed == level else set()
    return level, tuple(sorted(causes | (set(own) if lightest == level else set())))


def concealment(grid: Grid, a: Body, b: Body) -> int:
    """The concealment of ``b`` against ``a``: 0 none, 1 partial, 2 total.

    The highest level among the cells that the line between the bodies' centres crosses, without the attacker's own.
    Along an edge or through a corner the lighter side counts; of the target's own cells the lightest.

    >>> smoke = np.array([[0, 1, 0, 2, 0]], np.uint8)
    >>> grid = Grid.empty(5, 1).replace(concealment=smoke)
    >>> [concealment(grid, Body.on(grid, (0, 0)), Body.on(grid, (x, 0))) for x in range(5)]
    [0, 1, 1, 2, 2]

    :raises GeometryError: for a body off the map.
    """
    on_map(grid, a, b)
    return concealing(grid, a, b)[0]


def concealment_field(grid: Grid, attacker: Body, size: int = 1) -> NDArray[np.uint8]:
    """(H, W) uint8: the concealment of a target of ``size`` x ``size`` cells standing at each place (its top left); 0
    where it would not fit the map.

    :raises GeometryError: for a body off the map, or a size below 1.
    """
    if whole("size", size, MAX_SIDE, 1) > 1:
        return _field(grid, attacker, size, True)
    on_map(grid, attacker)
    levels = grid.concealment.copy()
    for x, y in attacker.cells:
        levels[y, x] = NO_CONCEALMENT
    if not levels.any():
        return levels
    out = np.empty_like(levels)
    _concealed_field(levels, *_centre(attacker), _scratch(grid), out)
    return out


def concealment_from_field(grid: Grid, target: Body, size: int = 1) -> NDArray[np.uint8]:
    """(H, W) uint8: the concealment of one target against an attacker of ``size`` x ``size`` cells standing at each
    place (its top left); 0 where it would not fit the map.

    The other way round than :func:`concealment_field`.

    >>> smoke = np.array([[0, 1, 0, 2, 0]], np.uint8)
    >>> grid = Grid.empty(5, 1).replace(concealment=smoke)
    >>> concealment_from_field(grid, Body.on(grid, (0, 0)))
    array([[0, 0, 1, 1, 2]], dtype=uint8)

    :raises GeometryError: as :func:`concealment_field`.
    """
    return _field(grid, target, whole("size", size, MAX_SIDE, 1), False)


def _field(grid: Grid, body: Body, size: int, attack: bool) -> NDArray[np.uint8]:
    on_map(grid, body)
    out = np.zeros(grid.shape, np.uint8)
    if grid.concealment.any() and size <= min(grid.shape):
        _places_concealed(grid.concealment, size, np.array(body.cells, np.int64), *_centre(body), attack,
                          _scratch(grid), out)
    return out
