"""From a sheet of attack to what happened.

Order of the dice: the d10 of concealment when there is any (nothing more is rolled when it fails), the attack's one or
several, the defence's one or several. # rule: TST-6
"""

from game.rules import turns
from game.rules.actions import Attack
from game.rules.attack import AttackSheet, attack_sheet, damage_of
from game.rules.catalog import Settings
from game.rules.checks import Cup, roll
from game.rules.damage import Dealt
from game.rules.events import Attacked, Damaged, Event, Out, Outcome, WeaponThrown
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
    defence = roll(cup, sheet.defence_die, sheet.defence_value, sheet.defence_highest, sheet.defence_total_modifier,
                   sheet.defence_advantage, sheet.advantage_dice)
    return Attacked(sheet, compare(attack.total, defence.total), veil, attack, defence)


def do_attack(battle: Battle, action: Attack, cup: Cup) -> tuple[Battle, list[Event]]:
    """Make an allowed attack: roll, damage, and what follows."""
    sheet = attack_sheet(battle, action)
    attacked = roll_attack(sheet, cup)
    events: list[Event] = [attacked]
    turn = battle.turn
    battle = battle.but(turn=turn.but(executions=turn.executions + 1))
    if _leaves_hand(battle, action):
        thrower = battle[action.who]
        battle = battle.with_combatant(
            thrower.but(hands=tuple(each for each in thrower.hands if each != action.weapon))
        )
        events.append(WeaponThrown(action.who, action.weapon))
    if attacked.outcome in ("hit", "graze"):
        dealt = damage_of(sheet, battle[action.target].sheet, attacked.outcome == "graze", attacked.critical)
        battle, more = hurt(battle, action.target, action.who, dealt)
        events += more
    return battle, events


def _leaves_hand(battle: Battle, action: Attack) -> bool:
    weapon = battle[action.who].sheet.weapon(action.weapon)
    thrown = weapon is not None and action.mode == "ranged" and weapon.launch == "thrown" and weapon.hands > 0
    return thrown and battle.settings.thrown_weapon == "leaves"


def hurt(battle: Battle, who: str, source: str, dealt: Dealt) -> tuple[Battle, list[Event]]:
    """Take damage from a creature's PV; at 0 it is out of the fight. # rule: DMG-4 DMG-16"""
    target = battle[who]
    after = max(target.pv - dealt.total, 0)
    events: list[Event] = [Damaged(who, source, dealt, target.pv, after)]
    if after:
        return battle.with_combatant(target.but(pv=after)), events
    settings: Settings = battle.settings
    battle = battle.with_combatant(target.but(pv=0, out=True, consequence=settings.at_zero))
    events.append(Out(who, settings.at_zero))
    battle, more = turns.drop(battle, who)
    return battle, events + more
