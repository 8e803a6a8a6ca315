"""Distance: the four diagonal rules, height as a third axis, gaps between bodies."""

import doctest
from itertools import pairwise
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.errors import GeometryError
from game.spatial import metric as module
from game.spatial.grid import UNITS, Body, Cell, footprint
from game.spatial.metric import RULES, Metric, Rule, box, distance, gap, height_gap, reach_distance
from game.spatial.search import air_cost, ground_cost

MEDIUM = 109
steps_apart = st.integers(-40, 40)


def at(cell: Cell, size: int = 1, feet: int = 0, tall: int = MEDIUM) -> Body:
    """A body somewhere."""
    return Body(footprint(cell, size), feet, feet + tall)


shapes = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=6)
anybody = st.builds(
    lambda cells, feet, tall: Body(tuple(cells), feet, feet + tall), shapes, st.integers(-300, 300), st.integers(1, 300)
)
squares = st.builds(lambda x, y, size, feet: at((x, y), size, feet), st.integers(0, 9), st.integers(0, 9),
                    st.integers(1, 4), st.integers(-200, 200))


def test_doctests() -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize(
    ("rule", "lengths"),
    [
        ("uniform", [0, 1000, 1000, 3000, 3000, 3000]),
        ("alternating", [0, 1000, 1000, 3000, 4000, 4000]),
        ("exact", [0, 1000, 1414, 3000, 3828, 4242]),
        ("orthogonal", [0, 1000, 2000, 3000, 5000, 6000]),
    ],
)
def test_lengths_on_the_flat(rule: Rule, lengths: list[int]) -> None:
    places = [(0, 0), (1, 0), (1, 1), (0, 3), (3, 2), (3, 3)]
    assert [Metric(rule).length(dx, dy) for dx, dy in places] == lengths


@pytest.mark.parametrize(
    ("rule", "lengths"),
    [  # (4, 0) and 3 up; (4, 4) and 3 up; (1, 1) and 5 up
        ("uniform", [4000, 4000, 5000]),
        ("alternating", [5000, 7000, 5000]),
        ("exact", [5242, 6898, 5585]),
        ("orthogonal", [7000, 11000, 7000]),
    ],
)
def test_height_is_a_third_axis(rule: Rule, lengths: list[int]) -> None:
    assert [Metric(rule).length(*place) for place in ((4, 0, 3), (4, 4, -3), (-1, 1, 5))] == lengths


@given(st.sampled_from(RULES), steps_apart, steps_apart, steps_apart)
def test_a_length_is_the_same_in_every_direction(rule: Rule, dx: int, dy: int, dz: int) -> None:
    one = Metric(rule)
    turned = {one.length(a, b, c) for a, b in ((dx, dy), (-dx, dy), (dy, dx), (-dy, -dx)) for c in (dz, -dz)}
    assert turned == {one.length(dx, dy, dz)}


@given(st.sampled_from(RULES), st.lists(st.tuples(steps_apart, steps_apart, steps_apart), min_size=1, max_size=9))
def test_lengths_are_the_length_of_each(rule: Rule, places: list[tuple[int, int, int]]) -> None:
    dx, dy, dz = np.array(places, np.int64).T
    assert Metric(rule).lengths(dx, dy, dz).tolist() == [Metric(rule).length(*each) for each in places]


@given(st.sampled_from(RULES), st.integers(0, 30), st.integers(0, 30))
def test_a_length_on_the_flat_is_the_sum_of_its_steps(rule: Rule, straight: int, diagonal: int) -> None:
    one = Metric(rule)
    walked = straight * one.step(False) + sum(one.step(True, count) for count in range(diagonal))
    assert one.length(straight + diagonal, diagonal) == walked


@given(st.sampled_from(RULES), st.booleans(), st.integers(0, 1), st.integers(0, 9))
def test_kernels_step_by_the_metric(rule: Rule, diagonal: bool, parity: int, up: int) -> None:
    code, one = RULES.index(rule), Metric(rule)
    assert ground_cost(code, 0, diagonal, parity, 1000)[0] == one.step(diagonal, parity)
    if not (diagonal and parity):
        assert air_cost(code, diagonal, parity, up) == one.length(1, int(diagonal), up)


# --- bodies -----------------------------------------------------------------------------------------------------------


def test_two_large_bodies_side_by_side_are_adjacent() -> None:
    """Nimble-Co/FoundryVTT-Nimble#940: measured between top-left cells, the pair is 2 apart and cannot fight."""
    assert reach_distance(at((2, 2), 2), at((4, 2), 2)) == 1
    assert reach_distance(at((3, 2), 2), at((1, 2))) == 2
    assert reach_distance(at((3, 2), 2), at((6, 2))) == 2


def test_one_metre_of_height_does_not_add_eight() -> None:
    """foundryvtt/pf2e#4824: one step of a range becomes diagonal."""
    assert distance(at((0, 0)), at((8, 0), feet=MEDIUM + UNITS)) == 8000


def test_distance_is_the_same_up_and_down() -> None:
    """caewok/fvtt-elevation-ruler#216: (0,0) z0 to (2,0) z6 measured 2 one way and 7 the other."""
    low, high = at((0, 0), tall=UNITS), at((2, 0), feet=6 * UNITS, tall=UNITS)
    for rule, far in (("uniform", 5000), ("alternating", 6000), ("exact", 5828), ("orthogonal", 7000)):
        assert distance(low, high, cast(Rule, rule)) == distance(high, low, cast(Rule, rule)) == far


@pytest.mark.parametrize(
    ("feet", "metres"), [(0, 0), (MEDIUM - 1, 0), (MEDIUM, 0), (MEDIUM + 1, 1), (MEDIUM + 64, 1), (MEDIUM + 65, 2)]
)
def test_the_gap_of_heights_is_rounded_up(feet: int, metres: int) -> None:
    assert height_gap(at((0, 0)), at((5, 5), feet=feet)) == metres
    assert height_gap(at((5, 5), feet=feet), at((0, 0))) == metres


def test_bodies_that_overlap_are_at_no_distance() -> None:
    assert gap(at((2, 2), 3), at((3, 3))) == (0, 0, 0)


def test_a_gap_names_both_axes_and_the_height() -> None:
    assert gap(at((0, 0), 2), at((4, 2), feet=200)) == (3, 1, 2)


def test_the_nearest_pair_of_cells_depends_on_the_rule() -> None:
    ell = Body(((3, 0), (2, 2)), 0, MEDIUM)  # from (0, 0): 3 straight, or two diagonals
    assert [distance(at((0, 0)), ell, rule) for rule in RULES] == [2000, 3000, 2828, 3000]
    assert gap(at((0, 0)), ell) == (2, 2, 0)


@given(anybody, anybody, st.sampled_from(RULES))
def test_distance_is_the_least_over_pairs_of_cells(a: Body, b: Body, rule: Rule) -> None:
    up = max(0, -(-(b.feet - a.head) // UNITS), -(-(a.feet - b.head) // UNITS))
    least = min(Metric(rule).length(x - i, y - j, up) for x, y in a.cells for i, j in b.cells)
    assert distance(a, b, rule) == distance(b, a, rule) == least


@given(squares, squares)
def test_reach_is_the_uniform_distance_in_whole_metres(a: Body, b: Body) -> None:
    """# rule: ATK-1"""
    assert 1000 * reach_distance(a, b) == distance(a, b) == Metric().length(*gap(a, b))


def test_along_a_diagonal_nobody_slips_past_a_reach_of_two() -> None:
    """Counted 1-2-1, (7,7) is 3 from (5,5), so an enemy came adjacent along the diagonal without being threatened."""
    guard = at((5, 5))
    for path in ([(8, 8), (7, 7), (6, 6)], [(8, 5), (7, 5), (6, 5)], [(8, 7), (7, 6), (6, 5)]):
        distances = [reach_distance(guard, at(cell)) for cell in path]
        assert distances == [3, 2, 1]
        assert all(a - b == 1 for a, b in pairwise(distances))


def test_the_box_of_a_body() -> None:
    assert box(Body(((3, 1), (1, 4)), 0, 9)) == (1, 1, 3, 4)


def test_an_unknown_rule_is_refused_by_name() -> None:
    with pytest.raises(GeometryError, match=r"hexagonal.*uniform, alternating, exact, orthogonal"):
        Metric(cast(Rule, "hexagonal"))
    with pytest.raises(GeometryError, match="hexagonal"):
        distance(at((0, 0)), at((1, 1)), cast(Rule, "hexagonal"))
