"""What is on the map at one moment, and the view that draws it; still layers are kept until something changes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pygame
from numpy.typing import NDArray

from game.insight.ruler import Measure
from game.rules.state import Structure
from game.spatial.grid import Barrier, Cell, Grid, Mask
from game.spatial.sight import Ray
from game.texts import language
from game.view.camera import Camera
from game.view.mapview import changes, gauges, marks
from game.view.mapview.changes import Link, Lying, Patch
from game.view.mapview.gauges import Ping
from game.view.mapview.ground import Ground, around, spot_of
from game.view.mapview.marks import Chip
from game.view.mapview.motion import NOTHING_MOVES, Still
from game.view.mapview.tokens import Painter, Token
from game.view.widgets.base import Look


@dataclass(frozen=True, eq=False, slots=True)
class Reach:
    """Where a creature can go: (H, W) ``reachable`` and the (H, W) int32 ``cost`` in 1/1000 m, below 0 for nowhere.

    ``key`` tells one field from another, so that an unchanged one is not drawn again.
    """

    key: object
    reachable: Mask
    cost: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Ring:
    """A place that is pointed out, of ``size`` x ``size`` cells: where something would be otherwise with a creature of
    a ``team`` there, if it is about one. ``faint``: as good as another one."""

    cell: Cell
    size: int = 1
    team: int | None = None
    faint: bool = False


@dataclass(frozen=True, slots=True)
class Proof:
    """What is drawn to show why: lines of attack, barriers, cells, lines between creatures (points in metres), and
    rings around what would change it."""

    rays: tuple[Ray, ...] = ()
    barriers: tuple[Barrier, ...] = ()
    cells: tuple[Cell, ...] = ()
    links: tuple[tuple[tuple[float, float], ...], ...] = ()
    rings: tuple[Ring, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on the map. Numbers and names are as the viewers may see them."""

    grid: Grid
    structures: tuple[Structure, ...]
    tokens: tuple[Token, ...] = ()
    reach: Reach | None = None
    zones: tuple[tuple[int, tuple[Cell, ...]], ...] = ()  # (team, cells)
    patches: tuple[Patch, ...] = ()  # what zones make of the ground
    lit: Patch | None = None  # the area that is aimed
    origin: tuple[tuple[float, float], bool] | None = None  # where it starts, and whether that is chosen
    lying: tuple[Lying, ...] = ()
    holds: tuple[Link, ...] = ()
    path: tuple[Cell, ...] = ()  # from the start on
    path_size: int = 1
    ghost: Token | None = None
    proof: Proof = Proof()
    chips: tuple[Chip, ...] = ()
    hover: Cell | None = None
    cursor: Cell | None = None
    every_name: bool = False
    plain: bool = False  # without any words and numbers: a small picture
    still: Still = NOTHING_MOVES  # a moment of what moves
    ping: tuple[Ping, float] | None = None  # a place that is pointed out, and the share of its time that is over
    measure: Measure | None = None  # the ruler


class MapView:
    """Draws scenes. ``area`` is the part of the window that panels leave free; the map itself lies under all of it."""

    def __init__(self) -> None:
        self.camera = Camera(32, 0, 0)
        self.area = pygame.Rect(0, 0, 100, 100)
        self.backdrop = "backdrop"  # the role of the colour around the map
        self.names = 0  # pixels that the names along the edges take
        self.foot = 0  # pixels at the lower edge where words may stand
        self.ground = Ground()
        self.gradual = False  # new ground is drawn by and by, so that no frame takes long
        self.under: Callable[[pygame.Surface], None] | None = None  # draws on the ground, below the creatures
        self.shape: tuple[int, int] | None = None  # of the map that was fitted
        self.unfinished = False  # some ground is still to be drawn, in the next frame
        self._outline: tuple[object, marks.Outline] | None = None
        self._before: object = None  # what ground, zones and reach were in the last frame that drew them
        self._still: tuple[object, pygame.Surface] | None = None  # what they were and how they looked, while they stay

    def fit(self, grid: Grid, look: Look, names: bool = True) -> None:
        """Show the whole map in the free area, with room for the names along its edges."""
        self.names = look.scale.em(1.6) if names else 0
        self.shape = grid.shape
        self.camera = Camera.fit(grid.cols, grid.rows, self.inner)

    @property
    def inner(self) -> pygame.Rect:
        """The free area without the names along its edges, and without its foot."""
        return pygame.Rect(self.area.left + self.names, self.area.top + self.names, self.area.width - 2 * self.names,
                           self.area.height - self.names - max(self.names // 2, self.foot))

    def fit_cells(self, grid: Grid, cells: Sequence[Cell], margin: int, look: Look) -> None:
        """Show these cells with some others around, as large as they can be; the whole map when that is as good."""
        if not cells:
            self.fit(grid, look)
            return
        left = max(0, min(x for x, _ in cells) - margin)
        top = max(0, min(y for _, y in cells) - margin)
        right = min(grid.cols, max(x for x, _ in cells) + 1 + margin)
        bottom = min(grid.rows, max(y for _, y in cells) + 1 + margin)
        self.fit(grid, look)
        inner = self.inner
        px = max(self.camera.px, min(inner.width // (right - left), inner.height // (bottom - top), inner.height // 5),
                 look.scale.em(1.5))
        if px > self.camera.px:
            middle = ((left + right) * px // 2, (top + bottom) * px // 2)
            camera = Camera(px, inner.centerx - middle[0], inner.centery - middle[1])
            self.camera = camera.filling(grid.cols, grid.rows, inner)

    def zoom(self, grid: Grid, factor: float, around: tuple[int, int] | None = None) -> None:
        """Enlarge or shrink, keeping the point under the mouse (or the middle) in its place."""
        most = max(self.area.width, self.area.height) // 4
        wanted = self.camera.zoomed(factor, around or self.area.center)
        if wanted.px <= max(most, 40):
            self.camera = wanted.kept(grid.cols, grid.rows, self.area)

    def pan(self, grid: Grid, dx: int, dy: int) -> None:
        """Move the map by pixels."""
        self.camera = self.camera.moved(dx, dy).kept(grid.cols, grid.rows, self.area)

    def show(self, cell: Cell, size: int = 1) -> None:
        """Move the map as little as needed to see the cell and its neighbours."""
        room = self.inner.inflate(-self.camera.px // 2, -self.camera.px // 2)
        if room.width > size * self.camera.px and room.height > size * self.camera.px:
            self.camera = self.camera.showing(cell, size, room)

    def cell_at(self, grid: Grid, pos: tuple[int, int]) -> Cell | None:
        """The cell of the map under a pixel."""
        cell = self.camera.cell(pos)
        return cell if cell in grid else None

    def paint(self, canvas: pygame.Surface, look: Look, scene: Scene) -> None:
        """Draw the scene on the window's canvas; a map of another size than before is shown whole."""
        if self.shape not in (None, scene.grid.shape):
            self.fit(scene.grid, look, bool(self.names))
        theme, camera, whole = look.theme, self.camera, canvas.get_rect()
        self._paint_still(canvas, look, scene)
        changes.paint(canvas, camera, theme, scene.patches)
        if scene.lit is not None:
            changes.paint(canvas, camera, theme, (scene.lit,))
        if self.under is not None:
            self.under(canvas)
        changes.held(canvas, camera, theme, scene.holds)
        if scene.hover is not None:
            marks.hovered(canvas, camera, theme, scene.hover)
        marks.outline(canvas, camera, theme["focus"], scene.proof.cells)
        if scene.path:
            marks.path(canvas, camera, theme, scene.path[0], scene.path[1:], scene.path_size)
        for link in scene.proof.links:
            marks.link(canvas, camera, theme, link)
        edges = None if scene.plain else marks.edge_bands(camera, scene.grid.cols, scene.grid.rows, self.area,
                                                          look.scale.small)
        painter = Painter(canvas, camera, theme, look.scale.small, whole, scene.still, edges)
        if scene.ghost is not None:  # on a free square, under the names
            painter.ghost(scene.ghost)
        painter.draw(scene.tokens, scene.every_name, not scene.plain)
        changes.holds(canvas, camera, theme, scene.holds)
        changes.lying(canvas, camera, theme, scene.lying)
        marks.barriers(canvas, camera, theme, scene.proof.barriers)
        marks.rays(canvas, camera, theme, scene.proof.rays)
        for ring in scene.proof.rings:
            colour = theme["good"] if ring.team is None else theme.team(ring.team)
            marks.ring(canvas, camera, colour, ring.cell, ring.size, ring.faint)
        if scene.origin is not None:
            changes.origin(canvas, camera, theme, *scene.origin)
        if scene.cursor is not None:
            marks.cursor(canvas, camera, theme, scene.cursor)
        if not scene.plain:
            if camera.px >= look.scale.small * 1.4 or scene.every_name:
                changes.names(canvas, camera, theme, scene.patches, look.scale.small)
            marks.edge_names(canvas, camera, theme, scene.grid.cols, scene.grid.rows, self.area, look.scale.small,
                             scene.cursor or scene.hover)
        marks.chips(canvas, camera, theme, scene.chips, look.scale.small, self.area, painter.plates, painter.bodies)
        for words, share in scene.still.words:
            gauges.rising(canvas, look, camera, words, share)
        if scene.measure is not None:
            gauges.ruler(canvas, look, camera, scene.measure, self.area)
        if scene.ping is not None:
            gauges.ping(canvas, camera, theme, *scene.ping)

    def _paint_still(self, canvas: pygame.Surface, look: Look, scene: Scene) -> None:
        """Ground, zones and reach: kept as one picture from the second frame on in which none of them changes."""
        whole, theme, reach = canvas.get_rect(), look.theme, scene.reach
        key = (scene.grid.version, self.ground.shape(scene.structures), theme.name, language(), self.camera,
               whole.size, reach.key if reach else None, scene.zones, look.scale.small)
        if self._still is not None and self._still[0] == key:
            canvas.blit(self._still[1], (0, 0))
            self.unfinished = False
            return
        again, self._before = key == self._before, key
        for strip in around(spot_of(self.camera, pygame.Rect(0, 0, scene.grid.cols, scene.grid.rows)), whole):
            canvas.fill(theme[self.backdrop], strip)
        text_px = look.scale.small if not scene.plain else self.camera.px * 9
        done = self.ground.paint(canvas, self.camera, whole, theme, scene.grid, scene.structures, text_px, self.gradual)
        self.unfinished = not done
        for team, cells in scene.zones:
            marks.zone(canvas, self.camera, theme, cells, team)
        if reach is not None:
            marks.reach(canvas, self.camera, theme, self._outline_of(reach), whole)
        if again and done:
            self._still = (key, self._copied(canvas))

    def _copied(self, canvas: pygame.Surface) -> pygame.Surface:
        """A copy of a canvas, on the surface of the last one when that is as large."""
        if self._still is None or self._still[1].get_size() != canvas.get_size():
            return canvas.copy()
        self._still[1].blit(canvas, (0, 0))
        return self._still[1]

    def _outline_of(self, reach: Reach) -> marks.Outline:
        """The form of the lit cells, worked out once for each field."""
        if self._outline is None or self._outline[0] != reach.key:
            self._outline = (reach.key, marks.outline_of(reach.reachable, reach.cost))
        return self._outline[1]
