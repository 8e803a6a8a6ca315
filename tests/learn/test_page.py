"""The page for print: well-formed, escaped, with nothing of an answer in its first part, in the language in force."""

import base64
import re
import stat
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from game import cli
from game.learn.page import Entry, lesson_entry, page, puzzle_entry, question_entry
from game.learn.puzzle_files import puzzle_text
from game.learn.puzzles import Puzzle, from_game, solve
from game.learn.quiz import LETTERS, ORDER, question
from game.learn.reading import lessons
from game.texts import LANGUAGES, set_language, tr

PNG = b"\x89PNG picture"
SOLVED = b"\x89PNG solved"
HTML = "{http://www.w3.org/1999/xhtml}"


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    set_language("en")
    yield
    set_language("en")


def parts(html: str) -> tuple[ElementTree.Element, ElementTree.Element]:
    """The tasks and the answers."""
    root = ElementTree.fromstring(html.removeprefix("<!DOCTYPE html>\n"))
    main, answers = root.find(f".//{HTML}main"), root.find(f".//{HTML}div[@class='answers']")
    assert main is not None
    assert answers is not None
    return main, answers


def said(part: ElementTree.Element) -> str:
    return " ".join(part.itertext())


def pictures(part: ElementTree.Element) -> list[bytes]:
    found = (str(each.get("src")) for each in part.iter(f"{HTML}img"))
    return [base64.b64decode(each.removeprefix("data:image/png;base64,")) for each in found]


def puzzle() -> Puzzle:
    lesson = lessons().lessons["opposite-sides"]
    return from_game(lesson.battle, "ana", *lesson.task.goals, id="x", name="A <b> & \"c\"", said="Do 1 < 2 & 'so'.")


def test_answers_stand_apart_and_not_among_the_tasks() -> None:
    lesson = lessons().lessons["higher-ground"]
    entries = (lesson_entry(lesson, PNG, SOLVED), puzzle_entry(puzzle(), solve(puzzle()), PNG, SOLVED))
    tasks, answers = parts(page("Friday", entries))
    assert tr(lesson.task.text) in said(tasks)
    assert "Clara walks from B8 to D4" in said(answers)
    assert "Clara attacks Brute with this: Bow." in said(answers)
    for each in entries:
        for line in each.answer:
            assert line in said(answers)
            assert line not in said(tasks)
    assert pictures(tasks) == [PNG, PNG]
    assert pictures(answers) == [SOLVED, SOLVED]


@pytest.mark.parametrize("seed", range(len(ORDER)))
def test_a_question_does_not_tell_its_answer_among_the_tasks(seed: int) -> None:
    for level in (1, 2):
        asked = question(seed, level)
        entry = question_entry(asked, PNG, SOLVED)
        tasks, answers = parts(page("Quiz", (entry,)))
        assert "The answer is" not in said(tasks)
        assert entry.answer[0] in said(answers)
        assert SOLVED not in pictures(tasks)
        right = asked.answer()
        if asked.answering == "choice":
            assert isinstance(right, int)
            assert f"The answer is {LETTERS[right]}: {asked.options[right]}." in said(answers)
            assert [each.text for each in tasks.iter(f"{HTML}li")] == [str(each) for each in asked.options]


def test_names_are_escaped_and_control_characters_left_out() -> None:
    wild = Entry('<script>"&', ("a < b & c\x00\x1b",), ("</div>",), ("<i>",), PNG)
    html = page("T <&> t", (wild, puzzle_entry(puzzle(), None)))
    tasks, answers = parts(html)
    assert "<script>" not in html
    assert 'a < b & c' in said(tasks)
    assert "</div>" in said(answers)
    assert "Do 1 < 2 & 'so'." in said(tasks)
    assert "No actions of one turn reach this." in said(answers)


def test_the_page_needs_nothing_from_elsewhere() -> None:
    html = page("Quiz", (question_entry(question(1), PNG, SOLVED),))
    assert not re.search(r'(src|href)="(?!data:)', html)
    assert "url(" not in html
    assert "@import" not in html
    assert "break-before: page" in html


def test_the_page_is_in_the_language_in_force() -> None:
    lesson = lessons().lessons["higher-ground"]
    found = set()
    for each in LANGUAGES:
        set_language(each)
        html = page("x", (lesson_entry(lesson),))
        assert f'lang="{each.replace("_", "-")}"' in html
        assert tr(lesson.task.text) in said(parts(html)[0])
        found.add(tr(lesson.task.text))
    assert len(found) == 3


def test_a_lesson_without_a_solution_is_answered_by_its_hints() -> None:
    lesson = lessons().lessons["higher-ground"]
    bare = replace(lesson, task=replace(lesson.task, solution=()))
    assert lesson_entry(bare).answer == tuple(map(tr, lesson.task.hints))


def test_the_command_makes_a_page_of_lessons_puzzles_and_questions(tmp_path: Path) -> None:
    own, out = tmp_path / "own.toml", tmp_path / "page.html"
    own.write_text(puzzle_text(puzzle()))
    assert cli.main(["--lang", "en", "page", "your-turn", str(own), "--quiz", "1", "--seed", "4", "--out", str(out),
                     "--title", "Friday <3>"]) == 0
    tasks, answers = parts(out.read_text(encoding="utf-8"))
    assert "Friday <3>" in said(tasks)
    assert [str(each.text)[:2] for each in tasks.iter(f"{HTML}h2")] == ["1.", "2.", "3."]
    assert len(pictures(tasks)) == 3
    assert all(each.startswith(b"\x89PNG\r\n") for each in (*pictures(tasks), *pictures(answers)))


def test_the_command_refuses_a_lesson_that_there_is_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--lang", "en", "page", "nothing", "--out", str(tmp_path / "page.html")]) == 1
    assert "nothing" in capsys.readouterr().err
    assert not (tmp_path / "page.html").exists()


@pytest.mark.parametrize(("options", "told"), [
    ((), "a page needs lessons, puzzles or questions of the quiz"),
    (("--quiz", "-1"), "a page has 200 questions at most"),
    (("--quiz", "1000000000"), "a page has 200 questions at most"),
])
def test_a_page_of_nothing_or_without_end_is_refused(
        options: tuple[str, ...], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--lang", "en", "page", *options, "--out", str(tmp_path / "page.html")]) == 1
    assert told in capsys.readouterr().err
    assert not (tmp_path / "page.html").exists()


@pytest.mark.parametrize("seed", ["-7", "99999999999999999999999999"])
def test_a_page_of_any_seed(seed: str, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    assert cli.main(["--lang", "en", "page", "--quiz", "1", "--seed", seed, "--out", str(out)]) == 0
    assert len(list(parts(out.read_text(encoding="utf-8"))[0].iter(f"{HTML}h2"))) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs rights of files")
def test_a_page_may_be_read_by_whoever_may_read_any_new_file(tmp_path: Path) -> None:
    """It could be read by its maker alone, which is no use in a shared folder."""
    out, plain = tmp_path / "page.html", tmp_path / "plain.txt"
    plain.write_text("")
    assert cli.main(["--lang", "en", "page", "your-turn", "--out", str(out)]) == 0
    assert out.stat().st_mode == plain.stat().st_mode
    out.chmod(0o640)
    assert cli.main(["--lang", "en", "page", "your-turn", "--out", str(out)]) == 0
    assert stat.S_IMODE(out.stat().st_mode) == 0o640
