"""What a step of a lesson shows on the map: creatures, squares, things, masks and proofs, drawn from the engine."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from game.checked import not_one_of
from game.content.map_format import SurfaceName
from game.errors import FlancoError
from game.insight.narrate import powers_of
from game.insight.odds_table import Question, sheet_asked
from game.insight.proof import Proof
from game.insight.proving import prove_all, prove_rule
from game.insight.proving_areas import prove_sight
from game.insight.stand import stand_map
from game.learn.goals import OneCell, ThingId, outside, surface_cells
from game.rules.actions import AttackMode
from game.rules.bodies import body_of, movement_of, tall_of, threat_reach
from game.rules.catalog import Id
from game.rules.places import area_of
from game.rules.reference import rule_text
from game.rules.sightlines import cover_mask
from game.rules.state import Battle, Placement
from game.spatial.grid import TOTAL, Cell, Mask
from game.spatial.reach import reach_mask
from game.spatial.sight import concealment_field, sight_field
from game.texts import Text, text
from game.toml_lines import Place

MaskKind = Literal["move", "reach", "flank", "high", "cover", "total", "concealment", "sight", "area"]
OF_TWO = frozenset({"flank", "high", "cover", "total", "concealment"})


@dataclass(frozen=True, slots=True)
class Creature:
    """A creature is pointed at."""

    who: Id
    kind: Literal["creature"] = "creature"


@dataclass(frozen=True, slots=True)
class Cells:
    """Some squares are pointed at: those named, and those of a ``surface``."""

    cells: tuple[OneCell, ...] = ()
    surface: SurfaceName | None = None
    kind: Literal["cells"] = "cells"


@dataclass(frozen=True, slots=True)
class Thing:
    """A structure is pointed at."""

    structure: ThingId
    kind: Literal["structure"] = "structure"


@dataclass(frozen=True, slots=True)
class Lit:
    """A mask is lit: where ``who`` can walk (move), strike (reach), see (sight); where an area of its ``power`` put at
    ``place`` counts (area); from where it would flank ``target`` (flank) or look down on it (high); where it would have
    cover (cover: any, total) or be concealed (concealment) from ``target``, of the squares that it can get to."""

    mask: MaskKind
    who: Id
    target: Id | None = None
    power: Id | None = None
    place: Placement | None = None
    kind: Literal["mask"] = "mask"


@dataclass(frozen=True, slots=True)
class Shown:
    """An attack of ``who`` on ``target`` is explained: its rays, squares and numbers, of one ``rule`` or of all;
    ``sight`` in the place of a rule is who sees whom."""

    who: Id
    target: Id
    rule: str = ""
    weapon: str | None = None
    mode: AttackMode | None = None
    kind: Literal["proof"] = "proof"


Show = Creature | Cells | Thing | Lit | Shown
WrittenShow = Annotated[Show, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True)
class Drawing:
    """What to draw.

    :ivar cells: lit squares, by rows. ``creatures`` and ``structures`` are ids to point at.
    :ivar proofs: what to explain with rays, squares and numbers.
    """

    cells: tuple[Cell, ...] = ()
    creatures: tuple[str, ...] = ()
    structures: tuple[str, ...] = ()
    proofs: tuple[Proof, ...] = ()


def drawing(show: Show, battle: Battle) -> Drawing:
    """What to draw in a battle as it stands.

    :raises FlancoError: when it cannot be made of this battle: a creature that is not on the map, an area that cannot
        be put there.
    """
    match show:
        case Creature(who=who):
            cells = body_of(battle, battle[who]).cells if battle[who].cell is not None else ()
            return Drawing(cells, creatures=(who,))
        case Cells(cells=cells, surface=surface):
            return Drawing((*cells, *surface_cells(battle.map, surface)))
        case Thing(structure=id):
            found = battle.structure(id)
            return Drawing(found.cells if found is not None else (), structures=(id,))
        case Lit():
            return Drawing(tuple((x, y) for y, x in np.argwhere(_mask(show, battle)).tolist()))
    if show.rule == "sight":
        return Drawing(proofs=(prove_sight(battle, show.who, show.target),))
    _, sheet = sheet_asked(battle, Question(show.who, show.target, show.weapon, show.mode))
    proofs = prove_rule(battle, sheet, show.rule) if show.rule else prove_all(battle, sheet)
    return Drawing(proofs=tuple(proofs))


def _mask(show: Lit, battle: Battle) -> Mask:
    """(H, W) bool."""
    who, grid = battle[show.who], battle.grid
    if who.cell is None:
        raise FlancoError(text("{who} is not on the map yet", who=who.name))
    body = body_of(battle, who)
    match show.mask:
        case "move":
            return movement_of(battle, who.id).reachable
        case "reach":
            return reach_mask(grid, body, threat_reach(battle, who), battle.settings.reach_diagonals)
        case "sight":
            return sight_field(grid, body, body.tall)
        case "area":
            power = next((each for each in powers_of(who) if each.id == show.power), None)
            if power is None or power.shape is None:
                raise FlancoError(text("there is no such power"))
            return area_of(battle, who, power, show.place).mask
        case "flank" | "high":
            found = stand_map(battle, who.id, show.target)
            assert found is not None
            return found.flanking if show.mask == "flank" else found.higher
    assert show.target is not None
    other = body_of(battle, battle[show.target])
    stands = movement_of(battle, show.who, ever=True).reachable
    if show.mask == "concealment":
        return np.asarray(stands & (concealment_field(grid, other) > 0))
    level = cover_mask(battle, other, tall_of(battle, who), without=(who.id,)).level
    return np.asarray(stands & (level == TOTAL if show.mask == "total" else level > 0))


def show_faults(show: Show, battle: Battle) -> Iterator[tuple[Place, Text]]:
    """Names that name nothing in a battle: where in the table, and what is allowed."""
    known = [each.id for each in battle.combatants]
    for name in ("who", "target"):
        id = getattr(show, name, None)
        if isinstance(id, str) and id not in known:
            yield (name,), not_one_of(id, known)
            return
    match show:
        case Cells(cells=cells):
            yield from ((("cells", n), outside(battle.map))
                        for n, each in enumerate(cells) if each not in battle.map)
            if show.surface is not None and show.surface not in battle.map.surfaces:
                yield ("surface",), not_one_of(show.surface, [each for each in battle.map.surfaces if each])
            return
        case Thing(structure=id) if battle.structure(id) is None:
            yield ("structure",), not_one_of(id, [each.id for each in battle.structures])
            return
        case Lit(mask=mask, target=None) if mask in OF_TWO:
            yield ("target",), text("this field must be given")
            return
        case Shown(rule=rule) if rule not in ("", "sight") and rule_text(rule) is None:
            yield ("rule",), text("there is no such rule")
            return
    try:
        drawing(show, battle)
    except FlancoError as error:
        yield (), error.message
