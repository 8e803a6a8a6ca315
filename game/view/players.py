"""What the players see on a screen of their own: strip, map, sheet, banner and one line of the log; no buttons.

It shows the game of a Play screen from the players' side, whatever that screen shows, with a camera of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pygame

from game.insight.narrate import team_name
from game.rules.bodies import side_of
from game.rules.events import TurnBegan
from game.rules.history import Game
from game.rules.players import is_enemy
from game.rules.state import Battle
from game.spatial.grid import Cell, Grid
from game.texts import language, sentence, text, tr
from game.view import fonts, story
from game.view.mapview.motion import NOTHING_MOVES, Motion, motion_of
from game.view.mapview.scene import MapView, Scene
from game.view.match import Match
from game.view.offers import option_name
from game.view.panels import aimed, sheet, strip
from game.view.screens import aiming, coach, picture
from game.view.screens.aiming import Aim, Seen
from game.view.widgets.base import Look, Panel
from game.view.widgets.label import Label

if TYPE_CHECKING:
    from game.view.screens.play import PlayScreen
    from game.view.screens.pointing import Pointing

BANNER_SECONDS = 1.2
FRAME_SECONDS = 1 / 60  # between the pictures of what moves
ZOOM = 1.15
EMPTY = pygame.Rect(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Banner:
    """Words over the map, in a team's colour, until a moment."""

    said: str
    team: int
    until: float


def paint_banner(canvas: pygame.Surface, look: Look, area: pygame.Rect, banner: Banner) -> None:
    """Draw a banner at the top of an area, in the largest letters that its width allows."""
    scale, theme = look.scale, look.theme
    room = area.width - scale.em(3)
    sizes = (scale.em(2.2), scale.large, scale.body)
    px = next((each for each in sizes if fonts.width(banner.said, each, "bold") <= room), scale.body)
    ink = fonts.render(fonts.shorten(banner.said, px, room, "bold"), px, theme["text"], "bold")
    spot = ink.get_rect().inflate(scale.em(3), scale.pad * 2)
    spot.midtop = (area.centerx, area.top + min(scale.em(2), max(0, area.height - spot.height)))
    pygame.draw.rect(canvas, theme["panel"], spot, border_radius=scale.pad)
    pygame.draw.rect(canvas, theme.team(banner.team), spot, max(3, scale.hair * 3), border_radius=scale.pad)
    canvas.blit(ink, ink.get_rect(center=spot.center))


def moving(scene: Scene, motion: Motion | None, pointing: "Pointing", now: float) -> Scene:
    """A scene at a moment: with what moves in it, the ring, and the ruler."""
    still = motion.at(now) if motion is not None else NOTHING_MOVES
    return replace(scene, still=still, ping=pointing.shown(now), measure=pointing.measure)


class PlayersPicture:
    """Draws the players' side of a Play screen. ``follows``: the camera goes where something happens."""

    def __init__(self) -> None:
        self.view = MapView()
        self.view.gradual = True
        self.follows = True
        self.banner: Banner | None = None
        self.motion: Motion | None = None
        self.strip, self.side, self.line = (Panel(EMPTY) for _ in range(3))
        self._game: Game | None = None
        self._told: tuple[object, ...] = ()
        self._fitted: object = None
        self._painted: tuple[object, ...] = ()

    @property
    def panels(self) -> tuple[Panel, ...]:
        """Everything that holds words, for those who read them all."""
        return self.strip, self.side, self.line

    # what is shown

    def look_at(self, screen: "PlayScreen", look: Look, now: float) -> Match:
        """Take in what is new, and give back the match from the players' side."""
        match = screen.match.for_players()
        game = match.shown
        if game is not self._game:
            self._news(match, game, screen, now)
            self._game = game
        if self._fitted != (look.scale, match.battle.map.shape):
            self._fitted = look.scale, match.battle.map.shape
            self._place(look)
            self.whole(match.battle, look)
        return match

    def _news(self, match: Match, game: Game, screen: "PlayScreen", now: float) -> None:
        """A banner for a turn that has just begun, what moves, and the camera where it happens."""
        old, battle, teams = self._game, match.battle, screen.teams
        gone_on = game.done - old.done if old is not None and old.initial is game.initial else -1
        if not gone_on:  # what happened in secret stirs nothing
            return
        events = game.steps[game.done - 1].events if gone_on > 0 else ()
        self.banner = self.banner if gone_on > 0 else None
        self.motion = motion_of(events, battle, now) if screen.host.settings.animations else None
        for event in events:
            if isinstance(event, TurnBegan) and event.who in battle.by_id:
                who = battle[event.who]
                self.banner = Banner(tr(text("Turn of {who}", who=who.name)), teams.get(who.team, 0),
                                     now + BANNER_SECONDS)
        active = match.active
        if self.follows and active is not None and active.cell is not None:
            self._show(active.cell, side_of(battle, active))

    def _show(self, cell: Cell, size: int = 1) -> None:
        if self.view.area.width > 100:
            self.view.show(cell, size)

    def _place(self, look: Look) -> None:
        scale = look.scale
        gap, room = scale.pad // 2, scale.safe
        high = scale.em(3)
        self.strip.rect = pygame.Rect(room.left, room.top, room.width, high)
        self.line.rect = pygame.Rect(room.left, room.bottom - scale.em(2), room.width, scale.em(2))
        self.view.area = pygame.Rect(room.left, self.strip.rect.bottom + gap, room.width,
                                     self.line.rect.top - self.strip.rect.bottom - 2 * gap)
        self._told = ()

    def whole(self, battle: Battle, look: Look) -> None:
        """As much of the map as matters, the whole of it when the camera does not follow."""
        cells = [each.cell for each in battle.present() if each.cell is not None] if self.follows else []
        self.view.fit_cells(battle.map, cells, 3, look)

    def zoom(self, grid: Grid, steps: int, around: tuple[int, int] | None = None) -> None:
        """Nearer or farther; the camera no longer goes by itself."""
        self.follows = False
        self.view.zoom(grid, ZOOM ** steps, around)

    def pan(self, grid: Grid, dx: int, dy: int) -> None:
        """Move the map by pixels; the camera no longer goes by itself."""
        self.follows = False
        self.view.pan(grid, dx, dy)

    def aim_of(self, screen: "PlayScreen", match: Match) -> tuple[Aim, Seen]:
        """What is pointed at, as far as players may know: nothing while an enemy, somebody unseen, or the GM acts."""
        who, truly = match.active, screen.match.game.battle.active
        if who is None or truly is None or truly.id != who.id or is_enemy(match.battle, who) or screen.master.takes_map:
            return Aim(), Seen()
        if match.battle is screen.match.battle:
            return screen.aim, screen.seen
        option = screen.aim.option
        aim = replace(screen.aim, option=match.current(option) if option is not None else None, placing="")
        return aim, aiming.see(match, aim)

    # drawing

    def changed(self, screen: "PlayScreen", look: Look, now: float) -> bool:
        """Whether it would look otherwise than when it was painted last."""
        match = self.look_at(screen, look, now)
        seen = self.aim_of(screen, match)[1]
        told = coach.level(match.battle, match.coach, screen.host.settings.coach)
        key = (match.shown, seen, look, self.view.camera, self.banner, screen.asked, told, screen.every_name,
               language(), screen.pointing.measure, match.word)
        old, self._painted = self._painted, key
        stirs = self.motion is not None or self.view.unfinished or screen.pointing.ring is not None
        return stirs or screen.asked is not None or len(old) != len(key) or old[0] is not key[0] or old[1:] != key[1:]

    def paint(self, canvas: pygame.Surface, look: Look, screen: "PlayScreen", now: float) -> None:
        """Draw everything."""
        match = self.look_at(screen, look, now)
        aim, seen = self.aim_of(screen, match)
        told = coach.level(match.battle, match.coach, screen.host.settings.coach)
        self._fill(match, look, screen, coach.dimmed(seen, told), told == "full")
        if self.follows and seen.occupant is not None and seen.sheet is not None and seen.occupant.cell is not None:
            self._show(seen.occupant.cell, side_of(match.battle, seen.occupant))
        asked = screen.why.scene() if match.shown is screen.match.shown else None
        scene = asked or picture.scene_of(match, aim, seen, screen.teams, screen.every_name, (), None, told)
        self.view.paint(canvas, look, moving(scene, self.motion, screen.pointing, now))
        for panel in self.panels:
            panel.paint(canvas, look)
        if self.banner is not None and now < self.banner.until:
            paint_banner(canvas, look, self.view.area, self.banner)

    def _fill(self, match: Match, look: Look, screen: "PlayScreen", seen: Seen, odds: bool) -> None:
        """Make anew the panels whose content changed."""
        key = (match.shown, language(), look)
        sheet_key = (seen.sheet, seen.area, seen.thing, seen.power, seen.option.key if seen.option else None, odds)
        old, self._told = self._told, (*key, sheet_key)
        if len(old) < 4 or any(a is not b for a, b in zip(old[:3:2], key[::2], strict=True)) or old[1] != key[1]:
            strip.fill(self.strip, look, match.battle, screen.teams, (), _nothing, _nothing)
            self._fill_line(match, look)
            old = ()
        if not old or old[3] != sheet_key:
            self._fill_side(match, look, screen, seen, odds)

    def _fill_line(self, match: Match, look: Look) -> None:
        """The last line of the log, or who has won."""
        self.line.clear()
        said = story.last_lines(match.shown, 1)
        words = said[0] if said else tr(match.battle.name)
        if match.battle.phase == "over" and match.battle.winner:
            words = tr(text("{team} wins the fight.", team=team_name(match.battle, match.battle.winner)))
        inner = self.line.rect.inflate(-2 * look.scale.pad, 0)
        self.line.add(Label(inner, words, look.scale.small, shorten=True))

    def _fill_side(self, match: Match, look: Look, screen: "PlayScreen", seen: Seen, odds: bool) -> None:
        """The sheet of what is aimed."""
        area, wide = self.view.area, min(look.scale.em(15), self.view.area.width // 2)
        make = self._maker(match, look, screen, seen, odds)
        self.side.visible = make is not None
        if make is None:
            return
        for brief in (False, True):
            self.side.rect = pygame.Rect(area.right - wide, area.top, wide, area.height)
            high = make(brief)
            if high <= area.height:
                break
        self.side.rect.height = min(high, area.height)
        if high > area.height:  # nobody scrolls here: the last lines are left out
            kept = [each for each in self.side.children if each.rect.bottom <= self.side.rect.bottom]
            self.side.clear()
            for each in kept:
                self.side.add(each)
        self._away(match.battle, seen)

    def _maker(self, match: Match, look: Look, screen: "PlayScreen", seen: Seen,
               odds: bool) -> Callable[[bool], int] | None:
        """What fills the sheet, in full or in brief; None when nothing is aimed."""
        battle, teams, option, panel = match.battle, screen.teams, seen.option, self.side
        if option is None:
            return None
        if seen.area is not None and seen.area.cells:
            inside, name = seen.area, option_name(option)
            chances = [match.power_odds(id, option) if odds else None for id in inside.inside]
            return lambda brief: aimed.area(panel, look, battle, name, inside, teams, chances, "", brief)
        if seen.power is not None:
            power, works = seen.power, match.power_odds(seen.power.target, option) if odds else None
            return lambda brief: aimed.power(panel, look, battle, power, teams, works, brief=brief)
        if seen.thing is not None:
            thing = seen.thing
            return lambda brief: aimed.breaking(panel, look, battle, option_name(option), thing, odds, brief)
        if seen.sheet is not None:
            blow, refused = seen.sheet, aiming.refusal(match, seen.sheet, option)
            hits = match.odds(blow, option) if refused is None else None
            surprise = match.surprise(blow, option) if refused is None else None
            return lambda brief: sheet.fill(panel, look, battle, blow, teams, sentence(refused or ""), brief, hits,
                                            surprise, odds)
        return None

    def _away(self, battle: Battle, seen: Seen) -> None:
        """Put the sheet where it does not hide what it is about."""
        camera, area = self.view.camera, self.view.area
        shown = [camera.rect(each.cell, side_of(battle, each)) for each in (seen.occupant, battle.active)
                 if each is not None and each.cell is not None]
        places = [(x, y) for y in (area.top, area.bottom - self.side.rect.height)
                  for x in (area.right - self.side.rect.width, area.left)]
        near = [each for each in places if pygame.Rect(each, self.side.rect.size).collidelist(shown[:1]) < 0]
        free = [each for each in near if pygame.Rect(each, self.side.rect.size).collidelist(shown) < 0]
        x, y = (free or near or places)[0]
        shift = x - self.side.rect.left, y - self.side.rect.top
        for widget in self.side.walk():
            widget.rect.move_ip(shift)
        self.side.refresh()

    # the loop

    def due(self, now: float) -> float | None:
        """Seconds until it changes by itself, None when it will not."""
        if self.view.unfinished:
            return 0.0
        waits = [] if self.banner is None else [self.banner.until - now]
        if self.motion is not None:
            waits.append(FRAME_SECONDS if self.motion.stirs(now) else self.motion.end - now)
        return max(0.0, min(waits)) if waits else None

    def tick(self, now: float) -> bool:
        """Time has passed; whether it must be drawn again."""
        stirs = self.motion is not None or self.view.unfinished
        if self.motion is not None and now >= self.motion.end:
            self.motion = None
        if self.banner is not None and now >= self.banner.until:
            self.banner, stirs = None, True
        return stirs


def _nothing(_: object) -> None:
    """There are no buttons."""
