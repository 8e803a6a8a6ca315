"""The still part of the map, drawn in square pieces that are kept: panning draws only those that come into view."""

import itertools
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pygame

from game.rules.state import Structure
from game.spatial.grid import Cell, Grid
from game.texts import language
from game.view.camera import Camera, picture_of
from game.view.mapview.cells import Brush, cell_colours
from game.view.mapview.structures import Drawer, Thing, solid_cells, things_of
from game.view.theme import Theme

PIECE = 8  # cells a side, as long as they are small
WIDEST = 400  # pixels a side of a piece, if it has more cells than one
KEEP_BYTES = 160 * 2**20  # of pieces kept
A_FRAME = 2  # pieces made in one frame when it is done by and by
ROUND = 2  # cells round a piece that its picture depends on
MOST_NUMBERS = 4096  # of contents told apart

Place = tuple[int, int, int]  # a piece: column, row, cells a side
Block = tuple[int, int]  # PIECE x PIECE cells: column, row
Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Sight:
    """What was painted: the map as a key, how it looks, the camera, what of the canvas the map fills, and the piece at
    each place."""

    map: object
    look: Key  # the scale last
    camera: Camera
    box: pygame.Rect
    pieces: dict[Place, Key]


@dataclass(frozen=True, slots=True)
class _Built:
    """What stands on a map: by block the things that are on it or reach into it, each with the cells (left, top, right,
    bottom) it may reach into, and the cells of full walls on it and round it; and all of them."""

    grid: str  # its version
    shape: object  # how the structures stand
    all: tuple[Thing, ...]
    things: dict[Block, list[tuple[Thing, tuple[int, int, int, int]]]]
    near: dict[Block, list[Cell]]
    solid: frozenset[Cell]

    @classmethod
    def on(cls, grid: Grid, shape: object, structures: Sequence[Structure]) -> "_Built":
        """What stands there, found out anew."""
        things = things_of(grid, structures)
        by_block: dict[Block, list[tuple[Thing, tuple[int, int, int, int]]]] = {}
        for thing in things:
            left, top, right, bottom = thing.bounds()
            reach = int(left - 1), int(top - 1), int(right + 1), int(bottom + 1)
            for row in range(reach[1] // PIECE, reach[3] // PIECE + 1):
                for col in range(reach[0] // PIECE, reach[2] // PIECE + 1):
                    by_block.setdefault((col, row), []).append((thing, reach))
        solid = solid_cells(things)
        return cls(grid.version, shape, tuple(things), by_block, _near(solid), solid)

    def but(self, shape: object, structures: Sequence[Structure]) -> "_Built | None":
        """The same with structures that stand otherwise: what is about others stays the very same. None when these are
        not the same structures."""
        new, kept = {each.id: each for each in structures}, list[Thing]()
        other: dict[int, Thing] = {}
        for thing in self.all:
            old = thing.structure
            structure = new.pop(old.id, old if "#" in old.id else None)
            if structure is None or (structure.kind, structure.cells, structure.segment) != (
                    old.kind, old.cells, old.segment):
                return None
            if structure is not old and structure != old:
                other[id(thing)] = replace(thing, structure=structure)
            kept.append(other.get(id(thing), thing))
        if new:
            return None
        things = {block: [(other.get(id(thing), thing), reach) for thing, reach in some]
                  if any(id(thing) in other for thing, _ in some) else some for block, some in self.things.items()}
        solid = solid_cells(kept)
        near = self.near if solid == self.solid else _near(solid)
        return _Built(self.grid, shape, tuple(kept), things, near, solid)

    def alike(self, other: "_Built", block: Block) -> bool:
        """Whether the same stands on a block of the same map."""
        return self.things.get(block) is other.things.get(block) and (
            self.near is other.near or self.near.get(block) == other.near.get(block))


class Ground:
    """The ground of one map in one theme. ``text_px`` is the size of the numbers on it, in pixels."""

    def __init__(self) -> None:
        self._pieces: OrderedDict[Key, pygame.Surface] = OrderedDict()
        self._bytes = 0
        self._contents: dict[Place, int] = {}  # what is on each piece of the map, as numbers
        self._numbers: dict[object, int] = {}
        self._count = itertools.count()
        self._shaped: tuple[Sequence[Structure], object] = ((), ())
        self._built: _Built | None = None
        self._colours: tuple[object, pygame.Surface] | None = None
        self._sight: _Sight | None = None
        self._whole: _Sight | None = None  # the last that nothing was missing in
        self._former: _Sight | None = None  # where it is enlarged to, while something is missing
        self._picture: pygame.Surface | None = None  # how that looks

    def paint(self, canvas: pygame.Surface, camera: Camera, area: pygame.Rect, theme: Theme, grid: Grid,
              structures: Sequence[Structure], text_px: int, gradual: bool = False) -> bool:
        """Draw the part of the map that lies in ``area`` of the canvas.

        Pieces that are not there yet are made. When that is ``gradual``, it is only a few of them, and none in a frame
        that enlarges or shrinks the map: what was in sight before stands in for the others, or plain colours where it
        does not reach. What changes in sight is never put off.

        :returns: whether nothing is missing.
        """
        state, look = (grid.version, self.shape(structures)), (theme.name, language(), text_px, camera.px)
        built, wanted = self._look_at(grid, structures), dict[Place, Key]()
        for place in _in_sight(grid, camera, area):
            if place not in self._contents:
                self._contents[place] = self._number(grid, built, place)
            wanted[place] = (*look, self._contents[place])
        now = _Sight(state, look, camera, spot_of(camera, pygame.Rect(0, 0, grid.cols, grid.rows)).clip(area), wanted)
        missing = self._missing(now)
        for place in self._due(now, missing, grid, theme) if gradual else missing:
            self._pieces[wanted[place]] = piece = self._draw_piece(grid, built, theme, camera.px, text_px, place)
            self._bytes += piece.get_pitch() * piece.get_height()
        if gradual:
            self._canvas(area.bottomright)
        before = canvas.get_clip()
        canvas.set_clip(area)
        done = self._show(canvas, now, grid, theme)
        canvas.set_clip(before)
        self._sight = now
        if done:
            self._whole, self._former = now, None
        while self._bytes > KEEP_BYTES and len(self._pieces) > len(wanted):
            _, old = self._pieces.popitem(last=False)
            self._bytes -= old.get_pitch() * old.get_height()
        return done

    def shape(self, structures: Sequence[Structure]) -> object:
        """How the structures stand; worked out once for the same structures."""
        if self._shaped[0] is not structures:
            self._shaped = structures, tuple((each.id, each.open, each.locked, each.fallen, each.wear)
                                             for each in structures)
        return self._shaped[1]

    def _missing(self, sight: _Sight) -> list[Place]:
        return [place for place, key in sight.pieces.items() if key not in self._pieces]

    def _show(self, canvas: pygame.Surface, sight: _Sight, grid: Grid, theme: Theme) -> bool:
        """Put the pieces on a canvas, with what stands in for those that are missing; whether none is."""
        camera, missing = sight.camera, self._missing(sight)
        if missing:
            self._stand_in(canvas, camera, grid, theme, missing)
        side = _side(camera.px) * camera.px
        for place, key in sight.pieces.items():
            piece = self._pieces.get(key)
            if piece is not None:
                self._pieces.move_to_end(key)
                canvas.blit(piece, (camera.left + place[0] * side, camera.top + place[1] * side))
        return not missing

    # by and by

    def _due(self, now: _Sight, missing: list[Place], grid: Grid, theme: Theme) -> list[Place]:
        """The missing pieces to make in this frame: all of them, unless the camera alone has changed."""
        old, whole = self._sight, self._whole
        if old is None or whole is None or old.map != now.map or old.look[:-1] != now.look[:-1]:
            return missing
        if old.look == now.look:
            return missing[:A_FRAME]
        if missing:
            self._enlarge(whole, now, grid, theme)
        return []

    def _enlarge(self, whole: _Sight, now: _Sight, grid: Grid, theme: Theme) -> None:
        """Put what was in sight when nothing was missing at another scale, with plain colours around it."""
        box, grown = now.box, now.camera.px / whole.camera.px
        picture = self._canvas(box.bottomright)

        def moved(spot: pygame.Rect) -> pygame.Rect:
            left, top, right, low = (
                there + round((edge - here) * grown) for edge, here, there in (
                    (spot.left, whole.camera.left, now.camera.left), (spot.top, whole.camera.top, now.camera.top),
                    (spot.right, whole.camera.left, now.camera.left), (spot.bottom, whole.camera.top, now.camera.top)))
            return pygame.Rect(left, top, right - left, low - top)

        for strip in around(moved(whole.box), box):
            self._plain(picture, now.camera, grid, theme, strip)
        for place, key in whole.pieces.items():
            spot, piece = moved(spot_of(whole.camera, _cells(grid, place))), self._pieces.get(key)
            seen = spot.clip(box)
            if not seen.width or not seen.height:
                continue
            if piece is None:
                self._plain(picture, now.camera, grid, theme, seen)
                continue
            part = pygame.Rect(round((seen.left - spot.left) / grown), round((seen.top - spot.top) / grown),
                               max(1, round(seen.width / grown)), max(1, round(seen.height / grown)))
            part = part.clamp(piece.get_rect()).clip(piece.get_rect())
            pygame.transform.scale(piece.subsurface(part), seen.size, picture.subsurface(seen))
        self._former = now

    def _canvas(self, size: tuple[int, int]) -> pygame.Surface:
        """The surface for what stands in. Memory that was never used takes long to come by: it is kept."""
        if self._picture is None or self._picture.get_width() < size[0] or self._picture.get_height() < size[1]:
            self._picture = pygame.Surface(size)
            self._picture.fill((0, 0, 0))
        return self._picture

    def _stand_in(self, canvas: pygame.Surface, camera: Camera, grid: Grid, theme: Theme,
                  missing: Sequence[Place]) -> None:
        """What was in sight before, and plain colours beyond it."""
        former, spot = self._former, pygame.Rect(0, 0, 0, 0)
        if former is not None and self._picture is not None and former.camera.px == camera.px:
            spot = former.box.move(camera.left - former.camera.left, camera.top - former.camera.top)
            canvas.blit(self._picture, spot, former.box)
        for place in missing:
            for strip in around(spot, spot_of(camera, _cells(grid, place)).clip(canvas.get_clip())):
                self._plain(canvas, camera, grid, theme, strip)

    def _plain(self, canvas: pygame.Surface, camera: Camera, grid: Grid, theme: Theme, spot: pygame.Rect) -> None:
        """Plain colours in a part of a canvas."""
        (left, top), (right, low) = camera.cell(spot.topleft), camera.cell((spot.right - 1, spot.bottom - 1))
        cells = pygame.Rect(left, top, right + 1 - left, low + 1 - top).clip((0, 0, grid.cols, grid.rows))
        before = canvas.get_clip()
        canvas.set_clip(spot.clip(before))
        canvas.blit(self._base(grid, theme, cells, camera.px), spot_of(camera, cells))
        canvas.set_clip(before)

    # what is on a piece

    def _number(self, grid: Grid, built: _Built, place: Place) -> int:
        """A number for everything that is drawn on a piece: the same again wherever the map changes elsewhere."""
        content = self._drawn_on(grid, built, place)
        if len(self._numbers) > MOST_NUMBERS:
            self._numbers.clear()
        return self._numbers.setdefault(content, next(self._count))

    def _drawn_on(self, grid: Grid, built: _Built, place: Place) -> object:
        """The ground of a piece and round it, and what stands there."""
        col, row, side = place
        left, top = max(0, col * side - ROUND), max(0, row * side - ROUND)
        right, low = (col + 1) * side + ROUND, (row + 1) * side + ROUND
        part = np.s_[top:low, left:right]
        layers = tuple(each[part].tobytes() for each in (grid.height, grid.cost, grid.concealment, grid.surface))
        near = tuple((x, y) for x, y in built.near.get(_block(place), ()) if left <= x < right and top <= y < low)
        return place, grid.shape, grid.surfaces, layers, tuple(_things(built, place)), near

    def _draw_piece(self, grid: Grid, built: _Built, theme: Theme, px: int, text_px: int,
                    place: Place) -> pygame.Surface:
        cells = _cells(grid, place)
        camera = Camera(px, -cells.left * px, -cells.top * px)
        piece = self._base(grid, theme, cells, px)
        brush = Brush(piece, camera, theme, grid, text_px, cells)
        brush.cells()
        brush.lines()
        brush.steps()
        drawer = Drawer(piece, camera, theme, built.solid)
        for thing in _things(built, place):
            drawer.draw(thing)
        brush.veil_and_numbers()
        return piece

    def _look_at(self, grid: Grid, structures: Sequence[Structure]) -> _Built:
        """What stands on the map; worked out once for the same map, with the numbers of what is not the same forgotten.
        """
        shape, old = self.shape(structures), self._built
        if old is not None and old.grid == grid.version:
            if old.shape == shape:
                return old
            if (new := old.but(shape, structures)) is not None:
                self._built = new
                self._contents = {place: number for place, number in self._contents.items()
                                  if new.alike(old, _block(place))}
                return new
        self._built, self._contents = _Built.on(grid, shape, structures), {}
        return self._built

    def _base(self, grid: Grid, theme: Theme, cells: pygame.Rect, px: int) -> pygame.Surface:
        """Plain colours of some cells, one pixel a cell, enlarged."""
        key = (grid.version, theme.name)
        if self._colours is None or self._colours[0] != key:
            self._colours = (key, picture_of(cell_colours(grid, theme)))
        piece = _blank(cells.width * px, cells.height * px)
        return pygame.transform.scale(self._colours[1].subsurface(cells), piece.get_size(), piece)


def _blank(width: int, height: int) -> pygame.Surface:
    """A surface that is quickly put on others: where all rows begin at multiples of 16 bytes, SDL copies pieces around
    the processor's cache, which takes several times as long."""
    return pygame.Surface((width + 1, height)).subsurface((0, 0, width, height))


def _side(px: int) -> int:
    """The cells a side of the pieces at a scale."""
    side = PIECE
    while side > 1 and side * px > WIDEST:
        side //= 2
    return side


def spot_of(camera: Camera, cells: pygame.Rect) -> pygame.Rect:
    """Where some cells are on the screen."""
    px = camera.px
    return pygame.Rect(camera.left + cells.left * px, camera.top + cells.top * px, cells.width * px, cells.height * px)


def around(inner: pygame.Rect, outer: pygame.Rect) -> list[pygame.Rect]:
    """What of one rectangle is outside another, in up to four."""
    inner = inner.clip(outer)
    if not inner.width or not inner.height:
        return [outer] if outer.width and outer.height else []
    sides = (pygame.Rect(outer.left, outer.top, outer.width, inner.top - outer.top),
             pygame.Rect(outer.left, inner.bottom, outer.width, outer.bottom - inner.bottom),
             pygame.Rect(outer.left, inner.top, inner.left - outer.left, inner.height),
             pygame.Rect(inner.right, inner.top, outer.right - inner.right, inner.height))
    return [each for each in sides if each.width and each.height]


def _cells(grid: Grid, place: Place) -> pygame.Rect:
    """The cells of a piece."""
    col, row, side = place
    return pygame.Rect(col * side, row * side, side, side).clip(pygame.Rect(0, 0, grid.cols, grid.rows))


def _near(solid: frozenset[Cell]) -> dict[Block, list[Cell]]:
    """Cells by the blocks that they are on or close to."""
    near: dict[Block, list[Cell]] = {}
    for x, y in sorted(solid):
        for row in range((y - ROUND) // PIECE, (y + ROUND) // PIECE + 1):
            for col in range((x - ROUND) // PIECE, (x + ROUND) // PIECE + 1):
                near.setdefault((col, row), []).append((x, y))
    return near


def _block(place: Place) -> Block:
    col, row, side = place
    return col * side // PIECE, row * side // PIECE


def _things(built: _Built, place: Place) -> list[Thing]:
    """What stands on a piece or reaches into it."""
    col, row, side = place
    return [thing for thing, (left, top, right, bottom) in built.things.get(_block(place), ())
            if left // side <= col <= right // side and top // side <= row <= bottom // side]


def _in_sight(grid: Grid, camera: Camera, area: pygame.Rect) -> list[Place]:
    """The pieces that lie in a part of the window."""
    cells = _side(camera.px)
    side = cells * camera.px
    cols = range(max(0, (area.left - camera.left) // side),
                 min((grid.cols - 1) // cells, (area.right - 1 - camera.left) // side) + 1)
    rows = range(max(0, (area.top - camera.top) // side),
                 min((grid.rows - 1) // cells, (area.bottom - 1 - camera.top) // side) + 1)
    return [(col, row, cells) for row in rows for col in cols]
