"""Hypothesis strategies for grids, barriers and bodies, and the symmetries that answers must respect.

Coordinates are drawn so that ties happen: cell corners, the lines of sample points, pillars' sides.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from game.spatial.grid import NO_ENTRY, PLAIN, UNITS, Barrier, Body, Cell, Grid, block, pillar, wall

HEIGHTS = (0, 16, 32, 33, 64, 93, 109, 128, 192)  # of barriers and ground; among them heights of sample points
TALL = (19, 33, 77, 109, 128, 224)


@st.composite
def fields(draw: st.DrawFn) -> dict[str, bool]:
    """Which of the three fields a barrier stops; mostly all."""
    if draw(st.integers(0, 3)):
        return {}
    return {name: draw(st.booleans()) for name in ("move", "sight", "effect")}


@st.composite
def levels(draw: st.DrawFn) -> dict[str, float]:
    """Bottom and top in metres."""
    low, high = sorted(draw(st.lists(st.sampled_from(HEIGHTS), min_size=2, max_size=2, unique=True)))
    return draw(st.sampled_from(({"bottom": 0.0, "top": 3.0}, {"bottom": low / UNITS, "top": high / UNITS})))


def coordinates(side: int) -> st.SearchStrategy[int]:
    """A coordinate in 1/64 m, often a tie: on a cell edge, on the lines of sample points, in the middle of a cell."""
    cells = st.integers(0, side - 1)
    ties = st.builds(lambda cell, part: cell * UNITS + part, cells, st.sampled_from((0, 8, 32, 56, 64)))
    return st.one_of(st.integers(0, side).map(lambda line: line * UNITS), ties, st.integers(0, side * UNITS))


@st.composite
def barriers(draw: st.DrawFn, cols: int, rows: int, structure: str = "") -> tuple[Barrier, ...]:
    """A wall on cell edges, a solid cell, a pillar, or a free segment at any angle."""
    rest: dict[str, Any] = {**draw(levels()), **draw(fields()), "structure": structure}
    x, y = draw(st.integers(0, cols - 1)), draw(st.integers(0, rows - 1))
    match draw(st.sampled_from(("edge", "edge", "solid", "pillar", "free", "free"))):
        case "edge":
            length = draw(st.integers(1, 3))
            return (wall((x, y), (x, y + length) if draw(st.booleans()) else (x + length, y), **rest),)
        case "solid":
            return block((x, y), **rest)
        case "pillar":
            return pillar((x, y), draw(st.sampled_from((0.25, 0.5, 0.75, 1.0))), **rest)
    start = draw(coordinates(cols)), draw(coordinates(rows))
    end = draw(st.tuples(coordinates(cols), coordinates(rows)).filter(lambda point: point != start))
    one = wall((0, 0), (1, 0), **rest)
    return (replace(one, start=start, end=end),)


@st.composite
def grids(
    draw: st.DrawFn, most: int = 7, walls: int = 6, heights: bool = True, smoke: bool = False, ground: bool = False
) -> Grid:
    """A small map: barriers, and by choice ground heights, smoke, and costly or closed ground."""
    cols, rows = draw(st.integers(2, most)), draw(st.integers(2, most))
    height = np.zeros((rows, cols), np.int32)
    cost = np.full((rows, cols), PLAIN, np.int32)
    concealment = np.zeros((rows, cols), np.uint8)
    cells = st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1))
    if heights and draw(st.booleans()):
        for cell in draw(st.lists(cells, max_size=6)):
            height[cell] = draw(st.sampled_from((16, 32, 64, 96, 128, 192, -64)))
    if smoke:
        for cell in draw(st.lists(cells, max_size=10)):
            concealment[cell] = draw(st.integers(1, 2))
    if ground:
        for cell in draw(st.lists(cells, max_size=6)):
            cost[cell] = draw(st.sampled_from((2 * PLAIN, 3 * PLAIN, 1500, NO_ENTRY)))
    many = draw(st.lists(barriers(cols, rows), max_size=walls))
    return Grid(height, cost, concealment, np.zeros_like(concealment),
                barriers=tuple(barrier for some in many for barrier in some))


@st.composite
def bodies(draw: st.DrawFn, grid: Grid, largest: int = 2, flying: bool = True) -> Body:
    """A body on the map."""
    size = draw(st.integers(1, min(largest, grid.cols, grid.rows)))
    cell = draw(st.integers(0, grid.cols - size)), draw(st.integers(0, grid.rows - size))
    altitude = draw(st.sampled_from((0, 0, 0, 64, 100))) if flying else 0
    return Body.on(grid, cell, size, draw(st.sampled_from(TALL)), altitude)


@dataclass(frozen=True)
class Symmetry:
    """One of the 8 symmetries of the square: swap the axes, then mirror either."""

    swap: bool
    mirror_x: bool
    mirror_y: bool

    def point(self, place: tuple[int, int], cols: int, rows: int) -> tuple[int, int]:
        """A corner point of a ``cols`` x ``rows`` area, or with 64 times the sides one in 1/64 m."""
        x, y = place
        if self.swap:
            x, y, cols, rows = y, x, rows, cols
        return (cols - x if self.mirror_x else x), (rows - y if self.mirror_y else y)

    def cell(self, cell: Cell, grid: Grid) -> Cell:
        """Where a cell goes."""
        return self.point(cell, grid.cols - 1, grid.rows - 1)

    def mask(self, mask: NDArray[Any]) -> NDArray[Any]:
        """(H, W) or (W, H): where the values of an array go."""
        out = mask.T if self.swap else mask
        out = out[:, ::-1] if self.mirror_x else out
        return np.ascontiguousarray(out[::-1] if self.mirror_y else out)

    def grid(self, grid: Grid) -> Grid:
        """The whole map turned."""
        cols, rows = grid.cols * UNITS, grid.rows * UNITS
        moved = tuple(replace(b, start=self.point(b.start, cols, rows), end=self.point(b.end, cols, rows))
                      for b in grid.barriers)
        return Grid(self.mask(grid.height), self.mask(grid.cost), self.mask(grid.concealment),
                    self.mask(grid.surface), grid.surfaces, moved)

    def body(self, body: Body, grid: Grid) -> Body:
        """A body of that map turned."""
        return Body(tuple(self.cell(cell, grid) for cell in body.cells), body.feet, body.head)


SYMMETRIES = tuple(Symmetry(a, b, c) for a in (False, True) for b in (False, True) for c in (False, True))


def symmetries() -> st.SearchStrategy[Symmetry]:
    """Any symmetry of the square."""
    return st.sampled_from(SYMMETRIES)


def moved(grid: Grid, left: int, above: int, right: int = 0, below: int = 0) -> Grid:
    """The map with a rim of plain ground of the given widths; a shift is ``left`` columns and ``above`` rows.

    Ground at the rim repeats the border's, so that no cliff arises.
    """
    def pad(layer: NDArray[Any], mode: Any) -> NDArray[Any]:
        return np.pad(layer, ((above, below), (left, right)), mode)

    def shift(point: tuple[int, int]) -> tuple[int, int]:
        return point[0] + left * UNITS, point[1] + above * UNITS

    return Grid(pad(grid.height, "edge"), np.pad(grid.cost, ((above, below), (left, right)), constant_values=PLAIN),
                pad(grid.concealment, "constant"), pad(grid.surface, "constant"), grid.surfaces,
                tuple(replace(b, start=shift(b.start), end=shift(b.end)) for b in grid.barriers))


def moved_body(body: Body, left: int, above: int) -> Body:
    """A body shifted by whole cells."""
    return replace(body, cells=tuple((x + left, y + above) for x, y in body.cells))


def rewritten(change: Callable[[Barrier], tuple[Barrier, ...]], grid: Grid) -> Grid:
    """The map with every barrier written otherwise: split, reversed, doubled."""
    return grid.replace(barriers=tuple(new for barrier in grid.barriers for new in change(barrier)))
