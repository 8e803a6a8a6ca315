"""Reading lessons: those that ship with the program and the user's own, checked alike, with every fault at once."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from game.checked import Document, check, in_order, load_toml, not_one_of
from game.content.codec import CodecError, decode_action
from game.content.parties import player_team
from game.content.scenario_format import TABLES
from game.content.scenarios import check_scenario
from game.errors import DataError, Problem
from game.insight.background import Progress
from game.learn.files import Files, files_in
from game.learn.goals import faults
from game.learn.lessons import MOST_WORDS, Lesson, LessonTable, Shelf, Step, Task, TaskTable, begun
from game.learn.session import Session, play
from game.learn.showing import show_faults
from game.paths import assets, user_data
from game.rules.actions import Action
from game.rules.reference import rule_text
from game.rules.state import Battle, Nonlethal
from game.texts import Text, text
from game.toml_lines import Place

OWN: Final = ("lesson", "step", "task")


# --- the files -------------------------------------------------------------------------------------------------------


def lessons_folder() -> Path:
    """Where the lessons that ship with the program are."""
    return assets() / "lessons"


def own_lessons_folder() -> Path:
    """Where the user's own lessons are; it may not exist yet."""
    return user_data() / "lessons"


def lessons(own: bool = True, progress: Progress = lambda share: None) -> Shelf:
    """Every lesson, the program's and, unless ``own`` is False, the user's own. An id that is taken is a fault of the
    later file."""
    folders = ((lessons_folder(), False), (own_lessons_folder(), True))
    files = [(path, mine) for folder, mine in folders[: 1 + own] for path in files_in(folder)]
    found: dict[str, Lesson] = {}
    documents: dict[str, Document] = {}
    problems: list[Problem] = []
    for number, (path, mine) in enumerate(files):
        progress(number / len(files))
        read = FILES.read(path)
        problems += read.problems
        if read.value is None or read.document is None:
            continue
        lesson = replace(read.value, own=mine)
        if lesson.id in found:
            problems.append(read.document.problem(("lesson", "id"), text("this id is used twice")))
        else:
            found[lesson.id], documents[lesson.id] = lesson, read.document
    ordered = sorted(found.values(), key=lambda each: (each.own, each.number, each.id))
    shelf = Shelf({each.id: each for each in ordered})
    for id, document in documents.items():
        problems += [document.problem(("lesson", "needs", n), said) for n, said in _needs_faults(shelf, id)]
    return replace(shelf, faults=tuple(problems))


def _needs_faults(shelf: Shelf, id: str) -> Iterator[tuple[int, Text]]:
    """What is wrong with the lessons that one needs: there is none such, or it needs this one."""
    for number, needed in enumerate(shelf.lessons[id].needs):
        if needed not in shelf.lessons:
            yield number, not_one_of(needed, shelf.lessons)
        elif needed == id:
            yield number, text("this lesson needs itself")
        elif id in needed_by(shelf, needed):
            yield number, text("these two lessons need each other")


def needed_by(shelf: Shelf, id: str) -> frozenset[str]:
    """Every lesson that a lesson needs, itself, those that these need, and so on."""
    found, open_ = set[str](), [id]
    while open_:
        each = open_.pop()
        if each not in found:
            found.add(each)
            open_ += shelf.lessons[each].needs if each in shelf.lessons else ()
    return frozenset(found)


def read_lesson(path: Path) -> Lesson:
    """A lesson from a file.

    :raises DataError: with every fault found.
    """
    return check_lesson(load_toml(path))


def check_lesson(document: Document) -> Lesson:
    """A lesson of a file that was read. Its goals can be reached if it brings a solution: that is tried.

    :raises DataError: with every fault found.
    """
    reader = _Reader(document)
    lesson = reader.read()
    if lesson is not None and not reader.problems:
        reader.try_out(lesson)
    if reader.problems or lesson is None:
        raise DataError(in_order(reader.problems))
    return lesson


FILES: Final = Files("lesson", check_lesson)


class Reader:
    """What reads a position with tables of its own beside it, and gathers every fault. ``own`` are those tables, the
    first of which may name a map."""

    own: tuple[str, ...] = OWN

    def __init__(self, document: Document) -> None:
        self.document = document
        self.problems: list[Problem] = []

    def say(self, place: Place, message: Text) -> None:
        self.problems.append(self.document.problem(place, message))

    def battle(self, name: str, map: str | None = None, nonlethal: Nonlethal = "") -> Battle | None:
        """The position, read as that of a scenario."""
        data = {key: value for key, value in self.document.data.items() if key not in self.own}
        for key in data:
            if key not in TABLES or key == "scenario":
                self.say((key,), not_one_of(key, (*self.own, *(each for each in TABLES if each != "scenario"))))
        data = {key: value for key, value in data.items() if key in TABLES}
        data["scenario"] = {"name": name, "nonlethal": nonlethal} | ({} if map is None else {"map": map})
        if not map and "map" not in data:
            self.say(("map",), text("this field must be given"))
            return None
        try:
            battle = check_scenario(replace(self.document, data=data), Path(self.document.file).parent).battle
        except DataError as error:
            self.problems += [self.placed(each) for each in error.problems]
            return None
        for number, each in enumerate(battle.combatants):
            if each.cell is None:
                self.say(("creature", number), text("this creature needs its place: at"))
        return battle if all(each.cell is not None for each in battle.combatants) else None

    def placed(self, problem: Problem) -> Problem:
        """A fault of the scenario where the file has it."""
        if not problem.field.startswith("scenario"):
            return problem
        place = (self.own[0], *problem.field.split(".")[1:])
        return replace(problem, field=".".join(place), line=self.document.line(place))


class _Reader(Reader):
    def read(self) -> Lesson | None:
        """The lesson, as far as it can be read."""
        document = self.document
        table = check(document, LessonTable, self.problems, ("lesson",))
        written = document.data.get("step")
        count = len(written) if isinstance(written, list) else 0
        if not count:
            self.say(("step",), text("a lesson needs at least one [[step]]"))
        steps = [check(document, Step, self.problems, ("step", number)) for number in range(count)]
        task = check(document, TaskTable, self.problems, ("task",))
        battle = self.battle("-") if table is None else self.battle(table.name, table.map, table.nonlethal)
        self.texts(steps, task)
        if table is None or task is None or battle is None or None in steps:
            return None
        plays = self.plays(table, battle)
        kept = tuple(each for each in steps if each is not None)
        self.names(kept, task, battle)
        return Lesson(table.id, table.number, table.name, table.text, table.needs, plays, kept, self.task(task),
                      begun(battle, plays), table.dice or (4,), document.file)

    def plays(self, table: LessonTable, battle: Battle) -> tuple[str, ...]:
        known = [each.id for each in battle.combatants]
        for number, id in enumerate(table.plays):
            if id not in known:
                self.say(("lesson", "plays", number), not_one_of(id, known))
        team = player_team(battle)
        found = table.plays or tuple(each.id for each in battle.combatants if each.team == team)
        if not found:
            self.say(("lesson", "plays"), text("a lesson needs a creature that the learner plays"))
        return tuple(each for each in found if each in known)

    def texts(self, steps: Iterable[Step | None], task: TaskTable | None) -> None:
        """Short enough to be read at a glance."""
        for number, step in enumerate(steps):
            if step is not None:
                self.short(("step", number, "text"), step.text)
                self.rules(("step", number, "rules"), step.rules)
        if task is not None:
            self.short(("task", "text"), task.text)
            self.rules(("task", "rules"), task.rules)
            for number, hint in enumerate(task.hint):
                self.short(("task", "hint", number), hint)

    def short(self, place: Place, said: str) -> None:
        if len(said.split()) > MOST_WORDS:
            self.say(place, text("this has {count} words; {most} are the most", count=len(said.split()),
                                 most=MOST_WORDS))

    def rules(self, place: Place, rules: Iterable[str]) -> None:
        for number, rule in enumerate(rules):
            if rule_text(rule) is None:
                self.say((*place, number), text("there is no such rule"))

    def names(self, steps: tuple[Step, ...], task: TaskTable, battle: Battle) -> None:
        """What goals and steps name is there."""
        for number, step in enumerate(steps):
            for n, show in enumerate(step.show):
                for place, said in show_faults(show, battle):
                    self.say(("step", number, "show", n, *place), said)
            if step.goal is not None:
                for place, said in faults(step.goal, battle):
                    self.say(("step", number, "goal", *place), said)
        for n, goal in enumerate(task.goals):
            for place, said in faults(goal, battle):
                self.say(("task", "goals", n, *place), said)

    def task(self, table: TaskTable) -> Task:
        actions: list[Action] = []
        for number, written in enumerate(table.solution):
            try:
                actions.append(decode_action(written))
            except CodecError as error:
                self.say(("task", "solution", number, *error.place), error.message)
        return Task(table.text, table.goals, table.hint, table.ordered, table.turns, table.rules, tuple(actions))

    def try_out(self, lesson: Lesson) -> None:
        """A task is not done before it begins, and its solution solves it."""
        start = Session.on_the_task(lesson)
        if start.state == "done":
            self.say(("task", "goals"), text("these goals are reached before anything is done"))
            return
        if lesson.task.solution:
            tried = play(start, lesson.task.solution)
            if tried.refused is not None:
                self.say(("task", "solution", tried.number), tried.refused)
            elif tried.session.state != "done":
                self.say(("task", "solution"), tried.session.verdict.feedback)
