"""The initiative strip: the round, who acts now, who comes next, and the buttons that are always at hand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from game.rules.state import Battle, Combatant
from game.texts import text, tr
from game.view import fonts
from game.view.mapview.tokens import team_mark
from game.view.panels import vitals
from game.view.widgets.base import Look, Panel, Placed, Widget
from game.view.widgets.button import Button
from game.view.widgets.label import Label

NEXT = 4  # creatures shown after the active one


@dataclass(frozen=True, slots=True)
class Tool:
    """A button of the strip: an icon, a tip, what it does."""

    picture: str
    tip: str
    act: Callable[[], None]
    enabled: bool = True


class Entry(Widget):
    """One creature in the strip: the team's mark, the name, how much PV is left."""

    focusable = True

    def __init__(self, rect: pygame.Rect, battle: Battle, who: Combatant, team: int, now: bool, look: Look,
                 act: Callable[[], None]) -> None:
        super().__init__(rect, tip=f"{who.name}  {vitals.numbers(battle, who)}")
        self.said = vitals.short(battle, who)
        self.who, self.team, self.now, self.act = who, team, now, act
        self.px = look.scale.large if now else look.scale.body

    @staticmethod
    def width_for(battle: Battle, who: Combatant, now: bool, look: Look) -> int:
        """The width it needs, in pixels."""
        px = look.scale.large if now else look.scale.body
        words = fonts.width(who.name, px, "bold") + 3 * look.scale.pad + round(px * 0.8)
        if now:
            words += fonts.width(vitals.short(battle, who), look.scale.body) + look.scale.pad
        return words

    def activate(self) -> None:
        self.act()

    def _ink(self, look: Look) -> tuple[pygame.Rect, pygame.Rect]:
        step, pad = fonts.line_height(self.px), look.scale.pad
        x = self.rect.left + pad + round(self.px * 0.8) + pad // 2
        top = self.rect.top + (self.rect.height - step - look.scale.em(0.55)) // 2
        name = pygame.Rect(x, top, fonts.width(self.who.name, self.px, "bold"), step)
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
        canvas.blit(team_mark(theme, self.team, side), (name.left - side - pad // 2, name.centery - side // 2))
        canvas.blit(fonts.render(self.who.name, self.px, theme["text"], "bold"), name)
        if self.now:
            canvas.blit(fonts.render(self.said, look.scale.body, theme["text"]), numbers)
        pv_bar(canvas, look, pygame.Rect(own.left + pad, name.bottom, own.width - 2 * pad, look.scale.em(0.4)),
               self.who.pv, self.who.sheet.pv)

    def texts(self, look: Look) -> list[Placed]:
        name, numbers = self._ink(look)
        placed = [Placed(self.who.name, name, self.rect, self.px)]
        if self.now:
            placed.append(Placed(self.said, numbers, self.rect, look.scale.body))
        return placed


def pv_bar(canvas: pygame.Surface, look: Look, spot: pygame.Rect, pv: int, most: int) -> None:
    """PV as a bar; quarters are marked so that its length can be read."""
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
         show: Callable[[str], None]) -> None:
    """Make the strip's widgets anew."""
    panel.clear()
    scale = look.scale
    inner = panel.rect.inflate(-2 * scale.pad, -scale.pad)
    side = min(inner.height, scale.em(2.9))
    x = inner.right
    for tool in reversed(tools):
        x -= side
        panel.add(Button(pygame.Rect(x, inner.centery - side // 2, side, side), "", tool.act, scale.body,
                         picture=tool.picture, tip=tool.tip, enabled=tool.enabled, side="centre"))
        x -= scale.pad // 2
    left = inner.left
    heading = _heading(battle)
    wide = fonts.width(heading, scale.body, "bold")
    panel.add(Label(pygame.Rect(left, inner.top, wide, inner.height), heading, scale.body, "muted", "bold"))
    left += wide + scale.pad
    if battle.phase == "fight":
        _line(panel, look, battle, teams, show, pygame.Rect(left, inner.top, x - left, inner.height))


def _heading(battle: Battle) -> str:
    if battle.phase == "deploy":
        return tr(battle.name)
    return tr(text("Round {round}", round=battle.round))


def _line(panel: Panel, look: Look, battle: Battle, teams: dict[str, int], show: Callable[[str], None],
          room: pygame.Rect) -> None:
    """As many of those to come as fit, and how many more there are."""
    line = upcoming(battle)
    scale, x = look.scale, room.left
    for n, id in enumerate(line):
        who = battle[id]
        wide = Entry.width_for(battle, who, n == 0, look)
        rest = len(line) - n
        more = fonts.width(f"+{rest}", scale.body, "bold") + scale.pad if rest > 1 else 0
        if n and (n > NEXT or x + wide + more > room.right):
            said = f"+{rest}"
            spot = pygame.Rect(x, room.top, fonts.width(said, scale.body, "bold"), room.height)
            panel.add(Label(spot, said, scale.body, "muted", "bold",
                            tip=", ".join(battle[each].name for each in line[n:])))
            return
        entry = Entry(pygame.Rect(x, room.top, wide, room.height), battle, who, teams.get(who.team, 0), n == 0, look,
                      partial(show, id))
        panel.add(entry)
        x += wide + scale.pad
