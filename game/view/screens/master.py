"""The game master's side of the Play screen: a panel beside the map, and what clicks on the map mean while it is open.

Everything that it does is an action of the game: judged by the rules, told in the log, undone like any other.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Literal

import pygame

from game.content.library import kinds
from game.content.parties import player_team
from game.rules.actions import Action, GmMove
from game.rules.bodies import side_of
from game.rules.sheet import Sheet
from game.rules.state import Battle, Combatant, Structure
from game.spatial.grid import Cell
from game.texts import N_, language, text, tr
from game.view.mapview import strokes
from game.view.mapview.tokens import Painter, Token
from game.view.panels import brush as brush_panel
from game.view.screens import aiming, curtain, gm_tabs, hints
from game.view.screens.aiming import Seen
from game.view.screens.brush import KINDS, BrushTool
from game.view.screens.gm_things import edges_of_structure, structures_at
from game.view.screens.newcomers import entry, newcomers
from game.view.widgets.base import Widget
from game.view.widgets.button import Button
from game.view.widgets.choice import Choice, Part
from game.view.widgets.form import Form
from game.view.widgets.scroll import Scroll

if TYPE_CHECKING:
    from game.view.screens.play import PlayScreen

Tab = Literal["creatures", "add", "scene", "map", "party"]
TABS: Final[tuple[tuple[Tab, str, str], ...]] = (
    ("creatures", N_("Creatures"), "users"), ("add", N_("Add"), "user-plus"), ("scene", N_("Scene"), "flag"),
    ("map", N_("Map"), "paintbrush"), ("party", N_("Party"), "backpack"),
)
HINTS: Final[dict[Tab, str]] = {
    "creatures": N_("Click a creature to choose it; drag it to move it"),
    "add": N_("Choose a creature in the list first"),
    "scene": N_("Click a door or a wall to change it"),
    "map": N_("Draw on the map: press, drag, release"),
    "party": N_("Click a creature to choose it; drag it to move it"),
}
BRUSH_KEYS: Final = "123456789"
DRAG_FROM: Final = 6  # pixels that the mouse moves before a press becomes a drag


class Master:
    """What the GM has open and chosen."""

    def __init__(self, screen: "PlayScreen") -> None:
        self.screen = screen
        self.panel = Scroll(pygame.Rect(0, 0, 0, 0))
        self.panel.visible = False
        self.open = False
        self.tab: Tab = "creatures"
        self.chosen: tuple[str, ...] = ()  # creatures
        self.moving = ""  # a creature that goes where is pointed at next
        self.known: Mapping[str, Sheet] = {}  # the kinds that can be added
        self._changes = 0
        self.thing = ""  # a structure
        self.kind = ""  # of those to be added
        self.team = ""
        self.count = 1
        self._entered = False  # whether so many have come in
        self.hidden = False
        self.query = ""  # what was searched among the kinds
        self.brush = BrushTool(lambda: self.battle, self.tries)
        self._pressed: tuple[tuple[int, int], str] | None = None  # where the mouse went down, and on whom
        self._dragged = ""
        self._focus: tuple[int, str] | None = None  # where the keyboard was in the panel
        self._laid = False

    # opening

    def toggle(self) -> None:
        """Open or close the panel."""
        self.open = not self.open
        self.brush.cancel()
        self._dragged, self._pressed, self._focus = "", None, None
        if not self.open and self.screen.match.gm and not self.sees_always:
            curtain.take_side(self.screen, False)
        places = not self.open and self.battle.phase == "deploy"
        self.screen.aim = replace(self.screen.aim, option=None, placing=self.screen.waiting_for() if places else "")
        self.screen.build()
        if self.open and self.screen.controls.by_keyboard:
            self._focus = (0, "")
        self.changed()

    @property
    def sees_always(self) -> bool:
        """Whether this window is the GM's alone, so that all is always seen in it."""
        return self.screen.host.players_window is not None

    def turn_to(self, tab: Tab) -> None:
        """Another part of the panel."""
        self.tab, self.moving = tab, ""
        self.brush.cancel()
        self.changed()

    def changed(self) -> None:
        """Something in the panel is to be shown anew."""
        self._changes += 1
        self.known = kinds() if self.open and self.tab == "add" else {}
        self.screen.refresh_aim()

    @property
    def battle(self) -> Battle:
        """The battle as the GM looks at it."""
        return self.screen.match.battle

    def lay_out(self) -> None:
        """Take the left of the map, and leave the rest of it in sight, and room for a hint under it."""
        screen, panel = self.screen, self.panel
        panel.visible = self.open
        screen.view.foot = hints.height(screen.look.scale) if self.open or screen.host.settings.hints else 0
        if self.open:
            free, scale = screen.places.free, screen.look.scale
            wide = min(max(screen.places.side, scale.em(15)), free.width // 2 - scale.pad)
            panel.rect = pygame.Rect(free.left, free.top, wide, free.height)
            left = panel.rect.right + scale.pad // 2
            if scale.narrow:  # the line of the log makes room
                last = screen.last.rect
                panel.rect.height = last.bottom - free.top
                screen.last.rect = pygame.Rect(left, last.top, last.right - left, last.height)
            screen.view.area = pygame.Rect(left, free.top, free.right - left, free.height)
            if free.right - left < scale.em(20):
                screen.drawer_open = False
        if self._laid != self.open:
            self._laid = self.open
            grid = self.battle.map
            screen.view.camera = screen.view.camera.filling(grid.cols, grid.rows, screen.view.inner)

    # doing

    def act(self, *actions: Action) -> None:
        """Do some things, until one is refused."""
        for each in actions:
            if not self.tries(each):
                return

    def tries(self, action: Action) -> bool:
        """Do something; whether it was done."""
        return self.screen.do(action)

    # who and what is chosen

    @property
    def ones(self) -> tuple[Combatant, ...]:
        """The creatures that are chosen, as far as they are still there."""
        return tuple(self.battle.by_id[id] for id in self.chosen if id in self.battle.by_id)

    @property
    def structure(self) -> Structure | None:
        """The structure that is chosen."""
        return self.battle.structure(self.thing) if self.thing else None

    @property
    def sheet(self) -> Sheet | None:
        """The creature to be added."""
        return self.known.get(self.kind)

    @property
    def side(self) -> str:
        """The team of those to be added: the one chosen, else the first that is not the players'."""
        teams, own = self.battle.teams, player_team(self.battle)
        if self.team in {each.id for each in teams}:
            return self.team
        return next((each.id for each in teams if each.id != own), own)

    def choose(self, id: str, more: bool = False) -> None:
        """This creature is chosen, or one more, or one less."""
        if not more:
            self.chosen = (id,)
        elif id in self.chosen:
            self.chosen = tuple(each for each in self.chosen if each != id)
        else:
            self.chosen = (*self.chosen, id)
        self.changed()

    def take_kind(self, id: str) -> None:
        """These are to be added: one of them, when those before have come in."""
        if id != self.kind and self._entered:
            self.count, self._entered = 1, False
        self.kind = id
        self.changed()

    # the map

    @property
    def takes_map(self) -> bool:
        """Whether clicks on the map are the GM's now: not while something of the bar or of a list is aimed."""
        return self.open and self.screen.aim.option is None

    def seen(self) -> Seen | None:
        """What pointing at the map shows while it is the GM's: who is there."""
        if not self.takes_map:
            return None
        return Seen(aiming.occupant_of(self.battle, self.screen.aim.cell))

    def hint(self) -> str:
        """What a click on the map does."""
        if self.moving in self.battle.by_id:
            return tr(text("Click where {who} goes", who=self.battle[self.moving].name))
        if self.tab == "add" and self.sheet is not None:
            return tr(text("Click where they come in: {count} × {name}", count=self.count, name=text(self.sheet.name)))
        return tr(HINTS[self.tab])

    def use(self, event: pygame.event.Event) -> bool:
        """An event that no widget used; whether it was for the GM."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_F9:
            self.toggle()
            return True
        if not self.takes_map:
            return False
        match event.type:
            case pygame.MOUSEBUTTONDOWN if event.button == 1 and not event_mods() & pygame.KMOD_CTRL:
                return self._down(event.pos)
            case pygame.MOUSEMOTION:
                return self._motion(event.pos)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                return self._up(event.pos)
            case pygame.KEYDOWN:
                return self._key(event)
        return False

    def _spot(self, pos: tuple[int, int]) -> tuple[float, float]:
        camera = self.screen.view.camera
        return (pos[0] - camera.left) / camera.px, (pos[1] - camera.top) / camera.px

    def _down(self, pos: tuple[int, int]) -> bool:
        screen = self.screen
        if not screen.view.area.collidepoint(pos):
            return False
        screen.stage.set_focus(None)
        if self.tab == "map":
            self.brush.press(self._spot(pos))
            screen.host.redraw()
            return True
        who = aiming.occupant_of(self.battle, screen.view.cell_at(self.battle.map, pos))
        if who is None or self.moving:
            return False  # a click is heard of in ``click``, a drag moves the map
        self._pressed = (pos, who.id)
        return True

    def _motion(self, pos: tuple[int, int]) -> bool:
        screen = self.screen
        if self.tab == "map":
            self.brush.point(self._spot(pos) if screen.view.area.collidepoint(pos) else None)
            screen.host.redraw()
        if self._pressed is not None:
            (x, y), who = self._pressed
            if max(abs(pos[0] - x), abs(pos[1] - y)) > DRAG_FROM:
                self._dragged = who
        if self.brush.start is None and self._pressed is None:
            return False
        screen.point(screen.view.cell_at(self.battle.map, pos))
        screen.host.redraw()
        return True

    def _up(self, pos: tuple[int, int]) -> bool:
        screen = self.screen
        if self.brush.start is not None and not self.brush.by_cells:
            self.brush.point(self._spot(pos))
            self.brush.release()
            return True
        if self._pressed is None:
            return False
        dragged, self._dragged, self._pressed = self._dragged, "", None
        cell = screen.view.cell_at(self.battle.map, pos)
        if dragged and cell is not None:
            screen.do(GmMove(dragged, cell))
        elif cell is not None:
            self.click(cell)
        screen.refresh_aim()
        return True

    def click(self, cell: Cell) -> bool:
        """A click or Enter on a square of the map; whether it was for the GM."""
        if not self.takes_map:
            return False
        if self.moving in self.battle.by_id:
            if self.tries(GmMove(self.moving, cell)):
                self.moving = ""
            self.changed()
            return True
        more = bool(event_mods() & pygame.KMOD_SHIFT)
        who = aiming.occupant_of(self.battle, cell)
        match self.tab:
            case "map":
                self.brush.press_cell(cell)
            case "add":
                self._enter(cell)
            case "scene":
                self._take_thing(cell)
            case _ if who is not None:
                self.choose(who.id, more)
            case _ if not more:
                self.chosen = ()
        self.changed()
        return True

    def _enter(self, cell: Cell) -> None:
        """Those to be added come in here."""
        sheet = self.sheet
        if sheet is None:
            self.screen.toast(tr("Choose a creature in the list first"))
            return
        battle = self.screen.match.game.battle
        new = newcomers(battle, sheet, self.side, self.count, self.hidden, self.battle)
        join = entry(battle, new, cell)
        if join is None:
            self.screen.toast(tr("There is no room for them"))
        else:
            self._entered = self.tries(join) or self._entered

    def _take_thing(self, cell: Cell) -> None:
        """The door or wall nearest to where the mouse is; by keyboard the next one at the square."""
        aim = self.screen.aim
        ids = structures_at(self.battle, cell, None if aim.by_keyboard else aim.point)
        place = ids.index(self.thing) + 1 if aim.by_keyboard and self.thing in ids else 0
        self.thing = ids[place % len(ids)] if ids else ""

    def _key(self, event: pygame.event.Event) -> bool:
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT) or self.tab != "map":
            return False
        digits = {pygame.K_1 + n: n for n in range(len(KINDS))} | {pygame.K_KP_1 + n: n for n in range(len(KINDS))}
        if event.key in digits:
            self.brush.hold(kind=KINDS[digits[event.key]][0])
        elif event.key in (pygame.K_q, pygame.K_e):
            self.brush.turn(1 if event.key == pygame.K_e else -1)
        else:
            return False
        self.changed()
        return True

    def step_back(self) -> bool:
        """Give up the last thing that was begun; whether there was one."""
        if not self.takes_map:
            return False
        if self.brush.cancel() or self._dragged or self._pressed is not None or self.moving:
            self._dragged, self._pressed, self.moving = "", None, ""
        elif self.tab == "scene" and self.thing:
            self.thing = ""
        elif self.tab in ("creatures", "party") and self.chosen:
            self.chosen = ()
        else:
            return False
        self.changed()
        return True

    # drawing

    def fill(self) -> None:
        """Make the panel anew if what it shows has changed."""
        screen = self.screen
        self.panel.visible = self.open
        if not self.open:
            return
        key = (screen.match.shown, screen.match.gm, self._changes, screen.look, language())
        if screen.is_new("master", key):
            about = {"creatures": tuple(each.id for each in self.ones), "scene": self.thing}.get(self.tab)
            offset = self.panel.offset if (self.tab, about) == self._filled else 0
            self._filled = self.tab, about
            self.panel.clear()
            form = Form(self.panel, screen.look)
            form.choice("", self._tabs(form), lambda n: self.turn_to(TABS[n][0]), tabs=True,
                        chosen=[n for n, each in enumerate(TABS) if each[0] == self.tab])
            form.skip()
            if self.tab == "map":
                self._fill_map(form)
            else:
                gm_tabs.FILL[self.tab](self, form)
            form.finish()
            self.panel.scroll(offset)
        self._put_focus_back()

    def _tabs(self, form: Form) -> list[Part]:
        """The names of the parts, with icons where there is room; where letters are huge, icons alone and one name."""
        whole = [Part(tr(name), picture) for _, name, picture in TABS]
        for parts in (whole, [Part(each.said) for each in whole]):
            high = Choice.height_for(parts, form.px, form.look.scale.pad, form.room, form.line, tabs=True)
            if high <= 2 * form.line + form.gap * 2:
                return parts
        return [Part(each.said if tab == self.tab else "", each.picture, each.said)
                for each, (tab, _, _) in zip(whole, TABS, strict=True)]

    _filled: tuple[object, ...] = ()

    def _fill_map(self, form: Form) -> None:
        brush_panel.fill(form, self.brush, BRUSH_KEYS, self.screen, self.changed)
        gm_tabs.map_file(self, form)

    def before(self, event: pygame.event.Event) -> None:
        """See every event before the widgets do: where the keyboard is in the panel, so that it is there again when the
        panel was made anew. Escape and the mouse give it to the map."""
        if self.screen.stage.layers:
            return
        if event.type == pygame.MOUSEBUTTONDOWN or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
            self._focus = None
        elif event.type == pygame.KEYDOWN:
            focus, ring = self.screen.stage.focus, self._ring()
            self._focus = (ring.index(focus), _said(focus)) if focus in ring else None

    def _ring(self) -> list[Widget]:
        """What Tab stops at in the panel."""
        return [each for each in self.panel.walk() if each.focusable and each.proxy is None]

    def _put_focus_back(self) -> None:
        if not self.takes_map:
            self._focus = None  # something is aimed: the keyboard is the map's
        stage, ring = self.screen.stage, self._ring()
        if self._focus is None or stage.layers or not ring or (
                stage.focus is not None and stage.focus in stage.focusables()):
            return
        place, said = self._focus
        same = [each for each in ring if said and _said(each) == said]
        stage.set_focus(same[0] if same else ring[min(place, len(ring) - 1)])

    def paint(self, canvas: pygame.Surface) -> None:
        """What is chosen, dragged or drawn, on the map."""
        if not self.open:
            return
        screen, battle = self.screen, self.battle
        camera, theme = screen.view.camera, screen.look.theme
        before = canvas.get_clip()
        canvas.set_clip(screen.view.area.clip(before))
        for who in self.ones if self.tab in ("creatures", "party") else ():
            if who.cell is not None:
                strokes.ring(canvas, camera, theme, who.cell, side_of(battle, who))
        if self.tab == "scene" and self.structure is not None:
            strokes.paint(canvas, camera, theme, self.structure.cells,
                          edges_of_structure(battle, self.structure))
        if self.tab == "map" and self.takes_map:
            cell = screen.aim.cell if screen.aim.by_keyboard else None
            self.brush.paint(canvas, camera, theme, screen.look.scale.small, cell)
        if self._dragged in battle.by_id and screen.aim.cell is not None:
            self._paint_ghost(canvas, battle[self._dragged], screen.aim.cell)
        canvas.set_clip(before)

    def _paint_ghost(self, canvas: pygame.Surface, who: Combatant, cell: Cell) -> None:
        screen = self.screen
        painter = Painter(canvas, screen.view.camera, screen.look.theme, screen.look.scale.small, canvas.get_rect())
        painter.ghost(Token(who.id, who.name, who.name[:2], who.sheet.id, screen.teams.get(who.team, 0), cell,
                            side_of(self.battle, who), who.pv, who.sheet.pv))


def _said(widget: Widget | None) -> str:
    """The words of a button, which stay its own when the panel is made anew."""
    return widget.said if isinstance(widget, Button) else ""


def event_mods() -> int:
    """The keys that are held down."""
    return pygame.key.get_mods()
