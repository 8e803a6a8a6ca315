"""``flanco run``: a script of actions is played, headless."""

import json
from pathlib import Path

import pytest

from game.content.codec import decode_event, dumps, encode, state_hash
from game.content.saves import load, save
from game.content.scenarios import load_scenario
from game.content.scripts import load_script
from game.rules.dice import ScriptedDice, SeededDice
from game.rules.history import Game
from tests.cli.calls import BEGIN, flanco, here, script
from tests.content.games import SMALL, played


def test_run_prints_one_event_a_line_then_the_state(tmp_path: Path, door: Path) -> None:
    actions = script(tmp_path, BEGIN, '{"kind": "move", "who": "ana", "to": "B3"}\n',
                     '{"kind": "door", "who": "ana", "structure": "door-c3"}\n', '{"kind": "end_turn", "who": "ana"}\n')
    done = flanco("run", str(door), "--actions", actions, "--dice", "8,1")
    assert (done.returncode, done.stderr) == (0, "")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["kind"] for line in lines] == [
        "initiative", "round_began", "turn_began", "moved", "door", "turn_ended", "turn_began", "state"]
    events = [decode_event(line) for line in lines[:-1]]
    game = Game(load_scenario(door))
    for _, action in load_script(Path(actions)):
        game = game.do(action, ScriptedDice([8, 1]))
    assert events == list(game.log)
    assert lines[-1]["hash"] == state_hash(game.battle)
    assert lines[-1]["state"]["combatants"][0]["cell"] == [1, 2]


def test_run_takes_the_game_master_s_word_before_and_after_a_roll(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    # rule: GM
    scenario = tmp_path / "near.toml"
    scenario.write_text(SMALL.replace('at = "D3"', 'at = "B3"'), encoding="utf-8")
    attack = '{"kind": "attack", "who": "ana", "target": "snik", "weapon": "sword", "master": -3, "reason": "fog"}\n'
    actions = script(tmp_path, BEGIN, attack, '{"kind": "ruling", "target": "snik", "points": 1}\n')
    code, out, err = here(capsys, "run", str(scenario), "--actions", actions, "--dice", "8,1,1,5")
    assert (code, err) == (0, "")
    lines = [json.loads(line) for line in out.splitlines()]
    attacked = next(line for line in lines if line["kind"] == "attacked")
    assert [each["label"] for each in attacked["sheet"]["modifiers"] if each["rule"] == "GM"] == ["fog"]
    assert attacked["outcome"] == "miss"
    assert [line["dealt"]["total"] for line in lines if line["kind"] == "damaged"] == [1]


def test_run_with_a_seed_is_the_same_every_time(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    actions = script(tmp_path, BEGIN)
    one, same, other = (here(capsys, "run", "bridge", "--actions", actions, f"--seed={seed}") for seed in (7, 7, 8))
    assert one[0] == 0
    assert one == same != other


def test_run_without_dice_names_the_seed_that_would_repeat_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, door: Path
) -> None:
    actions = script(tmp_path, BEGIN)
    _, out, err = here(capsys, "run", str(door), "--actions", actions)
    assert here(capsys, "run", str(door), "--actions", actions, "--seed", err.split()[-1]) == (0, out, "")


def test_an_illegal_action_stops_with_its_reason_and_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, door: Path
) -> None:
    actions = script(tmp_path, BEGIN, '{"kind": "end_turn", "who": "snik"}\n', '{"kind": "end_turn", "who": "ana"}\n')
    code, out, err = here(capsys, "run", str(door), "--actions", actions, "--dice", "8,1")
    assert code == 2
    assert err == f"{actions}:2: it is the turn of Aña, not of Snik\n"
    assert [json.loads(line)["kind"] for line in out.splitlines()] == ["initiative", "round_began", "turn_began"]


def test_dice_that_run_out_or_are_on_no_die_stop_with_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, door: Path
) -> None:
    actions = script(tmp_path, BEGIN)
    code, _, err = here(capsys, "run", str(door), "--actions", actions, "--dice", "8")
    assert code == 2
    assert "die number 2 is missing" in err
    code, _, err = here(capsys, "run", str(door), "--actions", actions, "--dice", "9,1")
    assert code == 2
    assert "face 9 is not on a d8" in err


def test_bad_lines_are_named_before_anything_is_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, door: Path
) -> None:
    actions = script(tmp_path, BEGIN, "nope\n", '{"kind": "walk"}\n')
    code, out, err = here(capsys, "run", str(door), "--actions", actions, "--seed", "1")
    assert (code, out) == (1, "")
    for number, line in zip((2, 3), err.splitlines(), strict=True):
        assert line.startswith(f"{actions}:{number}: ")


def test_actions_may_come_from_standard_input(door: Path) -> None:
    lines = BEGIN + '{"kind": "end_turn", "who": "ana"}'
    done = flanco("run", str(door), "--actions", "-", "--dice", "8,1", stdin=lines)
    assert done.returncode == 0
    assert json.loads(done.stdout.splitlines()[-1])["state"]["waiting"] == ["snik"]
    late = flanco("run", str(door), "--actions", "-", "--dice", "8,1", stdin=BEGIN + "nope\n")
    assert late.returncode == 1
    assert late.stderr.startswith("-:2: ")
    assert late.stdout


def test_a_broken_scenario_is_told_and_ends_with_1(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, door: Path
) -> None:
    door.write_text(SMALL.replace('"goblin"', '"gobln"').replace('at = "A3"', 'at = "Z9"'), encoding="utf-8")
    code, out, err = here(capsys, "run", str(door), "--actions", script(tmp_path, BEGIN), "--seed", "1")
    assert (code, out) == (1, "")
    assert "did you mean goblin?" in err
    assert "outside the map" in err
    code, _, err = here(capsys, "run", "brige", "--actions", script(tmp_path, BEGIN))
    assert code == 1
    assert "did you mean bridge?" in err
    code, _, err = here(capsys, "run", "bridge", "--actions", str(tmp_path / "none.jsonl"), "--seed", "1")
    assert code == 1
    assert "there is no such file" in err


def test_a_whole_game_by_the_command_line_equals_the_engine_s(tmp_path: Path, door: Path) -> None:
    """A golden playthrough: every action of a finished game, replayed headless with the same seed."""
    game = played(load_scenario(door), 6, 500)
    assert game.battle.phase == "over"
    actions = script(tmp_path, *(dumps(encode(step.action)) + "\n" for step in game.steps))
    done = flanco("run", str(door), "--actions", actions, "--seed", "6")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [decode_event(line) for line in lines[:-1]] == list(game.log)
    assert lines[-1]["state"]["winner"] == game.battle.winner
    path = tmp_path / "a.json"
    save(game, path, "door", 6)
    assert load(path).dice == SeededDice(6)
