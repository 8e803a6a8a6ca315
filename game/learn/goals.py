"""Goals: what a task asks for, checked from TOML, and judged by the same masks, sheets and events that the game uses.

A goal names creatures, rules and things by their ids; no cell of an answer is written down anywhere.
:func:`game.learn.judging.judge` says whether it is reached in a game as it stands, why or why not in one sentence, with
the proof where a rule decides.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal, get_args

import numpy as np
from pydantic import BeforeValidator, Field

from game.checked import not_one_of
from game.content.map_format import SurfaceName
from game.content.scenario_format import read_cell
from game.insight.narrate import powers_of
from game.insight.proof import Proof
from game.insight.proving import attack_rules, silent
from game.rules.actions import Action, AttackMode
from game.rules.catalog import Id
from game.rules.reference import rule_text
from game.rules.state import Battle
from game.spatial.grid import Cell, Grid, cell_name
from game.texts import Text, text
from game.toml_lines import Place

Rules = Annotated[tuple[str, ...], Field(max_length=8)]
Ids = Annotated[tuple[Id, ...], Field(min_length=1)]
ThingId = Annotated[str, Field(min_length=1, max_length=80)]  # those that the program gives have commas and dots, too
OneCell = Annotated[Cell, BeforeValidator(read_cell)]
ACTIONS = frozenset(str(each.__dataclass_fields__["kind"].default) for each in get_args(Action))


@dataclass(frozen=True, slots=True)
class Sheet:
    """An attack of ``who`` on ``target`` can be made, and rules hold on its sheet (``holds``) or do not (``lacks``):
    SIT-2, SIT-3, SIT-4, SIT-5, SIT-6, ATK-3 and so on. A rule that forbids it (SIT-7, ATK-1) may be held, too.

    ``weapon`` is the one in hand when left out, ``-`` the bare body; ``mode`` what weapon and distance suggest.
    ``made``: the last attack that was made counts, not the places of now.
    """

    who: Id
    target: Id
    holds: Rules = ()
    lacks: Rules = ()
    weapon: str | None = None
    mode: AttackMode | None = None
    made: bool = False
    kind: Literal["sheet"] = "sheet"


@dataclass(frozen=True, slots=True)
class Covered:
    """``who`` has at least so much cover from each of ``from``. # rule: SIT-6 SIT-7"""

    who: Id
    sources: Annotated[Ids, Field(alias="from")]
    level: Literal["partial", "total"] = "partial"
    kind: Literal["covered"] = "covered"


@dataclass(frozen=True, slots=True)
class Unseen:
    """``who`` is seen by none of ``by``: no line of sight is open. # rule: SIT-5"""

    who: Id
    by: Ids
    kind: Literal["unseen"] = "unseen"


@dataclass(frozen=True, slots=True)
class Hit:
    """The last area that ``who`` used hit at least ``least`` enemies, and ``allies`` friends at most (itself too).
    # rule: ATK-5"""

    who: Id
    least: Annotated[int, Field(ge=0, le=50)] = 1
    allies: Annotated[int, Field(ge=0, le=50)] = 0
    power: Id | None = None
    kind: Literal["hit"] = "hit"


@dataclass(frozen=True, slots=True)
class Stand:
    """``who`` stands with its whole body on some ``cells``, or on a ``surface`` of the map."""

    who: Id
    cells: tuple[OneCell, ...] = ()
    surface: SurfaceName | None = None
    kind: Literal["stand"] = "stand"


@dataclass(frozen=True, slots=True)
class Into:
    """``target`` has been brought onto some ``cells`` or a ``surface``, alive or not. # rule: MAN-8"""

    target: Id
    cells: tuple[OneCell, ...] = ()
    surface: SurfaceName | None = None
    kind: Literal["into"] = "into"


@dataclass(frozen=True, slots=True)
class Within:
    """``who`` is at most so many metres from ``target``, as the settings measure."""

    who: Id
    target: Id
    metres: Annotated[float, Field(ge=1, le=1000)]
    kind: Literal["within"] = "within"


@dataclass(frozen=True, slots=True)
class Fallen:
    """A structure stands no more. # rule: STR-8"""

    structure: ThingId
    kind: Literal["fallen"] = "fallen"


@dataclass(frozen=True, slots=True)
class Out:
    """``target`` is out of the fight; ``alive``: by a non-lethal blow. # rule: DMG-16 MAN-4 NLT-1"""

    target: Id
    alive: bool = False
    kind: Literal["out"] = "out"


@dataclass(frozen=True, slots=True)
class Has:
    """``who`` is under a condition. # rule: CND-1"""

    who: Id
    condition: Id
    kind: Literal["has"] = "has"


@dataclass(frozen=True, slots=True)
class Did:
    """An action of this kind (``move``, ``attack``, ``power``...) was done, by ``who`` and to ``target`` if given."""

    action: str
    who: Id | None = None
    target: Id | None = None
    kind: Literal["did"] = "did"


@dataclass(frozen=True, slots=True)
class Reach:
    """``who`` can strike ``target`` with what it holds from where it stands; ``safe``: and is not struck from there by
    what the target holds. # rule: ATK-1 ATK-4"""

    who: Id
    target: Id
    safe: bool = False
    kind: Literal["reach"] = "reach"


@dataclass(frozen=True, slots=True)
class All:
    """Several goals at once."""

    goals: tuple["WrittenGoal", ...]
    kind: Literal["all"] = "all"


Goal = Sheet | Covered | Unseen | Hit | Stand | Into | Within | Fallen | Out | Has | Did | Reach | All
WrittenGoal = Annotated[Goal, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said about a goal.

    :ivar met: whether it is reached.
    :ivar feedback: one whole sentence: why, or why not.
    :ivar proof: that of the rule that decides, with the nearest place that would change it; None where none does.
    :ivar cells: what to light on the map.
    """

    met: bool
    feedback: Text
    proof: Proof | None = None
    cells: tuple[Cell, ...] = ()


# --- what is wrong with a goal ---------------------------------------------------------------------------------------


def faults(goal: Goal, battle: Battle) -> Iterator[tuple[Place, Text]]:
    """Names in a goal that name nothing in a battle: where in the goal, and what is allowed."""
    known = [each.id for each in battle.combatants]
    for key, id in _creatures(goal):
        if id not in known:
            yield key, not_one_of(id, known)
    match goal:
        case Sheet(holds=holds, lacks=lacks):
            said = attack_rules(battle)
            for name, rules in (("holds", holds), ("lacks", lacks)):
                yield from (((name, n), text("there is no such rule") if rule_text(each) is None else silent(
                    battle, each)) for n, each in enumerate(rules) if each not in said)
            if goal.who in known and goal.weapon not in (None, "-"):
                carried = [each.id for each in battle[goal.who].weapons]
                if goal.weapon not in carried:
                    yield ("weapon",), not_one_of(str(goal.weapon), carried)
        case Hit(who=who, power=str(power)) if who in known:
            if power not in (own := [each.id for each in powers_of(battle[who])]):
                yield ("power",), not_one_of(power, own)
        case Stand() | Into():
            yield from _place_faults(goal, battle)
        case Fallen(structure=id) if battle.structure(id) is None:
            yield ("structure",), not_one_of(id, [each.id for each in battle.structures])
        case Has(condition=id) if id not in battle.condition_rules:
            yield ("condition",), not_one_of(id, battle.condition_rules)
        case Did(action=action) if action not in ACTIONS:
            yield ("action",), not_one_of(action, ACTIONS)
        case All(goals=()):
            yield ("goals",), text("this needs at least {count} entries", count=1)
        case All(goals=goals):
            for n, each in enumerate(goals):
                yield from ((("goals", n, *place), said) for place, said in faults(each, battle))


def _place_faults(goal: Stand | Into, battle: Battle) -> Iterator[tuple[Place, Text]]:
    if bool(goal.cells) == (goal.surface is not None):
        yield (), text("either cells or a surface must be given")
    for n, cell in enumerate(goal.cells):
        if cell not in battle.map:
            yield ("cells", n), outside(battle.map)
    if goal.surface is not None and goal.surface not in battle.map.surfaces:
        yield ("surface",), not_one_of(goal.surface, [each for each in battle.map.surfaces if each])


def _creatures(goal: Goal) -> Iterator[tuple[Place, str]]:
    """The creatures that a goal names, each with where it does."""
    for name in ("who", "target"):
        if isinstance(id := getattr(goal, name, None), str):
            yield (name,), id
    match goal:
        case Covered(sources=several):
            yield from ((("from", n), each) for n, each in enumerate(several))
        case Unseen(by=several):
            yield from ((("by", n), each) for n, each in enumerate(several))


def surface_cells(grid: Grid, surface: str | None) -> tuple[Cell, ...]:
    """The cells of a map that look like this, by rows; none for None."""
    if surface not in grid.surfaces:
        return ()
    return tuple((x, y) for y, x in np.argwhere(grid.surface == grid.surfaces.index(surface)).tolist())


def outside(grid: Grid) -> Text:
    """That a cell lies beyond the map."""
    return text("this is outside the map, which ends at {cell}", cell=cell_name((grid.cols - 1, grid.rows - 1)))
