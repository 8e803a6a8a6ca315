"""Puzzles: a position, one creature, one turn, no dice; and a search that finds the fewest actions to the goal.

A walk, a door, a weapon drawn need no dice. An attack, or a power that rolls, can only be the last action: it counts by
its sheet and by whom its area meets, not by what the dice would make of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Final

from game.checked import not_one_of
from game.errors import DiceError, FlancoError, GeometryError
from game.insight.background import Progress, Stop
from game.insight.narrate import powers_of
from game.learn.goals import All, Covered, Did, Goal, Hit, Into, Sheet, Stand, Unseen, Within, faults
from game.learn.holding import holds
from game.learn.lessons import begun
from game.rules.actions import (
    Action,
    Activate,
    Attack,
    Delay,
    Draw,
    DropItem,
    EndTurn,
    Grip,
    Move,
    Stow,
    Switch,
    UseItem,
    UsePower,
)
from game.rules.bodies import movement_of
from game.rules.conditions import plight
from game.rules.engine import apply, legal_actions
from game.rules.history import Game, Step
from game.rules.places import area_of, bodies_in
from game.rules.powers import Power, ZoneEffect
from game.rules.state import Battle, Combatant
from game.rules.turn import Turn
from game.spatial.grid import Cell
from game.texts import Text, text

MOST_ACTIONS: Final = 6
HANDS: Final = (Draw, Stow, Switch, Grip, DropItem)  # what changes nothing but what is in hand
HANDLESS: Final = (Covered, Unseen, Stand, Into, Within, Hit)  # goals that do not hang on what is in hand
OWN: Final = tuple(each.name for each in fields(Combatant) if each.name not in ("cell", "sheet"))
CHANGING: Final = tuple(each.name for each in fields(Battle) if each.name not in (
    "map", "settings", "teams", "combatants", "turn", "dice"))  # a map and settings last as long as the puzzle
LISTED: Final = 400  # places of an area that are tried from where its caster stands


@dataclass(frozen=True, slots=True)
class _Face:
    """Every die shows its lowest face: what it makes of an action does not count."""

    def face(self, position: int, sides: int) -> int:
        return 1


@dataclass(frozen=True, slots=True)
class _NoDice:
    """A source that has none."""

    def face(self, position: int, sides: int) -> int:
        raise DiceError(text("a puzzle rolls no dice"))


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

    :raises FlancoError: for a creature that there is not, is not on the map or out of the fight; for a goal that names
        what there is not.
    """
    if who not in battle.by_id:
        raise FlancoError(not_one_of(who, battle.by_id))
    if battle[who].cell is None or battle[who].out or battle[who].hidden:
        raise FlancoError(text("{who} cannot act in this position", who=battle[who].name))
    active = battle.active
    if active is None or active.id != who or not battle.turn.untouched:
        battle = begun(battle, (who,))
    for each in goals:
        for _, said_ in faults(each, battle):
            raise FlancoError(said_)
    return Puzzle(id, name or battle.name or id, who, goals, battle.but(winner=None), said)


def met(puzzle: Puzzle, game: Game) -> bool:
    """Whether a game that began with the puzzle reaches its goals; what dice decided does not count."""
    last = game.past[-1] if game.done else None
    before = game.undo() if last is not None and last.dice else game
    return all(_reached(each, before, game) for each in puzzle.goals)


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
        game = game.do(each, _Face())
    return game


# --- goals -----------------------------------------------------------------------------------------------------------


def _reached(goal: Goal, before: Game, after: Game) -> bool:
    """What is done counts with the last action, all else without it where it rolled dice."""
    match goal:
        case All(goals=several):
            return all(_reached(each, before, after) for each in several)
        case Hit() | Did() | Sheet(made=True):
            return holds(goal, after)
    return holds(goal, before)


def leaves(goals: tuple[Goal, ...]) -> Iterator[Goal]:
    """Goals that are not made of others."""
    for each in goals:
        if isinstance(each, All):
            yield from leaves(each.goals)
        else:
            yield each


def _of_deeds(goal: Goal) -> bool:
    """Whether a goal is about what was done, and not about how things stand."""
    return isinstance(goal, Hit | Did) or (isinstance(goal, Sheet) and goal.made)


# --- the search ------------------------------------------------------------------------------------------------------


def solve(
    puzzle: Puzzle, progress: Progress = lambda share: None, stop: Stop = lambda: False, most: int = MOST_ACTIONS
) -> Solution | None:
    """The fewest actions that reach the goals; None when at most so many do not, or it was stopped.

    Positions are looked at by the number of actions that lead to them. One that differs from another, reached as soon,
    only by less movement left is not looked at again. Areas are tried at the places that :func:`legal_actions` lists.
    """
    return _Search(puzzle, progress, stop).run(most)


class _Search:
    def __init__(self, puzzle: Puzzle, progress: Progress, stop: Stop) -> None:
        self.puzzle, self.progress, self.stop = puzzle, progress, stop
        self.leaves = tuple(leaves(puzzle.goals))
        self.deeds = tuple(each for each in self.leaves if _of_deeds(each))
        self.states = tuple(each for each in self.leaves if not _of_deeds(each))
        self.handless = all(isinstance(each, HANDLESS) for each in self.leaves)
        self.seen: dict[object, list[Turn]] = {}
        self.numbers: dict[int, tuple[object, int]] = {}
        self.parts: dict[object, int] = {}
        self.looked = 0

    def run(self, most: int) -> Solution | None:
        start = Game(self.puzzle.battle)
        if met(self.puzzle, start):
            return Solution((), start, 1)
        self.new(start)
        level = [start]
        for depth in range(most):
            after: list[Game] = []
            for number, game in enumerate(level):
                if self.stop():
                    return None
                self.progress((depth + number / len(level)) / most)
                for found in self.from_(game):
                    if met(self.puzzle, found):
                        return Solution(tuple(each.action for each in found.past), found, self.looked)
                    if not found.past[-1].dice:
                        after.append(found)
            level = after
            if not level:
                break
        return None

    def from_(self, game: Game) -> Iterator[Game]:
        """The game with every action more that may lead on."""
        battle, who = game.battle, self.puzzle.who
        if battle.active is None or battle.active.id != who:
            return
        listing = battle.but(settings=replace(battle.settings, listed_places=LISTED)) if self.deeds else battle
        foreseen, places = _foreseeable(battle, who), all(holds(each, game) for each in self.states)
        open_ = tuple(each for each in self.deeds if not holds(each, game))
        needed = any(_needs_execution(each) for each in open_)
        if needed and not battle.turn.may_execute:
            return
        for action in legal_actions(listing):
            if isinstance(action, EndTurn | Delay) or (self.handless and isinstance(action, HANDS)):
                continue
            if foreseen and isinstance(action, Move) and not action.jump and self.late(game, action):
                continue
            last = places and bool(open_) and all(_may_be(each, battle, action) for each in open_)
            if not last and ((needed and _power(battle, action) is not None) or not _quiet(battle, action)):
                continue  # the Execution that the goals need would be gone
            found = self.done(game, action, last)
            if found is not None and (found.past[-1].dice or self.new(found)):
                yield found
        battle.memo.clear()

    def done(self, game: Game, action: Action, last: bool) -> Game | None:
        """The game after an action; None when it needs dice, and is none that may be the last."""
        try:
            battle, events = apply(game.battle, action, _Face() if last else _NoDice())
        except DiceError:
            return None
        self.looked += 1
        return replace(game, steps=(*game.past, Step(action, events, battle)), done=game.done + 1)

    # what was seen before

    def new(self, game: Game) -> bool:
        """Whether this position is none that was seen, nor worse than one; notes it."""
        battle = game.battle
        known = self.seen.setdefault(self.key(game, battle[self.puzzle.who].cell, battle.turn), [])
        if _worse(battle.turn, known):
            return False
        known.append(battle.turn)
        return True

    def key(self, game: Game, cell: Cell | None, turn: Turn) -> object:
        """What tells positions apart: all that an action may change, with the creature on a cell and such a turn, but
        for Moves spent and metres left; and which deeds are done."""
        battle, who = game.battle, self.puzzle.who
        own = tuple(getattr(battle[who], each) for each in OWN)
        others = tuple(self.number(each) for each in battle.combatants if each.id != who)
        rest = tuple(self.number(getattr(battle, each)) for each in CHANGING)
        parity = turn.diagonals if battle.settings.diagonals == "alternating" else 0
        return (cell, own, others, rest, turn.but(moves=0, left=0, diagonals=parity),
                tuple(holds(each, game) for each in self.deeds))

    def number(self, part: object) -> int:
        """A number for a part of a battle, the same for equal ones; those that are kept from battle to battle are told
        by identity, without looking into them."""
        known = self.numbers.get(id(part))
        if known is None:  # the part is kept, so that its identity stays its own
            known = self.numbers[id(part)] = (part, self.parts.setdefault(part, len(self.parts)))
        return known[1]

    def late(self, game: Game, move: Move) -> bool:
        """Whether a plain walk leads where the search has been, with no less movement left."""
        if any(isinstance(each, Did) and each.action == "move" for each in self.deeds):
            return False
        turn = turn_after(game.battle, move)
        known = self.seen.get(self.key(game, move.to, turn))
        return known is not None and _worse(turn, known)


def _worse(turn: Turn, known: list[Turn]) -> bool:
    """Whether a turn is no better than one of some others that differ only by Moves spent and metres left."""
    return any(each.moves <= turn.moves and each.left >= turn.left for each in known)


def _foreseeable(battle: Battle, who: str) -> bool:
    """Whether a walk changes nothing but the place of who walks and what is left of its turn."""
    walker = battle[who]
    return not (battle.zones or battle.holds or battle.nonlethal or walker.altitude or walker.casting or walker.ongoing
                or plight(battle, walker).conditions or any(each.hidden for each in battle.combatants))


def turn_after(battle: Battle, move: Move) -> Turn:
    """The turn after a plain walk (no path of its own, no jump), where :func:`_foreseeable` holds. # rule: ACT-2"""
    field, turn, (x, y) = movement_of(battle, move.who), battle.turn, move.to
    cost = int(field.cost[y, x])
    spends = cost > turn.left
    left = (field.budget if spends else turn.left) - cost
    return turn.but(moves=turn.moves + spends, left=left if battle.settings.split_walk else 0,
                    diagonals=field.parity_at(move.to))


def _quiet(battle: Battle, action: Action) -> bool:
    """Whether an action may be one without dice, and change something that leads on."""
    if isinstance(action, Attack):
        return False
    power = _power(battle, action)
    if power is None or power.attack == "none":
        return True
    if power.roll is not None or _counts(battle, action) != (0, 0):
        return False
    return bool(battle.structures) or any(isinstance(each, ZoneEffect) for each in power.effects)


def _may_be(goal: Goal, battle: Battle, action: Action) -> bool:
    """Whether an action that may roll dice could be the one that a goal about deeds asks for."""
    match goal:
        case Did(action=kind):
            return action.kind == kind
        case Sheet(who=who, target=target):
            return isinstance(action, Attack) and (action.who, action.target) == (who, target)
        case Hit(least=least, allies=allies):
            power, counts = _power(battle, action), _counts(battle, action)
            if power is None or power.shape is None:
                return False
            return counts is None or not least or (counts[0] >= least and counts[1] <= allies)
    return False


def _needs_execution(goal: Goal) -> bool:
    """Whether a deed takes the Execution of the turn. # rule: ACT-3"""
    return not isinstance(goal, Did) or goal.action in ("attack", "power", "activate", "item")


def _power(battle: Battle, action: Action) -> Power | None:
    """The power that an action uses, that of an item too."""
    match action:
        case UsePower(who=who, power=id) | Activate(who=who, ability=id):
            return next((each for each in powers_of(battle[who]) if each.id == id), None)
        case UseItem(who=who, item=id):
            return next((each.power for each in battle[who].items if each.id == id), None)
    return None


def _counts(battle: Battle, action: Action) -> tuple[int, int] | None:
    """How many enemies and how many of its own an area would meet, itself too; None for what is no area, or where its
    user picks."""
    power = _power(battle, action)
    if power is None or power.shape is None or power.picks or not isinstance(action, UsePower | Activate | UseItem):
        return None
    who = battle[action.who]
    try:
        met_ = bodies_in(battle, area_of(battle, who, power, action.place))
    except GeometryError:
        return None
    own = sum(each.team == who.team for each in met_)
    aim = power.aim if power.shape.form == "aura" else ""
    return 0 if aim == "ally" else len(met_) - own, 0 if aim == "enemy" else own
