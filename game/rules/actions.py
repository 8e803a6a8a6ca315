"""What can be asked of the engine: frozen values, one class a kind. They serialise as ``{"kind": ..., ...}``."""

from dataclasses import dataclass
from typing import Literal

from game.spatial.grid import Cell

AttackMode = Literal["melee", "ranged"]


@dataclass(frozen=True, slots=True)
class Deploy:
    """Before round 1: place a creature of a team that has a deployment zone (or move it within the zone)."""

    who: str
    cell: Cell
    kind: Literal["deploy"] = "deploy"


@dataclass(frozen=True, slots=True)
class Begin:
    """Everyone is placed: roll initiative and start round 1. # rule: INI-1"""

    kind: Literal["begin"] = "begin"


@dataclass(frozen=True, slots=True)
class Move:
    """Walk to ``to`` (top-left cell), along ``path`` if given (cells entered, in order), else by the field's path."""

    who: str
    to: Cell
    path: tuple[Cell, ...] = ()
    kind: Literal["move"] = "move"


@dataclass(frozen=True, slots=True)
class StandUp:
    """A Move action: from prone to standing."""

    who: str
    kind: Literal["stand_up"] = "stand_up"


@dataclass(frozen=True, slots=True)
class Draw:
    """A Move action: take a carried weapon in hand."""

    who: str
    weapon: str
    kind: Literal["draw"] = "draw"


@dataclass(frozen=True, slots=True)
class Stow:
    """A Move action: put a weapon away."""

    who: str
    weapon: str
    kind: Literal["stow"] = "stow"


@dataclass(frozen=True, slots=True)
class UseDoor:
    """A Move action: open or close an adjacent door."""

    who: str
    structure: str
    kind: Literal["door"] = "door"


@dataclass(frozen=True, slots=True)
class Attack:
    """An Execution: strike or shoot ``target``. An empty ``weapon`` is an unarmed blow."""

    who: str
    target: str
    weapon: str = ""
    mode: AttackMode = "melee"
    kind: Literal["attack"] = "attack"


@dataclass(frozen=True, slots=True)
class Crouch:
    """Free: crouch, or rise from a crouch when already crouched."""

    who: str
    kind: Literal["crouch"] = "crouch"


@dataclass(frozen=True, slots=True)
class DropProne:
    """Free: throw oneself to the ground."""

    who: str
    kind: Literal["drop_prone"] = "drop_prone"


@dataclass(frozen=True, slots=True)
class Delay:
    """Free: act later in this round, right after ``after``, and keep that place. # rule: INI-5"""

    who: str
    after: str
    kind: Literal["delay"] = "delay"


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The active creature is done."""

    who: str
    kind: Literal["end_turn"] = "end_turn"


Action = Deploy | Begin | Move | StandUp | Draw | Stow | UseDoor | Attack | Crouch | DropProne | Delay | EndTurn
