"""The command line, as a person or a script uses it: in a process of its own."""

import argparse
import gettext
import inspect
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from game import __version__, cli, commands, texts, usage
from game.content.codec import decode_event, dumps, encode, state_hash
from game.content.saves import SUFFIX, load, save
from game.content.scenarios import load_scenario
from game.content.scripts import load_script, parse_lines
from game.insight.chronicle import as_text
from game.paths import maps
from game.rules.actions import Begin, EndTurn
from game.rules.dice import ScriptedDice, SeededDice
from game.rules.history import Game
from game.texts import LANGUAGES, language, set_language, tr
from tests.content.games import SMALL, played, small

BEGIN = '{"kind": "begin"}\n'


def flanco(*words: str, stdin: str | None = None, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run ``python -m game`` without a display."""
    kept = {name: value for name, value in os.environ.items()
            if name not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "LANGUAGE", "LC_ALL", "LANG")}
    return subprocess.run(
        [sys.executable, "-m", "game", *words], input=stdin, capture_output=True, text=True, encoding="utf-8",
        timeout=120, check=False, env=kept | {"LANG": "C.UTF-8"} | environment, cwd=maps().parent,
    )


def here(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Run it in this process, in English unless told otherwise: exit code, output, complaints."""
    before = language()
    capsys.readouterr()
    try:
        code = cli.main(words if any("--lang" in word for word in words) else ["--lang", "en", *words])
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 1
    finally:
        set_language(before)
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.fixture
def door(tmp_path: Path) -> Path:
    """A small scenario."""
    path = tmp_path / "door.toml"
    path.write_text(SMALL, encoding="utf-8")
    return path


def script(tmp_path: Path, *lines: str) -> str:
    path = tmp_path / "a.jsonl"
    path.write_text("".join(lines), encoding="utf-8")
    return str(path)


# --- run -------------------------------------------------------------------------------------------------------------


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


# --- check and list --------------------------------------------------------------------------------------------------


def test_check_names_every_fault_and_ends_with_1(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, door: Path
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('[map]\nnam = "x"\ncells = """\n..\n.Q\n"""\n', encoding="utf-8")
    code, out, _ = here(capsys, "check", str(door), str(bad))
    assert code == 1
    assert out.splitlines() == [
        f'{bad}:2: map.nam = "x": there is no such field; did you mean name?',
        f'{bad}:5: map.cells = "Q": this character, in column 2 and 1 cells in all, means nothing; allowed: .',
        "2 files checked, 2 faults",
    ]


def test_check_finds_nothing_wrong_with_what_ships(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = here(capsys, "check")
    assert code == 0
    assert out.endswith(" files checked, 0 faults\n")


@pytest.mark.parametrize(("what", "expected"), [
    ((), "bridge"), (("maps",), "old-bridge"), (("creatures",), "ogre"), (("weapons",), "sword"),
])
def test_list_names_what_ships(capsys: pytest.CaptureFixture[str], what: tuple[str, ...], expected: str) -> None:
    code, out, _ = here(capsys, "list", *what)
    assert code == 0
    assert expected in [line.split()[0] for line in out.splitlines()]


# --- replay ----------------------------------------------------------------------------------------------------------


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


# --- play without a display ------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a display here")
@pytest.mark.parametrize(
    "words", [(), ("play", "bridge"), ("--lang=en", "bridge")])
def test_play_without_a_display_says_so_and_names_the_headless_command(words: tuple[str, ...]) -> None:
    done = flanco(*words)
    assert (done.returncode, done.stdout) == (1, "")
    assert "no display" in done.stderr
    assert "flanco run SCENARIO --actions" in done.stderr
    assert "flanco render" in done.stderr


def test_play_tells_a_broken_file_before_it_looks_for_a_display(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, door: Path
) -> None:
    door.write_text("[scenario]\n", encoding="utf-8")
    assert "scenario.name: this field must be given" in here(capsys, "play", str(door))[2]
    assert "cannot be opened" in here(capsys, "play", str(tmp_path / "none.json"))[2]


# --- languages, help, odd ends ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lang_is_taken_before_and_after_the_command(capsys: pytest.CaptureFixture[str], lang: str) -> None:
    ways = (("--lang", lang, "list"), ("list", "--lang", lang), (f"--lang={lang}", "list"), ("list", f"--lang={lang}"))
    said = [here(capsys, *words) for words in ways]
    assert {code for code, _, _ in said} == {0}
    assert len({out for _, out, _ in said}) == 1
    set_language(lang)
    try:
        assert tr("The old bridge") in here(capsys, "list", "maps", "--lang", lang)[1]
    finally:
        set_language("en")


def test_the_language_is_that_asked_for_else_that_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "guess_language", lambda: "es")
    try:
        assert cli.main(["list", "weapons"]) == 0
        assert language() == "es"
        assert cli.main(["list", "weapons", "--lang", "pt_BR"]) == 0
        assert language() == "pt_BR"
    finally:
        set_language("en")


def test_an_unknown_language_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = here(capsys, "list", "--lang", "de")
    assert code == 2
    assert "pt_BR" in err


@pytest.mark.parametrize("command", ["play", "list", "check", "run", "odds", "why", "render", "replay"])
def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, out, _ = here(capsys, "--lang", "en", command, "-h")
    assert code == 0
    assert out.startswith(f"usage: flanco {command} ")
    assert "--lang" in out


def test_the_readme_names_every_command_and_no_other() -> None:
    told = (maps().parent / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `flanco (\w+)", told, re.MULTILINE)) == set(commands.COMMANDS)


def test_the_lines_that_the_help_shows_are_actions() -> None:
    lines = list(parse_lines(commands.EXAMPLE.split("\n"), "help"))
    assert len(lines) == 5


def test_help_names_every_command_and_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = here(capsys, "--lang", "en", "--help")
    assert code == 0
    for command in cli.COMMANDS:
        assert f"\n    {command} " in out
    assert here(capsys, "--version")[1] == f"flanco {__version__}\n"


@pytest.mark.parametrize("words", [
    ("dance",), ("run",), ("run", "bridge"), ("run", "bridge", "--actions", "a", "--dice", "6,x"),
    ("run", "bridge", "--actions", "a", "--dice", "6", "--seed", "1"), ("list", "dragons"),
    ("render", "bridge", "--out", "a.png", "--size", "big"), ("render", "bridge", "--out", "a.png", "--size", "1x1"),
    ("render", "bridge"), ("play", "a", "b"),
])
def test_what_says_nothing_ends_with_2_and_the_usage(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    code, out, err = here(capsys, "--lang", "en", *words)
    assert (code, out) == (2, "")
    assert err.startswith("usage: ")


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    """``flanco replay ... | head -1`` ends quietly."""
    path = tmp_path / "a.json"
    game = Game(load_scenario(maps() / "crossroads.toml"))
    save(played(game.initial, 1, 400), path)
    with subprocess.Popen(
        [sys.executable, "-m", "game", "replay", str(path), "--json"], cwd=maps().parent,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"{")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) in (0, 141)


@pytest.mark.skipif(os.name == "nt", reason="signals work otherwise there")
def test_ctrl_c_stops_with_130(door: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "game", "run", str(door), "--actions", "-", "--dice", "8,1"], cwd=maps().parent,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(BEGIN.encode())
        process.stdin.flush()
        assert process.stdout.readline().startswith(b'{"kind":"initiative"')
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert b"Traceback" not in process.stderr.read()


def test_names_beyond_ascii_survive_a_plain_locale(tmp_path: Path, door: Path) -> None:
    done = flanco("run", str(door), "--actions", script(tmp_path, BEGIN), "--seed", "1", LANG="C", PYTHONUTF8="0",
                  PYTHONCOERCECLOCALE="0")
    assert done.returncode == 0
    assert json.loads(done.stdout.splitlines()[-1])["state"]["combatants"][0]["name"] == "Aña"


@pytest.mark.skipif(os.name == "nt", reason="names of files are text there")
def test_names_that_are_not_text_are_told_escaped(tmp_path: Path, door: Path) -> None:
    """A byte that is not UTF-8 in a file's name, half a surrogate pair in a script: the message says which."""
    assert "\\udcff.toml: there is no such file" in flanco("check", os.fsdecode(b"\xff.toml")).stdout
    done = flanco("run", str(door), "--actions", script(tmp_path, '{"kind": "\\ud800"}'), "--seed", "1")
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "\\ud800" in done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a full device")
def test_an_output_without_room_is_told() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([sys.executable, "-m", "game", "list", "--lang", "en"], cwd=maps().parent, stdout=full,
                              stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert done.stderr == b"The output could not be written: the disk is full\n"


@pytest.mark.skipif(os.name == "nt", reason="streams close otherwise there")
@pytest.mark.parametrize(("closed", "code"), [("<&-", 0), (">&-", 0), ("2>&-", 0), ("<&- >&- 2>&-", 0)])
def test_closed_streams_are_no_fault(door: Path, closed: str, code: int) -> None:
    command = f'"{sys.executable}" -m game run "{door}" --actions - --seed 1 {closed}'
    done = subprocess.run(["sh", "-c", command], cwd=maps().parent, input=b"", capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (code, b"")


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


# --- odds ------------------------------------------------------------------------------------------------------------


def test_odds_of_an_attack_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = here(capsys, "odds", "bridge", "--who", "ana", "--target", "ulf", "--at", "V10")
    assert (code, err) == (0, "")
    assert out.startswith("Ana against Ulf, in melee: Sword\n")
    assert "cannot be done" not in out
    assert re.search(r"^  hit +43\.75 % +7/16$", out, re.MULTILINE)
    code, out, _ = here(capsys, "odds", "bridge", "--who", "ana", "--target", "ulf")
    assert "It cannot be done now: Ulf is 17 m away, the reach is 1 m." in out


def test_odds_as_data_and_of_a_thing(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("odds", "crossroads", "--who", "rosa", "--target", "cart", "--at", "I4", "--json")
    code, out, err = here(capsys, *words)
    assert (code, err) == (0, "")
    data = json.loads(out)
    assert (data["target"], data["mode"], data["break"]) == ("cart", "melee", "0")
    assert data["wear"] == [[0, "7/8"], [8, "1/8"]]


def test_odds_of_a_saved_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    game = Game(load_scenario(maps() / "crossroads.toml"))
    save(game, path)
    assert path.name.endswith(SUFFIX)
    words = ("--who", "rosa", "--target", "teo", "--json")
    assert here(capsys, "odds", str(path), *words) == here(capsys, "odds", "crossroads", *words)


@pytest.mark.parametrize("words", [
    ("--who", "zoe", "--target", "teo"), ("--who", "rosa", "--target", "nobody"),
    ("--who", "rosa", "--target", "teo", "--weapon", "halberd"), ("--who", "rosa", "--target", "teo", "--at", "L6"),
])
def test_odds_of_what_there_is_not(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    code, out, err = here(capsys, "odds", "crossroads", *words)
    assert (code, out) == (2, "")
    assert err


def test_odds_and_why_of_an_attack_declared_non_lethal(capsys: pytest.CaptureFixture[str]) -> None:  # rule: NLT-1
    words = ("brawl", "--who", "tomas", "--target", "jun", "--weapon", "dagger")
    code, out, err = here(capsys, "odds", *words, "--nonlethal")
    assert (code, err) == (0, "")
    assert re.search(r"^  light bruise +[\d.]+ %", out, re.MULTILINE)
    assert "declared non-lethal" in out
    assert "bruise" not in here(capsys, "odds", *words)[1]
    data = [json.loads(here(capsys, "odds", *words, *more, "--json")[1]) for more in ((), ("--nonlethal",))]
    assert [["NLT-1", "attack", -3] in each["modifiers"] for each in data] == [False, True]
    assert ["bruises" in each for each in data] == [False, True]
    sneak = json.loads(here(capsys, "odds", *words, "--sneak", "--nonlethal", "--json")[1])
    assert sneak["bruises"]
    told = json.loads(here(capsys, "why", *words, "--nonlethal", "--json")[1])
    assert "NLT-1" in [each["rule"] for each in told["proofs"]]


@pytest.mark.parametrize(("words", "reason"), [
    (("crossroads", "--who", "rosa", "--target", "teo"), "this fight has no bruises"),
    (("brawl", "--who", "jun", "--target", "gil", "--manoeuvre", "trip"), "only a blow or a shot at a creature"),
    (("brawl", "--who", "jun", "--target", "nothing"), "only a blow or a shot at a creature"),
])
def test_what_cannot_be_declared_non_lethal(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], reason: str,
) -> None:  # rule: NLT-1
    code, out, err = here(capsys, "odds", *words, "--nonlethal")
    assert (code, out) == (2, "")
    assert reason in err


# --- mask ------------------------------------------------------------------------------------------------------------


def test_mask_answers_as_text_json_numpy_and_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    ask = ("mask", "area", "crossroads", "--shape", "circle", "--origin", "corner:5,5", "--radius", "3")
    code, said, _ = here(capsys, *ask, "--passage", "none", "--counting", "any")
    assert code == 0
    assert said.splitlines()[:10] == [
        "..............", "..............", *["..######......"] * 6, "..............", "..............",
    ]
    code, said, _ = here(capsys, *ask, "--format", "json", "--passage", "none", "--counting", "any")
    table = json.loads(said)
    assert (code, table["kind"], table["rows"], table["cols"]) == (0, "area", 10, 14)
    assert sum(sum(row) for row in table["values"]) == 36
    assert here(capsys, *ask, "--format", "npy", "--out", str(tmp_path / "a.npy"))[0] == 0
    assert (tmp_path / "a.npy").read_bytes()[:6] == b"\x93NUMPY"
    assert here(capsys, *ask, "--format", "png", "--size", "640x480", "--out", str(tmp_path / "a.png"))[0] == 0
    assert (tmp_path / "a.png").read_bytes()[1:4] == b"PNG"


def test_mask_refuses_what_means_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert here(capsys, "mask", "area", "crossroads", "--format", "png")[0] == 1  # no shape
    code, _, said = here(capsys, "mask", "move", "crossroads", "--body", "nobody")
    assert (code, "nobody" in said) == (1, True)
    code, _, said = here(capsys, "mask", "high", "crossroads", "--target", "C3", "--format", "png")
    assert (code, "--out" in said) == (2, True)


class Translated(gettext.NullTranslations):
    """A catalogue that answers everything with its msgid in guillemets."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"


@pytest.mark.parametrize(("words", "said"), [
    (["run"], "«the following arguments are required: scenario, --actions»"),
    (["odds", "bridge", "--who"], "«expected one argument»"),
    (["mask", "reach", "bridge", "--format", "xml"], "«invalid choice: 'xml'"),
    (["list", "--blue"], "«unrecognized arguments: --blue»"),
    (["run", "x", "--actions", "-", "--seed", "1", "--dice", "2"], "«not allowed with argument --seed»"),
    (["run", "x", "--actions", "-", "--seed", "one"], "one is not a whole number"),
    (["mask", "area", "x", "--radius", "wide"], "wide is not a number"),
    (["check", ""], "«a file needs a name»"),
    (["render", "bridge", "--out", " "], "«a file needs a name»"),
])
def test_what_argparse_says_follows_the_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.setitem(texts._catalogues, "es", Translated())
    with pytest.raises(SystemExit) as stopped:
        cli.main([*words, "--lang", "es"])
    set_language("en")
    assert stopped.value.code == 2
    assert said in capsys.readouterr().err


def test_the_words_of_argparse_are_those_that_it_says() -> None:
    source = inspect.getsource(argparse)
    assert [each for each in usage.SAID if each not in source] == []


def test_numbers_may_be_written_with_a_comma(capsys: pytest.CaptureFixture[str]) -> None:
    area = ["mask", "area", "bridge", "--shape", "circle", "--origin", "corner:4,5"]
    answers = {here(capsys, *area, "--radius", radius)[1] for radius in ("2.5", "2,5")}
    assert len(answers) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_translations_keep_what_argparse_fills_in(lang: str) -> None:
    filled = re.compile(r"%(?:\(\w+\))?[rs]")
    set_language(lang)
    wrong = [each for each in usage.SAID if sorted(filled.findall(tr(each))) != sorted(filled.findall(each))]
    set_language("en")
    assert wrong == []
