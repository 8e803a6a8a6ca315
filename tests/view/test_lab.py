"""The Area lab, by mouse and by keyboard; what it copies, keeps and compares."""

import json
import shlex
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.cli import main
from game.content import lab
from game.content.blank import blank, empty_map
from game.content.saves import load
from game.content.scenarios import load_scenario
from game.paths import maps
from game.rules.actions import EditMap, EndTurn
from game.rules.dice import SeededDice
from game.rules.history import Game
from game.rules.state import Battle
from game.spatial.grid import Cell
from game.view.camera import cells_of
from game.view.screens import trying
from game.view.screens.lab import LabScreen
from game.view.screens.title import TitleScreen
from game.view.settings import ViewSettings
from game.view.widgets import clipboard
from tests.view.conftest import Hands

Opens = Callable[..., Hands]


@pytest.fixture
def open_lab(open_app: Opens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Opens:
    """Opens the app on the lab."""
    for place in ("game.content.lab.user_data", "game.view.screens.lab_dialogs.user_data"):
        monkeypatch.setattr(place, lambda: tmp_path / "data")

    def make(battle: Battle | None = None, size: tuple[int, int] = (1280, 720),
             settings: ViewSettings | None = None) -> Hands:
        hands = open_app(size, settings)
        hands.app.show(LabScreen(hands.app, battle))
        hands.run()
        return hands

    return make


def room(hands: Hands) -> LabScreen:
    assert isinstance(hands.screen, LabScreen)
    return hands.screen


def at(hands: Hands, x: float, y: float) -> tuple[int, int]:
    """A place of the map, in metres, as a pixel."""
    return room(hands).view.camera.point(x, y)


def lit(hands: Hands) -> set[Cell]:
    seen = room(hands).seen()
    return set() if seen is None else set(cells_of(seen.mask))


def until(hands: Hands, done: Callable[[], bool]) -> None:
    for _ in range(400):
        if done():
            return
        time.sleep(0.01)
        hands.run()
    raise AssertionError("it takes too long")


# --- the way in ------------------------------------------------------------------------------------------------------


def test_the_lab_opens_from_the_title_and_leads_back(open_app: Opens) -> None:
    hands = open_app()
    hands.app.show_title()
    hands.run()
    hands.click_said("Area lab")
    assert room(hands).battle.map.shape == (16, 24)
    hands.press("escape")
    hands.click_said("Back to the title")
    assert isinstance(hands.screen, TitleScreen)


def test_a_position_of_a_game_and_back_to_the_same_game(open_play: Opens) -> None:
    hands = open_play()
    play, game = hands.play, hands.play.match.game
    hands.press("escape")
    hands.click_said("Look at this position in the lab")
    assert [each.name for each in room(hands).battle.present()] == ["Ana", "Clara", "Goblin 1", "Goblin 2"]
    hands.press("1")
    hands.drag(at(hands, 2, 6), at(hands, 6, 6))
    assert len(room(hands).battle.structures) > len(game.battle.structures)
    hands.press("escape", "escape")
    hands.click_said("Back to the game")
    assert hands.play is play
    assert play.match.game is game


def test_the_lab_shows_no_hidden_creature(open_play: Opens) -> None:
    hands = open_play()
    play = hands.play
    battle = play.match.battle
    play.match.game = Game(battle.with_combatant(battle["gob2"].but(hidden=True)))
    play.refresh_aim()
    hands.press("escape")
    hands.click_said("Look at this position in the lab")
    assert "Goblin 2" not in {each.name for each in room(hands).battle.combatants}
    assert all(each.who != "gob2" for each in room(hands).tokens())


# --- aiming ----------------------------------------------------------------------------------------------------------


def test_by_mouse_the_origin_follows_is_fixed_and_turns(open_lab: Opens) -> None:
    hands = open_lab()
    hands.point(at(hands, 6.1, 5.2))
    assert len(lit(hands)) == 32
    assert "32 squares" in hands.said()
    hands.point(at(hands, 8.1, 5.2))
    assert room(hands).setup.spot == (8.0, 5.0)
    hands.click(at(hands, 8.1, 5.2))
    hands.point(at(hands, 12.5, 9.5))
    assert room(hands).setup.spot == (8.0, 5.0)
    hands.click_said("Cone")
    hands.click(at(hands, 8.1, 5.2))
    hands.click(at(hands, 4.5, 5.0), button=3)
    hands.click(at(hands, 8, 5))
    hands.point(at(hands, 8.0, 11.0))
    assert room(hands).setup.direction == (0, 1)
    hands.click(at(hands, 8, 11))
    hands.point(at(hands, 14, 5))
    assert room(hands).setup.direction == (0, 1)
    hands.press("e")
    assert room(hands).setup.turn == 5


def test_by_keyboard_alone(open_lab: Opens) -> None:
    hands = open_lab()
    hands.press("right", "down", "return")
    setup = room(hands).setup
    assert setup.spot is not None
    assert len(lit(hands)) == 32
    hands.press(".", "r", "w", "o")
    setup = room(hands).setup
    assert (setup.size, setup.counting, setup.passage, setup.origin) == (4.0, "any", "straight", "cell")
    hands.press("right", "return", "page up")
    assert room(hands).setup.height == 1.5
    hands.press(",", "page down", "p")
    assert (room(hands).setup.size, room(hands).setup.height, len(room(hands).pins)) == (3.0, None, 1)
    hands.press("9", "right", "right", "return")
    assert [each.name for each in room(hands).battle.present()] == ["Ally"]
    hands.press("1", "return", "right", "down", "return")
    assert room(hands).battle.structures
    hands.press("ctrl+z", "ctrl+z")
    assert not room(hands).battle.structures
    assert not [*room(hands).battle.present()]


def test_the_wheel_turns_and_grows(open_lab: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = open_lab()
    hands.click_said("Cone")
    hands.point(at(hands, 6, 6))
    for mod, field, before, after in ((pygame.KMOD_SHIFT, "size", 3.0, 4.0), (pygame.KMOD_CTRL, "turn", 0, 15)):
        assert getattr(room(hands).setup, field) == before
        monkeypatch.setattr(pygame.key, "get_mods", lambda mod=mod: mod)
        hands.wheel(1)
        assert getattr(room(hands).setup, field) == after


@pytest.mark.parametrize("said", ["Circle", "Cone", "Line", "Square", "Cylinder", "Sphere", "Cube", "Cone in rows"])
@pytest.mark.parametrize("origin", ["corner", "cell", "edge"])
def test_every_shape_from_every_kind_of_origin(open_lab: Opens, said: str, origin: str) -> None:
    hands = open_lab()
    hands.press("9")
    hands.click(at(hands, 8.5, 6.5))
    hands.press("escape")
    hands.click_said(said)
    while room(hands).setup.origin != origin:
        hands.press("o")
    if origin == "edge":
        hands.click(at(hands, 8.5, 6.5))
        assert room(hands).setup.who == "ally"
    hands.click(at(hands, 10.1, 6.4))
    hands.click(at(hands, 14.5, 6.5))
    assert lit(hands)
    hands.press("ctrl+c")
    assert clipboard.get().startswith("flanco mask area ")


def test_an_aura_and_a_free_set(open_lab: Opens) -> None:
    hands = open_lab()
    hands.press("0")
    hands.click(at(hands, 8.5, 6.5))
    hands.press("escape")
    hands.click_said("Aura")
    assert not lit(hands)
    hands.click(at(hands, 8.5, 6.5))
    assert (8, 6) in lit(hands)
    hands.click_said("Free squares")
    for x in (3, 4, 5, 4):
        hands.click(at(hands, x + 0.5, 2.5))
    assert lit(hands) == {(3, 2), (5, 2)}


# --- the position ----------------------------------------------------------------------------------------------------


def test_walls_by_brush_cut_the_area_and_are_shown(open_lab: Opens) -> None:
    hands = open_lab()
    hands.press("1")
    hands.drag(at(hands, 12, 0), at(hands, 12, 16))
    hands.press("escape")
    hands.click(at(hands, 11, 8))
    seen = room(hands).seen()
    assert seen is not None
    assert seen.cut.any()
    assert seen.barriers
    assert all(x < 12 for x, _ in lit(hands))
    assert any(each.startswith("cut off: ") for each in hands.said())
    hands.point(at(hands, 13.5, 8.5))
    assert any("total cover from the origin: wall between L9 and M9" in each for each in hands.said())


def test_creatures_by_click_are_named_allies_first(open_lab: Opens) -> None:
    hands = open_lab()
    hands.press("0")
    hands.click(at(hands, 6.5, 5.5))
    hands.click_said("2")
    hands.click(at(hands, 7.5, 6.5))
    hands.press("9")
    hands.click_said("1")
    hands.click(at(hands, 5.5, 4.5))
    hands.press("escape")
    hands.click(at(hands, 7, 6))
    said = hands.said()
    assert said.index("allies 1: Ally") < said.index("enemies 2: Enemy, Enemy 2")
    hands.drag(at(hands, 5.5, 4.5), at(hands, 20.5, 12.5))
    assert "enemies 2: Enemy, Enemy 2" in hands.said()
    assert "allies 1: Ally" not in hands.said()
    hands.point(at(hands, 6.5, 5.5))
    hands.press("delete")
    assert any(each.startswith("enemies 1: ") for each in hands.said())


# --- copies ----------------------------------------------------------------------------------------------------------


def test_the_copied_command_lights_what_is_lit(open_lab: Opens, capfd: pytest.CaptureFixture[str]) -> None:
    """On a map with walls and creatures drawn in the lab."""
    hands = open_lab()
    hands.press("1")
    hands.drag(at(hands, 10, 3), at(hands, 10, 9))
    hands.press("4")
    hands.click(at(hands, 7.5, 7.5))
    hands.press("9")
    hands.click(at(hands, 5.5, 6.5))
    hands.press("escape", "o", "o")
    for shape in ("Cone", "Line", "Circle"):
        hands.click_said(shape)
        if not room(hands).setup.who:
            hands.click(at(hands, 5.5, 6.5))
        hands.click(at(hands, 9.0, 6.2))
        hands.press(".", ".", "e", "r", "ctrl+c")
        capfd.readouterr()
        assert main([*shlex.split(clipboard.get())[1:], "--format", "json"]) == 0
        values = np.array(json.loads(capfd.readouterr().out)["values"], np.bool_)
        assert set(cells_of(values)) == lit(hands)
        assert lit(hands)


def test_text_and_picture(open_lab: Opens, tmp_path: Path) -> None:
    hands = open_lab()
    hands.click(at(hands, 7, 6))
    hands.click_said("Copy as text")
    assert "squares: 32" in clipboard.get()
    assert ".####." in clipboard.get()
    hands.click_said("Picture")
    made = pygame.image.load(str(tmp_path / "data" / "lab" / "area-1.png"))
    assert made.get_size() == room(hands).view.area.size


# --- comparing -------------------------------------------------------------------------------------------------------


def test_up_to_six_pins_are_compared(open_lab: Opens) -> None:
    hands = open_lab()
    hands.press("0")
    hands.click(at(hands, 6.5, 5.5))
    hands.press("escape")
    for x in range(4, 11):
        hands.click(at(hands, x, 6))
        hands.press("p")
    assert len(room(hands).pins) == 6
    assert "Six" in room(hands).toast_said
    assert "squares 32 · enemies 1 · allies 0" in hands.said()
    hands.click(at(hands, 20, 3))
    room(hands).take(room(hands).pins[0])
    hands.run()
    assert room(hands).setup.spot == (4.0, 6.0)
    room(hands).unpin(0)
    assert len(room(hands).pins) == 5


def test_the_best_list_and_the_heat_map(open_lab: Opens) -> None:
    hands = open_lab()
    for key, x, y in (("9", 3.5, 3.5), ("0", 9.5, 6.5), ("0", 11.5, 6.5), ("9", 10.5, 3.5)):
        hands.press(key)
        hands.click(at(hands, x, y))
    hands.press("escape", "b", "h")
    until(hands, lambda: room(hands).found is not None)
    found = room(hands).found
    assert found is not None
    assert len(found.best[0].enemies) == 2
    hands.press("tab")
    for _ in range(80):
        if room(hands).stage.focus is not None and type(room(hands).stage.focus).__name__ == "Listing":
            break
        hands.press("tab")
    hands.press("return")
    assert not room(hands).list_best
    seen = room(hands).seen()
    assert seen is not None
    assert (len(seen.foes), seen.allies) == (2, found.best[0].allies)
    hands.point(at(hands, 9.5, 6.5))
    assert any("from here: 2" in each for each in hands.said())


def test_asking_again_after_a_change_gives_up_the_old_work(open_lab: Opens) -> None:
    hands = open_lab()
    for key, x in (("9", 3.5), ("0", 9.5)):
        hands.press(key)
        hands.click(at(hands, x, 6.5))
    hands.press("escape", "h")
    until(hands, lambda: room(hands).found is not None)
    first = room(hands).found
    hands.press(".")
    assert room(hands).found is not first
    until(hands, lambda: room(hands).found is not None)
    hands.press(".")
    room(hands).ask_best()
    room(hands).cancel_work()
    assert not room(hands).heat


def test_the_lens_shows_what_differs_and_four_at_once(open_lab: Opens) -> None:
    hands = open_lab()
    hands.click(at(hands, 10, 8))
    before = pygame.surfarray.array3d(hands.picture())
    hands.press("x")
    assert any("the centre inside" in each for each in hands.said())
    differing = pygame.surfarray.array3d(hands.picture())
    hands.press("x")
    four = pygame.surfarray.array3d(hands.picture())
    assert (before != differing).any()
    assert (differing != four).any()
    found = room(hands).lens()
    assert found is not None
    assert {"steps-uniform", "steps-alternating", "centre-none"} <= {each.key for each in found.variants}
    hands.press("x")
    assert room(hands).lens_mode == 0


def test_row_cones_have_six_cells_at_length_three_in_every_direction(open_lab: Opens) -> None:
    hands = open_lab()
    hands.click_said("Cone in rows")
    hands.click(at(hands, 10, 8))
    hands.press("escape", "return")
    for _ in range(16):
        hands.press("e")
        assert len(lit(hands)) == 6


def test_the_side_view(open_lab: Opens) -> None:
    battle = Game(blank(empty_map(16, 12))).do(
        EditMap("height", tuple((x, y) for x in (9, 10) for y in range(12)), (), "", 2.0), SeededDice(1)).battle
    hands = open_lab(battle)
    hands.click_said("Sphere")
    hands.click(at(hands, 6, 5))
    hands.press("s")
    assert room(hands).section is not None
    section = room(hands).section[1]  # type: ignore[index]
    assert (9.0, 2.0) in section.ground
    assert section.fills
    flat = [each for each in section.fills if each[0] == 6.0]
    hands.press("page up", "page up")
    raised = [each for each in room(hands).section[1].fills if each[0] == 6.0]  # type: ignore[index]
    assert raised[0][2] == flat[0][2] + 1
    hands.press("s")
    assert room(hands).side_rect.height == 0


def test_alt_shows_how_much_of_each_square_is_inside(open_lab: Opens) -> None:
    hands = open_lab()
    hands.click(at(hands, 10, 8))
    hands.point(at(hands, 7.5, 6.5))
    hands.post(pygame.KEYDOWN, key=pygame.K_LALT, mod=0, unicode="", scancode=0)
    hands.run()
    assert any("% of it inside" in each for each in hands.said())
    hands.post(pygame.KEYUP, key=pygame.K_LALT, mod=0, unicode="", scancode=0)
    hands.run()
    assert not any("% of it inside" in each for each in hands.said())


def test_a_power_of_a_creature_with_its_damage(open_lab: Opens) -> None:
    battle = load_scenario(maps() / "sorcerers.toml")
    hands = open_lab(battle)
    who, power = next((who, power) for who in battle.present() for power in lab.powers_of(who)
                      if power.shape is not None and power.shape.form not in ("aura", "free")
                      and lab.damage_of(battle, lab.of_power(battle, who.id, power), ()) is not None)
    setup = lab.of_power(battle, who.id, power)
    foe = next(each for each in battle.present() if each.team != who.team)
    assert foe.cell is not None
    room(hands).take(replace(setup, origin="cell", spot=(float(foe.cell[0]), float(foe.cell[1])), passage="none"))
    hands.run()
    seen, harm = room(hands).seen(), lab.damage_of(battle, room(hands).setup, (foe.id,))
    assert seen is not None
    assert foe.id in seen.foes
    assert harm
    assert any(each.startswith("damage on average: ") for each in hands.said())


# --- faults that people have reported of other programs --------------------------------------------------------------


def walled(*edges: tuple[int, int, int, int]) -> Battle:
    return Game(blank(empty_map(24, 16))).do(EditMap("wall", (), edges), SeededDice(1)).battle


@pytest.mark.parametrize("zoom", [0, 2, -3, 5])
def test_a_centre_is_never_taken_for_a_corner_at_any_zoom(open_lab: Opens, zoom: int) -> None:
    hands = open_lab()
    room(hands).view.zoom(room(hands).battle.map, 1.07 ** zoom, at(hands, 5.5, 5.5))
    hands.press("o", "r", ",", ",")
    hands.click(at(hands, 5.5, 5.5))
    assert lit(hands) == {(x, y) for x in (4, 5, 6) for y in (4, 5, 6)}


def test_a_burst_in_a_closed_room_lights_the_room_and_nothing_else(open_lab: Opens) -> None:
    hands = open_lab(walled((2, 2, 7, 2), (7, 2, 7, 7), (2, 7, 7, 7), (2, 2, 2, 7)))
    hands.press(".", ".", ".", ".", "r")
    hands.click(at(hands, 4, 4))
    assert lit(hands) == {(x, y) for x in range(2, 7) for y in range(2, 7)}


def test_a_burst_before_a_gap_in_a_wall_lights_only_what_it_sees(open_lab: Opens) -> None:
    hands = open_lab(walled((6, 0, 6, 5), (6, 6, 6, 12)))
    hands.press(".", ".", ".", "w")
    hands.click(at(hands, 4, 5))
    assert {cell for cell in lit(hands) if cell[0] >= 6} == {
        (6, 5), (7, 5), (8, 5), (9, 5), (7, 6), (8, 6), (9, 6)}


def test_one_square_of_a_big_creature_is_enough(open_lab: Opens) -> None:
    hands = open_lab()
    hands.press("0")
    hands.click_said("4")
    hands.click(at(hands, 10.5, 10.5))
    hands.press("escape")
    hands.click_said("Square")
    hands.press(",")
    hands.click(at(hands, 10, 10))
    assert lit(hands) == {(9, 9), (10, 9), (9, 10), (10, 10)}
    assert "enemies 1: Enemy" in hands.said()


def test_a_square_of_four_has_sixteen_squares_wherever_it_is_dropped(open_lab: Opens) -> None:
    hands = open_lab()
    hands.click_said("Square")
    hands.press(".")
    for key in ("", "o"):
        if key:
            hands.press(key)
        hands.click(at(hands, 6.4, 6.4))
        assert len(lit(hands)) == 16
        hands.press("escape")


def test_an_aura_is_measured_from_the_outer_edge(open_lab: Opens) -> None:
    hands = open_lab()
    hands.press("9")
    hands.click_said("2")
    hands.click(at(hands, 4.5, 4.5))
    hands.press("escape", ",", ",", "r")
    hands.click_said("Aura")
    hands.click(at(hands, 5.5, 5.5))
    assert lit(hands) == {(x, y) for x in range(3, 7) for y in range(3, 7)}


def test_cover_against_an_area_is_counted_from_its_origin(open_lab: Opens) -> None:
    hands = open_lab(walled((4, 0, 4, 10)))
    hands.click(at(hands, 8, 5))
    hands.point(at(hands, 9.5, 5.5))
    assert any("no cover from the origin" in each for each in hands.said())


def test_a_cone_ahead_hits_neither_its_caster_nor_those_beside(open_lab: Opens) -> None:
    hands = open_lab()
    hands.press("9")
    hands.click(at(hands, 5.5, 5.5))
    hands.press("0")
    for y in (4.5, 6.5):
        hands.click(at(hands, 5.5, y))
    hands.press("escape", "o", "o")
    hands.click_said("Cone")
    hands.click(at(hands, 5.5, 5.5))
    hands.click(at(hands, 9.5, 5.5))
    assert lit(hands)
    assert all(x >= 6 for x, _ in lit(hands))
    assert "enemies 0: –" in hands.said()


# --- in a game: where to stand, what if ------------------------------------------------------------------------------


def test_where_to_stand_is_worked_out_beside_the_game(open_play: Opens) -> None:
    hands = open_play()
    play = hands.play
    hands.press("h")
    until(hands, lambda: play.standing.found is not None)
    hands.point(play.view.camera.rect((5, 5)).center)
    said = hands.said()
    assert "Where to stand" in said
    assert any(each.startswith("F6, ") for each in said)
    values = play.standing.values()
    assert values is not None
    assert np.isfinite(values).sum() > 10
    for said in "given less taken", "chance to hit", "damage given":
        hands.click_said(said)
    assert "damage taken" in hands.said()
    found = play.standing.found
    assert found is not None
    assert np.array_equal(play.standing.values()[found.reachable], found.taken[found.reachable])  # type: ignore[index]
    hands.click_said("damage taken")
    assert "given less taken" in hands.said()
    before = play.standing.found
    play.end_turn()
    play.end_turn()
    hands.run()
    until(hands, lambda: play.standing.found is not None and play.standing.found is not before)
    assert play.standing.found is not None
    assert play.standing.found.who == play.match.active.id  # type: ignore[union-attr]
    hands.press("h")
    assert not play.standing.panel.visible
    assert play.view.under is None


def test_where_to_stand_is_not_told_without_the_coach(open_play: Opens) -> None:
    hands = open_play(settings=ViewSettings(animations=False, coach="legal"))
    hands.press("h")
    assert not hands.play.standing.on
    assert hands.play.toast_said


def test_what_if_plays_on_with_the_same_dice_and_leads_back(open_play: Opens, yard: Path) -> None:
    """Nothing is saved over: the game in progress is the one that was left."""
    hands = open_play()
    play = hands.play
    enemy = play.match.battle["gob"]
    assert enemy.cell is not None
    while play.match.active is not None and play.match.active.id != "ana":
        play.do(EndTurn(play.match.active.id))
    play.point(enemy.cell)
    play.act_at(enemy.cell)
    rolled = play.match.game.steps[-1].dice
    assert rolled
    hands.press("ctrl+z")
    play.match.settle()
    kept = play.match.autosave.read_bytes()
    game = play.match.game
    hands.press("escape")
    hands.click_said("What if…")
    hands.click_said("From now")
    trial = hands.play
    assert trial is not play
    assert "Back to the game" in hands.said()
    trial.point(enemy.cell)
    trial.act_at(enemy.cell)
    assert trial.match.game.steps[-1].dice == rolled
    hands.press("ctrl+z", "ctrl+z")
    assert trial.match.game.done == game.done
    hands.click_said("Back to the game")
    assert hands.play is play
    assert play.match.game is game
    play.match.settle()
    assert play.match.autosave.read_bytes() == kept


def test_what_if_from_an_earlier_turn(open_play: Opens) -> None:
    hands = open_play()
    play = hands.play
    first = play.match.active
    for _ in range(2):
        play.end_turn()
        play.end_turn()
    assert first is not None
    assert play.match.active is not first
    hands.press("escape")
    hands.click_said("What if…")
    hands.click_said(f"Round 1, turn of {first.name}")
    assert hands.play.match.active is not None
    assert hands.play.match.active.id == first.id
    assert hands.play.match.game.done < play.match.game.done


def test_what_if_from_before_a_line_of_the_log(open_play: Opens) -> None:
    hands = open_play()
    play = hands.play
    for _ in range(2):
        play.end_turn()
        play.end_turn()
    hands.press("l")
    play.why.ask((play.match.game.done - 1, 0))
    play.toggle_drawer()
    hands.run()
    trying.choose(play)
    hands.run()
    hands.click_said("From before the line that is shown")
    assert hands.play is not play
    assert hands.play.match.game.done == play.match.game.done - 1


def test_a_what_if_that_is_left_for_the_title_keeps_the_game(open_play: Opens) -> None:
    hands = open_play()
    play = hands.play
    hands.press("escape")
    hands.click_said("What if…")
    hands.click_said("From now")
    hands.play.end_turn()
    hands.play.end_turn()
    hands.app.show_title()
    hands.run()
    assert load(play.match.autosave).game.done == play.match.game.done
    assert isinstance(hands.screen, TitleScreen)


def test_the_keys_lead_to_the_rules(open_lab: Opens) -> None:
    hands = open_lab()
    hands.press("f1")
    assert "the side view" in hands.said()
    hands.click_said("Rules")
    hands.type("SIT-7")
    assert any(each.startswith("SIT-7 · ") for each in hands.said())
