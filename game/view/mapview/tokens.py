"""Tokens: a creature as a piece on the board. The team is told by the colour and by the shape of the rim."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import pygame

from game.spatial.grid import Cell
from game.view import fonts, icons
from game.view.camera import Camera
from game.view.mapview.motion import NOTHING_MOVES, Still
from game.view.theme import Colour, Theme, mix, picture_of

SHAPES = ("circle", "square", "diamond", "hexagon", "triangle", "octagon")  # by team
FINE = 3  # drawn so many times larger, then shrunk
_FORMS = {  # corners, turn, size and lowering against a circle of the same radius
    "circle": (48, 0.0, 1.0, 0.0),
    "square": (4, 0.125, 1.24, 0.0),
    "diamond": (4, 0.0, 1.2, 0.0),
    "hexagon": (6, 0.0, 1.08, 0.0),
    "triangle": (3, 0.75, 1.28, 0.16),
    "octagon": (8, 0.0625, 1.04, 0.0),
}


@dataclass(frozen=True, slots=True)
class Token:
    """What is drawn of one creature. ``size`` in cells; ``short`` is its name in two or three letters."""

    who: str
    name: str
    short: str
    kind: str
    team: int
    cell: Cell
    size: int
    pv: int
    most: int
    posture: str = "standing"
    out: bool = False
    active: bool = False
    target: bool = False
    chosen: bool = False
    badges: tuple[str, ...] = ()  # conditions, each in two or three letters
    picked: bool = False
    rides: bool = False  # on another piece
    hidden: bool = False  # from the players: only the game master's side has such pieces


def shape_points(shape: str, centre: tuple[float, float], radius: float) -> list[tuple[float, float]]:
    """The corners of a team's shape; many for a circle."""
    sides, turn, grow, lower = _FORMS[shape]
    angles = [2 * math.pi * (n / sides + turn) for n in range(sides)]
    return [(centre[0] + radius * grow * math.cos(angle), centre[1] + radius * (grow * math.sin(angle) + lower))
            for angle in angles]


@lru_cache(maxsize=256)
def team_mark(theme: Theme, team: int, px: int) -> pygame.Surface:
    """The team's shape, filled, as a small picture."""
    mark = pygame.Surface((px * FINE, px * FINE), pygame.SRCALPHA)
    middle = px * FINE / 2
    points = shape_points(SHAPES[team % len(SHAPES)], (middle, middle), middle * 0.78)
    pygame.draw.polygon(mark, theme.team(team), points)
    return pygame.transform.smoothscale(mark, (px, px))


@lru_cache(maxsize=512)
def piece(theme: Theme, team: int, px: int, kind: str, short: str, posture: str, out: bool,
          least: int = 0) -> pygame.Surface:
    """The piece without bar and name, ``px`` pixels wide: the rim, the picture or else the short name, in letters of
    ``least`` pixels or more; none where they find no room."""
    done = _rim(theme, team, px, out).copy()
    _face(done, px, kind, short, posture, out, SHAPES[team % len(SHAPES)], least)
    if out:
        done.set_alpha(150)
    return done


@lru_cache(maxsize=64)
def _rim(theme: Theme, team: int, px: int, out: bool) -> pygame.Surface:
    """An empty piece."""
    side = px * FINE
    art = pygame.Surface((side, side), pygame.SRCALPHA)
    middle, colour = (side / 2, side / 2), theme.team(team)
    dark = (10, 12, 15)
    if out:
        colour = mix(colour, theme["miss"], 0.75)
    radius = side * 0.41
    shape = SHAPES[team % len(SHAPES)]
    pygame.draw.polygon(art, (*dark, 90), shape_points(shape, (middle[0], middle[1] + side * 0.03), radius * 1.14))
    pygame.draw.polygon(art, dark, shape_points(shape, middle, radius * 1.1))
    pygame.draw.polygon(art, colour, shape_points(shape, middle, radius * 1.02))
    pygame.draw.polygon(art, dark, shape_points(shape, middle, radius * 0.84))
    pygame.draw.polygon(art, mix(colour, dark, 0.74), shape_points(shape, middle, radius * 0.79))
    return pygame.transform.smoothscale(art, (px, px))


def _face(done: pygame.Surface, px: int, kind: str, short: str, posture: str, out: bool, shape: str,
          least: int) -> None:
    """The picture, turned when the creature lies; a skull for one that is out and not only unconscious."""
    ink: Colour = (245, 247, 250) if not out else (170, 176, 184)
    room = round(px * (0.5 if shape == "circle" else 0.46))
    name = "death-skull" if out and posture != "unconscious" else picture_of("creature", kind)
    if icons.exists(name) and room >= 8:
        face = icons.icon(name, room, ink)
    else:
        size = max(least, 6, round(px * (0.36 if len(short) < 3 else 0.27)))
        fitting = [each for each in (short, short[:1], "") if fonts.width(each, size, "bold") <= px * 0.66]
        face = fonts.render(fitting[0], size, ink, "bold")
    if posture == "unconscious" or (posture == "prone" and not out):
        face = pygame.transform.rotozoom(face, -90, 1.0)
    elif posture == "crouched":
        face = pygame.transform.smoothscale(face, (face.get_width(), max(1, round(face.get_height() * 0.7))))
    spot = face.get_rect(center=(px // 2, px // 2))
    done.blit(face, spot)


@lru_cache(maxsize=64)
def _faded(theme: Theme, team: int, px: int, kind: str, short: str, least: int) -> pygame.Surface:
    """A piece that one sees through."""
    faded = piece(theme, team, px, kind, short, "standing", False, least).copy()
    faded.set_alpha(140)
    return faded


def short_names(names: Sequence[str]) -> list[str]:
    """Two or three letters for each name, with its number if it has one.

    >>> short_names(["Ana", "Goblin 1", "Goblin 12", "Bruno Reis"])
    ['Ana', 'G1', 'G12', 'BR']
    """
    found = []
    for name in names:
        words = name.split()
        if len(words) > 1 and words[-1].isdigit():
            found.append(words[0][:1].upper() + words[-1])
        elif len(words) > 1:
            found.append("".join(word[:1] for word in words[:2]).upper())
        else:
            found.append(name if len(name) <= 3 else name[:2])
    return found


class Painter:
    """Draws tokens on a canvas: pieces first, names last, so that no piece hides a name; ``edges`` are where the names
    of columns and rows stand."""

    def __init__(self, canvas: pygame.Surface, camera: Camera, theme: Theme, text_px: int, area: pygame.Rect,
                 still: Still = NOTHING_MOVES, edges: tuple[pygame.Rect, pygame.Rect] | None = None) -> None:
        self.canvas = canvas
        self.places, self.flashes = dict(still.places), dict(still.flashes)
        self.camera = camera
        self.theme = theme
        self.text_px = text_px
        self.area = area
        self.edges = () if edges is None else (edges,)
        self.plates: list[pygame.Rect] = []  # where names stand
        self.bodies: list[pygame.Rect] = []  # where pieces stand

    def draw(self, tokens: Sequence[Token], every_name: bool = False, names: bool = True) -> None:
        """All tokens: those out of the fight lowest, the active one on top."""
        order = sorted(tokens, key=lambda each: (not each.out, each.rides, each.active, each.target))
        for token in order:
            if self._box(token).colliderect(self.area):
                self._piece(token)
        taken = [self._box(each).inflate(-self.camera.px // 4, -self.camera.px // 4) for each in tokens
                 if not each.out]
        self.bodies = list(taken)
        taken += [band for both in self.edges for band in both]
        for token in reversed(order):
            if names and (not token.out or every_name):
                self._name(token, taken, every_name)

    def ghost(self, token: Token) -> None:
        """A piece where it would be."""
        box = self.camera.rect(token.cell, token.size)
        self.canvas.blit(_faded(self.theme, token.team, box.width, token.kind, token.short, self.text_px), box)

    def _box(self, token: Token) -> pygame.Rect:
        """Where a piece is: on its way, or in its place."""
        box = self.camera.rect(token.cell, token.size)
        if (place := self.places.get(token.who)) is not None:
            box.topleft = self.camera.point(*place)
        return box

    def _piece(self, token: Token) -> None:
        box = self._box(token)
        px = box.width
        if token.active:
            self._halo(box, token)
        art = piece(self.theme, token.team, px, token.kind, token.short, token.posture, token.out, self.text_px)
        self.canvas.blit(_hatched(art) if token.hidden else art, box)
        if token.who in self.flashes:
            self._flash(box, token, self.flashes[token.who])
        if token.hidden:
            self._badge(box, "hidden")
        if token.target:
            self._reticle(box)
        if not token.out:
            self._bar(box, token)
            if token.posture != "standing":
                self._badge(box, token.posture)
            self._letters(box, token.badges)
            if token.picked:
                self._pick(box)

    def _flash(self, box: pygame.Rect, token: Token, strength: float) -> None:
        """A piece that is hit: a thick rim that shrinks."""
        shape, line = SHAPES[token.team % len(SHAPES)], max(3, round(self.camera.px * 0.2 * strength))
        points = shape_points(shape, box.center, box.width * (0.42 + 0.12 * strength))
        pygame.draw.polygon(self.canvas, (10, 12, 15), points, line + 4)
        pygame.draw.polygon(self.canvas, self.theme["bad"], points, line)

    def _halo(self, box: pygame.Rect, token: Token) -> None:
        """The active creature: a bright ring with a gap, and an arrowhead above."""
        shape = SHAPES[token.team % len(SHAPES)]
        line = max(2, self.camera.px // 18)
        points = shape_points(shape, box.center, box.width * 0.47)
        pygame.draw.polygon(self.canvas, (10, 12, 15), points, line + 3)
        bright = self.theme["text"] if self.theme.name == "dark" else self.theme["focus"]
        pygame.draw.polygon(self.canvas, bright, points, line)
        tip, half = box.top + self.camera.px // 10, max(4, self.camera.px // 7)
        arrow = [(box.centerx, tip), (box.centerx - half, tip - half), (box.centerx + half, tip - half)]
        pygame.draw.polygon(self.canvas, self.theme["focus"], arrow)
        pygame.draw.polygon(self.canvas, (10, 12, 15), arrow, max(1, line // 2))

    def _reticle(self, box: pygame.Rect) -> None:
        """A target: four corners."""
        long, line = box.width // 4, max(2, self.camera.px // 16)
        inner = box.inflate(-line, -line)
        for x, dx in ((inner.left, 1), (inner.right - 1, -1)):
            for y, dy in ((inner.top, 1), (inner.bottom - 1, -1)):
                for colour, thick in (((10, 12, 15), line + 2), (self.theme["bad"], line)):
                    pygame.draw.line(self.canvas, colour, (x, y), (x + dx * long, y), thick)
                    pygame.draw.line(self.canvas, colour, (x, y), (x, y + dy * long), thick)

    def _bar(self, box: pygame.Rect, token: Token) -> None:
        """PV as a bar whose length and colour tell how much is left; none where that is not told."""
        if not token.most:
            return
        high = max(4, self.camera.px // 9)
        bar = pygame.Rect(0, 0, max(8, round(box.width * 0.74)), high)
        bar.midbottom = (box.centerx, box.bottom - max(1, self.camera.px // 28))
        pygame.draw.rect(self.canvas, (10, 12, 15), bar.inflate(2, 2), border_radius=high // 2)
        if token.most > 0 and token.pv > 0:
            share = min(1.0, token.pv / token.most)
            full = pygame.Rect(bar.left, bar.top, max(2, round(bar.width * share)), bar.height)
            role = "good" if share > 0.5 else "graze" if share > 0.25 else "bad"
            pygame.draw.rect(self.canvas, self.theme[role], full, border_radius=high // 2)

    def _badge(self, box: pygame.Rect, posture: str) -> None:
        """A mark for one who lies, crouches, or is hidden from the players."""
        side = max(12, round(self.camera.px * 0.36))
        spot = pygame.Rect(box.left + self.camera.px // 40, box.top + self.camera.px // 40, side, side)
        pygame.draw.circle(self.canvas, (10, 12, 15), spot.center, side // 2 + 1)
        pygame.draw.circle(self.canvas, self.theme["warn"], spot.center, side // 2)
        name = {"prone": "prone", "hidden": "hood"}.get(posture, "kneeling")
        art = icons.icon(name, round(side * 0.76), self.theme["ink"])
        self.canvas.blit(art, art.get_rect(center=spot.center))

    def _letters(self, box: pygame.Rect, badges: tuple[str, ...]) -> None:
        """Conditions as letters in pills, down the right side; a plus on the last means that there are more."""
        px = max(self.text_px, round(self.camera.px * 0.24))
        high = round(px * 1.25)
        most = max(1, box.height // (high + 2))
        shown = badges if len(badges) <= most else (*badges[: most - 1], f"{badges[most - 1]}+")
        for n, said in enumerate(shown):
            ink = fonts.render(said, px, self.theme["ink"], "bold")
            pill = pygame.Rect(0, 0, max(high, ink.get_width() + px // 2), high)
            pill.topright = (box.right + 1, box.top + n * (high + 2))
            pygame.draw.rect(self.canvas, (10, 12, 15), pill.inflate(3, 3), border_radius=high // 2)
            pygame.draw.rect(self.canvas, self.theme["warn"], pill, border_radius=high // 2)
            self.canvas.blit(ink, ink.get_rect(center=pill.center))

    def _pick(self, box: pygame.Rect) -> None:
        """Chosen as one of several targets: a tick at the lower left."""
        side = max(12, round(self.camera.px * 0.36))
        spot = pygame.Rect(box.left, box.bottom - side, side, side)
        pygame.draw.circle(self.canvas, (10, 12, 15), spot.center, side // 2 + 1)
        pygame.draw.circle(self.canvas, self.theme["focus"], spot.center, side // 2)
        art = icons.icon("check", round(side * 0.8), self.theme["ink"])
        self.canvas.blit(art, art.get_rect(center=spot.center))

    def _name(self, token: Token, taken: list[pygame.Rect], every: bool) -> None:
        box = self._box(token)
        unseen = any(box.centerx < lines.right or box.centery < columns.bottom for columns, lines in self.edges)
        if not token.name or unseen or not box.colliderect(self.area):
            return
        px, strong = self.text_px, token.active or token.target or token.chosen
        wide = max(box.width * 1.5, px * 4)
        options = [token.name, token.short] if strong else [token.name] if every else []
        if not options and self.camera.px >= px * 1.4:
            options = [token.name, token.short] if fonts.width(token.name, px, "bold") <= wide else [token.short]
        for said in options:
            ink = fonts.render(said, px, (245, 247, 250) if not token.out else (170, 176, 184), "bold")
            plate = pygame.Rect(0, 0, ink.get_width() + px // 2, fonts.line_height(px) * 9 // 10)
            lift = self.camera.px // 8 if token.active else 0
            below, above = box.bottom + plate.height // 2 - 1, box.top - plate.height // 2 - lift
            left, right = box.left - plate.width // 2, box.right + plate.width // 2
            centres = [(box.centerx, below), (box.centerx, above), (right, box.centery), (left, box.centery)]
            if strong:
                centres += [(right, below), (left, below), (right, above), (left, above)]
            for centre in centres:
                plate.center = centre
                if plate.collidelist(taken) < 0:
                    break
            else:
                if said != options[-1] or not strong:
                    continue
                plate.center = centres[0]
            plate.clamp_ip(self.area)
            self._plate(plate, ink)
            self.plates.append(plate.copy())
            taken.append(plate.inflate(px // 3, 0))  # names do not run into one another
            return

    def _plate(self, plate: pygame.Rect, ink: pygame.Surface) -> None:
        ground = _plate_ground(plate.size)
        self.canvas.blit(ground, plate)
        self.canvas.blit(ink, ink.get_rect(center=plate.center))


def _hatched(art: pygame.Surface) -> pygame.Surface:
    """A piece that only the game master sees: pale, with stripes over it."""
    made = art.copy()
    step = max(6, made.get_width() // 6)
    stripes = pygame.Surface(made.get_size(), pygame.SRCALPHA)
    stripes.fill((255, 255, 255, 255))
    for x in range(-made.get_height(), made.get_width(), step):
        pygame.draw.line(stripes, (255, 255, 255, 70), (x, made.get_height()), (x + made.get_height(), 0), step // 2)
    made.blit(stripes, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    made.set_alpha(170)
    return made


@lru_cache(maxsize=128)
def _plate_ground(size: tuple[int, int]) -> pygame.Surface:
    ground = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(ground, (10, 12, 15, 205), ground.get_rect(), border_radius=size[1] // 3)
    return ground
