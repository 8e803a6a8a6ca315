"""A game with its past: undo, redo, and what they keep."""

import numpy as np
import pytest

from game.errors import DiceError, IllegalAction
from game.rules.actions import Attack, Begin, Delay, DropProne, EndTurn, GmRemove, Move, UseDoor
from game.rules.conditions import under
from game.rules.dice import ScriptedDice, SeededDice, TypedDice
from game.rules.effects import ZoneEffect
from game.rules.events import TurnBegan
from game.rules.history import Game
from game.rules.powers import Shape
from game.rules.state import Structure, Zone
from game.spatial.grid import Grid, block, units
from tests.rules.arena import battle, fighter

DICE = SeededDice(4)
BLOW = Attack("a", "b", "sword")


def duel(**fields):
    door = Structure("gate", "door", ((2, 1),), open=False)
    pair = fighter("a", "red", (2, 2), mobility=(9, 8)), fighter("b", "blue", (3, 2), mobility=(0, 8), pv=30)
    return Game(battle(*pair, barriers=block((2, 1), structure="gate"), structures=[door], **fields))


def play(game, *actions, dice=DICE):
    for action in actions:
        game = game.do(action, dice)
    return game


STEPS = (Begin(), Move("a", (3, 3)), BLOW, EndTurn("a"), Move("b", (6, 2)), DropProne("b"), EndTurn("b"),
         Move("a", (2, 2)), UseDoor("a", "gate"), EndTurn("a"))


def test_undo_gives_back_the_very_battle_and_redo_the_next():
    # rule: TST-6
    games = [duel()]
    for action in STEPS:
        games.append(games[-1].do(action, DICE))
    last = games[-1]
    for game in reversed(games[:-1]):
        last = last.undo()
        assert last.battle == game.battle
        assert last.log == game.log
        assert last.can_redo
    assert not last.can_undo
    for game in games[1:]:
        last = last.redo()
        assert last.battle == game.battle
        assert last.log == game.log
    assert not last.can_redo
    assert last == games[-1]


def test_undo_and_redo_at_the_ends_change_nothing():
    game = duel()
    assert game.undo() == game
    assert game.redo() == game
    assert game.back_to_turn_start() == game


def test_what_was_rolled_is_rolled_again_the_same():
    """Undo never re-rolls: the dice position is part of the battle."""
    # rule: TST-6
    game = play(duel(), Begin(), BLOW)
    for _ in range(5):
        game = game.undo().do(BLOW, DICE)
        assert game == play(duel(), Begin(), BLOW)


def test_another_way_after_an_undo_drops_the_undone_and_plays_on_with_the_same_dice():
    # rule: TST-6
    game = play(duel(), Begin(), BLOW, EndTurn("a")).undo().undo()
    other = game.do(Move("a", (3, 3)), DICE)
    assert not other.can_redo
    assert len(other.steps) == 2
    assert other.do(BLOW, DICE).steps[-1].dice == play(duel(), Begin(), BLOW).steps[-1].dice


def test_back_to_the_start_of_the_turn():
    game = play(duel(), *STEPS[:6])
    back = game.back_to_turn_start()
    assert back.battle == play(duel(), *STEPS[:4]).battle
    assert isinstance(back.log[-1], TurnBegan)
    assert back.back_to_turn_start() == back
    assert back.redo().redo() == game
    waited = play(duel(), Begin(), Delay("a", "b"), Move("b", (6, 2)))
    assert waited.back_to_turn_start().done == 2
    assert play(duel(), Begin(), BLOW).back_to_turn_start().done == 1


def test_a_refused_action_and_missing_dice_leave_the_game_as_it_was():
    # rule: ACT-6
    game = play(duel(), Begin())
    with pytest.raises(IllegalAction):
        game.do(EndTurn("b"), DICE)
    with pytest.raises(DiceError):
        game.do(BLOW, ScriptedDice([], 2))
    assert game == play(duel(), Begin())


def test_the_dice_of_a_game_replay_it():
    # rule: TST-6
    game = play(duel(), *STEPS)
    script = ScriptedDice([die.face for die in game.dice])
    assert len(game.dice) == game.battle.dice
    assert play(duel(), *STEPS, dice=script) == game


def test_typed_dice_play_a_game():
    # rule: TST-6
    game = play(duel(), Begin())
    typed = TypedDice([8, None], game.battle.dice, DICE)
    assert [die.face for die in game.do(BLOW, typed).steps[-1].dice] == [8, DICE.face(game.battle.dice + 1, 8)]


def test_terrain_height_tools_29_undo_restores_height_as_well():
    """A walk onto ground 2 m higher, undone: back in its place and at its height."""
    grid = Grid.empty(12, 8)
    height = grid.height.copy()
    height[2, 3:] = units(1) * np.minimum(np.arange(1, 10), 2)
    game = Game(battle(fighter("a", "red", (2, 2)), fighter("b", "blue", (11, 7)), grid=grid.replace(height=height)))
    game = play(game, Begin())
    if game.battle.active.id == "b":
        game = play(game, EndTurn("b"))
    moved = play(game, Move("a", (4, 2)))
    assert moved.undo().battle == game.battle
    assert moved.undo().redo() == moved


def test_wesnoth_8343_undo_closes_the_door_behind():
    """Undo restores the whole state, the map with it, never half."""
    game = play(duel(), Begin(), UseDoor("a", "gate"), Move("a", (2, 1)))
    assert game.undo().undo().battle.grid == duel().battle.map
    assert game.undo().battle["a"].cell == (2, 2)
    assert game.undo().battle.grid != duel().battle.map


def test_foundry_11263_who_was_taken_out_of_the_game_comes_back_with_the_pv_it_had():
    """Deleted at 7 of 20 PV and undone: back with 7, in its place, in its slot and with its turn."""
    hurt = duel().battle
    game = play(Game(hurt.with_combatant(hurt["b"].but(pv=7))), Begin())
    gone = play(game, GmRemove("b"))
    assert "b" not in [each.id for each in gone.battle.combatants if each.cell is not None]
    back = gone.undo().battle
    assert back == game.battle
    assert (back["b"].pv, back["b"].sheet.pv, back["b"].cell) == (7, 30, (3, 2))


def test_foundry_11264_who_steps_back_into_a_zone_is_in_it():
    """Who is in a zone follows from where everybody stands: walking out, undo and redo never leave it half in."""
    dread = Zone("zone-1", ZoneEffect("Dread", conditions=("disoriented",)), Shape("free", cells=1), cells=((2, 2),))
    game = play(Game(duel().battle.but(zones=(dread,))), Begin())
    if game.battle.active.id == "b":
        game = play(game, EndTurn("b"))
    assert under(game.battle, game.battle["a"], "disoriented")
    out = play(game, Move("a", (2, 4)))
    assert not under(out.battle, out.battle["a"], "disoriented")
    assert under(out.undo().battle, out.undo().battle["a"], "disoriented")
    assert not under(out.undo().redo().battle, out.undo().redo().battle["a"], "disoriented")
