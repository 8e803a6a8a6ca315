"""Settings: a row for each of ``CHOICES``, in force at once; over the title or over a game."""

from collections.abc import Callable
from functools import partial

import pygame

from game.errors import FlancoError
from game.texts import language, tr
from game.view import fonts
from game.view.screens.base import Host, Screen
from game.view.screens.sample import Sample
from game.view.settings import CHOICES, Choice, Value
from game.view.widgets.base import Panel
from game.view.widgets.button import Button
from game.view.widgets.label import Label, height_of
from game.view.widgets.scroll import Scroll

ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
EMPTY = pygame.Rect(0, 0, 0, 0)


class SettingsScreen(Screen):
    """What the user may choose. ``under`` is the screen to come back to."""

    def __init__(self, host: Host, under: Screen) -> None:
        super().__init__(host)
        self.under = under
        self.top, self.body = Panel(EMPTY, ground=""), Scroll(EMPTY)
        self.low = Panel(EMPTY, ground="")
        self._last = ("", "")  # the field and the words of the button that was used last: it keeps the focus

    @classmethod
    def over(cls, screen: Screen) -> None:
        """Show the settings; the screen that is shown now comes back after them."""
        screen.host.show(cls(screen.host, screen))

    def back(self) -> None:
        """The screen before."""
        self.host.show(self.under)

    def leave(self) -> FlancoError | None:
        return self.under.leave()

    # widgets

    def build(self) -> None:
        scale, gap = self.look.scale, self.look.scale.pad
        room = scale.safe.inflate(-2 * gap, -2 * gap)
        high = scale.em(2.3)
        self.top.rect = pygame.Rect(room.left, room.top, room.width, high)
        tall = Sample.height_for(self.look) if scale.lines > 26 else 0
        self.low.rect = pygame.Rect(room.left, room.bottom - tall, room.width, tall)
        self.low.visible = bool(tall)
        self.body.rect = pygame.Rect(room.left, self.top.rect.bottom + gap, room.width, 0)
        self.body.rect.height = room.bottom - self.body.rect.top - (tall + gap if tall else 0)
        self.stage.panels = [self.top, self.body, self.low]
        self.stage.forget()
        self._fill_top()
        self.low.clear()
        if tall:
            self.low.add(Sample(self.low.rect))
        self._fill_body()
        self.host.redraw()

    def _fill_top(self) -> None:
        scale, room = self.look.scale, self.top.rect
        self.top.clear()
        said = tr("Back")
        wide = Button.width_for(said, scale.body, True, "", scale.pad)
        self.top.add(Button(pygame.Rect(room.left, room.top, wide, room.height), said, self.back, scale.body,
                            picture="arrow-left"))
        left = room.left + wide + 2 * scale.pad
        self.top.add(Label(pygame.Rect(left, room.top, room.right - left, room.height), tr("Settings"), scale.large,
                           weight="bold"))

    def _fill_body(self) -> None:
        offset, scale = self.body.offset, self.look.scale
        self.body.clear()
        inner = self.body.rect.inflate(-4 * scale.pad, -2 * scale.pad)
        top = inner.top
        for choice in CHOICES:
            top = self._row(choice, inner, top) + scale.pad
        self.body.fit(top - self.body.rect.top + scale.pad)
        self.body.scroll(offset)

    def _row(self, choice: Choice, inner: pygame.Rect, top: int) -> int:
        """The name at the left, the values at the right, or under it where that is too narrow; gives the row's end."""
        scale = self.look.scale
        name, detail = tr(choice.name), tr(choice.detail) if choice.detail else ""
        stacked = scale.narrow
        wide = inner.width if stacked else round(inner.width * 0.36)
        high, step = scale.em(2.2), fonts.line_height(scale.body)
        tall = height_of(name, scale.body, wide, "bold")
        air = 0 if stacked else max(0, (high - step) // 2)
        self.body.add(Label(pygame.Rect(inner.left, top + air, wide, tall), name, scale.body, weight="bold", wrap=True))
        end = top + air + tall
        if detail:
            tall = height_of(detail, scale.small, wide)
            self.body.add(Label(pygame.Rect(inner.left, end, wide, tall), detail, scale.small, "muted", wrap=True))
            end += tall
        left = inner.left if stacked else inner.left + wide + 2 * scale.pad
        low = self._values(choice, pygame.Rect(left, end if stacked else top, inner.right - left, high))
        return max(end, low)

    def _values(self, choice: Choice, line: pygame.Rect) -> int:
        """A button for each value, in as many lines as they need; gives the end of the last."""
        if isinstance(choice.values[0][0], float):
            return self._stepper(choice, line)
        scale, gap, px = self.look.scale, self.look.scale.pad // 2, self.look.scale.body
        x, top = line.left, line.top
        now = self._now(choice.field)
        for value, name in choice.values:
            said = tr(name)
            wide = min(line.width, max(scale.em(5), Button.width_for(said, px, False, "", scale.pad)))
            if x > line.left and x + wide > line.right:
                x, top = line.left, top + line.height + gap
            self._button(choice.field, said, value, pygame.Rect(x, top, wide, line.height), chosen=value == now)
            x += wide + gap
        return top + line.height

    def _stepper(self, choice: Choice, line: pygame.Rect) -> int:
        """A number: less, what it is, more."""
        scale, settings = self.look.scale, self.host.settings
        known = [each for each, _ in choice.values if isinstance(each, float) and each >= settings.preset.least]
        now = settings.size
        less = max((each for each in known if each < now - 0.001), default=None)
        more = min((each for each in known if each > now + 0.001), default=None)
        side, said = line.height, f"{round(now * 100)} %"
        wide = fonts.width("250 %", scale.body, "bold") + 2 * scale.pad
        self._button(choice.field, "−", less, pygame.Rect(line.left, line.top, side, side), picture="minus")
        spot = pygame.Rect(line.left + side, line.top, wide, side)
        self.body.add(Label(spot, said, scale.body, weight="bold", side="centre"))
        self._button(choice.field, "+", more, pygame.Rect(spot.right, line.top, side, side), picture="plus")
        return line.bottom

    def _button(self, field: str, said: str, value: Value | None, rect: pygame.Rect, chosen: bool = False,
                picture: str = "") -> None:
        def act() -> None:
            self._last = (field, said)
            if value is not None:
                self.host.change(field, value)

        button = self.body.add(Button(rect, "" if picture else said, act, self.look.scale.body, picture=picture,
                                      chosen=chosen, enabled=value is not None, side="centre"))
        if (field, said) == self._last:
            self.stage.set_focus(button)

    def _now(self, field: str) -> object:
        """The value in force."""
        now = {"language": language(), "device": self.host.settings.device or "laptop"}
        return now.get(field) or getattr(self.host.settings, field)

    # drawing and the loop

    def paint(self, canvas: pygame.Surface) -> None:
        canvas.fill(self.look.theme["backdrop"])
        super().paint(canvas)

    def use(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self.back()
        elif event.type == pygame.KEYDOWN:
            keys: dict[int, Callable[[], object]] = {
                pygame.K_ESCAPE: self.back, pygame.K_PAGEDOWN: partial(self.body.page, 1),
                pygame.K_PAGEUP: partial(self.body.page, -1),
            }
            if event.key in keys:
                keys[event.key]()
            elif event.key in ARROWS:
                self.stage.focus_towards(*ARROWS[event.key])
            self.host.redraw()
