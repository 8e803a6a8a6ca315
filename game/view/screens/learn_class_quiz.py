"""The quiz before a class: ten questions, each with a vote on A to D before what is right is shown."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

import pygame

from game.insight.background import Work
from game.insight.proof import Proof
from game.learn.ballot import Ballot
from game.learn.poll import Poll, Told, poll
from game.learn.quiz_kinds import LETTERS, Question, Wrong
from game.learn.showing import Drawing
from game.rules.bodies import body_of
from game.rules.state import Battle
from game.spatial.grid import Cell
from game.texts import N_, sentence, text, tr
from game.view.mapview.scene import Scene
from game.view.panels import ballot
from game.view.panels import lesson as panel
from game.view.screens import class_mode, menus, reference
from game.view.screens.base import Host
from game.view.screens.class_mode import ClassMode, LetteredMap
from game.view.screens.learn_course import KINDS, ROUND, Course
from game.view.screens.learn_drawing import Part, parts_of
from game.view.screens.learn_quiz import QuizScreen
from game.view.screens.settings import SettingsScreen
from game.view.widgets.form import Form, Push

KEYS: Final = (
    ("PageDown", N_("on: the answer, the next question, the result, the lessons")),
    ("PageUp", N_("back")),
    *class_mode.KEYS,
    (N_("Wheel, + and −"), N_("zoom")),
)
MOST_PARTS: Final = 4  # of a number, in the panel


@dataclass
class Page:
    """A question of the round: what it asks, the votes, what is right once that was shown."""

    poll: Poll
    ballot: Ballot = field(default_factory=Ballot)
    told: Told | None = None


class ClassQuizScreen(ClassMode, QuizScreen):
    """Questions before a class, one after the other. ``home`` leads back."""

    view: LetteredMap

    def __init__(self, host: Host, home: Callable[[], None], course: Course | None = None) -> None:
        self.pages: list[Page] = []
        super().__init__(host, home, course)
        self.view = LetteredMap()

    @property
    def page(self) -> Page | None:
        """The question now; None while it is being made."""
        return self.pages[self.number] if self.number < len(self.pages) else None

    @property
    def offered(self) -> tuple[str, ...]:
        return self.page.poll.said() if self.page is not None and not self.finished else ()

    @property
    def spots(self) -> tuple[tuple[float, float], ...]:
        return self.page.poll.spots() if self.page is not None and not self.finished else ()

    @property
    def right_option(self) -> int:
        told = self.told
        assert told is not None
        return told.right

    @property
    def answered(self) -> bool:
        return self.revealed

    @property
    def told(self) -> Told | None:
        """What is right about the question now, once it was shown."""
        return self.page.told if self.page is not None else None

    # the round

    def begin(self, course: Course) -> None:
        self.pages, self.revealed = [], False
        super().begin(course)

    def _ask(self) -> None:
        course, seed = self.course, self.course.seed + self.number
        self.asked, self.looked_at, self.ballot = None, None, Ballot()
        self._work = Work[Poll](lambda progress, stop: poll(seed, course.level, course.kind))

    def ask_another(self) -> None:
        self.course = replace(self.course, seed=self.course.seed + 1)
        self._ask()

    def worked_out(self, found: object) -> None:
        page = self.page
        if isinstance(found, Poll):
            self.pages.append(Page(found))
            self._take(found.asked)
        elif isinstance(found, Told) and page is not None:
            page.told = found
            self._show_right()

    def _show_right(self) -> None:
        assert self.asked is not None
        self.revealed, self.looked_at, self.lit = True, None, self.asked.revealed().cells
        self.build()

    def _turn_to(self, number: int, revealed: bool) -> None:
        """Another question of the round."""
        self.number, self.revealed, self.looked_at = number, revealed, None
        page = self.page
        if page is None:
            self._ask()
            self.build()
            return
        self.ballot = page.ballot
        self.lit = page.poll.asked.revealed().cells if revealed else ()
        self._take(page.poll.asked)

    def go_on(self) -> None:
        """The answer, then the next question; after ten, the result, and then back to the lessons."""
        page = self.page
        if self.pending:
            self.toast(tr("One moment: this is being worked out."))
        elif self.finished:
            self.home()
        elif page is None:
            return
        elif not self.revealed:
            if page.told is not None:
                self._show_right()
            else:
                self._work = Work[Told](lambda progress, stop: page.poll.told())
        elif self.number + 1 == ROUND:
            self.finished = True
            self.build()
        else:
            self._turn_to(self.number + 1, False)

    def go_back(self) -> None:
        """To the vote, to the question before."""
        if self.finished:
            self.finished = False
            self.build()
        elif self.revealed:
            self.revealed = False
            self.build()
        elif self.number:
            self._work = None  # what is not there yet is asked for again
            self._turn_to(self.number - 1, True)

    def vote(self, option: int) -> None:
        if not self.pending:
            super().vote(option)
            self._keep_votes()

    def take_back(self, option: int) -> None:
        if not self.pending:
            super().take_back(option)
            self._keep_votes()

    def _keep_votes(self) -> None:
        if self.page is not None:
            self.page.ballot = self.ballot

    def pick(self, option: int) -> None:
        """Letters pick nothing here: B makes the window black."""

    def toggle(self, item: Cell | str) -> None:
        """A click on an option of the map is a vote for it."""
        page = self.page
        if page is not None and item in page.poll.options:
            (self.look_at if self.revealed else self.vote)(page.poll.options.index(item))

    # the panel

    def part_of_panel(self) -> float:
        return 0.42

    def _fill(self) -> None:
        if self.finished:
            super()._fill()
        else:
            for sentences, ruled in ((2, True), (1, True), (1, False)):  # as much as there is room for
                panel.fit(self.panel, self.look, self._says(sentences, ruled), partial(reference.read, self),
                          self.vote_part if self.offered else None)
                if not self.panel.most:
                    return

    def _says(self, sentences: int, ruled: bool) -> panel.Told:
        """What the panel tells, with so many sentences of a proof, and with the rule or without."""
        place = tr(text("{step} of {count}", step=self.number + 1, count=ROUND))
        name = tr(text("Quiz · level {level} · seed {seed}", level=self.course.level,
                       seed=self.course.seed + self.number))
        words = sentence(self.asked.text()) if self.asked is not None else tr("One moment: this is being worked out.")
        rules, said = [], []
        if self.revealed:
            rules = list(dict.fromkeys(each.rule for each in self._reasoned))[:1] if ruled else []
            said = [("text", "eye", each) for each in self._reasons(sentences)]
        elif self.asked is not None:
            said = [("muted", "circle-help", tr("One of these is right. Which?"))]
        return panel.Told(name, place, words, rules, said, turns=class_mode.turns(self, Form(self.panel, self.look)))

    @property
    def _reasoned(self) -> tuple[Wrong, ...]:
        """The reasons of the option that is looked at."""
        told = self.told
        if told is None:
            return ()
        return told.why[told.right if self.looked_at is None else self.looked_at]

    def _reasons(self, most: int) -> list[str]:
        """Why the option that is looked at is right or not: its proof, or the parts of a number."""
        why, option = self._reasoned, self.right_option if self.looked_at is None else self.looked_at
        if len(why) == 1 and why[0].proof is not None and why[0].proof.reasons and not isinstance(why[0].what, int):
            said = [sentence(each) for each in why[0].proof.reasons[:most]]
        else:
            said = [sentence(each.said) for each in why[:MOST_PARTS]] + ["…"] * (len(why) > MOST_PARTS)
        return [tr(text("{letter}: {why}", letter=LETTERS[option], why=said[0])), *said[1:]] if said else []

    def _score(self, form: Form) -> None:
        """After the round: how many votes were right, question by question."""
        votes = [(each.ballot.counts[each.told.right], each.ballot.total) for each in self.pages if each.told]
        right, count = sum(each for each, _ in votes), sum(each for _, each in votes)
        said = tr(text("{right} of {count} votes right", right=right, count=count)) if count else tr("Nobody voted.")
        form.title(said, "laurel-crown")
        shares = [(self._titled(n), *each) for n, each in enumerate(votes)]
        ballot.shares(form, shares, self._look_again)
        self.panel.pin(form.top)
        form.buttons([Push(tr("Ten more"), partial(self.begin, replace(self.course, seed=self.course.seed + ROUND)),
                           "history"), Push(tr("Level…"), self.choose_course, "settings")])
        form.buttons(class_mode.turns(self, form))

    def _titled(self, number: int) -> str:
        names = dict(KINDS)
        return f"{number + 1} · {tr(names[self.pages[number].poll.asked.kind])}"

    def _look_again(self, number: int) -> None:
        """A question of the round once more, with what is right."""
        self.finished = False
        self._turn_to(number, True)

    # the map

    def scene(self) -> Scene | None:
        self.view.letters = self.letters_now()
        made = super().scene()
        return None if made is None else self.nameless(made)

    def fit(self, asked: Question) -> None:
        """Everybody, and the squares to choose from, as large as there is room."""
        battle = asked.battle
        there = [cell for each in battle.present() for cell in body_of(battle, each).cells]
        self.view.fit_cells(battle.map, [*there, *asked.cells], 1, self.look)

    def proof_parts(self, shown: Proof, battle: Battle, teams: dict[str, int]) -> tuple[Part, ...]:
        """Its lines and squares; the panel says the rest."""
        found = parts_of((Drawing(proofs=(shown,)),), battle, teams)
        return tuple(replace(each, chips=()) for each in found)

    @property
    def proved(self) -> Wrong | None:
        return next((each for each in self._reasoned if each.proof is not None), None) if self.revealed else None

    # input

    def open_menu(self) -> None:
        self.menu([
            (tr("Back to the quiz"), "play", lambda: None),
            (tr("Level…"), "settings", self.choose_course),
            (tr("All lessons"), "graduation-cap", self.home),
            (tr("Rules"), "scroll-text", lambda: reference.search(self)),
            (tr("Keys"), "keyboard", self.open_keys),
            (tr("Settings"), "settings", lambda: SettingsScreen.over(self)),
            (tr("Full screen"), "maximize", self.host.toggle_full_screen),
            (tr("Back to the title"), "house", self.host.show_title),
        ])

    def open_keys(self) -> None:
        """The keys of this screen."""
        menus.keys(self, KEYS)

    def use(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.takes_letter(event, self.view):
            return
        super().use(event)

    def _key(self, event: pygame.event.Event) -> None:
        if event.key == pygame.K_PAGEUP:
            self.go_back()
        elif event.key == pygame.K_ESCAPE:
            self.open_menu()
        elif event.key == pygame.K_F1 or event.unicode == "?":
            self.open_keys()
        elif not self.takes_class_key(event) and event.key not in (pygame.K_RETURN, pygame.K_KP_ENTER):
            super()._key(event)
