"""Whatever is asked of grids, lines and sight, the answer is an answer or an error of the family."""

import contextlib
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import FlancoError
from game.spatial.concealment import concealment, concealment_field
from game.spatial.grid import Barrier, Body, Grid, block, footprint, parse_cell, pillar, units, wall
from game.spatial.lines import blocked, blockers, clear
from game.spatial.sight import cover, cover_field, cover_from_field, high_ground, line_of_attack, sees, sight_field

GRID = Grid.empty(5, 4, pillar((2, 2), 0.5))
BODIES = [Body(((1, 1),), 0, 109), Body(((4, 4),), 0, 9), Body(((-1, 0), (3, 1)), -50, 2**22), Body.on(GRID, (1, 1), 2)]

numbers = st.one_of(
    st.integers(-5, 400), st.integers(), st.sampled_from((2**31, 2**63, -(2**63), 2**64, 0.5, math.nan, math.inf)),
    st.floats(), st.booleans(), st.none(), st.just("3"), st.integers(-5, 300).map(np.int32), st.just(Fraction(1, 3)),
)
pairs = st.one_of(st.tuples(numbers, numbers), st.tuples(st.integers(0, 5), st.integers(0, 5)), numbers,
                  st.tuples(numbers), st.lists(numbers, max_size=3))
points = st.one_of(st.tuples(numbers, numbers, numbers), st.tuples(*[st.integers(0, 320)] * 3), pairs)
fields = st.sampled_from(("move", "sight", "effect", "", "cover", None, 3))
shares = st.one_of(st.fractions(), numbers)
bodies = st.sampled_from(BODIES)
arrays = st.one_of(
    st.none(), numbers,
    st.builds(lambda shape, dtype: np.ones(shape, dtype), st.sampled_from(((4, 5), (5, 4), (20,), (0, 5))),
              st.sampled_from((np.bool_, np.int32, np.uint8, np.float64, np.int64, np.complex128, object, "U1"))),
    st.sampled_from((-1, 0, 3, 300, 2**40)).map(lambda value: np.full((4, 5), value)),
    st.just([[1, 2], [3]]), st.just(np.full((4, 5), np.nan)),
)


def free(data: st.DataObject) -> Callable[[], Any]:
    """Any question with any arguments."""
    def draw(strategy: st.SearchStrategy[Any]) -> Any:
        return data.draw(strategy)

    a, b = draw(bodies), draw(bodies)
    asked = draw(st.sampled_from(range(17)))
    match asked:
        case 0:
            args = draw(st.tuples(pairs, pairs, numbers, numbers))
            return lambda: Barrier(*args)
        case 1:
            args = draw(st.tuples(pairs, st.floats(), st.floats(), st.floats()))
            return lambda: pillar(*args)
        case 2:
            place = st.tuples(st.floats(), st.floats())
            args = draw(st.tuples(place, place, st.floats()))
            return lambda: wall(*args)
        case 3:
            args = draw(st.tuples(pairs, numbers, numbers, numbers))
            return lambda: Body.on(GRID, *args)
        case 4:
            args = draw(st.tuples(st.one_of(st.lists(pairs, max_size=3), numbers), numbers, numbers))
            return lambda: Body(*args)
        case 5:
            layer = draw(st.sampled_from(("height", "cost", "concealment", "surface")))
            values = draw(arrays)
            return lambda: GRID.replace(**{layer: values})
        case 6:
            args = draw(st.tuples(numbers, numbers))
            return lambda: Grid.empty(*args)
        case 7:
            args = draw(st.tuples(pairs, numbers))
            return lambda: footprint(*args)
        case 8:
            text = draw(st.text(max_size=5))
            return lambda: parse_cell(text)
        case 9:
            args = draw(st.tuples(points, points, fields))
            return lambda: (blocked(GRID, *args), blockers(GRID, *args))
        case 10:
            args = draw(st.tuples(points, st.one_of(st.lists(points, max_size=3), arrays), fields))
            return lambda: clear(GRID, *args)
        case 11:
            share = draw(shares)
            return lambda: (cover(GRID, a, b, share), line_of_attack(GRID, a, b, share))
        case 12:
            return lambda: (sees(GRID, a, b), concealment(GRID, a, b), concealment_field(GRID, a))
        case 13 | 14:
            args = draw(st.tuples(numbers, numbers, arrays, shares, numbers))
            return lambda: (cover_field if asked == 13 else cover_from_field)(GRID, a, *args)
        case 15:
            args = draw(st.tuples(numbers, numbers, arrays, numbers))
            return lambda: sight_field(GRID, a, *args)
        case _:
            args = draw(st.tuples(numbers, numbers))
            return lambda: (high_ground(GRID, a, *args), units(args[0]), block((0, 0), *args))


@settings(max_examples=300)
@given(st.data())
def test_a_random_question_is_answered_or_refused(data: st.DataObject) -> None:
    with contextlib.suppress(FlancoError):
        free(data)()


@pytest.mark.long
@settings(max_examples=10_000)
@given(st.data())
def test_ten_thousand_random_questions_are_answered_or_refused(data: st.DataObject) -> None:
    with contextlib.suppress(FlancoError):
        free(data)()
