"""One family of errors. Each says what was wrong and what is allowed, as a text that can be translated."""

import errno
from collections.abc import Iterable
from dataclasses import dataclass

from game.texts import Text, text, tr


class FlancoError(ValueError):
    """The root of the family.

    :ivar message: what was wrong and what is allowed.
    """

    def __init__(self, message: Text) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return tr(self.message)


class GeometryError(FlancoError):
    """A spatial function was called with an array, place or length that means nothing."""


class IllegalAction(FlancoError):
    """An action that the rules refuse. The battle is untouched. # rule: ACT-6"""


class DiceError(FlancoError):
    """A die that cannot be had: the script ran out, or a typed face is not on the die."""


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One fault in one file.

    ``line`` is 1-based, 0 when unknown; ``field`` is a dotted path such as ``creature.2.cell``;
    ``value`` is what stood there, as written (may be empty).
    """

    file: str
    line: int
    field: str
    value: str
    message: Text

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        parts = [place, self.field] if self.field else [place]
        said = tr(self.message)
        return ": ".join(parts) + (f" = {self.value}: {said}" if self.value else f": {said}")


class DataError(FlancoError):
    """A file that cannot be used, with every fault found in it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(text("{count} problems in the file", count=len(self.problems)))

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


class SaveError(FlancoError):
    """A save that cannot be written or read: full disk, newer version, not a save."""


def reason_of(error: OSError) -> Text:
    """Why the system did not let something be written."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return text("the disk is full")
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return text("writing there is not allowed")
        case errno.EISDIR:
            return text("this is a folder, not a file")
        case errno.ENOTDIR | errno.EEXIST | errno.ENOENT:
            return text("there is no such folder")
        case errno.ENAMETOOLONG:
            return text("the name is too long")
    return text("{detail}", detail=error.strerror or str(error))
