"""Pictures of the window for the documentation, made by the program itself: ``python -m game.view.shots FOLDER``."""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import pygame

from game.content.scenarios import find_scenario, read_scenario
from game.rules.actions import Begin, EndTurn
from game.rules.state import Battle
from game.spatial.grid import Cell
from game.texts import set_language
from game.view.app import App
from game.view.match import Match
from game.view.screens.play import PlayScreen
from game.view.settings import ViewSettings

SIZE = (1280, 720)
PLACES: dict[str, Cell] = {  # a moment in the fight for the bridge that shows cover, flanking and high ground
    "ana": (16, 9), "bruno": (14, 9), "diego": (11, 8), "clara": (14, 8), "ulf": (17, 9), "brak": (20, 8),
    "hild": (19, 6), "vesna": (17, 7),
}


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture: its file's name, the language, the settings, and what makes the window look so; ``players``: of the
    players' window."""

    name: str
    language: str
    settings: ViewSettings
    draw: Callable[[App], None]
    size: tuple[int, int] = SIZE
    players: bool = False


def take(folder: Path) -> list[Path]:
    """Draw the pictures into a folder; gives their files."""
    made = []
    for shot in SHOTS:
        set_language(shot.language)
        app = App(shot.size, shot.settings)
        shot.draw(app)
        for _ in range(3):
            app.turn(wait=False)
        second = app.players_window
        while app.screen.due() == 0.0 or (second is not None and second.due(app.now) == 0.0):  # not drawn yet
            app.turn(wait=False)
        app.draw()
        shown = second.window if shot.players and second is not None else app.window
        path = folder / f"{shot.name}.png"
        folder.mkdir(parents=True, exist_ok=True)
        pygame.image.save(shown.get_surface(), str(path))
        app.close_players_window()
        app.window.destroy()
        made.append(path)
    return made


def _title(app: App) -> None:
    app.show_title()


def _in_the_middle(app: App, who: str) -> PlayScreen:
    """The fight for the bridge, at the turn of ``who``."""
    match = Match.start(read_scenario(find_scenario("bridge")), seed=7, autosave=Path(os.devnull))
    match.do(Begin())
    match.game = replace(match.game, steps=(replace(match.game.steps[0], battle=_placed(match.battle)),))
    while match.active is not None and match.active.id != who:
        match.do(EndTurn(match.active.id))
    match.saved_at = match.game
    screen = PlayScreen(app, match)
    app.show(screen)
    screen.view.fit_cells(match.battle.map, list(PLACES.values()), 2, app.look)
    return screen


def _placed(battle: Battle) -> Battle:
    for who, cell in PLACES.items():
        battle = battle.with_combatant(battle[who].but(cell=cell))
    return battle


def _attack(app: App) -> None:
    _in_the_middle(app, "clara")
    _point_at(app, "vesna")


def _point_at(app: App, who: str) -> None:
    assert isinstance(app.screen, PlayScreen)
    app.screen.point(app.screen.match.battle[who].cell, by_keyboard=True)


def _walk(app: App) -> None:
    screen = _in_the_middle(app, "bruno")
    screen.point((18, 9), by_keyboard=True)
    screen.drawer_open = True


def _brush(app: App) -> None:
    screen = _in_the_middle(app, "clara")
    screen.master.toggle()
    screen.master.turn_to("map")
    screen.view.fit_cells(screen.match.battle.map, list(PLACES.values()), 1, app.look)


def _players(app: App) -> None:
    _attack(app)
    app.open_players_window()
    if app.players_window is not None:
        app.players_window.window.size = SIZE
        app.turn(wait=False)
    _point_at(app, "vesna")


SHOTS: Final = (
    Shot("title", "en", ViewSettings(theme="dark"), _title),
    Shot("attack", "en", ViewSettings(theme="dark"), _attack),
    Shot("walk", "pt_BR", ViewSettings(theme="light"), _walk),
    Shot("television", "es", ViewSettings(device="television", theme="dark"), _attack, (1920, 1080)),
    Shot("gm", "en", ViewSettings(theme="dark"), _brush),
    Shot("players", "pt_BR", ViewSettings(theme="dark", enemy_numbers="words"), _players, players=True),
)


if __name__ == "__main__":
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    for each in take(Path(sys.argv[1] if len(sys.argv) > 1 else "assets/screenshots")):
        print(each)
