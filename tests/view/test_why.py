"""Why, in the window: lines of the log on the board of the moment, rows of the attack sheet, by mouse and by keys."""

from collections.abc import Callable

import pytest

from game.rules.actions import Attack, EndTurn, Move
from game.texts import LANGUAGES, set_language
from game.view.panels.log import Line
from game.view.panels.sheet import Reason
from game.view.panels.why import Row
from game.view.screens.why import OfSheet
from game.view.widgets.listing import Listing
from tests.view.arena import by_mouse
from tests.view.conftest import Hands

BESIDE = '''
[[creature]]
kind = "guard"
id = "bea"
name = "Bea"
team = "town"
at = "G4"
'''


@pytest.fixture
def flanked(open_play: Callable[..., Hands], yard: object) -> Hands:
    """Ana's turn: Bea stands on the other side of the goblin."""
    from pathlib import Path

    path = Path(str(yard))
    path.write_text(path.read_text("utf-8") + BESIDE, encoding="utf-8")
    hands = open_play(path=path)
    while hands.play.match.active.id != "ana":
        hands.play.do(EndTurn(hands.play.match.active.id))
    hands.wait(3)
    return hands


def rows(hands: Hands) -> list[Row]:
    return [each for each in hands.play.side.walk() if isinstance(each, Row)]


def settle(hands: Hands) -> None:
    """Until every proof is worked out."""
    for _ in range(20):
        hands.wait(0.1)
    assert not hands.play.why.pending


def test_a_line_of_the_log_shows_the_board_of_its_moment(flanked: Hands) -> None:
    # rule: SIT-2
    play = flanked.play
    play.do(Attack("ana", "gob", "sword"))
    play.do(Move("ana", (4, 6)))
    play.why.ask((play.match.game.done - 2, 0))
    settle(flanked)
    assert play.why.past
    scene = play.why.scene()
    assert scene is not None
    assert {each.name: each.cell for each in scene.tokens}["Ana"] == (4, 3)
    assert play.match.battle["ana"].cell == (4, 6)
    assert [each.proof.rule for each in rows(flanked)] == ["SIT-2"]
    assert scene.proof.links
    solid = [each for each in scene.proof.rings if not each.faint]
    assert [each.cell for each in solid] == [play.why.answer().open.nearest[0].cell]  # type: ignore[union-attr]
    assert any(chip.said == "Ana: 1 m" for chip in scene.chips)
    flanked.click_cell((8, 6))  # only leads back: nobody walks
    assert play.asked is None
    assert play.why.scene() is None
    assert play.match.battle["ana"].cell == (4, 6)


def test_keys_lead_back_from_the_past(flanked: Hands) -> None:
    play = flanked.play
    play.do(Attack("ana", "gob", "sword"))
    done = play.match.game.done
    for key in ("return", "escape", "y", "n"):
        flanked.press("y")
        assert play.why.past
        flanked.press(key)
        assert play.asked is None
    assert play.match.game.done == done


def test_every_row_of_the_sheet_opens_its_proof_by_mouse(flanked: Hands) -> None:
    # rule: SIT-2
    play = flanked.play
    flanked.point(flanked.pixel((5, 3)))
    (reason,) = (each for each in play.side.walk() if isinstance(each, Reason))
    flanked.click(reason.rect.center)
    settle(flanked)
    assert isinstance(play.asked, OfSheet)
    assert not play.why.past
    assert [each.proof.rule for each in rows(flanked)] == ["SIT-2", "SIT-3"]
    assert [each.chosen for each in rows(flanked)] == [True, False]
    assert any(each.startswith("Ana and Bea stand on opposite sides") for each in flanked.said())
    flanked.click(rows(flanked)[1].rect.center)
    assert [each.chosen for each in rows(flanked)] == [False, True]
    assert "Ana and Goblin 1 stand equally high." in flanked.said()
    flanked.point(rows(flanked)[0].rect.center)
    drawn = play.why.drawing()
    assert drawn is not None
    assert drawn.links, "what is pointed at is drawn"


def test_the_sheet_is_asked_by_keys_alone(flanked: Hands) -> None:
    play = flanked.play
    flanked.press("n")
    flanked.press("shift+y")
    settle(flanked)
    assert isinstance(play.asked, OfSheet)
    while not isinstance(play.stage.focus, Row):
        flanked.press("tab")
    flanked.press("tab", "return")
    assert [each.chosen for each in rows(flanked)] == [False, True]
    assert isinstance(play.stage.focus, Row)
    assert play.stage.focus.chosen, "the open row keeps the focus"
    flanked.press("escape", "escape")
    assert play.asked is None


def test_the_last_row_of_a_sheet_asks_for_what_would_help(flanked: Hands) -> None:
    # rule: ATK-1
    play = flanked.play
    flanked.point(flanked.pixel((11, 5)))  # out of reach
    (line,) = (each for each in play.side.walk() if isinstance(each, Line))
    flanked.click(line.rect.center)
    settle(flanked)
    first = rows(flanked)[0]
    assert (first.proof.rule, first.proof.verdict) == ("ATK-1", "refused")
    assert first.proof.nearest
    assert play.why.scene().proof.rings  # type: ignore[union-attr]


def test_any_row_of_the_log_is_asked_by_a_click(flanked: Hands) -> None:
    play = flanked.play
    play.do(Move("ana", (4, 4)))
    flanked.press("l")
    listing = next(each for each in play.drawer.walk() if isinstance(each, Listing))
    flanked.click(listing.row_rect(len(listing.rows) - 1).center)
    settle(flanked)
    scene = play.why.scene()
    assert scene is not None
    assert (4, 3) in scene.proof.cells
    assert {each.name: each.cell for each in scene.tokens}["Ana"] == (4, 3)


def test_undo_leads_back_to_now(flanked: Hands) -> None:
    play = flanked.play
    play.do(Attack("ana", "gob", "sword"))
    flanked.press("y")
    assert play.why.past
    flanked.press("ctrl+z")
    assert play.asked is None
    assert not play.why.past


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_panel_is_whole_in_every_language(flanked: Hands, language: str) -> None:
    set_language(language)
    play = flanked.play
    play.build()
    flanked.point(flanked.pixel((5, 3)))
    flanked.press("shift+y")
    settle(flanked)
    for _, placed in play.stage.texts(play.look):
        assert placed.whole
        assert placed.room.contains(placed.ink) or placed.ink.width <= placed.room.width


def test_a_place_that_is_pointed_at_is_asked_why_not(flanked: Hands) -> None:
    # rule: MOV-2
    play = flanked.play
    flanked.point(flanked.pixel((2, 2)))  # inside a wall
    flanked.press("shift+y")
    settle(flanked)
    (row,) = rows(flanked)
    assert (row.proof.rule, row.proof.verdict) == ("MOV-2", "refused")
    assert row.proof.changes
    assert play.why.scene().proof.barriers  # type: ignore[union-attr]
    flanked.press("shift+y")
    assert play.asked is None


def test_a_cell_of_an_aimed_area_is_asked_why(arena: Callable[..., Hands]) -> None:
    # rule: EFF-4 ATK-5
    hands = arena("mia")
    by_mouse(hands, "Fireball")
    hands.point(hands.pixel((5, 3)))
    hands.press("shift+y")
    settle(hands)
    assert [each.proof.rule for each in rows(hands)] == ["EFF-4", "ATK-5"]
    assert rows(hands)[1].proof.nearest


def test_a_log_that_is_closed_no_longer_has_the_keyboard(flanked: Hands) -> None:
    play = flanked.play
    play.do(Move("ana", (4, 4)))
    flanked.press("l")
    listing = next(each for each in play.drawer.walk() if isinstance(each, Listing))
    while play.stage.focus is not listing:
        flanked.press("tab")
    flanked.press("l")
    assert not play.drawer_open
    flanked.press("down")
    assert play.stage.focus is None
    assert play.aim.by_keyboard, "the arrows move on the map again"
