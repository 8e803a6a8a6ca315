"""Rules data: what ships is whole, and what is wrong is told at once."""

from dataclasses import fields
from typing import get_args

import pytest

from game.checked import load_toml, parse_toml
from game.errors import DataError
from game.paths import assets
from game.rules.catalog import (
    DamageKind,
    DamagePart,
    Settings,
    Sizes,
    check_weapons,
    damage_types,
    settings_with,
    shipped_setting,
    weapons,
)

SETTINGS = assets() / "rules" / "settings.toml"


def test_every_setting_stands_in_the_file_with_a_comment_and_nothing_else_does():
    document = load_toml(SETTINGS)
    assert {*document.data} == {each.name for each in fields(Settings)}
    assert {*document.data["sizes"]} == {each.name for each in fields(Sizes)}
    lines = SETTINGS.read_text(encoding="utf-8").splitlines()
    for name in document.data:
        line = document.line((name,)) - 1
        while lines[line].strip() and not lines[line].startswith("#"):
            line -= 1
        assert lines[line].startswith("#"), name


def test_a_setting_without_a_value_of_its_own_has_the_files():
    data = load_toml(SETTINGS).data
    plain = Settings()
    for name in data:
        if name != "sizes":
            shipped = tuple(data[name]) if isinstance(data[name], list) else data[name]
            assert getattr(plain, name) == shipped == shipped_setting(name)
    assert plain == settings_with({}) == settings_with(data)


def test_the_decisions_as_they_are_read():
    # rule: SHT-1 SHT-4 TST-2 TST-4 TST-5 ATK-2 ATK-3 ATK-4 DMG-15 DMG-16 CRI-1 CND-11 MOV-1
    plain = Settings()
    assert plain.dice == (4, 6, 8, 10, 12, 20)
    assert (plain.prone_height, plain.crouched_height) == (30, 60)
    assert (plain.highest_face, plain.advantage_dice) == ("doubled", 2)
    assert (plain.difficulty, plain.near_shots, plain.shots_near_allies, plain.engaged) == (
        "reach", True, "worse", "armed")
    assert (plain.critical_graze, plain.base_part, plain.at_zero, plain.crawling_cost) == (
        False, "main", "unconscious", 2)
    assert (plain.diagonals, plain.corners, plain.high_ground, plain.partial_cover) == ("uniform", "both", 1.0, 25)
    assert (plain.through_allies, plain.through_enemies, plain.split_walk, plain.rising) == (True, False, False, "free")
    assert {plain.sizes[name].move for name in ("mini", "medium", "colossal")} == {5}


@pytest.mark.parametrize(
    ("overrides", "said"),
    [
        ({"diagonal": "exact"}, "diagonal = \"exact\": there is no such field; did you mean diagonals?"),
        ({"diagonals": "euclid"}, "diagonals = \"euclid\": this is not known; allowed: alternating, exact"),
        ({"partial_cover": 0}, "partial_cover = 0: this must be 1 or more"),
        ({"partial_cover": "half"}, "this must be a whole number"),
        ({"advantage_dice": 9}, "this must be 4 or less"),
        ({"split_walk": 1}, "this must be true or false"),
        ({"sizes": {"huge": {}}}, "sizes.huge: there is no such field"),
        ({"sizes": {"large": {"side": 7, "height": 1.0, "reach": 0, "move": 5}}}, "sizes.large.side = 7"),
        ({"high_ground": float("nan")}, "high_ground"),
    ],
)
def test_a_wrong_override_is_a_problem(overrides, said):
    with pytest.raises(DataError) as error:
        settings_with(overrides)
    assert said in str(error.value)


def test_all_wrong_overrides_are_told_at_once():
    with pytest.raises(DataError) as error:
        settings_with({"diagonal": 1, "fallen": "fly", "hands": 0, "at_zero": "unconscious"})
    assert len(error.value.problems) == 3


def test_one_size_may_be_changed_alone():
    changed = settings_with({"sizes": {"large": {"side": 2, "height": 3.0, "reach": 2, "move": 7}}}).sizes
    assert (changed.large.reach, changed.large.move) == (2, 7)
    assert changed.giant == Settings().sizes.giant


def test_the_armoury_has_what_the_text_names():
    ids = {*weapons()}
    assert {"sword", "axe", "dagger", "spear", "halberd", "mace", "bow", "crossbow", "javelin", "sling", "staff"} <= ids
    assert {"whip", "pistol", "rifle", "sabre-of-light", "claws"} <= ids
    assert all(weapon.id == id and weapon.name for id, weapon in weapons().items())
    dagger, spear, bow = (weapons()[id] for id in ("dagger", "spear", "bow"))
    assert (dagger.launch, spear.reach, bow.reach, bow.launch) == ("thrown", 2, 0, "shot")
    assert bow.range > weapons()["javelin"].range > dagger.range > 0


def test_every_type_of_damage_has_a_name():
    # rule: DMG-10
    assert (*damage_types(),) == get_args(DamageKind)
    assert all(each.name for each in damage_types().values())


def document(*rows):
    return parse_toml("\n".join(("[[weapon]]", *rows)), "weapons.toml")


SWORD = ('id = "sword"', 'name = "Sword"', 'parts = [{ kind = "cut" }]')


def test_a_weapon_needs_little():
    (sword,) = check_weapons(document(*SWORD)).values()
    assert (sword.parts, sword.reach, sword.range, sword.increase) == ((DamagePart("cut"),), 1, 0, 0)
    assert (sword.attribute, sword.hands) == (None, 1)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ((SWORD[0].replace("sword", "Big Sword"), *SWORD[1:]), "weapons.toml:2: weapon.1.id"),
        (SWORD[:2], "parts: this field must be given"),
        ((*SWORD[:2], "parts = []"), "at least 1 entries"),
        ((*SWORD[:2], 'parts = [{ kind = "slash" }]'), "weapons.toml:4: weapon.1.parts.1.kind = \"slash\""),
        ((*SWORD, "reach = -1"), "weapons.toml:5: weapon.1.reach = -1: this must be 0 or more"),
        ((*SWORD, "range = 5"), "must say launch"),
        ((*SWORD, 'launch = "shot"'), "must say launch"),
        ((*SWORD, "reach = 0"), "needs a reach, a range, or both"),
        ((*SWORD, "main = 1"), "there is no part number 1"),
        ((*SWORD, 'attribute = "luck"'), "weapon.1.attribute = \"luck\""),
        ((*SWORD, "weight = 3"), "there is no such field"),
        ((*SWORD, "[[weapon]]", *SWORD), "weapons.toml:6: weapon.2.id = \"sword\": this id is used twice"),
    ],
)
def test_a_broken_weapon_is_told_with_its_line(rows, said):
    with pytest.raises(DataError) as error:
        check_weapons(document(*rows))
    assert said in str(error.value)
