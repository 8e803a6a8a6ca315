"""Every decision in force is shown, with its rule and its value in words."""

import re
import typing
from dataclasses import fields

from game.insight.decisions import LABELS, WORDS, decisions
from game.rules.catalog import Settings, settings_with
from game.texts import tr


def words_of(kind: object) -> set[str]:
    """The words that a field may hold."""
    found = {each for each in typing.get_args(kind) if isinstance(each, str)}
    return found.union(*(words_of(each) for each in typing.get_args(kind) if not isinstance(each, str)))


def test_every_setting_has_a_rule_and_a_sentence() -> None:
    assert set(LABELS) == {each.name for each in fields(Settings)}
    for rule, label in LABELS.values():
        assert re.fullmatch(r"[A-Z]{3}-\d+", rule)
        assert label


def test_every_value_that_is_a_word_has_words_of_its_own() -> None:
    hints = typing.get_type_hints(Settings, include_extras=True)
    assert {word for each in fields(Settings) for word in words_of(hints[each.name])} <= set(WORDS)


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
