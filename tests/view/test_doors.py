"""Doors on the map: a thin one is opened by a click on it, and a locked one looks locked."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.rules.actions import EndTurn, UseDoor
from game.view.mapview import tokens
from game.view.mapview.structures import Drawer, things_of
from game.view.theme import theme
from tests.view.conftest import SKIRMISH, Hands

WALL = """
[[barrier]]
from = [6, 3]
to = [6, 4]
door = "{state}"
"""


@pytest.fixture
def beside(open_play: Callable[..., Hands], tmp_path: Path) -> Callable[[str], Hands]:
    """Opens the yard in the turn of Ana, who stands in F4 with a thin door to her east."""

    def make(state: str = "closed") -> Hands:
        path = tmp_path / "thin.toml"
        path.write_text(SKIRMISH.replace("[[team]]", WALL.format(state=state) + "[[team]]", 1)
                        .replace('at = "E4"', 'at = "F4"').replace('at = "F4"\npv = 3', 'at = "N1"\npv = 3'),
                        encoding="utf-8")
        hands = open_play(path=path)
        for _ in range(4):
            if hands.play.match.active.id == "ana":
                break
            hands.play.do(EndTurn(hands.play.match.active.id))
        hands.wait(3)
        return hands

    return make


@pytest.mark.parametrize("side", [-1, 1])
def test_a_thin_door_is_opened_by_a_click_on_it_from_both_its_sides(beside: Callable[..., Hands], side: int) -> None:
    hands = beside()
    camera = hands.play.view.camera
    x, y = camera.point(6, 3.5)
    hands.point((round(x - side * 0.45 * camera.px), round(y)))
    before = hands.play.match.game
    hands.point((round(x + side * 0.1 * camera.px), round(y)))
    assert not hands.play.seen.path, "a click there is no walk"
    hands.click((round(x + side * 0.1 * camera.px), round(y)))
    assert hands.play.match.game is not before
    assert isinstance(hands.play.match.game.past[-1].action, UseDoor)
    door = next(each for each in hands.play.match.battle.structures if not each.cells and each.open is not None)
    assert door.open


def test_beside_a_thin_door_a_click_is_a_walk(beside: Callable[..., Hands]) -> None:
    hands = beside()
    hands.click_cell((6, 3))
    assert hands.play.match.battle["ana"].cell == (6, 3)


def test_a_locked_door_looks_locked(beside: Callable[..., Hands]) -> None:
    """Thin or not; and the map is drawn anew when it is locked."""
    shots = {}
    for state in ("closed", "locked"):
        hands = beside(state)
        shots[state] = hands.picture()
        camera = hands.play.view.camera
        middle = camera.point(6, 3.5)
    half = round(camera.px * 0.2)
    box = pygame.Rect(round(middle[0]) - half, round(middle[1]) - half, 2 * half, 2 * half)
    shut, locked = (pygame.surfarray.array3d(shots[each].subsurface(box)) for each in ("closed", "locked"))
    assert (shut != locked).any(axis=2).mean() > 0.4


def test_letters_on_a_piece_are_no_smaller_than_the_smallest_text(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []
    real = tokens.fonts.render

    def render(said: str, px: int, *rest: object) -> pygame.Surface:
        sizes.append((said, px))
        return real(said, px, *rest)

    monkeypatch.setattr("game.view.mapview.tokens.fonts.render", render)
    for px, letters in ((80, "B12"), (30, "B"), (12, "")):
        tokens.piece(theme("dark"), 0, px, "nobody", "B12", "standing", False, 15)
        assert sizes[-1][0] == letters
        assert sizes[-1][1] >= 15


def test_a_padlock_is_drawn_on_a_door_that_fills_its_square(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    grid, door = hands.play.match.battle.map, next(
        each for each in hands.play.match.battle.structures if each.open is not None)
    shown = []
    for locked in (False, True):
        canvas = pygame.Surface(hands.play.view.area.size)
        (thing,) = [each for each in things_of(grid, [replace(door, locked=locked)]) if each.structure.id == door.id]
        Drawer(canvas, hands.play.view.camera, theme("dark"), frozenset()).draw(thing)
        shown.append(pygame.surfarray.array3d(canvas))
    assert not np.array_equal(*shown)
