"""A lesson on the table: a match whose acts are those of a learner, judged by the session; nothing of it is saved."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from game.errors import SaveError
from game.learn.session import LessonDice, Session
from game.rules.actions import Action
from game.rules.dice import Dice
from game.rules.events import Event
from game.texts import Text
from game.view.match import Match, Thrown


@dataclass(eq=False)
class LessonMatch(Match):
    """A match that follows a session: its game is the session's."""

    session: Session = field(kw_only=True)

    @classmethod
    def on(cls, session: Session) -> "LessonMatch":
        """The match of a session."""
        return cls(session.game, dice=LessonDice(session.lesson.dice), session=session)

    def take(self, session: Session) -> bool:
        """Follow another session, a step further or back; False when its game is the same."""
        changed = session.game is not self.game
        self.session, self.game = session, session.game
        return changed

    def do(self, action: Action, dice: Dice | None = None, thrown: Thrown | None = None) -> tuple[Event, ...]:
        """The learner does it; all others let their turns pass. The dice are those of the lesson.

        :raises IllegalAction: when the learner may not. # rule: ACT-6
        """
        done = self.game.done
        self.take(self.session.act(action))
        return tuple(event for step in self.game.past[done:] for event in step.events)

    def why(self, action: Action) -> Text | None:
        return self.session.why_not(action)

    def undo(self) -> bool:
        """Nothing on a page to read: what was done belongs to a page before."""
        if not self.session.goals:
            return False
        session = self.session.undo()
        return session.game.done != self.game.done and self.take(session)

    def redo(self) -> bool:
        if not self.session.goals:
            return False
        game, plays = self.game.redo(), self.session.lesson.plays
        while game.can_redo and getattr(game.steps[game.done].action, "who", "") not in plays:
            game = game.redo()
        return game.done != self.game.done and self.take(replace(self.session, game=game))

    def back_to_turn_start(self) -> bool:
        if not self.session.goals:
            return False
        game = self.game.back_to_turn_start()
        return game.done != self.game.done and self.take(replace(self.session, game=game))

    def save(self, path: Path) -> None:
        """Nothing: a lesson begins anew each time."""

    def keep(self) -> SaveError | None:
        return None
