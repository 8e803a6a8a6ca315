"""Which icon stands for a power: what it does, not who does it."""

from collections.abc import Iterator

from game.rules.catalog import DamagePart
from game.rules.powers import (
    ConditionEffect,
    ContinuousEffect,
    DamageEffect,
    Effect,
    ModifierEffect,
    Power,
    ZoneEffect,
)
from game.view.theme import picture_of


def power_picture(power: Power) -> str:
    """The icon of the first thing that a power does.

    >>> from game.rules.powers import powers
    >>> [power_picture(powers()[id]) for id in ("fireball", "frost-breath", "healing-touch", "wall-of-stone", "fog")]
    ['flame', 'snowflake', 'heart-plus', 'brick-wall', 'cloud']
    """
    found = (picture_of("effect", word) for effect in power.effects for word in _words(effect))
    return next(filter(None, found), "wizard-staff" if power.source == "spell" else "fangs")


def _words(effect: Effect) -> Iterator[str]:
    """What may name the icon of an effect, the best first."""
    match effect:
        case DamageEffect():
            yield from _kinds(effect.parts)
        case ConditionEffect():
            yield effect.condition
        case ContinuousEffect() if not effect.healing:
            yield from _kinds(effect.damage)
        case ModifierEffect() if effect.ward or effect.reduction:
            yield "ward"
        case ZoneEffect():
            yield from _of_zone(effect)
    yield effect.kind


def _of_zone(zone: ZoneEffect) -> Iterator[str]:
    if zone.obstacle:
        yield "obstacle"
    yield zone.surface
    yield from zone.conditions
    if zone.modifier is not None:
        yield from _words(zone.modifier)
    if zone.damage:
        yield from _kinds(zone.damage)
        yield "hazard"
    if zone.cost > 1:
        yield "ground"
    if zone.concealment != "none":
        yield "smoke"


def _kinds(parts: tuple[DamagePart, ...]) -> Iterator[str]:
    for part in parts:
        yield part.kind
