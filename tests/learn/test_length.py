"""How long each lesson takes: reading at a slow pace in the language with the most words, a time for each input of hand
and for each decision, and once the mistake that takes longest, with its feedback and all hints."""

from collections.abc import Iterator, Sequence
from typing import Final

import pytest

from game.content.codec import decode_action
from game.learn.lessons import Lesson
from game.learn.reading import lessons
from game.learn.session import Session, play
from game.rules.actions import Action, EndTurn
from game.texts import LANGUAGES, sentence, set_language, tr
from tests.learn.mistakes import MISTAKES

MOST_SECONDS: Final = 180
WORDS_A_SECOND: Final = 3  # 180 words a minute; grown readers of texts like these read 200 and more
SECONDS_AN_INPUT: Final = 1.5
SECONDS_A_DECISION: Final = 5
INPUTS: Final = {"move": 1, "attack": 1, "end_turn": 2, "door": 1, "attack_structure": 3, "manoeuvre": 4, "power": 3,
                 "activate": 4}
"""Clicks and keys for an action, by the slower way: a button, a row of its menu (after a turn of the wheel where it is
long), then the map; Space twice while actions are left; the start and the direction of a cone."""
NONLETHAL: Final = 4  # in the place of a plain attack: a button, the wheel, a row, the target
SHELF: Final = lessons().lessons


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    set_language("en")
    yield
    set_language("en")


def words(texts: Sequence[str]) -> int:
    return sum(len(each.split()) for each in texts)


def seconds_of_acting(actions: Sequence[Action]) -> float:
    """To decide on each action and to do it; that a turn ends is no decision."""
    inputs = sum(NONLETHAL if getattr(each, "nonlethal", False) else INPUTS[each.kind] for each in actions)
    return inputs * SECONDS_AN_INPUT + sum(not isinstance(each, EndTurn) for each in actions) * SECONDS_A_DECISION


def seconds_of_reading(texts: Sequence[str]) -> float:
    return words(texts) / WORDS_A_SECOND


def seconds(lesson: Lesson) -> float:
    """From the list of lessons to the end of the task, without a mistake: one input to open it, one for each step."""
    read = [tr(lesson.name), tr(lesson.text), *(tr(each.text) for each in lesson.steps), tr(lesson.task.text)]
    turned = (1 + len(lesson.steps)) * SECONDS_AN_INPUT
    return seconds_of_reading(read) + turned + seconds_of_acting(lesson.task.solution)


def seconds_of_a_mistake(lesson: Lesson) -> float:
    """What the longest of the known mistakes adds: its actions, what is said of it, both hints, and "Again"."""
    hints = [tr(each) for each in lesson.task.hints]
    longest = 0.0
    for each in MISTAKES[lesson.id]:
        actions = [decode_action(action) for action in each.actions]
        said = sentence(play(Session.on_the_task(lesson), actions).session.verdict.feedback)
        asked = (1 + len(hints)) * SECONDS_AN_INPUT
        longest = max(longest, seconds_of_acting(actions) + seconds_of_reading([said, *hints]) + asked)
    return longest


@pytest.mark.parametrize("lesson", [pytest.param(each, id=each.id) for each in SHELF.values()])
def test_a_lesson_takes_less_than_three_minutes(lesson: Lesson) -> None:
    """The limit of the page, for a slow reader who errs once and asks for every hint."""
    for each in LANGUAGES:
        set_language(each)
        assert seconds(lesson) + seconds_of_a_mistake(lesson) < MOST_SECONDS, each


def test_the_time_counts_words_inputs_and_decisions() -> None:
    """Three steps to turn and two actions to decide on, of one click each."""
    lesson = SHELF["your-turn"]
    read = words([lesson.name, lesson.text, *(each.text for each in lesson.steps), lesson.task.text])
    assert seconds(lesson) == pytest.approx(read / 3 + (1 + 3) * 1.5 + 2 * 1.5 + 2 * 5)
    assert seconds_of_a_mistake(lesson) > seconds_of_acting(lesson.task.solution)
