"""Whole fights in the real window, from the title to victory, once by the mouse alone and once by the keyboard alone:
an area, a manoeuvre, real dice, the game master's act, undo and redo, a save and the way back to it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from game.content import saves
from game.content.saves import saves_folder
from game.rules.actions import Attack, EndTurn, GmPV, Manoeuvre, UsePower
from game.rules.events import Attacked
from game.spatial.grid import Cell, cell_name
from game.view.match import Match
from game.view.screens.title import TitleScreen
from game.view.widgets.base import Widget
from game.view.widgets.button import Button
from game.view.widgets.listing import Listing
from tests.view.arena import ARENA, by_keys, by_mouse, last, row_click, row_keys
from tests.view.conftest import Hands
from tests.view.test_dice import faces
from tests.view.test_playing import good_place, good_target

MOST_ACTS = 300


class MouseOnly(Hands):
    """Has no keyboard."""

    def press(self, *names: str) -> None:
        raise AssertionError(f"a key: {names}")

    def type(self, said: str) -> None:
        raise AssertionError(f"keys: {said}")

    def strip_button(self, picture: str) -> None:
        """Click a button of the strip."""
        self.click(next(each for each in self.play.strip.walk()
                        if isinstance(each, Button) and each.picture == picture).rect.center)

    def menu(self, said: str) -> None:
        self.strip_button("menu")
        row_click(self, said)

    # what a player does

    def start(self) -> None:
        self.click_said("Arena")

    def choose(self, said: str) -> None:
        by_mouse(self, said)

    def at(self, cell: Cell) -> None:
        self.click(self.pixel(cell))

    def target(self, cell: Cell) -> None:
        self.at(cell)

    def burst(self, cell: Cell) -> None:
        self.click(self.play.view.camera.point(*cell))

    def end(self) -> None:
        before = self.play.match.game
        self.click_said("End turn")
        if self.play.match.game is before:
            self.click_said("End turn")

    def undo(self) -> None:
        self.strip_button("undo-2")

    def redo(self) -> None:
        self.strip_button("redo-2")

    def roll(self, cell: Cell, *given: int) -> None:
        """Strike by real dice."""
        self.point(self.pixel(cell))
        self.click_said("Real dice")
        for face in given:
            self.click(faces(self).face_rect(face).center)
        self.click_said("Roll")

    def wound(self, cell: Cell) -> None:
        """The GM takes a point off."""
        self.strip_button("laurel-crown")
        self.at(cell)
        self.click_said("−1")
        self.strip_button("laurel-crown")

    def save(self) -> None:
        self.menu("Save")
        self.click_said("Save")

    def open(self) -> None:
        self.menu("Open")
        row_click(self, "Arena, round 1")

    def home(self) -> None:
        self.click_said("Back to the title")


class KeysOnly(Hands):
    """Has no mouse."""

    def point(self, pos: tuple[int, int], held: bool = False) -> None:
        raise AssertionError("a mouse")

    def wheel(self, steps: int) -> None:
        raise AssertionError("a wheel")

    # what a player does

    def start(self) -> None:
        self.press("down", "up", "return")

    def choose(self, said: str) -> None:
        by_keys(self, said)

    def go(self, cell: Cell) -> None:
        self.press("g")
        self.type(cell_name(cell))
        self.press("return")

    def at(self, cell: Cell) -> None:
        self.go(cell)
        self.press("return")

    def target(self, cell: Cell) -> None:
        for _ in range(9):
            self.press("n")
            if self.play.aim.cell == cell:
                break
        self.press("return")

    def burst(self, cell: Cell) -> None:
        self.at(cell)

    def end(self) -> None:
        before = self.play.match.game
        self.press("space")
        if self.play.match.game is before:
            self.press("space")

    def undo(self) -> None:
        self.press("ctrl+z")

    def redo(self) -> None:
        self.press("ctrl+y")

    def roll(self, cell: Cell, *given: int) -> None:
        self.press("escape")
        row_keys(self, "Real dice")
        row_keys(self, "All of Town")
        self.press("escape")
        self.target(cell)
        self.press(*map(str, given), "return")
        self.press("escape")
        row_keys(self, "Real dice")
        row_keys(self, "All of Town")
        self.press("escape")

    def to(self, wanted: Callable[[Widget], bool]) -> Widget:
        """Tab until something has the focus."""
        for _ in range(60):
            self.press("tab")
            focus = self.screen.stage.focus
            if focus is not None and wanted(focus):
                return focus
        raise AssertionError("Tab does not get there")

    def wound(self, cell: Cell) -> None:
        self.press("f9")
        who = next(each for each in self.play.match.battle.combatants if each.cell == cell)
        self.to(lambda each: isinstance(each, Listing) and any(row.said == who.name for row in each.rows))
        self.type(who.name)
        self.press("return")
        self.to(lambda each: getattr(each, "said", "") == "−1")
        self.press("return", "f9")

    def save(self) -> None:
        self.press("ctrl+s", "return")

    def open(self) -> None:
        self.press("ctrl+o")
        row_keys(self, "Arena, round 1")

    def home(self) -> None:
        self.to(lambda each: getattr(each, "said", "") == "Back to the title")
        self.press("return")


@pytest.mark.parametrize("kind", [MouseOnly, KeysOnly])
def test_a_whole_fight(kind: type[MouseOnly] | type[KeysOnly], open_app: Callable[..., Hands], tmp_path: Path,
                       monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "maps"
    folder.mkdir()
    (folder / "arena.toml").write_text(ARENA, encoding="utf-8")
    monkeypatch.setattr("game.view.shelf.maps", lambda: folder)
    monkeypatch.setattr("game.view.match.random.SystemRandom.getrandbits", lambda *_: 5)
    opened = open_app()
    opened.app.show_title()
    player = kind(opened.app, opened.clock)
    player.start()
    play = player.play
    match = play.match
    assert match.battle.phase == "fight"

    until(player, "mia")
    player.choose("Fireball")
    player.burst((11, 5))
    assert isinstance(last(player), UsePower)
    assert last(player).power == "fireball"

    until(player, "geo")
    wounded = match.battle["gob"]
    assert wounded.cell is not None
    if max(abs(wounded.cell[0] - 4), abs(wounded.cell[1] - 5)) > 1:
        player.at(next(place for place in beside(match, wounded.cell)))
    before = match.game
    player.choose("Trip")
    player.target(wounded.cell)
    assert isinstance(last(player), Manoeuvre)
    tripped = match.game
    player.undo()
    assert match.game.battle == before.battle
    player.redo()
    assert match.game.battle == tripped.battle

    life = match.battle["gob"].pv
    player.wound(match.battle["gob"].cell or (0, 0))
    assert last(player) == GmPV("gob", life - 1)

    player.save()
    path = saves_folder() / "Arena, round 1.json"
    kept = match.game
    assert saves.load(path).game == kept
    player.end()
    player.open()
    assert player.play is not play
    assert player.play.match.game == kept

    strike_by_real_dice(player)
    fight(player)
    assert any(said.startswith("Victory") for said in player.said())
    player.home()
    assert isinstance(player.screen, TitleScreen)


Player = MouseOnly | KeysOnly


def until(player: Player, who: str) -> None:
    """End turns until it is somebody's."""
    for _ in range(9):
        active = player.play.match.active
        if active is not None and active.id == who:
            return
        player.end()
        assert isinstance(last(player), EndTurn)
    raise AssertionError(f"never the turn of {who}")


def beside(match: Match, cell: Cell) -> list[Cell]:
    """Free squares that the active creature reaches beside a square."""
    from game.rules.bodies import movement_of

    assert match.active is not None
    field = movement_of(match.battle, match.active.id).reachable
    return [(x, y) for y in range(cell[1] - 1, cell[1] + 2) for x in range(cell[0] - 1, cell[0] + 2)
            if (x, y) in match.battle.map and field[y, x] and (x, y) != match.active.cell]


def strike_by_real_dice(player: Player) -> None:
    """The next strike, by one of the town, is rolled by people: both dice show a 2."""
    for _ in range(60):
        match = player.play.match
        target, place = good_target(match), good_place(match)
        assert match.active is not None
        if target is not None and match.active.team == "town" and target.cell is not None:
            player.roll(target.cell, 2, 2)
            attacked = next(each for each in match.game.past[-1].events if isinstance(each, Attacked))
            assert [die.face for die in attacked.dice] == [2, 2]
            return
        if place is not None and match.active.team == "town":
            player.at(place)
        else:
            player.end()
    raise AssertionError("nobody came near enough")


def fight(player: Player) -> None:
    """Attack, walk, end the turn, until somebody has won."""
    match = player.play.match
    for _ in range(MOST_ACTS):
        if match.battle.phase == "over":
            return
        before, target, place = match.game, good_target(match), good_place(match)
        if target is not None and target.cell is not None:
            player.target(target.cell)
            assert isinstance(last(player), Attack), last(player)
        elif place is not None:
            player.at(place)
        else:
            player.end()
        assert match.game is not before
    raise AssertionError("nobody has won")
