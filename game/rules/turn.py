"""What a creature has used of its turn. # rule: ACT-1"""

from dataclasses import dataclass, replace
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Turn:
    """What the active creature has used of its turn. # rule: ACT-1

    ``diagonals`` is the parity of diagonal steps walked, for the alternating metric; ``left`` is what is left of the
    last walk, in 1/1000 m, where the settings let a walk be split. ``sustains``: it has spent its Full action on what
    it concentrates on, or has just made it. ``entered`` are the hazards met in this turn, as (who, zone).
    ``unseen`` are the enemies that did not see the creature when its turn began (SIT-1).
    """

    moves: int = 0
    executions: int = 0
    full: int = 0
    diagonals: int = 0
    left: int = 0
    sustains: bool = False
    entered: tuple[tuple[str, str], ...] = ()
    unseen: tuple[str, ...] = ()

    @property
    def may_move(self) -> bool:
        """Whether a Move action is left: one beside an Execution, two without. # rule: ACT-1"""
        return not self.full and self.moves + self.executions < 2

    @property
    def may_execute(self) -> bool:
        """Whether the Execution action is left: one, beside at most one Move. # rule: ACT-1"""
        return not self.full and not self.executions and self.moves < 2

    @property
    def untouched(self) -> bool:
        """Whether no Move, Execution or Full action was used."""
        return not (self.moves or self.executions or self.full)

    def but(self, **changes: Any) -> Self:
        """The turn with some fields changed."""
        return replace(self, **changes)
