"""Games for tests: a small battle, and players that choose at random."""

import random
from collections.abc import Callable

from game.checked import parse_toml
from game.content.scenarios import check_scenario
from game.paths import maps
from game.rules.actions import Action, Attack, Begin, EndTurn, Manoeuvre, Move, PickUp, Wrench
from game.rules.dice import SeededDice
from game.rules.engine import legal_actions
from game.rules.history import Game
from game.rules.state import Battle
from game.spatial.grid import Cell

SMALL = '''
[scenario]
name = "A door"
[map]
name = "Two rooms"
ground = "stone"
cells = """
......
..#...
..+.~.
..#...
"""
heights = """
......
......
......
....11
"""
[legend]
"#" = { solid = 3.0 }
"+" = { door = "closed" }
"~" = { cost = 2, concealment = "partial" }
[[team]]
id = "red"
name = "Red"
[[team]]
id = "blue"
name = "Blue"
[[creature]]
kind = "guard"
id = "ana"
name = "Aña"
team = "red"
at = "A3"
[[creature]]
kind = "goblin"
id = "snik"
name = "Snik"
team = "blue"
at = "D3"
'''


def small(extra: str = "") -> Battle:
    """A guard and a goblin, with a shut door between them."""
    return check_scenario(parse_toml(SMALL + extra, "small.toml"), maps()).battle


Player = Callable[[Battle, random.Random], Action]


def anyone(battle: Battle, chance: random.Random) -> Action:
    """Chooses any legal action."""
    return chance.choice(legal_actions(battle))


def eager(battle: Battle, chance: random.Random) -> Action:
    """Begins, attacks, else walks towards an enemy, else ends the turn; one time in eight does anything at all."""
    options = legal_actions(battle)
    if chance.random() < 0.125:
        return chance.choice(options)
    if attacks := [each for each in options if isinstance(each, Attack | Begin)]:
        return chance.choice(attacks)
    walks = [each for each in options if isinstance(each, Move)]
    who = battle.active
    if walks and who is not None and who.cell is not None:
        foes = [each.cell for each in battle.present() if each.team != who.team and each.cell is not None]

        def far(cell: Cell) -> int:
            return min(max(abs(cell[0] - x), abs(cell[1] - y)) for x, y in foes)

        nearest = min(walks, key=lambda each: (far(each.to), chance.random()))
        if far(nearest.to) < far(who.cell):
            return nearest
    ends = [each for each in options if isinstance(each, EndTurn)]
    return ends[0] if ends else chance.choice(options)


def brawler(battle: Battle, chance: random.Random) -> Action:
    """Likes manoeuvres, pulling at things, and blows declared non-lethal; else as the eager."""
    options = legal_actions(battle)
    scuffles = [each for each in options if isinstance(each, Manoeuvre | Wrench | PickUp)
                or (isinstance(each, Attack) and each.nonlethal)]
    return chance.choice(scuffles) if scuffles and chance.random() < 0.5 else eager(battle, chance)


def played(battle: Battle, seed: int, steps: int, player: Player = eager) -> Game:
    """A game of at most so many steps."""
    game, dice, chance = Game(battle), SeededDice(seed), random.Random(seed)
    while game.battle.phase != "over" and len(game.steps) < steps:
        game = game.do(player(game.battle, chance), dice)
    return game
