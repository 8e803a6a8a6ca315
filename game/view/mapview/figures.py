"""What the area lab draws over a map: cells cut off, heat, shares, what differs, the rims of pinned areas."""

from collections.abc import Callable, Iterable
from functools import lru_cache

import numpy as np
import pygame
from numpy.typing import NDArray

from game.spatial.grid import Cell, Mask
from game.texts import decimal
from game.view import fonts
from game.view.camera import Camera, cells_of
from game.view.mapview.marks import Outline, outline_of
from game.view.theme import Colour, Theme, mix

DARK: Colour = (10, 12, 15)
LIGHT: Colour = (245, 247, 250)


@lru_cache(maxsize=64)
def _hatch(colour: Colour, px: int, back: bool) -> pygame.Surface:
    """A hatched tile; tiles fit together. ``back``: the lines fall to the left."""
    tile = pygame.Surface((px, px), pygame.SRCALPHA)
    tile.fill((*DARK, 60))
    wide, step = max(1, px // 20), max(5, px // 4)
    for start in range(-px, 2 * px, step):
        ends = ((start, px), (start + px, 0)) if back else ((start, 0), (start + px, px))
        pygame.draw.line(tile, (*DARK, 200), *ends, wide + 2)
        pygame.draw.line(tile, (*colour, 235), *ends, wide)
    return tile


def hatched(canvas: pygame.Surface, camera: Camera, colour: Colour, cells: Iterable[Cell], back: bool = False) -> None:
    """Cells with slanting lines: those that an effect does not get to; ``back``: those that differ."""
    area, tile = canvas.get_clip(), _hatch(colour, camera.px, back)
    for cell in cells:
        spot = camera.rect(cell)
        if spot.colliderect(area):
            canvas.blit(tile, spot)


@lru_cache(maxsize=256)
def _warm(colour: Colour, px: int, alpha: int) -> pygame.Surface:
    tile = pygame.Surface((px, px), pygame.SRCALPHA)
    tile.fill((*colour, alpha))
    return tile


def heat(size: tuple[int, int], camera: Camera, theme: Theme, values: NDArray[np.floating], text_px: int,
         decimals: int = 0) -> pygame.Surface:
    """A heat map of (H, W) values, NaN for nothing, as a picture of a size to be kept and put on the map: from the
    accent's colour to the warning's, with numbers where they fit."""
    picture = pygame.Surface(size, pygame.SRCALPHA)
    known = np.isfinite(values)
    if not known.any():
        return picture
    low, high = float(values[known].min()), float(values[known].max())
    area = picture.get_rect()
    for x, y in cells_of(known):
        spot = camera.rect((x, y))
        if not spot.colliderect(area):
            continue
        value = float(values[y, x])
        share = round(8 * (value - low) / (high - low)) / 8 if high > low else 1.0
        picture.fill((*mix(theme["accent"], theme["warn"], share), 60 + round(130 * share)), spot)
        number(picture, spot, decimal(round(value, decimals) + 0.0).replace("-", "−"), text_px)
    return picture


class HeatLayer:
    """A heat map that is drawn anew only when it, or where it is seen, has changed."""

    def __init__(self) -> None:
        self._kept: tuple[tuple[object, ...], pygame.Surface] | None = None

    def paint(self, canvas: pygame.Surface, camera: Camera, theme: Theme, of: object,
              values: Callable[[], NDArray[np.floating]], text_px: int, decimals: int = 0) -> None:
        """Put it on the map; ``of`` tells one heat map from another."""
        key = (camera, theme, text_px, canvas.get_size(), decimals)
        if self._kept is None or self._kept[0][0] is not of or self._kept[0][1:] != key:
            self._kept = (of, *key), heat(canvas.get_size(), camera, theme, values(), text_px, decimals)
        canvas.blit(self._kept[1], (0, 0))


@lru_cache(maxsize=512)
def _number(said: str, px: int) -> pygame.Surface:
    ink, rim = fonts.render(said, px, LIGHT, "bold"), fonts.render(said, px, DARK, "bold")
    made = pygame.Surface((ink.get_width() + 2, ink.get_height() + 2), pygame.SRCALPHA)
    for at in ((0, 1), (2, 1), (1, 0), (1, 2)):
        made.blit(rim, at)
    made.blit(ink, (1, 1))
    return made


def number(canvas: pygame.Surface, spot: pygame.Rect, said: str, px: int) -> None:
    """A number in the middle of a cell, where it is large enough."""
    made = _number(said, px)
    if made.get_width() <= spot.width and made.get_height() <= spot.height + px // 2:
        canvas.blit(made, made.get_rect(center=spot.center))


def shares(canvas: pygame.Surface, camera: Camera, values: NDArray[np.floating], text_px: int) -> None:
    """How much of each cell a shape overlaps, in percent."""
    area = canvas.get_clip()
    for x, y in cells_of(values > 0):
        spot = camera.rect((x, y))
        if spot.colliderect(area):
            number(canvas, spot, str(max(1, round(100 * float(values[y, x])))), text_px)


def outline(mask: Mask) -> Outline:
    """The form of an area, to be kept."""
    return outline_of(mask, np.where(mask, 0, -1).astype(np.int32))


def rim(canvas: pygame.Surface, camera: Camera, theme: Theme, role: str, form: Outline, name: str, px: int) -> None:
    """The outline of a pinned area, with its letter at its first cell."""
    thick, colour = max(2, camera.px // 16), theme[role]
    edges = form.rim
    for shade, wide in ((DARK, thick + 2), (colour, thick)):
        for x, y, dx, dy in edges:
            a = (camera.left + x * camera.px, camera.top + y * camera.px)
            pygame.draw.line(canvas, shade, a, (a[0] + dx * camera.px, a[1] + dy * camera.px), wide)
    cells = form.cells
    if cells:
        ink = fonts.render(name, px, theme["ink" if role != "text" else "panel"], "bold")
        plate = pygame.Rect(0, 0, max(ink.get_width(), px) + px // 3, fonts.line_height(px))
        plate.center = camera.rect(cells[0]).topleft
        pygame.draw.rect(canvas, DARK, plate.inflate(4, 4), border_radius=px // 2)
        pygame.draw.rect(canvas, colour, plate, border_radius=px // 2)
        canvas.blit(ink, ink.get_rect(center=plate.center))


def plate(canvas: pygame.Surface, theme: Theme, area: pygame.Rect, said: str, px: int) -> None:
    """Words at the top of an area, shortened to its width."""
    ink = fonts.render(fonts.shorten(said, px, area.width - 2 * px, "bold"), px, theme["text"], "bold")
    spot = ink.get_rect().inflate(px, px // 3)
    spot.midtop = (area.centerx, area.top + px // 4)
    pygame.draw.rect(canvas, theme["panel"], spot, border_radius=px // 2)
    pygame.draw.rect(canvas, theme["line"], spot, max(1, px // 14), border_radius=px // 2)
    canvas.blit(ink, ink.get_rect(center=spot.center))


def tinted(canvas: pygame.Surface, camera: Camera, colour: Colour, cells: Iterable[Cell]) -> None:
    """Cells in a colour."""
    area, tile = canvas.get_clip(), _warm(colour, camera.px, 100)
    for cell in cells:
        spot = camera.rect(cell)
        if spot.colliderect(area):
            canvas.blit(tile, spot)


def footprint(canvas: pygame.Surface, camera: Camera, colour: Colour, cell: Cell, size: int) -> None:
    """Where a creature would stand."""
    box = camera.rect(cell, size)
    thick = max(2, camera.px // 14)
    pygame.draw.rect(canvas, DARK, box, thick + 2, border_radius=camera.px // 5)
    pygame.draw.rect(canvas, colour, box.inflate(-2, -2), thick, border_radius=camera.px // 5)
