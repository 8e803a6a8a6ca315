"""The house: a file imports only from its own or a lower floor, and the core never needs a window."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "game"
# Ground floor first. Files that share a floor may import each other.
FLOORS = (
    {"paths", "errors", "texts", "toml_lines", "checked"},
    {"spatial"},
    {"rules"},
    {"insight"},
    {"content"},
    {"learn"},
    {"view"},
    {"cli", "commands", "answers", "usage", "__main__"},
)
FLOOR = {name: number for number, names in enumerate(FLOORS) for name in names}
FILES = sorted(PACKAGE.rglob("*.py"))


def room(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[0]


def imported(source: str) -> Iterator[tuple[str, int]]:
    """Every module that a source imports, wherever the import stands, with its line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((each.name, node.lineno) for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide the floor"
            yield from ((f"{node.module}.{each.name}", node.lineno) for each in node.names)


def faults(path: Path, source: str) -> list[str]:
    found = []
    for module, line in imported(source):
        parts = module.split(".")
        if parts[0] == "pygame" and room(path) != "view":
            found.append(f"{path}:{line} imports pygame")
        if parts[0] == "game" and parts[1] in FLOOR and FLOOR[parts[1]] > FLOOR[room(path)]:
            found.append(f"{path}:{line} imports {module}, which is above it")
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_file_imports_from_above(path: Path) -> None:
    if path == PACKAGE / "__init__.py":
        assert "import" not in path.read_text(encoding="utf-8")
        return
    assert room(path) in FLOOR, "this file has no floor yet"
    assert faults(path, path.read_text(encoding="utf-8")) == []


def test_the_test_sees_an_import_from_above() -> None:
    grid = PACKAGE / "spatial" / "grid.py"
    assert faults(grid, "def f():\n    from game.rules.state import Battle")
    assert faults(grid, "import pygame")
    assert not faults(PACKAGE / "view" / "app.py", "import pygame\nfrom game.rules.state import Battle")


def test_the_core_leaves_pygame_alone() -> None:
    core = [path for path in FILES if room(path) in FLOOR and FLOOR[room(path)] < FLOOR["view"]]
    modules = [".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in core]
    modules = [each.removesuffix(".__init__") for each in modules] + ["game.cli"]
    lines = [f"import {each}" for each in modules] + ["import sys", "sys.exit('pygame' in sys.modules)"]
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], cwd=PACKAGE.parent, check=False)
    assert done.returncode == 0
    assert {"game.rules.engine", "game.content.scenarios"} <= set(modules)
