"""What a learner has done outlives crashes and broken files."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from game.errors import SaveError
from game.learn.progress import (
    Progress,
    Record,
    Score,
    _alone,
    load_progress,
    progress_path,
    save_progress,
    update_progress,
)
from game.texts import tr

WRITER = """
import sys
from pathlib import Path
from game.learn.progress import Progress, load_progress, save_progress
path, progress = Path(sys.argv[1]), Progress()
print("ready", flush=True)
for n in range(1_000_000):
    progress = progress.finished(f"lesson-{n % 40}", n).answered("cover", 1)
    save_progress(progress, path)
"""


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    done = Progress().finished("your-turn", hints=2, tries=3).finished("your-turn", hints=0, tries=4)
    done = done.answered("cover", 3, 5).answered("flank", 0).answered("cover", 1)
    path = tmp_path / "deep" / "progress.json"
    save_progress(done, path)
    assert load_progress(path) == done
    assert done.done == {"your-turn": Record(times=2, hints=0, tries=3)}
    assert done.scores == {"cover": Score(4, 6), "flank": Score(0, 1)}
    assert done.weakest == ("flank", "cover")


def test_nothing_is_done_before_anything_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert progress_path().is_relative_to(tmp_path)
    assert load_progress() == Progress()
    save_progress(Progress().finished("a"))
    assert load_progress().done == {"a": Record()}


@pytest.mark.parametrize(("content", "reason"), [
    (b"", "not JSON"),
    (b"\xff\xfe", "not UTF-8"),
    (b"{}", "this is no record of lessons done"),
    (b"[1]", "this is no record of lessons done"),
    (b'{"format":"flanco-progress","version":2,"done":{},"scores":{}}', "a newer version of the program wrote it"),
    (b'{"format":"flanco-progress","version":1,"done":{"a":{"times":"x"}},"scores":{}}', "whole number"),
    (b'{"format":"flanco-progress","version":1,"done":[],"scores":{}}', "no record of lessons"),
    (b'{"format":"flanco-progress","version":true,"done":{},"scores":{}}', "no record of lessons"),
])
def test_a_broken_file_is_set_aside_and_told(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "progress.json"
    for number in (1, 2):  # the second time does not overwrite what was kept
        path.write_bytes(content)
        found = load_progress(path)
        assert found.done == {}
        assert found.notice is not None
        assert reason in tr(found.notice)
        assert not path.exists()
        kept = tmp_path / ("progress.broken.json" if number == 1 else "progress.broken-2.json")
        assert kept.read_bytes() == content
        assert kept.name in tr(found.notice)
    save_progress(found.finished("a"), path)
    assert load_progress(path) == Progress({"a": Record()})


def test_a_file_that_cannot_be_set_aside_is_told_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "progress.json"
    path.write_text("{}")

    def refuse(*names: object) -> None:
        raise PermissionError(13, "no")

    monkeypatch.setattr(os, "rename", refuse)
    found = load_progress(path)
    assert found.notice is not None
    assert "cannot be read" in tr(found.notice)
    assert path.read_text() == "{}"


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_progress_survives_being_killed_at_any_moment(tmp_path: Path) -> None:
    path, rng = tmp_path / "progress.json", random.Random(7)
    for _ in range(3):
        process = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(rng.uniform(0.05, 0.3))
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        found = load_progress(path)
        assert found.notice is None
        assert found.done
        assert found.scores["cover"].right == sum(each.times for each in found.done.values())


TWO: Final = """
import sys
from pathlib import Path
from game.learn.progress import update_progress
print("ready", flush=True)
sys.stdin.readline()
for n in range(60):
    update_progress(lambda found: found.finished(f"{sys.argv[2]}-{n}").answered("cover", 1), Path(sys.argv[1]))
"""


def test_two_programs_that_write_at_once_lose_nothing_of_each_other(tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    running = [subprocess.Popen([sys.executable, "-c", TWO, str(path), name], stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, text=True) for name in ("a", "b")]
    for each in running:
        assert each.stdout is not None
        each.stdout.readline()
    for each in running:
        assert each.stdin is not None
        each.stdin.write("\n")
        each.stdin.flush()
    for each in running:
        each.communicate()
        assert each.returncode == 0
    found = load_progress(path)
    assert len(found.done) == 120
    assert found.scores["cover"].right == 120


def test_a_lock_that_somebody_keeps_holds_nobody_up_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.learn.progress.LONGEST_WAIT", 0.05)
    path = tmp_path / "progress.json"
    with _alone(path.with_name("progress.lock")):
        update_progress(lambda found: found.finished("a"), path)
    assert load_progress(path).done == {"a": Record()}


def test_where_nothing_can_be_written_that_is_told(tmp_path: Path) -> None:
    (tmp_path / "flat").write_text("")
    with pytest.raises(SaveError):
        update_progress(lambda found: found.finished("a"), tmp_path / "flat" / "progress.json")


def test_what_was_broken_is_told_when_more_is_written(tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    path.write_text("{")
    found = update_progress(lambda found: found.finished("a"), path)
    assert found.notice is not None
    assert load_progress(path) == Progress({"a": Record()})
    assert (tmp_path / "progress.broken.json").read_text() == "{"
