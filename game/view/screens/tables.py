"""Maps to begin on: a table with a map and nobody on it, and a map that is kept as a file."""

from collections.abc import Callable
from pathlib import Path

from game.checked import load_toml
from game.content.blank import SIZES, empty_map
from game.content.map_text import map_text
from game.content.maps import MapFile, load_map
from game.content.saves import write_whole
from game.content.scenarios import read_scenario
from game.errors import DataError, FlancoError
from game.paths import maps, user_maps
from game.rules.state import Battle
from game.texts import text, tr
from game.view.screens import menus
from game.view.screens.base import Screen
from game.view.screens.naming import keep_as, named, unless_taken
from game.view.widgets.finder import find
from game.view.widgets.listing import Row


def free_table(screen: Screen) -> None:
    """A game on a map with nobody on it."""
    choose_map(screen, tr("Free table"), screen.host.play_map)


def choose_map(screen: Screen, title: str, then: Callable[[MapFile], None]) -> None:
    """Choose a map: an empty one, one of one's own, or one that ships with the game."""
    rows = [Row(tr(text("Empty map, {cols} x {rows}", cols=cols, rows=high)), picture="square-dashed")
            for cols, high in SIZES]
    known = [each for folder in (user_maps(), maps()) for each in sorted(folder.glob("*.toml")) if _name(each)]
    rows += [Row(tr(_name(each)), tr("of your own") if each.parent == user_maps() else "", "map") for each in known]

    def choose(n: int) -> None:
        screen.close_layers()
        try:
            found = empty_map(*SIZES[n]) if n < len(SIZES) else _map(known[n - len(SIZES)])
        except FlancoError as problem:
            menus.cannot_open(screen, problem)
            return
        then(found)

    screen.open(find(screen.look, title, rows, choose, screen.close_layers))


def keep_map(screen: Screen, battle: Battle) -> None:
    """A name for the map, and its file."""
    def done(said: str) -> None:
        if not (name := named(screen, said)):
            return
        screen.close_layers()
        path = user_maps() / f"{name}.toml"
        unless_taken(screen, path, tr("Replace the map?"), text("There is already a map called {name}.", name=name),
                     lambda: write(path, said.strip()))

    def write(path: Path, name: str) -> None:
        try:
            write_whole(path, map_text(name, battle.map, battle.structures, battle.teams))
        except FlancoError as problem:
            screen.error(tr("The map could not be kept"), problem)
            return
        screen.toast(tr(text("Kept: {file}", file=str(path))), "good")

    words = tr("As a file of your own: scenarios can name it, and a table can begin on it.")
    keep_as(screen, tr("Keep the map"), "map", (words, "muted"), tr("Name of the map"), tr(battle.name), done)


def _name(path: Path) -> str:
    """What a file's map is called, empty when it has none of its own."""
    try:
        data = load_toml(path).data
    except DataError:
        return ""
    table = data.get("map")
    return str(table.get("name") or path.stem) if isinstance(table, dict) else ""


def _map(path: Path) -> MapFile:
    """The map of a file, a scenario's too.

    :raises DataError: with every fault found.
    """
    return read_scenario(path).map if "scenario" in load_toml(path).data else load_map(path)
