"""Widgets by mouse and by keyboard."""

from collections.abc import Callable

import pygame
import pytest

from game.view.scale import Scale
from game.view.theme import theme
from game.view.widgets import dialog
from game.view.widgets.base import Look, Panel
from game.view.widgets.button import Button
from game.view.widgets.choice import Part
from game.view.widgets.dialog import Answer
from game.view.widgets.entry import Entry
from game.view.widgets.form import centred, dialog_form
from game.view.widgets.label import Label
from game.view.widgets.listing import Listing, Row
from game.view.widgets.scroll import Scroll
from game.view.widgets.stage import HELD, TIP_AFTER, Stage

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


def test_home_end_and_page_keys_mark_the_row_they_go_to() -> None:
    rows = [Row("A side", heading=True), *(Row(f"row {n}") for n in range(30))]
    stage, _ = stage_with(lambda heard: Listing(pygame.Rect(0, 0, 300, 200), rows, 18, 16, choose=heard.append))
    stage.step_focus(1)
    listing = stage.focus
    assert isinstance(listing, Listing)
    for code, wanted in ((pygame.K_END, 30), (pygame.K_HOME, 1), (pygame.K_PAGEDOWN, None), (pygame.K_PAGEUP, 1)):
        before = listing.marked
        assert stage.handle(key(code))
        assert listing.marked == wanted or (wanted is None and listing.marked > before + 3)
        assert listing.rect.contains(listing.row_rect(listing.marked))
    assert listing.rect.contains(listing.row_rect(0)), "the heading above the first row is in sight"


def test_the_wheel_over_a_list_at_its_end_moves_what_is_around_it() -> None:
    stage, panel = Stage(), Scroll(pygame.Rect(0, 0, 300, 200))
    listing = panel.add(Listing(pygame.Rect(0, 0, 300, 150), [Row(f"row {n}") for n in range(8)], 18, 16))
    panel.fit(600)
    stage.panels.append(panel)
    stage.handle(mouse(pygame.MOUSEMOTION, (50, 50)))
    wheel = pygame.event.Event(pygame.MOUSEWHEEL, y=-1, x=0)
    stage.handle(wheel)
    assert (listing.offset > 0, panel.offset) == (True, 0)
    for _ in range(10):
        stage.handle(wheel)
    assert panel.offset > 0


def test_the_wheel_marks_the_row_that_comes_under_the_mouse() -> None:
    stage, _ = stage_with(lambda heard: Listing(pygame.Rect(0, 0, 300, 200), [Row(f"row {n}") for n in range(30)], 18,
                                                16, choose=heard.append))
    listing = stage.panels[0].children[0]
    listing.follow = True
    stage.handle(mouse(pygame.MOUSEMOTION, (50, 20)))
    stage.handle(pygame.event.Event(pygame.MOUSEWHEEL, y=-2, x=0))
    assert listing.marked > 0
    assert listing.row_rect(listing.marked).collidepoint((50, 20))


def test_a_click_into_a_panel_that_scrolls_does_not_move_what_is_clicked() -> None:
    heard: list[int] = []
    stage = Stage()
    layer, form = dialog_form(LOOK, 30, None)
    form.entry("Name", "", lambda _: None)
    for _ in range(14):
        form.skip(2)
    choice = form.choice("Weapons", [Part(f"Weapon {n}") for n in range(40)], heard.append, many=True)
    stage.open(centred(layer, form))
    layer.scroll(choice.buttons[0].rect.top - layer.rect.bottom + 40)
    assert layer.rect.contains(choice.buttons[0].rect)
    assert not layer.rect.contains(choice.buttons[-1].rect)
    click(stage, choice.buttons[0].rect.center)
    assert heard == [0]


def test_the_key_that_opened_a_dialog_does_nothing_in_it_while_it_is_held() -> None:
    stage, heard = Stage(), []
    panel = Panel(pygame.Rect(0, 0, 600, 600))

    def ask() -> None:
        stage.open(dialog.message(LOOK, "Sure?", "", [Answer("Yes", lambda: heard.append("yes"))]))

    panel.add(Button(pygame.Rect(10, 10, 200, 40), "ask", ask, 18))
    stage.panels.append(panel)
    stage.step_focus(1)
    for _ in range(4):  # a key that is held repeats
        stage.handle(key(pygame.K_RETURN))
    assert (len(stage.layers), heard) == (1, [])
    stage.handle(key(pygame.K_RETURN), HELD * 2)  # it was let go while another window had the keyboard
    assert heard == ["yes"]
    heard.clear()
    stage.handle(pygame.event.Event(pygame.KEYUP, key=pygame.K_RETURN, mod=0, unicode="", scancode=0))
    stage.handle(key(pygame.K_RETURN))
    assert heard == ["yes"]


def test_a_button_too_narrow_for_its_icon_and_words_keeps_its_words() -> None:
    said = "Keep as they are"
    wide = Button.width_for(said, 18, False, "", LOOK.scale.pad)
    narrow = Button(pygame.Rect(0, 0, wide, 40), said, lambda: None, 18, picture="save")
    assert [each.said for each in narrow.texts(LOOK)] == [said]
    assert not narrow.tip
    narrow.draw(pygame.Surface((wide, 40)), LOOK)


def test_a_list_that_nobody_chose_from_looks_so() -> None:
    def shown_at_once(**more: int) -> bool:
        stage, _ = stage_with(lambda heard: Listing(pygame.Rect(0, 0, 300, 200), [Row("one"), Row("two")], 18, 16,
                                                    choose=heard.append, once=True, **more))
        canvas = pygame.Surface((600, 600))
        stage.paint(canvas, LOOK)
        stage.step_focus(1)
        focused = pygame.Surface((600, 600))
        stage.paint(focused, LOOK)
        marked = stage.panels[0].children[0]
        assert isinstance(marked, Listing)
        spot = marked.row_rect(marked.marked).center
        return tuple(focused.get_at(spot)) == tuple(canvas.get_at(spot))

    assert not shown_at_once(), "the mark comes with the keyboard"
    assert shown_at_once(marked=1), "what was chosen is always shown"
