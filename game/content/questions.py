"""Questions to a map, written as words: what ``flanco mask`` takes.

- a body: ``C7``, ``C7:2`` (2 x 2 cells), ``C7:2:3.5`` (3.5 m tall), ``C7:2:3.5:4`` (feet 4 m above the ground), or the
  id of a creature of a scenario;
- an ally: a body and its reach, ``C7@2``; 1 m when left out;
- an origin: ``corner:4,5`` (a corner point), ``cell:C7`` (the centre of a cell), ``edge`` (the edge of the body,
  towards the direction) or ``edge:4,5.5`` (a place on it, in metres); as ``height`` says above its ground, an edge
  above the body's feet, or 1 m;
- a direction: degrees, counted from the east against the clock as the map is seen, or ``dx,dy`` with y to the south.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final, get_args

from game.errors import GeometryError
from game.insight.masks import KINDS, Question
from game.rules.bodies import body_of
from game.rules.sightlines import crowd_of
from game.rules.state import Battle
from game.spatial.areas import (
    AS_WIDE_AS_LONG,
    Aura,
    Circle,
    Cone,
    Counting,
    Cube,
    Cylinder,
    Free,
    Line,
    Origin,
    Passage,
    RowCone,
    Sphere,
    Square,
    Template,
    corner_origin,
)
from game.spatial.grid import Body, Cell, Grid, parse_cell, units
from game.spatial.metric import RULES
from game.spatial.origins import ABOVE
from game.spatial.stepper import Difficult
from game.spatial.steps import Corners
from game.texts import text

SHAPES: Final = ("line", "cone", "rows", "circle", "sphere", "square", "cube", "cylinder", "aura", "cells")
ORIGINS: Final = ("corner:4,5", "cell:C7", "edge", "edge:4,5.5")
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "shape": SHAPES,
    "diagonals": RULES,
    "corners": get_args(Corners),
    "difficult": get_args(Difficult),
    "counting": get_args(Counting),
    "passage": get_args(Passage),
    "end": ("round", "flat"),
    "hand": ("left", "right"),
    "anchor": ("centre", "edge"),
}  # words that an option may be


@dataclass(frozen=True)
class Words:
    """What was written, None where nothing was: see the module for how. Numbers are metres unless said otherwise."""

    body: str | None = None
    target: str | None = None
    ally: tuple[str, ...] = ()
    closed: str | None = None
    passable: str | None = None
    cells: str | None = None
    budget: float | None = None
    reach: int | None = None
    radius: float | None = None
    tall: float | None = None
    altitude: float | None = None
    slow: int | None = None
    flying: bool = False
    jump: bool = False
    diagonals: str | None = None
    corners: str | None = None
    difficult: str | None = None
    shape: str | None = None
    origin: str | None = None
    height: float | None = None
    direction: str | None = None
    length: float | None = None
    width: float | None = None
    angle: float | None = None
    side: int | None = None
    hand: str | None = None
    anchor: str | None = None
    end: str | None = None
    snap: int | None = None
    counting: str | None = None
    passage: str | None = None


def read_body(said: str, grid: Grid, battle: Battle | None = None) -> Body:
    """A body from ``CELL[:SIZE[:TALL[:ALTITUDE]]]`` or the id of a creature.

    :raises GeometryError: for anything else, and for a creature that is not on the map.
    """
    if battle is not None and said in battle.by_id:
        who = battle[said]
        if who.cell is None:
            raise GeometryError(text("body: {name} is not on the map yet", name=who.name))
        return body_of(battle, who)
    place, *rest = said.split(":")
    try:
        size, tall, altitude = rest + ["1", "1.7", "0"][len(rest):]  # too many do not fit either
        return Body.on(grid, parse_cell(place), int(size), units(float(tall)), units(float(altitude)))
    except GeometryError:
        raise
    except ValueError:
        raise GeometryError(text("body: {value} is not CELL[:SIZE[:TALL[:ALTITUDE]]], such as C7 or C7:2:3.5:4",
                                 value=said)) from None


def read_cells(said: str | None) -> tuple[Cell, ...]:
    """Cells with blanks between them: ``C7 D7``."""
    return tuple(parse_cell(each) for each in said.split()) if said else ()


def read_direction(said: str) -> tuple[float, float]:
    """A direction as (dx, dy).

    >>> read_direction("1,-2"), read_direction("90")
    ((1.0, -2.0), (0.0, -1.0))
    """
    try:
        numbers = [float(each) for each in said.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) == 1 and math.isfinite(numbers[0]):
        turn = math.radians(numbers[0])
        return round(math.cos(turn), 12), round(-math.sin(turn), 12) + 0.0
    if len(numbers) == 2:
        return numbers[0], numbers[1]
    raise GeometryError(text("direction: {value} is neither degrees nor dx,dy", value=said))


def read_origin(said: str, grid: Grid, body: Body | None, direction: str | None, height: float | None) -> Origin:
    """An origin; a corner belongs to a cell that the body has an open line to, when there is a body.

    :raises GeometryError: for anything but the forms that the module names.
    """
    kind, _, place = said.partition(":")
    above = ABOVE if height is None else units(height)
    try:
        numbers = tuple(float(each) for each in place.split(",")) if place else ()
    except ValueError:
        numbers = ()
    if kind == "corner" and len(numbers) == 2:
        corner = int(numbers[0]), int(numbers[1])
        if corner == numbers:
            owned = None if body is None else corner_origin(grid, body, corner, above=above)
            if body is not None and owned is None:
                raise GeometryError(text("origin: no line of effect leads from the body to {place}", place=place))
            return owned or _raised(Origin.corner(grid, corner), above)
    if kind == "cell" and place:
        return _raised(Origin.centre(grid, parse_cell(place)), above)
    if kind == "edge" and (not place or len(numbers) == 2):
        if body is None:
            raise GeometryError(text("origin: an edge needs a body"))
        level = None if height is None else body.feet + above
        if place:
            return Origin.edge(body, (numbers[0], numbers[1]), height=level)
        return Origin.towards(body, read_direction(direction or "0"), level)
    raise GeometryError(text("origin: {value} is not one of {allowed}", value=said, allowed=", ".join(ORIGINS)))


def _raised(origin: Origin, above: int) -> Origin:
    """An origin at another height above its ground than the usual one."""
    return replace(origin, height=origin.height - ABOVE + above)


def read_template(words: Words, grid: Grid, body: Body | None) -> Template:
    """The area of a question.

    :raises GeometryError: for what is missing, and for what means nothing.
    """
    shape = words.shape

    def need(name: str) -> Any:
        value = getattr(words, name)
        if value is None:
            raise GeometryError(text("area: a {shape} needs --{option}", shape=str(shape), option=name))
        return value

    if shape is None:
        raise GeometryError(text("area: it needs --shape, one of {allowed}", allowed=", ".join(SHAPES)))
    if shape == "aura":
        if body is None:
            raise GeometryError(text("area: an aura needs a body"))
        return Aura(body, need("radius"))
    if shape == "cells":
        origin = read_origin(words.origin, grid, body, words.direction, words.height) if words.origin else None
        return Free(frozenset(read_cells(need("cells"))), origin)
    origin = read_origin(need("origin"), grid, body, words.direction, words.height)
    heading = read_direction(words.direction or "0")
    hand: Any = words.hand or "left"
    end: Any = words.end or "round"
    turns = words.snap or 0
    anchor: Any = words.anchor or ("centre" if words.direction is None else "edge")
    ahead = (1, 1) if words.direction is None else heading
    tall = words.tall or 2.0
    makers: dict[str, Callable[[], Template]] = {
        "line": lambda: Line(origin, heading, need("length"), words.width or 1.0, hand, tall, turns),
        "cone": lambda: Cone(origin, heading, need("length"), words.angle or AS_WIDE_AS_LONG, end, tall, turns),
        "rows": lambda: RowCone(origin, heading, int(need("length")), hand, tall),
        "circle": lambda: Circle(origin, need("radius")),
        "sphere": lambda: Sphere(origin, need("radius")),
        "cylinder": lambda: Cylinder(origin, need("radius"), tall=need("tall")),
        "square": lambda: Square(origin, need("side"), anchor, ahead, hand),
        "cube": lambda: Cube(origin, need("side"), anchor, ahead, hand),
    }
    if shape not in makers:
        raise GeometryError(text("{name}: {value} is not one of {allowed}", name="shape", value=shape,
                                 allowed=", ".join(SHAPES)))
    return makers[shape]()


def _ally(said: str, grid: Grid, battle: Battle | None) -> tuple[Body, int]:
    where, _, reach = said.partition("@")
    if reach and not reach.isdecimal():
        raise GeometryError(text("ally: {value} is not a body and its reach, such as C7@2", value=said))
    return read_body(where, grid, battle), int(reach or 1)


def question(kind: str, words: Words, grid: Grid, battle: Battle | None = None) -> Question:
    """What the words ask.

    :param battle: of a scenario, so that creatures can be named.
    :raises GeometryError: for the first thing that cannot be understood.
    """
    if kind not in KINDS:
        raise GeometryError(text("mask: {kind} is not one of {allowed}", kind=kind, allowed=", ".join(KINDS)))
    body = read_body(words.body, grid, battle) if words.body else None
    given = {each.name: getattr(words, each.name) for each in fields(Question) if hasattr(words, each.name)}
    given = {name: value for name, value in given.items() if value is not None}
    given |= {
        "kind": kind,
        "body": body,
        "target": read_body(words.target, grid, battle) if words.target else None,
        "allies": tuple(_ally(each, grid, battle) for each in words.ally),
        "closed": read_cells(words.closed),
        "passable": read_cells(words.passable),
        "template": read_template(words, grid, body) if kind == "area" else None,
    }
    if battle is not None:
        given |= {"crowd": tuple(each for _, each in crowd_of(battle)), "partial": battle.settings.partial_cover}
    return Question(**given)
