"""What a click or Enter does on the Play screen: the obvious act, or the next step of what is being aimed."""

from dataclasses import replace
from typing import TYPE_CHECKING

from game.rules.actions import Action, Attack, Deploy, GmEffect, Manoeuvre, Move
from game.rules.nonlethal import repertoire_of
from game.rules.places import raisable
from game.rules.scuffles import things_of
from game.rules.state import Combatant
from game.spatial.grid import Cell
from game.texts import sentence, text, tr
from game.view.offers import Option, aimed, option_name, power_of
from game.view.panels.bar import Act
from game.view.screens import aiming, areas, menus
from game.view.screens.aiming import Aim
from game.view.screens.areas import Draft
from game.view.screens.things import cells_of_thing, things_at

if TYPE_CHECKING:
    from game.view.screens.play import PlayScreen


class Deeds:
    """Turns wishes of the Play screen into actions; the engine judges each."""

    def __init__(self, screen: "PlayScreen") -> None:
        self.screen = screen
        self.by_hand = False  # what is done now is rolled with real dice

    # choosing

    def choose(self, option: Option) -> None:
        """Something in the bar or in a menu was chosen: it is done, opened, or aimed from now on."""
        screen = self.screen
        screen.sure_to_end = False
        if option.refused is not None:
            screen.toast(sentence(option.refused))
            return
        if option.kind == "menu":
            menus.choices(screen, option)
        elif option.kind == "do" and option.action is not None:
            screen.do(option.action)
        else:
            self._take_up(option)
        screen.refresh_aim()

    def _take_up(self, option: Option) -> None:
        """Aim this from now on; chosen once more, no longer."""
        screen = self.screen
        same = screen.aim.option is not None and screen.aim.option.key == option.key
        plain = option.kind == "walk" and isinstance(option.action, Move) and not option.action.jump
        screen.aim = replace(screen.aim, option=None if same or plain else option, draft=Draft())
        if screen.aim.option is None:
            return
        screen.stage.set_focus(None)  # Enter is for the map now
        if option.kind == "area":
            self._start_area()
        elif screen.controls.by_keyboard and option.kind in ("attack", "target", "thing"):
            screen.refresh_aim()
            self.next_target(1, first=True)

    def _start_area(self) -> None:
        """By keyboard an area starts at the active creature, or where the cursor is."""
        screen = self.screen
        who = screen.match.active
        if screen.controls.by_keyboard and who is not None and who.cell is not None and screen.aim.point is None:
            x, y = screen.aim.cell or who.cell
            screen.aim = replace(screen.aim, cell=(x, y), point=(float(x), float(y)), by_keyboard=True)

    # acting

    def act_at(self, cell: Cell) -> None:
        """The obvious act at a cell: go on with what is aimed; else attack the enemy there, open the door there, walk
        there; before round 1, place the chosen creature there."""
        screen = self.screen
        screen.sure_to_end = False
        battle, who, option = screen.match.battle, screen.match.active, screen.aim.option
        occupant = aiming.occupant_of(battle, cell)
        if battle.phase == "deploy":
            self._place_at(cell, occupant)
            return
        if battle.phase == "over" and option is not None and option.kind == "thing":
            self._thing_at(cell)
        if who is None:
            return
        match option.kind if option is not None else "":
            case "area":
                self._area_at(cell, occupant)
            case "target":
                self._target(occupant)
            case "thing":
                self._thing_at(cell)
            case "cell" if option is not None and option.action is not None:
                self._finish(aimed(option.action, cell=cell))
            case _:
                self._obvious(cell, who, occupant)

    def _obvious(self, cell: Cell, who: Combatant, occupant: Combatant | None) -> None:
        screen = self.screen
        option = screen.aim.option
        end = aiming.walk_end(screen.match, cell, option)
        if occupant is not None and occupant.team != who.team and not occupant.out:
            self._attack(who, occupant)
        elif (door := aiming.opens(screen.match, screen.aim)) is not None:
            screen.do(door)
        elif occupant is not None and occupant.id == who.id and end is None:
            screen.aim = replace(screen.aim, option=None)
            screen.refresh_aim()
        elif option is not None and option.kind == "walk" and option.action is not None:
            self._finish(aimed(option.action, cell=end or cell))
        else:
            screen.do(Move(who.id, end or cell))

    def _attack(self, who: Combatant, target: Combatant) -> None:
        screen = self.screen
        option = screen.aim.option if screen.aim.option is not None and screen.aim.option.kind == "attack" else None
        option = option or screen.match.best_attack(target.id)
        if option is not None:
            screen.do(Attack(who.id, target.id, option.weapon, option.mode))

    def _finish(self, action: Action) -> bool:
        """Do what was aimed; nothing is aimed any more when it is done."""
        return self.screen.do(action, then=self._finished)

    def _finished(self) -> None:
        screen = self.screen
        screen.aim = replace(screen.aim, option=None, draft=Draft())
        screen.refresh_aim()

    def roll(self) -> None:
        """Do what the sheet shows."""
        if self.screen.aim.option is not None and self.screen.aim.option.kind == "area":
            self.confirm()
        elif self.screen.aim.cell is not None:
            self.act_at(self.screen.aim.cell)

    def roll_real(self) -> None:
        """The same with real dice, whoever rolls them as a rule."""
        self.by_hand = True
        try:
            self.roll()
        finally:
            self.by_hand = False

    # creatures

    def _target(self, occupant: Combatant | None) -> None:
        """A creature was pointed at for something that is done to creatures."""
        screen, option = self.screen, self.screen.aim.option
        if option is None or option.action is None:
            return
        if occupant is None:
            screen.toast(tr("Point at a creature"))
            return
        power = power_of(screen.match.battle, option.action)
        if power is not None and power.targets > 1:
            self._pick(occupant.id, power.targets)
        elif isinstance(option.action, Manoeuvre) and self._which_weapon(option, option.action, occupant):
            return
        else:
            self._finish(aimed(option.action, (occupant.id,)))

    def _which_weapon(self, option: Option, action: Manoeuvre, target: Combatant) -> bool:
        """Ask which of several weapons is to be knocked from its hands, or what to seize. # rule: MAN-6 NLT-8"""
        effect = repertoire_of(self.screen.match.battle)[action.manoeuvre].effect
        things = {"disarm": target.hands, "wrest": things_of(target)}.get(effect, ())
        if len(things) < 2:
            return False
        items = []
        for id in things:
            weapon = target.weapon(id)
            wanted = replace(action, target=target.id, aim=id)
            items.append(Option("do", text(weapon.name if weapon else id), option.picture, wanted,
                                refused=self.screen.match.why(wanted)))
        menus.choices(self.screen, Option("menu", option.name, option.picture, items=tuple(items)))
        return True

    def _pick(self, id: str, most: int) -> None:
        """Choose one more of several targets, or one less."""
        screen, option = self.screen, self.screen.aim.option
        assert option is not None
        assert option.action is not None
        picked = screen.aim.draft.picked
        if id in picked:
            picked = tuple(each for each in picked if each != id)
        elif len(picked) >= most:
            screen.toast(tr(text("No more than {count}", count=most)))
            return
        else:
            place = screen.seen.area.place if screen.seen.area is not None else None
            reason = screen.match.why(aimed(option.action, (*picked, id), place=place))
            if reason is not None:
                screen.toast(sentence(reason))
                return
            picked = (*picked, id)
        screen.aim = replace(screen.aim, draft=replace(screen.aim.draft, picked=picked))
        screen.refresh_aim()

    # areas

    def _area_at(self, cell: Cell, occupant: Combatant | None) -> None:
        """A click while an area is aimed: its origin first, then its direction or its targets, then it is done."""
        screen, option, draft = self.screen, self.screen.aim.option, self.screen.aim.draft
        assert option is not None
        seen = screen.seen.area
        form, match = areas.form_of(screen.match, option), screen.match
        if form == "free":
            self._toggle(cell)
        elif areas.waits(match, option) and draft.locked is None:
            self._lock(option)
        elif seen is not None and seen.power is not None and seen.power.picks and occupant is not None and (
                occupant.id in seen.inside):
            self._pick(occupant.id, seen.power.picks)
        else:
            self.confirm()

    def starts_area(self) -> bool:
        """Put the start of an area that points somewhere where the mouse was pressed; False where none is to be put."""
        screen, option = self.screen, self.screen.aim.option
        if option is None or option.kind != "area" or screen.aim.draft.locked is not None:
            return False
        return areas.points(screen.match, option) and self._lock(option)

    def _lock(self, option: Option) -> bool:
        """Choose where an area starts; False, with the reason, where it cannot."""
        screen, draft, seen, match = self.screen, self.screen.aim.draft, self.screen.seen.area, self.screen.match
        if seen is not None and seen.refused is not None and not areas.from_edge(match, option):
            screen.toast(sentence(seen.refused))
            return False
        screen.aim = replace(screen.aim, draft=replace(draft, locked=areas.origin_at(match, option, draft,
                                                                                     screen.aim.point)))
        screen.refresh_aim()
        return True

    def _toggle(self, cell: Cell) -> None:
        """One square more of a free set, or one less."""
        screen, draft = self.screen, self.screen.aim.draft
        power = power_of(screen.match.battle, screen.aim.option.action) if screen.aim.option is not None else None
        most = power.shape.cells if power is not None and power.shape is not None else 1000
        if cell in draft.cells:
            cells = tuple(each for each in draft.cells if each != cell)
        elif len(draft.cells) >= most:
            screen.toast(tr(text("No more than {count}", count=most)))
            return
        else:
            cells = (*draft.cells, cell)
        screen.aim = replace(screen.aim, draft=replace(draft, cells=cells))
        screen.refresh_aim()

    def confirm(self) -> None:
        """Do what is aimed, as it is aimed."""
        screen, option = self.screen, self.screen.aim.option
        if option is None or option.action is None:
            return
        place = screen.seen.area.place if screen.seen.area is not None else None
        if option.kind == "area" and place is None and areas.form_of(screen.match, option) != "aura":
            screen.toast(tr("Point at the place first"))
            return
        self._finish(aimed(option.action, screen.aim.draft.picked, place=place))

    def turn(self, by: int) -> bool:
        """Turn the area that is aimed, clockwise; False when none is."""
        screen, option = self.screen, self.screen.aim.option
        if option is None or option.kind != "area":
            return False
        draft = areas.turned(screen.match, option, screen.aim.draft, screen.aim.point, by)
        screen.aim = replace(screen.aim, draft=draft)
        screen.refresh_aim()
        return True

    def lift(self, by: int) -> bool:
        """Raise or lower the origin of the area that is aimed; False when none is, or it has none."""
        screen, option = self.screen, self.screen.aim.option
        if option is None or option.kind != "area":
            return False
        draft = areas.raised(screen.match, option, screen.aim.draft, by)
        if draft is None:
            return False
        screen.aim = replace(screen.aim, draft=draft)
        screen.refresh_aim()
        return True

    def _move_up(self, by: int) -> None:
        self.lift(by)

    def other_origin(self) -> None:
        """A corner of the squares, or the middle of one."""
        screen, option = self.screen, self.screen.aim.option
        if option is None or option.kind != "area" or not self._may_centre(option):
            return
        draft = replace(screen.aim.draft, centre=not screen.aim.draft.centre, locked=None)
        screen.aim = replace(screen.aim, draft=draft)
        screen.refresh_aim()

    def _may_centre(self, option: Option) -> bool:
        form = areas.form_of(self.screen.match, option)
        return form not in ("free", "aura") and not areas.from_edge(self.screen.match, option)

    def step_back(self) -> bool:
        """The last step of what is aimed is taken back; False when nothing is aimed."""
        screen, draft = self.screen, self.screen.aim.draft
        if screen.aim.option is None:
            return False
        if draft.picked:
            screen.aim = replace(screen.aim, draft=replace(draft, picked=draft.picked[:-1]))
        elif draft.cells:
            screen.aim = replace(screen.aim, draft=replace(draft, cells=draft.cells[:-1]))
        elif draft.locked is not None:
            screen.aim = replace(screen.aim, draft=replace(draft, locked=None, turn=None))
        else:
            screen.aim = replace(screen.aim, option=None, draft=Draft())
        screen.refresh_aim()
        return True

    def steps(self) -> list[Act]:
        """The bar while something is aimed that takes more than one click."""
        screen, option = self.screen, self.screen.aim.option
        if option is None:
            return []
        power = power_of(screen.match.battle, option.action)
        if option.kind != "area" and not (option.kind == "target" and power is not None and power.targets > 1):
            return []
        acts = [Act(tr(text("Do it: {what}", what=option_name(option))), option.picture, self.confirm)]
        if option.kind == "area" and areas.turns(screen.match, option):
            acts.append(Act(tr("Turn left (Q)"), "undo-2", lambda: self._nudge(-1)))
            acts.append(Act(tr("Turn right (E)"), "redo-2", lambda: self._nudge(1)))
        if option.kind == "area" and self._may_centre(option):
            said = tr("From a corner (O)") if screen.aim.draft.centre else tr("From the middle of a square (O)")
            acts.append(Act(said, "maximize", self.other_origin))
        if option.kind == "area" and power is not None and raisable(power):
            acts.append(Act(tr("Raise (PageUp)"), "arrow-up-from-line", lambda: self._move_up(1)))
            acts.append(Act(tr("Lower (PageDown)"), "", lambda: self._move_up(-1)))
        acts.append(Act(tr("Back (Escape)"), "skip-back", lambda: self._leave()))
        return acts

    def _nudge(self, by: int) -> None:
        self.turn(by)

    def _leave(self) -> None:
        self.step_back()

    # targets one after the other

    def next_target(self, by: int, first: bool = False) -> None:
        """Point at the next creature or thing that what is aimed may be done to; else that may be attacked."""
        screen, option = self.screen, self.screen.aim.option
        match = screen.match
        if option is not None and option.kind == "thing":
            places = [cells_of_thing(match.battle, id)[0] for id in match.breakable(option)]
            self._step_among(places, by, first, tr("Nothing to break is within reach"))
            return
        if option is not None and option.kind == "area" and screen.seen.area is not None:
            ids: list[str] = list(screen.seen.area.inside)
        else:
            some = [option] if option is not None and option.at_creature else [
                each for each in match.options() if each.kind == "attack"]
            ids = list(dict.fromkeys(id for each in some for id in match.targets(each)))
        places = [cell for id in ids if (cell := match.battle[id].cell) is not None]
        self._step_among(places, by, first, tr("No enemy can be attacked from here")
                         if option is None or option.kind == "attack" else tr("There is no target for this"))

    def _step_among(self, places: list[Cell], by: int, first: bool, otherwise: str) -> None:
        screen = self.screen
        if not places:
            screen.toast(otherwise)
            return
        here = aiming.occupant_of(screen.match.battle, screen.aim.cell)
        cell = here.cell if here is not None and here.cell in places else screen.aim.cell
        place = places.index(cell) + by if cell in places else 0 if by > 0 else -1
        if first and cell in places:
            place = places.index(cell)
        screen.point(places[place % len(places)], by_keyboard=True)

    # things

    def _thing_at(self, cell: Cell) -> None:
        """Strike the thing pointed at; by keyboard, ask which when there are several."""
        screen, option = self.screen, self.screen.aim.option
        assert option is not None
        assert option.action is not None
        allowed = [id for id in things_at(screen.match.battle, cell) if id in screen.match.breakable(option)]
        if screen.aim.by_keyboard and len(allowed) > 1:
            menus.which_thing(screen, option, allowed)
        elif screen.seen.thing is None:
            screen.toast(tr("There is nothing to break here"))
        else:
            self._finish(aimed(option.action, thing=screen.seen.thing.id))

    # before round 1

    def _place_at(self, cell: Cell, occupant: Combatant | None) -> None:
        """Before round 1: take up the creature that stands there, or put down the one in hand."""
        screen = self.screen
        if occupant is not None and occupant.id != screen.aim.placing and occupant.id in screen.placeable():
            screen.aim = replace(screen.aim, placing=occupant.id)
            screen.refresh_aim()
        elif not screen.aim.placing:
            screen.toast(tr("Choose a creature in the bar first"))
        elif screen.do(Deploy(screen.aim.placing, cell)):
            screen.aim = replace(screen.aim, placing=screen.waiting_for())
            screen.refresh_aim()


def stays(option: Option) -> bool:
    """Whether an option is not one of the bar: what the GM does."""
    return isinstance(option.action, GmEffect) or (option.action is not None and not hasattr(option.action, "who")) or (
        option.action is not None and option.action.kind == "rest")


def clean(aim: Aim) -> Aim:
    """Nothing is aimed any more."""
    return replace(aim, option=None, placing="", draft=Draft())
