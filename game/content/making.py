"""What maps and scenarios bring of their own: materials and the NDs that follow, weapons, powers, items, traits,
conditions. # rule: STR-1 EFF-7"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from game.checked import Document, check, not_one_of
from game.content.map_format import Mark, StructureTable, Thin, make_of
from game.errors import Problem
from game.rules.catalog import Weapon, shipped_setting, weapons
from game.rules.materials import Material, materials, nd_of, tables, why_no_step
from game.rules.powers import (
    ConditionRule,
    Item,
    ItemTable,
    Power,
    condition_rules,
    conditions_named,
    item_of,
    items,
    powers,
)
from game.rules.state import StructureKind
from game.rules.traits import Trait, traits, unknown_names
from game.texts import text
from game.toml_lines import Place

MAKES = ("size", "level", "material", "nd", "left")
Own = TypeVar("Own", Material, Weapon, Power, ItemTable, Trait, ConditionRule)


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


@dataclass(frozen=True)
class Stock:
    """What a creature may name, by id: what ships with the program, unless a scenario says otherwise. ``own`` are the
    ids of the traits that are the scenario's; ``broken`` those of whatever it writes with faults, which are told where
    they stand and not where it is named. ``dice`` are those that a sheet may print (SHT-1)."""

    weapons: Mapping[str, Weapon] = field(default_factory=weapons)
    powers: Mapping[str, Power] = field(default_factory=powers)
    items: Mapping[str, Item] = field(default_factory=items)
    traits: Mapping[str, Trait] = field(default_factory=traits)
    conditions: Mapping[str, ConditionRule] = field(default_factory=condition_rules)
    own: frozenset[str] = frozenset()
    broken: frozenset[str] = frozenset()
    dice: Collection[int] = field(default_factory=lambda: shipped_setting("dice"))


def read_stock(document: Document, dice: Collection[int], problems: list[Problem]) -> Stock:
    """The shipped weapons, powers, items, traits and conditions with those of a document, which may replace them.
    # rule: EFF-7"""
    armoury = {**weapons(), **{each.id: each for _, each in _written(document, "weapon", Weapon, problems)}}
    conditions = {**condition_rules(), **{each.id: each for _, each in _conditions(document, problems)}}
    names = conditions.keys() | _ids(document, "condition")
    own = {each.id: each for each in _traits(document, names, problems)}
    arts = _read_powers(document, names, problems)
    goods = _read_items(document, arts, problems)
    found = {*armoury, *conditions, *own, *arts, *goods}
    written = frozenset(id for name in ("weapon", "condition", "trait", "power", "item") for id in _ids(document, name))
    return Stock(armoury, arts, goods, {**traits(), **own}, conditions, frozenset(own), written - found, dice)


def _ids(document: Document, name: str) -> set[str]:
    """The ids in the tables of that name, those of tables with faults too."""
    written = document.data.get(name)
    ids = (document.at((name, number, "id")) for number in range(len(written) if isinstance(written, list) else 0))
    return {id for id in ids if isinstance(id, str)}


def _conditions(document: Document, problems: list[Problem]) -> Iterator[tuple[Place, ConditionRule]]:
    """# rule: CND-1"""
    known = condition_rules().keys() | _ids(document, "condition")
    for place, each in _written(document, "condition", ConditionRule, problems):
        problems += [document.problem((*place, "also", number), not_one_of(name, known))
                     for number, name in enumerate(each.also) if name not in known]
        yield place, each


def _traits(document: Document, conditions: Collection[str], problems: list[Problem]) -> Iterator[Trait]:
    """# rule: SHT-3"""
    for place, trait in _written(document, "trait", Trait, problems):
        problems += unknown_names(document, place, trait, conditions)
        yield trait


def _read_powers(document: Document, conditions: Collection[str], problems: list[Problem]) -> dict[str, Power]:
    own: dict[str, Power] = {}
    for place, power in _written(document, "power", Power, problems):
        own[power.id] = power
        for number, effect in enumerate(power.effects):
            problems += [document.problem((*place, "effects", number), not_one_of(name, conditions), name)
                         for name in dict.fromkeys(conditions_named(effect)) if name not in conditions]
    return {**powers(), **own}


def _read_items(document: Document, known: Mapping[str, Power], problems: list[Problem]) -> dict[str, Item]:
    """Shipped items do what the document says of their powers."""
    found = {each.id: replace(each, power=each.power and known[each.power.id]) for each in items().values()}
    for place, table in _written(document, "item", ItemTable, problems):
        if table.power and table.power not in known:
            if table.power in _ids(document, "power"):
                continue
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


def read_wear(document: Document, place: Place, left: int | None, nd: int, problems: list[Problem]) -> int:
    """What a thing's ND has lost, by what is ``left`` of it; 0 after adding what is wrong with that. # rule: STR-3"""
    if left is None or left <= nd:
        return 0 if left is None else nd - left
    problems.append(document.problem((*place, "left"), text("this must be {most} or less", most=nd)))
    return 0
