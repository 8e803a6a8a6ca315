"""Real dice in the real window: the dialog, its keys, the faces in the events, and undo. # rule: TST-6"""

from collections.abc import Callable
from pathlib import Path

import pytest

from game.content.saves import load
from game.rules.actions import Attack, Begin, EndTurn
from game.rules.asking import Ask
from game.rules.events import Attacked, InitiativeRolled
from game.rules.history import Game
from game.view.match import Match
from game.view.screens.dice import switched
from game.view.settings import ViewSettings
from game.view.widgets.faces import DiceRow, Faces, shown_by
from tests.view.arena import row_click
from tests.view.conftest import Hands

HEROES, FOES = "ABCDE", "FGHIJKLM"


def crowd(die: int = 8) -> str:
    """Five players and eight enemies, none of them to be placed."""
    lines = ['[scenario]\nname = "Crowd"\n[map]\nname = "Crowd"\nground = "grass"\ncells = """']
    lines += ["." * 16] * 8 + ['"""\n[[team]]\nid = "heroes"\nname = "Heroes"\nplayers = true\n'
                               '[[team]]\nid = "foes"\nname = "Foes"']
    for n, name in enumerate(HEROES + FOES):
        team, cell = ("heroes", f"{name}2") if name in HEROES else ("foes", f"{name}7")
        lines.append(f'[[creature]]\nkind = "guard"\nid = "{name.lower()}"\nname = "{name}{n}"\nteam = "{team}"\n'
                     f'at = "{cell}"\n[creature.sheet]\nmobility = {{ value = {5 + n}, die = {die} }}')
    return "\n".join(lines)


@pytest.fixture
def crowded(open_play: Callable[..., Hands], tmp_path: Path) -> Callable[..., Hands]:
    def make(die: int = 8, size: tuple[int, int] = (1280, 720)) -> Hands:
        path = tmp_path / "crowd.toml"
        path.write_text(crowd(die), encoding="utf-8")
        return open_play(size=size, path=path, settings=ViewSettings(device="laptop", dice="people"))

    return make


def faces(hands: Hands) -> Faces:
    return next(each for each in hands.screen.stage.layers[-1].walk() if isinstance(each, Faces))


def rolled(game: Game) -> dict[str, int]:
    """First faces of initiative, by creature."""
    event = next(each for each in game.log if isinstance(each, InitiativeRolled))
    return {each.who: each.check.face for each in event.rolls if not each.attempt}


def test_initiative_of_five_players_and_eight_enemies_takes_fifteen_keys_at_most(crowded: Callable[..., Hands]) -> None:
    # rule: TST-6 INI-1
    hands = crowded()
    assert hands.play.match.battle.phase == "deploy"  # people roll: it does not begin by itself
    keys = ["space", "3", "7", "1", "8", "5", "return"]
    hands.press(*keys)
    assert len(keys) <= 15
    assert hands.play.match.battle.phase == "fight"
    assert [rolled(hands.play.match.game)[each] for each in "abcde"] == [3, 7, 1, 8, 5]
    assert not hands.play.stage.layers
    app = hands.play.match.source
    assert [rolled(hands.play.match.game)[each] for each in "fghijklm"] == [app.face(5 + n, 8) for n in range(8)]


def test_one_dialog_lists_every_die_and_people_s_come_first_in_hand(crowded: Callable[..., Hands]) -> None:
    hands = crowded()
    hands.press("space")
    asked = faces(hands)
    assert len(asked.rows) == 13
    assert [row.real for row in asked.rows] == [True] * 5 + [False] * 8
    hands.press("1", "2", "3", "4", "5")
    assert asked.current is None
    assert asked.values == [1, 2, 3, 4, 5] + [None] * 8


def test_faces_that_are_not_on_the_die_are_refused_with_those_that_are(crowded: Callable[..., Hands]) -> None:
    hands = crowded()
    hands.press("space", "9")
    assert faces(hands).values == [None] * 13
    assert "A d8 shows 1 to 8" in hands.said()
    hands.press("0")
    assert "A d8 shows 1 to 8" in hands.said()
    hands.press("4")
    assert faces(hands).values[0] == 4
    assert "A d8 shows 1 to 8" not in hands.said()


@pytest.mark.parametrize(("die", "typed", "face"), [
    (12, "12", 12), (12, "1 return", 1), (12, "7", 7), (20, "20", 20), (20, "2 return", 2), (20, "13", 13),
    (10, "0", 10), (10, "10", 10),
])
def test_dice_with_two_digits(crowded: Callable[..., Hands], die: int, typed: str, face: int) -> None:
    hands = crowded(die)
    hands.press("space")
    first, *others = typed.split()
    hands.press(*first, *others)
    assert faces(hands).values[0] == face
    assert faces(hands).current == 1


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20])
def test_every_face_can_be_typed_and_nothing_else(sides: int) -> None:
    for face in range(1, sides + 1):
        said, taken = "", None
        for digit in str(face):
            said += digit
            taken, longer = shown_by(said, sides)
            assert taken is not None or longer
        assert taken == face
    assert shown_by(str(sides + 1), sides) == (None, False) or sides == 9


def test_faces_are_clicked_and_a_box_is_emptied_by_a_click(crowded: Callable[..., Hands]) -> None:
    hands = crowded()
    hands.press("space")
    asked = faces(hands)
    for face in (6, 2):
        hands.click(asked.face_rect(face).center)
    assert asked.values[:2] == [6, 2]
    hands.click(asked.box_rect(0).center)
    hands.click(asked.box_rect(0).center)
    assert asked.values[0] is None
    hands.click(asked.face_rect(3).center)
    assert asked.values[:2] == [3, 2]
    hands.click(asked.box_rect(12).center)  # an enemy's: people may roll it too
    hands.click(asked.face_rect(1).center)
    assert asked.values[12] == 1
    hands.click_said("Roll")
    assert rolled(hands.play.match.game)["m"] == 1


def test_backspace_goes_back_and_space_leaves_a_die_to_the_app(crowded: Callable[..., Hands]) -> None:
    hands = crowded()
    hands.press("space", "4", "4", "backspace", "5")
    assert faces(hands).values[:2] == [4, 5]
    hands.press("space", "6")
    assert faces(hands).values[:4] == [4, 5, None, 6]
    hands.press("up", "up", "7")
    assert 7 in faces(hands).values


def test_undo_opens_it_again_with_the_faces_kept(crowded: Callable[..., Hands]) -> None:
    hands = crowded()
    hands.press("space", "3", "7", "1", "8", "5", "return")
    before = hands.play.match.game
    hands.press("ctrl+z")
    assert hands.play.match.battle.phase == "deploy"
    assert faces(hands).values == [3, 7, 1, 8, 5] + [None] * 8
    hands.press("return")
    assert hands.play.match.game.battle == before.battle
    hands.press("ctrl+z", "escape")
    assert not hands.play.stage.layers
    assert hands.play.match.battle.phase == "deploy"
    hands.press("ctrl+y")
    assert hands.play.match.game.battle == before.battle


def test_undo_goes_on_from_within_the_dialog(crowded: Callable[..., Hands]) -> None:
    hands = crowded()
    hands.press("space", "3", "7", "1", "8", "5", "return")
    who = hands.play.match.active
    hands.play.do(EndTurn(who.id))
    hands.press("ctrl+z", "ctrl+z")
    assert hands.play.match.battle.phase == "deploy"
    assert hands.play.stage.layers


def fight(hands: Hands, real: frozenset[str]) -> Hands:
    """The yard at the turn of Ana beside a goblin."""
    play = hands.play
    play.match.real = real
    while play.match.active.id != "ana":
        play.match.do(EndTurn(play.match.active.id))
    play._after(())
    hands.wait(3)
    return hands


def test_an_attack_asks_both_and_takes_what_is_typed(open_play: Callable[..., Hands]) -> None:
    hands = fight(open_play(), frozenset({"team:town"}))
    hands.click_cell((5, 3))
    asked = faces(hands)
    assert [(row.said, row.real) for row in asked.rows] == [("Ana: attack", True), ("Goblin 1: defence", False)]
    top = asked.rows[0].sides
    hands.press(*str(top), "return") if top < 10 else hands.press("1", "0", "return")
    attacked = next(each for each in hands.play.match.game.log if isinstance(each, Attacked))
    assert attacked.attack.face == top
    assert hands.play.aim.option is None


def test_only_who_rolls_real_dice_is_asked(open_play: Callable[..., Hands]) -> None:
    hands = fight(open_play(), frozenset())
    hands.click_cell((5, 3))
    assert not hands.play.stage.layers
    assert isinstance(hands.play.match.game.past[-1].action, Attack)


def test_the_sheet_offers_real_dice_for_one_roll(open_play: Callable[..., Hands]) -> None:
    hands = fight(open_play(), frozenset())
    hands.point(hands.pixel((5, 3)))
    hands.click_said("Real dice")
    assert [row.real for row in faces(hands).rows] == [True, True]
    hands.press("escape")
    assert not isinstance(hands.play.match.game.past[-1].action, Attack)
    hands.point(hands.pixel((5, 3)))
    hands.click_said("Real dice")
    hands.press("1", "1", "return")
    attacked = next(each for each in hands.play.match.game.log if isinstance(each, Attacked))
    assert [die.face for die in attacked.dice] == [1, 1]


def test_who_rolls_is_chosen_in_the_menu(open_play: Callable[..., Hands]) -> None:
    hands = fight(open_play(), frozenset())
    hands.press("escape")
    row_click(hands, "Real dice")
    row_click(hands, "Ana")
    assert hands.play.match.real == {"ana"}
    row_click(hands, "All of Town")
    assert hands.play.match.real == {"team:town"}
    row_click(hands, "Clara")
    assert hands.play.match.real == {"ana"}
    hands.click_said("Done")
    assert not hands.play.stage.layers


def test_turning_creatures_and_teams_over(open_play: Callable[..., Hands]) -> None:
    battle = open_play().play.match.battle
    assert switched(frozenset(), battle, "team:town") == {"team:town"}
    assert switched(frozenset({"team:town"}), battle, "team:town") == frozenset()
    assert switched(frozenset({"ana"}), battle, "clara") == {"team:town"}
    assert switched(frozenset({"team:town"}), battle, "ana") == {"clara"}
    assert switched(frozenset({"gob"}), battle, "gob") == frozenset()


def test_a_game_with_typed_faces_is_played_again_from_its_save(crowded: Callable[..., Hands], tmp_path: Path) -> None:
    hands = crowded()
    hands.press("space", "3", "7", "1", "8", "5", "return")
    path = tmp_path / "kept.json"
    hands.play.match.save(path)
    back = load(path)
    assert back.notice is None
    assert back.game == hands.play.match.game


def test_who_rolls_and_what_teams_are_told_comes_back_with_a_saved_game(
    open_play: Callable[..., Hands], tmp_path: Path
) -> None:
    hands = fight(open_play(), frozenset({"team:town", "gob"}))
    hands.play.match.coach["wild"] = "off"
    hands.play.match.save(tmp_path / "kept.json")
    back = Match.resume(load(tmp_path / "kept.json"))
    assert back.real == {"team:town", "gob"}
    assert back.coach == {"wild": "off"}


def test_what_is_tied_is_asked_for_again(open_play: Callable[..., Hands], tmp_path: Path) -> None:
    path = tmp_path / "tied.toml"
    path.write_text(crowd().replace("value = 5,", "value = 6,"), encoding="utf-8")  # A is as quick as B
    hands = open_play(path=path, settings=ViewSettings(device="laptop", dice="people"))
    hands.press("space", "4", "4", "1", "1", "1", "return")
    assert [row.said for row in faces(hands).rows] == ["A0: initiative again, tied", "B1: initiative again, tied"]
    hands.press("2", "6", "return")
    order = hands.play.match.battle.order
    assert order.index("b") < order.index("a")


@pytest.mark.parametrize(("size", "px"), [((400, 300), 20), ((900, 200), 30), ((1200, 900), 18)])
def test_many_dice_scroll_so_that_the_one_in_hand_is_in_sight(size: tuple[int, int], px: int) -> None:
    import pygame

    rows = [DiceRow(f"Creature {n}: initiative", 12) for n in range(13)]
    asked = Faces(pygame.Rect(10, 10, *size), rows, px, lambda values: None)
    for face in range(1, 13):
        assert asked.rect.contains(asked.box_rect(asked.current))
        assert asked.rect.contains(asked.face_rect(12)) or size[1] < 300
        asked._put(face)
    assert asked.values[:12] == list(range(1, 13))


def test_the_begin_waits_for_the_dice_only_where_people_roll(open_play: Callable[..., Hands]) -> None:
    assert open_play().play.match.battle.phase == "fight"
    assert Begin() == open_play().play.match.game.past[0].action
    assert Ask("a", "attack", 8) != Ask("a", "attack", 8, 1)
