"""What a learner has done: lessons with tries and hints, and how often questions about a topic were answered rightly.

It lies in the user's folder as one JSON file, whole at every moment; a file that cannot be read is set aside and kept.
"""

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from game.checked import read_text
from game.content.codec import CodecError, Json, decode, dumps, encode, loads
from game.content.saves import write_whole
from game.errors import DataError, SaveError
from game.paths import user_data
from game.texts import Text, text

FORMAT: Final = "flanco-progress"
VERSION: Final = 1
LONGEST_WAIT: Final = 2.0  # seconds for another program to have written its part
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Record:
    """How a lesson or puzzle went: how often it was done, and the fewest hints and tries that it was done with."""

    times: int = 1
    hints: int = 0
    tries: int = 1


@dataclass(frozen=True, slots=True)
class Score:
    """Answers to questions of one topic."""

    right: int = 0
    asked: int = 0

    @property
    def share(self) -> float:
        """From 0 to 1; 0 when nothing was asked."""
        return self.right / self.asked if self.asked else 0.0


@dataclass(frozen=True)
class Progress:
    """All of it: a value. ``done`` are records by the id of a lesson or puzzle, ``scores`` by topic of the quiz.

    :ivar notice: what the learner should know about how it was opened; None when all is well. It is not written.
    """

    done: Mapping[str, Record] = field(default_factory=dict)
    scores: Mapping[str, Score] = field(default_factory=dict)
    notice: Text | None = None

    def finished(self, id: str, hints: int = 0, tries: int = 1) -> Self:
        """With a lesson done once more."""
        old = self.done.get(id)
        new = Record(1, hints, tries) if old is None else Record(old.times + 1, min(old.hints, hints),
                                                                 min(old.tries, tries))
        return replace(self, done={**self.done, id: new})

    def answered(self, topic: str, right: int, asked: int = 1) -> Self:
        """With some answers more about a topic."""
        old = self.scores.get(topic, Score())
        return replace(self, scores={**self.scores, topic: Score(old.right + right, old.asked + asked)})

    @property
    def weakest(self) -> tuple[str, ...]:
        """The topics by what there is to practise: the least share of right answers first."""
        return tuple(sorted(self.scores, key=lambda each: (self.scores[each].share, each)))


def progress_path() -> Path:
    """The file; it may not exist yet."""
    return user_data() / "progress.json"


def save_progress(progress: Progress, path: Path | None = None) -> None:
    """Write it. The file is whole at every moment: a crash leaves what was there before, or what is there now.

    :raises SaveError: when it cannot be written.
    """
    data = {"format": FORMAT, "version": VERSION, "done": _written(progress.done),
            "scores": _written(progress.scores)}
    write_whole(path or progress_path(), dumps(data) + "\n")


def load_progress(path: Path | None = None) -> Progress:
    """What is written, nothing when there is no file yet. A file that cannot be read is set aside under another name,
    and the notice says so: nothing is lost silently.
    """
    path = path or progress_path()
    if not os.path.lexists(path):
        return Progress()
    try:
        return _read(loads(read_text(path)))
    except DataError as error:
        reason = error.problems[0].message
    except (CodecError, SaveError) as error:
        reason = error.message
    kept = _set_aside(path)
    if kept is None:
        return Progress(notice=text("{file} cannot be read: {reason}.", file=str(path), reason=reason))
    return Progress(notice=text("What you had done could not be read: {reason}. The file is kept as {file}.",
                                reason=reason, file=str(kept)))


def update_progress(change: Callable[[Progress], Progress], path: Path | None = None) -> Progress:
    """What is written, changed and written again; two programs that do so at once lose nothing of each other. The
    notice of the result is that of reading.

    :raises SaveError: when it cannot be written.
    """
    path = path or progress_path()
    with _alone(path.with_name(f"{path.stem}.lock")):
        found = change(load_progress(path))
        save_progress(found, path)
    return found


@contextlib.contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """While nobody else is in here. Who died in here holds up nobody; where there are no locks nobody waits."""
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError:  # that nothing can be written here is told by writing
        yield
        return
    try:
        until = time.monotonic() + LONGEST_WAIT
        while not _locked(handle) and time.monotonic() < until:
            time.sleep(0.01)
        yield
    finally:
        os.close(handle)


def _locked(handle: int) -> bool:
    """Whether a file is ours now; the lock goes with the handle."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _read(data: Any) -> Progress:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SaveError(text("this is no record of lessons done"))
    version = data.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise SaveError(text("this is no record of lessons done"))
    if version > VERSION:
        raise SaveError(text("a newer version of the program wrote it"))
    return Progress(_known(Record, data, "done"), _known(Score, data, "scores"))


def _written(table: Mapping[str, Any]) -> Json:
    return {id: encode(each) for id, each in sorted(table.items())}


def _known(kind: type[T], data: dict[str, Any], key: str) -> dict[str, T]:
    table = data.get(key)
    if not isinstance(table, dict):
        raise SaveError(text("this is no record of lessons done"))
    return {id: decode(kind, each) for id, each in table.items()}


def _set_aside(path: Path) -> Path | None:
    """The new name of a file that cannot be read; None when it cannot be renamed."""
    number, kept = 1, path.with_name(f"{path.stem}.broken{path.suffix}")
    while os.path.lexists(kept):
        number += 1
        kept = path.with_name(f"{path.stem}.broken-{number}{path.suffix}")
    with contextlib.suppress(OSError):
        os.rename(path, kept)
        return kept
    return None
