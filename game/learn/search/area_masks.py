"""From where an area may meet as many as are wanted: all places of an origin at once. # rule: ATK-5

The caster's own body, its lines and its range are left out: outside of what is found nothing fits, inside the game
decides.
"""

from dataclasses import dataclass, field

import numpy as np

from game.learn.goals import Hit
from game.rules.bodies import body_of
from game.rules.ground import origin_height, passage_of, template_of
from game.rules.places import POINTS
from game.rules.powers import Power, Shape
from game.rules.state import Battle
from game.spatial.areas import directions
from game.spatial.grid import UNITS, Cell, Mask
from game.spatial.legal import Origins
from game.spatial.origins import Origin, touching
from game.spatial.outlines import Vector
from game.spatial.sweep import Sweep
from game.spatial.templates import Template

Put = tuple[float, float, Vector]  # where an origin is, in metres, and the direction


@dataclass(eq=False)
class AreaMasks:
    """Where one area of a creature may meet what is wanted as a battle stands, wherever that creature is."""

    battle: Battle
    who: str
    power: Power
    goal: Hit
    _sweep: Sweep = field(init=False)
    _enemies: Mask = field(init=False)

    def __post_init__(self) -> None:
        battle, shape = self.battle, self.power.shape
        assert shape is not None
        others = [each for each in battle.combatants
                  if each.id != self.who and each.cell is not None and not each.out]
        self._enemies = np.array([each.team != battle[self.who].team for each in others], np.bool_)
        above = origin_height(battle.settings)

        def make(origin: Origin, turn: Vector) -> Template:
            return template_of(shape, origin, turn, below=above)

        self._sweep = Sweep(battle.grid, make, turns_of(shape), tuple(body_of(battle, each) for each in others), (),
                            battle.settings.counting, passage_of(battle.settings, shape), battle.settings.diagonals)

    def corners(self) -> frozenset[Put]:
        """The corners, with their directions, where enough would be met."""
        grid, above = self.battle.grid, origin_height(self.battle.settings)
        found: list[Origin] = []
        for y, x in np.argwhere(self._sweep.near()).tolist():
            for cell in touching((x * UNITS, y * UNITS)):
                if cell in grid:
                    height = int(grid.height[cell[1], cell[0]]) + above
                    found.append(Origin("corner", (x * UNITS, y * UNITS), height, cell))
        return frozenset(self._good(found)[1])

    def stands(self, where: Mask) -> Mask:
        """(H, W) bool: those of some places of the caster from whose edge enough would be met."""
        battle, who, above = self.battle, self.battle[self.who], origin_height(self.battle.settings)
        found, origins, stood = np.zeros_like(where), list[Origin](), list[Cell]()
        for y, x in np.argwhere(where).tolist():
            body = body_of(battle, who, (x, y))
            height = min(body.feet + above, body.head - 1)
            for corner in {(i + a, j + b) for i, j in body.cells for a in (0, 1) for b in (0, 1)}:
                if not {*body.cells}.issuperset(touching((corner[0] * UNITS, corner[1] * UNITS))):
                    origins.append(Origin.edge(body, corner, height=height))
                    stood.append((x, y))
        for number in self._good(origins)[0]:
            found[stood[number][1], stood[number][0]] = True
        return found

    def _good(self, origins: list[Origin]) -> tuple[set[int], set[Put]]:
        """The numbers of the origins from which enough are met, and no friends too many; and those with the
        directions."""
        if not origins:
            return set(), set()
        hits = self._sweep.hits(Origins.of(origins))  # (N, D, T)
        enemies, own = hits[:, :, self._enemies].sum(axis=2), hits[:, :, ~self._enemies].sum(axis=2)
        numbers, turns = np.nonzero((enemies >= self.goal.least) & (own <= self.goal.allies))
        return {*numbers.tolist()}, {
            (origins[n].point[0] / UNITS, origins[n].point[1] / UNITS, self._sweep.turns[d])
            for n, d in zip(numbers.tolist(), turns.tolist(), strict=True)}


def turns_of(shape: Shape) -> tuple[Vector, ...]:
    """The directions in which its placements are listed."""
    return directions(POINTS) if shape.directed else ((1, 0),)
