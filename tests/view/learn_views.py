"""The views of Learn for the walk over every widget."""

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from game.learn.offers import offered
from game.learn.progress import Progress, save_progress
from game.learn.puzzle_files import own_puzzles_folder, save_puzzle
from game.learn.quiz import LEVELS
from game.learn.quiz_making import Kind
from game.learn.reading import lessons, own_lessons_folder
from game.rules.actions import EndTurn
from game.texts import tr
from game.view.screens import reference
from game.view.screens.learn import LearnScreen
from game.view.screens.learn_class import ClassScreen
from game.view.screens.learn_class_quiz import ClassQuizScreen
from game.view.screens.learn_course import KINDS, ROUND, Course
from game.view.screens.learn_lesson import LessonScreen
from game.view.screens.learn_puzzles import MakerScreen, PuzzleScreen, PuzzlesScreen, make
from game.view.screens.learn_quiz import QuizScreen
from tests.view.conftest import Hands
from tests.view.walking import VIEWS, Table, over_title, shows, view

VIEWS["learn"] = shows(LearnScreen)
VIEWS["rules"] = over_title(reference.search)
VIEWS["one rule"] = over_title(lambda screen: reference.read(screen, "SIT-6"))


@view
def learn_path(table: Table) -> Iterator[tuple[Hands, str]]:
    """The path half way and at its end, for one learner and for a class; own lessons, one of them not to be read."""
    folder = own_lessons_folder()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "broken.toml").write_text("[lesson]\nname = 3\n" + "what = nonsense\n" * 3, encoding="utf-8")
    done = Progress()
    for n, id in enumerate(lessons().lessons):
        if n in (0, 6):
            save_progress(done)
            hands = table.app()
            hands.app.show(LearnScreen(hands.app, before_class=n > 0))
            hands.wait(1)
            yield hands, f"{n} done"
        done = done.finished(id, 1, 2)
    save_progress(done)
    hands = table.app()
    hands.app.show(LearnScreen(hands.app))
    hands.wait(1)
    yield hands, "all done"


@view
def lesson_pages(table: Table) -> Iterator[tuple[Hands, str]]:
    """Each page of some lessons, the task with all hints, failed, and done."""
    return pages_of(table, ("dont-shoot-your-friend", "bring-it-down"))


@view
def every_lesson(table: Table) -> Iterator[tuple[Hands, str]]:
    """Those of all the others."""
    return pages_of(table, lessons().lessons)


def pages_of(table: Table, ids: Iterable[str]) -> Iterator[tuple[Hands, str]]:
    hands = table.app()
    shelf = lessons().lessons
    for id in ids:
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
    return asked(table, ("flank", "cover", "total"))


@view
def every_quiz(table: Table) -> Iterator[tuple[Hands, str]]:
    """A question about each thing, at every level."""
    return asked(table, [kind for kind, _ in KINDS if kind is not None], LEVELS)


def asked(table: Table, kinds: Iterable[Kind], levels: Iterable[int] = (1,)) -> Iterator[tuple[Hands, str]]:
    hands = table.app()
    for level, kind in product(levels, kinds):
        hands.app.show(QuizScreen(hands.app, hands.app.show_title, Course(level, 3, kind)))
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
    return class_pages(table, ("dont-shoot-your-friend", "circle-line-cone"))


@view
def every_lesson_before_a_class(table: Table) -> Iterator[tuple[Hands, str]]:
    """Those of all the others."""
    return class_pages(table, lessons().lessons)


def class_pages(table: Table, ids: Iterable[str]) -> Iterator[tuple[Hands, str]]:
    hands = table.app()
    for id in ids:
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
    assert screen.puzzle is not None
    save_puzzle(replace(screen.puzzle, id="walked", name="Atrás do bruto, ou ao lado dele, num só turno"))
    played = hands.screen
    assert isinstance(played, PuzzleScreen)
    while played._work is not None:
        time.sleep(0.005)
        hands.app.turn(wait=False)
    while played.session.state == "open":
        assert played.match.active is not None
        played.do(EndTurn(played.match.active.id))
    hands.run()
    yield hands, "not done"
    played.again()
    while played.session.state == "open":
        played.reveal()
    hands.run()
    yield hands, "done"
    played.open_menu()
    hands.run()
    assert tr("Back to the puzzle") in hands.said()
    yield hands, "its menu"
    hands.app.show(screen)
    screen.save()
    hands.run()
    yield hands, "its name"
    (own_puzzles_folder() / "broken.json").write_text("{}", encoding="utf-8")
    hands.app.show(PuzzlesScreen(hands.app, hands.app.show_title))
    hands.wait(1)
    assert isinstance(hands.screen, PuzzlesScreen)
    while not hands.screen.puzzles:
        time.sleep(0.005)
        hands.app.turn(wait=False)
    hands.run()
    yield hands, "the list with one"
    hands.screen.choose_game()
    hands.run()
    yield hands, "from which game"
