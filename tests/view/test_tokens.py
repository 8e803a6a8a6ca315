"""Tokens and their names."""

import pygame
import pytest

from game.view.camera import Camera
from game.view.mapview.tokens import Painter, Token
from game.view.theme import theme

PX, TEXT = 30, 15


@pytest.mark.usefixtures("_own_folders")
def test_a_name_leaves_the_names_of_columns_and_rows_free(monkeypatch: pytest.MonkeyPatch) -> None:
    plates: list[pygame.Rect] = []
    monkeypatch.setattr(Painter, "_plate", lambda self, plate, ink: plates.append(plate.copy()))
    pygame.display.init()
    pygame.font.init()
    canvas = pygame.Surface((640, 480))
    camera = Camera(PX, 60, 60)
    tokens = [Token(name, name, name[:2], "guard", 0, (x, 0), 1, 5, 5)
              for x, name in enumerate(("Iris", "Tomé", "Lin"))]
    Painter(canvas, camera, theme("dark"), TEXT, canvas.get_rect()).draw(tokens)
    assert len(plates) == len(tokens)
    assert all(plate.top >= camera.top for plate in plates)
    assert all(a.collidelist(plates[:n]) < 0 for n, a in enumerate(plates))
