"""What happens by itself: at the start and end of a turn, and to whoever enters a hazard. Each fires once a turn."""

from collections.abc import Sequence

from game.rules import casting, harm
from game.rules.catalog import DamagePart
from game.rules.checks import Cup
from game.rules.conditions import in_force, inside, plight, scaled, sheet_of, touches
from game.rules.damage import hit, with_nature
from game.rules.events import Event
from game.rules.powers import ContinuousEffect
from game.rules.state import Battle, Combatant, Zone
from game.rules.trials import attribute_sheet, roll_test
from game.spatial.grid import Cell

Result = tuple[Battle, list[Event]]
Met = list[tuple[int, list[Event]]]  # what happened on a way, after so many of its cells


def start(battle: Battle, who: str, cup: Cup) -> Result:
    """A turn starts: continuous effects, damage from conditions, hazards stood in, a long casting that is ready.
    # rule: EFF-1 CND-22 CND-24 ACT-4"""
    events: list[Event] = []
    for step in (_continuous_at_start, _from_conditions, _hazards):
        if battle[who].out:
            return battle, events
        battle, more = step(battle, who, cup)
        events += more
    if battle[who].casting is not None and not battle[who].out:
        battle, more = casting.complete(battle, who, cup)
        events += more
    return battle, events


def finish(battle: Battle, who: str) -> Result:
    """A turn ends: continuous effects that work then. # rule: EFF-1"""
    return (battle, []) if battle[who].out else _continuous(battle, who, "end")


def _continuous_at_start(battle: Battle, who: str, cup: Cup) -> Result:
    return _continuous(battle, who, "start")


def _continuous(battle: Battle, who: str, at: str) -> Result:
    """Damage and healing again and again. # rule: EFF-1"""
    events: list[Event] = []
    for each in in_force(battle[who]):
        if not isinstance(each.effect, ContinuousEffect) or each.effect.at != at:
            continue
        if each.effect.damage and not battle[who].out:
            battle, more = _wear(battle, who, each.source, with_nature(each.effect.damage, each.nature))
            events += more
        if each.effect.healing and not battle[who].out:
            battle, more = harm.heal(battle, who, each.source, each.effect.healing)
            events += more
    return battle, events


def _wear(battle: Battle, who: str, source: str, parts: Sequence[DamagePart]) -> Result:
    """Damage that is no blow: it meets types, and has no minimum. # rule: CND-6"""
    dealt = hit(parts, sheet_of(battle, battle[who]), minimum=False)
    return harm.hurt(battle, who, source, dealt)


def _from_conditions(battle: Battle, who: str, cup: Cup) -> Result:
    """# rule: CND-6 CND-22 CND-23 CND-24"""
    events: list[Event] = []
    for condition, rule, found in plight(battle, battle[who]).conditions:
        written = (*with_nature(rule.damage, condition.nature), *condition.damage)
        parts = [DamagePart(part.kind, scaled(part.amount, found), part.nature) for part in written]
        if parts and not battle[who].out:
            battle, more = _wear(battle, who, condition.source, parts)
            events += more
    return battle, events


# --- hazards ---------------------------------------------------------------------------------------------------------


def hazards(battle: Battle, who: Combatant) -> tuple[Zone, ...]:
    """The zones that hurt a creature where it stands."""
    return tuple(each for each in battle.zones
                 if each.effect.damage and touches(battle, each, who) and inside(battle, each, who))


def hazards_on(battle: Battle, who: str, path: Sequence[Cell]) -> tuple[tuple[Cell, Zone], ...]:
    """The hazards that a creature would meet on a way, each with the cell (its top left then) where it enters it.
    # rule: EFF-1"""
    if not any(each.effect.damage for each in battle.zones):
        return ()
    found: list[tuple[Cell, Zone]] = []
    before = {each.id for each in hazards(battle, battle[who])}
    for cell in path:
        now = hazards(battle, battle[who].but(cell=cell))
        found += [(cell, each) for each in now if each.id not in before and (who, each.id) not in battle.turn.entered]
        before = {each.id for each in now}
    seen: dict[str, tuple[Cell, Zone]] = {}
    for cell, zone in found:
        seen.setdefault(zone.id, (cell, zone))
    return tuple(seen.values())


def _hazards(battle: Battle, who: str, cup: Cup) -> Result:
    """# rule: EFF-1"""
    events: list[Event] = []
    for zone in hazards(battle, battle[who]):
        battle, more = _meets(battle, who, zone, cup)
        events += more
    return battle, events


def _meets(battle: Battle, who: str, zone: Zone, cup: Cup) -> Result:
    """A hazard meets a creature, once a turn. # rule: EFF-1 DEF-2"""
    met = (who, zone.id)
    if met in battle.turn.entered or battle[who].out:
        return battle, []
    battle = battle.but(turn=battle.turn.but(entered=(*battle.turn.entered, met)))
    effect, events, halved = zone.effect, list[Event](), False
    if effect.test is not None:
        tested = roll_test(attribute_sheet(battle, battle[who], effect.test, effect.nd, effect.name), cup)
        events.append(tested)
        halved = tested.success
    dealt = hit(with_nature(effect.damage, zone.nature), sheet_of(battle, battle[who]), halved=halved, minimum=False)
    battle, more = harm.hurt(battle, who, zone.source, dealt)
    return battle, events + more


def enter(battle: Battle, who: str, path: Sequence[Cell], cup: Cup) -> tuple[Battle, Met, int]:
    """A creature goes over the cells of ``path`` (top lefts entered, in order, willing or not); hazards meet it where
    it enters them, and one who falls out of the fight stays there.

    Gives the battle with the creature at the end, what happened after how many cells, and how many it went.
    """
    met: Met = []
    if not any(each.effect.damage for each in battle.zones):
        return battle.with_combatant(battle[who].but(cell=path[-1])), met, len(path)
    for count, cell in enumerate(path, 1):
        before = {each.id for each in hazards(battle, battle[who])}
        battle = battle.with_combatant(battle[who].but(cell=cell))
        events: list[Event] = []
        for zone in hazards(battle, battle[who]):
            if zone.id not in before:
                battle, more = _meets(battle, who, zone, cup)
                events += more
        if events:
            met.append((count, events))
        if battle[who].out:
            return battle, met, count
    return battle, met, len(path)
