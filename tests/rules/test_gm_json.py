"""What the GM does, as plain JSON: any number, any type, any condition, as ``flanco run`` and the window send it."""

import pytest

from game.content.codec import CodecError, decode_action, decode_event, dumps, encode, loads
from game.insight.narrate import sentences
from game.rules.actions import Move, StandUp
from game.rules.bodies import ends_allowed
from game.rules.catalog import damage_types
from game.rules.conditions import plight
from game.rules.engine import legal_actions
from game.rules.powers import condition_rules
from game.rules.quick import fixed_defence
from game.texts import tr
from tests.rules.arena import do, fight, fighter, reason


def two(**fields):
    return fight(fighter("a", "red", (1, 1), pv=30), fighter("b", "blue", (5, 5), pv=30), **fields)


def act(where, data):
    """The battle after an action that is given as JSON; every event can be written, read and told."""
    after, events = do(where, decode_action(loads(dumps(data))))
    for event in events:
        assert decode_event(loads(dumps(encode(event)))) == event
        assert all(tr(each) for each in sentences(event, after))
    return after


def effect(kind, who="b", **fields):
    return {"kind": "gm_effect", "effect": {"kind": kind, **fields}, "targets": [who]}


@pytest.mark.parametrize("kind", [*damage_types()])
def test_damage_of_any_type_and_any_amount(kind):
    # rule: EFF-2 DMG-10
    for points in (1, 7, 29):
        part = {"kind": kind, "amount": points}
        assert act(two(), effect("damage", parts=[part]))["b"].pv == 30 - points
    assert act(two(), effect("damage", parts=[{"kind": kind, "amount": 999}]))["b"].out
    with pytest.raises(CodecError):
        act(two(), effect("damage", parts=[{"kind": kind, "amount": -1}]))


def test_healing_and_pv_of_any_amount():
    # rule: EFF-2 DMG-16
    hurt = two().with_combatant(two()["b"].but(pv=4))
    assert act(hurt, effect("healing", amount=13))["b"].pv == 17
    assert act(hurt, effect("healing", amount=500))["b"].pv == 30
    for pv in (0, 1, 11, 30):
        after = act(hurt, {"kind": "gm_pv", "who": "b", "pv": pv})
        assert (after["b"].pv, after["b"].out) == (pv, pv == 0)


@pytest.mark.parametrize("condition", [*condition_rules()])
def test_every_condition_with_any_duration(condition):
    # rule: EFF-2 CND-1 EFF-6
    for duration in ({"count": 3}, {"until": "scene"}, {"until": "source_end", "count": 2}, None):
        action = effect("condition", condition=condition, duration=duration) | {"source": "a", "magical": True}
        after = act(two(), action)
        assert plight(after, after["b"]).has(condition)
        assert after["b"].conditions[0].nature == "magical"
    assert not act(after, effect("cure", conditions=[condition]))["b"].has(condition)


def test_a_poison_a_modifier_and_a_zone_of_any_numbers():
    # rule: EFF-2 CND-23 EFF-1
    poison = effect("condition", condition="poisoned", damage=[{"kind": "chemical", "amount": 6}],
                    tests=[{"amount": -3, "attributes": ["wits"]}], also=["slow"])
    after = act(two(), poison)
    assert {each.id for each in after["b"].conditions} == {"poisoned", "slow"}
    luck = effect("modifier", name="Luck", duration={"count": 4}, defence=2, move=-1,
                  tests=[{"amount": 3, "tests": ["attack"]}], responses=[{"response": "immune", "kind": "fire"}])
    assert act(after, luck)["b"].ongoing[0].effect.defence == 2
    rot = effect("continuous", name="Rot", duration={"count": 2}, damage=[{"kind": "cold", "amount": 9}], at="end")
    assert act(after, rot)["b"].ongoing[0].effect.damage[0].amount == 9
    bog = {"kind": "gm_effect", "name": "Bog", "place": {"cells": ["C3", [3, 2]]},
           "effect": {"kind": "zone", "name": "Bog", "cost": 7, "concealment": "partial", "conditions": ["slow"],
                      "damage": [{"kind": "cold", "amount": 2}], "test": "resistance", "nd": 11}}
    assert int(act(two(), bog).grid.cost[2, 2]) == 7000


def test_a_place_may_hold_the_attention():
    # rule: EFF-2 CND-25
    lure = effect("condition", "b", condition="attracted", duration={"count": 3}) | {"place": {"cells": ["A6"]}}
    after = act(two(), lure).but(waiting=("b",), slot="b")
    assert after["b"].conditions[0].focus == (0, 5)
    assert reason(after, Move("b", (4, 5))) == ""
    assert "toward what holds its attention" in reason(after, Move("b", (6, 5)))
    assert {each.to[0] < 5 for each in legal_actions(after) if isinstance(each, Move)} == {True}
    nowhere = act(two(), effect("condition", condition="attracted"))
    assert not ends_allowed(nowhere, nowhere["b"]).any(), "without a place or a source there is nowhere to go"
    for wrong in (effect("condition", condition="slow") | {"place": {"cells": ["A6"]}},
                  lure | {"place": {"cells": ["A6", "A7"]}}, lure | {"place": {"cells": [[99, 0]]}}):
        assert "no place" in reason(two(), decode_action(wrong))


def test_the_gm_gives_and_takes_one_of_fixed_defence():
    # rule: QCK-6 EFF-2
    quick = two().but(mode="quick")
    plain = fixed_defence(quick["b"], quick.settings)
    guarded = act(quick, {"kind": "gm_guard", "who": "b"})
    assert fixed_defence(guarded["b"], guarded.settings) == plain + 1
    back = act(guarded, {"kind": "gm_guard", "who": "b", "guard": 0})
    assert fixed_defence(back["b"], back.settings) == plain
    assert "so already" in reason(guarded, decode_action({"kind": "gm_guard", "who": "b", "guard": 1}))
    assert "no quick combat" in reason(two(), decode_action({"kind": "gm_guard", "who": "b"}))
    with pytest.raises(CodecError):
        decode_action({"kind": "gm_guard", "who": "b", "guard": 2})


def test_none_of_it_takes_a_turn():
    # rule: EFF-2
    given = {"kind": "gm_pv", "who": "b", "pv": 3}
    for data in (effect("condition", condition="prone"), effect("healing", amount=1), given):
        assert act(two(), data).turn == two().turn
    down = act(two(), effect("condition", "a", condition="prone"))
    assert StandUp("a") in legal_actions(down)
