"""What happens in non-lethal fighting: frozen values, one class a kind. See :mod:`game.rules.events`."""

from dataclasses import dataclass
from typing import Literal

from game.rules.checks import Check
from game.rules.dice import Die
from game.rules.evidence import Modifier
from game.rules.injuries import Injury, Level
from game.rules.nonlethal import BruiseSheet
from game.spatial.grid import Cell


@dataclass(frozen=True, slots=True)
class Bruised:
    """A creature has a bruise or a wound more. ``sheet`` and ``advantage`` say how its total came about, None when it
    was no attack. # rule: NLT-2"""

    who: str
    injury: Injury
    sheet: BruiseSheet | None = None
    advantage: int = 0
    critical: bool = False
    kind: Literal["bruised"] = "bruised"


@dataclass(frozen=True, slots=True)
class Unbruised:
    """A hit left no trace: its total was 0 or less. # rule: NLT-2"""

    who: str
    source: str
    total: int
    sheet: BruiseSheet
    advantage: int = 0
    kind: Literal["unbruised"] = "unbruised"


@dataclass(frozen=True, slots=True)
class AccidentFeared:
    """Whether a creature dies is for the GM to say. # rule: NLT-7"""

    who: str
    source: str
    kind: Literal["accident_feared"] = "accident_feared"


@dataclass(frozen=True, slots=True)
class AccidentJudged:
    """The GM has said whether it died. # rule: NLT-7"""

    who: str
    dies: bool
    kind: Literal["accident_judged"] = "accident_judged"


@dataclass(frozen=True, slots=True)
class Stress:
    """A stress die: ``dice`` as they were rolled, those before the last each doubling the next; ``botch_dice`` when the
    last was a 0; ``result`` what it counts. # rule: NLT-6"""

    dice: tuple[Die, ...]
    botch_dice: tuple[Die, ...]
    result: int
    botch: bool = False


@dataclass(frozen=True, slots=True)
class RecoveryRolled:
    """A creature rested ``minutes`` and rolled: vitality + surgery + magic + the stress die is ``total``, 0 on a botch.
    ``residual`` is the level of the wound that is left, empty for none. # rule: NLT-4 NLT-5"""

    who: str
    injury: Injury
    minutes: int
    vitality: int
    surgery: int
    magic: int
    stress: Stress
    total: int
    ease: int
    success: bool
    residual: Level | Literal[""] = ""
    healer: str = ""
    kind: Literal["recovery"] = "recovery"


@dataclass(frozen=True, slots=True)
class Mended:
    """An injury is gone by a ritual or by the GM's word. # rule: NLT-5"""

    who: str
    injury: Injury
    by: Literal["ritual", "gm"] = "gm"
    kind: Literal["mended"] = "mended"


@dataclass(frozen=True, slots=True)
class Contested:
    """Two pulled at a thing: both rolled, ``winner`` has it, nobody when they tied. # rule: NLT-8"""

    who: str
    target: str
    thing: str
    name: str
    check: Check
    other: Check
    winner: str
    modifiers: tuple[Modifier, ...] = ()
    kind: Literal["contested"] = "contested"


@dataclass(frozen=True, slots=True)
class Disengaged:
    """One who was disarmed tried to break away: its defence against the best attack of those who are engaged with it.
    # rule: NLT-8"""

    who: str
    rolls: tuple[tuple[str, Check], ...]
    check: Check
    difficulty: int
    success: bool
    modifiers: tuple[Modifier, ...] = ()
    kind: Literal["disengaged"] = "disengaged"


@dataclass(frozen=True, slots=True)
class MountedUp:
    """A creature rides another from now on. # rule: NLT-9"""

    who: str
    mount: str
    kind: Literal["mounted"] = "mounted"


@dataclass(frozen=True, slots=True)
class Unmounted:
    """A rider is off its mount, at ``cell``: willingly, dragged off, thrown when the mount falls, or it fell itself.
    # rule: NLT-8 NLT-9"""

    who: str
    mount: str
    cell: Cell
    cause: Literal["willing", "unhorsed", "thrown", "fell"] = "willing"
    kind: Literal["unmounted"] = "unmounted"


NonlethalEvent = (
    Bruised | Unbruised | AccidentFeared | AccidentJudged | RecoveryRolled | Mended | Contested | Disengaged | MountedUp
    | Unmounted
)
NONLETHAL_EVENTS = (
    Bruised, Unbruised, AccidentFeared, AccidentJudged, RecoveryRolled, Mended, Contested, Disengaged, MountedUp,
    Unmounted,
)
