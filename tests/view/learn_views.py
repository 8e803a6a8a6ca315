"""The views of Learn for the walk over every widget."""

import time
from collections.abc import Iterator

from game.learn.puzzle_play import offered
from game.learn.reading import lessons
from game.rules.actions import EndTurn
from game.view.screens import reference
from game.view.screens.learn import LearnScreen
from game.view.screens.learn_class import ClassScreen
from game.view.screens.learn_class_quiz import ClassQuizScreen
from game.view.screens.learn_course import ROUND, Course
from game.view.screens.learn_lesson import LessonScreen
from game.view.screens.learn_puzzles import MakerScreen, PuzzlesScreen, make
from game.view.screens.learn_quiz import QuizScreen
from tests.view.conftest import Hands
from tests.view.walking import VIEWS, Table, over_title, shows, view

VIEWS["learn"] = shows(LearnScreen)
VIEWS["rules"] = over_title(reference.search)
VIEWS["one rule"] = over_title(lambda screen: reference.read(screen, "SIT-6"))


@view
def lesson_pages(table: Table) -> Iterator[tuple[Hands, str]]:
    """Each page of some lessons, the task with all hints, failed, and done."""
    hands = table.app()
    shelf = lessons().lessons
    for id in "dont-shoot-your-friend", "bring-it-down":
        hands.app.show(LessonScreen(hands.app, shelf[id], hands.app.show_title))
        lesson = hands.screen
        assert isinstance(lesson, LessonScreen)
        while not lesson.session.tasked:
            hands.run()
            yield hands, f"{id} {lesson.session.step}"
            lesson.go_on()
        for _ in lesson.session.task.hints:
            lesson.hint()
        hands.run()
        yield hands, f"{id} hints"
        while lesson.session.state == "open":
            assert lesson.match.active is not None
            lesson.do(EndTurn(lesson.match.active.id))
        lesson.hush()
        hands.run()
        yield hands, f"{id} failed"
        for _ in lesson.session.task.solution:
            lesson.reveal()
        hands.run()
        yield hands, f"{id} done"
        lesson.open_menu()
        hands.run()
        yield hands, f"{id} menu"
        lesson.close_layers()
        lesson.open_keys()
        hands.run()
        yield hands, f"{id} keys"
        lesson.close_layers()


def settled(hands: Hands) -> QuizScreen:
    """The quiz once nothing is being worked out."""
    screen = hands.screen
    assert isinstance(screen, QuizScreen)
    while screen.pending:
        time.sleep(0.005)
        hands.app.turn(wait=False)
    hands.run()
    return screen


@view
def quiz(table: Table) -> Iterator[tuple[Hands, str]]:
    """A question of each form, before and after the answer; what may be chosen; the score."""
    hands = table.app()
    for kind in "flank", "cover", "total":
        hands.app.show(QuizScreen(hands.app, hands.app.show_title, Course(1, 3, kind)))
        screen = settled(hands)
        yield hands, f"{kind} asked"
        screen.pick(0)
        screen.check()
        settled(hands)
        yield hands, f"{kind} answered"
    screen.choose_course()
    hands.run()
    yield hands, "level and seed"
    screen.close_layers()
    screen.finished = True
    screen.build()
    hands.run()
    yield hands, "score"


@view
def before_a_class(table: Table) -> Iterator[tuple[Hands, str]]:
    """Each page of a lesson in class mode: the steps, the vote, the answer, what is done."""
    hands = table.app()
    for id in "dont-shoot-your-friend", "circle-line-cone":
        hands.app.show(ClassScreen(hands.app, lessons().lessons[id], hands.app.show_title))
        screen = hands.screen
        assert isinstance(screen, ClassScreen)
        for n in range(12):
            while screen._work is not None:
                time.sleep(0.005)
                hands.app.turn(wait=False)
            for option in 0, 1, 1, 3:
                screen.vote(option)
            hands.run()
            yield hands, f"{id} {n}"
            if screen.session.state == "done":
                break
            screen.go_on()


@view
def quiz_before_a_class(table: Table) -> Iterator[tuple[Hands, str]]:
    """A question of each form, with votes and with what is right; the result; the menu."""
    hands = table.app()
    for kind in "flank", "cover", "total", "area":
        hands.app.show(ClassQuizScreen(hands.app, hands.app.show_title, Course(2, 3, kind)))
        screen = settled(hands)
        assert isinstance(screen, ClassQuizScreen)
        for option in 0, 1, 1, 2:
            screen.vote(option)
        hands.run()
        yield hands, f"{kind} voted on"
        screen.go_on()
        settled(hands)
        yield hands, f"{kind} told"
    for _ in range(2 * ROUND):
        if not screen.finished:
            screen.go_on()
            settled(hands)
    yield hands, "result"
    screen.open_menu()
    hands.run()
    yield hands, "menu"
    screen.close_layers()
    screen.open_keys()
    hands.run()
    yield hands, "keys"
    screen.close_layers()


@view
def puzzle_maker(table: Table) -> Iterator[tuple[Hands, str]]:
    """The list, a puzzle that is made, its answer, and the puzzle while it is played."""
    hands = table.app()
    hands.app.show(PuzzlesScreen(hands.app, hands.app.show_title))
    hands.run()
    yield hands, "the list"
    battle = lessons().lessons["opposite-sides"].battle
    make(hands.screen, battle, hands.app.show_title)
    screen = hands.screen
    assert isinstance(screen, MakerScreen)
    screen.act_for("ana")
    hands.run()
    yield hands, "nothing chosen"
    screen.toggle(next(iter(offered(battle, "ana"))))
    screen.prove()
    hands.run()
    yield hands, "looking"
    while screen._work is not None:
        time.sleep(0.005)
        hands.app.turn(wait=False)
    hands.run()
    yield hands, "answered"
    screen.chosen = screen.chosen[2:]
    screen.prove()
    while screen._work is not None:
        time.sleep(0.005)
        hands.app.turn(wait=False)
    hands.run()
    yield hands, "solved"
    screen.play()
    hands.run()
    yield hands, "played"
