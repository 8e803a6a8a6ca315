"""Exact odds of what is not a plain attack: tests against an ND, margins, areas. Equal to counting every face."""

import itertools
from collections import Counter
from fractions import Fraction

import pytest

from game.rules.actions import AttackStructure, BreakStructure
from game.rules.attack import AttackSheet
from game.rules.catalog import DamagePart, Settings, settings_with
from game.rules.checks import Cup, doubled, roll, succeeds
from game.rules.dice import ScriptedDice
from game.rules.evidence import Modifier
from game.rules.odds import Roll, against_all, blow_odds, break_odds, margin_of_at_least, margins, odds
from game.rules.resolve import roll_attack, strays
from game.rules.state import Structure
from game.rules.structures import structure_sheet
from game.spatial.grid import block
from tests.rules.arena import do, fight, fighter

SETTINGS = Settings()


def every_total(test):
    """Every total of a test, with repeats, by the code of play."""
    count = test.dice if test.advantage else 1
    for script in itertools.product(range(1, test.die + 1), repeat=count):
        yield roll(Cup(ScriptedDice(script), 0), test.die, test.value, test.highest, test.modifier, test.advantage,
                   test.dice)


@pytest.mark.parametrize("test", [
    Roll(8, 5, 10), Roll(4, 0, 5, -2), Roll(6, 7, 14, 3, 1), Roll(12, 2, 5, 0, -1), Roll(6, 3, 6, 1, 1, 3),
])
def test_reaching_an_nd(test):
    # rule: TST-1 TST-2 TST-3 TST-4 TST-5
    rolled = [each.total for each in every_total(test)]
    for nd in range(min(rolled) - 1, max(rolled) + 2):
        for word in ("reach", "exceed"):
            settings = Settings(difficulty=word)
            counted = Fraction(sum(succeeds(each, nd, settings) for each in rolled), len(rolled))
            assert test.reaches(nd, exceed=word == "exceed") == counted
    assert dict(test.distribution()) == {
        total: Fraction(count, len(rolled)) for total, count in Counter(rolled).items()}


def test_margins_of_a_disarm():
    # rule: MAN-1 MAN-6
    sheet = AttackSheet("a", "b", "", "melee", 8, 6, 12, 6, 4, 8, advantage=1, miss_chance=2, miss_rule="SIT-4",
                        modifiers=(Modifier("SIT-2", "x", 2, "attack"), Modifier("SIT-6", "y", 5, "defence")))
    counted, enough, whole = Counter(), Counter(), 0
    for veil in range(1, 11):
        for first, second, other in itertools.product(range(1, 9), range(1, 9), range(1, 7)):
            script = (veil, first, second, other) if veil > 2 else (veil,)
            done = roll_attack(sheet, Cup(ScriptedDice(script), 0))
            whole += 1
            if done.outcome == "concealed":
                continue
            margin = done.attack_total - done.defence_total
            counted[margin] += 1
            for least in (0, 5):
                enough[least] += margin >= least
    rolled = sum(counted.values())
    assert dict(margins(sheet)) == {margin: Fraction(count, rolled) for margin, count in counted.items()}
    for least in (0, 5):
        assert margin_of_at_least(sheet, least) == Fraction(enough[least], whole)


@pytest.mark.parametrize("margin", [None, 0, 5])
@pytest.mark.parametrize("stray", ["", "holder"])
def test_manoeuvres_and_attacks_that_stray(margin, stray):
    # rule: MAN-1 MAN-3 MAN-6 DMG-2
    parts = () if margin is not None else (DamagePart("cut", 4),)
    sheet = AttackSheet("a", "b", "", "melee", 8, 3, 6, 8, 6, 12, damage=parts, margin=margin, stray=stray,
                        miss_chance=2, miss_rule="SIT-4")
    outcomes, whole = Counter(), 0
    for veil, first, other in itertools.product(range(1, 11), range(1, 9), range(1, 9)):
        done = roll_attack(sheet, Cup(ScriptedDice((veil, first, other) if veil > 2 else (veil,)), 0))
        whole += 1
        outcomes["miss" if done.outcome == "concealed" else done.outcome] += 1
        outcomes["strays"] += strays(done)
    found = odds(sheet, fighter("b", "blue", (3, 2)))
    for name in ("hit", "graze", "miss", "strays"):
        assert getattr(found, name) == Fraction(outcomes[name], whole), name
    if margin is not None and not stray:
        assert margin_of_at_least(sheet, margin) == found.hit


@pytest.mark.parametrize("attack", [12, Roll(8, 5, 10), Roll(6, 4, 8, 2, -1)])
@pytest.mark.parametrize("exceed", [False, True])
def test_areas_halve(attack, exceed):
    # rule: ATK-5 DEF-2 CRI-1
    defence = Roll(6, doubled(3, SETTINGS), 6, 1, 1)

    def dealt(critical, halved):
        points = 7 * (2 if critical else 1)
        return max(points // 2, 1) if halved else points

    attacks = [(attack, False)] if isinstance(attack, int) else [
        (each.total, each.extreme == "highest") for each in every_total(attack)]
    damage, full = Counter(), Counter()
    for (total, critical), other in itertools.product(attacks, every_total(defence)):
        halved = other.total > total if exceed else other.total >= total
        damage[dealt(critical, halved)] += 1
        full[halved] += 1
    whole = sum(damage.values())
    found = against_all(attack, defence, dealt, exceed)
    assert dict(found.damage) == {points: Fraction(count, whole) for points, count in damage.items()}
    assert (found.hit, found.graze, found.miss) == (Fraction(full[False], whole), Fraction(full[True], whole), 0)


# --- things ----------------------------------------------------------------------------------------------------------


def door(nd=25, wear=0, **fields):
    made = fight(fighter("a", "red", (2, 2), **{"strength": (10, 8)} | fields), fighter("b", "blue", (9, 2)),
                 barriers=block((3, 2), structure="door"))
    return made.but(structures=(Structure("door", "door", ((3, 2),), open=False, nd=nd, wear=wear),))


@pytest.mark.parametrize(("nd", "wear"), [(25, 0), (30, 0), (49, 0), (25, 20), (25, 22), (55, 0)])
def test_blows_at_things(nd, wear):
    # rule: STR-3
    battle, action = door(nd, wear), AttackStructure("a", "door", "sword")
    found = blow_odds(structure_sheet(battle, action))
    points, worn, falls = Counter(), Counter(), 0
    for face in range(1, 9):
        struck, *fell = do(battle, action, dice=[face])[1]
        points[struck.points] += Fraction(1, 8)
        worn[struck.before - struck.after] += Fraction(1, 8)
        falls += Fraction(1, 8) * bool(fell)
    assert (dict(found.points), dict(found.wear), found.falls) == (dict(points), dict(worn), falls)


def test_blows_that_are_never_critical():
    # rule: STR-3
    battle = door(25).but(settings=settings_with({"structure_attacks": "plain"}))
    assert blow_odds(structure_sheet(battle, AttackStructure("a", "door", "sword"))).wear == ((5, Fraction(1)),)


@pytest.mark.parametrize("left", [1, 11, 15, 18, 19, 28, 29])
def test_breaking_at_once(left):
    # rule: STR-2 TST-5
    for word in ("reach", "exceed"):
        battle = door(40, 40 - left).but(settings=settings_with({"difficulty": word}))
        broken = sum(do(battle, BreakStructure("a", "door"), dice=[face])[1][0].success for face in range(1, 9))
        assert break_odds(battle, battle["a"], left) == Fraction(broken, 8)
