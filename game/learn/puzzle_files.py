"""Puzzle files: written to be shared, read and checked with every fault at once, kept in the user's folder.

A file has a ``[puzzle]`` table with its goals. Its position is written as in a lesson, with ``[map]``, ``[[team]]`` and
``[[creature]]``, or whole as ``state``, as saves have it: so a position of a game becomes a file.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from dataclasses import replace as changed
from itertools import count
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import Field

from game.checked import Document, check, in_order, load_toml
from game.content.codec import CodecError, decode, dumps, encode, loads
from game.content.parties import player_team
from game.content.saves import battle_fault, write_whole
from game.content.toml_text import toml_lines
from game.errors import DataError, FlancoError, Problem
from game.insight.background import Progress
from game.learn.files import Files, files_in
from game.learn.goals import All, Goal, WrittenGoal, faults
from game.learn.puzzles import Puzzle, from_game, met, solve
from game.learn.reading import Reader
from game.paths import user_data
from game.rules.catalog import Id, Name
from game.rules.history import Game
from game.rules.state import Battle
from game.spatial.grid import cell_name
from game.texts import text

FOLDER: Final = "puzzles"
LONGEST_ID: Final = 40  # characters, as of all ids


@dataclass(frozen=True)
class PuzzleTable:
    """``[puzzle]``: ``who`` acts, the first of the players' team when left out; ``goals`` hold at the same time;
    ``state`` is a whole position as JSON, in place of the tables of a scenario; ``map`` a map in a file of its own."""

    id: Id
    name: Name
    goals: Annotated[tuple[WrittenGoal, ...], Field(min_length=1)]
    who: str = ""
    text: Annotated[str, Field(max_length=300)] = ""
    map: str | None = None
    state: str | None = None


def own_puzzles_folder() -> Path:
    """Where the user's puzzles are; it may not exist yet."""
    return user_data() / FOLDER


def puzzles(progress: Progress = lambda share: None) -> tuple[dict[str, Puzzle], tuple[Problem, ...]]:
    """The user's puzzles by id, and what is wrong with files that cannot be used. An id that is taken is a fault of
    the later file. They are not solved anew."""
    found: dict[str, Puzzle] = {}
    problems: list[Problem] = []
    paths = files_in(own_puzzles_folder())
    for number, path in enumerate(paths):
        progress(number / len(paths))
        read = FILES.read(path)
        problems += read.problems
        if read.value is None or read.document is None:
            continue
        if read.value.id in found:
            problems.append(read.document.problem(("puzzle", "id"), text("this id is used twice")))
        else:
            found[read.value.id] = changed(read.value, own=True)
    return found, tuple(problems)


def read_puzzle(path: Path) -> Puzzle:
    """A puzzle from a file; it is not solved.

    :raises DataError: with every fault found.
    """
    return parse_puzzle(load_toml(path))


def check_puzzle(document: Document) -> Puzzle:
    """A puzzle that can be solved, and is not from the start.

    :raises DataError: with every fault found.
    """
    puzzle = parse_puzzle(document)
    if solve(puzzle) is None:
        raise DataError([document.problem(("puzzle", "goals"), text("no actions of one turn reach these goals"))])
    return puzzle


def parse_puzzle(document: Document) -> Puzzle:
    """A puzzle of a file that was read; it is not solved.

    :raises DataError: with every fault found.
    """
    reader = _Reader(document)
    puzzle = reader.read()
    if reader.problems or puzzle is None:
        raise DataError(in_order(reader.problems))
    return puzzle


FILES: Final = Files("puzzle", parse_puzzle)


class _Reader(Reader):
    own = ("puzzle",)

    def read(self) -> Puzzle | None:
        table = check(self.document, PuzzleTable, self.problems, ("puzzle",))
        if table is None:
            return None
        battle = self.battle(table.name, table.map) if table.state is None else self.state(table.state)
        if battle is None:
            return None
        team = player_team(battle)
        who = table.who or next((each.id for each in battle.combatants if each.team == team), "")
        for n, goal in enumerate(table.goals):
            for place, said in faults(goal, battle):
                self.say(("puzzle", "goals", n, *place), said)
        if self.problems:
            return None
        try:
            puzzle = from_game(battle, who, *table.goals, id=table.id, name=table.name, said=table.text)
        except FlancoError as error:
            self.say(("puzzle", "who"), error.message)
            return None
        if met(puzzle, Game(puzzle.battle)):
            self.say(("puzzle", "goals"), text("these goals are reached before anything is done"))
        return changed(puzzle, file=self.document.file)

    def state(self, written: str) -> Battle | None:
        """The position of a game."""
        place = ("puzzle", "state")
        for key in self.document.data:
            if key not in self.own:
                self.say((key,), text("the file has a state of its own; leave this out"))
        try:
            battle = decode(Battle, loads(written))
        except CodecError as error:
            self.say(place, text("{place}: {reason}", place=".".join(map(str, error.place)), reason=error.message))
            return None
        except FlancoError as error:
            self.say(place, error.message)
            return None
        if (fault := battle_fault(battle)) is not None:
            self.say(place, fault)
            return None
        return battle


# --- writing ---------------------------------------------------------------------------------------------------------


def puzzle_text(puzzle: Puzzle) -> str:
    """The file of a puzzle, which reads as the same puzzle."""
    table: dict[str, Any] = {"id": puzzle.id, "name": puzzle.name, "who": puzzle.who}
    if puzzle.text:
        table["text"] = puzzle.text
    table["goals"] = [goal_table(each) for each in puzzle.goals]
    table["state"] = dumps(encode(puzzle.battle))
    return f"[puzzle]\n{toml_lines(table)}"


def save_puzzle(puzzle: Puzzle, path: Path | None = None) -> Path:
    """Write it, into the user's folder when no path is given; the path. A file of that name is written over.

    :raises SaveError: when it cannot be written.
    """
    path = path or own_puzzles_folder() / f"{puzzle.id}.toml"
    write_whole(path, puzzle_text(puzzle))
    return path


def goal_table(goal: Goal) -> Mapping[str, Any]:
    """A goal as a file writes it.

    >>> from game.learn.goals import Covered
    >>> goal_table(Covered("ana", ("orc",), "total"))
    {'kind': 'covered', 'who': 'ana', 'from': ['orc'], 'level': 'total'}
    """
    if isinstance(goal, All):
        return {"kind": "all", "goals": [goal_table(each) for each in goal.goals]}
    table: dict[str, Any] = {"kind": goal.kind}
    for each in fields(goal):
        value = getattr(goal, each.name)
        if each.name == "kind" or value == each.default or value is None:
            continue
        if each.name == "cells":
            value = [cell_name(cell) for cell in value]
        table["from" if each.name == "sources" else each.name] = list(value) if isinstance(value, tuple) else value
    return table


def id_of(said: str) -> str:
    """An id from a name.

    >>> id_of("  Behind the Wall! "), id_of("Açaí 2"), id_of("…")
    ('behind-the-wall', 'acai-2', '')
    """
    plain = unicodedata.normalize("NFKD", said.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST_ID]


def free_id(id: str) -> str:
    """The id itself, or with a number where a puzzle of the user's or a file has it."""
    taken, folder = puzzles()[0], own_puzzles_folder()
    return next(each for each in _numbered(id) if each not in taken and not (folder / f"{each}.toml").exists())


def _numbered(id: str) -> Iterator[str]:
    yield id
    for number in count(2):
        end = f"-{number}"
        yield id[:LONGEST_ID - len(end)] + end
