"""Distance: one metric for movement and range, and the gaps between bodies.

Lengths are integers in 1/1000 m. A metric is a rule for diagonals:

- ``uniform``: a diagonal is 1 m;
- ``alternating``: 1 m, then 2 m, in turns; the parity belongs to the walker's turn;
- ``exact``: 1.414 m;
- ``orthogonal``: there are no diagonal steps.

Height is a third axis. With horizontal length h and vertical length v: uniform max(h, v); alternating
max + min // 2; exact max + 0.414 min; orthogonal h + v.
"""

from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from game.errors import GeometryError
from game.spatial.grid import PLAIN, UNITS, Body
from game.texts import text

Lengths = NDArray[np.int64]
Rule = Literal["uniform", "alternating", "exact", "orthogonal"]
RULES: Final[tuple[Rule, ...]] = get_args(Rule)
UNIFORM, ALTERNATING, EXACT, ORTHOGONAL = range(4)  # the codes that kernels take: places in RULES
DIAGONAL: Final = 1414  # an exact diagonal
_EXTRA: Final = DIAGONAL - PLAIN


def rule_code(rule: str) -> int:
    """The place of a rule in :data:`RULES`.

    :raises GeometryError: for an unknown rule.
    """
    if rule not in RULES:
        raise GeometryError(text("diagonal rule: {value} is not one of {allowed}", value=str(rule),
                                 allowed=", ".join(RULES)))
    return RULES.index(rule)


@dataclass(frozen=True, slots=True)
class Metric:
    """A diagonal rule as a measure of displacements.

    :raises GeometryError: for an unknown rule.
    """

    rule: Rule = "uniform"

    def __post_init__(self) -> None:
        rule_code(self.rule)

    @property
    def diagonals(self) -> bool:
        """Whether diagonal steps exist."""
        return self.rule != "orthogonal"

    def length(self, dx: int, dy: int, dz: int = 0) -> int:
        """The length of a displacement in whole metres, in 1/1000 m; the signs do not matter.

        >>> [Metric(rule).length(3, -2) for rule in RULES]
        [3000, 4000, 3828, 5000]
        >>> [Metric(rule).length(8, 0, 1) for rule in RULES]
        [8000, 8000, 8414, 9000]
        """
        more, less, up = max(abs(dx), abs(dy)), min(abs(dx), abs(dy)), abs(dz)
        match self.rule:
            case "uniform":
                return PLAIN * max(more, up)
            case "alternating":
                flat = more + less // 2
                return PLAIN * (max(flat, up) + min(flat, up) // 2)
            case "exact":
                flat = PLAIN * more + _EXTRA * less
                low = min(flat, PLAIN * up)
                return max(flat, PLAIN * up) + (low * _EXTRA + PLAIN // 2) // PLAIN
            case "orthogonal":
                return PLAIN * (more + less + up)

    def lengths(self, dx: Lengths, dy: Lengths, dz: Lengths) -> Lengths:
        """The same for many displacements at once: (N,) or (H, W) int64 each, all of one shape.

        >>> Metric("alternating").lengths(np.array([3, 8]), np.array([-2, 0]), np.array([0, 1])).tolist()
        [4000, 8000]
        """
        more: Lengths = np.maximum(abs(dx), abs(dy))
        less: Lengths = np.minimum(abs(dx), abs(dy))
        up: Lengths = abs(dz)
        found: Lengths
        match self.rule:
            case "uniform":
                found = PLAIN * np.maximum(more, up)
            case "alternating":
                flat = more + less // 2
                found = PLAIN * (np.maximum(flat, up) + np.minimum(flat, up) // 2)
            case "exact":
                flat = PLAIN * more + _EXTRA * less
                low = np.minimum(flat, PLAIN * up)
                found = np.maximum(flat, PLAIN * up) + (low * _EXTRA + PLAIN // 2) // PLAIN
            case "orthogonal":
                found = PLAIN * (more + less + up)
        return found

    def step(self, diagonal: bool, parity: int = 0) -> int:
        """The length of a step to a neighbour square, in 1/1000 m; ``parity`` is that of the diagonals walked before.

        An orthogonal rule has no diagonal steps; a forced one would be two steps.

        >>> [Metric("alternating").step(True, count % 2) for count in range(4)]
        [1000, 2000, 1000, 2000]
        """
        match self.rule:
            case _ if not diagonal:
                return PLAIN
            case "uniform":
                return PLAIN
            case "alternating":
                return 2 * PLAIN if parity % 2 else PLAIN
            case "exact":
                return DIAGONAL
            case "orthogonal":
                return 2 * PLAIN


def height_gap(a: Body, b: Body) -> int:
    """Whole metres between the height ranges of two bodies, rounded up; 0 when they overlap or touch."""
    return -(-max(0, b.feet - a.head, a.feet - b.head) // UNITS)


def box(body: Body) -> tuple[int, int, int, int]:
    """The smallest rectangle of cells around a body: first column, first row, last column, last row."""
    columns, rows = [x for x, _ in body.cells], [y for _, y in body.cells]
    return min(columns), min(rows), max(columns), max(rows)


def _fills(body: Body) -> bool:
    """Whether a body fills its rectangle."""
    x0, y0, x1, y1 = box(body)
    return len(body.cells) == (x1 - x0 + 1) * (y1 - y0 + 1)


def flat_gaps(a: Body, b: Body) -> list[tuple[int, int]]:
    """The (dx, dy) between cells of two bodies among which the smallest stands, whatever the rule."""
    if _fills(a) and _fills(b):
        ax0, ay0, ax1, ay1 = box(a)
        bx0, by0, bx1, by1 = box(b)
        return [(max(0, bx0 - ax1, ax0 - bx1), max(0, by0 - ay1, ay0 - by1))]
    here, there = np.array(a.cells, np.int64), np.array(b.cells, np.int64)
    pairs = np.abs(here[:, None] - there[None]).reshape(-1, 2)  # (pairs, 2)
    return [(int(dx), int(dy)) for dx, dy in np.unique(pairs, axis=0)]


def gap(a: Body, b: Body) -> tuple[int, int, int]:
    """The smallest displacement (dx, dy, dz), in whole metres, between cells of two bodies.

    dx and dy are those of the pair of cells that is nearest by the uniform rule (then by the smaller other axis, then
    by dx); dz is :func:`height_gap`.
    """
    dx, dy = min(flat_gaps(a, b), key=lambda pair: (max(pair), min(pair), pair[0]))
    return dx, dy, height_gap(a, b)


def distance(a: Body, b: Body, rule: Rule = "uniform") -> int:
    """The smallest distance between cells of two bodies, in 1/1000 m. Symmetric.

    :raises GeometryError: for an unknown rule.
    """
    metric, up = Metric(rule), height_gap(a, b)
    return min(metric.length(dx, dy, up) for dx, dy in flat_gaps(a, b))


def reach_distance(a: Body, b: Body, rule: Rule = "uniform") -> int:
    """The distance that reach is measured by, in whole metres, rounded down. # rule: ATK-1

    >>> here, there = Body(((0, 0),), 0, 109), Body(((2, 2),), 0, 109)
    >>> [reach_distance(here, there, rule) for rule in RULES]
    [2, 3, 2, 4]

    :raises GeometryError: for an unknown rule.
    """
    return max(gap(a, b)) if rule == "uniform" else distance(a, b, rule) // PLAIN
