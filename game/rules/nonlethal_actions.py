"""What the module of non-lethal fighting adds to what can be asked: frozen values, one class a kind.

See :mod:`game.rules.actions`. What the GM says takes no turn.
"""

from dataclasses import dataclass
from typing import Literal

from game.rules.injuries import Level
from game.spatial.grid import Cell


@dataclass(frozen=True, slots=True)
class Recover:
    """A creature has rested for as long as one of its injuries needs, and rolls to recover from it. ``healer`` is who
    looks after it, ``surgery`` what that adds, ``magic`` what magic adds. # rule: NLT-4 NLT-5"""

    who: str
    injury: int
    surgery: int = 0
    magic: int = 0
    healer: str = ""
    kind: Literal["recover"] = "recover"


@dataclass(frozen=True, slots=True)
class Ritual:
    """A healing ritual, for wounds up to ``level``, heals one injury: a bruise as the wound that it would leave.
    # rule: NLT-5"""

    who: str
    injury: int
    level: Level
    kind: Literal["ritual"] = "ritual"


@dataclass(frozen=True, slots=True)
class Accident:
    """The GM says whether one who was struck by accident dies of it. # rule: NLT-7"""

    who: str
    dies: bool
    kind: Literal["accident"] = "accident"


@dataclass(frozen=True, slots=True)
class GmInjure:
    """The GM gives a creature a bruise or a wound. # rule: NLT-3 EFF-2"""

    who: str
    level: Level
    wound: bool = False
    kind: Literal["gm_injure"] = "gm_injure"


@dataclass(frozen=True, slots=True)
class GmMend:
    """The GM takes an injury away, whatever it is. # rule: NLT-5 EFF-2"""

    who: str
    injury: int
    kind: Literal["gm_mend"] = "gm_mend"


@dataclass(frozen=True, slots=True)
class Wrench:
    """An Execution: pull at the thing that both hold, against the other one. # rule: NLT-8"""

    who: str
    target: str
    kind: Literal["wrench"] = "wrench"


@dataclass(frozen=True, slots=True)
class Mount:
    """A Move action: climb on an ally next to one that is larger. # rule: NLT-9"""

    who: str
    mount: str
    kind: Literal["mount"] = "mount"


@dataclass(frozen=True, slots=True)
class Dismount:
    """A Move action: climb down to a place beside the mount. # rule: NLT-9"""

    who: str
    to: Cell
    kind: Literal["dismount"] = "dismount"


OfRecovery = Recover | Ritual | Accident | GmInjure | GmMend
