"""The GM's word: before a roll it enters the sheet, the odds and the log. # rule: GM"""

from fractions import Fraction

import pytest

from game.insight.narrate import sentences
from game.rules.actions import Attack, EndTurn, Manoeuvre, SneakAttack, UsePower
from game.rules.attack import MOST_WORD, attack_sheet, spoken
from game.rules.events import Attacked, PowerUsed, Tested
from game.rules.manoeuvres import manoeuvre_sheet
from game.rules.odds import odds
from game.rules.power_odds import power_odds
from game.rules.sneak import sneak_sheet
from game.rules.state import Placement
from game.texts import tr
from tests.rules.arena import amounts, do, fight, fighter, modifier, reason
from tests.rules.effects_arena import power, turns

DARK = {"master": -2, "reason": "darkness"}


def duel(**fields):
    return fight(fighter("a", "red", (2, 2)), fighter("b", "blue", (3, 2)), **fields)


def mage(id, foe=(6, 4), **fields):
    made = fighter("m", "red", (3, 4), powers=(power(id),), wits=(10, 10), spirit=(10, 10), **fields)
    return fight(made, fighter("f", "blue", foe, pv=30), cols=14)


def said(events, where):
    return [tr(each) for event in events for each in sentences(event, where)]


def test_the_word_is_a_modifier_of_the_sheet_and_of_the_odds():
    # rule: GM
    where = duel()
    plain = attack_sheet(where, Attack("a", "b", "sword"))
    worse = attack_sheet(where, Attack("a", "b", "sword", **DARK))
    assert amounts(plain) == {}
    assert amounts(worse) == {"GM": -2}
    assert (modifier(worse, "GM").label, modifier(worse, "GM").side) == ("darkness", "attack")
    assert worse.attack_total_modifier == -2
    better = attack_sheet(where, Attack("a", "b", "sword", master=3))
    chances = [odds(each, where["b"]).hit for each in (worse, plain, better)]
    assert chances == sorted(chances)
    assert chances[0] < chances[1] < chances[2]


def test_the_word_is_in_the_roll_and_in_the_log():
    # rule: GM
    where, events = do(duel(), Attack("a", "b", "sword", **DARK), dice=(5, 4))
    attacked = next(each for each in events if isinstance(each, Attacked))
    assert (attacked.attack_total, attacked.outcome) == (5 + 5 - 2, "miss")
    assert "-2 to the attack: darkness (GM)." in said(events, where)
    _, events = do(duel(), Attack("a", "b", "sword", master=1), dice=(5, 4))
    assert "+1 to the attack: the game master's word (GM)." in said(events, duel())


def test_manoeuvres_and_sneak_attacks_take_it_too():
    # rule: GM MAN-1 SIT-1
    where = duel()
    where = where.but(turn=where.turn.but(unseen=("b",)))
    assert amounts(manoeuvre_sheet(where, Manoeuvre("a", "b", "trip", **DARK))) == {"GM": -2}
    assert amounts(sneak_sheet(where, SneakAttack("a", "b", "sword", **DARK), success=False)) == {"GM": -2}
    _, events = do(where, SneakAttack("a", "b", "sword", **DARK), dice=(5, 5, 4))
    assert next(each for each in events if isinstance(each, Attacked)).attack_total == 8


def test_an_areas_roll_takes_it_and_so_do_its_odds():
    # rule: GM ATK-5 DEF-2
    where, place = mage("fireball", (10, 4)), Placement("corner", 10, 4)
    fire = power("fireball")
    assert fire.roll is not None
    _, events = do(where, UsePower("m", "fireball", (), place, **DARK), dice=(5, 4))
    used = next(each for each in events if isinstance(each, PowerUsed))
    assert used.total == 5 + 10 - 2
    assert used.modifiers[-1].rule == "GM"
    assert next(each for each in events if isinstance(each, Tested)).difficulty == 13
    word = spoken(UsePower("m", "fireball", **DARK))
    assert power_odds(where, "m", fire, "f", word).odds.hit < power_odds(where, "m", fire, "f").odds.hit


def test_an_nd_takes_it_and_the_log_says_so():
    # rule: GM ATK-6
    where, terror = mage("terror"), power("terror")
    after, events = do(where, UsePower("m", "terror", ("f",), master=4, reason="a good speech"), dice=(4,))
    assert next(each for each in events if isinstance(each, Tested)).difficulty == terror.nd + 4
    assert f"Each tests against ND {terror.nd + 4}." in said(events, after)
    assert "+4 to the test: a good speech (GM)." in said(events, after)
    word = spoken(UsePower("m", "terror", master=-4))
    assert power_odds(where, "m", terror, "f", word).works == power_odds(where, "m", terror, "f").works - Fraction(4, 8)


def test_a_direct_attack_of_a_power_takes_it_once():
    # rule: GM ATK-7
    where = mage("arcane-bolt")
    _, events = do(where, UsePower("m", "arcane-bolt", ("f",), **DARK), dice=(5, 8))
    assert next(each for each in events if isinstance(each, PowerUsed)).modifiers == ()
    assert amounts(next(each for each in events if isinstance(each, Attacked)).sheet)["GM"] == -2


def test_a_long_casting_remembers_it():
    # rule: GM ACT-4
    action = UsePower("m", "pillar-of-light", (), Placement("corner", 8, 4), **DARK)
    where, _ = do(mage("pillar-of-light", (8, 4)), action)
    assert [each.amount for each in where["m"].casting.word] == [-2]
    where, _ = turns(where, 1)
    after, events = do(where, EndTurn("f"), dice=(5, 4))
    assert next(each for each in events if isinstance(each, PowerUsed)).total == 5 + 10 - 2
    assert after["m"].casting is None


def test_a_word_that_means_nothing_is_refused():
    # rule: GM ACT-6
    assert "at most" in reason(duel(), Attack("a", "b", "sword", master=MOST_WORD + 1))
    assert "at most" in reason(duel(), Attack("a", "b", "sword", master=-MOST_WORD - 1))
    fog = mage("fog")
    assert "changes nothing" in reason(fog, UsePower("m", "fog", (), Placement("corner", 6, 4), master=1))
    assert not reason(fog, UsePower("m", "fog", (), Placement("corner", 6, 4)))


@pytest.mark.parametrize("master", [2, -7])
def test_in_quick_combat_it_counts_with_all_the_rest(master):
    # rule: GM QCK-6
    where = duel().but(mode="quick")
    made = attack_sheet(where, Attack("a", "b", "sword", master=master))
    assert made.attack_total_modifier == (1 if master > 0 else -1)
