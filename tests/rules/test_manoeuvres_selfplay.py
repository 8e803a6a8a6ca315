"""Random play with manoeuvres, drags, pushes, falls, sneak attacks and things on the ground: what must always hold."""

import random

import pytest

from game.content.codec import decode, decode_action, decode_event, dumps, encode, loads, state_hash
from game.insight.narrate import sentences
from game.rules.bodies import body_of, free_hands, metres_between, reach_of
from game.rules.catalog import DamagePart
from game.rules.conditions import plight
from game.rules.dice import ScriptedDice, SeededDice
from game.rules.engine import apply, legal_actions, why_illegal
from game.rules.events import Dragged, Fallen, HoldEnded, Moved, Pushed, dice_of
from game.rules.history import Game
from game.rules.powers import Item, Shape, ZoneEffect
from game.rules.state import Battle, Zone
from game.spatial.grid import Grid, block, units, wall
from game.texts import tr
from tests.rules.arena import fight, fighter

RARE = ("drop_item", "draw", "stow", "switch", "crouch", "drop_prone", "delay", "release", "attack_structure", "break")


def hill(**settings):
    """A plateau 3 m high with a mine of embers at its foot, a rock, a wall to hide behind."""
    grid = Grid.empty(9, 7, [*block((6, 5)), wall((5, 0), (5, 3))])
    height = grid.height.copy()
    height[3:, :3] = units(3)
    embers = Zone("zone-1", ZoneEffect("Embers", damage=(DamagePart("fire", 1),)), Shape("free", cells=4),
                  cells=((3, 4), (3, 5)))
    rope = Item("rope", "Rope")
    sides = (
        fighter("a", "red", (1, 4), weapons=("sword", "dagger"), mobility=(7, 8), pv=14, traits=("sprinter",)),
        fighter("b", "blue", (4, 4), weapons=("axe",), pv=14),
        fighter("c", "red", (2, 2), weapons=("greatsword",), pv=14, strength=(10, 10)),
        fighter("d", "blue", (6, 1), weapons=("spear", "dagger"), pv=14, acuity=(3, 6)),
        fighter("e", "blue", (6, 3), weapons=("claws",), size="large", pv=14, reduction=1),
    )
    start = fight(*sides, grid=grid.replace(height=height), **settings).but(zones=(embers,), made=1)
    return start.with_combatant(start["a"].but(items=(rope,)))


def choose(state, rng):
    """A kind first, then one of that kind, so that the many walks do not drown the rest."""
    kinds = {}
    for each in legal_actions(state):
        kinds.setdefault((each.kind, getattr(each, "manoeuvre", "")), []).append(each)
    weights = [0.15 if kind in RARE else 4 if kind in ("escape", "sneak") else 1 for kind, _ in kinds]
    return rng.choice(kinds[rng.choices([*kinds], weights)[0]])


def check_state(state):
    taken = {}
    for each in state.present():
        assert 0 < each.pv <= each.sheet.pv
        assert free_hands(state, each) >= 0
        assert all(each.weapon(id) is not None for id in each.hands)
        assert len({weapon.id for weapon in each.weapons}) == len(each.weapons)
        assert len(set(each.sneaked)) == len(each.sneaked)
        for cell in body_of(state, each).cells:
            assert taken.setdefault(cell, each.id) == each.id, "one body a cell"
    assert len({(each.holder, each.held) for each in state.holds}) == len(state.holds)
    for hold in state.holds:
        holder, held = state[hold.holder], state[hold.held]
        assert not holder.out
        assert not held.out
        assert metres_between(state, holder, held) <= reach_of(state, holder)
        assert plight(state, held).has("restrained")
    turn = state.turn
    assert (turn.full, turn.moves + turn.executions) in {(0, 0), (0, 1), (0, 2), (1, 0)}
    assert turn.executions <= 1
    assert len({each.id for each in state.items}) == len(state.items)


def check_step(before, after, events):
    assert after.dice - before.dice == sum(len(dice_of(event)) for event in events)
    at = {each.id: each.cell for each in before.combatants}
    for event in events:
        match event:
            case Moved() | Dragged() | Pushed():
                assert at[event.who] == event.start
                at[event.who] = event.path[-1] if event.path else event.start
            case Fallen():
                assert at[event.who] == event.cell
            case HoldEnded():
                assert after.hold_of(event.who, event.target) is None
        assert decode_event(loads(dumps(encode(event)))) == event
        assert all(tr(each) for each in sentences(event, after))
    for each in after.combatants:
        assert at[each.id] == each.cell, "every change of place is told"


def play(start, seed, most):
    rng, dice, game = random.Random(seed), SeededDice(seed), Game(start)
    while game.battle.phase != "over" and game.done < most:
        before = game.battle
        action = choose(before, rng)
        assert decode_action(loads(dumps(encode(action)))) == action
        assert why_illegal(before, action) is None, action
        game = game.do(action, dice)
        step = game.past[-1]
        check_state(step.battle)
        check_step(before, step.battle, step.events)
        assert game.undo().battle == before
        assert apply(before, action, dice) == (step.battle, step.events)
        if game.done % 25 == 0:
            assert decode(Battle, loads(dumps(encode(step.battle)))) == step.battle
    script = ScriptedDice([die.face for die in game.dice])
    again = Game(start)
    for step in game.past:
        again = again.do(step.action, script)
    assert state_hash(again.battle) == state_hash(game.battle)
    return game


@pytest.mark.parametrize("seed", range(5))
def test_random_play_keeps_every_invariant(seed):
    # rule: ACT-1 ACT-4 ACT-5 MAN-1 MAN-3 MAN-8 MOV-3 SIT-1
    play(hill(), seed, 150)


@pytest.mark.parametrize("settings", [
    {"hold_kept": "hit", "stray_damage": "half", "distracted": "turn_start", "diagonals": "alternating"},
    {"stray_damage": "one", "disarmed": "attacker", "sneak": "now", "switching": "two_moves", "split_walk": True},
    {"several_holds": "apart", "grip": "free", "hands": 3, "step_up": 0.0, "climb": 3.0, "step_down": 1.0},
    {"manoeuvre_tie": "miss", "fallen": "block", "drag_cost": 1, "corners": "one", "thrown_weapon": "stays"},
])
def test_random_play_under_other_settings(settings):
    play(hill(**settings), 7, 120)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 130))
def test_much_random_play(seed):
    play(hill(), seed, 600)


def test_it_uses_everything():
    seen = set()
    for seed in range(8):
        seen |= {event.kind for event in play(hill(), seed, 90).log}
    assert {"hold", "hold_ended", "dragged", "pushed", "fallen", "thing_dropped", "thing_picked", "tested",
            "ongoing", "condition"} <= seen
