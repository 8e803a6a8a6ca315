"""Acts of every kind in the real window loop, by posted events: powers, manoeuvres, items, things, what the GM does."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.content.scenarios import find_scenario
from game.rules.actions import (
    Activate,
    AttackStructure,
    BreakStructure,
    Dash,
    EndTurn,
    Escape,
    GmEffect,
    GmRemove,
    GoNormal,
    Join,
    Manoeuvre,
    Move,
    Release,
    UseItem,
    UsePower,
)
from game.rules.casting import area_hits_of
from game.rules.places import area_of
from game.rules.state import Placement
from game.spatial.grid import Cell
from game.view.camera import cells_of
from game.view.offers import Option, power_of
from game.view.screens.picture import badges_of, patches_of
from game.view.widgets.listing import Listing
from tests.view.conftest import Hands

ARENA = """
[scenario]
name = "Arena"
[settings]
hands = 3
[map]
name = "Arena"
ground = "earth"
cells = \"\"\"
..............
..............
..............
..............
.....w........
..............
..............
..............
\"\"\"
[legend]
"w" = { solid = 1.0, name = "Crate", size = "medium", level = "simple", material = "light-wood" }
[[team]]
id = "town"
name = "Town"
players = true
[[team]]
id = "wild"
name = "Wild"
[[creature]]
kind = "fire-mage"
id = "mia"
name = "Mia"
team = "town"
at = "E4"
[[creature]]
kind = "geomancer"
id = "geo"
name = "Geo"
team = "town"
at = "E6"
[[creature]]
kind = "witch"
id = "wit"
name = "Wit"
team = "town"
at = "B2"
[[creature]]
kind = "goblin"
id = "gob"
name = "Goblin 1"
team = "wild"
at = "F4"
[[creature]]
kind = "goblin"
id = "gob2"
name = "Goblin 2"
team = "wild"
at = "L6"
"""


@pytest.fixture
def arena(open_play: Callable[..., Hands], tmp_path: Path) -> Callable[..., Hands]:
    """Opens the arena at the turn of somebody."""
    def make(who: str, mode: str = "normal") -> Hands:
        path = tmp_path / "arena.toml"
        path.write_text(ARENA.replace('name = "Arena"\n[settings]', f'name = "Arena"\nmode = "{mode}"\n[settings]'),
                        encoding="utf-8")
        hands = open_play(path=path)
        for _ in range(10):
            if hands.play.match.active.id == who:
                break
            hands.play.do(EndTurn(hands.play.match.active.id))
        hands.wait(3)
        return hands

    return make


def every(options: tuple[Option, ...]) -> Iterator[Option]:
    for each in options:
        yield each
        yield from every(each.items)


def path_to(options: tuple[Option, ...], said: str) -> list[str]:
    """The names to choose, one after the other, to get to an option."""
    for each in options:
        if str(each.name) == said:
            return [said]
        if (below := path_to(each.items, said)):
            return [str(each.name), *below]
    return []


def rows(hands: Hands) -> Listing:
    return next(each for each in hands.screen.stage.layers[-1].walk() if isinstance(each, Listing))


def row_click(hands: Hands, said: str) -> None:
    """Click a row of the list on top, scrolling to it by the wheel."""
    listing = rows(hands)
    n = next(n for n, each in enumerate(listing.rows) if each.said.rstrip("…") == said)
    hands.point(listing.rect.center)
    for _ in range(200):
        if listing.rect.contains(listing.row_rect(n)):
            break
        hands.wheel(-1 if listing.row_rect(n).top > listing.rect.top else 1)
    hands.click(listing.row_rect(n).center)


def row_keys(hands: Hands, said: str) -> None:
    """The same with arrows and Enter."""
    listing = rows(hands)
    n = next(n for n, each in enumerate(listing.rows) if each.said.rstrip("…") == said)
    hands.press(*["down"] * (n - (listing.marked or 0)), "return")


def by_mouse(hands: Hands, said: str) -> None:
    """Choose something of the bar by clicks alone."""
    first, *others = path_to(hands.play.match.options(), said)
    shown = [each.said.rstrip("…") for each in hands.play.acts]
    if first not in shown:
        hands.click_said("More…")
        row_click(hands, first)
    else:
        hands.click_said(hands.play.acts[shown.index(first)].said)
    for each in others:
        row_click(hands, each)


def by_keys(hands: Hands, said: str) -> None:
    """Choose something of the bar by keys alone."""
    first, *others = path_to(hands.play.match.options(), said)
    shown = [each.said.rstrip("…") for each in hands.play.acts]
    if first not in shown:
        hands.press(str(shown.index("More") + 1))
        row_keys(hands, first)
    else:
        hands.press(str(shown.index(first) + 1))
    for each in others:
        row_keys(hands, each)


def corner(hands: Hands, place: Cell) -> tuple[int, int]:
    return hands.play.view.camera.point(*place)


def agrees(hands: Hands) -> None:
    """What is lit and named is what the engine would hit."""
    play = hands.play
    seen, option = play.seen.area, play.aim.option
    assert seen is not None
    assert option is not None
    who, power = play.match.active, power_of(play.match.battle, option.action)
    assert who is not None
    assert power is not None
    area = area_of(play.match.battle, who, power, seen.place)
    assert set(seen.cells) == set(cells_of(area.mask))
    if not power.picks:
        assert seen.inside == area_hits_of(play.match.battle, who, power, seen.place)
    said = hands.said()
    assert all(any(play.match.battle[id].name in each for each in said) for id in seen.inside)


def last(hands: Hands) -> object:
    return hands.play.match.game.past[-1].action


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


# --- the GM ----------------------------------------------------------------------------------------------------------


def gm(hands: Hands, *names: str) -> None:
    hands.press("f9")
    for each in names:
        row_keys(hands, each)


def test_the_gm_hurts_heals_and_puts_under_conditions(arena: Callable[..., Hands]) -> None:
    hands = arena("mia")
    match = hands.play.match
    gm(hands, "Damage", "Fire", "3 points")
    hands.click_cell((11, 5))
    assert isinstance(last(hands), GmEffect)
    hurt = match.battle["gob2"].pv
    assert hurt < match.battle["gob2"].sheet.pv
    gm(hands, "Healing", "Healing of 2")
    hands.click_cell((11, 5))
    assert match.battle["gob2"].pv > hurt
    gm(hands, "Conditions", "Prone", "As long as it lasts by itself")
    hands.click_cell((11, 5))
    assert match.battle["gob2"].has("prone")
    gm(hands, "End conditions", "All its conditions")
    hands.click_cell((11, 5))
    assert not match.battle["gob2"].has("prone")
    hands.press("ctrl+z")
    assert match.battle["gob2"].has("prone")


def test_the_gm_changes_the_scene_and_ends_it(arena: Callable[..., Hands]) -> None:
    hands = arena("mia")
    match = hands.play.match
    gm(hands, "Change the scene", "Fire")
    for cell in ((8, 1), (9, 1)):
        hands.click_cell(cell)
    hands.click_said("Do it: Fire")
    assert patches_of(match.battle)[0].looks == ("smoke", "harm")
    gm(hands, "Remove", "Fire")
    assert not match.battle.zones
    gm(hands, "End the scene")
    assert any(each.kind == "scene_ended" for each in match.game.past[-1].events)
    gm(hands, "When time presses", "Never")
    assert match.battle.pressure == "never"


def test_the_gm_lets_creatures_come_go_and_rest(arena: Callable[..., Hands]) -> None:
    hands = arena("mia")
    match = hands.play.match
    gm(hands, "Late entry", "For Wild", "Ogre")
    hands.click_cell((12, 1))
    assert isinstance(last(hands), Join)
    ogre = next(each for each in match.battle.combatants if each.sheet.id == "ogre")
    assert ogre.cell == (12, 1)
    gm(hands, "Remove", "A creature")
    hands.click_cell((12, 1))
    assert last(hands) == GmRemove(ogre.id)
    gm(hands, "When time presses", "Never")
    gm(hands, "Rest")
    hands.click_cell((4, 3))
    assert last(hands).kind == "rest"


def test_the_gm_is_reached_by_mouse_alone(arena: Callable[..., Hands]) -> None:
    hands = arena("mia")
    button = next(each for each in hands.play.strip.walk() if each.tip.startswith("Game master"))
    hands.click(button.rect.center)
    row_click(hands, "Healing")
    row_click(hands, "Healing of 1")
    hands.click_cell((4, 3))
    assert isinstance(last(hands), GmEffect)


# --- quick combat, why, decisions ------------------------------------------------------------------------------------


def test_quick_combat_shows_hits_and_a_fixed_defence(arena: Callable[..., Hands]) -> None:
    hands = arena("mia", "quick")
    match = hands.play.match
    assert any(each.endswith(" hits") for each in hands.said())
    assert not any(each.endswith(" PV") for each in hands.said())
    hands.point(hands.pixel((5, 3)))
    assert "Fixed defence" in hands.said()
    hands.click_cell((5, 3))
    gm(hands, "From quick combat to normal combat")
    assert last(hands) == GoNormal()
    assert match.battle.mode == "normal"
    assert any(each.endswith(" PV") for each in hands.said())


def test_any_line_of_the_log_shows_its_proof(arena: Callable[..., Hands]) -> None:
    hands = arena("mia")
    hands.click_cell((5, 3))
    hands.press("y")
    assert "Why?" in hands.said()
    assert any("ATK-1" in each for each in hands.said())
    proof = hands.play.shown_proof()
    assert proof is not None
    assert proof.links or proof.rays
    hands.press("y")
    assert hands.play.shown_proof() is None
    hands.press("l")
    listing = next(each for each in hands.play.drawer.walk() if isinstance(each, Listing))
    hands.click(listing.row_rect(len(listing.rows) - 1).center)
    assert hands.play.asked is not None
    hands.press("escape", "escape")
    assert hands.play.asked is None


def test_the_decisions_are_shown_those_that_differ_first(arena: Callable[..., Hands]) -> None:
    hands = arena("mia")
    hands.press("escape")
    row_keys(hands, "Decisions in force")
    first = rows(hands).rows[0]
    assert first.said == "Hands of a creature: 3"
    assert "by default: 2" in first.detail
    assert all(each.detail for each in rows(hands).rows)


def test_conditions_are_told_with_what_is_left_of_them(arena: Callable[..., Hands]) -> None:
    hands = arena("mia")
    gm(hands, "Conditions", "Poisoned", "3 rounds")
    hands.click_cell((4, 3))
    assert any("3 rounds" in each for each in hands.said())
    assert badges_of(hands.play.match.battle, hands.play.match.battle["mia"]) == ("POI",)


def at_turn_of(open_play: Callable[..., Hands], kind: str) -> Hands:
    """The moor, at the turn of a creature of this kind."""
    hands = open_play(path=find_scenario("sorcerers"))
    play = hands.play
    if play.match.battle.phase == "deploy":
        hands.press("space")
    while play.match.active.sheet.id != kind:
        play.do(EndTurn(play.match.active.id))
    hands.wait(3)
    return hands


def test_an_ability_is_activated(open_play: Callable[..., Hands]) -> None:
    hands = at_turn_of(open_play, "young-dragon")
    by_keys(hands, "Aura of dread")
    agrees(hands)
    hands.press("return")
    assert last(hands) == Activate(hands.play.match.active.id, "aura-of-dread")
    (patch,) = patches_of(hands.play.match.battle)
    assert patch.looks == ("influence",)
