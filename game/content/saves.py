"""Saves: a game written down so that nothing is lost, and read back so that nothing breaks.

A save is a JSON object of four lines: what it is, what it is about (for lists), its checksum, and its content: the
scenario's name, the battle at the start, the actions with the dice rolled for each, the battle as it stands and its
hash. Reading replays the actions with those dice. When rules have changed since and the replay ends elsewhere, or knows
an action no more, the game opens from the battle as it stood, with a notice: only earlier undo is lost.
"""

import contextlib
import hashlib
import os
import stat
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import is_
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from game.checked import read_text, shown
from game.content.codec import CodecError, Json, decode, digest, dumps, encode, loads, state_hash
from game.errors import DataError, FlancoError, SaveError, reason_of
from game.paths import user_data
from game.rules.actions import Action
from game.rules.conditions import unknown_condition
from game.rules.dice import Dice, ScriptedDice, SeededDice
from game.rules.gear import member_fault
from game.rules.history import Game, Step
from game.rules.state import Battle
from game.spatial.grid import Grid
from game.texts import Text, text

T = TypeVar("T")
FORMAT: Final = "flanco-save"
VERSION: Final = 1
SUFFIX: Final = ".json"
LARGEST: Final = 100_000_000  # bytes
UMASK: Final = os.umask(0)  # can only be asked by being set
os.umask(UMASK)
LONGEST_LINE: Final = 10_000  # bytes, of the lines that a list reads
RULES_CHANGED: Final = text("The rules have changed since this game was saved. It goes on from where it stood; "
                            "what came before can no longer be undone.")
FIELDS: Final = ("scenario", "seed", "maps", "initial", "steps", "done", "state", "hash")
OPTIONAL: Final = ("table",)


@dataclass(frozen=True)
class Table:
    """How a group plays a game: the creatures and teams whose dice people roll, and what teams are told beforehand, as
    (team, level)."""

    real: tuple[str, ...] = ()
    coach: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class About:
    """What a list tells of a save: the battle's name and the round."""

    name: str
    round: int


@dataclass(frozen=True)
class SavedGame:
    """What a save holds.

    :ivar scenario: the scenario's file or id, for the title screen; may be empty.
    :ivar seed: of the dice that the game goes on with; None when people roll.
    :ivar notice: what the player should know about how it was opened; None when all is as it was.
    :ivar table: how the group plays it.
    """

    game: Game
    scenario: str = ""
    seed: int | None = None
    notice: Text | None = None
    table: Table = Table()

    @property
    def dice(self) -> Dice | None:
        """The dice to go on with; None when people roll."""
        return None if self.seed is None else SeededDice(self.seed)


# --- writing ---------------------------------------------------------------------------------------------------------


class Written:
    """What was written of a game before, so that only what is new has to be put into words: each step once."""

    def __init__(self) -> None:
        self.initial: tuple[Battle, str, dict[str, Grid]] | None = None
        self.steps: list[Step] = []
        self.said: list[str] = []  # the same in words
        self.parts: dict[int, tuple[object, str]] = {}  # creatures and structures of the battle, by identity

    def initial_text(self, battle: Battle, maps: dict[str, Grid]) -> str:
        """The battle at the start, as JSON; its map is put into ``maps``."""
        if self.initial is None or self.initial[0] is not battle:
            own: dict[str, Grid] = {}
            self.initial = battle, dumps(encode(battle, own)), own
        maps.update(self.initial[2])
        return self.initial[1]

    def state_text(self, battle: Battle, maps: dict[str, Grid]) -> str:
        """A battle as JSON, as :func:`encode` writes it; its map is put into ``maps``."""
        known, self.parts = self.parts, {}

        def said(part: object) -> str:
            found = self.parts[id(part)] = known.get(id(part)) or (part, dumps(encode(part)))
            return found[1]

        made = {name: dumps(value) for name, value in encode(battle.but(combatants=(), structures=()), maps).items()}
        for name in ("combatants", "structures"):
            made[name] = "[" + ",".join(said(part) for part in getattr(battle, name)) + "]"
        return _object(made)

    def steps_text(self, steps: Sequence[Step]) -> str:
        """All steps as a JSON list."""
        known = [*map(is_, self.steps, steps)]
        kept = known.index(False) if False in known else len(known)
        self.steps[kept:] = steps[kept:]
        self.said[kept:] = [_step_text(step) for step in steps[kept:]]
        return "[" + ",".join(self.said) + "]"


def save_text(saved: SavedGame, written: Written | None = None) -> str:
    """The text of a save: always the same for the same game. ``written`` is what is known of it from the last time."""
    game, before = saved.game, written or Written()
    maps: dict[str, Grid] = {}
    texts = {
        "scenario": dumps(saved.scenario),
        "seed": dumps(saved.seed),
        "maps": "",
        "initial": before.initial_text(game.initial, maps),
        "steps": before.steps_text(game.steps),
        "done": dumps(game.done),
        "state": before.state_text(game.battle, maps),
    }
    texts["hash"] = dumps(digest(texts["state"]))
    if saved.table != Table():
        texts["table"] = dumps(encode(saved.table))
    texts["maps"] = _object({version: _map_text(grid) for version, grid in maps.items()})
    body, about = _object(texts), dumps(encode(About(game.battle.name, game.battle.round)))
    head = f'{{"format":"{FORMAT}","version":{VERSION},\n"about":{about},\n"checksum":"{_checksum(body)}",\n"content":'
    return f"{head}{body}}}\n"


def _step_text(step: Step) -> str:
    return dumps({"action": encode(step.action), "dice": [[die.sides, die.face] for die in step.dice]})


def _object(parts: dict[str, str]) -> str:
    """A JSON object whose values are JSON texts."""
    return "{" + ",".join(f"{dumps(name)}:{part}" for name, part in parts.items()) + "}"


@lru_cache(maxsize=8)
def _map_text(grid: Grid) -> str:
    """A map as JSON; it seldom changes within a game, and is by far the largest part of a save."""
    return dumps(encode(grid))


def _checksum(body: str) -> str:
    return hashlib.blake2b(body.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


NO_TABLE: Final = Table()


def save(game: Game, path: Path, scenario: str = "", seed: int | None = None, table: Table = NO_TABLE) -> None:
    """Write a game. The file is whole at every moment: a failure leaves the one that was there.

    :raises SaveError: when it cannot be written: full disk, no permission, no such folder.
    """
    write_whole(path, save_text(SavedGame(game, scenario, seed, table=table)))


def write_whole(path: Path, content: str | bytes, wait: bool = True) -> None:
    """Write a text or bytes to a temporary file beside ``path``, force it to the disk, and rename it.

    Whatever keeps it from that, the old file is then as it was, and nothing lies beside it. Without ``wait`` the system
    has it then, whatever becomes of the program, but not yet the disk: see :func:`reach_disk`.

    :raises SaveError: when it cannot be written.
    """
    temporary = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name[:100]}.", suffix=".tmp", dir=path.parent)
        with os.fdopen(handle, "wb") as stream:
            stream.write(content.encode() if isinstance(content, str) else content)
            stream.flush()
            if wait:
                os.fsync(stream.fileno())
        with contextlib.suppress(OSError):  # not every folder has rights
            os.chmod(temporary, _rights(path))
        os.replace(temporary, path)
        temporary = ""
    except OSError as error:
        raise _not_saved(path, error) from None
    finally:  # a keyboard's interruption, too
        if temporary:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
    if wait:
        _sync_folder(path.parent)


def _rights(path: Path) -> int:
    """The rights that a file keeps, or gets when it is new: those of any file, not those of a temporary one."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except OSError:
        return 0o666 & ~UMASK


def _not_saved(path: Path, error: OSError) -> SaveError:
    return SaveError(text("{file} could not be saved: {reason}. Nothing was lost: the file is as it was.",
                          file=str(path), reason=reason_of(error)))


def reach_disk(path: Path) -> None:
    """Wait until a file that was written without waiting is on the disk; one that is gone since needs none.

    :raises SaveError: when it does not get there.
    """
    try:
        handle = os.open(path, os.O_RDWR)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except FileNotFoundError:
        return
    except OSError as error:
        raise _not_saved(path, error) from None
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# --- reading ---------------------------------------------------------------------------------------------------------


def load(path: Path) -> SavedGame:
    """The game in a save.

    :raises SaveError: when it is missing, damaged, changed by hand, from a newer version, or not a save.
    """
    return _opened(path, _read)


def _opened(path: Path, read: Callable[[dict[str, Any]], T]) -> T:
    """What is read from the content of a file. :raises SaveError: as :func:`load`."""
    try:
        source = read_text(path, LARGEST)
    except DataError as error:
        raise SaveError(text("{file} cannot be opened: {reason}", file=str(path),
                             reason=error.problems[0].message)) from None
    try:
        return _understood(source, read)
    except SaveError as error:
        raise SaveError(text("{file} cannot be opened: {reason}", file=str(path), reason=error.message)) from None


def about(path: Path) -> About | None:
    """What a save is about, read from its first lines alone; None when they do not say it."""
    try:
        with path.open("rb") as stream:
            lines = stream.readline(LONGEST_LINE), stream.readline(LONGEST_LINE)
        head = loads(b"".join(lines).decode().rstrip().rstrip(",") + "}")
        return decode(About, head["about"]) if head["format"] == FORMAT else None
    except (OSError, ValueError, KeyError, TypeError, CodecError):
        return None


def battle_in(path: Path) -> Battle:
    """The battle of a save as it stands, without its past.

    :raises SaveError: as :func:`load`.
    """
    return _opened(path, lambda content: _battle("state", content, _maps(content)))


def load_text(source: str) -> SavedGame:
    """The game in the text of a save.

    :raises SaveError: as :func:`load`.
    """
    return _understood(source, _read)


def _understood(source: str, read: Callable[[dict[str, Any]], T]) -> T:
    try:
        return read(_content(loads(source)))
    except CodecError as error:
        place = ".".join(str(step) for step in error.place)
        raise SaveError(text("the save is damaged at {place} {value}: {reason}", place=place or "-",
                             value=shown(error.value), reason=error.message)) from None


def _content(data: Json) -> dict[str, Any]:
    """The content of a save, once it is known to be whole and ours."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SaveError(text("this is not a saved game"))
    version = data.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise SaveError(text("this is not a saved game"))
    if version > VERSION:
        raise SaveError(text("it was saved by a newer version of the program (format {version}; "
                             "this one reads up to {most}). Update the program to open it.",
                             version=version, most=VERSION))
    content = data.get("content")
    if not isinstance(content, dict) or set(content) - {*OPTIONAL} != set(FIELDS):
        raise SaveError(text("parts of the save are missing"))
    about = data.get("about")  # older ones have none
    if data.get("checksum") != _checksum(dumps(content)) or about not in (None, _about(content)):
        raise SaveError(text("the save is damaged or was changed by hand"))
    return content


def _about(content: dict[str, Any]) -> Json:
    state = content["state"]
    return {each: state.get(each) for each in ("name", "round")} if isinstance(state, dict) else None


@dataclass(frozen=True)
class _Step:
    action: Action
    dice: tuple[tuple[int, int], ...]  # (sides, face) of each


def _read(content: dict[str, Any]) -> SavedGame:
    if not isinstance(content["steps"], list):
        raise CodecError(("steps",), text("this must be a list"), content["steps"])
    maps = _maps(content)
    state = _battle("state", content, maps)
    saved = SavedGame(Game(state), decode(str, content["scenario"]), decode(cast(Any, int | None), content["seed"]),
                      table=decode(Table, content.get("table", {})))
    done = decode(int, content["done"])
    if not 0 <= done <= len(content["steps"]):
        raise CodecError(("done",), text("this must be {most} or less", most=len(content["steps"])), done)
    try:
        initial = _battle("initial", content, maps)
        game = replace(_replayed(initial, decode(tuple[_Step, ...], content["steps"])), done=done)
    except FlancoError:  # today's rules know an action no more, or refuse it, or want other dice
        return replace(saved, notice=RULES_CHANGED)
    if state_hash(game.battle) != content["hash"] or game.battle != state:
        return replace(saved, notice=RULES_CHANGED)
    return replace(saved, game=game)


def _maps(content: dict[str, Any]) -> dict[str, Grid]:
    if not isinstance(content["maps"], dict):
        raise CodecError(("maps",), text("this must be a table"), content["maps"])
    return {version: decode(Grid, layers) for version, layers in content["maps"].items()}


def _battle(name: str, content: dict[str, Any], maps: dict[str, Grid]) -> Battle:
    battle = decode(Battle, content[name], maps)
    if (fault := battle_fault(battle)) is not None:
        raise CodecError((name,), fault)
    return battle


def battle_fault(battle: Battle) -> Text | None:
    """What makes a battle impossible to play: names that name nothing, places outside the map; None when sound."""
    ids = {each.id for each in battle.combatants}
    teams = {each.id for each in battle.teams}
    if len(ids) != len(battle.combatants) or len({each.id for each in battle.structures}) != len(battle.structures):
        return text("an id is used twice")
    holding = (who for each in battle.holds for who in (each.holder, each.held))
    for name in (*battle.order, *battle.waiting, *holding):
        if name not in ids:
            return text("there is no creature {name}", name=name)
    for each in battle.combatants:
        if each.team not in teams:
            return text("there is no team {name}", name=each.team)
        if each.cell is not None and each.cell not in battle.map:
            return text("{name} is outside the map", name=each.name)
        if (fault := member_fault(each)) is not None:
            return fault
    if (condition := unknown_condition(battle)) is not None:
        return text("there is no such condition: {id!r}", id=condition)
    return None


def _replayed(initial: Battle, steps: tuple[_Step, ...]) -> Game:
    """The game played again, with the dice that were rolled. # rule: TST-6

    :raises FlancoError: when today's rules refuse an action or want other dice.
    """
    dice = ScriptedDice([die[1] for step in steps for die in step.dice], initial.dice)
    game = Game(initial)
    for step in steps:
        game = game.do(step.action, dice)
        if tuple((die.sides, die.face) for die in game.steps[-1].dice) != step.dice:
            raise SaveError(RULES_CHANGED)
    return game


# --- the player's own folder -----------------------------------------------------------------------------------------


def saves_folder() -> Path:
    """Where the player's games are; it may not exist yet."""
    return user_data() / "saves"


def autosave_path() -> Path:
    """The save that is written after every action."""
    return saves_folder() / f"autosave{SUFFIX}"


def previous_path() -> Path:
    """The autosave of the game before the one in progress."""
    return saves_folder() / f"previous{SUFFIX}"


def set_autosave_aside() -> None:
    """Move the autosave to :func:`previous_path`, so that another game does not take the place of the last one."""
    with contextlib.suppress(OSError):  # there is none
        os.replace(autosave_path(), previous_path())


def saved_games() -> tuple[Path, ...]:
    """The player's saves, newest first, the autosave among them."""
    found = []
    with contextlib.suppress(OSError):
        for path in saves_folder().glob(f"*{SUFFIX}"):
            with contextlib.suppress(OSError):
                found.append((-path.stat().st_mtime_ns, path))
    return tuple(path for _, path in sorted(found))
