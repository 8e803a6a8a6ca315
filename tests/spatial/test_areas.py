"""Areas as others use them: reported faults, heights, legal origins, cover, defaults, bad input."""

import math
import pickle
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import GeometryError
from game.spatial.areas import (
    AS_WIDE_AS_LONG,
    Aura,
    Circle,
    Cone,
    Cube,
    Cylinder,
    Free,
    Line,
    Origin,
    RowCone,
    Sphere,
    Square,
    Template,
    area_hits,
    area_mask,
    corner_origin,
    cover_from,
    legal_corners,
    overlap_share,
    refusal,
)
from game.spatial.grid import UNITS, Barrier, Body, Cell, Grid, block, pillar, units, wall
from game.spatial.legal import range_to
from game.spatial.metric import RULES
from game.spatial.origins import edge_places, touching
from game.spatial.sight import cover
from tests.spatial.area_strategies import COUNTING, PASSAGES, templates, turned, turned_origin
from tests.spatial.strategies import SYMMETRIES, bodies, grids, symmetries

PLAIN = Grid.empty(14, 14)


def cells(mask: Any) -> set[Cell]:
    """As (x, y)."""
    return {(int(x), int(y)) for y, x in np.argwhere(mask)}


def block_of(x: range, y: range) -> set[Cell]:
    return {(i, j) for i in x for j in y}


# --- reported faults -------------------------------------------------------------------------------------------------


def test_radius_1_around_a_centre_is_9_cells_by_any_overlap_and_5_by_centres() -> None:
    """foundryvtt/pf2e#3281: the kind of the origin is stored, so that no zoom takes a centre for a corner."""
    centre = Circle(Origin.centre(PLAIN, (5, 5)), 1)
    assert cells(area_mask(PLAIN, centre, "any")) == block_of(range(4, 7), range(4, 7))
    assert cells(area_mask(PLAIN, centre, "centre")) == {(5, 5), (4, 5), (6, 5), (5, 4), (5, 6)}
    assert centre.origin.kind == "cell"
    corner = Circle(Origin.corner(PLAIN, (5, 5)), 1)
    assert cells(area_mask(PLAIN, corner)) == block_of(range(4, 6), range(4, 6))


def test_a_cone_ahead_hits_neither_its_caster_nor_those_beside_it() -> None:
    """flamewave000/dragonflagon-fvtt#325: hit means that occupied cells are in the area; pictures play no part."""
    caster, north, south = (Body.on(PLAIN, cell) for cell in ((5, 5), (5, 4), (5, 6)))
    cone = Cone(Origin.edge(caster, (6, 6)), (1, 0), 3, 90)
    for counting in COUNTING:
        mask = area_mask(PLAIN, cone, counting)
        assert mask.any()
        assert not mask[:, :6].any()
        assert not area_hits(PLAIN, cone, [caster, north, south], counting).any()


@pytest.mark.parametrize("direction", [(1, 0), (0, 1), (-1, 0), (0, -1)])
def test_from_the_middle_of_a_side_a_cone_and_a_line_overlap_nothing_behind_it(direction: Cell) -> None:
    caster = Body.on(PLAIN, (6, 6))
    origin = Origin.towards(caster, direction)
    for template in (Cone(origin, direction, 3, 40), Cone(origin, direction, 3, 180), Line(origin, direction, 3)):
        mask = area_mask(PLAIN, template, "any", "none")
        assert mask.any()
        assert all((x - 6) * direction[0] + (y - 6) * direction[1] > 0 for x, y in cells(mask))


def test_a_large_body_is_hit_by_any_of_its_cells() -> None:
    """caewok/fvtt-walled-templates#72. # rule: ATK-5"""
    square = Square(Origin.corner(PLAIN, (10, 10)), 2)
    assert cells(area_mask(PLAIN, square)) == block_of(range(9, 11), range(9, 11))
    body = Body.on(PLAIN, (10, 10), 4)
    assert area_hits(PLAIN, square, [body]).tolist() == [True]
    assert area_hits(PLAIN, square, [replace(body, cells=body.cells[1:])]).tolist() == [False]


def test_an_aura_is_measured_from_the_outer_edge_of_its_body() -> None:
    """foundryvtt/pf2e#10655, #11943, #630."""
    grid = Grid.empty(24, 24)
    body = Body.on(grid, (4, 4), 2)
    mask = area_mask(grid, Aura(body, 1))
    assert cells(mask) == block_of(range(3, 7), range(3, 7))
    assert (mask & ~body.mask(grid.shape)).sum() == 12
    row = area_mask(grid, Aura(Body.on(grid, (10, 10)), 6))[10]
    assert np.nonzero(row)[0].tolist() == list(range(4, 17))


def test_a_square_of_side_4_has_16_cells_wherever_it_is_dropped() -> None:
    """foundryvtt/dnd5e#4180."""
    at_corner = Square(Origin.corner(PLAIN, (4, 4)), 4, "edge")
    assert cells(area_mask(PLAIN, at_corner)) == block_of(range(4, 8), range(4, 8))
    at_centre = Square(Origin.centre(PLAIN, (4, 4)), 4, "edge")
    for counting in COUNTING:
        assert cells(area_mask(PLAIN, at_centre, counting)) == block_of(range(5, 9), range(5, 9))


def test_a_cone_has_the_same_size_in_all_four_orthogonal_and_all_four_diagonal_directions() -> None:
    """rpg.stackexchange.com/questions/46492; RPTools/maptool#1276."""
    frozen = {  # angle, end: cells of a cone of length 3 from a corner, along an axis and along a diagonal
        (90, "round"): (10, 8), (90, "flat"): (12, 10), (AS_WIDE_AS_LONG, "round"): (4, 6),
        (AS_WIDE_AS_LONG, "flat"): (4, 6), (180, "round"): (16, 18),
    }
    for (angle, end), (straight, diagonal) in frozen.items():
        east = Cone(Origin.corner(PLAIN, (7, 7)), (1, 0), 3, angle, end)  # type: ignore[arg-type]
        for template, count in ((east, straight), (replace(east, direction=(1, 1)), diagonal)):
            mask = area_mask(PLAIN, template)
            assert mask.sum() == count, (angle, end)
            for turn in SYMMETRIES:
                assert (area_mask(PLAIN, turned(turn, template, PLAIN)) == turn.mask(mask)).all()


def test_cover_against_an_area_is_counted_from_its_origin() -> None:
    """caewok/fvtt-walled-templates#78."""
    grid = Grid.empty(14, 12, [wall((4, 0), (4, 10))])
    caster, target = Body.on(grid, (0, 5)), Body.on(grid, (9, 5))
    assert cover(grid, caster, target).level == 2
    found = cover_from(grid, Origin.corner(grid, (8, 5)), target)
    assert (found.level, found.blocked, found.lines) == (0, 0, 8)


# --- heights ---------------------------------------------------------------------------------------------------------


def at_height(cell: Cell, feet: float, tall: float = 1.0) -> Body:
    return Body((cell,), units(feet), units(feet + tall))


def test_a_sphere_misses_the_flyer_above_it_and_a_cylinder_of_that_height_does_not() -> None:
    origin = Origin.corner(PLAIN, (7, 7))
    flyer = at_height((8, 8), 3.4)
    sphere, cylinder, flat = Sphere(origin, 3), Cylinder(origin, 3, tall=4), Circle(origin, 3)
    assert (area_mask(PLAIN, sphere) == area_mask(PLAIN, cylinder)).all()
    assert [bool(area_hits(PLAIN, each, [flyer])[0]) for each in (sphere, cylinder, flat)] == [False, True, True]


def test_a_sphere_reaches_as_high_as_it_does_over_the_cell() -> None:
    # over the centre of (9, 7), 2.5 and 0.5 m away, a ball of radius 3 reaches sqrt(9 - 6.5) = 1.581 m up and down
    sphere = Sphere(Origin.corner(PLAIN, (7, 7), height=units(5.0)), 3)
    assert area_hits(PLAIN, sphere, [at_height((9, 7), 6.57), at_height((9, 7), 6.60)]).tolist() == [True, False]
    below = [at_height((9, 7), 2.43), at_height((9, 7), 2.40)]
    assert area_hits(PLAIN, sphere, below).tolist() == [True, False]
    # by any overlap the nearest point of the cell decides: 2 m away, sqrt(5) = 2.236 m
    assert area_hits(PLAIN, sphere, [at_height((9, 7), 7.23), at_height((9, 7), 7.25)], "any").tolist() == [True, False]


def test_a_sphere_is_closed_and_a_body_is_open_at_its_head() -> None:
    sphere = Sphere(Origin.centre(PLAIN, (7, 7), units(5.0)), 3)  # over its own cell from 2 m to 8 m
    levels = [at_height((7, 7), feet) for feet in (8.0, 8 + 1 / 64, 1 + 1 / 64, 1.0)]
    assert area_hits(PLAIN, sphere, levels).tolist() == [True, False, True, False]


def test_a_body_is_hit_where_its_top_touches_nothing_and_its_feet_touch() -> None:
    cylinder = Cylinder(Origin.centre(PLAIN, (7, 7)), 1, tall=2)  # heights 0 to 2
    above = [at_height((7, 7), 2.0), at_height((7, 7), 2.0 + 1 / 64)]
    below = [at_height((7, 7), -1.0), at_height((7, 7), -1 + 1 / 64)]
    assert area_hits(PLAIN, cylinder, above).tolist() == [True, False]
    assert area_hits(PLAIN, cylinder, below).tolist() == [False, True]


def test_a_cube_and_a_cylinder_stand_on_the_ground() -> None:
    height = np.full((14, 14), units(4.0), np.int32)
    hill = PLAIN.replace(height=height)
    for template in (Cube(Origin.corner(hill, (7, 7)), 4), Cylinder(Origin.corner(hill, (7, 7)), 2, tall=4)):
        levels = [at_height((7, 7), feet) for feet in (2.9, 3.1, 8.0, 8.1)]
        assert area_hits(hill, template, levels).tolist() == [False, True, True, False]


def test_a_line_is_as_high_as_it_is_wide_and_at_least_tall() -> None:
    origin = Origin.corner(PLAIN, (1, 7))  # 1 m above the ground
    levels = [at_height((5, 7), feet, 0.5) for feet in (0.0, 1.9, 2.1, 2.4, 2.6)]
    assert area_hits(PLAIN, Line(origin, (1, 0), 8, side="right"), levels).tolist() == [True, True, False, False, False]
    assert area_hits(PLAIN, Line(origin, (1, 0), 8, 3), levels).tolist() == [True, True, True, True, False]
    assert area_hits(PLAIN, Line(origin, (1, 0), 8, 2, tall=0.5), levels).tolist() == [True, True, False, False, False]


def test_a_cone_opens_upwards_as_it_opens_sideways() -> None:
    cone = Cone(Origin.centre(PLAIN, (1, 7)), (1, 0), 9, AS_WIDE_AS_LONG)
    near, far = (2, 7), (9, 7)  # 1 m and 8 m ahead: half as high, but no less than 1 m up and down
    assert area_hits(PLAIN, cone, [at_height(near, 1.9), at_height(near, 2.1)]).tolist() == [True, False]
    assert area_hits(PLAIN, cone, [at_height(far, 4.9), at_height(far, 5.1)]).tolist() == [True, False]
    # the round end is round upwards too: at 8 m ahead 4.12 m up are left of 9
    wide = replace(cone, angle=120.0)
    assert area_hits(PLAIN, wide, [at_height(far, 5.1), at_height(far, 5.2)]).tolist() == [True, False]
    assert area_hits(PLAIN, replace(wide, end="flat"), [at_height(far, 9.0)]).tolist() == [True]
    rows = RowCone(Origin.centre(PLAIN, (1, 7)), (1, 0), 9)
    assert area_hits(PLAIN, rows, [at_height(far, 4.9), at_height(far, 5.1)]).tolist() == [True, False]


def test_an_aura_is_round_upwards_too() -> None:
    aura = Aura(Body.on(PLAIN, (7, 7), tall=units(2.0)), 3)
    # straight above 3 m; over the next cell but one, 1.5 m away, sqrt(9 - 2.25) = 2.598 m
    assert area_hits(PLAIN, aura, [at_height((7, 7), 5.0), at_height((7, 7), 5.1)]).tolist() == [True, False]
    assert area_hits(PLAIN, aura, [at_height((9, 7), 4.59), at_height((9, 7), 4.61)]).tolist() == [True, False]


def test_free_cells_take_the_heights_they_are_given() -> None:
    free = Free(frozenset({(3, 3)}), heights=(0, units(2.0)))
    levels = [at_height((3, 3), 1.0), at_height((3, 3), 2.5), at_height((4, 3), 1.0)]
    assert area_hits(PLAIN, free, levels).tolist() == [True, False, False]
    assert area_hits(PLAIN, replace(free, heights=None), levels).tolist() == [True, True, False]


def test_a_wall_of_another_storey_does_not_cut_an_area() -> None:
    grid = Grid.empty(8, 8, [wall((4, 0), (4, 8), bottom=2.0, top=4.0)])
    burst = Circle(Origin.centre(grid, (3, 3)), 3)
    assert (area_mask(grid, burst) == area_mask(grid, burst, passage="none")).all()


def test_what_is_lit_is_what_is_hit() -> None:
    grid = Grid.empty(10, 10, [wall((5, 0), (5, 8)), *pillar((3, 3), 0.5)])
    for template in (Circle(Origin.corner(grid, (4, 4)), 4), Cone(Origin.corner(grid, (1, 4)), (1, 0), 7, 90)):
        for counting in COUNTING:
            for passage in PASSAGES:
                mask = area_mask(grid, template, counting, passage)
                bodies_ = [Body.on(grid, (x, y)) for y in range(10) for x in range(10)]
                hit = area_hits(grid, template, bodies_, counting, passage)
                assert (hit.reshape(10, 10) == mask).all()
                assert (area_hits(grid, template, bodies_, counting, mask=mask) == hit).all()


# --- origins ---------------------------------------------------------------------------------------------------------


def test_the_edge_of_a_caster_is_its_corners_and_the_middles_of_its_sides() -> None:
    assert len(edge_places(Body.on(PLAIN, (5, 5)))) == 8
    large = edge_places(Body.on(PLAIN, (5, 5), 2))
    assert len(large) == 16
    assert (6 * UNITS, 6 * UNITS) not in large
    assert Origin.towards(Body.on(PLAIN, (5, 5)), (1, 0)).point == (6 * UNITS, 5 * UNITS + 32)
    assert Origin.towards(Body.on(PLAIN, (5, 5)), (-2, -2)).point == (5 * UNITS, 5 * UNITS)
    assert Origin.towards(Body.on(PLAIN, (5, 5), 2), (0, 1)).point == (6 * UNITS, 7 * UNITS)
    assert Origin.towards(Body.on(PLAIN, (5, 5), 3), (9, 1)).point == (8 * UNITS, 6 * UNITS + 32)


@given(st.data(), symmetries(), st.sampled_from(((1, 0), (1, 1), (2, 1), (5, 2), (0, -1), (-3, 1))))
def test_the_place_towards_a_direction_turns_with_the_map(data: st.DataObject, turn: Any, direction: Any) -> None:
    body = data.draw(bodies(PLAIN, 4))
    there = turned(turn, Cone(Origin.towards(body, direction), direction, 1, 90), PLAIN)
    assert isinstance(there, Cone)
    found = Origin.towards(turn.body(body, PLAIN), there.direction)
    assert found.height == there.origin.height
    if direction in ((1, 0), (1, 1), (0, -1)):
        assert found.point == there.origin.point


def test_an_origin_is_1_m_above_its_ground() -> None:
    height = np.zeros((14, 14), np.int32)
    height[:, 7:] = units(2.0)
    hill = PLAIN.replace(height=height)
    assert Origin.centre(hill, (3, 3)).height == units(1.0)
    assert Origin.centre(hill, (9, 3)).height == units(3.0)
    assert Origin.corner(hill, (7, 3)).height == units(3.0)
    assert Origin.corner(hill, (7, 3), (6, 3)).height == units(1.0)
    assert Origin.edge(Body.on(hill, (9, 3)), (9, 3)).height == units(3.0)
    assert Origin.edge(Body((PLAIN_CELL,), 0, 20), (4, 4)).height == 19


PLAIN_CELL = (4, 4)


def test_a_legal_origin_is_in_range_and_reached_by_a_line_of_effect_and_of_sight() -> None:
    window = wall((6, 4), (6, 9), sight=False)
    curtain = wall((6, 9), (6, 14), effect=False)
    solid = wall((6, 0), (6, 4))
    grid = PLAIN.replace(barriers=(window, curtain, solid))
    caster = Body.on(grid, (3, 2))

    def why(cell: Cell, **rest: Any) -> str:
        return refusal(grid, caster, Origin.centre(grid, cell), 12, **rest)

    assert why((4, 6)) == ""
    assert why((8, 2)) == "effect"  # behind the solid wall
    assert refusal(grid, Body.on(grid, (3, 11)), Origin.centre(grid, (9, 12)), 12) == "sight"
    assert refusal(grid, Body.on(grid, (3, 11)), Origin.centre(grid, (9, 12)), 12, sight=False) == ""
    assert refusal(grid, Body.on(grid, (3, 6)), Origin.centre(grid, (9, 6)), 12) == "effect"
    assert refusal(grid, caster, Origin.centre(grid, (3, 6)), 4) == ""
    assert refusal(grid, caster, Origin.centre(grid, (3, 7)), 4) == "range"
    assert refusal(grid, caster, Origin.corner(grid, (3, 7)), 4) == ""  # a corner of the cell at 4 m
    assert refusal(grid, caster, Origin.corner(grid, (3, 8)), 4) == "range"


def test_the_range_to_an_origin_counts_height_and_the_rule_for_diagonals() -> None:
    caster = Body.on(PLAIN, (3, 3), 2, tall=units(2.0))
    assert range_to(caster, Origin.centre(PLAIN, (7, 5)).point, units(1.0)) == 3000
    assert range_to(caster, Origin.centre(PLAIN, (7, 7)).point, units(1.0), "alternating") == 4000
    assert range_to(caster, Origin.centre(PLAIN, (5, 4)).point, units(7.0)) == 5000
    assert range_to(caster, Origin.corner(PLAIN, (4, 4)).point, units(1.0)) == 0


def test_a_corner_on_a_wall_belongs_to_a_cell_that_the_caster_reaches() -> None:
    grid = Grid.empty(12, 12, [wall((6, 0), (6, 12))])
    west, east = Body.on(grid, (2, 3)), Body.on(grid, (9, 8))
    for caster, columns in ((west, (5,)), (east, (6,))):
        origin = corner_origin(grid, caster, (6, 6))
        assert origin is not None
        assert origin.cell is not None
        assert origin.cell[0] in columns
        mask = area_mask(grid, Circle(origin, 3))
        assert mask[:, columns[0]].any()
        assert not mask[:, 11 - columns[0]].any()
    closed = Grid.empty(12, 12, [wall((6, 0), (6, 12)), wall((7, 0), (7, 12))])
    assert corner_origin(closed, west, (7, 6)) is None


def test_a_corner_on_a_wall_seen_along_the_wall_belongs_to_the_side_of_the_caster() -> None:
    grid = Grid.empty(12, 12, [wall((6, 3), (6, 12))])
    assert corner_origin(grid, Body.on(grid, (5, 9)), (6, 6)).cell == (5, 6)  # type: ignore[union-attr]
    assert corner_origin(grid, Body.on(grid, (6, 9)), (6, 6)).cell == (6, 6)  # type: ignore[union-attr]
    # on the line of the wall, both sides are as near and as open: the one on the left
    straddling = Body.on(grid, (5, 0), 2)
    assert corner_origin(grid, straddling, (6, 3)).cell == (6, 2)  # type: ignore[union-attr]


@settings(max_examples=60)
@given(st.data(), st.sampled_from((2, 3, 6)), st.sampled_from(RULES), st.booleans())
def test_legal_corners_are_those_that_are_not_refused(data: st.DataObject, reach: int, rule: Any, sight: bool) -> None:
    grid = data.draw(grids(6))
    caster = data.draw(bodies(grid))
    found = legal_corners(grid, caster, reach, rule, sight)
    assert len({origin.point for origin in found}) == len(found)
    for origin in found:
        assert refusal(grid, caster, origin, reach, rule, sight) == ""
        assert area_mask(grid, Circle(origin, 2)).shape == grid.shape
    known = {origin.point for origin in found}
    for x in range(grid.cols + 1):
        for y in range(grid.rows + 1):
            if (x * UNITS, y * UNITS) not in known:
                for cell in touching((x * UNITS, y * UNITS)):
                    if cell in grid:
                        assert refusal(grid, caster, Origin.corner(grid, (x, y), cell), reach, rule, sight) != ""


@settings(max_examples=60)
@given(st.data(), symmetries())
def test_legal_corners_turn_with_the_map(data: st.DataObject, turn: Any) -> None:
    grid = data.draw(grids(6))
    caster = data.draw(bodies(grid))
    here = {turned_origin(turn, origin, grid).point for origin in legal_corners(grid, caster, 4)}
    there = {origin.point for origin in legal_corners(turn.grid(grid), turn.body(caster, grid), 4)}
    assert here == there


def test_cover_from_an_origin_keeps_its_lines_and_walls() -> None:
    low = wall((5, 0), (5, 6), top=1.0)
    grid = Grid.empty(10, 6, [low])
    target = Body.on(grid, (5, 3))
    found = cover_from(grid, Origin.centre(grid, (2, 3), height=units(0.5)), target)
    assert (found.level, found.share) == (1, Fraction(1, 2))
    assert {barrier for ray in found.rays for barrier in ray.barriers} == {low}
    assert [ray.blocked for ray in found.rays].count(True) == 4
    behind = Origin.corner(grid, (5, 3), (4, 3), height=units(0.5))
    assert cover_from(grid, behind, target).level == 2  # 1/64 m before the wall, no line has risen above it
    assert cover_from(grid, replace(behind, cell=(5, 3)), target).level == 0


def test_from_an_origin_inside_a_wall_all_cover_is_total() -> None:
    slant = Barrier((2 * UNITS, 2 * UNITS), (5 * UNITS, 5 * UNITS), 0, units(3))
    grid = Grid.empty(8, 8, [slant])
    for target in ((3, 2), (2, 3), (6, 1)):
        assert cover_from(grid, Origin.centre(grid, (3, 3)), Body.on(grid, target)).level == 2


# --- defaults, edges of the map --------------------------------------------------------------------------------------


def test_the_default_passage_is_straight_for_lines_and_cones_and_connected_for_bursts() -> None:
    grid = Grid.empty(12, 12, [wall((4, 4), (7, 4)), *block((6, 4))])  # a wall to go round, a cell shut off
    origin = Origin.corner(grid, (4, 5))
    expected: list[tuple[Template, Any]] = [
        (Line(origin, (1, 0), 5, 3), "straight"), (Cone(origin, (1, 0), 5, 90), "straight"),
        (RowCone(origin, (1, 0), 5), "straight"), (Circle(origin, 5), "connected"), (Sphere(origin, 5), "connected"),
        (Cylinder(origin, 5, tall=3), "connected"), (Square(origin, 6), "connected"), (Cube(origin, 6), "connected"),
        (Aura(Body.on(grid, (4, 4)), 4), "connected"), (Free(frozenset({(9, 9), (3, 3)})), "none"),
    ]
    for template, passage in expected:
        assert (area_mask(grid, template) == area_mask(grid, template, "centre", passage)).all()
        assert (area_mask(grid, template) != area_mask(grid, template, passage="none")).any() or passage == "none"


def test_areas_are_cut_off_at_the_edge_of_the_map_and_come_out_nowhere_else() -> None:
    grid = Grid.empty(6, 5)
    for corner in ((0, 0), (6, 0), (0, 5), (6, 5)):
        origin = Origin.corner(grid, corner)
        for template in (Circle(origin, 3), Square(origin, 6), Sphere(origin, 3), Circle(origin, 3, "uniform")):
            for counting in COUNTING:
                for passage in PASSAGES:
                    mask = area_mask(grid, template, counting, passage)
                    ys, xs = np.nonzero(mask)
                    assert len(xs) > 0
                    assert (np.abs(xs + 0.5 - corner[0]) < 3.5).all()
                    assert (np.abs(ys + 0.5 - corner[1]) < 3.5).all()
        away = (-1 if corner[0] == 0 else 1), 0
        assert not area_mask(grid, Cone(origin, away, 3, 90)).any()
        assert not area_mask(grid, Line(origin, away, 3)).any()


def test_a_mask_is_the_callers_own() -> None:
    burst = Circle(Origin.corner(PLAIN, (7, 7)), 3)
    mask = area_mask(PLAIN, burst)
    assert mask.dtype == np.bool_
    assert mask.shape == PLAIN.shape
    mask[:] = True
    assert area_mask(PLAIN, burst).sum() == 32


def test_templates_are_values() -> None:
    burst = Circle(Origin.corner(PLAIN, (7, 7)), 3)
    area_mask(PLAIN, burst)
    assert burst == Circle(Origin.corner(PLAIN, (7, 7)), 3)
    assert hash(burst) == hash(replace(burst))
    assert pickle.loads(pickle.dumps(burst)) == burst
    assert replace(burst, radius=2) != burst


def test_a_huge_area_on_the_largest_map() -> None:
    grid = Grid.empty(256, 256)
    origin = Origin.corner(grid, (0, 0))
    assert area_mask(grid, Circle(origin, 16384)).all()
    assert area_mask(grid, Cone(origin, (1, 1), 1000, 90), "any").all()
    assert area_mask(grid, Line(origin, (255, 254), 600, 700), "half").all()
    assert overlap_share(grid, Circle(origin, 363)).min() == 1


# --- bad input -------------------------------------------------------------------------------------------------------

ORIGIN = Origin.corner(PLAIN, (7, 7))


@pytest.mark.parametrize("value", [-1, -0.001, math.nan, math.inf, -math.inf, 10**30, True, None, "3", [3]])
def test_a_length_that_means_nothing_is_refused_with_its_value(value: Any) -> None:
    for make in (lambda: Circle(ORIGIN, value), lambda: Sphere(ORIGIN, value), lambda: Line(ORIGIN, (1, 0), value),
                 lambda: Line(ORIGIN, (1, 0), 3, value), lambda: Cone(ORIGIN, (1, 0), value, 90),
                 lambda: Cylinder(ORIGIN, 3, tall=value), lambda: Aura(Body.on(PLAIN, (3, 3)), value),
                 lambda: Square(ORIGIN, value), lambda: RowCone(ORIGIN, (1, 0), value),
                 lambda: refusal(PLAIN, Body.on(PLAIN, (3, 3)), ORIGIN, value)):
        with pytest.raises(GeometryError) as refused:
            make()
        assert str(value) in str(refused.value)


@pytest.mark.parametrize("make", [
    lambda: Line(ORIGIN, (1, 0), 3, 0.5),
    lambda: Line(ORIGIN, (1, 0), 0),
    lambda: Line(ORIGIN, (1, 0), 3, side="up"),  # type: ignore[arg-type]
    lambda: Line((7, 7), (1, 0), 3),  # type: ignore[arg-type]
    lambda: Line(ORIGIN, (1, 0), 3, snap=12),
    lambda: Cone(ORIGIN, (1, 0), 3, 0),
    lambda: Cone(ORIGIN, (1, 0), 3, 361),
    lambda: Cone(ORIGIN, (1, 0), 3, math.nan),
    lambda: Cone(ORIGIN, (1, 0), 3, 175, "flat"),
    lambda: Cone(ORIGIN, (1, 0), 3, 90, "sharp"),  # type: ignore[arg-type]
    lambda: Circle(ORIGIN, 3, "manhattan"),  # type: ignore[arg-type]
    lambda: Square(ORIGIN, 0),
    lambda: Square(ORIGIN, 2.5),  # type: ignore[arg-type]
    lambda: Square(ORIGIN, 2, "middle"),  # type: ignore[arg-type]
    lambda: Square(ORIGIN, 2, direction=(0, 0)),
    lambda: Aura((3, 3), 2),  # type: ignore[arg-type]
    lambda: Free(frozenset()),
    lambda: Free(frozenset({(1, 2, 3)})),  # type: ignore[arg-type]
    lambda: Free(frozenset({(0.5, 1)})),  # type: ignore[arg-type]
    lambda: Free(5),  # type: ignore[arg-type]
    lambda: Free(frozenset({(1, 2)}), heights=(5, 4)),
    lambda: Origin("middle", (0, 0), 0),  # type: ignore[arg-type]
    lambda: Origin("corner", (32, 0), 0),
    lambda: Origin("cell", (64, 64), 0),
    lambda: Origin("cell", (32, 32), 0, (1, 1)),
    lambda: Origin("edge", (64, 64), 0),
    lambda: Origin("edge", (64, 20), 0, (1, 0)),
    lambda: Origin("corner", (64, 64), 0, (4, 4)),
    lambda: Origin("corner", (64, 64), 2**40),
    lambda: Origin("corner", [64, 64], 0),  # type: ignore[arg-type]
    lambda: Origin.corner(PLAIN, (15, 3)),
    lambda: Origin.corner(PLAIN, (1.5, 3)),  # type: ignore[arg-type]
    lambda: Origin.corner(PLAIN, (0, 0), (-1, 0)),
    lambda: Origin.centre(PLAIN, (14, 0)),
    lambda: Origin.edge(Body.on(PLAIN, (3, 3), 2), (4, 4)),
    lambda: Origin.edge(Body.on(PLAIN, (3, 3)), (9, 9)),
    lambda: Origin.edge(Body.on(PLAIN, (3, 3)), (math.nan, 3)),
    lambda: Origin.edge(Body.on(PLAIN, (3, 3)), 3),  # type: ignore[arg-type]
    lambda: Origin.edge(Body.on(PLAIN, (3, 3)), (4, 4), (4, 4)),
    lambda: Origin.towards(Body.on(PLAIN, (3, 3)), (0, 0)),
    lambda: area_mask(Grid.empty(3, 3), Circle(ORIGIN, 2)),
    lambda: area_mask(Grid.empty(3, 3), Aura(Body.on(PLAIN, (3, 3)), 2)),
    lambda: area_mask(Grid.empty(3, 3), Free(frozenset({(3, 0)}))),
    lambda: area_mask(PLAIN, Circle(ORIGIN, 2), "most"),  # type: ignore[arg-type]
    lambda: area_mask(PLAIN, Circle(ORIGIN, 2), "any", "around"),  # type: ignore[arg-type]
    lambda: area_mask(PLAIN, Circle(ORIGIN, 2), rule="euclid"),  # type: ignore[arg-type]
    lambda: area_mask(PLAIN, "circle"),  # type: ignore[arg-type]
    lambda: area_mask(PLAIN, Free(frozenset({(3, 3)})), passage="straight"),
    lambda: area_mask(PLAIN, Free(frozenset({(3, 3)}), ORIGIN), passage="spread"),
    lambda: area_hits(PLAIN, Circle(ORIGIN, 2), [Body(((20, 20),), 0, 1)]),
    lambda: area_hits(PLAIN, Circle(ORIGIN, 2), [], mask=np.zeros((3, 3), np.bool_)),
    lambda: area_hits(PLAIN, Circle(ORIGIN, 2), [], mask=np.zeros((14, 14), np.uint8)),
    lambda: overlap_share(Grid.empty(3, 3), Circle(ORIGIN, 2)),
    lambda: cover_from(PLAIN, ORIGIN, Body(((20, 20),), 0, 1)),
    lambda: cover_from(Grid.empty(3, 3), ORIGIN, Body(((1, 1),), 0, 1)),
    lambda: corner_origin(PLAIN, Body.on(PLAIN, (3, 3)), (15, 15)),
])
def test_bad_input_is_refused(make: Any) -> None:
    with pytest.raises(GeometryError):
        make()


@given(st.data())
def test_random_areas_on_random_maps_raise_nothing_else(data: st.DataObject) -> None:
    grid, other = data.draw(grids()), data.draw(grids())
    template = data.draw(templates(data.draw(st.sampled_from((grid, other)))))
    try:
        mask = area_mask(grid, template, data.draw(st.sampled_from(COUNTING)), data.draw(st.sampled_from(PASSAGES)))
        shares = overlap_share(grid, template)
    except GeometryError:
        return
    assert mask.shape == shares.shape == grid.shape
    assert ((shares >= 0) & (shares <= 1)).all()
