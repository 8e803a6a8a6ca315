"""Exact odds of an attack, from the very sheet that is rolled: integers counted over the pairs of dice.

Everything is a fraction, nothing is sampled or rounded.
"""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from game.rules.attack import AttackSheet, damage_of
from game.rules.checks import LOWEST_FACE, extreme
from game.rules.state import Combatant


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of an attack: ``hit + graze + miss == 1``.

    ``miss`` holds the attacks that fail by concealment, ``concealed`` is their share; ``critical`` is the chance of a
    hit on the highest face, a part of ``hit``. ``damage`` is the distribution of the points that the target would
    lose, (points, chance) from the fewest up, summing to 1; it does not stop at the target's PV.
    """

    hit: Fraction
    graze: Fraction
    miss: Fraction
    critical: Fraction
    concealed: Fraction
    damage: tuple[tuple[int, Fraction], ...]

    @property
    def expected(self) -> Fraction:
        """The mean damage."""
        return sum((points * chance for points, chance in self.damage), Fraction(0))

    def at_least(self, points: int) -> Fraction:
        """The chance of that much damage or more: with the target's PV, the chance to put it out of the fight."""
        return sum((chance for each, chance in self.damage if each >= points), Fraction(0))


def faces(sides: int, advantage: int, count: int) -> list[int]:
    """In how many ways each face 1, 2, ... ``sides`` is the one kept. # rule: TST-4

    >>> faces(4, 0, 2), faces(4, 1, 2), faces(4, -1, 2)
    ([1, 1, 1, 1], [1, 3, 5, 7], [7, 5, 3, 1])
    """
    if not advantage:
        return [1] * sides
    ways = [face**count - (face - 1) ** count for face in range(1, sides + 1)]
    return ways if advantage > 0 else ways[::-1]


def totals(
    sides: int, value: int, highest: int, modifier: int, advantage: int, count: int
) -> list[tuple[int, bool, int]]:
    """The totals of a test: (total, highest face kept, ways). # rule: TST-1 TST-2 TST-3"""
    found = []
    for face, ways in enumerate(faces(sides, advantage, count), 1):
        which = extreme(face, sides)
        best = which == "highest"
        total = face + (highest if best else value) + modifier + (LOWEST_FACE if which == "lowest" else 0)
        found.append((total, best, ways))
    return found


def odds(sheet: AttackSheet, target: Combatant) -> Odds:
    """The odds of an attack on this target, as if it were allowed. # rule: TST-1 DMG-1 DMG-2 DMG-3 SIT-4 SIT-5"""
    attack = totals(sheet.attack_die, sheet.attack_value, sheet.attack_highest, sheet.attack_total_modifier,
                    sheet.advantage, sheet.advantage_dice)
    defence = totals(sheet.defence_die, sheet.defence_value, sheet.defence_highest, sheet.defence_total_modifier,
                     sheet.defence_advantage, sheet.advantage_dice)
    hits, grazes = {True: 0, False: 0}, {True: 0, False: 0}  # by whether the attack die shows its highest face
    for total, critical, ways in attack:
        hits[critical] += ways * sum(others for other, _, others in defence if other < total)
        grazes[critical] += ways * sum(others for other, _, others in defence if other == total)
    pairs = sum(ways for *_, ways in attack) * sum(ways for *_, ways in defence)
    rolled = 10 - sheet.miss_chance  # of ten faces of the concealment die
    whole = 10 * pairs
    damage: defaultdict[int, int] = defaultdict(int)
    for counts, is_graze in ((hits, False), (grazes, True)):
        for critical, count in counts.items():
            if count:
                damage[damage_of(sheet, target.sheet, is_graze, critical).total] += rolled * count
    missed = whole - rolled * (sum(hits.values()) + sum(grazes.values()))
    if missed:
        damage[0] += missed
    return Odds(
        hit=Fraction(rolled * sum(hits.values()), whole),
        graze=Fraction(rolled * sum(grazes.values()), whole),
        miss=Fraction(missed, whole),
        critical=Fraction(rolled * hits[True], whole),
        concealed=Fraction(sheet.miss_chance, 10),
        damage=tuple((points, Fraction(count, whole)) for points, count in sorted(damage.items())),
    )
