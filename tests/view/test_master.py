"""What the GM does, quick combat, proofs and decisions, in the real window loop by posted events."""

from collections.abc import Callable

from game.rules.actions import (
    GmEffect,
    GmRemove,
    GoNormal,
    Join,
)
from game.view.screens.picture import badges_of, patches_of
from game.view.widgets.listing import Listing
from tests.view.arena import gm, last, row_click, row_keys, rows
from tests.view.conftest import Hands


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
    hands.click_said("Scene")
    hands.click_said("Everything…")
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
    proof = hands.play.why.drawing()
    assert proof is not None
    assert proof.links or proof.rays
    hands.press("y")
    assert hands.play.why.drawing() is None
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
