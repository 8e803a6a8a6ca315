"""Falls, willing or not. # rule: MOV-3"""

from game.rules import effects, harm
from game.rules.catalog import DamagePart, Settings
from game.rules.conditions import PRONE, sheet_of
from game.rules.damage import hit
from game.rules.events import Event, Fallen
from game.rules.state import Battle, Condition
from game.spatial.grid import UNITS, units

Result = tuple[Battle, list[Event]]


def fall_points(drop: int, settings: Settings) -> int:
    """Points of a fall of so many 1/64 m: for each whole metre beyond those that one steps down. # rule: MOV-3

    >>> [fall_points(metres * 64, Settings()) for metres in (2, 3, 5)], fall_points(5 * 64 - 1, Settings())
    ([0, 1, 3], 2)
    """
    return max(drop - units(settings.step_down), 0) // UNITS * settings.fall_damage


def fall(battle: Battle, who: str, drop: int, points: int | None = None) -> Result:
    """A creature that is where it fell to takes the fall, without a defence, and by the settings lies on the ground.
    ``points`` are its damage where that is not as usual. # rule: MOV-3 NLT-9"""
    target = battle[who]
    assert target.cell is not None
    events: list[Event] = [Fallen(who, target.cell, drop)]
    points = fall_points(drop, battle.settings) if points is None else points
    if points:
        dealt = hit([DamagePart("bludgeon", points)], sheet_of(battle, target), minimum=False)
        battle, more = harm.hurt(battle, who, "", dealt)
        events += more
    if battle[who].out or not battle.settings.fall_prone:
        return battle, events
    battle, more = effects.gain(battle.with_combatant(battle[who].but(crouched=False)), who, Condition(PRONE))
    return battle, events + more
