"""Damage: from the points of a blow to the points that a target loses. # rule: DMG-4

The order is: base, critical doubling, halving in an area, then for each type immunity, resistance and vulnerability,
then reductions, the minimum, and the PV.
"""

from dataclasses import dataclass
from typing import Final

from game.rules.catalog import DamageKind, Nature
from game.rules.sheet import Response

GRAZE: Final = 1  # rule: DMG-2
MINIMUM: Final = 1  # rule: DMG-5


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
