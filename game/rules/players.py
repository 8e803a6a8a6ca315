"""What the players see of a battle: all but the hidden creatures, and but everything that follows from them.

Every question that is answered on the players' side is asked of :func:`players_view`; the GM's side asks the battle
itself. Rules leave hidden creatures out of account for everybody else (``Battle.present``), so that what the players
are told beforehand is what happens: see :mod:`game.rules.hidden` for the little that happens to those who are hidden.
"""

from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from typing import TypeVar

from game.rules.events import (
    AccidentFeared,
    Attacked,
    Bruised,
    ConditionEnded,
    ConditionGained,
    Damaged,
    Delayed,
    Event,
    Healed,
    Hid,
    HitsChanged,
    InitiativeRolled,
    Joined,
    Mended,
    Narrated,
    OngoingBegan,
    OngoingEnded,
    PowerUsed,
    QuickBegan,
    RecoveryRolled,
    Revealed,
    Ruled,
    Tested,
    Unbruised,
    WentNormal,
    ZoneBegan,
    ZoneEnded,
)
from game.rules.evidence import Modifier
from game.rules.injuries import Injury
from game.rules.state import Battle, Combatant, Condition, Ongoing, Told, Zone

Lasting = TypeVar("Lasting", Condition, Ongoing, Zone)


def unseen(battle: Battle) -> frozenset[str]:
    """Who is hidden from the players."""
    return frozenset(each.id for each in battle.combatants if each.hidden)


def is_enemy(battle: Battle, who: Combatant) -> bool:
    """Whether a creature is none of those whom the players play: of the first team, when no team is said to be theirs.
    """
    played = {team.id for team in battle.teams if team.players} or {team.id for team in battle.teams[:1]}
    return who.team not in played


def players_view(battle: Battle, told: Told = "digits") -> Battle:
    """The same battle without its hidden creatures, and with the numbers of enemies as they are to be ``told``; itself
    when that is no other. Worked out once a battle.

    What a hidden creature left behind for all to see (a wall of fire, a poison) stays, without its name.
    """
    gone = unseen(battle)
    if not gone and battle.told == told:
        return battle
    found: Battle | None = battle.memo.get(("players", told))
    if found is None:
        found = (_without(battle, gone) if gone else battle).but(told=told)
        battle.memo["players", told] = found
    return found


def _without(battle: Battle, gone: frozenset[str]) -> Battle:
    after = _followers(battle.order, gone)
    turn = battle.turn
    return battle.but(
        combatants=tuple(_cleared(each, gone, after) for each in battle.combatants if each.id not in gone),
        order=_others(battle.order, gone),
        waiting=_others(battle.waiting, gone),
        delayed=_others(battle.delayed, gone),
        slot=after.get(battle.slot, battle.slot),
        turn=turn.but(unseen=_others(turn.unseen, gone),
                      entered=tuple(each for each in turn.entered if each[0] not in gone)),
        zones=tuple(_zone(each, battle, gone, after) for each in battle.zones
                    if each.source not in gone or each.shape.form != "aura"),
        structures=tuple(each.but(user="") if each.user in gone else each for each in battle.structures),
        items=tuple(each.but(owner="") if each.owner in gone else each for each in battle.lying),
        holds=tuple(each for each in battle.holds if each.holder not in gone and each.held not in gone),
    )


def _others(ids: Iterable[str], gone: Set[str]) -> tuple[str, ...]:
    return tuple(each for each in ids if each not in gone)


def _followers(order: tuple[str, ...], gone: Set[str]) -> dict[str, str]:
    """For each hidden creature, who comes next after it among those who are seen; nobody: an empty name."""
    seen = [each for each in (*order, *order) if each not in gone]
    return {who: next((each for each in (*order[at + 1:], *order) if each not in gone), "") if seen else ""
            for at, who in enumerate(order) if who in gone}


def _anonymous(each: Lasting, gone: Set[str], after: dict[str, str]) -> Lasting:
    """An effect whose source and end tell nothing of those who are hidden."""
    expiry = each.expiry
    source = "" if each.source in gone else each.source
    if expiry is not None and expiry.whose in gone:
        expiry = replace(expiry, whose=after.get(expiry.whose, ""))
    return each if (source, expiry) == (each.source, each.expiry) else each.but(source=source, expiry=expiry)


def _zone(zone: Zone, battle: Battle, gone: Set[str], after: dict[str, str]) -> Zone:
    """The same for a zone; one that tells friend from foe passes for that of another creature of the same team."""
    made = _anonymous(zone, gone, after)
    if made is zone or made.source or zone.effect.affects == "all":
        return made
    team = battle[zone.source].team if zone.source else ""
    return made.but(source=next((each.id for each in battle.combatants
                                 if each.team == team and each.id not in gone), ""))


def _cleared(who: Combatant, gone: Set[str], after: dict[str, str]) -> Combatant:
    """A creature with nothing on it that names those who are hidden."""
    if not (who.conditions or who.ongoing or who.sneaked or who.casting or who.bruises or who.wounds or who.past):
        return who
    casting = who.casting
    if casting is not None and not gone.isdisjoint(casting.targets):
        casting = replace(casting, targets=_others(casting.targets, gone))
    return who.but(
        conditions=tuple(_anonymous(each, gone, after) for each in who.conditions),
        ongoing=tuple(_anonymous(each, gone, after) for each in who.ongoing),
        sneaked=_others(who.sneaked, gone),
        casting=casting,
        bruises=tuple(_unblamed(each, gone) for each in who.bruises),
        wounds=tuple(_unblamed(each, gone) for each in who.wounds),
        past=tuple(_unblamed(each, gone) for each in who.past),
    )


def _unblamed(injury: Injury, gone: Set[str]) -> Injury:
    """An injury that names nobody who is hidden."""
    return injury.but(source="") if injury.source in gone else injury


# --- what happened ---------------------------------------------------------------------------------------------------


def players_events(events: Iterable[Event], before: Battle, after: Battle) -> tuple[Event, ...]:
    """What happened between two battles as far as players see it: nothing that befell or was done by a creature while
    it was hidden."""
    still = unseen(after)
    gone = {*unseen(before), *still}
    found: list[Event] = []
    for event in events:
        match event:
            case Hid():
                pass
            case Revealed(who=who):
                if who not in still:
                    gone.discard(who)
                    found.append(event)
            case _ if not gone:
                found.append(event)
            case _:
                found += _told(event, gone, _followers(after.order, gone))
    return tuple(found)


def _told(event: Event, gone: Set[str], after: dict[str, str]) -> Iterator[Event]:
    """An event without those who are hidden; nothing when it is about them alone."""
    match event:
        case InitiativeRolled() | QuickBegan() | WentNormal():
            yield _roll_call(event, gone)
        case Joined() if event.who not in gone:
            yield _roll_call(event, gone)
        case PowerUsed() if event.who not in gone:
            yield replace(event, targets=_others(event.targets, gone), modifiers=_unproved(event.modifiers, gone))
        case Narrated():
            targets = _others(event.targets, gone)
            if targets or not event.targets:
                yield replace(event, targets=targets)
        case ZoneBegan() | ZoneEnded():
            if event.zone.source not in gone or event.zone.shape.form != "aura":
                yield replace(event, zone=_anonymous(event.zone, gone, after))
        case ConditionGained() | ConditionEnded() if event.who not in gone:
            yield replace(event, condition=_anonymous(event.condition, gone, after))
        case OngoingBegan() | OngoingEnded() if event.who not in gone:
            yield replace(event, ongoing=_anonymous(event.ongoing, gone, after))
        case Damaged() | HitsChanged() | Healed() | Unbruised() | AccidentFeared() if event.who not in gone:
            yield replace(event, source="") if event.source in gone else event
        case Bruised() | Mended() if event.who not in gone:
            yield replace(event, injury=_unblamed(event.injury, gone))
        case RecoveryRolled() if event.who not in gone:
            yield replace(event, injury=_unblamed(event.injury, gone),
                          healer="" if event.healer in gone else event.healer)
        case Attacked() if event.sheet.attacker not in gone:
            yield replace(event, sheet=replace(event.sheet, modifiers=_unproved(event.sheet.modifiers, gone)))
        case Tested() if event.who not in gone:
            yield replace(event, modifiers=_unproved(event.modifiers, gone))
        case Ruled() if event.ruling.target in gone:
            return
        case Delayed() if event.after in gone:
            return
        case _:
            if _subject(event) not in gone:
                order = getattr(event, "order", None)
                yield event if order is None else replace(event, order=_others(order, gone))  # type: ignore[arg-type]


def _roll_call(event: InitiativeRolled | QuickBegan | WentNormal | Joined, gone: Set[str]) -> Event:
    """Lists of everybody, without some."""
    if isinstance(event, WentNormal):
        return replace(event, pv=tuple(each for each in event.pv if each[0] not in gone))
    if isinstance(event, QuickBegan):
        return replace(event, order=_others(event.order, gone))
    return replace(event, rolls=tuple(each for each in event.rolls if each.who not in gone),
                   order=_others(event.order, gone))


def _unproved(modifiers: tuple[Modifier, ...], gone: Set[str]) -> tuple[Modifier, ...]:
    """Modifiers that point at nobody who is hidden."""
    return tuple(each if gone.isdisjoint(each.evidence.others) else
                 replace(each, evidence=replace(each.evidence, others=_others(each.evidence.others, gone)))
                 for each in modifiers)


def _subject(event: Event) -> str:
    """Whom an event is about: who does it or whom it befalls, empty when that is nobody."""
    sheet = getattr(event, "sheet", None)
    for holder, field in ((event, "who"), (sheet, "attacker")):
        found = getattr(holder, field, "")
        if isinstance(found, str) and found:
            return found
    return ""
