"""How the numbers of a creature are told to those who look: as digits, in words, or not at all.

A battle seen by the players (:func:`game.rules.players.players_view`) says how those of their enemies are told; in
every other battle all numbers are digits.
"""

from fractions import Fraction
from typing import Final

from game.rules import quick
from game.rules.players import is_enemy
from game.rules.state import Battle, Combatant
from game.texts import N_, Text, text

STATES: Final = (  # (at most this share of all it has, how it is then)
    (Fraction(0), N_("out of the fight")),
    (Fraction(1, 4), N_("near death")),
    (Fraction(1, 2), N_("badly wounded")),
    (Fraction(3, 4), N_("wounded")),
    (Fraction(1), N_("lightly wounded")),
)
UNHURT: Final = N_("unhurt")


def veiled(battle: Battle, who: Combatant | str) -> bool:
    """Whether no number of this creature may be told."""
    if battle.told == "digits":
        return False
    found = battle.by_id.get(who) if isinstance(who, str) else who
    return found is not None and is_enemy(battle, found)


def share_left(battle: Battle, who: Combatant) -> Fraction:
    """What it has left, of all that it has: PV, or hits in quick combat. # rule: QCK-3"""
    left, most = (quick.hits_left(who), quick.most_hits(who)) if battle.mode == "quick" else (who.pv, who.sheet.pv)
    return Fraction(max(left, 0), max(most, 1))


def state_of(share: Fraction) -> Text:
    """How one is who has this share left, in words.

    >>> [state_of(Fraction(pv, 20)).msgid for pv in (20, 19, 15, 10, 5, 0)]
    ['unhurt', 'lightly wounded', 'wounded', 'badly wounded', 'near death', 'out of the fight']
    """
    return text(UNHURT if share >= 1 else next(word for most, word in STATES if share <= most))


def state(battle: Battle, who: Combatant) -> Text | None:
    """How a creature whose numbers are not told is; None when nothing at all is told of it."""
    return state_of(share_left(battle, who)) if battle.told == "words" else None


def bar_of(battle: Battle, who: Combatant) -> tuple[int, int]:
    """How much of its bar is filled, of how much: the very share, or the most that the same word stands for; (0, 0)
    when no bar is shown."""
    share = share_left(battle, who)
    if veiled(battle, who):
        if battle.told == "nothing":
            return 0, 0
        share = min((most for most, _ in STATES if share <= most), default=Fraction(1))
    return share.numerator, share.denominator
