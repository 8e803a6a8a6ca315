"""Questions to a map, by name: the masks that drawing, targeting and damage use, for scripts and other programs.

:func:`ask` answers one :class:`Question` with an :class:`Answer`; ``flanco mask`` and the ruler of the play screen are
built on it, so that they agree with the game.
"""

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from game.errors import GeometryError
from game.spatial.areas import Counting, Passage, Template, area_mask
from game.spatial.crowd import cover_past
from game.spatial.flanking import flank_mask
from game.spatial.grid import PLAIN, Body, Cell, Grid, Mask, units
from game.spatial.metric import Rule
from game.spatial.movement import movement_field
from game.spatial.reach import reach_mask
from game.spatial.sight import concealment_field, high_ground, sight_field
from game.spatial.stepper import Difficult
from game.spatial.steps import Corners
from game.texts import N_, text, tr

Kind = Literal["move", "reach", "sight", "cover", "concealment", "flank", "high", "area"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LEVELS: Final = {".": N_("none"), "+": N_("partial"), "#": N_("total")}


@dataclass(frozen=True)
class Question:
    """What is asked of a map. Which fields matter depends on ``kind``; lengths are in metres.

    :ivar body: who moves, strikes, looks, flanks (move, reach, sight, cover, concealment, flank).
    :ivar target: who is flanked or looked down on (flank, high).
    :ivar allies: who flanks with the body (flank), each with its reach.
    :ivar budget: the most a walk may cost; None is no limit (move).
    :ivar closed: cells that may not be entered (move). ``passable``: cells that may be passed, not ended on.
    :ivar tall: height of the target that is looked for; None is the body's own (sight, cover).
    :ivar crowd: bodies that hide others in part (cover). ``partial``: the least percentage of lines for partial cover.
    """

    kind: Kind
    body: Body | None = None
    target: Body | None = None
    allies: tuple[tuple[Body, int], ...] = ()
    budget: float | None = None
    reach: int = 1
    radius: float | None = None
    tall: float | None = None
    altitude: float = 0.0
    crowd: tuple[Body, ...] = ()
    partial: int = 25
    diagonals: Rule = "uniform"
    corners: Corners = "both"
    difficult: Difficult = "multiply"
    slow: int = 1
    flying: bool = False
    jump: bool = False
    closed: tuple[Cell, ...] = ()
    passable: tuple[Cell, ...] = ()
    template: Template | None = None
    counting: Counting = "centre"
    passage: Passage | None = None


@dataclass(frozen=True, eq=False)
class Answer:
    """A value for each cell.

    :ivar values: (H, W) bool, uint8 (levels 0, 1, 2) or int32 (1/1000 m, -1 where nothing gets to).
    :ivar legend: what each character of the text means, as msgids.
    """

    kind: Kind
    values: NDArray[Any]
    legend: Mapping[str, str] = field(default_factory=dict)

    @property
    def lit(self) -> Mask:
        """(H, W) bool: the cells that a drawing lights: reached, seen, hit, covered at all."""
        return self.values >= 0 if self.kind == "move" else self.values.astype(np.bool_)

    def as_json(self) -> dict[str, Any]:
        """``{"kind", "rows", "cols", "values"}`` with ``values[row][col]``."""
        rows, cols = self.values.shape
        return {"kind": self.kind, "rows": rows, "cols": cols, "values": self.values.tolist()}

    def as_text(self) -> str:
        """One character a cell, one line a row.

        >>> grid = Grid.empty(5, 3)
        >>> print(ask(grid, Question("move", Body.on(grid, (0, 0)), budget=2)).as_text())
        012..
        112..
        222..
        """
        if self.kind == "move":
            metres = np.where(self.values < 0, -1, -(-self.values // 1000))  # rounded up
            return "\n".join("".join(_digit(int(each)) for each in row) for row in metres)
        symbols = tuple(_LEVELS) if self.values.dtype == np.uint8 else (".", "#")
        return "\n".join("".join(symbols[int(each)] for each in row) for row in self.values)


    def as_bytes(self, form: Literal["text", "json", "npy"]) -> bytes:
        """The answer as a file: text with its legend, JSON, or numpy's own format."""
        if form == "npy":
            stream = io.BytesIO()
            np.save(stream, self.values, allow_pickle=False)
            return stream.getvalue()
        if form == "json":
            return (json.dumps(self.as_json(), separators=(",", ":")) + "\n").encode()
        legend = "\n".join(f"{symbol}  {tr(meaning)}" for symbol, meaning in self.legend.items())
        return f"{self.as_text()}\n\n{legend}\n".encode()


def _digit(metres: int) -> str:
    if metres < 0:
        return "."
    return DIGITS[metres] if metres < len(DIGITS) else "*"


def _needs(question: Question, *names: str) -> None:
    missing = [name for name in names if getattr(question, name) is None]
    if missing:
        raise GeometryError(text("{kind}: it needs {names}", kind=question.kind, names=", ".join(missing)))


def _cells(grid: Grid, name: str, cells: tuple[Cell, ...]) -> Mask | None:
    if not cells:
        return None
    mask = np.zeros(grid.shape, np.bool_)
    for cell in cells:
        if cell not in grid:
            raise GeometryError(text("{name}: cell {cell} is outside the map ({cols} x {rows})", name=name,
                                     cell=str(cell), cols=grid.cols, rows=grid.rows))
        mask[cell[1], cell[0]] = True
    return mask


def ask(grid: Grid, question: Question) -> Answer:
    """The answer to a question.

    :raises GeometryError: when the question lacks something or means nothing.

    >>> grid = Grid.empty(5, 3)
    >>> print(ask(grid, Question("reach", Body.on(grid, (0, 0)), reach=1)).as_text())
    ##...
    ##...
    .....
    """
    kind = question.kind
    yes = {"#": N_("yes"), ".": N_("no")}
    if kind == "area":
        _needs(question, "template")
        assert question.template is not None
        lit = area_mask(grid, question.template, question.counting, question.passage, question.diagonals)
        return Answer(kind, lit, yes)
    if kind == "high":
        _needs(question, "target")
        assert question.target is not None
        return Answer(kind, high_ground(grid, question.target, units(question.altitude)), yes)
    _needs(question, "body")
    body = question.body
    assert body is not None
    if kind == "move":
        return Answer(kind, _move(grid, body, question), {"0-9 a-z A-Z": N_("metres, rounded up"), ".": N_("no way")})
    if kind == "reach":
        return Answer(kind, reach_mask(grid, body, question.reach), yes)
    if kind == "concealment":
        return Answer(kind, concealment_field(grid, body), _LEVELS)
    if kind == "flank":
        _needs(question, "target")
        assert question.target is not None
        ground = max(int(grid.height[y, x]) for x, y in body.cells)
        side = max(x for x, _ in body.cells) - min(x for x, _ in body.cells) + 1
        mask = flank_mask(grid, side, body.tall, question.reach, question.target, question.allies, body.feet - ground)
        return Answer(kind, mask, yes)
    tall = body.tall if question.tall is None else units(question.tall)
    if kind == "sight":
        return Answer(kind, sight_field(grid, body, tall, question.radius), yes)
    if kind == "cover":
        found = cover_past(grid, body, tall, question.crowd, radius=question.radius,
                           quarter=Fraction(question.partial, 100))
        return Answer(kind, found.level, _LEVELS)
    raise GeometryError(text("mask: {kind} is not one of {allowed}", kind=str(kind), allowed=", ".join(KINDS)))


def _move(grid: Grid, body: Body, question: Question) -> NDArray[np.int32]:
    """(H, W) int32: cost in 1/1000 m; -1 where it does not get to or may not stop."""
    budget = None
    if question.budget is not None:
        units(question.budget)  # refuses what is not a number
        budget = round(question.budget * PLAIN)
    found = movement_field(
        grid, body, budget, rule=question.diagonals, corners=question.corners, difficult=question.difficult,
        closed=_cells(grid, "closed", question.closed), no_end=_cells(grid, "passable", question.passable),
        slow=question.slow, flying=question.flying, jump=question.jump,
    )
    return np.where(found.reachable, found.cost, -1).astype(np.int32)
