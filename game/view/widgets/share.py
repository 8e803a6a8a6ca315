"""How far something is that takes a while."""

import pygame

from game.view.widgets.base import Look, Widget


class Share(Widget):
    """A bar, full when all is done."""

    def __init__(self, rect: pygame.Rect, share: float) -> None:
        super().__init__(rect)
        self.share = share

    def show(self, share: float) -> None:
        """So far now."""
        if share != self.share:
            self.share = share
            self.changed()

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        own = look.on(self.rect)
        pygame.draw.rect(canvas, look.theme["raised"], own, border_radius=own.height // 2)
        done = pygame.Rect(own.left, own.top, round(own.width * self.share), own.height)
        pygame.draw.rect(canvas, look.theme["accent"], done, border_radius=own.height // 2)
