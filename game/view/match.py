"""A game on the table: the engine's game, its dice, and where it is saved. Asks the engine everything, decides nothing.

What the screen offers is worked out once for each battle and kept with it.
"""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import TypeVar, cast, get_args

from game.content import saves
from game.content.autosave import Autosave
from game.content.parties import Party, with_party
from game.content.saves import SavedGame, Table
from game.content.scenarios import ScenarioFile
from game.errors import FlancoError, SaveError
from game.rules.actions import (
    Action,
    Activate,
    Attack,
    AttackStructure,
    BreakStructure,
    EndTurn,
    Manoeuvre,
    SneakAttack,
    UseDoor,
    UseItem,
    UsePower,
)
from game.rules.asking import Given
from game.rules.attack import AttackSheet, attack_sheet, power_sheet, spoken
from game.rules.bodies import enemies_of
from game.rules.dice import Dice, SeededDice
from game.rules.events import Event
from game.rules.history import Game
from game.rules.manoeuvres import manoeuvre_sheet
from game.rules.odds import Odds, mixed, odds
from game.rules.onlookers import Onlookers
from game.rules.power_odds import PowerOdds, power_odds
from game.rules.sneak import chance_of, sneak_sheet
from game.rules.state import Battle, Combatant, Told
from game.rules.things import things
from game.spatial.grid import UNITS, Barrier, Cell
from game.texts import Text
from game.view.offers import Option, after_fight, aimed, options_of, power_of
from game.view.settings import Coach

T = TypeVar("T")
DOOR_NEAR = 0.22  # metres: a thin door is clicked so near to it
SPOKEN = (Attack, Manoeuvre, SneakAttack, UsePower, Activate, UseItem)  # what the GM's word may be on  # rule: GM


@dataclass(frozen=True, slots=True)
class Thrown:
    """What people rolled for a step of the game: its action, and the faces (None where the app rolled)."""

    action: Action
    given: Given


@dataclass(frozen=True, slots=True)
class Word:
    """What the GM says before the next roll: how much it adds to the attack, and why. # rule: GM"""

    master: int = 0
    reason: str = ""


@dataclass(eq=False)
class Match:
    """One game being played.

    ``real`` names the creatures and teams whose dice people roll (see :mod:`game.view.screens.dice`), ``thrown`` what
    they rolled, by the number of the step; ``word`` is the GM's for the next roll. ``coach`` is what a team is told
    before it acts, where it has chosen.

    ``game`` is all that is so, ``shown`` what the side that looks now sees of it: the GM (``gm``) sees all, the players
    neither hidden creatures nor more of their enemies' numbers than is ``told``. Every question is asked of ``shown``.
    """

    game: Game
    scenario: str = ""
    seed: int | None = None
    autosave: Path = field(default_factory=saves.autosave_path)
    writer: Autosave = field(default_factory=Autosave)
    dice: Dice | None = None
    saved_at: Game | None = None
    real: frozenset[str] = frozenset()
    thrown: dict[int, Thrown] = field(default_factory=dict)
    word: Word = Word()
    coach: dict[str, Coach] = field(default_factory=dict)
    gm: bool = False
    told: Told = "digits"
    onlookers: Onlookers = field(default_factory=Onlookers)

    def __post_init__(self) -> None:
        if self.dice is None:
            if self.seed is None:
                self.seed = random.SystemRandom().getrandbits(48)
            self.dice = SeededDice(self.seed)

    @classmethod
    def start(cls, scenario: ScenarioFile, seed: int | None = None, autosave: Path | None = None,
              party: Party | None = None) -> "Match":
        """A new game of a scenario; a party may stand for its players' side.

        :raises FlancoError: when the party has no room there.
        """
        battle = scenario.battle if party is None else with_party(scenario.battle, party)
        return cls(Game(battle), scenario.file, seed, autosave or saves.autosave_path())

    @classmethod
    def resume(cls, saved: SavedGame, autosave: Path | None = None) -> "Match":
        """A game that was saved."""
        match = cls(saved.game, saved.scenario, saved.seed, autosave or saves.autosave_path())
        match.saved_at = saved.game
        match.real = frozenset(saved.table.real)
        match.coach = {team: cast(Coach, level) for team, level in saved.table.coach if level in get_args(Coach)}
        return match

    @property
    def shown(self) -> Game:
        """The game as the side that looks now sees it."""
        return self.game if self.gm else self.onlookers.see(self.game, self.told, self.source)

    def for_players(self) -> "Match":
        """The same match from the players' side, to look at."""
        return replace(self, gm=False) if self.gm else self

    @property
    def battle(self) -> Battle:
        """The battle as it stands, for the side that looks now."""
        return self.shown.battle

    @property
    def active(self) -> Combatant | None:
        """Whose turn it is."""
        return self.battle.active

    def then(self, battle: Battle) -> "Match":
        """The match as if the battle stood at another moment of it, as the side that looks now sees it."""
        return replace(self, game=Game(battle), gm=True)

    # doing

    @property
    def source(self) -> Dice:
        """The app's own dice."""
        assert self.dice is not None
        return self.dice

    def do(self, action: Action, dice: Dice | None = None, thrown: Thrown | None = None) -> tuple[Event, ...]:
        """Do it and give back what happened, as far as the side that looks sees it; the GM's word is on the roll if it
        makes one. ``dice`` and ``thrown`` are what people rolled.

        :raises IllegalAction: with the engine's reason; the game stays as it was.
        """
        said = self.said(action)
        self.game = self.passed(said)
        number, seen = self.game.done, self.shown.done
        self.game = self.game.do(said, dice or self.source)
        self.thrown = {n: each for n, each in self.thrown.items() if n < number}
        if thrown is not None:
            self.thrown[number] = thrown
        if said is not action:
            self.word = Word()
        shown = self.shown
        return shown.steps[shown.done - 1].events if shown.done > seen else ()

    def said(self, action: Action) -> Action:
        """An action with the GM's word on its roll; the same when there is none to say, or it takes none. # rule: GM"""
        if not self.word.master or not isinstance(action, SPOKEN):
            return action
        power = power_of(self.battle, action)
        if power is not None and power.attack == "none":
            return action
        return replace(action, master=self.word.master, reason=self.word.reason)

    def passed(self, action: Action) -> Game:
        """The game in which an action can be done: players act as if the turns of hidden creatures that come before
        were over, and then they are."""
        game = self.game
        while (who := game.battle.active) is not None and who.hidden and not self.gm and (
                game.why_illegal(action) is not None and self.why(action) is None):
            game = game.do(EndTurn(who.id), self.source)
        return game

    def undo(self) -> bool:
        """One step back, as the side that looks sees it; False when there is none."""
        return self._to(self._at(self.shown.undo().done))

    def redo(self) -> bool:
        """One step forward again; False when there is none."""
        return self._to(self._at(self.shown.redo().done))

    def back_to_turn_start(self) -> bool:
        """To the start of this turn; False when nothing was done in it."""
        return self._to(self._at(self.shown.back_to_turn_start().done))

    def moment(self, done: int) -> int:
        """How many steps of the game there are when the side that looks has seen so many of it."""
        return self._at(done).done

    def _at(self, done: int) -> Game:
        """The game when the side that looks has seen so many steps of it."""
        shown = self.shown
        if done == shown.done or shown is self.game:
            return replace(self.game, done=self.game.done if done == shown.done else done)
        some = range(len(self.game.steps) + 1)
        if done > shown.done:
            return replace(self.game, done=next(n for n in some if self.onlookers.count(n) >= done))
        return replace(self.game, done=max(n for n in some if self.onlookers.count(n) <= done))

    def _to(self, game: Game) -> bool:
        changed = game.done != self.game.done
        self.game = game
        return changed

    # saving

    def save(self, path: Path) -> None:
        """Write the game to a file.

        :raises SaveError: when it cannot be written; nothing is lost.
        """
        saves.save(self.game, path, self.scenario, self.seed, self._table)

    @property
    def _table(self) -> Table:
        return Table(tuple(sorted(self.real)), tuple(sorted(self.coach.items())))

    def keep(self) -> SaveError | None:
        """Save without being asked, if anything changed since; the error, when it cannot be done."""
        if self.saved_at is self.game:
            return None
        try:
            self.writer.write(SavedGame(self.game, self.scenario, self.seed, table=self._table), self.autosave)
        except SaveError as error:
            return error
        self.saved_at = self.game
        return None

    def settle(self) -> SaveError | None:
        """Save, and wait until it is on the disk; the error, when it cannot be done."""
        if (problem := self.keep()) is not None:
            return problem
        try:
            self.writer.settle()
        except SaveError as error:
            self.saved_at = None
            return error
        return None

    # what can be tried

    def why(self, action: Action) -> Text | None:
        """Why the rules refuse it; None when they do not."""
        return self.shown.why_illegal(action)

    def options(self) -> tuple[Option, ...]:
        """The action bar of the active creature; what may still be done when the fight is over."""
        who = self.active
        if self.battle.phase == "over":
            return tuple(after_fight(self.battle))
        if who is None:
            return ()
        return self._kept("options", who, lambda: tuple(options_of(self.battle, who)))

    def current(self, option: Option) -> Option | None:
        """The option of the bar, or of its menus, that is this one in the battle as it stands; None when it is gone."""
        def every(some: tuple[Option, ...]) -> tuple[Option, ...]:
            return tuple(inner for each in some for inner in (each, *every(each.items)))

        return next((each for each in every(self.options()) if each.key == option.key), None)

    def targets(self, option: Option) -> tuple[str, ...]:
        """The creatures that this may be done to now, nearest to the top left first."""
        who, action = self.active, option.action
        if who is None or action is None or not option.at_creature:
            return ()
        some = enemies_of(self.battle, who) if option.kind == "attack" else self.battle.combatants
        return self._kept(("targets", option.key), who, lambda: tuple(
            each.id for each in sorted(some, key=lambda each: (each.cell or (0, 0))[::-1])
            if each.cell is not None and self.why(aimed(action, (each.id,))) is None
        ))

    def breakable(self, option: Option) -> tuple[str, ...]:
        """The things that this may be done to now."""
        action = option.action
        if not isinstance(action, BreakStructure | AttackStructure) or option.kind != "thing":
            return ()
        return self._kept(("things", option.key), self.battle[action.who], lambda: tuple(
            each for each in things(self.battle) if self.why(aimed(action, thing=each)) is None))

    def door_at(self, cell: Cell, spot: tuple[float, float] | None = None) -> UseDoor | None:
        """Opening the shut door that fills a cell, or the thin one that is under a very place (in metres), when the
        active creature may do that now."""
        who = self.active
        shut = [each for each in self.battle.structures if each.open is False]
        door = next((each for each in shut if cell in each.cells), None)
        thin = {each.id: each for each in shut if not each.cells and not each.fallen}
        if door is None and thin and spot is not None:
            door = next((thin[each.structure] for each in self.battle.map.barriers
                         if each.structure in thin and _on(each, spot)), None)
        if who is None or door is None:
            return None
        action = UseDoor(who.id, door.id)
        return action if self.why(action) is None else None

    def best_attack(self, target: str) -> Option | None:
        """The first attack of the bar that may be made on a target; else the first that the bar has."""
        attacks = [each for each in self.options() if each.kind == "attack"]
        legal = next((each for each in attacks if target in self.targets(each)), None)
        return legal or next(iter(attacks), None)

    def sheet(self, target: str, option: Option, at: Cell | None = None) -> AttackSheet | None:
        """The attack as it would be rolled, from where the active creature stands or from another cell; None for what
        is no attack by a roll against a roll."""
        who, action = self.active, option.action
        if who is None or action is None or target not in self.battle.by_id or self.battle[target].cell is None:
            return None
        try:
            done = self.said(aimed(action, (target,)))
            return self._kept(("sheet", target, option.key, self.word, at), who, lambda: self._sheet(done, target, at))
        except FlancoError:
            return None

    def _sheet(self, action: Action, target: str, at: Cell | None) -> AttackSheet | None:
        match action:
            case Attack():
                return attack_sheet(self.battle, action, at)
            case Manoeuvre():
                return manoeuvre_sheet(self.battle, action, at)
            case SneakAttack():
                return sneak_sheet(self.battle, action, at=at)
        power = power_of(self.battle, action)
        if power is None or power.attack != "direct" or self.active is None:
            return None
        return power_sheet(self.battle, self.active.id, power, target, spoken(action))

    def odds(self, sheet: AttackSheet, option: Option) -> Odds:
        """The exact odds of a sheet; a sneak attack's as they are before its test is rolled. # rule: SIT-1"""
        target, action = self.battle[sheet.target], option.action
        if not isinstance(action, SneakAttack):
            return odds(sheet, target)
        done = self.said(aimed(action, (sheet.target,)))
        assert isinstance(done, SneakAttack)
        seen = sneak_sheet(self.battle, done, success=False)
        return mixed(odds(sheet, target), odds(seen, target), chance_of(self.battle, done))

    def surprise(self, sheet: AttackSheet, option: Option) -> Fraction | None:
        """The chance that a sneak attack catches its target off guard; None for any other attack."""
        if not isinstance(option.action, SneakAttack):
            return None
        done = aimed(option.action, (sheet.target,))
        assert isinstance(done, SneakAttack)
        return chance_of(self.battle, done)

    def power_odds(self, target: str, option: Option) -> PowerOdds | None:
        """The odds of a power for one creature; None when the option is no power."""
        who, power = self.active, power_of(self.battle, option.action)
        if who is None or power is None or target not in self.battle.by_id:
            return None
        word = spoken(self.said(option.action)) if option.action is not None else ()
        return self._kept(("odds", target, option.key, self.word), who,
                          lambda: power_odds(self.battle, who.id, power, target, word))

    def _kept(self, name: object, who: Combatant, make: Callable[[], T]) -> T:
        key = ("view", name, who.id)
        if key not in self.battle.memo:
            self.battle.memo[key] = make()
        found: T = self.battle.memo[key]
        return found


def _on(barrier: Barrier, spot: tuple[float, float]) -> bool:
    """Whether a place is on a barrier or no farther from it than :data:`DOOR_NEAR`, all in metres."""
    (x0, y0), (x1, y1) = ((x / UNITS, y / UNITS) for x, y in (barrier.start, barrier.end))
    dx, dy = x1 - x0, y1 - y0
    share = min(max(((spot[0] - x0) * dx + (spot[1] - y0) * dy) / (dx * dx + dy * dy or 1), 0.0), 1.0)
    return math.dist(spot, (x0 + share * dx, y0 + share * dy)) <= DOOR_NEAR
