"""What every screen has: a stage of widgets, dialogs, toasts, and a place in the loop."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pygame

from game.content.maps import MapFile
from game.content.parties import Party
from game.errors import DataError, FlancoError
from game.texts import sentence, tr
from game.view import fonts
from game.view.settings import Value, ViewSettings
from game.view.widgets import dialog
from game.view.widgets.base import Look
from game.view.widgets.dialog import Answer
from game.view.widgets.listing import Row
from game.view.widgets.stage import Layer, Stage

if TYPE_CHECKING:
    from game.view.windows import PlayersWindow

TOAST_SECONDS = 4.0


class Host(Protocol):
    """What a screen may ask of the app around it."""

    look: Look
    now: float
    settings: ViewSettings
    players_window: "PlayersWindow | None"

    def show_title(self) -> None:
        """Go to the title."""

    def play_scenario(self, path: Path, party: Party | None = None) -> None:
        """Start a scenario, with a party in the place of the players' side."""

    def play_map(self, map: MapFile) -> None:
        """Start with a map and nobody on it."""

    def play_save(self, path: Path) -> None:
        """Open a saved game."""

    def go(self, then: Callable[[], None]) -> None:
        """Leave the screen and do something else, at once when nothing is lost by it."""

    def show(self, screen: "Screen") -> None:
        """Put a screen into the window."""

    def change(self, field: str, value: Value) -> None:
        """Another value of a setting: seen at once, and kept."""

    def toggle_full_screen(self) -> None:
        """Full screen, or back to a window."""

    def open_players_window(self) -> None:
        """Open a second window with what the players see; the first is the game master's from then on."""

    def close_players_window(self) -> None:
        """Close it; the first window is the players' again."""

    def quit(self) -> None:
        """Close the program."""

    def progress(self) -> float | None:
        """How far the preparation at the start is, from 0 to 1; None when it is done."""

    def redraw(self) -> None:
        """Something that can be seen has changed."""


class Screen:
    """One screen. ``build`` makes its widgets for the window's size, the language and the theme in force."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.stage = Stage()
        self._toast: tuple[str, str, float] | None = None  # words, role, until when

    @property
    def look(self) -> Look:
        """Colours and sizes in force."""
        return self.host.look

    def build(self) -> None:
        """Make the widgets anew: the window, the language, the theme or the scale changed."""

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event; whatever the widgets do not use goes to ``use``."""
        if self.stage.handle(event, self.host.now):
            self.host.redraw()
        else:
            self.use(event)

    def use(self, event: pygame.event.Event) -> None:
        """An event that no widget used."""

    def leave(self) -> FlancoError | None:
        """The screen is about to be taken away, or the window to be closed; what would be lost by it, None when nothing
        is."""
        return None

    def after_frame(self) -> None:
        """The picture is in the window, or will never be: what could wait for that is to be done now."""

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw everything."""
        self.stage.paint(canvas, self.look)
        self.paint_toast(canvas)
        self.stage.paint_tip(canvas, self.look, self.host.now)

    def due(self) -> float | None:
        """Seconds until something changes by itself, None when nothing will."""
        waits = [self.stage.tip_due(self.host.now)]
        if self._toast is not None:
            waits.append(max(0.0, self._toast[2] - self.host.now))
        return soonest(*waits)

    def tick(self) -> None:
        """Time has passed."""
        if self._toast is not None and self.host.now >= self._toast[2]:
            self._toast = None

    # saying things

    def toast(self, said: str, role: str = "warn") -> None:
        """Words over the screen for a few seconds."""
        self._toast = (said, role, self.host.now + TOAST_SECONDS)
        self.host.redraw()

    def hush(self) -> None:
        """Take the words over the screen away."""
        self._toast = None

    @property
    def toast_said(self) -> str:
        """The words that are shown now, empty when none."""
        return self._toast[0] if self._toast else ""

    def toast_place(self) -> pygame.Rect:
        """Where the toast's lower edge goes: its midbottom is this rectangle's."""
        return self.look.scale.safe

    def toast_spot(self) -> pygame.Rect | None:
        """Where the toast is, None when none is shown."""
        if self._toast is None:
            return None
        scale = self.look.scale
        lines = self._toast_lines()
        wide = max(fonts.width(line, scale.body, "bold") for line in lines) + 4 * scale.pad
        spot = pygame.Rect(0, 0, wide, fonts.line_height(scale.body) * len(lines) + 2 * scale.pad)
        area = self.toast_place()
        spot.midbottom = (area.centerx, area.bottom - scale.pad)
        return spot.clamp(scale.safe)

    def _toast_lines(self) -> tuple[str, ...]:
        scale = self.look.scale
        return fonts.wrap(self.toast_said, scale.body, min(scale.em(40), scale.safe.width - 4 * scale.pad), "bold")

    def paint_toast(self, canvas: pygame.Surface) -> None:
        """Draw the toast."""
        spot = self.toast_spot()
        if self._toast is None or spot is None:
            return
        scale, theme = self.look.scale, self.look.theme
        pygame.draw.rect(canvas, theme["panel"], spot, border_radius=scale.pad)
        pygame.draw.rect(canvas, theme[self._toast[1]], spot, max(2, scale.hair * 2), border_radius=scale.pad)
        step = fonts.line_height(scale.body)
        for n, line in enumerate(self._toast_lines()):
            ink = fonts.render(line, scale.body, theme["text"], "bold")
            canvas.blit(ink, ink.get_rect(midtop=(spot.centerx, spot.top + scale.pad + n * step)))

    def ask(self, title: str, said: str, answers: Sequence[tuple[str, Callable[[], None], bool]], *,
            picture: str = "", role: str = "accent") -> Layer:
        """A dialog with buttons; each closes it and then acts. Escape takes the last."""

        def closing(act: Callable[[], None]) -> Callable[[], None]:
            def close_and_act() -> None:
                self.stage.close(layer)
                act()
            return close_and_act

        made = [Answer(words, closing(act), strong) for words, act, strong in answers]
        layer = dialog.message(self.look, title, said, made, picture=picture, role=role, cancel=made[-1].act)
        self.open(layer)
        return layer

    def offer(self, title: str, entries: Sequence[tuple[Row, Callable[[], None]]], *, wide: float = 30) -> None:
        """A list of what may be done: what is chosen is done once the list is closed."""
        def choose(n: int) -> None:
            self.close_layers()
            entries[n][1]()

        self.open(dialog.choice(self.look, title, [row for row, _ in entries], choose, self.close_layers, wide=wide))

    def menu(self, entries: Sequence[tuple[str, str, Callable[[], None]]]) -> None:
        """The menu of the screen: words, icons, and what they do."""
        self.offer(tr("Menu"), [(Row(said, picture=picture), act) for said, picture, act in entries], wide=22)

    def error(self, title: str, problem: FlancoError | str) -> None:
        """Say what went wrong, until it is read."""
        said = str(problem) if isinstance(problem, str | DataError) else sentence(problem.message)
        lines = said.split("\n")
        if len(lines) > 6:
            said = "\n".join([*lines[:6], "…"])
        self.tell(title, said, "triangle-alert", "bad")

    def tell(self, title: str, said: str, picture: str = "scroll-text", role: str = "accent") -> None:
        """Words to be read."""
        self.ask(title, said, [(tr("OK"), nothing, True)], picture=picture, role=role)

    def open(self, layer: Layer) -> None:
        """Put a dialog on top; words said before would hide it."""
        self.hush()
        self.stage.open(layer)
        self.host.redraw()

    def close_layers(self) -> None:
        """Take all dialogs away."""
        while self.stage.layers:
            self.stage.close()
        self.host.redraw()


def nothing() -> None:
    """An answer that only closes its dialog."""


def soonest(*waits: float | None) -> float | None:
    """The shortest of some waits, in seconds; None where nothing is waited for."""
    return min((each for each in waits if each is not None), default=None)
