"""More of the table for the walk over every widget: all that is aimed where it may be done, creatures in every plight,
what is asked before something is lost."""

from collections.abc import Iterator
from dataclasses import replace

from game.content import saves
from game.content.library import save_creature
from game.content.parties import parties_folder, party_of, player_team, save_party
from game.content.scenarios import find_scenario, read_scenario
from game.errors import FlancoError
from game.rules.actions import Begin, EndTurn, GmEffect, GmInjure, GmPV, SetPressure
from game.rules.history import Game
from game.rules.powers import ConditionEffect, Duration
from game.rules.state import Casting, Hold
from game.texts import text, tr
from game.view.match import Match
from game.view.offers import Option
from game.view.screens import creature_form, gm_dialogs, menus, party, sessions, trying, word
from game.view.screens.areas import Draft
from game.view.screens.play import PlayScreen
from game.view.screens.things import cells_of_thing
from game.view.screens.title import TitleScreen
from tests.view.arena import ARENA, every
from tests.view.conftest import SKIRMISH, Hands
from tests.view.gm_views import opened
from tests.view.walking import VIEWS, Table, over_game, over_title, view

LONG = "Companhia da Ponte Velha e do Moinho"
LOST = FlancoError(text("the file {file} is not a saved game of this program", file="/home/ana/" + "flanco/" * 6))


def begun(table: Table, name: str, said: str = "") -> Hands:
    """A game in its first turn: of a shipped scenario, or of one that is written here."""
    path = table.yard.with_name(f"{name}.toml")
    if said:
        path.write_text(said, encoding="utf-8")
    hands = table.game(path if said else find_scenario(name))
    if hands.play.match.battle.phase == "deploy":
        hands.play.do(Begin())
        hands.play.close_layers()
    return hands


def spots(play: PlayScreen, option: Option) -> Iterator[tuple[int, int]]:
    """Where to point for the first creature or thing that something may be done to."""
    battle = play.match.battle
    for who in play.match.targets(option)[:1]:
        if (cell := battle[who].cell) is not None:
            yield cell
    for thing in play.match.breakable(option)[:1]:
        yield from cells_of_thing(battle, thing)[:1]


def aimed(hands: Hands, seen: set[str]) -> Iterator[tuple[Hands, str]]:
    """All that the active creature may do to somebody or something, what was ``seen`` already apart."""
    play = hands.play
    for option in every(play.match.options()):
        name = str(option.name)
        for cell in spots(play, option) if name not in seen else ():
            seen.add(name)
            play.aim = replace(play.aim, option=option, draft=Draft())
            play.point(None)
            play.point(cell)
            hands.run()
            yield hands, f"{name} at {cell}"
    play.aim = replace(play.aim, option=None, draft=Draft())


@view
def every_target(table: Table) -> Iterator[tuple[Hands, str]]:
    """Each attack, power, manoeuvre and blow at a thing where it may be done: with bruises, in an arena, on horseback,
    in quick combat; once nothing presses."""
    seen = set[str]()
    bruising = SKIRMISH.replace('name = "Yard"', 'name = "Yard"\nnonlethal = "bruises"', 1)
    for hands in (begun(table, "bruises", bruising), begun(table, "arena", ARENA), begun(table, "brawl"),
                  begun(table, "riders"), begun(table, "tavern")):
        play = hands.play
        for _ in play.match.battle.order:
            yield from aimed(hands, seen)
            assert play.match.active is not None
            play.do(EndTurn(play.match.active.id))
    assert len(seen) > 25
    hands = begun(table, "bruises", bruising)
    hands.play.do(SetPressure("never"))
    yield from ((hands, f"{where}, in no hurry") for hands, where in aimed(hands, set()))


@view
def plight(table: Table) -> Iterator[tuple[Hands, str]]:
    """Creatures under everything there is: on the card, on their sheets, in the game master's list."""
    path = table.yard.with_name("arena.toml")
    path.write_text(ARENA.replace('name = "Arena"', 'name = "Arena"\nnonlethal = "bruises"', 1), encoding="utf-8")
    battle = read_scenario(path).battle
    mage = battle["mia"]
    worn = mage.but(casting=Casting(mage.sheet.powers[0]), exhausted=True, crouched=True, given="Míriam da Torre Alta")
    hands = table.app()
    hands.app.show(PlayScreen(hands.app, Match(Game(battle.with_combatant(worn).but(
        holds=(Hold("gob", "mia", 14), Hold("mia", "gob2", 9)))), seed=5)))
    play = hands.play
    for rule in battle.condition_rules:
        play.do(GmEffect(ConditionEffect(rule, Duration(3)), ("mia",), name=rule))
    play.do(GmInjure("mia", "light"))
    for turned in False, True:
        play.close_layers()
        play.point(worn.cell)
        hands.run()
        yield hands, "on the card"
        play.toggle_details()
        hands.run()
        yield hands, "on its sheet"
        play.toggle_details()
        if not turned and play.match.active is not None:
            play.do(EndTurn(play.match.active.id))
    opened(play).master.chosen = ("mia",)
    play.master.turn_to("creatures")
    hands.run()
    yield hands, "in the list"


@view
def saved_games(table: Table) -> Iterator[tuple[Hands, str]]:
    """The list of saves, with some in it; the same name again."""
    hands = table.game()
    play = hands.play
    for name in "Ana", "A longa noite na ponte velha do moinho, segunda parte":
        play.match.save(saves.saves_folder() / f"{name}{saves.SUFFIX}")
    sessions.load(play)
    hands.run()
    yield hands, "the list"
    play.close_layers()
    menus.save(play)
    hands.press("ctrl+a")
    hands.type("Ana")
    hands.press("return")
    assert tr("Replace the save?") in hands.said()
    yield hands, "replace one"


@view
def kept_parties(table: Table) -> Iterator[tuple[Hands, str]]:
    """A party that is kept again, and one that chooses a scenario."""
    hands = table.game()
    play = opened(hands.play)
    play.do(GmPV("ana", 5))
    kept = party_of(play.match.battle, player_team(play.match.battle), LONG)
    save_party(kept, parties_folder() / f"{LONG}.json")
    party.keep(play.master, False)
    hands.press("ctrl+a")
    hands.type(LONG)
    hands.press("return")
    yield hands, "replace one"
    title = table.title()
    screen = title.screen
    assert isinstance(screen, TitleScreen)
    screen.turn_to("play")
    party.choose(screen, screen._with_party)
    title.press("return")
    assert tr("After a rest") in title.said()
    yield title, "as it stands, or after a rest"
    title.press("return")
    assert screen.party is not None
    yield title, "a scenario for it"


@view
def other_choices(table: Table) -> Iterator[tuple[Hands, str]]:
    """What is asked next: a reason in words, which condition, the moment of a what-if."""
    hands = table.game()
    play = hands.play
    word._why(play, -2)
    hands.press("end", "return")
    yield hands, "a reason in words"
    play.close_layers()
    gm_dialogs._condition_at_length(opened(play).master, ("gob",), gm_dialogs.Term(play.master, True))
    hands.run()
    hands.click_said(tr("Which…"))
    yield hands, "which condition"
    play.close_layers()
    assert play.match.active is not None
    play.do(EndTurn(play.match.active.id))
    play.why.last()
    hands.run()
    trying.choose(play)
    hands.run()
    yield hands, "from which moment"


def _library(play: PlayScreen) -> None:
    ogre = play.match.battle["gob"].sheet
    save_creature(replace(ogre, id="walked", name="Ogro Ancião das Colinas do Sul"))
    creature_form.delete(opened(play).master, replace(ogre, id="walked", name="Ogro Ancião das Colinas do Sul"))


VIEWS["delete a creature"] = over_game(_library)
VIEWS["the game would be lost"] = over_game(lambda play: menus.lose(play, LOST, play.close_layers))
VIEWS["cannot be opened"] = over_title(lambda screen: menus.cannot_open(screen, LOST))
VIEWS["no parties"] = over_title(lambda screen: party.choose(screen, lambda _: None))
