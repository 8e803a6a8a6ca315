"""The search of puzzles against an exhaustive one, on small maps made from seeds, for goals of every kind."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import get_args

import pytest

from game.learn.goals import (
    All,
    Covered,
    Did,
    Fallen,
    Goal,
    Has,
    Hit,
    Into,
    Out,
    Reach,
    Sheet,
    Stand,
    Unseen,
    Within,
)
from game.learn.puzzles import Puzzle, from_game, met, play, solve
from game.learn.sure import LowDice
from game.rules.actions import Delay, EndTurn
from game.rules.bodies import misplaced
from game.rules.catalog import DamagePart, weapons
from game.rules.engine import apply, legal_actions
from game.rules.history import Game, Step
from game.rules.powers import Shape, ZoneEffect, powers
from game.rules.state import Battle, Combatant, Condition, GroundItem, Structure, Zone
from game.spatial.grid import Barrier, Cell, Grid, block, wall
from tests.rules.arena import fight, fighter

FEW = 12  # places of an area that both searches try
ARMS = ("sword", "dagger", "spear", "bow", "greatsword")


@pytest.fixture(autouse=True)
def _few_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.learn.search.last_acts.LISTED", FEW)


def world(seed: int) -> Battle:
    """A small map with what may be on one: walls, doors, ledges, mud, smoke, hazards, hidden creatures, things."""
    dice = Random(seed)
    cols, rows = dice.randint(3, 5), dice.randint(3, 4)
    cells = [(x, y) for y in range(rows) for x in range(cols)]
    dice.shuffle(cells)
    where = iter(cells)
    barriers, structures = list[Barrier](), list[Structure]()
    for n in range(dice.randint(0, 3)):
        cell, kind = next(where), dice.choice(("wall", "low_wall", "door"))
        tall = 1.0 if kind == "low_wall" else 3.0
        barriers += block(cell, tall, structure=f"thing{n}")
        structures.append(Structure(f"thing{n}", kind, (cell,), height=tall, nd=dice.choice((0, 2, 8)),  # type: ignore[arg-type]
                                    open=dice.random() < 0.5 if kind == "door" else None))
    if dice.random() < 0.4:
        x = float(dice.randint(1, cols - 1))
        barriers.append(wall((x, 0), (x, 1), bottom=dice.choice((0.0, 1.2)), top=3.0))
    grid = Grid.empty(cols, rows, barriers)
    height, cost = grid.height.copy(), grid.cost.copy()
    for _ in range(dice.choice((0, 0, 3))):
        x, y = dice.choice(cells)
        height[y, x] = 32 * dice.choice((1, 3, 8))
    for _ in range(dice.choice((0, 2))):
        x, y = dice.choice(cells)
        cost[y, x] = 2000
    ana = hero(dice, next(where))
    others = [foe(dice, "orc", "them", next(where))]
    if dice.random() < 0.6:
        others.append(foe(dice, "elf", dice.choice(("us", "them")), next(where)))
    items = (GroundItem("thing-1", next(where), weapons()["spear"]),) if dice.random() < 0.3 else ()
    found = fight(ana, *others, grid=grid.replace(height=height, cost=cost), structures=structures, listed_places=FEW,
                  diagonals=dice.choice(("uniform", "uniform", "alternating")), split_walk=dice.random() < 0.2,
                  rising=dice.choice(("free", "move")))
    if dice.random() < 0.25:
        found = found.but(zones=(zone(dice, dice.choice(cells)),))
    if len(others) > 1 and others[1].team == "us" and cols * rows > 12 and dice.random() < 0.5:
        found = ridden(found, dice)
    return found.but(items=items, made=1, pressure=dice.choice(("enemies", "enemies", "never")))


def ridden(battle: Battle, dice: Random) -> Battle:
    """Ana on the back of a friend, the friend on hers, or the friend beside her to get on; or nobody large enough."""
    one, other = dice.choice((("ana", "elf"), ("elf", "ana")))
    battle = battle.but(nonlethal="bruises")
    mount = battle[one].but(sheet=replace(battle[one].sheet, size="large"))
    cell = next(((x, y) for y in range(battle.map.rows - 1) for x in range(battle.map.cols - 1)
                 if misplaced(battle, mount, (x, y)) is None), None)
    if cell is None:
        return battle
    battle = battle.with_combatant(mount.but(cell=cell))
    fits = not any(battle[each].has("prone") or battle[each].hidden or battle[each].crouched for each in (one, other))
    return battle.with_combatant(battle[other].but(mount=one)) if fits and dice.random() < 0.7 else battle


def hero(dice: Random, cell: Cell) -> Combatant:
    arms = tuple(dice.sample(ARMS, dice.randint(0, 2)))
    known = [powers()[dice.choice(sorted(powers()))] for _ in range(dice.choice((0, 0, 1)))]
    return fighter("ana", "us", cell, weapons=arms, mobility=(dice.choice((0, 2)), 8), move=dice.choice((1, 2)),
                   strength=(dice.choice((5, 20)), 8), powers=tuple(known), prone=dice.random() < 0.15,
                   crouched=dice.random() < 0.15)


def foe(dice: Random, id: str, team: str, cell: Cell) -> Combatant:
    made = fighter(id, team, cell, weapons=(dice.choice(ARMS),), pv=dice.choice((1, 10)))
    if dice.random() < 0.3:
        made = made.but(conditions=(Condition("paralysed", id),))
    return made.but(hidden=dice.random() < 0.1)


def zone(dice: Random, cell: Cell) -> Zone:
    effect = dice.choice((
        ZoneEffect("Smoke", concealment="total"), ZoneEffect("Fire", damage=(DamagePart("fire", 1),)),
        ZoneEffect("Web", conditions=("slow",)), ZoneEffect("Mud", cost=2)))
    return Zone("zone-1", effect, Shape("free", cells=1), cells=(cell,))


def goals(battle: Battle, dice: Random) -> tuple[Goal, ...]:
    """One goal of some kind, or two."""
    cells = [(x, y) for y in range(battle.map.rows) for x in range(battle.map.cols)]
    foes = [each.id for each in battle.combatants if each.id != "ana"]
    id, some = dice.choice(foes), tuple(dice.sample(cells, 2))
    things = [each.id for each in battle.structures]
    made: list[Goal] = [
        Sheet("ana", id, holds=dice.choice(((), ("SIT-2",), ("SIT-3",), ("SIT-6",), ("SIT-7",)))),
        Sheet("ana", id, lacks=dice.choice((("SIT-6",), ("ATK-3",))), mode=dice.choice((None, "melee", "ranged"))),
        Sheet("ana", id, made=True, holds=dice.choice(((), ("SIT-2",), ("SIT-4",)))),
        Covered("ana", tuple(foes), dice.choice(("partial", "total"))), Covered(id, ("ana",)),
        Unseen("ana", tuple(foes)), Unseen(id, ("ana",)), Hit("ana", dice.randint(1, 2), dice.randint(0, 1)),
        Stand("ana", some), Into("ana", some), Into(id, some), Within("ana", id, dice.randint(1, 3)),
        Out(id), Out(id, alive=True), Has(id, dice.choice(("prone", "slow", "unconscious"))), Has("ana", "prone"),
        Did(dice.choice(("move", "dash", "attack", "draw", "switch", "drop_prone", "crouch", "pick_up", "drop_item",
                         "manoeuvre", "break"))),
        Reach("ana", id), Reach("ana", id, safe=True), Reach(id, "ana"),
        *(Fallen(each) for each in things[:1]),
    ]
    first, second = dice.sample(made, 2)
    return dice.choice(((first,), (first, second), (All((first, second)),)))


def exhaustive(puzzle: Puzzle, most: int) -> int | None:
    """The fewest actions, with everything that is listed tried again and again."""
    level = [Game(puzzle.battle)]
    for depth in range(most + 1):
        if any(met(puzzle, each) for each in level):
            return depth
        if depth < most:
            level = [after for game in level for after in _more(puzzle, game)]
    return None


def _more(puzzle: Puzzle, game: Game) -> Iterator[Game]:
    if game.done and game.past[-1].dice:
        return
    for action in legal_actions(game.battle):
        if getattr(action, "who", "") == puzzle.who and not isinstance(action, EndTurn | Delay):
            battle, events = apply(game.battle, action, LowDice())
            yield replace(game, steps=(*game.past, Step(action, events, battle)), done=game.done + 1)


def agrees(seed: int, most: int) -> bool:
    """Whether both searches give as many actions for a puzzle of this seed; whether it can be solved."""
    battle = world(seed)
    puzzle = from_game(battle, "ana", *goals(battle, Random(f"goals {seed}")))
    found, wanted = solve(puzzle, most=most), exhaustive(puzzle, most)
    assert (None if found is None else len(found.actions)) == wanted, (seed, puzzle.goals, found and found.actions)
    assert found is None or met(puzzle, play(puzzle, found.actions))
    return found is not None


def test_both_searches_agree() -> None:
    assert {agrees(seed, 2) for seed in range(60)} == {True, False}


@pytest.mark.long
@pytest.mark.parametrize("start", range(0, 1200, 100))
def test_both_searches_agree_on_many(start: int) -> None:
    for seed in range(1000 + start, 1100 + start):
        agrees(seed, 2)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5000, 5040))
def test_both_searches_agree_three_deep(seed: int) -> None:
    agrees(seed, 3)


def test_every_kind_of_goal_is_asked_for() -> None:
    kinds = {type(each) for seed in range(200) for each in goals(world(seed), Random(f"goals {seed}"))}
    assert kinds == {*get_args(Goal)}
