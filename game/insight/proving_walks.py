"""Proofs about walks: why a creature gets to a place or not, what is missing, what would clear the way."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final

import numpy as np

from game.insight.changes import Change, Leave, Remove, Step, ends_of, smallest, ways_past
from game.insight.nearest import Nearest, places_of
from game.insight.proof import Proof
from game.rules.allowed import why_barred
from game.rules.bodies import body_of, metres_left, misplaced, movement_of, side_of, why_kept_away
from game.rules.conditions import plight
from game.rules.evidence import Evidence
from game.rules.powers import ConditionRule
from game.rules.state import Battle, Combatant
from game.spatial.grid import PLAIN, UNITS, Barrier, Cell, Mask, cell_name, footprint
from game.spatial.metric import Metric
from game.texts import N_, text

MOST_TRIED: Final = 12  # things that are tried one by one
Box = tuple[int, int, int, int]  # first column and row, and those beyond the last
WALK: Final = N_("walk")


def prove_move(battle: Battle, who: str, cell: Cell, dash: bool = False) -> Proof:
    """Why a creature can or cannot walk to a place (its top left), whoever's turn it is. # rule: MOV-1 MOV-2 ACT-4

    A place that is too far lacks metres (``missing``); one that no way leads to has ``changes`` that would clear one.
    """
    walker = battle[who]
    if min(cell) < 0 or any(each not in battle.grid for each in footprint(cell, side_of(battle, walker))):
        return Proof("MOV-2", WALK, "refused", who, reasons=(text("That is outside of the map."),))
    barred = why_barred(battle, walker, "full" if dash else "move", toward=True)
    if barred is not None:
        found = Proof("ACT-1", WALK, "refused", who, reasons=(text("{reason}.", reason=barred),))
        return _with_changes(found, battle, _unbarring(battle, walker, dash), cell, dash)
    field, ever = movement_of(battle, who, dash), movement_of(battle, who, ever=True)
    x, y = cell
    most, rule = metres_left(battle, walker, dash), "ACT-4" if dash else "MOV-1"
    if field.reachable[y, x]:
        reason = text("{who} gets to {cell}: it costs {metres} m of {most} m.", who=walker.name, cell=cell_name(cell),
                      metres=int(field.cost[y, x]) / PLAIN, most=most / PLAIN)
        return Proof(rule, WALK, "allowed", who, reasons=(reason,), evidence=Evidence(cells=field.path(cell)))
    instead = _as_near(battle, walker, cell, field.reachable)
    if ever.reachable[y, x]:
        cost = int(ever.cost[y, x])
        reason = text("It costs {metres} m to get to {cell}; {who} has {most} m.", metres=cost / PLAIN,
                      most=most / PLAIN, cell=cell_name(cell), who=walker.name)
        return Proof(rule, WALK, "refused", who, reasons=(reason,), evidence=Evidence(cells=ever.path(cell)),
                     missing=cost - most, instead=instead)
    return _closed(replace(Proof("MOV-2", WALK, "refused", who), instead=instead), battle, walker, cell)


def _gets_there(battle: Battle, who: str, cell: Cell, dash: bool = False) -> bool:
    """Whether nothing but metres keeps it from a place."""
    if why_barred(battle, battle[who], "full" if dash else "move", toward=True) is not None:
        return False
    return bool(movement_of(battle, who, ever=True).reachable[cell[1], cell[0]])


def _as_near(battle: Battle, who: Combatant, cell: Cell, now: Mask) -> Nearest | None:
    """The place nearest to a cell that it gets to now, among those as near the cheapest; None for its own."""
    ys, xs = np.nonzero(now)
    away = Metric(battle.settings.diagonals).lengths(xs - cell[0], ys - cell[1], np.zeros_like(xs))
    cost = movement_of(battle, who.id, ever=True).cost[ys, xs]
    order = np.lexsort((xs, ys, cost, away)).tolist()
    if not order or cost[order[0]] == 0:
        return None
    n = order[0]
    return Nearest(who.id, (int(xs[n]), int(ys[n])), int(cost[n]), int(away[n]), True)


# --- what keeps it where it is, or away ------------------------------------------------------------------------------


def _unbarring(battle: Battle, who: Combatant, dash: bool) -> Iterator[Change]:
    """What ends the conditions that keep it from moving. # rule: CND-13 CND-15 CND-16"""
    for written in _rules_on(battle, who):
        if written.no_move or (dash and written.no_full) or written.one_action:
            yield from ends_of(battle, who.id, written.rule, written.name)


def _rules_on(battle: Battle, who: Combatant) -> list[ConditionRule]:
    return [written for _, written, _ in plight(battle, who).conditions]


def _closed(found: Proof, battle: Battle, who: Combatant, cell: Cell) -> Proof:
    """A place that no number of turns leads to: what stands there or around it, or what keeps the walker away."""
    there = misplaced(battle, who, cell)
    kept = why_kept_away(battle, who, cell) if there is None else None
    reason = there or kept or text("no way leads to {cell}", cell=cell_name(cell))
    found = replace(found, reasons=(text("{reason}.", reason=reason),))
    changes: list[Change] = []
    if kept is not None:  # rule: CND-19 CND-25
        rules = [each for each in _rules_on(battle, who) if each.not_nearer or each.only_toward]
        found = replace(found, rule=rules[0].rule)
        changes = [each for rule in rules for each in ends_of(battle, who.id, rule.rule, rule.name)]
    found = _with_changes(found, battle, [*changes, *_between(battle, who, cell)], cell)
    if not found.changes:
        found = replace(found, changes=_broken_through(battle, who, cell))
    return replace(found, evidence=_shown(battle, found.changes))


# --- what is in the way ----------------------------------------------------------------------------------------------


def _between(battle: Battle, who: Combatant, cell: Cell) -> list[Change]:
    """What stands on the place, and what stands between all that it can get to and all that leads to the place: what
    keeps the two apart by itself is among these."""
    side, wanted = side_of(battle, who), {*footprint(cell, side_of(battle, who))}
    here = movement_of(battle, who.id, ever=True).cost >= 0
    from_there = battle.with_combatant(who.but(cell=cell))
    back = movement_of(from_there, who.id, ever=True).cost >= 0
    found: list[Change] = []
    for other in _others(battle, who):
        cells = {*body_of(battle, other).cells}
        if wanted & cells or _meet(here, back, _around(cells, side)):
            if other.team == who.team and not other.out and (step := _aside(battle, other, wanted)) is not None:
                found.append(step)
            found.append(Leave(other.id))
    walls = [each for each in battle.grid.barriers if each.move and _meet(here, back, _beside(each, side))]
    return [*ways_past(battle, walls), *found][:MOST_TRIED]


def _others(battle: Battle, who: Combatant) -> list[Combatant]:
    """Those whom it knows to be on the map."""
    return [each for each in battle.combatants if each.cell is not None and each.id != who.id
            and (who.hidden or not each.hidden)]


def _aside(battle: Battle, who: Combatant, cells: set[Cell]) -> Step | None:
    """The nearest place of a creature that leaves some cells free."""
    places, side = places_of(battle, who.id), side_of(battle, who)
    found = places.first(places.reachable, lambda cell: cells.isdisjoint(footprint(cell, side)))
    return Step(who.id, found.cell, found.cost) if found is not None else None


def _beside(barrier: Barrier, side: int) -> Box:
    """The places beside a barrier, of a body of so many cells a side."""
    (x1, y1), (x2, y2) = barrier.start, barrier.end
    return (min(x1, x2) // UNITS - 1 - side, min(y1, y2) // UNITS - 1 - side,
            max(x1, x2) // UNITS + 2, max(y1, y2) // UNITS + 2)


def _around(cells: set[Cell], side: int) -> Box:
    """The places beside some cells, likewise."""
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    return min(xs) - side, min(ys) - side, max(xs) + 2, max(ys) + 2


def _meet(here: Mask, back: Mask, box: Box) -> bool:
    """Whether there are places of both kinds in a box."""
    part = slice(max(box[1], 0), max(box[3], 0)), slice(max(box[0], 0), max(box[2], 0))
    return bool(here[part].any() and back[part].any())


def _broken_through(battle: Battle, who: Combatant, cell: Cell) -> tuple[Change, ...]:
    """When no thing or two clear the way: those on the way that there would be if nothing movable stood on the map,
    without any that is not needed."""
    others: list[Change] = [Leave(each.id) for each in _others(battle, who)]
    everything = [*ways_past(battle, battle.grid.barriers), *others]
    field = movement_of(_after(battle, everything), who.id, ever=True)
    if not field.reachable[cell[1], cell[0]]:
        return ()
    side = side_of(battle, who)
    path = [body_of(battle, who).cells[0], *field.path(cell)]
    crossed = [each for each in battle.grid.barriers
               if each.move and any(_touches(each, one, two, side) for one, two in pairwise(path))]
    cells = {each for place in path for each in footprint(place, side)}
    met = [Leave(each.id) for each in _others(battle, who) if not cells.isdisjoint(body_of(battle, each).cells)]

    def suffices(some: list[Change]) -> bool:
        return _gets_there(_after(battle, some), who.id, cell)

    kept: list[Change] = [*ways_past(battle, crossed), *met]
    if not suffices(kept):  # corners beside the way, or what frightens it
        kept = everything
    for each in reversed(tuple(kept)):
        without = [other for other in kept if other is not each]
        if suffices(without):
            kept = without
    return tuple(kept) if suffices(kept) else ()


def _touches(barrier: Barrier, one: Cell, two: Cell, side: int) -> bool:
    """Whether a barrier comes into the rectangle around two places."""
    (x1, y1), (x2, y2) = barrier.start, barrier.end
    left, right = min(one[0], two[0]) * UNITS, (max(one[0], two[0]) + side) * UNITS
    up, down = min(one[1], two[1]) * UNITS, (max(one[1], two[1]) + side) * UNITS
    return min(x1, x2) <= right and max(x1, x2) >= left and min(y1, y2) <= down and max(y1, y2) >= up


# --- changes ---------------------------------------------------------------------------------------------------------


def _after(battle: Battle, changes: Iterable[Change]) -> Battle:
    """The battle after some changes."""
    for each in changes:
        battle = each.on(battle)
    return battle


def _with_changes(proof: Proof, battle: Battle, changes: Iterable[Change], cell: Cell, dash: bool = False) -> Proof:
    """The proof with the smallest set of changes after which it gets there."""
    def suffices(some: tuple[Change, ...]) -> bool:
        return _gets_there(_after(battle, some), proof.who, cell, dash)

    return replace(proof, changes=smallest(tuple(dict.fromkeys(changes)), suffices), tried=True)


def _shown(battle: Battle, changes: Iterable[Change]) -> Evidence:
    """What some changes would take away."""
    things, loose, others = set[str](), list[Barrier](), list[str]()
    for each in changes:
        things.add(getattr(each, "structure", "") or getattr(each, "zone", ""))
        if isinstance(each, Remove) and each.barrier is not None:
            loose.append(each.barrier)
        if isinstance(each, Leave | Step):
            others.append(each.who)
    barriers = tuple(each for each in battle.grid.barriers if each.structure and each.structure in things)
    return Evidence(barriers=barriers + tuple(loose), others=tuple(dict.fromkeys(others)))
