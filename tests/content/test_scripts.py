"""Scripts of actions: JSON lines, and what is said about those that are wrong."""

from pathlib import Path

import pytest

from game.content.scripts import load_script, parse_lines
from game.errors import DataError
from game.rules.actions import Begin, EndTurn, Move


def test_lines_become_actions_with_their_numbers(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"kind": "begin"}\n\n{"kind": "move", "who": "ana", "to": "C7"}\r\n'
                    '{"kind":"end_turn","who":"ana"}')
    assert load_script(path) == ((1, Begin()), (3, Move("ana", (2, 6))), (4, EndTurn("ana")))


def test_every_bad_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"kind": "begin"}\nnope\n{"kind": "mov"}\n{"kind": "move", "who": "ana", "to": [1, "x"]}\n[]\n')
    with pytest.raises(DataError) as caught:
        load_script(path)
    assert [str(each) for each in caught.value.problems] == [
        f"{path}:2: this is not JSON (line 1, column 1)",
        f'{path}:3: kind = "mov": this is not known; did you mean move?',
        f'{path}:4: to = "x": this must be a whole number',
        f"{path}:5 = []: this must be a table",
    ]


def test_lines_are_read_as_they_come() -> None:
    def lines() -> "list[str]":
        return ['{"kind": "begin"}\n', "nope\n", '{"kind": "begin"}\n']

    found = parse_lines(lines(), "-")
    assert next(found) == (1, Begin())
    with pytest.raises(DataError, match="-:2: "):
        next(found)
