"""The action bar: what is left of the turn, and everything the active creature may try, each with its number key."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from game.texts import sentence, tr
from game.view import fonts
from game.view.icons import icon
from game.view.offers import Option, option_name
from game.view.widgets.base import Look, Panel, Placed, Widget
from game.view.widgets.button import Button


@dataclass(frozen=True, slots=True)
class Act:
    """A button of the bar."""

    said: str
    picture: str
    act: Callable[[], None]
    enabled: bool = True
    chosen: bool = False
    tip: str = ""


class Pip(Widget):
    """One kind of action of a turn: a filled coin while it is left, an empty one when it is spent."""

    def __init__(self, rect: pygame.Rect, said: str, left: bool, px: int) -> None:
        super().__init__(rect)
        self.said, self.left, self.px = said, left, px

    @staticmethod
    def width_for(said: str, px: int) -> int:
        """The width it needs, in pixels."""
        return fonts.width(said, px, "bold") + round(px * 1.5)

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        theme, own = look.theme, look.on(self.rect)
        radius = round(self.px * 0.45)
        centre = (own.left + radius + 1, own.centery)
        if self.left:
            pygame.draw.circle(canvas, theme["good"], centre, radius)
            art = icon("check", radius * 2, theme["ink"])
            canvas.blit(art, art.get_rect(center=centre))
        else:
            pygame.draw.circle(canvas, theme["faint"], centre, radius, max(2, look.scale.hair))
        role = "text" if self.left else "faint"
        step = fonts.line_height(self.px)
        canvas.blit(fonts.render(self.said, self.px, theme[role], "bold"),
                    (own.left + round(self.px * 1.2), own.centery - step // 2))

    def texts(self, look: Look) -> list[Placed]:
        step = fonts.line_height(self.px)
        ink = pygame.Rect(self.rect.left + round(self.px * 1.2), self.rect.centery - step // 2,
                          fonts.width(self.said, self.px, "bold"), step)
        return [Placed(self.said, ink, self.rect, self.px)]


def acts_for(options: Sequence[Option], choose: Callable[[Option], None], chosen: Option | None) -> list[Act]:
    """Buttons for the engine's options; a refused one stays, and says why."""
    return [
        Act(option_name(each) + ("…" if each.kind == "menu" else ""), each.picture, partial(choose, each),
            each.refused is None, chosen is not None and each == chosen, sentence(each.refused or ""))
        for each in options
    ]


def fill(panel: Panel, look: Look, pips: Sequence[tuple[str, bool]], acts: Sequence[Act], ending: Act | None,
         more: Callable[[list[Act]], None]) -> list[Act]:
    """Make the bar's widgets anew; gives the acts in the order of the keys 1, 2, 3...

    What does not fit goes into a last button that opens the rest.
    """
    panel.clear()
    scale = look.scale
    inner = panel.rect.inflate(-2 * scale.pad, -2 * scale.pad)
    gap = scale.pad // 2
    high = (inner.height - 2 * gap) // 3
    x = inner.left + gap
    for said, left in pips:
        wide = Pip.width_for(said, scale.body)
        panel.add(Pip(pygame.Rect(x, inner.top, wide, high), said, left, scale.body))
        x += wide + scale.pad
    if ending is not None:
        for picture, key in ((ending.picture, tr("Space")), ("", tr("Space")), ("", "")):
            wide = Button.width_for(ending.said, scale.body, bool(picture), key, scale.pad)
            if x + wide <= inner.right:
                break
        panel.add(Button(pygame.Rect(inner.right - wide, inner.top, wide, high), ending.said, ending.act, scale.body,
                         picture=picture, key=key, strong=ending.chosen, enabled=ending.enabled, side="centre",
                         tip=ending.tip))
    rows = _flow(look, inner.width, acts)
    shown = [act for row in rows for act, _ in row]
    if len(shown) < len(acts):
        rows, shown = _with_more(look, inner.width, acts, more)
    top, number = inner.top + high + gap, 1
    for row in rows:
        x = inner.left
        spare = max(0, inner.width - sum(wide for _, wide in row) - gap * (len(row) - 1))
        stretch = min(spare // len(row), scale.em(2)) if row else 0
        for act, wide in row:
            panel.add(Button(pygame.Rect(x, top, wide + stretch, high), act.said, act.act, scale.body,
                             picture=act.picture, key=str(number), chosen=act.chosen, enabled=act.enabled, tip=act.tip))
            x += wide + stretch + gap
            number += 1
        top += high + gap
    return shown


def _width(act: Act, look: Look) -> int:
    return Button.width_for(act.said, look.scale.body, bool(act.picture), "9", look.scale.pad)


def _flow(look: Look, room: int, acts: Sequence[Act]) -> list[list[tuple[Act, int]]]:
    """Two rows at most, nine buttons at most."""
    rows: list[list[tuple[Act, int]]] = [[], []]
    row, used = 0, 0
    for act in acts[:9]:
        wide = min(_width(act, look), room)
        if rows[row] and used + wide > room:
            row, used = row + 1, 0
            if row == 2:
                break
        rows[row].append((act, wide))
        used += wide + look.scale.pad // 2
    return rows


def _with_more(look: Look, room: int, acts: Sequence[Act],
               more: Callable[[list[Act]], None]) -> tuple[list[list[tuple[Act, int]]], list[Act]]:
    for kept in range(min(8, len(acts) - 1), 0, -1):
        rest = list(acts[kept:])
        last = Act(tr("More") + "…", "ellipsis", partial(more, rest),
                   chosen=any(each.chosen for each in rest))
        tried = _flow(look, room, [*acts[:kept], last])
        if sum(len(row) for row in tried) == kept + 1:
            return tried, [*acts[:kept], last]
    return [[], []], []
