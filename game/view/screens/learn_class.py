"""A lesson before a class: large, light, without names on the map, run by the keys of a clicker; a vote before the task
is shown done."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from typing import Final

import pygame

from game.insight.background import Work
from game.learn.ballot import Ballot
from game.learn.lessons import Lesson
from game.learn.quiz_kinds import LETTERS
from game.learn.reading import lessons
from game.learn.session import Session
from game.learn.vote import Proposal, proposals
from game.spatial.grid import cell_name
from game.texts import N_, sentence, text, tr
from game.view import fonts
from game.view.mapview.scene import MapView, Scene
from game.view.panels import ballot
from game.view.panels import lesson as panel
from game.view.panels.ballot import Options
from game.view.panels.lesson import Told
from game.view.scale import Scale
from game.view.screens import menus, reference
from game.view.screens.base import Host
from game.view.screens.learn_lesson import LessonScreen
from game.view.settings import PRESETS
from game.view.theme import theme
from game.view.widgets.base import Look
from game.view.widgets.form import Form, Push

KEYS: Final = (
    ("PageDown", N_("on: the next step, the answer, what is done, the next lesson")),
    ("PageUp", N_("back")),
    ("B", N_("blank, and back")),
    ("1 – 4", N_("a vote for A, B, C or D")),
    ("Shift+1 – 4", N_("a vote less")),
    (N_("Hold Alt"), N_("show all names")),
    ("F11", N_("full screen")),
    (N_("Escape"), N_("the menu")),
    ("F1 · ?", N_("this list")),
)
DIGITS: Final = {pygame.K_1 + n: n for n in range(4)} | {pygame.K_KP_1 + n: n for n in range(4)}
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
        radius = max(look.scale.body * 2 // 3, self.camera.px // 4)
        for said, spot, role in self.letters:
            centre = self.camera.point(*spot)
            pygame.draw.circle(canvas, DARK, centre, radius + max(2, radius // 8))
            pygame.draw.circle(canvas, look.theme[role], centre, radius)
            ink = fonts.render(said, radius * 3 // 2, look.theme["ink"], "bold")
            canvas.blit(ink, ink.get_rect(center=centre))


class ClassScreen(LessonScreen):
    """One lesson before a class."""

    def __init__(self, host: Host, lesson: Lesson, home: Callable[[], None]) -> None:
        self.blank = False
        self.ballot = Ballot()
        self.shown = False  # the right answer is shown
        self.offered: tuple[Proposal, ...] = ()
        self._work: Work[tuple[Proposal, ...]] | None = Work(lambda progress, stop: proposals(lesson))
        super().__init__(host, lesson, home)
        self.letters = LetteredMap()
        self.letters.seconds = self.view.seconds
        self.view = self.letters

    @property
    def look(self) -> Look:
        seen = self.host.look.scale
        return class_look(seen.width, seen.height, self.host.settings.size)

    def part_of_panel(self) -> float:
        return 0.36

    @property
    def acting(self) -> bool:
        return False

    @property
    def voting(self) -> bool:
        """Whether the class votes now, or looks at what it voted for."""
        return self.session.tasked and bool(self.offered) and not self.session.game.done

    # pages

    def go_on(self) -> None:
        """The next step; with the task the answer, then each action of the solution, then the next lesson."""
        if self.session.state == "done":
            self.next_lesson()
        elif not self.session.tasked:
            self.turn_to(replace(Session.of(self.lesson), step=self.session.step + 1))
        elif self._work is None and (self.shown or not self.offered):
            self.reveal()
            self.build()
        elif self._work is None:
            self.shown = True
            self.build()

    def go_back(self) -> None:
        if self.session.tasked and self.session.game.done:
            self.match.take(self.session.undo())
            self._after(())
            self.build()
        elif self.session.tasked and self.shown:
            self.shown = False
            self.build()
        else:
            super().go_back()

    def turn_to(self, session: Session) -> None:
        if not session.tasked or session.step != self.session.step:
            self.shown = False
        super().turn_to(session)

    def next_lesson(self) -> None:
        """The one with the next number: a class need not have done the others; the list after the last."""
        some = list(lessons().lessons.values())
        places = [n for n, each in enumerate(some) if each.id == self.lesson.id]
        if places and places[0] + 1 < len(some):
            self.begin(some[places[0] + 1])
        else:
            self.home()

    def note(self) -> None:
        """What a class has seen is no progress of a learner."""

    # the vote

    def vote(self, option: int) -> None:
        """A vote for an option."""
        if self.voting and not self.shown and option < len(self.offered):
            self.ballot = self.ballot.cast(option)
            self.build()

    def take_back(self, option: int) -> None:
        """A vote less for an option."""
        if self.voting and not self.shown:
            self.ballot = self.ballot.take_back(option)
            self.build()

    @property
    def right(self) -> int:
        """The right option."""
        return next(n for n, each in enumerate(self.offered) if each.right)

    # drawing

    def scene(self) -> Scene:
        self.letters.letters = [
            (LETTERS[n], each.spot, "good" if self.shown and each.right else "accent")
            for n, each in enumerate(self.offered)] if self.voting else []
        made = super().scene()
        if self.every_name:
            return made
        return replace(made, tokens=tuple(replace(each, name="", short="") for each in made.tokens))

    def fill_panel(self) -> None:
        panel.fit(self.panel, self.look, self.told(), partial(reference.read, self),
                  self._vote_part if self.voting else None)

    def _vote_part(self, form: Form) -> None:
        said = tuple(cell_name(each.cell) if each.cell is not None else "" for each in self.offered)
        ballot.fill(form, Options(said, None, self.right if self.shown else None, self.ballot), self.vote,
                    self.take_back)

    def told(self) -> Told:
        told = super().told()
        if not self.session.tasked:
            return told
        return replace(told, rules=(), words="" if self.voting and self.shown else told.words)

    def _said(self) -> list[tuple[str, str, str]]:
        if not self.session.tasked:
            return []
        if self.voting and self.shown:
            return [("good" if each.right else "text", "check" if each.right else "eye",
                     tr(text("{letter}: {why}", letter=LETTERS[n], why=sentence(each.verdict.feedback))))
                    for n, each in enumerate(self.offered) if each.right or self.ballot.counts[n]]
        return super()._said()

    def _acts(self) -> list[Push]:
        if not self.session.tasked:
            return []
        return [Push(tr("Play it"), self.play_it, "swords", tip=tr("The task on this screen, by mouse or keyboard"))]

    def _turns(self) -> list[Push]:
        return [Push("", self.open_menu, "menu", tip=tr("Menu (Escape)")),
                Push("", self.go_back, "arrow-left", tip=tr("Back (PageUp)")),
                Push("", self.toggle_blank, "moon", tip=tr("Blank (B)")),
                Push(tr("Next"), self.go_on, "play", tip=tr("On (PageDown)"), strong=True)]

    def play_it(self) -> None:
        """Out of the class mode, to the task."""
        lesson = LessonScreen(self.host, self.lesson, self.home)
        self.host.show(lesson)
        lesson.to_the_task()

    def open_keys(self) -> None:
        menus.keys(self, KEYS)

    def toggle_blank(self) -> None:
        """The whole window black, or not."""
        self.blank = not self.blank
        self.host.redraw()

    def paint(self, canvas: pygame.Surface) -> None:
        if self.blank:
            canvas.fill((0, 0, 0))
        else:
            super().paint(canvas)

    # the loop

    def due(self) -> float | None:
        waits = [each for each in (super().due(), 0.05 if self._work is not None else None) if each is not None]
        return min(waits) if waits else None

    def tick(self) -> None:
        super().tick()
        if self._work is not None and self._work.done:
            work, self._work = self._work, None
            self.offered = work.wait() or ()
            self.build()

    def handle(self, event: pygame.event.Event) -> None:
        if self.blank and event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.toggle_blank()
            return
        super().handle(event)

    def takes_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_b and not event.mod & pygame.KMOD_CTRL:
            self.toggle_blank()
            return True
        if event.key in DIGITS:
            (self.take_back if event.mod & pygame.KMOD_SHIFT else self.vote)(DIGITS[event.key])
            return True
        if event.key in (pygame.K_h, pygame.K_SPACE):
            return True
        return super().takes_key(event)
