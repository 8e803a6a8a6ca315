"""The last action of a puzzle: what could be the deed that the goals ask for, or surely bring about what they want."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from math import ceil
from typing import Final

import numpy as np

from game.errors import IllegalAction
from game.insight.nearest import Places
from game.learn.goals import Did, Fallen, Goal, Has, Hit, Into, Out, Sheet
from game.learn.holding import holds
from game.learn.search.area_masks import AreaMasks, Put
from game.learn.search.relevance import brought
from game.learn.sure import LowDice, of_deeds, rolled, sure
from game.rules import casting, manoeuvres, sneak
from game.rules.actions import (
    Action,
    Activate,
    Attack,
    AttackMode,
    AttackStructure,
    BreakStructure,
    UseItem,
    UsePower,
)
from game.rules.attack import source_of
from game.rules.bodies import body_of, held, reach_of, side_of
from game.rules.casting import cost_of
from game.rules.catalog import UNARMED
from game.rules.engine import apply, legal_actions
from game.rules.history import Game, Step
from game.rules.power_odds import power_odds, thing_odds
from game.rules.powers import DamageEffect, Power
from game.rules.state import Battle, Combatant, Placement
from game.rules.things import pieces_of, things
from game.spatial.grid import PLAIN, Body, Mask

LISTED: Final = 400  # places of an area that are tried from where its caster stands
EXECUTIONS: Final = ("attack", "power", "activate", "item", "manoeuvre", "sneak", "break", "attack_structure")
Use = UsePower | Activate | UseItem


def listing(battle: Battle) -> Battle:
    """The battle with as many places of areas listed as are tried."""
    return battle.but(settings=replace(battle.settings, listed_places=LISTED))


class Last:
    """Last actions of one creature in a puzzle."""

    def __init__(self, battle: Battle, who: str) -> None:
        self.start, self.who = battle, who
        self._could: dict[object, bool] = {}
        self._good: dict[object, frozenset[Put]] = {}

    def may(self, battle: Battle, open_: tuple[Goal, ...]) -> bool:
        """Whether what is left of the turn allows what is still to be done."""
        return battle.turn.may_execute or not any(_needs_execution(each) for each in open_)

    def may_be(self, open_: Iterable[Goal], power: Power, act: type[Use]) -> bool:
        """Whether the use of a power may be all of some deeds that take the Execution of the turn."""
        kinds = {UsePower: "power", Activate: "activate", UseItem: "item"}
        for goal in open_:
            if not _needs_execution(goal):
                continue
            area = isinstance(goal, Hit) and power.shape is not None and goal.power in (None, power.id)
            if not area and not (isinstance(goal, Did) and goal.action == kinds[act]):
                return False
        return True

    def reaching(self, battle: Battle, open_: tuple[Goal, ...], standing: tuple[Goal, ...]) -> Action | None:
        """An action that reaches all of some goals, at least one; None when there is none. ``standing`` are goals that
        must hold after it, too, where it rolls no dice."""
        for action in self._candidates(battle, open_):
            try:
                after, events = apply(battle, action, LowDice())
            except IllegalAction:
                continue
            done = Game(battle, (Step(action, events, after),), 1)
            if not rolled(events) and not all(holds(each, done) for each in standing):
                continue
            if all(holds(each, done) for each in open_ if of_deeds(each)) and all(
                    sure(each, battle, action) for each in open_ if not of_deeds(each)):
                return action
        return None

    def _candidates(self, battle: Battle, open_: tuple[Goal, ...]) -> Iterator[Action]:
        """Actions that might reach them all: those that might reach the one that says most."""
        if not self.may(battle, open_):
            return
        goal = min(open_, key=_rank)
        who = battle[self.who]
        match goal:
            case Did(action=kind, target=target):
                if kind == "attack":
                    yield from self._attacks(battle, who, target)
                else:
                    yield from (each for each in legal_actions(listing(battle)) if each.kind == kind)
            case Hit():
                yield from self._hits(battle, who, goal)
            case Sheet(target=target):
                yield from self._attacks(battle, who, target)
                yield from self._others(battle, who, target)
                yield from self._bolts(battle, who, target)
            case Fallen(structure=id):
                yield from self._blows(battle, who, id)
                yield from self._uses(battle, who, goal)
            case Out() | Has() | Into():
                target = goal.who if isinstance(goal, Has) else goal.target
                if target != who.id:
                    yield from self._attacks(battle, who, target)
                    yield from self._others(battle, who, target)
                yield from self._uses(battle, who, goal)

    # weapons

    def _attacks(self, battle: Battle, who: Combatant, target: str | None) -> Iterator[Action]:
        modes: tuple[AttackMode, ...] = ("melee", "ranged")
        for other in battle.present() if target is None else (battle[target],):
            if other.team == who.team or other.cell is None:
                continue
            away = _apart(body_of(battle, who), body_of(battle, other))
            for weapon in (*held(who), UNARMED):
                for mode in modes if weapon.range else modes[:1]:
                    if away <= (reach_of(battle, who, weapon) if mode == "melee" else weapon.range):
                        yield Attack(who.id, other.id, weapon.id, mode)
                        if source_of(battle, weapon, True) == "declared":
                            yield Attack(who.id, other.id, weapon.id, mode, nonlethal=True)

    def _others(self, battle: Battle, who: Combatant, target: str) -> Iterator[Action]:
        """Manoeuvres and sneak attacks."""
        if battle[target].cell is None:
            return
        away = _apart(body_of(battle, who), body_of(battle, battle[target]))
        if away <= max(reach_of(battle, who, each) for each in (*held(who), UNARMED)):
            yield from (each for each in manoeuvres.options(battle, who) if each.target == target)
        yield from (each for each in sneak.options(battle, who) if each.target == target)

    def _bolts(self, battle: Battle, who: Combatant, target: str) -> Iterator[Action]:
        """Direct attacks by powers. # rule: ATK-7"""
        for power, act, id in self.powers_of(who):
            if power.attack == "direct":
                yield from (each for each in self.used(battle, power, act, id) if target in each.targets)

    def _blows(self, battle: Battle, who: Combatant, id: str) -> Iterator[Action]:
        """# rule: STR-2 STR-3"""
        found = battle.structure(id)
        if found is None or found.fallen:
            return
        away = min((_apart(body_of(battle, who), each) for each in self._pieces(id)), default=0)
        for weapon in (*held(who), UNARMED):
            if away <= reach_of(battle, who, weapon):
                yield AttackStructure(who.id, id, weapon.id)
            if weapon.range and away <= weapon.range:
                yield AttackStructure(who.id, id, weapon.id, "ranged")
        if away <= reach_of(battle, who):
            yield BreakStructure(who.id, id)

    def _pieces(self, id: str) -> tuple[Body, ...]:
        return tuple(each.body for each in pieces_of(self.start, id))

    # powers

    @cached_property
    def powers(self) -> tuple[tuple[Power, type[Use], str], ...]:
        """Everything that it could use, with the action that uses it and its id there."""
        who = self.start[self.who]
        own = [(each, UsePower if each.source == "spell" else Activate, each.id) for each in who.sheet.powers]
        return (*own, *((each.power, UseItem, each.id) for each in who.items if each.power is not None))

    def used(self, battle: Battle, power: Power, act: type[Use], id: str) -> Iterator[Use]:
        """Every listed use of a power, as far as what is left of the turn allows."""
        turn = battle.turn
        if turn.may_execute if cost_of(power) == "execution" else turn.untouched:
            for targets, place in casting.uses(battle, battle[self.who], power):
                yield act(self.who, id, targets, place)

    def _hits(self, battle: Battle, who: Combatant, goal: Hit) -> Iterator[Action]:
        """Uses of areas that may meet as many enemies as are wanted. # rule: ATK-5"""
        for power, act, id in self._areas(who, goal):
            good = self._corners(battle, power, goal) if _at_corners(power) else None
            if good is not None and not good:
                continue
            for use in self.used(listing(battle), power, act, id):
                if good is None or use.place is None or (use.place.x, use.place.y, use.place.direction) in good:
                    yield use

    def _areas(self, who: Combatant, goal: Hit) -> Iterator[tuple[Power, type[Use], str]]:
        for each in self.powers_of(who):
            if each[0].shape is not None and not each[0].picks and goal.power in (None, each[0].id):
                yield each

    def _corners(self, battle: Battle, power: Power, goal: Hit) -> frozenset[Put]:
        """Where an area that is put at corners would meet enough, for positions that differ by its caster alone."""
        key = power.id, goal, id(battle.map), battle.structures, battle.zones, *(
            each for each in battle.combatants if each.id != self.who)
        if key not in self._good:
            self._good[key] = AreaMasks(battle, self.who, power, goal).corners()
        return self._good[key]

    def where(self, battle: Battle, open_: tuple[Goal, ...], mask: Mask) -> Mask:
        """(H, W) bool: those of some places from which all that is still to be done may be done.

        Auras that go with the creature, and zones, may make it otherwise: then all of them.
        """
        rides = battle[self.who].mount or battle.riders_of(self.who)
        if rides or any(each.source == self.who for each in battle.zones):
            return mask
        for goal in open_:
            if isinstance(goal, Hit) and goal.least and mask.any():
                mask = mask & self._where_hits(battle, goal, mask)
            elif isinstance(goal, Sheet) and mask.any():
                mask = mask & self._where_near(battle, goal.target, mask)
        return mask

    def _where_hits(self, battle: Battle, goal: Hit, mask: Mask) -> Mask:
        found = np.zeros_like(mask)
        for power, _, _ in self._areas(battle[self.who], goal):
            if power.shape is None or power.shape.form in ("aura", "free"):
                return mask
            if not power.range:
                found |= AreaMasks(battle, self.who, power, goal).stands(mask & ~found)
                continue
            far, side = power.range + 1, side_of(battle, battle[self.who])
            for x, y in {(int(x), int(y)) for x, y, _ in self._corners(battle, power, goal)}:
                found[max(y - far - side, 0):y + far + 1, max(x - far - side, 0):x + far + 1] = True
        return found & mask

    def _where_near(self, battle: Battle, target: str, mask: Mask) -> Mask:
        """From where the farthest weapon may reach a creature: at most twice as far, however diagonals count."""
        if battle[target].cell is None:
            return np.zeros_like(mask)
        who, away = battle[self.who], Places(battle, self.who).range(body_of(battle, battle[target]))
        arms = [*who.weapons, UNARMED]
        far = max(max(reach_of(battle, who, each), each.range) for each in arms)
        far = max([far, *(power.range for power, _, _ in self.powers_of(who) if power.attack == "direct")])
        return mask & (away <= 2 * PLAIN * far)

    def powers_of(self, who: Combatant) -> Iterator[tuple[Power, type[Use], str]]:
        """Those of them that it still has."""
        own = {each.id for each in who.items}
        yield from (each for each in self.powers if each[1] is not UseItem or each[2] in own)
        known = {id for _, act, id in self.powers if act is UseItem}
        yield from ((each.power, UseItem, each.id) for each in who.items
                    if each.power is not None and each.id not in known)

    def _uses(self, battle: Battle, who: Combatant, goal: Fallen | Out | Has | Into) -> Iterator[Action]:
        """Uses of powers that may surely bring about what is wanted."""
        if isinstance(goal, Fallen):
            bodies = [*self._pieces(goal.structure)]
        else:
            id = goal.who if isinstance(goal, Has) else goal.target
            bodies = [body_of(battle, battle[id])] if battle[id].cell is not None else []
        for power, act, name in self.powers_of(who):
            far = extent(power)
            if not self.could(battle, power, goal) or not _within(body_of(battle, who), bodies, power.range + far):
                continue
            for use in self.used(listing(battle), power, act, name):
                place = use.place
                if place is not None and not place.cells and not _around(place, bodies, far):
                    continue
                yield use

    def breaks(self, power: Power) -> bool:
        """Whether an area may bring something down that stands in the way."""
        return any(self.could(self.start, power, Fallen(each)) for each in things(self.start))

    def could(self, battle: Battle, power: Power, goal: Goal) -> bool:
        """Whether a power may surely bring about what is wanted, wherever it is put."""
        who = battle[self.who]
        key = power.id, goal, who.conditions, who.ongoing
        if key not in self._could:
            self._could[key] = self._find(battle, power, goal)
        return self._could[key]

    def _find(self, battle: Battle, power: Power, goal: Goal) -> bool:
        match goal:
            case Fallen(structure=id):
                return thing_odds(battle, self.who, power, id).falls == 1
            case Out(target=id):
                return self._kills(battle, power, id)
            case Has(who=id, condition=wanted):
                return any(wanted in brought(each) for each in power.effects) or self._kills(battle, power, id)
        return False

    def _kills(self, battle: Battle, power: Power, id: str) -> bool:
        if not any(isinstance(each, DamageEffect) for each in power.effects):
            return False
        if battle.nonlethal or battle.mode == "quick" or power.attack == "direct" or battle[id].cell is None:
            return True
        return power_odds(battle, self.who, power, id).odds.at_least(battle[id].pv) == 1


def extent(power: Power) -> int:
    """How far from its origin the area of a power reaches at most, in whole metres; 0 without an area."""
    shape = power.shape
    return 0 if shape is None else ceil(max(shape.length, shape.radius, shape.side, 3 if shape.cells else 0)) + 1


def _apart(a: Body, b: Body) -> int:
    """How far apart two bodies are at least, in whole metres."""
    (ax, ay), (bx, by) = a.cells[0], a.cells[-1]
    (cx, cy), (dx, dy) = b.cells[0], b.cells[-1]
    return max(cx - bx, ax - dx, cy - by, ay - dy, 0)


def _within(body: Body, others: list[Body], far: float) -> int:
    """How many bodies are so near."""
    return sum(_apart(body, each) <= far + 1 for each in others)


def _around(place: Placement, bodies: list[Body], far: float) -> int:
    """How many bodies are so near to where an area is put."""
    return sum(max(each.cells[0][0] - place.x, place.x - each.cells[-1][0] - 1,
                   each.cells[0][1] - place.y, place.y - each.cells[-1][1] - 1) <= far for each in bodies)


def _at_corners(power: Power) -> bool:
    """Whether an area is put at corners, away from its caster."""
    return bool(power.range) and power.shape is not None and power.shape.form not in ("aura", "free")


def _rank(goal: Goal) -> int:
    """The goals that leave fewest actions first."""
    order = (Fallen, Out, Has, Into, Sheet, Hit, Did)
    return next(number for number, kind in enumerate(order) if isinstance(goal, kind))


def _needs_execution(goal: Goal) -> bool:
    """Whether it takes the Execution of the turn. # rule: ACT-3"""
    return not isinstance(goal, Did) or goal.action in EXECUTIONS
