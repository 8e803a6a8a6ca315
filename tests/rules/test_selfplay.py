"""Random play of small battles: what must hold at every step holds, and every step can be undone."""

import random

import pytest

from game.rules.actions import Attack, Begin, Deploy, Move
from game.rules.bodies import body_of, hands_used, misplaced
from game.rules.dice import ScriptedDice, SeededDice
from game.rules.engine import apply, legal_actions, why_illegal
from game.rules.events import (
    Attacked,
    BattleWon,
    Damaged,
    Delayed,
    DoorUsed,
    Moved,
    Out,
    PostureChanged,
    TurnBegan,
    TurnEnded,
    WeaponDrawn,
    WeaponStowed,
    WeaponThrown,
    dice_of,
)
from game.rules.history import Game
from game.rules.state import Structure
from game.spatial.grid import Grid, block, pillar, units, wall
from tests.rules.arena import battle, fighter


def field():
    """A low wall, a pillar, smoke, a ledge, mud, a door in a wall."""
    barriers = [
        wall((4, 0), (4, 3), top=1.0), *pillar((5, 5), 0.5), wall((8, 0), (8, 2)), wall((8, 3), (8, 6)),
        wall((8, 2), (8, 3), structure="gate"), *block((2, 6), structure="rock"),
    ]  # fmt: skip
    grid = Grid.empty(11, 8, barriers)
    height, cost, smoke = grid.height.copy(), grid.cost.copy(), grid.concealment.copy()
    height[:3, 9:] = units(1)
    cost[3:5, 1:3] = 2000
    smoke[6:, 6:8] = (1, 2)
    return grid.replace(height=height, cost=cost, concealment=smoke)


STRUCTURES = [Structure("gate", "door", (), (8, 2, 8, 3), open=False), Structure("rock", "block", ((2, 6),))]
ZONE = tuple((x, y) for x in range(2) for y in range(8))


def skirmish(**settings):
    """Three on each side, of several sizes and weapons; one side is to be placed."""
    return battle(
        fighter("a", "red", None, weapons=("sword", "javelin"), pv=6),
        fighter("b", "red", None, weapons=("bow", "dagger"), pv=5, mobility=(8, 10)),
        fighter("c", "red", None, weapons=("spear",), size="large", pv=9, cancels_minimum=True, reduction=1),
        fighter("d", "blue", (9, 1), weapons=("halberd",), pv=7, mobility=(3, 6)),
        fighter("e", "blue", (6, 3), weapons=("claws", "crossbow"), hands=("crossbow",), pv=6),
        fighter("f", "blue", (6, 6), weapons=("sabre-of-light", "dagger"), pv=6, defence=1),
        grid=field(), structures=STRUCTURES, zones={"red": ZONE}, **settings,
    )  # fmt: skip


def choose(state, rng):
    """A legal action; attacks are liked, so that fights come to an end."""
    listed = legal_actions(state)
    begin = [each for each in listed if isinstance(each, Begin)]
    if begin and rng.random() < 0.5:
        return begin[0]
    blows = [each for each in listed if isinstance(each, Attack)]
    if blows and rng.random() < 0.7:
        return rng.choice(blows)
    walks = [each for each in listed if isinstance(each, Move)]
    if walks and rng.random() < 0.5:
        return min(rng.sample(walks, min(4, len(walks))), key=lambda walk: foes_away(state, walk.to))
    return rng.choice(listed)


def foes_away(state, cell):
    foes = [each.cell for each in state.present() if each.team != state.active.team]
    return min(max(abs(cell[0] - x), abs(cell[1] - y)) for x, y in foes)


def check_state(state):
    """What holds in every battle, whatever was done."""
    taken = {}
    for each in state.combatants:
        assert 0 <= each.pv <= each.sheet.pv
        assert each.out == (each.pv == 0) == (each.consequence is not None)
        assert hands_used(each) <= state.settings.hands
        assert all(id in each.hands and each.weapon(id).hands == 2 for id in each.loose)
        assert len({*each.hands}) == len(each.hands)
        if each.cell is None or each.out:
            continue
        for cell in body_of(state, each).cells:
            assert cell in state.grid
            assert taken.setdefault(cell, each.id) == each.id, "one body a cell"
        assert misplaced(state, each, each.cell) is None
    turn = state.turn
    assert (turn.moves, turn.executions, turn.full) in {
        (0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 1),
    }  # fmt: skip
    assert turn.diagonals in (0, 1)
    if state.phase == "fight":
        assert sorted(state.order) == sorted(each.id for each in state.combatants)
        places = [state.order.index(who) for who in state.waiting]
        assert places == sorted(places), "serial order"
        assert all(not state[who].out for who in state.waiting)
        assert len({each.team for each in state.present()}) > 1
    if state.phase == "over":
        assert {each.team for each in state.present()} == {state.winner}


def check_step(before, after, events):
    """What holds between a battle and the next."""
    assert after.dice - before.dice == sum(len(dice_of(event)) for event in events)
    for event in events:
        match event:
            case Moved():
                assert (before[event.who].cell, after[event.who].cell) == (event.start, event.path[-1])
                assert event.start not in event.path
            case Damaged():
                assert event.pv_after == max(event.pv_before - event.total, 0) == after[event.who].pv
            case Attacked():
                assert event.sheet.refused is None
                totals = event.attack_total, event.defence_total
                assert (event.outcome == "concealed") == (totals == (None, None))
            case Out():
                assert after[event.who].out
                assert not before[event.who].out
            case BattleWon():
                assert after.phase == "over"


def check_turns(log):
    """Turns are serial: each begins once a round, or once more after a delay, and ends or is put off before the next.
    Whoever acts is the one whose turn it is."""
    active, seen = None, set()
    for event in log:
        match event:
            case TurnBegan():
                assert active is None
                assert (event.round, event.who, event.resumed) not in seen
                seen.add((event.round, event.who, event.resumed))
                active = event.who
            case TurnEnded() | Delayed():
                assert active == event.who
                active = None
            case Attacked():
                assert active == event.sheet.attacker
            case Moved() | PostureChanged() | WeaponDrawn() | WeaponStowed() | WeaponThrown() | DoorUsed():
                assert active == event.who


def play(start, seed, most=400):
    """Play at random with checks at each step; the game, to its end or ``most`` steps."""
    rng, dice, game = random.Random(seed), SeededDice(seed), Game(start)
    while game.battle.phase != "over" and game.done < most:
        before = game.battle
        action = choose(before, rng)
        assert why_illegal(before, action) is None
        game = game.do(action, dice)
        step = game.past[-1]
        check_state(step.battle)
        check_step(before, step.battle, step.events)
        assert game.undo().battle == before
        assert game.undo().redo() == game
        assert apply(before, action, dice) == (step.battle, step.events)
    check_turns(game.log)
    return game


def check_replay(start, game):
    """The dice that were rolled, written down, play the same game."""
    script = ScriptedDice([die.face for die in game.dice])
    again = Game(start)
    for step in game.past:
        again = again.do(step.action, script)
    assert again == game


@pytest.mark.parametrize("seed", range(4))
def test_random_play_keeps_every_invariant(seed):
    # rule: ACT-1 INI-6 DMG-16 TST-6
    start = skirmish()
    game = play(start, seed)
    check_replay(start, game)
    assert any(isinstance(each, Attacked) for each in game.log)


@pytest.mark.parametrize(
    "settings",
    [
        {"diagonals": "alternating", "split_walk": True},
        {"diagonals": "exact", "corners": "one", "rising": "move", "fallen": "block"},
        {"diagonals": "orthogonal", "through_enemies": True, "fallen": "no_end", "thrown_weapon": "stays"},
        {"engaged": "adjacent", "near_shots": False, "base_part": "weakest", "critical_graze": True},
    ],
)
def test_random_play_under_other_settings(settings):
    start = skirmish(**settings)
    check_replay(start, play(start, 11))


def test_fights_come_to_an_end():
    # rule: DMG-16
    ends = [play(skirmish(), seed, most=1500).battle for seed in (20, 21)]
    assert [each.phase for each in ends] == ["over", "over"]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 140))
def test_much_random_play(seed):
    start = skirmish(diagonals=random.Random(seed).choice(["uniform", "alternating", "exact", "orthogonal"]))
    check_replay(start, play(start, seed, most=1000))


def test_deployment_is_played_as_well():
    game = play(skirmish(), 3, most=30)
    assert any(isinstance(step.action, Deploy) for step in game.past)
