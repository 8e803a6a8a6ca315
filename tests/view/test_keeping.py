"""When a game is saved without being asked: after every act, as soon as its picture is in the window."""

from collections.abc import Callable

import pygame
import pytest

from game.content import saves
from game.rules.actions import EndTurn
from game.view.screens.base import Screen
from tests.view.conftest import Hands


def test_an_act_is_kept_right_after_its_picture(
    open_play: Callable[..., Hands], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the same turn of the loop: the picture does not wait for the disk."""
    hands = open_play()
    play, told = hands.play, list[str]()
    paint, write = play.paint, play.match.writer.write
    monkeypatch.setattr(play, "paint", lambda canvas: (told.append("picture"), paint(canvas)))
    monkeypatch.setattr(play.match.writer, "write", lambda *some: (told.append("kept"), write(*some)))
    play.do(EndTurn(play.match.active.id))
    assert told == []
    hands.app.turn(wait=False)
    assert told == ["picture", "kept"]
    assert saves.load(play.match.autosave).game == play.match.game
    hands.run()
    assert told.count("kept") == 1


def test_an_act_is_kept_even_when_its_picture_fails(
    open_play: Callable[..., Hands], monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = open_play()
    play = hands.play

    def broken(_: pygame.Surface) -> None:
        raise RuntimeError("no picture")

    play.do(EndTurn(play.match.active.id))
    monkeypatch.setattr(play, "paint", broken)
    with pytest.raises(RuntimeError, match="no picture"):
        hands.app.run()
    assert saves.load(play.match.autosave).game == play.match.game


def test_an_act_is_kept_when_another_screen_comes_before_its_picture(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    play = hands.play
    play.do(EndTurn(play.match.active.id))
    hands.app.show(Screen(hands.app))
    assert saves.load(play.match.autosave).game == play.match.game
