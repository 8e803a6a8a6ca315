"""A picture within a rectangle, in its middle."""

import pygame

from game.view.widgets.base import Look, Widget


class Preview(Widget):
    """A picture of a map; nothing while there is none."""

    def __init__(self, rect: pygame.Rect, picture: pygame.Surface | None = None) -> None:
        super().__init__(rect)
        self.picture = picture

    def show(self, picture: pygame.Surface | None) -> None:
        """Another picture."""
        self.picture = picture
        self.changed()

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        own = look.on(self.rect)
        if self.picture is not None:
            canvas.blit(self.picture, self.picture.get_rect(center=own.center))
