"""What the GM does by hand: effects, late entries, removals, the end of a scene."""

import pytest

from game.rules.actions import (
    Attack,
    Begin,
    Delay,
    EndScene,
    EndTurn,
    GmEffect,
    GmRemove,
    Join,
    Move,
)
from game.rules.catalog import DamagePart
from game.rules.dice import ScriptedDice
from game.rules.engine import legal_actions
from game.rules.events import (
    BattleWon,
    ConditionGained,
    Damaged,
    Healed,
    Joined,
    Narrated,
    Removed,
    SceneEnded,
    TurnBegan,
    ZoneBegan,
    ZoneEnded,
)
from game.rules.history import Game
from game.rules.powers import (
    ConditionEffect,
    ContinuousEffect,
    CureEffect,
    DamageEffect,
    DamageResponse,
    HealingEffect,
    ModifierEffect,
    ZoneEffect,
)
from game.rules.state import Placement
from tests.rules.arena import battle, do, fight, fighter, reason
from tests.rules.effects_arena import lasts, turns, until

FALLING_ROOF = DamageEffect((DamagePart("bludgeon", 3),))


@pytest.fixture
def three():
    """A, B, C in that order; C is B's ally. Initiatives 12, 9, 4."""
    start = fight(fighter("a", "red", (0, 0), mobility=(6, 8)), fighter("b", "blue", (5, 5)),
                  fighter("c", "blue", (9, 0), mobility=(3, 8)))
    for who, total in (("a", 12), ("b", 9), ("c", 4)):
        start = start.with_combatant(start[who].but(initiative=total))
    return start


def order_of(state, count):
    acted = []
    for _ in range(count):
        acted.append((state.round, state.active.id))
        state, _ = do(state, EndTurn(state.active.id))
    return acted


# --- narrative effects -----------------------------------------------------------------------------------------------


def test_the_gm_applies_any_effect_and_it_is_told_as_such(three):
    # rule: EFF-2 EFF-1
    state, events = do(three, GmEffect(FALLING_ROOF, ("a", "b"), name="The roof comes down"))
    assert events[0] == Narrated("The roof comes down", ("a", "b"))
    assert [(each.who, each.total) for each in events if isinstance(each, Damaged)] == [("a", 3), ("b", 3)]
    state, events = do(state, GmEffect(HealingEffect(2), ("a",)))
    assert [each.pv_after for each in events if isinstance(each, Healed)] == [9]
    state, _ = do(state, GmEffect(ConditionEffect("slow"), ("b",)), GmEffect(CureEffect(()), ("b",)),
                  GmEffect(ModifierEffect("Luck", lasts(1), defence=1), ("a",)),
                  GmEffect(ContinuousEffect("Ash", lasts(2), (DamagePart("fire", 1),)), ("c",)))
    assert (state["b"].conditions, len(state["a"].ongoing), len(state["c"].ongoing)) == ((), 1, 1)
    assert state.turn.untouched  # none of it takes a turn


def test_the_nature_of_a_narrative_effect_is_mundane_unless_said():
    # rule: EFF-2 EFF-5 DMG-11
    start = fight(fighter("a", "red", (0, 0), responses=(DamageResponse("immune", nature="mundane"),)),
                  fighter("b", "blue", (5, 5)))
    assert do(start, GmEffect(FALLING_ROOF, ("a",)))[0]["a"].pv == 10
    assert do(start, GmEffect(FALLING_ROOF, ("a",), magical=True))[0]["a"].pv == 7


def test_a_narrative_effect_can_be_undone_and_redone(three):
    # rule: EFF-2
    game = Game(three).do(GmEffect(FALLING_ROOF, ("a",)), ScriptedDice(()))
    assert (game.battle["a"].pv, game.undo().battle["a"].pv, game.undo().redo().battle["a"].pv) == (7, 10, 7)


def test_the_gm_changes_the_scene_and_changes_it_back(three):
    # rule: EFF-2 EFF-1
    flood = ZoneEffect("Flood", lasts(5), cost=2, damage=(DamagePart("cold", 1),))
    state, events = do(three, GmEffect(flood, place=Placement(cells=((1, 0), (2, 0)))))
    assert [sorted(each.cells) for each in events if isinstance(each, ZoneBegan)] == [[(1, 0), (2, 0)]]
    moved, events = do(state, Move("a", (2, 0), ((1, 0), (2, 0))))
    assert [each.total for each in events if isinstance(each, Damaged)] == [1]  # once, though it entered two squares
    dry, events = do(moved, GmRemove("zone-1"))
    assert [each.reason for each in events if isinstance(each, ZoneEnded)] == ["act"]
    assert dry.grid == three.grid


@pytest.mark.parametrize(("action", "words"), [
    (GmEffect(FALLING_ROOF), "needs targets"),
    (GmEffect(FALLING_ROOF, ("zed",)), "no creature 'zed'"),
    (GmEffect(FALLING_ROOF, ("a",), Placement()), "no place"),
    (GmEffect(ZoneEffect("Mud"), ("a",)), "needs its squares"),
    (GmEffect(ZoneEffect("Mud"), place=Placement(cells=((99, 0),))), "outside the map"),
    (GmEffect(ConditionEffect("silly"), ("a",)), "no such condition"),
    (GmEffect(FALLING_ROOF, ("a",), source="zed"), "no creature 'zed'"),
    (GmRemove("zed"), "no creature 'zed'"),
    (Join(fighter("a", "red", (3, 3))), "already"),
    (Join(fighter("d", "green", (3, 3))), "no team"),
    (Join(fighter("d", "red", None)), "needs a place"),
    (Join(fighter("d", "red", (5, 5))), "taken"),
    (Join(fighter("d", "red", (99, 5))), "outside the map"),
])  # fmt: skip
def test_the_gm_is_told_what_makes_no_sense(three, action, words):
    # rule: ACT-6 EFF-2
    assert words in reason(three, action)


def test_nobody_is_walled_in_and_nobody_comes_in_inside_a_wall(three):
    # rule: EFF-1 EFF-2 INI-4
    wall = ZoneEffect("Rubble", lasts(3), obstacle=2)
    assert "stands in the way" in reason(three, GmEffect(wall, place=Placement(cells=((5, 5), (5, 6)))))
    state, _ = do(three, GmEffect(wall, place=Placement(cells=((3, 3), (3, 4)))))
    assert "something solid" in reason(state, Join(fighter("d", "red", (3, 3))))
    assert reason(state, Join(fighter("d", "red", (4, 3)))) == ""
    low, _ = do(three, GmEffect(ZoneEffect("Kerb", lasts(3), obstacle=0.5), place=Placement(cells=((3, 3),))))
    assert reason(low, Join(fighter("d", "red", (3, 3)))) == ""


def test_before_and_after_the_fight_there_is_nothing_to_do():
    # rule: EFF-2
    start = battle(fighter("a", "red", (0, 0)), fighter("b", "blue", (5, 5)))
    assert "not begun" in reason(start, EndScene())
    assert "over" in reason(start.but(phase="over"), EndScene())


def test_what_the_gm_does_is_not_listed(three):
    # rule: EFF-2
    assert not {each.kind for each in legal_actions(three)} & {"gm_effect", "gm_remove", "join", "end_scene"}


def test_the_end_of_a_scene_is_told(three):
    # rule: CND-3
    _, events = do(three, EndScene())
    assert events == [SceneEnded()]


def test_an_effect_by_hand_may_end_a_turn_or_the_fight(three):
    # rule: EFF-2 INI-6
    doom = DamageEffect((DamagePart("untyped", 50),))
    state, events = do(three, EndTurn("a"), GmEffect(doom, ("b",)))
    assert events[-1] == TurnBegan("c", 1)
    state, events = do(state, GmEffect(doom, ("c",)))
    assert events[-1] == BattleWon("red")
    assert state.phase == "over"


# --- late entry ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "order"), [(8, "dabc"), (6, "adbc"), (2, "abdc"), (1, "abcd")])
def test_a_late_entry_rolls_initiative_and_acts_from_the_next_round(three, face, order):
    # rule: INI-4
    state, events = do(three, Join(fighter("d", "red", (3, 3))), dice=(face,))
    (joined,) = (each for each in events if isinstance(each, Joined))
    assert ("".join(state.order), joined.order, joined.cell) == (order, state.order, (3, 3))
    acted = order_of(state, 7)
    assert acted == [(1, "a"), (1, "b"), (1, "c"), *((2, who) for who in order)]


def test_a_late_entry_that_ties_is_ranked_by_mobility_and_then_rolls_again():
    # rule: INI-4 INI-2 INI-3
    start = fight(fighter("a", "red", (0, 0)), fighter("b", "blue", (5, 5), mobility=(2, 8)))
    start = start.but(combatants=tuple(each.but(initiative=9) for each in start.combatants))
    state, events = do(start, Join(fighter("d", "red", (3, 3))), dice=(4, 3, 6))  # ties with A alone: 3 against 6
    assert "".join(state.order) == "adb"
    assert [(each.who, each.attempt) for each in events[0].rolls] == [("d", 0), ("d", 1), ("a", 1)]
    state, _ = do(start, Join(fighter("d", "red", (3, 3))), dice=(4, 5, 5, 6, 2))  # tied once more, then ahead
    assert "".join(state.order) == "dab"


def test_a_late_entry_has_a_slot_like_all_others(three):
    # rule: INI-4 EFF-6 INI-5
    state, _ = do(three, Join(fighter("d", "red", (3, 3))), dice=(6,))
    state, _ = until(state, "d", 2)
    state, _ = do(state, GmEffect(ConditionEffect("slow", lasts(1)), ("a",)))
    state, _ = do(state, Delay("d", "b"))
    assert "".join(state.order) == "abdc"
    assert state["d"].initiative == 9  # the place that it took
    state, _ = until(state, "a", 3)
    assert state["a"].has("slow")
    state, _ = turns(state, 1)
    assert not state["a"].has("slow")


# --- removal ---------------------------------------------------------------------------------------------------------


def test_removal_in_the_middle_of_its_own_turn_hands_it_on(three):
    # rule: INI-6
    state, events = do(three, Move("a", (1, 0)), GmRemove("a"))
    assert [type(each) for each in events[1:]] == [Removed, BattleWon]
    more = fighter("e", "red", (0, 7))
    crowd = three.but(combatants=(*three.combatants, more), order=(*three.order, "e"), waiting=(*three.waiting, "e"))
    state, events = do(crowd, Move("a", (1, 0)), GmRemove("a"))
    assert events[1:] == [Removed("a"), TurnBegan("b", 1)]
    assert (state["a"].cell, state["a"].out, state["a"].pv) == (None, True, 10)
    assert order_of(state, 5) == [(1, "b"), (1, "c"), (1, "e"), (2, "b"), (2, "c")]


def test_who_was_removed_is_no_target_and_in_nobodys_way(three):
    # rule: INI-6
    state, _ = do(three, GmRemove("b"))
    assert "not on the map" in reason(state, Attack("a", "b", "sword"))
    joined, _ = do(state, Join(fighter("d", "red", (5, 5))), dice=(4,))
    assert joined["d"].cell == (5, 5)


def test_the_last_in_the_order_may_be_removed_in_its_turn(three):
    # rule: INI-6 TIM-1
    more = fighter("e", "red", (0, 7))
    crowd = three.but(combatants=(*three.combatants, more), order=(*three.order, "e"), waiting=(*three.waiting, "e"))
    state, _ = until(crowd, "e", 1)
    state, events = do(state, GmRemove("e"))
    assert (state.active.id, state.round) == ("a", 2)
    assert events[0] == Removed("e")


def test_everybody_acts_once_a_round_whatever_happens():
    # rule: TIM-1 INI-4 INI-6
    start, _ = do(battle(fighter("a", "red", (0, 0)), fighter("b", "blue", (5, 5)), fighter("c", "blue", (7, 5))),
                  Begin(), dice=(7, 5, 3))
    state, _ = do(start, Join(fighter("d", "red", (3, 3))), EndTurn("a"), GmRemove("b"), dice=(6,))
    assert order_of(state, 7) == [(1, "c"), (2, "a"), (2, "d"), (2, "c"), (3, "a"), (3, "d"), (3, "c")]


def test_hurting_who_is_down_does_nothing_more(three):
    # rule: DMG-16
    assert "out of the fight" in reason(three.with_combatant(three["b"].but(out=True)), GmEffect(FALLING_ROOF, ("b",)))
    _, events = do(three, GmEffect(ConditionEffect("prone"), ("b",)))
    assert isinstance(events[1], ConditionGained)


def test_who_comes_in_holds_what_it_carries_in_the_hands_it_has():
    # rule: INI-4 ACT-2
    where = fight(fighter("a", "red", (1, 1)), fighter("b", "blue", (5, 5)))
    late = fighter("c", "red", (3, 3), weapons=("sword", "dagger", "bow"))
    assert reason(where, Join(late)) == ""
    assert "carries no halberd" in reason(where, Join(late.but(hands=("halberd",))))
    assert "more than 2 hands" in reason(where, Join(late.but(hands=("sword", "bow"))))
