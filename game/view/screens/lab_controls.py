"""Mouse and keys on the map of the Area lab; ``lab_dialogs.KEYS`` lists the keys for people."""

from typing import TYPE_CHECKING, Final, get_args

import pygame

from game.rules.state import Combatant
from game.spatial.areas import Counting
from game.spatial.grid import Cell
from game.view.screens import lab_dialogs, lab_figures
from game.view.screens.brush import KINDS

if TYPE_CHECKING:
    from game.view.screens.lab import LabScreen

ARROWS: Final = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
BRUSH_KEYS: Final = "12345678Z"  # the digits that are left are for creatures
DRAG_FROM: Final = 6  # pixels that the mouse moves before a press becomes a drag
ZOOM: Final = 1.18
COUNTINGS: Final = get_args(Counting)
PASSAGES: Final = (None, "straight", "connected", "spread", "none")


class LabControls:
    """Turns events that no widget used into what the lab does."""

    def __init__(self, screen: "LabScreen") -> None:
        self.screen = screen
        self._pressed: tuple[int, int] | None = None
        self._panning: tuple[int, int] | None = None
        self._dragged: Combatant | None = None

    @property
    def dragged(self) -> Combatant | None:
        """The creature that the mouse carries."""
        return self._dragged

    def before(self, event: pygame.event.Event) -> None:
        """See every event before the widgets do."""
        screen = self.screen
        if event.type in (pygame.KEYDOWN, pygame.KEYUP) and event.key in (pygame.K_LALT, pygame.K_RALT):
            screen.every_name = event.type == pygame.KEYDOWN
            screen.host.redraw()
        elif event.type == pygame.WINDOWFOCUSLOST:  # Alt+Tab: letting go of the key is told to another window
            screen.every_name = False
            screen.host.redraw()
        if event.type == pygame.MOUSEMOTION and self._pressed is None and not screen.by_keyboard and (
                screen.stage.widget_at(event.pos) is not None):
            screen.spot = screen.cell = None
            screen.host.redraw()

    def use(self, event: pygame.event.Event) -> None:
        """An event for the map."""
        match event.type:
            case pygame.MOUSEMOTION:
                self._motion(event.pos)
            case pygame.MOUSEBUTTONDOWN:
                self._down(event)
            case pygame.MOUSEBUTTONUP:
                self._up(event)
            case pygame.MOUSEWHEEL if event.y:
                self._wheel(event.y)
            case pygame.KEYDOWN:
                self._key(event)

    # mouse

    def spot_at(self, pos: tuple[int, int]) -> tuple[float, float] | None:
        """The place of the map under a pixel, in metres; None off the map and under the side view."""
        screen = self.screen
        camera, at = screen.view.camera, pos
        if screen.lens_mode == 2:
            for view, area in zip(screen.quarters, self.quarter_rects(), strict=True):
                if area.collidepoint(pos):
                    camera, at = view.camera, (pos[0] - area.left, pos[1] - area.top)
        elif not screen.view.area.collidepoint(pos):
            return None
        spot = (at[0] - camera.left) / camera.px, (at[1] - camera.top) / camera.px
        grid = screen.battle.map
        return spot if -0.5 <= spot[0] <= grid.cols + 0.5 and -0.5 <= spot[1] <= grid.rows + 0.5 else None

    def quarter_rects(self) -> list[pygame.Rect]:
        """The four parts of the map's area."""
        area, gap = self.screen.view.area, max(2, self.screen.look.scale.pad // 2)
        wide, high = (area.width - gap) // 2, (area.height - gap) // 2
        return [pygame.Rect(area.left + i * (wide + gap), area.top + j * (high + gap), wide, high)
                for j in (0, 1) for i in (0, 1)]

    def _motion(self, pos: tuple[int, int]) -> None:
        screen, grid = self.screen, self.screen.battle.map
        if self._panning is not None:
            screen.view.pan(grid, pos[0] - self._panning[0], pos[1] - self._panning[1])
            self._panning = pos
            screen.host.redraw()
            return
        spot = self.spot_at(pos)
        if screen.tool == "brush":
            screen.brush.point(spot)
            screen.host.redraw()
        elif self._pressed is not None and self._dragged is None:
            far = max(abs(pos[0] - self._pressed[0]), abs(pos[1] - self._pressed[1])) > DRAG_FROM
            begun = self.spot_at(self._pressed)
            who = None if begun is None else screen.at(_cell(begun))
            if far and who is not None:
                self._dragged = who
            elif far:
                self._panning, self._pressed = pos, None
                return
        if spot is None and screen.by_keyboard:
            return
        screen.point(spot)

    def _down(self, event: pygame.event.Event) -> None:
        screen = self.screen
        screen.stage.set_focus(None)
        spot = self.spot_at(event.pos)
        if event.button == 1 and spot is not None:
            screen.point(spot)
            if screen.tool == "brush":
                screen.brush.press(spot)
                screen.host.redraw()
            else:
                self._pressed = event.pos
        elif event.button == 2:
            self._panning = event.pos
        elif event.button == 3:
            screen.step_back()

    def _up(self, event: pygame.event.Event) -> None:
        screen = self.screen
        pressed, self._pressed, self._panning = self._pressed, None, None
        dragged, self._dragged = self._dragged, None
        spot = self.spot_at(event.pos)
        if event.button != 1:
            return
        if screen.brush.start is not None and not screen.brush.by_cells:
            screen.brush.point(spot)
            screen.brush.release()
        elif dragged is not None:
            if spot is not None:
                lab_figures.move(screen, dragged, _cell(spot))
        elif pressed is not None and spot is not None:
            screen.click(spot)

    def _wheel(self, steps: int) -> None:
        screen, held = self.screen, pygame.key.get_mods()
        if held & pygame.KMOD_CTRL:
            screen.turn(1 if steps < 0 else -1)
        elif held & pygame.KMOD_SHIFT:
            screen.grow(1 if steps > 0 else -1)
        else:
            self._zoom(ZOOM ** steps)

    def _zoom(self, factor: float) -> None:
        screen = self.screen
        screen.view.zoom(screen.battle.map, factor, None if screen.by_keyboard else screen.stage.mouse)
        if not screen.by_keyboard:
            screen.point(self.spot_at(screen.stage.mouse))
        screen.host.redraw()

    # keyboard

    def _key(self, event: pygame.event.Event) -> None:
        screen = self.screen
        if event.mod & pygame.KMOD_CTRL:
            self._with_control(event.key)
        elif event.key in ARROWS:
            self._arrow(ARROWS[event.key], bool(event.mod & pygame.KMOD_SHIFT))
        elif not self._digit(event.key) and not self._letter(event.key):
            self._other(event)
        screen.host.redraw()

    def _with_control(self, key: int) -> None:
        screen = self.screen
        match key:
            case pygame.K_z:
                screen.undo()
            case pygame.K_y:
                screen.undo(forward=True)
            case pygame.K_c:
                lab_dialogs.copy_command(screen)

    def _arrow(self, way: tuple[int, int], pan: bool) -> None:
        screen, grid = self.screen, self.screen.battle.map
        if pan:
            step = screen.view.camera.px * 2
            screen.view.pan(grid, -way[0] * step, -way[1] * step)
            return
        corners = screen.tool == "aim" and screen.setup.origin == "corner" and screen.step == 0 and (
            screen.setup.shape not in ("aura", "cells"))
        inset = 0.0 if corners else 0.5
        here = screen.spot or (grid.cols // 2 + inset, grid.rows // 2 + inset)
        base = (round(here[0]), round(here[1])) if corners else (here[0] // 1, here[1] // 1)
        x, y = (min(max(at + by, 0), most - (not corners))
                for at, by, most in zip(base, way, (grid.cols, grid.rows), strict=True))
        screen.point((x + inset, y + inset), by_keyboard=True)

    def _digit(self, key: int) -> bool:
        screen = self.screen
        digits = {pygame.K_1 + n: n for n in range(9)} | {pygame.K_KP_1 + n: n for n in range(9)}
        if key in digits and digits[key] < len(KINDS) - 1:
            screen.hold("brush", KINDS[digits[key]][0])
        elif key in digits:
            screen.hold("ally")
        elif key in (pygame.K_0, pygame.K_KP_0):
            screen.hold("foe")
        else:
            return False
        return True

    def _letter(self, key: int) -> bool:
        screen = self.screen
        match key:
            case pygame.K_q | pygame.K_e if screen.tool == "brush":
                screen.brush.turn(1 if key == pygame.K_e else -1)
            case pygame.K_q | pygame.K_e:
                screen.turn(1 if key == pygame.K_e else -1)
            case pygame.K_o:
                screen.next_origin()
            case pygame.K_r:
                screen.cycle("counting", COUNTINGS)
            case pygame.K_w:
                screen.cycle("passage", PASSAGES)
            case pygame.K_x:
                screen.turn_lens()
            case pygame.K_h:
                screen.toggle_heat()
            case pygame.K_s:
                screen.toggle_side()
            case pygame.K_b:
                screen.toggle_best()
            case pygame.K_p:
                screen.pin()
            case pygame.K_c if (who := screen.at(screen.cell)) is not None:
                screen.cast_by(who.id)
            case pygame.K_c:
                lab_dialogs.caster(screen)
            case pygame.K_z:
                screen.hold("brush", "zone")
            case pygame.K_m:
                lab_dialogs.maps(screen)
            case pygame.K_g:
                lab_dialogs.go_to(screen)
            case _:
                return False
        return True

    def _other(self, event: pygame.event.Event) -> None:
        screen, key = self.screen, event.key
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            if screen.spot is not None:
                screen.click(screen.spot)
        elif key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            screen.lift(0.5 if key == pygame.K_PAGEUP else -0.5)
        elif key in (pygame.K_PERIOD, pygame.K_COMMA):
            screen.grow(1 if key == pygame.K_PERIOD else -1)
        elif key == pygame.K_DELETE:
            lab_figures.remove(screen, screen.cell)
        elif key == pygame.K_HOME:
            screen.view.fit(screen.battle.map, screen.look)
        elif key == pygame.K_ESCAPE:
            screen.step_back()
        elif key == pygame.K_F1 or event.unicode == "?":
            lab_dialogs.keys(screen)
        elif event.unicode == "+" or key in (pygame.K_KP_PLUS, pygame.K_PLUS):
            self._zoom(ZOOM)
        elif event.unicode == "-" or key in (pygame.K_KP_MINUS, pygame.K_MINUS):
            self._zoom(1 / ZOOM)


def _cell(spot: tuple[float, float]) -> Cell:
    return int(spot[0] // 1), int(spot[1] // 1)
