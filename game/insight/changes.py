"""Changes that would make a rule apply, or no longer: each is made on a copy of a battle, and said in a few words."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, Literal

from game.insight.names import thing_name
from game.rules.actions import AttackMode
from game.rules.bodies import free_hands
from game.rules.conditions import PRONE, with_condition, without_condition
from game.rules.powers import ModifierEffect
from game.rules.state import Battle, Condition, Posture
from game.spatial.grid import Barrier, Cell, cell_name
from game.texts import Text, text

EXACT: Final = 2  # sets of so many changes are all tried; larger ones are only made as small as they can be


@dataclass(frozen=True, slots=True)
class Carry:
    """A creature holds itself otherwise: stands, crouches, lies."""

    who: str
    posture: Posture
    kind: Literal["posture"] = "posture"

    def on(self, battle: Battle) -> Battle:
        """The battle after it."""
        who = without_condition(battle[self.who], PRONE).but(crouched=self.posture == "crouched")
        return battle.with_combatant(with_condition(who, Condition(PRONE)) if self.posture == "prone" else who)

    def said(self, battle: Battle) -> Text:
        """What is changed, as it stands after "if"."""
        who = battle[self.who].name
        if self.posture == "standing":
            return text("{who} stood up", who=who)
        return text("{who} crouched", who=who) if self.posture == "crouched" else text("{who} lay down", who=who)


@dataclass(frozen=True, slots=True)
class Draw:
    """A creature has another weapon in hand, and puts away what its hands cannot hold beside it; an empty ``mode``
    leaves the way of attacking as it is, where the weapon allows that."""

    who: str
    weapon: str
    mode: AttackMode | Literal[""] = ""
    kind: Literal["draw"] = "draw"

    def on(self, battle: Battle) -> Battle:
        """The battle after it."""
        who = battle[self.who]
        new = who.weapon(self.weapon)
        if new is None or not new.hands or new.id in who.hands:
            return battle
        kept = who.hands if new.hands <= free_hands(battle, who) else ()
        return battle.with_combatant(who.but(hands=(*kept, new.id)))

    def said(self, battle: Battle) -> Text:
        """What is changed, as it stands after "if"."""
        who = battle[self.who]
        weapon = who.weapon(self.weapon)
        name = text(weapon.name) if weapon is not None else text(self.weapon)
        if weapon is not None and (not weapon.hands or weapon.id in who.hands):
            return text("{who} used: {weapon}", who=who.name, weapon=name)
        return text("{who} drew: {weapon}", who=who.name, weapon=name)


@dataclass(frozen=True, slots=True)
class Door:
    """A door or window is open, or shut."""

    structure: str
    open: bool
    kind: Literal["door"] = "door"

    def on(self, battle: Battle) -> Battle:
        """The battle after it."""
        return _with_structure(battle, self.structure, open=self.open)

    def said(self, battle: Battle) -> Text:
        """What is changed, as it stands after "if"."""
        name = thing_name(battle, self.structure)
        return text("this were open: {thing}", thing=name) if self.open else text("this were shut: {thing}", thing=name)


@dataclass(frozen=True, slots=True)
class Remove:
    """A thing on the map is away: a structure, or a single barrier that belongs to none."""

    structure: str = ""
    barrier: Barrier | None = None
    kind: Literal["remove"] = "remove"

    def on(self, battle: Battle) -> Battle:
        """The battle after it."""
        if battle.structure(self.structure) is not None:
            return _with_structure(battle, self.structure, fallen=True)
        kept = tuple(each for each in battle.map.barriers
                     if (each.structure != self.structure if self.structure else each != self.barrier))
        return battle.but(map=battle.map.replace(barriers=kept))

    def said(self, battle: Battle) -> Text:
        """What is changed, as it stands after "if"."""
        if self.structure:
            return text("this were away: {thing}", thing=thing_name(battle, self.structure))
        assert self.barrier is not None
        return text("this were away: {thing}", thing=barrier_name(self.barrier))


@dataclass(frozen=True, slots=True)
class EndZone:
    """A zone is over."""

    zone: str
    kind: Literal["zone"] = "zone"

    def on(self, battle: Battle) -> Battle:
        """The battle after it."""
        return battle.but(zones=tuple(each for each in battle.zones if each.id != self.zone))

    def said(self, battle: Battle) -> Text:
        """What is changed, as it stands after "if"."""
        name = next((each.effect.name for each in battle.zones if each.id == self.zone), self.zone)
        return text("this were over: {what}", what=text(name))


@dataclass(frozen=True, slots=True)
class Leave:
    """A creature is not there."""

    who: str
    kind: Literal["leave"] = "leave"

    def on(self, battle: Battle) -> Battle:
        """The battle after it."""
        gone = battle[self.who].but(cell=None, out=True, consequence=battle[self.who].consequence or "gone")
        holds = tuple(each for each in battle.holds if self.who not in (each.holder, each.held))
        return battle.with_combatant(gone).but(holds=holds)

    def said(self, battle: Battle) -> Text:
        """What is changed, as it stands after "if"."""
        return text("{who} were not there", who=battle[self.who].name)


@dataclass(frozen=True, slots=True)
class Step:
    """A creature stands elsewhere; ``cost`` is what the way there costs it, in 1/1000 m."""

    who: str
    cell: Cell
    cost: int = 0
    kind: Literal["step"] = "step"

    def on(self, battle: Battle) -> Battle:
        """The battle after it."""
        return battle.with_combatant(battle[self.who].but(cell=self.cell))

    def said(self, battle: Battle) -> Text:
        """What is changed, as it stands after "if"."""
        return text("{who} stood on {cell}", who=battle[self.who].name, cell=cell_name(self.cell))


@dataclass(frozen=True, slots=True)
class EndCondition:
    """A creature is free of a condition from a source."""

    who: str
    condition: str
    source: str = ""
    kind: Literal["condition"] = "condition"

    def on(self, battle: Battle) -> Battle:
        """The battle after it."""
        who = battle[self.who]
        kept = tuple(each for each in who.conditions if (each.id, each.source) != (self.condition, self.source))
        return battle.with_combatant(who.but(conditions=kept))

    def said(self, battle: Battle) -> Text:
        """What is changed, as it stands after "if"."""
        rule = battle.condition_rules[self.condition]
        return text("{who} were free of this: {condition}", who=battle[self.who].name, condition=text(rule.name))


@dataclass(frozen=True, slots=True)
class EndEffect:
    """An effect on a creature is over: the one with this place among those that it is under."""

    who: str
    number: int
    name: str
    kind: Literal["effect"] = "effect"

    def on(self, battle: Battle) -> Battle:
        """The battle after it."""
        who = battle[self.who]
        return battle.with_combatant(who.but(ongoing=who.ongoing[:self.number] + who.ongoing[self.number + 1:]))

    def said(self, battle: Battle) -> Text:
        """What is changed, as it stands after "if"."""
        return text("{who} were free of this: {condition}", who=battle[self.who].name, condition=text(self.name))


@dataclass(frozen=True, slots=True)
class LetGo:
    """A creature no longer holds another."""

    who: str
    held: str
    kind: Literal["release"] = "release"

    def on(self, battle: Battle) -> Battle:
        """The battle after it."""
        kept = tuple(each for each in battle.holds if (each.holder, each.held) != (self.who, self.held))
        return battle.but(holds=kept)

    def said(self, battle: Battle) -> Text:
        """What is changed, as it stands after "if"."""
        return text("{who} let go of {held}", who=battle[self.who].name, held=battle[self.held].name)


Change = Carry | Draw | Door | Remove | EndZone | Leave | Step | EndCondition | EndEffect | LetGo


def change_data(change: Change, battle: Battle) -> dict[str, Any]:
    """A change as JSON data: ``{"kind", "who", "what", "cell", "said"}``."""
    what: str | None = None
    match change:
        case Carry():
            what = change.posture
        case Draw():
            what = change.weapon
        case Door() | Remove():
            what = change.structure or None
        case EndZone():
            what = change.zone
        case EndCondition():
            what = change.condition
        case EndEffect():
            what = change.name
        case LetGo():
            what = change.held
    kind = change.kind if not isinstance(change, Door) else "open" if change.open else "shut"
    cell = cell_name(change.cell) if isinstance(change, Step) else None
    return {"kind": kind, "who": getattr(change, "who", None), "what": what, "cell": cell,
            "said": str(change.said(battle))}


# --- what they are called --------------------------------------------------------------------------------------------


def barrier_name(barrier: Barrier) -> Text:
    """A barrier that belongs to nothing, by the cell in which its middle is."""
    (x1, y1), (x2, y2) = barrier.start, barrier.end
    return text("{thing} at {cell}", thing=text("barrier"), cell=cell_name(((x1 + x2) // 128, (y1 + y2) // 128)))


# --- looking for them ------------------------------------------------------------------------------------------------


def ways_past(battle: Battle, barriers: Iterable[Barrier]) -> tuple[Change, ...]:
    """What takes these barriers away, each thing once, in their order: doors open, the rest is removed. The steps of
    the ground stay as they are."""
    own = frozenset(battle.map.barriers)
    found: dict[object, Change] = {}
    for each in barriers:
        structure = battle.structure(each.structure) if each.structure else None
        if structure is not None:
            door = structure.open is False
            found[each.structure] = Door(structure.id, True) if door else Remove(structure.id)
        elif any(zone.id == each.structure for zone in battle.zones):
            found[each.structure] = EndZone(each.structure)
        elif each in own:
            found[each.structure or each] = Remove(each.structure) if each.structure else Remove(barrier=each)
    return tuple(found.values())


def smallest(
    changes: Sequence[Change], suffices: Callable[[tuple[Change, ...]], bool]
) -> tuple[Change, ...]:
    """The first of the smallest sets of these changes that suffices, in their order; empty when not even all do.

    Sets of up to :data:`EXACT` are all tried. When none of them does, all changes are taken, and one after the other is
    left out, the last first, as long as the rest suffices: then no part of the set does, but another set may be
    smaller.
    """
    for size in range(1, min(EXACT, len(changes)) + 1):
        for some in combinations(changes, size):
            if suffices(some):
                return some
    if len(changes) <= EXACT or not suffices(tuple(changes)):
        return ()
    kept = list(changes)
    for each in reversed(changes):
        without = [other for other in kept if other is not each]
        if suffices(tuple(without)):
            kept = without
    return tuple(kept)


def ends_of(battle: Battle, who: str, rule: str, label: str) -> Iterator[Change]:
    """What would end the condition or effect of a creature that gives a modifier of this rule and name, wherever it
    comes from: itself, a hold, a zone. # rule: CND-1 EFF-1"""
    creature = battle[who]
    for each in creature.conditions:
        written = battle.condition_rules[each.id]
        if (written.rule, written.name) == (rule, label):
            yield Carry(who, "standing") if each.id == PRONE else EndCondition(who, each.id, each.source)
    for number, ongoing in enumerate(creature.ongoing):
        effect = ongoing.effect
        if isinstance(effect, ModifierEffect) and effect.name == label and rule in (effect.rule, "EFF-1"):
            yield EndEffect(who, number, effect.name)
    for hold in battle.holds_on(who):
        written = battle.condition_rules["restrained"]
        if (written.rule, written.name) == (rule, label):
            yield LetGo(hold.holder, who)
    for zone in battle.zones:
        given = [battle.condition_rules[id] for id in zone.effect.conditions]
        names = [(each.rule, each.name) for each in given]
        names += [(battle.condition_rules[id].rule, battle.condition_rules[id].name)
                  for each in given for id in each.also]
        gives = zone.effect.modifier
        if (rule, label) in names or (gives is not None and gives.name == label):
            yield EndZone(zone.id)


def _with_structure(battle: Battle, id: str, **changes: Any) -> Battle:
    return battle.but(structures=tuple(each.but(**changes) if each.id == id else each for each in battle.structures))
