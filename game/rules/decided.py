"""The conditions as a battle has them: the shipped ones as its settings read them, and those that it brings of its own,
which stand as they are written. # rule: CND-1 EFF-7"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from game.rules.catalog import AttributeName, DamageKind, Settings
from game.rules.nonlethal import held_rules
from game.rules.powers import ConditionRule, condition_rules


def conditions_of(
    settings: Settings, own: tuple[ConditionRule, ...], nonlethal: bool = False
) -> Mapping[str, ConditionRule]:
    """Every condition of a battle, by id; its own win over those shipped. ``nonlethal``: with those of that module."""
    if nonlethal:
        return {**_with_holds(settings.pinned_defence == "none"), **conditions_of(settings, own)}
    read = _read(settings.unconscious, settings.helpless, settings.physical, settings.bleeding)
    return _with_own(read, own) if own else read.rules


class _Read:
    """The shipped conditions under some settings; equal to itself alone, so that it can be a key."""

    def __init__(self, rules: Mapping[str, ConditionRule]) -> None:
        self.rules = rules


@lru_cache(maxsize=64)
def _read(
    unconscious: tuple[str, ...], helpless: tuple[str, ...], physical: tuple[AttributeName, ...], bleeding: DamageKind
) -> _Read:
    rules = dict(condition_rules())
    rules["unconscious"] = replace(  # rule: SHT-5
        rules["unconscious"], unaware="unaware" in unconscious,
        also=tuple(each for each in unconscious if each != "unaware"),
    )
    rules["helpless"] = replace(  # rule: SHT-5
        rules["helpless"], no_move="moves" in helpless, no_execution="executions" in helpless,
        no_full="full_actions" in helpless,
    )
    exhausted, wound = rules["exhausted"], rules["bleeding"]
    rules["exhausted"] = replace(exhausted, tests=tuple(  # rule: CND-20
        replace(each, attributes=physical) for each in exhausted.tests if physical))
    rules["bleeding"] = replace(wound, damage=tuple(  # rule: CND-22
        replace(each, kind=bleeding) for each in wound.damage))
    return _Read(rules)


@lru_cache(maxsize=64)
def _with_own(read: _Read, own: tuple[ConditionRule, ...]) -> Mapping[str, ConditionRule]:
    return {**read.rules, **{each.id: each for each in own}}


@lru_cache(maxsize=4)
def _with_holds(defenceless: bool) -> dict[str, ConditionRule]:
    """The conditions of who is held in a manoeuvre. # rule: NLT-8"""
    rules = dict(held_rules())
    rules["pinned"] = replace(rules["pinned"], no_mobility=defenceless)
    return rules
