"""Compile, or load from disk, every kernel of the spatial layer before it is first needed.

Where they are kept, also when the package's folder cannot be written: :mod:`game.spatial.kernels`.
"""

from collections.abc import Callable
from typing import Final, get_args

from game.spatial.areas import Aura, Circle, Origin, Passage, area_mask, cover_from, legal_corners
from game.spatial.flanking import flank_mask, flanks
from game.spatial.grid import UNITS, Body, Grid, pillar
from game.spatial.lines import blocked, blockers
from game.spatial.movement import movement_field, walk
from game.spatial.sight import concealment, concealment_field, cover, cover_field, sees
from game.spatial.steps import splits


def _grid() -> Grid:
    """A small map with something of everything."""
    plain = Grid.empty(4, 4, pillar((1, 1), 0.5))
    height, smoke = plain.height.copy(), plain.concealment.copy()
    height[0, 3], smoke[2, 2] = UNITS, 1
    return plain.replace(height=height, concealment=smoke)


def _lines() -> None:
    blockers(_grid(), (32, 96, 64), (224, 96, 64), "effect")
    blocked(_grid(), (32, 96, 64), (224, 96, 64), "move")


def _sight() -> None:
    grid = _grid()
    a, b = Body.on(grid, (0, 1)), Body.on(grid, (2, 1))
    cover(grid, a, b)
    sees(grid, a, b)
    cover_field(grid, a, b.tall)


def _concealment() -> None:
    grid = _grid()
    a, b = Body.on(grid, (0, 1)), Body.on(grid, (3, 3))
    concealment(grid, a, b)
    concealment_field(grid, a)


def _movement() -> None:
    flat = Grid.empty(3, 3)
    movement_field(flat, Body.on(flat, (0, 0))).path((2, 2))
    height = flat.height.copy()
    height[0, 0] = 3 * UNITS
    cliff = flat.replace(height=height)
    top = Body.on(cliff, (0, 0))
    field = movement_field(cliff, top, rule="alternating", jump=True)
    walk(cliff, top, field.path((1, 1)), rule="alternating", jump=True)
    splits(cliff, top)


def _flanking() -> None:
    grid = _grid()
    west, middle, east = (Body.on(grid, (x, 2)) for x in (0, 1, 2))
    flanks(grid, west, east, middle, 1, 1)
    flank_mask(grid, 1, east.tall, 1, middle, [(west, 1)])


def _areas() -> None:
    grid = _grid()
    origin = Origin.corner(grid, (2, 2))
    for passage in get_args(Passage):
        area_mask(grid, Circle(origin, 2), "half", passage)
    area_mask(grid, Aura(Body.on(grid, (0, 1)), 1))
    legal_corners(grid, Body.on(grid, (0, 1)), 2)
    cover_from(grid, origin, Body.on(grid, (3, 3)))


KERNELS: Final[list[tuple[str, Callable[[], None]]]] = [
    ("lines", _lines),
    ("sight", _sight),
    ("concealment", _concealment),
    ("movement", _movement),
    ("flanking", _flanking),
    ("areas", _areas),
]  # each calls the public functions of one module in every form that compiles a kernel


def warm_up(progress: Callable[[float], None] | None = None) -> None:
    """Make every kernel ready.

    :param progress: called with the share done, from 0 to 1.
    """
    for done, (_, thunk) in enumerate(KERNELS):
        if progress is not None:
            progress(done / len(KERNELS))
        thunk()
    if progress is not None:
        progress(1.0)
