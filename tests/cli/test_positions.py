"""``flanco place``, ``flanco stand`` and ``flanco lens``."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator

from game.content.codec import decode_action
from game.content.saves import SUFFIX, save
from game.content.scenarios import find_scenario, load_scenario
from game.insight.placing import best_of_power
from game.insight.stand import stand_map
from game.paths import assets
from game.rules.actions import Begin, UsePower
from game.rules.dice import SeededDice
from game.rules.engine import why_illegal
from game.rules.history import Game
from game.rules.state import Battle
from game.spatial.grid import cell_name, parse_cell
from game.texts import LANGUAGES
from tests.cli.calls import here
from tests.content.games import SMALL

SCHEMAS = {name: json.loads((assets() / "schemas" / f"{name}.schema.json").read_text("utf-8"))
           for name in ("place", "stand", "lens")}


def data(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """What it prints as JSON, as its schema says."""
    code, out, err = here(capsys, *words, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    Draft202012Validator(SCHEMAS[found["kind"]]).validate(found)
    return found


def lit(capsys: pytest.CaptureFixture[str], source: str, *words: str) -> list[str]:
    """The cells that ``flanco mask area`` lights."""
    code, out, err = here(capsys, "mask", "area", source, *words, "--format", "json")
    assert (code, err) == (0, "")
    return [cell_name((int(x), int(y))) for y, x in np.argwhere(np.array(json.loads(out)["values"]))]


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A game in its first turn."""
    path = tmp_path / f"game{SUFFIX}"
    save(Game(load_scenario(find_scenario("sorcerers"))).do(Begin(), SeededDice(3)), path)
    return path


def begun() -> Battle:
    return Game(load_scenario(find_scenario("sorcerers"))).do(Begin(), SeededDice(3)).battle


# --- place -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_schemas(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])
    assert not Draft202012Validator(SCHEMAS[name]).is_valid({"kind": name})


def test_place_says_what_the_search_says(capsys: pytest.CaptureFixture[str], saved: Path) -> None:
    found, battle = data(capsys, "place", str(saved), "--who", "fire-mage", "--power", "fireball"), begun()
    power = battle["fire-mage"].sheet.power("fireball")
    assert power is not None
    wanted = best_of_power(battle, "fire-mage", power)
    assert wanted is not None
    said = [(each["enemies"], each["allies"], Fraction(each["expected"]), each["equals"]) for each in found["best"]]
    assert said == [
        ([*each.enemies], [*each.allies], each.expected, each.equals) for each in wanted.best]
    heat = np.array([[np.nan if value is None else value for value in row] for row in found["heat"]["values"]])
    assert np.allclose(heat, wanted.heat, atol=1e-5, equal_nan=True)
    for each in found["best"]:
        action = decode_action(each["action"])
        assert isinstance(action, UsePower)
        reason = why_illegal(battle, action)
        assert reason is None or battle.active is not battle["fire-mage"]


def test_the_cells_of_a_placement_are_those_of_the_mask_command(capsys: pytest.CaptureFixture[str]) -> None:
    shapes = (("circle", "--radius", "3"), ("cone", "--length", "5"), ("line", "--length", "6", "--width", "2"),
              ("square", "--side", "3"), ("rows", "--length", "4"),
              ("sphere", "--radius", "2", "--passage", "straight"),
              ("circle", "--radius", "2.5", "--counting", "half", "--passage", "spread"))
    for shape, *sizes in shapes:
        words = ("--shape", shape, *sizes)
        found = data(capsys, "place", "ruin", "--who", "M10", "--foe", "P10", "--foe", "M7", "--friend", "N10",
                     *words, "--range", "0" if shape in ("cone", "line", "rows") else "9")
        assert found["best"]
        for each in found["best"]:
            x, y = each["direction"]
            anchor = ("--anchor", "centre") if shape == "square" else ()
            assert lit(capsys, "ruin", "--body", "M10", "--origin", each["origin"], f"--direction={x},{y}", *words,
                       *anchor) == each["covers"]


def test_place_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = here(capsys, "place", "sorcerers", "--who", "fire-mage", "--power", "fireball", "--top", "1")
    assert (code, err) == (0, "")
    first, *lines = out.splitlines()
    assert first.startswith("1. --origin ")
    assert any(line.startswith("   enemies 3: ") for line in lines)
    code, out, err = here(capsys, "place", "sorcerers", "--who", "captain", "--shape", "circle", "--radius", "1",
                          "--range", "1")
    assert (code, out) == (0, "No placement meets anybody or anything.\n")


def test_names_will_do_and_walking_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(SMALL, encoding="utf-8")
    found = data(capsys, "place", str(path), "--who", "AÑA", "--shape", "cone", "--length", "3", "--walk")
    assert found["who"] == "ana"
    assert found["walk"]
    assert any(each["walk"] for each in found["best"])
    _, out, _ = here(capsys, "place", str(path), "--who", "ana", "--shape", "cone", "--length", "3", "--walk")
    assert "after a walk of" in out


def test_items_are_used_and_powers_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = here(capsys, "place", "sorcerers", "--who", "fire-mage", "--power", "firebal")
    assert code == 2
    assert "fireball" in err
    for words, reason in ((("--who", "nobody", "--shape", "circle", "--radius", "2"), "no creature"),
                          (("--who", "captain", "--shape", "aura", "--radius", "2"), "is put nowhere"),
                          (("--who", "captain"), "it needs --shape"),
                          (("--who", "captain", "--shape", "cone"), "needs --length")):
        code, out, err = here(capsys, "place", "sorcerers", *words)
        assert (code, out) in ((1, ""), (2, ""))
        assert reason in err


# --- stand -----------------------------------------------------------------------------------------------------------


def test_stand_says_what_the_map_says(capsys: pytest.CaptureFixture[str], saved: Path) -> None:
    for target in (None, "witch"):
        words = () if target is None else ("--target", target)
        found = data(capsys, "stand", str(saved), "--who", "captain", *words)
        wanted = stand_map(begun(), "captain", target)
        assert wanted is not None
        assert len(found["cells"]) == wanted.reachable.sum()
        for each in found["cells"]:
            x, y = parse_cell(each["cell"])
            assert each["expected"] == wanted.expected[y, x]
            assert each["taken"] == wanted.taken[y, x]
            assert each["hit"] is None if np.isnan(wanted.hit[y, x]) else each["hit"] == wanted.hit[y, x]
            assert (each["flanking"], each["threats"]) == (wanted.flanking[y, x], wanted.threats[y, x])


def test_stand_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = here(capsys, "stand", "bridge", "--who", "Clara", "--target", "Ulf", "--top", "3", "--dash")
    assert (code, err) == (0, "")
    first, head, *rows = out.splitlines()
    assert first.startswith("Clara reaches ")
    assert head.split() == ["square", "metres", "attack", "hits", "does", "takes", "what", "holds", "there"]
    assert len(rows) == 3
    code, _, err = here(capsys, "stand", "bridge", "--who", "clara", "--target", "ana")
    assert code == 2
    assert "no enemy" in err


# --- lens ------------------------------------------------------------------------------------------------------------


def test_the_variants_of_the_lens_are_those_of_the_mask_command(
    capsys: pytest.CaptureFixture[str], saved: Path
) -> None:
    words = ("--shape", "cone", "--origin", "edge", "--body", "fire-mage", "--length", "5", "--direction", "30")
    found = data(capsys, "lens", "sorcerers", *words)
    assert found == data(capsys, "lens", str(saved), *words)
    for each in found["variants"]:
        assert each["count"] == len(each["covers"])
        if not each["in_rows"]:
            assert each["covers"] == lit(capsys, "sorcerers", *words, "--counting", each["counting"], "--passage",
                                         each["passage"])
    every = [{*each["covers"]} for each in found["variants"]]
    assert {*found["always"]} == set.intersection(*every)
    assert {*found["differing"]} == set.union(*every) - set.intersection(*every)


def test_the_lens_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = here(capsys, "lens", "temple", "--shape", "circle", "--radius", "3", "--origin", "corner:8,8")
    assert (code, err) == (0, "")
    assert "from F6 to K11\n" in out
    assert any(line.split()[:2] == ["centre-none", "32"] for line in out.splitlines())


# --- all -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_an_answer(capsys: pytest.CaptureFixture[str], language: str) -> None:
    for words in (("place", "sorcerers", "--who", "fire-mage", "--power", "fireball"),
                  ("stand", "sorcerers", "--who", "fire-mage"),
                  ("lens", "ruin", "--shape", "circle", "--radius", "2", "--origin", "cell:C7")):
        code, out, err = here(capsys, *words, "--lang", language)
        assert (code, err) == (0, "")
        assert out
    assert here(capsys, "place", "-h", "--lang", language)[0] == 0
