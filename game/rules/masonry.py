"""What stands on a map, in barriers: how it is called, along which cells it runs, which barriers are whose.

Files and the map brush share it, so that a map that was drawn, written and read again is the same map.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from game.rules.gm_actions import Edge
from game.spatial.grid import UNITS, Barrier, Cell, cell_name

Ends = tuple[float, float]


def edge_id(kind: str, start: Ends, end: Ends) -> str:
    """What a thin wall is called unless its file says otherwise.

    >>> edge_id("low_wall", (4, 1), (3, 1))
    'low-wall-3,1-4,1'
    """
    a, b = sorted((start, end))
    return f"{kind.replace('_', '-')}-{a[0]:g},{a[1]:g}-{b[0]:g},{b[1]:g}"


def cell_id(kind: str, cell: Cell) -> str:
    """What a thing that fills a cell is called unless its file says otherwise.

    >>> cell_id("low_wall", (2, 6))
    'low-wall-c7'
    """
    return f"{kind}-{cell_name(cell)}".replace("_", "-").lower()


def pieces(start: Ends, end: Ends) -> list[tuple[Ends, Ends]]:
    """A wall along cell edges, edge by edge; any other as it is.

    >>> pieces((3, 1), (1, 1)), pieces((0, 0), (1, 2))
    ([((3, 1), (2, 1)), ((2, 1), (1, 1))], [((0, 0), (1, 2))])
    """
    (x0, y0), (x1, y1) = start, end
    whole = all(value == int(value) for value in (x0, y0, x1, y1))
    if not whole or (x0 != x1) == (y0 != y1):
        return [(start, end)]
    length = int(max(abs(x1 - x0), abs(y1 - y0)))
    dx, dy = (x1 > x0) - (x1 < x0), (y1 > y0) - (y1 < y0)
    points = [(x0 + dx * n, y0 + dy * n) for n in range(length + 1)]
    return list(pairwise(points))


def beside(start: Ends, end: Ends, size: tuple[int, int]) -> list[Cell]:
    """The cells that a segment runs through or along, in a map of ``size`` (columns, rows).

    >>> beside((1, 0), (1, 1), (3, 3)), beside((0.5, 0.5), (1.5, 0.5), (3, 3))
    ([(0, 0), (1, 0)], [(0, 0), (1, 0)])
    """
    (x0, y0), (x1, y1) = ((Fraction(x), Fraction(y)) for x, y in (start, end))
    cuts = {Fraction(0), Fraction(1)}
    for a, b in ((x0, x1), (y0, y1)):
        if a != b:
            cuts |= {(line - a) / (b - a) for line in range(ceil(min(a, b)), floor(max(a, b)) + 1)}
    cells = set()
    for low, high in pairwise(sorted(cuts)):
        t = (low + high) / 2
        x, y = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
        cells |= {(col, row) for col in _sides(x) for row in _sides(y)}
    return sorted((x, y) for x, y in cells if 0 <= x < size[0] and 0 <= y < size[1])


def _sides(value: Fraction) -> tuple[int, ...]:
    """The columns (or rows) that a coordinate lies in: two when it lies on their border."""
    return (int(value) - 1, int(value)) if value.denominator == 1 else (floor(value),)


def row_by_row(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Cells in the order in which a picture of the map is read.

    >>> row_by_row({(0, 1), (2, 0), (1, 0)})
    ((1, 0), (2, 0), (0, 1))
    """
    return tuple(sorted(cells, key=lambda cell: (cell[1], cell[0])))


def ends(barrier: Barrier) -> tuple[Ends, Ends]:
    """Its two ends in metres."""
    (x0, y0), (x1, y1) = barrier.start, barrier.end
    return (x0 / UNITS, y0 / UNITS), (x1 / UNITS, y1 / UNITS)


def edges_of(barrier: Barrier) -> tuple[Edge, ...]:
    """The edges between cells that a barrier covers wholly, each from its top or left end; none for any other barrier.

    >>> from game.spatial.grid import wall
    >>> edges_of(wall((3, 1), (1, 1))), edges_of(wall((0, 0), (1, 1)))
    (((1, 1, 2, 1), (2, 1, 3, 1)), ())
    """
    found = []
    for (x0, y0), (x1, y1) in pieces(*ends(barrier)):
        if not all(value == int(value) for value in (x0, y0, x1, y1)) or (x0 != x1) == (y0 != y1):
            return ()
        (a, b), (c, d) = sorted(((int(x0), int(y0)), (int(x1), int(y1))))
        found.append((a, b, c, d))
    return tuple(sorted(found))


def cell_of(barrier: Barrier) -> Cell:
    """The cell that a barrier goes round, as the sides of all that fills cells do (see
    :func:`game.spatial.grid.block`): the one on its right hand.

    >>> from game.spatial.grid import block
    >>> {cell_of(each) for each in block((2, 6))}
    {(2, 6)}
    """
    (x0, y0), (x1, y1) = barrier.start, barrier.end
    right = (y0 > y1) - (y0 < y1), (x1 > x0) - (x1 < x0)
    return (x0 + x1 + right[0]) // (2 * UNITS), (y0 + y1 + right[1]) // (2 * UNITS)


def crosses(barrier: Barrier, cell: Cell) -> bool:
    """Whether a barrier runs through the inside of a cell."""
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        start, way = barrier.start[axis], barrier.end[axis] - barrier.start[axis]
        least, most = UNITS * cell[axis], UNITS * (cell[axis] + 1)
        if not way:
            if not least < start < most:
                return False
            continue
        enter, leave = sorted((Fraction(least - start, way), Fraction(most - start, way)))
        low, high = max(low, enter), min(high, leave)
    return low < high


def heights_beside(barrier: Barrier, height: NDArray[np.int32]) -> list[int]:
    """The ground beside a thin wall, in 1/64 m, from an (H, W) layer in 1/64 m."""
    return _heights(ends(barrier), height)


def _heights(segment: tuple[Ends, Ends], height: NDArray[np.int32]) -> list[int]:
    return [int(height[y, x]) for x, y in beside(*segment, (height.shape[1], height.shape[0]))]


def thin_range(segment: tuple[Ends, Ends], height: NDArray[np.int32], bottom: int, top: int) -> tuple[int, int]:
    """Bottom and top of a thin wall in absolute 1/64 m: it stands on the lower ground beside it, or ``bottom`` above
    the higher, and ends ``top`` above the higher."""
    found = _heights(segment, height)
    return (min(found) if not bottom else max(found) + bottom), max(found) + top


def above_ground(barrier: Barrier, height: NDArray[np.int32]) -> tuple[int, int]:
    """The ``bottom`` and ``top`` that :func:`thin_range` makes this barrier of."""
    found = heights_beside(barrier, height)
    return (0 if barrier.bottom == min(found) else barrier.bottom - max(found)), barrier.top - max(found)

