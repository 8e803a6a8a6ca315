"""Cover past other bodies, where the rules let them give any: they hide a part of a target, never all of it.

A body is in the way as the solid cells that it fills would be. One that stands where the attacker or the target stands
is in nobody's way.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal

import numpy as np

from game.spatial.grid import PARTIAL, TOTAL, UNITS, Body, Grid, Mask, block, footprint
from game.spatial.sight import QUARTER, CoverField, cover_field, cover_from_field


def crowded(grid: Grid, bodies: Iterable[tuple[str, Body]]) -> Grid:
    """The map with bodies, each with a name, as barriers that stop effects alone."""
    crowd = tuple(side for name, body in bodies for cell in body.cells
                  for side in block(cell, body.head / UNITS, body.feet / UNITS, move=False, sight=False,
                                    structure=name))
    return grid.replace(barriers=grid.barriers + crowd) if crowd else grid


def cover_past(
    grid: Grid, body: Body, tall: int, crowd: Sequence[Body], fixed: Literal["attacker", "target"] = "attacker",
    radius: float | None = None, where: Mask | None = None, quarter: Fraction = QUARTER, size: int = 1,
    altitude: int = 0,
) -> CoverField:
    """Cover and sight between a body, the ``fixed`` one, and another that would stand at each place, past a crowd.

    Parameters and errors are those of :func:`game.spatial.sight.cover_field`.

    >>> from game.spatial.grid import picture
    >>> grid = Grid.empty(7, 3)
    >>> one, other = Body.on(grid, (0, 1)), Body.on(grid, (3, 1))
    >>> print(picture(cover_past(grid, one, 109, [other]).level, "_+#"))
    ______+
    ____+++
    ______+
    """
    ask = cover_field if fixed == "attacker" else cover_from_field
    plain = ask(grid, body, tall, radius, where, quarter, size, altitude)
    others = [each for each in crowd if {*each.cells}.isdisjoint(body.cells)]
    if not others:
        return plain
    open_to = plain.level < TOTAL
    on = np.zeros((len(others), *grid.shape), np.bool_)  # the places where it would stand on each of them
    for mask, each in zip(on, others, strict=True):
        for x, y in each.cells:
            for i, j in footprint((0, 0), size):
                if (x - i, y - j) in grid:
                    mask[y - j, x - i] = True
    blocked, level = plain.blocked.copy(), plain.level.copy()
    left = open_to.copy()
    while left.any():
        y, x = np.argwhere(left)[0]
        standing = on[:, y, x]
        alike = left & (on == standing[:, None, None]).all(0)
        past = crowded(grid, (("", each) for each, under in zip(others, standing, strict=True) if not under))
        found = ask(past, body, tall, radius, alike, quarter, size, altitude)
        blocked[alike] = found.blocked[alike]
        level[alike] = np.minimum(found.level[alike], PARTIAL)
        left &= ~alike
    return CoverField(plain.lines, blocked, level, plain.seen)
