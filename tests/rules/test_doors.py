"""Doors: who can handle one, what keeps it open, and what changes with it."""

import pytest

from game.rules.actions import Attack, Move, UseDoor
from game.rules.bodies import movement_of
from game.rules.doors import described, structure_name
from game.rules.events import DoorUsed
from game.rules.state import Structure, Turn
from game.spatial.grid import Grid, block, wall
from game.texts import tr
from tests.rules.arena import do, fight, fighter, reason

ROW = [*block((4, 0)), *block((4, 1)), *block((4, 3)), *block((4, 4))]  # a wall of five squares with a door


def room(at=(3, 2), opened=False, others=(), **fields):
    """A door that fills (4, 2) in a wall along column 4."""
    door = Structure("gate", "door", ((4, 2),), open=opened)
    return fight(fighter("a", "red", at), fighter("b", "blue", (7, 2), weapons=("bow",)), *others, cols=9, rows=5,
                 barriers=[*ROW, *block((4, 2), structure="gate")], structures=[door], **fields)


def thin(at=(3, 2), opened=False, others=()):
    """A thin door on the edge between (3, 2) and (4, 2)."""
    door = Structure("flap", "door", (), (4, 2, 4, 3), open=opened)
    barriers = [wall((4, 0), (4, 2)), wall((4, 3), (4, 5)), wall((4, 2), (4, 3), structure="flap")]
    return fight(fighter("a", "red", at), fighter("b", "blue", (7, 2)), *others, cols=9, rows=5, barriers=barriers,
                 structures=[door])


def test_opening_a_door_is_a_move_and_changes_the_map_at_once():
    # rule: ACT-2
    battle = room()
    assert movement_of(battle, "a").cost[2, 4] == -1
    battle, events = do(battle, UseDoor("a", "gate"))
    assert events == [DoorUsed("a", "gate", True)]
    assert (battle.turn, battle.structure("gate").open) == (Turn(moves=1), True)
    assert battle.grid != battle.map
    battle, _ = do(battle, Move("a", (6, 2)))
    assert battle["a"].cell == (6, 2)


def test_shutting_a_door_stops_arrows():
    # rule: ACT-2 SIT-7
    battle = room(opened=True)
    shot = Attack("b", "a", "bow", "ranged")
    to_shoot = battle.but(waiting=("b",))
    assert reason(to_shoot, shot) == ""
    battle, events = do(battle, UseDoor("a", "gate"))
    assert events == [DoorUsed("a", "gate", False)]
    assert "total cover" in reason(battle.but(waiting=("b",)), shot)
    assert battle.grid == battle.map


@pytest.mark.parametrize(
    ("at", "near"), [((3, 2), True), ((5, 2), True), ((3, 1), True), ((5, 3), True), ((2, 2), False), ((3, 4), False)]
)
def test_a_door_is_handled_from_the_squares_around_it(at, near):
    # rule: ACT-2
    assert (reason(room(at), UseDoor("a", "gate")) == "") == near
    if not near:
        assert reason(room(at), UseDoor("a", "gate")) == "A is not next to this: door at E3"


@pytest.mark.parametrize(
    ("at", "near"), [((3, 2), True), ((4, 2), True), ((3, 1), False), ((4, 3), False), ((2, 2), False)]
)
def test_a_thin_door_is_handled_from_both_its_sides(at, near):
    # rule: ACT-2
    assert (reason(thin(at), UseDoor("a", "flap")) == "") == near


def test_a_door_is_not_handled_through_a_wall():
    # rule: ACT-2
    battle = room()
    walled = battle.but(map=battle.map.replace(barriers=(*battle.map.barriers, wall((4, 0), (4, 5)))))
    assert "not next to" in reason(walled, UseDoor("a", "gate"))


def test_a_big_body_handles_a_door_from_any_of_its_cells():
    # rule: ACT-2
    big = fighter("a", "red", (2, 2), size="large")
    assert reason(room().with_combatant(big), UseDoor("a", "gate")) == ""


@pytest.mark.parametrize("out", [False, True])
def test_a_door_does_not_shut_on_a_body(out):
    # rule: ACT-2
    battle = room(opened=True, others=[fighter("c", "blue", (4, 2), out=out)])
    assert reason(battle, UseDoor("a", "gate")) == "C is in the way of this: door at E3"


def test_a_thin_door_does_not_shut_through_a_big_body():
    # rule: ACT-2
    gate = Structure("flap", "door", (), (4, 2, 4, 4), open=True)
    battle = fight(fighter("c", "red", (3, 2), size="large"), fighter("b", "blue", (7, 2)), structures=[gate],
                   barriers=[wall((4, 2), (4, 4), structure="flap")])
    assert reason(battle, UseDoor("c", "flap")) == "C is in the way of this: door between D4 and E4"
    assert reason(battle.with_combatant(battle["c"].but(cell=(2, 2))), UseDoor("c", "flap")) == ""
    assert reason(thin(opened=True), UseDoor("a", "flap")) == ""


def test_only_what_opens_is_opened():
    # rule: ACT-6
    assert "'tower' is nothing that opens; there are: gate" in reason(room(), UseDoor("a", "tower"))
    solid = room().but(structures=(Structure("gate", "wall", ((4, 2),)),))
    assert "'gate' is nothing that opens; there are: -" in reason(solid, UseDoor("a", "gate"))
    assert "no Move action is left" in reason(room().but(turn=Turn(moves=2)), UseDoor("a", "gate"))


def test_structures_are_called_by_name_or_kind():
    assert tr(structure_name(Structure("x", "low_wall"))) == "low wall"
    assert tr(structure_name(Structure("x", "door", name="Portcullis"))) == "Portcullis"


@pytest.mark.parametrize(("structure", "said"), [
    (Structure("x", "door", ((3, 6),), name="Portcullis"), "Portcullis"),
    (Structure("x", "door", ((3, 6),)), "door at D7"),
    (Structure("x", "block", ((2, 0), (3, 0))), "block at C1"),
    (Structure("x", "wall", (), (1, 2, 2, 2)), "wall between B2 and B3"),
    (Structure("x", "window", (), (2, 0, 2, 3)), "window between B2 and C2"),
    (Structure("x", "wall", (), (0, 4, 0, 5)), "wall at A5"),
    (Structure("x", "low_wall", (), (0.5, 1.5, 3.5, 2.5)), "low wall at C3"),
    (Structure("x", "wall"), "wall"),
])
def test_a_thing_without_a_name_is_told_by_what_it_is_and_where(structure, said):
    assert tr(described(structure)) == said


def test_other_structures_stay_while_a_door_opens():
    two = room().but(structures=(Structure("gate", "door", ((4, 2),), open=False),
                                 Structure("hatch", "window", ((7, 4),), open=True)))
    two = two.but(map=Grid.empty(9, 5, [*two.map.barriers, *block((7, 4), structure="hatch")]))
    assert {each.structure for each in two.grid.barriers} == {"", "gate"}
    assert {each.structure for each in two.grid_with("gate", shut=False).barriers} == {""}
    assert {each.structure for each in two.grid_with("hatch", shut=True).barriers} == {"", "gate", "hatch"}
