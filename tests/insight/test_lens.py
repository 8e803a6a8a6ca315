"""The rules lens: every variant is the mask that the game would light, and shares say why they differ."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import GeometryError
from game.insight.lens import lens
from game.spatial.areas import (
    AS_WIDE_AS_LONG,
    Aura,
    Circle,
    Cone,
    Free,
    Origin,
    RowCone,
    Sphere,
    area_mask,
    directions,
    overlap_share,
)
from game.spatial.grid import Body, Grid, wall
from game.spatial.metric import RULES
from game.spatial.shapes import LEAST
from game.texts import tr
from tests.spatial.area_strategies import COUNTING, PASSAGES, templates
from tests.spatial.strategies import grids


@settings(max_examples=60)
@given(st.data(), st.sampled_from((None, *PASSAGES)), st.sampled_from(RULES))
def test_every_variant_is_the_mask_of_its_rules(data: st.DataObject, passage: Any, rule: Any) -> None:
    grid = data.draw(grids(6))
    template = data.draw(templates(grid))
    if isinstance(template, Free):
        passage = None
    found = lens(grid, template, passage, rule)
    assert len({each.key for each in found.variants}) == len(found.variants)
    for each in found.variants:
        assert (each.mask == area_mask(grid, each.template, each.counting, each.passage, rule)).all()
        assert found[each.key] is each
        assert tr(each.label)
    masks = np.array([each.mask for each in found.variants])
    assert (found.always == masks.all(axis=0)).all()
    assert (found.differing == (masks.any(axis=0) & ~masks.all(axis=0))).all()
    assert (found.votes == masks.sum(axis=0)).all()


@settings(max_examples=60)
@given(st.data())
def test_shares_decide_what_counts(data: st.DataObject) -> None:
    grid = data.draw(grids(6))
    template = data.draw(templates(grid, (Cone, Circle, Sphere)))
    found = lens(grid, template)
    assert (found.share == overlap_share(grid, replace(template, **({"rule": "euclid"} if hasattr(template, "rule")
                                                                     else {})))).all()
    assert (found["half-none"].mask == (found.share >= LEAST)).all()
    assert not (found.share[~found["any-none"].mask] > 1e-6).any()


def test_a_cone_of_three_metres_has_six_cells_in_rows_whatever_its_direction() -> None:
    grid = Grid.empty(12, 12)
    for turn in directions(8):
        for template in (Cone(Origin.corner(grid, (6, 6), (6, 6)), turn, 3, AS_WIDE_AS_LONG),
                         RowCone(Origin.centre(grid, (5, 5)), turn, 3)):
            assert lens(grid, template)["rows"].count == 6


def test_the_oracles_of_circles() -> None:
    grid = Grid.empty(16, 16)
    for radius, any_, centre in ((3, 36, 32), (4, 60, 52)):
        found = lens(grid, Circle(Origin.corner(grid, (8, 8)), radius, "exact"))
        assert (found["any-none"].count, found["centre-none"].count) == (any_, centre)
        assert found["steps-uniform"].count == (2 * radius) ** 2


def test_what_walls_cut_is_told_by_the_passages() -> None:
    # the door of the field report: thin walls with a gap, an area of 6 m from a corner
    grid = Grid.empty(14, 12, [wall((6, 0), (6, 5)), wall((6, 6), (6, 12))])
    found = lens(grid, Circle(Origin.corner(grid, (4, 5), (4, 5)), 6))
    behind = {key: {(int(x), int(y)) for y, x in np.argwhere(found[f"centre-{key}"].mask) if x >= 6}
              for key in PASSAGES}
    assert behind["straight"] == {(6, 5), (7, 5), (8, 5), (9, 5), (7, 6), (8, 6), (9, 6)}
    assert behind["straight"] < behind["connected"] == behind["none"]
    assert (6, 5) in behind["spread"] < behind["none"]


def test_shapes_without_an_origin_or_a_radius_have_fewer_variants() -> None:
    grid = Grid.empty(6, 6)
    cells = frozenset({(1, 1), (2, 2)})
    assert {each.passage for each in lens(grid, Free(cells)).variants} == {"none"}
    assert {each.passage for each in lens(grid, Free(cells, Origin.centre(grid, (1, 1)))).variants} == {
        "straight", "connected", "none"}
    assert len(lens(grid, Aura(Body.on(grid, (2, 2)), 1)).variants) == len(COUNTING) * len(PASSAGES)
    with pytest.raises(KeyError):
        lens(grid, Free(cells))["rows"]
    with pytest.raises(GeometryError, match="off the map"):
        lens(grid, Free(frozenset({(9, 9)})))
