"""What class mode is, whatever a class looks at: large, light, without names on the map, run by the keys of a clicker;
a vote on A to D before the answer is shown, and the window black at a key."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, Protocol

import pygame

from game.learn.ballot import Ballot
from game.learn.quiz_kinds import LETTERS
from game.texts import N_, tr
from game.view import fonts
from game.view.mapview.scene import MapView, Scene
from game.view.panels import ballot
from game.view.panels.ballot import Options
from game.view.scale import Scale
from game.view.screens.base import Screen
from game.view.settings import PRESETS
from game.view.theme import theme
from game.view.widgets.base import Look
from game.view.widgets.button import Button
from game.view.widgets.form import Form, Push

KEYS: Final = (
    ("B", N_("blank, and back")),
    ("1 – 4", N_("a vote for A, B, C or D")),
    ("Shift+1 – 4", N_("a vote less")),
    (N_("Hold Alt"), N_("show all names")),
    ("F11", N_("full screen")),
    (N_("Escape"), N_("the menu")),
    ("F1 · ?", N_("this list")),
)
DIGITS: Final = {pygame.K_1 + n: n for n in range(4)} | {pygame.K_KP_1 + n: n for n in range(4)}
ALT: Final = (pygame.K_LALT, pygame.K_RALT)
BY_PEOPLE: Final = (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.TEXTEDITING, pygame.MOUSEBUTTONDOWN,
                    pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION, pygame.MOUSEWHEEL)
DARK: Final = (11, 14, 18)


@lru_cache(maxsize=4)
def class_look(width: int, height: int, factor: float) -> Look:
    """Light, and as large as on a television."""
    seen = PRESETS["television"]
    return Look(theme("light"), Scale(width, height, max(factor, seen.factor), seen.margin))


class LetteredMap(MapView):
    """A map with letters at some places (in metres)."""

    def __init__(self) -> None:
        super().__init__()
        self.letters: list[tuple[str, tuple[float, float], str]] = []  # the letter, where, the role of its colour

    def paint(self, canvas: pygame.Surface, look: Look, scene: Scene) -> None:
        super().paint(canvas, look, scene)
        radius = self.radius(look)
        for said, spot, role in self.letters:
            centre = self.camera.point(*spot)
            pygame.draw.circle(canvas, DARK, centre, radius + max(2, radius // 8))
            pygame.draw.circle(canvas, look.theme[role], centre, radius)
            ink = fonts.render(said, radius * 3 // 2, look.theme["ink"], "bold")
            canvas.blit(ink, ink.get_rect(center=centre))

    def radius(self, look: Look) -> int:
        """That of a letter, in pixels."""
        return max(look.scale.body * 2 // 3, self.camera.px // 4)

    def letter_at(self, pos: tuple[int, int], look: Look) -> int | None:
        """The number of the letter under a pixel, the uppermost one; None where there is none."""
        if not self.area.collidepoint(pos):
            return None
        for n, (_, spot, _) in reversed([*enumerate(self.letters)]):
            x, y = self.camera.point(*spot)
            if (x - pos[0]) ** 2 + (y - pos[1]) ** 2 <= self.radius(look) ** 2:
                return n
        return None


class ClassMode(Screen):
    """A screen before a class. What it shows says :attr:`offered` and :attr:`right_option`.

    :ivar ballot: the votes. ``revealed``: the right answer is shown.
    """

    blank = False
    ballot = Ballot()
    revealed = False
    looked_at: int | None = None  # the option whose reasons are shown; None: the right one
    names_held = False  # all names are shown, as long as the key is held

    @property
    def look(self) -> Look:
        seen = self.host.look.scale
        return class_look(seen.width, seen.height, self.host.settings.size)

    # what is asked

    @property
    def offered(self) -> Sequence[str]:
        """The options in words; none where nothing is voted on."""
        return ()

    @property
    def spots(self) -> Sequence[tuple[float, float]]:
        """Where the letters of the options go on the map, in metres."""
        return ()

    @property
    def right_option(self) -> int | None:
        """The right option, once it is revealed; None where nothing is voted on."""
        return None

    # the vote

    def vote(self, option: int) -> None:
        """A vote for an option."""
        if not self.revealed and option < len(self.offered):
            self.ballot = self.ballot.cast(option)
            self.build()

    def take_back(self, option: int) -> None:
        """A vote less for an option."""
        if not self.revealed and option < len(self.offered):
            self.ballot = self.ballot.take_back(option)
            self.build()

    def look_at(self, option: int) -> None:
        """An option is chosen after the answer is shown: why it is right, or not."""
        self.looked_at = option
        self.build()

    def takes_letter(self, event: pygame.event.Event, map: LetteredMap) -> bool:
        """Whether a click on the map chose a letter."""
        found = map.letter_at(event.pos, self.look)
        if found is not None:
            (self.look_at if self.revealed else self.vote)(found)
        return found is not None

    def vote_part(self, form: Form) -> None:
        """The options with their votes, in the panel."""
        options = Options(tuple(self.offered), None, self.right_option if self.revealed else None, self.ballot)
        ballot.fill(form, options, self.look_at if self.revealed else self.vote, self.take_back)

    def letters_now(self) -> list[tuple[str, tuple[float, float], str]]:
        """The letters on the map: all alike before the answer."""
        return [(LETTERS[n], spot, "good" if self.revealed and n == self.right_option else "accent")
                for n, spot in enumerate(self.spots)]

    # names and the black window

    def nameless(self, scene: Scene) -> Scene:
        """A scene without the names of creatures, unless they are asked for."""
        if self.names_held:
            return replace(scene, every_name=True)
        return replace(scene, every_name=False, tokens=tuple(replace(each, name="", short="") for each in scene.tokens))

    def toggle_blank(self) -> None:
        """Black, or back."""
        self.blank = not self.blank
        self.host.redraw()

    def paint(self, canvas: pygame.Surface) -> None:
        if self.blank:
            canvas.fill((0, 0, 0))
        else:
            super().paint(canvas)

    # input

    def handle(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.KEYDOWN, pygame.KEYUP) and event.key in ALT:
            self.names_held = event.type == pygame.KEYDOWN
            self.host.redraw()
        elif event.type == pygame.WINDOWFOCUSLOST:  # letting go of the key is told to another window
            self.names_held = False
        if self.blank and event.type in BY_PEOPLE:
            if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
                self.toggle_blank()
            return
        super().handle(event)

    def takes_class_key(self, event: pygame.event.Event) -> bool:
        """Whether a key is one of those of class mode."""
        if event.key == pygame.K_b and not event.mod & pygame.KMOD_CTRL:
            self.toggle_blank()
        elif event.key in DIGITS:
            (self.take_back if event.mod & pygame.KMOD_SHIFT else self.vote)(DIGITS[event.key])
        else:
            return False
        return True


class Turned(Protocol):
    """A screen with pages."""

    def go_on(self) -> None:
        """The next thing: the answer, what comes after it."""

    def go_back(self) -> None:
        """The thing before."""

    def open_menu(self) -> None:
        """The menu."""

    def toggle_blank(self) -> None:
        """Black, or back."""


def turns(screen: Turned, form: Form) -> list[Push]:
    """The buttons that lead on and back, in one line: where it is short, the last has no words."""
    scale, words = form.look.scale, tr("Next")
    wide = 3 * (scale.em(4) + form.gap) + Button.width_for(words, form.px, True, "", scale.pad)
    return [Push("", screen.open_menu, "menu", tip=tr("Menu (Escape)")),
            Push("", screen.go_back, "arrow-left", tip=tr("Back (PageUp)")),
            Push("", screen.toggle_blank, "moon", tip=tr("Blank (B)")),
            Push(words if wide <= form.room else "", screen.go_on, "play", tip=tr("On (PageDown)"), strong=True)]
