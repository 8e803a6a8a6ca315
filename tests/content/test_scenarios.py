"""Scenario files: the battle that is set up, and what is said about those that are wrong."""

import re
from pathlib import Path

import pytest

from game.checked import parse_toml
from game.content.codec import decode, encode
from game.content.creatures import creatures
from game.content.maps import read_map
from game.content.scenarios import (
    ScenarioFile,
    check_scenario,
    find_file,
    find_scenario,
    load_scenario,
    shipped_maps,
    shipped_scenarios,
)
from game.errors import DataError
from game.paths import maps
from game.rules.actions import Begin
from game.rules.bodies import movement_of
from game.rules.catalog import settings_with, weapons
from game.rules.dice import SeededDice
from game.rules.engine import apply, legal_actions
from game.rules.state import Battle
from game.spatial.grid import UNITS

SHIPPED = maps()
MAP = '''
[map]
cells = """
..........
..##......
..##...~..
..........
"""
[legend]
"#" = { solid = 3.0, name = "Hut" }
"~" = { cost = "no entry" }
'''
TEAMS = '''
[[team]]
id = "red"
name = "Red"
[[team]]
id = "blue"
name = "Blue"
zone = ["J1:I3", "F1"]
'''
HEAD = '[scenario]\nname = "Test"\n' + MAP + TEAMS


def one(team: str, at: object = None, **fields: object) -> str:
    """A ``[[creature]]``; it is a guard unless its kind is given."""
    given = {"kind": '"guard"'} | {key: str(value) for key, value in fields.items()}
    lines = [f'team = "{team}"'] + ([] if at is None else [f"at = {at}"])
    return "\n".join(["\n[[creature]]", *lines, *(f"{key} = {value}" for key, value in given.items() if value)]) + "\n"


BOTH = one("red", '"A1"') + one("blue", '"F1"')


def made(source: str, folder: Path = SHIPPED) -> ScenarioFile:
    return check_scenario(parse_toml(source, "s.toml"), folder)


def said(source: str, folder: Path = SHIPPED) -> list[str]:
    with pytest.raises(DataError) as caught:
        made(source, folder)
    return [str(each) for each in caught.value.problems]


def faults(source: str) -> list[str]:
    """The messages alone."""
    with pytest.raises(DataError) as caught:
        made(source)
    return [f"{each.field}: {each.message}" for each in caught.value.problems]


def test_a_scenario_becomes_a_battle_that_waits_to_begin() -> None:
    battle = made(HEAD + BOTH).battle
    assert (battle.name, battle.phase, battle.round) == ("Test", "deploy", 0)
    assert [(each.id, each.name) for each in battle.teams] == [("red", "Red"), ("blue", "Blue")]
    assert [(each.id, each.name, each.team, each.cell) for each in battle.combatants] == [
        ("guard-1", "Guard 1", "red", (0, 0)), ("guard-2", "Guard 2", "blue", (5, 0))]
    first = battle["guard-1"]
    assert first.sheet == creatures()["guard"]
    assert (first.pv, first.hands) == (first.sheet.pv, ("sword",))


def test_places_are_names_or_pairs_and_zones_are_cells_and_rectangles() -> None:
    battle = made(HEAD + one("red", '"C4"') + one("blue", "[9, 3]")).battle
    assert [each.cell for each in battle.combatants] == [(2, 3), (9, 3)]
    assert battle.teams[1].zone == ((5, 0), (8, 0), (9, 0), (8, 1), (9, 1), (8, 2), (9, 2)), "row by row"


def test_what_is_written_beside_the_kind_goes_into_the_battle() -> None:
    own = one("red", '"A1"', id='"ana"', name='"Ana"', hands='["dagger"]', pv=5, altitude=1.5, crouched="true")
    ana = made(HEAD + own + one("blue", '"F1"')).battle["ana"]
    assert (ana.name, ana.hands, ana.pv, ana.altitude, ana.crouched) == ("Ana", ("dagger",), 5, UNITS * 3 // 2, True)


def test_a_creature_without_a_place_waits_for_its_team_s_zone() -> None:
    battle = made(HEAD + one("red", '"A1"') + one("blue")).battle
    assert battle["guard-2"].cell is None
    assert {action.kind for action in legal_actions(battle)} == {"deploy"}


def test_a_weapon_of_the_scenario_is_used_and_may_replace_a_known_one() -> None:
    sword = '[[weapon]]\nid = "sword"\nname = "Old sword"\nparts = [{ kind = "cut" }]\nincrease = 1\n'
    battle = made(HEAD + sword + BOTH).battle
    assert battle["guard-1"].sheet.weapons[0].name == "Old sword"
    assert weapons()["sword"].name == "Sword"


def test_a_sheet_may_be_written_in_place() -> None:
    sheet = '[creature.sheet]\nname = "Cook"\npv = 9\nweapons = ["dagger"]\n' + "".join(
        f"{name} = {{ value = 4, die = 6 }}\n"
        for name in ("mobility", "acuity", "strength", "resistance", "spirit", "wits"))
    cook = made(HEAD + one("red", '"A1"', kind="", id='"cook"') + sheet + one("blue", '"F1"')).battle["cook"]
    assert (cook.name, cook.sheet.id, cook.pv, cook.hands) == ("Cook", "cook", 9, ("dagger",))


OWN = '''
[[power]]
id = "hail"
name = "Hail"
attack = "area"
nd = 12
aim = "place"
range = 10
shape = { form = "circle", radius = 2.0 }
effects = [{ kind = "damage", parts = [{ kind = "cold", amount = 2 }] }]
[[power]]
id = "draught-of-healing"
name = "Weak draught"
source = "ability"
nature = "mundane"
aim = "ally"
range = 1
effects = [{ kind = "healing", amount = 2 }]
[[item]]
id = "hailstone"
name = "Hailstone"
power = "hail"
'''


def mage(items: str = '"hailstone", "healing-draught"') -> str:
    sheet = '[creature.sheet]\nname = "Mage"\npv = 9\npowers = ["hail"]\n' + f"items = [{items}]\n" + "".join(
        f"{name} = {{ value = 4, die = 6 }}\n"
        for name in ("mobility", "acuity", "strength", "resistance", "spirit", "wits"))
    return one("red", '"A1"', kind="", id='"mage"') + sheet + one("blue", '"F1"')


def test_powers_and_items_of_the_scenario_are_used_and_may_replace_known_ones() -> None:
    # rule: EFF-7
    battle = made(HEAD + OWN + mage()).battle
    hail, stone, draught = battle["mage"].sheet.powers[0], *battle["mage"].items
    assert (hail.name, stone.power) == ("Hail", hail)
    assert draught.power is not None
    assert draught.power.name == "Weak draught", "items shipped with the game use it, too"
    assert decode(Battle, encode(battle)) == battle
    fight, _ = apply(battle, Begin(), SeededDice(1))
    fight = fight.but(waiting=("mage",))
    assert {each.kind for each in legal_actions(fight)} >= {"power", "item"}


@pytest.mark.parametrize(("wrong", "said"), [
    (OWN.replace('"circle"', '"blob"'), "power.1.shape.form"),
    (OWN.replace('kind = "damage", parts = [{ kind = "cold", amount = 2 }]', 'kind = "condition", condition = "dizzy"'),
     'power.1.effects.1 = "dizzy": this is not known; allowed:'),
    (OWN.replace('power = "hail"', 'power = "hale"'), "item.1.power"),
    (OWN.replace('id = "draught-of-healing"', 'id = "hail"'), "this id is used twice"),
    (OWN.replace('id = "hailstone"', 'id = "stone"'), "items.1"),
    ("power = 3\n" + OWN.partition("[[item]]")[0].replace("[[power]]", "[[weapon]]"), "these are written as [[power]]"),
])
def test_faults_of_own_powers_and_items_are_told(wrong: str, said: str) -> None:
    source = wrong + HEAD + mage() if wrong.startswith("power") else HEAD + wrong + mage()
    with pytest.raises(DataError) as error:
        made(source)
    assert said in str(error.value)


def test_settings_of_a_scenario_change_how_it_plays() -> None:
    battle = made(HEAD + BOTH + '[settings]\ndiagonals = "orthogonal"\n').battle
    assert battle.settings == settings_with({"diagonals": "orthogonal"})
    plain, straight = movement_of(made(HEAD + BOTH).battle, "guard-1"), movement_of(battle, "guard-1")
    assert plain.reachable.sum() > straight.reachable.sum()


def test_a_map_is_named_or_lies_beside_the_scenario_or_stands_in_it(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(MAP)
    head = '[scenario]\nname = "Test"\nmap = "{}"\n' + TEAMS + BOTH
    assert made(head.format("own.toml"), tmp_path).map.grid == read_map(parse_toml(MAP, "m.toml")).grid
    assert made(head.format("own.toml"), tmp_path).battle.map == made(HEAD + BOTH).battle.map
    shipped = made(head.format("wood").replace("A1", "A2").replace('"F1"', '"F2"'), tmp_path)
    assert shipped.map.grid == {path.stem: each.grid for path, each in shipped_maps()}["wood"]


# --- faults ----------------------------------------------------------------------------------------------------------


def test_every_fault_of_a_scenario_is_told_at_once() -> None:
    source = HEAD.replace('name = "Test"', 'nam = "Test"') + (
        one("red", '"Z9"') + one("rad", '"A1"') + one("red", '"A1"', kind='"gard"')
        + one("blue", '"F1"', hands='["bow"]') + "[settings]\ndiagonal = 3\n"
    )
    assert said(source) == [
        "s.toml:1: scenario.name: this field must be given",
        's.toml:2: scenario.nam = "Test": there is no such field; did you mean name?',
        's.toml:25: creature.1.at = "Z9": Guard 1 would be outside the map (10 x 4 squares)',
        's.toml:29: creature.2.team = "rad": this is not known; did you mean red?',
        's.toml:36: creature.3.kind = "gard": this is not known; did you mean guard?',
        's.toml:42: creature.4.hands.1 = "bow": this is not known; allowed: dagger, sword',
        "s.toml:44: settings.diagonal = 3: there is no such field; did you mean diagonals?",
    ]


@pytest.mark.parametrize(("creature", "fault"), [
    (one("red", '"C2"'), "creature.3.at: something solid stands on C2"),
    (one("red", '"A1"'), "creature.3.at: A1 is taken by Guard 1"),
    (one("red", '"H3"'), "creature.3.at: nobody can stand on H3"),
    (one("red", '"J4"', kind='"ogre"'), "creature.3.at: Ogre would be outside the map (10 x 4 squares)"),
    (one("red", '"B3"', kind='"ogre"'), "creature.3.at: something solid stands on B3"),
    (one("red", '"E1"', kind='"ogre"'), "creature.3.at: E1 is taken by Guard 2"),
    (one("red", '"7C"'), "creature.3.at: cell: '7C' is not a name like C7 or 2,6"),
    (one("red", "[1]"), 'creature.3.at: a cell is written "C7" or [2, 6]'),
    (one("red", "[-1, 2]"), 'creature.3.at: a cell is written "C7" or [2, 6]'),
    (one("red", "true"), 'creature.3.at: a cell is written "C7" or [2, 6]'),
    (one("red"), "creature.3: this creature needs a place, or its team a zone"),
    (one("red", '"B1"', kind=""), "creature.3: a creature needs a kind, or a sheet of its own"),
    (one("red", '"B1"', kind='"gobln"'), "creature.3.kind: this is not known; did you mean goblin?"),
    (one("red", '"B1"', id='"guard-1"'), "creature.3.id: this id is used twice"),
    (one("red", '"B1"', id='"Guard 1"'), "creature.3.id: this may hold only small letters, digits, - and _"),
    (one("red", '"B1"', pv=99), "creature.3.pv: this must be 12 or less"),
    (one("red", '"B1"', pv=0), "creature.3.pv: this must be 1 or more"),
    (one("red", '"B1"', hands='["sword", "sword"]'), "creature.3.hands.2: this is listed twice"),
    (one("red", '"B1"', kind='"knight"', hands='["sword", "halberd"]'),
     "creature.3.hands: these take more than 2 hands"),
    (one("red", '"B1"', altitude=-1), "creature.3.altitude: this must be 0 or more"),
])
def test_a_creature_that_cannot_be_is_told(creature: str, fault: str) -> None:
    assert fault in faults(HEAD + BOTH + creature)


@pytest.mark.parametrize(("source", "fault"), [
    (HEAD + one("red", '"A1"'), ": a battle needs creatures of two teams or more"),
    (HEAD, ": a battle needs creatures of two teams or more"),
    (HEAD.replace('name = "Test"', 'name = "Test"\nmap = "wood"') + BOTH,
     "scenario.map: the file has a [map] of its own; leave this out"),
    ('[scenario]\nname = "Test"\n' + TEAMS + BOTH, "scenario.map: this field must be given"),
    ('[scenario]\nname = "Test"\nmap = "wod"\n' + TEAMS + BOTH, "scenario.map: this is not known; did you mean wood?"),
    ('[scenario]\nname = "Test"\nmap = "no/such.toml"\n' + TEAMS + BOTH, "scenario.map: there is no such file"),
    (HEAD.replace('"J1:I3"', '"J1:K3"') + BOTH, "team.2.zone.1: this is outside the map, which ends at J4"),
    (HEAD.replace('"J1:I3"', '"J1-I3"') + BOTH, "team.2.zone.1: cell: 'J1-I3' is not a name like C7 or 2,6"),
    (HEAD.replace('id = "blue"', 'id = "red"') + one("red", '"A1"'), "team.2.id: this id is used twice"),
    (HEAD + BOTH + "[settings]\ndiagonals = 'both'\n",
     "settings.diagonals: this is not known; allowed: alternating, exact, orthogonal, uniform"),
    (HEAD + BOTH + "[[wepon]]\n", "wepon: this is not known; did you mean weapon?"),
    (HEAD + '[[weapon]]\nid = "x"\n' + BOTH, "weapon.1.name: this field must be given"),
    ("team = 3\n" + HEAD.replace(TEAMS, "") + BOTH, "team: these are written as [[team]]"),
])
def test_a_scenario_that_cannot_be_is_told(source: str, fault: str) -> None:
    assert fault in faults(source)


def test_a_table_that_nobody_knows_is_told_once() -> None:
    assert len(said("size = 3\n" + HEAD + BOTH)) == 1


def test_faults_of_the_map_are_told_with_the_map_s_own_file(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(MAP.replace("..##......", "..##....Q.", 1))
    [problem] = said('[scenario]\nname = "Test"\nmap = "own.toml"\n' + TEAMS + BOTH, tmp_path)
    assert problem.startswith(f"{tmp_path / 'own.toml'}:5: map.cells")


def test_a_scenario_is_found_by_path_and_by_name(tmp_path: Path) -> None:
    assert find_scenario("bridge") == maps() / "bridge.toml"
    assert find_scenario(str(tmp_path / "x.toml")) == tmp_path / "x.toml"
    assert find_file("temple") == maps() / "temple.toml"
    with pytest.raises(DataError, match="brige: this is not known; did you mean bridge"):
        find_scenario("brige")


def test_three_scenarios_and_more_ship_each_another_kind_of_place() -> None:
    shipped = {path.stem: each for path, each in shipped_scenarios()}
    assert {"bridge", "ruin", "ambush"} <= shipped.keys()
    kinds = {name: {structure.kind for structure in each.battle.structures} for name, each in shipped.items()}
    assert "low_wall" in kinds["bridge"]
    assert int(shipped["bridge"].map.grid.height.max()) >= UNITS
    assert {"pillar", "door", "window"} <= kinds["ruin"]
    assert any(team.zone for team in shipped["ruin"].battle.teams)
    assert "tree" in kinds["ambush"]
    assert set(shipped["ambush"].map.grid.concealment.ravel().tolist()) == {0, 1, 2}
    for each in shipped.values():
        assert each.name
        assert each.text


def test_the_examples_of_the_manual_are_sound(tmp_path: Path) -> None:
    manual = (maps() / "README.md").read_text(encoding="utf-8")
    example_map, example_scenario = re.findall(r"```toml\n(.*?)```", manual, re.DOTALL)[:2]
    found = read_map(parse_toml(example_map, "README.md"))
    assert found.grid.shape == (3, 7)
    assert [(each.id, len(each.zone), each.players) for each in found.teams] == [("town", 5, True)]
    path = tmp_path / "s.toml"
    path.write_text(example_scenario, encoding="utf-8")
    battle = load_scenario(path)
    assert [each.name for each in battle.combatants] == ["Ana", "Goblin"]
    assert battle.settings.diagonals == "alternating"


def test_what_one_thing_is_follows_the_settings_of_the_scenario(tmp_path: Path) -> None:
    """# rule: STR-4 STR-8"""
    (tmp_path / "hut.toml").write_text(MAP)
    apart = HEAD.replace(MAP, 'map = "hut.toml"\n')
    for setting, ids in (("each", ["wall-c2", "wall-d2", "wall-c3", "wall-d3"]), ("joined", ["wall-c2"])):
        for head in (HEAD, apart):
            battle = made(head + BOTH + f'[settings]\nunnamed = "{setting}"\n', tmp_path).battle
            assert [each.id for each in battle.structures] == ids
            fallen = battle.but(structures=(battle.structures[0].but(fallen=True), *battle.structures[1:]))
            assert bool(fallen.grid.barriers) == (setting == "each"), "all of it falls together"


def test_a_side_without_a_zone_starts_where_its_map_says(tmp_path: Path) -> None:
    (tmp_path / "hut.toml").write_text(MAP + TEAMS.replace('"Red"', '"Red"\nzone = ["A1:B1"]'), encoding="utf-8")
    sides = TEAMS.replace('["J1:I3", "F1"]', '["F4"]')
    found = made('[scenario]\nname = "Test"\nmap = "hut.toml"\n' + sides + one("red") + one("blue"), tmp_path)
    assert {each.id: each.zone for each in found.battle.teams} == {"red": ((0, 0), (1, 0)), "blue": ((5, 3),)}
