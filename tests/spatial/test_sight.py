"""Cover, sight and high ground: frozen examples, reported faults, properties, the plain reference."""

import doctest
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.errors import GeometryError
from game.spatial import sight as module
from game.spatial.grid import (
    HIGHEST,
    PARTIAL,
    TOTAL,
    UNITS,
    Barrier,
    Body,
    Cell,
    Grid,
    block,
    picture,
    pillar,
    wall,
)
from game.spatial.lines import blocked, blockers
from game.spatial.sight import (
    Cover,
    concealment,
    cover,
    cover_field,
    cover_from_field,
    high_ground,
    higher,
    level_of,
    line_of_attack,
    sample_points,
    sees,
    sight_field,
)
from tests.spatial.strategies import (
    SYMMETRIES,
    bodies,
    grids,
)

MEDIUM, METRE = 109, 64  # heights of bodies, 1/64 m


def attack(
    walls: Sequence[Barrier], attacker: Cell = (2, 5), target: Cell = (7, 5), tall: int = MEDIUM, side: int = 13
) -> Cover:
    """The cover on a plain map; the same in all 8 positions of the map."""
    grid = Grid.empty(side, side, walls)
    a, b = Body.on(grid, attacker, tall=tall), Body.on(grid, target, tall=tall)
    found = cover(grid, a, b)
    for turn in SYMMETRIES:
        turned = cover(turn.grid(grid), turn.body(a, grid), turn.body(b, grid))
        assert (turned.level, turned.share) == (found.level, found.share)
    return found


def visible(walls: Sequence[Barrier], a: Cell, b: Cell, tall: int = MEDIUM) -> bool:
    """Sight on a plain map, the same both ways."""
    grid = Grid.empty(13, 13, walls)
    answer = sees(grid, Body.on(grid, a, tall=tall), Body.on(grid, b, tall=tall))
    assert answer == sees(grid, Body.on(grid, b, tall=tall), Body.on(grid, a, tall=tall))
    return answer


def test_doctests() -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


# --- frozen examples: 1.7 m bodies 5 m apart in a row -----------------------------------------------------------------


@pytest.mark.parametrize("between", [3, 4, 5, 6])
def test_half_a_metre_of_pillar_between_covers_half(between: int) -> None:
    found = attack(pillar((between, 5), 0.5))
    assert (found.share, found.level) == (Fraction(1, 2), PARTIAL)


@pytest.mark.parametrize("between", [3, 4, 5, 6])
def test_a_solid_cell_between_covers_wholly(between: int) -> None:
    found = attack(block((between, 5)))
    assert (found.share, found.level) == (1, TOTAL)


def test_a_metre_of_wall_right_before_the_target_covers_half() -> None:
    found = attack([wall((7, 5), (7, 6), top=1.0)])
    assert (found.share, found.level) == (Fraction(1, 2), PARTIAL)


def test_a_metre_of_wall_right_before_the_attacker_covers_nothing() -> None:
    assert attack([wall((3, 5), (3, 6), top=1.0)]).share == 0


@pytest.mark.parametrize("walls", [[wall((8, 3), (8, 8))], [wall((7, 5), (8, 5))], [wall((2, 5), (8, 5))]])
def test_a_wall_behind_or_along_covers_nothing(walls: list[Barrier]) -> None:
    assert attack(walls).share == 0


def test_a_kerb_before_the_target_covers_nothing() -> None:
    assert attack([wall((7, 5), (7, 6), top=0.5)]).share == 0


# --- reported faults --------------------------------------------------------------------------------------------------

BEHIND, ALONG = [wall((7, 3), (7, 8))], [wall((5, 5), (9, 5))]
CORRIDOR = [wall((0, 5), (12, 5)), wall((0, 6), (12, 6))]


@pytest.mark.parametrize("walls", [BEHIND, ALONG, BEHIND + ALONG, CORRIDOR])
def test_walls_behind_the_target_along_it_and_of_a_corridor_are_no_cover(walls: list[Barrier]) -> None:
    found = attack(walls, target=(6, 5))
    assert found.blocked == 0
    assert all(ray.barriers == () for ray in found.rays)


def test_a_wall_of_another_storey_is_no_cover() -> None:
    assert attack([wall((4, 0), (4, 10), bottom=2.0, top=4.0)], target=(6, 5), tall=METRE).blocked == 0


def test_sight_passes_a_window_and_its_cover_is_its_own_field() -> None:
    glass, bars = wall((4, 4), (4, 7), sight=False), wall((4, 4), (4, 7), sight=False, effect=False)
    for window, level in ((glass, TOTAL), (bars, 0)):
        assert visible([window], (2, 5), (6, 5))
        assert attack([window], target=(6, 5)).level == level


def test_half_past_the_end_of_a_wall_is_seen_and_partly_covered() -> None:
    walls = [wall((4, 0), (4, 4))]
    assert visible(walls, (2, 3), (6, 4))
    found = attack(walls, (2, 3), (6, 4))
    assert (found.level, found.share) == (PARTIAL, Fraction(1, 2))


def test_a_shot_does_not_slip_between_two_solids_that_touch() -> None:
    touching = block((5, 4)) + block((4, 5))
    assert attack(touching, (4, 4), (5, 5)).level == TOTAL
    assert not visible(touching, (4, 4), (5, 5))
    assert attack(block((5, 4)), (4, 4), (5, 5)).level < TOTAL
    assert visible(block((5, 4)), (4, 4), (5, 5))
    assert attack(block((4, 4)) + block((5, 5)), (5, 4), (4, 5)).level == TOTAL


def test_cover_from_the_origin_of_a_burst_is_not_that_from_the_caster() -> None:
    walls = [wall((4, 0), (4, 10))]
    assert attack(walls, (0, 5), (9, 5)).level == TOTAL
    assert attack(walls, (8, 5), (9, 5)).level == 0


@given(st.data())
def test_below_total_cover_is_seen_where_walls_stop_both(data: st.DataObject) -> None:
    grid = data.draw(grids())
    solid = grid.replace(barriers=tuple(replace(b, sight=True, effect=True) for b in grid.barriers))
    a, b = data.draw(bodies(solid)), data.draw(bodies(solid))
    assert (cover(solid, a, b).level < TOTAL) == sees(solid, a, b)


# --- heights ----------------------------------------------------------------------------------------------------------


def test_sample_points_stand_an_eighth_inside_the_corners_at_30_and_85_percent() -> None:
    body = Body(((1, 2),), 10, 10 + MEDIUM)
    assert sample_points(body) == tuple((64 + i, 128 + j, z) for j in (8, 56) for i in (8, 56) for z in (43, 103))
    assert len(sample_points(Body(((1, 2), (2, 2), (5, 5)), 0, 9))) == 24


@pytest.mark.parametrize("tall", [1, 2, 5, 10, 19, 50, 70, 109, 110, 224, 640])
def test_heights_of_sample_points_round_halves_up(tall: int) -> None:
    low, high = sample_points(Body(((0, 0),), 0, tall))[0][2], sample_points(Body(((0, 0),), 0, tall))[1][2]
    assert low == math.floor(Fraction(30 * tall, 100) + Fraction(1, 2))
    assert high == math.floor(Fraction(85 * tall, 100) + Fraction(1, 2))


def step(height: int, cols: int = 10) -> Grid:
    """A plain whose eastern half is higher."""
    ground = np.zeros((3, cols), np.int32)
    ground[:, cols // 2:] = height
    return Grid.empty(cols, 3).replace(height=ground)


def test_the_edge_of_a_plateau_covers_who_stands_back_from_it() -> None:
    grid = step(3 * UNITS)
    below = Body.on(grid, (1, 1))
    shares = [cover(grid, below, Body.on(grid, (x, 1))).share for x in range(5, 10)]
    assert shares == sorted(shares)
    assert shares[0] < 1
    assert shares[-1] == 1
    assert not sees(grid, below, Body.on(grid, (9, 1)))
    assert cover(grid, below, Body.on(grid, (9, 1))).rays[0].barriers[0].structure == ""


def test_who_stands_at_the_edge_of_a_plateau_sees_over_it() -> None:
    grid = step(3 * UNITS)
    at_the_edge, back, below = (Body.on(grid, (x, 1)) for x in (5, 9, 1))
    assert cover(grid, at_the_edge, below).level < TOTAL
    assert cover(grid, back, below).level == TOTAL


def test_a_wall_of_three_metres_does_not_cover_one_who_flies_above_it() -> None:
    grid = Grid.empty(13, 13, [wall((4, 0), (4, 13))])
    here, flying = Body.on(grid, (2, 5)), Body.on(grid, (6, 5), altitude=6 * UNITS)
    assert cover(grid, here, flying).level < cover(grid, here, Body.on(grid, (6, 5))).level
    assert cover(grid, flying, Body.on(grid, (10, 5), altitude=6 * UNITS)).blocked == 0


def test_a_prone_body_is_covered_by_a_kerb_that_does_not_cover_one_that_stands() -> None:
    kerb = [wall((7, 5), (7, 6), top=0.5)]
    grid = Grid.empty(13, 13, kerb)
    here = Body.on(grid, (2, 5))
    assert cover(grid, here, Body.on(grid, (7, 5))).level == 0
    assert cover(grid, here, Body.on(grid, (7, 5), tall=33)).level == PARTIAL


# --- big bodies and evidence ------------------------------------------------------------------------------------------


def test_a_big_target_has_eight_lines_for_each_of_its_cells() -> None:
    grid = Grid.empty(13, 13, block((5, 5)))
    found = cover(grid, Body.on(grid, (2, 5)), Body.on(grid, (8, 5), 2, 224))
    assert found.lines == len(found.rays) == 32
    assert 0 < found.blocked < 32


def test_a_big_body_is_seen_by_any_of_its_points() -> None:
    grid = Grid.empty(13, 13, [wall((5, 0), (5, 6))])
    here = Body.on(grid, (2, 3))
    assert not sees(grid, here, Body.on(grid, (8, 2)))
    assert sees(grid, here, Body.on(grid, (8, 2), 4, 640))


def test_a_big_attacker_uses_its_best_point() -> None:
    walls = block((4, 5))
    grid = Grid.empty(13, 13, walls)
    target = Body.on(grid, (7, 5))
    assert cover(grid, Body.on(grid, (2, 5)), target).level == TOTAL
    assert cover(grid, Body.on(grid, (2, 4), 2, 224), target).level < TOTAL


def test_rays_are_the_lines_from_the_best_point_with_what_blocks_them() -> None:
    grid = Grid.empty(13, 13, pillar((4, 5), 0.5, structure="tree"))
    a, b = Body.on(grid, (2, 5)), Body.on(grid, (7, 5))
    found = cover(grid, a, b)
    assert [ray.end for ray in found.rays] == list(sample_points(b))
    assert sum(ray.blocked for ray in found.rays) == found.blocked == 4
    for ray in found.rays:
        assert ray.blocked == blocked(grid, ray.start, ray.end, "effect")
        assert ray.barriers == blockers(grid, ray.start, ray.end, "effect")
        assert all(barrier.structure == "tree" for barrier in ray.barriers)


def test_the_best_point_is_the_first_with_the_fewest_blocked_lines() -> None:
    grid = Grid.empty(13, 13, pillar((4, 5), 0.5))
    a, b = Body.on(grid, (2, 5)), Body.on(grid, (7, 5))
    counts = [sum(blocked(grid, p, q, "effect") for q in sample_points(b)) for p in sample_points(a)]
    assert {ray.start for ray in cover(grid, a, b).rays} == {sample_points(a)[counts.index(min(counts))]}
    open_ = Grid.empty(13, 13)
    assert cover(open_, a, b).rays[0].start == sample_points(a)[0]


@pytest.mark.parametrize(("hidden", "level"), [(0, 0), (1, 0), (2, 1), (7, 1), (8, 2)])
def test_a_quarter_is_partial_and_all_is_total(hidden: int, level: int) -> None:
    assert level_of(hidden, 8) == level
    assert level_of(hidden, 8, Fraction(1, 2)) == (2 if hidden == 8 else hidden >= 4)


def test_bodies_do_not_give_cover() -> None:
    assert attack([], (2, 5), (7, 5)).share == 0


# --- line of attack ---------------------------------------------------------------------------------------------------


def test_a_curtain_leaves_effect_open_and_conceals_wholly() -> None:
    grid = Grid.empty(13, 13, [wall((4, 0), (4, 13), effect=False)])
    found = line_of_attack(grid, Body.on(grid, (2, 5)), Body.on(grid, (7, 5)))
    assert (found.cover.level, found.sight, found.concealment) == (0, False, TOTAL)


def test_a_wall_closes_effect_and_sight_and_does_not_conceal() -> None:
    grid = Grid.empty(13, 13, [wall((4, 0), (4, 13))])
    found = line_of_attack(grid, Body.on(grid, (2, 5)), Body.on(grid, (7, 5)))
    assert (found.cover.level, found.sight, found.concealment) == (TOTAL, False, 0)


@given(st.data())
def test_a_line_of_attack_is_cover_sight_and_concealment(data: st.DataObject) -> None:
    grid = data.draw(grids(smoke=True))
    a, b = data.draw(bodies(grid)), data.draw(bodies(grid))
    found = line_of_attack(grid, a, b)
    assert found.cover == cover(grid, a, b)
    assert found.sight == sees(grid, a, b)
    hidden = not found.sight and found.cover.level < TOTAL
    assert found.concealment == (TOTAL if hidden else concealment(grid, a, b))


# --- high ground ------------------------------------------------------------------------------------------------------


def test_high_ground_is_a_metre_above_the_feet_of_the_target() -> None:
    grid = Grid.empty(3, 1).replace(height=np.array([[0, 63, 64]], np.int32))
    low, almost, high = (Body.on(grid, (x, 0)) for x in range(3))
    assert higher(high, low)
    assert not higher(almost, low)
    assert not higher(low, high)
    assert higher(almost, low, least=63)
    assert picture(high_ground(grid, low)) == "..#"
    assert picture(high_ground(grid, low, altitude=1)) == ".##"
    assert picture(high_ground(grid, high)) == "..."


@given(st.data())
def test_the_mask_of_high_ground_is_higher_cell_by_cell(data: st.DataObject) -> None:
    grid = data.draw(grids(walls=0))
    target, altitude = data.draw(bodies(grid)), data.draw(st.sampled_from((0, 64, 200)))
    mask = high_ground(grid, target, altitude)
    for y in range(grid.rows):
        for x in range(grid.cols):
            assert mask[y, x] == higher(Body.on(grid, (x, y), altitude=altitude), target)


# --- bad input --------------------------------------------------------------------------------------------------------

PLAIN_GRID = Grid.empty(5, 4)
INSIDE, OUTSIDE = Body(((1, 1),), 0, 109), Body(((4, 4),), 0, 109)


@pytest.mark.parametrize(
    ("ask", "named"),
    [
        (lambda: cover(PLAIN_GRID, INSIDE, OUTSIDE), "(4, 4)"),
        (lambda: cover(PLAIN_GRID, OUTSIDE, INSIDE), "(4, 4)"),
        (lambda: cover(PLAIN_GRID, INSIDE, Body(((-1, 1),), 0, 9)), "(-1, 1)"),
        (lambda: sees(PLAIN_GRID, INSIDE, OUTSIDE), "(4, 4)"),
        (lambda: line_of_attack(PLAIN_GRID, OUTSIDE, INSIDE), "(4, 4)"),
        (lambda: cover_field(PLAIN_GRID, OUTSIDE, 109), "(4, 4)"),
        (lambda: sight_field(PLAIN_GRID, OUTSIDE, 109), "(4, 4)"),
        (lambda: cover(PLAIN_GRID, INSIDE, INSIDE, Fraction(0)), "0"),
        (lambda: cover(PLAIN_GRID, INSIDE, INSIDE, Fraction(-1, 4)), "-1/4"),
        (lambda: cover(PLAIN_GRID, INSIDE, INSIDE, Fraction(5, 4)), "5/4"),
        (lambda: cover(PLAIN_GRID, INSIDE, INSIDE, 0.25), "0.25"),  # type: ignore[arg-type]
        (lambda: cover_field(PLAIN_GRID, INSIDE, 109, quarter=Fraction(2)), "2"),
        (lambda: cover_field(PLAIN_GRID, INSIDE, 0), "0"),
        (lambda: cover_field(PLAIN_GRID, INSIDE, -7), "-7"),
        (lambda: cover_field(PLAIN_GRID, INSIDE, HIGHEST + 1), str(HIGHEST + 1)),
        (lambda: cover_field(PLAIN_GRID, INSIDE, 1.5), "1.5"),  # type: ignore[arg-type]
        (lambda: sight_field(PLAIN_GRID, INSIDE, math.nan), "nan"),  # type: ignore[arg-type]
        (lambda: cover_field(PLAIN_GRID, INSIDE, 109, -1), "-1"),
        (lambda: cover_field(PLAIN_GRID, INSIDE, 109, math.nan), "nan"),
        (lambda: cover_field(PLAIN_GRID, INSIDE, 109, math.inf), "inf"),
        (lambda: cover_field(PLAIN_GRID, INSIDE, 109, "3"), "3"),  # type: ignore[arg-type]
        (lambda: cover_field(PLAIN_GRID, INSIDE, 109, None, np.ones((5, 4), np.bool_)), "(5, 4)"),
        (lambda: cover_field(PLAIN_GRID, INSIDE, 109, None, np.ones((4, 5))), "float64"),  # type: ignore[arg-type]
        (lambda: cover_field(PLAIN_GRID, INSIDE, 109, size=0), "0"),
        (lambda: sight_field(PLAIN_GRID, INSIDE, 109, size=-3), "-3"),
        (lambda: cover_from_field(PLAIN_GRID, INSIDE, 109, size=257), "257"),
        (lambda: cover_from_field(PLAIN_GRID, OUTSIDE, 109), "(4, 4)"),
        (lambda: cover_from_field(PLAIN_GRID, INSIDE, 109, quarter=Fraction(-1)), "-1"),
        (lambda: high_ground(PLAIN_GRID, INSIDE, 0.5), "0.5"),  # type: ignore[arg-type]
        (lambda: high_ground(PLAIN_GRID, INSIDE, 0, 2**70), str(2**70)),
    ],
)
def test_a_question_that_means_nothing_is_refused_by_name(ask: Callable[[], Any], named: str) -> None:
    with pytest.raises(GeometryError) as caught:
        ask()
    assert named in str(caught.value)
