"""Warming up: progress, and nothing left to compile afterwards."""

import os
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from game import spatial
from game.spatial.areas import Sphere
from game.spatial.concealment import concealment_field, concealment_from_field
from game.spatial.grid import UNITS, Body, Grid, block, pillar, wall
from game.spatial.legal import Origins, open_corners
from game.spatial.lines import blocked, blockers, clear, cuts
from game.spatial.passage import PASSAGES
from game.spatial.sight import cover, cover_field, cover_from_field, line_of_attack, sees, sight_field
from game.spatial.sweep import Sweep, Thing
from game.spatial.warm import KERNELS, warm_up


def kernels() -> Iterator[tuple[str, Any]]:
    """Every kernel of the spatial layer by name."""
    for info in pkgutil.iter_modules(spatial.__path__):
        module = import_module(f"game.spatial.{info.name}")
        for name, value in vars(module).items():
            if hasattr(value, "py_func") and value.py_func.__module__ == module.__name__:
                yield f"{module.__name__}.{name}", value


def test_progress_runs_from_0_to_1() -> None:
    seen: list[float] = []
    warm_up(seen.append)
    assert seen == [done / len(KERNELS) for done in range(len(KERNELS) + 1)]
    warm_up()


def test_nothing_is_left_to_compile() -> None:
    warm_up()
    before = {name: list(kernel.signatures) for name, kernel in kernels()}
    assert before
    height = np.zeros((9, 12), np.int32)
    height[:3, :3] = 2 * UNITS
    smoke = np.ones((9, 12), np.uint8)
    for grid in (
        Grid.empty(12, 9),
        Grid.empty(12, 9, pillar((4, 4), 0.5) + block((6, 2))).replace(height=height, concealment=smoke),
        Grid.empty(12, 9, [wall((5, 0), (5, 9), move=False, effect=False)]),
    ):
        for size in (1, 2):
            a, b = Body.on(grid, (1, 1), size, 200), Body.on(grid, (8, 5), size, 64, 100)
            for field in ("move", "sight", "effect"):
                blocked(grid, (0, 0, 0), (700, 500, 64), field)
                blockers(grid, (0, 0, 0), (700, 500, 64), field)
            clear(grid, (0, 0, 0), np.array([[1, 2, 3]], np.int32), "sight")
            cuts(grid, (0, 0, 0), [(1, 2, 3)], 4)
            cover(grid, a, b)
            sees(grid, a, b)
            line_of_attack(grid, a, b)
            concealment_field(grid, a)
            concealment_field(grid, a, size)
            concealment_from_field(grid, a, size)
            cover_field(grid, a, 100, 5, size=size)
            cover_from_field(grid, a, 100, 5, size=size)
            sight_field(grid, a, 100, where=np.ones((9, 12), np.bool_))
            open_corners(grid, a, np.array([(5, 5), (6, 2)]))
            for passage in PASSAGES:
                Sweep(grid, lambda origin, turn: Sphere(origin, 2), ((1, 0),), (b,), (Thing(fills=((6, 2),)),),
                      passage=passage).hits(Origins.centres(grid, np.array([(5, 3)])), [a])
    assert {name: list(kernel.signatures) for name, kernel in kernels()} == before


def test_the_first_start_has_a_second_process_and_later_ones_have_none(tmp_path: Path) -> None:
    code = (
        "from game.spatial import warm\n"
        "second = warm._second_process()\n"
        "if second is not None: second.wait()\n"
        "again = warm._second_process()\n"
        "print(second is not None, second is not None and second.returncode, again is None)\n"
    )
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["True", "0", "True"]
