"""The cells of the ground drawn on a piece of it: colours, textures, lines, steps, concealment, numbers."""

from functools import lru_cache

import numpy as np
import pygame
from numpy.typing import NDArray

from game.spatial.grid import NO_ENTRY, PLAIN, UNITS, Cell, Grid
from game.texts import decimal
from game.view import fonts
from game.view.camera import Camera, at, cells_of
from game.view.mapview import tiles
from game.view.theme import Theme, mix

FREE_RISE = UNITS // 2  # a step up to this is free
WALL_RISE = UNITS  # a step above this is a wall
TICK = (0.14, 0.24)  # the length of a tick at a rim, and at one as high as a wall, in cells


def cell_colours(grid: Grid, theme: Theme) -> NDArray[np.uint8]:
    """(H, W, 3) uint8: the colour of each cell's ground: its surface, lighter with height, with a slight grain."""
    palette = np.array([theme.surface(name) for name in grid.surfaces], np.float64)
    colours = palette[grid.surface]  # (H, W, 3)
    metres = grid.height[..., None] / UNITS
    lift = np.clip(metres * 0.075, 0, 0.42)
    drop = np.clip(-metres * 0.14, 0, 0.6 if theme.name == "dark" else 0.12)  # marks must stand out from it
    light = np.array((255, 250, 235) if theme.name == "dark" else (255, 255, 255), np.float64)
    colours = colours + (light - colours) * lift
    colours = colours * (1 - drop)
    ys, xs = np.indices(grid.shape)
    grain = ((xs * 7349 + ys * 9151 + xs * ys * 31) % 17 - 8) * 0.35 + ((xs + ys) % 2) * 2.0
    return np.clip(colours + grain[..., None], 0, 255).astype(np.uint8)


def _halves(amount: float) -> str:
    """A number in few letters.

    >>> _halves(1.5), _halves(-0.5), _halves(2), _halves(0.25)
    ('1½', '−½', '2', '0.25')
    """
    sign = "−" if amount < 0 else ""
    whole, rest = divmod(abs(amount), 1)
    if rest == 0.5:
        return f"{sign}{int(whole) or ''}½"
    return f"{sign}{decimal(abs(amount))}"


class Brush:
    """Draws the cells of ``box`` (in cells) on a piece whose pixels follow ``camera``."""

    def __init__(self, piece: pygame.Surface, camera: Camera, theme: Theme, grid: Grid, text_px: int,
                 box: pygame.Rect) -> None:
        self.piece = piece
        self.camera = camera
        self.theme = theme
        self.grid = grid
        self.px = camera.px
        self.text_px = text_px
        self.box = box

    def cells(self) -> None:
        """Texture, rough ground."""
        box, px, names = self.box, self.px, self.grid.surfaces
        part = np.s_[box.top:box.bottom, box.left:box.right]
        drawn: list[tuple[pygame.Surface, tuple[int, int]]] = []
        for row, (kinds, costs) in enumerate(zip(self.grid.surface[part].tolist(), self.grid.cost[part].tolist(),
                                                 strict=True)):
            for col, (kind, cost) in enumerate(zip(kinds, costs, strict=True)):
                spot = (col * px, row * px)
                variant = ((box.left + col) * 5 + (box.top + row) * 3) % tiles.VARIANTS
                if (tile := tiles.texture(self.theme, names[kind], px, variant)) is not None:
                    drawn.append((tile, spot))
                if cost == NO_ENTRY:
                    drawn.append((tiles.closed(self.theme, px), spot))
                elif cost > PLAIN:
                    drawn.append((tiles.rough(self.theme, px), spot))
        self.piece.fblits(drawn)

    def lines(self) -> None:
        """The lines between cells."""
        width, height = self.piece.get_size()
        colour = self.theme["grid"]
        for x in range(0, width + 1, self.px):
            pygame.draw.line(self.piece, colour, (x, 0), (x, height))
        for y in range(0, height + 1, self.px):
            pygame.draw.line(self.piece, colour, (0, y), (width, y))

    def steps(self) -> None:
        """The rims of ground steps to the east and to the south, with ticks down the slope."""
        left, top = max(0, self.box.left - 1), max(0, self.box.top - 1)
        height = self.grid.height[top:self.box.bottom + 1, left:self.box.right + 1]
        east, south = np.zeros_like(height), np.zeros_like(height)
        east[:, :-1], south[:-1] = np.diff(height, axis=1), np.diff(height, axis=0)
        inside = np.s_[:self.box.bottom - top, :self.box.right - left]
        east, south = east[inside], south[inside]
        for cell in cells_of((east != 0) | (south != 0)):
            spot = self.camera.rect((left + cell[0], top + cell[1]))
            if rise := at(east, cell):
                self._rim(spot.right, spot.top, (-1, 0) if rise > 0 else (1, 0), abs(rise))
            if rise := at(south, cell):
                self._rim(spot.left, spot.bottom, (0, -1) if rise > 0 else (0, 1), abs(rise))

    def _rim(self, x: int, y: int, down: tuple[int, int], rise: int) -> None:
        size = 0 if rise <= FREE_RISE else 1 if rise <= WALL_RISE else 2
        tile, inset = _rim_tile(self.theme, self.px, down, size)
        self.piece.blit(tile, (x - inset, y - inset))

    def veil_and_numbers(self) -> None:
        """Concealment over everything that stands there; height and cost in the corners."""
        box = self.box
        part = np.s_[box.top:box.bottom, box.left:box.right]
        grid = self.grid
        some = (grid.concealment[part] != 0) | (grid.height[part] != 0) | (grid.cost[part] > PLAIN)
        for x, y in cells_of(some):
            self._veil_and_numbers((box.left + x, box.top + y))

    def _veil_and_numbers(self, cell: Cell) -> None:
        grid, spot = self.grid, self.camera.rect(cell)
        if level := at(grid.concealment, cell):
            self.piece.blit(tiles.veil(self.theme, self.px, level), spot)
        if self.px < self.text_px * 1.7:
            return
        inset, room = max(2, self.px // 16), spot.width
        cost, height = at(grid.cost, cell), at(grid.height, cell)
        if height and cost != NO_ENTRY:
            said = _halves(height / UNITS)
            wide = fonts.width(said, self.text_px, "bold")
            left, top = self._ticks(cell)
            if wide + left <= self.px - inset:
                self._number(said, (spot.left + inset + left, spot.top + inset // 2 + top), False)
                room -= wide + left + 2 * inset
        if PLAIN < cost < NO_ENTRY:
            said = f"×{_halves(cost / PLAIN)}"
            low = fonts.width(said, self.text_px, "bold") > room - inset
            top = spot.bottom - fonts.line_height(self.text_px) if low else spot.top + inset // 2
            self._number(said, (spot.right - inset, top), True)

    def _ticks(self, cell: Cell) -> tuple[int, int]:
        """How far the ticks of higher ground at the left and above come into a cell, in pixels."""
        x, y = cell
        before = ((x - 1, y) if x else cell, (x, y - 1) if y else cell)
        rises = [at(self.grid.height, each) - at(self.grid.height, cell) for each in before]
        left, top = (0 if rise <= FREE_RISE else round(self.px * TICK[rise > WALL_RISE]) for rise in rises)
        return left, top

    def _number(self, said: str, corner: tuple[int, int], right: bool) -> None:
        ink = _outlined(self.theme, said, self.text_px)
        x = corner[0] - ink.get_width() + 1 if right else corner[0] - 1
        self.piece.blit(ink, (x, corner[1] - 1))


@lru_cache(maxsize=96)
def _rim_tile(theme: Theme, px: int, down: tuple[int, int], size: int) -> tuple[pygame.Surface, int]:
    """The rim along one side of a cell, and how far its start is from the corner of the picture; ``size``: 0 for a
    free step, 1, or 2 for a wall."""
    inset = px // 4 + 4
    across = down[0] != 0
    tile = pygame.Surface((2 * inset + 1, px + 2 * inset) if across else (px + 2 * inset, 2 * inset + 1),
                          pygame.SRCALPHA)
    a = (inset, inset)
    b = (inset, inset + px) if across else (inset + px, inset)
    colour, line = theme["height_line"], max(1, px // 30)
    if not size:
        stops = [(a[0] + (b[0] - a[0]) * n / 9, a[1] + (b[1] - a[1]) * n / 9) for n in range(10)]
        for start, end in zip(stops[::2], stops[1::2], strict=True):
            pygame.draw.line(tile, colour, start, end, line)
        return tile, inset
    thick = line * (size + 1)
    dark = mix(theme["grid"], (0, 0, 0), 0.4 if theme.name == "dark" else 0)
    pygame.draw.line(tile, dark, a, b, thick + 2 * line)
    pygame.draw.line(tile, colour, a, b, thick)
    ticks, long = 5, px * TICK[size == 2]
    for n in range(ticks):
        share = (n + 0.5) / ticks
        x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        pygame.draw.line(tile, colour, (x, y), (x + down[0] * long, y + down[1] * long), line)
    return tile, inset


@lru_cache(maxsize=256)
def _outlined(theme: Theme, said: str, px: int) -> pygame.Surface:
    """A number with an edge around it, so that it is read on any ground."""
    ink = fonts.render(said, px, theme["height_line"], "bold")
    edge = fonts.render(said, px, theme["wall_edge"], "bold")
    canvas = pygame.Surface((ink.get_width() + 2, ink.get_height() + 2), pygame.SRCALPHA)
    for spot in ((0, 1), (2, 1), (1, 0), (1, 2)):
        canvas.blit(edge, spot)
    canvas.blit(ink, (1, 1))
    return canvas
