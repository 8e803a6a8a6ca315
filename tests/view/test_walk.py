"""A walk over every widget of every screen: nothing cut, nothing over something else, nothing too small to read."""

import gettext
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np
import pygame
import pytest

from game import texts
from game.content.scenarios import find_scenario
from game.rules.actions import Begin, EndTurn, GmEffect
from game.rules.engine import legal_actions
from game.rules.powers import ConditionEffect, Duration
from game.texts import set_language, text
from game.view.offers import Option
from game.view.screens import gm, menus
from game.view.screens.areas import Draft
from game.view.settings import ViewSettings
from game.view.widgets.base import Panel, Widget
from game.view.widgets.listing import Listing
from game.view.widgets.scroll import Scroll
from tests.view.conftest import Hands

SIZES = ((1280, 720), (1920, 1080))
LANGUAGES = ("pt_BR", "es", "en", "long")


class Longer(gettext.NullTranslations):
    """A language whose words are a third longer than the English ones."""

    def gettext(self, message: str) -> str:
        if not message or message.isupper():
            return message
        words = re.sub(r"\{[^}]*\}", "", message)
        return message + "ö" * min(12, len(words) // 3)


@pytest.fixture(params=LANGUAGES)
def speaking(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    if request.param == "long":
        monkeypatch.setitem(texts._catalogues, "es", Longer())
        set_language("es")
    else:
        set_language(request.param)
    yield request.param
    set_language("en")


def faults(hands: Hands) -> list[str]:
    """Everything that is wrong with the widgets on the stage now."""
    stage, look = hands.screen.stage, hands.screen.look
    window = look.scale.window
    found = []
    for panel in (*stage.panels, *stage.layers):
        if not panel.visible:
            continue
        if not window.contains(panel.rect):
            found.append(f"panel {panel.rect} is outside the window")
        for widget in panel.walk():
            room = panel.rect
            if isinstance(panel, Scroll):  # higher than it looks
                room = pygame.Rect(room.left, room.top - panel.offset, room.width, max(panel.need, room.height))
            if not room.contains(widget.rect):
                found.append(f"{type(widget).__name__} {widget.rect} sticks out of its panel {panel.rect}")
            found += text_faults(widget, hands)
        found += overlaps(panel)
    shown = [each for each in stage.panels if each.visible]
    for a, b in combinations(shown, 2):
        if a.rect.colliderect(b.rect) and {"drawer", "side"} != {_name(hands, a), _name(hands, b)}:
            found.append(f"panels {a.rect} and {b.rect} overlap")
    return found


def _name(hands: Hands, panel: Panel) -> str:
    return next((name for name in ("drawer", "side") if getattr(hands.screen, name, None) is panel), "")


def text_faults(widget: Widget, hands: Hands) -> list[str]:
    found = []
    look = hands.screen.look
    least = look.scale.height / 45 * look.scale.factor
    for placed in widget.texts(look):
        if placed.px < int(least):
            found.append(f"{placed.said!r} is {placed.px} px high, {least:.0f} is the least")
        if not isinstance(widget, Listing) and not placed.room.inflate(2, 2).contains(placed.ink):
            found.append(f"{placed.said!r} is cut: {placed.ink} in {placed.room}")
        inside = placed.room.left <= placed.ink.left and placed.ink.right <= placed.room.right
        if isinstance(widget, Listing) and not inside:
            found.append(f"{placed.said!r} is cut: {placed.ink} in {placed.room}")
        if placed.said.endswith("…") and len(placed.said) > 2 and not widget.tip and placed.said.count("…") > 1:
            found.append(f"{placed.said!r} is shortened without telling the rest")
    return found


def overlaps(panel: Panel) -> list[str]:
    """Siblings that lie over each other."""
    found = []
    for parent in panel.walk():
        leaves = [each for each in parent.children if each.visible]
        for a, b in combinations(leaves, 2):
            if a.rect.colliderect(b.rect):
                found.append(f"{type(a).__name__} {a.rect} and {type(b).__name__} {b.rect} overlap: "
                             f"{getattr(a, 'said', '')!r} {getattr(b, 'said', '')!r}")
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("factor", [1.0, 1.5])
def test_title(open_app: Callable[..., Hands], speaking: str, size: tuple[int, int], factor: float) -> None:
    hands = open_app(size, ViewSettings(factor=factor))
    hands.app.show_title()
    hands.run()
    assert faults(hands) == []
    hands.press("f1")
    assert faults(hands) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("factor", [1.0, 1.5])
def test_play(open_play: Callable[..., Hands], speaking: str, size: tuple[int, int], factor: float) -> None:
    hands = open_play(size, settings=ViewSettings(factor=factor))
    play, battle = hands.play, hands.play.match.battle
    seen = []
    for who in battle.order:
        assert play.match.active is not None
        enemy = next(each for each in battle.present() if each.team != play.match.active.team)
        play.point(enemy.cell)
        hands.run()
        seen.append(play.side.visible)
        assert faults(hands) == [], who
        play.point(None)
        play.toggle_details()
        hands.run()
        assert faults(hands) == [], who
        play.toggle_details()
        play.do(EndTurn(play.match.active.id))
    assert all(seen)
    play.toggle_drawer()
    hands.run()
    assert faults(hands) == []


@pytest.mark.parametrize("size", SIZES)
def test_dialogs(open_play: Callable[..., Hands], speaking: str, size: tuple[int, int]) -> None:
    hands = open_play(size)
    play = hands.play
    for show in (
        lambda: menus.main(play), lambda: menus.keys(play), lambda: menus.save(play), lambda: menus.load(play),
        lambda: menus.go_to(play), lambda: menus.victory(play, "town"),
        lambda: menus.more(play, play.acts),
        lambda: menus.choices(play, next(each for each in play.match.options() if each.kind == "menu")),
        lambda: play.error("That cannot be opened", "line 1\n" + "a long sentence about a fault in a file " * 5),
    ):
        show()
        hands.run()
        assert hands.screen.stage.layers
        assert faults(hands) == []
        play.close_layers()


def every_menu(options: tuple[Option, ...]) -> Iterator[Option]:
    """All menus, those inside others too."""
    for each in options:
        if each.kind == "menu":
            yield each
            yield from every_menu(each.items)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("factor", [1.0, 1.5])
def test_everything_aimed(
    open_play: Callable[..., Hands], speaking: str, size: tuple[int, int], factor: float
) -> None:
    """Each power, item, manoeuvre and blow at a thing while it is aimed: the bar, the side panel, the card."""
    hands = open_play(size, path=find_scenario("sorcerers"), settings=ViewSettings(factor=factor))
    play = hands.play
    if play.match.battle.phase == "deploy":
        play.do(Begin())
    play.do(GmEffect(ConditionEffect("slow", Duration(3)), (play.match.active.id,), name="mud"))
    seen = set()
    for _ in play.match.battle.order:
        here = play.match.active
        assert here is not None
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
                    assert faults(hands) == [], (option.name, cell)
        play.aim = replace(play.aim, option=None, draft=Draft())
        play.point(None)
        play.toggle_details()
        hands.run()
        assert faults(hands) == [], here.id
        play.toggle_details()
        play.do(EndTurn(here.id))
    assert len(seen) > 25


@pytest.mark.parametrize("size", SIZES)
def test_every_menu(open_play: Callable[..., Hands], speaking: str, size: tuple[int, int]) -> None:
    hands = open_play(size, path=find_scenario("sorcerers"))
    play = hands.play
    if play.match.battle.phase == "deploy":
        play.do(Begin())
    menus.decided(play)
    hands.run()
    assert faults(hands) == []
    play.close_layers()
    seen = set()
    for _ in play.match.battle.order:
        for menu in every_menu((*play.match.options(), Option("menu", text("Game master"), "", items=tuple(
                gm.options(play.match))))):
            if menu.name in seen:
                continue
            seen.add(menu.name)
            menus.choices(play, menu)
            hands.run()
            assert faults(hands) == [], menu.name
            play.close_layers()
        play.do(EndTurn(play.match.active.id))
    assert len(seen) > 40


@pytest.mark.parametrize("size", SIZES)
def test_quick_combat_and_why(open_play: Callable[..., Hands], speaking: str, size: tuple[int, int]) -> None:
    hands = open_play(size, path=find_scenario("tavern"))
    play = hands.play
    chance = random.Random(4)
    for _ in range(25):
        if play.match.battle.phase != "fight":
            break
        legal = legal_actions(play.match.battle)
        play.do(chance.choice([each for each in legal if each.kind in ("attack", "manoeuvre", "break")] or legal))
        play.close_layers()
        play.ask_why(None)
        play.why_last()
        hands.run()
        assert play.side.visible
        assert faults(hands) == []


@pytest.mark.parametrize("size", SIZES)
def test_deployment(open_app: Callable[..., Hands], speaking: str, size: tuple[int, int]) -> None:
    hands = open_app(size)
    hands.app.play_scenario(find_scenario("ruin"))
    hands.run()
    assert hands.play.match.battle.phase == "deploy"
    assert faults(hands) == []


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
