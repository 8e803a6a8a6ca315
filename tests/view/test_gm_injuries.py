"""Bruises and wounds by the game master's hand, in the real window loop."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from game.rules.actions import GmInjure, GmMend, Ritual
from game.rules.injuries import Injury
from game.rules.players import players_view
from game.view.panels.vitals import states
from game.view.settings import ViewSettings
from tests.view.arena import last, row_click
from tests.view.conftest import SKIRMISH, Hands
from tests.view.test_gm_panel import open_panel


def brawl(open_play: Callable[..., Hands], tmp_path: Path, **settings: Any) -> Hands:
    """The yard with the module on and Town played by people, the GM's panel on Ana."""
    path = tmp_path / "brawl.toml"
    path.write_text(SKIRMISH.replace('name = "Yard"', 'name = "Yard"\nnonlethal = "bruises"', 1).replace(
        'name = "Town"', 'name = "Town"\nplayers = true'), encoding="utf-8")
    hands = open_panel(open_play(path=path, settings=ViewSettings(animations=False, **settings)))
    hands.click_cell((4, 3))
    return hands


def test_injuries_are_given_and_healed(  # rule: NLT-3 NLT-5
    open_play: Callable[..., Hands], tmp_path: Path,
) -> None:
    hands = brawl(open_play, tmp_path)
    match = hands.play.match
    hands.click_said("Injuries…")
    hands.click_said("Medium bruise")
    hands.click_said("Do it")
    assert last(hands) == GmInjure("ana", "medium")
    hands.click_said("Injuries…")
    hands.press("right", "right", "right", "right", "right", "right", "right", "ctrl+return")
    assert last(hands) == GmInjure("ana", "grave", wound=True)
    assert [each.level for each in (*match.battle["ana"].bruises, *match.battle["ana"].wounds)] == ["medium", "grave"]

    hands.click_said("Injuries…")
    hands.click_said("ritual: light wound")
    row_click(hands, "Grave wound")
    assert "too weak" in hands.play.toast_said
    assert match.battle["ana"].wounds
    row_click(hands, "Medium bruise")
    assert last(hands) == Ritual("ana", 1, "light")
    hands.click_said("Injuries…")
    hands.press("tab", "tab", "tab", "tab", "return")
    assert last(hands) == GmMend("ana", 2)
    assert (match.battle["ana"].bruises, match.battle["ana"].wounds) == ((), ())


def test_what_an_enemy_suffers_is_not_listed_where_its_numbers_are_not_told(
    open_play: Callable[..., Hands], tmp_path: Path,
) -> None:
    for numbers, listed in (("digits", True), ("words", False)):
        hands = brawl(open_play, tmp_path, enemy_numbers=numbers)
        hands.play.do(GmInjure("gob2", "medium"))
        hands.play.master.choose("gob2")
        hands.run()
        hands.click_said("Injuries…")
        assert ("A click heals one:" in hands.said()) == listed


def test_without_the_module_there_are_none(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play())
    hands.click_cell((4, 3))
    assert "Damage…" in hands.said()
    assert "Injuries…" not in hands.said()


def test_the_sheet_of_a_veiled_enemy_names_its_injuries_without_their_numbers(  # rule: NLT-3
    open_play: Callable[..., Hands], tmp_path: Path,
) -> None:
    battle = brawl(open_play, tmp_path).play.match.battle
    who = battle["gob"].but(bruises=(Injury(1, "medium"), Injury(2, "medium")))
    views = {how: players_view(battle.with_combatant(who), how) for how in ("digits", "words", "nothing")}
    assert states(views["digits"], who) == [("medium bruise x 2", "-6 (NLT-3)")]
    assert states(views["words"], who) == [("medium bruise", "")]
    assert states(views["nothing"], who) == []
