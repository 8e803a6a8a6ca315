"""Proofs about walks, areas and sight: what is named flips them, on small random maps and in named cases."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import GeometryError
from game.insight.changes import Door, Leave, Remove, Step
from game.insight.proof import Proof, said
from game.insight.proving_areas import prove_cell, prove_hit, prove_sight
from game.insight.proving_walks import prove_move
from game.rules.bodies import body_of, line_of, metres_left, movement_of
from game.rules.conditions import perceives, with_condition
from game.rules.ground import mask_of
from game.rules.places import Area
from game.rules.state import Battle, Condition, Structure
from game.spatial.areas import Aura, Circle, Cone, Origin, area_hits, area_mask
from game.spatial.grid import NO_ENTRY, PLAIN, Cell, Grid, block, wall
from game.spatial.metric import Metric
from tests.insight.melees import melees
from tests.rules.arena import fight, fighter


def after(battle: Battle, changes: tuple[object, ...]) -> Battle:
    for each in changes:
        battle = each.on(battle)  # type: ignore[attr-defined]
    return battle


# --- walking ---------------------------------------------------------------------------------------------------------


def walled(*more: object, **fields: object) -> Battle:
    """A corridor of five cells with a shut door in the middle."""
    door = Structure("door", "door", ((2, 0),), open=False)
    grid = Grid.empty(5, 1, block((2, 0), structure="door"))
    return fight(fighter("a", "red", (0, 0)), *more, grid=grid, structures=[door], **fields)  # type: ignore[arg-type]


def test_a_walk_that_is_allowed_says_what_it_costs() -> None:
    # rule: MOV-1
    found = prove_move(fight(fighter("a", "red", (0, 0))), "a", (3, 1))
    assert (found.rule, found.verdict, found.evidence.cells[-1]) == ("MOV-1", "allowed", (3, 1))
    assert not found.flips
    assert "it costs 3 m of 6 m" in said(found, fight(fighter("a", "red", (0, 0))))


def test_a_place_that_is_too_far_lacks_metres() -> None:
    # rule: MOV-1
    battle = fight(fighter("a", "red", (0, 0)), cols=12)
    found = prove_move(battle, "a", (9, 0))
    assert (found.verdict, found.missing) == ("refused", 3000)
    assert found.instead is not None
    assert (found.instead.cell, found.instead.cost) == ((6, 0), 6000)
    assert "3 m of movement are missing" in said(found, battle)
    assert prove_move(battle, "a", (9, 0), dash=True).verdict == "allowed"  # rule: ACT-4


def test_a_door_in_the_way_would_have_to_be_open() -> None:
    # rule: MOV-2
    battle = walled()
    found = prove_move(battle, "a", (4, 0))
    assert found.changes == (Door("door", True),)
    assert {each.structure for each in found.evidence.barriers} == {"door"}
    assert found.instead is not None
    assert found.instead.cell == (1, 0)
    assert prove_move(after(battle, found.changes), "a", (4, 0)).verdict == "allowed"


def test_what_stands_on_the_place_would_have_to_leave() -> None:
    # rule: MOV-2
    battle = fight(fighter("a", "red", (0, 0)), fighter("x", "blue", (2, 0)), fighter("b", "red", (3, 0)))
    enemy = prove_move(battle, "a", (2, 0))
    assert (enemy.changes, enemy.evidence.others) == ((Leave("x"),), ("x",))
    friend = prove_move(battle, "a", (3, 0))
    assert [type(each) for each in friend.changes] == [Step]
    assert prove_move(after(battle, friend.changes), "a", (3, 0)).verdict == "allowed"


def test_several_things_in_the_way_are_all_named() -> None:
    # rule: MOV-2
    barriers = [wall((x, 0), (x, 1), structure=f"w{x}") for x in (1, 2, 3, 4)]
    battle = fight(fighter("a", "red", (0, 0)), grid=Grid.empty(5, 1, barriers),
                   structures=[Structure(f"w{x}", "wall") for x in (1, 2, 3, 4)])
    found = prove_move(battle, "a", (4, 0))
    assert found.changes == tuple(Remove(f"w{x}") for x in (1, 2, 3, 4))


def test_ground_that_nobody_enters_is_changed_by_nothing() -> None:
    # rule: MOV-2
    cost = np.full((1, 3), PLAIN)
    cost[0, 2] = NO_ENTRY
    battle = fight(fighter("a", "red", (0, 0)), grid=Grid.empty(3, 1).replace(cost=cost))
    found = prove_move(battle, "a", (2, 0))
    assert (found.changes, found.tried) == ((), True)
    assert "Nothing near changes this." in said(found, battle)


@pytest.mark.parametrize(("condition", "rule", "cell"), [
    ("restrained", "ACT-1", (1, 0)), ("frightened", "CND-19", (2, 0)), ("attracted", "CND-25", (0, 1)),
])
def test_conditions_that_hold_a_creature_would_have_to_end(condition: str, rule: str, cell: Cell) -> None:
    held = with_condition(fighter("a", "red", (0, 0)), Condition(condition, "x"))
    battle = fight(held, fighter("x", "blue", (4, 0)))
    found = prove_move(battle, "a", cell)
    assert found.rule == rule
    assert [each.kind for each in found.changes] == ["condition"]
    assert prove_move(after(battle, found.changes), "a", cell).verdict == "allowed"


def test_a_hidden_creature_is_not_given_away() -> None:
    battle = fight(fighter("a", "red", (0, 0)), fighter("x", "blue", (2, 0)).but(hidden=True), cols=5, rows=1)
    found = prove_move(battle, "a", (4, 0))
    assert found.verdict == "allowed"
    blocked = fight(fighter("a", "red", (0, 0)), fighter("x", "blue", (1, 0)).but(hidden=True),
                    grid=Grid.empty(3, 1, [wall((2, 0), (2, 1))]))
    assert all(getattr(each, "who", "") != "x" for each in prove_move(blocked, "a", (2, 0)).changes)


def check_walk(battle: Battle, who: str, cell: Cell) -> Proof:
    found = prove_move(battle, who, cell)
    field, ever = movement_of(battle, who), movement_of(battle, who, ever=True)
    x, y = cell
    if found.rule == "ACT-1":
        assert found.verdict == "refused"
    elif field.reachable[y, x]:
        assert found.verdict == "allowed"
    elif ever.reachable[y, x]:
        assert found.missing == ever.cost[y, x] - metres_left(battle, battle[who]) > 0
    else:
        assert found.verdict == "refused"
    if found.instead is not None:
        metric = Metric(battle.settings.diagonals)
        near = {(metric.length(i - x, j - y), int(ever.cost[j, i]), j, i)
                for j, i in np.argwhere(field.reachable).tolist()}
        i, j = found.instead.cell
        assert min(near) == (found.instead.distance, found.instead.cost, j, i)
    if found.changes:
        assert movement_of(after(battle, found.changes), who, ever=True).reachable[y, x]
        for size in range(len(found.changes)):
            for some in combinations(found.changes, size):
                again = prove_move(after(battle, some), who, cell)
                assert again.verdict == "refused"
                assert not again.missing
    return found


def any_walk(data: st.DataObject) -> None:
    battle = data.draw(melees())
    grid = battle.grid
    check_walk(battle, "a", (data.draw(st.integers(0, grid.cols - 1)), data.draw(st.integers(0, grid.rows - 1))))


@settings(max_examples=40)
@given(st.data())
def test_a_walk_is_possible_after_what_is_named_and_not_after_less(data: st.DataObject) -> None:
    any_walk(data)


# --- areas -----------------------------------------------------------------------------------------------------------


def area(battle: Battle, template: object, passage: object = None) -> Area:
    mask = mask_of(battle.grid, template, battle.settings.counting, passage)  # type: ignore[arg-type]
    return Area(template, mask, None)  # type: ignore[arg-type]


def test_the_wall_that_cuts_a_cell_off_is_named() -> None:
    # rule: EFF-4 SIT-7
    barriers = [wall((4, 0), (4, 9), structure="near"), wall((7, 0), (7, 9), structure="far")]
    battle = fight(fighter("a", "red", (0, 0)), grid=Grid.empty(9, 9, barriers),
                   structures=[Structure("near", "wall"), Structure("far", "wall")])
    burst = area(battle, Circle(Origin.corner(battle.grid, (3, 4)), 3))
    cut = prove_cell(battle, burst, (4, 4))
    assert (cut.verdict, cut.changes) == ("no", (Remove("near"),))
    assert {each.structure for each in cut.evidence.barriers} == {"near"}
    assert prove_cell(battle, burst, (3, 4)).verdict == "yes"
    outside = prove_cell(battle, burst, (8, 8))
    assert (outside.verdict, outside.tried, outside.changes) == ("no", False, ())
    assert "lies outside of the shape" in said(outside, battle)


def test_a_cell_may_need_several_walls_to_go() -> None:
    # rule: EFF-4
    barriers = [wall((x, 0), (x, 1), structure=f"w{x}") for x in (2, 3)]
    battle = fight(fighter("a", "red", (0, 0)), grid=Grid.empty(6, 1, barriers),
                   structures=[Structure(f"w{x}", "wall") for x in (2, 3)])
    fire = area(battle, Cone(Origin.edge(body_of(battle, battle["a"]), (1, 0.5)), (1, 0), 5, 60))
    found = prove_cell(battle, fire, (4, 0))
    assert found.changes == (Remove("w2"), Remove("w3"))


@pytest.mark.parametrize(("counting", "said_"), [
    ("centre", "The centre of F5 lies outside of the shape, though"), ("half", "percent of F5 lie in the shape; half"),
])
def test_why_a_cell_does_not_count(counting: str, said_: str) -> None:
    # rule: EFF-4
    battle = fight(fighter("a", "red", (0, 0)), cols=9, rows=9, counting=counting)
    ball = area(battle, Circle(Origin.corner(battle.grid, (3, 2)), 3))
    assert said_ in said(prove_cell(battle, ball, (5, 4)), battle)


def test_a_flyer_above_a_sphere_is_told_so() -> None:
    # rule: ATK-5
    from game.spatial.areas import Sphere

    battle = fight(fighter("a", "red", (0, 0)), fighter("x", "blue", (4, 4), altitude=5 * 64), cols=9, rows=9)
    ball = area(battle, Sphere(Origin.corner(battle.grid, (4, 4)), 3))
    found = prove_hit(battle, ball, "x")
    assert found.verdict == "no"
    assert "passes above or below" in said(found, battle)


def any_area(data: st.DataObject) -> None:
    """Every cell of an area, and the nearest place where its target would be met, or not."""
    battle = data.draw(melees())
    grid = battle.grid
    passage = data.draw(st.sampled_from((None, "straight", "connected", "none")))
    corner = data.draw(st.integers(0, grid.cols)), data.draw(st.integers(0, grid.rows))
    body = body_of(battle, battle["a"])
    template = data.draw(st.sampled_from((
        Circle(Origin.corner(grid, corner), 2), Aura(body, 1), Cone(Origin.towards(body, (1, 0)), (1, 1), 3, 90))))
    try:
        made = area(battle, template, passage)
    except GeometryError:
        return
    for y in range(grid.rows):
        for x in range(grid.cols):
            found = prove_cell(battle, made, (x, y), passage)
            assert (found.verdict == "yes") == bool(made.mask[y, x])
            for size in range(len(found.changes) + 1 if found.changes else 0):
                for some in combinations(found.changes, size):
                    try:
                        lit = bool(area_mask(after(battle, some).grid, template, "centre", passage)[y, x])
                    except GeometryError:  # a zone's wall has grown over the origin
                        lit = False
                    assert lit == (size == len(found.changes))
    proof = prove_hit(battle, made, "x", passage)
    hit = area_hits(grid, template, [body_of(battle, battle["x"])], mask=made.mask)[0]
    assert (proof.verdict == "yes") == bool(hit)
    field = movement_of(battle, "x", ever=True)
    start = battle["x"].cell or (0, 0)
    metric = Metric(battle.settings.diagonals)
    others = [(int(field.cost[y, x]), metric.length(x - start[0], y - start[1]), y, x)
              for y, x in np.argwhere(field.reachable).tolist() if (x, y) != start
              and area_hits(grid, template, [body_of(battle, battle["x"], (x, y))], mask=made.mask)[0] != hit]
    best = [(each.cost, each.distance, each.cell[1], each.cell[0]) for each in proof.nearest]
    assert best == ([min(others)] if others else [])


@settings(max_examples=30)
@given(st.data())
def test_whom_an_area_hits_and_the_nearest_place_where_it_would_not(data: st.DataObject) -> None:
    any_area(data)


# --- sight -----------------------------------------------------------------------------------------------------------


def test_a_wall_in_the_line_of_sight_is_named() -> None:
    # rule: SIT-5
    battle = fight(fighter("a", "red", (0, 0)), fighter("x", "blue", (4, 0)), rows=1, cols=5,
                   barriers=[wall((2, 0), (2, 1), structure="w", move=False)], structures=[Structure("w", "wall")])
    found = prove_sight(battle, "a", "x")
    assert (found.verdict, [each.who for each in found.nearest]) == ("no", ["a", "x"])
    assert all(each.blocked for each in found.evidence.rays)


def test_the_blind_see_nothing_wherever_they_stand() -> None:
    # rule: CND-12
    blind = with_condition(fighter("a", "red", (0, 0)), Condition("blind", "x"))
    battle = fight(blind, fighter("x", "blue", (4, 0)))
    found = prove_sight(battle, "a", "x")
    assert (found.rule, found.nearest, [each.kind for each in found.changes]) == ("CND-12", (), ["condition"])


def any_sight(data: st.DataObject) -> None:
    """Who sees whom, and the nearest place where it would be otherwise."""
    battle = data.draw(melees())

    def sees(there: Battle) -> bool:
        return line_of(there, there["a"], there["x"]).sight and perceives(there, there["a"], there["x"])

    found = prove_sight(battle, "a", "x")
    assert (found.verdict == "yes") == sees(battle)
    metric, best = Metric(battle.settings.diagonals), []
    for who in ("a", "x"):
        field, start = movement_of(battle, who, ever=True), battle[who].cell or (0, 0)
        others = [(int(field.cost[y, x]), metric.length(x - start[0], y - start[1]), y, x)
                  for y, x in np.argwhere(field.reachable).tolist() if (x, y) != start
                  and sees(battle.with_combatant(battle[who].but(cell=(x, y)))) != sees(battle)]
        best += [(who, *min(others))] if others else []
    assert [(each.who, each.cost, each.distance, each.cell[1], each.cell[0]) for each in found.nearest] == best
    if found.changes:
        assert sees(after(battle, found.changes)) != sees(battle)


@settings(max_examples=25)
@given(st.data())
def test_who_sees_whom_and_the_nearest_place_where_it_would_not(data: st.DataObject) -> None:
    any_sight(data)


@pytest.mark.long
@settings(max_examples=500)
@given(st.data())
def test_proofs_of_places_hold_on_many_maps(data: st.DataObject) -> None:
    any_walk(data)
    any_area(data)
    any_sight(data)
