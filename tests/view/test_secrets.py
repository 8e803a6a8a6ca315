"""Nothing that players see tells of a hidden creature: two games side by side, one of them without it."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pygame
import pytest

from game.content.scenarios import find_scenario, read_scenario
from game.rules.actions import Begin, Deploy, EndTurn, GmPV, Move
from game.rules.engine import legal_actions
from game.rules.state import Battle, Combatant
from game.view import story
from game.view.match import Match
from game.view.screens import picture
from game.view.screens.play import PlayScreen
from game.view.settings import ViewSettings
from tests.insight.test_telling import skirmish
from tests.rules.test_hidden import SHIPPED, Steady, meets, with_ghost
from tests.view.conftest import Hands

KEYS = ["left", "right", "up", "down", "return", "space", "tab", "n", "i", "l", "home", "q", "e", "o", "y", "+", "-",
        "escape", "ctrl+z", "ctrl+y", "ctrl+backspace", "f1", "p", "r", "f9", *"123456789"]
Pair = tuple[Hands, Hands]


@pytest.fixture
def open_pair(open_app: Callable[..., Hands]) -> Callable[..., Pair]:
    """Two apps on the same game, in the first of them with one more creature, which is hidden."""

    def make(name: str, seed: int = 1, size: tuple[int, int] = (1280, 720), **settings: object) -> Pair:
        plain = read_scenario(find_scenario(name)).battle
        plain = plain.but(settings=replace(plain.settings, weapons_at_zero="dropped"))
        return (_open(open_app, with_ghost(plain, random.Random(seed)), size, settings),
                _open(open_app, plain, size, settings))

    return make


def _open(open_app: Callable[..., Hands], battle: Battle, size: tuple[int, int], settings: dict[str, object]) -> Hands:
    from game.rules.history import Game

    hands = open_app(size, ViewSettings(animations=False, hints=False, **settings))  # type: ignore[arg-type]
    hands.app.show(PlayScreen(hands.app, Match(Game(battle), dice=Steady(0.6))))
    hands.run()
    return hands


def ghost_of(hands: Hands) -> Combatant:
    return hands.play.match.game.battle["ghost"]


def pixels(surface: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array3d(surface)


def words(hands: Hands) -> Iterator[object]:
    """Every text and every tip of every widget, in panels and dialogs, visible or not."""
    stage = hands.screen.stage
    for root in (*stage.panels, *stage.layers):
        for widget in root.walk():
            yield widget.tip
            yield [each.said for each in widget.texts(hands.screen.look)]


def settled(hands: Hands) -> np.ndarray:
    """The window once all that takes its time is drawn."""
    for _ in range(200):
        hands.run()
        if hands.screen.due() != 0:
            break
    return pixels(hands.picture())


def same(pair: Pair) -> None:
    """The two show the same: pixel by pixel, word by word."""
    secret, plain = pair
    assert np.array_equal(settled(secret), settled(plain))
    assert list(words(secret)) == list(words(plain))
    if isinstance(plain.screen, PlayScreen):
        one, other = secret.play, plain.play
        assert story.rows_of(one.match.shown) == story.rows_of(other.match.shown)
        assert one.match.options() == other.match.options()
        assert [one.match.targets(each) for each in one.match.options()] == [
            other.match.targets(each) for each in other.match.options()]
        assert (one.seen.path, one.seen.cost, one.seen.sheet) == (other.seen.path, other.seen.cost, other.seen.sheet)
        assert (one.banner, one.toast_said) == (other.banner, other.toast_said)
        assert one.match.shown.can_undo == other.match.shown.can_undo
        assert one.match.shown.can_redo == other.match.shown.can_redo


def act(pair: Pair, chance: random.Random) -> None:
    """The same random act in both."""
    wide, high = pair[0].app.look.scale.width, pair[0].app.look.scale.height
    pos, end = [(chance.randrange(wide), chance.randrange(high)) for _ in range(2)]
    which, key, wait = chance.randrange(8), chance.choice(KEYS), chance.choice((0, 0.5, 3))
    for hands in pair:
        match which:
            case 0 | 1 | 2:
                hands.press(key)
            case 3 | 4:
                hands.click(pos)
            case 5:
                hands.point(pos)
            case 6:
                hands.drag(pos, end)
            case 7:
                hands.wheel(1 if key < "m" else -1)
        hands.wait(wait)


def lurk(hands: Hands, chance: random.Random) -> None:
    """In the turn of the hidden creature the GM may move it, unseen; often the players just go on."""
    match = hands.play.match
    active = match.game.battle.active
    falls = chance.random() < 0.1 and not match.game.can_redo  # whatever is done, what was undone is gone
    if active is not None and falls and not ghost_of(hands).out:  # it falls, with all that it holds
        match.game = match.game.do(GmPV("ghost", 0), match.source)
        hands.play.refresh_aim()
        hands.run()
        return
    if active is None or not active.hidden or chance.random() < 0.5:
        return
    walks = [each for each in legal_actions(match.game.battle) if isinstance(each, Move)]
    for action in (*walks[:1], EndTurn(active.id)):
        match.game = match.game.do(action, match.source)
    hands.play.refresh_aim()
    hands.run()


def television(hands: Hands) -> tuple[np.ndarray, list[str]]:
    """The players' window once it is drawn, and all its words."""
    window = hands.app.players_window
    assert window is not None
    for _ in range(200):
        window.stale = True
        hands.run()
        if window.due(hands.clock()) != 0:
            break
    said = [each.said for panel in window.picture.panels for widget in panel.walk()
            for each in widget.texts(window.look)]
    return pixels(window.window.get_surface()), said


def same_television(pair: Pair) -> None:
    (one, said), (other, words) = television(pair[0]), television(pair[1])
    assert said == words
    assert np.array_equal(one, other)


@pytest.mark.parametrize(("name", "seed"), [("crossroads", 1), ("sorcerers", 2), ("bridge", 3)])
def test_the_players_window_is_that_of_the_game_without_it(
    open_pair: Callable[..., Pair], name: str, seed: int
) -> None:
    """The first window is the GM's all the while, and shows the hidden creature."""
    pair, chance = open_pair(name, seed), random.Random(seed)
    secret, plain = pair
    for hands in pair:
        hands.app.open_players_window()
        hands.run()
        assert hands.play.match.gm
    assert "ghost" in secret.play.match.battle.by_id
    if plain.play.match.battle.phase == "deploy":
        for hands in pair:
            for each in legal_actions(plain.play.match.battle):
                if isinstance(each, Deploy) and hands.play.match.game.battle[each.who].cell is None:
                    hands.play.do(each)
            hands.play.do(Begin())
    acts = 0
    for _ in range(25):
        while (active := secret.play.match.game.battle.active) is not None and active.hidden:
            for action in (*[each for each in legal_actions(secret.play.match.battle) if isinstance(each, Move)][:1],
                           EndTurn(active.id)):
                secret.play.do(action)
                same_television(pair)
        if plain.play.match.active is None or not ghost_of(secret).hidden:
            break
        listed = legal_actions(plain.play.match.battle)
        fit = [each for each in chance.sample(listed, min(8, len(listed)))
               if not meets(secret.play.match.game.battle, each)]
        action = (*fit, EndTurn(plain.play.match.active.id))[0]
        spot = chance.choice([each.cell for each in plain.play.match.battle.present()])
        for hands in pair:
            hands.play.point(spot)
        same_television(pair)
        for hands in pair:
            hands.play.do(action)
            hands.play.point(None)
            hands.wait(2)
        same_television(pair)
        acts += 1
    assert acts > 10


@pytest.mark.parametrize(("name", "seed"), [("crossroads", 1), ("bridge", 2), ("sorcerers", 3), ("tavern", 4)])
def test_every_pixel_and_word_is_that_of_the_game_without_it(
    open_pair: Callable[..., Pair], name: str, seed: int
) -> None:
    assert acted_the_same(open_pair(name, seed), seed, 60) > 20


@pytest.mark.long
@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("seed", range(21, 25))
def test_every_pixel_and_word_for_long(open_pair: Callable[..., Pair], name: str, seed: int) -> None:
    acted_the_same(open_pair(name, seed), seed, 150)


def acted_the_same(pair: Pair, seed: int, most: int) -> int:
    """Do the same in both until the hidden creature is met; gives how often both looked the same."""
    chance, acts = random.Random(seed), 0
    same(pair)
    for _ in range(most):
        act(pair, chance)
        if not all(isinstance(each.screen, PlayScreen) for each in pair) or not ghost_of(pair[0]).hidden:
            break
        lurk(pair[0], chance)
        same(pair)
        acts += 1
    return acts


# --- numbers of enemies ----------------------------------------------------------------------------------------------


def told(hands: Hands) -> Iterator[str]:
    """All that is said on the players' side: by widgets, tips, toasts, banners, chips and the log."""
    for each in words(hands):
        yield from [each] if isinstance(each, str) else each  # type: ignore[misc]
    if isinstance(hands.screen, PlayScreen):
        play = hands.play
        yield play.toast_said
        yield play.banner.said if play.banner is not None else ""
        yield from (each.said for each in play.outlook.chips)
        yield from (each.said + each.detail for each in story.rows_of(play.match.shown))
        scene = picture.scene_of(play.match, play.aim, play.seen, play.teams, True, (), None, play.coach)
        yield from (each.said for each in scene.chips)
        yield from (f"{each.name} {each.pv} {each.most}" for each in scene.tokens)
    yield from television(hands)[1] if hands.app.players_window is not None else ()


@pytest.mark.parametrize("numbers", ["words", "nothing"])
@pytest.mark.parametrize("mode", ["normal", "quick"])
def test_no_number_of_an_enemy_is_told(open_app: Callable[..., Hands], numbers: str, mode: str) -> None:
    """Every number of theirs is above 400, and nothing that is said on the players' side is."""
    chance = random.Random(7)
    hands = _open(open_app, skirmish().but(mode=mode), (1280, 720), {"enemy_numbers": numbers})
    seen = 0
    for _ in range(70):
        act((hands,), chance)  # type: ignore[arg-type]
        active = hands.play.match.active if isinstance(hands.screen, PlayScreen) else None
        if active is None:
            break
        foe = next((each for each in hands.play.match.battle.present() if each.team != active.team), None)
        if foe is not None and foe.cell is not None:
            hands.point(hands.pixel(foe.cell))
        for said in told(hands):
            assert all(int(number) < 400 for number in re.findall(r"\d+", said)), said
            seen += "orc" in said.lower()
    assert seen > 100


def test_the_game_masters_window_has_digits_and_the_players_words(open_app: Callable[..., Hands]) -> None:
    hands = _open(open_app, skirmish(), (1280, 720), {"enemy_numbers": "words"})
    hands.app.open_players_window()
    for _ in range(12):
        hands.play.do(EndTurn(hands.play.match.active.id))
        hands.run()
        said = television(hands)[1]
        assert all(int(number) < 400 for each in said for number in re.findall(r"\d+", each))
        if "wild" in hands.play.match.active.team:
            assert "unhurt" in said
    assert any("971/971" in str(each) for each in words(hands))
