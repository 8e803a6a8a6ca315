"""Every decision in force is shown, with its rule and its value in words."""

import re
import typing
from dataclasses import fields

import pytest

from game.insight.decisions import LABELS, WORDS, decisions
from game.rules.catalog import Settings, settings_with
from game.texts import tr


def words_of(kind: object) -> set[str]:
    """The words that a field may hold."""
    found = {each for each in typing.get_args(kind) if isinstance(each, str)}
    return found.union(*(words_of(each) for each in typing.get_args(kind) if not isinstance(each, str)))


def values() -> dict[str, set[str]]:
    """By setting, the words that it may be."""
    hints = typing.get_type_hints(Settings, include_extras=True)
    return {each.name: words_of(hints[each.name]) for each in fields(Settings)}


def test_every_setting_has_a_rule_and_a_sentence() -> None:
    assert set(LABELS) == {each.name for each in fields(Settings)}
    for rule, label in LABELS.values():
        assert re.fullmatch(r"[A-Z]{3}-\d+", rule)
        assert label


def test_every_value_that_is_a_word_has_words_of_its_own() -> None:
    for name, words in values().items():
        assert [word for word in words if WORDS.keys().isdisjoint((word, f"{name}.{word}"))] == []


def test_a_value_that_means_several_things_has_a_word_for_each() -> None:
    """What two settings call "full" is not one word in every language: all that the damage is, or the whole of it."""
    users: dict[str, list[str]] = {}
    for name, words in values().items():
        for word in words:
            users.setdefault(word, []).append(name)
    for word, names in users.items():
        if len({frozenset(values()[name]) for name in names}) > 1:
            assert [name for name in names if f"{name}.{word}" not in WORDS] == []
            assert len({WORDS[f"{name}.{word}"] for name in names}) == len(names)


def test_no_word_is_left_over() -> None:
    used = {key for name, words in values().items() for word in words for key in (word, f"{name}.{word}")}
    assert set(WORDS) - used == set()


@pytest.mark.parametrize(("name", "value", "words"), [
    ("area_tie", "full", "lets all the damage through"), ("stray_damage", "full", "all of its damage"),
    ("counting", "half", "at least half of it is"), ("stray_damage", "half", "half of its damage"),
    ("corners", "both", "both ways"), ("shots_near_allies", "both", "the sum of both"),
])
def test_a_word_is_that_of_its_setting(name: str, value: str, words: str) -> None:
    found = {each.name: each for each in decisions(settings_with({name: value}))}
    assert tr(found[name].value) == words


def test_those_that_differ_say_what_the_default_is() -> None:
    settings = settings_with({"dash": 4, "diagonals": "exact", "sizes": {"large": {"side": 2, "height": 4.0, "reach": 1,
                                                                                   "move": 6}}})
    found = {each.name: each for each in decisions(settings)}
    differing = {name: (tr(each.value), tr(each.default)) for name, each in found.items() if each.default is not None}
    assert differing["dash"] == ("4", "3")
    assert differing["diagonals"] == ("cost 1.414", "cost 1")
    assert "4 m high" in differing["sizes.large"][0]
    assert len(differing) == 3
    assert all(each.default is None for each in decisions(Settings()))
