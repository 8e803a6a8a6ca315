"""The title: go on with the last game, choose a scenario, open a save, speak another language."""

from functools import partial
from pathlib import Path

import pygame

from game.content.saves import SavedGame
from game.content.scenarios import ScenarioFile
from game.errors import FlancoError
from game.texts import LANGUAGES, language, text, tr
from game.view import fonts
from game.view.mapview.scene import MapView, Scene
from game.view.match import autosave_path
from game.view.screens import menus
from game.view.screens.base import Host, Screen
from game.view.widgets.base import Panel
from game.view.widgets.button import Button
from game.view.widgets.label import Label, height_of
from game.view.widgets.listing import Listing, Row

NAMES = {"pt_BR": "Português", "es": "Español", "en": "English"}


class TitleScreen(Screen):
    """The first screen. ``scenarios`` are those that can be played, with the faults of those that cannot."""

    def __init__(self, host: Host, scenarios: list[tuple[Path, ScenarioFile | FlancoError]],
                 last: SavedGame | None) -> None:
        super().__init__(host)
        self.scenarios = scenarios
        self.last = last
        self.view = MapView()
        self.progress: float | None = None
        self._ground: tuple[object, pygame.Surface] | None = None
        self.left, self.right = Panel(pygame.Rect(0, 0, 0, 0), ground=""), Panel(pygame.Rect(0, 0, 0, 0))

    def build(self) -> None:
        scale = self.look.scale
        room = scale.safe.inflate(-scale.em(5), -scale.em(4))
        self.left.rect = pygame.Rect(room.left, room.top, round(room.width * 0.36), room.height)
        x = self.left.rect.right + scale.em(2)
        self.right.rect = pygame.Rect(x, room.top, room.right - x, room.height)
        self.stage.panels = [self.left, self.right]
        self.stage.forget()
        self._fill_left()
        self._fill_right()
        self.host.redraw()

    def _fill_left(self) -> None:
        panel, scale = self.left, self.look.scale
        panel.clear()
        room, gap = panel.rect, scale.pad
        top = room.top
        high = fonts.line_height(scale.title)
        panel.add(Label(pygame.Rect(room.left, top, room.width, high), "Flanco", scale.title, weight="bold"))
        top += high
        said = tr("Tactical combat on a grid: where you stand is what you roll.")
        tall = height_of(said, scale.body, room.width)
        panel.add(Label(pygame.Rect(room.left, top, room.width, tall), said, scale.body, "muted", wrap=True))
        top += tall + scale.em(1)
        entries = []
        if self.last is not None:
            battle = self.last.game.battle
            detail = tr(text("{name}, round {round}", name=battle.name, round=battle.round))
            entries.append((tr("Continue"), "play", self._continue, True, detail))
        entries += [
            (tr("Open…"), "folder-open", lambda: menus.load(self), False, ""),
            (tr("Keys"), "keyboard", lambda: menus.keys(self), False, ""),
            (tr("Light or dark"), "sun-moon", self._other_theme, False, ""),
            (tr("Full screen"), "maximize", self.host.toggle_full_screen, False, ""),
            (tr("Quit"), "log-out", self.host.quit, False, ""),
        ]
        low = room.bottom - scale.em(2.4)
        tall = min(scale.em(2.6), (low - top) // len(entries) - gap)
        for words, picture, act, strong, detail in entries:
            panel.add(Button(pygame.Rect(room.left, top, room.width, tall), words, act, scale.large if strong else
                             scale.body, picture=picture, strong=strong, tip=detail))
            top += tall + gap
        self._languages(pygame.Rect(room.left, low, room.width, scale.em(2.4)))

    def _languages(self, room: pygame.Rect) -> None:
        scale, gap = self.look.scale, self.look.scale.pad // 2
        wide = (room.width - gap * (len(LANGUAGES) - 1)) // len(LANGUAGES)
        for n, code in enumerate(LANGUAGES):
            spot = pygame.Rect(room.left + n * (wide + gap), room.top, wide, room.height)
            self.left.add(Button(spot, NAMES[code], partial(self.host.set_language, code), scale.body,
                                 chosen=code == language(), side="centre"))

    def _fill_right(self) -> None:
        panel, scale = self.right, self.look.scale
        panel.clear()
        inner = panel.rect.inflate(-3 * scale.pad, -3 * scale.pad)
        high = fonts.line_height(scale.large)
        panel.add(Label(pygame.Rect(inner.left + scale.pad, inner.top, inner.width - scale.pad, high),
                        tr("Choose a scenario"), scale.large, weight="bold"))
        rows = []
        for path, found in self.scenarios:
            if isinstance(found, ScenarioFile):
                rows.append(Row(tr(found.name), tr(found.text), "swords"))
            else:
                rows.append(Row(path.name, str(found).split("\n")[0], "triangle-alert", role="bad"))
        body = pygame.Rect(inner.left, inner.top + high + scale.pad, inner.width, inner.height - high - scale.pad)
        panel.add(Listing(body, rows, scale.large, scale.body, choose=self._choose, once=True))

    def _choose(self, n: int) -> None:
        path, found = self.scenarios[n]
        if isinstance(found, ScenarioFile):
            self.host.play_scenario(path)
        else:
            menus.cannot_open(self, found)

    def _continue(self) -> None:
        self.host.play_save(autosave_path())

    def _other_theme(self) -> None:
        self.host.set_theme("light" if self.look.theme.name == "dark" else "dark")

    def paint(self, canvas: pygame.Surface) -> None:
        canvas.blit(self._backdrop(canvas), (0, 0))
        super().paint(canvas)
        if self.progress is not None:
            self._paint_progress(canvas, self.progress)

    def _backdrop(self, canvas: pygame.Surface) -> pygame.Surface:
        """A map of one of the scenarios, dimmed."""
        key = (canvas.get_size(), self.look.theme.name)
        if self._ground is not None and self._ground[0] == key:
            return self._ground[1]
        picture = pygame.Surface(canvas.get_size())
        picture.fill(self.look.theme["backdrop"])
        shown = next((found for _, found in self.scenarios if isinstance(found, ScenarioFile)), None)
        if shown is not None:
            grid = shown.map.grid
            px = max(canvas.get_width() // grid.cols, canvas.get_height() // grid.rows) + 1
            self.view.area = pygame.Rect(-canvas.get_width(), 0, 1, 1)
            self.view.camera = type(self.view.camera)(px, 0, 0)
            self.view.paint(picture, self.look, Scene(grid, shown.battle.structures))
        veil = pygame.Surface(canvas.get_size())
        veil.fill(self.look.theme["backdrop"])
        veil.set_alpha(215)
        picture.blit(veil, (0, 0))
        self._ground = (key, picture)
        return picture

    def _paint_progress(self, canvas: pygame.Surface, share: float) -> None:
        """What is still being prepared, along the lower edge."""
        scale, theme = self.look.scale, self.look.theme
        track = pygame.Rect(0, scale.height - scale.em(0.4), scale.width, scale.em(0.4))
        pygame.draw.rect(canvas, theme["raised"], track)
        done = pygame.Rect(track.topleft, (round(track.width * share), track.height))
        pygame.draw.rect(canvas, theme["accent"], done)
        said = tr(text("Preparing for the first time: {percent} %", percent=round(share * 100)))
        ink = fonts.render(said, scale.small, theme["muted"])
        canvas.blit(ink, (scale.safe.left + scale.pad, track.top - ink.get_height()))

    def use(self, event: pygame.event.Event) -> None:
        if event.type != pygame.KEYDOWN:
            return
        listing = next((each for each in self.right.walk() if isinstance(each, Listing)), None)
        if event.key in (pygame.K_DOWN, pygame.K_UP, pygame.K_RETURN, pygame.K_KP_ENTER) and listing is not None:
            self.stage.set_focus(listing)
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
                return
            self.host.redraw()
        elif event.key == pygame.K_F1 or event.unicode == "?":
            menus.keys(self)
