"""The stage: panels and the layers above them, and who gets which input. Mouse and keyboard reach the same widgets."""

from collections.abc import Callable, Iterator

import pygame

from game.view import fonts
from game.view.widgets.base import Look, Panel, Placed, Widget
from game.view.widgets.entry import Entry

TIP_AFTER = 0.45  # seconds of rest before a tip is shown
HELD = 1.5  # seconds after which a key that was not heard to be let go is pressed anew
KEYBOARD = (pygame.KEYDOWN, pygame.TEXTINPUT, pygame.TEXTEDITING)


class Layer(Panel):
    """A panel above the others that takes all input until it is closed.

    :ivar cancel: runs on Escape, right click or a click outside; None when an answer is needed.
    :ivar keys: what single keys do here.  :ivar accept: runs on Ctrl+Enter, wherever the keyboard is.
    """

    def __init__(self, rect: pygame.Rect, cancel: Callable[[], None] | None = None, dim: bool = True) -> None:
        super().__init__(rect, modal=True)
        self.cancel = cancel
        self.dim = dim
        self.keys: dict[int, Callable[[], None]] = {}
        self.accept: Callable[[], None] | None = None
        self.first: Widget | None = None


class Stage:
    """Widgets of one screen. ``handle`` says whether an event was used."""

    def __init__(self) -> None:
        self.panels: list[Panel] = []
        self.layers: list[Layer] = []
        self.focus: Widget | None = None
        self.pointed: Widget | None = None
        self.held: Widget | None = None
        self.mouse = (-1, -1)
        self.rest_since: float | None = None
        self.deaf = False  # the key that opened a layer also sends its letter: it is not for the layer
        self._by_key = False  # the last event was a key
        self._down: int | None = None  # the key that was pressed last, until it is let go
        self._opener: int | None = None  # the key that opened a layer, until it is let go: it repeats for nobody
        self._heard = 0.0  # when a key was pressed last
        self._before: list[Widget | None] = []
        self._veil: pygame.Surface | None = None

    # layers and focus

    def open(self, layer: Layer) -> None:
        """Put a layer on top and the focus in it."""
        self._before.append(self.focus)
        self.layers.append(layer)
        self.held = None
        self.deaf = self._by_key
        self._opener = self._down if self._by_key else None
        self._point_at(None)
        first = layer.first or next((each for each in layer.walk() if each.focusable), None)
        self.set_focus(first)

    def close(self, layer: Layer | None = None) -> None:
        """Take the top layer (or this one and all above it) away."""
        while self.layers:
            top = self.layers.pop()
            self.set_focus(self._before.pop())
            if layer is None or top is layer:
                break
        self.held = None
        self._point_at(self.widget_at(self.mouse))

    def set_focus(self, widget: Widget | None, uncover: bool = True) -> None:
        """Give the keyboard to a widget, or to nobody; whatever scrolls brings it into sight."""
        if widget is self.focus:
            return
        for each, on in ((self.focus, False), (widget, True)):
            if each is not None:
                each.focused = on
                each.changed()
        self.focus = widget
        if uncover and widget is not None and widget.parent is not None:
            widget.parent.uncover(widget)
        if isinstance(widget, Entry):
            pygame.key.start_text_input()
            pygame.key.set_text_input_rect(widget.rect)  # where an input method shows its list

    def forget(self) -> None:
        """The widgets were made anew: nothing is pointed at, held or focused."""
        self.focus = self.pointed = self.held = None

    def _reaches(self, widget: Widget) -> bool:
        """Whether a widget is still there: its panel was neither closed nor filled anew."""
        return any(widget is each for root in self.roots() for each in root.walk())

    def roots(self) -> list[Panel]:
        """The panels that input can reach now."""
        return [self.layers[-1]] if self.layers else [each for each in self.panels if each.visible]

    def focusables(self) -> list[Widget]:
        """Widgets in the order of Tab."""
        return [each for root in self.roots() for each in root.walk() if each.focusable and each.proxy is None]

    def step_focus(self, by: int) -> None:
        """The next or the previous widget gets the keyboard."""
        ring = self.focusables()
        if not ring:
            return
        if self.focus in ring:
            place = ring.index(self.focus) + by
            if not self.layers and not 0 <= place < len(ring):
                self.set_focus(None)
                return
            self.set_focus(ring[place % len(ring)])
        else:
            self.set_focus(ring[0 if by > 0 else -1])

    def focus_towards(self, dx: int, dy: int) -> None:
        """The nearest widget on one side gets the keyboard: (-1, 0) left, (0, 1) down; the first when none had it."""
        here = self.focus
        if here is None or here not in self.focusables():
            self.step_focus(1)
            return
        ahead: list[tuple[int, Widget]] = []
        for each in self.focusables():
            away = each.rect.centerx - here.rect.centerx, each.rect.centery - here.rect.centery
            along, aside = away[0] * dx + away[1] * dy, abs(away[0] * dy) + abs(away[1] * dx)
            if along > 0 and (dx == 0 or aside < here.rect.height):
                ahead.append((along * 4 + aside, each))
        if ahead:
            self.set_focus(min(ahead, key=lambda pair: pair[0])[1])

    # input

    def widget_at(self, pos: tuple[int, int]) -> Widget | None:
        """The innermost widget under a pixel, in the top layer or else in the panels."""
        for root in reversed(self.roots()):
            if (found := root.at(pos)) is not None:
                return found
        return None

    def _point_at(self, widget: Widget | None) -> None:
        if widget is self.pointed:
            return
        for each, on in ((self.pointed, False), (widget, True)):
            if each is not None:
                each.hovered = on
                each.changed()
        self.pointed = widget

    def handle(self, event: pygame.event.Event, now: float = 0.0) -> bool:
        """Use an event. Under an open layer nothing else gets keys or clicks, and nothing that cannot be seen."""
        if event.type in KEYBOARD and self.focus is not None and not self._reaches(self.focus):
            self.set_focus(None)
        if event.type in (pygame.KEYDOWN, pygame.KEYUP):
            repeats = event.type == pygame.KEYDOWN and event.key == self._opener and now - self._heard < HELD
            self._heard = now
            if repeats and self.layers:
                return True
            self.deaf, self._opener = False, None
            self._down = event.key if event.type == pygame.KEYDOWN else None
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._by_key = event.type == pygame.KEYDOWN
        match event.type:
            case pygame.MOUSEMOTION:
                return self._motion(event, now)
            case pygame.MOUSEBUTTONDOWN:
                return self._button_down(event)
            case pygame.MOUSEBUTTONUP:
                return self._button_up(event)
            case pygame.MOUSEWHEEL:
                return self._wheel(event)
            case pygame.KEYDOWN:
                self.rest_since = None
                return self._key(event) or bool(self.layers)
            case pygame.TEXTINPUT:
                return self.deaf or (self.focus is not None and self.focus.typed(event.text))
            case pygame.TEXTEDITING:
                return self.focus is not None and self.focus.composed(event.text)
        return False

    def _motion(self, event: pygame.event.Event, now: float) -> bool:
        self.mouse, self.rest_since = event.pos, now
        if self.held is not None:
            self.held.drag(event.pos)
            return True
        self._point_at(self.widget_at(event.pos))
        if self.pointed is not None:
            self.pointed.point(event.pos)
        return self.pointed is not None or bool(self.layers)

    def _button_down(self, event: pygame.event.Event) -> bool:
        self.mouse, self.rest_since = event.pos, None
        found = self.widget_at(event.pos)
        if self.layers and (event.button == 3 or (found is None and event.button == 1)):
            if self.layers[-1].cancel is not None:
                self.layers[-1].cancel()
            return True
        if event.button != 1 or found is None:
            return found is not None or bool(self.layers)
        self._point_at(found)
        if found.focusable:
            self.held, found.held = found, True
            found.press(event.pos)
            found.changed()
            stop = found.proxy or found
            self.set_focus(stop if stop.keeps_focus or self.layers else None, uncover=False)  # it stays under the mouse
        return True

    def _button_up(self, event: pygame.event.Event) -> bool:
        held, self.held = self.held, None
        if event.button != 1 or held is None:
            return bool(self.layers)
        held.held = False
        held.changed()
        if held.rect.collidepoint(event.pos) and held.by_click:
            held.activate()
        return True

    def _wheel(self, event: pygame.event.Event) -> bool:
        steps = event.y if getattr(event, "y", 0) else 0
        widget = self.widget_at(self.mouse)
        over = widget is not None
        while widget is not None:
            if widget.wheel(steps):
                widget.point(self.mouse)
                return True
            widget = widget.parent
        return over or bool(self.layers)

    def _key(self, event: pygame.event.Event) -> bool:
        if self.focus is not None and self.focus.key(event):
            return True
        top = self.layers[-1] if self.layers else None
        if top is not None and top.accept is not None and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and (
                event.mod & pygame.KMOD_CTRL):
            top.accept()
            return True
        if event.key == pygame.K_TAB:
            self.step_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.focus is not None:
            self.focus.activate()
            return True
        if event.key == pygame.K_ESCAPE:
            return self._escape(top)
        if top is not None and event.key in top.keys and not isinstance(self.focus, Entry):
            top.keys[event.key]()
            return True
        if top is not None and event.key in (pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT):
            self.step_focus(1 if event.key in (pygame.K_DOWN, pygame.K_RIGHT) else -1)
            return True
        return False

    def _escape(self, top: Layer | None) -> bool:
        if top is not None:
            if top.cancel is not None:
                top.cancel()
            return True
        if self.focus is not None:
            self.set_focus(None)
            return True
        return False

    # drawing

    def paint(self, canvas: pygame.Surface, look: Look) -> None:
        """Draw panels, then layers, the last of them over a veil."""
        for panel in self.panels:
            panel.paint(canvas, look)
        for n, layer in enumerate(self.layers):
            if layer.dim and n == len(self.layers) - 1:
                self._dim(canvas, look)
            layer.paint(canvas, look)

    def _dim(self, canvas: pygame.Surface, look: Look) -> None:
        if self._veil is None or self._veil.get_size() != canvas.get_size():
            self._veil = pygame.Surface(canvas.get_size())
        self._veil.fill(look.theme["shade"])
        self._veil.set_alpha(150)
        canvas.blit(self._veil, (0, 0))

    def tip_due(self, now: float) -> float | None:
        """Seconds until a tip is to be shown, None when none is waiting."""
        if self.rest_since is None or self.pointed is None or not self.pointed.tip:
            return None
        left = self.rest_since + TIP_AFTER - now
        return left if left > 0 else None

    def paint_tip(self, canvas: pygame.Surface, look: Look, now: float) -> None:
        """Draw the tip of the widget that is pointed at (after a rest) or that has the focus (at once)."""
        widget = self.pointed
        if widget is None or not widget.tip or self.rest_since is None or now - self.rest_since < TIP_AFTER:
            widget = self.focus
        if widget is None or not widget.tip:
            return
        px, pad = look.scale.small, look.scale.pad
        spot, lines = tip_place(widget, look)
        pygame.draw.rect(canvas, look.theme["raised"], spot, border_radius=pad // 2)
        pygame.draw.rect(canvas, look.theme["muted"], spot, look.scale.hair, border_radius=pad // 2)
        for n, line in enumerate(lines):
            place = (spot.left + pad, spot.top + pad // 2 + n * fonts.line_height(px))
            canvas.blit(fonts.render(line, px, look.theme["text"]), place)

    def walk(self) -> Iterator[Widget]:
        """Every visible widget of the panels and layers."""
        for panel in (*self.panels, *self.layers):
            yield from panel.walk()

    def texts(self, look: Look) -> list[tuple[Widget, Placed]]:
        """Every text on the stage, with the widget that shows it."""
        return [(widget, placed) for widget in self.walk() for placed in widget.texts(look)]


def tip_place(widget: Widget, look: Look) -> tuple[pygame.Rect, tuple[str, ...]]:
    """Where the tip of a widget is shown, and its lines: over the widget or under it. Where it is too tall for the
    window it is wider, then its lines run on, and at last its end is left out."""
    px, pad, safe = look.scale.small, look.scale.pad, look.scale.safe
    step, widest = fonts.line_height(px), safe.width - 2 * pad
    most = (safe.height - pad) // step
    for room, said in ((px * 26, widget.tip), (px * 40, widget.tip), (widest, widget.tip.replace("\n", " · "))):
        lines = fonts.wrap(said, px, min(room, widest))
        if len(lines) <= most:
            break
    else:
        lines = (*lines[:most - 1], fonts.shorten(lines[most - 1] + " …", px, widest))
    spot = pygame.Rect(0, 0, max(fonts.width(line, px) for line in lines) + 2 * pad, len(lines) * step + pad)
    spot.midbottom = (widget.rect.centerx, widget.rect.top - pad // 2)
    if spot.top < safe.top:
        spot.top = widget.rect.bottom + pad // 2
    return spot.clamp(safe), lines
