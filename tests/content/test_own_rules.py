"""What a scenario brings of its own: conditions, traits, starting zones, and creatures that differ from their kind."""

from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.checked import parse_toml
from game.content.codec import decode, encode, state_hash
from game.content.creatures import creatures
from game.content.parties import parse_party, party_of, party_text, with_party
from game.content.saves import SavedGame, battle_fault, load_text, save_text
from game.content.scenarios import check_scenario
from game.errors import DataError, SaveError
from game.insight.narrate import sentences
from game.paths import maps
from game.rules.actions import Begin, Deploy, GmEffect, Join, UsePower
from game.rules.bodies import movement_of, reach_of
from game.rules.catalog import weapons
from game.rules.conditions import plight, under
from game.rules.deployment import places_for
from game.rules.dice import SeededDice
from game.rules.engine import apply, legal_actions, why_illegal
from game.rules.events import ConditionGained
from game.rules.history import Game
from game.rules.powers import ConditionEffect, ConditionRule, condition_rules
from game.rules.sheet import ATTRIBUTES, Attribute
from game.rules.state import Battle, Combatant, Condition
from game.rules.traits import Trait
from game.texts import LANGUAGES, set_language, tr
from tests.content.test_scenarios import BOTH, HEAD, faults, made, one

OWN = '''
[[condition]]
id = "rooted"
name = "Rooted"
no_move = true
also = ["shaken"]
tests = [{ tests = ["defence"], amount = -3 }]

[[condition]]
id = "shaken"
name = "Shaken"
tests = [{ amount = -1 }]

[[trait]]
id = "root_proof"
name = "Root proof"
text = "Roots do not hold it."
reach = 1
defence = 2
conditions = [{ response = "immune", condition = "rooted" }]

[[power]]
id = "roots"
name = "Roots"
range = 9
attack = "none"
effects = [{ kind = "condition", condition = "rooted" }]
'''
FIGHT = HEAD + OWN + (
    one("red", '"A1"', id='"druid"', powers='["roots"]') + one("blue", '"C1"', id='"foe"')
    + one("blue", '"D1"', id='"proof"', traits='["root_proof"]')
)


def started(source: str, first: str) -> Battle:
    battle, _ = apply(made(source).battle, Begin(), SeededDice(1))
    return battle.but(waiting=(first, *(each for each in battle.waiting if each != first)))


# --- conditions and traits -------------------------------------------------------------------------------------------


def test_a_condition_of_the_scenario_works_as_it_is_written() -> None:
    # rule: CND-1 EFF-7
    battle = started(FIGHT, "druid")
    assert [each.id for each in battle.conditions] == ["rooted", "shaken"]
    battle, events = apply(battle, UsePower("druid", "roots", ("foe",)), SeededDice(2))
    assert under(battle, battle["foe"], "rooted")
    assert under(battle, battle["foe"], "shaken"), "it comes with the other"
    assert plight(battle, battle["foe"]).any("no_move")
    said = [str(each) for event in events for each in sentences(event, battle)]
    assert "Foe is under a condition: Rooted (CND-1)." in [each.replace(battle["foe"].name, "Foe") for each in said]
    held = battle.but(waiting=("foe",))
    assert not any(each.kind == "move" for each in legal_actions(held))


def test_a_trait_of_the_scenario_protects_and_helps() -> None:
    # rule: SHT-3 CND-5 ATK-1
    battle = started(FIGHT, "druid")
    proof, plain = battle["proof"], battle["foe"]
    assert proof.sheet.defence == plain.sheet.defence + 2
    assert reach_of(battle, proof) == reach_of(battle, plain) + 1
    after, events = apply(battle, UsePower("druid", "roots", ("proof",)), SeededDice(2))
    assert not under(after, after["proof"], "rooted")
    assert any(isinstance(each, ConditionGained) and each.responses == ("immune",) for each in events)


def test_own_rules_are_saved_with_the_battle() -> None:
    battle = started(FIGHT, "druid")
    after, _ = apply(battle, UsePower("druid", "roots", ("foe",)), SeededDice(2))
    again = decode(Battle, encode(after))
    assert again == after
    assert again.condition_rules["rooted"].name == "Rooted"
    assert battle_fault(again) is None


def test_a_condition_with_a_known_id_replaces_it_in_this_scenario_alone() -> None:
    # rule: EFF-7
    slow = '[[condition]]\nid = "slow"\nname = "Leaden"\nno_full = true\n'
    battle = started(HEAD + slow + BOTH, "guard-1")
    gained, _ = apply(battle, GmEffect(ConditionEffect("slow"), ("guard-1",)), SeededDice(1))
    far = movement_of(battle, "guard-1").reachable.sum()
    assert movement_of(gained, "guard-1").reachable.sum() == far, "this slow one walks as far as before"
    assert condition_rules()["slow"].half_speed
    assert battle.condition_rules["slow"].name == "Leaden"


def test_shipped_rules_are_not_stored_in_a_battle() -> None:
    assert made(HEAD + BOTH).battle.conditions == ()


@pytest.mark.parametrize(("wrong", "fault"), [
    (OWN.replace('id = "shaken"', 'id = "rooted"'), "condition.2.id: this id is used twice"),
    (OWN.replace('also = ["shaken"]', 'also = ["shakn"]'),
     "condition.1.also.1: this is not known; did you mean shaken?"),
    (OWN.replace("no_move = true", "no_moves = true"),
     "condition.1.no_moves: there is no such field; did you mean no_move?"),
    (OWN.replace("amount = -3", "amount = 2.5"), "condition.1.tests.1.amount: this must be a whole number"),
    (OWN.replace('condition = "rooted" }]\n\n', 'condition = "rootd" }]\n\n'),
     "trait.1.conditions.1: this is not known; did you mean rooted?"),
    (OWN.replace("reach = 1", "reach = -1"), "trait.1.reach: this must be 0 or more"),
    (OWN.replace("[[trait]]", "[trait]"), "trait: these are written as [[trait]]"),
    (OWN.replace('condition = "rooted" }]\n', 'condition = "rootd" }]\n', 2),
     "power.1.effects.1: this is not known; did you mean rooted?"),
])
def test_faults_of_own_conditions_and_traits_are_told(wrong: str, fault: str) -> None:
    assert fault in faults(HEAD + wrong + BOTH)


def test_every_fault_of_own_rules_is_told_at_once_with_its_line() -> None:
    source = HEAD + OWN.replace('name = "Shaken"', "name = 3").replace("defence = 2", "defence = 99") + one(
        "red", '"A1"', powers='["rots"]', items='["nothing-known"]', traits='["root_proof"]')
    with pytest.raises(DataError) as caught:
        check_scenario(parse_toml(source, "s.toml"), maps())
    lines = source.split("\n")
    where = {each.field: lines[each.line - 1] for each in caught.value.problems}
    assert where["condition.2.name"] == "name = 3"
    assert where["trait.1.defence"] == "defence = 99"
    assert where["creature.1.powers.1"] == 'powers = ["rots"]'
    assert where["creature.1.items.1"] == 'items = ["nothing-known"]'


def test_a_party_takes_its_own_conditions_into_another_scenario() -> None:
    # rule: EFF-7
    party = parse_party(party_text(party_of(made(FIGHT).battle, "red", "Druids")))
    assert [each.id for each in party.conditions] == ["rooted", "shaken"], "with what comes with them"
    battle = with_party(made(HEAD + BOTH).battle, party, "red")
    battle, _ = apply(battle, Begin(), SeededDice(1))
    battle, _ = apply(battle.but(waiting=("druid", "guard-2")), UsePower("druid", "roots", ("guard-2",)), SeededDice(1))
    assert under(battle, battle["guard-2"], "rooted")


def test_what_names_a_condition_that_nobody_knows_is_refused_and_never_fatal() -> None:
    battle = started(FIGHT, "druid")
    assert battle_fault(battle) is None
    assert str(battle_fault(battle.but(conditions=()))) == "there is no such condition: 'rooted'"
    foe = battle["foe"].but(conditions=(Condition("homesick"),))
    assert str(battle_fault(battle.with_combatant(foe))) == "there is no such condition: 'homesick'"
    druid = battle["druid"].but(id="late", cell=(8, 3))
    plain = started(HEAD + BOTH, "guard-1")
    assert str(why_illegal(plain, Join(druid))) == "there is no such condition: 'rooted'"
    assert why_illegal(battle, Join(druid)) is None
    with pytest.raises(SaveError, match="no such condition: 'rooted'"):
        parse_party(party_text(replace(party_of(battle, "red", "x"), conditions=())))
    with pytest.raises(SaveError, match="no such condition"):
        load_text(save_text(SavedGame(Game(battle.but(conditions=())))))


# --- a kind and what is different ------------------------------------------------------------------------------------


def test_a_kind_is_given_more_than_it_has() -> None:
    battle = made(HEAD + OWN + one(
        "red", '"A1"', id='"ana"', weapons='["bow"]', powers='["roots"]', items='["healing-draught"]',
        traits='["root_proof", "swift"]') + one("blue", '"F1"')).battle
    kind, ana = creatures()["guard"], battle["ana"]
    assert ana.sheet.weapons == (*kind.weapons, weapons()["bow"])
    assert [each.id for each in ana.sheet.powers] == [*(each.id for each in kind.powers), "roots"]
    assert [each.id for each in ana.items] == [*(each.id for each in kind.items), "healing-draught"]
    assert ana.sheet.traits == (*kind.traits, "root_proof", "swift")
    assert [each.id for each in ana.sheet.own_traits] == ["root_proof"]
    assert ana.hands == ("sword",), "what it holds at the start is that of its kind"


def test_a_sheet_beside_a_kind_says_what_is_different() -> None:
    # rule: SHT-1 SHT-3
    battle = made(HEAD + one("red", '"A1"', id='"ana"', pv=20,
                             sheet='{ name = "Captain", pv = 25, mobility = { value = 9, die = 10 }, '
                                   'weapons = ["axe"], reduction = 1 }') + one("blue", '"F1"')).battle
    kind, ana = creatures()["guard"], battle["ana"].sheet
    assert (ana.name, ana.pv, ana.mobility, ana.reduction) == ("Captain", 25, Attribute(9, 10), 1)
    assert (battle["ana"].pv, ana.weapons, ana.acuity) == (20, (weapons()["axe"],), kind.acuity)
    assert creatures()["guard"].pv == 12, "the kind itself is as it was"


def test_traits_that_a_kind_loses_protect_it_no_more() -> None:
    # rule: DEF-3 CND-5
    firm = creatures()["halberdier"]
    assert firm.traits == ("steadfast",)
    assert firm.condition_responses
    it = one("red", '"A1"', kind='"halberdier"', id='"it"', sheet="{ traits = [] }")
    assert made(HEAD + it + one("blue", '"F1"')).battle["it"].sheet.condition_responses == ()


@pytest.mark.parametrize(("fields", "fault"), [
    ({"weapons": '["sword"]'}, "creature.3.weapons.1: this is listed twice"),
    ({"powers": '["rots"]'}, "creature.3.powers.1: this is not known;"),
    ({"sheet": "{ pv = 0 }"}, "creature.3.sheet.pv: this must be 1 or more"),
    ({"sheet": '{ weapons = "sword" }', "weapons": '["bow"]'}, "creature.3.sheet.weapons: this must be a list"),
    ({"sheet": "{ wits = { value = 3, die = 7 } }"}, "creature.3.sheet.wits.die: there is no such die;"),
    ({"sheet": "{ strenght = 3 }"}, "creature.3.sheet.strenght: there is no such field; did you mean strength?"),
    ({"traits": '["swift", "swift"]'}, "creature.3.traits.2: this is listed twice"),
])
def test_faults_of_what_is_different_are_told_where_they_stand(fields: dict[str, object], fault: str) -> None:
    assert any(each.startswith(fault) for each in faults(HEAD + BOTH + one("red", '"B1"', **fields)))


def test_a_kind_keeps_its_dice_where_the_scenario_has_fewer() -> None:
    # rule: SHT-1
    source = HEAD + BOTH + "\n[settings]\ndice = [4]\n"
    assert made(source).battle["guard-1"].sheet.mobility == creatures()["guard"].mobility
    wrong = HEAD + BOTH + one("red", '"B1"', sheet="{ wits = { value = 3, die = 20 } }") + "\n[settings]\ndice = [4]\n"
    assert any(each.startswith("creature.3.sheet.wits.die") for each in faults(wrong))


# --- names -----------------------------------------------------------------------------------------------------------


def test_those_without_a_name_are_called_by_their_kind_in_the_language_of_the_player() -> None:
    cook = '[creature.sheet]\nname = "Küchenchef"\npv = 9\n' + "".join(
        f"{each} = {{ value = 4, die = 6 }}\n" for each in ATTRIBUTES)
    battle = made(HEAD + one("red", '"A1"', kind='"goblin"') + one("red", '"B1"', kind='"goblin"')
                  + one("red", '"E1"', name='"Ana"') + one("red", '"F1"', name='"Ana"')
                  + one("red", '"G1"', kind='"great-serpent"')
                  + one("blue", '"H1"', kind="", id='"cook"') + cook).battle
    said = {}
    for each in LANGUAGES:
        set_language(each)
        said[each] = [who.name for who in battle.combatants]
    set_language("en")
    assert said == {
        "en": ["Goblin 1", "Goblin 2", "Ana 1", "Ana 2", "Great serpent", "Küchenchef"],
        "pt_BR": ["Goblin 1", "Goblin 2", "Ana 1", "Ana 2", "Serpente gigante", "Küchenchef"],
        "es": ["Goblin 1", "Goblin 2", "Ana 1", "Ana 2", "Gran serpiente", "Küchenchef"],
    }


def test_a_battle_is_the_same_in_every_language() -> None:
    hashes = set()
    for each in LANGUAGES:
        set_language(each)
        hashes.add(state_hash(made(HEAD + BOTH).battle))
    set_language("en")
    assert len(hashes) == 1


def test_names_are_written_as_they_were_given() -> None:
    battle = made(HEAD + one("red", '"A1"', name='"Ana"') + one("blue", '"F1"')).battle
    ana, guard = (encode(each) for each in battle.combatants)
    assert (ana["name"], ana["number"], guard["name"], guard["number"]) == ("Ana", 0, "", 0)
    assert decode(Combatant, ana) == battle.combatants[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_kinds_have_the_same_name(lang: str) -> None:
    set_language(lang)
    names = [tr(each.name) for each in creatures().values()]
    set_language("en")
    assert len(set(names)) == len(names)


# --- starting zones --------------------------------------------------------------------------------------------------


def test_creatures_start_in_the_zone_of_their_team() -> None:
    battle = made(HEAD + one("red", '"A1"') + one("blue") + one("blue", kind='"ogre"')).battle
    waiting = [each for each in battle.combatants if each.cell is None]
    assert len(waiting) == 2
    zone = {*battle.teams[1].zone}
    small, big = waiting
    assert {*places_for(battle, small)} <= zone
    assert {*places_for(battle, big)} == {(8, 0), (8, 1)}, "all four cells of it must be inside"
    for each in waiting:
        listed = {deed.cell for deed in legal_actions(battle) if isinstance(deed, Deploy) and deed.who == each.id}
        assert listed == {*places_for(battle, each)}
        assert all(why_illegal(battle, Deploy(each.id, cell)) is None for cell in listed)
    assert why_illegal(battle, Deploy(small.id, (0, 1))) is not None
    battle, _ = apply(battle, Deploy(big.id, (8, 0)), SeededDice(1))
    assert {*places_for(battle, small)} == zone - {(8, 0), (9, 0), (8, 1), (9, 1)}


@pytest.mark.parametrize(("zone", "creature", "number"), [
    ('["J1"]', one("blue") + one("blue"), 3),
    ('["J1", "F1"]', one("blue", kind='"ogre"'), 2),
    ('["C2:D3"]', one("blue"), 2),
    ('["A1"]', one("blue"), 2),
])
def test_a_zone_without_room_is_a_fault(zone: str, creature: str, number: int) -> None:
    source = HEAD.replace('["J1:I3", "F1"]', zone) + one("red", '"A1"') + creature
    assert faults(source) == [f"creature.{number}: there is no room for this creature in the zone of its team"]


# --- broken files ----------------------------------------------------------------------------------------------------

LEAF = st.one_of(st.none(), st.booleans(), st.integers(-3, 3), st.floats(allow_nan=True), st.text(max_size=4),
                 st.sampled_from(["rooted", "immune", "guard", "swift", "defence"]))
JUNK = st.recursive(LEAF, lambda inner: st.one_of(
    st.lists(inner, max_size=3),
    st.dictionaries(st.sampled_from(["id", "name", "tests", "also", "amount", "kind", "pv", "die"]), inner, max_size=3),
), max_leaves=6)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(["condition", "trait", "power", "creature"]), st.data())
def test_a_broken_file_is_told_and_never_fatal(table: str, data: st.DataObject) -> None:
    """Any value in any place of what a scenario may bring is either right or a fault with its place."""
    document = parse_toml(FIGHT, "s.toml")
    entries = [dict(each) for each in document.data[table]]
    chosen = data.draw(st.integers(0, len(entries) - 1))
    keys = [*entries[chosen], "sheet", "weapons", "traits", "powers", "items", "responses", "conditions", "also"]
    entries[chosen][data.draw(st.sampled_from(keys))] = data.draw(JUNK)
    broken = replace(document, data={**document.data, table: data.draw(st.sampled_from([entries, entries[chosen], 3]))})
    try:
        battle = check_scenario(broken, Path()).battle
    except DataError as error:
        told = error.problems
    else:
        told = ()
        assert decode(Battle, encode(battle)) == battle
    assert all(str(each).startswith("s.toml:") and each.line for each in told)


def test_the_manual_shows_conditions_and_traits_that_work() -> None:
    manual = (maps() / "README.md").read_text(encoding="utf-8")
    chapter = manual[manual.index("### `[[condition]]`"):]
    example = chapter.split("```toml\n")[1].split("```")[0]
    source = HEAD + example.replace('"town"', '"red"').replace('"F9"', '"A1"') + one("blue", '"F1"')
    guard = made(source).battle["guard-1"]
    assert (guard.sheet.pv, guard.sheet.own_traits[0].name) == (15, "Root proof")
    for table in (ConditionRule, Trait):
        for each in fields(table):
            assert f"`{each.name}`" in chapter
