"""The rules lens: one template under every rule of counting and passage, and what differs.

Circles come by grid distance too, once for each rule for diagonals, and cones by rows: n squares in row n. Beside them
stands the share of each cell that the shape overlaps, from which every rule of counting follows.

>>> from game.spatial.areas import Origin
>>> found = lens(Grid.empty(8, 8), Circle(Origin.corner(Grid.empty(8, 8), (4, 4)), 3))
>>> [(each.key, each.count) for each in found.variants if each.passage == "none"]
[('centre-none', 32), ('any-none', 36), ('half-none', 32)]
>>> [(each.key, each.count) for each in found.variants if each.steps]
[('steps-uniform', 36), ('steps-alternating', 24), ('steps-exact', 16), ('steps-orthogonal', 12)]
>>> int(found.differing.sum())
24
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from game.spatial.areas import (
    AS_WIDE_AS_LONG,
    Circle,
    Cone,
    Counting,
    Passage,
    RowCone,
    Template,
    area_mask,
    overlap_share,
)
from game.spatial.grid import Grid, Mask
from game.spatial.metric import RULES, Rule
from game.spatial.passage import PASSAGES
from game.texts import N_, Text, text

COUNTED: Final[Mapping[Counting, str]] = {
    "centre": N_("the centre inside"), "any": N_("any part inside"), "half": N_("half of it inside"),
}
PASSED: Final[Mapping[Passage, str]] = {
    "straight": N_("in straight lines"), "connected": N_("from square to square"), "spread": N_("around corners"),
    "none": N_("through walls"),
}
STEPPED: Final[Mapping[Rule, str]] = {
    "uniform": N_("squares counted, diagonals 1"), "alternating": N_("squares counted, diagonals 1, 2, 1"),
    "exact": N_("squares counted, diagonals 1.414"), "orthogonal": N_("squares counted, no diagonals"),
}


@dataclass(frozen=True, eq=False)
class Variant:
    """A template under one set of rules.

    :ivar key: stable, for scripts: ``centre-straight``, ``steps-uniform``, ``rows``.
    :ivar counting: the rule of counting; every one gives the same for grid steps and rows.
    :ivar steps: the rule for diagonals by which the squares of a circle are counted; empty for others.
    :ivar mask: (H, W) bool.
    """

    key: str
    template: Template
    counting: Counting
    passage: Passage
    mask: Mask
    steps: Rule | Literal[""] = ""
    rows: bool = False

    @property
    def count(self) -> int:
        """How many cells it covers."""
        return int(self.mask.sum())

    @property
    def label(self) -> Text:
        """Its rules, for people."""
        way = text(PASSED[self.passage])
        if self.rows:
            return text("{shape}, {passage}", shape=text("n squares in row n"), passage=way)
        name = STEPPED[self.steps] if self.steps else COUNTED[self.counting]
        return text("{shape}, {passage}", shape=text(name), passage=way)


@dataclass(frozen=True, eq=False)
class Lens:
    """A template under every rule.

    :ivar variants: counting rules by passages; then grid steps and rows, with the passage that was asked for.
    :ivar share: (H, W) float32, the share of each cell that the shape overlaps, from 0 to 1; walls play no part.
    """

    variants: tuple[Variant, ...]
    share: NDArray[np.float32]

    def __getitem__(self, key: str) -> Variant:
        return {each.key: each for each in self.variants}[key]

    @cached_property
    def votes(self) -> NDArray[np.uint8]:
        """(H, W) uint8: how many variants cover each cell."""
        return np.asarray(np.sum([each.mask for each in self.variants], axis=0), np.uint8)

    @property
    def always(self) -> Mask:
        """(H, W) bool: the cells that every variant covers."""
        found: Mask = self.votes == len(self.variants)
        return found

    @property
    def differing(self) -> Mask:
        """(H, W) bool: the cells that some variants cover, and some do not."""
        found: Mask = (self.votes > 0) & ~self.always
        return found


def lens(
    grid: Grid, template: Template, passage: Passage | None = None, rule: Rule = "uniform"
) -> Lens:
    """One template under every rule of counting and passage that fits it.

    :param passage: of grid steps and rows; None: the template's own.
    :param rule: how ``spread`` counts diagonals.
    :raises GeometryError: as :func:`game.spatial.areas.area_mask`.
    """
    plain = _plain(template)
    fits = [each for each in PASSAGES if each == "none" or (plain.source is not None and (
        each != "spread" or plain.walk is not None))]
    variants = [
        Variant(f"{counting}-{way}", plain, counting, way, area_mask(grid, plain, counting, way, rule))
        for way in fits for counting in get_args(Counting)
    ]
    way = plain.passage if passage is None else passage
    variants += [replace(each, mask=area_mask(grid, each.template, each.counting, way, rule), passage=way)
                 for each in _by_squares(plain)]
    return Lens(tuple(variants), overlap_share(grid, plain))


def _plain(template: Template) -> Template:
    """The template as a figure: a circle of grid steps is a round one, rows are a cone as wide as it is long."""
    if isinstance(template, Circle):
        return replace(template, rule="euclid")
    if isinstance(template, RowCone):
        return Cone(template.origin, template.heading, template.length, AS_WIDE_AS_LONG, tall=template.tall)
    return template


def _by_squares(template: Template) -> Iterator[Variant]:
    """The template counted in whole squares, without masks yet."""
    nothing = np.zeros((0, 0), np.bool_)
    if isinstance(template, Circle):
        for rule in RULES:
            yield Variant(f"steps-{rule}", replace(template, rule=rule), "centre", "none", nothing, steps=rule)
    if isinstance(template, Cone) and round(template.length) >= 1:
        rows = RowCone(template.origin, template.heading, round(template.length), tall=template.tall)
        yield Variant("rows", rows, "centre", "none", nothing, rows=True)
