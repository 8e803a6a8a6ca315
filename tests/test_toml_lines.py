"""Every value of a TOML text is found on its line."""

import doctest
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import toml_lines
from game.toml_lines import Place, Spans, find_lines


def lines_of(source: str) -> tuple[dict[Place, int], Spans]:
    lines: dict[Place, int] = {}
    spans: Spans = {}
    find_lines(source, lines, spans)
    return lines, spans


def places(data: Any, at: Place = ()) -> list[Place]:
    """Every place of the data, tables and lists too."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [each for key, value in inner for each in [(*at, key), *places(value, (*at, key))]]


def test_the_examples_of_the_module() -> None:
    assert doctest.testmod(toml_lines).failed == 0


SAMPLE = '''\
# a comment with [brackets] and = signs
title = "a # no comment"
owner.name = 'Ana'
owner . "full name" = "Ana B."

[[creature]]
id = "one"
at = [
  2,  # column
  6,
]
[[creature.weapon]]
id = "axe"
[[creature.weapon]]
id = "bow"

[[creature]]
id = "two"
pair = { value = 6, die = 8, deep = [{ a = 1 }, { b = "}" }] }
[creature.sheet]
pv = 3

[map]
cells = """
..#
.\\"#
"""
raw = \'\'\'one
[two]
three = 3\'\'\'
"" = 1
last = 1979-05-27T07:32:00Z
'''


@pytest.mark.parametrize(("place", "line"), [
    (("title",), 2),
    (("owner", "name"), 3),
    (("owner", "full name"), 4),
    (("creature", 0), 6),
    (("creature", 0, "at"), 8),
    (("creature", 0, "at", 0), 9),
    (("creature", 0, "at", 1), 10),
    (("creature", 0, "weapon", 0, "id"), 13),
    (("creature", 0, "weapon", 1, "id"), 15),
    (("creature", 1), 17),
    (("creature", 1, "id"), 18),
    (("creature", 1, "pair", "die"), 19),
    (("creature", 1, "pair", "deep", 1, "b"), 19),
    (("creature", 1, "sheet", "pv"), 21),
    (("map", "cells"), 24),
    (("map", "raw"), 28),
    (("map", ""), 31),
    (("map", "last"), 32),
])
def test_a_value_is_found_on_its_line(place: Place, line: int) -> None:
    lines, _ = lines_of(SAMPLE)
    assert lines[place] == line


def test_every_value_of_the_sample_has_a_line() -> None:
    lines, _ = lines_of(SAMPLE)
    assert set(places(tomllib.loads(SAMPLE))) == set(lines)


def test_the_text_of_a_long_string_has_its_own_lines() -> None:
    _, spans = lines_of(SAMPLE)
    assert spans["map", "cells"] == (25, 27)  # the first line break after the quotes is no part of the text
    assert spans["map", "raw"] == (28, 30)
    assert spans["title",] == (2, 2)


KEYS = st.sampled_from(["a", "b", '"c d"', "'e.f'", "g-1"])
SCALARS = st.sampled_from(
    ["1", "-2.5", "true", '"x # y"', "'[z]'", "1979-05-27", '"""\none\ntwo"""', "'''q'''", '"\\""']
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3).map(lambda each: "[" + ", ".join(each) + "]")
    | st.lists(inner, max_size=3).map(lambda each: "[\n" + "".join(f" {one}, # c\n" for one in each) + "]")
    | st.dictionaries(KEYS, inner, max_size=3).map(lambda d: "{" + ", ".join(f"{k} = {v}" for k, v in d.items()) + "}"),
    max_leaves=6,
)
STATEMENTS = st.one_of(
    st.tuples(KEYS, VALUES).map(lambda pair: f"{pair[0]} = {pair[1]}"),
    st.tuples(KEYS, KEYS, VALUES).map(lambda three: f"{three[0]} . {three[1]} = {three[2]}"),
    st.lists(KEYS, min_size=1, max_size=2).map(lambda keys: f"[{'.'.join(keys)}]"),
    st.lists(KEYS, min_size=1, max_size=2).map(lambda keys: f"[[{'.'.join(keys)}]]"),
    st.just("# a [comment] = here"),
    st.just(""),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(STATEMENTS, max_size=8))
def test_the_finder_agrees_with_the_parser_about_what_there_is(statements: list[str]) -> None:
    source = "\n".join(statements)
    lines, _ = lines_of(source)  # never raises, whatever the text
    try:
        data = tomllib.loads(source)
    except tomllib.TOMLDecodeError:
        return
    assert set(places(data)) == set(lines)
    rows = source.split("\n")
    for place, line in lines.items():
        if isinstance(place[-1], str):
            assert place[-1] in rows[line - 1], f"{place} is not on line {line}"


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="[]{}=.,\"'#\\ab1 \n", max_size=60))
def test_the_finder_ends_on_any_text(source: str) -> None:
    lines, _ = lines_of(source)
    assert all(1 <= line <= source.count("\n") + 1 for line in lines.values())
