"""Bruises and wounds by the game master's hand: one is given, or healed by word or by a ritual. # rule: NLT-3 NLT-5"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from game.insight.telling import veiled
from game.rules.actions import Action, GmInjure, GmMend, Ritual
from game.rules.injuries import LEVELS, Level
from game.rules.nonlethal import injury_name
from game.rules.recovery import equivalent
from game.texts import sentence, text, tr
from game.view.widgets.choice import Part
from game.view.widgets.form import Form, Push, centred, dialog_form
from game.view.widgets.listing import Row

if TYPE_CHECKING:
    from game.view.screens.master import Master

GIVEN: Final[tuple[tuple[Level, bool], ...]] = tuple((level, wound) for wound in (False, True) for level in LEVELS)


def injuries(master: "Master", id: str) -> None:
    """Which injury a creature is given; those it has, of which a click heals one."""
    screen = master.screen
    layer, form = dialog_form(screen.look, 34, screen.close_layers)
    given = [0]

    def do(action: Action) -> None:
        if master.tries(action):
            screen.close_layers()

    def give() -> None:
        do(GmInjure(id, *GIVEN[given[0]]))

    def which(n: int) -> None:
        given[0] = n
        made.set_chosen((n,))

    form.title(tr(text("Injuries of {who}", who=master.battle[id].name)), "fist")
    made = form.choice(tr("It suffers"), [Part(_named(*each)) for each in GIVEN], which, chosen=(0,))
    form.buttons([Push(tr("Do it"), give, "check", strong=True), Push(tr("Cancel"), screen.close_layers)])
    if not veiled(master.battle, master.battle[id]):
        _healing(master, form, id, do)
    layer.first, layer.accept = made, give
    screen.open(centred(layer, form))


def _named(level: Level, wound: bool) -> str:
    """What an injury is called, with a capital."""
    return sentence(text(injury_name(level, wound)))


def _healing(master: "Master", form: Form, id: str, do: Callable[[Action], None]) -> None:
    """What it has, healed by a click, in the way that is chosen. # rule: NLT-5"""
    battle, who, way = master.battle, master.battle[id], [0]
    found = (*who.bruises, *who.wounds)
    if not found:
        return

    def how(n: int) -> None:
        way[0] = n
        ways.set_chosen((n,))

    def heal(n: int) -> None:
        number = found[n].number
        do(Ritual(id, number, LEVELS[way[0] - 1]) if way[0] else GmMend(id, number))

    form.skip()
    ways = form.choice(tr("It is healed by"), [Part(tr("the game master's word")), *(
        Part(tr(text("ritual: {wound}", wound=text(injury_name(each, True))))) for each in LEVELS)], how, chosen=(0,))
    rows = []
    for each in found:
        needed = equivalent(battle, each)
        counts = tr("Any ritual heals it") if needed is None else tr(
            text("For a ritual it counts as a {wound}", wound=text(injury_name(needed, True))))
        rows.append(Row(_named(each.level, each.wound), counts, "heart-plus", aside="×"))
    form.words(tr("A click heals one:"))
    form.rows(rows, heal)
