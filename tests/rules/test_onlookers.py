"""The game that players see, step by step: the one without the hidden creature."""

import random

import pytest

from game.content.scenarios import find_scenario, read_scenario
from game.rules.actions import Attack, EndTurn, GmPV, Hide, Move, Reveal
from game.rules.engine import legal_actions
from game.rules.events import Damaged, Moved, Revealed, TurnBegan, TurnEnded
from game.rules.history import Game
from game.rules.onlookers import Onlookers
from game.rules.players import players_view
from tests.rules.arena import fight, fighter
from tests.rules.test_hidden import SHIPPED, Steady, ghost, meets, same, wander_action, with_ghost

DICE = Steady(0.6)


def three():
    return fight(fighter("a", "red", (0, 0)), ghost("x", "blue", (5, 5)), fighter("b", "blue", (9, 3)))


def see(game, told="digits", by=None):
    return (by or Onlookers()).see(game, told, DICE)


def play(start, *actions):
    game = Game(start)
    for action in actions:
        game = game.do(action, DICE)
    return game


def test_a_game_without_secrets_is_itself():
    game = play(fight(fighter("a", "red", (0, 0)), fighter("b", "blue", (9, 3))), Move("a", (1, 0)), EndTurn("a"))
    assert see(game) is game
    assert see(Game(game.initial)).initial is game.initial


def test_while_it_acts_the_next_turn_has_begun():
    game = play(three(), Move("a", (1, 0)), EndTurn("a"))
    seen = see(game)
    assert seen.battle.active.id == "b"
    assert seen.done == 2
    assert seen.log == (Moved("a", (0, 0), ((1, 0),), 1000), TurnEnded("a"), TurnBegan("b", 1))
    for action in (Move("x", (6, 6)), EndTurn("x")):
        game = game.do(action, DICE)
        assert see(game).log == seen.log
        assert see(game).done == 2


def test_what_it_does_in_secret_is_no_step_and_what_shows_is_one():
    game = play(three(), EndTurn("a"), EndTurn("x"), GmPV("x", 3))
    assert see(game).done == 1
    game = game.do(Reveal("x"), DICE)
    assert see(game).done == 2
    assert see(game).steps[-1].events == (Revealed("x"),)
    assert see(game).battle is game.battle
    game = game.do(Hide("x"), DICE)
    assert (see(game).done, see(game).steps[-1].events) == (3, ())


def test_a_blow_from_hiding_is_a_step_that_reveals():
    start = fight(fighter("a", "red", (0, 0)), ghost("x", "blue", (1, 0)), fighter("b", "blue", (9, 3)))
    game = play(start, EndTurn("a"), Attack("x", "a", "sword"))
    seen = see(game)
    assert seen.done == 2
    assert isinstance(seen.steps[1].events[0], Revealed)
    assert any(isinstance(each, Damaged) for each in seen.steps[1].events)


def test_undone_steps_can_be_seen_to_come_again():
    by = Onlookers()
    game = play(three(), Move("a", (1, 0)), EndTurn("a"), Move("x", (6, 6)), EndTurn("x"), Move("b", (8, 3)))
    whole = see(game, by=by)
    assert (whole.done, len(whole.steps)) == (3, 3)
    for _ in range(5):
        game = game.undo()
        seen = see(game, by=by)
        assert len(seen.steps) == 3
        assert seen.done == by.count(game.done)
    assert not seen.can_undo
    assert seen.can_redo


def test_numbers_are_told_as_they_are_to_be():
    game = play(three(), EndTurn("a"), EndTurn("x"))
    by = Onlookers()
    assert {each.battle.told for each in see(game, "words", by).steps} == {"words"}
    assert see(game, "words", by).initial.told == "words"
    assert {each.battle.told for each in see(game, "digits", by).steps} == {"digits"}
    plain = play(fight(fighter("a", "red", (0, 0)), fighter("b", "blue", (9, 3))), EndTurn("a"))
    assert see(plain, "nothing").battle.but(told="digits") == plain.battle


def same_steps(name, seed, turns):
    rng = random.Random(seed)
    plain = Game(read_scenario(find_scenario(name)).battle)
    secret, by = Game(with_ghost(plain.initial, rng)), Onlookers()
    for _ in range(turns):
        listed = legal_actions(plain.battle)
        fit = [each for each in rng.sample(listed, min(10, len(listed))) if not meets(secret.battle, each)]
        action = (*fit, EndTurn(plain.battle.active.id))[0] if plain.battle.active else listed[-1]
        plain, secret = plain.do(action, DICE), secret.do(action, DICE)
        while True:
            seen = by.see(secret, "digits", DICE)
            assert seen.log == plain.log
            assert [each.action for each in seen.steps] == [each.action for each in plain.steps]
            assert same(seen.battle, plain.battle)
            active = secret.battle.active
            if active is None or not active.hidden:
                break
            secret = secret.do(wander_action(secret.battle, rng), DICE)
        assert same(players_view(secret.battle), plain.battle)
        if plain.battle.phase == "over":
            return


@pytest.mark.parametrize("name", SHIPPED)
def test_step_by_step_it_is_the_game_without_the_hidden_one(name):
    same_steps(name, 1, 25)


@pytest.mark.parametrize("start", [three, lambda: fight(fighter("a", "red", (0, 0)), fighter("b", "blue", (9, 3)))])
def test_what_is_kept_of_a_game_is_what_is_seen_of_it_anew(start):
    """Undo, other ways from there, somebody who hides and shows itself: with and without what was worked out before."""
    chance, kept, game = random.Random(4), Onlookers(), Game(start())
    for _ in range(120):
        names = [each.id for each in game.battle.combatants]
        options = [Hide(chance.choice(names)), Reveal(chance.choice(names)), GmPV(chance.choice(names), 3),
                   *legal_actions(game.battle)[:8]]
        action = chance.choice([each for each in options if game.why_illegal(each) is None])
        game = game.undo() if chance.random() < 0.3 else game.redo() if chance.random() < 0.2 else game.do(action, DICE)
        seen, anew = see(game, by=kept), see(game)
        assert (seen.initial, seen.steps, seen.done) == (anew.initial, anew.steps, anew.done)
        assert (seen is game) == (anew is game)
