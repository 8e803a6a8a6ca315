"""Compile, or load from disk, every kernel of the spatial layer before it is first needed.

Where they are kept, also when the package's folder cannot be written: :mod:`game.spatial.kernels`.
"""

import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, get_args

import numpy as np

from game.spatial import kernels, search
from game.spatial.areas import Aura, Circle, Cone, Origin, Passage, area_mask, cover_from, legal_corners
from game.spatial.flanking import flank_mask, flanks
from game.spatial.grid import UNITS, Body, Grid, pillar
from game.spatial.legal import Origins
from game.spatial.lines import blocked, blockers
from game.spatial.movement import movement_field, walk
from game.spatial.sight import concealment, concealment_field, concealment_from_field, cover, cover_field, sees
from game.spatial.steps import splits
from game.spatial.sweep import Sweep


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
    concealment_from_field(grid, a)


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


def _sweep() -> None:
    grid = _grid()
    cone = Sweep(grid, lambda origin, turn: Cone(origin, turn, 2, 90), ((1, 0),), (Body.on(grid, (2, 2)),))
    cone.hits(Origins.centres(grid, np.array([(1, 2)])), [Body.on(grid, (0, 1))])


KERNELS: Final[list[tuple[str, Callable[[], None]]]] = [
    ("lines", _lines),
    ("sight", _sight),
    ("concealment", _concealment),
    ("areas", _areas),
    ("sweep", _sweep),
    ("movement", _movement),
    ("flanking", _flanking),
]  # each calls the public functions of one module in every form that compiles a kernel


BESIDE: Final = "movement"  # from here on the kernels are compiled by a second process, on a first start


def _second_process() -> "subprocess.Popen[bytes] | None":
    """On a first start, a process that compiles the second half at the same time; both keep what they compile."""
    folder = kernels.folder_of(Path(search.__file__))
    if folder is None or any(folder.rglob("*.nbi")):
        return None
    with suppress(OSError):
        return subprocess.Popen([sys.executable, "-c", f"from {__name__} import second_half; second_half()"],
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return None


def second_half() -> None:
    """Make the kernels from :data:`BESIDE` on ready."""
    names = [name for name, _ in KERNELS]
    for _, thunk in KERNELS[names.index(BESIDE):]:
        thunk()


def warm_up(progress: Callable[[float], None] | None = None) -> None:
    """Make every kernel ready; the first time, by two processes.

    :param progress: called with the share done, from 0 to 1.
    """
    second = _second_process()
    for done, (name, thunk) in enumerate(KERNELS):
        if progress is not None:
            progress(done / len(KERNELS))
        if name == BESIDE and second is not None:
            second.wait()
        thunk()
    if progress is not None:
        progress(1.0)
