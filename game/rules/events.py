"""What happened: frozen values, one class a kind, with every die, every modifier and every reason.

They serialise as ``{"kind": ..., ...}``. :func:`dice_of` gives the dice of an event in the order they were rolled.
"""

from dataclasses import dataclass
from typing import Literal

from game.rules.attack import AttackSheet
from game.rules.catalog import Consequence
from game.rules.checks import Check
from game.rules.damage import Dealt, Wound
from game.rules.dice import Die
from game.rules.state import Posture
from game.spatial.grid import Cell

Outcome = Literal["hit", "graze", "miss", "concealed"]


@dataclass(frozen=True, slots=True)
class Deployed:
    """A creature was placed before round 1."""

    who: str
    cell: Cell
    kind: Literal["deployed"] = "deployed"


@dataclass(frozen=True, slots=True)
class InitiativeRoll:
    """One creature's initiative: the first roll, or reroll number ``attempt`` among the tied. # rule: INI-1 INI-3"""

    who: str
    check: Check
    attempt: int = 0


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
    """A walk from ``start`` over the cells of ``path`` (top-lefts entered, in order); ``cost`` in 1/1000 m."""

    who: str
    start: Cell
    path: tuple[Cell, ...]
    cost: int
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
    """An attack was made.

    ``concealment`` is the d10 of SIT-4 or SIT-5, None without concealment; ``attack`` and ``defence`` are None when it
    failed. They were rolled in that order.
    """

    sheet: AttackSheet
    outcome: Outcome
    concealment: Die | None = None
    attack: Check | None = None
    defence: Check | None = None
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


Event = (
    Deployed | InitiativeRolled | RoundBegan | TurnBegan | Moved | PostureChanged | WeaponDrawn | WeaponStowed
    | WeaponThrown | DoorUsed | Attacked | Damaged | Out | Delayed | TurnEnded | BattleWon
)


def dice_of(event: Event) -> tuple[Die, ...]:
    """Every die that an event holds, in the order rolled. # rule: TST-6"""
    match event:
        case InitiativeRolled(rolls=rolls):
            return tuple(die for each in rolls for die in each.check.dice)
        case Attacked():
            return event.dice
    return ()
