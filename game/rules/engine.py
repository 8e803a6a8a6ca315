"""The engine: what is refused and why, what is allowed, and what an action does.

``why_illegal`` judges any action; ``legal_actions`` lists those that it lets pass (a walk once for each place that can
be reached, by the field's own path); ``apply`` does one, and leaves the battle that it was given as it was.
# rule: ACT-6
"""

from collections.abc import Iterator
from typing import Final

from game.errors import GeometryError, IllegalAction
from game.rules import (
    casting,
    deployment,
    expiry,
    gm,
    gm_hand,
    handling,
    hidden,
    holds,
    manoeuvres,
    mounts,
    moves,
    quick,
    recovery,
    scene,
    scuffles,
    sneak,
    structures,
    turns,
    walking,
)
from game.rules.actions import (
    Action,
    Activate,
    Attack,
    AttackMode,
    AttackStructure,
    Begin,
    BreakStructure,
    Concentrate,
    Crouch,
    Dash,
    Delay,
    Deploy,
    Dismount,
    Draw,
    DropItem,
    DropProne,
    EndScene,
    EndTurn,
    Escape,
    GmEffect,
    GmRemove,
    GoNormal,
    Grip,
    Hide,
    Join,
    Manoeuvre,
    Mount,
    Move,
    OfRecovery,
    PickUp,
    Release,
    Rest,
    Reveal,
    Ruling,
    SetPressure,
    SneakAttack,
    StandUp,
    Stow,
    Switch,
    UseDoor,
    UseItem,
    UsePower,
    Wrench,
)
from game.rules.allowed import Cost, why_barred
from game.rules.attack import (
    carried_weapon,
    not_carried,
    refusal,
    source_of,
    unknown,
    why_not_declared,
    why_not_spoken,
)
from game.rules.bodies import enemies_of, held
from game.rules.catalog import UNARMED
from game.rules.checks import Cup
from game.rules.conditions import plight
from game.rules.costs import cost_of, no_action_left, still
from game.rules.dice import Dice
from game.rules.events import Concentrated, Event
from game.rules.gm_actions import ByHand
from game.rules.oneoff import use_up
from game.rules.resolve import do_attack
from game.rules.state import Battle, Combatant
from game.texts import Text, text

NO_STEP: Final = text("a ruling is on a roll of a game that is being played")

Own = (
    Move | Dash | Switch | Grip | DropItem | PickUp | Release | StandUp | Draw | Stow | UseDoor | Crouch | DropProne
    | Concentrate | Mount | Dismount
)  # what a creature does with its body and its things


def why_illegal(battle: Battle, action: Action) -> Text | None:
    """Why the rules refuse an action: what is wrong and what is allowed. None when it may be done. # rule: ACT-6"""
    try:
        if isinstance(action, ByHand):
            return gm_hand.why_not(battle, action)
        if isinstance(action, OfRecovery):
            return recovery.why_not(battle, action)
        match action:
            case Deploy():
                return deployment.why_deploy(battle, action)
            case Begin():
                return deployment.why_begin(battle, action)
            case Ruling():
                return NO_STEP
            case SetPressure() | Rest() | GoNormal():
                return scene.why_not(battle, action)
            case Hide() | Reveal():
                return hidden.why_not(battle, action)
            case GmEffect() | GmRemove() | Join() | EndScene():
                return gm.why_not(battle, action)
            case BreakStructure() if battle.phase == "over":
                return structures.why_at_leisure(battle, action)
        reason = _out_of_turn(battle, action.who)
        return _why_not(battle, battle[action.who], action) if reason is None else reason
    except GeometryError as error:  # a place that means nothing: not a pair of whole numbers, beyond all bounds
        return error.message


def _out_of_turn(battle: Battle, who: str) -> Text | None:
    """# rule: TIM-1"""
    if battle.phase == "deploy":
        return text("the fight has not begun: place everyone, then begin")
    if battle.phase == "over":
        return text("the fight is over")
    if (reason := unknown(battle, who)) is not None:
        return reason
    if battle[who].out:
        return text("{who} is out of the fight", who=battle[who].name)
    active = battle.active
    if active is None or active.id != who:
        return text("it is the turn of {active}, not of {who}",
                    active=active.name if active else "-", who=battle[who].name)
    return None


def _why_not(battle: Battle, who: Combatant, action: Action) -> Text | None:
    """The same for an action of the active creature."""
    if (reason := why_barred(battle, who, *cost_of(who, action), still=still(battle, who, action))
            or why_not_spoken(action)) is not None:
        return reason
    match action:
        case UsePower() | Activate() | UseItem():
            return no_action_left(battle, cost_of(who, action)[0]) or casting.why_not(battle, who, action)
        case Concentrate():
            return _why_no_concentration(battle, who)
        case Move():
            return walking.why_walk(battle, who, action)
        case Dash():
            return no_action_left(battle, "full") or walking.why_dash(battle, who, action)
        case Switch():
            return moves.no_move_left(battle) or handling.why_switch(battle, who, action)
        case Grip():
            return handling.why_grip(battle, who, action)
        case DropItem():
            return handling.why_drop_item(battle, who, action)
        case PickUp():
            return moves.no_move_left(battle) or handling.why_pick_up(battle, who, action)
        case Manoeuvre():
            return no_action_left(battle, "execution") or manoeuvres.why_not(battle, who, action)
        case SneakAttack():
            return no_action_left(battle, "execution") or sneak.why_not(battle, who, action)
        case Escape():
            return no_action_left(battle, "execution") or holds.why_escape(battle, who, action)
        case Wrench():
            return no_action_left(battle, "execution") or scuffles.why_wrench(battle, who, action)
        case Mount():
            return moves.no_move_left(battle) or mounts.why_mount(battle, who, action)
        case Dismount():
            return moves.no_move_left(battle) or mounts.why_dismount(battle, who, action)
        case Release():
            return holds.why_release(battle, who, action)
        case StandUp():
            return moves.why_stand(battle, who)
        case Draw():
            return moves.why_draw(battle, who, action)
        case Stow():
            return moves.why_stow(battle, who, action)
        case UseDoor():
            return moves.why_door(battle, who, action)
        case Crouch():
            return moves.why_crouch(battle, who)
        case DropProne():
            return moves.why_drop(battle, who)
        case Attack():
            return _why_no_attack(battle, who, action)
        case Delay():
            return _why_no_delay(battle, who, action)
        case BreakStructure():
            return structures.why_break(battle, who, action)
        case AttackStructure():
            return structures.why_attack(battle, who, action)
    return None  # the end of one's own turn is always allowed


def why_not_now(battle: Battle, action: Action) -> Text | None:
    """Why no action of this kind can be taken now, whatever it is aimed at; None when one can. It looks at whose turn
    it is, at conditions, and at what is left of the turn. # rule: ACT-1 ACT-6"""
    if isinstance(action, ByHand | OfRecovery):
        return None
    match action:
        case Ruling():
            return None
        case Deploy() | Begin() | SetPressure() | Rest() | GoNormal() | GmEffect() | GmRemove() | Join() | EndScene():
            return None
        case Hide() | Reveal():
            return None
        case BreakStructure() if battle.phase == "over":  # rule: STR-7
            return None
    if (reason := _out_of_turn(battle, action.who)) is not None:
        return reason
    who = battle[action.who]
    cost, toward = cost_of(who, action)
    if (reason := why_barred(battle, who, cost, toward, still(battle, who, action))) is not None:
        return reason
    if cost == "move":
        return None if isinstance(action, Move) and battle.turn.left else moves.no_move_left(battle)
    return no_action_left(battle, cost)


def _why_no_concentration(battle: Battle, who: Combatant) -> Text | None:
    """# rule: ACT-4"""
    if (reason := no_action_left(battle, "full")) is not None:
        return reason
    if not expiry.sustains(battle, who.id):
        return text("{who} holds nothing by concentration: something that needs it must work first", who=who.name)
    return None


def _why_no_attack(battle: Battle, who: Combatant, action: Attack) -> Text | None:
    """# rule: ACT-1 ACT-3"""
    if not battle.turn.may_execute:
        return text("no Execution action is left: a turn is a Move and an Execution, or two Moves, or one Full action")
    if (reason := unknown(battle, action.target) or why_not_declared(battle, action)) is not None:
        return reason
    weapon = carried_weapon(who, action.weapon)
    if weapon is None:
        return not_carried(who, action.weapon)
    return refusal(battle, who, battle[action.target], weapon, action.mode)


def _why_no_delay(battle: Battle, who: Combatant, action: Delay) -> Text | None:
    """# rule: INI-5"""
    if not battle.turn.untouched:
        return text("{who} has begun to act: a turn is delayed as a whole", who=who.name)
    if who.id in battle.delayed:
        return text("{who} has already delayed in this round, and keeps the place it chose", who=who.name)
    later = [each for each in battle.waiting[1:] if who.hidden or not battle[each].hidden]
    if action.after not in later:
        names = ", ".join(battle[each].id for each in later) or "-"
        return text("{who!r} does not act later in this round; those who do: {names}", who=action.after, names=names)
    if battle.mode == "quick" and not quick.same_side(battle, who.id, action.after):  # rule: QCK-4
        return text("in quick combat the players act first, then their enemies: nobody waits for the other side")
    return None


def legal_actions(battle: Battle) -> tuple[Action, ...]:
    """Everything that may be done now, in a fixed order."""
    if battle.phase == "deploy":
        begin = Begin()
        return (*deployment.deploy_options(battle), *((begin,) if deployment.why_begin(battle, begin) is None else ()))
    if battle.phase == "over":
        return tuple(structures.leisure_options(battle))
    who = battle.active
    if who is None:
        return ()
    listed = _options(battle, who)
    if not plight(battle, who).conditions:
        return listed
    barred: dict[object, bool] = {}
    kept: list[Action] = []
    for each in listed:  # what a power costs depends on the power, all else on the kind of action alone
        match each:
            case UsePower(power=id) | Activate(ability=id) | UseItem(item=id):
                key: object = each.kind, id
            case _:
                key = each.kind
        if key not in barred:
            barred[key] = why_barred(battle, who, *cost_of(who, each), still=still(battle, who, each)) is not None
        if not barred[key]:
            kept.append(each)
    return tuple(kept)


def _options(battle: Battle, who: Combatant) -> tuple[Action, ...]:
    """What is left to do in the turn; its conditions may still forbid some of it."""
    return (
        *_attack_options(battle, who),
        *_power_options(battle, who),
        *_manoeuvre_options(battle, who),
        *walking.walk_options(battle, who),
        *walking.dash_options(battle, who),
        *moves.posture_options(battle, who),
        *moves.weapon_options(battle, who),
        *_thing_options(battle, who),
        *moves.door_options(battle, who),
        *structures.options(battle, who),
        *_delay_options(battle, who),
        EndTurn(who.id),
    )


def _manoeuvre_options(battle: Battle, who: Combatant) -> Iterator[Action]:
    """Manoeuvres, sneak attacks, getting out of a hold, letting go. # rule: ACT-3 ACT-5"""
    if battle.turn.may_execute and why_barred(battle, who, "execution") is None:
        yield from manoeuvres.options(battle, who)
        yield from sneak.options(battle, who)
        yield from holds.escape_options(battle, who)
        yield from scuffles.wrench_options(battle, who)
    yield from holds.release_options(battle, who)


def _thing_options(battle: Battle, who: Combatant) -> Iterator[Action]:
    """Switching, taking up and dropping things. # rule: ACT-2 ACT-5"""
    if battle.turn.may_move and why_barred(battle, who, "move") is None:
        yield from handling.switch_options(battle, who)
        yield from handling.pick_up_options(battle, who)
        yield from mounts.options(battle, who)
    if why_barred(battle, who, "body") is None:
        yield from handling.grip_options(battle, who)
        yield from handling.drop_options(battle, who)


def _power_options(battle: Battle, who: Combatant) -> Iterator[Action]:
    """Powers, items, concentration. # rule: ACT-3 ACT-4"""
    costs: tuple[Cost, ...] = ("execution", "full")
    allowed = frozenset(each for each in costs if no_action_left(battle, each) is None
                        and why_barred(battle, who, each, still=bool(battle.nonlethal)) is None)
    if allowed:
        yield from casting.options(battle, who, allowed)
    if "full" in allowed and expiry.sustains(battle, who.id):
        yield Concentrate(who.id)


def _attack_options(battle: Battle, who: Combatant) -> Iterator[Attack]:
    """One attack for each weapon, way of using it, and target. # rule: ACT-3"""
    if not battle.turn.may_execute or why_barred(battle, who, "execution") is not None:
        return
    modes: tuple[AttackMode, ...] = ("melee", "ranged")
    for target in enemies_of(battle, who):
        for weapon in (*held(who), UNARMED):
            for mode in modes if weapon.range else modes[:1]:
                if refusal(battle, who, target, weapon, mode) is None:
                    yield Attack(who.id, target.id, weapon.id, mode)
                    if battle.nonlethal and source_of(battle, weapon, True) == "declared":
                        yield Attack(who.id, target.id, weapon.id, mode, nonlethal=True)


def _delay_options(battle: Battle, who: Combatant) -> Iterator[Delay]:
    """# rule: INI-5"""
    for after in battle.waiting[1:]:
        if _why_no_delay(battle, who, action := Delay(who.id, after)) is None:
            yield action


def apply(battle: Battle, action: Action, dice: Dice) -> tuple[Battle, tuple[Event, ...]]:
    """The battle after an action, and what happened.

    :raises IllegalAction: with the reason, when the rules refuse it.
    :raises DiceError: when the dice run out or show a face that is not on the die.
    """
    if (reason := why_illegal(battle, action)) is not None:
        raise IllegalAction(reason)
    return perform(battle, action, Cup(dice, battle.dice))


def perform(battle: Battle, action: Action, cup: Cup) -> tuple[Battle, tuple[Event, ...]]:
    """The same for an action that is known to be allowed, with dice from a cup."""
    battle, seen = hidden.come_out(battle, action)
    if battle.nonlethal and battle.holds:
        battle, more = _given_up(battle, action)
        seen += more
    after, events = _do(battle, action, cup)
    if after.nonlethal and after.holds:
        after, more = holds.hurt_loose(after, events)
        events += more
    after, used = use_up(battle, after, getattr(action, "who", ""), events)
    after, settled = turns.settle(after, cup)
    after, aside = hidden.make_room(after)
    return after.but(dice=cup.position), (*seen, *events, *used, *settled, *aside)


def _given_up(battle: Battle, action: Action) -> tuple[Battle, list[Event]]:
    """The holds that a creature gives up by acting: all but the one that it renews. # rule: NLT-8"""
    who: str = getattr(action, "who", "")
    if battle.active is None or battle.active.id != who or isinstance(action, ByHand | OfRecovery):
        return battle, []
    match action:
        case Manoeuvre(target=target) | Wrench(target=target):
            hold = battle.hold_of(who, target)
            same = isinstance(action, Wrench) or (hold is not None and hold.form == action.manoeuvre)
            return holds.given_up(battle, who, target if same else "")
        case _ if cost_of(battle[who], action)[0] in ("move", "execution", "full"):
            return holds.given_up(battle, who)
    return battle, []


def _do(battle: Battle, action: Action, cup: Cup) -> tuple[Battle, list[Event]]:
    if isinstance(action, ByHand):
        return gm_hand.do(battle, action)
    if isinstance(action, OfRecovery):
        return recovery.do(battle, action, cup)
    match action:
        case Deploy():
            return deployment.do_deploy(battle, action)
        case Begin():
            return turns.begin(battle, cup)
        case EndTurn():
            return turns.end_turn(battle, cup)
        case Delay():
            return turns.delay(battle, action.after, cup)
        case Attack():
            return do_attack(battle, action, cup)
        case Manoeuvre():
            return manoeuvres.do(battle, action, cup)
        case SneakAttack():
            return sneak.do(battle, action, cup)
        case Escape():
            return holds.do_escape(battle, battle[action.who], action, cup)
        case Wrench():
            return scuffles.do_wrench(battle, action, cup)
        case BreakStructure():
            return structures.do_break(battle, action, cup)
        case AttackStructure():
            return structures.do_attack(battle, action, cup)
        case SetPressure() | Rest() | GoNormal():
            return scene.do(battle, action, cup)
        case Ruling():  # a game has the steps that it is about
            raise IllegalAction(NO_STEP)
        case Hide() | Reveal():
            return hidden.do(battle, action)
        case UsePower() | Activate() | UseItem():
            return casting.do_use(battle, action, cup)
        case GmEffect() | GmRemove() | Join() | EndScene():
            return gm.do(battle, action, cup)
    return _do_by_itself(battle, battle[action.who], action, cup)


def _do_by_itself(battle: Battle, who: Combatant, action: Own, cup: Cup) -> tuple[Battle, list[Event]]:
    """What a creature does with its body and its things."""
    match action:
        case Move() | Dash():
            return hidden.walk(battle, who, action, cup)
        case Switch():
            return handling.do_switch(moves.spend_move(battle), who, action)
        case Grip():
            return handling.do_grip(battle, who, action)
        case DropItem():
            return handling.do_drop_item(battle, who, action)
        case PickUp():
            return scuffles.do_pick_up(moves.spend_move(battle), who, action, cup)
        case Mount():
            return mounts.do_mount(moves.spend_move(battle), who, action)
        case Dismount():
            return mounts.do_dismount(moves.spend_move(battle), who, action)
        case Release():
            return holds.do_release(battle, who, action)
        case StandUp():
            return moves.do_stand(battle, who)
        case Draw():
            return moves.do_draw(battle, who, action)
        case Stow():
            return moves.do_stow(battle, who, action)
        case UseDoor():
            return moves.do_door(battle, who, action)
        case Crouch():
            return moves.do_crouch(battle, who)
        case DropProne():
            return moves.do_drop(battle, who)
        case Concentrate():
            turn = battle.turn.but(full=1, sustains=True)
            return battle.but(turn=turn), [Concentrated(who.id)]
