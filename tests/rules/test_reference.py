"""Short texts of the rules: every id has one, and words find it."""

import re

import pytest

from game.checked import parse_toml
from game.errors import DataError
from game.paths import assets
from game.rules.reference import check_reference, find_rules, rule_text, rule_texts
from game.texts import set_language


def test_every_rule_that_the_code_cites_has_a_text():
    cited = set()
    for path in (assets().parent / "game").rglob("*.py"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if "# rule:" in line:
                cited |= set(re.findall(r"\b(?:[A-Z]{3}-\d+|GM)\b", line.split("# rule:")[1]))
    assert len(cited) > 90
    assert sorted(each for each in cited if rule_text(each) is None) == []


def test_ids_and_names_are_unique():
    ids = [each.id for each in rule_texts()]
    assert len(ids) == len(set(ids)) == 127
    names = [each.name for each in rule_texts()]
    assert len(names) == len(set(names))


def test_words_find_rules_and_names_come_first():
    assert find_rules("partial cover")[0].id == "SIT-6"
    assert "DMG-12" in [each.id for each in find_rules("half rounded down")]
    assert find_rules("nowhere-to-be-found") == ()
    assert len(find_rules("")) == len(rule_texts())


def test_words_are_found_without_their_accents():
    set_language("pt_BR")
    try:
        assert find_rules("iniciativa")[0].id == "INI-1"
        assert "ACT-4" in [each.id for each in find_rules("acoes completas")]
    finally:
        set_language("en")


def test_a_broken_reference_names_all_its_faults():
    with pytest.raises(DataError) as caught:
        check_reference(parse_toml('[[rule]]\nid = "sit2"\nname = ""\ntext = "x"\nmore = 1\n', "r.toml"))
    assert len(caught.value.problems) == 3
