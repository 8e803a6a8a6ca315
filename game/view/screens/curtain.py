"""The two sides of one screen: the players', and the game master's behind a curtain that tells the others to look away.

With a window of their own for the players (:mod:`game.view.windows`) the first one is the game master's all the time.
"""

from typing import TYPE_CHECKING

import pygame

from game.texts import tr
from game.view import fonts
from game.view.screens.aiming import Aim
from game.view.widgets.base import Look
from game.view.widgets.button import Button
from game.view.widgets.label import Label, Picture, height_of
from game.view.widgets.stage import Layer

if TYPE_CHECKING:
    from game.view.screens.play import PlayScreen


class Curtain(Layer):
    """Covers all of the window."""

    def paint(self, canvas: pygame.Surface, look: Look) -> None:
        canvas.fill(look.theme["backdrop"])
        super().paint(canvas, look)


def toggle(screen: "PlayScreen") -> None:
    """To the players' side at once; to the game master's by way of the curtain."""
    if screen.match.gm:
        take_side(screen, False)
    else:
        screen.open(_curtain(screen))


def take_side(screen: "PlayScreen", gm: bool) -> None:
    """Show what the game master sees, or what the players see. Nothing that was pointed at stays: it may be hidden."""
    screen.close_layers()
    screen.match.gm = gm
    screen.aim = Aim(placing=screen.waiting_for() if screen.match.battle.phase == "deploy" else "")
    screen.details, screen.asked, screen.lingering, screen.banner = "", None, None, None
    screen.drawer_open = False
    screen.master.chosen = ()
    screen.master.changed()
    screen.hush()
    screen.refresh_aim()


def _curtain(screen: "PlayScreen") -> Layer:
    """All of the window, until somebody says who looks."""
    scale = screen.look.scale
    layer = Curtain(scale.safe, screen.close_layers, dim=False)
    layer.ground = ""
    wide = min(scale.em(30), scale.safe.width - 4 * scale.pad)
    title, said = tr("For the game master alone"), tr("Everybody else looks away. Hidden creatures come into sight.")
    words, side, high = height_of(said, scale.body, wide), scale.em(4), scale.em(2.6)
    need = words + 2 * high + 4 * scale.pad
    px = scale.em(2) if need + height_of(title, scale.em(2), wide, "bold") < scale.safe.height else scale.large
    heads = height_of(title, px, wide, "bold")
    pictured = need + heads + side + 2 * scale.pad < scale.safe.height
    inner = pygame.Rect(0, 0, wide, need + heads + (side + scale.pad if pictured else 0))
    inner.center = scale.safe.center
    top = inner.top
    if pictured:
        layer.add(Picture(pygame.Rect(inner.centerx - side // 2, top, side, side), "laurel-crown", "accent"))
        top += side + scale.pad
    layer.add(Label(pygame.Rect(inner.left, top, wide, heads), title, px, "text", "bold", "centre", wrap=True))
    top += heads + scale.pad
    layer.add(Label(pygame.Rect(inner.left, top, wide, words), said, scale.body, "muted", side="centre", wrap=True))
    top += words + scale.pad
    for answer, act, strong in ((tr("Show the game master's side"), lambda: take_side(screen, True), True),
                                (tr("Back to the players"), screen.close_layers, False)):
        button = Button(pygame.Rect(inner.left, top, wide, high), answer, act, scale.body, strong=strong, side="centre")
        layer.add(button)
        layer.first = layer.first or button
        top += high + scale.pad
    layer.keys = {pygame.K_F10: screen.close_layers}
    return layer


def mark_said(screen: "PlayScreen") -> str:
    """What the mark says: the way to the players' side, or that they see nothing now."""
    second = screen.host.players_window
    if second is not None and second.black:
        return tr("Game master's side · the players' window is black (B)")
    return tr("Game master's side · F10: the players'")


def paint_mark(screen: "PlayScreen", canvas: pygame.Surface) -> None:
    """A frame and words around the map while it is the game master's side that is shown."""
    if not screen.match.gm:
        return
    scale, theme, area = screen.look.scale, screen.look.theme, screen.view.area
    pygame.draw.rect(canvas, theme["warn"], area, scale.hair * 3)
    ink = fonts.render(mark_said(screen), scale.small, theme["ink"], "bold")
    spot = pygame.Rect(0, 0, ink.get_width() + 2 * scale.pad, fonts.line_height(scale.small))
    spot.midbottom = area.midbottom
    pygame.draw.rect(canvas, theme["warn"], spot, border_top_left_radius=scale.pad, border_top_right_radius=scale.pad)
    canvas.blit(ink, ink.get_rect(center=spot.center))
