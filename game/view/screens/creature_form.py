"""The form of a creature: six values and dice, PV, size, weapons, name; kept in the library of the user's folder."""

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import pygame

from game.content.library import creature_table, delete_creature, id_for, kinds, save_creature
from game.errors import FlancoError
from game.rules.catalog import ATTRIBUTE_NAMES, AttributeName, Weapon, shipped_setting, weapons
from game.rules.sheet import ATTRIBUTES, SIZES, Attribute, Sheet
from game.texts import N_, sentence, text, tr
from game.view import fonts
from game.view.screens.base import nothing
from game.view.widgets.choice import Choice, Part
from game.view.widgets.entry import Entry
from game.view.widgets.form import Form, Push, centred, dialog_form
from game.view.widgets.label import Label
from game.view.widgets.number import Number

if TYPE_CHECKING:
    from game.view.screens.master import Master

SIZE_NAMES: Final = {
    "mini": N_("Mini"), "small": N_("Small"), "medium": N_("Medium"), "normal": N_("Normal"), "large": N_("Large"),
    "giant": N_("Giant"), "colossal": N_("Colossal"),
}
USUAL: Final = Attribute(5, 6)
MOST_VALUE, MOST_PV = 100, 1000


def new(master: "Master") -> None:
    """A creature from nothing."""
    blank = Sheet("", "", *(USUAL,) * 6, pv=10)
    _Form(master, blank, "", tr("New creature")).open()


def change(master: "Master", sheet: Sheet) -> None:
    """A creature of the library."""
    _Form(master, sheet, sheet.id, tr("Change a creature")).open()


def copy(master: "Master", sheet: Sheet) -> None:
    """A creature like another one."""
    keep(master, sheet)


def keep(master: "Master", sheet: Sheet) -> None:
    """A creature of a scenario, or one that ships with the program, as one of the user's own."""
    try:
        creature_table(sheet)
    except FlancoError as problem:
        master.screen.error(tr("This creature cannot be kept"), problem)
        return
    _Form(master, replace(sheet, id="", name=tr(sheet.name)), "", tr("New creature")).open()


def delete(master: "Master", sheet: Sheet) -> None:
    """A creature leaves the library, once that is sure."""
    def gone() -> None:
        try:
            delete_creature(sheet.id)
        except FlancoError as problem:
            master.screen.error(tr("The creature could not be deleted"), problem)
        master.kind = ""
        master.changed()

    master.screen.ask(tr("Delete the creature?"), tr(text("{name} leaves the library; fights that have it keep it.",
                                                          name=sheet.name)), [
        (tr("Delete"), gone, False), (tr("Cancel"), nothing, True)])


class _Form:
    """The form while it is open. What it does not ask (traits, powers, items) stays as it was."""

    def __init__(self, master: "Master", sheet: Sheet, instead: str, title: str) -> None:
        self.master, self.instead, self.heading = master, instead, title
        self.sheet = sheet
        self.own_id = bool(instead)  # an id that does not follow the name
        self.dice = {name: sheet.attribute(name).die for name in ATTRIBUTES}
        self.arms = [each.id for each in sheet.weapons]
        self.values: dict[AttributeName, Number] = {}
        self.rolls: dict[AttributeName, Choice] = {}

    def open(self) -> None:
        """Put it on the screen."""
        screen = self.master.screen
        layer, form = dialog_form(screen.look, 56, screen.close_layers)
        form.title(self.heading, "user-plus")
        self.name = form.entry(tr("Name"), self.sheet.name, lambda _: self.save(), 40, self._named)
        for name in ATTRIBUTES:
            self._attribute(form, name)
        self.pv = form.number(tr("PV"), self.sheet.pv, least=1, most=MOST_PV, done=lambda _: self.save())
        self.size = form.choice(tr("Size"), [Part(tr(SIZE_NAMES[each])) for each in SIZES], self._sized,
                                chosen=(SIZES.index(self.sheet.size),), then=lambda: screen.stage.set_focus(self.armed))
        known = self._weapons()
        self.armed = form.choice(tr("Weapons"), [Part(tr(each.name)) for each in known], self._arm, many=True,
                                 chosen=[n for n, each in enumerate(known) if each.id in self.arms])
        self.kind = form.entry(tr("Kind, for scenarios"), self.sheet.id or self.free_id(), lambda _: self.save(), 40,
                               self._kind_typed, allowed=lambda each: bool(re.fullmatch(r"[a-z0-9_-]", each)))
        form.buttons([
            Push(tr("Keep"), self.save, "save", strong=True, tip="Ctrl+Enter"),
            Push(tr("Cancel"), screen.close_layers),
        ])
        layer.first, layer.accept = self.name, self.save
        screen.open(centred(layer, form))

    def _attribute(self, form: Form, name: AttributeName) -> None:
        """A value and its die: beside each other where there is room."""
        own, look = self.sheet.attribute(name), form.look
        said = tr(ATTRIBUTE_NAMES[name])
        dice = [Part(f"d{each}") for each in shipped_setting("dice")]
        wide = Number.width_for(MOST_VALUE, form.px, form.line)
        label = max(fonts.width(tr(each), form.px) for each in ATTRIBUTE_NAMES.values()) + form.gap
        left = label + wide + form.gap
        room = pygame.Rect(form.left + left, form.top, form.room - left, form.line)
        beside = Choice.height_for(dice, form.px, look.scale.pad, room.width, form.line) == form.line
        if beside:
            form.panel.add(Label(pygame.Rect(form.left, form.top, label - form.gap, form.line), said, form.px, "muted"))
            spot = pygame.Rect(form.left + label, form.top, wide, form.line)
        else:
            spot = form.named(said, wide)
            room = pygame.Rect(form.left, form.top, form.room, form.line)
        self.values[name] = form.panel.add(Number(spot, own.value, form.px, most=MOST_VALUE,
                                                  done=lambda _: self.save()))
        made = form.panel.add(Choice(room, dice, form.px, look.scale.pad, lambda n: self._die(name, n),
                                     chosen=[n for n, each in enumerate(dice) if each.said == f"d{own.die}"],
                                     then=self._next))
        self.rolls[name] = made
        form.top = made.rect.bottom + form.gap

    def _next(self) -> None:
        """The die is known: on to the next field."""
        self.master.screen.stage.step_focus(1)

    def _weapons(self) -> list[Weapon]:
        """What it may carry: all that the program knows, and what it carries already."""
        return [*weapons().values(), *(each for each in self.sheet.weapons if each.id not in weapons())]

    def _die(self, name: AttributeName, n: int) -> None:
        self.dice[name] = shipped_setting("dice")[n]
        self.rolls[name].set_chosen((n,))

    def _sized(self, n: int) -> None:
        self.sheet = replace(self.sheet, size=SIZES[n])
        self.size.set_chosen((n,))

    def _arm(self, n: int) -> None:
        id = self._weapons()[n].id
        self.arms = [each for each in self.arms if each != id] if id in self.arms else [*self.arms, id]
        self.armed.set_chosen([at for at, each in enumerate(self._weapons()) if each.id in self.arms])

    def _named(self, said: str) -> None:
        if not self.own_id:
            self.kind.say(self.free_id())

    def _kind_typed(self, said: str) -> None:
        self.own_id = True

    def free_id(self) -> str:
        """An id that follows the name and that no other creature has."""
        name: Entry | None = getattr(self, "name", None)
        return id_for((name.said if name is not None else self.sheet.name) or "creature")

    def made(self) -> Sheet:
        """The creature as the form says it.

        :raises FlancoError: when something is missing.
        """
        name, id = self.name.said.strip(), self.kind.said.strip()
        if not name:
            raise FlancoError(text("the creature needs a name"))
        for attribute, field in self.values.items():
            if not field.sound:
                raise FlancoError(text("{attribute} is from 0 to {most}", attribute=text(ATTRIBUTE_NAMES[attribute]),
                                       most=MOST_VALUE))
        if not self.pv.sound:
            raise FlancoError(text("PV are from 1 to {most}", most=MOST_PV))
        if not re.fullmatch(r"[a-z0-9_-]{1,40}", id):
            raise FlancoError(text("its kind is written in small letters, digits, - and _"))
        if id in kinds() and id != self.instead:
            raise FlancoError(text("there is already a creature called {id}", id=id))
        six: dict[str, Any] = {each: Attribute(self.values[each].value, self.dice[each]) for each in ATTRIBUTES}
        own = {each.id: each for each in self.sheet.weapons}
        arms = tuple(own.get(each) or weapons()[each] for each in self.arms)
        return replace(self.sheet, id=id, name=name, pv=self.pv.value, weapons=arms, **six)

    def save(self) -> None:
        """Keep it; the first thing that is wrong is told, and the form stays."""
        screen = self.master.screen
        try:
            sheet = self.made()
            save_creature(sheet, self.instead)
        except FlancoError as problem:
            screen.toast(sentence(problem.message), "bad")
            return
        screen.close_layers()
        self.master.query, self.master.tab = "", "add"
        self.master.take_kind(sheet.id)
        screen.toast(tr(text("Kept: {file}", file=sheet.name)), "good")
