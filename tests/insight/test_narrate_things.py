"""The log of breaking things and of quick combat."""

from game.insight.names import thing_name
from game.insight.narrate import sentences
from game.rules.actions import Attack, AttackStructure, Begin, BreakStructure, EndTurn, GoNormal, Rest, SetPressure
from game.rules.catalog import weapons
from game.rules.events import HitsChanged
from game.rules.state import GroundItem, Structure
from game.rules.structures import damage_thing
from game.spatial.grid import block
from game.texts import tr
from tests.rules.arena import do, fight, fighter
from tests.rules.test_quick import duel, fast

DOOR = Structure("door", "door", ((3, 2),), open=False, nd=25)


def told(events, state):
    return [tr(each) for event in events for each in sentences(event, state)]


def log(state, *actions, dice=()):
    return told(do(state, *actions, dice=dice)[1], state)


def room(**hero):
    return fight(
        fighter("ann", "red", (2, 2), **{"strength": (10, 8), "resistance": (1, 6)} | hero),
        fighter("foe", "blue", (10, 7)), barriers=block((3, 2), structure="door"), structures=[DOOR],
    )


def test_breaking_at_once():
    # rule: STR-2 STR-7
    assert log(room(), BreakStructure("ann", "door"), dice=[7]) == [
        "Ann sets about breaking this: door at D3.",
        "Strength 7 (d8) + 10 = 17 against ND 25: it holds.",
    ]
    assert log(room(), BreakStructure("ann", "door"), dice=[8])[1:] == [
        "Strength 8 (d8) + 20 = 28 against ND 25: it gives way.",
        "This falls: door at D3.",
    ]
    assert log(room(), SetPressure("never"), BreakStructure("ann", "door")) == [
        "The GM says when time presses: never.",
        "Ann sets about breaking this: door at D3.",
        "Nothing hinders it, and there is time (STR-7): it succeeds.",
        "This falls: door at D3.",
    ]


def test_blows_wear_or_leave_no_trace():
    # rule: STR-3 STR-5 STR-6
    blow = AttackStructure("ann", "door", "sword")
    assert log(room(), blow, dice=[3]) == [
        "Ann strikes at a thing, door at D3: Sword.",
        "3 on the d8: no critical blow, 5 damage.",
        "Its ND wears from 25 to 20.",
    ]
    weak = room(strength=(4, 8))
    assert log(weak, blow, dice=[3])[2] == "Less than 5, a fifth of its ND of 25 (STR-3): it leaves no trace."
    tired = weak.with_combatant(weak["ann"].but(efforts=(("door", 2),)))
    said = log(tired, blow, dice=[8])
    assert said[:2] == ["Ann goes beyond its strength (STR-5): attempt number 3 costs 2 PV.",
                        "Ann takes 2 damage: PV 10 to 8."]
    assert said[-2:] == ["8 on the d8: a critical blow, 6 damage.", "Its ND wears from 25 to 19."]
    bow = room(weapons=("bow",))
    assert log(bow, AttackStructure("ann", "door", "bow", "ranged"), dice=[3])[:2] == [
        "Ann has 19 shots left: Bow.", "Ann shoots at a thing, door at D3: Bow."]
    assert told(damage_thing(room(), "foe", "door", 30)[1], room()) == [
        "This is within the area: door at D3.", "The blow does 30 damage.", "Its ND wears from 25 to 0.",
        "This falls: door at D3."]


def test_rest_and_names():
    # rule: STR-5
    calm = room().but(pressure="never")
    assert log(calm, Rest("ann")) == ["Ann has rested."]
    lying = calm.but(items=(GroundItem("bow-1", (1, 1), weapons()["bow"]),))
    assert tr(thing_name(lying, "bow-1")) == "Bow"
    assert tr(thing_name(lying, "bow-2")) == "something"


def test_quick_combat():
    # rule: QCK-1 QCK-2 QCK-3 QCK-4 QCK-6 QCK-9
    start = fast(fighter("b", "blue", (3, 2), resistance=(3, 6), prone=True),
                 fighter("a", "red", (2, 2), resistance=(3, 6)))
    assert log(start, Begin())[0] == "Quick combat begins, the players first. The order: A, B."
    state = do(start, Begin())[0]
    assert log(state, Attack("a", "b", "sword"), dice=[5]) == [
        "A strikes at B: Sword.",
        "Attack 5 (d8) + 5 + 1 = 11, defence 9: a hit.",
        "-5 to the defence: Prone (CND-11).",
        "In quick combat all of this counts as +1 together (QCK-6).",
        "B can take 2 more hits, of 3.",
    ]
    assert log(duel(), GoNormal(), dice=[5, 2])[:3] == [
        "Quick combat ends here: from now on every defence is rolled.", "A has 10 PV.", "B has 10 PV."]
    assert told([HitsChanged("b", "a", 1, 2)], state) == ["B recovers: it can take 2 more hits, not 1."]
    assert log(duel(), EndTurn("a"))[0] == "A is done."


def test_a_concealed_miss_in_quick_combat_says_no_more():
    # rule: QCK-1 SIT-5
    state = duel()
    smoke = state.map.concealment.copy()
    smoke[2, 3] = 2
    state = state.but(map=state.map.replace(concealment=smoke))
    said = log(state, Attack("a", "b", "sword"), dice=[5])
    assert said == ["A strikes at B: Sword.",
                    "Concealment (SIT-5): 5 on the d10, up to 5 misses: the attack is lost."]
