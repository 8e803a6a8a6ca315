"""Fields one under the other, in a panel or a dialog that scrolls when they need more than its height."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import pygame

from game.view import fonts
from game.view.fonts import Weight
from game.view.widgets.base import Look, Widget
from game.view.widgets.button import Button
from game.view.widgets.choice import Choice, Part
from game.view.widgets.entry import Entry
from game.view.widgets.label import Label, Picture, height_of
from game.view.widgets.listing import Listing, Row
from game.view.widgets.number import Number
from game.view.widgets.scroll import Scroll
from game.view.widgets.stage import Layer


class ScrollLayer(Layer, Scroll):
    """A dialog that scrolls."""


@dataclass(frozen=True, slots=True)
class Push:
    """A button of a form."""

    said: str
    act: Callable[[], None]
    picture: str = ""
    tip: str = ""
    chosen: bool = False
    enabled: bool = True
    strong: bool = False
    key: str = ""


class Form:
    """Puts widgets into a panel from its top down; :meth:`finish` says how much they need."""

    def __init__(self, panel: Scroll, look: Look) -> None:
        self.panel, self.look = panel, look
        scale = look.scale
        edge = scale.pad * 3 // 2
        self.left, self.room = panel.rect.left + edge, panel.rect.width - 2 * edge
        self.top = panel.rect.top + scale.pad
        self.gap = scale.pad // 2
        self.line = scale.em(2)
        self.px = scale.body

    @property
    def stacked(self) -> bool:
        """Whether names stand above their fields, not beside them."""
        return self.room < self.look.scale.em(17)

    def skip(self, lines: float = 0.4) -> None:
        """Some air."""
        self.top += self.look.scale.em(lines)

    def title(self, said: str, picture: str = "", role: str = "accent") -> None:
        """A heading in large letters."""
        px = self.look.scale.large
        shift = round(px * 1.6) if picture else 0
        high = max(height_of(said, px, self.room - shift, "bold"), fonts.line_height(px))
        if picture:
            self.panel.add(Picture(pygame.Rect(self.left, self.top, round(px * 1.2), fonts.line_height(px)), picture,
                                   role))
        spot = pygame.Rect(self.left + shift, self.top, self.room - shift, high)
        self.panel.add(Label(spot, said, px, weight="bold", wrap=True))
        self.top += high + self.gap

    def words(self, said: str, role: str = "muted", weight: Weight = "regular", small: bool = False) -> None:
        """A paragraph."""
        px = self.look.scale.small if small else self.px
        for paragraph in said.split("\n"):
            high = height_of(paragraph, px, self.room, weight)
            self.panel.add(Label(pygame.Rect(self.left, self.top, self.room, high), paragraph, px, role, weight,
                                 wrap=True))
            self.top += high
        self.top += self.gap

    def named(self, said: str, wide: int, whole: bool = False) -> pygame.Rect:
        """The name of a field; gives the place for one that is at most so wide. One that is ``whole`` stands beside its
        name wherever both fit."""
        high = fonts.line_height(self.px)
        beside = fonts.width(said, self.px) + 2 * self.gap
        above = self.stacked and not (whole and beside + wide <= self.room)
        if not said:
            spot = pygame.Rect(self.left, self.top, min(wide, self.room), self.line)
        elif above or beside + min(wide, self.look.scale.em(6)) > self.room:
            tall = height_of(said, self.px, self.room)
            self.panel.add(Label(pygame.Rect(self.left, self.top, self.room, tall), said, self.px, "muted", wrap=True))
            spot = pygame.Rect(self.left, self.top + tall, min(wide, self.room), self.line)
        else:
            own = min(wide, self.room - beside)
            name = pygame.Rect(self.left, self.top + (self.line - high) // 2, self.room - own - self.gap, high)
            self.panel.add(Label(name, said, self.px, "muted"))
            spot = pygame.Rect(self.left + self.room - own, self.top, own, self.line)
        self.top = spot.bottom + self.gap
        return spot

    def entry(self, said: str, value: str, done: Callable[[str], None], most: int = 60,
              changed_to: Callable[[str], None] | None = None, tip: str = "", hint: str = "",
              allowed: Callable[[str], bool] = str.isprintable) -> Entry:
        """A line of text; without a name it takes the whole line."""
        spot = self.named(said, self.look.scale.em(18) if said else self.room)
        return self.panel.add(Entry(spot, value, self.px, done, most, changed_to, tip, allowed, hint))

    def number(self, said: str, value: int, *, least: int = 0, most: int = 999, step: int = 1,
               changed_to: Callable[[int], None] | None = None, done: Callable[[int], None] | None = None,
               tip: str = "") -> Number:
        """A whole number."""
        spot = self.named(said, Number.width_for(most, self.px, self.line), whole=True)
        return self.panel.add(Number(spot, value, self.px, least=least, most=most, step=step, changed_to=changed_to,
                                     done=done, tip=tip))

    def choice(self, said: str, parts: Sequence[Part], choose: Callable[[int], None], *, chosen: Collection[int] = (),
               many: bool = False, tabs: bool = False, then: Callable[[], None] | None = None) -> Choice:
        """One of several, or some of several."""
        if said:
            tall = height_of(said, self.px, self.room)
            self.panel.add(Label(pygame.Rect(self.left, self.top, self.room, tall), said, self.px, "muted", wrap=True))
            self.top += tall
        made = self.panel.add(Choice(pygame.Rect(self.left, self.top, self.room, self.line), parts, self.px,
                                     self.look.scale.pad, choose, chosen=chosen, many=many, tabs=tabs, then=then,
                                     small=self.look.scale.small))
        self.top = made.rect.bottom + self.gap
        return made

    def buttons(self, some: Sequence[Push], stretch: bool = False, least: float = 4) -> list[Button]:
        """Buttons side by side, in as many lines as they need, none narrower than ``least`` small text sizes; with
        ``stretch`` each as wide as the form. Words too long for a line of their own are in small letters."""
        scale, made = self.look.scale, []
        x = self.left
        for push in some:
            needed = Button.width_for(push.said, self.px, False, push.key, scale.pad)
            px = self.px if needed <= self.room else scale.small
            wide = self.room if stretch else min(self.room, max(scale.em(least), Button.width_for(
                push.said, px, bool(push.picture), push.key, scale.pad)))
            if x > self.left and x + wide > self.left + self.room:
                x, self.top = self.left, self.top + self.line + self.gap
            spot = pygame.Rect(x, self.top, wide, self.line)
            made.append(self.panel.add(Button(spot, push.said, push.act, px, picture=push.picture, tip=push.tip,
                                              chosen=push.chosen, enabled=push.enabled, strong=push.strong,
                                              key=push.key, side="left" if stretch else "centre")))
            x += wide + self.gap
        if some:
            self.top += self.line + self.gap
        return made

    def rows(self, rows: Sequence[Row], choose: Callable[[int], None], *, most: float = 0,
             marked: int | None = None, looked_at: Callable[[int], None] | None = None) -> Listing:
        """A list, as high as it needs or at most so many lines."""
        scale = self.look.scale
        listing = Listing(pygame.Rect(self.left, self.top, self.room, 10**6), rows, self.px, scale.small, choose=choose,
                          once=True, marked=marked, looked_at=looked_at)
        high = listing.height
        listing.rect.height = max(self.line, min(high, scale.em(most)) if most else high)
        self.panel.add(listing)
        if marked is not None:
            listing.show(marked)
        self.top = listing.rect.bottom + self.gap
        return listing

    def put(self, widget: Widget) -> None:
        """Any widget, whose rectangle is moved here."""
        dx, dy = self.left - widget.rect.left, self.top - widget.rect.top
        for each in widget.walk():
            each.rect.move_ip(dx, dy)
        self.panel.add(widget)
        self.top = widget.rect.bottom + self.gap

    def finish(self) -> None:
        """Everything is in it."""
        self.panel.fit(self.top - self.panel.rect.top + self.look.scale.pad)


def dialog_form(look: Look, wide: float, cancel: Callable[[], None] | None) -> tuple[ScrollLayer, Form]:
    """A dialog to be filled from the top down, and then put in the middle by :func:`centred`."""
    safe = look.scale.safe
    layer = ScrollLayer(pygame.Rect(safe.left, safe.top, min(look.scale.em(wide), safe.width), safe.height), cancel)
    return layer, Form(layer, look)


def centred(layer: ScrollLayer, form: Form) -> ScrollLayer:
    """The dialog with everything in it, as high as it needs, in the middle of the window."""
    form.finish()
    safe = form.look.scale.safe
    before = layer.rect.topleft
    layer.rect.height = min(layer.need, safe.height)
    layer.rect.center = safe.center
    layer.rect.clamp_ip(safe)
    for child in layer.children:
        for each in child.walk():
            each.rect.move_ip(layer.rect.left - before[0], layer.rect.top - before[1])
    layer.scroll(0)
    return layer
