"""The save that is written after every action: at little cost, and soon on the disk.

What is new is put into words and handed to the system at once, so that nothing is lost if the program ends in whatever
way; a thread then waits for the disk, which takes many times as long.
"""

from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Final

from game.content.saves import SavedGame, Written, reach_disk, save_text, write_whole

DISK: Final = ThreadPoolExecutor(1, "disk")


class Autosave:
    """Writes one game again and again."""

    def __init__(self) -> None:
        self._written = Written()
        self._waits: Future[None] | None = None

    def write(self, saved: SavedGame, path: Path) -> None:
        """Write the game; the file is whole at every moment.

        :raises SaveError: when it cannot be written now, or does not reach the disk now nor did the last time; nothing
            is lost.
        """
        write_whole(path, save_text(saved, self._written), wait=False)
        before, self._waits = self._waits, DISK.submit(reach_disk, path)
        if before is not None and not before.cancel() and before.done() and before.exception() is not None:
            self.settle()  # what is newer may get there

    def settle(self) -> None:
        """Wait until everything is on the disk.

        :raises SaveError: when it does not get there.
        """
        waits, self._waits = self._waits, None
        if waits is not None:
            waits.result()
