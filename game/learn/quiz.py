"""The quiz: questions about positions, made with a seed at a level from 1 to 3, how an answer is marked, the score.

:func:`question` makes one, :func:`read_answer` reads what was typed, :func:`mark` says what is wrong and why,
:func:`scored` writes it down, :func:`to_practise` says which rules to practise. The same seed, level and kind make the
same question. One is kept only when it is plain: what is right does not hang on how a table reads the rules.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, get_args

from game.errors import FlancoError, GeometryError
from game.insight.reasons import names_of
from game.learn.progress import Progress
from game.learn.quiz_kinds import KINDS as KINDS
from game.learn.quiz_kinds import LETTERS, Answer, Kind, Question, Wrong
from game.learn.quiz_kinds import Item as Item
from game.learn.quiz_making import made
from game.rules.reference import plain
from game.spatial.grid import cell_name, parse_cell
from game.texts import Text, text

LEVELS: Final = (1, 2, 3)
ORDER: Final[tuple[Kind, ...]] = get_args(Kind)


def question(seed: int, level: int = 1, kind: Kind | None = None) -> Question:
    """A question; without a kind, that of the seed.

    :raises FlancoError: for a level or a kind that there is not.
    """
    check_course(level, kind)
    return made(seed, level, kind or kind_of(seed))


def check_course(level: int, kind: Kind | None) -> None:
    """:raises FlancoError: for a level or a kind that there is not."""
    if level not in LEVELS or kind not in (None, *ORDER):
        raise FlancoError(text("a question has a level from 1 to 3, and is one of: {kinds}", kinds=", ".join(ORDER)))


def kind_of(seed: int) -> Kind:
    """The kind of question that a seed asks where none is chosen: one after the other."""
    return ORDER[seed % len(ORDER)]


@dataclass(frozen=True, slots=True)
class Marking:
    """How an answer is marked.

    :ivar right: whether all of it is right. ``wrong`` is everything that is not, each with its proof.
    :ivar said: one sentence; ``answer`` what is right, in words.
    """

    right: bool
    said: Text
    answer: Text
    wrong: tuple[Wrong, ...] = ()


def mark(asked: Question, given: Answer) -> Marking:
    """How an answer is marked. What cannot be picked counts as wrong.

    :raises FlancoError: for an answer of another form, or with what is not among what there is to choose from.
    """
    _check(asked, given)
    wrong = tuple(asked.faults(given))
    if given == asked.answer():
        return Marking(True, text("That is right."), asked.said())
    return Marking(False, text("That is not right yet: {count} wrong.", count=len({each.what for each in wrong})),
                   asked.said(), wrong)


def _check(asked: Question, given: Answer) -> None:
    if asked.answering in ("cells", "names"):
        choice = asked.cells or asked.names
        if isinstance(given, int) or not given <= {*choice}:
            raise FlancoError(text("choose among: {names}", names=_choice(asked)))
    elif not isinstance(given, int) or (asked.answering == "choice" and not 0 <= given < len(asked.options)):
        raise FlancoError(text("answer with: {what}", what=_choice(asked)))


def _choice(asked: Question) -> str | Text:
    match asked.answering:
        case "cells":
            return ", ".join(map(cell_name, asked.cells))
        case "names":
            return names_of(asked.battle, asked.names)
        case "choice":
            return ", ".join(LETTERS[: len(asked.options)])
    return text("a number")


def read_answer(asked: Question, typed: str) -> Answer:
    """What somebody typed: names of squares or of creatures with commas, a letter, a number. Nothing, or ``-``, is none
    of them.

    :raises FlancoError: for what is none of these.
    """
    parts = [] if typed.strip() in ("", "-") else [each.strip() for each in re.split(r"[,;]", typed) if each.strip()]
    if asked.answering == "names":
        return frozenset(_named(asked, each) for each in parts)
    try:
        if asked.answering == "cells":
            found: Answer = frozenset(parse_cell(each) for part in parts for each in part.split())
        elif asked.answering == "choice":
            found = LETTERS.index(typed.strip().upper() or "?")
        else:
            found = _number(typed)
    except (GeometryError, ValueError):
        raise FlancoError(text("answer with: {what}", what=_choice(asked))) from None
    _check(asked, found)
    return found


def _number(typed: str) -> int:
    """A whole number as people write it.

    :raises ValueError: for anything else.
    """
    said = typed.strip().replace("−", "-")
    if re.fullmatch(r"[-+]?\d{1,9}", said) is None:
        raise ValueError(typed)
    return int(said)


def _named(asked: Question, typed: str) -> str:
    """The id of a creature by its name or the start of it, however it is written."""
    names = {each: plain(asked.battle[each].name) for each in asked.names}
    wanted = plain(typed)
    found = [id for id, name in names.items() if wanted in (name, id)] or [
        id for id, name in names.items() if name.startswith(wanted)]
    if len(found) != 1:
        raise FlancoError(text("choose among: {names}", names=_choice(asked)))
    return found[0]


# --- the score -------------------------------------------------------------------------------------------------------


def scored(progress: Progress, asked: Question, marking: Marking) -> Progress:
    """With an answer more: the question's rule when it is right, else every rule that was got wrong, once."""
    if marking.right:
        return progress.answered(asked.rule, 1)
    for rule in dict.fromkeys(each.rule for each in marking.wrong) or (asked.rule,):
        progress = progress.answered(rule, 0)
    return progress


def to_practise(progress: Progress) -> tuple[str, ...]:
    """The rules of which some answers were wrong, what went worst first."""
    return tuple(each for each in progress.weakest if progress.scores[each].share < 1)


PRACTISED: Final[Mapping[str, Kind]] = {
    "SIT-2": "flank", "SIT-3": "high", "SIT-4": "smoke", "SIT-5": "sight", "SIT-6": "cover", "SIT-7": "cover",
    "ATK-1": "reach", "ATK-2": "total", "ATK-3": "total", "ATK-5": "area", "EFF-4": "area", "MOV-1": "walk",
    "MOV-2": "walk", "TST-2": "total",
}  # the kind of question that practises a rule
