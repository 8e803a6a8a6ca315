"""Puzzles on the screen: made from a position, proved, saved, listed, played."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from game.learn.goals import Sheet, Stand
from game.learn.offers import offered
from game.learn.progress import load_progress
from game.learn.puzzle_files import puzzles
from game.learn.reading import lessons
from game.rules.actions import EndTurn
from game.rules.state import Battle
from game.spatial.grid import parse_cell
from game.view.screens.lab import LabScreen
from game.view.screens.lab_dialogs import puzzle
from game.view.screens.learn_puzzles import MakerScreen, PuzzleScreen, PuzzlesScreen, able, make
from tests.view.conftest import Hands


@pytest.fixture(autouse=True)
def _own_learning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in "progress", "reading", "puzzle_files":
        monkeypatch.setattr(f"game.learn.{module}.user_data", lambda: tmp_path / "data" / "flanco")


def position() -> Battle:
    return lessons().lessons["opposite-sides"].battle


def maker(hands: Hands, battle: Battle | None = None) -> MakerScreen:
    hands.app.show_title()
    make(hands.screen, battle or position(), lambda: hands.app.show(PuzzlesScreen(hands.app, hands.app.show_title)))
    hands.run()
    assert isinstance(hands.screen, MakerScreen)
    return hands.screen


def settled(hands: Hands) -> None:
    for _ in range(4000):
        if getattr(hands.screen, "_work", None) is None:
            break
        time.sleep(0.005)
        hands.app.turn(wait=False)
    hands.run()


def test_a_puzzle_is_made_proved_saved_listed_and_played(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = maker(hands)
    hands.click_said("Ana")
    hands.click_said("Ana can attack Brute. This holds: Flanking (SIT-2).")
    hands.click_said("Can it be done?")
    settled(hands)
    assert screen.solution is not None
    assert "Fewest actions: 1." in hands.said()
    hands.click_said("Save…")
    hands.type("Behind the brute")
    hands.press("return")
    assert [each.name for each in puzzles()[0].values()] == ["Behind the brute"]
    hands.press("escape")
    assert isinstance(hands.screen, PuzzlesScreen)
    hands.click_said("Behind the brute")
    hands.click_said("Behind the brute") if isinstance(hands.screen, PuzzlesScreen) else None
    settled(hands)
    played = hands.screen
    assert isinstance(played, PuzzleScreen)
    hands.click_cell(parse_cell("G4"))
    assert played.session.state == "done"
    assert "Actions: 1. The fewest are 1." in hands.said()
    assert "puzzle:behind-the-brute" in load_progress().done
    hands.click_said("Puzzles")
    assert isinstance(hands.screen, PuzzlesScreen)


@pytest.mark.long
def test_what_cannot_be_done_is_said(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = maker(hands)
    screen.act_for("ana")
    hands.run()
    hands.click(screen.view.camera.rect(parse_cell("J1")).center)
    hands.click_said("Ana can attack Brute. This holds: Flanking (SIT-2).")
    assert screen.goals[0] == Stand("ana", (parse_cell("J1"),))
    hands.click_said("Can it be done?")
    settled(hands)
    assert screen.solution is None
    assert "No actions of one turn reach this." in hands.said()
    assert "Save…" not in hands.said()
    hands.click(screen.view.camera.rect(parse_cell("J1")).center)
    assert "No actions of one turn reach this." not in hands.said()  # another question


def test_nothing_is_asked_without_a_goal_or_of_what_is_so_already(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = maker(hands)
    screen.act_for("bruno")
    screen.prove()
    assert "Choose what is to be reached first." in screen.toast_said
    hands.run()
    hands.click_said("Bruno can strike Brute from its place.")
    hands.click_said("Can it be done?")
    assert "reached before" in screen.toast_said


def test_a_puzzle_takes_one_creature_and_one_turn(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = maker(hands)
    screen.act_for("ana")
    screen.toggle(next(each for each in offered(position(), "ana") if isinstance(each, Sheet)))
    screen.prove()
    settled(hands)
    screen.play()
    settled(hands)
    played = hands.screen
    assert isinstance(played, PuzzleScreen)
    assert played.match.why(EndTurn("bruno")) is not None
    hands.press("space", "space")
    assert played.session.state == "missed", "its turn is over"
    hands.click_said("Again")
    hands.click_said("Show me")
    assert played.session.met


def test_a_position_of_a_game_becomes_a_puzzle(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    battle = hands.play.match.battle
    make(hands.screen, battle, hands.app.show_title)
    hands.run()
    screen = hands.screen
    assert isinstance(screen, MakerScreen)
    assert battle.active is not None
    assert screen.who == battle.active.id
    assert set(able(battle)) == {each.id for each in battle.present()}
    assert list(offered(battle, screen.who))


def test_a_saved_game_is_chosen(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    hands.play.match.keep()
    hands.app.show(PuzzlesScreen(hands.app, hands.app.show_title))
    hands.run()
    hands.click_said("Make one from a saved game…")
    hands.press("return")
    assert isinstance(hands.screen, MakerScreen)


def test_the_menus_of_game_and_lab_lead_to_the_maker(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    hands.press("escape")
    hands.click_said("Make a puzzle of it…")
    assert isinstance(hands.screen, MakerScreen)
    hands.press("escape")
    assert hands.play.match.battle.active is not None
    hands.app.show(LabScreen(hands.app, hands.play.match.battle))
    hands.run()
    puzzle(hands.screen)  # type: ignore[arg-type]
    assert isinstance(hands.screen, MakerScreen)
