"""A lesson before a class: its steps, a vote before the task is shown done, and then each action of the solution."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import pygame

from game.errors import FlancoError
from game.insight.background import Work
from game.learn.lessons import Lesson
from game.learn.quiz_kinds import LETTERS
from game.learn.reading import lessons
from game.learn.session import Session
from game.learn.vote import Proposal, proposals
from game.rules.actions import Action
from game.rules.dice import Dice
from game.spatial.grid import cell_name
from game.texts import N_, sentence, text, tr
from game.view.mapview.scene import Scene
from game.view.match import Thrown
from game.view.panels import lesson as panel
from game.view.panels.lesson import Told
from game.view.screens import class_mode, menus, reference
from game.view.screens.base import Host, soonest
from game.view.screens.class_mode import ClassMode, LetteredMap
from game.view.screens.learn_lesson import LessonScreen
from game.view.widgets.form import Form, Push

KEYS: Final = (
    ("PageDown", N_("on: the next step, the answer, what is done, the next lesson")),
    ("PageUp", N_("back")),
    *class_mode.KEYS,
)


TURNING: Final = (pygame.K_PAGEDOWN, pygame.K_PAGEUP, pygame.K_F1)
LOOKING: Final = (pygame.K_ESCAPE, pygame.K_HOME, pygame.K_TAB, pygame.K_KP_PLUS, pygame.K_KP_MINUS)


class ClassScreen(ClassMode, LessonScreen):
    """One lesson before a class."""

    def __init__(self, host: Host, lesson: Lesson, home: Callable[[], None]) -> None:
        self.proposed: tuple[Proposal, ...] = ()
        self.reasons = 1  # of how many options they are told
        self._work: Work[tuple[Proposal, ...]] | None = Work(lambda progress, stop: proposals(lesson))
        super().__init__(host, lesson, home)
        self.letters = LetteredMap()
        self.letters.gradual = self.view.gradual
        self.view = self.letters

    def part_of_panel(self) -> float:
        return 0.4

    @property
    def acting(self) -> bool:
        return False

    @property
    def voting(self) -> bool:
        """Whether the class votes now, or looks at what it voted for."""
        return self.session.tasked and bool(self.proposed) and not self.session.game.done

    @property
    def offered(self) -> tuple[str, ...]:
        if not self.voting:
            return ()
        return tuple(cell_name(each.cell) if each.cell is not None else "" for each in self.proposed)

    @property
    def spots(self) -> tuple[tuple[float, float], ...]:
        return tuple(each.spot for each in self.proposed) if self.voting else ()

    @property
    def right_option(self) -> int:
        return next(n for n, each in enumerate(self.proposed) if each.right)

    # pages

    def go_on(self) -> None:
        """The next step; with the task the answer, then each action of the solution, then the next lesson."""
        if self.session.state == "done":
            self.next_lesson()
        elif not self.session.tasked:
            self.turn_to(replace(Session.of(self.lesson), step=self.session.step + 1))
        elif self._work is not None:
            self.toast(tr("One moment: the places to vote on are being worked out."))
        elif self.revealed or not self.proposed:
            self.reveal()
            self.build()
        else:
            self.revealed, self.looked_at = True, None
            self.build()

    def go_back(self) -> None:
        if self.session.tasked and self.session.game.done:
            self.match.take(self.session.undo())
            self._after(())
            self.build()
        elif self.session.tasked and self.revealed:
            self.revealed = False
            self.build()
        else:
            super().go_back()

    def turn_to(self, session: Session) -> None:
        if not session.tasked or session.step != self.session.step:
            self.revealed = False
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

    # drawing

    def scene(self) -> Scene:
        self.letters.letters = self.letters_now()
        return self.nameless(super().scene())

    def fill_panel(self) -> None:
        for count in range(len(self.proposed) if self.voting and self.revealed else 1, 0, -1):  # as there is room for
            self.reasons = count
            panel.fit(self.panel, self.look, self.told(), partial(reference.read, self),
                      self.vote_part if self.voting else None)
            if not self.panel.most:
                return

    def told(self) -> Told:
        told = super().told()
        if not self.session.tasked:
            return told
        return replace(told, rules=(), words="" if self.voting and self.revealed else told.words)

    def _said(self) -> list[tuple[str, str, str]]:
        if not self.session.tasked:
            return []
        if self.voting and self.revealed:
            return [("good" if self.proposed[n].right else "text", "check" if self.proposed[n].right else "eye",
                     tr(text("{letter}: {why}", letter=LETTERS[n], why=sentence(self.proposed[n].verdict.feedback))))
                    for n in self._told_of()]
        return super()._said()

    def _told_of(self) -> list[int]:
        """The options whose reasons are told: the one that is looked at, the right one, then those with most votes."""
        votes = self.ballot.counts
        some = [n for n in range(len(self.proposed)) if n in (self.right_option, self.looked_at) or votes[n]]
        some.sort(key=lambda n: (n != self.looked_at, n != self.right_option, -votes[n]))
        return sorted(some[:self.reasons])

    def _acts(self) -> list[Push]:
        if not self.session.tasked or (self.voting and self.revealed):
            return []
        return [Push(tr("Play it"), self.play_it, "swords", tip=tr("The task on this screen, by mouse or keyboard"))]

    def _turns(self) -> list[Push]:
        return class_mode.turns(self, Form(self.panel, self.look))

    def play_it(self) -> None:
        """Out of the class mode, to the task."""
        lesson = LessonScreen(self.host, self.lesson, self.home)
        self.host.show(lesson)
        lesson.to_the_task()

    def open_keys(self) -> None:
        menus.keys(self, KEYS)

    # the loop

    def due(self) -> float | None:
        return soonest(super().due(), 0.05 if self._work is not None else None)

    def tick(self) -> None:
        super().tick()
        if self._work is not None and self._work.done:
            work, self._work = self._work, None
            try:
                self.proposed = work.wait() or ()
            except FlancoError as problem:  # a lesson of the teacher's own: it is shown without a vote
                self.toast(sentence(problem.message), "bad")
            self.build()

    def do(self, action: Action, dice: Dice | None = None, thrown: Thrown | None = None,
           then: Callable[[], None] | None = None) -> bool:
        """Nothing: a class looks on."""
        return False

    def use(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.takes_letter(event, self.letters):
            return
        super().use(event)

    def takes_key(self, event: pygame.event.Event) -> bool:
        """Those of class mode and those that move the map; all others of the table do nothing."""
        if self.takes_class_key(event):
            return True
        if event.key in TURNING or event.unicode == "?":
            return super().takes_key(event)
        return event.key not in LOOKING and event.unicode not in ("+", "-")
