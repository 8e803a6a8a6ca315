"""A game on the table: the engine's game, its dice, and where it is saved. Asks the engine everything, decides nothing.

What the screen offers is worked out once for each battle and kept with it.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeVar

from game.content import saves
from game.content.saves import SavedGame
from game.content.scenarios import ScenarioFile
from game.errors import FlancoError, SaveError
from game.rules.actions import (
    Action,
    Attack,
    AttackMode,
    Crouch,
    Delay,
    Draw,
    DropProne,
    Move,
    StandUp,
    Stow,
    UseDoor,
)
from game.rules.attack import AttackSheet, attack_sheet
from game.rules.bodies import enemies_of, held
from game.rules.catalog import UNARMED, Weapon
from game.rules.dice import Dice, SeededDice
from game.rules.doors import handy, structure_name
from game.rules.engine import why_illegal
from game.rules.events import Event
from game.rules.history import Game
from game.rules.state import Battle, Combatant
from game.spatial.grid import Cell
from game.texts import Text, text, tr
from game.view.theme import picture_of

T = TypeVar("T")
OptionKind = Literal["walk", "attack", "do", "menu"]


@dataclass(frozen=True, slots=True)
class Option:
    """Something the active creature may try, as the action bar shows it.

    ``refused`` is why the rules do not let it now; ``weapon`` and ``mode`` belong to an attack; ``items`` to a menu.
    """

    kind: OptionKind
    name: Text
    picture: str
    action: Action | None = None
    weapon: str = ""
    mode: AttackMode = "melee"
    refused: Text | None = None
    items: tuple["Option", ...] = ()


@dataclass(eq=False)
class Match:
    """One game being played."""

    game: Game
    scenario: str = ""
    seed: int | None = None
    autosave: Path = field(default_factory=saves.autosave_path)
    dice: Dice | None = None
    saved_at: Game | None = None

    def __post_init__(self) -> None:
        if self.dice is None:
            if self.seed is None:
                self.seed = random.SystemRandom().getrandbits(48)
            self.dice = SeededDice(self.seed)

    @classmethod
    def start(cls, scenario: ScenarioFile, seed: int | None = None, autosave: Path | None = None) -> "Match":
        """A new game of a scenario."""
        return cls(Game(scenario.battle), scenario.file, seed, autosave or saves.autosave_path())

    @classmethod
    def resume(cls, saved: SavedGame, autosave: Path | None = None) -> "Match":
        """A game that was saved."""
        match = cls(saved.game, saved.scenario, saved.seed, autosave or saves.autosave_path())
        match.saved_at = saved.game
        return match

    @property
    def battle(self) -> Battle:
        """The battle as it stands."""
        return self.game.battle

    @property
    def active(self) -> Combatant | None:
        """Whose turn it is."""
        return self.battle.active

    # doing

    def do(self, action: Action) -> tuple[Event, ...]:
        """Do it and give back what happened.

        :raises IllegalAction: with the engine's reason; the game stays as it was.
        """
        assert self.dice is not None
        self.game = self.game.do(action, self.dice)
        return self.game.steps[self.game.done - 1].events

    def undo(self) -> bool:
        """One step back; False when there is none."""
        return self._to(self.game.undo())

    def redo(self) -> bool:
        """One step forward again; False when there is none."""
        return self._to(self.game.redo())

    def back_to_turn_start(self) -> bool:
        """To the start of this turn; False when nothing was done in it."""
        return self._to(self.game.back_to_turn_start())

    def _to(self, game: Game) -> bool:
        changed = game.done != self.game.done
        self.game = game
        return changed

    # saving

    def save(self, path: Path) -> None:
        """Write the game to a file.

        :raises SaveError: when it cannot be written; nothing is lost.
        """
        saves.save(self.game, path, self.scenario, self.seed)

    def keep(self) -> SaveError | None:
        """Save without being asked, if anything changed since; the error, when it cannot be done."""
        if self.saved_at is self.game:
            return None
        try:
            self.save(self.autosave)
        except SaveError as error:
            return error
        self.saved_at = self.game
        return None

    # what can be tried

    def why(self, action: Action) -> Text | None:
        """Why the rules refuse it; None when they do not."""
        return why_illegal(self.battle, action)

    def options(self) -> tuple[Option, ...]:
        """The action bar of the active creature."""
        who = self.active
        if who is None:
            return ()
        return self._kept("options", who, lambda: tuple(_options(self.battle, who)))

    def targets(self, option: Option) -> tuple[str, ...]:
        """The creatures that this attack may be made on now, nearest to the top left first."""
        who = self.active
        if who is None or option.kind != "attack":
            return ()
        key = f"targets {option.weapon} {option.mode}"
        return self._kept(key, who, lambda: tuple(
            each.id for each in sorted(enemies_of(self.battle, who), key=lambda each: (each.cell or (0, 0))[::-1])
            if self.why(Attack(who.id, each.id, option.weapon, option.mode)) is None
        ))

    def door_at(self, cell: Cell) -> UseDoor | None:
        """Opening the shut door that fills a cell, when the active creature may do that now."""
        who = self.active
        door = next((each for each in self.battle.structures if each.open is False and cell in each.cells), None)
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
        """The attack as it would be rolled, from where the active creature stands or from another cell."""
        who = self.active
        if who is None or target not in self.battle.by_id or self.battle[target].cell is None:
            return None
        action = Attack(who.id, target, option.weapon, option.mode)
        try:
            return self._kept(f"sheet {target} {option.weapon} {option.mode} {at}", who,
                              lambda: attack_sheet(self.battle, action, at))
        except FlancoError:
            return None

    def _kept(self, name: str, who: Combatant, make: Callable[[], T]) -> T:
        key = ("view", name, who.id)
        if key not in self.battle.memo:
            self.battle.memo[key] = make()
        found: T = self.battle.memo[key]
        return found


def actions_left(battle: Battle) -> bool:
    """Whether the active creature can still move or act."""
    return battle.active is not None and (battle.turn.may_move or battle.turn.may_execute)


# --- the action bar --------------------------------------------------------------------------------------------------


def weapon_picture(weapon: Weapon, mode: AttackMode) -> str:
    """The icon of a weapon."""
    if not weapon.id:
        return "fist"
    fallback = ("high-shot" if weapon.launch == "shot" else "thrown-spear") if mode == "ranged" else "crossed-swords"
    if mode == "ranged" and weapon.launch == "thrown" and weapon.reach:
        return "thrown-spear"
    return picture_of("weapon", weapon.id) or fallback


def attack_name(weapon: Weapon, mode: AttackMode) -> Text:
    """What the bar calls an attack."""
    if mode == "ranged" and weapon.launch == "thrown":
        return text("Throw: {weapon}", weapon=text(weapon.name))
    if mode == "ranged" and weapon.reach:
        return text("Shoot: {weapon}", weapon=text(weapon.name))
    return text(weapon.name)


def _options(battle: Battle, who: Combatant) -> Iterator[Option]:
    yield _walk(battle, who)
    if who.has("prone"):
        yield _plain(battle, StandUp(who.id), text("Stand up"), "arrow-up-from-line")
    attacks = list(_attacks(battle, who))
    yield from attacks
    doors = [
        _plain(battle, UseDoor(who.id, each.id),
               text("Close: {door}", door=structure_name(each)) if each.open else
               text("Open: {door}", door=structure_name(each)),
               "door-open" if each.open else "door-closed")
        for each in battle.structures if each.open is not None and handy(battle, who, each)
    ]
    yield from _menu(text("Doors"), "door-closed", doors)
    yield from _menu(text("Weapons"), "backpack", list(_handling(battle, who)), always=True)
    if not who.has("prone"):
        rise = text("Rise") if who.crouched else text("Crouch")
        yield _plain(battle, Crouch(who.id), rise, "kneeling")
        yield _plain(battle, DropProne(who.id), text("Drop prone"), "prone")
    later = [
        _plain(battle, Delay(who.id, each), text("After {who}", who=battle[each].name), "hourglass")
        for each in battle.waiting[1:]
    ]
    yield from _menu(text("Delay"), "hourglass", later, always=True)


def _walk(battle: Battle, who: Combatant) -> Option:
    moves = battle.turn.left or battle.turn.may_move
    refused = None if moves else why_illegal(battle, Move(who.id, who.cell or (0, 0)))
    return Option("walk", text("Walk"), "walking-boot", refused=refused)


def _attacks(battle: Battle, who: Combatant) -> Iterator[Option]:
    ready = held(who)
    melee = [each for each in ready if each.reach]
    for weapon in (*ready, *(() if melee else (UNARMED,))):
        modes: list[AttackMode] = ["melee"] if weapon.reach or not weapon.id else []
        if weapon.range:
            modes.append("ranged")
        for mode in modes:
            refused = None
            if not battle.turn.may_execute:
                refused = _no_execution(battle, who, weapon, mode)
            yield Option("attack", attack_name(weapon, mode), weapon_picture(weapon, mode), weapon=weapon.id, mode=mode,
                         refused=refused)


def _no_execution(battle: Battle, who: Combatant, weapon: Weapon, mode: AttackMode) -> Text | None:
    enemy = next(enemies_of(battle, who), None)
    return None if enemy is None else why_illegal(battle, Attack(who.id, enemy.id, weapon.id, mode))


def _handling(battle: Battle, who: Combatant) -> Iterator[Option]:
    for weapon in who.sheet.weapons:
        if not weapon.hands:
            continue
        picture = weapon_picture(weapon, "melee")
        if weapon.id in who.hands:
            yield _plain(battle, Stow(who.id, weapon.id), text("Put away: {weapon}", weapon=text(weapon.name)), picture)
        else:
            yield _plain(battle, Draw(who.id, weapon.id), text("Draw: {weapon}", weapon=text(weapon.name)), picture)


def _plain(battle: Battle, action: Action, name: Text, picture: str) -> Option:
    return Option("do", name, picture, action, refused=why_illegal(battle, action))


def _menu(name: Text, picture: str, items: list[Option], always: bool = False) -> Iterator[Option]:
    """Several as a menu; a single one as itself unless ``always``."""
    if len(items) == 1 and not always:
        yield items[0]
    elif items:
        refused = None if any(each.refused is None for each in items) else items[0].refused
        yield Option("menu", name, picture, items=tuple(items), refused=refused)


def option_name(option: Option) -> str:
    """Its name in the player's language."""
    return tr(option.name)
