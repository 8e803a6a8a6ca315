"""The foot of a sheet: the GM's word on the roll, and the buttons that make it. # rule: GM"""

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.texts import text, tr
from game.view.match import Word
from game.view.panels.sheet import Writer, signed
from game.view.widgets.button import Button
from game.view.widgets.scroll import Scroll


@dataclass(frozen=True, slots=True)
class Foot:
    """What can be done from a sheet: change the GM's word by so much, say its reason, roll, roll with real dice."""

    word: Word
    change: Callable[[int], None]
    explain: Callable[[], None]
    roll: Callable[[], None]
    dice: Callable[[], None]


def said(word: Word) -> str:
    """The word as its line says it.

    >>> said(Word()), said(Word(-2, "darkness"))
    ('Master ±0', 'Master −2, darkness')
    """
    amount = signed(word.master) if word.master else "±0"
    if word.reason and word.master:
        return tr(text("Master {amount}, {reason}", amount=amount, reason=word.reason))
    return tr(text("Master {amount}", amount=amount))


def fill(writer: Writer, foot: Foot) -> None:
    """Two lines of buttons, in little room one; they stay in sight when the sheet above them scrolls."""
    scale, inner = writer.look.scale, writer.inner
    px, high, gap = scale.body, scale.em(2), scale.pad // 2
    if isinstance(writer.panel, Scroll):
        writer.panel.pin(writer.top)
    writer.gap(1)
    if writer.brief or scale.narrow:
        _one_line(writer, foot, pygame.Rect(inner.left, writer.top, inner.width, high))
        writer.top += high
        return
    side = high
    less = pygame.Rect(inner.left, writer.top, side, high)
    more = pygame.Rect(inner.right - side, writer.top, side, high)
    middle = pygame.Rect(less.right + gap, writer.top, more.left - less.right - 2 * gap, high)
    panel, tip = writer.panel, tr("The game master's word on this roll (M)")
    panel.add(Button(less, "", lambda: foot.change(-1), px, picture="minus", tip=tip, side="centre"))
    words = said(foot.word)
    panel.add(Button(middle, words, foot.explain, px, picture="laurel-crown" if foot.word.master else "", tip=tip,
                     side="centre"))
    panel.add(Button(more, "", lambda: foot.change(1), px, picture="plus", tip=tip, side="centre"))
    writer.top += high + gap
    wide = (inner.width - gap) // 2
    panel.add(Button(pygame.Rect(inner.left, writer.top, wide, high), tr("Roll"), foot.roll, px, strong=True,
                     side="centre"))
    panel.add(_real(pygame.Rect(inner.left + wide + gap, writer.top, inner.width - wide - gap, high), writer, foot))
    writer.top += high


def _real(rect: pygame.Rect, writer: Writer, foot: Foot) -> Button:
    """The button for real dice: an icon where its words find no room."""
    px, words, tip = writer.look.scale.body, tr("Real dice"), tr("People roll; the faces are typed in")
    fits = Button.width_for(words, px, False, "", writer.look.scale.pad // 2) <= rect.width
    return Button(rect, words if fits else "", foot.dice, px, picture="" if fits else "die", side="centre",
                  tip=tip if fits else f"{words}\n{tip}")


def _one_line(writer: Writer, foot: Foot, line: pygame.Rect) -> None:
    """The word as its amount alone, roll, real dice."""
    px, pad = writer.look.scale.body, writer.look.scale.pad
    gap = pad // 2
    amount = signed(foot.word.master) if foot.word.master else "±0"
    crown = "" if writer.look.scale.narrow else "laurel-crown"
    own = Button.width_for(amount, px, bool(crown), "", pad)
    roll = min(Button.width_for(tr("Roll"), px, False, "", pad), (line.width - own) // 2)
    widths = (own, roll, line.width - own - roll - 2 * gap)
    x = line.left
    spots = []
    for wide in widths:
        spots.append(pygame.Rect(x, line.top, wide, line.height))
        x += wide + gap
    writer.panel.add(Button(spots[0], amount, foot.explain, px, picture=crown, side="centre", tip=said(foot.word)))
    writer.panel.add(Button(spots[1], tr("Roll"), foot.roll, px, strong=True, side="centre"))
    writer.panel.add(_real(spots[2], writer, foot))
