"""Many placements at once meet what each of them meets by itself."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import GeometryError
from game.spatial.areas import (
    Aura,
    Circle,
    Cone,
    Cube,
    Cylinder,
    Free,
    Line,
    Origin,
    RowCone,
    Sphere,
    Square,
    area_hits,
    area_mask,
    directions,
)
from game.spatial.grid import Body, Grid, Mask, wall
from game.spatial.legal import Origins
from game.spatial.metric import RULES
from game.spatial.sweep import Sweep, Thing
from tests.spatial.area_strategies import COUNTING, PASSAGES
from tests.spatial.strategies import bodies, grids
from tests.spatial.test_legal import every_origin

FORMS: dict[str, Callable[[Any, Any], Any]] = {
    "line": lambda origin, turn: Line(origin, turn, 4, 1),
    "wide line": lambda origin, turn: Line(origin, turn, 2.5, 2, "right"),
    "cone": lambda origin, turn: Cone(origin, turn, 4, 53.13),
    "flat cone": lambda origin, turn: Cone(origin, turn, 3, 90, "flat"),
    "wide cone": lambda origin, turn: Cone(origin, turn, 2, 270),
    "rows": lambda origin, turn: RowCone(origin, turn, 3),
    "circle": lambda origin, turn: Circle(origin, 2),
    "steps": lambda origin, turn: Circle(origin, 2, "alternating"),
    "sphere": lambda origin, turn: Sphere(origin, 1.5),
    "cylinder": lambda origin, turn: Cylinder(origin, 2, tall=1),
    "square": lambda origin, turn: Square(origin, 3, "centre", turn),
    "square ahead": lambda origin, turn: Square(origin, 2, "edge", turn),
    "cube": lambda origin, turn: Cube(origin, 2, "edge", turn),
}


def neighbours(mask: Mask) -> Mask:
    padded = np.pad(mask, 1)
    return mask | padded[:-2, 1:-1] | padded[2:, 1:-1] | padded[1:-1, :-2] | padded[1:-1, 2:]


@st.composite
def things(draw: st.DrawFn, grid: Grid) -> Thing:
    cells = st.lists(st.tuples(st.integers(0, grid.cols - 1), st.integers(0, grid.rows - 1)), max_size=3, unique=True)
    return Thing(tuple(draw(cells)), tuple(draw(cells)))


@settings(max_examples=60)
@given(st.data(), st.sampled_from(sorted(FORMS)), st.sampled_from((8, 16, 32)), st.sampled_from(COUNTING),
       st.sampled_from((None, *PASSAGES)), st.sampled_from(RULES))
def test_a_sweep_meets_what_every_placement_meets(
    data: st.DataObject, form: str, snap: int, counting: Any, passage: Any, rule: Any
) -> None:
    grid = data.draw(grids(6))
    crowd, caster = data.draw(st.lists(bodies(grid), max_size=3)), data.draw(bodies(grid))
    goods = data.draw(st.lists(things(grid), max_size=2))
    turns = data.draw(st.lists(st.sampled_from(directions(snap)), min_size=1, max_size=2, unique=True))
    sweep = Sweep(grid, FORMS[form], tuple(turns), tuple(crowd), tuple(goods), counting, passage, rule)
    near = sweep.near([caster])
    for origins in every_origin(grid, caster):
        origins = origins.where(np.array(data.draw(st.lists(st.integers(0, len(origins) - 1), max_size=6)), np.int64))
        found = sweep.hits(origins, [caster])
        for n, d in np.ndindex(found.shape[:2]):
            template = FORMS[form](origins[n], turns[d])
            mask = area_mask(grid, template, counting, passage, rule)
            wanted = area_hits(grid, template, [*crowd, caster], counting, passage, rule).tolist()
            whole = area_mask(grid.replace(barriers=()), template, counting, None, rule)
            fills = neighbours(mask) & whole
            met = [any(mask[y, x] for x, y in each.borders) or any(fills[y, x] for x, y in each.fills)
                   for each in goods]
            assert found[n, d].tolist() == [*wanted[:-1], *met, wanted[-1]]
            x, y = (origins.points[n] // 64).tolist()
            assert near[y, x] or not found[n, d].any()


def test_a_big_area_is_the_same_across_the_widest_map() -> None:
    grid = Grid.empty(256, 1)
    bodies = tuple(Body.on(grid, (x, 0)) for x in (0, 1, 254, 255))
    sweep = Sweep(grid, lambda origin, turn: Line(origin, turn, 256), ((1, 0), (-1, 0)), bodies)
    ends = Origins.of([Origin.centre(grid, (0, 0)), Origin.centre(grid, (255, 0))])
    assert sweep.hits(ends)[0, 0].tolist() == sweep.hits(ends)[1, 1].tolist() == [True] * 4
    assert sweep.hits(ends)[0, 1].tolist() == [True, False, False, False]


def test_a_sweep_needs_a_template_that_starts_at_an_origin() -> None:
    grid = Grid.empty(3, 3)
    for make in (lambda origin, turn: Aura(Body.on(grid, (0, 0)), 1), lambda origin, turn: Free(frozenset({(0, 0)}))):
        with pytest.raises(GeometryError, match="starts at no origin"):
            Sweep(grid, make, ((1, 0),))
    with pytest.raises(GeometryError, match="counting"):
        Sweep(grid, FORMS["circle"], ((1, 0),), counting="most")  # type: ignore[arg-type]
    with pytest.raises(GeometryError, match="passage"):
        Sweep(grid, FORMS["circle"], ((1, 0),), passage="through")  # type: ignore[arg-type]
    with pytest.raises(GeometryError, match="no radius"):
        Sweep(grid, lambda origin, turn: Free(frozenset({(0, 0)}), origin), ((1, 0),), passage="spread")


def test_targets_are_on_the_map() -> None:
    with pytest.raises(GeometryError, match="off the map"):
        Sweep(Grid.empty(3, 3), FORMS["circle"], ((1, 0),), things=(Thing(fills=((3, 0),)),))


def test_a_wall_is_met_from_the_side_that_is_lit() -> None:
    grid = Grid.empty(6, 3, [wall((3, 0), (3, 3))])
    border = Thing(borders=((2, 1), (3, 1)))
    sweep = Sweep(grid, FORMS["circle"], ((1, 0),), things=(border, Thing(fills=((3, 1),))))
    assert sweep.hits(Origins.of([Origin.centre(grid, (1, 1))])).tolist() == [[[True, True]]]
