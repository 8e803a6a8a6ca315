"""The quiz: answers by mouse and by keyboard, nothing of what is right before it is asked for, the score."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from game.learn import quiz_kinds
from game.learn.progress import load_progress
from game.learn.quiz_kinds import Hits, Kind, Question
from game.spatial.grid import cell_name
from game.view.screens.learn import LearnScreen
from game.view.screens.learn_course import ROUND, Course
from game.view.screens.learn_quiz import QuizScreen
from tests.view.conftest import Hands


@pytest.fixture(autouse=True)
def _own_learning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.learn.progress.user_data", lambda: tmp_path / "data" / "flanco")


def settled(hands: Hands) -> QuizScreen:
    """The quiz once nothing is being worked out."""
    screen = hands.screen
    assert isinstance(screen, QuizScreen)
    for _ in range(4000):
        if not screen.pending:
            break
        time.sleep(0.005)
        hands.app.turn(wait=False)
    assert not screen.pending
    hands.run()
    return screen


def quiz(hands: Hands, kind: Kind | None, level: int = 1, seed: int = 3) -> QuizScreen:
    hands.app.show(QuizScreen(hands.app, hands.app.show_title, Course(level, seed, kind)))
    return settled(hands)


def asked_by(screen: QuizScreen) -> Question:
    assert screen.asked is not None
    return screen.asked


def pixel(screen: QuizScreen, cell: tuple[int, int]) -> tuple[int, int]:
    return screen.view.camera.rect(cell).center


def test_squares_are_marked_by_mouse_and_each_wrong_one_says_why(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    hands.app.show(LearnScreen(hands.app))
    hands.run()
    hands.click_said("Quiz")
    settled(hands)
    screen = quiz(hands, "flank")
    asked = asked_by(screen)
    right = asked.answer()
    assert isinstance(right, frozenset)
    wrong = next(each for each in asked.cells if each not in right)
    hands.click(pixel(screen, wrong))
    assert f"Marked: {cell_name(wrong)}" in hands.said()
    hands.click_said("That is my answer")
    settled(hands)
    assert screen.marking is not None
    assert not screen.marking.right
    assert {each.what for each in screen.marking.wrong} == {wrong, *right}
    for each in screen.marking.wrong:
        assert each.proof is not None
        if each is not screen.shown:
            hands.click_said(screen._name(asked, each))
        assert screen.shown is each
        assert any(str(reason)[:20] in " ".join(hands.said()) for reason in each.proof.reasons)
        scene = screen.scene()
        assert scene is not None
        assert bool(scene.proof.rings) == (each.what == wrong)  # around what is right they looked like answers
    assert load_progress().scores["SIT-2"].asked == 1
    hands.click(pixel(screen, wrong))  # too late
    assert list(screen.marked) == [wrong]


def test_names_are_typed(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = quiz(hands, "cover")
    asked = asked_by(screen)
    hands.type("nobody there")
    hands.press("return")
    assert screen.marking is None
    assert screen.toast_said
    right = asked.answer()
    assert isinstance(right, frozenset)
    screen.typed = ""
    screen.build()
    hands.type(", ".join(asked.battle[str(id)].name for id in right))
    hands.press("return")
    settled(hands)
    assert screen.marking is not None
    assert screen.marking.right
    assert screen.right == 1


def test_creatures_are_marked_by_mouse(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = quiz(hands, "sight")
    asked = asked_by(screen)
    for id in asked.answer():  # type: ignore[union-attr]
        cell = asked.battle[str(id)].cell
        assert cell is not None
        hands.click(pixel(screen, cell))
    hands.press("page down")
    settled(hands)
    assert screen.marking is not None
    assert screen.marking.right


def test_an_option_is_picked_by_its_letter(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = quiz(hands, "total")
    asked = asked_by(screen)
    hands.press("page down")
    assert screen.marking is None  # nothing is picked yet
    right = asked.answer()
    assert isinstance(right, int)
    hands.press("abcd"[right], "page down")
    settled(hands)
    assert screen.marking is not None
    assert screen.marking.right


def test_a_number_is_typed(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = quiz(hands, "total", level=2)
    right = asked_by(screen).answer()
    assert isinstance(right, int)
    hands.type(str(right))
    hands.press("return")
    settled(hands)
    assert screen.marking is not None
    assert screen.marking.right


@pytest.mark.parametrize("kind", ["flank", "cover", "area", "total"])
def test_nothing_of_the_answer_is_there_before_it_is_given(
        open_app: Callable[..., Hands], kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is right is not even worked out: nobody can read it off words or pixels."""
    hands = open_app()
    screen = quiz(hands, kind)
    asked = asked_by(screen)
    said = asked.said()
    def told(self: Question) -> object:
        raise AssertionError("the answer was worked out before it was asked for")

    for each in (quiz_kinds.Some, quiz_kinds.Number, type(asked)):
        for name in "answer", "holds", "number", "said", "revealed":
            if hasattr(each, name):
                monkeypatch.setattr(each, name, told)
    screen.build()
    before = hands.picture()
    assert before.get_width()
    assert str(said) not in " ".join(hands.said())
    scene = screen.scene()
    assert scene is not None
    assert scene.lit is None
    assert set(scene.proof.cells) == set(asked.cells)


def test_ten_questions_make_a_score_with_what_to_practise(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = quiz(hands, "flank")
    for _ in range(ROUND):
        hands.press("page down")
        settled(hands)
        assert screen.marking is not None
        hands.press("page down")
        settled(hands)
    assert screen.finished
    assert f"0 of {ROUND} right" in hands.said()
    hands.click_said("SIT-2 · Flanking")
    settled(hands)
    assert screen.course.kind == "flank"
    assert screen.number == 0


def test_level_and_seed_are_chosen(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = quiz(hands, None, seed=5)
    hands.click_said("Level…")
    hands.click_said("3")
    hands.click_said("Walking")
    hands.click_said("Begin")
    settled(hands)
    assert screen.course == Course(3, 5, "walk")
    assert asked_by(screen).kind == "walk"
    assert asked_by(screen).level == 3


@pytest.mark.parametrize("kind", ["flank", "high"])
def test_what_a_square_gives_is_written_beside_that_square(open_app: Callable[..., Hands], kind: Kind) -> None:
    """The +2 of the right square stood beside the creature, on a square that is not asked for."""
    hands = open_app()
    screen = quiz(hands, kind)
    asked = asked_by(screen)
    hands.click_said("That is my answer")
    settled(hands)
    assert screen.proved is not None
    assert screen.proved.what in asked.cells
    scene = screen.scene()
    assert scene is not None
    written = [chip.cell for chip in scene.chips if chip.said.startswith("+2")]
    assert written == [screen.proved.what]


def test_where_an_area_is_put_is_marked_with_the_question(open_app: Callable[..., Hands]) -> None:
    """"On the corner between J10 and K11" was to be found on a map of 600 squares by its edges alone."""
    hands = open_app()
    for seed in range(3, 9):
        screen = quiz(hands, "area", seed=seed)
        asked = asked_by(screen)
        assert isinstance(asked, Hits)
        scene = screen.scene()
        assert scene is not None
        assert scene.origin == (asked.aim[0], True)
        assert [start for start, _ in scene.proof.links] == [asked.aim[0]] * (asked.aim[0] != asked.aim[1])
        grid = asked.battle.map
        assert all(0 <= x <= grid.cols and 0 <= y <= grid.rows for _, (x, y) in scene.proof.links)
        assert scene.lit is None
