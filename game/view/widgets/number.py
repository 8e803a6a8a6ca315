"""A whole number: typed, or by steps with the arrows, the wheel and two buttons."""

from collections.abc import Callable

import pygame

from game.view.widgets.base import Look, Widget
from game.view.widgets.button import Button
from game.view.widgets.entry import Entry


class Number(Widget):
    """A number field with a button for less and one for more. It says what is typed as soon as that is a number within
    its limits; ``done`` runs on Enter.

    :ivar value: the last number that was sound.
    """

    def __init__(self, rect: pygame.Rect, value: int, px: int, *, least: int = 0, most: int = 999, step: int = 1,
                 changed_to: Callable[[int], None] | None = None, done: Callable[[int], None] | None = None,
                 tip: str = "") -> None:
        super().__init__(rect)
        self.value = value
        self.least, self.most, self.step_by = least, most, step
        self.changed_to, self.done = changed_to, done
        side = min(rect.height, rect.width // 4)
        self.field = self.add(_Digits(pygame.Rect(rect.left + side, rect.top, rect.width - 2 * side, rect.height),
                                      str(value), px, lambda _: self._done(), max(len(str(most)), len(str(least))),
                                      self._typed, tip=tip, allowed=lambda each: each in "0123456789-"))
        self.field.number = self
        for picture, left, by in (("minus", rect.left, -1), ("plus", rect.right - side, 1)):
            button = self.add(Button(pygame.Rect(left, rect.top, side, rect.height), "", self._stepper(by), px,
                                     picture=picture, side="centre", flat=True))
            button.proxy = self.field

    @staticmethod
    def width_for(most: int, px: int, high: int) -> int:
        """The width for numbers up to ``most``, in pixels."""
        return 2 * high + px * (len(str(most)) + 2) * 2 // 3

    @property
    def sound(self) -> bool:
        """Whether what stands there is a number within the limits."""
        return _number(self.field.said) is not None and self.least <= int(self.field.said) <= self.most

    def put(self, value: int) -> None:
        """Another number, kept within the limits; whoever listens is told."""
        self.value = max(self.least, min(self.most, value))
        self.field.say(str(self.value))
        self.changed()
        if self.changed_to is not None:
            self.changed_to(self.value)

    def step(self, by: int) -> None:
        """So many steps more."""
        self.put(self.value + by * self.step_by)

    def _stepper(self, by: int) -> Callable[[], None]:
        return lambda: self.step(by)

    def _typed(self, said: str) -> None:
        if self.sound:
            self.value = int(said)
            if self.changed_to is not None:
                self.changed_to(self.value)

    def _done(self) -> None:
        if self.done is not None and self.sound:
            self.done(self.value)

    def wheel(self, steps: int) -> bool:
        if not self.field.focused:
            return False
        self.step(steps)
        return True

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        super().draw(canvas, look)
        if not self.sound:
            own = look.on(self.field.rect)
            pygame.draw.rect(canvas, look.theme["bad"], own, look.scale.hair * 2, border_radius=look.scale.pad)


class _Digits(Entry):
    """The field of a number: the arrows up and down are steps."""

    number: Number

    def key(self, event: pygame.event.Event) -> bool:
        if event.key in (pygame.K_UP, pygame.K_DOWN) and not event.mod & pygame.KMOD_CTRL:
            self.number.step(1 if event.key == pygame.K_UP else -1)
            return True
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.number.done is None:
            return False
        return super().key(event)


def _number(said: str) -> int | None:
    """
    >>> _number("12"), _number("-3"), _number("-"), _number("1-2")
    (12, -3, None, None)
    """
    return int(said) if said.removeprefix("-").isdecimal() else None
