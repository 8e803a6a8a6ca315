"""Puzzles: a position, one creature, one turn, no dice; and a search that finds the fewest actions to the goal.

A walk, a door, a weapon drawn need no dice. An attack, or a power that rolls, can only be the last action: it counts by
its sheet, by whom its area meets, and by what comes of it whatever the dice show.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from game.checked import not_one_of
from game.errors import FlancoError
from game.insight.background import Progress, Stop
from game.learn.goals import All, Goal, faults
from game.learn.lessons import begun
from game.learn.search.waves import Search
from game.learn.sure import LowDice, of_changes, reached
from game.rules.actions import Action
from game.rules.history import Game
from game.rules.state import Battle
from game.texts import Text, text

MOST_ACTIONS: Final = 6


@dataclass(frozen=True)
class Puzzle:
    """A puzzle.

    :ivar battle: the position, in the turn of ``who``.
    :ivar goals: what is to be reached at the same time.
    :ivar text: what is asked, by who made it; empty: the goals speak. ``own``: it is from the user's folder.
    """

    id: str
    name: str
    who: str
    goals: tuple[Goal, ...]
    battle: Battle
    text: str = ""
    file: str = ""
    own: bool = False


@dataclass(frozen=True)
class Solution:
    """The fewest actions that reach the goals, in order; ``game`` is the puzzle played with them.

    :ivar looked: how many positions were looked at.
    """

    actions: tuple[Action, ...]
    game: Game
    looked: int


def from_game(battle: Battle, who: str, *goals: Goal, id: str = "puzzle", name: str = "", said: str = "") -> Puzzle:
    """A puzzle from any position: the creature is at the start of its turn.

    :raises FlancoError: for a creature that there is not, is not on the map or out of the fight; where only one side is
        left, so that the fight would be over; for a goal that names what there is not.
    """
    if who not in battle.by_id:
        raise FlancoError(not_one_of(who, battle.by_id))
    if battle[who].cell is None or battle[who].out or battle[who].hidden:
        raise FlancoError(text("{who} cannot act in this position", who=battle[who].name))
    if len({each.team for each in battle.combatants if each.cell is not None and not each.out}) < 2:
        raise FlancoError(text("nobody is left to fight against in this position"))
    active = battle.active
    if active is None or active.id != who or not battle.turn.untouched:
        battle = begun(battle, (who,))
    for each in goals:
        for _, said_ in faults(each, battle):
            raise FlancoError(said_)
    return Puzzle(id, name or battle.name or id, who, goals, battle.but(winner=None), said)


def met(puzzle: Puzzle, game: Game) -> bool:
    """Whether a game that began with the puzzle reaches its goals; luck does not count."""
    return all(reached(each, game) for each in puzzle.goals)


def terms(puzzle: Puzzle) -> Text:
    """What holds in a puzzle, as a sentence or two."""
    who = puzzle.battle[puzzle.who].name
    if any(of_changes(each) and puzzle.who not in (getattr(each, "who", ""), getattr(each, "target", ""))
           for each in leaves(puzzle.goals)):
        return text("{who} has one turn. It must be sure, whatever the dice show.", who=who)
    return text("{who} has one turn. No dice.", who=who)


def why_not(puzzle: Puzzle, game: Game, action: Action) -> Text | None:
    """Why an action may not be done in a puzzle now; None when it may."""
    if getattr(action, "who", "") != puzzle.who:
        return text("in this puzzle {who} acts alone", who=puzzle.battle[puzzle.who].name)
    if game.done and game.past[-1].dice:
        return text("what rolls dice is the last action of a puzzle")
    return game.why_illegal(action)


def play(puzzle: Puzzle, actions: tuple[Action, ...]) -> Game:
    """The puzzle played with some actions.

    :raises FlancoError: for one that may not be done.
    """
    game = Game(puzzle.battle)
    for each in actions:
        if (reason := why_not(puzzle, game, each)) is not None:
            raise FlancoError(reason)
        game = game.do(each, LowDice())
    return game


# --- goals -----------------------------------------------------------------------------------------------------------


def leaves(goals: tuple[Goal, ...]) -> Iterator[Goal]:
    """Goals that are not made of others."""
    for each in goals:
        if isinstance(each, All):
            yield from leaves(each.goals)
        else:
            yield each


# --- the search ------------------------------------------------------------------------------------------------------


def solve(
    puzzle: Puzzle, progress: Progress = lambda share: None, stop: Stop = lambda: False, most: int = MOST_ACTIONS
) -> Solution | None:
    """The fewest actions that reach the goals; None when at most so many do not, or it was stopped.

    Areas are tried at the places that :func:`game.rules.engine.legal_actions` lists. See :mod:`game.learn.search`.
    """
    search = Search(puzzle.battle, puzzle.who, tuple(leaves(puzzle.goals)), progress, stop)
    actions = search.run(most)
    return None if actions is None else Solution(actions, play(puzzle, actions), search.looked)
