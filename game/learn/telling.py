"""``flanco lesson``: the list of lessons, a lesson to read, and what its goals say about some actions; ``flanco
puzzle``: a puzzle to read, and its solution."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from game.checked import not_one_of
from game.errors import DataError, FlancoError, Problem
from game.insight.proof import said
from game.learn.deeds import deeds
from game.learn.goal_texts import goals_text
from game.learn.lessons import Lesson, missing
from game.learn.progress import load_progress
from game.learn.puzzles import Puzzle, Solution, terms
from game.learn.reading import lessons, read_lesson
from game.learn.session import Session
from game.rules.actions import Action
from game.texts import sentence, text, tr

Rows = tuple[tuple[str, ...], ...]


def lesson_rows() -> tuple[Rows, tuple[Problem, ...]]:
    """One row a lesson: number, id, name, whether it is done or what it needs first; and what is wrong with files."""
    shelf, done = lessons(), load_progress().done
    rows = []
    for each in shelf.lessons.values():
        names = ", ".join(tr(shelf.lessons[id].name) if id in shelf.lessons else id for id in missing(each, done))
        state = tr("done") if each.id in done else tr(text("needs: {names}", names=names)) if names else ""
        rows.append((str(each.number) if not each.own else "-", each.id, tr(each.name), state))
    return tuple(rows), shelf.faults


def find_lesson(name: str) -> Lesson:
    """A lesson by its id, or from a file.

    :raises DataError: when there is none such, or with the faults of its file.
    """
    if name.endswith(".toml"):
        return read_lesson(Path(name))
    known = lessons().lessons
    if name not in known:
        raise DataError([Problem(name, 0, "", "", not_one_of(name, known))])
    return known[name]


def tell(lesson: Lesson) -> Iterator[str]:
    """A lesson to read: its steps, its task, its hints."""
    yield f"{lesson.number}. {tr(lesson.name)}"
    if lesson.text:
        yield tr(lesson.text)
    for step in lesson.steps:
        yield f"- {tr(step.text)}"
    yield f"=> {tr(lesson.task.text)}"
    for hint in lesson.task.hints:
        yield f"? {tr(hint)}"


def tried(lesson: Lesson, script: Iterable[tuple[int, Action]]) -> tuple[bool, tuple[str, ...]]:
    """Whether actions solve the task of a lesson, and what is said about it; ``script`` has the line of each."""
    session = Session.on_the_task(lesson)
    for line, action in script:
        try:
            session = session.act(action)
        except FlancoError as error:
            return False, (tr(text("line {line}: {reason}", line=line, reason=error.message)),)
        if session.state in ("done", "missed"):
            break
    verdict = session.verdict
    head = tr(text("The task is done.")) if session.state == "done" else tr(text("The task is not done."))
    proof = () if verdict.proof is None else (said(verdict.proof, session.game.battle),)
    return session.state == "done", (head, sentence(verdict.feedback), *proof)


def tell_puzzle(puzzle: Puzzle) -> Iterator[str]:
    """A puzzle to read: its name, who acts, what is to be reached."""
    yield tr(puzzle.name)
    yield tr(puzzle.text) if puzzle.text else tr(goals_text(puzzle.goals, puzzle.battle))
    yield tr(terms(puzzle))


def tell_solution(solution: Solution | None) -> Iterator[str]:
    """The fewest actions, one sentence or more each."""
    if solution is None:
        yield tr("No actions of one turn reach this.")
        return
    yield tr(text("Fewest actions: {count}.", count=len(solution.actions)))
    for said_ in deeds(solution.game):
        yield f"- {sentence(said_)}"
