"""Grapples under way: who holds whom, what that does, and how it ends. # rule: MAN-3

That a held creature is restrained follows from the hold (:func:`game.rules.conditions.plight`).
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from game.rules.actions import Escape, Release
from game.rules.bodies import body_of, other_bodies, reach_of, rises_of, slowness, within_reach
from game.rules.catalog import ATTRIBUTE_NAMES
from game.rules.checks import Cup
from game.rules.conditions import plight
from game.rules.events import Attacked, Bruised, Damaged, Event, HoldBegan, HoldEnded
from game.rules.state import Battle, Combatant, Hold, HoldKind
from game.rules.trials import TestSheet, attribute_sheet, roll_test
from game.spatial.grid import Cell
from game.spatial.push import Drag, drag
from game.texts import N_, Text, text

Result = tuple[Battle, list[Event]]
EndReason = Literal["released", "escaped", "turn", "apart", "unable", "failed", "hurt", "act", "won"]


# --- attacks on the held ---------------------------------------------------------------------------------------------


def after_attack(battle: Battle, attacked: Attacked) -> Battle:
    """An attack of the holder on the held one keeps the hold, and its total is the new ND; who holds several keeps all
    of them by it, if the settings say so. # rule: MAN-3"""
    sheet, total, settings = attacked.sheet, attacked.attack_total, battle.settings
    if battle.nonlethal or battle.hold_of(sheet.attacker, sheet.target) is None:
        return battle
    keeps = settings.hold_kept == "attempt" or attacked.outcome in ("hit", "graze")

    def changed(hold: Hold) -> Hold:
        if hold.holder != sheet.attacker:
            return hold
        if hold.held != sheet.target:
            return hold.but(kept=hold.kept or (keeps and settings.several_holds == "together"))
        return hold.but(kept=hold.kept or keeps, nd=hold.nd if total is None else total)

    return battle.but(holds=tuple(changed(each) for each in battle.holds))


def take_hold(battle: Battle, holder: str, held: str, nd: int) -> Result:
    """A grapple succeeds: the held one is restrained by the holder from now on. It keeps those that the holder has on
    others, if the settings say so. # rule: MAN-3"""
    old, together = battle.hold_of(holder, held), battle.settings.several_holds == "together"
    rest = tuple(each.but(kept=each.kept or (together and each.holder == holder)) for each in battle.holds
                 if each != old)
    battle = battle.but(holds=(*rest, Hold(holder, held, nd)))
    return battle, [HoldBegan(holder, held, nd, renewed=old is not None)]


def take_scuffle(battle: Battle, holder: str, held: str, form: HoldKind, nd: int, thing: str = "") -> Result:
    """A hold of the module of non-lethal fighting, new or renewed. # rule: NLT-8"""
    old = battle.hold_of(holder, held)
    rest = tuple(each for each in battle.holds if each != old)
    battle = battle.but(holds=(*rest, Hold(holder, held, nd, form=form, thing=thing)))
    renewed = old is not None and old.form == form
    return battle, [HoldBegan(holder, held, nd, renewed, form, thing)]


# --- how a hold ends -------------------------------------------------------------------------------------------------


def let_go(battle: Battle, hold: Hold, reason: EndReason) -> Result:
    """A hold is over. # rule: MAN-3"""
    battle = battle.but(holds=tuple(each for each in battle.holds if each != hold))
    return battle, [HoldEnded(hold.holder, hold.held, reason)]


def turn_over(battle: Battle, who: str) -> Result:
    """A holder's turn ends: the holds that it did not keep up are over. # rule: MAN-3"""
    events: list[Event] = []
    for hold in battle.holds_by(who):
        if hold.kept:
            battle = battle.but(holds=tuple(each.but(kept=False) if each == hold else each for each in battle.holds))
        else:
            battle, more = let_go(battle, hold, "turn")
            events += more
    return battle, events


def lapse(battle: Battle, who: str) -> Result:
    """A holder's turn starts: where the settings say so, its holds are over then. # rule: NLT-8"""
    events: list[Event] = []
    if battle.nonlethal and battle.settings.hold_renewal == "lapses":
        for hold in battle.holds_by(who):
            battle, more = let_go(battle, hold, "turn")
            events += more
    return battle, events


def given_up(battle: Battle, who: str, keeps: str = "") -> Result:
    """A holder does something else than to renew its hold on ``keeps``: those on others are over. # rule: NLT-8"""
    events: list[Event] = []
    for hold in battle.holds_by(who):
        if hold.held != keeps:
            battle, more = let_go(battle, hold, "act")
            events += more
    return battle, events


def hurt_loose(battle: Battle, happened: Sequence[Event]) -> Result:
    """Whoever gives its holder a wound, a bruise or a loss of PV is free of it. # rule: NLT-8"""
    events: list[Event] = []
    hurt = {(each.source, each.who) for each in happened
            if isinstance(each, Damaged) and each.pv_after < each.pv_before}
    hurt |= {(each.injury.source, each.who) for each in happened if isinstance(each, Bruised)}
    for hold in battle.holds:
        if hold.form == "grapple" and (hold.held, hold.holder) in hurt:
            battle, more = let_go(battle, hold, "hurt")
            events += more
    return battle, events


def torn(battle: Battle) -> Result:
    """The holds that cannot go on: somebody is out, not able to act, out of the other's reach, or behind a wall or a
    shut door. # rule: MAN-3"""
    events: list[Event] = []
    for hold in battle.holds:
        reason = _why_torn(battle, hold)
        if reason is not None:
            battle, more = let_go(battle, hold, reason)
            events += more
    return battle, events


def _why_torn(battle: Battle, hold: Hold) -> EndReason | None:
    holder, held = battle.by_id.get(hold.holder), battle.by_id.get(hold.held)
    if holder is None or held is None or holder.out or held.out or holder.cell is None or held.cell is None:
        return "unable"
    if plight(battle, holder).any("no_execution"):
        return "unable"
    if hold.form == "wrest" and held.weapon(hold.thing) is None and all(each.id != hold.thing for each in held.items):
        return "apart"
    return None if within_reach(battle, holder, held, reach_of(battle, holder)) else "apart"


def why_release(battle: Battle, who: Combatant, action: Release) -> Text | None:
    """# rule: ACT-5 MAN-3"""
    if not battle.holds_by(who.id):
        return text("{who} holds nobody", who=who.name)
    if battle.hold_of(who.id, action.target) is None:
        return text("{who} holds {held}", who=who.name, held=names_of_held(battle, who))
    return None


def names_of_held(battle: Battle, who: Combatant) -> str:
    """The names of those that a creature holds. # rule: MAN-3"""
    return ", ".join(battle[each.held].name for each in battle.holds_by(who.id))


def do_release(battle: Battle, who: Combatant, action: Release) -> Result:
    """Let go. # rule: ACT-5 MAN-3"""
    hold = battle.hold_of(who.id, action.target)
    assert hold is not None
    return let_go(battle, hold, "released")


def release_options(battle: Battle, who: Combatant) -> Iterator[Release]:
    """Letting go of each that it holds."""
    yield from (Release(who.id, each.held) for each in battle.holds_by(who.id))


# --- getting out -----------------------------------------------------------------------------------------------------


def why_escape(battle: Battle, who: Combatant, action: Escape) -> Text | None:
    """# rule: ACT-3 MAN-3"""
    holders = [each.holder for each in battle.holds_on(who.id)]
    if holders and battle.nonlethal:
        return text("out of this hold leads a grapple of {who}, or to hurt who holds it", who=who.name)
    if not holders:
        return text("nobody holds {who}", who=who.name)
    if action.holder not in holders:
        return text("{who} is held by: {holders}", who=who.name, holders=", ".join(holders))
    if action.attribute not in battle.settings.escape:
        return text("to escape takes a test of {attribute}", attribute=text(ATTRIBUTE_NAMES[battle.settings.escape[0]]))
    return None


def escape_sheet(battle: Battle, action: Escape) -> TestSheet:
    """The test to get out of a hold, before it is rolled. # rule: MAN-3"""
    hold = next(each for each in battle.holds_on(action.who) if each.holder == action.holder)
    return attribute_sheet(battle, battle[action.who], action.attribute, hold.nd, N_("Escape"),
                           other=battle[action.holder])


def do_escape(battle: Battle, who: Combatant, action: Escape, cup: Cup) -> Result:
    """A test against the ND of the hold. # rule: ACT-3 MAN-3"""
    tested = roll_test(escape_sheet(battle, action), cup)
    battle = battle.but(turn=battle.turn.but(executions=battle.turn.executions + 1))
    if not tested.success:
        return battle, [tested]
    hold = next(each for each in battle.holds_on(who.id) if each.holder == action.holder)
    battle, events = let_go(battle, hold, "escaped")
    return battle, [tested, *events]


def escape_options(battle: Battle, who: Combatant) -> Iterator[Escape]:
    """Each hold on it, by strength and by mobility."""
    for hold in () if battle.nonlethal else battle.holds_on(who.id):
        for attribute in battle.settings.escape:
            yield Escape(who.id, hold.holder, attribute)


# --- dragging --------------------------------------------------------------------------------------------------------


def drag_along(battle: Battle, who: Combatant, path: Sequence[Cell], budget: int) -> Drag:
    """The holder walks a path and pulls the held one behind, at double cost; others are in the way of both.
    # rule: MAN-3"""
    (hold,), settings = battle.drags(who.id), battle.settings
    parity = battle.turn.diagonals if battle.active is not None and battle.active.id == who.id else 0
    return drag(
        battle.grid, body_of(battle, who), body_of(battle, battle[hold.held]), path, budget, rule=settings.diagonals,
        corners=settings.corners, closed=other_bodies(battle, (who.id, hold.held)), parity=parity,
        slow=slowness(battle, who), difficult=settings.difficult_diagonals, rises=rises_of(settings),
    )
