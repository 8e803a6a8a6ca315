"""Values of the rules to JSON and back, exactly: ``decode(type(value), encode(value)) == value``.

Dataclasses become objects with every field, tuples become lists, fractions ``"1/2"``; a grid becomes its layers row by
row. Where the type leaves a choice, the field ``kind`` decides. Decoding checks every type, allows no unknown field,
and takes a cell as ``[2, 6]`` or ``"C7"``; fields with defaults may be left out.
"""

import hashlib
import json
import math
import types
from collections.abc import Callable, MutableMapping
from dataclasses import MISSING, Field, fields, is_dataclass
from fractions import Fraction
from functools import cache
from operator import index
from typing import Annotated, Any, Final, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import numpy as np
from pydantic import TypeAdapter, ValidationError

from game.checked import message_for, not_one_of
from game.errors import FlancoError
from game.rules.actions import Action
from game.rules.events import Event
from game.rules.state import Battle
from game.spatial.grid import Barrier, Cell, Grid, parse_cell
from game.texts import Text, text
from game.toml_lines import Place

T = TypeVar("T")
Json = Any
Grids = MutableMapping[str, Grid]
LAYERS: Final = {"height": np.int32, "cost": np.int32, "concealment": np.uint8, "surface": np.uint8}


class CodecError(FlancoError):
    """JSON that does not describe such a value.

    :ivar place: the keys and list positions that lead to the fault; ``value`` what stood there.
    """

    def __init__(self, place: Place, message: Text, value: object = None) -> None:
        super().__init__(message)
        self.place, self.value = place, value


# --- to JSON ---------------------------------------------------------------------------------------------------------


def encode(value: Any, grids: Grids | None = None) -> Json:
    """A value as JSON data. With ``grids``, a grid is written as its version and put there, so that it is kept once.

    >>> from game.rules.actions import Move
    >>> encode(Move("ana", (2, 6)))
    {'kind': 'move', 'who': 'ana', 'to': [2, 6], 'path': [], 'jump': False}

    :raises TypeError: for a value that has no place in a save.
    """
    return _encoder(type(value))(value, grids)


Encoder = Callable[[Any, Grids | None], Json]
_encoders: dict[type, Encoder] = {}


def _encoder(kind: type) -> Encoder:
    """What writes values of a type; made once for each."""
    found = _encoders.get(kind)
    if found is None:
        found = _encoders[kind] = _new_encoder(kind)
    return found


def _new_encoder(kind: Any) -> Encoder:
    if kind in (types.NoneType, bool, str, int):
        return _itself
    if issubclass(kind, float):
        return _encode_float
    if issubclass(kind, np.integer | int):
        return lambda value, grids: index(value)
    if issubclass(kind, tuple | list):
        return lambda value, grids: [_encoder(type(each))(each, grids) for each in value]
    if issubclass(kind, Fraction):
        return lambda value, grids: str(value)
    if issubclass(kind, Grid):
        return _encode_grid
    if is_dataclass(kind) and isinstance(kind, type):
        names, usual = _names(kind), _sparse(kind)
        if usual:
            return lambda value, grids: {
                name: _encoder(type(each))(each, grids) for name, own in names for each in (getattr(value, own),)
                if own not in usual or each != usual[own]
            }
        return lambda value, grids: {
            name: _encoder(type(each))(each, grids) for name, own in names for each in (getattr(value, own),)
        }
    raise TypeError(f"{kind.__name__} has no place in JSON")


def _itself(value: Any, grids: Grids | None) -> Json:
    return value


def _encode_float(value: Any, grids: Grids | None) -> Json:
    if not math.isfinite(value):
        raise TypeError(f"{value} has no place in JSON")
    return float(value)


def _encode_grid(grid: Any, grids: Grids | None) -> Json:
    if grids is None:
        return _grid_layers(grid)
    grids[grid.version] = grid
    return grid.version


def _names(kind: type) -> tuple[tuple[str, str], ...]:
    """The fields of a dataclass, as they are written and as they are called: ``kind`` first, so that a line says at
    once what it is. The metadata of a field may say that it is ``written`` by another name."""
    names = [(_written(each), each.name) for each in fields(kind) if each.init]
    return tuple(sorted(names, key=lambda each: each[0] != "kind"))


def _sparse(kind: Any) -> dict[str, Any]:
    """The fields of a dataclass that are written only where they are not as usual, with what is usual."""
    return {each.name: each.default for each in fields(kind) if each.metadata.get("sparse")}


def _written(each: Field[Any]) -> str:
    return str(each.metadata.get("written", each.name))


def _grid_layers(grid: Grid) -> Json:
    layers: dict[str, Json] = {name: getattr(grid, name).tolist() for name in LAYERS}
    barriers = [[*each.start, *each.end, each.bottom, each.top, each.move, each.sight, each.effect, each.structure]
                for each in grid.barriers]
    return layers | {"surfaces": list(grid.surfaces), "barriers": barriers}


def dumps(data: Json) -> str:
    """JSON text, which UTF-8 can always hold: always the same for the same data.

    A byte of a file's name that is not UTF-8 reaches us as half a surrogate pair, and is written escaped.

    >>> loads(dumps("Aña \\udcff")) == "Aña \\udcff"
    True
    """
    said = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return said.encode("utf-8", "backslashreplace").decode("utf-8")


def state_hash(battle: Battle) -> str:
    """A digest of a whole battle: equal battles share it."""
    return digest(dumps(encode(battle, {})))


def digest(said: str) -> str:
    """A digest of a battle's JSON."""
    return hashlib.blake2b(said.encode(), digest_size=16).hexdigest()


# --- from JSON -------------------------------------------------------------------------------------------------------

Decoder = Callable[[Json, Place, Grids], Any]


def decode(kind: type[T], data: Json, grids: Grids | None = None) -> T:
    """JSON data as a value of that type; ``grids`` holds those that the data name by version.

    :raises CodecError: naming the place of the first fault.
    """
    hashable: Any = kind
    return cast(T, _decoder(hashable)(data, (), {} if grids is None else grids))


def decode_action(data: Json) -> Action:
    """An action.

    >>> decode_action({"kind": "move", "who": "ana", "to": "C7"})
    Move(who='ana', to=(2, 6), path=(), jump=False, kind='move')

    :raises CodecError: when it is none.
    """
    return cast(Action, _decoder(Action)(data, (), {}))


def decode_event(data: Json) -> Event:
    """An event.

    :raises CodecError: when it is none.
    """
    return cast(Event, _decoder(Event)(data, (), {}))


def loads(source: str) -> Json:
    """JSON text as data.

    :raises CodecError: when it is not JSON.
    """
    try:
        return json.loads(source, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        message = text("this is not JSON (line {line}, column {column})", line=error.lineno, column=error.colno)
        raise CodecError((), message) from None
    except RecursionError:
        raise CodecError((), text("lists or tables are nested too deeply")) from None
    except CodecError:
        raise
    except ValueError:
        raise CodecError((), text("a number has too many digits")) from None


def _no_constant(name: str) -> None:
    raise CodecError((), text("this must be a finite number"), name)


@cache
def _decoder(kind: Any) -> Decoder:
    """What reads a value of a type."""
    if kind is Grid:
        return _decode_grid
    if kind == Cell:
        return _decode_cell
    if is_dataclass(kind) and isinstance(kind, type):
        return _dataclass_decoder(kind)
    origin = get_origin(kind)
    if origin is Annotated:
        return _limited_decoder(kind)
    if origin is Literal:
        return _literal_decoder(get_args(kind))
    if origin in (Union, types.UnionType):
        return _union_decoder(get_args(kind))
    if origin is tuple:
        return _tuple_decoder(get_args(kind))
    plain: dict[Any, Decoder] = {int: _decode_int, float: _decode_float, str: _decode_str, bool: _decode_bool,
                                 types.NoneType: _decode_none, Fraction: _decode_fraction}
    if kind not in plain:
        raise TypeError(f"{kind} has no place in JSON")
    return plain[kind]


def _fault(place: Place, message: Text, value: object = None) -> CodecError:
    return CodecError(place, message, value)


def _decode_int(data: Json, place: Place, grids: Grids) -> int:
    if not isinstance(data, int) or isinstance(data, bool):
        raise _fault(place, text("this must be a whole number"), data)
    return data


def _decode_float(data: Json, place: Place, grids: Grids) -> float:
    if not isinstance(data, int | float) or isinstance(data, bool) or not math.isfinite(data):
        raise _fault(place, text("this must be a finite number"), data)
    return data


def _decode_str(data: Json, place: Place, grids: Grids) -> str:
    if not isinstance(data, str):
        raise _fault(place, text("this must be a text in quotes"), data)
    return data


def _decode_bool(data: Json, place: Place, grids: Grids) -> bool:
    if not isinstance(data, bool):
        raise _fault(place, text("this must be true or false"), data)
    return data


def _decode_none(data: Json, place: Place, grids: Grids) -> None:
    if data is not None:
        raise _fault(place, text("this must be left out"), data)


def _decode_fraction(data: Json, place: Place, grids: Grids) -> Fraction:
    try:
        return Fraction(_decode_str(data, place, grids))
    except (ValueError, ZeroDivisionError):
        raise _fault(place, text("this must be a fraction such as 1/2"), data) from None


def _decode_cell(data: Json, place: Place, grids: Grids) -> Cell:
    if isinstance(data, str):
        try:
            return parse_cell(data)
        except FlancoError as error:
            raise _fault(place, error.message, data) from None
    if not isinstance(data, list) or len(data) != 2:
        raise _fault(place, text('a cell is written "C7" or [2, 6]'), data)
    return _decode_int(data[0], place, grids), _decode_int(data[1], place, grids)


def _literal_decoder(allowed: tuple[Any, ...]) -> Decoder:
    def read(data: Json, place: Place, grids: Grids) -> Any:
        if any(data == each and type(data) is type(each) for each in allowed):
            return data
        raise _fault(place, not_one_of(str(data), [str(each) for each in allowed]), data)

    return read


def _limited_decoder(kind: Any) -> Decoder:
    """For a type with limits (``Annotated[int, Field(ge=0)]``)."""
    plain = _decoder(get_args(kind)[0])
    limits: TypeAdapter[Any] = TypeAdapter(kind)

    def read(data: Json, place: Place, grids: Grids) -> Any:
        value = plain(data, place, grids)
        try:
            return limits.validate_python(value)
        except ValidationError as error:
            raise _fault(place, message_for(error.errors(include_url=False)[0]), data) from None

    return read


def _tuple_decoder(args: tuple[Any, ...]) -> Decoder:
    def read(data: Json, place: Place, grids: Grids) -> tuple[Any, ...]:
        if not isinstance(data, list):
            raise _fault(place, text("this must be a list"), data)
        if len(args) == 2 and args[1] is Ellipsis:
            each = _decoder(args[0])
            return tuple(each(value, (*place, number), grids) for number, value in enumerate(data))
        if len(data) != len(args):
            raise _fault(place, text("this needs {count} entries", count=len(args)), data)
        return tuple(_decoder(kind)(value, (*place, number), grids)
                     for number, (kind, value) in enumerate(zip(args, data, strict=True)))

    return read


def _union_decoder(args: tuple[Any, ...]) -> Decoder:
    tables: list[Any] = [each for each in args if is_dataclass(each)]
    by_kind = {get_args(get_type_hints(each)["kind"])[0]: each for each in tables if "kind" in get_type_hints(each)}
    others = [each for each in args if each not in tables]

    def read(data: Json, place: Place, grids: Grids) -> Any:
        if isinstance(data, dict) and len(tables) > 1:
            kind = data.get("kind")
            if kind is None:
                raise _fault((*place, "kind"), text("this field must be given"))
            if not isinstance(kind, str) or kind not in by_kind:
                raise _fault((*place, "kind"), not_one_of(str(kind), by_kind), kind)
            return _decoder(by_kind[kind])(data, place, grids)
        if isinstance(data, dict) and tables:
            return _decoder(tables[0])(data, place, grids)
        last = _fault(place, text("this must be a table"), data)
        for each in others:
            try:
                return _decoder(each)(data, place, grids)
            except CodecError as error:
                last = error if each is not types.NoneType else last
        raise last

    return read


def _dataclass_decoder(kind: type) -> Decoder:
    hints = get_type_hints(kind, include_extras=True)
    wanted = {_written(each): each for each in fields(kind) if each.init}
    needed = [name for name, each in wanted.items() if each.default is MISSING and each.default_factory is MISSING]

    def read(data: Json, place: Place, grids: Grids) -> Any:
        if not isinstance(data, dict):
            raise _fault(place, text("this must be a table"), data)
        for name in data:
            if name not in wanted:
                raise _fault((*place, name), not_one_of(name, wanted), data[name])
        for name in needed:
            if name not in data:
                raise _fault((*place, name), text("this field must be given"))
        own = {name: wanted[name].name for name in data}
        values = {own[name]: _decoder(hints[own[name]])(value, (*place, name), grids) for name, value in data.items()}
        try:
            return kind(**values)
        except FlancoError as error:
            raise _fault(place, error.message) from None

    return read


def _decode_grid(data: Json, place: Place, grids: Grids) -> Grid:
    if isinstance(data, str):
        if data not in grids:
            raise _fault(place, text("there is no such map in this file"), data)
        return grids[data]
    if not isinstance(data, dict) or set(data) != {*LAYERS, "surfaces", "barriers"}:
        raise _fault(place, text("this is not a map"))
    layers = {name: _layer(data[name], (*place, name), dtype) for name, dtype in LAYERS.items()}
    try:
        return Grid(
            **cast(Any, layers),
            surfaces=_decoder(tuple[str, ...])(data["surfaces"], (*place, "surfaces"), grids),
            barriers=_barriers(data["barriers"], (*place, "barriers")),
        )
    except CodecError:
        raise
    except FlancoError as error:
        raise _fault(place, error.message) from None


def _barriers(data: Json, place: Place) -> tuple[Barrier, ...]:
    """Barriers from lists such as ``[x1, y1, x2, y2, bottom, top, move, sight, effect, structure]``."""
    wanted = [*[int] * 6, *[bool] * 3, str]
    if not isinstance(data, list):
        raise _fault(place, text("this must be a list"), data)
    found = []
    for number, each in enumerate(data):
        if not isinstance(each, list) or [type(value) for value in each] != wanted:
            raise _fault((*place, number), text("this is not a barrier"), each)
        x1, y1, x2, y2, bottom, top, move, sight, effect, structure = each
        found.append(Barrier((x1, y1), (x2, y2), bottom, top, move, sight, effect, structure))
    return tuple(found)


def _layer(data: Json, place: Place, dtype: Any) -> "np.ndarray[Any, Any]":
    """(H, W) of the dtype, from lists of whole numbers."""
    if not isinstance(data, list) or not data or not all(isinstance(row, list) for row in data):
        raise _fault(place, text("this must be a list of rows"))
    if len({len(row) for row in data}) != 1 or not all(type(each) is int for row in data for each in row):
        raise _fault(place, text("this must be rows of whole numbers, all of one length"))
    limits = np.iinfo(dtype)
    if any(not limits.min <= each <= limits.max for row in data for each in row):
        raise _fault(place, text("this number is too large"))
    return np.array(data, dtype)
