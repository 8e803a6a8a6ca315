"""Cover, sight, concealment and high ground.

A body is sampled, in each cell it occupies, at the four points 1/8 m inside the cell's corners, at 30 % and at 85 % of
its height: eight points a cell. From each of the attacker's points the lines to the target's points are counted that
an effect barrier blocks; the attacker uses the point with the fewest. All blocked is total cover, a quarter partial.
Sight asks the same of sight barriers, and one open line is enough.

Order of sample points: cells by (x, y); in a cell the corners north-west, north-east, south-west, south-east; at each
the lower height first. The best point is the first of those with the fewest blocked lines.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from game.errors import GeometryError
from game.spatial.concealment import concealing
from game.spatial.concealment import concealment as concealment
from game.spatial.concealment import concealment_field as concealment_field
from game.spatial.concealment import concealment_from_field as concealment_from_field
from game.spatial.grid import (
    HIGHEST,
    MAX_SIDE,
    NO_CONCEALMENT,
    PARTIAL,
    TOTAL,
    UNITS,
    Barrier,
    Body,
    Cell,
    Grid,
    Mask,
    footprint,
    on_map,
    whole,
)
from game.spatial.kernels import kernel, pasted, scalar
from game.spatial.lines import (
    EFFECT,
    SIGHT,
    Arrays,
    Point3,
    block_lists,
    four_lines,
    gather,
    table,
)
from game.texts import text

INSET: Final = UNITS // 8  # sample points stand this far inside a cell's corners
LINES: Final = 8  # lines to a target of one cell
QUARTER: Final = Fraction(1, 4)


@dataclass(frozen=True, slots=True)
class Ray:
    """One line from an attacker's point to a target's point, (x, y, z) in 1/64 m, and what blocks it."""

    start: Point3
    end: Point3
    blocked: bool
    barriers: tuple[Barrier, ...] = ()


@dataclass(frozen=True, slots=True)
class Cover:
    """How much of a target is covered. ``level`` is 0 none, 1 partial, 2 total; the rays start at the best point."""

    level: int
    blocked: int
    lines: int
    rays: tuple[Ray, ...]

    @property
    def share(self) -> Fraction:
        """Blocked lines by lines."""
        return Fraction(self.blocked, self.lines)


@dataclass(frozen=True, eq=False)
class CoverField:
    """Cover and sight, place by place.

    :ivar lines: lines to the target: 8 for each of its cells.
    :ivar blocked: (H, W) uint8 (uint16 where there are more than 255 lines), those blocked from the best point.
    :ivar level: (H, W) uint8, 0 none, 1 partial, 2 total.
    :ivar seen: (H, W) bool.

    A place that was not asked for has no open line: all blocked, total, not seen.
    """

    lines: int
    blocked: NDArray[np.uint8] | NDArray[np.uint16]
    level: NDArray[np.uint8]
    seen: Mask


@dataclass(frozen=True, slots=True)
class LineOfAttack:
    """Everything between an attacker and a target.

    :ivar sight: can the attacker see it?
    :ivar concealment: 0 none, 1 partial, 2 total; total when effects can reach what sight cannot.
    :ivar cells: the cells that give the concealment.
    """

    cover: Cover
    sight: bool
    concealment: int
    cells: tuple[Cell, ...]


def heights(feet: int, tall: int) -> tuple[int, int]:
    """The heights of the sample points: 30 % and 85 % up, halves rounded up.

    >>> heights(0, 109)
    (33, 93)
    """
    return feet + (30 * tall + 50) // 100, feet + (85 * tall + 50) // 100


@lru_cache(maxsize=4096)
def sample_points(body: Body) -> tuple[Point3, ...]:
    """The sample points of a body, in the order stated above."""
    near, far = INSET, UNITS - INSET
    return tuple((x * UNITS + i, y * UNITS + j, z) for x, y in body.cells for j in (near, far) for i in (near, far)
                 for z in heights(body.feet, body.tall))


@scalar
def _tally(lines: int) -> int:
    """How many of the four bits 0, 8, 16 and 24, and the four after them, are set."""
    both = (lines & 0x01010101) + (lines >> 1 & 0x01010101)
    return both * 0x01010101 >> 24 & 255


@pasted
def _best(
    segments: NDArray[np.int64], fields: NDArray[np.uint8], near: NDArray[np.int32], count: int,
    own: NDArray[np.int64], a: int, own_size: int, za0: int, za1: int,
    cells: NDArray[np.int64], b: int, size: int, zb0: int, zb1: int, counted: int, looked: int, begin: int,
) -> tuple[int, int, bool]:
    """The fewest blocked lines from one point in a field, its number, and whether any line is open in another field.

    :param near: the rows of the barriers to try, ``count`` of them.
    :param own: (A, 2), of which the attacker's cells are ``own_size`` from ``a``. Its points from above are
        4*cell + corner, at heights za0 and za1; the number of a point is 2*that + height.
    :param cells: (B, 2), of which the target's cells are ``size`` from ``b``, with points at heights zb0 and zb1.
    :param counted: the bit of the field to count in; 0: count nothing.
    :param looked: the bit of the field in which one open line is enough; 0: nothing is open.
    :param begin: the attacker's point from above to try first.
    """
    low_z, high_z = min(za0, zb0), max(za1, zb1)
    best, best_at, found = (8 * size + 1 if counted else 0), 0, looked == 0
    for turn in range(4 * own_size):
        i = (turn + begin) % (4 * own_size)
        ax, ay = own[a + (i >> 2), 0] * 64 + (56 if i & 1 else 8), own[a + (i >> 2), 1] * 64 + (56 if i & 2 else 8)
        low, high = 0, 0  # blocked lines from the lower and the upper point
        for c in range(b, b + size):
            wanted = 0 if found else 0xF0F0F0F0
            wanted |= (0x03030303 if low < best else 0) | (0x0C0C0C0C if high < best else 0)
            if wanted == 0:
                break
            left, right = 0, 0  # lines that are cut: counted ones in the low half of each byte, looked at in the high
            for k in range(count):
                s, bits = near[k], fields[near[k]]
                cut_left, cut_right = four_lines(
                    segments[s, 0], segments[s, 1], segments[s, 2], segments[s, 3], segments[s, 4], segments[s, 5],
                    segments[s, 4] <= low_z and high_z < segments[s, 5],
                    ax, ay, za0, za1, cells[c, 0] * 64 + 8, cells[c, 1] * 64 + 8, 48, zb0, zb1,
                )
                spread = (1 if bits & counted else 0) + (16 if bits & looked else 0)
                left |= cut_left * spread
                right |= cut_right * spread
                if left & right & wanted == wanted:
                    break
            blocked = left & right & wanted
            low += _tally(blocked)
            high += _tally(blocked >> 2)
            found = found or blocked & 0xF0F0F0F0 != 0xF0F0F0F0
        if low < best:
            best, best_at = low, 2 * i
        if high < best:
            best, best_at = high, 2 * i + 1
        if best == 0 and found:
            break
    return best, best_at, found


@pasted
def _box(cells: NDArray[np.int64], start: int, count: int) -> tuple[int, int, int, int]:
    """The middle of the box around the sample points of some cells, and half its sides."""
    x0, x1, y0, y1 = cells[start, 0], cells[start, 0], cells[start, 1], cells[start, 1]
    for c in range(start + 1, start + count):
        x0, x1 = min(x0, cells[c, 0]), max(x1, cells[c, 0])
        y0, y1 = min(y0, cells[c, 1]), max(y1, cells[c, 1])
    return (x0 + x1 + 1) * 32, (y0 + y1 + 1) * 32, (x1 - x0 + 1) * 32 - 8, (y1 - y0 + 1) * 32 - 8


@kernel
def judge(
    arrays: Arrays, own: NDArray[np.int64], own_size: int, own_z: NDArray[np.int64],
    cells: NDArray[np.int64], size: int, z: NDArray[np.int64], counted: int, looked: int, near: NDArray[np.int32],
    fewest: NDArray[np.int64], best_at: NDArray[np.int64], found: NDArray[np.bool_],
) -> None:
    """One attacker against each of T targets, or each of T attackers against one target: what :func:`_best` answers.

    :param own: (A * own_size, 2) the attackers' cells, (x, y), with points at heights own_z (A, 2); A is T or 1.
    :param cells: (B * size, 2) the targets' cells, with points at heights z (B, 2); B is T or 1.
    :param counted: bit of the field in which blocked lines are counted; 0: none.
    :param looked: bit of the field in which one open line is looked for; 0: none.
    :param near: (M,) scratch, as long as ``walls``.
    :param fewest: (T,) and so ``best_at`` and ``found``: the answers.
    """
    segments, fields, walls, first, counts = arrays.segments, arrays.fields, arrays.walls, arrays.first, arrays.counts
    begin = int(np.int64(0))  # where the best point was, the last time it had all lines open; see lines.py on literals
    for t in range(len(fewest)):
        i, j = (t if len(own_z) > 1 else 0), (t if len(z) > 1 else 0)
        za0, za1, zb0, zb1 = own_z[i, 0], own_z[i, 1], z[j, 0], z[j, 1]
        ax, ay, ahx, ahy = _box(own, i * own_size, own_size)
        bx, by, bhx, bhy = _box(cells, j * size, size)
        count = gather(walls, first, counts, ax, ay, ahx, ahy, bx, by, bhx, bhy,
                       min(za0, zb0), max(za1, zb1), counted | looked, near)
        if count <= 0:
            fewest[t], best_at[t], found[t] = (8 * size if count < 0 else 0), 0, count == 0
        else:
            fewest[t], best_at[t], found[t] = _best(
                segments, fields, near, count, own, i * own_size, own_size, za0, za1,
                cells, j * size, size, zb0, zb1, counted, looked, begin,
            )
            if fewest[t] == 0:
                begin = best_at[t] >> 1


def level_of(blocked: int, lines: int, quarter: Fraction = QUARTER) -> int:
    """0 none, 1 partial (at least the share ``quarter`` blocked), 2 total (all blocked).

    >>> level_of(1, 8), level_of(2, 8), level_of(8, 8)
    (0, 1, 2)
    """
    if blocked == lines:
        return TOTAL
    return PARTIAL if blocked * quarter.denominator >= lines * quarter.numerator else NO_CONCEALMENT


class _Bodies(NamedTuple):
    """Bodies of ``size`` cells each, as :func:`judge` reads them."""

    cells: NDArray[np.int64]  # (B * size, 2) x, y
    size: int
    z: NDArray[np.int64]  # (B, 2) heights of the sample points


def _one(body: Body) -> _Bodies:
    return _Bodies(np.array(body.cells, np.int64), len(body.cells), np.array([heights(body.feet, body.tall)], np.int64))


def _standing(
    grid: Grid, places: tuple[NDArray[np.intp], NDArray[np.intp]], size: int, tall: int, altitude: int
) -> _Bodies:
    """Bodies of ``size`` x ``size`` cells at many places: rows and columns of their top left."""
    low, high = heights(altitude, tall)
    ground = sliding_window_view(grid.height, (size, size)).max((2, 3))[places].astype(np.int64)
    offsets = np.array(footprint((0, 0), size), np.int64)
    cells = np.stack(places[::-1], 1)[:, None, :] + offsets
    return _Bodies(cells.reshape(-1, 2), size * size, np.stack([ground + low, ground + high], 1))


def _ask(
    grid: Grid, attackers: _Bodies, targets: _Bodies, want: int, total: int = 1
) -> tuple[NDArray[np.int64], NDArray[np.int64], Mask]:
    """:func:`judge` on effect and sight, as far as the bits of ``want`` ask: (T,), (T,), (T,)."""
    arrays = table(grid).arrays
    fewest, best_at, seen = np.empty(total, np.int64), np.empty(total, np.int64), np.empty(total, np.bool_)
    judge(arrays, *attackers, *targets, want & EFFECT, want & SIGHT, np.empty(len(arrays.walls), np.int32),
          fewest, best_at, seen)
    return fewest, best_at, seen


def _pair(grid: Grid, attacker: Body, target: Body, want: int) -> tuple[int, int, bool]:
    """Blocked effect lines, the number of the best point, and sight, between two bodies."""
    fewest, at, seen = _ask(grid, _one(attacker), _one(target), want)
    return int(fewest[0]), int(at[0]), bool(seen[0])


def cover(grid: Grid, attacker: Body, target: Body, quarter: Fraction = QUARTER) -> Cover:
    """The cover of a target against an attacker.

    >>> from game.spatial.grid import wall
    >>> grid = Grid.empty(8, 1, [wall((6, 0), (6, 1), top=1.0)])
    >>> found = cover(grid, Body.on(grid, (1, 0)), Body.on(grid, (6, 0)))
    >>> found.level, found.share
    (1, Fraction(1, 2))

    :param quarter: the least share of blocked lines that is partial cover, above 0 and at most 1.
    :raises GeometryError: for a body off the map, or such a share.
    """
    on_map(grid, attacker, target)
    return _cover(grid, attacker, target, _share(quarter), _pair(grid, attacker, target, EFFECT))


def _share(quarter: Fraction) -> Fraction:
    if not isinstance(quarter, Fraction) or not 0 < quarter <= 1:
        raise GeometryError(text("share for partial cover: {value} is not a fraction above 0 and at most 1",
                                 value=str(quarter)))
    return quarter


def _cover(grid: Grid, attacker: Body, target: Body, quarter: Fraction, best: tuple[int, int, bool]) -> Cover:
    blocked, at, _ = best
    start, ends = sample_points(attacker)[at], sample_points(target)
    causes = block_lists(grid, start, ends, "effect") if blocked else [()] * len(ends)
    rays = tuple(Ray(start, end, bool(by), by) for end, by in zip(ends, causes, strict=True))
    return Cover(level_of(blocked, len(ends), quarter), blocked, len(ends), rays)


def sees(grid: Grid, a: Body, b: Body) -> bool:
    """Is any line between the sample points of two bodies open to sight? The same from both sides.

    :raises GeometryError: for a body off the map.
    """
    on_map(grid, a, b)
    return _pair(grid, a, b, SIGHT)[2]


def _window(
    grid: Grid, body: Body, size: int, radius: float | None, where: Mask | None
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the places of ``where`` that fit the map, within ``radius`` metres of a body."""
    mask = np.zeros(grid.shape, np.bool_)
    if radius is not None and (
        isinstance(radius, bool) or not isinstance(radius, (int, float)) or not 0 <= radius < math.inf
    ):
        raise GeometryError(text("radius: {value} is not a number of metres from 0 up", value=str(radius)))
    reach = max(grid.shape) if radius is None else min(math.floor(radius), max(grid.shape))
    for x, y in body.cells:
        mask[max(y - reach - size + 1, 0):y + reach + 1, max(x - reach - size + 1, 0):x + reach + 1] = True
    mask[max(grid.rows - size + 1, 0):] = mask[:, max(grid.cols - size + 1, 0):] = False
    if where is not None:
        if not isinstance(where, np.ndarray) or where.shape != grid.shape or where.dtype != np.bool_:
            said = f"{where.shape}, {where.dtype}" if isinstance(where, np.ndarray) else repr(where)
            raise GeometryError(text("where: {value} is not an array of shape {shape} of bool", value=said,
                                     shape=str(grid.shape)))
        mask &= where
    rows, cols = np.nonzero(mask)
    return rows, cols


def _field(
    grid: Grid, body: Body, tall: int, radius: float | None, where: Mask | None, size: int, want: int, attack: bool,
    altitude: int = 0,
) -> tuple[NDArray[np.int64], Mask]:
    """(H, W) blocked effect lines, -1 where not asked, and sight; the body attacks or is attacked."""
    on_map(grid, body)
    whole("height", tall, HIGHEST, 1)
    whole("altitude", altitude, HIGHEST)
    places = _window(grid, body, whole("size", size, MAX_SIDE, 1), radius, where)
    total = len(places[0])
    blocked, seen = np.full(grid.shape, -1, np.int64), np.zeros(grid.shape, np.bool_)
    if total:
        others = _standing(grid, places, size, tall, altitude)
        pair = (_one(body), others) if attack else (others, _one(body))
        fewest, _, seen[places] = _ask(grid, *pair, want, total)
        blocked[places] = fewest
    return blocked, seen


def _cover_field(blocked: NDArray[np.int64], seen: Mask, lines: int, quarter: Fraction) -> CoverField:
    counts = np.where(blocked < 0, lines, blocked).astype(np.min_scalar_type(lines))
    levels = np.array([level_of(count, lines, _share(quarter)) for count in range(lines + 1)], np.uint8)
    return CoverField(lines, counts, levels[counts], seen)


def cover_field(
    grid: Grid, attacker: Body, tall: int, radius: float | None = None, where: Mask | None = None,
    quarter: Fraction = QUARTER, size: int = 1, altitude: int = 0,
) -> CoverField:
    """Cover and sight, against one attacker, of a target of height ``tall`` standing at each place.

    >>> from game.spatial.grid import pillar, picture
    >>> grid = Grid.empty(9, 5, pillar((3, 2), 0.5))
    >>> print(picture(cover_field(grid, Body.on(grid, (1, 2)), 109).level, "_+#"))
    _________
    _________
    ___++++++
    _________
    _________

    :param tall: height of the target, 1/64 m.
    :param radius: metres, by the uniform metric (so that no range by another rule is cut short); None: the whole map.
    :param where: (H, W) bool, the places wanted; None: all.
    :param size: the target has ``size`` x ``size`` cells, and its place is the top left of them.
    :param altitude: how far above the ground its feet are, 1/64 m.
    :raises GeometryError: for a body off the map, a height, radius, mask, share or size that means nothing.
    """
    _share(quarter)
    return _cover_field(*_field(grid, attacker, tall, radius, where, size, SIGHT | EFFECT, True, altitude),
                        LINES * size * size, quarter)


def cover_from_field(
    grid: Grid, target: Body, tall: int, radius: float | None = None, where: Mask | None = None,
    quarter: Fraction = QUARTER, size: int = 1, altitude: int = 0,
) -> CoverField:
    """Cover and sight of one target, against an attacker of height ``tall`` standing at each place.

    The other way round than :func:`cover_field`, with the same parameters.
    """
    _share(quarter)
    return _cover_field(*_field(grid, target, tall, radius, where, size, SIGHT | EFFECT, False, altitude),
                        LINES * len(target.cells), quarter)


def sight_field(
    grid: Grid, body: Body, tall: int, radius: float | None = None, where: Mask | None = None, size: int = 1
) -> Mask:
    """(H, W) bool: the places where a target of height ``tall`` would be seen; parameters as :func:`cover_field`."""
    return _field(grid, body, tall, radius, where, size, SIGHT, True)[1]


def line_of_attack(grid: Grid, attacker: Body, target: Body, quarter: Fraction = QUARTER) -> LineOfAttack:
    """Cover, sight and concealment of a target against an attacker, with their evidence.

    :raises GeometryError: as :func:`cover`.
    """
    on_map(grid, attacker, target)
    best = _pair(grid, attacker, target, SIGHT | EFFECT)
    found, sight = _cover(grid, attacker, target, _share(quarter), best), best[2]
    level, cells = concealing(grid, attacker, target)
    if not sight and found.level != TOTAL:
        level = TOTAL
    return LineOfAttack(found, sight, level, cells)


def higher(a: Body, b: Body, least: int = UNITS) -> bool:
    """Do the feet of ``a`` stand at least ``least`` (1/64 m) above those of ``b``?"""
    return a.feet - b.feet >= least


def high_ground(grid: Grid, target: Body, altitude: int = 0, least: int = UNITS) -> Mask:
    """(H, W) bool: the cells on which one would stand at least ``least`` above the feet of ``target``.

    :param altitude: how far above the ground the attacker would be, 1/64 m.
    """
    whole("altitude", altitude, HIGHEST)
    return grid.height.astype(np.int64) + altitude - target.feet >= whole("least height", least, HIGHEST)
