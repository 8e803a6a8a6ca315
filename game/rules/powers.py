"""Powers, effects and conditions as data: what ``assets/rules/{powers,items,conditions}.toml`` can say.

An :data:`Effect` is a tagged union: ``kind`` decides. The data say what; :mod:`game.rules.effects` says how.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Final, Literal, TypeVar

from pydantic import Field

from game.checked import Document, load_toml, validate
from game.errors import DataError, FlancoError, Problem
from game.paths import assets
from game.rules.catalog import SPARSE, AttributeName, Count, DamagePart, Id, Metres, Name, Nature
from game.spatial.areas import AS_WIDE_AS_LONG, Passage
from game.texts import text

Response = Literal["resistant", "vulnerable", "immune"]
Form = Literal["line", "cone", "circle", "sphere", "square", "cube", "cylinder", "aura", "free"]
TestKind = Literal["attack", "defence", "other"]
Until = Literal["rounds", "target_start", "target_end", "source_start", "source_end", "scene"]
Amount = Annotated[int, Field(ge=-1000, le=1000)]
Length = Annotated[float, Field(ge=0, le=256)]
SHAPED: Final[Mapping[Form, str]] = {
    "line": "length", "cone": "length", "circle": "radius", "sphere": "radius", "cylinder": "radius",
    "aura": "radius", "square": "side", "cube": "side", "free": "cells",
}  # the measure that each form needs


@dataclass(frozen=True, slots=True)
class Duration:
    """How long an effect lasts. # rule: EFF-6

    ``rounds``: until right before the turn of the same initiative slot, ``count`` rounds later; ``target_start`` and so
    on: until the start or end of that creature's turn number ``count`` from then on; ``scene``: to the end of it.
    """

    count: Annotated[int, Field(ge=1, le=1000)] = 1
    until: Until = "rounds"


@dataclass(frozen=True, slots=True)
class TestChange:
    """A change of some tests: ``amount`` is added, ``advantage`` is 1, 0 or -1.

    Empty ``tests`` and ``attributes`` mean all; ``mode`` limits it to melee or ranged; ``against`` to the source of the
    effect, to all others, or to those who do not see who is under it; ``sight`` to tests that need sight.
    """

    __test__ = False  # not a test of pytest

    amount: Amount = 0
    advantage: Literal[-1, 0, 1] = 0
    tests: tuple[TestKind, ...] = ()
    attributes: tuple[AttributeName, ...] = ()
    mode: Literal["", "melee", "ranged"] = ""
    against: Literal["", "source", "others", "unseeing"] = ""
    sight: bool = False


@dataclass(frozen=True, slots=True)
class DamageResponse:
    """How a creature takes damage of a type (``kind``, empty = any) and nature (None = any). # rule: SHT-3 DMG-11"""

    response: Response
    kind: str = ""
    nature: Nature | None = None


@dataclass(frozen=True, slots=True)
class ConditionResponse:
    """How a creature takes a condition (empty = any) of a nature (None = any). # rule: SHT-3 CND-5"""

    response: Response
    condition: str = ""
    nature: Nature | None = None


@dataclass(frozen=True, slots=True)
class ConditionRule:
    """What a condition does: numbers and switches. ``rule`` is the id that the log shows.

    ``damage`` is dealt at the start of the turns of who is under it; ``also`` are conditions that come with it;
    ``once`` ends it with the first attack of its source; ``half_speed`` halves what a Move gives; ``not_nearer`` keeps
    from ending or stepping nearer to the source; ``only_toward`` allows only acts toward the focus. ``lasting``:
    without a duration from its origin it stays until it is ended by an act. ``no_gestures``: it casts nothing that
    needs them; ``still``: spells and enchanted items that need none are excepted from what it forbids (NLT-8).
    """

    id: Id
    name: Name
    rule: Annotated[str, Field(pattern=r"^[A-Z]{3}-\d+$")] = "CND-1"
    tests: tuple[TestChange, ...] = ()
    damage: tuple[DamagePart, ...] = ()
    also: tuple[Id, ...] = ()
    no_move: bool = False
    no_execution: bool = False
    no_full: bool = False
    no_mobility: bool = False
    one_action: bool = False
    half_speed: bool = False
    no_dash: bool = False
    blind: bool = False
    invisible: bool = False
    unaware: bool = False
    once: bool = False
    not_nearer: bool = False
    only_toward: bool = False
    lasting: bool = False
    no_gestures: bool = field(default=False, metadata=SPARSE)
    still: bool = field(default=False, metadata=SPARSE)


# --- effects ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DamageEffect:
    """Points of damage by type; ``attribute`` adds the caster's bonus to the first part; ``no_minimum``: a hit may do
    nothing. # rule: EFF-1 DMG-5"""

    parts: Annotated[tuple[DamagePart, ...], Field(min_length=1)]
    attribute: AttributeName | None = None
    no_minimum: bool = False
    kind: Literal["damage"] = "damage"


@dataclass(frozen=True, slots=True)
class HealingEffect:
    """PV given back, up to the maximum; ``attribute`` adds the caster's bonus. # rule: EFF-1"""

    amount: Count
    attribute: AttributeName | None = None
    kind: Literal["healing"] = "healing"


@dataclass(frozen=True, slots=True)
class ConditionEffect:
    """A condition; without a duration, the rule's own (CND-2). A poison says what else it does;
    ``stays``: it outlasts the scene. # rule: EFF-1 CND-23"""

    condition: Id
    duration: Duration | None = None
    damage: tuple[DamagePart, ...] = ()
    tests: tuple[TestChange, ...] = ()
    also: tuple[Id, ...] = ()
    stays: bool = False
    kind: Literal["condition"] = "condition"


@dataclass(frozen=True, slots=True)
class CureEffect:
    """Ends conditions, all of them when none is named. # rule: EFF-1"""

    conditions: tuple[Id, ...] = ()
    kind: Literal["cure"] = "cure"


@dataclass(frozen=True, slots=True)
class ModifierEffect:
    """Bonuses and penalties, resistances, protection, for a while. # rule: EFF-1 DEF-3

    ``ward`` "block" stops magical attacks, "reduce" takes ``ward_points`` off their damage; ``move`` adds metres to a
    Move; ``cancels_minimum`` lets a blow do no damage at all. ``once``: the first test that it changes uses it up;
    ``rule`` is the id that its modifiers show.
    """

    name: Name
    duration: Duration = Duration()
    tests: tuple[TestChange, ...] = ()
    responses: tuple[DamageResponse, ...] = ()
    conditions: tuple[ConditionResponse, ...] = ()
    defence: Amount = 0
    reduction: Count = 0
    move: Amount = 0
    cancels_minimum: bool = False
    ward: Literal["", "block", "reduce"] = ""
    ward_points: Count = 0
    once: bool = False
    rule: Annotated[str, Field(pattern=r"^[A-Z]{3}-\d+$")] = "EFF-1"
    kind: Literal["modifier"] = "modifier"


@dataclass(frozen=True, slots=True)
class ContinuousEffect:
    """Damage or healing again and again, at the start or end of the target's turns. # rule: EFF-1"""

    name: Name
    duration: Duration
    damage: tuple[DamagePart, ...] = ()
    healing: Count = 0
    at: Literal["start", "end"] = "start"
    kind: Literal["continuous"] = "continuous"


@dataclass(frozen=True, slots=True)
class ZoneEffect:
    """A change of the scene: an obstacle, difficult ground, smoke, a hazard, a zone of influence. # rule: EFF-1

    ``obstacle`` are metres of height of solid walls over its cells (0 none), with a structural ND if it has one;
    ``cost`` multiplies the cost of entering; ``concealment`` is the least level in it; ``damage`` meets whoever enters
    it or starts a turn in it, halved by a test of ``test`` against ``nd`` when they are given; ``conditions`` and
    ``modifier`` hold for those inside, as long as they are. ``affects`` limits all of these to the source's enemies or
    allies.
    """

    name: Name
    duration: Duration = Duration()
    obstacle: Length = 0.0
    blocks: tuple[Literal["move", "sight", "effect"], ...] = ("move", "sight", "effect")
    structural_nd: Count = 0
    cost: Annotated[int, Field(ge=1, le=10)] = 1
    concealment: Literal["none", "partial", "total"] = "none"
    surface: str = ""
    damage: tuple[DamagePart, ...] = ()
    test: AttributeName | None = None
    nd: Count = 0
    conditions: tuple[Id, ...] = ()
    modifier: ModifierEffect | None = None
    affects: Literal["all", "enemies", "allies"] = "all"
    kind: Literal["zone"] = "zone"


Effect = (
    DamageEffect | HealingEffect | ConditionEffect | CureEffect | ModifierEffect | ContinuousEffect | ZoneEffect
)
WrittenEffect = Annotated[Effect, Field(discriminator="kind")]


# --- powers ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shape:
    """The form of an area and its measures in metres. # rule: EFF-4

    Lines have a ``length`` and ``width``, cones a ``length`` and ``angle``, circles, spheres, cylinders and auras a
    ``radius``, squares and cubes a ``side``, a free set at most so many ``cells``, joined or not. ``tall`` is the
    height of a line, cone or cylinder.
    """

    form: Form
    length: Length = 0.0
    radius: Length = 0.0
    side: Annotated[int, Field(ge=0, le=256)] = 0
    cells: Annotated[int, Field(ge=0, le=1000)] = 0
    width: Annotated[float, Field(ge=1, le=256)] = 1.0
    angle: Annotated[float, Field(gt=0, le=360)] = AS_WIDE_AS_LONG
    end: Literal["round", "flat"] = "round"
    tall: Annotated[float, Field(gt=0, le=256)] = 2.0
    passage: Passage | None = None

    def __post_init__(self) -> None:
        needed = SHAPED[self.form]
        if not getattr(self, needed):
            raise FlancoError(text("an area of the form {form} needs: {measure}", form=self.form, measure=needed))

    @property
    def directed(self) -> bool:
        """Whether it points somewhere."""
        return self.form in ("line", "cone")


@dataclass(frozen=True, slots=True)
class Power:
    """A spell, or an ability that is not magical unless it says so. # rule: ATK-5 ATK-6 ATK-7 EFF-3 EFF-5

    ``action``: what it takes; ``long`` is a Full action now, and the power works when the caster's next turn starts,
    unless it is interrupted. ``attack`` says how it meets its targets: ``area`` (one roll of ``roll``, or ``nd``,
    against the Defence of each), ``internal`` (each tests ``defence`` against ``nd``), ``direct`` (``roll`` against
    ``defence``), ``none`` (it simply works). ``range`` is in metres, 0 the caster itself, or an area that starts at its
    edge; ``targets`` how many creatures it takes; ``picks`` how many of those inside an area (0: everything
    inside). ``saved`` is what a passed test still lets through: half the damage, or nothing; by itself, half of an area
    (DEF-2), nothing of all else. ``uses`` in a scene, 0
    without limit. ``concentration``: its lasting effects hold only while the caster spends its Full actions on them.
    ``gestures``: whether it needs them (NLT-8); None: as spells do, and abilities do not.
    """

    id: Id
    name: Name
    effects: Annotated[tuple[WrittenEffect, ...], Field(min_length=1)]
    text: str = ""
    source: Literal["spell", "ability"] = "spell"
    nature: Nature = "magical"
    action: Literal["execution", "full", "long"] = "execution"
    attack: Literal["none", "area", "internal", "direct"] = "none"
    aim: Literal["self", "ally", "enemy", "creature", "place"] = "enemy"
    range: Metres = 0
    targets: Annotated[int, Field(ge=1, le=100)] = 1
    picks: Annotated[int, Field(ge=0, le=100)] = 0
    shape: Shape | None = None
    roll: AttributeName | None = None
    nd: Count = 0
    defence: AttributeName = "mobility"
    saved: Literal["", "half", "nothing"] = ""
    sight: bool = True
    uses: Count = 0
    concentration: bool = False
    gestures: bool | None = field(default=None, metadata=SPARSE)

    @property
    def gestured(self) -> bool:
        """Whether it needs gestures. # rule: NLT-8"""
        return self.source == "spell" if self.gestures is None else self.gestures

    def __post_init__(self) -> None:
        if self.source == "spell":
            object.__setattr__(self, "nature", "magical")  # rule: EFF-5
        if (self.attack == "area") and self.shape is None:
            raise FlancoError(text("an area attack needs a shape"))
        if self.attack in ("area", "direct") and self.roll is None and not self.nd:
            raise FlancoError(text("an attack needs the attribute that it rolls, or an ND"))
        if self.attack == "direct" and self.roll is None:
            raise FlancoError(text("a direct attack needs the attribute that it rolls"))
        if self.attack == "internal" and (self.defence not in ("resistance", "spirit") or not self.nd):
            raise FlancoError(text("an internal attack needs an ND and defence = resistance or spirit"))
        if self.aim == "place" and self.shape is None:
            raise FlancoError(text("a power on a place needs a shape"))


@dataclass(frozen=True, slots=True)
class Item:
    """A thing to carry; ``power`` is what it does when it is used, and it used up unless ``lasting``. ``gestures``:
    whether that needs them; None: it does, unless the thing is enchanted. # rule: ACT-3 NLT-8"""

    id: Id
    name: Name
    power: Power | None = None
    lasting: bool = False
    hands: Annotated[int, Field(ge=0, le=2)] = 1
    gestures: bool | None = field(default=None, metadata=SPARSE)

    @property
    def gestured(self) -> bool:
        """Whether its use needs gestures. # rule: NLT-8"""
        if self.gestures is not None:
            return self.gestures
        return self.power is None or self.power.nature != "magical"


# --- loading ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _PowerFile:
    power: tuple[Power, ...]


@dataclass(frozen=True, slots=True)
class _ConditionFile:
    condition: tuple[ConditionRule, ...]


@dataclass(frozen=True, slots=True)
class ItemTable:
    """An item as it is written: ``power`` is the id of one."""

    id: Id
    name: Name
    power: str | None = None
    lasting: bool = False
    hands: Annotated[int, Field(ge=0, le=2)] = 1
    gestures: bool | None = None


@dataclass(frozen=True, slots=True)
class _ItemFile:
    item: tuple[ItemTable, ...]


T = TypeVar("T", Power, ConditionRule, Item)


def _by_id(document: Document, table: str, values: tuple[T, ...], faults: Callable[[T], str | None]) -> dict[str, T]:
    """Values by id, none of them twice, none of them with an unknown name."""
    found: dict[str, T] = {}
    problems: list[Problem] = []
    for index, value in enumerate(values):
        if value.id in found:
            problems.append(document.problem((table, index, "id"), text("this id is used twice")))
        found[value.id] = value
        if (wrong := faults(value)) is not None:
            problems.append(document.problem((table, index), text("there is no such condition: {id!r}", id=wrong)))
    if problems:
        raise DataError(problems)
    return found


def conditions_named(effect: Effect) -> tuple[str, ...]:
    """The conditions that an effect names."""
    match effect:
        case ConditionEffect():
            return effect.condition, *effect.also
        case CureEffect():
            return effect.conditions
        case ModifierEffect():
            return tuple(each.condition for each in effect.conditions if each.condition)
        case ZoneEffect():
            return effect.conditions + (conditions_named(effect.modifier) if effect.modifier is not None else ())
    return ()


def unknown_condition(power: Power) -> str | None:
    """A condition that a power names and nobody knows."""
    names = (name for effect in power.effects for name in conditions_named(effect))
    return next((name for name in names if name not in condition_rules()), None)


def check_powers(document: Document) -> dict[str, Power]:
    """The powers of a document (``[[power]]`` tables), by id.

    :raises DataError: with every fault.
    """
    return _by_id(document, "power", validate(document, _PowerFile).power, unknown_condition)


def check_conditions(document: Document) -> dict[str, ConditionRule]:
    """The conditions of a document (``[[condition]]`` tables), by id.

    :raises DataError: with every fault.
    """
    written = validate(document, _ConditionFile).condition
    known = {each.id for each in written}
    return _by_id(document, "condition", written, lambda each: next((id for id in each.also if id not in known), None))


def item_of(written: ItemTable, known: Mapping[str, Power]) -> Item:
    """The item of a table that names a known power, or none."""
    return Item(written.id, written.name, known[written.power] if written.power else None, written.lasting,
                written.hands, written.gestures)


def check_items(document: Document) -> dict[str, Item]:
    """The items of a document (``[[item]]`` tables), by id; ``power`` is the id of a power.

    :raises DataError: with every fault.
    """
    written = validate(document, _ItemFile).item
    problems = [
        document.problem(("item", index, "power"), text("there is no such power: {id!r}", id=each.power))
        for index, each in enumerate(written) if each.power is not None and each.power not in powers()
    ]
    if problems:
        raise DataError(problems)
    made = tuple(item_of(each, powers()) for each in written)
    return _by_id(document, "item", made, lambda each: None)


def _rules(name: str) -> Document:
    return load_toml(assets() / "rules" / name)


@cache
def condition_rules() -> Mapping[str, ConditionRule]:
    """The conditions of ``assets/rules/conditions.toml``, by id. # rule: CND-10

    :raises DataError: when that file is broken.
    """
    return check_conditions(_rules("conditions.toml"))


@cache
def powers() -> Mapping[str, Power]:
    """The powers of ``assets/rules/powers.toml``, by id.

    :raises DataError: when that file is broken.
    """
    return check_powers(_rules("powers.toml"))


@cache
def items() -> Mapping[str, Item]:
    """The items of ``assets/rules/items.toml``, by id.

    :raises DataError: when that file is broken.
    """
    return check_items(_rules("items.toml"))
