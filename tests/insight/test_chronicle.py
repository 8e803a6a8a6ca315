"""The log as a document: everything in it, headings by round and turn, nothing that players may not know."""

from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from game.checked import parse_toml
from game.content.scenarios import check_scenario
from game.insight.chronicle import as_html, as_text, entries
from game.insight.narrate import sentences
from game.paths import maps
from game.rules.actions import Begin, EndTurn
from game.rules.dice import SeededDice
from game.rules.history import Game
from game.rules.onlookers import Onlookers
from game.texts import LANGUAGES, sentence, set_language
from tests.content.games import SMALL, played, small


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    set_language("en")
    yield
    set_language("en")


class Page(HTMLParser):
    """The words of a page by their tags; fails on what is not closed in its order."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: dict[str, list[str]] = {}
        self.language = ""
        self.feed(source)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "html":
            self.language = str(dict(attrs)["lang"])
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.words.setdefault(self.open[-1], []).append(data)


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_every_sentence_is_in_the_text_and_in_the_page_in_the_language_in_force(spoken: str) -> None:
    set_language(spoken)
    game = played(small(), 5, 60)
    wanted = [sentence(each) for step in game.past for event in step.events for each in sentences(event, step.battle)]
    lines = [line.strip() for line in as_text(game).splitlines()]
    page = Page(as_html(game))
    assert page.language == spoken.replace("_", "-")
    here = 0
    for said in wanted:
        here = lines.index(said, here) + 1
    told = [said for tag in ("h2", "h3", "p", "li") for said in page.words.get(tag, [])]
    assert sorted(told) == sorted(wanted)


def test_rounds_and_turns_are_headings_and_dice_are_shown() -> None:
    game = played(small(), 5, 60)
    page = Page(as_html(game))
    assert page.words["h2"] == [f"Round {n} begins." for n in range(1, game.battle.round + 1)]
    assert set(page.words["h3"]) == {"It is the turn of Aña.", "It is the turn of Snik."}
    assert any("(d8" in each for each in page.words["li"])
    assert "Round 1 begins.\n---------------\n\nIt is the turn of" in as_text(game)


def test_names_are_escaped() -> None:
    source = SMALL.replace('name = "Aña"', "name = '<img src=x onerror=\"y\">'")
    battle = check_scenario(parse_toml(source, "small.toml"), maps()).battle
    page = as_html(played(battle.but(name="<script>alert(1)</script> & co"), 5, 30))
    assert "<script" not in page
    assert "<img" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; co" in page
    assert '<img src=x onerror="y">' in "".join(Page(page).words["p"])
    assert Page(page).words["h1"] == ["The log of the fight: <script>alert(1)</script> & co"]


def test_the_players_log_has_no_line_of_who_is_hidden_and_the_game_masters_has_all() -> None:
    # rule: GM
    lurker = '[[creature]]\nkind = "goblin"\nid = "lurk"\nname = "Lurker"\nteam = "blue"\nat = "F4"\nhidden = true\n'
    battle = check_scenario(parse_toml(SMALL + lurker, "small.toml"), maps()).battle
    dice = SeededDice(3)
    game = Game(battle).do(Begin(), dice)
    while game.battle.round < 3 and game.battle["lurk"].hidden and game.battle.phase == "fight":
        assert game.battle.active is not None
        game = game.do(EndTurn(game.battle.active.id), dice)
    assert any("Lurker" in each.said for each in entries(game))
    seen = Onlookers().see(game, "digits", dice)
    for made in (as_text, as_html):
        assert "Lurker" in made(game)
        assert "Lurker" not in made(seen)
        assert "Snik" in made(seen)

