"""What the user chose for the program itself: device, language, theme, size, helps. Kept in the user's own folder."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final, Literal

from game.content.saves import write_whole
from game.paths import user_settings
from game.texts import N_

Device = Literal["", "laptop", "television", "projector"]
Coach = Literal["off", "legal", "full"]
EnemyNumbers = Literal["digits", "words", "nothing"]
Rolling = Literal["app", "people"]
Value = str | bool | float

LANGUAGE_NAMES: Final = {"pt_BR": "Português", "es": "Español", "en": "English"}  # each in its own words
FACTORS: Final = tuple(n / 10 for n in range(10, 26))  # 100 % to 250 %


@dataclass(frozen=True, slots=True)
class Preset:
    """What a kind of screen brings along.

    :ivar factor: the size of everything at first.  :ivar least: the smallest that may be chosen.
    :ivar margin: share of each side that may be cut off or bent.
    """

    factor: float
    least: float
    theme: str
    margin: float


PRESETS: Final = {
    "laptop": Preset(1.0, 1.0, "dark", 0.0),
    "television": Preset(1.5, 1.5, "dark", 0.025),
    "projector": Preset(1.3, 1.0, "light", 0.025),
}


@dataclass(frozen=True, slots=True)
class ViewSettings:
    """
    :ivar language: empty until the user chooses one: then the system's is used.
    :ivar device: what the game is looked at on; empty until it is asked at the first run.
    :ivar factor: size of everything, 1.0 to 2.5.
    :ivar coach: how much a team is told before it acts, until the team itself says otherwise.
    :ivar animations: short movements that follow what happened.
    :ivar enemy_numbers: how the numbers of enemies are told to the players: PV, and all that is on their sheets.
    :ivar players_screen: what the players' window is for.
    :ivar names: all names on the map all the time, not only while Alt is held.
    :ivar hints: words of help at the first times.
    :ivar dice: who rolls for the players' side when a game begins; each creature may then be set apart.
    """

    language: str = ""
    device: Device = ""
    theme: str = "dark"
    factor: float = 1.0
    coach: Coach = "full"
    animations: bool = True
    enemy_numbers: EnemyNumbers = "digits"
    players_screen: Device = "television"
    names: bool = False
    hints: bool = True
    dice: Rolling = "app"

    @property
    def preset(self) -> Preset:
        """What the screen in use brings along; a laptop until it is known."""
        return PRESETS[self.device or "laptop"]

    @property
    def size(self) -> float:
        """The factor in force: a television shows nothing smaller than its own."""
        return max(self.factor, self.preset.least)

    def but(self, field: str, value: "Value") -> "ViewSettings":
        """With another value; another screen brings its own size and theme.

        >>> ViewSettings().but("device", "projector").theme
        'light'
        """
        made = replace(self, **{field: value})  # type: ignore[arg-type]
        if field == "device":
            made = replace(made, factor=made.preset.factor, theme=made.preset.theme)
        return made


@dataclass(frozen=True, slots=True)
class Choice:
    """A row of the Settings screen: a field, what it is called, the values it may have and their names.

    Names are translated where they are shown; a number without a name is shown as a percentage.
    """

    field: str
    name: str
    values: tuple[tuple[Value, str], ...]
    detail: str = ""

    def allows(self, value: object) -> bool:
        """Whether the field may have this value; between the least and the most number every other one is allowed."""
        known = [each for each, _ in self.values]
        if isinstance(known[0], float):
            numbers = [each for each in known if isinstance(each, float)]
            return type(value) in (int, float) and numbers[0] <= value <= numbers[-1]  # type: ignore[operator]
        return any(type(value) is type(each) and value == each for each in known)


_ON: Final = ((True, N_("On")), (False, N_("Off")))

CHOICES: Final = (  # a new setting is a field above and a row here
    Choice("device", N_("Screen"), (("laptop", N_("Laptop")), ("television", N_("Television")),
                                    ("projector", N_("Projector")))),
    Choice("factor", N_("Size of everything"), tuple((each, "") for each in FACTORS)),
    Choice("theme", N_("Theme"), (("dark", N_("Dark")), ("light", N_("Light")))),
    Choice("language", N_("Language"), tuple(LANGUAGE_NAMES.items())),
    Choice("coach", N_("Coach"), (("off", N_("Nothing")), ("legal", N_("What is allowed")), ("full", N_("Odds too"))),
           N_("What is told before an act. Each team may choose its own in a game.")),
    Choice("enemy_numbers", N_("Numbers of enemies"), (("digits", N_("Digits")), ("words", N_("Words")),
                                                      ("nothing", N_("Nothing"))),
           N_("PV and all else that is on their sheets, as the players see it.")),
    Choice("players_screen", N_("Window for the players"), (("television", N_("Television")),
                                                           ("projector", N_("Projector")), ("laptop", N_("Laptop"))),
           N_("What it is looked at on. F8 opens it in a game.")),
    Choice("names", N_("All names on the map"), _ON),
    Choice("animations", N_("Animations"), _ON),
    Choice("hints", N_("Hints"), _ON),
    Choice("dice", N_("Dice of the players' side"), (("app", N_("The app rolls")), ("people", N_("Real dice"))),
           N_("Each creature may be set apart in a game.")),
)


def read_settings(path: Path | None = None) -> ViewSettings:
    """The settings in the file; whatever is missing or wrong there is as at first."""
    try:
        written = (path or user_settings()).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ViewSettings()
    return _parsed(written)


def write_settings(settings: ViewSettings, path: Path | None = None) -> None:
    """Keep the settings. Whatever else stands in the file stays; a file that cannot be read is first set aside under
    the same name with ``.broken``.

    :raises SaveError: when the file cannot be written.
    """
    path = path or user_settings()
    try:
        before = path.read_bytes()
    except OSError:
        before = b""
    try:
        said = _merged(before.decode(), settings)
        tomllib.loads(said)
    except (ValueError, RecursionError):
        write_whole(path.with_name(path.name + ".broken"), before)
        said = _merged("", settings)
    write_whole(path, said)


def _parsed(said: str) -> ViewSettings:
    written, found = _table(said), dict[str, Any]()
    for choice in CHOICES:
        value = written.get(choice.field)
        if choice.allows(value):
            found[choice.field] = float(value) if type(value) is int else value
    return ViewSettings(**found)


def _table(said: str) -> Mapping[str, Any]:
    """The values of ``[view]``; from a file that is not TOML, those of the lines that can be read by themselves."""
    try:
        view = tomllib.loads(said).get("view", {})
        return view if isinstance(view, dict) else {}
    except (ValueError, RecursionError):
        found: dict[str, Any] = {}
        for line in said.splitlines():
            try:
                found |= tomllib.loads(line)
            except (ValueError, RecursionError):
                continue
        return found


def _merged(before: str, settings: ViewSettings) -> str:
    """The file with these settings in it, every other line as it was."""
    left = {each.name: f"{each.name} = {_literal(getattr(settings, each.name))}" for each in fields(settings)}
    lines, inside, end = [], False, None
    for line in before.splitlines():
        if line.lstrip().startswith("["):
            inside = line.strip() == "[view]"
        key = re.match(r"\s*(\w+)\s*=", line)
        if inside and key and key[1] in left:
            line = left.pop(key[1])
        lines.append(line)
        if inside and line.strip():
            end = len(lines)
    if end is None:
        lines.append("[view]")
        end = len(lines)
    lines[end:end] = left.values()
    return "\n".join(lines) + "\n"


def _literal(value: Value) -> str:
    """
    >>> _literal("dark"), _literal(True), _literal(1.5)
    ('"dark"', 'true', '1.5')
    """
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else repr(value)
