"""What the GM is about to change on the map: edges and squares of a stroke, rings round those who are chosen."""

from collections.abc import Iterable

import pygame

from game.rules.gm_actions import Edge
from game.rules.masonry import pieces
from game.spatial.grid import Cell
from game.view import fonts
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


def measures(canvas: pygame.Surface, camera: Camera, theme: Theme, cells: Iterable[Cell], edges: Iterable[Edge],
             px: int) -> None:
    """How wide and how high a box is, in metres, beside its lower right corner."""
    points = [(x + i, y + j) for x, y in cells for i in (0, 1) for j in (0, 1)]
    points += [point for x0, y0, x1, y1 in edges for point in ((x0, y0), (x1, y1))]
    if not points:
        return
    xs, ys = zip(*points, strict=True)
    ink = fonts.render(f"{max(xs) - min(xs)} × {max(ys) - min(ys)} m", px, theme["ink"], "bold")
    pill = ink.get_rect().inflate(px, px // 3)
    pill.topleft = camera.point(max(xs), max(ys))
    pill.move_ip(px // 2, px // 2)
    pill.clamp_ip(canvas.get_clip())
    pygame.draw.rect(canvas, DARK, pill.inflate(4, 4), border_radius=pill.height)
    pygame.draw.rect(canvas, theme["focus"], pill, border_radius=pill.height)
    canvas.blit(ink, ink.get_rect(center=pill.center))


def ring(canvas: pygame.Surface, camera: Camera, theme: Theme, cell: Cell, size: int) -> None:
    """Round one who is chosen: a double frame with its corners."""
    box = camera.rect(cell, size)
    line = max(2, camera.px // 16)
    for colour, out in ((DARK, 2), (theme["text"], 0)):
        pygame.draw.rect(canvas, colour, box.inflate(out, out), line + out, border_radius=camera.px // 5)
    pygame.draw.rect(canvas, theme["accent"], box.inflate(-3 * line, -3 * line), line, border_radius=camera.px // 6)
