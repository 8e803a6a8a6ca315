"""Exact odds of every shipped power: equal to playing it with every face of every die."""

import itertools
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from game.rules.actions import Activate, UsePower
from game.rules.conditions import with_condition
from game.rules.dice import ScriptedDice, SeededDice
from game.rules.engine import apply, legal_actions, why_illegal
from game.rules.events import ConditionGained, Damaged, HitsChanged, OngoingBegan, PowerUsed, Warded, dice_of
from game.rules.power_odds import power_odds
from game.rules.powers import ConditionEffect, ModifierEffect, powers
from game.rules.quick import started
from game.rules.sheet import DamageResponse
from game.rules.state import Condition, Ongoing
from tests.rules.arena import fight, fighter

ATTACKS = [id for id, power in powers().items() if power.attack != "none" and power.action != "long"]


def scene(id, **target):
    """A caster with one power, and a target of 300 PV within its range."""
    caster = fighter("a", "red", (4, 4), wits=(6, 6), spirit=(4, 6))
    caster = caster.but(sheet=replace(caster.sheet, powers=(powers()[id],)))
    fields = {"pv": 300, "mobility": (6, 6), "resistance": (30 if target.pop("many_hits", False) else 3, 8)}
    cell = (5, 4) if powers()[id].range == 1 else (7, 4)
    return fight(caster, fighter("b", "blue", cell, **fields | target), cols=11, rows=9)


def chosen(battle):
    """The first way to use the power that meets the target alone, and the dice that it takes."""
    for action in legal_actions(battle):
        if not isinstance(action, UsePower | Activate):
            continue
        for wanted in (action, replace(action, targets=("b",))):
            if why_illegal(battle, wanted) is None:
                events = apply(battle, wanted, SeededDice(1))[1]
                used = next((each for each in events if isinstance(each, PowerUsed)), None)
                if used is not None and used.targets == ("b",):
                    return wanted, [die.sides for event in events for die in dice_of(event)]
    raise AssertionError("no way to use it on the target alone")


def played(battle, action, sides):
    """Every face of every die: the points that the target loses, and how often other effects get through."""
    points, works, whole = Counter(), 0, 0
    for faces in itertools.product(*(range(1, each + 1) for each in sides)):
        _, events = apply(battle, action, ScriptedDice(faces, battle.dice))
        lost = sum(each.total for each in events if isinstance(each, Damaged) and each.who == "b")
        lost += sum(each.before - each.after for each in events if isinstance(each, HitsChanged))
        points[lost] += 1
        works += any(isinstance(each, ConditionGained | OngoingBegan) and each.who == "b" for each in events)
        whole += 1
    return {lost: Fraction(count, whole) for lost, count in points.items()}, Fraction(works, whole)


def check(battle, id):
    action, sides = chosen(battle)
    points, works = played(battle, action, sides)
    found = power_odds(battle, "a", powers()[id], "b")
    assert dict(found.odds.damage) == points
    assert found.odds.hit + found.odds.graze + found.odds.miss == 1
    if any(isinstance(each, ConditionEffect | ModifierEffect) for each in powers()[id].effects):
        assert found.works == works
    return found


@pytest.mark.parametrize("id", ATTACKS)
def test_odds_are_what_playing_gives(id):
    # rule: ATK-5 ATK-6 ATK-7 DEF-2 TST-1 TST-5
    check(scene(id), id)


@pytest.mark.parametrize("id", ["fireball", "frost-breath", "arcane-bolt"])
def test_types_armour_and_conditions_count(id):
    # rule: DMG-4 DMG-12 DEF-2 DEF-4
    fields = {"responses": (DamageResponse("resistant", "fire"), DamageResponse("vulnerable", "cold")), "reduction": 1,
              "defence": 2}
    check(scene(id, **fields), id)
    slow = scene(id, **fields)
    check(slow.with_combatant(with_condition(slow["b"], Condition("disoriented", "a"))), id)
    still = scene(id)
    check(still.with_combatant(with_condition(still["b"], Condition("paralysed", "a"))), id)


def test_a_ward_stops_it_for_certain():
    # rule: DEF-3
    battle = scene("fireball")
    shield = next(each for each in powers()["spell-shield"].effects if isinstance(each, ModifierEffect))
    battle = battle.with_combatant(battle["b"].but(ongoing=(Ongoing(shield, "b", "magical"),)))
    found = power_odds(battle, "a", powers()["fireball"], "b")
    assert shield.ward == "block"
    assert (found.odds.miss, found.works, found.odds.damage) == (1, 0, ((0, Fraction(1)),))
    action, _ = chosen(battle)
    assert any(isinstance(each, Warded) for each in apply(battle, action, SeededDice(1))[1])


def test_in_quick_combat_a_spell_takes_one_hit():
    # rule: QCK-7
    battle = scene("fireball", many_hits=True).but(mode="quick")
    battle = battle.but(combatants=tuple(started(each) for each in battle.combatants))
    found = check(battle, "fireball")
    assert {points for points, _ in found.odds.damage} == {1}, "half the damage is a hit all the same"
