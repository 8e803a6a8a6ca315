"""The panel of a "why?": what happened or what is at hand, a row for each rule, and of the chosen one why it is so and
what would change it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.insight.proof import Proof, flips_of, heading
from game.rules.state import Battle
from game.texts import sentence, text, tr
from game.view import fonts
from game.view.panels.sheet import Writer
from game.view.rule_tip import tip_of
from game.view.widgets.base import Look, Panel, Widget
from game.view.widgets.button import Button
from game.view.widgets.label import Label, height_of


@dataclass(frozen=True)
class Told:
    """What the panel tells.

    :ivar read: shows the short texts of the rules.
    :ivar title: ``words`` are the sentences of what happened, ``proofs`` the rows under them, ``chosen`` the number of
        the open one; ``rules`` the ids of all; ``waiting``: more rows are being worked out.
    """

    title: str
    words: Sequence[str]
    proofs: Sequence[Proof]
    chosen: int | None
    rules: Sequence[str] = ()
    waiting: bool = False
    read: Callable[[], None] | None = None


class Row(Widget):
    """One rule: its heading and its id. A click, or Enter, opens it; while it is pointed at, the map shows it."""

    focusable = True

    def __init__(self, rect: pygame.Rect, proof: Proof, act: Callable[[], None], parts: Sequence[Label],
                 chosen: bool) -> None:
        super().__init__(rect, tip_of(proof.rule))
        self.proof = proof
        self.act = act
        self.chosen = chosen
        for each in parts:
            self.add(each)

    def at(self, pos: tuple[int, int]) -> Widget | None:
        return self if self.visible and self.rect.collidepoint(pos) else None

    def activate(self) -> None:
        self.act()

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        own = look.on(self.rect).inflate(look.scale.pad, 0)
        if self.hovered or self.focused or self.chosen:
            pygame.draw.rect(canvas, look.theme["hover"], own, border_radius=look.scale.pad // 2)
        if self.chosen:
            bar = pygame.Rect(own.left, own.top, max(3, look.scale.pad // 3), own.height)
            pygame.draw.rect(canvas, look.theme["accent"], bar)
        if self.focused:
            pygame.draw.rect(canvas, look.theme["focus"], own, look.scale.hair * 2, border_radius=look.scale.pad // 2)
        super().draw(canvas, look)


def fill(panel: Panel, look: Look, battle: Battle, told: Told, pick: Callable[[int], None]) -> int:
    """Make the panel's widgets anew; gives the height that they need, in pixels."""
    panel.clear()
    scale = look.scale
    inner = panel.rect.inflate(-3 * scale.pad, -2 * scale.pad)
    writer = Writer(panel, look, inner, inner.top)
    writer.line(told.title, scale.small, "accent", bold=True)
    for n, said in enumerate(told.words):
        writer.line(said, scale.body, bold=not n)
        writer.gap(0.3)
    for n, proof in enumerate(told.proofs):
        _row(writer, battle, proof, n == told.chosen, lambda n=n: pick(n))  # type: ignore[misc]
        if n == told.chosen:
            for reason in proof.reasons:
                writer.line(sentence(reason), scale.body)
            for flip in flips_of(proof, battle):
                writer.line(sentence(flip), scale.body, "accent")
        writer.gap(0.4)
    if told.waiting:
        writer.line("…", scale.body, "muted")
    _rules(writer, told)
    return writer.top - panel.rect.top + scale.pad


def _rules(writer: Writer, told: Told) -> None:
    """The ids of all rules; a click, or Enter, shows what they say."""
    ids = told.rules or tuple(dict.fromkeys(each.rule for each in told.proofs))
    if not ids:
        return
    said, inner, px = tr(text("Rules: {ids}", ids=", ".join(ids))), writer.inner, writer.look.scale.body
    if told.read is None:
        writer.line(said, px, "muted")
        return
    high = fonts.line_height(px) + writer.look.scale.pad
    writer.panel.add(Button(pygame.Rect(inner.left, writer.top, inner.width, high), said, told.read, px,
                            picture="scroll-text", tip=tr("What these rules say")))
    writer.top += high


def _row(writer: Writer, battle: Battle, proof: Proof, chosen: bool, act: Callable[[], None]) -> None:
    scale, inner = writer.look.scale, writer.inner
    px, said = scale.body, sentence(heading(proof, battle))
    wide = fonts.width(proof.rule, scale.small) + scale.pad
    tall = height_of(said, px, inner.width - wide, "bold" if chosen else "regular")
    parts = [Label(pygame.Rect(inner.left, writer.top, inner.width - wide, tall), said, px, "text",
                   "bold" if chosen else "regular", wrap=True),
             Label(pygame.Rect(inner.right - wide, writer.top, wide, fonts.line_height(px)), proof.rule, scale.small,
                   "muted", side="right")]
    writer.panel.add(Row(pygame.Rect(inner.left, writer.top, inner.width, tall), proof, act, parts, chosen))
    writer.top += tall
