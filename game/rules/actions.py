"""What can be asked of the engine: frozen values, one class a kind. They serialise as ``{"kind": ..., ...}``."""

from dataclasses import dataclass, field
from typing import Literal

from game.rules.catalog import SPARSE, AttributeName
from game.rules.gm_actions import EditMap as EditMap
from game.rules.gm_actions import GmDoor as GmDoor
from game.rules.gm_actions import GmGuard as GmGuard
from game.rules.gm_actions import GmInitiative as GmInitiative
from game.rules.gm_actions import GmLift as GmLift
from game.rules.gm_actions import GmMove as GmMove
from game.rules.gm_actions import GmPV as GmPV
from game.rules.gm_actions import GmSay as GmSay
from game.rules.gm_actions import GmStructure as GmStructure
from game.rules.gm_actions import GmTeam as GmTeam
from game.rules.gm_actions import ResizeMap as ResizeMap
from game.rules.nonlethal_actions import Accident as Accident
from game.rules.nonlethal_actions import Dismount as Dismount
from game.rules.nonlethal_actions import GmInjure as GmInjure
from game.rules.nonlethal_actions import GmMend as GmMend
from game.rules.nonlethal_actions import Mount as Mount
from game.rules.nonlethal_actions import OfRecovery as OfRecovery
from game.rules.nonlethal_actions import Recover as Recover
from game.rules.nonlethal_actions import Ritual as Ritual
from game.rules.nonlethal_actions import Wrench as Wrench
from game.rules.powers import Effect
from game.rules.state import Combatant, Placement, Pressure
from game.spatial.grid import Cell

AttackMode = Literal["melee", "ranged"]
# ``master`` and ``reason``, wherever they stand, are the GM's word before a roll: what it adds to the attack, and why.


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
    """Walk to ``to`` (top-left cell), along ``path`` if given (cells entered, in order), else by the field's path.

    ``jump``: the last step may be a fall (MOV-3). Whoever holds another one drags it along (MAN-3).
    """

    who: str
    to: Cell
    path: tuple[Cell, ...] = ()
    jump: bool = False
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
    """An Execution: strike or shoot ``target``. An empty ``weapon`` is an unarmed blow. ``nonlethal``: it is declared
    so, for bruises instead of wounds. # rule: GM NLT-1"""

    who: str
    target: str
    weapon: str = ""
    mode: AttackMode = "melee"
    master: int = 0
    reason: str = ""
    nonlethal: bool = field(default=False, metadata=SPARSE)
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


@dataclass(frozen=True, slots=True)
class UsePower:
    """Cast a spell at ``targets`` or at a place: an Execution or Full action, as it says. # rule: ACT-3 ACT-4"""

    who: str
    power: str
    targets: tuple[str, ...] = ()
    place: Placement | None = None
    master: int = 0
    reason: str = ""
    kind: Literal["power"] = "power"


@dataclass(frozen=True, slots=True)
class Activate:
    """Use an ability, a power that is not a spell, in the same way. # rule: ACT-3"""

    who: str
    ability: str
    targets: tuple[str, ...] = ()
    place: Placement | None = None
    master: int = 0
    reason: str = ""
    kind: Literal["activate"] = "activate"


@dataclass(frozen=True, slots=True)
class UseItem:
    """An Execution: use a carried item, on oneself when there is no target. # rule: ACT-3"""

    who: str
    item: str
    targets: tuple[str, ...] = ()
    place: Placement | None = None
    master: int = 0
    reason: str = ""
    kind: Literal["item"] = "item"


@dataclass(frozen=True, slots=True)
class Concentrate:
    """A Full action: hold what one's powers that need concentration have made. # rule: ACT-4"""

    who: str
    kind: Literal["concentrate"] = "concentrate"


@dataclass(frozen=True, slots=True)
class GmEffect:
    """The GM applies an effect by hand, to creatures or to a place; ``name`` is what is said about it. # rule: EFF-2

    ``source`` may name a creature that it comes from; an aura or another zone needs its ``shape`` in the effect's
    placement: a free set of cells.
    """

    effect: Effect
    targets: tuple[str, ...] = ()
    place: Placement | None = None
    name: str = ""
    magical: bool = False
    source: str = ""
    kind: Literal["gm_effect"] = "gm_effect"


@dataclass(frozen=True, slots=True)
class GmRemove:
    """The GM takes away a creature, a thing that lies on the ground, or an effect on a place, by its id.
    # rule: INI-6 EFF-2"""

    what: str
    kind: Literal["gm_remove"] = "gm_remove"


@dataclass(frozen=True, slots=True)
class Join:
    """Late entry: a creature comes into the fight, and ``more`` with it; each rolls initiative, and acts from the next
    round on. Before round 1 they are only placed, or left to be placed by a team that has a zone. # rule: INI-4"""

    combatant: Combatant
    more: tuple[Combatant, ...] = ()
    kind: Literal["join"] = "join"


@dataclass(frozen=True, slots=True)
class EndScene:
    """The scene is over: all that lasts for it ends. # rule: CND-3"""

    kind: Literal["end_scene"] = "end_scene"


@dataclass(frozen=True, slots=True)
class BreakStructure:
    """An Execution: break a thing at once by a strength test. ``structure`` is the id of a structure of the map, of a
    zone with walls, or of a thing on the ground. # rule: STR-2"""

    who: str
    structure: str
    kind: Literal["break"] = "break"


@dataclass(frozen=True, slots=True)
class AttackStructure:
    """An Execution: strike or shoot at a thing, so that it wears. # rule: STR-3"""

    who: str
    structure: str
    weapon: str = ""
    mode: AttackMode = "melee"
    kind: Literal["attack_structure"] = "attack_structure"


@dataclass(frozen=True, slots=True)
class SetPressure:
    """The GM says what keeps creatures from taking their time: enemies, always something, or nothing. # rule: STR-7"""

    pressure: Pressure
    kind: Literal["pressure"] = "pressure"


@dataclass(frozen=True, slots=True)
class Ruling:
    """The GM's word after a roll: what was rolled last against ``target`` hits, grazes or misses (as the dice showed
    when ``outcome`` is empty), or does so much damage. A step of its own in a game. # rule: GM"""

    target: str
    outcome: Literal["", "hit", "graze", "miss"] = ""
    points: int | None = None
    reason: str = ""
    kind: Literal["ruling"] = "ruling"


@dataclass(frozen=True, slots=True)
class Rest:
    """The GM lets a creature rest: it may strain itself again, and has all its hits back. # rule: STR-5 QCK-3"""

    who: str
    kind: Literal["rest"] = "rest"


@dataclass(frozen=True, slots=True)
class Hide:
    """The GM hides a creature: from now on nothing that the players see tells of it."""

    who: str
    kind: Literal["hide"] = "hide"


@dataclass(frozen=True, slots=True)
class Reveal:
    """The GM shows a creature that was hidden."""

    who: str
    kind: Literal["reveal"] = "reveal"


@dataclass(frozen=True, slots=True)
class GoNormal:
    """The GM ends quick combat in the middle: positions and conditions stay, initiative is rolled. # rule: QCK-9"""

    kind: Literal["normal_combat"] = "normal_combat"


# --- more of the body, manoeuvres ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dash:
    """A Full action: run up to three times as far as a Move. # rule: ACT-4"""

    who: str
    to: Cell
    path: tuple[Cell, ...] = ()
    jump: bool = False
    kind: Literal["dash"] = "dash"


@dataclass(frozen=True, slots=True)
class Switch:
    """A Move action: put one weapon away and draw another. # rule: ACT-2"""

    who: str
    stow: str
    draw: str
    kind: Literal["switch"] = "switch"


@dataclass(frozen=True, slots=True)
class Grip:
    """Free: take one hand off a two-handed weapon; or take it in both again, a Move. # rule: ACT-2 ACT-5 MAN-3"""

    who: str
    weapon: str
    both: bool = True
    kind: Literal["grip"] = "grip"


@dataclass(frozen=True, slots=True)
class DropItem:
    """Free: let a weapon in hand, or a carried item, fall where one stands. # rule: ACT-5"""

    who: str
    item: str
    kind: Literal["drop_item"] = "drop_item"


@dataclass(frozen=True, slots=True)
class PickUp:
    """A Move action: take up a thing that lies on the ground within reach, by its id, or take one from who is out of
    the fight: ``owner:thing``. # rule: ACT-2 STR-4"""

    who: str
    thing: str
    kind: Literal["pick_up"] = "pick_up"


@dataclass(frozen=True, slots=True)
class Manoeuvre:
    """An Execution: an attack in melee that does something else than damage. An empty ``weapon`` is the bare body;
    ``aim`` is the weapon to knock from the target's hand or what to seize, the first that it holds when empty;
    ``metres`` how far to push, as far as the manoeuvre goes when 0. # rule: MAN-1 MAN-8"""

    who: str
    target: str
    manoeuvre: str
    weapon: str = ""
    aim: str = ""
    metres: int = 0
    master: int = 0
    reason: str = ""
    kind: Literal["manoeuvre"] = "manoeuvre"


@dataclass(frozen=True, slots=True)
class SneakAttack:
    """An Execution: an attack on one who did not see the attacker when its turn began. # rule: SIT-1 NLT-1"""

    who: str
    target: str
    weapon: str = ""
    mode: AttackMode = "melee"
    master: int = 0
    reason: str = ""
    nonlethal: bool = field(default=False, metadata=SPARSE)
    kind: Literal["sneak"] = "sneak"


@dataclass(frozen=True, slots=True)
class Release:
    """Free: let go of a held creature. # rule: ACT-5 MAN-3"""

    who: str
    target: str
    kind: Literal["release"] = "release"


@dataclass(frozen=True, slots=True)
class Escape:
    """An Execution: get out of a hold by a test, of strength or mobility unless the settings say otherwise.
    # rule: ACT-3 MAN-3"""

    who: str
    holder: str
    attribute: AttributeName = "strength"
    kind: Literal["escape"] = "escape"


Action = (
    Deploy | Begin | Move | StandUp | Draw | Stow | UseDoor | Attack | Crouch | DropProne | Delay | EndTurn
    | UsePower | Activate | UseItem | Concentrate | GmEffect | GmRemove | Join | EndScene
    | BreakStructure | AttackStructure | SetPressure | Rest | Ruling | GoNormal | Hide | Reveal
    | Dash | Switch | Grip | DropItem | PickUp | Manoeuvre | SneakAttack | Release | Escape
    | Wrench | Mount | Dismount | OfRecovery
    | GmMove | GmPV | GmGuard | GmTeam | GmInitiative | GmLift | GmSay | GmDoor | GmStructure | EditMap | ResizeMap
)
