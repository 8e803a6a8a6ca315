"""Things that can be broken, and who can get at them: structures, walls that a power raised, what lies on the ground.

All of it follows from the battle. Where a thing is, in pieces, is kept by the map and the things on it; who reaches
what, by the grid's version. # rule: STR-1 STR-4
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from game.rules.actions import AttackMode
from game.rules.bodies import body_of
from game.rules.catalog import DamagePart, DiagonalRule
from game.rules.doors import borders, described, structure_name
from game.rules.gear import breaks_at, loot, with_worn, without_weapon
from game.rules.materials import least_damage
from game.rules.state import Battle, Combatant, GroundItem, Structure
from game.spatial.grid import PLAIN, UNITS, Barrier, Body, Cell, Grid, Mask
from game.spatial.lines import block_lists
from game.spatial.metric import distance, reach_distance
from game.texts import Text, text

BESIDE: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))
Heights = Callable[[Body, Cell], bool]
HAND: Final = 85  # percent of its height at which a creature strikes and shoots
Geometry = tuple[tuple[str, tuple[Cell, ...]], ...]  # the things of a map: id and the cells it fills, () for thin walls


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that can be broken: its ``nd`` as made and ``left``, as worn so far; ``word`` is its name in English
    without its place, which outlasts it; ``user`` is who has it in use."""

    id: str
    name: Text
    nd: int
    left: int
    word: str
    user: str = ""

    @property
    def least(self) -> int:
        """Damage below this is lost on it. # rule: STR-3"""
        return least_damage(self.nd)


@dataclass(frozen=True, slots=True)
class StructureSheet:
    """A blow at a thing before it is struck: ``damage`` are the parts of a plain blow, doubled by a critical.

    ``critical_face`` is the face of the attack die that doubles, None where blows at things are never critical.
    ``cost`` are the PV that the effort takes from the attacker; ``name`` is the thing's, in English, which outlasts it.
    # rule: STR-3 STR-5
    """

    attacker: str
    structure: str
    weapon: str
    mode: AttackMode
    die: int
    critical_face: int | None
    damage: tuple[DamagePart, ...]
    nd: int
    left: int
    least: int
    cost: int = 0
    name: str = ""

    def points(self, critical: bool) -> int:
        """Points of a blow. # rule: CRI-1"""
        return sum(part.amount for part in self.damage) * (2 if critical else 1)

    def wears(self, critical: bool) -> int:
        """How much of them counts: all, or nothing below the least. # rule: STR-3"""
        points = self.points(critical)
        return points if points >= self.least else 0


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a thing that a blow can be aimed at.

    ``body`` are the cells it fills; a thin wall has those that it borders, and counts as 1 m beyond them (``extra``).
    The blow goes to ``x, y`` in 1/64 m, at any height of the body.
    """

    body: Body
    extra: int
    x: int
    y: int


@dataclass(frozen=True, eq=False)
class Layout:
    """Where the things of a map are: their pieces, and the ids by every cell that a piece fills or borders."""

    pieces: dict[str, tuple[Piece, ...]]
    near: dict[Cell, tuple[str, ...]]


# --- which things there are ------------------------------------------------------------------------------------------


def thing(battle: Battle, id: str) -> Thing | None:
    """The thing of this id, None when there is none to break. # rule: STR-1 STR-8"""
    structure = _by_id(battle).get(id)
    if structure is not None:
        if structure.fallen or not structure.nd:
            return None
        return Thing(id, described(structure), structure.nd, structure.nd - structure.wear,
                     structure_name(structure).msgid, structure.user)
    for zone in battle.zones:
        if zone.id == id and zone.effect.obstacle and zone.effect.structural_nd and pieces_of(battle, id):
            nd = zone.effect.structural_nd
            return Thing(id, text(zone.effect.name), nd, nd - zone.wear, zone.effect.name)
    for item in _loose(battle):
        if item.id == id and item.weapon is not None and (nd := breaks_at(battle, item.weapon)):
            return Thing(id, text(item.weapon.name), nd, nd - item.wear, item.weapon.name)
    return None


def _loose(battle: Battle) -> tuple[GroundItem, ...]:
    """What lies on the ground, and what those who are out of the fight have. # rule: STR-4"""
    return battle.lying + tuple(loot(battle)) if any(each.out for each in battle.combatants) else battle.lying


def _by_id(battle: Battle) -> dict[str, Structure]:
    """The structures by id, gathered once for each battle."""
    found: dict[str, Structure] | None = battle.memo.get(_by_id)
    if found is None:
        found = battle.memo[_by_id] = {each.id: each for each in battle.structures}
    return found


def user_of(battle: Battle, found: Thing) -> Combatant | None:
    """Who has a thing in use, as long as it is in the fight. # rule: STR-4"""
    user = battle.by_id.get(found.user)
    return user if user is not None and not user.out and user.cell is not None and not user.hidden else None


def held_thing(battle: Battle, id: str) -> tuple[Combatant, Text] | None:
    """The creature and the weapon that ``creature:weapon`` names, None when it names none. # rule: STR-4"""
    who, colon, weapon = id.partition(":")
    holder = battle.by_id.get(who)
    held = holder.weapon(weapon) if colon and holder is not None else None
    return None if holder is None or held is None else (holder, text(held.name))


def things(battle: Battle) -> Iterator[str]:
    """The ids of everything that stands and can be broken."""
    yield from (each.id for each in battle.structures if each.nd and not each.fallen)
    yield from (each.id for each in battle.zones
                if each.effect.obstacle and each.effect.structural_nd and pieces_of(battle, each.id))
    yield from (each.id for each in _loose(battle) if each.weapon is not None and each.weapon.nd)


def with_wear(battle: Battle, id: str, wear: int) -> Battle:
    """The battle with a thing worn that far; at its ND it is gone, whatever it was. # rule: STR-3 STR-8"""
    def worn(structure: Structure) -> Structure:
        done = min(wear, structure.nd)
        return structure.but(wear=done, fallen=done >= structure.nd)

    if battle.structure(id) is not None:
        return battle.but(structures=tuple(worn(each) if each.id == id else each for each in battle.structures))
    if ":" in id:
        return _with_worn_gear(battle, id, wear)
    zones = tuple(
        each.but(wear=wear) if each.id == id else each for each in battle.zones
        if each.id != id or wear < each.effect.structural_nd
    )
    items = tuple(
        each.but(wear=wear) if each.id == id else each for each in battle.items
        if each.id != id or each.weapon is None or wear < breaks_at(battle, each.weapon)
    )
    return battle.but(zones=zones, items=items)


def _with_worn_gear(battle: Battle, id: str, wear: int) -> Battle:
    """The same for a weapon that one who is out of the fight has. # rule: STR-3 STR-4"""
    who, _, weapon = id.partition(":")
    owner = battle[who]
    carried = owner.weapon(weapon)
    if carried is None or wear >= breaks_at(battle, carried):
        return battle.with_combatant(without_weapon(owner, weapon))
    return battle.with_combatant(with_worn(owner, weapon, wear))


# --- where they are --------------------------------------------------------------------------------------------------


def layout_of(battle: Battle) -> Layout:
    """Where the things that stand are."""
    found: Layout | None = battle.memo.get(layout_of)
    if found is None:
        geometry = tuple((each.id, each.cells) for each in battle.structures if each.nd)
        found = battle.memo[layout_of] = _layout(battle.map, geometry)
    return found


@lru_cache(maxsize=32)
def _layout(map: Grid, geometry: Geometry) -> Layout:
    barriers: dict[str, list[Barrier]] = {}
    for barrier in map.barriers:
        barriers.setdefault(barrier.structure, []).append(barrier)
    pieces = {id: tuple(_pieces(map, cells, barriers.get(id, []))) for id, cells in geometry}
    near: dict[Cell, list[str]] = {}
    for id, some in pieces.items():
        for cell in dict.fromkeys(cell for piece in some for cell in piece.body.cells):
            near.setdefault(cell, []).append(id)
    return Layout(pieces, {cell: tuple(ids) for cell, ids in near.items()})


def _pieces(map: Grid, cells: tuple[Cell, ...], barriers: list[Barrier]) -> Iterator[Piece]:
    for cell in cells:
        own = [each for each in barriers if borders(each, cell)] or barriers
        bottom = min((each.bottom for each in own), default=int(map.height[cell[1], cell[0]]))
        top = max((each.top for each in own), default=bottom + 1)
        yield Piece(Body((cell,), bottom, top), 0, UNITS * cell[0] + UNITS // 2, UNITS * cell[1] + UNITS // 2)
    if cells:
        return
    for each in barriers:
        (x1, y1), (x2, y2) = each.start, each.end
        columns = range(max(min(x1, x2) // UNITS - 1, 0), min(max(x1, x2) // UNITS + 1, map.cols))
        rows = range(max(min(y1, y2) // UNITS - 1, 0), min(max(y1, y2) // UNITS + 1, map.rows))
        beside = tuple((x, y) for x in columns for y in rows if borders(each, (x, y)))
        if beside:
            yield Piece(Body(beside, each.bottom, each.top), 1, (x1 + x2) // 2, (y1 + y2) // 2)


def pieces_of(battle: Battle, id: str) -> tuple[Piece, ...]:
    """The pieces of one thing."""
    if id in _by_id(battle):
        return layout_of(battle).pieces.get(id, ())
    return _loose_pieces(battle).get(id, ())


def _loose_pieces(battle: Battle) -> dict[str, tuple[Piece, ...]]:
    """The pieces of what is no structure of the map, gathered once for each battle."""
    found: dict[str, tuple[Piece, ...]] | None = battle.memo.get(_loose_pieces)
    if found is None:
        found = battle.memo[_loose_pieces] = {}
        for zone in battle.zones:
            if zone.effect.obstacle and zone.effect.structural_nd:
                own = [each for each in battle.grid.barriers if each.structure == zone.id]
                cells = tuple((x, y) for y, x in np.argwhere(battle.cells_of(zone.id)).tolist())
                found[zone.id] = tuple(_pieces(battle.grid, cells, own))
        for item in _loose(battle):
            if item.weapon is not None and item.weapon.nd:
                lies = item in battle.items
                cells = (item.cell,) if lies else body_of(battle, battle[item.owner]).cells
                found[item.id] = tuple(_lying(battle.map, cell) for cell in cells)
    return found


@lru_cache(maxsize=4096)
def _lying(map: Grid, cell: Cell) -> Piece:
    """Where a thing on the ground of a cell is."""
    return next(_pieces(map, (cell,), []))


# --- who gets at them ------------------------------------------------------------------------------------------------


def metres_to(battle: Battle, who: Combatant, id: str) -> int:
    """How far a thing is, in whole metres, as reach is measured. # rule: ATK-1"""
    body, rule = body_of(battle, who), battle.settings.reach_diagonals
    return min(reach_distance(body, each.body, rule) + each.extra for each in pieces_of(battle, id))


def in_reach(battle: Battle, who: Combatant, reach: int) -> frozenset[str]:
    """The things that a blow of that reach, in metres, gets at: near enough, with nothing else between."""
    body, layout = body_of(battle, who), layout_of(battle)
    rule = battle.settings.reach_diagonals
    found = _in_reach(battle.grid, body, layout, reach, rule)
    return _standing(battle, found) | _others(battle, body, reach, rule, True)


def in_range(battle: Battle, who: Combatant, range: int) -> frozenset[str]:
    """The things that a shot or throw of that range, in metres, gets at."""
    body, layout = body_of(battle, who), layout_of(battle)
    found = _in_range(battle.grid, body, layout, range, battle.settings.diagonals)
    return _standing(battle, found) | _others(battle, body, range, battle.settings.diagonals, False)


def _standing(battle: Battle, ids: frozenset[str]) -> frozenset[str]:
    fallen = {each.id for each in battle.structures if each.fallen}
    return ids - fallen if fallen else ids


def _others(battle: Battle, body: Body, far: int, rule: DiagonalRule, whole: bool) -> frozenset[str]:
    """Those that are no structures of the map."""
    if not _loose_pieces(battle):
        return frozenset()
    (x0, y0), (x1, y1) = body.cells[0], body.cells[-1]
    parts = tuple(
        (id, each) for id, some in _loose_pieces(battle).items() for each in some
        if x0 - far <= each.body.cells[0][0] <= x1 + far and y0 - far <= each.body.cells[0][1] <= y1 + far
        and _apart(body, each, rule, whole) <= far
    )
    return _clear_of(battle.grid, body, parts) if parts else frozenset()


@lru_cache(maxsize=1024)
def _clear_of(grid: Grid, body: Body, parts: tuple[tuple[str, Piece], ...]) -> frozenset[str]:
    """As :func:`_clear`, kept by the grid's version."""
    return _clear(grid, body, iter(parts))


@lru_cache(maxsize=1024)
def _in_reach(grid: Grid, body: Body, layout: Layout, reach: int, rule: DiagonalRule) -> frozenset[str]:
    x0, y0 = min(x for x, _ in body.cells) - reach, min(y for _, y in body.cells) - reach
    x1, y1 = max(x for x, _ in body.cells) + reach, max(y for _, y in body.cells) + reach
    cells = ((x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1))
    ids = dict.fromkeys(id for cell in cells for id in layout.near.get(cell, ()))
    parts = ((id, each) for id in ids for each in layout.pieces[id] if _apart(body, each, rule, True) <= reach)
    return _clear(grid, body, parts)


@lru_cache(maxsize=256)
def _in_range(grid: Grid, body: Body, layout: Layout, range: int, rule: DiagonalRule) -> frozenset[str]:
    parts = ((id, each) for id, some in layout.pieces.items() for each in some
             if _apart(body, each, rule, False) <= range)
    return _clear(grid, body, parts)


def things_in(battle: Battle, mask: Mask, whole: Mask, heights: Heights | None = None) -> tuple[str, ...]:
    """The things that an area meets. ``mask`` are its cells (H, W), ``whole`` those that it would have with nothing in
    the way: what fills a cell of these is met when the area comes up to it, a thin wall when it borders on the area.
    ``heights`` says whether the area over a cell is as high as a body: it passes over some when it is raised.
    # rule: EFF-4"""
    near = mask.copy()
    near[1:] |= mask[:-1]
    near[:-1] |= mask[1:]
    near[:, 1:] |= mask[:, :-1]
    near[:, :-1] |= mask[:, 1:]
    near &= whole

    def met(piece: Piece) -> bool:
        cells = [(x, y) for x, y in piece.body.cells if (mask if piece.extra else near)[y, x]]
        if heights is None or not cells:
            return bool(cells)
        over = dict.fromkeys((x + i, y + j) for x, y in cells for i, j in ((0, 0), *BESIDE)
                             if (x + i, y + j) in battle.grid and mask[y + j, x + i])
        return any(heights(piece.body, cell) for cell in over)

    return tuple(id for id in things(battle) if any(met(each) for each in pieces_of(battle, id)))


def _apart(body: Body, piece: Piece, rule: DiagonalRule, whole: bool) -> float:
    """Metres to a piece, as reach is measured (in whole ones), or as ranges are."""
    if whole:
        return reach_distance(body, piece.body, rule) + piece.extra
    return distance(body, piece.body, rule) / PLAIN


def _clear(grid: Grid, body: Body, parts: Iterator[tuple[str, Piece]]) -> frozenset[str]:
    """Those with a piece that some cell of the body has an open line to, but for the thing itself."""
    wanted = list(parts)
    if not wanted:
        return frozenset()
    hand = body.feet + HAND * body.tall // 100
    ends = [(each.x, each.y, min(max(hand, each.body.feet), each.body.head - 1)) for _, each in wanted]
    found: set[str] = set()
    for x, y in body.cells:
        start = (UNITS * x + UNITS // 2, UNITS * y + UNITS // 2, hand)
        for (id, _), across in zip(wanted, block_lists(grid, start, ends, "effect"), strict=True):
            if all(each.structure == id for each in across):
                found.add(id)
    return frozenset(found)

