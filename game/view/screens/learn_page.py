"""The page for print: lessons and puzzles with their pictures, as an HTML file in the user's folder; made one after the
other while the window stays awake."""

from collections.abc import Iterable
from pathlib import Path

import pygame

from game.content.saves import write_whole
from game.errors import FlancoError, SaveError
from game.insight.background import Work
from game.learn.lessons import Lesson
from game.learn.page import Entry, lesson_entry, page, puzzle_entry
from game.learn.puzzles import Puzzle, Solution, solve
from game.learn.session import Session, play
from game.paths import user_data
from game.texts import text, tr
from game.view.render import png_of
from game.view.screens.base import Screen
from game.view.screens.naming import free_path
from game.view.widgets.form import Form, Push
from game.view.widgets.scroll import Scroll
from game.view.widgets.share import Share


def pages_folder() -> Path:
    """Where pages for print are written; it may not exist yet."""
    return user_data() / "pages"


def keep_page(screen: Screen, title: str, name: str, some: Iterable[Lesson | Puzzle]) -> None:
    """Write the page of some lessons and puzzles, in the language in force, and say where it is."""
    screen.host.show(PageScreen(screen, title, name, some))


class PageScreen(Screen):
    """A page being made. The screen ``under`` comes back after it."""

    def __init__(self, under: Screen, title: str, name: str, some: Iterable[Lesson | Puzzle]) -> None:
        super().__init__(under.host)
        self.under, self.title, self.name = under, title, name
        self.some = tuple(some)
        self.entries: list[Entry] = []
        self._work: Work[Solution] | None = None  # the solution of the puzzle that is next
        self._begun = False  # the screen has been seen
        self.panel = Scroll(pygame.Rect(0, 0, 0, 0))
        self.share: Share | None = None

    def build(self) -> None:
        scale = self.look.scale
        self.panel.rect = pygame.Rect(0, 0, min(scale.em(30), scale.safe.width), scale.em(8))
        self.panel.rect.center = scale.safe.center
        self.stage.panels = [self.panel]
        self.stage.forget()
        self.panel.clear()
        form = Form(self.panel, self.look)
        form.title(tr("Page for print"), "copy")
        self.share = Share(pygame.Rect(0, 0, form.room, form.gap * 2), self._done)
        form.put(self.share)
        form.skip()
        form.buttons([Push(tr("Stop"), self.stop)])
        form.finish()
        self.host.redraw()

    @property
    def _done(self) -> float:
        """The share that is done."""
        begun = self._work.progress if self._work is not None else 0.0
        return (len(self.entries) + begun) / max(len(self.some), 1)

    def stop(self) -> None:
        """Nothing is written."""
        if self._work is not None:
            self._work.stop()
        self.host.show(self.under)

    def leave(self) -> FlancoError | None:
        if self._work is not None:
            self._work.stop()
        return self.under.leave()

    # making it

    def due(self) -> float | None:
        return 0.05 if self._work is not None else 0.0

    def tick(self) -> None:
        """An entry more, each in a turn of the loop."""
        super().tick()
        if not self._begun:
            self._begun = True
            return
        if len(self.entries) == len(self.some):
            self._write()
            return
        self._next(self.some[len(self.entries)])
        if self.share is not None:
            self.share.show(self._done)
            self.host.redraw()

    def _next(self, each: Lesson | Puzzle) -> None:
        if isinstance(each, Lesson):
            played = play(Session.on_the_task(each), each.task.solution).session.game.battle
            self.entries.append(lesson_entry(each, png_of(each.battle), png_of(played) if each.task.solution else b""))
        elif self._work is None:
            self._work = Work(lambda progress, stop: solve(each, progress, stop))
        elif self._work.done:
            work, self._work = self._work, None
            try:
                self.entries.append(_puzzle(each, work.wait()))
            except FlancoError as problem:
                self.host.show(self.under)
                self.under.error(tr("The page could not be written"), problem)

    def _write(self) -> None:
        path, under = free_path(pages_folder() / f"{self.name}.html"), self.under
        self.host.show(under)
        try:
            write_whole(path, page(self.title, self.entries))
        except SaveError as problem:
            under.error(tr("The page could not be written"), problem)
            return
        under.tell(tr("Page for print"), tr(text("Open this file in a browser and print it: {file}", file=str(path))))

    def paint(self, canvas: pygame.Surface) -> None:
        canvas.fill(self.look.theme["backdrop"])
        super().paint(canvas)

    def use(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.stop()


def _puzzle(each: Puzzle, found: Solution | None) -> Entry:
    after = found.game if found is not None else None
    if after is not None and after.done and after.past[-1].dice:
        after = after.undo()  # what dice would make of it is not told
    return puzzle_entry(each, found, png_of(each.battle), png_of(after.battle) if after is not None else b"")
