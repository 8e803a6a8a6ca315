"""Games that were left and are taken up again: pictures of saves, a killed program, changed rules; the log written."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.content import saves
from game.content.saves import autosave_path, saves_folder
from game.content.scenarios import read_scenario
from game.rules.actions import Action, EndTurn
from game.rules.dice import Dice
from game.rules.engine import apply
from game.rules.events import Event, TurnEnded
from game.rules.history import Game
from game.rules.state import Battle
from game.texts import set_language, tr
from game.view.match import Match
from game.view.screens import sessions
from game.view.screens.play import PlayScreen
from game.view.screens.title import TitleScreen
from game.view.shelf import Saved
from game.view.widgets.button import Button
from game.view.widgets.preview import Preview
from tests.view.arena import row_click, row_keys
from tests.view.conftest import Hands

CHILD = """
import os, sys
from pathlib import Path
from tests.view.conftest import Clock, Hands
from game.content import saves
from game.content.scenarios import read_scenario
from game.rules.actions import Action, EndTurn
from game.rules.dice import Dice
from game.rules.engine import apply
from game.rules.events import Event, TurnEnded
from game.view.app import App
from game.view.match import Match
from game.view.screens.play import PlayScreen
from game.view.settings import ViewSettings
saves.user_data = lambda: Path(sys.argv[2])
clock = Clock()
hands = Hands(App((1280, 720), ViewSettings(animations=False), clock), clock)
hands.app.show(PlayScreen(hands.app, Match.start(read_scenario(Path(sys.argv[1])), 5)))
hands.run()
while True:
    hands.press("space", "space")
    print(hands.play.match.game.done, hands.play.match.game.battle.round, flush=True)
"""


def settle(hands: Hands) -> None:
    """Let the title draw what it draws when there is time."""
    for _ in range(10):
        hands.run()


def previews(hands: Hands) -> list[Preview]:
    return [each for root in hands.screen.stage.roots() for each in root.walk() if isinstance(each, Preview)]


def pixels(hands: Hands) -> bytes:
    (shown,) = previews(hands)
    assert shown.picture is not None
    return pygame.image.tobytes(shown.picture, "RGB")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_after_a_kill_the_title_offers_the_game_with_its_picture_and_round(
    open_app: Callable[..., Hands], yard: Path
) -> None:
    """kill -9 in the middle of a game in the real window: nothing that was done is lost."""
    folder = autosave_path().parent.parent
    with subprocess.Popen([sys.executable, "-c", CHILD, str(yard), str(folder)], stdout=subprocess.PIPE, text=True,
                          env=os.environ) as child:
        assert child.stdout is not None
        done = rounds = 0
        while rounds < 2:
            done, rounds = (int(each) for each in child.stdout.readline().split()[-2:] or (0, 0))
        child.send_signal(signal.SIGKILL)
        for line in child.stdout:
            done, rounds = (int(each) for each in line.split())
    hands = open_app()
    hands.app.show_title()
    settle(hands)
    assert isinstance(hands.screen, TitleScreen)
    assert previews(hands)[0].picture is not None
    kept = saves.load(autosave_path()).game
    assert kept.done >= done
    hands.click_said(f"Yard, round {kept.battle.round}")
    assert hands.play.match.game == kept
    assert hands.play.match.game.can_undo


def test_the_picture_of_a_save_has_nobody_who_is_hidden(open_play: Callable[..., Hands]) -> None:
    battle, pictures = open_play().play.match.game.initial, []
    for hidden in (True, False):
        shown = battle.with_combatant(battle["gob2"].but(hidden=hidden))
        saves.save(Game(shown), saves_folder() / "x.json")
        pictures.append(sessions.picture_of(saves_folder() / "x.json", (600, 400), "dark"))
    left = battle.but(combatants=tuple(each for each in battle.combatants if each.id != "gob2"))
    saves.save(Game(left), saves_folder() / "x.json")
    pictures.append(sessions.picture_of(saves_folder() / "x.json", (600, 400), "dark"))
    hidden, seen, without = (pygame.image.tobytes(each, "RGB") for each in pictures if each is not None)
    assert hidden == without
    assert hidden != seen


def test_the_open_list_shows_the_map_of_the_row_that_is_marked(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    play = hands.play
    battle = play.match.game.battle
    for name, cell in (("one", (0, 0)), ("two", (13, 7))):
        saves.save(Game(battle.with_combatant(battle["ana"].but(cell=cell))), saves_folder() / f"{name}.json")
    hands.press("ctrl+o")
    seen = {pixels(hands)}
    for _ in range(2):
        hands.press("down")
        seen.add(pixels(hands))
    assert len(seen) == 3
    rows = next(each for each in hands.screen.stage.layers[-1].walk() if hasattr(each, "row_rect"))
    hands.point(rows.row_rect(0).center)
    assert rows.marked == 0
    assert any(each.startswith("Yard, round 1 · ") for each in hands.said())
    row_click(hands, "one")
    assert hands.play is not play
    assert hands.play.match.battle["ana"].cell == (0, 0)


def test_a_damaged_save_has_no_picture_and_says_why_when_it_is_opened(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    hands.play.match.save(saves_folder() / "good.json")
    whole = (saves_folder() / "good.json").read_text(encoding="utf-8")
    (saves_folder() / "bad.json").write_text(whole[:-40], encoding="utf-8")
    hands.press("ctrl+o")
    assert previews(hands)[0].picture is None
    row_click(hands, "bad")
    assert "That cannot be opened" in hands.said()


def test_a_rules_fix_does_not_break_a_save(
    open_app: Callable[..., Hands], yard: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game saved under other rules opens as it stood, says so, and goes on; only earlier undo is lost."""
    match = Match.start(read_scenario(yard), 5)
    hands = open_app()
    hands.app.show(PlayScreen(hands.app, match))
    hands.run()
    hands.press("space", "space", "space", "space")
    match.save(saves_folder() / "old.json")
    before = match.game
    source = (saves_folder() / "old.json").read_text(encoding="utf-8")
    assert saves.load_text(source).notice is None
    monkeypatch.setattr("game.rules.history.apply", other_rules)
    saved = saves.load_text(source)
    assert saved.notice == saves.RULES_CHANGED
    hands.app.play_save(saves_folder() / "old.json")
    hands.run()
    assert any("The rules have changed" in each for each in hands.said())
    hands.press("return")
    assert hands.play.match.game == Game(before.battle)
    hands.press("ctrl+z")
    assert hands.play.toast_said == "Nothing to undo"
    who = hands.play.match.active
    hands.press("space", "space")
    assert hands.play.match.active != who
    hands.press("ctrl+z")
    assert hands.play.match.game.battle == before.battle
    assert saves.load(autosave_path()).notice is None


def other_rules(battle: Battle, action: Action, dice: Dice) -> tuple[Battle, tuple[Event, ...]]:
    """Rules under which the end of a turn costs a point of the one who ends it."""
    after, events = apply(battle, action, dice)
    if isinstance(action, EndTurn):
        after = after.with_combatant(after[action.who].but(pv=after[action.who].pv - 1))
    return after, events


# --- the log written down --------------------------------------------------------------------------------------------


def test_the_log_is_exported_by_mouse_as_a_page_in_the_language_in_force(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    set_language("es")
    hands.play.build()
    hands.run()
    menu = next(each for each in hands.play.strip.walk() if isinstance(each, Button) and each.picture == "menu")
    hands.click(menu.rect.center)
    row_click(hands, tr("Export the log"))
    row_click(hands, tr("As a page (HTML)"))
    (path,) = sessions.logs_folder().iterdir()
    assert path.suffix == ".html"
    assert path.name.replace(" ", "") in "".join(hands.said()).replace(" ", "")  # it may go on in another line
    assert '<html lang="es">' in path.read_text(encoding="utf-8")


def test_the_log_is_exported_by_keys_and_with_what_is_hidden_only_where_the_game_master_asks(
    open_play: Callable[..., Hands]
) -> None:
    # rule: GM
    hands = open_play()
    match = hands.play.match
    match.game = Game(match.game.battle.with_combatant(match.game.battle["gob2"].but(hidden=True)))
    match.gm = True
    while not any(isinstance(each, TurnEnded) and each.who == "gob2" for each in match.game.log):
        assert match.active is not None
        match.do(EndTurn(match.active.id))
    match.gm = False
    hands.play._after(())

    def export(way: str) -> str:
        hands.press("escape")
        row_keys(hands, "Export the log")
        row_keys(hands, way)
        assert "The log is written" in hands.said()
        hands.press("return")
        path = max(sessions.logs_folder().iterdir(), key=lambda each: each.stat().st_mtime_ns)
        return path.read_text(encoding="utf-8")

    assert "Goblin 2" not in export("As text")
    match.gm = True
    hands.play._after(())
    assert "Goblin 2" not in export("As text")
    assert len([*sessions.logs_folder().iterdir()]) == 2  # the one before is still there
    assert "Goblin 2" in export("With what is hidden, as text")


def test_a_log_that_cannot_be_written_is_told(
    open_play: Callable[..., Hands], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hands = open_play()
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setattr(sessions, "user_data", lambda: tmp_path / "file")
    hands.press("escape")
    row_keys(hands, "Export the log")
    row_keys(hands, "As text")
    assert "The log could not be written" in hands.said()


def test_a_save_named_by_what_it_is_about_says_so_once() -> None:
    saved = Saved(Path("x.json"), "Yard, round 2", "Yard, round 2", "Today, 10:00", 0.0)
    assert (saved.title, saved.detail) == ("Yard, round 2", "Today, 10:00")
    assert replace(saved, name="Sunday").detail == "Yard, round 2 · Today, 10:00"
