"""Positions to ask about: small maps made by chance, and pieces of those that ship, with creatures put on them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Final

from game.checked import parse_toml
from game.content.creatures import creatures
from game.content.maps import read_map
from game.content.scenarios import load_scenario
from game.errors import DataError
from game.learn.lessons import begun
from game.learn.reading import lessons_folder, read_lesson
from game.paths import maps
from game.rules.bodies import misplaced
from game.rules.catalog import Settings
from game.rules.sheet import Sheet
from game.rules.state import Battle, Combatant, Team
from game.spatial.grid import Cell
from game.texts import N_

COLS, ROWS = 10, 8  # of a map made by chance, and of the piece of a larger one that is used
NAMES: Final = ("Ana", "Bruno", "Clara", "Lin", "Rosa", "Tito")
TEAMS: Final = (Team("learners", N_("Your side"), players=True), Team("foes", N_("The others")))
FIGHTERS: Final = ("guard", "spear-fighter", "halberdier", "duelist", "knight", "monk")
SHOOTERS: Final = ("archer", "crossbow-fighter", "slinger", "goblin-archer")
FOES: Final = ("goblin", "brute", "wolf", "axe-thrower", "chief", "captain", "wraith", "great-serpent")
LEGEND: Final = """
[legend]
"#" = { solid = 3.0, kind = "wall" }
"=" = { solid = 1.0, kind = "low_wall" }
"~" = { cost = 2, surface = "mud" }
"%" = { concealment = "partial", surface = "smoke" }
"""


@dataclass(frozen=True)
class Ground:
    """A map with nobody on it, and the part of it to use."""

    battle: Battle
    part: tuple[Cell, ...]


def ground(random: Random, needs: Collection[str], shipped: bool) -> Ground:
    """A piece of a map that ships, if that is wanted, or else a map made by chance: ``needs`` are the signs of the
    legend that it is to have, ``^`` a hill."""
    if shipped:
        battle = random.choice(_shipped())
        grid = battle.map
        left = random.randrange(max(grid.cols - COLS, 0) + 1)
        top = random.randrange(max(grid.rows - ROWS, 0) + 1)
        return Ground(battle, tuple((x, y) for y in range(top, min(top + ROWS, grid.rows))
                                    for x in range(left, min(left + COLS, grid.cols))))
    battle = _made(random, needs)
    return Ground(battle, tuple((x, y) for y in range(ROWS) for x in range(COLS)))


@cache
def _shipped() -> tuple[Battle, ...]:
    """The maps of the program's lessons and scenarios, without creatures, in the order of their files."""
    found = [read_lesson(path).battle for path in sorted(lessons_folder().glob("*.toml"))]
    for path in sorted(maps().glob("*.toml")):
        try:
            found.append(load_scenario(path))
        except DataError:  # a map alone
            continue
    return tuple(Battle(each.map, each.structures, TEAMS, (), Settings(), each.name) for each in found)


def _made(random: Random, needs: Collection[str]) -> Battle:
    picture = [["."] * COLS for _ in range(ROWS)]
    heights = [["."] * COLS for _ in range(ROWS)]
    for sign, count in (("~", 9), ("%", 7), ("=", 4), ("#", 5)):
        if sign in needs:
            for x, y in _patch(random, count, loose=sign in "=#"):
                picture[y][x] = sign
    if "^" in needs:
        for step, count in (("1", 16), ("2", 7)):
            for x, y in _patch(random, count):
                heights[y][x] = step
    rows, raised = ("\n".join("".join(row) for row in each) for each in (picture, heights))
    said = f'[map]\nground = "grass"\ncells = """\n{rows}\n"""\nheights = """\n{raised}\n"""\n{LEGEND}'
    read = read_map(parse_toml(said, "quiz"))
    return Battle(read.grid, read.structures, TEAMS, (), Settings())


def _patch(random: Random, count: int, loose: bool = False) -> Iterable[Cell]:
    """Some squares that hang together, or in pairs here and there."""
    found: dict[Cell, None] = {}
    while len(found) < count:
        if (loose and len(found) % 2 == 0) or not found:
            x, y = random.randrange(COLS), random.randrange(ROWS)
        else:
            x, y = random.choice([*found])
            dx, dy = random.choice(((1, 0), (0, 1), (-1, 0), (0, -1)))
            x, y = x + dx, y + dy
        if 0 <= x < COLS and 0 <= y < ROWS:
            found[x, y] = None
    return found


# --- creatures -------------------------------------------------------------------------------------------------------


def friend(random: Random, kinds: Iterable[str], number: int) -> Combatant:
    """Somebody on the learner's side, of one of some kinds, with a name of its own."""
    kind = random.choice([*kinds])
    return _combatant(kind, f"friend-{number}", NAMES[number % len(NAMES)], TEAMS[0], creatures()[kind])


def foes(random: Random, count: int) -> tuple[Combatant, ...]:
    """So many enemies, each of another kind, so that their names tell them apart."""
    return tuple(_combatant(kind, kind, "", TEAMS[1], creatures()[kind]) for kind in random.sample(FOES, count))


def _combatant(kind: str, id: str, name: str, team: Team, sheet: Sheet) -> Combatant:
    hands = next(((each.id,) for each in sheet.weapons if each.hands), ())
    return Combatant(id, name, team.id, sheet, sheet.pv, hands=hands, items=sheet.items)


def put(battle: Battle, who: Combatant, cells: Iterable[Cell]) -> Battle | None:
    """The battle with a creature more, on the first of some cells where it can stand; None when there is none."""
    for cell in cells:
        if misplaced(battle, who, cell) is None:
            return battle.but(combatants=(*battle.combatants, replace(who, cell=cell)))
    return None


def crowd(random: Random, on: Ground, some: Iterable[Combatant], close: int) -> Battle | None:
    """Creatures put by chance on a part of a map, the others at most ``close`` squares from the first, whose turn it
    is; None when there is no room."""
    battle, free = on.battle, random.sample(on.part, len(on.part))
    for number, who in enumerate(some):
        if number:
            x, y = battle.combatants[0].cell or (0, 0)
            near = [each for each in free if max(abs(each[0] - x), abs(each[1] - y)) <= close]
        else:
            near = free
        found = put(battle, who, near)
        if found is None:
            return None
        battle = found
    return begun(battle, (battle.combatants[0].id,))
