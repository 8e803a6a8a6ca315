"""Sheets: six attributes, and what follows from them."""

import pytest

from game.rules.catalog import weapons
from game.rules.sheet import ATTRIBUTES, Attribute, DamageResponse
from tests.rules.arena import fighter, sheet


def test_a_sheet_has_the_six_attributes_each_a_value_and_a_die():
    # rule: SHT-1
    made = sheet(**{name: (index, 4 + 2 * index) for index, name in enumerate(ATTRIBUTES)})
    assert ATTRIBUTES == ("mobility", "acuity", "strength", "resistance", "spirit", "wits")
    assert [(made.attribute(name).value, made.attribute(name).die) for name in ATTRIBUTES] == [
        (index, 4 + 2 * index) for index in range(6)
    ]


@pytest.mark.parametrize(("value", "bonus"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (12, 2), (15, 3)])
def test_the_bonus_is_one_for_each_multiple_of_five(value, bonus):
    # rule: SHT-2
    assert Attribute(value, 8).bonus == bonus


def test_a_sheet_carries_pv_size_weapons_traits_and_responses():
    # rule: SHT-3
    made = sheet(pv=14, size="large", weapons=("axe", "bow"), traits=("tactical_aim",),
                 responses=(DamageResponse("immune", "fire"),))
    assert (made.pv, made.size, made.traits) == (14, "large", ("tactical_aim",))
    assert made.weapon("bow") == weapons()["bow"]
    assert made.weapon("sword") is None
    assert fighter("a", "red", (0, 0), pv=14, hurt=3).pv == 11
