"""Passage past walls: reported faults, walls of every kind, leaks, the plain reference, symmetries."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from game.errors import GeometryError
from game.spatial.areas import Aura, Circle, Cone, Free, Line, Origin, Template, area_mask
from game.spatial.grid import UNITS, Barrier, Body, Cell, Grid, block, picture, pillar, units, wall
from game.spatial.metric import RULES
from game.spatial.origins import STUCK, start_of
from tests.spatial import reference_areas as reference
from tests.spatial.area_strategies import COUNTING, PASSAGES, shifted, templates, turned
from tests.spatial.strategies import SYMMETRIES, grids, moved, rewritten, symmetries
from tests.spatial.test_lines import double, reverse, split

WALKS: tuple[Any, ...] = ("straight", "connected", "spread")


def cells(mask: NDArray[Any]) -> set[Cell]:
    """As (x, y)."""
    return {(int(x), int(y)) for y, x in np.argwhere(mask)}


def room(x0: int, y0: int, x1: int, y1: int, **rest: Any) -> tuple[Barrier, ...]:
    """Four walls."""
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return tuple(wall(a, b, **rest) for a, b in zip(corners, corners[1:] + corners[:1], strict=True))


# --- reported faults -------------------------------------------------------------------------------------------------


def test_a_burst_in_a_closed_room_marks_exactly_the_room() -> None:
    """caewok/fvtt-walled-templates#4; flamewave000/dragonflagon-fvtt#324. # rule: SIT-7"""
    grid = Grid.empty(10, 10, room(2, 2, 7, 7))
    burst = Circle(Origin.corner(grid, (4, 4)), 4, "uniform")
    inside = {(x, y) for x in range(2, 7) for y in range(2, 7)}
    for passage in WALKS:
        for counting in COUNTING:
            assert cells(area_mask(grid, burst, counting, passage)) == inside
    assert area_mask(grid, burst, passage="none").sum() == 64


def test_through_a_door_straight_lines_reach_only_what_the_origin_sees() -> None:
    """dndbeyond.com forum thread 201037."""
    grid = Grid.empty(13, 12, [wall((6, 0), (6, 5)), wall((6, 6), (6, 12))])
    mask = area_mask(grid, Circle(Origin.corner(grid, (4, 5)), 6), passage="straight")
    east = {cell for cell in cells(mask) if cell[0] >= 6}
    assert east == {(6, 5), (7, 5), (8, 5), (9, 5), (7, 6), (8, 6), (9, 6)}


def test_through_a_door_a_burst_fills_what_is_connected_and_a_spread_what_is_near_on_foot() -> None:
    grid = Grid.empty(13, 12, [wall((6, 0), (6, 5)), wall((6, 6), (6, 12))])
    burst = Circle(Origin.corner(grid, (4, 5)), 6)
    whole = cells(area_mask(grid, burst, passage="none"))
    assert cells(area_mask(grid, burst)) == whole
    spread = cells(area_mask(grid, burst, passage="spread"))
    assert (6, 1) in whole - spread  # near in a straight line, far through the door
    assert (6, 5) in spread
    assert (6, 7) in spread


# --- the wall it starts on -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("passage", WALKS)
@pytest.mark.parametrize("counting", COUNTING)
def test_no_effect_leaks_through_the_wall_it_starts_on(passage: Any, counting: Any) -> None:
    grid = Grid.empty(12, 12, [wall((6, 0), (6, 12))])
    for cell in ((5, 5), (5, 6), (6, 5), (6, 6)):
        mask = area_mask(grid, Circle(Origin.corner(grid, (6, 6), cell), 4), counting, passage)
        reached = {x for x, _ in cells(mask)}
        assert cell[0] in reached
        assert reached <= set(range(6) if cell[0] < 6 else range(6, 12))


def test_at_the_end_of_a_wall_an_effect_goes_round_it() -> None:
    grid = Grid.empty(8, 8, [wall((4, 4), (4, 8))])
    burst = Circle(Origin.corner(grid, (4, 4), (3, 4)), 2)
    assert area_mask(grid, burst).sum() == 12
    assert picture(area_mask(grid, burst, passage="straight")).split()[2:6] == [
        "...##...", "..###...", "..##....", "...#....",
    ]  # from 1/64 m beside the wall, the cell across it and further on hides behind its end


def test_from_the_edge_of_a_caster_behind_a_wall_nothing_passes() -> None:
    grid = Grid.empty(10, 10, [wall((6, 3), (6, 8))])
    caster = Body.on(grid, (5, 5))
    middle = Origin.edge(caster, (6, 5.5))
    for passage in WALKS:
        for template in (Cone(middle, (1, 0), 3, 90), Line(Origin.edge(caster, (6, 5)), (1, 0), 3)):
            assert not area_mask(grid, template, "centre", passage).any()
    with_door = grid.replace(barriers=(wall((6, 3), (6, 5)), wall((6, 6), (6, 8))))
    assert cells(area_mask(with_door, Line(middle, (1, 0), 3))) == {(6, 5), (7, 5), (8, 5)}


def test_a_corner_on_a_wall_that_belongs_to_no_cell_is_refused() -> None:
    grid = Grid.empty(6, 6, [wall((3, 0), (3, 6), top=3.0)])
    burst = Circle(Origin.corner(grid, (3, 3)), 2)
    for passage in WALKS:
        with pytest.raises(GeometryError, match="corner 3, 3 lies on a barrier"):
            area_mask(grid, burst, "centre", passage)
    assert area_mask(grid, burst, passage="none").sum() == 12
    above = replace(burst, origin=replace(burst.origin, height=units(3.0)))
    assert area_mask(grid, above).sum() == 12


@pytest.mark.parametrize("passage", WALKS)
def test_an_origin_inside_a_slanting_wall_reaches_its_own_cell_alone(passage: Any) -> None:
    slant = Barrier((2 * UNITS, 2 * UNITS), (5 * UNITS, 5 * UNITS), 0, units(3))
    grid = Grid.empty(8, 8, [slant])
    for origin in (Origin.centre(grid, (3, 3)), Origin.corner(grid, (3, 3), (3, 3))):
        assert start_of(grid, origin).state == STUCK
        assert cells(area_mask(grid, Circle(origin, 2), "centre", passage)) == {(3, 3)}
    beside = area_mask(grid, Circle(Origin.corner(grid, (3, 3), (3, 2)), 1.5), "any", passage)
    assert (3, 2) in cells(beside)
    assert (2, 3) not in cells(beside) or passage != "straight"


# --- walls of every kind ---------------------------------------------------------------------------------------------


def test_only_a_wall_at_the_height_of_the_origin_stops_it() -> None:
    upper = Grid.empty(8, 3, [wall((4, 0), (4, 3), bottom=2.0, top=4.0)])
    kerb = Grid.empty(8, 3, [wall((4, 0), (4, 3), top=1.0)])
    curtain = Grid.empty(8, 3, [wall((4, 0), (4, 3), effect=False)])
    shut = Grid.empty(8, 3, [wall((4, 0), (4, 3), top=1 + 1 / 64)])
    for passage in WALKS:
        for grid, opens in ((upper, True), (kerb, True), (curtain, True), (shut, False)):
            mask = area_mask(grid, Circle(Origin.centre(grid, (2, 1)), 4), "centre", passage)
            assert mask[:, 4:].any() == opens
    flying = Origin.centre(upper, (2, 1), height=units(2.5))
    assert not area_mask(upper, Circle(flying, 4))[:, 4:].any()


def test_a_cliff_stops_an_effect_below_its_edge_and_not_one_above_it() -> None:
    height = np.zeros((3, 8), np.int32)
    height[:, 4:] = units(2.0)
    grid = Grid.empty(8, 3).replace(height=height)
    for passage in WALKS:
        low = area_mask(grid, Circle(Origin.centre(grid, (2, 1)), 4), "centre", passage)
        high = area_mask(grid, Circle(Origin.centre(grid, (5, 1)), 4), "centre", passage)
        assert not low[:, 4:].any()
        assert high[:, :4].any()


def test_two_solids_that_touch_at_a_corner_leave_no_slit() -> None:
    grid = Grid.empty(8, 8, [*block((4, 3)), *block((3, 4)), *block((2, 3)), *block((3, 2))])
    burst = Circle(Origin.centre(grid, (3, 3)), 3)
    for passage in WALKS:
        assert cells(area_mask(grid, burst, "any", passage)) == {(3, 3)}


def test_a_slanting_wall_through_the_centres_of_cells_does_not_leak() -> None:
    slant = Barrier((0, 8 * UNITS), (8 * UNITS, 0), 0, units(3))
    grid = Grid.empty(8, 8, [slant])
    burst = Circle(Origin.corner(grid, (3, 3)), 5)
    for passage in WALKS:
        reached = cells(area_mask(grid, burst, "centre", passage))
        assert all(x + y <= 7 for x, y in reached)
        assert {(3, 3), (3, 4), (2, 5)} <= reached


def test_smoke_passes_between_trees_that_stand_in_a_row() -> None:
    trees = [side for y in range(7) for side in pillar((3, y), 0.5)]
    grid = Grid.empty(7, 7, trees)
    burst = Circle(Origin.centre(grid, (1, 3)), 4)
    assert (area_mask(grid, burst) == area_mask(grid, burst, passage="none")).all()
    hedge = Grid.empty(7, 7, [side for y in range(7) for side in pillar((3, y), 1.0)])
    assert cells(area_mask(hedge, burst)) == {cell for cell in cells(area_mask(grid, burst)) if cell[0] < 3}


def test_a_wall_across_a_cell_keeps_its_halves_apart() -> None:
    grid = Grid.empty(5, 3, [Barrier((2 * UNITS + 32, 0), (2 * UNITS + 32, 3 * UNITS), 0, units(3))])
    west = area_mask(grid, Circle(Origin.centre(grid, (1, 1)), 3))
    assert cells(west) == {(x, y) for x in range(3) for y in range(3)}


@pytest.mark.parametrize(("top", "bottom", "passes"), [
    (0.0, 0.25, True), (0.375, 0.625, True), (0.75, 1.0, True), (0.25, 0.375, False), (0.625, 0.75, False),
])
@pytest.mark.parametrize("passage", ["connected", "spread"])
def test_an_effect_passes_through_a_slit_at_either_end_or_in_the_middle_of_an_edge(
    passage: Any, top: float, bottom: float, passes: bool
) -> None:
    parts = [(0.0, top), (bottom, 1.0)]
    grid = Grid.empty(6, 1, [wall((3, a), (3, b)) for a, b in parts if a < b])
    for cell, beyond in (((1, 0), (4, 0)), ((4, 0), (1, 0))):
        burst = Circle(Origin.centre(grid, cell), 4)
        for turn in SYMMETRIES:
            mask = area_mask(turn.grid(grid), turned(turn, burst, grid), "centre", passage)
            x, y = turn.cell(beyond, grid)
            assert mask[y, x] == passes


@pytest.mark.parametrize("passage", WALKS)
def test_at_the_post_beside_a_caster_an_effect_starts_in_the_cell_of_the_caster(passage: Any) -> None:
    grid = Grid.empty(10, 10, [wall((6, 6), (6, 9))])
    cone = Cone(Origin.edge(Body.on(grid, (5, 5)), (6, 6)), (1, 0), 3, 90)
    reached = cells(area_mask(grid, cone, "centre", passage))
    assert {(6, 5), (7, 4), (7, 5)} <= reached
    assert all(x > 5 for x, _ in reached)
    assert (6, 6) in reached  # round the post


@pytest.mark.parametrize("passage", ["connected", "spread"])
def test_a_wall_just_beside_a_corner_shuts_a_cell_off_from_it(passage: Any) -> None:
    """Everything flows freely within the cell and to its neighbours, and still nothing flows to it from the corner."""
    grid = Grid.empty(2, 2, [Barrier((0, 0), (64, 3), 0, units(3))])
    reached = cells(area_mask(grid, Circle(Origin.corner(grid, (1, 0)), 1), "centre", passage))
    assert reached == ({(0, 0), (1, 0)} if passage == "connected" else {(1, 0)})


def test_an_opened_door_lets_the_burst_pass_at_once() -> None:
    door = wall((4, 1), (4, 2), structure="door")
    grid = Grid.empty(8, 3, [wall((4, 0), (4, 1)), door, wall((4, 2), (4, 3))])
    burst = Circle(Origin.centre(grid, (2, 1)), 4)
    assert not area_mask(grid, burst)[:, 4:].any()
    assert area_mask(grid.without(["door"]), burst)[:, 4:].any()
    assert not area_mask(grid, burst)[:, 4:].any()


# --- connected and spread --------------------------------------------------------------------------------------------


def test_connected_does_not_leave_the_shape_and_spread_may() -> None:
    # a wall longer than the circle is wide, with a way round its end
    grid = Grid.empty(12, 9, [wall((4, 0), (4, 7))])
    burst = Circle(Origin.corner(grid, (3, 3)), 3)
    assert not area_mask(grid, burst)[:, 4:].any()
    open_end = Grid.empty(12, 9, [wall((4, 2), (4, 7))])
    assert area_mask(open_end, burst)[:, 4:].any()
    square = Grid.empty(9, 9, [wall((4, 2), (4, 7))])
    far = area_mask(square, Circle(Origin.corner(square, (3, 4)), 4), passage="spread")
    assert (4, 1) in cells(far)
    assert (4, 4) not in cells(far)


def test_spread_counts_steps_by_the_rule_for_diagonals() -> None:
    grid = Grid.empty(12, 12)
    for rule, count in (("uniform", 64), ("alternating", 44), ("exact", 32), ("orthogonal", 24)):
        square = Circle(Origin.corner(grid, (6, 6)), 4, "uniform")
        assert area_mask(grid, square, "centre", "spread", rule).sum() == count  # type: ignore[arg-type]


def test_a_spread_goes_round_a_corner_only_as_far_as_it_walks() -> None:
    grid = Grid.empty(7, 5, [wall((3, 0), (3, 4))])
    burst = Circle(Origin.centre(grid, (2, 2)), 4)
    assert picture(area_mask(grid, burst, passage="spread")).split() == [
        "###....", "###....", "###....", "#####..", "#####..",
    ]


def test_thin_lines_between_axes_stay_connected() -> None:
    grid = Grid.empty(8, 8)
    line = Line(Origin.corner(grid, (1, 1)), (1, 1), 7)
    assert (area_mask(grid, line, passage="connected") == area_mask(grid, line, passage="none")).all()


def test_an_aura_starts_in_every_cell_of_its_body() -> None:
    grid = Grid.empty(10, 10, [wall((4, 0), (4, 10))])
    aura = Aura(Body.on(grid, (2, 4), 2), 2)
    for passage in WALKS:
        mask = area_mask(grid, aura, "centre", passage)
        assert mask[4:6, 2:4].all()
        assert not mask[4:6, 4:].any()


# --- properties ------------------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(st.data(), st.sampled_from(("centre", "any")), st.sampled_from(RULES))
@pytest.mark.parametrize("passage", WALKS)
def test_passages_agree_with_the_reference(passage: Any, data: st.DataObject, counting: Any, rule: Any) -> None:
    agree(passage, data, counting, rule)


@pytest.mark.long
@settings(max_examples=1500)
@given(st.data(), st.sampled_from(("centre", "any")), st.sampled_from(RULES))
@pytest.mark.parametrize("passage", WALKS)
def test_passages_agree_with_the_reference_on_many_maps(
    passage: Any, data: st.DataObject, counting: Any, rule: Any
) -> None:
    agree(passage, data, counting, rule)


def agree(passage: Any, data: st.DataObject, counting: Any, rule: Any) -> None:
    grid = data.draw(grids(5, walls=5))
    template = data.draw(templates(grid))
    if passage == "spread" and isinstance(template, Free):
        return
    found = cells(area_mask(grid, template, counting, passage, rule))
    assert found == reference.mask(grid, template, counting, passage, rule)


def drawn(data: st.DataObject) -> tuple[Grid, Template, Any, Any]:
    """A walled map, an area on it, a counting rule, a passage."""
    grid = data.draw(grids())
    template = data.draw(templates(grid))
    passage = data.draw(st.sampled_from(PASSAGES))
    if passage == "spread" and isinstance(template, Free):
        passage = "none"
    return grid, template, data.draw(st.sampled_from(COUNTING)), passage


@settings(max_examples=150)
@given(st.data(), symmetries(), st.sampled_from(RULES))
def test_turning_the_map_turns_what_passes(data: st.DataObject, turn: Any, rule: Any) -> None:
    grid, template, counting, passage = drawn(data)
    mask = area_mask(grid, template, counting, passage, rule)
    found = area_mask(turn.grid(grid), turned(turn, template, grid), counting, passage, rule)
    assert (found == turn.mask(mask)).all()


@given(st.data(), st.integers(0, 40), st.integers(0, 40))
def test_moving_the_map_moves_what_passes(data: st.DataObject, left: int, above: int) -> None:
    grid, template, counting, passage = drawn(data)
    rim = 3  # so that the way round does not change
    grown = moved(grid, rim, rim, rim, rim)
    mask = area_mask(grown, shifted(template, rim, rim), counting, passage)
    again = area_mask(moved(grown, left, above), shifted(template, rim + left, rim + above), counting, passage)
    assert (again[above:, left:] == mask).all() or passage in ("spread", "connected")
    assert (again[above:, left:] | ~mask).all()


@given(st.data(), st.sampled_from((split, reverse, double)))
def test_splitting_reversing_and_doubling_walls_change_no_area(
    data: st.DataObject, change: Callable[[Barrier], tuple[Barrier, ...]]
) -> None:
    grid, template, counting, passage = drawn(data)
    found = area_mask(rewritten(change, grid), template, counting, passage)
    assert (found == area_mask(grid, template, counting, passage)).all()


@given(st.data())
def test_walls_only_take_away_and_more_walls_take_more(data: st.DataObject) -> None:
    grid, template, counting, passage = drawn(data)
    mask = area_mask(grid, template, counting, passage)
    assert (area_mask(grid, template, counting, "none") | ~mask).all()
    if start_is_free(grid, template):
        fewer = grid.replace(barriers=grid.barriers[::2])
        assert (area_mask(fewer, template, counting, passage) | ~mask).all()


def start_is_free(grid: Grid, template: Template) -> bool:
    """Nothing that stands on a wall: there fewer walls may leave it without the 1/64 m that it was moved."""
    source = template.source
    return isinstance(source, Origin) and start_of(grid, source).state == 0


@given(st.data(), st.floats(0, 2))
def test_a_larger_burst_reaches_no_less(data: st.DataObject, more: float) -> None:
    grid = data.draw(grids())
    template: Any = data.draw(templates(grid, (Circle, Aura)))
    larger = replace(template, radius=template.radius + more)
    for passage in WALKS:
        for counting in COUNTING:
            small = area_mask(grid, template, counting, passage)
            assert (area_mask(grid, larger, counting, passage) | ~small).all()


@given(st.data())
def test_the_order_of_questions_changes_no_answer(data: st.DataObject) -> None:
    """The ways through a cell are remembered as they are found."""
    grid, template, counting, passage = drawn(data)
    first = area_mask(grid, template, counting, passage)
    for _ in range(3):
        area_mask(grid, data.draw(templates(grid)), "any", "connected" if passage == "none" else "straight")
    assert (area_mask(grid, template, counting, passage) == first).all()
