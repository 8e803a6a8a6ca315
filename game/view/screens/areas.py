"""Aiming areas: where the origin is put, which way it points, what is lit, and whom it would meet.

All of it is asked of the engine: the lit cells are those of :func:`game.rules.places.area_of`, the hit list that of
:func:`game.rules.casting.area_hits_of`.
"""

import math
from dataclasses import dataclass, replace
from typing import Final

from game.errors import FlancoError
from game.rules.actions import GmEffect
from game.rules.bodies import body_of
from game.rules.casting import area_hits_of, things_met
from game.rules.places import area_of, bodies_in, heights_of, usual_height
from game.rules.powers import DamageEffect, Power
from game.rules.state import Battle, Placement
from game.spatial.areas import directions
from game.spatial.grid import UNITS, Body, Cell
from game.spatial.origins import edge_places
from game.texts import Text
from game.view.camera import cells_of
from game.view.match import Match
from game.view.offers import Option, aimed, power_of

TURNS: Final = directions(16)  # east first, then clockwise as the map is drawn
TURNED: Final = ("line", "cone", "square", "cube")
Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Draft:
    """What has been chosen so far of an act that takes more than one click.

    ``locked`` is the place of an area's origin, in metres, once it is chosen; ``turn`` its direction, among
    :data:`TURNS`; ``centre``: the origin is the middle of a cell, not a corner; ``picked`` are creatures, ``cells``
    those of a free set; ``height`` that of the origin above its ground, in metres, None as usual.
    """

    locked: Spot | None = None
    turn: int | None = None
    centre: bool = False
    picked: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()
    height: float | None = None


NO_DRAFT: Final = Draft()


@dataclass(frozen=True, slots=True)
class AreaSeen:
    """An area as it would be used now. ``power`` is None for what the GM does; ``spot`` is its origin in metres;
    ``inside`` are those whom it would meet (or may be picked), ``things`` what it would wear; ``refused`` why not."""

    power: Power | None
    place: Placement | None
    spot: Spot | None
    cells: tuple[Cell, ...] = ()
    inside: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    picked: tuple[str, ...] = ()
    refused: Text | None = None


def form_of(match: Match, option: Option) -> str:
    """The form of the area of an option: what the GM does takes any cells."""
    power = power_of(match.battle, option.action)
    return power.shape.form if power is not None and power.shape is not None else "free"


def turns(match: Match, option: Option) -> bool:
    """Whether the area can be turned."""
    return form_of(match, option) in TURNED


def waits(match: Match, option: Option) -> bool:
    """Whether choosing the origin is not all: a direction or creatures are to be chosen after it."""
    power = power_of(match.battle, option.action)
    return power is not None and form_of(match, option) not in ("free", "aura") and (
        form_of(match, option) in ("line", "cone") or bool(power.picks))


def points(match: Match, option: Option) -> bool:
    """Whether a direction is all that is to be chosen after the origin."""
    power = power_of(match.battle, option.action)
    return waits(match, option) and power is not None and not power.picks


def from_edge(match: Match, option: Option) -> bool:
    """Whether it starts at the edge of its user."""
    power = power_of(match.battle, option.action)
    return power is not None and form_of(match, option) not in ("free", "aura") and not power.range


def pointed_turn(start: Spot, towards: Spot, snap: int = len(TURNS)) -> int:
    """The direction, among :data:`TURNS` or so many others, that points most nearly from one place to another.

    >>> pointed_turn((0, 0), (3, 0)), pointed_turn((0, 0), (0, 5)), pointed_turn((2, 2), (1, 1))
    (0, 4, 10)
    """
    angle = math.atan2(towards[1] - start[1], towards[0] - start[0])
    return round(angle / (2 * math.pi) * snap) % snap


def middle_of(body: Body) -> Spot:
    """The middle of a body, in metres."""
    xs, ys = [x for x, _ in body.cells], [y for _, y in body.cells]
    return (min(xs) + max(xs) + 1) / 2, (min(ys) + max(ys) + 1) / 2


def origin_at(match: Match, option: Option, draft: Draft, point: Spot | None) -> Spot | None:
    """The origin that is chosen, or would be by pointing there: the nearest place that the power may start from."""
    who = match.active
    if draft.locked is not None or who is None or who.cell is None or point is None:
        return draft.locked
    if from_edge(match, option):
        places = [(x / UNITS, y / UNITS) for x, y in edge_places(body_of(match.battle, who))]
        return min(places, key=lambda each: math.dist(each, point))
    grid = match.battle.grid
    if draft.centre:
        return float(min(max(int(point[0]), 0), grid.cols - 1)), float(min(max(int(point[1]), 0), grid.rows - 1))
    return float(min(max(round(point[0]), 0), grid.cols)), float(min(max(round(point[1]), 0), grid.rows))


def placement(match: Match, option: Option, draft: Draft, point: Spot | None) -> Placement | None:
    """The place as it is aimed now; None while nothing is pointed at, and for what needs no place."""
    who, form = match.active, form_of(match, option)
    if who is None or who.cell is None or form == "aura":
        return None
    if form == "free":
        return Placement("cell", cells=draft.cells) if draft.cells else None
    spot = origin_at(match, option, draft, point)
    if spot is None:
        return None
    turn = draft.turn
    if turn is None:
        start = middle_of(body_of(match.battle, who)) if draft.locked is None else spot
        aims = form in ("line", "cone") and point is not None and point != start
        turn = pointed_turn(start, point) if aims and point is not None else 0
    kind = "edge" if from_edge(match, option) else "cell" if draft.centre else "corner"
    return Placement(kind, spot[0], spot[1], TURNS[turn], height=draft.height)  # type: ignore[arg-type]


def turned(match: Match, option: Option, draft: Draft, point: Spot | None, by: int) -> Draft:
    """Turned by so many of the sixteen directions, clockwise."""
    if not turns(match, option):
        return draft
    place = placement(match, option, draft, point)
    now = draft.turn if draft.turn is not None else TURNS.index(place.direction) if place is not None else 0
    return replace(draft, turn=(now + by) % len(TURNS))


def raised(match: Match, option: Option, draft: Draft, by: int) -> Draft | None:
    """With the origin so many metres higher above its ground, as far as the power goes; None for what has no origin."""
    who, power = match.active, power_of(match.battle, option.action)
    if who is None or power is None or form_of(match, option) in ("free", "aura"):
        return None
    (least, most), usual = heights_of(match.battle, who, power), usual_height(match.battle, who, power)
    height = min(max((usual if draft.height is None else draft.height) + by, least), most)
    return replace(draft, height=None if height == usual else height)


def look_at(match: Match, option: Option, draft: Draft, point: Spot | None) -> AreaSeen:
    """What the area would be if it were used as it is aimed now."""
    battle, who, power = match.battle, match.active, power_of(match.battle, option.action)
    place = placement(match, option, draft, point)
    spot = origin_at(match, option, draft, point) if place is not None and form_of(match, option) != "free" else None
    if spot is not None and draft.centre:
        spot = (spot[0] + 0.5, spot[1] + 0.5)
    if who is None or option.action is None:
        return AreaSeen(power, place, spot)
    nothing = place is None and form_of(match, option) != "aura"
    refused = None if nothing else match.why(aimed(option.action, draft.picked, place=place))
    if isinstance(option.action, GmEffect):
        inside = tuple(each.id for each in battle.present()
                       if not {*draft.cells}.isdisjoint(body_of(battle, each).cells))
        return AreaSeen(None, place, None, draft.cells, inside, refused=refused)
    if power is None or nothing:
        return AreaSeen(power, place, spot)
    try:
        area = area_of(battle, who, power, place)
        inside = area_hits_of(battle, who, power, place)
        if power.picks:
            inside = tuple(each.id for each in bodies_in(battle, area))
        worn = things_met(battle, area) if _wears(power) else ()
    except FlancoError as problem:
        return AreaSeen(power, place, spot, refused=refused or problem.message)
    return AreaSeen(power, place, spot, tuple(cells_of(area.mask)), inside, worn, draft.picked, refused)


def _wears(power: Power) -> bool:
    """Whether things that its area meets are worn."""
    return power.attack == "area" and not power.picks and any(isinstance(each, DamageEffect) for each in power.effects)


def allies_first(battle: Battle, team: str, ids: tuple[str, ...]) -> list[str]:
    """Those of one's own side first; within a side as the battle lists them."""
    return sorted(ids, key=lambda id: battle[id].team != team)
