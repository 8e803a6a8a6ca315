"""The search for a puzzle's fewest actions, by waves: positions that differ only by where the creature stands go
together, as a mask of places.

A :class:`_Frame` is all of a position but that place: what else has changed, the turn, which deeds are done. Waves go
out by the number of actions. Plain walks, postures, and what is in hand lead from masks to masks; all else is done by
the engine, place by place. Nothing is left out that could reach the goals as soon:

- A position that another, reached as soon, has with no less movement left is not looked at.
- What no goal hangs on is left alone: see :mod:`game.learn.relevance`.
- What the creature has let fall lies where nobody asks, and is not taken up again: that would only undo it.
- Goals are asked of a mask first, then of each place that is left.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.errors import DiceError, IllegalAction
from game.insight.background import Progress, Stop
from game.learn.goal_masks import maybe
from game.learn.goals import Did, Goal, Hit
from game.learn.holding import holds
from game.learn.last_acts import Last, listing
from game.learn.relevance import HANDS, POSTURES, Relevant
from game.learn.sure import NoDice, of_changes, of_deeds
from game.learn.walks import Walks, dared, foreseeable, jumps, plain_walks, risky
from game.rules import handling, mounts, moves, structures
from game.rules.actions import Action, Delay, DropItem, EndTurn, PickUp
from game.rules.allowed import why_barred
from game.rules.engine import apply, legal_actions
from game.rules.events import Event, PowerUsed
from game.rules.history import Game, Step
from game.rules.powers import ZoneEffect
from game.rules.state import Battle, Combatant
from game.spatial.grid import Cell, Mask

OWN: Final = tuple(each.name for each in fields(Combatant) if each.name not in ("cell", "sheet"))
CHANGING: Final = tuple(each.name for each in fields(Battle) if each.name not in (
    "map", "settings", "teams", "combatants", "turn", "dice"))  # a map and settings last as long as the puzzle
MOST_MOVES: Final = 4
UNDONE: Final = frozenset({"pick_up", "drop_item", "mount", "dismount", "release", "concentrate", "escape", "wrench"})
"""Deeds that are asked for rarely: then everything is done by the engine, place by place."""
Way = tuple["_Frame", Cell, Action]
Level = dict["_Frame", Mask]


@dataclass(eq=False)
class _Frame:
    """Positions that differ only by where the creature stands.

    :ivar battle: one of them: the creature stands where it began.
    :ivar still: what tells them from others, but for the turn and the deeds.
    :ivar flags: which deeds are done.
    :ivar best: (moves, H, W) int32: the most movement left that some place was reached with, by the Moves spent, -1
        where it was not; shared by all frames that differ by nothing else.
    :ivar even: no zone puts anything on the creature that depends on its place. ``plain``: its walks are foreseeable.
    :ivar ways: the frame, the place and the action by which each place was first reached; None for the start.
    """

    battle: Battle
    still: object
    flags: tuple[bool, ...]
    best: NDArray[np.int32]
    even: bool
    plain: bool
    ways: dict[Cell, Way | None] = field(default_factory=dict)


class Search:
    """A search under way."""

    def __init__(self, battle: Battle, who: str, goals: tuple[Goal, ...], progress: Progress, stop: Stop) -> None:
        self.battle, self.who, self.progress, self.stop = battle, who, progress, stop
        self.deeds = tuple(each for each in goals if of_deeds(each))
        self.changes = tuple(each for each in goals if of_changes(each))
        self.states = tuple(each for each in goals if not of_deeds(each) and not of_changes(each))
        self.relevant = Relevant.of(goals, battle, who)
        self.last = Last(battle, who)
        self.home: Cell = battle[who].cell or (0, 0)
        self.lying = frozenset(each.id for each in battle.items)
        self.one_by_one = any(isinstance(each, Did) and each.action in UNDONE for each in goals)
        self.frames: dict[object, _Frame] = {}
        self.bests: dict[object, NDArray[np.int32]] = {}
        self.numbers: dict[int, tuple[object, int]] = {}
        self.parts: dict[object, int] = {}
        self.asked: dict[object, tuple[Mask, Mask]] = {}
        self.looked = 0

    def run(self, most: int) -> tuple[Action, ...] | None:
        """The fewest actions; None when there are none, or it was stopped."""
        start = self.frame(self.battle, tuple(holds(each, Game(self.battle)) for each in self.deeds))
        level: Level = {}
        self.reach(level, start, self.only(self.home), None)
        found = self.solved(level)
        for depth in range(most):
            after: Level = {}
            if found is not None or not level:
                break
            try:
                found = self.wave(level, after, depth / most, 1 / most)
            except InterruptedError:
                return None
            level = after
        return found

    def wave(self, level: Level, after: Level, start: float, share: float) -> tuple[Action, ...] | None:
        """One action more from every position of a level: the actions that reach the goals so; else None, and all that
        leads on is in ``after``."""
        whole, done = 2 * sum(int(each.sum()) for each in level.values()), 0
        for look in self.finish, self.expand:
            for frame, mask in level.items():
                for found in look(frame, mask, after):
                    if found is not None:
                        return found
                    done += 1
                    self.progress(start + share * min(done / whole, 1.0))
                    if self.stop():
                        raise InterruptedError
        return self.solved(after)

    # positions

    def only(self, cell: Cell) -> Mask:
        """(H, W) bool: one place."""
        mask = np.zeros(self.battle.map.shape, np.bool_)
        mask[cell[1], cell[0]] = True
        return mask

    def at(self, frame: _Frame, cell: Cell) -> Battle:
        """The battle of a frame with the creature on a place."""
        if cell == self.home:
            return frame.battle
        return frame.battle.with_combatant(frame.battle[self.who].but(cell=cell))

    def frame(self, battle: Battle, flags: tuple[bool, ...]) -> _Frame:
        """The frame of a position."""
        who, turn = battle[self.who], battle.turn
        still = (tuple(getattr(who, each) for each in OWN),
                 tuple(self.number(each) for each in battle.combatants if each.id != who.id),
                 tuple(self.number(getattr(battle, each)) for each in CHANGING))
        parity = turn.diagonals if battle.settings.diagonals == "alternating" else 0
        shared = still, turn.but(moves=0, left=0, diagonals=parity), flags
        key = shared, turn.moves, turn.left
        if key not in self.frames:
            if shared not in self.bests:
                self.bests[shared] = np.full((MOST_MOVES + 1, *battle.map.shape), -1, np.int32)
            home = battle if who.cell == self.home else battle.with_combatant(who.but(cell=self.home))
            even = not any(each.effect.conditions or each.effect.modifier for each in battle.zones)
            plain = not self.one_by_one and foreseeable(battle, who.id)
            self.frames[key] = _Frame(home, still, flags, self.bests[shared], even, plain)
        return self.frames[key]

    def number(self, part: object) -> int:
        """A number for a part of a battle, the same for equal ones; those that are kept from battle to battle are told
        by identity, without looking into them."""
        known = self.numbers.get(id(part))
        if known is None:  # the part is kept, so that its identity stays its own
            known = self.numbers[id(part)] = (part, self.parts.setdefault(part, len(self.parts)))
        return known[1]

    def reach(self, level: Level, frame: _Frame, mask: Mask, way: Callable[[Cell], Way] | None) -> None:
        """Put those of some places into a level that were not reached before with as much movement left."""
        turn = frame.battle.turn
        new: Mask = mask & (frame.best[:turn.moves + 1].max(axis=0) < turn.left)
        if not new.any():
            return
        for y, x in np.argwhere(new).tolist():
            frame.ways[x, y] = None if way is None else way((x, y))
        frame.best[turn.moves][new] = turn.left
        level[frame] = level[frame] | new if frame in level else new
        self.looked += int(new.sum())

    # goals

    def solved(self, level: Level) -> tuple[Action, ...] | None:
        """The actions that lead to a position of these in which all goals are reached."""
        for frame, mask in level.items():
            for cell in self.standing(frame, mask) if all(frame.flags) else ():
                game = Game(self.at(frame, cell))
                if all(holds(each, game) for each in self.changes):
                    return self.actions(frame, cell)
        return None

    def standing(self, frame: _Frame, mask: Mask) -> Iterator[Cell]:
        """Those of some places where all goals hold that are about how things stand."""
        for goal in self.states:
            if mask.any():
                mask = mask & self.maybe(goal, frame, mask)
        for y, x in np.argwhere(mask).tolist():
            game = Game(self.at(frame, (x, y)))
            if all(holds(each, game) for each in self.states):
                yield x, y

    def maybe(self, goal: Goal, frame: _Frame, mask: Mask) -> Mask:
        """:func:`game.learn.goal_masks.maybe`, asked once of each place of positions that differ by the turn alone."""
        key = goal, frame.still
        if key not in self.asked:
            self.asked[key] = np.zeros_like(mask), np.zeros_like(mask)
        known, held = self.asked[key]
        new = mask & ~known
        if new.any():
            held |= maybe(goal, frame.battle, self.who, new, frame.even)
            known |= new
        return held

    def actions(self, frame: _Frame, cell: Cell) -> tuple[Action, ...]:
        """The actions by which a position was first reached."""
        found: list[Action] = []
        while (way := frame.ways[cell]) is not None:
            frame, cell, action = way
            found.append(action)
        return tuple(reversed(found))

    def finish(self, frame: _Frame, mask: Mask, _: Level) -> Iterator[tuple[Action, ...] | None]:
        """The actions to a position, and one more that does all that is left to do."""
        open_ = tuple(each for each, done in zip(self.deeds, frame.flags, strict=True) if not done)
        if not self.acts(frame) or not (open_ or self.changes) or not self.last.may(frame.battle, open_):
            return
        for cell in self.standing(frame, mask):
            battle = self.at(frame, cell)
            game = Game(battle)
            wanted = (*open_, *(each for each in self.changes if not holds(each, game)))
            found = self.last.reaching(battle, wanted) if wanted else None
            battle.memo.clear()
            yield None if found is None else (*self.actions(frame, cell), found)

    # what leads on

    def acts(self, frame: _Frame) -> bool:
        """Whether it is still the creature's turn."""
        active = frame.battle.active
        return active is not None and active.id == self.who

    def expand(self, frame: _Frame, mask: Mask, after: Level) -> Iterator[None]:
        """Every action more that may lead on, from some places of a frame."""
        if not self.acts(frame):
            return
        if frame.plain:
            self.handle(frame, mask, after)
        risk = risky(frame.battle, self.who)
        for y, x in np.argwhere(mask).tolist():
            cell, battle = (x, y), self.at(frame, (x, y))
            if frame.plain:
                self.walk(frame, cell, battle, risk, after)
                for action in self.near(battle, frame):
                    self.do(frame, cell, action, battle, after)
            else:
                for action in legal_actions(listing(battle)):
                    if self.leads(action, battle):
                        self.do(frame, cell, action, battle, after)
            battle.memo.clear()
            yield None

    def walk(self, frame: _Frame, cell: Cell, battle: Battle, risk: Mask | None, after: Level) -> None:
        """Walks: plain ones all at once, others one by one."""
        for walks in plain_walks(battle, self.who, risk):
            flags = self.flags(frame, walks.action(self.who, cell))
            led = self.frame(battle.but(turn=walks.turn), flags)
            self.reach(after, led, walks.to, partial(_walked, frame, cell, walks, self.who))
        for action in (*jumps(battle, self.who), *dared(battle, self.who, risk)):
            self.do(frame, cell, action, battle, after)

    def handle(self, frame: _Frame, mask: Mask, after: Level) -> None:
        """Postures and what is in hand, the same on all places."""
        who = frame.battle[self.who]
        acts: list[tuple[Action, Mask]] = []
        if self.relevant.postures:
            acts += self.postures(frame, mask)
        if self.relevant.hands and frame.even:
            acts += [(each, mask) for each in handlings(frame.battle, who)]
        for action, some in acts:
            y, x = np.argwhere(some)[0].tolist()
            at = self.home if isinstance(action, HANDS) else (x, y)
            battle = self.at(frame, at)
            if (done := self.done(battle, action)) is None:
                continue
            led = self.frame(done[0], self.flags(frame, action))
            self.reach(after, led, some, partial(_stayed, frame, action))

    def postures(self, frame: _Frame, mask: Mask) -> list[tuple[Action, Mask]]:
        """What it can do with its own body, and where: who lies or crouches needs room to rise."""
        if frame.battle[self.who].posture == "standing" and frame.even:
            return [(each, mask) for each in moves.posture_options(frame.battle, frame.battle[self.who])]
        found: dict[Action, Mask] = {}
        for y, x in np.argwhere(mask).tolist():
            battle = self.at(frame, (x, y))
            for action in moves.posture_options(battle, battle[self.who]):
                found.setdefault(action, np.zeros_like(mask))[y, x] = True
        return list(found.items())

    def near(self, battle: Battle, frame: _Frame) -> Iterator[Action]:
        """What hangs on the place: doors, things on the ground, saddles, things to break, powers that roll no dice."""
        who = battle[self.who]
        yield from moves.door_options(battle, who)
        if battle.turn.may_move and why_barred(battle, who, "move") is None:
            yield from mounts.options(battle, who)
            if self.relevant.things:
                yield from (each for each in handling.pick_up_options(battle, who) if self.others(each, battle))
        if self.relevant.hands and not frame.even:
            yield from handlings(battle, who)
        if battle.turn.may_execute and (battle.settings.structure_attacks != "critical"
                                        or not structures.pressed(battle, who)):
            yield from structures.options(battle, who)
        yield from self.quiet(battle, frame)

    def others(self, action: PickUp, battle: Battle) -> bool:
        """Whether a thing to take up is none that the creature has let fall in this turn."""
        return action.thing in self.lying or all(each.id != action.thing for each in battle.items)

    def quiet(self, battle: Battle, frame: _Frame) -> Iterator[Action]:
        """Uses of powers that roll no dice, and change something that leads on or are asked for."""
        asked = any(isinstance(each, Hit | Did) and not done
                    for each, done in zip(self.deeds, frame.flags, strict=True))
        for power, act, id in self.last.powers_of(battle[self.who]):
            plain = power.attack == "none"
            if not plain and (power.roll is not None or power.shape is None):
                continue
            zones = any(isinstance(each, ZoneEffect) for each in power.effects)
            if (plain and asked) or self.relevant.quiet(power, battle) or (not plain and battle.structures and not zones):
                yield from self.last.used(listing(battle), power, act, id)

    def leads(self, action: Action, battle: Battle) -> bool:
        """Whether an action that is listed may lead on."""
        if isinstance(action, EndTurn | Delay):
            return False
        if isinstance(action, HANDS) and not self.relevant.hands and not self.one_by_one:
            return False
        return not isinstance(action, POSTURES) or self.relevant.postures

    def do(self, frame: _Frame, cell: Cell, action: Action, battle: Battle, after: Level) -> None:
        """An action done by the engine; nothing when it needs dice."""
        if (done := self.done(battle, action)) is None:
            return
        led, events = done
        place = led[self.who].cell
        if place is not None:
            flags = self.flags(frame, action, Game(battle, (Step(action, events, led),), 1))
            self.reach(after, self.frame(led, flags), self.only(place), lambda _: (frame, cell, action))

    def done(self, battle: Battle, action: Action) -> tuple[Battle, tuple[Event, ...]] | None:
        """The battle after an action and what happened; None when it needs dice, or the rules refuse it."""
        try:
            return apply(battle, action, NoDice())
        except (DiceError, IllegalAction):
            return None

    def flags(self, frame: _Frame, action: Action, game: Game | None = None) -> tuple[bool, ...]:
        """Which deeds are done after an action; ``game`` is that step alone, where it may have used a power."""
        game = game or Game(frame.battle, (Step(action, (), frame.battle),), 1)
        return tuple(self.deed(each, done, game) for each, done in zip(self.deeds, frame.flags, strict=True))

    def deed(self, goal: Goal, done: bool, game: Game) -> bool:
        if isinstance(goal, Did):
            return done or holds(goal, game)
        if isinstance(goal, Hit) and any(isinstance(each, PowerUsed) and each.who == goal.who and goal.power in (
                None, each.power) for each in game.log):
            return holds(goal, game)
        return done


def handlings(battle: Battle, who: Combatant) -> Iterator[Action]:
    """What it can do with its weapons, but for taking them up: what is let fall is in hand."""
    yield from moves.weapon_options(battle, who)
    if battle.turn.may_move and why_barred(battle, who, "move") is None:
        yield from handling.switch_options(battle, who)
    if why_barred(battle, who, "body") is None:
        yield from handling.grip_options(battle, who)
        yield from (DropItem(who.id, each) for each in dict.fromkeys(who.hands))


def _walked(frame: _Frame, start: Cell, walks: Walks, who: str, cell: Cell) -> Way:
    return frame, start, walks.action(who, cell)


def _stayed(frame: _Frame, action: Action, cell: Cell) -> Way:
    return frame, cell, action
