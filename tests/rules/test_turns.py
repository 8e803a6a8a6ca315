"""Rounds, turns, delaying, and those who fall in the middle of it."""

import pytest

from game.rules import turns
from game.rules.actions import Attack, Crouch, Delay, DropProne, EndTurn, Move, StandUp
from game.rules.checks import Cup
from game.rules.dice import ScriptedDice
from game.rules.events import BattleWon, Delayed, Out, RoundBegan, TurnBegan, TurnEnded
from game.rules.state import Turn
from tests.rules.arena import do, fight, fighter, reason

HIT = [7, 2]  # 7 + 5 against 2 + 5


def five(**fields):
    """G1 to G5 of two sides in a row, in initiative order; G1, G3, G5 against G2, G4."""
    sides = ("red", "blue", "red", "blue", "red")
    return fight(*(fighter(f"g{n + 1}", side, (n, 1), **fields) for n, side in enumerate(sides)))


def test_only_the_one_whose_turn_it_is_acts():
    # rule: TIM-1 ACT-6
    for action in (Move("g2", (1, 2)), Attack("g2", "g1", "sword"), Crouch("g2"), EndTurn("g2")):
        assert reason(five(), action) == "it is the turn of G1, not of G2"


def order_of(battle, count):
    """Who acts now and after, each ending the turn at once."""
    acted = []
    for _ in range(count):
        acted.append((battle.round, battle.active.id))
        battle, _ = do(battle, EndTurn(battle.active.id))
    return acted


def test_each_acts_once_a_round_and_the_round_ends_with_the_last():
    # rule: TIM-1
    battle = fight(fighter("a", "red", (0, 0)), fighter("b", "blue", (1, 0)), fighter("c", "red", (2, 0)))
    assert order_of(battle, 6) == [(1, "a"), (1, "b"), (1, "c"), (2, "a"), (2, "b"), (2, "c")]
    battle, events = do(battle, EndTurn("a"), EndTurn("b"), EndTurn("c"))
    assert events[-3:] == [TurnEnded("c"), RoundBegan(2), TurnBegan("a", 2)]


def test_dndme_34_who_falls_in_the_middle_of_a_turn_takes_nobodys_turn():
    """The pointer holds an identity: after G2 fells G1's neighbour nobody is skipped."""
    # rule: INI-6
    battle, _ = do(five(pv=3), EndTurn("g1"))
    battle, events = do(battle, Attack("g2", "g1", "sword"), dice=HIT)  # g1 has acted already
    assert Out("g1", "unconscious") in events
    assert order_of(battle, 7) == [(1, "g2"), (1, "g3"), (1, "g4"), (1, "g5"), (2, "g2"), (2, "g3"), (2, "g4")]


def test_one_who_falls_before_its_turn_is_passed_over():
    # rule: INI-6
    battle, _ = do(five(pv=3), EndTurn("g1"))
    battle, _ = do(battle, Attack("g2", "g3", "sword"), dice=HIT)
    assert order_of(battle, 5) == [(1, "g2"), (1, "g4"), (1, "g5"), (2, "g1"), (2, "g2")]
    assert battle.order == ("g1", "g2", "g3", "g4", "g5")  # its initiative slot stays


def test_the_last_of_the_round_may_fall_while_others_wait():
    # rule: INI-6
    battle = five(pv=3)
    battle, _ = do(battle, EndTurn("g1"), EndTurn("g2"), EndTurn("g3"))
    battle, _ = do(battle, Attack("g4", "g5", "sword"), dice=HIT)
    assert order_of(battle, 3) == [(1, "g4"), (2, "g1"), (2, "g2")]


def test_one_who_is_taken_out_in_its_own_turn_hands_it_on():
    # rule: INI-6
    battle = five()
    battle = battle.with_combatant(battle["g1"].but(pv=0, out=True))
    battle, events = turns.settle(battle, Cup(ScriptedDice(()), 0))
    assert events == [TurnBegan("g2", 1)]
    assert battle.active.id == "g2"


def test_the_order_is_the_same_every_round():
    # rule: INI-6
    assert [who for _, who in order_of(five(), 15)] == ["g1", "g2", "g3", "g4", "g5"] * 3


def test_delaying_moves_a_turn_to_a_later_place_and_keeps_it():
    # rule: INI-5
    battle, events = do(five(), Delay("g1", "g3"))
    assert events == [Delayed("g1", "g3"), TurnBegan("g2", 1)]
    assert order_of(battle, 9) == [
        (1, "g2"), (1, "g3"), (1, "g1"), (1, "g4"), (1, "g5"), (2, "g2"), (2, "g3"), (2, "g1"), (2, "g4"),
    ]


def test_a_delayed_turn_is_told_as_resumed():
    # rule: INI-5
    battle, _ = do(five(), Delay("g1", "g2"))
    battle, events = do(battle, EndTurn("g2"))
    assert events[-1] == TurnBegan("g1", 1, resumed=True)
    for who in ("g1", "g3", "g4", "g5"):
        battle, _ = do(battle, EndTurn(who))
    assert battle.active.id == "g2"
    _, events = do(battle, EndTurn("g2"))
    assert events[-1] == TurnBegan("g1", 2, resumed=False)


def test_delaying_to_the_end_of_the_round():
    # rule: INI-5
    battle, _ = do(five(), Delay("g1", "g5"))
    assert order_of(battle, 6) == [(1, "g2"), (1, "g3"), (1, "g4"), (1, "g5"), (1, "g1"), (2, "g2")]


def test_the_place_chosen_outlives_the_one_it_was_chosen_after():
    # rule: INI-5 INI-6
    battle, _ = do(five(pv=3), Delay("g1", "g3"))
    battle, _ = do(battle, Attack("g2", "g3", "sword"), dice=HIT)
    assert order_of(battle, 6) == [(1, "g2"), (1, "g1"), (1, "g4"), (1, "g5"), (2, "g2"), (2, "g1")]


def test_two_who_delay_after_the_same_one_stand_in_the_order_of_choosing_last_first():
    # rule: INI-5
    battle, _ = do(five(), Delay("g1", "g4"))
    battle, _ = do(battle, Delay("g2", "g4"))
    assert [who for _, who in order_of(battle, 5)] == ["g3", "g4", "g2", "g1", "g5"]


def test_delaying_is_refused_to_earlier_places_twice_and_after_acting():
    # rule: INI-5
    battle, _ = do(five(), EndTurn("g1"))
    assert "does not act later in this round" in reason(battle, Delay("g2", "g1"))
    assert "does not act later" in reason(battle, Delay("g2", "g2"))
    assert "does not act later" in reason(battle, Delay("g2", "nobody"))
    moved, _ = do(battle, Move("g2", (1, 2)))
    assert "has begun to act" in reason(moved, Delay("g2", "g3"))
    waited, _ = do(battle, Delay("g2", "g3"), EndTurn("g3"))
    assert "already delayed" in reason(waited, Delay("g2", "g5"))


def test_the_last_one_has_nobody_to_wait_for():
    battle, _ = do(five(), *(EndTurn(f"g{n}") for n in range(1, 5)))
    assert "those who do: -" in reason(battle, Delay("g5", "g1"))


def test_free_acts_do_not_keep_one_from_delaying():
    # rule: ACT-5 INI-5
    battle, _ = do(five(), Crouch("g1"), Delay("g1", "g2"))
    assert battle.active.id == "g2"
    assert battle["g1"].crouched


@pytest.mark.parametrize(
    ("used", "move", "execute"),
    [
        (Turn(), True, True),
        (Turn(moves=1), True, True),
        (Turn(executions=1), True, False),
        (Turn(moves=1, executions=1), False, False),
        (Turn(moves=2), False, False),
        (Turn(full=1), False, False),
    ],
)
def test_a_turn_is_a_move_and_an_execution_or_two_moves_or_one_full(used, move, execute):
    # rule: ACT-1
    assert (used.may_move, used.may_execute) == (move, execute)
    assert used.untouched == (used == Turn())


def play(battle, kinds):
    """Do Moves (m) and Executions (x) in this order; the reason of the first that is refused."""
    for number, kind in enumerate(kinds):
        action = Move("a", (number + 1, 3)) if kind == "m" else Attack("a", "b", "bow", "ranged")
        why = reason(battle, action)
        if why:
            return number, why
        battle, _ = do(battle, action, dice=[2, 7] if kind == "x" else ())
    return len(kinds), ""


@pytest.mark.parametrize(
    ("kinds", "done"),
    [("mx", 2), ("xm", 2), ("mm", 2), ("x", 1), ("mmm", 2), ("mmx", 2), ("mxm", 2), ("xx", 1), ("xmm", 2), ("mxx", 2)],
)
def test_a_turn_refuses_what_goes_beyond_its_actions(kinds, done):
    # rule: ACT-1 ACT-3
    battle = fight(fighter("a", "red", (0, 3), weapons=("bow",)), fighter("b", "blue", (9, 6)))
    number, why = play(battle, kinds)
    assert number == done
    if done < len(kinds):
        assert ("no Move action is left" if kinds[done] == "m" else "no Execution action is left") in why


def test_a_new_turn_has_all_its_actions():
    # rule: ACT-1
    battle, _ = do(five(), Move("g1", (0, 2)), Move("g1", (0, 3)), EndTurn("g1"))
    assert battle.turn == Turn()
    for who in ("g2", "g3", "g4", "g5"):
        battle, _ = do(battle, EndTurn(who))
    assert reason(battle, Move("g1", (0, 4))) == ""


def test_free_acts_cost_nothing():
    # rule: ACT-5
    battle, _ = do(five(), Move("g1", (0, 2)), Move("g1", (0, 3)), Crouch("g1"), Crouch("g1"), DropProne("g1"))
    assert battle["g1"].posture == "prone"
    assert "no Move action is left" in reason(battle, StandUp("g1"))


def test_the_fight_is_won_when_one_team_is_left():
    # rule: DMG-16
    battle = fight(fighter("a", "red", (0, 0)), fighter("b", "blue", (1, 0), pv=3), fighter("c", "blue", (5, 5)))
    battle, events = do(battle, Attack("a", "b", "sword"), dice=HIT)
    assert battle.phase == "fight"
    assert not any(isinstance(each, BattleWon) for each in events)
    gone = fighter("c", "blue", (5, 5), out=True)
    battle = fight(fighter("a", "red", (0, 0)), fighter("b", "blue", (1, 0), pv=3), gone)
    battle, events = do(battle, Attack("a", "b", "sword"), dice=HIT)
    assert events[-2:] == [Out("b", "unconscious"), BattleWon("red")]
    assert (battle.phase, battle.winner, battle.active, battle["b"].pv) == ("over", "red", None, 0)
    assert "the fight is over" in reason(battle, EndTurn("a"))


def test_three_teams_fight_on_until_one_is_left():
    battle = fight(fighter("a", "red", (0, 0)), fighter("b", "blue", (1, 0), pv=3), fighter("c", "green", (2, 0)))
    battle, _ = do(battle, Attack("a", "b", "sword"), dice=HIT)
    assert battle.phase == "fight"
    assert order_of(battle, 3) == [(1, "a"), (1, "c"), (2, "a")]
