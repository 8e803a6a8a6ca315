"""Colours by role, read once from ``assets/theme.toml``."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from game.paths import assets

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """One set of colours: ``theme["panel"]``, ``theme.team(0)``, ``theme.surface("grass")``."""

    name: str
    colours: Mapping[str, Colour]
    teams: tuple[Colour, ...]
    surfaces: Mapping[str, Colour]

    def __getitem__(self, role: str) -> Colour:
        return self.colours[role]

    def team(self, index: int) -> Colour:
        """The colour of the n-th team."""
        return self.teams[index % len(self.teams)]

    def surface(self, name: str) -> Colour:
        """The colour of a kind of ground; a kind without its own has the default."""
        return self.surfaces.get(name, self.surfaces["default"])


def parse_colour(said: str) -> Colour:
    """
    >>> parse_colour("#56b4e9")
    (86, 180, 233)
    """
    return int(said[1:3], 16), int(said[3:5], 16), int(said[5:7], 16)


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """``share`` of b over a.

    >>> mix((0, 0, 0), (200, 100, 50), 0.5)
    (100, 50, 25)
    """
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def luminance(colour: Colour) -> float:
    """Relative luminance, from 0 to 1."""
    r, g, b = (c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: Colour, b: Colour) -> float:
    """Contrast ratio, from 1 to 21.

    >>> contrast((255, 255, 255), (0, 0, 0))
    21.0
    """
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@cache
def _document() -> dict[str, Any]:
    return tomllib.loads((assets() / "theme.toml").read_text(encoding="utf-8"))


@cache
def theme(name: str = "dark") -> Theme:
    """The theme of this name: ``dark`` or ``light``."""
    tokens = _document()[name]
    plain = {role: parse_colour(said) for role, said in tokens.items() if isinstance(said, str)}
    return Theme(
        name,
        plain,
        tuple(parse_colour(said) for said in tokens["teams"]),
        {kind: parse_colour(said) for kind, said in tokens["surface"].items()},
    )


def picture_of(kind: str, id: str) -> str:
    """The icon named for a creature or weapon id, "" when none is."""
    found: str = _document()["pictures"].get(kind, {}).get(id, "")
    return found
