"""Bruises and wounds as values. # rule: NLT-2 NLT-3"""

from dataclasses import dataclass, replace
from typing import Any, Final, Literal, Self

Level = Literal["light", "medium", "grave", "incapacitated", "fatal"]
LEVELS: Final[tuple[Level, ...]] = ("light", "medium", "grave", "incapacitated", "fatal")


@dataclass(frozen=True, slots=True)
class Injury:
    """A bruise or a wound of a creature.

    ``number`` tells it from the creature's others, from 1 on; a wound that a bruise leaves keeps the bruise's.
    ``source`` is who did it, ``cause`` with what (in English), ``total`` the damage total, ``round`` when. ``tries``
    counts the recoveries that failed; ``ended`` says how it went, once it has. # rule: NLT-2 NLT-5
    """

    number: int
    level: Level
    wound: bool = False
    source: str = ""
    cause: str = ""
    total: int = 0
    round: int = 0
    tries: int = 0
    ended: Literal["", "recovered", "ritual", "gm"] = ""

    def but(self, **changes: Any) -> Self:
        """The injury with some fields changed."""
        return replace(self, **changes)
