"""What people point out and measure on the map: a ring that calls the eye, a ruler with numbers; words that rise."""

from dataclasses import dataclass

import pygame

from game.insight.numbers import decimal
from game.insight.ruler import Measure, View
from game.texts import Text, text, tr
from game.view import fonts
from game.view.camera import Camera
from game.view.mapview.marks import DARK
from game.view.mapview.motion import Rising
from game.view.theme import Theme
from game.view.widgets.base import Look

PING_SECONDS = 2.0
COVER = (text("no cover"), text("partial cover"), text("total cover"))


@dataclass(frozen=True, slots=True)
class Ping:
    """A place that somebody points out, in metres, and when the ring began."""

    x: float
    y: float
    start: float

    def share(self, now: float) -> float:
        """How much of its time is over, 1 or more when it is gone."""
        return (now - self.start) / PING_SECONDS


def ping(canvas: pygame.Surface, camera: Camera, theme: Theme, where: Ping, share: float) -> None:
    """Two rings that grow and one that stays; the place is seen from across the room, and without colour."""
    centre = camera.point(where.x, where.y)
    most, thick = max(camera.px * 1.4, 40), max(4, camera.px // 10)
    for part in (0.0, 0.5):
        grown = (share * 3 + part) % 1
        radius = round(most * (0.3 + 0.7 * grown))
        for colour, more in ((DARK, 4), (theme["focus"], 0)):
            pygame.draw.circle(canvas, colour, centre, radius + more // 2, max(2, round(thick * (1 - grown))) + more)
    for colour, more in ((DARK, 2), (theme["text"], 0)):
        pygame.draw.circle(canvas, colour, centre, thick + more)


def lines_of(found: Measure) -> list[str]:
    """The numbers of the ruler in words, short enough for a plate on the map."""
    away = tr(text("{metres} m", metres=decimal(round(found.metres, 2))))
    if found.rise:
        metres = decimal(abs(round(found.rise, 2)))
        rise = text("{metres} m up", metres=metres) if found.rise > 0 else text("{metres} m down", metres=metres)
        away = f"{away} · {tr(rise)}"
    return [away, tr(text("There: {view}", view=_said(found.there))), tr(text("Back: {view}", view=_said(found.back)))]


def _said(view: View) -> Text:
    return text("{cover}, {seen}", cover=COVER[view.cover], seen=text("seen") if view.seen else text("not seen"))


def ruler(canvas: pygame.Surface, look: Look, camera: Camera, found: Measure, area: pygame.Rect) -> None:
    """A line from square to square, and what lies between them."""
    theme, scale = look.theme, look.scale
    a, b = camera.rect(found.start).center, camera.rect(found.end).center
    thick = max(3, camera.px // 14)
    for colour, more in ((DARK, 4), (theme["focus"], 0)):
        pygame.draw.line(canvas, colour, a, b, thick + more)
        for spot in (a, b):
            pygame.draw.circle(canvas, colour, spot, thick * 2 + more // 2)
    if found.start == found.end:
        return
    px, pad = scale.body, scale.pad
    inks = [fonts.render(said, px, theme["text"], "bold" if not n else "regular")
            for n, said in enumerate(lines_of(found))]
    high = fonts.line_height(px)
    plate = pygame.Rect(0, 0, max(ink.get_width() for ink in inks) + 2 * pad, high * len(inks) + pad)
    away = camera.px + plate.height // 2
    plate.center = (b[0], b[1] - away if b[1] <= a[1] else b[1] + away)
    plate.clamp_ip(area.inflate(-pad, -pad))
    pygame.draw.rect(canvas, theme["panel"], plate, border_radius=pad)
    pygame.draw.rect(canvas, theme["focus"], plate, max(2, scale.hair * 2), border_radius=pad)
    for n, ink in enumerate(inks):
        canvas.blit(ink, (plate.left + pad, plate.top + pad // 2 + n * high))


def rising(canvas: pygame.Surface, look: Look, camera: Camera, words: Rising, share: float) -> None:
    """Words that rise until they stand on a creature, one over the other; the lowest point down to it."""
    scale, theme = look.scale, look.theme
    box = camera.rect(words.cell, words.size)
    ink = fonts.render(words.said, scale.large, theme["text"], "bold")
    spot = ink.get_rect().inflate(scale.pad, 0)
    lift = box.height // 3 + words.line * (spot.height + scale.hair * 2)
    spot.midbottom = (box.centerx, box.top + box.height // 3 - round(share * lift))
    if not words.line:
        half = max(4, scale.pad // 2)
        tail = [(spot.centerx - half, spot.bottom - 2), (spot.centerx + half, spot.bottom - 2),
                (spot.centerx, spot.bottom + half * 3 // 2)]
        pygame.draw.polygon(canvas, theme[words.role], tail)
    pygame.draw.rect(canvas, theme["panel"], spot, border_radius=scale.pad)
    pygame.draw.rect(canvas, theme[words.role], spot, max(2, scale.hair * 2), border_radius=scale.pad)
    canvas.blit(ink, ink.get_rect(center=spot.center))
