"""What is pointed at, and what that shows: the way to a cell and its cost, an attack and its lines."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from game.rules.actions import Action, Dash, Manoeuvre, Move, UseDoor
from game.rules.attack import AttackSheet
from game.rules.bodies import body_of, movement_of, side_of
from game.rules.manoeuvres import push_of
from game.rules.nonlethal import repertoire_of
from game.rules.state import Battle, Combatant, Zone
from game.rules.upkeep import hazards_on
from game.spatial.grid import Cell
from game.spatial.movement import MovementField
from game.spatial.push import Push
from game.texts import Text
from game.view.camera import at
from game.view.mapview.marks import Chip
from game.view.match import Match
from game.view.offers import Option, aimed, power_of
from game.view.panels.sheet import rounded
from game.view.same import Same
from game.view.screens import areas, things
from game.view.screens.areas import NO_DRAFT, AreaSeen, Draft, Spot
from game.view.screens.things import PowerSeen, ThingSeen
from game.view.seats import seat_of
from game.view.settings import Coach


@dataclass(frozen=True, slots=True)
class Aim:
    """What the players point at. ``point`` is the very place, in metres; ``option`` is what was chosen in the bar to be
    aimed, ``draft`` what has been chosen of it so far; ``placing`` is who is placed before round 1."""

    cell: Cell | None = None
    option: Option | None = None
    placing: str = ""
    by_keyboard: bool = False
    dragging: bool = False
    point: Spot | None = None
    draft: Draft = NO_DRAFT


@dataclass(frozen=True, slots=True)
class Seen:
    """What follows from an aim: who is on the cell, the attack on it, the way to it with the hazards that it enters,
    the area, the thing to break, where a push that succeeds leads; ``refused`` is why nobody walks there."""

    occupant: Combatant | None = None
    option: Option | None = None
    sheet: AttackSheet | None = None
    path: tuple[Cell, ...] = ()
    cost: int = 0
    area: AreaSeen | None = None
    thing: ThingSeen | None = None
    power: PowerSeen | None = None
    hazards: tuple[tuple[Cell, Zone], ...] = ()
    refused: Text | None = None
    push: Push | None = None

    @property
    def vantage(self) -> tuple[Cell, ...]:
        """The way, when an attack may follow it: none after a dash, which takes the whole turn. # rule: ACT-4"""
        dashes = self.option is not None and isinstance(self.option.action, Dash)
        return () if dashes else self.path


def occupant_of(battle: Battle, cell: Cell | None) -> Combatant | None:
    """The creature on a cell: one in the fight before one out of it."""
    if cell is None:
        return None
    found = [each for each in battle.combatants if each.cell is not None and _covers(battle, each, cell)]
    return min(found, key=lambda each: (each.out, not each.mount), default=None)  # rule: NLT-9


def _covers(battle: Battle, who: Combatant, cell: Cell) -> bool:
    (x, y), side = seat_of(battle, who, who.cell or (-99, -99))
    return x <= cell[0] < x + side and y <= cell[1] < y + side


def see(match: Match, aim: Aim) -> Seen:
    """Work out what an aim shows."""
    battle, who, option = match.battle, match.active, aim.option
    occupant = occupant_of(battle, aim.cell)
    if battle.phase == "over" and option is not None and option.kind == "thing" and aim.cell is not None:
        return Seen(occupant, option, thing=things.look_at(match, option, aim.cell, aim.point))
    if who is None or battle.phase != "fight":
        return Seen(occupant)
    if option is not None and option.kind == "area":
        return Seen(occupant, option, area=areas.look_at(match, option, aim.draft, aim.point))
    if aim.cell is None:
        return Seen(occupant)
    if option is not None and option.kind == "cell":
        return Seen(occupant, option)
    if option is not None and option.kind == "thing":
        return Seen(occupant, option, thing=things.look_at(match, option, aim.cell, aim.point))
    if option is not None and option.kind == "target" and not aim.dragging:
        return _see_target(match, option, occupant)
    if occupant is not None and not occupant.out and occupant.team != who.team:
        chosen = option if option is not None and option.kind == "attack" else None
        if chosen is None and not battle.turn.may_execute:  # nothing is left to attack with: the bar says why
            return Seen(occupant)
        best = chosen or match.best_attack(occupant.id)
        sheet = match.sheet(occupant.id, best) if best is not None else None
        return Seen(occupant, best, sheet)
    if opens(match, aim) is not None:
        return Seen(occupant)
    end = walk_end(match, aim.cell, option) if walks(battle, aim) else None
    if end is None:
        return Seen(occupant, refused=_why_no_walk(match, aim, occupant))
    field = field_of(battle, who, option)
    path = field.path(end)
    return Seen(occupant, option, path=path, cost=at(field.cost, end), hazards=hazards_on(battle, who.id, path))


def opens(match: Match, aim: Aim) -> UseDoor | None:
    """The door that a click would open; None where the click does something else."""
    if aim.cell is None or aim.dragging or (aim.option is not None and aim.option.kind != "attack"):
        return None
    return match.door_at(aim.cell, None if aim.by_keyboard else aim.point)


def _why_no_walk(match: Match, aim: Aim, occupant: Combatant | None) -> Text | None:
    """Why a click on a cell would not be a walk; None where nobody asks for one."""
    who, option = match.active, aim.option
    attacking = option is not None and option.kind == "attack" and not aim.dragging
    if who is None or aim.cell is None or occupant is not None or attacking:
        return None
    walk = option.action if option is not None and isinstance(option.action, Dash | Move) else Move(who.id, aim.cell)
    return match.why(replace(walk, to=aim.cell))


def _see_target(match: Match, option: Option, occupant: Combatant | None) -> Seen:
    """Something that is done to a creature: an attack's sheet, or what a power would do to it."""
    if occupant is None or option.action is None:
        return Seen(occupant, option)
    sheet = match.sheet(occupant.id, option)
    if sheet is not None:
        pushed = _pushed(match, option.action, occupant)
        hazards = hazards_on(match.battle, occupant.id, pushed.path) if pushed is not None else ()
        return Seen(occupant, option, sheet, hazards=hazards, push=pushed)
    power = power_of(match.battle, option.action)
    if power is None:
        return Seen(occupant, option)
    return Seen(occupant, option, power=PowerSeen(power, occupant.id, match.why(aimed(option.action, (occupant.id,)))))


def _pushed(match: Match, action: Action, target: Combatant) -> Push | None:
    """Where a manoeuvre would push a creature; None when it may not, or does something else. # rule: MAN-8"""
    if not isinstance(action, Manoeuvre) or match.why(aimed(action, (target.id,))) is not None:
        return None
    rule = repertoire_of(match.battle)[action.manoeuvre]
    return push_of(match.battle, action.who, target.id, action.metres or rule.metres) if rule.effect == "push" else None


def may_walk(battle: Battle) -> bool:
    """Whether the active creature can still walk."""
    return battle.active is not None and bool(battle.turn.left or battle.turn.may_move)


def walks(battle: Battle, aim: Aim) -> bool:
    """Whether a click on a free cell is a walk now."""
    option = aim.option
    if option is not None and option.kind not in ("walk", "attack"):
        return False
    if option is not None and isinstance(option.action, Dash):
        return battle.turn.untouched
    return may_walk(battle) and (option is None or option.kind == "walk" or aim.dragging)


def field_of(battle: Battle, who: Combatant, option: Option | None) -> MovementField:
    """Where a walk of this kind leads: the one that the engine judges by; looked up several times a frame.
    # rule: ACT-4 MOV-3"""
    action = option.action if option is not None and option.kind == "walk" else None
    dash, jump = isinstance(action, Dash), isinstance(action, Move | Dash) and action.jump
    key = ("view field", who.id, dash, jump)
    found: MovementField | None = battle.memo.get(key)
    if found is None:
        found = battle.memo[key] = movement_of(battle, who.id, dash, jump)
    return found


def walk_end(match: Match, cell: Cell, option: Option | None = None) -> Cell | None:
    """Where the active creature's top left would be if it walked to a cell: the cell itself, or for a big body the
    nearest place that covers it."""
    battle, who = match.battle, match.active
    if who is None:
        return None
    field, side = field_of(battle, who, option), side_of(battle, who)
    places = [(cell[0] - i, cell[1] - j) for j in range(side) for i in range(side)]
    good = [each for each in places if each in battle.grid and at(field.reachable, each) and each != who.cell]
    return min(good, key=lambda each: (places.index(each) != 0, at(field.cost, each)), default=None)


# --- what lies ahead --------------------------------------------------------------------------------------------------


class Outlook:
    """What could be attacked from the end of a way, after a single Move: a chip for each enemy. They take longer than a
    frame to work out, so they come one by one while nothing else is to be done."""

    def __init__(self) -> None:
        self.chips: tuple[Chip, ...] = ()
        self._key: object = None
        self._steps: Iterator[Chip | None] = iter(())
        self.pending = False

    def look_from(self, match: Match, path: tuple[Cell, ...], coach: Coach = "full") -> None:
        """Look from the end of this way from now on; a coach that tells no odds only marks whom one could attack."""
        key = (Same(match.battle), path[-1] if path else None, match.word, coach)
        if key != self._key:
            self._key, self.chips = key, ()
            self._steps = _attacks_from(match, path[-1], coach == "full") if path else iter(())
            self.pending = bool(path)

    def work(self, seconds: float) -> bool:
        """Work for about so long; whether all is known now."""
        until = time.perf_counter() + seconds
        while self.pending and time.perf_counter() < until:
            try:
                chip = next(self._steps)
            except StopIteration:
                self.pending = False
            else:
                self.chips += (chip,) if chip is not None else ()
        return not self.pending


def _attacks_from(match: Match, cell: Cell, odds: bool) -> Iterator[Chip | None]:
    """The best chance to hit each enemy from a cell, and whether it is flanked then, one by one; None where nothing is
    to be said. Without ``odds`` only that it can be attacked."""
    battle, who = match.battle, match.active
    if who is None or not battle.turn.may_execute or (battle.turn.moves and not battle.turn.left):
        return
    for enemy in battle.present():
        if enemy.team == who.team or enemy.cell is None:
            continue
        best: tuple[Fraction, AttackSheet] | None = None
        for option in match.options():
            if option.kind != "attack" or not _near(match, option, enemy, cell):
                continue
            yield None
            sheet = match.sheet(enemy.id, option, cell)
            if sheet is not None and sheet.refused is None:
                hit = match.odds(sheet, option).hit if odds else Fraction(0)
                best = (hit, sheet) if best is None or hit > best[0] else best
            if best is not None and not odds:
                break
        if best is not None:
            size = side_of(battle, enemy)
            yield attack_chip(enemy.cell, size, rounded(best[0]), best[1]) if odds else Chip(
                enemy.cell, "", size, "hit", above=True, mark="aim")


def attack_chip(cell: Cell, size: int, said: str, sheet: AttackSheet) -> Chip:
    """The chance of an attack, with a sign where it flanks. # rule: SIT-2"""
    flanks = any(each.rule == "SIT-2" for each in sheet.modifiers)
    return Chip(cell, said, size, "hit", above=True, mark="flank" if flanks else "")


def _near(match: Match, option: Option, enemy: Combatant, cell: Cell) -> bool:
    """Whether an attack from a cell is worth a sheet: a blow only on those near it."""
    if option.mode == "ranged" or match.active is None:
        return True
    mine = body_of(match.battle, match.active, cell)
    other = body_of(match.battle, enemy)
    apart = min(max(abs(a[0] - b[0]), abs(a[1] - b[1])) for a in mine.cells for b in other.cells)
    return apart <= 12


def refusal(match: Match, sheet: AttackSheet, option: Option | None) -> Text | None:
    """Why the attack of a sheet cannot be made now, None when it can."""
    if option is None or option.action is None:
        return sheet.refused
    return match.why(aimed(option.action, (sheet.target,)))
