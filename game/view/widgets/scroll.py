"""A panel whose widgets may need more height than it has: it moves them by wheel, keys and focus."""

import pygame

from game.view.widgets.base import Look, Panel, Widget


class Scroll(Panel):
    """Widgets are added as if there were room for all of them; ``fit`` then says how much they need.

    :ivar need: height of everything in it, in pixels.  :ivar offset: how far it is moved up, in pixels.
    """

    def __init__(self, rect: pygame.Rect, ground: str = "panel", modal: bool = False) -> None:
        super().__init__(rect, ground, modal)
        self.need = 0
        self.offset = 0

    @property
    def most(self) -> int:
        """The greatest offset, in pixels; 0 when everything is in sight."""
        return max(0, self.need - self.rect.height)

    def clear(self) -> None:
        self.need = self.offset = 0
        super().clear()

    def fit(self, need: int) -> None:
        """Everything is in it now and takes ``need`` pixels."""
        self.need = need
        self.scroll(0)

    def scroll(self, pixels: int) -> None:
        """Move what is in it."""
        offset = max(0, min(self.most, self.offset + pixels))
        for child in self.children:
            for widget in child.walk():
                widget.rect.move_ip(0, self.offset - offset)
        self.offset = offset
        self.changed()

    def wheel(self, steps: int) -> bool:
        self.scroll(-steps * max(20, self.rect.height // 8))
        return bool(self.most)

    def page(self, by: int) -> bool:
        """Most of its height down or up; False when everything is in sight."""
        self.scroll(by * self.rect.height * 3 // 4)
        return bool(self.most)

    def uncover(self, child: Widget) -> None:
        air = child.rect.height // 3
        if child.rect.top - air < self.rect.top:
            self.scroll(child.rect.top - air - self.rect.top)
        elif child.rect.bottom + air > self.rect.bottom:
            self.scroll(child.rect.bottom + air - self.rect.bottom)

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        super().draw(canvas, look)
        if not self.most:
            return
        own, pad = look.on(self.rect), look.scale.pad
        wide = max(4, pad // 2)
        track = pygame.Rect(own.right - wide - max(2, pad // 4), own.top + pad, wide, own.height - 2 * pad)
        size = max(2 * wide, track.height * self.rect.height // self.need)
        thumb = pygame.Rect(track.left, track.top + (track.height - size) * self.offset // self.most, wide, size)
        pygame.draw.rect(canvas, look.theme["raised"], track, border_radius=wide // 2)
        pygame.draw.rect(canvas, look.theme["faint"], thumb, border_radius=wide // 2)
