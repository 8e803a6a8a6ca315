"""The user's own creatures: files of the same format as those that ship with the program, in the user's folder."""

import contextlib
import os
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from game.checked import load_toml
from game.content.creatures import SHEET_FIELDS, check_creatures, creatures, written_kind
from game.content.saves import write_whole
from game.content.toml_text import toml_lines
from game.errors import DataError, FlancoError, Problem, SaveError, reason_of
from game.paths import user_data
from game.rules.catalog import weapons
from game.rules.powers import items, powers
from game.rules.sheet import ATTRIBUTES, Sheet
from game.rules.traits import traits, traits_of
from game.texts import text

LONGEST: Final = 40  # characters of an id


@dataclass(frozen=True)
class Kept:
    """A creature of the library: its sheet, its table as its file writes it, and that file."""

    sheet: Sheet
    written: Mapping[str, Any]
    path: Path


@dataclass(frozen=True)
class Library:
    """The user's creatures by id, and what is wrong with files that cannot be used: nothing of those is in it."""

    kept: Mapping[str, Kept]
    faults: tuple[Problem, ...] = ()


def library_folder() -> Path:
    """Where the user's creatures are; it may not exist yet."""
    return user_data() / "creatures"


def library() -> Library:
    """The user's creatures. An id that the program itself uses, or that comes twice, is a fault of the later file."""
    files: list[tuple[Path, int, int]] = []
    with contextlib.suppress(OSError):
        for path in sorted(library_folder().glob("*.toml")):
            found = path.stat()
            files.append((path, found.st_mtime_ns, found.st_size))
    return _read(tuple(files))


@lru_cache(maxsize=4)
def _read(files: tuple[tuple[Path, int, int], ...]) -> Library:
    """The same, read once as long as no file changes."""
    kept: dict[str, Kept] = {}
    faults: list[Problem] = []
    for path, _, _ in files:
        try:
            document = load_toml(path)
            found = check_creatures(document)
        except DataError as error:
            faults += error.problems
            continue
        for number, (id, sheet) in enumerate(found.items()):
            if id in kept or id in creatures():
                faults.append(document.problem(("creature", number, "id"), text("this id is used twice")))
            else:
                kept[id] = Kept(sheet, document.at(("creature", number)), path)
    return Library(kept, tuple(faults))


def kinds() -> Mapping[str, Sheet]:
    """Every creature that a scenario can name: those that ship with the program, then the user's own."""
    return {**creatures(), **{id: each.sheet for id, each in library().kept.items()}}


def kind_table(id: str) -> Mapping[str, Any]:
    """A creature of :func:`kinds` as its file writes it: before its traits are worked in."""
    return written_kind(id) if id in creatures() else library().kept[id].written


# --- writing ---------------------------------------------------------------------------------------------------------


def id_for(name: str, taken: Mapping[str, Any] | None = None) -> str:
    """An id from a name, one that no other creature has.

    >>> id_for("Ogro Ancião", {}), id_for("¡Ñu!", {}), id_for("...", {}), id_for("Rato", {"rato": 1, "rato-2": 1})
    ('ogro-anciao', 'nu', 'creature', 'rato-3')
    """
    used = kinds() if taken is None else taken
    plain = "".join(each for each in unicodedata.normalize("NFKD", name.lower()) if not unicodedata.combining(each))
    base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[: LONGEST - 4].strip("-") or "creature"
    number, id = 1, base
    while id in used:
        number += 1
        id = f"{base}-{number}"
    return id


def creature_table(sheet: Sheet) -> dict[str, Any]:
    """A creature as a file writes it: weapons, powers, items and traits by id, without what its traits give it.

    :raises FlancoError: when it has something that only its scenario knows.
    """
    for names, known in ((sheet.weapons, weapons()), (sheet.powers, powers()), (sheet.items, items())):
        for each in names:
            if known.get(each.id) != each:
                raise FlancoError(text("only this scenario knows this: {name}", name=text(each.name)))
    for id in sheet.traits:
        if id not in traits() or sheet.own_traits:
            raise FlancoError(text("only this scenario knows this: {name}", name=id))
    bare = _bare(sheet)
    table: dict[str, Any] = {"id": sheet.id, "name": sheet.name, "pv": sheet.pv}
    for attribute in ATTRIBUTES:
        table[attribute] = {"value": bare.attribute(attribute).value, "die": bare.attribute(attribute).die}
    usual = {each.name: each.default for each in fields(Sheet)}
    for name in SHEET_FIELDS:
        value = getattr(bare, name)
        if name not in table and value != usual[name]:
            table[name] = [_answer(each) for each in value] if isinstance(value, tuple) else value
    for name in ("weapons", "powers", "items"):
        if getattr(bare, name):
            table[name] = [each.id for each in getattr(bare, name)]
    return table


def _answer(each: Any) -> Any:
    """A trait's id as it is; how damage or a condition is taken as a table, without what is left out."""
    if isinstance(each, str):
        return each
    return {field.name: getattr(each, field.name) for field in fields(each) if getattr(each, field.name)}


def _bare(sheet: Sheet) -> Sheet:
    """A sheet without what its traits have written onto it: the inverse of :func:`game.rules.traits.equipped`."""
    for each in reversed(traits_of(sheet)):
        own, taken = len(each.responses), len(each.conditions)
        sheet = replace(
            sheet, defence=sheet.defence - each.defence, reduction=sheet.reduction - each.reduction,
            cancels_minimum=sheet.cancels_minimum and not each.cancels_minimum,
            responses=sheet.responses[: len(sheet.responses) - own],
            condition_responses=sheet.condition_responses[: len(sheet.condition_responses) - taken],
        )
    return sheet


def creatures_text(tables: list[Mapping[str, Any]]) -> str:
    """The text of a creature file."""
    return "\n".join(f"[[creature]]\n{toml_lines(each)}" for each in tables)


def save_creature(sheet: Sheet, instead: str = "") -> Path:
    """Keep a creature in the library, in the place of the one of the id ``instead`` if that is there; gives its file.

    :raises FlancoError: when its id is taken, or it has something that only its scenario knows.
    :raises SaveError: when it cannot be written.
    """
    table, known = creature_table(sheet), library().kept
    if sheet.id in creatures() or (sheet.id in known and sheet.id != instead):
        raise FlancoError(text("there is already a creature called {id}", id=sheet.id))
    if instead in known:
        path = known[instead].path
        tables = [table if each.get("id") == instead else each for each in _tables(path)]
    else:
        path, tables = _free_path(sheet.id), [table]
    write_whole(path, creatures_text(tables))
    return path


def delete_creature(id: str) -> None:
    """Take a creature out of the library; its file goes when it was the last in it.

    :raises SaveError: when it cannot be done.
    """
    kept = library().kept.get(id)
    if kept is None:
        raise SaveError(text("there is no creature {who!r} in the library", who=id))
    rest = [each for each in _tables(kept.path) if each.get("id") != id]
    if rest:
        write_whole(kept.path, creatures_text(rest))
        return
    try:
        os.unlink(kept.path)
    except OSError as error:
        raise SaveError(text("{file} could not be deleted: {reason}", file=str(kept.path),
                             reason=reason_of(error))) from None


def _tables(path: Path) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = load_toml(path).data["creature"]
    return found


def _free_path(id: str) -> Path:
    """A file that is not there yet."""
    number, path = 1, library_folder() / f"{id}.toml"
    while path.exists():
        number += 1
        path = library_folder() / f"{id}-{number}.toml"
    return path
