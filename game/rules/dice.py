"""Dice: one injected source. # rule: TST-6

A source is a pure function of the position in the game's stream of dice (``Battle.dice``), so that undo, replay and
what-if branches never re-roll what was rolled: the n-th die of a game is the n-th die, whoever asks again.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from game.errors import DiceError
from game.texts import text


@dataclass(frozen=True, slots=True)
class Die:
    """A die that was rolled."""

    sides: int
    face: int


class Dice(Protocol):
    """The source of every die."""

    def face(self, position: int, sides: int) -> int:
        """The face of the die at this position of the stream, from 1 to ``sides``.

        :raises DiceError: when there is no such die.
        """
        ...


@dataclass(frozen=True, slots=True)
class SeededDice:
    """Dice that follow from a seed.

    >>> [SeededDice(1).face(n, 6) for n in range(5)] == [SeededDice(1).face(n, 6) for n in range(5)]
    True
    """

    seed: int

    def face(self, position: int, sides: int) -> int:
        digest = hashlib.blake2b(f"{self.seed}:{position}".encode(), digest_size=16).digest()
        return int.from_bytes(digest, "big") % sides + 1


@dataclass(frozen=True, slots=True)
class TypedDice:
    """Faces that people typed in; where they left a blank (None), and after the last of them, another source rolls.

    ``first`` is the position of the first face.
    """

    faces: Sequence[int | None]
    first: int
    otherwise: Dice

    def face(self, position: int, sides: int) -> int:
        index = position - self.first
        typed = self.faces[index] if 0 <= index < len(self.faces) else None
        return self.otherwise.face(position, sides) if typed is None else _on_die(typed, sides)


@dataclass(frozen=True, slots=True)
class ScriptedDice:
    """Faces written down beforehand (tests, replays).

    ``first`` is the position of the first face.
    """

    faces: Sequence[int]
    first: int = 0

    def face(self, position: int, sides: int) -> int:
        index = position - self.first
        if not 0 <= index < len(self.faces):
            raise DiceError(text("dice: {count} faces were given, die number {number} is missing",
                                 count=len(self.faces), number=index + 1))
        return _on_die(self.faces[index], sides)


def _on_die(face: int, sides: int) -> int:
    if not 1 <= face <= sides:
        raise DiceError(text("dice: face {face} is not on a d{sides}", face=face, sides=sides))
    return face
