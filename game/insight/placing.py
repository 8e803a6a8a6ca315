"""Best placements of a power of a creature, or of a template that it might use, in a battle. # rule: EFF-3 EFF-4

What is counted is what the game does: legal placements are those of :func:`game.rules.places.why_not_there`, those hit
are those that :func:`game.rules.casting.area_hits_of` names, and the odds those of :mod:`game.rules.power_odds`. Hidden
creatures are left out; ask of a :func:`game.rules.players.players_view` what players may know.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from game.errors import IllegalAction
from game.insight.background import Progress, Stop
from game.insight.placement_search import Aim, Counted, Found, Place, Scene, Stand, search
from game.insight.placement_tally import Mark, Row, Side
from game.rules.attack import unknown
from game.rules.bodies import body_of, movement_of
from game.rules.casting import cost_of, things_met
from game.rules.ground import origin_height, passage_of, template_of
from game.rules.places import area_of, bodies_in, centre_of, needs_sight, why_not_there
from game.rules.power_odds import power_odds, thing_odds
from game.rules.powers import CureEffect, HealingEffect, Power, ZoneEffect
from game.rules.state import Battle, Combatant, Placement
from game.rules.things import Piece, pieces_of, things
from game.spatial.areas import Template, directions
from game.spatial.grid import UNITS, Body, Cell, Mask
from game.spatial.legal import range_to
from game.spatial.origins import Origin
from game.spatial.outlines import Vector
from game.spatial.sweep import Thing
from game.texts import text

Snap = Literal[8, 16, 32]


@dataclass(frozen=True, slots=True)
class Choice:
    """A placement of the trade-off list.

    :ivar place: as an action names it; None for an aura.
    :ivar stand: where the caster stands (its top left), ``walk`` what walking there costs, in 1/1000 m.
    :ivar away: from the caster to the origin, in 1/1000 m.
    :ivar enemies: ids of those hit; so ``allies``, the caster among them, and ``things``, those that wear by it.
    :ivar expected: what those that it is meant for lose on average, or regain; ``harm`` what the others lose.
    :ivar falls: how many things fall, on average; ``wear`` by how much all of them wear.
    :ivar equals: how many other placements are worth the same.
    """

    place: Placement | None
    origin: Origin | None
    stand: Cell
    walk: int
    away: int
    enemies: tuple[str, ...]
    allies: tuple[str, ...]
    things: tuple[str, ...]
    expected: Fraction
    harm: Fraction
    falls: Fraction
    wear: Fraction
    equals: int


@dataclass(frozen=True, eq=False)
class Placements:
    """The best placements.

    :ivar best: the trade-off list, the most of those it is meant for first.
    :ivar heat: (H, W) float32, see :class:`game.insight.placement_search.Found`; in points when ``in_points``, else in
        creatures.
    :ivar helps: whether it is meant for allies.
    :ivar tried: how many legal placements were looked at, without those from where nothing is near enough.
    """

    best: tuple[Choice, ...]
    heat: NDArray[np.float32]
    in_points: bool
    helps: bool
    tried: int


# --- questions -------------------------------------------------------------------------------------------------------


def best_of_power(
    battle: Battle, who: str, power: Power, *, snap: Snap = 16, walk: bool = False, progress: Progress | None = None,
    stop: Stop | None = None,
) -> Placements | None:
    """The best placements of a power that has an area.

    :param snap: how many directions are tried.
    :param walk: from every place that the caster can walk to with a Move, where the power leaves it one.
    :returns: None when it was stopped.
    :raises IllegalAction: for a creature that there is not, or is on no map; a power without an area.
    """
    _check(battle, who)
    if power.shape is None:
        raise IllegalAction(text("{power} has no area", power=text(power.name)))
    stands = [*_stands(battle, who, walk and cost_of(power) == "execution", _of_power(power))]
    if power.shape.form in ("aura", "free"):
        found = _one_by_one(battle, who, power, stands, progress, stop)
    else:
        found = search(stands, aim_of(battle, power, snap), progress, stop)
    return None if found is None else _answer(found, stands[0].scene, _helps(power))


def best_of_template(
    battle: Battle, who: str, template: Template, aim: Aim, *, walk: bool = False, progress: Progress | None = None,
    stop: Stop | None = None,
) -> Placements | None:
    """The best placements of a template that does nothing: how many enemies, allies and things it meets.

    :param aim: of that template, see :func:`aim_at`.
    :raises IllegalAction: for a creature that there is not, or is on no map.
    """
    _check(battle, who)
    stands = [*_stands(battle, who, walk, _of_template)]
    found = search(stands, aim, progress, stop)
    return None if found is None else _answer(found, stands[0].scene, False)


def best_of_bodies(
    battle: Battle, caster: tuple[str, Body], enemies: Mapping[str, Body], allies: Mapping[str, Body], aim: Aim,
    progress: Progress | None = None, stop: Stop | None = None,
) -> Placements | None:
    """The best placements of a template among bodies by name, whoever is in the battle: for a map with nobody on it.

    :returns: None when it was stopped.
    """
    name, body = caster
    marks = [*(Mark(each, "meant") for each in enemies), *(Mark(each, "other") for each in allies)]
    scene = _scene(battle, marks, (*enemies.values(), *allies.values()), Mark(name, "other"))
    found = search([Stand(body, scene)], aim, progress, stop)
    return None if found is None else _answer(found, scene, False)


def aim_of(battle: Battle, power: Power, snap: Snap = 16) -> Aim:
    """How the area of a power, of any form but an aura and a free set, may be put."""
    shape = power.shape
    assert shape is not None
    turns: tuple[Vector, ...] = ((1, 0),)
    if shape.directed or shape.form in ("square", "cube"):
        turns = directions(snap if shape.directed else 8)

    def make(origin: Origin, turn: Vector) -> Template:
        return template_of(shape, origin, turn, below=above)

    above = origin_height(battle.settings)
    return Aim(make, turns, ("corner", "cell") if power.range else ("edge",), power.range, needs_sight(battle, power),
               battle.settings.counting, passage_of(battle.settings, shape), battle.settings.diagonals, above=above)


def aim_at(battle: Battle, template: Template, reach: float, snap: Snap = 16, **how: Any) -> Aim:
    """How a template like one that was put somewhere may be put: within a reach, or at the edge of its caster when that
    is 0. ``how`` are other fields of :class:`game.insight.placement_search.Aim`."""
    turns: tuple[Vector, ...] = ((1, 0),)
    if hasattr(template, "direction"):
        turns = directions(snap if hasattr(template, "length") else 8)

    def make(origin: Origin, turn: Vector) -> Template:
        changes: dict[str, Any] = {"origin": origin} | ({"direction": turn} if len(turns) > 1 else {})
        return replace(template, **changes)  # type: ignore[type-var]

    given: dict[str, Any] = {"counting": battle.settings.counting, "rule": battle.settings.diagonals}
    return Aim(make, turns, ("corner", "cell") if reach else ("edge",), reach, **(given | how))


def _check(battle: Battle, who: str) -> None:
    if (reason := unknown(battle, who)) is not None:
        raise IllegalAction(reason)


# --- scenes ----------------------------------------------------------------------------------------------------------


SceneOf = Callable[[Battle, Combatant], Scene]  # of a battle and its caster


def _stands(battle: Battle, who: str, walk: bool, scene_of: SceneOf) -> Iterator[Stand]:
    """The caster where it stands, and wherever it can walk to; by rows. A scene is made once, unless zones, or
    something that may not be put on anyone, make it depend on the place."""
    caster = battle[who]
    scene = scene_of(battle, caster)
    yield Stand(body_of(battle, caster), scene)
    if not walk:
        return
    field = movement_of(battle, who)
    for y, x in np.argwhere(field.reachable).tolist():
        if (x, y) == caster.cell:
            continue
        if battle.zones or scene.closed:
            there = _moved(battle, who, (x, y))
            scene = scene_of(there, there[who])
            yield Stand(body_of(there, there[who]), scene, int(field.cost[y, x]))
        else:
            yield Stand(body_of(battle, caster, (x, y)), scene, int(field.cost[y, x]))


def _moved(battle: Battle, who: str, cell: Cell) -> Battle:
    """The battle with a creature on another place."""
    return battle if battle[who].cell == cell else battle.with_combatant(battle[who].but(cell=cell))


def _of_power(power: Power) -> SceneOf:
    """The scene of a power, for a battle and its caster."""
    def scene(battle: Battle, caster: Combatant) -> Scene:
        helps, solid = _helps(power), any(isinstance(each, ZoneEffect) and each.obstacle for each in power.effects)
        others = [each for each in battle.present() if each.id != caster.id and _meets(power, caster, each)]
        counted = others + ([caster] if not caster.out and _meets(power, caster, caster) else [])
        marks = [Mark(each.id, _side(caster, each, helps), _points(battle, caster, power, each, helps))
                 for each in counted]
        ids = [*things(battle)] if power.attack == "area" and not power.picks else []
        goods = [_thing_mark(battle, caster, power, id) for id in ids]
        placed = [*marks[:len(others)], *goods, *marks[len(others):]]
        covered = []
        if battle.settings.area_cover and power.attack == "area" and power.defence == "mobility":  # rule: DEF-2
            for number, each in enumerate(counted):
                at = number if number < len(others) else number + len(goods)
                points = power_odds(battle, caster.id, power, each.id, covered=True).odds.expected
                covered.append((at, len(placed)))
                placed.append(replace(placed[at], points=points))
        closed = tuple(cell for each in battle.combatants if solid and each.cell is not None and not each.hidden
                       for cell in body_of(battle, each).cells)
        return Scene(battle.grid, tuple(placed), tuple(body_of(battle, each) for each in others),
                     tuple(_thing(pieces_of(battle, id)) for id in ids), len(counted) > len(others), closed,
                     power.picks, tuple(covered))

    return scene


def _of_template(battle: Battle, caster: Combatant) -> Scene:
    """The scene of a template that does nothing."""
    others = [each for each in battle.present() if each.id != caster.id]
    marks = [Mark(each.id, _side(caster, each, False)) for each in others]
    return _scene(battle, marks, tuple(body_of(battle, each) for each in others), Mark(caster.id, "other"))


def _scene(battle: Battle, marks: Sequence[Mark], bodies: tuple[Body, ...], caster: Mark) -> Scene:
    """Some bodies, everything that can be broken, and the caster."""
    ids = [*things(battle)]
    goods = (Mark(id, "thing", Fraction(1)) for id in ids)
    return Scene(battle.grid, (*marks, *goods, caster), bodies,
                 tuple(_thing(pieces_of(battle, id)) for id in ids), True)


def _thing(pieces: tuple[Piece, ...]) -> Thing:
    """A thing by its cells, as :func:`game.rules.things.things_in` meets it."""
    return Thing(tuple(dict.fromkeys(cell for each in pieces if each.extra for cell in each.body.cells)),
                 tuple(dict.fromkeys(cell for each in pieces if not each.extra for cell in each.body.cells)))


def _thing_mark(battle: Battle, caster: Combatant, power: Power, id: str) -> Mark:
    found = thing_odds(battle, caster.id, power, id)
    return Mark(id, "thing", sum((points * chance for points, chance in found.wear), Fraction(0)), found.falls)


def _meets(power: Power, caster: Combatant, other: Combatant) -> bool:
    """Whether a power has to do with a creature inside its area. # rule: EFF-3 EFF-4"""
    same = other.team == caster.team
    if any(not isinstance(each, ZoneEffect) for each in power.effects):
        aura = power.shape is not None and power.shape.form == "aura" and not power.picks
        return not aura or same in {"enemy": (False,), "ally": (True,)}.get(power.aim, (True, False))
    return any(isinstance(each, ZoneEffect) and each.affects in ("all", "allies" if same else "enemies")
               for each in power.effects)


def _helps(power: Power) -> bool:
    """Whether a power is meant for allies."""
    if power.aim == "ally":
        return True
    zones = [each for each in power.effects if isinstance(each, ZoneEffect)]
    if len(zones) == len(power.effects):
        return all(each.affects == "allies" for each in zones)
    return all(isinstance(each, HealingEffect | CureEffect | ZoneEffect) for each in power.effects)


def _side(caster: Combatant, other: Combatant, helps: bool) -> Side:
    return "meant" if (other.team == caster.team) == helps else "other"


def _points(battle: Battle, caster: Combatant, power: Power, other: Combatant, helps: bool) -> Fraction:
    """What a creature loses on average, or regains."""
    if not helps:
        return power_odds(battle, caster.id, power, other.id).odds.expected
    healing = [each for each in power.effects if isinstance(each, HealingEffect)]
    given = sum(each.amount + (caster.sheet.attribute(each.attribute).bonus if each.attribute else 0)
                for each in healing)
    return Fraction(max(min(given, other.sheet.pv - other.pv), 0))


# --- auras and free sets ---------------------------------------------------------------------------------------------


def _one_by_one(
    start: Battle, who: str, power: Power, stands: Sequence[Stand], progress: Progress | None, stop: Stop | None
) -> Found | None:
    """Placements that are few: the aura of each stand; free sets, see :func:`_sets`."""
    counted = Counted(start.grid, len(stands) > 1)
    for number, stand in enumerate(stands):
        battle = _moved(start, who, stand.body.cells[0])
        caster = battle[who]
        for cells in _sets(battle, caster, power, stand) if power.shape and power.shape.form == "free" else [()]:
            if stop is not None and stop():
                return None
            place = Placement("cell", cells=cells) if cells else None
            if why_not_there(battle, caster, power, place) is None:
                away = max((_away(battle, stand, cell) for cell in cells), default=0)
                counted.one(Place(stand, away=away, cells=cells), _met(battle, caster, power, place, stand.scene))
        if progress is not None:
            progress((number + 1) / len(stands))
    return counted.found()


def _met(battle: Battle, caster: Combatant, power: Power, place: Placement | None, scene: Scene) -> Mask:
    """(T,) bool: the marks inside an area."""
    area = area_of(battle, caster, power, place)
    ids = {each.id for each in bodies_in(battle, area)}
    if scene.things:
        ids.update(things_met(battle, area))
    found = np.array([each.id in ids for each in scene.marks], np.bool_)
    for _, other in scene.covered:
        found[other] = False
    return found


def _sets(battle: Battle, caster: Combatant, power: Power, stand: Stand) -> Iterator[tuple[Cell, ...]]:
    """Free sets worth looking at: each legal square of a creature or beside a thing by itself; then, for each way to
    share the squares out, those of the creatures that lose most and of the things that wear most. # rule: EFF-4"""
    scene, shape = stand.scene, power.shape
    assert shape is not None
    bodies = [each.cells for each in scene.bodies] + [(*each.borders, *each.fills) for each in scene.things]
    best: dict[Side, list[tuple[Mark, Cell]]] = {"meant": [], "thing": [], "other": []}
    for mark, cells in zip(scene.marks, bodies + [stand.body.cells] * scene.caster, strict=False):
        near = sorted(cells, key=lambda cell: (_away(battle, stand, cell), cell[1], cell[0]))
        legal = [cell for cell in near
                 if why_not_there(battle, caster, power, Placement("cell", cells=(cell,))) is None]
        yield from ((cell,) for cell in legal)
        if legal:
            best[mark.side].append((mark, legal[0]))
    best["meant"].sort(key=lambda each: -each[0].points)
    best["thing"].sort(key=lambda each: (-each[0].falls, -each[0].points))
    for count in range(1, shape.cells + 1):
        chosen = best["meant"][:count] + best["thing"][:shape.cells - count]
        if len(cells := tuple(dict.fromkeys(cell for _, cell in chosen))) > 1:
            yield cells


def _away(battle: Battle, stand: Stand, cell: Cell) -> int:
    origin = centre_of(battle, cell)
    return range_to(stand.body, origin.point, origin.height, battle.settings.diagonals)


# --- the answer ------------------------------------------------------------------------------------------------------


def _answer(found: Found, scene: Scene, helps: bool) -> Placements:
    return Placements(tuple(_choice(row, helps) for row in found.best), found.heat, scene.scale.in_points, helps,
                      found.tried)


def _choice(row: Row, helps: bool) -> Choice:
    place, enemy = row.place, "other" if helps else "meant"
    marks = [place.stand.scene.marks[number] for number in row.met]
    _, _, expected, falls, wear = row.worth
    return Choice(
        _placement(place), place.origin, place.stand.body.cells[0], place.stand.walk, place.away,
        tuple(each.id for each in marks if each.side == enemy),
        tuple(each.id for each in marks if each.side not in (enemy, "thing")),
        tuple(each.id for each in marks if each.side == "thing" and each.points),
        expected, row.harm, falls, wear, row.equals)


def _placement(place: Place) -> Placement | None:
    """A placement as an action names it."""
    origin = place.origin
    if origin is None:
        return Placement("cell", cells=place.cells) if place.cells else None
    x, y = origin.cell if origin.kind == "cell" and origin.cell else (value / UNITS for value in origin.point)
    return Placement(origin.kind, int(x) if x == int(x) else x, int(y) if y == int(y) else y, place.turn)
