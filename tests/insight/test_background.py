"""Questions in a thread of their own."""

from threading import Event

import pytest

from game.insight.background import Progress, Stop, Work
from game.insight.placing import best_of_power
from tests.insight.test_placing import ring, spell


def test_the_answer_is_the_same_as_without_a_thread() -> None:
    battle, power = ring((2, 2), (9, 5)), spell("circle", 9)
    work = Work(lambda progress, stop: best_of_power(battle, "me", power, progress=progress, stop=stop))
    found, plain = work.wait(), best_of_power(battle, "me", power)
    assert found is not None
    assert plain is not None
    assert found.best == plain.best
    assert (work.done, work.progress) == (True, 1.0)


def test_work_can_be_given_up() -> None:
    began = Event()

    def endless(progress: Progress, stop: Stop) -> int | None:
        progress(0.5)
        began.set()
        while not stop():
            pass
        return None

    work = Work(endless)
    assert began.wait(60)
    assert (work.done, work.progress, work.wait(0)) == (False, 0.5, None)
    work.stop()
    assert work.wait(60) is None
    assert work.done


def test_what_it_raises_is_raised_where_the_answer_is_asked_for() -> None:
    def fails(progress: Progress, stop: Stop) -> int:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        Work(fails).wait()
