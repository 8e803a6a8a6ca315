"""The Learn screen under odd files, odd keys, at odd moments: nothing is lost, told early, or stands still."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pygame
import pytest

from game.errors import FlancoError, SaveError
from game.learn import quiz_kinds
from game.learn.goals import Did
from game.learn.offers import offered
from game.learn.progress import load_progress, progress_path, save_progress
from game.learn.puzzle_files import own_puzzles_folder
from game.learn.puzzles import from_game
from game.learn.reading import lessons, lessons_folder, own_lessons_folder
from game.spatial.grid import parse_cell
from game.texts import LANGUAGES, text
from game.view.screens.learn import LearnScreen
from game.view.screens.learn_class import ClassScreen
from game.view.screens.learn_course import Course
from game.view.screens.learn_lesson import LessonScreen
from game.view.screens.learn_page import PageScreen, keep_page
from game.view.screens.learn_puzzles import MakerScreen, PuzzleScreen, PuzzlesScreen, make
from game.view.screens.learn_quiz import QuizScreen
from game.view.settings import ViewSettings
from game.view.widgets.share import Share
from tests.view.conftest import Hands
from tests.view.learn_views import settled

LESSON = (lessons_folder() / "01-your-turn.toml").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _own_learning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in "progress", "reading", "puzzle_files":
        monkeypatch.setattr(f"game.learn.{module}.user_data", lambda: tmp_path / "data" / "flanco")
    own_lessons_folder().mkdir(parents=True)
    own_puzzles_folder().mkdir(parents=True)


def own(name: str, *changes: tuple[str, str]) -> None:
    """A lesson of the user's own."""
    source = LESSON.replace('id = "your-turn"', f'id = "{name}"')
    for change in changes:
        assert change[0] in source
        source = source.replace(*change, 1)
    (own_lessons_folder() / f"{name}.toml").write_text(source, encoding="utf-8")


def learn(hands: Hands) -> LearnScreen:
    hands.app.show(LearnScreen(hands.app))
    hands.run()
    assert isinstance(hands.screen, LearnScreen)
    return hands.screen


def lesson(hands: Hands, id: str) -> LessonScreen:
    hands.app.show(LessonScreen(hands.app, lessons().lessons[id], hands.app.show_title))
    hands.run()
    assert isinstance(hands.screen, LessonScreen)
    return hands.screen


def quiz(hands: Hands, kind: str, level: int = 1, seed: int = 3) -> QuizScreen:
    hands.app.show(QuizScreen(hands.app, hands.app.show_title, Course(level, seed, kind)))  # type: ignore[arg-type]
    return settled(hands)


# --- files -----------------------------------------------------------------------------------------------------------


def test_lists_open_beside_every_broken_file(open_app: Callable[..., Hands]) -> None:
    own("one", ("[lesson]", '[lesson]\nneeds = ["two"]'))
    own("two", ("[lesson]", '[lesson]\nneeds = ["one"]'))
    own("alone", ("[lesson]", '[lesson]\nneeds = ["nobody", "alone"]'))
    own("your-turn")
    for folder in own_lessons_folder(), own_puzzles_folder():
        (folder / "binary.toml").write_bytes(bytes(range(256)))
        (folder / "empty.toml").write_bytes(b"")
        (folder / "many.toml").write_text("\n".join(f"k{n} = 1" for n in range(900)))
    hands = open_app()
    screen = learn(hands)
    for _ in range(2000):
        if screen.read.found is not None:
            break
        time.sleep(0.005)
        hands.app.turn(wait=False)
    assert {"one", "two", "alone"} <= {*screen.shelf.lessons}
    for _ in range(9):
        hands.press("page down")
    said = "\n".join(hands.said())
    assert "this file is empty" in said
    assert "more; flanco check tells all of them" in " ".join(hands.said())
    hands.app.show(PuzzlesScreen(hands.app, hands.app.show_title))
    hands.run()
    assert isinstance(hands.screen, PuzzlesScreen)
    for _ in range(2000):
        if hands.screen.read.found is not None:
            break
        time.sleep(0.005)
        hands.app.turn(wait=False)
    hands.run()
    assert any("this file is empty" in each for each in hands.said())


def test_what_takes_long_to_read_shows_how_far_it_is(
        open_app: Callable[..., Hands], monkeypatch: pytest.MonkeyPatch) -> None:
    go, read = Event(), lessons

    def slowly(own: bool = True, progress: Callable[[float], None] = lambda share: None) -> object:
        if own:
            progress(0.5)
            go.wait(20)
        return read(own)

    own("mine")
    monkeypatch.setattr("game.view.screens.awaited.AT_ONCE", 0.0)
    monkeypatch.setattr("game.view.screens.learn.lessons", slowly)
    hands = open_app()
    screen = learn(hands)
    assert any(isinstance(each, Share) for each in screen.body.walk())
    assert "mine" not in screen.shelf.lessons
    assert "your-turn" in screen.shelf.lessons
    go.set()
    for _ in range(1000):
        if "mine" in screen.shelf.lessons:
            break
        time.sleep(0.01)
        hands.app.turn(wait=False)
    assert "mine" in screen.shelf.lessons
    assert not any(isinstance(each, Share) for each in screen.body.walk())


@pytest.mark.parametrize("task", ["[task]", "[task]\nordered = true"])
def test_a_lesson_of_the_teachers_own_without_a_solution_runs_before_a_class(
        open_app: Callable[..., Hands], task: str) -> None:
    source = LESSON.replace('id = "your-turn"', 'id = "mine"').replace("[task]", task)
    start = source.index("solution = [")
    end = source.index("\n\n", start)
    (own_lessons_folder() / "mine.toml").write_text(source[:start] + source[end:], encoding="utf-8")
    hands = open_app()
    hands.app.show(ClassScreen(hands.app, lessons().lessons["mine"], hands.app.show_title))
    for _ in range(30):
        for _ in range(400):
            if getattr(hands.screen, "_work", None) is None:
                break
            time.sleep(0.005)
            hands.app.turn(wait=False)
        if not isinstance(hands.screen, ClassScreen):
            break
        hands.press("page down", "1", "page up", "page down")


# --- progress --------------------------------------------------------------------------------------------------------


def test_progress_that_broke_meanwhile_is_kept_and_told(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = quiz(hands, "flank")
    progress_path().write_text('{"format":')
    hands.press("page down")
    settled(hands)
    assert "progress.broken.json" in screen.toast_said
    assert load_progress().scores["SIT-2"].asked == 1
    assert progress_path().with_name("progress.broken.json").read_text() == '{"format":'


def test_progress_that_cannot_be_written_is_told_and_the_quiz_goes_on(
        open_app: Callable[..., Hands], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*ignored: object) -> None:
        raise SaveError(text("the disk is full"))

    hands = open_app()
    screen = quiz(hands, "flank")
    monkeypatch.setattr("game.learn.progress.save_progress", refuse)
    hands.press("page down")
    settled(hands)
    assert "disk is full" in screen.toast_said
    hands.press("page down")
    settled(hands)
    assert screen.number == 1


KILLED = """
import os, sys, time
os.environ["SDL_VIDEODRIVER"] = "dummy"
import pygame
from game.learn.reading import lessons
from game.view.app import App
from game.view.screens.learn_course import Course
from game.view.screens.learn_lesson import LessonScreen
from game.view.screens.learn_page import PageScreen, keep_page
from game.view.screens.learn_quiz import QuizScreen
from game.view.settings import ViewSettings
app = App((1280, 720), ViewSettings(device="laptop", language="en", animations=False))

def press(key):
    for kind in pygame.KEYDOWN, pygame.KEYUP:
        app.handle(pygame.event.Event(kind, key=key, mod=0, unicode="", scancode=0))
    for _ in range(3):
        app.turn(wait=False)

def wait():
    while app.screen.pending:
        time.sleep(0.005)
        app.turn(wait=False)

lesson = LessonScreen(app, lessons().lessons["your-turn"], app.show_title)
app.show(lesson)
lesson.to_the_task()
for _ in lesson.session.task.solution:
    lesson.reveal()
app.show(QuizScreen(app, app.show_title, Course(1, 3, "flank")))
for _ in range(2):
    wait()
    press(pygame.K_PAGEDOWN)
    wait()
    press(pygame.K_PAGEDOWN)
print("here", flush=True)
while True:
    app.turn()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_what_was_done_outlives_being_killed_in_the_middle_of_a_quiz(tmp_path: Path) -> None:
    folders = {"XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    process = subprocess.Popen([sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True,
                               env={**os.environ, **folders})
    assert process.stdout is not None
    assert any(line.strip() == "here" for line in process.stdout)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    found = load_progress()
    assert found.notice is None
    assert found.done["your-turn"].times == 1
    assert found.scores["SIT-2"].asked == 2
    save_progress(found)


# --- keys ------------------------------------------------------------------------------------------------------------


def test_page_up_on_the_first_page_and_storms_of_escape_leave_a_lesson_as_it_is(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = lesson(hands, "your-turn")
    hands.press("page up", "page up")
    assert screen.session.step == 0
    hands.press(*["escape"] * 40)
    assert hands.screen is screen
    screen.close_layers()
    screen.to_the_task()
    hands.press(*["escape"] * 41)
    assert hands.screen is screen
    assert len(screen.stage.layers) <= 1


@pytest.mark.parametrize("kind", ["flank", "cover", "sight", "area", "total"])
def test_nothing_that_is_pointed_at_tells_the_answer_of_a_question(
        open_app: Callable[..., Hands], kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No tip, no chip, no lit square, whatever rests under the mouse, also while Alt is held."""
    hands = open_app(settings=ViewSettings(animations=False, coach="full", names=True))
    screen = quiz(hands, kind)
    asked = screen.asked
    assert asked is not None

    def told(self: object) -> None:
        raise AssertionError("the answer was worked out before it was asked for")

    for each in (quiz_kinds.Some, quiz_kinds.Number, type(asked)):
        for name in "answer", "holds", "number", "said", "revealed", "slips", "because":
            if hasattr(each, name):
                monkeypatch.setattr(each, name, told)
    hands.post(pygame.KEYDOWN, key=pygame.K_LALT, mod=pygame.KMOD_LALT, unicode="", scancode=0)
    cells = {each.cell for each in asked.battle.combatants if each.cell is not None} | {*asked.cells}
    for spot in (*(screen.view.camera.rect(each).center for each in sorted(cells)),
                 *(each.rect.center for each in screen.panel.walk())):
        hands.point(spot)
        hands.wait(1)
        scene = screen.scene()
        assert scene is not None
        assert (scene.lit, scene.chips, scene.proof.rays) == (None, (), ())
        ways = scene.proof.links  # of an area, as far as the square that the question names
        assert len(ways) <= isinstance(asked, quiz_kinds.Hits)
        assert all(max(abs(x - a), abs(y - b)) <= 2 for (x, y), (a, b) in ways)
    assert screen.marking is None


def test_undo_on_a_page_to_read_leaves_what_was_done_on_the_page_before(open_app: Callable[..., Hands]) -> None:
    first = '[[step]]\ntext = "Walk."\ngoal = { kind = "did", action = "move", who = "ana" }\n'
    own("mine", ("[[step]]", first + "[[step]]"))
    hands = open_app()
    screen = lesson(hands, "mine")
    hands.press("page down")
    assert screen.session.step == 0
    hands.click_cell(parse_cell("C4"))
    hands.press("page down")
    assert screen.session.step == 1
    hands.press("ctrl+z", "ctrl+backspace", "ctrl+y")
    assert screen.match.battle["ana"].cell == parse_cell("C4")
    hands.press("page up", "ctrl+z")
    assert screen.match.battle["ana"].cell == lessons().lessons["mine"].battle["ana"].cell
    hands.press("page down")
    assert screen.session.step == 0  # it is to be done again


def test_enter_twice_gives_one_answer(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = quiz(hands, "flank")
    asked = screen.asked
    assert asked is not None
    for _ in range(2):
        for kind in pygame.KEYDOWN, pygame.KEYUP:
            hands.post(kind, key=pygame.K_RETURN, mod=0, unicode="\r", scancode=0)
    hands.run()
    settled(hands)
    assert load_progress().scores["SIT-2"].asked == 1
    assert screen.asked is asked


def test_two_quick_clicks_give_one_answer(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = quiz(hands, "flank")
    asked = screen.asked
    spot = next(placed.ink.center for _, placed in screen.stage.texts(screen.look)
                if placed.said == "That is my answer")
    for _ in range(2):
        for kind in pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP:
            hands.post(kind, pos=spot, button=1)
    hands.run()
    settled(hands)
    assert load_progress().scores["SIT-2"].asked == 1
    assert screen.asked is asked


@pytest.mark.parametrize(("kind", "level"), [("flank", 1), ("cover", 1), ("total", 2), ("area", 2)])
def test_nonsense_that_is_typed_is_refused_and_can_be_mended(
        open_app: Callable[..., Hands], kind: str, level: int) -> None:
    hands = open_app()
    screen = quiz(hands, kind, level)
    for typed in ("Ç7", "A0", "AAA999999999", "9" * 80, "１２,", "1_0", "C7;;D", "—", "{who}", "%s", "💥"):
        hands.type(typed)
        hands.press("return")
        assert not screen.pending, typed
        assert screen.marking is None
        assert screen.toast_said
        hands.press(*["backspace"] * len(screen.typed))
        assert screen.typed == ""
        screen.hush()


def test_the_language_changes_in_the_middle_of_everything(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = quiz(hands, "cover")
    hands.type("gob")
    for each in LANGUAGES:
        hands.app.change("language", each)
        hands.run()
        assert screen.typed == "gob"
    hands.app.change("language", "en")
    hands.press("page down")
    settled(hands)
    page = lesson(hands, "opposite-sides")
    hands.press("page down")
    for each in LANGUAGES:
        hands.app.change("language", each)
        hands.app.change("theme", "light" if each == "es" else "dark")
        hands.app.window.size = (1280 + 64 * len(each), 720)
        hands.run()
        assert page.session.step == 1
        assert page.told().words in hands.said() or any(page.told().words.startswith(said) for said in hands.said())


# --- puzzles ---------------------------------------------------------------------------------------------------------


def maker(hands: Hands) -> MakerScreen:
    hands.app.show_title()
    make(hands.screen, lessons().lessons["opposite-sides"].battle, hands.app.show_title)
    hands.run()
    assert isinstance(hands.screen, MakerScreen)
    return hands.screen


def test_two_quick_clicks_look_for_one_solution(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = maker(hands)
    screen.toggle(next(iter(offered(screen.battle, screen.who))))
    hands.run()
    spot = next(placed.ink.center for _, placed in screen.stage.texts(screen.look) if placed.said == "Can it be done?")
    for _ in range(2):
        for kind in pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP:
            hands.post(kind, pos=spot, button=1)
    hands.run()
    for _ in range(4000):
        if screen._work is None:
            break
        time.sleep(0.005)
        hands.app.turn(wait=False)
    assert screen.tried


def test_a_search_ends_when_its_screen_is_left(open_app: Callable[..., Hands], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.view.screens.learn_puzzles.solve", endless)
    hands = open_app()
    screen = maker(hands)
    screen.toggle(next(iter(offered(screen.battle, screen.who))))
    screen.prove()
    work = screen._work
    assert work is not None
    hands.app.quit()  # whatever leads away
    assert work.wait(5) is None
    assert work.done


# --- the page for print ----------------------------------------------------------------------------------------------


def endless(puzzle: object, progress: Callable[[float], None], stop: Callable[[], bool]) -> None:
    progress(0.25)
    while not stop():
        time.sleep(0.005)


def test_a_page_is_made_while_the_window_stays_awake_and_shows_how_far_it_is(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    screen = learn(hands)
    hands.click_said("Page for print")
    seen = set()
    for _ in range(40):
        if hands.screen is screen:
            break
        assert isinstance(hands.screen, PageScreen)
        assert hands.screen.share is not None
        seen.add(hands.screen.share.share)
        hands.app.turn(wait=False)
    assert len(seen) > 10


def test_a_page_that_is_stopped_is_not_written(
        open_app: Callable[..., Hands], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle whose solution is looked for without end held up the window."""
    monkeypatch.setattr("game.view.screens.learn_page.user_data", lambda: tmp_path / "pages")
    monkeypatch.setattr("game.view.screens.learn_page.solve", endless)
    hands = open_app()
    screen = learn(hands)
    battle = lessons().lessons["opposite-sides"].battle
    keep_page(screen, "One", "one", [from_game(battle, "ana", next(iter(offered(battle, "ana"))))])
    for _ in range(5):
        hands.run()
    page = hands.screen
    assert isinstance(page, PageScreen)
    assert page._work is not None
    work = page._work
    hands.click_said("Stop")
    assert hands.screen is screen
    assert work.wait(5) is None
    assert work.done
    assert not (tmp_path / "pages").exists()


# --- what goes wrong in the background -------------------------------------------------------------------------------


def wrong(puzzle: object, progress: object, stop: object) -> None:
    raise FlancoError(text("the fight is over"))


def test_what_goes_wrong_in_the_search_is_told(open_app: Callable[..., Hands], monkeypatch: pytest.MonkeyPatch) -> None:
    """It ended the program."""
    monkeypatch.setattr("game.view.screens.learn_puzzles.solve", wrong)
    monkeypatch.setattr("game.view.screens.learn_page.solve", wrong)
    hands = open_app()
    screen = maker(hands)
    goal = next(iter(offered(screen.battle, screen.who)))
    screen.toggle(goal)
    screen.prove()
    for _ in range(20):
        hands.run()
    assert "fight is over" in screen.toast_said
    assert not screen.tried
    hands.app.show(PuzzleScreen(hands.app, from_game(screen.battle, screen.who, goal), hands.app.show_title))
    for _ in range(20):
        hands.run()
    played = hands.screen
    assert isinstance(played, PuzzleScreen)
    assert "fight is over" in played.toast_said
    played.print_page()
    for _ in range(20):
        hands.run()
    assert hands.screen is played
    assert any("fight is over" in each for each in hands.said())


def test_a_page_that_cannot_be_written_is_told(
        open_app: Callable[..., Hands], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "flat").write_text("")
    monkeypatch.setattr("game.view.screens.learn_page.user_data", lambda: tmp_path / "flat")
    hands = open_app()
    screen = lesson(hands, "your-turn")
    screen.print_page()
    for _ in range(10):
        hands.run()
    assert hands.screen is screen
    assert "The page could not be written" in hands.said()


def test_the_players_window_shows_nothing_of_lessons_and_gives_nothing_of_them_away(
        open_play: Callable[..., Hands]) -> None:
    """It showed the names that class mode hides; and a puzzle was played from the game master's side."""
    hands = open_play()
    game = hands.play
    hands.press("f8")
    window = hands.app.players_window
    assert window is not None
    assert window.screen is game
    battle = game.match.battle
    foe = next(each for each in battle.combatants if each.team != battle.combatants[0].team)
    secret = battle.but(combatants=tuple(each.but(hidden=True) if each is foe else each for each in battle.combatants))
    made = from_game(secret, battle.combatants[0].id, Did("move"))
    hands.app.show(PuzzleScreen(hands.app, made, hands.app.show_title))
    hands.run()
    puzzle = hands.screen
    assert isinstance(puzzle, PuzzleScreen)
    assert not puzzle.match.gm
    assert foe.id not in {each.who for each in puzzle.scene().tokens}
    assert window.screen is game
    hands.app.show_title()
    hands.run()
    assert window.screen is None
    hands.app.show(ClassScreen(hands.app, lessons().lessons["your-turn"], hands.app.show_title))
    hands.run()
    assert window.screen is None
