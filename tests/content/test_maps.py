"""Map files: what a picture, a legend and thin walls become, and what is said about those that are wrong."""

import doctest
from pathlib import Path

import numpy as np
import pytest

from game.checked import parse_toml
from game.content import maps as maps_module
from game.content.map_format import SURFACES
from game.content.maps import MapFile, load_map, read_map
from game.errors import DataError
from game.paths import maps
from game.rules.state import Structure
from game.spatial.grid import NO_ENTRY, UNITS, Barrier, block, pillar, wall
from game.spatial.lines import blocked

OPEN = '[map]\ncells = """\n' + "........\n" * 10 + '"""\n'
PLAIN = '[map]\ncells = """\n....\n....\n....\n"""\n'


def made(source: str) -> MapFile:
    return read_map(parse_toml(source, "m.toml"))


def said(source: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        made(source)
    return [str(each) for each in caught.value.problems]


def structure(found: MapFile, id: str) -> Structure:
    return next(each for each in found.structures if each.id == id)


def walls_of(found: MapFile, id: str) -> set[Barrier]:
    return {each for each in found.grid.barriers if each.structure == id}


def test_the_examples_of_the_module() -> None:
    assert doctest.testmod(maps_module).failed == 0


EXAMPLE = '''
[map]
name = "Ponte velha"
cells = """
..#....
..+.T..
~~f..x!
"""
heights = """
0000011
.......
A.....a
"""
[legend]
"#" = { solid = 3.0 }
"~" = { cost = 2, surface = "water" }
"T" = { pillar = 0.5, height = 4.0 }
"+" = { door = "closed" }
"f" = { concealment = "partial" }
"x" = { cost = "no entry", concealment = "total" }
"!" = { cost = 0.5 }
[[barrier]]
from = [4, 0]
to = [4, 3]
top = 1.0
blocks = ["move", "effect"]
'''


def test_every_layer_of_the_example_in_the_brief() -> None:
    found = made(EXAMPLE)
    grid = found.grid
    assert (found.name, grid.shape) == ("Ponte velha", (3, 7))
    assert np.array_equal(grid.height, [[0, 0, 0, 0, 0, 64, 64], [0] * 7, [-64, 0, 0, 0, 0, 0, 640]])
    assert np.array_equal(grid.cost, [[1000] * 7, [1000] * 7, [2000, 2000, 1000, 1000, 1000, NO_ENTRY, 500]])
    assert np.array_equal(grid.concealment, [[0] * 7, [0] * 7, [0, 0, 1, 0, 0, 2, 0]])
    assert [grid.surfaces[index] for index in grid.surface[2]] == ["water", "water", "", "", "", "", ""]


def test_solid_cells_doors_and_pillars_become_barriers_of_their_own_structures() -> None:
    found = made(EXAMPLE)
    assert walls_of(found, "wall-c1") == set(block((2, 0), 3.0, structure="wall-c1"))
    assert walls_of(found, "door-c2") == set(block((2, 1), 3.0, structure="door-c2"))
    assert walls_of(found, "pillar-e2") == set(pillar((4, 1), 0.5, 4.0, structure="pillar-e2"))
    assert structure(found, "door-c2") == Structure(
        "door-c2", "door", ((2, 1),), None, 3.0, False, nd=25, material="Light wood")
    assert structure(found, "pillar-e2") == Structure(
        "pillar-e2", "pillar", ((4, 1),), None, 4.0, nd=120, material="Worked stone")
    assert {each.structure for each in found.grid.barriers} == {each.id for each in found.structures}


def test_a_thin_wall_is_a_structure_for_each_edge_and_keeps_its_fields() -> None:
    found = made(EXAMPLE)
    low = [each for each in found.structures if each.kind == "low_wall"]
    assert [each.segment for each in low] == [(4, 0, 4, 1), (4, 1, 4, 2), (4, 2, 4, 3)]
    for each in low:
        [barrier] = walls_of(found, each.id)
        assert (barrier.move, barrier.sight, barrier.effect) == (True, False, True)
        assert (barrier.bottom, barrier.top) == (0, UNITS)


def test_a_named_group_is_one_structure() -> None:
    crates = PLAIN.replace("....\n....", ".dd.\n....", 1) + '[legend]\n"d" = { solid = 1.0, structure = "crates" }\n'
    found = made(crates + '[[barrier]]\nfrom = [0, 2]\nto = [4, 2]\nstructure = "fence"\n')
    assert structure(found, "crates").cells == ((1, 0), (2, 0))
    assert structure(found, "crates").kind == "block"
    assert len(walls_of(found, "crates")) == 8
    assert len(walls_of(found, "fence")) == 4
    assert structure(found, "fence").segment == (0, 2, 4, 2)


def test_a_door_in_a_thin_wall_opens_as_a_whole() -> None:
    found = made(PLAIN + '[[barrier]]\nfrom = [2, 0]\nto = [2, 2]\ndoor = "open"\n')
    [door] = found.structures
    assert (door.kind, door.open, door.segment) == ("door", True, (2, 0, 2, 2))
    assert len(found.grid.barriers) == 2, "the map has every structure in place and shut"
    assert found.grid.without([door.id]).barriers == ()


def test_heights_of_walls_are_above_the_ground_they_stand_on() -> None:
    source = '[map]\nheight_step = 0.5\ncells = """\n#.\n..\n"""\nheights = """\n20\n10\n"""\n'
    found = made(source + '[legend]\n"#" = { solid = 2.0 }\n' "[[barrier]]\nfrom = [1, 0]\nto = [1, 2]\ntop = 1.0\n")
    assert {(each.bottom, each.top) for each in walls_of(found, "wall-a1")} == {(64, 192)}
    edges = sorted((each.start, each.bottom, each.top) for each in found.grid.barriers if "low" in each.structure)
    assert edges == [((64, 0), 0, 128), ((64, 64), 0, 96)]


def test_a_wall_at_any_angle_is_one_piece() -> None:
    found = made(PLAIN + "[[barrier]]\nfrom = [0.5, 0.25]\nto = [3, 2]\n")
    assert found.grid.barriers == (wall((0.5, 0.25), (3, 2), structure=found.structures[0].id),)


def test_window_between_two_people_lets_sight_through_and_stops_walking() -> None:
    """A window that stops movement and not sight: four independent fields, never all or nothing."""
    found = made(OPEN + '[[barrier]]\nfrom = [4, 4]\nto = [4, 7]\nblocks = ["move"]\n')
    a, b = (160, 352, 64), (416, 352, 64)
    assert found.structures[0].kind == "window"
    assert not blocked(found.grid, a, b, "sight")
    assert not blocked(found.grid, a, b, "effect")
    assert blocked(found.grid, a, b, "move")


def test_wall_of_an_upper_storey_leaves_the_ground_floor_open() -> None:
    grid = made(OPEN + "[[barrier]]\nfrom = [4, 0]\nto = [4, 10]\nbottom = 2\ntop = 4\n").grid
    assert {(each.bottom, each.top) for each in grid.barriers} == {(128, 256)}
    assert not blocked(grid, (160, 352, 64), (416, 352, 64), "effect")
    assert blocked(grid, (160, 352, 192), (416, 352, 192), "effect")


def test_blank_lines_indent_and_windows_line_ends_do_not_count() -> None:
    plain = made('[map]\ncells = """\n..\n..\n"""\n')
    assert made('[map]\ncells = """\n\n   ..  \n   ..\n   """\n').grid == plain.grid
    assert made('[map]\r\ncells = """\r\n..\r\n..\r\n"""\r\n').grid == plain.grid
    assert made('[map]\ncells = "..\\n.."\n').grid == plain.grid


def test_a_blank_can_be_a_cell_when_the_legend_says_so() -> None:
    found = made('[map]\ncells = """\n. .\n...\n"""\n[legend]\n" " = { cost = 3 }\n')
    assert found.grid.cost.tolist() == [[1000, 3000, 1000], [1000, 1000, 1000]]


def test_the_ground_is_what_no_legend_names() -> None:
    found = made('[map]\nground = "grass"\ncells = ".m"\n[legend]\n"m" = { surface = "mud" }\n')
    assert [found.grid.surfaces[each] for each in found.grid.surface[0]] == ["grass", "mud"]
    assert {"grass", "mud"} <= set(SURFACES)


def test_the_largest_map_and_one_more() -> None:
    row = "." * 256 + "\n"
    assert made(f'[map]\ncells = """\n{row * 256}"""\n').grid.shape == (256, 256)
    assert said(f'[map]\ncells = """\n{row * 257}"""\n') == ["m.toml:259: map.cells: 257 rows; a map has at most 256"]
    wide = "." * 257 + "\n"
    assert said(f'[map]\ncells = """\n{wide}"""\n') == ["m.toml:3: map.cells: 257 columns; a map has at most 256"]


# --- faults ----------------------------------------------------------------------------------------------------------


def test_every_fault_of_a_map_is_told_at_once() -> None:
    source = '''[map]
nam = "Old bridge"
ground = "gras"
cells = """
..#....
..+.T.
~~f..dQ
"""
[legend]
"#" = { solid = -3.0, structure = "A b" }
"~" = { cost = "none" }
"TT" = { pillar = 0.5 }
"+" = { door = "closd" }
"f" = { concealment = "partial", blocks = ["move"] }
"d" = { solid = 1, door = "open" }
[[barrier]]
from = [4, 0]
to = [4, 30]
blocks = []
[[barrier]]
from = [8, 0]
to = [4, 3]
[[barier]]
'''
    assert said(source) == [
        'm.toml:2: map.nam = "Old bridge": there is no such field; did you mean name?',
        'm.toml:3: map.ground = "gras": this is not known; did you mean grass?',
        'm.toml:6: map.cells = "..+.T.": row 2 has 6 cells; 7 are wanted',
        "m.toml:10: legend.#.solid = -3.0: this must be 0.015625 or more",
        'm.toml:10: legend.#.structure = "A b": this may hold only small letters, digits, - and _',
        'm.toml:11: legend.~.cost = "none": this must be a number from 0.1 to 1000, or "no entry"',
        'm.toml:12: legend.TT = "TT": a legend names single characters',
        'm.toml:13: legend.+.door = "closd": this is not known; did you mean closed?',
        'm.toml:14: legend.f.blocks = ["move"]: this belongs to a solid cell, a pillar or a door',
        "m.toml:15: legend.d: a cell is one of solid, pillar and door",
        "m.toml:19: barrier.1.blocks = []: this needs at least 1 entries",
        'm.toml:23: barier = [{}]: this is not known; did you mean barrier?',
    ]


def test_a_character_without_a_legend_is_told_once_with_column_and_count() -> None:
    assert said('[map]\ncells = """\n  ..Q\n  QQ.\n"""\n') == [
        'm.toml:3: map.cells = "Q": this character, in column 5 and 3 cells in all, means nothing; allowed: .'
    ]


def test_points_outside_the_map_are_told() -> None:
    assert said(PLAIN + "[[barrier]]\nfrom = [4, 0]\nto = [4, 3.5]\n") == [
        "m.toml:9: barrier.1.to = [4, 3.5]: this point is outside the map: x is from 0 to 4, y from 0 to 3"
    ]


@pytest.mark.parametrize(("barrier", "message"), [
    ("from = [1, 1]\nto = [1, 1]", "barrier: zero length"),
    ("from = [1, 1]\nto = [1, 2]\nbottom = 2\ntop = 1", "must be above bottom"),
])
def test_walls_that_are_none_are_told(barrier: str, message: str) -> None:
    [problem] = said(PLAIN + "[[barrier]]\n" + barrier)
    assert problem.startswith("m.toml:7: barrier.1")
    assert message in problem


def test_heights_of_another_size_or_with_unknown_signs_are_told() -> None:
    assert said(PLAIN + 'heights = """\n...\n...\n...\n"""\n') == [
        "m.toml:7: map.heights: the heights are 3 x 3 cells, the map is 4 x 3"
    ]
    assert "means nothing" in said(PLAIN + 'heights = """\n..?.\n....\n....\n"""\n')[0]


def test_one_structure_is_of_one_kind() -> None:
    source = PLAIN.replace("....\n", "wd..\n", 1) + (
        '[legend]\n"w" = { solid = 3, structure = "a" }\n"d" = { door = "open", structure = "a" }\n'
    )
    assert said(source) == ["m.toml:9: legend.d: structure a is a wall elsewhere; one structure is of one kind"]


def test_a_door_of_two_thin_walls_is_told() -> None:
    one = '[[barrier]]\nfrom = [1, 0]\nto = [1, 1]\ndoor = "open"\nstructure = "gate"\n'
    other = one.replace("1,", "2,")
    assert said(PLAIN + one + other) == ["m.toml:12: barrier.2: door gate is two barriers; write it as one"]


@pytest.mark.parametrize("source", [
    "[map]\ncells = 3\n",
    "[map]\n",
    "map = 3\n",
    "[legend]\n",
    '[map]\ncells = ""\n',
    '[map]\ncells = """\n\n\n"""\n',
    "legend = 3\n[map]\ncells = '.'\n",
    "barrier = 3\n[map]\ncells = '.'\n",
    "[barrier]\n[map]\ncells = '.'\n",
    "[map]\ncells = '.'\n[legend]\n'.' = 3\n",
])
def test_other_wrong_shapes_are_told_too(source: str) -> None:
    assert all(": " in each for each in said(source))


@pytest.mark.parametrize("path", sorted(maps().glob("*.toml")), ids=lambda path: path.stem)
def test_a_shipped_map_is_its_own_image_when_turned_unless_it_stands_with_its_scenario(path: Path) -> None:
    """The three maps that are shared are fair by construction: neither side has the better ground."""
    if "[scenario]" in path.read_text(encoding="utf-8"):
        return
    grid = load_map(path).grid
    for layer in (grid.height, grid.cost, grid.concealment, grid.surface):
        assert np.array_equal(layer, layer[::-1, ::-1])
    right, bottom = grid.cols * UNITS, grid.rows * UNITS

    def ends(each: Barrier, turned: bool) -> tuple[object, ...]:
        points = [(right - x, bottom - y) if turned else (x, y) for x, y in (each.start, each.end)]
        return (*sorted(points), each.bottom, each.top, each.move, each.sight, each.effect)

    assert sorted(ends(each, True) for each in grid.barriers) == sorted(ends(each, False) for each in grid.barriers)


@pytest.mark.parametrize("entry", ["solid = 1e-300", "solid = 0.007", "pillar = 0.5, height = 0.001",
                                   'door = "closed", height = 0.001'])
def test_what_stands_is_no_thinner_than_the_unit_of_heights(entry: str) -> None:
    """Such a height rounds to nothing: a fault of the file, not of the program."""
    source = '[map]\ncells = """\n#.\n"""\n[legend]\n"#" = {{ {} }}\n'
    assert [fault.endswith("this must be 0.015625 or more") for fault in said(source.format(entry))] == [True]
    assert made(source.format("solid = 0.015625")).grid.barriers[0].top == 1


# --- what is one thing -----------------------------------------------------------------------------------------------

WALLS = '''
[map]
cells = """
##.#..
.#.#o.
..##o.
......
"""
[legend]
"#" = { solid = 3.0 }
"o" = { pillar = 0.5 }
[[barrier]]
from = [0, 3]
to = [3, 3]
[[barrier]]
from = [3, 3]
to = [5, 3]
structure = "fence"
'''


def test_what_has_no_name_is_one_thing_for_each_cell_and_edge_or_for_all_that_is_joined() -> None:
    """# rule: STR-4"""
    each, joined = made(WALLS), read_map(parse_toml(WALLS, "m.toml"), unnamed="joined")
    assert [one.id for one in each.structures] == [
        "wall-a1", "wall-b1", "wall-d1", "wall-b2", "wall-d2", "pillar-e2", "wall-c3", "wall-d3", "pillar-e3",
        "wall-0,3-1,3", "wall-1,3-2,3", "wall-2,3-3,3", "fence"]
    assert {one.id: one.cells for one in joined.structures} == {
        "wall-a1": ((0, 0), (1, 0), (1, 1)), "wall-d1": ((3, 0), (3, 1), (2, 2), (3, 2)),
        "pillar-e2": ((4, 1),), "pillar-e3": ((4, 2),), "wall-0,3-3,3": (), "fence": ()}
    assert structure(joined, "wall-0,3-3,3").segment == (0, 3, 3, 3)
    assert len(walls_of(joined, "wall-0,3-3,3")) == 3, "a thin wall is still barriers edge by edge"
    places = [[(barrier.start, barrier.end) for barrier in found.grid.barriers] for found in (joined, each)]
    assert places[0] == places[1], "only what falls together differs"
