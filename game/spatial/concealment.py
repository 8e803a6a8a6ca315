"""Concealment: what smoke, leaves and darkness hide. Flat: it has no height."""

import numpy as np
from numpy.typing import NDArray

from game.spatial.grid import NO_CONCEALMENT, UNITS, Body, Cell, Grid, on_map
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


def concealment_field(grid: Grid, attacker: Body) -> NDArray[np.uint8]:
    """(H, W) uint8: the concealment of a target of one cell standing on each cell.

    :raises GeometryError: for a body off the map.
    """
    on_map(grid, attacker)
    levels = grid.concealment.copy()
    for x, y in attacker.cells:
        levels[y, x] = NO_CONCEALMENT
    if not levels.any():
        return levels
    out = np.empty_like(levels)
    _concealed_field(levels, *_centre(attacker), _scratch(grid), out)
    return out
