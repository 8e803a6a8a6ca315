"""Tokens and their names."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame
import pytest

from game.view.camera import Camera
from game.view.mapview import marks
from game.view.mapview.tokens import Painter, Token, short_names
from game.view.settings import ViewSettings
from game.view.theme import theme
from tests.view.conftest import Hands

PX, TEXT = 30, 15


def piece_at(name: str, x: int, y: int, team: int = 0, **more: bool) -> Token:
    return replace(Token(name, name, short_names([name])[0], "guard", team, (x, y), 1, 5, 5), **more)


@pytest.fixture
def plates_of(monkeypatch: pytest.MonkeyPatch, _own_folders: None) -> Callable[..., list[pygame.Rect]]:
    """Where the names of tokens are drawn, the tokens on top first."""
    pygame.display.init()
    pygame.font.init()

    def draw(camera: Camera, tokens: Sequence[Token],
             edges: tuple[pygame.Rect, pygame.Rect] | None = None) -> list[pygame.Rect]:
        plates: list[pygame.Rect] = []
        monkeypatch.setattr(Painter, "_plate", lambda self, plate, ink: plates.append(plate.copy()))
        canvas = pygame.Surface((640, 480))
        Painter(canvas, camera, theme("dark"), TEXT, canvas.get_rect(), edges=edges).draw(tokens)
        return plates
    return draw


def test_a_name_leaves_the_names_of_columns_and_rows_free(plates_of: Callable[..., list[pygame.Rect]]) -> None:
    camera = Camera(PX, 60, 60)
    tokens = [piece_at(name, x, 0) for x, name in enumerate(("Iris", "Tomé", "Lin"))]
    edges = marks.edge_bands(camera, 10, 10, pygame.Rect(0, 0, 640, 480), TEXT)
    plates = plates_of(camera, tokens, edges)
    assert len(plates) == len(tokens)
    assert all(plate.top >= camera.top for plate in plates)
    assert all(a.collidelist(plates[:n]) < 0 for n, a in enumerate(plates))


def test_a_piece_under_the_row_numbers_shows_no_name_beside_them(
        plates_of: Callable[..., list[pygame.Rect]]) -> None:
    camera, area = Camera(PX, -197, -200), pygame.Rect(0, 0, 640, 480)
    edges = marks.edge_bands(camera, 40, 40, area, TEXT)
    under = (edges[1].left - camera.left) // PX  # mostly to the left of them, under a panel
    assert not plates_of(camera, [piece_at("Clara", under, 12)], edges)
    beside = plates_of(camera, [piece_at("Clara", under + 2, 12)], edges)
    assert len(beside) == 1
    assert beside[0].collidelist(edges) < 0


def test_the_name_of_a_target_hides_no_other_piece_or_name(plates_of: Callable[..., list[pygame.Rect]]) -> None:
    """As in a crowd on a map that is seen whole: pieces are smaller than names."""
    camera = Camera(16, 100, 100)
    tokens = [piece_at("Clara", 4, 4), piece_at("Ana", 5, 6, target=True), piece_at("Bruno", 5, 7, chosen=True),
              piece_at("Ulf", 6, 7, 1, active=True), piece_at("Diego", 4, 9)]
    plates = plates_of(camera, tokens)
    assert len(plates) == 3
    assert all(a.collidelist(plates[:n]) < 0 for n, a in enumerate(plates))
    bodies = [camera.rect(each.cell, 1).inflate(-4, -4) for each in tokens]
    assert all(plate.collidelist(bodies) < 0 for plate in plates)


def test_another_theme_leaves_nothing_of_the_one_before_around_the_map(open_play: Callable[..., Hands]) -> None:
    hands = open_play(settings=ViewSettings(animations=False, theme="dark"))
    hands.picture()
    hands.app.change("theme", "light")
    for _ in range(200):
        hands.run()
        if not hands.play.view.unfinished:
            break
    picture, free = hands.picture(), hands.play.places.free
    grid, camera = hands.play.match.battle.map, hands.play.view.camera
    around = [spot for spot in ((free.left + 3, free.centery), (free.right - 3, free.centery))
              if camera.cell(spot) not in grid]
    assert around
    assert {tuple(picture.get_at(each))[:3] for each in around} == {theme("light")["backdrop"]}
