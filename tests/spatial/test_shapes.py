"""Shapes against cells: oracles, pictures, the plain reference, overlap areas, symmetries."""

import doctest
import math
from dataclasses import replace
from itertools import pairwise
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from game.errors import GeometryError
from game.spatial import areas, origins, outlines, shapes
from game.spatial.areas import (
    AS_WIDE_AS_LONG,
    Aura,
    Circle,
    Cone,
    Counting,
    Line,
    Origin,
    RowCone,
    Square,
    Template,
    area_mask,
    directions,
    overlap_share,
    snap,
)
from game.spatial.grid import Body, Cell, Grid, picture
from game.spatial.metric import RULES, Metric
from game.spatial.shapes import less
from tests.spatial import reference_areas as reference
from tests.spatial.area_strategies import COUNTING, DIRECTIONS, cells_of, shifted, templates, turned
from tests.spatial.strategies import SYMMETRIES, bodies, moved, symmetries

PLAIN = Grid.empty(9, 8)
MIDDLE = Origin.corner(PLAIN, (4, 4))


def cells(mask: NDArray[Any]) -> set[Cell]:
    """As (x, y)."""
    return {(int(x), int(y)) for y, x in np.argwhere(mask)}


def shown(template: Template, counting: Counting = "centre", grid: Grid = PLAIN) -> str:
    """The bare shape as a picture."""
    return picture(area_mask(grid, template, counting, "none"))


@pytest.mark.parametrize("module", [areas, origins, outlines, shapes])
def test_doctests(module: Any) -> None:
    assert doctest.testmod(module).failed == 0


def test_some_modules_have_doctests() -> None:
    assert all(doctest.testmod(module).attempted for module in (areas, origins, outlines))


# --- oracles and pictures --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("radius", "any_", "centre"), [(3, 36, 32), (4, 60, 52)])
def test_circles_around_a_corner_have_the_known_number_of_cells(radius: int, any_: int, centre: int) -> None:
    grid = Grid.empty(12, 12)
    circle = Circle(Origin.corner(grid, (6, 6)), radius)
    assert area_mask(grid, circle, "any").sum() == any_
    assert area_mask(grid, circle, "centre").sum() == centre


@pytest.mark.parametrize("n", range(1, 9))
def test_a_square_of_side_n_always_has_n_by_n_cells(n: int) -> None:
    grid = Grid.empty(24, 24)
    body = Body.on(grid, (11, 11), 2)
    for origin in (Origin.corner(grid, (12, 12)), Origin.centre(grid, (12, 12)), Origin.edge(body, (11.5, 11))):
        for anchor in ("centre", "edge"):
            for direction in directions(8):
                for counting in COUNTING:
                    mask = area_mask(grid, Square(origin, n, anchor, direction), counting, "none")
                    ys, xs = np.nonzero(mask)
                    assert mask.sum() == n * n
                    assert [np.ptp(ys) + 1, np.ptp(xs) + 1] == [n, n]


def test_a_line_along_an_axis_covers_as_many_rows_as_it_is_wide_on_the_left_of_a_corner() -> None:
    assert shown(Line(MIDDLE, (1, 0), 3)) == "\n".join([*["........."] * 3, "....###..", *["........."] * 4])
    assert shown(Line(MIDDLE, (0, -1), 2)) == "\n".join([*["........."] * 2, *["...#....."] * 2, *["........."] * 4])
    for width in range(1, 7):
        for counting in COUNTING:
            for direction in ((1, 0), (0, 1), (-1, 0), (0, -1)):
                for origin in (MIDDLE, Origin.centre(PLAIN, (4, 4))):
                    mask = area_mask(PLAIN, Line(origin, direction, 2, width), counting, "none")
                    assert set(mask.sum(axis=1 if direction[1] else 0).tolist()) == {0, width}


def test_a_diagonal_line_of_width_1_covers_the_diagonal() -> None:
    corner = Origin.corner(PLAIN, (1, 1))
    assert shown(Line(corner, (1, 1), 5)).split() == [
        ".........", ".#.......", "..#......", "...#.....", "....#....", ".........", ".........", ".........",
    ]


def test_cones_as_pictures() -> None:
    west = Origin.corner(PLAIN, (1, 4))
    assert shown(Cone(west, (1, 0), 5, 90)).split() == [
        "....#....", "...##....", "..####...", ".#####...", ".#####...", "..####...", "...##....", "....#....",
    ]
    assert shown(Cone(west, (1, 0), 5, AS_WIDE_AS_LONG, "flat")).split() == [
        ".........", ".........", "....##...", "..####...", "..####...", "....##...", ".........", ".........",
    ]
    assert shown(Cone(Origin.corner(PLAIN, (1, 1)), (1, 1), 4, 90)).split() == [
        ".........", ".####....", ".####....", ".###.....", ".##......", ".........", ".........", ".........",
    ]


def test_a_cone_whose_side_runs_through_centres_counts_them() -> None:
    cone = Cone(Origin.centre(PLAIN, (1, 4)), (1, 0), 4, AS_WIDE_AS_LONG, "flat")
    assert shown(cone).split() == [
        ".........", ".........", ".....#...", "...###...", ".#####...", "...###...", ".....#...", ".........",
    ]


def test_a_flat_end_reaches_the_corners_that_a_round_one_does_not() -> None:
    west = Origin.corner(PLAIN, (1, 4))
    assert shown(Cone(west, (1, 0), 4, 90, "flat")).split() == [
        "....#....", "...##....", "..###....", ".####....", ".####....", "..###....", "...##....", "....#....",
    ]
    assert shown(Cone(west, (1, 0), 4, 90, "round")).split() == [
        ".........", "...#.....", "..###....", ".####....", ".####....", "..###....", "...#.....", ".........",
    ]


def test_a_line_between_axes_as_a_picture() -> None:
    assert shown(Line(Origin.corner(PLAIN, (1, 1)), (2, 1), 6, 2)).split() == [
        ".#.......", ".###.....", "..####...", "....##...", ".........", ".........", ".........", ".........",
    ]


def test_a_full_cone_is_a_circle_and_half_a_turn_is_half_of_it() -> None:
    for counting in COUNTING:
        whole = area_mask(PLAIN, Circle(MIDDLE, 3), counting)
        assert (area_mask(PLAIN, Cone(MIDDLE, (2, 1), 3, 360), counting) == whole).all()
        east, west = (area_mask(PLAIN, Cone(MIDDLE, (x, 0), 3, 180), counting) for x in (1, -1))
        assert (east | west == whole).all()
        assert not east[:, :4].any()


# --- cones of rows, circles of steps ---------------------------------------------------------------------------------


def test_cones_of_rows_have_6_cells_at_length_3_in_every_direction() -> None:
    grid = Grid.empty(12, 12)
    body = Body.on(grid, (5, 5))
    for place in origins.edge_places(body):
        origin = Origin.edge(body, (place[0] / 64, place[1] / 64))
        for direction in directions(16):
            for length, count in ((1, 1), (2, 3), (3, 6), (4, 10)):
                assert area_mask(grid, RowCone(origin, direction, length), passage="none").sum() == count


def test_cones_of_rows_as_a_frozen_table() -> None:
    east = RowCone(MIDDLE, (1, 0), 3)
    assert cells(area_mask(PLAIN, east)) == {(4, 3), (5, 3), (5, 4), (6, 2), (6, 3), (6, 4)}
    assert cells(area_mask(PLAIN, replace(east, side="right"))) == {(4, 4), (5, 3), (5, 4), (6, 3), (6, 4), (6, 5)}
    south_east = RowCone(MIDDLE, (1, 1), 3)
    assert cells(area_mask(PLAIN, south_east)) == {(4, 4), (5, 4), (4, 5), (6, 4), (5, 5), (4, 6)}
    middle_of_a_side = Origin.edge(Body.on(PLAIN, (3, 3)), (4, 3.5))
    assert cells(area_mask(PLAIN, RowCone(middle_of_a_side, (1, 0), 3))) == {
        (4, 3), (5, 2), (5, 3), (6, 2), (6, 3), (6, 4)}


def test_cones_of_rows_are_turned_images_of_each_other() -> None:
    grid = Grid.empty(10, 10)
    cone = RowCone(Origin.corner(grid, (5, 5)), (1, 0), 4)
    for turn in SYMMETRIES:
        assert (area_mask(grid, turned(turn, cone, grid)) == turn.mask(area_mask(grid, cone))).all()


def test_steps_from_a_corner_by_the_alternating_rule_make_the_known_44_cells() -> None:
    grid = Grid.empty(12, 12)
    circle = Circle(Origin.corner(grid, (6, 6)), 4, "alternating")
    assert area_mask(grid, circle).sum() == 44
    assert area_mask(grid, replace(circle, rule="uniform")).sum() == 64


@pytest.mark.parametrize("rule", RULES)
def test_steps_around_a_centre_are_distances_between_cells(rule: Any) -> None:
    grid, metric = Grid.empty(11, 11), Metric(rule)
    mask = area_mask(grid, Circle(Origin.centre(grid, (5, 5)), 4, rule))
    assert cells(mask) == {(x, y) for x in range(11) for y in range(11) if metric.length(x - 5, y - 5) <= 4000}


# --- the plain reference ---------------------------------------------------------------------------------------------


@settings(max_examples=200)
@given(st.data(), st.sampled_from(("centre", "any")))
def test_shapes_agree_with_the_reference(data: st.DataObject, counting: Any) -> None:
    template = data.draw(templates(PLAIN))
    assert cells(area_mask(PLAIN, template, counting, "none")) == reference.mask(PLAIN, template, counting, "none")


@settings(max_examples=60)
@given(st.data())
def test_shares_agree_with_the_reference_within_a_thousandth(data: st.DataObject) -> None:
    template = data.draw(templates(PLAIN, (Line, Cone, Circle)))
    cell = data.draw(cells_of(PLAIN))
    found = float(overlap_share(PLAIN, template)[cell[1], cell[0]])
    if (listed := reference.whole_cells(template)) is not None:
        assert found == listed(cell)
        return
    px, py = reference.middle(template)
    assert found == pytest.approx(reference.share(template, 64 * cell[0] - px, 64 * cell[1] - py), abs=2e-4)


@settings(max_examples=25)
@given(st.data())
def test_shares_of_auras_agree_with_a_lattice_of_points(data: st.DataObject) -> None:
    aura = data.draw(templates(PLAIN, (Aura,)))
    assert isinstance(aura, Aura)
    cell = data.draw(cells_of(PLAIN))
    found = float(overlap_share(PLAIN, aura)[cell[1], cell[0]])
    assert found == pytest.approx(reference.hull_share(aura, cell), abs=0.02)


@given(st.data())
def test_half_counts_what_is_overlapped_by_half_within_a_thousandth(data: st.DataObject) -> None:
    template = data.draw(templates(PLAIN))
    share, mask = overlap_share(PLAIN, template), area_mask(PLAIN, template, "half", "none")
    assert mask[share >= 0.4991].all()
    assert not mask[share < 0.4989].any()


@pytest.mark.parametrize(("shape", "area"), [
    (Circle(Origin.corner(Grid.empty(40, 40), (20, 20)), 7.25), math.pi * 7.25**2),
    (Line(Origin.centre(Grid.empty(40, 40), (12, 12)), (7, 3), 9.5, 2.5), 9.5 * 2.5),
    (Cone(Origin.corner(Grid.empty(40, 40), (20, 20)), (3, -2), 8, 90), math.pi * 16),
    (Cone(Origin.corner(Grid.empty(40, 40), (20, 20)), (3, -2), 8, 270), math.pi * 48),
    (Cone(Origin.corner(Grid.empty(40, 40), (20, 20)), (1, 5), 8, 90, "flat"), 64),
    (Aura(Body(((20, 20), (21, 20), (20, 21), (21, 21)), 0, 64), 3), 4 + 8 * 3 + math.pi * 9),
    (Aura(Body(((20, 20), (22, 20)), 0, 64), 1), 9 + 4 * math.pi / 3 + math.sqrt(3) / 2),
])
def test_shares_sum_to_the_area_of_the_shape(shape: Template, area: float) -> None:
    shares = overlap_share(Grid.empty(40, 40), shape)
    assert shares.dtype == np.float32
    assert shares.sum() == pytest.approx(area, rel=2e-3)


@given(*[st.integers(0, 2**62)] * 4)
def test_products_are_compared_without_multiplying(a: int, b: int, c: int, d: int) -> None:
    assert less(a, b, c, d) == (a * b < c * d)
    assert not less(a, b, a, b)
    assert less(a, b, b, a + 1) == (b > 0)


# --- properties ------------------------------------------------------------------------------------------------------


@given(st.data(), st.sampled_from(COUNTING), symmetries())
def test_turning_the_map_turns_the_area(data: st.DataObject, counting: Any, turn: Any) -> None:
    template = data.draw(templates(PLAIN))
    mask = area_mask(PLAIN, template, counting, "none")
    assert (area_mask(turn.grid(PLAIN), turned(turn, template, PLAIN), counting, "none") == turn.mask(mask)).all()


@given(st.data(), st.sampled_from(COUNTING), st.integers(0, 90), st.integers(0, 90))
def test_moving_the_map_moves_the_area_and_the_edge_cuts_it_off(
    data: st.DataObject, counting: Any, left: int, above: int
) -> None:
    template = data.draw(templates(PLAIN))
    mask = area_mask(PLAIN, template, counting, "none")
    grown = area_mask(moved(PLAIN, left, above, 3, 2), shifted(template, left, above), counting, "none")
    assert (grown[above:above + PLAIN.rows, left:left + PLAIN.cols] == mask).all()


@given(st.data())
def test_counted_cells_are_ordered_any_half_or_centre(data: st.DataObject) -> None:
    template = data.draw(templates(PLAIN))
    centre, any_, half = (area_mask(PLAIN, template, counting, "none") for counting in get_args(Counting))
    assert (any_ | ~half).all()
    assert (any_ | ~centre).all() or getattr(template, "radius", 1) == 0


@given(st.data(), st.sampled_from(COUNTING), st.floats(0, 3))
def test_a_longer_shape_covers_no_less(data: st.DataObject, counting: Any, more: float) -> None:
    template: Any = data.draw(templates(PLAIN, (Line, Cone, Circle, Aura)))
    name = "length" if isinstance(template, (Line, Cone)) else "radius"
    longer = replace(template, **{name: getattr(template, name) + more})
    assert (area_mask(PLAIN, longer, counting, "none") | ~area_mask(PLAIN, template, counting, "none")).all()


@given(st.data(), st.sampled_from(("centre", "any")), st.floats(1, 359), st.floats(0, 200))
def test_a_wider_cone_covers_no_less(data: st.DataObject, counting: Any, angle: float, more: float) -> None:
    cone = data.draw(templates(PLAIN, (Cone,)))
    assert isinstance(cone, Cone)
    narrow = replace(cone, angle=angle, end="round")
    wide = replace(narrow, angle=min(angle + more, 360))
    assert (area_mask(PLAIN, wide, counting, "none") | ~area_mask(PLAIN, narrow, counting, "none")).all()


@given(st.data(), st.sampled_from(("centre", "any")))
def test_the_aura_of_a_union_is_the_union_of_auras(data: st.DataObject, counting: Any) -> None:
    a, b = data.draw(bodies(PLAIN, 3)), data.draw(bodies(PLAIN, 3))
    radius = data.draw(st.sampled_from((0, 0.5, 1, 2, 2.5)))
    both = Aura(replace(a, cells=a.cells + b.cells), radius)
    masks = [area_mask(PLAIN, Aura(body, radius), counting, "none") for body in (a, b)]
    assert (area_mask(PLAIN, both, counting, "none") == masks[0] | masks[1]).all()


def test_an_aura_reaches_as_far_from_the_side_of_a_body_as_from_its_corner() -> None:
    grid = Grid.empty(9, 9)
    assert picture(area_mask(grid, Aura(Body.on(grid, (4, 4)), 2))).split()[1:8] == [
        ".........", "...###...", "..#####..", "..#####..", "..#####..", "...###...", ".........",
    ]


# --- directions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [8, 16, 32])
def test_snapped_directions_are_evenly_spread_and_images_of_each_other(count: int) -> None:
    known = directions(count)
    assert len(set(known)) == count
    angles = [math.degrees(math.atan2(y, x)) % 360 for x, y in known]
    assert all(abs((b - a) % 360 - 360 / count) < 0.1 for a, b in pairwise([*angles, angles[0]]))
    assert {(y, x) for x, y in known} == {(-x, y) for x, y in known} == set(known)


@given(DIRECTIONS, st.sampled_from((8, 16, 32)), symmetries())
def test_snapping_takes_the_nearest_and_turns_with_the_map(direction: Any, count: int, turn: Any) -> None:
    found = snap(direction, count)

    def apart(vector: tuple[int, int]) -> float:
        x, y = direction
        return abs(math.atan2(x * vector[1] - y * vector[0], x * vector[0] + y * vector[1]))

    assert apart(found) <= min(map(apart, directions(count))) + 1e-9
    x, y = direction[::-1] if turn.swap else direction
    fx, fy = found[::-1] if turn.swap else found
    if direction[0] and direction[1] and abs(x) != abs(y):
        mirrored = (-x if turn.mirror_x else x), (-y if turn.mirror_y else y)
        assert snap(mirrored, count) == ((-fx if turn.mirror_x else fx), (-fy if turn.mirror_y else fy))


@pytest.mark.parametrize(
    "direction", [(0, 0), (math.nan, 1), (math.inf, 0), (1,), "ab", None, (1, "b"), [], (10**400, 1)]
)
def test_a_direction_that_means_nothing_is_refused(direction: Any) -> None:
    with pytest.raises(GeometryError, match="direction"):
        Line(MIDDLE, direction, 3)


@pytest.mark.parametrize("count", [4, 7, 64, -8, True, 8.0, None, "8"])
def test_snapping_to_another_number_of_directions_is_refused(count: Any) -> None:
    with pytest.raises(GeometryError, match="snapping"):
        snap((1, 2), count)
    with pytest.raises(GeometryError, match="snapping"):
        directions(count)
