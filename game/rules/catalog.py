"""Rules data: ``assets/rules/*.toml`` turned into frozen values, once, at load."""
# ruff: noqa: RUF009 (a function call gives every setting its field, with a default from the file)

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache, lru_cache
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from game.checked import Document, load_toml, validate
from game.errors import DataError, FlancoError, Problem
from game.paths import assets
from game.spatial.grid import units
from game.texts import N_, text

AttributeName = Literal["mobility", "acuity", "strength", "resistance", "spirit", "wits"]
SizeName = Literal["mini", "small", "medium", "normal", "large", "giant", "colossal"]
Nature = Literal["mundane", "magical"]
DamageKind = Literal[
    "cut", "pierce", "bludgeon", "fire", "cold", "electric", "chemical", "sonic", "psychic", "magical", "untyped"
]
DiagonalRule = Literal["uniform", "alternating", "exact", "orthogonal"]
CornerRule = Literal["both", "one"]
DifficultRule = Literal["multiply", "two_diagonals", "plus_one"]
Defeat = Literal["unconscious", "dying", "fallen", "surrendered"]
Consequence = Literal["unconscious", "dying", "fallen", "surrendered", "gone", "dead"]

Name = Annotated[str, Field(min_length=1, max_length=60)]
Id = Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,40}$")]
Count = Annotated[int, Field(ge=0, le=1000)]
Metres = Annotated[int, Field(ge=0, le=1000)]
Percent = Annotated[int, Field(ge=1, le=100)]
Factor = Annotated[int, Field(ge=1, le=10)]

# A field of a module that is off as a rule: where it has its default, it is not written at all.
SPARSE: Final = {"sparse": True}

ATTRIBUTE_NAMES: Final[Mapping[AttributeName, str]] = {
    "mobility": N_("Mobility"),
    "acuity": N_("Acuity"),
    "strength": N_("Strength"),
    "resistance": N_("Resistance"),
    "spirit": N_("Spirit"),
    "wits": N_("Wits"),
}
CONSEQUENCE_NAMES: Final[Mapping[Consequence, str]] = {
    "unconscious": N_("unconscious"),
    "dying": N_("dying"),
    "fallen": N_("fallen"),
    "surrendered": N_("surrendered"),
    "gone": N_("gone"),
    "dead": N_("dead"),
}


# --- weapons ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DamagePart:
    """One part of a blow: its type, its nature, and points of its own. # rule: DMG-10 DMG-15

    Damage of the type ``magical`` is magical by nature, the rest is mundane unless it says otherwise (EFF-5).
    """

    kind: DamageKind
    amount: Count = 0
    nature: Nature = "mundane"

    def __post_init__(self) -> None:
        if self.kind == "magical":
            object.__setattr__(self, "nature", "magical")


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon.

    ``reach`` is in metres, 0 when it is not made to strike with; ``range`` is in metres, 0 when it cannot be thrown or
    shot; ``launch`` says which of the two. ``attribute`` is the one whose bonus adds to the damage; None leaves it to
    the rule: strength for a blow or a throw (DMG-6), nothing for a shot (DMG-7); a name overrides it (DMG-9). The part
    number ``main`` takes the base of 1, the increase and the attribute bonus (DMG-15). A weapon of no ``hands`` is
    part of the body (claws, a tail): always ready, never drawn. ``nd`` is its structural ND, 0 when nothing breaks
    it, ``nd_by_table`` what the table of sizes makes of it where the worked examples say otherwise (STR-1);
    ``ammunition`` the shots or throws it has, 0 when nobody counts them (STR-6). ``practice``: it gives bruises
    (NLT-1); ``polearm``: it drags riders from the saddle (NLT-8).
    """

    id: Id
    name: Name
    parts: Annotated[tuple[DamagePart, ...], Field(min_length=1)]
    reach: Metres = 1
    range: Metres = 0
    launch: Literal["", "thrown", "shot"] = ""
    increase: Count = 0
    attribute: AttributeName | None = None
    hands: Annotated[int, Field(ge=0, le=2)] = 1
    main: Count = 0
    nd: Count = 0
    nd_by_table: Count = 0
    ammunition: Count = 0
    practice: bool = field(default=False, metadata=SPARSE)
    polearm: bool = field(default=False, metadata=SPARSE)

    def __post_init__(self) -> None:
        if bool(self.range) != bool(self.launch):
            raise FlancoError(text("a weapon with a range must say launch = thrown or shot, and only such a weapon"))
        if not (self.reach or self.range):
            raise FlancoError(text("a weapon needs a reach, a range, or both"))
        if self.main >= len(self.parts):
            raise FlancoError(text("main: there is no part number {main}; parts count from 0", main=self.main))


UNARMED: Final = Weapon("", N_("Unarmed"), (DamagePart("bludgeon"),), hands=0)  # rule: DMG-8
IMPROVISED_PARTS: Final = (DamagePart("bludgeon"),)  # rule: DMG-8


@dataclass(frozen=True, slots=True)
class DamageType:
    """A type of damage as it is shown. # rule: DMG-10"""

    id: DamageKind
    name: Name


# --- settings --------------------------------------------------------------------------------------------------------


def _shipped(*place: str) -> Any:
    """A field whose default is what ``assets/rules/settings.toml`` says: that file is the only place of defaults."""
    return field(default_factory=lambda: shipped_setting(*place))


_units = lru_cache(maxsize=64)(units)


@dataclass(frozen=True, slots=True)
class Size:
    """What a size means: the ``side`` of the square footprint and the standing ``height``, both in metres; metres
    added to every melee ``reach``; metres that a Move gives before the mobility bonus. # rule: SHT-4 ATK-1 MOV-1
    """

    side: Annotated[int, Field(ge=1, le=6)]
    height: Annotated[float, Field(gt=0, le=100)]
    reach: Metres
    move: Metres

    @property
    def tall(self) -> int:
        """Standing height in 1/64 m."""
        return _units(self.height)


@dataclass(frozen=True, slots=True)
class Sizes:
    """The table of sizes. # rule: SHT-4"""

    mini: Size = _shipped("sizes", "mini")
    small: Size = _shipped("sizes", "small")
    medium: Size = _shipped("sizes", "medium")
    normal: Size = _shipped("sizes", "normal")
    large: Size = _shipped("sizes", "large")
    giant: Size = _shipped("sizes", "giant")
    colossal: Size = _shipped("sizes", "colossal")

    def __getitem__(self, name: SizeName) -> Size:
        size: Size = getattr(self, name)
        return size


@dataclass(frozen=True, slots=True)
class Settings:
    """Every decision where the texts leave room; ``assets/rules/settings.toml`` gives the values in force and says what
    the texts say. A scenario may override any of them by name.
    """

    # the sheet and its tests
    dice: tuple[Annotated[int, Field(ge=2, le=100)], ...] = _shipped("dice")  # rule: SHT-1
    sizes: Sizes = _shipped("sizes")  # rule: SHT-4
    unconscious: tuple[Literal["paralysed", "prone", "unaware"], ...] = _shipped("unconscious")  # rule: SHT-5
    helpless: tuple[Literal["moves", "executions", "full_actions"], ...] = _shipped("helpless")  # rule: SHT-5
    prone_height: Percent = _shipped("prone_height")  # rule: SHT-4
    crouched_height: Percent = _shipped("crouched_height")  # rule: SHT-4
    highest_face: Literal["doubled", "added"] = _shipped("highest_face")  # rule: TST-2
    advantage_dice: Annotated[int, Field(ge=2, le=4)] = _shipped("advantage_dice")  # rule: TST-4
    advantages: Literal["cancel", "outnumber"] = _shipped("advantages")  # rule: TST-4
    difficulty: Literal["reach", "exceed"] = _shipped("difficulty")  # rule: TST-5
    # turns
    hands: Annotated[int, Field(ge=1, le=8)] = _shipped("hands")  # rule: ACT-2
    split_walk: bool = _shipped("split_walk")  # rule: ACT-2
    crouched_cost: Factor = _shipped("crouched_cost")  # rule: ACT-5
    rising: Literal["free", "move"] = _shipped("rising")  # rule: ACT-5
    crawling_cost: Factor = _shipped("crawling_cost")  # rule: CND-11
    # attacks
    near_shots: bool = _shipped("near_shots")  # rule: ATK-2
    shots_near_allies: Literal["worse", "both"] = _shipped("shots_near_allies")  # rule: ATK-3
    engaged: Literal["armed", "adjacent"] = _shipped("engaged")  # rule: ATK-4
    thrown_weapon: Literal["leaves", "stays"] = _shipped("thrown_weapon")
    critical_graze: bool = _shipped("critical_graze")  # rule: CRI-1
    base_part: Literal["main", "weakest"] = _shipped("base_part")  # rule: DMG-15
    graze_is_minimum: bool = _shipped("graze_is_minimum")  # rule: DMG-5
    at_zero: Defeat = _shipped("at_zero")  # rule: DMG-16
    # the map
    diagonals: DiagonalRule = _shipped("diagonals")
    reach_diagonals: DiagonalRule = _shipped("reach_diagonals")  # rule: ATK-1
    corners: CornerRule = _shipped("corners")
    difficult_diagonals: DifficultRule = _shipped("difficult_diagonals")  # rule: MOV-2
    through_allies: bool = _shipped("through_allies")
    through_enemies: bool = _shipped("through_enemies")
    fallen: Literal["pass", "no_end", "block"] = _shipped("fallen")
    high_ground: Annotated[float, Field(gt=0, le=100)] = _shipped("high_ground")  # rule: SIT-3
    partial_cover: Percent = _shipped("partial_cover")  # rule: SIT-6
    body_cover: bool = _shipped("body_cover")  # rule: SIT-6
    # powers, effects and conditions
    counting: Literal["centre", "any", "half"] = _shipped("counting")  # rule: EFF-4
    origin_height: Annotated[float, Field(gt=0, le=10)] = _shipped("origin_height")  # rule: EFF-4
    burst_passage: Literal["connected", "straight", "through"] = _shipped("burst_passage")  # rule: EFF-4 SIT-7
    line_passage: Literal["connected", "straight", "through"] = _shipped("line_passage")  # rule: EFF-4 SIT-7
    seen_places: bool = _shipped("seen_places")  # rule: EFF-3
    listed_places: Annotated[int, Field(ge=1, le=5000)] = _shipped("listed_places")
    area_tie: Literal["halves", "full"] = _shipped("area_tie")  # rule: DEF-2
    area_cover: bool = _shipped("area_cover")  # rule: DEF-2
    defenceless: Literal["zero", "value"] = _shipped("defenceless")  # rule: DEF-4
    power_tie: Literal["hit", "graze"] = _shipped("power_tie")  # rule: ATK-7
    healing_raises: bool = _shipped("healing_raises")
    weapons_at_zero: Literal["held", "dropped"] = _shipped("weapons_at_zero")  # rule: DMG-16 STR-4
    looting: Literal["everything", "in_hand", "nothing"] = _shipped("looting")  # rule: DMG-16 STR-4
    sight_tests: tuple[Literal["attack", "defence"], ...] = _shipped("sight_tests")  # rule: CND-12
    physical: tuple[AttributeName, ...] = _shipped("physical")  # rule: CND-20
    bleeding: Literal["untyped", "cut", "pierce", "bludgeon"] = _shipped("bleeding")  # rule: CND-22
    condition_turns: Annotated[int, Field(ge=1, le=10)] = _shipped("condition_turns")  # rule: CND-2
    invisible: Literal["total", "partial", "none"] = _shipped("invisible")  # rule: CND-14
    interrupted: Literal["damage", "never"] = _shipped("interrupted")  # rule: ACT-4
    # things
    structure_attacks: Literal["critical", "plain"] = _shipped("structure_attacks")  # rule: STR-3
    unnamed: Literal["each", "joined"] = _shipped("unnamed")  # rule: STR-4
    weapon_sizes: Literal["printed", "table"] = _shipped("weapon_sizes")  # rule: STR-1
    structure_minimum: Literal["original", "worn"] = _shipped("structure_minimum")  # rule: STR-3
    effort: Literal["creature", "structure"] = _shipped("effort")  # rule: STR-5
    ammunition: Literal["things", "always"] = _shipped("ammunition")  # rule: STR-6
    # quick combat
    quick_critical: Annotated[int, Field(ge=1, le=10)] = _shipped("quick_critical")  # rule: QCK-8
    quick_pv: Literal["up", "down"] = _shipped("quick_pv")  # rule: QCK-9
    quick_tie: Literal["hit", "miss"] = _shipped("quick_tie")  # rule: QCK-2
    quick_armour: bool = _shipped("quick_armour")  # rule: QCK-6
    quick_resistance: Count = _shipped("quick_resistance")  # rule: QCK-6
    # movement, hands, manoeuvres
    dash: Factor = _shipped("dash")  # rule: ACT-4
    switching: Literal["one_move", "two_moves"] = _shipped("switching")  # rule: ACT-2
    pick_up_reach: Metres = _shipped("pick_up_reach")  # rule: ACT-2
    step_up: Annotated[float, Field(ge=0, le=100)] = _shipped("step_up")  # rule: MOV-2
    climb: Annotated[float, Field(ge=0, le=100)] = _shipped("climb")  # rule: MOV-2
    step_down: Annotated[float, Field(ge=0, le=100)] = _shipped("step_down")  # rule: MOV-3
    fall_damage: Count = _shipped("fall_damage")  # rule: MOV-3
    fall_prone: bool = _shipped("fall_prone")  # rule: MOV-3
    manoeuvre_tie: Literal["hit", "miss"] = _shipped("manoeuvre_tie")  # rule: MAN-1
    drag_cost: Factor = _shipped("drag_cost")  # rule: MAN-3
    escape: Annotated[tuple[AttributeName, ...], Field(min_length=1)] = _shipped("escape")  # rule: MAN-3
    stray_damage: Literal["full", "half", "one"] = _shipped("stray_damage")  # rule: MAN-3
    several_holds: Literal["together", "apart"] = _shipped("several_holds")  # rule: MAN-3
    grip: Literal["move", "free"] = _shipped("grip")  # rule: MAN-3
    hold_kept: Literal["attempt", "hit"] = _shipped("hold_kept")  # rule: MAN-3
    tripped: Literal["until_it_stands", "next_turn"] = _shipped("tripped")  # rule: MAN-5
    disarmed: Literal["owner", "attacker"] = _shipped("disarmed")  # rule: MAN-6
    distracted: Literal["turn_end", "turn_start"] = _shipped("distracted")  # rule: MAN-7
    sneak: Literal["turn_start", "now"] = _shipped("sneak")  # rule: SIT-1
    # non-lethal fighting
    bruise_numbers: Literal["bonus", "value"] = _shipped("bruise_numbers")  # rule: NLT-2
    bruise_graze: Literal["formula", "light", "nothing"] = _shipped("bruise_graze")  # rule: NLT-2
    bruise_critical: Literal["advantage", "doubled"] = _shipped("bruise_critical")  # rule: NLT-2
    bruise_types: bool = _shipped("bruise_types")  # rule: NLT-2
    residual: Literal["listed", "grave"] = _shipped("residual")  # rule: NLT-5
    recovery_failed: Literal["again", "scene"] = _shipped("recovery_failed")  # rule: NLT-5
    wounds_rest: bool = _shipped("wounds_rest")  # rule: NLT-5
    stress_die: Literal["standard", "simple"] = _shipped("stress_die")  # rule: NLT-6
    botch_dice: Annotated[int, Field(ge=0, le=10)] = _shipped("botch_dice")  # rule: NLT-6
    botch: Literal["lowest", "never"] = _shipped("botch")  # rule: NLT-6
    accident: Literal["critical", "always", "never"] = _shipped("accident")  # rule: NLT-7
    pin_height: Percent = _shipped("pin_height")  # rule: NLT-8
    pinned_defence: Literal["normal", "none"] = _shipped("pinned_defence")  # rule: NLT-8
    hold_renewal: Literal["kept", "lapses"] = _shipped("hold_renewal")  # rule: NLT-8
    own_grapple: Literal["escapes", "reverse"] = _shipped("own_grapple")  # rule: NLT-8
    wrest_test: AttributeName = _shipped("wrest_test")  # rule: NLT-8
    disengage: Literal["roll", "waived"] = _shipped("disengage")  # rule: NLT-8
    saddle_height: Percent = _shipped("saddle_height")  # rule: NLT-9
    saddle_fall: Count = _shipped("saddle_fall")  # rule: NLT-9

    def __post_init__(self) -> None:
        if self.step_up > self.climb:
            raise FlancoError(text("step_up is {up} m, and climb only {climb} m", up=self.step_up,
                                    climb=self.climb))


# --- loading ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _WeaponFile:
    weapon: tuple[Weapon, ...]


@dataclass(frozen=True, slots=True)
class _DamageFile:
    type: tuple[DamageType, ...]


def _rules(name: str) -> Document:
    return load_toml(assets() / "rules" / name)


@cache
def _shipped_settings() -> Settings:
    document = _rules("settings.toml")
    places = [(each.name,) for each in fields(Settings)] + [("sizes", each.name) for each in fields(Sizes)]
    missing = [place for place in places if document.at(place) is None]
    if missing:  # checked first: a missing one would look for its default here again
        raise DataError(document.problem(place, text("this field must be given")) for place in missing)
    return validate(document, Settings)


def shipped_setting(*place: str) -> Any:
    """The value that ``assets/rules/settings.toml`` gives to one setting, or to one entry of a table of settings.

    >>> shipped_setting("sizes", "large").side
    2

    :raises DataError: when that file is broken.
    """
    value: Any = _shipped_settings()
    for name in place:
        value = getattr(value, name)
    return value


def settings_with(overrides: Mapping[str, Any], file: str = "settings") -> Settings:
    """The shipped settings with some of them changed by name.

    >>> settings_with({"diagonals": "alternating"}).diagonals
    'alternating'

    :raises DataError: with every unknown name and every value that is not allowed.
    """
    return validate(Document(file, dict(overrides)), Settings)


def check_weapons(document: Document) -> dict[str, Weapon]:
    """The weapons of a document (``[[weapon]]`` tables), by id, in file order.

    :raises DataError: with every fault, ids written twice among them.
    """
    weapons = validate(document, _WeaponFile).weapon
    found: dict[str, Weapon] = {}
    problems: list[Problem] = []
    for index, weapon in enumerate(weapons):
        if weapon.id in found:
            problems.append(document.problem(("weapon", index, "id"), text("this id is used twice")))
        found[weapon.id] = weapon
    if problems:
        raise DataError(problems)
    return found


@cache
def weapons() -> Mapping[str, Weapon]:
    """The armoury of ``assets/rules/weapons.toml``, by id.

    :raises DataError: when that file is broken.
    """
    return check_weapons(_rules("weapons.toml"))


@cache
def damage_types() -> Mapping[str, DamageType]:
    """The damage types of ``assets/rules/damage.toml``, by id. # rule: DMG-10

    :raises DataError: when that file is broken.
    """
    return {each.id: each for each in validate(_rules("damage.toml"), _DamageFile).type}
