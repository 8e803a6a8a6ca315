"""Walking: Moves, dashes, jumps down, and walks that drag another along. # rule: ACT-2 ACT-4 MOV-1 MOV-2 MOV-3 MAN-3

``why_...`` says why not (None when it is allowed), ``..._options`` lists what is allowed, ``do_walk`` does it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from game.errors import GeometryError
from game.rules import falls, holds, upkeep
from game.rules.actions import Dash, Move
from game.rules.allowed import why_barred
from game.rules.bodies import (
    body_of,
    ends_allowed,
    metres_left,
    misplaced,
    movement_of,
    obstacles,
    rises_of,
    side_of,
    slowness,
    why_kept_away,
)
from game.rules.checks import Cup
from game.rules.conditions import plight
from game.rules.events import Dragged, Event, Moved
from game.rules.footing import filled_cells
from game.rules.state import Battle, Combatant, Turn
from game.spatial.grid import PLAIN, Cell, Mask, cell_name, footprint
from game.spatial.movement import walk
from game.spatial.stepper import Step
from game.texts import Text, text

Result = tuple[Battle, list[Event]]
Walk = Move | Dash


@dataclass(frozen=True)
class Way:
    """A walk that is allowed: the cells entered, the cost to each (or to the last alone), the parity of diagonals after
    it, how far it falls at the end (1/64 m); the cells that a held creature enters, and what stops both early."""

    path: tuple[Cell, ...]
    costs: tuple[int, ...]
    parity: int
    drop: int = 0
    held: tuple[Cell, ...] = ()
    stopped_by: Text | None = None


# --- judging ---------------------------------------------------------------------------------------------------------


def why_walk(battle: Battle, who: Combatant, action: Move) -> Text | None:
    """# rule: ACT-2 MOV-1 MOV-2"""
    if not battle.turn.left and not battle.turn.may_move:
        return text("no Move action is left: a turn is a Move and an Execution, or two Moves, or one Full action")
    return _why_not(battle, who, action)


def why_dash(battle: Battle, who: Combatant, action: Dash) -> Text | None:
    """That no action is left, the engine says. # rule: ACT-4 CND-18"""
    return why_no_dash(battle, who) or _why_not(battle, who, action)


def why_no_dash(battle: Battle, who: Combatant) -> Text | None:
    """Why a creature can dash nowhere: what keeps it from moving, or from moving fast. # rule: ACT-4 CND-18"""
    found = plight(battle, who).found("no_dash")
    if found is not None:
        return text("{who} cannot dash until this ends: {condition}", who=who.name, condition=text(found[1].name))
    return why_barred(battle, who, "move", toward=True)


def _why_not(battle: Battle, who: Combatant, action: Walk) -> Text | None:
    dash, to, grid = isinstance(action, Dash), action.to, battle.grid
    if who.mount:  # rule: NLT-9
        return text("{who} is in the saddle, and goes where this goes: {mount}", who=who.name,
                    mount=battle[who.mount].name)
    if to not in grid:
        return text("{cell} is outside the map ({cols} x {rows} squares)", cell=str(to), cols=grid.cols, rows=grid.rows)
    held = battle.drags(who.id)
    if action.jump and held:
        return text("{who} holds {held}, and cannot jump", who=who.name, held=holds.names_of_held(battle, who))
    if len(held) > 1:
        return text("{who} holds {held}, and cannot drag several", who=who.name,
                    held=holds.names_of_held(battle, who))
    if action.path:
        reason = _why_path(battle, who, action)
    elif to == who.cell:
        reason = text("{who} already stands on {cell}", who=who.name, cell=cell_name(to))
    elif movement_of(battle, who.id, dash, action.jump).reachable[to[1], to[0]]:
        reason = None
    else:
        reason = _why_not_there(battle, who, to, dash)
    if reason is None and held:
        path = action.path or movement_of(battle, who.id, dash).path(to)
        return _why_no_drag(battle, who, path[0], dash)
    return reason


def _why_not_there(battle: Battle, who: Combatant, to: Cell, dash: bool) -> Text:
    """The best reason why a place is not among those that can be reached."""
    if (reason := misplaced(battle, who, to)) is not None:
        return reason
    if (reason := why_kept_away(battle, who, to)) is not None:
        return reason
    whole = movement_of(battle, who.id, ever=True)
    if not whole.reachable[to[1], to[0]]:
        return text("{who} cannot reach {cell}: no way leads there", who=who.name, cell=cell_name(to))
    return text("{who} cannot reach {cell} with {metres} m of movement: it takes {needed} m", who=who.name,
                cell=cell_name(to), metres=metres_left(battle, who, dash) / PLAIN,
                needed=int(whole.cost[to[1], to[0]]) / PLAIN)


def _why_no_drag(battle: Battle, who: Combatant, first: Cell, dash: bool) -> Text | None:
    """Why a holder and the one it holds cannot take even the first step; None when they can. # rule: MAN-3"""
    return None if (done := holds.drag_along(battle, who, (first,), metres_left(battle, who, dash))).holder else (
        done.stopped_by
    )


def _steps(battle: Battle, who: Combatant, path: tuple[Cell, ...], dash: bool, jump: bool) -> tuple[Step, ...]:
    """The steps of a given path, judged one by one.

    :raises GeometryError: naming the step that cannot be taken.
    """
    closed, no_end = obstacles(battle, who)
    for hold in battle.drags(who.id):  # it comes along
        closed &= ~body_of(battle, battle[hold.held]).mask(battle.grid.shape)
    return walk(
        battle.grid, body_of(battle, who), path, metres_left(battle, who, dash),
        rule=battle.settings.diagonals, corners=battle.settings.corners, difficult=battle.settings.difficult_diagonals,
        closed=closed, no_end=no_end, parity=battle.turn.diagonals, slow=slowness(battle, who), jump=jump,
        rises=rises_of(battle.settings),
    )


def _why_path(battle: Battle, who: Combatant, action: Walk) -> Text | None:
    if action.path[-1] != action.to:
        return text("the path ends on {end}, not on {cell}", end=cell_name(action.path[-1]), cell=cell_name(action.to))
    dash = isinstance(action, Dash)
    side, solid = side_of(battle, who), {*filled_cells(battle)}
    for cell in action.path if solid else ():
        if not solid.isdisjoint(footprint(cell, side)):
            return text("something solid stands on {cell}", cell=cell_name(cell))
    try:
        _steps(battle, who, action.path, dash, action.jump)
    except GeometryError as error:
        return error.message
    x, y = action.to
    if (ends := ends_allowed(battle, who)) is not None and not ends[y, x]:
        return _why_not_there(battle, who, action.to, dash)
    return None


# --- listing ---------------------------------------------------------------------------------------------------------


def walk_options(battle: Battle, who: Combatant) -> Iterator[Move]:
    """One walk for every place that can be reached, rows first; then those that only a jump down reaches."""
    if (not battle.turn.left and not battle.turn.may_move) or why_barred(battle, who, "move", toward=True) is not None:
        return
    field = movement_of(battle, who.id)
    for cell in _ends(battle, who, field.reachable, False):
        yield Move(who.id, cell)
    if not battle.drags(who.id) and field.walker.steps.falls.any():
        only = movement_of(battle, who.id, jump=True).reachable & ~field.reachable
        for cell in _ends(battle, who, only, False):
            yield Move(who.id, cell, jump=True)


def dash_options(battle: Battle, who: Combatant) -> Iterator[Dash]:
    """One dash for every place that a Move does not reach; nearer ones are allowed too, only not listed.
    # rule: ACT-4"""
    if not battle.turn.untouched or why_barred(battle, who, "full", toward=True) is not None:
        return
    if why_no_dash(battle, who) is not None:
        return
    far = movement_of(battle, who.id, dash=True).reachable & ~movement_of(battle, who.id).reachable
    for cell in _ends(battle, who, far, True):
        yield Dash(who.id, cell)


def _ends(battle: Battle, who: Combatant, places: Mask, dash: bool) -> Iterator[Cell]:
    """The places of a mask, but its own, and those to which a held creature cannot follow the first step."""
    held = bool(battle.drags(who.id))
    field, first = movement_of(battle, who.id, dash), dict[Cell, bool]()
    for y, x in np.argwhere(places).tolist():
        if (x, y) == who.cell:
            continue
        if held:
            step = field.path((x, y))[0]
            if step not in first:
                first[step] = _why_no_drag(battle, who, step, dash) is None
            if not first[step]:
                continue
        yield x, y


# --- doing -----------------------------------------------------------------------------------------------------------


def way_of(battle: Battle, who: Combatant, action: Walk) -> Way:
    """The way of a walk that is allowed."""
    dash = isinstance(action, Dash)
    path = action.path or movement_of(battle, who.id, dash, action.jump).path(action.to)
    if battle.drags(who.id):
        done = holds.drag_along(battle, who, path, metres_left(battle, who, dash))
        return Way(tuple(each.cell for each in done.holder), tuple(each.cost for each in done.holder),
                   done.holder[-1].parity, held=tuple(each.cell for each in done.held), stopped_by=done.stopped_by)
    if not action.path and not action.jump:  # the field knows the whole cost
        field = movement_of(battle, who.id, dash)
        return Way(path, (int(field.cost[action.to[1], action.to[0]]),), field.parity_at(action.to))
    steps = _steps(battle, who, path, dash, action.jump)
    return Way(path, tuple(each.cost for each in steps), steps[-1].parity, -steps[-1].rise if steps[-1].fell else 0)


def _spent(battle: Battle, who: Combatant, way: Way, dash: bool) -> Turn:
    """The turn after a walk. # rule: ACT-1 ACT-2 ACT-4"""
    turn, cost = battle.turn, way.costs[-1]
    if dash:
        return turn.but(full=1, diagonals=way.parity, left=0)
    left = metres_left(battle, who) - cost
    # rule: ACT-2: the metres left of a walk that may be split are used up before another Move is spent
    spends = cost > turn.left
    return turn.but(
        moves=turn.moves + spends,
        diagonals=way.parity,
        left=(left if spends else turn.left - cost) if battle.settings.split_walk else 0,
    )


def spent_in_place(battle: Battle, dash: bool) -> Turn:
    """The turn after a walk that was stopped before its first step: it is used up all the same. # rule: ACT-1"""
    turn = battle.turn
    return turn.but(full=1, left=0) if dash else turn.but(moves=turn.moves + (not turn.left), left=0)


def do_walk(battle: Battle, who: Combatant, action: Walk, cup: Cup) -> Result:
    """Walk. The path of the field when none is given; hazards meet the walker on it, and may stop it for good.
    # rule: MOV-1 MOV-2 MOV-3 EFF-1"""
    assert who.cell is not None
    dash = isinstance(action, Dash)
    before, way = battle, way_of(battle, who, action)
    battle = battle.but(turn=_spent(battle, who, way, dash))
    if way.held:
        return _drag(battle, who, way, dash, cup)
    battle, met, count = upkeep.enter(battle, who.id, way.path, cup)
    costs = way.costs
    if met:  # what the cells up to each hazard cost
        costs = (*(each.cost for each in _steps(before, who, way.path, dash, action.jump)[:-1]), way.costs[-1])
    events = _legs(who, way.path[:count], costs[:count] if met else costs, met, dash)
    if way.drop and not battle[who.id].out:
        battle, more = falls.fall(battle, who.id, way.drop)
        events += more
    return battle, events


def _legs(who: Combatant, path: tuple[Cell, ...], costs: tuple[int, ...], met: upkeep.Met, dash: bool) -> list[Event]:
    """A walk as it happened: up to each hazard, what that did, and on from there."""
    assert who.cell is not None
    events, start, gone, spent = list[Event](), who.cell, 0, 0
    for count, happened in (*met, (len(path), [])):
        if count > gone:
            cost = costs[-1] if count == len(path) else costs[count - 1]
            events.append(Moved(who.id, start, path[gone:count], cost - spent, dash))
            start, gone, spent = path[count - 1], count, cost
        events += happened
    return events


def _drag(battle: Battle, who: Combatant, way: Way, dash: bool, cup: Cup) -> Result:
    """The holder goes ahead, the held one into the place just left; hazards meet both. # rule: MAN-3"""
    (hold,) = battle.drags(who.id)
    held = battle[hold.held]
    assert who.cell is not None
    assert held.cell is not None
    legs = _Legs(who.id, held.id, way, dash, who.cell, held.cell)
    for cell, follows in zip(way.path, way.held, strict=True):
        battle, met, _ = upkeep.enter(battle, who.id, (cell,), cup)
        legs.ahead += 1
        legs.tell(met)
        if battle[who.id].out:
            break
        battle, met, _ = upkeep.enter(battle, held.id, (follows,), cup)
        legs.behind += 1
        legs.tell(met)
        if battle[held.id].out:
            break
    return battle, legs.all()


class _Legs:
    """What a drag is told as: how far both have come whenever something happens. # rule: MAN-3"""

    def __init__(self, who: str, held: str, way: Way, dash: bool, start: Cell, held_start: Cell) -> None:
        self.who, self.held, self.way, self.dash = who, held, way, dash
        self.start, self.held_start = start, held_start
        self.ahead = self.behind = self.told_ahead = self.told_behind = 0
        self.events: list[Event] = []

    def tell(self, met: upkeep.Met) -> None:
        """Something happened, or nothing."""
        if met:
            self._both(None)
            self.events += [each for _, some in met for each in some]

    def all(self) -> list[Event]:
        """All that happened, to the end of the way."""
        self._both(self.way.stopped_by)
        return self.events

    def _both(self, stopped_by: Text | None) -> None:
        path, costs, told = self.way.path, self.way.costs, self.told_ahead
        if self.ahead > told:
            cost = costs[self.ahead - 1] - (costs[told - 1] if told else 0)
            start = path[told - 1] if told else self.start
            self.events.append(Moved(self.who, start, path[told:self.ahead], cost, self.dash))
        held, told = self.way.held, self.told_behind
        if self.behind > told or stopped_by is not None:
            start = held[told - 1] if told else self.held_start
            self.events.append(Dragged(self.held, self.who, start, held[told:self.behind], stopped_by))
        self.told_ahead, self.told_behind = self.ahead, self.behind
