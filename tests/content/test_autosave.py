"""The save after every action: whole at every moment, told when it fails, nothing lost when the program is killed."""

import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from game.content import autosave, saves
from game.content.autosave import Autosave
from game.content.codec import dumps, encode
from game.content.saves import About, SavedGame, Written, about, battle_in, load, save, save_text
from game.errors import SaveError
from tests.content.games import played, small

PLAYING = """
import sys
from pathlib import Path
from game.content.autosave import Autosave
from game.content.codec import dumps, encode
from game.content.saves import SavedGame
from game.rules.history import Game
from tests.content.games import played, small
whole, writer = played(small(), 5, 30), Autosave()
game = Game(whole.initial)
for step in whole.steps:
    game = Game(game.initial, (*game.steps, step), game.done + 1)
    writer.write(SavedGame(game, "small", 5), Path(sys.argv[1]))
    print(game.done, flush=True)
sys.stdin.read()
"""


def test_what_is_written_step_by_step_is_what_is_written_at_once() -> None:
    """Undo, another way from there, and redo: only what is new is put into words, and the text is the same."""
    game, written = played(small(), 5, 30), Written()
    other = played(small(), 6, 12)
    for some in (replace(game, steps=game.steps[:4], done=4), game, game.undo().undo(), other, game, other.undo()):
        assert save_text(SavedGame(some), written) == save_text(SavedGame(some))
        assert written.state_text(some.battle, {}) == dumps(encode(some.battle, {}))


def test_a_program_that_is_killed_has_lost_nothing(tmp_path: Path) -> None:
    """SIGKILL in the middle of a game: every action that was done is in the autosave."""
    path = tmp_path / "autosave.json"
    with subprocess.Popen([sys.executable, "-c", PLAYING, str(path)], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        done = 0
        while done < 10:
            done = int(child.stdout.readline())
        child.send_signal(signal.SIGKILL)
        rest = child.stdout.read().split()
    done = int(rest[-1]) if rest else done
    saved = load(path)
    assert saved.game.done >= done
    assert saved.game == replace(played(small(), 5, 30), steps=saved.game.steps, done=saved.game.done)
    assert saved.notice is None


def test_what_did_not_reach_the_disk_is_told_with_the_next_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(path: Path) -> None:
        raise SaveError(saves.RULES_CHANGED)

    game, writer, path = played(small(), 5, 12), Autosave(), tmp_path / "a.json"
    monkeypatch.setattr(autosave, "reach_disk", broken)
    writer.write(SavedGame(game), path)
    with pytest.raises(SaveError):
        writer.settle()
    writer.settle()
    assert load(path).game == game


def test_a_save_that_reaches_the_disk_makes_up_for_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player was told that the disk is full when it no longer was, and could not leave at once."""
    def broken(path: Path) -> None:
        raise SaveError(saves.RULES_CHANGED)

    game, writer, path = played(small(), 5, 12), Autosave(), tmp_path / "a.json"
    with monkeypatch.context() as full:
        full.setattr(autosave, "reach_disk", broken)
        writer.write(SavedGame(game), path)
        autosave.DISK.submit(int).result()  # the thread is past it
        with pytest.raises(SaveError):
            writer.write(SavedGame(game), path)
        writer.write(SavedGame(game), path)
        autosave.DISK.submit(int).result()
    writer.write(SavedGame(game), path)
    writer.settle()


def test_a_list_reads_what_a_save_is_about_from_its_first_lines(tmp_path: Path) -> None:
    game, path = played(small(), 5, 12), tmp_path / "a.json"
    save(game, path)
    assert about(path) == About("A door", game.battle.round)
    assert battle_in(path) == game.battle
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace('"about":{"name":"A door"', '"about":{"name":"A gate"'), encoding="utf-8")
    with pytest.raises(SaveError, match="changed by hand"):
        load(path)
    lines = whole.split("\n")
    path.write_text("\n".join([lines[0], *lines[2:]]), encoding="utf-8")  # as older programs wrote it
    assert about(path) is None
    assert load(path).game == game


@pytest.mark.parametrize("head", ["", "{", "[" * 100_000, '{"format":"flanco-save","version":1,\n"about":3,\n', "\0",
                                  '{"format":"flanco-save",\n"about":{"name":"x","round":1e400},\n'])
def test_what_says_nothing_of_itself_is_no_fault(tmp_path: Path, head: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(head, encoding="utf-8")
    assert about(path) is None
    assert about(tmp_path / "none.json") is None
