"""The Learn screen: lessons from the title to their end, by mouse, by keyboard; what is drawn; what is kept."""

from collections.abc import Callable
from html import escape
from pathlib import Path

import pytest

from game.learn.progress import load_progress
from game.learn.reading import lessons
from game.spatial.grid import Cell, parse_cell
from game.texts import tr
from game.view.mapview.tokens import piece
from game.view.panels.path import spots
from game.view.screens.learn import LearnScreen
from game.view.screens.learn_lesson import LessonScreen
from game.view.screens.title import TitleScreen
from game.view.settings import ViewSettings
from tests.view.conftest import Hands


@pytest.fixture(autouse=True)
def _own_learning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in "progress", "reading":
        monkeypatch.setattr(f"game.learn.{module}.user_data", lambda: tmp_path / "data" / "flanco")


def lesson_of(hands: Hands) -> LessonScreen:
    assert isinstance(hands.screen, LessonScreen)
    return hands.screen


def state(hands: Hands) -> str:
    return lesson_of(hands).session.state


def opened(hands: Hands, id: str) -> LessonScreen:
    """A lesson on the screen, as the list opens it."""
    hands.app.show(LearnScreen(hands.app))
    assert isinstance(hands.screen, LearnScreen)
    hands.screen.begin(hands.screen.shelf.lessons[id])
    hands.run()
    return lesson_of(hands)


def to_the_task(hands: Hands) -> None:
    while not lesson_of(hands).session.tasked:
        hands.press("page down")


def cell_of(said: str) -> Cell:
    return parse_cell(said)


def test_a_new_learner_does_the_first_lesson_by_mouse(open_app: Callable[..., Hands]) -> None:
    """Title, Learn, lesson: two clicks; then Next, and the map."""
    hands = open_app()
    hands.app.show_title()
    hands.run()
    hands.click_said("Learn")
    hands.click_said("1 · Your turn")
    lesson = lesson_of(hands)
    for _ in lesson.lesson.steps:
        assert not lesson.bar.visible
        hands.click_said("Next")
    assert lesson.bar.visible
    hands.click_cell(cell_of("F4"))
    assert state(hands) == "open"
    assert "Done!" not in hands.said()
    hands.click_cell(cell_of("G4"))
    assert state(hands) == "done"
    assert "Done!" in hands.said()
    assert load_progress().done["your-turn"].tries == 1
    hands.click_said("Next lesson")
    assert lesson_of(hands).lesson.id == "rough-going"


def test_the_first_lesson_by_keyboard(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    hands.app.show(LearnScreen(hands.app))
    hands.run()
    hands.press("return")
    lesson = lesson_of(hands)
    to_the_task(hands)
    hands.press("page up")
    assert not lesson.session.tasked
    hands.press("page down", "right", "right", "right", "right", "return")
    assert lesson.match.battle["ana"].cell == cell_of("F4")
    hands.press("n", "return")
    assert state(hands) == "done"
    hands.press("page down")
    assert lesson_of(hands).lesson.id == "rough-going"


def test_enter_and_space_go_on_where_nothing_else_is_to_be_done(open_app: Callable[..., Hands]) -> None:
    """On a page to read Enter tried to walk and Space to end a turn, and both did so after a task that was done."""
    hands = open_app()
    lesson = opened(hands, "your-turn")
    hands.press("return", "space")
    assert lesson.session.step == 2
    hands.press("return")
    assert lesson.session.tasked
    hands.press("right", "return")  # the map's again: Ana walks
    assert lesson.match.battle["ana"].cell == cell_of("C4")
    hands.press("space", "space")
    assert state(hands) == "missed"
    hands.press("space")
    assert state(hands) == "missed"
    hands.press("return")
    assert state(hands) == "open"
    hands.click_cell(cell_of("F4"))
    hands.click_cell(cell_of("G4"))
    hands.press("space")
    assert lesson_of(hands).lesson.id == "rough-going"


def test_a_task_that_is_over_offers_nothing_of_the_table(open_app: Callable[..., Hands]) -> None:
    """The fight that a blow had ended offered the way to the title and something to break."""
    hands = open_app()
    lesson = opened(hands, "take-them-alive")
    to_the_task(hands)
    hands.click_cell(cell_of("F4"))
    hands.click_cell(cell_of("G4"))
    assert state(hands) == "missed"
    assert tr("The fight is over before the task is done.") in [each for _, _, each in lesson.told().said]
    assert not lesson.bar.visible
    assert not lesson.card.visible
    hands.press("1")
    assert lesson_of(hands) is lesson
    hands.click_said("Again")
    assert lesson.bar.visible


def test_what_is_missing_is_said_with_what_would_do(open_app: Callable[..., Hands]) -> None:
    """# rule: SIT-6  "0 of 8 lines are blocked" left open how many are asked for."""
    hands = open_app()
    lesson = opened(hands, "behind-the-wall")
    to_the_task(hands)
    hands.click_cell(cell_of("F7"))
    told = [each for _, _, each in lesson.told().said]
    assert told == ["0 of 8 lines to Clara are blocked, from the best point of Archer.",
                    "Partial cover begins at 25 percent of the lines."]


def test_after_the_last_task_the_button_leads_to_the_list(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    for id in lessons(own=False).lessons:
        lesson = opened(hands, id)
        to_the_task(hands)
        for _ in lesson.session.task.solution:
            lesson.reveal()
        hands.run()
        assert ("All lessons" in hands.said()) == (id == "bring-it-down")
    hands.click_said("All lessons")
    assert isinstance(hands.screen, LearnScreen)


def test_who_is_unconscious_is_not_shown_as_dead(open_app: Callable[..., Hands]) -> None:
    """# rule: NLT-3  The goblin that was taken alive lay there as a skull."""
    hands = open_app()
    lesson = opened(hands, "take-them-alive")
    to_the_task(hands)
    for _ in lesson.session.task.solution:
        lesson.reveal()
    hands.run()
    assert state(hands) == "done"
    taken = next(each for each in lesson.scene().tokens if each.who == "goblin")
    assert taken.out
    theme = lesson.look.theme
    asleep, dead = (piece(theme, taken.team, 64, taken.kind, taken.short, posture, True, 12)
                    for posture in (taken.posture, "standing"))
    assert asleep.get_buffer().raw != dead.get_buffer().raw


def test_where_to_stand_instead_is_shown_for_the_learner_alone(open_app: Callable[..., Hands]) -> None:
    """Nobody can walk with the archers."""
    hands = open_app()
    lesson = opened(hands, "nowhere-to-aim")
    to_the_task(hands)
    hands.click_cell(cell_of("F7"))
    hands.press("space", "space")
    assert state(hands) == "missed"
    rings = [ring for part in lesson.parts() for ring in part.proof.rings]
    assert rings
    assert {each.team for each in rings} == {lesson.teams["learners"]}


def test_a_task_of_two_goals_says_why_both_are_reached(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    lesson = opened(hands, "smoke-is-not-stone")
    to_the_task(hands)
    hands.click_cell(cell_of("F5"))
    hands.click_cell(cell_of("L5"))
    assert state(hands) == "done"
    assert len([kind for kind, _, _ in lesson.told().said if kind == "text"]) == 2


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_foretelling_of_an_area_makes_way_for_the_mouse(
        open_app: Callable[..., Hands], size: tuple[int, int]) -> None:
    """It lay over the room beyond the door, so that no burst could be aimed there by mouse."""
    hands = open_app(size)
    lesson = opened(hands, "round-the-corner")
    to_the_task(hands)
    hands.click_said("Open: Door")
    hands.click_said(next(each for each in hands.said() if each.startswith("Powers")))
    hands.click_said("Fireball")
    camera, mouse = lesson.view.camera, 3.0
    while mouse < 9.0:
        mouse += 0.25
        hands.point((round(camera.left + mouse * camera.px), round(camera.top + 4 * camera.px)))
        assert lesson.seen.area is not None
        assert lesson.seen.area.place is not None
        assert lesson.seen.area.place.x == pytest.approx(mouse, abs=0.51)


def test_undo_before_anything_was_done_says_so(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    opened(hands, "your-turn")
    to_the_task(hands)
    hands.press("ctrl+z")
    assert lesson_of(hands).toast_said == "Nothing to undo"
    hands.click_cell(cell_of("F4"))
    hands.press("ctrl+z", "ctrl+z")
    assert lesson_of(hands).match.game.done == 0
    assert state(hands) == "open"


def test_a_manoeuvre_and_an_area_are_aimed_as_in_play(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    lesson = opened(hands, "push-and-trip")
    to_the_task(hands)
    hands.click_cell(cell_of("E6"))
    hands.click_said(next(each for each in hands.said() if each.startswith("Manoeuvres")))
    hands.click_said("Push, 2 m")
    hands.click_cell(cell_of("F5"))
    assert state(hands) == "done"
    lesson = opened(hands, "circle-line-cone")
    to_the_task(hands)
    option = next(item for each in lesson.match.options() for item in (each, *each.items)
                  if getattr(item.action, "power", "") == "fireball")
    lesson.choose(option)
    camera = lesson.view.camera
    hands.click(tuple(map(round, camera.point(8, 4))))  # type: ignore[arg-type]
    assert state(hands) == "done"


def test_reading_changes_nothing_on_the_map(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    lesson = opened(hands, "your-turn")
    hands.click_cell(cell_of("E4"))
    assert lesson.match.game.done == 0
    assert "Read on" in lesson.toast_said
    assert not lesson.side.visible


def test_a_failed_task_says_why_and_draws_the_proof(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    lesson = opened(hands, "dont-shoot-your-friend")
    to_the_task(hands)
    hands.click_cell(cell_of("H6"))  # the wolf that fights Ana, with the halberdier beside Clara
    hands.press("space", "space")
    assert state(hands) == "missed"
    assert lesson.parts()
    assert any(part.proof.cells or part.proof.links or part.chips for part in lesson.parts())
    told = [each for _, _, each in lesson.told().said]
    assert tr("The turns of this task are over.") in told
    assert "dont-shoot-your-friend" not in load_progress().done
    hands.click_said("Again")
    assert state(hands) == "open"
    assert lesson.session.tries == 2


def test_hints_come_one_after_the_other_then_the_solution(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    lesson = opened(hands, "your-turn")
    hands.press("h")
    assert lesson.session.hints == 0
    to_the_task(hands)
    for n, hint in enumerate(lesson.session.task.hints, 1):
        hands.press("h")
        assert len(lesson.told().hints) == n
        assert lesson.told().hints[-1] == hint
    for _ in lesson.session.task.solution:
        hands.click_said("Show me")
    assert state(hands) == "done"
    assert load_progress().done["your-turn"].hints == 2


def test_what_a_step_shows_appears_part_by_part(open_app: Callable[..., Hands]) -> None:
    hands = open_app(settings=ViewSettings(animations=True))
    lesson = opened(hands, "dont-shoot-your-friend")
    assert len(lesson.parts()) > 1
    assert lesson.drawn() == 1
    assert lesson.due() is not None
    before = hands.picture()
    hands.wait(0.8)
    assert lesson.drawn() == 2
    assert hands.picture().get_buffer().raw != before.get_buffer().raw
    hands.wait(10)
    assert lesson.drawn() == len(lesson.parts())
    hands.press("page down")  # never waited for
    assert lesson.session.step == 1


@pytest.mark.parametrize("id", list(lessons().lessons))
def test_every_lesson_is_shown_to_its_end(open_app: Callable[..., Hands], id: str) -> None:
    hands = open_app()
    lesson = opened(hands, id)
    to_the_task(hands)
    for _ in range(len(lesson.session.task.solution)):
        lesson.reveal()
        hands.run()
    assert state(hands) == "done"
    hands.press("ctrl+z")
    assert state(hands) == "open"


def test_no_lesson_is_saved_over_a_game(open_app: Callable[..., Hands], tmp_path: Path) -> None:
    hands = open_app()
    lesson = opened(hands, "your-turn")
    to_the_task(hands)
    hands.click_cell(cell_of("C4"))
    assert lesson.match.game.done
    assert lesson.match.keep() is None
    assert not lesson.match.autosave.exists()
    hands.press("f9", "f10", "f8", "m", "ctrl+s")
    assert not lesson.match.gm
    assert not lesson.stage.layers


def test_no_line_of_the_path_leads_behind_a_lesson() -> None:
    """The line from the areas to the corner passed behind the smoke, as if that were needed."""
    shelf = lessons(own=False).lessons
    where = spots(tuple(shelf.values()))
    for each in shelf.values():
        for id in each.needs:
            (left, row), right = where[id], where[each.id][0]
            assert not {(x, row) for x in range(left + 1, right)} & set(where.values()), (id, each.id)


def test_learn_leads_back_to_the_title(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    hands.app.show(LearnScreen(hands.app))
    hands.press("escape", "escape")
    assert isinstance(hands.screen, TitleScreen)


def test_a_teachers_own_lesson_is_listed(open_app: Callable[..., Hands], tmp_path: Path) -> None:
    folder = tmp_path / "data" / "flanco" / "lessons"
    folder.mkdir(parents=True)
    own = Path("assets/lessons/01-your-turn.toml").read_text(encoding="utf-8")
    (folder / "mine.toml").write_text(own.replace('"your-turn"', '"mine"').replace('"Your turn"', '"My lesson"'),
                                      encoding="utf-8")
    (folder / "broken.toml").write_text("[lesson]\nid = 3\n", encoding="utf-8")
    hands = open_app()
    hands.app.show(LearnScreen(hands.app))
    hands.run()
    assert "My lesson" in hands.said()
    assert any("broken.toml" in each for each in hands.said())


def test_rules_are_found_by_id_and_word(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    opened(hands, "dont-shoot-your-friend")
    hands.click_said(next(each for each in hands.said() if each.startswith("ATK-3")))
    assert any("ATK-3" in each for each in hands.said())
    hands.click_said("All rules")
    hands.type("flank")
    rows = [each for each in hands.said() if " · " in each and "-" in each.split(" · ")[0]]
    assert rows[0].startswith("SIT-2")
    hands.press("escape")
    assert not hands.screen.stage.layers


def test_the_why_panel_leads_to_what_its_rules_say(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    lesson = opened(hands, "dont-shoot-your-friend")
    to_the_task(hands)
    hands.click_cell(cell_of("K3"))  # a shot, engaged as she is
    hands.press("y")
    while lesson.why.pending:
        hands.wait(0.1)
    assert lesson.side.visible
    row = next(each for each in lesson.side.walk() if each.tip.startswith("ATK-3 · "))
    assert len(row.tip.split("\n")[1]) > 20
    hands.click_said(next(each for each in hands.said() if each.startswith("Rules: ")))
    assert any(each.startswith("ATK-3 · ") for each in hands.said())


def test_f1_leads_to_the_rules(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    hands.app.show_title()
    hands.press("f1")
    hands.click_said("Rules")
    hands.type("SIT-7")
    assert any(each.startswith("SIT-7 · ") for each in hands.said())


def test_a_page_for_print_holds_every_task_and_its_answer(
        open_app: Callable[..., Hands], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.view.screens.learn_page.user_data", lambda: tmp_path / "data" / "flanco")
    hands = open_app()
    hands.app.show(LearnScreen(hands.app))
    hands.run()
    hands.click_said("Page for print")
    for _ in range(100):
        if isinstance(hands.screen, LearnScreen):
            break
        hands.run()
    said = (tmp_path / "data" / "flanco" / "pages" / "lessons.html").read_text(encoding="utf-8")
    tasks, answers = said.split('<div class="answers">')
    for each in lessons().lessons.values():
        assert escape(each.task.text) in tasks
        assert escape(each.name) in answers
    assert tasks.count("data:image/png;base64,") == answers.count("data:image/png;base64,") == 14
    assert "lessons.html" in "".join(hands.said()).replace(" ", "")  # a long path goes on in another line
