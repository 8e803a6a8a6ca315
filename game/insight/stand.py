"""Where to stand: for every place that a creature can reach, what it could do from there, and what could be done to it.

:func:`stand_map` answers for all places at once, :func:`stand_at` for one; both say what the rules say of a creature
that stands there: attacks as :func:`game.rules.attack.attack_sheet` and :mod:`game.rules.odds` have them, the others
where they are now. From each place the attack that takes most on average is the one that counts; each enemy answers
with its own.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from game.errors import IllegalAction
from game.insight.background import Progress, Stop
from game.insight.nearest import Places
from game.insight.stand_fields import Facing, Ground, crowd, given, striking, taken, ways_of
from game.rules.actions import Attack, AttackMode
from game.rules.attack import FLANKING, OF_PLACES, attack_sheet, refusal, unknown
from game.rules.bodies import body_of, enemies_of, engaged, line_of, misplaced, movement_of, reach_of, threatens
from game.rules.odds import odds
from game.rules.state import Battle, Combatant
from game.spatial.grid import Cell, Mask, units
from game.spatial.sight import higher
from game.texts import text


@dataclass(frozen=True, slots=True)
class Option:
    """One way to attack: whom, with what weapon (empty: unarmed), how."""

    target: str
    weapon: str
    mode: AttackMode


@dataclass(frozen=True, slots=True)
class Standing:
    """A place to stand, see :class:`StandMap`; numbers are exact, and ``threats`` are the ids of those who threaten."""

    cell: Cell
    flanking: bool
    higher: bool
    cover: int
    own_cover: int
    concealment: int
    own_concealment: int
    engaged: bool
    shot: int
    threats: tuple[str, ...]
    attack: Option | None
    hit: Fraction | None
    expected: Fraction
    taken: Fraction


@dataclass(frozen=True, eq=False)
class StandMap:
    """What holds at each place, by the top left of the creature's footprint; arrays are (H, W).

    Against a target; against all enemies each array but ``threats``, ``engaged`` and ``taken`` holds what is best for
    the creature among them, and ``own_cover`` and ``own_concealment`` the least. Where a place is not reached, masks
    are false and numbers 0.

    :ivar reachable: bool, ``cost`` int32 in 1/1000 m (-1 where it is not reached).
    :ivar flanking: bool: a blow with what it threatens with would flank. # rule: SIT-2
    :ivar higher: bool: it would be on high ground. # rule: SIT-3
    :ivar cover: uint8: the target's cover, 0 none, 1 partial, 2 total; ``own_cover`` that of the creature from it.
        # rule: SIT-6 SIT-7
    :ivar concealment: uint8: the target's, 0 to 2; ``own_concealment`` that of the creature. # rule: SIT-4 SIT-5
    :ivar engaged: bool: it would be engaged in melee with some enemy. # rule: ATK-4
    :ivar shot: int8: what a crowd takes off a shot at the target from there, 0 or less. # rule: ATK-3
    :ivar threats: uint8: how many enemies could strike it there, from where they are.
    :ivar attack: int16: the number of the best attack in ``attacks``, -1 where none is allowed.
    :ivar hit: float64: its chance to hit, NaN where there is none; ``expected`` what it takes on average.
    :ivar taken: float64: what all enemies together take from it on average with one attack each, from where they are.
    """

    who: str
    target: str | None
    reachable: Mask
    cost: NDArray[np.int32]
    flanking: Mask
    higher: Mask
    cover: NDArray[np.uint8]
    own_cover: NDArray[np.uint8]
    concealment: NDArray[np.uint8]
    own_concealment: NDArray[np.uint8]
    engaged: Mask
    shot: NDArray[np.int8]
    threats: NDArray[np.uint8]
    attacks: tuple[Option, ...]
    attack: NDArray[np.int16]
    hit: NDArray[np.float64]
    expected: NDArray[np.float64]
    taken: NDArray[np.float64]


def _targets(battle: Battle, who: str, target: str | None) -> tuple[Combatant, ...]:
    """Whom the question is about.

    :raises IllegalAction: for creatures that there are not, or are on no map; a target that is no enemy in the fight.
    """
    for id in (who, target):
        if id is not None and (reason := unknown(battle, id)) is not None:
            raise IllegalAction(reason)
    enemies = tuple(enemies_of(battle, battle[who]))
    if target is None:
        return enemies
    if target not in {each.id for each in enemies}:
        raise IllegalAction(text("{target} is no enemy of {who} in the fight", target=battle[target].name,
                                 who=battle[who].name))
    return (battle[target],)


# --- one place -------------------------------------------------------------------------------------------------------


def stand_at(battle: Battle, who: str, cell: Cell, target: str | None = None) -> Standing:
    """What a creature could do from a place, and what could be done to it; against a target, or all enemies.

    :raises IllegalAction: as :func:`stand_map`; for a place where it cannot stand.
    """
    targets = [each.id for each in _targets(battle, who, target)]
    if cell != battle[who].cell:
        if (reason := misplaced(battle, battle[who], cell)) is not None:
            raise IllegalAction(reason)
        battle = battle.with_combatant(battle[who].but(cell=cell))
    me, enemies = battle[who], list(enemies_of(battle, battle[who]))
    against = [battle[id] for id in targets]
    lines = [(line_of(battle, me, each), line_of(battle, each, me)) for each in against]
    given = max((_best(battle, me, each) for each in against), default=_NOTHING, key=_by_points)
    least = units(battle.settings.high_ground)
    return Standing(
        cell,
        any(_flanks(battle, me, each) for each in against),
        any(higher(body_of(battle, me), body_of(battle, each), least) for each in against),
        min((there.cover.level for there, _ in lines), default=0),
        min((back.cover.level for _, back in lines), default=0),
        min((there.concealment for there, _ in lines), default=0),
        min((back.concealment for _, back in lines), default=0),
        any(engaged(battle, me, each) for each in enemies),
        max((_crowd(battle, me, each) for each in against), default=0),
        tuple(each.id for each in enemies if threatens(battle, each, me)),
        given[0], given[1], given[2],
        sum((_best(battle, each, me)[2] for each in enemies), Fraction(0)),
    )


LEVELS: Final = ("flanking", "higher", "cover", "own_cover", "concealment", "own_concealment", "engaged", "shot")
Best = tuple[Option | None, Fraction | None, Fraction]
_NOTHING: Final[Best] = (None, None, Fraction(0))


def _by_points(best: Best) -> tuple[Fraction, Fraction]:
    return best[2], Fraction(-1) if best[1] is None else best[1]


def _best(battle: Battle, who: Combatant, target: Combatant) -> Best:
    """The attack that takes most on average; of equal ones the one that hits most, then the first."""
    best = _NOTHING
    for weapon, mode in ways_of(who):
        if refusal(battle, who, target, weapon, mode) is None:
            found = odds(attack_sheet(battle, Attack(who.id, target.id, weapon.id, mode)), target)
            each: Best = Option(target.id, weapon.id, mode), found.hit, found.expected
            best = max(best, each, key=_by_points)
    return best


def _flanks(battle: Battle, who: Combatant, target: Combatant) -> bool:
    """Whether a blow with what it threatens with would flank."""
    return any(each.rule == FLANKING.rule and each.label == FLANKING.label for weapon in striking(who)
               for each in attack_sheet(battle, Attack(who.id, target.id, weapon.id)).modifiers)


def _crowd(battle: Battle, who: Combatant, target: Combatant) -> int:
    """What a crowd takes off a shot. # rule: ATK-3"""
    made = attack_sheet(battle, Attack(who.id, target.id, "", "ranged"))
    return sum(each.amount for each in made.modifiers if each.rule == "ATK-3" and (each.rule, each.label) in OF_PLACES)


# --- all places ------------------------------------------------------------------------------------------------------


def stand_map(
    battle: Battle, who: str, target: str | None = None, *, dash: bool = False, progress: Progress | None = None,
    stop: Stop | None = None,
) -> StandMap | None:
    """What holds at every place that a creature can reach with what is left of its Move, or a Move out of its turn, or
    with a dash.

    :param target: None: all enemies.
    :returns: None when it was stopped.
    :raises IllegalAction: for creatures that there are not, or are on no map; a target that is no enemy in the fight.
    """
    targets = _targets(battle, who, target)
    field = movement_of(battle, who, dash)
    made = _blank(battle, who, target, field.reachable, field.cost)
    if Places(battle, who).moves_aura:  # the map itself depends on the place
        return _one_by_one(battle, made, progress, stop)
    ground = Ground(battle, who, field.reachable)
    enemies = list(enemies_of(battle, ground.me))
    steps = [*(each.id for each in enemies), *(each.id for each in targets), *(each.id for each in enemies)]
    facing: dict[str, Facing] = {}
    held_fast = np.zeros(ground.size, np.bool_)
    for number, id in enumerate(steps):
        if stop is not None and stop():
            return None
        if number < len(enemies):
            facing[id] = ground.facing(battle[id])
            held_fast |= facing[id].engaged
            made.threats[ground.where] += facing[id].struck
        elif number < len(enemies) + len(targets):
            made = _against(made, ground, facing[id], held_fast)
        else:
            made.taken[ground.where] += taken(ground, facing[id], list(facing.values())).expected
        if progress is not None:
            progress((number + 1) / len(steps))
    made.engaged[ground.where] = held_fast
    return made


def _blank(
    battle: Battle, who: str, target: str | None, reachable: Mask, cost: NDArray[np.int32]
) -> StandMap:
    """A map on which nothing is known yet: no target is better than any."""
    def layer(kind: Any, value: Any = 0) -> Any:
        return np.full(battle.grid.shape, value, kind)

    return StandMap(
        who, target, reachable, cost, layer(np.bool_), layer(np.bool_), layer(np.uint8), layer(np.uint8),
        layer(np.uint8), layer(np.uint8), layer(np.bool_), layer(np.int8), layer(np.uint8), (), layer(np.int16, -1),
        layer(np.float64, np.nan), layer(np.float64), layer(np.float64))


def _against(made: StandMap, ground: Ground, facing: Facing, held_fast: Mask) -> StandMap:
    """The map with one more target."""
    where, enemy, first = ground.where, facing.enemy, not made.attacks
    reach = max((reach_of(ground.battle, ground.me, each) for each in striking(ground.me)), default=-1)
    if reach >= 0:
        made.flanking[where] |= ground.flanking(enemy, reach)
    made.higher[where] |= ground.higher(enemy)
    levels = ((made.cover, facing.cover), (made.own_cover, facing.own_cover),
              (made.concealment, facing.concealment), (made.own_concealment, facing.own_concealment))
    for layer, new in levels:
        layer[where] = new if first else np.minimum(layer[where], new)
    penalty = crowd(ground, facing, held_fast)
    made.shot[where] = penalty if first else np.maximum(made.shot[where], penalty)
    ways, blows = given(ground, facing, held_fast)
    hit, expected = made.hit[where], made.expected[where]
    better = (blows.way >= 0) & ((blows.expected > expected) | np.isnan(hit)
                                 | ((blows.expected == expected) & (blows.hit > hit)))
    ys, xs = ground.ys[better], ground.xs[better]
    made.attack[ys, xs] = blows.way[better] + len(made.attacks)
    made.hit[ys, xs], made.expected[ys, xs] = blows.hit[better], blows.expected[better]
    return replace(made, attacks=(*made.attacks, *(Option(enemy.id, weapon.id, mode) for weapon, mode in ways)))


def _one_by_one(battle: Battle, made: StandMap, progress: Progress | None, stop: Stop | None) -> StandMap | None:
    """The map, place by place."""
    attacks: list[Option] = []
    cells = np.argwhere(made.reachable).tolist()
    for number, (y, x) in enumerate(cells):
        if stop is not None and stop():
            return None
        one = stand_at(battle, made.who, (x, y), made.target)
        for name in LEVELS:
            getattr(made, name)[y, x] = getattr(one, name)
        made.threats[y, x] = len(one.threats)
        if one.attack is not None and one.hit is not None:
            if one.attack not in attacks:
                attacks.append(one.attack)
            made.attack[y, x], made.hit[y, x] = attacks.index(one.attack), float(one.hit)
        made.expected[y, x], made.taken[y, x] = float(one.expected), float(one.taken)
        if progress is not None:
            progress((number + 1) / len(cells))
    return replace(made, attacks=tuple(attacks))
