"""How questions are made: positions by chance, tried until one asks something that has a plain answer."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Final

from game.errors import FlancoError, GeometryError
from game.learn.quiz_kinds import (
    Concealed,
    Covered,
    Flanks,
    High,
    Hits,
    Kind,
    Question,
    Reached,
    Seen,
    Some,
    Total,
    Walked,
)
from game.learn.quiz_places import FIGHTERS, SHOOTERS, Ground, crowd, foes, friend, ground
from game.rules.attack import concealment_of
from game.rules.bodies import line_of, metres_between, misplaced, movement_of, reach_of, speed_of, threatens
from game.rules.places import why_not_there
from game.rules.powers import powers
from game.rules.state import Battle, Combatant, Placement
from game.spatial.areas import Counting
from game.spatial.grid import PLAIN, TOTAL, Cell
from game.texts import text

MOST_TRIES: Final = 2000
MARKED: Final = {1: 6, 2: 8, 3: 10}  # squares to choose from, by level
OTHERS: Final = {1: 3, 2: 4, 3: 5}  # creatures beside the one that is asked about
COUNTINGS: Final[tuple[Counting, ...]] = ("centre", "any", "half")
Maker = Callable[[Random, int, int, bool], Question | None]


def made(seed: int, level: int, kind: Kind, fits: Callable[[Question], bool] = lambda asked: True) -> Question:
    """The question of a seed, a level and a kind; the first that ``fits``."""
    random = Random(f"{kind} {level} {seed}")
    for tried in range(MOST_TRIES):
        shipped = level > 1 and tried < 40 and random.random() < 0.5
        found = MAKERS[kind](random, level, seed, shipped)
        if found is not None and fits(found):
            return found
    raise FlancoError(text("no question could be made of this seed: {seed}", seed=seed))


# --- whom ------------------------------------------------------------------------------------------------------------


def _people(random: Random, on: Ground, level: int, first: Iterable[str], close: int = 9) -> Battle | None:
    """Somebody with enemies around; from level 2 with a friend among them."""
    more = [friend(random, FIGHTERS, 1)] if level > 1 else []
    return crowd(random, on, (friend(random, first, 0), *more, *foes(random, OTHERS[level] - len(more))), close)


def _mixed(found: Some) -> Some | None:
    """A question with something right and something wrong to choose."""
    held = {found.holds(each) for each in found.items}
    return found if len(held) == 2 else None


def _others(battle: Battle) -> tuple[str, ...]:
    return tuple(each.id for each in battle.combatants[1:])


def _cover(random: Random, level: int, seed: int, shipped: bool) -> Question | None:
    battle = _people(random, ground(random, "#=" if level > 1 else "#", shipped), level, SHOOTERS)
    if battle is None:
        return None
    who, near = battle.combatants[0], {1: Fraction(1, 4), 2: Fraction(1, 8), 3: Fraction(0)}[level]
    line = Fraction(battle.settings.partial_cover, 100)
    for each in battle.combatants[1:]:
        cover = line_of(battle, who, each).cover
        if level < 3 and 0 < abs(cover.share - line) < near:
            return None
    return _mixed(Covered(battle, who.id, level, seed, names=_others(battle)))


def _sight(random: Random, level: int, seed: int, shipped: bool) -> Question | None:
    battle = _people(random, ground(random, "#=", shipped), level, SHOOTERS)
    return None if battle is None else _mixed(Seen(battle, battle.combatants[0].id, level, seed,
                                                   names=_others(battle)))


def _smoke(random: Random, level: int, seed: int, shipped: bool) -> Question | None:
    """Only of those whom it sees: what is behind a wall is another question."""
    battle = _people(random, ground(random, "%" if level == 1 else "%=", shipped), level, SHOOTERS)
    if battle is None:
        return None
    who = battle.combatants[0]
    for each in battle.combatants[1:]:
        line = line_of(battle, who, each)
        if not line.sight or line.cover.level == TOTAL:
            return None
        if concealment_of(battle, who, each, line.concealment) != line.concealment:
            return None
    return _mixed(Concealed(battle, who.id, level, seed, names=_others(battle)))


def _reach(random: Random, level: int, seed: int, shipped: bool) -> Question | None:
    on, some = ground(random, "#^" if level > 1 else "#", shipped), foes(random, OTHERS[level])
    battle = crowd(random, on, (friend(random, FIGHTERS, 0), *some), 3)
    return None if battle is None else _mixed(Reached(battle, battle.combatants[0].id, level, seed,
                                                      names=_others(battle)))


# --- which squares ---------------------------------------------------------------------------------------------------


def _free(battle: Battle, who: Combatant, part: Iterable[Cell]) -> list[Cell]:
    return [each for each in part if misplaced(battle, who, each) is None]


def _marked(random: Random, asked: Some, some: Iterable[Cell]) -> Some | None:
    """The question with some squares of these to choose from, some of them right, in the order of the map."""
    holds = {cell: asked.holds(cell) for cell in some}
    right, wrong = [each for each, held in holds.items() if held], [each for each, held in holds.items() if not held]
    count = MARKED[asked.level]
    if not right or not wrong or len(holds) < count:
        return None
    most = min(len(right), count - 1)
    least = max(1, count - len(wrong), min(2, most))
    taken = random.sample(right, random.randint(least, max(least, min(most, count // 2))))
    taken += random.sample(wrong, count - len(taken))
    return replace(asked, cells=tuple(sorted(taken, key=lambda cell: cell[::-1])))


def _flank(random: Random, level: int, seed: int, shipped: bool) -> Question | None:
    """Squares around a target that a friend can strike: at level 1 only those from which the blow would reach it."""
    on = ground(random, "#~" if level > 1 else "~", shipped)
    some = (foes(random, 1)[0], friend(random, FIGHTERS, 1), friend(random, FIGHTERS, 0))
    battle = crowd(random, on, some, 2)
    if battle is None:
        return None
    target, mate, who = battle.combatants
    if not threatens(battle, mate, target):
        return None
    weapon = who.weapon(who.hands[0])
    assert weapon is not None
    far = reach_of(battle, who, weapon) + (level > 1)
    near = [each for each in _free(battle, who, on.part)
            if metres_between(battle, who.but(cell=each), target) <= far]
    return _marked(random, Flanks(battle, who.id, level, seed, target.id, "cells"), near)


def _high(random: Random, level: int, seed: int, shipped: bool) -> Question | None:
    on = ground(random, "^#" if level > 1 else "^", shipped)
    battle = crowd(random, on, (foes(random, 1)[0], friend(random, SHOOTERS, 0)), 6)
    if battle is None:
        return None
    target, who = battle.combatants
    return _marked(random, High(battle, who.id, level, seed, target.id, "cells"), _free(battle, who, on.part))


def _walk(random: Random, level: int, seed: int, shipped: bool) -> Question | None:
    """Squares about as far as it gets: the higher the level, the nearer to its limit."""
    on = ground(random, "#~^" if level > 1 else "#~", shipped)
    battle = _people(random, on, level, FIGHTERS)
    if battle is None:
        return None
    who = battle.combatants[0]
    ever, most = movement_of(battle, who.id, ever=True), PLAIN * speed_of(battle, who)
    near = {1: 3, 2: 2, 3: 2}[level] * PLAIN
    some = [each for each in _free(battle, who, on.part)
            if each != who.cell and 0 <= most - near < int(ever.cost[each[1], each[0]]) <= most + near]
    some = [each for each in some if ever.reachable[each[1], each[0]]]
    return _marked(random, Walked(battle, who.id, level, seed, "", "cells"), some)


# --- how many --------------------------------------------------------------------------------------------------------


def _area(random: Random, level: int, seed: int, shipped: bool) -> Question | None:
    """An area that hits the same whatever part of a square has to be inside."""
    battle = _casters(random, ground(random, "#" if level > 1 else "", shipped), level)
    if battle is None:
        return None
    who, grid = battle.combatants[0], battle.grid
    assert who.cell is not None
    name = random.choice(("frost-breath", "fire-lance", "fireball"))
    power, (x, y) = powers()[name], who.cell
    if name == "fireball":
        ox, oy = (random.choice([each.cell for each in battle.combatants[1:]]) or who.cell)
        place = Placement("corner", max(ox + random.randint(-1, 2), 1), max(oy + random.randint(-1, 2), 1))
    else:
        dx, dy = random.choice([(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)
                                if (i or j) and (level > 1 or not (i and j))])
        place = Placement("edge", x + (1 + dx) / 2, y + (1 + dy) / 2, (dx, dy))
    asked = Hits(battle, who.id, level, seed, "", "number", power=name, place=place)
    inside = 0 < place.x < grid.cols and 0 < place.y < grid.rows
    if not inside or (place.origin == "edge" and asked.toward not in grid):
        return None
    try:
        if why_not_there(battle, who, power, place) is not None or len({_hit(asked, each) for each in COUNTINGS}) > 1:
            return None
        count = asked.number()
    except GeometryError:
        return None
    if not count or count >= len(battle.combatants) - (level > 1):  # somebody is spared, so that too many can be shown
        return None
    return asked if level > 1 else to_pick(random, asked)


def _casters(random: Random, on: Ground, level: int) -> Battle | None:
    caster = friend(random, ("fire-mage",), 4)
    caster = caster.but(sheet=replace(caster.sheet, powers=(*caster.sheet.powers, powers()["frost-breath"])))
    some = (caster, friend(random, FIGHTERS, 0), *foes(random, OTHERS[level] + 1))
    return crowd(random, on, some, 5)


def _hit(asked: Hits, counting: Counting) -> frozenset[str]:
    battle = asked.battle
    other = replace(asked, battle=battle.but(settings=replace(battle.settings, counting=counting)))
    return frozenset(other.hit())


def _total(random: Random, level: int, seed: int, shipped: bool) -> Question | None:
    """An attack that is allowed, with at least one modifier; from level 2 with two, or one that is the defender's."""
    on, shoots = ground(random, "^#=" if level > 1 else "^", shipped), random.random() < 0.5
    friends = [friend(random, SHOOTERS if shoots else FIGHTERS, 0), *(friend(random, FIGHTERS, n) for n in (1, 2))]
    target, more = foes(random, 2)
    battle = crowd(random, on, (friends[0], target, *friends[1:], more), 4 if shoots else 2)
    if battle is None:
        return None
    asked = Total(battle, friends[0].id, level, seed, target.id, "number", mode="ranged" if shoots else "melee")
    sheet = asked.sheet
    mine = [each for each in sheet.modifiers if each.side == "attack"]
    if sheet.refused is not None or sheet.advantage or sheet.miss_chance or not mine:
        return None
    if level > 1 and len(mine) < 2 and not any(each.rule == "SIT-6" for each in sheet.modifiers):
        return None
    if level == 3:  # below the highest face, which counts otherwise
        return replace(asked, face=random.randrange(2, sheet.attack_die))
    if level == 2 and random.random() < 0.5:
        return asked
    return to_pick(random, asked)


def to_pick(random: Random, asked: Hits | Total) -> Question:
    """The same with four numbers to pick from."""
    if isinstance(asked, Total):
        return replace(asked, answering="choice", options=_options(random, asked.number(), [*asked.slips()]))
    least = max(0, asked.number() - random.randrange(4))
    return replace(asked, answering="choice", options=tuple(range(least, least + 4)))


def _options(random: Random, right: int, slips: Sequence[int]) -> tuple[int, ...]:
    """Four numbers: the right one and those that slips lead to, filled up with neighbours, the smallest first."""
    chosen = [right, *random.sample(slips, min(3, len(slips)))]
    for step in (1, -1, 2, -2, 3):
        if len(chosen) < 4 and right + step not in chosen:
            chosen.append(right + step)
    return tuple(sorted(chosen))


MAKERS: Final[dict[Kind, Maker]] = {
    "cover": _cover, "sight": _sight, "smoke": _smoke, "reach": _reach, "flank": _flank, "high": _high, "walk": _walk,
    "area": _area, "total": _total,
}
