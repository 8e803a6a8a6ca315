"""Small pictures that repeat over the ground, one cell large: textures of surfaces, rough ground, concealment.

Each is drawn once for a cell size and theme. They differ in pattern, so that they are told apart without colour.
"""

import random
from functools import lru_cache

import pygame

from game.spatial.grid import TOTAL
from game.view.theme import Colour, Theme, mix

VARIANTS = 4
FINE = 3  # tiles are drawn so many times larger, then shrunk, so that their lines are smooth


def _alpha(theme: Theme, dark: int) -> int:
    """How solid a pattern is: on light ground, which a projector washes out, wholly."""
    return dark if theme.name == "dark" else 255


def _blank(px: int) -> pygame.Surface:
    return pygame.Surface((px * FINE, px * FINE), pygame.SRCALPHA)


def _done(tile: pygame.Surface, px: int) -> pygame.Surface:
    return pygame.transform.smoothscale(tile, (px, px))


@lru_cache(maxsize=256)
def texture(theme: Theme, surface: str, px: int, variant: int) -> pygame.Surface | None:
    """The texture of a surface, None for a plain one."""
    ink = mix(theme.surface(surface), theme["shade"] if theme.name == "light" else (255, 255, 255), 0.22)
    dark = mix(theme.surface(surface), (0, 0, 0), 0.22)
    drawer = _TEXTURES.get(surface)
    if drawer is None or px < 10:
        return None
    tile = _blank(px)
    drawer(tile, random.Random(f"{surface}{variant}"), px * FINE, dark if theme.name == "light" else ink, dark)
    return _done(tile, px)


def _blades(tile: pygame.Surface, chance: random.Random, side: int, ink: Colour, dark: Colour) -> None:
    for _ in range(7):
        x, y = chance.uniform(0.1, 0.9) * side, chance.uniform(0.2, 0.95) * side
        for lean in (-0.04, 0.0, 0.04):
            pygame.draw.line(tile, ink, (x, y), (x + lean * side, y - 0.08 * side), max(1, side // 60))


def _planks(tile: pygame.Surface, chance: random.Random, side: int, ink: Colour, dark: Colour) -> None:
    for n in range(4):
        y = n * side / 4
        pygame.draw.line(tile, dark, (0, y), (side, y), max(1, side // 45))
        x = chance.random() * side
        pygame.draw.line(tile, dark, (x, y), (x, y + side / 4), max(1, side // 45))


def _flags(tile: pygame.Surface, chance: random.Random, side: int, ink: Colour, dark: Colour) -> None:
    cut, thick = chance.uniform(0.35, 0.65) * side, max(1, side // 50)
    other = chance.uniform(0.3, 0.7) * side
    pygame.draw.line(tile, dark, (0, cut), (side, cut), thick)
    pygame.draw.line(tile, dark, (other, 0), (other, cut), thick)
    pygame.draw.line(tile, dark, (side - other * 0.8, cut), (side - other * 0.8, side), thick)


def _dots(tile: pygame.Surface, chance: random.Random, side: int, ink: Colour, dark: Colour) -> None:
    for _ in range(16):
        spot = (chance.random() * side, chance.random() * side)
        pygame.draw.circle(tile, ink if chance.random() < 0.5 else dark, spot, max(1, side / 70))


def _waves(tile: pygame.Surface, chance: random.Random, side: int, ink: Colour, dark: Colour) -> None:
    for n in range(3):
        x, y = chance.uniform(0.05, 0.5) * side, (0.2 + 0.3 * n) * side
        wide = chance.uniform(0.3, 0.45) * side
        for half in (0, 1):
            box = pygame.Rect(x + half * wide / 2, y - 0.04 * side, wide / 2, 0.08 * side)
            pygame.draw.arc(tile, ink, box, 0 if half else 3.1416, 3.1416 if half else 6.2832, max(1, side // 45))


def _pebbles(tile: pygame.Surface, chance: random.Random, side: int, ink: Colour, dark: Colour) -> None:
    for _ in range(7):
        box = pygame.Rect(0, 0, chance.uniform(0.08, 0.2) * side, chance.uniform(0.06, 0.14) * side)
        box.center = (round(chance.uniform(0.12, 0.88) * side), round(chance.uniform(0.12, 0.88) * side))
        pygame.draw.ellipse(tile, dark, box.move(0, side // 50))
        pygame.draw.ellipse(tile, ink, box)


def _clumps(tile: pygame.Surface, chance: random.Random, side: int, ink: Colour, dark: Colour) -> None:
    for _ in range(6):
        centre = (chance.uniform(0.2, 0.8) * side, chance.uniform(0.2, 0.8) * side)
        size = chance.uniform(0.1, 0.17) * side
        pygame.draw.circle(tile, dark, centre, size)
        pygame.draw.circle(tile, ink, centre, size, max(1, side // 60))


def _leaves(tile: pygame.Surface, chance: random.Random, side: int, ink: Colour, dark: Colour) -> None:
    for _ in range(9):
        x, y, size = chance.random() * side, chance.random() * side, 0.05 * side
        pygame.draw.polygon(tile, ink, [(x - size, y), (x, y - size / 2), (x + size, y), (x, y + size / 2)])


def _flames(tile: pygame.Surface, chance: random.Random, side: int, ink: Colour, dark: Colour) -> None:
    for _ in range(5):
        x, y, size = chance.uniform(0.15, 0.85) * side, chance.uniform(0.45, 0.95) * side, 0.08 * side
        pygame.draw.polygon(tile, ink, [(x - size, y), (x, y - size * 3), (x + size, y), (x, y + size)])


def _rays(tile: pygame.Surface, chance: random.Random, side: int, ink: Colour, dark: Colour) -> None:
    for _ in range(4):
        x, y = chance.random() * side, chance.random() * side
        pygame.draw.line(tile, ink, (x, y), (x + 0.25 * side, y - 0.12 * side), max(1, side // 60))


_TEXTURES = {
    "grass": _blades, "wood": _planks, "stone": _flags, "sand": _dots, "earth": _dots, "road": _dots, "snow": _dots,
    "water": _waves, "deep water": _waves, "mud": _pebbles, "rubble": _pebbles, "bush": _clumps, "leaves": _leaves,
    "fire": _flames, "ice": _rays,
}


@lru_cache(maxsize=64)
def rough(theme: Theme, px: int) -> pygame.Surface:
    """Difficult ground: rows of small peaks."""
    tile, side = _blank(px), px * FINE
    colour = (*theme["rough"], _alpha(theme, 170))
    for row in range(2):
        for col in range(2):
            x, y = (0.28 + 0.5 * col - 0.12 * row) * side, (0.42 + 0.42 * row) * side
            peak = 0.09 * side
            points = [(x - peak * 1.3, y), (x, y - peak * 1.3), (x + peak * 1.3, y)]
            pygame.draw.lines(tile, colour, False, points, max(2, side // 22))
    return _done(tile, px)


@lru_cache(maxsize=64)
def veil(theme: Theme, px: int, level: int) -> pygame.Surface:
    """Concealment: slanted hatching, crossed and closer when total."""
    tile, side = _blank(px), px * FINE
    strokes = 6 if level == TOTAL else 3
    tile.fill((*theme["veil"], 46 if level == TOTAL else 22))
    colour, thick = (*theme["veil"], _alpha(theme, 150)), max(2, side // (34 if theme.name == "dark" else 22))
    for n in range(-strokes, strokes):
        x = n * side / strokes
        pygame.draw.line(tile, colour, (x, side), (x + side, 0), thick)
        if level == TOTAL:
            pygame.draw.line(tile, colour, (x, 0), (x + side, side), thick)
    return _done(tile, px)


@lru_cache(maxsize=64)
def closed(theme: Theme, px: int) -> pygame.Surface:
    """A cell that nobody enters: dark, with a cross."""
    tile, side = _blank(px), px * FINE
    tile.fill((*theme["closed"], 120))
    colour, thick = (*theme["rough"], _alpha(theme, 120)), max(2, side // 26)
    pygame.draw.line(tile, colour, (0.32 * side, 0.32 * side), (0.68 * side, 0.68 * side), thick)
    pygame.draw.line(tile, colour, (0.68 * side, 0.32 * side), (0.32 * side, 0.68 * side), thick)
    return _done(tile, px)
