"""What creatures carry, how far it is worn, and what others get at once its owner is out of the fight.

Such a thing is called ``owner:weapon`` or ``owner:item``. # rule: STR-4 DMG-16 ACT-2
"""

from collections.abc import Iterator
from dataclasses import replace

from game.rules.bodies import body_of
from game.rules.catalog import Weapon
from game.rules.state import Battle, Combatant, GroundItem
from game.texts import Text, text


def member_fault(who: Combatant) -> Text | None:
    """What makes a creature impossible to play, wherever it is; None when it is sound."""
    if not 0 <= who.pv <= who.sheet.pv:
        return text("{name} has {pv} PV of {most}", name=who.name, pv=who.pv, most=who.sheet.pv)
    for weapon in who.hands:
        if who.weapon(weapon) is None:
            return text("{name} carries no {weapon}", name=who.name, weapon=weapon)
    return None


def breaks_at(battle: Battle, weapon: Weapon) -> int:
    """The structural ND of a weapon, 0 when nothing breaks it; the worked examples and the table of sizes differ on
    some. # rule: STR-1"""
    return weapon.nd_by_table or weapon.nd if battle.settings.weapon_sizes == "table" else weapon.nd


def worn(who: Combatant, weapon: str) -> int:
    """What the ND of a weapon that it carries has lost. # rule: STR-3"""
    return dict(who.worn).get(weapon, 0)


def with_worn(who: Combatant, weapon: str, wear: int) -> Combatant:
    """The creature with a weapon worn that far. # rule: STR-3"""
    return who.but(worn=tuple(sorted({**dict(who.worn), weapon: wear}.items())) if wear else tuple(
        each for each in who.worn if each[0] != weapon))


def out_of_hand(who: Combatant, weapon: str) -> Combatant:
    """The creature with a weapon no longer in hand. # rule: ACT-2"""
    return who.but(hands=tuple(each for each in who.hands if each != weapon),
                   loose=tuple(each for each in who.loose if each != weapon))


def without_weapon(who: Combatant, weapon: str) -> Combatant:
    """The creature without a weapon that it carried."""
    another = any(each.id == weapon for each in who.picked)
    return out_of_hand(with_worn(who, weapon, 0), weapon).but(
        picked=tuple(each for each in who.picked if each.id != weapon),
        lost=who.lost if another else (*who.lost, weapon),
    )


def without_item(who: Combatant, item: str) -> Combatant:
    """The creature with one item of this id less."""
    number = next(at for at, each in enumerate(who.items) if each.id == item)
    return who.but(items=who.items[:number] + who.items[number + 1:])


def loot(battle: Battle) -> Iterator[GroundItem]:
    """What may be taken from those who are out of the fight, or broken: by the settings all that they carry, what is in
    their hands, or nothing. It lies where their bodies are. # rule: DMG-16 STR-4"""
    if battle.settings.looting == "nothing":
        return
    for who in battle.combatants:
        if not who.out or who.cell is None or who.hidden:
            continue
        for weapon in who.weapons:
            if weapon.hands and (weapon.id in who.hands or battle.settings.looting == "everything"):
                yield GroundItem(f"{who.id}:{weapon.id}", who.cell, weapon, owner=who.id, wear=worn(who, weapon.id))
        if battle.settings.looting == "everything":
            for item in dict.fromkeys(who.items):
                yield GroundItem(f"{who.id}:{item.id}", who.cell, item=item, owner=who.id)


def loot_near(battle: Battle, who: Combatant) -> Iterator[GroundItem]:
    """The same, each in the square of its owner's body that is nearest to a creature."""
    own = body_of(battle, who).cells
    for thing in loot(battle):
        there = body_of(battle, battle[thing.owner]).cells
        cell = min(there, key=lambda cell: min(max(abs(cell[0] - x), abs(cell[1] - y)) for x, y in own))
        yield replace(thing, cell=cell)
