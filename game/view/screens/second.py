"""What may be done with the players' window, as a list: open, darken, follow, close; its buttons."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.texts import tr
from game.view.panels.strip import Tool
from game.view.screens import curtain
from game.view.widgets import dialog
from game.view.widgets.listing import Row

if TYPE_CHECKING:
    from game.view.screens.play import PlayScreen


def tools(screen: "PlayScreen") -> list[Tool]:
    """Buttons of the strip for the side that is shown, and for the players' window, while one is not as usual."""
    some = []
    if screen.match.gm:
        some.append(Tool("hood", tr("To the players' side (F10)"), lambda: curtain.toggle(screen)))
    if screen.host.players_window is not None:
        some.append(Tool("tv", tr("The players' window (F8)"), lambda: panel(screen)))
    return some


def panel(screen: "PlayScreen") -> None:
    """Open the window when there is none, else the list."""
    if screen.host.players_window is None:
        screen.host.open_players_window()
    else:
        _list(screen, 0)


def _list(screen: "PlayScreen", marked: int) -> None:
    window = screen.host.players_window
    if window is None:
        return
    on, off = tr("On"), tr("Off")
    acts: list[tuple[str, str, str, Callable[[], None]]] = [
        (tr("Black"), on if window.black else off, "B", window.toggle_black),
        (tr("Follow what happens"), on if window.picture.follows else off, "", window.toggle_follow),
        (tr("Larger"), "", "", lambda: window.zoom(2)),
        (tr("Smaller"), "", "", lambda: window.zoom(-2)),
        (tr("The whole map"), "", "", lambda: _whole(screen)),
        (tr("Full screen"), on if window.full_screen else off, "", window.toggle_full_screen),
        (tr("Close the window"), "", "", screen.host.close_players_window),
    ]

    def choose(n: int) -> None:
        screen.close_layers()
        acts[n][3]()
        screen.host.redraw()
        if n != len(acts) - 1:
            _list(screen, n)

    rows = [Row(said, aside=" · ".join(filter(None, (aside, key)))) for said, aside, key, _ in acts]
    screen.open(dialog.choice(screen.look, tr("Window for the players"), rows, choose, screen.close_layers,
                              close=tr("Done"), marked=marked))


def _whole(screen: "PlayScreen") -> None:
    window = screen.host.players_window
    if window is not None:
        window.picture.follows = False
        window.whole()
