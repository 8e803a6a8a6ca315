"""Non-lethal fighting as data: what ``assets/rules/nonlethal.toml`` can say, and the damage table that it makes.

# rule: NLT-1 NLT-2 NLT-3 NLT-4 NLT-5 NLT-8
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Final, Literal

from pydantic import Field

from game.checked import Document, load_toml, not_one_of, validate
from game.errors import DataError, Problem
from game.paths import assets
from game.rules.catalog import Count, Name, SizeName
from game.rules.damage import after_types
from game.rules.injuries import LEVELS, Level
from game.rules.powers import ConditionRule, Response
from game.rules.repertoire import ManoeuvreRule, manoeuvre_rules
from game.texts import N_, text

if TYPE_CHECKING:
    from game.rules.state import Battle

Width = Annotated[int, Field(ge=1, le=100)]
Source = Literal["unarmed", "declared", "practice"]
DECLARED: Final = -3  # rule: NLT-1
SOURCES: Final[Mapping[Source, str]] = {
    "unarmed": N_("unarmed"), "declared": N_("declared non-lethal"), "practice": N_("practice weapon"),
}


@dataclass(frozen=True, slots=True)
class Widths:
    """How many points each level is wide, by the target's size. # rule: NLT-2"""

    mini: Width
    small: Width
    medium: Width
    normal: Width
    large: Width
    giant: Width
    colossal: Width

    def __getitem__(self, name: SizeName) -> int:
        width: int = getattr(self, name)
        return width


@dataclass(frozen=True, slots=True)
class Named:
    """What something is called."""

    name: Name


@dataclass(frozen=True, slots=True)
class BruiseRule:
    """A level: its penalty to all tests or that it leaves unconscious, minutes of rest before a recovery, what that
    must reach, and the wound that a bruise leaves. ``name`` is that of a bruise, ``wound`` of a wound. # rule: NLT-3
    NLT-4 NLT-5
    """

    id: Level
    name: Name
    wound: Named
    minutes: Count
    ease: Count
    penalty: Count = 0
    unconscious: bool = False
    residual: Level | Literal[""] = ""


@dataclass(frozen=True, slots=True)
class _Base:
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Nonlethal:
    """The whole file; see :class:`BruiseRule`, :class:`Widths` and :class:`ManoeuvreRule`."""

    widths: Widths
    bruise: tuple[BruiseRule, ...]
    scuffle: tuple[ManoeuvreRule, ...]
    held: tuple[ConditionRule, ...]
    base: _Base = _Base()

    def level(self, id: Level) -> BruiseRule:
        """The level of this id."""
        return self.bruise[LEVELS.index(id)]


def check_nonlethal(document: Document) -> Nonlethal:
    """The rules of a document.

    :raises DataError: with every fault: levels that are missing or out of order, ids written twice, unknown names.
    """
    found = validate(document, Nonlethal)
    problems: list[Problem] = []
    if tuple(each.id for each in found.bruise) != LEVELS:
        problems.append(document.problem(("bruise",), text("the levels are these, in this order: {names}",
                                                           names=", ".join(LEVELS))))
    for table, ids in (("scuffle", [each.id for each in found.scuffle]), ("held", [each.id for each in found.held])):
        problems += [document.problem((table, index, "id"), text("this id is used twice"))
                     for index, id in enumerate(ids) if id in ids[:index]]
    problems += [document.problem(("base", "without", index), not_one_of(id, manoeuvre_rules()))
                 for index, id in enumerate(found.base.without) if id not in manoeuvre_rules()]
    known = [each.id for each in found.held]
    problems += [document.problem(("held",), text("there is no such condition: {id!r}", id=id))
                 for id in ("grappled", "pinned") if id not in known]
    if problems:
        raise DataError(problems)
    return found


@cache
def nonlethal() -> Nonlethal:
    """The rules of ``assets/rules/nonlethal.toml``.

    :raises DataError: when that file is broken.
    """
    return check_nonlethal(load_toml(assets() / "rules" / "nonlethal.toml"))


# --- the damage table ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BruiseSheet:
    """What an attack does that gives bruises, but for its advantage: ``strength`` + ``weapon`` + advantage - ``soak``
    on a table whose levels are ``width`` points wide. ``graze``, ``doubled`` (on the highest face) and ``responses``
    (of the target to the blow's type) are as the settings say. # rule: NLT-1 NLT-2"""

    source: Source
    strength: int
    weapon: int
    soak: int
    width: int
    graze: Literal["formula", "light", "nothing"] = "formula"
    doubled: bool = False
    responses: tuple[Response, ...] = ()

    def total(self, advantage: int, critical: bool = False) -> int:
        """The damage total of a blow with that attack advantage; 0 is a graze. # rule: NLT-2

        >>> BruiseSheet("unarmed", 2, 0, 1, 5).total(4)
        5
        """
        if not advantage and self.graze != "formula":
            return 1 if self.graze == "light" else 0
        points = self.strength + self.weapon + advantage
        if critical and self.doubled and advantage:
            points *= 2
        return after_types(points, self.responses) - self.soak

    def level(self, total: int) -> Level | None:
        """The level of a damage total, None when it leaves no trace. # rule: NLT-2

        >>> [BruiseSheet("unarmed", 2, 0, 1, 5).level(each) for each in (0, 1, 5, 6, 10, 15, 20, 21)]
        [None, 'light', 'light', 'medium', 'medium', 'grave', 'incapacitated', 'fatal']
        """
        return None if total <= 0 else LEVELS[min((total - 1) // self.width, len(LEVELS) - 1)]


# --- what is in force ------------------------------------------------------------------------------------------------


def repertoire_of(battle: "Battle") -> Mapping[str, ManoeuvreRule]:
    """The manoeuvres of a battle, by id: those of the module take the place of others of the same name. # rule:
    NLT-8"""
    return _with_scuffles() if battle.nonlethal else manoeuvre_rules()


@cache
def _with_scuffles() -> Mapping[str, ManoeuvreRule]:
    rules = nonlethal()
    base = {id: rule for id, rule in manoeuvre_rules().items() if id not in rules.base.without}
    return base | {each.id: each for each in rules.scuffle}


@cache
def held_rules() -> Mapping[str, ConditionRule]:
    """What holds for who is held in a manoeuvre, by id. # rule: NLT-8"""
    return {each.id: each for each in nonlethal().held}


def injury_name(level: Level, wound: bool = False) -> str:
    """What an injury is called, in English."""
    rule = nonlethal().level(level)
    return rule.wound.name if wound else rule.name


def knocks_out(level: Level) -> bool:
    """Whether an injury of this level leaves its bearer unconscious. # rule: NLT-3"""
    return nonlethal().level(level).unconscious
