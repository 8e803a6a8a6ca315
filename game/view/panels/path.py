"""The path of the lessons: which needs which, from left to right, with what is done."""

from collections.abc import Callable, Collection, Mapping, Sequence

import pygame

from game.learn.lessons import Lesson, missing
from game.texts import text, tr
from game.view import fonts
from game.view.icons import icon
from game.view.widgets.base import Look, Placed, Widget
from game.view.widgets.label import height_of

Spot = tuple[int, int]


def spots(lessons: Sequence[Lesson]) -> dict[str, Spot]:
    """The column and the row of each lesson: to the right of all that it needs, as near to the first of them as there
    is room. One that needs nothing and is needed has its row to itself when it comes, so that no line from it leads
    behind others.

    :raises ValueError: when a lesson comes before one that it needs.
    """
    found: dict[str, Spot] = {}
    needed = {id for each in lessons for id in each.needs}
    for each in lessons:
        known = [found[id] for id in each.needs if id in found]
        column = 1 + max((x for x, _ in known), default=-1)
        row = min((y for _, y in known), default=0)
        taken = set(found.values())
        while (column, row) in taken or (
                not known and any(y == row and (x == 0 or each.id in needed) for x, y in taken)):
            row += 1
        found[each.id] = (column, row)
    return found


class Node(Widget):
    """One lesson: its number and name, what it is about, whether it is done; ``next``: it is the one to do now."""

    focusable = True

    def __init__(self, rect: pygame.Rect, lesson: Lesson, act: Callable[[], None], px: int, small: int, *, done: bool,
                 next: bool, lacks: Sequence[str]) -> None:
        super().__init__(rect)
        self.said = tr(lesson.name) if lesson.own else f"{lesson.number} · {tr(lesson.name)}"
        self.detail = tr(lesson.text)
        self.act, self.px, self.small = act, px, small
        self.done, self.next, self.lacks = done, next, tuple(lacks)
        if lacks:
            self.tip = tr(text("Easier after: {names}", names=", ".join(lacks)))

    def activate(self) -> None:
        self.act()

    def _lines(self, look: Look) -> list[tuple[str, int, bool, pygame.Rect]]:
        pad = look.scale.pad
        mark = round(self.px * 1.5) if self.done else 0
        found, top = [], self.rect.top + pad // 2
        for said, px, bold, room in ((self.said, self.px, True, self.rect.width - 2 * pad - mark),
                                     (self.detail, self.small, False, self.rect.width - 2 * pad)):
            for line in fonts.wrap(said, px, room, "bold" if bold else "regular") if said else ():
                wide = fonts.width(line, px, "bold" if bold else "regular")
                found.append((line, px, bold, pygame.Rect(self.rect.left + pad, top, wide, fonts.line_height(px))))
                top += fonts.line_height(px)
        return found

    @staticmethod
    def height_for(lesson: Lesson, px: int, small: int, wide: int, pad: int) -> int:
        """The height that it needs, in pixels."""
        said = f"{lesson.number} · {tr(lesson.name)}"
        detail = height_of(tr(lesson.text), small, wide - 2 * pad) if lesson.text else 0
        return height_of(said, px, wide - 2 * pad - round(px * 1.5), "bold") + detail + pad

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        theme, own, pad = look.theme, look.on(self.rect), look.scale.pad
        pygame.draw.rect(canvas, theme["hover" if self.hovered else "raised"], own, border_radius=pad)
        edge, wide = ("accent", look.scale.hair * 3) if self.next else ("line", look.scale.hair)
        pygame.draw.rect(canvas, theme["focus" if self.focused else edge], own,
                         look.scale.hair * 3 if self.focused else wide, border_radius=pad)
        for line, px, bold, spot in self._lines(look):
            ink = fonts.render(line, px, theme["text" if bold else "muted"], "bold" if bold else "regular")
            canvas.blit(ink, look.on(spot))
        if self.done:
            side = round(self.px * 1.3)
            canvas.blit(icon("check", side, theme["good"]), (own.right - pad - side, own.top + pad // 2))

    def texts(self, look: Look) -> list[Placed]:
        return [Placed(line, spot, self.rect, px) for line, px, _, spot in self._lines(look)]


class Path(Widget):
    """Lessons in columns, with lines from each to those that need it."""

    def __init__(self, rect: pygame.Rect, look: Look, lessons: Sequence[Lesson], done: Collection[str],
                 next: str, act: Callable[[Lesson], None]) -> None:
        super().__init__(rect)
        scale = look.scale
        where = spots(lessons)
        across, gap = self.columns(lessons), scale.em(1.6)
        wide = (rect.width - gap * (across - 1)) // across
        high: dict[int, int] = {}
        for each in lessons:
            row = where[each.id][1]
            need = Node.height_for(each, scale.body, scale.small, wide, scale.pad)
            high[row] = max(high.get(row, 0), need)
        tops = {row: rect.top + sum(high[n] + scale.pad for n in sorted(high) if n < row) for row in high}
        names: Mapping[str, str] = {each.id: tr(each.name) for each in lessons}
        self.nodes: dict[str, Node] = {}
        self.lessons = tuple(lessons)
        for each in lessons:
            x, y = where[each.id]
            spot = pygame.Rect(rect.left + x * (wide + gap), tops[y], wide, high[y])
            lacks = [names.get(id, id) for id in missing(each, done)]
            self.nodes[each.id] = self.add(Node(
                spot, each, lambda each=each: act(each), scale.body, scale.small,  # type: ignore[misc]
                done=each.id in done, next=each.id == next, lacks=lacks))
        self.rect.height = max(each.rect.bottom for each in self.nodes.values()) - rect.top

    @staticmethod
    def columns(lessons: Sequence[Lesson]) -> int:
        """How many columns it takes."""
        return 1 + max(x for x, _ in spots(lessons).values())

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        thick = max(2, look.scale.hair * 2)
        for each in self.lessons:
            for id in each.needs:
                if id not in self.nodes:
                    continue
                one, other = look.on(self.nodes[id].rect), look.on(self.nodes[each.id].rect)
                bend = other.left - look.scale.em(0.8)
                points = [one.midright, (bend, one.centery), (bend, other.centery), other.midleft]
                pygame.draw.lines(canvas, look.theme["good" if self.nodes[id].done else "faint"], False, points, thick)
        super().draw(canvas, look)
