"""Lines against barriers: ties, heights, every kind of barrier, and agreement with the plain reference."""

import doctest
import math
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import GeometryError
from game.spatial import lines
from game.spatial.grid import FARTHEST, HIGHEST, UNITS, Barrier, Grid, block, pillar, wall
from game.spatial.lines import BITS, Field, Point3, blocked, blockers, clear, cuts, table
from tests.spatial import reference
from tests.spatial.strategies import SYMMETRIES, Symmetry, barriers, coordinates, grids, moved, rewritten, symmetries

FIELDS: tuple[Field, ...] = ("move", "sight", "effect")


def at(x: float, y: float, z: float = 1.0) -> Point3:
    """A point from metres."""
    return math.floor(x * UNITS + 0.5), math.floor(y * UNITS + 0.5), math.floor(z * UNITS + 0.5)


def stopped(walls: tuple[Barrier, ...] | list[Barrier], a: Point3, b: Point3, field: Field = "effect") -> bool:
    """Is the line blocked on a plain 12 x 12 map? Asked both ways."""
    grid = Grid.empty(12, 12, walls)
    answer = blocked(grid, a, b, field)
    assert blocked(grid, b, a, field) == answer
    assert bool(blockers(grid, a, b, field)) == answer
    return answer


@st.composite
def places(draw: st.DrawFn, grid: Grid) -> Point3:
    """Any point of the map, often a tie."""
    z = draw(st.sampled_from((0, 16, 33, 64, 93, 128, -10, 200)))
    return draw(coordinates(grid.cols)), draw(coordinates(grid.rows)), z


def test_doctests() -> None:
    result = doctest.testmod(lines)
    assert result.attempted > 0
    assert result.failed == 0


# --- ties -------------------------------------------------------------------------------------------------------------


def test_a_proper_crossing_blocks() -> None:
    assert stopped([wall((4, 0), (4, 9))], at(2.5, 5.5), at(6.5, 5.5))


def test_two_solids_that_touch_at_a_corner_leave_no_slit() -> None:
    both = block((5, 4)) + block((4, 5))
    for a, b in ((at(4.5, 4.5), at(5.5, 5.5)), (at(4.25, 4.25), at(6.5, 6.5))):
        for field in FIELDS:
            assert stopped(both, a, b, field)
            assert not stopped(block((5, 4)), a, b, field)
            assert not stopped(block((4, 5)), a, b, field)
    mirrored = block((4, 4)) + block((5, 5))
    assert stopped(mirrored, at(5.5, 4.5), at(4.5, 5.5))
    assert not stopped(block((4, 4)), at(5.5, 4.5), at(4.5, 5.5))


def test_touching_one_end_does_not_block() -> None:
    assert not stopped([wall((4, 0), (4, 5))], at(2, 4), at(6, 6))


def test_touching_ends_on_both_sides_blocks() -> None:
    grid = Grid.empty(12, 12, [wall((4, 0), (4, 5)), wall((4, 5), (4, 9))])
    assert blocked(grid, at(2, 4), at(6, 6), "effect")
    assert blockers(grid, at(2, 4), at(6, 6), "effect") == grid.barriers


def test_touching_two_walls_on_one_side_does_not_block() -> None:
    assert not stopped([wall((3, 2), (3, 5)), wall((5, 2), (5, 5))], at(1, 5), at(8, 5))


def test_touching_two_walls_on_opposite_sides_blocks() -> None:
    assert stopped([wall((3, 2), (3, 5)), wall((5, 5), (5, 8))], at(1, 5), at(8, 5))


def test_a_wall_along_the_line_does_not_block() -> None:
    assert not stopped([wall((3, 5), (6, 5))], at(1, 5), at(8, 5))
    assert not stopped([wall((3, 3), (6, 6))], at(1, 1), at(8, 8))


def test_a_t_joint_does_not_leak() -> None:
    stem, bar = wall((4, 5), (7, 5)), wall((4, 2), (4, 8))
    assert stopped([stem, bar], at(2, 5), at(8, 5))  # along the stem, through the joint
    assert stopped([stem, wall((4, 2), (4, 5)), wall((4, 5), (4, 8))], at(2, 5), at(8, 5))
    assert stopped([stem, bar], at(2, 3), at(6, 7))  # askew, through the joint


def test_an_l_joint_blocks_what_passes_through_it_and_not_what_grazes_it() -> None:
    joint = [wall((4, 2), (4, 5)), wall((4, 5), (7, 5))]
    assert stopped(joint, at(3, 6), at(5, 4))
    assert not stopped(joint, at(3, 4), at(5, 6))


def test_a_barrier_that_holds_an_end_does_not_block() -> None:
    held = wall((4, 0), (4, 9))
    assert not stopped([held], at(4, 5), at(8, 5))
    assert not stopped([held], at(1, 4), at(4, 9))
    assert stopped([held], at(4 - 1 / 64, 5), at(8, 5))


def test_a_line_along_the_rim_of_the_map_meets_what_touches_the_rim() -> None:
    assert not stopped([wall((4, 0), (4, 3))], at(2, 0), at(8, 0))
    assert stopped([wall((4, -1), (4, 3))], at(2, 0), at(8, 0))
    assert stopped([wall((4, -1), (4, 0)), wall((4, 0), (4, 3))], at(2, 0), at(8, 0))
    assert stopped([wall((4, 9), (4, 12)), wall((4, 12), (4, 20))], at(2, 12), at(8, 12))
    assert stopped([wall((9, 4), (12, 4)), wall((12, 4), (20, 4))], at(12, 2), at(12, 8))


def test_a_pillar_hides_only_what_is_behind_it() -> None:
    column = pillar((4, 5), 0.5)
    assert stopped(column, at(2.5, 5.5), at(7.5, 5.5))
    assert stopped(column, at(2.5, 5.26), at(7.5, 5.26))
    assert not stopped(column, at(2.5, 5.25), at(7.5, 5.25))  # along its side
    assert not stopped(column, at(2.5, 5.2), at(7.5, 5.2))


def test_a_line_that_grazes_the_corner_of_a_pillar_passes() -> None:
    assert not stopped(pillar((4, 4), 0.5), at(3.75, 4.75), at(4.75, 3.75))
    assert stopped(pillar((4, 4), 0.5), at(3.75 + 1 / 32, 4.75), at(4.75 + 1 / 32, 3.75))


@pytest.mark.parametrize("turn", SYMMETRIES)
def test_the_far_sides_of_a_solid_end_where_the_near_ones_begin(turn: Symmetry) -> None:
    """pygame-community/pygame-ce#1089: a rectangle's right and bottom sides differed from its left and top ones."""
    grid, side = Grid.empty(9, 9, block((3, 3))), 9 * UNITS
    turned = turn.grid(grid)
    for x, answer in ((191, False), (192, False), (193, True), (255, True), (256, False), (257, False)):
        for y0, y1 in ((0, side), (0, 200), (200, side)):
            line = (turn.point((x, y0), side, side), turn.point((x, y1), side, side))
            assert blocked(turned, (*line[0], 64), (*line[1], 64), "sight") == answer
        beside = (turn.point((x, 0), side, side), turn.point((x, 192), side, side))  # it ends at the solid
        assert not blocked(turned, (*beside[0], 64), (*beside[1], 64), "sight")


def test_a_point_is_in_nobodys_way() -> None:
    assert not stopped(block((4, 4)), at(4.5, 4.5), at(4.5, 4.5))


# --- fields and heights -----------------------------------------------------------------------------------------------


def test_a_window_stops_bodies_and_not_eyes() -> None:
    window = [wall((4, 4), (4, 7), sight=False)]
    assert [stopped(window, at(2.5, 5.5), at(6.5, 5.5), field) for field in FIELDS] == [True, False, True]


def test_a_curtain_stops_eyes_and_not_arrows() -> None:
    curtain = [wall((4, 4), (4, 7), move=False, effect=False)]
    assert [stopped(curtain, at(2.5, 5.5), at(6.5, 5.5), field) for field in FIELDS] == [False, True, False]


def test_the_height_at_the_crossing_decides_from_bottom_up_to_below_top() -> None:
    low = [wall((4, 0), (4, 9), top=2.0, bottom=1.0)]
    heights = [(0.5, False), (63 / 64, False), (1.0, True), (127 / 64, True), (2.0, False), (3.0, False)]
    for z, answer in heights:
        assert stopped(low, at(2, 5, z), at(6, 5, z)) == answer
        assert stopped(low, at(2, 5, z - 1), at(6, 5, z + 1)) == answer  # halfway
        assert stopped(low, at(3, 5, z - 1), at(7, 5, z + 3)) == answer  # a quarter of the way


def test_a_wall_of_another_storey_is_not_between() -> None:
    assert not stopped([wall((4, 0), (4, 10), top=4.0, bottom=2.0)], at(2.5, 5.5, 1.4), at(6.5, 5.5, 1.4))


def test_walls_stacked_without_a_gap_leave_none() -> None:
    stack = [wall((4, 0), (4, 9), top=1.0), wall((4, 0), (4, 9), top=3.0, bottom=1.0)]
    assert stopped(stack, at(2, 5, 0), at(6, 5, 2))
    assert not stopped(stack[:1], at(2, 5, 0), at(6, 5, 2))


def test_a_cliff_stops_sight_and_effect_between_its_two_grounds_and_not_movement() -> None:
    height = np.zeros((3, 8), np.int32)
    height[:, 4:] = 2 * UNITS
    grid = Grid.empty(8, 3).replace(height=height)
    below, above = (at(1.5, 1.5, 1), at(6.5, 1.5, 2.5)), (at(3.5, 1.5, 1.9), at(6.5, 1.5, 3.5))
    assert [blocked(grid, *below, field) for field in FIELDS] == [False, True, True]
    assert [blocked(grid, *above, field) for field in FIELDS] == [False, False, False]
    assert blockers(grid, *below, "sight") == (Barrier((256, 64), (256, 128), 0, 128, move=False),)


def test_a_wall_on_a_hill_has_absolute_heights() -> None:
    height = np.full((3, 8), 5 * UNITS, np.int32)
    grid = Grid.empty(8, 3, [wall((4, 0), (4, 3), top=6.0, bottom=5.0)]).replace(height=height)
    assert blocked(grid, at(1.5, 1.5, 5.5), at(6.5, 1.5, 5.5), "effect")
    assert not blocked(grid, at(1.5, 1.5, 6.5), at(6.5, 1.5, 6.5), "effect")


def test_a_door_that_opens_changes_the_answer_at_once() -> None:
    grid = Grid.empty(8, 3, [wall((4, 0), (4, 3), structure="door")])
    line = at(1.5, 1.5), at(6.5, 1.5)
    assert blocked(grid, *line, "sight")
    opened = grid.without(["door"])
    assert not blocked(opened, *line, "sight")
    assert blocked(grid, *line, "sight")
    assert blocked(opened.replace(barriers=grid.barriers), *line, "sight")


def test_the_table_is_kept_by_the_version_of_the_grid() -> None:
    def grid(top: float) -> Grid:
        return Grid.empty(5, 5, [wall((2, 0), (2, 3), top=top)])

    assert table(grid(1.0)) is table(grid(1.0))
    assert table(grid(1.0)) is not table(grid(2.0))


# --- agreement with the reference -------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(st.data())
def test_lines_agree_with_the_reference(data: st.DataObject) -> None:
    grid = data.draw(grids())
    field = data.draw(st.sampled_from(FIELDS))
    walls = [b for b in (*grid.barriers, *reference.cliffs(grid)) if getattr(b, field)]
    a = data.draw(places(grid))
    ends = [data.draw(places(grid)) for _ in range(6)]
    right = [not reference.blocked(walls, a, b) for b in ends]
    assert clear(grid, a, ends, field).tolist() == right
    assert sorted(blockers(grid, a, ends[0], field)) == sorted(reference.blockers(walls, a, ends[0]))


@pytest.mark.long
@pytest.mark.timeout(3000)
@settings(max_examples=2000)
@given(st.data())
def test_lines_agree_with_the_reference_thoroughly(data: st.DataObject) -> None:
    grid = data.draw(grids(most=12, walls=12))
    field = data.draw(st.sampled_from(FIELDS))
    walls = [b for b in (*grid.barriers, *reference.cliffs(grid)) if getattr(b, field)]
    a = data.draw(places(grid))
    ends = [data.draw(places(grid)) for _ in range(12)]
    assert clear(grid, a, ends, field).tolist() == [not reference.blocked(walls, a, b) for b in ends]


@pytest.mark.parametrize("seed", range(8))
def test_buckets_miss_no_barrier_on_a_large_map(seed: int) -> None:
    random = np.random.default_rng(seed)
    cols, rows = (int(side) for side in random.integers(20, 200, 2))
    step = 64 if seed % 2 else 1
    starts = random.integers(-200, 64 * max(cols, rows) + 200, (150, 2)) // step * step
    ends = starts + random.integers(-300, 300, (150, 2)) // step * step
    ends[:20] = random.integers(-200, 64 * max(cols, rows) + 200, (20, 2))
    grid = Grid.empty(cols, rows, [Barrier((int(x1), int(y1)), (int(x2), int(y2)), 0, 100)
                                   for (x1, y1), (x2, y2) in zip(starts, ends, strict=True) if (x1, y1) != (x2, y2)])
    points = random.integers(0, [64 * cols + 1, 64 * rows + 1, 90], (200, 3))
    points[::3, :2] = points[::3, :2] // 64 * 64
    start = (int(points[0, 0]), int(points[0, 1]), 50)
    walked = clear(grid, start, points, "effect")
    found = cuts(grid, start, points, BITS["effect"])
    for end, is_open, cutting in zip(points.tolist(), walked, found, strict=True):
        bits = {b: lines.side_bits(*start[:2], *end[:2], *b.start, *b.end) for b in grid.barriers}
        assert is_open == (not all(any(bit & side for bit in bits.values()) for side in (1, 2)))
        assert set(cutting) == {b for b, bit in bits.items() if bit}


@given(st.data())
def test_lines_at_the_limits_of_size_do_not_overflow(data: st.DataObject) -> None:
    far = st.sampled_from((FARTHEST, -FARTHEST, FARTHEST - 1, 0, 8000, 16384))
    deep = st.sampled_from((HIGHEST, -HIGHEST, 0, HIGHEST - 1, 1 - HIGHEST))
    start = data.draw(st.tuples(far, far))
    end = data.draw(st.tuples(far, far).filter(lambda point: point != start))
    low, high = sorted(data.draw(st.lists(deep, min_size=2, max_size=2, unique=True)))
    grid = Grid.empty(256, 256, [Barrier(start, end, low, high)])
    on_map = st.integers(0, 16384)
    a, b = (data.draw(st.tuples(on_map, on_map, deep)) for _ in range(2))
    assert blocked(grid, a, b, "effect") == reference.blocked(list(grid.barriers), a, b)


small, level = st.integers(0, 6), st.integers(0, 4)


@settings(max_examples=400)
@given(*[small] * 4, *[level] * 6, *[small] * 4)
def test_four_lines_at_a_time_are_the_single_lines(
    x1: int, y1: int, x2: int, y2: int, bottom: int, top: int, za0: int, za1: int, zb0: int, zb1: int,
    ax: int, ay: int, bx: int, by: int,
) -> None:
    bottom, top = min(bottom, top), max(bottom, top) + 1
    whole = bottom <= min(za0, za1, zb0, zb1) and max(za0, za1, zb0, zb1) < top
    left, right = lines.four_lines(x1, y1, x2, y2, bottom, top, whole, ax, ay, za0, za1, bx, by, 2, zb0, zb1)
    for corner, i, j in product(range(4), (0, 1), (0, 1)):
        bit = 8 * corner + 2 * i + j
        b = bx + 2 * (corner & 1), by + 2 * (corner >> 1), (zb0, zb1)[j]
        cut = lines.cut_bits(ax, ay, (za0, za1)[i], *b, x1, y1, x2, y2, bottom, top)
        assert (left >> bit & 1) | (right >> bit & 1) << 1 == cut
        left, right = left & ~(1 << bit), right & ~(1 << bit)
    assert left == right == 0


@settings(max_examples=400)
@given(*[st.integers(-8, 8)] * 8, *[st.integers(0, 3)] * 4)
def test_lines_between_boxes_are_surely_cut_or_not(
    x1: int, y1: int, x2: int, y2: int, ax: int, ay: int, bx: int, by: int, ahx: int, ahy: int, bhx: int, bhy: int
) -> None:
    kind = lines.across(x1, y1, x2, y2, ax, ay, ahx, ahy, bx, by, bhx, bhy)
    cuts = {lines.side_bits(ax + i * ahx, ay + j * ahy, bx + k * bhx, by + m * bhy, x1, y1, x2, y2)
            for i, j, k, m in product((-1, 1), repeat=4)}
    if kind != 1:
        assert cuts == {3 if kind == 2 else 0}


# --- properties -------------------------------------------------------------------------------------------------------


@given(st.data())
def test_reversal_translation_and_symmetry_change_nothing(data: st.DataObject) -> None:
    grid = data.draw(grids())
    field = data.draw(st.sampled_from(FIELDS))
    a, b = data.draw(places(grid)), data.draw(places(grid))
    answer = blocked(grid, a, b, field)
    assert blocked(grid, b, a, field) == answer
    turn, (cols, rows) = data.draw(symmetries()), (grid.cols * UNITS, grid.rows * UNITS)
    turned = [(*turn.point(point[:2], cols, rows), point[2]) for point in (a, b)]
    assert blocked(turn.grid(grid), turned[0], turned[1], field) == answer
    if any(a[i] == b[i] in (0, side) for i, side in ((0, cols), (1, rows))):
        return  # along the rim of the map: on a larger map there may be something on its other side
    left, above = data.draw(st.integers(0, 3)), data.draw(st.integers(0, 3))
    away = [(x + left * UNITS, y + above * UNITS, z) for x, y, z in (a, b)]
    assert blocked(moved(grid, left, above, 1, 2), away[0], away[1], field) == answer


def split(barrier: Barrier) -> tuple[Barrier, ...]:
    """In all the pieces that have whole ends, up to 5, and in two storeys."""
    (x1, y1), (x2, y2) = barrier.start, barrier.end
    parts = min(math.gcd(x2 - x1, y2 - y1), 5)
    while (x2 - x1) % parts or (y2 - y1) % parts:
        parts -= 1
    ends = [(x1 + (x2 - x1) // parts * i, y1 + (y2 - y1) // parts * i) for i in range(parts + 1)]
    middle = (barrier.bottom + barrier.top) // 2
    storeys = [(barrier.bottom, middle), (middle, barrier.top)] if middle > barrier.bottom else [(middle, barrier.top)]
    return tuple(replace(barrier, start=p, end=q, bottom=low, top=high)
                 for p, q in pairwise(ends) for low, high in storeys)


def reverse(barrier: Barrier) -> tuple[Barrier, ...]:
    return (replace(barrier, start=barrier.end, end=barrier.start),)


def double(barrier: Barrier) -> tuple[Barrier, ...]:
    return barrier, barrier, *reverse(barrier)


@given(st.data(), st.sampled_from((split, reverse, double)))
def test_splitting_reversing_and_doubling_walls_change_nothing(
    data: st.DataObject, change: Callable[[Barrier], tuple[Barrier, ...]]
) -> None:
    grid = data.draw(grids())
    a, ends = data.draw(places(grid)), [data.draw(places(grid)) for _ in range(4)]
    for field in FIELDS:
        assert (clear(rewritten(change, grid), a, ends, field) == clear(grid, a, ends, field)).all()


@given(st.data())
def test_one_more_barrier_never_opens_a_line(data: st.DataObject) -> None:
    grid = data.draw(grids())
    more = grid.replace(barriers=grid.barriers + data.draw(barriers(grid.cols, grid.rows)))
    a, ends = data.draw(places(grid)), [data.draw(places(grid)) for _ in range(4)]
    assert not (clear(more, a, ends, "sight") & ~clear(grid, a, ends, "sight")).any()


# --- bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "field", "named"),
    [
        ((-1, 0, 0), (1, 1, 1), "sight", "-1"),
        ((0, 0, 0), (321, 1, 1), "sight", "321"),
        ((0, 0, 0), (1, 500, 1), "sight", "500"),
        ((0, 0, HIGHEST + 1), (1, 1, 1), "sight", str(HIGHEST + 1)),
        ((0, 0, 0), (1.5, 1, 1), "sight", "float64"),
        ((0, 0, math.nan), (1, 1, 1), "sight", "float64"),
        ((0, 0), (1, 1, 1), "sight", "(1, 2)"),
        ((0, 0, 2**70), (1, 1, 1), "sight", "object"),
        ((0, 0, 0), (1, 1, 1), "smell", "smell"),
        ((0, 0, 0), (1, 1, 1), None, "None"),
    ],
)
def test_a_line_that_means_nothing_is_refused_by_name(a: Point3, b: Point3, field: Field, named: str) -> None:
    grid = Grid.empty(5, 5)
    for ask in (blocked, blockers):
        with pytest.raises(GeometryError, match=r"^(?s:.*)" + named.replace("(", r"\(").replace(")", r"\)")):
            ask(grid, a, b, field)


def test_ragged_points_are_refused() -> None:
    with pytest.raises(GeometryError):
        clear(Grid.empty(5, 5), (0, 0, 0), [(1, 2, 3), (1, 2)], "sight")


def test_no_ends_no_answers() -> None:
    assert clear(Grid.empty(5, 5), (0, 0, 0), [], "sight").shape == (0,)
