"""Words in a rectangle: one line or wrapped, aligned, in a role's colour."""

from typing import Literal

import pygame

from game.view import fonts
from game.view.fonts import Weight
from game.view.icons import icon
from game.view.widgets.base import Look, Placed, Widget

Side = Literal["left", "centre", "right"]


class Label(Widget):
    """Words. With ``wrap`` they fill several lines; otherwise one line, shortened with an ellipsis only if
    ``shorten`` allows it (then the whole text is the tip)."""

    def __init__(self, rect: pygame.Rect, said: str, px: int, role: str = "text", weight: Weight = "regular",
                 side: Side = "left", wrap: bool = False, shorten: bool = False, tip: str = "") -> None:
        super().__init__(rect, tip)
        self.said = said
        self.px = px
        self.role = role
        self.weight: Weight = weight
        self.side: Side = side
        self.wrap = wrap
        if shorten and fonts.width(said, px, weight) > rect.width:
            self.tip = self.tip or said
            self.said = fonts.shorten(said, px, rect.width, weight)

    def say(self, said: str) -> None:
        """Other words from now on."""
        if said != self.said:
            self.said = said
            self.changed()

    def lines(self) -> tuple[str, ...]:
        """The lines as they are drawn."""
        return fonts.wrap(self.said, self.px, self.rect.width, self.weight) if self.wrap else (self.said,)

    def _placed(self) -> list[tuple[str, pygame.Rect]]:
        lines, step = self.lines(), fonts.line_height(self.px)
        top = self.rect.top if self.wrap else self.rect.centery - step // 2
        placed = []
        for n, line in enumerate(lines):
            ink = pygame.Rect(0, top + n * step, fonts.width(line, self.px, self.weight), step)
            if self.side == "left":
                ink.left = self.rect.left
            elif self.side == "right":
                ink.right = self.rect.right
            else:
                ink.centerx = self.rect.centerx
            placed.append((line, ink))
        return placed

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        colour = look.theme[self.role if self.enabled else "faint"]
        for line, ink in self._placed():
            if line:
                canvas.blit(fonts.render(line, self.px, colour, self.weight), look.on(ink))

    def texts(self, look: Look) -> list[Placed]:
        return [Placed(line, ink, self.rect, self.px) for line, ink in self._placed() if line]


def height_of(said: str, px: int, room: int, weight: Weight = "regular") -> int:
    """The height that wrapped words need in a width, in pixels."""
    return len(fonts.wrap(said, px, room, weight)) * fonts.line_height(px)


class Picture(Widget):
    """An icon, as large as its rectangle allows."""

    def __init__(self, rect: pygame.Rect, name: str, role: str = "text", tip: str = "") -> None:
        super().__init__(rect, tip)
        self.name = name
        self.role = role

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        side = min(self.rect.size)
        spot = pygame.Rect(0, 0, side, side)
        spot.center = look.on(self.rect).center
        canvas.blit(icon(self.name, side, look.theme[self.role]), spot)
