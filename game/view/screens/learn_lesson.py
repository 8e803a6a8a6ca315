"""A lesson on the screen: its steps beside the map, then its task, played as any game is."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import pygame

from game.errors import FlancoError
from game.learn.lessons import Lesson, next_lesson
from game.learn.progress import load_progress
from game.learn.reading import lessons
from game.learn.session import Session
from game.rules.actions import Action
from game.rules.dice import Dice
from game.rules.events import Event
from game.texts import N_, language, sentence, text, tr
from game.view.lesson_match import LessonMatch
from game.view.mapview.scene import Proof, Scene
from game.view.match import Thrown
from game.view.panels import lesson as panel
from game.view.panels.lesson import Told
from game.view.same import Same
from game.view.screens import learn_drawing, learn_page, menus, picture, reference
from game.view.screens.aiming import Aim, Seen
from game.view.screens.base import Host, nothing, soonest
from game.view.screens.layout import Places, places
from game.view.screens.learn_drawing import PART_SECONDS, Part
from game.view.screens.learn_noting import note
from game.view.screens.play import EMPTY, PlayScreen
from game.view.screens.settings import SettingsScreen
from game.view.settings import Coach
from game.view.widgets.form import Push
from game.view.widgets.scroll import Scroll

KEYS: Final = (
    (N_("PageDown"), N_("the next step; after the task, the next lesson")),
    (N_("Enter · Space"), N_("the same, on a page without a task or after it")),
    (N_("PageUp"), N_("the step before")),
    ("H", N_("a hint for the task")),
    *(each for each in menus.KEYS if each[0] not in (
        "PageUp · PageDown", "M", "F8", "F9", "F10", "B", "Ctrl+S · Ctrl+O")),
)
NOT_HERE: Final = (pygame.K_F8, pygame.K_F9, pygame.K_F10, pygame.K_m)  # what belongs to a table with a game master
NOT_HELD: Final = (pygame.K_s, pygame.K_o)
ON: Final = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)  # the strong button, where nothing else is to be done


class LessonScreen(PlayScreen):
    """One lesson. ``home`` leads back to the list of all."""

    match: LessonMatch
    at_table = False

    def __init__(self, host: Host, lesson: Lesson, home: Callable[[], None], session: Session | None = None) -> None:
        self.lesson, self.home = lesson, home
        self.panel = Scroll(EMPTY)
        self.since = host.now  # when the page was turned
        self.noted = False  # it is written down that the task is done
        self._parts: tuple[tuple[object, ...], tuple[Part, ...]] = ((), ())
        self._drawn = 0
        self.start = session or Session.of(lesson)
        super().__init__(host, LessonMatch.on(self.start))

    @property
    def session(self) -> Session:
        """How the lesson stands."""
        return self.match.session

    @property
    def acting(self) -> bool:
        """Whether the learner acts on this page: it has something to reach."""
        return bool(self.session.goals)

    @property
    def coach(self) -> Coach:
        return "full" if self.acting and not self.over else "off"

    # layout

    def arranged(self) -> Places:
        """The panel at the left, the map beside it; the action bar under both where there is something to do."""
        scale = self.look.scale
        gap, placed = scale.pad // 2, places(scale)
        room = scale.safe.inflate(-2 * gap, -2 * gap)
        wide = min(max(round(room.width * self.part_of_panel()), scale.em(15)), room.width // 2)
        low = placed.bar.top - gap if self.acting else room.bottom
        free = pygame.Rect(room.left + wide + gap, room.top, room.width - wide - gap, low - room.top)
        self.panel.rect = pygame.Rect(room.left, room.top, wide, low - room.top)
        return replace(placed, free=free, side=min(placed.side, free.width))

    def part_of_panel(self) -> float:
        """The part of the window's width that the panel takes."""
        return 0.3

    def build(self) -> None:
        before = self.view.area.copy()
        super().build()
        self.match.told = "digits"
        self.stage.panels = [self.panel, self.drawer, self.side, self.card, self.bar, self.last]
        self.strip.visible = False
        if before != self.view.area:
            self.view.fit(self.match.battle.map, self.look)

    @property
    def over(self) -> bool:
        """Whether the task is done, or can no longer be done."""
        return self.session.state in ("done", "missed")

    # pages

    def go_on(self) -> None:
        """The next page; after the task the next lesson; why not, where that cannot be."""
        if self.session.state == "done":
            self.next_lesson()
        elif (reason := self.session.why_not_next) is not None:
            self.toast(sentence(reason))
        else:
            self.turn_to(self.session.next())

    def go_back(self) -> None:
        """The page before."""
        if self.session.step:
            self.turn_to(self.session.back())

    def turn_to(self, session: Session) -> None:
        """Show another page, or the same one from its start."""
        self.match.take(session)
        self.aim, self.details, self.asked, self.lingering = Aim(), "", None, None
        self.banner = self.motion = None
        self.since, self.noted = self.host.now, False
        self.hush()
        self.build()
        self.refresh_aim()

    def again(self) -> None:
        """The task, or the page, from its start."""
        self.turn_to(self.session.again())

    def hint(self) -> None:
        """One hint more."""
        if not self.session.tasked:
            self.toast(tr("Hints are for the task at the end."))
        elif self.session.hints == len(self.session.task.hints):
            self.toast(tr("There are no more hints."))
        else:
            self.match.take(self.session.hint())
            self.host.redraw()

    def reveal(self) -> None:
        """The next action of the solution."""
        try:
            session = self.session.reveal()
        except FlancoError as problem:
            self.error(tr("That did not work"), problem)
            return
        self.match.take(session)
        self._after(())

    def next_lesson(self) -> None:
        """The next one that is not done; the list when all are."""
        shelf = lessons()
        later = next_lesson(shelf, load_progress().done)
        if later is None or later.id == self.lesson.id:
            self.home()
        else:
            self.begin(later)

    def begin(self, lesson: Lesson) -> None:
        """Another lesson, in the same way as this one."""
        self.host.show(type(self)(self.host, lesson, self.home))

    # doing

    def do(self, action: Action, dice: Dice | None = None, thrown: Thrown | None = None,
           then: Callable[[], None] | None = None) -> bool:
        if not self.acting:
            self.toast(tr("Read on first: your turn comes with the task."))
            return False
        return super().do(action, dice, thrown, then)

    def _after(self, events: tuple[Event, ...]) -> None:
        self.since = self.host.now
        super()._after(events)
        if self.session.state == "done" and not self.noted:
            self.noted = True
            self.note()

    def note(self) -> None:
        """Write down that the task is done."""
        note(self, lambda progress: progress.finished(self.lesson.id, self.session.hints, self.session.tries))

    def tell_victory(self, team: str) -> None:
        """The panel says how the task stands; nothing lies over it."""

    # drawing

    def parts(self) -> tuple[Part, ...]:
        """What is drawn on the map, in the order in which it appears."""
        session = self.session
        key = (Same(session), language())
        if self._parts[0] != key:
            self._parts = (key, self._new_parts(session))
        return self._parts[1]

    def _new_parts(self, session: Session) -> tuple[Part, ...]:
        found = learn_drawing.parts_of(session.drawings, session.game.battle, self.teams)
        if session.goals and session.game.done:
            found += learn_drawing.parts_of_verdict(session.verdict, session.game.battle, self.teams,
                                                    session.would_do if session.state == "missed" else None)
        return found

    def drawn(self) -> int:
        """How many parts are there by now."""
        if not self.host.settings.animations:
            return len(self.parts())
        return min(len(self.parts()), 1 + int((self.host.now - self.since) / PART_SECONDS))

    def scene(self) -> Scene:
        if (asked := self.why.scene()) is not None:
            return asked
        aiming = self.seen.sheet is not None or self.seen.area is not None or bool(self.seen.path)
        if self.acting and not self.over:
            made = super().scene()
        else:
            aim = Aim(self.aim.cell, by_keyboard=self.aim.by_keyboard)
            made, aiming = picture.scene_of(self.match, aim, Seen(), self.teams, self.every_name, (), Proof()), False
        return made if aiming else learn_drawing.onto(made, self.parts()[:self.drawn()])

    def _fill_panels(self) -> None:
        super()._fill_panels()
        for each in (self.card, self.bar):
            each.visible = self.acting and not self.over
        self.last.visible = self.acting and not self.look.scale.narrow
        low = self.card.rect if self.acting and self.over else self.view.area  # what was under the panel is gone
        self.panel.rect.height = low.bottom - self.panel.rect.top
        if self.is_new("lesson", (Same(self.session), self.noted, self.look, language())):
            self.fill_panel()

    def _fill_bar(self) -> None:
        super()._fill_bar()
        if self.over:
            self.acts = []

    def fill_panel(self) -> None:
        """Make the panel of the lesson anew."""
        panel.fit(self.panel, self.look, self.told(), partial(reference.read, self))

    def told(self) -> Told:
        """What the panel says."""
        session, lesson = self.session, self.lesson
        name = tr(lesson.name)
        if not lesson.own:
            name = f"{lesson.number} · {name}"
        place = tr(text("{step} of {count}", step=session.step + 1, count=len(lesson.steps) + 1))
        return Told(name, place, tr(session.text), session.page.rules, self._said(),
                    [tr(each) for each in session.hinted] if session.tasked else [], self._acts(), self._turns())

    def _said(self) -> list[tuple[str, str, str]]:
        """How the page stands, once something was done on it."""
        session = self.session
        if not session.goals or not session.game.done:
            return []
        if session.met:
            reasons = dict.fromkeys(sentence(each.feedback) for each in session.verdicts)
            return [("good", "check", tr("Done!")), *(("text", "eye", each) for each in reasons)]
        verdict = session.verdict
        known = () if verdict.proof is None else verdict.proof.reasons
        more = known[1:2] if verdict.feedback in known[:1] else ()  # what would be needed, or what it does
        said = [("text", "eye", sentence(verdict.feedback))]
        said += [("muted", "circle-help", sentence(each)) for each in more]
        if session.state == "missed":
            turns = session.game.battle.phase != "over"
            why = tr("The turns of this task are over.") if turns else tr("The fight is over before the task is done.")
            return [("warn", "triangle-alert", why), *said]
        return said

    def _acts(self) -> list[Push]:
        """The buttons of the page."""
        session, found = self.session, []
        if session.goals and session.game.done:
            found.append(Push(tr("Again"), self.again, "history", strong=session.state == "missed"))
            if session.state == "open":
                found.append(Push(tr("Undo"), self.undo, "undo-2", tip=tr("Undo (Ctrl+Z)")))
        if session.tasked and session.state != "done":
            if session.hints < len(session.task.hints):
                found.append(Push(tr("Hint"), self.hint, "graduation-cap", tip=tr("A hint (H)")))
            elif session.task.solution:
                found.append(Push(tr("Show me"), self.reveal, "eye", tip=tr("Does the next action of the solution")))
        return found

    def _turns(self) -> list[Push]:
        """Back, and on; the menu."""
        session = self.session
        last = self.after_said() if session.state == "done" else tr("Next")
        found = [Push("", self.open_menu, "menu", tip=tr("Menu (Escape)")),
                 Push("", self.go_back, "arrow-left", tip=tr("The step before (PageUp)"), enabled=session.step > 0)]
        if not session.tasked or session.state == "done":
            found.append(Push(last, self.go_on, "play", tip=tr("On (PageDown)"), strong=session.met))
        return found

    def open_menu(self) -> None:
        self.menu([
            (self.stay_said(), "play", nothing),
            (tr("From the start"), "history", lambda: self.turn_to(self.start)),
            *([(tr("To the task"), "flag", self.to_the_task)] if self.lesson.steps else []),
            (self.home_said(), "graduation-cap", self.home),
            (tr("Page for print"), "copy", self.print_page),
            (tr("Rules"), "scroll-text", lambda: reference.search(self)),
            (tr("Keys"), "keyboard", self.open_keys),
            (tr("Settings"), "settings", lambda: SettingsScreen.over(self)),
            (tr("Full screen"), "maximize", self.host.toggle_full_screen),
            (tr("Back to the title"), "house", self.host.show_title),
        ])

    def to_the_task(self) -> None:
        """The task, the steps skipped."""
        self.turn_to(Session.on_the_task(self.lesson))

    def print_page(self) -> None:
        """A page of this task."""
        learn_page.keep_page(self, tr(self.lesson.name), self.lesson.id, [self.lesson])

    def after_said(self) -> str:
        """What comes after the task is called."""
        later = next_lesson(lessons(), {*load_progress().done, self.lesson.id})
        return self.home_said() if later is None else tr("Next lesson")

    def stay_said(self) -> str:
        """What leads from the menu back here is called."""
        return tr("Back to the lesson")

    def home_said(self) -> str:
        """What leads back to the list is called."""
        return tr("All lessons")

    def open_keys(self) -> None:
        """The keys of this screen."""
        menus.keys(self, KEYS)

    # the loop

    def due(self) -> float | None:
        waits = [super().due()]
        if self.drawn() < len(self.parts()):
            waits.append(max(0.0, self.since + self.drawn() * PART_SECONDS - self.host.now))
        return soonest(*waits)

    def tick(self) -> None:
        super().tick()
        if self.drawn() != self._drawn:
            self._drawn = self.drawn()
            self.host.redraw()

    def use(self, event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and self.takes_key(event):
            return
        super().use(event)

    def takes_key(self, event: pygame.event.Event) -> bool:
        """Whether a key is one of the lesson's own, or is not for lessons."""
        acts: dict[int, Callable[[], None]] = {
            pygame.K_PAGEDOWN: self.go_on, pygame.K_PAGEUP: self.go_back, pygame.K_h: self.hint,
            pygame.K_F1: self.open_keys}
        held = bool(event.mod & pygame.KMOD_CTRL)
        if event.key in ON and (self.over or not self.acting):
            if self.session.state != "missed":
                self.go_on()
            elif event.key != pygame.K_SPACE:  # which has just ended the turn: what is said is still to be read
                self.again()
            return True
        if event.key in (pygame.K_PAGEDOWN, pygame.K_PAGEUP) and self.aim.option is not None and (
                self.deeds.lift(1 if event.key == pygame.K_PAGEUP else -1)):
            return True
        if event.key in acts and not held:
            acts[event.key]()
            return True
        if event.unicode == "?":
            self.open_keys()
            return True
        return event.key in NOT_HERE or (held and event.key in NOT_HELD)
