"""TOML as people would write it: what the game writes by itself can be read, and changed by hand."""

import re
from collections.abc import Mapping
from typing import Any

_BARE = re.compile(r"^[A-Za-z0-9_-]+$")
_ESCAPED = re.compile(r'[\x00-\x1f\x7f"\\]')


def toml_string(said: str) -> str:
    r"""A text in quotes.

    >>> print(toml_string('He said "ão"\n'))
    "He said \"ão\"\u000a"
    """
    def escaped(found: "re.Match[str]") -> str:
        return "\\" + found[0] if found[0] in '"\\' else f"\\u{ord(found[0]):04x}"

    return f'"{_ESCAPED.sub(escaped, said)}"'


def toml_value(value: Any) -> str:
    """Any value on one line.

    >>> toml_value({"value": 7, "die": 8}), toml_value([1.0, True, "a"]), toml_value({})
    ('{ value = 7, die = 8 }', '[1.0, true, "a"]', '{}')

    :raises TypeError: for a value that TOML has no words for.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return toml_string(value)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{toml_key(key)} = {toml_value(each)}" for key, each in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml_value(each) for each in value)}]"
    raise TypeError(f"{type(value).__name__} has no place in TOML")


def toml_key(name: str) -> str:
    """A key, in quotes where it must be.

    >>> toml_key("pv"), toml_key("#")
    ('pv', '"#"')
    """
    return name if _BARE.match(name) else toml_string(name)


def toml_lines(table: Mapping[str, Any]) -> str:
    """The lines of a table, one a key, with a line feed after each."""
    return "".join(f"{toml_key(key)} = {toml_value(value)}\n" for key, value in table.items())
