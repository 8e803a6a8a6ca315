"""Events as sentences for the log: every die and every modifier shown, nothing lost."""

from collections.abc import Iterator
from typing import Final

from game.insight.names import creature_name as _name
from game.insight.names import thing_name
from game.insight.names import weapon_name as _weapon
from game.insight.narrate_bruises import bruise_sentences
from game.insight.narrate_effects import EFFECT_EVENTS, effect_sentences
from game.insight.narrate_gm import HAND_EVENTS, hand_sentences
from game.insight.narrate_manoeuvres import MANOEUVRE_EVENTS, came_off, manoeuvre_sentences, tried
from game.insight.narrate_things import tell
from game.insight.narrate_veiled import discreet, unsigned
from game.insight.telling import veiled
from game.rules.attack import AttackSheet
from game.rules.catalog import CONSEQUENCE_NAMES, damage_types
from game.rules.checks import Check
from game.rules.damage import Dealt, Wound
from game.rules.events import (
    NONLETHAL_EVENTS,
    AmmunitionSpent,
    Attacked,
    BattleWon,
    Damaged,
    Delayed,
    Deployed,
    DoorUsed,
    Event,
    Gripped,
    Hid,
    HitsChanged,
    InitiativeRolled,
    Moved,
    Out,
    PostureChanged,
    PressureSet,
    QuickBegan,
    Rested,
    Revealed,
    RoundBegan,
    Strained,
    StructureFell,
    StructureStruck,
    StructureTested,
    TurnBegan,
    TurnEnded,
    WeaponDrawn,
    WeaponStowed,
    WeaponThrown,
    WentNormal,
)
from game.rules.evidence import Modifier
from game.rules.powers import Power
from game.rules.state import Battle, Combatant
from game.spatial.grid import PLAIN, cell_name
from game.texts import N_, Text, text, tr

OUTCOMES: Final = {"hit": N_("a hit"), "graze": N_("a graze"), "miss": N_("a miss"), "concealed": N_("a miss")}


def sentences(event: Event, battle: Battle) -> tuple[Text, ...]:
    """What happened, in sentences, the main one first. Any battle of the same game will do: it lends the names, and
    says how the numbers of enemies are told."""
    return discreet(event, battle, arithmetic) or tuple(_sentences(event, battle))


def arithmetic(check: Check) -> str:
    """A test as a sum, the same in every language: the kept face, its dice, the attribute, the modifiers.

    >>> from game.rules.dice import Die
    >>> arithmetic(Check((Die(8, 6),), 6, 5, 2, 0, 13))
    '6 (d8) + 5 + 2 = 13'
    >>> arithmetic(Check((Die(6, 1), Die(6, 3)), 1, 5, 0, -5, 1, "lowest"))
    '1 (d6: 1, 3) + 5 - 5 = 1'
    """
    if not check.dice:
        return f"{check.attribute} {'-' if check.modifier < 0 else '+'} {abs(check.modifier)} = {check.total}"
    rolled = f": {', '.join(str(die.face) for die in check.dice)}" if len(check.dice) > 1 else ""
    said = f"{check.face} (d{check.dice[0].sides}{rolled}) + {check.attribute}"
    for amount in (check.modifier, check.penalty):
        if amount:
            said += f" {'+' if amount > 0 else '-'} {abs(amount)}"
    return f"{said} = {check.total}"


def team_name(battle: Battle, id: str) -> Text:
    """What people call a team; its id when the battle has no such team."""
    return text(next((team.name for team in battle.teams if team.id == id and team.name), id))



def _sentences(event: Event, battle: Battle) -> Iterator[Text]:
    if isinstance(event, EFFECT_EVENTS):
        yield from effect_sentences(event, battle, arithmetic)
        return
    if isinstance(event, HAND_EVENTS):
        yield from hand_sentences(event, battle)
        return
    if isinstance(event, NONLETHAL_EVENTS):
        yield from bruise_sentences(event, battle, arithmetic, modifier_line)
        return
    if isinstance(event, MANOEUVRE_EVENTS):
        yield from manoeuvre_sentences(event, battle)
        return
    match event:
        case Attacked():
            yield from _attacked(event, battle)
        case Damaged():
            yield from _damaged(event, battle)
        case InitiativeRolled():
            yield from _initiative(event, battle)
        case RoundBegan():
            yield text("Round {round} begins.", round=event.round)
        case TurnBegan(resumed=True):
            yield text("{who} has waited and acts now.", who=_name(battle, event.who))
        case TurnBegan():
            yield text("It is the turn of {who}.", who=_name(battle, event.who))
        case TurnEnded():
            yield text("{who} is done.", who=_name(battle, event.who))
        case Delayed():
            yield text("{who} waits, to act after {other}.", who=_name(battle, event.who),
                       other=_name(battle, event.after))
        case Out():
            yield text("{who} is out of the fight: {how}.", who=_name(battle, event.who),
                       how=text(CONSEQUENCE_NAMES[event.consequence]))
        case Hid():
            yield text("{who} is hidden now.", who=_name(battle, event.who))
        case Revealed(cause="met"):
            yield text("{who} comes upon {other}.", who=_name(battle, event.by), other=_name(battle, event.who))
        case Revealed():
            yield text("{who} comes into view.", who=_name(battle, event.who))
        case BattleWon(team=""):
            yield text("Nobody is left in the fight.")
        case BattleWon():
            yield text("{team} wins the fight.", team=team_name(battle, event.team))
        case (
            StructureTested() | StructureStruck() | StructureFell() | Strained() | AmmunitionSpent() | PressureSet()
            | Rested() | HitsChanged() | QuickBegan() | WentNormal()
        ):
            yield from tell(event, battle, arithmetic)
        case _:
            yield _act(event, battle)


def _act(
    event: Deployed | Moved | PostureChanged | WeaponDrawn | WeaponStowed | WeaponThrown | Gripped | DoorUsed,
    battle: Battle,
) -> Text:
    """Acts that take one sentence."""
    who = _name(battle, event.who)
    match event:
        case Deployed():
            return text("{who} takes its place on {cell}.", who=who, cell=cell_name(event.cell))
        case Moved(dash=True):
            return text("{who} dashes from {start} to {cell} ({metres} m).", who=who, start=cell_name(event.start),
                        cell=cell_name(event.path[-1]), metres=event.cost / PLAIN)
        case Moved():
            return text("{who} walks from {start} to {cell} ({metres} m).", who=who, start=cell_name(event.start),
                        cell=cell_name(event.path[-1]), metres=event.cost / PLAIN)
        case PostureChanged(posture="standing"):
            return text("{who} stands.", who=who)
        case PostureChanged(posture="crouched"):
            return text("{who} crouches.", who=who)
        case PostureChanged():
            return text("{who} drops to the ground.", who=who)
        case WeaponDrawn():
            return text("{who} draws: {weapon}.", who=who, weapon=_weapon(battle, event.who, event.weapon))
        case WeaponStowed():
            return text("{who} puts away: {weapon}.", who=who, weapon=_weapon(battle, event.who, event.weapon))
        case Gripped(both=True):
            return text("{who} takes this in both hands: {weapon}.", who=who,
                        weapon=_weapon(battle, event.who, event.weapon))
        case Gripped():
            return text("{who} takes one hand off this: {weapon}.", who=who,
                        weapon=_weapon(battle, event.who, event.weapon))
        case WeaponThrown():
            return text("{who} has thrown: {weapon}.", who=who, weapon=_weapon(battle, event.who, event.weapon))
    door = thing_name(battle, event.structure)
    if event.open:
        return text("{who} opens: {door}.", who=who, door=door)
    return text("{who} shuts: {door}.", who=who, door=door)


def _initiative(event: InitiativeRolled, battle: Battle) -> Iterator[Text]:
    yield text("Initiative is rolled. The order: {names}.", names=", ".join(_name(battle, who) for who in event.order))
    for roll in event.rolls:
        if veiled(battle, roll.who):
            continue
        who, total = _name(battle, roll.who), arithmetic(roll.check)
        if roll.attempt:
            yield text("Tied, {who} rolls again: {sum}.", who=who, sum=total)
        else:
            yield text("Initiative of {who}: {sum}.", who=who, sum=total)


# --- attacks ---------------------------------------------------------------------------------------------------------


def _attacked(event: Attacked, battle: Battle) -> Iterator[Text]:
    sheet = event.sheet
    yield _blow(sheet, battle)
    if event.concealment is not None:
        face, chance = event.concealment.face, sheet.miss_chance
        if event.outcome == "concealed":
            yield text("Concealment ({rule}): {face} on the d10, up to {chance} misses: the attack is lost.",
                       rule=sheet.miss_rule, face=face, chance=chance)
        else:
            yield text("Concealment ({rule}): {face} on the d10, up to {chance} misses: the attack goes on.",
                       rule=sheet.miss_rule, face=face, chance=chance)
    if event.attack is None:
        return
    secret = {"attack": veiled(battle, sheet.attacker), "defence": veiled(battle, sheet.target)}
    attack = tr("not told") if secret["attack"] else arithmetic(event.attack)
    if event.defence is not None:
        yield _outcome(event, attack, tr("not told") if secret["defence"] else arithmetic(event.defence))
    elif sheet.fixed_defence is not None:
        yield _outcome(event, attack, tr("not told") if secret["defence"] else str(sheet.fixed_defence))
    for modifier in sheet.modifiers:
        yield unsigned(modifier) if secret[modifier.side] else modifier_line(modifier)
    if sheet.fixed_defence is not None and sheet.modifiers and not any(secret.values()):
        yield text("In quick combat all of this counts as {amount} together (QCK-6).",
                   amount=f"{sheet.attack_total_modifier:+d}")


def _blow(sheet: AttackSheet, battle: Battle) -> Text:
    who, target = _name(battle, sheet.attacker), _name(battle, sheet.target)
    if sheet.power:
        power = next((each for each in powers_of(battle[sheet.attacker]) if each.id == sheet.power), None)
        return text("{who} aims at {target}: {power}.", who=who, target=target,
                    power=text(power.name) if power else sheet.power)
    if sheet.manoeuvre:
        return tried(sheet, battle)
    weapon = _weapon(battle, sheet.attacker, sheet.weapon)
    if sheet.mode == "melee" and sheet.bruise is not None:  # rule: NLT-1
        return text("{who} strikes at {target}, to bruise: {weapon}.", who=who, target=target, weapon=weapon)
    if sheet.mode == "melee":
        return text("{who} strikes at {target}: {weapon}.", who=who, target=target, weapon=weapon)
    attacker = battle[sheet.attacker]
    carried = attacker.weapon(sheet.weapon) or attacker.sheet.weapon(sheet.weapon)
    if carried is not None and carried.launch == "thrown":
        return text("{who} throws at {target}: {weapon}.", who=who, target=target, weapon=weapon)
    return text("{who} shoots at {target}: {weapon}.", who=who, target=target, weapon=weapon)


def powers_of(who: Combatant) -> Iterator[Power]:
    """The powers that a creature and its items have, those used up too."""
    yield from who.sheet.powers
    yield from (each.power for each in who.sheet.items if each.power is not None)


def _outcome(event: Attacked, attack: str, defence: str) -> Text:
    if event.ruling is not None:
        return text("Attack {attack}, defence {defence}; by the game master's word: {outcome}.", attack=attack,
                    defence=defence, outcome=text(OUTCOMES[event.outcome]))
    if event.sheet.margin is not None:
        return came_off(event, attack, defence)
    if event.outcome == "hit" and event.critical:
        return text("Attack {attack}, defence {defence}: a critical hit.", attack=attack, defence=defence)
    if event.outcome == "hit":
        return text("Attack {attack}, defence {defence}: a hit.", attack=attack, defence=defence)
    if event.outcome == "graze":
        return text("Attack {attack}, defence {defence}: a graze.", attack=attack, defence=defence)
    return text("Attack {attack}, defence {defence}: a miss.", attack=attack, defence=defence)


def modifier_line(modifier: Modifier) -> Text:
    amount, label = f"{modifier.amount:+d}", text(modifier.label)
    if modifier.side == "attack":
        return text("{amount} to the attack: {reason} ({rule}).", amount=amount, reason=label, rule=modifier.rule)
    return text("{amount} to the defence: {reason} ({rule}).", amount=amount, reason=label, rule=modifier.rule)


def _damaged(event: Damaged, battle: Battle) -> Iterator[Text]:
    who = _name(battle, event.who)
    if event.total:
        yield text("{who} takes {points} damage: PV {before} to {after}.", who=who, points=event.total,
                   before=event.pv_before, after=event.pv_after)
    else:
        yield text("{who} takes no damage.", who=who)
    if veiled(battle, event.source):
        return
    for part in event.parts:
        yield _part(part)
    yield from _mitigation(event.dealt)


def _part(part: Wound) -> Text:
    kind = text(damage_types()[part.kind].name)
    values: dict[str, int | str | Text] = {"kind": kind, "points": part.amount, "dealt": part.dealt}
    if "immune" in part.responses:
        return text("{kind}: {points}, immune: {dealt}.", **values)
    if part.responses == ("resistant", "vulnerable"):
        return text("{kind}: {points}, resistant and vulnerable: {dealt}.", **values)
    if part.responses == ("resistant",):
        return text("{kind}: {points}, resistant: {dealt}.", **values)
    if part.responses == ("vulnerable",):
        return text("{kind}: {points}, vulnerable: {dealt}.", **values)
    return text("{kind}: {points}.", kind=kind, points=part.amount)


def _mitigation(dealt: Dealt) -> Iterator[Text]:
    if dealt.reduction:
        yield text("Armour takes off {points}.", points=dealt.reduction)
    if dealt.minimum:
        yield text("A hit does at least 1: {points} is put back.", points=dealt.minimum)
