"""Structural NDs: the tables and every worked example of the text."""

import doctest

import pytest

from game.checked import parse_toml
from game.errors import DataError, FlancoError
from game.paths import assets
from game.rules import materials as module
from game.rules.materials import (
    KINDS,
    Make,
    Material,
    check_tables,
    least_damage,
    materials,
    nd_of,
    structural_nd,
    tables,
    why_no_step,
)
from game.texts import tr

SHIPPED = (assets() / "rules" / "structures.toml").read_text(encoding="utf-8")


def test_the_examples_of_the_module():
    assert doctest.testmod(module).failed == 0


def test_the_three_tables_of_the_text():
    # rule: STR-1
    found = tables()
    assert {each.id: each.value for each in found.size} == {
        "mini": 0, "small": 5, "medium": 10, "normal": 15, "large": 20, "giant": 25, "colossal": 30}
    assert [each.value for each in found.level] == [5, 10, 15, 20, 25, 30]
    assert {each.id: each.factor for each in found.material} == {
        "glass": 0.5, "light-wood": 1, "heavy-wood": 2, "light-metal": 2, "solid-metal": 3, "worked-stone": 3,
        "solid-stone": 5}


@pytest.mark.parametrize(
    ("make", "nd", "least"),
    [
        (("normal", "simple", "light-wood"), 25, 5),  # common wooden door
        (("normal", "structured", "worked-stone"), 90, 18),  # worked-stone door
        (("large", "structured", "heavy-wood"), 70, 14),  # palisade: the text's "x1,5" is a slip
        (("large", "structured", "worked-stone"), 105, 21),  # wall of a house, concrete wall
        (("colossal", "bastioned", "solid-stone"), 275, 55),  # wall of a fortress
        (("small", "simple", "light-wood"), 15, 3),  # wooden bow, as printed
        (("small", "structured", "light-metal"), 40, 8),  # metal sword, as printed
        (("medium", "simple", "light-wood"), 20, 4),  # the bow by the table of sizes
        (("medium", "structured", "light-metal"), 50, 10),  # the sword by the table of sizes
    ],
)
def test_worked_examples(make, nd, least):
    # rule: STR-1 STR-3
    assert nd_of(Make(*make), materials()) == nd
    assert least_damage(nd) == least


def test_rounding_is_down_and_exact():
    # rule: STR-1
    assert structural_nd(5, 10, 0.5) == 7
    assert structural_nd(10, 10, 1.15) == 23, "20 x 1.15 in binary is a hair less"
    assert structural_nd(0, 5, 0.5) == 2


def test_above_the_tables_numbers_may_be_written():
    # rule: STR-1
    assert nd_of(Make(45, 35, "solid-stone"), materials()) == 400
    assert why_no_step(tables().size, 30) is None
    assert "from 30 to 1000" in tr(why_no_step(tables().size, 29) or "")
    assert "large" in tr(why_no_step(tables().size, "larg") or "")


def test_other_materials_may_be_added():
    # rule: STR-1
    own = {"star-iron": Material("star-iron", "Star iron", 7.5)}
    assert nd_of(Make("small", "military", "star-iron"), own) == 262
    with pytest.raises(FlancoError):
        nd_of(Make("small", "military", "star-iron"), materials())
    with pytest.raises(FlancoError):
        nd_of(Make("vast", "military", "glass"), materials())


def test_every_kind_has_a_make():
    # rule: STR-1
    made = {kind: nd_of(make, materials()) for kind, make in tables().default.items()}
    assert set(made) == {*KINDS}
    assert (made["door"], made["wall"], made["window"]) == (25, 105, 10)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('id = "glass"', 'id = "light-wood"', "twice"),
        ("factor = 0.5", "factor = 0", "above 0"),
        ('material = "heavy-wood" }', 'material = "wood" }', "did you mean"),
        ('level = "natural", material = "heavy-wood"', 'level = 3, material = "heavy-wood"', "from 30"),
    ],
)
def test_faults_are_named(old, new, fault):
    assert old in SHIPPED
    with pytest.raises(DataError) as caught:
        check_tables(parse_toml(SHIPPED.replace(old, new, 1), "s.toml"))
    assert fault in str(caught.value)
    assert caught.value.problems[0].line > 1
