"""The panel over the map's side: the sheet of an attack, or of a creature, out of the way of what is pointed at."""

from typing import TYPE_CHECKING

import pygame

from game.rules.bodies import side_of
from game.rules.state import Combatant
from game.texts import language, sentence
from game.view.panels import creature, sheet
from game.view.screens import aiming

if TYPE_CHECKING:
    from game.view.screens.play import PlayScreen


class Sheets:
    """Fills the side panel of the Play screen."""

    def __init__(self, screen: "PlayScreen") -> None:
        self.screen = screen

    def fill(self) -> None:
        """Make the panel anew if what it shows has changed."""
        screen = self.screen
        panel, seen = screen.side, screen.seen
        attack = seen.sheet is not None and seen.sheet.target != screen.details
        panel.visible = attack or bool(screen.details)
        if not panel.visible:
            screen.forget_shown("side")
            return
        if attack:
            self._attack()
        elif screen.is_new("side", (screen.match.game, screen.details, screen.look, language())):
            self._creature(screen.match.battle[screen.details])
        self._away_from(seen.occupant)

    def _attack(self) -> None:
        screen, seen = self.screen, self.screen.seen
        if seen.sheet is None or not screen.is_new("side", (screen.match.game, seen.sheet, screen.look, language())):
            return
        reason = aiming.refusal(screen.match, seen.sheet)
        said, area = sentence(reason or ""), screen.view.area
        for columns in (1, 2):
            self._make_room(columns)
            high = sheet.fill(screen.side, screen.look, screen.match.battle, seen.sheet, screen.teams, said, columns)
            if high <= area.height:
                break
        screen.side.rect.height = min(high, area.height)

    def _creature(self, who: Combatant) -> None:
        screen = self.screen
        self._make_room(1)
        high = creature.fill(screen.side, screen.look, screen.match.battle, who, screen.teams.get(who.team, 0))
        screen.side.rect.height = min(high, screen.view.area.height)

    def _make_room(self, columns: int) -> None:
        area, scale = self.screen.view.area, self.screen.look.scale
        wide = max(round(scale.width * 0.27), scale.em(23)) if columns == 1 else min(area.width, scale.em(38))
        self.screen.side.rect = pygame.Rect(area.right - wide, area.top, wide, area.height)

    def _away_from(self, who: Combatant | None) -> None:
        """Put the panel into the first corner where it hides neither the creature pointed at nor the active one,
        beginning at the upper right."""
        screen = self.screen
        area, panel, battle = screen.view.area, screen.side.rect, screen.match.battle
        shown = [screen.view.camera.rect(each.cell, side_of(battle, each)) for each in (who, screen.match.active)
                 if each is not None and each.cell is not None]
        rights = (area.right - panel.width, area.left)
        corners = [(x, y) for y in (area.top, area.bottom - panel.height) for x in rights]
        free = [each for each in corners if pygame.Rect(each, panel.size).collidelist(shown[:1]) < 0]
        clear = [each for each in free if pygame.Rect(each, panel.size).collidelist(shown) < 0]
        x, y = (clear or free or corners)[0]
        if (x, y) != panel.topleft:
            shift = (x - panel.left, y - panel.top)
            for widget in screen.side.walk():
                widget.rect.move_ip(shift)
            screen.side.refresh()
