"""What there is to play: scenarios and saves, read only as far as a list needs, so that the title is there at once."""

import time
from dataclasses import dataclass
from pathlib import Path

from game.checked import load_toml
from game.content import saves
from game.errors import DataError, FlancoError
from game.paths import maps
from game.texts import text, tr
from game.view.dates import said_date


@dataclass(frozen=True, slots=True)
class Title:
    """A scenario in the list: its file, English name and text; ``fault`` is what keeps it from being read."""

    path: Path
    name: str
    words: str
    fault: DataError | None = None


@dataclass(frozen=True, slots=True)
class Saved:
    """A save in the list; ``about`` is the fight and its round, empty when the save does not say; ``when`` its local
    date and time, ``age`` its modification time in seconds."""

    path: Path
    name: str
    about: str
    when: str
    age: float

    @property
    def title(self) -> str:
        """What it is called: the game in progress by what it is about."""
        return self.name or self.about or tr("Autosave")

    @property
    def detail(self) -> str:
        """What else a list says of it."""
        about = self.about if self.name not in ("", self.about) else ""
        return " · ".join(each for each in (about, self.when) if each)


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


def about(path: Path) -> str:
    """What a save is about: the fight and its round; empty when it cannot be said."""
    found = saves.about(path)
    if found is None:
        try:
            battle = saves.battle_in(path)
        except FlancoError:
            return ""
        found = saves.About(battle.name, battle.round)
    return tr(text("{name}, round {round}", name=text(found.name) if found.name else "Flanco", round=found.round))


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
        found.append(Saved(path, name, about(path), said_date(age, time.time()), age))
    return found
