"""A puzzle played as a lesson with a task alone."""

from dataclasses import dataclass, field, replace
from functools import cached_property

from game.learn.goals import Verdict
from game.learn.lessons import Lesson, Task
from game.learn.puzzles import Puzzle, Solution, met, why_not
from game.learn.session import Session
from game.rules.actions import Action, EndTurn
from game.rules.history import Game
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
        ends = (n for n, step in enumerate(self.game.past) if isinstance(step.action, EndTurn))
        return met(self.puzzle, replace(self.game, done=next(ends, self.game.done)))  # what its one turn reached

    @property
    def verdict(self) -> Verdict:
        found = super().verdict
        if not found.met or self.met:
            return found
        return replace(found, met=False, feedback=text("That was luck: it must be sure, whatever the dice show."))

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
