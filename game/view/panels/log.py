"""What happened, in sentences: the last ones always in sight, all of them in a drawer."""

from collections.abc import Sequence

import pygame

from game.texts import tr
from game.view import fonts
from game.view.widgets.base import Look, Panel
from game.view.widgets.label import Label
from game.view.widgets.listing import Listing, Row


def fill_last(panel: Panel, look: Look, lines: Sequence[str]) -> None:
    """The newest lines that fit, whole, the last of them at the bottom."""
    panel.clear()
    scale = look.scale
    inner = panel.rect.inflate(-3 * scale.pad, -2 * scale.pad)
    bottom = inner.bottom
    for n, said in enumerate(reversed(lines)):
        px = scale.small
        wrapped = fonts.wrap(said, px, inner.width)
        room = (bottom - inner.top) // fonts.line_height(px)
        if n and len(wrapped) > room:
            break
        shown = said if len(wrapped) <= room else " ".join((*wrapped[: room - 1], wrapped[room - 1][:-2] + "…"))
        tall = min(room, len(wrapped)) * fonts.line_height(px)
        spot = pygame.Rect(inner.left, bottom - tall, inner.width, tall)
        panel.add(Label(spot, shown, px, "text" if n == 0 else "muted", wrap=True, tip=said if shown != said else ""))
        bottom -= tall + scale.pad // 3
        if n >= 3:
            break


def fill_drawer(panel: Panel, look: Look, rows: Sequence[Row]) -> None:
    """Everything, newest at the end and in sight."""
    panel.clear()
    scale = look.scale
    inner = panel.rect.inflate(-2 * scale.pad, -2 * scale.pad)
    high = fonts.line_height(scale.large)
    title = pygame.Rect(inner.left + scale.pad, inner.top, inner.width - scale.pad, high)
    panel.add(Label(title, tr("Log"), scale.large, weight="bold"))
    body = pygame.Rect(inner.left, inner.top + high + scale.pad // 2, inner.width,
                       inner.height - high - scale.pad // 2)
    panel.add(Listing(body, rows, scale.small, scale.small, at_end=True))
