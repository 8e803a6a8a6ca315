"""Files of a folder, such as that of the user's own lessons: each is read once as long as it does not change."""

import contextlib
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Generic, TypeVar

from game.checked import Document, load_toml
from game.errors import DataError, Problem
from game.texts import text, tr

T = TypeVar("T")
MOST_TOLD: Final = 3  # faults of one file


@dataclass(frozen=True)
class Read(Generic[T]):
    """What became of a file: what it holds with its document, or its faults."""

    value: T | None = None
    document: Document | None = None
    problems: tuple[Problem, ...] = ()


class Files(Generic[T]):
    """A kind of file. ``key`` is the table that may name a map in a file of its own: such files are read anew."""

    def __init__(self, key: str, check: Callable[[Document], T]) -> None:
        self.key, self.check = key, check
        self._known: dict[Path, tuple[tuple[int, int], Read[T]]] = {}

    def read(self, path: Path) -> Read[T]:
        """A file, checked."""
        try:
            found = path.stat()
        except OSError:
            return self._read(path)
        state = found.st_mtime_ns, found.st_size
        if path in self._known and self._known[path][0] == state:
            return self._known[path][1]
        made = self._read(path)
        if made.document is None or not made.document.at((self.key, "map")):
            self._known[path] = state, made
        return made

    def _read(self, path: Path) -> Read[T]:
        try:
            document = load_toml(path)
            return Read(self.check(document), document)
        except DataError as error:
            return Read(problems=tuple(error.problems))


def files_in(folder: Path) -> tuple[Path, ...]:
    """The TOML files of a folder by name; what only looks like one, such as a pipe, is none."""
    found = []
    with contextlib.suppress(OSError):
        for path in sorted(folder.glob("*.toml")):
            with contextlib.suppress(OSError):
                kind = path.stat().st_mode
                if stat.S_ISREG(kind) or stat.S_ISDIR(kind):  # a folder is told as a fault
                    found.append(path)
    return tuple(found)


def few(problems: Iterable[Problem]) -> Iterator[str]:
    """Faults to show beside a list: some of each file, and how many more there are."""
    files: dict[str, list[Problem]] = {}
    for each in problems:
        files.setdefault(each.file, []).append(each)
    for file, some in files.items():
        yield from map(str, some[:MOST_TOLD])
        if len(some) > MOST_TOLD:
            yield tr(text("{file}: {count} faults more; flanco check tells all of them", file=file,
                          count=len(some) - MOST_TOLD))
