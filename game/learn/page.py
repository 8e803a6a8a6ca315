"""A page for print: tasks with pictures and, on a page of their own, the answers; HTML that needs nothing else.

:func:`lesson_entry`, :func:`question_entry` and :func:`puzzle_entry` make entries, :func:`page` the file in the
language in force. Pictures are PNG files that the caller draws.
"""

from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Final

from game.insight.reasons import names_of
from game.learn.deeds import deeds
from game.learn.goal_texts import goals_text
from game.learn.lessons import Lesson
from game.learn.puzzles import Puzzle, Solution, terms
from game.learn.quiz_kinds import LETTERS, Question
from game.learn.session import Session, play
from game.spatial.grid import cell_name
from game.texts import Text, language, sentence, text, tr

STYLE: Final = """
body { font: 12pt/1.4 sans-serif; margin: 2cm auto; max-width: 18cm; color: #111; background: #fff; }
h1 { font-size: 20pt; } h2 { font-size: 14pt; margin: 1.2em 0 0.3em; }
section.task, section.answer { break-inside: avoid; }
img { display: block; max-width: 100%; max-height: 11cm; border: 1px solid #777; margin: 0.4em 0; }
.answers { break-before: page; page-break-before: always; }
.lines { border-bottom: 1px solid #777; height: 2em; }
ol.letters { list-style: upper-alpha; }
"""


@dataclass(frozen=True)
class Entry:
    """A task of the page: what is asked with its options (lettered) and picture, and apart what is right with its own.
    Texts are in the language in force when the entry was made; pictures are PNG, empty for none."""

    title: str
    asked: tuple[str, ...]
    answer: tuple[str, ...]
    options: tuple[str, ...] = ()
    picture: bytes = b""
    solved: bytes = b""


def lesson_entry(lesson: Lesson, picture: bytes = b"", solved: bytes = b"") -> Entry:
    """The task of a lesson, answered by its solution."""
    played = play(Session.on_the_task(lesson), lesson.task.solution).session.game
    said = tuple(map(sentence, deeds(played))) if lesson.task.solution else tuple(map(tr, lesson.task.hints))
    return Entry(tr(lesson.name), (tr(lesson.task.text),), said, picture=picture, solved=solved)


def puzzle_entry(puzzle: Puzzle, solution: Solution | None, picture: bytes = b"", solved: bytes = b"") -> Entry:
    """A puzzle, answered by the fewest actions."""
    asked = tr(puzzle.text) if puzzle.text else tr(goals_text(puzzle.goals, puzzle.battle))
    said = (tr("No actions of one turn reach this."),) if solution is None else tuple(
        map(sentence, deeds(solution.game)))
    return Entry(tr(puzzle.name), (asked, tr(terms(puzzle))), said, picture=picture, solved=solved)


def question_entry(question: Question, picture: bytes = b"", solved: bytes = b"") -> Entry:
    """A question of the quiz."""
    asked: list[Text] = [question.text()]
    if question.cells:
        asked.append(text("Choose among: {names}.", names=", ".join(map(cell_name, question.cells))))
    elif question.names:
        asked.append(text("Choose among: {names}.", names=names_of(question.battle, question.names)))
    answer, right = question.said(), question.answer()
    if question.answering == "choice" and isinstance(right, int):
        answer = text("The answer is {letter}: {number}.", letter=LETTERS[right], number=question.options[right])
    return Entry(tr("Question"), tuple(map(sentence, asked)), (sentence(answer),), tuple(map(str, question.options)),
                 picture, solved)


def page(title: str, entries: Iterable[Entry]) -> str:
    """The whole file as HTML that is also XML; the second half, on a page of its own, is for who checks the answers."""
    known = tuple(entries)
    tasks = "".join(_task(number, each) for number, each in enumerate(known, start=1))
    answers = "".join(_answer(number, each) for number, each in enumerate(known, start=1))
    lang = language().replace("_", "-")
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}" xmlns="http://www.w3.org/1999/xhtml">\n<head>\n<meta charset="utf-8"/>\n'
        f"<title>{_plain(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{_plain(title)}</h1>\n"
        f'{tasks}</main>\n<div class="answers">\n<h1>{_plain(tr("Answers"))}</h1>\n{answers}</div>\n</body>\n</html>\n'
    )


def _task(number: int, entry: Entry) -> str:
    options = "".join(f"<li>{_plain(each)}</li>" for each in entry.options)
    listed = f'<ol class="letters">{options}</ol>\n' if options else '<p class="lines"></p>\n'
    return (f'<section class="task">\n<h2>{number}. {_plain(entry.title)}</h2>\n{_paragraphs(entry.asked)}'
            f"{_picture(entry.picture, entry.title)}{listed}</section>\n")


def _answer(number: int, entry: Entry) -> str:
    return (f'<section class="answer">\n<h2>{number}. {_plain(entry.title)}</h2>\n{_paragraphs(entry.answer)}'
            f"{_picture(entry.solved, entry.title)}</section>\n")


def _paragraphs(lines: Iterable[str]) -> str:
    return "".join(f"<p>{_plain(each)}</p>\n" for each in lines)


def _plain(said: str) -> str:
    """A text as HTML, without control characters."""
    return escape("".join(each for each in said if each.isprintable()))


def _picture(png: bytes, named: str) -> str:
    if not png:
        return ""
    return f'<img alt="{_plain(named)}" src="data:image/png;base64,{b64encode(png).decode("ascii")}"/>\n'
