"""How long things last: each expiry fires once, at its slot or turn."""

import pytest

from game.rules.actions import Delay, EndTurn, GmEffect, GmRemove
from game.rules.dice import ScriptedDice
from game.rules.events import ConditionEnded, Damaged, OngoingEnded, TurnBegan, ZoneEnded
from game.rules.history import Game
from game.rules.powers import ConditionEffect, ContinuousEffect, ModifierEffect, ZoneEffect
from game.rules.state import Expiry
from tests.rules.arena import do, fight, fighter
from tests.rules.effects_arena import give, harm, lasts, put, spread, turns, until


@pytest.fixture
def mbr():
    """M, B, R in that order, on two sides, far apart."""
    return fight(fighter("m", "red", (0, 0)), fighter("b", "blue", (5, 5)), fighter("r", "red", (11, 0)))


def test_pf2e_1378_an_effect_for_all_ends_at_the_start_of_its_sources_next_turn(mbr):
    """Order M, B, R; B gives all three an effect that ends at the start of B's second turn."""
    # rule: EFF-6
    state, _ = turns(mbr, 1)
    for who in "mbr":
        state = put(state, who, "wounded", source="b", duration=lasts(1, "source_start"))
    seen = []
    for _ in range(4):  # B and R in round 1, M and B in round 2
        seen.append((state.active.id, state.round, [who for who in "mbr" if state[who].has("wounded")]))
        state, _ = turns(state, 1)
    assert seen == [("b", 1, ["m", "b", "r"]), ("r", 1, ["m", "b", "r"]), ("m", 2, ["m", "b", "r"]), ("b", 2, [])]


@pytest.mark.parametrize("kind", ["condition", "modifier", "zone"])
def test_rounds_end_right_before_the_turn_of_the_same_slot(mbr, kind):
    # rule: EFF-6
    state, _ = turns(mbr, 1)  # B's turn
    match kind:
        case "condition":
            state = put(state, "m", "slow", duration=lasts(2))
        case "modifier":
            state = give(state, "m", ModifierEffect("Blessed", lasts(2), defence=1))
        case "zone":
            state = spread(state, ZoneEffect("Smoke", lasts(2), concealment="total"), (3, 3))
    state, events = until(state, "r", 2)
    assert not any(isinstance(each, ConditionEnded | OngoingEnded | ZoneEnded) for each in events)
    state, events = until(state, "b", 3)
    kinds = [type(each) for each in events]
    ended = next(at for at, each in enumerate(kinds) if each in (ConditionEnded, OngoingEnded, ZoneEnded))
    assert events[ended + 1] == TurnBegan("b", 3)  # right before it
    state, events = until(state, "b", 5)
    assert not any(isinstance(each, ConditionEnded | OngoingEnded | ZoneEnded) for each in events)


def test_a_slot_goes_on_when_its_owner_no_longer_acts(mbr):
    # rule: EFF-6 INI-6
    state, _ = turns(mbr, 1)
    state = put(state, "m", "slow", source="b", duration=lasts(2))
    state = put(state, "r", "wounded", source="b", duration=lasts(1, "source_end"))
    extra = fighter("c", "blue", (8, 5))
    state = state.but(combatants=(*state.combatants, extra), order=(*state.order, "c"))
    state, _ = do(state, GmRemove("b"))
    assert state.order == ("m", "b", "r", "c")
    assert state.active.id == "r"
    assert not state["r"].has("wounded")  # the turn in which B left was its turn number 1
    assert state["m"].has("slow")
    state, _ = until(state, "r", 2)
    assert state["m"].has("slow")
    state, _ = until(state, "m", 3)
    assert state["m"].has("slow")
    state, events = turns(state, 1)
    assert not state["m"].has("slow")  # at B's slot of round 3, between M and R
    assert state.active.id == "r"
    assert sum(isinstance(each, ConditionEnded) for each in events) == 1


def test_the_slot_of_one_who_delays_stays_where_it_was(mbr):
    # rule: EFF-6 INI-5
    state = put(mbr, "r", "slow", duration=lasts(1))  # in M's slot
    state, _ = until(state, "m", 2)
    assert not state["r"].has("slow")
    state = put(state, "r", "slow", duration=lasts(1))
    state, _ = do(state, Delay("m", "r"))
    assert state.active.id == "b"
    assert state["r"].conditions[0].expiry == Expiry("slot", "b", "start", 1)
    state, _ = until(state, "m", 2)
    assert state["r"].has("slow")
    state, events = turns(state, 1)  # round 3 starts with M's old place, then B
    assert state.active.id == "b"
    assert not state["r"].has("slow")
    assert [type(each).__name__ for each in events] == ["TurnEnded", "RoundBegan", "ConditionEnded", "TurnBegan"]


def test_a_delayed_turn_starts_once(mbr):
    """What fires at the start of a turn does not fire again when the turn is resumed."""
    # rule: INI-5 EFF-6
    state = put(mbr, "b", "bleeding")
    state, events = turns(state, 1)
    assert [each.who for each in events if isinstance(each, Damaged)] == ["b"]
    state, events = do(state, Delay("b", "r"), EndTurn("r"))
    assert events[-1] == TurnBegan("b", 1, resumed=True)
    assert not any(isinstance(each, Damaged) for each in events)
    assert state["b"].pv == 8


def test_pf2e_18990_until_the_start_of_its_next_turn_given_before_its_first(mbr):
    """R is given a guard before its first turn: it ends at R's first turn in round 1."""
    # rule: EFF-6
    state = give(mbr, "r", ModifierEffect("Guard", lasts(1, "target_start"), defence=2))
    state, _ = turns(state, 1)
    assert state["r"].ongoing
    state, _ = turns(state, 1)
    assert (state.active.id, state.round) == ("r", 1)
    assert not state["r"].ongoing


def test_crucible_1028_a_turn_start_fires_once_and_stepping_back_gives_it_back():
    """68 PV, bleeding at turn start: 66 in round 2; a step back gives 68, a step forward 66 again."""
    # rule: CND-22 EFF-6
    start = fight(fighter("a", "red", (0, 0), pv=68), fighter("b", "blue", (5, 5)))
    game = Game(start).do(GmEffect(ConditionEffect("bleeding", lasts(9)), ("a",)), ScriptedDice(()))
    game = game.do(EndTurn("a"), ScriptedDice(())).do(EndTurn("b"), ScriptedDice(()))
    assert game.battle["a"].pv == 66
    assert game.undo().battle["a"].pv == 68
    assert game.undo().redo().battle["a"].pv == 66


def test_a_condition_without_a_duration_ends_at_the_start_of_the_targets_second_turn(mbr):
    # rule: CND-2
    state = put(mbr, "r", "disoriented")
    state, _ = until(state, "r", 1)
    assert state["r"].has("disoriented")  # its one whole turn
    state, _ = until(state, "b", 2)
    assert state["r"].has("disoriented")
    state, _ = until(state, "r", 2)
    assert not state["r"].has("disoriented")


def test_the_second_turn_is_a_setting():
    # rule: CND-2
    state = fight(fighter("a", "red", (0, 0)), fighter("b", "blue", (5, 5)), condition_turns=1)
    state, _ = turns(put(state, "b", "disoriented"), 1)
    assert not state["b"].has("disoriented")


@pytest.mark.parametrize(("until_", "last"), [("target_start", (1, "b")), ("target_end", (1, "r")),
                                              ("source_start", (2, "m")), ("source_end", (1, "b"))])
def test_durations_in_turns(mbr, until_, last):
    """The first turn in which the condition is gone; its source is M, whose turn it is."""
    # rule: EFF-6
    state = put(mbr, "b", "slow", source="m", duration=lasts(1, until_))
    while state["b"].has("slow"):
        state, _ = turns(state, 1)
    assert (state.round, state.active.id) == last


def test_each_tick_of_a_continuous_effect_fires_once(mbr):
    # rule: EFF-1 EFF-6
    state = give(mbr, "b", ContinuousEffect("Embers", lasts(2, "target_end"), (harm("fire", 1),), at="end"))
    state, events = until(state, "m", 4)
    hits = [each for each in events if isinstance(each, Damaged)]
    assert [(each.who, each.total) for each in hits] == [("b", 1), ("b", 1)]
    assert sum(isinstance(each, OngoingEnded) for each in events) == 1
    state = give(state, "b", ContinuousEffect("Mending", lasts(2), healing=3))
    state, _ = until(state, "m", 7)
    assert state["b"].pv == 10


def test_scene_long_effects_never_end_by_time(mbr):
    # rule: CND-3 EFF-6
    state = put(mbr, "b", "slow", duration=lasts(1, "scene"))
    state, events = until(state, "m", 9)
    assert state["b"].has("slow")
    assert not any(isinstance(each, ConditionEnded) for each in events)
