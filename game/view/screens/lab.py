"""The Area lab: any area on any map, with what it lights, whom it hits, what cuts it and where it would do most.

No game is needed. What is shown is what :func:`game.content.lab.look` says, which is what ``flanco mask`` says.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from game.content.blank import blank
from game.content.lab import Seen
from game.content.maps import MapFile
from game.errors import FlancoError
from game.insight.placing import Placements
from game.insight.section import Section
from game.rules.gm_actions import Brush
from game.rules.history import Game
from game.rules.state import Battle
from game.spatial.grid import UNITS
from game.spatial.origins import Origin
from game.texts import language, sentence, tr
from game.view.mapview.scene import MapView
from game.view.mapview.tokens import Token
from game.view.panels import lab as panel
from game.view.scale import Scale
from game.view.screens import lab_dialogs, lab_figures, lab_map
from game.view.screens.areas import Spot
from game.view.screens.base import Host, Screen, soonest
from game.view.screens.brush import KINDS, BrushTool
from game.view.screens.lab_controls import BRUSH_KEYS, LabControls
from game.view.screens.lab_state import EMPTY, LOOK_SECONDS, LabState, Tool
from game.view.widgets.base import Panel, Widget
from game.view.widgets.scroll import Scroll

if TYPE_CHECKING:
    from game.view.screens.play import PlayScreen


class LabScreen(LabState):
    """The lab. ``back`` leads to the game that its position came from, ``under`` is that game's screen."""

    def __init__(self, host: Host, battle: Battle | None = None, back: Callable[[], None] | None = None,
                 under: Screen | None = None) -> None:
        super().__init__(host, battle)
        self.back, self.under = back, under
        self.brush = BrushTool(lambda: self.battle, self.act)
        self.quarters = [MapView() for _ in range(4)]
        self.strip, self.left, self.right, self.low = Panel(EMPTY), Scroll(EMPTY), Scroll(EMPTY), Panel(EMPTY)
        self.side_rect = pygame.Rect(EMPTY)
        self.section: tuple[tuple[Any, ...], Section, tuple[Token, ...]] | None = None  # the side view, while it holds
        self.controls = LabControls(self)
        self._shown: dict[str, object] = {}
        self._fitted: object = None

    def open_map(self, found: MapFile) -> None:
        """Another map, with nobody on it."""
        self.game = Game(blank(found))
        self.forget_places()
        self.setup = replace(self.setup, who="", power="")
        self.list_best = False
        self._fitted = None
        self.build()

    def toggle_side(self) -> None:
        """The side view, or no longer."""
        self.side_view = not self.side_view
        self.build()

    # tools

    def hold(self, tool: Tool, kind: Brush | None = None) -> None:
        """Another tool in hand."""
        self.brush.cancel()
        self.tool = tool
        if kind is not None:
            self.brush.hold(kind=kind)
        self.host.redraw()

    def tool_names(self) -> list[tuple[str, str, str, bool, Callable[[], None]]]:
        """Every tool: its name, icon, key, whether it is in hand, and what takes it."""
        made: list[tuple[str, str, str, bool, Callable[[], None]]] = [
            (tr("Aim"), "search", tr("Escape"), self.tool == "aim", partial(self.hold, "aim"))]
        for key, (kind, name, picture) in zip(BRUSH_KEYS, KINDS, strict=True):
            held = self.tool == "brush" and self.brush.hand.kind == kind
            made.append((tr(name), picture, key, held, partial(self.hold, "brush", kind)))
        made.append((tr("Ally"), "user-plus", "9", self.tool == "ally", partial(self.hold, "ally")))
        made.append((tr("Enemy"), "orc-head", "0", self.tool == "foe", partial(self.hold, "foe")))
        return made

    def click(self, spot: Spot) -> None:
        """A click, or Enter, at a place."""
        self.point(spot, self.by_keyboard)
        cell = self.cell
        if cell is None:
            return
        if self.tool in ("ally", "foe"):
            lab_figures.add(self, cell)
        elif self.tool == "brush":
            self.brush.press_cell(cell)
        elif self.setup.shape == "cells":
            cells = self.setup.cells
            self.change(cells=tuple(each for each in cells if each != cell) if cell in cells else (*cells, cell))
        elif self.setup.shape == "aura" or (self.setup.origin == "edge" and not self.setup.who):
            who = self.at(cell)
            if who is None:
                self.toast(tr("Click the creature that casts it"))
            else:
                self.cast_by(who.id)
        else:
            if self.step == 2:
                self.step = 0
                self.follow()
            aims = self.setup.turned and self.setup.origin != "edge"
            self.step = min(self.step + 1, 2) if aims else 2
        self.host.redraw()

    def step_back(self) -> None:
        """Give up the last choice; when there is none, the menu."""
        if self.brush.cancel():
            pass
        elif self.list_best:
            self.list_best = False
            if self.before_best is not None:
                self.setup, self.step = self.before_best, self.step if self.before_best.spot else 0
        elif self.tool != "aim":
            self.hold("aim")
        elif self.lens_mode:
            self.lens_mode = 0
        elif self.step:
            self.step = 0
            self.follow()
        elif self.setup.cells:
            self.change(cells=self.setup.cells[:-1])
        else:
            lab_dialogs.main(self)
        self.host.redraw()

    # layout

    def build(self) -> None:
        scale = self.look.scale
        gap = scale.pad // 2
        room = scale.safe.inflate(-2 * gap, -2 * gap)
        top, low = scale.em(2.9), scale.em(2.5)
        self.strip.rect = pygame.Rect(room.left, room.top, room.width, top)
        self.low.rect = pygame.Rect(room.left, room.bottom - low, room.width, low)
        y, high = self.strip.rect.bottom + gap, self.low.rect.top - self.strip.rect.bottom - 2 * gap
        right = min(max(round(room.width * 0.22), scale.em(13)), room.width // 2)
        left = 0 if scale.narrow else max(round(room.width * 0.18), scale.em(11.5))
        self.left.visible = not scale.narrow
        self.left.rect = pygame.Rect(room.left, y, left, high)
        self.right.rect = pygame.Rect(room.right - right, y, right, high)
        x = room.left + (left + gap if left else 0)
        free = pygame.Rect(x, y, self.right.rect.left - gap - x, high)
        self.side_rect = pygame.Rect(free.left, free.bottom, free.width, 0)
        if self.side_view:
            tall = round(free.height * 0.36)
            self.side_rect = pygame.Rect(free.left, free.bottom - tall, free.width, tall)
            free.height -= tall + gap
        self.view.area = free
        self.stage.panels = [self.strip, self.left, self.right, self.low]
        self.stage.forget()
        self._shown.clear()
        fitted: tuple[Scale, tuple[int, int, int, int]] = (scale, tuple(free))  # type: ignore[assignment]
        if self._fitted != fitted:
            self._fitted = fitted
            self.view.fit(self.battle.map, self.look)
        self.host.redraw()

    def toast_place(self) -> pygame.Rect:
        return self.view.area

    def _fill(self) -> None:
        """Make anew the panels whose content changed."""
        common = (self.look, language())
        setup = replace(self.setup, spot=None) if self.setup.shape != "cells" else self.setup
        held = (self.tool, self.brush.hand, self.figure, self.battle.map.shape, self.battle.teams)
        if self._new("strip", (*common, held, self.game.can_undo, self.game.can_redo, self.battle.name)):
            self._keeping(self.strip, lambda: panel.fill_strip(self, self.strip))
        narrow = self.look.scale.narrow
        what = (*common, held, setup, self._named(setup.who))
        if not narrow and self._new("left", what):
            self._keeping(self.left, lambda: panel.fill_left(self, self.left))
        shown = (*common, self.seen(), self.refused, tuple(self.pins), self.lens_mode, self.lens_row, self.heat,
                 self.list_best, self.found, None if self.work is None else round(self.work.progress * 20),
                 self.battle, self.side_view, what if narrow else None)
        if self._new("right", shown):
            self._keeping(self.right, lambda: panel.fill_right(self, self.right))
        if self._new("low", (*common, self.seen(), self.cell, self.battle, self.side_view, self.every_name, self.tool,
                             self.step)):
            self._keeping(self.low, lambda: panel.fill_low(self, self.low))

    def _named(self, id: str) -> str:
        who = self.occupant(id)
        return who.name if who is not None else ""

    def _new(self, name: str, key: tuple[object, ...]) -> bool:
        old = self._shown.get(name)
        same = isinstance(old, tuple) and len(old) == len(key) and all(
            a is b or (not isinstance(a, Battle | Seen | Placements) and a == b)
            for a, b in zip(old, key, strict=True))
        self._shown[name] = key
        return not same

    def _keeping(self, part: Panel, fill: Callable[[], None]) -> None:
        """Make a panel anew; the keyboard, and how far it is scrolled, stay where they were."""
        stage = self.stage
        ring, focus = _ring(part), stage.focus
        place = ring.index(focus) if focus in ring else None
        offset = part.offset if isinstance(part, Scroll) else 0
        part.clear()
        fill()
        if isinstance(part, Scroll):
            part.scroll(offset)
        if stage.held in ring:
            stage.held = None
        if stage.pointed in ring:
            stage.pointed = None
        if place is not None and not stage.layers and (ring := _ring(part)):
            stage.set_focus(ring[min(place, len(ring) - 1)])

    # drawing and the loop

    def paint(self, canvas: pygame.Surface) -> None:
        self._fill()
        lab_map.paint(self, canvas)
        super().paint(canvas)

    def due(self) -> float | None:
        waits = [super().due()]
        if self.work is not None:
            waits.append(LOOK_SECONDS)
        if self.view.unfinished:
            waits.append(0.0)
        return soonest(*waits)

    def tick(self) -> None:
        super().tick()
        if self.view.unfinished:
            self.host.redraw()
        if self.work is None:
            return
        if self.work.done:
            work, self.work = self.work, None
            try:
                self.found = work.wait()
            except FlancoError as problem:
                self.toast(sentence(problem.message))
                self.heat = self.list_best = False
            if self.found is not None and not self.found.best and self.list_best:
                self.toast(tr("No placement meets anybody or anything."))
        self.host.redraw()

    def use(self, event: pygame.event.Event) -> None:
        self.controls.use(event)

    def handle(self, event: pygame.event.Event) -> None:
        self.controls.before(event)
        super().handle(event)

    def leave(self) -> FlancoError | None:
        self.stop()
        return self.under.leave() if self.under is not None else None

    def height_of_origin(self) -> float | None:
        """How high the area starts above the map's zero, in metres."""
        seen = self.seen()
        source = seen.template.source if seen is not None else None
        return source.height / UNITS if isinstance(source, Origin) else None


def _ring(part: Panel) -> list[Widget]:
    """What Tab stops at in a panel."""
    return [each for each in part.walk() if each.focusable and each.proxy is None]


def over(screen: Screen) -> None:
    """The lab, from the title."""
    screen.host.show(LabScreen(screen.host))


def of_game(screen: "PlayScreen") -> None:
    """The lab on the position of a game, as the side that looks sees it; and back to the game as it was."""
    screen.host.show(LabScreen(screen.host, screen.match.battle, lambda: screen.host.show(screen), screen))
