"""The page for print: lessons and puzzles with their pictures, as an HTML file in the user's folder."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from game.content.saves import write_whole
from game.errors import SaveError
from game.learn.lessons import Lesson
from game.learn.page import Entry, lesson_entry, page, puzzle_entry
from game.learn.puzzles import Puzzle, solve
from game.learn.session import Session, play
from game.paths import user_data
from game.texts import text, tr
from game.view.render import png_of
from game.view.screens.base import Screen


def pages_folder() -> Path:
    """Where pages for print are written; it may not exist yet."""
    return user_data() / "pages"


def write_page(title: str, name: str, some: Iterable[Lesson | Puzzle]) -> Path:
    """Write the page of some lessons and puzzles, in the language in force; the path.

    :raises SaveError: when it cannot be written.
    """
    path = pages_folder() / f"{name}.html"
    write_whole(path, page(title, _entries(some)))
    return path


def _entries(some: Iterable[Lesson | Puzzle]) -> Iterator[Entry]:
    for each in some:
        if isinstance(each, Lesson):
            played = play(Session.on_the_task(each), each.task.solution).session.game.battle
            yield lesson_entry(each, png_of(each.battle), png_of(played) if each.task.solution else b"")
        else:
            found = solve(each)
            after = found.game if found is not None else None
            if after is not None and after.done and after.past[-1].dice:
                after = after.undo()  # what dice would make of it is not told
            yield puzzle_entry(each, found, png_of(each.battle), png_of(after.battle) if after is not None else b"")


def keep_page(screen: Screen, title: str, name: str, some: Iterable[Lesson | Puzzle]) -> None:
    """Write the page, and say where it is."""
    try:
        path = write_page(title, name, some)
    except SaveError as problem:
        screen.error(tr("The page could not be written"), problem)
        return
    screen.ask(tr("Page for print"), tr(text("Open this file in a browser and print it: {file}", file=str(path))),
               [(tr("OK"), _nothing, True)], picture="scroll-text")


def _nothing() -> None:
    """An answer that only closes its dialog."""
