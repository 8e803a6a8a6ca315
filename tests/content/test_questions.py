"""Questions written as words, as ``flanco mask`` takes them."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.content.questions import SHAPES, Words, question, read_body, read_direction, read_origin
from game.content.scenarios import find_scenario, load_scenario
from game.errors import FlancoError, GeometryError
from game.insight.masks import KINDS, ask
from game.rules.bodies import body_of
from game.spatial.areas import Circle, Cone, Origin, area_mask
from game.spatial.grid import UNITS, Body, Grid, units, wall

GRID = Grid.empty(12, 9, [wall((6, 0), (6, 5))])


def test_bodies_are_written_as_a_cell_size_height_and_altitude() -> None:
    assert read_body("C7", GRID) == Body.on(GRID, (2, 6))
    assert read_body("2,6", GRID) == Body.on(GRID, (2, 6))
    assert read_body("C7:2", GRID) == Body.on(GRID, (2, 6), 2)
    assert read_body("C7:2:3.5", GRID) == Body.on(GRID, (2, 6), 2, units(3.5))
    assert read_body("C7:2:3.5:4", GRID) == Body.on(GRID, (2, 6), 2, units(3.5), units(4))


def test_creatures_of_a_scenario_are_bodies() -> None:
    battle = load_scenario(find_scenario("bridge"))
    assert read_body("ana", battle.grid, battle) == body_of(battle, battle["ana"])


@pytest.mark.parametrize("said", ["", "C7:x", "C7:1:2:3:4", "Z99", "C7:1:nan", "C7:0", "C7:1:-1", "ana", ":", "C7:"])
def test_other_bodies_are_refused(said: str) -> None:
    with pytest.raises(GeometryError):
        read_body(said, GRID)


def test_directions_are_degrees_against_the_clock_or_a_vector() -> None:
    assert read_direction("0") == (1, 0)
    assert read_direction("90") == (0, -1)
    assert read_direction("180") == (-1, 0)
    assert read_direction("-3,0.5") == (-3, 0.5)
    for said in ("", "north", "1,2,3", "nan"):
        with pytest.raises(GeometryError, match="neither degrees nor dx,dy"):
            read_direction(said)


def test_origins_keep_the_kind_they_are_written_with() -> None:
    body = Body.on(GRID, (2, 6))
    assert read_origin("corner:4,5", GRID, None, None, None) == Origin.corner(GRID, (4, 5))
    assert read_origin("cell:C7", GRID, None, None, 2.0) == Origin.centre(GRID, (2, 6), units(2))
    assert read_origin("edge", GRID, body, "90", None) == Origin.towards(body, (0, -1))
    assert read_origin("edge:3,6.5", GRID, body, None, None) == Origin.edge(body, (3, 6.5))


def test_a_corner_on_a_wall_belongs_to_the_side_of_the_body() -> None:
    east, west = read_body("H3", GRID), read_body("E3", GRID)
    here = read_origin("corner:6,2", GRID, west, None, None)
    there = read_origin("corner:6,2", GRID, east, None, None)
    assert here.cell is not None
    assert there.cell is not None
    assert here.cell[0] == 5
    assert there.cell[0] == 6


@pytest.mark.parametrize("said", ["", "corner", "corner:1", "corner:1.5,2", "corner:a,b", "cell:", "edge", "point:1,2"])
def test_other_origins_are_refused(said: str) -> None:
    with pytest.raises(GeometryError):
        read_origin(said, GRID, None, None, None)


def test_an_area_in_words_is_the_area_in_code() -> None:
    asked = question("area", Words(shape="cone", body="C5", origin="edge", direction="0", length=4, angle=90), GRID)
    cone = Cone(Origin.towards(read_body("C5", GRID), (1, 0)), (1, 0), 4, 90)
    assert np.array_equal(ask(GRID, asked).values, area_mask(GRID, cone))
    asked = question("area", Words(shape="circle", origin="corner:4,4", radius=3, counting="any", passage="none"), GRID)
    assert ask(GRID, asked).values.sum() == area_mask(GRID, Circle(Origin.corner(GRID, (4, 4)), 3), "any", "none").sum()
    assert ask(GRID, asked).values.sum() == 36


EXAMPLES = {
    "line": Words(length=4), "cone": Words(length=4), "rows": Words(length=3), "circle": Words(radius=2),
    "sphere": Words(radius=2), "square": Words(side=3), "cube": Words(side=3), "cylinder": Words(radius=2, tall=2),
    "aura": Words(radius=2), "cells": Words(cells="C5 D5 E5"),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_can_be_asked_for(shape: str) -> None:
    given_ = {name: getattr(EXAMPLES[shape], name) for name in ("length", "radius", "side", "tall", "cells")}
    words = Words(shape=shape, body="C5", origin="cell:E5", **given_)
    assert ask(GRID, question("area", words, GRID)).values.any()
    lacking = Words(shape=shape, origin="cell:E5")
    with pytest.raises(GeometryError, match="needs"):
        question("area", lacking, GRID)


words = st.text("C57:,@.-x1ñ ", max_size=6)
numbers = st.one_of(st.none(), st.floats(), st.integers(-5, 300).map(float))


@given(st.sampled_from(KINDS), st.builds(
    Words, body=st.one_of(st.none(), st.just("C5"), words), target=st.one_of(st.none(), st.just("D5"), words),
    ally=st.lists(words, max_size=2).map(tuple), closed=words, budget=numbers, radius=numbers, tall=numbers,
    shape=st.sampled_from((None, *SHAPES)), origin=st.one_of(st.none(), st.just("cell:C5"), words), length=numbers,
    width=numbers, angle=numbers, side=st.one_of(st.none(), st.integers(-2, 300)), direction=words,
    height=numbers, reach=st.one_of(st.none(), st.integers(-2, 300)),
))
def test_any_words_are_answered_or_refused_by_name(kind: str, said: Words) -> None:
    try:
        answered = ask(GRID, question(kind, said, GRID)).values.shape == GRID.shape
    except FlancoError as error:
        answered = bool(str(error))
    assert answered


def test_an_origin_is_as_high_above_its_ground_as_it_is_said() -> None:
    grid = Grid.empty(8, 6, [wall((4, 0), (4, 6), 2.0)])
    grid = grid.replace(height=np.full(grid.shape, 3 * UNITS, np.int32), barriers=[wall((4, 0), (4, 6), 5.0, 3.0)])
    for origin in ("corner:3,3", "cell:C3"):
        said = Words(shape="circle", origin=origin, radius=4.0)
        low = ask(grid, question("area", said, grid)).values
        over = ask(grid, question("area", replace(said, height=2.0), grid)).values
        assert not low[:, 4:].any()
        assert over[2, 4:].any()
    body = Body.on(grid, (1, 3), tall=2 * UNITS)
    assert read_origin("edge", grid, body, "0", 0.5).height == 3 * UNITS + UNITS // 2
    assert read_origin("edge", grid, body, "0", None).height == 4 * UNITS
    assert read_origin("corner:3,3", grid, body, None, 2.5).height == 5 * UNITS + UNITS // 2
