"""``flanco replay``: a saved game told."""

import json
from pathlib import Path

import pytest

from game.content.codec import decode_event, state_hash
from game.content.saves import save
from game.insight.chronicle import as_text
from game.rules.actions import Begin, EndTurn
from game.rules.dice import SeededDice
from game.rules.history import Game
from game.texts import language, set_language
from tests.cli.calls import here
from tests.content.games import played, small


def test_replay_tells_the_game_in_sentences_or_as_events(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    game = played(small(), 4, 30)
    save(game, path)
    code, out, err = here(capsys, "replay", str(path))
    assert (code, err) == (0, "")
    assert "Aña" in out
    assert len(out.splitlines()) >= len(game.log)
    code, out, err = here(capsys, "replay", str(path), "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert [decode_event(line) for line in lines[:-1]] == list(game.log)
    assert lines[-1]["hash"] == state_hash(game.battle)


def test_replay_writes_the_log_as_a_document(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, out = tmp_path / "a.json", tmp_path / "log.html"
    game = played(small(), 4, 30)
    save(game, path)
    code, said, err = here(capsys, "replay", str(path), "--format", "text", "--lang", "es")
    assert (code, err) == (0, "")
    assert "lang=" not in said
    before = language()
    set_language("es")
    assert said == as_text(game)
    set_language(before)
    code, said, err = here(capsys, "replay", str(path), "--format", "html", "--out", str(out), "--lang", "pt_BR")
    assert (code, said, err) == (0, "", "")
    assert '<html lang="pt-BR">' in out.read_text(encoding="utf-8")


def test_replay_leaves_out_who_is_hidden_unless_all_is_asked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    # rule: GM
    path, battle = tmp_path / "a.json", small()
    game = Game(battle.with_combatant(battle["snik"].but(hidden=True)))
    dice = SeededDice(4)
    for action in (Begin(), EndTurn("ana"), EndTurn("snik"), EndTurn("ana")):
        if game.why_illegal(action) is None:
            game = game.do(action, dice)
    save(game, path)
    for words in ((), ("--format", "text"), ("--format", "html")):
        assert "Snik" not in here(capsys, "replay", str(path), *words)[1]
        assert "Snik" in here(capsys, "replay", str(path), *words, "--all")[1]


def test_replay_of_what_is_no_save_ends_with_1(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"format":"flanco-save","version":99}')
    code, out, err = here(capsys, "replay", str(path))
    assert (code, out) == (1, "")
    assert "newer version" in err
    assert here(capsys, "replay", str(tmp_path / "none.json"))[0] == 1
