"""The first question, the Settings screen and what is kept of them."""

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pygame
import pytest

from game.texts import LANGUAGES, language, set_language
from game.view import app as app_module
from game.view.app import play
from game.view.screens.first_run import DEVICES, FirstRunScreen
from game.view.screens.lab import LabScreen
from game.view.screens.play import PlayScreen
from game.view.screens.settings import SettingsScreen
from game.view.screens.title import SCREENS, TitleScreen
from game.view.settings import CHOICES, LANGUAGE_NAMES, PRESETS, ViewSettings, read_settings, write_settings
from game.view.shelf import Saved
from game.view.widgets.button import Button
from game.view.widgets.listing import Listing
from tests.view.arena import row_click
from tests.view.conftest import Hands


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.toml"


# --- the file --------------------------------------------------------------------------------------------------------


def test_every_field_has_a_row_and_every_row_allows_what_is_at_first() -> None:
    assert [each.field for each in CHOICES] != []
    assert {each.field for each in CHOICES} == {each.name for each in fields(ViewSettings)}
    unset = {"language", "device"}  # not chosen yet
    for choice in CHOICES:
        assert choice.allows(getattr(ViewSettings(), choice.field)) is (choice.field not in unset), choice.field
    assert set(LANGUAGE_NAMES) == set(LANGUAGES)
    assert set(PRESETS) == {value for value, *_ in DEVICES}


def test_every_value_of_every_row_is_kept(path: Path) -> None:
    for choice in CHOICES:
        for value, _ in choice.values:
            wanted = ViewSettings().but(choice.field, value)
            write_settings(wanted, path)
            assert read_settings(path) == wanted


@pytest.mark.parametrize(("written", "kept"), [
    ('[view]\ntheme = "light"\nnonsense here\nhints = false\n', {"theme": "light", "hints": False}),
    ('[view]\ntheme = "light"\nfactor = 99\ncoach = 3\nanimations = "yes"\n', {"theme": "light"}),
    ("[view]\nfactor = 2\nhints = 1\n", {"factor": 2.0}),
    ("[view]\nfactor = true\n", {}),
    ("[view]\nfactor = nan\n", {}),
])
def test_one_wrong_line_loses_only_itself(path: Path, written: str, kept: dict[str, object]) -> None:
    path.parent.mkdir()
    path.write_text(written, encoding="utf-8")
    assert read_settings(path) == ViewSettings(**kept)  # type: ignore[arg-type]


def test_a_broken_file_is_set_aside_before_it_is_written_over(path: Path) -> None:
    path.parent.mkdir()
    broken = b'[view]\ntheme = "light"\n\xff\xfe [[[\n'
    path.write_bytes(broken)
    write_settings(ViewSettings(hints=False), path)
    assert read_settings(path) == ViewSettings(hints=False)
    assert path.with_name("settings.toml.broken").read_bytes() == broken


def test_what_others_wrote_into_the_file_stays(path: Path) -> None:
    path.parent.mkdir()
    path.write_text('# mine\n[other]\nfactor = 7\n[view]\nfuture = "x"\ntheme = "dark"  # by night\n[more]\na = 1\n',
                    encoding="utf-8")
    write_settings(ViewSettings(theme="light"), path)
    written = path.read_text(encoding="utf-8")
    assert read_settings(path) == ViewSettings(theme="light")
    for line in ("# mine", "[other]\nfactor = 7", 'future = "x"', "[more]\na = 1"):
        assert line in written
    write_settings(ViewSettings(theme="light"), path)
    assert path.read_text(encoding="utf-8") == written


# --- the Settings screen ---------------------------------------------------------------------------------------------


def on_settings(open_app: Callable[..., Hands], settings: ViewSettings | None = None) -> Hands:
    hands = open_app(settings=settings)
    hands.app.show_title()
    hands.run()
    hands.click_said("Settings")
    assert isinstance(hands.screen, SettingsScreen)
    return hands


def test_each_choice_is_in_force_at_once_and_kept(open_app: Callable[..., Hands], path: Path) -> None:
    for choice in CHOICES:
        if choice.field in ("language", "factor"):
            continue
        for value, name in choice.values:
            hands = on_settings(open_app)
            row = next(each.rect for each in hands.screen.stage.walk() if getattr(each, "said", "") == choice.name)
            spot = min((placed.ink.center for _, placed in hands.screen.stage.texts(hands.screen.look)
                        if placed.said == name), key=lambda spot: abs(spot[1] - row.centery))
            hands.click(spot)
            assert getattr(hands.app.settings, choice.field) == value, choice.field
            assert read_settings(path) == hands.app.settings


def test_size_grows_step_by_step_and_everything_with_it(open_app: Callable[..., Hands]) -> None:
    hands = on_settings(open_app)
    seen = [hands.screen.look.scale.small]
    for _ in range(20):
        plus = next(each for each in hands.screen.stage.walk() if isinstance(each, Button) and each.picture == "plus")
        hands.click(plus.rect.center)
        seen.append(hands.screen.look.scale.small)
    assert hands.app.settings.factor == 2.5
    assert seen == sorted(seen)
    assert seen[-1] == 40


def test_a_screen_brings_its_size_theme_and_margins(open_app: Callable[..., Hands]) -> None:
    hands = on_settings(open_app)
    hands.click_said("Television")
    scale = hands.screen.look.scale
    assert scale.small >= 720 / 30
    assert scale.body >= 720 / 27
    assert scale.safe.left >= 0.025 * 1280
    assert scale.safe.top >= 0.025 * 720
    hands.click_said("Projector")
    assert hands.screen.look.theme.name == "light"
    hands.click_said("Laptop")
    scale = hands.screen.look.scale
    assert (hands.screen.look.theme.name, scale.safe, scale.small) == ("dark", scale.window, 16)


def test_a_television_shows_nothing_smaller_than_its_own() -> None:
    assert ViewSettings(device="television", factor=1.0).size == 1.5
    assert ViewSettings(device="laptop", factor=1.0).size == 1.0


def test_the_language_changes_live(open_app: Callable[..., Hands]) -> None:
    hands = on_settings(open_app)
    hands.click_said("Español")
    assert language() == "es"
    assert "Idioma" in hands.said()
    hands.click_said("English")
    assert "Language" in hands.said()


def test_everything_by_keyboard(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    hands.app.show_title()
    hands.run()
    hands.press("tab")
    while getattr(hands.screen.stage.focus, "said", "") != "Settings":
        hands.press("tab")
    hands.press("return")
    assert isinstance(hands.screen, SettingsScreen)
    hands.press("tab", "tab", "right", "return")
    assert hands.app.settings.device == "television"
    assert getattr(hands.screen.stage.focus, "said", "") == "Television"  # where one was, one stays
    hands.press("right", "return")
    assert hands.app.settings.device == "projector"
    hands.press("down", "down", "left", "return")
    assert hands.app.settings.theme == "dark"
    hands.press("escape")
    if not isinstance(hands.screen, TitleScreen):  # the first takes the focus away
        hands.press("escape")
    assert isinstance(hands.screen, TitleScreen)


def test_what_lies_below_is_reached(open_app: Callable[..., Hands]) -> None:
    hands = on_settings(open_app, ViewSettings(device="television", factor=2.5))
    body = hands.screen.body  # type: ignore[attr-defined]
    assert body.most > 0
    last = [each for each in body.walk() if isinstance(each, Button)][-1]
    assert not body.rect.contains(last.rect)
    for _ in range(60):
        hands.press("tab")
        if hands.screen.stage.focus is last:
            break
    assert body.rect.contains(last.rect)
    hands.press("pageup", "pageup", "pageup", "pageup", "pageup")
    assert body.offset == 0
    hands.point(body.rect.center)
    hands.wheel(-3)
    assert body.offset > 0


def test_settings_over_a_game_give_the_game_back(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    screen, game = hands.play, hands.play.match.game
    hands.press("escape")
    row_click(hands, "Settings")
    assert isinstance(hands.screen, SettingsScreen)
    hands.click_said("Television")
    hands.click_said("Back")
    assert hands.screen is screen
    assert hands.play.match.game is game
    assert hands.screen.look.scale.factor == 1.5
    hands.press("escape")
    row_click(hands, "Settings")
    hands.click((10, 400), button=3)
    assert hands.screen is screen
    hands.press("escape")
    row_click(hands, "Settings")
    hands.post(pygame.QUIT)
    hands.run()
    assert not hands.app.running
    assert isinstance(screen, PlayScreen)
    assert screen.match.saved_at is not None  # the game under the settings was saved


def test_settings_that_cannot_be_kept_are_in_force_and_told(open_app: Callable[..., Hands], path: Path) -> None:
    path.parent.write_text("a file where the folder should be", encoding="utf-8")
    hands = on_settings(open_app)
    hands.click_said("Light")
    assert hands.screen.look.theme.name == "light"
    assert hands.screen.toast_said


# --- the first run ---------------------------------------------------------------------------------------------------


def first(open_app: Callable[..., Hands]) -> Hands:
    hands = open_app(settings=ViewSettings())
    hands.app.show(FirstRunScreen(hands.app, hands.app.show_title))
    hands.run()
    return hands


@pytest.mark.parametrize(("name", "device"), [("Laptop", "laptop"), ("Television", "television"),
                                              ("Projector", "projector")])
def test_a_click_wears_it_a_second_click_goes_on(open_app: Callable[..., Hands], path: Path, name: str,
                                                 device: str) -> None:
    hands = first(open_app)
    assert "Go on" not in hands.said()
    hands.click_said(name)
    assert isinstance(hands.screen, FirstRunScreen)
    assert hands.screen.look.scale.factor == PRESETS[device].factor
    assert read_settings(path).device == device
    hands.click_said("Go on")
    assert isinstance(hands.screen, TitleScreen)


def test_the_first_question_by_keyboard(open_app: Callable[..., Hands]) -> None:
    hands = first(open_app)
    hands.press("return")  # nothing is chosen yet
    assert isinstance(hands.screen, FirstRunScreen)
    hands.press("2")
    assert hands.app.settings.device == "television"
    hands.press("3")
    assert hands.screen.look.theme.name == "light"
    hands.press("escape", "return")
    assert isinstance(hands.screen, TitleScreen)
    hands = first(open_app)
    hands.press("tab", "right", "return", "return")
    assert hands.app.settings.device == "television"
    assert isinstance(hands.screen, TitleScreen)


def test_the_question_is_asked_once(monkeypatch: pytest.MonkeyPatch, yard: Path) -> None:
    pygame.display.init()
    seen: list[str] = []

    def look(self: app_module.App) -> None:
        seen.append(type(self.screen).__name__)
        self.window.destroy()

    monkeypatch.setattr(app_module.App, "run", look)
    monkeypatch.setattr(app_module.App, "warm_up", lambda self: None)
    play()
    play(str(yard))
    write_settings(ViewSettings(device="laptop"))
    play()
    play(str(yard))
    assert seen == ["FirstRunScreen", "FirstRunScreen", "TitleScreen", "PlayScreen"]


# --- the title -------------------------------------------------------------------------------------------------------


def test_the_title_leads_everywhere_it_says(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    hands.app.show_title()
    hands.run()
    for name, _, _ in SCREENS:
        hands.click_said(name)
        assert not isinstance(hands.screen, TitleScreen), name
        hands.press("escape")
        if not isinstance(hands.screen, TitleScreen):
            row_click(hands, "Back to the title") if hands.screen.stage.layers else hands.press("escape")
        assert isinstance(hands.screen, TitleScreen), name


@pytest.mark.parametrize("factor", [1.0, 2.5])
def test_a_saved_game_goes_on_from_the_title(open_play: Callable[..., Hands], open_app: Callable[..., Hands],
                                             factor: float) -> None:
    game = open_play().play
    game.match.keep()
    hands = open_app(settings=ViewSettings(factor=factor))
    hands.app.show_title()
    hands.run()
    if factor > 2:  # one thing at a time
        assert "Yard, round 1" not in hands.said()
        hands.click_said("Continue")
    assert "Yard, round 1" in hands.said()
    hands.press("return")
    assert hands.play.match.game.past == game.match.game.past


def test_pages_of_the_title_by_mouse(open_play: Callable[..., Hands], open_app: Callable[..., Hands]) -> None:
    open_play().play.match.keep()
    hands = open_app()
    hands.app.show_title()
    hands.run()
    assert "Choose a scenario" not in hands.said()
    for name, shown in (("Play", True), ("Continue", False)):
        hands.click_said(name)
        assert ("Choose a scenario" in hands.said()) is shown
        lit = [each.said for each in hands.screen.stage.walk() if isinstance(each, Button) and each.px > 20
               and (each.strong or each.chosen)]
        assert lit == [name]


def test_a_scenario_is_looked_at_before_it_is_chosen(open_app: Callable[..., Hands]) -> None:
    """By the mouse resting on it and by the arrows: its words and its map are beside the list."""
    hands = open_app()
    hands.app.show_title()
    hands.run()
    title = hands.screen
    assert isinstance(title, TitleScreen)
    listing = title._listing()
    assert listing is not None
    for n in range(3):
        hands.point(listing.row_rect(n).center)
        hands.run()
        assert title.marked == n
        assert title._picture((200, 200)) is not None
        assert any(title.titles[n].words.startswith(each.said.rstrip("…")[:20])
                   for _, each in title.stage.texts(title.look) if len(each.said) > 20)
    assert hands.screen is title
    hands.press("down", "down")
    assert title.marked == 3
    hands.press("return")
    assert isinstance(hands.screen, PlayScreen)


def test_all_names_stay_on_the_map_when_that_is_wanted(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    assert not hands.play.every_name
    hands.app.change("names", True)
    assert hands.play.every_name
    hands.post(pygame.KEYDOWN, key=pygame.K_LALT, mod=0, unicode="", scancode=0)
    hands.post(pygame.KEYUP, key=pygame.K_LALT, mod=0, unicode="", scancode=0)
    hands.run()
    assert hands.play.every_name
    hands.app.change("names", False)
    assert not hands.play.every_name


def test_names_do_not_stay_when_alt_is_let_go_of_in_another_window(open_play: Callable[..., Hands]) -> None:
    """After Alt+Tab all names stayed on the map."""
    hands = open_play()
    hands.post(pygame.KEYDOWN, key=pygame.K_LALT, mod=0, unicode="", scancode=0)
    hands.run()
    assert hands.play.every_name
    hands.post(pygame.WINDOWFOCUSLOST, window=hands.app.window)
    hands.run()
    assert not hands.play.every_name
    lab = LabScreen(hands.app)
    hands.app.show(lab)
    hands.post(pygame.KEYDOWN, key=pygame.K_LALT, mod=0, unicode="", scancode=0)
    hands.run()
    assert lab.every_name
    hands.post(pygame.WINDOWFOCUSLOST, window=hands.app.window)
    hands.run()
    assert not lab.every_name


def test_the_first_choice_has_one_left_edge_and_one_right_edge(open_app: Callable[..., Hands]) -> None:
    hands = open_app(settings=ViewSettings(language="en", device="television", animations=False))
    screen = FirstRunScreen(hands.app, hands.app.show_title)
    hands.app.show(screen)
    hands.run()
    cards = [each.rect for each in screen.body.walk() if type(each).__name__ == "Card"]
    low = [each.rect for each in screen.low.walk() if isinstance(each, Button)]
    assert min(each.left for each in low) == cards[0].left
    assert abs(max(each.right for each in low) - cards[-1].right) <= 2


def test_the_menu_names_the_keys_of_what_has_one(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    hands.press("escape")
    listing = next(each for each in hands.play.stage.layers[-1].walk() if isinstance(each, Listing))
    named = {row.aside: row.said for row in listing.rows if row.aside}
    assert (named["Ctrl+S"], named["F9"], named["F8"]) == ("Save…", "Game master", "Window for the players…")
    hands.press("escape", "f9")
    assert hands.play.master.open


@pytest.mark.parametrize("speech", LANGUAGES)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_title_shortens_no_way_on_a_television(open_app: Callable[..., Hands], size: tuple[int, int],
                                                   speech: str) -> None:
    set_language(speech)
    hands = open_app(size, ViewSettings(language=speech, device="television", animations=False))
    hands.app.show_title()
    hands.run()
    title = hands.screen
    assert isinstance(title, TitleScreen)
    title.saved = [Saved(Path("x.json"), "x", "", "", 0.0)]  # with a game to go on with
    title._fill_left()
    hands.picture()
    said = {each.said for each in title.left.walk() if isinstance(each, Button)}
    assert {entry.said for entry in title.entries()} <= said
    assert all(each.shown == each.said for each in title.left.walk() if isinstance(each, Button))
