"""What a class votes on before a task is shown done: four places for the last walk, or for the area after it.

One is that of the lesson's solution; with each of the others the same actions do not do it. All are tried in the game.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from game.learn.goals import Verdict
from game.learn.lessons import Lesson
from game.learn.quiz_kinds import LETTERS
from game.learn.session import Session, play
from game.rules.actions import Action, Activate, Move, UsePower
from game.rules.bodies import misplaced, movement_of
from game.spatial.grid import Cell
from game.texts import text

MOST_TRIED = 60


@dataclass(frozen=True)
class Proposal:
    """A place to choose.

    :ivar action: what is done there; ``spot``: its place in metres, the middle of a square or a corner.
    :ivar cell: the square of a walk; None for the corner where an area starts.
    :ivar right: whether the task is done so; ``verdict`` is what is said about it when it is tried.
    """

    action: Action
    spot: tuple[float, float]
    cell: Cell | None
    right: bool
    verdict: Verdict


def proposals(lesson: Lesson, seed: int = 0) -> tuple[Proposal, ...]:
    """Four places, in the order of the map; none for a lesson without a solution, or whose solution is done at no
    place, or where too few others fail."""
    solution = lesson.task.solution
    placed = [n for n, each in enumerate(solution) if _placed(each)]
    if not placed:
        return ()
    number = placed[-1]
    start = play(Session.on_the_task(lesson), solution[:number])
    if start.refused is not None:
        return ()
    rest = solution[number + 1:]
    found = [_tried(start.session, solution[number], rest)]
    chance, (x, y) = Random(f"{lesson.id} {seed}"), found[0].spot
    others = {each: abs(spot[0] - x) + abs(spot[1] - y) + chance.random() * 4  # rather near: that is not so easy
              for each in _others(start.session, solution[number]) if (spot := _spot(each))}
    for each in sorted(others, key=others.__getitem__)[:MOST_TRIED]:
        if len(found) == len(LETTERS):
            break
        tried = _tried(start.session, each, _along(rest, solution[number], each))
        apart = all(abs(tried.spot[0] - at.spot[0]) + abs(tried.spot[1] - at.spot[1]) >= 2 for at in found)
        if not tried.right and apart:
            found.append(tried)
    if len(found) < len(LETTERS) or not found[0].right:
        return ()
    return tuple(sorted(found, key=lambda each: (each.spot[1], each.spot[0])))


def _placed(action: Action) -> bool:
    return isinstance(action, Move) or (
        isinstance(action, UsePower) and action.place is not None and action.place.origin == "corner")


def _others(session: Session, action: Action) -> Iterator[Action]:
    """The same done elsewhere: every square that the walk could end on, every corner that the area could start from."""
    battle = session.game.battle
    if isinstance(action, Move):
        field, who = movement_of(battle, action.who), battle[action.who]
        for y in range(battle.map.rows):
            for x in range(battle.map.cols):
                if field.reachable[y, x] and (x, y) not in (action.to, who.cell) and (
                        misplaced(battle, who, (x, y)) is None):
                    yield replace(action, to=(x, y), path=())
    elif isinstance(action, UsePower) and action.place is not None:
        for y in range(1, battle.map.rows):
            for x in range(1, battle.map.cols):
                moved = replace(action, place=replace(action.place, x=x, y=y))
                if moved != action and session.why_not(moved) is None:
                    yield moved


def _tried(session: Session, action: Action, rest: Sequence[Action]) -> Proposal:
    after = play(session, (action, *rest))
    said = after.session.verdict
    done = after.session.state == "done"
    if after.refused is not None and not done:
        said = Verdict(False, text("Then this cannot be done: {reason}.", reason=after.refused))
    return Proposal(action, _spot(action), action.to if isinstance(action, Move) else None, done, said)


def _spot(action: Action) -> tuple[float, float]:
    """The place of an action, in metres: the middle of a square, a corner."""
    if isinstance(action, Move):
        return action.to[0] + 0.5, action.to[1] + 0.5
    assert isinstance(action, UsePower)
    assert action.place is not None
    return float(action.place.x), float(action.place.y)


def _along(rest: Sequence[Action], action: Action, other: Action) -> tuple[Action, ...]:
    """What follows, with areas at the edge of their user where it stands after another walk."""
    if not (isinstance(action, Move) and isinstance(other, Move)):
        return tuple(rest)
    dx, dy = other.to[0] - action.to[0], other.to[1] - action.to[1]
    return tuple(replace(each, place=replace(each.place, x=each.place.x + dx, y=each.place.y + dy))
                 if isinstance(each, UsePower | Activate) and each.place is not None and each.place.origin == "edge"
                 and each.who == action.who else each for each in rest)
