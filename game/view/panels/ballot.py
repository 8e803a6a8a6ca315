"""The options A to D of a question: to pick, or with the votes of a class, as bars after the answer."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from game.learn.ballot import Ballot
from game.learn.quiz_kinds import LETTERS
from game.texts import text, tr
from game.view import fonts
from game.view.widgets.base import Look, Widget
from game.view.widgets.button import Button
from game.view.widgets.form import Form
from game.view.widgets.label import Label

LEAST_BAR = 3.5  # em, of a bar beside its option; with less room it goes under it


@dataclass(frozen=True)
class Options:
    """What is offered.

    :ivar said: words for each, in order; ``chosen`` the one that is picked; ``right`` the right one, once it is shown.
    :ivar ballot: the votes, where a class votes.
    """

    said: tuple[str, ...]
    chosen: int | None = None
    right: int | None = None
    ballot: Ballot | None = None


class Bar(Widget):
    """A share of a whole, as a bar; ``role`` is that of its colour."""

    def __init__(self, rect: pygame.Rect, share: float, role: str) -> None:
        super().__init__(rect)
        self.share, self.role = share, role

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        own = look.on(self.rect)
        pygame.draw.rect(canvas, look.theme["raised"], own)
        pygame.draw.rect(canvas, look.theme[self.role], (own.left, own.top, round(own.width * self.share), own.height))
        pygame.draw.rect(canvas, look.theme["muted"], own, look.scale.hair)


def fill(form: Form, options: Options, pick: Callable[[int], None], take_back: Callable[[int], None]) -> None:
    """A row for each option; with votes a count, and a button that takes one back or, after the answer, a bar."""
    if options.ballot is not None and options.right is not None:
        _result(form, options, options.right, options.ballot, pick)
        return
    pad, wide = form.gap, _column(form, map(str, options.ballot.counts if options.ballot is not None else ()))
    for n, said in enumerate(options.said):
        room = form.room
        if options.ballot is not None:
            side = form.line
            room -= side + pad
            form.panel.add(Button(pygame.Rect(form.left + room + pad, form.top, side, form.line), "",
                                  partial(take_back, n), form.px, picture="minus", side="centre",
                                  tip=tr(text("One vote less (Shift+{key})", key=n + 1))))
            room = _counted(form, room, str(options.ballot.counts[n]), wide)
        chosen = n == (options.chosen if options.right is None else options.right)
        form.panel.add(Button(pygame.Rect(form.left, form.top, room, form.line), said, partial(pick, n),
                              _size(form, said, n, room), key=LETTERS[n], chosen=chosen,
                              picture="check" if options.right == n else ""))
        form.top += form.line + pad


def _size(form: Form, said: str, n: int, room: int) -> int:
    """The size of an option's letters: small where it would not be whole otherwise."""
    scale = form.look.scale
    return form.px if Button.width_for(said, form.px, False, LETTERS[n], scale.pad) <= room else scale.small


def _column(form: Form, some: Iterable[str]) -> int:
    """The width of a column of numbers."""
    scale = form.look.scale
    return max([scale.em(2), *(fonts.width(each, scale.large, "bold") for each in some)])


def _counted(form: Form, room: int, said: str, wide: int) -> int:
    """A number at the right end of a row, in a column so wide; the room that is left."""
    form.panel.add(Label(pygame.Rect(form.left + room - wide, form.top, wide, form.line), said, form.look.scale.large,
                         weight="bold", side="right"))
    return room - wide - form.gap


def _result(form: Form, options: Options, right: int, votes: Ballot, look_at: Callable[[int], None]) -> None:
    """The options with bars of their votes beside them, or under them where words are long."""
    scale, pad, column = form.look.scale, form.gap, _column(form, map(str, votes.counts))
    wide = max(Button.width_for(said, form.px, n == right, LETTERS[n], scale.pad)
               for n, said in enumerate(options.said))
    for n, said in enumerate(options.said):
        room = _counted(form, form.room, str(votes.counts[n]), column)
        share, role = votes.counts[n] / max(votes.total, 1), "good" if n == right else "accent"
        beside = room - wide - pad >= scale.em(LEAST_BAR)
        form.panel.add(Button(pygame.Rect(form.left, form.top, wide if beside else room, form.line), said,
                              partial(look_at, n), _size(form, said, n, room), key=LETTERS[n], chosen=n == right,
                              picture="check" if n == right else ""))
        if beside:
            high = form.line * 2 // 3
            spot = pygame.Rect(form.left + wide + pad, form.top + (form.line - high) // 2, room - wide - pad, high)
        else:
            spot = pygame.Rect(form.left, form.top + form.line + pad // 2, room, scale.em(0.6))
            form.top += spot.height + pad // 2
        form.panel.add(Bar(spot, share, role))
        form.top += form.line + pad


def shares(form: Form, rows: Sequence[tuple[str, int, int]], look_at: Callable[[int], None]) -> None:
    """Names with so many of so many, each with its bar; a click on one looks at it."""
    scale, pad, column = form.look.scale, form.gap, _column(form, (f"{part}/{whole}" for _, part, whole in rows))
    high = scale.em(1.45)
    for n, (said, part, whole) in enumerate(rows):
        room = form.room - column - pad
        wide = room * 3 // 5
        form.panel.add(Button(pygame.Rect(form.left, form.top, wide, high), said, partial(look_at, n), scale.small))
        form.panel.add(Bar(pygame.Rect(form.left + wide + pad, form.top + high // 6, room - wide - pad,
                                       high * 2 // 3), part / max(whole, 1), "good"))
        form.panel.add(Label(pygame.Rect(form.left + form.room - column, form.top, column, high), f"{part}/{whole}",
                             form.px, weight="bold", side="right"))
        form.top += high + pad // 2
