"""Combatants on the map: their bodies, what they hold, how far they strike, where they can go.

All of it follows from the battle and is never stored in it. What takes longest is kept by the grid's version and the
bodies it depends on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

import numpy as np

from game.rules.allowed import why_barred
from game.rules.catalog import UNARMED, CornerRule, DiagonalRule, DifficultRule, Settings, Weapon
from game.rules.conditions import metres_of_move, plight
from game.rules.footing import body_of as body_of
from game.rules.footing import filled_cells, paired
from game.rules.footing import side_of as side_of
from game.rules.footing import tall_of as tall_of
from game.rules.sightlines import line_of as line_of
from game.rules.state import Battle, Combatant, Structure
from game.rules.traits import granted
from game.spatial.grid import (
    NO_ENTRY,
    PLAIN,
    TOTAL,
    Body,
    Cell,
    Grid,
    Mask,
    cell_name,
    footprint,
    units,
)
from game.spatial.metric import reach_distance
from game.spatial.movement import MOST, MovementField, movement_field
from game.spatial.steps import STEP_OVER, Rises, splits
from game.texts import Text, text

ADJACENT: Final = 1  # metres


# --- bodies ----------------------------------------------------------------------------------------------------------


def metres_between(battle: Battle, a: Combatant, b: Combatant) -> int:
    """How far apart two creatures are, in whole metres, as reach is measured. # rule: ATK-1"""
    return _apart(body_of(battle, a), body_of(battle, b), battle.settings.reach_diagonals)


_apart = lru_cache(maxsize=8192)(reach_distance)


# --- who is who ------------------------------------------------------------------------------------------------------


def enemies_of(battle: Battle, who: Combatant) -> Iterator[Combatant]:
    """Those of other teams who are in the fight."""
    return (each for each in battle.present() if each.team != who.team)


def allies_of(battle: Battle, who: Combatant) -> Iterator[Combatant]:
    """Those of its team who are in the fight, without itself."""
    return (each for each in battle.present() if each.team == who.team and each.id != who.id)


# --- weapons and reach -----------------------------------------------------------------------------------------------


def natural(who: Combatant) -> tuple[Weapon, ...]:
    """Weapons that are part of its body: always ready."""
    return tuple(each for each in who.weapons if not each.hands)


def held(who: Combatant) -> tuple[Weapon, ...]:
    """Weapons it can use now: those in hand, those for two hands in both, then those of its body."""
    in_hand = (who.weapon(id) for id in who.hands if id not in who.loose)
    return tuple(each for each in in_hand if each is not None) + natural(who)


def ready_weapon(who: Combatant, id: str) -> Weapon | None:
    """The weapon of this id if it can use it now; an empty id is its bare body."""
    return UNARMED if not id else next((each for each in held(who) if each.id == id), None)


def why_unready(who: Combatant, weapon: Weapon) -> Text | None:
    """Why it cannot use a weapon that it carries now; None when it can. # rule: ACT-2 MAN-3"""
    if ready_weapon(who, weapon.id) is not None:
        return None
    if weapon.id in who.loose:
        return text("{who} must take this in both hands first: {weapon}", who=who.name, weapon=text(weapon.name))
    return text("{who} must draw this first: {weapon}", who=who.name, weapon=text(weapon.name))


def hands_on(who: Combatant, weapon: Weapon) -> int:
    """Hands that hold a weapon. # rule: ACT-2 MAN-3"""
    if weapon.id not in who.hands:
        return 0
    return weapon.hands - (weapon.id in who.loose)


def hands_used(who: Combatant) -> int:
    """Hands that hold something. # rule: ACT-2"""
    return sum(hands_on(who, each) for each in who.weapons)


def free_hands(battle: Battle, who: Combatant) -> int:
    """Hands that hold nothing and nobody. # rule: ACT-2 MAN-3"""
    return battle.settings.hands - hands_used(who) - len(battle.holds_by(who.id))


def reach_of(battle: Battle, who: Combatant, weapon: Weapon = UNARMED) -> int:
    """How far it strikes with a weapon, in metres. # rule: ATK-1

    A weapon not made to strike with is swung as an improvised one, at arm's length. # rule: DMG-8
    """
    own = battle.settings.sizes[who.sheet.size].reach + granted(who.sheet).reach
    return (weapon.reach or UNARMED.reach) + own


def threat_reach(battle: Battle, who: Combatant) -> int:
    """How far it strikes with what it holds, in metres: its longest melee weapon, its bare body when nothing is in
    hand, 0 when it holds only things not made to strike with, or can strike nobody; worked out once a battle.
    # rule: ATK-4 SIT-2
    """
    known = battle.by_id.get(who.id) is who
    found: int | None = battle.memo.get(("threat", who.id)) if known else None
    if found is None:
        found = _threat_reach(battle, who)
        if known:
            battle.memo["threat", who.id] = found
    return found


def _threat_reach(battle: Battle, who: Combatant) -> int:
    if not capable(battle, who):
        return 0
    reaches = [reach_of(battle, who, each) for each in held(who) if each.reach]
    if not who.hands:
        reaches.append(reach_of(battle, who))
    return max(reaches, default=0)


def capable(battle: Battle, who: Combatant) -> bool:
    """Whether its conditions let it attack at all: the paralysed and the spellbound engage and flank nobody.
    # rule: ATK-4 SIT-2 CND-15 CND-25"""
    now = plight(battle, who)
    return not (now.conditions and (now.any("no_execution") or now.any("only_toward")))


def adjacent(battle: Battle, a: Combatant, b: Combatant) -> bool:
    """Whether two creatures are within 1 m of each other."""
    return metres_between(battle, a, b) <= ADJACENT


def threatens(battle: Battle, who: Combatant, target: Combatant) -> bool:
    """Whether it can strike the target in melee from where it stands, with what it holds."""
    reach = threat_reach(battle, who)
    return reach > 0 and within_reach(battle, who, target, reach)


def within_reach(battle: Battle, who: Combatant, target: Combatant, reach: int) -> bool:
    """Whether a blow of that reach, in metres, can land from where it stands. # rule: ATK-1 SIT-7"""
    return metres_between(battle, who, target) <= reach and line_of(battle, who, target).cover.level < TOTAL


def engaged(battle: Battle, a: Combatant, b: Combatant) -> bool:
    """Whether two creatures are engaged in melee. # rule: ATK-4"""
    if a.team == b.team or a.out or b.out or a.cell is None or b.cell is None:
        return False
    if not (capable(battle, a) and capable(battle, b)):
        return False
    if battle.settings.engaged == "adjacent":
        return adjacent(battle, a, b)
    return threatens(battle, a, b) or threatens(battle, b, a)


# --- places ----------------------------------------------------------------------------------------------------------


def speed_of(battle: Battle, who: Combatant) -> int:
    """Metres of a Move action. # rule: MOV-1"""
    base = battle.settings.sizes[who.sheet.size].move if who.sheet.move is None else who.sheet.move
    swift = 0 if plight(battle, who).any("no_dash") else granted(who.sheet).move  # rule: CND-18
    return metres_of_move(battle, who, base + who.sheet.mobility.bonus + swift)


def rises_of(settings: Settings) -> Rises:
    """How far up and down a walker steps. # rule: MOV-2 MOV-3"""
    return Rises(units(settings.step_up), units(settings.climb), units(settings.step_down))


def slowness(battle: Battle, who: Combatant) -> int:
    """How many times more every square costs, crouched, prone, or dragging another. # rule: ACT-5 CND-11 MAN-3"""
    posture, settings = who.posture, battle.settings
    drag = settings.drag_cost if battle.drags(who.id) else 1
    if posture == "standing":
        return drag
    return drag * (settings.crawling_cost if posture == "prone" else settings.crouched_cost)


def dash_of(battle: Battle, who: Combatant) -> int:
    """How far a dash takes it, in 1/1000 m: so many times a Move. # rule: ACT-4 CND-18"""
    more = 0 if plight(battle, who).any("no_dash") else granted(who.sheet).dash
    return PLAIN * speed_of(battle, who) * (battle.settings.dash + more)


def metres_left(battle: Battle, who: Combatant, dash: bool = False) -> int:
    """How far it can still walk with its next Move, or with a dash, in 1/1000 m; out of its turn, how far a Move would
    take it. Nobody drags several, and who rides does not walk. # rule: MAN-3 NLT-9"""
    if who.mount or len(battle.drags(who.id)) > 1:
        return 0
    if dash:
        return dash_of(battle, who)
    full = PLAIN * speed_of(battle, who)
    active = battle.active
    if active is None or active.id != who.id:
        return full
    barred = why_barred(battle, who, "move", toward=True) is not None
    return battle.turn.left + (full if battle.turn.may_move and not barred else 0)


def obstacles(battle: Battle, who: Combatant) -> tuple[Mask, Mask]:
    """Two (H, W) bool masks for a walk: cells it may not enter, and cells it may not end on. # rule: MOV-2"""
    closed, no_end = _in_the_way(battle, who)
    mask = _occupied(battle.grid.shape, closed)
    for source in _fears(battle, who):
        mask |= _nearer(battle.grid.shape, body_of(battle, who), source)
    return mask, _occupied(battle.grid.shape, no_end)


def _fears(battle: Battle, who: Combatant) -> tuple[Body, ...]:
    """The bodies that it may not come nearer to. # rule: CND-19"""
    found = (each.source for each, rule, _ in plight(battle, who).conditions if rule.not_nearer)
    return tuple(body_of(battle, battle[id]) for id in dict.fromkeys(found) if _seen_at(battle, id) and id != who.id)


def _seen_at(battle: Battle, id: str) -> bool:
    """Whether a creature of this id is on the map, and not hidden."""
    who = battle.by_id.get(id)
    return who is not None and who.cell is not None and not who.hidden


@lru_cache(maxsize=256)
def _nearer(shape: tuple[int, int], body: Body, source: Body) -> Mask:
    """(H, W) bool, read-only: the cells nearer to a source than a body is, in metres of reach."""
    away = np.full(shape, 10**6)
    ys, xs = np.indices(shape)
    for x, y in source.cells:
        away = np.minimum(away, np.maximum(abs(xs - x), abs(ys - y)))
    mask: Mask = away < min(int(away[y, x]) for x, y in body.cells)
    mask.flags.writeable = False
    return mask


def ends_allowed(battle: Battle, who: Combatant) -> Mask | None:
    """(H, W) bool: the places (top lefts) where it may end a walk, None for all: nearer to what attracts it.
    # rule: CND-25"""
    found = plight(battle, who).found("only_toward")
    if found is None:
        return None
    focus, grid, body = found[0].focus, battle.grid, body_of(battle, who)
    if focus is None and _seen_at(battle, found[0].source):
        source = body_of(battle, battle[found[0].source])
    elif focus is not None and focus in grid:
        source = Body.on(grid, focus)
    else:
        return np.zeros(grid.shape, np.bool_)
    near, side = _nearer(grid.shape, body, source), side_of(battle, who)
    ends = np.zeros(grid.shape, np.bool_)
    for i in range(side):
        for j in range(side):  # any cell of the footprint is nearer
            ends[:grid.rows - j, :grid.cols - i] |= near[j:, i:]
    return ends


def why_kept_away(battle: Battle, who: Combatant, to: Cell) -> Text | None:
    """Why fear or attraction keeps it from a place. # rule: CND-19 CND-25"""
    ends = ends_allowed(battle, who)
    if ends is not None and not ends[to[1], to[0]]:
        return text("{who} can only move toward what holds its attention", who=who.name)
    body = body_of(battle, who, to)
    for source in _fears(battle, who):
        near = _nearer(battle.grid.shape, body_of(battle, who), source)
        if any(near[y, x] for x, y in body.cells):
            return text("{who} is afraid, and goes no nearer", who=who.name)
    return None


def _in_the_way(battle: Battle, who: Combatant) -> tuple[tuple[Body, ...], tuple[Body, ...]]:
    """The bodies that it may not walk through (something solid among them), and those that it may."""
    settings = battle.settings
    closed: list[Body] = [*_solid(battle)]
    no_end: list[Body] = []
    for each in battle.combatants:
        if each.id == who.id or each.cell is None or (each.out and settings.fallen == "pass"):
            continue
        if paired(who, each):
            continue
        if each.hidden and not who.hidden:  # it is met when walked into
            continue
        passes = settings.through_allies if each.team == who.team else settings.through_enemies
        if each.out:
            passes = settings.fallen == "no_end"
        passes = passes and not battle.drags(who.id)  # rule: MAN-3: two bodies walk past nobody
        (no_end if passes else closed).append(body_of(battle, each))
    return tuple(closed), tuple(no_end)


def other_bodies(battle: Battle, but: tuple[str, ...]) -> Mask:
    """(H, W) bool: where others stand than these, or something solid, in the way of one who is pushed or dragged;
    hidden ones left out. # rule: MAN-3 MAN-8"""
    gone = battle.settings.fallen == "pass"
    others = (each for each in battle.combatants if each.id not in but and each.mount not in but
              and each.cell is not None and not (each.out and gone) and not each.hidden)
    return _occupied(battle.grid.shape, (*_solid(battle), *(body_of(battle, each) for each in others)))


def _solid(battle: Battle) -> tuple[Body, ...]:
    """What nobody steps into from above, as a body: none, or one. # rule: MOV-2"""
    return _filling(filled_cells(battle))


@lru_cache(maxsize=64)
def _filling(cells: tuple[Cell, ...]) -> tuple[Body, ...]:
    return (Body(cells, 0, 1),) if cells else ()


def met_on(
    battle: Battle, who: Combatant, path: Sequence[Cell], passing: bool = True
) -> tuple[int, tuple[str, ...]]:
    """How far a creature gets on a path (top lefts entered, in order) before it walks into hidden ones, and into whom;
    nobody, when the way is free. Where ``passing``, it passes those whom it may pass, but does not stop on them.
    # rule: MOV-2"""
    settings = battle.settings
    passing = passing and not battle.drags(who.id) and not battle.holds_on(who.id)
    lurking = [(each, {*body_of(battle, each).cells}) for each in battle.combatants
               if each.hidden and each.id != who.id and each.cell is not None and not each.out]
    for count, cell in enumerate(path if lurking else ()):
        mine, last = footprint(cell, side_of(battle, who)), count == len(path) - 1
        met = tuple(each.id for each, cells in lurking if not cells.isdisjoint(mine)
                    and (last or not passing
                         or not (settings.through_allies if each.team == who.team else settings.through_enemies)))
        if met:
            return count, met
    return len(path), ()


def _occupied(shape: tuple[int, int], bodies: tuple[Body, ...]) -> Mask:
    """(H, W) bool: the cells of these bodies."""
    mask = np.zeros(shape, np.bool_)
    for body in bodies:
        mask |= body.mask(shape)
    return mask


def movement_of(
    battle: Battle, who: str, dash: bool = False, jump: bool = False, ever: bool = False
) -> MovementField:
    """Where a creature can walk, or dash: the field that is lit is the field that is walked. # rule: MOV-1 MOV-2 ACT-4

    Its budget is :func:`metres_left`; ``ever``: no limit, where it could get to in any number of turns. With ``jump``
    the last step may be a fall (MOV-3). The creature must be on the map.
    """
    walker, settings, active = battle[who], battle.settings, battle.active
    closed, no_end = _in_the_way(battle, walker)
    parity = battle.turn.diagonals if active is not None and active.id == who else 0
    policies = settings.diagonals, settings.corners, settings.difficult_diagonals, rises_of(settings)
    budget = MOST if ever else metres_left(battle, walker, dash)
    found = _field(battle.grid, body_of(battle, walker), budget, policies, closed, no_end, parity,
                   slowness(battle, walker), _fears(battle, walker), jump)
    ends = ends_allowed(battle, walker)
    return found if ends is None else replace(found, ends=ends)


@lru_cache(maxsize=64)
def _field(
    grid: Grid, body: Body, budget: int, policies: tuple[DiagonalRule, CornerRule, DifficultRule, Rises],
    closed: tuple[Body, ...], no_end: tuple[Body, ...], parity: int, slow: int, fears: tuple[Body, ...] = (),
    jump: bool = False,
) -> MovementField:
    """Kept by the grid's version and everything else that it depends on."""
    rule, corners, difficult, rises = policies
    shut = _occupied(grid.shape, closed)
    for source in fears:
        shut |= _nearer(grid.shape, body, source)
    return movement_field(
        grid, body, budget, rule=rule, corners=corners, difficult=difficult, parity=parity, slow=slow,
        closed=shut, no_end=_occupied(grid.shape, no_end), jump=jump, rises=rises,
    )


def taken_by(battle: Battle, who: Combatant, cells: tuple[Cell, ...]) -> Combatant | None:
    """Another creature in the fight that stands on one of these cells; a hidden one, if it hides too."""
    wanted = {*cells}
    others = (each for each in battle.combatants if each.id != who.id and not each.out and each.cell is not None
              and not paired(who, each) and (who.hidden or not each.hidden))
    return next((each for each in others if not wanted.isdisjoint(body_of(battle, each).cells)), None)


def filled_by(battle: Battle, body: Body) -> Structure | None:
    """A shut structure that fills a cell of the body and is too high to stand on."""
    for structure in (each for cell in body.cells for each in battle.filling.get(cell, ())):
        if not structure.gone and any(
            each.move and each.structure == structure.id
            and each.bottom < body.head and each.top > body.feet + STEP_OVER
            for each in battle.grid.barriers
        ):
            return structure
    return None


def obstructed(battle: Battle, body: Body) -> bool:
    """Whether something solid stands where this body would be."""
    return filled_by(battle, body) is not None or splits(battle.grid, body) or _walled(battle, body)


def _walled(battle: Battle, body: Body) -> bool:
    """Whether a wall that was raised fills a cell of the body. # rule: EFF-1"""
    for zone in battle.zones:
        if zone.effect.obstacle and "move" in zone.effect.blocks:
            mask, tall = battle.cells_of(zone.id), units(zone.effect.obstacle)
            if any(mask[y, x] and int(battle.grid.height[y, x]) + tall > body.feet + STEP_OVER for x, y in body.cells):
                return True
    return False


def misplaced(battle: Battle, who: Combatant, cell: Cell) -> Text | None:
    """Why a creature cannot stand with its top left at ``cell``; None when it can."""
    cells = footprint(cell, side_of(battle, who))
    grid = battle.grid
    for each in cells:
        if each not in grid:
            return text("{who} would be outside the map ({cols} x {rows} squares)",
                        who=who.name, cols=grid.cols, rows=grid.rows)
        if grid.cost[each[1], each[0]] == NO_ENTRY:
            return text("nobody can stand on {cell}", cell=cell_name(each))
    body = body_of(battle, who, cell)
    if obstructed(battle, body):
        return text("something solid stands on {cell}", cell=cell_name(cell))
    if (other := taken_by(battle, who, cells)) is not None:
        return text("{cell} is taken by {other}", cell=cell_name(cell), other=other.name)
    return None
