"""What if: a game played on from any of its moments with the same dice, and the way back.

A :class:`Branch` holds the game that it left, whole, beside the game that is tried. Going back gives that game as it
was, its undone steps too; keeping gives the tried one, with its own past to undo. # rule: TST-6
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from game.errors import IllegalAction
from game.rules.actions import Action
from game.rules.dice import Dice, Die
from game.rules.history import Game, Step
from game.texts import text


@dataclass(frozen=True, slots=True)
class RememberedDice:
    """Dice that were rolled already, by their position, where the die has as many sides; another source rolls all
    others."""

    rolled: Mapping[int, Die]
    otherwise: Dice

    def face(self, position: int, sides: int) -> int:
        """See :class:`game.rules.dice.Dice`."""
        die = self.rolled.get(position)
        return die.face if die is not None and die.sides == sides else self.otherwise.face(position, sides)


@dataclass(frozen=True, slots=True)
class Branch:
    """A game tried out from a moment of another.

    :ivar home: the game that was left, as it was then.
    :ivar left: the moment: after so many of its steps.
    :ivar game: the game as it is tried; its first ``left`` steps are those of ``home``.
    """

    home: Game
    left: int
    game: Game

    @classmethod
    def off(cls, home: Game, moment: int | None = None) -> Self:
        """A branch from a moment of a game: after so many of its steps, undone ones too; None: from now.

        :raises IllegalAction: for a moment that the game does not have.
        """
        at = home.done if moment is None else moment
        if not 0 <= at <= len(home.steps):
            raise IllegalAction(text("there is no moment {moment}: the game has {count} steps", moment=at,
                                     count=len(home.steps)))
        return cls(home, at, replace(home, steps=home.steps[:at], done=at))

    def dice(self, otherwise: Dice) -> Dice:
        """The same dice: what was rolled after that moment in the game that was left, people's dice too, as far as it
        goes; then another source, the game's own."""
        rolled: dict[int, Die] = {}
        before = self.home.initial
        for step in self.home.steps:
            if step.battle.dice - before.dice == len(step.dice):
                rolled |= {before.dice + number: die for number, die in enumerate(step.dice)}
            before = step.battle
        return RememberedDice(rolled, otherwise)

    @property
    def tried(self) -> tuple[Step, ...]:
        """The steps tried so far."""
        return self.game.past[self.left:]

    @property
    def can_undo(self) -> bool:
        """Whether a tried step can be undone; what came before the branch cannot."""
        return self.game.done > self.left

    def do(self, action: Action, dice: Dice) -> Self:
        """Try something, with the same dice where ``dice`` are the game's own.

        :raises IllegalAction: when the rules refuse it.
        :raises DiceError: when the dice run out.
        """
        return replace(self, game=self.game.do(action, self.dice(dice)))

    def undo(self) -> Self:
        """One tried step back; the same branch when there is none."""
        return replace(self, game=self.game.undo()) if self.can_undo else self

    def redo(self) -> Self:
        """One step forward again; the same branch when there is none."""
        return replace(self, game=self.game.redo())

    def back(self) -> Game:
        """The game that was left, as it was."""
        return self.home

    def kept(self) -> Game:
        """The tried game, in place of the one that was left: what came after that moment there is dropped."""
        return self.game
