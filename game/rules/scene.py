"""What the GM says about a scene: whether there is time, that somebody rests, that quick combat ends.

These take no turn, and are not among the legal actions that are listed. # rule: STR-7 QCK-9
"""

from typing import Final

from game.rules import quick, turns
from game.rules.actions import GoNormal, Rest, SetPressure
from game.rules.attack import unknown
from game.rules.checks import Cup
from game.rules.events import Event, PressureSet, Rested, WentNormal
from game.rules.state import Battle
from game.rules.structures import aided, pressed
from game.texts import N_, Text, text

Result = tuple[Battle, list[Event]]
Act = SetPressure | Rest | GoNormal
PRESSURE_NAMES: Final = {
    "enemies": N_("as long as there are enemies"), "always": N_("always"), "never": N_("never"),
}


def why_not(battle: Battle, action: Act) -> Text | None:
    """Why the GM's word makes no sense now; None when it does."""
    match action:
        case SetPressure():
            if action.pressure == battle.pressure:
                return text("time presses so already: {when}", when=text(PRESSURE_NAMES[action.pressure]))
        case Rest():
            return _why_no_rest(battle, action)
        case GoNormal():
            if battle.mode != "quick":
                return text("this is no quick combat")
            if battle.phase != "fight":
                return text("no fight is going on")
    return None


def _why_no_rest(battle: Battle, action: Rest) -> Text | None:
    """# rule: STR-5 QCK-3"""
    if (reason := unknown(battle, action.who)) is not None:
        return reason
    who = battle[action.who]
    if who.out:
        return text("{who} is out of the fight", who=who.name)
    if battle.phase == "fight" and pressed(battle, who):
        return text("{who} cannot rest: there is no time", who=who.name)
    return None


def do(battle: Battle, action: Act, cup: Cup) -> Result:
    """Do as the GM says."""
    match action:
        case SetPressure():
            return battle.but(pressure=action.pressure), [PressureSet(action.pressure)]
        case Rest():
            who = aided(battle[action.who]).but(efforts=())
            if battle.mode == "quick":
                who = quick.rested(who, battle.settings)
            return battle.with_combatant(who), [Rested(action.who)]
        case GoNormal():
            return _go_normal(battle, cup)


def _go_normal(battle: Battle, cup: Cup) -> Result:
    """Everybody keeps place and conditions, and has the PV that its hits stand for; initiative is rolled, and the next
    round begins. # rule: QCK-9"""
    combatants = tuple(quick.with_hits(each, quick.hits_left(each), battle.settings).but(struck=0)
                       for each in battle.combatants)
    battle = battle.but(mode="normal", combatants=combatants)
    went = WentNormal(tuple((each.id, each.pv) for each in combatants))
    battle, events = turns.begin(battle, cup)
    return battle, [went, *events]
