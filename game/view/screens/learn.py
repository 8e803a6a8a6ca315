"""Learn: the path of the lessons, and the way to quiz, puzzles and rules."""

from collections.abc import Callable

import pygame

from game.learn.files import few
from game.learn.lessons import Lesson, Shelf, missing, next_lesson
from game.learn.progress import load_progress
from game.learn.reading import lessons
from game.texts import sentence, text, tr
from game.view.panels.path import Path
from game.view.screens import learn_page, menus, reference
from game.view.screens.awaited import Awaited, AwaitingScreen
from game.view.screens.base import Host, Screen
from game.view.screens.learn_class import ClassScreen
from game.view.screens.learn_class_quiz import ClassQuizScreen
from game.view.screens.learn_lesson import LessonScreen
from game.view.screens.learn_puzzles import PuzzlesScreen
from game.view.screens.learn_quiz import QuizScreen
from game.view.screens.settings import ARROWS
from game.view.widgets.base import Widget
from game.view.widgets.form import Form, Push
from game.view.widgets.listing import Row
from game.view.widgets.scroll import Scroll


class LearnScreen(AwaitingScreen):
    """All lessons, those of the teacher's own among them."""

    def __init__(self, host: Host, before_class: bool = False) -> None:
        super().__init__(host)
        self.before_class = before_class  # lessons open as a class sees them
        self.read: Awaited[Shelf] = Awaited(lambda progress: lessons(progress=progress))
        self._shipped = lessons(own=False)
        self.progress = load_progress()
        self.body = Scroll(pygame.Rect(0, 0, 0, 0), ground="")
        if self.progress.notice is not None:
            self.toast(sentence(self.progress.notice))

    @property
    def shelf(self) -> Shelf:
        """All lessons; until the teacher's own are read, those that ship with the program."""
        return self.read.found or self._shipped

    @classmethod
    def over(cls, screen: Screen) -> None:
        """Show it in the place of another screen."""
        screen.host.show(cls(screen.host))

    def home(self) -> None:
        """This screen anew."""
        self.host.show(LearnScreen(self.host, self.before_class))

    def toggle_class(self) -> None:
        """Lessons open for a class from now on, or for one learner."""
        self.before_class = not self.before_class
        self.build()

    def build(self) -> None:
        scale = self.look.scale
        self.body.rect = scale.safe.inflate(-scale.em(1), -scale.em(1))
        self.stage.panels = [self.body]
        self.stage.forget()
        self.body.clear()
        form = Form(self.body, self.look)
        form.title(tr("Learn"), "graduation-cap")
        form.buttons(self.ways())
        form.skip()
        self._lessons(form)
        if self.read.found is None:
            self.read.fill(form, tr("Your own lessons are being read."))
        for said in few(self.shelf.faults):
            form.words(said, "bad", small=True)
        form.finish()
        self._focus_next()
        self.host.redraw()

    def ways(self) -> list[Push]:
        """The buttons over the lessons."""
        return [
            Push(tr("Title"), self.host.show_title, "arrow-left", tip=tr("Back (Escape)")),
            Push(tr("Quiz"), self.quiz, "circle-help"),
            Push(tr("Puzzles"), self.puzzles, "search"),
            Push(tr("Class mode"), self.toggle_class, "projector", chosen=self.before_class,
                 tip=tr("Lessons open large and light, for PageDown, PageUp and B, with a vote")),
            Push(tr("Page for print"), self.print_page, "copy",
                 tip=tr("All tasks with pictures as an HTML file, the answers apart")),
            Push(tr("Rules"), lambda: reference.search(self), "scroll-text"),
        ]

    @property
    def next(self) -> Lesson | None:
        """The lesson to do now."""
        return next_lesson(self.shelf, self.progress.done)

    def _lessons(self, form: Form) -> None:
        some = tuple(self.shelf.lessons.values())
        if not some:
            form.words(tr("There are no lessons."))
            return
        scale, chosen = self.look.scale, self.next
        across = Path.columns(some)
        if (form.room - scale.em(1.6) * (across - 1)) // across < scale.em(14):
            form.rows([self._row(each) for each in some], lambda n: self.begin(some[n]),
                      marked=some.index(chosen) if chosen is not None else 0)
            return
        form.put(Path(pygame.Rect(form.left, form.top, form.room, 0), self.look, some, self.progress.done,
                      chosen.id if chosen is not None else "", self.begin))

    def _row(self, lesson: Lesson) -> Row:
        """A lesson where there is no room for the path."""
        lacks = [tr(self.shelf.lessons[id].name) for id in missing(lesson, self.progress.done)
                 if id in self.shelf.lessons]
        detail = tr(text("Easier after: {names}", names=", ".join(lacks))) if lacks else tr(lesson.text)
        name = tr(lesson.name) if lesson.own else f"{lesson.number} · {tr(lesson.name)}"
        return Row(name, detail, "check" if lesson.id in self.progress.done else "graduation-cap")

    def _focus_next(self) -> None:
        """Enter begins the lesson to do now."""
        self.stage.set_focus(self._first())

    def _first(self) -> Widget | None:
        path = next((each for each in self.body.walk() if isinstance(each, Path)), None)
        if path is not None and self.next is not None:
            return path.nodes[self.next.id]
        return next((each for each in reversed(self.body.children) if each.focusable), None)

    def begin(self, lesson: Lesson) -> None:
        """Open a lesson."""
        kind = ClassScreen if self.before_class else LessonScreen
        self.when_ready(lambda: self.host.show(kind(self.host, lesson, self.home)))

    def quiz(self) -> None:
        """Questions about positions."""
        kind = ClassQuizScreen if self.before_class else QuizScreen
        self.when_ready(lambda: self.host.show(kind(self.host, self.home)))

    def puzzles(self) -> None:
        """The list of puzzles."""
        self.when_ready(lambda: self.host.show(PuzzlesScreen(self.host, self.home)))

    def print_page(self) -> None:
        """A page of all lessons."""
        self.when_ready(lambda: learn_page.keep_page(self, tr("Lessons"), "lessons", self.shelf.lessons.values()))

    def when_ready(self, act: Callable[[], None]) -> None:
        """Do it; while the program is still being prepared, say so."""
        if self.host.progress() is None:
            act()
        else:
            self.toast(tr("One moment: the program is still being prepared."))

    def use(self, event: pygame.event.Event) -> None:
        if event.type != pygame.KEYDOWN:
            return
        if event.key == pygame.K_ESCAPE:
            self.host.show_title()
        elif event.key == pygame.K_F1 or event.unicode == "?":
            menus.keys(self)
        elif event.key in ARROWS:
            self.stage.focus_towards(*ARROWS[event.key])
            self.host.redraw()
        elif event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.body.page(1 if event.key == pygame.K_PAGEDOWN else -1)
            self.host.redraw()
