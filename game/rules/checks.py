"""Tests: die + attribute + modifiers. # rule: TST-1 TST-2 TST-3 TST-4 TST-5"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal

from game.rules.catalog import Settings
from game.rules.dice import Dice, Die
from game.rules.sheet import Attribute
from game.texts import N_

if TYPE_CHECKING:
    from game.rules.actions import Ruling

ATTACK: Final = N_("attack")
DEFENCE: Final = N_("defence")
CONCEALMENT: Final = N_("concealment")
LOWEST_FACE: Final = -5  # rule: TST-3 CRI-2
LEAST_DOUBLED: Final = 5  # rule: TST-2

Extreme = Literal["", "highest", "lowest"]


@dataclass(frozen=True, slots=True)
class Check:
    """A test that was rolled.

    ``dice`` are all dice in the order rolled; ``face`` is the one kept; ``attribute`` is what the attribute added
    (doubled on the highest face); ``modifier`` is the sum of the modifiers; ``extreme`` says whether the kept face was
    the die's highest or lowest, and ``penalty`` what the lowest cost.
    """

    dice: tuple[Die, ...]
    face: int
    attribute: int
    modifier: int
    penalty: int
    total: int
    extreme: Extreme = ""


class Cup:
    """Takes dice one after the other from a source, from a position of its stream on."""

    rulings: Mapping[str, "Ruling"] = MappingProxyType({})  # the GM's word after the roll, by target  # rule: GM

    def __init__(self, dice: Dice, position: int) -> None:
        self._dice = dice
        self.position = position

    def roll(self, sides: int, who: str = "", what: str = "") -> Die:
        """The next die; ``who`` rolls it, and ``what`` (an English msgid) says what for: for those who roll real dice.

        :raises DiceError: when the source has none.
        """
        die = Die(sides, self._dice.face(self.position, sides))
        self.position += 1
        return die


def doubled(value: int, settings: Settings) -> int:
    """What an attribute counts for on the highest face. # rule: TST-2

    >>> doubled(4, Settings()), doubled(2, Settings()), doubled(0, Settings())
    (8, 5, 5)
    """
    if settings.highest_face == "added":
        return value + max(value, LEAST_DOUBLED)
    return max(2 * value, LEAST_DOUBLED)


def extreme(face: int, sides: int) -> Extreme:
    """Whether a face is the highest or the lowest of its die.

    >>> extreme(6, 6), extreme(1, 6), extreme(5, 6)
    ('highest', 'lowest', '')
    """
    return "highest" if face == sides else "lowest" if face == 1 else ""


def judge(dice: tuple[Die, ...], value: int, on_highest: int, modifier: int, advantage: int = 0) -> Check:
    """The outcome of dice that were rolled: the kept one decides. # rule: TST-1 TST-2 TST-3 TST-4

    ``value`` is the attribute's, ``on_highest`` what it counts on the highest face; ``advantage`` is 1, 0 or -1.
    """
    faces = [die.face for die in dice]
    face = min(faces) if advantage < 0 else max(faces)
    which = extreme(face, dice[0].sides)
    attribute = on_highest if which == "highest" else value
    penalty = LOWEST_FACE if which == "lowest" else 0
    return Check(dice, face, attribute, modifier, penalty, face + attribute + modifier + penalty, which)


def roll(
    cup: Cup, sides: int, value: int, on_highest: int, modifier: int = 0, advantage: int = 0, count: int = 2,
    *, who: str = "", what: str = "",
) -> Check:
    """Roll a test: one die, or ``count`` of them with advantage or disadvantage; none without sides. # rule: TST-4"""
    if not sides:  # rule: DEF-4
        return Check((), 0, value, modifier, 0, value + modifier)
    dice = tuple(cup.roll(sides, who, what) for _ in range(count if advantage else 1))
    return judge(dice, value, on_highest, modifier, advantage)


def attribute_test(
    cup: Cup, attribute: Attribute, settings: Settings, modifier: int = 0, advantage: int = 0,
    *, who: str = "", what: str = "",
) -> Check:
    """Roll a test of one attribute. # rule: TST-1"""
    on_highest = doubled(attribute.value, settings)
    return roll(cup, attribute.die, attribute.value, on_highest, modifier, advantage, settings.advantage_dice,
                who=who, what=what)


def net_advantage(advantages: int, disadvantages: int, settings: Settings) -> int:
    """1, 0 or -1: they cancel, and several of one kind count once; or the kind that there is more of. # rule: TST-4

    >>> [net_advantage(*each, Settings()) for each in ((3, 0), (0, 1), (2, 1))]
    [1, -1, 0]
    """
    if settings.advantages == "outnumber":
        return (advantages > disadvantages) - (advantages < disadvantages)
    return bool(advantages) - bool(disadvantages)


def succeeds(total: int, difficulty: int, settings: Settings) -> bool:
    """Whether a total is enough against an ND. # rule: TST-5

    >>> succeeds(10, 10, Settings()), succeeds(9, 10, Settings())
    (True, False)
    """
    return total > difficulty if settings.difficulty == "exceed" else total >= difficulty
