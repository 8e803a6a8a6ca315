"""What sentences call creatures, weapons and things: names, never ids."""

from game.rules.catalog import UNARMED
from game.rules.doors import described
from game.rules.handling import thing_name as item_name
from game.rules.state import Battle
from game.texts import Text, text, tr


def creature_name(battle: Battle, id: str) -> str:
    """The name of a creature in the language in force; "somebody" when the battle has no such creature."""
    return battle[id].name if id in battle.by_id else tr("somebody")


def weapon_name(battle: Battle, who: str, id: str) -> Text:
    """The name of a weapon that a creature has, or had."""
    if not id:
        return text(UNARMED.name)
    known = battle.by_id.get(who)
    weapon = known and (known.weapon(id) or known.sheet.weapon(id))
    return text(weapon.name) if weapon else text("a weapon")


def thing_name(battle: Battle, id: str, kept: str = "") -> Text:
    """What to call a thing, standing or fallen: a structure, a wall that a power raised, what lies on the ground.

    ``kept`` is the English name that it had, for one that is gone by now.
    """
    structure = battle.structure(id)
    if structure is not None:
        return described(structure)
    found = [each.effect.name for each in battle.zones if each.id == id]
    found += [item_name(each) for each in battle.items if each.id == id]
    name = found[0] if found else kept
    return text(name) if name else text("something")
