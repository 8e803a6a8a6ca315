"""Drawing what stands in the way, from its barriers: walls full and low, windows, doors, pillars, trees.

Full walls are solid and bricked; what is lower than a chest is hollow with rungs; doors are planked, and swing aside
when open. Forms differ, so that nothing hangs on colour.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Set
from dataclasses import dataclass
from functools import cached_property

import pygame

from game.rules.state import Structure
from game.spatial.grid import UNITS, Barrier, Cell, Grid
from game.view import icons
from game.view.camera import Camera, at
from game.view.theme import Theme, mix

LOW = 1.5  # metres: lower than this is drawn as low
Spot = tuple[float, float]


@dataclass(frozen=True)
class Thing:
    """A structure with its barriers; ``thin`` are those that are not sides of its cells."""

    structure: Structure
    barriers: tuple[Barrier, ...]
    thin: tuple[Barrier, ...]

    @cached_property
    def _hash(self) -> int:
        return hash((self.structure, self.barriers))

    def __hash__(self) -> int:
        return self._hash

    @property
    def low(self) -> bool:
        """Whether one can look over it."""
        return self.structure.height < LOW

    def bounds(self) -> tuple[float, float, float, float]:
        """(left, top, right, bottom) in metres."""
        points = [point for each in self.barriers for point in (each.start, each.end)]
        if self.structure.segment is not None:
            x0, y0, x1, y1 = self.structure.segment
            points += [(round(x0 * UNITS), round(y0 * UNITS)), (round(x1 * UNITS), round(y1 * UNITS))]
        for x, y in self.structure.cells:
            points += [(x * UNITS, y * UNITS), ((x + 1) * UNITS, (y + 1) * UNITS)]
        if not points:
            return 0, 0, 0, 0
        xs, ys = zip(*points, strict=True)
        return min(xs) / UNITS, min(ys) / UNITS, max(xs) / UNITS, max(ys) / UNITS


def things_of(grid: Grid, structures: Iterable[Structure]) -> list[Thing]:
    """Structures with their barriers; barriers of no structure are walls of their own."""
    by_id: dict[str, list[Barrier]] = defaultdict(list)
    for barrier in grid.barriers:
        by_id[barrier.structure].append(barrier)
    found = []
    for structure in structures:
        barriers = tuple(by_id.pop(structure.id, ()))
        cells = set(structure.cells)
        thin = tuple(each for each in barriers if not _inside(each, cells))
        found.append(Thing(structure, barriers, thin))
    for barriers_left in by_id.values():
        for n, barrier in enumerate(barriers_left):
            ground = _ground_at(grid, barrier)
            tall = (barrier.top - ground) / UNITS
            alone = Structure(f"{barrier.structure}#{n}", "low_wall" if tall < LOW else "wall", height=tall)
            found.append(Thing(alone, (barrier,), (barrier,)))
    order = {"low_wall": 0, "block": 1, "wall": 2, "window": 3, "door": 4, "pillar": 5, "tree": 6}
    return sorted(found, key=lambda each: order[each.structure.kind])


def _inside(barrier: Barrier, cells: Set[Cell]) -> bool:
    """Whether the middle of a barrier is in one of these cells or on its rim."""
    (x0, y0), (x1, y1) = barrier.start, barrier.end
    x, y, metre = x0 + x1, y0 + y1, 2 * UNITS
    left, top, right, low = -(-x // metre) - 1, -(-y // metre) - 1, x // metre, y // metre
    return (left, top) in cells or (right, low) in cells or (left, low) in cells or (right, top) in cells


def _ground_at(grid: Grid, barrier: Barrier) -> int:
    x = min(max((barrier.start[0] + barrier.end[0]) // 2 // UNITS, 0), grid.cols - 1)
    y = min(max((barrier.start[1] + barrier.end[1]) // 2 // UNITS, 0), grid.rows - 1)
    return at(grid.height, (x, y))


class Drawer:
    """Draws things on a canvas whose pixels follow ``camera``."""

    def __init__(self, canvas: pygame.Surface, camera: Camera, theme: Theme, solid: frozenset[Cell]) -> None:
        self.canvas = canvas
        self.camera = camera
        self.theme = theme
        self.solid = solid  # cells of full walls: inner edges between them are not drawn
        self.px = camera.px
        self.line = max(1, round(self.px / 26))

    def draw(self, thing: Thing) -> None:
        """One thing."""
        kind = thing.structure.kind
        if thing.structure.fallen:
            self._rubble(thing)
            return
        if kind == "door":
            self._door(thing)
        elif kind in ("pillar", "tree"):
            for cell in thing.structure.cells:
                self._post(thing, cell, kind == "tree")
        else:
            for cell in thing.structure.cells:
                self._filled(thing, cell)
        if kind != "door":
            for barrier in thing.thin:
                self._thin(barrier, thing.low, kind == "window")
        if thing.structure.wear:
            self._cracks(thing)

    def _places(self, thing: Thing) -> list[pygame.Rect]:
        """Squares of one metre over what a thing fills, or along a thin one."""
        found = [self.camera.rect(cell) for cell in thing.structure.cells]
        for barrier in () if found else thing.barriers:
            a, b = self._points(barrier)
            count = max(1, round(math.hypot(b[0] - a[0], b[1] - a[1]) / self.px))
            for n in range(count):
                (spot, _) = self._between(a, b, (n + 0.5) / count, 1)
                box = pygame.Rect(0, 0, self.px, self.px)
                box.center = (round(spot[0]), round(spot[1]))
                found.append(box)
        return found

    def _rubble(self, thing: Thing) -> None:
        """What has fallen: stones where it stood."""
        theme = self.theme
        for box in self._places(thing):
            for dx, dy, size in ((-0.28, -0.2, 0.13), (0.18, -0.26, 0.1), (0.02, 0.05, 0.16), (-0.22, 0.26, 0.1),
                                 (0.3, 0.2, 0.12)):
                spot = (box.centerx + dx * box.width, box.centery + dy * box.height)
                radius = max(2, round(size * self.px))
                points = [(spot[0] + radius * math.cos(n * 1.3 + dx * 9), spot[1] + radius * math.sin(n * 1.3 + dx * 9))
                          for n in range(5)]
                pygame.draw.polygon(self.canvas, theme["wall_fill"], points)
                pygame.draw.polygon(self.canvas, theme["wall_edge"], points, self.line)

    def _cracks(self, thing: Thing) -> None:
        """What is worn: the more of its ND is gone, the more cracks."""
        share = thing.structure.wear / max(thing.structure.nd, 1)
        for box in self._places(thing):
            for n in range(1 + round(share * 3)):
                turn = n * 1.9 + 0.6
                points = [(box.centerx + math.cos(turn + bend) * box.width * far,
                           box.centery + math.sin(turn + bend) * box.height * far)
                          for far, bend in ((0.06, 0), (0.2, 0.5), (0.32, -0.1), (0.46, 0.3))]
                pygame.draw.lines(self.canvas, self.theme["wall_edge"], False, points, self.line + 2)
                pygame.draw.lines(self.canvas, self.theme["text"], False, points, self.line)

    def _points(self, barrier: Barrier) -> tuple[Spot, Spot]:
        return self.camera.units_point(*barrier.start), self.camera.units_point(*barrier.end)

    def _filled(self, thing: Thing, cell: Cell) -> None:
        box, theme = self.camera.rect(cell), self.theme
        if thing.low:
            inner = box.inflate(-self.px // 6, -self.px // 6)
            pygame.draw.rect(self.canvas, mix(theme["wall_fill"], theme.surface("default"), 0.55), inner)
            for n in range(1, 4):
                y = inner.top + inner.height * n // 4
                pygame.draw.line(self.canvas, theme["wall"], (inner.left, y), (inner.right - 1, y), self.line)
            pygame.draw.rect(self.canvas, theme["wall_edge"], inner.inflate(2 * self.line, 2 * self.line), self.line)
            pygame.draw.rect(self.canvas, theme["wall"], inner, self.line)
            return
        pygame.draw.rect(self.canvas, theme["wall_fill"], box)
        self._bricks(box)
        if thing.structure.kind == "window":
            glass = box.inflate(-self.px // 2, -self.px // 2)
            pygame.draw.rect(self.canvas, theme["veil"], glass)
            pygame.draw.line(self.canvas, theme["wall_edge"], glass.midtop, glass.midbottom, self.line)
            pygame.draw.line(self.canvas, theme["wall_edge"], glass.midleft, glass.midright, self.line)
        self._rim(box, cell)

    def _bricks(self, box: pygame.Rect) -> None:
        seam = mix(self.theme["wall_fill"], self.theme["wall_edge"], 0.35)
        if self.px < 14:
            return
        for row in range(4):
            y = box.top + box.height * row // 4
            if row:
                pygame.draw.line(self.canvas, seam, (box.left, y), (box.right - 1, y))
            x = box.left + box.width * (1 + 2 * (row % 2)) // 4
            pygame.draw.line(self.canvas, seam, (x, y), (x, y + box.height // 4))

    def _rim(self, box: pygame.Rect, cell: Cell) -> None:
        x, y = cell
        thick = max(2, self.px // 12)
        sides = (((x, y - 1), box.topleft, (box.right, box.top)), ((x, y + 1), (box.left, box.bottom), box.bottomright),
                 ((x - 1, y), box.topleft, (box.left, box.bottom)), ((x + 1, y), (box.right, box.top), box.bottomright))
        for beyond, a, b in sides:
            if beyond not in self.solid:
                pygame.draw.line(self.canvas, self.theme["wall_edge"], a, b, thick + 2 * self.line)
                pygame.draw.line(self.canvas, self.theme["wall"], a, b, thick)

    def _post(self, thing: Thing, cell: Cell, tree: bool) -> None:
        x, y = cell
        inside = [each for each in thing.barriers if _inside(each, {cell})]
        xs = [point[0] for each in inside for point in (each.start, each.end)]
        half = (max(xs) - min(xs)) / UNITS / 2 if xs else 0.25
        centre, radius = self.camera.point(x + 0.5, y + 0.5), max(2, round(half * self.px))
        theme = self.theme
        if tree:
            crown = round(self.px * 0.47)
            leaf = pygame.Surface((2 * crown + 1, 2 * crown + 1), pygame.SRCALPHA)
            green = mix(theme.surface("bush"), theme["text"], 0.18)
            for n in range(8):
                angle = n * math.pi / 4
                spot = (crown + 0.55 * crown * math.cos(angle), crown + 0.55 * crown * math.sin(angle))
                pygame.draw.circle(leaf, (*green, 190), spot, crown * 0.44)
                pygame.draw.circle(leaf, (*mix(green, (0, 0, 0), 0.45), 255), spot, crown * 0.44, self.line)
            pygame.draw.circle(leaf, (*green, 215), (crown, crown), crown * 0.62)
            self.canvas.blit(leaf, (centre[0] - crown, centre[1] - crown))
            pygame.draw.circle(self.canvas, theme["wall_edge"], centre, radius + self.line)
            pygame.draw.circle(self.canvas, mix(theme["door"], theme["wall_edge"], 0.25), centre, radius)
            pygame.draw.circle(self.canvas, theme["wall_edge"], centre, max(1, radius // 2), self.line)
            return
        box = pygame.Rect(0, 0, 2 * radius, 2 * radius)
        box.center = centre
        pygame.draw.rect(self.canvas, theme["wall_edge"], box.inflate(4 * self.line, 4 * self.line))
        pygame.draw.rect(self.canvas, theme["wall"], box)
        pygame.draw.circle(self.canvas, theme["wall_fill"], centre, max(1, radius * 7 // 10))
        pygame.draw.circle(self.canvas, theme["wall_edge"], centre, max(1, radius * 7 // 10), self.line)

    def _bar(self, a: Spot, b: Spot, thick: float, edge: int, fill: str) -> None:
        """A straight bar with a dark outline and square ends."""
        for grow, role in ((edge, "wall_edge"), (0, fill)):
            self._quad(a, b, thick / 2 + grow, self.theme[role], grow)

    def _quad(self, a: Spot, b: Spot, half: float, colour: tuple[int, int, int], longer: float = 0) -> None:
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = math.hypot(dx, dy) or 1
        ux, uy = dx / length, dy / length
        a, b = (a[0] - ux * longer, a[1] - uy * longer), (b[0] + ux * longer, b[1] + uy * longer)
        corners = [(a[0] - uy * half, a[1] + ux * half), (b[0] - uy * half, b[1] + ux * half),
                   (b[0] + uy * half, b[1] - ux * half), (a[0] + uy * half, a[1] - ux * half)]
        pygame.draw.polygon(self.canvas, colour, corners)

    def _thin(self, barrier: Barrier, low: bool, window: bool) -> None:
        a, b = self._points(barrier)
        if low:
            self._rungs(a, b)
        elif window or (barrier.move and not barrier.sight):
            self._bar(a, b, self.px * 0.16, self.line, "wall")
            inner = self._between(a, b, 0.2, 0.8)
            self._quad(*inner, self.px * 0.05, self.theme["wall_edge"])
            self._quad(*inner, max(1.0, self.px * 0.02), self.theme["veil"])
        else:
            self._bar(a, b, max(3.0, self.px * 0.15), self.line, "wall")

    @staticmethod
    def _between(a: Spot, b: Spot, start: float, end: float) -> tuple[Spot, Spot]:
        dx, dy = b[0] - a[0], b[1] - a[1]
        return (a[0] + dx * start, a[1] + dy * start), (a[0] + dx * end, a[1] + dy * end)

    def _rungs(self, a: Spot, b: Spot) -> None:
        """A low wall: two rails and rungs, hollow between."""
        half = max(2.0, self.px * 0.09)
        self._quad(a, b, half + self.line, self.theme["wall_edge"])
        self._quad(a, b, half, self.theme["wall"])
        self._quad(a, b, half - self.line, self.theme["wall_edge"])
        length = math.hypot(b[0] - a[0], b[1] - a[1])
        rungs = max(2, round(length / max(6.0, self.px * 0.2)))
        for n in range(rungs + 1):
            share = n / rungs
            x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
            ux, uy = (b[0] - a[0]) / (length or 1), (b[1] - a[1]) / (length or 1)
            ends = (x - uy * half, y + ux * half), (x + uy * half, y - ux * half)
            pygame.draw.line(self.canvas, self.theme["wall"], *ends, self.line)

    def _door(self, thing: Thing) -> None:
        is_open, leaves = bool(thing.structure.open), list[tuple[Spot, Spot]]()
        for cell in thing.structure.cells:
            self._door_cell(cell, is_open)
        if thing.structure.segment is not None:
            x0, y0, x1, y1 = thing.structure.segment
            leaves = [(self.camera.point(x0, y0), self.camera.point(x1, y1))]
        elif not thing.structure.cells:
            leaves = [self._points(barrier) for barrier in thing.barriers]
        for leaf in leaves:
            self._door_leaf(*leaf, is_open)
        if thing.structure.locked and not is_open:
            for spot in [self._between(*leaf, 0.5, 0.5)[0] for leaf in leaves] or [
                    self.camera.point(x + 0.5, y + 0.5) for x, y in thing.structure.cells]:
                self._padlock(spot)

    def _padlock(self, spot: Spot) -> None:
        """A padlock on a dark disc: the door is locked."""
        side = max(9, round(self.px * 0.42))
        art = icons.icon("lock", round(side * 0.8), (245, 247, 250))
        pygame.draw.circle(self.canvas, (10, 12, 15), spot, side * 0.6)
        self.canvas.blit(art, art.get_rect(center=(round(spot[0]), round(spot[1]))))

    def _door_leaf(self, a: Spot, b: Spot, is_open: bool) -> None:
        theme, thick = self.theme, max(4.0, self.px * 0.2)
        if is_open:
            dx, dy = b[0] - a[0], b[1] - a[1]
            swung = (a[0] + dy * 0.9 + dx * 0.1, a[1] - dx * 0.9 + dy * 0.1)
            self._bar(a, swung, thick * 0.6, self.line, "door")
            for n in range(1, 6):
                angle = n / 6 * math.pi / 2
                along, up = math.cos(angle), math.sin(angle)
                spot = (a[0] + dx * along + dy * up * 0.9, a[1] + dy * along - dx * up * 0.9)
                pygame.draw.circle(self.canvas, theme["door"], spot, max(1, self.line))
        else:
            self._bar(a, b, thick, self.line, "door")
            for share in (0.25, 0.5, 0.75):
                (spot, _) = self._between(a, b, share, share)
                pygame.draw.circle(self.canvas, theme["wall_edge"], spot, max(1.5, self.px * 0.045))
        for spot in (a, b):
            post = pygame.Rect(0, 0, round(thick * 1.2), round(thick * 1.2))
            post.center = (round(spot[0]), round(spot[1]))
            pygame.draw.rect(self.canvas, theme["wall_edge"], post.inflate(2 * self.line, 2 * self.line))
            pygame.draw.rect(self.canvas, theme["wall"], post)

    def _door_cell(self, cell: Cell, is_open: bool) -> None:
        box, theme, (x, y) = self.camera.rect(cell), self.theme, cell
        across = (x - 1, y) in self.solid or (x + 1, y) in self.solid  # the wall runs from west to east
        thick = max(3, self.px // 6)
        if is_open:
            leaf = pygame.Rect(box.left + thick, box.top, thick, box.height) if across else pygame.Rect(
                box.left, box.top + thick, box.width, thick)
            self._planks(leaf, along=not across)
        else:
            self._planks(box.inflate(-thick, -thick), along=across)
            right, low = box.left + box.width * 3 // 4, box.top + box.height * 3 // 4
            knob = (right, box.centery) if across else (box.centerx, low)
            pygame.draw.circle(self.canvas, theme["wall_edge"], knob, max(2, self.px // 14))
        first = pygame.Rect(box.topleft, (thick, box.height) if across else (box.width, thick))
        last = first.copy()
        last.bottomright = box.bottomright
        for post in (first, last):
            pygame.draw.rect(self.canvas, theme["wall_edge"], post)
            pygame.draw.rect(self.canvas, theme["wall"], post.inflate(-2 * self.line, -2 * self.line))

    def _planks(self, box: pygame.Rect, along: bool) -> None:
        theme = self.theme
        pygame.draw.rect(self.canvas, theme["door"], box)
        for n in range(1, 4):
            if along:
                x = box.left + box.width * n // 4
                pygame.draw.line(self.canvas, theme["wall_edge"], (x, box.top), (x, box.bottom - 1), self.line)
            else:
                y = box.top + box.height * n // 4
                pygame.draw.line(self.canvas, theme["wall_edge"], (box.left, y), (box.right - 1, y), self.line)
        pygame.draw.rect(self.canvas, theme["wall_edge"], box, self.line)


def solid_cells(things: Iterable[Thing]) -> frozenset[Cell]:
    """Cells filled by full walls."""
    return frozenset(cell for each in things if each.structure.kind in ("wall", "block", "window") and not each.low
                     and not each.structure.fallen for cell in each.structure.cells)
