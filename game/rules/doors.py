"""Doors and windows that open: who can handle one, and what keeps it from shutting."""

from fractions import Fraction

from game.rules.bodies import body_of
from game.rules.state import Battle, Combatant, Structure
from game.spatial.grid import UNITS, Barrier, Cell, cell_name
from game.spatial.lines import Point3, blocked
from game.spatial.steps import splits
from game.texts import N_, Text, text


def structure_name(structure: Structure) -> Text:
    """What to call a structure."""
    kinds = {
        "wall": N_("wall"), "low_wall": N_("low wall"), "door": N_("door"), "window": N_("window"),
        "pillar": N_("pillar"), "tree": N_("tree"), "block": N_("block"),
    }
    return text(structure.name or kinds[structure.kind])


def described(structure: Structure) -> Text:
    """What sentences call a structure: its own name, or what it is and where it stands.

    >>> str(described(Structure("a", "door", ((3, 6),)))), str(described(Structure("b", "wall", (), (2, 4, 2, 5))))
    ('door at D7', 'wall between B5 and C5')
    """
    name, cells = structure_name(structure), structure.cells
    if structure.segment is not None:
        cells = _beside(structure.segment)
    if structure.name or not cells:
        return name
    if structure.segment is None or len(cells) == 1:
        return text("{thing} at {cell}", thing=name, cell=cell_name(cells[0]))
    return text("{thing} between {cell} and {other}", thing=name, cell=cell_name(cells[0]), other=cell_name(cells[1]))


def _beside(segment: tuple[float, float, float, float]) -> tuple[Cell, ...]:
    """The cells on both sides of the middle of a thin wall, or that of its middle when it is along no edge."""
    x, y = (segment[0] + segment[2]) / 2, (segment[1] + segment[3]) / 2
    if segment[0] == segment[2] == int(x):
        both = (int(x) - 1, int(y)), (int(x), int(y))
    elif segment[1] == segment[3] == int(y):
        both = (int(x), int(y) - 1), (int(x), int(y))
    else:
        both = ((int(x), int(y)),) * 2
    return tuple(dict.fromkeys(each for each in both if min(each) >= 0))


def handy(battle: Battle, who: Combatant, structure: Structure) -> bool:
    """Whether a creature is next to a door, with nothing solid in between.

    A door that fills squares is next to the squares around it, corners too. A thin one is next to the squares on both
    its sides.
    """
    body = body_of(battle, who)
    if not structure.cells:
        return any(
            borders(barrier, cell)
            for barrier in battle.map.barriers if barrier.structure == structure.id
            for cell in body.cells
        )
    gone = battle.grid_with(structure.id, shut=False)
    hand = body.feet + 85 * body.tall // 100
    return any(
        max(abs(x - i), abs(y - j)) <= 1 and not blocked(gone, _centre(x, y, hand), _centre(i, j, hand), "effect")
        for x, y in body.cells
        for i, j in structure.cells
    )


def blocking(battle: Battle, structure: Structure) -> Combatant | None:
    """Someone whose body, in the fight or not, keeps an open door from shutting."""
    shut = battle.grid_with(structure.id, shut=True)
    for each in battle.combatants:
        if each.cell is None or each.hidden:
            continue
        body = body_of(battle, each)
        if not {*structure.cells}.isdisjoint(body.cells) or (splits(shut, body) and not splits(battle.grid, body)):
            return each
    return None


def _centre(x: int, y: int, height: int) -> Point3:
    return UNITS * x + UNITS // 2, UNITS * y + UNITS // 2, height


def borders(barrier: Barrier, cell: Cell) -> bool:
    """Whether more than a point of a barrier lies in the closed square of a cell."""
    first, last = Fraction(0), Fraction(1)
    for axis in (0, 1):
        start, way = barrier.start[axis], barrier.end[axis] - barrier.start[axis]
        low, high = UNITS * cell[axis], UNITS * (cell[axis] + 1)
        if not way:
            if not low <= start <= high:
                return False
            continue
        enter, leave = sorted((Fraction(low - start, way), Fraction(high - start, way)))
        first, last = max(first, enter), min(last, leave)
    return first < last
