"""The attack sheet: what an attack would be, with every modifier, its rule and its amount, and the exact odds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import pygame

from game.insight.numbers import decimal, percent
from game.insight.telling import veiled
from game.rules.attack import AttackSheet
from game.rules.catalog import UNARMED, damage_types
from game.rules.evidence import Modifier
from game.rules.nonlethal import SOURCES, BruiseSheet, injury_name, repertoire_of
from game.rules.odds import Odds, odds
from game.rules.quick import hits_left
from game.rules.state import Battle
from game.texts import N_, sentence, text, tr
from game.view import fonts
from game.view.panels import vitals
from game.view.panels.card import Mark
from game.view.panels.log import Line
from game.view.rule_tip import tip_of
from game.view.widgets.base import Look, Panel, Widget
from game.view.widgets.label import Label, Picture, height_of

MODES = {"melee": N_("melee"), "ranged": N_("ranged")}
CONCEALMENT = {"SIT-4": N_("partial concealment"), "SIT-5": N_("total concealment")}


def rounded(chance: Fraction) -> str:
    """A chance in whole per cent, for little room.

    >>> rounded(Fraction(5, 8)), rounded(Fraction(1, 900))
    ('62%', '0%')
    """
    return f"{round(chance * 100)}%"


def signed(amount: int) -> str:
    """An amount with its sign; a true minus.

    >>> signed(2), signed(-5)
    ('+2', '−5')
    """
    return f"+{amount}" if amount >= 0 else f"−{-amount}"


class OddsBar(Widget):
    """Hit, graze and miss as parts of one bar; their patterns differ too."""

    def __init__(self, rect: pygame.Rect, chances: Odds) -> None:
        super().__init__(rect)
        self.chances = chances

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        own, theme = look.on(self.rect), look.theme
        before = canvas.get_clip()
        x, total = own.left, Fraction(0)
        for chance, role in ((self.chances.hit, "hit"), (self.chances.graze, "graze"), (self.chances.miss, "miss")):
            total += chance
            right = own.left + round(own.width * total)
            part = pygame.Rect(x, own.top, right - x, own.height)
            pygame.draw.rect(canvas, theme[role], part)
            canvas.set_clip(part.clip(before))
            if role != "hit":
                step = max(6, own.height // 2)
                for start in range(part.left - own.height, part.right, step):
                    pygame.draw.line(canvas, theme["panel"], (start, part.bottom), (start + own.height, part.top),
                                     2 if role == "miss" else 1)
            canvas.set_clip(before)
            x = right
        pygame.draw.rect(canvas, theme["text"], own, look.scale.hair)


class Reason(Widget):
    """A modifier: its amount, what it is, the rule's id. While it is pointed at, or has the focus, the map shows what
    causes it."""

    focusable = True

    def __init__(self, rect: pygame.Rect, modifier: Modifier, parts: Sequence[Label]) -> None:
        super().__init__(rect, tip_of(modifier.rule))
        self.modifier = modifier
        self.act: Callable[[Modifier], None] | None = None  # what a click does
        for each in parts:
            self.add(each)

    def activate(self) -> None:
        if self.act is not None:
            self.act(self.modifier)

    def at(self, pos: tuple[int, int]) -> Widget | None:
        return self if self.visible and self.rect.collidepoint(pos) else None

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        own = look.on(self.rect).inflate(look.scale.pad, 0)
        if self.hovered or self.focused:
            pygame.draw.rect(canvas, look.theme["hover"], own, border_radius=look.scale.pad // 2)
        if self.focused:
            pygame.draw.rect(canvas, look.theme["focus"], own, look.scale.hair * 2, border_radius=look.scale.pad // 2)
        super().draw(canvas, look)


@dataclass
class Writer:
    """Puts lines into the panel, one under the other; ``brief``: without what can be read elsewhere."""

    panel: Panel
    look: Look
    inner: pygame.Rect
    top: int
    brief: bool = False
    secret: bool = False  # the numbers of whom it is aimed at are not told

    def line(self, said: str, px: int, role: str = "text", bold: bool = False, right: str = "",
             right_role: str = "muted") -> None:
        """Words at the left, others at the right."""
        high = fonts.line_height(px)
        wide = fonts.width(right, px) + self.look.scale.pad if right else 0
        room = self.inner.width - wide
        weight: fonts.Weight = "bold" if bold else "regular"
        tall = height_of(said, px, room, weight)
        self.panel.add(Label(pygame.Rect(self.inner.left, self.top, room, tall), said, px, role, weight, wrap=True))
        if right:
            spot = pygame.Rect(self.inner.right - wide, self.top, wide, high)
            self.panel.add(Label(spot, right, px, right_role, side="right"))
        self.top += tall

    def modifier(self, each: Modifier) -> None:
        """The amount, what it is, and the rule's id."""
        px, pad = self.look.scale.body, self.look.scale.pad
        amount = signed(each.amount)
        if self.secret and each.side == "defence":
            amount = amount[0]
        column = fonts.width("+10", px, "bold") + pad
        rule = 0 if self.brief else fonts.width(each.rule, self.look.scale.small) + pad
        said = sentence(each.label)
        room = self.inner.width - column - rule
        tall = max(height_of(said, px, room), fonts.line_height(px))
        good = (each.amount > 0) == (each.side == "attack")
        left, high = self.inner.left, fonts.line_height(px)
        parts = [Label(pygame.Rect(left, self.top, column, high), amount, px, "good" if good else "bad", "bold"),
                 Label(pygame.Rect(left + column, self.top, room, tall), said, px, wrap=True)]
        if rule:
            parts.append(Label(pygame.Rect(self.inner.right - rule, self.top, rule, high), each.rule,
                               self.look.scale.small, "muted", side="right"))
        self.panel.add(Reason(pygame.Rect(left, self.top, self.inner.width, tall), each, parts))
        self.top += tall

    def ask(self, said: str, act: Callable[[], None]) -> None:
        """Words that do something when they are clicked."""
        px = self.look.scale.small
        spot = pygame.Rect(self.inner.left, self.top, self.inner.width, height_of(said, px, self.inner.width))
        self.panel.add(Line(spot, said, px, "accent", "", act))
        self.top += spot.height

    def gap(self, share: float = 0.5) -> None:
        """Some room, and a thin line when it is wide."""
        self.top += round(self.look.scale.pad * share)


def fill(panel: Panel, look: Look, battle: Battle, sheet: AttackSheet, teams: dict[str, int], refused: str,
         brief: bool = False, chances: Odds | None = None, surprise: Fraction | None = None, told: bool = True,
         foot: Callable[[Writer], None] | None = None, why: Callable[[], None] | None = None) -> int:
    """Make the sheet's widgets anew; gives the height that they need, in pixels. ``brief``: in as few lines as can be,
    every modifier still among them. ``told``: with the odds and their reasons; ``why`` asks for its proofs; ``foot``
    adds what stands under it all.

    ``chances`` are the sheet's own when left out; ``surprise`` is the chance of a sneak attack's test.
    """
    panel.clear()
    inner = panel.rect.inflate(-3 * look.scale.pad, -2 * look.scale.pad)
    writer = Writer(panel, look, inner, inner.top, brief, veiled(battle, sheet.target))
    _heading(writer, battle, sheet, teams)
    if refused:
        refused_line(writer, refused)
    elif told:
        _odds_and_reasons(writer, battle, sheet, chances or odds(sheet, battle[sheet.target]), surprise)
    if why is not None:
        writer.ask(tr("What would change this? (Shift+Y)"), why)
    if foot is not None and not refused:
        foot(writer)
    return writer.top - panel.rect.top + look.scale.pad


def _odds_and_reasons(writer: Writer, battle: Battle, sheet: AttackSheet, chances: Odds,
                      surprise: Fraction | None) -> None:
    scale = writer.look.scale
    if sheet.margin is not None:
        _success(writer, battle, sheet, chances)
    else:
        target = battle[sheet.target]
        left = target.pv if sheet.fixed_defence is None else hits_left(target)
        _odds(writer, chances, None if writer.secret or sheet.bruise is not None else left)
    if surprise is not None:
        writer.line(tr(text("{chance} to catch it off guard", chance=percent(surprise))), scale.body, "accent",
                    right="SIT-1")
    word = sum(each.amount for each in sheet.modifiers if each.rule == "GM")  # it has a line of its own
    _side(writer, tr("Attack"), sheet.attack_die, sheet.attack_value, sheet.advantage,
          [each for each in sheet.modifiers if each.side == "attack" and each.rule != "GM"], word)
    guards = [each for each in sheet.modifiers if each.side == "defence"]
    if sheet.fixed_defence is None:
        _side(writer, tr("Defence"), sheet.defence_die, sheet.defence_value, sheet.defence_advantage, guards,
              secret=writer.secret)
    else:
        writer.gap(1)
        shown = "QCK-2" if writer.secret else f"{sheet.fixed_defence}  QCK-2"
        writer.line(tr("Fixed defence"), scale.body, bold=True, right=shown, right_role="text")
        for each in guards:
            writer.modifier(each)
        if not writer.secret:
            writer.line(tr(text("All modifiers together: {amount}, 1 at most",
                                amount=signed(sheet.attack_total_modifier))), scale.body, "muted", right="QCK-6")
    if sheet.stray:
        writer.line(tr(text("May go astray to {who}, who holds it", who=battle[sheet.stray].name)), scale.body, "warn",
                    right="MAN-3")
    if sheet.miss_chance:
        writer.gap()
        writer.line(tr(text("{concealment}: fails on 1 to {most} of 10", concealment=text(CONCEALMENT[sheet.miss_rule]),
                            most=sheet.miss_chance)), scale.body, "warn", right=sheet.miss_rule)
    if sheet.margin is None and sheet.bruise is not None:
        _bruises(writer, sheet.bruise, chances)
    elif sheet.margin is None and sheet.fixed_defence is None:
        _damage(writer, sheet, chances)
    elif sheet.margin is None:
        tie, hit, critical = sheet.quick_hits
        writer.gap(1)
        writer.line(tr(text("A blow takes {hits} of its hits, a critical {critical}, a tie {tie}", hits=hit,
                            critical=critical, tie=tie)), scale.body, right="QCK-8")


def _heading(writer: Writer, battle: Battle, sheet: AttackSheet, teams: dict[str, int]) -> None:
    scale, panel, inner = writer.look.scale, writer.panel, writer.inner
    high, side = fonts.line_height(scale.large), round(scale.large * 0.9)
    for id in (sheet.target,) if writer.brief else (sheet.attacker, sheet.target):
        who = battle[id]
        panel.add(Mark(pygame.Rect(inner.left, writer.top + (high - side) // 2, side, side), teams.get(who.team, 0)))
        right = ""
        if id == sheet.target:
            right = vitals.numbers(battle, who)
        room = inner.width - side - scale.pad - fonts.width(who.name, scale.large, "bold")
        if right and fonts.width(right, scale.body, "bold") + scale.pad > room:
            right = vitals.short(battle, who)
        beside = fonts.width(right, scale.body, "bold") + scale.pad <= room
        right, below = (right, "") if beside else ("", right)  # the name comes first
        wide = fonts.width(right, scale.body, "bold") + scale.pad if right else 0
        name = pygame.Rect(inner.left + side + scale.pad, writer.top, inner.width - side - scale.pad - wide, high)
        panel.add(Label(name, who.name, scale.large, weight="bold", shorten=True))
        if right:
            panel.add(Label(pygame.Rect(inner.right - wide, writer.top, wide, high), right, scale.body, weight="bold",
                            side="right"))
        writer.top += high
        if below:
            writer.line(below, scale.body, bold=True)
        if id == sheet.attacker:
            writer.line(_means(battle, sheet), scale.body, "muted")
    if writer.brief:
        writer.line(_means(battle, sheet), scale.small, "muted")
    writer.gap(0.25 if writer.brief else 0.5)


def _means(battle: Battle, sheet: AttackSheet) -> str:
    """With what it is done: a weapon, a power, a manoeuvre."""
    who = battle[sheet.attacker]
    power = who.sheet.power(sheet.power) if sheet.power else None
    name = tr((power or who.weapon(sheet.weapon) or UNARMED).name)
    if sheet.manoeuvre:
        return f"{tr(repertoire_of(battle)[sheet.manoeuvre].name)} · {name}"
    return f"{name} · {tr(MODES[sheet.mode])}"


def _success(writer: Writer, battle: Battle, sheet: AttackSheet, chances: Odds) -> None:
    """A manoeuvre: the chance that it works, and by how much the attack must beat the defence. # rule: MAN-1"""
    scale = writer.look.scale
    rule = repertoire_of(battle)[sheet.manoeuvre]
    writer.line(tr(text("{chance} to succeed", chance=percent(chances.hit))), scale.em(1.5), "hit", bold=True)
    writer.panel.add(OddsBar(pygame.Rect(writer.inner.left, writer.top, writer.inner.width, scale.em(0.8)), chances))
    writer.top += scale.em(0.8) + scale.pad // 2
    needed = text("A tie is enough") if not sheet.margin else text("The attack must win by {margin}",
                                                                    margin=sheet.margin)
    writer.line(tr(needed), scale.body, bold=True, right=rule.rule)
    if rule.text:
        writer.line(tr(rule.text), scale.body, "muted")


def refused_line(writer: Writer, refused: str) -> None:
    scale = writer.look.scale
    side = fonts.line_height(scale.body)
    writer.panel.add(Picture(pygame.Rect(writer.inner.left, writer.top, side, side), "triangle-alert", "warn"))
    room = writer.inner.width - side - scale.pad
    tall = height_of(refused, scale.body, room)
    spot = pygame.Rect(writer.inner.left + side + scale.pad, writer.top, room, tall)
    writer.panel.add(Label(spot, refused, scale.body, "warn", wrap=True))
    writer.top += tall


def _odds(writer: Writer, chances: Odds, pv: int | None) -> None:
    """The chances; that of putting it out of the fight only where its PV are told."""
    scale, inner, panel = writer.look.scale, writer.inner, writer.panel
    big, thick = (scale.em(1.6), scale.em(0.6)) if writer.brief else (scale.em(2.0), scale.em(0.8))
    said, label = percent(chances.hit), tr("hit")
    high, wide = fonts.line_height(big), fonts.width(said, big, "bold")
    panel.add(Label(pygame.Rect(inner.left, writer.top, wide, high), said, big, "hit", "bold"))
    left = inner.left + wide + scale.pad
    px = scale.large if fonts.width(label, scale.large, "bold") <= inner.right - left else scale.body
    step = fonts.line_height(px)
    spot = pygame.Rect(left, writer.top + (high - step) * 4 // 5, inner.right - left, step)
    panel.add(Label(spot, label, px, "hit", "bold", shorten=True))
    writer.top += high
    panel.add(OddsBar(pygame.Rect(inner.left, writer.top, inner.width, thick), chances))
    writer.top += thick + scale.pad // 2
    cells = [(tr("Graze"), chances.graze, "graze"), (tr("Miss"), chances.miss, "muted"),
             (tr("Critical"), chances.critical, "text")]
    if pv is not None:
        cells.append((tr("Out"), chances.at_least(max(pv, 1)), "text"))
    words = [f"{name} {percent(chance)}" for name, chance, _ in cells]
    if writer.brief:
        some = [said for said, (_, chance, _) in zip(words, cells, strict=True) if chance]
        writer.line(fonts.in_lines(some, scale.body, writer.inner.width), scale.body)
        return
    wanted = max(fonts.width(each, scale.body) for each in words)
    columns = 2 if wanted <= inner.width // 2 - scale.pad else 1
    for n, (said, (_, _, role)) in enumerate(zip(words, cells, strict=True)):
        wide = inner.width // columns
        spot = pygame.Rect(inner.left + n % columns * wide, writer.top, wide - scale.pad, fonts.line_height(scale.body))
        panel.add(Label(spot, said, scale.body, role))
        if n % columns == columns - 1 or n == len(words) - 1:
            writer.top += spot.height


def _side(writer: Writer, name: str, die: int, value: int, advantage: int, modifiers: Sequence[Modifier],
          word: int = 0, secret: bool = False) -> None:
    """One of the two rolls; ``word`` is what the GM adds to it. ``secret``: without its numbers."""
    scale = writer.look.scale
    writer.gap(0.25 if writer.brief else 1)
    total = value + word + sum(each.amount for each in modifiers)
    writer.line(name, scale.body, bold=True, right="" if secret else f"d{die} {signed(total)}", right_role="text")
    extra = {1: tr("advantage"), -1: tr("disadvantage"), 0: ""}[advantage]
    if writer.brief or secret:
        if extra:
            writer.line(extra, scale.body, "muted")
    elif modifiers or extra:
        base = tr(text("Base {roll}", roll=f"d{die} {signed(value)}"))
        writer.line(f"{base} · {extra}" if extra else base, scale.body, "muted")
    for each in modifiers:
        writer.modifier(each)


def _damage(writer: Writer, sheet: AttackSheet, chances: Odds) -> None:
    writer.gap(0.25 if writer.brief else 1)
    least = min((points for points, chance in chances.damage if points and chance), default=0)
    most = max((points for points, chance in chances.damage if chance), default=0)
    if not writer.secret:
        writer.line(tr(text("Damage {least} to {most}, on average {mean}", least=least, most=most,
                            mean=decimal(round(float(chances.expected), 1)))), writer.look.scale.body, bold=True)
    if writer.brief and not writer.secret:
        return
    kinds = damage_types()
    parts = " + ".join(tr(text("{kind} {points}", points=part.amount, kind=text(kinds[part.kind].name)))
                       for part in sheet.damage)
    writer.line(tr(text("A hit does: {parts}", parts=parts)), writer.look.scale.body, "text")


def _bruises(writer: Writer, bruise: BruiseSheet, chances: Odds) -> None:
    """The chance of each level of bruise, and how its total is made up. # rule: NLT-1 NLT-2"""
    writer.gap(0.25 if writer.brief else 1)
    small = writer.look.scale.body
    if writer.brief:
        said = [f"{tr(injury_name(level))} {percent(chance)}" for level, chance in chances.bruises if chance]
        writer.line(fonts.in_lines(said, small, writer.inner.width), small)
        return
    writer.line(tr(text("Bruises ({source})", source=text(SOURCES[bruise.source]))), small, bold=True, right="NLT-2")
    if not writer.secret:
        writer.line(tr(text("Strength {strength} + weapon {weapon} + advantage - soak {soak}", strength=bruise.strength,
                            weapon=bruise.weapon, soak=bruise.soak)), small, "muted")
    for level, chance in chances.bruises:
        writer.line(tr(injury_name(level)), small, right=percent(chance), right_role="text")
