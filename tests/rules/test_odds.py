"""Exact odds: equal to counting every face of every die."""

import itertools
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules.attack import AttackSheet, Evidence, Modifier, damage_of
from game.rules.catalog import DamagePart
from game.rules.checks import Cup
from game.rules.dice import ScriptedDice, SeededDice
from game.rules.odds import faces, odds
from game.rules.resolve import roll_attack
from game.rules.sheet import DamageResponse
from tests.rules.arena import fight, fighter, sheet_of

DICE = [4, 6, 8, 10, 12, 20]


def by_hand(sheet, target):
    """Roll every combination of faces through the very code of play, and count."""
    veil = range(1, 11) if sheet.miss_chance else [None]
    attack = [range(1, sheet.attack_die + 1)] * (sheet.advantage_dice if sheet.advantage else 1)
    defence = [range(1, sheet.defence_die + 1)] * (sheet.advantage_dice if sheet.defence_advantage else 1)
    outcomes, damage, total = Counter(), Counter(), 0
    for first in veil:
        for rest in itertools.product(*attack, *defence):
            script = rest if first is None else (first, *rest)
            attacked = roll_attack(sheet, Cup(ScriptedDice(script), 0))
            total += 1
            outcomes["miss" if attacked.outcome == "concealed" else attacked.outcome] += 1
            outcomes["concealed"] += attacked.outcome == "concealed"
            outcomes["critical"] += attacked.outcome == "hit" and attacked.critical
            points = 0
            if attacked.outcome in ("hit", "graze"):
                points = damage_of(sheet, target.sheet, attacked.outcome == "graze", attacked.critical).total
            damage[points] += 1
    return {key: Fraction(count, total) for key, count in outcomes.items()}, {
        points: Fraction(count, total) for points, count in damage.items()
    }


def check(sheet, target):
    found, (outcomes, damage) = odds(sheet, target), by_hand(sheet, target)
    assert (found.hit, found.graze, found.miss, found.critical, found.concealed) == tuple(
        outcomes.get(key, 0) for key in ("hit", "graze", "miss", "critical", "concealed")
    )
    assert dict(found.damage) == damage
    return found


def plain(**fields):
    values = {"attack_die": 8, "attack_value": 5, "attack_highest": 10, "defence_die": 8, "defence_value": 5,
              "defence_highest": 10, "damage": (DamagePart("cut", 4),)}
    return AttackSheet("a", "b", "", "melee", **(values | fields))


FOE = fighter("b", "blue", (3, 2), pv=10)


def test_even_creatures_by_hand():
    """Two d8 with 5: of 64 pairs 8 tie, the rest is even."""
    # rule: TST-1 DMG-1 DMG-2 DMG-3
    found = check(plain(), FOE)
    assert (found.hit, found.graze, found.miss) == (Fraction(28, 64), Fraction(8, 64), Fraction(28, 64))
    assert found.critical == Fraction(7, 64)
    assert found.damage == ((0, Fraction(28, 64)), (1, Fraction(8, 64)), (4, Fraction(21, 64)), (8, Fraction(7, 64)))
    assert found.expected == Fraction(8 + 84 + 56, 64)
    assert found.at_least(4) == Fraction(28, 64)
    assert found.at_least(5) == Fraction(7, 64)
    assert (found.at_least(0), found.at_least(9)) == (1, 0)


@pytest.mark.parametrize(("attack", "defence"), [*itertools.product(DICE, DICE)])
def test_every_pair_of_dice(attack, defence):
    # rule: TST-2 TST-3
    check(plain(attack_die=attack, defence_die=defence), FOE)


@pytest.mark.parametrize(("chance", "rule"), [(2, "SIT-4"), (5, "SIT-5")])
def test_concealment_takes_its_share_first(chance, rule):
    # rule: SIT-4 SIT-5
    bare, veiled = odds(plain(), FOE), check(plain(miss_chance=chance, miss_rule=rule), FOE)
    assert veiled.concealed == Fraction(chance, 10)
    assert veiled.hit == bare.hit * Fraction(10 - chance, 10)


@pytest.mark.parametrize(("advantage", "against"), [*itertools.product((-1, 0, 1), repeat=2)])
def test_advantage_on_either_side(advantage, against):
    # rule: TST-4
    sheet = plain(attack_die=6, defence_die=6, advantage=advantage, defence_advantage=against)
    check(sheet, FOE)
    three = replace(sheet, attack_die=4, defence_die=4, advantage_dice=3)
    check(three, FOE)


def test_ways_of_keeping_a_face():
    # rule: TST-4
    assert sum(faces(8, 1, 3)) == 8**3
    assert faces(6, 1, 2) == faces(6, -1, 2)[::-1]


def test_damage_after_types_and_armour():
    # rule: DMG-4 DMG-15
    fiery = plain(damage=(DamagePart("cut", 3), DamagePart("fire", 2)), graze_doubles=True)
    resisting = fighter("b", "blue", (3, 2), reduction=2, responses=(DamageResponse("resistant", "cut"),))
    check(fiery, resisting)
    assert {points for points, _ in odds(fiery, resisting).damage} == {0, 1, 5}
    plated = fighter("b", "blue", (3, 2), cancels_minimum=True)
    assert odds(plain(), plated).graze > 0
    assert 1 not in dict(odds(plain(), plated).damage)


@settings(max_examples=40)
@given(
    st.sampled_from([4, 6, 8]), st.sampled_from([4, 6, 8]), st.integers(0, 12), st.integers(0, 12),
    st.integers(-7, 7), st.integers(-5, 10), st.sampled_from([0, 2, 5]), st.integers(-1, 1), st.booleans(),
)
def test_odds_are_what_counting_gives(attack, defence, value, other, plus, minus, chance, advantage, graze_doubles):
    # rule: TST-1 TST-2 TST-3 TST-4 DMG-1 DMG-2 DMG-3 CRI-1
    sheet = plain(
        attack_die=attack, defence_die=defence, attack_value=value, attack_highest=max(2 * value, 5),
        defence_value=other, defence_highest=max(2 * other, 5), advantage=advantage,
        modifiers=(Modifier("SIT-2", "x", plus, "attack"), Modifier("SIT-6", "y", minus, "defence", Evidence())),
        miss_chance=chance, miss_rule={0: "", 2: "SIT-4", 5: "SIT-5"}[chance], graze_doubles=graze_doubles,
    )  # fmt: skip
    found = check(sheet, FOE) if advantage == 0 or attack < 8 else odds(sheet, FOE)
    assert found.hit + found.graze + found.miss == 1
    assert sum(each for _, each in found.damage) == 1
    assert found.critical <= found.hit
    assert found.concealed <= found.miss


def test_play_agrees_with_the_odds_within_sampling_error():
    # rule: TST-6
    battle = fight(fighter("a", "red", (2, 2), mobility=(7, 10)), fighter("b", "blue", (3, 2)))
    sheet = sheet_of(battle, "a", "b")
    found, cup, count = odds(sheet, battle["b"]), Cup(SeededDice(3), 0), 4000
    seen = Counter(roll_attack(sheet, cup).outcome for _ in range(count))
    for outcome, chance in (("hit", found.hit), ("graze", found.graze), ("miss", found.miss)):
        assert abs(seen[outcome] - count * float(chance)) < 4 * (count * float(chance * (1 - chance))) ** 0.5


@pytest.mark.bench
def test_odds_of_two_d20(benchmark):
    """One sheet, the largest dice: under 1 ms."""
    sheet = plain(attack_die=20, defence_die=20, advantage=1, defence_advantage=-1, miss_chance=2)
    assert benchmark(odds, sheet, FOE).concealed == Fraction(1, 5)
