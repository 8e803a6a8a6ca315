"""Positions of a search that differ only by where the creature stands, kept together."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.insight.nearest import Places
from game.learn.search.walks import foreseeable
from game.rules.actions import Action
from game.rules.state import Battle, Combatant
from game.spatial.grid import Cell, Mask

OWN: Final = tuple(each.name for each in fields(Combatant) if each.name not in ("cell", "sheet"))
ARMED: Final = frozenset({"hands", "loose", "lost", "picked", "worn", "items", "spent", "efforts", "exhausted", "shots",
                          "struck", "sneaked"})  # what a walk does not hang on
CHANGING: Final = tuple(each.name for each in fields(Battle) if each.name not in (
    "map", "settings", "teams", "combatants", "turn", "dice"))  # a map and settings last as long as the puzzle
MOST_MOVES: Final = 3
Way = tuple["Frame", Cell, Action]
Level = dict["Frame", Mask]


@dataclass(eq=False)
class Frame:
    """Positions that differ only by where the creature stands.

    :ivar battle: one of them: the creature stands where it began.
    :ivar still: what tells them from others, but for the turn and the deeds; ``afoot``: as far as walks hang on it.
    :ivar flags: which deeds are done.
    :ivar best: (moves, H, W) int32: the most movement left that some place was reached with, by the Moves spent, -1
        where it was not; shared by all frames that differ by nothing else.
    :ivar odd: (H, W) bool: the places where what it is, and does with its body and its hands, is as nowhere else: in
        zones that put something on it, and everywhere with a rider.
    :ivar plain: its walks are foreseeable.
    :ivar ways: the frame, the place and the action by which each place was first reached; None for the start.
    """

    battle: Battle
    still: object
    afoot: object
    flags: tuple[bool, ...]
    best: NDArray[np.int32]
    odd: Mask
    plain: bool
    ways: dict[Cell, Way | None] = field(default_factory=dict)


class Positions:
    """All positions that a search has come to. ``one_by_one``: every place by itself."""

    def __init__(self, battle: Battle, who: str, one_by_one: bool) -> None:
        self.battle, self.who, self.one_by_one = battle, who, one_by_one
        self.home: Cell = battle[who].cell or (0, 0)
        self.lying = frozenset(each.id for each in battle.items)
        self.frames: dict[object, Frame] = {}
        self.bests: dict[object, NDArray[np.int32]] = {}
        self.numbers: dict[int, tuple[object, int]] = {}
        self.parts: dict[object, int] = {}
        self.looked = 0

    def only(self, cell: Cell) -> Mask:
        """(H, W) bool: one place."""
        mask = np.zeros(self.battle.map.shape, np.bool_)
        mask[cell[1], cell[0]] = True
        return mask

    def at(self, frame: Frame, cell: Cell) -> Battle:
        """The battle of a frame with the creature on a place."""
        if cell == self.home:
            return frame.battle
        return frame.battle.with_combatant(frame.battle[self.who].but(cell=cell))

    def frame(self, battle: Battle, flags: tuple[bool, ...]) -> Frame:
        """The frame of a position."""
        battle = self.tidied(battle)
        who, turn = battle[self.who], battle.turn
        home = battle if who.cell == self.home else battle.with_combatant(who.but(cell=self.home))
        still = (tuple(getattr(who, each) for each in OWN),
                 tuple(self.number(each) for each in home.combatants if each.id != who.id),
                 tuple(self.number(getattr(battle, each)) for each in CHANGING))
        parity = turn.diagonals if battle.settings.diagonals == "alternating" else 0
        shared = still, turn.but(moves=0, left=0, diagonals=parity), flags
        key = shared, turn.moves, turn.left
        if key not in self.frames:
            if shared not in self.bests:
                self.bests[shared] = np.full((MOST_MOVES + 1, *battle.map.shape), -1, np.int32)
            plain = not self.one_by_one and foreseeable(battle, who.id)
            self.frames[key] = Frame(home, still, self.afoot(battle, still[1]), flags, self.bests[shared],
                                      self.odd(home), plain)
        return self.frames[key]

    def tidied(self, battle: Battle) -> Battle:
        """A position with what the creature has let fall where it began."""
        mine = [each for each in battle.items if each.owner == self.who and each.id not in self.lying]
        if self.one_by_one or all(each.cell == self.home for each in mine):
            return battle
        return battle.but(items=tuple(each.but(cell=self.home) if each in mine else each for each in battle.items))

    def odd(self, battle: Battle) -> Mask:
        """Where the creature is as nowhere else: see :class:`Frame`."""
        found = np.full(battle.map.shape, bool(battle.riders_of(self.who)))
        for each in battle.zones:
            if each.effect.conditions or each.effect.modifier:
                found |= Places(battle, self.who).touching(battle.cells_of(each.id))
        return found

    def afoot(self, battle: Battle, others: tuple[int, ...]) -> object:
        """What walks hang on, but for the turn."""
        who = battle[self.who]
        return (others, *(getattr(who, each) for each in OWN if each not in ARMED),
                *(self.number(getattr(battle, each)) for each in ("structures", "zones")))

    def number(self, part: object) -> int:
        """A number for a part of a battle, the same for equal ones; those that are kept from battle to battle are told
        by identity, without looking into them."""
        known = self.numbers.get(id(part))
        if known is None:  # the part is kept, so that its identity stays its own
            known = self.numbers[id(part)] = (part, self.parts.setdefault(part, len(self.parts)))
        return known[1]

    def reach(self, level: Level, frame: Frame, mask: Mask, way: Callable[[Cell], Way] | None) -> None:
        """Put those of some places into a level that were not reached before with as much movement left."""
        turn, new = frame.battle.turn, mask & self.fresh(frame)
        if not new.any():
            return
        for y, x in np.argwhere(new).tolist():
            frame.ways[x, y] = None if way is None else way((x, y))
        frame.best[turn.moves][new] = turn.left
        level[frame] = level[frame] | new if frame in level else new
        self.looked += int(new.sum())

    def fresh(self, frame: Frame) -> Mask:
        """(H, W) bool: the places that were not reached before with as much movement left."""
        turn = frame.battle.turn
        found: Mask = frame.best[:turn.moves + 1].max(axis=0) < turn.left
        return found

    def actions(self, frame: Frame, cell: Cell) -> tuple[Action, ...]:
        """The actions by which a position was first reached."""
        found: list[Action] = []
        while (way := frame.ways[cell]) is not None:
            frame, cell, action = way
            found.append(action)
        return tuple(reversed(found))
