"""``from game.spatial import ...`` gives everything public, and nothing before it is needed."""

import pkgutil
import subprocess
import sys

import pytest

import game.spatial


def test_every_public_name_can_be_had() -> None:
    assert sorted(game.spatial._PLACE) == sorted(game.spatial.__all__)
    for name in game.spatial.__all__:
        assert getattr(game.spatial, name).__module__.startswith("game.spatial"), name


def test_no_public_name_is_hidden_by_a_module() -> None:
    assert {each.name for each in pkgutil.iter_modules(game.spatial.__path__)}.isdisjoint(game.spatial.__all__)


def test_an_unknown_name_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="banana"):
        game.spatial.banana  # noqa: B018


def test_a_grid_does_not_wait_for_the_compiler() -> None:
    code = "import sys; from game.spatial import Grid; Grid.empty(3, 3); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
