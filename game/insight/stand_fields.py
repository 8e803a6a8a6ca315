"""All places at once: what holds between a creature that stands on any of them and each enemy. # rule: ATK-3 ATK-4

Arrays are (N,), one entry for each place. What places do to an attack is worked out as masks; where it is the same, the
attack is the same, so that few sheets and few odds are made. Zones may put conditions on whoever stands in them: places
in the same zones are a group, and each group has its own sheets.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from game.insight.nearest import Places
from game.rules.actions import Attack, AttackMode
from game.rules.attack import (
    ENGAGED_SHOOTER,
    SHOT_AT_ENGAGED,
    SHOT_NEAR_ALLY,
    AttackSheet,
    Situation,
    attack_sheet,
    concealment_of,
    refusals,
    resited,
)
from game.rules.bodies import (
    ADJACENT,
    adjacent,
    allies_of,
    body_of,
    capable,
    enemies_of,
    engaged,
    held,
    reach_of,
    threat_reach,
)
from game.rules.catalog import UNARMED, Weapon
from game.rules.conditions import inside, touches
from game.rules.odds import odds
from game.rules.state import Battle, Combatant
from game.spatial.flanking import flanks
from game.spatial.grid import PARTIAL, PLAIN, TOTAL, Mask, units

Numbers = NDArray[np.int64]
OF_THE_PLACE: Final = frozenset({"ATK-1", "ATK-2", "SIT-7"})  # rules that refuse an attack by where one stands
Way = tuple[Weapon, AttackMode]


def ways_of(who: Combatant) -> Iterator[Way]:
    """The ways in which a creature may attack, as they are listed. # rule: ATK-1 ATK-2"""
    modes: tuple[AttackMode, ...] = ("melee", "ranged")
    for weapon in (*held(who), UNARMED):
        for mode in modes if weapon.range else modes[:1]:
            yield weapon, mode


def striking(who: Combatant) -> tuple[Weapon, ...]:
    """What it threatens with: its melee weapons; its bare body when nothing is in hand."""
    return (*(each for each in held(who) if each.reach), *(() if who.hands else (UNARMED,)))


@dataclass(frozen=True, eq=False)
class Facing:
    """A creature on every place, and one enemy where it is.

    :ivar reach: metres as reach is measured; ``range`` 1/1000 m as ranges are.
    :ivar cover: of the enemy, 0 to 2; ``concealment`` that of the map. ``own_cover`` and ``own_concealment``: of the
        creature from the enemy.
    :ivar strikes: where the creature could strike it; ``struck``: where it could strike the creature.
    :ivar engaged: where they would be engaged. # rule: ATK-4
    """

    enemy: Combatant
    reach: Numbers
    range: Numbers
    cover: Numbers
    concealment: Numbers
    own_cover: Numbers
    own_concealment: Numbers
    strikes: Mask
    struck: Mask
    engaged: Mask


@dataclass(frozen=True, eq=False)
class Blows:
    """The best attacks: the number of the way (-1 for none), its chance to hit (NaN for none), what it takes."""

    way: Numbers
    hit: NDArray[np.float64]
    expected: NDArray[np.float64]


class Ground:
    """The places of a creature, as it would stand on each."""

    def __init__(self, battle: Battle, who: str, where: Mask) -> None:
        self.battle, self.where = battle, where
        self.places = Places(battle, who)
        self.me = battle[who]
        self.ys, self.xs = np.nonzero(where)
        self.feet = self.places.feet[where]
        self.least = units(battle.settings.high_ground)

    @property
    def size(self) -> int:
        """How many places there are."""
        return len(self.xs)

    @cached_property
    def _grouped(self) -> tuple[Numbers, list[Battle]]:
        """The number of each place's group, and the battle with the creature on one place of each."""
        zones = [each for each in self.battle.zones if each.effect.conditions or each.effect.modifier]
        keys = np.zeros((self.size, len(zones)), np.bool_)
        for number, zone in enumerate(zones):
            near = self.places.touching(self.battle.cells_of(zone.id))[self.where]
            for at in np.nonzero(near)[0] if touches(self.battle, zone, self.me) else ():
                keys[at, number] = inside(self.battle, zone, self.me.but(cell=self.cell(int(at))))
        _, first, groups = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        return groups.ravel().astype(np.int64), [self.at(int(at)) for at in first]

    @property
    def groups(self) -> Numbers:
        """The number of each place's group."""
        return self._grouped[0]

    @property
    def battles(self) -> list[Battle]:
        """The battle as it is for each group."""
        return self._grouped[1]

    def cell(self, number: int) -> tuple[int, int]:
        """A place."""
        return int(self.xs[number]), int(self.ys[number])

    def at(self, number: int) -> Battle:
        """The battle with the creature on a place."""
        cell = self.cell(number)
        return self.battle if cell == self.me.cell else self.battle.with_combatant(self.me.but(cell=cell))

    def by_group(self, values: list[Any]) -> NDArray[Any]:
        """(N,) what is said of each group, for each place."""
        return np.array(values)[self.groups]

    def facing(self, enemy: Combatant) -> Facing:
        """See :class:`Facing`."""
        battle, body = self.battle, body_of(self.battle, enemy)
        there, back = (self.places.cover(body, attacks, self.where) for attacks in (True, False))
        smoke = bool(battle.grid.concealment.any())
        levels = []
        for field, attacks in ((there, True), (back, False)):
            level = self.places.concealment(body, attacks) if smoke else np.zeros(self.where.shape, np.uint8)
            hidden = ~field.seen & (field.level < TOTAL)
            levels.append(np.where(hidden, TOTAL, level)[self.where].astype(np.int64))
        reach, cover, own = self.places.reach(body)[self.where], there.level[self.where], back.level[self.where]
        mine = self.by_group([threat_reach(each, each[self.me.id]) for each in self.battles])
        its = threat_reach(battle, enemy)
        strikes = (mine > 0) & (reach <= mine) & (cover < TOTAL)
        struck = (its > 0) & (reach <= its) & (own < TOTAL)
        able = self.by_group([capable(each, each[self.me.id]) for each in self.battles]) & capable(battle, enemy)
        close = reach <= ADJACENT if battle.settings.engaged == "adjacent" else strikes | struck
        return Facing(enemy, reach, self.places.range(body)[self.where], cover.astype(np.int64), levels[0],
                      own.astype(np.int64), levels[1], strikes, struck, able & close)

    def higher(self, enemy: Combatant) -> Mask:
        """Where the creature is on high ground. # rule: SIT-3"""
        found: Mask = self.feet - body_of(self.battle, enemy).feet >= self.least
        return found

    def lower(self, enemy: Combatant) -> Mask:
        """Where the enemy is."""
        found: Mask = body_of(self.battle, enemy).feet - self.feet >= self.least
        return found

    def flanking(self, enemy: Combatant, reach: int) -> Mask:
        """Where a blow of that reach would flank an enemy. # rule: SIT-2"""
        mates = [(body_of(self.battle, each), far) for each in allies_of(self.battle, self.me)
                 if (far := threat_reach(self.battle, each))]
        return self.places.flanking(body_of(self.battle, enemy), reach, mates)[self.where]

    def flanked(self, facing: Facing, others: list[Facing], reach: int) -> Mask:
        """Where a blow of that reach by an enemy would flank the creature, with one of its allies. # rule: SIT-2"""
        battle, found = self.battle, np.zeros(self.size, np.bool_)
        mates = [(each, threat_reach(battle, each.enemy)) for each in others
                 if each.enemy.team == facing.enemy.team and each is not facing]
        near = (facing.reach <= reach) & (facing.own_cover < TOTAL)
        for mate, far in mates:
            for at in np.nonzero(near & ~found & mate.struck)[0].tolist():
                found[at] = flanks(
                    battle.grid, body_of(battle, facing.enemy), body_of(battle, mate.enemy),
                    body_of(battle, self.me, self.cell(at)), reach, far, battle.settings.reach_diagonals) is not None
        return found


# --- attacks ---------------------------------------------------------------------------------------------------------


class Duel:
    """The attacks of one creature on another, one of them on every place of a ground."""

    def __init__(self, ground: Ground, attacker: str, target: str) -> None:
        self.ground, self.attacker, self.target = ground, attacker, target
        self._sheets: dict[tuple[int, Way], AttackSheet] = {}
        self._odds: dict[tuple[Any, ...], tuple[float, float]] = {}

    def sheet(self, group: int, way: Way) -> AttackSheet:
        """The sheet of an attack, made for one place of a group."""
        key = group, way
        if key not in self._sheets:
            weapon, mode = way
            self._sheets[key] = attack_sheet(self.ground.battles[group],
                                             Attack(self.attacker, self.target, weapon.id, mode))
        return self._sheets[key]

    def allowed(self, group: int, way: Way) -> bool:
        """Whether nothing but places refuses an attack."""
        battle = self.ground.battles[group]
        found = refusals(battle, battle[self.attacker], battle[self.target], *way)
        return (bool(way[0].range) or way[1] == "melee") and all(rule in OF_THE_PLACE for rule, _ in found)

    def numbers(self, group: int, way: Way, now: Situation) -> tuple[float, float]:
        """The chance to hit in a situation, and what it takes on average."""
        sheet = resited(self.sheet(group, way), now, self.ground.battle.settings)
        key = group, way, sheet.attack_total_modifier, sheet.defence_total_modifier, sheet.miss_chance
        if key not in self._odds:
            found = odds(sheet, self.ground.battles[group][self.target])
            self._odds[key] = float(found.hit), float(found.expected)
        return self._odds[key]

    def best(self, ways: list[Way], legal: list[Mask], facts: list[dict[str, NDArray[Any]]]) -> Blows:
        """The attack that takes most on average from each place; of equal ones the one that hits most, then the first.

        :param legal: for each way, where places allow it; ``facts``: the fields of :class:`Situation` there.
        """
        size = self.ground.size
        best = Blows(np.full(size, -1), np.full(size, np.nan), np.zeros(size))
        for number, (way, mask, fact) in enumerate(zip(ways, legal, facts, strict=True)):
            names = list(fact)
            rows = np.nonzero(mask)[0]
            if not len(rows):
                continue
            table = np.column_stack([self.ground.groups[rows], *(fact[name][rows] for name in names)])
            keys, which = np.unique(table, axis=0, return_inverse=True)
            found = np.array([self._of_key(way, names, key) for key in keys.tolist()])[which.ravel()]  # (rows, 2)
            better = (found[:, 1] > best.expected[rows]) | (best.way[rows] < 0) | (
                (found[:, 1] == best.expected[rows]) & (found[:, 0] > best.hit[rows]))
            better &= ~np.isnan(found[:, 0])
            rows, found = rows[better], found[better]
            best.way[rows], best.hit[rows], best.expected[rows] = number, found[:, 0], found[:, 1]
        return best

    def _of_key(self, way: Way, names: list[str], key: list[int]) -> tuple[float, float]:
        group, *values = key
        if not self.allowed(group, way):
            return np.nan, 0.0
        situation: dict[str, Any] = dict(zip(names, values, strict=True))
        return self.numbers(group, way, Situation(**situation))


def within(ground: Ground, way: Way, attacker: Combatant, reach: Numbers, range: Numbers, cover: Numbers,
           near: NDArray[Any] | int) -> Mask:
    """Where places allow an attack. # rule: ATK-1 ATK-2 SIT-7

    :param near: metres within which it is too near to shoot.
    """
    weapon, mode = way
    found: Mask
    if mode == "melee":
        found = (reach <= reach_of(ground.battle, attacker, weapon)) & (cover < TOTAL)
    else:
        found = (range <= PLAIN * weapon.range) & (cover < TOTAL)
        if not ground.battle.settings.near_shots:
            found = found & (reach > near)
    return found


def given(ground: Ground, facing: Facing, held_fast: Mask) -> tuple[list[Way], Blows]:
    """The best attack of the creature on an enemy from each place, and its ways.

    :param held_fast: where it is engaged with anybody.
    """
    battle, me, enemy = ground.battle, ground.me, facing.enemy
    duel, ways = Duel(ground, me.id, enemy.id), list(ways_of(me))
    mates = list(allies_of(battle, me))
    fighting, near = (np.full(ground.size, any(ask(battle, each, enemy) for each in mates))
                      for ask in (engaged, adjacent))
    fixed = {"concealment": _hidden(ground, facing.concealment, me.id, enemy.id), "covered": facing.cover == PARTIAL,
             "higher": ground.higher(enemy)}
    reaches = ground.by_group([max(threat_reach(each, each[me.id]), ADJACENT) for each in ground.battles])
    legal = [within(ground, way, me, facing.reach, facing.range, facing.cover, reaches) for way in ways]
    facts = [fixed | ({"fighting": fighting, "near": near, "held": held_fast} if mode == "ranged" else
                      {"flanking": ground.flanking(enemy, reach_of(battle, me, weapon)) if mask.any() else mask})
             for (weapon, mode), mask in zip(ways, legal, strict=True)]
    return ways, duel.best(ways, legal, facts)


def taken(ground: Ground, facing: Facing, everybody: list[Facing]) -> Blows:
    """The best attack of an enemy on the creature at each place; ``everybody`` are all enemies, itself among them."""
    battle, me, enemy = ground.battle, ground.me, facing.enemy
    duel, ways = Duel(ground, enemy.id, me.id), list(ways_of(enemy))
    nobody = np.zeros(ground.size, np.bool_)
    mates = [each for each in everybody if each.enemy.team == enemy.team and each is not facing]
    fighting = np.logical_or.reduce([nobody, *(each.engaged for each in mates)])
    near = np.logical_or.reduce([nobody, *(each.reach <= ADJACENT for each in mates)])
    busy = any(engaged(battle, enemy, each) for each in enemies_of(battle, enemy) if each.id != me.id)
    fixed = {"concealment": _hidden(ground, facing.own_concealment, enemy.id, me.id),
             "covered": facing.own_cover == PARTIAL, "higher": ground.lower(enemy)}
    legal = [within(ground, way, enemy, facing.reach, facing.range, facing.own_cover,
                    max(threat_reach(battle, enemy), ADJACENT)) for way in ways]
    facts = [fixed | ({"fighting": fighting, "near": near, "held": facing.engaged | busy} if mode == "ranged" else
                      {"flanking": ground.flanked(facing, everybody, reach_of(battle, enemy, weapon))
                       if mask.any() else mask})
             for (weapon, mode), mask in zip(ways, legal, strict=True)]
    return duel.best(ways, legal, facts)


def _hidden(ground: Ground, levels: Numbers, attacker: str, target: str) -> Numbers:
    """The concealment of a target, where the map's is ``levels``. # rule: SIT-4 SIT-5 CND-12 CND-14"""
    table = np.array([[concealment_of(each, each[attacker], each[target], level) for level in range(TOTAL + 1)]
                      for each in ground.battles])
    found: Numbers = table[ground.groups, levels]
    return found


def crowd(ground: Ground, facing: Facing, held_fast: Mask) -> Numbers:
    """What a crowd takes off a shot of the creature at an enemy from each place. # rule: ATK-3"""
    battle, me, enemy = ground.battle, ground.me, facing.enemy
    mates = list(allies_of(battle, me))
    fighting = any(engaged(battle, each, enemy) for each in mates)
    near = any(adjacent(battle, each, enemy) for each in mates)
    near = near and (not fighting or battle.settings.shots_near_allies == "both")
    fixed = SHOT_AT_ENGAGED.amount * fighting + SHOT_NEAR_ALLY.amount * near
    return fixed + ENGAGED_SHOOTER.amount * held_fast.astype(np.int64)
