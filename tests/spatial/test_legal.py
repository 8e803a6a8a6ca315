"""Many legal origins at once say what one by one say."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import GeometryError
from game.spatial.areas import Origin, corner_origins, refusal
from game.spatial.grid import Body, Grid, pillar, wall
from game.spatial.legal import Origins, corner_origin, open_corners, open_to, range_to, ranges_to
from game.spatial.metric import RULES
from game.spatial.origins import edge_places
from tests.spatial.strategies import bodies, grids


def every_origin(grid: Grid, caster: Body) -> list[Origins]:
    """Corners with every cell they touch, centres, and the edge of the caster."""
    cells = np.array([(x, y) for y in range(grid.rows) for x in range(grid.cols)])
    corners = [Origin.corner(grid, (x + i, y + j), (x, y)) for x, y in cells.tolist() for i in (0, 1) for j in (0, 1)]
    edges = [Origin.edge(caster, (x / 64, y / 64)) for x, y in edge_places(caster)]
    return [Origins.of(corners), Origins.centres(grid, cells), Origins.of(edges)]


@settings(max_examples=60)
@given(st.data(), st.sampled_from((0, 1, 3)), st.sampled_from(RULES), st.booleans())
def test_many_origins_are_judged_as_one_by_one(data: st.DataObject, reach: int, rule: Any, sight: bool) -> None:
    grid = data.draw(grids(5))
    caster = data.draw(bodies(grid))
    for origins in every_origin(grid, caster):
        lines, ranges = open_to(grid, caster, origins, sight), ranges_to(caster, origins, rule)
        for n in range(len(origins)):
            one = origins[n]
            assert range_to(caster, one.point, one.height, rule) == ranges[n]
            assert (refusal(grid, caster, one, reach, rule, sight) == "") == (lines[n] and ranges[n] <= 1000 * reach)


@settings(max_examples=60)
@given(st.data(), st.booleans())
def test_a_corner_is_the_same_among_many_and_alone(data: st.DataObject, sight: bool) -> None:
    grid = data.draw(grids(5))
    caster = data.draw(bodies(grid))
    corners = [(x, y) for y in range(grid.rows + 1) for x in range(grid.cols + 1)]
    alone = [corner_origin(grid, caster, each, sight) for each in corners]
    assert corner_origins(grid, caster, corners, sight) == tuple(each for each in alone if each is not None)


def test_the_origins_of_an_irregular_body_are_as_far_as_its_nearest_cell() -> None:
    bent = Body(((0, 0), (0, 1), (1, 1)), 0, 109)
    origins = Origins.centres(Grid.empty(6, 6), np.array([(1, 0), (4, 1), (4, 0)]))
    assert ranges_to(bent, origins).tolist() == [1000, 3000, 3000]
    assert ranges_to(bent, origins, "orthogonal").tolist() == [1000, 3000, 4000]


def test_an_origin_within_a_pillar_reaches_nothing() -> None:
    grid = Grid.empty(5, 5, [*pillar((3, 2), 0.5), wall((3, 2), (4, 3))])
    caster = Body.on(grid, (0, 2))
    assert open_to(grid, caster, Origins.centres(grid, np.array([(2, 2), (3, 2)]))).tolist() == [True, False]


def test_no_corners_are_no_origins() -> None:
    grid = Grid.empty(3, 3)
    assert len(open_corners(grid, Body.on(grid, (0, 0)), np.empty((0, 2), np.int64))) == 0


def test_origins_need_a_cell() -> None:
    with pytest.raises(GeometryError, match="belongs to no cell"):
        Origins.of([Origin.corner(Grid.empty(3, 3), (1, 1))])
