"""What each kind of action costs, and whether that is left in a turn. # rule: ACT-1"""

from game.rules import casting
from game.rules.actions import (
    Action,
    Activate,
    Attack,
    AttackStructure,
    BreakStructure,
    Concentrate,
    Crouch,
    Dash,
    Delay,
    Dismount,
    Draw,
    DropItem,
    DropProne,
    EndTurn,
    Escape,
    Grip,
    Manoeuvre,
    Mount,
    Move,
    PickUp,
    SneakAttack,
    StandUp,
    Stow,
    Switch,
    UseDoor,
    UseItem,
    UsePower,
    Wrench,
)
from game.rules.allowed import Cost
from game.rules.state import Battle, Combatant
from game.texts import Text, text


def cost_of(who: Combatant, action: Action) -> tuple[Cost, bool]:
    """What kind of action it is, and whether it may serve to look at a thing or move toward it. # rule: ACT-2 CND-25"""
    match action:
        case Move() | StandUp() | UseDoor():
            return "move", True
        case Draw() | Stow() | Switch() | PickUp() | Mount() | Dismount():
            return "move", False
        case Dash():
            return "full", True
        case Attack() | BreakStructure() | AttackStructure() | Manoeuvre() | SneakAttack() | Escape() | Wrench():
            return "execution", False
        case UsePower() | Activate() | UseItem():
            found = casting.asked(who, action)
            return ("execution" if isinstance(found, Text) else casting.cost_of(found.power)), False
        case Concentrate():
            return "full", False
        case Crouch():
            return "body", True
        case DropProne() | DropItem() | Grip():
            return "body", False
        case Delay() | EndTurn():
            return "free", True
    return "free", False


def still(battle: Battle, who: Combatant, action: Action) -> bool:
    """Whether it is something that a pin does not forbid. # rule: NLT-8"""
    return bool(battle.nonlethal) and isinstance(action, UsePower | UseItem) and casting.still(who, action)


def no_action_left(battle: Battle, cost: Cost) -> Text | None:
    """Why no action of that kind is left in this turn. # rule: ACT-1"""
    turn = battle.turn
    left = {"move": turn.may_move, "execution": turn.may_execute, "full": turn.untouched}.get(cost, True)
    if left:
        return None
    if cost == "full":
        return text("a Full action takes the whole turn, and {who} has begun to act",
                    who=battle.active.name if battle.active else "-")
    return text("no Execution action is left: a turn is a Move and an Execution, or two Moves, or one Full action")
