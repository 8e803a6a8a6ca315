"""The turn in the real window: the GM's word, rulings, the coach, what a click would do and why not."""

from collections.abc import Callable

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.actions import Attack, EndTurn, Manoeuvre, Move, Ruling
from game.rules.dice import ScriptedDice
from game.rules.events import Attacked, Ruled
from game.rules.state import Zone
from game.view import story
from game.view.mapview.marks import place_chip
from game.view.match import Word
from game.view.panels.sheet import Reason
from game.view.screens import hints, picture
from game.view.settings import Coach, ViewSettings
from game.view.widgets.button import Button
from game.view.widgets.listing import Row
from tests.view.arena import by_mouse, gm, last, row_click, row_keys, rows
from tests.view.conftest import Hands

GOB = (5, 3)  # the goblin beside Ana, in the yard


@pytest.fixture
def ana(open_play: Callable[..., Hands]) -> Callable[..., Hands]:
    """The yard at the turn of Ana."""

    def make(**settings: object) -> Hands:
        hands = open_play(settings=ViewSettings(device="laptop", **settings))  # type: ignore[arg-type]
        match = hands.play.match
        while match.active is not None and match.active.id != "ana":
            match.do(EndTurn(match.active.id))
        hands.play._after(())
        hands.wait(3)
        return hands

    return make


def button(hands: Hands, picture: str) -> Button:
    return next(each for each in hands.play.side.walk() if isinstance(each, Button) and each.picture == picture)


def scene(hands: Hands) -> picture.Scene:
    play = hands.play
    return play.why.scene() or picture.scene_of(play.match, play.aim, play.seen, play.teams, False, play.outlook.chips,
                                                None, play.coach, play.why.reason())


def settle(hands: Hands) -> None:
    """Let the chips come."""
    for _ in range(60):
        hands.run()
        if not hands.play.outlook.pending:
            return


# --- the GM's word ---------------------------------------------------------------------------------------------------


def test_the_word_is_given_by_mouse_enters_odds_and_log_and_goes_with_one_undo(ana: Callable[..., Hands]) -> None:
    # rule: GM
    hands = ana()
    play = hands.play
    hands.point(hands.pixel(GOB))
    plain = play.match.odds(play.seen.sheet, play.seen.option).hit
    corner = play.side.rect.topleft
    hands.point(hands.pixel((8, 6)))  # on the way to the sheet
    assert play.side.visible
    hands.point(button(hands, "plus").rect.center)
    assert play.aim.cell == GOB
    for _ in range(2):
        hands.click(button(hands, "plus").rect.center)
    assert play.match.word == Word(2)
    assert play.side.rect.topleft == corner
    assert "Master +2" in hands.said()
    assert play.match.odds(play.seen.sheet, play.seen.option).hit > plain
    before = play.match.game
    hands.click_said("Roll")
    attacked = next(each for each in play.match.game.past[-1].events if isinstance(each, Attacked))
    assert [(each.rule, each.amount) for each in attacked.sheet.modifiers if each.rule == "GM"] == [("GM", 2)]
    hands.press("l")
    assert any("+2 to the attack" in row.detail for row in _rows(hands))
    assert play.match.word == Word()
    hands.press("ctrl+z")
    assert play.match.game.battle == before.battle


def _rows(hands: Hands) -> list[Row]:
    return story.rows_of(hands.play.match.game)


def test_the_word_is_given_by_keys_with_a_reason(ana: Callable[..., Hands]) -> None:
    # rule: GM
    hands = ana()
    hands.press("n", "m", "5", "5")  # minus two; the fourth reason
    assert hands.play.match.word == Word(-2, "poor light")
    assert "Master −2, poor light" in hands.said()
    hands.press("m", "4", "7")
    hands.type("çãñü")
    hands.press("return")
    assert hands.play.match.word == Word(-1, "çãñü")
    hands.press("m", "7")
    assert hands.play.match.word == Word()
    hands.press("m", "2", "1", "return")
    assert last(hands) == Attack("ana", "gob", "sword", master=2)


def test_a_word_that_was_not_used_ends_with_the_turn(ana: Callable[..., Hands]) -> None:
    # rule: GM
    hands = ana()
    hands.press("m", "1", "1")
    hands.press("space", "space")
    assert hands.play.match.active.id != "ana"
    assert hands.play.match.word == Word()


def test_the_sheet_goes_a_moment_after_the_mouse_has_left_its_target(ana: Callable[..., Hands]) -> None:
    hands = ana()
    hands.point(hands.pixel(GOB))
    assert hands.play.side.visible
    hands.point(hands.pixel((3, 6)))
    assert hands.play.side.visible
    assert hands.play.seen.path
    hands.wait(1)
    assert not hands.play.side.visible


# --- rulings ---------------------------------------------------------------------------------------------------------


def missed(hands: Hands) -> Hands:
    """Ana strikes and misses."""
    play = hands.play
    play.match.dice = ScriptedDice([1, 6, *[4] * 40], play.match.game.battle.dice)
    hands.click_cell(GOB)
    event = next(each for each in play.match.game.past[-1].events if isinstance(each, Attacked))
    assert event.outcome == "miss"
    return hands


def test_a_miss_is_ruled_a_hit_by_mouse_and_one_undo_takes_it_back(ana: Callable[..., Hands]) -> None:
    # rule: GM
    hands = missed(ana())
    before = hands.play.match.game
    hands.press("f9")
    hands.click_said("The last roll, at Goblin 1…")
    row_click(hands, "It hits")
    assert last(hands) == Ruling("gob", "hit")
    assert hands.play.match.battle["gob"].pv < 3
    assert any("The game master rules" in row.said for row in _rows(hands))
    hands.press("ctrl+z")
    assert hands.play.match.game.battle == before.battle
    assert isinstance(last(hands), Attack)


def test_the_damage_is_ruled_by_keys(ana: Callable[..., Hands]) -> None:
    # rule: GM
    hands = missed(ana())
    gm(hands, "The last roll, at Goblin 1", "The damage", "2 points")
    assert hands.play.match.battle["gob"].pv == 1
    events = hands.play.match.game.past[-1].events
    assert isinstance(events[0], Ruled)
    hands.press("y")
    assert hands.play.why.drawing() is not None


def test_a_roll_is_ruled_on_after_a_walk_and_the_end_of_the_turn(ana: Callable[..., Hands]) -> None:
    # rule: GM
    hands = missed(ana())
    match = hands.play.match
    hands.click_cell((4, 5))
    hands.press("space")
    assert isinstance(last(hands), EndTurn)
    before = match.game
    hands.press("f9")
    hands.click_said("The last roll, at Goblin 1…")
    row_click(hands, "It hits")
    assert match.battle["gob"].pv < 3
    assert match.battle["ana"].cell == (4, 5)
    assert not any("Ana walks" in row.said for row in _rows(hands)[len(before.log):]), "what stays is not told again"
    hands.press("ctrl+z")
    assert match.game.battle == before.battle


def test_an_earlier_roll_is_ruled_on_by_keys(ana: Callable[..., Hands]) -> None:
    # rule: GM
    hands = missed(ana())
    play = hands.play
    play.do(EndTurn("ana"))
    while play.match.active.id != "gob":
        play.do(EndTurn(play.match.active.id))
    hands.wait(3)
    hands.press("n", "return")
    assert last(hands).target == "ana"
    gm(hands, "The last roll, at Ana", "Earlier rolls")
    assert [row.detail for row in rows(hands).rows] == ["Ana strikes at Goblin 1: Sword."]
    row_keys(hands, "Goblin 1")
    row_keys(hands, "It grazes, or does half")
    assert last(hands) == Ruling("gob", "graze")
    assert play.match.battle["gob"].pv == 2


def test_a_word_that_what_followed_does_not_allow_says_what_to_do(ana: Callable[..., Hands]) -> None:
    # rule: GM ACT-6
    hands = missed(ana())
    play = hands.play
    play.do(EndTurn("ana"))
    while play.match.active.id != "gob":
        play.do(EndTurn(play.match.active.id))
    play.do(Move("gob", (6, 4)))
    hands.run()
    before = play.match.game
    gm(hands, "The last roll, at Goblin 1", "The damage", "3 points")
    assert play.match.game is before
    assert "undo back to the roll first" in play.toast_said


def test_there_is_nothing_to_rule_on_before_a_roll(ana: Callable[..., Hands]) -> None:
    # rule: GM
    hands = ana()
    gm(hands)
    row_click(hands, "The last roll")
    assert "undo back to the roll first" in hands.play.toast_said


def test_a_won_fight_is_ruled_on_too(ana: Callable[..., Hands]) -> None:
    # rule: GM
    hands = missed(ana())
    play = hands.play
    play.match.do(Ruling("gob", points=30))
    play._after(())
    gm(hands, "The last roll, at Goblin 1", "It misses")
    assert play.match.battle["gob"].pv == 3


# --- the coach -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("coach", "reach", "path", "odds"), [
    ("off", False, False, False), ("legal", True, True, False), ("full", True, True, True),
])
def test_what_a_team_is_told_before_it_acts(
    ana: Callable[..., Hands], coach: Coach, reach: bool, path: bool, odds: bool
) -> None:
    hands = ana(coach=coach)
    assert (scene(hands).reach is not None) == reach
    hands.point(hands.pixel((4, 4)))
    settle(hands)
    shown = scene(hands)
    assert bool(shown.path) == path
    assert any("%" in each.said for each in shown.chips) == odds
    assert any(each.mark == "aim" for each in shown.chips) == (coach == "legal")
    hands.point(hands.pixel(GOB))
    assert any("%" in each for each in hands.said()) == odds
    assert hands.play.side.visible == (coach != "off")
    assert any(each.target for each in scene(hands).tokens) == (coach != "off")
    hands.click_cell(GOB)
    assert isinstance(last(hands), Attack)  # what is done is the same


def test_each_team_has_its_own_coach(ana: Callable[..., Hands]) -> None:
    hands = ana()
    hands.press("escape")
    row_click(hands, "Coach")
    row_click(hands, "Wild")
    assert hands.play.match.coach == {"wild": "off"}
    hands.click_said("Done")
    assert hands.play.coach == "full"
    hands.press("space", "space")
    while hands.play.match.active.team != "wild":
        hands.press("space", "space")
    assert hands.play.coach == "off"
    assert scene(hands).reach is None


def test_areas_are_named_but_not_weighed_where_only_what_is_allowed_is_told(arena: Callable[..., Hands]) -> None:
    hands = arena("mia")
    hands.play.match.coach["town"] = "legal"
    by_mouse(hands, "Fireball")
    hands.point(hands.pixel((11, 5)))
    assert any("Goblin 2" in each for each in hands.said())
    assert not any("%" in each for each in hands.said())
    hands.play.match.coach["town"] = "off"
    hands.play.refresh_aim()
    hands.run()
    assert scene(hands).lit is not None
    side = [each.said for widget in hands.play.side.walk() for each in widget.texts(hands.play.look)]
    assert "Fireball" in side
    assert not any("Goblin" in each for each in side)


# --- chips -----------------------------------------------------------------------------------------------------------


def test_a_chip_tells_what_the_attack_from_there_would_be(ana: Callable[..., Hands]) -> None:
    hands = ana()
    play = hands.play
    cell = (4, 4)
    hands.point(hands.pixel(cell))
    settle(hands)
    chip = next(each for each in play.outlook.chips if each.cell == GOB)
    option = play.match.best_attack("gob")
    sheet = play.match.sheet("gob", option, cell)
    assert chip.said == f"{round(play.match.odds(sheet, option).hit * 100)}%"


def test_there_are_no_chips_of_attacks_after_a_dash(ana: Callable[..., Hands]) -> None:
    # rule: ACT-4
    hands = ana()
    by_mouse(hands, "Dash")
    hands.point(hands.pixel((4, 4)))
    settle(hands)
    assert hands.play.seen.path
    assert not hands.play.outlook.chips


def test_a_flank_has_a_sign_of_its_own(open_play: Callable[..., Hands]) -> None:
    # rule: SIT-2
    hands = open_play()
    play = hands.play
    battle = play.match.game.battle
    clara = battle["clara"].but(cell=(6, 3), hands=())
    play.match.game = play.match.game.__class__(battle.with_combatant(clara))
    while play.match.active.id != "ana":
        play.match.do(EndTurn(play.match.active.id))
    play._after(())
    hands.wait(3)
    hands.point(hands.pixel(GOB))
    (chip,) = scene(hands).chips
    flanks = any(each.rule == "SIT-2" for each in play.seen.sheet.modifiers)
    assert flanks
    assert chip.mark == "flank"
    hands.point(hands.pixel((4, 2)))
    settle(hands)
    marks = {each.cell: each.mark for each in play.outlook.chips}
    assert marks[GOB] == "flank" if any(
        each.rule == "SIT-2" for each in play.match.sheet("gob", play.match.best_attack("gob"), (4, 2)).modifiers
    ) else marks[GOB] == ""


SPOTS = st.tuples(st.integers(0, 300), st.integers(0, 200))


@given(SPOTS, st.lists(SPOTS, max_size=4))
def test_a_chip_covers_no_name_where_there_is_another_place(
    place: tuple[int, int], names: list[tuple[int, int]]
) -> None:
    area = pygame.Rect(0, 0, 400, 300)
    box = pygame.Rect(place, (32, 32))
    taken = [pygame.Rect(*each, 60, 16) for each in names]
    pill = place_chip(box, (50, 18), True, area, taken, [])
    assert area.contains(pill)
    assert pill.inflate(4, 4).collidelist(taken) < 0 or len(taken) > 1


def test_a_chip_does_not_cover_the_name_of_a_neighbour() -> None:
    """The name of one who stands above is under its piece, where the chip of the one below would be."""
    area = pygame.Rect(0, 0, 400, 400)
    box = pygame.Rect(100, 140, 40, 40)
    name = pygame.Rect(90, 138, 60, 18)
    assert place_chip(box, (60, 20), True, area, [], []).colliderect(name)
    pill = place_chip(box, (60, 20), True, area, [name], [pygame.Rect(100, 100, 40, 40)])
    assert not pill.inflate(4, 4).colliderect(name)
    assert abs(pill.centerx - box.centerx) + abs(pill.centery - box.centery) < 100


# --- what a click would do, and why not ------------------------------------------------------------------------------


def test_a_cell_out_of_reach_says_what_it_would_take(ana: Callable[..., Hands]) -> None:
    # rule: ACT-6
    hands = ana()
    hands.point(hands.pixel((12, 6)))
    said, role = hints.hint(hands.play)
    assert role == "warn"
    assert "cannot reach M7" in said
    assert "it takes" in said
    hands.point(hands.pixel((2, 2)))
    assert "solid" in hints.hint(hands.play)[0]


def test_a_refused_button_says_why_in_its_tip_and_on_its_key(ana: Callable[..., Hands]) -> None:
    # rule: ACT-6
    hands = ana()
    hands.click_cell(GOB)
    acts = hands.play.acts
    sword = next(n for n, each in enumerate(acts) if each.said == "Sword")
    assert not acts[sword].enabled
    assert "no Execution action is left" in acts[sword].tip.replace("No E", "no E")
    hands.press(str(sword + 1))
    assert "Execution action is left" in hands.play.toast_said


def test_opening_hints_lead_to_the_first_attack(ana: Callable[..., Hands]) -> None:
    hands = ana()
    assert hints.hint(hands.play)[0] == "Click an enemy to attack it"
    hands.point(hands.pixel((4, 5)))
    assert hints.hint(hands.play)[0] == "Click to walk there"
    hands.point(hands.pixel(GOB))
    assert hints.hint(hands.play)[0] == "Click to attack"
    hands.click_cell(GOB)
    assert "attack" not in hints.hint(hands.play)[0]
    hands.click_cell((4, 5))
    assert hints.hint(hands.play)[0] == "Nothing is left to do: Space ends the turn"
    assert hints.hint(ana(hints=False).play) == ("", "")


def test_a_door_says_that_a_click_opens_it(ana: Callable[..., Hands]) -> None:
    hands = ana()
    play = hands.play
    battle = play.match.game.battle
    play.match.game = play.match.game.__class__(battle.with_combatant(battle["ana"].but(cell=(3, 3))))
    play.refresh_aim()
    hands.point(hands.pixel((2, 3)))
    assert hints.hint(play)[0].startswith("Click to open")


def test_hazards_on_the_way_are_named(arena: Callable[..., Hands]) -> None:
    # rule: EFF-1
    hands = arena("mia")
    gm(hands, "Change the scene", "Fire")
    hands.click_cell((3, 5))
    hands.click_said("Do it: Fire")
    hands.press("f9")
    play = hands.play
    assert isinstance(play.match.battle.zones[0], Zone)
    hands.point(hands.pixel((2, 4)))
    assert not play.seen.hazards
    hands.point(hands.pixel((3, 5)))
    assert [(cell, zone.effect.name) for cell, zone in play.seen.hazards] == [((3, 5), "Fire")]
    assert any(each.said == "Fire" and each.role == "warn" for each in scene(hands).chips)


# --- the sheet -------------------------------------------------------------------------------------------------------


def test_the_cause_of_a_modifier_is_drawn_while_it_is_pointed_at(open_play: Callable[..., Hands]) -> None:
    # rule: SIT-6
    hands = open_play()
    play = hands.play
    battle = play.match.game.battle
    behind = battle["gob2"].but(cell=(9, 4))  # the low wall is between
    play.match.game = play.match.game.__class__(battle.with_combatant(behind))
    while play.match.active.id != "clara":
        play.match.do(EndTurn(play.match.active.id))
    play._after(())
    hands.wait(3)
    hands.point(hands.pixel((9, 4)))
    whole = scene(hands).proof
    row = next((each for each in play.side.walk() if isinstance(each, Reason)), None)
    assert row is not None
    hands.point(row.rect.center)
    shown = scene(hands).proof
    assert play.aim.cell == (9, 4)
    assert shown != whole or row.modifier.rule == "SIT-6"
    assert set(shown.rays) == set(row.modifier.evidence.rays)
    assert set(row.modifier.evidence.barriers) <= set(shown.barriers)


@pytest.mark.parametrize("say", ["Sword", "Trip", "Stand"])
def test_a_common_act_takes_three_clicks_at_most(ana: Callable[..., Hands], say: str) -> None:
    hands = ana()
    clicks = 0

    def counted(pos: tuple[int, int], button: int = 1) -> None:
        nonlocal clicks
        clicks += 1
        Hands.click(hands, pos, button)

    hands.click = counted  # type: ignore[method-assign]
    if say == "Stand":
        hands.click_cell((4, 5))
        assert isinstance(last(hands), Move)
    else:
        by_mouse(hands, say)
        hands.click_cell(GOB)
        assert isinstance(last(hands), Attack | Manoeuvre)
    assert clicks <= 3
