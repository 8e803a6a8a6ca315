"""What a class votes on: every lesson has four places, one of them right, all judged by the game."""

import pytest

from game.learn.ballot import Ballot
from game.learn.reading import lessons
from game.learn.vote import proposals
from game.texts import sentence


@pytest.mark.parametrize("id", list(lessons().lessons))
def test_one_of_four_places_is_right(id: str) -> None:
    lesson = lessons().lessons[id]
    found = proposals(lesson)
    assert len(found) == 4
    assert [each.right for each in found].count(True) == 1
    assert len({each.spot for each in found}) == 4
    for each in found:
        assert each.verdict.met is each.right
        assert sentence(each.verdict.feedback).endswith(".")


def test_the_same_seed_asks_the_same() -> None:
    lesson = lessons().lessons["opposite-sides"]
    assert proposals(lesson, 1) == proposals(lesson, 1)
    assert any(proposals(lesson, 1) != proposals(lesson, seed) for seed in range(2, 6))


def test_votes_are_counted_and_taken_back() -> None:
    ballot = Ballot().cast(1).cast(1).cast(3)
    assert ballot.counts == (0, 2, 0, 1)
    assert ballot.take_back(1).total == 2
    assert ballot.take_back(0) == ballot
