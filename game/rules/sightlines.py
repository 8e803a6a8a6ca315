"""Cover, sight and concealment between creatures, and between bodies wherever they would stand. # rule: SIT-4 SIT-6"""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from game.rules.footing import body_of
from game.rules.state import Battle, Combatant
from game.spatial.crowd import cover_past, crowded
from game.spatial.grid import PARTIAL, TOTAL, Body, Grid, Mask
from game.spatial.sight import CoverField, LineOfAttack, line_of_attack


def line_of(battle: Battle, attacker: Combatant, target: Combatant) -> LineOfAttack:
    """Cover, sight and concealment between two creatures, from the map as it stands. # rule: SIT-4 SIT-5 SIT-6 SIT-7"""
    return line_between(battle, body_of(battle, attacker), body_of(battle, target), (attacker.id, target.id))


def line_between(battle: Battle, attacker: Body, target: Body, without: tuple[str, ...] = ()) -> LineOfAttack:
    """The same between two bodies; those of some creatures are in nobody's way. # rule: SIT-6"""
    found = _line(battle.grid, attacker, target, battle.settings.partial_cover)
    if found.cover.level == TOTAL:
        return found
    between = tuple((id, body) for id, body in crowd_of(battle, without) if _between(body, attacker, target))
    return _past(battle.grid, attacker, target, battle.settings.partial_cover, between) if between else found


def crowd_of(battle: Battle, without: tuple[str, ...] = ()) -> tuple[tuple[str, Body], ...]:
    """The bodies that give cover, each with whose it is: none but by the settings. # rule: SIT-6"""
    if not battle.settings.body_cover:
        return ()
    return tuple((each.id, body_of(battle, each)) for each in battle.present() if each.id not in without)


def cover_mask(
    battle: Battle, body: Body, tall: int, fixed: Literal["attacker", "target"] = "attacker",
    where: Mask | None = None, size: int = 1, altitude: int = 0, without: tuple[str, ...] = (),
) -> CoverField:
    """Cover and sight between a body, the ``fixed`` one, and another that would stand at each place, as
    :func:`line_between` has them there. # rule: SIT-6"""
    settings = battle.settings
    return cover_past(battle.grid, body, tall, [each for _, each in crowd_of(battle, without)], fixed, None, where,
                      Fraction(settings.partial_cover, 100), size, altitude)


def _between(body: Body, a: Body, b: Body) -> bool:
    """Whether a body may be in the way of a line between two others: it meets the box around them, and neither."""
    for axis in (0, 1):
        ends = [cell[axis] for cell in (*a.cells, *b.cells)]
        own = [cell[axis] for cell in body.cells]
        if max(own) < min(ends) or min(own) > max(ends):
            return False
    return {*body.cells}.isdisjoint((*a.cells, *b.cells))


@lru_cache(maxsize=4096)
def _past(
    grid: Grid, attacker: Body, target: Body, percent: int, between: tuple[tuple[str, Body], ...]
) -> LineOfAttack:
    """The line past other bodies, each with whose it is: they hide a part of the target, never all of it.
    # rule: SIT-6"""
    plain = _line(grid, attacker, target, percent)
    cover = _line(crowded(grid, between), attacker, target, percent).cover
    return replace(plain, cover=replace(cover, level=min(cover.level, PARTIAL)))


@lru_cache(maxsize=4096)
def _line(grid: Grid, attacker: Body, target: Body, percent: int) -> LineOfAttack:
    """Kept by the grid's version."""
    return line_of_attack(grid, attacker, target, Fraction(percent, 100))
