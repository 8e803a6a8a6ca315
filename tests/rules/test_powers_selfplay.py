"""Random play with powers, conditions and zones: what must hold at every step, undo and save included."""

import random
from collections import Counter

import pytest

from game.content.codec import decode, decode_action, decode_event, dumps, encode, loads, state_hash
from game.content.scenarios import find_scenario, load_scenario
from game.insight.narrate import sentences
from game.rules.actions import Begin, EndScene, GmEffect, GmRemove
from game.rules.catalog import DamagePart
from game.rules.conditions import inside, plight, touches
from game.rules.dice import ScriptedDice, SeededDice
from game.rules.engine import apply, legal_actions, why_illegal
from game.rules.events import (
    ConditionEnded,
    Damaged,
    Healed,
    OngoingEnded,
    RoundBegan,
    TurnBegan,
    TurnEnded,
    ZoneBegan,
    ZoneEnded,
    dice_of,
)
from game.rules.history import Game
from game.rules.powers import ConditionEffect, ContinuousEffect, Duration, ModifierEffect, ZoneEffect, condition_rules
from game.rules.state import Battle, Placement
from game.texts import tr

CONDITIONS = [*condition_rules()]


def choose(state, rng):
    """A kind of action first, then one of that kind, so that the many walks do not drown the rest; now and then the GM
    does something."""
    if rng.random() < 0.08:
        whims = [each for each in gm_whims(state, rng) if why_illegal(state, each) is None]
        if whims:
            return rng.choice(whims)
    by_kind = {}
    for each in legal_actions(state):
        by_kind.setdefault((each.kind, getattr(each, "power", getattr(each, "ability", ""))), []).append(each)
    weights = [0.3 if kind[0] in ("drop_item", "draw", "stow", "switch", "crouch", "delay") else 1 for kind in by_kind]
    return rng.choice(by_kind[rng.choices([*by_kind], weights)[0]])


def gm_whims(state, rng):
    who = rng.choice(state.combatants).id
    lasting = Duration(rng.randint(1, 3), rng.choice(("rounds", "target_start", "target_end", "source_end", "scene")))
    cell = rng.randrange(state.grid.cols), rng.randrange(state.grid.rows)
    source = rng.choice(("", rng.choice(state.combatants).id))
    yield GmEffect(ConditionEffect(rng.choice(CONDITIONS), lasting), (who,), source=source)
    yield GmEffect(ModifierEffect("Luck", lasting, defence=1, move=-1), (who,), source=source)
    yield GmEffect(ContinuousEffect("Ash", lasting, (DamagePart("fire", 1),), healing=1), (who,), source=source)
    yield GmEffect(ZoneEffect("Mire", lasting, cost=3, concealment="partial", damage=(DamagePart("cold", 1),),
                              conditions=("slow",)), place=Placement(cells=(cell,)), source=source)
    if state.zones:
        yield GmRemove(rng.choice(state.zones).id)
    if rng.random() < 0.1:
        yield EndScene()
        yield GmRemove(who)


def check_state(state):
    taken = {}
    for each in state.combatants:
        assert 0 <= each.pv <= each.sheet.pv
        assert each.out == (each.consequence is not None)
        assert each.out or each.pv
        keys = Counter((one.id, one.keeper, one.source if condition_rules()[one.id].once else "")
                       for one in each.conditions)
        assert max(keys.values(), default=1) == 1, "the same condition twice"
        told = [(one.id, one.source if rule.once or one.power == "grapple" else "")
                for one, rule, _ in plight(state, each).conditions]
        assert len(set(told)) == len(told), "a condition counts twice"
        for one in (*each.conditions, *each.ongoing):
            assert one.expiry is None or one.expiry.count >= 1
            assert one.expiry is None or one.expiry.whose in state.order
        if each.casting is not None:
            assert not each.out
            assert not plight(state, each).any("no_execution")
        if each.cell is not None and not each.out:
            side = state.settings.sizes[each.sheet.size].side
            for cell in ((each.cell[0] + i, each.cell[1] + j) for i in range(side) for j in range(side)):
                assert taken.setdefault(cell, each.id) == each.id, "one body a cell"
    assert len({each.id for each in state.zones}) == len(state.zones)
    turn = state.turn
    assert (turn.moves, turn.executions, turn.full) in {
        (0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 1)}
    check_owed(state)
    if state.phase == "fight":
        assert not state[state.waiting[0]].out
        assert state.slot == state.waiting[0]
    if state.phase == "over":
        assert not state.zones
        assert not any(each.ongoing or each.casting for each in state.combatants)


def check_owed(state):
    """Nothing that is owed to a source outlives it."""
    for zone in state.zones:
        if zone.shape.form == "aura":
            assert not state[zone.source].out
    for each in state.present():
        owed = {id for zone in state.zones if touches(state, zone, each) and inside(state, zone, each)
                for id in zone.effect.conditions}
        owed |= {"restrained"} if any(hold.held == each.id for hold in state.holds) else set()
        own = {one.id for one in each.conditions}
        for id in {one.id for one, _, _ in plight(state, each).conditions} - own:
            assert id in owed or any(id in condition_rules()[other].also for other in owed)
        held = [one for one in (*each.conditions, *each.ongoing) if one.sustained]
        assert not any(state[one.source].out for one in held)


def check_step(before, after, events):
    assert after.dice - before.dice == sum(len(dice_of(each)) for each in events)
    for each in events:
        if isinstance(each, Damaged):
            assert each.pv_after == max(each.pv_before - each.total, 0)
        if isinstance(each, Healed):
            assert each.pv_before <= each.pv_after
        assert all(tr(one) for one in sentences(each, after))


def check_endings(log):
    """Every zone ends once, after it began; every turn begins once a round, and start effects fire once in it."""
    begun, ended = Counter(), Counter()
    turns = Counter()
    round = 0
    for each in log:
        match each:
            case ZoneBegan():
                begun[each.zone.id] += 1
            case ZoneEnded():
                ended[each.zone.id] += 1
                assert begun[each.zone.id]
            case RoundBegan():
                round = each.round
            case TurnBegan(resumed=False):
                turns[each.who, round] += 1
    assert not [id for id, count in (begun + ended).items() if begun[id] > 1 or ended[id] > 1]
    assert max(turns.values(), default=1) == 1


def check_once(before, after, events):
    """A timed effect leaves the state in the very step that tells of its end, and is told once."""
    gone = Counter((each.who, each.condition.id, each.condition.source) for each in events
                   if isinstance(each, ConditionEnded) and each.reason == "time")
    assert max(gone.values(), default=1) == 1
    ongoing = Counter((each.who, each.ongoing) for each in events if isinstance(each, OngoingEnded))
    assert max(ongoing.values(), default=1) == 1


def play(start, seed, most):
    rng, dice, game = random.Random(seed), SeededDice(seed), Game(start)
    game = game.do(Begin(), dice)
    while game.battle.phase == "fight" and game.done < most:
        before = game.battle
        action = choose(before, rng)
        assert why_illegal(before, action) is None, action
        game = game.do(action, dice)
        step = game.past[-1]
        check_state(step.battle)
        check_step(before, step.battle, step.events)
        check_once(before, step.battle, step.events)
        assert game.undo().battle == before
        grids = {}
        again = decode(Battle, loads(dumps(encode(step.battle, grids))), grids)
        assert again == step.battle
        assert state_hash(again) == state_hash(step.battle)
        assert [decode_event(loads(dumps(encode(each)))) for each in step.events] == [*step.events]
        assert decode_action(loads(dumps(encode(action)))) == action
        assert apply(before, action, dice) == (step.battle, step.events)
    check_endings(game.log)
    return game


@pytest.fixture(scope="module")
def moor():
    return load_scenario(find_scenario("sorcerers"))


@pytest.mark.parametrize("seed", range(3))
def test_random_play_with_powers_keeps_every_invariant(moor, seed):
    # rule: EFF-1 EFF-6 CND-3 CND-4 ACT-1 INI-6 TST-6
    game = play(moor, seed, 180)
    script = ScriptedDice([die.face for die in game.dice])
    again = Game(moor)
    for step in game.past:
        again = again.do(step.action, script)
    assert again.battle == game.battle
    assert sum(isinstance(each, TurnEnded) for each in game.log) > 10


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 130))
def test_much_random_play_with_powers(moor, seed):
    rng = random.Random(seed)
    settings = moor.settings.__class__(
        diagonals=rng.choice(("uniform", "alternating", "exact", "orthogonal")),
        counting=rng.choice(("centre", "any", "half")), invisible=rng.choice(("total", "none")),
        interrupted=rng.choice(("damage", "never")), condition_turns=rng.choice((1, 2, 3)),
        area_cover=rng.random() < 0.5, split_walk=rng.random() < 0.5, listed_places=rng.choice((8, 200)))
    play(moor.but(settings=settings), seed, 700)
