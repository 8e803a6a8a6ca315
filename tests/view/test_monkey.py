"""Somebody hits keys and clicks anywhere: nothing breaks, nothing is lost."""

import random
from collections.abc import Callable

import pygame
import pytest

from game.content import saves
from game.content.saves import autosave_path
from game.content.scenarios import find_scenario
from game.view.match import Match
from game.view.screens.play import PlayScreen
from tests.view.conftest import Hands

KEYS = ["left", "right", "up", "down", "return", "space", "tab", "shift+tab", "n", "shift+n", "g", "i", "l", "home",
        "f9", "q", "e", "o", "y", "+", "-", "escape", "ctrl+z", "ctrl+y", "ctrl+backspace", "ctrl+s", "ctrl+o", "f1",
        "f11", "f10", "f8", "b", "p", "r", *"123456789"]


def one_act(hands: Hands, chance: random.Random) -> None:
    pos = (chance.randrange(hands.app.look.scale.width), chance.randrange(hands.app.look.scale.height))
    match chance.randrange(10):
        case 0 | 1 | 2 | 3:
            hands.press(chance.choice(KEYS))
        case 4 | 5 | 6:
            hands.click(pos, chance.choice((1, 1, 1, 3)))
        case 7:
            hands.drag(pos, (chance.randrange(1280), chance.randrange(720)), chance.choice((1, 2)))
        case 8:
            hands.point(pos)
            hands.wheel(chance.choice((-2, -1, 1, 2)))
        case 9:
            hands.type(chance.choice(("C7", "ç", "99", "Ana")))


def play_about(hands: Hands, acts: int, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(acts):
        if not hands.app.running:
            hands.app.running = True
        one_act(hands, chance)
        hands.wait(chance.choice((0, 0, 0.5, 5)))
    screen = hands.screen
    screen.leave()
    if isinstance(screen, PlayScreen):
        match: Match = screen.match
        assert saves.load(autosave_path()).game == match.game


@pytest.mark.parametrize(("seed", "scenario"), [(1, "crossroads"), (2, "sorcerers"), (3, "tavern")])
def test_nothing_breaks(open_app: Callable[..., Hands], seed: int, scenario: str) -> None:
    hands = open_app()
    hands.app.play_scenario(find_scenario(scenario))
    play_about(hands, 100, seed)


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["ambush", "bridge", "crossroads", "ruin", "sorcerers", "tavern"])
@pytest.mark.parametrize("seed", [3, 4, 5])
def test_nothing_breaks_for_long(open_app: Callable[..., Hands], scenario: str, seed: int) -> None:
    hands = open_app(((1280, 720), (1920, 1080), (1400, 1000))[seed % 3])
    hands.app.play_scenario(find_scenario(scenario))
    pygame.event.clear()
    play_about(hands, 1500, seed)
