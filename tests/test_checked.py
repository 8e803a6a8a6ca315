"""Checked files: every fault at once, each with its line and what is allowed."""

import doctest
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field

from game import checked
from game.checked import Document, check, closest, load_toml, parse_toml, validate
from game.errors import DataError, GeometryError, Problem
from game.texts import LANGUAGES, set_language, text, tr


@dataclass(frozen=True)
class Claw:
    kind: Literal["cut", "pierce"]
    amount: int = 0


@dataclass(frozen=True)
class Edge:
    start: Annotated[tuple[float, float], Field(alias="from")]
    limit: Annotated[int, Field(ge=1, le=6)] = 1

    def __post_init__(self) -> None:
        if self.start == (0, 0):
            raise GeometryError(text("cell: {name!r} is not a name like C7 or 2,6", name="x"))


@dataclass(frozen=True)
class Beast:
    name: str
    pv: int = 1
    claws: tuple[Claw, ...] = ()
    edge: Edge | None = None
    speed: float = 1.0
    tame: bool = False


def problems(source: str, kind: type = Beast) -> list[Problem]:
    with pytest.raises(DataError) as caught:
        validate(parse_toml(source, "f.toml"), kind)
    return list(caught.value.problems)


def said(source: str, kind: type = Beast) -> list[tuple[int, str, str, str]]:
    return [(each.line, each.field, each.value, str(each.message)) for each in problems(source, kind)]


def test_the_examples_of_the_module() -> None:
    assert doctest.testmod(checked).failed == 0


def test_a_good_document_becomes_the_value() -> None:
    document = parse_toml('name = "Rex"\nspeed = 2\n[[claws]]\nkind = "cut"\n[edge]\nfrom = [1, 2]', "f.toml")
    assert validate(document, Beast) == Beast("Rex", 1, (Claw("cut"),), Edge((1.0, 2.0)), 2.0)


def test_every_fault_is_told_at_once_with_line_field_value_and_what_is_allowed() -> None:
    source = (
        'name = 3\npv = 1.5\nspeed = nan\ntame = "yes"\ncolour = "red"\nclaw = 1\n'
        '[[claws]]\nkind = "cuts"\n\n[[claws]]\namount = true\n[edge]\nlimit = 9\n'
    )
    assert said(source) == [
        (1, "name", "3", "this must be a text in quotes"),
        (2, "pv", "1.5", "this must be a whole number"),
        (3, "speed", "NaN", "this must be a finite number"),
        (4, "tame", '"yes"', "this must be true or false"),
        (5, "colour", '"red"',
         "there is no such field; allowed: name, pv, claws, edge, speed, tame"),
        (6, "claw", "1", "there is no such field; did you mean claws?"),
        (8, "claws.1.kind", '"cuts"', "this is not known; did you mean cut?"),
        (10, "claws.2.kind", "", "this field must be given"),
        (11, "claws.2.amount", "true", "this must be a whole number"),
        (12, "edge.from", "", "this field must be given"),
        (13, "edge.limit", "9", "this must be 6 or less"),
    ]


def test_an_unknown_field_is_compared_with_names_as_they_are_written() -> None:
    assert said('name = "a"\n[edge]\nfrom = [1, 1]\nform = 2')[0][3] == "there is no such field; did you mean from?"


def test_a_fault_found_by_the_value_itself_keeps_its_own_words() -> None:
    assert said('name = "a"\n[edge]\nfrom = [0, 0]') == [
        (2, "edge", "", "cell: 'x' is not a name like C7 or 2,6"),
    ]


def test_check_collects_and_goes_on() -> None:
    document = parse_toml("[a]\nname = 1\n[b]\nname = 'ok'", "f.toml")
    found: list[Problem] = []
    assert check(document, Beast, found, ("a",)) is None
    assert check(document, Beast, found, ("b",)) == Beast("ok")
    assert [each.field for each in found] == ["a.name"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_can_be_told_in_every_language(language: str) -> None:
    set_language(language)
    try:
        assert "f.toml:1: pv" in str(DataError(problems("pv = 'x'\nname = 'a'")))
    finally:
        set_language("en")


@pytest.mark.parametrize(("source", "line", "message"), [
    ('a = "x\n', 1, "this character may not stand in a text (column 7)"),
    ('a = "x', 1, "a text is not closed"),
    ("a = 1\nb = [1,\n", 3, "this is not a value; texts need quotes"),
    ("a = 1\nb = nope\n", 2, "this is not a value; texts need quotes (column 5)"),
    ("a = 1\n\na = 2\n", 3, "this key is written twice (column 6)"),
    ("[t]\n[t]\n", 2, "this table is declared twice (column 3)"),
    ("a\n", 1, "a key must be followed by = and a value (column 2)"),
    ("a = 1 b = 2\n", 1, "there is something after the end of the value (column 7)"),
    ("[t\n", 1, "a table heading must end with a bracket (column 3)"),
    ('a = "\\q"\n', 1, "a backslash here must be written twice (column 8)"),
    ("a = 2021-02-30\n", 1, "this is not a date (column 5)"),
])
def test_what_is_not_toml_is_told_with_its_line(source: str, line: int, message: str) -> None:
    with pytest.raises(DataError) as caught:
        parse_toml(source, "f.toml")
    [problem] = caught.value.problems
    assert problem.line == line
    assert tr(problem.message).startswith(message.partition(" (")[0])


@pytest.mark.parametrize(("source", "message"), [
    ("", "this file is empty"),
    ("# nothing but a comment\n", "this file is empty"),
    ("a = " + "[" * 5000, "lists or tables are nested too deeply"),
    ("a = " + "9" * 5000, "a number has too many digits"),
])
def test_what_says_nothing_usable_is_told(source: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse_toml(source, "f.toml")


# --- files -----------------------------------------------------------------------------------------------------------


def reading(path: Path) -> str:
    with pytest.raises(DataError) as caught:
        load_toml(path)
    [problem] = caught.value.problems
    assert problem.file == str(path)
    return f"{problem.line} {problem.message}"


def test_a_missing_file(tmp_path: Path) -> None:
    assert reading(tmp_path / "none.toml") == "0 there is no such file"


def test_a_folder(tmp_path: Path) -> None:
    assert reading(tmp_path) == "0 this is a folder, not a file"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything may be read here")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text("a = 1")
    path.chmod(0)
    assert reading(path) == "0 this file may not be read"


def test_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    assert reading(tmp_path / "a\0b.toml").startswith("0 ")
    assert reading(tmp_path / ("a" * 5000)).startswith("0 ")


def test_a_file_that_is_no_utf8_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b'a = 1\nb = "caf\xe9"\n')
    assert reading(path) == "2 this file is not UTF-8 text (byte 0xe9)"


def test_a_huge_file_is_refused_before_it_is_parsed(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"#" * (checked.LARGEST + 1))
    assert reading(path) == f"0 this file is larger than {checked.LARGEST} bytes"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_a_file_without_end_is_refused() -> None:
    assert "larger" in reading(Path("/dev/zero"))


def test_a_byte_order_mark_and_windows_line_ends_are_welcome(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b'\xef\xbb\xbfname = "Rex"\r\npv = "x"\r\n')
    document = load_toml(path)
    assert document.data["name"] == "Rex"
    assert document.line(("pv",)) == 2


def test_the_line_of_something_missing_is_that_of_what_is_around_it() -> None:
    document = parse_toml("x = 1\n[a]\nb = 2\n", "f.toml")
    assert document.line(("a", "c")) == 2
    assert document.line(("z",)) == 1
    assert Document("f.toml", {}).line(("z",)) == 0


def test_the_closest_name_is_like_what_was_written() -> None:
    names = ("goblin", "ogre", "spear-fighter")
    assert closest("Goblim", names) == "goblin"
    assert closest("spearfighter", names) == "spear-fighter"
    assert closest("dragon of the north", names) is None


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet='[]{}=.,"\'#\\abn1e-: \n', max_size=80))
def test_any_text_is_data_or_a_data_error(source: str) -> None:
    found: tuple[Problem, ...] = ()
    try:
        validate(parse_toml(source, "f.toml"), Beast)
    except DataError as error:
        found = error.problems or (Problem("", -1, "", "", text("")),)
    assert all(0 <= each.line <= source.count("\n") + 2 and tr(each.message) for each in found)
