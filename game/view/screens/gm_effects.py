"""Dialogs of lasting effects by the game master's hand: harm or healing every turn, and protection."""

from typing import TYPE_CHECKING

from game.rules.catalog import DamageKind, DamagePart, damage_types
from game.rules.powers import ContinuousEffect, DamageResponse, Duration, ModifierEffect, Response
from game.texts import N_, tr
from game.view.screens.gm_dialogs import Term, apply_effect
from game.view.widgets.choice import Part
from game.view.widgets.form import Push, centred, dialog_form

if TYPE_CHECKING:
    from game.view.screens.master import Master

ANSWERS: tuple[tuple[str, Response | None], ...] = (
    ("–", None), (N_("resistant"), "resistant"), (N_("vulnerable"), "vulnerable"), (N_("immune"), "immune"),
)


def every_turn(master: "Master", ids: tuple[str, ...]) -> None:
    """Damage or healing at the start or the end of every turn of theirs."""
    screen, types = master.screen, [*damage_types().values()]
    layer, form = dialog_form(screen.look, 34, screen.close_layers)
    term, kind, at = Term(master, by_itself=False), [0], [0]
    healing = len(types)

    def do(points: int) -> None:
        if not points:
            return
        heals = kind[0] == healing
        usual = tr("Healing every turn") if heals else tr(types[kind[0]].name)
        parts = () if heals else (DamagePart(types[kind[0]].id, points),)
        effect = ContinuousEffect(said.said.strip() or usual, term.duration or Duration(1, "scene"), parts,
                                  points if heals else 0, "start" if not at[0] else "end")
        apply_effect(master, ids, effect, effect.name, term)

    def which(n: int) -> None:
        kind[0] = n
        made.set_chosen((n,))

    def when(n: int) -> None:
        at[0] = n
        moment.set_chosen((n,))

    form.title(tr("Every turn"), "hourglass")
    amount = form.number(tr("Points"), 1, least=1, most=999, done=do)
    made = form.choice(tr("Type"), [*(Part(tr(each.name)) for each in types), Part(tr("Healing"), "heart-plus")], which,
                       chosen=(0,))
    moment = form.choice(tr("When"), [Part(tr("at its start")), Part(tr("at its end"))], when, chosen=(0,))
    term.put(form)
    said = form.entry(tr("What it is called"), "", lambda _: do(amount.value), most=40)
    form.buttons([Push(tr("Do it"), lambda: do(amount.value), "check", strong=True),
                  Push(tr("Cancel"), screen.close_layers)])
    layer.first, layer.accept = amount.field, lambda: do(amount.value)
    screen.open(centred(layer, form))


def protection(master: "Master", ids: tuple[str, ...]) -> None:
    """More Defence, points off every blow, an answer to a type of damage: for a while. # rule: DEF-3"""
    screen, types = master.screen, [*damage_types().values()]
    layer, form = dialog_form(screen.look, 34, screen.close_layers)
    term, answer = Term(master, by_itself=False), [0]
    kind: list[DamageKind | None] = [None]

    def do() -> None:
        response = ANSWERS[answer[0]][1]
        responses = () if response is None else (DamageResponse(response, kind[0] or ""),)
        if not (defence.value or off.value or responses):
            screen.toast(tr("Nothing would change"))
            return
        effect = ModifierEffect(said.said.strip() or tr("Protection"), term.duration or Duration(1, "scene"),
                                responses=responses, defence=defence.value, reduction=off.value, rule="EFF-2")
        apply_effect(master, ids, effect, effect.name, term)

    def how(n: int) -> None:
        answer[0] = n
        answers.set_chosen((n,))

    def which(n: int) -> None:
        kind[0] = types[n - 1].id if n else None
        against.set_chosen((n,))

    form.title(tr("Protection"), "visored-helm")
    defence = form.number(tr("Defence"), 0, least=-20, most=20, done=lambda _: do())
    off = form.number(tr("Off every blow"), 0, most=99, done=lambda _: do())
    answers = form.choice(tr("To damage it is"), [Part(tr(name)) for name, _ in ANSWERS], how, chosen=(0,))
    against = form.choice(tr("of the type"), [Part(tr("any")), *(Part(tr(each.name)) for each in types)], which,
                          chosen=(0,))
    term.put(form, magic=False)
    said = form.entry(tr("What it is called"), "", lambda _: do(), most=40)
    form.buttons([Push(tr("Do it"), do, "check", strong=True), Push(tr("Cancel"), screen.close_layers)])
    layer.first, layer.accept = defence.field, do
    screen.open(centred(layer, form))

