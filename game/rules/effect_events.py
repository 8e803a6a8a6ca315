"""What happened with powers, effects and conditions, and at the GM's hand. See :mod:`game.rules.events`."""

from dataclasses import dataclass
from typing import Literal

from game.rules.actions import Ruling
from game.rules.catalog import AttributeName
from game.rules.checks import Check
from game.rules.dice import Die
from game.rules.evidence import Modifier
from game.rules.powers import Response
from game.rules.state import Condition, Ongoing, Placement, Zone
from game.spatial.grid import Cell


@dataclass(frozen=True, slots=True)
class InitiativeRoll:
    """One creature's initiative: the first roll, or reroll number ``attempt`` among the tied. # rule: INI-1 INI-3"""

    who: str
    check: Check
    attempt: int = 0


@dataclass(frozen=True, slots=True)
class PowerUsed:
    """A power works: what it is called, whom it meets, and its one roll if it makes one. # rule: ATK-5

    ``cells`` are those of its area; ``total`` is what its targets defend against, 0 when nothing is rolled.
    """

    who: str
    power: str
    name: str
    targets: tuple[str, ...] = ()
    place: Placement | None = None
    cells: tuple[Cell, ...] = ()
    attack: Check | None = None
    total: int = 0
    modifiers: tuple[Modifier, ...] = ()
    item: str = ""
    kind: Literal["power_used"] = "power_used"


@dataclass(frozen=True, slots=True)
class CastingBegan:
    """A long casting: it will work when the caster's next turn starts. # rule: ACT-4"""

    who: str
    name: str
    kind: Literal["casting"] = "casting"


@dataclass(frozen=True, slots=True)
class CastingLost:
    """A long casting, or a concentration, came to nothing. # rule: ACT-4"""

    who: str
    name: str
    reason: Literal["damage", "condition", "target", "out", "turn"]
    kind: Literal["casting_lost"] = "casting_lost"


@dataclass(frozen=True, slots=True)
class Concentrated:
    """It holds what it concentrates on. # rule: ACT-4"""

    who: str
    kind: Literal["concentrated"] = "concentrated"


@dataclass(frozen=True, slots=True)
class Tested:
    """A creature tested an attribute against an ND or an attack total. # rule: TST-5 ATK-6 DEF-2

    ``attribute`` None is a Defence. ``name`` says against what.
    """

    __test__ = False  # not a test of pytest

    who: str
    attribute: AttributeName | None
    check: Check
    difficulty: int
    success: bool
    name: str = ""
    modifiers: tuple[Modifier, ...] = ()
    kind: Literal["tested"] = "tested"


@dataclass(frozen=True, slots=True)
class Warded:
    """A protection stopped a magical attack. # rule: DEF-3"""

    who: str
    name: str
    kind: Literal["warded"] = "warded"


@dataclass(frozen=True, slots=True)
class Healed:
    """PV came back, up to the maximum."""

    who: str
    source: str
    points: int
    pv_before: int
    pv_after: int
    kind: Literal["healed"] = "healed"


@dataclass(frozen=True, slots=True)
class ConditionGained:
    """A creature is under a condition from now on; ``renewed``: it was before. # rule: CND-1 CND-4

    ``responses`` is what its sheet says about it; an immune creature does not get it.
    """

    who: str
    condition: Condition
    renewed: bool = False
    responses: tuple[Response, ...] = ()
    kind: Literal["condition"] = "condition"


@dataclass(frozen=True, slots=True)
class ConditionEnded:
    """A condition is over."""

    who: str
    condition: Condition
    reason: Literal["time", "act", "source", "scene"] = "time"
    kind: Literal["condition_ended"] = "condition_ended"


@dataclass(frozen=True, slots=True)
class OngoingBegan:
    """A modifier or a continuous effect holds from now on."""

    who: str
    ongoing: Ongoing
    kind: Literal["ongoing"] = "ongoing"


@dataclass(frozen=True, slots=True)
class OngoingEnded:
    """A modifier or a continuous effect is over."""

    who: str
    ongoing: Ongoing
    reason: Literal["time", "act", "source", "scene"] = "time"
    kind: Literal["ongoing_ended"] = "ongoing_ended"


@dataclass(frozen=True, slots=True)
class ZoneBegan:
    """The scene is changed: a wall rises, smoke spreads, a zone of influence begins."""

    zone: Zone
    cells: tuple[Cell, ...] = ()
    kind: Literal["zone"] = "zone"


@dataclass(frozen=True, slots=True)
class ZoneEnded:
    """A zone is over: the wall falls, the smoke is gone."""

    zone: Zone
    reason: Literal["time", "act", "source", "scene"] = "time"
    kind: Literal["zone_ended"] = "zone_ended"


@dataclass(frozen=True, slots=True)
class Narrated:
    """The GM says that something happens; what it does follows as events of its own. # rule: EFF-2"""

    name: str
    targets: tuple[str, ...] = ()
    kind: Literal["narrated"] = "narrated"


@dataclass(frozen=True, slots=True)
class Joined:
    """A creature came late: its initiative, the rerolls among the tied, and the new order. Before round 1 there are
    neither, and it may still have no place; in quick combat nobody rolls. # rule: INI-4 QCK-4"""

    who: str
    cell: Cell | None
    rolls: tuple[InitiativeRoll, ...]
    order: tuple[str, ...]
    kind: Literal["joined"] = "joined"


@dataclass(frozen=True, slots=True)
class Removed:
    """A creature has left the fight, or the map a thing whose ``name`` it was. # rule: INI-6"""

    who: str
    name: str = ""
    kind: Literal["removed"] = "removed"


@dataclass(frozen=True, slots=True)
class Ruled:
    """The GM ruled on what was rolled in the step before. What follows from it is told anew, with the same dice;
    ``rolled`` are those that had not been rolled before. # rule: GM"""

    ruling: Ruling
    rolled: tuple[Die, ...] = ()
    kind: Literal["ruled"] = "ruled"


@dataclass(frozen=True, slots=True)
class SceneEnded:
    """The scene is over. # rule: CND-3"""

    kind: Literal["scene_ended"] = "scene_ended"
