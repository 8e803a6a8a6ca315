"""Sums are exact, however large their denominators; ties are merged across scenes."""

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from game.insight.placement_tally import Mark, Scale, Tally

FRACTIONS = st.fractions(0, 20, max_denominator=10**9)


@given(st.lists(st.tuples(st.sampled_from(("meant", "other", "thing")), FRACTIONS, FRACTIONS), min_size=1, max_size=6),
       st.data())
def test_sums_are_exact(written: list[tuple[str, Fraction, Fraction]], data: st.DataObject) -> None:
    marks = tuple(Mark(str(n), *each) for n, each in enumerate(written))  # type: ignore[arg-type]
    scale, hits = Scale(marks), np.array([data.draw(st.lists(st.booleans(), min_size=len(marks), max_size=len(marks)))])
    met = [mark for mark, hit in zip(marks, hits[0], strict=True) if hit]

    def total(side: str, field: str) -> Fraction:
        return sum((getattr(each, field) for each in met if each.side == side), Fraction(0))

    assert scale.fractions(scale.sums(hits)[0].tolist()) == (
        sum(each.side == "meant" for each in met), -sum(each.side == "other" for each in met), total("meant", "points"),
        total("thing", "falls"), total("thing", "points"), total("other", "points"))


def rows(scale: Scale, *hits: tuple[bool, ...]) -> Tally:
    tally = Tally()
    tally.add(scale, np.array(hits), np.arange(len(hits))[:, None], str)
    return tally


def test_an_eye_for_the_smallest_difference() -> None:
    small = Fraction(1, 10**30)
    scale = Scale((Mark("a", "meant", Fraction(1)), Mark("b", "meant", 1 + small), Mark("c", "other", small)))
    (one,) = rows(scale, (True, False, False), (False, True, False)).best()
    assert (one.place, one.met, one.worth[2]) == ("1", (1,), 1 + small)


def test_what_is_beaten_by_one_count_alone_is_not_listed() -> None:
    scale = Scale((Mark("a", "meant", Fraction(2)), Mark("b", "meant", Fraction(1)), Mark("c", "other"),
                   Mark("wall", "thing", Fraction(3), Fraction(1))))
    found = rows(scale, (True, False, False, False), (True, False, True, False), (False, True, False, False),
                 (True, True, True, False), (False, True, False, True), (False, False, True, False)).best()
    assert [each.place for each in found] == ["3", "0", "4"]


def test_equal_worths_of_two_scenes_are_one_row_with_the_nearest() -> None:
    tally = Tally()
    for number, rank in enumerate((5, 3, 4)):
        scale = Scale((Mark("a", "meant", Fraction(number + 6, 3 * number + 18)), Mark("b", "other")))
        tally.add(scale, np.array([[True, False]] * 2), np.array([[rank], [9]]), lambda at, n=number: (n, at))
    (found,) = tally.best()
    assert (found.place, found.equals) == ((1, 0), 5)
