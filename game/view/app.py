"""The program's window and its loop: it sleeps until something happens, and draws only when something changed."""

import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Thread

import pygame

from game.content import saves
from game.content.blank import blank
from game.content.maps import MapFile
from game.content.parties import Party
from game.content.scenarios import find_scenario, read_scenario
from game.errors import FlancoError, SaveError
from game.rules.history import Game
from game.texts import guess_language, sentence, set_language, tr
from game.view.mapview.tokens import shape_points
from game.view.match import Match
from game.view.scale import LEAST_HEIGHT, LEAST_WIDTH, Scale
from game.view.screens import curtain, menus
from game.view.screens.base import Screen, soonest
from game.view.screens.first_run import FirstRunScreen
from game.view.screens.loading import LoadingScreen
from game.view.screens.play import PlayScreen
from game.view.screens.title import EMBLEM, TitleScreen
from game.view.settings import Value, ViewSettings, read_settings, write_settings
from game.view.theme import theme
from game.view.widgets.base import Look
from game.view.windows import PlayersWindow

RESIZED = (pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED)
FRAMED = 0.92  # share of the screen's height that a window may take, with room for its title bar and a task bar
SHOWN = (pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN, pygame.WINDOWRESTORED, pygame.WINDOWFOCUSGAINED)


class NoDisplay(RuntimeError):
    """There is no screen to open a window on."""


class App:
    """One window and the screen in it."""

    def __init__(self, size: tuple[int, int] = (LEAST_WIDTH, LEAST_HEIGHT), settings: ViewSettings | None = None,
                 clock: Callable[[], float] = time.monotonic) -> None:
        pygame.display.init()
        pygame.font.init()
        if pygame.display.get_driver() == "x11":
            # the window's surface goes to the screen without a renderer: 13 times faster where there is no GPU
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        self.settings = settings if settings is not None else read_settings()
        self.clock = clock
        self.now = clock()
        self.window = pygame.Window("Flanco", size, resizable=True)
        self.window.set_icon(emblem(64))
        self.window.minimum_size = (min(LEAST_WIDTH, size[0]), min(LEAST_HEIGHT, size[1]))
        pygame.key.set_repeat(350, 45)
        self.running = True
        self.stale = True
        self.frames = 0
        self.full_screen = False
        self._warming: list[float] = []
        self._to_start: Thread | None = None
        self.players_window: PlayersWindow | None = None
        self._table: PlayScreen | None = None  # the game that is being played, whatever screen is before it
        self.look = self._look(size)
        self.screen: Screen = Screen(self)

    def _look(self, size: tuple[int, int]) -> Look:
        chosen = self.settings
        return Look(theme(chosen.theme), Scale(*size, chosen.size, chosen.preset.margin))

    # what screens may ask

    def show(self, screen: Screen) -> None:
        """Put a screen into the window."""
        self.screen.after_frame()
        self.screen = screen
        table = screen if isinstance(screen, PlayScreen) and screen.at_table else None
        if (table is not None or isinstance(screen, TitleScreen)) and table is not self._table:
            self._table = table
            if self.players_window is not None:
                self.players_window.show(self._table)
                if self._table is not None:
                    self._table.match.gm = True
        screen.build()
        self.stale = True

    def show_title(self) -> None:
        """Go to the title."""
        self.go(lambda: self.show(TitleScreen(self)))

    def go(self, then: Callable[[], None]) -> None:
        """Leave the screen and do something else; when the game cannot be saved, the player is asked first."""
        problem = self.screen.leave()
        if problem is None:
            then()
        else:
            menus.lose(self.screen, problem, then)

    def play_scenario(self, path: Path, party: Party | None = None) -> None:
        """Start a scenario, with a party in the place of the players' side; its faults are told when it has any."""
        if not self._ready_for(lambda: self.play_scenario(path, party)):
            return
        try:
            match = Match.start(read_scenario(path), party=party)
        except FlancoError as problem:
            menus.cannot_open(self.screen, problem)
            return
        self._play_new(match, begins=party is None)

    def play_map(self, map: MapFile) -> None:
        """Start with a map and nobody on it: the GM does the rest, and has the panel for it open."""
        if self._ready_for(lambda: self.play_map(map)):
            master = self._play_new(Match(Game(blank(map)))).master
            master.tab = "add"
            master.toggle()

    def _play_new(self, match: Match, begins: bool = True) -> PlayScreen:
        """A game begins at once where nobody is to be placed, but not with a party in the place of others."""
        saves.set_autosave_aside()
        screen = PlayScreen(self, match, begins)
        self.show(screen)
        return screen

    def play_save(self, path: Path) -> None:
        """Open a saved game; the one that is open stays when that fails."""
        if not self._ready_for(lambda: self.play_save(path)):
            return
        try:
            saved = saves.load(path)
        except FlancoError as problem:
            menus.cannot_open(self.screen, problem)
            return
        if path != saves.autosave_path():
            saves.set_autosave_aside()
        self.show(PlayScreen(self, Match.resume(saved)))
        if saved.notice is not None:
            self.screen.error(tr("The game goes on"), tr(saved.notice))

    def _ready_for(self, act: Callable[[], None]) -> bool:
        """Whether the program is prepared to play; if not, it acts as soon as it is."""
        if self.progress() is None:
            return True
        self.show(LoadingScreen(self, act))
        return False

    def change(self, field: str, value: Value) -> None:
        """Another value of a setting: seen at once, and kept."""
        self.settings = self.settings.but(field, value)
        if field == "language":
            set_language(self.settings.language)
        self._rebuild()
        try:
            write_settings(self.settings)
        except SaveError as problem:
            self.screen.toast(sentence(problem.message), "bad")

    def toggle_full_screen(self) -> None:
        """Full screen, or back to a window."""
        self.full_screen = not self.full_screen
        if self.full_screen:
            self.window.set_fullscreen(True)
        else:
            self.window.set_windowed()
        self._rebuild()

    def open_players_window(self) -> None:
        """Open a second window with what the players see; the first is the game master's from then on."""
        if self.players_window is None:
            self.players_window = PlayersWindow(lambda: self.settings, tr("Flanco: players"), emblem(64))
            self.players_window.show(self._table)
            self._take_side(True)

    def close_players_window(self) -> None:
        """Close it; the first window is the players' again."""
        if self.players_window is not None:
            self.players_window.close()
            self.players_window = None
            self._take_side(False)

    def _take_side(self, gm: bool) -> None:
        if self._table is not None:
            curtain.take_side(self._table, gm)
        self.stale = True

    def quit(self) -> None:
        """Close: nothing is lost."""
        self.go(self._stop)

    def _stop(self) -> None:
        self.running = False

    def redraw(self) -> None:
        """Something that can be seen has changed."""
        self.stale = True

    # the loop

    def run(self) -> None:
        """Until the window is closed."""
        try:
            while self.running:
                self.turn()
        finally:
            self.screen.after_frame()
        if self.players_window is not None:
            self.players_window.close()
        self.window.destroy()

    def turn(self, wait: bool = True) -> None:
        """Once round the loop: draw if needed, save, wait for something, deal with all that happened."""
        self.now = self.clock()
        self.screen.tick()
        if self.players_window is not None:
            self.players_window.tick(self.now)
        if self.stale:
            self.draw()
        if self.players_window is not None:
            self.players_window.refresh(self.now)
        self.screen.after_frame()
        if self._to_start is not None:
            self._to_start.start()
            self._to_start = None
        for event in self._events(wait):
            self.handle(event)

    def _events(self, wait: bool) -> list[pygame.event.Event]:
        due = soonest(self.screen.due(), 0.1 if self._warming else None,
                      self.players_window.due(self.now) if self.players_window is not None else None)
        if not wait:
            return pygame.event.get()
        first = pygame.event.wait(0 if due is None else max(1, round(due * 1000)))
        if first.type == pygame.NOEVENT:
            self.stale = self.stale or due is None or due > 0
            return []
        return [first, *pygame.event.get()]

    def handle(self, event: pygame.event.Event) -> None:
        """One event."""
        self.now = self.clock()
        second = self.players_window
        if second is not None and getattr(event, "window", None) is second.window:
            if event.type == pygame.WINDOWCLOSE:
                self.close_players_window()
                return
            if second.handle(event):
                return
        if event.type in (pygame.QUIT, pygame.WINDOWCLOSE):
            self.quit()
        elif event.type in RESIZED:
            self._rebuild()
        elif event.type in SHOWN:
            self.stale = True
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
            self.toggle_full_screen()
        else:
            self.screen.handle(event)

    def _rebuild(self) -> None:
        self.look = self._look(self.window.size)
        self.screen.close_layers()
        self.screen.build()
        self.stale = True

    def draw(self) -> None:
        """One frame."""
        self.stale = False
        canvas = self.window.get_surface()
        if canvas.get_size() != (self.look.scale.width, self.look.scale.height):
            self._rebuild()
            self.stale = False
        self.screen.paint(canvas)
        self.window.flip()
        self.frames += 1
        if self.players_window is not None:
            self.players_window.suspect = True

    def warm_up(self) -> None:
        """Compile what is slow at first, once the first frame is on the screen, telling how far it is."""
        from game.spatial.warm import warm_up

        def work() -> None:
            try:
                warm_up(lambda share: self._warming.__setitem__(0, share))
            finally:
                self._warming.clear()

        self._warming[:] = [0.0]
        self._to_start = Thread(target=work, daemon=True)

    def progress(self) -> float | None:
        """How far the preparation is, None when it is done."""
        return self._warming[0] if self._warming else None


def check_display() -> None:
    """:raises NoDisplay: when no window can be opened here."""
    try:
        pygame.display.init()
    except pygame.error as problem:
        raise NoDisplay(str(problem)) from None
    if os.environ.get("SDL_VIDEODRIVER") in ("dummy", "offscreen"):  # asked for: nobody looks
        return
    if pygame.display.get_driver() in ("dummy", "offscreen"):
        raise NoDisplay(pygame.display.get_driver())


def play(scenario: str | None = None, save: Path | None = None, language: str | None = None,
         party: Party | None = None) -> int:
    """Open the window: on a scenario (a file or the name of a shipped one), with a party or without, on a saved game,
    or on the title.

    ``language`` is the one asked for; without it the player's own is spoken, else that of the system.

    :returns: the exit code.
    :raises NoDisplay: when there is no screen.
    :raises DataError: when there is no such scenario.
    """
    check_display()
    path = find_scenario(scenario) if scenario is not None else None
    app = App(first_size())
    if crowded():
        app.toggle_full_screen()
    set_language(language or app.settings.language or guess_language())
    app.warm_up()
    begin = app.show_title
    if save is not None:
        begin = partial(app.play_save, save)
    elif path is not None:
        begin = partial(app.play_scenario, path, party)
    if app.settings.device:
        begin()
    else:
        app.show(FirstRunScreen(app, begin))
    app.run()
    return 0


def first_size() -> tuple[int, int]:
    """Most of the screen, but not less than the least."""
    wide, high = pygame.display.get_desktop_sizes()[0]
    return max(LEAST_WIDTH, round(wide * 0.85)), max(LEAST_HEIGHT, round(high * 0.85))


def crowded() -> bool:
    """Whether the screen is so small that a window with its title bar would reach beyond it."""
    high = pygame.display.get_desktop_sizes()[0][1]
    return first_size()[1] > high * FRAMED


def emblem(px: int) -> pygame.Surface:
    """The program's own icon: two of one side with one of the other between them."""
    picture = pygame.Surface((px, px), pygame.SRCALPHA)
    pygame.draw.rect(picture, theme("dark")["panel"], picture.get_rect(), border_radius=px // 6)
    for n, (shape, team) in enumerate(EMBLEM):
        centre = (px * (n + 0.5) / 3, px * (2.5 - n) / 3)
        pygame.draw.polygon(picture, theme("dark").team(team), shape_points(shape, centre, px * 0.15))
    return picture
