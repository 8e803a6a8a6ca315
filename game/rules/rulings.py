"""The GM's word after a roll: what was rolled in the last step hits, grazes or misses, or does so much damage, whatever
the dice showed. # rule: GM

The step is worked out anew from the battle before it, with the same dice; what follows from the word is told as a step
of its own, so that one undo takes it back.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from game.rules.actions import Action, Ruling
from game.rules.checks import Cup
from game.rules.dice import Dice, Die
from game.rules.engine import perform
from game.rules.events import Attacked, Event, PowerUsed, Ruled, Tested
from game.rules.state import Battle
from game.texts import Text, text

MOST_POINTS: Final = 999


def open_to(events: Sequence[Event]) -> tuple[str, ...]:
    """On whom the GM may rule, of what happened in one step: those who were attacked, and those who tested against a
    power."""
    met = {id for each in events if isinstance(each, PowerUsed) for id in each.targets}
    found = [each.sheet.target for each in events if isinstance(each, Attacked)]
    found += [each.who for each in events if isinstance(each, Tested) and each.who in met]
    return tuple(dict.fromkeys(found))


def why_not(events: Sequence[Event], ruling: Ruling) -> Text | None:
    """Why a ruling on a step makes no sense; None when it does."""
    if ruling.target not in open_to(events):
        return text("nothing was rolled against {target} in the last step: undo what came after it first",
                    target=ruling.target)
    if not ruling.outcome and ruling.points is None:
        return text("a ruling names an outcome, or the damage")
    if ruling.points is not None and not 0 <= ruling.points <= MOST_POINTS:
        return text("the damage is from 0 to {most}", most=MOST_POINTS)
    sheets = (each.sheet for each in events if isinstance(each, Attacked))
    tried = any(each.target == ruling.target and each.margin is not None for each in sheets)
    if tried and (ruling.outcome == "graze" or ruling.points is not None):
        return text("a manoeuvre succeeds or fails: it does no damage")
    return None


class _Again(Cup):
    """A cup with the dice that were rolled before, in their order; one that was not is rolled now. It knows what the GM
    has said."""

    def __init__(self, dice: Dice, position: int, before: Sequence[Die], rulings: Mapping[str, Ruling]) -> None:
        super().__init__(dice, position)
        self.rulings = rulings
        self.fresh: list[Die] = []
        self._left = list(before)

    def roll(self, sides: int, who: str = "", what: str = "") -> Die:
        if self._left and self._left[0].sides == sides:
            return self._left.pop(0)
        die = super().roll(sides, who, what)
        self.fresh.append(die)
        return die


def rule(
    before: Battle, now: Battle, action: Action, told: Sequence[Event], rolled: Sequence[Die],
    rulings: Sequence[Ruling], dice: Dice,
) -> tuple[Battle, tuple[Event, ...]]:
    """The battle after a step, by the GM's word: ``rulings`` are all that were given on it, the last of them now.

    :param before: the battle before the step, whose action, events and dice are ``action``, ``told`` and ``rolled``.
    :param now: the battle as it stands, which has the place of the next die.
    :raises DiceError: when a die is needed that was not rolled before, and there is none.
    """
    cup = _Again(dice, now.dice, rolled, {each.target: each for each in rulings})
    after, events = perform(before, action, cup)
    same = next((n for n, (old, new) in enumerate(zip(told, events, strict=False)) if old != new),
                min(len(told), len(events)))
    return after, (Ruled(rulings[-1], tuple(cup.fresh)), *events[same:])
