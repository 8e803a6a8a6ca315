"""Every screen and dialog, in every language and size: nothing cut, nothing over something else, nothing too small to
read, nothing essential at the edges of a television. ``walking`` says what is wrong; here is what is opened."""

import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from game import texts
from game.content.scenarios import find_scenario
from game.rules.actions import Begin, EndTurn, GmEffect
from game.rules.engine import legal_actions
from game.rules.powers import ConditionEffect, Duration
from game.texts import set_language, text, tr
from game.view.mapview.scene import MapView
from game.view.match import Word
from game.view.offers import Option
from game.view.screens import coach, dice, gm, menus, rulings, sessions, word
from game.view.screens.areas import Draft
from game.view.screens.first_run import FirstRunScreen
from game.view.screens.loading import LoadingScreen
from game.view.screens.settings import SettingsScreen
from game.view.settings import FACTORS, ViewSettings
from game.view.widgets.base import Panel
from game.view.widgets.dialog import faces as faces_dialog
from game.view.widgets.faces import DiceRow
from game.view.widgets.label import Label
from tests.view import gm_views, lab_views, learn_views, play_views, window_views  # noqa: F401
from tests.view.conftest import SKIRMISH, Hands
from tests.view.walking import (
    VIEWS,
    Longer,
    Table,
    faults,
    looked_at,
    over_game,
    over_title,
    settings_for,
    shows,
    view,
)

SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
FORMS = ((1280, 1024), (1280, 1600), (2560, 1080))
LANGUAGES = ("pt_BR", "es", "en", "long")
QUICK = (  # (language, size, factor) that the usual run looks at
    ("long", (1280, 720), 1.0), ("pt_BR", (1280, 720), 1.5), ("long", (1280, 720), 2.5), ("es", (1920, 1080), 2.0),
)
LONG_NAMES = {"Ana": "Ana Carolina da Ponte Velha", "Goblin 1": "Goblin da Caverna Funda 12"}
FAULT = "line 1\n" + "a long sentence about a fault in a file " * 5


VIEWS["settings"] = over_title(SettingsScreen.over)
VIEWS["settings over a game"] = over_game(SettingsScreen.over)
VIEWS["loading"] = shows(lambda host: LoadingScreen(host, lambda: None))
VIEWS["menu"] = over_game(menus.main)
VIEWS["keys"] = over_game(menus.keys)
VIEWS["save"] = over_game(menus.save)
VIEWS["load"] = over_game(sessions.load)
VIEWS["export the log"] = over_game(lambda play: sessions.export(play, "Yard"))
VIEWS["go to"] = over_game(menus.go_to)
VIEWS["victory"] = over_game(lambda play: menus.victory(play, "town"))
VIEWS["decisions"] = over_game(menus.decided)
VIEWS["more acts"] = over_game(lambda play: menus.more(play, play.acts))
VIEWS["more tools"] = over_game(lambda play: menus.tools(play, play.tools()))
VIEWS["game master"] = over_game(gm.panel)
VIEWS["coach"] = over_game(coach.choose)
VIEWS["who rolls real dice"] = over_game(dice.choose)
VIEWS["the game master's word"] = over_game(word.ask)
VIEWS["its reason"] = over_game(lambda play: word._why(play, -2))
VIEWS["error"] = over_game(lambda play: play.error(tr("That cannot be opened"), FAULT))
VIEWS["toast"] = over_game(lambda play: play.toast(tr("Actions are left. Once more to end the turn.")))


@view
def first_run(table: Table) -> Iterator[tuple[Hands, str]]:
    hands = table.opens(table.size, replace(table.settings, device=""))
    hands.app.show(FirstRunScreen(hands.app, hands.app.show_title))
    hands.run()
    for key in "1", "2", "3":
        yield hands, f"before {key}"
        hands.press(key)
    yield hands, "at the end"


@view
def title(table: Table) -> Iterator[tuple[Hands, str]]:
    yield table.title(), "without a save"
    table.game().play.match.keep()
    hands = table.title()
    for page in hands.screen.page, "continue", "play":  # type: ignore[attr-defined]
        hands.screen.turn_to(page)  # type: ignore[attr-defined]
        hands.run()
        yield hands, page
    hands.press("f1")
    yield hands, "keys"


@view
def turns(table: Table) -> Iterator[tuple[Hands, str]]:
    """Each creature at its turn: the sheet of an attack, of itself, the log."""
    hands = table.game()
    play, battle = hands.play, hands.play.match.battle
    for who in battle.order:
        assert play.match.active is not None
        enemy = next(each for each in battle.present() if each.team != play.match.active.team)
        play.point(enemy.cell)
        hands.run()
        assert play.side.visible
        yield hands, f"{who} attacks"
        play.point(None)
        play.toggle_details()
        hands.run()
        yield hands, f"the sheet of {who}"
        play.toggle_details()
        play.do(EndTurn(play.match.active.id))
    play.toggle_drawer()
    hands.run()
    yield hands, "the log"


@view
def real_dice(table: Table) -> Iterator[tuple[Hands, str]]:
    """Faces for an attack and for the initiative of a crowd, with every kind of die in hand; a word on the roll; what
    the GM may rule afterwards."""
    hands = table.game()
    play = hands.play
    enemy = next(each for each in play.match.battle.present() if each.team != play.match.active.team)
    play.match.word = Word(-12, tr("poor light"))
    play.point(enemy.cell)
    hands.run()
    yield hands, "the word"
    attack = next(each for each in legal_actions(play.match.battle) if each.kind == "attack")
    play.dice.ask(attack, None)
    hands.press("9")
    yield hands, "an attack"
    hands.press("escape")
    for sides in 4, 8, 20:
        rows = [DiceRow(f"Ana Carolina da Ponte Velha {n}: {tr('initiative again, tied')}", sides, 1 + n % 2, n < 5)
                for n in range(13)]
        play.open(faces_dialog(play.look, tr("Real dice"), rows, [None] * 19, lambda values: None, play.close_layers))
        hands.run()
        yield hands, f"d{sides}"
        hands.press("down", "down", "down", "down", "1")
        yield hands, f"d{sides}, further down"
        play.close_layers()
    play.do(attack)
    menus.choices(play, rulings.options(play.match))
    hands.run()
    yield hands, "rulings"


@view
def long_names(table: Table) -> Iterator[tuple[Hands, str]]:
    """Creatures with names of 26 letters, hurt and under conditions."""
    said = SKIRMISH
    for name, longer in LONG_NAMES.items():
        said = said.replace(f'"{name}"', f'"{longer}"')
    path = table.yard.with_name("names.toml")
    path.write_text(said, encoding="utf-8")
    hands = table.game(path)
    play = hands.play
    play.do(GmEffect(ConditionEffect("slow", Duration(3)), ("ana", "gob"), name="mud"))
    for _ in range(2):
        assert play.match.active is not None
        enemy = next(each for each in play.match.battle.present() if each.team != play.match.active.team)
        play.point(enemy.cell)
        hands.run()
        yield hands, play.match.active.id
        play.do(EndTurn(play.match.active.id))


@view
def deployment(table: Table) -> Iterator[tuple[Hands, str]]:
    hands = table.app()
    hands.app.play_scenario(find_scenario("ruin"))
    hands.run()
    assert hands.play.match.battle.phase == "deploy"
    yield hands, ""


def every_menu(options: tuple[Option, ...]) -> Iterator[Option]:
    """All menus, those inside others too."""
    for each in options:
        if each.kind == "menu":
            yield each
            yield from every_menu(each.items)


def sorcerers(table: Table) -> Hands:
    """The moor, once everybody has a place."""
    hands = table.game(find_scenario("sorcerers"))
    if hands.play.match.battle.phase == "deploy":
        hands.play.do(Begin())
    return hands


@view
def every_aim(table: Table) -> Iterator[tuple[Hands, str]]:
    """Each power, item, manoeuvre and blow at a thing while it is aimed: the bar, the side panel, the card."""
    hands = sorcerers(table)
    play = hands.play
    assert play.match.active is not None
    play.do(GmEffect(ConditionEffect("slow", Duration(3)), (play.match.active.id,), name="mud"))
    seen = set()
    for _ in play.match.battle.order:
        here = play.match.active
        assert here is not None
        assert here.cell is not None
        for menu in every_menu(play.match.options()):
            for option in menu.items:
                if option.refused is not None or option.kind in ("menu", "do") or option.name in seen:
                    continue
                seen.add(option.name)
                play.aim = replace(play.aim, option=option, draft=Draft())
                x, y = here.cell
                for cell in ((x + 1, y), (x, y)):
                    play.point(None)
                    play.point(cell, at=(cell[0] + 0.4, cell[1] + 0.4))
                    hands.run()
                    yield hands, f"{option.name} at {cell}"
        play.aim = replace(play.aim, option=None, draft=Draft())
        play.point(None)
        play.toggle_details()
        hands.run()
        yield hands, f"the sheet of {here.id}"
        play.toggle_details()
        play.do(EndTurn(here.id))
    assert len(seen) > 25


@view
def all_menus(table: Table) -> Iterator[tuple[Hands, str]]:
    hands = sorcerers(table)
    play = hands.play
    seen = set()
    for _ in play.match.battle.order:
        for menu in every_menu((*play.match.options(), Option("menu", text("Game master"), "", items=tuple(
                gm.options(play.match))))):
            if menu.name in seen:
                continue
            seen.add(menu.name)
            menus.choices(play, menu)
            hands.run()
            yield hands, str(menu.name)
            play.close_layers()
        assert play.match.active is not None
        play.do(EndTurn(play.match.active.id))
    assert len(seen) > 40


@view
def quick_combat_and_why(table: Table) -> Iterator[tuple[Hands, str]]:
    hands = table.game(find_scenario("tavern"))
    play = hands.play
    chance = random.Random(4)
    for _ in range(25):
        if play.match.battle.phase != "fight":
            break
        legal = legal_actions(play.match.battle)
        play.do(chance.choice([each for each in legal if each.kind in ("attack", "manoeuvre", "break")] or legal))
        play.close_layers()
        play.why.ask(None)
        play.why.last()
        hands.run()
        assert play.side.visible
        yield hands, str(play.match.game.past[-1].action)


@view
def why_here(table: Table) -> Iterator[tuple[Hands, str]]:
    """Every row of what is asked about an attack, and a walk."""
    hands = table.game()
    play = hands.play
    enemy = next(each for each in play.match.battle.present() if each.team != play.match.active.team)  # type: ignore[union-attr]
    for cell in enemy.cell, (2, 2):
        play.why.ask(None)
        play.point(cell)
        play.why.here()
        while play.why.pending:
            hands.wait(0.1)
        found = play.why.answer()
        assert found is not None
        for number in range(len(found.proofs)):
            play.why.pick(number)
            hands.run()
            yield hands, f"{cell} {number}"


# --- the walk --------------------------------------------------------------------------------------------------------

LENGTHY = (  # looked at once in the usual run
    "every_aim", "every_target", "all_menus", "quick_combat_and_why", "players_window_aims", "every_lesson",
    "every_lesson_before_a_class", "every_quiz",
)


@pytest.fixture
def speaking(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    if request.param == "long":
        monkeypatch.setitem(texts._catalogues, "es", Longer())
        set_language("es")
    else:
        set_language(request.param)
    yield request.param
    set_language("en")


@pytest.fixture
def mapless(monkeypatch: pytest.MonkeyPatch) -> None:
    """The walk looks at where widgets are and what they say, not at pictures."""
    monkeypatch.setattr(MapView, "paint", lambda self, canvas, look, scene: None)
    monkeypatch.setattr(Panel, "paint", lambda self, canvas, look: None)


def walk(table: Table, name: str) -> None:
    for hands, where in VIEWS[name](table):
        assert list(looked_at(hands)) == [], where


def walk_everything(table: Table) -> None:
    """Every view, each as if it were the first that its user opens."""
    for name in VIEWS:
        shutil.rmtree(table.yard.parent / "data", ignore_errors=True)
        walk(table, name)


@pytest.mark.parametrize(("speaking", "size", "factor"), QUICK, indirect=["speaking"])
@pytest.mark.parametrize("name", [each for each in VIEWS if each not in LENGTHY])
@pytest.mark.usefixtures("speaking", "mapless")
def test_walk(open_app: Callable[..., Hands], yard: Path, name: str, size: tuple[int, int], factor: float) -> None:
    walk(Table(size, settings_for(factor), open_app, yard), name)


@pytest.mark.parametrize(("speaking", "size", "factor"), [("long", (1280, 720), 1.5)], indirect=["speaking"])
@pytest.mark.parametrize("name", LENGTHY)
@pytest.mark.usefixtures("speaking", "mapless")
def test_long_walk(open_app: Callable[..., Hands], yard: Path, name: str, size: tuple[int, int], factor: float) -> None:
    walk(Table(size, settings_for(factor), open_app, yard), name)


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("speaking", LANGUAGES, indirect=True)
@pytest.mark.usefixtures("speaking", "mapless")
def test_walk_everywhere(open_app: Callable[..., Hands], yard: Path, size: tuple[int, int], factor: float) -> None:
    walk_everything(Table(size, settings_for(factor), open_app, yard))


@pytest.mark.parametrize("size", FORMS)
@pytest.mark.parametrize("factor", [1.0, 2.5])
@pytest.mark.parametrize("name", ["title", "settings", "first_run", "turns", "menu", "lesson_pages"])
@pytest.mark.parametrize("speaking", ["pt_BR"], indirect=True)
@pytest.mark.usefixtures("speaking", "mapless")
def test_windows_of_other_forms(open_app: Callable[..., Hands], yard: Path, name: str, size: tuple[int, int],
                                factor: float) -> None:
    """Text keeps its share of the height in a tall window; everything still finds its place."""
    table = Table(size, settings_for(factor), open_app, yard)
    assert table.app().app.look.scale.small >= size[1] / 45
    walk(table, name)


@pytest.mark.long
@pytest.mark.parametrize("size", FORMS)
@pytest.mark.parametrize("factor", [1.0, 1.5, 2.0, 2.5])
@pytest.mark.parametrize("speaking", ["pt_BR", "es", "en"], indirect=True)
@pytest.mark.usefixtures("speaking", "mapless")
def test_walk_in_windows_of_other_forms(open_app: Callable[..., Hands], yard: Path, size: tuple[int, int],
                                        factor: float) -> None:
    walk_everything(Table(size, settings_for(factor), open_app, yard))


def test_the_walk_sees_what_is_wrong(open_app: Callable[..., Hands]) -> None:
    hands = open_app((1280, 720), ViewSettings(device="television", factor=1.5))
    panel = Panel(pygame.Rect(100, 100, 300, 300))
    hands.screen.stage.panels = [panel]
    said = {
        "is cut": Label(pygame.Rect(100, 100, 40, 40), "too many words", 27),
        "is the least": Label(pygame.Rect(100, 150, 200, 40), "small", 20),
        "sticks out": Label(pygame.Rect(380, 300, 40, 40), "x", 27),
        "shortened without": Label(pygame.Rect(100, 200, 200, 40), "some…", 27),
    }
    for words, widget in said.items():
        panel.clear()
        panel.add(widget)
        found = faults(hands)
        assert len(found) == 1, (words, found)
        assert words in found[0]
    panel.clear()
    panel.add(Label(pygame.Rect(100, 100, 100, 40), "one", 27))
    panel.add(Label(pygame.Rect(150, 120, 100, 40), "two", 27))
    assert "overlap" in faults(hands)[0]
    panel.clear()
    panel.rect = pygame.Rect(0, 100, 300, 300)
    assert "safe" in faults(hands)[0]


def test_a_panel_text_is_drawn_where_it_says(open_play: Callable[..., Hands]) -> None:
    """The walk would be worth nothing if words were drawn elsewhere than they claim."""
    hands = open_play()
    picture = hands.picture()
    look = hands.screen.look
    for widget, placed in hands.screen.stage.texts(look):
        if widget.enabled and placed.said.strip():
            part = picture.subsurface(placed.ink.clip(picture.get_rect()))
            assert len(np.unique(pygame.surfarray.array2d(part))) > 2, placed.said
    assert pygame.Rect(0, 0, *picture.get_size()) == look.scale.window
