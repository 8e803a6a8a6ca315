"""What the GM is about to change on the map: edges and squares of a stroke, rings round those who are chosen."""

from collections.abc import Iterable

import pygame

from game.rules.gm_actions import Edge
from game.rules.masonry import pieces
from game.spatial.grid import Cell
from game.view.camera import Camera
from game.view.theme import Theme

DARK = (11, 14, 18)


def paint(canvas: pygame.Surface, camera: Camera, theme: Theme, cells: Iterable[Cell], edges: Iterable[Edge],
          gone: bool = False) -> None:
    """A stroke before it is done: squares framed and dotted, crossed out when they are to be ``gone``; edges thick."""
    colour = theme["bad" if gone else "focus"]
    thick = max(3, camera.px // 10)
    for cell in cells:
        box = camera.rect(cell).inflate(-camera.px // 6, -camera.px // 6)
        pygame.draw.rect(canvas, DARK, box, thick // 2 + 2, border_radius=thick)
        pygame.draw.rect(canvas, colour, box, max(1, thick // 2), border_radius=thick)
        if gone:
            pygame.draw.line(canvas, DARK, box.topleft, box.bottomright, thick)
            pygame.draw.line(canvas, colour, box.topleft, box.bottomright, thick // 2)
        else:
            pygame.draw.circle(canvas, DARK, box.center, thick + 1)
            pygame.draw.circle(canvas, colour, box.center, thick - 1)
    for x0, y0, x1, y1 in edges:
        for a, b in pieces((x0, y0), (x1, y1)):
            start, end = camera.point(*a), camera.point(*b)
            pygame.draw.line(canvas, DARK, start, end, thick + 4)
            pygame.draw.line(canvas, colour, start, end, thick)
            if gone:
                middle = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
                pygame.draw.line(canvas, DARK, (middle[0] - thick, middle[1] - thick),
                                 (middle[0] + thick, middle[1] + thick), max(2, thick // 2))


def ring(canvas: pygame.Surface, camera: Camera, theme: Theme, cell: Cell, size: int) -> None:
    """Round one who is chosen: a double frame with its corners."""
    box = camera.rect(cell, size)
    line = max(2, camera.px // 16)
    for colour, out in ((DARK, 2), (theme["text"], 0)):
        pygame.draw.rect(canvas, colour, box.inflate(out, out), line + out, border_radius=camera.px // 5)
    pygame.draw.rect(canvas, theme["accent"], box.inflate(-3 * line, -3 * line), line, border_radius=camera.px // 6)
