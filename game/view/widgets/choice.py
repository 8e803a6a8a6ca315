"""One of several, or some of several, side by side: segments, tabs, marks; by click, arrows, or the first letters."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import pygame

from game.view.widgets.base import Look, Widget
from game.view.widgets.button import Button


@dataclass(frozen=True, slots=True)
class Part:
    """A thing to choose: its words, an icon, a tip."""

    said: str
    picture: str = ""
    tip: str = ""


class Choice(Widget):
    """Parts in as many lines as they need; ``rect`` is as high as one of them. ``choose`` hears which was chosen, and
    whoever made the choice says which are ``chosen`` now. With ``many`` each is on or off by itself; otherwise the
    arrows choose as they go. A part too long for a line has letters of the size ``small``, where there is one.

    It is one stop for Tab. Digits and letters go to the part that begins so; when no other part does, ``then`` follows.
    """

    focusable = True
    keeps_focus = True

    def __init__(self, rect: pygame.Rect, parts: Sequence[Part], px: int, pad: int, choose: Callable[[int], None], *,
                 chosen: Collection[int] = (), many: bool = False, tabs: bool = False,
                 then: Callable[[], None] | None = None, small: int = 0) -> None:
        super().__init__(rect)
        self.parts = tuple(parts)
        self.px, self.choose, self.many, self.then = px, choose, many, then
        self.chosen = frozenset(chosen)
        self.marked = min(self.chosen, default=0)
        self.begun = ""
        self.buttons: list[Button] = []
        self.rect.height = self.height_for(parts, px, pad, rect.width, rect.height, tabs)
        for n, spot in enumerate(_spots(self.parts, px, pad, rect, stretch=tabs)):
            part = self.parts[n]
            picture = ("check" if n in self.chosen else part.picture) if many else part.picture
            long = Button.width_for(part.said, px, False, "", pad) > rect.width
            button = self.add(Button(spot, part.said, self._chooser(n), small or px if long else px, picture=picture,
                                     chosen=n in self.chosen, tip=part.tip, side="centre"))
            button.proxy = self
            self.buttons.append(button)

    @staticmethod
    def height_for(parts: Sequence[Part], px: int, pad: int, room: int, line: int, tabs: bool = False) -> int:
        """The height that the parts need in a width, with lines of so many pixels."""
        spots = _spots(parts, px, pad, pygame.Rect(0, 0, room, line), stretch=tabs)
        return max((each.bottom for each in spots), default=0)

    def set_chosen(self, chosen: Collection[int]) -> None:
        """These are chosen now."""
        self.chosen = frozenset(chosen)
        for n, button in enumerate(self.buttons):
            button.chosen = n in self.chosen
            if self.many:
                button.picture = "check" if button.chosen else self.parts[n].picture
        self.changed()

    def _chooser(self, n: int) -> Callable[[], None]:
        def chosen() -> None:
            self.marked = n
            self.choose(n)
        return chosen

    def activate(self) -> None:
        self.choose(self.marked)

    def key(self, event: pygame.event.Event) -> bool:
        ways = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
        if event.key in ways and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            self._mark((self.marked + ways[event.key]) % len(self.parts))
            if not self.many:
                self.choose(self.marked)
        elif event.key == pygame.K_SPACE:
            self.choose(self.marked)
        else:
            return False
        self.begun = ""
        return True

    def typed(self, said: str) -> bool:
        """Go to the part that begins with what was typed; a part that nothing else begins like is chosen."""
        for begun in (self.begun + said.lower(), said.lower()):
            found = [n for n, part in enumerate(self.parts) if _begins(part.said, begun)]
            if found:
                break
        else:
            self.begun = ""
            return True
        self.begun = begun
        self._mark(found[0])
        if len(found) == 1:
            self.begun = ""
        if self.many:
            return True
        self.choose(found[0])
        if len(found) == 1 and self.then is not None:
            self.then()
        return True

    def _mark(self, n: int) -> None:
        self.marked = n
        self.changed()
        if self.parent is not None:
            self.parent.uncover(self.buttons[n])

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        super().draw(canvas, look)
        if self.focused and self.buttons:
            own = look.on(self.buttons[self.marked].rect)
            pygame.draw.rect(canvas, look.theme["focus"], own, look.scale.hair * 3, border_radius=look.scale.pad)


def _begins(said: str, begun: str) -> bool:
    """Whether words begin so; a d before a number is not typed.

    >>> _begins("d10", "1"), _begins("Sword", "sw"), _begins("Dagger", "a")
    (True, True, False)
    """
    plain = said.lower()
    return plain.startswith(begun) or (plain[:1] == "d" and plain[1:].isdecimal() and plain[1:].startswith(begun))


def _spots(parts: Sequence[Part], px: int, pad: int, room: pygame.Rect, stretch: bool) -> list[pygame.Rect]:
    """Where each part goes, in lines as high as the room is, or less: the lines share it evenly."""
    gap = max(2, pad // 2)
    lines: list[list[int]] = [[]]
    used = 0
    wides = [min(room.width, Button.width_for(each.said, px, True, "", pad) if each.picture or not stretch
                 else Button.width_for(each.said, px, False, "", pad)) for each in parts]
    for n, wide in enumerate(wides):
        if lines[-1] and used + wide > room.width:
            lines.append([])
            used = 0
        lines[-1].append(n)
        used += wide + gap
    high = room.height
    spots: list[pygame.Rect] = []
    for row, line in enumerate(lines):
        spare = room.width - sum(wides[n] for n in line) - gap * (len(line) - 1)
        more = spare // len(line) if stretch and line else 0
        x = room.left
        for n in line:
            spots.append(pygame.Rect(x, room.top + row * (high + gap), wides[n] + more, high))
            x += wides[n] + more + gap
    return spots
