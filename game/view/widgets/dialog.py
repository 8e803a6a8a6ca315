"""Dialogs: a heading, words, whatever is asked, and buttons, in the middle of the window."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from game.texts import tr
from game.view import fonts
from game.view.widgets.base import Look, Widget
from game.view.widgets.button import Button
from game.view.widgets.entry import Entry
from game.view.widgets.faces import DiceRow, Faces
from game.view.widgets.form import ScrollLayer
from game.view.widgets.label import Label, Picture, height_of
from game.view.widgets.listing import Listing, Row
from game.view.widgets.scroll import Scroll
from game.view.widgets.stage import Layer

BELOW = 11  # em, what is under a list


@dataclass(frozen=True, slots=True)
class Answer:
    """A button of a dialog."""

    said: str
    act: Callable[[], None]
    strong: bool = False
    picture: str = ""


class _Column:
    """Places parts of a dialog one under the other; the layer's rectangle follows at the end. One that scrolls keeps in
    sight what comes after ``foot``."""

    def __init__(self, look: Look, wide: float) -> None:
        self.look = look
        self.pad = look.scale.pad * 2
        self.room = min(look.scale.em(wide), look.scale.safe.width - 2 * self.pad)
        self.top = self.pad
        self.foot = 10**6
        self.parts: list[tuple[pygame.Rect, Callable[[pygame.Rect], None]]] = []

    def put(self, height: int, make: Callable[[pygame.Rect], None], gap: int | None = None) -> None:
        """A part of the full width; ``make`` gets its final rectangle."""
        self.parts.append((pygame.Rect(self.pad, self.top, self.room, height), make))
        self.top += height + (self.look.scale.pad if gap is None else gap)

    def finish(self, layer: Layer) -> Layer:
        """Centre everything in the window and make the parts."""
        need, safe = self.top - self.look.scale.pad + self.pad, self.look.scale.safe
        high = min(need, safe.height) if isinstance(layer, Scroll) else need
        layer.rect = pygame.Rect(0, 0, self.room + 2 * self.pad, high)
        layer.rect.center = safe.center
        pinned = False
        for rect, make in self.parts:
            if isinstance(layer, Scroll) and not pinned and rect.top >= self.foot:
                layer.pin(layer.rect.top + rect.top - self.look.scale.pad // 2)
                pinned = True
            make(rect.move(layer.rect.topleft))
        if isinstance(layer, Scroll):
            layer.fit(need)
        return layer


def _heading(column: _Column, layer: Layer, title: str, picture: str = "", role: str = "accent") -> None:
    px = column.look.scale.large
    shift = round(px * 1.7) if picture else 0

    def make(rect: pygame.Rect) -> None:
        if picture:
            layer.add(Picture(pygame.Rect(rect.left, rect.top, round(px * 1.2), rect.height), picture, role))
        words = pygame.Rect(rect.left + shift, rect.top, rect.width - shift, rect.height)
        layer.add(Label(words, title, px, weight="bold", wrap=True))

    column.put(max(height_of(title, px, column.room - shift, "bold"), fonts.line_height(px)), make)


def _words(column: _Column, layer: Layer, said: str) -> None:
    px = column.look.scale.body
    for paragraph in said.split("\n"):
        def make(rect: pygame.Rect, words: str = paragraph) -> None:
            layer.add(Label(rect, words, px, wrap=True))
        column.put(height_of(paragraph, px, column.room), make, gap=column.look.scale.pad // 2)


def _answers(column: _Column, layer: Layer, answers: Sequence[Answer]) -> None:
    """Buttons from the right, in as many lines as they need."""
    scale = column.look.scale
    high, px = scale.em(2.3), scale.body
    lines: list[list[tuple[Answer, int]]] = [[]]
    used = 0
    for answer in answers:
        wanted = Button.width_for(answer.said, px, bool(answer.picture), "", scale.pad)
        wide = min(column.room, max(scale.em(6), wanted))
        if lines[-1] and used + wide + scale.pad > column.room:
            lines.append([])
            used = 0
        lines[-1].append((answer, wide))
        used += wide + scale.pad
    for line in lines:
        def make(rect: pygame.Rect, line: list[tuple[Answer, int]] = line) -> None:
            x = rect.right - sum(wide for _, wide in line) - scale.pad * (len(line) - 1)
            for answer, wide in line:
                button = Button(pygame.Rect(x, rect.top, wide, rect.height), answer.said, answer.act, px,
                                picture=answer.picture, strong=answer.strong, side="centre")
                layer.add(button)
                if answer.strong and layer.first is None:
                    layer.first = button
                x += wide + scale.pad
        column.put(high, make)


def message(look: Look, title: str, said: str, answers: Sequence[Answer], *, picture: str = "", role: str = "accent",
            cancel: Callable[[], None] | None = None) -> Layer:
    """Words and buttons; the words scroll where they need more than the window."""
    layer = ScrollLayer(pygame.Rect(0, 0, 0, 0), cancel)
    column = _Column(look, 27)
    _heading(column, layer, title, picture, role)
    _words(column, layer, said)
    column.top += look.scale.pad
    column.foot = column.top
    _answers(column, layer, answers)
    return column.finish(layer)


def choice(look: Look, title: str, rows: Sequence[Row], choose: Callable[[int], None], cancel: Callable[[], None], *,
           more: Sequence[Answer] = (), empty: str = "", once: bool = True, wide: float = 30,
           looked_at: Callable[[int], None] | None = None, marked: int | None = None, close: str = "",
           below: Callable[[pygame.Rect], Widget] | None = None) -> Layer:
    """A list to choose from; the digits choose too. ``close`` are the words of the button that leaves it, ``below``
    makes a widget under the list, about the row that is marked, where there is room for both."""
    layer = Layer(pygame.Rect(0, 0, 0, 0), cancel)
    scale = look.scale
    column = _Column(look, wide)
    _heading(column, layer, title)
    if rows:
        probe = Listing(pygame.Rect(0, 0, column.room, 10**6), rows, scale.body, scale.small)
        needed = probe.row_rect(len(rows) - 1).bottom
        most = scale.safe.height - column.top - scale.em(7.5 if more else 4.6)
        if most - scale.em(BELOW) - scale.pad < scale.em(5):
            below = None  # there is room for the list alone
        elif below is not None:
            most -= scale.em(BELOW) + scale.pad

        def make(rect: pygame.Rect) -> None:
            listing = Listing(rect, rows, scale.body, scale.small, choose=choose, once=once, looked_at=looked_at,
                              marked=marked)
            listing.follow = below is not None
            layer.first = layer.add(listing)
        column.put(min(needed, most), make)
        if below is not None:
            column.put(scale.em(BELOW), lambda rect: _put(layer, below(rect)))
    elif empty:
        _words(column, layer, empty)
    column.top += scale.pad
    _answers(column, layer, (*more, Answer(close or tr("Cancel"), cancel)))
    selectable = [n for n, row in enumerate(rows) if not row.heading]
    for digit, n in enumerate(selectable[:9]):
        layer.keys[pygame.K_1 + digit] = partial(choose, n)
    return column.finish(layer)


def _put(layer: Layer, widget: Widget) -> None:
    layer.add(widget)


def ask(look: Look, title: str, said: str, done: Callable[[str], None], cancel: Callable[[], None], *, label: str = "",
        most: int = 60, go: str = "") -> Layer:
    """One line of text is asked for."""
    layer = Layer(pygame.Rect(0, 0, 0, 0), cancel)
    scale = look.scale
    column = _Column(look, 27)
    _heading(column, layer, title)
    if label:
        _words(column, layer, label)
    fields: list[Entry] = []

    def make(rect: pygame.Rect) -> None:
        fields.append(layer.add(Entry(rect, said, scale.body, done, most)))
        layer.first = fields[0]

    column.put(scale.em(2.3), make)
    column.top += scale.pad
    _answers(column, layer, (Answer(go or tr("OK"), lambda: done(fields[0].said), strong=True),
                             Answer(tr("Cancel"), cancel)))
    finished = column.finish(layer)
    finished.first = fields[0]
    return finished


def faces(look: Look, title: str, rows: Sequence[DiceRow], values: Sequence[int | None],
          done: Callable[[Sequence[int | None]], None], cancel: Callable[[], None],
          undo: Callable[[], None] | None = None) -> Layer:
    """The faces of several dice are asked for."""
    layer = Layer(pygame.Rect(0, 0, 0, 0), cancel)
    scale = look.scale
    column = _Column(look, 30 if len(rows) <= 6 else 46)
    _heading(column, layer, title)
    most = scale.safe.height - column.top - scale.em(5)
    made: list[Faces] = []
    needed = min(sum(Faces.heights(rows, scale.body, columns)) for columns in (1, 2, 3)
                 if columns == 1 or sum(Faces.heights(rows, scale.body, columns - 1)) > most)

    def make(rect: pygame.Rect) -> None:
        made.append(layer.add(Faces(rect, rows, scale.body, done, values, undo)))
        layer.first = made[0]

    column.put(min(needed, most), make)
    column.top += scale.pad
    _answers(column, layer, (Answer(tr("Roll"), lambda: done(made[0].values), strong=True),
                             Answer(tr("Cancel"), cancel)))
    finished = column.finish(layer)
    finished.first = made[0]
    return finished


def reading(look: Look, title: str, rows: Sequence[Row], close: Callable[[], None], wide: float = 46,
            more: Sequence[Answer] = ()) -> Layer:
    """A long text that scrolls (the list of keys); ``more`` are other buttons than the one that closes it."""
    layer = Layer(pygame.Rect(0, 0, 0, 0), close)
    scale = look.scale
    column = _Column(look, wide)
    _heading(column, layer, title)
    probe = Listing(pygame.Rect(0, 0, column.room, 10**6), rows, scale.body, scale.small)
    needed = probe.row_rect(len(rows) - 1).bottom

    def make(rect: pygame.Rect) -> None:
        layer.first = layer.add(Listing(rect, rows, scale.body, scale.small))

    column.put(min(needed, scale.safe.height - column.top - scale.em(4.6)), make)
    column.top += scale.pad
    _answers(column, layer, (*more, Answer(tr("Close"), close)))
    return column.finish(layer)
