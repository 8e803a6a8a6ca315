"""One line of text that is typed: caret, selection of all, clipboard; accents come ready composed."""

from collections.abc import Callable

import pygame

from game.view import fonts
from game.view.widgets.base import Look, Placed, Widget


class Entry(Widget):
    """A text field. ``done`` runs on Enter; ``most`` is the greatest length; ``changed_to`` hears every change."""

    focusable = True

    def __init__(self, rect: pygame.Rect, said: str, px: int, done: Callable[[str], None], most: int = 60,
                 changed_to: Callable[[str], None] | None = None, tip: str = "") -> None:
        super().__init__(rect, tip)
        self.said = said
        self.px = px
        self.done = done
        self.most = most
        self.changed_to = changed_to
        self.caret = len(said)
        self.all = bool(said)

    def _set(self, said: str, caret: int) -> None:
        self.said, self.caret, self.all = said[: self.most], min(caret, self.most), False
        self.changed()
        if self.changed_to is not None:
            self.changed_to(self.said)

    def activate(self) -> None:
        self.done(self.said)

    def typed(self, said: str) -> bool:
        clean = "".join(each for each in said if each.isprintable())
        if self.all:
            self._set(clean, len(clean))
        else:
            self._set(self.said[: self.caret] + clean + self.said[self.caret :], self.caret + len(clean))
        return True

    def key(self, event: pygame.event.Event) -> bool:
        if event.mod & pygame.KMOD_CTRL:
            return self._with_control(event.key)
        match event.key:
            case pygame.K_BACKSPACE if self.all:
                self._set("", 0)
            case pygame.K_BACKSPACE if self.caret:
                self._set(self.said[: self.caret - 1] + self.said[self.caret :], self.caret - 1)
            case pygame.K_DELETE if self.all:
                self._set("", 0)
            case pygame.K_DELETE:
                self._set(self.said[: self.caret] + self.said[self.caret + 1 :], self.caret)
            case pygame.K_LEFT:
                self._move(self.caret - 1)
            case pygame.K_RIGHT:
                self._move(self.caret + 1)
            case pygame.K_HOME:
                self._move(0)
            case pygame.K_END:
                self._move(len(self.said))
            case pygame.K_RETURN | pygame.K_KP_ENTER:
                self.done(self.said)
            case pygame.K_TAB | pygame.K_ESCAPE | pygame.K_UP | pygame.K_DOWN:
                return False
        return True

    def _with_control(self, key: int) -> bool:
        if key == pygame.K_a:
            self.all = bool(self.said)
            self.changed()
        elif key in (pygame.K_c, pygame.K_x):
            pygame.scrap.put_text(self.said)
            if key == pygame.K_x:
                self._set("", 0)
        elif key == pygame.K_v:
            self.typed(pygame.scrap.get_text())
        return True

    def _move(self, caret: int) -> None:
        self.caret, self.all = max(0, min(len(self.said), caret)), False
        self.changed()

    def press(self, pos: tuple[int, int]) -> None:
        left = self.rect.left + self.px // 2 - self._slide()
        places = [abs(left + fonts.width(self.said[:n], self.px) - pos[0]) for n in range(len(self.said) + 1)]
        self._move(places.index(min(places)))

    def _slide(self) -> int:
        """How far the text is moved left so that the caret stays inside, in pixels."""
        room = self.rect.width - self.px
        return max(0, fonts.width(self.said[: self.caret], self.px) - room)

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        theme, own, hair = look.theme, look.on(self.rect), look.scale.hair
        pygame.draw.rect(canvas, theme["backdrop"], own, border_radius=look.scale.pad)
        edge = "focus" if self.focused else "line"
        pygame.draw.rect(canvas, theme[edge], own, hair * (2 if self.focused else 1), border_radius=look.scale.pad)
        inner = own.inflate(-self.px, 0)
        step, slide = fonts.line_height(self.px), self._slide()
        top, before = own.centery - step // 2, canvas.get_clip()
        canvas.set_clip(inner.inflate(hair * 4, 0).clip(before))
        if self.all and self.focused:
            mark = pygame.Rect(inner.left, top, min(inner.width, fonts.width(self.said, self.px)), step)
            pygame.draw.rect(canvas, theme["pressed"], mark)
        if self.said:
            canvas.blit(fonts.render(self.said, self.px, theme["text"]), (inner.left - slide, top))
        if self.focused:
            x = inner.left - slide + fonts.width(self.said[: self.caret], self.px)
            pygame.draw.line(canvas, theme["focus"], (x, top), (x, top + step), hair * 2)
        canvas.set_clip(before)

    def texts(self, look: Look) -> list[Placed]:
        step = fonts.line_height(self.px)
        ink = pygame.Rect(self.rect.left + self.px // 2, self.rect.centery - step // 2, 0, step)
        return [Placed(self.said, ink, self.rect, self.px)] if self.said else []
