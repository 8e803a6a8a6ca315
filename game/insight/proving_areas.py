"""Proofs about areas and sight: why a square is lit, cut off or outside, whom an area hits, who sees whom."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from game.errors import GeometryError
from game.insight.changes import Change, ends_of, smallest, ways_past
from game.insight.nearest import Nearest, nowhere, places_of
from game.insight.proof import Proof
from game.insight.reasons import rays_of_sight, things_said
from game.rules.bodies import body_of, line_of
from game.rules.conditions import perceives, plight
from game.rules.evidence import Evidence
from game.rules.ground import mask_of
from game.rules.places import Area
from game.rules.state import Battle, Combatant
from game.spatial.areas import Passage, area_hits, overlap_share
from game.spatial.grid import UNITS, Barrier, Body, Cell, Mask, cell_name
from game.spatial.lines import block_lists
from game.spatial.origins import Origin, height_of, start_of
from game.spatial.sight import Ray
from game.texts import N_, Text, text

INSIDE: Final = N_("inside the area")
HIT: Final = N_("met by the area")
SIGHT: Final = N_("line of sight")
MOST_TRIED: Final = 24  # things that are tried


# --- squares ---------------------------------------------------------------------------------------------------------


def prove_cell(battle: Battle, area: Area, cell: Cell, passage: Passage | None = None) -> Proof:
    """Why a cell of the map is in an area or not: outside of its shape, or cut off, and by what. # rule: EFF-4 SIT-7

    :param passage: how the area's effect passes walls; None: as its template does by itself.
    """
    x, y = cell
    if area.mask[y, x]:
        return Proof("EFF-4", INSIDE, "yes", reasons=(text("{cell} is in the area.", cell=cell_name(cell)),),
                     evidence=Evidence(_rays(battle, area, cell), (cell,)))
    whole = mask_of(battle.grid, area.template, battle.settings.counting, "none")
    if not whole[y, x]:
        return Proof("EFF-4", INSIDE, "no", reasons=(_outside(battle, area, cell),),
                     evidence=Evidence(cells=(cell,)))
    rays = _rays(battle, area, cell)
    way = passage or area.passage or area.template.passage

    def suffices(some: tuple[Change, ...]) -> bool:
        there = battle
        for each in some:
            there = each.on(there)
        try:
            return bool(mask_of(there.grid, area.template, battle.settings.counting, passage)[y, x])
        except GeometryError:  # a wall of a zone grows over the origin
            return False

    changes = smallest(tuple(_walls(battle, area, whole, rays, way)), suffices)
    barriers = _taken(battle, changes) or tuple(dict.fromkeys(each for ray in rays for each in ray.barriers))
    reasons = [text("{cell} is in the shape, but the effect does not get there.", cell=cell_name(cell))]
    if (things := things_said(battle, barriers)) is not None:
        reasons.append(text("In between: {things}.", things=things))
    return Proof("EFF-4", INSIDE, "no", reasons=tuple(reasons), evidence=Evidence(rays, (cell,), barriers),
                 changes=changes, tried=True)


def _outside(battle: Battle, area: Area, cell: Cell) -> Text:
    """Why a cell does not count, by the rule for counting. # rule: EFF-4"""
    share = float(overlap_share(battle.grid, area.template)[cell[1], cell[0]])
    percent, name = round(100 * share), cell_name(cell)
    match battle.settings.counting:
        case "any":
            return text("No part of {cell} lies in the shape.", cell=name)
        case "half":
            return text("Only {percent} percent of {cell} lie in the shape; half is needed.", cell=name,
                        percent=percent)
    if not percent:
        return text("{cell} lies outside of the shape.", cell=name)
    return text("The centre of {cell} lies outside of the shape, though {percent} percent of it lie inside.",
                cell=name, percent=percent)


def _rays(battle: Battle, area: Area, cell: Cell) -> tuple[Ray, ...]:
    """Level lines from where the effect starts to a cell: to its centre, or to its corners where parts count."""
    grid, source = battle.grid, area.template.source
    if source is None:
        return ()
    if isinstance(source, Origin):
        try:
            start = start_of(grid, source)
        except GeometryError:  # on a barrier, where only what passes all walls can start
            return ()
        from_ = (start.x, start.y, start.z)
    else:
        from_ = _middle_of(source)
    spots = [(32, 32)] if battle.settings.counting == "centre" else [(i, j) for j in (8, 56) for i in (8, 56)]
    ends = [(cell[0] * UNITS + i, cell[1] * UNITS + j, from_[2]) for i, j in spots]
    causes = block_lists(grid, from_, ends, "effect")
    return tuple(Ray(from_, end, bool(by), by) for end, by in zip(ends, causes, strict=True))


def _middle_of(body: Body) -> tuple[int, int, int]:
    xs, ys = [x for x, _ in body.cells], [y for _, y in body.cells]
    return (min(xs) + max(xs) + 1) * UNITS // 2, (min(ys) + max(ys) + 1) * UNITS // 2, height_of(body)


def _walls(battle: Battle, area: Area, whole: Mask, rays: tuple[Ray, ...], passage: Passage) -> Iterator[Change]:
    """What may cut a cell off: for straight lines what blocks them; for what flows or walks, everything between a lit
    cell and one that is not."""
    blocking = [each for ray in rays for each in ray.barriers]
    yield from (found := ways_past(battle, blocking))
    if passage == "straight":
        return
    dark = whole & ~area.mask
    level = rays[0].start[2] if rays else 0
    between = [each for each in battle.grid.barriers
               if each.effect and each.bottom <= level < each.top and _parts(each, area.mask, dark)]
    yield from [each for each in ways_past(battle, between) if each not in found][:MOST_TRIED]


def _parts(barrier: Barrier, lit: Mask, dark: Mask) -> bool:
    """Whether a barrier has lit and dark cells beside it."""
    (x1, y1), (x2, y2) = barrier.start, barrier.end
    part = (slice(max((min(y1, y2) - 1) // UNITS, 0), max(y1, y2) // UNITS + 1),
            slice(max((min(x1, x2) - 1) // UNITS, 0), max(x1, x2) // UNITS + 1))
    return bool(lit[part].any() and dark[part].any())


def _taken(battle: Battle, changes: tuple[Change, ...]) -> tuple[Barrier, ...]:
    """The barriers that some changes would take away."""
    ids = {getattr(each, "structure", "") or getattr(each, "zone", "") for each in changes} - {""}
    loose = [each.barrier for each in changes if getattr(each, "barrier", None) is not None]  # type: ignore[union-attr]
    return tuple(each for each in battle.grid.barriers if each.structure in ids or each in loose)


# --- creatures -------------------------------------------------------------------------------------------------------


def prove_hit(battle: Battle, area: Area, who: str, passage: Passage | None = None) -> Proof:
    """Why an area hits a creature or not, and the nearest place where it would be otherwise. # rule: ATK-5"""
    creature = battle[who]
    body = body_of(battle, creature)
    lit = tuple(cell for cell in body.cells if area.mask[cell[1], cell[0]])
    hit = _meets(battle, area, body)
    if hit:
        reasons: tuple[Text, ...] = (text("{who} is in the area on {cells}.", who=creature.name,
                                          cells=", ".join(map(cell_name, lit))),)
        found = Proof("ATK-5", HIT, "yes", who, reasons=reasons, evidence=Evidence(cells=lit))
    elif lit:
        reasons = (text("{who} stands on lit squares, but the area passes above or below.", who=creature.name),)
        found = Proof("ATK-5", HIT, "no", who, reasons=reasons, evidence=Evidence(cells=lit))
    else:
        proofs = [prove_cell(battle, area, cell, passage) for cell in body.cells]
        best = next((each for each in proofs if each.changes), proofs[0])
        found = replace(best, rule="ATK-5", label=HIT, who=who)
    places = places_of(battle, who)

    def fits(cell: Cell) -> bool:
        return _meets(battle, area, body_of(battle, creature, cell)) != hit

    near = places.first(places.reachable if hit else places.reachable & places.touching(area.mask), fits)
    return replace(found, nearest=(near,), changes=(), tried=True) if near is not None else replace(found, tried=True)


def _meets(battle: Battle, area: Area, body: Body) -> bool:
    return bool(area_hits(battle.grid, area.template, [body], battle.settings.counting, mask=np.asarray(area.mask))[0])


# --- sight -----------------------------------------------------------------------------------------------------------


def prove_sight(battle: Battle, who: str, other: str) -> Proof:
    """Why a creature sees another or not: conditions, walls; smoke and darkness conceal, and are another question.
    # rule: CND-12 CND-14"""
    mine, its = battle[who], battle[other]
    blind, unseen = plight(battle, mine).found("blind"), plight(battle, its).found("invisible")
    line, rays = line_of(battle, mine, its), rays_of_sight(battle, mine, its)
    barriers = tuple(dict.fromkeys(each for ray in rays for each in ray.barriers))
    reasons: list[Text] = []
    if blind is not None:
        reasons.append(text("{who} sees nothing: {condition}.", who=mine.name, condition=text(blind[1].name)))
    if unseen is not None:
        reasons.append(text("{who} cannot be seen: {condition}.", who=its.name, condition=text(unseen[1].name)))
    if not line.sight:
        reasons.append(text("Every line of sight from {who} to {target} is blocked.", who=mine.name, target=its.name))
        if (things := things_said(battle, barriers)) is not None:
            reasons.append(text("In between: {things}.", things=things))
    sees = not reasons
    if sees:
        reasons.append(text("{open} of {lines} lines of sight from {who} to {target} are open.", who=mine.name,
                            target=its.name, open=sum(not each.blocked for each in rays), lines=len(rays)))
    rule = blind[1].rule if blind is not None else unseen[1].rule if unseen is not None else "SIT-5"
    found = Proof(rule, SIGHT, "yes" if sees else "no", who, other, reasons=tuple(reasons),
                  evidence=Evidence(rays, barriers=barriers), tried=True)
    both = _seen_from(battle, mine, its, sees, True), _seen_from(battle, its, mine, sees, False)
    if near := tuple(each for each in both if each is not None):
        return replace(found, nearest=near)

    def suffices(some: tuple[Change, ...]) -> bool:
        there = battle
        for each in some:
            there = each.on(there)
        return _sees(there, there[who], there[other]) != sees

    return replace(found, changes=smallest(tuple(_uncovering(battle, mine, its, barriers)), suffices))


def _sees(battle: Battle, who: Combatant, other: Combatant) -> bool:
    return line_of(battle, who, other).sight and perceives(battle, who, other)


def _seen_from(battle: Battle, mover: Combatant, other: Combatant, sees: bool, looks: bool) -> Nearest | None:
    """The nearest place of one of the two where the one would see the other, or no longer."""
    places = places_of(battle, mover.id)

    def fits(cell: Cell) -> bool:
        there = battle.with_combatant(mover.but(cell=cell))
        pair = there[mover.id], there[other.id]
        return _sees(there, *(pair if looks else pair[::-1])) != sees

    where = places.reachable
    if places.moves_aura:
        return places.first(where, fits)
    able = perceives(battle, *((mover, other) if looks else (other, mover)))
    target = body_of(battle, other)

    def narrow(some: Mask) -> Mask:
        by_lines = places.cover(target, looks, some).seen != sees if able else nowhere(battle)
        return some & (by_lines | places.zones())

    return places.first(where, fits, narrow)


def _uncovering(battle: Battle, mine: Combatant, its: Combatant, barriers: tuple[Barrier, ...]) -> Iterator[Change]:
    for who, switch in ((mine, "blind"), (its, "invisible")):
        for _, written, _ in plight(battle, who).conditions:
            if getattr(written, switch):
                yield from ends_of(battle, who.id, written.rule, written.name)
    yield from ways_past(battle, barriers)
