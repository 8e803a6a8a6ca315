"""Dialogs of the game master: how much, of what, for how long, from whom, and what is said about it."""

from functools import partial
from typing import TYPE_CHECKING, Final

from game.rules.actions import GmEffect, GmInitiative, GmTeam
from game.rules.catalog import DamageKind, DamagePart, damage_types
from game.rules.powers import (
    ConditionEffect,
    DamageEffect,
    Duration,
    Effect,
    HealingEffect,
    ModifierEffect,
    TestChange,
    Until,
)
from game.texts import N_, text, tr
from game.view.theme import picture_of
from game.view.widgets.choice import Part
from game.view.widgets.finder import find
from game.view.widgets.form import Form, Push, centred, dialog_form
from game.view.widgets.listing import Row

if TYPE_CHECKING:
    from game.view.screens.master import Master

# How long, with a number or without; None is as long as the condition lasts by itself.
LASTS: Final[tuple[tuple[str, Until | None], ...]] = (
    (N_("by itself"), None), (N_("rounds"), "rounds"), (N_("turns of its own"), "target_start"),
    (N_("the scene"), "scene"),
)


class Term:
    """How long an effect lasts and who it comes from, as a form asks for it."""

    def __init__(self, master: "Master", by_itself: bool) -> None:
        self.master = master
        self.lasts = LASTS if by_itself else LASTS[1:]
        self.at, self.count, self.source = (0 if by_itself else 2), 1, 0
        self.sources = [each for each in master.battle.combatants if each.cell is not None]
        self.magical = False

    def put(self, form: Form, magic: bool = True) -> None:
        """Its fields."""
        def until(n: int) -> None:
            self.at = n
            made.set_chosen((n,))

        def many(value: int) -> None:
            self.count = value

        made = form.choice(tr("It lasts"), [Part(tr(name)) for name, _ in self.lasts], until, chosen=(self.at,))
        form.number(tr("How many of them"), 1, least=1, most=100, changed_to=many)
        if magic:
            self._origin(form)

    def _origin(self, form: Form) -> None:
        def source(n: int) -> None:
            self.source = n
            whom.set_chosen((n,))

        def nature(n: int) -> None:
            self.magical = n == 1
            which.set_chosen((n,))

        whom = form.choice(tr("It comes from"), [Part(tr("nobody")), *(Part(each.name) for each in self.sources)],
                           source, chosen=(self.source,))
        which = form.choice("", [Part(tr("mundane")), Part(tr("magical"))], nature, chosen=(0,))

    @property
    def duration(self) -> Duration | None:
        """As the rules say it."""
        until = self.lasts[self.at][1]
        return None if until is None else Duration(1 if until == "scene" else self.count, until)

    @property
    def who(self) -> str:
        """The source, empty when it comes from nobody."""
        return self.sources[self.source - 1].id if self.source else ""


def apply_effect(master: "Master", ids: tuple[str, ...], effect: Effect, name: str, term: "Term | None" = None) -> None:
    """Do it, told by that name, and close the dialog."""
    master.screen.close_layers()
    master.act(GmEffect(effect, ids, name=name, magical=term is not None and term.magical,
                        source="" if term is None else term.who))


def condition(master: "Master", ids: tuple[str, ...]) -> None:
    """Which condition, for how long, from whom: a click on it does it."""
    screen, rules = master.screen, [*master.battle.condition_rules.values()]
    term = Term(master, by_itself=True)

    def choose(n: int) -> None:
        apply_effect(master, ids, ConditionEffect(rules[n].id, term.duration), tr(rules[n].name), term)

    rows = [Row(tr(each.name), picture="triangle-alert", aside=each.rule) for each in rules]
    more = [Push(tr("How long, from whom…"), partial(_condition_at_length, master, ids, term), "hourglass")]
    screen.open(find(screen.look, tr("Condition"), rows, choose, screen.close_layers, more=more))


def _condition_at_length(master: "Master", ids: tuple[str, ...], term: Term) -> None:
    """First how long and from whom, then which."""
    screen = master.screen
    screen.close_layers()
    layer, form = dialog_form(screen.look, 30, screen.close_layers)
    form.title(tr("Condition"), "hourglass")
    term.put(form)

    def which() -> None:
        screen.close_layers()
        rules = [*master.battle.condition_rules.values()]
        rows = [Row(tr(each.name), picture="triangle-alert", aside=each.rule) for each in rules]
        screen.open(find(screen.look, tr("Condition"), rows, lambda n: apply_effect(
            master, ids, ConditionEffect(rules[n].id, term.duration), tr(rules[n].name), term), screen.close_layers))

    form.buttons([Push(tr("Which…"), which, "triangle-alert", strong=True), Push(tr("Cancel"), screen.close_layers)])
    screen.open(centred(layer, form))


def damage(master: "Master", ids: tuple[str, ...]) -> None:
    """How much damage, of which type, and why."""
    screen, types = master.screen, [*damage_types().values()]
    layer, form = dialog_form(screen.look, 32, screen.close_layers)
    kind: list[DamageKind] = ["untyped"]

    def do(points: int) -> None:
        if points:
            name = said.said.strip() or tr(text("{kind} {points}", kind=text(next(
                each.name for each in types if each.id == kind[0])), points=points))
            apply_effect(master, ids, DamageEffect((DamagePart(kind[0], points),)), name)

    def which(n: int) -> None:
        kind[0] = types[n].id
        made.set_chosen((n,))

    form.title(tr("Damage"), "heart-crack")
    amount = form.number(tr("Points"), 1, least=1, most=999, done=do)
    made = form.choice(tr("Type"), [Part(tr(each.name)) for each in types], which,
                       chosen=[n for n, each in enumerate(types) if each.id == "untyped"])
    said = form.entry(tr("What happens"), "", lambda _: do(amount.value), most=60, hint=tr("for the log"))
    form.buttons([Push(tr("Do it"), lambda: do(amount.value), "check", strong=True),
                  Push(tr("Cancel"), screen.close_layers)])
    layer.first, layer.accept = amount.field, lambda: do(amount.value)
    screen.open(centred(layer, form))


def healing(master: "Master", ids: tuple[str, ...]) -> None:
    """How much healing, and why."""
    screen = master.screen
    layer, form = dialog_form(screen.look, 28, screen.close_layers)

    def do(points: int) -> None:
        name = said.said.strip() or tr(text("Healing of {points}", points=points))
        apply_effect(master, ids, HealingEffect(points), name)

    form.title(tr("Healing"), "heart-plus")
    amount = form.number(tr("Points"), 1, least=1, most=999, done=do)
    said = form.entry(tr("What happens"), "", lambda _: do(amount.value), most=60, hint=tr("for the log"))
    form.buttons([Push(tr("Do it"), lambda: do(amount.value), "check", strong=True),
                  Push(tr("Cancel"), screen.close_layers)])
    layer.first, layer.accept = amount.field, lambda: do(amount.value)
    screen.open(centred(layer, form))


def bonus(master: "Master", ids: tuple[str, ...]) -> None:
    """A bonus, a penalty, advantage or disadvantage on all tests, for how long and why."""
    screen = master.screen
    layer, form = dialog_form(screen.look, 32, screen.close_layers)
    term, ways, edge = Term(master, by_itself=False), (0, 1, -1), [0]

    def do(amount: int) -> None:
        if not amount and not edge[0]:
            screen.toast(tr("A number other than 0, or advantage or disadvantage"))
            return
        name = said.said.strip() or (f"{amount:+d}" if amount else tr("Advantage") if edge[0] > 0 else
                                     tr("Disadvantage"))
        change = TestChange(amount, edge[0])  # type: ignore[arg-type]
        effect = ModifierEffect(name, term.duration or Duration(1, "scene"), (change,), rule="EFF-2")
        apply_effect(master, ids, effect, name)

    def way(n: int) -> None:
        edge[0] = ways[n]
        made.set_chosen((n,))

    form.title(tr("Bonus or penalty to all tests"), "sparkles")
    amount = form.number(tr("Points"), 0, least=-20, most=20, done=do)
    made = form.choice("", [Part("–"), Part(tr("Advantage")), Part(tr("Disadvantage"))], way, chosen=(0,))
    term.put(form, magic=False)
    said = form.entry(tr("What it is called"), "", lambda _: do(amount.value), most=40)
    form.buttons([Push(tr("Do it"), lambda: do(amount.value), "check", strong=True),
                  Push(tr("Cancel"), screen.close_layers)])
    layer.first, layer.accept = amount.field, lambda: do(amount.value)
    screen.open(centred(layer, form))


def side(master: "Master", ids: tuple[str, ...]) -> None:
    """Which side they fight for from now on."""
    screen, teams = master.screen, master.battle.teams

    def choose(n: int) -> None:
        screen.close_layers()
        master.act(*(GmTeam(id, teams[n].id) for id in ids if master.battle[id].team != teams[n].id))

    rows = [Row(tr(each.name or each.id), picture="flag") for each in teams]
    screen.open(find(screen.look, tr("They fight for"), rows, choose, screen.close_layers, wide=22))


def order(master: "Master", id: str) -> None:
    """The place of a creature in the order: by its number, or after somebody."""
    screen, battle = master.screen, master.battle
    who, others = battle[id], [each for each in battle.order if each != id]
    rows = [Row(tr("First of all"), picture="arrow-up-from-line")]
    rows += [Row(tr(text("After {who}", who=battle[each].name)), picture=picture_of("creature", battle[each].sheet.id)
                 or "users", aside="" if battle[each].initiative is None else str(battle[each].initiative))
             for each in others]

    def choose(n: int) -> None:
        screen.close_layers()
        master.act(GmInitiative(id, after=others[n - 1] if n else ""))

    def number(value: int) -> None:
        screen.close_layers()
        master.act(GmInitiative(id, total=value))

    def before(form: Form) -> None:
        if battle.mode != "quick":
            form.number(tr("Initiative"), who.initiative or 0, least=-99, most=99, done=number,
                        tip=tr("A number, then Enter"))

    screen.open(find(screen.look, tr(text("When {who} acts", who=who.name)), rows, choose, screen.close_layers,
                     before=before))
