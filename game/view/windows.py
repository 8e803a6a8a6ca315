"""A second window, for a television: the players' picture on a screen of its own. Closing it harms nothing."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.texts import tr
from game.view import fonts
from game.view.players import PlayersPicture
from game.view.scale import Scale
from game.view.settings import PRESETS, ViewSettings
from game.view.theme import theme
from game.view.widgets.base import Look

if TYPE_CHECKING:
    from game.view.screens.play import PlayScreen

FIRST_SIZE = (1280, 720)
ARROWS = {pygame.K_LEFT: (1, 0), pygame.K_RIGHT: (-1, 0), pygame.K_UP: (0, 1), pygame.K_DOWN: (0, -1)}


class PlayersWindow:
    """The window, what it shows, and whether it is black."""

    def __init__(self, settings: Callable[[], ViewSettings], title: str, icon: pygame.Surface,
                 size: tuple[int, int] = FIRST_SIZE) -> None:
        self.window = pygame.Window(title, size, resizable=True)
        self.window.set_icon(icon)
        self.settings = settings
        self.picture = PlayersPicture()
        self.screen: PlayScreen | None = None
        self.black = False
        self.full_screen = False
        self.stale = True
        self.suspect = False  # the first window was drawn anew: this one may have to be
        self.frames = 0
        self._drag: tuple[int, int] | None = None
        self.look = self._look()

    def _look(self) -> Look:
        """In the size and the colours of the screen that it is for."""
        chosen = self.settings()
        preset = PRESETS[chosen.players_screen or "television"]
        return Look(theme(preset.theme), Scale(*self.window.size, preset.factor, preset.margin))

    def show(self, screen: "PlayScreen | None") -> None:
        """Show the players' side of this screen from now on; None: the name of the program alone."""
        if screen is not self.screen:
            self.screen, self.picture = screen, PlayersPicture()
        self.stale = True

    def close(self) -> None:
        """Take the window away."""
        self.window.destroy()

    # what may be done with it

    def toggle_black(self) -> None:
        """Nothing to see, or the picture again."""
        self.black = not self.black
        self.stale = True

    def toggle_full_screen(self) -> None:
        """Full screen, or back to a window."""
        self.full_screen = not self.full_screen
        if self.full_screen:
            self.window.set_fullscreen(True)
        else:
            self.window.set_windowed()
        self.stale = True

    def toggle_follow(self) -> None:
        """The camera goes where something happens, or stays."""
        self.picture.follows = not self.picture.follows
        self.whole()

    def whole(self) -> None:
        """All of the map that matters."""
        if self.screen is not None:
            self.picture.whole(self.screen.match.for_players().battle, self.look)
        self.stale = True

    def zoom(self, steps: int, around: tuple[int, int] | None = None) -> None:
        """Nearer, or farther when negative."""
        if self.screen is not None:
            self.picture.zoom(self.screen.match.battle.map, steps, around)
        self.stale = True

    def pan(self, dx: int, dy: int) -> None:
        """Move the map by pixels."""
        if self.screen is not None:
            self.picture.pan(self.screen.match.battle.map, dx, dy)
        self.stale = True

    # events

    def handle(self, event: pygame.event.Event) -> bool:
        """An event of this window; False for a key that it has no use for: it is meant for the other one."""
        match event.type:
            case pygame.KEYDOWN:
                return self._key(event)
            case pygame.KEYUP | pygame.TEXTINPUT | pygame.TEXTEDITING:
                return False
            case pygame.MOUSEWHEEL:
                self.zoom(event.y)
            case pygame.MOUSEBUTTONDOWN if event.button in (1, 2):
                self._drag = event.pos
            case pygame.MOUSEBUTTONUP:
                self._drag = None
            case pygame.MOUSEMOTION if self._drag is not None:
                self.pan(event.pos[0] - self._drag[0], event.pos[1] - self._drag[1])
                self._drag = event.pos
            case pygame.MOUSEMOTION | pygame.MOUSEBUTTONDOWN:
                pass
            case _:
                self.stale = True
        return True

    def _key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_F11:
            self.toggle_full_screen()
        elif event.key == pygame.K_HOME:
            self.picture.follows = False
            self.whole()
        elif event.key in (pygame.K_PLUS, pygame.K_KP_PLUS) or event.unicode == "+":
            self.zoom(2)
        elif event.key in (pygame.K_MINUS, pygame.K_KP_MINUS) or event.unicode == "-":
            self.zoom(-2)
        elif event.key in ARROWS and event.mod & pygame.KMOD_SHIFT:
            way, step = ARROWS[event.key], self.picture.view.camera.px * 2
            self.pan(way[0] * step, way[1] * step)
        else:
            return False
        return True

    # the loop

    def due(self, now: float) -> float | None:
        """Seconds until it changes by itself, None when it will not."""
        return None if self.black or self.screen is None else self.picture.due(now)

    def tick(self, now: float) -> None:
        """Time has passed."""
        if self.screen is not None and self.picture.tick(now):
            self.stale = True

    def refresh(self, now: float) -> None:
        """Draw what has changed, if anything has."""
        if self.suspect and not self.black and self.screen is not None:
            self.stale = self.picture.changed(self.screen, self.look, now) or self.stale
        self.suspect = False
        if self.stale or self.look != self._look():
            self.draw(now)

    def draw(self, now: float) -> None:
        """One frame."""
        self.stale = False
        canvas = self.window.get_surface()
        if canvas.get_size() != (self.look.scale.width, self.look.scale.height) or self.look != self._look():
            self.look = self._look()
        if self.black:
            canvas.fill((0, 0, 0))
        elif self.screen is None:
            self._paint_name(canvas)
        else:
            self.picture.paint(canvas, self.look, self.screen, now)
        self.window.flip()
        self.frames += 1

    def _paint_name(self, canvas: pygame.Surface) -> None:
        canvas.fill(self.look.theme["backdrop"])
        ink = fonts.render(tr("Flanco"), self.look.scale.title, self.look.theme["text"], "bold")
        canvas.blit(ink, ink.get_rect(center=canvas.get_rect().center))
