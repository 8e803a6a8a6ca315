"""The lessons that ship: solved by one script, failed by others with the reason, short in all three languages."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from game.content.codec import decode_action
from game.errors import DataError, IllegalAction
from game.insight.proof import said
from game.learn.goals import Sheet, Stand
from game.learn.lessons import MOST_WORDS, Lesson, missing, next_lesson
from game.learn.reading import lessons, lessons_folder, needed_by, own_lessons_folder, read_lesson
from game.learn.session import Session, play
from game.rules.actions import Attack, EndTurn, Move
from game.spatial.grid import parse_cell
from game.texts import LANGUAGES, set_language, tr
from tests.learn.mistakes import MISTAKES, Mistake

SHELF = lessons().lessons
TRIES = [pytest.param(SHELF[id], each, id=f"{id}-{n}") for id, some in MISTAKES.items() for n, each in enumerate(some)]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    set_language("en")
    yield
    set_language("en")


def lesson_by_id() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("lesson", [pytest.param(each, id=each.id) for each in SHELF.values()])


# --- what ships ------------------------------------------------------------------------------------------------------


def test_the_fourteen_lessons_of_the_page_ship_in_order() -> None:
    assert lessons().faults == ()
    assert [each.name for each in SHELF.values() if not each.own] == [
        "Your turn", "Rough going", "Arm's length", "Don't shoot your friend", "Opposite sides", "Higher ground",
        "Behind the wall", "Nowhere to aim", "Smoke is not stone", "Circle, line, cone", "Round the corner",
        "Push and trip", "Take them alive", "Bring it down"]
    assert [each.number for each in SHELF.values()] == list(range(1, 15))


def test_what_each_lesson_needs_is_as_the_page_says_and_leads_to_the_end() -> None:
    numbers = {each.number: {SHELF[id].number for id in each.needs} for each in SHELF.values() if each.needs}
    assert numbers == {4: {3}, 5: {3}, 8: {7}, 9: {7}, 11: {8, 10}, 13: {12}, 14: {11}}
    done: list[str] = []
    while (found := next_lesson(lessons(), done)) is not None:
        assert missing(found, done) == ()
        done.append(found.id)
    assert sorted(done) == sorted(SHELF)
    assert missing(SHELF["round-the-corner"], ["circle-line-cone"]) == ("nowhere-to-aim",)


@lesson_by_id()
def test_a_lesson_is_small(lesson: Lesson) -> None:
    grid = lesson.battle.map
    assert 8 <= grid.cols <= 14
    assert 8 <= grid.rows <= 10
    assert 2 <= len(lesson.steps) <= 5
    assert lesson.task.hints
    assert lesson.task.rules
    assert all(step.show for step in lesson.steps)


@pytest.mark.parametrize("language", LANGUAGES)
@lesson_by_id()
def test_every_text_is_short_in_every_language(lesson: Lesson, language: str) -> None:
    set_language(language)
    texts = [*(each.text for each in lesson.steps), lesson.task.text, *lesson.task.hints, lesson.text]
    assert [each for each in texts if len(tr(each).split()) > MOST_WORDS] == []


@lesson_by_id()
def test_three_minutes_are_enough(lesson: Lesson) -> None:
    """At 130 words a minute, ten seconds to look at each page, and ten for each action."""
    words = sum(len(each.text.split()) for each in (*lesson.steps, lesson.task))
    assert words / 130 * 60 + 10 * (len(lesson.steps) + 1 + len(lesson.task.solution)) < 180


# --- solved and failed -----------------------------------------------------------------------------------------------


@lesson_by_id()
def test_a_lesson_is_read_to_its_task_and_solved(lesson: Lesson) -> None:
    session = Session.of(lesson)
    for number in range(len(lesson.steps)):
        assert (session.step, session.state) == (number, "reading")
        assert len(session.drawings) == len(lesson.steps[number].show)
        session = session.next()
    assert session.tasked
    assert session.state == "open"
    tried = play(session, lesson.task.solution)
    assert tried.refused is None
    assert tried.session.state == "done", str(tried.session.verdict.feedback)
    last = lesson.task.solution[-1]
    assert play(session, lesson.task.solution[:-1]).session.state == "open", f"{last} is not needed"


@lesson_by_id()
def test_a_lesson_reveals_its_solution_step_by_step(lesson: Lesson) -> None:
    session = Session.on_the_task(lesson).act(EndTurn(lesson.plays[0]))  # something else was done before
    for _ in lesson.task.solution:
        assert session.state != "done"
        session = session.reveal()
    assert session.state == "done"
    assert session.reveal() == session


@pytest.mark.parametrize(("lesson", "mistake"), TRIES)
def test_a_mistake_is_told_with_its_proof(lesson: Lesson, mistake: Mistake) -> None:
    script = [decode_action(each) for each in mistake.actions]
    tried = play(Session.on_the_task(lesson), script)
    assert tried.refused is None, str(tried.refused)
    assert tried.session.state == "missed"
    verdict = tried.session.verdict
    assert not verdict.met
    assert mistake.said in str(verdict.feedback)
    assert (verdict.proof.rule if verdict.proof is not None else "") == mistake.rule
    if verdict.proof is not None:
        assert said(verdict.proof, tried.session.game.battle)


def test_every_lesson_has_a_mistake() -> None:
    assert set(MISTAKES) == set(SHELF)


def test_no_cell_of_an_answer_is_written_down() -> None:
    """Goals are judged by masks: none of those that ship names a cell."""
    goals = [goal for each in SHELF.values() for goal in each.task.goals]
    assert goals
    assert not any(isinstance(goal, Stand) or getattr(goal, "cells", ()) for goal in goals)


def test_any_place_that_the_rules_allow_is_right() -> None:
    """Not only the place of the solution: every square from which the masks say that Ana flanks."""
    lesson = SHELF["opposite-sides"]
    start = Session.on_the_task(lesson)
    drawn = [cell for cell in ((6, 2), (6, 3), (6, 4), (5, 4), (4, 4)) if play(
        start, [Move("ana", cell), Attack("ana", "brute", "sword")]).session.state == "done"]
    assert drawn == [(6, 3)]


# --- a session -------------------------------------------------------------------------------------------------------


def test_a_session_goes_back_and_forth_and_undoes() -> None:
    start = Session.of(SHELF["your-turn"])
    assert start.back() == start
    on_task = start.next().next().next()
    assert on_task.next() == on_task
    assert on_task.back().step == 2
    walked = on_task.act(Move("ana", (5, 3)))
    assert walked.undo().game.battle == on_task.game.battle
    assert on_task.undo() == on_task
    assert walked.hint().hint().hint().hinted == walked.task.hints
    again = walked.again()
    assert again.game.battle == on_task.game.battle
    assert again.tries == 2


def test_undo_takes_back_the_turns_that_others_let_pass() -> None:
    session = Session.on_the_task(SHELF["behind-the-wall"]).act(Move("clara", (4, 3)))
    ended = session.act(EndTurn("clara"))
    assert ended.game.battle.active is not None
    assert ended.game.battle.active.id == "clara"
    assert ended.undo().game.battle == session.game.battle


def test_the_learner_acts_for_its_own_creatures_only() -> None:
    session = Session.on_the_task(SHELF["opposite-sides"])
    with pytest.raises(IllegalAction, match="in this lesson you act for: Ana"):
        session.act(Attack("bruno", "brute", "sword"))


def test_when_its_turns_are_over_a_task_is_begun_again() -> None:
    session = Session.on_the_task(SHELF["your-turn"]).act(EndTurn("ana"))
    assert session.state == "missed"
    with pytest.raises(IllegalAction, match="begin it again"):
        session.act(Move("ana", (5, 3)))
    assert session.again().state == "open"


def test_goals_one_after_the_other_count_in_their_order_only() -> None:
    lesson = SHELF["bring-it-down"]
    session = Session.on_the_task(lesson)
    assert [each.met for each in session.verdicts] == [False, False]
    assert str(session.verdicts[1].feedback) == "That comes later."
    session = session.act(lesson.task.solution[0])
    assert [each.met for each in session.verdicts] == [True, False]


# --- files -----------------------------------------------------------------------------------------------------------


def own_lesson(folder: Path, change: tuple[str, str] = ("", ""), name: str = "mine.toml") -> Path:
    source = (lessons_folder() / "05-opposite-sides.toml").read_text(encoding="utf-8")
    source = source.replace('id = "opposite-sides"', 'id = "my-lesson"').replace(*change) if change[0] else (
        source.replace('id = "opposite-sides"', 'id = "my-lesson"'))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(source, encoding="utf-8")
    return path


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return own_lessons_folder()


def test_a_teachers_own_lessons_come_after_those_that_ship(own_folder: Path) -> None:
    own_lesson(own_folder)
    own_lesson(own_folder, ('id = "my-lesson"', 'id = "your-turn"'), "taken.toml")
    (own_folder / "broken.toml").write_text("[lesson]\n", encoding="utf-8")
    shelf = lessons()
    assert list(shelf.lessons)[-1] == "my-lesson"
    assert shelf.lessons["my-lesson"].own
    assert not shelf.lessons["your-turn"].own
    told = "\n".join(map(str, shelf.faults))
    assert "taken.toml:4: lesson.id = \"your-turn\": this id is used twice" in told
    assert "broken.toml:1: lesson.id: this field must be given" in told


def test_lessons_that_need_what_there_is_not_or_each_other(own_folder: Path) -> None:
    needs = 'needs = ["arms-length"]'
    own_lesson(own_folder, (needs, 'needs = ["arm-length"]'))
    for name, other in (("one", "two"), ("two", "one")):
        path = own_lesson(own_folder, (needs, f'needs = ["{other}"]'), f"{name}.toml")
        path.write_text(path.read_text(encoding="utf-8").replace('id = "my-lesson"', f'id = "{name}"'), "utf-8")
    told = "\n".join(map(str, lessons().faults))
    assert 'mine.toml:8: lesson.needs.1 = "arm-length": this is not known; did you mean arms-length?' in told
    assert 'one.toml:8: lesson.needs.1 = "two": these two lessons need each other' in told
    assert 'two.toml:8: lesson.needs.1 = "one": these two lessons need each other' in told
    assert needed_by(lessons(), "bring-it-down") == {
        "bring-it-down", "round-the-corner", "nowhere-to-aim", "circle-line-cone", "behind-the-wall"}


def test_a_map_in_a_file_of_its_own(tmp_path: Path) -> None:
    source = own_lesson(tmp_path).read_text(encoding="utf-8")
    found = re.search(r'\[map\].*?"""\n.*?"""\n', source, re.DOTALL)
    assert found is not None
    (tmp_path / "yard.toml").write_text(found[0], encoding="utf-8")
    path = tmp_path / "apart.toml"
    path.write_text(source.replace(found[0], "").replace('name = "Opposite', 'map = "yard.toml"\nname = "Opposite'),
                    encoding="utf-8")
    assert read_lesson(path).battle.map.shape == (8, 10)
    path.write_text(path.read_text(encoding="utf-8").replace("yard.toml", "yrad.toml"), encoding="utf-8")
    with pytest.raises(DataError, match=r"apart.toml:6: lesson.map = .*there is no such file"):
        read_lesson(path)


@pytest.mark.parametrize(("change", "told"), [
    (('holds = ["SIT-2"]', 'holds = ["SIT-99"]'), "task.goals.1.holds.1 = \"SIT-99\": there is no such rule"),
    (('target = "brute", holds', 'target = "brut", holds'), "did you mean brute?"),
    (("Alone he gets nothing for it.", "so " * 30), "this has 35 words; 25 are the most"),
    (('plays = ["ana"]', 'plays = ["anna"]'), "lesson.plays.1 = \"anna\": this is not known; did you mean ana?"),
    (('rules = ["SIT-2"]\n\n[task]', 'rules = ["SIT-0"]\n\n[task]'), "step.3.rules.1 = \"SIT-0\": there is no such"),
    (('kind = "move", who', 'kind = "mvoe", who'), "task.solution.1"),
    (('to = "G4"', 'to = "F5"'), "task.solution = "),
    (('to = "G4"', 'to = "G9"'), "task.solution.1: "),
    (('at = "F4"', 'at = "E4"'), "creature.3.at"),
    (('[[creature]]\nkind = "brute"', '[[creature]]\nkind = "brutte"'), "did you mean brute?"),
    (('who = "bruno" }, { kind = "creature", who = "brute" }]\n\n', 'who = "bruno" }, { kind = "mask", mask = "flank", '
      'who = "ana" }]\n\n'), "step.1.show.2.target: this field must be given"),
    (('kind = "mask", mask', 'kind = "maks", mask'), "did you mean mask?"),
    (("[task]\n", "[scenario]\nname = \"x\"\n[task]\n"), "scenario: this is not known"),
    (('at = "D7"', 'at = "G4"'), "task.solution.1: Ana already stands on G4"),
])
def test_a_broken_lesson_is_told(tmp_path: Path, change: tuple[str, str], told: str) -> None:
    path = own_lesson(tmp_path, change)
    assert change[1] in path.read_text(encoding="utf-8"), "the change was made"
    with pytest.raises(DataError) as raised:
        read_lesson(path)
    assert told in str(raised.value)
    assert all(each.line for each in raised.value.problems)


def test_all_faults_of_a_lesson_are_told_at_once(tmp_path: Path) -> None:
    path = own_lesson(tmp_path, ('holds = ["SIT-2"]', 'holds = ["SIT-99"]'))
    source = path.read_text(encoding="utf-8").replace('at = "E4"', 'at = "Z99"').replace("turns = 1", "turns = -1")
    path.write_text(source.replace('"flank", who = "ana"', '"flank"'), encoding="utf-8")
    with pytest.raises(DataError) as raised:
        read_lesson(path)
    told = str(raised.value)
    assert "creature.2.at" in told
    assert "task.turns = -1: this must be 0 or more" in told
    assert "step.3.show.2.who: this field must be given" in told


def test_a_task_that_is_done_before_it_begins_is_a_fault(tmp_path: Path) -> None:
    path = own_lesson(tmp_path, ('holds = ["SIT-2"], made = true', 'holds = ["ATK-1"]'))
    with pytest.raises(DataError, match="these goals are reached before anything is done"):
        read_lesson(path)


def test_a_lesson_without_a_solution_may_stand(tmp_path: Path) -> None:
    source = own_lesson(tmp_path).read_text(encoding="utf-8")
    cut = source[: source.index("solution = [")] + source[source.index("[map]"):]
    (tmp_path / "mine.toml").write_text(cut, encoding="utf-8")
    lesson = read_lesson(tmp_path / "mine.toml")
    assert lesson.task.solution == ()
    session = Session.on_the_task(lesson)
    assert session.reveal() == session
    assert isinstance(lesson.task.goals[0], Sheet)


# --- what is said is what is shown -----------------------------------------------------------------------------------


@lesson_by_id()
def test_numbers_that_a_step_draws_have_been_spoken_of(lesson: Lesson) -> None:
    """A step spoke of -2 while the map showed -5 as well."""
    said = ""
    for number, step in enumerate(lesson.steps):
        said += f" {step.text}"
        for drawn in replace(Session.of(lesson), step=number).drawings:
            assert all(f"{proof.amount:+}" in said for proof in drawn.proofs if proof.amount), step.text


@lesson_by_id()
def test_what_is_called_lit_is_lit(lesson: Lesson) -> None:
    """"Lit is hit" was said of a map where nothing was lit."""
    for number, step in enumerate(lesson.steps):
        if re.search(r"\b[Ll]it\b", step.text):
            shown = replace(Session.of(lesson), step=number).drawings
            assert any(each.cells and not each.creatures for each in shown), step.text


def test_no_square_within_a_wall_is_lit_as_a_place_to_stand() -> None:
    """# rule: SIT-7  The inside of the ruin's walls was shown as total cover."""
    lesson = SHELF["nowhere-to-aim"]
    for number in (1, 2):
        shown, = replace(Session.of(lesson), step=number).drawings
        assert parse_cell("E6") in shown.cells
        assert not {parse_cell(each) for each in ("C4", "D4", "E4", "F4", "F5", "F6")} & {*shown.cells}


def test_nothing_stands_between_the_two_where_that_is_said() -> None:
    """# rule: SIT-6  Two of the open lines ran over the end of the low wall, above it as nobody could see."""
    lesson = SHELF["behind-the-wall"]
    ends = [end for each in lesson.battle.map.barriers for end in (each.start, each.end)]
    at, top, bottom = ends[0][0], min(y for _, y in ends), max(y for _, y in ends)
    (proof,), = [each.proofs for each in Session.of(lesson).drawings]
    assert proof.evidence.rays
    for ray in proof.evidence.rays:
        (ax, ay), (bx, by) = ray.start[:2], ray.end[:2]
        assert min(ax, bx) < at < max(ax, bx)
        assert not top <= ay + (by - ay) * (at - ax) / (bx - ax) <= bottom


# --- what is said on the way -----------------------------------------------------------------------------------------


def _after(id: str, *actions: dict[str, object]) -> Session:
    tried = play(Session.on_the_task(SHELF[id]), [decode_action(each) for each in actions])
    assert tried.refused is None
    return tried.session


def test_who_has_walked_twice_is_told_that_no_execution_is_left() -> None:
    """# rule: ACT-1  What was said is that Ana "can attack" the goblin, which the turn no longer let her do."""
    walks = [{"kind": "move", "who": "ana", "to": to} for to in ("D4", "F4")]
    assert "no Execution is left" in tr(_after("your-turn", *walks).verdict.feedback)
    assert "has not done so yet" in tr(_after("your-turn", walks[1] | {"to": "F4"}).verdict.feedback)
    high = [{"kind": "move", "who": "clara", "to": to} for to in ("C5", "D4")]
    spent = _after("higher-ground", *high).verdict
    assert "no Execution is left" in tr(spent.feedback)
    assert spent.proof is not None
    assert spent.proof.nearest == ()  # she stands well already


def test_a_blow_that_is_done_is_named() -> None:
    done = _after("your-turn", *({"kind": "move", "who": "ana", "to": "F4"},
                                 {"kind": "attack", "who": "ana", "target": "goblin", "weapon": "sword"}))
    assert tr(done.verdict.feedback) == "Ana has attacked Goblin."


def test_a_safe_reach_is_said_whole() -> None:
    """# rule: ATK-1  All that was said of it is that the guard is near enough."""
    safe = _after("arms-length", {"kind": "move", "who": "bruno", "to": "E4"})
    assert [tr(each.feedback) for each in safe.verdicts if each.met] == [
        "Bruno can strike Guard, and is not struck from there."]


def test_total_cover_is_called_so() -> None:
    """# rule: SIT-7"""
    done = _after("nowhere-to-aim", {"kind": "move", "who": "ana", "to": "E6"})
    assert "has total cover from" in tr(done.verdict.feedback)


def test_a_place_does_when_all_that_is_asked_holds_there() -> None:
    """# rule: SIT-4  Beside the smoke nothing hides the archer, nor Clara: that was shown as the place to be."""
    shot = {"kind": "attack", "who": "clara", "target": "archer", "weapon": "bow", "mode": "ranged"}
    deep = _after("smoke-is-not-stone", {"kind": "move", "who": "clara", "to": "D5"}, shot)
    assert [deep.would_do("clara", parse_cell(each)) for each in ("E3", "E5", "F5", "F6")] == [False, False, True, True]
    assert not deep.would_do("archer", parse_cell("F5"))


def test_who_burns_herself_is_not_told_to_walk_away() -> None:
    """# rule: ATK-5  The door took the Move: the place of the burst is what could be otherwise."""
    burst = {"kind": "power", "who": "rosa", "power": "fireball", "place": {"origin": "corner", "x": 7, "y": 4}}
    burnt = _after("round-the-corner", {"kind": "door", "who": "rosa", "structure": "door"}, burst)
    assert burnt.state == "missed"
    assert burnt.verdict.proof is not None
    assert burnt.verdict.proof.nearest == ()
