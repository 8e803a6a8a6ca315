"""A vote of a class: how many are for each of the options A to D, counted before the answer is shown."""

from dataclasses import dataclass, replace
from typing import Self

from game.learn.quiz_kinds import LETTERS


@dataclass(frozen=True, slots=True)
class Ballot:
    """Votes by option.

    >>> Ballot().cast(0).cast(2).cast(2).counts
    (1, 0, 2, 0)
    >>> Ballot().cast(3).take_back(3).take_back(3).total
    0
    """

    counts: tuple[int, ...] = (0,) * len(LETTERS)

    @property
    def total(self) -> int:
        """How many votes there are."""
        return sum(self.counts)

    def cast(self, option: int) -> Self:
        """With a vote more for an option, from 0."""
        return self._with(option, 1)

    def take_back(self, option: int) -> Self:
        """With a vote less for an option; never less than none."""
        return self._with(option, -1)

    def _with(self, option: int, by: int) -> Self:
        return replace(self, counts=tuple(max(0, count + by * (n == option)) for n, count in enumerate(self.counts)))
