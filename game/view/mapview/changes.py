"""What a fight leaves on the map: zones and clouds, walls that appear, things on the ground, who holds whom.

Each kind has its own pattern, so that nothing hangs on colour: bricks are walls, dots smoke, hatching harms, waves
slow, a dashed rim is a zone of influence.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import pygame

from game.spatial.grid import Cell
from game.view import fonts
from game.view.camera import Camera
from game.view.icons import icon
from game.view.theme import Colour, Theme, mix

Look = Literal["wall", "smoke", "thick", "harm", "slow", "influence", "lit", "refused"]
DARK: Colour = (10, 12, 15)


@dataclass(frozen=True, slots=True)
class Patch:
    """Cells that are changed, how, and what people call it ("" for no label)."""

    cells: tuple[Cell, ...]
    looks: tuple[Look, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Lying:
    """A thing on the ground of a cell."""

    cell: Cell
    picture: str
    name: str


@dataclass(frozen=True, slots=True)
class Link:
    """A hold: from the middle of the holder to the middle of the held one, in metres."""

    start: tuple[float, float]
    end: tuple[float, float]


def paint(canvas: pygame.Surface, camera: Camera, theme: Theme, patches: Sequence[Patch]) -> None:
    """The changed cells, tile by tile, with a rim around each patch."""
    area = canvas.get_rect()
    for patch in patches:
        for look in patch.looks:
            tile = _tile(theme, look, camera.px)
            for cell in patch.cells:
                spot = camera.rect(cell)
                if spot.colliderect(area):
                    canvas.blit(tile, spot)
        _rim(canvas, camera, _colour(theme, patch.looks[-1]), patch.cells, dashed="influence" in patch.looks)


def names(canvas: pygame.Surface, camera: Camera, theme: Theme, patches: Sequence[Patch], px: int) -> None:
    """What each patch is called, in its middle."""
    for patch in patches:
        if not patch.name or not patch.cells:
            continue
        x = sum(x for x, _ in patch.cells) / len(patch.cells)
        top = min(y for _, y in patch.cells)
        ink = fonts.render(patch.name, px, (245, 247, 250), "bold")
        plate = pygame.Rect(0, 0, ink.get_width() + px // 2, fonts.line_height(px) * 9 // 10)
        plate.midbottom = camera.point(x + 0.5, top + 0.05)
        ground = pygame.Surface(plate.size, pygame.SRCALPHA)
        pygame.draw.rect(ground, (*DARK, 190), ground.get_rect(), border_radius=px // 3)
        canvas.blit(ground, plate)
        canvas.blit(ink, ink.get_rect(center=plate.center))


def _colour(theme: Theme, look: Look) -> Colour:
    roles: dict[Look, str] = {"wall": "wall", "smoke": "muted", "thick": "muted", "harm": "bad", "slow": "warn",
                              "influence": "accent", "lit": "focus", "refused": "bad"}
    return theme[roles[look]]


@lru_cache(maxsize=128)
def _tile(theme: Theme, look: Look, px: int) -> pygame.Surface:
    """One cell of a pattern; they fit together at the edges."""
    tile = pygame.Surface((px, px), pygame.SRCALPHA)
    colour, thin = _colour(theme, look), max(1, px // 24)
    match look:
        case "wall":
            _bricks(tile, theme, px)
        case "smoke" | "thick":
            grey = mix(colour, (200, 205, 212), 0.4)
            tile.fill((*grey, 70 if look == "smoke" else 150))
            step = px / (3 if look == "smoke" else 5)
            for n in range(round(px / step)):
                for m in range(round(px / step)):
                    centre = ((n + 0.5) * step, (m + 0.5) * step)
                    pygame.draw.circle(tile, (*DARK, 130), centre, max(1.5, step * 0.2))
                    pygame.draw.circle(tile, (*grey, 220), centre, max(1.0, step * 0.14))
        case "harm":
            tile.fill((*colour, 46))
            for start in range(-px, px, max(5, px // 3)):
                for shade, wide in ((DARK, thin + 2), (colour, thin)):
                    pygame.draw.line(tile, (*shade, 200), (start, px), (start + px, 0), wide)
        case "slow":
            tile.fill((*colour, 26))
            for row in (0.3, 0.75):
                points = [(px * n / 12, px * (row + 0.07 * math.sin(n * math.pi / 3))) for n in range(13)]
                pygame.draw.lines(tile, (*DARK, 190), False, points, thin + 2)
                pygame.draw.lines(tile, (*colour, 230), False, points, thin)
        case "influence":
            tile.fill((*colour, 34))
        case "lit" | "refused":
            tile.fill((*colour, 84))
            pygame.draw.rect(tile, (*colour, 150), tile.get_rect(), thin)
            if look == "refused":  # crossed out, not only red
                for ends in (((0, 0), (px, px)), ((0, px), (px, 0))):
                    pygame.draw.line(tile, (*colour, 220), *ends, thin)
    return tile


def _bricks(tile: pygame.Surface, theme: Theme, px: int) -> None:
    tile.fill((*theme["wall_fill"], 255))
    seam, thin = mix(theme["wall_fill"], theme["wall_edge"], 0.6), max(1, px // 26)
    for row in range(4):
        y = px * row // 4
        pygame.draw.line(tile, seam, (0, y), (px, y), thin)
        x = px * (1 + 2 * (row % 2)) // 4
        pygame.draw.line(tile, seam, (x, y), (x, y + px // 4), thin)


def _rim(canvas: pygame.Surface, camera: Camera, colour: Colour, cells: Sequence[Cell], dashed: bool) -> None:
    """Around the outside of the cells."""
    own, px, thick = set(cells), camera.px, max(2, camera.px // 18)
    edges: list[tuple[tuple[int, int], tuple[int, int]]] = []
    for x, y in cells:
        box = camera.rect((x, y))
        sides = (((x, y - 1), box.topleft, (box.right, box.top)), ((x, y + 1), (box.left, box.bottom), box.bottomright),
                 ((x - 1, y), box.topleft, (box.left, box.bottom)), ((x + 1, y), (box.right, box.top), box.bottomright))
        edges += [(a, b) for beyond, a, b in sides if beyond not in own]
    for shade, wide in ((DARK, thick + 2), (colour, thick)):
        for (ax, ay), (bx, by) in edges:
            if not dashed or px < 14:
                pygame.draw.line(canvas, shade, (ax, ay), (bx, by), wide)
                continue
            for n in (0, 2):
                pygame.draw.line(canvas, shade, (ax + (bx - ax) * n // 4, ay + (by - ay) * n // 4),
                                 (ax + (bx - ax) * (n + 1) // 4, ay + (by - ay) * (n + 1) // 4), wide)


def lying(canvas: pygame.Surface, camera: Camera, theme: Theme, some: Sequence[Lying]) -> None:
    """Things on the ground: their picture on a small plate, at the left of the cell above the bars of creatures."""
    side = max(12, round(camera.px * 0.38))
    for n, each in enumerate(some):
        same = sum(other.cell == each.cell for other in some[:n])
        box = camera.rect(each.cell)
        spot = pygame.Rect(box.left + side * same // 2, box.bottom - side - camera.px // 6, side, side)
        pygame.draw.rect(canvas, DARK, spot.inflate(2, 2), border_radius=side // 4)
        pygame.draw.rect(canvas, mix(theme["focus"], DARK, 0.55), spot, border_radius=side // 4)
        art = icon(each.picture, round(side * 0.8), (245, 247, 250))
        canvas.blit(art, art.get_rect(center=spot.center))


def holds(canvas: pygame.Surface, camera: Camera, theme: Theme, some: Sequence[Link]) -> None:
    """Three links of a chain from the holder to the held one, growing toward it."""
    for each in some:
        a, b = camera.point(*each.start), camera.point(*each.end)
        for share, size in ((0.38, 0.07), (0.48, 0.09), (0.6, 0.11)):
            low = camera.px * 0.2  # clear of the letters that tell conditions
            spot = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share + low)
            radius = max(3, round(camera.px * size))
            pygame.draw.circle(canvas, DARK, spot, radius + 2, max(2, radius // 2) + 3)
            pygame.draw.circle(canvas, theme["warn"], spot, radius, max(2, radius // 3))


def held(canvas: pygame.Surface, camera: Camera, theme: Theme, some: Sequence[Link]) -> None:
    """A ring around each held one."""
    thick = max(2, camera.px // 18)
    for each in some:
        centre = camera.point(*each.end)
        pygame.draw.circle(canvas, DARK, centre, camera.px * 0.54, thick + 2)
        pygame.draw.circle(canvas, theme["warn"], centre, camera.px * 0.53, thick)


def origin(canvas: pygame.Surface, camera: Camera, theme: Theme, spot: tuple[float, float], locked: bool) -> None:
    """Where an area starts: a cross in a ring, filled once it is locked."""
    centre, radius = camera.point(*spot), max(6, camera.px // 6)
    for shade, wide in ((DARK, 5), (theme["focus"], 3)):
        if locked:
            pygame.draw.circle(canvas, shade, centre, radius + (2 if shade == DARK else 0))
        pygame.draw.circle(canvas, shade, centre, radius, wide)
        for dx, dy in ((1, 0), (0, 1)):
            ends = ((centre[0] - dx * radius * 1.6, centre[1] - dy * radius * 1.6),
                    (centre[0] + dx * radius * 1.6, centre[1] + dy * radius * 1.6))
            pygame.draw.line(canvas, shade, *ends, wide - 1)
