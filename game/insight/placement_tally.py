"""Counting what placements would do: exact sums, ties, the trade-off list and the heat map.

Placements come in by thousands; what each of them does to a target does not depend on the other targets, so that a
placement is worth the sum over those it meets. Sums are of integers over a common denominator: no rounding decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from game.spatial.grid import Mask

Side = Literal["meant", "other", "thing"]
EXACT: Final = 2**53  # float64 holds every integer below
KEYS: Final = 5  # the columns that are compared: meant, others (negative), points, falls, wear
HARM: Final = 5  # the column of what the others lose


@dataclass(frozen=True, slots=True)
class Mark:
    """Someone or something that a placement may meet.

    ``side``: one whom it is meant for, another creature, or a thing. ``points`` is what a creature loses on average (or
    regains, where that is what is meant), or how much a thing wears; ``falls`` is the chance that a thing falls.
    """

    id: str
    side: Side
    points: Fraction = Fraction(0)
    falls: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Row:
    """The nearest of some placements that are worth the same, and how many others there are.

    ``worth`` are the compared columns; ``rank`` orders what is worth the same, the first the better; ``place`` is
    whatever the placement is known by; ``met`` the numbers of the marks that it meets.
    """

    worth: tuple[Fraction, ...]
    harm: Fraction
    rank: tuple[int, ...]
    place: Any
    met: tuple[int, ...]
    equals: int


@dataclass(eq=False)
class Scale:
    """The worth of marks as integer columns over common denominators.

    :ivar weights: (T, 6) what a mark adds to each column: meant, others (negative), points, falls, wear, harm.
    """

    marks: tuple[Mark, ...]
    weights: NDArray[Any] = field(init=False)
    _units: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        rows = [_columns(each) for each in self.marks]
        self._units = tuple(lcm(*(row[k].denominator for row in rows)) for k in range(HARM + 1))
        whole = [[int(value * unit) for value, unit in zip(row, self._units, strict=True)] for row in rows]
        most = max((sum(abs(row[k]) for row in whole) for k in range(HARM + 1)), default=0)
        kind: Any = np.float64 if most < EXACT else object
        self.weights = np.array(whole, kind).reshape(-1, HARM + 1)

    def sums(self, hits: Mask) -> NDArray[Any]:
        """(N, 6) int64, or objects where numbers are large: the columns of placements that meet ``hits`` (N, T)."""
        if self.weights.dtype == np.float64:
            return np.asarray(hits.astype(np.float64) @ self.weights, np.int64)
        return np.array(hits.astype(object) @ self.weights, object)

    def fractions(self, sums: Sequence[int]) -> tuple[Fraction, ...]:
        """The columns as they are."""
        return tuple(Fraction(int(value), unit) for value, unit in zip(sums, self._units, strict=True))

    @property
    def in_points(self) -> bool:
        """Whether those that it is meant for lose or regain anything on average."""
        return any(each.side == "meant" and each.points for each in self.marks)

    def values(self) -> NDArray[np.float64]:
        """(T,) what a mark adds to the heat map: the points of those it is meant for less those of the others; where
        there are no points, 1 and -1."""
        sign = {"meant": 1, "other": -1, "thing": 0}
        found: list[float] = [sign[each.side] * (float(each.points) if self.in_points else 1) for each in self.marks]
        return np.array(found, np.float64)


def _columns(mark: Mark) -> tuple[Fraction, ...]:
    none, one = Fraction(0), Fraction(1)
    match mark.side:
        case "meant":
            return one, none, mark.points, none, none, none
        case "other":
            return none, -one, none, none, none, mark.points
    return none, none, none, mark.falls, mark.points, none


@dataclass(eq=False)
class Tally:
    """Placements worth the same, gathered as they come.

    ``add`` takes many that share a scale; ``best`` is the trade-off list so far.
    """

    _found: dict[tuple[int, ...], list[Any]] = field(default_factory=dict)
    _scales: list[Scale] = field(default_factory=list)

    def add(self, scale: Scale, hits: Mask, ranks: NDArray[np.int64], places: Any) -> None:
        """Count placements.

        :param hits: (N, T) which marks each of them meets.
        :param ranks: (N, K) what orders those worth the same, the smaller first.
        :param places: what each is known by, to be asked for as ``places(number)``.
        """
        if not self._scales or self._scales[-1] is not scale:
            self._scales.append(scale)
        sums = scale.sums(hits)
        useful = np.nonzero((sums[:, 0] > 0) | (sums[:, 3] > 0) | (sums[:, 4] > 0))[0]
        if not len(useful):
            return
        keys, order = _grouped(sums[useful, :KEYS], ranks[useful])
        firsts = np.nonzero(keys)[0]
        counts = np.diff([*firsts, len(order)])
        for first, count in zip(firsts.tolist(), counts.tolist(), strict=True):
            number = int(useful[order[first]])
            self._note((len(self._scales) - 1, *(int(each) for each in sums[number])), tuple(ranks[number].tolist()),
                       (number, places, hits[number]), count)

    def _note(self, key: tuple[int, ...], rank: tuple[int, ...], found: Any, count: int) -> None:
        known = self._found.get(key[:-1])
        if known is None:
            self._found[key[:-1]] = [rank, found, count, key[-1]]
            return
        known[2] += count
        if rank < known[0]:
            known[0], known[1], known[3] = rank, found, key[-1]

    def best(self) -> tuple[Row, ...]:
        """The placements that no other beats: none is as good by all columns and better by one. Of those worth the
        same, one; the most creatures that it is meant for first, then points, falls, wear, and the fewest others."""
        merged: dict[tuple[Fraction, ...], Row] = {}
        for (number, *sums), (rank, (at, places, hits), count, harm) in self._found.items():
            *worth, lost = self._scales[number].fractions((*sums, harm))
            met = tuple(np.nonzero(hits)[0].tolist())
            row = Row(tuple(worth), lost, rank, (places, at), met, count - 1)
            known = merged.get(row.worth)
            if known is not None:
                nearer = min(known, row, key=lambda each: each.rank)
                row = Row(nearer.worth, nearer.harm, nearer.rank, nearer.place, nearer.met,
                          known.equals + row.equals + 1)
            merged[row.worth] = row
        rows = [merged[key] for key in _unbeaten(list(merged))]
        rows.sort(key=lambda row: ([-row.worth[k] for k in (0, 2, 3, 4, 1)], row.rank))
        return tuple(Row(row.worth, row.harm, row.rank, row.place[0](row.place[1]), row.met, row.equals)
                     for row in rows)


def _grouped(keys: NDArray[Any], ranks: NDArray[np.int64]) -> tuple[Mask, NDArray[np.intp]]:
    """(N,) bool: where another key begins in the order of keys, then ranks; and that order."""
    columns = [keys[:, k] for k in range(keys.shape[1])]
    if keys.dtype == object:
        columns = [np.unique(column, return_inverse=True)[1].ravel() for column in columns]
    order = np.lexsort((*(ranks[:, k] for k in reversed(range(ranks.shape[1]))), *columns))
    changed = np.ones(len(order), np.bool_)
    changed[1:] = np.logical_or.reduce([np.diff(column[order]) != 0 for column in columns])
    return changed, order


def _unbeaten(worths: list[tuple[Fraction, ...]]) -> list[tuple[Fraction, ...]]:
    """Those that no other equals or surpasses by every count; falls and wear of things are one count, falls first."""
    if not worths:
        return []
    counts = [[(row[0],), (row[1],), (row[2],), row[3:5]] for row in worths]
    places = [{value: n for n, value in enumerate(sorted({row[k] for row in counts}))} for k in range(4)]
    array = np.array([[places[k][row[k]] for k in range(4)] for row in counts], np.int64)
    kept = []
    for number, row in enumerate(array):
        as_good = (array >= row).all(axis=1)
        if not (as_good & (array > row).any(axis=1)).any():
            kept.append(worths[number])
    return kept
