"""Dashes, jumps down and falls."""

import pytest

from game.rules.actions import Attack, Dash, EndTurn, Move, StandUp
from game.rules.bodies import dash_of, speed_of
from game.rules.catalog import DamagePart
from game.rules.engine import legal_actions
from game.rules.events import Damaged, Fallen, Moved
from game.rules.falls import fall_points
from game.rules.powers import ZoneEffect
from game.rules.sheet import DamageResponse
from game.rules.state import Condition, Turn
from game.spatial.grid import Grid, units
from tests.rules.arena import battle, do, fight, fighter, reason
from tests.rules.effects_arena import spread


def runner(*conditions, cols=30, **fields):
    """a, who walks 6 m a Move, and an enemy far away."""
    mine = fields.pop("a", {})
    start = fight(fighter("a", "red", (0, 0), **mine), fighter("b", "blue", (29, 7)), cols=cols, **fields)
    return start.with_combatant(start["a"].but(conditions=tuple(Condition(each, "b") for each in conditions)))


def test_a_dash_goes_three_times_as_far_and_takes_the_turn():
    # rule: ACT-4 ACT-1
    after, events = do(runner(), Dash("a", (18, 0)))
    assert isinstance(events[0], Moved)
    assert (events[0].cost, events[0].dash, after["a"].cell) == (18000, True, (18, 0))
    assert after.turn == Turn(full=1, unseen=after.turn.unseen)
    assert "no Move" in reason(after, Move("a", (17, 0)))
    assert "no Execution" in reason(after, Attack("a", "b", "sword"))
    assert "whole turn" in reason(after, Dash("a", (17, 0)))
    assert "cannot reach" in reason(runner(), Dash("a", (19, 0)))
    assert do(runner(dash=2), Dash("a", (12, 0)))[0]["a"].cell == (12, 0)
    assert "cannot reach" in reason(runner(dash=2), Dash("a", (13, 0)))


def test_a_dash_is_not_combined():
    # rule: ACT-1 ACT-4
    walked, _ = do(runner(), Move("a", (1, 0)))
    assert "whole turn" in reason(walked, Dash("a", (8, 0)))
    assert not any(isinstance(each, Dash) for each in legal_actions(walked))


def test_the_dashes_listed_are_those_beyond_a_move():
    # rule: ACT-4 ACT-6
    listed = [each.to for each in legal_actions(runner()) if isinstance(each, Dash)]
    assert min(max(x, y) for x, y in listed) == 7
    assert max(x for x, _ in listed) == 18
    assert len(listed) == 19 * 8 - 7 * 7
    assert reason(runner(), Dash("a", (3, 0))) == "", "nearer ones are allowed, too"


@pytest.mark.parametrize("condition", ["slow", "restrained", "paralysed"])
def test_conditions_that_forbid_a_dash(condition):
    # rule: CND-18 CND-13 CND-15 ACT-4
    start = runner(condition)
    assert reason(start, Dash("a", (8, 0))) != ""
    assert not any(isinstance(each, Dash) for each in legal_actions(start))


def test_speed_traits_and_slow():
    # rule: CND-18 MOV-1 SHT-3
    swift = runner(a={"traits": ("swift", "sprinter")})
    assert (speed_of(swift, swift["a"]), dash_of(swift, swift["a"])) == (8, 8 * 4 * 1000)
    slow = runner("slow", a={"traits": ("swift", "sprinter")})
    assert (speed_of(slow, slow["a"]), dash_of(slow, slow["a"])) == (3, 3 * 3 * 1000)
    tired = runner("exhausted", a={"traits": ("swift",)})
    assert speed_of(tired, tired["a"]) == 4, "only the slow lose speed traits"


# --- falls -----------------------------------------------------------------------------------------------------------


def cliff(metres, **fields):
    """a on a plateau of that height that ends between x = 2 and x = 3."""
    grid = Grid.empty(8, 4)
    height = grid.height.copy()
    height[:, :3] = units(metres)
    return fight(fighter("a", "red", (2, 1), **fields), fighter("b", "blue", (7, 3)), grid=grid.replace(height=height))


@pytest.mark.parametrize(
    ("metres", "points"), [(2.25, 0), (2.75, 0), (3, 1), (3.5, 1), (4, 2), (7, 5)]
)
def test_a_jump_down_is_a_fall_of_one_point_a_whole_metre_beyond_two(metres, points):
    # rule: MOV-3
    start = cliff(metres)
    assert "would be a fall" in reason(start, Move("a", (3, 1), ((3, 1),)))
    assert reason(start, Move("a", (3, 1))) != "", "nobody falls who does not jump"
    assert Move("a", (3, 1), jump=True) in legal_actions(start)
    after, events = do(start, Move("a", (3, 1), jump=True))
    assert Fallen("a", (3, 1), units(metres)) in events
    assert [each.total for each in events if isinstance(each, Damaged)] == ([points] if points else [])
    assert (after["a"].pv, after["a"].cell, after["a"].posture) == (10 - points, (3, 1), "prone")
    assert do(after, StandUp("a"))[0]["a"].posture == "standing"
    assert after.dice == 0, "no defence"


def test_a_fall_bludgeons_by_type_and_may_put_out():
    # rule: MOV-3 DMG-12 DMG-14 DMG-16
    resistant = cliff(7, responses=(DamageResponse("resistant", "bludgeon"),))
    assert do(resistant, Move("a", (3, 1), jump=True))[0]["a"].pv == 10 - 2
    immune = cliff(7, responses=(DamageResponse("immune", "bludgeon"),))
    assert do(immune, Move("a", (3, 1), jump=True))[0]["a"].pv == 10
    after, _ = do(cliff(7, hurt=6), Move("a", (3, 1), jump=True))
    assert (after["a"].out, after.winner) == (True, "blue")


def test_two_metres_are_walked_down():
    # rule: MOV-3
    after, events = do(cliff(2), Move("a", (3, 1)))
    assert (after["a"].posture, [type(each) for each in events]) == ("standing", [Moved])
    assert not any(isinstance(each, Move) and each.jump for each in legal_actions(cliff(2)))


def test_the_points_of_a_fall_are_a_setting():
    # rule: MOV-3
    twice = battle(fall_damage=2).settings
    assert [fall_points(units(metres), twice) for metres in (2, 3, 4.9)] == [0, 2, 4]


def test_every_jump_that_is_listed_is_done():
    # rule: MOV-3 ACT-6
    start = cliff(4)
    jumps = [each for each in legal_actions(start) if isinstance(each, Move) and each.jump]
    assert {each.to for each in jumps} == {(3, y) for y in range(4)}
    for jump in jumps:
        assert do(start, jump, EndTurn("a"))[0]["a"].pv == 8


def test_a_hazard_on_the_way_is_told_where_it_is_met():
    # rule: EFF-1 ACT-2
    start = spread(fight(fighter("a", "red", (1, 1)), fighter("b", "blue", (9, 7))),
                   ZoneEffect("Embers", damage=(DamagePart("fire", 2),), cost=2), (3, 1), (4, 1))
    after, events = do(start, Move("a", (5, 1), ((2, 1), (3, 1), (4, 1), (5, 1))))
    assert [type(each) for each in events] == [Moved, Damaged, Moved]
    assert events[0] == Moved("a", (1, 1), ((2, 1), (3, 1)), 3000)
    assert events[2] == Moved("a", (3, 1), ((4, 1), (5, 1)), 3000)
    assert (after["a"].cell, after["a"].pv) == ((5, 1), 8)
