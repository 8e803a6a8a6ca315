"""``flanco why``: proofs of attacks, walks, sight, and of lines of a saved game."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from game.content.saves import SUFFIX, save
from game.content.scenarios import find_scenario, load_scenario
from game.paths import assets
from tests.cli.calls import here
from tests.content.games import SMALL
from tests.insight.test_proving_events import played

PLAIN = SMALL.replace('at = "A3"', 'at = "D2"')  # next to each other, with nothing in between
SCHEMA = json.loads((assets() / "schemas" / "proof.schema.json").read_text("utf-8"))


def data(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    """What it prints as JSON, as the schema says."""
    code, out, err = here(capsys, "why", *words, "--json")
    assert (code, err) == (0, "")
    found: dict[str, object] = json.loads(out)
    Draft202012Validator(SCHEMA).validate(found)
    return found


def test_why_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    # rule: SIT-2
    code, out, err = here(capsys, "why", "bridge", "--who", "ana", "--target", "ulf", "--at", "V10", "--rule", "SIT-2")
    assert (code, err) == (0, "")
    first, heading, *reasons = (line for line in out.splitlines() if line)
    assert first.startswith("Ana against Ulf")
    assert heading == "Flanking: it does not apply (SIT-2)"
    assert reasons


def test_why_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    # rule: ATK-1
    found = data(capsys, "bridge", "--who", "ana", "--target", "ulf")
    asked, (refused, *_) = found["asked"], found["proofs"]  # type: ignore[misc]
    assert (asked["who"], asked["target"], asked["mode"], asked["at"]) == ("ana", "ulf", "melee", None)  # type: ignore[index]
    assert (refused["rule"], refused["verdict"]) == ("ATK-1", "refused")
    assert refused["nearest"][0]["who"] == "ana"
    there = refused["nearest"][0]["cell"]
    again = data(capsys, "bridge", "--who", "ana", "--target", "ulf", "--at", there)
    assert all(each["verdict"] != "refused" for each in again["proofs"])  # type: ignore[attr-defined]


def test_why_a_walk_and_why_not_seen(capsys: pytest.CaptureFixture[str]) -> None:
    # rule: MOV-1
    (walk,) = data(capsys, "bridge", "--who", "ana", "--to", "V10")["proofs"]  # type: ignore[misc]
    assert (walk["rule"], walk["verdict"]) == ("MOV-1", "refused")
    assert walk["missing"] > 0
    (sight,) = data(capsys, "bridge", "--who", "ana", "--target", "ulf", "--rule", "sight")["proofs"]  # type: ignore[misc]
    assert sight["label"] == "line of sight"


def test_why_a_line_of_a_saved_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = played(load_scenario(find_scenario("bridge")), 3, 40)
    path = tmp_path / f"game{SUFFIX}"
    save(game, path)
    kinds = [event.kind for event in game.log]
    line = kinds.index("attacked") + 1
    first, *_ = data(capsys, str(path), "--line", str(line))["proofs"]  # type: ignore[misc]
    assert (first["verdict"], first["rule"]) == ("happened", "ATK-1") or first["rule"] in ("ATK-2", "MAN-1")
    for wrong in ("0", str(len(kinds) + 1)):
        code, _, err = here(capsys, "why", str(path), "--line", wrong)
        assert code == 2
        assert f"there is no line {wrong} in this log; it has {len(kinds)}" in err


@pytest.mark.parametrize(("words", "said"), [
    ((), "name --who and --target, or --who and --to, or a --line"),
    (("--who", "ana"), "name --who and --target"),
    (("--who", "zoe", "--target", "ulf"), "there is no creature 'zoe'"),
    (("--who", "ana", "--target", "zoe"), "there is no creature 'zoe'"),
    (("--who", "zoe", "--to", "C7"), "there is no creature 'zoe'"),
    (("--who", "ana", "--target", "ulf", "--rule", "DMG-12"), "DMG-12 says nothing about attacks"),
    (("--who", "ana", "--to", "nowhere"), "nowhere"),
    (("--who", "ana", "--to", "C7", "--at", "AZ99"), "outside the map"),
])
def test_what_there_is_not_is_named(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str) -> None:
    code, out, err = here(capsys, "why", "bridge", *words)
    assert code in (1, 2)
    assert out == ""
    assert said in err


def test_an_attack_that_nothing_changes_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "plain.toml"
    path.write_text(PLAIN, encoding="utf-8")
    code, out, _ = here(capsys, "why", str(path), "--who", "ana", "--target", "snik", "--weapon", "-")
    assert (code, out.splitlines()[-1]) == (0, "Nothing changes this attack.")
