"""The window and its loop."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.content import saves
from game.content.saves import autosave_path, previous_path
from game.errors import DataError
from game.rules.actions import Begin
from game.texts import language, set_language
from game.view import app as app_module
from game.view import shots
from game.view.app import App, NoDisplay, check_display, emblem, play
from game.view.match import Match
from game.view.screens.loading import LoadingScreen
from game.view.screens.play import PlayScreen
from game.view.screens.title import TitleScreen
from game.view.settings import ViewSettings, read_settings, write_settings
from game.view.shelf import about, saved_games, scenario_titles
from tests.view.conftest import Hands


def test_play_opens_a_window_and_closes_it(yard: Path) -> None:
    pygame.display.init()
    for scenario in (None, str(yard)):
        pygame.event.clear()
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        assert play(scenario) == 0


def test_the_language_asked_for_comes_first_then_the_players_own(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.display.init()
    for asked, own, spoken in (("es", "pt_BR", "es"), (None, "pt_BR", "pt_BR")):
        monkeypatch.setattr(app_module, "read_settings", lambda own=own: ViewSettings(language=own))
        set_language("en")
        pygame.event.clear()
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        assert play(language=asked) == 0
        assert language() == spoken


@pytest.mark.parametrize(("desktop", "filled"), [((1280, 720), True), ((1366, 768), True), ((1920, 1080), False)])
def test_on_a_small_screen_the_window_fills_it(monkeypatch: pytest.MonkeyPatch, desktop: tuple[int, int],
                                               filled: bool) -> None:
    """With a title bar above it the lower edge would be out of sight."""
    pygame.display.init()
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [desktop])
    ran: list[bool] = []
    monkeypatch.setattr(App, "run", lambda self: (ran.append(self.full_screen), self.window.destroy()))
    assert play() == 0
    assert ran == [filled]


def test_an_unknown_scenario_is_told_before_any_window_opens() -> None:
    with pytest.raises(DataError):
        play("no such place")


def test_without_a_display_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise pygame.error("No available video device")

    monkeypatch.setattr(pygame.display, "init", refuse)
    with pytest.raises(NoDisplay, match="video"):
        check_display()


def test_a_game_waits_until_the_program_is_prepared(open_app: Callable[..., Hands], yard: Path) -> None:
    hands = open_app()
    app = hands.app
    app.show_title()
    app._warming[:] = [0.3]
    app.play_scenario(yard)
    hands.run()
    assert isinstance(hands.screen, LoadingScreen)
    app._warming.clear()
    hands.run()
    assert isinstance(hands.screen, PlayScreen)


def test_a_wrong_scenario_leaves_the_title(open_app: Callable[..., Hands], tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('[scenario]\nname = "x"\n', encoding="utf-8")
    hands = open_app()
    hands.app.show_title()
    hands.app.play_scenario(wrong)
    hands.run()
    assert isinstance(hands.screen, TitleScreen)
    assert "That cannot be opened" in hands.said()


def test_the_window_can_be_made_larger(open_play: Callable[..., Hands]) -> None:
    hands = open_play((1280, 720))
    hands.app.window.size = (1600, 900)
    hands.post(pygame.WINDOWSIZECHANGED, x=1600, y=900)
    hands.run()
    assert hands.app.look.scale.width == 1600
    assert hands.play.last.rect.right > 1500
    assert hands.picture().get_size() == (1600, 900)


def test_full_screen_and_back(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    hands.press("f11")
    assert hands.app.full_screen
    hands.press("f11")
    assert not hands.app.full_screen


def test_two_windows_can_be_open_at_once(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    other = pygame.Window("second", (400, 300))
    other.get_surface().fill((1, 2, 3))
    other.flip()
    hands.press("l")
    assert hands.play.drawer_open
    other.destroy()


def test_settings_are_kept_and_nonsense_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    wanted = ViewSettings(language="es", theme="light", factor=1.5)
    write_settings(wanted, path)
    assert read_settings(path) == wanted
    path.write_text('[view]\nlanguage = "xx"\ntheme = 3\nfactor = 99\n', encoding="utf-8")
    assert read_settings(path) == ViewSettings()
    path.write_text("not toml", encoding="utf-8")
    assert read_settings(path) == ViewSettings()
    assert read_settings(tmp_path / "none.toml") == ViewSettings()


def test_the_shelf_lists_what_there_is(yard: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.view.shelf.maps", lambda: yard.parent)
    (yard.parent / "broken.toml").write_text("[scenario", encoding="utf-8")
    (yard.parent / "only-a-map.toml").write_text("[map]\ncells = '.'\n", encoding="utf-8")
    broken, good = scenario_titles()
    assert broken.fault is not None
    assert (good.name, good.fault) == ("Yard", None)
    assert about(autosave_path()) == ""
    assert saved_games() == []
    from game.content.scenarios import read_scenario
    Match.start(read_scenario(yard)).keep()
    assert about(autosave_path()) == "Yard, round 0"
    assert [each.path for each in saved_games()] == [autosave_path()]
    autosave_path().write_text("{}", encoding="utf-8")
    assert about(autosave_path()) == ""


def test_another_game_does_not_take_the_place_of_the_last_one(open_app: Callable[..., Hands], yard: Path) -> None:
    hands = open_app()
    hands.app.play_scenario(yard)
    hands.run()
    assert isinstance(hands.screen, PlayScreen)
    first = hands.screen.match
    hands.screen.do(Begin())
    assert first.game.past
    hands.app.go(lambda: hands.app.play_scenario(yard))
    hands.run()
    assert saves.load(previous_path()).game == first.game
    assert saves.load(autosave_path()).game.past != first.game.past
    hands.app.play_save(previous_path())  # opening it sets the other aside
    hands.run()
    assert isinstance(hands.screen, PlayScreen)
    assert hands.screen.match.game == first.game


@pytest.mark.parametrize("damage", ["[" * 100_000, '{"content":{"state":{"name":"x","round":1e400}}}', "{}", "\0",
                                    '{"content":{"state":{"name":"x","round":' + "9" * 5000 + "}}}"])
def test_a_damaged_autosave_leaves_the_title(open_app: Callable[..., Hands], damage: str) -> None:
    autosave_path().parent.mkdir(parents=True)
    autosave_path().write_text(damage, encoding="utf-8")
    assert about(autosave_path()) == ""
    hands = open_app()
    hands.app.show_title()
    hands.run()
    assert isinstance(hands.screen, TitleScreen)


@pytest.mark.parametrize("damage", ["x = " + "[" * 100_000, "view = 3", "[view]\nfactor = nan", "\0", "[view"])
def test_damaged_settings_are_those_of_a_first_start(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(damage, encoding="utf-8")
    assert read_settings(path) == ViewSettings()


def test_the_emblem_is_a_picture() -> None:
    picture = emblem(64)
    assert picture.get_size() == (64, 64)
    assert len({tuple(picture.get_at((x, 63 - x))) for x in range(64)}) > 2


def test_the_app_reads_the_users_settings_by_itself(tmp_path: Path) -> None:
    write_settings(ViewSettings(theme="light"), tmp_path / "config" / "settings.toml")
    app = App()
    assert app.look.theme.name == "light"
    app.window.destroy()


def test_the_pictures_of_the_documentation_can_be_made_anew(tmp_path: Path) -> None:
    made = shots.take(tmp_path / "pictures")
    assert [path.stem for path in made] == [each.name for each in shots.SHOTS]
    for path, shot in zip(made, shots.SHOTS, strict=True):
        assert pygame.image.load(str(path)).get_size() == shot.size
    assert not autosave_path().exists()
