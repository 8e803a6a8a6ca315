"""The search for a puzzle's fewest actions, by waves: positions that differ only by where the creature stands go
together, as a mask of places.

Waves go out by the number of actions. Plain walks, postures, and what is in hand lead from masks to masks; all else is
done by the engine, place by place. Nothing is left out that could reach the goals as soon:

- A position that another, reached as soon, has with no less movement left is not looked at.
- What no goal hangs on is left alone: see :mod:`game.learn.search.relevance`.
- What the creature has let fall lies where nobody asks, and is not taken up again: that would only undo it.
- Goals are asked of a mask first, then of each place that is left.
"""

from collections.abc import Iterator
from functools import cached_property, partial
from typing import Final

import numpy as np

from game.errors import DiceError, IllegalAction
from game.insight.background import Progress, Stop
from game.insight.nearest import Places
from game.learn.goals import Did, Goal, Has, Hit, Out
from game.learn.holding import holds
from game.learn.search.frames import ARMED, Frame, Level, Positions, Way
from game.learn.search.goal_masks import maybe
from game.learn.search.last_acts import Last, Use, listing
from game.learn.search.relevance import HANDS, POSTURES, Relevant
from game.learn.search.walks import Ahead, Walks, cells_of, harmful, jumps, lurking, plain_walks
from game.learn.sure import NoDice, of_changes, of_deeds
from game.rules import handling, mounts, moves, structures
from game.rules.actions import Action, Delay, DropItem, DropProne, EndTurn, PickUp
from game.rules.allowed import why_barred
from game.rules.bodies import allies_of, body_of, movement_of, obstructed, side_of
from game.rules.casting import cost_of
from game.rules.conditions import PRONE, without_condition
from game.rules.engine import apply, legal_actions
from game.rules.events import Event, PowerUsed
from game.rules.history import Game, Step
from game.rules.powers import Power
from game.rules.state import Battle, Combatant, Structure
from game.spatial.grid import Cell, Mask

UNDONE: Final = frozenset({"pick_up", "drop_item", "mount", "dismount", "release", "concentrate", "escape", "wrench"})
"""Deeds that are asked for rarely: then everything is done by the engine, place by place."""


class Search(Positions):
    """A search under way."""

    def __init__(self, battle: Battle, who: str, goals: tuple[Goal, ...], progress: Progress, stop: Stop) -> None:
        super().__init__(battle, who, any(isinstance(each, Did) and each.action in UNDONE for each in goals))
        self.progress, self.stop = progress, stop
        self.deeds = tuple(each for each in goals if of_deeds(each))
        self.changes = tuple(each for each in goals if of_changes(each))
        self.states = tuple(each for each in goals if not of_deeds(each) and not of_changes(each))
        self.relevant = Relevant.of(goals, battle, who)
        self.last = Last(battle, who)
        self.asked: dict[object, tuple[Mask, Mask]] = {}
        self.floods: dict[object, tuple[Walks, ...]] = {}
        self.strides: dict[object, Battle | None] = {}

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

    # goals

    def solved(self, level: Level) -> tuple[Action, ...] | None:
        """The actions that lead to a position of these in which all goals are reached."""
        for frame, mask in level.items():
            for cell in self.standing(frame, mask) if all(frame.flags) else ():
                game = Game(self.at(frame, cell))
                if all(holds(each, game) for each in self.changes):
                    return self.actions(frame, cell)
        return None

    def standing(self, frame: Frame, mask: Mask) -> Iterator[Cell]:
        """Those of some places where all goals hold that are about how things stand."""
        for goal in self.states:
            if mask.any():
                mask = mask & self.maybe(goal, frame, mask)
        for y, x in np.argwhere(mask).tolist():
            game = Game(self.at(frame, (x, y)))
            if all(holds(each, game) for each in self.states):
                yield x, y

    def maybe(self, goal: Goal, frame: Frame, mask: Mask) -> Mask:
        """What :func:`maybe` says, asked once of each place of positions that differ by the turn alone."""
        key = goal, frame.still
        if key not in self.asked:
            self.asked[key] = np.zeros_like(mask), np.zeros_like(mask)
        known, held = self.asked[key]
        for new, fixed in ((mask & ~known & ~frame.odd, True), (mask & ~known & frame.odd, False)):
            if new.any():
                held |= maybe(goal, self.at(frame, next(cells_of(new))), self.who, new, fixed)
        known |= mask
        return held

    def finish(self, frame: Frame, mask: Mask, _: Level) -> Iterator[tuple[Action, ...] | None]:
        """The actions to a position, and one more that does all that is left to do."""
        open_ = tuple(each for each, done in zip(self.deeds, frame.flags, strict=True) if not done)
        if not self.acts(frame) or not (open_ or self.changes) or not self.last.may(frame.battle, open_):
            return
        for cell in self.standing(frame, self.last.where(frame.battle, open_, mask)):
            battle = self.at(frame, cell)
            game = Game(battle)
            wanted = (*open_, *(each for each in self.changes if not holds(each, game)))
            found = self.last.reaching(battle, wanted, (*self.states, *self.changes)) if wanted else None
            battle.memo.clear()
            yield None if found is None else (*self.actions(frame, cell), found)

    # what leads on

    def acts(self, frame: Frame) -> bool:
        """Whether it is still the creature's turn."""
        active = frame.battle.active
        return active is not None and active.id == self.who

    def expand(self, frame: Frame, mask: Mask, after: Level) -> Iterator[None]:
        """Every action more that may lead on, from some places of a frame."""
        if not self.acts(frame):
            return
        if frame.plain:
            self.handle(frame, mask, after)
            yield from self.walk(frame, mask, after)
        near = self.beside(frame, mask)
        for y, x in np.argwhere(near if frame.plain else mask).tolist():
            battle = self.at(frame, (x, y))
            listed = self.near(battle, frame) if frame.plain else (
                each for each in legal_actions(listing(battle)) if self.leads(each, battle))
            for action in listed:
                self.do(frame, (x, y), action, battle, after)
            battle.memo.clear()
            yield None

    def walk(self, frame: Frame, mask: Mask, after: Level) -> Iterator[None]:
        """Walks: plain ones to many places at once, others one by one."""
        turn = frame.battle.turn
        if not (turn.left or turn.may_move or turn.untouched):
            return
        harm, lurk = harmful(frame.battle, self.who), lurking(frame.battle, self.who)
        ahead = Ahead(frame.battle, self.who, mask)
        for cell in sorted(cells_of(mask), key=self.far, reverse=True):
            yield None
            if ahead.known and not ahead.new(cell):
                continue
            battle = self.at(frame, cell)
            key = frame.afoot, turn, cell
            if key not in self.floods:
                self.floods[key] = tuple(plain_walks(battle, self.who, harm | lurk))
            for walks in self.floods[key]:
                led = self.led(frame, battle, walks)
                self.reach(after, led, walks.to, partial(_walked, frame, cell, walks, self.who))
                ahead.take(led.battle.turn, led.best)
            battle.memo.clear()
        if harm.any() or lurk.any():
            yield from self.dare(frame, mask, harm, lurk, after)
        yield from self.jump(frame, mask, after)

    def led(self, frame: Frame, battle: Battle, walks: Walks) -> Frame:
        """The frame after some walks."""
        return self.frame(battle.but(turn=walks.turn), self.flags(frame, walks.action(self.who, self.home)))

    def dare(self, frame: Frame, mask: Mask, harm: Mask, lurk: Mask, after: Level) -> Iterator[None]:
        """Walks that are not plain, one by one: into hidden creatures; over hazards, only where no other way leads as
        soon, for nobody is the better for it."""
        hurt = any(isinstance(each, Has | Out) and self.who in (getattr(each, "who", ""), getattr(each, "target", ""))
                   for each in self.changes)
        zones = {each.id: Places(frame.battle, self.who).touching(frame.battle.cells_of(each.id))
                 for each in frame.battle.zones if each.effect.damage}
        done, level = set[object](), not frame.battle.grid.height.any()
        for cell in cells_of(mask):
            yield None
            battle = self.at(frame, cell)
            safe = list(plain_walks(battle, self.who, harm | lurk))
            seen = list(plain_walks(battle, self.who, lurk))
            for walks in plain_walks(battle, self.who, np.zeros_like(mask)):
                plain, known = (np.logical_or.reduce([np.zeros_like(mask), *(
                    each.to for each in some if (each.turn, each.dash) == (walks.turn, walks.dash))])
                    for some in (safe, seen))
                over = walks.to & ~plain & (~known | hurt | self.fresh(self.led(frame, battle, walks)))
                for place in cells_of(over):
                    met = walks.turn, walks.dash, place, self.crossed(battle, walks, place, zones)
                    if not (level and known[place[1], place[0]] and met in done):
                        self.stride(frame, cell, walks.action(self.who, place), battle, after)
                    done.add(met)
            battle.memo.clear()

    def crossed(self, battle: Battle, walks: Walks, place: Cell, zones: dict[str, Mask]) -> tuple[frozenset[str], ...]:
        """The hazards in which a walk begins, and those that it leads over."""
        path = movement_of(battle, self.who, walks.dash).path(place)
        return tuple(frozenset(id for id, cells in zones.items() if any(cells[y, x] for x, y in some))
                     for some in ((battle[self.who].cell or self.home,), path))

    def jump(self, frame: Frame, mask: Mask, after: Level) -> Iterator[None]:
        """Moves that end with a fall."""
        if self.battle.map.height.min() == self.battle.map.height.max() and not frame.battle.zones:
            return
        for cell in cells_of(mask):
            yield None
            battle = self.at(frame, cell)
            for action in jumps(battle, self.who):
                self.stride(frame, cell, action, battle, after)
            battle.memo.clear()

    def far(self, cell: Cell) -> int:
        """How far a place is from where the creature began."""
        return max(abs(cell[0] - self.home[0]), abs(cell[1] - self.home[1]))

    def beside(self, frame: Frame, mask: Mask) -> Mask:
        """Those of some places where something may be done that hangs on the place."""
        turn, battle = frame.battle.turn, frame.battle
        if self.uses(battle, frame) or (turn.may_execute and self.breaks(battle)):
            return mask
        if battle.riders_of(self.who):
            return mask
        return mask & self.at_hand if turn.may_move else np.zeros_like(mask)

    @cached_property
    def at_hand(self) -> Mask:
        """(H, W) bool: the places from which a hand may reach a door, a thing or a saddle."""
        battle = self.battle
        far = max(battle.settings.pick_up_reach, 1) + side_of(battle, battle[self.who])
        found = np.zeros(battle.map.shape, np.bool_)
        cells = [cell for each in battle.structures if each.open is not None for cell in door_cells(battle, each)]
        if self.relevant.things:
            cells += [each.cell for each in battle.items]
            cells += [cell for each in battle.combatants if each.out and each.cell is not None
                      for cell in body_of(battle, each).cells]
        if battle.nonlethal:
            cells += [cell for each in allies_of(battle, battle[self.who]) for cell in body_of(battle, each).cells]
        for x, y in cells:
            found[max(y - far, 0):y + far + 1, max(x - far, 0):x + far + 1] = True
        return found

    def handle(self, frame: Frame, mask: Mask, after: Level) -> None:
        """Postures and what is in hand, where they are the same on all places."""
        found: dict[Action, Mask] = {}
        for cell in cells_of(mask & frame.odd) if not frame.battle.riders_of(self.who) else ():
            battle = self.at(frame, cell)
            for action in self.bodily(battle):
                found.setdefault(action, np.zeros_like(mask))[cell[1], cell[0]] = True
            battle.memo.clear()
        for action, some in found.items():
            if (done := self.done(self.at(frame, next(cells_of(some))), action)) is not None:
                self.reach(after, self.frame(done[0], self.flags(frame, action)), some,
                           partial(_stayed, frame, action))
        mask = mask & ~frame.odd
        if not mask.any():
            return
        if self.relevant.postures:
            self.postures(frame, mask, after)
        battle = self.at(frame, next(cells_of(mask)))
        for action in handlings(battle, battle[self.who]) if self.relevant.hands else ():
            if (done := self.done(battle, action)) is not None:
                led = self.frame(done[0], self.flags(frame, action))
                self.reach(after, led, mask, partial(_stayed, frame, action))

    def bodily(self, battle: Battle) -> Iterator[Action]:
        """What the creature can do with its body and its hands."""
        who = battle[self.who]
        yield from handlings(battle, who) if self.relevant.hands else ()
        yield from moves.posture_options(battle, who) if self.relevant.postures else ()

    def postures(self, frame: Frame, mask: Mask, after: Level) -> None:
        """What it can do with its own body; who lies or crouches needs room to rise."""
        low = frame.battle[self.who].posture != "standing"
        roomy = next((each for each in cells_of(mask) if not low or self.room(frame, each)), None)
        if roomy is None:
            roomy = next(cells_of(mask))
        battle = self.at(frame, roomy)
        for action in moves.posture_options(battle, battle[self.who]):
            done = self.done(battle, action)
            assert done is not None
            led = self.frame(done[0], self.flags(frame, action))
            some = mask & self.fresh(led)
            for x, y in cells_of(some) if low and not isinstance(action, DropProne) else ():
                some[y, x] = self.room(frame, (x, y))
            self.reach(after, led, some, partial(_stayed, frame, action))

    def room(self, frame: Frame, cell: Cell) -> bool:
        """Whether it could stand upright on a place."""
        battle = self.at(frame, cell)
        risen = without_condition(battle[self.who], PRONE).but(crouched=False)
        return not obstructed(battle, body_of(battle, risen))

    def near(self, battle: Battle, frame: Frame) -> Iterator[Action]:
        """What hangs on the place: doors, things on the ground, saddles, things to break, powers that roll no dice."""
        who = battle[self.who]
        yield from moves.door_options(battle, who)
        if battle.turn.may_move and why_barred(battle, who, "move") is None:
            yield from mounts.options(battle, who)
            if self.relevant.things:
                yield from (each for each in handling.pick_up_options(battle, who) if self.others(each, battle))
        if battle.riders_of(who.id):
            yield from self.bodily(battle)
        if battle.turn.may_execute and self.breaks(battle):
            yield from structures.options(battle, who)
        for power, act, id in self.uses(battle, frame):
            yield from self.last.used(listing(battle), power, act, id)

    def breaks(self, battle: Battle) -> bool:
        """Whether things are broken without dice. # rule: STR-7"""
        return battle.settings.structure_attacks != "critical" or not structures.pressed(battle, battle[self.who])

    def others(self, action: PickUp, battle: Battle) -> bool:
        """Whether a thing to take up is none that the creature has let fall in this turn."""
        return action.thing in self.lying or all(each.id != action.thing for each in battle.items)

    def uses(self, battle: Battle, frame: Frame) -> list[tuple[Power, type[Use], str]]:
        """The powers that roll no dice, and change something that leads on or are asked for."""
        turn, found = battle.turn, list[tuple[Power, type[Use], str]]()
        open_ = [each for each, done in zip(self.deeds, frame.flags, strict=True) if not done]
        for power, act, id in self.last.powers_of(battle[self.who]):
            plain = power.attack == "none"
            if not (turn.may_execute if cost_of(power) == "execution" else turn.untouched):
                continue
            if not plain and (power.roll is not None or power.shape is None):
                continue
            if not self.last.may_be(open_, power, act):  # the Execution that they need would be gone
                continue
            breaks = not plain and self.last.breaks(power)
            if (plain and open_) or breaks or self.relevant.quiet(power, battle, self.who):
                found.append((power, act, id))
        return found

    def leads(self, action: Action, battle: Battle) -> bool:
        """Whether an action that is listed may lead on."""
        if isinstance(action, EndTurn | Delay):
            return False
        if isinstance(action, PickUp) and not self.one_by_one and not self.others(action, battle):
            return False
        if isinstance(action, HANDS) and not self.relevant.hands and not self.one_by_one:
            return False
        return not isinstance(action, POSTURES) or self.relevant.postures

    def do(self, frame: Frame, cell: Cell, action: Action, battle: Battle, after: Level) -> None:
        """An action done by the engine; nothing when it needs dice."""
        if (done := self.done(battle, action)) is None:
            return
        led, events = done
        place = led[self.who].cell
        if place is not None:
            flags = self.flags(frame, action, Game(battle, (Step(action, events, led),), 1))
            self.reach(after, self.frame(led, flags), self.only(place), lambda _: (frame, cell, action))

    def stride(self, frame: Frame, cell: Cell, action: Action, battle: Battle, after: Level) -> None:
        """A walk done by the engine, once for all that it may have in hand."""
        key = frame.afoot, frame.battle.turn, cell, action
        if key not in self.strides:
            done = self.done(battle, action)
            self.strides[key] = None if done is None else done[0]
        led = self.strides[key]
        if led is None:
            return
        if led[self.who].out or led[self.who].cell is None:
            self.do(frame, cell, action, battle, after)
            return
        mine = battle[self.who]
        who = led[self.who].but(**{each: getattr(mine, each) for each in ARMED})
        led = led.but(items=battle.items, made=battle.made).with_combatant(who)
        assert who.cell is not None
        self.reach(after, self.frame(led, self.flags(frame, action)), self.only(who.cell),
                   lambda _: (frame, cell, action))

    def done(self, battle: Battle, action: Action) -> tuple[Battle, tuple[Event, ...]] | None:
        """The battle after an action and what happened; None when it needs dice, or the rules refuse it."""
        try:
            return apply(battle, action, NoDice())
        except (DiceError, IllegalAction):
            return None

    def flags(self, frame: Frame, action: Action, game: Game | None = None) -> tuple[bool, ...]:
        """Which deeds are done after an action; ``game`` is that step alone, where it may have used a power."""
        game = game or Game(frame.battle, (Step(action, (), frame.battle),), 1)
        return tuple(self.deed(each, done, game) for each, done in zip(self.deeds, frame.flags, strict=True))

    def deed(self, goal: Goal, done: bool, game: Game) -> bool:
        if isinstance(goal, Did):
            return done or holds(goal, game)
        if isinstance(goal, Hit) and any(isinstance(each, PowerUsed) and each.who == goal.who and each.cells and (
                goal.power in (None, each.power)) for each in game.log):
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


def door_cells(battle: Battle, door: Structure) -> Iterator[Cell]:
    """The squares that a door fills or borders."""
    yield from door.cells
    if door.segment is not None:
        x0, x1 = sorted(door.segment[0::2])
        y0, y1 = sorted(door.segment[1::2])
        yield from ((x, y) for x in range(int(x0) - 1, int(x1) + 1) for y in range(int(y0) - 1, int(y1) + 1))


def _walked(frame: Frame, start: Cell, walks: Walks, who: str, cell: Cell) -> Way:
    return frame, start, walks.action(who, cell)


def _stayed(frame: Frame, action: Action, cell: Cell) -> Way:
    return frame, cell, action
