"""The list of saved games with the picture of each, and the log as a document."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.content.saves import battle_in, write_whole
from game.errors import FlancoError, SaveError
from game.insight.chronicle import as_html, as_text
from game.paths import user_data
from game.texts import tr
from game.view.render import paint, scene_of
from game.view.screens.base import Screen
from game.view.screens.naming import free_path
from game.view.shelf import saved_games
from game.view.widgets import dialog
from game.view.widgets.listing import Row
from game.view.widgets.preview import Preview

if TYPE_CHECKING:
    from game.view.screens.play import PlayScreen


def load(screen: Screen) -> None:
    """Choose a save, seeing the map of the one that is marked, and open it."""
    games = saved_games()
    rows = [Row(each.title, each.detail, "save" if each.name else "history") for each in games]
    pictures: dict[int, pygame.Surface | None] = {}
    previews: list[Preview] = []

    def choose(n: int) -> None:
        screen.close_layers()
        screen.host.go(lambda: screen.host.play_save(games[n].path))

    def preview(rect: pygame.Rect) -> Preview:
        previews.append(Preview(rect))
        look_at(0)
        return previews[0]

    def look_at(n: int) -> None:
        if not previews:  # no room for one
            return
        if n not in pictures:
            pictures[n] = picture_of(games[n].path, previews[0].rect.size, screen.look.theme.name)
        previews[0].show(pictures[n])

    screen.open(dialog.choice(screen.look, tr("Open a saved game"), rows, choose, screen.close_layers,
                              looked_at=look_at, below=preview, empty=tr("There are no saved games yet.")))


def picture_of(path: Path, size: tuple[int, int], theme: str) -> pygame.Surface | None:
    """The map of a saved game as players see it, as large as it can be and no larger; None when it cannot be read."""
    try:
        scene = replace(scene_of(battle_in(path)), plain=True)
    except FlancoError:  # opening it says why
        return None
    px = min(size[0] // scene.grid.cols, size[1] // scene.grid.rows)
    return paint(scene, (scene.grid.cols * px, scene.grid.rows * px), theme, ground="panel") if px else None


# --- the log ---------------------------------------------------------------------------------------------------------


def logs_folder() -> Path:
    """Where exported logs are; it may not exist yet."""
    return user_data() / "logs"


def export(screen: "PlayScreen", name: str) -> None:
    """Choose how to write the log down; what is hidden from players only where the game master looks, and asks."""
    ways = [(tr("As text"), False, "txt"), (tr("As a page (HTML)"), False, "html")]
    if screen.match.gm:
        ways += [(tr("With what is hidden, as text"), True, "txt"),
                 (tr("With what is hidden, as a page (HTML)"), True, "html")]
    rows = [Row(said, picture="eye" if everything else "scroll-text") for said, everything, _ in ways]

    def choose(n: int) -> None:
        screen.close_layers()
        _, everything, suffix = ways[n]
        game = screen.match.game if everything else screen.match.for_players().shown
        path = free_path(logs_folder() / f"{name}{' (GM)' if everything else ''}.{suffix}")
        try:
            write_whole(path, as_html(game) if suffix == "html" else as_text(game))
        except SaveError as problem:
            screen.error(tr("The log could not be written"), problem)
            return
        screen.tell(tr("The log is written"), str(path))

    screen.open(dialog.choice(screen.look, tr("Export the log"), rows, choose, screen.close_layers))
