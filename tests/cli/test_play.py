"""``flanco play`` without a display."""

import sys
from pathlib import Path

import pytest

from tests.cli.calls import flanco, here


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a display here")
@pytest.mark.parametrize(
    "words", [(), ("play", "bridge"), ("--lang=en", "bridge")])
def test_play_without_a_display_says_so_and_names_the_headless_command(words: tuple[str, ...]) -> None:
    done = flanco(*words)
    assert (done.returncode, done.stdout) == (1, "")
    assert "no display" in done.stderr
    assert "flanco run SCENARIO --actions" in done.stderr
    assert "flanco render" in done.stderr


def test_play_tells_a_broken_file_before_it_looks_for_a_display(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, door: Path
) -> None:
    door.write_text("[scenario]\n", encoding="utf-8")
    assert "scenario.name: this field must be given" in here(capsys, "play", str(door))[2]
    assert "cannot be opened" in here(capsys, "play", str(tmp_path / "none.json"))[2]
