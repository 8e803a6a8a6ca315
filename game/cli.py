"""The command ``flanco``: play, list, check, run, odds, why, place, stand, lens, render, replay, mask, lesson, puzzle,
page.

Exit codes: 0 done; 1 a file that cannot be used, or no display; 2 an action that the rules refuse, dice that ran out,
or a command line that says nothing; 130 stopped from the keyboard; 141 nobody reads the output.
"""

import argparse
import os
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from game import answers, usage
from game.commands import COMMANDS, parser
from game.errors import DiceError, FlancoError, IllegalAction, reason_of
from game.paths import maps
from game.texts import LANGUAGES, Text, guess_language, set_language, text, tr

NO_DISPLAY: Final = text(
    "There is no display to open a window on. Without one, play headless:\n"
    "  flanco run SCENARIO --actions FILE.jsonl\n"
    "  flanco render SCENARIO --out FILE.png"
)


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
    options = parser().parse_args(_with_command(words))
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
        case "why":
            return _why(options)
        case "place":
            return answers.place(options)
        case "stand":
            return answers.stand(options)
        case "lens":
            return answers.lens(options)
        case "render":
            return _render(options.source, options.out, options.size)
        case "replay":
            return _replay(options)
        case "mask":
            return _mask(options)
        case "lesson":
            return _lesson(options.lesson, options.actions)
        case "puzzle":
            return answers.puzzle(options)
        case "page":
            return answers.page(options)
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

        answers.columns((each.id, tr(each.name)) for each in weapons().values())
    elif what == "creatures":
        from game.content.library import kinds, library

        answers.columns((each.id, tr(each.name), f"{each.pv} PV", ", ".join(tr(weapon.name) for weapon in each.weapons))
                        for each in kinds().values())
        for problem in library().faults:
            _complain(str(problem))
    elif what == "maps":
        from game.content.scenarios import own_maps, shipped_maps

        answers.columns((path.stem, tr(each.name), f"{each.grid.cols} x {each.grid.rows}")
                        for path, each in (*shipped_maps(), *own_maps()))
    elif what == "parties":
        from game.content.parties import parties

        answers.columns((path.stem, each.name, ", ".join(f"{who.name} {who.pv}/{who.sheet.pv}" for who in each.members))
                        for path, each in parties())
    else:
        from game.content.scenarios import shipped_scenarios

        answers.columns((path.stem, tr(each.name), f"{each.map.grid.cols} x {each.map.grid.rows}", _teams(each.battle),
                         tr(each.text)) for path, each in shipped_scenarios())
    return 0


def _teams(battle: Any) -> str:
    sizes = [sum(each.team == team.id for each in battle.combatants) for team in battle.teams]
    return " : ".join(str(size) for size in sizes)


def _check(paths: Sequence[Path]) -> int:
    from game.content.checking import check_file, files_to_check
    from game.learn.checking import CHECKS, FOLDERS

    files, faults = 0, 0
    for path in files_to_check(paths, FOLDERS):
        problems = check_file(path, CHECKS)
        files += 1
        faults += len(problems)
        for problem in problems:
            print(problem)
    print(tr(text("{files} files checked, {faults} faults", files=files, faults=faults)))
    return 1 if faults else 0


def _lesson(id: str | None, actions: str | None) -> int:
    from game.content.scripts import load_script, parse_lines
    from game.learn.telling import find_lesson, lesson_rows, tell, tried

    if id is None:
        rows, faults = lesson_rows()
        answers.columns(rows)
        for problem in faults:
            _complain(str(problem))
        return 1 if faults else 0
    lesson = find_lesson(id)
    if actions is None:
        for line in tell(lesson):
            print(line)
        return 0
    script = parse_lines(sys.stdin or (), "-") if actions == "-" else load_script(Path(actions))
    done, lines = tried(lesson, script)
    for line in lines:
        print(line)
    return 0 if done else 2


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
    from game.insight.odds_table import answer

    found = answer(_game(options.scenario).battle, _attack(options))
    if options.json:
        print(dumps(found.data))
        return 0
    print(tr(found.headline))
    if found.refused is not None:
        print(tr(text("It cannot be done now: {reason}.", reason=found.refused)))
    for line in found.lines:
        print("  " + tr(line))
    print()
    answers.columns(("  " + tr(row.label), row.said, "" if row.chance is None else str(row.chance))
                    for row in found.rows)
    return 0


def _game(name: str) -> Any:
    """A saved game, or the beginning of a scenario."""
    from game.content.saves import SUFFIX, load
    from game.content.scenarios import find_scenario, load_scenario
    from game.rules.history import Game

    return load(Path(name)).game if name.endswith(SUFFIX) else Game(load_scenario(find_scenario(name)))


def _attack(options: argparse.Namespace) -> Any:
    """The attack that the options name."""
    from game.insight.odds_table import Question
    from game.spatial.grid import parse_cell

    at = None if options.at is None else parse_cell(options.at)
    return Question(options.who or "", options.target or "", options.weapon, options.mode, at, options.power,
                    options.manoeuvre, options.sneak, options.nonlethal)


def _why(options: argparse.Namespace) -> int:
    from game.content.codec import dumps
    from game.insight.why import Asked, why
    from game.spatial.grid import parse_cell

    if options.line is None and (options.who is None or (options.target is None and options.to is None)):
        _complain(text("name --who and --target, or --who and --to, or a --line"))
        return 2
    to = None if options.to is None else parse_cell(options.to)
    found = why(_game(options.scenario), Asked(_attack(options), options.rule, to, options.line))
    print(dumps(found.data) if options.json else found.text)
    return 0


def _print_state(battle: Any) -> None:
    from game.content.codec import dumps, encode, state_hash

    print(dumps({"kind": "state", "hash": state_hash(battle), "state": encode(battle, {})}))


def _replay(options: argparse.Namespace) -> int:
    from game.content.codec import dumps, encode
    from game.content.saves import load, write_whole
    from game.insight.chronicle import as_html, as_text, entries
    from game.rules.dice import SeededDice
    from game.rules.onlookers import Onlookers

    saved = load(options.save)
    if saved.notice is not None:
        _complain(saved.notice)
    game = saved.game
    if options.json:
        for event in game.log:
            print(dumps(encode(event)))
        _print_state(game.battle)
        return 0
    if not options.all:
        game = Onlookers().see(game, "digits", saved.dice or SeededDice(0))
    if options.format is not None:
        told = as_html(game) if options.format == "html" else as_text(game)
    else:
        told = "".join(f"{said}\n" for each in entries(game) for said in (each.said, *each.under))
    if options.out is not None:
        write_whole(options.out, told)
    else:
        print(told, end="")
    return 0


def _mask(options: argparse.Namespace) -> int:
    from dataclasses import fields

    from game.content.questions import Words, question
    from game.content.saves import write_whole
    from game.content.sources import battle_of
    from game.insight.masks import ask

    battle = battle_of(options.source)
    grid = battle.grid
    said = {each.name: getattr(options, each.name) for each in fields(Words)}
    answer = ask(grid, question(options.kind, Words(**said | {"ally": tuple(options.ally)}), grid, battle))
    if options.format == "png":
        if options.out is None:
            _complain(text("a picture needs --out FILE.png"))
            return 2
        from game.view.render import render_mask

        render_mask(battle, answer, options.out, options.size)
        return 0
    written = answer.as_bytes(options.format)
    if options.out is not None:
        write_whole(options.out, written)
    else:
        sys.stdout.buffer.write(written)
        sys.stdout.buffer.flush()
    return 0
