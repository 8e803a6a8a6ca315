"""The players' window, the curtain, the ring, the ruler, and what moves."""

import math
from collections.abc import Callable

import numpy as np
import pygame
import pytest

from game.content.scenarios import find_scenario
from game.insight.masks import Question, ask
from game.insight.ruler import measure
from game.rules.actions import Attack, EndTurn, Hide, Move
from game.rules.bodies import body_of
from game.spatial.grid import UNITS, Body
from game.view.mapview.motion import RISE, STAY, STEP, motion_of
from game.view.panels.strip import NEXT, Entry
from game.view.players import BANNER_SECONDS
from game.view.screens import curtain
from game.view.screens.title import TitleScreen
from game.view.settings import ViewSettings
from game.view.windows import PlayersWindow
from tests.rules.arena import do, fight, fighter
from tests.view.conftest import Hands

Open = Callable[..., Hands]


def pixels(surface: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array3d(surface)


def second(hands: Hands) -> PlayersWindow:
    window = hands.app.players_window
    assert window is not None
    return window


def seen(hands: Hands) -> np.ndarray:
    """The players' window as it looks."""
    second(hands).stale = True
    hands.run()
    return pixels(second(hands).window.get_surface())


def to_second(hands: Hands, kind: int, **fields: object) -> None:
    """An event of the players' window."""
    hands.post(kind, window=second(hands).window, **fields)
    hands.run()


def key_there(hands: Hands, key: int, said: str = "", mod: int = 0) -> None:
    to_second(hands, pygame.KEYDOWN, key=key, mod=mod, unicode=said, scancode=0)


# --- the players' window ---------------------------------------------------------------------------------------------


def test_it_opens_and_closes_without_harm(open_play: Open) -> None:
    hands = open_play()
    assert not hands.play.match.gm
    hands.press("f8")
    assert hands.play.match.gm, "the first window is the game master's now"
    assert second(hands).frames
    to_second(hands, pygame.WINDOWCLOSE)
    assert hands.app.players_window is None
    assert hands.app.running
    assert not hands.play.match.gm
    hands.press("f8")
    hands.post(pygame.WINDOWCLOSE, window=hands.app.window)
    hands.run()
    assert not hands.app.running


def test_it_is_listed_with_what_may_be_done(open_play: Open) -> None:
    hands = open_play()
    hands.press("f8", "f8")
    window = second(hands)
    hands.press("1")
    assert window.black
    hands.press("1")
    assert not window.black
    hands.press("2")
    assert not window.picture.follows
    before = window.picture.view.camera.px
    hands.press("3")
    assert window.picture.view.camera.px > before
    hands.press("4", "4")
    assert window.picture.view.camera.px < before
    hands.press("6")
    assert window.full_screen
    hands.press("7")
    assert hands.app.players_window is None


def test_black(open_play: Open) -> None:
    hands = open_play()
    hands.press("f8")
    picture = seen(hands)
    assert "black" not in curtain.mark_said(hands.play)
    hands.press("b")
    assert not seen(hands).any()
    assert "black" in curtain.mark_said(hands.play), "the game master, who cannot see the window, is told"
    hands.press("b")
    assert np.array_equal(seen(hands), picture)


def test_its_strip_shows_all_who_find_room(open_play: Open) -> None:
    hands = open_play(path=find_scenario("bridge"))
    hands.press("f8")
    hands.run()
    there, here = ([each.name for each in strip.walk() if isinstance(each, Entry)]
                   for strip in (second(hands).picture.strip, hands.play.strip))
    assert len(there) > NEXT + 1 >= len(here)


def test_it_has_a_camera_of_its_own(open_play: Open) -> None:
    hands = open_play()
    hands.press("f8")
    window, main = second(hands), hands.play.view.camera
    to_second(hands, pygame.MOUSEWHEEL, x=0, y=3, flipped=False)
    near = window.picture.view.camera
    assert not window.picture.follows
    key_there(hands, pygame.K_MINUS, "-")
    assert window.picture.view.camera.px < near.px
    to_second(hands, pygame.MOUSEBUTTONDOWN, pos=(400, 300), button=1)
    to_second(hands, pygame.MOUSEMOTION, pos=(450, 320), rel=(50, 20), buttons=(1, 0, 0))
    to_second(hands, pygame.MOUSEBUTTONUP, pos=(450, 320), button=1)
    key_there(hands, pygame.K_LEFT, mod=pygame.KMOD_LSHIFT)
    key_there(hands, pygame.K_HOME)
    assert hands.play.view.camera == main, "the other window stays as it was"


def test_it_follows_what_happens_until_it_is_moved_by_hand(open_app: Open) -> None:
    hands = open_app()
    hands.app.play_scenario(find_scenario("crossroads"))
    hands.press("f8")
    window = second(hands)
    for _ in range(9):
        window.zoom(1)
    window.picture.follows = True
    for _ in range(6):
        hands.play.do(EndTurn(hands.play.match.active.id))  # type: ignore[union-attr]
        hands.run()
        cell = hands.play.match.active.cell  # type: ignore[union-attr]
        assert window.picture.view.area.contains(window.picture.view.camera.rect(cell))


def test_nothing_can_be_done_with_the_mouse_there_and_its_keys_reach_the_game(open_play: Open) -> None:
    hands = open_play()
    hands.press("f8")
    done = hands.play.match.game.done
    for x in range(40, 1280, 160):
        for y in range(20, 720, 90):
            to_second(hands, pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1)
            to_second(hands, pygame.MOUSEBUTTONUP, pos=(x, y), button=1)
    assert hands.play.match.game.done == done
    key_there(hands, pygame.K_l)
    assert hands.play.drawer_open
    key_there(hands, pygame.K_F11)
    assert second(hands).full_screen
    assert not hands.app.full_screen


def test_it_is_scaled_for_its_own_screen(open_play: Open) -> None:
    hands = open_play()
    hands.press("f8")
    look = second(hands).look
    assert look.scale.small >= look.scale.height / 30
    assert look.scale.safe.left >= look.scale.width * 0.025
    hands.app.change("players_screen", "projector")
    hands.run()
    assert second(hands).look.theme.name == "light"
    assert hands.app.look.theme.name == "dark"


def test_between_games_it_shows_the_name_alone(open_play: Open) -> None:
    hands = open_play()
    hands.press("f8")
    game = seen(hands)
    hands.app.show_title()
    hands.run()
    assert isinstance(hands.screen, TitleScreen)
    title = seen(hands)
    assert not np.array_equal(title, game)
    hands.app.play_scenario(find_scenario("bridge"))
    hands.run()
    assert hands.play.match.gm, "a new game has its game master's window too"
    assert not np.array_equal(seen(hands), title)


def test_what_an_enemy_aims_at_is_not_shown_there(open_play: Open) -> None:
    hands = open_play()
    hands.press("f8")
    play = hands.play
    for _ in range(4):
        foe = next(each for each in play.match.battle.present() if each.team != play.match.active.team)  # type: ignore[union-attr]
        play.point(foe.cell)
        seen(hands)
        assert second(hands).picture.side.visible == (play.match.active.team == "town")  # type: ignore[union-attr]
        play.point(None)
        play.do(EndTurn(play.match.active.id))  # type: ignore[union-attr]


# --- two sides of one screen -----------------------------------------------------------------------------------------


def test_the_curtain_covers_everything_and_asks_who_looks(open_play: Open) -> None:
    hands = open_play()
    hands.play.do(Hide("gob2"))
    hands.wait(5)
    players = hands.picture()
    hands.press("f10")
    said = hands.said()
    assert "For the game master alone" in said
    covered = pixels(hands.picture())
    assert len(np.unique(covered.reshape(-1, 3), axis=0)) < 2000, "nothing of the game is seen"
    assert np.array_equal(covered[:40, 100:600], np.broadcast_to(covered[0, 0], covered[:40, 100:600].shape))
    hands.press("escape")
    assert not hands.play.match.gm
    assert np.array_equal(pixels(hands.picture()), pixels(players))
    hands.press("f10", "return")
    assert hands.play.match.gm
    assert "gob2" in hands.play.match.battle.by_id
    assert not np.array_equal(pixels(hands.picture()), pixels(players))
    hands.press("f10")
    assert not hands.play.match.gm
    assert np.array_equal(pixels(hands.picture()), pixels(players))


def test_the_game_master_plays_a_hidden_creature_and_the_players_go_on(open_play: Open) -> None:
    """Behind the curtain its turn is seen; in front of it the next one has begun, and can be played at once."""
    hands = open_play()
    play = hands.play
    order = play.match.game.battle.order
    play.do(Hide("gob2"))
    while play.match.game.battle.active.id != "gob2":  # type: ignore[union-attr]
        play.do(EndTurn(play.match.game.battle.active.id))  # type: ignore[union-attr]
    after = next(each for each in (*order[order.index("gob2") + 1:], *order))
    assert play.match.active.id == after  # type: ignore[union-attr]
    hands.press("f10", "return")
    assert play.match.active.id == "gob2"  # type: ignore[union-attr]
    start = play.match.active.cell  # type: ignore[union-attr]
    play.do(Move("gob2", (start[0], start[1] + 1)))  # type: ignore[index]
    hands.press("f10")
    assert play.match.active.id == after  # type: ignore[union-attr]
    done = play.match.shown.done
    play.do(EndTurn(after))
    assert play.match.shown.done == done + 1
    assert play.match.game.battle["gob2"].hidden
    hands.press("ctrl+z")
    assert play.match.active.id == after  # type: ignore[union-attr]
    assert play.match.shown.done == done


def test_the_banner_is_shown_for_a_moment_and_holds_nothing_up(open_play: Open) -> None:
    hands = open_play()
    hands.press("f8")
    hands.play.do(EndTurn(hands.play.match.active.id))  # type: ignore[union-attr]
    hands.run()
    assert hands.play.banner is not None
    assert second(hands).picture.banner is not None
    assert math.isclose(hands.play.banner.until - hands.clock(), BANNER_SECONDS)
    assert second(hands).picture.banner.said == hands.play.banner.said
    hands.press("space", "space")
    assert hands.play.match.game.log[-1].kind == "turn_began", "input goes on while it is shown"
    hands.wait(BANNER_SECONDS + 0.01)
    assert hands.play.banner is None
    assert second(hands).picture.banner is None


# --- ring and ruler --------------------------------------------------------------------------------------------------


def test_holding_the_button_rings_in_all_windows_and_is_no_click(open_play: Open) -> None:
    hands = open_play()
    hands.press("f8")
    hands.wait(3)
    done, before, there = hands.play.match.game.done, pixels(hands.picture()), seen(hands)
    pos = hands.pixel((6, 5))
    hands.point(pos)
    hands.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)
    hands.run()
    assert hands.app.screen.due() is not None
    hands.wait(0.41)
    assert hands.play.pointing.ring is not None
    hands.post(pygame.MOUSEBUTTONUP, pos=pos, button=1)
    hands.run()
    assert hands.play.match.game.done == done, "nobody walks there"
    assert not np.array_equal(pixels(hands.picture()), before)
    assert not np.array_equal(seen(hands), there)
    hands.wait(2.1)
    hands.point((5, 5))
    hands.wait(1)
    assert hands.play.pointing.ring is None
    assert np.array_equal(seen(hands), there)


def test_a_short_press_is_a_click_and_p_rings_too(open_play: Open) -> None:
    hands = open_play()
    who = hands.play.match.active
    assert who is not None
    assert who.cell is not None
    hands.click_cell((who.cell[0], who.cell[1] + 1))
    assert hands.play.match.game.steps[-1].action.kind == "move"
    assert hands.play.pointing.ring is None
    hands.press("p")
    ring = hands.play.pointing.ring
    assert ring is not None
    hands.press("right", "p")
    assert hands.play.pointing.ring != ring


def test_the_ruler_measures_as_the_masks_do(open_play: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = open_play()
    battle = hands.play.match.battle
    start, end = battle["ana"].cell, (10, 3)
    assert start is not None
    done = hands.play.match.game.done
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_LCTRL)
    hands.drag(hands.pixel(start), hands.pixel(end))
    assert hands.play.match.game.done == done
    found = hands.play.pointing.measure
    assert found == measure(battle, start, end)
    who, there = body_of(battle, battle["ana"]), Body.on(battle.grid, end)
    cover = ask(battle.grid, Question("cover", who, tall=there.tall / UNITS)).values[end[1], end[0]]
    assert found is not None
    assert found.there.cover == cover
    monkeypatch.setattr(pygame.key, "get_mods", lambda: 0)
    hands.press("f8")
    with_ruler = seen(hands)
    hands.press("escape")
    assert hands.play.pointing.measure is None
    assert not np.array_equal(seen(hands), with_ruler)


def test_the_ruler_by_keyboard(open_play: Open) -> None:
    hands = open_play()
    hands.press("g")
    hands.type("c3")
    hands.press("return", "r", "right", "right", "down")
    found = hands.play.pointing.measure
    assert found is not None
    assert (found.start, found.end) == ((2, 2), (4, 3))
    hands.press("r")
    assert hands.play.pointing.measure is None


# --- what moves ------------------------------------------------------------------------------------------------------


def moving(open_play: Open) -> Hands:
    hands = open_play(settings=ViewSettings(animations=True, hints=False))
    hands.wait(5)
    return hands


def test_a_piece_slides_while_the_game_has_gone_on(open_play: Open) -> None:
    hands = moving(open_play)
    who = hands.play.match.active
    assert who is not None
    assert who.cell is not None
    end = (who.cell[0], who.cell[1] + 2)
    hands.play.do(Move(who.id, end))
    assert hands.play.match.battle[who.id].cell == end, "the state does not wait"
    motion = hands.play.motion
    assert motion is not None
    first = dict(motion.at(hands.clock()).places)[who.id]
    assert first == who.cell
    hands.wait(STEP)
    half = dict(motion.at(hands.clock()).places)[who.id]
    assert who.cell[1] < half[1] < end[1]
    assert hands.app.screen.due() is not None
    during = pixels(hands.picture())
    hands.play.do(EndTurn(who.id))
    assert hands.play.match.active != who, "and neither does input"
    hands.wait(5)
    assert hands.play.motion is None
    assert not np.array_equal(pixels(hands.picture()), during)


def test_the_loop_sleeps_when_nothing_moves(open_play: Open) -> None:
    hands = moving(open_play)
    hands.press("f8")
    hands.play.do(EndTurn(hands.play.match.active.id))  # type: ignore[union-attr]
    hands.play.pointing.here()
    hands.run()
    assert second(hands).due(hands.clock()) is not None
    for _ in range(20):
        hands.wait(1)
    assert hands.screen.due() is None
    assert second(hands).due(hands.clock()) is None
    frames = hands.app.frames, second(hands).frames
    for _ in range(20):
        hands.app.turn(wait=False)
    assert (hands.app.frames, second(hands).frames) == frames


def test_without_animations_nothing_moves(open_play: Open) -> None:
    hands = open_play(settings=ViewSettings(animations=False))
    who = hands.play.match.active
    assert who is not None
    assert who.cell is not None
    hands.play.do(Move(who.id, (who.cell[0], who.cell[1] + 1)))
    assert hands.play.motion is None


def test_undo_does_not_move(open_play: Open) -> None:
    hands = moving(open_play)
    who = hands.play.match.active
    assert who is not None
    assert who.cell is not None
    hands.play.do(Move(who.id, (who.cell[0], who.cell[1] + 1)))
    hands.press("ctrl+z")
    assert hands.play.motion is None


def test_blows_flash_and_tell_their_number_in_turn() -> None:
    start = fight(fighter("a", "red", (2, 3)), fighter("b", "blue", (3, 3), pv=20))
    after, events = do(start, Attack("a", "b", "sword"), dice=(8, 1))
    motion = motion_of(events, after, 10.0)
    assert motion is not None
    lost = 20 - after["b"].pv
    (words,) = motion.words
    assert (words.said, words.role, words.cell) == (f"−{lost}", "bad", (3, 3))
    assert dict(motion.at(10.0).flashes)["b"] == 1
    assert [share for _, share in motion.at(10.0 + RISE).words] == [1.0], "it has risen, and can still be read"
    assert motion.at(10.0 + STAY).words == ()
    assert motion.end == 10.0 + STAY
    assert not motion.stirs(10.0 + RISE)
    told = after.but(told="words")
    assert motion_of(events, told, 0.0).words[0].said in ("badly wounded", "near death", "wounded")  # type: ignore[union-attr]
    assert motion_of(events, after.but(told="nothing"), 0.0).words == ()  # type: ignore[union-attr]
    missed, events = do(start, Attack("a", "b", "sword"), dice=(1, 8))
    assert motion_of(events, missed, 0.0).words[0].said == "miss"  # type: ignore[union-attr]


def test_ways_come_one_after_the_other() -> None:
    start = fight(fighter("a", "red", (2, 3)), fighter("b", "blue", (9, 7)))
    walked, events = do(start, Move("a", (5, 3)))
    again, more = do(walked, Move("a", (5, 5)))
    motion = motion_of((*events, *more), again, 0.0)
    assert motion is not None
    first, second_ = motion.slides
    assert first.end == second_.start
    assert dict(motion.at(first.end).places)["a"] == (5, 3)
    assert motion.at(motion.end).places == ()
