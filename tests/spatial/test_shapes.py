"""Shapes against cells: oracles, the plain reference, overlap areas."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from game.spatial.areas import AS_WIDE_AS_LONG, Aura, Circle, Cone, Line, Origin, Template, area_mask, overlap_share
from game.spatial.grid import Body, Grid, picture
from game.spatial.outlines import SNAPS, band, cone, directions, disk, snap
from game.spatial.shapes import less
from tests.spatial import reference_areas as reference
from tests.spatial.area_strategies import COUNTING, DIRECTIONS, templates
from tests.spatial.strategies import bodies

PLAIN = Grid.empty(9, 8)


def cells(mask: np.ndarray) -> set[tuple[int, int]]:  # type: ignore[type-arg]
    """As (x, y)."""
    return {(int(x), int(y)) for y, x in np.argwhere(mask)}


@given(st.data(), st.sampled_from(("centre", "any")))
def test_shapes_agree_with_the_reference(data: st.DataObject, counting: str) -> None:
    template = data.draw(templates(PLAIN))
    found = area_mask(PLAIN, template, counting, "none")
    assert cells(found) == reference.mask(PLAIN, template, counting, "none"), template
