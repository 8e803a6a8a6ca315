"""Creatures that the GM adds: several of a kind at once, numbered, round the square that was pointed at."""

import re

from game.content.parties import nearest_place
from game.rules.actions import Join
from game.rules.sheet import Sheet
from game.rules.state import Battle, Combatant
from game.spatial.grid import Cell
from game.texts import tr


def newcomers(battle: Battle, sheet: Sheet, team: str, count: int = 1, hidden: bool = False,
              seen: Battle | None = None) -> list[Combatant]:
    """So many creatures of a kind, without places: each with an id of its own, a number where others in sight are
    called the same (``seen`` is the battle without the hidden), and its first weapon in hand."""
    name = tr(sheet.name)
    taken = [int(said) if (said := each.name.removeprefix(name).strip()).isdecimal() else 1
             for each in (seen or battle).combatants if re.fullmatch(rf"{re.escape(name)}( \d+)?", each.name)]
    first = max(taken, default=0) + 1
    numbered = bool(taken) or count > 1
    hands = next(((each.id,) for each in sheet.weapons if 0 < each.hands <= battle.settings.hands), ())
    made: list[Combatant] = []
    used = {each.id for each in battle.combatants}
    for number in range(first, first + count):
        id, more = f"{sheet.id}-{number}" if numbered else sheet.id, number
        while id in used:
            more += 1
            id = f"{sheet.id}-{more}"
        used.add(id)
        made.append(Combatant(id, "", team, sheet, sheet.pv, hands=hands, items=sheet.items,
                              number=number if numbered else 0, hidden=hidden))
    return made


def entry(battle: Battle, some: list[Combatant], cell: Cell) -> Join | None:
    """They come in: the first on a square, the others as near to it as there is room; None when there is none."""
    placed: list[Combatant] = []
    for who in some:
        place = nearest_place(battle, who, cell)
        if place is None:
            return None
        placed.append(who.but(cell=place))
        battle = battle.but(combatants=(*battle.combatants, placed[-1].but(hidden=False)))
    return Join(placed[0], tuple(placed[1:]))
