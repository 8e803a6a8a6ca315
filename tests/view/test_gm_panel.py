"""The game master's panel in the real window loop, by mouse and by keyboard: every act is an action of the game."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.content.blank import empty_map
from game.content.checking import check_file
from game.content.maps import load_map
from game.content.parties import parties
from game.content.saves import load, save
from game.paths import user_maps
from game.rules.actions import (
    Begin,
    Deploy,
    EditMap,
    GmDoor,
    GmEffect,
    GmInitiative,
    GmLift,
    GmMove,
    GmPV,
    GmRemove,
    GmSay,
    GmStructure,
    GmTeam,
    Hide,
    Join,
    Reveal,
)
from game.rules.events import Narrated
from game.spatial.grid import Cell
from game.view.screens.base import Screen
from game.view.widgets.listing import Listing
from tests.view.arena import last, row_click, row_keys
from tests.view.conftest import MODS, Hands


class Count:
    """Counts what hands do: a key or a chord is one input, a click is one, a drag is a press and a release."""

    def __init__(self, hands: Hands) -> None:
        self.hands, self.inputs = hands, 0
        for name, worth in (("press", None), ("type", None), ("click", 1), ("drag", 2)):
            setattr(self, name, self._counted(getattr(hands, name), worth))

    def _counted(self, act: Callable[..., None], worth: int | None) -> Callable[..., None]:
        def counted(*args: object) -> None:
            self.inputs += worth if worth is not None else len(args) if len(args) > 1 else (
                len(str(args[0])) if act == self.hands.type else 1)
            act(*args)
        return counted

    def click_said(self, said: str) -> None:
        self.inputs += 1
        self.hands.click_said(said)


def open_panel(hands: Hands, tab: str = "Creatures") -> Hands:
    hands.press("f9")
    assert hands.play.master.open
    if tab != "Creatures":
        hands.click_said(tab)
    return hands


def goblin(hands: Hands) -> Cell:
    cell = hands.play.match.battle["gob2"].cell
    assert cell is not None
    return cell


@pytest.fixture
def table(open_app: Callable[..., Hands]) -> Callable[..., Hands]:
    """Opens a table without a scenario."""
    def make(cols: int = 24, rows: int = 16, size: tuple[int, int] = (1280, 720)) -> Hands:
        hands = open_app(size)
        hands.app.play_map(empty_map(cols, rows))
        hands.run()
        hands.play.master.toggle()
        hands.play.master.turn_to("creatures")
        hands.run()
        return hands
    return make


# --- opening ---------------------------------------------------------------------------------------------------------


def test_the_panel_opens_beside_the_map_and_closes(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    play = hands.play
    whole = play.view.area.copy()
    hands.press("f9")
    assert play.master.panel.visible
    assert not play.master.panel.rect.colliderect(play.view.area)
    assert play.view.area.right == whole.right
    hands.press("f9")
    assert play.view.area == whole
    assert not play.master.panel.visible
    button = next(each for each in play.strip.walk() if each.tip.startswith("Game master"))
    hands.click(button.rect.center)
    assert play.master.open


def test_what_players_aim_goes_on_as_ever_while_it_is_open(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play())
    play = hands.play
    who = play.match.active
    assert who is not None
    n = next(n for n, each in enumerate(play.acts) if each.said.startswith("Crouch"))
    hands.press(str(n + 1))
    assert play.match.battle[who.id].crouched


# --- creatures -------------------------------------------------------------------------------------------------------


def test_pv_at_a_click_as_a_number_and_undone(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play())
    match = hands.play.match
    count = Count(hands)
    count.click(hands.pixel(goblin(hands)))
    count.click_said("−1")
    assert count.inputs <= 2
    assert last(hands) == GmPV("gob2", 2)
    hands.click_said("+5")
    assert match.battle["gob2"].pv == 7
    field = next(each for each in hands.play.master.panel.walk() if type(each).__name__ == "_Digits")
    hands.click(field.rect.center)
    hands.press("ctrl+a")
    hands.type("4")
    hands.press("return")
    assert last(hands) == GmPV("gob2", 4)
    hands.press("escape", "ctrl+z", "ctrl+z", "ctrl+z")
    assert match.battle["gob2"].pv == 3


def test_no_pv_and_how_it_is_out(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play())
    hands.click_cell(goblin(hands))
    hands.click_said("−5")
    assert hands.play.match.battle["gob2"].out
    hands.click_said("surrendered")
    assert last(hands) == GmPV("gob2", 0, "surrendered")
    assert hands.play.match.battle["gob2"].consequence == "surrendered"


def test_a_creature_is_dragged_anywhere(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play())
    count = Count(hands)
    count.drag(hands.pixel(goblin(hands)), hands.pixel((8, 6)))
    assert count.inputs == 2
    assert last(hands) == GmMove("gob2", (8, 6))
    hands.drag(hands.pixel((8, 6)), hands.pixel((2, 2)))
    assert "something solid" in hands.play.toast_said.lower()
    active = hands.play.match.active
    assert active is not None
    assert active.cell is not None
    hands.drag(hands.pixel(active.cell), hands.pixel((9, 1)))
    assert last(hands) == GmMove(active.id, (9, 1)), "the active one too: it does not walk"


def test_hide_show_rest_and_remove(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play())
    match = hands.play.match
    count = Count(hands)
    count.click(hands.pixel(goblin(hands)))
    count.click_said("Hide")
    assert count.inputs == 2
    assert last(hands) == Hide("gob2")
    assert "gob2" not in match.battle.by_id, "on this screen it is gone"
    assert "F10" in hands.play.toast_said, "and there is a way to see it"
    assert hands.play.master.panel.offset == 0
    hands.click_said("Game master's side…")
    hands.press("return")  # nobody else looks
    assert match.battle["gob2"].hidden
    hands.click(hands.pixel(goblin(hands)))
    hands.click_said("Show")
    assert last(hands) == Reveal("gob2")
    hands.click_said("Remove")
    assert last(hands) == GmRemove("gob2")
    hands.press("f9")
    assert not match.gm


def row_in_panel(hands: Hands, said: str) -> None:
    listing = next(each for each in hands.play.master.panel.walk() if isinstance(each, Listing))
    n = next(n for n, row in enumerate(listing.rows) if row.said == said)
    hands.point(listing.rect.center)
    for _ in range(60):
        if listing.rect.contains(listing.row_rect(n)) and hands.play.master.panel.rect.contains(listing.row_rect(n)):
            break
        hands.wheel(1 if listing.row_rect(n).top < listing.rect.top else -1)
    hands.click(listing.row_rect(n).center)


def test_a_condition_in_three_clicks_and_its_end_in_one(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play())
    match = hands.play.match
    count = Count(hands)
    count.click(hands.pixel(goblin(hands)))
    count.click_said("Condition…")
    assert count.inputs == 2
    row_click(hands, "Prone")
    assert match.battle["gob2"].has("prone")
    row_in_panel(hands, "Prone")
    assert isinstance(last(hands), GmEffect)
    assert not match.battle["gob2"].has("prone")


def test_a_condition_for_so_long_and_from_somebody_by_keys(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play())
    match = hands.play.match
    hands.click_cell(goblin(hands))
    hands.click_said("Condition…")
    hands.click_said("How long, from whom…")
    hands.type("r")
    hands.press("tab")
    hands.type("4")
    hands.press("tab")
    hands.type("a")
    hands.press("tab", "right", "tab", "return")
    hands.type("slow")
    hands.press("return")
    (condition,) = match.battle["gob2"].conditions
    assert (condition.id, condition.source, condition.nature) == ("slow", "ana", "magical")
    assert condition.expiry is not None
    assert condition.expiry.count == 4
    assert "Slow" in hands.said()


def test_damage_to_several_with_words_of_its_own(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play())
    match = hands.play.match
    hands.click_cell((4, 3))
    pygame.key.set_mods(MODS["shift"])
    hands.click_cell((1, 6))
    pygame.key.set_mods(0)
    assert hands.play.master.chosen == ("ana", "clara")
    hands.click_said("Damage…")
    hands.type("5")
    hands.press("tab")
    hands.type("f")
    hands.press("tab")
    hands.type("A viga caiu")
    hands.press("return")
    action = last(hands)
    assert isinstance(action, GmEffect)
    assert (action.targets, action.name) == (("ana", "clara"), "A viga caiu")
    assert action.effect.parts[0].kind == "fire"
    assert match.battle["ana"].pv < match.battle["ana"].sheet.pv
    hands.click_said("Healing…")
    hands.type("3")
    hands.press("ctrl+return", "return")
    assert isinstance(last(hands), GmEffect)


def test_a_bonus_is_given_and_lifted(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play())
    hands.click_cell((4, 3))
    hands.click_said("Bonus…")
    hands.click_said("Do it")
    assert "other than 0" in hands.play.toast_said
    hands.press("escape")
    hands.click_said("Bonus…")
    hands.press("up", "up", "return")
    assert hands.play.match.battle["ana"].ongoing
    row_in_panel(hands, "+2")
    assert last(hands) == GmLift("ana", "+2")


def test_sides_and_the_order(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play())
    match = hands.play.match
    waits = next(id for id in match.battle.order[2:] if match.battle[id].cell is not None)
    hands.click_cell(match.battle[waits].cell)
    hands.click_said("Order…")
    row_click(hands, "First of all")
    assert last(hands) == GmInitiative(waits, after="")
    assert match.battle.order[0] == waits
    hands.press("ctrl+z")
    hands.click_cell(match.battle[waits].cell)
    hands.click_said("Side…")
    other = next(each for each in match.battle.teams if each.id != match.battle[waits].team)
    row_click(hands, other.name)
    assert last(hands) == GmTeam(waits, other.id)


# --- newcomers -------------------------------------------------------------------------------------------------------


def test_several_come_in_numbered_round_the_click(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play(), "Add")
    match = hands.play.match
    count = Count(hands)
    row_in_panel(hands, "Goblin")
    plus = next(each for each in hands.play.master.panel.walk() if getattr(each, "picture", "") == "plus")
    for _ in range(2):
        count.click(plus.rect.center)
    count.click(hands.pixel((8, 6)))
    action = last(hands)
    assert isinstance(action, Join)
    names = [each.name for each in match.battle.combatants if each.sheet.id == "goblin"]
    assert len(names) == len({*names}) == 5
    new = [match.battle[each.id] for each in (action.combatant, *action.more)]
    assert new[0].cell == (8, 6)
    assert all(max(abs(each.cell[0] - 8), abs(each.cell[1] - 6)) <= 1 for each in new)
    assert {each.team for each in new} == {"wild"}
    hands.press("ctrl+z")
    assert len(match.battle.combatants) == 4


def test_a_newcomer_by_keys_hidden_and_for_the_town(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    hands.press("f9", "right")
    assert hands.play.master.tab == "add"
    hands.press("tab")
    hands.type("ogre")
    hands.press("return", *["tab"] * 5, "left", "tab", "right", "escape", "g")
    hands.type("I7")
    hands.press("return", "return")
    action = last(hands)
    assert isinstance(action, Join)
    who = hands.play.match.game.battle[action.combatant.id]
    assert (who.sheet.id, who.team, who.hidden) == ("ogre", "town", True)
    assert who.cell == (8, 6)


def test_there_is_a_word_where_there_is_no_room(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play(), "Add")
    hands.click_cell((8, 6))
    assert "Choose a creature" in hands.play.toast_said
    hands.play.master.kind, hands.play.master.count = "stone-colossus", 30
    hands.click_cell((8, 6))
    assert "no room" in hands.play.toast_said


def test_before_round_one_players_place_theirs_and_the_gm_any(table: Callable[..., Hands]) -> None:
    hands = table()
    match = hands.play.match
    assert match.battle.phase == "deploy"
    open_panel(hands, "Add")
    for kind, team, cell in (("Guard", "Players", (3, 3)), ("Goblin", "Enemies", (12, 6))):
        hands.click_said(team)
        row_in_panel(hands, kind)
        hands.click_cell(cell)
    assert [each.kind for each in (step.action for step in match.game.past)] == ["join", "join"]
    hands.click_said("Creatures")
    hands.drag(hands.pixel((12, 6)), hands.pixel((10, 9)))
    assert last(hands) == GmMove("goblin", (10, 9))
    hands.press("f9")
    hands.click_said("Begin")
    assert any(isinstance(step.action, Begin) for step in match.game.past)
    assert match.battle.phase == "fight"


def test_a_zone_is_for_players_and_the_gm_places_beyond_it(
    open_play: Callable[..., Hands], yard: Path
) -> None:
    zoned = yard.with_name("zoned.toml")
    zoned.write_text(yard.read_text(encoding="utf-8").replace('name = "Town"', 'name = "Town"\nzone = ["A1:B8"]'),
                     encoding="utf-8")
    hands = open_play(path=zoned)
    match = hands.play.match
    assert match.battle.phase == "deploy"
    hands.click_cell((4, 3))
    hands.click_cell((1, 2))
    assert last(hands) == Deploy("ana", (1, 2))
    open_panel(hands)
    hands.drag(hands.pixel((1, 2)), hands.pixel((8, 6)))
    assert last(hands) == GmMove("ana", (8, 6))


# --- the scene -------------------------------------------------------------------------------------------------------


def test_a_line_of_the_story_with_accents(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play(), "Scene")
    field = next(each for each in hands.play.master.panel.walk() if type(each).__name__ == "Entry")
    hands.click(field.rect.center)
    hands.type("O chão treme: ¡cuidado, pingüinos!")
    hands.press("return")
    assert last(hands) == GmSay("O chão treme: ¡cuidado, pingüinos!")
    assert hands.play.match.game.past[-1].events == (Narrated("O chão treme: ¡cuidado, pingüinos!"),)
    assert any("pingüinos" in each for each in hands.said())


def test_doors_and_walls_are_clicked_and_changed(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play(), "Scene")
    match = hands.play.match
    count = Count(hands)
    count.click(hands.pixel((2, 3)))
    count.click_said("Open")
    assert count.inputs == 2
    assert last(hands) == GmDoor("door-c4", "open")
    hands.click_said("Lock")
    assert match.battle.structure("door-c4").locked
    hands.click_said("Unlock")
    hands.click_said("Break")
    assert last(hands) == GmStructure("door-c4", "broken")
    hands.click_said("Restore")
    assert not match.battle.structure("door-c4").fallen
    hands.click_cell((2, 1))
    field = next(each for each in hands.play.master.panel.walk() if type(each).__name__ == "_Digits")
    hands.click(field.rect.center)
    hands.press("ctrl+a")
    hands.type("40")
    hands.press("return")
    assert last(hands) == GmStructure("wall-c2", nd=40)
    hands.press("escape", "escape")
    assert hands.play.master.thing == ""
    hands.click_said("End the scene")
    assert last(hands).kind == "end_scene"


# --- the map ---------------------------------------------------------------------------------------------------------


def edge_pixel(hands: Hands, x: float, y: float) -> tuple[int, int]:
    return hands.play.view.camera.point(x, y)


def test_a_room_with_a_door_and_two_pillars_takes_few_clicks(table: Callable[..., Hands], tmp_path: Path) -> None:
    """A 12 x 10 room from an empty map: at most 30; masks follow in the same frame; saved, it is an equal grid."""
    hands = table()
    play, match = hands.play, hands.play.match
    play.view.fit(match.battle.map, play.look)
    count = Count(hands)
    count.press("f9")
    count.click_said("Map")
    play.view.fit(match.battle.map, play.look)
    hands.run()
    count.drag(edge_pixel(hands, 3, 2), edge_pixel(hands, 15, 12))
    count.click_said("Door")
    count.click(edge_pixel(hands, 8.5, 2))
    count.click_said("Pillar")
    count.click(hands.pixel((6, 6)))
    count.click(hands.pixel((11, 6)))
    assert count.inputs <= 30
    assert count.inputs == 9
    kinds = [each.kind for each in match.battle.structures]
    assert (kinds.count("wall"), kinds.count("door"), kinds.count("pillar")) == (43, 1, 2)
    assert len(match.game.past) == 4, "each stroke is one step"
    assert all(each.nd > 0 and each.material for each in match.battle.structures)
    path = tmp_path / "room.json"
    save(match.game, path)
    assert load(path).game.battle.map == match.battle.map
    assert load(path).game == match.game
    hands.press("ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z")
    assert not match.battle.structures
    hands.press("ctrl+y")
    assert len(match.battle.structures) == 44


def test_masks_follow_in_the_same_frame(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play(), "Map")
    play = hands.play
    who = play.match.active
    assert who is not None
    from game.view.screens.picture import reach_of

    before = reach_of(play.match.battle, play.aim)
    x, y = who.cell
    start, end = edge_pixel(hands, x, y), edge_pixel(hands, x + 1, y + 1)
    hands.point(start)
    frames = hands.app.frames
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=end, rel=(0, 0), buttons=(1, 0, 0)))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
    hands.app.turn(wait=False)
    hands.app.turn(wait=False)
    after = reach_of(play.match.battle, play.aim)
    assert isinstance(last(hands), EditMap)
    assert hands.app.frames - frames <= 2
    assert before.reachable.sum() > after.reachable.sum()


def test_the_brush_by_keys(table: Callable[..., Hands]) -> None:
    hands = table()
    match = hands.play.match
    hands.press("f9", "right", "right", "right", "escape", "g")
    hands.type("C3")
    hands.press("return", "return", "right", "right", "down", "return")
    assert last(hands).edges == ((2, 2, 5, 2), (5, 2, 5, 4), (2, 4, 5, 4), (2, 2, 2, 4))
    hands.click_said("a trail")
    hands.press("3", "g")
    hands.type("C3")
    hands.press("return", "return")
    assert last(hands) == EditMap("door", edges=((2, 2, 3, 2),))
    hands.press("e", "return")
    assert hands.play.toast_said == ""
    assert last(hands).edges == ((3, 2, 3, 3),)
    hands.press("7", "return")
    assert last(hands) == EditMap("height", ((2, 2),), rise=1.0)
    hands.press("8", "ctrl+z")
    assert match.battle.map.height.max() == 0


def test_a_material_height_and_smoke_are_chosen(table: Callable[..., Hands]) -> None:
    hands = open_panel(table(), "Map")
    match = hands.play.match
    hands.click_said("Of: Worked stone…")
    row_click(hands, "Glass, ceramics, brittle stuff")
    hands.click(edge_pixel(hands, 4.5, 4))
    assert match.battle.structures[0].material.startswith("Glass")
    hands.click_said("Smoke")
    hands.click_said("wholly")
    hands.drag(hands.pixel((6, 6)), hands.pixel((7, 7)))
    assert match.battle.map.concealment[6:8, 6:8].min() == 2
    hands.click_said("Height")
    hands.click_said("−0.5")
    hands.click_cell((9, 9))
    assert match.battle.map.height[9, 9] == -32
    hands.click_said("Erase")
    hands.click(edge_pixel(hands, 4.5, 4.05))
    assert not match.battle.structures


def test_a_stroke_through_somebody_is_refused_and_escape_gives_one_up(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play(), "Map")
    match, done = hands.play.match, hands.play.match.game.done
    hands.click_said("Pillar")
    hands.click_cell(goblin(hands))
    assert "stands in the way" in hands.play.toast_said
    start = hands.pixel((6, 6))
    hands.point(start)
    hands.post(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
    hands.run()
    hands.press("escape")
    hands.post(pygame.MOUSEBUTTONUP, pos=hands.pixel((8, 6)), button=1)
    hands.run()
    assert match.game.done == done


def test_the_map_is_kept_as_a_file_and_played_on(table: Callable[..., Hands]) -> None:
    hands = open_panel(table(), "Map")
    match = hands.play.match
    hands.drag(edge_pixel(hands, 3, 2), edge_pixel(hands, 9, 6))
    hands.click_said("Keep the map…")
    hands.press("ctrl+a")
    hands.type("Masmorra de São João")
    hands.press("return")
    path = user_maps() / "Masmorra de São João.toml"
    assert check_file(path) == ()
    assert load_map(path).grid == match.battle.map
    hands.app.show_title()
    hands.run()
    hands.click_said("Play")
    title = hands.screen
    listing = next(each for each in title.right.walk() if isinstance(each, Listing))
    hands.click(listing.row_rect(len(listing.rows) - 1).center)
    row_click(hands, "Masmorra de São João")
    assert hands.play.match.battle.map == match.battle.map


def test_a_kept_map_is_not_replaced_unasked(table: Callable[..., Hands]) -> None:
    """A map that was kept under a name was lost to the next one of that name."""
    hands = open_panel(table(), "Map")
    keep = [hands.play.match.battle.map]
    for answer in "", "Cancel", "Replace":
        hands.click_said("Keep the map…")
        hands.press("ctrl+a")
        hands.type("Vale")
        hands.press("return")
        if answer:
            assert "Replace the map?" in hands.said()
            hands.click_said(answer)
        keep.append(load_map(user_maps() / "Vale.toml").grid)
        if not answer:
            hands.drag(edge_pixel(hands, 3, 2), edge_pixel(hands, 9, 6))
    assert keep[0] == keep[1] == keep[2] != keep[3] == hands.play.match.battle.map


# --- the party -------------------------------------------------------------------------------------------------------


def listing_of(screen: Screen) -> Listing:
    return next(each for each in screen.right.walk() if isinstance(each, Listing))


def test_a_party_is_kept_and_goes_into_another_scenario(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play())
    hands.click_cell((4, 3))
    hands.click_said("−5")
    left = hands.play.match.battle["ana"].pv
    hands.click_said("Party")
    hands.click_said("Keep as they stand…")
    hands.press("ctrl+a")
    hands.type("Companhia do Ñandú")
    hands.press("return")
    ((path, party),) = parties()
    assert party.name == "Companhia do Ñandú"
    assert check_file(path) == ()
    assert [each.id for each in party.members] == ["ana", "clara"]
    hands.app.show_title()
    hands.run()
    hands.click_said("Play")
    listing = listing_of(hands.screen)
    assert (listing.rows[0].said, listing.marked) == ("With a party…", 1), "it is offered first, a scenario is marked"
    hands.click(listing.row_rect(0).center)
    row_click(hands, "Companhia do Ñandú")
    hands.click_said("As they stand")
    assert "Choose a scenario for Companhia do Ñandú" in hands.said()
    assert listing_of(hands.screen).marked == 1
    hands.press("return")
    battle = hands.play.match.game.battle
    assert battle["ana"].pv == left
    assert "clara" in battle.by_id


def test_a_kept_party_rests_is_replaced_and_deleted(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play())
    hands.click_cell((4, 3))
    hands.click_said("−5")
    hands.click_said("Party")
    hands.click_said("Keep as they stand…")
    hands.press("return")
    row_in_panel(hands, "Town")
    hands.click_said("Let them rest")
    assert all(each.pv == each.sheet.pv for each in parties()[0][1].members)
    hands.click_said("Keep as they stand…")
    hands.press("return")
    hands.click_said("Replace")
    assert any(each.pv < each.sheet.pv for each in parties()[0][1].members)
    row_in_panel(hands, "Town")
    hands.click_said("Delete")
    assert parties() == ()


def test_there_is_a_word_where_there_are_no_parties(open_app: Callable[..., Hands]) -> None:
    hands = open_app()
    hands.app.show_title()
    hands.run()
    hands.click_said("Play")
    listing = listing_of(hands.screen)
    hands.click(listing.row_rect(len(listing.rows) - 2).center)
    assert any("no parties yet" in each for each in hands.said())


def test_rows_of_lists_are_reached_by_keys_too(open_play: Callable[..., Hands]) -> None:
    hands = open_play()
    hands.press("f9", "tab", "tab", "down", "return")
    assert hands.play.master.chosen == ("clara",)
    hands.press("escape", "escape")
    assert hands.play.master.chosen == ()
    hands.press("f9", "f9", "right", "right", "right", "right")
    assert hands.play.master.tab == "party"
    hands.press("tab", "return", "return")
    assert len(parties()) == 1


def test_lists_of_before_are_a_click_away(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play(), "Scene")
    hands.click_said("Change the scene…")
    row_keys(hands, "Smoke")
    hands.click_cell((9, 1))
    hands.click_said("Do it: Smoke")
    assert hands.play.match.battle.zones
    hands.click_said("End: Smoke")
    assert not hands.play.match.battle.zones
