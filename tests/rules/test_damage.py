"""Damage: the text's examples, then each rule, then the order of them all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.catalog import UNARMED, DamagePart, Weapon, damage_types, settings_with, weapons
from game.rules.damage import after_types, full_damage, graze, hit, responses, with_nature
from game.rules.sheet import DamageResponse
from tests.rules.arena import sheet

KINDS = ["cut", "pierce", "bludgeon", "fire", "cold", "electric", "chemical", "sonic", "psychic", "magical"]
PLAIN = settings_with({})


def target(*found, **fields):
    """A target; responses as "resistant fire", "immune mundane", "vulnerable"."""
    made = []
    for each in found:
        response, *rest = each.split()
        nature = next((word for word in rest if word in ("mundane", "magical!")), None)
        kind = next((word for word in rest if word != nature), "")
        made.append(DamageResponse(response, kind, "magical" if nature == "magical!" else nature))
    return sheet(responses=tuple(made), **fields)


def strike(amount, found, kind="fire", critical=False, **fields):
    return hit([DamagePart(kind, amount)], target(*found, **fields), critical).total


def made(weapon, settings=PLAIN, ranged=False, foe=None, **fields):
    """The amounts of a full hit."""
    parts, _ = full_damage(sheet(**fields), weapon, ranged, foe or target(), settings)
    return [(part.kind, part.amount) for part in parts]


@pytest.mark.parametrize(
    ("amount", "found", "critical", "dealt"),
    [
        (5, ["resistant fire"], False, 2),  # the text's examples
        (5, ["resistant fire"], True, 5),
        (2, ["vulnerable fire"], False, 4),
        (2, ["vulnerable fire"], True, 8),
        (6, ["immune fire"], False, 0),
    ],
)
def test_the_examples_of_the_text(amount, found, critical, dealt):
    # rule: DMG-12 DMG-13 DMG-14
    assert strike(amount, found, critical=critical) == dealt


@pytest.mark.parametrize(("amount", "dealt"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (9, 4)])
def test_resistance_halves_down_and_cancels_the_minimum(amount, dealt):
    # rule: DMG-12 DMG-5
    assert strike(amount, ["resistant fire"]) == dealt


def test_only_the_named_type_meets_a_response():
    # rule: DMG-10
    for kind in KINDS:
        for other in KINDS:
            assert strike(4, [f"immune {kind}"], other) == (0 if kind == other else 4)


def test_the_types_of_the_text_are_all_there_and_only_magical_is_magical():
    # rule: DMG-10
    assert [*damage_types()] == [*KINDS, "untyped"]
    assert {kind: DamagePart(kind).nature for kind in KINDS} == {
        kind: "magical" if kind == "magical" else "mundane" for kind in KINDS
    }
    assert DamagePart("cut", nature="magical").nature == "magical"


def test_damage_of_a_magical_effect_is_magical_whatever_its_type():
    # rule: DMG-10 EFF-5
    parts = (DamagePart("fire", 3), DamagePart("cut", 1))
    assert [each.nature for each in with_nature(parts, "magical")] == ["magical", "magical"]
    assert with_nature(parts, "mundane") == parts
    assert [each.nature for each in with_nature((DamagePart("magical", 1),), "mundane")] == ["magical"]


def test_one_may_ignore_mundane_effects_and_suffer_magical_ones():
    # rule: DMG-11 EFF-5
    ghost = target("immune mundane")
    assert hit([DamagePart("cut", 4)], ghost).total == 0
    assert hit([DamagePart("cut", 4, "magical")], ghost).total == 4
    assert hit([DamagePart("magical", 4)], ghost).total == 4
    tough = target("resistant mundane")
    assert hit([DamagePart("cut", 5)], tough).total == 2
    assert hit([DamagePart("magical", 5)], tough).total == 5
    assert strike(5, ["vulnerable magical!"], "magical") == 10
    assert strike(5, ["vulnerable magical!"], "fire") == 5


def test_responses_of_one_kind_count_once_and_apply_in_their_order():
    # rule: DMG-4
    twice = target("resistant fire", "resistant mundane", "resistant")
    assert responses(twice, DamagePart("fire", 8)) == ("resistant",)
    assert hit([DamagePart("fire", 8)], twice).total == 4
    assert after_types(5, ("resistant", "vulnerable")) == 4  # halved first: 5 -> 2 -> 4
    assert after_types(5, ("immune", "vulnerable")) == 0


@pytest.mark.parametrize(("strength", "bonus"), [(0, 0), (4, 0), (5, 1), (12, 2), (20, 4)])
def test_a_blow_and_a_throw_add_the_strength_bonus(strength, bonus):
    # rule: DMG-6 SHT-2
    assert made(weapons()["sword"], strength=(strength, 8)) == [("cut", 1 + 2 + bonus)]
    assert made(weapons()["spear"], ranged=True, strength=(strength, 8)) == [("pierce", 1 + 2 + bonus)]


def test_a_shot_adds_no_attribute_but_with_tactical_aim_the_acuity_bonus():
    # rule: DMG-7
    bow, strong = weapons()["bow"], {"strength": (20, 8), "acuity": (12, 8)}
    assert made(bow, ranged=True, **strong) == [("pierce", 3)]
    assert made(bow, ranged=True, traits=("tactical_aim",), **strong) == [("pierce", 5)]
    assert made(weapons()["sword"], traits=("tactical_aim",), **strong) == [("cut", 7)]
    assert made(weapons()["javelin"], ranged=True, traits=("tactical_aim",), **strong) == [("pierce", 6)]


def test_a_weapon_may_name_another_attribute():
    # rule: DMG-9
    assert made(weapons()["rapier"], strength=(20, 8), mobility=(10, 8)) == [("pierce", 1 + 1 + 2)]
    aimed = Weapon("eye", "Eye", (DamagePart("cold"),), 0, 9, "shot", 1, "spirit")
    assert made(aimed, ranged=True, spirit=(15, 8), traits=("tactical_aim",)) == [("cold", 1 + 1 + 3)]


def test_unarmed_and_improvised_do_1_and_strength_bludgeoning():
    # rule: DMG-8
    assert made(UNARMED, strength=(12, 8)) == [("bludgeon", 3)]
    assert made(weapons()["crossbow"], strength=(12, 8)) == [("bludgeon", 3)]  # swung, not shot: no increase


def test_base_increase_and_attribute_go_to_the_first_part_or_the_one_named():
    # rule: DMG-15
    sabre = weapons()["sabre-of-light"]
    assert made(sabre, strength=(10, 8)) == [("cut", 1 + 2 + 2), ("fire", 2)]
    named = Weapon("torch", "Torch", (DamagePart("bludgeon"), DamagePart("fire", 1)), increase=1, main=1)
    assert made(named, strength=(5, 8)) == [("bludgeon", 0), ("fire", 1 + 1 + 1 + 1)]


def test_each_part_is_treated_by_its_own_type():
    # rule: DMG-15
    parts = [DamagePart("cut", 5), DamagePart("fire", 3)]
    assert hit(parts, target("immune fire")).total == 5
    assert hit(parts, target("immune cut")).total == 3
    assert hit(parts, target("resistant cut", "vulnerable fire")).total == 2 + 6
    assert hit(parts, target("resistant cut", "vulnerable fire"), critical=True).total == 5 + 12
    assert hit(parts, target("resistant")).total == 2 + 1  # each part is halved down by itself
    assert hit(parts, target("immune")).total == 0


def test_the_base_may_go_to_the_part_that_the_target_resists_least():
    # rule: DMG-15
    weakest, sabre = settings_with({"base_part": "weakest"}), weapons()["sabre-of-light"]
    assert made(sabre, weakest, foe=target("resistant cut"), strength=(0, 8)) == [("cut", 0), ("fire", 5)]
    assert made(sabre, weakest, foe=target("vulnerable cut"), strength=(0, 8)) == [("cut", 3), ("fire", 2)]
    assert made(sabre, weakest, foe=target(), strength=(0, 8)) == [("cut", 3), ("fire", 2)]


@pytest.mark.parametrize(
    ("found", "dealt"),
    [([], 1), (["resistant fire"], 0), (["vulnerable fire"], 2), (["immune fire"], 0), (["resistant cold"], 1)],
)
def test_a_graze_is_exactly_1_and_meets_types(found, dealt):
    # rule: DMG-2
    assert graze(DamagePart("fire", 9), target(*found)).total == dealt


def test_a_graze_is_not_doubled_unless_the_setting_says_so():
    # rule: CRI-1
    # the caller passes critical only when the setting is on
    assert graze(DamagePart("fire", 9), target()).total == 1
    assert graze(DamagePart("fire", 9), target(), critical=True).total == 2


def test_a_graze_belongs_to_the_main_part():
    # rule: DMG-15
    (wound,) = graze(DamagePart("cut", 5), target("immune fire")).parts
    assert (wound.kind, wound.dealt) == ("cut", 1)


def test_a_critical_doubles_the_damage_of_a_hit():
    # rule: CRI-1
    assert strike(5, [], critical=True) == 10


@pytest.mark.parametrize(("amount", "reduction", "dealt"), [(5, 2, 3), (5, 4, 1), (5, 5, 1), (5, 9, 1), (1, 1, 1)])
def test_reductions_leave_the_minimum(amount, reduction, dealt):
    # rule: DMG-5
    assert strike(amount, [], reduction=reduction) == dealt


def test_the_minimum_is_cancelled_by_armour_resistance_and_immunity():
    # rule: DMG-5 DMG-12
    assert strike(5, [], reduction=5, cancels_minimum=True) == 0
    assert strike(5, [], reduction=4, cancels_minimum=True) == 1
    assert strike(4, ["resistant fire"], reduction=2) == 0
    assert strike(4, ["immune fire"], reduction=2) == 0
    assert strike(4, ["vulnerable fire"], reduction=9) == 1  # vulnerability cancels nothing


def test_a_part_that_meets_no_resistance_keeps_the_minimum():
    # rule: DMG-5 DMG-15
    parts = [DamagePart("cut", 1), DamagePart("fire", 1)]
    assert hit(parts, target("resistant cut", reduction=3)).total == 1
    assert hit(parts, target("resistant cut", "immune fire", reduction=3)).total == 0
    assert hit([DamagePart("cut", 1), DamagePart("fire", 0)], target("resistant cut")).total == 0


def test_armour_that_cancels_the_minimum_cancels_grazes():
    # rule: DMG-5 DMG-2
    plate = target(cancels_minimum=True)
    assert graze(DamagePart("fire", 9), plate).total == 0
    assert graze(DamagePart("fire", 9), plate, is_minimum=False).total == 1
    assert graze(DamagePart("fire", 9), target(reduction=3)).total == 1
    assert hit([DamagePart("fire", 1)], plate).total == 1  # a full hit of 1 is not the minimum at work


def test_the_order_is_base_critical_types_reduction_minimum():
    # rule: DMG-4
    found = target("resistant cut", "vulnerable fire", reduction=4)
    dealt = hit([DamagePart("cut", 5), DamagePart("fire", 1)], found, critical=True)
    assert [(part.amount, part.dealt) for part in dealt.parts] == [(10, 5), (2, 4)]
    assert (dealt.reduction, dealt.minimum, dealt.total) == (4, 0, 5)
    # reduced before the halving it would be 4, doubled after it 4: 5 shows the order
    assert hit([DamagePart("cut", 7)], target("resistant cut", reduction=2), critical=True).total == 5


@given(
    st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 12)), min_size=1, max_size=3),
    st.lists(st.tuples(st.sampled_from(["resistant", "vulnerable", "immune"]), st.sampled_from(["", *KINDS]))),
    st.integers(0, 8), st.booleans(), st.booleans(),
)
def test_damage_is_never_negative_and_its_account_adds_up(parts, found, reduction, cancels, critical):
    # rule: DMG-4
    foe = target(*(f"{response} {kind}" for response, kind in found), reduction=reduction, cancels_minimum=cancels)
    blow = [DamagePart(kind, amount) for kind, amount in parts]
    dealt = hit(blow, foe, critical)
    assert dealt.total == sum(part.dealt for part in dealt.parts) - dealt.reduction + dealt.minimum
    assert dealt.total >= 0
    assert dealt.minimum in (0, 1)
    if critical:
        assert dealt.total >= hit(blow, foe).total
