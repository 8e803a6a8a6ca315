"""The Play screen at every size of letters: its parts have room, and a game can be played to its end."""

from collections.abc import Callable
from itertools import combinations

import pygame
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from game.rules.actions import Attack
from game.view.scale import Scale
from game.view.screens.layout import places
from game.view.settings import ViewSettings
from game.view.widgets.button import Button
from game.view.widgets.listing import Listing
from tests.view.conftest import Hands
from tests.view.test_playing import MOST_ACTS, good_place, good_target
from tests.view.walking import settings_for

SCALES = st.builds(Scale, st.integers(1280, 3840), st.integers(720, 2160), st.integers(10, 25).map(lambda n: n / 10),
                   st.sampled_from([0.0, 0.025]))


@given(SCALES)
@example(Scale(1280, 720, 2.5, 0.025))
@example(Scale(1280, 2160, 2.5, 0.025))
def test_parts_have_room_of_their_own(scale: Scale) -> None:
    found = places(scale)
    parts = (found.strip, found.free, found.card, found.bar, found.last)
    for part in parts:
        assert scale.safe.contains(part)
        assert part.height >= scale.em(1.5)
    for a, b in combinations(parts, 2):
        assert not a.colliderect(b)
    assert found.side <= found.free.width // 2  # one half of the map is never under a sheet
    assert found.free.height >= 0.34 * scale.height


@given(SCALES)
def test_text_keeps_its_share_of_the_window(scale: Scale) -> None:
    wanted = min(scale.height / 45 * scale.factor, max(scale.height / 45, scale.width / 24))
    assert scale.small >= wanted
    assert scale.body >= wanted * 10 / 9
    assert scale.safe.left >= scale.width * scale.margin
    assert scale.height - scale.safe.bottom >= scale.height * scale.margin


def test_a_television_has_the_shares_of_the_drawing() -> None:
    """Strip 8 %, map 64 %, bottom 14 %, sheet 27 x 62 %: as near as buttons of three rows allow."""
    found = places(Scale(1920, 1080, 1.5, 0.025))
    assert found.strip.height <= 0.10 * 1080
    assert found.free.height >= 0.58 * 1080
    assert found.bar.height <= 0.23 * 1080
    assert 0.26 <= found.side / 1920 <= 0.30
    wide = found.last.right - found.card.left
    assert (round(found.card.width / wide, 2), round(found.bar.width / wide, 2)) == (0.24, 0.47)


@pytest.mark.parametrize("factor", [1.5, 2.5])
def test_a_whole_game_by_mouse(open_play: Callable[..., Hands], factor: float) -> None:
    hands = open_play(settings=settings_for(factor))
    match = hands.play.match
    for _ in range(MOST_ACTS):
        hands.wait(3)
        if match.battle.phase == "over":
            break
        before = match.game
        target, place = good_target(match), good_place(match)
        if target is not None and target.cell is not None:
            hands.play.view.show(target.cell)
            hands.point(hands.pixel(target.cell))
            assert hands.play.side.visible
            assert not hands.play.side.rect.collidepoint(hands.pixel(target.cell))
            hands.click_cell(target.cell)
            assert isinstance(match.game.past[-1].action, Attack)
        elif place is not None:
            hands.play.view.show(place)
            hands.click_cell(place)
        else:
            hands.click_said("End turn")
            if match.game is before:
                hands.click_said("End turn")
        assert match.game is not before
    assert match.battle.phase == "over"
    assert any(said.startswith("Victory") for said in hands.said())


def test_what_finds_no_room_is_one_click_further(open_play: Callable[..., Hands]) -> None:
    hands = open_play(settings=settings_for(2.5))
    hands.wait(3)
    tools = hands.play.tools()
    shown = [each for each in hands.play.strip.walk() if isinstance(each, Button)]
    assert len(shown) < len(tools)
    hands.click(next(each for each in shown if each.picture == "ellipsis").rect.center)
    assert hands.play.stage.layers
    hands.click_said("Log (L)")
    assert hands.play.drawer_open
    hands.press("l")
    acts = hands.play.acts
    assert acts[-1].said == "More…"
    hands.press(str(len(acts)))
    assert hands.play.stage.layers


def test_a_sheet_that_is_too_long_is_scrolled_by_wheel_and_by_keys(open_play: Callable[..., Hands]) -> None:
    hands = open_play(settings=settings_for(2.0))
    hands.wait(3)
    hands.press("i")
    side = hands.play.side
    assert side.most > 0
    hands.point(side.rect.center)
    hands.wheel(-2)
    assert side.offset > 0
    hands.press("pageup", "pageup")
    assert side.offset == 0
    hands.press("pagedown", "pagedown", "pagedown", "pagedown")
    assert side.offset == side.most


def test_the_game_goes_on_when_the_size_changes(open_play: Callable[..., Hands]) -> None:
    hands = open_play(settings=ViewSettings())
    hands.wait(3)
    game = hands.play.match.game
    before = hands.play.view.area.copy()
    hands.app.change("device", "television")
    hands.run()
    assert hands.play.match.game is game
    assert hands.play.view.area != before
    assert hands.play.view.area.contains(hands.play.view.camera.rect(hands.play.match.active.cell))
    assert pygame.Rect(0, 0, 1280, 720).contains(hands.play.strip.rect)


def open_share(hands: Hands) -> float:
    """How much of the map no panel covers."""
    play = hands.play
    area = play.view.area
    covered = sum((area.clip(each.rect).width * area.clip(each.rect).height) for each in (play.side, play.drawer)
                  if each.visible)
    return 1 - covered / (area.width * area.height)


@pytest.mark.parametrize("factor", [1.0, 1.5, 2.5])
@pytest.mark.parametrize("master", [False, True])
def test_the_log_and_a_why_leave_two_fifths_of_the_map(
    open_play: Callable[..., Hands], factor: float, master: bool
) -> None:
    hands = open_play(settings=settings_for(factor))
    hands.wait(3)
    play = hands.play
    while (foe := good_target(play.match)) is None:
        hands.press("space", "space")
    assert foe.cell is not None
    hands.click_cell(foe.cell)
    hands.press(*["f9"] * master, "l")
    if not play.drawer_open:
        assert factor == 2.5, "only the largest letters leave no room for both"
        return
    log = next(each for each in play.drawer.walk() if isinstance(each, Listing))
    attacked = max(n for n, row in enumerate(log.rows) if foe.name in row.said)
    hands.press("tab")
    while play.stage.focus is not log:
        hands.press("tab")
    hands.press(*["up"] * ((log.marked or 0) - attacked), "return")
    hands.wait(1)
    assert play.asked is not None
    assert play.side.visible
    assert not play.side.rect.colliderect(play.drawer.rect)
    assert open_share(hands) >= 0.4
    assert log.rect.clip(log.row_rect(attacked)).height >= min(log.row_rect(attacked).height, log.rect.height)
    hands.press("escape")
    assert play.asked is None
    assert play.drawer_open
    assert play.drawer.rect == play.sheets.column, "the log has its whole column back"
    assert log.rect.colliderect(log.row_rect(attacked))
