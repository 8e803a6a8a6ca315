"""The stress die: a d10 whose 1 doubles the next roll, and whose 0 may be a botch. # rule: NLT-6"""

from fractions import Fraction
from typing import Final

from game.rules.catalog import Settings
from game.rules.checks import Cup
from game.rules.dice import Die
from game.rules.events import Stress
from game.texts import N_

SIDES: Final = 10
STRESS: Final = N_("stress die")
BOTCH: Final = N_("botch die")
MOST_DOUBLINGS: Final = 8  # then a 1 counts as it is: no die is rolled for ever


def roll_stress(cup: Cup, who: str, settings: Settings) -> Stress:
    """Roll a stress die. The face 10 is the 0 of a d10; after a 1 it counts 10, and is no botch. # rule: NLT-6"""
    dice = [cup.roll(SIDES, who, STRESS)]
    if settings.stress_die == "simple":
        return Stress((dice[0],), (), dice[0].face)
    if dice[0].face == SIDES:
        rolled = tuple(cup.roll(SIDES, who, BOTCH) for _ in range(settings.botch_dice))
        return Stress((dice[0],), rolled, 0, any(each.face == SIDES for each in rolled))
    while dice[-1].face == 1 and len(dice) <= MOST_DOUBLINGS:
        dice.append(cup.roll(SIDES, who, STRESS))
    return Stress(tuple(dice), (), value_of(dice))


def value_of(dice: list[Die]) -> int:
    """What dice count that were rolled one after the other, all but the last of them a 1. # rule: NLT-6

    >>> [value_of([Die(10, face) for face in faces]) for faces in ((7,), (1, 4), (1, 1, 10))]
    [7, 8, 40]
    """
    return int(dice[-1].face * 2 ** (len(dice) - 1))


def stress_odds(bonus: int, ease: int, settings: Settings) -> Fraction:
    """The chance that ``bonus`` + a stress die reaches ``ease``: a botch makes 0 of the whole. # rule: NLT-4 NLT-6"""
    face = Fraction(1, SIDES)
    if settings.stress_die == "simple":
        return face * sum(bonus + each >= ease for each in range(1, SIDES + 1))
    unhurt = Fraction(SIDES - 1, SIDES) ** settings.botch_dice
    zero = (unhurt if bonus >= ease else Fraction(0)) + (1 - unhurt if ease <= 0 else Fraction(0))
    chance = face * zero + face * sum(bonus + each >= ease for each in range(2, SIDES))
    share = face
    for doublings in range(1, MOST_DOUBLINGS + 1):
        first = 1 if doublings == MOST_DOUBLINGS else 2
        chance += share * face * sum(bonus + each * 2**doublings >= ease for each in range(first, SIDES + 1))
        share *= face
    return chance
