"""What is sure, whatever the dice show: an action tried with every die on the faces that decide.

Totals grow with the face of a die, and what comes of them grows with the totals, but for the lowest and the highest
face, which bring failures and successes of their own: who tackles falls on either, and maybe on none between. So those
two are tried, and the two next to them: what holds in every one of these cases holds in those between. The worst for
who acts is tried first: its own dice low, those of others high.
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
    """Dice on faces that decide, by their number among them: as told for the first ones, then on the worst for who
    acts. Those of whom the goal is not about show the lowest and the highest alone.

    :ivar trials: how many faces each die is tried on.
    """

    def __init__(self, position: int, actor: str, near: frozenset[str], told: tuple[int, ...]) -> None:
        super().__init__(LowDice(), position)
        self._actor, self._near, self._told = actor, near, told
        self.trials: list[int] = []

    def roll(self, sides: int, who: str = "", what: str = "") -> Die:
        number = len(self.trials)
        faces = deciding(sides) if who in self._near else (1, sides)
        if who not in ("", self._actor):
            faces = faces[::-1]
        self.trials.append(len(faces))
        self.position += 1
        return Die(sides, faces[self._told[number] if number < len(self._told) else 0])


def deciding(sides: int) -> tuple[int, ...]:
    """The faces of a die that decide: the lowest two and the highest two.

    >>> deciding(8), deciding(2)
    ((1, 2, 7, 8), (1, 2))
    """
    return tuple(sorted({1, 2, max(sides - 1, 1), sides}))


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
    who = getattr(action, "who", "")
    near = frozenset(("", who, *(getattr(each, name, "") for each in (goal, action) for name in ("who", "target"))))
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        told = waiting.pop()
        cup = _Faces(before.dice, who, near, told)
        after, events = perform(before, action, cup)
        game = Game(before, (Step(action, events, after),), 1)
        if len(cup.trials) > MOST_DICE or not holds(goal, game):
            return False
        waiting += [(*told, *(0,) * (number - len(told)), trial) for number in range(len(told), len(cup.trials))
                    for trial in range(1, cup.trials[number])]
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
