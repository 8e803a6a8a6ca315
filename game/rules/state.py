"""The state of a battle: one frozen value. Nothing that follows from it is stored in it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Literal, Self

from game.rules import ground
from game.rules.catalog import SPARSE, Consequence, DamagePart, Nature, Settings, Weapon
from game.rules.decided import conditions_of
from game.rules.evidence import Modifier
from game.rules.injuries import Injury
from game.rules.powers import (
    ConditionRule,
    ContinuousEffect,
    Item,
    ModifierEffect,
    Power,
    Shape,
    TestChange,
    ZoneEffect,
)
from game.rules.sheet import Sheet
from game.rules.turn import Turn as Turn
from game.spatial.areas import Origin
from game.spatial.grid import Cell, Grid, Mask
from game.texts import tr

Posture = Literal["standing", "crouched", "prone"]
Pressure = Literal["enemies", "always", "never"]
Mode = Literal["normal", "quick"]
Told = Literal["digits", "words", "nothing"]
Nonlethal = Literal["", "bruises"]  # whether that module is on  # rule: NLT-1
HoldKind = Literal["", "grapple", "pin", "wrest"]
StructureKind = Literal["wall", "low_wall", "door", "window", "pillar", "tree", "block"]


@dataclass(frozen=True, slots=True)
class Team:
    """A side. All others are its enemies. ``zone`` are the cells where it may be placed before round 1 (DEPLOY);
    ``players``: people play it, so that in quick combat it acts first (QCK-4)."""

    id: str
    name: str
    zone: tuple[Cell, ...] = ()
    players: bool = False


@dataclass(frozen=True, slots=True)
class Structure:
    """A thing on the map that stands in the way; its barriers carry its id in ``Battle.map``.

    ``cells`` are those it fills (a block, a door, a pillar); a thin wall fills none and has ``segment``, in metres.
    ``open`` is None unless it is a door or window that opens. ``nd`` is its structural ND (STR-1), 0 when nothing
    breaks it; ``wear`` is what that has lost (STR-3), and ``fallen`` says that it stands no more (STR-8). ``material``
    is the English name of what it is made of; ``user`` the creature that has it in use (STR-4). ``locked``: it is shut,
    and nobody opens it.
    """

    id: str
    kind: StructureKind
    cells: tuple[Cell, ...] = ()
    segment: tuple[float, float, float, float] | None = None
    height: float = 3.0
    open: bool | None = None
    name: str = ""
    nd: int = 0
    wear: int = 0
    fallen: bool = False
    material: str = ""
    user: str = ""
    locked: bool = False

    @property
    def gone(self) -> bool:
        """Whether its barriers are away: it is open, or has fallen."""
        return self.fallen or bool(self.open)

    def but(self, **changes: Any) -> Self:
        """The structure with some fields changed."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class Expiry:
    """When something ends: at the start or end of a turn, or right before the turn of an initiative slot. # rule: EFF-6

    ``whose`` is an identity, that of the slot too: slots go on when their owner no longer acts. ``count`` is how many
    such moments are still to come; it ends at the last of them.
    """

    of: Literal["turn", "slot"]
    whose: str
    at: Literal["start", "end"] = "start"
    count: int = 1


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on a combatant: its id in the catalogue, who caused it, its nature, and when it ends (None: with the
    scene, or by an act). A poison brings its own damage, changes of tests and other conditions. ``focus`` is a place
    that holds the attention. ``power`` is what it comes from; ``sustained``: it holds while the source concentrates;
    ``stays``: it outlasts the scene (CND-3).
    """

    id: str
    source: str = ""
    nature: Nature = "mundane"
    expiry: Expiry | None = None
    damage: tuple[DamagePart, ...] = ()
    tests: tuple[TestChange, ...] = ()
    also: tuple[str, ...] = ()
    focus: Cell | None = None
    power: str = ""
    sustained: bool = False
    stays: bool = False

    @property
    def keeper(self) -> str:
        """Whose concentration it needs, empty when it needs none. # rule: ACT-4"""
        return self.source if self.sustained else ""

    def but(self, **changes: Any) -> Self:
        """The condition with some fields changed."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class Ongoing:
    """A modifier or a continuous effect that a combatant is under. # rule: EFF-1"""

    effect: ModifierEffect | ContinuousEffect
    source: str = ""
    nature: Nature = "mundane"
    expiry: Expiry | None = None
    power: str = ""
    sustained: bool = False

    @property
    def keeper(self) -> str:
        """Whose concentration it needs, empty when it needs none. # rule: ACT-4"""
        return self.source if self.sustained else ""

    def but(self, **changes: Any) -> Self:
        """The effect with some fields changed."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class Zone:
    """A changed part of the scene. Its cells, and who is inside, follow from its shape and the map, never stored.

    An aura has no ``origin``: it goes where its ``source`` goes, and ends with it. ``cells`` are those of a free set.
    ``wear`` is what the structural ND of its walls has lost (STR-3).
    """

    id: str
    effect: ZoneEffect
    shape: Shape
    source: str = ""
    nature: Nature = "mundane"
    expiry: Expiry | None = None
    origin: Origin | None = None
    direction: tuple[int, int] = (1, 0)
    cells: tuple[Cell, ...] = ()
    power: str = ""
    sustained: bool = False
    wear: int = 0

    def but(self, **changes: Any) -> Self:
        """The zone with some fields changed."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class GroundItem:
    """A thing that lies on the map: a weapon or an item, and whose it was. ``wear`` is what its ND has lost (STR-3).
    ``unseen``: it fell from one who was hidden, and still is."""

    id: str
    cell: Cell
    weapon: Weapon | None = None
    item: Item | None = None
    owner: str = ""
    wear: int = 0
    unseen: bool = field(default=False, metadata=SPARSE)

    def but(self, **changes: Any) -> Self:
        """The thing with some fields changed."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class Placement:
    """Where an area is put: the kind of its origin, its place in metres, its direction, or the cells of a free set.

    ``height`` is that of the origin, in metres above its ground, or above the feet of the caster whose edge it is at;
    None is as usual: 1 m, or just below the head of a lower caster.
    """

    origin: Literal["corner", "cell", "edge"] = "corner"
    x: float = 0
    y: float = 0
    direction: tuple[int, int] = (1, 0)
    cells: tuple[Cell, ...] = ()
    height: float | None = None


@dataclass(frozen=True, slots=True)
class Casting:
    """A long casting under way: it works when the caster's next turn starts. # rule: ACT-4"""

    power: Power
    targets: tuple[str, ...] = ()
    place: Placement | None = None
    word: tuple[Modifier, ...] = ()  # the GM's


@dataclass(frozen=True, slots=True)
class Hold:
    """One creature holds another in a grapple. # rule: MAN-3 NLT-8

    ``nd`` is what the held one must reach to get free: the last total against it; ``kept``: the holder has attacked or
    grappled it in its turn so far. That the held one is restrained follows from this, and is not stored. ``form`` is
    that of the module of non-lethal fighting, where ``thing`` is what both hold (NLT-8).
    """

    holder: str
    held: str
    nd: int
    kept: bool = True
    form: HoldKind = field(default="", metadata=SPARSE)
    thing: str = field(default="", metadata=SPARSE)

    def but(self, **changes: Any) -> Self:
        """The hold with some fields changed."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class Combatant:
    """A creature in the battle. ``given`` is the name that it was given, if any, and ``number`` tells it from others of
    that name or kind, 0 when it is the only one: :attr:`name` is what people call it.

    ``cell`` is the top left of its footprint, None before it is placed; ``altitude`` is above the ground, in 1/64 m;
    ``hands`` are the ids of the weapons it holds, among ``sheet.weapons``; ``out`` says that it is out of the fight,
    and ``consequence`` how (DMG-16); ``initiative`` is its first total, before rerolls among the tied, and after a
    delay that of the place taken. ``ongoing`` are modifiers and continuous effects; ``items`` those it still has;
    ``spent`` holds the id of a power once for each use; ``lost`` are weapons of the sheet that it no longer carries,
    ``picked`` those it took up. ``efforts`` counts its attempts at things in melee since it rested, by thing, and
    ``exhausted`` says that they took its last PV (STR-5); ``shots`` counts the ammunition spent, by weapon (STR-6);
    ``struck`` are the hits it has taken in quick combat (QCK-3), where the GM may add ``guard`` to its fixed defence
    (QCK-6). ``sneaked`` are those whom it has struck at unseen (SIT-1). ``worn`` is what the NDs of its weapons have
    lost, by weapon (STR-3); ``loose`` are two-handed ones that it holds with one hand (MAN-3). ``hidden``: the GM keeps
    it from the players, who see nothing of it and of what it does. ``bruises`` and ``wounds`` are those that it has,
    ``past`` those that it had (NLT-2, NLT-5); ``accident``: the GM has not said yet whether it died (NLT-7); ``mount``
    is whom it rides, and is where it is (NLT-9). Conditions owed to a zone or a hold are not here:
    see :func:`game.rules.conditions.plight`.
    """

    id: str
    given: str = field(metadata={"written": "name"})
    team: str
    sheet: Sheet
    pv: int
    cell: Cell | None = None
    altitude: int = 0
    hands: tuple[str, ...] = ()
    crouched: bool = False
    conditions: tuple[Condition, ...] = ()
    initiative: int | None = None
    out: bool = False
    consequence: Consequence | None = None
    ongoing: tuple[Ongoing, ...] = ()
    items: tuple[Item, ...] = ()
    spent: tuple[str, ...] = ()
    casting: Casting | None = None
    lost: tuple[str, ...] = ()
    picked: tuple[Weapon, ...] = ()
    loose: tuple[str, ...] = ()
    efforts: tuple[tuple[str, int], ...] = ()
    exhausted: bool = False
    shots: tuple[tuple[str, int], ...] = ()
    struck: int = 0
    guard: int = 0
    sneaked: tuple[str, ...] = ()
    hidden: bool = field(default=False, metadata=SPARSE)
    worn: tuple[tuple[str, int], ...] = ()
    number: int = 0
    bruises: tuple[Injury, ...] = field(default=(), metadata=SPARSE)
    wounds: tuple[Injury, ...] = field(default=(), metadata=SPARSE)
    past: tuple[Injury, ...] = field(default=(), metadata=SPARSE)
    accident: bool = field(default=False, metadata=SPARSE)
    mount: str = field(default="", metadata=SPARSE)

    @property
    def name(self) -> str:
        """The name that it was given, else that of its kind in the language in force, with its number."""
        called = self.given or tr(self.sheet.name)
        return f"{called} {self.number}" if self.number else called

    def weapon(self, id: str) -> Weapon | None:
        """The weapon of this id that it carries now: what it has not lost, and what it has picked up."""
        own = None if id in self.lost else self.sheet.weapon(id)
        return own or next((each for each in self.picked if each.id == id), None)

    @property
    def weapons(self) -> tuple[Weapon, ...]:
        """What it carries now."""
        return tuple(each for each in self.sheet.weapons if each.id not in self.lost) + self.picked

    def has(self, condition: str) -> bool:
        """Whether it is under this condition."""
        return any(each.id == condition for each in self.conditions)

    @property
    def posture(self) -> Posture:
        """How it holds itself."""
        return "prone" if self.has("prone") else "crouched" if self.crouched else "standing"

    def but(self, **changes: Any) -> Self:
        """The combatant with some fields changed."""
        return replace(self, **changes)


def _seated(combatants: tuple[Combatant, ...]) -> tuple[Combatant, ...]:
    """Everybody who rides where its mount is. # rule: NLT-9"""
    if not any(each.mount for each in combatants):
        return combatants
    places = {each.id: each.cell for each in combatants}
    return tuple(each.but(cell=places[each.mount]) if each.mount in places and each.cell != places[each.mount] else each
                 for each in combatants)


@lru_cache(maxsize=64)
def _standing(map: Grid, opened: tuple[str, ...]) -> Grid:
    """The map without some structures, made once for all battles on it."""
    return map.without(opened)


@dataclass(frozen=True)
class Battle:
    """A battle at one moment.

    ``zones`` are changes of the scene in the order they were made, ``items`` what lies on the ground; ``slot`` is the
    identity whose place in the order came last; ``made`` counts zones and things, for their ids.
    ``order`` is the initiative order by identity; ``waiting`` are those who still act this round, the first of them
    being the active one; ``delayed`` are those who have put off their turn in this round; ``dice`` counts the dice
    rolled so far. ``map`` has every structure in place and shut; :attr:`grid` is the map as it stands now. ``pressure``
    says what keeps creatures from taking their time: the enemies in the fight, or what the GM said (STR-7); ``mode`` is
    that of the scenario, until the GM goes over to normal combat (QCK-9). ``holds`` are the grapples (MAN-3).
    ``conditions`` are those that the scenario brings, whole, so that a battle needs no file to be played (EFF-7).
    ``told`` says how the numbers of enemies are told, in what players see of a battle. ``nonlethal`` is the module of
    that name, when it is on.
    """

    map: Grid
    structures: tuple[Structure, ...]
    teams: tuple[Team, ...]
    combatants: tuple[Combatant, ...]
    settings: Settings
    name: str = ""
    phase: Literal["deploy", "fight", "over"] = "deploy"
    round: int = 0
    order: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    delayed: tuple[str, ...] = ()
    turn: Turn = field(default_factory=Turn)
    dice: int = 0
    winner: str | None = None
    zones: tuple[Zone, ...] = ()
    items: tuple[GroundItem, ...] = ()
    slot: str = ""
    made: int = 0
    pressure: Pressure = "enemies"
    mode: Mode = "normal"
    holds: tuple[Hold, ...] = ()
    conditions: tuple[ConditionRule, ...] = ()
    told: Told = field(default="digits", metadata=SPARSE)
    nonlethal: Nonlethal = field(default="", metadata=SPARSE)

    @cached_property
    def condition_rules(self) -> Mapping[str, ConditionRule]:
        """The conditions that there are, by id: a scenario's own win over those shipped. # rule: CND-1 EFF-7"""
        return conditions_of(self.settings, self.conditions, bool(self.nonlethal))

    @cached_property
    def standing(self) -> Grid:
        """The map without the barriers of open doors and of what has fallen, and without what zones do to it.
        # rule: STR-8"""
        opened = tuple(each.id for each in self.structures if each.gone)
        return _standing(self.map, opened) if opened else self.map

    @cached_property
    def changed(self) -> "ground.Changed":
        """The map as zones change it, and the cells of each zone."""
        return ground.changed(self)

    @property
    def grid(self) -> Grid:
        """The map as it stands: doors, and what zones make of it (walls, smoke, difficult ground)."""
        return self.changed.grid if self.zones else self.standing

    def cells_of(self, zone: str) -> Mask:
        """(H, W) bool: the cells of a zone as the map stands."""
        return self.changed.masks[zone]

    def grid_with(self, structure: str, shut: bool) -> Grid:
        """The map as it would stand with one structure shut, or open (its barriers away)."""
        opened = tuple(each.id for each in self.structures
                       if each.fallen or (not shut if each.id == structure else each.open))
        return _standing(self.map, opened) if opened else self.map

    @cached_property
    def filling(self) -> dict[Cell, tuple[Structure, ...]]:
        """The structures that fill each cell, shut or open."""
        found: dict[Cell, tuple[Structure, ...]] = {}
        for structure in self.structures:
            for cell in structure.cells:
                found[cell] = (*found.get(cell, ()), structure)
        return found

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """Answers about this very battle that were worked out once: never compared, never saved."""
        return {}

    @cached_property
    def by_id(self) -> dict[str, Combatant]:
        """Combatants by id."""
        return {each.id: each for each in self.combatants}

    @property
    def active(self) -> Combatant | None:
        """Whose turn it is."""
        return self.by_id[self.waiting[0]] if self.phase == "fight" and self.waiting else None

    def __getitem__(self, who: str) -> Combatant:
        return self.by_id[who]

    def present(self) -> Iterator[Combatant]:
        """Those who are on the map and in the fight, without those who are hidden."""
        return (each for each in self.combatants if each.cell is not None and not each.out and not each.hidden)

    @property
    def lying(self) -> tuple[GroundItem, ...]:
        """What lies on the ground for all to see."""
        return tuple(each for each in self.items if not each.unseen)

    def holds_by(self, holder: str) -> tuple[Hold, ...]:
        """The holds that a creature has on others, one for each hand that holds, the oldest first. # rule: MAN-3"""
        return tuple(each for each in self.holds if each.holder == holder)

    def drags(self, holder: str) -> tuple[Hold, ...]:
        """The holds that it drags others along by: none of the other module, which end with a walk. # rule: MAN-3
        NLT-8"""
        return () if self.nonlethal else self.holds_by(holder)

    def riders_of(self, mount: str) -> tuple[Combatant, ...]:
        """Who rides a creature. # rule: NLT-9"""
        return tuple(each for each in self.combatants if each.mount == mount) if self.nonlethal else ()

    def hold_of(self, holder: str, held: str) -> Hold | None:
        """The hold of one creature on another. # rule: MAN-3"""
        return next((each for each in self.holds if (each.holder, each.held) == (holder, held)), None)

    def holds_on(self, held: str) -> tuple[Hold, ...]:
        """The holds on a creature, the oldest first. # rule: MAN-3"""
        return tuple(each for each in self.holds if each.held == held)

    def structure(self, id: str) -> Structure | None:
        """The structure of this id."""
        return next((each for each in self.structures if each.id == id), None)

    def with_combatant(self, changed: Combatant) -> Self:
        """The battle with one combatant replaced (by id); who rides is where its mount is. # rule: NLT-9"""
        combatants = tuple(changed if each.id == changed.id else each for each in self.combatants)
        return self.but(combatants=_seated(combatants) if self.nonlethal else combatants)

    def but(self, **changes: Any) -> Self:
        """The battle with some fields changed."""
        return replace(self, **changes)
