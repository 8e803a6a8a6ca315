"""Areas: the cells that an effect covers, and the bodies that it hits.

:func:`area_mask` is the one answer that drawing, targets and damage use: what is lit is what is hit.

>>> from game.spatial.grid import Grid, picture, wall
>>> grid = Grid.empty(9, 9, [wall((6, 0), (6, 9))])
>>> print(picture(area_mask(grid, Circle(Origin.corner(grid, (5, 4)), 3)), "_#"))
_________
___###___
__####___
__####___
__####___
__####___
___###___
_________
_________
>>> print(picture(area_mask(grid, Cone(Origin.corner(grid, (1, 4)), (1, 0), 5, 90)), "_#"))
____#____
___##____
__####___
_#####___
_#####___
__####___
___##____
____#____
_________
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from game.errors import GeometryError
from game.spatial.grid import Body, Grid, Mask
from game.spatial.legal import corner_origin, corner_origins, legal_corners, refusal
from game.spatial.lines import EFFECT, clear, cuts
from game.spatial.metric import Rule, rule_code
from game.spatial.origins import STUCK, Origin, start_of
from game.spatial.outlines import directions, snap
from game.spatial.passage import Passage, check_passage, passed
from game.spatial.shapes import COUNTED, Counting, check_counting, codes, shape_box, shares
from game.spatial.sight import QUARTER, Cover, Ray, level_of, sample_points
from game.spatial.templates import (
    AS_WIDE_AS_LONG,
    Aura,
    Circle,
    Cone,
    Cube,
    Cylinder,
    Free,
    Line,
    RowCone,
    Sphere,
    Square,
    Template,
    check_cells,
)
from game.texts import text

__all__ = [
    "AS_WIDE_AS_LONG", "Aura", "Circle", "Cone", "Counting", "Cube", "Cylinder", "Free", "Line", "Origin", "Passage",
    "RowCone", "Sphere", "Square", "Template", "area_hits", "area_mask", "corner_origin", "corner_origins",
    "cover_from", "directions", "legal_corners", "overlap_share", "refusal", "snap",
]


def area_mask(
    grid: Grid, template: Template, counting: Counting = "centre", passage: Passage | None = None,
    rule: Rule = "uniform",
) -> Mask:
    """(H, W) bool: the cells that an area covers, cut off at the edge of the map. # rule: EFF-4 SIT-7

    :param counting: which cells count: ``centre`` (the cell's centre is in the closed shape), ``any`` (an overlap of
        positive area) or ``half`` (at least half of the cell).
    :param passage: how the effect passes walls: ``straight``, ``connected``, ``spread`` or ``none``, see
        :mod:`game.spatial.passage`; None: the template's own, ``straight`` for lines and cones, ``connected`` for
        circles, squares, cylinders and auras, ``none`` for free sets.
    :param rule: how ``spread`` counts diagonals.
    :raises GeometryError: for an origin or body off the map; a corner on a barrier that belongs to no cell; a passage
        other than ``none`` for cells without an origin; ``spread`` for free cells; an unknown word.
    """
    if not isinstance(template, Template):
        raise GeometryError(text("area: {value} is not a template", value=str(template)))
    passage = template.passage if passage is None else passage
    check_counting(counting)
    check_passage(passage)
    rule_code(rule)
    template.check(grid)
    found = codes(template.shape, counting, grid.height.shape, overlapped=passage == "connected")
    if passage == "none":
        return (found & COUNTED).view(np.bool_)
    source, walk = template.source, template.walk
    if source is None:
        raise GeometryError(text("area: without an origin its passage is none, not {value}", value=passage))
    if walk is None and passage == "spread":
        raise GeometryError(text("area: it has no radius to spread by"))
    return passed(grid, found, shape_box(template.shape), passage, source, counting == "centre", rule, walk or 0)


def area_hits(
    grid: Grid, template: Template, bodies: Sequence[Body], counting: Counting = "centre",
    passage: Passage | None = None, rule: Rule = "uniform", mask: Mask | None = None,
) -> NDArray[np.bool_]:
    """(N,) bool: which bodies an area hits, in their order. # rule: ATK-5

    A body is hit if over one counted cell that it occupies its heights meet the shape's there.

    >>> grid = Grid.empty(8, 8)
    >>> ball = Sphere(Origin.corner(grid, (4, 4)), 3)
    >>> flyer = Body.on(grid, (5, 5), altitude=4 * 64)
    >>> area_hits(grid, ball, [Body.on(grid, (5, 5)), flyer, Body.on(grid, (1, 3), size=2)]).tolist()
    [True, False, True]

    :param mask: the answer of :func:`area_mask` to the same question, if it is at hand.
    :raises GeometryError: as :func:`area_mask`; for a body off the map; for a mask of another shape or dtype.
    """
    lit = area_mask(grid, template, counting, passage, rule) if mask is None else mask
    if lit.shape != grid.shape or lit.dtype != np.bool_:
        raise GeometryError(text("mask: shape {shape} and dtype {dtype} are not {wanted} and bool",
                                 shape=str(lit.shape), dtype=str(lit.dtype), wanted=str(grid.shape)))
    hit = np.zeros(len(bodies), np.bool_)
    for i, body in enumerate(bodies):
        check_cells(grid, body.cells)
        hit[i] = any(lit[y, x] and template.meets(body, (x, y), counting) for x, y in body.cells)
    return hit


def overlap_share(grid: Grid, template: Template) -> NDArray[np.float32]:
    """(H, W) float32: the share of each cell that the shape overlaps, from 0 to 1; walls play no part.

    :raises GeometryError: for an origin or body off the map.
    """
    template.check(grid)
    return shares(template.shape, grid.shape)


def cover_from(grid: Grid, origin: Origin, target: Body, quarter: Fraction = QUARTER) -> Cover:
    """The cover of a target against an area: counted from the area's origin, not from its caster.

    :param quarter: the least share of blocked lines that is partial cover.
    :raises GeometryError: for an origin or body off the map, or a corner on a barrier that belongs to no cell.
    """
    check_cells(grid, target.cells)
    start, ends = start_of(grid, origin), sample_points(target)
    place = (start.x, start.y, start.z)
    open_ = clear(grid, place, ends, "effect") & (start.state != STUCK)
    causes = cuts(grid, place, ends, EFFECT)
    rays = tuple(Ray(place, end, not is_open, () if is_open else cause)
                 for end, is_open, cause in zip(ends, open_, causes, strict=True))
    blocked = int(len(ends) - open_.sum())
    return Cover(level_of(blocked, len(ends), quarter), blocked, len(ends), rays)
