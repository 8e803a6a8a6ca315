"""Puzzles on the screen: made from a position, proved, saved, listed, played."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from game.content.checking import check_file
from game.content.scenarios import read_scenario
from game.learn.checking import CHECKS
from game.learn.goals import Has, Into, Out, Sheet, Stand
from game.learn.offers import offered
from game.learn.progress import load_progress
from game.learn.puzzle_files import own_puzzles_folder, puzzles
from game.learn.puzzle_play import session_of
from game.learn.puzzles import from_game
from game.learn.reading import lessons
from game.paths import maps
from game.rules.actions import (
    Action,
    Attack,
    Begin,
    EndTurn,
    GmEffect,
    GmMove,
    GmPV,
    GmStructure,
    Move,
)
from game.rules.catalog import DamagePart
from game.rules.dice import ScriptedDice, SeededDice
from game.rules.history import Game
from game.rules.powers import ConditionEffect, ZoneEffect
from game.rules.state import Battle, Placement
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


def played(name: str, *acts: Action) -> Battle:
    """A shipped scenario at its start, after some acts of the game master."""
    game = Game(read_scenario(maps() / f"{name}.toml").battle).do(Begin(), SeededDice(1))
    for each in acts:
        game = game.do(each, SeededDice(1))
    return game.battle


HELPLESS = GmEffect(ConditionEffect("paralysed"), ("ulf",))
EMBERS = GmEffect(ZoneEffect("Embers", damage=(DamagePart("fire", 2),)), name="Embers",
                  place=Placement("cell", cells=((11, 8), (12, 8))))
SURE: dict[str, tuple[str, tuple[Action, ...], str, str]] = {
    "a cart falls": ("crossroads", (GmStructure("cart", left=3),), "Rosa", "It falls: Broken cart."),
    "an enemy is out": ("bridge", (HELPLESS, GmMove("ulf", (11, 4)), GmPV("ulf", 2)), "Ana",
                        "Ulf is out of the fight."),
    "an enemy lies": ("bridge", (HELPLESS, GmMove("ulf", (11, 4))), "Ana", "Ulf is under a condition: Prone."),
    "a friend is not seen": ("sorcerers", (), "Morga", "Cinza is under a condition: Invisible."),
    "an enemy in the embers": ("bridge", (HELPLESS, GmMove("ulf", (10, 8)), EMBERS), "Bruno",
                               "Ulf stands here: L9, M9."),
}


@pytest.mark.parametrize(("scenario", "acts", "who", "goal"), [pytest.param(*each, id=id) for id, each in SURE.items()])
def test_what_is_sure_is_made_proved_saved_checked_and_solved(
    open_app: Callable[..., Hands], scenario: str, acts: tuple[Action, ...], who: str, goal: str,
) -> None:
    """# rule: STR-3 DMG-16 MAN-5 CND-1 MAN-8"""
    hands = open_app()
    screen = maker(hands, played(scenario, *acts))
    hands.click_said(who)
    hands.click_said(goal)
    hands.click_said("Can it be done?")
    settled(hands)
    assert screen.solution is not None
    assert f"Fewest actions: {len(screen.solution.actions)}." in hands.said()
    hands.click_said("Save…")
    hands.type("It is sure")
    hands.press("return")
    assert screen.toast_said == "Puzzle saved: it-is-sure.toml"
    path = own_puzzles_folder() / "it-is-sure.toml"
    assert check_file(path, CHECKS) == ()
    hands.press("escape")
    assert isinstance(hands.screen, PuzzlesScreen)
    hands.screen.play(hands.screen.puzzles[0])
    settled(hands)
    solved = hands.screen
    assert isinstance(solved, PuzzleScreen)
    for each in screen.solution.actions:
        assert solved.session.state == "open"
        solved.do(each)
    settled(hands)
    assert solved.session.state == "done"
    assert "puzzle:it-is-sure" in load_progress().done


def test_what_hangs_on_luck_is_not_offered_and_does_not_count() -> None:
    """# rule: DMG-2"""
    battle = played("bridge", GmMove("ulf", (11, 4)), GmPV("ulf", 1))
    assert not any(isinstance(each, Out | Has | Into) for each in offered(battle, "ana"))
    puzzle = from_game(battle, "ana", Out("ulf"))
    session = session_of(puzzle, "")
    session = session.act(Move("ana", (10, 5)))
    lucky = replace(session, game=session.game.do(Attack("ana", "ulf", "sword"), ScriptedDice((8, 1), battle.dice)))
    assert lucky.game.battle["ulf"].out
    assert not lucky.met
    assert str(lucky.verdict.feedback) == "That was luck: it must be sure, whatever the dice show."


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


def test_the_list_stays_where_it_was_when_something_is_chosen(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = maker(hands, played("bridge"))
    screen.act_for("ana")
    hands.run()
    listing = screen._list
    assert listing is not None
    listing.scroll(10**4)
    hands.click(listing.row_rect(len(listing.rows) - 1).center)
    assert len(screen.chosen) == 1
    assert screen._list is not None
    assert screen._list is not listing
    assert screen._list.offset == listing.offset > 0
