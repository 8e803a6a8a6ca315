"""A window without a screen, and hands that press its keys and move its mouse."""

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.content.scenarios import read_scenario
from game.rules.actions import EndTurn
from game.spatial.grid import Cell
from game.texts import set_language
from game.view.app import App
from game.view.match import Match
from game.view.screens.base import Screen
from game.view.screens.play import PlayScreen
from game.view.settings import ViewSettings

SKIRMISH = """
[scenario]
name = "Yard"
[map]
name = "Yard"
ground = "grass"
cells = \"\"\"
..............
..#...........
..#...T.......
..+.......~~..
..#.....w.~~..
......f.......
..............
..............
\"\"\"
heights = \"\"\"
..............
..............
..............
..............
..............
..........11..
..........11..
..............
\"\"\"
[legend]
"#" = { solid = 3.0 }
"+" = { door = "closed" }
"T" = { pillar = 0.6, height = 4.0, kind = "tree" }
"~" = { cost = 2, surface = "water" }
"w" = { solid = 1.0 }
"f" = { concealment = "partial", surface = "bush" }
[[team]]
id = "town"
name = "Town"
[[team]]
id = "wild"
name = "Wild"
[[creature]]
kind = "guard"
id = "ana"
name = "Ana"
team = "town"
at = "E4"
[[creature]]
kind = "archer"
id = "clara"
name = "Clara"
team = "town"
at = "B7"
[[creature]]
kind = "goblin"
id = "gob"
name = "Goblin 1"
team = "wild"
at = "F4"
pv = 3
[[creature]]
kind = "goblin"
id = "gob2"
name = "Goblin 2"
team = "wild"
at = "L6"
pv = 3
"""


MODS = {"ctrl": pygame.KMOD_LCTRL, "shift": pygame.KMOD_LSHIFT, "alt": pygame.KMOD_LALT}


class Clock:
    """Time that passes only when told to."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


class Hands:
    """Works the app through its own loop, by events alone."""

    def __init__(self, app: App, clock: Clock) -> None:
        self.app = app
        self.clock = clock
        self.run()

    @property
    def screen(self) -> Screen:
        return self.app.screen

    @property
    def play(self) -> PlayScreen:
        assert isinstance(self.app.screen, PlayScreen)
        return self.app.screen

    def run(self) -> None:
        """Let the loop deal with what was posted, and draw."""
        for _ in range(3):
            self.app.turn(wait=False)

    def wait(self, seconds: float) -> None:
        self.clock.seconds += seconds
        self.app.stale = True
        self.run()

    def post(self, kind: int, **fields: object) -> None:
        pygame.event.post(pygame.event.Event(kind, **fields))

    def press(self, *names: str) -> None:
        """Keys by name, such as ``ctrl+z``, ``return``, ``shift+n``."""
        for name in names:
            *mods, key = name.split("+") if name != "+" else ["+"]
            mod = sum(MODS[each] for each in mods)
            code = pygame.key.key_code(key)
            fields = {"key": code, "mod": mod, "unicode": key if len(key) == 1 else "", "scancode": 0}
            self.post(pygame.KEYDOWN, **fields)
            self.post(pygame.KEYUP, **fields)
            self.run()

    def type(self, said: str) -> None:
        for char in said:
            self.post(pygame.TEXTINPUT, text=char)
        self.run()

    def point(self, pos: tuple[int, int], held: bool = False) -> None:
        self.post(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(int(held), 0, 0))
        self.run()

    def click(self, pos: tuple[int, int], button: int = 1) -> None:
        self.point(pos)
        self.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=button)
        self.post(pygame.MOUSEBUTTONUP, pos=pos, button=button)
        self.run()

    def drag(self, start: tuple[int, int], end: tuple[int, int], button: int = 1) -> None:
        self.point(start)
        self.post(pygame.MOUSEBUTTONDOWN, pos=start, button=button)
        self.run()
        middle = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
        for pos in (middle, end):
            self.point(pos, held=True)
        self.post(pygame.MOUSEBUTTONUP, pos=end, button=button)
        self.run()

    def wheel(self, steps: int) -> None:
        self.post(pygame.MOUSEWHEEL, x=0, y=steps, flipped=False)
        self.run()

    def pixel(self, cell: Cell) -> tuple[int, int]:
        """The middle of a cell in the window; the map is moved until no panel covers it."""
        return self.play.view.camera.rect(cell).center

    def click_cell(self, cell: Cell) -> None:
        self.click(self.pixel(cell))

    def click_said(self, said: str) -> None:
        """Click the widget that says this."""
        for widget, placed in self.screen.stage.texts(self.screen.look):
            if placed.said == said and widget in {w for root in self.screen.stage.roots() for w in root.walk()}:
                self.click(placed.ink.center)
                return
        raise AssertionError(f"nothing says {said!r}: {self.said()}")

    def said(self) -> list[str]:
        """Every text that the widgets show."""
        return [placed.said for _, placed in self.screen.stage.texts(self.screen.look)]

    def picture(self) -> pygame.Surface:
        """The window as it looks."""
        self.app.stale = True
        self.run()
        return self.app.window.get_surface().copy()


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Saves and settings go to a folder of the test; English is spoken."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr("game.content.saves.user_data", lambda: tmp_path / "data" / "flanco")
    monkeypatch.setattr("game.view.settings.user_settings", lambda: tmp_path / "config" / "settings.toml")
    set_language("en")
    yield
    set_language("en")


@pytest.fixture
def yard(tmp_path: Path) -> Path:
    """A small scenario with something of everything."""
    path = tmp_path / "yard.toml"
    path.write_text(SKIRMISH, encoding="utf-8")
    return path


@pytest.fixture
def open_app() -> Iterator[Callable[..., Hands]]:
    """Opens apps, closes them after the test."""
    opened: list[App] = []

    def make(size: tuple[int, int] = (1280, 720), settings: ViewSettings | None = None) -> Hands:
        clock = Clock()
        app = App(size, settings or ViewSettings(animations=False), clock)
        opened.append(app)
        pygame.event.clear()
        return Hands(app, clock)

    yield make
    for app in opened:
        app.close_players_window()
        app.window.destroy()


@pytest.fixture
def open_play(open_app: Callable[..., Hands], yard: Path) -> Callable[..., Hands]:
    """Opens the app on the small scenario."""

    def make(size: tuple[int, int] = (1280, 720), seed: int = 5, path: Path | None = None,
             settings: ViewSettings | None = None) -> Hands:
        hands = open_app(size, settings)
        hands.app.show(PlayScreen(hands.app, Match.start(read_scenario(path or yard), seed)))
        hands.run()
        return hands

    return make


@pytest.fixture
def arena(open_play: Callable[..., Hands], tmp_path: Path) -> Callable[..., Hands]:
    """Opens the arena at the turn of somebody."""
    def make(who: str, mode: str = "normal") -> Hands:
        from tests.view.arena import ARENA

        path = tmp_path / "arena.toml"
        path.write_text(ARENA.replace('name = "Arena"\n[settings]', f'name = "Arena"\nmode = "{mode}"\n[settings]'),
                        encoding="utf-8")
        hands = open_play(path=path)
        for _ in range(10):
            if hands.play.match.active.id == who:
                break
            hands.play.do(EndTurn(hands.play.match.active.id))
        hands.wait(3)
        return hands

    return make


@pytest.fixture(params=["Mouse", "Keys"])
def stage(request: pytest.FixtureRequest, open_play: Callable[..., Hands], tmp_path: Path) -> Callable[..., Hands]:
    """Opens the yard of :mod:`tests.view.stage` for one who has only a mouse, and for one who has only a keyboard."""
    def make(*creatures: dict[str, object], **how: object) -> Hands:
        from tests.view import stage as yard

        return yard.open_stage(open_play, tmp_path / "stage.toml", getattr(yard, request.param), creatures,
                               **how)  # type: ignore[arg-type]

    return make
