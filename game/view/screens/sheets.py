"""The panel over the map's side: the sheet of an attack, or of a creature, out of the way of what is pointed at."""

import math
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.rules.bodies import side_of
from game.rules.state import Combatant
from game.texts import language, sentence, text, tr
from game.view import story
from game.view.match import SPOKEN
from game.view.offers import Option, option_name, power_of
from game.view.panels import aimed, creature, foot, log, sheet
from game.view.panels.sheet import Reason, Writer
from game.view.screens import aiming, areas, word
from game.view.screens.aiming import Seen
from game.view.screens.areas import AreaSeen
from game.view.screens.coach import dimmed
from game.view.screens.things import PowerSeen, ThingSeen
from game.view.screens.why import OfSheet

if TYPE_CHECKING:
    from game.view.screens.play import PlayScreen


MAP_SHARE = 0.4  # of the map's width that stays in sight beside the log and a sheet
SHEET_SHARE = 0.64  # of the log's column that a sheet above the log may take


class Sheets:
    """Fills the side panel of the Play screen, and shares the map's right side between it and the log."""

    def __init__(self, screen: "PlayScreen") -> None:
        self.screen = screen
        self.corner = (-10**6, -10**6)  # where the panel was put
        self._above = False

    @property
    def column(self) -> pygame.Rect:
        """Where the log opens."""
        screen, area = self.screen, self.screen.view.area
        wide = min(max(screen.places.side, screen.look.scale.em(20)), round(area.width * (1 - MAP_SHARE)))
        return pygame.Rect(area.right - wide, area.top, wide, area.height)

    @property
    def clear(self) -> pygame.Rect:
        """The part of the map beside the log."""
        screen, area = self.screen, self.screen.view.area
        left = self.column.left if screen.drawer_open else area.right
        return pygame.Rect(area.left, area.top, left - area.left, area.height)

    @property
    def beside(self) -> pygame.Rect:
        """The larger part of the map that neither the log nor the sheet covers; too little of it counts as none."""
        area, over = self.clear, self.screen.side.rect
        if not self.screen.side.visible or not over.colliderect(area):
            return area
        left, right = over.left - area.left, area.right - over.right
        if max(left, right) < self.screen.look.scale.em(10):
            return area
        return pygame.Rect(area.left if left >= right else over.right, area.top, max(left, right), area.height)

    @property
    def above_log(self) -> bool:
        """Whether the panel stands above the log: beside it, too little of the map would be in sight."""
        screen, area = self.screen, self.screen.view.area
        taken = self.column.width + screen.look.scale.pad + screen.places.side
        return screen.drawer_open and area.width - taken < MAP_SHARE * area.width

    def fill(self) -> None:
        """Make the panel anew if what it shows has changed; the log takes what it leaves."""
        if self._above != self.above_log:
            self._above = not self._above
            self.screen.forget_shown("side")
        self._fill()
        if self.screen.drawer_open:
            self._fill_log()

    def _fill_log(self) -> None:
        screen, rect = self.screen, self.column
        if self._above and screen.side.visible:
            top = screen.side.rect.bottom + screen.look.scale.pad // 2
            rect = pygame.Rect(rect.left, top, rect.width, rect.bottom - top)
        if screen.is_new("drawer", (screen.match.shown, language(), screen.look, rect.width)):
            screen.drawer.rect = rect
            log.fill_drawer(screen.drawer, screen.look, story.rows_of(screen.match.shown), screen.why.row)
        elif screen.drawer.rect != rect:
            log.move_drawer(screen.drawer, screen.look, rect, screen.asked is not None)

    def _fill(self) -> None:
        screen = self.screen
        panel, seen = screen.side, dimmed(screen.on_sheet, screen.coach)
        asked = screen.why.answer()
        attack = seen.sheet is not None and seen.sheet.target != screen.details
        panel.visible = bool(asked or attack or seen.area or seen.thing or seen.power or screen.details)
        if not panel.visible:
            screen.forget_shown("side")
            return
        if asked is not None:
            self._why()
        elif seen.area is not None:
            self._area(seen.area, seen)
        elif seen.thing is not None:
            self._thing(seen.thing, seen)
        elif seen.power is not None:
            self._power(seen.power, seen)
        elif attack:
            self._attack(seen)
        elif screen.is_new("side", (screen.match.shown, screen.details, screen.look, language())):
            self._creature(screen.match.battle[screen.details])
        self._away_from(seen.occupant)

    def _fitted(self, *ways: Callable[[], int]) -> None:
        """Make the panel as high as it needs, in the first way of making it that finds room; the last one scrolls."""
        side, most = self.screen.side, self.screen.view.area.height
        if self._above:
            most = round(most * SHEET_SHARE)
        for make in ways:
            self._make_room()
            high = make()
            if high <= most:
                break
        side.rect.height = min(high, most)
        side.fit(high)

    def _why(self) -> None:
        screen = self.screen
        if screen.is_new("side", (screen.match.shown, screen.asked, screen.look, language())):
            self._fitted(screen.why.fill)

    def _area(self, seen: AreaSeen, whole: Seen) -> None:
        screen, option = self.screen, whole.option
        if option is None or not screen.is_new("side", (*self._common(option), seen, screen.aim.draft.locked)):
            return
        told = screen.coach == "full"
        odds = [screen.match.power_odds(id, option) if told else None for id in seen.inside]
        foot = self._foot(option) if seen.power is not None and screen.coach != "off" else None
        def make(brief: bool) -> int:
            return aimed.area(screen.side, screen.look, screen.match.battle, option_name(option), seen, screen.teams,
                              odds, self._hint(option, seen), brief, foot)

        self._fitted(partial(make, False), partial(make, True))

    def _hint(self, option: Option, seen: AreaSeen) -> str:
        """What the next click does."""
        screen, draft = self.screen, self.screen.aim.draft
        form = areas.form_of(screen.match, option)
        if form == "free":
            return tr("Click squares, then do it")
        if seen.power is not None and seen.power.picks and draft.locked is not None:
            return tr(text("Click up to {count} of those inside, then do it", count=seen.power.picks))
        if areas.waits(screen.match, option) and draft.locked is None:
            return tr("Click where it starts, or drag from there") if areas.points(screen.match, option) else tr(
                "Click to choose where it starts")
        return tr("Click to do it")

    def _thing(self, seen: ThingSeen, whole: Seen) -> None:
        screen, option = self.screen, whole.option
        if option is not None and screen.is_new("side", (*self._common(option), seen)):
            self._fitted(lambda: aimed.breaking(screen.side, screen.look, screen.match.battle, option_name(option),
                                                seen, screen.coach == "full"))

    def _power(self, seen: PowerSeen, whole: Seen) -> None:
        screen, option = self.screen, whole.option
        if option is not None and screen.is_new("side", (*self._common(option), seen)):
            odds = screen.match.power_odds(seen.target, option) if screen.coach == "full" else None
            self._fitted(lambda: aimed.power(screen.side, screen.look, screen.match.battle, seen, screen.teams, odds,
                                             self._foot(option)))

    def _common(self, option: Option) -> tuple[object, ...]:
        """What every sheet of something that is aimed depends on."""
        screen = self.screen
        return screen.match.shown, option.key, screen.match.word, screen.coach, screen.look, language()

    def _foot(self, option: Option) -> Callable[[Writer], None] | None:
        """The GM's word on a roll, and the ways to roll; None for what makes no roll."""
        screen, power = self.screen, power_of(self.screen.match.battle, option.action)
        if not isinstance(option.action, SPOKEN) or (power is not None and power.attack == "none"):
            return None
        made = foot.Foot(screen.match.word, lambda by: word.change(screen, by), lambda: word.ask(screen),
                         screen.deeds.roll, screen.deeds.roll_real)
        return lambda writer: foot.fill(writer, made)

    def _attack(self, seen: Seen) -> None:
        screen, option = self.screen, seen.option
        if seen.sheet is None or option is None or not screen.is_new("side", (*self._common(option), seen.sheet)):
            return
        reason = aiming.refusal(screen.match, seen.sheet, option)
        said, offered = sentence(reason or ""), seen.sheet
        chances = screen.match.odds(seen.sheet, option) if reason is None else None
        surprise = screen.match.surprise(seen.sheet, option) if reason is None else None
        def make(brief: bool) -> int:
            return sheet.fill(screen.side, screen.look, screen.match.battle, offered, screen.teams, said, brief,
                              chances, surprise, screen.coach == "full", self._foot(option),
                              screen.why.here if screen.coach == "full" else None)

        self._fitted(partial(make, False), partial(make, True))
        for each in screen.side.walk():
            if isinstance(each, Reason):
                each.act = lambda modifier: screen.why.ask(OfSheet(offered, modifier))

    def _creature(self, who: Combatant) -> None:
        screen = self.screen
        self._fitted(lambda: creature.fill(screen.side, screen.look, screen.match.battle, who,
                                           screen.teams.get(who.team, 0)))

    def _make_room(self) -> None:
        area, wide = self.screen.view.area, self.column.width if self._above else self.screen.places.side
        self.screen.side.rect = pygame.Rect(area.right - wide, area.top, wide, area.height)

    def _away_from(self, who: Combatant | None) -> None:
        """Put the panel into the first corner where it hides neither the creature pointed at nor the active one,
        beginning at the upper right; where a wide area leaves none, into the one where it hides the least of it."""
        screen = self.screen
        if self._above:
            self._move_to(self.column.topleft)
            return
        area, panel, battle = screen.view.area, screen.side.rect, screen.match.battle
        air = screen.look.scale.em(3)  # for the name and the chip of the one that is pointed at
        lit: list[pygame.Rect] = []
        shown = [screen.view.camera.rect(each.cell, side_of(battle, each)).inflate(more, more)
                 for each, more in ((who, air), (screen.match.active, 0)) if each is not None and each.cell is not None]
        right = area.right - self.column.width - screen.look.scale.pad if screen.drawer_open else area.right
        rights = (max(right - panel.width, area.left), area.left)
        corners = [(x, y) for y in (area.top, area.bottom - panel.height) for x in rights]
        if screen.seen.area is not None and screen.seen.area.cells:
            lit = [screen.view.camera.rect(each) for each in screen.seen.area.cells]
            shown[:0] = [lit[0].unionall(lit[1:])]
        if self._held(panel):
            corners = [min(corners, key=lambda each: math.dist(each, self.corner))]
        free = [each for each in corners if pygame.Rect(each, panel.size).collidelist(shown[:1]) < 0]
        clear = [each for each in free if pygame.Rect(each, panel.size).collidelist(shown) < 0]

        def hidden(corner: tuple[int, int]) -> int:
            """Pixels of the area that lie under the panel."""
            clipped = (pygame.Rect(corner, panel.size).clip(each) for each in lit)
            return sum(each.width * each.height for each in clipped)

        self._move_to((clear or free or sorted(corners, key=hidden))[0])

    def _move_to(self, corner: tuple[int, int]) -> None:
        side = self.screen.side
        if corner != side.rect.topleft:
            shift = (corner[0] - side.rect.left, corner[1] - side.rect.top)
            for widget in side.walk():
                widget.rect.move_ip(shift)
            side.refresh()
        self.corner = corner

    def _held(self, panel: pygame.Rect) -> bool:
        """Whether the mouse is on the panel, not only where it would come to lie: it stays in its corner then."""
        screen, widget = self.screen, self.screen.stage.pointed
        while widget is not None and widget is not screen.side:
            widget = widget.parent
        there = pygame.Rect(self.corner, panel.size).collidepoint(screen.stage.mouse)
        return there and widget is not None and not screen.aim.by_keyboard and screen.lingering is None
