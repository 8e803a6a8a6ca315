"""Class mode: a lesson from start to end by the keys of a clicker, with a vote before the answer."""

import time
from collections.abc import Callable

import numpy as np
import pygame

from game.learn.progress import load_progress
from game.learn.reading import lessons
from game.view.screens.learn import LearnScreen
from game.view.screens.learn_class import ClassScreen
from game.view.screens.learn_lesson import LessonScreen
from game.view.settings import ViewSettings
from tests.view.conftest import Hands


def ready(hands: Hands) -> ClassScreen:
    """The class screen once its places are worked out."""
    screen = hands.screen
    assert isinstance(screen, ClassScreen)
    for _ in range(4000):
        if screen._work is None:
            break
        time.sleep(0.005)
        hands.app.turn(wait=False)
    hands.run()
    return screen


def before_class(hands: Hands, id: str) -> ClassScreen:
    hands.app.show(ClassScreen(hands.app, lessons().lessons[id], hands.app.show_title))
    return ready(hands)


def test_all_lessons_run_by_page_down_alone(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    hands.app.show(LearnScreen(hands.app))
    hands.run()
    hands.click_said("Class mode")
    hands.click_said("1 · Your turn")
    seen = []
    for _ in range(200):
        if not isinstance(hands.screen, ClassScreen):
            break
        screen = ready(hands)
        if screen.lesson.id not in seen:
            seen.append(screen.lesson.id)
        hands.press("page down")
    assert seen == list(lessons().lessons)
    assert isinstance(hands.screen, LearnScreen)
    assert hands.screen.before_class
    assert load_progress().done == {}


def test_page_up_goes_back_through_all_of_it(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = before_class(hands, "your-turn")
    while screen.session.state != "done":
        hands.press("page down")
    for _ in range(len(screen.session.task.solution)):
        hands.press("page up")
    assert screen.session.game.done == 0
    assert screen.revealed
    hands.press("page up")
    assert not screen.revealed
    assert screen.session.tasked
    hands.press("page up", "page up", "page up", "page up")
    assert screen.session.step == 0


def test_votes_are_entered_before_the_answer_is_shown(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = before_class(hands, "opposite-sides")
    hands.press("1")
    assert screen.ballot.total == 0  # there is nothing to vote on yet
    while not screen.session.tasked:
        hands.press("page down")
    hands.press("1", "2", "2", "4", "shift+4")
    assert screen.ballot.counts == (1, 2, 0, 0)
    scene = screen.scene()
    roles = {role for _, _, role in screen.letters.letters}
    assert roles == {"accent"}, "all letters look alike before the answer"
    assert len(screen.letters.letters) == 4
    assert not scene.proof.rings
    feedback = [str(each.verdict.feedback) for each in screen.proposed]
    assert not any(each in " ".join(hands.said()) for each in feedback)
    hands.press("page down")
    hands.run()
    assert screen.revealed
    screen.scene()
    assert [said for said, _, role in screen.letters.letters if role == "good"] == ["ABCD"[screen.right_option]]
    hands.press("1")
    assert screen.ballot.counts == (1, 2, 0, 0)  # too late
    assert screen.session.game.done == 0
    hands.press("page down")
    assert screen.session.game.done > 0


def test_after_the_answer_an_option_tells_why_and_nothing_needs_to_be_scrolled(
        open_app: Callable[..., Hands]) -> None:
    """A clicker cannot scroll."""
    hands = open_app((1280, 720))
    screen = before_class(hands, "behind-the-wall")
    while not screen.session.tasked:
        hands.press("page down")
    hands.press("1", "2", "3", "4", "page down")
    assert screen.panel.most == 0
    said = [each for _, _, each in screen.told().said]
    assert any(each.startswith("ABCD"[screen.right_option]) for each in said)
    for n, letter in enumerate("ABCD"):
        hands.click_said(letter)
        assert screen.looked_at == n
        assert any(each.startswith(f"{letter}: ") for _, _, each in screen.told().said)
        assert screen.panel.most == 0
    assert screen.ballot.counts == (1, 1, 1, 1)


def test_a_vote_by_mouse(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = before_class(hands, "opposite-sides")
    while not screen.session.tasked:
        hands.press("page down")
    hands.click_said("C")
    hands.click_said("C")
    assert screen.ballot.counts == (0, 0, 2, 0)


def test_a_vote_by_a_click_on_a_letter_of_the_map(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = before_class(hands, "opposite-sides")
    while not screen.session.tasked:
        hands.press("page down")
    hands.run()
    for n, spot in enumerate(screen.spots):
        hands.click(screen.view.camera.point(*spot))
        assert screen.ballot.counts[n] == 1
    hands.press("page down")
    hands.click(screen.view.camera.point(*screen.spots[0]))
    assert screen.ballot.counts == (1, 1, 1, 1)  # too late


def test_keys_of_the_table_tell_a_class_nothing(open_app: Callable[..., Hands]) -> None:
    """N said whether an enemy could be attacked from there, before the vote."""
    hands = open_app(settings=ViewSettings(animations=False, coach="full"))
    screen = before_class(hands, "opposite-sides")
    while not screen.session.tasked:
        hands.press("page down")
    hands.press("1")
    said = sorted(hands.said())
    for each in ("n", "shift+n", "return", "space", "right", "down", "h", "y", "shift+y", "i", "l", "g", "r", "p", "o",
                 "q", "e", "m", "f8", "f9", "f10", "ctrl+z", "ctrl+y", "ctrl+backspace", "ctrl+s"):
        hands.press(each)
        assert sorted(hands.said()) == said, each
        assert screen.toast_said == "", each
        assert screen.session.game.done == 0
        assert not screen.stage.layers
    for cell in [each.cell for each in screen.match.battle.combatants if each.cell is not None]:
        hands.click(screen.view.camera.rect(cell).center)
        assert screen.toast_said == ""
        assert screen.session.game.done == 0
        assert screen.scene().chips == ()


def test_b_makes_the_window_black_and_any_key_brings_it_back(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = before_class(hands, "your-turn")
    hands.press("b")
    assert not np.any(pygame.surfarray.array3d(hands.picture()))
    hands.press("page down")
    assert screen.session.step == 0  # it only came back
    assert np.any(pygame.surfarray.array3d(hands.picture()))
    hands.press("b", "b")
    assert not screen.blank


def test_it_is_light_and_as_large_as_on_a_television_with_no_names_on_the_map(open_app: Callable[..., Hands]) -> None:
    hands = open_app(settings=ViewSettings(device="laptop", theme="dark", names=True, animations=False))
    screen = before_class(hands, "your-turn")
    assert screen.look.theme.name == "light"
    least = min(placed.px for _, placed in screen.stage.texts(screen.look))
    assert least >= screen.look.scale.height / 30
    assert all(not each.name for each in screen.scene().tokens)
    hands.post(pygame.KEYDOWN, key=pygame.K_LALT, mod=pygame.KMOD_LALT, unicode="", scancode=0)
    hands.run()
    assert all(each.name for each in screen.scene().tokens)
    assert hands.app.look.theme.name == "dark"  # the other screens stay as they were


def test_a_task_can_be_played_out_of_class_mode(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = before_class(hands, "your-turn")
    while not screen.session.tasked:
        hands.press("page down")
    hands.click_said("Play it")
    assert isinstance(hands.screen, LessonScreen)
    assert not isinstance(hands.screen, ClassScreen)
    assert hands.screen.session.tasked
    assert hands.screen.bar.visible
