"""The game master's panel at the scale of a television, and what it spares the game master."""

from collections.abc import Callable

import pygame
import pytest

from game.content.blank import empty_map
from game.content.scenarios import find_scenario
from game.rules import quick
from game.texts import set_language
from game.view.screens import hints
from game.view.screens.master import TABS
from game.view.settings import ViewSettings
from game.view.widgets.choice import Choice
from game.view.widgets.listing import Listing
from tests.view.conftest import Hands
from tests.view.test_gm_panel import open_panel, row_in_panel


def test_one_comes_in_of_the_next_kind_after_three_of_another(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play(), "Add")
    master, match = hands.play.master, hands.play.match
    master.count = 3
    row_in_panel(hands, "Goblin")
    assert master.hint() == "Click where they come in: 3 × Goblin"
    hands.click_cell((8, 6))
    row_in_panel(hands, "Ogre")
    assert master.hint() == "Click where they come in: 1 × Ogre"
    hands.click_cell((11, 3))
    assert sum(each.sheet.id == "ogre" for each in match.battle.combatants) == 1


def test_a_creature_chosen_in_the_list_is_shown_from_its_name_on(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play(settings=ViewSettings(animations=False, device="television")))
    panel = hands.play.master.panel
    panel.scroll(panel.most)
    listing = next(each for each in panel.walk() if isinstance(each, Listing))
    row = next(n for n, each in enumerate(listing.rows) if each.said == "Goblin 2")
    hands.click(listing.row_rect(row).center)
    assert hands.play.master.chosen == ("gob2",)
    assert (panel.offset, panel.most > 0) == (0, True)
    assert "Goblin 2" in [placed.said for widget, placed in hands.play.stage.texts(hands.play.look)
                          if panel.rect.contains(placed.ink)]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("speech", ["en", "es", "pt_BR"])
def test_on_a_television_the_parts_of_the_panel_have_names_that_stay_in_their_places(
        open_play: Callable[..., Hands], size: tuple[int, int], speech: str) -> None:
    set_language(speech)
    hands = open_panel(open_play(size, settings=ViewSettings(language=speech, animations=False, device="television")))
    master = hands.play.master
    places = set()
    for tab, _, _ in TABS:
        master.turn_to(tab)
        hands.run()
        choice = next(each for each in master.panel.walk() if isinstance(each, Choice))
        assert all(each.said and each.said == each.shown for each in choice.buttons)
        places.add(tuple(tuple(each.rect) for each in choice.buttons))
    assert len(places) == 1


def test_in_quick_combat_hits_are_set_not_pv(open_play: Callable[..., Hands]) -> None:
    """# rule: QCK-3"""
    hands = open_play(path=find_scenario("tavern"))
    match = hands.play.match
    assert match.battle.mode == "quick"
    who = match.battle["ott"]
    most = quick.most_hits(who)
    open_panel(hands)
    hands.play.master.choose("ott")
    hands.run()
    assert f"Hits, of {most}" in hands.said()
    for left in range(most - 1, 0, -1):
        hands.click_said("−1")
        assert quick.hits_left(match.battle["ott"]) == left
    hands.click_said("+1")
    assert quick.hits_left(match.battle["ott"]) == 2


def test_a_table_without_a_scenario_says_what_is_missing_and_offers_it(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    hands.app.play_map(empty_map(24, 16))
    hands.run()
    assert (hands.play.master.open, hands.play.master.tab) == (True, "add")
    assert "Nobody is here yet: add them." in " ".join(hands.said())
    row_in_panel(hands, "Goblin")
    hands.click_cell((12, 8))
    assert [each.name for each in hands.play.match.battle.combatants] == ["Goblin"]


@pytest.mark.parametrize("device", ["television", "laptop"])
def test_words_under_the_map_hide_none_of_its_rows(open_app: Callable[..., Hands], device: str) -> None:
    hands = open_app((1920, 1080), ViewSettings(animations=False, device=device))
    hands.app.play_map(empty_map(16, 12))
    hands.run()
    hands.click_said("Map")
    play, canvas = hands.play, pygame.Surface((1920, 1080))
    canvas.fill((1, 2, 3))
    hints.paint(play, canvas)
    written = pygame.mask.from_threshold(canvas, (1, 2, 3), (1, 1, 1))
    written.invert()
    (words,) = written.get_bounding_rects()
    grid = play.match.battle.map
    last = pygame.Rect(play.view.camera.rect((0, grid.rows - 1))).union(
        play.view.camera.rect((grid.cols - 1, grid.rows - 1)))
    assert play.master.hint()
    assert words.top >= last.bottom


def test_nothing_hides_how_long_a_wall_is_while_it_is_drawn(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    hands.app.play_map(empty_map(16, 12))
    hands.run()
    hands.click_said("Map")
    play = hands.play
    assert hints.hint(play)[0]
    start = play.view.camera.rect((2, 2)).topleft
    hands.point(start)
    hands.post(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
    hands.run()
    hands.point(play.view.camera.rect((9, 11)).topleft, held=True)
    assert hints.hint(play)[0] == ""


def test_where_letters_are_huge_the_line_of_the_log_makes_room_for_the_panel(open_play: Callable[..., Hands]) -> None:
    hands = open_play((1920, 1080), settings=ViewSettings(animations=False, device="laptop", factor=2.5))
    play = hands.play
    before = play.last.rect.copy()
    open_panel(hands)
    panel = play.master.panel.rect
    assert panel.height > play.places.free.height
    assert not panel.colliderect(play.last.rect)
    assert not any(panel.colliderect(each.rect) for each in (play.strip, play.card, play.bar))
    hands.press("f9")
    assert play.last.rect == before
