"""A puzzle played as a lesson with a task alone; and the goals that a position offers to whoever makes one."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from game.insight.narrate import powers_of
from game.learn.goals import Covered, Goal, Hit, Reach, Sheet, Unseen
from game.learn.lessons import Lesson, Task
from game.learn.puzzles import Puzzle, Solution, met, why_not
from game.learn.session import Session
from game.rules.actions import Action
from game.rules.bodies import enemies_of
from game.rules.history import Game
from game.rules.state import Battle
from game.texts import Text, text


@dataclass(frozen=True)
class PuzzleSession(Session):
    """A puzzle under way: one creature, one turn, and what rolls dice is its last action."""

    puzzle: Puzzle = field(kw_only=True)

    @property
    def met(self) -> bool:
        return self._met

    @cached_property
    def _met(self) -> bool:
        return met(self.puzzle, self.game)

    def why_not(self, action: Action) -> Text | None:
        if self.state == "missed":
            return text("the turns of this task are over: begin it again")
        return why_not(self.puzzle, self.game, action)


def session_of(puzzle: Puzzle, words: str, solution: Solution | None = None) -> PuzzleSession:
    """A puzzle at its start; ``words`` say what is to be reached, in the language of who plays."""
    actions = solution.actions if solution is not None else ()
    task = Task(words, puzzle.goals, turns=1, solution=actions)
    lesson = Lesson(puzzle.id, 0, puzzle.name, "", (), (puzzle.who,), (), task, puzzle.battle, (1,), puzzle.file, True)
    return PuzzleSession(lesson, Game(puzzle.battle), puzzle=puzzle)


def offered(battle: Battle, who: str) -> Iterator[Goal]:
    """Goals that a creature could have in a position: towards each enemy, towards all, and with each of its areas."""
    mine = battle[who]
    enemies = [each.id for each in enemies_of(battle, mine) if each.cell is not None and not each.out and
               not each.hidden]
    armed = [each for id in mine.hands if (each := mine.weapon(id)) is not None]
    melee, shoots = not armed or any(each.reach for each in armed), any(each.range for each in armed)
    for foe in enemies:
        if melee:
            yield Reach(who, foe)
            yield Reach(who, foe, safe=True)
            yield Sheet(who, foe, holds=("SIT-2",), mode="melee")
        if shoots:
            yield Sheet(who, foe, lacks=("ATK-3", "SIT-6"), mode="ranged")
            yield Sheet(who, foe, holds=("SIT-3",), mode="ranged")
    if enemies:
        yield Covered(who, tuple(enemies))
        yield Covered(who, tuple(enemies), "total")
        yield Unseen(who, tuple(enemies))
    for power in powers_of(mine):
        if power.shape is not None and power.attack == "area" and not power.picks:
            for least in range(1, len(enemies) + 1):
                yield Hit(who, least, 0, power.id)
