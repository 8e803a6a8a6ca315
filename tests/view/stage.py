"""A small yard for acts that are performed, and players who have only a mouse or only a keyboard."""

from collections.abc import Callable, Sequence
from pathlib import Path

from game.rules.actions import EndTurn
from game.rules.dice import ScriptedDice
from game.spatial.grid import Cell
from game.view import story
from game.view.mapview.scene import Scene
from game.view.screens import picture
from game.view.widgets.choice import Choice
from tests.view.arena import last, row_click, row_keys
from tests.view.conftest import Hands
from tests.view.test_whole_fights import KeysOnly, MouseOnly
from tests.view.walking import settings_for

MOST_CLICKS = 3

YARD = """
[scenario]
name = "Stage"
[map]
name = "Stage"
ground = "earth"
cells = \"\"\"
............
............
......#.....
......#.....
.....w#.....
......+.....
............
............
\"\"\"
heights = \"\"\"
............
44..........
44..........
............
............
............
............
............
\"\"\"
[legend]
"#" = { solid = 3.0 }
"+" = { door = "closed", name = "Gate" }
"w" = { solid = 1.0, name = "Crate", size = "medium", level = "simple", material = "light-wood" }
[[team]]
id = "town"
name = "Town"
players = true
[[team]]
id = "wild"
name = "Wild"
"""

class Mouse(MouseOnly):
    """Counts its clicks."""

    clicks = 0

    def click(self, pos: tuple[int, int], button: int = 1) -> None:
        self.clicks += 1
        super().click(pos, button)

    def pick(self, said: str) -> None:
        """Choose from the list on top."""
        row_click(self, said)

    def confirm(self) -> None:
        """Do what is aimed, wherever."""
        self.click(self.pixel((9, 7)))

    def look(self) -> None:
        """Leave the words of victory."""
        self.click_said("Look at the map")

    def everything(self, *names: str) -> None:
        """Choose from the GM's list of everything."""
        if not self.play.master.open:
            self.strip_button("laurel-crown")
            self.click_said("Scene")
        self.click_said("Everything…")
        for each in names:
            row_click(self, each)

    def breathe(self, start: Cell, towards: Cell) -> None:
        """Aim a cone: from a corner of squares to a square, in one drag."""
        self.clicks += 1
        self.drag(self.play.view.camera.point(*start), self.pixel(towards))


class Keys(KeysOnly):
    """Counts nothing."""

    clicks = 0

    def pick(self, said: str) -> None:
        row_keys(self, said)

    def confirm(self) -> None:
        self.press("return")

    def look(self) -> None:
        self.press("escape")

    def everything(self, *names: str) -> None:
        if not self.play.master.open:
            self.press("f9")
            self.to(lambda each: isinstance(each, Choice))
            while self.play.master.tab != "scene":
                self.press("right")
        self.to(lambda each: getattr(each, "said", "") == "Everything…")
        self.press("return")
        for each in names:
            row_keys(self, each)

    def breathe(self, start: Cell, towards: Cell) -> None:
        self.at(start)
        self.at(towards)


Player = Mouse | Keys


def open_stage(open_play: Callable[..., Hands], path: Path, kind: type[Player], creatures: Sequence[dict[str, object]],
               faces: Sequence[int] = (), factor: float = 1.0, who: str = "", bruises: bool = False) -> Player:
    """The yard with some creatures, in the turn of the first of them or of ``who``; ``faces`` are rolled first."""
    yard = YARD.replace('"Stage"\n', '"Stage"\nnonlethal = "bruises"\n', 1) if bruises else YARD
    path.write_text(yard + "".join(
        "[[creature]]\n" + "".join(f"{key} = {_toml(value)}\n" for key, value in each.items())
        for each in creatures), encoding="utf-8")
    hands = open_play(path=path, settings=settings_for(factor))
    to_turn_of(hands, who or str(creatures[0]["id"]))
    if faces:
        battle = hands.play.match.game.battle
        hands.play.match.dice = ScriptedDice((*faces, *[5] * 60), battle.dice)
    return kind(hands.app, hands.clock)


def _toml(value: object) -> str:
    return str(list(value)) if isinstance(value, tuple) else f'"{value}"' if isinstance(value, str) else str(value)


def to_turn_of(hands: Hands, who: str) -> None:
    """Let others end their turns until it is somebody's."""
    play = hands.play
    for _ in range(12):
        if play.match.active is not None and play.match.active.id == who:
            break
        assert play.match.active is not None
        play.do(EndTurn(play.match.active.id))
    assert play.match.active is not None
    assert play.match.active.id == who
    hands.wait(3)


def acting(player: Player, said: str, cell: Cell | None = None) -> object:
    """Choose something, aim it at a cell, and give back what was done; it took few clicks."""
    before = player.clicks
    player.choose(said)
    if cell is not None:
        player.target(cell)
    assert player.clicks - before <= MOST_CLICKS
    return last(player)


def log(player: Player) -> str:
    """All that the log says."""
    return "\n".join(f"{row.said}\n{row.detail}" for row in story.rows_of(player.play.match.game))


def refused(player: Player, said: str, reason: str) -> None:
    """Choosing it does nothing but say why."""
    before = player.play.match.game
    player.choose(said)
    assert player.play.match.game is before
    assert reason in player.play.toast_said.lower(), player.play.toast_said


ANA: dict[str, object] = {"kind": "guard", "id": "ana", "name": "Ana", "team": "town", "at": "E4"}
GOB: dict[str, object] = {"kind": "goblin", "id": "gob", "name": "Goblin 1", "team": "wild", "at": "F4"}


def aimed_picture(player: Player, said: str, cell: Cell) -> Scene:
    """What the map shows while something is aimed at a cell; nothing is done."""
    player.choose(said)
    if isinstance(player, Mouse):
        player.point(player.pixel(cell))
    else:
        while player.play.aim.cell != cell:
            player.press("n")
    play = player.play
    return picture.scene_of(play.match, play.aim, play.seen, play.teams, False)
