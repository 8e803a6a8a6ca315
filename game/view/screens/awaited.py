"""What a screen reads when it opens: shown at once where that is quick, else with how far it is."""

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

import pygame

from game.insight.background import Progress, Work
from game.view.screens.base import Host, Screen, soonest
from game.view.widgets.form import Form
from game.view.widgets.share import Share

T = TypeVar("T")
AT_ONCE: Final = 0.6  # seconds that are waited before anything is shown
AGAIN: Final = 0.1  # seconds until it is looked at again


class Awaited(Generic[T]):
    """Something that is being read.

    :ivar found: what was read; None until then.
    """

    def __init__(self, read: Callable[[Progress], T]) -> None:
        self._work: Work[T] = Work(lambda progress, stop: read(progress))
        self._share: Share | None = None
        self.found = self._work.wait(AT_ONCE)

    def due(self, other: float | None) -> float | None:
        """Seconds until something changes, where ``other`` is what else is waited for."""
        return soonest(other, AGAIN if self.found is None else None)

    def fill(self, form: Form, said: str) -> None:
        """Say that it is being read, and how far that is."""
        form.words(said)
        self._share = Share(pygame.Rect(0, 0, form.room, form.gap * 2), self._work.progress)
        form.put(self._share)

    def came(self, host: Host) -> bool:
        """Whether it came just now."""
        if self.found is not None:
            return False
        self.found = self._work.wait(0)
        if self.found is None and self._share is not None:
            self._share.show(self._work.progress)
            host.redraw()
        return self.found is not None


class AwaitingScreen(Screen):
    """A page that is built anew once what it reads is there."""

    read: Awaited[Any]

    def due(self) -> float | None:
        return self.read.due(super().due())

    def tick(self) -> None:
        super().tick()
        if self.read.came(self.host):
            self.build()

    def paint(self, canvas: pygame.Surface) -> None:
        canvas.fill(self.look.theme["backdrop"])
        super().paint(canvas)
