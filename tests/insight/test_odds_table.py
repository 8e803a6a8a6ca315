"""The odds as a table and as data."""

from dataclasses import replace
from fractions import Fraction

import pytest

from game.errors import IllegalAction
from game.insight.odds_table import Question, answer
from game.rules.evidence import Modifier
from game.rules.odds import odds
from game.rules.powers import powers
from game.rules.state import Structure
from game.spatial.grid import block
from game.texts import set_language, tr
from tests.rules.arena import battle, fight, fighter, sheet_of
from tests.rules.test_quick import duel


@pytest.fixture
def scene():
    made = fight(
        fighter("ann", "red", (2, 2), weapons=("sword", "bow"), hands=("sword",), strength=(10, 8)),
        fighter("bob", "blue", (3, 2), pv=8), fighter("far", "blue", (9, 2)),
        barriers=block((2, 3), structure="crate"),
    )
    return made.but(structures=(Structure("crate", "block", ((2, 3),), nd=25),))


def table(found):
    return {tr(row.label): row.said for row in found.rows}


def test_an_attack_with_what_is_in_hand(scene):
    # rule: DMG-1 DMG-2 DMG-3
    found = answer(scene, Question("ann", "bob"))
    assert tr(found.headline) == "Ann against Bob, in melee: Sword"
    assert found.refused is None
    assert table(found) == {
        "hit": "43.75 %", "critical hit": "10.94 %", "graze": "12.5 %", "miss": "43.75 %", "damage, on average": "2.86",
        "exactly 0": "43.75 %", "exactly 1": "12.5 %", "exactly 5": "32.81 %", "exactly 10": "10.94 %",
        "out of the fight (at 8)": "10.94 %",
    }
    assert found.data["hit"] == "7/16"
    assert found.data["damage"][-1] == [10, "7/64"]
    exact = odds(sheet_of(scene, "ann", "bob"), scene["bob"])
    assert found.data["expected"] == str(exact.expected)
    assert [row.chance for row in found.rows if tr(row.label) == "hit"] == [exact.hit] == [Fraction(7, 16)]


def test_the_way_follows_from_weapon_and_distance_unless_said(scene):
    # rule: ATK-1 ATK-2
    assert answer(scene, Question("ann", "far")).data["mode"] == "melee", "a sword is not thrown"
    assert answer(scene, Question("ann", "far", "bow")).data["mode"] == "ranged"
    assert tr(answer(scene, Question("ann", "far", "bow")).refused or "") == "Ann must draw this first: Bow"
    assert answer(scene, Question("ann", "bob", "bow", "melee")).data["mode"] == "melee"
    assert answer(scene, Question("ann", "bob", "-")).data["weapon"] == ""
    there = answer(scene, Question("ann", "far", at=(8, 2)))
    assert there.refused is None


def test_modifiers_are_lines(scene):
    # rule: SIT-2
    flanked = scene.with_combatant(scene["far"].but(team="red", cell=(4, 2)))
    found = answer(flanked, Question("ann", "bob"))
    assert [tr(line) for line in found.lines] == ["+2 to the attack: flanking (SIT-2)."]
    assert found.data["modifiers"] == [["SIT-2", "attack", 2]]


def test_a_thing(scene):
    # rule: STR-2 STR-3
    found = answer(scene, Question("ann", "crate"))
    assert tr(found.headline) == "Ann against block at C4, in melee: Sword"
    assert table(found) == {
        "ND, now and as made": "25 / 25", "least damage that counts": "5", "broken at once by strength": "12.5 %",
        "wear by a blow, on average": "5.62", "exactly 5": "87.5 %", "exactly 10": "12.5 %",
        "falls by this blow": "0 %",
    }
    assert (found.data["break"], found.data["falls"]) == ("1/8", "0")
    tired = scene.with_combatant(scene["ann"].but(efforts=(("crate", 7),)))
    assert table(answer(tired, Question("ann", "crate")))["PV that the effort costs"] == "3"


def test_quick_combat_counts_hits():
    # rule: QCK-2 QCK-3
    found = answer(duel(), Question("a", "b"))
    assert table(found)["hits taken, on average"] == "0.75"
    assert table(found)["out of the fight (at 3)"] == "0 %"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (Question("zoe", "bob"), "there is no creature 'zoe' in this battle"),
        (Question("ann", "crat"), "there is neither creature nor thing 'crat': this is not known; did you mean crate?"),
        (Question("ann", "bob", "halberd"), "Ann carries no 'halberd'"),
        (Question("ann", "bob", at=(3, 2)), "D3 is taken by Bob"),
        (Question("ann", "bob", at=(2, 3)), "something solid stands on C4"),
    ],
)
def test_what_there_is_not_is_named(scene, asked, said):
    with pytest.raises(IllegalAction) as refused:
        answer(scene, asked)
    assert said in str(refused.value)


def test_before_they_are_placed():
    waiting = battle(fighter("ann", "red", None), fighter("bob", "blue", (3, 2)))
    with pytest.raises(IllegalAction, match="not on the map yet"):
        answer(waiting, Question("ann", "bob"))
    assert answer(waiting, Question("ann", "bob", at=(2, 2))).refused is None


def test_numbers_are_those_of_the_language(scene):
    set_language("es")
    try:
        assert "43,75 %" in [row.said for row in answer(scene, Question("ann", "bob")).rows]
    finally:
        set_language("en")


def test_a_power(scene):
    # rule: ATK-5 DEF-2
    wizard = scene["ann"].but(sheet=replace(scene["ann"].sheet, powers=(powers()["frost-breath"],)))
    found = answer(scene.with_combatant(wizard), Question("ann", "bob", power="frost-breath"))
    assert tr(found.headline) == "Ann against Bob: Frost breath"
    assert table(found) == {
        "the whole of its damage": "75 %", "a part of it": "25 %", "none of it": "0 %", "its other effects": "75 %",
        "damage, on average": "4.25", "exactly 2": "25 %", "exactly 5": "75 %", "out of the fight (at 8)": "0 %",
    }
    assert (found.data["works"], found.data["power"]) == ("3/4", "frost-breath")
    with pytest.raises(IllegalAction, match="has no power 'frost'"):
        answer(scene.with_combatant(wizard), Question("ann", "bob", power="frost"))
    with pytest.raises(IllegalAction, match="there is no creature"):
        answer(scene.with_combatant(wizard), Question("ann", "crate", power="frost-breath"))


def test_a_manoeuvre(scene):
    # rule: MAN-1 MAN-6
    found = answer(scene, Question("ann", "bob", manoeuvre="disarm"))
    assert table(found) == {"works, by a margin of 5": "21.88 %", "fails": "78.12 %"}
    margins = [a + 5 * (a == 8) - 5 * (a == 1) - (b + 5 * (b == 8) - 5 * (b == 1))
               for a in range(1, 9) for b in range(1, 9)]
    assert found.data["hit"] == str(Fraction(sum(each >= 5 for each in margins), 64))
    with pytest.raises(IllegalAction):
        answer(scene, Question("ann", "bob", manoeuvre="juggle"))


def test_a_sneak_attack(scene):
    """Bob's half acuity die and acuity make 9; then -2 to his defence, else a normal attack."""
    # rule: SIT-1 TST-5
    found = answer(scene, Question("ann", "bob", sneak=True))
    caught = Fraction(sum(face + (10 if face == 8 else 5) - 5 * (face == 1) >= 9 for face in range(1, 9)), 8)
    assert Fraction(found.data["caught"]) == caught
    plain = answer(scene, Question("ann", "bob"))
    off_guard = replace(sheet_of(scene, "ann", "bob"),
                        modifiers=(Modifier("SIT-1", "off guard", -2, "defence"),))
    expected = caught * odds(off_guard, scene["bob"]).hit + (1 - caught) * Fraction(plain.data["hit"])
    assert Fraction(found.data["hit"]) == expected
    assert sum(Fraction(chance) for _, chance in found.data["damage"]) == 1
    assert "caught off guard" in table(found)
