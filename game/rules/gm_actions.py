"""What the GM can ask for by hand, beyond effects: frozen values, one class a kind. See :mod:`game.rules.actions`.

None of it takes a turn, and all of it can be undone.
"""

from dataclasses import dataclass
from typing import Literal

from game.rules.catalog import Consequence
from game.spatial.grid import Cell

Brush = Literal["wall", "low_wall", "door", "pillar", "mud", "smoke", "height", "erase", "zone"]
Edge = tuple[int, int, int, int]  # from x, y to x, y: whole metres, along one line of the grid


@dataclass(frozen=True, slots=True)
class GmMove:
    """Put a creature anywhere it can stand. It walks no way, and meets nothing on it."""

    who: str
    to: Cell
    kind: Literal["gm_move"] = "gm_move"


@dataclass(frozen=True, slots=True)
class GmPV:
    """Give a creature so many PV. At 0 it is out of the fight, by ``consequence`` or as the settings say; above 0, one
    who was out comes back into it, lying on the ground. # rule: DMG-16"""

    who: str
    pv: int
    consequence: Consequence | None = None
    kind: Literal["gm_pv"] = "gm_pv"


@dataclass(frozen=True, slots=True)
class GmGuard:
    """In quick combat, 1 more for a creature's fixed defence, as the GM sees its armour or its resistance, or no more.
    # rule: QCK-6"""

    who: str
    guard: Literal[0, 1] = 1
    kind: Literal["gm_guard"] = "gm_guard"


@dataclass(frozen=True, slots=True)
class GmTeam:
    """A creature changes sides."""

    who: str
    team: str
    kind: Literal["gm_team"] = "gm_team"


@dataclass(frozen=True, slots=True)
class GmInitiative:
    """A creature changes its place in the order: right after another one (``after``, empty for the first place), or
    where a ``total`` puts it. One of the two is given. # rule: INI-2"""

    who: str
    after: str | None = None
    total: int | None = None
    kind: Literal["gm_initiative"] = "gm_initiative"


@dataclass(frozen=True, slots=True)
class GmLift:
    """A bonus, a penalty or a continuous effect on a creature is over, by its English name. # rule: EFF-2"""

    who: str
    name: str
    kind: Literal["gm_lift"] = "gm_lift"


@dataclass(frozen=True, slots=True)
class GmSay:
    """A line of the story, for the log. # rule: EFF-2"""

    said: str
    kind: Literal["gm_say"] = "gm_say"


@dataclass(frozen=True, slots=True)
class GmDoor:
    """A door or window is open, shut, locked (and shut), or no longer locked."""

    structure: str
    state: Literal["open", "shut", "locked", "unlocked"]
    kind: Literal["gm_door"] = "gm_door"


@dataclass(frozen=True, slots=True)
class GmStructure:
    """A thing of the map breaks or is whole again; its ND is another one, or so much of it is left.
    # rule: STR-1 STR-8"""

    structure: str
    state: Literal["", "broken", "whole"] = ""
    nd: int | None = None
    left: int | None = None
    kind: Literal["gm_structure"] = "gm_structure"


@dataclass(frozen=True, slots=True)
class EditMap:
    """One stroke of the map brush.

    Walls, low walls and doors go on ``edges``; pillars, mud, smoke, changes of height and starting zones on ``cells``;
    erasing takes both. ``material`` is the id of what walls, doors and pillars are made of, as usual for their kind
    when empty; ``rise`` are metres, below 0 to lower; ``thick`` smoke hides wholly; ``team`` is whose zone it is, that
    of no side when empty.
    """

    brush: Brush
    cells: tuple[Cell, ...] = ()
    edges: tuple[Edge, ...] = ()
    material: str = ""
    rise: float = 0.0
    thick: bool = False
    team: str = ""
    kind: Literal["edit_map"] = "edit_map"


@dataclass(frozen=True, slots=True)
class ResizeMap:
    """The map becomes larger or smaller: so many rows or columns more at each edge, below 0 for fewer."""

    top: int = 0
    right: int = 0
    bottom: int = 0
    left: int = 0
    kind: Literal["resize_map"] = "resize_map"


ByHand = (
    GmMove | GmPV | GmGuard | GmTeam | GmInitiative | GmLift | GmSay | GmDoor | GmStructure | EditMap | ResizeMap
)
