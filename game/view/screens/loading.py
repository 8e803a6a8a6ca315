"""Shown while the program is being prepared for a game that was asked for at the start."""

from collections.abc import Callable

import pygame

from game.texts import tr
from game.view import fonts
from game.view.screens.base import Host, Screen
from game.view.screens.title import paint_progress


class LoadingScreen(Screen):
    """Waits for the preparation, then opens what was asked for."""

    def __init__(self, host: Host, then: Callable[[], None]) -> None:
        super().__init__(host)
        self.then = then

    def paint(self, canvas: pygame.Surface) -> None:
        scale, theme = self.look.scale, self.look.theme
        canvas.fill(theme["backdrop"])
        ink = fonts.render(tr("Preparing the game"), scale.em(2), theme["text"], "bold")
        canvas.blit(ink, ink.get_rect(center=scale.window.center))
        paint_progress(canvas, self.look, self.host.progress() or 0.0)

    def tick(self) -> None:
        super().tick()
        if self.host.progress() is None:
            self.host.show_title()
            self.then()
