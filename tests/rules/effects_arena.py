"""Shorthand for tests of effects: the GM puts things on creatures, and turns go by."""

from typing import Any

from game.rules.actions import EndTurn, GmEffect
from game.rules.catalog import DamagePart
from game.rules.powers import ConditionEffect, Duration, Effect, powers
from game.rules.state import Battle, Placement
from tests.rules.arena import do


def put(where: Battle, who: str, condition: str, source: str = "", magical: bool = False, **fields: Any) -> Battle:
    """A condition by the GM's hand."""
    after, _ = do(where, GmEffect(ConditionEffect(condition, **fields), (who,), magical=magical, source=source))
    return after


def give(where: Battle, who: str, effect: Effect, source: str = "", magical: bool = False) -> Battle:
    """Any effect on a creature by the GM's hand."""
    return do(where, GmEffect(effect, (who,), magical=magical, source=source))[0]


def spread(where: Battle, effect: Effect, *cells: tuple[int, int], source: str = "") -> Battle:
    """A zone on some squares by the GM's hand."""
    return do(where, GmEffect(effect, place=Placement(cells=cells), source=source))[0]


def turns(where: Battle, count: int) -> tuple[Battle, list[Any]]:
    """So many turns go by, in which nobody does anything."""
    events = []
    for _ in range(count):
        assert where.active is not None
        where, more = do(where, EndTurn(where.active.id))
        events += more
    return where, events


def until(where: Battle, who: str, round: int) -> tuple[Battle, list[Any]]:
    """Turns go by until that one of a creature begins."""
    events = []
    while (where.active.id, where.round) != (who, round):  # type: ignore[union-attr]
        where, more = turns(where, 1)
        events += more
    return where, events


def lasts(count: int, until: Any = "rounds") -> Duration:
    return Duration(count, until)


def harm(kind: Any, amount: int) -> DamagePart:
    return DamagePart(kind, amount)


def power(id: str) -> Any:
    return powers()[id]
