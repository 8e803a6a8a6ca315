"""Where to stand, asked in a game: a heat map over every place that the active creature reaches, with the numbers of
the one that is pointed at. It is worked out in the background, can be given up, and never holds up a frame."""

from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np
import pygame
from numpy.typing import NDArray

from game.content.positions import stand_row
from game.errors import FlancoError
from game.insight.background import Work
from game.insight.stand import StandMap, stand_map
from game.rules.bodies import enemies_of
from game.rules.state import Battle
from game.texts import N_, language, sentence, text, tr
from game.view.mapview import figures
from game.view.widgets.form import Form, Push
from game.view.widgets.scroll import Scroll

if TYPE_CHECKING:
    from game.view.screens.play import PlayScreen

LOOK_SECONDS: Final = 0.05  # between two looks at the work
MEASURES: Final[tuple[tuple[str, str], ...]] = (  # what the heat map shows
    ("balance", N_("given less taken")), ("hit", N_("chance to hit")), ("expected", N_("damage given")),
    ("taken", N_("damage taken")),
)


class Standing:
    """What is asked, how far it is, and what was found."""

    def __init__(self, screen: "PlayScreen") -> None:
        self.screen = screen
        self.panel = Scroll(pygame.Rect(0, 0, 0, 0))
        self.panel.visible = False
        self.on = False
        self.target = ""  # one enemy; empty for all of them
        self.measure = 0
        self.work: Work[StandMap] | None = None
        self.found: StandMap | None = None
        self.layer = figures.HeatLayer()
        self._layer_of: tuple[StandMap | None, int] = (None, 0)
        self._of: tuple[Battle, str] | None = None  # the battle and the target that it is about

    # asking

    def toggle(self) -> None:
        """Ask it, about the enemy that is pointed at or about all; or no longer."""
        screen, who = self.screen, self.screen.match.active
        if self.on:
            self.close()
        elif who is None or who.cell is None:
            screen.toast(tr("It is nobody's turn"))
        elif screen.coach != "full":
            screen.toast(tr("The coach of this team does not tell odds"))
        else:
            pointed = screen.seen.occupant
            enemies = {each.id for each in enemies_of(screen.match.battle, who)}
            self.target = pointed.id if pointed is not None and pointed.id in enemies else ""
            self.on = True
            if screen.master.open:
                screen.master.toggle()
            screen.view.under = self.paint
        screen.host.redraw()

    def close(self) -> None:
        """No longer; what is worked out is given up."""
        if self.work is not None:
            self.work.stop()
        self.on, self.work, self.found, self._of = False, None, None, None
        self.screen.view.under = None
        self.panel.visible = False
        self.screen.forget_shown("standing")
        self.screen.host.redraw()

    def about(self, target: str) -> None:
        """Ask about another enemy, or about all."""
        self.target = target
        self.screen.host.redraw()

    def show(self, measure: int) -> None:
        """Another heat map."""
        self.measure = measure
        self.screen.host.redraw()

    def _ask(self) -> None:
        """Begin anew when the battle is another one."""
        screen = self.screen
        battle, who = screen.match.battle, screen.match.active
        if who is None or screen.coach != "full" or screen.master.open:
            self.close()
            return
        if self.target and self.target not in {each.id for each in enemies_of(battle, who)}:
            self.target = ""
        if self._of is not None and self._of[0] is battle and self._of[1] == self.target:
            return
        if self.work is not None:
            self.work.stop()
        target = self.target or None
        self.found, self._of = None, (battle, self.target)
        self.work = Work(lambda progress, stop: stand_map(battle, who.id, target, progress=progress, stop=stop))

    def due(self) -> float | None:
        """Seconds until the work is looked at again."""
        return LOOK_SECONDS if self.work is not None else None

    def tick(self) -> None:
        """Take what is there by now."""
        if not self.on:
            return
        self._ask()
        if self.work is None:
            return
        if self.work.done:
            work, self.work = self.work, None
            try:
                self.found = work.wait()
            except FlancoError as problem:
                self.close()
                self.screen.toast(sentence(problem.message))
        self.screen.host.redraw()

    # showing

    def values(self) -> NDArray[np.float64] | None:
        """(H, W) float64: what the heat map shows, NaN where nobody gets; None while it is not known."""
        return None if self.found is None else self._values(self.found)

    def _values(self, found: StandMap) -> NDArray[np.float64]:
        name = MEASURES[self.measure][0]
        shown = found.expected - found.taken if name == "balance" else (
            100 * found.hit if name == "hit" else getattr(found, name))
        return np.where(found.reachable, shown, np.nan)

    def paint(self, canvas: pygame.Surface) -> None:
        """The heat map, on the ground."""
        screen, found = self.screen, self.found
        if found is None or screen.why.past:
            return
        before = canvas.get_clip()
        canvas.set_clip(screen.view.area.clip(before))
        if self._layer_of[0] is not found or self._layer_of[1] != self.measure:
            self._layer_of = found, self.measure
        self.layer.paint(canvas, screen.view.camera, screen.look.theme, self._layer_of, lambda: self._values(found),
                         screen.look.scale.small, 0 if MEASURES[self.measure][0] == "hit" else 1)
        canvas.set_clip(before)

    def fill(self) -> None:
        """Make the panel anew if what it shows has changed."""
        screen, panel = self.screen, self.panel
        panel.visible = self.on and not screen.drawer_open
        if not panel.visible:
            return
        share = None if self.work is None else round(20 * self.work.progress)
        key = (screen.match.shown, self.target, self.measure, share, self.found is None, screen.aim.cell, screen.look,
               language())
        if not screen.is_new("standing", key):
            return
        free, scale = screen.view.area, screen.look.scale
        panel.clear()
        wide = min(scale.em(16), free.width // 2)
        panel.rect = pygame.Rect(free.left, free.top, wide, free.height)
        form = Form(panel, screen.look)
        form.title(tr("Where to stand"), "walking-boot")
        self._choices(form)  # first, so that they stay where they are while the numbers come and go
        if self.work is not None:
            form.words(tr(text("Working it out: {percent} %", percent=round(100 * self.work.progress))), "text")
        elif self.found is not None:
            self._numbers(form, self.found)
        high = form.top - panel.rect.top + scale.pad
        panel.rect.height = min(high, free.height)
        panel.fit(high)
        panel.refresh()

    def _choices(self, form: Form) -> None:
        """Against whom, and what the map shows; a click takes the next."""
        battle = self.screen.match.battle
        said = tr("against all enemies") if not self.target else tr(text("against {who}",
                                                                         who=battle[self.target].name))
        after = (self.measure + 1) % len(MEASURES)
        form.buttons([Push(said, self._next_target, "swords", tr("A click: the next enemy")),
                      Push(tr(MEASURES[self.measure][1]), partial(self.show, after), "eye",
                           tr("A click: another number")),
                      Push(tr("Close"), self.close, "check") if self.work is None else
                      Push(tr("Stop"), self.close, "trash-2")], stretch=True)

    def _next_target(self) -> None:
        who = self.screen.match.active
        if who is not None:
            ids = ["", *(each.id for each in enemies_of(self.screen.match.battle, who))]
            self.about(ids[(ids.index(self.target) + 1) % len(ids)] if self.target in ids else "")

    def _numbers(self, form: Form, found: StandMap) -> None:
        """What holds at the cell that is pointed at."""
        cell = self.screen.aim.cell
        if cell is None or not found.reachable[cell[1], cell[0]]:
            form.words(tr("Point at a lit square for its numbers."))
            return
        name, metres, attack, hit, given, taken, notes = stand_row(self.screen.match.battle, found, *cell)
        form.words(tr(text("{cell}, {metres} m away", cell=name, metres=metres)), "text", "bold")
        no_attack = found.attack[cell[1], cell[0]] < 0
        form.words(tr("No attack from there") if no_attack else tr(
            text("{attack}: {chance} to hit", attack=attack, chance=hit)), "text")
        form.words(tr(text("It does {given} on average, and takes {taken}.", given=given, taken=taken)), "text")
        if notes:
            form.words(notes)
