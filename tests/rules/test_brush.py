"""The map brush: what each stroke changes, what it leaves, and whom it does not wall in."""

import doctest

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.content.codec import decode, decode_action, dumps, encode, loads
from game.insight.narrate import sentences
from game.rules import masonry
from game.rules.actions import AttackStructure, EditMap, GmDoor, GmMove, UseDoor
from game.rules.bodies import movement_of
from game.rules.brush import fault, paint
from game.rules.dice import ScriptedDice
from game.rules.history import Game
from game.rules.masonry import edges_of
from game.rules.state import Structure
from game.spatial.grid import NO_ENTRY, PARTIAL, PLAIN, TOTAL, UNITS, Body, Grid, block, wall
from game.spatial.sight import cover
from game.texts import tr
from tests.rules.arena import battle, do, fight, fighter, reason

EMPTY = Grid.empty(12, 8)
ROOM = EditMap("wall", edges=((2, 1, 8, 1), (8, 1, 8, 6), (8, 6, 2, 6), (2, 6, 2, 1)))


def test_the_examples_of_masonry():
    assert doctest.testmod(masonry).failed == 0


def two(**fields):
    return fight(fighter("a", "red", (0, 0)), fighter("b", "blue", (11, 7)), **fields)


# --- things ----------------------------------------------------------------------------------------------------------


def test_a_room_is_edge_by_edge_a_wall_that_can_be_broken():  # rule: STR-1
    done = paint(EMPTY, (), ROOM)
    assert len(done.structures) == len(done.edges) == len(done.grid.barriers) == 22
    first = next(each for each in done.structures if each.id == "wall-2,1-3,1")
    assert (first.kind, first.segment, first.nd, first.material) == ("wall", (2, 1, 3, 1), 105, "Worked stone")
    assert {(each.bottom, each.top) for each in done.grid.barriers} == {(0, 3 * UNITS)}


def test_a_material_decides_how_hard_it_is():  # rule: STR-1
    done = paint(EMPTY, (), EditMap("door", edges=((2, 1, 2, 2),), material="solid-metal"))
    assert [(each.nd, each.material, each.open) for each in done.structures] == [(75, "Solid metal", False)]


def test_masks_follow_in_the_same_moment():
    start = two()
    free = movement_of(start, "a").reachable
    after, _ = do(start, EditMap("wall", edges=((1, 0, 1, 1), (0, 1, 1, 1))))
    assert free.sum() > 1
    assert movement_of(after, "a").reachable.sum() <= 1
    body, other = Body.on(after.grid, (0, 0)), Body.on(after.grid, (11, 7))
    assert cover(after.grid, body, other).level == TOTAL


def test_a_door_takes_the_place_of_a_wall_and_opens():
    start = two()
    after, events = do(start, EditMap("wall", edges=((1, 0, 1, 3),)), EditMap("door", edges=((1, 0, 1, 1),)))
    assert [each.id for each in after.structures] == ["wall-1,1-1,2", "wall-1,2-1,3", "door-1,0-1,1"]
    assert reason(after, UseDoor("a", "door-1,0-1,1")) == ""
    said = [tr(sentences(each, after)[0]) for each in events]
    assert said == ["The GM builds: wall, 3 m (Worked stone).", "The GM builds: door, 1 m (Light wood)."]
    opened, _ = do(after, GmDoor("door-1,0-1,1", "open"))
    assert len(opened.grid.barriers) == 2


def test_walls_leave_doors_as_they_are_and_say_so():
    done = paint(EMPTY, (), EditMap("door", edges=((3, 1, 4, 1),)))
    walled = paint(done.grid, done.structures, EditMap("wall", edges=((2, 1, 5, 1),)))
    assert walled.edges == ((2, 1, 3, 1), (4, 1, 5, 1))
    start = two(grid=done.grid, structures=done.structures)
    assert reason(start, EditMap("wall", edges=((3, 1, 4, 1),))) == "this is in the way: door between D1 and D2"
    assert reason(start, EditMap("door", edges=((3, 1, 4, 1),))) == "nothing would change there"


def test_a_low_wall_takes_the_place_of_a_wall():
    done = paint(EMPTY, (), ROOM)
    low = paint(done.grid, done.structures, EditMap("low_wall", edges=((2, 1, 4, 1),)))
    kinds = [each.kind for each in low.structures]
    assert (kinds.count("low_wall"), kinds.count("wall")) == (2, 20)
    assert sorted({each.top for each in low.grid.barriers}) == [UNITS, 3 * UNITS]


def test_a_painted_thing_can_be_worn_down():  # rule: STR-3
    start = two()
    after, _ = do(start, EditMap("door", edges=((1, 0, 1, 1),), material="glass"))
    assert reason(after, AttackStructure("a", "door-1,0-1,1", "sword")) == ""


def test_a_pillar_stands_in_the_middle_of_its_square_and_on_nothing_else():
    done = paint(EMPTY, (), EditMap("pillar", cells=((4, 3),)))
    assert [(each.id, each.cells, each.kind) for each in done.structures] == [("pillar-e4", ((4, 3),), "pillar")]
    assert {each.start[0] for each in done.grid.barriers} == {4 * UNITS + 16, 4 * UNITS + 48}
    start = two(grid=done.grid, structures=done.structures)
    assert reason(start, EditMap("pillar", cells=((4, 3),))) == "this is in the way: pillar at E4"


def test_rubble_makes_room():
    crate = Structure("crate", "block", ((4, 3),), fallen=True)
    done = paint(Grid.empty(12, 8, block((4, 3), structure="crate")), (crate,), EditMap("pillar", cells=((4, 3),)))
    assert [each.id for each in done.structures] == ["pillar-e4"]
    assert len(done.grid.barriers) == 4


# --- the ground ------------------------------------------------------------------------------------------------------


def test_mud_is_difficult_and_smoke_hides():
    mud = paint(EMPTY, (), EditMap("mud", cells=((1, 1), (2, 1))))
    assert mud.grid.cost[1, 1:3].tolist() == [2 * PLAIN] * 2
    assert mud.grid.surfaces[mud.grid.surface[1, 1]] == "mud"
    smoke = paint(mud.grid, (), EditMap("smoke", cells=((1, 1), (5, 5))))
    assert (smoke.grid.concealment[1, 1], smoke.grid.concealment[5, 5]) == (PARTIAL, PARTIAL)
    assert smoke.grid.cost[1, 1] == 2 * PLAIN
    thick = paint(smoke.grid, (), EditMap("smoke", cells=((1, 1),), thick=True))
    assert thick.grid.concealment[1, 1] == TOTAL
    assert smoke.cells == ((1, 1), (5, 5))


def test_mud_opens_no_ground_that_nobody_enters_and_eases_none():
    cost = EMPTY.cost.copy()
    cost[0, 0], cost[0, 1] = NO_ENTRY, 4 * PLAIN
    done = paint(EMPTY.replace(cost=cost), (), EditMap("mud", cells=((0, 0), (1, 0))))
    assert done.grid.cost[0, :2].tolist() == [NO_ENTRY, 4 * PLAIN]
    assert done.cells == ((1, 0),)


def test_the_ground_rises_with_what_stands_on_it_and_beside_it():
    start = paint(EMPTY, (), EditMap("pillar", cells=((4, 3),)))
    start = paint(start.grid, start.structures, EditMap("wall", edges=((5, 3, 5, 4), (9, 0, 9, 1))))
    done = paint(start.grid, start.structures, EditMap("height", cells=((4, 3),), rise=1.5))
    assert done.grid.height[3, 4] == 96
    spans = {each.structure: (each.bottom, each.top) for each in done.grid.barriers}
    assert spans == {"pillar-e4": (96, 96 + 192), "wall-5,3-5,4": (0, 96 + 192), "wall-9,0-9,1": (0, 192)}
    back = paint(done.grid, done.structures, EditMap("height", cells=((4, 3),), rise=-1.5))
    assert (back.grid, back.structures) == (start.grid, start.structures)


def test_the_ground_stays_within_what_a_file_can_say():
    start = two()
    assert "35 m high; C3 would not be" in reason(start, EditMap("height", cells=((2, 2),), rise=36))
    assert "how many metres" in reason(start, EditMap("height", cells=((2, 2),), rise=0.001))


# --- erasing ---------------------------------------------------------------------------------------------------------


def test_erasing_squares_and_edges_leaves_a_plain_map():
    done = paint(EMPTY, (), ROOM)
    for stroke in (EditMap("pillar", cells=((4, 3),)), EditMap("smoke", cells=((4, 3), (5, 3))),
                   EditMap("mud", cells=((6, 3),)), EditMap("door", edges=((3, 1, 4, 1),))):
        done = paint(done.grid, done.structures, stroke)
    every = tuple((x, y) for x in range(12) for y in range(8))
    gone = paint(done.grid, done.structures, EditMap("erase", cells=every, edges=ROOM.edges))
    assert not gone.structures
    assert gone.grid.replace(surfaces=EMPTY.surfaces) == EMPTY
    assert len(gone.cells) == 3
    assert len(gone.edges) == 22


def test_erasing_one_square_of_a_thing_leaves_the_rest_of_it():
    crates = Structure("crates", "block", ((4, 3), (5, 3)), nd=30)
    grid = Grid.empty(12, 8, (*block((4, 3), structure="crates"), *block((5, 3), structure="crates")))
    done = paint(grid, (crates,), EditMap("erase", cells=((4, 3),)))
    assert done.structures == (crates.but(cells=((5, 3),)),)
    assert done.grid.barriers == block((5, 3), structure="crates")


def test_erasing_an_edge_takes_a_piece_of_a_long_wall_and_the_whole_of_a_wide_door():
    fence = Structure("fence", "wall", (), (1, 2, 3, 2), nd=20)
    gate = Structure("gate", "door", (), (5, 2, 7, 2), open=False)
    grid = Grid.empty(12, 8, (wall((1, 2), (2, 2), structure="fence"), wall((2, 2), (3, 2), structure="fence"),
                              wall((5, 2), (7, 2), structure="gate")))
    done = paint(grid, (fence, gate), EditMap("erase", edges=((2, 2, 3, 2), (5, 2, 6, 2))))
    assert done.structures == (fence.but(segment=None),)
    assert [each.end for each in done.grid.barriers] == [(2 * UNITS, 2 * UNITS)]


def test_erasing_a_square_takes_a_slanting_wall_through_it_but_not_the_walls_round_it():
    slant = Structure("slant", "wall", (), (1, 1, 3, 3))
    edge = Structure("edge", "wall", (), (2, 1, 2, 2))
    grid = Grid.empty(12, 8, (wall((1, 1), (3, 3), structure="slant"), wall((2, 1), (2, 2), structure="edge")))
    done = paint(grid, (slant, edge), EditMap("erase", cells=((1, 1),)))
    assert done.structures == (edge,)


def test_erased_ground_looks_like_the_rest_of_the_map():
    grass = Grid.empty(4, 4).replace(surfaces=("", "grass", "mud"), surface=np.ones((4, 4), np.uint8))
    muddy = paint(grass, (), EditMap("mud", cells=((1, 1),)))
    assert muddy.grid.surface[1, 1] == 2
    assert paint(muddy.grid, (), EditMap("erase", cells=((1, 1),))).grid == grass


# --- people in the way -----------------------------------------------------------------------------------------------


def test_nobody_is_walled_in_or_built_upon():
    start = fight(fighter("a", "red", (0, 0)), fighter("b", "blue", (4, 4), size="large"))
    assert reason(start, EditMap("pillar", cells=((3, 3), (5, 5)))) == "B stands in the way"
    assert reason(start, EditMap("wall", edges=((5, 4, 5, 5),))) == "B stands in the way"
    assert reason(start, EditMap("wall", edges=((4, 4, 4, 6),))) == "", "beside it is no matter"
    down = start.with_combatant(start["b"].but(out=True, consequence="dying"))
    assert reason(down, EditMap("pillar", cells=((5, 5),))) == "B stands in the way"


def test_who_stands_in_a_wall_already_does_not_forbid_all_strokes():
    start = two(barriers=block((0, 0), structure="x"), structures=(Structure("x", "block", ((0, 0),)),))
    assert reason(start, EditMap("pillar", cells=((5, 5),))) == ""


def test_a_wall_is_erased_beside_and_under_anybody():
    start = two(barriers=block((0, 0), 0.4, structure="step"),
                structures=(Structure("step", "block", ((0, 0),), height=0.4),))
    after, events = do(start, EditMap("erase", cells=((0, 0),)))
    assert not after.structures
    assert tr(sentences(events[0], after)[0]) == "The GM clears the map (squares: 1, edges: 0)."


def test_a_creature_rises_and_sinks_with_the_ground():
    start = two()
    after, events = do(start, EditMap("height", cells=((0, 0),), rise=1))
    assert tr(sentences(events[0], after)[0]) == "The ground rises by 1 m (squares: 1)."
    assert after.grid.height[0, 0] == UNITS
    lowered, events = do(after, EditMap("height", cells=((0, 0),), rise=-2))
    assert tr(sentences(events[0], lowered)[0]) == "The ground sinks by 2 m (squares: 1)."


# --- refusing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("stroke", "why"), [
    (EditMap("wall"), "walls and doors are drawn on edges"),
    (EditMap("wall", cells=((1, 1),)), "walls and doors are drawn on edges"),
    (EditMap("mud", edges=((1, 1, 2, 1),)), "walls and doors are drawn on edges"),
    (EditMap("mud", cells=((12, 0),)), "outside the map"),
    (EditMap("wall", edges=((0, 0, 1, 1),)), "no edge between squares"),
    (EditMap("wall", edges=((0, 0, 0, 0),)), "no edge between squares"),
    (EditMap("wall", edges=((12, 0, 13, 0),)), "no edge between squares"),
    (EditMap("wall", edges=((0, 0, 1, 0),), material="cheese"), "no such material: cheese"),
    (EditMap("height", cells=((0, 0),)), "how many metres"),
    (EditMap("height", cells=((0, 0),), rise=1000.0), "how many metres"),
    (EditMap("erase", cells=((0, 0),)), "nothing would change"),
    (EditMap("mud", cells=((0, 0),) * 80_000), "too long"),
])
def test_strokes_that_make_no_sense(stroke, why):
    assert why in reason(two(), stroke)


def test_a_stroke_is_drawn_before_round_one_and_after_the_fight():
    start = battle(fighter("a", "red", (0, 0)), fighter("b", "blue", (11, 7)))
    assert reason(start, ROOM) == ""
    assert reason(two().but(phase="over", winner="red", waiting=()), ROOM) == ""


# --- any strokes -----------------------------------------------------------------------------------------------------

CELLS = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 5)), min_size=1, max_size=6).map(tuple)
ACROSS = st.tuples(st.integers(0, 6), st.integers(0, 6)).map(lambda p: (p[0], p[1], p[0] + 2, p[1]))
DOWN = st.tuples(st.integers(0, 8), st.integers(0, 4)).map(lambda p: (p[0], p[1], p[0], p[1] + 2))
EDGES = st.lists(ACROSS | DOWN, min_size=1, max_size=4).map(tuple)
STROKES = st.one_of(
    st.builds(EditMap, st.sampled_from(["wall", "low_wall", "door"]), edges=EDGES,
              material=st.sampled_from(["", "glass", "heavy-wood"])),
    st.builds(EditMap, st.sampled_from(["pillar", "mud"]), cells=CELLS),
    st.builds(EditMap, st.just("smoke"), cells=CELLS, thick=st.booleans()),
    st.builds(EditMap, st.just("height"), cells=CELLS, rise=st.sampled_from([1.0, -1.0, 0.5, -0.5])),
    st.builds(EditMap, st.just("erase"), cells=CELLS, edges=EDGES),
)


@given(st.lists(STROKES, max_size=8))
def test_a_map_stays_whole_whatever_is_drawn(strokes):
    grid, structures = Grid.empty(8, 6), ()
    for stroke in strokes:
        assert fault(grid, stroke) is None
        done = paint(grid, structures, stroke)
        changed = (done.grid, done.structures) != (grid.replace(surfaces=done.grid.surfaces), structures)
        assert changed == bool(done.cells or done.edges)
        grid, structures = done.grid, done.structures
        ids = {each.id for each in structures}
        assert {each.structure for each in grid.barriers} == ids, "no thing without barriers, no barrier without thing"
        assert len(ids) == len(structures)
        on_edges = [edge for each in grid.barriers for edge in edges_of(each)]
        assert len(on_edges) == len({*on_edges}), "one thing on an edge"
        for each in structures:
            low = min(int(grid.height[y, x]) for x, y in each.cells) if each.cells else None
            assert low is None or all(b.bottom == low for b in grid.barriers if b.structure == each.id)


@given(st.lists(STROKES, max_size=6))
def test_each_stroke_is_undone_and_written_as_json(strokes):
    start = battle(fighter("a", "red", (0, 0)), fighter("b", "blue", (7, 5)), grid=Grid.empty(8, 6))
    game = Game(start)
    for stroke in strokes:
        assert decode_action(loads(dumps(encode(stroke)))) == stroke
        if reason(game.battle, stroke):
            continue
        after = game.do(stroke, ScriptedDice(()))
        assert after.undo().battle == game.battle
        assert decode(type(start), loads(dumps(encode(after.battle)))) == after.battle
        game = after


def test_a_fight_goes_on_over_a_map_that_changes():
    """A wall through a hold ends it; who was moved away from a door may be walled off."""
    start = two()
    after, _ = do(start, GmMove("b", (1, 0)), EditMap("wall", edges=((1, 0, 1, 1),)))
    assert after.grid.barriers
    assert reason(after, GmMove("b", (5, 5))) == ""


def test_a_fallen_door_is_in_no_wall_s_way():  # rule: STR-8
    done = paint(EMPTY, (), EditMap("door", edges=((3, 1, 4, 1),)))
    (door,) = done.structures
    walled = paint(done.grid, (door.but(wear=door.nd, fallen=True),), EditMap("wall", edges=((3, 1, 4, 1),)))
    assert [(each.kind, each.fallen) for each in walled.structures] == [("wall", False)]
