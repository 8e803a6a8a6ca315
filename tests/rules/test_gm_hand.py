"""What the GM does by hand: places, PV, sides, the order, effects lifted, doors, structures, newcomers."""

import pytest

from game.content.codec import decode_action, decode_event, dumps, encode, loads
from game.insight.narrate import sentences
from game.rules.actions import (
    Begin,
    Deploy,
    DropItem,
    EndTurn,
    GmDoor,
    GmEffect,
    GmInitiative,
    GmLift,
    GmMove,
    GmPV,
    GmRemove,
    GmSay,
    GmStructure,
    GmTeam,
    Join,
    Manoeuvre,
    UseDoor,
)
from game.rules.dice import ScriptedDice
from game.rules.events import BattleWon, HoldEnded, Joined, Narrated, Out, PVSet, StructureSet, TurnBegan
from game.rules.history import Game
from game.rules.powers import ConditionEffect, Duration, ModifierEffect, ZoneEffect
from game.rules.state import Structure
from game.spatial.grid import block, wall
from game.texts import tr
from tests.rules.arena import battle, do, fight, fighter, reason
from tests.rules.effects_arena import give, put, turns

DOOR = Structure("door-d1", "door", (), (3, 0, 3, 1), open=False, nd=25)
DOORWAY = (wall((3, 0), (3, 1), structure="door-d1"),)


@pytest.fixture
def four():
    """A, B, C, D in that order, initiatives 12, 9, 6, 3; A and C are red."""
    start = fight(fighter("a", "red", (0, 0)), fighter("b", "blue", (5, 5)), fighter("c", "red", (9, 0)),
                  fighter("d", "blue", (9, 7)), cols=14)
    for who, total in zip("abcd", (12, 9, 6, 3), strict=True):
        start = start.with_combatant(start[who].but(initiative=total))
    return start


def acting(where, count):
    """Who acts in the next so many turns."""
    names = []
    for _ in range(count):
        names.append(where.active.id)
        where, _ = do(where, EndTurn(where.active.id))
    return "".join(names)


# --- places and PV ---------------------------------------------------------------------------------------------------


def test_a_creature_is_put_anywhere_it_can_stand(four):
    after, events = do(four, GmMove("b", (13, 7)))
    assert after["b"].cell == (13, 7)
    assert after.turn == four.turn
    assert tr(sentences(events[0], after)[0]) == "The GM moves B from F6 to N8."
    assert "taken by C" in reason(four, GmMove("b", (9, 0)))
    assert "outside the map" in reason(four, GmMove("b", (14, 0)))
    assert "already stands" in reason(four, GmMove("b", (5, 5)))
    assert "no creature 'z'" in reason(four, GmMove("z", (1, 1)))


def test_a_creature_is_not_put_into_a_wall(four):
    walled = four.but(map=four.map.replace(barriers=block((6, 6), structure="x")),
                      structures=(Structure("x", "block", ((6, 6),), nd=10),))
    assert "something solid" in reason(walled, GmMove("b", (6, 6)))


def test_a_hold_ends_when_the_held_one_is_put_away():  # rule: MAN-3
    start = fight(fighter("a", "red", (0, 0), weapons=()), fighter("b", "blue", (1, 0)))
    held, _ = do(start, Manoeuvre("a", "b", "grapple"), dice=(8, 8, 1, 1)[:2])
    assert held.holds
    after, events = do(held, GmMove("b", (6, 6)))
    assert not after.holds
    assert any(isinstance(each, HoldEnded) for each in events)


def test_pv_are_set_to_any_number(four):
    after, events = do(four, GmPV("b", 3))
    assert after["b"].pv == 3
    assert events == [PVSet("b", 10, 3)]
    assert "from 0 to 10" in reason(four, GmPV("b", 11))
    assert "10 PV already" in reason(four, GmPV("b", 10))
    assert "only at 0 PV" in reason(four, GmPV("b", 4, "dying"))


def test_no_pv_is_out_as_the_gm_says_and_pv_bring_it_back(four):  # rule: DMG-16
    out, events = do(four, GmPV("b", 0, "surrendered"))
    assert (out["b"].out, out["b"].consequence) == (True, "surrendered")
    assert [each for each in events if isinstance(each, Out)] == [Out("b", "surrendered")]
    other, events = do(out, GmPV("b", 0, "dying"))
    assert other["b"].consequence == "dying"
    back, events = do(out, GmPV("b", 5))
    assert (back["b"].out, back["b"].pv, back["b"].posture, back["b"].consequence) == (False, 5, "prone", None)
    assert "b" in back.waiting, "its place in the order is still to come"
    assert len(sentences(events[0], back)) == 2


def test_nobody_comes_back_where_another_stands(four):
    out, _ = do(four, GmPV("b", 0))
    out, _ = do(out, GmMove("d", (5, 5)))
    assert "taken by D" in reason(out, GmPV("b", 1))


def test_the_active_creature_without_pv_hands_its_turn_on(four):
    after, events = do(four, GmPV("a", 0))
    assert after.active.id == "b"
    assert TurnBegan("b", 1) in events


def test_in_quick_combat_pv_are_hits():  # rule: QCK-3
    start = fight(fighter("a", "red", (0, 0)), fighter("b", "blue", (5, 5), resistance=(4, 8)))
    quick = start.but(mode="quick")
    after, _ = do(quick, GmPV("b", 5))
    assert (after["b"].struck, after["b"].pv) == (2, 5)


# --- sides and the order ---------------------------------------------------------------------------------------------


def test_a_creature_changes_sides(four):
    after, events = do(four, GmTeam("b", "red"))
    assert after["b"].team == "red"
    assert tr(sentences(events[0], after)[0]) == "B changes sides, and fights for Red now."
    assert "already" in reason(four, GmTeam("b", "blue"))
    assert "no team 'green'" in reason(four, GmTeam("b", "green"))
    won, events = do(after, GmTeam("d", "red"))
    assert BattleWon("red") in events
    assert won.phase == "over"
    assert "over" in reason(won, GmTeam("d", "blue"))


@pytest.mark.parametrize(("action", "order", "acts"), [
    (GmInitiative("d", after="a"), "adbc", "adbcadbc"),
    (GmInitiative("d", total=10), "adbc", "adbcadbc"),
    (GmInitiative("b", after="d"), "acdb", "acdbacdb"),
    (GmInitiative("b", total=-5), "acdb", "acdbacdb"),
    (GmInitiative("c", total=9), "abcd", ""),
])
def test_the_order_changes(four, action, order, acts):  # rule: INI-2
    after, _ = do(four, action)
    assert "".join(after.order) == order
    if acts:
        assert acting(after, 8) == acts
    if action.total is not None:
        assert after[action.who].initiative == action.total


def test_one_who_goes_to_a_place_that_is_past_acts_in_the_next_round(four):
    second, _ = turns(four, 1)
    after, events = do(second, GmInitiative("d", after=""))
    assert "".join(after.order) == "dabc"
    assert acting(after, 6) == "bcdabc"
    assert tr(sentences(events[0], after)[-1]) == "D acts from the next round on."


def test_one_who_has_acted_does_not_act_twice_in_a_round(four):
    second, _ = turns(four, 1)
    after, _ = do(second, GmInitiative("a", after="d"))
    assert acting(after, 7) == "bcdbcda"


def test_its_place_cannot_change_in_its_own_turn_or_by_nothing(four):
    assert "it is the turn of A" in reason(four, GmInitiative("a", after="d"))
    assert "this place already" in reason(four, GmInitiative("b", after="a"))
    assert "after itself" in reason(four, GmInitiative("b", after="b"))
    assert "by a number" in reason(four, GmInitiative("b"))
    assert "by a number" in reason(four, GmInitiative("b", after="a", total=3))
    assert "no creature" in reason(four, GmInitiative("b", after="zed"))


@pytest.mark.parametrize("move", ["", "d"])
def test_what_ends_at_a_slot_that_moves_ends_once_and_in_time(four, move):  # rule: EFF-6
    """In the turn of B something begins that lasts a round at B's slot; then A or C moves it over the slot in force."""
    second, _ = turns(four, 1)
    under = put(second, "c", "slow", duration=Duration(2))
    assert under["c"].conditions[0].expiry.whose == "b"
    third, _ = turns(under, 1)
    moved, _ = do(third, GmInitiative("b", after=move))
    ends, where = [], moved
    for _ in range(14):
        where, more = turns(where, 1)
        ends += [(where.round, where.active.id) for each in more if each.kind == "condition_ended"]
    assert len(ends) == 1
    assert ends[0][0] == 3


def test_in_quick_combat_a_side_keeps_its_part_of_the_round():  # rule: QCK-4
    start = battle(fighter("a", "red", (0, 0)), fighter("b", "blue", (5, 5)), fighter("c", "red", (9, 0)),
                   fighter("d", "blue", (9, 7)))
    start = start.but(mode="quick", teams=tuple(each if each.id != "red" else type(each)("red", "Red", players=True)
                                                for each in start.teams))
    begun, _ = do(start, Begin())
    assert begun.order == ("a", "c", "b", "d")
    assert "nobody waits" in reason(begun, GmInitiative("d", after="a"))
    assert "nobody has an initiative number" in reason(begun, GmInitiative("d", total=4))
    assert do(begun, GmInitiative("d", after="c"))[0].order == ("a", "c", "d", "b")


# --- the story, effects ----------------------------------------------------------------------------------------------


def test_a_line_of_the_story_is_told_at_any_time(four):
    after, events = do(four, GmSay("  A horn sounds.  "))
    assert (after, events) == (four, [Narrated("A horn sounds.")])
    assert "from 1 to" in reason(four, GmSay("  "))
    assert reason(four.but(phase="over", winner="red", waiting=()), GmSay("Silence.")) == ""


def test_an_effect_is_lifted_by_its_name(four):
    blessed = give(four, "a", ModifierEffect("Blessing", Duration(3), defence=2))
    after, events = do(blessed, GmLift("a", "Blessing"))
    assert not after["a"].ongoing
    assert [each.kind for each in events] == ["ongoing_ended"]
    assert "no such effect" in reason(after, GmLift("a", "Blessing"))


def test_what_lies_on_the_ground_is_taken_away(four):
    dropped, _ = do(four, DropItem("a", "sword"))
    (thing,) = dropped.items
    after, events = do(dropped, GmRemove(thing.id))
    assert not after.items
    assert tr(sentences(events[0], after)[0]) == "This is gone: Sword."


# --- doors and structures --------------------------------------------------------------------------------------------


def doorway():
    return fight(fighter("a", "red", (2, 0)), fighter("b", "blue", (9, 7)), barriers=DOORWAY, structures=(DOOR,))


def test_a_door_opens_shuts_and_is_locked():
    start = doorway()
    assert reason(start, UseDoor("a", "door-d1")) == ""
    locked, events = do(start, GmDoor("door-d1", "locked"))
    assert tr(sentences(events[0], locked)[0]) == "This is locked now: door between C1 and D1."
    assert reason(locked, UseDoor("a", "door-d1")) == "this is locked: door between C1 and D1"
    assert "locked already" in reason(locked, GmDoor("door-d1", "locked"))
    open_, _ = do(locked, GmDoor("door-d1", "open"))
    assert not open_.grid.barriers
    assert not open_.structure("door-d1").locked
    shut, _ = do(open_, GmDoor("door-d1", "shut"))
    assert shut == start
    free, _ = do(locked, GmDoor("door-d1", "unlocked"))
    assert free == start
    assert "not locked" in reason(free, GmDoor("door-d1", "unlocked"))


def test_only_what_opens_is_a_door():
    start = fight(fighter("a", "red", (2, 0)), fighter("b", "blue", (9, 7)),
                  barriers=(wall((3, 0), (3, 1), structure="w"),), structures=(Structure("w", "wall", nd=105),))
    assert "does not open" in reason(start, GmDoor("w", "open"))
    assert "nothing 'x'" in reason(start, GmDoor("x", "open"))


def test_a_structure_breaks_is_whole_again_and_has_another_nd():  # rule: STR-1 STR-8
    start = doorway()
    worn, _ = do(start, GmStructure("door-d1", left=7))
    assert worn.structure("door-d1").wear == 18
    broken, events = do(worn, GmStructure("door-d1", "broken"))
    assert not broken.grid.barriers
    assert events == [StructureSet("door-d1", "broken", "door", 25, 0)]
    assert tr(sentences(events[0], broken)[0]) == "This falls: door between C1 and D1."
    whole, _ = do(broken, GmStructure("door-d1", "whole"))
    assert whole == start
    harder, _ = do(worn, GmStructure("door-d1", nd=60))
    assert (harder.structure("door-d1").nd, harder.structure("door-d1").wear) == (60, 18)
    softer, _ = do(worn, GmStructure("door-d1", nd=10))
    assert (softer.structure("door-d1").nd, softer.structure("door-d1").wear) == (10, 9)
    assert "fallen already" in reason(broken, GmStructure("door-d1", "broken"))
    assert "nothing about this" in reason(start, GmStructure("door-d1", "whole"))
    assert "from 1 to 25" in reason(start, GmStructure("door-d1", left=26))
    assert "from 1 to 25" in reason(start, GmStructure("door-d1", "broken", left=3))
    assert "say what" in reason(start, GmStructure("door-d1"))
    assert "ND is from" in reason(start, GmStructure("door-d1", nd=-1))


def test_what_nothing_breaks_falls_by_the_gms_word():
    start = fight(fighter("a", "red", (2, 0)), fighter("b", "blue", (9, 7)), barriers=block((5, 5), structure="x"),
                  structures=(Structure("x", "block", ((5, 5),)),))
    broken, _ = do(start, GmStructure("x", "broken"))
    assert not broken.grid.barriers
    assert do(broken, GmStructure("x", "whole"))[0] == start


def test_nothing_is_made_whole_over_somebody():
    start = fight(fighter("a", "red", (2, 0)), fighter("b", "blue", (9, 7)), barriers=block((5, 5), structure="x"),
                  structures=(Structure("x", "block", ((5, 5),), nd=20),))
    broken, _ = do(start, GmStructure("x", "broken"), GmMove("b", (5, 5)))
    assert reason(broken, GmStructure("x", "whole")) == "B stands in the way"


# --- newcomers -------------------------------------------------------------------------------------------------------


def test_several_come_at_once_and_each_rolls(four):  # rule: INI-4
    new = [fighter(id, "blue", (x, 3)) for id, x in (("e", 1), ("f", 2))]
    after, events = do(four, Join(new[0], (new[1],)), dice=(8, 1))
    assert {"e", "f"} <= {*after.order}
    assert [each.who for each in events if isinstance(each, Joined)] == ["e", "f"]
    assert acting(after, 4) == "abcd"
    assert "taken by E" in reason(four, Join(new[0], (new[1].but(cell=(1, 3)),)))
    assert "already" in reason(four, Join(new[0], (new[0].but(cell=(4, 4)),)))


def test_before_round_one_newcomers_are_only_placed():
    start = battle(fighter("a", "red", (0, 0)), fighter("b", "blue", (5, 5)), zones={"blue": ((6, 6), (7, 6))})
    placed, events = do(start, Join(fighter("c", "red", (1, 1))))
    assert placed["c"].cell == (1, 1)
    assert tr(sentences(events[0], placed)[0]) == "C takes its place on B2."
    waiting, events = do(placed, Join(fighter("d", "blue", None)))
    assert tr(sentences(events[0], waiting)[0]) == "D is to be placed."
    assert "D must be placed first" in reason(waiting, Begin())
    assert "needs a place" in reason(placed, Join(fighter("e", "red", None)))
    ready, _ = do(waiting, Deploy("d", (6, 6)), GmMove("c", (11, 7)), GmPV("c", 4))
    gone, events = do(ready, GmRemove("b"))
    assert "b" not in gone.by_id
    assert tr(sentences(events[0], gone)[0]) == "This is gone: B."
    begun, _ = do(gone, Begin(), dice=(8, 1, 5))
    assert {*begun.order} == {"a", "c", "d"}
    assert "from 1 to 10" in reason(start, GmPV("a", 0))


def test_conditions_before_round_one_last_by_turns_not_by_rounds():
    start = battle(fighter("a", "red", (0, 0)), fighter("b", "blue", (5, 5)))
    assert "rounds are not counted" in reason(start, GmEffect(ConditionEffect("slow", Duration(2)), ("a",)))
    slow, _ = do(start, GmEffect(ConditionEffect("slow", Duration(1, "scene")), ("a",)))
    assert slow["a"].has("slow")
    assert "rounds are not counted" in reason(start, GmEffect(ZoneEffect("Smoke", Duration(2)), place=None))


def test_late_entries_of_quick_combat_roll_nothing_and_act_with_their_side():  # rule: QCK-4 INI-4
    start = battle(fighter("a", "red", (0, 0)), fighter("b", "blue", (5, 5)))
    start = start.but(mode="quick", teams=tuple(each.__class__(each.id, each.name, (), each.id == "red")
                                                for each in start.teams))
    begun, _ = do(start, Begin())
    after, events = do(begun, Join(fighter("c", "red", (1, 1), hurt=5)))
    assert after.order == ("a", "c", "b")
    assert after["c"].struck > 0
    assert events == [Joined("c", (1, 1), (), ("a", "c", "b"))]
    assert do(after, Join(fighter("d", "blue", (2, 2))))[0].order == ("a", "c", "b", "d")


# --- all of it -------------------------------------------------------------------------------------------------------

ACTS = (
    GmMove("b", (1, 4)), GmPV("b", 2), GmPV("b", 0, "fallen"), GmTeam("b", "red"), GmInitiative("b", after="d"),
    GmInitiative("b", total=1), GmSay("Fog."), Join(fighter("e", "red", (3, 3)), (fighter("f", "red", (4, 3)),)),
)


@pytest.mark.parametrize("action", ACTS, ids=lambda each: each.kind)
def test_each_act_is_undone_and_written_as_json(four, action):
    assert decode_action(loads(dumps(encode(action)))) == action
    game = Game(four).do(action, ScriptedDice((5, 3)))
    assert game.undo().battle == four
    assert game.undo().redo().battle == game.battle
    for event in game.log:
        assert decode_event(loads(dumps(encode(event)))) == event
        assert all(tr(each) for each in sentences(event, game.battle))
