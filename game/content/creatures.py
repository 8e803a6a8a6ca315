"""Creature files: ``assets/creatures/*.toml``. The format is described in ``assets/creatures/README.md``."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field

from game.checked import Document, check, in_order, load_toml, not_one_of
from game.content.making import Stock
from game.errors import DataError, FlancoError, Problem
from game.paths import assets
from game.rules.catalog import Count, Id, Name, SizeName, damage_types
from game.rules.sheet import ATTRIBUTES, Attribute, ConditionResponse, DamageResponse, Sheet
from game.rules.traits import equipped
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


LISTS: Final = ("weapons", "traits", "powers", "items")  # of ids
SHEET_FIELDS: Final = ("name", "pv", "size", "traits", "responses", "reduction", "defence", "cancels_minimum", "move",
                       "colour", "condition_responses", "ward")


def read_sheet(
    document: Document, place: Place, stock: Stock, problems: list[Problem], id: str | None = None
) -> Sheet | None:
    """The creature at a place of a document, or None after adding what is wrong with it.

    ``id`` stands for one that is not written; ``stock`` is what it may name.
    """
    table = check(document, CreatureTable, problems, place)
    if table is None:
        return None
    before = len(problems)
    for name in ATTRIBUTES:
        if getattr(table, name).die not in stock.dice:
            message = text("there is no such die; allowed: {dice}", dice=", ".join(f"d{each}" for each in stock.dice))
            problems.append(document.problem((*place, name, "die"), message))
    for list_ in LISTS:
        _check_names(document, (*place, list_), getattr(table, list_), getattr(stock, list_), stock, problems)
    for number, answer in enumerate(table.condition_responses):
        if answer.condition and answer.condition not in stock.conditions and answer.condition not in stock.broken:
            problems.append(document.problem((*place, "condition_responses", number, "condition"),
                                             not_one_of(answer.condition, stock.conditions)))
    for number, response in enumerate(table.responses):
        if response.kind and response.kind not in damage_types():
            problems.append(document.problem((*place, "responses", number, "kind"),
                                             not_one_of(response.kind, damage_types())))
    id = table.id or id
    if id is None:
        problems.append(document.problem((*place, "id"), text("this field must be given")))
    if id is None or len(problems) > before or not stock.broken.isdisjoint(
            name for list_ in LISTS for name in getattr(table, list_)):
        return None
    return _sheet(table, id, stock)


def read_kind(
    document: Document, place: Place, base: Mapping[str, Any], more: Mapping[str, tuple[str, ...]], stock: Stock,
    problems: list[Problem], id: str,
) -> Sheet | None:
    """The creature of an entry at a place of a document, whose ``sheet`` says what is different from ``base``, a
    creature as its file writes it, and to which the lists of ``more`` add. # rule: EFF-7

    None after adding what is wrong with it; ``id`` stands for one that is not written.
    """
    merged: dict[str, Any] = {**base, **(document.at((*place, "sheet")) or {})}
    faults = len(problems)
    for name in LISTS:
        listed = merged.get(name, [])
        if isinstance(listed, list):
            _check_names(document, (*place, name), more[name], getattr(stock, name), stock, problems, listed)
            merged[name] = [*listed, *more[name]]
    if len(problems) > faults:
        return None
    table, number = place
    entries = list(document.data[str(table)])
    entries[int(number)] = {**entries[int(number)], "sheet": merged}
    dice = {*stock.dice, *(base[name]["die"] for name in ATTRIBUTES if name in base)}
    return read_sheet(replace(document, data={**document.data, str(table): entries}), (*place, "sheet"),
                      replace(stock, dice=sorted(dice)), problems, id)


def _sheet(table: CreatureTable, id: str, stock: Stock) -> Sheet:
    """The sheet of a table without faults."""
    written: dict[str, Any] = {name: getattr(table, name) for name in SHEET_FIELDS}
    for name in ATTRIBUTES:
        written[name] = Attribute(getattr(table, name).value, getattr(table, name).die)
    return equipped(Sheet(
        id=id, weapons=tuple(stock.weapons[each] for each in table.weapons),
        powers=tuple(stock.powers[each] for each in table.powers),
        items=tuple(stock.items[each] for each in table.items),
        own_traits=tuple(stock.traits[each] for each in table.traits if each in stock.own), **written,
    ))


def _check_names(
    document: Document, place: Place, names: tuple[str, ...], known: Collection[str], stock: Stock,
    problems: list[Problem], before: Sequence[str] = (),
) -> None:
    """Names of known things; each once, and none of those that come before them, unless they are items."""
    for number, name in enumerate(names):
        if name not in known and name not in stock.broken:
            problems.append(document.problem((*place, number), not_one_of(name, known)))
        elif known is not stock.items and name in (*before, *names[:number]):
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
    stock = Stock()
    for number in range(len(written)):
        place = ("creature", number)
        sheet = read_sheet(document, place, stock, problems)
        if sheet is not None and sheet.id in found:
            problems.append(document.problem((*place, "id"), text("this id is used twice")))
        elif sheet is not None:
            found[sheet.id] = sheet
    if problems:
        raise DataError(in_order(problems))
    return found


@cache
def creatures() -> Mapping[str, Sheet]:
    """Every creature that ships with the program, by id.

    :raises DataError: with every fault found, an id that two files use among them.
    """
    return {id: sheet for id, (sheet, _) in _shipped().items()}


def written_kind(id: str) -> Mapping[str, Any]:
    """A creature that ships with the program as its file writes it: before its traits are worked in."""
    return _shipped()[id][1]


@cache
def _shipped() -> Mapping[str, tuple[Sheet, Mapping[str, Any]]]:
    found: dict[str, tuple[Sheet, Mapping[str, Any]]] = {}
    for path in sorted((assets() / "creatures").glob("*.toml")):
        document = load_toml(path)
        for number, (id, sheet) in enumerate(check_creatures(document).items()):
            if id in found:
                raise DataError([Problem(str(path), 0, "creature", id, text("this id is used twice"))])
            found[id] = sheet, document.at(("creature", number))
    return found
