"""Creature sheets: what is printed on them. # rule: SHT-1 SHT-2 SHT-3"""

from dataclasses import dataclass
from typing import Final

from game.rules.catalog import AttributeName, SizeName, Weapon
from game.rules.powers import ConditionResponse, DamageResponse, Item, Power, Response
from game.rules.traits import Trait

__all__ = [
    "ATTRIBUTES", "SIZES", "Attribute", "ConditionResponse", "DamageResponse", "Response", "Sheet",
]

ATTRIBUTES: Final[tuple[AttributeName, ...]] = ("mobility", "acuity", "strength", "resistance", "spirit", "wits")
SIZES: Final[tuple[SizeName, ...]] = ("mini", "small", "medium", "normal", "large", "giant", "colossal")


@dataclass(frozen=True, slots=True)
class Attribute:
    """A value and the sides of its die. # rule: SHT-1"""

    value: int
    die: int

    @property
    def bonus(self) -> int:
        """# rule: SHT-2

        >>> Attribute(12, 6).bonus
        2
        """
        return self.value // 5


@dataclass(frozen=True, slots=True)
class Sheet:
    """A creature as written down; it does not change during a battle.

    Weapons are whole values, so that a battle needs no catalogue to be played; ``reduction`` is taken off after types
    (DMG-4); ``cancels_minimum`` is an armour that cancels minimum damage (DEF-3, DMG-5); ``move`` overrides the metres
    a Move action gives before the mobility bonus (MOV-1). ``powers`` and ``items`` are whole values too; what is left
    of the items is in the battle. ``ward`` is taken off magical damage (DEF-3). ``traits`` are ids; those that are a
    scenario's own are whole in ``own_traits``.
    """

    id: str
    name: str
    mobility: Attribute
    acuity: Attribute
    strength: Attribute
    resistance: Attribute
    spirit: Attribute
    wits: Attribute
    pv: int
    size: SizeName = "medium"
    weapons: tuple[Weapon, ...] = ()
    traits: tuple[str, ...] = ()
    responses: tuple[DamageResponse, ...] = ()
    reduction: int = 0
    defence: int = 0
    cancels_minimum: bool = False
    move: int | None = None
    colour: str = ""
    condition_responses: tuple[ConditionResponse, ...] = ()
    powers: tuple[Power, ...] = ()
    items: tuple[Item, ...] = ()
    ward: int = 0
    own_traits: tuple[Trait, ...] = ()

    def power(self, id: str) -> Power | None:
        """The power of this id, None when it has none such."""
        return next((each for each in self.powers if each.id == id), None)

    def weapon(self, id: str) -> Weapon | None:
        """The weapon of this id, None when it is not carried."""
        return next((each for each in self.weapons if each.id == id), None)

    def attribute(self, name: AttributeName) -> Attribute:
        """The attribute of this name."""
        value: Attribute = getattr(self, name)
        return value
