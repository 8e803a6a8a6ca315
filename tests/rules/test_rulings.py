"""The GM's word after a roll: the outcome or the damage, by the same dice, taken back by one undo. # rule: GM"""

import random

import pytest

from game.content.codec import dumps, encode, state_hash
from game.content.saves import SavedGame, load_text, save_text
from game.errors import IllegalAction
from game.insight.narrate import sentences
from game.rules.actions import Attack, EndTurn, Hide, Join, Manoeuvre, Move, Reveal, Ruling, UsePower
from game.rules.dice import ScriptedDice, SeededDice
from game.rules.engine import legal_actions, why_illegal
from game.rules.events import (
    Attacked,
    BattleWon,
    Damaged,
    HitsChanged,
    HoldBegan,
    Moved,
    Out,
    Revealed,
    Ruled,
    TurnBegan,
)
from game.rules.history import Game
from game.rules.players import players_events
from game.rules.state import Placement
from game.spatial.grid import Grid
from game.texts import tr
from tests.rules.arena import fight, fighter
from tests.rules.effects_arena import power


def duel(**fields):
    return fight(fighter("a", "red", (2, 2)), fighter("b", "blue", (3, 2)), fighter("c", "blue", (9, 2)), **fields)


def played(where, action, *faces):
    """A game in which one thing was done, with dice to go on with."""
    dice = ScriptedDice((*faces, 5, 5, 5, 5), where.dice)
    return Game(where).do(action, dice), dice


def told(step, kind):
    return [each for each in step.events if isinstance(each, kind)]


MISS, HIT = (2, 5), (7, 3)
STRIKE = Attack("a", "b", "sword")


def test_a_miss_becomes_a_hit_with_the_damage_of_the_sheet():
    # rule: GM DMG-1
    game, dice = played(duel(), STRIKE, *MISS)
    assert game.battle["b"].pv == 10
    ruled = game.do(Ruling("b", "hit"), dice)
    assert ruled.battle["b"].pv == played(duel(), STRIKE, *HIT)[0].battle["b"].pv < 10
    attacked = told(ruled.steps[-1], Attacked)[0]
    assert attacked.outcome == "hit"
    assert [die.face for die in attacked.dice] == list(MISS)


@pytest.mark.parametrize(("outcome", "lost"), [("miss", 0), ("graze", 1)])
def test_a_hit_becomes_a_graze_or_a_miss(outcome, lost):
    # rule: GM DMG-2 DMG-3
    game, dice = played(duel(), STRIKE, *HIT)
    ruled = game.do(Ruling("b", outcome), dice)
    assert 10 - ruled.battle["b"].pv == lost
    assert ruled.battle.turn == game.battle.turn


def test_the_damage_is_what_the_word_says_whatever_the_armour():
    # rule: GM DMG-4
    where = fight(fighter("a", "red", (2, 2)), fighter("b", "blue", (3, 2), reduction=2))
    for faces in (MISS, HIT):
        game, dice = played(where, STRIKE, *faces)
        ruled = game.do(Ruling("b", points=4), dice)
        assert ruled.battle["b"].pv == 6
        assert told(ruled.steps[-1], Damaged)[0].total == 4
    none, dice = played(where, STRIKE, *HIT)
    assert none.do(Ruling("b", points=0), dice).battle["b"].pv == 10


def test_one_undo_takes_it_back_and_one_redo_gives_it_again():
    # rule: GM
    game, dice = played(duel(), STRIKE, *MISS)
    ruled = game.do(Ruling("b", "hit"), dice)
    assert ruled.undo().battle == game.battle
    assert ruled.undo().redo().battle == ruled.battle
    assert ruled.undo().undo().battle == game.initial


def test_the_last_word_on_a_target_counts_and_words_on_others_stay():
    # rule: GM
    game, dice = played(duel(), STRIKE, *MISS)
    again = game.do(Ruling("b", "hit"), dice).do(Ruling("b", points=2), dice)
    assert again.battle["b"].pv == 8
    assert again.do(Ruling("b", "miss"), dice).battle["b"].pv == 10


def test_no_die_is_rolled_twice_and_the_next_is_a_new_one():
    # rule: GM TST-6
    game, dice = played(duel(), STRIKE, *MISS)
    ruled = game.do(Ruling("b", "hit"), dice)
    assert ruled.battle.dice == game.battle.dice == 2
    assert ruled.steps[-1].dice == ()
    assert [die.face for die in ruled.dice] == list(MISS)


def test_of_two_rolls_against_one_the_last_is_ruled_on():
    # rule: GM
    position = fight(fighter("a", "red", (2, 2)), fighter("d", "red", (4, 2)), fighter("b", "blue", (3, 2)))
    dice = ScriptedDice((*MISS, *MISS, 5, 5), position.dice)
    game = Game(position).do(STRIKE, dice).do(EndTurn("a"), dice).do(Attack("d", "b", "sword"), dice)
    assert game.rolls == {"b": 2}
    ruled = game.do(Ruling("b", points=3), dice)
    assert [each.sheet.attacker for each in told(ruled.steps[-1], Attacked)] == ["d"]


def test_a_die_that_a_word_had_cost_serves_the_next_word():
    # rule: GM TST-6 SIT-4
    grid = Grid.empty(12, 8)
    smoke = grid.concealment.copy()
    smoke[2, 3] = 1
    game, dice = played(duel(grid=grid.replace(concealment=smoke)), STRIKE, 1)
    once = game.do(Ruling("b", "hit"), dice)
    assert len(once.steps[-1].dice) == 2
    twice = once.do(Ruling("b", points=4), dice)
    assert (twice.steps[-1].dice, twice.battle.dice, twice.battle["b"].pv) == ((), once.battle.dice, 6)


def test_concealment_is_passed_by_word_and_the_attack_is_rolled_then():
    # rule: GM SIT-4
    veil = Grid.empty(12, 8).concealment.copy()
    veil[2, 3] = 1
    where = duel(grid=Grid.empty(12, 8).replace(concealment=veil))
    game, dice = played(where, STRIKE, 1)
    assert told(game.steps[-1], Attacked)[0].outcome == "concealed"
    ruled = game.do(Ruling("b", "graze"), dice)
    assert ruled.battle["b"].pv == 9
    assert [die.sides for die in ruled.steps[-1].dice] == [8, 8]
    assert ruled.battle.dice == 3
    assert game.do(Ruling("b", "miss"), dice).battle["b"].pv == 10


def test_a_manoeuvre_succeeds_or_fails_by_word():
    # rule: GM MAN-1
    game, dice = played(duel(), Manoeuvre("a", "b", "grapple"), *MISS)
    ruled = game.do(Ruling("b", "hit"), dice)
    assert ruled.battle.holds
    assert told(ruled.steps[-1], HoldBegan)
    for wrong in (Ruling("b", "graze"), Ruling("b", points=3)):
        with pytest.raises(IllegalAction, match="succeeds or fails"):
            game.do(wrong, dice)


def test_an_attack_that_went_astray_does_not_by_word():
    # rule: GM MAN-3
    where = fight(fighter("a", "red", (2, 2)), fighter("d", "red", (3, 1)), fighter("b", "blue", (3, 2)))
    game, dice = played(where, Manoeuvre("a", "b", "grapple"), 7, 3)
    assert game.battle.holds
    game = game.do(EndTurn("a"), dice)
    stray = ScriptedDice((1, 8), game.battle.dice)
    game = game.do(Attack("d", "b", "sword"), stray)
    assert game.battle["a"].pv < 10
    assert game.do(Ruling("b", "miss"), stray).battle["a"].pv == 10


def test_areas_are_ruled_on_for_each_target():
    # rule: GM DEF-2
    mage = fighter("m", "red", (3, 4), powers=(power("fireball"),), wits=(10, 10))
    where = fight(mage, fighter("f", "blue", (9, 4), pv=30), fighter("g", "blue", (10, 4), pv=30), cols=14)
    game, dice = played(where, UsePower("m", "fireball", (), Placement("corner", 10, 5)), 5, 4, 4)
    full = 30 - game.battle["f"].pv
    assert full == 30 - game.battle["g"].pv > 1
    one = game.do(Ruling("f", "graze"), dice)
    assert (30 - one.battle["f"].pv, one.battle["g"].pv) == (full // 2, game.battle["g"].pv)
    both = one.do(Ruling("g", "miss"), dice)
    assert (both.battle["f"].pv, both.battle["g"].pv) == (one.battle["f"].pv, 30)
    assert game.do(Ruling("g", points=7), dice).battle["g"].pv == 23
    assert both.undo().battle == one.battle


def test_what_a_test_let_through_is_ruled_on():
    # rule: GM ATK-6
    mage = fighter("m", "red", (3, 4), powers=(power("terror"),), spirit=(10, 10))
    where = fight(mage, fighter("f", "blue", (6, 4)))
    game, dice = played(where, UsePower("m", "terror", ("f",)), 8)
    assert not game.battle["f"].conditions
    assert game.do(Ruling("f", "hit"), dice).battle["f"].has("frightened")


def test_in_quick_combat_the_damage_is_in_hits():
    # rule: GM QCK-3
    game, dice = played(duel().but(mode="quick"), STRIKE, 2)
    ruled = game.do(Ruling("b", points=2), dice)
    change = told(ruled.steps[-1], HitsChanged)[0]
    assert change.before - change.after == 2


def test_a_word_may_end_the_fight_and_take_its_end_back():
    # rule: GM DMG-16
    where = fight(fighter("a", "red", (2, 2)), fighter("b", "blue", (3, 2)))
    game, dice = played(where, STRIKE, *MISS)
    over = game.do(Ruling("b", points=50), dice)
    assert told(over.steps[-1], Out)
    assert told(over.steps[-1], BattleWon)
    assert over.battle.phase == "over"
    assert over.do(Ruling("b", "miss"), dice).battle.phase == "fight"


def test_only_what_is_new_is_told():
    # rule: GM
    mage = fighter("m", "red", (3, 4), powers=(power("fireball"),), wits=(10, 10))
    where = fight(mage, fighter("f", "blue", (9, 4), pv=30), fighter("g", "blue", (10, 4), pv=30), cols=14)
    game, dice = played(where, UsePower("m", "fireball", (), Placement("corner", 10, 5)), 5, 4, 4)
    step = game.do(Ruling("g", "miss"), dice).steps[-1]
    assert isinstance(step.events[0], Ruled)
    assert {each.who for each in told(step, Damaged)} == set()


def test_there_must_be_a_roll_to_rule_on():
    # rule: GM ACT-6
    game, dice = played(duel(), STRIKE, *MISS)
    nothing = Ruling("c", "hit"), Ruling("x", "hit"), Ruling("b")
    for wrong in (*nothing, Ruling("b", points=-1), Ruling("b", points=10000)):
        assert game.why_illegal(wrong) is not None
        with pytest.raises(IllegalAction):
            game.do(wrong, dice)
    assert Game(duel()).why_illegal(Ruling("b", "hit")) is not None
    assert game.why_illegal(Ruling("b", "hit")) is None
    assert game.why_illegal(EndTurn("a")) is None
    assert why_illegal(game.battle, Ruling("b", "hit")) is not None


@pytest.mark.parametrize("later", [
    [Move("a", (2, 3))], [EndTurn("a")], [Move("a", (2, 3)), EndTurn("a"), EndTurn("b")],
])
def test_what_was_done_after_the_roll_stays_done(later):
    # rule: GM
    game, dice = played(duel(), STRIKE, *MISS)
    for each in later:
        game = game.do(each, dice)
    ruled = game.do(Ruling("b", "hit"), dice)
    assert ruled.battle["b"].pv == played(duel(), STRIKE, *HIT)[0].battle["b"].pv
    assert (ruled.battle["a"], ruled.battle.active.id) == (game.battle["a"], game.battle.active.id)
    assert [each.kind for each in ruled.steps[-1].events] == ["ruled", "attacked", "damaged"], "the rest was told"
    assert ruled.undo().battle == game.battle


def test_dice_of_later_steps_fall_as_they_fell():
    # rule: GM TST-6
    game, dice = played(duel(), STRIKE, *MISS, 7, 2)
    game = game.do(EndTurn("a"), dice).do(Attack("b", "a", "sword"), dice)
    hurt = game.battle["a"].pv
    assert hurt < 10
    ruled = game.do(Ruling("b", points=3), dice)
    assert (ruled.battle["a"].pv, ruled.battle["b"].pv) == (hurt, 7)
    assert ruled.battle.dice == game.battle.dice
    both = ruled.do(Ruling("a", "miss"), dice)
    assert (both.battle["a"].pv, both.battle["b"].pv) == (10, 7), "the word on the earlier roll stays in force"
    again = both.do(Ruling("b", "miss"), dice)
    assert (again.battle["a"].pv, again.battle["b"].pv) == (10, 10)
    assert not [each for each in again.steps[-1].events if getattr(each, "who", "") == "a"], "nothing new about A"


def test_who_falls_by_a_word_has_no_turn():
    # rule: GM DMG-16 INI-6
    game, dice = played(duel(), STRIKE, *MISS)
    game = game.do(EndTurn("a"), dice)
    assert game.battle.active.id == "b"
    ruled = game.do(Ruling("b", points=50), dice)
    assert ruled.battle["b"].out
    assert ruled.battle.active.id == "c"
    assert [each.who for each in told(ruled.steps[-1], TurnBegan)] == ["c"]


@pytest.mark.parametrize("later", [[], [Reveal("x")], [Reveal("x"), Hide("x")]])
def test_a_word_tells_nothing_anew_of_what_was_done_in_secret(later):
    # rule: GM
    position = fight(fighter("a", "red", (3, 0)), fighter("x", "green", (2, 1)).but(hidden=True),
                     fighter("b", "blue", (4, 1)), fighter("c", "blue", (9, 2)), rows=3)
    game, dice = played(position, STRIKE, *MISS)
    game = game.do(EndTurn("a"), dice).do(Move("x", (6, 1)), dice)
    around = told(game.steps[-1], Moved)
    for each in later:
        game = game.do(each, dice)
    ruled = game.do(Ruling("b", points=50), dice)
    through = told(ruled.steps[-1], Moved)
    assert [each.who for each in through] == ["x"] * game.battle["x"].hidden, "told while it is a secret"
    assert through != around, "b is in nobody's way now"
    seen = players_events(ruled.steps[-1].events, game.battle, ruled.battle)
    assert {"attacked", "out"} <= {each.kind for each in seen}
    assert not [each for each in seen if isinstance(each, Moved | Revealed)]


def test_a_word_after_which_the_rest_could_not_be_is_refused_with_the_way_out():
    # rule: GM ACT-6
    game, dice = played(duel(), STRIKE, *MISS)
    game = game.do(EndTurn("a"), dice).do(Move("b", (3, 3)), dice)
    with pytest.raises(IllegalAction, match="undo back to the roll first"):
        game.do(Ruling("b", points=50), dice)
    assert game.undo().undo().do(Ruling("b", points=50), dice).battle["b"].out
    assert game.do(Ruling("b", points=5), dice).battle["b"].cell == (3, 3)


def test_a_roll_is_open_to_a_word_until_who_rolled_has_another_turn():
    # rule: GM ACT-6
    game, dice = played(duel(), STRIKE, *MISS)
    for who in "abc":
        assert game.why_illegal(Ruling("b", "hit")) is None
        assert list(game.rolls) == ["b"]
        game = game.do(EndTurn(who), dice)
    assert not game.rolls
    with pytest.raises(IllegalAction, match="within a round"):
        game.do(Ruling("b", "hit"), dice)


def test_who_comes_in_later_keeps_no_roll_open():
    # rule: GM INI-4
    position = duel()
    position = position.but(combatants=tuple(each.but(initiative=20) for each in position.combatants))
    game, dice = played(position, STRIKE, *MISS)
    game = game.do(Join(fighter("d", "blue", (9, 5))), dice)
    for who in "abc":
        assert list(game.rolls) == ["b"]
        game = game.do(EndTurn(who), dice)
    assert game.battle.active.id == "a"
    assert not game.rolls, "though d has had no turn yet"


@pytest.mark.parametrize("seed", range(6))
def test_a_word_that_says_what_the_dice_said_changes_nothing(seed):
    """Whatever was done since: the steps after the roll come out as they did."""
    # rule: GM
    chance, dice, tried = random.Random(seed), SeededDice(seed), 0
    game = Game(duel())
    for _ in range(60):
        legal = list(legal_actions(game.battle))
        if not legal:
            break
        kind = chance.choice(sorted({each.kind for each in legal}))
        game = game.do(chance.choice([each for each in legal if each.kind == kind]), dice)
        for target, number in game.rolls.items():
            attacked = [each for each in told(game.steps[number], Attacked) if each.sheet.target == target]
            if len(attacked) != 1 or attacked[0].critical or attacked[0].outcome == "concealed":
                continue
            if attacked[0].sheet.margin is not None and attacked[0].outcome == "graze":
                continue
            tried += number < game.done - 1
            ruled = game.do(Ruling(target, attacked[0].outcome), dice)
            assert ruled.battle == game.battle
            assert {*ruled.steps[-1].events[1:]} - {*game.steps[number].events} == {
                each for each in told(ruled.steps[-1], Attacked) if each.ruling is not None}
    assert tried


def test_the_log_says_that_the_game_master_ruled():
    # rule: GM
    game, dice = played(duel(), STRIKE, *MISS)
    ruled = game.do(Ruling("b", "hit", 3, "a lucky stumble"), dice)
    said = [tr(each) for event in ruled.steps[-1].events for each in sentences(event, ruled.battle)]
    assert said[:3] == ["The game master rules: B is hit.", "The damage is 3.", "The reason: a lucky stumble."]
    assert "Attack 2 (d8) + 5 = 7, defence 5 (d8) + 5 = 10; by the game master's word: a hit." in said
    for ruling, first in ((Ruling("b", "graze"), "B is grazed"), (Ruling("b", "miss"), "B is missed"),
                          (Ruling("b", points=2), "2 damage to B")):
        assert first in tr(sentences(game.do(ruling, dice).steps[-1].events[0], game.battle)[0])


def test_a_game_with_rulings_is_saved_and_played_again():
    # rule: GM TST-6
    seeded = SeededDice(3)
    game = Game(duel()).do(STRIKE, seeded).do(Ruling("b", points=1), seeded).do(Ruling("b", "hit"), seeded)
    game = game.do(EndTurn("a"), seeded).do(Attack("b", "a", "sword"), seeded)
    game = game.do(Ruling("b", "graze"), seeded).do(Ruling("a", "hit"), seeded)
    back = load_text(save_text(SavedGame(game, "duel", 3)))
    assert back.notice is None
    assert back.game == game
    faces = ScriptedDice([die.face for die in game.dice])
    again = Game(duel())
    for step in game.steps:
        again = again.do(step.action, faces)
    assert state_hash(again.battle) == state_hash(game.battle)
    assert dumps(encode(again.log)) == dumps(encode(game.log))
