"""Scripts of actions: JSON lines, one action a line, as ``flanco run`` takes them and as a save holds them.

A line is an object with the action's ``kind`` and its fields, cells as ``"C7"`` or ``[2, 6]``::

    {"kind": "begin"}
    {"kind": "move", "who": "ana", "to": "C7"}
    {"kind": "attack", "who": "ana", "target": "snik", "weapon": "sword"}
    {"kind": "end_turn", "who": "ana"}
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from game.checked import dotted, read_text, shown
from game.content.codec import CodecError, decode_action, loads
from game.errors import DataError, Problem
from game.rules.actions import Action


def parse_action(line: str, file: str, number: int) -> Action:
    """The action of one line; ``file`` and ``number`` are for the message.

    :raises DataError: naming the line and the field.
    """
    try:
        return decode_action(loads(line))
    except CodecError as error:
        problem = Problem(file, number, dotted(error.place), shown(error.value), error.message)
        raise DataError([problem]) from None


def parse_lines(lines: Iterable[str], file: str) -> Iterator[tuple[int, Action]]:
    """Each action with its line number, as they come; blank lines are skipped.

    :raises DataError: at the first line that is no action.
    """
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield number, parse_action(line, file, number)


def load_script(path: Path) -> tuple[tuple[int, Action], ...]:
    """Every action of a file with its line number.

    :raises DataError: with every line that is no action.
    """
    problems: list[Problem] = []
    found: list[tuple[int, Action]] = []
    for number, line in enumerate(read_text(path, 100_000_000).split("\n"), start=1):
        if line.strip():
            try:
                found.append((number, parse_action(line, str(path), number)))
            except DataError as error:
                problems += error.problems
    if problems:
        raise DataError(problems)
    return tuple(found)
