"""Numbers as people read them, in the language in force."""

from fractions import Fraction

from game.texts import decimal

__all__ = ["decimal", "percent"]


def percent(chance: Fraction) -> str:
    """A chance in per cent, to two decimals.

    >>> percent(Fraction(5, 8)), percent(Fraction(1, 3)), percent(Fraction(1)), percent(Fraction(1, 90000))
    ('62.5 %', '33.33 %', '100 %', '<0.01 %')
    """
    hundredths = round(chance * 10000)
    if hundredths in (0, 10000) and chance not in (0, 1):
        return f"<{decimal(0.01)} %" if chance < Fraction(1, 2) else f">{decimal(99.99)} %"
    return f"{decimal(hundredths / 100)} %"

