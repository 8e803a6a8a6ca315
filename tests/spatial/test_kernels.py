"""Where compiled kernels are kept: beside the source or in the user's folder, and never older than their source."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import game
from game.spatial.kernels import digest

ASK = """
import numpy as np
from game.spatial.{module} import {name}
print({name}({arguments}), sum({name}.stats.cache_hits.values()), sum({name}.stats.cache_misses.values()))
"""
FLAT = ASK.format(module="lines", name="side_bits", arguments="0, 0, 9, 0, 4, -5, 4, 5")
STEP = ASK.format(module="steps", name="_cut", arguments="0, 0, 0, 2, 1, np.array([64, 0, 64, 64, 0, 192])")


def package(folder: Path) -> Path:
    """A copy of the package."""
    copy = folder / "site" / "game"
    shutil.copytree(Path(game.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__", "_data"))
    return copy


def ask(folder: Path, code: str, **environment: str) -> list[int]:
    """What the copy answers: a number, kernels found on disk, kernels compiled."""
    plain = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA")}
    here = {"PYTHONPATH": str(folder / "site"), "PYTHONDONTWRITEBYTECODE": "1", "HOME": str(folder / "home"),
            "XDG_CACHE_HOME": str(folder / "cache"), "LOCALAPPDATA": str(folder / "cache")}
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, env=plain | here | environment,
                          capture_output=True, text=True, check=True)
    return [int(word) for word in done.stdout.split()]


def test_kernels_are_kept_beside_the_source(tmp_path: Path) -> None:
    copy = package(tmp_path)
    assert [ask(tmp_path, FLAT), ask(tmp_path, FLAT)] == [[3, 0, 1], [3, 1, 0]]
    assert list((copy / "spatial" / "__pycache__" / "kernels" / f"lines-{digest('lines')}").rglob("*.nbi"))
    assert not (tmp_path / "cache").exists()


def test_kernels_are_kept_in_the_users_folder_when_the_package_cannot_be_written(tmp_path: Path) -> None:
    copy = package(tmp_path)
    (copy / "spatial" / "__pycache__").write_text("a file, so that nothing can be written beside the source")
    assert [ask(tmp_path, FLAT), ask(tmp_path, FLAT)] == [[3, 0, 1], [3, 1, 0]]
    assert any("flanco" in file.parts for file in tmp_path.rglob("*.nbi"))


def test_kernels_are_kept_where_the_variable_says(tmp_path: Path) -> None:
    copy, elsewhere = package(tmp_path), tmp_path / "elsewhere"
    assert [ask(tmp_path, FLAT, NUMBA_CACHE_DIR=str(elsewhere)) for _ in range(2)] == [[3, 0, 1], [3, 1, 0]]
    assert list(elsewhere.rglob("*.nbi"))
    assert not (copy / "spatial" / "__pycache__").exists()


def test_kernels_work_where_nothing_can_be_written(tmp_path: Path) -> None:
    (package(tmp_path) / "spatial" / "__pycache__").write_text("")
    (tmp_path / "home").write_text("")
    (tmp_path / "cache").write_text("")
    assert [ask(tmp_path, FLAT)[0] for _ in range(2)] == [3, 3]
    assert not list(tmp_path.rglob("*.nbi"))


def test_a_kernel_is_compiled_anew_when_one_that_it_calls_in_another_file_changes(tmp_path: Path) -> None:
    lines = package(tmp_path) / "spatial" / "lines.py"
    assert [ask(tmp_path, STEP), ask(tmp_path, STEP)] == [[3, 0, 1], [3, 1, 0]]
    source = lines.read_text("utf-8")
    changed = source.replace("return ((p > 0) != (q > 0)) |", "return ((p > 0) == (q > 0)) |")
    assert changed != source
    lines.write_text(changed, "utf-8")
    assert ask(tmp_path, STEP) == [2, 0, 1]
    lines.write_text(source, "utf-8")
    assert ask(tmp_path, STEP) == [3, 1, 0]


def test_old_versions_are_removed(tmp_path: Path) -> None:
    copy = package(tmp_path)
    kept = copy / "spatial" / "__pycache__" / "kernels"
    for version in range(5):
        with (copy / "spatial" / "lines.py").open("a", encoding="utf-8") as file:
            file.write(f"# {version}\n")
        ask(tmp_path, "import game.spatial.lines")
        assert len(list(kept.glob("lines-*"))) == min(version + 1, 3)
