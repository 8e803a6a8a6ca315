"""Traits (Vantagens): what ``assets/rules/traits.toml`` says, and what a creature gets from all of its traits.

A sheet names its traits, and holds those whole that a scenario brings. What protects is written onto the sheet when it
is read (:func:`equipped`); what matters in use is added up by :func:`granted`. # rule: SHT-3
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from game.checked import Document, load_toml, not_one_of, validate
from game.errors import DataError, Problem
from game.paths import assets
from game.rules.catalog import AttributeName, Count, Id, Metres, Name, damage_types
from game.rules.powers import ConditionResponse, DamageResponse, condition_rules
from game.texts import text
from game.toml_lines import Place

if TYPE_CHECKING:
    from game.rules.sheet import Sheet

Bonus = Annotated[int, Field(ge=-20, le=20)]


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait and what it gives; what is not named is not changed.

    ``aim``: shots add the acuity bonus to their damage (DMG-7); ``reach``: metres more in melee (ATK-1); ``unarmed``:
    points more for unarmed blows (DMG-8); ``attribute``: the one that blows and throws add to damage, where its bonus
    is better than that of strength (DMG-9); ``defence``, ``reduction``, ``cancels_minimum``, ``responses`` and
    ``conditions`` as on a sheet (DEF-1 DEF-3 DMG-5 CND-5). ``move`` are metres more a Move, ``dash`` moves more in a
    dash (MOV-1 ACT-4): traits of ``speed``, which who is slow cannot use (CND-18).
    """

    id: Id
    name: Name
    text: str = ""
    aim: bool = False
    reach: Metres = 0
    unarmed: Count = 0
    attribute: AttributeName | None = None
    defence: Bonus = 0
    reduction: Count = 0
    cancels_minimum: bool = False
    responses: tuple[DamageResponse, ...] = ()
    conditions: tuple[ConditionResponse, ...] = ()
    move: Metres = 0
    dash: Annotated[int, Field(ge=0, le=10)] = 0


@dataclass(frozen=True, slots=True)
class Granted:
    """What several traits give together in use; see :class:`Trait`."""

    aim: bool
    reach: int
    unarmed: int
    attributes: tuple[AttributeName, ...]
    move: int
    dash: int


@dataclass(frozen=True, slots=True)
class _TraitFile:
    trait: tuple[Trait, ...]


def check_traits(document: Document) -> dict[str, Trait]:
    """The traits of a document (``[[trait]]`` tables), by id, in file order.

    :raises DataError: with every fault, ids written twice among them.
    """
    found: dict[str, Trait] = {}
    problems: list[Problem] = []
    for index, trait in enumerate(validate(document, _TraitFile).trait):
        if trait.id in found:
            problems.append(document.problem(("trait", index, "id"), text("this id is used twice")))
        found[trait.id] = trait
        problems += unknown_names(document, ("trait", index), trait, condition_rules())
    if problems:
        raise DataError(problems)
    return found


def unknown_names(document: Document, place: Place, trait: Trait, conditions: Collection[str]) -> Iterator[Problem]:
    """The types of damage and the conditions that a trait names and nobody knows."""
    for name, written, known in (
        ("responses", [each.kind for each in trait.responses], damage_types()),
        ("conditions", [each.condition for each in trait.conditions], conditions),
    ):
        for number, each in enumerate(written):
            if each and each not in known:
                yield document.problem((*place, name, number), not_one_of(each, known))


@cache
def traits() -> Mapping[str, Trait]:
    """The traits of ``assets/rules/traits.toml``, by id.

    :raises DataError: when that file is broken.
    """
    return check_traits(load_toml(assets() / "rules" / "traits.toml"))


def traits_of(sheet: "Sheet") -> tuple[Trait, ...]:
    """The traits that a sheet names: its own win over those shipped, and an id that nobody knows is left out.
    # rule: EFF-7"""
    return _found(sheet.traits, sheet.own_traits)


@cache
def _found(ids: tuple[str, ...], own: tuple[Trait, ...]) -> tuple[Trait, ...]:
    known = {**traits(), **{each.id: each for each in own}}
    return tuple(known[id] for id in ids if id in known)


def granted(sheet: "Sheet") -> Granted:
    """What the traits of a sheet give together in use."""
    return _granted(sheet.traits, sheet.own_traits)


@cache
def _granted(ids: tuple[str, ...], own: tuple[Trait, ...] = ()) -> Granted:
    """What the traits of these ids give together in use.

    >>> _granted(("tactical_aim", "long_reach")).reach, _granted(("tactical_aim",)).aim
    (1, True)
    """
    some = _found(ids, own)
    return Granted(
        aim=any(each.aim for each in some),
        reach=sum(each.reach for each in some),
        unarmed=sum(each.unarmed for each in some),
        attributes=tuple(each.attribute for each in some if each.attribute is not None),
        move=sum(each.move for each in some),
        dash=sum(each.dash for each in some),
    )


def equipped(sheet: "Sheet") -> "Sheet":
    """A sheet with the protection that its traits give written onto it, once, when it is read. # rule: DEF-3 SHT-3"""
    for each in traits_of(sheet):
        sheet = replace(
            sheet,
            defence=sheet.defence + each.defence,
            reduction=sheet.reduction + each.reduction,
            cancels_minimum=sheet.cancels_minimum or each.cancels_minimum,
            responses=sheet.responses + each.responses,
            condition_responses=sheet.condition_responses + each.conditions,
        )
    return sheet
