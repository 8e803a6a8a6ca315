"""What the module of non-lethal fighting adds to the action bar: blows declared so, pulling at a thing, mounts.

# rule: NLT-1 NLT-8 NLT-9
"""

from collections.abc import Iterator

from game.insight.numbers import percent
from game.rules import bruises, mounts, recovery, scuffles
from game.rules.actions import Accident, Action, Attack, Dismount, Wrench
from game.rules.attack import source_of
from game.rules.bodies import held
from game.rules.nonlethal import injury_name, nonlethal
from game.rules.state import Battle, Combatant
from game.spatial.grid import cell_name
from game.texts import Text, text

Offer = tuple[Action, Text]


def declared(battle: Battle, who: Combatant) -> Iterator[Attack]:
    """Blows with each weapon in hand that are declared non-lethal, without a target. # rule: NLT-1"""
    for weapon in held(who):
        if weapon.reach and source_of(battle, weapon, True) == "declared":
            yield Attack(who.id, "", weapon.id, "melee", nonlethal=True)


def pulls(battle: Battle, who: Combatant) -> Iterator[Offer]:
    """Pulling at each thing that it and another hold. # rule: NLT-8"""
    for action in scuffles.wrench_options(battle, who):
        yield Wrench(who.id, action.target), text("Pull, against {who}", who=battle[action.target].name)


def riding(battle: Battle, who: Combatant) -> Iterator[Offer]:
    """Getting on a mount, or off to a place beside it. # rule: NLT-9"""
    for action in mounts.options(battle, who):
        if isinstance(action, Dismount):
            yield action, text("Dismount to {cell}", cell=cell_name(action.to))
        else:
            yield action, text("Mount {mount}", mount=battle[action.mount].name)


def judged(battle: Battle) -> Iterator[Offer]:
    """What the GM may say of each accident that is still open. # rule: NLT-7"""
    for who in battle.combatants:
        if who.accident:
            yield Accident(who.id, dies=False), text("{who} lives", who=who.name)
            yield Accident(who.id, dies=True), text("{who} dies of it", who=who.name)


def rests(battle: Battle) -> Iterator[Offer]:
    """Recovery from each injury that rest may heal now, with its chance. # rule: NLT-4"""
    for who in battle.combatants if battle.nonlethal else ():
        for action in recovery.recoveries(battle, who) if not who.hidden else ():
            found = bruises.injury(who, action.injury)
            assert found is not None
            yield action, text("{who}: {injury}, {minutes} min, {chance}", who=who.name,
                               injury=text(injury_name(found.level, found.wound)),
                               minutes=nonlethal().level(found.level).minutes,
                               chance=percent(recovery.recovery_odds(battle, action)))
