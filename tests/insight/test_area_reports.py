"""Faults of area tools that people have reported elsewhere, rebuilt through the lens and the best placements."""

import numpy as np
import pytest

from game.insight.lens import lens
from game.insight.placing import aim_at, best_of_bodies
from game.rules.state import Battle
from game.spatial.areas import AS_WIDE_AS_LONG, Aura, Circle, Cone, Origin, Square, directions
from game.spatial.grid import Body, Cell, Grid, wall
from tests.rules.arena import battle as arena


def cells(mask: np.ndarray) -> set[Cell]:
    return {(int(x), int(y)) for y, x in np.argwhere(mask)}


def empty(side: int = 20, *barriers: object) -> Battle:
    return arena(grid=Grid.empty(side, side, barriers))  # type: ignore[arg-type]


def test_a_circle_around_a_centre_is_never_taken_for_one_around_a_corner() -> None:
    found = lens(Grid.empty(12, 12), Circle(Origin.centre(Grid.empty(12, 12), (5, 5)), 1))
    assert cells(found["any-none"].mask) == {(x, y) for x in (4, 5, 6) for y in (4, 5, 6)}
    assert found["centre-none"].count == 5


def test_a_cone_ahead_hits_neither_its_caster_nor_those_beside() -> None:
    battle = empty()
    grid = battle.grid
    body, foes = Body.on(grid, (5, 5)), {"n": Body.on(grid, (5, 4)), "s": Body.on(grid, (5, 6))}
    template = Cone(Origin.edge(body, (6, 6)), (1, 0), 3, 90)
    assert not any(found.mask[y, x] for found in lens(grid, template).variants for x, y in ((5, 5), (5, 4), (5, 6)))
    # with the two as enemies no cone to the east is worth anything
    one = best_of_bodies(battle, ("me", body), foes, {}, aim_at(battle, template, 0, 8))
    assert one is not None
    assert all(each.place is not None and each.place.direction != (1, 0) for each in one.best)


def test_a_burst_in_a_closed_room_fills_it_and_nothing_else() -> None:
    room = [wall((2, 2), (7, 2)), wall((7, 2), (7, 7)), wall((7, 7), (2, 7)), wall((2, 7), (2, 2))]
    battle = empty(12, *room)
    grid = battle.grid
    inside = {(x, y) for x in range(2, 7) for y in range(2, 7)}
    found = lens(grid, Circle(Origin.corner(grid, (4, 4)), 4))
    assert cells(found["steps-uniform"].mask) == inside
    assert cells(found["any-connected"].mask) <= inside
    names = {f"{x},{y}": Body.on(grid, (x, y)) for x in range(12) for y in range(12) if (x, y) != (4, 6)}
    aim = aim_at(battle, Circle(Origin.corner(grid, (4, 4)), 4, "uniform"), 20, sight=False)
    best = best_of_bodies(battle, ("me", Body.on(grid, (4, 6))), names, {}, aim)
    assert best is not None
    assert {*best.best[0].enemies} <= {f"{x},{y}" for x, y in inside}


def test_one_cell_of_a_big_creature_inside_suffices() -> None:
    battle = empty()
    grid = battle.grid
    big, me = Body.on(grid, (10, 10), 4), Body.on(grid, (2, 2))
    template = Square(Origin.corner(grid, (10, 10)), 2)
    found = best_of_bodies(battle, ("me", me), {"big": big}, {}, aim_at(battle, template, 9, 8))
    assert found is not None
    assert found.heat[9, 9] == 1  # the square over x 9 and 10, y 9 and 10


@pytest.mark.parametrize(("cell", "size", "radius", "count", "ends"), [((4, 4), 2, 1, 16, (3, 6)),
                                                                        ((10, 10), 1, 6, 0, (4, 16))])
def test_auras_are_measured_from_the_outer_edge(cell: Cell, size: int, radius: int, count: int, ends: Cell) -> None:
    grid = Grid.empty(20, 20)
    for key in ("any-connected", "centre-connected"):
        found = lens(grid, Aura(Body.on(grid, cell, size), radius))[key]
        row = np.nonzero(found.mask[cell[1]])[0]
        assert (row.min(), row.max()) == ends
        assert not count or found.count == count


def test_a_square_of_four_has_sixteen_cells_wherever_it_is_dropped() -> None:
    grid = Grid.empty(12, 12)
    for origin in (Origin.corner(grid, (6, 6)), Origin.centre(grid, (4, 4))):
        for turn in directions(8):
            assert {each.count for each in lens(grid, Square(origin, 4, direction=turn)).variants} == {16}


def test_cones_of_every_rule_are_the_same_in_all_directions_of_a_kind() -> None:
    grid = Grid.empty(16, 16)
    counts = {turn: {each.key: each.count for each in lens(
        grid, Cone(Origin.corner(grid, (8, 8), (8, 8)), turn, 3, AS_WIDE_AS_LONG)).variants} for turn in directions(8)}
    for kind in (directions(8)[::2], directions(8)[1::2]):
        assert len({tuple(counts[turn].items()) for turn in kind}) == 1
    assert {each["rows"] for each in counts.values()} == {6}


def test_the_door_gap_is_lit_the_same_by_the_lens_and_by_the_best_placement() -> None:
    battle = empty(14, wall((6, 0), (6, 5)), wall((6, 6), (6, 12)))
    grid = battle.grid
    template = Circle(Origin.corner(grid, (4, 5), (4, 5)), 6)
    seen = {(6, 5), (7, 5), (8, 5), (9, 5), (7, 6), (8, 6), (9, 6)}
    lit = cells(lens(grid, template)["centre-straight"].mask)
    assert {(x, y) for x, y in lit if x >= 6} == seen
    foes = {f"{x},{y}": Body.on(grid, (x, y)) for x in range(6, 14) for y in range(12)}
    aim = aim_at(battle, template, 3, passage="straight")
    found = best_of_bodies(battle, ("me", Body.on(grid, (3, 5))), foes, {}, aim)
    assert found is not None
    assert found.heat[5, 3] >= len(seen) - 1  # the corner <4, 5> touches that cell; the caster is inside
