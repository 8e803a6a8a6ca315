"""Traits: what the file may say, and what each kind of them does."""

from dataclasses import replace

import pytest

from game.checked import Document
from game.errors import DataError
from game.rules.bodies import reach_of
from game.rules.catalog import UNARMED, DamagePart, settings_with, weapons
from game.rules.damage import full_damage, graze, hit
from game.rules.sheet import ConditionResponse, DamageResponse
from game.rules.traits import check_traits, equipped, granted, traits
from tests.rules.arena import amounts, fight, fighter, sheet, sheet_of


def dealt(weapon, ranged=False, **fields):
    parts, main = full_damage(sheet(**fields), weapon, ranged, sheet("foe"), settings_with({}))
    return parts[main].amount


def test_tactical_aim_adds_acuity_to_shots_alone():
    # rule: DMG-7 SHT-3
    bow, javelin = weapons()["bow"], weapons()["javelin"]
    aim = {"acuity": (15, 8), "traits": ("tactical_aim",)}
    assert dealt(bow, True, **aim) == dealt(bow, True, acuity=(15, 8)) + 3
    assert dealt(javelin, True, **aim) == dealt(javelin, True, acuity=(15, 8))


def test_long_reach_strikes_a_metre_farther():
    # rule: ATK-1 SHT-3
    where = fight(fighter("a", "red", (1, 1), traits=("long_reach",), size="large"), fighter("b", "blue", (5, 1)))
    assert reach_of(where, where["a"]) == 1 + 1 + 1
    assert reach_of(where, where["a"], weapons()["spear"]) == weapons()["spear"].reach + 2
    assert sheet_of(where, "a", "b").refused is None
    plain = fight(fighter("a", "red", (1, 1), size="large"), fighter("b", "blue", (5, 1)))
    assert sheet_of(plain, "a", "b").refused is not None


def test_a_brawlers_fists_do_one_more_and_his_sword_does_not():
    # rule: DMG-8 SHT-3
    assert dealt(UNARMED, traits=("brawler",)) == dealt(UNARMED) + 1
    assert dealt(weapons()["sword"], traits=("brawler",)) == dealt(weapons()["sword"])
    assert dealt(weapons()["bow"], traits=("brawler",)) == dealt(weapons()["bow"])  # swung: improvised


def test_a_deft_hand_adds_mobility_where_it_is_better():
    # rule: DMG-9 SHT-3
    sword = weapons()["sword"]
    assert dealt(sword, mobility=(15, 8), traits=("deft_hand",)) == 1 + sword.increase + 3
    assert dealt(sword, mobility=(0, 8), traits=("deft_hand",)) == 1 + sword.increase + 1
    bow = weapons()["bow"]
    assert dealt(bow, True, mobility=(15, 8), traits=("deft_hand",)) == dealt(bow, True)


@pytest.mark.parametrize(
    ("trait", "part", "points"),
    [
        ("thick_hide", DamagePart("cut", 4), 3),
        ("shock_armour", DamagePart("electric", 5), 2),
        ("shock_armour", DamagePart("cut", 5), 5),
        ("fireproof", DamagePart("fire", 6), 0),
        ("half_real", DamagePart("cut", 5), 2),
        ("half_real", DamagePart("cut", 5, "magical"), 5),
        ("half_real", DamagePart("magical", 5), 5),
    ],
)
def test_protecting_traits_are_written_onto_the_sheet(trait, part, points):
    # rule: DEF-3 DMG-11 DMG-12 DMG-14
    assert hit([part], equipped(sheet(traits=(trait,)))).total == points


def test_padded_armour_cancels_the_minimum():
    # rule: DEF-3 DMG-5
    padded = equipped(sheet(traits=("padded_armour", "thick_hide")))
    assert (padded.reduction, padded.cancels_minimum) == (1, True)
    assert hit([DamagePart("cut", 1)], padded).total == 0
    assert graze(DamagePart("cut"), padded).total == 0


def test_traits_add_to_what_the_sheet_says():
    # rule: SHT-3 DEF-1 CND-5
    own = DamageResponse("vulnerable", "fire")
    made = equipped(sheet(traits=("evasive", "fireproof", "sure_footed"), defence=2, responses=(own,)))
    assert made.defence == 3
    assert made.responses == (own, DamageResponse("immune", "fire"))
    assert made.condition_responses == (ConditionResponse("immune", "burning"), ConditionResponse("immune", "prone"))
    where = fight(fighter("a", "red", (1, 1)), fighter("b", "blue", (2, 1)))
    evasive = where.with_combatant(replace(where["b"], sheet=made))
    assert amounts(sheet_of(evasive, "a", "b"))["DEF-1"] == 3


def test_traits_add_up():
    # rule: SHT-3
    both = granted(sheet(traits=("swift", "sprinter", "long_reach", "unheard_of")))
    assert (both.move, both.dash, both.reach, both.aim) == (2, 1, 1, False)


def test_every_trait_has_a_name_and_tells_what_it_does():
    assert {"tactical_aim", "long_reach", "swift", "sprinter"} <= traits().keys()
    assert all(each.text.endswith(".") for each in traits().values())


def test_faults_in_a_trait_file_are_told():
    rows = [{"id": "a", "name": "A", "responses": [{"response": "immune", "kind": "fyre"}]},
            {"id": "a", "name": "B", "conditions": [{"response": "immune", "condition": "prune"}]}]
    with pytest.raises(DataError) as found:
        check_traits(Document("t.toml", {"trait": rows}))
    assert [each.field for each in found.value.problems] == [
        "trait.1.responses.1", "trait.2.id", "trait.2.conditions.1",
    ]
