"""Readers that go away, interruptions, names beyond ASCII, streams that are full or closed."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from game.content.saves import save
from game.content.scenarios import load_scenario
from game.paths import maps
from game.rules.history import Game
from tests.cli.calls import BEGIN, flanco, script
from tests.content.games import played


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    """``flanco replay ... | head -1`` ends quietly."""
    path = tmp_path / "a.json"
    game = Game(load_scenario(maps() / "crossroads.toml"))
    save(played(game.initial, 1, 400), path)
    with subprocess.Popen(
        [sys.executable, "-m", "game", "replay", str(path), "--json"], cwd=maps().parent,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"{")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) in (0, 141)


@pytest.mark.skipif(os.name == "nt", reason="signals work otherwise there")
def test_ctrl_c_stops_with_130(door: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "game", "run", str(door), "--actions", "-", "--dice", "8,1"], cwd=maps().parent,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(BEGIN.encode())
        process.stdin.flush()
        assert process.stdout.readline().startswith(b'{"kind":"initiative"')
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert b"Traceback" not in process.stderr.read()


def test_names_beyond_ascii_survive_a_plain_locale(tmp_path: Path, door: Path) -> None:
    done = flanco("run", str(door), "--actions", script(tmp_path, BEGIN), "--seed", "1", LANG="C", PYTHONUTF8="0",
                  PYTHONCOERCECLOCALE="0")
    assert done.returncode == 0
    assert json.loads(done.stdout.splitlines()[-1])["state"]["combatants"][0]["name"] == "Aña"


@pytest.mark.skipif(os.name == "nt", reason="names of files are text there")
def test_names_that_are_not_text_are_told_escaped(tmp_path: Path, door: Path) -> None:
    """A byte that is not UTF-8 in a file's name, half a surrogate pair in a script: the message says which."""
    assert "\\udcff.toml: there is no such file" in flanco("check", os.fsdecode(b"\xff.toml")).stdout
    done = flanco("run", str(door), "--actions", script(tmp_path, '{"kind": "\\ud800"}'), "--seed", "1")
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "\\ud800" in done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a full device")
def test_an_output_without_room_is_told() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([sys.executable, "-m", "game", "list", "--lang", "en"], cwd=maps().parent, stdout=full,
                              stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert done.stderr == b"The output could not be written: the disk is full\n"


@pytest.mark.skipif(os.name == "nt", reason="streams close otherwise there")
@pytest.mark.parametrize(("closed", "code"), [("<&-", 0), (">&-", 0), ("2>&-", 0), ("<&- >&- 2>&-", 0)])
def test_closed_streams_are_no_fault(door: Path, closed: str, code: int) -> None:
    command = f'"{sys.executable}" -m game run "{door}" --actions - --seed 1 {closed}'
    done = subprocess.run(["sh", "-c", command], cwd=maps().parent, input=b"", capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (code, b"")
