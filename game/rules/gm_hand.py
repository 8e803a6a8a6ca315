"""What the GM does to creatures and the story by hand, beyond effects. # rule: EFF-2 INI-2 DMG-16

None of it takes a turn, and none is among the legal actions that are listed; :func:`why_not` judges all of it.
"""

from math import ceil

from game.errors import GeometryError
from game.rules import brush, effects, expiry, gm_built, harm, map_size, quick
from game.rules.attack import unknown
from game.rules.bodies import misplaced
from game.rules.conditions import with_condition
from game.rules.events import Event, GuardSet, InitiativeChanged, Narrated, Out, PutAt, PVSet, TeamChanged
from game.rules.footing import together
from game.rules.gm_actions import (
    ByHand,
    EditMap,
    GmDoor,
    GmGuard,
    GmInitiative,
    GmLift,
    GmMove,
    GmPV,
    GmSay,
    GmStructure,
    GmTeam,
    ResizeMap,
)
from game.rules.state import Battle, Combatant, Condition
from game.spatial.grid import Cell, cell_name
from game.texts import Text, text

Result = tuple[Battle, list[Event]]
LONGEST = 1000  # characters of a line of the story


def why_not(battle: Battle, action: ByHand) -> Text | None:
    """Why the GM's act makes no sense now; None when it does."""
    match action:
        case GmSay():
            if not 0 < len(action.said.strip()) <= LONGEST:
                return text("a line of the story has from 1 to {most} characters", most=LONGEST)
            return None
        case EditMap():
            return brush.why_not(battle, action)
        case ResizeMap():
            return map_size.why_not(battle, action)
        case GmDoor() | GmStructure():
            return gm_built.why_not(battle, action)
    if battle.phase == "over":
        return text("the fight is over")
    if action.who not in battle.by_id:
        return unknown(battle, action.who)
    who = battle[action.who]
    match action:
        case GmMove():
            return _why_no_move(battle, who, action.to)
        case GmPV():
            return _why_no_pv(battle, who, action)
        case GmGuard():
            if battle.mode != "quick":
                return text("this is no quick combat")
            if action.guard == who.guard:
                return text("the fixed defence of {who} is so already", who=who.name)
        case GmTeam():
            if action.team == who.team:
                return text("{who} is on this side already", who=who.name)
            if action.team not in {each.id for each in battle.teams}:
                return text("there is no team {team!r}", team=action.team)
        case GmInitiative():
            return _why_no_initiative(battle, who, action)
        case GmLift():
            if action.name not in {each.effect.name for each in who.ongoing}:
                return text("{who} is under no such effect: {name}", who=who.name, name=action.name)
    return None


def do(battle: Battle, action: ByHand) -> Result:
    """Do as the GM says."""
    match action:
        case GmSay():
            return battle, [Narrated(action.said.strip())]
        case EditMap():
            return brush.do(battle, action)
        case ResizeMap():
            return map_size.do(battle, action)
        case GmDoor() | GmStructure():
            return gm_built.do(battle, action)
        case GmMove():
            who = battle[action.who]
            return battle.with_combatant(who.but(cell=action.to)), [PutAt(who.id, who.cell, action.to)]
        case GmPV():
            return _set_pv(battle, action)
        case GmGuard():
            who = battle[action.who].but(guard=action.guard)
            return battle.with_combatant(who), [GuardSet(who.id, action.guard)]
        case GmTeam():
            changed = [battle[id] for id in together(battle, action.who)]
            for who in changed:
                battle = battle.with_combatant(who.but(team=action.team))
            return battle, [TeamChanged(who.id, who.team, action.team) for who in changed]
        case GmInitiative():
            return _set_initiative(battle, action)
        case GmLift():
            events: list[Event] = []
            for each in battle[action.who].ongoing:
                if each.effect.name == action.name:
                    battle, more = effects.end_ongoing(battle, action.who, each)
                    events += more
            return battle, events


# --- places and PV ---------------------------------------------------------------------------------------------------


def _why_no_move(battle: Battle, who: Combatant, to: Cell) -> Text | None:
    if who.mount:  # rule: NLT-9
        return text("{who} is in the saddle, and goes where this goes: {mount}", who=who.name,
                    mount=battle[who.mount].name)
    if who.cell == to:
        return text("{who} already stands on {cell}", who=who.name, cell=cell_name(to))
    try:
        return misplaced(battle, who.but(cell=None), to)
    except GeometryError as error:
        return error.message


def _why_no_pv(battle: Battle, who: Combatant, action: GmPV) -> Text | None:
    least = 1 if battle.phase == "deploy" else 0
    if not least <= action.pv <= who.sheet.pv:
        return text("{who} has from {least} to {most} PV", who=who.name, least=least, most=who.sheet.pv)
    if action.pv and action.consequence is not None:
        return text("{who} is out of the fight only at 0 PV", who=who.name)
    same = action.consequence in (None, who.consequence)
    if action.pv == who.pv and same and who.out == (not who.pv):
        return text("{who} has {pv} PV already", who=who.name, pv=who.pv)
    if action.pv and who.out:
        if who.cell is None:
            return text("{who} is not on the map", who=who.name)
        lying = with_condition(who.but(cell=None), Condition("prone", who.id))
        return misplaced(battle, lying, who.cell)
    return None


def _set_pv(battle: Battle, action: GmPV) -> Result:
    """# rule: DMG-16 QCK-3"""
    who = battle[action.who]
    event = PVSet(who.id, who.pv, action.pv, back=who.out and action.pv > 0 and not harm.unconscious(who))
    if battle.mode == "quick" and battle.phase == "fight":
        most = quick.most_hits(who)
        battle = battle.with_combatant(quick.with_hits(who, ceil(most * action.pv / who.sheet.pv), battle.settings))
    else:
        battle = battle.with_combatant(who.but(pv=action.pv))
    if event.back:
        return harm.risen(battle, who.id), [event]
    if action.pv:
        return battle, [event]
    out: list[Event] = []
    if not who.out:
        battle, out = harm.put_out(battle, who.id)
    if action.consequence is not None and battle[who.id].consequence != action.consequence:
        battle = battle.with_combatant(battle[who.id].but(consequence=action.consequence))
        out = [Out(who.id, action.consequence), *(each for each in out if not isinstance(each, Out))]
    return battle, [event, *out]


# --- the order -------------------------------------------------------------------------------------------------------


def _why_no_initiative(battle: Battle, who: Combatant, action: GmInitiative) -> Text | None:
    """# rule: QCK-4"""
    if battle.phase != "fight":
        return text("the fight has not begun: place everyone, then begin")
    if (action.after is None) == (action.total is None):
        return text("a place in the order is given by a number, or by who comes before it")
    if battle.active is not None and battle.active.id == who.id:
        return text("it is the turn of {who}: its place can change when it is done", who=who.name)
    if action.total is not None:
        if battle.mode == "quick":
            return text("in quick combat nobody has an initiative number")
        return None if abs(action.total) <= 1000 else text("this number is too large")
    if action.after and action.after not in battle.order:
        return unknown(battle, action.after) or text("{who} has no place in the order", who=battle[action.after].name)
    if action.after == who.id:
        return text("{who} cannot come after itself", who=who.name)
    order = _placed(battle, action)
    if order == battle.order:
        return text("{who} has this place already", who=who.name)
    if battle.mode == "quick":
        place = order.index(who.id)
        beside = [each for each in (order[place - 1] if place else "", *order[place + 1:place + 2]) if each]
        if not any(quick.same_side(battle, who.id, each) for each in beside):
            return text("in quick combat the players act first, then their enemies: nobody waits for the other side")
    return None


def _placed(battle: Battle, action: GmInitiative) -> tuple[str, ...]:
    """The order with the creature in its new place; by a number, behind all that have as much. # rule: INI-2"""
    rest = [each for each in battle.order if each != action.who]
    if action.total is not None:
        mine = action.total, battle[action.who].sheet.mobility.value
        ranks = [(battle[each].initiative or 0, battle[each].sheet.mobility.value) for each in rest]
        place = next((at for at, rank in enumerate(ranks) if rank < mine), len(rest))
    else:
        place = rest.index(action.after) + 1 if action.after else 0
    rest.insert(place, action.who)
    return tuple(rest)


def _set_initiative(battle: Battle, action: GmInitiative) -> Result:
    """Who is still to act and goes to a place that this round has passed acts from the next round on, and what ends at
    its slot ends now; where its slot comes twice in a round, what ends there waits for one more. # rule: EFF-6"""
    who, order = battle[action.who], _placed(battle, action)
    place = order.index(who.id)
    total = action.total
    if total is None:
        total = battle[order[place - 1] if place else order[1]].initiative if len(order) > 1 else who.initiative
    came = battle.order.index(who.id) <= _now(battle, battle.order)
    battle = battle.with_combatant(who.but(initiative=total)).but(order=order)
    comes = place > _now(battle, order)
    events: list[Event] = []
    if came and comes:
        battle = expiry.moved_slot(battle, who.id, who.id)
    elif not came and not comes:
        battle, events = expiry.tick(battle, "slot", who.id)
    passed = who.id in battle.waiting and not comes
    line = sorted((each for each in battle.waiting if each != who.id or comes), key=order.index)
    return battle.but(waiting=tuple(line)), [InitiativeChanged(who.id, order, passed), *events]


def _now(battle: Battle, order: tuple[str, ...]) -> int:
    """The place of the slot that came last."""
    return order.index(battle.slot) if battle.slot else -1
