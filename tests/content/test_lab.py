"""The area lab without a window: what is set up is what the copied command lights."""

import json
import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from game.cli import main
from game.content import lab
from game.content.blank import blank, empty_map
from game.content.lab import SHAPES, Setup
from game.content.library import kinds
from game.content.scenarios import load_scenario
from game.content.sources import battle_of
from game.errors import GeometryError
from game.paths import maps
from game.rules.actions import EditMap, Join
from game.rules.dice import SeededDice
from game.rules.history import Game
from game.rules.state import Battle, Combatant
from game.spatial.areas import Passage, directions

Saying = Callable[[str], np.ndarray]


def drawn() -> Battle:
    """An empty map with a wall, a low wall, a pillar and a hill brushed in, and creatures by click."""
    game, dice = Game(blank(empty_map(16, 12))), SeededDice(1)
    sheet = kinds()["ogre"]
    for action in (
        EditMap("wall", (), ((6, 1, 6, 5), (6, 6, 6, 11))), EditMap("low_wall", (), ((2, 8, 5, 8),)),
        EditMap("pillar", ((9, 4),)), EditMap("height", ((11, 3), (12, 3), (11, 4), (12, 4)), (), "", 2.0),
        Join(Combatant("ogre", "", "players", sheet, sheet.pv, (3, 5))),
        Join(Combatant("foe", "Foe", "enemies", kinds()["goblin"], 5, (8, 5))),
    ):
        game = game.do(action, dice)
    return game.battle


@pytest.fixture
def saying(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Saying:
    """Runs a command and gives the mask that it prints."""
    monkeypatch.setattr("game.content.lab.user_data", lambda: tmp_path / "data of mine")

    def run(command: str) -> np.ndarray:
        words = shlex.split(command)
        assert words[0] == "flanco"
        assert main([*words[1:], "--format", "json"]) == 0
        return np.array(json.loads(capfd.readouterr().out)["values"], np.bool_)

    return run


def setups() -> list[Setup]:
    some = []
    for shape in SHAPES:
        for origin, x, y in (("corner", 5, 5), ("corner", 6, 5), ("cell", 5, 5), ("edge", 5, 6)):
            some.append(Setup(shape, 4, origin=origin, spot=(x, y), who="ogre",  # type: ignore[arg-type]
                              cells=((4, 4), (7, 5))))
    turned = [replace(each, turn=turn, snap=32, size=5) for each in some[4:12] for turn in (3, 13, 20, 30)]
    others = [replace(each, counting=counting, passage=passage, height=height, who="ogre")
              for each in some[:8] for counting, passage, height in (
                  ("any", "straight", None), ("half", "spread", 0.25), ("any", "none", 2.5))]
    return [*some, *turned, *others]  # type: ignore[list-item]


def test_the_copied_command_lights_exactly_what_the_lab_lights(saying: Saying) -> None:
    """With walls and creatures that were drawn in the lab: the position is kept as a file that the command names."""
    battle = drawn()
    path = lab.keep(battle)
    assert battle_of(str(path)) == battle
    lit = cut = 0
    for setup in setups():
        seen = lab.look(battle, setup)
        found = saying(lab.command(setup, str(path), lab.diagonals_of(battle)))
        assert (found == seen.mask).all(), setup
        lit, cut = lit + seen.count, cut + int(seen.cut.sum())
    assert lit > 1000
    assert cut > 100


def test_the_same_position_is_kept_in_the_same_file(saying: Saying) -> None:
    assert lab.keep(drawn()) == lab.keep(drawn())


@pytest.mark.parametrize("name", ["bridge", "tavern"])
def test_a_command_about_a_position_of_a_game(name: str, saying: Saying) -> None:
    battle = load_scenario(maps() / f"{name}.toml")
    path = lab.keep(battle)
    setup = Setup("cone", 6, spot=(8.0, 6.0), turn=2, counting="any")
    assert (saying(lab.command(setup, str(path))) == lab.look(battle, setup).mask).all()


def test_hits_are_named_by_side_and_things_counted() -> None:
    battle = drawn()
    seen = lab.look(battle, Setup("circle", 3, spot=(8.0, 5.0), passage="none"))
    assert (seen.allies, seen.foes) == ((), ("foe",))
    assert seen.things
    mine = lab.look(battle, Setup("circle", 3, spot=(8.0, 5.0), passage="none", who="foe"))
    assert (mine.allies, mine.foes) == (("foe",), ())
    assert "Foe" in lab.report(battle, Setup("circle", 3, spot=(8.0, 5.0)), seen)


def test_of_many_things_some_are_named() -> None:
    battle = drawn()
    ids = tuple(each.id for each in battle.structures if each.id.startswith("wall"))
    assert lab.names(battle, ids, 1) == f"wall between F2 and G2 and {len(ids) - 1} more"


@pytest.mark.parametrize("passage", ["straight", "connected", "spread"])
def test_the_wall_that_cuts_an_area_is_named(passage: Passage) -> None:
    """It alone, not the one behind it."""
    battle = Game(blank(empty_map(16, 12))).do(
        EditMap("wall", (), ((6, 0, 6, 12), (8, 0, 8, 12), (1, 0, 1, 12))), SeededDice(1)).battle
    seen = lab.look(battle, Setup("circle", 3, spot=(5.0, 3.0), passage=passage))
    assert seen.cut.any()
    assert not (seen.cut & seen.mask).any()
    assert {(each.start[0], each.end[0]) for each in seen.barriers} == {(384, 384)}


def test_the_status_says_distance_and_cover_from_the_origin() -> None:
    battle = drawn()
    seen = lab.look(battle, Setup("circle", 4, spot=(4.0, 3.0)))
    assert str(lab.said_at(battle, seen, (7, 2))).startswith("H3 · 3 m · total cover from the origin: ")
    assert str(lab.said_at(battle, seen, (3, 2))) == "D3 · 0 m · no cover from the origin"


def test_what_is_nowhere_yet_has_no_cells() -> None:
    with pytest.raises(GeometryError):
        lab.look(drawn(), Setup())
    with pytest.raises(GeometryError):
        lab.best(drawn(), Setup())


@pytest.mark.parametrize("setup", [
    Setup("circle", 2, who="ogre", reach=8), Setup("circle", 2, origin="cell", who="ogre", reach=8),
    Setup("cone", 4, origin="edge", who="ogre"), Setup("square", 2, origin="corner", who="ogre", reach=6),
])
def test_the_best_placement_hits_what_it_promises(setup: Setup) -> None:
    battle = drawn()
    found = lab.best(battle, setup)(lambda share: None, lambda: False)
    assert found is not None
    assert found.best
    for choice in found.best:
        there = lab.put(setup, choice)
        seen = lab.look(battle, there)
        assert (seen.foes, seen.allies) == (choice.enemies, choice.allies)
        assert there.direction in directions(setup.snap)


def test_the_area_of_a_power_and_its_damage() -> None:
    battle = load_scenario(maps() / "ambush.toml") if (maps() / "ambush.toml").exists() else drawn()
    owners = [(who, power) for who in battle.combatants for power in lab.powers_of(who)]
    for who, power in owners:
        setup = lab.of_power(battle, who.id, power)
        assert setup.power == power.id
        assert lab.power_of(battle, setup) == power
