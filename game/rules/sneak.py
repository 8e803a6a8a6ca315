"""Sneak attacks. # rule: SIT-1

The attacker tests mobility against half the target's acuity die + acuity. When it succeeds, the target is off guard for
this attack alone; when it fails, the attack is a normal one. Either way the target knows its attacker afterwards.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Final

from game.errors import IllegalAction
from game.rules.actions import Attack, AttackMode, SneakAttack
from game.rules.attack import AttackSheet, attack_sheet, carried_weapon, not_carried, refusal, source_of, unknown
from game.rules.bodies import enemies_of, held
from game.rules.catalog import UNARMED
from game.rules.checks import Cup
from game.rules.conditions import answers, scaled, sheet_of
from game.rules.events import Event
from game.rules.evidence import Evidence, Modifier
from game.rules.noticing import notices
from game.rules.odds import Roll
from game.rules.resolve import do_attack
from game.rules.state import Battle, Combatant, Condition
from game.rules.trials import TestSheet, attribute_sheet, roll_test
from game.spatial.grid import Cell
from game.texts import N_, Text, text

Result = tuple[Battle, list[Event]]
OFF_GUARD: Final = "off_guard"  # rule: SIT-1 CND-10


def unaware(battle: Battle, who: Combatant, target: Combatant) -> bool:
    """Whether a target does not know of the attacker: it did not see it when the turn began. # rule: SIT-1"""
    if battle.settings.sneak == "now":
        return not notices(battle, target, who)
    return target.id in battle.turn.unseen


def why_not(battle: Battle, who: Combatant, action: SneakAttack) -> Text | None:
    """Why a sneak attack may not be made; None when it may. # rule: SIT-1"""
    if (reason := unknown(battle, action.target)) is not None:
        return reason
    weapon = carried_weapon(who, action.weapon)
    if weapon is None:
        return not_carried(who, action.weapon)
    target = battle[action.target]
    return _why_aware(battle, who, target) or refusal(battle, who, target, weapon, action.mode)


def _why_aware(battle: Battle, who: Combatant, target: Combatant) -> Text | None:
    if target.id in who.sneaked:
        return text("{target} knows {who} since its first sneak attack", target=target.name, who=who.name)
    if not unaware(battle, who, target):
        return text("{target} saw {who} when the turn began: begin a turn out of its sight first", target=target.name,
                    who=who.name)
    return None


def test_of(battle: Battle, who: str, target: str) -> TestSheet:
    """The attacker's test, before it is rolled. # rule: SIT-1"""
    acuity = battle[target].sheet.acuity
    return attribute_sheet(battle, battle[who], "mobility", acuity.die // 2 + acuity.value, N_("Sneak attack"),
                           other=battle[target])


def sneak_sheet(battle: Battle, action: SneakAttack, success: bool = True, at: Cell | None = None) -> AttackSheet:
    """The finished sheet of the attack that follows the test. # rule: SIT-1 CND-10

    :raises IllegalAction: for an unknown creature or weapon.
    """
    made = attack_sheet(battle, attack_of(action), at)
    who, target = battle[action.who], battle[action.target]
    made = replace(made, refused=_why_aware(battle, who, target) or made.refused)
    return replace(made, modifiers=(*made.modifiers, *off_guard(battle, action))) if success else made


def attack_of(action: SneakAttack) -> Attack:
    """The attack that follows the test."""
    return Attack(action.who, action.target, action.weapon, action.mode, action.master, action.reason,
                  action.nonlethal)


def off_guard(battle: Battle, action: SneakAttack) -> tuple[Modifier, ...]:
    """-2 Defence for this attack only, as the target's sheet answers to that condition. # rule: SIT-1 CND-5"""
    found = answers(sheet_of(battle, battle[action.target]), Condition(OFF_GUARD, action.who))
    rule = battle.condition_rules[OFF_GUARD]
    amount = sum(scaled(each.amount, found) for each in rule.tests)
    evidence = Evidence(others=(action.who,))
    return (Modifier("SIT-1", N_("off guard"), amount, "defence", evidence),) if amount else ()


def chance_of(battle: Battle, action: SneakAttack) -> Fraction:
    """The chance that the target is caught off guard. # rule: SIT-1 TST-5"""
    if action.target not in battle.by_id or action.who not in battle.by_id:
        raise IllegalAction(text("there is no such creature"))
    test = test_of(battle, action.who, action.target)
    roll = Roll(test.die, test.value, test.highest, test.modifier, test.advantage, test.advantage_dice)
    return roll.reaches(test.difficulty, test.exceed)


def options(battle: Battle, who: Combatant) -> Iterator[SneakAttack]:
    """One for each weapon, way of using it, and target that does not know of it. # rule: SIT-1"""
    modes: tuple[AttackMode, ...] = ("melee", "ranged")
    for target in enemies_of(battle, who):
        if _why_aware(battle, who, target) is not None:
            continue
        for weapon in (*held(who), UNARMED):
            for mode in modes if weapon.range else modes[:1]:
                if refusal(battle, who, target, weapon, mode) is None:
                    yield SneakAttack(who.id, target.id, weapon.id, mode)
                    if source_of(battle, weapon, True) == "declared":  # rule: NLT-1
                        yield SneakAttack(who.id, target.id, weapon.id, mode, nonlethal=True)


def do(battle: Battle, action: SneakAttack, cup: Cup) -> Result:
    """Test, then attack. # rule: SIT-1"""
    tested = roll_test(test_of(battle, action.who, action.target), cup)
    who = battle[action.who]
    extra = off_guard(battle, action) if tested.success else ()
    battle = battle.with_combatant(who.but(sneaked=(*who.sneaked, action.target)))
    battle, events = do_attack(battle, attack_of(action), cup, extra)
    return battle, [tested, *events]
