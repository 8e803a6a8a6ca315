"""Lessons: one new idea each, on a small map, in short steps, with a task whose goal the engine judges.

``assets/lessons/README.md`` describes the files, :mod:`game.learn.reading` reads them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import Field

from game.errors import Problem
from game.learn.goals import WrittenGoal
from game.learn.showing import WrittenShow
from game.rules.actions import Action
from game.rules.catalog import Id, Name
from game.rules.noticing import unnoticed_by
from game.rules.state import Battle, Nonlethal, Turn

MOST_WORDS: Final = 25  # of a step, a task, a hint
Said = Annotated[str, Field(min_length=1, max_length=300)]


@dataclass(frozen=True)
class LessonTable:
    """``[lesson]``: ``number`` is its place in the list, ``needs`` are lessons to do first; ``plays`` the creatures of
    the learner (all of the players' team when left out), the others stand and wait; ``map`` a map in a file of its own;
    ``nonlethal`` the module of that name (NLT-1).

    ``dice`` are the faces of all dice, over and over; a face that a die does not have is its highest.
    """

    id: Id
    name: Name
    number: Annotated[int, Field(ge=1, le=999)] = 999
    text: str = ""
    needs: tuple[Id, ...] = ()
    plays: tuple[Id, ...] = ()
    map: str | None = None
    nonlethal: Nonlethal = ""
    dice: tuple[Annotated[int, Field(ge=1, le=20)], ...] = (4,)


@dataclass(frozen=True)
class Step:
    """``[[step]]``: a sentence or two, what is shown on the map with them, rules to read about, and perhaps a small
    goal to reach before going on."""

    text: Said
    show: tuple[WrittenShow, ...] = ()
    rules: tuple[str, ...] = ()
    goal: WrittenGoal | None = None


@dataclass(frozen=True)
class TaskTable:
    """``[task]``: its ``goals`` hold at the same time, or one after the other when ``ordered``, within so many
    ``turns`` of the learner (0: no limit). ``hint`` are hints, from a nudge to nearly the answer; ``solution`` are
    actions, as ``flanco run`` takes them."""

    text: Said
    goals: Annotated[tuple[WrittenGoal, ...], Field(min_length=1)]
    hint: tuple[Said, ...] = ()
    ordered: bool = False
    turns: Annotated[int, Field(ge=0, le=20)] = 0
    rules: tuple[str, ...] = ()
    solution: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True)
class Task:
    """A task as it is played: see :class:`TaskTable`; ``hints`` are its hints, ``solution`` its actions."""

    text: str
    goals: tuple[WrittenGoal, ...]
    hints: tuple[str, ...] = ()
    ordered: bool = False
    turns: int = 0
    rules: tuple[str, ...] = ()
    solution: tuple[Action, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A lesson as loaded. Names and texts are English, to be translated when they are shown.

    :ivar battle: the position to start from, in round 1: the learner's creatures act first, in the order of the file.
    :ivar plays: the ids of the learner's creatures.
    :ivar own: whether it comes from the user's folder.
    """

    id: str
    number: int
    name: str
    text: str
    needs: tuple[str, ...]
    plays: tuple[str, ...]
    steps: tuple[Step, ...]
    task: Task
    battle: Battle
    dice: tuple[int, ...] = (4,)
    file: str = ""
    own: bool = False


@dataclass(frozen=True)
class Shelf:
    """All lessons by id, in the order of their numbers, and what is wrong with files that cannot be used."""

    lessons: Mapping[str, Lesson]
    faults: tuple[Problem, ...] = ()


def begun(battle: Battle, first: tuple[str, ...]) -> Battle:
    """A battle in round 1 without a roll of initiative: these creatures act first, then the others as they come."""
    rest = (each.id for each in battle.combatants if each.id not in first and not each.out)
    order = (*(each for each in first if not battle[each].out), *rest)
    ranked = tuple(each.but(initiative=len(order) - order.index(each.id)) if each.id in order else each
                   for each in battle.combatants)
    battle = battle.but(combatants=ranked, phase="fight", round=1, order=order, waiting=order, slot=order[0])
    return battle.but(turn=Turn(unseen=unnoticed_by(battle, order[0])))


# --- the way through -------------------------------------------------------------------------------------------------


def missing(lesson: Lesson, done: Iterable[str]) -> tuple[str, ...]:
    """The lessons that a lesson needs and that are not done; a lesson may be opened all the same."""
    known = frozenset(done)
    return tuple(each for each in lesson.needs if each not in known)


def next_lesson(shelf: Shelf, done: Iterable[str]) -> Lesson | None:
    """The first lesson that is not done and lacks nothing; None when all are done."""
    known = frozenset(done)
    return next((each for each in shelf.lessons.values() if each.id not in known and not missing(each, known)), None)
