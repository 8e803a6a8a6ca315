"""Attacks: one finished sheet of every modifier before anything is rolled.

The preview, the roll, the log, "why?" and the odds all read the same :class:`AttackSheet`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from game.errors import IllegalAction
from game.rules.actions import Attack, AttackMode
from game.rules.ammunition import why_none
from game.rules.bodies import (
    ADJACENT,
    adjacent,
    allies_of,
    body_of,
    enemies_of,
    engaged,
    line_of,
    metres_between,
    reach_of,
    ready_weapon,
    threat_reach,
)
from game.rules.catalog import UNARMED, DamagePart, Weapon
from game.rules.checks import doubled
from game.rules.conditions import PRONE, PRONE_DEFENCE, PRONE_MELEE_ATTACK
from game.rules.damage import Dealt, full_damage, graze, hit
from game.rules.evidence import NOTHING, Evidence, Modifier
from game.rules.quick import fixed_defence, limited, quick_hits
from game.rules.sheet import Sheet
from game.rules.state import Battle, Combatant
from game.spatial.flanking import Flank, flanks
from game.spatial.grid import NO_CONCEALMENT, PARTIAL, PLAIN, TOTAL, UNITS, Body, Cell, units
from game.spatial.metric import distance
from game.spatial.sight import LineOfAttack, Ray, higher
from game.texts import N_, Text, text

MissRule = Literal["", "SIT-4", "SIT-5"]
# rule: SIT-4 SIT-5: faces of the d10 up to this one fail
CONCEALED: Final[Mapping[int, tuple[MissRule, int]]] = {
    NO_CONCEALMENT: ("", 0),
    PARTIAL: ("SIT-4", 2),
    TOTAL: ("SIT-5", 5),
}

@dataclass(frozen=True, slots=True)
class AttackSheet:
    """An attack before it is rolled, complete: whoever has the sheet needs nothing else to roll it or to know its odds.

    ``weapon`` is an id of the attacker's sheet, empty for an unarmed blow. ``attack_value`` is what the attribute adds,
    ``attack_highest`` what it adds on the die's highest face (TST-2); the same for the defence. ``advantage`` and
    ``defence_advantage`` are 1, 0 or -1, with ``advantage_dice`` dice rolled when not 0. ``miss_chance`` is out of 10:
    faces up to it fail before the attack is rolled, by ``miss_rule``. ``damage`` are the parts of a full hit, ``main``
    the one that a graze's point belongs to. ``refused`` says why this attack may not be made, None when it may.
    ``fixed_defence`` stands for the defence in quick combat (QCK-2), where ``quick_hits`` are what a tie, a hit and a
    critical hit take (QCK-3). ``manoeuvre`` is the id of one, which succeeds by ``margin`` or more; None for an attack
    that does damage. ``stray`` is the id of who holds the target, when an attack of its ally would go astray to it
    (MAN-3).
    """

    attacker: str
    target: str
    weapon: str
    mode: AttackMode
    attack_die: int
    attack_value: int
    attack_highest: int
    defence_die: int
    defence_value: int
    defence_highest: int
    modifiers: tuple[Modifier, ...] = ()
    advantage: int = 0
    defence_advantage: int = 0
    advantage_dice: int = 2
    miss_chance: int = 0
    miss_rule: MissRule = ""
    miss_evidence: Evidence = NOTHING
    damage: tuple[DamagePart, ...] = ()
    main: int = 0
    graze_doubles: bool = False
    graze_is_minimum: bool = True
    refused: Text | None = None
    fixed_defence: int | None = None
    quick_hits: tuple[int, int, int] = (1, 1, 1)
    manoeuvre: str = ""
    margin: int | None = None
    stray: str = ""

    @property
    def attack_total_modifier(self) -> int:
        """The sum of what the attacker gets; in quick combat the net of both sides, 1 at most. # rule: QCK-6"""
        mine = sum(each.amount for each in self.modifiers if each.side == "attack")
        return mine if self.fixed_defence is None else limited(mine - self._defender_gets)

    @property
    def defence_total_modifier(self) -> int:
        """The sum of what the target gets; a fixed defence stands as it is. # rule: QCK-2"""
        return self._defender_gets if self.fixed_defence is None else 0

    @property
    def _defender_gets(self) -> int:
        return sum(each.amount for each in self.modifiers if each.side == "defence")


# --- making a sheet --------------------------------------------------------------------------------------------------


def attack_sheet(battle: Battle, action: Attack, at: Cell | None = None) -> AttackSheet:
    """The finished sheet of an attack, as if the attacker stood at ``at`` when that is given.

    It does not ask whose turn it is; :func:`game.rules.engine.why_illegal` does.

    :raises IllegalAction: when there is nothing to make a sheet of: an unknown or unplaced creature, an unknown weapon.
    """
    for id in (action.who, action.target):
        if (reason := unknown(battle, id)) is not None:
            raise IllegalAction(reason)
    attacker, target = battle[action.who], battle[action.target]
    weapon = carried_weapon(attacker, action.weapon)
    if weapon is None:
        raise IllegalAction(not_carried(attacker, action.weapon))
    if at is not None and at != attacker.cell:
        attacker = attacker.but(cell=at)
        battle = battle.with_combatant(attacker)
    line = line_of(battle, attacker, target)
    parts, main = full_damage(attacker.sheet, weapon, action.mode == "ranged", target.sheet, battle.settings)
    test = attacker.sheet.mobility if action.mode == "melee" else attacker.sheet.acuity  # rule: ATK-1 ATK-2
    defence = target.sheet.mobility  # rule: DEF-1
    miss_rule, miss_chance = CONCEALED[line.concealment]
    return AttackSheet(
        attacker.id, target.id, weapon.id, action.mode,
        test.die, test.value, doubled(test.value, battle.settings),
        defence.die, defence.value, doubled(defence.value, battle.settings),
        modifiers=(
            *_shot_modifiers(battle, attacker, target, action.mode),
            *_place_modifiers(battle, attacker, target, weapon, action.mode),
            *_posture_modifiers(attacker, target, action.mode),
            *_protection(battle, target, line),
        ),
        advantage_dice=battle.settings.advantage_dice,
        miss_chance=miss_chance,
        miss_rule=miss_rule,
        miss_evidence=Evidence(cells=line.cells),
        damage=parts,
        main=main,
        graze_doubles=battle.settings.critical_graze,
        graze_is_minimum=battle.settings.graze_is_minimum,
        refused=refusal(battle, attacker, target, weapon, action.mode),
        fixed_defence=fixed_defence(target, battle.settings) if battle.mode == "quick" else None,
        quick_hits=quick_hits(battle.settings) if battle.mode == "quick" else (1, 1, 1),
    )


def _shot_modifiers(battle: Battle, attacker: Combatant, target: Combatant, mode: AttackMode) -> Iterator[Modifier]:
    """Shots and throws in a crowd. # rule: ATK-3"""
    if mode != "ranged":
        return
    mates = list(allies_of(battle, attacker))
    fighting = tuple(each.id for each in mates if engaged(battle, each, target))
    near = tuple(each.id for each in mates if adjacent(battle, each, target))
    if fighting:
        yield Modifier("ATK-3", N_("target engaged with an ally"), -2, "attack", Evidence(others=fighting))
    if near and (not fighting or battle.settings.shots_near_allies == "both"):
        yield Modifier("ATK-3", N_("target next to an ally"), -1, "attack", Evidence(others=near))
    holding = tuple(each.id for each in enemies_of(battle, attacker) if engaged(battle, attacker, each))
    if holding:
        yield Modifier("ATK-3", N_("shooter engaged in melee"), -5, "attack", Evidence(others=holding))


def _place_modifiers(
    battle: Battle, attacker: Combatant, target: Combatant, weapon: Weapon, mode: AttackMode
) -> Iterator[Modifier]:
    """Flanking and high ground. # rule: SIT-2 SIT-3"""
    mine, other = body_of(battle, attacker), body_of(battle, target)
    if mode == "melee":
        reach = reach_of(battle, attacker, weapon)
        for mate in allies_of(battle, attacker):
            mate_reach = threat_reach(battle, mate)
            if not mate_reach or metres_between(battle, mate, target) > mate_reach:
                continue
            flank = flanks(battle.grid, mine, body_of(battle, mate), other, reach, mate_reach)
            if flank is not None:
                evidence = Evidence(_line_of(flank, other), (flank.first, flank.second), others=(mate.id,))
                yield Modifier("SIT-2", N_("flanking"), 2, "attack", evidence)
                break
    if higher(mine, other, units(battle.settings.high_ground)):
        yield Modifier("SIT-3", N_("high ground"), 2, "attack", Evidence(cells=mine.cells + other.cells))


def _line_of(flank: Flank, target: Body) -> tuple[Ray, ...]:
    """The line of a flank as a ray, half way up the target."""
    height = (target.feet + target.head) // 2
    start, end = ((x * UNITS // 2, y * UNITS // 2, height) for x, y in flank.line)
    return (Ray(start, end, blocked=False),)


def _posture_modifiers(attacker: Combatant, target: Combatant, mode: AttackMode) -> Iterator[Modifier]:
    """Who lies on the ground. # rule: CND-11"""
    if attacker.has(PRONE) and mode == "melee":
        yield Modifier("CND-11", N_("attacker prone"), PRONE_MELEE_ATTACK, "attack")
    if target.has(PRONE):
        yield Modifier("CND-11", N_("target prone"), PRONE_DEFENCE[mode], "defence")


def _protection(battle: Battle, target: Combatant, line: LineOfAttack) -> Iterator[Modifier]:
    """Armour and partial cover; in quick combat armour is part of the fixed defence. # rule: DEF-1 SIT-6 QCK-6"""
    if target.sheet.defence and battle.mode == "normal":
        yield Modifier("DEF-1", N_("armour and shield"), target.sheet.defence, "defence")
    if line.cover.level == PARTIAL:
        barriers = tuple(dict.fromkeys(each for ray in line.cover.rays for each in ray.barriers))
        yield Modifier("SIT-6", N_("partial cover"), 5, "defence", Evidence(line.cover.rays, barriers=barriers))


# --- refusing --------------------------------------------------------------------------------------------------------


def unknown(battle: Battle, id: str) -> Text | None:
    """Why an id names nobody who is on the map; None when it does."""
    if id not in battle.by_id:
        names = ", ".join(each.id for each in battle.combatants)
        return text("there is no creature {who!r} in this battle; there are: {names}", who=id, names=names)
    if battle[id].cell is None:
        return text("{who} is not on the map yet", who=battle[id].name)
    return None


def carried_weapon(who: Combatant, id: str) -> Weapon | None:
    """The weapon of this id, in hand or not; the bare body for an empty id."""
    return who.sheet.weapon(id) if id else UNARMED


def not_carried(who: Combatant, id: str) -> Text:
    """The reason when it does not carry that weapon."""
    carried = ", ".join(each.id for each in who.sheet.weapons) or "-"
    return text("{who} carries no {weapon!r}; carried: {carried}", who=who.name, weapon=id, carried=carried)


def refusal(
    battle: Battle, attacker: Combatant, target: Combatant, weapon: Weapon, mode: AttackMode
) -> Text | None:
    """Why this attack may not be made, whoever's turn it is; None when it may. # rule: ATK-1 ATK-2 SIT-7"""
    if target.out:
        return text("{target} is out of the fight", target=target.name)
    if target.team == attacker.team:
        return text("{target} is on the same side as {who}", target=target.name, who=attacker.name)
    if ready_weapon(attacker, weapon.id) is None:
        return text("{who} must draw this first: {weapon}", who=attacker.name, weapon=text(weapon.name))
    out_of_range = (_beyond_reach if mode == "melee" else _beyond_range)(battle, attacker, target, weapon)
    if out_of_range is not None:
        return out_of_range
    if line_of(battle, attacker, target).cover.level == TOTAL:
        return text("{target} is in total cover from {who}", target=target.name, who=attacker.name)  # rule: SIT-7
    return None


def _beyond_reach(battle: Battle, attacker: Combatant, target: Combatant, weapon: Weapon) -> Text | None:
    """# rule: ATK-1"""
    reach = reach_of(battle, attacker, weapon)
    away = metres_between(battle, attacker, target)
    if away <= reach:
        return None
    return text("{target} is {away} m away, the reach is {reach} m", target=target.name, away=away, reach=reach)


def _beyond_range(battle: Battle, attacker: Combatant, target: Combatant, weapon: Weapon) -> Text | None:
    """# rule: ATK-2"""
    if not weapon.range:
        return text("this can be neither shot nor thrown: {weapon}", weapon=text(weapon.name))
    if battle.settings.ammunition == "always" and (reason := why_none(attacker, weapon)) is not None:  # rule: STR-6
        return reason
    mine, other = body_of(battle, attacker), body_of(battle, target)
    away = distance(mine, other, battle.settings.diagonals)
    if away > PLAIN * weapon.range:
        return text("{target} is {away} m away, the range is {range} m",
                    target=target.name, away=f"{away / PLAIN:g}", range=weapon.range)
    near = max(threat_reach(battle, attacker), ADJACENT)
    if not battle.settings.near_shots and metres_between(battle, attacker, target) <= near:
        return text("{target} is within melee reach: too near to shoot at or throw at", target=target.name)
    return None


# --- damage of a sheet -----------------------------------------------------------------------------------------------


def damage_of(sheet: AttackSheet, target: Sheet, grazes: bool, critical: bool) -> Dealt:
    """The damage of this attack when it hits or grazes; the same for the roll and for the odds. # rule: DMG-1 DMG-2"""
    if grazes:
        return graze(sheet.damage[sheet.main], target, critical and sheet.graze_doubles, sheet.graze_is_minimum)
    return hit(sheet.damage, target, critical)
