"""Marks over the map: where one can go, the way there, lines of attack, the cell cursor, chips."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

import numpy as np
import pygame
from numpy.typing import NDArray

from game.spatial.grid import PLAIN, Barrier, Cell, Mask, cell_name
from game.spatial.sight import Ray
from game.view import fonts
from game.view.camera import Camera, cells_of
from game.view.theme import Colour, Theme

DARK: Colour = (10, 12, 15)
Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Chip:
    """A few words in a pill at a cell: the cost of a path, the odds of an attack. ``mark`` is a sign before them:
    "flank" for an attack from opposite sides, "aim" for one that is allowed."""

    cell: Cell
    said: str
    size: int = 1
    role: str = "accent"
    above: bool = False
    mark: Literal["", "flank", "aim"] = ""


@lru_cache(maxsize=64)
def _tint(colour: Colour, px: int, alpha: int) -> pygame.Surface:
    tile = pygame.Surface((px, px), pygame.SRCALPHA)
    tile.fill((*colour, alpha))
    return tile


@dataclass(frozen=True, slots=True)
class Outline:
    """The form of a set of cells that can be reached: ``cells`` where one may end, and lines along edges of cells as
    (x, y, dx, dy) in cells: ``rim`` around everything, ``rings`` where the cost passes a whole metre."""

    cells: tuple[Cell, ...]
    rim: tuple[tuple[int, int, int, int], ...]
    rings: tuple[tuple[int, int, int, int], ...]


def outline_of(reachable: Mask, cost: NDArray[np.int32]) -> Outline:
    """
    :param reachable: (H, W) bool, top-left cells where it may end.
    :param cost: (H, W) int32, in 1/1000 m; below 0 where it cannot go.
    """
    passable = cost >= 0
    padded = np.pad(passable, 1)
    band = np.pad(np.where(passable, -(-cost // PLAIN), -1), 1)
    rim, rings = [], []
    across = ((padded[1:-1, :-1], padded[1:-1, 1:], band[1:-1, :-1], band[1:-1, 1:], True),
              (padded[:-1, 1:-1], padded[1:, 1:-1], band[:-1, 1:-1], band[1:, 1:-1], False))
    for one, other, here, there, down in across:
        rim += _lines(one != other, down)
        rings += _lines(one & other & (here != there), down)
    return Outline(tuple(cells_of(passable & reachable)), tuple(rim), tuple(rings))


def _lines(edges: Mask, down: bool) -> list[tuple[int, int, int, int]]:
    """Edges that follow one another as one line: those on the left of cells, ``down``, or those above them."""
    rows = np.pad(edges.T if down else edges, ((0, 0), (1, 1))).astype(np.int8)
    change = np.diff(rows, axis=1)
    starts, ends = np.argwhere(change == 1).tolist(), np.argwhere(change == -1).tolist()
    if down:
        return [(x, y, 0, end - y) for (x, y), (_, end) in zip(starts, ends, strict=True)]
    return [(x, y, end - x, 0) for (y, x), (_, end) in zip(starts, ends, strict=True)]


def reach(canvas: pygame.Surface, camera: Camera, theme: Theme, form: Outline, area: pygame.Rect) -> None:
    """Where a creature can go: tinted, a strong line around, thin lines at each whole metre."""
    tint = _tint(theme["accent"], camera.px, 50 if theme.name == "dark" else 36)  # marks must stand out from it
    for cell in form.cells:
        spot = camera.rect(cell)
        if spot.colliderect(area):
            canvas.blit(tint, spot)
    thin, thick, px = max(1, camera.px // 40), max(2, camera.px // 20), camera.px
    for edges, colour, wide in ((form.rings, _faded(theme), thin), (form.rim, DARK, thick + 2),
                                (form.rim, theme["accent"], thick)):
        for x, y, dx, dy in edges:
            a = (camera.left + x * px, camera.top + y * px)
            pygame.draw.line(canvas, colour, a, (a[0] + dx * px, a[1] + dy * px), wide)


def _faded(theme: Theme) -> Colour:
    r, g, b = theme["accent"]
    return r * 3 // 4, g * 3 // 4, b * 3 // 4


def zone(canvas: pygame.Surface, camera: Camera, theme: Theme, cells: Iterable[Cell], team: int) -> None:
    """Where a team may be placed: tinted, with a dot in every cell."""
    colour = theme.team(team)
    tint, radius = _tint(colour, camera.px, 46), max(2, camera.px // 11)
    for cell in cells:
        box = camera.rect(cell)
        canvas.blit(tint, box)
        pygame.draw.circle(canvas, DARK, box.center, radius + 1)
        pygame.draw.circle(canvas, colour, box.center, radius)


def outline(canvas: pygame.Surface, camera: Camera, colour: Colour, cells: Iterable[Cell]) -> None:
    """A frame in each of these cells."""
    thick = max(2, camera.px // 22)
    for cell in cells:
        inner = camera.rect(cell).inflate(-thick * 2, -thick * 2)
        pygame.draw.rect(canvas, DARK, inner.inflate(2, 2), thick + 2)
        pygame.draw.rect(canvas, colour, inner, thick)


def path(canvas: pygame.Surface, camera: Camera, theme: Theme, start: Cell, steps: Sequence[Cell], size: int) -> None:
    """The way of a body of ``size`` cells a side from ``start`` over ``steps``: a line with a knot at every cell."""
    spots = [camera.rect(cell, size).center for cell in (start, *steps)]
    if len(spots) < 2:
        return
    thick = max(3, camera.px // 12)
    bright = theme["text"]
    under = DARK if theme.name == "dark" else (255, 255, 255)
    for colour, wide in ((under, thick + 4), (bright, thick)):
        for a, b in pairwise(spots):
            _stroke(canvas, colour, a, b, wide)
        for spot in spots[1:-1]:
            pygame.draw.circle(canvas, colour, spot, wide * 0.8)
    radius = max(6, camera.px * size // 5)
    for colour, grow, wide in ((under, 2, 0), (bright, 0, 0), (theme["accent"], -max(2, thick // 2), 0)):
        pygame.draw.circle(canvas, colour, spots[-1], radius + grow, wide)


def _stroke(canvas: pygame.Surface, colour: Colour, a: Spot, b: Spot, wide: float) -> None:
    """A thick line with round ends, straight at any angle."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy) or 1.0
    ox, oy = -dy / length * wide / 2, dx / length * wide / 2
    pygame.draw.polygon(canvas, colour, [(a[0] + ox, a[1] + oy), (b[0] + ox, b[1] + oy), (b[0] - ox, b[1] - oy),
                                         (a[0] - ox, a[1] - oy)])
    pygame.draw.circle(canvas, colour, a, wide / 2)
    pygame.draw.circle(canvas, colour, b, wide / 2)


def rays(canvas: pygame.Surface, camera: Camera, theme: Theme, lines: Sequence[Ray]) -> None:
    """Lines of attack: open ones whole with a dot, blocked ones dashed from where a cross shows what stops them."""
    thick = max(2, camera.px // 36)
    for ray in sorted(lines, key=lambda each: each.blocked):
        a, b = camera.units_point(ray.start[0], ray.start[1]), camera.units_point(ray.end[0], ray.end[1])
        if not ray.blocked:
            _stroke(canvas, DARK, a, b, thick + 2)
            _stroke(canvas, theme["ray_open"], a, b, thick)
            pygame.draw.circle(canvas, theme["ray_open"], b, thick * 2)
            continue
        stop = _stopped(camera, ray) or ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        _stroke(canvas, DARK, a, stop, thick + 2)
        _stroke(canvas, theme["ray_blocked"], a, stop, thick)
        _dashes(canvas, theme["ray_blocked"], stop, b, thick)
        arm = max(4, camera.px // 12)
        for dx in (1, -1):
            ends = (stop[0] - arm, stop[1] - arm * dx), (stop[0] + arm, stop[1] + arm * dx)
            _stroke(canvas, DARK, *ends, thick + 3)
            _stroke(canvas, theme["ray_blocked"], *ends, thick + 1)


def _dashes(canvas: pygame.Surface, colour: Colour, a: Spot, b: Spot, thick: int) -> None:
    length = math.hypot(b[0] - a[0], b[1] - a[1])
    count = max(1, round(length / max(6, thick * 4)))
    for n in range(count):
        start, end = n / count, (n + 0.5) / count
        pygame.draw.line(canvas, colour, (a[0] + (b[0] - a[0]) * start, a[1] + (b[1] - a[1]) * start),
                         (a[0] + (b[0] - a[0]) * end, a[1] + (b[1] - a[1]) * end), thick)


def _stopped(camera: Camera, ray: Ray) -> tuple[int, int] | None:
    """The pixel where a blocked ray meets the first of its barriers."""
    (ax, ay), (bx, by) = ray.start[:2], ray.end[:2]
    best = None
    for barrier in ray.barriers:
        (cx, cy), (dx, dy) = barrier.start, barrier.end
        turn = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
        if turn == 0:
            continue
        share = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / turn
        if 0 <= share <= 1 and (best is None or share < best):
            best = share
    return None if best is None else camera.units_point(round(ax + (bx - ax) * best), round(ay + (by - ay) * best))


def barriers(canvas: pygame.Surface, camera: Camera, theme: Theme, which: Iterable[Barrier]) -> None:
    """What stops lines, drawn thick."""
    thick = max(4, camera.px // 10)
    for barrier in which:
        a, b = camera.units_point(*barrier.start), camera.units_point(*barrier.end)
        _stroke(canvas, DARK, a, b, thick + 3)
        _stroke(canvas, theme["ray_blocked"], a, b, thick)


def link(canvas: pygame.Surface, camera: Camera, theme: Theme, spots: Sequence[Spot]) -> None:
    """A line through points in metres (the line of a flanking pair)."""
    pixels = [camera.point(x, y) for x, y in spots]
    for a, b in pairwise(pixels):
        _stroke(canvas, DARK, a, b, max(3, camera.px // 16) + 3)
        _stroke(canvas, theme["focus"], a, b, max(3, camera.px // 16))


def ring(canvas: pygame.Surface, camera: Camera, colour: Colour, cell: Cell, size: int, faint: bool) -> None:
    """A place that is pointed out: two rings, one alone where it is ``faint``."""
    box = camera.rect(cell, size)
    thick = max(2, camera.px // 18)
    radius = box.width // 2 - thick
    for inner in (0,) if faint else (0, 2 * thick + 2):
        if radius - inner > thick:
            pygame.draw.circle(canvas, DARK, box.center, radius - inner + 1, thick + 2)
            pygame.draw.circle(canvas, colour, box.center, radius - inner, thick)


def cursor(canvas: pygame.Surface, camera: Camera, theme: Theme, cell: Cell, size: int = 1) -> None:
    """The cell that the keyboard points at."""
    box = camera.rect(cell, size)
    line = max(2, camera.px // 18)
    long = max(6, box.width // 3)
    for colour, wide in ((DARK, line + 2), (theme["focus"], line)):
        for x, dx in ((box.left, 1), (box.right - 1, -1)):
            for y, dy in ((box.top, 1), (box.bottom - 1, -1)):
                pygame.draw.line(canvas, colour, (x, y), (x + dx * long, y), wide)
                pygame.draw.line(canvas, colour, (x, y), (x, y + dy * long), wide)


def hovered(canvas: pygame.Surface, camera: Camera, theme: Theme, cell: Cell) -> None:
    """The cell under the mouse."""
    pygame.draw.rect(canvas, theme["text"], camera.rect(cell), max(1, camera.px // 30))


def chips(canvas: pygame.Surface, camera: Camera, theme: Theme, which: Iterable[Chip], px: int,
          area: pygame.Rect, names: Sequence[pygame.Rect] = (), bodies: Sequence[pygame.Rect] = ()) -> None:
    """Pills with words. They cover neither each other nor ``names``, and ``bodies`` as little as can be."""
    taken = list(names)
    for chip in which:
        ink = fonts.render(chip.said, px, theme["ink"], "bold")
        sign = px if chip.mark else 0
        wide = ink.get_width() + sign + (px // 4 if sign and chip.said else 0)
        size = (wide + px // 2, fonts.line_height(px))
        pill = place_chip(camera.rect(chip.cell, chip.size), size, chip.above, area, taken, bodies)
        taken.append(pill.inflate(4, 4))
        pygame.draw.rect(canvas, DARK, pill.inflate(4, 4), border_radius=pill.height)
        pygame.draw.rect(canvas, theme[chip.role], pill, border_radius=pill.height)
        left = pill.centerx - wide // 2
        if sign:
            _sign(canvas, theme["ink"], chip.mark, pygame.Rect(left, pill.centery - px // 2, px, px))
        canvas.blit(ink, ink.get_rect(midright=(left + wide, pill.centery)))


def place_chip(box: pygame.Rect, size: tuple[int, int], above: bool, area: pygame.Rect,
               taken: Sequence[pygame.Rect], bodies: Sequence[pygame.Rect]) -> pygame.Rect:
    """Where a pill of this size goes, at the rectangle of its cell: the first place around it that covers nothing that
    is taken, and the least of other bodies."""
    wide, high = size
    x, y, right, left = box.centerx, box.centery, box.right + wide // 2, box.left - wide // 2
    up, down = (box.top, box.top - high // 2 - 3), (box.bottom + high // 2 + 3,)
    heights = (*up, *down) if above else (*down, *up)
    spots = [*((x, each) for each in heights), (right, y), (left, y), (right, box.top), (left, box.top),
             (right, box.bottom), (left, box.bottom), (x, box.top - high * 3 // 2 - 6),
             (x, box.bottom + high * 3 // 2 + 6)]
    found: list[tuple[int, int, pygame.Rect]] = []
    for n, spot in enumerate(spots):
        pill = pygame.Rect((0, 0), size)
        pill.center = spot
        pill.clamp_ip(area)
        covered = sum(_overlap(pill.inflate(4, 4), each) for each in taken)
        hidden = sum(_overlap(pill, each) for each in bodies if each.center != box.center)
        if not covered and not hidden:
            return pill
        found.append((covered * 100 + hidden, n, pill))
    return min(found, key=lambda each: each[:2])[2]


def _overlap(one: pygame.Rect, other: pygame.Rect) -> int:
    """The pixels that two rectangles share."""
    shared = one.clip(other)
    return shared.width * shared.height


def _sign(canvas: pygame.Surface, colour: Colour, mark: str, spot: pygame.Rect) -> None:
    """A sign of a chip: two wedges that close in on a point, or a ring around one."""
    x, y, half = spot.centerx, spot.centery, spot.width // 2
    if mark == "flank":
        for way in (-1, 1):
            pygame.draw.polygon(canvas, colour, [(x + way, y), (x + way * half, y - half * 3 // 4),
                                                 (x + way * half, y + half * 3 // 4)])
        return
    pygame.draw.circle(canvas, colour, spot.center, half - 1, max(2, half // 4))
    pygame.draw.circle(canvas, colour, spot.center, max(2, half // 3))


def edge_names(canvas: pygame.Surface, camera: Camera, theme: Theme, cols: int, rows: int, area: pygame.Rect, px: int,
               bold: Cell | None = None) -> None:
    """Column letters above the map and row numbers to its left; they stay at the edge of ``area`` when it is larger."""
    columns, lines = edge_bands(camera, cols, rows, area, px)
    step_x = max(1, -(-fonts.width("WW", px, "bold") // camera.px))
    step_y = max(1, -(-fonts.line_height(px) // camera.px))
    before = canvas.get_clip()
    canvas.set_clip(area)
    if columns.bottom > camera.top:
        pygame.draw.rect(canvas, theme["backdrop"], columns)
    for x in range(0, cols, step_x):
        spot = (camera.left + x * camera.px + camera.px // 2, columns.centery)
        if not lines.right <= spot[0] <= area.right + px:
            continue
        _edge_name(canvas, theme, cell_name((x, 0))[:-1], px, spot, bold is not None and bold[0] == x)
    if lines.right > camera.left:
        pygame.draw.rect(canvas, theme["backdrop"], lines)
    for y in range(0, rows, step_y):
        spot = (lines.centerx, camera.top + y * camera.px + camera.px // 2)
        if not columns.bottom <= spot[1] <= area.bottom + px:
            continue
        _edge_name(canvas, theme, str(y + 1), px, spot, bold is not None and bold[1] == y)
    canvas.set_clip(before)


def edge_bands(camera: Camera, cols: int, rows: int, area: pygame.Rect, px: int) -> tuple[pygame.Rect, pygame.Rect]:
    """Where the column letters and the row numbers stand, in the window."""
    high = fonts.line_height(px)
    wide = fonts.width("256" if rows > 99 else "99", px, "bold") + px // 2
    columns = pygame.Rect(max(area.left, camera.left), max(area.top, camera.top - high),
                          min(area.width, cols * camera.px), high)
    lines = pygame.Rect(max(area.left, camera.left - wide), max(area.top, camera.top), wide,
                        min(area.height, rows * camera.px))
    return columns, lines


def _edge_name(canvas: pygame.Surface, theme: Theme, said: str, px: int, centre: tuple[int, int], bold: bool) -> None:
    ink = fonts.render(said, px, theme["focus" if bold else "muted"], "bold")
    canvas.blit(ink, ink.get_rect(center=centre))
