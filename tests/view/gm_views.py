"""The game master's panel and its dialogs, as the walk over all widgets opens them."""

from collections.abc import Iterator

from game.content.library import save_creature
from game.content.parties import parties, parties_folder, party_of, player_team, save_party
from game.rules.actions import GmEffect, GmInjure, GmPV, GmStructure
from game.rules.injuries import LEVELS
from game.rules.powers import ConditionEffect, Duration, ModifierEffect
from game.view.panels.brush import materials_dialog, size_dialog
from game.view.screens import creature_form, gm_dialogs, gm_effects, gm_injuries, party, tables
from game.view.screens.brush import KINDS
from game.view.screens.master import TABS
from game.view.screens.play import PlayScreen
from tests.view.conftest import SKIRMISH, Hands
from tests.view.walking import VIEWS, Table, over_game, over_title, view


def opened(play: PlayScreen) -> PlayScreen:
    if not play.master.open:
        play.master.toggle()
    return play


@view
def gm_panel(table: Table) -> Iterator[tuple[Hands, str]]:
    """Each part of the panel, with nothing chosen and with something."""
    hands = table.game()
    play = opened(hands.play)
    master = play.master
    for tab, _, _ in TABS:
        master.turn_to(tab)
        hands.run()
        yield hands, tab
    play.do(GmEffect(ConditionEffect("slow", Duration(3)), ("gob",), name="mud"))
    play.do(GmEffect(ModifierEffect("Blessing", Duration(3), defence=2), ("gob",), name="mud"))
    play.do(GmPV("gob2", 0))
    play.do(GmStructure("door-c4", left=7))
    for tab, what in (("creatures", ("gob",)), ("creatures", ("gob2",)), ("creatures", ("ana", "clara", "gob"))):
        master.chosen = what
        master.turn_to(tab)
        hands.run()
        yield hands, f"{what} chosen"
    master.thing = "door-c4"
    master.turn_to("scene")
    hands.run()
    yield hands, "a door"
    for kind, name, _ in KINDS:
        master.brush.hold(kind=kind)
        master.turn_to("map")
        hands.run()
        yield hands, name


@view
def gm_adds(table: Table) -> Iterator[tuple[Hands, str]]:
    """Creatures to be added: of the game, and of the library."""
    hands = table.game()
    play = opened(hands.play)
    ogre = play.match.battle["gob"].sheet
    save_creature(type(ogre)(**{each: getattr(ogre, each) for each in ogre.__slots__} | {
        "id": "walked", "name": "Ogro Ancião das Colinas do Sul"}))
    for kind in ("goblin", "walked"):
        play.master.kind = kind
        play.master.turn_to("add")
        hands.run()
        yield hands, kind


@view
def gm_party(table: Table) -> Iterator[tuple[Hands, str]]:
    """A kept party in the panel, in its dialog, over the title."""
    hands = table.game()
    play = opened(hands.play)
    kept = party_of(play.match.battle, player_team(play.match.battle), "Companhia da Ponte Velha e do Moinho")
    save_party(kept, parties_folder() / "walked.json")
    play.master.turn_to("party")
    hands.run()
    yield hands, "the panel"
    party.look_at(play, *parties()[0])
    hands.run()
    yield hands, "a party"
    play.close_layers()
    party.keep(play.master, True)
    hands.run()
    yield hands, "keeping one"
    title = table.title()
    party.choose(title.screen, lambda _: None)
    title.run()
    yield title, "choosing one"


@view
def gm_injured(table: Table) -> Iterator[tuple[Hands, str]]:
    """What a creature suffers by the GM's hand, where there are bruises: with nothing to heal, and with both kinds."""
    path = table.yard.with_name("brawl.toml")
    path.write_text(SKIRMISH.replace('name = "Yard"', 'name = "Yard"\nnonlethal = "bruises"', 1), encoding="utf-8")
    hands = table.game(path)
    play = opened(hands.play)
    gm_injuries.injuries(play.master, "gob")
    hands.run()
    yield hands, "unhurt"
    play.close_layers()
    for level in LEVELS:
        play.do(GmInjure("ana", level, wound=level == "grave"))
    gm_injuries.injuries(play.master, "ana")
    hands.run()
    yield hands, "hurt"


VIEWS["creature form"] = over_game(lambda play: creature_form.new(opened(play).master))
VIEWS["creature form, copied"] = over_game(
    lambda play: creature_form.keep(opened(play).master, play.match.battle["ana"].sheet))
VIEWS["gm condition"] = over_game(lambda play: gm_dialogs.condition(opened(play).master, ("gob",)))
VIEWS["gm condition, how long"] = over_game(lambda play: gm_dialogs._condition_at_length(
    opened(play).master, ("gob",), gm_dialogs.Term(play.master, True)))
VIEWS["gm damage"] = over_game(lambda play: gm_dialogs.damage(opened(play).master, ("gob",)))
VIEWS["gm healing"] = over_game(lambda play: gm_dialogs.healing(opened(play).master, ("gob",)))
VIEWS["gm bonus"] = over_game(lambda play: gm_dialogs.bonus(opened(play).master, ("gob",)))
VIEWS["gm every turn"] = over_game(lambda play: gm_effects.every_turn(opened(play).master, ("gob",)))
VIEWS["gm protection"] = over_game(lambda play: gm_effects.protection(opened(play).master, ("gob",)))
VIEWS["gm side"] = over_game(lambda play: gm_dialogs.side(opened(play).master, ("gob",)))
VIEWS["gm order"] = over_game(lambda play: gm_dialogs.order(opened(play).master, "gob"))
VIEWS["gm keeps the map"] = over_game(lambda play: tables.keep_map(opened(play), play.match.battle))
VIEWS["gm materials"] = over_game(lambda play: play.open(materials_dialog(
    play.look, opened(play).master.brush, play.close_layers, play.close_layers)))
VIEWS["gm size of the map"] = over_game(lambda play: play.open(size_dialog(
    play.look, opened(play).master.brush, play.close_layers)))
VIEWS["free table"] = over_title(tables.free_table)
