"""What conditions forbid, whatever the action is. # rule: ACT-1 ACT-6 CND-13 CND-15 CND-16 CND-25"""

from typing import Literal

from game.rules.conditions import plight
from game.rules.state import Battle, Combatant
from game.texts import Text, text

Cost = Literal["move", "execution", "full", "body", "free"]


def why_barred(
    battle: Battle, who: Combatant, cost: Cost, toward: bool = False, still: bool = False
) -> Text | None:
    """Why a creature's conditions keep it from an action of some cost; None when they do not.

    ``body`` is a free act of the body; ``toward`` an act that may serve to look at, or move toward, what attracts it;
    ``still`` one without gestures, which a pin does not forbid (NLT-8).
    """
    now = plight(battle, who)
    if not now.conditions:
        return None
    switches = {"move": ("no_move",), "execution": ("no_execution",), "full": ("no_full",),
                "body": ("no_mobility", "still"), "free": ()}[cost]
    for switch in switches:
        if (found := now.found(switch, still)) is not None:
            return _forbidden(who, found[1].name, cost)
    if cost in ("move", "execution") and not battle.turn.untouched and (found := now.found("one_action")) is not None:
        return text("{who} has only one action, and has used it ({condition})", who=who.name,
                    condition=text(found[1].name))
    if not toward and (found := now.found("only_toward")) is not None:
        return text("{who} can only watch what holds its attention, or move toward it ({condition})",
                    who=who.name, condition=text(found[1].name))
    return None


def _forbidden(who: Combatant, condition: str, cost: str) -> Text:
    name = text(condition)
    match cost:
        case "move":
            return text("{who} can take no Move actions until this ends: {condition}", who=who.name, condition=name)
        case "execution":
            return text("{who} can take no Execution actions until this ends: {condition}", who=who.name,
                        condition=name)
        case "full":
            return text("{who} can take no Full actions until this ends: {condition}", who=who.name, condition=name)
    return text("{who} cannot move its body until this ends: {condition}", who=who.name, condition=name)
