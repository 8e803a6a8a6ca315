"""From a sheet of attack to what happened.

Order of the dice: the d10 of concealment when there is any (nothing more is rolled when it fails), the attack's one or
several, the defence's one or several. # rule: TST-6
"""

from dataclasses import replace

from game.rules import bruises, holds, quick
from game.rules.actions import Attack, Ruling
from game.rules.ammunition import fewer, left
from game.rules.attack import AttackSheet, attack_sheet, carried_weapon, damage_of
from game.rules.catalog import Weapon
from game.rules.checks import ATTACK, CONCEALMENT, DEFENCE, Check, Cup, roll
from game.rules.conditions import sheet_of
from game.rules.damage import by_word, full_damage, graze, hit
from game.rules.events import AmmunitionSpent, Attacked, Event, Outcome, Strayed, WeaponThrown
from game.rules.evidence import Modifier
from game.rules.harm import hurt as hurt
from game.rules.harm import lose_hits as lose_hits
from game.rules.state import Battle

CONCEALMENT_DIE = 10  # rule: SIT-4 SIT-5
STRAY_MARGIN = -5  # rule: MAN-3


def compare(attack: int, defence: int) -> Outcome:
    """# rule: DMG-1 DMG-2 DMG-3

    >>> compare(9, 8), compare(8, 8), compare(7, 8)
    ('hit', 'graze', 'miss')
    """
    return "hit" if attack > defence else "graze" if attack == defence else "miss"


def roll_attack(sheet: AttackSheet, cup: Cup) -> Attacked:
    """Roll an attack and the defence against it; the GM's word may overrule the dice. # rule: ATK-1 ATK-2 DEF-1 GM"""
    ruling = cup.rulings.get(sheet.target)
    attacked = _rolled(sheet, cup, through=ruling is not None and lands(ruling))
    return attacked if ruling is None else replace(attacked, outcome=overruled(ruling, attacked.outcome), ruling=ruling)


def lands(ruling: Ruling) -> bool:
    """Whether by the GM's word an attack meets its target."""
    return ruling.outcome in ("hit", "graze") or (not ruling.outcome and bool(ruling.points))


def overruled(ruling: Ruling, outcome: Outcome) -> Outcome:
    """What comes of an attack by the GM's word; damage that is given makes a hit of what missed. # rule: GM"""
    if ruling.outcome:
        return ruling.outcome
    return "hit" if ruling.points and outcome not in ("hit", "graze") else outcome


def _rolled(sheet: AttackSheet, cup: Cup, through: bool) -> Attacked:
    """The same by the dice alone; ``through``: concealment does not end it."""
    veil = cup.roll(CONCEALMENT_DIE, sheet.attacker, CONCEALMENT) if sheet.miss_chance else None
    if veil is not None and veil.face <= sheet.miss_chance and not through:  # rule: SIT-4 SIT-5
        return Attacked(sheet, "concealed", veil)
    attack = roll(cup, sheet.attack_die, sheet.attack_value, sheet.attack_highest, sheet.attack_total_modifier,
                  sheet.advantage, sheet.advantage_dice, who=sheet.attacker, what=ATTACK)
    if sheet.fixed_defence is not None:  # rule: QCK-2
        return Attacked(sheet, outcome_of(sheet, attack, sheet.fixed_defence), veil, attack)
    defence = roll(cup, sheet.defence_die, sheet.defence_value, sheet.defence_highest, sheet.defence_total_modifier,
                   sheet.defence_advantage, sheet.advantage_dice, who=sheet.target, what=DEFENCE)
    return Attacked(sheet, outcome_of(sheet, attack, defence.total), veil, attack, defence)


def outcome_of(sheet: AttackSheet, attack: Check, defence: int) -> Outcome:
    """What comes of an attack that was rolled. A manoeuvre needs its margin; a critical failure on a held creature
    strays to its holder, whatever its total. # rule: MAN-1 MAN-3"""
    if sheet.stray and attack.extreme == "lowest":
        return "miss"
    if sheet.margin is not None:
        return "hit" if attack.total - defence >= sheet.margin else "miss"
    return compare(attack.total, defence)


def do_attack(
    battle: Battle, action: Attack, cup: Cup, extra: tuple[Modifier, ...] = ()
) -> tuple[Battle, list[Event]]:
    """Make an allowed attack: roll, damage, and what follows; ``extra`` are modifiers of the moment (SIT-1)."""
    sheet = attack_sheet(battle, action)
    sheet = replace(sheet, modifiers=(*sheet.modifiers, *extra))
    attacked = roll_attack(sheet, cup)
    events: list[Event] = [attacked]
    turn = battle.turn
    battle = battle.but(turn=turn.but(executions=turn.executions + 1))
    if action.mode == "ranged" and (weapon := battle[action.who].weapon(action.weapon)) is not None:
        battle, more = launched(battle, action.who, weapon, battle.settings.ammunition == "always")
        events += more
    battle, more = strike(holds.after_attack(battle, attacked), attacked)
    return battle, events + more


def strike(battle: Battle, attacked: Attacked, nonlethal: bool = False) -> tuple[Battle, list[Event]]:
    """What an attack that was rolled does: damage to its target, or to the holder whom it strays to.
    # rule: DMG-1 DMG-2 MAN-3 MAN-4 NLT-2"""
    sheet, grazes = attacked.sheet, attacked.outcome == "graze"
    if strays(attacked):
        return _stray(battle, attacked, nonlethal)
    if attacked.outcome not in ("hit", "graze"):
        return battle, []
    given = attacked.ruling.points if attacked.ruling is not None else None
    if sheet.bruise is not None:
        return bruises.bruise(battle, attacked, sheet.bruise, given)
    if sheet.fixed_defence is not None:
        lost = quick.hits_lost(battle.settings, grazes, attacked.critical) if given is None else given
        return lose_hits(battle, sheet.target, sheet.attacker, lost, nonlethal)
    dealt = damage_of(sheet, battle[sheet.target].sheet, grazes, attacked.critical) if given is None else by_word(given)
    return hurt(battle, sheet.target, sheet.attacker, dealt, nonlethal)


def strays(attacked: Attacked) -> bool:
    """Whether an attack on a held creature hits its holder: it misses by 5 or more, or fails critically, whatever its
    total is. # rule: MAN-3"""
    attack, defence = attacked.attack_total, attacked.defence_total
    if attacked.ruling is not None:
        return False
    if not attacked.sheet.stray or attacked.attack is None or attack is None or defence is None:
        return False
    return attacked.attack.extreme == "lowest" or attack - defence <= STRAY_MARGIN


def _stray(battle: Battle, attacked: Attacked, nonlethal: bool) -> tuple[Battle, list[Event]]:
    """The holder takes all the damage, half of it, or 1, and no critical. # rule: MAN-3"""
    sheet, share = attacked.sheet, battle.settings.stray_damage
    attacker, holder = battle[sheet.attacker], battle[sheet.stray]
    weapon = carried_weapon(attacker, sheet.weapon)
    assert weapon is not None
    against = sheet_of(battle, holder)
    parts, main = full_damage(attacker.sheet, weapon, sheet.mode == "ranged", against, battle.settings)
    dealt = graze(parts[main], against) if share == "one" else hit(parts, against, halved=share == "half")
    battle, events = hurt(battle, holder.id, attacker.id, dealt, nonlethal)
    return battle, [Strayed(attacker.id, sheet.target, holder.id, share), *events]


def launched(battle: Battle, who: str, weapon: Weapon, counted: bool = True) -> tuple[Battle, list[Event]]:
    """A shot or a throw was made: ammunition is spent where it is counted, a thrown weapon leaves the hand if the
    settings say so. # rule: STR-6"""
    shooter, events = battle[who], list[Event]()
    if counted and weapon.ammunition:
        shooter = fewer(shooter, weapon)
        events.append(AmmunitionSpent(who, weapon.id, left(shooter, weapon) or 0))
    if weapon.launch == "thrown" and weapon.hands and battle.settings.thrown_weapon == "leaves":
        shooter = shooter.but(hands=tuple(each for each in shooter.hands if each != weapon.id))
        events.append(WeaponThrown(who, weapon.id))
    return battle.with_combatant(shooter), events
