"""Every starter scenario played to the end by players that choose at random, with what must always hold checked."""

import random
from pathlib import Path

import pytest

from game.content.codec import state_hash
from game.content.saves import SavedGame, load_text, save_text
from game.content.scenarios import load_scenario, shipped_scenarios
from game.errors import FlancoError
from game.rules.actions import Attack, Delay, EndTurn, Move
from game.rules.bodies import body_of, held, misplaced
from game.rules.dice import SeededDice
from game.rules.engine import legal_actions, why_illegal
from game.rules.events import Attacked, Damaged, HitsChanged, Out
from game.rules.harm import unconscious
from game.rules.history import Game
from game.rules.quick import pv_at
from game.rules.state import Battle
from tests.content.games import Player, anyone, eager

SCENARIOS = [path for path, _ in shipped_scenarios()]
MOST_STEPS = 4000


def check(game: Game) -> None:
    """What holds of any battle at any time."""
    battle = game.battle
    taken: dict[tuple[int, int], str] = {}
    for who in battle.combatants:
        assert 0 <= who.pv <= who.sheet.pv
        assert who.out == (who.pv == 0 or unconscious(who))  # rule: NLT-3
        assert sum(each.hands for each in held(who)) <= battle.settings.hands
        if who.cell is None:
            assert battle.phase == "deploy"
            continue
        if not who.out:
            assert misplaced(battle, who, who.cell) is None
            if who.mount:  # rule: NLT-9
                assert who.cell == battle[who.mount].cell
                continue
            for cell in body_of(battle, who).cells:
                assert cell not in taken, f"{who.id} and {taken[cell]} share {cell}"
                taken[cell] = who.id
    turn = battle.turn
    assert turn.executions <= 1  # rule: ACT-1
    assert turn.moves + turn.executions <= 2
    assert len(set(battle.order)) == len(battle.order)
    if battle.phase == "fight":
        assert battle.active is not None
        assert not battle.active.out
        assert len({who.team for who in battle.present()}) > 1
    assert battle.dice == len(game.dice), "every die is in the log"


def check_log(game: Game) -> None:
    """What holds of what happened: hit points add up, and nobody falls twice."""
    points = {who.id: who.pv for who in game.initial.combatants}
    fallen: list[str] = []
    for event in game.log:
        match event:
            case Damaged():
                assert points[event.who] == event.pv_before
                assert event.pv_after == max(event.pv_before - event.total, 0)
                points[event.who] = event.pv_after
            case HitsChanged():  # rule: QCK-9
                points[event.who] = pv_at(game.initial[event.who], event.after, game.initial.settings)
            case Out():
                assert event.who not in fallen
                assert points[event.who] == 0 or unconscious(game.battle[event.who])
                fallen.append(event.who)
            case Attacked():
                assert event.sheet.refused is None
    assert {who.id: who.pv for who in game.battle.combatants} == points


def check_round_trips(game: Game) -> None:
    """Undo and save lose nothing."""
    before = state_hash(game.battle)
    assert state_hash(game.undo().redo().battle) == before
    assert game.undo().redo() == game
    text = save_text(SavedGame(game, "here", 7))
    saved = load_text(text)
    assert saved == SavedGame(game, "here", 7)
    assert save_text(saved) == text
    assert state_hash(saved.game.battle) == before


def check_actions(battle: Battle, chance: random.Random) -> None:
    """The list and the judge agree, and what is refused changes nothing."""
    options = legal_actions(battle)
    for action in chance.sample(options, min(len(options), 5)):
        assert why_illegal(battle, action) is None
    who = battle.combatants[0].id
    before = state_hash(battle)
    for wrong in (Move(who, (999, 0)), Attack(who, "nobody"), EndTurn("nobody"), Delay(who, who)):
        assert why_illegal(battle, wrong) is not None
        with pytest.raises(FlancoError):
            Game(battle).do(wrong, SeededDice(1))
    assert state_hash(battle) == before


def play(path: Path, seed: int, player: Player, sample: int) -> Game:
    game, dice, chance = Game(load_scenario(path)), SeededDice(seed), random.Random(seed)
    check(game)
    while game.battle.phase != "over":
        assert len(game.steps) < MOST_STEPS, "the fight does not end"
        last = game
        game = game.do(player(game.battle, chance), dice)
        assert last.battle == game.undo().battle
        check(game)
        if len(game.steps) % sample == 0:
            check_actions(last.battle, chance)
            check_round_trips(game)
    check_log(game)
    check_round_trips(game)
    assert {each.kind for each in legal_actions(game.battle)} <= {"break"}
    assert game.battle.winner in {team.id for team in game.battle.teams}
    back = game
    while back.can_undo:
        back = back.undo()
    assert back.battle == game.initial
    return game


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_starter_scenario_is_played_to_the_end(path: Path, seed: int) -> None:
    play(path, seed, eager, 40)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 20))
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_starter_scenario_is_played_to_the_end_ten_times(path: Path, seed: int) -> None:
    play(path, seed, eager, 11)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_hundred_aimless_actions_break_nothing(path: Path) -> None:
    game, dice, chance = Game(load_scenario(path)), SeededDice(3), random.Random(3)
    for _ in range(100):
        if game.battle.phase == "over":
            break
        game = game.do(anyone(game.battle, chance), dice)
        check(game)
    check_round_trips(game)


@pytest.mark.long
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_neither_side_of_a_starter_scenario_is_sure_to_win(path: Path) -> None:
    """Of sixty games between players of the same skill, each side wins nine or more."""
    wins: dict[str, int] = {}
    for seed in range(60):
        game, dice, chance = Game(load_scenario(path)), SeededDice(seed), random.Random(seed)
        while game.battle.phase != "over":
            game = game.do(eager(game.battle, chance), dice)
        wins[str(game.battle.winner)] = wins.get(str(game.battle.winner), 0) + 1
    assert len(wins) == 2, wins
    assert min(wins.values()) >= 9, wins
