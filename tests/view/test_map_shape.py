"""Starting zones and the size of the map, in the real window: by mouse and by keyboard, at the table and in the lab."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from game.content.blank import blank, empty_map
from game.content.checking import check_file
from game.content.maps import load_map
from game.content.saves import load, save
from game.paths import user_maps
from game.rules.actions import Attack, Deploy, EditMap, EndTurn, GmDoor, GmMove, GmStructure, ResizeMap
from game.rules.engine import legal_actions
from game.view.render import scene_of_file
from game.view.screens import tables
from game.view.screens.lab import LabScreen
from game.view.screens.picture import reach_of
from game.view.widgets.button import Button
from game.view.widgets.number import Number
from tests.view.arena import last
from tests.view.conftest import SKIRMISH, Hands
from tests.view.test_gm_panel import edge_pixel, open_panel

Opens = Callable[..., Hands]


@pytest.fixture
def table(open_app: Opens) -> Opens:
    """Opens the app on an empty map."""
    def make(cols: int = 16, rows: int = 12) -> Hands:
        hands = open_app((1280, 720))
        hands.app.play_map(empty_map(cols, rows))
        hands.run()
        hands.play.master.toggle()
        hands.play.master.turn_to("creatures")
        hands.run()
        return hands

    return make


def zones(hands: Hands) -> dict[str, tuple[tuple[int, int], ...]]:
    return {each.id: each.zone for each in hands.play.match.battle.teams}


def size(hands: Hands) -> tuple[int, int]:
    grid = hands.play.match.battle.map
    return grid.cols, grid.rows


def colour(hands: Hands, cell: tuple[int, int]) -> tuple[int, ...]:
    box = hands.play.view.camera.rect(cell)
    return tuple(hands.picture().get_at((box.left + 3, box.top + 3)))


# --- starting zones --------------------------------------------------------------------------------------------------


def test_a_side_is_given_its_zone_and_placed_in_it(table: Opens, tmp_path: Path) -> None:
    hands = open_panel(table(), "Map")
    match = hands.play.match
    hands.click_said("Starting zone")
    plain = colour(hands, (2, 2))
    hands.drag(hands.pixel((1, 1)), hands.pixel((3, 2)))
    assert zones(hands)["players"] == ((1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2))
    assert colour(hands, (2, 2)) != plain, "the zone is shown"
    hands.click_said("Enemies")
    hands.drag(hands.pixel((3, 1)), hands.pixel((3, 2)))
    assert (len(zones(hands)["players"]), len(zones(hands)["enemies"])) == (4, 2)
    hands.click_said("nobody")
    hands.click_cell((1, 1))
    assert zones(hands)["players"] == ((2, 1), (1, 2), (2, 2))
    hands.click_said("Erase")
    hands.click_cell((2, 2))
    assert zones(hands)["players"] == ((2, 1), (1, 2))
    path = tmp_path / "zones.json"
    save(match.game, path)
    assert load(path).game == match.game
    hands.press("ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z")
    assert zones(hands) == {"players": (), "enemies": (), "others": ()}
    hands.press("ctrl+y")
    assert len(zones(hands)["players"]) == 6
    assert "The GM marks where Players may start (squares: 6)." in " ".join(hands.said())


def test_zones_by_keys_are_of_use_before_round_one(open_play: Opens, tmp_path: Path) -> None:
    path = tmp_path / "yard.toml"
    path.write_text(SKIRMISH.replace('name = "Town"\n', 'name = "Town"\nzone = ["A8"]\n').replace('at = "E4"\n', ""),
                    encoding="utf-8")
    hands = open_play(path=path)
    match = hands.play.match
    assert match.battle.phase == "deploy"
    hands.press("f9", "right", "right", "right", "escape", "9", "g")
    hands.type("E1")
    hands.press("return", "return", "right", "right", "return")
    assert last(hands) == EditMap("zone", ((4, 0), (5, 0), (6, 0)), team="town")
    assert {each.cell for each in legal_actions(match.battle) if isinstance(each, Deploy)} >= {(5, 0)}
    hands.press("f9", "g")
    hands.type("F1")
    hands.press("return", "return")
    assert match.battle["ana"].cell == (5, 0)
    hands.press("space")
    assert match.battle.phase == "fight"
    hands.press("f9")
    hands.click_cell((6, 0))
    assert "already begun" in hands.play.toast_said
    assert zones(hands)["town"] == ((4, 0), (5, 0), (6, 0), (0, 7))


# --- the size --------------------------------------------------------------------------------------------------------


def test_the_map_grows_by_mouse_as_one_step(table: Opens, tmp_path: Path) -> None:
    hands = open_panel(table(), "Map")
    match = hands.play.match
    hands.drag(edge_pixel(hands, 3, 2), edge_pixel(hands, 9, 6))
    done = match.game.done
    hands.click_said("16 x 12…")
    dialog = hands.screen.stage.layers[-1]
    top, right, _, left = [each for each in dialog.walk() if isinstance(each, Number)]
    for field, button, clicks in ((top, 1, 2), (right, 0, 3), (left, 1, 1)):
        for _ in range(clicks):
            hands.click([each for each in field.walk() if isinstance(each, Button)][button].rect.center)
    hands.click_said("Change")
    assert not hands.screen.stage.layers
    assert last(hands) == ResizeMap(top=2, right=-3, left=1)
    assert size(hands) == (14, 14)
    assert match.game.done == done + 1
    assert match.battle.structures[0].segment == (4, 4, 5, 4)
    assert "14 x 14…" in hands.said()
    grid, inner = match.battle.map, hands.play.view.inner
    whole = hands.play.view.camera.rect((0, 0)).union(hands.play.view.camera.rect((grid.cols - 1, grid.rows - 1)))
    assert inner.contains(whole), "the whole map is shown"
    path = tmp_path / "size.json"
    save(match.game, path)
    assert load(path).game == match.game
    assert load(path).game.battle.map == match.battle.map
    hands.press("ctrl+z")
    assert size(hands) == (16, 12)
    hands.press("ctrl+y")
    assert size(hands) == (14, 14)


def test_the_map_shrinks_by_keys_and_says_why_not(open_play: Opens) -> None:
    hands = open_play()
    hands.press("f9", "right", "right", "right", "escape", "g")
    hands.type("N8")
    hands.press("return")
    assert hands.play.aim.cell == (13, 7)
    hands.click_said("14 x 8…")
    hands.press("tab", "ctrl+a")
    hands.type("-3")
    hands.press("return")
    assert hands.play.toast_said == "This would fall off the map: Goblin 2"
    assert hands.screen.stage.layers, "to be asked again"
    hands.press("ctrl+a")
    hands.type("-2")
    hands.press("tab", "ctrl+a")
    hands.type("1")
    hands.press("return")
    assert last(hands) == ResizeMap(right=-2, bottom=1)
    assert size(hands) == (12, 9)
    assert hands.play.aim.cell is None, "the cursor is on no square that is gone"
    hands.press("right", "down", "ctrl+z")
    assert size(hands) == (14, 8)


def test_masks_follow_the_size_in_the_same_frame(open_play: Opens) -> None:
    hands = open_play()
    play = hands.play
    before = reach_of(play.match.battle, play.aim)
    frames = hands.app.frames
    assert play.do(ResizeMap(left=2, top=1))
    hands.app.turn(wait=False)
    after = reach_of(play.match.battle, play.aim)
    assert hands.app.frames - frames <= 1
    assert before is not None
    assert after is not None
    assert (after.reachable[1:, 2:] >= before.reachable).all()
    assert after.reachable.shape == (9, 16)


def test_a_kept_map_keeps_zones_size_and_what_is_broken(open_play: Opens) -> None:
    hands = open_panel(open_play(), "Map")
    battle = hands.play.match.battle
    for act in (ResizeMap(right=3, top=1), GmStructure("wall-c5", left=3), GmStructure("tree-g4", "broken"),
                GmDoor("door-c5", "open")):
        hands.play.do(act)
    battle = hands.play.match.battle.but(teams=(replace(battle.teams[0], zone=((0, 0), (1, 0))), battle.teams[1]))
    tables.keep_map(hands.play, battle)
    hands.press("ctrl+a")
    hands.type("Kept")
    hands.press("return")
    path = user_maps() / "Kept.toml"
    assert check_file(path) == ()
    found = load_map(path)
    assert found.grid == battle.map
    assert found.structures == battle.structures
    assert found.teams == battle.teams
    assert blank(found).teams == battle.teams


# --- the lab ---------------------------------------------------------------------------------------------------------


def test_the_lab_has_zones_and_sizes_too(open_app: Opens) -> None:
    hands = open_app((1280, 720))
    hands.app.show(LabScreen(hands.app, blank(empty_map(16, 12))))
    hands.run()
    lab = hands.screen
    assert isinstance(lab, LabScreen)
    lab.point((3.0, 3.0))
    lab.change(spot=(3.0, 3.0))
    lab.pin()
    hands.press("z")
    assert lab.brush.hand.kind == "zone"
    hands.click_said("Enemies")
    start, end = (lab.view.camera.rect(cell).center for cell in ((4, 4), (6, 5)))
    hands.drag(start, end)
    assert lab.battle.teams[1].zone == ((4, 4), (5, 4), (6, 4), (4, 5), (5, 5), (6, 5))
    with_zone = hands.picture()
    lab.hold("aim")
    hands.run()
    box = lab.view.camera.rect((5, 5))
    assert with_zone.get_at((box.left + 3, box.top + 3)) != hands.picture().get_at((box.left + 3, box.top + 3))
    lab.hold("brush")
    hands.run()
    hands.click_said("16 x 12…")
    hands.press("ctrl+a")
    hands.type("2")
    hands.press("return")
    assert (lab.battle.map.cols, lab.battle.map.rows) == (16, 14)
    assert lab.battle.teams[1].zone[0] == (4, 6)
    assert not lab.pins
    hands.press("9")
    assert lab.tool == "ally"
    hands.press("ctrl+z")
    assert lab.battle.map.rows == 12


def test_why_shows_the_map_as_large_as_it_was(open_play: Opens) -> None:
    hands = open_play()
    play = hands.play
    for act in (GmMove("gob", (5, 3)), Attack("ana", "gob", "sword"), ResizeMap(left=2, bottom=1)):
        if play.match.active.id != "ana" and isinstance(act, Attack):
            play.do(EndTurn(play.match.active.id))
        play.do(act)
    hands.run()
    assert play.view.shape == (9, 16)
    play.why.ask(line_with(hands, "Attacked"))
    hands.run()
    assert play.why.scene().grid.shape == (8, 14)
    assert play.view.shape == (8, 14)
    play.why.ask(None)
    hands.run()
    assert play.view.shape == (9, 16)


def line_with(hands: Hands, kind: str) -> tuple[int, int]:
    """The line of the log that tells of the last event of a kind."""
    return next((n, m) for n, step in reversed([*enumerate(hands.play.match.shown.past)])
                for m, event in enumerate(step.events) if type(event).__name__ == kind)


def test_a_picture_of_a_map_shows_where_sides_start(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text('[map]\ncells = """\n....\n....\n"""\n[[team]]\nid = "a"\nname = "A"\n'
                    '[[team]]\nid = "b"\nname = "B"\nzone = ["B1:C2"]\n', encoding="utf-8")
    assert scene_of_file(path).zones == ((1, ((1, 0), (2, 0), (1, 1), (2, 1))),)
