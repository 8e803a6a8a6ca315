"""``flanco lesson`` and ``flanco check``: lessons at the command line."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.cli import main
from game.content.checking import check_file, files_to_check
from game.content.codec import dumps, encode
from game.learn.checking import CHECKS, FOLDERS
from game.learn.progress import Progress, save_progress
from game.learn.reading import lessons, lessons_folder
from game.texts import set_language


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    yield
    set_language("en")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main([*words, "--lang", "en"])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_the_list_tells_what_is_done_and_what_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    save_progress(Progress().finished("arms-length"))
    code, out, _ = run(capsys, "lesson")
    lines = out.splitlines()
    assert code == 0
    assert len(lines) == len(lessons().lessons)
    assert lines[2].split() == ["3", "arms-length", "Arm's", "length", "done"]
    assert lines[3].endswith("Don't shoot your friend")
    assert lines[10].endswith("needs: Nowhere to aim, Circle, line, cone")


def test_a_lesson_is_read_out(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "lesson", "your-turn")
    assert code == 0
    assert out.startswith("1. Your turn\n")
    assert "=> Walk up to the goblin and strike it, all in one turn." in out
    assert run(capsys, "lesson", str(lessons_folder() / "01-your-turn.toml"))[1] == out


def test_actions_are_judged(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    script = tmp_path / "try.jsonl"
    task = lessons().lessons["opposite-sides"].task
    script.write_text("\n".join(dumps(encode(each)) for each in task.solution), encoding="utf-8")
    code, out, _ = run(capsys, "lesson", "opposite-sides", "--actions", str(script))
    assert code == 0
    assert out.startswith("The task is done.\nAna and Bruno stand on opposite sides of Brute")
    blow = {"kind": "attack", "who": "ana", "target": "brute", "weapon": "sword"}
    script.write_text(json.dumps({"kind": "move", "who": "ana", "to": "F5"}) + "\n" + json.dumps(blow), "utf-8")
    code, out, _ = run(capsys, "lesson", "opposite-sides", "--actions", str(script))
    assert code == 2
    assert out.startswith("The task is not done.\n")
    assert "It would apply with Ana on G4." in out
    script.write_text(json.dumps({"kind": "move", "who": "bruno", "to": "F5"}), "utf-8")
    code, out, _ = run(capsys, "lesson", "opposite-sides", "--actions", str(script))
    assert (code, out) == (2, "line 1: in this lesson you act for: Ana\n")


def test_a_lesson_that_there_is_not_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "lesson", "your-trun")
    assert code == 1
    assert "did you mean your-turn?" in err


def test_a_broken_lesson_of_the_users_own_is_told_beside_the_list(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "data" / "flanco" / "lessons"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text('[lesson]\nid = "x"\n', encoding="utf-8")
    code, out, err = run(capsys, "lesson")
    assert code == 1
    assert "your-turn" in out
    assert "lesson.name: this field must be given" in err


def test_check_knows_lessons(tmp_path: Path) -> None:
    shipped = [each for each in files_to_check((), FOLDERS) if each.parent == lessons_folder()]
    assert len(shipped) == 14
    assert [check_file(each, CHECKS) for each in shipped] == [()] * 14
    bad = tmp_path / "bad.toml"
    bad.write_text(shipped[0].read_text(encoding="utf-8").replace('to = "F4"', 'to = "C4"'), encoding="utf-8")
    assert "Goblin is 4 m away" in "\n".join(map(str, check_file(bad, CHECKS)))
