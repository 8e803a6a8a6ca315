"""One line of text that is typed: caret, selection, clipboard; accents come ready composed, or as a composition of an
input method that is shown while it lasts."""

from collections.abc import Callable

import pygame

from game.view import fonts
from game.view.widgets import clipboard
from game.view.widgets.base import Look, Placed, Widget


class Entry(Widget):
    """A text field. ``done`` runs on Enter; ``most`` is the greatest length; ``changed_to`` hears every change; only
    characters that ``allowed`` lets pass come in.

    :ivar caret: the place between two characters where text comes in; ``anchor``: the other end of what is selected,
        the caret itself when nothing is.
    :ivar composing: what an input method is about to write.
    """

    focusable = True
    keeps_focus = True
    by_click = False

    def __init__(self, rect: pygame.Rect, said: str, px: int, done: Callable[[str], None], most: int = 60,
                 changed_to: Callable[[str], None] | None = None, tip: str = "",
                 allowed: Callable[[str], bool] = str.isprintable, hint: str = "") -> None:
        super().__init__(rect, tip)
        self.said = said
        self.px = px
        self.done = done
        self.most = most
        self.changed_to = changed_to
        self.allowed = allowed
        self.hint = hint
        self.caret, self.anchor = len(said), 0
        self.composing = ""

    @property
    def selected(self) -> tuple[int, int]:
        """The ends of what is selected; equal when nothing is."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    def say(self, said: str) -> None:
        """Hold another text, all of it selected; nobody is told."""
        self.said = said[: self.most]
        self.caret, self.anchor = len(self.said), 0
        self.changed()

    def select_all(self) -> None:
        """Select everything: the next letter takes its place."""
        self.caret, self.anchor = len(self.said), 0
        self.changed()

    def _set(self, said: str, caret: int) -> None:
        self.said = said[: self.most]
        self.caret = self.anchor = min(caret, len(self.said))
        self.changed()
        if self.changed_to is not None:
            self.changed_to(self.said)

    def _put(self, said: str) -> None:
        """Text in the place of what is selected, as far as there is room."""
        first, last = self.selected
        clean = "".join(each for each in said if self.allowed(each))[: self.most - len(self.said) + last - first]
        self._set(self.said[:first] + clean + self.said[last:], first + len(clean))

    def activate(self) -> None:
        self.done(self.said)

    # typing

    def typed(self, said: str) -> bool:
        self.composing = ""
        self._put(said)
        return True

    def composed(self, said: str) -> bool:
        self.composing = said
        self.changed()
        return True

    def key(self, event: pygame.event.Event) -> bool:
        if self.composing:
            return True  # it is for the input method
        shift, word = bool(event.mod & pygame.KMOD_SHIFT), bool(event.mod & pygame.KMOD_CTRL)
        match event.key:
            case pygame.K_BACKSPACE:
                self._delete(self._step(-1, word))
            case pygame.K_DELETE:
                self._delete(self._step(1, word))
            case pygame.K_LEFT:
                self._go(self._step(-1, word), shift)
            case pygame.K_RIGHT:
                self._go(self._step(1, word), shift)
            case pygame.K_HOME:
                self._go(0, shift)
            case pygame.K_END:
                self._go(len(self.said), shift)
            case pygame.K_RETURN | pygame.K_KP_ENTER if not word:
                self.done(self.said)
            case pygame.K_TAB | pygame.K_ESCAPE | pygame.K_UP | pygame.K_DOWN | pygame.K_RETURN | pygame.K_KP_ENTER:
                return False
            case _ if word:
                return self._with_control(event.key)
        return event.key not in FUNCTION_KEYS

    def _with_control(self, key: int) -> bool:
        first, last = self.selected
        match key:
            case pygame.K_a:
                self.select_all()
            case pygame.K_c | pygame.K_x:
                if first < last:
                    clipboard.put(self.said[first:last])
                if key == pygame.K_x and first < last:
                    self._put("")
            case pygame.K_v:
                self._put(clipboard.get().replace("\n", " "))
            case _:
                return False
        return True

    def _step(self, by: int, word: bool) -> int:
        """The place a character away from the caret, or a word."""
        place = self.caret + by
        while word and 0 < place < len(self.said) and not (
                self.said[place - 1].isspace() and not self.said[place].isspace()):
            place += by
        return max(0, min(len(self.said), place))

    def _delete(self, towards: int) -> None:
        """Take away what is selected, else all between the caret and a place."""
        if self.caret == self.anchor:
            self.anchor = towards
        if self.caret != self.anchor:
            self._put("")

    def _go(self, place: int, selecting: bool) -> None:
        """Move the caret. Without selecting, a step out of a selection stops at its end."""
        first, last = self.selected
        if not selecting and first < last and place in (self.caret - 1, self.caret + 1):
            place = first if place < self.caret else last
        self.caret = max(0, min(len(self.said), place))
        if not selecting:
            self.anchor = self.caret
        self.changed()

    # mouse

    def place_at(self, x: int) -> int:
        """The place in the text nearest to a pixel."""
        left = self.rect.left + self.px // 2 - self._slide()
        away = [abs(left + fonts.width(self.said[:n], self.px) - x) for n in range(len(self.said) + 1)]
        return away.index(min(away))

    def press(self, pos: tuple[int, int]) -> None:
        self._go(self.place_at(pos[0]), bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))

    def drag(self, pos: tuple[int, int]) -> None:
        self._go(self.place_at(pos[0]), True)

    # drawing

    def _slide(self) -> int:
        """How far the text is moved left so that the caret stays inside, in pixels."""
        room = self.rect.width - self.px
        return max(0, fonts.width(self.said[: self.caret] + self.composing, self.px) - room)

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        theme, own, hair = look.theme, look.on(self.rect), look.scale.hair
        pygame.draw.rect(canvas, theme["backdrop"], own, border_radius=look.scale.pad)
        edge = "focus" if self.focused else "line"
        pygame.draw.rect(canvas, theme[edge], own, hair * (2 if self.focused else 1), border_radius=look.scale.pad)
        inner = own.inflate(-self.px, 0)
        step, left = fonts.line_height(self.px), inner.left - self._slide()
        top, before = own.centery - step // 2, canvas.get_clip()
        canvas.set_clip(inner.inflate(hair * 4, 0).clip(before))
        if self.focused and self.caret != self.anchor:
            first, last = (fonts.width(self.said[:each], self.px) for each in self.selected)
            pygame.draw.rect(canvas, theme["pressed"], pygame.Rect(left + first, top, last - first, step))
        start, end = self.said[: self.caret], self.said[self.caret :]
        x = left
        for said, role in ((start, "text"), (self.composing, "accent"), (end, "text")):
            if said:
                canvas.blit(fonts.render(said, self.px, theme[role]), (x, top))
                wide = fonts.width(said, self.px)
                if role == "accent":
                    pygame.draw.line(canvas, theme[role], (x, top + step - hair), (x + wide, top + step - hair), hair)
                x += wide
        if self.focused:
            x = left + fonts.width(start + self.composing, self.px)
            pygame.draw.line(canvas, theme["focus"], (x, top), (x, top + step), hair * 2)
        if self.hint and not self.said and not self.composing:
            canvas.blit(fonts.render(fonts.shorten(self.hint, self.px, inner.width), self.px, theme["muted"]),
                        (inner.left, top))
        canvas.set_clip(before)

    def texts(self, look: Look) -> list[Placed]:
        step = fonts.line_height(self.px)
        ink = pygame.Rect(self.rect.left + self.px // 2, self.rect.centery - step // 2, 0, step)
        return [Placed(self.said, ink, self.rect, self.px)] if self.said else []


FUNCTION_KEYS = frozenset(range(pygame.K_F1, pygame.K_F12 + 1))
