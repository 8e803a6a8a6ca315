"""What the module of non-lethal fighting adds to the action bar: blows declared so, pulling at a thing, mounts.

# rule: NLT-1 NLT-8 NLT-9
"""

from collections.abc import Iterator

from game.rules import mounts, scuffles
from game.rules.actions import Action, Attack, Dismount, Wrench
from game.rules.attack import source_of
from game.rules.bodies import held
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
