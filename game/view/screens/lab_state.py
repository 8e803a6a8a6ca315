"""What the Area lab knows: a position, an area on it, and what was asked about the two."""

from dataclasses import replace
from typing import Final, Literal

import pygame

from game.content import lab
from game.content.blank import SIZES, blank, empty_map
from game.content.lab import Seen, Setup
from game.errors import FlancoError, GeometryError
from game.insight.background import Work
from game.insight.lens import Lens, lens
from game.insight.placing import Placements
from game.rules.actions import Action
from game.rules.bodies import body_of
from game.rules.dice import SeededDice
from game.rules.history import Game
from game.rules.state import Battle, Combatant
from game.spatial.grid import Cell
from game.spatial.origins import Kind
from game.texts import sentence, tr
from game.view.mapview import figures
from game.view.mapview.marks import Outline
from game.view.mapview.scene import MapView
from game.view.mapview.tokens import Token
from game.view.render import tokens_of
from game.view.screens import lab_map
from game.view.screens.aiming import occupant_of
from game.view.screens.areas import Spot, middle_of, pointed_turn
from game.view.screens.base import Host, Screen

Tool = Literal["aim", "brush", "ally", "foe"]
MOST_PINS: Final = 6
LOOK_SECONDS: Final = 0.05  # between two looks at work in the background
ORIGINS: Final[tuple[Kind, ...]] = ("corner", "cell", "edge")
EMPTY: Final = pygame.Rect(0, 0, 0, 0)


class LabState(Screen):
    """The lab without its panels and its tools."""

    def __init__(self, host: Host, battle: Battle | None = None) -> None:
        super().__init__(host)
        self.game = Game(battle if battle is not None else blank(empty_map(*SIZES[1])))
        self.setup = Setup()
        self.step = 0  # 0: the origin follows the mouse; 1: the direction does; 2: nothing
        self.tool: Tool = "aim"
        self.figure = 1  # the side of creatures that are added, in cells
        self.spot: Spot | None = None  # where is pointed at, in metres
        self.cell: Cell | None = None
        self.by_keyboard = False
        self.view = MapView()
        self.view.gradual = True
        self.pins: list[Setup] = []
        self.lens_mode = 0  # 0: off; 1: what differs, on the map; 2: four variants beside each other
        self.lens_row = 0
        self.heat = self.side_view = self.every_name = False
        self.list_best = False
        self.before_best: Setup | None = None
        self.work: Work[Placements] | None = None
        self.found: Placements | None = None
        self._work_of: object = None  # what the work, or what was found, is about
        self._shape = self.battle.map.shape
        self._seen: tuple[object, Seen | None, str] | None = None
        self._lens: tuple[Seen, Lens] | None = None
        self._pinned: tuple[Battle, dict[Setup, tuple[Seen, Outline] | None]] | None = None
        self.heat_layer = figures.HeatLayer()
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

    def changed(self) -> None:
        """The position or the set-up is another one."""
        if self.setup.who and self.occupant(self.setup.who) is None:
            self.setup = replace(self.setup, who="", power="")
        if self._shape != self.battle.map.shape:
            self._shape = self.battle.map.shape
            self.forget_places()
        if self.heat or self.list_best:
            self.ask_best()
        self.host.redraw()

    def forget_places(self) -> None:
        """The map is another one: nothing is anywhere on it yet."""
        self.pins.clear()
        self.setup, self.step = replace(self.setup, spot=None, cells=()), 0
        self.spot = self.cell = None

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

    def pinned(self, setup: Setup) -> tuple[Seen, Outline] | None:
        """What a pinned set-up lights, and its outline; None where it may not be there."""
        if self._pinned is None or self._pinned[0] is not self.battle:
            self._pinned = self.battle, {}
        kept = self._pinned[1]
        if setup not in kept:
            try:
                seen = lab.look(self.battle, setup)
                kept[setup] = seen, figures.outline(seen.mask)
            except GeometryError:
                kept[setup] = None
        return kept[setup]

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
