"""Where a goal may hold: for one creature on any of many places at once, by the engine's own fields.

A mask is never too small: outside of it the goal does not hold. Inside, :func:`game.learn.holding.holds` decides. What
a goal asks that does not follow from the creature's place is left open.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from game.insight.nearest import Places
from game.learn.goals import Covered, Goal, Into, Reach, Sheet, Stand, Unseen, Within, surface_cells
from game.rules.bodies import allies_of, body_of, held, reach_of, threat_reach
from game.rules.catalog import UNARMED, Weapon
from game.rules.conditions import perceives
from game.rules.state import Battle, Combatant
from game.spatial.grid import PARTIAL, PLAIN, TOTAL, Cell, Mask, units
from game.spatial.sight import CoverField


@dataclass(frozen=True, eq=False)
class _Asked:
    """Some places of a creature, (H, W) bool, in a battle in which it stands on one of them."""

    battle: Battle
    who: str
    where: Mask
    places: Places
    fixed: bool  # its reach and its sight are the same on all of them

    def cover(self, other: str, attacks: bool, near: Mask) -> CoverField:
        return self.places.cover(body_of(self.battle, self.battle[other]), attacks, near)

    def apart(self, other: str) -> Mask:
        return self.places.reach(body_of(self.battle, self.battle[other]))  # type: ignore[return-value]


def maybe(goal: Goal, battle: Battle, who: str, where: Mask, fixed: bool) -> Mask:
    """(H, W) bool: those of some places where the goal may hold with the creature ``who`` there.

    :param where: (H, W) bool.
    :param fixed: that no zone puts anything on it that depends on the place.
    """
    if any(battle[each].cell is None for each in named(goal)):
        return np.zeros_like(where)
    if battle[who].mount or battle.riders_of(who):  # somebody goes along
        return where
    places = Places(battle, who)
    asked = _Asked(battle, who, where, places, fixed)
    match goal:
        case Stand(who=id) | Into(target=id) if id == who:
            return where & _inside(asked, (*goal.cells, *surface_cells(battle.map, goal.surface)))
        case Within(who=one, target=other) if who in (one, other):
            far = PLAIN * goal.metres
            return where & (places.range(body_of(battle, battle[_but(who, one, other)])) <= far)
        case _ if places.moves_aura:
            return where
        case Covered(level="partial") if battle.settings.body_cover:
            return where
        case Covered(who=id) if id == who:
            return _all(where, goal.sources, lambda other, near: asked.cover(other, False, near).level >= _least(goal))
        case Covered() if who in goal.sources:
            return where & (asked.cover(goal.who, True, where).level >= _least(goal))
        case Unseen(who=id) if id == who and fixed:
            return _all(where, tuple(each for each in goal.by if not battle[each].out), lambda other, near: _hidden(
                asked, other, near))
        case Reach(who=one, target=other) if who in (one, other) and fixed:
            return _reach(asked, goal)
        case Sheet(who=id) if id == who and fixed:
            return _sheet(asked, goal)
    return where


def named(goal: Goal) -> tuple[str, ...]:
    """The creatures that must be on the map for a goal about places to hold."""
    match goal:
        case Stand(who=one) | Into(target=one):
            return (one,)
        case Within(who=one, target=other) | Reach(who=one, target=other) | Sheet(who=one, target=other):
            return one, other
        case Covered(who=one, sources=some) | Unseen(who=one, by=some):
            return one, *some
    return ()


def _but(who: str, *two: str) -> str:
    return two[0] if two[1] == who else two[1]


def _inside(asked: _Asked, wanted: tuple[Cell, ...]) -> Mask:
    """Where the whole body is on some cells."""
    outside = np.ones(asked.where.shape, np.bool_)
    for x, y in wanted:
        outside[y, x] = False
    found: Mask = ~asked.places.touching(outside)
    return found


def _all(where: Mask, others: tuple[str, ...], ask: Callable[[str, Mask], Mask]) -> Mask:
    """Those of some places where something holds of all of some creatures; each is asked about what is left."""
    for other in others:
        if not where.any():
            break
        where = where & ask(other, where)
    return where


def _least(goal: Covered) -> int:
    return TOTAL if goal.level == "total" else PARTIAL


def _hidden(asked: _Asked, other: str, near: Mask) -> Mask:
    battle = asked.battle
    if not perceives(battle, battle[other], battle[asked.who]):
        return near
    return near & ~asked.cover(other, False, near).seen


def _reach(asked: _Asked, goal: Reach) -> Mask:
    """# rule: ATK-1 ATK-4"""
    battle, mine = asked.battle, goal.who == asked.who
    other = goal.target if mine else goal.who
    apart, strikes = asked.apart(other), threat_reach(battle, battle[goal.who])
    near = asked.where & (apart <= strikes) & (strikes > 0)
    if near.any():
        near &= asked.cover(other, mine, near).level < TOTAL
    struck = threat_reach(battle, battle[goal.target])
    if goal.safe and struck and near.any():
        near &= (apart > struck) | (asked.cover(other, not mine, near).level == TOTAL)
    return near


def _sheet(asked: _Asked, goal: Sheet) -> Mask:
    """# rule: ATK-1 ATK-2 SIT-2 SIT-3 SIT-6 SIT-7"""
    battle, me, other = asked.battle, asked.battle[asked.who], asked.battle[goal.target]
    arms, found = tuple(_arms(me, goal)), asked.where
    modes = {goal.mode} if goal.mode else {"melee", "ranged"}
    allowed = np.zeros_like(found)
    body = body_of(battle, other)
    if "melee" in modes:
        far = max((reach_of(battle, me, each) for each in arms), default=0)
        allowed |= True if "ATK-1" in goal.holds else asked.apart(other.id) <= far
    if "ranged" in modes:
        far = PLAIN * max((each.range for each in arms), default=0)
        allowed |= True if "ATK-2" in goal.holds else asked.places.range(body) <= far
    found = found & allowed
    if "SIT-3" in goal.holds:
        found &= asked.places.higher(body, units(battle.settings.high_ground))
    if "SIT-2" in goal.holds and found.any():
        mates = [(body_of(battle, each), far) for each in allies_of(battle, me) if (far := threat_reach(battle, each))]
        reach = max((reach_of(battle, me, each) for each in arms), default=0)
        found &= asked.places.flanking(body, reach, mates)
    if found.any() and not battle.settings.body_cover:
        level = asked.cover(other.id, True, found).level
        found &= level == TOTAL if "SIT-7" in goal.holds else level < TOTAL
        if "SIT-6" in goal.holds and "SIT-7" not in goal.holds:
            found &= level == PARTIAL
        elif "SIT-6" in goal.lacks and "SIT-7" not in goal.holds:
            found &= level < PARTIAL
    return found


def _arms(me: Combatant, goal: Sheet) -> tuple[Weapon, ...]:
    """What the attack may be made with."""
    if goal.weapon == "-":
        return (UNARMED,)
    return tuple(each for each in (*me.weapons, *held(me), UNARMED) if goal.weapon in (None, each.id))
