"""Checked files: TOML to frozen dataclasses, with every fault at once, each with its line.

>>> document = parse_toml('name = "Ana"\\npv = "ten"\\nsped = 3', "ana.toml")
>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Hero:
...     name: str
...     pv: int
...     speed: int = 5
>>> try:
...     validate(document, Hero)
... except DataError as error:
...     print(error)
ana.toml:2: pv = "ten": this must be a whole number
ana.toml:3: sped = 3: there is no such field; did you mean speed?
"""

import json
import os
import re
import tomllib
import types
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from game.errors import DataError, FlancoError, Problem
from game.texts import Text, text
from game.toml_lines import Place, Spans, find_lines

T = TypeVar("T")
LARGEST: Final = 4_000_000  # bytes; a map of 256 x 256 with heights takes 0.2 MB
CONFIG: Final = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


@dataclass(frozen=True)
class Document:
    """A file that was read: its data and where each value stands.

    :ivar file: the name to show.
    :ivar data: the tables as tomllib gives them.
    :ivar lines: 1-based line of each key path; array items are numbered from 0.
    :ivar spans: first and last line of the text of each string.
    """

    file: str
    data: dict[str, Any]
    lines: Mapping[Place, int] = field(default_factory=dict)
    spans: Mapping[Place, tuple[int, int]] = field(default_factory=dict)

    def line(self, place: Place) -> int:
        """The line of a value, or of the nearest thing around it; 0 when unknown."""
        for length in range(len(place), 0, -1):
            if place[:length] in self.lines:
                return self.lines[place[:length]]
        return 1 if self.data else 0

    def text_line(self, place: Place, row: int) -> int:
        """The line of row ``row`` (from 0) of a string of several lines."""
        if place not in self.spans:
            return self.line(place)
        first, last = self.spans[place]
        return min(first + row, last)

    def at(self, place: Place) -> Any:
        """The value there, None when there is none."""
        value: Any = self.data
        for step in place:
            try:
                value = value[step]
            except (KeyError, IndexError, TypeError):
                return None
        return value

    def problem(self, place: Place, message: Text, value: object = None, line: int | None = None) -> Problem:
        """A fault at a place of this file; ``value`` is what stands there unless given, and not shown when empty."""
        said = "" if value == "" else shown(self.at(place) if value is None else value)
        return Problem(self.file, self.line(place) if line is None else line, dotted(place), said, message)


def dotted(place: Place) -> str:
    """``("creature", 2, "cell")`` as ``creature.3.cell``: people count from one."""
    return ".".join(str(step + 1) if isinstance(step, int) else step for step in place)


def shown(value: object) -> str:
    """A value as it would be written, shortened; empty for tables and for nothing."""
    if value is None or isinstance(value, Mapping):
        return ""
    try:
        said = json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):
        return ""
    return said if len(said) <= 60 else said[:57] + "..."


def closest(name: str, allowed: Iterable[str]) -> str | None:
    """The allowed name most like this one, None when none is.

    >>> closest("Gobln", ["ogre", "goblin"])
    'goblin'
    """
    by_lower = {each.lower(): each for each in allowed}
    found = get_close_matches(name.lower(), by_lower, n=1, cutoff=0.55)
    return by_lower[found[0]] if found else None


def not_one_of(name: str, allowed: Iterable[str]) -> Text:
    """«not one of ...», naming the closest allowed name, else all of them (a dozen at most)."""
    names = sorted(set(allowed))
    if (near := closest(name, names)) is not None:
        return text("this is not known; did you mean {name}?", name=near)
    return text("this is not known; allowed: {names}", names=_listed(names))


def _listed(names: Sequence[str], most: int = 12) -> str:
    return ", ".join(names[:most]) + (", ..." if len(names) > most else "") if names else "-"


# --- reading ---------------------------------------------------------------------------------------------------------


def read_text(path: Path, largest: int = LARGEST) -> str:
    """The text of a file, read as UTF-8.

    :raises DataError: when it is missing, a folder, unreadable, too large, or not UTF-8.
    """
    if os.path.isdir(path):  # unlike Path.is_dir, never raises
        raise _unreadable(path, text("this is a folder, not a file"))
    try:
        with path.open("rb") as stream:
            raw = stream.read(largest + 1)
    except FileNotFoundError:
        raise _unreadable(path, text("there is no such file")) from None
    except PermissionError:
        raise _unreadable(path, text("this file may not be read")) from None
    except (OSError, ValueError) as error:
        detail = getattr(error, "strerror", None) or str(error)
        raise _unreadable(path, text("this file cannot be read: {detail}", detail=detail)) from None
    if len(raw) > largest:
        raise _unreadable(path, text("this file is larger than {most} bytes", most=largest))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        message = text("this file is not UTF-8 text (byte {byte})", byte=f"0x{raw[error.start]:02x}")
        raise DataError([Problem(str(path), line, "", "", message)]) from None


def _unreadable(path: Path, message: Text) -> DataError:
    return DataError([Problem(str(path), 0, "", "", message)])


def load_toml(path: Path) -> Document:
    """A TOML file, read but not yet checked.

    :raises DataError: when it cannot be read or is not TOML.
    """
    return parse_toml(read_text(path), str(path))


def parse_toml(source: str, file: str) -> Document:
    """TOML text, not yet checked; ``file`` is the name to show.

    :raises DataError: when it is empty or not TOML.
    """
    source = source.replace("\r\n", "\n")
    try:
        data = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise DataError([_syntax_problem(source, file, str(error))]) from None
    except RecursionError:
        raise DataError([Problem(file, 0, "", "", text("lists or tables are nested too deeply"))]) from None
    except ValueError:
        raise DataError([Problem(file, 0, "", "", text("a number has too many digits"))]) from None
    if not data:
        raise DataError([Problem(file, 0, "", "", text("this file is empty"))])
    lines: dict[Place, int] = {}
    spans: Spans = {}
    find_lines(source, lines, spans)
    return Document(file, data, lines, spans)


_SYNTAX: Final[tuple[tuple[str, Text], ...]] = (
    ("Cannot declare", text("this table is declared twice")),
    ("Cannot overwrite", text("this key is written twice")),
    ("Duplicate", text("this key is written twice")),
    ("Cannot mutate", text("this table is closed and cannot be added to")),
    ("Cannot redefine", text("this table is declared twice")),
    ("Unterminated string", text("a text is not closed")),
    ("Unclosed array", text("a list is not closed")),
    ("Unclosed inline", text("an inline table is not closed")),
    ("Expected '='", text("a key must be followed by = and a value")),
    ("Expected ']", text("a table heading must end with a bracket")),
    ("Expected newline", text("there is something after the end of the value")),
    ("Expected", text("a text is not closed")),
    ("Unescaped", text("a backslash here must be written twice")),
    ("Illegal character", text("this character may not stand in a text")),
    ("Found invalid character", text("this character may not stand here")),
    ("Invalid initial", text("a key was expected here")),
    ("Invalid date", text("this is not a date")),
    ("Invalid value", text("this is not a value; texts need quotes")),
)


def _syntax_problem(source: str, file: str, said: str) -> Problem:
    found = re.search(r"\(at line (\d+), column (\d+)\)$", said)
    line, column = (int(found[1]), int(found[2])) if found else (source.count("\n") + 1, 0)
    reason = next((each for start, each in _SYNTAX if said.startswith(start)), text("this is not TOML"))
    message = text("{reason} (column {column})", reason=reason, column=column) if column else reason
    rows = source.split("\n")
    here = rows[line - 1].strip() if 0 < line <= len(rows) else ""
    return Problem(file, line, "", here if len(here) <= 60 else here[:57] + "...", message)


# --- checking --------------------------------------------------------------------------------------------------------


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    # A tuple around the type carries the configuration into plain dataclasses, which hold none of their own.
    return TypeAdapter(tuple[kind], config=CONFIG)


def validate(document: Document, kind: type[T], at: Place = ()) -> T:
    """The part of the document at ``at`` (all of it by default) as a value of ``kind``.

    :raises DataError: with every fault found.
    """
    problems: list[Problem] = []
    value = check(document, kind, problems, at)
    if value is None:
        raise DataError(in_order(problems))
    return value


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Problems as a reader of the files meets them, each once."""
    return sorted(dict.fromkeys(problems), key=lambda each: (each.file, each.line, each.field))


def check(document: Document, kind: type[T], problems: list[Problem], at: Place = ()) -> T | None:
    """As :func:`validate`, but the faults are added to ``problems`` and None stands for a value that has some."""
    hashable: Any = kind
    try:
        value: T = _adapter(hashable).validate_json(json.dumps([document.at(at)], default=str))[0]
    except ValidationError as error:
        problems += [_problem(document, kind, at, each) for each in error.errors(include_url=False)]
        return None
    return value


def _problem(document: Document, kind: Any, at: Place, error: Any) -> Problem:
    """One pydantic error as a problem. Its place may hold names of union branches: those are dropped."""
    place, branch = at, None
    steps = tuple(error["loc"])[1:]
    for number, step in enumerate(steps):
        here = document.at(place)
        if isinstance(here, dict) and here.get("kind") == step and branch != place:
            branch = place  # the name of the branch, even where a field is called the same
            continue
        known = (isinstance(here, dict) and step in here) or (isinstance(here, list) and isinstance(step, int))
        last = number == len(steps) - 1
        if known or (last and error["type"] in ("missing", "missing_argument")):
            place += (step,)
    code = error["type"]
    if code in ("unexpected_keyword_argument", "extra_forbidden"):
        return document.problem(place, _no_such_field(str(place[-1]), _names_at(kind, place[len(at):-1])))
    return document.problem(place, message_for(error))


_CODES: Final[dict[str, Text]] = {
    "missing": text("this field must be given"),
    "missing_argument": text("this field must be given"),
    "string_type": text("this must be a text in quotes"),
    "bool_type": text("this must be true or false"),
    "int_type": text("this must be a whole number"),
    "int_from_float": text("this must be a whole number"),
    "int_parsing_size": text("this number is too large"),
    "float_type": text("this must be a number"),
    "finite_number": text("this must be a finite number"),
    "list_type": text("this must be a list"),
    "tuple_type": text("this must be a list"),
    "dict_type": text("this must be a table"),
    "dataclass_type": text("this must be a table"),
    "model_type": text("this must be a table"),
    "none_required": text("this must be left out"),
}


def message_for(details: Any) -> Text:
    """What one of pydantic's errors says, in our own words."""
    code, ctx, value = details["type"], details.get("ctx") or {}, details["input"]
    if code in _CODES:
        return _CODES[code]
    error = ctx.get("error")
    if code == "value_error" and isinstance(error, FlancoError):
        return error.message
    match code:
        case "literal_error" | "enum":
            return not_one_of(str(value), re.findall(r"'([^']*)'", ctx["expected"]) or [str(ctx["expected"])])
        case "union_tag_invalid":
            return text("{key}: {reason}", key="kind",
                        reason=not_one_of(str(ctx["tag"]), re.findall(r"'([^']*)'", ctx["expected_tags"])))
        case "union_tag_not_found":
            return text("{key}: {reason}", key="kind", reason=text("this field must be given"))
        case "greater_than_equal":
            return text("this must be {least} or more", least=f"{ctx['ge']:g}")
        case "greater_than":
            return text("this must be above {least}", least=f"{ctx['gt']:g}")
        case "less_than_equal":
            return text("this must be {most} or less", most=f"{ctx['le']:g}")
        case "less_than":
            return text("this must be below {most}", most=f"{ctx['lt']:g}")
        case "too_short":
            return text("this needs at least {count} entries", count=ctx["min_length"])
        case "too_long":
            return text("this takes at most {count} entries", count=ctx["max_length"])
        case "string_too_short":
            return text("this needs at least {count} characters", count=ctx["min_length"])
        case "string_too_long":
            return text("this takes at most {count} characters", count=ctx["max_length"])
        case "string_pattern_mismatch":
            return text("this may hold only small letters, digits, - and _")
    return text("this value is not allowed ({code})", code=code)


def _no_such_field(name: str, allowed: Sequence[str]) -> Text:
    if (near := closest(name, allowed)) is not None:
        return text("there is no such field; did you mean {name}?", name=near)
    return text("there is no such field; allowed: {names}", names=_listed(allowed, 30))


def _names_at(kind: Any, steps: Place) -> tuple[str, ...]:
    """The field names allowed in the table reached from ``kind`` by ``steps``; of all branches of a union."""
    kinds = _branches(kind)
    for step in steps:
        kinds = [inner for each in kinds for inner in _inside(each, step)]
    tables = [each for each in kinds if is_dataclass(each) and isinstance(each, type)]
    return tuple(dict.fromkeys(name for each in tables for name in _written_names(each)))


def _written_names(table: type) -> list[str]:
    """The fields of a dataclass as a file writes them: by alias where they have one."""
    hints = get_type_hints(table, include_extras=True)
    marks = {name: [mark.alias for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, FieldInfo)]
             for name, hint in hints.items()}
    return [next((alias for alias in marks[each.name] if alias), each.name) for each in fields(table)]


def _branches(kind: Any) -> list[Any]:
    if get_origin(kind) is Annotated:
        return _branches(get_args(kind)[0])
    if get_origin(kind) in (Union, types.UnionType):
        return [inner for each in get_args(kind) for inner in _branches(each)]
    return [kind]


def _inside(kind: Any, step: str | int) -> list[Any]:
    if is_dataclass(kind) and isinstance(kind, type):
        hints = get_type_hints(kind, include_extras=True)
        return _branches(hints[step]) if step in hints else []
    args = [each for each in get_args(kind) if each is not Ellipsis]
    return _branches(args[-1]) if args else []
