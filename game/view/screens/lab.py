"""The Area lab: any area on any map, with what it lights, whom it hits, what cuts it and where it would do most.

No game is needed. What is shown is what :func:`game.content.lab.look` says, which is what ``flanco mask`` says.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final, Literal

import pygame

from game.content import lab
from game.content.blank import SIZES, blank, empty_map
from game.content.lab import Seen, Setup
from game.content.maps import MapFile
from game.errors import FlancoError, GeometryError
from game.insight.background import Work
from game.insight.lens import Lens, lens
from game.insight.placing import Placements
from game.insight.section import Section
from game.rules.actions import Action
from game.rules.bodies import body_of
from game.rules.dice import SeededDice
from game.rules.gm_actions import Brush
from game.rules.history import Game
from game.rules.state import Battle, Combatant
from game.spatial.grid import UNITS, Cell, Mask
from game.spatial.origins import Kind, Origin
from game.texts import language, sentence, tr
from game.view.mapview.scene import MapView
from game.view.mapview.tokens import Token
from game.view.panels import lab as panel
from game.view.render import tokens_of
from game.view.scale import Scale
from game.view.screens import lab_dialogs, lab_figures, lab_map
from game.view.screens.aiming import occupant_of
from game.view.screens.areas import Spot, middle_of, pointed_turn
from game.view.screens.base import Host, Screen
from game.view.screens.brush import KINDS, BrushTool
from game.view.screens.lab_controls import LabControls
from game.view.widgets.base import Panel, Widget
from game.view.widgets.scroll import Scroll

Tool = Literal["aim", "brush", "ally", "foe"]
Side = Literal["setup", "best", "lens"]  # what the right panel lists
MOST_PINS: Final = 6
WORK_SECONDS: Final = 0.004  # a frame's share for ground that need not be there at once
LOOK_SECONDS: Final = 0.05  # between two looks at work in the background
ORIGINS: Final[tuple[Kind, ...]] = ("corner", "cell", "edge")
EMPTY: Final = pygame.Rect(0, 0, 0, 0)


class LabScreen(Screen):
    """A position, an area on it, and what was asked about the two. ``back`` leads to the game that it came from."""

    def __init__(self, host: Host, battle: Battle | None = None, back: Callable[[], None] | None = None,
                 under: Screen | None = None) -> None:
        super().__init__(host)
        self.game = Game(battle if battle is not None else blank(empty_map(*SIZES[1])))
        self.back, self.under = back, under
        self.setup = Setup()
        self.step = 0  # 0: the origin follows the mouse; 1: the direction does; 2: nothing
        self.tool: Tool = "aim"
        self.figure = 1  # the side of creatures that are added, in cells
        self.brush = BrushTool(lambda: self.battle.map, self.act)
        self.spot: Spot | None = None  # where is pointed at, in metres
        self.cell: Cell | None = None
        self.by_keyboard = False
        self.pins: list[Setup] = []
        self.lens_mode = 0  # 0: off; 1: what differs, on the map; 2: four variants beside each other
        self.lens_row = 0
        self.heat = self.side_view = self.every_name = False
        self.list_best = False
        self.before_best: Setup | None = None
        self.work: Work[Placements] | None = None
        self.found: Placements | None = None
        self._work_of: object = None  # what the work, or what was found, is about
        self.view = MapView()
        self.view.seconds = WORK_SECONDS
        self.quarters = [MapView() for _ in range(4)]
        self.strip, self.left, self.right, self.low = Panel(EMPTY), Scroll(EMPTY), Scroll(EMPTY), Panel(EMPTY)
        self.side_rect = pygame.Rect(EMPTY)
        self.controls = LabControls(self)
        self._shown: dict[str, object] = {}
        self._fitted: object = None
        self._seen: tuple[object, Seen | None, str] | None = None
        self._lens: tuple[Seen, Lens] | None = None
        self._masks: dict[Setup, tuple[Battle, Mask | None]] = {}
        self.section: tuple[tuple[Any, ...], Section, tuple[Token, ...]] | None = None  # the side view, while it holds
        self._tokens: tuple[Battle, tuple[Token, ...]] | None = None

    # the position

    @property
    def battle(self) -> Battle:
        """The position as it stands."""
        return self.game.battle

    def act(self, action: Action) -> bool:
        """Change the position: a stroke of the brush, a creature more, moved or taken away."""
        try:
            self.game = self.game.do(action, SeededDice(0))
        except FlancoError as refused:
            self.toast(sentence(refused.message))
            return False
        self.changed()
        return True

    def undo(self, forward: bool = False) -> None:
        """One change of the position back, or forward again."""
        game = self.game.redo() if forward else self.game.undo()
        if game.done == self.game.done:
            self.toast(tr("Nothing to redo") if forward else tr("Nothing to undo"))
        self.game = game
        self.changed()

    def open_map(self, found: MapFile) -> None:
        """Another map, with nobody on it."""
        self.game = Game(blank(found))
        self.pins.clear()
        self.setup, self.step = replace(self.setup, spot=None, who="", power="", cells=()), 0
        self.list_best = False
        self._fitted = None
        self.build()

    def changed(self) -> None:
        """The position or the set-up is another one."""
        if self.setup.who and self.occupant(self.setup.who) is None:
            self.setup = replace(self.setup, who="", power="")
        if self.heat or self.list_best:
            self.ask_best()
        self.host.redraw()

    def occupant(self, id: str) -> Combatant | None:
        """A creature that is on the map, by its id."""
        return next((each for each in self.battle.present() if each.id == id), None)

    def at(self, cell: Cell | None) -> Combatant | None:
        """Who stands on a cell."""
        return None if cell is None else occupant_of(self.battle, cell)

    def tokens(self) -> tuple[Token, ...]:
        """The creatures as pieces."""
        if self._tokens is None or self._tokens[0] is not self.battle:
            self._tokens = self.battle, tokens_of(self.battle)
        return self._tokens[1]

    # the set-up

    def change(self, **fields: object) -> None:
        """Another shape, size, rule..."""
        setup = replace(self.setup, **fields)  # type: ignore[arg-type]
        if {"shape", "size", "width", "angle", "tall", "end"} & fields.keys():
            setup = replace(setup, power=setup.power if fields.keys() <= {"power"} else "")
        if setup.shape in ("aura", "cells") or setup.origin != self.setup.origin:
            self.step = 0
            setup = replace(setup, spot=None)
        self.setup = setup
        self.follow()
        self.changed()

    def turn(self, by: int) -> None:
        """Turned by so many directions, clockwise; the mouse turns it no more."""
        self.setup = replace(self.setup, turn=(self.setup.turn + by) % self.setup.snap)
        if self.step == 1:
            self.step = 2
        self.changed()

    def lift(self, by: float) -> None:
        """The origin higher above its ground, or lower."""
        height = max(-50.0, min(50.0, (1.0 if self.setup.height is None else self.setup.height) + by))
        self.change(height=None if height == 1.0 else height)

    def grow(self, by: int) -> None:
        """Larger or smaller."""
        self.change(size=max(1.0, min(64.0, self.setup.size + by)))

    def next_origin(self) -> None:
        """From a corner, the middle of a square, or the edge of the caster."""
        self.change(origin=ORIGINS[(ORIGINS.index(self.setup.origin) + 1) % 3])

    def cycle(self, field: str, values: tuple[object, ...]) -> None:
        """The next of some values."""
        self.change(**{field: values[(values.index(getattr(self.setup, field)) + 1) % len(values)]})

    def cast_by(self, id: str) -> None:
        """Another caster, or none when it is the one already."""
        self.change(who="" if id == self.setup.who else id, power="")

    def point(self, spot: Spot | None, by_keyboard: bool = False) -> None:
        """The mouse or the keyboard points at a place, in metres."""
        grid = self.battle.map
        cell = None if spot is None else (int(spot[0] // 1), int(spot[1] // 1))
        if cell is not None and cell not in grid:
            cell = min(max(cell[0], 0), grid.cols - 1), min(max(cell[1], 0), grid.rows - 1)
            spot = spot if by_keyboard else None
            cell = cell if by_keyboard else None
        if (spot, by_keyboard) == (self.spot, self.by_keyboard):
            return
        self.spot, self.cell, self.by_keyboard = spot, cell, by_keyboard
        if by_keyboard and cell is not None:
            self.view.show(cell)
        self.follow()
        self.host.redraw()

    def follow(self) -> None:
        """What is not fixed yet goes where is pointed at."""
        setup, spot = self.setup, self.spot
        if self.tool != "aim" or spot is None or setup.shape in ("aura", "cells"):
            return
        if self.step == 0:
            start = self._start(spot)
            setup = replace(setup, spot=start)
            who = self.occupant(setup.who)
            if setup.turned and setup.origin == "edge" and who is not None and start is not None:
                setup = self._pointing(setup, middle_of(body_of(self.battle, who)), spot)
        elif self.step == 1 and setup.spot is not None:
            setup = self._pointing(setup, self.origin_spot(setup) or setup.spot, spot)
        self.setup = setup

    def _pointing(self, setup: Setup, start: Spot, spot: Spot) -> Setup:
        if spot == start:
            return setup
        return replace(setup, turn=pointed_turn(start, spot, setup.snap))

    def _start(self, spot: Spot) -> Spot | None:
        """The origin nearest to a place."""
        grid = self.battle.map
        if self.setup.origin == "corner":
            return float(min(max(round(spot[0]), 0), grid.cols)), float(min(max(round(spot[1]), 0), grid.rows))
        if self.setup.origin == "cell":
            return float(min(max(int(spot[0]), 0), grid.cols - 1)), float(min(max(int(spot[1]), 0), grid.rows - 1))
        who = self.occupant(self.setup.who)
        if who is None:
            return None
        return lab_map.nearest_edge(body_of(self.battle, who), spot)

    def origin_spot(self, setup: Setup) -> Spot | None:
        """Where a set-up starts on the map, in metres."""
        if setup.spot is None or setup.shape in ("aura", "cells"):
            return None
        x, y = setup.spot
        return (x + 0.5, y + 0.5) if setup.origin == "cell" else (x, y)

    def seen(self) -> Seen | None:
        """What the area lights now; None where it is nowhere, or may not be there."""
        key = (self.setup, self.battle)
        if self._seen is None or self._seen[0][0] != key[0] or self._seen[0][1] is not key[1]:  # type: ignore[index]
            try:
                self._seen = key, lab.look(self.battle, self.setup), ""
            except GeometryError as problem:
                said = sentence(problem.message) if self.setup.placed else ""
                self._seen = key, None, said
        return self._seen[1]

    def mask_of(self, setup: Setup) -> Mask | None:
        """The cells of a pinned set-up; None where it may not be there."""
        kept = self._masks.get(setup)
        if kept is None or kept[0] is not self.battle:
            try:
                kept = self.battle, lab.look(self.battle, setup).mask
            except GeometryError:
                kept = self.battle, None
            self._masks[setup] = kept
        return kept[1]

    @property
    def refused(self) -> str:
        """Why it may not be there; empty when it may, or is nowhere yet."""
        self.seen()
        return self._seen[2] if self._seen is not None else ""

    def lens(self) -> Lens | None:
        """The area under every rule."""
        seen = self.seen()
        if seen is None:
            return None
        if self._lens is None or self._lens[0] is not seen:
            self._lens = seen, lens(self.battle.grid, seen.template, self.setup.passage, self.battle.settings.diagonals)
        return self._lens[1]

    # pins, best, heat, lens, side view

    def pin(self) -> None:
        """Keep this placement to be compared."""
        if self.seen() is None:
            self.toast(tr("Put the area somewhere first"))
        elif self.setup in self.pins:
            self.toast(tr("This placement is pinned already"))
        elif len(self.pins) >= MOST_PINS:
            self.toast(tr("Six placements are pinned; take one away first"))
        else:
            self.pins.append(self.setup)
            self.host.redraw()

    def unpin(self, number: int) -> None:
        """No longer compare this one."""
        if 0 <= number < len(self.pins):
            del self.pins[number]
            self.host.redraw()

    def take(self, setup: Setup) -> None:
        """Put the area where a pinned or found one is."""
        self.setup, self.step, self.tool = setup, 2, "aim"
        self.host.redraw()

    def _question(self) -> tuple[object, ...]:
        return self.battle, replace(self.setup, spot=None, turn=0)

    def ask_best(self) -> bool:
        """Begin to work out where it does most, unless that is known or under way; whether it can be."""
        question = self._question()
        old = self._work_of
        if isinstance(old, tuple) and old[0] is question[0] and old[1] == question[1]:
            return True
        self.stop()
        if not self.setup.who:
            side = lab.side_of(self.battle, "")
            who = next((each.id for each in self.battle.present() if each.team == side), "")
            self.setup = replace(self.setup, who=who)
            question = self._question()
        try:
            self.work = Work(lab.best(self.battle, self.setup))
        except GeometryError as problem:
            self.toast(sentence(problem.message))
            self.heat = self.list_best = False
            return False
        self._work_of = question
        self.host.redraw()
        return True

    def stop(self) -> None:
        """Give up what is worked out, and forget what was."""
        if self.work is not None:
            self.work.stop()
        self.work = self.found = self._work_of = None

    def cancel_work(self) -> None:
        """Give it up, and show nothing of it."""
        self.stop()
        self.heat = self.list_best = False
        self.host.redraw()

    def toggle_best(self) -> None:
        """The best placements, or no longer."""
        self.list_best = not self.list_best
        if self.list_best:
            self.lens_mode, self.before_best = 0, self.setup
            self.ask_best()
        self.host.redraw()

    def preview(self, number: int) -> None:
        """Show one of the best on the map."""
        if self.found is not None and number < len(self.found.best):
            self.take(lab.put(self.setup, self.found.best[number]))

    def pick(self, number: int) -> None:
        """This of the best it is."""
        self.preview(number)
        self.list_best, self.before_best = False, None
        self.host.redraw()

    def toggle_heat(self) -> None:
        """How much an area does from each cell, or no longer."""
        self.heat = not self.heat
        if self.heat:
            self.ask_best()
        self.host.redraw()

    def turn_lens(self) -> None:
        """What differs; four variants; no lens."""
        if self.seen() is None:
            self.toast(tr("Put the area somewhere first"))
            return
        self.lens_mode, self.list_best = (self.lens_mode + 1) % 3, False
        self.host.redraw()

    def look_through(self, number: int) -> None:
        """Another variant first."""
        self.lens_row = number
        self.host.redraw()

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
        for n, (kind, name, picture) in enumerate(KINDS):
            held = self.tool == "brush" and self.brush.hand.kind == kind
            made.append((tr(name), picture, str(n + 1), held, partial(self.hold, "brush", kind)))
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
        held = (self.tool, self.brush.hand, self.figure)
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
        known = [each for each in waits if each is not None]
        return min(known) if known else None

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
