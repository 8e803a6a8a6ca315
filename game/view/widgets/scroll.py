"""A panel whose widgets may need more height than it has: it moves them by wheel, keys and focus."""

import pygame

from game.view.widgets.base import Look, Panel, Widget


class Scroll(Panel):
    """Widgets are added as if there were room for all of them; ``fit`` then says how much they need.

    :ivar need: height of everything in it, in pixels.  :ivar offset: how far it is moved up, in pixels.
    :ivar foot: height of what stays in sight at the lower edge, in pixels.
    """

    def __init__(self, rect: pygame.Rect, ground: str = "panel", modal: bool = False) -> None:
        super().__init__(rect, ground, modal)
        self.need = self.offset = self.foot = 0
        self._pinned: tuple[int, int] | None = None  # how many children came before, and where the others begin

    @property
    def most(self) -> int:
        """The greatest offset, in pixels; 0 when everything is in sight."""
        return max(0, self.need - self.rect.height)

    @property
    def sight(self) -> pygame.Rect:
        """The part of the window where what moves can be seen."""
        return pygame.Rect(self.rect.left, self.rect.top, self.rect.width, self.rect.height - self.foot)

    def parts(self) -> tuple[list[Widget], list[Widget]]:
        """What moves, and what stays at the lower edge."""
        count = self._pinned[0] if self._pinned is not None and self.foot else len(self.children)
        return self.children[:count], self.children[count:]

    def clear(self) -> None:
        self.need = self.offset = self.foot = 0
        self._pinned = None
        super().clear()

    def pin(self, top: int) -> None:
        """What is added from now on, from ``top`` down, stays in sight when the rest must scroll."""
        self._pinned = (len(self.children), top)

    def fit(self, need: int) -> None:
        """Everything is in it now and takes ``need`` pixels."""
        self.need = need
        if self._pinned is not None and self.most and len(self.children) > self._pinned[0]:
            self.foot = min(self.rect.top + need - self._pinned[1], self.rect.height // 2)
            _move(self.parts()[1], -self.most)
        self.scroll(0)

    def scroll(self, pixels: int) -> None:
        """Move what is in it."""
        offset = max(0, min(self.most, self.offset + pixels))
        _move(self.parts()[0], self.offset - offset)
        self.offset = offset
        self.changed()

    def wheel(self, steps: int) -> bool:
        self.scroll(-steps * max(20, self.rect.height // 8))
        return bool(self.most)

    def page(self, by: int) -> bool:
        """Most of its height down or up; False when everything is in sight."""
        self.scroll(by * self.sight.height * 3 // 4)
        return bool(self.most)

    def uncover(self, child: Widget) -> None:
        air, sight = child.rect.height // 3, self.sight
        if child in self.parts()[1]:
            return
        if child.rect.top - air < sight.top:
            self.scroll(child.rect.top - air - sight.top)
        elif child.rect.bottom + air > sight.bottom:
            self.scroll(child.rect.bottom + air - sight.bottom)

    def at(self, pos: tuple[int, int]) -> Widget | None:
        if not (self.visible and self.rect.collidepoint(pos)):
            return None
        for child in reversed(self.parts()[self.foot > 0 and pos[1] >= self.sight.bottom]):
            if (found := child.at(pos)) is not None:
                return found
        return self

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        moving, pinned = self.parts()
        before, sight = canvas.get_clip(), look.on(self.sight)
        canvas.set_clip(sight.clip(before))
        for part in (moving, pinned):
            for child in part:
                if child.visible:
                    child.draw(canvas, look)
            canvas.set_clip(before)
        if self.foot:
            pygame.draw.line(canvas, look.theme["line"], (sight.left + look.scale.pad, sight.bottom),
                             (sight.right - look.scale.pad, sight.bottom), look.scale.hair)
        if self.most:
            self._bar(canvas, look, sight)

    def _bar(self, canvas: pygame.Surface, look: Look, own: pygame.Rect) -> None:
        """Along the right edge: how much is in sight, and where."""
        pad = look.scale.pad
        wide = max(4, pad // 2)
        track = pygame.Rect(own.right - wide - max(2, pad // 4), own.top + pad, wide, own.height - 2 * pad)
        size = max(2 * wide, track.height * self.sight.height // max(1, self.need - self.foot))
        thumb = pygame.Rect(track.left, track.top + (track.height - size) * self.offset // self.most, wide, size)
        pygame.draw.rect(canvas, look.theme["raised"], track, border_radius=wide // 2)
        pygame.draw.rect(canvas, look.theme["faint"], thumb, border_radius=wide // 2)


def _move(widgets: list[Widget], pixels: int) -> None:
    for child in widgets:
        for widget in child.walk():
            widget.rect.move_ip(0, pixels)
