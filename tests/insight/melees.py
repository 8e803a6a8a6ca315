"""Small random battles in which everything that changes an attack turns up."""

from dataclasses import replace
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from game.rules.actions import Attack
from game.rules.attack import AttackSheet, attack_sheet
from game.rules.bodies import body_of, side_of
from game.rules.catalog import UNARMED
from game.rules.conditions import with_condition
from game.rules.powers import ModifierEffect, Shape, TestChange, ZoneEffect
from game.rules.state import Battle, Combatant, Condition, Expiry, Hold, Ongoing, Structure, Zone
from game.spatial.grid import Cell, footprint
from tests.rules.arena import fight, fighter
from tests.spatial.strategies import grids

CONDITIONS = ("blind", "invisible", "disoriented", "frightened", "exhausted", "wounded", "restrained")
ZONES = (
    ZoneEffect("Smoke", concealment="partial"),
    ZoneEffect("Fog", concealment="total"),
    ZoneEffect("Mire", cost=3, conditions=("slow", "exhausted")),
    ZoneEffect("Dark", conditions=("blind",), affects="enemies"),
    ZoneEffect("Blessing", modifier=ModifierEffect("Blessed", defence=2), affects="allies"),
    ZoneEffect("Dread", modifier=ModifierEffect("Cowed", tests=(TestChange(-2, tests=("attack",)),))),
    ZoneEffect("Thorns", obstacle=2.0, blocks=("effect", "sight")),
)


def _free(battle: Battle, cell: Cell, side: int) -> bool:
    cells = footprint(cell, side)
    taken = {each for who in battle.combatants if who.cell is not None for each in body_of(battle, who).cells}
    return all(each in battle.grid for each in cells) and taken.isdisjoint(cells)


@st.composite
def _fighters(draw: st.DrawFn, id: str, team: str, cell: Cell) -> Combatant:
    size = draw(st.sampled_from(("medium", "medium", "medium", "large", "small")))
    weapons = draw(st.sampled_from((("sword", "bow"), ("bow", "sword"), ("spear",), ("bow",), ("sword", "spear"))))
    made = fighter(id, team, cell, size=size, weapons=weapons, pv=20, defence=draw(st.integers(0, 1)),
                   crouched=draw(st.booleans()) and draw(st.booleans()), prone=draw(st.integers(0, 4)) == 0,
                   altitude=draw(st.sampled_from((0, 0, 0, 0, 64))))
    for condition in draw(st.lists(st.sampled_from(CONDITIONS), max_size=1)):
        expiry = draw(st.sampled_from((None, Expiry("turn", id), Expiry("slot", id, count=2))))
        made = with_condition(made, Condition(condition, draw(st.sampled_from(("", "a", "x"))), expiry=expiry))
    if draw(st.integers(0, 5)) == 0:
        made = made.but(ongoing=(Ongoing(ModifierEffect("Aimed", tests=(TestChange(2, tests=("attack",)),)), id),))
    return made


@st.composite
def melees(draw: st.DrawFn, most: int = 6) -> Battle:
    """Two against two on a small map with walls, doors, heights, smoke, bad ground, zones; ``a`` and ``b`` against
    ``x`` and ``y``."""
    grid = draw(grids(most, smoke=draw(st.booleans()), ground=True))
    doors, barriers = [], []
    for number, each in enumerate(grid.barriers):
        kind = draw(st.sampled_from(("loose", "wall", "shut", "open")))
        id = "" if kind == "loose" else f"s{number}"
        barriers.append(replace(each, structure=id))
        if id:
            door = {"shut": False, "open": True}.get(kind)
            doors.append(Structure(id, "wall" if door is None else "door", open=door))
    where = fight(fighter("none", "red", None), grid=grid.replace(barriers=tuple(barriers)), structures=doors)
    made: list[Combatant] = []
    cells = [(x, y) for y in range(grid.rows) for x in range(grid.cols)]
    for id, team in (("a", "red"), ("x", "blue"), ("b", "red"), ("y", "blue")):
        who = draw(_fighters(id, team, draw(st.sampled_from(cells))))
        fits = [cell for cell in cells if _free(where, cell, side_of(where, who))]
        if not fits and len(made) > 1:
            continue
        assume(fits)
        who = who.but(cell=draw(st.sampled_from(fits)))
        made.append(who)
        where = where.but(combatants=(*made,))
    ids = tuple(each.id for each in made)
    fought = fight(*made, grid=where.map, structures=doors,
                   diagonals=draw(st.sampled_from(("uniform", "uniform", "alternating", "exact"))),
                   near_shots=draw(st.integers(0, 3)) > 0, partial_cover=draw(st.sampled_from((25, 25, 50))))
    zones = tuple(draw(_zones(number, ids, cells)) for number in range(draw(st.integers(0, 2))))
    holds = (Hold("b", "x", 10),) if {"b", "x"} <= {*ids} and draw(st.integers(0, 4)) == 0 else ()
    return fought.but(zones=zones, holds=holds, waiting=ids)


@st.composite
def _zones(draw: st.DrawFn, number: int, ids: tuple[str, ...], cells: list[Cell]) -> Zone:
    effect, source = draw(st.sampled_from(ZONES)), draw(st.sampled_from(ids))
    if draw(st.integers(0, 2)) == 0:
        return Zone(f"z{number}", effect, Shape("aura", radius=1), source)
    some = tuple(draw(st.sets(st.sampled_from(cells), min_size=1, max_size=6)))
    return Zone(f"z{number}", effect, Shape("free", cells=len(some)), source, cells=some)


@st.composite
def sheets(draw: st.DrawFn, battle: Battle) -> AttackSheet:
    """An attack of ``a`` on ``x`` with one of its weapons or its bare hands, in hand or not."""
    weapon = draw(st.sampled_from((*battle["a"].weapons, UNARMED)))
    modes: list[Any] = [each for each, far in (("melee", weapon.reach), ("ranged", weapon.range)) if far]
    return attack_sheet(battle, Attack("a", "x", weapon.id, draw(st.sampled_from(modes))))
