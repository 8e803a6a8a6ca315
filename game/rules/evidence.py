"""Modifiers and their proof: what the rules add to a total, and what on the map causes it."""

from dataclasses import dataclass
from typing import Final, Literal

from game.spatial.grid import Barrier, Cell
from game.spatial.sight import Ray

Side = Literal["attack", "defence"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What on the map caused something: the lines drawn, the cells, the barriers crossed, and the other creatures
    (ids) that took part."""

    rays: tuple[Ray, ...] = ()
    cells: tuple[Cell, ...] = ()
    barriers: tuple[Barrier, ...] = ()
    others: tuple[str, ...] = ()


NOTHING: Final = Evidence()


@dataclass(frozen=True, slots=True)
class Modifier:
    """One bonus or penalty: the rule that gives it, its English name (a msgid), how much, to which of the two totals,
    and its proof. A test that is nobody's defence counts as an attack."""

    rule: str
    label: str
    amount: int
    side: Side
    evidence: Evidence = Evidence()
