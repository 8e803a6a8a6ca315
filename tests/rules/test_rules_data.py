"""Powers, items and conditions as files: what is wrong is told with its place."""

import pytest

from game.checked import parse_toml
from game.content.creatures import check_creatures, creatures
from game.errors import DataError
from game.rules.powers import check_conditions, check_items, check_powers, condition_rules, items, powers
from game.texts import tr

POWER = """
[[power]]
id = "x"
name = "X"
"""
BOLT = POWER + 'effects = [{ kind = "damage", parts = [{ kind = "fire", amount = 1 }] }]\n'
GUARD = """
[[creature]]
id = "x"
name = "X"
pv = 5
mobility = { value = 6, die = 8 }
acuity = { value = 5, die = 6 }
strength = { value = 7, die = 8 }
resistance = { value = 7, die = 8 }
spirit = { value = 5, die = 6 }
wits = { value = 4, die = 6 }
"""


def faults(checker, source):
    with pytest.raises(DataError) as found:
        checker(parse_toml(source, "x.toml"))
    return " ".join(f"{each.field}: {tr(each.message)}" for each in found.value.problems)


@pytest.mark.parametrize(("source", "words"), [
    (POWER, "must be given"),
    (POWER + "effects = []", "at least 1"),
    (POWER + 'effects = [{ kind = "dammage" }]', "did you mean damage"),
    (POWER + 'effects = [{ amount = 3 }]', "kind: this field must be given"),
    (BOLT + 'attack = "area"\nnd = 10', "needs a shape"),
    (BOLT + 'attack = "direct"', "needs the attribute"),
    (BOLT + 'attack = "direct"\nnd = 10', "needs the attribute"),
    (BOLT + 'attack = "internal"\nnd = 10', "resistance or spirit"),
    (BOLT + 'attack = "internal"\ndefence = "spirit"', "needs an ND"),
    (BOLT + 'aim = "place"', "needs a shape"),
    (BOLT + 'shape = { form = "cone", radius = 3.0 }', "needs: length"),
    (BOLT + 'shape = { form = "blob" }', "form"),
    (BOLT + "ranje = 3", "range"),
    (BOLT + BOLT, "used twice"),
    (POWER + 'effects = [{ kind = "condition", condition = "sleepy" }]', "no such condition"),
    (POWER + 'effects = [{ kind = "zone", name = "Z", conditions = ["sleepy"] }]', "no such condition"),
    (POWER + 'effects = [{ kind = "cure", conditions = ["sleepy"] }]', "no such condition"),
])  # fmt: skip
def test_faults_of_powers(source, words):
    # rule: EFF-3 ATK-5
    assert words in faults(check_powers, source)


def test_faults_of_items_and_conditions():
    # rule: ACT-3 CND-1
    assert "no such power" in faults(check_items, '[[item]]\nid = "x"\nname = "X"\npower = "nothing"')
    assert "no such condition" in faults(
        check_conditions, '[[condition]]\nid = "x"\nname = "X"\nrule = "CND-99"\nalso = ["y"]')
    assert "rule" in faults(check_conditions, '[[condition]]\nid = "x"\nname = "X"\nrule = "whatever"')


@pytest.mark.parametrize(("line", "words"), [
    ('powers = ["nothing"]', "not known"), ('powers = ["fog", "fog"]', "listed twice"),
    ('items = ["cake"]', "not known"),
    ('condition_responses = [{ response = "immune", condition = "sleepy" }]', "not known"),
    ('condition_responses = [{ response = "strong" }]', "response"), ("ward = -1", "or more"),
])  # fmt: skip
def test_faults_of_creatures_with_powers(line, words):
    # rule: SHT-3
    assert words in faults(check_creatures, GUARD + line)


def test_creatures_carry_their_powers_and_items_whole():
    # rule: SHT-3
    made = check_creatures(parse_toml(GUARD + 'powers = ["fog"]\nitems = ["antidote", "antidote"]', "x.toml"))["x"]
    assert (made.powers, made.items) == ((powers()["fog"],), (items()["antidote"],) * 2)
    assert made.power("fog") is powers()["fog"]
    assert made.power("fireball") is None


def test_shipped_creatures_use_most_powers():
    # rule: SHT-3
    used = {each.id for sheet in creatures().values() for each in sheet.powers}
    used |= {each.power.id for sheet in creatures().values() for each in sheet.items}
    assert used == {*powers()}
    answers = {each.response for sheet in creatures().values() for each in sheet.condition_responses}
    assert answers == {"resistant", "vulnerable", "immune"}


def test_the_numbers_of_conditions_are_data():
    # rule: CND-10 CND-11 CND-12 CND-13 CND-19 CND-20 CND-21 CND-22 CND-24 CND-25
    rules = condition_rules()
    first = {id: [each.amount for each in rule.tests if each.amount] for id, rule in rules.items()}
    assert {id: found for id, found in first.items() if found} == {
        "off_guard": [-2], "prone": [-5, -5, 5], "blind": [-10], "restrained": [-5], "frightened": [-5],
        "exhausted": [-5], "wounded": [-2], "attracted": [-5],
    }
    assert {id: [(each.kind, each.amount) for each in rule.damage] for id, rule in rules.items() if rule.damage} == {
        "bleeding": [("untyped", 2)], "burning": [("fire", 2)]}
