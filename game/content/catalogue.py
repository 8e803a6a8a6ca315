"""Texts that stand in data files: which strings of a TOML file are shown to people.

Used by Babel to gather them (``[tool.babel]`` in ``pyproject.toml``) and by the test that keeps the catalogues
complete.
"""

import tomllib
from collections.abc import Iterator
from typing import IO, Any

SHOWN = frozenset({"name", "text", "label", "title", "hint"})


def shown_strings(value: Any, key: str = "") -> Iterator[str]:
    """Every string under one of the :data:`SHOWN` keys, in file order.

    >>> list(shown_strings({"weapon": [{"id": "axe", "name": "Axe"}]}))
    ['Axe']
    """
    if isinstance(value, dict):
        for inner_key, inner in value.items():
            yield from shown_strings(inner, inner_key)
    elif isinstance(value, list):
        for inner in value:
            yield from shown_strings(inner, key)
    elif isinstance(value, str) and key in SHOWN and value.strip():
        yield value


def extract(
    fileobj: IO[bytes], keywords: object, comment_tags: object, options: object
) -> Iterator[tuple[int, str, str, list[str]]]:
    """A Babel extraction method for TOML files: (line, function, message, comments)."""
    source = fileobj.read().decode("utf-8")
    lines = source.splitlines()
    for message in shown_strings(tomllib.loads(source)):
        line = next((n for n, each in enumerate(lines, 1) if message in each), 1)
        yield line, "", message, []
