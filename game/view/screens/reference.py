"""The rule reference: the short text of a rule, and a list of all of them to search."""

from collections.abc import Sequence

import pygame

from game.rules.reference import RuleText, find_rules, rule_text, rule_texts
from game.texts import tr
from game.view.rule_tip import title_of
from game.view.screens.base import Screen, nothing
from game.view.widgets.finder import Search
from game.view.widgets.form import Push, centred, dialog_form
from game.view.widgets.listing import Row


def read(screen: Screen, id: str) -> None:
    """The short text of one rule."""
    found = rule_text(id)
    if found is None:
        search(screen)
        return
    layer = screen.ask(title_of(found), tr(found.text), [
        (tr("All rules"), lambda: search(screen), False), (tr("Close"), nothing, True)], picture="scroll-text")
    layer.cancel = lambda: screen.stage.close(layer)


def read_some(screen: Screen, ids: Sequence[str]) -> None:
    """One rule, or the list of some."""
    if len(ids) == 1:
        read(screen, ids[0])
    else:
        search(screen, [each for id in ids if (each := rule_text(id)) is not None])


class RuleSearch(Search):
    """Leaves the rules that hold every word, those that are named so first."""

    rules: tuple[RuleText, ...] = ()

    def filter(self, said: str) -> None:
        found = find_rules(said) if said.strip() else self.rules
        place = {each.id: n for n, each in enumerate(self.rules)}
        self.shown = tuple(place[each.id] for each in found if each.id in place)
        self.listing.set_rows([self.rows[n] for n in self.shown])


def search(screen: Screen, rules: Sequence[RuleText] = ()) -> None:
    """All rules, or some, with a field to search them by id or word."""
    some = tuple(rules) or rule_texts()
    look = screen.look

    def close() -> None:
        screen.stage.close(layer)
        screen.host.redraw()

    layer, form = dialog_form(look, 46, close)
    form.title(tr("Rules"), "scroll-text")
    field = form.panel.add(RuleSearch(form.named("", form.room), "", form.px, lambda said: None, 40, hint=tr("Search")))
    rows = [Row(title_of(each), tr(each.text)) for each in some]
    left = (look.scale.safe.height - (form.top - layer.rect.top) - 2.6 * form.line) / look.scale.em(1)
    listing = form.rows(rows, lambda n: None, most=max(5.0, left))
    field.rules = some
    field.attach(listing)
    form.buttons([Push(tr("Close"), close)])
    layer.first = field
    screen.open(centred(layer, form))
    pygame.key.start_text_input()
