"""Flanking: reported faults, literal masks, properties, the plain reference."""

import doctest
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.errors import GeometryError
from game.spatial import flanking as module
from game.spatial.flanking import Flank, flank_mask, flanks, opposite
from game.spatial.grid import UNITS, Body, Cell, Grid, footprint, picture, units, wall
from game.spatial.metric import RULES, Metric, Rule
from game.spatial.reach import can_strike
from tests.spatial.reference_movement import leaves_opposite
from tests.spatial.strategies import SYMMETRIES, bodies, grids, moved, moved_body, symmetries

MEDIUM = 109
PLAIN = Grid.empty(13, 13)


def on(cell: Cell, size: int = 1) -> Body:
    """A medium body on the plain map."""
    return Body.on(PLAIN, cell, size)


def flanked(a: Body, b: Body, target: Body, reach_a: int = 1, reach_b: int = 1) -> bool:
    """Whether they flank; the same in all 8 positions of the map, and for both of them."""
    answers = {
        flanks(PLAIN, turn.body(one, PLAIN), turn.body(two, PLAIN), turn.body(target, PLAIN), first, second) is not None
        for turn in SYMMETRIES
        for one, two, first, second in ((a, b, reach_a, reach_b), (b, a, reach_b, reach_a))
    }
    assert len(answers) == 1
    return answers.pop()


def test_doctests() -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


# --- reported faults --------------------------------------------------------------------------------------------------


def test_size_is_no_reach() -> None:
    """foundryvtt/pf2e#4537: two large bodies, each a cell away, flanked with a reach of 1."""
    west, east, target = on((3, 5), 2), on((8, 4), 2), on((6, 5))
    assert not flanked(west, east, target)
    assert not flanked(west, east, target, 1, 2)
    assert flanked(west, east, target, 2, 2)


def test_who_is_inside_the_target_with_no_reach_never_flanks() -> None:
    """foundryvtt/pf2e#23127: a tiny ally flanked from one quarter of the cell. Here no quarter exists, nor a reach."""
    assert not flanked(on((4, 5)), on((5, 5)), on((5, 5)), 1, 0)
    assert not flanked(on((4, 5)), on((5, 5)), on((5, 5)), 1, 1)


def test_bodies_between_do_not_spoil_a_flank() -> None:
    """reonZ/pf2e-perception#35: row A M B C, C with reach 2: cover wiped out flanking."""
    a, target, c = on((3, 5)), on((4, 5)), on((6, 5))
    assert flanked(a, c, target, 1, 2)
    assert not flanked(a, c, target, 1, 1)


# --- literal cases ----------------------------------------------------------------------------------------------------


def test_opposite_sides_and_corners_of_one_cell() -> None:
    """# rule: SIT-2"""
    pairs = {frozenset(pair) for pair in product(footprint((4, 4), 3), repeat=2)
             if flanked(on(pair[0]), on(pair[1]), on((5, 5)))}
    assert pairs == {frozenset(pair) for pair in (((4, 5), (6, 5)), ((5, 4), (5, 6)), ((4, 4), (6, 6)),
                                                  ((4, 6), (6, 4)))}


def test_the_cells_and_the_line_are_the_evidence() -> None:
    found = flanks(PLAIN, on((3, 4), 2), on((6, 5)), on((5, 5)), 1, 1)
    assert found == Flank((4, 5), (6, 5))
    assert found is not None
    assert found.line == ((9, 11), (13, 11))


def test_around_a_big_target_the_line_need_not_pass_its_centre() -> None:
    target = on((5, 5), 2)
    assert flanked(on((4, 5)), on((7, 5)), target)
    assert flanked(on((4, 5)), on((7, 6)), target)
    assert not flanked(on((4, 4)), on((7, 6)), target)  # in by a side, out by the next
    assert flanked(on((4, 4)), on((7, 7)), target)
    assert not flanked(on((4, 5)), on((5, 4)), target)


def test_a_line_through_a_corner_and_the_opposite_side() -> None:
    """(3,4) to (6,5) enters (5,5) in its corner, which belongs to the side, and leaves by the opposite side."""
    assert flanked(on((3, 4)), on((6, 5)), on((5, 5)), 2, 1)


def test_a_line_that_touches_one_corner_does_not_flank() -> None:
    assert not flanked(on((4, 5)), on((5, 4)), on((5, 5)))
    assert not flanked(on((3, 6)), on((6, 3)), on((5, 5)), 2, 2)


def test_both_must_be_able_to_strike() -> None:
    """# rule: SIT-7"""
    grid = Grid.empty(9, 9, [wall((5, 0), (5, 9))])
    west, target, east = (Body.on(grid, (x, 4)) for x in (3, 4, 5))
    assert flanks(grid, west, east, target, 1, 1) is None
    assert flanks(grid, east, west, target, 1, 1) is None
    low = Grid.empty(9, 9, [wall((5, 0), (5, 9), top=1.0)])
    assert flanks(low, west, east, target, 1, 1) == Flank((3, 4), (5, 4))


def test_one_who_flies_out_of_reach_does_not_flank() -> None:
    high = Body.on(PLAIN, (6, 5), altitude=MEDIUM + UNITS + 1)
    assert flanks(PLAIN, on((4, 5)), high, on((5, 5)), 1, 1) is None
    assert flanks(PLAIN, on((4, 5)), high, on((5, 5)), 1, 2) is not None


@pytest.mark.parametrize(
    ("size", "reach", "target", "ally", "rows"),
    [
        (1, 1, ((3, 2), 1), ((2, 2), 1, 1), [".......", ".......", "....#..", ".......", "......."]),
        (1, 2, ((3, 2), 1), ((2, 2), 1, 1), [".......", ".....#.", "....##.", ".....#.", "......."]),
        (2, 1, ((3, 2), 1), ((2, 2), 1, 1), [".......", "...##..", "...##..", ".......", "......."]),  # two overlap it
        (1, 1, ((3, 2), 2), ((2, 2), 1, 1), [".......", ".......", ".....#.", ".....#.", "......."]),
        (1, 1, ((3, 2), 1), ((1, 1), 2, 1), [".......", ".......", "....#..", "....#..", "......."]),
        (1, 1, ((3, 2), 1), ((6, 4), 1, 1), [".......", ".......", ".......", ".......", "......."]),
    ],
)
def test_the_places_from_which_one_flanks(
    size: int, reach: int, target: tuple[Cell, int], ally: tuple[Cell, int, int], rows: list[str]
) -> None:
    grid = Grid.empty(7, 5)
    cell, side, far = ally
    found = flank_mask(grid, size, MEDIUM, reach, Body.on(grid, *target), [(Body.on(grid, cell, side), far)])
    assert picture(found).split() == rows


def test_any_ally_will_do_and_without_allies_nobody_flanks() -> None:
    grid = Grid.empty(5, 5)
    target = Body.on(grid, (2, 2))
    allies = [(Body.on(grid, (1, 2)), 1), (Body.on(grid, (2, 1)), 1), (Body.on(grid, (1, 1)), 1)]
    assert picture(flank_mask(grid, 1, MEDIUM, 1, target, allies)).split() == [
        ".....", ".....", "...#.", "..##.", "....."]
    assert not flank_mask(grid, 1, MEDIUM, 1, target, []).any()


# --- properties -------------------------------------------------------------------------------------------------------


@given(st.integers(0, 12), st.integers(0, 12), st.integers(0, 12), st.integers(0, 12), st.integers(1, 4),
       st.integers(0, 8), st.integers(0, 8))
def test_opposite_sides_agree_with_the_reference(
    ax: int, ay: int, bx: int, by: int, size: int, x: int, y: int
) -> None:
    target = Body(footprint((x, y), size), 0, MEDIUM)
    outside = (ax, ay) not in target.cells and (bx, by) not in target.cells
    wanted = outside and leaves_opposite((ax, ay), (bx, by), target)
    assert opposite((ax, ay), (bx, by), target) == opposite((bx, by), (ax, ay), target) == wanted


def plainly(grid: Grid, a: Body, b: Body, target: Body, reach_a: int, reach_b: int, rule: Rule) -> bool:
    """Flanking by its definition, cell by cell."""
    def near(body: Body, reach: int) -> list[Cell]:
        up = -(-max(0, body.feet - target.head, target.feet - body.head) // UNITS)
        return [(x, y) for x, y in body.cells
                if any(Metric(rule).length(x - i, y - j, up) // 1000 <= reach for i, j in target.cells)]

    return can_strike(grid, a, target, reach_a, rule) and can_strike(grid, b, target, reach_b, rule) and any(
        leaves_opposite(one, two, target) and not {one, two} & set(target.cells)
        for one in near(a, reach_a) for two in near(b, reach_b))


@given(st.data())
def test_flanks_agree_with_the_definition_and_with_their_mirror(data: st.DataObject) -> None:
    grid = data.draw(grids(walls=3))
    target = data.draw(bodies(grid, 2))
    a, b = data.draw(bodies(grid, 3)), data.draw(bodies(grid, 3))
    one, two = data.draw(st.integers(0, 3)), data.draw(st.integers(0, 3))
    rule = data.draw(st.sampled_from(RULES))
    wanted = plainly(grid, a, b, target, one, two, rule)
    assert (flanks(grid, a, b, target, one, two, rule) is not None) == wanted
    assert (flanks(grid, b, a, target, two, one, rule) is not None) == wanted


@given(st.data())
def test_a_flank_mask_is_flanks_cell_by_cell(data: st.DataObject) -> None:
    grid = data.draw(grids(walls=3))
    target, size = data.draw(bodies(grid, 2)), data.draw(st.integers(1, min(3, grid.cols, grid.rows)))
    allies = data.draw(st.lists(st.tuples(bodies(grid, 2), st.integers(0, 3)), max_size=3))
    tall, reach, altitude = data.draw(st.sampled_from((77, 109, 224))), data.draw(st.integers(0, 3)), data.draw(
        st.sampled_from((0, 0, 100)))
    rule = data.draw(st.sampled_from(RULES))
    mask = flank_mask(grid, size, tall, reach, target, allies, altitude, rule)
    wanted = np.zeros(grid.shape, np.bool_)
    for y in range(grid.rows - size + 1):
        for x in range(grid.cols - size + 1):
            mover = Body.on(grid, (x, y), size, tall, altitude)
            wanted[y, x] = any(flanks(grid, mover, ally, target, reach, far, rule) for ally, far in allies)
    assert (mask == wanted).all()


@given(st.data(), symmetries(), st.integers(0, 3), st.integers(0, 3))
def test_a_flank_mask_turns_and_moves_with_the_map(data: st.DataObject, turn: Any, left: int, above: int) -> None:
    grid = data.draw(grids(walls=3))
    target, ally, reach = data.draw(bodies(grid, 2)), data.draw(bodies(grid, 2)), data.draw(st.integers(1, 2))
    mask = flank_mask(grid, 1, MEDIUM, reach, target, [(ally, 2)])
    turned = flank_mask(turn.grid(grid), 1, MEDIUM, reach, turn.body(target, grid), [(turn.body(ally, grid), 2)])
    assert (turned == turn.mask(mask)).all()
    there = flank_mask(moved(grid, left, above), 1, MEDIUM, reach, moved_body(target, left, above),
                       [(moved_body(ally, left, above), 2)])
    assert (there[above:, left:] == mask).all()


# --- bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "tall", "reach", "far", "named"),
    [(0, MEDIUM, 1, 1, "size: 0"), (7, MEDIUM, 1, 1, "size: 7"), (1, 0, 1, 1, "height of the mover: 0"),
     (1, MEDIUM, -1, 1, "reach: -1"), (1, MEDIUM, 1, -2, "reach: -2"), (1, MEDIUM, 1.5, 1, "reach: 1.5")],
)
def test_a_question_that_means_nothing_is_refused_by_name(
    size: int, tall: int, reach: Any, far: int, named: str
) -> None:
    with pytest.raises(GeometryError, match=named):
        flank_mask(PLAIN, size, tall, reach, on((5, 5)), [(on((4, 5)), far)])


def test_bodies_off_the_map_do_not_flank() -> None:
    off = Body(((13, 5),), 0, MEDIUM)
    for a, b, target in ((off, on((4, 5)), on((5, 5))), (on((4, 5)), off, on((5, 5))), (on((4, 5)), on((6, 5)), off)):
        with pytest.raises(GeometryError, match=r"cell \(13, 5\) is outside the map"):
            flanks(PLAIN, a, b, target, 1, 1)
    assert units(1.7) == MEDIUM
