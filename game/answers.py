"""The commands ``flanco place``, ``flanco stand`` and ``flanco lens``: answers about positions, made by
:mod:`game.content.positions`; ``flanco puzzle`` and ``flanco page``: what to learn with.
"""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

MOST_QUESTIONS: Final = 200  # of a page


def columns(rows: Iterable[tuple[str, ...]]) -> None:
    """Print a table."""
    table = list(rows)
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))] if table else []
    for row in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _words(options: argparse.Namespace) -> Any:
    """What the options say of an area."""
    from dataclasses import fields

    from game.content.questions import Words

    return Words(**{each.name: getattr(options, each.name) for each in fields(Words)
                    if getattr(options, each.name, None) is not None})


def place(options: argparse.Namespace) -> int:
    """``flanco place``; returns the exit code."""
    from game.content.positions import PlaceWords
    from game.content.positions import place as asked
    from game.content.sources import battle_of

    words = PlaceWords(options.who, _words(options), options.power, tuple(options.foe), tuple(options.friend),
                       options.range, options.snap or 16, options.walk, options.top)
    return _show(asked(battle_of(options.source), words), options.json)


def stand(options: argparse.Namespace) -> int:
    """``flanco stand``; returns the exit code."""
    from game.content.positions import stand as asked
    from game.content.sources import battle_of

    found = asked(battle_of(options.scenario), options.who, options.target, options.dash, options.top)
    return _show(found, options.json)


def lens(options: argparse.Namespace) -> int:
    """``flanco lens``; returns the exit code."""
    from game.content.positions import lens_of
    from game.content.sources import battle_of

    return _show(lens_of(battle_of(options.source), _words(options)), options.json)


def _show(found: Any, as_json: bool) -> int:
    from game.content.codec import dumps

    if as_json:
        print(dumps(found.data))
        return 0
    for line in found.lines:
        print(line)
    columns(found.rows)
    return 0


def puzzle(options: argparse.Namespace) -> int:
    """``flanco puzzle``; returns the exit code."""
    from game.learn.puzzle_files import read_puzzle
    from game.learn.puzzles import solve
    from game.learn.telling import tell_puzzle, tell_solution

    found = read_puzzle(options.puzzle)
    for line in tell_puzzle(found):
        print(line)
    if not options.solve:
        return 0
    solution = solve(found)
    for line in tell_solution(solution):
        print(line)
    return 2 if solution is None else 0


def page(options: argparse.Namespace) -> int:
    """``flanco page``; returns the exit code.

    :raises FlancoError: when there is nothing to put on it, or too much.
    """
    from game.content.saves import write_whole
    from game.errors import FlancoError
    from game.learn import page as made
    from game.texts import text, tr

    if not 0 <= options.quiz <= MOST_QUESTIONS:
        raise FlancoError(text("a page has {most} questions at most", most=MOST_QUESTIONS))
    if not options.lessons and not options.quiz:
        raise FlancoError(text("a page needs lessons, puzzles or questions of the quiz"))
    write_whole(options.out, made.page(options.title or tr("Exercises"), tuple(_entries(options))))
    return 0


def _entries(options: argparse.Namespace) -> Iterator[Any]:
    """The entries of a page: lessons and puzzles as they are named, then questions of the quiz."""
    from game.checked import load_toml
    from game.learn.page import lesson_entry, puzzle_entry, question_entry
    from game.learn.puzzle_files import parse_puzzle
    from game.learn.puzzles import solve
    from game.learn.quiz import question
    from game.learn.telling import find_lesson
    from game.view.render import png_of

    for name in options.lessons:
        document = load_toml(Path(name)) if name.endswith(".toml") else None
        if document is not None and "puzzle" in document.data:
            asked = parse_puzzle(document)
            solution = solve(asked)
            after = None if solution is None else solution.game
            if after is not None and after.done and after.past[-1].dice:
                after = after.undo()
            yield puzzle_entry(asked, solution, png_of(asked.battle), b"" if after is None else png_of(after.battle))
        else:
            lesson = find_lesson(name)
            yield lesson_entry(lesson, png_of(lesson.battle))
    for number in range(options.quiz):
        each = question(options.seed + number, options.level)
        yield question_entry(each, png_of(each.battle, each.shown().cells), png_of(each.battle, each.revealed().cells))
