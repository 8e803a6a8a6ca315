"""Sizes in pixels, all from the window's size and one factor, so that everything grows together."""

from dataclasses import dataclass

import pygame

LEAST_WIDTH, LEAST_HEIGHT = 1280, 720


@dataclass(frozen=True, slots=True)
class Scale:
    """Sizes for one window.

    :ivar width: window width, pixels.  :ivar height: window height, pixels.
    :ivar factor: 1.0 for a laptop, 1.5 for a television: the smallest text is ``height / 45 * factor``.
    :ivar margin: share of each side that is kept free of anything essential.
    """

    width: int
    height: int
    factor: float = 1.0
    margin: float = 0.0

    def em(self, lines: float) -> int:
        """``lines`` small text sizes, in whole pixels."""
        return max(1, round(self._unit * lines))

    @property
    def _unit(self) -> float:
        # a window taller than 16:10 is measured by its width, so that panels keep their words
        return min(self.height, self.width * 0.625) / 45 * self.factor

    @property
    def small(self) -> int:
        """The smallest text: 1/45 of the height (rounded up)."""
        return max(1, -int(-self._unit // 1))

    @property
    def body(self) -> int:
        """Running text."""
        return max(self.small, round(self._unit * 1.1))

    @property
    def large(self) -> int:
        """Names, headings of panels."""
        return round(self._unit * 1.4)

    @property
    def title(self) -> int:
        """The one big word of a screen."""
        return round(self._unit * 3.4)

    @property
    def pad(self) -> int:
        """The usual gap."""
        return max(2, round(self._unit * 0.5))

    @property
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
        return self.window.inflate(-2 * round(self.width * self.margin), -2 * round(self.height * self.margin))
