"""Puzzles: the list of them, one that is played, and one that is made from a position."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import pygame

from game.content import saves
from game.content.codec import CodecError
from game.errors import FlancoError, SaveError
from game.insight.background import Work
from game.learn.deeds import deeds
from game.learn.files import few
from game.learn.goal_texts import goal_text, goals_text
from game.learn.goals import Goal, Stand
from game.learn.offers import offered
from game.learn.progress import load_progress
from game.learn.puzzle_files import free_id, id_of, own_puzzles_folder, puzzles, save_puzzle
from game.learn.puzzle_play import PuzzleSession, session_of
from game.learn.puzzles import Puzzle, Solution, from_game, met, solve, terms
from game.rules.history import Game
from game.rules.state import Battle
from game.spatial.grid import Cell
from game.texts import sentence, text, tr
from game.view import shelf
from game.view.mapview.changes import Patch
from game.view.mapview.scene import MapView, Proof
from game.view.match import Match
from game.view.panels.lesson import Told
from game.view.screens import learn_page, menus, picture
from game.view.screens.aiming import Aim, Seen, occupant_of
from game.view.screens.awaited import Awaited, AwaitingScreen
from game.view.screens.base import Host, Screen, soonest
from game.view.screens.learn_lesson import LessonScreen
from game.view.screens.learn_noting import note
from game.view.widgets import dialog
from game.view.widgets.form import Form, Push
from game.view.widgets.listing import Listing, Row
from game.view.widgets.scroll import Scroll
from game.view.widgets.share import Share

DONE: Final = "puzzle:"  # before the id of a puzzle, where progress is kept


class PuzzlesScreen(AwaitingScreen):
    """The user's puzzles. ``home`` leads back."""

    def __init__(self, host: Host, home: Callable[[], None]) -> None:
        super().__init__(host)
        self.home = home
        self.read = Awaited(puzzles)
        self.done = load_progress().done
        self.body = Scroll(pygame.Rect(0, 0, 0, 0), ground="")

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """Those that are read."""
        return tuple(self.read.found[0].values()) if self.read.found is not None else ()

    def again(self) -> None:
        """This screen anew."""
        self.host.show(PuzzlesScreen(self.host, self.home))

    def build(self) -> None:
        scale = self.look.scale
        self.body.rect = scale.safe.inflate(-scale.em(1), -scale.em(1))
        self.stage.panels = [self.body]
        self.stage.forget()
        self.body.clear()
        form = Form(self.body, self.look)
        form.title(tr("Puzzles"), "search")
        form.words(tr("One creature, one turn, no dice."))
        form.buttons([Push(tr("Lessons"), self.home, "arrow-left", tip=tr("Back (Escape)")),
                      Push(tr("Make one from a saved game…"), self.choose_game, "plus")])
        form.skip()
        if self.read.found is None:
            self.read.fill(form, tr("Your own puzzles are being read."))
        elif self.puzzles:
            rows = [Row(tr(each.name), asked_by(each), "check" if DONE + each.id in self.done else "search")
                    for each in self.puzzles]
            self.stage.set_focus(form.rows(rows, lambda n: self.play(self.puzzles[n]), marked=0))
        else:
            form.words(tr(text("There are no puzzles yet. They lie in this folder: {folder}",
                               folder=str(own_puzzles_folder()))))
        for said in few(self.read.found[1] if self.read.found is not None else ()):
            form.words(said, "bad", small=True)
        form.finish()
        self.host.redraw()

    def play(self, puzzle: Puzzle) -> None:
        """Play one."""
        self.host.show(PuzzleScreen(self.host, puzzle, self.again))

    def choose_game(self) -> None:
        """A saved game whose position becomes a puzzle."""
        games = shelf.saved_games()
        rows = [Row(each.title, each.detail, "save") for each in games]

        def choose(n: int) -> None:
            self.close_layers()
            try:
                battle = saves.load(games[n].path).game.battle
            except FlancoError as problem:
                menus.cannot_open(self, problem)
                return
            make(self, battle, self.again)

        self.open(dialog.choice(self.look, tr("From which game?"), rows, choose, self.close_layers,
                                empty=tr("There are no saved games yet.")))

    def use(self, event: pygame.event.Event) -> None:
        if event.type != pygame.KEYDOWN:
            return
        if event.key == pygame.K_ESCAPE:
            self.home()
        elif event.key == pygame.K_F1 or event.unicode == "?":
            menus.keys(self)


def asked_by(puzzle: Puzzle) -> str:
    """What a puzzle asks for."""
    return tr(puzzle.text) if puzzle.text else sentence(goals_text(puzzle.goals, puzzle.battle))


# --- one that is played ----------------------------------------------------------------------------------------------


class PuzzleScreen(LessonScreen):
    """A puzzle that is played, with the interactions of the Play screen."""

    def __init__(self, host: Host, puzzle: Puzzle, home: Callable[[], None]) -> None:
        self.puzzle = puzzle
        self.solution: Solution | None = None
        self._work: Work[Solution] | None = Work(lambda progress, stop: solve(puzzle, progress, stop))
        begun = session_of(puzzle, asked_by(puzzle))

        def leave() -> None:
            self.stop()
            home()

        super().__init__(host, begun.lesson, leave, begun)

    def stop(self) -> None:
        """Nobody waits for the solution any more."""
        if self._work is not None:
            self._work.stop()

    def told(self) -> Told:
        told = super().told()
        said = [("muted", "hourglass", tr(terms(self.puzzle))), *told.said]
        if self.session.state == "done" and self.solution is not None:
            said.append(("accent", "flag", tr(text("Actions: {count}. The fewest are {fewest}.",
                                                   count=self.session.game.done, fewest=len(self.solution.actions)))))
        return replace(told, name=tr(self.puzzle.name), place="", said=said)

    def print_page(self) -> None:
        learn_page.keep_page(self, tr(self.puzzle.name), self.puzzle.id, [self.puzzle])

    def stay_said(self) -> str:
        return tr("Back to the puzzle")

    def home_said(self) -> str:
        return tr("All puzzles")

    def _turns(self) -> list[Push]:
        return [Push("", self.open_menu, "menu", tip=tr("Menu (Escape)")),
                Push(tr("Puzzles"), self.home, "arrow-left", strong=self.session.state == "done")]

    def go_on(self) -> None:
        if self.session.state == "done":
            self.home()

    def next_lesson(self) -> None:
        self.home()

    def hint(self) -> None:
        self.toast(tr("There are no more hints."))

    def note(self) -> None:
        note(self, lambda progress: progress.finished(DONE + self.puzzle.id, 0, self.session.tries))

    def due(self) -> float | None:
        return soonest(super().due(), 0.1 if self._work is not None else None)

    def tick(self) -> None:
        super().tick()
        if self._work is not None and self._work.done:
            work, self._work = self._work, None
            try:
                self.solution = work.wait()
            except FlancoError as problem:
                self.toast(sentence(problem.message), "bad")
            if self.solution is not None:
                self._learn(self.solution)

    def _learn(self, solution: Solution) -> None:
        """The solution is known: it can be shown, once it is asked for."""
        def taught(session: PuzzleSession) -> PuzzleSession:
            task = replace(session.lesson.task, solution=solution.actions)
            return replace(session, lesson=replace(session.lesson, task=task))

        for each in (self.start, self.session):
            assert isinstance(each, PuzzleSession)
        self.start = taught(self.start)  # type: ignore[arg-type]
        self.match.take(taught(self.session))  # type: ignore[arg-type]
        self.host.redraw()

    def leave(self) -> FlancoError | None:
        self.stop()
        return super().leave()


# --- one that is made ------------------------------------------------------------------------------------------------


def make(screen: Screen, battle: Battle, back: Callable[[], None]) -> None:
    """Make a puzzle from a position; where nobody can act there is none to be made."""
    if not able(battle):
        screen.toast(tr("Nobody can act in this position."))
        return
    screen.host.show(MakerScreen(screen.host, battle, back, screen))


def able(battle: Battle) -> tuple[str, ...]:
    """Those who could have a turn: the active one first."""
    some = [each.id for each in battle.present() if each.cell is not None and not each.out and not each.hidden]
    active = battle.active.id if battle.active is not None else ""
    return tuple(sorted(some, key=lambda id: id != active))


class MakerScreen(Screen):
    """A puzzle being made: who acts, what is to be reached, whether that can be done. ``back`` leads to the screen
    ``before``, whose game is not lost meanwhile."""

    def __init__(self, host: Host, battle: Battle, back: Callable[[], None], before: Screen) -> None:
        super().__init__(host)
        self.battle, self.under, self.before = battle, back, before
        self.who = able(battle)[0]
        self.chosen: tuple[Goal, ...] = ()
        self.cells: tuple[Cell, ...] = ()
        self.puzzle: Puzzle | None = None
        self.solution: Solution | None = None
        self.tried = False  # whether there is an answer to what is chosen now
        self.panel, self.view = Scroll(pygame.Rect(0, 0, 0, 0)), MapView()
        self._match = Match(Game(battle), seed=0)  # what is hidden stays so
        self._work: Work[Solution] | None = None
        self._share: Share | None = None
        self._list: Listing | None = None
        self._offers: dict[str, tuple[Goal, ...]] = {}

    def leave(self) -> FlancoError | None:
        if self._work is not None:
            self.stop()
        return self.before.leave()

    def back(self) -> None:
        """To where it was opened."""
        if self._work is not None:
            self._work.stop()
        self.under()

    @property
    def goals(self) -> tuple[Goal, ...]:
        """What is to be reached."""
        stand = (Stand(self.who, self.cells),) if self.cells else ()
        return (*stand, *self.chosen)

    # choosing

    def _changed(self) -> None:
        if self._work is not None:
            self._work.stop()
        self._work = self.solution = self.puzzle = None
        self.tried = False
        self.build()

    def act_for(self, who: str) -> None:
        """Another creature has the turn."""
        self.who, self.chosen, self.cells, self._list = who, (), (), None
        self._changed()

    def toggle(self, goal: Goal) -> None:
        """One goal more, or one less."""
        self.chosen = tuple(each for each in self.chosen if each != goal) if goal in self.chosen else (
            *self.chosen, goal)
        self._changed()

    def toggle_cell(self, cell: Cell) -> None:
        """One square more to end on, or one less."""
        self.cells = tuple(each for each in self.cells if each != cell) if cell in self.cells else (*self.cells, cell)
        self._changed()

    # proving

    def prove(self) -> None:
        """Look for the fewest actions."""
        if not self.goals:
            self.toast(tr("Choose what is to be reached first."))
            return
        try:
            self.puzzle = puzzle = from_game(self.battle, self.who, *self.goals)
        except FlancoError as problem:
            self.toast(sentence(problem.message))
            return
        if met(puzzle, Game(puzzle.battle)):
            self.toast(tr("That is reached before anything is done."))
            return
        self._work = Work(lambda progress, stop: solve(puzzle, progress, stop))
        self.build()

    def stop(self) -> None:
        """Give up looking."""
        self._changed()

    def save(self) -> None:
        """Ask for a name, and keep it as a file."""
        def done(said: str) -> None:
            id = id_of(said)
            if not id or self.puzzle is None:
                self.toast(tr("A name needs letters or digits"))
                return
            self.close_layers()
            try:
                path = save_puzzle(replace(self.puzzle, id=free_id(id), name=said.strip()))
            except (SaveError, CodecError) as problem:
                self.error(tr("The puzzle could not be saved"), sentence(problem.message))
                return
            self.toast(tr(text("Puzzle saved: {name}", name=path.name)), "good")

        proposed = tr(text("Puzzle: {who}", who=self.battle[self.who].name))
        self.open(dialog.ask(self.look, tr("Save the puzzle"), proposed, done, self.close_layers, most=40,
                             label=tr("Name of the puzzle"), go=tr("Save")))

    def play(self) -> None:
        """Play it as it is."""
        if self.puzzle is not None:
            self.host.show(PuzzleScreen(self.host, self.puzzle, lambda: self.host.show(self)))

    # layout

    def build(self) -> None:
        scale = self.look.scale
        gap = scale.pad // 2
        room = scale.safe.inflate(-2 * gap, -2 * gap)
        wide = min(max(round(room.width * 0.42), scale.em(15)), round(room.width * 0.55))
        self.panel.rect = pygame.Rect(room.left, room.top, wide, room.height)
        before = self.view.area.copy()
        self.view.area = pygame.Rect(room.left + wide + gap, room.top, room.width - wide - gap, room.height)
        if before != self.view.area:
            places = [each.cell for each in self.battle.present() if each.cell is not None]
            self.view.fit_cells(self.battle.map, places, 3, self.look)
        self.stage.panels = [self.panel]
        self.stage.forget()
        self._fill()
        self.host.redraw()

    def toast_place(self) -> pygame.Rect:
        return self.view.area

    def _fill(self) -> None:
        offset, panel = self.panel.offset, self.panel
        panel.clear()
        form = Form(panel, self.look)
        form.title(tr("A puzzle"), "search")
        form.words(tr(text("Who has the turn: {who}", who=self.battle[self.who].name)), "text", "bold")
        form.buttons([Push(self.battle[id].name, partial(self.act_for, id), chosen=id == self.who)
                      for id in able(self.battle)])
        form.words(tr("What is to be reached: choose in the list; click squares of the map to end on one of them."),
                   "text", "bold")
        if self.who not in self._offers:
            self._offers[self.who] = tuple(offered(self.battle, self.who))
        some = self._offers[self.who]
        rows = [Row(sentence(goal_text(each, self.battle)), picture="check" if each in self.chosen else "square-dashed",
                    role="accent" if each in self.chosen else "text") for each in some]
        self._list = self._listed(form, rows, some) if rows else None
        self._answer(form)
        form.finish()
        panel.scroll(offset)

    def _listed(self, form: Form, rows: list[Row], some: tuple[Goal, ...]) -> Listing:
        """The list of goals, where it was."""
        was = self._list
        made = form.rows(rows, lambda n: self.toggle(some[n]), most=max(6.0, self.look.scale.lines * 0.48),
                         marked=was.marked if was is not None and len(was.rows) == len(rows) else 0)
        made.scroll(was.offset - made.offset if was is not None else 0)
        if was is not None and was.focused:
            self.stage.set_focus(made)
        return made

    def _answer(self, form: Form) -> None:
        """What is to be reached, and whether it can be."""
        panel = self.panel
        if self.goals:
            form.words(sentence(goals_text(self.goals, self.battle)), "text")
        self._share = None
        if self._work is not None:
            form.words(tr("Looking for the fewest actions."))
            panel.pin(form.top)
            self._share = Share(pygame.Rect(0, 0, form.room, form.gap * 2), self._work.progress)
            form.put(self._share)
            form.buttons([Push(tr("Stop"), self.stop)])
        elif self.tried and self.solution is None:
            form.words(tr("No actions of one turn reach this."), "warn", "bold")
        elif self.solution is not None:
            form.words(tr(text("Fewest actions: {count}.", count=len(self.solution.actions))), "good", "bold")
            for each in deeds(self.solution.game):
                form.words(sentence(each))
        if self._work is None:
            panel.pin(form.top)  # the buttons stay in sight
        form.buttons(self._acts())

    def _acts(self) -> list[Push]:
        found = [Push(tr("Back"), self.back, "arrow-left", tip=tr("Back (Escape)"))]
        if self.solution is not None:
            return [*found, Push(tr("Save…"), self.save, "save", strong=True), Push(tr("Play it"), self.play, "swords")]
        if self._work is None and not self.tried:
            found.append(Push(tr("Can it be done?"), self.prove, "check", strong=bool(self.goals)))
        return found

    def paint(self, canvas: pygame.Surface) -> None:
        canvas.fill(self.look.theme["backdrop"])
        teams = {team.id: n for n, team in enumerate(self.battle.teams)}
        cell = self.view.cell_at(self.battle.map, self.stage.mouse) if self.stage.pointed is None else None
        made = picture.scene_of(self._match, Aim(cell), Seen(), teams, True, (), Proof())
        tokens = tuple(replace(each, active=each.who == self.who) for each in made.tokens)
        lit = Patch(self.cells, ("lit",)) if self.cells else None
        self.view.paint(canvas, self.look, replace(made, tokens=tokens, lit=lit))
        super().paint(canvas)

    # the loop

    def due(self) -> float | None:
        return soonest(super().due(), 0.1 if self._work is not None else None)

    def tick(self) -> None:
        super().tick()
        work = self._work
        if work is None:
            return
        if self._share is not None and self._share.share != work.progress:
            self._share.show(work.progress)
            self.host.redraw()
        if work.done:
            self._work = None
            try:
                self.solution, self.tried = work.wait(), True
            except FlancoError as problem:
                self.toast(sentence(problem.message), "bad")
            self.build()

    def use(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            cell = self.view.cell_at(self.battle.map, event.pos)
            if cell is not None:
                there = occupant_of(self.battle, cell)
                if there is not None and there.id in able(self.battle):
                    self.act_for(there.id)
                else:
                    self.toggle_cell(cell)
        elif event.type == pygame.MOUSEMOTION:
            self.host.redraw()
        elif event.type == pygame.MOUSEWHEEL:
            self.view.zoom(self.battle.map, 1.18 ** event.y, self.stage.mouse)
            self.host.redraw()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.back()
        elif event.type == pygame.KEYDOWN and (event.key == pygame.K_F1 or event.unicode == "?"):
            menus.keys(self)
