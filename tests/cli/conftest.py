"""What the tests of the command line share."""

from pathlib import Path

import pytest

from tests.content.games import SMALL


@pytest.fixture
def door(tmp_path: Path) -> Path:
    """A small scenario."""
    path = tmp_path / "door.toml"
    path.write_text(SMALL, encoding="utf-8")
    return path
