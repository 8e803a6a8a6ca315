"""Creature files: what is read, and what is said about those that are wrong."""

import re
from pathlib import Path

import pytest

from game.checked import load_toml, parse_toml
from game.content.creatures import check_creatures, creatures
from game.errors import DataError
from game.paths import assets
from game.rules.catalog import weapons
from game.rules.sheet import Attribute, ConditionResponse, DamageResponse

SIX = "".join(f"{name} = {{ value = {value}, die = 8 }}\n" for value, name in enumerate(
    ("mobility", "acuity", "strength", "resistance", "spirit", "wits"), start=5))
GUARD = f'[[creature]]\nid = "guard"\nname = "Guard"\npv = 12\n{SIX}weapons = ["sword"]\n'


def said(source: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        check_creatures(parse_toml(source, "c.toml"))
    return [str(each) for each in caught.value.problems]


def test_a_sheet_has_everything_that_was_written() -> None:  # rule: SHT-1 SHT-3
    sheet = check_creatures(parse_toml(GUARD + '''size = "large"
traits = ["tactical_aim"]
responses = [{ response = "resistant", kind = "fire" }, { response = "immune", nature = "mundane" }]
reduction = 2
defence = 1
cancels_minimum = true
move = 7
colour = "#c04020"
condition_responses = [{ response = "vulnerable", condition = "slow" }]
ward = 4
''', "c.toml"))["guard"]
    assert (sheet.id, sheet.name, sheet.pv, sheet.size) == ("guard", "Guard", 12, "large")
    assert (sheet.mobility, sheet.wits) == (Attribute(5, 8), Attribute(10, 8))
    assert sheet.weapons == (weapons()["sword"],)
    assert sheet.traits == ("tactical_aim",)
    assert sheet.responses == (DamageResponse("resistant", "fire"), DamageResponse("immune", "", "mundane"))
    assert (sheet.reduction, sheet.defence, sheet.cancels_minimum, sheet.move) == (2, 1, True, 7)
    assert (sheet.colour, sheet.ward) == ("#c04020", 4)
    assert sheet.condition_responses == (ConditionResponse("vulnerable", "slow"),)


def test_every_fault_is_told_at_once() -> None:
    source = GUARD.replace("die = 8", "die = 7", 1).replace('"sword"', '"swrod", "axe", "axe"') + (
        'traits = ["tactical-aim"]\nresponses = [{ response = "resistant", kind = "fyre" }]\n'
        + GUARD.replace("pv = 12", "pv = 0") + 'colour = "red"\n[other]\n'
    )
    assert said(source) == [
        "c.toml:5: creature.1.mobility.die = 7: there is no such die; allowed: d4, d6, d8, d10, d12, d20",
        'c.toml:11: creature.1.weapons.1 = "swrod": this is not known; did you mean sword?',
        'c.toml:11: creature.1.weapons.3 = "axe": this is listed twice',
        'c.toml:12: creature.1.traits.1 = "tactical-aim": this is not known; did you mean tactical_aim?',
        'c.toml:13: creature.1.responses.1.kind = "fyre": this is not known; did you mean fire?',
        "c.toml:17: creature.2.pv = 0: this must be 1 or more",
        'c.toml:25: creature.2.colour = "red": this must be a colour such as #c04020',
        "c.toml:26: other: this is not known; allowed: creature",
    ]


def test_an_id_is_used_once() -> None:
    assert said(GUARD + GUARD) == ['c.toml:13: creature.2.id = "guard": this id is used twice']


def test_an_id_must_be_given_in_a_creature_file() -> None:
    assert said(GUARD.replace('id = "guard"\n', "")) == ["c.toml:1: creature.1.id: this field must be given"]


@pytest.mark.parametrize("source", ["creature = 3\n", "[creature]\n", "creature = [1, 2]\n", "other = 1\n"])
def test_wrong_shapes_are_told(source: str) -> None:
    assert said(source)


def test_ten_creatures_and_more_ship_in_every_shape() -> None:
    shipped = creatures()
    assert len(shipped) >= 10
    assert {each.size for each in shipped.values()} == {
        "mini", "small", "medium", "normal", "large", "giant", "colossal"}
    assert {"guard", "archer", "goblin", "brute", "ogre", "giant", "wolf", "spear-fighter", "knight", "duelist",
            "slinger"} <= shipped.keys()
    assert {"melee", "thrown", "shot"} <= {weapon.launch or "melee" for each in shipped.values()
                                           for weapon in each.weapons}


@pytest.mark.parametrize("path", sorted((assets() / "creatures").glob("*.toml")), ids=lambda path: path.stem)
def test_a_shipped_file_is_sound(path: Path) -> None:
    assert check_creatures(load_toml(path))


def test_the_example_of_the_manual_is_sound() -> None:
    manual = (assets() / "creatures" / "README.md").read_text(encoding="utf-8")
    [example] = re.findall(r"```toml\n(.*?)```", manual, re.DOTALL)
    assert check_creatures(parse_toml(example, "README.md"))["guard"] == creatures()["guard"]
