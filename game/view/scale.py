"""Sizes in pixels, all from the window's size and one factor, so that everything grows together."""

import math
from dataclasses import dataclass
from functools import cached_property

import pygame

LEAST_WIDTH, LEAST_HEIGHT = 1280, 720
LEAST_COLUMNS = 24  # small text sizes that a window is wide: the factor makes no letters larger than that


@dataclass(frozen=True)
class Scale:
    """Sizes for one window.

    :ivar width: window width, pixels.  :ivar height: window height, pixels.
    :ivar factor: 1.0 to 2.5: the smallest text is ``height / 45 * factor``, less in a window too narrow for it.
    :ivar margin: share of each side that is kept free of anything essential.
    """

    width: int
    height: int
    factor: float = 1.0
    margin: float = 0.0

    def em(self, lines: float) -> int:
        """``lines`` small text sizes, in whole pixels."""
        return max(1, round(self._unit * lines))

    @cached_property
    def _unit(self) -> float:
        usual = self.height / 45
        return min(usual * self.factor, max(usual, self.width / LEAST_COLUMNS))

    @cached_property
    def small(self) -> int:
        """The smallest text: 1/45 of the height for a laptop, 1/30 for a television (rounded up)."""
        return max(1, math.ceil(self._unit))

    @cached_property
    def body(self) -> int:
        """Running text: 1/27 of the height for a television."""
        return math.ceil(self._unit * 10 / 9)

    @cached_property
    def large(self) -> int:
        """Names, headings of panels."""
        return round(self._unit * 1.4)

    @property
    def title(self) -> int:
        """The one big word of a screen."""
        return round(self._unit * 3.4)

    @cached_property
    def pad(self) -> int:
        """The usual gap."""
        return max(2, round(self._unit * 0.5))

    @cached_property
    def hair(self) -> int:
        """The thinnest line that is drawn."""
        return max(1, round(self._unit / 14))

    @property
    def window(self) -> pygame.Rect:
        """The whole window."""
        return pygame.Rect(0, 0, self.width, self.height)

    @property
    def safe(self) -> pygame.Rect:
        """The window less its safe margins."""
        return self.window.inflate(-2 * math.ceil(self.width * self.margin), -2 * math.ceil(self.height * self.margin))

    @property
    def columns(self) -> float:
        """The width of the safe part in small text sizes: 80 on a laptop of 16:9, 51 on a television."""
        return self.safe.width / self._unit

    @property
    def lines(self) -> float:
        """The height of the safe part in small text sizes: 45 on a laptop, 28 on a television."""
        return self.safe.height / self._unit

    @property
    def narrow(self) -> bool:
        """Whether panels that stand side by side must stand one under the other, or take turns."""
        return self.columns < 44
