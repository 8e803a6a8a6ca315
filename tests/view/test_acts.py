"""Acts of every kind in the real window loop, by posted events: powers, manoeuvres, items, things, what the GM does."""

from collections.abc import Callable

import pygame
import pytest

from game.rules.actions import (
    Activate,
    AttackStructure,
    BreakStructure,
    Dash,
    EndTurn,
    Escape,
    GmRemove,
    Manoeuvre,
    Move,
    Release,
    UseItem,
    UsePower,
)
from game.rules.state import Placement
from game.view.screens.picture import badges_of, patches_of
from tests.view.arena import (
    agrees,
    at_turn_of,
    by_keys,
    by_mouse,
    corner,
    every,
    last,
)
from tests.view.conftest import Hands

# --- areas -----------------------------------------------------------------------------------------------------------


def test_an_area_is_cast_by_mouse(arena: Callable[..., Hands]) -> None:
    hands = arena("mia")
    by_mouse(hands, "Fireball")
    hands.point(corner(hands, (11, 5)))
    agrees(hands)
    assert hands.play.seen.area.inside == ("gob2",)
    assert any("Foes" in each for each in hands.said())
    lit = hands.play.seen.area.cells
    hands.click(corner(hands, (11, 5)))
    assert last(hands) == UsePower("mia", "fireball", (), Placement("corner", 11, 5))
    used = next(each for each in hands.play.match.game.past[-1].events if each.kind == "power_used")
    assert set(used.cells) == set(lit)
    assert used.targets == ("gob2",)
    assert hands.play.aim.option is None


def test_a_line_is_locked_turned_stepped_back_and_cast_by_mouse(arena: Callable[..., Hands]) -> None:
    hands = arena("mia")
    by_mouse(hands, "Fire lance")
    hands.click(corner(hands, (5, 4)))
    assert hands.play.aim.draft.locked == (5.0, 4.0)
    hands.point(hands.pixel((10, 5)))
    agrees(hands)
    hands.click(hands.pixel((2, 2)), 3)
    assert hands.play.aim.draft.locked is None
    assert hands.play.aim.option is not None
    hands.click(corner(hands, (5, 4)))
    hands.point(hands.pixel((9, 3)))
    agrees(hands)
    place = hands.play.seen.area.place
    hands.click_said("Turn right (E)")
    assert hands.play.seen.area.place != place
    hands.click_said("Turn left (Q)")
    hands.click_said("Do it: Fire lance")
    assert isinstance(last(hands), UsePower)
    assert last(hands).place == place


def test_a_line_is_cast_by_one_drag_from_its_start(arena: Callable[..., Hands]) -> None:
    """A press, a drag and letting go: the same as two clicks, and a power of the menu takes three acts."""
    hands = arena("mia")
    by_mouse(hands, "Fire lance")
    hands.drag(corner(hands, (5, 4)), hands.pixel((10, 5)))
    dragged = last(hands)
    assert isinstance(dragged, UsePower)
    hands.press("ctrl+z")
    by_mouse(hands, "Fire lance")
    hands.click(corner(hands, (5, 4)))
    hands.click(hands.pixel((10, 5)))
    assert last(hands) == dragged


def test_the_right_button_takes_a_dragged_area_back(arena: Callable[..., Hands]) -> None:
    hands = arena("mia")
    by_mouse(hands, "Fire lance")
    before, start, end = hands.play.match.game, corner(hands, (5, 4)), hands.pixel((10, 5))
    hands.point(start)
    hands.post(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
    hands.point(end, held=True)
    assert hands.play.aim.draft.locked == (5.0, 4.0)
    hands.post(pygame.MOUSEBUTTONDOWN, pos=end, button=3)
    hands.post(pygame.MOUSEBUTTONUP, pos=end, button=3)
    hands.post(pygame.MOUSEBUTTONUP, pos=end, button=1)
    hands.run()
    assert hands.play.match.game is before
    assert hands.play.aim.draft.locked is None


def test_a_drag_moves_the_map_while_a_burst_is_aimed(arena: Callable[..., Hands]) -> None:
    hands = arena("mia")
    by_mouse(hands, "Fireball")
    before = hands.play.match.game
    hands.drag(corner(hands, (9, 5)), corner(hands, (7, 5)))
    assert hands.play.match.game is before


def test_an_area_is_raised_and_lowered_with_the_page_keys(arena: Callable[..., Hands]) -> None:
    """# rule: EFF-3"""
    hands = arena("mia")
    by_mouse(hands, "Fireball")
    hands.point(corner(hands, (11, 5)))
    assert hands.play.seen.area.inside == ("gob2",)
    assert "Raise (PageUp)" in [each.said for each in hands.play.acts]
    hands.press(*["page up"] * 6)
    assert hands.play.seen.area.place.height == 7.0
    assert hands.play.seen.area.inside == (), "it bursts above the goblin's head"
    agrees(hands)
    assert "7 m above its ground" in hands.said()
    hands.press(*["page down"] * 6)
    assert hands.play.seen.area.place.height is None
    hands.press("page down", "page down")
    assert hands.play.seen.area.place.height == 0.0, "no lower than the ground"
    agrees(hands)
    hands.click(corner(hands, (11, 5)))
    assert last(hands).place == Placement("corner", 11, 5, height=0.0)


def test_an_area_is_cast_by_keyboard(arena: Callable[..., Hands]) -> None:
    hands = arena("mia")
    by_keys(hands, "Fireball")
    hands.press("g")
    hands.type("L6")
    hands.press("return", "o")
    assert hands.play.seen.area.place == Placement("cell", 11, 5)
    agrees(hands)
    hands.press("o", "right")
    assert hands.play.seen.area.place.origin == "corner"
    agrees(hands)
    hands.press("return")
    assert isinstance(last(hands), UsePower)
    assert last(hands).place.origin == "corner"


def test_a_line_is_turned_by_keyboard(arena: Callable[..., Hands]) -> None:
    hands = arena("mia")
    by_keys(hands, "Fire lance")
    hands.press("right", "return")
    assert hands.play.aim.draft.locked is not None
    seen = set()
    for _ in range(16):
        hands.press("e")
        agrees(hands)
        seen.add(hands.play.seen.area.place.direction)
    assert len(seen) == 16
    hands.press("q", "return")
    assert isinstance(last(hands), UsePower)


def test_a_refused_place_says_why_and_changes_nothing(arena: Callable[..., Hands]) -> None:
    hands = arena("geo")
    by_mouse(hands, "Wall of stone")
    hands.click(corner(hands, (5, 1)))
    hands.point(corner(hands, (5, 7)))
    seen, before = hands.play.seen.area, hands.play.match.game
    assert seen.refused is not None
    assert (5, 3) in seen.cells
    assert any("Goblin 1" in each for each in hands.said())
    hands.click(corner(hands, (5, 7)))
    assert hands.play.match.game is before
    assert "Goblin 1" in hands.play.toast_said
    assert hands.play.aim.draft.locked is not None


def test_a_wall_appears_and_is_drawn_where_it_stands(arena: Callable[..., Hands]) -> None:
    hands = arena("geo")
    before = hands.picture()
    by_mouse(hands, "Wall of stone")
    hands.click(corner(hands, (9, 2)))
    hands.point(hands.pixel((9, 6)))
    agrees(hands)
    cells = hands.play.seen.area.cells
    hands.click(hands.pixel((9, 6)))
    (patch,) = patches_of(hands.play.match.battle)
    assert patch.looks == ("wall",)
    assert set(patch.cells) == set(cells)
    hands.wait(5)
    spot = hands.pixel(cells[0])
    assert hands.picture().get_at(spot) != before.get_at(spot)


def test_free_squares_are_chosen_one_by_one(arena: Callable[..., Hands]) -> None:
    hands = arena("wit")
    by_mouse(hands, "Brambles")
    for cell in ((4, 1), (5, 1), (5, 2)):
        hands.click_cell(cell)
    hands.click_cell((5, 2))
    assert hands.play.aim.draft.cells == ((4, 1), (5, 1))
    hands.click_said("Do it: Brambles")
    assert last(hands).place.cells == ((4, 1), (5, 1))
    by_looks = patches_of(hands.play.match.battle)[0].looks
    assert "slow" in by_looks or "harm" in by_looks


def test_targets_inside_an_area_are_picked(arena: Callable[..., Hands]) -> None:
    hands = arena("wit")
    by_keys(hands, "Sleeping dust")
    hands.press("g")
    hands.type("F4")
    hands.press("return", "return")
    assert hands.play.aim.draft.locked is not None
    agrees(hands)
    hands.press("n")
    hands.press("return")
    assert len(hands.play.aim.draft.picked) == 1
    hands.press("1")
    assert last(hands).targets == (hands.play.match.game.past[-1].action.targets[0],)


def test_ctrl_and_the_wheel_turn_an_area(arena: Callable[..., Hands]) -> None:
    hands = arena("mia")
    by_mouse(hands, "Fire lance")
    hands.click(corner(hands, (5, 4)))
    before, px = hands.play.seen.area.place.direction, hands.play.view.camera.px
    pygame.key.set_mods(pygame.KMOD_LCTRL)
    hands.wheel(-1)
    pygame.key.set_mods(0)
    assert hands.play.seen.area.place.direction != before
    assert hands.play.view.camera.px == px
    agrees(hands)
    hands.press("escape", "escape")
    hands.wheel(1)
    assert hands.play.view.camera.px != px


# --- creatures -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("choose", [by_mouse, by_keys])
def test_a_power_on_a_creature(arena: Callable[..., Hands], choose: Callable[[Hands, str], None]) -> None:
    hands = arena("wit")
    choose(hands, "Terror")
    if choose is by_mouse:
        hands.point(hands.pixel((5, 3)))
        assert any("ATK-6" in each for each in hands.said())
        hands.click_cell((5, 3))
    else:
        hands.press("n")
        while hands.play.seen.occupant.id != "gob":
            hands.press("n")
        hands.press("return")
    assert last(hands) == UsePower("wit", "terror", ("gob",))


def test_several_targets_are_chosen_one_after_the_other(open_play: Callable[..., Hands]) -> None:
    hands = at_turn_of(open_play, "healer")
    by_mouse(hands, "Regrowth")
    allies = [each for each in hands.play.match.battle.present() if each.team == "company"
              and each.id in hands.play.match.targets(hands.play.aim.option)][:3]
    for each in allies[:2]:
        hands.click_cell(each.cell)
    if len(allies) > 2:
        hands.click_cell(allies[2].cell)
        assert "No more than 2" in hands.play.toast_said
    hands.click_cell(allies[1].cell)
    hands.click_cell(allies[1].cell)
    hands.click_said("Do it: Regrowth")
    assert last(hands).targets == tuple(each.id for each in allies[:2])


@pytest.mark.parametrize("choose", [by_mouse, by_keys])
def test_a_manoeuvre_shows_the_margin_that_it_needs(
    arena: Callable[..., Hands], choose: Callable[[Hands, str], None]
) -> None:
    hands = arena("mia")
    choose(hands, "Disarm")
    hands.point(hands.pixel((5, 3)))
    assert any("The attack must win by 5" in each for each in hands.said())
    hands.click_cell((5, 3))
    assert last(hands) == Manoeuvre("mia", "gob", "disarm", "staff")


def test_hold_drag_and_let_go(arena: Callable[..., Hands]) -> None:
    hands = arena("mia")
    play = hands.play
    for _ in range(20):  # until the dice are kind
        by_mouse(hands, "Grapple")
        hands.click_cell((5, 3))
        if play.match.battle.holds:
            break
        play.do(EndTurn("mia"))
        while play.match.active.id != "mia":
            play.do(EndTurn(play.match.active.id))
        hands.run()
    (hold,) = play.match.battle.holds
    assert badges_of(play.match.battle, play.match.battle["gob"])
    assert any("Goblin 1" in each for each in hands.said())
    hands.click_cell((3, 3))
    assert isinstance(last(hands), Move)
    assert any(each.kind == "dragged" for each in play.match.game.past[-1].events)
    by_mouse(hands, "Let go of Goblin 1")
    assert last(hands) == Release("mia", "gob")
    hands.press("ctrl+z", "ctrl+z")
    while play.match.active.id != "gob":
        play.do(EndTurn(play.match.active.id))
    if play.match.battle.holds:
        hands.run()
        name = next(str(each.name) for each in every(play.match.options()) if isinstance(each.action, Escape))
        by_mouse(hands, name)
        assert isinstance(last(hands), Escape)
    assert hold.holder == "mia"


@pytest.mark.parametrize("choose", [by_mouse, by_keys])
def test_an_item_is_used(arena: Callable[..., Hands], choose: Callable[[Hands, str], None]) -> None:
    hands = arena("geo")
    choose(hands, "Use: Smoke bomb")
    if choose is by_mouse:
        hands.point(corner(hands, (8, 5)))
        agrees(hands)
        hands.click(corner(hands, (8, 5)))
    else:
        hands.press("right", "right", "return")
    assert isinstance(last(hands), UseItem)
    assert patches_of(hands.play.match.battle)[0].looks[0] in ("smoke", "thick")


def test_a_thing_falls_to_the_ground_and_is_taken_up(arena: Callable[..., Hands]) -> None:
    hands = arena("mia")
    by_mouse(hands, "Let fall: Staff")
    assert hands.play.match.battle.items
    by_keys(hands, "Take up: Staff")
    assert not hands.play.match.battle.items


# --- walking, things -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("choose", [by_mouse, by_keys])
def test_a_dash(arena: Callable[..., Hands], choose: Callable[[Hands, str], None]) -> None:
    hands = arena("wit")
    choose(hands, "Dash")
    hands.point(hands.pixel((11, 1)))
    assert hands.play.seen.path[-1] == (11, 1)
    if choose is by_mouse:
        hands.click_cell((11, 1))
    else:
        hands.press("g")
        hands.type("L2")
        hands.press("return", "return")
    assert last(hands) == Dash("wit", (11, 1))


@pytest.mark.parametrize("choose", [by_mouse, by_keys])
def test_a_thing_is_struck_until_it_falls(arena: Callable[..., Hands], choose: Callable[[Hands, str], None]) -> None:
    hands = arena("geo")
    choose(hands, "Strike: War hammer")
    if choose is by_mouse:
        hands.point(hands.pixel((5, 4)))
        said = hands.said()
        assert any(each.startswith("ND ") for each in said)
        assert any("Attempts so far" in each for each in said)
        hands.click_cell((5, 4))
    else:
        hands.press("return")
    action = last(hands)
    assert isinstance(action, AttackStructure)
    crate = hands.play.match.battle.structure(action.structure)
    assert crate.wear or crate.fallen
    hands.press("ctrl+z")
    choose(hands, "Break at once, by strength")
    hands.point(hands.pixel((5, 4)))
    assert any("to break it at once" in each for each in hands.said())
    hands.click_cell((5, 4))
    assert isinstance(last(hands), BreakStructure)


def test_there_is_a_word_where_nothing_can_be_broken(arena: Callable[..., Hands]) -> None:
    hands = arena("geo")
    by_mouse(hands, "Break at once, by strength")
    hands.click_cell((10, 1))
    assert hands.play.toast_said


def test_an_ability_is_activated(open_play: Callable[..., Hands]) -> None:
    hands = at_turn_of(open_play, "young-dragon")
    by_keys(hands, "Aura of dread")
    agrees(hands)
    hands.press("return")
    assert last(hands) == Activate(hands.play.match.active.id, "aura-of-dread")
    (patch,) = patches_of(hands.play.match.battle)
    assert patch.looks == ("influence",)


@pytest.mark.parametrize("choose", [by_mouse, by_keys])
def test_after_the_fight_things_are_broken_with_time(
    arena: Callable[..., Hands], choose: Callable[[Hands, str], None]
) -> None:
    """# rule: STR-7"""
    hands = arena("mia")
    for foe in ("gob", "gob2"):
        hands.play.do(GmRemove(foe))
    hands.run()
    assert hands.play.match.battle.phase == "over"
    hands.click_said("Look at the map")
    crate = hands.play.match.battle.structures[0]
    choose(hands, "Break something")
    if choose is by_mouse:
        hands.click(hands.pixel(crate.cells[0]))
    else:
        hands.press("return")
    assert last(hands) == BreakStructure("mia", crate.id)
    assert hands.play.match.battle.structures[0].fallen
    assert "Mia sets about breaking this: Crate." in hands.said()
    assert not any(each.said.startswith("Break") for each in hands.play.acts), "nothing is left to break"
    hands.press("ctrl+z")
    assert not hands.play.match.battle.structures[0].fallen
