"""A lesson under way: a frozen value that goes back and forth between steps, acts, and knows how the task stands."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple, Self

from game.errors import FlancoError, IllegalAction
from game.learn.goals import Covered, Goal, Reach, Sheet, Stand, Unseen, Verdict, Within
from game.learn.judging import judge
from game.learn.lessons import Lesson, Step, Task
from game.learn.showing import Drawing, drawing
from game.rules.actions import Action, EndTurn
from game.rules.history import Game
from game.spatial.grid import Cell
from game.texts import Text, text

State = Literal["reading", "open", "done", "missed"]
"""A step is shown; the task is to be done; it is done; its turns are over and it is not."""

OF_PLACES = (Sheet, Covered, Unseen, Reach, Stand, Within)


@dataclass(frozen=True, slots=True)
class LessonDice:
    """The same faces over and over, so that a lesson teaches places and not luck; a face that a die does not have is
    its highest. # rule: TST-6"""

    faces: tuple[int, ...]

    def face(self, position: int, sides: int) -> int:
        return min(self.faces[position % len(self.faces)], sides)


@dataclass(frozen=True)
class Session:
    """A lesson under way.

    :ivar step: the number of the step shown, from 0; the number of steps stands for the task.
    :ivar hints: how many hints were asked for. ``tries``: how often the task was begun anew.
    """

    lesson: Lesson
    game: Game
    step: int = 0
    hints: int = 0
    tries: int = 1

    @classmethod
    def of(cls, lesson: Lesson) -> Self:
        """A lesson at its first step."""
        return cls(lesson, Game(lesson.battle))

    @classmethod
    def on_the_task(cls, lesson: Lesson) -> Self:
        """A lesson at its task, the steps skipped."""
        return cls(lesson, Game(lesson.battle), len(lesson.steps))

    # where it stands

    @property
    def task(self) -> Task:
        return self.lesson.task

    @property
    def tasked(self) -> bool:
        """Whether the task is shown, and not a step."""
        return self.step >= len(self.lesson.steps)

    @property
    def page(self) -> Step | Task:
        """What is shown: a step or the task."""
        return self.task if self.tasked else self.lesson.steps[self.step]

    @property
    def text(self) -> str:
        """What is said now, in English."""
        return self.page.text

    @cached_property
    def drawings(self) -> tuple[Drawing, ...]:
        """What the step shows on the map as it stands now, in the order in which it appears."""
        if self.tasked:
            return ()
        found = []
        for show in self.lesson.steps[self.step].show:
            try:
                found.append(drawing(show, self.game.battle))
            except FlancoError:  # the learner has changed the position so that there is nothing to show
                continue
        return tuple(found)

    @property
    def hinted(self) -> tuple[str, ...]:
        """The hints shown so far, in English."""
        return self.task.hints[: self.hints]

    @property
    def goals(self) -> tuple[Goal, ...]:
        """What is to be reached on this page; none on a step without a goal."""
        page = self.page
        if isinstance(page, Task):
            return page.goals
        return () if page.goal is None else (page.goal,)

    @cached_property
    def verdicts(self) -> tuple[Verdict, ...]:
        """What is said about each goal of the page now; of goals one after the other, those reached count for good."""
        if not (self.tasked and self.task.ordered):
            return tuple(judge(each, self.game) for each in self.goals)
        reached: list[Verdict] = []
        for done in range(self.game.done + 1):
            then = replace(self.game, done=done)
            while len(reached) < len(self.goals) and (found := judge(self.goals[len(reached)], then)).met:
                reached.append(found)
        return (*reached, *(judge(each, self.game) if n == 0 else Verdict(False, text("That comes later."))
                            for n, each in enumerate(self.goals[len(reached):])))

    @property
    def verdict(self) -> Verdict:
        """What is said about the first goal that is not reached, or the last one; on a step without a goal, that it
        may go on."""
        found = self.verdicts
        if not found:
            return Verdict(True, text("Go on when you are ready."))
        return next((each for each in found if not each.met), found[-1])

    @property
    def met(self) -> bool:
        """Whether every goal of this page is reached."""
        return all(each.met for each in self.verdicts)

    @property
    def able(self) -> tuple[str, ...]:
        """The learner's creatures that are still in the fight."""
        battle = self.game.battle
        return tuple(each for each in self.lesson.plays if not battle[each].out)

    @property
    def turns_used(self) -> int:
        """How many turns all of the learner's creatures in the fight have ended."""
        ends = [step.action.who for step in self.game.past if isinstance(step.action, EndTurn)]
        return min((ends.count(each) for each in self.able), default=0)

    @property
    def state(self) -> State:
        """How it stands."""
        if not self.tasked:
            return "reading"
        if self.met:
            return "done"
        late = 0 < self.task.turns <= self.turns_used
        return "missed" if late or not self.able or self.game.battle.phase == "over" else "open"

    def would_do(self, who: str, cell: Cell) -> bool:
        """Whether all that this page asks of places would hold with one of the learner's creatures on a cell."""
        if who not in self.lesson.plays:
            return False
        battle = self.game.battle
        there = Game(battle.with_combatant(battle[who].but(cell=cell)))
        places = (replace(each, made=False) if isinstance(each, Sheet) else each for each in self.goals)
        return all(judge(each, there).met for each in places if isinstance(each, OF_PLACES))

    # going back and forth

    @property
    def why_not_next(self) -> Text | None:
        """Why the next page is not shown yet; None when it may be."""
        if self.tasked:
            return text("This is the task: the lesson ends with it.")
        return None if self.met else self.verdict.feedback

    def next(self) -> Self:
        """The next page, the task from its start; the same session where there is none yet."""
        if self.why_not_next is not None:
            return self
        after = replace(self, step=self.step + 1)
        return replace(after, game=Game(self.lesson.battle)) if after.tasked else after

    def back(self) -> Self:
        """The page before; the same session on the first."""
        return replace(self, step=max(self.step - 1, 0))

    def hint(self) -> Self:
        """One hint more; the same session when all are shown."""
        return replace(self, hints=min(self.hints + 1, len(self.task.hints)))

    def again(self) -> Self:
        """The same page from the position at the start."""
        return replace(self, game=Game(self.lesson.battle), tries=self.tries + self.tasked)

    # acting

    def why_not(self, action: Action) -> Text | None:
        """Why the learner may not do something now; None when it may."""
        who = getattr(action, "who", "")
        if who not in self.lesson.plays:
            names = ", ".join(self.game.battle[each].name for each in self.lesson.plays)
            return text("in this lesson you act for: {names}", names=names)
        if self.state == "missed":
            return text("the turns of this task are over: begin it again")
        return self.game.why_illegal(action)

    def act(self, action: Action) -> Self:
        """The learner does something; creatures of others let their turns pass.

        :raises IllegalAction: when it may not. # rule: ACT-6
        """
        if (reason := self.why_not(action)) is not None:
            raise IllegalAction(reason)
        dice = LessonDice(self.lesson.dice)
        game = self.game.do(action, dice)
        for _ in game.battle.order:
            active = game.battle.active
            if active is None or active.id in self.lesson.plays:
                break
            game = game.do(EndTurn(active.id), dice)
        return replace(self, game=game)

    def undo(self) -> Self:
        """Before the learner's last action; the same session when nothing was done."""
        game = self.game.undo()
        while game.done and getattr(game.steps[game.done].action, "who", "") not in self.lesson.plays:
            game = game.undo()
        return replace(self, game=game)

    def reveal(self) -> Self:
        """The next action of the solution done, from the start when something else was done before; the same session
        when the solution is at its end or there is none."""
        mine = tuple(each.action for each in self.game.past if getattr(each.action, "who", "") in self.lesson.plays)
        wanted = self.task.solution
        if mine != wanted[: len(mine)]:
            return replace(self, game=Game(self.lesson.battle)).reveal()
        return self.act(wanted[len(mine)]) if len(mine) < len(wanted) else self


class Tried(NamedTuple):
    """What became of a script: the session at its end; where it was refused, the number of the action and why."""

    session: Session
    number: int = -1
    refused: Text | None = None


def play(session: Session, script: Iterable[Action]) -> Tried:
    """A session after some actions of the learner, up to the first that is refused."""
    for number, action in enumerate(script):
        try:
            session = session.act(action)
        except FlancoError as error:
            return Tried(session, number, error.message)
    return Tried(session)
