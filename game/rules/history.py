"""A game as it was played: a persistent list of battles, so that undo and redo only move along it."""

from dataclasses import dataclass, replace
from typing import Self

from game.rules.actions import Action
from game.rules.dice import Dice, Die
from game.rules.engine import apply
from game.rules.events import Event, TurnBegan, dice_of
from game.rules.state import Battle


@dataclass(frozen=True, slots=True)
class Step:
    """An action, what happened, and the battle after it."""

    action: Action
    events: tuple[Event, ...]
    battle: Battle

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice rolled for it, in order."""
        return tuple(die for event in self.events for die in dice_of(event))


@dataclass(frozen=True, slots=True)
class Game:
    """A battle with its past, and the steps that were undone and can be done again.

    A value: every method returns another game. ``done`` counts the steps in force, the others wait for redo.
    """

    initial: Battle
    steps: tuple[Step, ...] = ()
    done: int = 0

    @property
    def battle(self) -> Battle:
        """The battle as it stands."""
        return self.steps[self.done - 1].battle if self.done else self.initial

    @property
    def past(self) -> tuple[Step, ...]:
        """The steps in force, in order."""
        return self.steps[: self.done]

    @property
    def log(self) -> tuple[Event, ...]:
        """Everything that happened, in order."""
        return tuple(event for step in self.past for event in step.events)

    @property
    def dice(self) -> tuple[Die, ...]:
        """Every die rolled, in order: written down, they replay the game."""
        return tuple(die for step in self.past for die in step.dice)

    @property
    def can_undo(self) -> bool:
        return self.done > 0

    @property
    def can_redo(self) -> bool:
        return self.done < len(self.steps)

    def do(self, action: Action, dice: Dice) -> Self:
        """Do something; steps that waited for redo are dropped.

        :raises IllegalAction: when the rules refuse it. # rule: ACT-6
        :raises DiceError: when the dice run out.
        """
        battle, events = apply(self.battle, action, dice)
        self.battle.memo.clear()  # a long past keeps battles, not what was once worked out about them
        return replace(self, steps=(*self.past, Step(action, events, battle)), done=self.done + 1)

    def undo(self) -> Self:
        """One step back; the same game when there is none."""
        return replace(self, done=max(self.done - 1, 0))

    def redo(self) -> Self:
        """One step forward again; the same game when there is none."""
        return replace(self, done=min(self.done + 1, len(self.steps)))

    def back_to_turn_start(self) -> Self:
        """Back to where the turn in progress began; the steps undone can be done again."""
        done = self.done
        while done and not any(isinstance(event, TurnBegan) for event in self.steps[done - 1].events):
            done -= 1
        return replace(self, done=done)
