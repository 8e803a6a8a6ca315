"""From a sheet of attack to what happened.

Order of the dice: the d10 of concealment when there is any (nothing more is rolled when it fails), the attack's one or
several, the defence's one or several. # rule: TST-6
"""

from game.rules import quick
from game.rules.actions import Attack
from game.rules.ammunition import fewer, left
from game.rules.attack import AttackSheet, attack_sheet, damage_of
from game.rules.catalog import Weapon
from game.rules.checks import Cup, roll
from game.rules.events import AmmunitionSpent, Attacked, Event, Outcome, WeaponThrown
from game.rules.harm import hurt as hurt
from game.rules.harm import lose_hits as lose_hits
from game.rules.state import Battle

CONCEALMENT_DIE = 10  # rule: SIT-4 SIT-5


def compare(attack: int, defence: int) -> Outcome:
    """# rule: DMG-1 DMG-2 DMG-3

    >>> compare(9, 8), compare(8, 8), compare(7, 8)
    ('hit', 'graze', 'miss')
    """
    return "hit" if attack > defence else "graze" if attack == defence else "miss"


def roll_attack(sheet: AttackSheet, cup: Cup) -> Attacked:
    """Roll an attack and the defence against it. # rule: ATK-1 ATK-2 DEF-1"""
    veil = cup.roll(CONCEALMENT_DIE) if sheet.miss_chance else None
    if veil is not None and veil.face <= sheet.miss_chance:  # rule: SIT-4 SIT-5
        return Attacked(sheet, "concealed", veil)
    attack = roll(cup, sheet.attack_die, sheet.attack_value, sheet.attack_highest, sheet.attack_total_modifier,
                  sheet.advantage, sheet.advantage_dice)
    if sheet.fixed_defence is not None:  # rule: QCK-2
        return Attacked(sheet, compare(attack.total, sheet.fixed_defence), veil, attack)
    defence = roll(cup, sheet.defence_die, sheet.defence_value, sheet.defence_highest, sheet.defence_total_modifier,
                   sheet.defence_advantage, sheet.advantage_dice)
    return Attacked(sheet, compare(attack.total, defence.total), veil, attack, defence)


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
    if attacked.outcome in ("hit", "graze"):
        if sheet.fixed_defence is not None:
            lost = quick.hits_lost(battle.settings, attacked.outcome == "graze", attacked.critical)
            battle, more = lose_hits(battle, action.target, action.who, lost)
            return battle, events + more
        dealt = damage_of(sheet, battle[action.target].sheet, attacked.outcome == "graze", attacked.critical)
        battle, more = hurt(battle, action.target, action.who, dealt)
        events += more
    return battle, events


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
