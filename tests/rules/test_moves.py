"""Walking, posture, weapons in hand."""

import pytest

from game.rules.actions import Attack, Crouch, Draw, DropProne, EndTurn, Move, StandUp, Stow
from game.rules.bodies import metres_left, movement_of
from game.rules.events import Moved, PostureChanged, WeaponDrawn, WeaponStowed
from game.rules.state import Structure, Turn
from game.spatial.grid import Grid, block, wall
from tests.rules.arena import do, fight, fighter, reason


def two(a=(), at=(0, 2), foe=(11, 7), **fields):
    return fight(fighter("a", "red", at, **dict(a)), fighter("b", "blue", foe), **fields)


# --- walking ---------------------------------------------------------------------------------------------------------


def test_a_walk_follows_the_fields_path_and_costs_what_it_says():
    # rule: ACT-2 MOV-1
    battle, events = do(two(), Move("a", (3, 3)))
    assert events == [Moved("a", (0, 2), movement_of(two(), "a").path((3, 3)), 3000)]
    assert battle["a"].cell == (3, 3)
    assert battle.turn == Turn(moves=1, diagonals=battle.turn.diagonals)


@pytest.mark.parametrize(
    ("to", "said"),
    [
        ((6, 2), ""),
        ((7, 2), "cannot reach H3 with 6 m of movement: it takes 7 m"),
        ((0, 2), "already stands on A3"),
        ((12, 2), "outside the map"),
        ((-1, 2), "outside the map"),
        ((11, 7), "L8 is taken by B"),
        ((5, 5), "something solid stands on F6"),
    ],
)
def test_a_walk_goes_where_one_may_stand(to, said):
    # rule: MOV-1 MOV-2 ACT-6
    battle = two(barriers=block((5, 5), structure="rock"), structures=[Structure("rock", "block", ((5, 5),))])
    found = reason(battle, Move("a", to))
    assert said in found
    assert (found == "") == (said == "")


def test_a_path_may_be_given_and_is_judged_step_by_step():
    # rule: MOV-2
    battle, events = do(two(), Move("a", (2, 2), ((0, 3), (1, 3), (2, 2))))
    assert events == [Moved("a", (0, 2), ((0, 3), (1, 3), (2, 2)), 3000)]
    assert battle["a"].cell == (2, 2)
    for path, said in (
        (((2, 2),), "step 1, to C3: it is not a neighbouring square"),
        (((1, 2),), "the path ends on B3, not on C3"),
        (((0, 1), (0, 0), (0, -1), (1, 0), (2, 2)), "outside the map"),
        (((1, 2), (1, 3), (1, 2), (1, 3), (1, 2), (1, 3), (2, 2)), "the movement is not enough"),
    ):
        assert said in reason(two(), Move("a", (2, 2), path))


def test_a_path_may_not_enter_enemies_or_end_on_allies():
    # rule: MOV-2
    crowd = fight(fighter("a", "red", (0, 2)), fighter("b", "blue", (1, 2)), fighter("c", "red", (0, 3)))
    assert "another body stands in the way" in reason(crowd, Move("a", (2, 2), ((1, 2), (2, 2))))
    assert "somebody stands there" in reason(crowd, Move("a", (0, 3), ((0, 3),)))
    assert reason(crowd, Move("a", (0, 4), ((0, 3), (0, 4)))) == ""
    assert "A4 is taken by C" in reason(crowd, Move("a", (0, 3)))


def test_difficult_ground_and_its_diagonals():
    # rule: MOV-2
    grid = Grid.empty(12, 8)
    cost = grid.cost.copy()
    cost[:, 1:] = 2000
    battle = two(grid=grid.replace(cost=cost))
    assert do(battle, Move("a", (3, 2)))[1][0].cost == 6000
    assert "cannot reach" in reason(battle, Move("a", (4, 2)))


@pytest.mark.parametrize(("policy", "cost"), [("multiply", 6000), ("two_diagonals", 6000), ("plus_one", 5000)])
def test_maptool_5397_two_diagonals_onto_difficult_ground(policy, cost):
    # rule: MOV-2
    grid = Grid.empty(12, 8)
    battle = two(grid=grid.replace(cost=grid.cost * 2), diagonals="alternating", difficult_diagonals=policy)
    assert do(battle, Move("a", (2, 4)))[1][0].cost == cost


def test_a_walk_is_one_piece():
    # rule: ACT-2
    battle, _ = do(two(), Move("a", (2, 2)))
    assert metres_left(battle, battle["a"]) == 6000  # the four metres left are lost: this is the second Move
    battle, _ = do(battle, Move("a", (3, 2)))
    assert "no Move action is left" in reason(battle, Move("a", (4, 2)))


def test_a_walk_may_be_split_if_the_setting_says_so():
    # rule: ACT-2
    battle = two({"weapons": ("bow", "dagger")}, split_walk=True)
    battle, _ = do(battle, Move("a", (2, 2)), Attack("a", "b", "bow", "ranged"), dice=[2, 7])
    assert (battle.turn.moves, battle.turn.left) == (1, 4000)
    battle, _ = do(battle, Move("a", (5, 2)))
    assert "cannot reach" in reason(battle, Move("a", (7, 2)))
    battle, _ = do(battle, Move("a", (6, 2)))
    assert (battle.turn.moves, battle.turn.left) == (1, 0)
    assert "no Move action is left" in reason(battle, Move("a", (7, 2)))


def test_a_split_walk_goes_on_after_another_move_and_runs_into_the_second():
    # rule: ACT-2 ACT-1
    battle = two({"weapons": ("bow", "dagger")}, split_walk=True)
    drawn, _ = do(battle, Move("a", (2, 2)), Stow("a", "bow"))
    assert metres_left(drawn, drawn["a"]) == 4000
    walked, _ = do(battle, Move("a", (2, 2)), Move("a", (9, 2)))  # four left and three of the second
    assert (walked.turn.moves, walked.turn.left) == (2, 3000)


def test_a_new_turn_loses_what_was_left():
    # rule: ACT-2
    battle, _ = do(two(split_walk=True), Move("a", (2, 2)), EndTurn("a"), EndTurn("b"))
    assert battle.turn == Turn()
    assert metres_left(battle, battle["a"]) == 6000


NORTH_EAST = [(1, 6), (2, 5), (3, 4), (4, 3)]


@pytest.mark.parametrize("legs", [[3], [1, 3], [2, 3], [0, 1, 2, 3]])
def test_elevation_ruler_87_legs_keep_the_count_of_diagonals(legs):
    """Four diagonals cost 1, 2, 1, 2 in one walk or in four: with 4 m only three of them can be walked."""
    # rule: MOV-2
    battle = two({"mobility": (0, 8), "move": 4}, at=(0, 7), foe=(11, 0), diagonals="alternating", split_walk=True)
    for leg in legs:
        if leg < 3:
            battle, _ = do(battle, Move("a", NORTH_EAST[leg]))
    assert reason(battle.but(turn=battle.turn.but(executions=1)), Move("a", NORTH_EAST[3])) != ""
    faster = two({"mobility": (0, 8), "move": 6}, at=(0, 7), foe=(11, 0), diagonals="alternating", split_walk=True)
    _, events = do(faster, *(Move("a", NORTH_EAST[leg]) for leg in legs))
    assert sum(event.cost for event in events) == 6000


def test_the_count_of_diagonals_is_kept_over_two_moves_and_reset_by_the_turn():
    # rule: MOV-2
    battle = two(at=(0, 7), foe=(11, 0), diagonals="alternating")
    battle, first = do(battle, Move("a", (1, 6)))
    assert (first[0].cost, battle.turn.diagonals) == (1000, 1)
    other, second = do(battle, Move("a", (2, 5)))
    assert (second[0].cost, other.turn.diagonals) == (2000, 0)
    other, same = do(battle, Move("a", (2, 5), ((2, 5),)))
    assert same[0].cost == 2000
    battle, _ = do(battle, EndTurn("a"), EndTurn("b"))
    assert battle.turn.diagonals == 0
    assert do(battle, Move("a", (2, 5)))[1][0].cost == 1000


@pytest.mark.parametrize(("rule", "reached"), [("uniform", (6, 6)), ("alternating", (4, 4)), ("exact", (4, 4)),
                                               ("orthogonal", (3, 3))])
def test_diagonals_follow_the_setting(rule, reached):
    # rule: MOV-2
    field = movement_of(two(at=(0, 0), foe=(11, 0), diagonals=rule), "a")
    assert max((x, x) for x in range(8) if field.reachable[x, x]) == reached


def test_pathfinder_17_corners_follow_the_setting():
    # rule: MOV-2
    walls = [*block((2, 1)), *block((1, 2))]
    both = two(at=(2, 2), barriers=walls)
    assert "cannot reach" not in reason(both, Move("a", (3, 1)))
    assert "a barrier stands in the way" in reason(both, Move("a", (1, 1), ((1, 1),)))
    assert "a barrier stands in the way" in reason(both, Move("a", (3, 1), ((3, 1),)))
    assert reason(two(at=(2, 2), barriers=walls, corners="one"), Move("a", (3, 1), ((3, 1),))) == ""


def test_big_bodies_walk_as_a_whole():
    # rule: MOV-2 SHT-4
    gap = [wall((3, 0), (3, 3)), wall((3, 4), (3, 8))]
    assert "cannot reach" in reason(two({"size": "large"}, at=(1, 2), barriers=gap), Move("a", (3, 2)))
    assert reason(two(at=(1, 3), barriers=gap), Move("a", (3, 3))) == ""
    assert "outside the map" in reason(two({"size": "large"}), Move("a", (3, 7)))


# --- posture ---------------------------------------------------------------------------------------------------------


def test_lying_down_is_free_and_standing_up_is_a_move():
    # rule: ACT-2 ACT-5 CND-11
    battle, events = do(two(), DropProne("a"))
    assert events == [PostureChanged("a", "prone")]
    assert (battle["a"].has("prone"), battle.turn) == (True, Turn())
    battle, events = do(battle, StandUp("a"))
    assert events == [PostureChanged("a", "standing")]
    assert (battle["a"].conditions, battle.turn) == ((), Turn(moves=1))


def test_crouching_and_rising_are_free():
    # rule: ACT-5
    battle, events = do(two(), Crouch("a"), Crouch("a"))
    assert events == [PostureChanged("a", "crouched"), PostureChanged("a", "standing")]
    assert battle.turn == Turn()


def test_rising_may_cost_a_move():
    # rule: ACT-5
    battle, _ = do(two(rising="move"), Crouch("a"))
    assert battle.turn == Turn()
    risen, _ = do(battle, Crouch("a"))
    assert risen.turn == Turn(moves=1)
    assert "no Move action is left" in reason(battle.but(turn=Turn(moves=2)), Crouch("a"))


def test_postures_that_do_not_follow_from_each_other():
    # rule: ACT-5 ACT-6
    standing, prone = two(), two({"prone": True})
    assert "is not lying on the ground" in reason(standing, StandUp("a"))
    assert "is already lying on the ground" in reason(prone, DropProne("a"))
    assert "must stand up first" in reason(prone, Crouch("a"))
    lying, _ = do(two({"crouched": True}), DropProne("a"))
    assert (lying["a"].posture, lying["a"].crouched) == ("prone", False)


def test_one_cannot_rise_under_something_low():
    # rule: ACT-2 ACT-5
    table = Structure("table", "block", ((0, 2),))
    low = two({"prone": True}, barriers=block((0, 2), top=2.0, bottom=0.8, structure="table"), structures=[table])
    assert "no room to rise" in reason(low, StandUp("a"))
    crouched = low.with_combatant(low["a"].but(conditions=(), crouched=True))
    assert "no room to rise" in reason(crouched, Crouch("a"))


# --- weapons in hand -------------------------------------------------------------------------------------------------


def test_drawing_and_stowing_are_moves():
    # rule: ACT-2
    battle = two({"weapons": ("sword", "dagger", "bow")})
    battle, events = do(battle, Draw("a", "dagger"), Stow("a", "sword"))
    assert events == [WeaponDrawn("a", "dagger"), WeaponStowed("a", "sword")]
    assert (battle["a"].hands, battle.turn) == (("dagger",), Turn(moves=2))
    assert "no Move action is left" in reason(battle, Draw("a", "sword"))
    assert "no Move action is left" in reason(battle, Stow("a", "dagger"))


def test_weapons_take_hands():
    # rule: ACT-2
    battle = two({"weapons": ("sword", "dagger", "bow", "claws")})
    assert "takes 2 hands, 1 are free" in reason(battle, Draw("a", "bow"))
    assert "already holds this: Sword" in reason(battle, Draw("a", "sword"))
    assert "part of the body" in reason(battle, Draw("a", "claws"))
    assert "does not hold this: Dagger" in reason(battle, Stow("a", "dagger"))
    assert "carries no 'mace'" in reason(battle, Draw("a", "mace"))
    assert "carries no ''" in reason(battle, Stow("a", ""))
    assert reason(two({"weapons": ("sword", "bow")}, hands=3), Draw("a", "bow")) == ""
    empty, _ = do(battle, Stow("a", "sword"))
    assert reason(empty, Draw("a", "bow")) == ""
