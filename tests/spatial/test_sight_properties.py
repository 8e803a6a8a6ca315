"""Cover and sight: agreement with the plain reference and with single lines, and what never changes an answer."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.spatial.grid import (
    FARTHEST,
    HIGHEST,
    TOTAL,
    Barrier,
    Body,
    Cell,
    Grid,
    block,
    pillar,
    wall,
)
from game.spatial.lines import clear
from game.spatial.sight import (
    LINES,
    cover,
    cover_field,
    cover_from_field,
    sample_points,
    sees,
    sight_field,
)
from tests.spatial import reference
from tests.spatial.strategies import (
    SYMMETRIES,
    TALL,
    barriers,
    bodies,
    grids,
    moved,
    moved_body,
    rewritten,
    symmetries,
)
from tests.spatial.test_lines import double, reverse, split

MEDIUM = 109  # height of a body, 1/64 m


# --- agreement with the reference -------------------------------------------------------------------------------------


def agree(data: st.DataObject, grid: Grid, largest: int) -> None:
    """Cover and sight are those of the reference."""
    a, b = data.draw(bodies(grid, largest)), data.draw(bodies(grid, largest))
    found = cover(grid, a, b)
    assert (found.blocked, found.lines) == reference.cover(grid, a, b)
    assert sees(grid, a, b) == reference.sees(grid, a, b)


@settings(max_examples=60)
@given(st.data())
def test_cover_and_sight_agree_with_the_reference(data: st.DataObject) -> None:
    agree(data, data.draw(grids(most=6, walls=5)), 1)


@settings(max_examples=10)
@given(st.data())
def test_cover_and_sight_of_big_bodies_agree_with_the_reference(data: st.DataObject) -> None:
    agree(data, data.draw(grids(most=6, walls=4)), 2)


@settings(max_examples=6)
@given(st.data())
def test_cover_at_the_limits_of_size_does_not_overflow(data: st.DataObject) -> None:
    far = st.sampled_from((FARTHEST, -FARTHEST, FARTHEST - 1, 0, 100, 16384))
    deep = st.sampled_from((HIGHEST, 1 - HIGHEST, 0, HIGHEST // 2))
    start = data.draw(st.tuples(far, far))
    end = data.draw(st.tuples(far, far).filter(lambda point: point != start))
    low, high = sorted(data.draw(st.lists(deep, min_size=2, max_size=2, unique=True)))
    grid = Grid.empty(256, 256, [Barrier(start, end, low, high)])
    cell, feet = st.tuples(st.integers(0, 255), st.integers(0, 255)), st.sampled_from((-HIGHEST, 0, HIGHEST - 9))
    a, b = (Body((data.draw(cell),), z, data.draw(st.sampled_from((z + 9, HIGHEST))))
            for z in (data.draw(feet), data.draw(feet)))
    assert cover(grid, a, b).blocked == reference.cover(grid, a, b)[0]


@pytest.mark.long
@pytest.mark.timeout(3000)
@settings(max_examples=600)
@given(st.data())
def test_cover_and_sight_agree_with_the_reference_thoroughly(data: st.DataObject) -> None:
    agree(data, data.draw(grids(most=10, walls=10)), 2)


# --- counts, line by line ---------------------------------------------------------------------------------------------


def counted(grid: Grid, a: Body, b: Body) -> None:
    """Cover and sight are what the single lines say."""
    ends = np.array(sample_points(b))
    counts = [int((~clear(grid, point, ends, "effect")).sum()) for point in sample_points(a)]
    found = cover(grid, a, b)
    assert (found.blocked, found.lines) == (min(counts), len(ends))
    assert found.rays[0].start == sample_points(a)[counts.index(min(counts))]
    assert sees(grid, a, b) == any(clear(grid, point, ends, "sight").any() for point in sample_points(a))


@settings(max_examples=200)
@given(st.data())
def test_cover_and_sight_are_what_the_single_lines_say(data: st.DataObject) -> None:
    grid = data.draw(grids(walls=15))
    counted(grid, data.draw(bodies(grid, 3)), data.draw(bodies(grid, 3)))


@pytest.mark.parametrize("seed", range(12))
def test_cover_and_sight_are_what_the_single_lines_say_on_crowded_maps(seed: int) -> None:
    random = np.random.default_rng(seed)
    cells = [(int(x), int(y)) for x, y in random.integers(0, 14, (40, 2))]
    kinds = (
        block,
        lambda cell, top: pillar(cell, 0.5, top),
        lambda cell, top: (wall(cell, (cell[0] + 1, cell[1]), top),),
        lambda cell, top: (wall(cell, (cell[0] + 0.7, cell[1] + 1.3), top),),
    )
    walls = [each for i, cell in enumerate(cells) for each in kinds[i % 4](cell, (0.7, 1.0, 1.5, 3.0)[i // 4 % 4])]
    grid = Grid.empty(14, 14, walls).replace(height=random.choice([0, 0, 0, 32, 64], (14, 14)).astype(np.int32))
    for _ in range(40):
        x, y, i, j = (int(value) for value in random.integers(0, 12, 4))
        one, other = (int(value) for value in random.integers(1, 4, 2))
        if max(x, y) + one <= 14 and max(i, j) + other <= 14:
            counted(grid, Body.on(grid, (x, y), one, 109 * one), Body.on(grid, (i, j), other, 80 * other))


@pytest.mark.parametrize("side", [0, 1])
def test_a_wall_in_one_column_covers_part_of_big_bodies_above_each_other(side: int) -> None:
    grid = Grid.empty(12, 12, [wall((5 + side, 8), (6 + side, 8), top=9.0)])
    assert 0 < attack_of(grid, (5, 1), (5, 8), 2) < 32
    turned = SYMMETRIES[4].grid(grid)
    assert attack_of(turned, (1, 5), (8, 5), 2) == attack_of(grid, (5, 1), (5, 8), 2)


def attack_of(grid: Grid, attacker: Cell, target: Cell, size: int) -> int:
    """Blocked lines between big bodies."""
    a, b = Body.on(grid, attacker, size, 224), Body.on(grid, target, size, 224)
    counted(grid, a, b)
    return cover(grid, a, b).blocked


# --- properties -------------------------------------------------------------------------------------------------------


@given(st.data())
def test_sight_is_the_same_both_ways(data: st.DataObject) -> None:
    grid = data.draw(grids())
    a, b = data.draw(bodies(grid, 3)), data.draw(bodies(grid, 3))
    assert sees(grid, a, b) == sees(grid, b, a)


@given(st.data())
def test_fields_are_the_pairwise_answers_cell_by_cell(data: st.DataObject) -> None:
    grid = data.draw(grids())
    a, tall = data.draw(bodies(grid, 3)), data.draw(st.sampled_from(TALL))
    field, seen = cover_field(grid, a, tall), sight_field(grid, a, tall)
    for y in range(grid.rows):
        for x in range(grid.cols):
            b = Body.on(grid, (x, y), tall=tall)
            found = cover(grid, a, b)
            assert (field.blocked[y, x], field.level[y, x]) == (found.blocked, found.level)
            assert field.seen[y, x] == seen[y, x] == sees(grid, a, b)


@settings(max_examples=50)
@given(st.data())
def test_fields_for_big_bodies_are_the_pairwise_answers_place_by_place(data: st.DataObject) -> None:
    grid = data.draw(grids())
    a, tall, size = data.draw(bodies(grid)), data.draw(st.sampled_from(TALL)), data.draw(st.integers(1, 3))
    up = data.draw(st.sampled_from((0, 0, 100)))
    to = cover_field(grid, a, tall, size=size, altitude=up)
    back = cover_from_field(grid, a, tall, size=size, altitude=up)
    seen = to.seen if up else sight_field(grid, a, tall, size=size)
    assert (to.lines, back.lines) == (LINES * size * size, LINES * len(a.cells))
    for y in range(grid.rows):
        for x in range(grid.cols):
            if x + size > grid.cols or y + size > grid.rows:
                assert (to.blocked[y, x], to.level[y, x], to.seen[y, x], seen[y, x]) == (to.lines, TOTAL, False, False)
                assert (back.blocked[y, x], back.level[y, x], back.seen[y, x]) == (back.lines, TOTAL, False)
                continue
            b = Body.on(grid, (x, y), size, tall, up)
            there, here = cover(grid, a, b), cover(grid, b, a)
            assert (to.blocked[y, x], to.level[y, x]) == (there.blocked, there.level)
            assert (back.blocked[y, x], back.level[y, x]) == (here.blocked, here.level)
            assert to.seen[y, x] == back.seen[y, x] == seen[y, x] == sees(grid, a, b)


def test_fields_of_huge_bodies_count_more_than_255_lines() -> None:
    grid = Grid.empty(20, 8, [wall((8, 0), (8, 8), top=20.0)])
    field = cover_field(grid, Body.on(grid, (2, 2)), 640, size=6)
    assert field.lines == field.blocked[1, 10] == 288
    assert field.blocked[1, 1] == 0


@given(st.data())
def test_fields_are_the_same_in_every_position_of_the_map(data: st.DataObject) -> None:
    grid = data.draw(grids())
    a, tall, turn = data.draw(bodies(grid)), data.draw(st.sampled_from(TALL)), data.draw(symmetries())
    field = cover_field(grid, a, tall)
    turned = cover_field(turn.grid(grid), turn.body(a, grid), tall)
    assert (turned.blocked == turn.mask(field.blocked)).all()
    assert (turned.seen == turn.mask(field.seen)).all()
    left, above = data.draw(st.integers(0, 2)), data.draw(st.integers(0, 2))
    shifted = cover_field(moved(grid, left, above, 1, 1), moved_body(a, left, above), tall)
    here = np.s_[above:above + grid.rows, left:left + grid.cols]
    assert (shifted.blocked[here] == field.blocked).all()
    assert (shifted.seen[here] == field.seen).all()


@given(st.data(), st.sampled_from((split, reverse, double)))
def test_how_walls_are_written_changes_no_field(
    data: st.DataObject, change: Callable[[Barrier], tuple[Barrier, ...]]
) -> None:
    grid = data.draw(grids())
    a = data.draw(bodies(grid))
    one, other = cover_field(grid, a, MEDIUM), cover_field(rewritten(change, grid), a, MEDIUM)
    assert (one.blocked == other.blocked).all()
    assert (one.seen == other.seen).all()


@given(st.data())
def test_one_more_wall_uncovers_nobody(data: st.DataObject) -> None:
    grid = data.draw(grids())
    more = grid.replace(barriers=grid.barriers + data.draw(barriers(grid.cols, grid.rows)))
    a = data.draw(bodies(grid))
    one, other = cover_field(grid, a, MEDIUM), cover_field(more, a, MEDIUM)
    assert (other.blocked >= one.blocked).all()
    assert not (other.seen & ~one.seen).any()


@given(st.data())
def test_a_window_of_a_field_is_the_field_there(data: st.DataObject) -> None:
    grid = data.draw(grids(most=9))
    a, radius = data.draw(bodies(grid)), data.draw(st.sampled_from((0, 1, 2, 2.5, 40)))
    where = np.array(data.draw(st.lists(st.booleans(), min_size=grid.rows * grid.cols,
                                        max_size=grid.rows * grid.cols))).reshape(grid.shape)
    whole, part = cover_field(grid, a, MEDIUM), cover_field(grid, a, MEDIUM, radius, where)
    seen = sight_field(grid, a, MEDIUM, radius, where)
    big, all_big = cover_field(grid, a, MEDIUM, radius, size=2), cover_field(grid, a, MEDIUM, size=2)
    for y in range(grid.rows):
        for x in range(grid.cols):
            near = min(max(abs(x - i), abs(y - j)) for i, j in a.cells) <= radius
            assert not near or big.blocked[y, x] == all_big.blocked[y, x]
            if near and where[y, x]:
                assert part.blocked[y, x] == whole.blocked[y, x]
                assert part.seen[y, x] == seen[y, x] == whole.seen[y, x]
            else:
                assert (part.blocked[y, x], part.level[y, x]) == (LINES, TOTAL)
                assert not part.seen[y, x]
                assert not seen[y, x]
