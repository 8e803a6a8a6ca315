"""What is sure, whatever the dice show: an action tried with every die on its lowest and on its highest face.

Totals grow with the face of a die, and what comes of them grows with the totals: what holds in every one of these
cases holds in those between. The worst for who acts is tried first: its own dice low, those of others high.
"""

from typing import Final

from game.errors import DiceError
from game.learn.goals import All, Did, Fallen, Goal, Has, Hit, Into, Out, Sheet
from game.learn.holding import holds
from game.rules.actions import Action
from game.rules.checks import Cup
from game.rules.dice import Die
from game.rules.engine import perform, why_illegal
from game.rules.events import Event, dice_of
from game.rules.history import Game, Step
from game.rules.state import Battle
from game.texts import text

MOST_DICE: Final = 10  # what rolls more is never sure


class NoDice:
    """A source that has none."""

    def face(self, position: int, sides: int) -> int:
        """:raises DiceError: always."""
        raise DiceError(text("a puzzle rolls no dice"))


class LowDice:
    """Every die shows its lowest face: where what it makes of an action does not count."""

    def face(self, position: int, sides: int) -> int:
        """See :class:`game.rules.dice.Dice`."""
        return 1


class _Faces(Cup):
    """Dice on their lowest or highest face: as told for the first ones, then as is worst for who acts."""

    def __init__(self, position: int, actor: str, told: tuple[bool, ...]) -> None:
        super().__init__(LowDice(), position)
        self._actor, self._told = actor, told
        self.high: list[bool] = []

    def roll(self, sides: int, who: str = "", what: str = "") -> Die:
        number = len(self.high)
        high = self._told[number] if number < len(self._told) else who not in ("", self._actor)
        self.high.append(high)
        self.position += 1
        return Die(sides, sides if high else 1)


def rolled(events: tuple[Event, ...]) -> bool:
    """Whether dice were rolled for some events."""
    return any(dice_of(each) for each in events)


def sure(goal: Goal, before: Battle, action: Action) -> bool:
    """Whether a goal about how things stand is reached by an action whatever its dice show; False for an action that
    the rules refuse, or that rolls more than :data:`MOST_DICE` dice.

    >>> from game.learn.reading import lessons
    >>> from game.rules.actions import Attack
    >>> lesson = lessons().lessons["your-turn"]
    >>> sure(Out("goblin"), lesson.battle, Attack("ana", "goblin", "sword"))
    False
    """
    if why_illegal(before, action) is not None:
        return False
    waiting: list[tuple[bool, ...]] = [()]
    while waiting:
        told = waiting.pop()
        cup = _Faces(before.dice, getattr(action, "who", ""), told)
        after, events = perform(before, action, cup)
        game = Game(before, (Step(action, events, after),), 1)
        if len(cup.high) > MOST_DICE or not holds(goal, game):
            return False
        waiting += [(*cup.high[:number], not cup.high[number]) for number in range(len(told), len(cup.high))]
    return True


def of_deeds(goal: Goal) -> bool:
    """Whether a goal is about what was done, and not about how things stand."""
    return isinstance(goal, Hit | Did) or (isinstance(goal, Sheet) and goal.made)


def of_changes(goal: Goal) -> bool:
    """Whether a goal is about what an action that rolls dice may surely bring."""
    return isinstance(goal, Fallen | Out | Has | Into)


def reached(goal: Goal, game: Game) -> bool:
    """Whether a goal is reached in a game without luck. What is done counts with the last action; how things stand,
    before it where it rolled dice, or after it where that is sure."""
    if isinstance(goal, All):
        return all(reached(each, game) for each in goal.goals)
    if of_deeds(goal) or not game.done or not game.past[-1].dice:
        return holds(goal, game)
    before = game.undo()
    return holds(goal, before) or (of_changes(goal) and sure(goal, before.battle, game.past[-1].action))
