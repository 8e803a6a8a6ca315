"""Bodies that hide others in part, by the setting: masks, the ruler and the nearest place count them as sheets do."""

import doctest
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.cli import main
from game.content.questions import Words, question
from game.content.saves import save
from game.insight.masks import ask
from game.insight.nearest import Places
from game.insight.ruler import measure
from game.rules.bodies import body_of, line_of, tall_of
from game.rules.catalog import settings_with
from game.rules.history import Game
from game.rules.sightlines import cover_mask, line_between
from game.rules.state import Battle
from game.spatial import crowd
from game.spatial.grid import PARTIAL, TOTAL, Body, Grid, units, wall
from game.spatial.sight import cover_field
from tests.insight.test_stand import battles
from tests.rules.arena import fight, fighter

WITH = {"body_cover": True}


def bodied(battle: Battle) -> Battle:
    return battle.but(settings=settings_with(WITH | {"partial_cover": battle.settings.partial_cover}))


def crossing() -> Battle:
    """a looks east past c at b, and past a wall."""
    return fight(fighter("a", "red", (1, 2), weapons=("bow",)), fighter("b", "blue", (7, 2)),
                 fighter("c", "blue", (4, 2)), grid=Grid.empty(9, 5, [wall((2, 4), (2, 5))]), **WITH)


def test_the_examples_of_the_crowd() -> None:
    assert doctest.testmod(crowd).failed == 0


def test_behind_a_body_there_is_partial_cover_and_on_it_none() -> None:
    # rule: SIT-6
    battle = crossing()
    found = cover_mask(battle, body_of(battle, battle["a"]), tall_of(battle, battle["b"])).level
    assert found[2].tolist() == [0, 0, 0, 0, 0, 1, 1, 1, 1], "where c stands, c is in nobody's way"
    past = cover_mask(battle, body_of(battle, battle["a"]), tall_of(battle, battle["b"]), without=("c",)).level
    assert past[2].tolist() == [0, 0, 0, 0, 0, 0, 0, 0, 1]
    plain = battle.but(settings=settings_with({}))
    assert not cover_mask(plain, body_of(plain, plain["a"]), units(1.7)).level[2].any()


@settings(max_examples=25)
@given(battles(), st.sampled_from((1, 2)), st.sampled_from(("attacker", "target")))
def test_each_place_of_the_mask_is_the_line_there(battle: Battle, size: int, fixed: str) -> None:
    # rule: SIT-6
    battle = bodied(battle)
    who, other = battle["f0"], body_of(battle, battle["f1"])
    tall, grid = tall_of(battle, who), battle.grid
    if size > min(grid.shape):
        return
    found = cover_mask(battle, other, tall, fixed, size=size, without=("f0",))  # type: ignore[arg-type]
    for y in range(grid.rows - size + 1):
        for x in range(grid.cols - size + 1):
            there = Body.on(grid, (x, y), size, tall)
            pair = (other, there) if fixed == "attacker" else (there, other)
            line = line_between(battle, *pair, without=("f0",))
            assert (found.level[y, x], found.blocked[y, x]) == (line.cover.level, line.cover.blocked), (x, y)
            assert bool(found.seen[y, x]) == line.sight


@settings(max_examples=25)
@given(battles())
def test_the_mask_of_the_command_is_the_line_to_a_body_on_each_cell(battle: Battle) -> None:
    # rule: SIT-6
    battle = bodied(battle)
    who, grid = body_of(battle, battle["f0"]), battle.grid
    answer = ask(grid, question("cover", Words(body="f0"), grid, battle))
    for y in range(grid.rows):
        for x in range(grid.cols):
            assert answer.values[y, x] == line_between(battle, who, Body.on(grid, (x, y), 1, who.tall)).cover.level


def test_the_command_counts_bodies_and_the_least_share_as_the_settings_say(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    # rule: SIT-6
    def said(battle: Battle) -> np.ndarray:
        path = tmp_path / "a.json"
        save(Game(battle), path)
        assert main(["mask", "cover", str(path), "--body", "a", "--format", "json"]) == 0
        return np.array(json.loads(capsys.readouterr().out)["values"])

    assert said(crossing())[2].tolist() == [0, 0, 0, 0, 0, 1, 1, 1, 1]
    low = fight(fighter("a", "red", (1, 2)), fighter("b", "blue", (7, 4)),
                grid=Grid.empty(9, 5, [wall((6, 2), (6, 3), top=1.0)]))
    assert said(low)[2, 6] == PARTIAL
    assert said(low.but(settings=settings_with({"partial_cover": 75})))[2, 6] == 0


@settings(max_examples=25)
@given(battles(), st.data())
def test_the_nearest_place_and_the_ruler_see_what_sheets_see(battle: Battle, data: st.DataObject) -> None:
    # rule: SIT-6
    battle = bodied(battle)
    places, other = Places(battle, "f0"), battle["f1"]
    everywhere = np.ones(battle.grid.shape, np.bool_)
    there, back = (places.cover(body_of(battle, other), attacks, everywhere) for attacks in (True, False))
    free = [cell for cell in np.ndindex(battle.grid.shape[::-1])
            if all(cell not in body_of(battle, each).cells for each in battle.present())]
    if not free:
        return
    x, y = data.draw(st.sampled_from(free))
    moved = battle.with_combatant(battle["f0"].but(cell=(x, y)))
    assert there.level[y, x] == line_of(moved, moved["f0"], other).cover.level
    assert back.level[y, x] == line_of(moved, other, moved["f0"]).cover.level
    start, end = (x, y), other.cell
    assert end is not None
    found = measure(moved, start, end)
    assert found.there.cover == line_of(moved, moved["f0"], other).cover.level
    assert found.back.cover == line_of(moved, other, moved["f0"]).cover.level


def test_walls_hide_wholly_and_bodies_never() -> None:
    # rule: SIT-6
    battle = crossing()
    body = body_of(battle, battle["a"])
    found, walls = cover_mask(battle, body, units(1.7)), cover_field(battle.grid, body, units(1.7))
    assert ((found.level == TOTAL) == (walls.level == TOTAL)).all()
    assert (found.seen == walls.seen).all()
