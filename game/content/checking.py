"""Checking any file of the game's own: what it is follows from its tables."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

from game.checked import Document, load_toml, read_text, validate
from game.content.codec import loads
from game.content.creatures import check_creatures
from game.content.maps import read_map
from game.content.parties import is_party, load_party
from game.content.saves import LARGEST, SUFFIX, load
from game.content.scenarios import check_scenario
from game.errors import DataError, FlancoError, Problem, SaveError
from game.paths import assets, maps
from game.rules.catalog import DamageType, Settings, check_weapons
from game.rules.materials import check_tables
from game.rules.nonlethal import check_nonlethal
from game.rules.powers import check_conditions, check_items, check_powers
from game.rules.reference import check_reference
from game.rules.repertoire import check_manoeuvres
from game.rules.traits import check_traits
from game.texts import text


@dataclass(frozen=True)
class _DamageFile:
    type: tuple[DamageType, ...]


def _scenario(document: Document) -> object:
    return check_scenario(document, Path(document.file).parent)


def _settings(document: Document) -> object:
    return validate(document, Settings)


def _damage(document: Document) -> object:
    return validate(document, _DamageFile)


Checks = tuple[tuple[frozenset[str], Callable[[Document], object]], ...]
# The first table that a file has decides what it is.
CHECKS: Final[Checks] = (
    (frozenset({"scenario"}), _scenario),
    (frozenset({"map", "legend", "barrier"}), read_map),
    (frozenset({"creature"}), check_creatures),
    (frozenset({"weapon"}), check_weapons),
    (frozenset({"type"}), _damage),
    (frozenset({"condition"}), check_conditions),
    (frozenset({"power"}), check_powers),
    (frozenset({"item"}), check_items),
    (frozenset({"trait"}), check_traits),
    (frozenset({"manoeuvre"}), check_manoeuvres),
    (frozenset({"widths", "bruise", "scuffle", "held"}), check_nonlethal),
    (frozenset({"rule"}), check_reference),
    (frozenset({"size", "level", "material", "default"}), check_tables),
    (frozenset(each.name for each in fields(Settings)), _settings),
)


def _is_party(path: Path) -> bool:
    try:
        return is_party(loads(read_text(path, LARGEST)))
    except FlancoError:
        return False


def check_file(path: Path, more: Checks = ()) -> tuple[Problem, ...]:
    """Every fault of a map, scenario, creature file, rules file, save or party; none when it is sound.

    :param more: what other tables a file may have, asked first: floors above know files of their own.
    """
    try:
        if path.suffix == SUFFIX:
            (load_party if _is_party(path) else load)(path)
            return ()
        document = load_toml(path)
        for tables, checker in (*more, *CHECKS):
            if tables & document.data.keys():
                checker(document)
                return ()
    except DataError as error:
        return error.problems
    except SaveError as error:
        return (Problem(str(path), 0, "", "", error.message),)
    message = text("this is neither a map, a scenario, creatures nor rules: it has none of their tables")
    return (Problem(str(path), 0, "", ", ".join(document.data), message),)


def files_to_check(paths: Iterable[Path] = (), more: Iterable[Path] = ()) -> Iterator[Path]:
    """The files named, and the TOML files of the folders named; all that ship with the program when none is, those of
    ``more`` folders too."""
    for path in tuple(paths) or (maps(), assets() / "creatures", assets() / "rules", *more):
        if os.path.isdir(path):
            yield from sorted(path.rglob("*.toml"))
        else:
            yield path
