"""A game as it was played: a persistent list of battles, so that undo and redo only move along it."""

from dataclasses import dataclass, replace
from typing import Self

from game.errors import IllegalAction
from game.rules import rulings
from game.rules.actions import Action, Ruling
from game.rules.dice import Dice, Die
from game.rules.engine import apply, why_illegal
from game.rules.events import Event, Ruled, TurnBegan, dice_of
from game.rules.state import Battle
from game.texts import Text


@dataclass(frozen=True, slots=True)
class Step:
    """An action, what happened, and the battle after it."""

    action: Action
    events: tuple[Event, ...]
    battle: Battle

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice rolled for it, in order. A ruling tells those of the step before once more: only its own count."""
        if isinstance(self.action, Ruling):
            return tuple(die for event in self.events if isinstance(event, Ruled) for die in event.rolled)
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
        if isinstance(action, Ruling):
            battle, events = self._ruled(action, dice)
        else:
            battle, events = apply(self.battle, action, dice)
        self.battle.memo.clear()  # a long past keeps battles, not what was once worked out about them
        return replace(self, steps=(*self.past, Step(action, events, battle)), done=self.done + 1)

    def why_illegal(self, action: Action) -> Text | None:
        """Why the rules refuse an action now, a ruling on a roll too; None when it may be done. Whether what was done
        after a roll can still be done after a ruling on it turns out when it is given. # rule: ACT-6"""
        if not isinstance(action, Ruling):
            return why_illegal(self.battle, action)
        number = self.rolls.get(action.target, -1)
        return rulings.why_not(self.steps[number].events if number >= 0 else (), action)

    @property
    def rolls(self) -> dict[str, int]:
        """On whom the GM may rule, the latest first: the number of the last step in which something was rolled against
        each, if who rolled has not begun another turn since. # rule: GM"""
        found: dict[str, int] = {}
        begun: set[str] = set()
        able = {each for each in self.battle.order if not self.battle[each].out}
        for number in range(self.done - 1, -1, -1):
            step = self.steps[number]
            if not isinstance(step.action, Ruling):
                late = getattr(step.action, "who", "") in begun
                for target in rulings.open_to(step.events):
                    found.setdefault(target, -1 if late else number)
            begun |= {event.who for event in step.events if isinstance(event, TurnBegan)}
            if begun and begun >= able:
                break
        return {target: number for target, number in found.items() if number >= 0}

    def _ruled(self, ruling: Ruling, dice: Dice) -> tuple[Battle, tuple[Event, ...]]:
        """# rule: GM"""
        if (reason := self.why_illegal(ruling)) is not None:
            raise IllegalAction(reason)
        number = start = self.rolls[ruling.target]
        words = [(n, replace(self, done=n).rolls[step.action.target], step.action)  # and the step that each was on
                 for n, step in enumerate(self.past) if isinstance(step.action, Ruling)]
        while (first := min((on for n, on, _ in words if n > start), default=start)) < start:
            start = first
        past = [rulings.Past(step.action, step.dice, tuple(word for _, on, word in words if on == n))
                for n, step in enumerate(self.past) if n >= start and not isinstance(step.action, Ruling)]
        spare = [die for n, _, _ in words if n > start for die in self.steps[n].dice]
        place = number - start - sum(start < n < number for n, _, _ in words)
        before = self.steps[start - 1].battle if start else self.initial
        return rulings.rule(before, self.battle, past, spare, place, ruling, dice)

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
