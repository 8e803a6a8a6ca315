"""How hard things are to break: the tables of ``assets/rules/structures.toml`` and the NDs they give. # rule: STR-1"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import floor
from typing import Annotated, Final, get_args

from pydantic import Field

from game.checked import Document, load_toml, not_one_of, validate
from game.errors import DataError, FlancoError, Problem
from game.paths import assets
from game.rules.catalog import Id, Name
from game.rules.state import StructureKind
from game.texts import Text, text

Value = Annotated[int, Field(ge=0, le=1000)]
KINDS: Final[tuple[StructureKind, ...]] = get_args(StructureKind)
WEAR_DIVISOR: Final = 5  # rule: STR-3


@dataclass(frozen=True, slots=True)
class Step:
    """A row of the table of sizes or of levels; ``more`` marks the last one, above which numbers may be written."""

    id: Id
    name: Name
    value: Value
    more: bool = False


@dataclass(frozen=True, slots=True)
class Material:
    """What things are made of, and what that multiplies. # rule: STR-1"""

    id: Id
    name: Name
    factor: Annotated[float, Field(gt=0, le=1000)]


@dataclass(frozen=True, slots=True)
class Make:
    """Size, level and material of a thing, by id; a size or level beyond its table is a number."""

    size: str | int
    level: str | int
    material: str


@dataclass(frozen=True, slots=True)
class Tables:
    """The three tables, and what each kind of thing on a map is unless its file says otherwise."""

    size: tuple[Step, ...]
    level: tuple[Step, ...]
    material: tuple[Material, ...]
    default: dict[StructureKind, Make]


def structural_nd(size: int, level: int, factor: float) -> int:
    """(size + level) x hardness, rounded down. # rule: STR-1

    >>> structural_nd(15, 10, 1), structural_nd(20, 15, 3), structural_nd(0, 5, 0.5)
    (25, 105, 2)
    """
    return floor((size + level) * Fraction(str(factor)))  # as written: 20 x 1.15 is 23, not a hair less


def least_damage(nd: int) -> int:
    """Blows below this leave no trace on a thing of that original ND. # rule: STR-3

    >>> [least_damage(nd) for nd in (25, 90, 70, 105, 275, 15, 40)]
    [5, 18, 14, 21, 55, 3, 8]
    """
    return nd // WEAR_DIVISOR


def step_value(table: tuple[Step, ...], written: str | int) -> int:
    """The value of a row by id, or a number as it is.

    :raises FlancoError: for an id that is not in the table.
    """
    if isinstance(written, int):
        return written
    by_id = {each.id: each.value for each in table}
    if written not in by_id:
        raise FlancoError(not_one_of(written, by_id))
    return by_id[written]


def why_no_step(table: tuple[Step, ...], written: str | int) -> Text | None:
    """What is wrong with a size or level as it is written; None when it is sound. # rule: STR-1"""
    if isinstance(written, str):
        ids = [each.id for each in table]
        return None if written in ids else not_one_of(written, ids)
    least = max(each.value for each in table)
    if least <= written <= 1000 and any(each.more for each in table):
        return None
    return text("a number here is from {least} to {most}; below that, write one of: {names}", least=least, most=1000,
                names=", ".join(each.id for each in table))


def nd_of(make: Make, materials: Mapping[str, Material]) -> int:
    """The structural ND of a thing. # rule: STR-1

    :raises FlancoError: for a size, level or material that is not known.
    """
    found = tables()
    if make.material not in materials:
        raise FlancoError(not_one_of(make.material, materials))
    return structural_nd(step_value(found.size, make.size), step_value(found.level, make.level),
                         materials[make.material].factor)


def check_tables(document: Document) -> Tables:
    """The tables of a document.

    :raises DataError: with every fault found.
    """
    found = validate(document, Tables)
    problems: list[Problem] = []
    for name in ("size", "level", "material"):
        rows = getattr(found, name)
        ids = [each.id for each in rows]
        problems += [document.problem((name, number, "id"), text("this id is used twice"))
                     for number, id in enumerate(ids) if id in ids[:number]]
    problems += [document.problem(("default",), text("this must be given: {name}", name=kind))
                 for kind in KINDS if kind not in found.default]
    materials = {each.id for each in found.material}
    for kind, make in found.default.items():
        place = ("default", kind)
        for key, table in (("size", found.size), ("level", found.level)):
            if (reason := why_no_step(table, getattr(make, key))) is not None:
                problems.append(document.problem((*place, key), reason))
        if make.material not in materials:
            problems.append(document.problem((*place, "material"), not_one_of(make.material, materials)))
    if problems:
        raise DataError(problems)
    return found


@cache
def tables() -> Tables:
    """The tables of ``assets/rules/structures.toml``.

    :raises DataError: when that file is broken.
    """
    return check_tables(load_toml(assets() / "rules" / "structures.toml"))


@cache
def materials() -> Mapping[str, Material]:
    """The shipped materials, by id."""
    return {each.id: each for each in tables().material}
