"""What sentences call creatures and things: names in the language of the player, never ids."""

import random

import pytest

from game.checked import parse_toml
from game.content.scenarios import check_scenario
from game.insight.names import creature_name, thing_name, weapon_name
from game.insight.narrate import sentences
from game.paths import maps
from game.rules.dice import SeededDice
from game.rules.engine import apply
from game.rules.state import Battle
from game.texts import LANGUAGES, set_language, tr
from tests.content.games import anyone

KINDS = ("fire-mage", "duelist", "goblin", "geomancer", "brute", "witch")
SOURCE = '''
[scenario]
name = "Ids"
pressure = "always"
[map]
cells = """
..........
..#+#.....
..#.#..T..
..###.....
..........
"""
[legend]
"#" = { solid = 3.0 }
"+" = { door = "closed" }
"T" = { pillar = 0.5 }
[[barrier]]
from = [6, 0]
to = [6, 2]
top = 1.0
[[team]]
id = "zq-red"
name = "Red"
[[team]]
id = "zq-blue"
name = "Blue"
'''


def battle_of(kinds: tuple[str, ...] = KINDS) -> Battle:
    places = ("A1", "D1", "B5", "H1", "H4", "J5")
    source = SOURCE + "".join(
        f'[[creature]]\nkind = "{kind}"\nid = "zq-{n}"\nteam = "zq-{("red", "blue")[n % 2]}"\nat = "{place}"\n'
        'items = ["healing-draught"]\n'
        for n, (kind, place) in enumerate(zip(kinds, places, strict=False)))
    return check_scenario(parse_toml(source, "ids.toml"), maps()).battle


@pytest.mark.parametrize("seed", range(4))
def test_no_sentence_shows_an_id(seed: int) -> None:
    battle, chance, dice = battle_of(), random.Random(seed), SeededDice(seed)
    said = 0
    for _ in range(150):
        if battle.phase == "over":
            break
        after, events = apply(battle, anyone(battle, chance), dice)
        ids = {each.id for now in (battle, after) for each in (*now.structures, *now.zones, *now.items)}
        for event in events:
            for sentence in sentences(event, after):
                words = tr(sentence)
                assert "zq-" not in words
                assert not any(id in words for id in ids)
                said += 1
        battle = after
    assert said > 100


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_gone_has_a_word_in_every_language(lang: str) -> None:
    battle = battle_of()
    set_language(lang)
    try:
        words = [creature_name(battle, "zq-99"), tr(thing_name(battle, "zq-99")), tr(weapon_name(battle, "zq-0", "zq"))]
        assert all(words)
        assert not any("zq" in each for each in words)
        assert tr(thing_name(battle, "zq-99", "Old oak")) == "Old oak"
    finally:
        set_language("en")
