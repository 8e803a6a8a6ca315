"""Exact odds, from the very sheets that are rolled: integers counted over the pairs of dice.

Everything is a fraction, nothing is sampled or rounded.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from game.rules.attack import AttackSheet, damage_of
from game.rules.checks import LOWEST_FACE, Extreme, extreme
from game.rules.injuries import LEVELS, Level
from game.rules.resolve import STRAY_MARGIN
from game.rules.state import Battle, Combatant
from game.rules.things import StructureSheet
from game.rules.trials import attribute_sheet

Distribution = tuple[tuple[int, Fraction], ...]  # (number, chance) from the least number up, summing to 1


@dataclass(frozen=True, slots=True)
class Roll:
    """A test before it is rolled: die, attribute, what the attribute counts on the highest face, modifiers, advantage
    (1, 0 or -1) and the dice it is rolled with. # rule: TST-1 TST-2 TST-4"""

    die: int
    value: int
    highest: int
    modifier: int = 0
    advantage: int = 0
    dice: int = 2

    def totals(self) -> list[tuple[int, Extreme, int]]:
        """The totals: (total, whether the kept face is the highest or lowest, ways)."""
        return totals(self.die, self.value, self.highest, self.modifier, self.advantage, self.dice)

    def distribution(self) -> Distribution:
        """The chance of each total."""
        found: defaultdict[int, int] = defaultdict(int)
        for total, _, ways in self.totals():
            found[total] += ways
        return distribution(found)

    def reaches(self, difficulty: int, exceed: bool = False) -> Fraction:
        """The chance to succeed against an ND; ``exceed`` when a tie is not enough. # rule: TST-5

        >>> Roll(8, 5, 10).reaches(10), Roll(8, 5, 10).reaches(10, exceed=True)
        (Fraction(1, 2), Fraction(3, 8))
        """
        return sum((chance for total, chance in self.distribution() if total >= difficulty + exceed), Fraction(0))


def distribution(counts: Mapping[int, int]) -> Distribution:
    """Counted numbers as chances."""
    whole = sum(counts.values())
    return tuple((number, Fraction(count, whole)) for number, count in sorted(counts.items()) if count)


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of an attack: ``hit + graze + miss == 1``.

    ``miss`` holds the attacks that fail by concealment, ``concealed`` is their share; ``critical`` is the chance of a
    hit on the highest face, a part of ``hit``. ``damage`` is the distribution of the points that the target would
    lose, (points, chance) from the fewest up, summing to 1; it does not stop at the target's PV. In quick combat these
    are hits. A manoeuvre that works is a hit. ``strays``, a part of ``miss``, are those that hit the holder of a held
    target (MAN-3). ``bruises`` are the chances of each level, the least first, of an attack that gives them (NLT-2).
    """

    hit: Fraction
    graze: Fraction
    miss: Fraction
    critical: Fraction
    concealed: Fraction
    damage: Distribution
    strays: Fraction = Fraction(0)
    bruises: tuple[tuple[Level, Fraction], ...] = ()

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
) -> list[tuple[int, Extreme, int]]:
    """The totals of a test: (total, whether the kept face is the highest or lowest, ways). # rule: TST-1 TST-2 TST-3"""
    if not sides:  # rule: DEF-4 QCK-2
        return [(value + modifier, "", 1)]
    found: list[tuple[int, Extreme, int]] = []
    for face, ways in enumerate(faces(sides, advantage, count), 1):
        which = extreme(face, sides)
        total = face + (highest if which == "highest" else value) + modifier + (LOWEST_FACE if which == "lowest" else 0)
        found.append((total, which, ways))
    return found


def attack_test(sheet: AttackSheet) -> Roll:
    """The attacker's roll. # rule: ATK-1 ATK-2"""
    return Roll(sheet.attack_die, sheet.attack_value, sheet.attack_highest, sheet.attack_total_modifier,
                sheet.advantage, sheet.advantage_dice)


def defence_test(sheet: AttackSheet) -> Roll:
    """The target's roll; a fixed defence is one without a die. # rule: DEF-1 QCK-2"""
    if sheet.fixed_defence is not None:
        return Roll(0, sheet.fixed_defence, sheet.fixed_defence)
    return Roll(sheet.defence_die, sheet.defence_value, sheet.defence_highest, sheet.defence_total_modifier,
                sheet.defence_advantage, sheet.advantage_dice)


def loss(sheet: AttackSheet, target: Combatant, grazes: bool, critical: bool) -> int:
    """What a hit or a graze takes: points of damage, hits in quick combat. # rule: DMG-4 QCK-3"""
    if sheet.fixed_defence is not None:
        tie, plain, double = sheet.quick_hits
        return tie if grazes else double if critical else plain
    return damage_of(sheet, target.sheet, grazes, critical).total


def odds(sheet: AttackSheet, target: Combatant) -> Odds:
    """The odds of an attack on this target, as if it were allowed. # rule: TST-1 DMG-1 DMG-2 DMG-3 SIT-4 SIT-5"""
    defence = defence_test(sheet).totals()
    hits, grazes = {True: 0, False: 0}, {True: 0, False: 0}  # by whether the attack die shows its highest face
    whole = strays = 0
    for total, which, ways in attack_test(sheet).totals():
        for other, _, others in defence:
            pairs, margin = ways * others, total - other
            whole += pairs
            if sheet.stray and (which == "lowest" or margin <= STRAY_MARGIN):
                strays += pairs
            if sheet.stray and which == "lowest":
                continue
            if margin >= 1 if sheet.margin is None else margin >= sheet.margin:
                hits[which == "highest"] += pairs
            elif margin == 0 and sheet.margin is None:
                grazes[which == "highest"] += pairs
    whole *= 10
    rolled = 10 - sheet.miss_chance  # of ten faces of the concealment die
    damage: defaultdict[int, int] = defaultdict(int)
    for counts, is_graze in ((hits, False), (grazes, True)):
        for critical, count in counts.items():
            if count:
                damage[loss(sheet, target, is_graze, critical)] += rolled * count
    missed = whole - rolled * (sum(hits.values()) + sum(grazes.values()))
    if missed:
        damage[0] += missed
    return Odds(
        hit=Fraction(rolled * sum(hits.values()), whole),
        graze=Fraction(rolled * sum(grazes.values()), whole),
        miss=Fraction(missed, whole),
        critical=Fraction(rolled * hits[True], whole),
        concealed=Fraction(sheet.miss_chance, 10),
        damage=distribution(damage),
        strays=Fraction(rolled * strays, whole),
        bruises=bruise_odds(sheet),
    )


def bruise_odds(sheet: AttackSheet) -> tuple[tuple[Level, Fraction], ...]:
    """The chance of each level of bruise, all five of them, the least first; nothing for an attack that gives none.
    # rule: NLT-2"""
    if sheet.bruise is None or sheet.margin is not None:
        return ()
    counts: dict[Level, int] = dict.fromkeys(LEVELS, 0)
    whole = 0
    for total, which, ways in attack_test(sheet).totals():
        for other, _, others in defence_test(sheet).totals():
            whole += ways * others
            if total >= other:
                points = sheet.bruise.total(total - other, which == "highest")
                if (level := sheet.bruise.level(points)) is not None:
                    counts[level] += ways * others
    rolled = Fraction(10 - sheet.miss_chance, 10)
    return tuple((level, rolled * Fraction(count, whole)) for level, count in counts.items())


def mixed(first: Odds, second: Odds, share: Fraction) -> Odds:
    """The odds when a test before decides which of two attacks it is: the first with that chance. # rule: SIT-1"""
    def both(a: Fraction, b: Fraction) -> Fraction:
        return share * a + (1 - share) * b

    damage: defaultdict[int, Fraction] = defaultdict(Fraction)
    for some, weight in ((first.damage, share), (second.damage, 1 - share)):
        for points, chance in some:
            damage[points] += weight * chance
    return Odds(
        both(first.hit, second.hit), both(first.graze, second.graze), both(first.miss, second.miss),
        both(first.critical, second.critical), both(first.concealed, second.concealed),
        tuple((points, chance) for points, chance in sorted(damage.items()) if chance),
        both(first.strays, second.strays),
        tuple((level, both(chance, other))
              for (level, chance), (_, other) in zip(first.bruises, second.bruises, strict=True)),
    )


def margins(sheet: AttackSheet) -> Distribution:
    """How far the attack total is above the defence total, of the attacks that are rolled. # rule: MAN-1 MAN-6"""
    found: defaultdict[int, int] = defaultdict(int)
    defence = defence_test(sheet).totals()
    for total, _, ways in attack_test(sheet).totals():
        for other, _, others in defence:
            found[total - other] += ways * others
    return distribution(found)


def margin_of_at_least(sheet: AttackSheet, margin: int) -> Fraction:
    """The chance that an attack succeeds with that margin, concealment and all: what a manoeuvre needs; a tie is a
    margin of 0. # rule: MAN-1 MAN-6 SIT-4 SIT-5"""
    reached = sum((chance for each, chance in margins(sheet) if each >= margin), Fraction(0))
    return reached * Fraction(10 - sheet.miss_chance, 10)


def against_all(attack: Roll | int, defence: Roll, dealt: Callable[[bool, bool], int], exceed: bool = False) -> Odds:
    """The odds of an area attack for one of its targets: one attack roll or ND, and the target's Defence against it.

    ``dealt(critical, halved)`` is the damage that the target would take. ``hit`` are those who take it all, ``graze``
    those who take half; nobody is missed. ``exceed`` when a Defence equal to the attack does not halve. # rule: DEF-2
    """
    rolls: list[tuple[int, Extreme, int]] = [(attack, "", 1)] if isinstance(attack, int) else attack.totals()
    counts: defaultdict[tuple[bool, bool], int] = defaultdict(int)  # by critical, by halved
    for total, which, ways in rolls:
        for other, _, others in defence.totals():
            counts[which == "highest", other >= total + exceed] += ways * others
    damage: defaultdict[int, int] = defaultdict(int)
    for (critical, halved), count in counts.items():
        damage[dealt(critical, halved)] += count
    whole = sum(counts.values())

    def share(*keys: tuple[bool, bool]) -> Fraction:
        return Fraction(sum(counts[key] for key in keys), whole)

    return Odds(hit=share((False, False), (True, False)), graze=share((False, True), (True, True)), miss=Fraction(0),
                critical=share((True, False)), concealed=Fraction(0), damage=distribution(damage))


@dataclass(frozen=True, slots=True)
class BlowOdds:
    """The chances of a blow at a thing: ``points`` of damage, ``wear`` that counts, and that it falls. # rule: STR-3"""

    points: Distribution
    wear: Distribution
    falls: Fraction


def blow_odds(sheet: StructureSheet) -> BlowOdds:
    """The odds of one blow at a thing: it hits, its die decides only criticals. # rule: STR-3"""
    critical = Fraction(1, sheet.die) if sheet.critical_face else Fraction(0)
    points: defaultdict[int, Fraction] = defaultdict(Fraction)
    wear: defaultdict[int, Fraction] = defaultdict(Fraction)
    for doubles, chance in ((False, 1 - critical), (True, critical)):
        if chance:
            points[sheet.points(doubles)] += chance
            wear[min(sheet.wears(doubles), sheet.left)] += chance
    falls = sum((chance for lost, chance in wear.items() if lost >= sheet.left), Fraction(0))
    return BlowOdds(tuple(sorted(points.items())), tuple(sorted(wear.items())), falls)


def break_odds(battle: Battle, who: Combatant, left: int) -> Fraction:
    """The chance to break a thing at once, whose ND is ``left`` by now. # rule: STR-2 TST-5"""
    test = attribute_sheet(battle, who, "strength", left)
    roll = Roll(test.die, test.value, test.highest, test.modifier, test.advantage, test.advantage_dice)
    return roll.reaches(left, test.exceed)
