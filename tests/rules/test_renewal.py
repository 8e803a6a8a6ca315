"""The same condition or effect again, from one source or from two: what it lasts by, and that it counts once."""

import pytest

from game.rules.actions import Concentrate, EndTurn
from game.rules.conditions import changes, metres_of_move
from game.rules.effects import Cause, apply_effect
from game.rules.events import ConditionEnded, Damaged
from game.rules.expiry import end_sustained
from game.rules.powers import ConditionEffect, ContinuousEffect, Duration, ModifierEffect, TestChange
from game.rules.state import Expiry
from tests.rules.arena import do, fight, fighter
from tests.rules.effects_arena import give, harm, lasts, put, until


@pytest.fixture
def duel():
    """A and B, next to each other."""
    return fight(fighter("a", "red", (3, 3), pv=40), fighter("b", "blue", (4, 3), pv=40))


def test_renewed_it_ends_at_the_later_of_both_moments(duel):
    # rule: CND-4 EFF-6
    short, long = lasts(1), lasts(3, "target_start")
    for first, second in ((short, long), (long, short)):
        state = put(put(duel, "b", "wounded", source="a", duration=first), "b", "wounded", duration=second)
        (held,) = state["b"].conditions
        assert (held.expiry, held.source) == (Expiry("turn", "b", "start", 3), "a")
    # round 1, a acts: b's slot is still to come in this round, a's own in the next
    state = put(put(duel, "b", "slow", duration=lasts(1)), "b", "slow", duration=lasts(1, "target_end"))
    assert state["b"].conditions[0].expiry == Expiry("slot", "a", "start", 1)
    stays = put(put(duel, "b", "slow"), "b", "slow", stays=True)
    assert stays["b"].conditions[0].stays


HASTE = ConditionEffect("slow", Duration(9, "scene"))


def spellbound(where, who, source):
    """Under a condition that its source keeps up by concentration."""
    return apply_effect(where, HASTE, who, Cause(source, "magical", sustained=True))[0]


def test_what_concentration_keeps_up_ends_with_it_and_not_sooner_nor_later(duel):
    """Two sources impose the same: neither ends with the other, and it counts once as long as one is left."""
    # rule: CND-4 ACT-4
    timed = lasts(2, "target_start")
    for first in (True, False):
        state = spellbound(duel, "b", "a") if first else put(duel, "b", "slow", duration=timed)
        state = put(state, "b", "slow", duration=timed) if first else spellbound(state, "b", "a")
        assert metres_of_move(state, state["b"], 8) == 4
        stopped, events = end_sustained(state, "a")
        assert (stopped["b"].has("slow"), events) == (True, []), "the other source still holds it"
        over, events = until(stopped, "a", 3)
        assert not over["b"].has("slow")
        assert len([each for each in events if isinstance(each, ConditionEnded)]) == 1
        kept, _ = do(state, Concentrate("a"))
        kept, _ = do(kept, EndTurn("a"), EndTurn("b"), Concentrate("a"))
        kept, events = do(kept, EndTurn("a"))
        assert kept["b"].has("slow"), "its time is over, the concentration is not"
        assert not [each for each in events if isinstance(each, ConditionEnded)]
        lost, events = end_sustained(kept, "a")
        assert not lost["b"].has("slow")
        assert [each.reason for each in events] == ["source"]


def test_a_modifier_of_two_sources_counts_once(duel):
    # rule: CND-4 EFF-1
    blessed = ModifierEffect("Blessed", lasts(2, "target_start"), tests=(TestChange(2),))
    ash = ContinuousEffect("Ash", lasts(2, "target_start"), (harm("fire", 1),))
    state = duel
    for effect in (blessed, ash):
        state = give(state, "b", effect)
        state, _ = apply_effect(state, effect, "b", Cause("a", sustained=True))
        assert len([each for each in state["b"].ongoing if each.effect == effect]) == 2
    assert changes(state, state["b"], "other", "wits").amount == 2
    ended, events = end_sustained(state, "a")
    assert (len(ended["b"].ongoing), events) == (2, [])
    _, events = do(state, Concentrate("a"), EndTurn("a"))
    assert [each.total for each in events if isinstance(each, Damaged)] == [1]
    again = give(give(duel, "b", blessed, source="a"), "b", blessed)
    assert [(each.source, each.expiry.count) for each in again["b"].ongoing] == [("a", 2)]


def test_who_is_thrown_down_by_a_spell_lies_there_when_it_ends(duel):
    # rule: CND-11 SHT-5 ACT-4
    state, _ = apply_effect(duel, ConditionEffect("unconscious", lasts(3)), "b", Cause("a", sustained=True))
    woken, _ = end_sustained(state, "a")
    assert [each.id for each in woken["b"].conditions] == ["prone"]
