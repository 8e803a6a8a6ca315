"""``flanco odds``."""

import json
import re
from pathlib import Path

import pytest

from game.content.saves import SUFFIX, save
from game.content.scenarios import load_scenario
from game.paths import maps
from game.rules.history import Game
from tests.cli.calls import here


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
