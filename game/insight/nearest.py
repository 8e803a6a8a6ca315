"""The nearest place where something would be otherwise: for whom, what the way there costs, and what is as near.

*Nearest* is the place that costs least to walk to, in any number of turns; among those the nearest as the metric counts
without height; among those the first by rows, then columns. The others that cost as much and are as near are named too.

Masks of :class:`Places` hold every place where something may be otherwise, and few others; each place is then judged by
a sheet made anew with the creature standing there, in order, until one fits.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from game.rules.allowed import why_barred
from game.rules.bodies import ADJACENT, body_of, metres_left, movement_of, side_of, tall_of
from game.rules.sightlines import cover_mask
from game.rules.state import Battle, Combatant
from game.spatial.flanking import flank_mask
from game.spatial.grid import PLAIN, TOTAL, UNITS, Body, Cell, Mask
from game.spatial.metric import Metric, box
from game.spatial.movement import MovementField
from game.spatial.sight import CoverField, concealment_field, concealment_from_field

Lengths = NDArray[np.int64]
FAR: Final = 10**9  # farther than anything on a map
FEW: Final = 64  # places that are looked at first; then four times as many, and so on
Key = tuple[int, int]  # cost and distance, in 1/1000 m


@dataclass(frozen=True, slots=True)
class Nearest:
    """Where a creature would have to stand: ``cell`` is the top left; ``cost`` of the way and ``distance`` in 1/1000 m;
    ``within``: a Move takes it there now. ``ties`` cost as much and are as near."""

    who: str
    cell: Cell
    cost: int
    distance: int
    within: bool
    ties: tuple[Cell, ...] = ()


class Places:
    """The places on which a creature could stand, and what would hold there; worked out when it is first asked for.

    Arrays are (H, W), by the top left of its footprint.
    """

    def __init__(self, battle: Battle, who: str) -> None:
        self.battle = battle
        self.who = battle[who]
        self.side = side_of(battle, self.who)
        self.tall = tall_of(battle, self.who)
        self.body = body_of(battle, self.who)

    @cached_property
    def field(self) -> MovementField:
        """What every place costs it, in any number of turns."""
        return movement_of(self.battle, self.who.id, ever=True)

    @cached_property
    def reachable(self) -> Mask:
        """Bool: the places where it may end a walk, but for its own."""
        mask = self.field.reachable.copy()
        x, y = self.body.cells[0]
        mask[y, x] = False
        return mask

    @cached_property
    def feet(self) -> Lengths:
        """int64, in 1/64 m: the height of its feet; :data:`FAR` below where it would not fit the map."""
        grid, side = self.battle.grid, self.side
        feet = np.full(grid.shape, -FAR, np.int64)
        if side <= min(grid.shape):
            ground = sliding_window_view(grid.height, (side, side)).max((2, 3))
            feet[:grid.rows - side + 1, :grid.cols - side + 1] = ground + self.who.altitude
        return feet

    @cached_property
    def moves_aura(self) -> bool:
        """Whether something goes with it that may change the map: then no mask holds."""
        return any(each.source == self.who.id and each.shape.form == "aura" for each in self.battle.zones)

    # distances

    def gaps(self, other: Body) -> tuple[Lengths, Lengths, Lengths]:
        """int64 (H, W) each, in whole metres: how far another body is along each axis."""
        grid = self.battle.grid
        x0, y0, x1, y1 = box(other)
        x, y = np.arange(grid.cols, dtype=np.int64), np.arange(grid.rows, dtype=np.int64)
        dx = np.maximum(np.maximum(x0 - (x + self.side - 1), x - x1), 0)
        dy = np.maximum(np.maximum(y0 - (y + self.side - 1), y - y1), 0)
        up = np.maximum(np.maximum(other.feet - (self.feet + self.tall), self.feet - other.head), 0)
        shape = grid.shape
        return np.broadcast_to(dx, shape), np.broadcast_to(dy[:, None], shape), -(-up // UNITS)

    def reach(self, other: Body) -> Lengths:
        """int64: metres to another body as reach is measured. # rule: ATK-1"""
        return Metric(self.battle.settings.reach_diagonals).lengths(*self.gaps(other)) // PLAIN

    def range(self, other: Body) -> Lengths:
        """int64: 1/1000 m to another body as range is measured. # rule: ATK-2"""
        return Metric(self.battle.settings.diagonals).lengths(*self.gaps(other))

    # lines

    def cover(self, other: Body, attacks: bool, where: Mask) -> CoverField:
        """Cover and sight between it and another body, as the attacker or as the target, at some places."""
        return cover_mask(self.battle, other, self.tall, "target" if attacks else "attacker", where, self.side,
                          self.who.altitude, (self.who.id,))

    def concealment(self, other: Body, attacks: bool) -> NDArray[np.uint8]:
        """uint8: the map's concealment between it and another body, as the attacker or as the target."""
        ask = concealment_from_field if attacks else concealment_field
        return ask(self.battle.grid, other, self.side)

    # what may be otherwise

    def fighting(self, others: Iterable[tuple[Combatant, int]], where: Mask) -> Mask:
        """Bool: the places where it would be engaged with one of some enemies: within so many metres of each, and not
        in total cover. # rule: ATK-4"""
        found = np.zeros(self.battle.grid.shape, np.bool_)
        armed = self.battle.settings.engaged == "armed"
        for other, metres in others:
            body = body_of(self.battle, other)
            near = where & ~found & (self.reach(body) <= (metres if armed else ADJACENT))
            if armed and near.any():
                near &= self.cover(body, True, near).level < TOTAL
            found |= near
        return found

    def flanking(self, target: Body, reach: int, allies: list[tuple[Body, int]]) -> Mask:
        """Bool: the places from which it would flank a target with one of some allies. # rule: SIT-2"""
        return flank_mask(self.battle.grid, self.side, self.tall, reach, target, allies, self.who.altitude,
                          self.battle.settings.reach_diagonals)

    def higher(self, target: Body, least: int) -> Mask:
        """Bool: the places that are so much above a target's feet. # rule: SIT-3"""
        found: Mask = self.feet - target.feet >= least
        return found

    def touching(self, cells: Mask) -> Mask:
        """Bool: the places on which it would stand on one of some cells, (H, W) bool."""
        touched = np.zeros_like(cells)
        for i in range(self.side):
            for j in range(self.side):
                touched[:cells.shape[0] - j, :cells.shape[1] - i] |= cells[j:, i:]
        return touched

    def zones(self) -> Mask:
        """Bool: the places where other zones put conditions and effects on it than where it stands, or the same at
        another height."""
        x0, y0 = self.body.cells[0]
        differs, inside = np.zeros(self.battle.grid.shape, np.bool_), np.zeros(self.battle.grid.shape, np.bool_)
        for zone in self.battle.zones:
            if not (zone.effect.conditions or zone.effect.modifier):
                continue
            touched = self.touching(self.battle.cells_of(zone.id))
            differs |= touched != touched[y0, x0]
            inside |= touched
        found: Mask = differs | (inside & (self.feet != self.feet[y0, x0]))
        return found

    # in order

    def in_order(self, places: Mask, narrow: Callable[[Mask], Mask] | None = None) -> Iterator[tuple[Key, Cell]]:
        """Those of some places that it can get to, the nearest first, each with its cost and distance.

        :param narrow: says which of some places, (H, W) bool, are worth a look; it is asked about a few places first.
        """
        ys, xs = np.nonzero(places & self.reachable)
        x0, y0 = self.body.cells[0]
        cost = self.field.cost[ys, xs].astype(np.int64)
        away = Metric(self.battle.settings.diagonals).lengths(xs - x0, ys - y0, np.zeros_like(xs))
        order, start, size = np.lexsort((xs, ys, away, cost)), 0, FEW
        while start < len(order):
            some = order[start:start + size]
            if narrow is not None:
                mask = np.zeros(places.shape, np.bool_)
                mask[ys[some], xs[some]] = True
                some = some[narrow(mask)[ys[some], xs[some]]]
            for n in some.tolist():
                yield (int(cost[n]), int(away[n])), (int(xs[n]), int(ys[n]))
            start, size = start + size, size * 4

    def first(
        self, places: Mask, fits: Callable[[Cell], bool], narrow: Callable[[Mask], Mask] | None = None
    ) -> Nearest | None:
        """The nearest of some places that fits, with those that are as near; ``narrow`` as for :meth:`in_order`."""
        found: Key | None = None
        cells: list[Cell] = []
        for key, cell in self.in_order(places, narrow):
            if found is not None and key != found:
                break
            if fits(cell):
                found = key
                cells.append(cell)
        if found is None:
            return None
        return Nearest(self.who.id, cells[0], *found, found[0] <= self.now, tuple(cells[1:]))

    @cached_property
    def now(self) -> int:
        """How far it may walk with a Move, in 1/1000 m; nowhere when something keeps it from moving."""
        barred = why_barred(self.battle, self.who, "move", toward=True) is not None
        return -1 if barred else metres_left(self.battle, self.who)


def places_of(battle: Battle, who: str) -> Places:
    """The places of a creature, worked out once for a battle."""
    found = battle.memo.get(("places", who))
    if found is None:
        found = battle.memo["places", who] = Places(battle, who)
    made: Places = found
    return made


def levels(places: Places, other: Body, attacks: bool, cover: CoverField) -> NDArray[np.uint8]:
    """(H, W) uint8: the concealment that the map gives: total where effects reach what sight does not. # rule: SIT-5"""
    level = places.concealment(other, attacks)
    hidden = ~cover.seen & (cover.level < TOTAL)
    return np.where(hidden, np.uint8(TOTAL), level) if hidden.any() else level


def nowhere(battle: Battle) -> Mask:
    """(H, W) bool: no place."""
    return np.zeros(battle.grid.shape, np.bool_)


def everywhere(battle: Battle) -> Mask:
    """(H, W) bool: every place."""
    return np.ones(battle.grid.shape, np.bool_)
