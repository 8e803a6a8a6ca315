"""Dialogs of the Area lab: the map, the tools, the caster, the menu; and what is copied or kept."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from game.content import lab
from game.content.lab import Setup
from game.errors import FlancoError
from game.paths import user_data
from game.spatial.grid import cell_name
from game.texts import N_, text, tr
from game.view.render import keep_picture
from game.view.screens import learn_puzzles, menus, reference, tables
from game.view.screens.settings import SettingsScreen
from game.view.theme import picture_of
from game.view.widgets import clipboard, dialog
from game.view.widgets.listing import Row

if TYPE_CHECKING:
    from game.view.screens.lab import LabScreen

KEYS: Final = (  # (keys, what they do)
    (N_("Arrows"), N_("move the cursor")),
    (N_("Click, Enter"), N_("fix where the area starts, then its direction")),
    (N_("Right click, Escape"), N_("step back; then the menu")),
    (N_("Q · E, Ctrl+wheel"), N_("turn the area")),
    (N_("Comma and dot, Shift+wheel"), N_("smaller, larger")),
    ("PageUp · PageDown", N_("raise or lower where the area starts")),
    ("O", N_("from a corner, a square, or the edge of the caster")),
    ("R", N_("which squares count")),
    ("W", N_("how it passes walls")),
    ("C", N_("who casts it: the creature that is pointed at")),
    ("X", N_("the lens: the same area under every rule")),
    ("H", N_("heat: how much it does from each place")),
    ("S", N_("the side view")),
    ("B", N_("the best placements")),
    ("P", N_("pin the placement, to compare it")),
    (N_("Hold Alt"), N_("how much of each square is inside, and all names")),
    ("1 – 8", N_("the map brush")),
    ("Z", N_("the starting zone of a side")),
    ("9 · 0", N_("add an ally, add an enemy")),
    (N_("Delete"), N_("take away the creature that is pointed at")),
    (N_("Drag a creature"), N_("move it")),
    ("Ctrl+Z · Ctrl+Y", N_("undo, redo")),
    ("Ctrl+C", N_("copy as command")),
    ("M", N_("another map")),
    ("G, C7, Enter", N_("go to a cell by its name")),
    (N_("Wheel, + and −"), N_("zoom")),
    (N_("Shift+arrows, drag"), N_("move the map")),
    ("Home", N_("show the whole map")),
    (N_("Tab"), N_("reach the buttons with the keyboard")),
    ("F11", N_("full screen")),
    ("F1 · ?", N_("this list")),
)


def keys(screen: "LabScreen") -> None:
    """The list of keys."""
    menus.keys(screen, KEYS)


def main(screen: "LabScreen") -> None:
    """The menu."""
    screen.menu([
        (tr("Back to the lab"), "play", lambda: None),
        *([(tr("Back to the game"), "arrow-left", screen.back)] if screen.back is not None else []),
        (tr("Map…"), "map", partial(maps, screen)),
        (tr("Keep the map…"), "save", partial(tables.keep_map, screen, screen.battle)),
        (tr("Tools") + "…", "paintbrush", partial(tools, screen)),
        (tr("Make a puzzle of it…"), "plus", partial(puzzle, screen)),
        (tr("Rules"), "search", partial(reference.search, screen)),
        (tr("Keys"), "keyboard", partial(keys, screen)),
        (tr("Settings"), "settings", lambda: SettingsScreen.over(screen)),
        (tr("Full screen"), "maximize", screen.host.toggle_full_screen),
        (tr("Back to the title"), "house", screen.host.show_title),
        (tr("Quit"), "log-out", screen.host.quit),
    ])


def puzzle(screen: "LabScreen") -> None:
    """A puzzle of what is on the map, and back."""
    learn_puzzles.make(screen, screen.battle, lambda: screen.host.show(screen))


def maps(screen: "LabScreen") -> None:
    """Another map."""
    tables.choose_map(screen, tr("Map of the lab"), screen.open_map)


def tools(screen: "LabScreen") -> None:
    """Every tool."""
    screen.offer(tr("Tools"), [(Row(name, picture=picture, aside=key), act)
                               for name, picture, key, _, act in screen.tool_names()])


def measure(screen: "LabScreen", field: str, most: int) -> None:
    """A length by its number."""
    def done(said: str) -> None:
        screen.close_layers()
        value = said.replace(",", ".")
        if not value.replace(".", "", 1).isdecimal() or not 1 <= float(value) <= most:
            screen.toast(tr(text("It is a number of metres from 1 to {most}", most=most)))
            return
        whole = screen.setup.shape in ("square", "cube", "rows")
        screen.change(**{field: float(round(float(value))) if whole else float(value)})

    screen.open(dialog.ask(screen.look, tr("Metres"), "", done, screen.close_layers, most=5))


def caster(screen: "LabScreen") -> None:
    """Who casts it."""
    def cast(id: str) -> Callable[[], None]:
        return lambda: screen.change(who=id, power="")

    entries = [(Row(tr("nobody"), picture="eye-off"), cast(""))]
    entries += [(Row(each.name, picture=picture_of("creature", each.sheet.id) or "users",
                     aside=cell_name(each.cell) if each.cell is not None else ""), cast(each.id))
                for each in screen.battle.present()]
    screen.offer(tr("Who casts it"), entries)


def powers(screen: "LabScreen") -> None:
    """The caster's powers that have an area."""
    who = screen.occupant(screen.setup.who)
    if who is None:
        return

    def take(setup: Setup) -> Callable[[], None]:
        def taken() -> None:
            screen.setup, screen.step, screen.tool = setup, 0, "aim"
            screen.follow()
            screen.changed()
        return taken

    battle = screen.battle
    screen.offer(tr("Powers"), [(Row(tr(each.name), picture="sparkles"), take(lab.of_power(battle, who.id, each)))
                                for each in lab.powers_of(who)])


def go_to(screen: "LabScreen") -> None:
    """Ask for a cell's name and point at it."""
    menus.name_cell(screen, screen.battle.map,
                    lambda cell: screen.point((cell[0] + 0.5, cell[1] + 0.5), by_keyboard=True))


# --- copies ----------------------------------------------------------------------------------------------------------


def copy_command(screen: "LabScreen") -> None:
    """The command that lights the same cells, about a file with the position as it is now."""
    if screen.seen() is None:
        screen.toast(screen.refused or tr("Put the area somewhere first"))
        return
    try:
        path = lab.keep(screen.battle)
    except FlancoError as problem:
        screen.error(tr("The position could not be kept"), problem)
        return
    clipboard.put(lab.command(screen.setup, str(path), lab.diagonals_of(screen.battle)))
    screen.toast(tr("Copied: the command"), "good")


def copy_text(screen: "LabScreen") -> None:
    """What is lit, as text."""
    seen = screen.seen()
    if seen is None:
        screen.toast(screen.refused or tr("Put the area somewhere first"))
        return
    clipboard.put(lab.report(screen.battle, screen.setup, seen))
    screen.toast(tr("Copied: the text"), "good")


def picture(screen: "LabScreen") -> None:
    """The map as it is shown now, as a PNG file."""
    canvas = pygame.Surface(screen.look.scale.window.size)
    held, screen.by_keyboard = (screen.cell, screen.spot, screen.by_keyboard), False
    screen.cell = screen.spot = None
    try:
        from game.view.screens import lab_map

        lab_map.paint(screen, canvas)
    finally:
        screen.cell, screen.spot, screen.by_keyboard = held
    area = screen.view.area.union(screen.side_rect) if screen.side_view else screen.view.area
    folder = user_data() / "lab"
    number = 1
    while (path := folder / f"area-{number}.png").exists():
        number += 1
    try:
        keep_picture(canvas.subsurface(area), path)
    except FlancoError as problem:
        screen.error(tr("The picture could not be kept"), problem)
        return
    screen.toast(tr(text("Kept: {file}", file=str(path))), "good")
