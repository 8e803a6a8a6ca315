"""The card of a creature: name, PV, how far it walks, what it holds, how it is."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.insight.telling import bar_of, veiled
from game.rules.actions import AttackMode
from game.rules.bodies import held, speed_of
from game.rules.catalog import UNARMED, Weapon
from game.rules.state import Battle, Combatant
from game.texts import N_, text, tr
from game.view import fonts
from game.view.mapview.tokens import team_mark
from game.view.offers import counted_name
from game.view.panels import vitals
from game.view.panels.strip import pv_bar
from game.view.widgets.base import Look, Panel, Widget
from game.view.widgets.button import Button
from game.view.widgets.label import Label

ID = re.compile(r" \([A-Z]+-\d+\)")  # of a rule, behind the name of what follows from it
POSTURES = {"standing": N_("standing"), "crouched": N_("crouched"), "prone": N_("prone")}


class Mark(Widget):
    """The shape of a team."""

    def __init__(self, rect: pygame.Rect, team: int) -> None:
        super().__init__(rect)
        self.team = team

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        canvas.blit(team_mark(look.theme, self.team, self.rect.width), look.on(self.rect))


class Bar(Widget):
    """PV as a bar."""

    def __init__(self, rect: pygame.Rect, pv: int, most: int) -> None:
        super().__init__(rect)
        self.pv, self.most = pv, most

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        pv_bar(canvas, look, look.on(self.rect), self.pv, self.most)


@dataclass(frozen=True, slots=True)
class Dice:
    """Who rolls for the creature of a card: people or the program; ``turn`` turns that over."""

    people: bool
    turn: Callable[[], None]


def fill(panel: Panel, look: Look, battle: Battle, who: Combatant | None, team: int, title: str,
         dice: Dice | None = None) -> None:
    """Make the card's widgets anew; ``title`` is said when there is no creature to show."""
    panel.clear()
    scale = look.scale
    inner = panel.rect.inflate(-3 * scale.pad, -2 * scale.pad)
    if who is None:
        shown = fonts.within(title, scale.small, inner.width, inner.height // fonts.line_height(scale.small))
        panel.add(Label(inner, shown, scale.small, "muted", wrap=True, tip=title if shown != title else ""))
        return
    top = head(panel, look, inner, battle, who, team)
    high = fonts.line_height(scale.small)
    lines = [(*whole, brief[0]) for whole, brief in zip(facts(battle, who), facts(battle, who, True), strict=True)]
    room = max(1, (inner.bottom + scale.pad - top) // high)
    side = min(scale.em(1.75), panel.rect.bottom - scale.pad - top)
    if dice is None or side < scale.em(1.4):
        side = 0
    else:
        said = tr("People roll its dice; click, and the app does") if dice.people else tr(
            "The app rolls its dice; click, and people do")
        spot = pygame.Rect(inner.right - side + scale.pad, panel.rect.bottom - scale.pad - side, side, side)
        panel.add(Button(spot, "", dice.turn, scale.body, picture="die", chosen=dice.people, side="centre", tip=said))
    if len(lines) > room:  # what is unusual comes first
        lines.sort(key=lambda line: line[1] != "warn")
    for n, (said, role, brief) in enumerate(lines[:room]):
        tip = ""
        if n == room - 1 and len(lines) > room:  # the rest by name alone, and whole in the tip
            said = " · ".join(each.split(" (")[0] for _, _, each in lines[n:])
            tip = "\n".join(each for each, _, _ in lines[n:])
        elif fonts.width(said, scale.small) > inner.width - side:
            tip, forms = said, (brief, ID.sub("", brief))
            said = next((each for each in forms if fonts.width(each, scale.small) <= inner.width - side), forms[-1])
        panel.add(Label(pygame.Rect(inner.left, top, inner.width - side, high), said, scale.small, role, shorten=True,
                        tip=tip))
        top += high


def head(panel: Panel, look: Look, inner: pygame.Rect, battle: Battle, who: Combatant, team: int) -> int:
    """Name, numbers and bar; gives the next free line. Where the name would not be whole letters are smaller, and at
    last the mark of the team gives way."""
    scale = look.scale
    whole, brief = vitals.numbers(battle, who), vitals.short(battle, who)
    for numbers, px, small, mark in ((whole, scale.large, scale.body, True), (brief, scale.large, scale.body, True),
                                     (brief, scale.body, scale.small, True), (brief, scale.body, scale.small, False)):
        side, wide = round(px * 0.9), fonts.width(numbers, small, "bold")
        shift = side + scale.pad if mark else 0
        if fonts.width(who.name, px, "bold") + shift + wide + scale.pad <= inner.width:
            break
    high = fonts.line_height(px)
    if mark:
        panel.add(Mark(pygame.Rect(inner.left, inner.top + (high - side) // 2, side, side), team))
    name = pygame.Rect(inner.left + shift, inner.top, inner.width - shift - wide - scale.pad, high)
    panel.add(Label(name, who.name, px, weight="bold", shorten=True))
    panel.add(Label(pygame.Rect(inner.right - wide, inner.top, wide, high), numbers, small, weight="bold",
                    side="right"))
    bar = pygame.Rect(inner.left, inner.top + high, inner.width, scale.em(0.55))
    panel.add(Bar(bar, *bar_of(battle, who)))
    return bar.bottom + scale.pad // 2


def attack_mode(weapon: Weapon) -> AttackMode:
    """How a weapon in hand is used first."""
    return "melee" if weapon.reach or not weapon.id else "ranged"


def facts(battle: Battle, who: Combatant, brief: bool = False) -> list[tuple[str, str]]:
    """Short lines about a creature, with their roles; ``brief``: in as few words as can be."""
    lines, secret = [], veiled(battle, who)
    ready = held(who) or (UNARMED,)
    named = [(weapon, attack_mode(weapon)) for weapon in ready]
    lines.append((", ".join(tr(counted_name(battle, who, *each)) for each in named), "text"))
    speed = speed_of(battle, who)
    walks = text("{metres} m", metres=speed) if brief else text("Moves {metres} m", metres=speed)
    moves = [] if secret else [tr(walks)]
    if secret or who.posture != "standing":
        moves.append(tr(POSTURES[who.posture]))
    lines.append((" · ".join(moves), "warn" if who.posture != "standing" else "muted"))
    lines += [(f"{what}: {left}" if left else what, "warn") for what, left in vitals.states(battle, who, brief)]
    return lines
