"""Text fields, numbers, choices, searches and forms, by mouse and by keyboard."""

from collections.abc import Iterator

import pygame
import pytest

from game.view.scale import Scale
from game.view.theme import theme
from game.view.widgets import clipboard, finder, number
from game.view.widgets.base import Look, Panel
from game.view.widgets.choice import Choice, Part
from game.view.widgets.entry import Entry
from game.view.widgets.finder import Search, find
from game.view.widgets.form import Push, centred, dialog_form
from game.view.widgets.listing import Listing, Row
from game.view.widgets.number import Number
from game.view.widgets.stage import Stage

LOOK = Look(theme("dark"), Scale(1280, 720))
SHIFT, CTRL = pygame.KMOD_SHIFT, pygame.KMOD_CTRL


@pytest.fixture(autouse=True)
def _video() -> Iterator[None]:
    pygame.display.init()
    clipboard.put("")
    yield
    pygame.key.set_mods(0)


class Desk:
    """A stage with one panel, and hands at it."""

    def __init__(self, *widgets) -> None:
        self.stage = Stage()
        self.panel = Panel(pygame.Rect(0, 0, 1000, 700))
        for each in widgets:
            self.panel.add(each)
        self.stage.panels.append(self.panel)

    def press(self, *names: str) -> bool:
        used = False
        for name in names:
            *mods, key = name.split("+")
            mod = sum({"shift": SHIFT, "ctrl": CTRL}[each] for each in mods)
            used = self.stage.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.key.key_code(key), mod=mod,
                                                        unicode="", scancode=0))
        return used

    def type(self, said: str) -> None:
        for char in said:
            self.stage.handle(pygame.event.Event(pygame.TEXTINPUT, text=char))

    def mouse(self, kind: int, pos: tuple[int, int], button: int = 1) -> None:
        self.stage.handle(pygame.event.Event(kind, pos=pos, button=button, rel=(0, 0), buttons=(1, 0, 0)))

    def click(self, pos: tuple[int, int]) -> None:
        self.mouse(pygame.MOUSEMOTION, pos)
        self.mouse(pygame.MOUSEBUTTONDOWN, pos)
        self.mouse(pygame.MOUSEBUTTONUP, pos)

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        self.mouse(pygame.MOUSEBUTTONDOWN, start)
        self.mouse(pygame.MOUSEMOTION, end)
        self.mouse(pygame.MOUSEBUTTONUP, end)

    def picture(self) -> bytes:
        canvas = pygame.Surface((1000, 700))
        self.stage.paint(canvas, LOOK)
        return pygame.image.tobytes(canvas, "RGB")


def entry(said: str = "", heard: list[str] | None = None, **more) -> Entry:
    return Entry(pygame.Rect(10, 10, 400, 40), said, 20, (heard if heard is not None else []).append, **more)


# --- text ------------------------------------------------------------------------------------------------------------


def test_accents_come_in_where_the_caret_is() -> None:
    field = entry()
    desk = Desk(field)
    desk.click((50, 30))
    desk.type("São José do Ñandú, pingüim é ça")
    assert field.said == "São José do Ñandú, pingüim é ça"
    desk.press("home", "right", "right", "backspace")
    desk.type("ã")
    assert field.said.startswith("São")


def test_what_a_field_is_for_is_read_while_it_is_empty_even_with_the_caret_in_it() -> None:
    """The field that searches the rules has the focus from the start: nobody ever saw what it is for."""
    pictures = []
    for hint in ("", "Search"):
        field = entry(hint=hint)
        desk = Desk(field)
        desk.stage.set_focus(field)
        pictures.append(desk.picture())
        desk.type("a")
        pictures.append(desk.picture())
    assert pictures[0] != pictures[2]
    assert pictures[1] == pictures[3]


def test_shift_and_arrows_select_and_what_is_typed_takes_the_place() -> None:
    field = entry("dragon of the hills")
    desk = Desk(field)
    desk.stage.set_focus(field)
    desk.press("home", "shift+right", "shift+right", "shift+right")
    assert field.selected == (0, 3)
    desk.type("wa")
    assert (field.said, field.caret) == ("wagon of the hills", 2)
    desk.press("end", "shift+home")
    assert field.selected == (0, 18)
    desk.press("delete")
    assert field.said == ""


def test_a_step_out_of_a_selection_stops_at_its_end() -> None:
    field = entry("abcdef")
    desk = Desk(field)
    desk.stage.set_focus(field)
    desk.press("home", "right", "shift+right", "shift+right", "left")
    assert (field.caret, field.selected) == (1, (1, 1))
    desk.press("shift+right", "shift+right", "right")
    assert field.caret == 3


def test_words_at_a_time() -> None:
    field = entry("one two  three")
    desk = Desk(field)
    desk.stage.set_focus(field)
    desk.press("end", "ctrl+left")
    assert field.caret == 9
    desk.press("ctrl+backspace")
    assert field.said == "one three"
    desk.press("home", "ctrl+shift+right", "delete")
    assert field.said == "three"


def test_the_clipboard_within_and_between_fields() -> None:
    first, second = entry("çedilha ñ"), Entry(pygame.Rect(10, 100, 400, 40), "", 20, [].append)
    desk = Desk(first, second)
    desk.stage.set_focus(first)
    desk.press("ctrl+a", "ctrl+c", "end", "ctrl+v")
    assert first.said == "çedilha ñçedilha ñ"
    desk.press("ctrl+a", "ctrl+x")
    assert first.said == ""
    desk.stage.set_focus(second)
    desk.press("ctrl+v")
    assert second.said == "çedilha ñçedilha ñ"


def test_a_system_without_a_clipboard_still_pastes_within_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise pygame.error("no clipboard")

    for name in ("put_text", "get_text", "has_text"):
        monkeypatch.setattr(pygame.scrap, name, broken)
    clipboard.put("ü")
    assert clipboard.get() == "ü"


def test_nothing_selected_copies_nothing() -> None:
    field = entry("abc")
    desk = Desk(field)
    desk.stage.set_focus(field)
    clipboard.put("old")
    desk.press("end", "ctrl+c", "ctrl+x")
    assert (field.said, clipboard.get()) == ("abc", "old")


def test_the_mouse_sets_the_caret_and_drags_a_selection() -> None:
    field = entry("a long line of words")
    desk = Desk(field)
    places = [[x for x in range(10, 410) if field.place_at(x) == n][3] for n in (2, 6)]
    desk.drag((places[0], 30), (places[1], 30))
    assert field.selected == (2, 6)
    assert desk.stage.focus is field
    desk.type("short")
    assert field.said == "a short line of words"
    desk.click((places[0], 30))
    assert field.selected == (2, 2)
    pygame.key.set_mods(SHIFT)
    desk.click((places[1], 30))
    assert field.selected == (2, field.place_at(places[1]))
    assert field.caret > 2


def test_an_input_method_shows_what_it_will_write_and_keeps_the_keys() -> None:
    heard: list[str] = []
    field = entry("", heard)
    desk = Desk(field)
    desk.stage.set_focus(field)
    before = desk.picture()
    desk.stage.handle(pygame.event.Event(pygame.TEXTEDITING, text="nihon", start=0, length=5))
    assert (field.composing, field.said) == ("nihon", "")
    assert desk.picture() != before
    assert desk.press("return", "backspace", "left")
    assert heard == []
    desk.type("日")
    assert (field.composing, field.said) == ("", "日")
    desk.press("return")
    assert heard == ["日"]


def test_a_field_is_no_longer_than_it_may_be_and_takes_only_what_it_may() -> None:
    field = entry(most=5, allowed=lambda each: each in "abc")
    desk = Desk(field)
    desk.stage.set_focus(field)
    desk.type("axbxcabcabc")
    assert field.said == "abcab"
    desk.press("ctrl+a")
    desk.type("c")
    assert field.said == "c"


def test_keys_of_the_screen_pass_through_a_field() -> None:
    desk = Desk(field := entry())
    desk.stage.set_focus(field)
    assert not desk.press("f9")
    assert not desk.press("ctrl+z")
    assert desk.press("q"), "a letter is for the text"


# --- numbers ---------------------------------------------------------------------------------------------------------


def test_the_examples_of_the_modules() -> None:
    import doctest

    for module in (number, finder):
        assert doctest.testmod(module).failed == 0
    from game.view.widgets import choice

    assert doctest.testmod(choice).failed == 0


def test_a_number_is_typed_stepped_and_kept_within_its_limits() -> None:
    heard: list[int] = []
    field = Number(pygame.Rect(10, 10, 160, 40), 7, 20, least=0, most=50, changed_to=heard.append)
    desk = Desk(field)
    desk.press("tab")
    desk.type("12")
    assert (field.value, heard) == (12, [1, 12])
    desk.press("up", "up", "down")
    assert field.value == 13
    assert field.field.said == "13"
    desk.press("ctrl+a")
    desk.type("99")
    assert (field.value, field.sound) == (9, False)
    desk.press("up")
    assert (field.value, field.sound) == (10, True)
    desk.click(field.children[1].rect.center)
    desk.click(field.children[2].rect.center)
    desk.click(field.children[2].rect.center)
    assert field.value == 11
    for _ in range(60):
        desk.press("up")
    assert field.value == 50


def test_enter_in_a_number_is_done_only_when_it_is_one() -> None:
    heard: list[int] = []
    field = Number(pygame.Rect(10, 10, 160, 40), 7, 20, most=50, done=heard.append)
    desk = Desk(field)
    desk.press("tab")
    desk.type("-")
    desk.press("return")
    assert heard == []
    desk.press("backspace")
    desk.type("8")
    desk.press("return")
    assert heard == [8]
    desk.mouse(pygame.MOUSEMOTION, field.field.rect.center)
    desk.stage.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1))
    assert field.value == 9


# --- choices ---------------------------------------------------------------------------------------------------------

DICE = [Part(f"d{each}") for each in (4, 6, 8, 10, 12, 20)]


def test_a_choice_by_click_arrows_and_first_letters() -> None:
    heard: list[int] = []
    after: list[str] = []
    made = Choice(pygame.Rect(10, 10, 600, 36), DICE, 18, 8, heard.append, chosen=(1,), then=lambda: after.append("x"))
    desk = Desk(made)
    desk.click(made.buttons[3].rect.center)
    assert heard == [3]
    assert desk.stage.focus is made
    desk.press("left", "left", "right")
    assert heard == [3, 2, 1, 2]
    desk.type("8")
    assert (heard[-1], after) == (2, ["x"])
    desk.type("1")
    assert (heard[-1], after) == (3, ["x"])
    desk.type("2")
    assert (heard[-1], after) == (4, ["x", "x"])
    desk.type("20")
    assert heard[-1] == 5


def test_of_many_each_is_turned_by_itself() -> None:
    heard: list[int] = []
    made = Choice(pygame.Rect(10, 10, 300, 36), [Part("Axe"), Part("Bow"), Part("Sword"), Part("Staff")], 18, 8,
                  heard.append, many=True)
    desk = Desk(made)
    assert len({each.rect.top for each in made.buttons}) > 1, "more than one line"
    assert made.rect.bottom == max(each.rect.bottom for each in made.buttons)
    desk.press("tab", "right", "space")
    desk.type("st")
    desk.press("return")
    assert heard == [1, 3]
    made.set_chosen((1, 3))
    assert [each.picture for each in made.buttons] == ["", "check", "", "check"]


def test_a_choice_is_one_stop_for_tab() -> None:
    made = Choice(pygame.Rect(10, 10, 600, 36), DICE, 18, 8, lambda n: None)
    last = entry()
    last.rect.top = 200
    desk = Desk(made, last)
    desk.press("tab")
    assert desk.stage.focus is made
    desk.press("tab")
    assert desk.stage.focus is last


# --- lists to search -------------------------------------------------------------------------------------------------

ROWS = [Row("Ogro Ancião", aside="33 PV"), Row("Goblin"), Row("Goblin Archer", "bow"), Row("Rat")]


def test_a_search_leaves_the_rows_that_hold_every_word() -> None:
    heard: list[int] = []
    desk = Desk()
    layer = find(LOOK, "Creatures", ROWS, heard.append, lambda: heard.append(-1))
    desk.stage.open(layer)
    desk.press("f2")
    field = desk.stage.focus
    assert isinstance(field, Search)
    desk.type("gob")
    assert [each.said for each in field.listing.rows] == ["Goblin", "Goblin Archer"]
    desk.press("down", "return")
    assert heard == [2]
    desk.press("ctrl+a")
    desk.type("anciao 33")
    desk.press("return")
    assert heard == [2, 0]
    desk.type("zzz")
    desk.press("return")
    assert heard == [2, 0]
    desk.press("ctrl+a", "delete")
    desk.click(field.listing.row_rect(3).center)
    assert heard == [2, 0, 3]
    desk.press("escape")
    assert heard == [2, 0, 3, -1]


def test_a_list_goes_to_the_row_that_begins_with_what_is_typed() -> None:
    heard: list[int] = []
    listing = Listing(pygame.Rect(10, 10, 300, 60), ROWS, 18, 16, choose=heard.append)
    desk = Desk(listing)
    desk.press("tab")
    desk.type("gob")
    assert listing.marked == 1
    desk.type("r")
    assert listing.marked == 3
    desk.press("return")
    assert heard == [3]


# --- forms -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_a_form_stands_in_the_middle_and_scrolls_to_what_has_the_focus(factor: float) -> None:
    look = Look(theme("dark"), Scale(1280, 720, factor))
    layer, form = dialog_form(look, 30, None)
    form.title("Title", "laurel-crown")
    form.words("words\nmore words")
    fields = [form.entry(f"field {n}", "", [].append) for n in range(8)]
    form.number("number", 3)
    form.choice("die", DICE, lambda n: None)
    form.rows([Row(f"row {n}") for n in range(20)], lambda n: None, most=6)
    form.buttons([Push("One", lambda: None), Push("Two", lambda: None, strong=True)])
    centred(layer, form)
    assert look.scale.safe.contains(layer.rect)
    stage = Stage()
    stage.open(layer)
    assert (layer.most > 0) == (factor == 2.0)
    for _ in range(12):
        stage.step_focus(1)
        assert stage.focus is not None
        assert layer.rect.top <= stage.focus.rect.centery <= layer.rect.bottom
    assert fields[0].rect.width <= layer.rect.width
