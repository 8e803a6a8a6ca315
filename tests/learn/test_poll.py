"""Polls: questions of the quiz with one right option among A to D, for a class to vote on."""

from random import Random

import pytest

from game.errors import FlancoError
from game.insight.proof import said
from game.learn.poll import LEAST, poll
from game.learn.quiz import LEVELS, ORDER, Kind
from game.learn.quiz_kinds import LETTERS
from game.rules.reference import rule_text
from tests.learn import brute

EACH = [pytest.param(kind, level, id=f"{kind}-{level}") for kind in ORDER for level in LEVELS]


@pytest.mark.parametrize(("kind", "level"), EACH)
def test_one_option_is_right_by_brute_force_and_every_option_says_why(kind: Kind, level: int) -> None:
    made = poll(3, level, kind)
    told, truth = made.told(), brute.answer(made.asked)
    right = made.options[told.right]
    assert truth == (told.right if made.asked.options else frozenset({right}))
    assert LEAST <= len(made.options) <= len(LETTERS)
    assert len({*made.said()}) == len(made.options) == len(told.why)
    for n, each in enumerate(told.why):
        assert each or n == told.right
        for reason in each:
            assert rule_text(reason.rule) is not None
            if reason.proof is not None:
                assert said(reason.proof, made.asked.battle)


@pytest.mark.long
@pytest.mark.parametrize("part", range(5))
def test_polls_of_many_seeds_are_right_by_brute_force(part: int) -> None:
    for seed in range(100 * part, 100 * part + 100):
        made = poll(seed, seed // len(ORDER) % 3 + 1)
        right = made.told().right
        assert brute.answer(made.asked) == (right if made.asked.options else frozenset({made.options[right]})), seed


@pytest.mark.parametrize("kind", ORDER)
def test_the_same_seed_makes_the_same_poll(kind: Kind) -> None:
    assert poll(5, 2, kind) == poll(5, 2, kind)


@pytest.mark.parametrize("kind", ["flank", "cover", "area"])
def test_letters_stand_where_the_options_are(kind: Kind) -> None:
    made = poll(3, 1, kind)
    cells = made.asked.cells or tuple(made.asked.battle[each].cell for each in made.asked.names)
    assert [(int(x), int(y)) for x, y in made.spots()] == list(cells)


def test_the_right_option_has_no_place_of_its_own() -> None:
    """Whoever always votes for the same letter is not right more often than by chance."""
    rights = [poll(Random(n).randrange(1000), 2, "walk").told().right for n in range(24)]
    assert {*rights} == {0, 1, 2, 3}
    assert max(map(rights.count, range(4))) <= 13


def test_polls_that_there_are_not_are_refused() -> None:
    with pytest.raises(FlancoError):
        poll(1, 0)
    with pytest.raises(FlancoError):
        poll(1, 1, "chess")  # type: ignore[arg-type]
