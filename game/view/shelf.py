"""What there is to play: scenarios and saves, read only as far as a list needs, so that the title is there at once."""

import time
from dataclasses import dataclass
from pathlib import Path

from game.checked import load_toml
from game.content import saves
from game.content.codec import loads
from game.errors import DataError
from game.paths import maps
from game.texts import text, tr


@dataclass(frozen=True, slots=True)
class Title:
    """A scenario in the list: its file, English name and text; ``fault`` is what keeps it from being read."""

    path: Path
    name: str
    words: str
    fault: DataError | None = None


@dataclass(frozen=True, slots=True)
class Saved:
    """A save in the list; ``when`` is its local date and time, ``age`` its modification time in seconds."""

    path: Path
    name: str
    when: str
    age: float


def scenario_titles() -> list[Title]:
    """The scenarios that ship with the game."""
    found = []
    for path in sorted(maps().glob("*.toml")):
        try:
            table = load_toml(path).data.get("scenario")
        except DataError as fault:
            found.append(Title(path, path.name, "", fault))
            continue
        if isinstance(table, dict):
            found.append(Title(path, str(table.get("name", path.stem)), str(table.get("text", ""))))
    return found


def last_game() -> str | None:
    """What the autosave is about, None when there is none."""
    try:
        state = loads(saves.autosave_path().read_text(encoding="utf-8"))["content"]["state"]
        return tr(text("{name}, round {round}", name=text(str(state["name"])), round=int(state["round"])))
    except (OSError, ValueError, KeyError, TypeError, OverflowError):
        return None


def saved_games() -> list[Saved]:
    """The saves there are, newest first; the autosave among them."""
    found = []
    for path in saves.saved_games():
        try:
            age = path.stat().st_mtime
        except OSError:  # gone since it was listed
            continue
        own = {saves.autosave_path(): "", saves.previous_path(): tr("The game before")}
        name = own.get(path, path.stem)
        found.append(Saved(path, name, time.strftime("%Y-%m-%d %H:%M", time.localtime(age)), age))
    return found
