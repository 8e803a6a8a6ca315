"""What every widget is, and the panel that keeps the picture of its widgets until one of them changes."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self, TypeVar

import pygame

from game.view.scale import Scale
from game.view.theme import Theme


@dataclass(frozen=True, slots=True)
class Look:
    """What a widget needs to draw itself: colours and sizes."""

    theme: Theme
    scale: Scale
    corner: tuple[int, int] = (0, 0)

    def on(self, rect: pygame.Rect) -> pygame.Rect:
        """A rectangle of the window as it lies on the picture being drawn, whose top left is ``corner``."""
        return rect.move(-self.corner[0], -self.corner[1])


@dataclass(frozen=True, slots=True)
class Placed:
    """A text as it was placed: its words, the ink's rectangle, and the room it may fill. Tests walk over these."""

    said: str
    ink: pygame.Rect
    room: pygame.Rect
    px: int
    whole: bool = True


class Widget:
    """A rectangle of the window (in pixels) that may hold others.

    :ivar tip: words shown when the mouse rests on it or the focus is on it.
    :ivar focusable: whether it takes clicks and the keyboard; ``proxy``: the widget that has the keyboard for it;
        ``keeps_focus``: whether a click leaves the keyboard with it; ``by_click``: whether a click activates it.
    """

    focusable = False
    keeps_focus = False
    by_click = True

    def __init__(self, rect: pygame.Rect, tip: str = "") -> None:
        self.rect = pygame.Rect(rect)
        self.tip = tip
        self.children: list[Widget] = []
        self.parent: Widget | None = None
        self.proxy: Widget | None = None
        self.visible = True
        self.enabled = True
        self.hovered = False
        self.focused = False
        self.held = False

    def add(self, child: "W") -> "W":
        """Hold another widget; gives it back."""
        child.parent = self
        self.children.append(child)
        self.changed()
        return child

    def clear(self) -> None:
        """Let go of all children."""
        self.children.clear()
        self.changed()

    def changed(self) -> None:
        """Something that can be seen is different: the panel around must be drawn again."""
        if self.parent is not None:
            self.parent.changed()

    def uncover(self, child: "Widget") -> None:
        """A widget inside got the focus: whoever can scroll brings it into sight."""
        if self.parent is not None:
            self.parent.uncover(child)

    def walk(self) -> Iterator["Widget"]:
        """This widget and all inside it that are visible, outermost first."""
        if self.visible:
            yield self
            for child in self.children:
                yield from child.walk()

    def at(self, pos: tuple[int, int]) -> "Widget | None":
        """The innermost visible widget under a pixel."""
        if not (self.visible and self.rect.collidepoint(pos)):
            return None
        for child in reversed(self.children):
            if (found := child.at(pos)) is not None:
                return found
        return self

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        """Draw oneself, then the children."""
        for child in self.children:
            if child.visible:
                child.draw(canvas, look)

    def texts(self, look: Look) -> list[Placed]:
        """One's own words as they are placed (not the children's)."""
        return []

    def activate(self) -> None:
        """Clicked, or confirmed with the keyboard."""

    def point(self, pos: tuple[int, int]) -> None:
        """The mouse moved over it, no button held."""

    def press(self, pos: tuple[int, int]) -> None:
        """The left button went down here."""

    def drag(self, pos: tuple[int, int]) -> None:
        """The mouse moved while held."""

    def wheel(self, steps: int) -> bool:
        """The wheel turned over it (positive: away from the user). True when it was used."""
        return False

    def key(self, event: pygame.event.Event) -> bool:
        """A key went down while focused. True when it was used."""
        return False

    def typed(self, said: str) -> bool:
        """Text came in while focused. True when it was used."""
        return False

    def composed(self, said: str) -> bool:
        """An input method shows what it is about to write while focused. True when it was used."""
        return False


W = TypeVar("W", bound=Widget)


class Panel(Widget):
    """A group of widgets with a ground of its own. Its picture is kept and drawn again only after a change."""

    def __init__(self, rect: pygame.Rect, ground: str = "panel", modal: bool = False) -> None:
        super().__init__(rect)
        self.ground = ground
        self.modal = modal
        self.dirty = True
        self._picture: pygame.Surface | None = None

    def changed(self) -> None:
        self.dirty = True

    def refresh(self) -> Self:
        """Draw again at the next frame."""
        self.dirty = True
        return self

    def paint(self, canvas: pygame.Surface, look: Look) -> None:
        """Put the panel's picture on the window, drawing it first if something changed."""
        if not self.visible or not self.rect.width or not self.rect.height:
            return
        if self.dirty or self._picture is None or self._picture.get_size() != self.rect.size:
            self._picture = self._drawn(look)
            self.dirty = False
        canvas.blit(self._picture, self.rect)

    def _drawn(self, look: Look) -> pygame.Surface:
        picture = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        if self.ground:
            radius = look.scale.pad
            own = picture.get_rect()
            pygame.draw.rect(picture, look.theme[self.ground], own, border_radius=radius)
            pygame.draw.rect(picture, look.theme["line"], own, look.scale.hair, border_radius=radius)
        self.draw(picture, replace(look, corner=self.rect.topleft))
        return picture
