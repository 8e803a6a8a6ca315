"""Movement fields, paths and the judge of paths: reported faults, literal fields, properties, the plain reference."""

import doctest
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from game.errors import GeometryError
from game.spatial import movement as module
from game.spatial.grid import NO_ENTRY, PLAIN, UNITS, Barrier, Body, Cell, Grid, block, units, wall
from game.spatial.metric import RULES, Rule
from game.spatial.movement import MOST, MovementField, movement_field, walk
from game.spatial.stepper import DIFFICULT, Difficult
from game.spatial.steps import CORNERS, Corners
from tests.spatial.movers import Case, cases
from tests.spatial.reference_movement import cost_array
from tests.spatial.strategies import SYMMETRIES, moved, moved_body, symmetries

METRE = 1000
DIAGONAL: tuple[Cell, ...] = ((1, 3), (2, 2), (3, 1), (4, 0))  # four steps north-east from (0, 4)


def costs(rows: Sequence[str], **how: Any) -> Grid:
    """A map of terrain: a digit is a multiplier, "#" a solid, "x" ground that nobody enters."""
    worth = {"x": NO_ENTRY, "#": PLAIN, **{str(times): PLAIN * times for times in range(1, 10)}}
    values = [[worth[mark] for mark in row] for row in rows]
    solids = [barrier for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"
              for barrier in block((x, y))]
    return Grid.empty(len(rows[0]), len(rows), solids).replace(cost=np.array(values), **how)


def ground(rows: Sequence[Sequence[float]]) -> Grid:
    """A map of heights in metres."""
    return Grid.empty(len(rows[0]), len(rows)).replace(height=np.array([[units(z) for z in row] for row in rows]))


def field(grid: Grid, start: Cell, budget: int | None = None, size: int = 1, **how: Any) -> MovementField:
    """The field of a medium body."""
    return movement_field(grid, Body.on(grid, start, size), budget, **how)


def metres(found: MovementField) -> list[list[float]]:
    """Costs in metres, -1 where there is none."""
    return cast(list[list[float]], np.where(found.cost < 0, -1, found.cost / METRE).tolist())


def test_doctests() -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


# --- reported faults --------------------------------------------------------------------------------------------------


def test_four_diagonals_by_the_alternating_rule_cost_six_in_one_walk_by_waypoints_and_in_four_walks() -> None:
    """caewok/fvtt-elevation-ruler#87: every leg restarted the 1, 2, 1 count, so the total was 4."""
    grid = Grid.empty(5, 5)
    body = Body.on(grid, (0, 4))
    assert walk(grid, body, DIAGONAL, rule="alternating")[-1].cost == 6 * METRE
    spent, parity = 0, 0
    for cell in DIAGONAL:  # the turn keeps the parity
        reached = movement_field(grid, body, rule="alternating", parity=parity)
        (step,) = walk(grid, body, [cell], rule="alternating", parity=parity)
        assert step.parity == reached.parity_at(cell)
        assert step.cost == reached.cost[cell[1], cell[0]]
        spent, parity, body = spent + step.cost, step.parity, step.body
    assert spent == 6 * METRE
    with pytest.raises(GeometryError, match=r"step 4.*not enough"):
        walk(grid, Body.on(grid, (0, 4)), DIAGONAL, 4 * METRE, rule="alternating")
    assert field(grid, (0, 4), 4 * METRE, rule="alternating").cost[0, 4] == -1


@pytest.mark.parametrize(
    ("policy", "legs"), [("multiply", [2, 4]), ("two_diagonals", [3, 3]), ("plus_one", [2, 3])]
)
def test_two_diagonals_into_difficult_ground(policy: Difficult, legs: list[int]) -> None:
    """RPTools/maptool#5397 and others: three readings, each a named policy; a straight step costs 2 in all."""
    grid = costs(["112", "121", "222"])
    for turn in SYMMETRIES:
        turned = turn.grid(grid)
        path = [turn.cell(cell, grid) for cell in ((1, 1), (2, 2))]
        body = Body.on(turned, turn.cell((0, 0), grid))
        taken = walk(turned, body, path, rule="alternating", difficult=policy)
        assert [taken[0].cost, taken[1].cost - taken[0].cost] == [leg * METRE for leg in legs]
    straight = field(costs(["12"]), (0, 0), rule="alternating", difficult=policy)
    assert metres(straight) == [[0, 2]]


def test_a_ledge_costs_a_climb_on_foot_and_a_step_in_flight() -> None:
    """caewok/fvtt-elevation-ruler#216: (0,0) z0 to (1,0) on a ledge of 1 m: walking 2, flying 1."""
    grid = ground([[0, 1]])
    assert metres(field(grid, (0, 0))) == [[0, 2]]
    assert metres(field(grid, (0, 0), flying=True)) == [[0, 1]]


def test_a_flight_costs_the_same_there_and_back() -> None:
    grid = ground([[0, 6, 0]])
    body = Body.on(grid, (0, 0))
    for rule, leg in (("uniform", 6), ("alternating", 6), ("exact", 6.414), ("orthogonal", 7)):
        taken = walk(grid, body, [(1, 0), (2, 0)], rule=cast(Rule, rule), flying=True)
        assert [step.cost for step in taken] == [leg * METRE, 2 * leg * METRE]


def test_nobody_squeezes_between_two_solids_that_touch() -> None:
    """sarkahn/sark_pathfinding_rs#1: from (2,2) to (1,1): 6 steps around, 3 past one corner, never 1."""
    grid = costs(["11111", "11#11", "1#111"])
    assert field(grid, (2, 2)).cost[1, 1] == 6 * METRE
    assert field(grid, (2, 2), corners="one").cost[1, 1] == 3 * METRE


# --- fields -----------------------------------------------------------------------------------------------------------


def test_a_field_around_a_wall() -> None:
    grid = Grid.empty(5, 3, [wall((2, 0), (2, 2))])
    assert metres(field(grid, (0, 0))) == [[0, 1, 5, 5, 5], [1, 1, 4, 4, 5], [2, 2, 3, 4, 5]]
    assert metres(field(grid, (0, 0), corners="one")) == [[0, 1, 4, 4, 4], [1, 1, 3, 3, 4], [2, 2, 2, 3, 4]]
    assert metres(field(grid, (0, 0), rule="orthogonal")) == [[0, 1, 6, 7, 8], [1, 2, 5, 6, 7], [2, 3, 4, 5, 6]]


def test_fields_of_open_ground_by_every_rule() -> None:
    grid = Grid.empty(4, 4)
    want = {
        "uniform": [[0, 1, 2, 3], [1, 1, 2, 3], [2, 2, 2, 3], [3, 3, 3, 3]],
        "alternating": [[0, 1, 2, 3], [1, 1, 2, 3], [2, 2, 3, 4], [3, 3, 4, 4]],
        "exact": [[0, 1, 2, 3], [1, 1.414, 2.414, 3.414], [2, 2.414, 2.828, 3.828], [3, 3.414, 3.828, 4.242]],
        "orthogonal": [[0, 1, 2, 3], [1, 2, 3, 4], [2, 3, 4, 5], [3, 4, 5, 6]],
    }
    for rule in RULES:
        assert metres(field(grid, (0, 0), rule=rule)) == want[rule]


def test_after_an_odd_diagonal_the_next_costs_two() -> None:
    found = field(Grid.empty(3, 3), (0, 0), rule="alternating", parity=1)
    assert metres(found) == [[0, 1, 2], [1, 2, 3], [2, 3, 3]]


def test_the_cheapest_way_by_the_alternating_rule_may_spend_its_dear_diagonal_on_cheap_ground() -> None:
    """The parity belongs to the state of the search: the cheapest way to a place is no part of that to the next."""
    grid = costs(["1xx", "x1x", "xx3"])
    assert field(grid, (0, 0), rule="alternating").cost[2, 2] == 7 * METRE
    assert field(grid, (0, 0), rule="alternating", parity=1).cost[2, 2] == 5 * METRE


def test_terrain_multiplies_and_crawling_doubles_the_whole() -> None:
    """# rule: MOV-2 CND-11 ACT-5"""
    grid = costs(["1231"])
    assert metres(field(grid, (0, 0))) == [[0, 2, 5, 6]]
    assert metres(field(grid, (0, 0), slow=2)) == [[0, 4, 10, 12]]
    assert metres(field(ground([[0, 1, 1]]), (0, 0), slow=2)) == [[0, 4, 6]]


def test_costs_that_are_no_whole_metres_round_halves_up() -> None:
    grid = Grid.empty(2, 2).replace(cost=np.array([[1000, 1500], [1250, 1001]]))
    assert field(grid, (0, 0), rule="exact").cost.tolist() == [[0, 1500], [1250, 1415]]


@pytest.mark.parametrize(
    ("policy", "parity", "terrain", "cost"),
    [("two_diagonals", 0, 1500, 2000), ("two_diagonals", 1, 1500, 2500), ("two_diagonals", 0, 3000, 4000),
     ("two_diagonals", 1, 3000, 5000), ("two_diagonals", 1, 500, 1000), ("plus_one", 1, 500, 1500),
     ("multiply", 1, 500, 1000), ("plus_one", 0, 2500, 2500)],
)
def test_policies_for_any_terrain(policy: Difficult, parity: int, terrain: int, cost: int) -> None:
    grid = costs(["1x", "x1"])
    grid = grid.replace(cost=np.where(np.eye(2) == 1, np.array([[1000, 0], [0, terrain]]), NO_ENTRY).astype(np.int32))
    found = field(grid, (0, 0), rule="alternating", parity=parity, difficult=policy)
    assert found.cost[1, 1] == cost


def test_a_big_body_pays_for_the_worst_cell_that_it_newly_enters() -> None:
    grid = costs(["11311", "12111", "11111"])
    assert metres(field(grid, (0, 0), size=2)) == [
        [0, 3, 4, 3, -1], [1, 1, 2, 3, -1], [-1] * 5]


def test_a_big_body_goes_where_all_of_it_goes() -> None:
    grid = costs(["11111", "11#11", "11111", "11111"])
    assert metres(field(grid, (0, 0), size=2)) == [
        [0, -1, -1, 7, -1], [1, -1, -1, 6, -1], [2, 3, 4, 5, -1], [-1] * 5]


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_bodies_of_up_to_six_cells_a_side(size: int) -> None:
    """# rule: SHT-4"""
    grid = Grid.empty(9, 8)
    found = field(grid, (0, 0), size=size)
    want = [[max(x, y) * METRE if x <= 9 - size and y <= 8 - size else -1 for x in range(9)] for y in range(8)]
    assert found.cost.tolist() == want


def test_a_budget_stops_the_field() -> None:
    """# rule: MOV-1"""
    assert metres(field(costs(["1211"]), (0, 0), 3 * METRE)) == [[0, 2, 3, -1]]
    assert metres(field(costs(["1211"]), (0, 0), 0)) == [[0, -1, -1, -1]]


def test_allies_are_passed_and_not_ended_on_and_enemies_are_not_passed() -> None:
    grid = Grid.empty(4, 1)
    other = np.array([[False, True, False, False]])
    ally = field(grid, (0, 0), no_end=other)
    assert metres(ally) == [[0, 1, 2, 3]]
    assert ally.reachable.tolist() == [[True, False, True, True]]
    enemy = field(grid, (0, 0), closed=other)
    assert metres(enemy) == [[0, -1, -1, -1]]
    assert enemy.reachable.tolist() == [[True, False, False, False]]


def test_a_big_body_ends_on_nobody() -> None:
    grid = Grid.empty(5, 3)
    other = np.zeros((3, 5), np.bool_)
    other[1, 3] = True
    assert field(grid, (0, 0), size=2, no_end=other).reachable.tolist() == [
        [True, True, False, False, False], [True, True, False, False, False], [False] * 5]


def test_rises_and_drops_of_a_willing_walk() -> None:
    """# rule: MOV-3"""
    assert metres(field(ground([[0, 0.5, 1.5, 2.6, 0]]), (0, 0))) == [[0, 1, 3, -1, -1]]
    assert metres(field(ground([[4, 2, 0, -2.1]]), (0, 0))) == [[0, 1, 2, -1]]


def test_a_jump_is_a_fall_at_the_end_of_the_walk() -> None:
    """# rule: MOV-3"""
    grid = ground([[5, 5, 0, 0]])
    found = field(grid, (0, 0), jump=True)
    assert metres(found) == [[0, 1, 2, -1]]
    assert [found.falls_at((x, 0)) for x in (1, 2)] == [False, True]
    assert found.path((2, 0)) == ((1, 0), (2, 0))
    last = walk(grid, Body.on(grid, (0, 0)), found.path((2, 0)), jump=True)[-1]
    assert (last.fell, last.rise, last.body.feet) == (True, -5 * UNITS, 0)
    with pytest.raises(GeometryError, match="step 2, to C1: it would be a fall"):
        walk(grid, Body.on(grid, (0, 0)), found.path((2, 0)))
    with pytest.raises(GeometryError, match="step 3, to D1: a fall ends the walk"):
        walk(grid, Body.on(grid, (0, 0)), [(1, 0), (2, 0), (3, 0)], jump=True)


def test_a_flyer_ignores_the_ground_and_is_stopped_by_what_reaches_its_height() -> None:
    high = [wall((2, 0), (2, 1), top=3)]
    grid = costs(["1919", "1111"], height=np.array([[0, -640, 0, 0], [0, 0, 0, 0]]), barriers=high)
    low = Body.on(grid, (0, 0), altitude=2 * UNITS)
    above = Body.on(grid, (0, 0), altitude=3 * UNITS)
    assert metres(movement_field(grid, low, flying=True))[0] == [0, 1, 3, 3]
    assert metres(movement_field(grid, above, flying=True))[0] == [0, 1, 2, 3]
    assert walk(grid, above, [(1, 0)], flying=True)[0].body.feet == 3 * UNITS


def test_a_flyer_rises_over_higher_ground_and_comes_down_again() -> None:
    grid = ground([[0, 3, 0]])
    taken = walk(grid, Body.on(grid, (0, 0), altitude=UNITS), [(1, 0), (2, 0)], flying=True)
    assert [(step.cost, step.body.feet, step.rise) for step in taken] == [
        (2 * METRE, 3 * UNITS, 2 * UNITS), (4 * METRE, UNITS, -2 * UNITS)]


def test_nobody_enters_no_entry_not_even_in_flight() -> None:
    grid = costs(["1x1"])
    for flying in (False, True):
        assert metres(field(grid, (0, 0), flying=flying)) == [[0, -1, -1]]


def test_one_leaves_ground_that_nobody_enters() -> None:
    assert metres(field(costs(["x11"]), (0, 0))) == [[0, 1, 2]]


def test_costs_that_no_way_may_have_are_out_of_reach() -> None:
    grid = Grid.empty(3, 1).replace(cost=np.array([[1, MOST - 1, 3]]))
    assert field(grid, (0, 0)).cost.tolist() == [[0, MOST - 1, -1]]
    assert field(grid, (0, 0), slow=1000).cost.tolist() == [[0, -1, -1]]


# --- paths ------------------------------------------------------------------------------------------------------------


def test_of_equal_paths_the_one_nearest_to_the_straight_line_is_shown() -> None:
    found = field(Grid.empty(9, 5), (0, 0))
    assert found.path((4, 1)) == ((1, 0), (2, 1), (3, 1), (4, 1))
    assert found.path((8, 3)) == ((1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2), (7, 3), (8, 3))
    assert found.path((4, 4)) == ((1, 1), (2, 2), (3, 3), (4, 4))
    assert found.path((5, 0)) == tuple((x, 0) for x in range(1, 6))


def test_at_equal_distance_the_order_of_directions_decides() -> None:
    """A last step to the east (second in N, E, S, W, NE, SE, SW, NW) comes before one to the south-east."""
    assert field(Grid.empty(3, 2), (0, 0)).path((2, 1)) == ((1, 1), (2, 1))
    assert field(Grid.empty(3, 2), (0, 1)).path((2, 0)) == ((1, 0), (2, 0))
    assert field(Grid.empty(3, 2), (0, 0), rule="orthogonal").path((1, 1)) == ((0, 1), (1, 1))


def test_a_path_may_pass_an_ally() -> None:
    other = np.array([[False, True, False]])
    assert field(Grid.empty(3, 1), (0, 0), no_end=other).path((2, 0)) == ((1, 0), (2, 0))


def test_the_way_to_where_one_stands_is_empty() -> None:
    found = field(Grid.empty(3, 1), (1, 0), rule="alternating", parity=1)
    assert found.path((1, 0)) == ()
    assert found.parity_at((1, 0)) == 1


@pytest.mark.parametrize("cell", [(2, 0), (9, 9), (-1, 0)])
def test_a_path_to_a_place_that_is_not_reached_is_refused_by_name(cell: Cell) -> None:
    found = field(Grid.empty(3, 1), (0, 0), 1000)
    for ask in (found.path, found.parity_at, found.falls_at):
        with pytest.raises(GeometryError, match=r"path: (C1|\(9, 9\)|\(-1, 0\)) is not reached"):
            ask(cell)


# --- properties -------------------------------------------------------------------------------------------------------


def agree(case: Case, data: st.DataObject) -> None:
    """Field, paths and walks against the plain reference."""
    parity, jump = data.draw(st.integers(0, 1)), data.draw(st.booleans())
    budget = data.draw(st.sampled_from((None, 0, 1000, 2500, 4000, 9000)))
    mover, how = case.mover(), {**case.how, "parity": parity, "jump": jump}
    found = movement_field(case.grid, case.body, budget, **how)
    walked, landed = mover.costs(np.inf if budget is None else budget, parity, jump)
    assert found.cost.tolist() == cost_array(mover, walked, landed).tolist()
    for y, x in np.argwhere(found.cost >= 0).tolist():
        path = found.path((x, y))
        if budget is None:
            assert list(path) == mover.path((x, y), parity, jump)
        if path and found.reachable[y, x]:
            last = walk(case.grid, case.body, path, budget, **how)[-1]
            assert (last.cell, last.cost, last.fell) == ((x, y), found.cost[y, x], found.falls_at((x, y)))
            assert last.parity == found.parity_at((x, y))


@settings(max_examples=60)
@given(cases(), st.data())
def test_fields_paths_and_walks_agree_with_the_reference(case: Case, data: st.DataObject) -> None:
    agree(case, data)


@pytest.mark.long
@settings(max_examples=4000)
@given(cases(), st.data())
def test_fields_paths_and_walks_agree_with_the_reference_thoroughly(case: Case, data: st.DataObject) -> None:
    agree(case, data)


@pytest.mark.long
@settings(max_examples=60)
@given(cases(most=9, largest=6))
def test_the_largest_bodies_agree_with_the_reference(case: Case) -> None:
    mover = case.mover()
    assert case.field().cost.tolist() == cost_array(mover, mover.costs()[0]).tolist()


def places(values: NDArray[Any], size: int, side: tuple[int, int], turn: Any, grid: Grid) -> dict[Cell, Any]:
    """The values of places, each by the place that a symmetry takes it to."""
    out = {}
    for y in range(side[0] - size + 1):
        for x in range(side[1] - size + 1):
            corners = [turn.cell((i, j), grid) for i in (x, x + size - 1) for j in (y, y + size - 1)]
            out[min(corners)] = values[y, x]
    return out


@given(cases(), symmetries(), st.integers(0, 1))
def test_costs_are_the_same_in_every_position_of_the_map(case: Case, turn: Any, parity: int) -> None:
    how = {**case.how, "closed": turn.mask(case.how["closed"]), "no_end": turn.mask(case.how["no_end"])}
    one = case.field(parity=parity)
    two = movement_field(turn.grid(case.grid), turn.body(case.body, case.grid), parity=parity, **how)
    for values, turned in ((one.cost, two.cost), (one.reachable, two.reachable)):
        for (x, y), value in places(values, case.size, case.grid.shape, turn, case.grid).items():
            assert turned[y, x] == value


@given(cases(), st.integers(0, 3), st.integers(0, 3))
def test_costs_move_with_the_map(case: Case, left: int, above: int) -> None:
    grid = moved(case.grid, left, above, 1, 1)
    rim = np.ones(grid.shape, np.bool_)
    rim[above:-1, left:-1] = False
    grid = grid.replace(cost=np.where(rim, np.int32(NO_ENTRY), grid.cost))
    closed = np.pad(case.how["closed"], ((above, 1), (left, 1)))
    found = movement_field(grid, moved_body(case.body, left, above), **{**case.how, "closed": closed, "no_end": None})
    assert (found.cost[above:-1, left:-1] == case.field().cost).all()


@given(cases(), st.integers(0, 9000), st.integers(0, 9000))
def test_more_movement_reaches_more_at_the_same_costs(case: Case, one: int, two: int) -> None:
    less, more, all_ = case.field(min(one, two)), case.field(max(one, two)), case.field()
    assert (more.cost[less.cost >= 0] == less.cost[less.cost >= 0]).all()
    assert ((less.cost >= 0) == ((all_.cost >= 0) & (all_.cost <= min(one, two)))).all()


@given(cases(), st.data())
def test_one_more_barrier_makes_no_way_shorter(case: Case, data: st.DataObject) -> None:
    keep = data.draw(st.integers(0, len(case.grid.barriers)))
    fewer = Case(case.grid.replace(barriers=case.grid.barriers[:keep]), case.body, case.how)
    one, two = fewer.field().cost, case.field().cost
    assert ((two == -1) | ((one >= 0) & (one <= two))).all()


def inside(points: Sequence[tuple[int, int]], x: int, y: int) -> bool:
    """Whether a point is inside a closed line of walls, by the crossings to its right."""
    answer = False
    for (x1, y1), (x2, y2) in pairwise([*points, points[0]]):
        if (y1 > y) != (y2 > y):
            side = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
            answer ^= (side < 0) == (y2 > y1)
    return answer


@given(
    st.lists(st.tuples(st.integers(0, 8 * 64), st.integers(0, 8 * 64)), min_size=3, max_size=7, unique=True)
    | st.lists(st.tuples(st.integers(0, 16), st.integers(0, 16)).map(lambda p: (32 * p[0], 32 * p[1])),
               min_size=3, max_size=7, unique=True),
    st.integers(0, 6), st.integers(0, 6), st.integers(1, 2), st.sampled_from(CORNERS),
)
def test_a_closed_wall_never_leaks_at_any_angle(
    points: list[tuple[int, int]], x: int, y: int, size: int, corners: Corners
) -> None:
    walls = [Barrier(a, b, 0, 192) for a, b in pairwise([*points, points[0]])]
    grid = Grid.empty(8, 8, walls)
    known = [[inside(points, 64 * i + 32, 64 * j + 32) for i in range(8)] for j in range(8)]
    found = field(grid, (x, y), size=size, corners=corners)
    for j, i in np.argwhere(found.cost > 0).tolist():
        for dx in range(size):
            for dy in range(size):
                assert known[j + dy][i + dx] == known[y + dy][x + dx]


# --- bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "named"),
    [
        ({"budget": -1}, "budget: -1"),
        ({"budget": 2.5}, "budget: 2.5"),
        ({"budget": MOST + 1}, f"budget: {MOST + 1}"),
        ({"rule": "hex"}, "diagonal rule: hex"),
        ({"corners": "none"}, "corners: none"),
        ({"difficult": "ignore"}, "difficult ground: ignore"),
        ({"slow": 0}, "slow: 0"),
        ({"slow": 1.5}, "slow: 1.5"),
        ({"parity": -1}, "parity: -1"),
        ({"closed": np.zeros((3, 3), np.uint8)}, "closed: dtype uint8"),
        ({"closed": np.zeros((2, 3), np.bool_)}, r"closed: shape \(2, 3\)"),
        ({"no_end": [[False]]}, "no_end: dtype list"),
        ({"no_end": np.zeros(9, np.bool_)}, r"no_end: shape \(9,\)"),
    ],
)
def test_a_question_that_means_nothing_is_refused_by_name(how: dict[str, Any], named: str) -> None:
    grid = Grid.empty(3, 3)
    with pytest.raises(GeometryError, match=named):
        movement_field(grid, Body.on(grid, (0, 0)), **how)
    with pytest.raises(GeometryError, match=named):
        walk(grid, Body.on(grid, (0, 0)), [(1, 0)], **how)


def random_call(data: st.DataObject) -> None:
    """A call with arguments of which some mean nothing."""
    grid = Grid.empty(3, 2, [wall((1, 0), (1, 1))])
    number = st.integers(-3, 4) | st.sampled_from((None, 2**31, 2**70, 1.5, float("nan"), True))
    mask = st.sampled_from((None, np.zeros((2, 3), np.bool_), np.ones((2, 3), np.bool_), np.zeros(3), "mask", 1))
    how: dict[str, Any] = data.draw(st.fixed_dictionaries({}, optional={
        "budget": number, "rule": st.sampled_from((*RULES, "", 3)), "corners": st.sampled_from((*CORNERS, None)),
        "closed": mask, "no_end": mask, "parity": number, "slow": number,
        "difficult": st.sampled_from((*DIFFICULT, 0)), "flying": st.booleans(), "jump": st.booleans(),
    }))
    cells = data.draw(st.lists(st.tuples(st.integers(-1, 3), st.integers(-1, 3)), min_size=1, max_size=4))
    body = Body(tuple(cells), 0, data.draw(st.integers(1, 200)))
    with suppress(GeometryError):  # that is the only one allowed
        found = movement_field(grid, body, **how)
        assert found.cost.shape == grid.shape
        walk(grid, body, cells, **how)


@settings(max_examples=200)
@given(st.data())
def test_random_calls_raise_nothing_but_geometry_errors(data: st.DataObject) -> None:
    random_call(data)


@pytest.mark.long
@settings(max_examples=10_000)
@given(st.data())
def test_ten_thousand_random_calls_raise_nothing_but_geometry_errors(data: st.DataObject) -> None:
    random_call(data)
