"""The map brush as a tool: what the mouse or the keyboard points at becomes one stroke. It knows a map and a place in
it, in metres; no game, no panel."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Literal

import pygame

from game.rules.actions import EditMap, ResizeMap
from game.rules.brush import THIN
from game.rules.gm_actions import Brush, Edge
from game.rules.masonry import edges_of
from game.rules.materials import materials
from game.rules.state import Battle
from game.spatial.grid import Cell, Grid
from game.texts import N_
from game.view.camera import Camera
from game.view.mapview import strokes
from game.view.theme import Theme

Spot = tuple[float, float]
Corner = tuple[int, int]
NEAR: Final = 0.25  # metres from an edge at which it is meant, not the square
KINDS: Final[tuple[tuple[Brush, str, str], ...]] = (  # what is painted, its name, its icon
    ("wall", N_("Wall"), "brick-wall"), ("low_wall", N_("Low wall"), "fence"), ("door", N_("Door"), "door-closed"),
    ("pillar", N_("Pillar"), "cylinder"), ("mud", N_("Mud"), "droplets"), ("smoke", N_("Smoke"), "cloud"),
    ("height", N_("Height"), "mountain"), ("erase", N_("Erase"), "eraser"), ("zone", N_("Starting zone"), "flag"),
)
RISES: Final = (1.0, 0.5, -0.5, -1.0)
SIDES: Final = ((0, 0, 1, 0), (1, 0, 1, 1), (0, 1, 1, 1), (0, 0, 0, 1))  # top, right, bottom, left of a square


@dataclass(frozen=True, slots=True)
class Hand:
    """How the brush is held: what it paints, of what, for which team, whether a drag draws a box, and which side of a
    square the keyboard means."""

    kind: Brush = "wall"
    box: bool = True
    material: str = ""
    rise: float = 1.0
    thick: bool = False
    side: Literal[0, 1, 2, 3] = 0
    team: str | None = None  # None: the first; empty: none

    @property
    def thin(self) -> bool:
        """Whether it paints on edges."""
        return self.kind in THIN

    @property
    def built(self) -> bool:
        """Whether what it paints is made of something."""
        return self.thin or self.kind == "pillar"


class BrushTool:
    """A brush over the map of a battle. ``do`` is asked to do each stroke and each change of size, and says whether it
    was done."""

    def __init__(self, battle: Callable[[], Battle], do: Callable[[EditMap | ResizeMap], bool]) -> None:
        self.battle, self.do = battle, do
        self.hand = Hand()
        self.spot: Spot | None = None  # where the mouse is
        self.start: Spot | None = None  # where a stroke began
        self.trail: tuple[Spot, ...] = ()
        self.by_cells = False  # begun by keyboard: whole squares
        self._walls: tuple[str, frozenset[Edge]] = ("", frozenset())

    def grid(self) -> Grid:
        """The map as it is now."""
        return self.battle().map

    # holding it

    def hold(self, **changes: object) -> None:
        """Another kind, material, form..."""
        self.hand = replace(self.hand, **changes)  # type: ignore[arg-type]
        self.cancel()

    def turn(self, by: int) -> None:
        """Another side of the square that the keyboard points at."""
        self.hand = replace(self.hand, side=(self.hand.side + by) % 4)  # type: ignore[arg-type]

    def cancel(self) -> bool:
        """Give the stroke up; whether there was one."""
        begun = self.start is not None
        self.start, self.trail, self.by_cells = None, (), False
        return begun

    # a stroke

    def point(self, spot: Spot | None) -> None:
        """The mouse is there now; within a stroke, the stroke goes there."""
        self.spot = spot
        if self.start is not None and spot is not None and not self.by_cells:
            self.trail = (*self.trail, spot)

    def press(self, spot: Spot) -> None:
        """A stroke begins."""
        self.cancel()
        self.start, self.spot, self.trail = spot, spot, (spot,)

    def release(self) -> None:
        """The stroke is done."""
        stroke = self.stroke()
        self.cancel()
        if stroke is not None:
            self.do(stroke)

    def press_cell(self, cell: Cell) -> None:
        """By keyboard: the first corner of a box and then the other, or a single square or side of it."""
        middle = (cell[0] + 0.5, cell[1] + 0.5)
        if self.hand.box and self.start is None:
            self.press(middle)
            self.by_cells = True
        else:
            if self.start is None:
                self.press(middle)
                self.by_cells = True
            self.spot = middle
            self.release()

    def stroke(self) -> EditMap | None:
        """What the stroke would do if it ended now; without one, what a click would do there."""
        cells, edges = self.meant()
        hand = self.hand
        if not cells and not edges:
            return None
        return EditMap(hand.kind, cells, edges, hand.material if hand.built else "",
                       hand.rise if hand.kind == "height" else 0.0, hand.thick and hand.kind == "smoke",
                       self.team if hand.kind == "zone" else "")

    @property
    def team(self) -> str:
        """The id of the side whose starting zone is painted, empty where zones are taken away."""
        ids = [each.id for each in self.battle().teams]
        team = self.hand.team
        return team if team in (*ids, "") else ids[0] if ids else ""

    def meant(self) -> tuple[tuple[Cell, ...], tuple[Edge, ...]]:
        """The squares and edges that are meant now."""
        spot, grid = self.spot, self.grid()
        if spot is None:
            return (), ()
        start = self.start or spot
        dragged = self.start is not None and any(_away(start, each) > NEAR for each in (*self.trail, spot))
        if self.by_cells:
            return self._by_cells(_cell(start), _cell(spot))
        if self.hand.kind == "erase":
            return self._erased(start, spot, dragged)
        if not self.hand.thin:
            found = _box(_cell(start), _cell(spot)) if self.hand.box else _trail_cells(self.trail or (spot,))
            return tuple(each for each in found if each in grid), ()
        if not dragged:
            return (), (nearest_edge(spot),)
        if self.hand.box:
            return (), outline(_corner(start, grid), _corner(spot, grid))
        return (), path_edges([_corner(each, grid) for each in self.trail])

    def _by_cells(self, a: Cell, b: Cell) -> tuple[tuple[Cell, ...], tuple[Edge, ...]]:
        """What the keyboard means between two squares."""
        if not self.hand.box and self.hand.thin:
            return (), (side_of(b, self.hand.side),)
        some = tuple(_box(a, b)) if self.hand.box else (b,)
        xs, ys = [x for x, _ in some], [y for _, y in some]
        if self.hand.thin:
            return (), outline((min(xs), min(ys)), (max(xs) + 1, max(ys) + 1))
        return some, _inside_edges(some) if self.hand.kind == "erase" else ()

    def _erased(self, start: Spot, spot: Spot, dragged: bool) -> tuple[tuple[Cell, ...], tuple[Edge, ...]]:
        """An edge with something on it when it is near, else squares with what is round them in a box, and what is
        crossed in a trail."""
        edge = nearest_edge(spot)
        if not dragged and _off_edge(spot, edge) <= NEAR and edge in self.walls:
            return (), (edge,)
        if self.hand.box:
            some = tuple(each for each in _box(_cell(start), _cell(spot)) if each in self.grid())
            return some, _inside_edges(some) if dragged else ()
        some = tuple(each for each in _trail_cells(self.trail or (spot,)) if each in self.grid())
        return some, _between(some)

    @property
    def walls(self) -> frozenset[Edge]:
        """The edges with something on them."""
        grid = self.grid()
        if self._walls[0] != grid.version:
            self._walls = grid.version, frozenset(edge for each in grid.barriers for edge in edges_of(each))
        return self._walls[1]

    # drawing

    def meant_at(self, cell: Cell) -> tuple[tuple[Cell, ...], tuple[Edge, ...]]:
        """The squares and edges that the keyboard would mean at a square."""
        return self._by_cells(_cell(self.start) if self.start is not None else cell, cell)

    def paint(self, canvas: pygame.Surface, camera: Camera, theme: Theme, px: int, cell: Cell | None = None) -> None:
        """Show what is meant on the map, before it is done, with its measures in letters ``px`` high; ``cell`` is where
        the keyboard points, if it does."""
        cells, edges = self.meant() if cell is None else self.meant_at(cell)
        gone = self.hand.kind == "erase" or (self.hand.kind == "zone" and not self.team)
        strokes.paint(canvas, camera, theme, cells, edges, gone)
        if self.start is not None and self.hand.box:
            strokes.measures(canvas, camera, theme, cells, edges, px)


def material_ids(kind: Brush) -> tuple[str, ...]:
    """The materials that a thing may be made of; the first is empty, for the usual one."""
    return ("", *materials()) if kind in (*THIN, "pillar") else ()


# --- places ----------------------------------------------------------------------------------------------------------


def _away(a: Spot, b: Spot) -> float:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def _cell(spot: Spot) -> Cell:
    return int(spot[0] // 1), int(spot[1] // 1)


def _corner(spot: Spot, grid: Grid) -> Corner:
    return min(max(round(spot[0]), 0), grid.cols), min(max(round(spot[1]), 0), grid.rows)


def side_of(cell: Cell, side: int) -> Edge:
    """A side of a square.

    >>> side_of((3, 2), 1)
    (4, 2, 4, 3)
    """
    (x, y), (a, b, c, d) = cell, SIDES[side]
    return x + a, y + b, x + c, y + d


def nearest_edge(spot: Spot) -> Edge:
    """The edge nearest to a place.

    >>> nearest_edge((3.5, 2.1)), nearest_edge((3.9, 2.5))
    ((3, 2, 4, 2), (4, 2, 4, 3))
    """
    x, y = _cell(spot)
    u, v = spot[0] - x, spot[1] - y
    away = (v, 1 - u, 1 - v, u)
    return side_of((x, y), away.index(min(away)))


def _off_edge(spot: Spot, edge: Edge) -> float:
    return abs(spot[1] - edge[1]) if edge[1] == edge[3] else abs(spot[0] - edge[0])


def outline(a: Corner, b: Corner) -> tuple[Edge, ...]:
    """The sides of a box between two corners; a line where it has no width.

    >>> outline((1, 1), (4, 3))
    ((1, 1, 4, 1), (4, 1, 4, 3), (1, 3, 4, 3), (1, 1, 1, 3))
    >>> outline((1, 1), (4, 1)), outline((2, 2), (2, 2))
    (((1, 1, 4, 1),), ())
    """
    (x0, x1), (y0, y1) = sorted((a[0], b[0])), sorted((a[1], b[1]))
    sides = ((x0, y0, x1, y0), (x1, y0, x1, y1), (x0, y1, x1, y1), (x0, y0, x0, y1))
    return tuple(dict.fromkeys(each for each in sides if each[:2] != each[2:]))


def path_edges(corners: Iterable[Corner]) -> tuple[Edge, ...]:
    """The edges along a way from corner to corner; where it jumps, across first and then down.

    >>> path_edges([(0, 0), (2, 1)])
    ((0, 0, 1, 0), (1, 0, 2, 0), (2, 0, 2, 1))
    """
    found: dict[Edge, None] = {}
    last: Corner | None = None
    for corner in corners:
        while last is not None and last != corner:
            dx = (corner[0] > last[0]) - (corner[0] < last[0])
            step = (last[0] + dx, last[1]) if dx else (last[0], last[1] + (1 if corner[1] > last[1] else -1))
            found[(*min(last, step), *max(last, step))] = None
            last = step
        last = corner
    return tuple(found)


def _box(a: Cell, b: Cell) -> list[Cell]:
    (x0, x1), (y0, y1) = sorted((a[0], b[0])), sorted((a[1], b[1]))
    return [(x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)]


def _trail_cells(trail: Iterable[Spot]) -> tuple[Cell, ...]:
    """The squares that a trail goes through; a quick mouse leaves none out."""
    found: dict[Cell, None] = {}
    last: Spot | None = None
    for spot in trail:
        steps = 1 if last is None else max(1, round(_away(last, spot) * 4))
        for n in range(1, steps + 1):
            share = n / steps
            at = spot if last is None else (last[0] + (spot[0] - last[0]) * share,
                                            last[1] + (spot[1] - last[1]) * share)
            found[_cell(at)] = None
        last = spot
    return tuple(found)


def _inside_edges(cells: Iterable[Cell]) -> tuple[Edge, ...]:
    """All edges of some squares."""
    return tuple(dict.fromkeys(side_of(cell, side) for cell in cells for side in range(4)))


def _between(cells: tuple[Cell, ...]) -> tuple[Edge, ...]:
    """The edges between squares that follow each other."""
    found: dict[Edge, None] = {}
    for a, b in pairwise(cells):
        both = {side_of(a, side) for side in range(4)} & {side_of(b, side) for side in range(4)}
        found.update(dict.fromkeys(both))
    return tuple(found)
