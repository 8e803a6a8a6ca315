"""What is sure whatever the dice show: the lowest and the highest faces stand for all of them."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from game.errors import DiceError
from game.learn.goals import All, Fallen, Goal, Has, Into, Out, Reach, Stand
from game.learn.holding import holds
from game.learn.sure import reached, sure
from game.rules.actions import Action, Attack, AttackStructure, BreakStructure, Manoeuvre, Move
from game.rules.dice import ScriptedDice
from game.rules.engine import apply
from game.rules.history import Game, Step
from game.rules.state import Battle, Condition, Structure
from game.spatial.grid import block
from tests.rules.arena import fight, fighter


def scene(seed: int) -> Battle:
    """Ana beside an orc and a door, with numbers that leave little or nothing to luck."""
    dice = Random(seed)
    orc = fighter("orc", "them", (2, 0), mobility=(dice.choice((0, 2, 5)), 4), pv=dice.choice((1, 3, 5, 20)),
                  resistance=(dice.choice((0, 5)), 4))
    if dice.random() < 0.4:
        orc = orc.but(conditions=(Condition(dice.choice(("paralysed", "prone", "blind")), "orc"),))
    ana = fighter("ana", "us", (1, 0), mobility=(dice.choice((2, 5, 8, 12)), 4), strength=(dice.choice((2, 6, 12)), 4))
    door = Structure("door", "door", ((1, 1),), nd=dice.choice((3, 6, 9)), open=False)
    return fight(ana, orc, cols=4, rows=3, barriers=block((1, 1), structure="door"), structures=(door,))


ACTIONS: tuple[Action, ...] = (
    Attack("ana", "orc", "sword"), Attack("ana", "orc"), Manoeuvre("ana", "orc", "trip", "sword"),
    Manoeuvre("ana", "orc", "push", "sword", metres=1), Manoeuvre("ana", "orc", "nonlethal", "sword"),
    AttackStructure("ana", "door", "sword"), BreakStructure("ana", "door"))
GOALS: tuple[Goal, ...] = (Out("orc"), Out("orc", alive=True), Has("orc", "prone"), Into("orc", ((3, 0),)),
                           Fallen("door"))


def outcomes(battle: Battle, action: Action) -> Iterator[Game]:
    """The game after an action for every way in which its dice may fall."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        faces = waiting.pop()
        try:
            after, events = apply(battle, action, ScriptedDice(faces, battle.dice))
        except DiceError:
            waiting += [(*faces, face) for face in (1, 2, 3, 4)]
            continue
        yield Game(battle, (Step(action, events, after),), 1)


def test_the_lowest_and_the_highest_faces_stand_for_all() -> None:
    """# rule: TST-1 TST-2 TST-3 DMG-2"""
    found = set()
    for seed in range(40):
        battle = scene(seed)
        for action, goal in product(ACTIONS, GOALS):
            expected = all(holds(goal, each) for each in outcomes(battle, action))
            assert sure(goal, battle, action) == expected, (seed, action, goal)
            if expected:
                found.add((action.kind, goal.kind))
    assert {kind for _, kind in found} == {each.kind for each in GOALS}


def test_what_is_refused_is_never_sure() -> None:
    battle = scene(0).with_combatant(fighter("orc", "them", (3, 2), out=True))
    assert not sure(Out("orc"), battle, Attack("ana", "orc", "sword"))


@pytest.mark.parametrize(("strength", "falls"), [(2, False), (30, True)])
def test_a_thing_is_broken_for_sure_by_enough_strength(strength: int, falls: bool) -> None:
    """# rule: STR-2"""
    battle = scene(0).with_combatant(fighter("ana", "us", (1, 0), strength=(strength, 8)))
    assert sure(Fallen("door"), battle, BreakStructure("ana", "door")) == falls


def test_how_things_stand_counts_before_the_dice() -> None:
    battle = scene(0)
    game = Game(battle).do(Attack("ana", "orc", "sword"), ScriptedDice((1,) * 4, battle.dice))
    assert reached(All((Reach("ana", "orc"), Stand("ana", ((1, 0),)))), game)
    walked = Game(battle).do(Move("ana", (0, 0)), ScriptedDice(()))
    assert not reached(Stand("ana", ((1, 0),)), walked)
