"""The commands of ``flanco`` and their options."""

import argparse
import sys
from collections.abc import Callable
from typing import Any, Final, NoReturn

from game import __version__, usage
from game.texts import LANGUAGES, tr

COMMANDS: Final = ("play", "list", "check", "run", "odds", "why", "place", "stand", "lens", "render", "replay",
                   "mask", "lesson", "puzzle", "page")
EXAMPLE: Final = """\
{"kind": "begin"}
{"kind": "move", "who": "ana", "to": "C7"}
{"kind": "attack", "who": "ana", "target": "ulf", "weapon": "sword"}
{"kind": "attack", "who": "clara", "target": "ulf", "weapon": "bow", "mode": "ranged"}
{"kind": "end_turn", "who": "ana"}"""


class _Help(argparse.RawDescriptionHelpFormatter):
    def add_usage(self, shown: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(shown, actions, groups, tr("usage: ") if prefix is None else prefix)


class _Parser(argparse.ArgumentParser):
    """A parser whose headings are in the language in force."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, formatter_class=_Help, add_help=False)
        self.group = self.add_argument_group(tr("arguments"))
        self.group.add_argument("-h", "--help", action="help", help=tr("show this help and stop"))
        self.group.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS,
                                help=tr("language of every text; that of the system when left out"))

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {message}\n")


def parser() -> argparse.ArgumentParser:
    """The parser of the command line, in the language in force."""
    about = tr("Tactical combat on a square grid. Every modifier comes from the map.")
    made = _Parser(prog="flanco", description=about)
    made.group.add_argument("--version", action="version", version=f"flanco {__version__}",
                              help=tr("show the version and stop"))
    commands = made.add_subparsers(dest="command", metavar="{" + ",".join(COMMANDS) + "}", title=tr("commands"),
                                     parser_class=_Parser)

    def add(name: str, summary: str, more: str = "") -> Any:
        return commands.add_parser(name, help=summary, description=summary, epilog=more).group

    play = add("play", tr("play in a window; this is what happens without a command"))
    play.add_argument("scenario", nargs="?", help=tr("a scenario's name or file, or a saved game"))
    company = tr("a party's name or file: it takes the place of the players' side")
    play.add_argument("--party", metavar="NAME", help=company)

    listed = add("list", tr("list what there is to play with, and what you have kept"))
    listed.add_argument("what", nargs="?", choices=("scenarios", "maps", "creatures", "weapons", "parties"),
                        default="scenarios")

    check = add("check", tr("check maps, scenarios, creatures, rules, lessons and saves, and name every fault"))
    check.add_argument("paths", nargs="*", type=usage.file, metavar="PATH",
                       help=tr("files or folders; all shipped ones when left out"))
    run = add("run", tr("play without a window: actions in, events out, one JSON object a line"), EXAMPLE)
    run.add_argument("scenario", help=tr("a scenario's name or file"))
    run.add_argument("--party", metavar="NAME", help=company)
    run.add_argument("--actions", required=True, metavar="FILE.jsonl", help=tr("one action a line; - reads them from "
                                                                               "standard input as they come"))
    dice = run.add_mutually_exclusive_group()
    dice.add_argument("--dice", type=usage.faces, metavar="6,1,3", help=tr("the face of every die, in order"))
    dice.add_argument("--seed", type=usage.whole, metavar="N", help=tr("dice that follow from a number"))

    _add_questions(add)
    render = add("render", tr("draw a map or a scenario into a picture"))
    render.add_argument("source", metavar="MAP_OR_SCENARIO", help=tr("a name or a file"))
    render.add_argument("--out", required=True, type=usage.file, metavar="FILE.png")
    render.add_argument("--size", type=usage.size, default=(1920, 1080), metavar="1920x1080", help=tr("in pixels"))

    replay = add("replay", tr("tell a saved game from its first action to its last"))
    replay.add_argument("save", type=usage.file, help=tr("a saved game"))
    how = replay.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help=tr("events as JSON, one a line, then the state"))
    how.add_argument("--format", choices=("text", "html"), help=tr("the log as a document, headings by round and turn"))
    replay.add_argument("--all", action="store_true", help=tr("what hidden creatures did, too"))
    replay.add_argument("--out", type=usage.file, metavar="FILE", help=tr("a file instead of the standard output"))

    _add_learning(add)
    _add_mask(add("mask", tr("answer a question about a map with a value for each cell")))
    return made


def _add_questions(add: Callable[..., Any]) -> None:
    """The commands that answer questions about a position."""
    odds = add("odds", tr("the exact odds of an attack, or of breaking a thing, as a scenario starts"))
    _add_attack(odds, True)
    odds.add_argument("--json", action="store_true", help=tr("chances as fractions, in one JSON object"))

    reasons = add("why", tr("why an attack is as it is, or a walk, or a line of the log; and what would change it"))
    _add_attack(reasons, False)
    reasons.add_argument("--rule", metavar="SIT-6", default="", help=tr("this rule alone, whether it applies or not; "
                                                                        "or: sight"))
    reasons.add_argument("--to", metavar="C7", help=tr("why one can or cannot walk there"))
    reasons.add_argument("--line", type=usage.whole, metavar="N", help=tr("a line of the log of a saved game"))
    reasons.add_argument("--json", action="store_true", help=tr("as one JSON object"))

    _add_place(add("place", tr("where a power or an area does most: the best placements, and what each gives up")))
    standing = add("stand", tr("where to stand: what holds at each square that a creature reaches"))
    standing.add_argument("scenario", help=tr("a scenario's name or file, or a saved game"))
    standing.add_argument("--who", required=True, metavar="NAME", help=tr("a creature, by its id or its name"))
    standing.add_argument("--target", metavar="NAME", help=tr("whom it means to attack; all enemies when left out"))
    standing.add_argument("--dash", action="store_true", help=tr("as far as a dash goes"))
    standing.add_argument("--top", type=usage.whole, default=10, metavar="N", help=tr("how many are shown"))
    standing.add_argument("--json", action="store_true", help=tr("as one JSON object"))
    _add_lens(add("lens", tr("one area under every rule of counting and passage, and the squares that differ")))


def _add_learning(add: Callable[..., Any]) -> None:
    """The commands for lessons, puzzles and pages of them."""
    lesson = add("lesson", tr("list the lessons, read one, or judge actions by its goals"))
    lesson.add_argument("lesson", nargs="?", metavar="LESSON", help=tr("a lesson's id or file"))
    lesson.add_argument("--actions", metavar="FILE.jsonl", help=tr("actions to judge, one a line; - reads them from "
                                                                   "standard input"))

    puzzle = add("puzzle", tr("read a puzzle, or find the fewest actions that solve it"))
    puzzle.add_argument("puzzle", type=usage.file, metavar="FILE.toml", help=tr("a puzzle's file"))
    puzzle.add_argument("--solve", action="store_true", help=tr("the fewest actions, too"))

    page = add("page", tr("make a page for print: tasks with pictures and, apart, the answers"))
    page.add_argument("lessons", nargs="*", metavar="LESSON", help=tr("a lesson's id or file, or a puzzle's file"))
    page.add_argument("--out", required=True, type=usage.file, metavar="FILE.html")
    page.add_argument("--title", metavar="TEXT", help=tr("what stands above it"))
    page.add_argument("--quiz", type=usage.whole, default=0, metavar="N", help=tr("so many questions of the quiz, too"))
    page.add_argument("--seed", type=usage.whole, default=1, metavar="N", help=tr("of the first question"))
    page.add_argument("--level", type=usage.whole, choices=(1, 2, 3), default=1, help=tr("of the questions"))


def _add_attack(command: Any, required: bool) -> None:
    """The options that name an attack, and the battle in which it is made."""
    command.add_argument("scenario", help=tr("a scenario's name or file, or a saved game"))
    command.add_argument("--who", required=required, metavar="ID", help=tr("who attacks"))
    command.add_argument("--target", required=required, metavar="ID", help=tr("whom, or what thing"))
    command.add_argument("--weapon", metavar="ID", help=tr("with what; the weapon in hand when left out, - unarmed"))
    command.add_argument("--power", metavar="ID", default="", help=tr("with what power, instead of a weapon"))
    command.add_argument("--manoeuvre", metavar="ID", default="", help=tr("as what manoeuvre"))
    command.add_argument("--sneak", action="store_true", help=tr("as a sneak attack"))
    command.add_argument("--nonlethal", action="store_true", help=tr("declared non-lethal, where there are bruises"))
    command.add_argument("--mode", choices=("melee", "ranged"),
                         help=tr("how; as the weapon and the distance suggest when left out"))
    command.add_argument("--at", metavar="C7", help=tr("as if the attacker stood there"))


def _add_area(command: Any, leave_out: tuple[str, ...] = ()) -> None:
    """The options that describe an area; :mod:`game.content.questions` says how they are written."""
    from game.content.questions import CHOICES, ORIGINS

    command.add_argument("--cells", metavar="CELLS", help=tr("the cells of a free area"))
    command.add_argument("--height", type=usage.number, metavar="METRES",
                         help=tr("of an area's origin above its ground; 1 when left out"))
    for name in ("radius", "tall", "length", "width"):
        command.add_argument(f"--{name}", type=usage.number, metavar="METRES")
    command.add_argument("--angle", type=usage.number, metavar="DEGREES")
    command.add_argument("--side", type=usage.whole, metavar="METRES")
    command.add_argument("--snap", type=usage.whole, choices=(8, 16, 32), help=tr("nearest of so many directions"))
    for name in ("shape", "counting", "passage", "end", "hand", "anchor", "diagonals"):
        command.add_argument(f"--{name}", choices=CHOICES[name])
    if "origin" not in leave_out:
        command.add_argument("--origin", help=", ".join(ORIGINS))
        command.add_argument("--direction", help=tr("degrees from the east against the clock, or dx,dy"))


def _add_place(place: Any) -> None:
    """The options of ``flanco place``."""
    body = tr("C7, C7:SIZE:TALL:ALTITUDE, or a creature of the scenario")
    place.add_argument("source", metavar="MAP_OR_SCENARIO", help=tr("a name or a file, or a saved game"))
    place.add_argument("--who", required=True, metavar="NAME", help=tr("who puts it there; on a map with nobody on it, "
                                                                       "a body") + f": {body}")
    place.add_argument("--power", metavar="ID", default="", help=tr("one of its powers or items, instead of --shape"))
    place.add_argument("--foe", action="append", default=[], metavar="BODY", help=tr("whom it is meant for, instead of "
                                                                                     "the creatures of the scenario"))
    place.add_argument("--friend", action="append", default=[], metavar="BODY", help=tr("whom it should spare"))
    place.add_argument("--range", type=usage.number, metavar="METRES",
                       help=tr("how far away it may start, 0 from the edge of who puts it there"))
    place.add_argument("--walk", action="store_true", help=tr("also from every square that a Move reaches"))
    place.add_argument("--top", type=usage.whole, metavar="N", help=tr("how many are shown"))
    place.add_argument("--json", action="store_true", help=tr("as one JSON object"))
    _add_area(place, ("origin",))


def _add_lens(lens: Any) -> None:
    """The options of ``flanco lens``."""
    lens.add_argument("source", metavar="MAP", help=tr("a map, a scenario or a saved game, by name or file"))
    lens.add_argument("--body", help=tr("who casts it"))
    lens.add_argument("--json", action="store_true", help=tr("as one JSON object"))
    _add_area(lens)


def _add_mask(mask: Any) -> None:
    """The options of ``flanco mask``; :mod:`game.content.questions` says how they are written."""
    from game.content.questions import CHOICES
    from game.insight.masks import KINDS

    mask.add_argument("kind", choices=KINDS, metavar="KIND", help=", ".join(KINDS))
    mask.add_argument("source", metavar="MAP", help=tr("a map, a scenario or a saved game, by name or file"))
    body = tr("C7, C7:SIZE:TALL:ALTITUDE, or a creature of the scenario")
    mask.add_argument("--body", help=tr("who moves, strikes, looks or casts") + f": {body}")
    mask.add_argument("--target", metavar="BODY", help=tr("who is flanked or looked down on"))
    mask.add_argument("--ally", action="append", default=[], metavar="BODY@REACH", help=tr("who flanks with the body"))
    mask.add_argument("--closed", metavar="CELLS", help=tr("cells that may not be entered, with blanks between them"))
    mask.add_argument("--passable", metavar="CELLS", help=tr("cells that may be passed and not ended on"))
    for name in ("budget", "altitude"):
        mask.add_argument(f"--{name}", type=usage.number, metavar="METRES")
    mask.add_argument("--reach", type=usage.whole, metavar="METRES")
    mask.add_argument("--slow", type=usage.whole, metavar="TIMES", help=tr("multiplies every cost"))
    for name in ("flying", "jump"):
        mask.add_argument(f"--{name}", action="store_true")
    for name in ("corners", "difficult"):
        mask.add_argument(f"--{name}", choices=CHOICES[name])
    _add_area(mask)
    mask.add_argument("--format", choices=("text", "json", "npy", "png"), default="text")
    mask.add_argument("--out", type=usage.file, metavar="FILE", help=tr("a file instead of the standard output"))
    mask.add_argument("--size", type=usage.size, default=(1920, 1080), metavar="1920x1080", help=tr("in pixels"))
