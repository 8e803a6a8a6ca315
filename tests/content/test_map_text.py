"""Maps written as files, and read again as the same maps."""

import doctest
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.checked import parse_toml
from game.content import sides, toml_text
from game.content.blank import blank
from game.content.checking import check_file
from game.content.map_text import map_text
from game.content.maps import read_map
from game.content.scenarios import shipped_scenarios
from game.errors import FlancoError
from game.rules.actions import EditMap, ResizeMap
from game.rules.brush import paint
from game.rules.catalog import Settings
from game.rules.dice import ScriptedDice
from game.rules.engine import apply, why_illegal
from game.rules.masonry import row_by_row
from game.rules.state import Battle, Structure, Team
from game.spatial.grid import Grid
from tests.rules.test_brush import ROOM, STROKES

PLAIN = Grid.empty(12, 8).replace(surfaces=("", "grass", "mud", "smoke"))


def again(grid, structures=(), name="Map"):
    return read_map(parse_toml(map_text(name, grid, structures), "map.toml"))


def same(grid, structures=()):
    """Whether it is the same map but for the list of surfaces that a file always has whole."""
    found = again(grid, structures)
    names = [[found.grid.surfaces[each] for each in row] for row in found.grid.surface]
    assert names == [[grid.surfaces[each] for each in row] for row in grid.surface]
    assert found.structures == structures
    assert found.grid.replace(surfaces=grid.surfaces, surface=grid.surface) == grid
    return True


def test_the_examples_of_the_writer() -> None:
    assert doctest.testmod(toml_text).failed == doctest.testmod(sides).failed == 0


@pytest.mark.parametrize("scenario", [each for _, each in shipped_scenarios()], ids=lambda each: Path(each.file).stem)
def test_every_shipped_map_is_the_same_when_it_was_written_and_read(scenario) -> None:
    written = scenario.map
    found = again(written.grid, written.structures, written.name)
    assert found.grid == written.grid
    assert found.name == written.name
    own = {each.id: each for each in written.structures}
    assert [each.but(material=own[each.id].material) for each in found.structures] == [*written.structures]


def test_a_drawn_room_is_a_file_that_can_be_checked(tmp_path: Path) -> None:
    done = paint(PLAIN, (), ROOM)
    for stroke in (EditMap("door", edges=((4, 1, 5, 1),)), EditMap("pillar", cells=((3, 2), (6, 4))),
                   EditMap("mud", cells=((9, 1),)), EditMap("smoke", cells=((9, 2),), thick=True),
                   EditMap("height", cells=((3, 2), (10, 7)), rise=0.5)):
        done = paint(done.grid, done.structures, stroke)
    assert same(done.grid, done.structures)
    path = tmp_path / "room.toml"
    path.write_text(map_text("Quarto de São João", done.grid, done.structures), encoding="utf-8")
    assert check_file(path) == ()
    assert path.read_text(encoding="utf-8").count("[[barrier]]") == 6, "four sides, one of them round a door"


def test_things_say_how_they_are() -> None:  # rule: STR-3 STR-8
    done = paint(PLAIN, (), EditMap("door", edges=((1, 1, 4, 1),)))
    done = paint(done.grid, done.structures, EditMap("pillar", cells=((6, 2), (8, 2))))
    one, two, a, b, c = done.structures
    some = (one.but(wear=one.nd, fallen=True), two.but(wear=1), a.but(open=True, wear=24), b.but(locked=True),
            c.but(wear=25, fallen=True))
    assert same(done.grid, some)
    assert "left = 0" in map_text("", done.grid, some)
    assert same(done.grid, (one.but(nd=0, fallen=True), two.but(nd=0), a, b, c)), "what nothing breaks can be broken"


def test_what_is_left_of_a_thing_is_no_more_than_its_nd(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text('[map]\ncells = "o.+"\n\n[legend]\no = { pillar = 0.5, nd = 20, left = 21 }\n'
                    '"+" = { door = "closed", left = 25 }\n\n[[barrier]]\nfrom = [0, 0]\nto = [0, 1]\nleft = 106\n',
                    encoding="utf-8")
    assert [str(each).split(": ", 1)[1] for each in check_file(path)] == [
        "legend.o.left = 21: this must be 20 or less", "barrier.1.left = 106: this must be 105 or less"]


SIDES = (Team("players", "Players", ((0, 0), (1, 0), (0, 1), (1, 1), (5, 3)), players=True),
         Team("enemies", "Enemies", ((9, 7),)), Team("others", "Others"))


def test_starting_zones_are_kept() -> None:
    found = read_map(parse_toml(map_text("Map", PLAIN, (), SIDES), "map.toml"))
    assert found.teams == SIDES
    assert blank(found).teams == SIDES
    assert 'zone = ["A1:B2", "F4"]' in map_text("", PLAIN, (), SIDES)
    assert "team" not in map_text("", PLAIN, (), SIDES[2:]), "sides without a zone are no matter of the map"


def test_a_map_with_one_side_gets_others_to_fight() -> None:
    found = read_map(parse_toml(map_text("Map", PLAIN, (), SIDES[1:2]), "map.toml"))
    assert [each.id for each in blank(found).teams] == ["enemies", "players", "others"]
    assert blank(found).teams[0].zone == ((9, 7),)


def test_a_zone_off_the_map_is_told(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text(map_text("Map", PLAIN, (), SIDES).replace("J8", "M8"), encoding="utf-8")
    assert [str(each).split(": ", 1)[1] for each in check_file(path)] == [
        'team.2.zone.1 = "M8": this is outside the map, which ends at L8']


def test_heights_that_no_file_can_say_are_told() -> None:
    done = paint(PLAIN, (), EditMap("height", cells=((1, 1),), rise=30.0))
    done = paint(done.grid, (), EditMap("height", cells=((2, 1),), rise=0.5))
    with pytest.raises(FlancoError) as refused:
        map_text("", done.grid, ())
    assert "more different heights" in str(refused.value)


def test_more_kinds_of_squares_than_signs_are_told() -> None:
    cost = PLAIN.cost.copy()
    cost.ravel()[:] = range(1001, 1001 + cost.size)
    large = Grid.empty(20, 10)
    wide = large.cost.copy()
    wide.ravel()[:] = range(1001, 1001 + wide.size)
    assert same(PLAIN.replace(cost=cost))
    with pytest.raises(FlancoError) as refused:
        map_text("", large.replace(cost=wide), ())
    assert "kinds of squares" in str(refused.value)


@given(st.lists(STROKES, max_size=8), st.builds(ResizeMap, *[st.integers(-1, 3)] * 4), st.data())
def test_whatever_is_drawn_worn_and_resized_is_the_same_when_it_was_written_and_read(strokes, resized, data) -> None:
    grid, structures = Grid.empty(8, 6), ()
    for stroke in strokes:
        done = paint(grid, structures, stroke)
        structures = tuple(each if each.wear else worn(each, data.draw(st.sampled_from([0, 0, 1, 5, 999])))
                           for each in done.structures)
        grid = done.grid
    assert same(grid, structures)
    battle = Battle(grid, structures, (), (), Settings())
    if why_illegal(battle, resized) is None:
        after, _ = apply(battle, resized, ScriptedDice(()))
        assert same(after.map, after.structures)


def worn(thing: Structure, by: int) -> Structure:
    return thing.but(wear=min(by, thing.nd), fallen=by >= thing.nd)


def test_every_cell_of_any_zone_is_kept() -> None:
    for seed in range(30):
        zone = {(x, y) for x in range(8) for y in range(6) if hash((x, y, seed)) % 3}
        team = Team("a", "A", row_by_row(zone))
        found = read_map(parse_toml(map_text("Map", PLAIN, (), (team,)), "map.toml"))
        assert found.teams == (team,)
