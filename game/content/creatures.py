"""Creature files: ``assets/creatures/*.toml``. The format is described in ``assets/creatures/README.md``."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field

from game.checked import Document, check, in_order, load_toml, not_one_of
from game.errors import DataError, FlancoError, Problem
from game.paths import assets
from game.rules.catalog import Count, Id, Name, SizeName, Weapon, damage_types, shipped_setting, weapons
from game.rules.powers import Item, Power, condition_rules, items, powers
from game.rules.sheet import ATTRIBUTES, Attribute, ConditionResponse, DamageResponse, Sheet
from game.rules.traits import equipped, traits
from game.texts import text
from game.toml_lines import Place


def _colour(value: object) -> object:
    if isinstance(value, str) and not re.fullmatch(r"(#[0-9a-f]{6})?", value):
        raise FlancoError(text("this must be a colour such as #c04020"))
    return value


Value = Annotated[int, Field(ge=0, le=100)]


@dataclass(frozen=True)
class Pair:
    """An attribute: a value and the sides of its die. # rule: SHT-1"""

    value: Value
    die: int


@dataclass(frozen=True)
class CreatureTable:
    """A creature as it is written: weapons by id, all else as on the sheet. # rule: SHT-1 SHT-3"""

    name: Name
    mobility: Pair
    acuity: Pair
    strength: Pair
    resistance: Pair
    spirit: Pair
    wits: Pair
    pv: Annotated[int, Field(ge=1, le=1000)]
    id: Id | None = None
    size: SizeName = "medium"
    weapons: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    responses: tuple[DamageResponse, ...] = ()
    reduction: Count = 0
    defence: Annotated[int, Field(ge=-100, le=100)] = 0
    cancels_minimum: bool = False
    move: Annotated[int, Field(ge=0, le=100)] | None = None
    colour: Annotated[str, BeforeValidator(_colour)] = ""
    condition_responses: tuple[ConditionResponse, ...] = ()
    ward: Count = 0
    powers: tuple[str, ...] = ()
    items: tuple[str, ...] = ()


SHEET_FIELDS: Final = ("name", "pv", "size", "traits", "responses", "reduction", "defence", "cancels_minimum", "move",
                       "colour", "condition_responses", "ward")


def read_sheet(
    document: Document, place: Place, armoury: Mapping[str, Weapon], dice: Collection[int], problems: list[Problem],
    id: str | None = None, arts: Mapping[str, Power] | None = None, goods: Mapping[str, Item] | None = None,
) -> Sheet | None:
    """The creature at a place of a document, or None after adding what is wrong with it.

    ``id`` stands for one that is not written; ``dice`` are the dice that a sheet may print; ``armoury``, ``arts`` and
    ``goods`` the weapons, powers and items that it may name: for the last two, those shipped unless they are given.
    """
    arts, goods = powers() if arts is None else arts, items() if goods is None else goods
    table = check(document, CreatureTable, problems, place)
    if table is None:
        return None
    before = len(problems)
    for name in ATTRIBUTES:
        die = getattr(table, name).die
        if die not in dice:
            message = text("there is no such die; allowed: {dice}", dice=", ".join(f"d{each}" for each in dice))
            problems.append(document.problem((*place, name, "die"), message))
    _check_names(document, (*place, "weapons"), table.weapons, armoury, problems)
    _check_names(document, (*place, "traits"), table.traits, traits(), problems)
    _check_names(document, (*place, "powers"), table.powers, arts, problems)
    for number, item in enumerate(table.items):
        if item not in goods:
            problems.append(document.problem((*place, "items", number), not_one_of(item, goods)))
    for number, answer in enumerate(table.condition_responses):
        if answer.condition and answer.condition not in condition_rules():
            problems.append(document.problem((*place, "condition_responses", number, "condition"),
                                             not_one_of(answer.condition, condition_rules())))
    for number, response in enumerate(table.responses):
        if response.kind and response.kind not in damage_types():
            problems.append(document.problem((*place, "responses", number, "kind"),
                                             not_one_of(response.kind, damage_types())))
    id = table.id or id
    if id is None:
        problems.append(document.problem((*place, "id"), text("this field must be given")))
    if id is None or len(problems) > before:
        return None
    written: dict[str, Any] = {name: getattr(table, name) for name in SHEET_FIELDS}
    for name in ATTRIBUTES:
        written[name] = Attribute(getattr(table, name).value, getattr(table, name).die)
    return equipped(Sheet(
        id=id, weapons=tuple(armoury[each] for each in table.weapons),
        powers=tuple(arts[each] for each in table.powers), items=tuple(goods[each] for each in table.items),
        **written,
    ))


def _check_names(
    document: Document, place: Place, names: tuple[str, ...], known: Collection[str], problems: list[Problem]
) -> None:
    for number, name in enumerate(names):
        if name not in known:
            problems.append(document.problem((*place, number), not_one_of(name, known)))
        elif name in names[:number]:
            problems.append(document.problem((*place, number), text("this is listed twice")))


def check_creatures(document: Document) -> dict[str, Sheet]:
    """The creatures of a document (``[[creature]]`` tables), by id, in file order.

    :raises DataError: with every fault found.
    """
    problems: list[Problem] = []
    found: dict[str, Sheet] = {}
    problems += [document.problem((key,), not_one_of(key, ["creature"])) for key in document.data if key != "creature"]
    written = document.data.get("creature")
    if not isinstance(written, list):
        problems.append(document.problem(("creature",), text("creatures are written as [[creature]]")))
        written = []
    for number in range(len(written)):
        place = ("creature", number)
        sheet = read_sheet(document, place, weapons(), shipped_setting("dice"), problems)
        if sheet is not None and sheet.id in found:
            problems.append(document.problem((*place, "id"), text("this id is used twice")))
        elif sheet is not None:
            found[sheet.id] = sheet
    if problems:
        raise DataError(in_order(problems))
    return found


def load_creatures(path: Path) -> dict[str, Sheet]:
    """The creatures of a file, by id.

    :raises DataError: with every fault found.
    """
    return check_creatures(load_toml(path))


@cache
def creatures() -> Mapping[str, Sheet]:
    """Every creature that ships with the program, by id.

    :raises DataError: with every fault found, an id that two files use among them.
    """
    found: dict[str, Sheet] = {}
    for path in sorted((assets() / "creatures").glob("*.toml")):
        for id, sheet in load_creatures(path).items():
            if id in found:
                raise DataError([Problem(str(path), 0, "creature", id, text("this id is used twice"))])
            found[id] = sheet
    return found
