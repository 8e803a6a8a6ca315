"""A list that scrolls: rows of any height, one of them chosen, by wheel, drag, arrows, Page and Home keys."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import pygame

from game.view import fonts
from game.view.icons import icon
from game.view.widgets.base import Look, Placed, Widget


@dataclass(frozen=True, slots=True)
class Row:
    """One row: words, smaller words under them, a few words at the right, an icon; a ``heading`` cannot be chosen."""

    said: str
    detail: str = ""
    picture: str = ""
    aside: str = ""
    heading: bool = False
    role: str = "text"


Lines = tuple[tuple[str, ...], tuple[str, ...]]  # of a row's words, and of the smaller ones


@lru_cache(maxsize=8192)
def _laid_out(row: Row, px: int, small: int, room: int) -> tuple[str, Lines, int]:
    """What stands at the right of a row, its lines, and their height, where it has ``room`` pixels."""
    room -= round(px * 1.8) if row.picture else 0
    beside = fonts.width(row.aside, px, "bold") + 2 * (px // 3) if row.aside else 0
    weight: fonts.Weight = "bold" if row.heading else "regular"
    longest = max((fonts.width(word, px, weight) for word in row.said.split()), default=0)
    aside, words = (row.aside, row.detail) if longest <= room - beside else ("", " · ".join(
        each for each in (row.aside, row.detail) if each))  # no word is torn for it: it goes below
    said = fonts.wrap(row.said, px, room - (beside if aside else 0), weight)
    detail = fonts.wrap(words, small, room) if words else ()
    return aside, (said, detail), len(said) * fonts.line_height(px) + len(detail) * fonts.line_height(small)


class Listing(Widget):
    """Rows in a frame. ``choose`` runs when a row is clicked twice or confirmed, ``looked_at`` when it is marked.

    Without ``choose`` the rows are only read: nothing is marked, arrows scroll. Where one click is enough and nobody
    said which row is ``marked``, the mark is for the keyboard: it shows while the list, or its ``field``, has it.
    """

    focusable = True
    keeps_focus = True

    def __init__(self, rect: pygame.Rect, rows: Sequence[Row], px: int, small: int, *,
                 choose: Callable[[int], None] | None = None, looked_at: Callable[[int], None] | None = None,
                 once: bool = False, marked: int | None = None, at_end: bool = False) -> None:
        super().__init__(rect)
        self.rows = tuple(rows)
        self.px, self.small = px, small
        self.choose, self.looked_at, self.once = choose, looked_at, once
        self.follow = False  # whether a row is marked as soon as the mouse is on it
        self.field: Widget | None = None  # what is typed into to search the rows
        self._told = marked is not None or looked_at is not None or not once
        self.gap = px // 3
        self.bar = max(6, px // 2)
        self._tops: list[int] = []
        self._asides: list[str] = []
        self._lines: list[Lines] = []
        self._measure()
        self.marked = marked if marked is not None else self._first()
        self.offset = 0
        if at_end:
            self.offset = self._most_offset()
        elif marked is not None:
            self.show(marked)
        self._clicked = -1
        self._begun = ""

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Other rows from now on, the first of them marked."""
        self.rows = tuple(rows)
        self._measure()
        self.marked, self.offset, self._clicked = self._first(), 0, -1
        self.changed()

    def typed(self, said: str) -> bool:
        """Go to the first row that begins with what was typed."""
        if self.choose is None:
            return False
        for begun in (self._begun + said.lower(), said.lower()):
            found = next((n for n, row in enumerate(self.rows)
                          if not row.heading and row.said.lower().startswith(begun)), None)
            if found is not None:
                self._begun = begun
                self._mark(found)
                return True
        self._begun = ""
        return False

    def _first(self) -> int | None:
        if self.choose is None:
            return None
        return next((n for n, row in enumerate(self.rows) if not row.heading), None)

    def _measure(self) -> None:
        self._tops, self._lines, self._asides, top = [], [], [], 0
        room = self.rect.width - 2 * self.gap - self.bar
        for row in self.rows:
            aside, lines, high = _laid_out(row, self.px, self.small, room)
            self._asides.append(aside)
            self._lines.append(lines)
            self._tops.append(top)
            top += high + 2 * self.gap
        self._tops.append(top)

    @property
    def height(self) -> int:
        """The height of all rows, in pixels."""
        return self._tops[-1]

    def _most_offset(self) -> int:
        return max(0, self._tops[-1] - self.rect.height)

    def row_rect(self, n: int) -> pygame.Rect:
        """Where row ``n`` is now, in the window."""
        return pygame.Rect(self.rect.left, self.rect.top + self._tops[n] - self.offset, self.rect.width - self.bar,
                           self._tops[n + 1] - self._tops[n])

    def show(self, n: int) -> None:
        """Scroll as little as needed to see a row."""
        if self._tops[n] < self.offset:
            self.offset = self._tops[n]
        elif self._tops[n + 1] > self.offset + self.rect.height:
            self.offset = self._tops[n + 1] - self.rect.height
        self.changed()

    def scroll(self, pixels: int) -> None:
        """Move the rows."""
        self.offset = max(0, min(self._most_offset(), self.offset + pixels))
        self.changed()

    def wheel(self, steps: int) -> bool:
        before = self.offset
        self.scroll(-steps * fonts.line_height(self.px) * 2)
        return self.offset != before  # at its end, whatever is around it scrolls

    def _mark(self, n: int) -> None:
        self.marked = n
        self.show(n)
        if self.looked_at is not None:
            self.looked_at(n)

    def point(self, pos: tuple[int, int]) -> None:
        for n, row in enumerate(self.rows if self.follow and pos[0] < self.rect.right - self.bar else ()):
            if n != self.marked and not row.heading and self.row_rect(n).collidepoint(pos):
                self.marked = n
                self.changed()
                if self.looked_at is not None:
                    self.looked_at(n)

    def press(self, pos: tuple[int, int]) -> None:
        self._clicked = -1
        if self.choose is None or pos[0] >= self.rect.right - self.bar:
            self.drag(pos)
            return
        for n, row in enumerate(self.rows):
            if self.row_rect(n).collidepoint(pos) and not row.heading:
                self._clicked = n

    def drag(self, pos: tuple[int, int]) -> None:
        if self._clicked < 0 and pos[0] >= self.rect.right - 2 * self.bar and self._most_offset():
            share = (pos[1] - self.rect.top) / self.rect.height
            self.offset = 0
            self.scroll(round(share * self._tops[-1] - self.rect.height / 2))

    def activate(self) -> None:
        """A click: marks the row, and chooses it when it was marked already or one click is enough."""
        if self.choose is None or self._clicked < 0:
            return
        again = self._clicked == self.marked
        self._mark(self._clicked)
        if again or self.once:
            self.choose(self._clicked)

    def _step(self, by: int) -> None:
        if self.choose is None or self.marked is None:
            self.scroll(by * fonts.line_height(self.px))
            return
        n = self.marked + by
        while 0 <= n < len(self.rows) and self.rows[n].heading:
            n += 1 if by > 0 else -1
        if 0 <= n < len(self.rows):
            self._mark(n)

    def _leap(self, pixels: int) -> None:
        """Far up or down; the row that is so far away is marked, where rows are."""
        if self.choose is None or self.marked is None:
            self.scroll(pixels)
            return
        there = self._tops[self.marked] + pixels
        rows = [n for n, row in enumerate(self.rows) if not row.heading]
        self._mark(min(rows, key=lambda n: (abs(self._tops[n] - there), n)))
        if self.marked == rows[0]:
            self.scroll(-self._tops[-1])  # with the heading above it

    def key(self, event: pygame.event.Event) -> bool:
        match event.key:
            case pygame.K_UP:
                self._step(-1)
            case pygame.K_DOWN:
                self._step(1)
            case pygame.K_PAGEUP:
                self._leap(-self.rect.height)
            case pygame.K_PAGEDOWN:
                self._leap(self.rect.height)
            case pygame.K_HOME:
                self._leap(-self._tops[-1])
            case pygame.K_END:
                self._leap(self._tops[-1])
            case pygame.K_RETURN | pygame.K_KP_ENTER if self.choose is not None and self.marked is not None:
                self.choose(self.marked)
            case _:
                return False
        self._begun = ""
        return True

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        theme, own, hair = look.theme, look.on(self.rect), look.scale.hair
        before = canvas.get_clip()
        canvas.set_clip(own.clip(before))
        first = max(0, bisect_left(self._tops, self.offset) - 1)
        for n in range(first, len(self.rows)):
            spot = look.on(self.row_rect(n))
            if spot.top > own.bottom:
                break
            self._draw_row(canvas, look, n, self.rows[n], spot)
        if self._most_offset():
            track = pygame.Rect(own.right - self.bar, own.top, self.bar, own.height)
            pygame.draw.rect(canvas, theme["raised"], track, border_radius=self.bar // 2)
            size = max(self.bar * 2, own.height * own.height // self._tops[-1])
            top = own.top + (own.height - size) * self.offset // self._most_offset()
            thumb = pygame.Rect(track.left, top, self.bar, size)
            pygame.draw.rect(canvas, theme["faint"], thumb, border_radius=self.bar // 2)
        canvas.set_clip(before)
        if self.focused:
            pygame.draw.rect(canvas, theme["focus"], own, hair * 2, border_radius=look.scale.pad // 2)

    def _draw_row(self, canvas: pygame.Surface, look: Look, n: int, row: Row, spot: pygame.Rect) -> None:
        theme = look.theme
        keyboard = self.focused or (self.field is not None and self.field.focused)
        if n == self.marked and (self._told or keyboard):
            inner = spot.inflate(-look.scale.hair * 4, -look.scale.hair * 2)
            pygame.draw.rect(canvas, theme["hover"], inner, border_radius=self.gap)
            stripe = pygame.Rect(inner.left, inner.top, max(3, self.gap // 2), inner.height)
            pygame.draw.rect(canvas, theme["accent"], stripe, border_radius=self.gap // 2)
        x, y = spot.left + self.gap + self.gap // 2, spot.top + self.gap
        if row.picture:
            side = round(self.px * 1.4)
            canvas.blit(icon(row.picture, side, theme[row.role]), (x, y))
            x += round(self.px * 1.8)
        said, detail = self._lines[n]
        if self._asides[n]:
            ink = fonts.render(self._asides[n], self.px, theme["muted"], "bold")
            canvas.blit(ink, (spot.right - self.gap - ink.get_width(), y))
        for line in said:
            role = "muted" if row.heading else row.role
            canvas.blit(fonts.render(line, self.px, theme[role], "bold" if row.heading else "regular"), (x, y))
            y += fonts.line_height(self.px)
        for line in detail:
            canvas.blit(fonts.render(line, self.small, theme["muted"]), (x, y))
            y += fonts.line_height(self.small)

    def texts(self, look: Look) -> list[Placed]:
        placed = []
        for n, (said, detail) in enumerate(self._lines):
            spot = self.row_rect(n)
            x, y = spot.left + self.gap + self.gap // 2, spot.top + self.gap
            x += round(self.px * 1.8) if self.rows[n].picture else 0
            if self._asides[n]:
                wide = fonts.width(self._asides[n], self.px, "bold")
                ink = pygame.Rect(spot.right - self.gap - wide, y, wide, fonts.line_height(self.px))
                placed.append(Placed(self._asides[n], ink, spot, self.px))
            for lines, px in ((said, self.px), (detail, self.small)):
                for line in lines:
                    step = fonts.line_height(px)
                    placed.append(Placed(line, pygame.Rect(x, y, fonts.width(line, px), step), spot, px))
                    y += step
        return placed
