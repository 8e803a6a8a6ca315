"""What maps and scenarios say about breaking things."""

from pathlib import Path

import pytest

from game.checked import parse_toml
from game.content.maps import MapFile, read_map
from game.content.scenarios import ScenarioFile, check_scenario, shipped_maps
from game.errors import DataError
from game.rules.state import Structure

MAP = '[map]\ncells = """\n.+#.\nWT..\n....\n"""\n[legend]\n'
SIDES = (
    '[[team]]\nid = "red"\nname = "Red"\nplayers = true\n[[team]]\nid = "blue"\nname = "Blue"\n'
    '[[creature]]\nkind = "guard"\nid = "a"\nteam = "red"\nat = "A3"\nguard = 1\n'
    '[[creature]]\nkind = "goblin"\nid = "b"\nteam = "blue"\nat = "D3"\n'
)
PLAIN = (
    MAP + '"+" = { door = "closed" }\n"#" = { solid = 3 }\n"W" = { solid = 3, blocks = ["move"] }\n'
    '"T" = { pillar = 0.5, kind = "tree" }\n[[barrier]]\nfrom = [0, 2]\nto = [1, 2]\ntop = 1.0\n'
)


def made(source: str) -> MapFile:
    return read_map(parse_toml(source, "m.toml"))


def scene(source: str, folder: Path = Path()) -> ScenarioFile:
    return check_scenario(parse_toml('[scenario]\nname = "S"\n' + source, "s.toml"), folder)


def said(source: str, scenario: bool = False) -> list[str]:
    with pytest.raises(DataError) as caught:
        (scene if scenario else made)(source)
    return [str(each) for each in caught.value.problems]


def of(structures: tuple[Structure, ...], id: str) -> Structure:
    return next(each for each in structures if each.id == id)


def test_a_thing_is_what_its_kind_is_unless_told_otherwise() -> None:
    # rule: STR-1
    found = {each.id: each.nd for each in made(PLAIN).structures}
    assert found == {"door-b1": 25, "wall-c1": 105, "window-a2": 10, "tree-b2": 50, "low-wall-0,2-1,2": 90}
    stone = '{ door = "closed", level = "structured", material = "worked-stone" }'
    told = made(PLAIN.replace('{ door = "closed" }', stone))
    assert (of(told.structures, "door-b1").nd, of(told.structures, "door-b1").material) == (90, "Worked stone")
    told = made(PLAIN.replace("top = 1.0", 'top = 1.0\nsize = 40\nnd = 7'))
    assert (of(told.structures, "low-wall-0,2-1,2").nd, of(told.structures, "low-wall-0,2-1,2").material) == (7, "")
    assert of(made(PLAIN.replace("solid = 3 }", "solid = 3, nd = 0 }")).structures, "wall-c1").nd == 0


def test_a_map_adds_materials() -> None:
    # rule: STR-1
    own = '[[material]]\nid = "star-iron"\nname = "Star iron"\nfactor = 7.5\n'
    found = made(PLAIN.replace("solid = 3 }", 'solid = 3, material = "star-iron" }') + own)
    assert (of(found.structures, "wall-c1").nd, of(found.structures, "wall-c1").material) == (262, "Star iron")
    replaced = made(PLAIN + '[[material]]\nid = "light-wood"\nname = "Balsa"\nfactor = 0.2\n')
    assert (of(replaced.structures, "door-b1").nd, of(replaced.structures, "door-b1").material) == (5, "Balsa")


def test_a_scenario_adds_materials_and_overrides_any_nd() -> None:
    # rule: STR-1 STR-4
    own = '[[material]]\nid = "worked-stone"\nname = "Granite"\nfactor = 4\n'
    changes = (
        '[[structure]]\nid = "wall-c1"\nnd = 33\n[[structure]]\nid = "door-b1"\nmaterial = "worked-stone"\nuser = "a"\n'
        '[[structure]]\nid = "tree-b2"\nuser = "b"\n'
    )
    battle = scene(PLAIN + SIDES + own + changes).battle
    assert of(battle.structures, "wall-c1").nd == 33
    door = of(battle.structures, "door-b1")
    assert (door.nd, door.material, door.user) == (100, "Granite", "a")
    assert (of(battle.structures, "tree-b2").nd, of(battle.structures, "tree-b2").user) == (50, "b")
    assert of(battle.structures, "low-wall-0,2-1,2").nd == 120, "the map is of the scenario's material"
    assert (battle["a"].guard, battle["b"].guard) == (1, 0)
    assert [team.players for team in battle.teams] == [True, False]


def test_the_scenario_lends_its_materials_to_a_map_in_another_file(tmp_path: Path) -> None:
    # rule: STR-1
    (tmp_path / "m.toml").write_text(PLAIN.replace("solid = 3 }", 'solid = 3, material = "ash" }'), encoding="utf-8")
    ash = '[[material]]\nid = "ash"\nname = "Ash"\nfactor = 0.1\n'
    found = scene('map = "m.toml"\n' + SIDES + ash, tmp_path)
    assert of(found.battle.structures, "wall-c1").nd == 3
    with pytest.raises(DataError):
        scene('map = "m.toml"\n' + SIDES, tmp_path)


def test_things_begin_worn_or_fallen() -> None:
    # rule: STR-3 STR-8
    worn = PLAIN.replace("solid = 3 }", "solid = 3, left = 60 }").replace("top = 1.0", "top = 1.0\nleft = 0")
    found = made(worn).structures
    assert [(each.wear, each.fallen) for each in (of(found, "wall-c1"), of(found, "low-wall-0,2-1,2"))] == [
        (45, False), (90, True)]
    changes = ('[[structure]]\nid = "wall-c1"\nnd = 50\n[[structure]]\nid = "door-b1"\nleft = 24\n'
               '[[structure]]\nid = "low-wall-0,2-1,2"\nnd = 70\n[[structure]]\nid = "tree-b2"\nleft = 0\n')
    battle = scene(worn + SIDES + changes).battle
    states = {each.id: (each.nd, each.wear, each.fallen) for each in battle.structures}
    assert states["wall-c1"] == (50, 45, False)
    assert states["door-b1"] == (25, 1, False)
    assert states["low-wall-0,2-1,2"] == (70, 70, True)
    assert states["tree-b2"] == (50, 50, True)
    assert "this must be 25 or less" in said(
        worn + SIDES + '[[structure]]\nid = "door-b1"\nleft = 26\n', scenario=True)[0]


def test_a_scenario_starts_where_its_map_says_unless_it_says_so_itself(tmp_path: Path) -> None:
    zones = '[[team]]\nid = "red"\nname = "Left"\nzone = ["A1"]\n[[team]]\nid = "blue"\nname = "X"\nzone = ["C2"]\n'
    (tmp_path / "m.toml").write_text(PLAIN + zones, encoding="utf-8")
    own = 'map = "m.toml"\n[[team]]\nid = "red"\nname = "Red"\n[[team]]\nid = "blue"\nname = "Blue"\nzone = ["D2"]\n'
    own += '[[creature]]\nkind = "guard"\nteam = "red"\n[[creature]]\nkind = "guard"\nteam = "blue"\n'
    battle = scene(own, tmp_path).battle
    assert [(each.name, each.zone) for each in battle.teams] == [("Red", ((0, 0),)), ("Blue", ((3, 1),))]


def test_quick_combat_is_a_mode_of_a_scenario() -> None:
    # rule: QCK-4 STR-7
    battle = scene('mode = "quick"\npressure = "never"\n' + PLAIN + SIDES).battle
    assert (battle.mode, battle.pressure) == ("quick", "never")
    assert scene(PLAIN + SIDES).battle.mode == "normal"
    faults = said('mode = "quick"\n' + PLAIN + SIDES.replace("players = true\n", ""), scenario=True)
    assert faults == ["s.toml:3: scenario.mode = \"quick\": quick combat needs a team with players = true"]
    assert "normal, quick" in said('mode = "slow-motion"\n' + PLAIN + SIDES, scenario=True)[0]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("solid = 3 }", 'solid = 3, size = "larg" }', 'legend.#.size = "larg": this is not known; did you mean large?'),
        ("solid = 3 }", "solid = 3, level = 12 }", "legend.#.level = 12: a number here is from 30 to 1000"),
        ("solid = 3 }", 'solid = 3, material = "wood" }', "legend.#.material"),
        ("solid = 3 }", "solid = 3, nd = -1 }", "legend.#.nd = -1: this must be 0 or more"),
        ('"+" = { door = "closed" }', '"+" = { cost = 2, nd = 4 }', "this belongs to a solid cell, a pillar or a door"),
        ("top = 1.0", 'top = 1.0\nmaterial = "glas"', "barrier.1.material = \"glas\": this is not known; did you mean"),
    ],
)
def test_faults_of_maps_are_named_with_their_line(old: str, new: str, fault: str) -> None:
    assert old in PLAIN
    faults = said(PLAIN.replace(old, new))
    assert len(faults) == 1
    assert fault in faults[0]
    assert int(faults[0].split(":")[1]) > 5


def test_faults_of_scenarios_are_named_with_their_line() -> None:
    changes = (
        '[[structure]]\nid = "wall-c9"\n[[structure]]\nid = "wall-c1"\nuser = "zoe"\n[[structure]]\nid = "wall-c1"\n'
        '[[structure]]\nid = "door-b1"\nmaterial = "cheese"\n'
    )
    faults = " / ".join(said(PLAIN + SIDES + changes, scenario=True))
    for part in ("structure.1.id = \"wall-c9\": this is not known; did you mean wall-c1?", "structure.2.user",
                 "structure.3.id = \"wall-c1\": this id is used twice", "structure.4.material"):
        assert part in faults
    own = '[[material]]\nid = "x"\nname = "X"\nfactor = 0\n'
    assert said(PLAIN + SIDES + own, scenario=True) == ["s.toml:39: material.1.factor = 0: this must be above 0"]


def test_parts_of_one_structure_are_made_of_one_thing() -> None:
    source = MAP.replace(".+#.", ".ab.").replace("WT", "..") + (
        '"a" = { solid = 2, structure = "s" }\n"b" = { solid = 2, structure = "s", material = "glass" }\n'
    )
    assert "structure s has the ND 105 elsewhere" in said(source)[0]
    worn = source.replace(', material = "glass"', ", left = 5")
    assert "structure s has 105 of its ND left elsewhere; one structure falls as one" in said(worn)[0]


def test_what_ships_is_made_of_something_sensible() -> None:
    for _, each in shipped_maps():
        assert all(structure.nd and structure.material for structure in each.structures)
