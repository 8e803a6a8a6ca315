"""The Play screen: the map under everything, panels around it. It shows the match and turns wishes into actions."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pygame

from game.errors import FlancoError, IllegalAction
from game.insight.narrate import team_name
from game.rules.actions import Action, Begin, EndTurn
from game.rules.bodies import side_of
from game.rules.dice import Dice
from game.rules.events import BattleWon, Event, RoundBegan, TurnBegan
from game.spatial.grid import Cell, cell_name
from game.texts import language, sentence, text, tr
from game.view import story
from game.view.coins import coins_of
from game.view.mapview.motion import Motion, motion_of
from game.view.mapview.scene import MapView, Scene
from game.view.match import Match, Thrown, Word
from game.view.offers import Option, actions_left
from game.view.panels import bar, card, log, strip
from game.view.panels.bar import Act
from game.view.panels.strip import Tool
from game.view.players import BANNER_SECONDS, FRAME_SECONDS, Banner, moving, paint_banner
from game.view.scale import Scale
from game.view.screens import aiming, coach, curtain, hints, menus, picture, second
from game.view.screens.aiming import Aim, Outlook, Seen
from game.view.screens.areas import Draft, Spot
from game.view.screens.base import Host, Screen, soonest
from game.view.screens.controls import Controls
from game.view.screens.deeds import Deeds, clean, stays
from game.view.screens.dice import RealDice
from game.view.screens.layout import Places, places
from game.view.screens.master import Master
from game.view.screens.pointing import Pointing
from game.view.screens.sheets import Sheets
from game.view.screens.standing import Standing
from game.view.screens.why import Subject, Why
from game.view.settings import Coach
from game.view.widgets.base import Panel
from game.view.widgets.scroll import Scroll

LINGER_SECONDS = 0.8
WORK_SECONDS = 0.004  # a frame's share for what need not be there at once
EMPTY = pygame.Rect(0, 0, 0, 0)


class PlayScreen(Screen):
    """One match on the screen."""

    at_table = True  # a window of the players shows it

    def __init__(self, host: Host, match: Match, begins: bool = True) -> None:
        super().__init__(host)
        self.match = match
        match.told = host.settings.enemy_numbers
        self.view = MapView()
        self.view.gradual = True
        self.teams = {team.id: n for n, team in enumerate(match.battle.teams)}
        self.aim = Aim()
        self.seen = Seen()
        self.acts: list[Act] = []
        self.drawer_open = False
        self.details = ""  # whose sheet is open
        self.every_name = False
        self.sure_to_end = False
        self.banner: Banner | None = None
        self.motion: Motion | None = None
        self.pointing = Pointing(self)
        self.controls = Controls(self)
        self.deeds = Deeds(self)
        self.asked: Subject | None = None  # what is asked "why?" about: a line of the log, a sheet
        self.why = Why(self)
        self.outlook = Outlook()
        self.lingering: tuple[Aim, Seen, float] | None = None  # a sheet that was left a moment ago, until when
        self.dice = RealDice(self)
        self.strip, self.card, self.bar, self.last = (Panel(EMPTY) for _ in range(4))
        self.side, self.drawer = Scroll(EMPTY), Panel(EMPTY)
        self.sheets = Sheets(self)
        self.master = Master(self)
        self.standing = Standing(self)
        self._shown: dict[str, object] = {}
        self._fitted: Scale | None = None
        self.places = self.arranged()
        self.unsaved = False  # something was done since the autosave
        self._save_failed = False
        if match.battle.phase == "deploy":
            self.dice.begin(host.settings.dice)
            if self.placeable():
                self.aim = Aim(placing=self.waiting_for())
            elif begins:
                self._begin_at_once()

    def _begin_at_once(self) -> None:
        """Nobody is left to place: the fight begins, unless the rules object or people roll for it."""
        if self.match.why(Begin()) is None and not self.dice.wants(Begin()):
            self.do(Begin())

    @property
    def coach(self) -> Coach:
        """How much the team whose turn it is is told before it acts."""
        return coach.level(self.match.battle, self.match.coach, self.host.settings.coach)

    # layout

    def arranged(self) -> Places:
        """Where the parts of the screen go."""
        return places(self.look.scale)

    def build(self) -> None:
        scale = self.look.scale
        self.match.told = self.host.settings.enemy_numbers
        self.places = placed = self.arranged()
        self.every_name = self.host.settings.names
        self.strip.rect, self.card.rect, self.bar.rect = placed.strip, placed.card, placed.bar
        self.last.rect, self.view.area = placed.last, placed.free
        self.stage.panels = [self.strip, self.master.panel, self.standing.panel, self.drawer, self.side, self.card,
                             self.bar, self.last]
        self.master.lay_out()
        self.stage.forget()
        self._shown.clear()
        if self._fitted != scale:
            self._fitted = scale
            self.view.fit_cells(self.match.battle.map, self._places(), 3, self.look)
        self.host.redraw()

    def _places(self) -> list[Cell]:
        """The cells that matter: where creatures stand or may be placed."""
        battle = self.match.battle
        cells = [cell for team in battle.teams for cell in team.zone] if battle.phase == "deploy" else []
        return cells + [each.cell for each in battle.present() if each.cell is not None]

    def toast_place(self) -> pygame.Rect:
        return self.view.area

    # doing

    def do(self, action: Action, dice: Dice | None = None, thrown: Thrown | None = None,
           then: Callable[[], None] | None = None) -> bool:
        """Ask the engine; its reason is shown when it refuses. Where people roll real dice they are asked for the faces
        first, and it is done later. ``then`` follows when it is done."""
        if dice is None and (self.deeds.by_hand or self.dice.wants(action)) and self.match.why(action) is None:
            self.dice.ask(action, then)
            return False
        try:
            events = self.match.do(action, dice, thrown)
        except IllegalAction as refused:
            self.toast(sentence(refused.message))
            return False
        except FlancoError as problem:
            self.error(tr("That did not work"), problem)
            return False
        self._after(events)
        if then is not None:
            then()
        return True

    def _after(self, events: tuple[Event, ...]) -> None:
        self.sure_to_end = False
        self.asked = None
        self.lingering = None
        self.hush()
        moves = self.host.settings.animations
        self.motion = motion_of(events, self.match.battle, self.host.now) if moves else None
        self.refresh_aim()
        self.unsaved = True
        for event in events:
            if isinstance(event, RoundBegan) and event.round == 1 and self.view.area.width > 100:
                self.view.fit_cells(self.match.battle.map, self._places(), 3, self.look)
            if isinstance(event, TurnBegan):
                self.match.word = Word()
                who = self.match.battle[event.who]
                self.aim = clean(self.aim)
                self.banner = Banner(tr(text("Turn of {who}", who=who.name)), self.teams.get(who.team, 0),
                                     self.host.now + BANNER_SECONDS)
                if self.view.area.width > 100 and who.cell is not None:
                    self.view.show(who.cell, side_of(self.match.battle, who))
        won = next((event for event in events if isinstance(event, BattleWon)), None)
        if won is not None:
            self.tell_victory(won.team)
        self.refresh_aim()

    def tell_victory(self, team: str) -> None:
        """The fight is over; ``team`` is empty when nobody is left."""
        menus.victory(self, team)

    def open_menu(self) -> None:
        """The menu of the screen."""
        menus.main(self)

    def after_frame(self) -> None:
        if self.unsaved:
            self.unsaved = False
            self.keep()

    def keep(self) -> None:
        """Autosave; a failure is told in a dialog once, later in a toast."""
        problem = self.match.keep()
        if problem is None:
            self._save_failed = False
        elif self._save_failed:
            self.toast(sentence(problem.message), "bad")
        else:
            self._save_failed = True
            self.error(tr("The game could not be saved"), problem)

    def refresh_aim(self) -> None:
        """The battle or the aim changed: an attack that is no longer in the bar is no longer chosen."""
        option = self.aim.option
        if option is not None and not stays(option):
            same = self.match.current(option)
            if same is None or same.refused is not None:
                self.aim = replace(self.aim, option=None, draft=Draft())
            else:
                self.aim = replace(self.aim, option=same)
        if self.aim.cell is not None and self.aim.cell not in self.match.battle.map:
            self.aim = replace(self.aim, cell=None, point=None)
        if self.aim.placing and self.match.battle.phase != "deploy":
            self.aim = replace(self.aim, placing="")
        if self.details not in self.match.battle.by_id:
            self.details = ""
        self.seen = self.master.seen() or aiming.see(self.match, self.aim)
        told = self.coach
        self.outlook.look_from(self.match, self.seen.vantage if told != "off" else (), told)
        self.host.redraw()

    def point(self, cell: Cell | None, by_keyboard: bool = False, at: Spot | None = None) -> None:
        """The mouse or the keyboard points at a cell, the mouse at a very place in it (in metres)."""
        exact = self.aim.option is not None and self.aim.option.kind in ("area", "thing")
        same = cell == self.aim.cell and by_keyboard == self.aim.by_keyboard
        door_at = self.match.door_at
        exact = exact or (same and cell is not None and door_at(cell, at) != door_at(cell, self.aim.point))
        if same and (not exact or at == self.aim.point):
            return
        draft, old = self.aim.draft, (self.aim, self.seen)
        if draft.locked is not None and not by_keyboard and at is not None:
            draft = replace(draft, turn=None)
        self.aim = replace(self.aim, cell=cell, by_keyboard=by_keyboard, draft=draft,
                           point=at or (None if cell is None else (float(cell[0]), float(cell[1]))))
        if by_keyboard and cell is not None:
            self.view.show(cell)
        if self.pointing.by_keyboard:
            self.pointing.stretch(cell)
        self.refresh_aim()
        if old[1].sheet is not None and self.seen.sheet is None and not by_keyboard:
            self.lingering = (*old, self.host.now + LINGER_SECONDS)
        elif self.seen.sheet is not None or by_keyboard:
            self.lingering = None

    @property
    def on_sheet(self) -> Seen:
        """What the sheet shows: what is pointed at, or what was left a moment ago on the way to its sheet."""
        empty = self.seen.sheet is None and self.seen.area is None and self.seen.thing is None
        return self.lingering[1] if self.lingering is not None and empty else self.seen

    def keep_sheet(self) -> None:
        """The mouse is on the sheet: it stays, and so does what it is about."""
        if self.lingering is not None:
            self.aim = self.lingering[0]
            self.lingering = None
            self.refresh_aim()

    def choose(self, option: Option) -> None:
        """Something in the bar was chosen."""
        self.deeds.choose(option)

    def act_at(self, cell: Cell) -> None:
        """The obvious act at a cell, or the next step of what is aimed; the GM's, where the GM has the map."""
        if not self.master.click(cell):
            self.deeds.act_at(cell)

    def placeable(self) -> list[str]:
        """Creatures of teams that have a zone."""
        with_zone = {team.id for team in self.match.battle.teams if team.zone}
        return [each.id for each in self.match.battle.combatants if each.team in with_zone]

    def waiting_for(self) -> str:
        """The first creature that has no place yet, empty when all have."""
        return next((id for id in self.placeable() if self.match.battle[id].cell is None), "")

    def end_turn(self) -> None:
        """End the turn, or begin the fight; asks once more while actions are left."""
        battle, who = self.match.battle, self.match.active
        if battle.phase == "deploy":
            self.do(Begin())
        elif who is not None:
            if actions_left(battle) and not self.sure_to_end:
                self.sure_to_end = True
                self.toast(tr("Actions are left. Once more to end the turn."))
                return
            self.do(EndTurn(who.id))

    def step_back(self) -> None:
        """Undo the last choice on the screen; when there is none, the menu."""
        self.sure_to_end = False
        if self.pointing.clear():
            return
        if self.asked is not None:
            self.why.ask(None)
        elif self.master.step_back() or (self.aim.draft != Draft() and self.deeds.step_back()):
            pass
        elif self.aim.option is not None or self.aim.placing or self.details:
            self.aim = clean(self.aim)
            self.details = ""
            self.refresh_aim()
        elif self.drawer_open:
            self.toggle_drawer()
        else:
            self.open_menu()

    def undo(self) -> None:
        """One step back; where people had rolled, they are asked anew."""
        changed = self.match.undo()
        self._went(changed, tr("Nothing to undo"))
        if changed:
            self.dice.again()

    def redo(self) -> None:
        """One step forward."""
        self._went(self.match.redo(), tr("Nothing to redo"))

    def turn_start(self) -> None:
        """Back to the start of this turn."""
        self._went(self.match.back_to_turn_start(), tr("Nothing was done in this turn"))

    def _went(self, changed: bool, otherwise: str) -> None:
        if not changed:
            self.toast(otherwise)
            return
        self.aim = clean(self.aim)
        self.banner = None
        self._after(())

    def show_creature(self, id: str) -> None:
        """Point at a creature and move the map so that it is seen; at one that is pointed at, open its sheet."""
        cell = self.match.battle[id].cell
        if self.seen.occupant is not None and self.seen.occupant.id == id:
            self.toggle_details()
        elif cell is not None:
            self.point(cell, by_keyboard=True)

    def toggle_details(self) -> None:
        """Open or close the sheet of the creature that is pointed at."""
        who = self.seen.occupant or self.match.active
        self.details, self.lingering = "" if who is None or self.details == who.id else who.id, None
        self.host.redraw()

    def toggle_drawer(self) -> None:
        """Open or close the log."""
        self.drawer_open = not self.drawer_open
        self.host.redraw()

    # drawing

    def paint(self, canvas: pygame.Surface) -> None:
        self._fill_panels()
        self.view.paint(canvas, self.look, moving(self.scene(), self.motion, self.pointing, self.host.now))
        self.master.paint(canvas)
        hints.paint(self, canvas)
        self.why.paint(canvas)
        curtain.paint_mark(self, canvas)
        if self.banner is not None:
            paint_banner(canvas, self.look, self.sheets.beside, self.banner)
        super().paint(canvas)

    def scene(self) -> Scene:
        """What the map shows: the board of a moment that is asked about, else the board as it stands."""
        chips = () if self.outlook.pending else self.outlook.chips
        return self.why.scene() or picture.scene_of(self.match, self.aim, self.seen, self.teams, self.every_name, chips,
                                                    None, self.coach, self.why.reason())

    def tools(self) -> list[Tool]:
        """The buttons of the strip."""
        game = self.match.shown
        return [
            Tool("skip-back", tr("Start of the turn (Ctrl+Backspace)"), self.turn_start, game.can_undo, 2),
            Tool("undo-2", tr("Undo (Ctrl+Z)"), self.undo, game.can_undo, 0),
            Tool("redo-2", tr("Redo (Ctrl+Y)"), self.redo, game.can_redo),
            Tool("scroll-text", tr("Log (L)"), self.toggle_drawer),
            Tool("laurel-crown", tr("Game master (F9)"), self.master.toggle),
            *second.tools(self),
            Tool("circle-help", tr("Keys (F1)"), lambda: menus.keys(self)),
            Tool("menu", tr("Menu (Escape)"), lambda: menus.main(self), rank=0),
        ]

    def _fill_panels(self) -> None:
        """Make anew the panels whose content changed."""
        battle, look, game = self.match.battle, self.look, self.match.shown
        common = (game, language(), look)
        if self.is_new("strip", (*common, self.match.gm, self.host.players_window is None)):
            strip.fill(self.strip, look, battle, self.teams, self.tools(), self.show_creature,
                       partial(menus.tools, self))
        if self.is_new("card", (*common, self.match.real)):
            who = self.match.active
            card.fill(self.card, look, battle, who, self.teams.get(who.team, 0) if who else 0, self._card_title(),
                      self.dice.of(who))
        if self.is_new("bar", (*common, self.aim.option, self.aim.draft.centre, self.aim.placing, self.sure_to_end)):
            self._fill_bar()
        if self.is_new("last", common):
            log.fill_last(self.last, look, story.last_told(game, 4), self.why.ask)
        self.drawer.visible = self.drawer_open
        for part in (self.sheets, self.master, self.standing):
            part.fill()

    def is_new(self, panel: str, key: tuple[object, ...]) -> bool:
        """Whether a panel shows something else than this key stands for; from now on it does."""
        old = self._shown.get(panel)
        same = isinstance(old, tuple) and len(old) == len(key) and all(
            a is b or (not hasattr(a, "battle") and a == b) for a, b in zip(old, key, strict=True))
        self._shown[panel] = key
        if not same and self.stage.focus is not None and not self.stage.layers:
            self.stage.set_focus(None)
        return not same

    def forget_shown(self, panel: str) -> None:
        """A panel was taken away: it is to be made anew when it comes back."""
        self._shown.pop(panel, None)

    def _card_title(self) -> str:
        battle = self.match.battle
        if battle.phase == "deploy" and self.placeable():
            return tr("Place your creatures in the marked zone.")
        if battle.phase == "deploy":
            return tr("Everyone is in place.") if battle.combatants else tr("Nobody is here yet: add them.")
        if battle.winner:
            return tr(text("{team} wins the fight.", team=team_name(battle, battle.winner)))
        return tr("Nobody is left in the fight.")

    def _fill_bar(self) -> None:
        battle, look = self.match.battle, self.look
        more = partial(menus.more, self)
        if battle.phase == "deploy":
            acts = [self._placing_act(id) for id in self.placeable()]
            reason = self.match.why(Begin())
            ending = Act(tr("Begin"), "play", self.end_turn, True, reason is None, sentence(reason or ""))
            self.acts = bar.fill(self.bar, look, (), acts, ending, more, self.places.rows)
            return
        if battle.phase == "over":
            home = Act(tr("Back to the title"), "house", self.host.show_title)
            acts = [home, *bar.acts_for(self.match.options(), self.choose, self.aim.option)]
            self.acts = bar.fill(self.bar, look, (), acts, None, more, self.places.rows)
            return
        acts = self.deeds.steps() or bar.acts_for(self.match.options(), self.choose, self.aim.option)
        ending = Act(tr("End turn"), "check", self.end_turn, True, not actions_left(battle) or self.sure_to_end)
        self.acts = bar.fill(self.bar, look, coins_of(battle), acts, ending, more, self.places.rows)

    def _placing_act(self, id: str) -> Act:
        who = self.match.battle[id]

        def take() -> None:
            self.aim = replace(self.aim, placing=id)
            self.refresh_aim()

        where = cell_name(who.cell) if who.cell is not None else ""
        return Act(f"{who.name} {where}".strip(), "check" if where else "", take, chosen=self.aim.placing == id)

    # the loop

    def due(self) -> float | None:
        waits = [super().due(), self.banner.until - self.host.now if self.banner else None,
                 self.lingering[2] - self.host.now if self.lingering else None]
        if self.outlook.pending or self.view.unfinished or self.why.pending:
            waits.append(0.0)
        if self.pointing.ring is not None or (self.motion is not None and self.motion.stirs(self.host.now)):
            waits.append(FRAME_SECONDS)
        waits.append(self.motion.end - self.host.now if self.motion is not None else None)
        waits += [self.controls.due(self.host.now), self.standing.due()]
        due = soonest(*waits)
        return None if due is None else max(0.0, due)

    def tick(self) -> None:
        super().tick()
        if (self.outlook.pending and self.outlook.work(WORK_SECONDS)) or self.why.work():
            self.host.redraw()
        self.controls.tick(self.host.now)
        self.standing.tick()
        if self.view.unfinished or self.motion is not None or self.pointing.tick(self.host.now):
            self.host.redraw()
        if self.motion is not None and self.host.now >= self.motion.end:
            self.motion = None
        if self.lingering is not None and self.host.now >= self.lingering[2]:
            self.lingering = None
            self.host.redraw()
        if self.banner is not None and self.host.now >= self.banner.until:
            self.banner = None

    def use(self, event: pygame.event.Event) -> None:
        self.controls.use(event)

    def handle(self, event: pygame.event.Event) -> None:
        self.controls.before(event)
        super().handle(event)

    def leave(self) -> FlancoError | None:
        return self.match.settle()

