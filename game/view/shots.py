"""Pictures of the window for the documentation, made by the program itself: ``python -m game.view.shots FOLDER``."""

import os
import sys
from dataclasses import replace
from pathlib import Path

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


def take(folder: Path) -> list[Path]:
    """Draw the pictures into a folder; gives their files."""
    made = []
    for name, theme, language, draw in (
        ("title", "dark", "en", _title), ("attack", "dark", "en", _attack), ("walk", "light", "pt_BR", _walk),
    ):
        set_language(language)
        app = App(SIZE, ViewSettings(theme=theme))
        draw(app)
        app.turn(wait=False)
        while app.screen.due() == 0.0:  # something is still to be drawn
            app.turn(wait=False)
        app.draw()
        path = folder / f"{name}.png"
        folder.mkdir(parents=True, exist_ok=True)
        pygame.image.save(app.window.get_surface(), str(path))
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
    screen = _in_the_middle(app, "clara")
    screen.point(screen.match.battle["vesna"].cell, by_keyboard=True)


def _walk(app: App) -> None:
    screen = _in_the_middle(app, "bruno")
    screen.point((18, 9), by_keyboard=True)
    screen.drawer_open = True


if __name__ == "__main__":
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    for each in take(Path(sys.argv[1] if len(sys.argv) > 1 else "assets/screenshots")):
        print(each)
