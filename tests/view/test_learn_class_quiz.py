"""The quiz in class mode: a round from start to end by a clicker, votes before the answer, bars after it."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.learn import quiz_kinds
from game.learn.progress import load_progress
from game.learn.quiz_kinds import Kind, Question
from game.texts import LANGUAGES, set_language
from game.view.panels.ballot import Bar
from game.view.screens.learn import LearnScreen
from game.view.screens.learn_class_quiz import ClassQuizScreen
from game.view.screens.learn_course import ROUND, Course
from game.view.settings import ViewSettings
from game.view.widgets.button import Button
from tests.view.conftest import Hands
from tests.view.learn_views import settled


@pytest.fixture(autouse=True)
def _own_learning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.learn.progress.user_data", lambda: tmp_path / "data" / "flanco")


def ready(hands: Hands) -> ClassQuizScreen:
    screen = settled(hands)
    assert isinstance(screen, ClassQuizScreen)
    return screen


def quiz(hands: Hands, kind: Kind | None, level: int = 1, seed: int = 3) -> ClassQuizScreen:
    hands.app.show(ClassQuizScreen(hands.app, hands.app.show_title, Course(level, seed, kind)))
    return ready(hands)


def on(hands: Hands, key: str = "page down") -> ClassQuizScreen:
    hands.press(key)
    return ready(hands)


def bars(screen: ClassQuizScreen) -> list[Bar]:
    return [each for each in screen.panel.walk() if isinstance(each, Bar)]


def black(hands: Hands) -> bool:
    return not np.any(pygame.surfarray.array3d(hands.picture()))


def test_a_round_runs_from_the_list_to_the_list_by_page_down_alone(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    hands.app.show(LearnScreen(hands.app))
    hands.run()
    hands.click_said("Class mode")
    hands.click_said("Quiz")
    screen, seen = ready(hands), []
    for _ in range(ROUND):
        assert not screen.revealed
        assert screen.asked is not None
        seen.append(screen.asked.kind)
        hands.press("1", "2")
        on(hands)
        assert screen.revealed
        on(hands)
    assert screen.finished
    assert len({*seen}) == 9
    assert any(each.endswith(f"of {2 * ROUND} votes right") for each in hands.said())
    hands.press("page down")
    assert isinstance(hands.screen, LearnScreen)
    assert hands.screen.before_class
    assert load_progress().scores == {}  # what a class has seen is no progress of a learner


def test_page_up_goes_back_through_all_of_it_with_the_votes_kept(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = quiz(hands, "walk")
    asked = []
    for votes in ("1", "22", "333"):
        asked.append(screen.asked)
        hands.press(*votes)
        on(hands)
        on(hands)
    on(hands, "page up")
    assert screen.revealed
    assert screen.asked is asked[2]
    assert screen.ballot.counts == (0, 0, 3, 0)
    on(hands, "page up")
    assert not screen.revealed
    hands.press("shift+3", "4")
    for _ in range(9):
        on(hands, "page up")
    assert screen.asked is asked[0]
    assert (screen.number, screen.revealed, screen.ballot.counts) == (0, False, (1, 0, 0, 0))
    for _ in range(4):
        on(hands)
    assert screen.asked is asked[2]
    assert screen.ballot.counts == (0, 0, 2, 1)


def test_votes_by_keys_and_clicks_become_bars_beside_the_answer(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = quiz(hands, "flank")
    assert screen.asked is not None
    hands.press("1", "2", "2", "4", "shift+4", "shift+3")
    hands.click_said("B")
    hands.click(screen.view.camera.rect(screen.asked.cells[2]).center)  # on the map
    assert screen.ballot.counts == (1, 3, 1, 0)
    assert bars(screen) == []
    on(hands)
    hands.press("1")
    assert screen.ballot.counts == (1, 3, 1, 0)  # too late
    assert [round(each.share, 1) for each in bars(screen)] == [0.2, 0.6, 0.2, 0.0]
    assert [n for n, each in enumerate(bars(screen)) if each.role == "good"] == [screen.right_option]
    options = [each for each in screen.panel.walk() if isinstance(each, Button) and each.hint]
    assert [each.hint for each in options if each.picture == "check"] == ["ABCD"[screen.right_option]]
    for option, bar in zip(options, bars(screen), strict=True):
        assert option.rect.top <= bar.rect.centery <= option.rect.bottom + bar.rect.height * 2


@pytest.mark.parametrize("kind", ["flank", "cover", "area", "total"])
def test_nothing_of_the_answer_is_there_before_it_is_asked_for(
        open_app: Callable[..., Hands], kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is right is not even worked out: also not for tips, for what is pointed at, or while Alt is held."""
    hands = open_app(settings=ViewSettings(animations=False, coach="full"))
    screen = quiz(hands, kind)
    asked = screen.asked
    assert asked is not None

    def told(self: Question) -> object:
        raise AssertionError("the answer was worked out before it was asked for")

    for each in (quiz_kinds.Some, quiz_kinds.Number, type(asked)):
        for name in "answer", "holds", "number", "said", "revealed", "slips":
            if hasattr(each, name):
                monkeypatch.setattr(each, name, told)
    hands.press("1", "2", "b", "b")
    hands.post(pygame.KEYDOWN, key=pygame.K_LALT, mod=pygame.KMOD_LALT, unicode="", scancode=0)
    for cell in [each.cell for each in asked.battle.combatants if each.cell is not None]:
        hands.point(screen.view.camera.rect(cell).center)
        hands.wait(1)
        scene = screen.scene()
        assert scene is not None
        assert scene.chips == ()
    for button in screen.panel.walk():
        hands.point(button.rect.center)
        hands.wait(1)
    hands.picture()
    scene = screen.scene()
    assert scene is not None
    assert scene.lit is None
    assert {role for _, _, role in screen.view.letters} <= {"accent"}
    assert not scene.proof.rays


def test_names_are_hidden_on_the_map_until_alt_is_held(open_app: Callable[..., Hands]) -> None:
    hands = open_app(settings=ViewSettings(animations=False, names=True))
    screen = quiz(hands, "cover")
    scene = screen.scene()
    assert scene is not None
    assert not any(each.name or each.short for each in scene.tokens)
    assert not scene.every_name
    hands.post(pygame.KEYDOWN, key=pygame.K_LALT, mod=pygame.KMOD_LALT, unicode="", scancode=0)
    hands.run()
    scene = screen.scene()
    assert scene is not None
    assert all(each.name for each in scene.tokens)
    hands.post(pygame.WINDOWFOCUSLOST, window=hands.app.window)  # Alt+Tab: letting go is told to another window
    hands.run()
    scene = screen.scene()
    assert scene is not None
    assert not any(each.name for each in scene.tokens)


def test_b_is_blank_also_where_b_is_an_option(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = quiz(hands, "total")
    hands.press("2", "b")
    assert black(hands)
    hands.press("2")  # only brings it back
    assert not black(hands)
    hands.press("a", "c", "d", "return", "space")
    assert screen.picked is None
    assert not screen.revealed
    assert screen.ballot.counts == (0, 1, 0, 0)


def test_it_is_light_and_large(open_app: Callable[..., Hands]) -> None:
    hands = open_app(settings=ViewSettings(device="laptop", theme="dark", animations=False))
    screen = quiz(hands, "flank")
    assert screen.look.theme.name == "light"
    assert min(placed.px for _, placed in screen.stage.texts(screen.look)) >= screen.look.scale.height / 30
    assert hands.app.look.theme.name == "dark"


def test_an_option_tells_why_it_is_right_or_not(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = quiz(hands, "cover", 2)
    on(hands)
    for n, letter in enumerate("ABCD"[: len(screen.offered)]):
        hands.click_said(letter)
        assert screen.looked_at == n
        assert any(each.startswith(f"{letter}: ") for each in hands.said())
        assert screen.proved is not None
        assert screen.ballot.total == 0


def test_the_result_leads_back_to_each_question_and_to_ten_more(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = quiz(hands, "high", seed=40)
    for n in range(ROUND):
        hands.press(*"1234"[: n % 4 + 1])
        on(hands)
        on(hands)
    assert screen.finished
    assert len(bars(screen)) == ROUND
    hands.click_said("3 · High ground")
    assert (screen.finished, screen.number, screen.revealed) == (False, 2, True)
    for _ in range(2 * ROUND):
        if not screen.finished:
            on(hands)
    hands.click_said("Ten more")
    ready(hands)
    assert screen.course == Course(1, 50, "high")
    assert (screen.number, screen.revealed, len(screen.pages)) == (0, False, 1)


def test_escape_asks_before_a_round_is_left(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = quiz(hands, "flank")
    hands.press("1", "escape")
    assert screen.stage.layers
    hands.press("escape", "escape", "escape")
    assert hands.screen is screen
    assert screen.ballot.total == 1
    assert len(screen.stage.layers) <= 1


def test_a_round_stays_as_it_is_while_language_size_and_window_change(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = quiz(hands, "cover")
    hands.press("1", "1")
    on(hands)
    for each in LANGUAGES:
        hands.app.change("language", each)
        hands.run()
        assert screen.ballot.counts[0] == 2
        assert screen.revealed
    set_language("en")
    hands.app.window.size = (1600, 900)
    hands.app.change("theme", "light")
    hands.run()
    assert screen.panel.rect.right < screen.view.area.left
    assert bars(screen)


def test_keys_that_come_before_a_question_is_there_lose_nothing(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    hands.app.show(ClassQuizScreen(hands.app, hands.app.show_title, Course(2, 7, "area")))
    screen = hands.screen
    assert isinstance(screen, ClassQuizScreen)
    for each in ("1", "page up", "page down", "page down", "escape", "escape", "page up"):
        hands.press(each)
    ready(hands)
    assert screen.number == 0
    assert len(screen.pages) == 1
