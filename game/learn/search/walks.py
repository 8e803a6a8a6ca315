"""Walks of one creature from many places at once: where they lead, and the turn after each.

A walk is *plain* when it changes nothing but the place of who walks and what is left of its turn; others are walked by
the engine, one by one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.insight.nearest import Places
from game.rules import expiry
from game.rules.actions import Dash, Move
from game.rules.allowed import why_barred
from game.rules.bodies import body_of, metres_left, movement_of, slowness
from game.rules.conditions import PRONE
from game.rules.state import Battle
from game.rules.turn import Turn
from game.rules.walking import why_no_dash
from game.spatial.grid import Cell, Mask
from game.spatial.movement import MovementField


@dataclass(frozen=True, eq=False)
class Walks:
    """Plain walks that end in the same turn: ``to`` are the places, (H, W) bool."""

    turn: Turn
    to: Mask
    dash: bool = False

    def action(self, who: str, cell: Cell) -> Move | Dash:
        """The walk to one of them."""
        return Dash(who, cell) if self.dash else Move(who, cell)


class Ahead:
    """What is still to be found by plain walks from many places of a creature: the places that are connected with any
    of them, but those that were found already.

    Nothing is ``known`` where walks from different places end in different turns.
    """

    def __init__(self, battle: Battle, who: str, starts: Mask) -> None:
        settings, walker = battle.settings, battle[who]
        self.known = not (settings.split_walk or settings.diagonals == "alternating" or battle.turn.untouched)
        if not self.known:
            return
        least = slowness(battle, walker) * int(battle.grid.cost.min())
        self._far = metres_left(battle, walker) // least
        self._waiting = np.zeros_like(starts)
        for cell in cells_of(starts):
            if not self._waiting[cell[1], cell[0]]:
                there = battle.with_combatant(walker.but(cell=cell))
                field = movement_of(there, who, ever=True)
                self._waiting |= field.reachable

    def new(self, cell: Cell) -> bool:
        """Whether a walk from there may lead to a place that was not found yet."""
        (x, y), far = cell, self._far
        return bool(self._waiting[max(y - far, 0):y + far + 1, max(x - far, 0):x + far + 1].any())

    def take(self, turn: Turn, best: NDArray[np.int32]) -> None:
        """Some were found: by the most movement left that each place was reached with, by the Moves spent."""
        if self.known:
            self._waiting &= best[:turn.moves + 1].max(axis=0) < 0


def cells_of(mask: Mask) -> Iterator[Cell]:
    """The places of a mask, by rows."""
    for y, x in np.argwhere(mask).tolist():
        yield x, y


def foreseeable(battle: Battle, who: str) -> bool:
    """Whether walks of a creature are plain, but for what it meets on the way."""
    walker = battle[who]
    return not (battle.holds or walker.mount or walker.altitude or walker.casting
                or any(each.id != PRONE for each in walker.conditions)
                or any(each.source == who and each.shape.form == "aura" for each in battle.zones))


def harmful(battle: Battle, who: str) -> Mask:
    """(H, W) bool: the places, by the top left of the creature's footprint, where a hazard would meet it, or a zone end
    what it concentrates on."""
    cells, sustains = np.zeros(battle.grid.shape, np.bool_), expiry.sustains(battle, who)
    for zone in battle.zones:
        if (zone.effect.damage and (who, zone.id) not in battle.turn.entered) or (zone.effect.conditions and sustains):
            cells |= battle.cells_of(zone.id)
    return Places(battle, who).touching(cells)


def lurking(battle: Battle, who: str) -> Mask:
    """(H, W) bool: the places, by the top left of the creature's footprint, where it would walk into a hidden one."""
    cells = np.zeros(battle.grid.shape, np.bool_)
    for each in battle.combatants:
        if each.hidden and each.id != who and each.cell is not None and not each.out:
            for x, y in body_of(battle, each).cells:
                cells[y, x] = True
    return Places(battle, who).touching(cells)


def plain_walks(battle: Battle, who: str, risk: Mask) -> Iterator[Walks]:
    """The walks of the active creature that lead over no ``risk``, (H, W) bool, as many as
    :func:`game.rules.engine.legal_actions` lists: Moves to every place that it reaches, a dash to those that only a
    dash reaches. # rule: ACT-1 ACT-2 ACT-4"""
    turn = battle.turn
    move = movement_of(battle, who)
    if (turn.left or turn.may_move) and why_barred(battle, battle[who], "move", toward=True) is None:
        yield from _moves(battle, who, move, _safe(battle, who, move, move.reachable, risk))
    if may_dash(battle, who):
        dash = movement_of(battle, who, dash=True)
        far = _safe(battle, who, dash, dash.reachable & ~move.reachable, risk)
        for parity, to in _parities(battle, dash, far):
            yield Walks(turn.but(full=1, diagonals=parity, left=0), to, dash=True)


def may_dash(battle: Battle, who: str) -> bool:
    """Whether the active creature can dash at all. # rule: ACT-4"""
    return battle.turn.untouched and why_barred(battle, battle[who], "full", toward=True) is None and (
        why_no_dash(battle, battle[who]) is None)


def jumps(battle: Battle, who: str) -> Iterator[Move]:
    """Moves whose last step is a fall, to places that no other reaches. # rule: MOV-3"""
    walker = battle[who]
    if not (battle.turn.left or battle.turn.may_move) or why_barred(battle, walker, "move", toward=True) is not None:
        return
    field = movement_of(battle, who)
    if battle.drags(who) or not field.walker.steps.falls.any():
        return
    for y, x in np.argwhere(movement_of(battle, who, jump=True).reachable & ~field.reachable).tolist():
        yield Move(who, (x, y), jump=True)


def _moves(battle: Battle, who: str, field: MovementField, to: Mask) -> Iterator[Walks]:
    """# rule: ACT-2"""
    turn, keeps = battle.turn, battle.settings.split_walk
    for parity, some in _parities(battle, field, to):
        for spends in (False, True):
            part = some & ((field.cost > turn.left) == spends)
            left = np.where(part, (field.budget if spends else turn.left) - field.cost, 0) if keeps else part * 0
            for value in np.unique(left[part]).tolist():
                yield Walks(turn.but(moves=turn.moves + spends, diagonals=parity, left=value), part & (left == value))


def _parities(battle: Battle, field: MovementField, to: Mask) -> Iterator[tuple[int, Mask]]:
    """Places by the parity of diagonals after the walk there."""
    if battle.settings.diagonals != "alternating":
        if to.any():
            yield field.walker.parity, to
        return
    odd = np.zeros_like(to)
    for y, x in np.argwhere(to).tolist():
        odd[y, x] = field.parity_at((x, y)) == 1
    for parity, some in ((0, to & ~odd), (1, odd)):
        if some.any():
            yield parity, some


def _safe(battle: Battle, who: str, field: MovementField, to: Mask, risk: Mask) -> Mask:
    """Those of some places, but its own, to which the way leads over no risky one."""
    x0, y0 = battle[who].cell or (0, 0)
    to = to.copy()
    to[y0, x0] = False
    over = risk & (field.cost > 0)
    if not over.any():
        return to
    for y, x in np.argwhere(to & _beyond(field, over)).tolist():
        to[y, x] = not any(over[j, i] for i, j in field.path((x, y)))
    return to


def _beyond(field: MovementField, over: Mask) -> Mask:
    """The places to which a cheapest way could lead over some others: those no nearer than it takes at least."""
    found, least = np.zeros_like(over), int(field.walker.grid.cost.min())
    ys, xs = np.indices(over.shape)
    for y, x in np.argwhere(over).tolist():
        found |= field.cost >= int(field.cost[y, x]) + least * np.maximum(abs(xs - x), abs(ys - y))
    return found
