"""The ruler: distance, height, cover and sight between two places, both ways, as ``flanco mask`` gives them."""

from dataclasses import dataclass

from game.rules.bodies import body_of
from game.rules.sightlines import line_between
from game.rules.state import Battle
from game.spatial.grid import PLAIN, UNITS, Body, Cell
from game.spatial.metric import distance


@dataclass(frozen=True, slots=True)
class View:
    """What one end is to the other: its cover (0 none, 1 partial, 2 total), and whether it is seen."""

    cover: int
    seen: bool


@dataclass(frozen=True, slots=True)
class Measure:
    """From one place to another.

    :ivar start: the cell it begins at.  :ivar end: the cell it goes to.
    :ivar metres: the distance, as the range of a shot is counted.  :ivar rise: how much higher the feet are at the end.
    :ivar there: the end as seen from the start.  :ivar back: the start as seen from the end.
    """

    start: Cell
    end: Cell
    metres: float
    rise: float
    there: View
    back: View


def whole_body(battle: Battle, cell: Cell) -> Body:
    """The body of the creature that stands on a cell; one of common height where nobody does."""
    bodies = (body_of(battle, who) for who in battle.present())
    return next((body for body in bodies if cell in body.cells), None) or Body.on(battle.grid, cell)


def measure(battle: Battle, start: Cell, end: Cell) -> Measure:
    """Measure between two cells of the map. Whoever stands on one of them looks with the whole body, and is seen on
    that very cell.

    :raises GeometryError: for a cell outside the map.
    """
    a, b = whole_body(battle, start), whole_body(battle, end)
    away = distance(a, b, battle.settings.diagonals) / PLAIN
    return Measure(start, end, away, (b.feet - a.feet) / UNITS, _view(battle, a, b, end), _view(battle, b, a, start))


def _view(battle: Battle, who: Body, target: Body, cell: Cell) -> View:
    """Cover and sight of one square of a target."""
    if cell in who.cells:
        return View(0, True)
    grid = battle.grid
    above = target.feet - max(int(grid.height[y, x]) for x, y in target.cells)
    there = Body.on(grid, cell, 1, target.tall, above)
    line = line_between(battle, who, there)
    return View(int(line.cover.level), line.sight)
