"""The GM's word after a roll: what was rolled last against somebody hits, grazes or misses, or does so much damage,
whatever the dice showed. # rule: GM

The step is worked out anew from the battle before it, and so is what was done after it, with the same dice; what
follows from the word is told as a step of its own, so that one undo takes it back. Where what was done after it could
not have been done then, the word is refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from game.errors import IllegalAction
from game.rules.actions import Action, Ruling
from game.rules.checks import Cup
from game.rules.dice import Dice, Die
from game.rules.engine import perform, why_illegal
from game.rules.events import Attacked, Event, PowerUsed, Ruled, Tested
from game.rules.players import players_events, unseen
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
        return text("nothing was rolled against {target} within a round: undo back to the roll first",
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


@dataclass(frozen=True, slots=True)
class Past:
    """A step to be worked out anew: its action, the dice rolled for it, and the words given on it, the last of them
    last."""

    action: Action
    dice: tuple[Die, ...]
    words: tuple[Ruling, ...] = ()


class _Again(Cup):
    """A cup with the dice that were rolled before, in their order: those of the step that is worked out, then those
    that words had cost; one that was not is rolled now. It knows what the GM has said."""

    def __init__(self, dice: Dice, position: int, spare: Sequence[Die]) -> None:
        super().__init__(dice, position)
        self.fresh: list[Die] = []
        self._left: list[Die] = []
        self._spare = list(spare)

    def turn_to(self, step: Past) -> None:
        """Another step is worked out."""
        self._left = list(step.dice)
        self.rulings = {each.target: each for each in step.words}

    def roll(self, sides: int, who: str = "", what: str = "") -> Die:
        for some in (self._left, self._spare):
            if some and some[0].sides == sides:
                return some.pop(0)
        die = super().roll(sides, who, what)
        self.fresh.append(die)
        return die


def rule(
    before: Battle, now: Battle, past: Sequence[Past], spare: Sequence[Die], on: int, ruling: Ruling, dice: Dice
) -> tuple[Battle, tuple[Event, ...]]:
    """The battle as it stands, by the GM's word.

    :param before: the battle before the first of the ``past`` steps, the last of which leads to ``now``, which has the
        place of the next die.
    :param spare: the dice that the words given in the past had cost, in the order rolled.
    :param on: the number of the past step that the word is on.
    :raises IllegalAction: when what was done after it could not have been done.
    :raises DiceError: when a die is needed that was not rolled before, and there is none.
    """
    line, cup = _line(before, past, _Again(dice, now.dice, spare)), _Again(dice, now.dice, spare)
    word = Past(past[on].action, past[on].dice, (*past[on].words, ruling))
    made = _line(before, (*past[:on], word, *past[on + 1:]), cup)
    new = [event for (_, old, _), (start, told, end) in zip(line, made, strict=True)
           for event in _retold(told[_same(old, told):], start, end, now)]
    return made[-1][2], (Ruled(ruling, tuple(cup.fresh)), *new)


def _line(before: Battle, past: Sequence[Past], cup: _Again) -> list[tuple[Battle, tuple[Event, ...], Battle]]:
    """Some steps: the battle before each, what happened, and the battle after it."""
    battle, line = before, []
    for step in past:
        if (reason := why_illegal(battle, step.action)) is not None:
            raise IllegalAction(text("what was done after that roll could not be done then ({reason}): undo back to "
                                     "the roll first", reason=reason))
        cup.turn_to(step)
        after, events = perform(battle, step.action, cup)
        line.append((battle, events, after))
        battle = after
    return line


def _retold(events: Sequence[Event], before: Battle, after: Battle, now: Battle) -> Sequence[Event]:
    """What is told anew of a step: of who was hidden then, and is not any more, as much as was told then."""
    then = unseen(before) | unseen(after)
    return events if then <= unseen(now) else players_events(events, before, after)


def _same(old: Sequence[Event], new: Sequence[Event]) -> int:
    """How many events at the beginning are the same."""
    both = min(len(old), len(new))
    return next((n for n in range(both) if old[n] != new[n]), both)
