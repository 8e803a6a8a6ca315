"""A list to search: what is typed leaves the rows that hold it; arrows and Enter go to the list meanwhile."""

import unicodedata
from collections.abc import Callable, Sequence

import pygame

from game.texts import tr
from game.view.widgets.base import Look
from game.view.widgets.entry import Entry
from game.view.widgets.form import Form, Push, ScrollLayer, centred, dialog_form
from game.view.widgets.listing import Listing, Row

TO_LIST = (pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN)


class Search(Entry):
    """The field of a list: it filters the rows, and hands the list the keys that are not for a text."""

    listing: Listing
    rows: tuple[Row, ...] = ()
    shown: tuple[int, ...] = ()

    def attach(self, listing: Listing) -> None:
        """Search this list."""
        self.listing = listing
        listing.field = self
        self.rows = listing.rows
        self.shown = tuple(range(len(self.rows)))
        self.changed_to = self.filter

    def filter(self, said: str) -> None:
        """Leave the rows that hold every word."""
        words = plain(said).split()
        self.shown = tuple(n for n, row in enumerate(self.rows)
                           if not words or (not row.heading and all(
                               word in plain(f"{row.said} {row.detail} {row.aside}") for word in words)))
        self.listing.set_rows([self.rows[n] for n in self.shown])

    @property
    def found(self) -> int | None:
        """The row that is marked, by its number among all."""
        return None if self.listing.marked is None else self.shown[self.listing.marked]

    def key(self, event: pygame.event.Event) -> bool:
        if event.key in TO_LIST:
            return self.listing.key(event)
        return super().key(event)


def plain(said: str) -> str:
    """Small letters without accents.

    >>> plain("Ogro Ancião")
    'ogro anciao'
    """
    return "".join(each for each in unicodedata.normalize("NFKD", said.lower()) if not unicodedata.combining(each))


def search_rows(form: Form, rows: Sequence[Row], choose: Callable[[int], None], most: float,
                marked: int | None = None) -> Search:
    """A field and its list, at most so many lines high, in a form."""
    def enter(_: str) -> None:
        if field.found is not None:
            choose(field.found)

    spot = form.named("", form.room)
    field = form.panel.add(Search(spot, "", form.px, enter, 40, hint=tr("Search")))
    listing = form.rows(rows, lambda n: choose(field.shown[n]), most=most, marked=marked)
    field.attach(listing)
    return field


def find(look: Look, title: str, rows: Sequence[Row], choose: Callable[[int], None], cancel: Callable[[], None], *,
         more: Sequence[Push] = (), wide: float = 30, before: Callable[[Form], None] | None = None) -> ScrollLayer:
    """A dialog with a list to search; ``before`` puts other fields above it."""
    layer, form = dialog_form(look, wide, cancel)
    form.title(title)
    if before is not None:
        before(form)
    room = look.scale.safe.height - (form.top - layer.rect.top) - 4 * form.line
    field = search_rows(form, rows, choose, max(8.0, room / look.scale.em(1)))
    form.buttons([*more, Push(tr("Cancel"), cancel)])
    layer.first = field
    return centred(layer, form)
