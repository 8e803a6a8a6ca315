"""The command ``flanco``: play, list, check, run, odds, render, replay, mask.

Exit codes: 0 done; 1 a file that cannot be used, or no display; 2 an action that the rules refuse, dice that ran out,
or a command line that says nothing; 130 stopped from the keyboard; 141 nobody reads the output.
"""

import argparse
import os
import secrets
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

from game import __version__, usage
from game.errors import DiceError, FlancoError, IllegalAction, reason_of
from game.paths import maps
from game.texts import LANGUAGES, Text, guess_language, sentence, set_language, text, tr

COMMANDS: Final = ("play", "list", "check", "run", "odds", "render", "replay", "mask")
NO_DISPLAY: Final = text(
    "There is no display to open a window on. Without one, play headless:\n"
    "  flanco run SCENARIO --actions FILE.jsonl\n"
    "  flanco render SCENARIO --out FILE.png"
)


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


def _parser() -> argparse.ArgumentParser:
    about = tr("Tactical combat on a square grid. Every modifier comes from the map.")
    parser = _Parser(prog="flanco", description=about)
    parser.group.add_argument("--version", action="version", version=f"flanco {__version__}",
                              help=tr("show the version and stop"))
    commands = parser.add_subparsers(dest="command", metavar="{" + ",".join(COMMANDS) + "}", title=tr("commands"),
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

    check = add("check", tr("check maps, scenarios, creatures, rules and saves, and name every fault"))
    check.add_argument("paths", nargs="*", type=usage.file, metavar="PATH",
                       help=tr("files or folders; all shipped ones when left out"))
    run = add("run", tr("play without a window: actions in, events out, one JSON object a line"), EXAMPLE)
    run.add_argument("scenario", help=tr("a scenario's name or file"))
    run.add_argument("--party", metavar="NAME", help=company)
    run.add_argument("--actions", required=True, metavar="FILE.jsonl", help=tr("one action a line; - reads them from "
                                                                               "standard input as they come"))
    dice = run.add_mutually_exclusive_group()
    dice.add_argument("--dice", type=_faces, metavar="6,1,3", help=tr("the face of every die, in order"))
    dice.add_argument("--seed", type=usage.whole, metavar="N", help=tr("dice that follow from a number"))

    odds = add("odds", tr("the exact odds of an attack, or of breaking a thing, as a scenario starts"))
    odds.add_argument("scenario", help=tr("a scenario's name or file, or a saved game"))
    odds.add_argument("--who", required=True, metavar="ID", help=tr("who attacks"))
    odds.add_argument("--target", required=True, metavar="ID", help=tr("whom, or what thing"))
    odds.add_argument("--weapon", metavar="ID", help=tr("with what; the weapon in hand when left out, - unarmed"))
    odds.add_argument("--power", metavar="ID", default="", help=tr("with what power, instead of a weapon"))
    odds.add_argument("--manoeuvre", metavar="ID", default="", help=tr("as what manoeuvre"))
    odds.add_argument("--sneak", action="store_true", help=tr("as a sneak attack"))
    odds.add_argument("--mode", choices=("melee", "ranged"), help=tr("how; as the weapon and the distance suggest when "
                                                                     "left out"))
    odds.add_argument("--at", metavar="C7", help=tr("as if the attacker stood there"))
    odds.add_argument("--json", action="store_true", help=tr("chances as fractions, in one JSON object"))

    render = add("render", tr("draw a map or a scenario into a picture"))
    render.add_argument("source", metavar="MAP_OR_SCENARIO", help=tr("a name or a file"))
    render.add_argument("--out", required=True, type=usage.file, metavar="FILE.png")
    render.add_argument("--size", type=_size, default=(1920, 1080), metavar="1920x1080", help=tr("in pixels"))

    replay = add("replay", tr("tell a saved game from its first action to its last"))
    replay.add_argument("save", type=usage.file, help=tr("a saved game"))
    replay.add_argument("--json", action="store_true", help=tr("events as JSON, one a line, then the state"))

    _add_mask(add("mask", tr("answer a question about a map with a value for each cell")))
    return parser


def _add_mask(mask: Any) -> None:
    """The options of ``flanco mask``; :mod:`game.content.questions` says how they are written."""
    from game.content.questions import CHOICES, ORIGINS
    from game.insight.masks import KINDS

    mask.add_argument("kind", choices=KINDS, metavar="KIND", help=", ".join(KINDS))
    mask.add_argument("source", metavar="MAP", help=tr("a map or a scenario, by name or file"))
    body = tr("C7, C7:SIZE:TALL:ALTITUDE, or a creature of the scenario")
    mask.add_argument("--body", help=tr("who moves, strikes, looks or casts") + f": {body}")
    mask.add_argument("--target", metavar="BODY", help=tr("who is flanked or looked down on"))
    mask.add_argument("--ally", action="append", default=[], metavar="BODY@REACH", help=tr("who flanks with the body"))
    mask.add_argument("--closed", metavar="CELLS", help=tr("cells that may not be entered, with blanks between them"))
    mask.add_argument("--passable", metavar="CELLS", help=tr("cells that may be passed and not ended on"))
    mask.add_argument("--cells", metavar="CELLS", help=tr("the cells of a free area"))
    mask.add_argument("--height", type=usage.number, metavar="METRES",
                      help=tr("of an area's origin above its ground; 1 when left out"))
    for name in ("budget", "radius", "tall", "altitude", "length", "width"):
        mask.add_argument(f"--{name}", type=usage.number, metavar="METRES")
    mask.add_argument("--angle", type=usage.number, metavar="DEGREES")
    for name in ("reach", "side"):
        mask.add_argument(f"--{name}", type=usage.whole, metavar="METRES")
    mask.add_argument("--slow", type=usage.whole, metavar="TIMES", help=tr("multiplies every cost"))
    mask.add_argument("--snap", type=usage.whole, choices=(8, 16, 32), help=tr("nearest of so many directions"))
    for name in ("flying", "jump"):
        mask.add_argument(f"--{name}", action="store_true")
    for name, allowed in CHOICES.items():
        mask.add_argument(f"--{name}", choices=allowed)
    mask.add_argument("--origin", help=", ".join(ORIGINS))
    mask.add_argument("--direction", help=tr("degrees from the east against the clock, or dx,dy"))
    mask.add_argument("--format", choices=("text", "json", "npy", "png"), default="text")
    mask.add_argument("--out", type=usage.file, metavar="FILE", help=tr("a file instead of the standard output"))
    mask.add_argument("--size", type=_size, default=(1920, 1080), metavar="1920x1080", help=tr("in pixels"))


def _faces(written: str) -> tuple[int, ...]:
    parts = [part.strip() for part in written.split(",") if part.strip()]
    if not all(part.isdecimal() and len(part) < 9 for part in parts):
        raise argparse.ArgumentTypeError(tr(text("{value} is not a list of faces such as 6,1,3", value=written)))
    return tuple(int(part) for part in parts)


def _size(written: str) -> tuple[int, int]:
    width, cross, height = written.lower().partition("x")
    if not (cross and width.isdecimal() and height.isdecimal() and len(width) < 6 and len(height) < 6):
        raise argparse.ArgumentTypeError(tr(text("{value} is not a size such as 1920x1080", value=written)))
    size = int(width), int(height)
    if not all(64 <= side <= 8192 for side in size):
        raise argparse.ArgumentTypeError(tr(text("a side is from {least} to {most} pixels", least=64, most=8192)))
    return size


def _wanted_language(arguments: Sequence[str]) -> str:
    """The language that ``--lang`` asks for, wherever it stands; else that of the system."""
    for number, word in enumerate(arguments):
        name, equals, value = word.partition("=")
        if name == "--lang":
            said = value if equals else "".join(arguments[number + 1 : number + 2])
            if said in LANGUAGES:
                return said
    return guess_language()


def _with_command(words: list[str]) -> list[str]:
    """The words with ``play`` before a scenario that is named without a command."""
    for number, word in enumerate(words):
        if word.startswith("-") or (number and words[number - 1] == "--lang"):
            continue
        if word not in COMMANDS and (os.path.isfile(word) or os.path.isfile(maps() / f"{word}.toml")):
            return [*words[:number], "play", *words[number:]]
        return words
    return words


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    set_language(_wanted_language(words))
    usage.speak()
    _prepare_streams()
    options = _parser().parse_args(_with_command(words))
    try:
        code = _command(options)
        sys.stdout.flush()
        return code
    except (IllegalAction, DiceError) as error:
        _complain(str(error))
        return 2
    except FlancoError as error:
        _complain(str(error))
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _let_go_of_output()
        return 141
    except OSError as error:
        if error.filename is not None:
            raise
        _let_go_of_output()
        _complain(text("The output could not be written: {reason}", reason=reason_of(error)))
        return 1


def _prepare_streams() -> None:
    """Whatever is said can be written: streams that were closed swallow it, characters that one lacks are escaped."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")


def _let_go_of_output() -> None:
    """So that what could not be written is not tried again at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str | Text) -> None:
    sys.stdout.flush()
    print(tr(message) if isinstance(message, Text) else message, file=sys.stderr)


def _command(options: argparse.Namespace) -> int:
    match options.command:
        case "list":
            return _list(options.what)
        case "check":
            return _check(options.paths)
        case "run":
            return _run(options)
        case "odds":
            return _odds(options)
        case "render":
            return _render(options.source, options.out, options.size)
        case "replay":
            return _replay(options.save, options.json)
        case "mask":
            return _mask(options)
    return _play(getattr(options, "scenario", None), getattr(options, "lang", None), getattr(options, "party", None))


# --- with the window's code ------------------------------------------------------------------------------------------


def has_display() -> bool:
    """Whether a window can be expected to open: on systems without X11 and Wayland, with one of them, or as told."""
    if sys.platform in ("win32", "darwin") or os.environ.get("SDL_VIDEODRIVER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _play(name: str | None, language: str | None, party: str | None = None) -> int:
    from game.content.parties import find_party, load_party, with_party
    from game.content.saves import SUFFIX, load
    from game.content.scenarios import find_scenario, load_scenario

    scenario: str | None = None
    company = load_party(find_party(party)) if party is not None else None
    save: Path | None = None
    if name is not None and name.endswith(SUFFIX):
        save = Path(name)
        load(save)
    elif name is not None:
        path = find_scenario(name)
        battle = load_scenario(path)
        if company is not None:
            with_party(battle, company)
        scenario = str(path)
    if not has_display():
        _complain(NO_DISPLAY)
        return 1
    from game.view.app import NoDisplay, play

    try:
        return play(scenario, save, language, company)
    except NoDisplay:
        _complain(NO_DISPLAY)
        return 1


def _render(source: str, out: Path, size: tuple[int, int]) -> int:
    from game.content.scenarios import find_file

    path = find_file(source)
    from game.view.render import render

    render(path, out, size)
    return 0


# --- headless --------------------------------------------------------------------------------------------------------


def _list(what: str) -> int:
    if what == "weapons":
        from game.rules.catalog import weapons

        _columns((each.id, tr(each.name)) for each in weapons().values())
    elif what == "creatures":
        from game.content.library import kinds, library

        _columns((each.id, tr(each.name), f"{each.pv} PV", ", ".join(tr(weapon.name) for weapon in each.weapons))
                 for each in kinds().values())
        for problem in library().faults:
            _complain(str(problem))
    elif what == "maps":
        from game.content.scenarios import own_maps, shipped_maps

        _columns((path.stem, tr(each.name), f"{each.grid.cols} x {each.grid.rows}")
                 for path, each in (*shipped_maps(), *own_maps()))
    elif what == "parties":
        from game.content.parties import parties

        _columns((path.stem, each.name, ", ".join(f"{who.name} {who.pv}/{who.sheet.pv}" for who in each.members))
                 for path, each in parties())
    else:
        from game.content.scenarios import shipped_scenarios

        _columns((path.stem, tr(each.name), f"{each.map.grid.cols} x {each.map.grid.rows}", _teams(each.battle),
                  tr(each.text)) for path, each in shipped_scenarios())
    return 0


def _teams(battle: Any) -> str:
    sizes = [sum(each.team == team.id for each in battle.combatants) for team in battle.teams]
    return " : ".join(str(size) for size in sizes)


def _columns(rows: Iterable[tuple[str, ...]]) -> None:
    table = list(rows)
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))] if table else []
    for row in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _check(paths: Sequence[Path]) -> int:
    from game.content.checking import check_file, files_to_check

    files, faults = 0, 0
    for path in files_to_check(paths):
        problems = check_file(path)
        files += 1
        faults += len(problems)
        for problem in problems:
            print(problem)
    print(tr(text("{files} files checked, {faults} faults", files=files, faults=faults)))
    return 1 if faults else 0


def _run(options: argparse.Namespace) -> int:
    from game.content.codec import dumps, encode
    from game.content.parties import find_party, load_party, with_party
    from game.content.scenarios import find_scenario, load_scenario
    from game.content.scripts import load_script, parse_lines
    from game.rules.dice import Dice, ScriptedDice, SeededDice
    from game.rules.history import Game

    actions, seed = options.actions, options.seed
    battle = load_scenario(find_scenario(options.scenario))
    if options.party is not None:
        battle = with_party(battle, load_party(find_party(options.party)))
    game = Game(battle)
    script = parse_lines(sys.stdin or (), "-") if actions == "-" else load_script(Path(actions))
    if options.dice is None and seed is None:
        seed = secrets.randbits(32)
        _complain(text("The dice follow from --seed {seed}", seed=seed))
    dice: Dice = ScriptedDice(options.dice or ()) if seed is None else SeededDice(seed)
    for line, action in script:
        try:
            game = game.do(action, dice)
        except FlancoError as error:
            _complain(text("{file}:{line}: {reason}", file=actions, line=line, reason=error.message))
            return 2
        for event in game.steps[-1].events:
            print(dumps(encode(event)), flush=actions == "-")
    _print_state(game.battle)
    return 0


def _odds(options: argparse.Namespace) -> int:
    from game.content.codec import dumps
    from game.content.saves import SUFFIX, load
    from game.content.scenarios import find_scenario, load_scenario
    from game.insight.odds_table import Question, answer
    from game.spatial.grid import parse_cell

    name = options.scenario
    battle = load(Path(name)).game.battle if name.endswith(SUFFIX) else load_scenario(find_scenario(name))
    at = None if options.at is None else parse_cell(options.at)
    found = answer(battle, Question(options.who, options.target, options.weapon, options.mode, at, options.power,
                                    options.manoeuvre, options.sneak))
    if options.json:
        print(dumps(found.data))
        return 0
    print(tr(found.headline))
    if found.refused is not None:
        print(tr(text("It cannot be done now: {reason}.", reason=found.refused)))
    for line in found.lines:
        print("  " + tr(line))
    print()
    _columns(("  " + tr(row.label), row.said, "" if row.chance is None else str(row.chance)) for row in found.rows)
    return 0


def _print_state(battle: Any) -> None:
    from game.content.codec import dumps, encode, state_hash

    print(dumps({"kind": "state", "hash": state_hash(battle), "state": encode(battle, {})}))


def _replay(path: Path, as_json: bool) -> int:
    from game.content.codec import dumps, encode
    from game.content.saves import load
    from game.insight.narrate import sentences

    saved = load(path)
    if saved.notice is not None:
        _complain(saved.notice)
    for step in saved.game.past:
        for event in step.events:
            for line in [dumps(encode(event))] if as_json else sentences(event, step.battle):
                print(line if isinstance(line, str) else sentence(line))
    if as_json:
        _print_state(saved.game.battle)
    return 0


def _mask(options: argparse.Namespace) -> int:
    from dataclasses import fields

    from game.content.maps import load_map
    from game.content.questions import Words, question
    from game.content.saves import write_whole
    from game.content.scenarios import find_file, load_scenario, tables_of
    from game.insight.masks import ask

    path = find_file(options.source)
    battle = load_scenario(path) if "scenario" in tables_of(path) else None
    if battle is None:
        found = load_map(path)
        grid = found.grid.without(each.id for each in found.structures if each.open)
    else:
        grid = battle.grid
    said = {each.name: getattr(options, each.name) for each in fields(Words)}
    answer = ask(grid, question(options.kind, Words(**said | {"ally": tuple(options.ally)}), grid, battle))
    if options.format == "png":
        if options.out is None:
            _complain(text("a picture needs --out FILE.png"))
            return 2
        from game.view.render import render_mask

        render_mask(path, answer, options.out, options.size)
        return 0
    written = answer.as_bytes(options.format)
    if options.out is not None:
        write_whole(options.out, written)
    else:
        sys.stdout.buffer.write(written)
        sys.stdout.buffer.flush()
    return 0
