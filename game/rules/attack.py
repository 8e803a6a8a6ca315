"""Attacks: one finished sheet of every modifier before anything is rolled.

The preview, the roll, the log, "why?" and the odds all read the same :class:`AttackSheet`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from game.errors import IllegalAction
from game.rules.actions import Action, Attack, AttackMode
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
    threat_reach,
    why_unready,
)
from game.rules.catalog import IMPROVISED_PARTS, SPARSE, UNARMED, AttributeName, DamagePart, Settings, Weapon
from game.rules.checks import doubled, net_advantage
from game.rules.conditions import changes, defence_die, effects_on, granted, plight, sheet_of
from game.rules.damage import BASE, Dealt, attribute_bonus, damage_parts, full_damage, graze, hit, responses
from game.rules.evidence import NOTHING, Evidence, Modifier
from game.rules.ground import LEVELS
from game.rules.nonlethal import DECLARED as LESS
from game.rules.nonlethal import BruiseSheet, Source, nonlethal
from game.rules.powers import DamageEffect, ModifierEffect, Power
from game.rules.quick import fixed_defence, limited, quick_hits
from game.rules.sheet import Sheet
from game.rules.state import Battle, Combatant
from game.rules.traits import granted as traits
from game.spatial.flanking import Flank, flanks
from game.spatial.grid import NO_CONCEALMENT, PARTIAL, PLAIN, TOTAL, UNITS, Body, Cell, units
from game.spatial.metric import distance
from game.spatial.sight import LineOfAttack, Ray, higher
from game.texts import N_, Text, text

MOST_WORD: Final = 20  # what the GM may add or take off by word
MissRule = Literal["", "SIT-4", "SIT-5"]
# rule: SIT-4 SIT-5: faces of the d10 up to this one fail
CONCEALED: Final[Mapping[int, tuple[MissRule, int]]] = {
    NO_CONCEALMENT: ("", 0),
    PARTIAL: ("SIT-4", 2),
    TOTAL: ("SIT-5", 5),
}
# what the places of creatures give; evidence comes with each attack
SHOT_AT_ENGAGED: Final = Modifier("ATK-3", N_("target engaged with an ally"), -2, "attack")
SHOT_NEAR_ALLY: Final = Modifier("ATK-3", N_("target next to an ally"), -1, "attack")
ENGAGED_SHOOTER: Final = Modifier("ATK-3", N_("shooter engaged in melee"), -5, "attack")
FLANKING: Final = Modifier("SIT-2", N_("flanking"), 2, "attack")
HIGH_GROUND: Final = Modifier("SIT-3", N_("high ground"), 2, "attack")
COVER: Final = Modifier("SIT-6", N_("partial cover"), 5, "defence")
DECLARED: Final = Modifier("NLT-1", N_("declared non-lethal"), LESS, "attack")
OF_PLACES: Final = frozenset(
    (each.rule, each.label)
    for each in (SHOT_AT_ENGAGED, SHOT_NEAR_ALLY, ENGAGED_SHOOTER, FLANKING, HIGH_GROUND, COVER)
)


@dataclass(frozen=True, slots=True)
class AttackSheet:
    """An attack before it is rolled, complete: whoever has the sheet needs nothing else to roll it or to know its odds.

    ``weapon`` is an id of the attacker's sheet, empty for an unarmed blow. ``attack_value`` is what the attribute adds,
    ``attack_highest`` what it adds on the die's highest face (TST-2); the same for the defence. ``advantage`` and
    ``defence_advantage`` are 1, 0 or -1, with ``advantage_dice`` dice rolled when not 0. ``miss_chance`` is out of 10:
    faces up to it fail before the attack is rolled, by ``miss_rule``. ``damage`` are the parts of a full hit, ``main``
    the one that a graze's point belongs to. ``refused`` says why this attack may not be made, None when it may.
    ``fixed_defence`` stands for the defence in quick combat (QCK-2), where ``quick_hits`` are what a tie, a hit and a
    critical hit take (QCK-3). ``power`` is the id of a power that attacks instead of a weapon; ``granted`` are the
    effects in force that change how the target takes damage (DEF-3). ``manoeuvre`` is the id of one, which succeeds by
    ``margin`` or more; None for an attack that does damage. ``stray`` is the id of who holds the target, when an attack
    of its ally would go astray to it (MAN-3). ``bruise`` stands for the damage of an attack that gives bruises (NLT-2).
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
    power: str = ""
    granted: tuple[ModifierEffect, ...] = ()
    no_minimum: bool = False
    manoeuvre: str = ""
    margin: int | None = None
    stray: str = ""
    bruise: BruiseSheet | None = field(default=None, metadata=SPARSE)

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


@dataclass(frozen=True, slots=True)
class Situation:
    """What places do to an attack: all that is different in its sheet when one of the two stands elsewhere, but for
    what zones put on it. ``concealment`` is the target's; ``fighting``: an ally of the shooter is engaged with the
    target, ``near``: one is next to it; ``held``: the shooter is engaged."""

    concealment: int = NO_CONCEALMENT
    covered: bool = False
    flanking: bool = False
    higher: bool = False
    fighting: bool = False
    near: bool = False
    held: bool = False


def resited(sheet: AttackSheet, now: Situation, settings: Settings) -> AttackSheet:
    """The same attack in another situation, without evidence for it. # rule: ATK-3 SIT-2 SIT-3 SIT-4 SIT-5 SIT-6"""
    shot, close = sheet.mode == "ranged", now.near and (not now.fighting or settings.shots_near_allies == "both")
    found = ((SHOT_AT_ENGAGED, shot and now.fighting), (SHOT_NEAR_ALLY, shot and close),
             (ENGAGED_SHOOTER, shot and now.held), (FLANKING, not shot and now.flanking), (HIGH_GROUND, now.higher),
             (COVER, now.covered))
    kept = tuple(each for each in sheet.modifiers if (each.rule, each.label) not in OF_PLACES)
    miss_rule, miss_chance = CONCEALED[now.concealment]
    return replace(sheet, modifiers=(*kept, *(each for each, holds in found if holds)), miss_chance=miss_chance,
                   miss_rule=miss_rule, miss_evidence=NOTHING)


# --- the GM's word ---------------------------------------------------------------------------------------------------


def spoken(action: Action) -> tuple[Modifier, ...]:
    """What the GM's word before the roll adds to an attack; nothing where it says nothing. # rule: GM"""
    amount: int = getattr(action, "master", 0)
    label: str = getattr(action, "reason", "")
    return (Modifier("GM", label or N_("the game master's word"), amount, "attack"),) if amount else ()


def why_not_spoken(action: Action) -> Text | None:
    """Why a word of the GM does not count; None when it does. # rule: GM"""
    if abs(getattr(action, "master", 0)) > MOST_WORD:
        return text("the game master adds or takes off {most} at most", most=MOST_WORD)
    return None


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
    against = sheet_of(battle, target)
    parts, main = full_damage(attacker.sheet, weapon, action.mode == "ranged", against, battle.settings)
    if not battle.nonlethal and battle.hold_of(attacker.id, target.id) is not None:
        parts, main = crushing(attacker.sheet), 0
    test: AttributeName = "mobility" if action.mode == "melee" else "acuity"  # rule: ATK-1 ATK-2
    made = _assembled(battle, attacker, target, action.mode, test, "mobility", weapon)
    source = source_of(battle, weapon, action.nonlethal)
    bruise = None if source is None else bruise_sheet(battle, attacker, target, weapon, action.mode, source)
    if bruise is not None:
        parts, main = (), 0
    return replace(made, weapon=weapon.id, damage=parts, main=main, stray=in_the_way(battle, attacker, target),
                   modifiers=(*made.modifiers, *((DECLARED,) if source == "declared" else ()), *spoken(action)),
                   bruise=bruise, refused=refusal(battle, attacker, target, weapon, action.mode))


def source_of(battle: Battle, weapon: Weapon, declared: bool) -> Source | None:
    """Which of the three kinds of non-lethal attack this is, None for one that wounds. # rule: NLT-1"""
    if not battle.nonlethal:
        return None
    return "unarmed" if not weapon.id else "practice" if weapon.practice else "declared" if declared else None


def why_not_declared(battle: Battle, action: Attack) -> Text | None:
    """Why an attack cannot be declared non-lethal; None when it can, or is not. # rule: NLT-1"""
    if action.nonlethal and not battle.nonlethal:
        return text("this fight has no bruises")
    return None


def bruise_sheet(
    battle: Battle, attacker: Combatant, target: Combatant, weapon: Weapon, mode: AttackMode, source: Source
) -> BruiseSheet:
    """What an attack does that gives bruises, but for its advantage. # rule: NLT-2"""
    settings, against = battle.settings, sheet_of(battle, target)
    swung = mode == "melee" and not weapon.reach  # rule: DMG-8
    ranged = mode == "ranged"
    strength = attribute_bonus(attacker.sheet, UNARMED if swung else weapon, not ranged or weapon.launch == "thrown")
    vitality = against.resistance.bonus
    if settings.bruise_numbers == "value":
        strength, vitality = strength and attacker.sheet.strength.value, against.resistance.value
    made = traits(attacker.sheet).unarmed if not weapon.id else 0
    own = made if swung or not weapon.id else weapon.increase + sum(each.amount for each in weapon.parts)
    part = IMPROVISED_PARTS[0] if swung else weapon.parts[weapon.main]
    return BruiseSheet(
        source, strength, own, vitality + against.reduction, nonlethal().widths[target.sheet.size],
        settings.bruise_graze, settings.bruise_critical == "doubled",
        responses(against, part) if settings.bruise_types else (),
    )


def power_sheet(
    battle: Battle, who: str, power: Power, target_id: str, word: tuple[Modifier, ...] = ()
) -> AttackSheet:
    """The finished sheet of a direct attack by a power, which names its attribute and its defence. # rule: ATK-7

    Beyond 1 m it is treated as a shot; only a Defence (by mobility) has armour and cover. ``word`` is the GM's.
    """
    attacker, target = battle[who], battle[target_id]
    assert power.roll is not None
    mode: AttackMode = "melee" if power.range <= ADJACENT else "ranged"
    made = _assembled(battle, attacker, target, mode, power.roll, power.defence, None)
    written = [each for each in power.effects if isinstance(each, DamageEffect)]
    parts = tuple(part for each in written for part in damage_parts(attacker.sheet, each, power.nature))
    return replace(made, power=power.id, damage=parts, no_minimum=any(each.no_minimum for each in written),
                   modifiers=(*made.modifiers, *word))


def _assembled(
    battle: Battle, attacker: Combatant, target: Combatant, mode: AttackMode, test: AttributeName,
    guard: AttributeName, weapon: Weapon | None,
) -> AttackSheet:
    """All of a sheet but the damage and what refuses it."""
    line, settings, quick = line_of(battle, attacker, target), battle.settings, battle.mode == "quick"
    attack = attacker.sheet.attribute(test)
    die, value = target.sheet.attribute(guard).die, target.sheet.attribute(guard).value
    if guard == "mobility":
        die, value = defence_die(battle, target)  # rule: DEF-1 DEF-4
    mine = changes(battle, attacker, "attack", test, other=target, mode=mode, sight=True)
    its = changes(battle, target, "defence", guard, other=attacker, mode=mode, sight=True)
    miss_rule, miss_chance = CONCEALED[concealment_of(battle, attacker, target, line.concealment)]
    granted = effects_on(battle, target)
    return AttackSheet(
        attacker.id, target.id, "", mode,
        attack.die, attack.value, doubled(attack.value, settings),
        die, value, doubled(value, settings) if die else value,
        modifiers=(
            *_shot_modifiers(battle, attacker, target, mode),
            *_place_modifiers(battle, attacker, target, weapon, mode),
            *mine.modifiers,
            *its.modifiers,
            *(_protection(battle, target, line) if guard == "mobility" else ()),
        ),
        advantage=net_advantage(mine.advantages, mine.disadvantages, battle.settings),
        defence_advantage=net_advantage(its.advantages, its.disadvantages, battle.settings),
        advantage_dice=settings.advantage_dice,
        miss_chance=miss_chance,
        miss_rule=miss_rule,
        miss_evidence=Evidence(cells=line.cells),
        graze_doubles=settings.critical_graze,
        graze_is_minimum=settings.graze_is_minimum,
        fixed_defence=fixed_defence(target, settings) if quick else None,
        quick_hits=quick_hits(settings) if quick else (1, 1, 1),
        granted=granted,
    )


def concealment_of(battle: Battle, attacker: Combatant, target: Combatant, level: int) -> int:
    """The concealment of a target from an attacker: the map's ``level``, total from the blind, and that of the
    invisible. # rule: SIT-4 SIT-5 CND-12 CND-14"""
    if plight(battle, attacker).any("blind"):
        return TOTAL
    if plight(battle, target).any("invisible"):
        return max(level, LEVELS[battle.settings.invisible])
    return level


def _shot_modifiers(battle: Battle, attacker: Combatant, target: Combatant, mode: AttackMode) -> Iterator[Modifier]:
    """Shots and throws in a crowd. # rule: ATK-3"""
    if mode != "ranged":
        return
    mates = list(allies_of(battle, attacker))
    fighting = tuple(each.id for each in mates if engaged(battle, each, target))
    near = tuple(each.id for each in mates if adjacent(battle, each, target))
    if fighting:
        yield replace(SHOT_AT_ENGAGED, evidence=Evidence(others=fighting))
    if near and (not fighting or battle.settings.shots_near_allies == "both"):
        yield replace(SHOT_NEAR_ALLY, evidence=Evidence(others=near))
    holding = tuple(each.id for each in enemies_of(battle, attacker) if engaged(battle, attacker, each))
    if holding:
        yield replace(ENGAGED_SHOOTER, evidence=Evidence(others=holding))


def _place_modifiers(
    battle: Battle, attacker: Combatant, target: Combatant, weapon: Weapon | None, mode: AttackMode
) -> Iterator[Modifier]:
    """Flanking and high ground. # rule: SIT-2 SIT-3"""
    mine, other = body_of(battle, attacker), body_of(battle, target)
    if mode == "melee":
        reach = reach_of(battle, attacker, weapon or UNARMED)
        for mate in allies_of(battle, attacker):
            mate_reach = threat_reach(battle, mate)
            if not mate_reach or metres_between(battle, mate, target) > mate_reach:
                continue
            flank = flanks(battle.grid, mine, body_of(battle, mate), other, reach, mate_reach,
                           battle.settings.reach_diagonals)
            if flank is not None:
                evidence = Evidence(_line_of(flank, other), (flank.first, flank.second), others=(mate.id,))
                yield replace(FLANKING, evidence=evidence)
                break
    if higher(mine, other, units(battle.settings.high_ground)):
        yield replace(HIGH_GROUND, evidence=Evidence(cells=mine.cells + other.cells))


def _line_of(flank: Flank, target: Body) -> tuple[Ray, ...]:
    """The line of a flank as a ray, half way up the target."""
    height = (target.feet + target.head) // 2
    start, end = ((x * UNITS // 2, y * UNITS // 2, height) for x, y in flank.line)
    return (Ray(start, end, blocked=False),)


def _protection(battle: Battle, target: Combatant, line: LineOfAttack) -> Iterator[Modifier]:
    """Armour and partial cover; in quick combat armour is part of the fixed defence. # rule: DEF-1 SIT-6 QCK-6"""
    if target.sheet.defence and battle.mode == "normal":
        yield Modifier("DEF-1", N_("armour and shield"), target.sheet.defence, "defence")
    if line.cover.level == PARTIAL:
        barriers = tuple(dict.fromkeys(each for ray in line.cover.rays for each in ray.barriers))
        yield replace(COVER, evidence=Evidence(line.cover.rays, barriers=barriers))


def crushing(attacker: Sheet) -> tuple[DamagePart, ...]:
    """What a holder's attacks do to the one it holds: 1 + strength bonus, whatever it strikes with. # rule: MAN-3"""
    return (replace(IMPROVISED_PARTS[0], amount=BASE + attacker.strength.bonus),)


def in_the_way(battle: Battle, attacker: Combatant, target: Combatant) -> str:
    """The ally that holds the target, whom an attack that fails may hit; empty when there is none. # rule: MAN-3"""
    if battle.nonlethal:  # rule: NLT-8
        return ""
    holders = (each.holder for each in battle.holds_on(target.id))
    return next((each for each in holders if each != attacker.id and battle[each].team == attacker.team), "")


def why_not_seen(who: Combatant, target: Combatant) -> Text | None:
    """Why nothing can be aimed at a creature that is hidden: for all that others know, it is not there."""
    if target.hidden and target.id != who.id:
        return text("{who} is not on the map yet", who=target.name)
    return None


# --- refusing --------------------------------------------------------------------------------------------------------


def unknown(battle: Battle, id: str) -> Text | None:
    """Why an id names nobody who is on the map; None when it does."""
    if id not in battle.by_id:
        names = ", ".join(each.id for each in battle.combatants if not each.hidden)
        return text("there is no creature {who!r} in this battle; there are: {names}", who=id, names=names)
    if battle[id].cell is None:
        return text("{who} is not on the map yet", who=battle[id].name)
    return None


def carried_weapon(who: Combatant, id: str) -> Weapon | None:
    """The weapon of this id, in hand or not; the bare body for an empty id."""
    return who.weapon(id) if id else UNARMED


def not_carried(who: Combatant, id: str) -> Text:
    """The reason when it does not carry that weapon."""
    carried = ", ".join(each.id for each in who.weapons) or "-"
    return text("{who} carries no {weapon!r}; carried: {carried}", who=who.name, weapon=id, carried=carried)


def refusal(
    battle: Battle, attacker: Combatant, target: Combatant, weapon: Weapon, mode: AttackMode
) -> Text | None:
    """Why this attack may not be made, whoever's turn it is; None when it may. # rule: ATK-1 ATK-2 SIT-7"""
    if (reason := why_not_seen(attacker, target)) is not None:
        return reason
    return next((reason for _, reason in refusals(battle, attacker, target, weapon, mode)), None)


def refusals(
    battle: Battle, attacker: Combatant, target: Combatant, weapon: Weapon, mode: AttackMode
) -> Iterator[tuple[str, Text]]:
    """Everything that forbids this attack, the first that counts first: the id of the rule, and the reason.
    # rule: ATK-1 ATK-2 SIT-7"""
    if target.out:
        yield "DMG-16", text("{target} is out of the fight", target=target.name)
    if target.team == attacker.team:
        yield "EFF-3", text("{target} is on the same side as {who}", target=target.name, who=attacker.name)
    if (unready := why_unready(attacker, weapon)) is not None:
        yield "ACT-2", unready
    if battle.nonlethal and (puller := who_pulls(battle, attacker.id, weapon.id)):
        yield "NLT-8", text("{who} and {other} both hold this: {weapon}", who=attacker.name, other=battle[puller].name,
                            weapon=text(weapon.name))
    yield from (_beyond_reach if mode == "melee" else _beyond_range)(battle, attacker, target, weapon)
    if line_of(battle, attacker, target).cover.level == TOTAL:
        yield "SIT-7", text("{target} is in total cover from {who}: a place with a line to it is needed",
                            target=target.name, who=attacker.name)


def who_pulls(battle: Battle, who: str, thing: str) -> str:
    """Who has seized a thing that a creature holds, empty when nobody has. # rule: NLT-8"""
    return next((each.holder for each in battle.holds_on(who) if each.thing and each.thing == thing), "")


def _beyond_reach(
    battle: Battle, attacker: Combatant, target: Combatant, weapon: Weapon
) -> Iterator[tuple[str, Text]]:
    """# rule: ATK-1"""
    reach = reach_of(battle, attacker, weapon)
    away = metres_between(battle, attacker, target)
    if away > reach:
        yield "ATK-1", text("{target} is {away} m away, the reach is {reach} m", target=target.name, away=away,
                            reach=reach)


def _beyond_range(
    battle: Battle, attacker: Combatant, target: Combatant, weapon: Weapon
) -> Iterator[tuple[str, Text]]:
    """# rule: ATK-2 STR-6"""
    if not weapon.range:
        yield "ATK-2", text("this can be neither shot nor thrown: {weapon}", weapon=text(weapon.name))
        return
    if battle.settings.ammunition == "always" and (reason := why_none(attacker, weapon)) is not None:
        yield "STR-6", reason
    mine, other = body_of(battle, attacker), body_of(battle, target)
    away = distance(mine, other, battle.settings.diagonals)
    if away > PLAIN * weapon.range:
        yield "ATK-2", text("{target} is {away} m away, the range is {range} m",
                            target=target.name, away=away / PLAIN, range=weapon.range)
    near = max(threat_reach(battle, attacker), ADJACENT)
    if not battle.settings.near_shots and metres_between(battle, attacker, target) <= near:
        yield "ATK-2", text("{target} is within melee reach, too near to shoot at or throw at: step away first",
                            target=target.name)


# --- damage of a sheet -----------------------------------------------------------------------------------------------


def damage_of(sheet: AttackSheet, target: Sheet, grazes: bool, critical: bool) -> Dealt:
    """The damage of this attack when it hits or grazes; the same for the roll and for the odds. # rule: DMG-1 DMG-2

    An attack without damage parts does none.
    """
    if sheet.granted:
        target = granted(target, sheet.granted)
    if not sheet.damage:
        return Dealt((), 0, 0, 0)
    if grazes:
        return graze(sheet.damage[sheet.main], target, critical and sheet.graze_doubles, sheet.graze_is_minimum)
    return hit(sheet.damage, target, critical, minimum=not sheet.no_minimum)
