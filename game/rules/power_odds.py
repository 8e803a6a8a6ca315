"""Exact odds of powers for each creature that they meet: direct, area, internal. # rule: ATK-5 ATK-6 ATK-7"""

from dataclasses import dataclass, replace
from fractions import Fraction

from game.rules.attack import power_sheet
from game.rules.casting import behind_cover, difficulty, trial_of
from game.rules.checks import doubled, net_advantage
from game.rules.conditions import changes, plight, sheet_of
from game.rules.damage import damage_parts, hit
from game.rules.evidence import Modifier
from game.rules.materials import least_damage
from game.rules.odds import BlowOdds, Odds, Roll, against_all, margins, odds
from game.rules.powers import DamageEffect, Power
from game.rules.state import Battle, Combatant
from game.rules.things import thing, user_of
from game.rules.trials import TestSheet

NOTHING = Odds(Fraction(0), Fraction(0), Fraction(1), Fraction(0), Fraction(0), ((0, Fraction(1)),))
CERTAIN = Fraction(1)


@dataclass(frozen=True, slots=True)
class PowerOdds:
    """What a power does to one creature. ``odds`` are those of its damage: a hit takes all of it, a graze a part, a
    miss none. ``works`` is the chance that its other effects hold."""

    target: str
    odds: Odds
    works: Fraction


def power_odds(
    battle: Battle, who: str, power: Power, target: str, word: tuple[Modifier, ...] = (), covered: bool = False
) -> PowerOdds:
    """The odds of a power for one creature that it meets: a target, or one inside its area.

    ``word`` is the GM's. Cover against areas, where the settings give it, depends on the place: ``covered`` says that
    it is partial there. # rule: DEF-2 DEF-3
    """
    caster, other = battle[who], battle[target]
    if _warded(battle, power, caster, other):
        return PowerOdds(target, NOTHING, Fraction(0))
    if power.attack == "none":
        damage = ((_dealt(battle, caster, power, other), CERTAIN),)
        return PowerOdds(target, replace(NOTHING, hit=CERTAIN, miss=Fraction(0), damage=damage), CERTAIN)
    if power.attack == "direct":
        return _direct(battle, caster, power, other, word)
    trial = trial_of(battle, caster, power, target, None, difficulty(power, word))
    if covered and trial.attribute is None and battle.settings.area_cover:
        trial = replace(trial, modifiers=(*trial.modifiers, behind_cover()))
    attack = _area_test(battle, caster, power, word) or difficulty(power, word)
    return _tested(battle, caster, power, other, attack, trial)


def thing_odds(battle: Battle, who: str, power: Power, id: str) -> BlowOdds:
    """What an area does to a thing inside it: all of its damage, twice on a critical roll; nothing to one that somebody
    uses, or that an area does not damage. # rule: EFF-4 STR-3 CRI-1"""
    caster, found = battle[who], thing(battle, id)
    points = 0
    if power.attack == "area" and not power.picks and found is not None and user_of(battle, found) is None:
        written = (each for each in power.effects if isinstance(each, DamageEffect))
        points = sum(part.amount for each in written for part in damage_parts(caster.sheet, each, power.nature))
    test = _area_test(battle, caster, power, ())
    rolled = [(which, ways) for _, which, ways in test.totals()] if test is not None else [("", 1)]
    critical = Fraction(sum(ways for which, ways in rolled if which == "highest"), sum(ways for _, ways in rolled))
    left, least = (found.left, found.least) if found is not None else (1, 0)
    if battle.settings.structure_minimum != "original":
        least = max(least, least_damage(left))
    chances: dict[int, Fraction] = {}
    for lost, chance in ((points, 1 - critical), (2 * points, critical)):
        chances[lost] = chances.get(lost, Fraction(0)) + chance
    given = tuple((lost, chance) for lost, chance in sorted(chances.items()) if chance)
    wear: dict[int, Fraction] = {}
    for lost, chance in given:
        counts = min(lost, left) if lost >= least else 0
        wear[counts] = wear.get(counts, Fraction(0)) + chance
    return BlowOdds(given, tuple(sorted(wear.items())), wear.get(left, Fraction(0)))


def _warded(battle: Battle, power: Power, caster: Combatant, target: Combatant) -> bool:
    """Whether a protection stops it. # rule: DEF-3"""
    if power.attack == "none" or power.nature != "magical" or target.id == caster.id:
        return False
    return any(each.ward == "block" for each, _ in plight(battle, target).modifiers)


def _direct(
    battle: Battle, caster: Combatant, power: Power, target: Combatant, word: tuple[Modifier, ...]
) -> PowerOdds:
    """# rule: ATK-7"""
    sheet = power_sheet(battle, caster.id, power, target.id, word)
    least = 1 if sheet.damage or battle.settings.power_tie == "graze" else 0
    works = sum((chance for margin, chance in margins(sheet) if margin >= least), Fraction(0))
    return PowerOdds(target.id, odds(sheet, target), works * Fraction(10 - sheet.miss_chance, 10))


def _area_test(battle: Battle, caster: Combatant, power: Power, word: tuple[Modifier, ...]) -> Roll | None:
    """An area's one roll, None when it has an ND. # rule: ATK-5"""
    if power.attack != "area" or power.roll is None:
        return None
    attribute, found = caster.sheet.attribute(power.roll), changes(battle, caster, "attack", power.roll, sight=True)
    modifier = found.amount + sum(each.amount for each in word)
    return Roll(attribute.die, attribute.value, doubled(attribute.value, battle.settings), modifier,
                net_advantage(found.advantages, found.disadvantages, battle.settings), battle.settings.advantage_dice)


def _tested(
    battle: Battle, caster: Combatant, power: Power, target: Combatant, attack: Roll | int, trial: TestSheet
) -> PowerOdds:
    """Areas and internal attacks: a test of the target against a total or an ND. # rule: ATK-6 DEF-2"""
    saved = power.saved or ("half" if power.attack == "area" else "nothing")
    test = Roll(trial.die, trial.value, trial.highest, trial.modifier, trial.advantage, trial.advantage_dice)

    def dealt(critical: bool, passed: bool) -> int:
        if passed and saved == "nothing":
            return 0
        return _dealt(battle, caster, power, target, critical, passed)

    found = against_all(attack, test, dealt, trial.exceed)
    works = found.hit
    if saved == "nothing":
        found = replace(found, graze=Fraction(0), miss=found.graze)
    return PowerOdds(target.id, found, works)


def _dealt(
    battle: Battle, caster: Combatant, power: Power, target: Combatant, critical: bool = False, halved: bool = False
) -> int:
    """The damage of all its effects, or the hits that they take in quick combat. # rule: DMG-4 QCK-7"""
    total, against = 0, sheet_of(battle, target)
    for effect in power.effects:
        if isinstance(effect, DamageEffect):
            parts = damage_parts(caster.sheet, effect, power.nature)
            points = hit(parts, against, critical, halved, not effect.no_minimum).total
            total += min(points, 1) if battle.mode == "quick" else points
    return total
