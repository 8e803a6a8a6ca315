"""Saves: nothing is lost, nothing breaks."""

import copy
import doctest
import errno
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.content import saves
from game.content.codec import dumps, encode, state_hash
from game.content.saves import (
    SavedGame,
    Table,
    autosave_path,
    load,
    load_text,
    save,
    save_text,
    saved_games,
    saves_folder,
)
from game.errors import IllegalAction, SaveError
from game.rules.actions import Attack, Begin, EndTurn, Move, UseDoor
from game.rules.bodies import movement_of
from game.rules.dice import ScriptedDice, SeededDice
from game.rules.engine import apply
from game.rules.history import Game
from game.spatial.lines import blocked
from tests.content.games import played, small


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player's own folder, empty."""
    monkeypatch.setattr(saves, "user_data", lambda: tmp_path / "home")
    return tmp_path / "home"


def resealed(data: dict[str, Any]) -> str:
    """The text of a save whose content was changed, with a checksum that fits."""
    data["checksum"] = saves._checksum(dumps(data["content"]))
    return json.dumps(data)


# --- nothing is lost -------------------------------------------------------------------------------------------------


def test_the_examples_of_the_module() -> None:
    assert doctest.testmod(saves).failed == 0


@pytest.mark.parametrize("steps", [0, 1, 2, 20, 400])
def test_a_game_comes_back_whole_and_saving_it_again_gives_the_same_bytes(tmp_path: Path, steps: int) -> None:
    game = played(small(), 11, steps)
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    save(game, first, "small", 11)
    saved = load(first)
    assert saved == SavedGame(game, "small", 11)
    assert saved.game.log == game.log, "loading replays: every event is there again"
    save(saved.game, second, saved.scenario, saved.seed)
    assert first.read_bytes() == second.read_bytes()


def test_a_game_of_a_scenario_whose_file_has_no_text_for_a_name_is_saved(tmp_path: Path) -> None:
    """A folder named in Latin-1: its bytes reach us as halves of surrogate pairs, which UTF-8 cannot hold."""
    named = os.fsdecode(b"/jogos/a\xe7\xe3o/ponte.toml")
    game = Game(small().but(name=os.fsdecode(b"\xff")))
    save(game, tmp_path / "a.json", named, 1)
    assert load(tmp_path / "a.json") == SavedGame(game, named, 1)


def test_steps_that_were_undone_are_kept_for_redo(tmp_path: Path) -> None:
    game = played(small(), 12, 20).undo().undo().undo()
    save(game, tmp_path / "a.json")
    back = load(tmp_path / "a.json").game
    assert back == game
    assert back.redo().redo().redo().battle == played(small(), 12, 20).battle


def test_the_dice_go_on_where_they_stood(tmp_path: Path) -> None:  # rule: TST-6
    """A loaded game and the game that was never closed roll the same dice."""
    game = played(small(), 13, 12)
    save(game, tmp_path / "a.json", seed=13)
    saved = load(tmp_path / "a.json")
    assert saved.dice == SeededDice(13)
    assert saved.dice is not None
    one, other = game, saved.game
    while one.battle.phase != "over" and len(one.steps) < 40:
        action = played(one.battle, 1, 1).steps[0].action
        one, other = one.do(action, SeededDice(13)), other.do(action, saved.dice)
    assert one == other


def test_a_stored_game_replays_to_the_same_events() -> None:  # rule: TST-6
    game = played(small(), 14, 300)
    again = Game(game.initial)
    dice = ScriptedDice([die.face for die in game.dice])
    for step in game.steps:
        again = again.do(step.action, dice)
    assert again == game


def test_the_parity_of_diagonal_steps_is_kept_within_the_turn(tmp_path: Path) -> None:
    """Two walks in one turn under 1-2-1-2: a save between them does not restart the count."""
    battle, _ = apply(small('[settings]\ndiagonals = "alternating"\n'), Begin(), ScriptedDice([8, 1]))
    assert battle.active is not None
    assert battle.active.id == "ana"
    battle, _ = apply(battle, Move("ana", (1, 1)), ScriptedDice([], 2))
    assert battle.turn.diagonals == 1
    save(Game(battle), tmp_path / "a.json")
    back = load(tmp_path / "a.json").game.battle
    assert back.turn == battle.turn
    assert movement_of(back, "ana").cost[0, 0] == movement_of(battle, "ana").cost[0, 0] == 2000


# --- undo restores the whole state -----------------------------------------------------------------------------------


def test_undo_restores_a_door_and_everything_that_follows_from_it() -> None:
    """The wall that an action takes away or raises stands again, or is gone again, after undo: never half."""
    game = Game(small()).do(Begin(), ScriptedDice([8, 1]))
    game = game.do(Move("ana", (1, 2)), ScriptedDice([], 2))
    opened = game.do(UseDoor("ana", "door-c3"), ScriptedDice([], 2))
    a, b = (96, 160, 64), (224, 160, 64)
    assert blocked(game.battle.grid, a, b, "sight")
    assert not blocked(opened.battle.grid, a, b, "sight")
    back = opened.undo()
    assert blocked(back.battle.grid, a, b, "sight")
    assert state_hash(back.battle) == state_hash(game.battle)
    assert back.battle.grid.version == game.battle.grid.version
    assert state_hash(back.redo().battle) == state_hash(opened.battle)


def test_undo_restores_height_with_place() -> None:
    """Who walked up a ledge and back by undo stands at the height of where it is."""
    battle = small()
    snik = replace(battle["snik"], cell=(4, 2))
    game = Game(battle.with_combatant(snik)).do(Begin(), ScriptedDice([1, 8]))
    walked = game.do(Move("snik", (4, 3)), ScriptedDice([], 2))
    assert walked.battle.grid.height[3, 4] == 64
    assert walked.undo().battle == game.battle
    assert movement_of(walked.undo().battle, "snik").cost[3, 4] == movement_of(game.battle, "snik").cost[3, 4]


def test_undo_restores_hit_points_and_place_in_the_order_of_one_who_fell() -> None:
    """Who comes back by undo comes back with the hit points it had, not with those printed on its sheet."""
    battle = small()
    for each, cell, pv in (("ana", (3, 1), 12), ("snik", (4, 1), 2)):
        battle = battle.with_combatant(replace(battle[each], cell=cell, pv=pv))
    game = Game(battle).do(Begin(), ScriptedDice([8, 1]))
    struck = game.do(Attack("ana", "snik", "sword"), ScriptedDice([8, 2], 2))
    assert struck.battle["snik"].out
    assert struck.battle.phase == "over"
    back = struck.undo().battle
    assert (back["snik"].pv, back["snik"].out, back.phase) == (2, False, "fight")
    assert back == game.battle


def test_stepping_back_and_forward_over_a_turn_s_start_counts_once() -> None:
    game = Game(small()).do(Begin(), ScriptedDice([8, 1])).do(EndTurn("ana"), ScriptedDice([], 2))
    assert game.undo().redo() == game
    assert game.undo().undo().redo().redo().battle == game.battle


# --- the file is whole at every moment -------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "message"), [
    (errno.ENOSPC, "the disk is full"),
    (errno.EACCES, "writing there is not allowed"),
    (errno.EIO, "Input/output error"),
])
@pytest.mark.parametrize("where", ["write", "fsync", "replace"])
def test_a_save_that_fails_leaves_the_old_file_and_no_rubbish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, message: str, where: str
) -> None:
    path = tmp_path / "a.json"
    save(played(small(), 1, 5), path)
    before = path.read_bytes()

    def fail(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    class Full:
        def __init__(self, handle: int, *_: object, **__: object) -> None:
            os.close(handle)

        def __enter__(self) -> "Full":
            return self

        def __exit__(self, *_: object) -> None: ...

        write = fail

    if where == "write":
        monkeypatch.setattr(saves.os, "fdopen", Full)
    else:
        monkeypatch.setattr(saves.os, where, fail)
    with pytest.raises(SaveError) as caught:
        save(played(small(), 2, 9), path)
    monkeypatch.undo()
    assert message in str(caught.value)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["a.json"]
    assert load(path).game == played(small(), 1, 5)


def test_a_save_into_a_full_device_is_told() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no such device here")
    with pytest.raises(SaveError):
        save(played(small(), 1, 5), Path("/dev/full/a.json"))


def test_a_save_onto_a_folder_or_below_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("x")
    for path in (tmp_path / "folder", tmp_path / "file" / "a.json", tmp_path / ("a" * 300 + ".json")):
        with pytest.raises(SaveError):
            save(played(small(), 1, 5), path)
    assert (tmp_path / "file").read_text() == "x"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file", "folder"]


def test_a_save_makes_the_folder_that_it_needs(tmp_path: Path) -> None:
    save(Game(small()), tmp_path / "new" / "folder" / "a.json")
    assert load(tmp_path / "new" / "folder" / "a.json").game == Game(small())


# --- the player's own folder -----------------------------------------------------------------------------------------


def test_autosave_and_named_saves_stand_in_the_player_s_folder(home: Path) -> None:
    assert saved_games() == ()
    save(played(small(), 1, 5), autosave_path(), "small", 1)
    assert autosave_path().is_relative_to(home)
    named = saves_folder() / "Aña at the door.json"
    save(Game(small()), named)
    os.utime(named, (2e9, 2e9))
    assert saved_games() == (named, autosave_path())


# --- what cannot be opened -------------------------------------------------------------------------------------------


def test_how_a_group_plays_is_kept_and_older_saves_have_none_of_it(tmp_path):
    game = played(small(), 3, 4)
    table = Table(("ana", "team:town"), (("town", "legal"),))
    save(game, tmp_path / "a.json", "small", 5, table)
    assert load(tmp_path / "a.json") == SavedGame(game, "small", 5, table=table)
    assert '"table"' not in save_text(SavedGame(game))


GOOD = save_text(SavedGame(played(small(), 21, 12), "small", 21))


def test_a_newer_version_is_told_as_such(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(GOOD.replace('"version":1', '"version":2', 1))
    with pytest.raises(SaveError, match="newer version") as caught:
        load(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(("source", "message"), [
    ("", "this is not JSON"),
    (GOOD[: len(GOOD) // 2], "this is not JSON"),
    (GOOD[:-2], "this is not JSON"),
    ("[]", "this is not a saved game"),
    ("{}", "this is not a saved game"),
    ('{"format":"other","version":1}', "this is not a saved game"),
    ('{"format":"flanco-save","version":"1"}', "this is not a saved game"),
    ('{"format":"flanco-save","version":0}', "this is not a saved game"),
    ('{"format":"flanco-save","version":1}', "parts of the save are missing"),
    (GOOD.replace('"pv":12', '"pv":11'), "damaged or was changed by hand"),
    (GOOD.replace('"seed":21', '"seed":22'), "damaged or was changed by hand"),
    (GOOD.replace("Aña", "Ana"), "damaged or was changed by hand"),
    (GOOD.replace('"checksum":"', '"checksum":"0'), "damaged or was changed by hand"),
    (GOOD.replace("small", "\\ud800"), "damaged or was changed by hand"),
    ("[" * 100_000, "nested too deeply"),
])
def test_what_is_no_sound_save_is_told(tmp_path: Path, source: str, message: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(source, encoding="utf-8")
    with pytest.raises(SaveError, match=message) as caught:
        load(path)
    assert str(path) in str(caught.value)


def test_files_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    (tmp_path / "latin.json").write_bytes(b'{"a": "\xe9"}')
    for path in (tmp_path, tmp_path / "none.json", tmp_path / "latin.json"):
        with pytest.raises(SaveError, match="cannot be opened"):
            load(path)


def change(data: dict[str, Any], place: str, value: Any) -> str:
    """The save with one value of its content replaced, and sealed again."""
    data = copy.deepcopy(data)
    *way, last = place.split(".")
    here: Any = data["content"]
    for step in way:
        here = here[int(step) if step.isdecimal() else step]
    here[int(last) if last.isdecimal() else last] = value
    return resealed(data)


@pytest.mark.parametrize(("place", "value", "message"), [
    ("state.combatants.0.pv", -1, "Aña has -1 PV of 12"),
    ("state.combatants.0.pv", 13, "Aña has 13 PV of 12"),
    ("state.combatants.0.cell", [9, 9], "Aña is outside the map"),
    ("state.combatants.0.team", "green", "there is no team green"),
    ("state.combatants.0.hands", ["bow"], "carries no bow"),
    ("state.combatants.0.id", "snik", "an id is used twice"),
    ("state.order", ["ana", "bob"], "there is no creature bob"),
    ("state.waiting", ["bob"], "there is no creature bob"),
    ("state.phase", "peace", "this is not known"),
    ("state.map", "nowhere", "there is no such map"),
    ("maps", [], "this must be a table"),
    ("steps", {}, "this must be a list"),
    ("done", 13, "this must be 12 or less"),
    ("done", -1, "this must be 12 or less"),
    ("seed", "x", "this must be a whole number"),
    ("scenario", 3, "this must be a text"),
    ("state.settings.sizes.medium.side", 10**9, "this must be 6 or less"),
])
def test_content_that_means_nothing_is_told_with_its_place(place: str, value: object, message: str) -> None:
    with pytest.raises(SaveError) as caught:
        load_text(change(json.loads(GOOD), place, value))
    assert message in str(caught.value)
    assert "damaged at" in str(caught.value)


# --- rules that changed since ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "value"), [
    ("hash", "0" * 32),
    ("steps.0.dice", [[8, 1], [8, 8]]),
    ("steps.0.dice", []),
    ("steps.0.dice", [[6]]),
    ("steps.0.action", {"kind": "dance"}),
    ("initial.combatants.0.unheard", 1),
    ("steps.1.action", {"kind": "end_turn", "who": "nobody"}),
    ("initial.combatants.1.pv", 1),
])
def test_a_replay_that_ends_elsewhere_opens_from_the_stored_state_with_a_notice(place: str, value: object) -> None:
    data = json.loads(GOOD)
    whole = load_text(GOOD)
    assert whole.notice is None
    assert whole.game.battle.phase == "fight"
    saved = load_text(change(data, place, value))
    assert saved.notice is not None
    assert "rules have changed" in str(saved.notice)
    assert saved.game == Game(whole.game.battle)
    assert not saved.game.can_undo
    assert (saved.scenario, saved.seed) == ("small", 21)
    action = played(saved.game.battle, 1, 1).steps[0].action
    assert saved.game.do(action, SeededDice(21)).battle == whole.game.do(action, SeededDice(21)).battle


# --- whatever the file -----------------------------------------------------------------------------------------------


def tries_to_open(source: str) -> None:
    try:
        saved = load_text(source)
    except SaveError as error:
        assert str(error)  # noqa: PT017 (either outcome is fine)
        return
    assert saved.game.battle.combatants
    assert load_text(save_text(saved)).game == saved.game


DAMAGE = st.tuples(st.integers(0, len(GOOD)), st.integers(0, 40), st.text(max_size=20))


def damaged(damage: tuple[int, int, str]) -> str:
    at, length, other = damage
    return GOOD[:at] + other + GOOD[at + length :]


@settings(max_examples=50)
@given(DAMAGE)
def test_any_damage_to_the_text_is_told(damage: tuple[int, int, str]) -> None:
    tries_to_open(damaged(damage))


@pytest.mark.long
@settings(max_examples=3000)
@given(DAMAGE)
def test_any_damage_to_the_text_at_length(damage: tuple[int, int, str]) -> None:
    tries_to_open(damaged(damage))


def places_in(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(each for key, more in inner for each in places_in(more, (*at, key)))]


SEALED = json.loads(GOOD)
PLACES = [place for place in places_in(SEALED["content"]) if place]
VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 300), st.integers(), st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=4), st.sampled_from(["ana", "snik", "red", "fight", "over", "deploy", "door-c3", "sword"]),
    st.just([]), st.just({}), st.lists(st.integers(0, 9), max_size=3), st.lists(st.sampled_from(["ana", "snik"])),
)


def mutated(changes: list[tuple[tuple[Any, ...], Any]]) -> str:
    data = copy.deepcopy(SEALED)
    for place, value in changes:
        here: Any = data["content"]
        try:
            for step in place[:-1]:
                here = here[step]
            here[place[-1]] = value
        except (KeyError, IndexError, TypeError):
            continue
    return resealed(data)


CHANGES = st.lists(st.tuples(st.sampled_from(PLACES), VALUES), min_size=1, max_size=3)


@settings(max_examples=75)
@given(CHANGES)
def test_any_change_of_the_content_is_told_or_harmless_even_when_sealed_again(
    changes: list[tuple[tuple[Any, ...], Any]]
) -> None:
    tries_to_open(mutated(changes))


@pytest.mark.long
@settings(max_examples=5000)
@given(CHANGES)
def test_any_change_of_the_content_at_length(changes: list[tuple[tuple[Any, ...], Any]]) -> None:
    tries_to_open(mutated(changes))


def test_a_refused_action_leaves_the_game_to_be_saved_as_it_was(tmp_path: Path) -> None:  # rule: ACT-6
    game = played(small(), 5, 9)
    before = dumps(encode(game.battle))
    with pytest.raises(IllegalAction):
        game.do(Move("ana", (99, 99)), SeededDice(1))
    assert dumps(encode(game.battle)) == before
    save(game, tmp_path / "a.json")
    assert load(tmp_path / "a.json").game == game


def test_an_interruption_from_the_keyboard_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    saves.write_whole(path, "old")

    def stop(handle: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stop)
    with pytest.raises(KeyboardInterrupt):
        saves.write_whole(path, "new")
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("game.json", "old")]
