"""Pointing things out to the others, and measuring: the ring that is seen in all windows, and the ruler."""

from typing import TYPE_CHECKING

from game.insight.ruler import Measure, measure
from game.spatial.grid import Cell, Grid
from game.view.mapview.gauges import Ping

if TYPE_CHECKING:
    from game.view.screens.play import PlayScreen

HOLD_SECONDS = 0.4


class Pointing:
    """The ring and the ruler of one Play screen. A ruler that is drawn stays until the next click or step back."""

    def __init__(self, screen: "PlayScreen") -> None:
        self.screen = screen
        self.ring: Ping | None = None
        self.start: Cell | None = None
        self.end: Cell | None = None
        self.stretching = False  # by the mouse
        self.by_keyboard = False  # its end follows the cell cursor
        self._measured: tuple[tuple[Grid, object, Cell, Cell], Measure] | None = None

    # the ring

    def point_out(self, spot: tuple[float, float] | None) -> None:
        """A ring at a place, in metres, for two seconds."""
        if spot is not None:
            self.ring = Ping(*spot, self.screen.host.now)
            self.screen.host.redraw()

    def here(self) -> None:
        """A ring at what is pointed at, or around whoever acts."""
        aim, who = self.screen.aim, self.screen.match.active
        cell = aim.cell or (who.cell if who is not None else None)
        if aim.point is not None and not aim.by_keyboard:
            self.point_out(aim.point)
        elif cell is not None:
            self.point_out((cell[0] + 0.5, cell[1] + 0.5))

    def shown(self, now: float) -> tuple[Ping, float] | None:
        """The ring as it is now."""
        share = self.ring.share(now) if self.ring is not None else 1.0
        return (self.ring, share) if self.ring is not None and 0 <= share < 1 else None

    def tick(self, now: float) -> bool:
        """Time has passed; whether the ring moves, or has just gone."""
        if self.ring is None:
            return False
        if self.ring.share(now) >= 1:
            self.ring = None
        return True

    # the ruler

    def begin(self, cell: Cell | None, by_keyboard: bool = False) -> None:
        """Measure from a cell on."""
        if cell is not None:
            self.start = self.end = cell
            self.stretching, self.by_keyboard = not by_keyboard, by_keyboard
            self.screen.host.redraw()

    def stretch(self, cell: Cell | None) -> None:
        """Measure to another cell."""
        if cell is not None and cell != self.end:
            self.end = cell
            self.screen.host.redraw()

    def clear(self) -> bool:
        """Put the ruler away; False when there was none."""
        had = self.start is not None
        self.start = self.end = None
        self.stretching = self.by_keyboard = False
        if had:
            self.screen.host.redraw()
        return had

    def toggle(self) -> None:
        """Measure from the cell cursor on, or no longer."""
        who = self.screen.match.active
        if not self.clear():
            self.begin(self.screen.aim.cell or (who.cell if who is not None else None), by_keyboard=True)

    @property
    def measure(self) -> Measure | None:
        """What the ruler says; None when nothing is measured."""
        battle = self.screen.match.for_players().battle
        if self.start is None or self.end is None or not (self.start in battle.map and self.end in battle.map):
            return None
        key = battle.grid, battle.combatants, self.start, self.end
        if self._measured is None or any(a is not b and a != b for a, b in zip(self._measured[0], key, strict=True)):
            self._measured = key, measure(battle, self.start, self.end)
        return self._measured[1]
