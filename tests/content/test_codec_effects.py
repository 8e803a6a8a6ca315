"""Actions of powers and of the GM are plain JSON, as scripts and saves write them."""

import pytest

from game.content.codec import decode_action, dumps, encode, loads
from game.rules.actions import Activate, Concentrate, EndScene, GmEffect, GmRemove, Join, UseItem, UsePower
from game.rules.dice import ScriptedDice
from game.rules.engine import apply
from game.rules.powers import powers
from game.rules.state import Placement
from tests.rules.arena import fight, fighter

EFFECTS = list(dict.fromkeys(effect for power in powers().values() for effect in power.effects))
ACTIONS = [
    UsePower("m", "fireball", (), Placement("corner", 8, 4)),
    UsePower("m", "fire-lance", (), Placement("edge", 4, 4.5, (2, 1))),
    UsePower("m", "brambles", (), Placement("cell", cells=((1, 2), (3, 4)))),
    UsePower("m", "terror", ("a", "b")), Activate("m", "battle-cry"), UseItem("m", "antidote", ("m",)),
    Concentrate("m"), GmRemove("zone-1"), EndScene(),
    Join(fighter("late", "red", (3, 3), powers=(powers()["fog"],))),
    *(GmEffect(effect, ("a",), name="So it is", magical=True, source="m") for effect in EFFECTS),
]  # fmt: skip


@pytest.mark.parametrize("action", ACTIONS, ids=lambda each: f"{each.kind}-{getattr(each, 'power', '')}")
def test_actions_go_to_json_and_back(action):
    # rule: EFF-2 TST-6
    assert decode_action(loads(dumps(encode(action)))) == action


def test_a_script_says_only_what_it_needs():
    # rule: EFF-2 EFF-1
    written = {"kind": "gm_effect", "name": "The roof comes down", "targets": ["a"],
               "effect": {"kind": "damage", "parts": [{"kind": "bludgeon", "amount": 3}]}}
    state = fight(fighter("a", "red", (0, 0)), fighter("b", "blue", (5, 5)))
    after, _ = apply(state, decode_action(written), ScriptedDice(()))
    assert after["a"].pv == 7
    cast = decode_action({"kind": "power", "who": "a", "power": "fog", "place": {"x": 3, "y": 4}})
    assert cast == UsePower("a", "fog", (), Placement("corner", 3, 4))
