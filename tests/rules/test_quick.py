"""Quick combat: hits, a fixed defence, players first, and the way back to normal combat."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from game.content.codec import decode, encode
from game.rules import quick
from game.rules.actions import Attack, Begin, Delay, EndTurn, GoNormal, Move, Rest
from game.rules.catalog import Settings, settings_with
from game.rules.damage import Dealt, Wound
from game.rules.dice import ScriptedDice, SeededDice
from game.rules.engine import apply, legal_actions
from game.rules.events import (
    Attacked,
    BattleWon,
    Damaged,
    HitsChanged,
    InitiativeRolled,
    Out,
    QuickBegan,
    Rested,
    RoundBegan,
    TurnBegan,
    WentNormal,
    dice_of,
)
from game.rules.harm import heal
from game.rules.history import Game
from game.rules.odds import odds
from game.rules.resolve import hurt
from game.rules.state import Battle, Condition
from game.spatial.grid import Grid, units
from tests.rules.arena import amounts, battle, do, fighter, reason, sheet_of


def fast(*fighters, **fields):
    """A quick combat before round 1: red are players."""
    made = battle(*fighters, **fields)
    teams = tuple(replace(each, players=each.id == "red") for each in made.teams)
    return made.but(mode="quick", teams=teams)


def duel(a=None, b=None, **fields):
    """A against B, next to each other, A to act. Both have mobility 5 on a d8, so a fixed defence of 9."""
    start = fast(fighter("a", "red", (2, 2), **{"resistance": (3, 6)} | (a or {})),
                 fighter("b", "blue", (3, 2), **{"resistance": (3, 6)} | (b or {})), **fields)
    return do(start, Begin())[0]


HIT = Attack("a", "b", "sword")


def test_players_first_then_enemies_and_nobody_rolls():
    # rule: QCK-4
    start = fast(fighter("orc", "blue", (5, 2)), fighter("a", "red", (2, 2)), fighter("elf", "green", (8, 2)),
                 fighter("b", "red", (2, 4)))
    state, events = do(start, Begin())
    assert events == [QuickBegan(("a", "b", "orc", "elf")), RoundBegan(1), TurnBegan("a", 1)]
    assert state.order == ("a", "b", "orc", "elf")
    assert not any(isinstance(each, InitiativeRolled) for each in events)
    _, events = do(state, *(EndTurn(who) for who in state.order))
    assert events[-2:] == [RoundBegan(2), TurnBegan("a", 2)]
    assert [each.after for each in legal_actions(state) if isinstance(each, Delay)] == ["b"]
    assert "nobody waits for the other side" in reason(state, Delay("a", "orc"))
    assert do(state, Delay("a", "b"))[0].order == ("b", "a", "orc", "elf")


@pytest.mark.parametrize(("mobility", "defence"), [((5, 8), 9), ((6, 10), 11), ((0, 4), 2), ((7, 20), 17)])
def test_fixed_defence_is_half_the_die_and_the_value(mobility, defence):
    # rule: QCK-2
    state = duel(b={"mobility": mobility})
    assert sheet_of(state, "a", "b").fixed_defence == defence


def test_attacks_roll_as_always_and_defences_do_not():
    # rule: QCK-1 QCK-2
    for face, total, outcome in [(3, 8, "miss"), (4, 9, "graze"), (5, 10, "hit"), (8, 18, "hit"), (1, 1, "miss")]:
        _, events = do(duel(), HIT, dice=[face])
        attacked = events[0]
        assert isinstance(attacked, Attacked)
        assert (attacked.outcome, attacked.attack_total, attacked.defence_total) == (outcome, total, 9)
        assert attacked.defence is None
        assert len(dice_of(attacked)) == 1


def test_each_hit_takes_one_and_at_zero_it_is_defeated():
    # rule: QCK-3 DMG-16
    state = duel(b={"pv": 10})
    seen = []
    for left in (2, 1, 0):
        state, events = do(state, HIT, dice=[6])
        hits = events[1]
        assert hits == HitsChanged("b", "a", left + 1, left)
        seen.append(state["b"].pv)
        if left:
            assert not any(isinstance(each, Damaged) for each in events)
            state = do(state, EndTurn("a"), EndTurn("b"))[0]
    assert seen == [7, 4, 0], "ceil(10 x 2/3), ceil(10 x 1/3)"
    assert [type(each) for each in events[2:]] == [Out, BattleWon]
    assert (state["b"].out, state.phase, state.winner) == (True, "over", "red")


def test_a_critical_hit_takes_two_and_a_tie_never_more_than_one():
    # rule: QCK-8 CRI-1
    assert do(duel(), HIT, dice=[8])[1][1] == HitsChanged("b", "a", 3, 1)
    assert do(duel(quick_critical=1), HIT, dice=[8])[1][1] == HitsChanged("b", "a", 3, 2)
    tie = duel(b={"mobility": (14, 8)})
    attacked, hits = do(tie, HIT, dice=[8])[1][:2]
    assert (attacked.outcome, hits) == ("graze", HitsChanged("b", "a", 3, 2))
    strict = duel(b={"mobility": (14, 8)}, quick_tie="miss")
    assert [type(each) for each in do(strict, HIT, dice=[8])[1]] == [Attacked]


def test_the_net_of_all_modifiers_is_one_at_most():
    # rule: QCK-6
    grid = Grid.empty(12, 8)
    height = grid.height.copy()
    height[:, :3] = units(1)
    hill = duel(grid=grid.replace(height=height))
    made = sheet_of(hill, "a", "b")
    assert amounts(made) == {"SIT-3": 2}
    assert (made.attack_total_modifier, made.defence_total_modifier) == (1, 0)
    low = hill.with_combatant(hill["b"].but(conditions=(Condition("prone", "b"),)))
    assert sheet_of(low, "a", "b").attack_total_modifier == 1, "+2 for the hill, +5 against the prone"
    down = hill.with_combatant(hill["a"].but(conditions=(Condition("prone", "a"),)))
    assert sheet_of(down, "a", "b").attack_total_modifier == -1, "+2 and -5"
    assert do(hill, HIT, dice=[4])[1][0].attack_total == 4 + 5 + 1


def test_armour_or_the_gm_give_one_to_the_fixed_defence():
    # rule: QCK-6
    for fields, defence in [({"defence": 3}, 10), ({"reduction": 2}, 10), ({}, 9)]:
        made = sheet_of(duel(b=fields), "a", "b")
        assert (made.fixed_defence, amounts(made)) == (defence, {})
    assert sheet_of(duel(b={"defence": 3}, quick_armour=False), "a", "b").fixed_defence == 9
    state = duel()
    assert sheet_of(state.with_combatant(state["b"].but(guard=1)), "a", "b").fixed_defence == 10
    both = duel(b={"defence": 3})
    assert sheet_of(both.with_combatant(both["b"].but(guard=1)), "a", "b").fixed_defence == 10


@pytest.mark.parametrize(("resistance", "setting", "defence"), [
    (9, 10, 9), (10, 10, 10), (25, 10, 10), (9, 9, 10), (25, 0, 9), (0, 0, 9),
])
def test_a_high_resistance_gives_one_to_the_fixed_defence(resistance, setting, defence):
    # rule: QCK-6
    state = duel(b={"resistance": (resistance, 6)}, quick_resistance=setting)
    assert sheet_of(state, "a", "b").fixed_defence == defence
    armoured = duel(b={"resistance": (25, 6), "defence": 3})
    assert sheet_of(armoured, "a", "b").fixed_defence == 10, "1 at most"


def test_any_damage_takes_one_and_none_takes_nothing():
    """Spells and conditions: however much they do, it is one hit."""
    # rule: QCK-7
    for points, left in [(9, 2), (1, 2), (0, 3)]:
        state, _ = hurt(duel(), "b", "a", Dealt((Wound("fire", "magical", points, points),), 0, 0, points))
        assert quick.hits_left(state["b"]) == left


def test_rest_gives_everything_back():
    # rule: QCK-3
    state = duel(b={"pv": 10})
    state = state.with_combatant(quick.with_hits(state["b"], 1, state.settings))
    assert reason(state, Rest("b")) == "B cannot rest: there is no time"
    calm, events = do(state.but(pressure="never"), Rest("b"))
    assert events == [Rested("b")]
    assert (quick.hits_left(calm["b"]), calm["b"].pv) == (3, 10)
    out = state.with_combatant(state["b"].but(out=True)).but(pressure="never")
    assert reason(out, Rest("b")) == "B is out of the fight"


def test_hits_of_the_hurt_and_of_those_without_resistance():
    # rule: QCK-3
    state = duel(a={"resistance": (0, 4)}, b={"pv": 10, "hurt": 6})
    assert quick.most_hits(state["a"]) == 1
    assert quick.hits_left(state["b"]) == 2, "4 of 10 PV: ceil(3 x 4/10)"


@pytest.mark.parametrize(("left", "pv"), [(7, 12), (6, 11), (5, 9), (4, 7), (3, 6), (2, 4), (1, 2), (0, 0)])
def test_pv_that_hits_stand_for(left, pv):
    # rule: QCK-9
    hero = fighter("a", "red", (0, 0), pv=12, resistance=(7, 6))
    assert quick.pv_at(hero, left, Settings()) == pv
    assert quick.pv_at(hero, left, settings_with({"quick_pv": "down"})) == 12 * left // 7
    frail = fighter("a", "red", (0, 0), pv=3, resistance=(7, 6))
    assert quick.pv_at(frail, 1, settings_with({"quick_pv": "down"})) == 1, "who still stands has some"


def test_the_gm_goes_over_to_normal_combat_in_the_middle():
    """Positions, conditions and what each has left stay; initiative is rolled; from then on defences are rolled."""
    # rule: QCK-9 INI-1
    state = duel(b={"pv": 10})
    state = do(state, HIT, dice=[6])[0]
    state = state.with_combatant(state["a"].but(conditions=(Condition("prone", "a"),), crouched=False))
    cells = {each.id: each.cell for each in state.combatants}
    normal, events = do(state, GoNormal(), dice=[2, 7])
    assert events[0] == WentNormal((("a", 10), ("b", 7)))
    assert isinstance(events[1], InitiativeRolled)
    assert events[2:] == [RoundBegan(2), TurnBegan("b", 2)]
    assert (normal.mode, normal.order, normal["b"].struck) == ("normal", ("b", "a"), 0)
    assert {each.id: each.cell for each in normal.combatants} == cells
    assert normal["a"].has("prone")
    _, events = do(normal, Attack("b", "a", "sword"), dice=[6, 2])
    assert events[0].defence is not None
    assert isinstance(events[1], Damaged)
    assert reason(normal, GoNormal()) == "this is no quick combat"
    assert reason(fast(fighter("a", "red", (2, 2)), fighter("b", "blue", (3, 2))), GoNormal()) == (
        "no fight is going on")


def test_the_defeated_stay_out_in_normal_combat():
    # rule: QCK-9 DMG-16
    start = fast(fighter("a", "red", (2, 2)), fighter("b", "blue", (3, 2), resistance=(1, 6)),
                 fighter("c", "blue", (6, 2)))
    state = do(start, Begin(), HIT, dice=[6])[0]
    normal, _ = do(state, GoNormal(), dice=[5, 4, 3])
    assert (normal["b"].pv, normal["b"].out) == (0, True)
    assert "b" not in normal.waiting


def test_odds_count_hits():
    # rule: QCK-2 QCK-3 QCK-8
    state = duel()
    found = odds(sheet_of(state, "a", "b"), state["b"])
    assert (found.hit, found.graze, found.miss) == (Fraction(4, 8), Fraction(1, 8), Fraction(3, 8))
    assert found.damage == ((0, Fraction(3, 8)), (1, Fraction(4, 8)), (2, Fraction(1, 8)))
    counted = {}
    for face in range(1, 9):
        events = do(state, HIT, dice=[face])[1]
        lost = sum(each.before - each.after for each in events if isinstance(each, HitsChanged))
        counted[lost] = counted.get(lost, 0) + Fraction(1, 8)
    assert dict(found.damage) == counted


def test_a_playthrough_with_undo_and_codec():
    # rule: QCK-1 QCK-3 QCK-4 QCK-9
    start = fast(
        fighter("orc", "blue", (6, 2), resistance=(2, 6), pv=9, weapons=("axe",)),
        fighter("ana", "red", (2, 2), resistance=(3, 6), pv=15),
    )
    script = [
        (Begin(), [], ["quick_began", "round_began", "turn_began"]),
        (Move("ana", (5, 2)), [], ["moved"]),
        (Attack("ana", "orc", "sword"), [6], ["attacked", "hits"]),
        (EndTurn("ana"), [], ["turn_ended", "turn_began"]),
        (Attack("orc", "ana", "axe"), [8], ["attacked", "hits"]),
        (GoNormal(), [4, 3], ["went_normal", "initiative", "round_began", "turn_began"]),
        (Attack("orc", "ana", "axe"), [6, 2], ["attacked", "damaged"]),
    ]
    game = Game(start)
    for action, dice, kinds in script:
        before = game.battle
        game = game.do(action, ScriptedDice(dice, before.dice))
        assert [each.kind for each in game.past[-1].events] == kinds, action
        assert game.undo().battle == before
        assert decode(Battle, encode(game.battle)) == game.battle
    assert (game.battle["orc"].pv, game.battle["ana"].pv) == (5, 5 - 4)
    assert game.battle["ana"].cell == (5, 2)


@pytest.mark.parametrize("seed", range(3))
def test_random_quick_fights_keep_hits_and_pv_together(seed):
    # rule: QCK-3 QCK-9
    rng, dice = random.Random(seed), SeededDice(seed)
    state = fast(
        fighter("a", "red", (2, 2), weapons=("sword", "javelin")), fighter("b", "red", (2, 5), weapons=("bow",)),
        fighter("c", "blue", (7, 2), weapons=("spear",)), fighter("d", "blue", (7, 5), resistance=(2, 6)),
    )  # fmt: skip
    for _ in range(300):
        if state.phase == "over":
            break
        options = legal_actions(state)
        blows = [each for each in options if isinstance(each, Attack)]
        state, _ = apply(state, rng.choice(blows or options), dice)
        for each in state.combatants:
            assert 0 <= quick.hits_left(each) <= quick.most_hits(each)
            assert each.pv == quick.pv_at(each, quick.hits_left(each), Settings())
            assert each.out == (not each.pv)


def test_any_healing_restores_one():
    # rule: QCK-5
    state = duel(b={"pv": 10})
    state = state.with_combatant(quick.with_hits(state["b"], 1, state.settings))
    for points in (1, 50):
        healed, events = heal(state, "b", "a", points)
        assert events == [HitsChanged("b", "a", 1, 2)]
        assert (quick.hits_left(healed["b"]), healed["b"].pv) == (2, 7)
    whole = duel()
    assert heal(whole, "b", "a", 5)[1] == [], "never above the maximum"
