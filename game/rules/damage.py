"""Damage: from the points of a blow to the points that a target loses. # rule: DMG-4

The order is: base, critical doubling, then for each type immunity, resistance and vulnerability, then reductions, the
minimum, and the PV.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from game.rules.catalog import IMPROVISED_PARTS, UNARMED, DamageKind, DamagePart, Nature, Settings, Weapon
from game.rules.powers import DamageEffect, Response
from game.rules.sheet import Sheet
from game.rules.traits import granted

BASE: Final = 1  # rule: DMG-6 DMG-7 DMG-8
GRAZE: Final = 1  # rule: DMG-2
MINIMUM: Final = 1  # rule: DMG-5
RESPONSES: Final[tuple[Response, ...]] = ("immune", "resistant", "vulnerable")  # in the order they apply # rule: DMG-4


@dataclass(frozen=True, slots=True)
class Wound:
    """One part of the damage dealt: ``amount`` before the target's types, ``dealt`` after them, and what the target's
    sheet said about it."""

    kind: DamageKind
    nature: Nature
    amount: int
    dealt: int
    responses: tuple[Response, ...] = ()


@dataclass(frozen=True, slots=True)
class Dealt:
    """The whole damage of one blow: its parts, what armour took off, what the minimum gave back, and the total."""

    parts: tuple[Wound, ...]
    reduction: int
    minimum: int
    total: int


def responses(target: Sheet, part: DamagePart) -> tuple[Response, ...]:
    """What a target's sheet says about a part, each once, in the order they apply. # rule: DMG-10 DMG-11"""
    found = {
        each.response
        for each in target.responses
        if each.kind in ("", part.kind) and each.nature in (None, part.nature)
    }
    return tuple(each for each in RESPONSES if each in found)


def after_types(amount: int, found: Iterable[Response]) -> int:
    """Points after immunity, resistance and vulnerability. # rule: DMG-12 DMG-13 DMG-14

    >>> after_types(5, ["resistant"]), after_types(2, ["vulnerable"]), after_types(6, ["immune"])
    (2, 4, 0)
    """
    if "immune" in found:
        return 0
    if "resistant" in found:
        amount //= 2
    return 2 * amount if "vulnerable" in found else amount


def attribute_bonus(attacker: Sheet, weapon: Weapon, thrown_or_struck: bool) -> int:
    """What an attribute adds to a weapon's damage. # rule: DMG-6 DMG-7 DMG-9"""
    if weapon.attribute is not None:
        return attacker.attribute(weapon.attribute).bonus
    given = granted(attacker)
    if thrown_or_struck:
        return max(attacker.attribute(name).bonus for name in ("strength", *given.attributes))
    return attacker.acuity.bonus if given.aim else 0


def full_damage(
    attacker: Sheet, weapon: Weapon, ranged: bool, target: Sheet, settings: Settings
) -> tuple[tuple[DamagePart, ...], int]:
    """The parts of a full hit, and which of them takes the base (and a graze's point). # rule: DMG-6 DMG-7 DMG-15

    A weapon not made to strike with is swung as an improvised one. # rule: DMG-8
    """
    if not ranged and not weapon.reach:
        return (replace(IMPROVISED_PARTS[0], amount=BASE + attacker.strength.bonus),), 0
    if not weapon.id:  # rule: DMG-8: unarmed, only traits add to it
        return (replace(UNARMED.parts[0], amount=BASE + attacker.strength.bonus + granted(attacker).unarmed),), 0
    base = BASE + weapon.increase + attribute_bonus(attacker, weapon, not ranged or weapon.launch == "thrown")
    main = weapon.main
    if settings.base_part == "weakest":
        order = range(len(weapon.parts))
        main = max(order, key=lambda index: after_types(2, responses(target, weapon.parts[index])))
    parts = tuple(
        replace(part, amount=part.amount + base) if index == main else part for index, part in enumerate(weapon.parts)
    )
    return parts, main


def with_nature(parts: Iterable[DamagePart], nature: Nature) -> tuple[DamagePart, ...]:
    """Damage is an effect: what is magical does magical damage. # rule: EFF-5 DMG-10"""
    return tuple(replace(part, nature="magical") if nature == "magical" else part for part in parts)


def damage_parts(source: Sheet | None, effect: DamageEffect, nature: Nature) -> tuple[DamagePart, ...]:
    """The points of a damage effect, with the attribute bonus of its source on the first part. # rule: SHT-2 EFF-1"""
    parts = with_nature(effect.parts, nature)
    if effect.attribute is None or source is None:
        return parts
    bonus = source.attribute(effect.attribute).bonus
    return (replace(parts[0], amount=parts[0].amount + bonus), *parts[1:])


def hit(
    parts: Iterable[DamagePart], target: Sheet, critical: bool = False, halved: bool = False, minimum: bool = True
) -> Dealt:
    """The damage of a full hit; ``halved`` by a Defence against an area; ``minimum`` False when the effect itself does
    away with the minimum. # rule: DMG-1 DMG-4 DMG-5 CRI-1 DEF-2"""
    dealt = [replace(part, amount=part.amount * (2 if critical else 1)) for part in parts]
    if halved:
        dealt = _halved(dealt)
    return _deal(dealt, target, minimum and not target.cancels_minimum)


def _halved(parts: list[DamagePart]) -> list[DamagePart]:
    """Half the damage of an area, rounded down over all its parts, at least 1. # rule: DEF-2 DMG-4

    The first parts keep what the rounding of each would lose.
    """
    total = sum(part.amount for part in parts)
    left = max(total // 2, 1) if total else 0
    halves = [part.amount // 2 for part in parts]
    for index, part in enumerate(parts):
        while sum(halves) < left and halves[index] < part.amount:
            halves[index] += 1
    return [replace(part, amount=half) for part, half in zip(parts, halves, strict=True)]


def graze(part: DamagePart, target: Sheet, critical: bool = False, is_minimum: bool = True) -> Dealt:
    """The damage of a graze: one point, which still meets types. # rule: DMG-2

    ``is_minimum`` says that the point is the minimum damage: what cancels the minimum cancels the graze (DMG-5).
    """
    amount = GRAZE * (2 if critical else 1)
    if is_minimum and target.cancels_minimum:
        amount = 0
    return _deal([replace(part, amount=amount)], target, not target.cancels_minimum)


def by_word(points: int) -> Dealt:
    """So many points, by the GM's word. # rule: GM"""
    return Dealt((), 0, 0, points)


def _deal(parts: list[DamagePart], target: Sheet, minimum_holds: bool) -> Dealt:
    """Types, reductions, minimum: the second half of DMG-4."""
    wounds = []
    for part in parts:
        found = responses(target, part)
        wounds.append(Wound(part.kind, part.nature, part.amount, after_types(part.amount, found), found))
    typed = sum(wound.dealt for wound in wounds)
    warded = min(target.ward, sum(wound.dealt for wound in wounds if wound.nature == "magical"))  # rule: DEF-3
    reduction = min(target.reduction + warded, typed)
    reduced = typed - reduction
    # rule: DMG-5 DMG-12: a part that met no resistance or immunity keeps the minimum
    unresisted = any(wound.amount and not {"immune", "resistant"} & {*wound.responses} for wound in wounds)
    minimum = MINIMUM - reduced if reduced < MINIMUM and unresisted and minimum_holds else 0
    return Dealt(tuple(wounds), reduction, minimum, reduced + minimum)
