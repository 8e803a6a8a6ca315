"""Dialogs of parties: keeping the players' side in a file, looking at one, starting a scenario with one."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from game.content.parties import (
    Party,
    delete_party,
    parties,
    parties_folder,
    party_of,
    player_team,
    rested,
    save_party,
)
from game.content.saves import SUFFIX
from game.errors import FlancoError, SaveError
from game.rules.state import Battle
from game.texts import text, tr
from game.view.screens.base import Screen, nothing
from game.view.screens.naming import keep_as, named, unless_taken
from game.view.theme import picture_of
from game.view.widgets.finder import find
from game.view.widgets.form import Push, centred, dialog_form
from game.view.widgets.listing import Row

if TYPE_CHECKING:
    from game.view.screens.master import Master


def members(party: Party) -> str:
    """Who is in it, with their PV, in a line."""
    return ", ".join(f"{each.name} {each.pv}/{each.sheet.pv}" for each in party.members)


def keep(master: "Master", after_rest: bool) -> None:
    """A name for the players' side, and its file."""
    screen = master.screen
    battle = screen.match.game.battle
    try:
        party = party_of(battle, player_team(battle), "")
    except FlancoError as problem:
        screen.error(tr("There is no party to keep"), problem)
        return
    if after_rest:
        party = rested(party)
    team = next(each for each in battle.teams if each.id == player_team(battle))

    def done(said: str) -> None:
        if not (name := named(screen, said)):
            return
        screen.close_layers()
        path = parties_folder() / f"{name}{SUFFIX}"
        unless_taken(screen, path, tr("Replace the party?"),
                     text("There is already a party called {name}.", name=name),
                     lambda: _write(screen, Party(name, party.members), path))

    keep_as(screen, tr("Keep the party"), "backpack", (members(party), "text"), tr("Name of the party"),
            tr(team.name or team.id), done)


def _write(screen: Screen, party: Party, path: Path) -> None:
    try:
        save_party(party, path)
    except SaveError as problem:
        screen.error(tr("The party could not be kept"), problem)
        return
    screen.toast(tr(text("Kept: {file}", file=party.name)), "good")
    screen.build()


def look_at(screen: Screen, path: Path, party: Party, battle: Battle | None = None) -> None:
    """A party: who is in it, rest, delete."""
    def rest() -> None:
        screen.close_layers()
        _write(screen, rested(party), path)

    def gone() -> None:
        screen.close_layers()
        try:
            delete_party(path)
        except SaveError as problem:
            screen.error(tr("The party could not be deleted"), problem)
        screen.build()

    layer, form = dialog_form(screen.look, 32, screen.close_layers)
    form.title(party.name, "backpack")
    form.rows([Row(each.name, _worn(each.shots, len(each.items)), picture_of("creature", each.sheet.id) or "users",
                   aside=f"{each.pv}/{each.sheet.pv} PV", role="faint" if each.out else "text")
               for each in party.members], lambda n: None, most=20)
    form.buttons([Push(tr("Let them rest"), rest, "moon"), Push(tr("Delete"), gone, "trash-2"),
                  Push(tr("Close"), screen.close_layers, strong=True)])
    screen.open(centred(layer, form))


def _worn(shots: tuple[tuple[str, int], ...], items: int) -> str:
    """What was shot, and how many items are left, in a few words."""
    said = [tr(text("shots spent: {count}", count=sum(each for _, each in shots)))] if shots else []
    if items:
        said.append(tr(text("items: {count}", count=items)))
    return " · ".join(said)


def choose(screen: Screen, then: Callable[[Party], None]) -> None:
    """Which of the kept parties goes into a scenario, as it stands or after a rest."""
    kept = [party for _, party in parties()]

    def take(n: int) -> None:
        screen.close_layers()
        party = kept[n]
        worn = party != rested(party)
        if not worn:
            then(party)
            return
        screen.ask(party.name, members(party), [
            (tr("As they stand"), lambda: then(party), bool(party.able)),
            (tr("After a rest"), lambda: then(rested(party)), not party.able), (tr("Cancel"), nothing, False)])

    if not kept:
        screen.tell(tr("With a party"), tr("There are no parties yet. The game master keeps one in the panel of the "
                                           "game (F9), in its last part."), "")
        return
    rows = [Row(each.name, members(each), "backpack") for each in kept]
    screen.open(find(screen.look, tr("With a party"), rows, take, screen.close_layers, wide=32))
