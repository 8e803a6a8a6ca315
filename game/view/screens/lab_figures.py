"""Creatures that are put on the lab's map by a click: an ally or an enemy of a size, no more than a body."""

from typing import TYPE_CHECKING, Final

from game.content.lab import side_of
from game.rules.actions import GmMove, GmRemove, Join
from game.rules.catalog import SizeName
from game.rules.sheet import Attribute, Sheet
from game.rules.state import Combatant
from game.spatial.grid import Cell
from game.texts import N_, tr
from game.view.screens.newcomers import newcomers

if TYPE_CHECKING:
    from game.view.screens.lab import LabScreen

SIZES: Final[dict[int, SizeName]] = {1: "medium", 2: "large", 3: "giant", 4: "colossal"}  # by their side in cells
PLAIN: Final = Attribute(10, 6)


def sheet_of(foe: bool, side: int) -> Sheet:
    """An ally or an enemy without weapons or powers."""
    id, name = ("enemy", N_("Enemy")) if foe else ("ally", N_("Ally"))
    return Sheet(id, name, PLAIN, PLAIN, PLAIN, PLAIN, PLAIN, PLAIN, 10 * side, SIZES[side])


def add(screen: "LabScreen", cell: Cell) -> None:
    """A creature of the size in hand, with its top left on a cell; one that stands there is taken away."""
    there = screen.at(cell)
    if there is not None:
        remove(screen, cell)
        return
    battle = screen.battle
    own = side_of(battle, screen.setup.who)
    team = own if screen.tool == "ally" else next((each.id for each in battle.teams if each.id != own), own)
    new = newcomers(battle, sheet_of(screen.tool == "foe", screen.figure), team)[0]
    screen.act(Join(new.but(cell=cell)))


def remove(screen: "LabScreen", cell: Cell | None) -> None:
    """Take away who stands on a cell."""
    who = screen.at(cell)
    if who is None:
        screen.toast(tr("Nobody stands there"))
    else:
        screen.act(GmRemove(who.id))


def move(screen: "LabScreen", who: Combatant, cell: Cell) -> None:
    """Put a creature somewhere else."""
    if cell != who.cell:
        screen.act(GmMove(who.id, cell))
