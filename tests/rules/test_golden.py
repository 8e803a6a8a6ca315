"""Two fights written out by hand, dice and all, and played event by event."""

import numpy as np
import pytest

from game.rules.actions import Attack, Begin, Crouch, Delay, DropProne, EndTurn, Move, UseDoor
from game.rules.dice import ScriptedDice
from game.rules.engine import apply
from game.rules.events import (
    Attacked,
    BattleWon,
    ConditionEnded,
    Damaged,
    Delayed,
    DoorUsed,
    InitiativeRolled,
    Moved,
    Out,
    PostureChanged,
    RoundBegan,
    TurnBegan,
    TurnEnded,
)
from game.rules.sheet import DamageResponse
from game.rules.state import Condition, Structure
from game.spatial.grid import Grid, block, units, wall
from tests.rules.arena import amounts, battle, fighter, reason


def short(event):
    """An attack, its damage and the initiative as one short value; other events as they are."""
    match event:
        case InitiativeRolled():
            return [(roll.who, roll.check.total) for roll in event.rolls], event.order
        case Attacked():
            return event.outcome, amounts(event.sheet), event.attack_total, event.defence_total
        case Damaged():
            return event.who, event.total, event.pv_before, event.pv_after
    return event


def play(start, script):
    """Play (action, dice, events) one after the other, each with just its dice."""
    for action, dice, expected in script:
        start, events = apply(start, action, ScriptedDice(dice, start.dice))
        assert [short(event) for event in events] == expected, action
        assert sum(len(event.dice) for event in events if isinstance(event, Attacked)) in (0, len(dice))
    return start


def next_turn(who, new, round, fresh=False):
    return EndTurn(who), (), [TurnEnded(who), *([RoundBegan(round)] if fresh else []), TurnBegan(new, round)]


def test_the_ogre_at_the_foot_of_the_hill():
    """High ground, a crowd, a graze, a crawler, two criticals, a resistance, a delay, and one left standing.

    Ana hits for 1 + 2 + 2, Bruno for 1 + 2, the ogre for 1 + 4 + 3.
    """
    # rule: INI-1 INI-5 ATK-1 ATK-2 ATK-3 SIT-3 CND-11 DMG-1 DMG-2 DMG-12 DMG-16 CRI-1 CRI-2
    grid = Grid.empty(12, 8)
    height = grid.height.copy()
    height[:, :2] = units(1)
    start = battle(
        fighter("ana", "red", (2, 3), mobility=(7, 8), strength=(10, 8), pv=15),
        fighter("bruno", "red", (1, 5), acuity=(6, 10), weapons=("bow",), pv=8),
        fighter("goblin", "blue", (6, 3), mobility=(5, 6), weapons=("dagger",), pv=9),
        fighter("ogre", "blue", (8, 3), mobility=(2, 6), strength=(15, 8), weapons=("hammer",), size="large", pv=12,
                responses=(DamageResponse("resistant", "cut"),)),
        grid=grid.replace(height=height),
    )  # fmt: skip
    rolls = [("ana", 5 + 7), ("bruno", 3 + 5), ("goblin", 2 + 5), ("ogre", 1 + 2 - 5)]
    order = ("ana", "bruno", "goblin", "ogre")
    end = play(start, [
        (Begin(), (5, 3, 2, 1), [(rolls, order), RoundBegan(1), TurnBegan("ana", 1)]),
        (Move("ana", (5, 3)), (), [Moved("ana", (2, 3), ((3, 3), (4, 3), (5, 3)), 3000)]),
        (Attack("ana", "goblin", "sword"), (6, 4), [("hit", {}, 13, 9), ("goblin", 5, 9, 4)]),
        next_turn("ana", "bruno", 1),
        (Attack("bruno", "goblin", "bow", "ranged"), (4, 5),
         [("graze", {"ATK-3": -2, "SIT-3": 2}, 4 + 6, 5 + 5), ("goblin", 1, 4, 3)]),
        next_turn("bruno", "goblin", 1),
        (Attack("goblin", "ana", "dagger"), (6, 8), [("miss", {}, 6 + 10, 8 + 14)]),
        (DropProne("goblin"), (), [PostureChanged("goblin", "prone")]),
        next_turn("goblin", "ogre", 1),
        (Move("ogre", (6, 4)), (), [Moved("ogre", (8, 3), ((7, 4), (6, 4)), 2000)]),
        (Attack("ogre", "ana", "hammer"), (3, 1), [("hit", {}, 3 + 2, 1 + 7 - 5), ("ana", 8, 15, 7)]),
        next_turn("ogre", "ana", 2, fresh=True),
        (Attack("ana", "goblin", "sword"), (2, 3),
         [("hit", {"CND-11": -5}, 9, 3 + 5 - 5), ("goblin", 5, 3, 0), Out("goblin", "unconscious")]),
        (Move("ana", (4, 4)), (), [Moved("ana", (5, 3), ((4, 4),), 1000)]),
        next_turn("ana", "bruno", 2),
        (Attack("bruno", "ogre", "bow", "ranged"), (10, 2),  # the ogre's arm is 2 m long: it is engaged with Ana
         [("hit", {"ATK-3": -2, "SIT-3": 2}, 10 + 12, 4), ("ogre", 6, 12, 6)]),
        next_turn("bruno", "ogre", 2),
        (Attack("ogre", "ana", "hammer"), (1, 2), [("miss", {}, 1 + 2 - 5, 9)]),
        next_turn("ogre", "ana", 3, fresh=True),
        (Move("ana", (5, 4)), (), [Moved("ana", (4, 4), ((5, 4),), 1000)]),
        (Attack("ana", "ogre", "sword"), (8, 6), [("hit", {}, 8 + 14, 6 + 5), ("ogre", 5, 6, 1)]),  # 5, 10, 5
        next_turn("ana", "bruno", 3),
        (Delay("bruno", "ogre"), (), [Delayed("bruno", "ogre"), TurnBegan("ogre", 3)]),
        (Attack("ogre", "ana", "hammer"), (4, 1),
         [("hit", {}, 6, 3), ("ana", 8, 7, 0), Out("ana", "unconscious")]),
        (EndTurn("ogre"), (), [TurnEnded("ogre"), TurnBegan("bruno", 3, resumed=True)]),
        (Attack("bruno", "ogre", "bow", "ranged"), (3, 3),
         [("hit", {"SIT-3": 2}, 11, 5), ("ogre", 3, 1, 0), Out("ogre", "unconscious"), BattleWon("red"),
          ConditionEnded("goblin", Condition("prone", "goblin"), "scene")]),  # rule: CND-3
    ])  # fmt: skip
    assert (end.winner, end.round, end.dice) == ("red", 3, 4 + 20)
    assert end.order == ("ana", "goblin", "ogre", "bruno")


@pytest.fixture
def smoky_room():
    """A wall with a door in column E, smoke in G2, a low wall before H."""
    barriers = [*block((4, 0)), *block((4, 2)), *block((4, 1), structure="gate"), wall((7, 0), (7, 3), top=1.0)]
    smoke = np.zeros((3, 9), np.uint8)
    smoke[1, 6] = 1
    return battle(
        fighter("cai", "red", (2, 1), weapons=("javelin", "sword"), pv=6),
        fighter("dora", "blue", (7, 1), weapons=("crossbow",), pv=6),
        grid=Grid.empty(9, 3, barriers).replace(concealment=smoke),
        structures=[Structure("gate", "door", ((4, 1),), open=False)],
    )  # fmt: skip


def test_the_crossbow_behind_the_low_wall(smoky_room):
    """A tie rerolled, a door opened, total cover, a shot lost in smoke, a blow over a wall."""
    # rule: INI-3 ACT-2 ACT-5 SIT-4 SIT-6 SIT-7 CRI-1
    shot = Attack("dora", "cai", "crossbow", "ranged")
    begun = play(smoky_room, [
        (Begin(), (4, 4, 2, 3), [([("cai", 9), ("dora", 9), ("cai", 7), ("dora", 8)], ("dora", "cai")),
                                 RoundBegan(1), TurnBegan("dora", 1)]),
    ])  # fmt: skip
    assert "total cover" in reason(begun, shot)
    opened = play(begun, [
        (Crouch("dora"), (), [PostureChanged("dora", "crouched")]),
        next_turn("dora", "cai", 1),
        (Move("cai", (3, 1)), (), [Moved("cai", (2, 1), ((3, 1),), 1000)]),
        (UseDoor("cai", "gate"), (), [DoorUsed("cai", "gate", True)]),
        next_turn("cai", "dora", 2, fresh=True),
    ])  # fmt: skip
    assert "total cover" in reason(opened, shot)  # crouched behind a wall of 1 m
    lost = play(opened, [
        (Crouch("dora"), (), [PostureChanged("dora", "standing")]),
        (shot, (2,), [("concealed", {}, None, None)]),
        (Crouch("dora"), (), [PostureChanged("dora", "crouched")]),
        next_turn("dora", "cai", 2),
    ])  # fmt: skip
    assert "total cover" in reason(lost, Attack("cai", "dora", "javelin", "ranged"))
    end = play(lost, [
        (Move("cai", (6, 1)), (), [Moved("cai", (3, 1), ((4, 1), (5, 1), (6, 1)), 3000)]),
        (Attack("cai", "dora", "javelin"), (8, 5),
         [("hit", {"SIT-6": 5}, 18, 15), ("dora", 6, 6, 0), Out("dora", "unconscious"), BattleWon("red")]),
    ])  # fmt: skip
    assert (end.winner, end["cai"].hands) == ("red", ("javelin",))
