"""What maps and scenarios bring of their own: materials and the NDs that follow, weapons, powers, items. # rule: STR-1
EFF-7"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from game.checked import Document, check, not_one_of
from game.content.map_format import Mark, StructureTable, Thin, make_of
from game.errors import Problem
from game.rules.catalog import Weapon, weapons
from game.rules.materials import Material, materials, nd_of, tables, why_no_step
from game.rules.powers import Item, ItemTable, Power, item_of, items, powers, unknown_condition
from game.rules.state import StructureKind
from game.texts import text
from game.toml_lines import Place

MAKES = ("size", "level", "material", "nd")
Own = TypeVar("Own", Material, Weapon, Power, ItemTable)


def _written(
    document: Document, name: str, kind: type[Own], problems: list[Problem]
) -> Iterator[tuple[Place, Own]]:
    """The tables of that name, each id once, with their places; adds what is wrong with them."""
    written = document.data.get(name, [])
    if not isinstance(written, list):
        problems.append(document.problem((name,), text("these are written as [[{name}]]", name=name)))
        written = []
    used: set[str] = set()
    for number in range(len(written)):
        place: Place = (name, number)
        found = check(document, kind, problems, place)
        if found is not None and found.id in used:
            problems.append(document.problem((*place, "id"), text("this id is used twice")))
        elif found is not None:
            used.add(found.id)
            yield place, found


def read_weapons(document: Document, problems: list[Problem]) -> dict[str, Weapon]:
    """The shipped weapons and those of a document, which may replace them."""
    return {**weapons(), **{each.id: each for _, each in _written(document, "weapon", Weapon, problems)}}


def read_powers(document: Document, problems: list[Problem]) -> dict[str, Power]:
    """The shipped powers and those of a document, which may replace them. # rule: EFF-7"""
    own: dict[str, Power] = {}
    for place, power in _written(document, "power", Power, problems):
        own[power.id] = power
        if (wrong := unknown_condition(power)) is not None:
            problems.append(document.problem(place, text("there is no such condition: {id!r}", id=wrong)))
    return {**powers(), **own}


def read_items(document: Document, known: Mapping[str, Power], problems: list[Problem]) -> dict[str, Item]:
    """The shipped items, with the powers that are ``known``, and those of a document, which may replace them."""
    found = {each.id: replace(each, power=each.power and known[each.power.id]) for each in items().values()}
    for place, table in _written(document, "item", ItemTable, problems):
        if table.power and table.power not in known:
            problems.append(document.problem((*place, "power"), not_one_of(table.power, known)))
        else:
            found[table.id] = item_of(table, known)
    return found


def read_materials(
    document: Document, problems: list[Problem], known: Mapping[str, Material] | None = None
) -> dict[str, Material]:
    """The shipped materials, or those ``known``, and those of a document, which may replace them. # rule: STR-1"""
    own = {each.id: each for _, each in _written(document, "material", Material, problems)}
    return {**(materials() if known is None else known), **own}


def read_nd(
    document: Document, place: Place, written: Mark | Thin | StructureTable, kind: StructureKind,
    known: Mapping[str, Material], problems: list[Problem],
) -> tuple[int, str]:
    """The ND of a thing as it is written, and the name of its material; (0, "") after adding what is wrong with it.

    An ND that is written stands as it is, and says nothing of the material. # rule: STR-1
    """
    before, make = len(problems), make_of(written, kind)
    for key, table in (("size", tables().size), ("level", tables().level)):
        if getattr(written, key) is not None and (reason := why_no_step(table, getattr(make, key))) is not None:
            problems.append(document.problem((*place, key), reason))
    if make.material not in known:
        problems.append(document.problem((*place, "material"), not_one_of(make.material, known)))
    if len(problems) > before:
        return 0, ""
    if written.nd is not None:
        return written.nd, known[make.material].name if written.material is not None else ""
    return nd_of(make, known), known[make.material].name
