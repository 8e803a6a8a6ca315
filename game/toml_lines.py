"""Where each value of a TOML text stands: key path to line. ``tomllib`` reads values but forgets their lines.

The scanner takes text that ``tomllib`` has accepted, so it may trust the grammar; it never raises, and text that it
does not understand only leaves lines unknown.
"""

import re
import tomllib
from bisect import bisect_right
from typing import Final

Place = tuple[str | int, ...]
Spans = dict[Place, tuple[int, int]]

_BLANK: Final = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_SPACE: Final = re.compile(r"[ \t]*")
_BARE: Final = re.compile(r"[^\s.=\[\]{},\"'#]+")
_SCALAR: Final = re.compile(r"[^,\]}\n#]*")
_BASIC: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_LITERAL: Final = re.compile(r"'[^'\n]*'")
_LONG_BASIC: Final = re.compile(r'"""(?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*"{3,5}')
_LONG_LITERAL: Final = re.compile(r"'''(?:[^']|'{1,2}(?!'))*'{3,5}")


def find_lines(source: str, lines: dict[Place, int], spans: Spans) -> None:
    """Fill ``lines`` with the 1-based line of every key and array item, ``spans`` with those of every string's text.

    >>> lines, spans = {}, {}
    >>> find_lines('a = 1\\n[[b]]\\nc = {d = [1,\\n2]}', lines, spans)
    >>> lines[("a",)], lines[("b", 0)], lines[("b", 0, "c", "d", 1)]
    (1, 2, 4)
    """
    _Scanner(source, lines, spans).document()


class _Scanner:
    def __init__(self, source: str, lines: dict[Place, int], spans: Spans) -> None:
        self.source, self.lines, self.spans = source, lines, spans
        self.starts = [0] + [found.end() for found in re.finditer("\n", source)]
        self.counts: dict[Place, int] = {}  # tables so far in each array of tables
        self.i = 0

    def line(self, index: int | None = None) -> int:
        return bisect_right(self.starts, self.i if index is None else index)

    def take(self, pattern: "re.Pattern[str]") -> str:
        found = pattern.match(self.source, self.i)
        if found is None:
            return ""
        self.i = found.end()
        return found[0]

    def found(self, token: str) -> bool:
        if not self.source.startswith(token, self.i):
            return False
        self.i += len(token)
        return True

    def mark(self, place: Place) -> None:
        self.lines.setdefault(place, self.line())

    def document(self) -> None:
        base: Place = ()
        while True:
            self.take(_BLANK)
            before = self.i
            if self.found("[["):
                base = self.array_heading()
            elif self.found("["):
                base = self.resolved(self.keys(), ())
                self.found("]")
            else:
                self.pair(base)
            if self.i == before:
                return

    def array_heading(self) -> Place:
        keys = self.keys()
        if not keys:
            return ()
        place = self.resolved(keys[:-1], ())
        place += (keys[-1],)
        self.mark(place)
        number = self.counts.get(place, 0)
        self.counts[place] = number + 1
        self.mark((*place, number))
        self.found("]]")
        return (*place, number)

    def resolved(self, keys: list[str], place: Place) -> Place:
        """The place that dotted keys name: inside an array of tables, its last table."""
        for key in keys:
            place += (key,)
            self.mark(place)
            if place in self.counts:
                place += (self.counts[place] - 1,)
        return place

    def keys(self) -> list[str]:
        keys: list[str] = []
        while True:
            self.take(_SPACE)
            key = self.quoted_key()
            if key is None and not (key := self.take(_BARE)):
                return keys
            keys.append(key)
            self.take(_SPACE)
            if not self.found("."):
                return keys

    def quoted_key(self) -> str | None:
        raw = self.take(_BASIC) or self.take(_LITERAL)
        if not raw:
            return None
        try:
            return str(tomllib.loads(f"k = {raw}")["k"])
        except tomllib.TOMLDecodeError:
            return raw[1:-1]

    def pair(self, base: Place) -> None:
        keys = self.keys()
        place = base
        for key in keys:
            place += (key,)
            self.mark(place)
        if keys and self.found("="):
            self.take(_SPACE)
            self.value(place)

    def value(self, place: Place) -> None:
        self.mark(place)
        start = self.i
        if long := self.take(_LONG_BASIC) or self.take(_LONG_LITERAL):
            first = self.line(start) + (1 if long[3:4] == "\n" else 0)
            self.spans[place] = (first, max(first, self.line(self.i - 3)))
        elif self.take(_BASIC) or self.take(_LITERAL):
            self.spans[place] = (self.line(start), self.line(start))
        elif self.found("["):
            self.items(place, "]")
        elif self.found("{"):
            self.items(place, "}")
        else:
            self.take(_SCALAR)

    def items(self, place: Place, end: str) -> None:
        number = 0
        while True:
            self.take(_BLANK)
            before = self.i
            if self.found(end):
                return
            if end == "]":
                self.value((*place, number))
                number += 1
            else:
                self.pair(place)
            self.take(_BLANK)
            self.found(",")
            if self.i == before:
                return
