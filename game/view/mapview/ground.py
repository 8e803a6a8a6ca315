"""The still part of the map, drawn in square pieces that are kept: panning draws only those that come into view."""

import itertools
import time
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import pygame

from game.rules.state import Structure
from game.spatial.grid import NO_ENTRY, PLAIN, UNITS, Cell, Grid
from game.texts import decimal, language
from game.view import fonts
from game.view.camera import Camera, at, picture_of
from game.view.mapview import tiles
from game.view.mapview.structures import Drawer, Thing, solid_cells, things_of
from game.view.theme import Theme, mix

PIECE = 8  # cells a side
KEEP_BYTES = 160 * 2**20  # of pieces kept
ROUND = 2  # cells round a piece that its picture depends on
MOST_NUMBERS = 4096  # of contents told apart
FREE_RISE = UNITS // 2  # a step up to this is free
WALL_RISE = UNITS  # a step above this is a wall


class Ground:
    """The ground of one map in one theme. ``text_px`` is the size of the numbers on it, in pixels."""

    def __init__(self) -> None:
        self._pieces: OrderedDict[tuple[object, ...], pygame.Surface] = OrderedDict()
        self._bytes = 0
        self._contents: tuple[object, dict[tuple[int, int], int]] = (None, {})  # what is on each piece, as numbers
        self._numbers: dict[object, int] = {}
        self._count = itertools.count()
        self._shaped: tuple[Sequence[Structure], object] = ((), ())
        self._things: tuple[object, dict[tuple[int, int], list[Thing]], frozenset[Cell]] | None = None
        self._colours: tuple[object, pygame.Surface] | None = None

    def ready(self, camera: Camera, area: pygame.Rect, theme: Theme, grid: Grid, structures: Sequence[Structure],
              text_px: int) -> bool:
        """Whether every piece that lies in ``area`` is there."""
        look = _look(theme, camera, text_px)
        return all((*look, self._content(grid, structures, each)) in self._pieces
                   for each in _in_sight(grid, camera, area))

    def paint(self, canvas: pygame.Surface, camera: Camera, area: pygame.Rect, theme: Theme, grid: Grid,
              structures: Sequence[Structure], text_px: int, seconds: float | None = None) -> bool:
        """Draw the part of the map that lies in ``area`` of the canvas.

        Pieces that are not there yet are made, for about ``seconds`` (always at least one; all when that is None).

        :returns: whether nothing is missing.
        """
        until = None if seconds is None else time.perf_counter() + seconds
        look = _look(theme, camera, text_px)
        wanted = {each: (*look, self._content(grid, structures, each)) for each in _in_sight(grid, camera, area)}
        missing = [place for place, key in wanted.items() if key not in self._pieces]
        while missing:
            col, row = missing.pop(0)
            self._keep(wanted[col, row], self._draw_piece(grid, structures, theme, camera.px, text_px, col, row))
            if until is not None and time.perf_counter() > until:
                break
        side = PIECE * camera.px
        before = canvas.get_clip()
        canvas.set_clip(area)
        for (col, row), key in wanted.items():
            piece = self._pieces.get(key)
            if piece is not None:
                self._pieces.move_to_end(key)
                canvas.blit(piece, (camera.left + col * side, camera.top + row * side))
        canvas.set_clip(before)
        return not missing

    def _keep(self, key: tuple[object, ...], piece: pygame.Surface) -> None:
        self._pieces[key] = piece
        self._bytes += piece.get_width() * piece.get_height() * 4
        while self._bytes > KEEP_BYTES and len(self._pieces) > 1:
            _, old = self._pieces.popitem(last=False)
            self._bytes -= old.get_width() * old.get_height() * 4

    def _content(self, grid: Grid, structures: Sequence[Structure], place: tuple[int, int]) -> int:
        """A number for everything that is drawn on a piece: the same again wherever the map changes elsewhere."""
        key = (grid.version, self.shape(structures))
        if self._contents[0] != key:
            self._contents = (key, {})
        found = self._contents[1].get(place)
        if found is None:
            content = self._drawn_on(grid, structures, place)
            if len(self._numbers) > MOST_NUMBERS:
                self._numbers.clear()
            found = self._numbers.setdefault(content, next(self._count))
            self._contents[1][place] = found
        return found

    def shape(self, structures: Sequence[Structure]) -> object:
        """How the structures stand; worked out once for the same structures."""
        if self._shaped[0] is not structures:
            self._shaped = structures, tuple((each.id, each.open, each.locked, each.fallen, each.wear)
                                             for each in structures)
        return self._shaped[1]

    def _drawn_on(self, grid: Grid, structures: Sequence[Structure], place: tuple[int, int]) -> object:
        """The ground of a piece and round it, and what stands there."""
        left, top = (max(0, each * PIECE - ROUND) for each in place)
        right, low = ((each + 1) * PIECE + ROUND for each in place)
        part = np.s_[top:low, left:right]
        layers = tuple(np.ascontiguousarray(each[part]).tobytes()
                       for each in (grid.height, grid.cost, grid.concealment, grid.surface))
        things, solid = self._things_on(grid, structures)
        near = frozenset((x, y) for x, y in solid if left <= x < right and top <= y < low)
        return place, grid.shape, grid.surfaces, layers, tuple(things.get(place, ())), near

    def _draw_piece(self, grid: Grid, structures: Sequence[Structure], theme: Theme, px: int, text_px: int, col: int,
                    row: int) -> pygame.Surface:
        x0, y0 = col * PIECE, row * PIECE
        cols, rows = min(PIECE, grid.cols - x0), min(PIECE, grid.rows - y0)
        camera = Camera(px, -x0 * px, -y0 * px)
        piece = self._base(grid, theme, x0, y0, cols, rows, px)
        brush = _Brush(piece, camera, theme, grid, text_px)
        for y in range(y0, y0 + rows):
            for x in range(x0, x0 + cols):
                brush.cell((x, y))
        brush.lines(cols, rows)
        for y in range(max(0, y0 - 1), y0 + rows):
            for x in range(max(0, x0 - 1), x0 + cols):
                brush.steps((x, y))
        things, solid = self._things_on(grid, structures)
        drawer = Drawer(piece, camera, theme, solid)
        for thing in things.get((col, row), ()):
            drawer.draw(thing)
        for y in range(y0, y0 + rows):
            for x in range(x0, x0 + cols):
                brush.veil_and_numbers((x, y))
        return piece

    def _things_on(self, grid: Grid,
                   structures: Sequence[Structure]) -> tuple[dict[tuple[int, int], list[Thing]], frozenset[Cell]]:
        """What stands on each piece or reaches into it, and the cells of full walls."""
        key = (grid.version, self.shape(structures))
        if self._things is None or self._things[0] != key:
            things = things_of(grid, structures)
            by_piece: dict[tuple[int, int], list[Thing]] = {}
            for thing in things:
                left, top, right, bottom = thing.bounds()
                for row in range(int(top - 1) // PIECE, int(bottom + 1) // PIECE + 1):
                    for col in range(int(left - 1) // PIECE, int(right + 1) // PIECE + 1):
                        by_piece.setdefault((col, row), []).append(thing)
            self._things = (key, by_piece, solid_cells(things))
        return self._things[1], self._things[2]

    def _base(self, grid: Grid, theme: Theme, x0: int, y0: int, cols: int, rows: int, px: int) -> pygame.Surface:
        """Plain colours, one pixel a cell, enlarged."""
        key = (grid.version, theme.name)
        if self._colours is None or self._colours[0] != key:
            self._colours = (key, picture_of(cell_colours(grid, theme)))
        part = self._colours[1].subsurface(pygame.Rect(x0, y0, cols, rows))
        piece = pygame.Surface((cols * px, rows * px))
        pygame.transform.scale(part, piece.get_size(), piece)
        return piece


def _look(theme: Theme, camera: Camera, text_px: int) -> tuple[object, ...]:
    return theme.name, camera.px, text_px, language()


def _in_sight(grid: Grid, camera: Camera, area: pygame.Rect) -> list[tuple[int, int]]:
    """The pieces (column, row) that lie in a part of the window."""
    side = PIECE * camera.px
    cols = range(max(0, (area.left - camera.left) // side),
                 min((grid.cols - 1) // PIECE, (area.right - 1 - camera.left) // side) + 1)
    rows = range(max(0, (area.top - camera.top) // side),
                 min((grid.rows - 1) // PIECE, (area.bottom - 1 - camera.top) // side) + 1)
    return [(col, row) for row in rows for col in cols]


def cell_colours(grid: Grid, theme: Theme) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
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


class _Brush:
    """Draws cells on one piece."""

    def __init__(self, piece: pygame.Surface, camera: Camera, theme: Theme, grid: Grid, text_px: int) -> None:
        self.piece = piece
        self.camera = camera
        self.theme = theme
        self.grid = grid
        self.px = camera.px
        self.text_px = text_px

    def cell(self, cell: Cell) -> None:
        """Texture, rough ground."""
        x, y = cell
        grid, spot = self.grid, self.camera.rect(cell)
        name = grid.surfaces[at(grid.surface, cell)]
        if (drawn := tiles.texture(self.theme, name, self.px, (x * 5 + y * 3) % tiles.VARIANTS)) is not None:
            self.piece.blit(drawn, spot)
        cost = at(grid.cost, cell)
        if cost == NO_ENTRY:
            self.piece.blit(tiles.closed(self.theme, self.px), spot)
        elif cost > PLAIN:
            self.piece.blit(tiles.rough(self.theme, self.px), spot)

    def lines(self, cols: int, rows: int) -> None:
        """The lines between cells."""
        width, height = self.piece.get_size()
        colour = self.theme["grid"]
        for n in range(cols + 1):
            pygame.draw.line(self.piece, colour, (n * self.px, 0), (n * self.px, height))
        for n in range(rows + 1):
            pygame.draw.line(self.piece, colour, (0, n * self.px), (width, n * self.px))

    def steps(self, cell: Cell) -> None:
        """The rims of ground steps to the east and to the south, with ticks down the slope."""
        x, y = cell
        grid, box = self.grid, self.camera.rect(cell)
        here = at(grid.height, cell)
        if x + 1 < grid.cols and (rise := at(grid.height, (x + 1, y)) - here):
            self._rim(box.topright, box.bottomright, (-1, 0) if rise > 0 else (1, 0), abs(rise))
        if y + 1 < grid.rows and (rise := at(grid.height, (x, y + 1)) - here):
            self._rim(box.bottomleft, box.bottomright, (0, -1) if rise > 0 else (0, 1), abs(rise))

    def _rim(self, a: tuple[int, int], b: tuple[int, int], down: tuple[int, int], rise: int) -> None:
        colour, line = self.theme["height_line"], max(1, self.px // 30)
        dark = mix(self.theme["grid"], (0, 0, 0), 0.4 if self.theme.name == "dark" else 0)
        if rise <= FREE_RISE:
            stops = [(a[0] + (b[0] - a[0]) * n / 9, a[1] + (b[1] - a[1]) * n / 9) for n in range(10)]
            for start, end in zip(stops[::2], stops[1::2], strict=True):
                pygame.draw.line(self.piece, colour, start, end, line)
            return
        thick = line * (3 if rise > WALL_RISE else 2)
        pygame.draw.line(self.piece, dark, a, b, thick + 2 * line)
        pygame.draw.line(self.piece, colour, a, b, thick)
        ticks, long = 5, self.px * (0.24 if rise > WALL_RISE else 0.14)
        for n in range(ticks):
            share = (n + 0.5) / ticks
            x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
            pygame.draw.line(self.piece, colour, (x, y), (x + down[0] * long, y + down[1] * long), line)

    def veil_and_numbers(self, cell: Cell) -> None:
        """Concealment over everything that stands there; height and cost in the corners."""
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
            if wide <= self.px - inset:
                self._number(said, (spot.left + inset, spot.top + inset // 2), False)
                room -= wide + 2 * inset
        if PLAIN < cost < NO_ENTRY:
            said = f"×{_halves(cost / PLAIN)}"
            low = fonts.width(said, self.text_px, "bold") > room - inset
            top = spot.bottom - fonts.line_height(self.text_px) if low else spot.top + inset // 2
            self._number(said, (spot.right - inset, top), True)

    def _number(self, said: str, corner: tuple[int, int], right: bool) -> None:
        ink = _outlined(self.theme, said, self.text_px)
        x = corner[0] - ink.get_width() + 1 if right else corner[0] - 1
        self.piece.blit(ink, (x, corner[1] - 1))


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
