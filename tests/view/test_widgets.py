"""Widgets by mouse and by keyboard."""

from collections.abc import Callable

import pygame
import pytest

from game.view.scale import Scale
from game.view.theme import theme
from game.view.widgets import dialog
from game.view.widgets.base import Look, Panel
from game.view.widgets.button import Button
from game.view.widgets.dialog import Answer
from game.view.widgets.entry import Entry
from game.view.widgets.label import Label
from game.view.widgets.listing import Listing, Row
from game.view.widgets.stage import TIP_AFTER, Stage

LOOK = Look(theme("dark"), Scale(1280, 720))


@pytest.fixture(autouse=True)
def _video() -> None:
    pygame.display.init()


def key(code: int, mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode="", scancode=0)


def mouse(kind: int, pos: tuple[int, int], button: int = 1) -> pygame.event.Event:
    return pygame.event.Event(kind, pos=pos, button=button, rel=(0, 0), buttons=(0, 0, 0))


def click(stage: Stage, pos: tuple[int, int]) -> None:
    stage.handle(mouse(pygame.MOUSEMOTION, pos))
    stage.handle(mouse(pygame.MOUSEBUTTONDOWN, pos))
    stage.handle(mouse(pygame.MOUSEBUTTONUP, pos))


def stage_with(*made: Callable[[list[str]], Button | Entry | Listing]) -> tuple[Stage, list[str]]:
    stage, heard = Stage(), []
    panel = Panel(pygame.Rect(0, 0, 600, 600))
    for make in made:
        panel.add(make(heard))
    stage.panels.append(panel)
    return stage, heard


def button(said: str, top: int, enabled: bool = True) -> Callable[[list[str]], Button]:
    return lambda heard: Button(pygame.Rect(10, top, 200, 40), said, lambda: heard.append(said), 18, enabled=enabled)


def test_a_button_acts_when_released_on_it() -> None:
    stage, heard = stage_with(button("one", 10), button("two", 60))
    click(stage, (50, 70))
    assert heard == ["two"]
    stage.handle(mouse(pygame.MOUSEBUTTONDOWN, (50, 20)))
    stage.handle(mouse(pygame.MOUSEBUTTONUP, (50, 300)))
    assert heard == ["two"]


def test_tab_goes_round_and_enter_confirms() -> None:
    stage, heard = stage_with(button("one", 10), button("two", 60))
    for code in (pygame.K_TAB, pygame.K_RETURN, pygame.K_TAB, pygame.K_RETURN):
        assert stage.handle(key(code))
    stage.handle(key(pygame.K_TAB, pygame.KMOD_SHIFT))
    stage.handle(key(pygame.K_RETURN))
    assert heard == ["one", "two", "one"]
    stage.handle(key(pygame.K_ESCAPE))
    assert stage.focus is None
    assert not stage.handle(key(pygame.K_RETURN))


def test_a_disabled_button_can_still_answer_why() -> None:
    stage, heard = stage_with(button("no", 10, enabled=False))
    click(stage, (50, 20))
    assert heard == ["no"]


def test_a_panel_is_drawn_again_only_after_a_change() -> None:
    stage, _ = stage_with(button("one", 10))
    canvas = pygame.Surface((600, 600))
    stage.paint(canvas, LOOK)
    assert not stage.panels[0].dirty
    stage.handle(mouse(pygame.MOUSEMOTION, (300, 300)))
    stage.paint(canvas, LOOK)
    stage.handle(mouse(pygame.MOUSEMOTION, (300, 301)))
    assert not stage.panels[0].dirty
    stage.handle(mouse(pygame.MOUSEMOTION, (50, 20)))
    assert stage.panels[0].dirty


def typed(stage: Stage, said: str) -> None:
    for char in said:
        stage.handle(pygame.event.Event(pygame.TEXTINPUT, text=char))


def entry(heard: list[str]) -> Entry:
    return Entry(pygame.Rect(10, 10, 300, 40), "old", 18, heard.append, most=12)


def test_an_entry_takes_accents_and_edits() -> None:
    stage, heard = stage_with(entry)
    click(stage, (100, 20))
    field = stage.focus
    assert isinstance(field, Entry)
    stage.handle(key(pygame.K_a, pygame.KMOD_CTRL))
    typed(stage, "pão ñ ü ç")
    stage.handle(key(pygame.K_HOME))
    stage.handle(key(pygame.K_RIGHT))
    stage.handle(key(pygame.K_BACKSPACE))
    typed(stage, "c")
    stage.handle(key(pygame.K_END))
    stage.handle(key(pygame.K_BACKSPACE))
    stage.handle(key(pygame.K_RETURN))
    assert heard == ["cão ñ ü "]
    typed(stage, "far too long for it")
    assert len(field.said) == 12


def test_an_entry_is_replaced_whole_at_first() -> None:
    stage, heard = stage_with(entry)
    stage.handle(key(pygame.K_TAB))
    typed(stage, "new")
    stage.handle(key(pygame.K_RETURN))
    assert heard == ["new"]


def rows(heard: list[str]) -> Listing:
    made = [Row("head", heading=True), *(Row(f"row {n}") for n in range(40))]
    return Listing(pygame.Rect(10, 10, 300, 300), made, 18, 16, choose=lambda n: heard.append(made[n].said))


def test_a_list_by_keys() -> None:
    stage, heard = stage_with(rows)
    for code in (pygame.K_TAB, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN, pygame.K_UP, pygame.K_RETURN):
        stage.handle(key(code))
    assert heard == ["row 2", "row 1"]
    for _ in range(30):
        stage.handle(key(pygame.K_DOWN))
    listing = stage.focus
    assert isinstance(listing, Listing)
    assert listing.marked is not None
    assert listing.rect.contains(listing.row_rect(listing.marked))


def test_a_list_by_mouse_needs_a_second_click_unless_told_otherwise() -> None:
    stage, heard = stage_with(rows)
    listing = stage.panels[0].children[0]
    assert isinstance(listing, Listing)
    click(stage, listing.row_rect(3).center)
    assert (listing.marked, heard) == (3, [])
    click(stage, listing.row_rect(3).center)
    assert heard == ["row 2"]
    click(stage, listing.row_rect(0).center)
    assert heard == ["row 2"]


def test_a_list_scrolls_by_wheel_but_not_beyond_its_ends() -> None:
    stage, _ = stage_with(rows)
    listing = stage.panels[0].children[0]
    assert isinstance(listing, Listing)
    stage.handle(mouse(pygame.MOUSEMOTION, (50, 50)))
    for _ in range(99):
        stage.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    assert listing.row_rect(40).bottom == listing.rect.bottom
    for _ in range(99):
        stage.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1))
    assert listing.row_rect(0).top == listing.rect.top


def test_a_dialog_takes_everything_until_it_is_answered() -> None:
    stage, heard = stage_with(button("below", 10))
    layer = dialog.message(LOOK, "Title", "Words", [
        Answer("Yes", lambda: heard.append("yes"), strong=True), Answer("No", lambda: heard.append("no"))],
        cancel=lambda: heard.append("cancel"))
    stage.open(layer)
    assert stage.handle(key(pygame.K_z))
    stage.handle(key(pygame.K_RETURN))
    stage.handle(key(pygame.K_TAB))
    stage.handle(key(pygame.K_RETURN))
    stage.handle(key(pygame.K_ESCAPE))
    click(stage, (50, 20))
    assert heard == ["yes", "no", "cancel", "cancel"]
    stage.close(layer)
    click(stage, (50, 20))
    assert heard[-1] == "below"


def test_a_choice_is_made_by_digit() -> None:
    stage, heard = stage_with()
    made = [Row("a"), Row("b"), Row("c")]
    stage.open(dialog.choice(LOOK, "Choose", made, lambda n: heard.append(made[n].said), lambda: None))
    stage.handle(key(pygame.K_2))
    assert heard == ["b"]


def test_a_tip_comes_after_a_rest() -> None:
    stage, _ = stage_with(button("one", 10))
    stage.panels[0].children[0].tip = "what it does"
    stage.handle(mouse(pygame.MOUSEMOTION, (50, 20)), now=10.0)
    assert stage.tip_due(10.0) == pytest.approx(TIP_AFTER)
    canvas, before = pygame.Surface((600, 600)), pygame.Surface((600, 600))
    for picture, now in ((before, 10.0), (canvas, 10.1 + TIP_AFTER)):
        stage.paint(picture, LOOK)
        stage.paint_tip(picture, LOOK, now)
    assert pygame.image.tobytes(canvas, "RGB") != pygame.image.tobytes(before, "RGB")


def test_a_label_that_may_be_shortened_keeps_its_words_in_the_tip() -> None:
    label = Label(pygame.Rect(0, 0, 60, 30), "a long name", 18, shorten=True)
    assert label.said.endswith("…")
    assert label.tip == "a long name"
