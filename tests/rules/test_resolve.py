"""Attacks as they are rolled: order of dice, outcomes, PV."""

import pytest

from game.errors import DiceError
from game.rules.actions import Attack, Draw, EndTurn
from game.rules.dice import Die, ScriptedDice
from game.rules.engine import apply
from game.rules.events import Attacked, BattleWon, Damaged, Out, WeaponThrown, dice_of
from game.rules.sheet import DamageResponse
from game.rules.state import Turn
from game.spatial.grid import Grid, wall
from tests.rules.arena import do, fight, fighter, reason

BLOW = Attack("a", "b", "sword")


def duel(a=(), b=(), **fields):
    foe = {"pv": 20} | dict(b)
    return fight(fighter("a", "red", (2, 2), **dict(a)), fighter("b", "blue", (3, 2), **foe), **fields)


def attack(battle, dice, action=BLOW):
    """The event of the attack and the PV lost."""
    after, events = do(battle, action, dice=dice)
    assert isinstance(events[0], Attacked)
    return events[0], battle["b"].pv - after["b"].pv


@pytest.mark.parametrize(
    ("dice", "outcome", "lost"),
    [
        ((5, 4), "hit", 4),  # 10 against 9: 1 + 2 + 1
        ((4, 4), "graze", 1),
        ((3, 4), "miss", 0),
        ((8, 7), "hit", 8),  # the highest face: 18 against 12, doubled
        ((8, 8), "graze", 1),  # a critical graze is not doubled
        ((1, 2), "miss", 0),  # 1 + 5 - 5 against 7
        ((2, 1), "hit", 4),  # the defence falls by 5 as well: 7 against 1
        ((1, 1), "graze", 1),
    ],
)
def test_attack_against_defence(dice, outcome, lost):
    # rule: DMG-1 DMG-2 DMG-3 CRI-1 CRI-2 DEF-1
    event, points = attack(duel(), dice)
    assert (event.outcome, points) == (outcome, lost)
    assert event.dice == dice_of(event) == tuple(Die(8, face) for face in dice)


def test_modifiers_decide_and_the_sheet_tells():
    # rule: SIT-2 TST-1
    flanked = fight(fighter("a", "red", (2, 2)), fighter("b", "blue", (3, 2), pv=20), fighter("c", "red", (4, 2)))
    event, points = attack(flanked, (3, 4))
    assert (event.attack_total, event.defence_total, event.outcome, points) == (10, 9, "hit", 4)
    assert [each.rule for each in event.sheet.modifiers] == ["SIT-2"]


def test_a_critical_graze_may_be_doubled_by_the_setting():
    # rule: CRI-1
    assert attack(duel(critical_graze=True), (8, 8))[1] == 2


def smoky(level):
    grid = Grid.empty(12, 8)
    veil = grid.concealment.copy()
    veil[2, 3] = level
    return duel(grid=grid.replace(concealment=veil))


@pytest.mark.parametrize(("level", "last"), [(1, 2), (2, 5)])
def test_concealment_is_rolled_first_and_may_end_the_attack(level, last):
    # rule: SIT-4 SIT-5 TST-6
    for face in range(1, last + 1):
        event, points = attack(smoky(level), (face,))
        assert (event.outcome, event.attack, event.defence, points) == ("concealed", None, None, 0)
        assert event.dice == (Die(10, face),)
        assert (event.attack_total, event.defence_total, event.critical) == (None, None, False)
    for face in range(last + 1, 11):
        event, points = attack(smoky(level), (face, 5, 4))
        assert (event.outcome, points) == ("hit", 4)
        assert event.dice == (Die(10, face), Die(8, 5), Die(8, 4))


def test_a_failed_attack_has_used_the_execution():
    # rule: ACT-1 SIT-4
    battle, _ = do(smoky(2), BLOW, dice=[1])
    assert battle.turn == Turn(executions=1)
    assert "no Execution action is left" in reason(battle, BLOW)


def test_cover_saves():
    # rule: SIT-6
    low = duel(barriers=[wall((3, 0), (3, 8), top=1.2)])
    assert attack(low, (7, 2))[0].outcome == "graze"
    assert attack(duel(), (7, 2))[0].outcome == "hit"


def test_damage_meets_the_targets_types_and_the_event_tells_each_part():
    # rule: DMG-4 DMG-15
    sabre = {"weapons": ("sabre-of-light",)}
    foe = {"responses": (DamageResponse("resistant", "cut"), DamageResponse("vulnerable", "fire")), "reduction": 1}
    after, events = do(duel(sabre, foe), Attack("a", "b", "sabre-of-light"), dice=[8, 2])
    damaged = events[1]
    assert [(part.kind, part.amount, part.dealt) for part in damaged.parts] == [("cut", 8, 4), ("fire", 4, 8)]
    assert (damaged.dealt.reduction, damaged.total, damaged.pv_before, damaged.pv_after) == (1, 11, 20, 9)
    assert after["b"].pv == 9


def test_a_hit_that_does_nothing_is_told():
    # rule: DMG-14
    _, events = do(duel(b={"responses": (DamageResponse("immune", "cut"),)}), BLOW, dice=[5, 4])
    assert isinstance(events[1], Damaged)
    assert (events[1].total, events[1].pv_after) == (0, 20)


@pytest.mark.parametrize("consequence", ["unconscious", "dying", "fallen", "surrendered"])
def test_at_0_pv_it_is_out_of_the_fight(consequence):
    # rule: DMG-16
    battle = fight(fighter("a", "red", (2, 2)), fighter("b", "blue", (3, 2), pv=4), fighter("c", "blue", (6, 6)),
                   at_zero=consequence)
    after, events = do(battle, BLOW, dice=[5, 4])
    assert events[1:] == [events[1], Out("b", consequence)]
    assert (after["b"].pv, after["b"].out, after["b"].consequence) == (0, True, consequence)
    assert after.waiting == ("a", "c")


def test_pv_never_fall_below_0():
    # rule: DMG-16
    after, events = do(duel(b={"pv": 2}), BLOW, dice=[5, 4])
    assert (events[1].total, events[1].pv_before, events[1].pv_after, after["b"].pv) == (4, 2, 0, 0)
    assert events[-1] == BattleWon("red")


def test_a_thrown_weapon_leaves_the_hand():
    # rule: DMG-6 ACT-2
    throw = Attack("a", "b", "dagger", "ranged")
    battle = fight(fighter("a", "red", (2, 2), weapons=("dagger", "claws")), fighter("b", "blue", (6, 2), pv=20))
    after, events = do(battle, throw, dice=[5, 2])
    assert events[1] == WeaponThrown("a", "dagger")
    assert after["a"].hands == ()
    after, _ = do(after, EndTurn("a"), EndTurn("b"), Draw("a", "dagger"), throw, dice=[5, 2])
    assert after["b"].pv == 20 - 2 * 3
    stays, events = do(battle.but(settings=duel(thrown_weapon="stays").settings), throw, dice=[5, 2])
    assert stays["a"].hands == ("dagger",)
    assert not any(isinstance(each, WeaponThrown) for each in events)


def test_striking_with_what_can_be_thrown_keeps_it_and_arrows_leave_the_bow():
    # rule: ACT-2
    after, _ = do(duel({"weapons": ("dagger",)}), Attack("a", "b", "dagger"), dice=[5, 4])
    assert after["a"].hands == ("dagger",)
    after, _ = do(duel({"weapons": ("bow",)}), Attack("a", "b", "bow", "ranged"), dice=[5, 4])
    assert after["a"].hands == ("bow",)


def test_without_dice_nothing_happens():
    # rule: ACT-6 TST-6
    battle = duel()
    with pytest.raises(DiceError):
        apply(battle, BLOW, ScriptedDice([5]))
    assert battle == duel()
