"""The quiz on the screen: a position and a question beside it, an answer by mouse or keyboard, and then what is right.

What is right is not even worked out before the answer is given.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pygame

from game.errors import FlancoError
from game.insight.background import Work
from game.insight.proof import Proof as Reasoned
from game.insight.proof import flips_of
from game.learn.progress import load_progress
from game.learn.quiz import (
    PRACTISED,
    Marking,
    mark,
    question,
    read_answer,
    scored,
    to_practise,
)
from game.learn.quiz_kinds import LETTERS, Answer, From, Hits, Question, Wrong
from game.learn.showing import Drawing
from game.rules.bodies import body_of
from game.rules.history import Game
from game.rules.reference import rule_text
from game.rules.state import Battle
from game.spatial.grid import Cell, cell_name
from game.texts import N_, sentence, text, tr
from game.view.mapview.changes import Patch
from game.view.mapview.scene import MapView, Proof, Scene
from game.view.match import Match
from game.view.panels import ballot
from game.view.rule_tip import title_of
from game.view.screens import aiming, learn_course, learn_drawing, menus, picture, reference
from game.view.screens.aiming import Aim, Seen
from game.view.screens.base import Host, Screen, soonest
from game.view.screens.learn_course import ROUND, Course
from game.view.screens.learn_noting import note
from game.view.widgets.form import Form, Push
from game.view.widgets.label import Label, height_of
from game.view.widgets.scroll import Scroll

KEYS: Final = (
    ("A · B · C · D", N_("pick an answer")),
    (N_("Enter"), N_("give the answer that is typed")),
    ("PageDown", N_("give the answer; then the next question")),
    (N_("Wheel, + and −"), N_("zoom")),
    ("F11", N_("full screen")),
    (N_("Escape"), N_("back to the lessons")),
    ("F1 · ?", N_("this list")),
)
ASKED: Final = {
    "cells": N_("Click the squares, or type their names."), "names": N_("Click the creatures, or type their names."),
    "choice": N_("Pick one: click it, or press its letter."), "number": N_("Type the number."),
}


def battle_of(asked: Question, shown: Wrong) -> Battle:
    """The position that a proof speaks of: with the creature on the square, where squares are asked for."""
    if not isinstance(asked, From) or not isinstance(shown.what, tuple):
        return asked.battle
    return asked.battle.with_combatant(asked.battle[asked.who].but(cell=shown.what))


def aimed(scene: Scene, asked: Question) -> Scene:
    """A scene with the place where an area is put, and the way it points, to the square that is named; not how far."""
    if not isinstance(asked, Hits):
        return scene
    (start, far), (x, y), grid = asked.aim, asked.toward, asked.battle.map
    end = (min(max(x + 0.5, 0.0), float(grid.cols)), min(max(y + 0.5, 0.0), float(grid.rows)))
    links = (*scene.proof.links, (start, end)) if start != far else scene.proof.links
    return replace(scene, origin=(start, True), proof=replace(scene.proof, links=links))


class QuizScreen(Screen):
    """Questions one after the other. ``home`` leads back."""

    def __init__(self, host: Host, home: Callable[[], None], course: Course | None = None) -> None:
        super().__init__(host)
        self.home = home
        self.course = course or Course(seed=random.SystemRandom().randrange(1000))
        self.panel, self.view = Scroll(pygame.Rect(0, 0, 0, 0)), MapView()
        self.number = 0  # of the question, from 0
        self.right = 0
        self.asked: Question | None = None
        self.marked: frozenset[Cell] | frozenset[str] = frozenset()
        self.picked: int | None = None
        self.typed = ""
        self.marking: Marking | None = None
        self.shown: Wrong | None = None
        self.lit: tuple[Cell, ...] = ()  # what is right, once the answer is given
        self.cursor: Cell | None = None
        self.finished = False
        self._work: Work[Any] | None = None
        self._match: Match | None = None
        self._panning: tuple[int, int] | None = None
        self._ask()

    # questions

    def _ask(self) -> None:
        """The next question, worked out while the window stays awake."""
        course, seed = self.course, self.course.seed + self.number
        self.asked = self.marking = self.shown = self.picked = None
        self.marked, self.typed = frozenset(), ""
        self._work = Work[Question](lambda progress, stop: question(seed, course.level, course.kind))

    def begin(self, course: Course) -> None:
        """Questions from the start, at another level or seed."""
        self.course, self.number, self.right, self.finished = course, 0, 0, False
        self._ask()
        self.build()

    @property
    def answered(self) -> bool:
        """Whether what is right is shown."""
        return self.marking is not None

    @property
    def pending(self) -> bool:
        """Whether a question, or what is right, is still being worked out."""
        return self._work is not None

    def tick(self) -> None:
        super().tick()
        work = self._work
        if work is None or not work.done:
            return
        self._work = None
        try:
            found = work.wait()
        except FlancoError as problem:
            self.toast(sentence(problem.message), "bad")
            if self.asked is None:
                self.ask_another()
            return
        self.worked_out(found)

    def worked_out(self, found: object) -> None:
        """A question, or how its answer is marked, is there."""
        if isinstance(found, Question):
            self._take(found)
        elif isinstance(found, Marking):
            self._reveal(found)

    def ask_another(self) -> None:
        """No question could be made: the next one."""
        self.number += 1
        self._ask()

    def due(self) -> float | None:
        return soonest(super().due(), 0.02 if self.pending else None)

    def _take(self, asked: Question) -> None:
        self.asked = asked
        self._match = Match(Game(asked.battle), seed=0, gm=True)
        self.build()
        self.fit(asked)

    def fit(self, asked: Question) -> None:
        """Show what the question is about: the whole map."""
        self.view.fit(asked.battle.map, self.look)

    def given(self) -> Answer | None:
        """The answer as it stands; None where nothing is picked or typed yet."""
        asked = self.asked
        if asked is None:
            return None
        if asked.answering == "choice":
            return self.picked
        if asked.answering == "number":
            return read_answer(asked, self.typed) if self.typed.strip() else None
        return self.marked

    def check(self) -> None:
        """Give the answer."""
        asked = self.asked
        if asked is None or self.pending or self.marking is not None:
            return
        try:
            given = self.given()
        except FlancoError as problem:
            self.toast(sentence(problem.message))
            return
        if given is None:
            self.toast(tr(ASKED[asked.answering]))
            return
        self._work = Work[Marking](lambda progress, stop: mark(asked, given))
        self.build()

    def enter(self, said: str) -> None:
        """What was typed is the answer."""
        asked = self.asked
        if asked is None or self.marking is not None:
            self.go_on()
            return
        self.typed = said
        if asked.answering in ("cells", "names") and (said.strip() or not self.marked):
            try:
                found = read_answer(asked, said)
            except FlancoError as problem:
                self.toast(sentence(problem.message))
                return
            assert not isinstance(found, int)
            self.marked = found
        self.check()

    def _reveal(self, marking: Marking) -> None:
        asked = self.asked
        assert asked is not None
        self.marking = marking
        self.right += marking.right
        self.shown = next(iter(marking.wrong), None)
        self.lit = asked.revealed().cells
        note(self, lambda progress: scored(progress, asked, marking))
        self.build()

    def go_on(self) -> None:
        """The answer is given; once it was, the next question; after ten, the score."""
        if self.finished:
            self.begin(Course(self.course.level, self.course.seed + ROUND, self.course.kind))
        elif self.marking is None:
            self.check()
        elif self.number + 1 == ROUND:
            self.finished = True
            self.build()
        else:
            self.number += 1
            self._ask()
            self.build()

    def pick(self, option: int) -> None:
        """Pick one of the options."""
        if self.asked is not None and self.marking is None and option < len(self.asked.options):
            self.picked = option
            self.build()

    def toggle(self, item: Cell | str) -> None:
        """Mark a square or a creature, or no longer."""
        asked = self.asked
        if asked is None or self.marking is not None or item not in (*asked.cells, *asked.names):
            return
        if isinstance(item, str):
            self.marked = frozenset(each for each in self.marked if isinstance(each, str)) ^ {item}
        else:
            self.marked = frozenset(each for each in self.marked if not isinstance(each, str)) ^ {item}
        self.typed = ""
        self.build()

    # layout

    def build(self) -> None:
        scale = self.look.scale
        gap = scale.pad // 2
        room = scale.safe.inflate(-2 * gap, -2 * gap)
        wide = min(max(round(room.width * self.part_of_panel()), scale.em(15)), room.width // 2)
        self.panel.rect = pygame.Rect(room.left, room.top, wide, room.height)
        before = self.view.area.copy()
        self.view.area = pygame.Rect(room.left + wide + gap, room.top, room.width - wide - gap, room.height)
        if before != self.view.area and self.asked is not None:
            self.fit(self.asked)
        self.stage.panels = [self.panel]
        self.stage.forget()
        self._fill()
        self.host.redraw()

    def part_of_panel(self) -> float:
        """The part of the window's width that the panel takes."""
        return 0.33

    def toast_place(self) -> pygame.Rect:
        return self.view.area

    def _fill(self) -> None:
        offset, panel = self.panel.offset, self.panel
        panel.clear()
        form = Form(panel, self.look)
        if self.finished:
            self._score(form)
        else:
            self._head(form)
            if self.asked is not None:
                self._question(form, self.asked)
        form.finish()
        panel.scroll(offset)

    def _head(self, form: Form) -> None:
        """How far the round is, and the score."""
        px = self.look.scale.small
        said = tr(text("Question {number} of {count} · level {level} · seed {seed}", number=self.number + 1,
                       count=ROUND, level=self.course.level, seed=self.course.seed + self.number))
        tall = height_of(said, px, form.room, "bold")
        form.panel.add(Label(pygame.Rect(form.left, form.top, form.room, tall), said, px, "accent", "bold", wrap=True))
        form.top += tall + form.gap

    def _question(self, form: Form, asked: Question) -> None:
        px = self.look.scale.large
        said = sentence(asked.text())
        tall = height_of(said, px, form.room, "bold")
        form.panel.add(Label(pygame.Rect(form.left, form.top, form.room, tall), said, px, weight="bold", wrap=True))
        form.top += tall + form.gap
        if asked.answering == "choice":
            right = asked.answer() if self.marking is not None else None
            assert right is None or isinstance(right, int)
            said_of = tuple(map(str, asked.options))
            ballot.fill(form, ballot.Options(said_of, self.picked, right), self.pick, self.pick)
        if self.marking is not None:
            self._marked(form, asked, self.marking)
        else:
            self._answering(form, asked)

    def _answering(self, form: Form, asked: Question) -> None:
        form.words(tr(ASKED[asked.answering]))
        if asked.answering in ("cells", "names"):
            names = [cell_name(each) for each in asked.cells if each in self.marked]
            names += [asked.battle[each].name for each in asked.names if each in self.marked]
            form.words(tr(text("Marked: {names}", names=", ".join(names))) if names else tr("Nothing is marked yet."),
                       "text")
        if asked.answering != "choice":
            field = form.entry("", self.typed, self.enter, most=80, changed_to=self._typing)
            self.stage.set_focus(field)
        form.skip()
        form.buttons([Push(tr("That is my answer"), self.check, "check", strong=True, enabled=not self.pending)])
        self._ways(form)

    def _typing(self, said: str) -> None:
        self.typed = said

    def _ways(self, form: Form) -> None:
        form.buttons([Push(tr("Lessons"), self.home, "arrow-left", tip=tr("Back (Escape)")),
                      Push(tr("Level…"), self.choose_course, "settings"),
                      Push("", lambda: reference.search(self), "scroll-text", tip=tr("Rules"))])

    def _marked(self, form: Form, asked: Question, marking: Marking) -> None:
        form.words(sentence(marking.said), "good" if marking.right else "warn", "bold")
        form.words(sentence(marking.answer), "text")
        for each in marking.wrong:
            form.buttons([Push(self._name(asked, each), partial(self.show_wrong, each), "eye",
                               chosen=each is self.shown)], stretch=True)
            if each is self.shown:
                self._why(form, asked, each)
        form.skip()
        form.buttons([Push(tr("Next question") if self.number + 1 < ROUND else tr("The score"), self.go_on, "play",
                           strong=True)])
        self._ways(form)

    def _name(self, asked: Question, wrong: Wrong) -> str:
        if isinstance(wrong.what, tuple):
            return cell_name(wrong.what)
        return asked.battle[wrong.what].name if isinstance(wrong.what, str) else str(wrong.what)

    def _why(self, form: Form, asked: Question, wrong: Wrong) -> None:
        """Why it is so: the sentences of the proof, and the rule to read about."""
        form.words(sentence(wrong.said), "text")
        proof = wrong.proof
        for reason in proof.reasons if proof is not None else ():
            form.words(sentence(reason), "text")
        for flip in flips_of(proof, asked.battle) if proof is not None else ():
            form.words(sentence(flip), "accent")
        if (found := rule_text(wrong.rule)) is not None:
            form.buttons([Push(title_of(found), partial(reference.read, self, found.id), "scroll-text",
                               tip=tr(found.text))], stretch=True)

    def _score(self, form: Form) -> None:
        """After a round: how many were right, and what to practise."""
        form.title(tr(text("{right} of {count} right", right=self.right, count=ROUND)), "laurel-crown")
        weak = [each for each in to_practise(load_progress()) if each in PRACTISED][:4]
        if weak:
            form.words(tr("What to practise:"), "text")
        for id in weak:
            found = rule_text(id)
            if found is not None:
                course = Course(self.course.level, self.course.seed + ROUND, PRACTISED[id])
                form.buttons([Push(title_of(found), partial(self.begin, course), "play",
                                   tip=tr(found.text))], stretch=True)
        form.skip()
        form.buttons([Push(tr("Ten more"), self.go_on, "play", strong=True)])
        self._ways(form)

    def show_wrong(self, wrong: Wrong) -> None:
        """Draw the proof of something that was answered wrongly."""
        self.shown = wrong
        self.build()

    def choose_course(self) -> None:
        """The level, the seed, and what is asked about."""
        learn_course.choose(self, self.course, self.begin)

    # the map

    @property
    def proved(self) -> Wrong | None:
        """What the proof on the map is about."""
        return self.shown

    def scene(self) -> Scene | None:
        """The position; what is asked about; once the answer is given, what is right and why."""
        asked, match = self.asked, self._match
        if asked is None or match is None:
            return None
        teams = {team.id: n for n, team in enumerate(asked.battle.teams)}
        shown = self.proved.proof if self.proved is not None else None
        made = aimed(picture.scene_of(match, Aim(self.cursor), Seen(), teams, True, (), Proof()), asked)
        if not self.answered:
            about = Drawing(creatures=asked.shown().creatures)
            parts = learn_drawing.parts_of((about,), asked.battle, teams)
            made = learn_drawing.onto(made, parts)
            return self._with_marks(made, asked)
        right = learn_drawing.parts_of((Drawing(self.lit),), asked.battle, teams)
        made = learn_drawing.onto(made, (*right, learn_drawing.Part(proof=Proof(cells=asked.cells))))
        if self.proved is None or shown is None:
            return made
        return learn_drawing.onto(made, self.proof_parts(shown, battle_of(asked, self.proved), teams))

    def proof_parts(self, shown: Reasoned, battle: Battle, teams: dict[str, int]) -> tuple[learn_drawing.Part, ...]:
        """What a proof draws, with the nearest change that would flip it; but no rings on places where what is right
        would not be: they would look like answers."""
        if shown.verdict == "applies":
            shown = replace(shown, nearest=())
        return learn_drawing.parts_of_proof(shown, battle, teams)

    def _with_marks(self, scene: Scene, asked: Question) -> Scene:
        """The squares to choose from framed, those that are marked lit."""
        cells = [each for each in asked.cells if each in self.marked]
        cells += [cell for each in asked.names if each in self.marked
                  for cell in body_of(asked.battle, asked.battle[each]).cells]
        frames = replace(scene.proof, cells=(*scene.proof.cells, *asked.cells))
        return replace(scene, proof=frames, lit=Patch(tuple(cells), ("lit",)) if cells else scene.lit)

    def paint(self, canvas: pygame.Surface) -> None:
        canvas.fill(self.look.theme["backdrop"])
        scene = self.scene()
        if scene is not None:
            self.view.paint(canvas, self.look, scene)
        super().paint(canvas)

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_PAGEDOWN and not self.stage.layers:
            self.go_on()  # also from the field that is typed in
        else:
            super().handle(event)

    def use(self, event: pygame.event.Event) -> None:
        match event.type:
            case pygame.MOUSEMOTION:
                self._motion(event)
            case pygame.MOUSEBUTTONDOWN if event.button in (2, 3):
                self._panning = event.pos
            case pygame.MOUSEBUTTONUP if event.button in (2, 3):
                self._panning = None
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                self._click(event.pos)
            case pygame.MOUSEWHEEL if self.asked is not None:
                self.view.zoom(self.asked.battle.map, 1.18 ** event.y, self.stage.mouse)
                self.host.redraw()
            case pygame.KEYDOWN:
                self._key(event)

    def _motion(self, event: pygame.event.Event) -> None:
        if self.asked is None:
            return
        grid = self.asked.battle.map
        if self._panning is not None:
            self.view.pan(grid, event.pos[0] - self._panning[0], event.pos[1] - self._panning[1])
            self._panning = event.pos
            self.host.redraw()
        elif (cell := self.view.cell_at(grid, event.pos)) != self.cursor:
            self.cursor = cell
            self.host.redraw()

    def _click(self, pos: tuple[int, int]) -> None:
        asked = self.asked
        cell = self.view.cell_at(asked.battle.map, pos) if asked is not None else None
        if asked is None or cell is None:
            return
        found = aiming.occupant_of(asked.battle, cell)
        self.toggle(cell if asked.answering == "cells" or found is None else found.id)

    def _key(self, event: pygame.event.Event) -> None:
        letter = event.unicode.upper()
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.go_on()
        elif event.key == pygame.K_ESCAPE:
            self.home()
        elif event.key == pygame.K_F1 or event.unicode == "?":
            menus.keys(self, KEYS)
        elif letter and letter in LETTERS and self.asked is not None and self.asked.answering == "choice":
            self.pick(LETTERS.index(letter))
        elif self.asked is not None and (event.unicode in ("+", "-")):
            self.view.zoom(self.asked.battle.map, 1.18 if event.unicode == "+" else 1 / 1.18)
            self.host.redraw()

