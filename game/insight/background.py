"""Work off the drawing path: a long question in a thread of its own, with its progress, that can be given up.

>>> work = Work(lambda progress, stop: 6 * 7)
>>> work.wait()
42
"""

from collections.abc import Callable
from threading import Event, Thread
from typing import Generic, TypeVar

Progress = Callable[[float], None]
Stop = Callable[[], bool]
T = TypeVar("T")


class Work(Generic[T]):
    """A question under way, such as :func:`game.insight.placing.best_of_power`.

    :ivar progress: the share done, from 0 to 1.
    """

    def __init__(self, ask: Callable[[Progress, Stop], T | None]) -> None:
        self.progress = 0.0
        self._stopped = Event()
        self._result: T | None = None
        self._error: BaseException | None = None
        self._thread = Thread(target=self._run, args=(ask,), daemon=True)
        self._thread.start()

    def _run(self, ask: Callable[[Progress, Stop], T | None]) -> None:
        try:
            self._result = ask(self._note, self._stopped.is_set)
        except BaseException as error:  # it is raised where the answer is asked for
            self._error = error

    def _note(self, share: float) -> None:
        self.progress = share

    @property
    def done(self) -> bool:
        """Whether there is an answer, or will be none."""
        return not self._thread.is_alive()

    def stop(self) -> None:
        """Give it up; it ends soon."""
        self._stopped.set()

    def wait(self, seconds: float | None = None) -> T | None:
        """The answer; None when it was given up, or is not there after so many seconds.

        :raises BaseException: what the work raised.
        """
        self._thread.join(seconds)
        if self._error is not None:
            raise self._error
        return self._result
