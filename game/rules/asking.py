"""Which dice an action needs, told beforehand to people who roll real ones. # rule: TST-6

The action is tried out with faces that nobody rolled: a die that it takes whatever they show is needed, and one that
only some of them lead to is asked for later, once the others are known.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from game.errors import DiceError
from game.rules.actions import Action
from game.rules.checks import CONCEALMENT, Cup
from game.rules.dice import Dice, Die, SeededDice, TypedDice
from game.rules.engine import perform, why_illegal
from game.rules.initiative import AGAIN
from game.rules.players import unseen
from game.rules.state import Battle
from game.texts import text

TRIALS: Final = 9  # the first two with extreme faces, the others with mixed ones


@dataclass(frozen=True, slots=True)
class Ask:
    """A die that is to be rolled: who rolls it, what for (an English msgid), its sides, and how many such dice come
    before it in the same action."""

    who: str
    what: str
    sides: int
    number: int = 0


Given = Mapping[Ask, int | None]  # the faces that people rolled; None: the app rolls


class _Listener(Cup):
    """A cup that knows some faces, takes the others from a source, and writes down what each die was for."""

    def __init__(self, dice: Dice, position: int, given: Given) -> None:
        super().__init__(dice, position)
        self.given = given
        self.told: list[tuple[Ask, int]] = []
        self._count: Counter[Ask] = Counter()

    def roll(self, sides: int, who: str = "", what: str = "") -> Die:
        kind = Ask(who, what, sides)
        ask = Ask(who, what, sides, self._count[kind])
        self._count[kind] += 1
        die = Die(sides, self._face(ask))
        self.told.append((ask, die.face))
        self.position += 1
        return die

    def _face(self, ask: Ask) -> int:
        return self.given.get(ask) or self._dice.face(self.position, ask.sides)


class _Trial(_Listener):
    """The same, with a trial's faces for the dice that nobody has rolled yet. Concealment is then always passed: what
    follows it is needed as far as anybody knows."""

    def __init__(self, dice: Dice, position: int, given: Given, trial: int) -> None:
        super().__init__(dice, position, given)
        self.trial = trial

    def _face(self, ask: Ask) -> int:
        if ask in self.given:
            return super()._face(ask)
        if ask.what == CONCEALMENT or not self.trial:
            return ask.sides
        return 1 if self.trial == 1 else SeededDice(self.trial).face(len(self.told), ask.sides)


def dice_needed(battle: Battle, action: Action, dice: Dice, given: Given | None = None) -> tuple[Ask, ...]:
    """The dice that an action is going to take, besides those that are given, in the order they are rolled; those that
    depend on what others show are left out, and those of hidden creatures, which the app rolls. Empty when it takes no
    more dice, or is not allowed.

    ``dice`` are the app's, for faces that are given as None.
    """
    known, secret = given or {}, unseen(battle)
    if why_illegal(battle, action) is not None:
        return ()
    needed: list[Ask] = []
    for trial in range(TRIALS):
        cup = _Trial(dice, battle.dice, known, trial)
        perform(battle, action, cup)
        asked = [ask for ask, _ in cup.told if ask not in known and ask.who not in secret]
        needed = [each for each in needed if each in asked] if trial else asked
        if not needed:
            break
    first = min(map(_attempt, needed), default=0)
    return tuple(each for each in needed if _attempt(each) == first)


def _attempt(ask: Ask) -> int:
    """Ties are broken when the dice before have shown them, however sure it is that somebody is tied. # rule: INI-3"""
    return ask.number + 1 if ask.what == AGAIN else 0


def typed(battle: Battle, action: Action, given: Given, otherwise: Dice) -> TypedDice:
    """The faces that people rolled as a source of dice for an allowed action; ``otherwise`` rolls the rest.

    :raises DiceError: for a face that is not on its die.
    """
    for ask, face in given.items():
        if face is not None and not 1 <= face <= ask.sides:
            raise DiceError(text("dice: face {face} is not on a d{sides}", face=face, sides=ask.sides))
    cup = _Listener(otherwise, battle.dice, given)
    perform(battle, action, cup)
    return TypedDice(tuple(given.get(ask) for ask, _ in cup.told), battle.dice, otherwise)


def rolled(battle: Battle, action: Action, dice: Dice) -> dict[Ask, int]:
    """Every die that an allowed action takes with these dice, with its face, in the order rolled."""
    cup = _Listener(dice, battle.dice, {})
    perform(battle, action, cup)
    return dict(cup.told)
