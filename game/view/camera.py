"""Where the map is on the screen. The only place where the axes swap: arrays are ``[row, col]``, cells are (x, y)."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import pygame
from numpy.typing import NDArray

from game.spatial.grid import UNITS, Cell, Mask

LEAST, MOST = 6, 400  # pixels a cell


@dataclass(frozen=True, slots=True)
class Camera:
    """A view of the map: ``px`` pixels a cell, the map's corner at (``left``, ``top``) of the window, in pixels."""

    px: int
    left: int
    top: int

    @classmethod
    def fit(cls, cols: int, rows: int, area: pygame.Rect) -> Self:
        """The whole map, centred in ``area`` and as large as it can be."""
        px = max(LEAST, min(MOST, area.width // cols, area.height // rows))
        return cls(px, area.centerx - cols * px // 2, area.centery - rows * px // 2)

    def point(self, x: float, y: float) -> tuple[int, int]:
        """A point of the map, in metres, as a pixel of the window."""
        return self.left + round(x * self.px), self.top + round(y * self.px)

    def units_point(self, x: int, y: int) -> tuple[int, int]:
        """A point of the map, in 1/64 m, as a pixel of the window."""
        return self.left + (x * self.px + UNITS // 2) // UNITS, self.top + (y * self.px + UNITS // 2) // UNITS

    def rect(self, cell: Cell, size: int = 1) -> pygame.Rect:
        """The square of ``size`` x ``size`` cells whose top left is ``cell``."""
        return pygame.Rect(self.left + cell[0] * self.px, self.top + cell[1] * self.px, size * self.px, size * self.px)

    def cell(self, pos: tuple[int, int]) -> Cell:
        """The cell under a pixel; it may lie outside the map."""
        return (pos[0] - self.left) // self.px, (pos[1] - self.top) // self.px

    def moved(self, dx: int, dy: int) -> Self:
        """The map moved by so many pixels."""
        return replace(self, left=self.left + dx, top=self.top + dy)

    def zoomed(self, factor: float, around: tuple[int, int]) -> Self:
        """The map enlarged; the point under ``around`` stays where it is."""
        px = max(LEAST, min(MOST, round(self.px * factor)))
        if px == self.px:
            px = max(LEAST, min(MOST, self.px + (1 if factor > 1 else -1)))
        return replace(
            self,
            px=px,
            left=round(around[0] - (around[0] - self.left) * px / self.px),
            top=round(around[1] - (around[1] - self.top) * px / self.px),
        )

    def kept(self, cols: int, rows: int, area: pygame.Rect) -> Self:
        """The camera moved as little as needed so that part of the map stays in ``area``."""
        keep = min(self.px * 2, area.width // 2, area.height // 2)
        left = min(max(self.left, area.left + keep - cols * self.px), area.right - keep)
        top = min(max(self.top, area.top + keep - rows * self.px), area.bottom - keep)
        return replace(self, left=left, top=top)

    def filling(self, cols: int, rows: int, area: pygame.Rect) -> Self:
        """The camera moved so that no room beside the map is wasted: on each axis the map fills the area, or is centred
        in it when it is smaller."""
        left, top = self.left, self.top
        wide, high = cols * self.px, rows * self.px
        left = area.centerx - wide // 2 if wide <= area.width else min(max(left, area.right - wide), area.left)
        top = area.centery - high // 2 if high <= area.height else min(max(top, area.bottom - high), area.top)
        return replace(self, left=left, top=top)

    def showing(self, cell: Cell, size: int, area: pygame.Rect) -> Self:
        """The camera moved as little as needed so that the cells lie inside ``area``."""
        here = self.rect(cell, size)
        inside = here.clamp(area)
        return self.moved(inside.x - here.x, inside.y - here.y)


def cells_of(mask: Mask) -> list[Cell]:
    """The cells of a mask, row by row."""
    return [(x, y) for y, x in np.argwhere(mask).tolist()]


def at(array: NDArray[np.generic], cell: Cell) -> int:
    """The value of an array at a cell, as an int."""
    return int(array[cell[1], cell[0]])


def picture_of(colours: NDArray[np.uint8]) -> pygame.Surface:
    """(H, W, 3) colours as a picture of one pixel a cell."""
    return pygame.surfarray.make_surface(colours.swapaxes(0, 1))
