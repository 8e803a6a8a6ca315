"""Rules data: ``assets/rules/*.toml`` turned into frozen values, once, at load."""

from dataclasses import dataclass
from typing import Literal

AttributeName = Literal["mobility", "acuity", "strength", "resistance", "spirit", "wits"]
SizeName = Literal["mini", "small", "medium", "normal", "large", "giant", "colossal"]
Nature = Literal["mundane", "magical"]
DamageKind = Literal[
    "cut", "pierce", "bludgeon", "fire", "cold", "electric", "chemical", "sonic", "psychic", "magical", "untyped"
]
DiagonalRule = Literal["uniform", "alternating", "exact", "orthogonal"]
CornerRule = Literal["both", "one"]


@dataclass(frozen=True, slots=True)
class DamagePart:
    """One part of a blow: its type, nature, and what it adds. # rule: DMG-10 DMG-15

    The first part of a weapon also takes the base of 1, the increase and the attribute bonus.
    """

    kind: DamageKind
    amount: int = 0
    nature: Nature = "mundane"


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon. ``reach`` is in metres, 0 when it cannot strike in melee; ``range`` is in metres, 0 when it cannot be
    thrown or shot; ``launch`` says which of the two. ``attribute`` is the one whose bonus adds to the damage, None for
    none (DMG-6, DMG-7, DMG-9).
    """

    id: str
    name: str
    parts: tuple[DamagePart, ...]
    reach: int = 1
    range: int = 0
    launch: Literal["", "thrown", "shot"] = ""
    increase: int = 0
    attribute: AttributeName | None = "strength"
    hands: int = 1


@dataclass(frozen=True, slots=True)
class Settings:
    """Every decision where the texts leave room ([D]); ``assets/rules/settings.toml`` says what the texts say."""

    diagonals: DiagonalRule = "uniform"
    corners: CornerRule = "both"


