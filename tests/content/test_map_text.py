"""Maps written as files, and read again as the same maps."""

import doctest
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.checked import parse_toml
from game.content import toml_text
from game.content.checking import check_file
from game.content.map_text import map_text
from game.content.maps import read_map
from game.content.scenarios import shipped_scenarios
from game.errors import FlancoError
from game.rules.actions import EditMap
from game.rules.brush import paint
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
    assert doctest.testmod(toml_text).failed == 0


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


def test_doors_say_how_they_are_and_rubble_is_left_out() -> None:
    done = paint(PLAIN, (), EditMap("door", edges=((1, 1, 4, 1),)))
    a, b, c = done.structures
    some = (a.but(open=True), b.but(locked=True), c)
    assert same(done.grid, some)
    fallen = again(done.grid, (a, b.but(fallen=True, wear=25), c))
    assert fallen.structures == (a, c)
    assert len(fallen.grid.barriers) == 2


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


@given(st.lists(STROKES, max_size=8))
def test_whatever_is_drawn_is_the_same_when_it_was_written_and_read(strokes) -> None:
    grid, structures = Grid.empty(8, 6), ()
    for stroke in strokes:
        done = paint(grid, structures, stroke)
        grid, structures = done.grid, done.structures
    assert same(grid, structures)
