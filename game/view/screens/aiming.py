"""What is pointed at, and what that shows: the way to a cell and its cost, an attack and its lines."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from game.insight.numbers import decimal, percent
from game.rules.actions import Attack
from game.rules.attack import AttackSheet
from game.rules.bodies import body_of, line_of, movement_of, side_of
from game.rules.odds import odds
from game.rules.state import Battle, Combatant
from game.spatial.grid import PLAIN, TOTAL, UNITS, Cell
from game.texts import Text, text, tr
from game.view.camera import at
from game.view.mapview.marks import Chip
from game.view.mapview.scene import Proof, Reach, Scene
from game.view.mapview.tokens import Token, short_names
from game.view.match import Match, Option
from game.view.panels.sheet import rounded
from game.view.same import Same


@dataclass(frozen=True, slots=True)
class Aim:
    """What the players point at. ``option`` is an attack chosen in the bar; ``placing`` is who is placed before
    round 1."""

    cell: Cell | None = None
    option: Option | None = None
    placing: str = ""
    by_keyboard: bool = False
    dragging: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """What follows from an aim: who is on the cell, the attack on it, the way to it."""

    occupant: Combatant | None = None
    option: Option | None = None
    sheet: AttackSheet | None = None
    path: tuple[Cell, ...] = ()
    cost: int = 0


def occupant_of(battle: Battle, cell: Cell | None) -> Combatant | None:
    """The creature on a cell: one in the fight before one out of it."""
    if cell is None:
        return None
    found = [each for each in battle.combatants if each.cell is not None and _covers(battle, each, cell)]
    return min(found, key=lambda each: each.out, default=None)


def _covers(battle: Battle, who: Combatant, cell: Cell) -> bool:
    side = side_of(battle, who)
    x, y = who.cell or (-99, -99)
    return x <= cell[0] < x + side and y <= cell[1] < y + side


def see(match: Match, aim: Aim) -> Seen:
    """Work out what an aim shows."""
    battle, who = match.battle, match.active
    occupant = occupant_of(battle, aim.cell)
    if who is None or aim.cell is None or battle.phase != "fight":
        return Seen(occupant)
    if occupant is not None and not occupant.out and occupant.team != who.team:
        chosen = aim.option if aim.option is not None and aim.option.kind == "attack" else None
        option = chosen or match.best_attack(occupant.id)
        sheet = match.sheet(occupant.id, option) if option is not None else None
        return Seen(occupant, option, sheet)
    if not may_walk(battle) or (aim.option is not None and aim.option.kind == "attack" and not aim.dragging):
        return Seen(occupant)
    end = walk_end(match, aim.cell)
    if end is None:
        return Seen(occupant)
    field = movement_of(battle, who.id)
    return Seen(occupant, path=field.path(end), cost=at(field.cost, end))


def may_walk(battle: Battle) -> bool:
    """Whether the active creature can still walk."""
    return battle.active is not None and bool(battle.turn.left or battle.turn.may_move)


def walk_end(match: Match, cell: Cell) -> Cell | None:
    """Where the active creature's top left would be if it walked to a cell: the cell itself, or for a big body the
    nearest place that covers it."""
    battle, who = match.battle, match.active
    if who is None:
        return None
    field, side = movement_of(battle, who.id), side_of(battle, who)
    places = [(cell[0] - i, cell[1] - j) for j in range(side) for i in range(side)]
    good = [each for each in places if each in battle.grid and at(field.reachable, each) and each != who.cell]
    return min(good, key=lambda each: (places.index(each) != 0, at(field.cost, each)), default=None)


# --- the scene -------------------------------------------------------------------------------------------------------


def scene_of(match: Match, aim: Aim, seen: Seen, teams: dict[str, int], every_name: bool,
             chips: tuple[Chip, ...] = ()) -> Scene:
    """Everything to draw on the map."""
    battle, who = match.battle, match.active
    return Scene(
        battle.map,
        battle.structures,
        tokens=tokens_of(match, aim, seen, teams),
        reach=reach_of(battle, aim),
        zones=_zones(battle, teams),
        path=((who.cell, *seen.path) if who is not None and who.cell is not None and seen.path else ()),
        path_size=side_of(battle, who) if who is not None else 1,
        proof=proof_of(battle, seen),
        ghost=_ghost(match, aim, seen, teams),
        chips=(*_chips(match, seen), *chips),
        hover=None if aim.by_keyboard else aim.cell,
        cursor=aim.cell if aim.by_keyboard else None,
        every_name=every_name,
    )


def tokens_of(match: Match, aim: Aim, seen: Seen, teams: dict[str, int]) -> tuple[Token, ...]:
    """The creatures on the map as pieces."""
    battle, active = match.battle, match.active
    shorts = _shorts(battle)
    legal = set(match.targets(aim.option)) if aim.option is not None else set()
    target = seen.occupant.id if seen.sheet is not None and seen.occupant is not None else ""
    return tuple(
        Token(
            each.id, each.name, shorts[each.id], each.sheet.id, teams.get(each.team, 0), each.cell,
            side_of(battle, each), each.pv, each.sheet.pv, each.posture, each.out,
            active=active is not None and each.id == active.id,
            target=each.id in legal or each.id == target,
            chosen=each.id == aim.placing or (seen.occupant is not None and each.id == seen.occupant.id),
        )
        for each in battle.combatants if each.cell is not None
    )


def _ghost(match: Match, aim: Aim, seen: Seen, teams: dict[str, int]) -> Token | None:
    """The active creature at the end of its way, or the one to be placed at the cell pointed at."""
    battle = match.battle
    who, cell = match.active, seen.path[-1] if seen.path else None
    if aim.placing and battle.phase == "deploy" and seen.occupant is None:
        who, cell = battle[aim.placing], aim.cell
    if who is None or cell is None:
        return None
    return Token(who.id, who.name, _shorts(battle)[who.id], who.sheet.id, teams.get(who.team, 0), cell,
                 side_of(battle, who), who.pv, who.sheet.pv)


def _shorts(battle: Battle) -> dict[str, str]:
    names = short_names([each.name for each in battle.combatants])
    return dict(zip((each.id for each in battle.combatants), names, strict=True))


def reach_of(battle: Battle, aim: Aim) -> Reach | None:
    """The lit cells: where the active creature can walk."""
    who = battle.active
    if who is None or not may_walk(battle) or (aim.option is not None and aim.option.kind == "attack"):
        return None
    field = movement_of(battle, who.id)
    return Reach(Same(field), field.reachable, field.cost)


def _zones(battle: Battle, teams: dict[str, int]) -> tuple[tuple[int, tuple[Cell, ...]], ...]:
    if battle.phase != "deploy":
        return ()
    return tuple((teams.get(each.id, 0), each.zone) for each in battle.teams if each.zone)


def proof_of(battle: Battle, seen: Seen) -> Proof:
    """The lines of an attack and what else on the map changes it."""
    sheet = seen.sheet
    if sheet is None:
        return Proof()
    attacker, target = battle[sheet.attacker], battle[sheet.target]
    line = line_of(battle, attacker, target)
    near = sheet.mode == "melee" and line.cover.level == 0
    rays = () if near or (sheet.refused is not None and line.cover.level != TOTAL) else line.cover.rays
    stops = tuple(dict.fromkeys(each for ray in rays for each in ray.barriers))
    flank = [each for each in sheet.modifiers if each.rule == "SIT-2"]
    links = tuple(
        (_middle(ray.start), _middle(ray.end)) for each in flank for ray in each.evidence.rays
    )
    veil = sheet.miss_evidence.cells if sheet.miss_chance else ()
    return Proof(rays, stops, veil, links)


def _middle(point: tuple[int, int, int]) -> tuple[float, float]:
    return point[0] / UNITS, point[1] / UNITS


def _chips(match: Match, seen: Seen) -> tuple[Chip, ...]:
    battle, who = match.battle, match.active
    if who is None:
        return ()
    if seen.path:
        end = seen.path[-1]
        return (Chip(end, tr(text("{metres} m", metres=decimal(seen.cost / PLAIN))), side_of(battle, who)),)
    if seen.sheet is not None and seen.occupant is not None and refusal(match, seen.sheet) is None:
        chances = odds(seen.sheet, seen.occupant)
        cell = seen.occupant.cell or (0, 0)
        return (Chip(cell, percent(chances.hit), side_of(battle, seen.occupant), "hit", above=True),)
    return ()


class Outlook:
    """What could be attacked from the end of a way, after a single Move: a chip for each enemy. They take longer than a
    frame to work out, so they come one by one while nothing else is to be done."""

    def __init__(self) -> None:
        self.chips: tuple[Chip, ...] = ()
        self._key: object = None
        self._steps: Iterator[Chip | None] = iter(())
        self.pending = False

    def look_from(self, match: Match, path: tuple[Cell, ...]) -> None:
        """Look from the end of this way from now on."""
        key = (Same(match.battle), path[-1] if path else None)
        if key != self._key:
            self._key, self.chips = key, ()
            self._steps = _attacks_from(match, path[-1]) if path else iter(())
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


def _attacks_from(match: Match, cell: Cell) -> Iterator[Chip | None]:
    """The best chance to hit each enemy from a cell, one by one; None where nothing is to be said."""
    battle, who = match.battle, match.active
    if who is None or not battle.turn.may_execute or (battle.turn.moves and not battle.turn.left):
        return
    for enemy in battle.present():
        if enemy.team == who.team or enemy.cell is None:
            continue
        best: Fraction | None = None
        for option in match.options():
            if option.kind != "attack" or not _near(match, option, enemy, cell):
                continue
            yield None
            sheet = match.sheet(enemy.id, option, cell)
            if sheet is not None and sheet.refused is None:
                best = max(best or Fraction(0), odds(sheet, enemy).hit)
        if best is not None:
            yield Chip(enemy.cell, rounded(best), side_of(battle, enemy), "hit", above=True)


def _near(match: Match, option: Option, enemy: Combatant, cell: Cell) -> bool:
    """Whether an attack from a cell is worth a sheet: a blow only on those near it."""
    if option.mode == "ranged" or match.active is None:
        return True
    mine = body_of(match.battle, match.active, cell)
    other = body_of(match.battle, enemy)
    apart = min(max(abs(a[0] - b[0]), abs(a[1] - b[1])) for a in mine.cells for b in other.cells)
    return apart <= 12


def refusal(match: Match, sheet: AttackSheet) -> Text | None:
    """Why the attack of a sheet cannot be made now, None when it can."""
    return match.why(Attack(sheet.attacker, sheet.target, sheet.weapon, sheet.mode))
