"""What a group on a sofa meets first: who rolls the dice, what stays after an attack, words kept whole."""

from collections.abc import Callable

import pygame
import pytest

from game.rules.actions import Attack, Crouch, EndTurn, GmEffect
from game.rules.powers import ConditionEffect, Duration
from game.texts import tr
from game.view.panels import bar
from game.view.panels.bar import Act
from game.view.scale import Scale
from game.view.screens import hints
from game.view.settings import ViewSettings
from game.view.theme import theme
from game.view.widgets.base import Look, Panel
from game.view.widgets.button import Button
from game.view.widgets.label import Label
from game.view.widgets.listing import Listing, Row
from tests.view.conftest import Hands


@pytest.fixture
def of_ana(open_play: Callable[..., Hands]) -> Hands:
    """The yard in the turn of Ana, who stands beside a goblin."""
    hands = open_play()
    while hands.play.match.active.id != "ana":
        hands.play.do(EndTurn(hands.play.match.active.id))
    hands.wait(3)
    return hands


def test_the_card_says_who_rolls_and_turns_it_over_at_a_click(of_ana: Hands) -> None:
    def die() -> Button:
        return next(each for each in of_ana.play.card.walk() if isinstance(each, Button))

    assert not die().chosen
    of_ana.click(die().rect.center)
    assert die().chosen
    assert "ana" in of_ana.play.match.real
    of_ana.click_cell((5, 3))
    assert of_ana.play.stage.layers, "the faces are asked for"
    of_ana.press("escape")
    of_ana.click(die().rect.center)
    assert not of_ana.play.match.real


def test_after_an_attack_no_sheet_of_another_one_covers_the_map(of_ana: Hands) -> None:
    of_ana.click_cell((5, 3))
    play = of_ana.play
    assert isinstance(play.match.game.past[-1].action, Attack)
    assert not play.match.battle.turn.may_execute
    of_ana.point(of_ana.pixel((11, 5)))
    of_ana.wait(2)
    assert play.seen.occupant is not None
    assert not play.side.visible
    assert "attack" not in hints.hint(play)[0].lower()


def test_a_sheet_that_is_asked_for_is_there_at_once(of_ana: Hands) -> None:
    of_ana.point(of_ana.pixel((5, 3)))
    assert of_ana.play.on_sheet.sheet is not None
    of_ana.play.point(None)  # the attack stays on the sheet for a moment
    assert of_ana.play.on_sheet.sheet is not None
    of_ana.play.toggle_details()
    of_ana.run()
    assert any(tr("Mobility") in each for each in of_ana.said())


def test_no_click_is_promised_where_the_rules_refuse_the_attack(of_ana: Hands) -> None:
    of_ana.point(of_ana.pixel((11, 5)))
    assert of_ana.play.side.visible
    assert hints.hint(of_ana.play)[0] != tr("Click to attack")
    of_ana.point(of_ana.pixel((5, 3)))
    assert hints.hint(of_ana.play)[0] == tr("Click to attack")


def test_what_stands_beside_a_row_goes_below_before_a_word_is_torn() -> None:
    rows = [Row("Brutamontes", aside="18 PV"), Row("Urso", aside="22 PV")]
    listing = Listing(pygame.Rect(0, 0, 170, 400), rows, 20, 16)
    assert listing._lines[0] == (("Brutamontes",), ("18 PV",))
    assert listing._lines[1] == (("Urso",), ())


def test_the_ruler_is_not_talked_over(of_ana: Hands) -> None:
    of_ana.press("r")
    of_ana.point(of_ana.pixel((13, 0)))
    assert hints.hint(of_ana.play) == ("", "")


def test_how_long_is_told_in_few_words_where_the_card_has_no_room_for_more(of_ana: Hands) -> None:
    of_ana.play.do(GmEffect(ConditionEffect("slow", Duration(3)), ("ana",), name="mud"))
    of_ana.run()
    said = next(each for each in of_ana.play.card.walk() if isinstance(each, Label) and each.said.startswith("Slow"))
    assert said.said == "Slow (CND-18): 3 rounds"
    assert said.tip.startswith("Slow (CND-18): 3 rounds, to before")


def test_the_card_on_a_television_keeps_how_far_it_walks(open_play: Callable[..., Hands]) -> None:
    hands = open_play(settings=ViewSettings(device="television", factor=1.5))
    hands.play.do(Crouch(hands.play.match.active.id))
    hands.run()
    said = [each.said for each in hands.play.card.walk() if isinstance(each, Label)]
    assert any(" m · crouched" in each for each in said), said


def test_no_key_makes_the_words_of_an_act_shorter() -> None:
    look = Look(theme("dark"), Scale(1280, 720))
    acts = [Act(said, "", lambda: None) for said in ("Arm", "Bow", "Hit", "Run", "Lie", "Use", "See", "Act", "Aim")]
    for wide in range(300, 500):  # among them those that a row fills to the last pixel
        panel = Panel(pygame.Rect(0, 0, wide, 150))
        bar.fill(panel, look, (), acts, None, lambda rest: None)
        for each in panel.walk():
            if isinstance(each, Button):
                assert each.said in [placed.said for placed in each.texts(look)], wide
