"""Which steps can be taken: barriers, ties, corners, rises, falls, big bodies."""

import doctest
from collections.abc import Callable, Iterable, Sequence
from typing import cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import GeometryError
from game.spatial import steps as module
from game.spatial.grid import UNITS, Barrier, Body, Cell, Grid, block, pillar, units, wall
from game.spatial.movement import movement_field
from game.spatial.stepper import walker
from game.spatial.steps import DIRECTIONS, Corners, Rises, corner_policy, crossings, spread_max, steps
from tests.spatial.movers import Case, cases
from tests.spatial.strategies import SYMMETRIES, rewritten
from tests.spatial.test_lines import double, reverse, split

MEDIUM = 109


def open_step(grid: Grid, a: Cell, b: Cell, size: int = 1, tall: int = MEDIUM, corners: Corners = "both") -> bool:
    """Whether a step is free, in all 8 positions of the map."""
    d = DIRECTIONS.index((b[0] - a[0], b[1] - a[1]))
    free = bool(steps(grid, size, tall, corners).moves[a[1], a[0]] >> d & 1)
    for turn in SYMMETRIES:
        one, two = (min(turn.cell((x, y), grid) for x in (c[0], c[0] + size - 1) for y in (c[1], c[1] + size - 1))
                    for c in (a, b))
        d = DIRECTIONS.index((two[0] - one[0], two[1] - one[1]))
        assert bool(steps(turn.grid(grid), size, tall, corners).moves[one[1], one[0]] >> d & 1) == free
    return free


def both_ways(walls: Iterable[Barrier], a: Cell = (2, 2), b: Cell = (3, 2), corners: Corners = "both") -> bool:
    """Whether a step between two cells of a plain map is free, the same there and back."""
    grid = Grid.empty(6, 6, walls)
    there, back = open_step(grid, a, b, corners=corners), open_step(grid, b, a, corners=corners)
    assert there == back
    return there


def ground(rows: Sequence[Sequence[float]], walls: Iterable[Barrier] = ()) -> Grid:
    """A map of heights in metres."""
    height = np.array([[units(value) for value in row] for row in rows], np.int32)
    return Grid.empty(height.shape[1], height.shape[0], walls).replace(height=height)


def test_doctests() -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


# --- barriers and ties ------------------------------------------------------------------------------------------------


def test_a_wall_between_two_cells_stops_the_step() -> None:
    assert both_ways([])
    assert not both_ways([wall((3, 2), (3, 3))])


def test_a_wall_that_stops_no_bodies_stops_no_step() -> None:
    assert both_ways([wall((3, 2), (3, 3), move=False)])


def test_a_window_is_seen_through_and_not_walked_through() -> None:
    """trioderegion/dnd5e-helpers#162: a window was once total cover and once nothing; walking: no."""
    grid = Grid.empty(8, 8, [wall((4, 4), (4, 7), sight=False, effect=False)])
    assert not open_step(grid, (3, 5), (4, 5))


def test_a_wall_along_the_way_stops_nothing() -> None:
    assert both_ways([wall((2, 3), (4, 3)), wall((2, 2), (4, 2))])


def test_half_a_wall_that_ends_on_the_line_of_the_step_does_not_stop_it() -> None:
    assert both_ways([wall((3, 2), (3, 2.5))])


def test_two_halves_of_a_wall_that_meet_on_the_line_of_the_step_stop_it() -> None:
    assert not both_ways([wall((3, 2), (3, 2.5)), wall((3, 2.5), (3, 3))])


def test_a_wall_through_the_centre_of_a_cell_is_never_entered_or_left() -> None:
    """A barrier that holds an end of a line does not stop eyes; it stops bodies, or they would slip through it."""
    for middle in (wall((3.5, 1), (3.5, 5)), wall((3, 2), (4, 3))):
        assert not both_ways([middle])
        assert not both_ways([middle], (3, 2), (4, 2))


def test_a_wall_that_ends_in_the_centre_of_a_cell_stops_the_step_there() -> None:
    assert not both_ways([wall((3.5, 2.5), (5, 2.5))])


def test_no_body_slips_between_two_solids_that_touch() -> None:
    """CombatExtended PR#694, Polaris#5629: through the point where two solids touch; by no corner policy either."""
    touching = [*block((3, 2)), *block((2, 3))]
    assert not both_ways(touching, (2, 2), (3, 3), "both")
    assert not both_ways(touching, (2, 2), (3, 3), "one")


def test_one_solid_beside_a_diagonal_is_a_corner() -> None:
    assert not both_ways(block((3, 2)), (2, 2), (3, 3), "both")
    assert both_ways(block((3, 2)), (2, 2), (3, 3), "one")


def test_walls_that_meet_in_the_corner_of_a_diagonal() -> None:
    angle = [wall((3, 1), (3, 3)), wall((3, 3), (5, 3))]  # all on one side of the diagonal
    assert not both_ways(angle, (2, 2), (3, 3), "both")
    assert both_ways(angle, (2, 2), (3, 3), "one")
    through = [wall((1, 3), (3, 3)), wall((3, 3), (5, 3))]
    assert not both_ways(through, (2, 2), (3, 3), "one")


def test_a_wall_across_the_diagonal_stops_it() -> None:
    assert not both_ways([wall((2.75, 3.25), (3.25, 2.75))], (2, 2), (3, 3), "one")


def test_a_pillar_is_entered_by_nobody_and_is_a_corner_only_where_it_is_crossed() -> None:
    post = pillar((3, 2), 0.5)
    assert not both_ways(post)
    assert not both_ways(post, (2, 2), (3, 3), "both")
    assert both_ways(post, (2, 2), (3, 3), "one")


@pytest.mark.parametrize(
    ("bottom", "top", "tall", "free"),
    [
        (0.0, 0.5, 109, True),  # stepped over
        (0.0, 33 / 64, 109, False),
        (109 / 64, 3.0, 109, True),  # passed under
        (108 / 64, 3.0, 109, False),
        (-2.0, 0.5, 109, True),
        (0.0, 3.0, 19, False),  # a mini creature is stopped by a wall,
        (0.0, 0.5, 19, True),  # steps over what all step over,
        (33 / 64, 3.0, 19, True),  # and passes under what is higher than that
    ],
)
def test_a_barrier_counts_above_the_step_over_and_below_the_head(
    bottom: float, top: float, tall: int, free: bool
) -> None:
    grid = Grid.empty(4, 3, [wall((2, 0), (2, 3), top=top, bottom=bottom)])
    assert open_step(grid, (1, 1), (2, 1), tall=tall) == free


def test_a_wall_of_another_storey_stops_nobody() -> None:
    assert open_step(Grid.empty(4, 3, [wall((2, 0), (2, 3), top=4, bottom=2)]), (1, 1), (2, 1))


def test_a_beam_over_a_ledge_stops_who_climbs_under_it() -> None:
    low, high = [[0, 1]], [[0, 0]]
    beam = [wall((1, 0), (1, 1), bottom=2, top=3)]
    assert open_step(ground(high, beam), (0, 0), (1, 0))
    assert not open_step(ground(low, beam), (0, 0), (1, 0))
    assert not open_step(ground(low, beam), (1, 0), (0, 0))


def test_a_kerb_on_a_ledge_is_stepped_over_from_above_only() -> None:
    grid = ground([[0, 1]], [wall((1, 0), (1, 1), top=1.4, bottom=1)])
    assert open_step(grid, (1, 0), (0, 0))
    assert not open_step(grid, (0, 0), (1, 0))


# --- rises, drops -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rise", "free", "climb"),
    [(0, True, False), (32, True, False), (33, True, True), (64, True, True), (65, False, False), (640, False, False)],
)
def test_rises(rise: int, free: bool, climb: bool) -> None:
    known = steps(ground([[0, rise / UNITS]]), 1, MEDIUM)
    east = 1 << DIRECTIONS.index((1, 0))
    assert (bool(known.moves[0, 0] & east), bool(known.climbs[0, 0] & east)) == (free, climb)
    assert bool(known.steep[0, 0] & east) == (not free)


@pytest.mark.parametrize(("drop", "free"), [(1, True), (128, True), (129, False), (1280, False)])
def test_drops(drop: int, free: bool) -> None:
    """# rule: MOV-3"""
    known = steps(ground([[drop / UNITS, 0]]), 1, MEDIUM)
    east = 1 << DIRECTIONS.index((1, 0))
    assert (bool(known.moves[0, 0] & east), bool(known.falls[0, 0] & east)) == (free, not free)


@pytest.mark.parametrize("rises", [Rises(0, 0, 0), Rises(32, 128, 128), Rises(64, 64, 320)])
def test_how_far_one_steps_up_and_down_is_a_policy(rises: Rises) -> None:
    """# rule: MOV-2 MOV-3"""
    east = 1 << DIRECTIONS.index((1, 0))
    for rise in (1, 32, 33, 64, 65, 128, 129):
        known = steps(ground([[0, rise / UNITS]]), 1, MEDIUM, rises=rises)
        assert bool(known.moves[0, 0] & east) == (rise <= rises.climb), rise
        assert bool(known.climbs[0, 0] & east) == (rises.free < rise <= rises.climb), rise
    for drop in (1, 128, 129, 320, 321):
        known = steps(ground([[drop / UNITS, 0]]), 1, MEDIUM, rises=rises)
        assert bool(known.falls[0, 0] & east) == (drop > rises.drop), drop


@pytest.mark.parametrize("rises", [Rises(65, 64, 128), Rises(-1, 64, 128), Rises(32, 64, -1)])
def test_rises_that_mean_nothing_are_refused(rises: Rises) -> None:
    with pytest.raises(GeometryError, match="rise"):
        walker(ground([[0, 1]]), Body.on(ground([[0, 1]]), (0, 0)), rises=rises)


def test_a_rise_beside_a_diagonal_is_a_corner_and_a_drop_is_not() -> None:
    assert not open_step(ground([[0, 1.1], [0, 0]]), (0, 0), (1, 1))
    assert open_step(ground([[0, 1.1], [0, 0]]), (0, 0), (1, 1), corners="one")
    assert not open_step(ground([[0, 1.1], [1.1, 0]]), (0, 0), (1, 1), corners="one")
    assert open_step(ground([[0, 1], [0.6, 0]]), (0, 0), (1, 1))
    assert open_step(ground([[0, -9], [-3, 0]]), (0, 0), (1, 1))


def test_walls_down_in_a_pit_beside_a_diagonal_are_no_corner() -> None:
    pit = ground([[3, 0], [3, 3]], [wall((1, 1), (2, 1), top=2)])
    assert open_step(pit, (0, 0), (1, 1))


def test_ground_that_nobody_enters_and_bodies_are_no_corners() -> None:
    grid = Grid.empty(2, 2)
    cost = grid.cost.copy()
    cost[0, 1] = cost[1, 0] = 2**31 - 1
    swamp = grid.replace(cost=cost)
    assert movement_field(swamp, Body.on(swamp, (0, 0))).cost[1, 1] == 1000
    closed = np.array([[False, True], [True, False]])
    assert movement_field(grid, Body.on(grid, (0, 0)), closed=closed).cost[1, 1] == 1000


# --- big bodies -------------------------------------------------------------------------------------------------------


def test_each_cell_of_a_footprint_is_tested() -> None:
    grid = Grid.empty(6, 4, [wall((3, 2), (3, 3))])
    assert not open_step(grid, (1, 1), (2, 1), size=2)
    assert open_step(grid, (1, 0), (2, 0), size=2)


def test_no_wall_may_stand_between_a_footprints_own_cells() -> None:
    grid = Grid.empty(6, 6, [wall((3, 0), (3, 3))])
    assert not open_step(grid, (2, 3), (2, 2), size=2)  # into straddling the wall's end
    assert open_step(grid, (2, 4), (2, 3), size=2)


def test_a_post_where_four_of_its_cells_meet_keeps_a_body_out() -> None:
    grid = Grid.empty(5, 3, [wall((1.9, 1.1), (2.1, 0.9))])
    assert not open_step(grid, (0, 0), (1, 0), size=2)


def test_a_big_body_stands_on_the_highest_ground_below_it() -> None:
    known = steps(ground([[0, 0, 1], [0, 0, 0]]), 2, MEDIUM)
    assert known.feet[0, :2].tolist() == [0, 64]


def test_the_corner_of_a_big_body_is_the_whole_footprint_beside_it() -> None:
    grid = Grid.empty(5, 5, block((3, 0)))
    assert not open_step(grid, (1, 0), (2, 1), size=2)
    assert open_step(grid, (1, 1), (2, 2), size=2)


# --- tables -----------------------------------------------------------------------------------------------------------


def test_a_changed_grid_has_other_steps() -> None:
    grid = Grid.empty(3, 1, [wall((1, 0), (1, 1), structure="door")])
    assert steps(grid, 1, MEDIUM).moves[0].tolist() == [0, 2, 8]
    assert steps(grid.without(["door"]), 1, MEDIUM).moves[0].tolist() == [2, 10, 8]
    assert steps(Grid.empty(3, 1, grid.barriers), 1, MEDIUM) is steps(grid, 1, MEDIUM)


def test_walls_partly_or_wholly_off_the_map_are_met_where_they_are_on_it() -> None:
    inside = Grid.empty(4, 4, [wall((1, 0), (1, 4))])
    outside = Grid.empty(4, 4, [wall((1, -7), (1, 9)), wall((-5, 2), (-1, 2)), wall((9, 9), (20, 30))])
    assert (steps(inside, 1, MEDIUM).moves == steps(outside, 1, MEDIUM).moves).all()


@given(st.integers(1, 4), st.sampled_from((0, 1)), st.integers(0, 2**32 - 1))
def test_the_largest_of_the_next_cells(size: int, axis: int, seed: int) -> None:
    layer = np.random.default_rng(seed).integers(0, 50, (5, 6)).astype(np.int32)
    found = spread_max(layer, size, axis)
    for y in range(5):
        for x in range(6):
            part = layer[y:y + size, x] if axis == 0 else layer[y, x:x + size]
            assert found[y, x] == part.max()


@pytest.mark.parametrize("walls", [(), (wall((0, 0), (6, 6)), wall((1, 5.3), (5.7, 0.2)), *block((2, 2)))])
def test_lines_are_listed_with_every_barrier_that_cuts_them(walls: tuple[Barrier, ...]) -> None:
    found = crossings(Grid.empty(6, 6, walls))
    assert found.first[-1] == len(found.spans) == found.busy[-1, -1]
    assert bool(len(found.spans)) == bool(walls)


@given(cases())
def test_a_step_taken_once_is_one_that_the_reference_takes(case: Case) -> None:
    """Each step of each place, apart from any search; what stops it is named."""
    mover, body = case.mover(), case.body
    known = steps(case.grid, case.size, body.tall, case.how["corners"], body.feet if case.how["flying"] else None,
                  case.how["rises"])
    known = known.standing(*body.cells[0], body.feet)
    for y in range(case.grid.rows - case.size + 1):
        for x in range(case.grid.cols - case.size + 1):
            for d, (dx, dy) in enumerate(DIRECTIONS):
                to = (x + dx, y + dy)
                parts = [bool(known.moves[y, x] >> d & 1), bool(known.falls[y, x] >> d & 1),
                         bool((known.barred[y, x] | known.steep[y, x]) >> d & 1)]
                if not mover.on_map(to):
                    assert parts == [False, False, False]
                    continue
                solid = mover.solid((x, y), to)
                falls = not solid and mover.falls((x, y), to)
                assert parts == [not solid and not falls, falls, solid]


@pytest.mark.parametrize("change", [split, reverse, double])
@settings(max_examples=25)
@given(data=st.data())
def test_how_walls_are_written_changes_no_step(
    change: Callable[[Barrier], tuple[Barrier, ...]], data: st.DataObject
) -> None:
    case = data.draw(cases(largest=2))
    grid = rewritten(change, case.grid)
    for name in ("moves", "barred", "steep", "climbs", "falls"):
        one, two = (getattr(steps(each, case.size, case.body.tall, case.how["corners"]), name)
                    for each in (case.grid, grid))
        assert (one == two).all()


def test_an_unknown_corner_policy_is_refused_by_name() -> None:
    assert corner_policy("one") == "one"
    with pytest.raises(GeometryError, match=r"never.*both, one"):
        corner_policy(cast(Corners, "never"))
