"""Mouse and keys on the map of the Play screen; ``menus.KEYS`` lists the keys for people."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from game.rules.actions import Move
from game.rules.state import Battle
from game.spatial.grid import Cell
from game.view.offers import aimed
from game.view.screens import aiming, curtain, menus, second, sessions, word
from game.view.screens.pointing import HOLD_SECONDS

if TYPE_CHECKING:
    from game.view.screens.play import PlayScreen

ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
DIGITS = {pygame.K_1 + n: n for n in range(9)} | {pygame.K_KP_1 + n: n for n in range(9)}
DRAG_FROM = 6  # pixels that the mouse moves before a press becomes a drag
DOUBLE = 0.35  # seconds between the clicks of a double click
ZOOM = 1.18


class Controls:
    """Turns events that no widget used into what the screen does."""

    def __init__(self, screen: "PlayScreen") -> None:
        self.screen = screen
        self.by_keyboard = False
        self._pressed: tuple[int, int] | None = None
        self._panning: tuple[int, int] | None = None
        self._last_click: tuple[Cell | None, float, Battle | None] = (None, -1.0, None)
        self._held_since: float | None = None  # the left button, without a ring yet
        self._rang = False  # the press has become a ring: it is no click any more
        self._aiming = False  # the press has put the start of an area: letting go does it

    def before(self, event: pygame.event.Event) -> None:
        """See every event before the widgets do: which device is in use, and where the mouse is. Who does something has
        read what rose from those who were hit."""
        self.screen.master.before(event)
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) and self.screen.motion is not None:
            self.screen.motion = self.screen.motion.read(self.screen.host.now)
            self.screen.host.redraw()
        if event.type == pygame.KEYDOWN:
            self.by_keyboard = True
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
            self.by_keyboard = False
        if event.type in (pygame.KEYDOWN, pygame.KEYUP) and event.key in (pygame.K_LALT, pygame.K_RALT):
            self.screen.every_name = event.type == pygame.KEYDOWN or self.screen.host.settings.names
            self.screen.host.redraw()
        elif event.type == pygame.WINDOWFOCUSLOST:  # Alt+Tab: letting go of the key is told to another window
            self.screen.every_name = self.screen.host.settings.names
        if event.type == pygame.MOUSEMOTION and self.screen.stage.widget_at(event.pos) is not None:
            if self.screen.side.visible and self.screen.side.rect.collidepoint(event.pos):
                self.screen.keep_sheet()
            elif not self.screen.aim.by_keyboard and self._pressed is None:
                self.screen.point(None)
        elif event.type == pygame.WINDOWLEAVE and not self.screen.aim.by_keyboard:
            self.screen.point(None)

    def due(self, now: float) -> float | None:
        """Seconds until a press becomes a ring, None when none will."""
        return None if self._held_since is None else max(0.0, self._held_since + HOLD_SECONDS - now)

    def tick(self, now: float) -> None:
        """A button that is held for a while points a place out to all."""
        if self.due(now) != 0.0 or self._pressed is None:
            return
        self._held_since, self._rang = None, True
        camera = self.screen.view.camera
        self.screen.pointing.point_out(((self._pressed[0] - camera.left) / camera.px,
                                        (self._pressed[1] - camera.top) / camera.px))

    def use(self, event: pygame.event.Event) -> None:
        """An event for the map."""
        if self.screen.why.returns(event):
            return
        if self.screen.master.use(event):
            return
        match event.type:
            case pygame.MOUSEMOTION:
                self._motion(event)
            case pygame.MOUSEBUTTONDOWN:
                self._down(event)
            case pygame.MOUSEBUTTONUP:
                self._up(event)
            case pygame.MOUSEWHEEL:
                screen = self.screen
                turning = bool(pygame.key.get_mods() & pygame.KMOD_CTRL)
                if turning and event.y and screen.deeds.turn(1 if event.y < 0 else -1):
                    return
                screen.view.zoom(screen.match.battle.map, ZOOM ** event.y, screen.stage.mouse)
                self._looked()
            case pygame.KEYDOWN:
                self._key(event)

    def _looked(self) -> None:
        """The camera moved: what lies under the mouse may be another cell."""
        screen = self.screen
        if not screen.aim.by_keyboard:
            self._point_at(screen.stage.mouse)
        screen.host.redraw()

    # mouse

    def _motion(self, event: pygame.event.Event) -> None:
        screen, grid = self.screen, self.screen.match.battle.map
        if screen.pointing.stretching:
            screen.pointing.stretch(screen.view.cell_at(grid, event.pos))
            return
        if self._panning is not None:
            screen.view.pan(grid, event.pos[0] - self._panning[0], event.pos[1] - self._panning[1])
            self._panning = event.pos
            screen.host.redraw()
            return
        if self._pressed is not None and not screen.aim.dragging:
            far = max(abs(event.pos[0] - self._pressed[0]), abs(event.pos[1] - self._pressed[1])) > DRAG_FROM
            if far:
                self._held_since = None
            if far and self._on_active(self._pressed):
                screen.aim = replace(screen.aim, dragging=True)
            elif far and (self._aiming or screen.deeds.starts_area()):
                self._aiming = True
            elif far:
                self._panning, self._pressed = event.pos, None
                return
        if screen.view.cell_at(grid, event.pos) is None and screen.aim.by_keyboard:
            return
        self._point_at(event.pos)

    def _point_at(self, pos: tuple[int, int]) -> None:
        """The mouse points at a pixel: at a cell, and at a place in it."""
        screen = self.screen
        cell, camera = screen.view.cell_at(screen.match.battle.map, pos), screen.view.camera
        at = ((pos[0] - camera.left) / camera.px, (pos[1] - camera.top) / camera.px) if cell is not None else None
        screen.point(cell, at=at)

    def _on_active(self, pos: tuple[int, int]) -> bool:
        """Whether the active creature, able to walk, is under a pixel."""
        screen = self.screen
        battle = screen.match.battle
        who = aiming.occupant_of(battle, screen.view.cell_at(battle.map, pos))
        option = screen.aim.option
        busy = option is not None and option.kind not in ("attack", "walk")
        mine = not screen.master.takes_map
        return mine and who is not None and who is screen.match.active and aiming.may_walk(battle) and not busy

    def _down(self, event: pygame.event.Event) -> None:
        screen = self.screen
        screen.stage.set_focus(None)
        if event.button == 1 and pygame.key.get_mods() & pygame.KMOD_CTRL:
            screen.pointing.begin(screen.view.cell_at(screen.match.battle.map, event.pos))
        elif event.button == 1:
            screen.pointing.clear()
            self._held_since, self._rang, self._aiming = screen.host.now, False, False
            self._pressed = event.pos
            self._point_at(event.pos)
        elif event.button == 2:
            self._panning = event.pos
        elif event.button == 3:
            if self._aiming:
                self._pressed, self._aiming = None, False
            screen.step_back()

    def _up(self, event: pygame.event.Event) -> None:
        screen = self.screen
        pressed, self._pressed, self._panning = self._pressed, None, None
        self._held_since = None
        screen.pointing.stretching = False
        if event.button != 1 or pressed is None:
            return
        cell = screen.view.cell_at(screen.match.battle.map, event.pos)
        if screen.aim.dragging:
            screen.aim = replace(screen.aim, dragging=False)
            who = screen.match.active
            if cell is not None and who is not None and cell != who.cell:
                option = screen.aim.option
                end = aiming.walk_end(screen.match, cell, option) or cell
                dash = option is not None and option.kind == "walk"
                screen.do(aimed(option.action, cell=end) if dash and option is not None and option.action is not None
                          else Move(who.id, end))
            screen.refresh_aim()
        elif self._aiming:
            self._aiming = False
            self._point_at(event.pos)
            screen.deeds.confirm()
        elif cell is not None and not self._rang:
            self._click(cell)

    def _click(self, cell: Cell) -> None:
        """One click acts; a second on a creature, when the first did nothing, opens its sheet."""
        if self.screen.master.click(cell):
            return
        screen, battle = self.screen, self.screen.match.battle
        last, when, before = self._last_click
        twice = last == cell and before is battle and screen.host.now - when < DOUBLE
        self._last_click = (cell, screen.host.now, battle)
        occupant = aiming.occupant_of(battle, cell)
        busy = screen.aim.option is not None and screen.aim.option.kind not in ("attack", "walk")
        if occupant is None or battle.phase == "deploy" or busy or aiming.opens(screen.match, screen.aim) is not None:
            screen.act_at(cell)
        elif twice:
            screen.hush()
            screen.toggle_details()
        elif occupant.out or (screen.match.active is not None and occupant.team != screen.match.active.team):
            screen.act_at(cell)

    # keyboard

    def _key(self, event: pygame.event.Event) -> None:
        screen = self.screen
        if event.mod & pygame.KMOD_CTRL:
            self._with_control(event.key)
        elif event.key in ARROWS:
            self._arrow(ARROWS[event.key], bool(event.mod & pygame.KMOD_SHIFT))
        elif event.key in DIGITS and DIGITS[event.key] < len(screen.acts):
            screen.acts[DIGITS[event.key]].act()
        else:
            self._plain(event)

    def _with_control(self, key: int) -> None:
        screen = self.screen
        acts: dict[int, Callable[[], None]] = {
            pygame.K_z: screen.undo, pygame.K_y: screen.redo, pygame.K_BACKSPACE: screen.turn_start,
            pygame.K_s: lambda: menus.save(screen), pygame.K_o: lambda: sessions.load(screen),
        }
        if key in acts:
            acts[key]()

    def _arrow(self, way: tuple[int, int], pan: bool) -> None:
        screen, grid = self.screen, self.screen.match.battle.map
        if pan:
            step = screen.view.camera.px * 2
            screen.view.pan(grid, -way[0] * step, -way[1] * step)
            screen.host.redraw()
            return
        who = screen.match.active
        start = screen.aim.cell or (who.cell if who is not None else None) or (grid.cols // 2, grid.rows // 2)
        more = screen.aim.option is not None and screen.aim.option.kind == "area" and not screen.aim.draft.centre
        if more and screen.aim.by_keyboard and screen.aim.point is not None:  # corners: one more than cells
            start = (round(screen.aim.point[0]), round(screen.aim.point[1]))
        corner = (min(max(start[0] + way[0], 0), grid.cols - (not more)),
                  min(max(start[1] + way[1], 0), grid.rows - (not more)))
        cell = (min(corner[0], grid.cols - 1), min(corner[1], grid.rows - 1))
        screen.point(cell, by_keyboard=True, at=(float(corner[0]), float(corner[1])) if more else None)

    def _plain(self, event: pygame.event.Event) -> None:
        screen = self.screen
        match event.key:
            case pygame.K_RETURN | pygame.K_KP_ENTER:
                if screen.aim.cell is not None:
                    screen.act_at(screen.aim.cell)
            case pygame.K_SPACE:
                screen.end_turn()
            case pygame.K_q:
                screen.deeds.turn(-1)
            case pygame.K_e:
                screen.deeds.turn(1)
            case pygame.K_o:
                screen.deeds.other_origin()
            case pygame.K_y if event.mod & pygame.KMOD_SHIFT:
                screen.why.here()
            case pygame.K_y:
                screen.why.last()
            case pygame.K_m:
                word.ask(screen)
            case pygame.K_p:
                screen.pointing.here()
            case pygame.K_r:
                screen.pointing.toggle()
            case pygame.K_F10:
                curtain.toggle(screen)
            case pygame.K_F8:
                second.panel(screen)
            case pygame.K_b if screen.host.players_window is not None:
                screen.host.players_window.toggle_black()
                screen.host.redraw()
            case pygame.K_n:
                screen.deeds.next_target(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            case pygame.K_g:
                menus.go_to(screen)
            case pygame.K_i:
                screen.toggle_details()
            case pygame.K_l:
                screen.toggle_drawer()
            case pygame.K_h:
                screen.standing.toggle()
            case pygame.K_PAGEUP if screen.deeds.lift(1):
                pass
            case pygame.K_PAGEDOWN if screen.deeds.lift(-1):
                pass
            case pygame.K_PAGEDOWN | pygame.K_PAGEUP if screen.side.visible:
                screen.side.page(1 if event.key == pygame.K_PAGEDOWN else -1)
                screen.host.redraw()
            case pygame.K_HOME:
                screen.view.fit(screen.match.battle.map, screen.look)
                self._looked()
            case pygame.K_ESCAPE:
                screen.step_back()
            case _ if event.key == pygame.K_F1 or event.unicode == "?":
                menus.keys(screen)
            case _ if event.unicode == "+" or event.key in (pygame.K_KP_PLUS, pygame.K_PLUS):
                self._zoom(ZOOM)
            case _ if event.unicode == "-" or event.key in (pygame.K_KP_MINUS, pygame.K_MINUS):
                self._zoom(1 / ZOOM)

    def _zoom(self, factor: float) -> None:
        self.screen.view.zoom(self.screen.match.battle.map, factor)
        self._looked()
