"""A walk over every widget: how each screen and dialog is opened, and everything that may be wrong with one.

A screen or dialog joins by one line: ``VIEWS["lab"] = shows(LabScreen)``, or by a function under ``@view`` that opens
it and yields the window and a word each time it is to be looked at.
"""

import gettext
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pygame

from game.content.scenarios import read_scenario
from game.view.match import Match
from game.view.screens.base import Host, Screen
from game.view.screens.play import PlayScreen
from game.view.settings import PRESETS, ViewSettings
from game.view.widgets.base import Panel, Widget
from game.view.widgets.button import Button
from game.view.widgets.listing import Listing
from game.view.widgets.scroll import Scroll
from game.view.widgets.stage import tip_place
from tests.view.conftest import Hands

LEAST = {"laptop": 45, "television": 30, "projector": 45}  # the smallest text is this part of the window's height


class Longer(gettext.NullTranslations):
    """A language whose words are 40 % longer than the English ones."""

    def gettext(self, message: str) -> str:
        return re.sub(r"\{[^}]*\}|[^\W\d_]+", _stretched, message)


def _stretched(found: re.Match[str]) -> str:
    word = found[0]
    return word if word.startswith("{") or len(word) < 2 else word[0] + "ö" * -(-len(word) * 2 // 5) + word[1:]


@dataclass(frozen=True)
class Table:
    """What a view is opened on: a size of window, settings, and how apps are opened."""

    size: tuple[int, int]
    settings: ViewSettings
    opens: Callable[..., Hands]
    yard: Path

    def app(self) -> Hands:
        """A window without a screen."""
        return self.opens(self.size, self.settings)

    def title(self) -> Hands:
        """A window on the title."""
        hands = self.app()
        hands.app.show_title()
        hands.run()
        return hands

    def game(self, path: Path | None = None, seed: int = 5) -> Hands:
        """A window on a game."""
        hands = self.app()
        hands.app.show(PlayScreen(hands.app, Match.start(read_scenario(path or self.yard), seed)))
        hands.run()
        return hands


View = Callable[[Table], Iterator[tuple[Hands, str]]]
VIEWS: dict[str, View] = {}


def view(opens: View) -> View:
    """Let a function that opens a view join the walk, under its own name."""
    VIEWS[opens.__name__] = opens
    return opens


def shows(make: Callable[[Host], Screen]) -> View:
    """A view that is a screen made from the host alone."""
    def opened(table: Table) -> Iterator[tuple[Hands, str]]:
        hands = table.app()
        hands.app.show(make(hands.app))
        hands.run()
        yield hands, ""
    return opened


def over_title(open_over: Callable[[Screen], object]) -> View:
    """A view that is opened over the title."""
    def opened(table: Table) -> Iterator[tuple[Hands, str]]:
        hands = table.title()
        open_over(hands.screen)
        hands.run()
        yield hands, ""
    return opened


def over_game(open_over: Callable[[PlayScreen], object]) -> View:
    """A view that is opened over a game in its first turn."""
    def opened(table: Table) -> Iterator[tuple[Hands, str]]:
        hands = table.game()
        open_over(hands.play)
        hands.run()
        yield hands, ""
    return opened


def settings_for(factor: float) -> ViewSettings:
    """A laptop's up to 140 %, from there on a television's."""
    return ViewSettings(device="television" if factor >= PRESETS["television"].least else "laptop", factor=factor)


# --- what may be wrong -----------------------------------------------------------------------------------------------


def faults(hands: Hands) -> list[str]:
    """Everything that is wrong with what is on the stage now."""
    stage, safe = hands.screen.stage, hands.screen.look.scale.safe
    found = []
    for panel in (*stage.panels, *stage.layers):
        if not panel.visible or not panel.rect.width or not panel.rect.height:
            continue
        if not safe.contains(panel.rect):
            found.append(f"panel {panel.rect} leaves the safe part of the window, {safe}")
        room = room_of(panel)
        for widget in panel.walk():
            if not room.contains(widget.rect):
                found.append(f"{name_of(widget)} sticks out of its panel {room}")
            if widget.rect.width <= 0 or widget.rect.height <= 0:
                found.append(f"{name_of(widget)} is nothing")
            found += text_faults(widget, hands)
            if widget.tip:
                found += tip_faults(widget, hands)
        found += overlaps(panel)
    shown = [each for each in stage.panels if each.visible]
    for a, b in combinations(shown, 2):
        if a.rect.colliderect(b.rect) and {"drawer", "side"} != {_panel(hands, a), _panel(hands, b)}:
            found.append(f"panels {a.rect} and {b.rect} overlap")
    spot = hands.screen.toast_spot()
    if spot is not None and not safe.contains(spot):
        found.append(f"the toast {spot} leaves the safe part of the window, {safe}")
    return found


def room_of(panel: Panel) -> pygame.Rect:
    """The room that a panel has for its widgets; one that scrolls has more than it looks."""
    if isinstance(panel, Scroll):
        return pygame.Rect(panel.rect.left, panel.rect.top - panel.offset, panel.rect.width,
                           max(panel.need, panel.rect.height))
    return panel.rect


def name_of(widget: Widget) -> str:
    return f"{type(widget).__name__} {getattr(widget, 'said', '')!r} {widget.rect}"


def _panel(hands: Hands, panel: Panel) -> str:
    return next((name for name in ("drawer", "side") if getattr(hands.screen, name, None) is panel), "")


def text_faults(widget: Widget, hands: Hands) -> list[str]:
    found = []
    look, settings = hands.screen.look, hands.app.settings
    least = look.scale.height / min(LEAST[settings.device or "laptop"], 45 / settings.factor)
    least = min(least, max(look.scale.height / 45, look.scale.width / 24))  # a narrow window has no room for more
    for placed in widget.texts(look):
        if placed.px < least:
            found.append(f"{placed.said!r} is {placed.px} px high, {least:.1f} is the least")
        across = placed.room.left - 1 <= placed.ink.left and placed.ink.right <= placed.room.right + 1
        down = placed.room.top - 1 <= placed.ink.top and placed.ink.bottom <= placed.room.bottom + 1
        if not across or not (down or isinstance(widget, Listing)):
            found.append(f"{placed.said!r} is cut: {placed.ink} in {placed.room}")
        own = isinstance(widget, Listing) or (isinstance(widget, Button) and placed.said == widget.said)
        if placed.said.endswith("…") and not widget.tip and not own:
            found.append(f"{placed.said!r} is shortened without telling the rest")
    return found


def tip_faults(widget: Widget, hands: Hands) -> list[str]:
    """What is wrong with the words that are shown while a widget is pointed at."""
    if hands.screen.look.scale.safe.contains(tip_place(widget, hands.screen.look)[0]):
        return []
    return [f"the tip {widget.tip!r} of {name_of(widget)} finds no room"]


def overlaps(panel: Panel) -> list[str]:
    """Siblings that lie over each other."""
    found = []
    for parent in panel.walk():
        for part in parent.parts() if isinstance(parent, Scroll) else [parent.children]:
            for a, b in combinations([each for each in part if each.visible], 2):
                if a.rect.colliderect(b.rect):
                    found.append(f"{name_of(a)} and {name_of(b)} overlap")
    return found


def looked_at(hands: Hands) -> Iterator[str]:
    """Faults now, and those after everything that scrolls was scrolled to its end."""
    yield from faults(hands)
    for panel in hands.screen.stage.roots():
        if isinstance(panel, Scroll) and panel.most:
            panel.scroll(panel.most)
            last = max((each.rect.bottom for each in panel.parts()[0]), default=0)
            if last > panel.sight.bottom:
                yield f"the end of {panel.rect} cannot be reached: {last}"
            panel.scroll(-panel.most)
