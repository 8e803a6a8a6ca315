"""What the user chose for the program itself: language, theme, size of everything. Kept in the user's own folder."""

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

from game.content.saves import write_whole
from game.paths import user_settings
from game.texts import LANGUAGES

THEMES = ("dark", "light")
FACTORS = (1.0, 2.5)


@dataclass(frozen=True, slots=True)
class ViewSettings:
    """``language`` is empty until the user chooses one: then the system's is used."""

    language: str = ""
    theme: str = "dark"
    factor: float = 1.0


def read_settings(path: Path | None = None) -> ViewSettings:
    """The settings in the file; whatever is missing or wrong there is as at first."""
    try:
        written = tomllib.loads((path or user_settings()).read_text(encoding="utf-8")).get("view", {})
    except (OSError, ValueError, RecursionError):
        return ViewSettings()
    found = ViewSettings()
    if not isinstance(written, dict):
        return found
    if written.get("language") in LANGUAGES:
        found = replace(found, language=written["language"])
    if written.get("theme") in THEMES:
        found = replace(found, theme=written["theme"])
    factor = written.get("factor")
    if isinstance(factor, int | float) and not isinstance(factor, bool) and FACTORS[0] <= factor <= FACTORS[1]:
        found = replace(found, factor=float(factor))
    return found


def write_settings(settings: ViewSettings, path: Path | None = None) -> None:
    """Keep the settings.

    :raises SaveError: when the file cannot be written.
    """
    write_whole(path or user_settings(), (
        "[view]\n"
        f'language = "{settings.language}"\ntheme = "{settings.theme}"\nfactor = {settings.factor!r}\n'
    ))
