"""Hidden creatures: the GM hides one and shows it again.

Neither takes a turn, nor is either among the legal actions that are listed.
"""

from game.rules.actions import Hide, Reveal
from game.rules.attack import unknown
from game.rules.events import Event, Hid, Revealed
from game.rules.state import Battle
from game.texts import Text, text

Result = tuple[Battle, list[Event]]
Act = Hide | Reveal


def why_not(battle: Battle, action: Act) -> Text | None:
    """Why the GM cannot hide or show a creature; None when that can be done."""
    if (reason := unknown(battle, action.who)) is not None and action.who not in battle.by_id:
        return reason
    who = battle[action.who]
    if isinstance(action, Reveal):
        return None if who.hidden else text("{who} is not hidden", who=who.name)
    if battle.phase == "over":
        return text("the fight is over")
    if who.hidden:
        return text("{who} is hidden already", who=who.name)
    if battle.hold_by(who.id) is not None or battle.holds_on(who.id):
        return text("{who} holds another creature, or is held: it cannot be hidden", who=who.name)
    return None


def do(battle: Battle, action: Act) -> Result:
    """Do as the GM says."""
    who = battle[action.who]
    if isinstance(action, Hide):
        return battle.with_combatant(who.but(hidden=True)), [Hid(who.id)]
    return battle.with_combatant(who.but(hidden=False)), [Revealed(who.id)]
