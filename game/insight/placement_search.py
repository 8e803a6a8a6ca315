"""Best placements: where an area does most, over every legal origin and direction.

For each legal placement of a power's area, or of a template, from a caster: the enemies and allies that it hits, the
expected damage by exact odds, and the things that it breaks. The answer is the trade-off list (:attr:`Placements.best`:
no placement on it is beaten on all counts by another) and a heat map. Ties: of placements that are worth the same the
nearest is listed, and how many others there are is said. Nearest is: the least walked, the least range from the caster,
then rows from the north, columns from the west, corners before centres, directions from east through south.

>>> from game.spatial.areas import Circle
>>> grid = Grid.empty(9, 5)
>>> foes = (Body.on(grid, (5, 1)), Body.on(grid, (6, 3)), Body.on(grid, (0, 4)))
>>> aim = Aim(lambda origin, turn: Circle(origin, 2), reach=4)
>>> scene = Scene(grid, tuple(Mark(name, "meant") for name in "abc"), foes)
>>> found = search([Stand(Body.on(grid, (2, 2)), scene)], aim)
>>> [(each.met, each.equals) for each in found.best]
[((0, 1), 7)]
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.insight.background import Progress, Stop
from game.insight.placement_tally import Mark, Row, Scale, Tally
from game.spatial.areas import Counting, Passage
from game.spatial.grid import PARTIAL, UNITS, Body, Cell, Grid, Mask
from game.spatial.legal import Origins, open_corners, open_to, ranges_to, starts_of
from game.spatial.lines import count_clear, table
from game.spatial.metric import Rule
from game.spatial.origins import ABOVE, Kind, Origin, edge_places, metres
from game.spatial.outlines import Vector
from game.spatial.sight import level_of, sample_points
from game.spatial.sweep import Make, Sweep, Thing

CHUNK: Final = 2048  # placements that are looked at between two looks at whether to stop
KINDS: Final[tuple[Kind, ...]] = ("corner", "cell", "edge")


@dataclass(frozen=True)
class Aim:
    """A template that is still to be put somewhere.

    :ivar make: the template at an origin, in a direction.
    :ivar turns: the directions that are tried.
    :ivar kinds: the kinds of origins: ``corner`` and ``cell`` within ``reach`` metres, or ``edge``, of the caster.
    :ivar sight: whether the origin must be seen.
    :ivar rule: of diagonals, for the reach; ``spread`` is how they count for a passage of that name.
    :ivar above: how high above its ground it begins, in 1/64 m.
    """

    make: Make
    turns: tuple[Vector, ...] = ((1, 0),)
    kinds: tuple[Kind, ...] = ("corner", "cell")
    reach: float = 0
    sight: bool = True
    counting: Counting = "centre"
    passage: Passage | None = None
    rule: Rule = "uniform"
    spread: Rule = "uniform"
    above: int = ABOVE


@dataclass(frozen=True, eq=False)
class Scene:
    """What placements may meet on a map.

    :ivar marks: what each target is worth: the bodies, then the things, then the caster if it counts, then those that
        are ``covered`` as they are behind partial cover from an origin: (number of the body, number of this mark).
    :ivar bodies: all but the caster's.
    :ivar closed: cells that no placement may cover, as where somebody stands when a wall is raised.
    :ivar picks: how many of those inside may be picked; 0: everything inside is met.
    """

    grid: Grid
    marks: tuple[Mark, ...]
    bodies: tuple[Body, ...] = ()
    things: tuple[Thing, ...] = ()
    caster: bool = False
    closed: tuple[Cell, ...] = ()
    picks: int = 0
    covered: tuple[tuple[int, int], ...] = ()

    @cached_property
    def scale(self) -> Scale:
        """The marks as numbers."""
        return Scale(self.marks)


@dataclass(frozen=True, eq=False)
class Stand:
    """A place where the caster may stand: its body there, the scene as it is then, and what the walk there costs, in
    1/1000 m."""

    body: Body
    scene: Scene
    walk: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """A placement: from which stand, at which origin (None for an aura and for a free set of ``cells``), in which
    direction, and how far that is from the caster, in 1/1000 m."""

    stand: Stand
    origin: Origin | None = None
    turn: Vector = (1, 0)
    away: int = 0
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, eq=False)
class Found:
    """What a search found.

    :ivar best: the trade-off list; the ``place`` of each is a :class:`Place`.
    :ivar heat: (H, W) float32: the best value of the placements from an origin that touches the cell, or, when the
        caster may walk, from a stand on the cell; NaN where none meets anything.
    :ivar tried: how many legal placements were looked at; of directions with the same cells, one.
    """

    best: tuple[Row, ...]
    heat: NDArray[np.float32]
    tried: int


class Counted:
    """Placements as they are counted."""

    def __init__(self, grid: Grid, walks: bool) -> None:
        self.walks = walks
        self.tally, self.tried = Tally(), 0
        self.heat = np.full(grid.shape, np.nan, np.float32)

    def one(self, place: Place, met: Mask) -> None:
        """Count a legal placement at no origin that meets some marks, (T,) bool."""
        scene, (x, y) = place.stand.scene, place.stand.body.cells[0]
        hits = _picked(scene, met)[None]
        self.tried += 1
        if hits.any():
            value = hits @ scene.scale.values()
            if len(place.cells) < 2:  # a larger set says nothing about one of its cells
                self.note(np.array(place.cells if place.cells and not self.walks else [(x, y)]), value)
            rank = place.stand.walk, place.away, *(n for cell in place.cells[:1] for n in cell[::-1]), y, x
            self.tally.add(scene.scale, hits, np.array([rank], np.int64), lambda number: place)

    def note(self, cells: NDArray[np.int64], values: NDArray[np.float64]) -> None:
        """Note values (N,) in the heat map at cells (N, 2); those off the map are left out."""
        rows, cols = self.heat.shape
        inside = (cells >= 0).all(axis=1) & (cells < (cols, rows)).all(axis=1)
        x, y = cells[inside].T
        np.fmax.at(self.heat, (y, x), values[inside].astype(np.float32))

    def found(self) -> Found:
        """What was found so far."""
        return Found(self.tally.best(), self.heat, self.tried)


@dataclass(frozen=True, eq=False)
class _Batch:
    """Legal origins of one scene that are looked at together: for each the number of its stand among ``stands``, and
    how far it is from there, in 1/1000 m. ``done`` is the share of the search that ends with it."""

    scene: Scene
    stands: tuple[Stand, ...]
    origins: Origins
    which: NDArray[np.int64]
    away: NDArray[np.int64]
    done: float

    @cached_property
    def own(self) -> tuple[Body, ...]:
        """The caster for each origin, if it counts."""
        if not self.scene.caster:
            return ()
        bodies = [each.body for each in self.stands]
        return (*bodies,) if len(bodies) == 1 else tuple(bodies[number] for number in self.which.tolist())


class _Search(Counted):
    """A search of origins under way."""

    def __init__(self, aim: Aim, grid: Grid, walks: bool) -> None:
        super().__init__(grid, walks)
        self.aim, self.size = aim, max(CHUNK // len(aim.turns), 1)  # so many origins at once
        self._known: tuple[Scene, Sweep] | None = None

    def sweep(self, scene: Scene) -> Sweep:
        """The sweep of a scene, kept while the scene is the same; cells that are closed are its last thing."""
        if self._known is None or self._known[0] is not scene:
            closed = (Thing(borders=scene.closed),) if scene.closed else ()
            self._known = scene, Sweep(
                scene.grid, self.aim.make, self.aim.turns, scene.bodies, (*scene.things, *closed), self.aim.counting,
                self.aim.passage, self.aim.spread)
        return self._known[1]

    def batches(self, stands: Sequence[Stand]) -> Iterator[_Batch]:
        """The legal origins from which something may be met, in parts: those of one stand, or the edges of many."""
        if "edge" not in self.aim.kinds:
            for number, stand in enumerate(stands):
                for batch in self._around(stand):
                    yield replace(batch, done=(number + batch.done) / len(stands))
            return
        waiting: list[tuple[Stand, Origins]] = []
        for number, stand in enumerate(stands):
            height = min(stand.body.feet + self.aim.above, stand.body.head - 1)
            edges = [Origin.edge(stand.body, (x / UNITS, y / UNITS), height=height) for x, y in edge_places(stand.body)]
            origins = Origins.of(edges)
            waiting.append((stand, origins.where(open_to(stand.scene.grid, stand.body, origins, self.aim.sight))))
            follows = number + 1 < len(stands) and stands[number + 1].scene is stand.scene
            if not follows or sum(len(each) for _, each in waiting) >= self.size:
                which = np.repeat(np.arange(len(waiting)), [len(each) for _, each in waiting])
                yield _Batch(stand.scene, tuple(each for each, _ in waiting), Origins.joined([o for _, o in waiting]),
                             which, np.zeros(len(which), np.int64), (number + 1) / len(stands))
                waiting = []

    def _around(self, stand: Stand) -> Iterator[_Batch]:
        """The corners and centres that a caster reaches from one stand."""
        grid, aim, body = stand.scene.grid, self.aim, stand.body
        near = self.sweep(stand.scene).near((body,) if stand.scene.caster else ())
        (x0, y0), (x1, y1), far = body.cells[0], body.cells[-1], ceil(aim.reach) + 1
        window = np.zeros_like(near)
        window[max(y0 - far, 0):y1 + far + 2, max(x0 - far, 0):x1 + far + 2] = True
        for number, kind in enumerate(aim.kinds):
            rows, cols = grid.shape if kind == "cell" else near.shape
            cells = np.argwhere((near & window)[:rows, :cols])[:, ::-1].astype(np.int64)
            if kind == "cell":
                found = Origins.centres(grid, cells, aim.above)
            else:
                found = open_corners(grid, body, cells, aim.sight, above=aim.above)
            found = found.where(ranges_to(body, found, aim.rule) * UNITS <= 1000 * metres("range", aim.reach))
            if kind == "cell":
                found = found.where(open_to(grid, body, found, aim.sight))
            away = ranges_to(body, found, aim.rule)
            for first in range(0, len(found), self.size):
                part = np.arange(first, min(first + self.size, len(found)))
                done = (number + (first + len(part)) / len(found)) / len(aim.kinds)
                yield _Batch(stand.scene, (stand,), found.where(part), np.zeros(len(part), np.int64), away[part], done)

    def look(self, batch: _Batch) -> None:
        """Look at every placement from some legal origins."""
        scene, origins, sweep = batch.scene, batch.origins, self.sweep(batch.scene)
        hits = sweep.hits(origins, batch.own)  # (N, D, T)
        rests, which = np.unique(origins.points % UNITS, axis=0, return_inverse=True)
        allowed = np.stack([sweep.patterns((x, y)).different for x, y in rests.tolist()])[which.ravel()]  # (N, D)
        if scene.closed:
            at = len(scene.bodies) + len(scene.things)
            allowed &= ~hits[:, :, at]
            hits = np.delete(hits, at, axis=2)
        self.tried += int(allowed.sum())
        hits = _picked(scene, _sheltered(batch, hits))
        rows, turns = np.nonzero(allowed & hits.any(axis=2))
        if not len(rows):
            return
        met, stood = hits[rows, turns], np.array([(each.walk, *each.body.cells[0][::-1]) for each in batch.stands])
        self._warm(batch, rows, met @ scene.scale.values())
        kind, stood = np.full(len(rows), KINDS.index(origins.kind)), stood[batch.which[rows]]
        ranks = np.column_stack([stood[:, 0], batch.away[rows], origins.points[rows, ::-1], kind, turns, stood[:, 1:]])

        def place(number: int) -> Place:
            row = int(rows[number])
            return Place(batch.stands[batch.which[row]], origins[row], self.aim.turns[turns[number]],
                         int(batch.away[row]))

        self.tally.add(scene.scale, met, ranks, place)

    def _warm(self, batch: _Batch, rows: NDArray[np.intp], values: NDArray[np.float64]) -> None:
        """Note values of placements in the heat map, ``rows`` being the numbers of their origins."""
        if self.walks:
            stood = np.array([each.body.cells[0] for each in batch.stands])
            self.note(stood[batch.which[rows]], values)
            return
        for dx in (0, 1):
            for dy in (0, 1):  # the cells that a point touches
                self.note((batch.origins.points[rows] - (dx, dy)) // UNITS, values)


def _sheltered(batch: _Batch, hits: Mask) -> Mask:
    """(N, D, marks) bool: those behind partial cover from the origin move to their other mark. # rule: DEF-2"""
    scene = batch.scene
    if not scene.covered:
        return hits
    found = np.zeros((*hits.shape[:2], len(scene.marks)), np.bool_)
    found[:, :, :hits.shape[2]] = hits
    starts, stuck = starts_of(table(scene.grid).arrays, batch.origins)
    for number, other in scene.covered:
        behind = np.zeros(len(starts), np.bool_)
        for at, stand in enumerate(batch.stands):
            rows = np.nonzero((batch.which == at) & hits[:, :, number].any(axis=1))[0]
            points = sample_points(scene.bodies[number] if number < len(scene.bodies) else stand.body)
            blocked = len(points) - count_clear(scene.grid, points, starts[rows], "effect") * ~stuck[rows]
            behind[rows] = [level_of(int(each), len(points)) == PARTIAL for each in blocked]
        found[:, :, other] = found[:, :, number] & behind[:, None]
        found[:, :, number] &= ~behind[:, None]
    return found


def _picked(scene: Scene, hits: Mask) -> Mask:
    """Of what placements (..., T) meet, what their caster would pick: those that lose most, of those it is meant for.
    # rule: EFF-4"""
    if not scene.picks:
        return hits
    meant = [n for n, mark in enumerate(scene.marks) if mark.side == "meant"]
    meant.sort(key=lambda n: -scene.marks[n].points)
    found = np.zeros_like(hits)
    found[..., meant] = hits[..., meant] & (np.cumsum(hits[..., meant], axis=-1) <= scene.picks)
    return found


def search(
    stands: Sequence[Stand], aim: Aim, progress: Progress | None = None, stop: Stop | None = None
) -> Found | None:
    """Every legal placement from some stands, counted.

    :param progress: called with the share done, from 0 to 1.
    :param stop: asked again and again; when it says so, the search ends.
    :returns: None when it was stopped.
    """
    under_way = _Search(aim, stands[0].scene.grid, len(stands) > 1)
    for batch in under_way.batches(stands):
        if stop is not None and stop():
            return None
        under_way.look(batch)
        if progress is not None:
            progress(batch.done)
    if progress is not None:
        progress(1.0)
    return under_way.found()
