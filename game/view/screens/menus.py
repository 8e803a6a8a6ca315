"""Dialogs of the Play screen: menus, saving and loading, victory, going to a cell, the list of keys."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.content.saves import SUFFIX, autosave_path, previous_path, saves_folder
from game.errors import FlancoError, GeometryError, SaveError
from game.insight.decisions import decisions
from game.insight.narrate import team_name
from game.rules.things import thing
from game.spatial.grid import Cell, Grid, parse_cell
from game.texts import N_, sentence, text, tr
from game.view.offers import Option, aimed, option_name
from game.view.panels import vitals
from game.view.panels.bar import Act
from game.view.panels.strip import Tool
from game.view.screens import coach, curtain, dice, reference, second, sessions
from game.view.screens.base import Screen, nothing
from game.view.screens.naming import file_name, named, unless_taken
from game.view.screens.settings import SettingsScreen
from game.view.widgets import dialog
from game.view.widgets.dialog import Answer
from game.view.widgets.listing import Row

if TYPE_CHECKING:
    from game.view.screens.play import PlayScreen

KEYS: Final = (  # (keys, what they do); the keys are named as they are printed
    (N_("Arrows"), N_("move the cell cursor")),
    (N_("Enter"), N_("do the obvious act at the cursor: walk, attack, place")),
    ("N · Shift+N", N_("next or previous target")),
    ("1 – 9", N_("the buttons of the action bar")),
    (N_("Space"), N_("end the turn; twice while actions are left")),
    ("Ctrl+Z · Ctrl+Y", N_("undo, redo")),
    ("Ctrl+Backspace", N_("back to the start of this turn")),
    ("G, C7, Enter", N_("go to a cell by its name")),
    ("Tab", N_("reach the buttons with the keyboard")),
    (N_("Escape, right click"), N_("step back; then the menu")),
    (N_("Wheel, + and −"), N_("zoom")),
    (N_("Shift+arrows, drag"), N_("move the map")),
    ("Home", N_("show the whole map")),
    (N_("Drag the active creature"), N_("walk along the path shown")),
    (N_("Hold Alt"), N_("show all names")),
    (N_("I, double click"), N_("the sheet of a creature")),
    ("L", N_("the log")),
    ("H", N_("where to stand: what each place gives and takes")),
    ("Y", N_("why: the proof of the last line; click any line of the log")),
    ("Shift+Y", N_("why here: the attack, the area or the walk that is pointed at, and what would change it")),
    (N_("Q · E, Ctrl+wheel"), N_("turn the area that is aimed")),
    ("O", N_("start the area from a corner, or from the middle of a square")),
    ("PageUp · PageDown", N_("raise or lower where the area starts")),
    ("M", N_("the game master's word on the next roll")),
    ("F9", N_("the game master's panel: creatures, scene, map brush, party")),
    (N_("P, hold the button"), N_("point out a place, in all windows")),
    (N_("R, Ctrl+drag"), N_("the ruler: distance, height, cover and sight")),
    ("F10", N_("the game master's side of the screen, and back")),
    ("F8", N_("a window for the players, on a television")),
    ("B", N_("the players' window black, and back")),
    ("Ctrl+S · Ctrl+O", N_("save, open")),
    ("F11", N_("full screen")),
    ("F1 · ?", N_("this list")),
)


def keys(screen: Screen, listed: Sequence[tuple[str, str]] = KEYS) -> None:
    """The list of keys, and the way to the rules."""
    rows = [Row(tr(what), aside=tr(key)) for key, what in listed]

    def read() -> None:
        screen.close_layers()
        reference.search(screen)

    screen.open(dialog.reading(screen.look, tr("Keys"), rows, screen.close_layers,
                               more=[Answer(tr("Rules"), read, picture="scroll-text")]))


def capital(said: str) -> str:
    """With a capital letter at the start.

    >>> capital("fire"), capital("")
    ('Fire', '')
    """
    return said[:1].upper() + said[1:]


def choices(screen: "PlayScreen", option: Option) -> None:
    """The items of a menu of the bar."""
    screen.offer(option_name(option), [(_row(each), partial(screen.choose, each)) for each in option.items])


def _row(option: Option) -> Row:
    """An option in a list: its name, and why it is refused, or what it is."""
    return Row(capital(option_name(option)) + ("…" if option.kind == "menu" else ""),
               sentence(option.refused or option.detail or ""), option.picture,
               role="text" if option.refused is None else "faint")


def which_thing(screen: "PlayScreen", option: Option, ids: list[str]) -> None:
    """Several things to break are at the cursor."""
    battle = screen.match.battle
    assert option.action is not None
    items = tuple(Option("do", text("{thing}, ND {left} of {nd}", thing=found.name, left=found.left, nd=found.nd),
                         option.picture, aimed(option.action, thing=id))
                  for id in ids if (found := thing(battle, id)) is not None)
    choices(screen, Option("menu", option.name, option.picture, items=items))


def decided(screen: "PlayScreen") -> None:
    """The decisions in force in this scenario: those that differ from the default first."""
    rows = []
    for each in sorted(decisions(screen.match.battle.settings), key=lambda each: each.default is None):
        detail = f"{each.rule} · {each.name}"
        if each.default is not None:
            detail = tr(text("{rule} · {name} · by default: {value}", rule=each.rule, name=each.name,
                             value=each.default))
        rows.append(Row(f"{tr(each.label)}: {tr(each.value)}", detail, "triangle-alert" if each.default else "",
                        role="warn" if each.default is not None else "text"))
    screen.open(dialog.reading(screen.look, tr("Decisions in force"), rows, screen.close_layers))


def tools(screen: "PlayScreen", rest: list[Tool]) -> None:
    """The buttons that the strip has no room for."""
    more(screen, [Act(each.tip, each.picture, each.act, each.enabled) for each in rest])


def more(screen: "PlayScreen", acts: list[Act]) -> None:
    """The buttons that the bar has no room for; instead of a menu its items, under its name, so that what it holds is
    no click farther than it would be in the bar."""
    entries: list[tuple[Row, Callable[[], None]]] = []
    for act in sorted(acts, key=lambda each: bool(each.items)):
        if act.items:
            entries.append((Row(act.said.rstrip("…"), heading=True), nothing))
            entries += [(_row(each), partial(screen.choose, each)) for each in act.items]
        else:
            entries.append((Row(act.said, act.tip, act.picture, role="text" if act.enabled else "faint"), act.act))
    screen.offer(tr("More"), entries)


def go_to(screen: "PlayScreen") -> None:
    """Ask for a cell's name and point at it."""
    name_cell(screen, screen.match.battle.map, partial(screen.point, by_keyboard=True))


def name_cell(screen: Screen, grid: Grid, then: Callable[[Cell], None]) -> None:
    """Ask for a cell's name, and do something there."""
    def done(said: str) -> None:
        screen.close_layers()
        try:
            cell = parse_cell(said)
        except GeometryError as error:
            screen.toast(sentence(error.message))
            return
        if cell in grid:
            then(cell)
        else:
            screen.toast(tr(text("{cell} is not on this map", cell=said.upper())))

    screen.open(dialog.ask(screen.look, tr("Go to a cell"), "", done, screen.close_layers,
                           label=tr("Its name, such as C7"), most=5))


def victory(screen: "PlayScreen", team: str) -> None:
    """The fight is over."""
    title = tr("Nobody is left in the fight.")
    if team:
        title = tr(text("Victory: {team}", team=team_name(screen.match.battle, team)))
    battle = screen.match.battle
    standing = ", ".join(f"{each.name} ({said})" if (said := vitals.numbers(battle, each)) else each.name
                         for each in battle.present())
    said = tr(text("Rounds fought: {rounds}", rounds=screen.match.battle.round))
    if standing:
        said += "\n" + tr(text("Still standing: {names}", names=standing))
    answers = [
        (tr("Look at the map"), nothing, False),
        (tr("Undo"), screen.undo, False),
        (tr("Back to the title"), screen.host.show_title, True),
    ]
    layer = screen.ask(title, said, answers, picture="laurel-crown", role="focus")
    layer.cancel = screen.close_layers


def main(screen: "PlayScreen") -> None:
    """The menu of the Play screen."""
    from game.view.screens import lab, learn_puzzles, trying  # they have menus of their own

    entries = [
        (tr("Back to the game"), "play", "", nothing),
        (tr("Save…"), "save", "Ctrl+S", lambda: save(screen)),
        (tr("Open…"), "folder-open", "Ctrl+O", lambda: sessions.load(screen)),
        (tr("Export the log") + "…", "scroll-text", "", lambda: sessions.export(screen, _proposed(screen))),
        (tr("Game master"), "laurel-crown", "F9", screen.master.toggle),
        (tr("Where to stand"), "walking-boot", "H", screen.standing.toggle),
        (tr("What if…"), "history", "", lambda: trying.choose(screen)),
        (tr("Look at this position in the lab"), "cone", "", lambda: lab.of_game(screen)),
        (tr("Make a puzzle of it…"), "plus", "", lambda: learn_puzzles.make(screen, screen.match.battle,
                                                                            lambda: screen.host.show(screen))),
        (tr("Keys"), "keyboard", "F1", lambda: keys(screen)),
        (tr("Rules"), "search", "", lambda: reference.search(screen)),
        (tr("Decisions in force"), "scroll-text", "", lambda: decided(screen)),
        (tr("Coach") + "…", "graduation-cap", "", lambda: coach.choose(screen)),
        (tr("Real dice") + "…", "die", "", lambda: dice.choose(screen)),
        (tr("Settings"), "settings", "", lambda: SettingsScreen.over(screen)),
        (tr("Window for the players") + "…", "tv", "F8", lambda: second.panel(screen)),
        (tr("Game master's side") + "…", "hood", "F10", lambda: curtain.toggle(screen)),
        (tr("Full screen"), "maximize", "F11", screen.host.toggle_full_screen),
        (tr("Back to the title"), "house", "", screen.host.show_title),
        (tr("Quit"), "log-out", "", screen.host.quit),
    ]
    screen.offer(tr("Menu"), [(Row(said, picture=picture, aside=key), act) for said, picture, key, act in entries],
                 wide=22)


# --- saving and loading ----------------------------------------------------------------------------------------------


def _proposed(screen: "PlayScreen") -> str:
    """A name for a file about the game as it stands."""
    battle = screen.match.battle
    called = text(battle.name) if battle.name else "Flanco"
    return file_name(tr(text("{name}, round {round}", name=called, round=battle.round)))


def save(screen: "PlayScreen") -> None:
    """Ask for a name and save."""

    def done(said: str) -> None:
        if not (name := named(screen, said)):
            return
        path = saves_folder() / f"{name}{SUFFIX}"
        if path in (autosave_path(), previous_path()):
            screen.toast(tr("This name is kept for the game in progress"))
            return
        screen.close_layers()
        unless_taken(screen, path, tr("Replace the save?"),
                     text("There is already a save called {name}.", name=name), lambda: _write(screen, path))

    screen.open(dialog.ask(screen.look, tr("Save the game"), _proposed(screen), done, screen.close_layers,
                           label=tr("Name of the save"), go=tr("Save")))


def _write(screen: "PlayScreen", path: Path) -> None:
    try:
        screen.match.save(path)
    except SaveError as problem:
        screen.error(tr("The game could not be saved"), problem)
        return
    screen.toast(tr(text("Saved: {name}", name=path.stem)), "good")


def lose(screen: Screen, problem: FlancoError, then: Callable[[], None]) -> None:
    """The game would be lost by what the player asked for: it is done only when asked for again."""
    screen.close_layers()
    screen.ask(tr("The game could not be saved"), str(problem), [
        (tr("Lose it and go on"), then, False), (tr("Back to the game"), nothing, True),
    ], picture="triangle-alert", role="bad")


def cannot_open(screen: Screen, problem: FlancoError) -> None:
    """A file could not be opened."""
    screen.error(tr("That cannot be opened"), problem)
