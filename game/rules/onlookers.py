"""A game as the players see it: every battle without its hidden creatures, every step without what they do.

What a hidden creature does in its turn adds nothing to such a game: what others then see of it (the next turn begins)
belongs to the step before. While its turn is still going on, the players see it as if it were over.
"""

from dataclasses import dataclass, replace
from operator import is_

from game.errors import FlancoError
from game.rules.actions import EndTurn
from game.rules.dice import Dice
from game.rules.engine import apply
from game.rules.events import Event, Hid, Revealed
from game.rules.history import Game, Step
from game.rules.players import players_events, players_view, unseen
from game.rules.state import Battle, Told


@dataclass(frozen=True, slots=True)
class _Entry:
    """How many steps players have seen after a step of the game, and the last of those; None when there is none."""

    count: int
    last: Step | None


class Onlookers:
    """Keeps the game that players see beside the game that is played: only what is new is worked out."""

    def __init__(self) -> None:
        self._key: tuple[Battle, Told] | None = None
        self._initial: Battle | None = None
        self._entries: list[_Entry] = []
        self._known: list[Step] = []  # the steps that they are about
        self._open = 0  # how many steps from the first on are seen as they are
        self._made: tuple[Game, Game] | None = None
        self._passed: tuple[Battle, tuple[Event, ...], Battle] | None = None

    def see(self, game: Game, told: Told, dice: Dice) -> Game:
        """The game as players see it, enemies' numbers as they are to be ``told``; the very same when it hides nothing.

        ``dice`` are those of the game: they say how the turn that comes after a hidden creature's begins.
        """
        if self._key is None or self._key[0] is not game.initial or self._key[1] != told:
            self._key, self._entries, self._known, self._open, self._made = (game.initial, told), [], [], 0, None
            self._initial = players_view(game.initial, told)
        if self._made is None or self._made[0] is not game:
            self._made = game, self._seen(game, told, dice)
        return self._made[1]

    def count(self, done: int) -> int:
        """How many steps players have seen when so many are done; of the game that was looked at last."""
        return self._entries[done - 1].count if done else 0

    def _seen(self, game: Game, told: Told, dice: Dice) -> Game:
        known = [*map(is_, self._known, game.steps)]
        kept = known.index(False) if False in known else len(known)
        self._known[kept:] = game.steps[kept:]
        self._open = min(self._open, kept)
        del self._entries[kept:]
        for n in range(kept, len(game.steps)):
            self._add(game.steps[n - 1].battle if n else game.initial, game.steps[n], told)
            if self._open == n and self._entries[n].last is game.steps[n]:
                self._open = n + 1
        if self._open == len(game.steps) and self._initial is game.initial and (
                game.battle.active is None or not game.battle.active.hidden):
            return game
        assert self._initial is not None
        steps, initial, done = self._list(game.done), self._initial, self.count(game.done)
        after, events = self._pass(game.battle, dice)
        if after is not game.battle:
            seen = players_view(after, told)
            if steps:
                steps[-1] = replace(steps[-1], events=(*steps[-1].events, *events), battle=seen)
            else:
                initial = seen
        steps += self._list(len(game.steps))[done:]
        same = initial is game.initial and len(steps) == len(game.steps) and all(map(is_, steps, game.steps))
        return game if same else Game(initial, tuple(steps), done)

    def _list(self, count: int) -> list[Step]:
        """The steps that players have seen when so many are done."""
        steps: list[Step] = []
        for entry in self._entries[:count]:
            if entry.last is not None:
                steps[entry.count - 1:] = [entry.last]
        return steps

    def _add(self, before: Battle, step: Step, told: Told) -> None:
        """One more step was taken."""
        entry = self._entries[-1] if self._entries else None
        count, last = (entry.count, entry.last) if entry else (0, None)
        if last is not None:
            last.battle.memo.clear()  # a long past keeps battles, not what was once worked out about them
        after = step.battle
        if told == "digits" and not unseen(before) and not unseen(after) and not _secrets(step):
            self._entries.append(_Entry(count + 1, step))
            return
        events, view = players_events(step.events, before, after), players_view(after, told)
        actor = getattr(step.action, "who", "")
        lurks = actor in unseen(before) and actor in unseen(after)
        if lurks or (not events and view.but(dice=0) == players_view(before, told).but(dice=0)):
            if last is not None:
                last = replace(last, events=(*last.events, *events), battle=view)
                self._entries.append(_Entry(count, last))
                return
            if not events:
                self._entries.append(_Entry(count, None))
                return
        self._entries.append(_Entry(count + 1, Step(step.action, events, view)))

    def _pass(self, battle: Battle, dice: Dice) -> tuple[Battle, tuple[Event, ...]]:
        """The battle after the turns of hidden creatures that are going on now, and what players see happen."""
        if battle.active is None or not battle.active.hidden:
            return battle, ()
        if self._passed is None or self._passed[0] is not battle:
            now, told = battle, list[Event]()
            for _ in battle.order:
                if now.active is None or not now.active.hidden:
                    break
                try:
                    after, events = apply(now, EndTurn(now.active.id), dice)
                except FlancoError:  # dice that nobody has written down
                    break
                told += players_events(events, now, after)
                now = after
            self._passed = battle, tuple(told), now
        return self._passed[2], self._passed[1]


def _secrets(step: Step) -> bool:
    return any(isinstance(each, Hid | Revealed) for each in step.events)
