"""Questions to a map: the answers are the spatial layer's own, and read as text, JSON and numpy."""

import io
import json

import numpy as np
import pytest

from game.errors import GeometryError
from game.insight.masks import KINDS, Question, ask
from game.spatial.areas import Circle, Origin, area_mask
from game.spatial.flanking import flank_mask
from game.spatial.grid import Body, Grid, block, pillar, units
from game.spatial.movement import movement_field
from game.spatial.reach import reach_mask
from game.spatial.sight import concealment_field, cover_field, high_ground, sight_field

TALL = units(1.7)


def yard() -> Grid:
    grid = Grid.empty(9, 7, pillar((4, 3), 0.5) + block((6, 1)))
    height, smoke = grid.height.copy(), grid.concealment.copy()
    height[0, :3], smoke[5, 2:5] = 64, 1
    return grid.replace(height=height, concealment=smoke)


def test_every_kind_gives_what_the_game_itself_uses() -> None:
    grid = yard()
    body, target = Body.on(grid, (2, 3)), Body.on(grid, (5, 5))
    allies = ((Body.on(grid, (6, 6)), 1),)
    area = Circle(Origin.centre(grid, (3, 3)), 2)
    wanted = {
        "reach": reach_mask(grid, body, 2),
        "sight": sight_field(grid, body, TALL, None),
        "cover": cover_field(grid, body, TALL, None).level,
        "concealment": concealment_field(grid, body),
        "flank": flank_mask(grid, 1, TALL, 2, target, allies),
        "high": high_ground(grid, target),
        "area": area_mask(grid, area),
        "move": np.where((field := movement_field(grid, body, 3000)).reachable, field.cost, -1),
    }
    assert set(wanted) == set(KINDS)
    for kind in KINDS:
        question = Question(kind, body, target, allies, budget=3, reach=2, template=area)
        answer = ask(grid, question)
        assert np.array_equal(answer.values, wanted[kind]), kind
        assert len({int(each) for each in answer.values.flat}) > 1, kind  # the yard makes a difference to each


def test_walks_respect_bodies_in_the_way() -> None:
    grid = Grid.empty(5, 1)
    closed = ask(grid, Question("move", Body.on(grid, (0, 0)), closed=((2, 0),)))
    passed = ask(grid, Question("move", Body.on(grid, (0, 0)), passable=((2, 0),)))
    assert closed.as_text() == "01..."
    assert passed.as_text() == "01.34"


def test_text_json_and_numpy_say_the_same() -> None:
    grid = yard()
    answer = ask(grid, Question("cover", Body.on(grid, (2, 3))))
    said = json.loads(answer.as_bytes("json"))
    assert (said["kind"], said["rows"], said["cols"]) == ("cover", 7, 9)
    assert said["values"][3][4] == int(answer.values[3, 4])
    assert np.array_equal(np.array(said["values"]), answer.values)
    assert np.array_equal(np.load(io.BytesIO(answer.as_bytes("npy"))), answer.values)
    lines = answer.as_bytes("text").decode().splitlines()
    assert [[".+#".index(symbol) for symbol in line] for line in lines[:7]] == answer.values.tolist()
    assert lines[7:] == ["", ".  none", "+  partial", "#  total"]


def test_long_walks_have_a_character_of_their_own() -> None:
    grid = Grid.empty(70, 1)
    assert ask(grid, Question("move", Body.on(grid, (0, 0)))).as_text()[58:] == "WXYZ********"


@pytest.mark.parametrize(("question", "said"), [
    (Question("move"), "needs body"),
    (Question("flank", Body(((0, 0),), 0, 64)), "needs target"),
    (Question("area"), "needs template"),
    (Question("high"), "needs target"),
    (Question("banana", Body(((0, 0),), 0, 64)), "banana is not one of move"),  # type: ignore[arg-type]
    (Question("move", Body(((0, 0),), 0, 64), closed=((9, 9),)), r"\(9, 9\) is outside the map"),
    (Question("move", Body(((0, 0),), 0, 64), budget=float("nan")), "nan is not a finite number"),
])
def test_what_means_nothing_is_refused_by_name(question: Question, said: str) -> None:
    with pytest.raises(GeometryError, match=said):
        ask(Grid.empty(3, 3), question)
