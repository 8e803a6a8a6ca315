"""The action bar: what is left of the turn, and everything the active creature may try, each with its number key."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from game.texts import sentence, tr
from game.view import fonts
from game.view.coins import Coin
from game.view.icons import icon
from game.view.offers import Option, option_name
from game.view.widgets.base import Look, Panel, Placed, Widget
from game.view.widgets.button import Button


@dataclass(frozen=True, slots=True)
class Act:
    """A button of the bar; ``items`` are what a menu that is not refused opens."""

    said: str
    picture: str
    act: Callable[[], None]
    enabled: bool = True
    chosen: bool = False
    tip: str = ""
    items: tuple[Option, ...] = ()


class Pip(Widget):
    """One action of a turn: a full coin while it is left, an empty one that is struck through when it is spent; the tip
    says why. Without room for the words an icon stands for them, and they are in the tip."""

    def __init__(self, rect: pygame.Rect, coin: Coin, px: int, picture: str = "") -> None:
        said = tr(coin.said)
        why = [sentence(coin.why)] if coin.why is not None else []
        super().__init__(rect, tip="\n".join([said, *why] if picture else why))
        self.said, self.left, self.px, self.picture = said, coin.left, px, picture

    @staticmethod
    def width_for(said: str, px: int, picture: str = "") -> int:
        """The width it needs, in pixels."""
        return round(px * 1.5) + (round(px * 1.3) if picture else fonts.width(said, px, "bold"))

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        theme, own = look.theme, look.on(self.rect)
        radius = round(self.px * 0.45)
        centre = (own.left + radius + 1, own.centery)
        if self.left:
            pygame.draw.circle(canvas, theme["good"], centre, radius)
        else:
            thick, reach = max(2, look.scale.hair), round(radius * 0.7)
            pygame.draw.circle(canvas, theme["faint"], centre, radius, thick)
            pygame.draw.line(canvas, theme["faint"], (centre[0] - reach, centre[1] + reach),
                             (centre[0] + reach, centre[1] - reach), thick)
        role, x = "text" if self.left else "faint", own.left + round(self.px * 1.2)
        if self.picture:
            art = icon(self.picture, round(self.px * 1.3), theme[role])
            canvas.blit(art, art.get_rect(midleft=(x, own.centery)))
        else:
            step = fonts.line_height(self.px)
            canvas.blit(fonts.render(self.said, self.px, theme[role], "bold"), (x, own.centery - step // 2))

    def texts(self, look: Look) -> list[Placed]:
        if self.picture:
            return []
        step = fonts.line_height(self.px)
        ink = pygame.Rect(self.rect.left + round(self.px * 1.2), self.rect.centery - step // 2,
                          fonts.width(self.said, self.px, "bold"), step)
        return [Placed(self.said, ink, self.rect, self.px)]


def acts_for(options: Sequence[Option], choose: Callable[[Option], None], chosen: Option | None) -> list[Act]:
    """Buttons for the engine's options; a refused one stays, and says why."""
    return [
        Act(option_name(each) + ("…" if each.kind == "menu" else ""), each.picture, partial(choose, each),
            each.refused is None, chosen is not None and each == chosen, sentence(each.refused or ""),
            each.items if each.refused is None else ())
        for each in options
    ]


def fill(panel: Panel, look: Look, coins: Sequence[Coin], acts: Sequence[Act], ending: Act | None,
         more: Callable[[list[Act]], None], rows: int = 3) -> list[Act]:
    """Make the bar's widgets anew; gives the acts in the order of the keys 1, 2, 3...

    ``coins`` are the actions of a turn. The first of the ``rows`` is theirs.
    What does not fit goes into a last button that opens the rest.
    """
    panel.clear()
    scale = look.scale
    inner = panel.rect.inflate(-2 * scale.pad, -2 * scale.pad)
    gap = scale.pad // 2
    high = (inner.height - (rows - 1) * gap) // rows
    _first_row(panel, look, pygame.Rect(inner.left, inner.top, inner.width, high), coins, ending)
    lines, shown = _fitting(look, inner.width, acts, rows - 1, more)
    top, number = inner.top + high + gap, 1
    for line in lines:
        x = inner.left
        spare = max(0, inner.width - sum(wide for _, wide in line) - gap * (len(line) - 1))
        stretch = min(spare // len(line), scale.em(2)) if line else 0
        for act, wide in line:
            panel.add(Button(pygame.Rect(x, top, wide + stretch, high), act.said, act.act, scale.body,
                             picture=act.picture, key=str(number), chosen=act.chosen, enabled=act.enabled, tip=act.tip))
            x += wide + stretch + gap
            number += 1
        top += high + gap
    return shown


def _first_row(panel: Panel, look: Look, room: pygame.Rect, coins: Sequence[Coin], ending: Act | None) -> None:
    """What is left of the turn, and the button that ends it, in the longest forms that fit side by side."""
    scale, px = look.scale, look.scale.body
    words: list[str] = [""] * len(coins)
    icons = [each.picture for each in coins]
    forms = ((tr("Space"), True), (tr("Space"), False), ("", False))
    for pictures, (key, whole) in ((pictures, form) for pictures in (words, icons) for form in forms):
        widths = [Pip.width_for(tr(coin.said), px, picture) for coin, picture in zip(coins, pictures, strict=True)]
        wide = Button.width_for(ending.said, px, whole and bool(ending.picture), key, scale.pad) if ending else 0
        if sum(widths) + scale.pad * len(widths) + wide <= room.width:
            break
    x = room.left + scale.pad // 2
    for coin, picture, pip in zip(coins, pictures, widths, strict=True):
        panel.add(Pip(pygame.Rect(x, room.top, pip, room.height), coin, px, picture))
        x += pip + scale.pad
    if ending is not None:
        wide = min(wide, room.right - x)
        panel.add(Button(pygame.Rect(room.right - wide, room.top, wide, room.height), ending.said, ending.act, px,
                         picture=ending.picture if whole else "", key=key, strong=ending.chosen,
                         enabled=ending.enabled, side="centre", tip=ending.tip))


def _width(act: Act, look: Look) -> int:
    widest = max("123456789", key=lambda key: fonts.width(key, look.scale.body, "bold"))
    return Button.width_for(act.said, look.scale.body, bool(act.picture), widest, look.scale.pad)


def _flow(look: Look, room: int, acts: Sequence[Act], rows: int) -> list[list[tuple[Act, int]]]:
    """So many rows at most, nine buttons at most."""
    lines: list[list[tuple[Act, int]]] = [[] for _ in range(rows)]
    row, used = 0, 0
    for act in acts[:9]:
        wide = min(_width(act, look), room)
        if lines[row] and used + wide > room:
            row, used = row + 1, 0
            if row == rows:
                break
        lines[row].append((act, wide))
        used += wide + look.scale.pad // 2
    return lines


def _fitting(look: Look, room: int, acts: Sequence[Act], rows: int,
             more: Callable[[list[Act]], None]) -> tuple[list[list[tuple[Act, int]]], list[Act]]:
    """All acts if they fit, with their icons or without; else as many as can be, and a button for the rest."""
    plain = [replace(act, picture="") for act in acts]
    for tried in (acts, plain):
        lines = _flow(look, room, tried, rows)
        if sum(len(line) for line in lines) == len(acts):
            return lines, list(acts)
    best: tuple[list[list[tuple[Act, int]]], list[Act]] = ([[] for _ in range(rows)], [])
    for tried in (acts, plain):
        found = _with_more(look, room, tried, rows, lambda rest: more(list(acts[len(acts) - len(rest):])))
        if len(found[1]) > len(best[1]):
            best = found
    return best


def _with_more(look: Look, room: int, acts: Sequence[Act], rows: int,
               more: Callable[[list[Act]], None]) -> tuple[list[list[tuple[Act, int]]], list[Act]]:
    for kept in range(min(8, len(acts) - 1), -1, -1):
        rest = list(acts[kept:])
        last = Act(tr("More") + "…", "ellipsis" if not kept or acts[0].picture else "", partial(more, rest),
                   chosen=any(each.chosen for each in rest))
        tried = _flow(look, room, [*acts[:kept], last], rows)
        if sum(len(row) for row in tried) == kept + 1:
            return tried, [*acts[:kept], last]
    return [[] for _ in range(rows)], []
