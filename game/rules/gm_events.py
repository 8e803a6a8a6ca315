"""What happened at the GM's hand, beyond effects. See :mod:`game.rules.events`."""

from dataclasses import dataclass
from typing import Literal

from game.rules.gm_actions import Brush
from game.spatial.grid import Cell


@dataclass(frozen=True, slots=True)
class PutAt:
    """A creature stands elsewhere now; ``start`` is None when it had no place."""

    who: str
    start: Cell | None
    cell: Cell
    kind: Literal["put_at"] = "put_at"


@dataclass(frozen=True, slots=True)
class PVSet:
    """A creature has other PV; ``back``: it comes back into the fight by it."""

    who: str
    before: int
    after: int
    back: bool = False
    kind: Literal["pv_set"] = "pv_set"


@dataclass(frozen=True, slots=True)
class GuardSet:
    """A creature's fixed defence has 1 more, or no longer. # rule: QCK-6"""

    who: str
    guard: Literal[0, 1]
    kind: Literal["guard_set"] = "guard_set"


@dataclass(frozen=True, slots=True)
class TeamChanged:
    """A creature has changed sides."""

    who: str
    before: str
    after: str
    kind: Literal["team_changed"] = "team_changed"


@dataclass(frozen=True, slots=True)
class InitiativeChanged:
    """The order is another one; ``passed``: the creature was still to act in this round, and no longer is."""

    who: str
    order: tuple[str, ...]
    passed: bool = False
    kind: Literal["initiative_changed"] = "initiative_changed"


@dataclass(frozen=True, slots=True)
class DoorSet:
    """A door or window was opened, shut, locked or unlocked by nobody; ``name`` is what it is called, in English."""

    structure: str
    state: Literal["open", "shut", "locked", "unlocked"]
    name: str
    kind: Literal["door_set"] = "door_set"


@dataclass(frozen=True, slots=True)
class StructureSet:
    """A thing broke, is whole again, or has another ND, by nobody's hand; ``name`` is what it is called, in English."""

    structure: str
    state: Literal["", "broken", "whole"]
    name: str
    nd: int
    left: int
    kind: Literal["structure_set"] = "structure_set"


@dataclass(frozen=True, slots=True)
class MapEdited:
    """The map is another one: so many squares and edges by one stroke of the brush, in the zone of a ``team``."""

    brush: Brush
    cells: int
    edges: int
    material: str = ""
    rise: float = 0.0
    team: str = ""
    kind: Literal["map_edited"] = "map_edited"


@dataclass(frozen=True, slots=True)
class MapResized:
    """The map has so many columns and rows now. ``left`` and ``top`` are those that came before the first ones, below 0
    when some are gone: by so much every square has another name."""

    cols: int
    rows: int
    left: int = 0
    top: int = 0
    kind: Literal["map_resized"] = "map_resized"


HandEvent = (
    PutAt | PVSet | GuardSet | TeamChanged | InitiativeChanged | DoorSet | StructureSet | MapEdited | MapResized
)
