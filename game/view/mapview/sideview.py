"""The side view: ground, walls, creatures and what an area fills, against heights."""

import math
from collections.abc import Sequence

import pygame

from game.insight.section import STEP, Section
from game.spatial.grid import Barrier
from game.view import fonts
from game.view.mapview.tokens import Token
from game.view.theme import Colour
from game.view.widgets.base import Look

DARK: Colour = (10, 12, 15)
AIR = 1.0  # metres shown above the highest and below the lowest


def paint(canvas: pygame.Surface, look: Look, area: pygame.Rect, found: Section, bodies: Sequence[Token],
          stopping: Sequence[Barrier] = (), origin: tuple[float, float] | None = None) -> None:
    """Draw a section into an area of the canvas.

    :param bodies: the creatures, by their numbers in the section.
    :param stopping: barriers that cut the area off; they are drawn thick.
    :param origin: where the area starts: how far along, and how high, in metres.
    """
    scale, theme = look.scale, look.theme
    pygame.draw.rect(canvas, theme["panel"], area, border_radius=scale.pad)
    pygame.draw.rect(canvas, theme["line"], area, scale.hair, border_radius=scale.pad)
    px, pad = scale.small, scale.pad
    room = pygame.Rect(area.left + pad + fonts.width("−10 m", px), area.top + pad, 0, area.height - 2 * pad)
    room.width = area.right - pad - room.left
    low, high = _heights(found, origin)
    unit = min(room.height / (high - low), room.width / max(found.length, 1.0))
    left = room.centerx - found.length * unit / 2

    def at(along: float, height: float) -> tuple[int, int]:
        return round(left + along * unit), round(room.bottom - (height - low) * unit)

    def box(start: float, end: float, bottom: float, top: float) -> pygame.Rect:
        (x0, y0), (x1, y1) = at(start, min(max(top, low), high)), at(end, max(min(bottom, high), low))
        return pygame.Rect(x0, y0, max(1, x1 - x0), max(0, y1 - y0))

    _lines(canvas, look, room, low, high, unit)
    for start, bottom, top in found.fills:
        veil = box(start, start + STEP, bottom, top)
        tint = pygame.Surface(veil.size, pygame.SRCALPHA)
        tint.fill((*theme["focus"], 110))
        canvas.blit(tint, veil)
    for (start, height), after in zip(found.ground, [*(each for each, _ in found.ground[1:]), found.length],
                                      strict=True):
        pygame.draw.rect(canvas, theme.surface("earth"), box(start, after, low, height))
        pygame.draw.line(canvas, theme["text"], at(start, height), at(after, height), max(2, scale.hair))
    for each in found.walls:
        strong = each.barrier in stopping
        wide = max(4, round(unit * 0.2)) if strong else max(2, round(unit * 0.12))
        bar = box(each.at, each.at, each.bottom, each.top)
        bar.width = wide
        bar.centerx = at(each.at, 0)[0]
        pygame.draw.rect(canvas, DARK, bar.inflate(2, 0))
        pygame.draw.rect(canvas, theme["ray_blocked"] if strong else theme["muted"], bar)
    for body in found.bodies:
        token = bodies[body.number]
        spot = box(body.start, body.end, body.feet, body.head).inflate(-2, 0)
        pygame.draw.rect(canvas, DARK, spot.inflate(2, 2), border_radius=3)
        pygame.draw.rect(canvas, theme.team(token.team), spot, border_radius=3)
        ink = fonts.render(token.short, px, DARK, "bold")
        if ink.get_width() <= spot.width and ink.get_height() <= spot.height:
            canvas.blit(ink, ink.get_rect(center=spot.center))
    if origin is not None:
        spot_ = at(*origin)
        radius = max(4, scale.em(0.35))
        pygame.draw.circle(canvas, DARK, spot_, radius + 2)
        pygame.draw.circle(canvas, theme["focus"], spot_, radius, max(2, radius // 3))


def _heights(found: Section, origin: tuple[float, float] | None) -> tuple[float, float]:
    """The lowest and the highest height that is shown. What reaches every height does not count."""
    some = [height for _, height in found.ground] + [each.head for each in found.bodies]
    some += [each.top for each in found.walls if each.top < 40]
    some += [height for _, low, high in found.fills for height in (low, high) if math.isfinite(height)]
    if origin is not None:
        some.append(origin[1])
    return math.floor(min(some, default=0.0) - AIR), math.ceil(max(some, default=2.0) + AIR)


def _lines(canvas: pygame.Surface, look: Look, room: pygame.Rect, low: float, high: float, unit: float) -> None:
    """Heights in metres at the left, as many as there is room for."""
    px = look.scale.small
    step = next((each for each in (1, 2, 5, 10, 20)
                 if room.height / max(high - low, 1) * each >= fonts.line_height(px)), 50)
    for height in range(math.ceil(low / step) * step, math.floor(high) + 1, step):
        y = round(room.bottom - (height - low) * unit)
        if y < room.top:
            continue
        pygame.draw.line(canvas, look.theme["grid"], (room.left, y), (room.right, y))
        ink = fonts.render(f"{'−' if height < 0 else ''}{abs(height)} m", px, look.theme["muted"])
        canvas.blit(ink, ink.get_rect(midright=(room.left - px // 4, min(max(y, room.top + px // 2),
                                                                         room.bottom - px // 2))))

