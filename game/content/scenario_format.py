"""The tables of a scenario file, as they are written. ``maps/README.md`` describes them for people."""

from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field

from game.errors import GeometryError
from game.rules.catalog import Id, Name
from game.rules.state import Mode, Nonlethal, Pressure
from game.spatial.grid import Cell, parse_cell
from game.texts import text

TABLES: Final = (
    "scenario", "team", "creature", "weapon", "settings", "map", "legend", "barrier", "material", "structure", "power",
    "item", "condition", "trait",
)


def read_cell(value: object) -> Cell | None:
    """A cell from ``"C7"`` or ``[2, 6]``.

    :raises GeometryError: for anything else.
    """
    if value is None:
        return None
    if isinstance(value, str):
        return parse_cell(value)
    match value:
        case [int(x), int(y)] if x >= 0 and y >= 0 and not isinstance(x, bool) and not isinstance(y, bool):
            return x, y
    raise GeometryError(text('a cell is written "C7" or [2, 6]'))


@dataclass(frozen=True)
class ScenarioTable:
    """``[scenario]``: ``text`` says in a sentence or two what it is about; no ``map`` beside a [map] table. ``mode`` is
    normal or quick combat (QCK-4), ``pressure`` what keeps creatures from taking their time (STR-7), ``nonlethal`` the
    module of that name (NLT-1)."""

    name: Name
    text: str = ""
    map: str | None = None
    mode: Mode = "normal"
    pressure: Pressure = "enemies"
    nonlethal: Nonlethal = ""


@dataclass(frozen=True)
class TeamTable:
    """``[[team]]``; ``zone`` are cells or rectangles such as ``A1:C8``; ``players`` says that people play it."""

    id: Id
    name: Name
    zone: tuple[str, ...] = ()
    players: bool = False


@dataclass(frozen=True)
class Entry:
    """``[[creature]]``: ``kind`` names a creature file's creature, ``sheet`` says what is different about it, or is a
    whole one written in place; ``weapons``, ``traits``, ``powers`` and ``items`` come to those that it has. ``hidden``:
    the players do not see it until the GM shows it. ``mount`` is the id of whom it rides (NLT-9)."""

    team: str
    kind: str | None = None
    sheet: dict[str, Any] | None = None
    id: Id | None = None
    name: Name | None = None
    at: Annotated[Cell | None, BeforeValidator(read_cell)] = None
    altitude: Annotated[float, Field(ge=0, le=100)] = 0.0
    hands: tuple[str, ...] | None = None
    pv: Annotated[int, Field(ge=1)] | None = None
    crouched: bool = False
    hidden: bool = False
    guard: Annotated[int, Field(ge=0, le=1)] = 0
    weapons: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    mount: str = ""
