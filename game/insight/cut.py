"""What cuts an area off: the barriers between its origin, or its lit cells, and those that it does not get to."""

from typing import Final

import numpy as np

from game.errors import GeometryError
from game.spatial.areas import Counting, Passage, Template
from game.spatial.grid import UNITS, Barrier, Body, Grid, Mask
from game.spatial.lines import block_lists, table
from game.spatial.origins import Origin, height_of, start_of

MOST: Final = 400  # cells that are looked at, the first by rows


def cutting(
    grid: Grid, template: Template, counting: Counting, passage: Passage, mask: Mask, cut: Mask
) -> tuple[Barrier, ...]:
    """The barriers that keep an area from cells of its shape.

    >>> from game.spatial.areas import Circle, area_mask
    >>> from game.spatial.grid import wall
    >>> grid = Grid.empty(9, 9, [wall((6, 0), (6, 9)), wall((1, 0), (1, 9))])
    >>> ball = Circle(Origin.corner(grid, (5, 4)), 3)
    >>> lit, whole = area_mask(grid, ball), area_mask(grid, ball, passage="none")
    >>> [each.start for each in cutting(grid, ball, "centre", "connected", lit, whole & ~lit)]
    [(384, 0)]

    :param mask: (H, W) bool, the cells that are lit; ``cut`` those of the shape that are not.
    """
    source = template.source
    if source is None or not cut.any():
        return ()
    if passage == "straight":
        return _before(grid, source, counting, cut)
    level = source.height if isinstance(source, Origin) else height_of(source)
    walls = table(grid).arrays.segments
    (y0, x0), (y1, x1) = np.argwhere(cut).min(axis=0), np.argwhere(cut).max(axis=0) + 1
    left, right = np.minimum(walls[:, 0], walls[:, 2]), np.maximum(walls[:, 0], walls[:, 2])
    upper, lower = np.minimum(walls[:, 1], walls[:, 3]), np.maximum(walls[:, 1], walls[:, 3])
    near = ((left <= x1 * UNITS) & (right >= x0 * UNITS) & (upper <= y1 * UNITS) & (lower >= y0 * UNITS)
            & (walls[:, 4] <= level) & (level < walls[:, 5]))
    some = (table(grid).barrier(int(row)) for row in np.nonzero(near)[0])
    return tuple(dict.fromkeys(each for each in some if each.effect and _parts(each, mask, cut)))


def _before(grid: Grid, source: Origin | Body, counting: Counting, cut: Mask) -> tuple[Barrier, ...]:
    """What blocks the straight lines to cells."""
    if isinstance(source, Origin):
        try:
            start = start_of(grid, source)
        except GeometryError:  # on a barrier, where nothing starts
            return ()
        from_ = (start.x, start.y, start.z)
    else:
        xs, ys = [x for x, _ in source.cells], [y for _, y in source.cells]
        from_ = ((min(xs) + max(xs) + 1) * UNITS // 2, (min(ys) + max(ys) + 1) * UNITS // 2, height_of(source))
    spots = np.array([(32, 32)] if counting == "centre" else [(i, j) for j in (8, 56) for i in (8, 56)], np.int64)
    cells = np.argwhere(cut)[:MOST, ::-1].astype(np.int64) * UNITS
    flat = (cells[:, None] + spots).reshape(-1, 2)
    ends = np.column_stack([flat, np.full(len(flat), from_[2], np.int64)])
    return tuple(dict.fromkeys(each for some in block_lists(grid, from_, ends, "effect") for each in some))


def _parts(barrier: Barrier, lit: Mask, dark: Mask) -> bool:
    """Whether a barrier has lit and dark cells beside it."""
    (x1, y1), (x2, y2) = barrier.start, barrier.end
    part = (slice(max((min(y1, y2) - 1) // UNITS, 0), max(y1, y2) // UNITS + 1),
            slice(max((min(x1, x2) - 1) // UNITS, 0), max(x1, x2) // UNITS + 1))
    return bool(lit[part].any() and dark[part].any())
