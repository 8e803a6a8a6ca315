"""Whole games in the real window loop, by events alone: once with the mouse, once with the keyboard."""

import errno
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.content import saves
from game.content.saves import saves_folder
from game.content.scenarios import find_scenario
from game.rules.actions import Attack, Deploy
from game.rules.bodies import movement_of
from game.rules.deployment import places_for
from game.rules.dice import ScriptedDice
from game.rules.state import Battle, Combatant
from game.spatial.grid import Cell, cell_name
from game.texts import language, set_language, tr
from game.view.camera import at, cells_of
from game.view.match import Match
from game.view.screens import menus, picture
from game.view.screens.play import PlayScreen
from game.view.screens.title import TitleScreen
from game.view.widgets.entry import Entry
from game.view.widgets.listing import Listing
from tests.view.conftest import Hands

MOST_ACTS = 400


def far(battle: Battle, who: Combatant, cell: Cell) -> int:
    """Squares from a cell to the nearest enemy."""
    return min(max(abs(cell[0] - each.cell[0]), abs(cell[1] - each.cell[1]))
               for each in battle.present() if each.team != who.team and each.cell is not None)


def good_place(match: Match) -> Cell | None:
    """Where to walk: nearer to the enemies than now."""
    battle, who = match.battle, match.active
    assert who is not None
    assert who.cell is not None
    if not battle.turn.may_move:
        return None
    field = movement_of(battle, who.id)
    cells = [each for each in cells_of(field.reachable) if each != who.cell]
    best = min(cells, key=lambda each: (far(battle, who, each), at(field.cost, each)), default=None)
    return best if best is not None and far(battle, who, best) < far(battle, who, who.cell) else None


def good_target(match: Match) -> Combatant | None:
    """Someone who can be attacked now."""
    for option in match.options():
        for id in match.targets(option):
            return match.battle[id]
    return None


def safe_enemies(match: Match) -> list[Combatant]:
    """Those who cannot be attacked now."""
    within = {id for option in match.options() for id in match.targets(option)}
    return [each for each in match.battle.present()
            if match.active is not None and each.team != match.active.team and each.id not in within]


@pytest.fixture
def from_title(open_app: Callable[..., Hands], yard: Path, monkeypatch: pytest.MonkeyPatch) -> Hands:
    """The app on the title, with the small scenario to choose."""
    monkeypatch.setattr("game.view.shelf.maps", lambda: yard.parent)
    hands = open_app()
    hands.app.show_title()
    hands.run()
    assert isinstance(hands.screen, TitleScreen)
    return hands


def test_a_whole_game_by_mouse(from_title: Hands) -> None:
    hands = from_title
    hands.click_said("Yard")
    play = hands.play
    match = play.match
    assert match.battle.phase == "fight"
    start = match.game

    # walk: point, see the way and its cost, click
    place = good_place(match) or cells_of(movement_of(match.battle, match.active.id).reachable)[0]
    hands.point(hands.pixel(place))
    assert play.seen.path[-1] == place
    who = match.active
    hands.click_cell(place)
    assert match.battle[who.id].cell == place

    # undo and redo by their buttons
    walked = match.game.battle
    hands.press("ctrl+z")
    assert match.battle == start.battle
    hands.press("ctrl+y")
    assert match.battle == walked

    fight_by_mouse(hands)
    assert match.battle.phase == "over"
    assert any(said.startswith("Victory") for said in hands.said())
    hands.click_said("Look at the map")
    assert not play.stage.layers
    hands.click_said("Back to the title")
    assert isinstance(hands.screen, TitleScreen)
    assert any("Continue" in said for said in hands.said())


def fight_by_mouse(hands: Hands) -> None:
    """Click until somebody has won."""
    match = hands.play.match
    for _ in range(MOST_ACTS):
        if match.battle.phase == "over":
            return
        before = match.game
        target, place = good_target(match), good_place(match)
        if target is not None:
            hands.point(hands.pixel(target.cell))
            assert hands.play.seen.sheet is not None
            assert hands.play.side.visible
            hands.click_cell(target.cell)
            assert isinstance(match.game.past[-1].action, Attack)
        elif place is not None:
            hands.click_cell(place)
        else:
            hands.click_said("End turn")
            if match.game is before:
                hands.click_said("End turn")
        assert match.game is not before
    raise AssertionError("nobody has won")


def test_a_whole_game_by_keyboard(from_title: Hands) -> None:
    hands = from_title
    hands.press("down", "return")
    play = hands.play
    match = play.match
    start = match.game

    # the cursor starts at the active creature; arrows move it, Enter walks there
    who = match.active
    field = movement_of(match.battle, who.id)
    beside = [(name, (who.cell[0] + dx, who.cell[1] + dy)) for name, dx, dy in
              (("left", -1, 0), ("right", 1, 0), ("up", 0, -1), ("down", 0, 1))]
    name, cell = next((n, c) for n, c in beside if c in match.battle.grid and at(field.reachable, c))
    hands.press(name, "return")
    assert match.battle[who.id].cell == cell
    hands.press("ctrl+backspace")
    assert match.battle == start.battle

    # save by name
    hands.press("ctrl+s")
    hands.press("ctrl+a")
    hands.type("Minha gravação")
    hands.press("return")
    path = saves_folder() / "Minha gravação.json"
    assert saves.load(path).game == match.game

    fight_by_keyboard(hands)
    assert match.battle.phase == "over"
    assert any(said.startswith("Victory") for said in hands.said())
    hands.press("escape")

    # open the save again
    hands.press("ctrl+o")
    row = next(n for n, each in enumerate(listing(hands).rows) if each.said == "Minha gravação")
    hands.press(*["down"] * row, "return")
    assert isinstance(hands.screen, PlayScreen)
    assert hands.screen is not play
    assert hands.play.match.battle == start.battle


def listing(hands: Hands) -> Listing:
    return next(each for each in hands.screen.stage.layers[-1].walk() if isinstance(each, Listing))


def fight_by_keyboard(hands: Hands) -> None:
    """Press keys until somebody has won."""
    match = hands.play.match
    for _ in range(MOST_ACTS):
        if match.battle.phase == "over":
            return
        before = match.game
        if good_target(match) is not None:
            hands.press("n", "return")
            assert isinstance(match.game.past[-1].action, Attack)
        elif (place := good_place(match)) is not None:
            hands.press("g")
            hands.type(cell_name(place))
            hands.press("return")
            assert hands.play.aim.cell == place
            hands.press("return")
        else:
            hands.press("space")
            if match.game is before:
                assert "Once more" in hands.play.toast_said
                hands.press("space")
        assert match.game is not before
    raise AssertionError("nobody has won")


def test_the_letter_of_a_key_is_not_typed_into_the_field_that_it_opens(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    for kind, fields in ((pygame.KEYDOWN, {"key": pygame.K_g, "mod": 0, "unicode": "g", "scancode": 0}),
                         (pygame.TEXTINPUT, {"text": "g"}),
                         (pygame.KEYUP, {"key": pygame.K_g, "mod": 0, "unicode": "g", "scancode": 0})):
        hands.post(kind, **fields)
    hands.run()
    hands.type("C7")
    hands.press("return")
    assert hands.play.aim.cell == (2, 6)


def test_digits_do_what_the_bar_says(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    play = hands.play
    names = [each.said for each in play.acts]
    tried = 0
    for option in play.match.options():
        if option.kind == "do" and option.refused is None and str(option.name) in names:
            hands.press(str(names.index(str(option.name)) + 1))
            assert play.match.game.past[-1].action == option.action
            hands.press("ctrl+z")
            tried += 1
    assert tried
    hands.press(str(names.index("Weapons…") + 1))
    assert play.stage.layers
    hands.press("escape")
    assert not play.stage.layers


def test_escape_steps_back_until_the_menu(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    play = hands.play
    attack = next(n for n, each in enumerate(play.match.options(), 1) if each.kind == "attack")
    hands.press("l", "i", str(attack))
    assert play.aim.option is not None
    assert play.drawer_open
    hands.press("escape")
    assert play.aim.option is None
    assert not play.details
    hands.press("escape")
    assert not play.drawer_open
    hands.press("escape")
    assert "Menu" in hands.said()
    hands.press("escape")
    assert not play.stage.layers


def test_tab_reaches_the_buttons_and_escape_returns_to_the_map(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    hands.press("tab")
    assert hands.play.stage.focus is not None
    hands.press("escape")
    assert hands.play.stage.focus is None
    assert not hands.play.stage.layers


def test_an_illegal_wish_shows_the_engines_reason_and_changes_nothing(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    play = hands.play
    before = play.match.game
    hands.click_cell((2, 2))
    assert play.match.game is before
    assert "C3" in play.toast_said or "solid" in play.toast_said
    hands.wait(10)
    assert play.toast_said == ""


def test_the_sheet_of_any_creature_is_reached_by_mouse_and_by_keyboard(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    play = hands.play
    while not (enemies := safe_enemies(play.match)):
        hands.press("space", "space")
    enemy, active, before = enemies[0], play.match.active, play.match.game
    assert active is not None
    assert enemy.cell is not None
    hands.click_cell(enemy.cell)
    assert not play.details
    hands.click_cell(enemy.cell)
    assert play.details == enemy.id
    assert tr("Mobility") in hands.said()
    hands.press("i")
    assert not play.details
    assert tr("Mobility") not in hands.said()
    hands.press("i")
    assert tr("Mobility") in hands.said()
    hands.press("escape")
    friend = next(each for each in play.match.battle.present() if each.team == active.team)
    assert friend.cell is not None
    play.point(None)
    hands.click_said(friend.name)
    assert not play.details
    hands.click_said(friend.name)
    assert play.details == friend.id
    assert play.match.game is before


def test_words_said_before_do_not_hide_a_dialog_nor_outlive_an_act(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    hands.press("space")
    assert hands.play.toast_said
    hands.press("f1")
    assert hands.screen.stage.layers
    assert hands.play.toast_said == ""
    hands.press("escape")
    who = hands.play.match.active
    hands.play.toast("Once more")
    hands.press("space")
    assert hands.play.match.active is not who
    assert hands.play.toast_said == ""


def test_no_chance_is_shown_for_an_attack_that_is_refused(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    play = hands.play
    while (foe := good_target(play.match)) is None:
        hands.press("space", "space")
    assert foe.cell is not None
    foe_cell = foe.cell
    match = play.match
    first = match.game.steps[-1]
    tough = match.battle.with_combatant(foe.but(pv=foe.sheet.pv))
    match.game = replace(match.game, steps=(*match.game.steps[:-1], replace(first, battle=tough)))
    play.refresh_aim()

    def chips() -> list[Cell]:
        scene = picture.scene_of(match, play.aim, play.seen, play.teams, False)
        return [each.cell for each in scene.chips]

    hands.point(hands.pixel(foe_cell))
    assert chips() == [foe_cell]
    for option in match.options():
        if foe.id in match.targets(option):
            match.dice = ScriptedDice((1, 8, 8, 8), match.battle.dice)
            play.do(Attack(match.active.id if match.active else "", foe.id, option.weapon, option.mode))
            break
    assert not match.battle.turn.may_execute
    hands.point(hands.pixel(foe_cell))
    assert chips() == []


def test_clicking_a_door_beside_one_opens_it(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    match = hands.play.match
    first = match.game.steps[-1]
    beside = match.battle.with_combatant(match.active.but(cell=(3, 4)))
    match.game = replace(match.game, steps=(*match.game.steps[:-1], replace(first, battle=beside)))
    hands.play.refresh_aim()
    hands.click_cell((2, 3))
    door = next(each for each in match.battle.structures if each.kind == "door")
    assert door.open
    assert match.battle.turn.moves == 1


def test_a_click_walks_onto_the_fallen(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    match = hands.play.match
    assert match.active is not None
    place = next(each for each in cells_of(movement_of(match.battle, match.active.id).reachable)
                 if each != match.active.cell)
    fallen = next(each for each in match.battle.present() if each.id != match.active.id)
    first = match.game.steps[-1]
    lying = match.battle.with_combatant(fallen.but(cell=place, pv=0, out=True))
    match.game = replace(match.game, steps=(*match.game.steps[:-1], replace(first, battle=lying)))
    hands.play.refresh_aim()
    who = match.active.id
    hands.click_cell(place)
    assert match.battle[who].cell == place


def test_dragging_the_active_creature_walks(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    match = hands.play.match
    who, place = match.active, good_place(match)
    place = place or next(each for each in cells_of(movement_of(match.battle, who.id).reachable) if each != who.cell)
    hands.drag(hands.pixel(who.cell), hands.pixel(place))
    assert match.battle[who.id].cell == place


def test_dragging_the_ground_moves_the_map(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    play = hands.play
    hands.wheel(1)
    before, game = play.view.camera, play.match.game
    hands.drag(hands.pixel((8, 1)), tuple(a + 90 for a in hands.pixel((8, 1))))
    assert play.view.camera != before
    assert play.match.game is game
    hands.press("home")
    assert play.view.camera.rect((0, 0)).left >= play.view.area.left


def test_zoom_by_keys_and_wheel(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    view = hands.play.view
    px = view.camera.px
    hands.press("-")
    assert view.camera.px < px
    hands.press("+")
    assert view.camera.px >= px - 1
    hands.point(view.area.center)
    hands.wheel(-2)
    assert view.camera.px < px


def test_right_click_steps_back(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    play = hands.play
    attack = next(n for n, each in enumerate(play.match.options(), 1) if each.kind == "attack")
    hands.press(str(attack))
    assert play.aim.option is not None
    hands.click(play.view.area.center, button=3)
    assert play.aim.option is None


def test_every_act_is_kept_and_closing_loses_nothing(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    match = hands.play.match
    place = next(each for each in cells_of(movement_of(match.battle, match.active.id).reachable)
                 if each != match.active.cell)
    hands.click_cell(place)
    assert saves.load(match.autosave).game == match.game
    hands.press("ctrl+z")
    hands.post(pygame.QUIT)
    hands.run()
    assert not hands.app.running
    kept = saves.load(match.autosave).game
    assert kept == match.game
    assert kept.can_redo


def test_a_full_disk_is_told_once_and_the_game_goes_on(
    open_play: Callable[..., Hands], monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = open_play()
    play = hands.play

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("game.content.saves.os.replace", full)
    match = play.match
    place = next(each for each in cells_of(movement_of(match.battle, match.active.id).reachable)
                 if each != match.active.cell)
    hands.click_cell(place)
    assert any("disk is full" in said for said in hands.said())
    assert len(match.game.past) == 2
    hands.press("return")
    assert not play.stage.layers
    hands.press("ctrl+z")
    assert "disk is full" in play.toast_said
    monkeypatch.undo()


def test_a_broken_save_is_told_and_the_game_stays(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    play = hands.play
    saves_folder().mkdir(parents=True, exist_ok=True)
    (saves_folder() / "Broken.json").write_text("{", encoding="utf-8")
    hands.press("ctrl+o")
    row = next(n for n, each in enumerate(listing(hands).rows) if each.said == "Broken")
    hands.press(*["down"] * row, "return")
    assert "That cannot be opened" in hands.said()
    assert hands.screen is play
    hands.press("return")
    assert not play.stage.layers


def test_saving_over_a_save_asks_first(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    for _ in range(2):
        hands.press("ctrl+s", "ctrl+a")
        hands.type("Twice")
        hands.press("return")
    assert "Replace the save?" in hands.said()
    hands.press("escape")
    assert not hands.play.stage.layers


def test_deployment_by_mouse_and_by_keyboard(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    hands.app.play_scenario(find_scenario("ruin"))
    hands.run()
    play = hands.play
    waiting = play.placeable()
    hands.press("space")
    assert play.match.battle.phase == "deploy"
    assert play.toast_said
    lit = picture.reach_of(play.match.battle, play.aim)
    assert lit is not None
    assert {*cells_of(lit.reachable)} == {*places_for(play.match.battle, play.match.battle[waiting[0]])}
    zone = [cell for team in play.match.battle.teams for cell in team.zone
            if play.match.why(Deploy(waiting[0], cell)) is None]
    hands.click_cell(zone[0])
    assert play.match.battle[waiting[0]].cell == zone[0]
    for n, who in enumerate(waiting[1:], 1):
        hands.press(str(waiting.index(who) + 1), "g")
        hands.type(cell_name(zone[n * 2]))
        hands.press("return", "return")
        assert play.match.battle[who].cell == zone[n * 2]
    hands.press("space")
    assert play.match.battle.phase == "fight"


def test_the_language_changes_at_once(from_title: Hands) -> None:
    hands = from_title
    hands.click_said("Español")
    assert language() == "es"
    assert hands.app.settings.language == "es"
    hands.click_said("English")
    assert language() == "en"


def test_scenarios_and_teams_are_named_in_the_players_language(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    set_language("es")
    hands.app.play_scenario(find_scenario("ruin"))
    hands.run()
    assert "La ruina" in hands.said()
    menus.victory(hands.play, "party")
    assert any("El grupo" in each for each in hands.said())
    assert not any("The party" in each for each in hands.said())
    hands.press("escape", "ctrl+s")
    assert any("La ruina" in each.said for each in hands.screen.stage.layers[-1].walk() if isinstance(each, Entry))


def test_nothing_is_drawn_while_nothing_changes(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    hands.wait(5)
    hands.run()
    before = hands.app.frames
    hands.run()
    hands.run()
    assert hands.app.frames == before
    hands.press("l")
    assert hands.app.frames > before


def test_a_game_that_cannot_be_saved_is_not_lost_by_closing(
    open_play: Callable[..., Hands], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full and the window is closed: the player is asked, and told again as often as it is tried."""
    hands = open_play()

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    fsync = os.fsync
    monkeypatch.setattr("game.content.saves.os.fsync", full)
    hands.press(str([each.said for each in hands.play.acts].index("Crouch") + 1))
    hands.press("escape")
    screen = hands.play
    for leave in (hands.app.quit, hands.app.show_title, lambda: hands.post(pygame.WINDOWCLOSE)):
        leave()
        hands.run()
        assert (hands.app.running, hands.screen, len(screen.stage.layers)) == (True, screen, 1)
        assert "The game could not be saved" in hands.said()
    hands.press("escape")
    assert (hands.app.running, screen.stage.layers) == (True, [])
    hands.app.quit()
    hands.run()
    hands.click_said("Lose it and go on")
    assert not hands.app.running
    hands.app.running = True
    monkeypatch.setattr("game.content.saves.os.fsync", fsync)
    hands.app.quit()
    hands.run()
    assert not hands.app.running, " | ".join(hands.said())[-600:]
