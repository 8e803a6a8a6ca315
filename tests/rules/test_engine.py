"""What is refused, what is allowed, and that the two agree."""

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import IllegalAction
from game.rules.actions import (
    Attack,
    Begin,
    Crouch,
    Delay,
    Deploy,
    Draw,
    DropProne,
    EndTurn,
    Move,
    StandUp,
    Stow,
    UseDoor,
)
from game.rules.dice import ScriptedDice, SeededDice
from game.rules.engine import apply, legal_actions, why_illegal
from game.rules.state import Structure, Turn
from game.spatial.grid import block, wall
from tests.rules.arena import battle, do, fight, fighter, reason

WHO = ["a", "b", "c", "z"]
CELLS = st.tuples(st.integers(-2, 13), st.integers(-2, 9))
WEAPONS = st.sampled_from(["", "sword", "bow", "dagger", "claws", "mace"])
ids = st.sampled_from(WHO)
ACTIONS = st.one_of(
    st.builds(Deploy, ids, CELLS),
    st.just(Begin()),
    st.builds(Move, ids, CELLS, st.lists(CELLS, max_size=4).map(tuple)),
    st.builds(StandUp, ids),
    st.builds(Draw, ids, WEAPONS),
    st.builds(Stow, ids, WEAPONS),
    st.builds(UseDoor, ids, st.sampled_from(["gate", "rock", "nothing"])),
    st.builds(Attack, ids, ids, WEAPONS, st.sampled_from(["melee", "ranged"])),
    st.builds(Crouch, ids),
    st.builds(DropProne, ids),
    st.builds(Delay, ids, ids),
    st.builds(EndTurn, ids),
)


def arena(**changes):
    """Three creatures, a door, a rock, a low wall."""
    return fight(
        fighter("a", "red", (2, 2), weapons=("sword", "bow", "dagger")),
        fighter("b", "blue", (3, 3), weapons=("bow", "dagger")),
        fighter("c", "blue", (8, 2), weapons=("claws", "sword"), size="large"),
        barriers=[*block((2, 1), structure="gate"), *block((6, 6), structure="rock"), wall((5, 1), (5, 4), top=1.0)],
        structures=[Structure("gate", "door", ((2, 1),), open=False), Structure("rock", "block", ((6, 6),))],
    ).but(**changes)


STATES = {
    "fresh": arena(),
    "moved": arena(turn=Turn(moves=1)),
    "struck": arena(turn=Turn(executions=1)),
    "spent": arena(turn=Turn(moves=1, executions=1)),
    "archer": arena(waiting=("b", "c")),
    "last": arena(waiting=("c",)),
    "prone": do(arena(), DropProne("a"))[0],
    "crouched": do(arena(), Crouch("a"))[0],
    "waited": do(arena(), Delay("a", "b"), EndTurn("b"))[0],
    "before": arena(phase="deploy", waiting=(), order=(), round=0),
    "over": arena(phase="over", winner="red"),
}


@pytest.mark.parametrize("name", STATES)
def test_every_listed_action_is_allowed_and_listed_once(name):
    # rule: ACT-6
    state = STATES[name]
    listed = legal_actions(state)
    assert len(listed) == len({*listed})
    assert [why_illegal(state, action) for action in listed] == [None] * len(listed)
    assert (not listed) == (name == "over")


@pytest.mark.parametrize("name", STATES)
def test_every_listed_action_can_be_done(name):
    # rule: ACT-6
    state = STATES[name]
    for action in legal_actions(state):
        after, events = apply(state, action, SeededDice(1))
        assert events
        assert after != state


@settings(max_examples=400)
@given(st.sampled_from([*STATES]), ACTIONS)
def test_what_is_not_listed_is_refused_and_leaves_the_battle_alone(name, action):
    # rule: ACT-6
    state, copy = STATES[name], dataclasses.replace(STATES[name])
    why = why_illegal(state, action)
    if not isinstance(action, Move) or not action.path:
        assert (why is None) == (action in legal_actions(state))
    if why is not None:
        with pytest.raises(IllegalAction) as refused:
            apply(state, action, SeededDice(0))
        assert refused.value.message == why
        assert str(why)
    assert state == copy


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (EndTurn("z"), "there is no creature 'z' in this battle; there are: a, b, c"),
        (Move("b", (4, 4)), "it is the turn of A, not of B"),
        (Attack("a", "z", "sword"), "there is no creature 'z'"),
        (Move("a", (99, -5)), "outside the map (12 x 8 squares)"),
        (Move("a", (2, 3), ((2**70, 0), (2, 3))), "is not a whole number from"),
        (Move("a", (2**70, 0)), "outside the map"),
        (Begin(), "already begun"),
        (Deploy("a", (0, 0)), "already begun"),
        (Delay("a", "z"), "does not act later in this round; those who do: b, c"),
    ],
)
def test_a_refusal_says_what_is_wrong_and_what_is_allowed(action, said):
    # rule: ACT-6
    assert said in reason(arena(), action)


def test_those_out_of_the_fight_and_off_the_map_do_not_act():
    # rule: ACT-6
    state = arena()
    gone = state.with_combatant(state["b"].but(out=True))
    assert "B is out of the fight" in reason(gone, EndTurn("b"))
    away = state.with_combatant(state["b"].but(cell=None))
    assert "B is not on the map yet" in reason(away, EndTurn("b"))
    assert "B is not on the map yet" in reason(away, Attack("a", "b", "sword"))


def test_one_action_for_each_place_weapon_way_and_target():
    # rule: ACT-2 ACT-3
    listed = legal_actions(arena())
    attacks = {(each.target, each.weapon, each.mode) for each in listed if isinstance(each, Attack)}
    assert attacks == {("b", "sword", "melee"), ("b", "", "melee")}
    archer = legal_actions(STATES["archer"])
    attacks = {(each.target, each.weapon, each.mode) for each in archer if isinstance(each, Attack)}
    assert attacks == {("a", "bow", "melee"), ("a", "bow", "ranged"), ("a", "", "melee")}
    places = [each.to for each in listed if isinstance(each, Move)]
    assert len(places) == len({*places}) > 40
    assert all(each.path == () for each in listed if isinstance(each, Move))


def perft(state, depth):
    """How many ways there are to go on, so many actions deep; dice show the same faces everywhere."""
    if not depth:
        return 1
    return sum(perft(apply(state, action, ScriptedDice([5, 3], state.dice))[0], depth - 1)
               for action in legal_actions(state))


def test_counts_of_ways_to_go_on():
    """Two swordsmen side by side in a corridor of four squares, a in A1, b in B1: counted by hand.

    One deep: sword, bare hands; with each of them five manoeuvres, the push among them one metre far or two; to grapple
    with the free hand; no walk (the enemy shuts the way); crouch, lie down; stow; drop the sword; delay; end.
    """
    # rule: ACT-1 ACT-2 ACT-3 ACT-5 MAN-1
    corridor = fight(fighter("a", "red", (0, 0)), fighter("b", "blue", (1, 0)), cols=4, rows=1)
    assert len(legal_actions(corridor)) == 2 + 2 * 6 + 1 + 2 + 1 + 1 + 2
    # After an attack: crouch, lie down, stow, drop, end; also after a manoeuvre, with a walk after a push of one metre,
    # two after one of two, and letting go after a grapple. After crouching: the same twenty-one, where crouching is
    # rising. After lying down: standing up stands for crouching and lying down. After stowing: bare hands with seven
    # manoeuvres, crouch, lie down, draw, end. After dropping: taking it up for the draw, two ways to break it where it
    # lies, and delay. After delaying and after the end b is active: its own twenty-one and the walks to C1 and D1;
    # after the end it has nobody to wait for.
    assert perft(corridor, 2) == (2 + 2 * 4) * 5 + 2 * 6 + 2 * 7 + 6 + 21 + 20 + 12 + 15 + 23 + 22


def test_a_battle_of_nobody_active_lists_nothing():
    assert legal_actions(battle()) == ()
