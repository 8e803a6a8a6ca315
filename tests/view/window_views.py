"""The curtain and the players' window, as the walk over all widgets opens them."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from game.rules.actions import EndTurn, GmPV
from game.view.screens import curtain, second
from game.view.screens.play import PlayScreen
from game.view.settings import ViewSettings
from tests.view.arena import ARENA
from tests.view.conftest import Hands
from tests.view.play_views import aimed, begun
from tests.view.walking import VIEWS, Table, over_game, view

VIEWS["curtain"] = over_game(curtain.toggle)


def _with_window(play: PlayScreen) -> None:
    play.host.open_players_window()
    second.panel(play)


VIEWS["window for the players"] = over_game(_with_window)


def window_as_hands(hands: Hands) -> Any:
    """The players' window in the shape that the walk takes."""
    window = hands.app.players_window
    assert window is not None
    panels = list(window.picture.panels)
    stage = SimpleNamespace(panels=panels, layers=[], roots=lambda: [])
    screen = SimpleNamespace(stage=stage, look=window.look, toast_spot=lambda: None)
    return SimpleNamespace(screen=screen, app=SimpleNamespace(settings=ViewSettings(device="television", factor=1.5)))


@view
def players_window(table: Table) -> Iterator[tuple[Hands, str]]:
    """What it shows at each turn: attacks of the players with their sheet."""
    hands = table.game()
    play = hands.play
    play.host.open_players_window()
    window = hands.app.players_window
    assert window is not None
    window.window.size = table.size
    for who in play.match.battle.order:
        assert play.match.active is not None
        enemy = next(each for each in play.match.battle.present() if each.team != play.match.active.team)
        play.point(enemy.cell)
        hands.app.stale = True
        hands.run()
        yield window_as_hands(hands), f"{who} attacks"
        play.do(EndTurn(play.match.active.id))
        hands.run()
    play.do(GmPV("gob", 0))
    play.do(GmPV("gob2", 0))
    hands.run()
    yield window_as_hands(hands), "the end"


@view
def players_window_aims(table: Table) -> Iterator[tuple[Hands, str]]:
    """What it shows of powers, manoeuvres and blows at things, with the numbers of enemies in words; the curtain."""
    hands = begun(table, "arena", ARENA)
    play = hands.play
    hands.app.change("enemy_numbers", "words")
    play.host.open_players_window()
    window = hands.app.players_window
    assert window is not None
    window.window.size = table.size
    seen = set[str]()
    for _ in play.match.battle.order:
        for _, where in aimed(hands, seen):
            hands.app.stale = True
            hands.run()
            yield window_as_hands(hands), where
        assert play.match.active is not None
        play.do(EndTurn(play.match.active.id))
    curtain.toggle(play)
    hands.app.stale = True
    hands.run()
    yield window_as_hands(hands), "the curtain"
