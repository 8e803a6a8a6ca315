"""What was done in a game, as sentences without what dice made of it: a solution to read."""

from collections.abc import Iterator

from game.insight.names import thing_name
from game.insight.narrate import powers_of, sentences
from game.rules.actions import (
    Action,
    Activate,
    Attack,
    AttackStructure,
    BreakStructure,
    Manoeuvre,
    SneakAttack,
    UseItem,
    UsePower,
)
from game.rules.catalog import UNARMED
from game.rules.history import Game, Step
from game.rules.nonlethal import repertoire_of
from game.rules.state import Battle, Combatant, Placement
from game.spatial.grid import cell_name
from game.texts import Text, text


def deeds(game: Game) -> Iterator[Text]:
    """One sentence or more for each step, in order."""
    before = game.initial
    for step in game.past:
        yield from _deed(step, before)
        before = step.battle


def _deed(step: Step, before: Battle) -> Iterator[Text]:
    if (said := _meant(step.action, before)) is not None:
        yield said
    else:
        for event in step.events:
            yield from sentences(event, step.battle)


def _meant(action: Action, battle: Battle) -> Text | None:
    """What an attack or the use of something is, before any dice; None for what is told by its events."""
    match action:
        case Attack(who=id, target=target, weapon=weapon):
            who = battle[id]
            carried = who.weapon(weapon)
            if carried is None:
                return text("{who} attacks {target}.", who=who.name, target=battle[target].name)
            return text("{who} attacks {target} with this: {weapon}.", who=who.name, target=battle[target].name,
                        weapon=text(carried.name))
        case SneakAttack(who=id, target=target, weapon=weapon):
            return text("{who} attacks {target} with this: {weapon}.", who=battle[id].name, target=battle[target].name,
                        weapon=_arm(battle[id], weapon))
        case Manoeuvre():
            return _manoeuvre(action, battle)
        case AttackStructure(who=id, structure=thing, weapon=weapon, mode="ranged"):
            return text("{who} shoots at a thing, {thing}: {weapon}.", who=battle[id].name,
                        thing=thing_name(battle, thing), weapon=_arm(battle[id], weapon))
        case AttackStructure(who=id, structure=thing, weapon=weapon):
            return text("{who} strikes at a thing, {thing}: {weapon}.", who=battle[id].name,
                        thing=thing_name(battle, thing), weapon=_arm(battle[id], weapon))
        case BreakStructure(who=id, structure=thing):
            return text("{who} sets about breaking this: {thing}.", who=battle[id].name,
                        thing=thing_name(battle, thing))
        case UsePower(who=id, power=used, place=place) | Activate(who=id, ability=used, place=place):
            name = next((text(each.name) for each in powers_of(battle[id]) if each.id == used), None)
        case UseItem(who=id, item=used, place=place):
            name = next((text(each.name) for each in battle[id].items if each.id == used), None)
        case _:
            return None
    return _put(battle[id].name, text(used) if name is None else name, place)


def _arm(who: Combatant, weapon: str) -> Text:
    """What it strikes with."""
    return text((who.weapon(weapon) or UNARMED).name)


def _manoeuvre(action: Manoeuvre, battle: Battle) -> Text:
    """# rule: MAN-1 MAN-8"""
    rule, who, target = repertoire_of(battle)[action.manoeuvre], battle[action.who], battle[action.target].name
    if rule.effect == "push":
        return text("{who} tries this on {target}: {manoeuvre}, {metres} m ({weapon}).", who=who.name, target=target,
                    manoeuvre=text(rule.name), metres=action.metres or rule.metres, weapon=_arm(who, action.weapon))
    return text("{who} tries this on {target}: {manoeuvre} ({weapon}).", who=who.name, target=target,
                manoeuvre=text(rule.name), weapon=_arm(who, action.weapon))


def _put(who: str, name: Text, place: Placement | None) -> Text:
    """The use of something somewhere."""
    if place is None:
        return text("{who} uses this: {power}.", who=who, power=name)
    if place.cells:
        return text("{who} uses this on {cells}: {power}.", who=who, power=name,
                    cells=", ".join(map(cell_name, place.cells)))
    x, y = int(place.x), int(place.y)
    if place.origin == "corner":
        return text("{who} uses this on the corner between {a} and {b}: {power}.", who=who, power=name,
                    a=cell_name((max(x - 1, 0), max(y - 1, 0))), b=cell_name((x, y)))
    if place.origin == "cell":
        return text("{who} uses this on {cells}: {power}.", who=who, power=name, cells=cell_name((x, y)))
    return text("{who} uses this from its edge, at {x} m across and {y} m down, toward {right} right and {down} down: "
                "{power}.", who=who, power=name, x=float(place.x), y=float(place.y), right=place.direction[0],
                down=place.direction[1])
