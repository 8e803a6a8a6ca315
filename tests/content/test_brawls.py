"""The two scenarios of non-lethal fighting, played with undo, save and the log at every step."""

import random

import pytest

from game.content.codec import decode_action, encode
from game.content.scenarios import load_scenario
from game.insight.narrate import sentences
from game.insight.proving_events import prove_event
from game.paths import maps
from game.rules.actions import GmMend, Recover
from game.rules.dice import SeededDice
from game.rules.events import dice_of
from game.rules.history import Game
from game.rules.players import players_view
from game.rules.recovery import recoveries
from game.texts import tr
from tests.content.games import brawler
from tests.content.test_selfplay import MOST_STEPS, check, check_actions, check_log, check_round_trips


def told(game: Game) -> None:
    """Every event of the last step is a sentence and has a proof, for the GM and for the players."""
    step = game.past[-1]
    before = game.past[-2].battle if len(game.past) > 1 else game.initial
    for event in step.events:
        for seen in (step.battle, *(players_view(step.battle, how) for how in ("words", "nothing"))):
            said = sentences(event, seen)
            assert said
            assert all(tr(each) for each in said)
        assert any(True for _ in prove_event(event, before))
    assert sum(len(dice_of(each)) for each in step.events) == len(step.dice)


def brawled(name: str, seed: int, most: int, every: int) -> Game:
    game, dice, chance = Game(load_scenario(maps() / f"{name}.toml")), SeededDice(seed), random.Random(seed)
    while game.battle.phase != "over" and len(game.steps) < most:
        action = brawler(game.battle, chance)
        assert decode_action(encode(action)) == action
        last = game
        game = game.do(action, dice)
        assert last.battle == game.undo().battle
        check(game)
        told(game)
        if len(game.steps) % every == 0:
            check_round_trips(game)
            check_actions(last.battle, chance)
    check_log(game)
    return game


@pytest.mark.parametrize("name", ["brawl", "riders"])
def test_a_brawl_with_undo_and_save_at_every_step(name: str) -> None:
    # rule: NLT-1 NLT-2 NLT-8 NLT-9
    game = brawled(name, 5, 36, 1)
    assert {"bruised", "attacked"} <= {each.kind for each in game.log}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["brawl", "riders"])
def test_brawls_to_the_end_and_the_rest_afterwards(name: str, seed: int) -> None:
    # rule: NLT-4 NLT-5
    game, dice = brawled(name, seed, MOST_STEPS, 7), SeededDice(seed + 100)
    assert game.battle.phase == "over"
    for who in game.battle.combatants:
        for _ in range(200):
            rest = next(recoveries(game.battle, game.battle[who.id]), None)
            if rest is None:
                break
            game = game.do(Recover(who.id, rest.injury, surgery=8), dice)
            told(game)
        assert game.battle[who.id].bruises == ()
        for wound in game.battle[who.id].wounds:
            game = game.do(GmMend(who.id, wound.number), dice)
        assert game.battle[who.id].out == (game.battle[who.id].pv == 0)
    check_round_trips(game)
