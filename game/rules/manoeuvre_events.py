"""Falls, things on the ground, manoeuvres: what happens, frozen. See :mod:`game.rules.events`."""

from dataclasses import dataclass, field
from typing import Literal

from game.rules.catalog import SPARSE
from game.rules.state import HoldKind
from game.spatial.grid import Cell
from game.texts import Text


@dataclass(frozen=True, slots=True)
class Fallen:
    """A creature fell, ``drop`` in 1/64 m, to ``cell``. # rule: MOV-3"""

    who: str
    cell: Cell
    drop: int
    kind: Literal["fallen"] = "fallen"


@dataclass(frozen=True, slots=True)
class ThingDropped:
    """A weapon or an item lies on the ground now; ``by`` is who knocked it from the hand. # rule: ACT-5 MAN-6"""

    who: str
    thing: str
    name: str
    cell: Cell
    by: str = ""
    kind: Literal["thing_dropped"] = "thing_dropped"


@dataclass(frozen=True, slots=True)
class ThingPicked:
    """A thing was taken up from the ground, or from ``owner``, who is out of the fight. # rule: ACT-2"""

    who: str
    thing: str
    name: str
    owner: str = ""
    kind: Literal["thing_picked"] = "thing_picked"


@dataclass(frozen=True, slots=True)
class HoldBegan:
    """A creature holds another, which must reach ``nd`` to get free; ``renewed``: it held it before. ``form`` and
    ``thing`` are as of the hold. # rule: MAN-3 NLT-8"""

    who: str
    target: str
    nd: int
    renewed: bool = False
    form: HoldKind = field(default="", metadata=SPARSE)
    thing: str = field(default="", metadata=SPARSE)
    kind: Literal["hold"] = "hold"


@dataclass(frozen=True, slots=True)
class HoldEnded:
    """A hold is over: let go, broken, not kept up in the holder's turn, torn apart, or the holder is not able to go on;
    or its renewal failed, it was hurt, did something else, or the thing both held is in one hand (NLT-8). # rule:
    MAN-3"""

    who: str
    target: str
    reason: Literal["released", "escaped", "turn", "apart", "unable", "failed", "hurt", "act", "won"]
    kind: Literal["hold_ended"] = "hold_ended"


@dataclass(frozen=True, slots=True)
class Dragged:
    """A held creature was dragged along; ``stopped_by`` says what stopped both before the end of the way.
    # rule: MAN-3"""

    who: str
    by: str
    start: Cell
    path: tuple[Cell, ...]
    stopped_by: Text | None = None
    kind: Literal["dragged"] = "dragged"


@dataclass(frozen=True, slots=True)
class Pushed:
    """A creature was pushed ``moved`` metres; ``left`` were left over when something stopped it. # rule: MAN-8"""

    who: str
    by: str
    start: Cell
    path: tuple[Cell, ...]
    moved: int
    left: int
    stopped_by: Literal["", "barrier", "rise", "body", "terrain", "edge", "drop"] = ""
    kind: Literal["pushed"] = "pushed"


@dataclass(frozen=True, slots=True)
class Strayed:
    """An attack on a held creature went astray to its holder. # rule: MAN-3"""

    who: str
    target: str
    struck: str
    share: Literal["full", "half", "one"]
    kind: Literal["strayed"] = "strayed"
