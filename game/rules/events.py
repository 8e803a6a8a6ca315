"""What happened: frozen values, one class a kind, with every die, every modifier and every reason.

They serialise as ``{"kind": ..., ...}``. :func:`dice_of` gives the dice of an event in the order they were rolled.
"""

from dataclasses import dataclass
from typing import Literal

from game.rules.actions import Ruling
from game.rules.attack import AttackSheet
from game.rules.catalog import Consequence
from game.rules.checks import Check
from game.rules.damage import Dealt, Wound
from game.rules.dice import Die
from game.rules.effect_events import CastingBegan as CastingBegan
from game.rules.effect_events import CastingLost as CastingLost
from game.rules.effect_events import Concentrated as Concentrated
from game.rules.effect_events import ConditionEnded as ConditionEnded
from game.rules.effect_events import ConditionGained as ConditionGained
from game.rules.effect_events import Healed as Healed
from game.rules.effect_events import InitiativeRoll as InitiativeRoll
from game.rules.effect_events import Joined as Joined
from game.rules.effect_events import Narrated as Narrated
from game.rules.effect_events import OngoingBegan as OngoingBegan
from game.rules.effect_events import OngoingEnded as OngoingEnded
from game.rules.effect_events import PowerUsed as PowerUsed
from game.rules.effect_events import Removed as Removed
from game.rules.effect_events import Ruled as Ruled
from game.rules.effect_events import SceneEnded as SceneEnded
from game.rules.effect_events import Tested as Tested
from game.rules.effect_events import Warded as Warded
from game.rules.effect_events import ZoneBegan as ZoneBegan
from game.rules.effect_events import ZoneEnded as ZoneEnded
from game.rules.gm_events import DoorSet as DoorSet
from game.rules.gm_events import GuardSet as GuardSet
from game.rules.gm_events import InitiativeChanged as InitiativeChanged
from game.rules.gm_events import MapEdited as MapEdited
from game.rules.gm_events import MapResized as MapResized
from game.rules.gm_events import PutAt as PutAt
from game.rules.gm_events import PVSet as PVSet
from game.rules.gm_events import StructureSet as StructureSet
from game.rules.gm_events import TeamChanged as TeamChanged
from game.rules.manoeuvre_events import Dragged as Dragged
from game.rules.manoeuvre_events import Fallen as Fallen
from game.rules.manoeuvre_events import HoldBegan as HoldBegan
from game.rules.manoeuvre_events import HoldEnded as HoldEnded
from game.rules.manoeuvre_events import Pushed as Pushed
from game.rules.manoeuvre_events import Strayed as Strayed
from game.rules.manoeuvre_events import ThingDropped as ThingDropped
from game.rules.manoeuvre_events import ThingPicked as ThingPicked
from game.rules.nonlethal_events import NONLETHAL_EVENTS as NONLETHAL_EVENTS
from game.rules.nonlethal_events import AccidentFeared as AccidentFeared
from game.rules.nonlethal_events import AccidentJudged as AccidentJudged
from game.rules.nonlethal_events import Bruised as Bruised
from game.rules.nonlethal_events import Contested as Contested
from game.rules.nonlethal_events import Disengaged as Disengaged
from game.rules.nonlethal_events import Mended as Mended
from game.rules.nonlethal_events import MountedUp as MountedUp
from game.rules.nonlethal_events import NonlethalEvent as NonlethalEvent
from game.rules.nonlethal_events import RecoveryRolled as RecoveryRolled
from game.rules.nonlethal_events import Stress as Stress
from game.rules.nonlethal_events import Unbruised as Unbruised
from game.rules.nonlethal_events import Unmounted as Unmounted
from game.rules.state import Posture, Pressure
from game.rules.things import StructureSheet
from game.spatial.grid import Cell

Outcome = Literal["hit", "graze", "miss", "concealed"]


@dataclass(frozen=True, slots=True)
class Deployed:
    """A creature was placed before round 1."""

    who: str
    cell: Cell
    kind: Literal["deployed"] = "deployed"


@dataclass(frozen=True, slots=True)
class InitiativeRolled:
    """Everybody rolled; ``rolls`` in the order they were made, ``order`` by identity, first to last. # rule: INI-1"""

    rolls: tuple[InitiativeRoll, ...]
    order: tuple[str, ...]
    kind: Literal["initiative"] = "initiative"


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """# rule: TIM-1"""

    round: int
    kind: Literal["round_began"] = "round_began"


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A creature's turn; ``resumed`` when it had delayed earlier in this round."""

    who: str
    round: int
    resumed: bool = False
    kind: Literal["turn_began"] = "turn_began"


@dataclass(frozen=True, slots=True)
class Moved:
    """A walk from ``start`` over the cells of ``path`` (top-lefts entered, in order); ``cost`` in 1/1000 m. ``dash``:
    it took the whole turn (ACT-4)."""

    who: str
    start: Cell
    path: tuple[Cell, ...]
    cost: int
    dash: bool = False
    kind: Literal["moved"] = "moved"


@dataclass(frozen=True, slots=True)
class PostureChanged:
    """It now stands, crouches, or lies on the ground."""

    who: str
    posture: Posture
    kind: Literal["posture"] = "posture"


@dataclass(frozen=True, slots=True)
class WeaponDrawn:
    """A weapon is in hand now."""

    who: str
    weapon: str
    kind: Literal["drawn"] = "drawn"


@dataclass(frozen=True, slots=True)
class WeaponStowed:
    """A weapon was put away."""

    who: str
    weapon: str
    kind: Literal["stowed"] = "stowed"


@dataclass(frozen=True, slots=True)
class Gripped:
    """A two-handed weapon is in both hands now (True), or in one. # rule: MAN-3"""

    who: str
    weapon: str
    both: bool
    kind: Literal["gripped"] = "gripped"


@dataclass(frozen=True, slots=True)
class WeaponThrown:
    """A weapon left the hand in a throw."""

    who: str
    weapon: str
    kind: Literal["thrown"] = "thrown"


@dataclass(frozen=True, slots=True)
class DoorUsed:
    """A door or window is now open (True) or shut."""

    who: str
    structure: str
    open: bool
    kind: Literal["door"] = "door"


@dataclass(frozen=True, slots=True)
class Attacked:
    """An attack was made. ``ruling`` is the GM's word on it, when it overrules the dice (GM).

    ``concealment`` is the d10 of SIT-4 or SIT-5, None without concealment; ``attack`` and ``defence`` are None when it
    failed. They were rolled in that order.
    """

    sheet: AttackSheet
    outcome: Outcome
    concealment: Die | None = None
    attack: Check | None = None
    defence: Check | None = None
    ruling: Ruling | None = None
    kind: Literal["attacked"] = "attacked"

    @property
    def dice(self) -> tuple[Die, ...]:
        """Every die, in the order rolled: concealment, attack, defence."""
        first = (self.concealment,) if self.concealment else ()
        return first + tuple(die for check in (self.attack, self.defence) if check for die in check.dice)

    @property
    def attack_total(self) -> int | None:
        return self.attack.total if self.attack else None

    @property
    def defence_total(self) -> int | None:
        if self.attack is not None and self.sheet.fixed_defence is not None:
            return self.sheet.fixed_defence  # rule: QCK-2
        return self.defence.total if self.defence else None

    @property
    def critical(self) -> bool:
        """The attack die showed its highest face. # rule: CRI-1"""
        return self.attack is not None and self.attack.extreme == "highest"


@dataclass(frozen=True, slots=True)
class Damaged:
    """A creature lost PV to ``source``. ``pv_before - pv_after`` may be less than the total: PV end at 0."""

    who: str
    source: str
    dealt: Dealt
    pv_before: int
    pv_after: int
    kind: Literal["damaged"] = "damaged"

    @property
    def parts(self) -> tuple[Wound, ...]:
        return self.dealt.parts

    @property
    def total(self) -> int:
        return self.dealt.total


@dataclass(frozen=True, slots=True)
class Out:
    """A creature is out of the fight. # rule: DMG-16"""

    who: str
    consequence: Consequence
    kind: Literal["out"] = "out"


@dataclass(frozen=True, slots=True)
class Delayed:
    """The turn was put off: from now on it comes right after ``after``, in every round. # rule: INI-5"""

    who: str
    after: str
    kind: Literal["delayed"] = "delayed"


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A turn is over."""

    who: str
    kind: Literal["turn_ended"] = "turn_ended"


@dataclass(frozen=True, slots=True)
class BattleWon:
    """Only this team has creatures left in the fight; empty when none has."""

    team: str
    kind: Literal["won"] = "won"


# --- things broken, quick combat -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StructureTested:
    """A creature tried to break a thing at once. ``check`` is None when it had all the time it needed; ``name`` is the
    thing's, in English, which outlasts it. # rule: STR-2 STR-7"""

    who: str
    structure: str
    nd: int
    check: Check | None
    success: bool
    name: str = ""
    kind: Literal["structure_tested"] = "structure_tested"


@dataclass(frozen=True, slots=True)
class StructureStruck:
    """A blow, a shot or an area met a thing. ``before - after`` is what its ND lost, nothing when the points were too
    few. # rule: STR-3"""

    sheet: StructureSheet
    die: Die | None
    critical: bool
    points: int
    before: int
    after: int
    kind: Literal["structure_struck"] = "structure_struck"


@dataclass(frozen=True, slots=True)
class StructureFell:
    """A thing is broken: it stands no more, and the map is another one; ``name`` is what it was called, in English.
    # rule: STR-8"""

    who: str
    structure: str
    name: str = ""
    kind: Literal["structure_fell"] = "structure_fell"


@dataclass(frozen=True, slots=True)
class Strained:
    """Attempt number ``attempt`` at breaking things is beyond its resistance and costs PV. # rule: STR-5"""

    who: str
    structure: str
    attempt: int
    points: int
    kind: Literal["strained"] = "strained"


@dataclass(frozen=True, slots=True)
class AmmunitionSpent:
    """One shot less. # rule: STR-6"""

    who: str
    weapon: str
    left: int
    kind: Literal["ammunition"] = "ammunition"


@dataclass(frozen=True, slots=True)
class PressureSet:
    """The GM said whether there is time. # rule: STR-7"""

    pressure: Pressure
    kind: Literal["pressure_set"] = "pressure_set"


@dataclass(frozen=True, slots=True)
class Rested:
    """A creature has rested. # rule: STR-5 QCK-3"""

    who: str
    kind: Literal["rested"] = "rested"


@dataclass(frozen=True, slots=True)
class HitsChanged:
    """In quick combat a creature lost hits, or got some back; PV go along. # rule: QCK-3 QCK-5 QCK-7"""

    who: str
    source: str
    before: int
    after: int
    kind: Literal["hits"] = "hits"


@dataclass(frozen=True, slots=True)
class QuickBegan:
    """Quick combat begins: nobody rolls, ``order`` is by sides. # rule: QCK-4"""

    order: tuple[str, ...]
    kind: Literal["quick_began"] = "quick_began"


@dataclass(frozen=True, slots=True)
class WentNormal:
    """Quick combat is over, normal combat goes on; ``pv`` are those of everybody, by id. # rule: QCK-9"""

    pv: tuple[tuple[str, int], ...]
    kind: Literal["went_normal"] = "went_normal"


# --- hidden creatures ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hid:
    """A creature is hidden from the players now."""

    who: str
    kind: Literal["hid"] = "hid"


@dataclass(frozen=True, slots=True)
class Revealed:
    """A hidden creature is seen by all from now on: the GM said so, it did something that shows, or ``by`` came upon
    it."""

    who: str
    cause: Literal["gm", "act", "met"] = "gm"
    by: str = ""
    kind: Literal["revealed"] = "revealed"


Event = (
    Deployed | InitiativeRolled | RoundBegan | TurnBegan | Moved | PostureChanged | WeaponDrawn | WeaponStowed
    | WeaponThrown | Gripped | DoorUsed | Attacked | Damaged | Out | Delayed | TurnEnded | BattleWon
    | PowerUsed | CastingBegan | CastingLost | Concentrated | Tested | Warded | Healed | ConditionGained
    | ConditionEnded | OngoingBegan | OngoingEnded | ZoneBegan | ZoneEnded | Narrated | Joined | Removed | SceneEnded
    | Ruled | StructureTested | StructureStruck | StructureFell | Strained | AmmunitionSpent | PressureSet | Rested
    | HitsChanged | QuickBegan | WentNormal | Hid | Revealed
    | Fallen | ThingDropped | ThingPicked | HoldBegan | HoldEnded | Dragged | Pushed | Strayed
    | NonlethalEvent | PutAt | PVSet | GuardSet | TeamChanged | InitiativeChanged | DoorSet | StructureSet | MapEdited
    | MapResized
)


def dice_of(event: Event) -> tuple[Die, ...]:
    """Every die that an event holds, in the order rolled. # rule: TST-6"""
    match event:
        case InitiativeRolled(rolls=rolls) | Joined(rolls=rolls):
            return tuple(die for each in rolls for die in each.check.dice)
        case Attacked():
            return event.dice
        case Ruled():
            return event.rolled
        case Tested():
            return event.check.dice
        case PowerUsed() if event.attack is not None:
            return event.attack.dice
        case StructureTested() if event.check is not None:
            return event.check.dice
        case StructureStruck() if event.die is not None:
            return (event.die,)
        case RecoveryRolled():
            return event.stress.dice + event.stress.botch_dice
        case Contested():
            return event.check.dice + event.other.dice
        case Disengaged():
            return tuple(die for _, check in event.rolls for die in check.dice) + event.check.dice
    return ()
