"""Attacks: one finished sheet of every modifier before anything is rolled.

The preview, the roll, the log, "why?" and the odds all read the same :class:`AttackSheet`.
"""

from dataclasses import dataclass
from typing import Literal

from game.rules.actions import AttackMode
from game.rules.catalog import DamagePart
from game.spatial.grid import Barrier, Cell
from game.spatial.sight import Ray
from game.texts import Text

Side = Literal["attack", "defence"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What on the map caused something: the lines drawn, the cells, the barriers crossed, and the other creatures
    (ids) that took part."""

    rays: tuple[Ray, ...] = ()
    cells: tuple[Cell, ...] = ()
    barriers: tuple[Barrier, ...] = ()
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Modifier:
    """One bonus or penalty: the rule that gives it, its English name (a msgid), how much, to which of the two totals,
    and its proof."""

    rule: str
    label: str
    amount: int
    side: Side
    evidence: Evidence = Evidence()


@dataclass(frozen=True, slots=True)
class AttackSheet:
    """An attack before it is rolled, complete: whoever has the sheet needs nothing else to roll it or to know its odds.

    ``weapon`` is an id of the attacker's sheet, empty for an unarmed blow. ``attack_value`` is what the attribute adds,
    ``attack_highest`` what it adds on the die's highest face (TST-2); the same for the defence. ``advantage`` and
    ``defence_advantage`` are 1, 0 or -1, with ``advantage_dice`` dice rolled when not 0. ``miss_chance`` is out of 10:
    faces up to it fail before the attack is rolled, by ``miss_rule``. ``damage`` are the parts of a full hit, ``main``
    the one that a graze's point belongs to. ``refused`` says why this attack may not be made, None when it may.
    """

    attacker: str
    target: str
    weapon: str
    mode: AttackMode
    attack_die: int
    attack_value: int
    attack_highest: int
    defence_die: int
    defence_value: int
    defence_highest: int
    modifiers: tuple[Modifier, ...] = ()
    advantage: int = 0
    defence_advantage: int = 0
    advantage_dice: int = 2
    miss_chance: int = 0
    miss_rule: Literal["", "SIT-4", "SIT-5"] = ""
    miss_evidence: Evidence = Evidence()
    damage: tuple[DamagePart, ...] = ()
    main: int = 0
    graze_doubles: bool = False
    graze_is_minimum: bool = True
    refused: Text | None = None

    @property
    def attack_total_modifier(self) -> int:
        """The sum of what the attacker gets."""
        return sum(each.amount for each in self.modifiers if each.side == "attack")

    @property
    def defence_total_modifier(self) -> int:
        """The sum of what the target gets."""
        return sum(each.amount for each in self.modifiers if each.side == "defence")
