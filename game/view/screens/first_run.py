"""The first question: what the game is looked at on. The answer is worn at once, so that one sees what one chooses."""

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from game.texts import LANGUAGES, N_, language, tr
from game.view import fonts
from game.view.icons import icon
from game.view.screens.base import Host, Screen
from game.view.screens.sample import Sample
from game.view.screens.settings import ARROWS, EMPTY
from game.view.screens.title import paint_progress
from game.view.settings import LANGUAGE_NAMES
from game.view.widgets.base import Look, Panel, Placed
from game.view.widgets.button import Button
from game.view.widgets.label import Label, height_of
from game.view.widgets.scroll import Scroll

DEVICES: Final = (  # (value, name, icon, what it means)
    ("laptop", N_("Laptop"), "laptop", N_("Near by: all sizes as they are.")),
    ("television", N_("Television"), "tv", N_("From the sofa: large letters, free edges.")),
    ("projector", N_("Projector"), "projector", N_("On a wall: light colours, large letters, free edges.")),
)


class Card(Button):
    """A kind of screen: its number, icon, name, and what it means."""

    def __init__(self, rect: pygame.Rect, said: str, act: Callable[[], None], look: Look, *, picture: str, words: str,
                 key: str, chosen: bool) -> None:
        super().__init__(rect, said, act, look.scale.large, picture=picture, key=key, chosen=chosen)
        self.words = words

    @staticmethod
    def icon_side(look: Look) -> int:
        """The width of the icon: large where cards stand side by side."""
        return look.scale.em(1.8 if look.scale.narrow else 3.2)

    @classmethod
    def width_of(cls, look: Look, said: str) -> int:
        """The width that its name needs, in pixels."""
        return cls.icon_side(look) + fonts.width(said, look.scale.large, "bold") + look.scale.em(2) + 6 * look.scale.pad

    @classmethod
    def height_for(cls, look: Look, words: str, wide: int) -> int:
        """The height that it needs in a width, in pixels."""
        scale = look.scale
        return cls.icon_side(look) + height_of(words, scale.body, wide - 4 * scale.pad) + 5 * scale.pad

    def _parts(self, look: Look) -> tuple[pygame.Rect, pygame.Rect, list[pygame.Rect], tuple[str, ...]]:
        """Where the icon, the name and the lines of words go, and these lines."""
        scale, pad = look.scale, look.scale.pad
        head, side = fonts.line_height(scale.large), self.icon_side(look)
        inner = self.rect.inflate(-4 * pad, -4 * pad)
        picture = pygame.Rect(inner.left, inner.top, side, side)
        name = pygame.Rect(picture.right + pad, picture.centery - head // 2,
                           fonts.width(self.said, scale.large, "bold"), head)
        lines = fonts.wrap(self.words, scale.body, inner.width)
        step = fonts.line_height(scale.body)
        spots = [pygame.Rect(inner.left, picture.bottom + pad + n * step, fonts.width(line, scale.body), step)
                 for n, line in enumerate(lines)]
        return picture, name, spots, lines

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        theme, own, pad = look.theme, look.on(self.rect), look.scale.pad
        ground, words, edge = self._colours(look)
        pygame.draw.rect(canvas, theme[ground], own, border_radius=pad)
        pygame.draw.rect(canvas, theme[edge], own, look.scale.hair, border_radius=pad)
        picture, name, spots, lines = self._parts(look)
        canvas.blit(icon(self.picture, picture.width, theme[words]), look.on(picture))
        canvas.blit(fonts.render(self.said, look.scale.large, theme[words], "bold"), look.on(name))
        for spot, line in zip(spots, lines, strict=True):
            canvas.blit(fonts.render(line, look.scale.body, theme[words]), look.on(spot))
        if self.chosen:
            art = icon("check", look.scale.em(1.8), theme[words])
            canvas.blit(art, art.get_rect(midright=(own.right - 2 * pad, look.on(picture).centery)))
        if self.focused:
            pygame.draw.rect(canvas, theme["focus"], own, look.scale.hair * 3, border_radius=pad)

    def texts(self, look: Look) -> list[Placed]:
        _, name, spots, lines = self._parts(look)
        placed = [Placed(self.said, name, self.rect, look.scale.large)]
        return placed + [Placed(line, spot, self.rect, look.scale.body)
                         for spot, line in zip(spots, lines, strict=True)]


class FirstRunScreen(Screen):
    """Asks for the screen in use, then goes on. ``then`` shows what comes next."""

    def __init__(self, host: Host, then: Callable[[], None]) -> None:
        super().__init__(host)
        self.then = then
        self.body = Scroll(EMPTY, ground="")
        self.low = Panel(EMPTY, ground="")
        self._last = ""

    def build(self) -> None:
        scale, gap = self.look.scale, self.look.scale.pad
        room = scale.safe.inflate(-4 * gap, -3 * gap)
        high = scale.em(2.4)
        self.low.rect = pygame.Rect(room.left + gap, room.bottom - high, room.width - 2 * gap, high)
        self.body.rect = pygame.Rect(room.left, room.top, room.width, room.height - high - gap)
        self.stage.panels = [self.body, self.low]
        self.stage.forget()
        self.body.clear()
        self.low.clear()
        self._fill_body()
        self._fill_low()
        self.host.redraw()

    def _fill_body(self) -> None:
        scale, gap = self.look.scale, self.look.scale.pad
        room = self.body.rect.inflate(-2 * gap, 0)
        columns, least = len(DEVICES), max(Card.width_of(self.look, tr(name)) for _, name, _, _ in DEVICES)
        if least * columns + (columns - 1) * gap > room.width:
            columns = 1
        wide = (room.width - (columns - 1) * gap) // columns
        asked, later = tr("What do you play on?"), tr("This can be changed at any time in the settings.")
        heights = [height_of(asked, scale.em(2), room.width, "bold"),
                   max(Card.height_for(self.look, tr(words), wide) for _, _, _, words in DEVICES),
                   Sample.height_for(self.look), height_of(later, scale.body, room.width)]
        cards = -(-len(DEVICES) // columns) * (heights[1] + gap)
        need = heights[0] + gap + cards + heights[2] + 3 * gap + heights[3]
        top = room.top + max(0, room.height - need) // 3
        self.body.add(Label(pygame.Rect(room.left, top, room.width, heights[0]), asked, scale.em(2), weight="bold",
                            wrap=True))
        top += heights[0] + gap
        for n, (device, name, picture, words) in enumerate(DEVICES):
            spot = pygame.Rect(room.left + n % columns * (wide + gap), top + n // columns * (heights[1] + gap), wide,
                               heights[1])
            card = self.body.add(Card(spot, tr(name), partial(self.choose, device), self.look, picture=picture,
                                      words=tr(words), key=str(n + 1), chosen=self.host.settings.device == device))
            if device == self._last:
                self.stage.set_focus(card)
        top += cards + gap
        self.body.add(Sample(pygame.Rect(room.left, top, room.width, heights[2])))
        top += heights[2] + 2 * gap
        self.body.add(Label(pygame.Rect(room.left, top, room.width, heights[3]), later, scale.body, "muted", wrap=True))
        self.body.fit(top + heights[3] - self.body.rect.top)
        if self.stage.focus is not None:
            self.body.uncover(self.stage.focus)

    def _fill_low(self) -> None:
        """Languages at the left, the way on at the right once something is chosen."""
        scale, gap, room = self.look.scale, self.look.scale.pad // 2, self.low.rect
        said = tr("Go on")
        wide = Button.width_for(said, scale.body, True, "", scale.pad)
        if self.host.settings.device:
            self.low.add(Button(pygame.Rect(room.right - wide, room.top, wide, room.height), said, self.go_on,
                                scale.body, picture="play", strong=True))
        left, end = room.left, room.right - wide - 2 * gap
        codes = [each for each in LANGUAGES if not scale.narrow or each != language()]
        for code in codes:
            name = LANGUAGE_NAMES[code]
            wide = Button.width_for(name, scale.body, False, "", scale.pad)
            if left + wide > end:
                break
            self.low.add(Button(pygame.Rect(left, room.top, wide, room.height), name,
                                partial(self.host.change, "language", code), scale.body, chosen=code == language(),
                                side="centre"))
            left += wide + gap

    def choose(self, device: str) -> None:
        """Wear what this screen brings along; what is chosen already is confirmed."""
        if self.host.settings.device == device:
            self.go_on()
            return
        self._last = device
        self.host.change("device", device)

    def go_on(self) -> None:
        """Show what comes next; nothing is asked before something is chosen."""
        if self.host.settings.device:
            self.then()

    def paint(self, canvas: pygame.Surface) -> None:
        canvas.fill(self.look.theme["backdrop"])
        super().paint(canvas)
        if (share := self.host.progress()) is not None:
            paint_progress(canvas, self.look, share)

    def use(self, event: pygame.event.Event) -> None:
        if event.type != pygame.KEYDOWN:
            return
        digit = event.key - pygame.K_1
        if 0 <= digit < len(DEVICES):
            self.choose(DEVICES[digit][0])
        elif event.key in ARROWS:
            self.stage.focus_towards(*ARROWS[event.key])
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.go_on()
        elif event.key in (pygame.K_PAGEDOWN, pygame.K_PAGEUP):
            self.body.page(1 if event.key == pygame.K_PAGEDOWN else -1)
        self.host.redraw()
