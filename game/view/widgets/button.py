"""Buttons: an icon, words, a key; they act when clicked or confirmed."""

from collections.abc import Callable

import pygame

from game.view import fonts
from game.view.icons import icon
from game.view.widgets.base import Look, Placed, Widget


class Button(Widget):
    """A button. ``key`` is the key that also does it, shown on it; ``chosen`` marks the one in force among several.
    Where its words are too wide for it the icon goes; if that is not enough they are shortened, and whole in its tip.

    A disabled button can still be reached, so that it can say why: ``act`` runs, and whoever made it answers.
    """

    focusable = True

    def __init__(self, rect: pygame.Rect, said: str, act: Callable[[], None], px: int, *, picture: str = "",
                 key: str = "", chosen: bool = False, enabled: bool = True, strong: bool = False, tip: str = "",
                 side: str = "left", detail: str = "", flat: bool = False) -> None:
        super().__init__(rect, tip)
        self.said = self.shown = said
        self.act = act
        self.px = px
        self.picture = picture
        self.hint = key
        self.chosen = chosen
        self.enabled = enabled
        self.strong = strong
        self.side = side
        self.detail = detail
        self.flat = flat

    @staticmethod
    def width_for(said: str, px: int, picture: bool, key: str, pad: int) -> int:
        """The width that a button with these words needs, in pixels."""
        total = 2 * pad + (fonts.width(said, px, "bold") if said else 0)
        if picture:
            total += round(px * 1.3) + (pad if said else 0)
        if key:
            total += fonts.width(key, px, "bold") + pad
        return total

    def activate(self) -> None:
        self.act()

    def _spots(self, pad: int) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect, pygame.Rect]:
        """Where the key, the icon, the words and the detail go."""
        px, step = self.px, fonts.line_height(self.px)
        side = min(round(px * 1.3), self.rect.height - pad // 2) if self.picture else 0
        key = fonts.width(self.hint, px, "bold") if self.hint else 0
        detail = fonts.width(self.detail, px) if self.detail else 0
        room = self.rect.width - 2 * (pad if self.side == "left" else pad // 2)
        if self.said and side and key + (pad if key else 0) + side + pad + fonts.width(self.said, px, "bold") > room:
            side = 0
        beside = key + side + (pad if key and (side or self.said) else 0) + (pad if side and self.said else 0)
        self._shorten(room - beside)
        words = fonts.width(self.shown, px, "bold") if self.said else 0
        x = self.rect.left + pad if self.side == "left" else self.rect.centerx - (beside + words) // 2
        key_spot = pygame.Rect(x, self.rect.centery - step // 2, key, step)
        x += key + pad if key else 0
        icon_spot = pygame.Rect(x, self.rect.centery - side // 2, side, side)
        x += side + pad if side else 0
        words_spot = pygame.Rect(x, self.rect.centery - step // 2, words, step)
        detail_spot = pygame.Rect(self.rect.right - pad - detail, self.rect.centery - step // 2, detail, step)
        return key_spot, icon_spot, words_spot, detail_spot

    def _shorten(self, room: int) -> None:
        """Show as many of the words as fit."""
        self.shown = fonts.shorten(self.said, self.px, max(room, 0), "bold")
        if self.shown != self.said and self.said not in self.tip:
            self.tip = f"{self.said}\n{self.tip}".strip()

    def _colours(self, look: Look) -> tuple[str, str, str]:
        """The roles of the ground, of the words, of the edge."""
        if not self.enabled:
            return ("" if self.flat else "panel"), "faint", "line"
        if self.strong or self.chosen:
            return "accent", "ink", "accent"
        ground = "pressed" if self.held else "hover" if self.hovered else "" if self.flat else "raised"
        return ground, "text", "line"

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        pad, theme = look.scale.pad, look.theme
        ground, words, edge = self._colours(look)
        own = look.on(self.rect)
        if ground:
            pygame.draw.rect(canvas, theme[ground], own, border_radius=pad)
        if not self.flat or self.hovered:
            pygame.draw.rect(canvas, theme[edge], own, look.scale.hair, border_radius=pad)
        if self.enabled and (self.strong or self.chosen) and self.hovered:
            pygame.draw.rect(canvas, theme["text"], own, look.scale.hair * 2, border_radius=pad)
        key_spot, icon_spot, words_spot, detail_spot = (look.on(each) for each in self._spots(pad))
        if self.hint:
            role = words if words != "text" else "muted"
            canvas.blit(fonts.render(self.hint, self.px, theme[role], "bold"), key_spot)
        if icon_spot.width:
            canvas.blit(icon(self.picture, icon_spot.width, theme[words]), icon_spot)
        if self.said:
            canvas.blit(fonts.render(self.shown, self.px, theme[words], "bold"), words_spot)
        if self.detail:
            canvas.blit(fonts.render(self.detail, self.px, theme["muted" if words == "text" else words]), detail_spot)
        if self.focused:
            pygame.draw.rect(canvas, theme["focus"], own, look.scale.hair * 3, border_radius=pad)

    def texts(self, look: Look) -> list[Placed]:
        key, _, words, detail = self._spots(look.scale.pad)
        pairs = ((self.hint, key), (self.shown, words), (self.detail, detail))
        return [Placed(said, ink, self.rect, self.px) for said, ink in pairs if said]
