"""Questions of the quiz for a class to vote on: A to D stand for squares, creatures or numbers, and one is right.

What is right is not in a poll: :meth:`Poll.told` works it out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, TypeVar

from game.learn.quiz import check_course, kind_of
from game.learn.quiz_kinds import LETTERS, Hits, Item, Kind, Question, Some, Total, Wrong
from game.learn.quiz_making import made, to_pick
from game.rules.bodies import body_of
from game.spatial.grid import Cell, cell_name

LEAST: Final = 3  # options
T = TypeVar("T", Cell, str)


@dataclass(frozen=True)
class Told:
    """What is right.

    :ivar right: the number of the right option. ``why`` are the reasons for each option: why it is right, or not.
    """

    right: int
    why: tuple[tuple[Wrong, ...], ...]


@dataclass(frozen=True)
class Poll:
    """A question that a class votes on.

    :ivar asked: the question; there is nothing to choose from but the options.
    """

    asked: Question

    @property
    def options(self) -> tuple[Item, ...]:
        """What the letters stand for, in order."""
        return self.asked.options or self.asked.cells or self.asked.names

    def said(self) -> tuple[str, ...]:
        """The options in words."""
        return tuple(cell_name(each) if isinstance(each, tuple) else self.asked.battle[each].name
                     if isinstance(each, str) else str(each) for each in self.options)

    def spots(self) -> tuple[tuple[float, float], ...]:
        """Where the letters go on the map, in metres: the middle of a square, the corner of a creature; none for
        numbers."""
        battle = self.asked.battle
        bodies = (body_of(battle, battle[each]).cells[0] for each in self.asked.names)
        return (*((x + 0.5, y + 0.5) for x, y in self.asked.cells), *((x + 0.12, y + 0.12) for x, y in bodies))

    def told(self) -> Told:
        """What is right, and why."""
        asked = self.asked
        if isinstance(asked, Some):
            holds = [asked.holds(each) for each in self.options]
            why = tuple((asked.reason(each, held),) for each, held in zip(self.options, holds, strict=True))
            return Told(holds.index(True), why)
        assert isinstance(asked, Hits | Total)
        right = asked.number()
        return Told(asked.options.index(right), tuple(
            tuple(asked.because() if each == right else asked.mistakes(each)) for each in asked.options))


def poll(seed: int, level: int = 1, kind: Kind | None = None) -> Poll:
    """The poll of a seed, a level and a kind; without a kind, that of the seed.

    :raises FlancoError: for a level or a kind that there is not.
    """
    check_course(level, kind)
    asked = made(seed, level, kind or kind_of(seed), lambda each: _voted_on(each) is not None)
    found = _voted_on(asked)
    assert found is not None
    return Poll(found)


def _voted_on(asked: Question) -> Question | None:
    """A question with one right thing among those to choose from; None where that cannot be."""
    random = Random(f"poll {asked.kind} {asked.level} {asked.seed}")
    if isinstance(asked, Hits | Total):
        return asked if asked.options else to_pick(random, asked)
    assert isinstance(asked, Some)
    cells, names = _one_right(random, asked, asked.cells), _one_right(random, asked, asked.names)
    return replace(asked, cells=cells, names=names) if cells or names else None


def _one_right(random: Random, asked: Some, some: Sequence[T]) -> tuple[T, ...]:
    """One of them that is right and some that are wrong, in their order; none where there are too few."""
    right: list[T] = [each for each in some if asked.holds(each)]
    wrong: list[T] = [each for each in some if each not in right]
    if not right or len(wrong) + 1 < LEAST:
        return ()
    taken = {random.choice(right), *random.sample(wrong, min(len(wrong), len(LETTERS) - 1))}
    return tuple(each for each in some if each in taken)
