"""The initiative strip: the round, who acts now, who comes next, and the buttons that are always at hand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from game.insight.telling import bar_of
from game.rules.state import Battle, Combatant
from game.texts import text, tr
from game.view import fonts
from game.view.icons import icon
from game.view.mapview.tokens import team_mark
from game.view.panels import vitals
from game.view.widgets.base import Look, Panel, Placed, Widget
from game.view.widgets.button import Button
from game.view.widgets.label import Label

NEXT = 4  # creatures shown after the active one


@dataclass(frozen=True, slots=True)
class Tool:
    """A button of the strip: an icon, a tip, what it does; those of a low ``rank`` stay in sight the longest."""

    picture: str
    tip: str
    act: Callable[[], None]
    enabled: bool = True
    rank: int = 1


class Entry(Widget):
    """One creature in the strip: the team's mark, the name or a short form of it, how much PV is left as a bar. The one
    who acts now has digits too, unless ``name`` is given: then there is little room."""

    focusable = True

    def __init__(self, rect: pygame.Rect, battle: Battle, who: Combatant, team: int, now: bool, look: Look,
                 act: Callable[[], None], name: str = "") -> None:
        super().__init__(rect, tip="  ".join(filter(None, (who.name, vitals.numbers(battle, who),
                                                           tr("hidden from the players") if who.hidden else ""))))
        self.said = "" if now and name else vitals.short(battle, who)
        self.who, self.team, self.now, self.act, self.bar = who, team, now, act, bar_of(battle, who)
        self.name = name or who.name
        self.px = look.scale.large if now else look.scale.body

    @staticmethod
    def width_for(battle: Battle, who: Combatant, now: bool, look: Look, name: str = "") -> int:
        """The width it needs, in pixels."""
        px = look.scale.large if now else look.scale.body
        words = fonts.width(name or who.name, px, "bold") + 3 * look.scale.pad + round(px * 0.8)
        if now and not name:
            words += fonts.width(vitals.short(battle, who), look.scale.body) + look.scale.pad
        return words

    def activate(self) -> None:
        self.act()

    def _ink(self, look: Look) -> tuple[pygame.Rect, pygame.Rect]:
        step, pad = fonts.line_height(self.px), look.scale.pad
        x = self.rect.left + pad + round(self.px * 0.8) + pad // 2
        top = self.rect.top + (self.rect.height - step - look.scale.em(0.55)) // 2
        name = pygame.Rect(x, top, fonts.width(self.name, self.px, "bold"), step)
        said = self.said
        wide, high = fonts.width(said, look.scale.body), fonts.line_height(look.scale.body)
        return name, pygame.Rect(self.rect.right - pad - wide, name.centery - high // 2, wide, high)

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        theme, own, pad = look.theme, look.on(self.rect), look.scale.pad
        colour = theme.team(self.team)
        ground = theme["hover"] if self.now or self.hovered else theme["raised"]
        pygame.draw.rect(canvas, ground, own, border_radius=pad)
        if self.now:
            pygame.draw.rect(canvas, colour, own, look.scale.hair * 3, border_radius=pad)
        if self.focused:
            pygame.draw.rect(canvas, theme["focus"], own, look.scale.hair * 3, border_radius=pad)
        name, numbers = (look.on(each) for each in self._ink(look))
        side = round(self.px * 0.8)
        mark = icon("hood", side, theme.team(self.team)) if self.who.hidden else team_mark(theme, self.team, side)
        canvas.blit(mark, (name.left - side - pad // 2, name.centery - side // 2))
        canvas.blit(fonts.render(self.name, self.px, theme["text"], "bold"), name)
        if self.now and self.said:
            canvas.blit(fonts.render(self.said, look.scale.body, theme["text"]), numbers)
        pv_bar(canvas, look, pygame.Rect(own.left + pad, name.bottom, own.width - 2 * pad, look.scale.em(0.4)),
               *self.bar)

    def texts(self, look: Look) -> list[Placed]:
        name, numbers = self._ink(look)
        placed = [Placed(self.name, name, self.rect, self.px)]
        if self.now and self.said:
            placed.append(Placed(self.said, numbers, self.rect, look.scale.body))
        return placed


def pv_bar(canvas: pygame.Surface, look: Look, spot: pygame.Rect, pv: int, most: int) -> None:
    """PV as a bar; quarters are marked so that its length can be read. No bar where there is nothing to tell."""
    if not most:
        return
    theme = look.theme
    pygame.draw.rect(canvas, theme["backdrop"], spot, border_radius=spot.height // 2)
    if most > 0 and pv > 0:
        share = min(1.0, pv / most)
        role = "good" if share > 0.5 else "graze" if share > 0.25 else "bad"
        full = pygame.Rect(spot.left, spot.top, max(spot.height, round(spot.width * share)), spot.height)
        pygame.draw.rect(canvas, theme[role], full, border_radius=spot.height // 2)
    for n in (1, 2, 3):
        x = spot.left + spot.width * n // 4
        pygame.draw.line(canvas, theme["panel"], (x, spot.top), (x, spot.bottom - 1), look.scale.hair)


def upcoming(battle: Battle) -> list[str]:
    """Who acts, from now on, each once: the rest of this round, then the next one."""
    line = list(battle.waiting)
    line += [who for who in battle.order if who not in line and not battle[who].out]
    return line


def fill(panel: Panel, look: Look, battle: Battle, teams: dict[str, int], tools: Sequence[Tool],
         show: Callable[[str], None], more: Callable[[list[Tool]], None]) -> None:
    """Make the strip's widgets anew. Who acts now and the next four come first, without tools all that fit: when there
    is little room their names become short, and tools that find none are in the last button, ``more``."""
    panel.clear()
    scale = look.scale
    inner = panel.rect.inflate(-2 * scale.pad, -scale.pad)
    side = min(inner.height, scale.em(2.9))
    each_tool = side + scale.pad // 2
    fight = battle.phase == "fight"
    line = upcoming(battle)[:NEXT + 1] if fight else []
    for brief, least in ((0, 4), (1, 3), (2, 2)):
        heading = _heading(battle, brief > 0)
        wanted = fonts.width(heading, scale.body, "bold") + scale.pad + _line_width(battle, line, look, brief)
        most = (inner.width - wanted) // each_tool
        if most >= min(least, len(tools)):
            break
    kept = _kept(tools, max(2, most), more)
    x = inner.right
    for tool in reversed(kept):
        x -= side
        panel.add(Button(pygame.Rect(x, inner.centery - side // 2, side, side), "", tool.act, scale.body,
                         picture=tool.picture, tip=tool.tip, enabled=tool.enabled, side="centre"))
        x -= scale.pad // 2
    room = x - scale.pad // 2 - inner.left
    wide = min(fonts.width(heading, scale.body, "bold"), room)
    panel.add(Label(pygame.Rect(inner.left, inner.top, wide, inner.height), heading, scale.body, "muted", "bold",
                    shorten=True, tip=_heading(battle, False)))
    if fight:
        left = inner.left + wide + scale.pad
        _line(panel, look, battle, teams, show, pygame.Rect(left, inner.top, x - left, inner.height), brief,
              NEXT if tools else len(battle.order))


def _kept(tools: Sequence[Tool], room: int, more: Callable[[list[Tool]], None]) -> list[Tool]:
    """The tools that ``room`` buttons can show; one that opens the others, when there are any, before the last."""
    if len(tools) <= room:
        return list(tools)
    keep = sorted(sorted(range(len(tools)), key=lambda n: (tools[n].rank, n))[:room - 1])
    rest = [tool for n, tool in enumerate(tools) if n not in keep]
    shown = [tools[n] for n in keep]
    place = len(shown) - (tools[-1] in shown)
    return [*shown[:place], Tool("ellipsis", tr("More"), partial(more, rest)), *shown[place:]]


def _heading(battle: Battle, brief: bool) -> str:
    if battle.phase == "deploy":
        return tr(battle.name)
    said = text("R{round}", round=battle.round) if brief else text("Round {round}", round=battle.round)
    return tr(said)


def short_name(name: str) -> str:
    """Three letters, and its number if it has one.

    >>> short_name("Goblin 12"), short_name("Bruno"), short_name("Ana"), short_name("Hild")
    ('Gob 12', 'Bru', 'Ana', 'Hild')
    """
    words = name.split()
    if len(words) > 1 and words[-1].isdigit():
        return f"{words[0][:3]} {words[-1]}"
    return name if len(name) < 5 else name[:3]


def _names(battle: Battle, line: Sequence[str], brief: int) -> list[str]:
    """How creatures are called here; "" for the one who acts now when its numbers are shown too."""
    first = short_name(battle[line[0]].name) if line and brief == 2 else ""
    return [first if not n else short_name(battle[id].name) if brief else battle[id].name for n, id in enumerate(line)]


def _line_width(battle: Battle, line: Sequence[str], look: Look, brief: int) -> int:
    """The width that these creatures need, and a number for the others, in pixels."""
    scale = look.scale
    widths = [Entry.width_for(battle, battle[id], not n, look, name) + scale.pad
              for n, (id, name) in enumerate(zip(line, _names(battle, line, brief), strict=True))]
    return sum(widths) + fonts.width("+99", scale.body, "bold")


def _line(panel: Panel, look: Look, battle: Battle, teams: dict[str, int], show: Callable[[str], None],
          room: pygame.Rect, brief: int, most: int) -> None:
    """As many of those to come as fit, at most so many, and how many more there are."""
    line = upcoming(battle)
    scale, x = look.scale, room.left
    for n, (id, name) in enumerate(zip(line, _names(battle, line, brief), strict=True)):
        who, rest = battle[id], len(line) - n
        more = fonts.width(f"+{rest}", scale.body, "bold") + scale.pad if rest > 1 else 0
        wide = Entry.width_for(battle, who, n == 0, look, name)
        if n and (n > most or x + wide + more > room.right):
            said = f"+{rest}"
            spot = pygame.Rect(x, room.top, fonts.width(said, scale.body, "bold"), room.height)
            panel.add(Label(spot, said, scale.body, "muted", "bold",
                            tip=", ".join(battle[each].name for each in line[n:])))
            return
        wide = min(wide, room.right - x)
        panel.add(Entry(pygame.Rect(x, room.top, wide, room.height), battle, who, teams.get(who.team, 0), n == 0, look,
                        partial(show, id), name))
        x += wide + scale.pad
