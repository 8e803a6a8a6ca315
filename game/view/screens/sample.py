"""A little of everything, drawn as it would be in a game: what a choice of screen, size or theme looks like."""

import pygame

from game.texts import text, tr
from game.view import fonts
from game.view.mapview.tokens import piece
from game.view.panels.strip import pv_bar
from game.view.widgets.base import Look, Placed, Widget

CELLS = (("grass", 0), ("grass", 1), ("earth", -1), ("water", -1))  # the ground of a cell, the team that stands there


class Sample(Widget):
    """Two creatures on the map, and the sizes of words beside them."""

    @staticmethod
    def height_for(look: Look) -> int:
        """The height it needs, in pixels."""
        scale = look.scale
        return 2 * scale.pad + fonts.line_height(scale.large) + fonts.line_height(scale.body) + fonts.line_height(
            scale.small)

    def _lines(self, look: Look) -> list[tuple[str, int, str, fonts.Weight]]:
        scale = look.scale
        return [
            (tr(text("{chance} % to hit", chance=65)), scale.large, "hit", "bold"),
            (tr(text("{who} attacks {target}", who="Ana", target="Goblin 1")), scale.body, "text", "regular"),
            (tr("No text is smaller than this."), scale.small, "muted", "regular"),
        ]

    def _cells(self, look: Look) -> int:
        """How many cells of the map find room beside the words."""
        words = max(fonts.width(said, px, weight) for said, px, _, weight in self._lines(look))
        return max(0, min(len(CELLS), (self.rect.width - words - 4 * look.scale.pad) // self.rect.height))

    def _placed(self, look: Look) -> list[tuple[Placed, str, fonts.Weight]]:
        pad = look.scale.pad
        left = self.rect.left + self._cells(look) * self.rect.height + 2 * pad
        room = self.rect.right - pad - left
        placed: list[tuple[Placed, str, fonts.Weight]] = []
        top = self.rect.top + pad
        for said, px, role, weight in self._lines(look):
            shown = fonts.shorten(said, px, room, weight)
            if shown != said:
                self.tip = said
            ink = pygame.Rect(left, top, fonts.width(shown, px, weight), fonts.line_height(px))
            placed.append((Placed(shown, ink, self.rect, px), role, weight))
            top = ink.bottom
        return placed

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        theme, own, px = look.theme, look.on(self.rect), self.rect.height
        pygame.draw.rect(canvas, theme["panel"], own, border_radius=look.scale.pad)
        for n, (ground, team) in enumerate(CELLS[:self._cells(look)]):
            spot = pygame.Rect(own.left + look.scale.pad + n * px, own.centery - px // 2, px, px)
            pygame.draw.rect(canvas, theme.surface(ground), spot)
            pygame.draw.rect(canvas, theme["grid"], spot, 1)
            if team >= 0:
                kind = "guard" if team == 0 else "goblin"
                canvas.blit(piece(theme, team, px, kind, "", "standing", False), spot)
                bar = pygame.Rect(spot.left + px // 8, spot.bottom - px // 7, px * 3 // 4, max(4, px // 9))
                pv_bar(canvas, look, bar, 4 - 2 * team, 4)
        for placed, role, weight in self._placed(look):
            canvas.blit(fonts.render(placed.said, placed.px, theme[role], weight), look.on(placed.ink))

    def texts(self, look: Look) -> list[Placed]:
        return [placed for placed, _, _ in self._placed(look)]
