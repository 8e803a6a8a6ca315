"""The form of a creature in the real window loop, and how many inputs it takes."""

from collections.abc import Callable
from pathlib import Path

from game.content.checking import check_file
from game.content.creatures import creatures
from game.content.library import library, library_folder
from game.content.scenarios import load_scenario
from game.rules.actions import Join
from game.rules.sheet import Attribute
from game.view.widgets.choice import Choice
from tests.view.arena import last, row_click
from tests.view.conftest import SKIRMISH, Hands
from tests.view.test_gm_panel import Count, open_panel, row_in_panel

MOST_INPUTS = 40
DICE = (4, 6, 8, 10, 12, 20)
OGRE = {
    "mobility": (4, 6), "acuity": (3, 6), "strength": (9, 10), "resistance": (8, 8), "spirit": (2, 4), "wits": (2, 4),
}


def is_the_ogre(id: str) -> None:
    kept = library().kept[id]
    sheet = kept.sheet
    assert {name: (sheet.attribute(name).value, sheet.attribute(name).die) for name in OGRE} == OGRE
    assert (sheet.name, sheet.pv, sheet.size, [each.id for each in sheet.weapons]) == ("Órgão", 33, "large", ["club"])
    assert check_file(kept.path) == ()


def test_a_creature_by_keys_alone(open_play: Callable[..., Hands]) -> None:
    """Name, six values and dice, PV, size and a weapon, all of them other than at first: at most 40 inputs."""
    hands = open_play()
    count = Count(hands)
    count.press("f9")
    count.press("right")  # to the part for adding
    count.press("tab", "tab", "tab", "tab")
    count.press("return")  # new creature
    count.type("Órgão")
    count.press("tab")
    for value, die in OGRE.values():
        count.type(str(value))
        count.press("tab")
        if die == 6:
            count.press("tab")
        else:
            count.type(str(die))  # the die is known by it, and the next field has the keyboard
    count.type("33")
    count.press("tab")
    count.type("l")
    count.type("cl")
    count.press("return")
    count.press("ctrl+return")
    is_the_ogre("orgao")
    assert count.inputs <= MOST_INPUTS, count.inputs


def test_a_creature_by_mouse_and_keys(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    count = Count(hands)
    button = next(each for each in hands.play.strip.walk() if each.tip.startswith("Game master"))
    count.click(button.rect.center)
    count.click_said("Add")
    count.click_said("New creature…")
    count.type("Órgão")
    count.press("tab")
    for n, (value, die) in enumerate(OGRE.values()):
        count.type(str(value))
        if die != 6:
            count.click(dice_of(hands)[n].buttons[DICE.index(die)].rect.center)
            count.press("tab")
        else:
            count.press("tab", "tab")
    count.type("33")
    count.click_said("Large")
    count.click_said("Club")
    count.click_said("Keep")
    is_the_ogre("orgao")
    assert count.inputs <= MOST_INPUTS, count.inputs


def dice_of(hands: Hands) -> list[Choice]:
    return [each for each in hands.screen.stage.layers[-1].walk()
            if isinstance(each, Choice) and each.parts[0].said == "d4"]


def make(hands: Hands, name: str) -> None:
    hands.click_said("New creature…")
    hands.type(name)
    hands.press("ctrl+return")


def test_it_is_added_at_once_named_by_scenarios_and_changed(open_play: Callable[..., Hands], tmp_path: Path) -> None:
    hands = open_panel(open_play(), "Add")
    make(hands, "Águia da Serra")
    assert hands.play.master.kind == "aguia-da-serra"
    hands.click_cell((8, 6))
    action = last(hands)
    assert isinstance(action, Join)
    assert action.combatant.sheet == library().kept["aguia-da-serra"].sheet
    path = tmp_path / "own.toml"
    path.write_text(SKIRMISH.replace('kind = "archer"', 'kind = "aguia-da-serra"'), encoding="utf-8")
    assert load_scenario(path)["clara"].sheet.id == "aguia-da-serra"
    hands.click_said("Change…")
    field = hands.screen.stage.layers[-1].first
    assert field.said == "Águia da Serra"
    hands.press("tab")
    hands.type("9")
    hands.press("ctrl+return")
    assert library().kept["aguia-da-serra"].sheet.mobility == Attribute(9, 6)
    assert hands.play.match.battle[action.combatant.id].sheet.mobility.value == 5, "who is there stays as it was"


def test_a_copy_and_its_end(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play(), "Add")
    row_in_panel(hands, "Goblin")
    hands.click_said("Copy…")
    hands.press("ctrl+return")
    own = library().kept["goblin-2"].sheet
    assert (own.strength, own.weapons) == (creatures()["goblin"].strength, creatures()["goblin"].weapons)
    hands.click_said("Delete")
    hands.click_said("Delete")
    assert not library().kept
    assert hands.play.master.kind == ""


def test_one_of_the_fight_is_kept(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play())
    hands.click_cell((4, 3))
    hands.click_said("To the library…")
    hands.press("ctrl+a")
    hands.type("Ana")
    hands.press("ctrl+return")
    assert library().kept["ana"].sheet.pv == hands.play.match.battle["ana"].sheet.pv


def test_what_is_missing_is_told_and_the_form_stays(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play(), "Add")
    hands.click_said("New creature…")
    hands.press("ctrl+return")
    assert "needs a name" in hands.play.toast_said
    hands.type("Ñu")
    hands.press("tab")
    hands.type("999")
    hands.press("ctrl+return")
    assert "Mobility is from 0 to 100" in hands.play.toast_said
    hands.press("ctrl+a")
    hands.type("12")
    kind = next(each for each in hands.screen.stage.layers[-1].walk() if getattr(each, "said", "") == "nu")
    for said, why in (("goblin", "already a creature called goblin"), ("", "small letters")):
        hands.click(kind.rect.center)
        hands.press("ctrl+a", "delete")
        hands.type(said)
        hands.press("return")
        assert why in hands.play.toast_said
    hands.press("escape")
    assert not library().kept


def test_a_broken_library_is_told_and_the_game_goes_on(open_play: Callable[..., Hands]) -> None:
    library_folder().mkdir(parents=True)
    (library_folder() / "broken.toml").write_text("[[creature]]\nid = 3\n", encoding="utf-8")
    hands = open_panel(open_play(), "Add")
    assert any("cannot be read: 3" in each or "cannot be read" in each for each in hands.said())
    row_in_panel(hands, "Ogre")
    hands.click_cell((8, 6))
    assert isinstance(last(hands), Join)


def test_lists_of_conditions_are_searched(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play())
    hands.click_cell((4, 3))
    hands.click_said("Condition…")
    hands.type("para")
    row_click(hands, "Paralysed")
    assert hands.play.match.battle["ana"].has("paralysed")
