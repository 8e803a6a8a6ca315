"""What happened, in sentences: the last ones always in sight, all of them in a drawer."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.texts import tr
from game.view import fonts
from game.view.widgets.base import Look, Panel
from game.view.widgets.label import Label
from game.view.widgets.listing import Listing, Row

Place = tuple[int, int]  # of a line in the log: the step, the event in it


class Line(Label):
    """A line of the log that is asked "why?" by a click."""

    focusable = True

    def __init__(self, rect: pygame.Rect, said: str, px: int, role: str, tip: str, act: Callable[[], None]) -> None:
        super().__init__(rect, said, px, role, wrap=True, tip=tip)
        self.act = act

    def activate(self) -> None:
        self.act()

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        if self.hovered or self.focused:
            own = look.on(self.rect).inflate(look.scale.pad, 0)
            pygame.draw.rect(canvas, look.theme["hover"], own, border_radius=look.scale.pad // 2)
            if self.focused:
                pygame.draw.rect(canvas, look.theme["focus"], own, look.scale.hair * 2,
                                 border_radius=look.scale.pad // 2)
        super().draw(canvas, look)


def fill_last(panel: Panel, look: Look, told: Sequence[tuple[str, Place, bool]], why: Callable[[Place], None]) -> None:
    """The newest lines that fit, the last of them at the bottom; a click on one asks why. The newest leaves a line for
    the one before; what is shortened is whole in its tip, and a roll keeps its outcome."""
    panel.clear()
    scale = look.scale
    px, high = scale.small, fonts.line_height(scale.small)
    inner = panel.rect.inflate(-3 * scale.pad, -2 * scale.pad if panel.rect.height > 3 * high else -scale.pad)
    bottom = inner.bottom
    for n, (said, place, rolled) in enumerate(reversed(told)):
        wrapped = fonts.wrap(said, px, inner.width)
        room = (bottom - inner.top) // high
        if n == 0 and room > 1 and len(told) > 1:
            room -= 1
        if room < 1 or (n > 1 and len(wrapped) > room):
            break
        shown = (with_its_end if rolled else fonts.within)(said, px, inner.width, room)
        tall = min(room, len(wrapped)) * high
        spot = pygame.Rect(inner.left, bottom - tall, inner.width, tall)
        panel.add(Line(spot, shown, px, "text" if n == 0 else "muted", said if shown != said else tr("Why? (Y)"),
                       partial(why, place)))
        bottom -= tall + (scale.pad // 3 if bottom - tall - scale.pad // 3 - inner.top >= high else 0)
        if n >= 3:
            break


def with_its_end(said: str, px: int, room: int, lines: int) -> str:
    """A sentence in so many lines of a width: whole, or its first line and as much of its end as fits.

    >>> with_its_end("Ana attacks Gor: sword. Attack 3 (d8) + 6 = 9, defence 5 (d8) + 6 = 11: miss.", 16, 170, 3)
    'Ana attacks Gor: sword.\\n… (d8) + 6 = 9, defence\\n5 (d8) + 6 = 11: miss.'
    """
    wrapped = fonts.wrap(said, px, room)
    if len(wrapped) <= lines:
        return said
    if lines < 2:
        return fonts.within(said, px, room, lines)
    words = " ".join(wrapped[1:]).split(" ")
    ends = (f"… {' '.join(words[n:])}" for n in range(1, len(words)))
    end = next((each for each in ends if len(fonts.wrap(each, px, room)) < lines), "…")
    return "\n".join((wrapped[0], *fonts.wrap(end, px, room)))


def fill_drawer(panel: Panel, look: Look, rows: Sequence[Row], why: Callable[[int], None]) -> None:
    """Everything, newest at the end and in sight; a row that is chosen is asked why."""
    panel.clear()
    px = look.scale.small
    title, body = _parts(panel.rect, look)
    panel.add(Label(title, tr("Log"), look.scale.large, weight="bold")).visible = title.height > 0
    panel.add(Listing(body, rows, px, px, at_end=True, choose=why, once=True, marked=len(rows) - 1 if rows else None))


def move_drawer(panel: Panel, look: Look, rect: pygame.Rect, marked: bool) -> None:
    """Give the drawer another height: its rows stay where they are as seen from its lower edge, unless the ``marked``
    one is to be in sight."""
    panel.rect = rect
    label, listing = panel.children
    assert isinstance(listing, Listing)
    before = listing.rect.height
    label.rect, listing.rect = _parts(rect, look)
    label.visible = label.rect.height > 0
    listing.scroll(before - listing.rect.height)
    if marked and listing.marked is not None:
        listing.show(listing.marked)
    panel.refresh()


def _parts(rect: pygame.Rect, look: Look) -> tuple[pygame.Rect, pygame.Rect]:
    """Where the title and the rows go; a low drawer has rows alone."""
    scale = look.scale
    inner = rect.inflate(-2 * scale.pad, -2 * scale.pad)
    high = fonts.line_height(scale.large) if rect.height > scale.em(12) else 0
    top = high + scale.pad // 2 if high else 0
    return (pygame.Rect(inner.left + scale.pad, inner.top, inner.width - scale.pad, high),
            pygame.Rect(inner.left, inner.top + top, inner.width, inner.height - top))
