"""The odds of an attack, or of breaking a thing, as a table for people and as data."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from game.checked import not_one_of
from game.errors import IllegalAction
from game.insight.names import thing_name
from game.insight.narrate import modifier_line
from game.insight.numbers import decimal, percent
from game.rules.actions import Attack, AttackMode, AttackStructure, BreakStructure, Manoeuvre, SneakAttack
from game.rules.attack import (
    AttackSheet,
    attack_sheet,
    carried_weapon,
    not_carried,
    power_sheet,
    unknown,
    why_not_declared,
)
from game.rules.bodies import metres_between, misplaced, reach_of
from game.rules.catalog import UNARMED, Weapon
from game.rules.manoeuvres import manoeuvre_sheet
from game.rules.nonlethal import injury_name
from game.rules.odds import BlowOdds, Distribution, Odds, blow_odds, break_odds, mixed, odds
from game.rules.power_odds import PowerOdds, power_odds
from game.rules.powers import Power
from game.rules.quick import hits_left
from game.rules.sneak import chance_of, sneak_sheet
from game.rules.state import Battle, Combatant
from game.rules.structures import structure_sheet, why_attack, why_break
from game.rules.things import StructureSheet, metres_to, thing, things
from game.spatial.grid import Cell
from game.texts import Text, text


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: what it is about, the number to read, and the chance exactly where it is one."""

    label: Text
    said: str
    chance: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: who attacks whom, or what thing, with what weapon (None: the one in hand, "-": unarmed) or with
    what power, how, as a manoeuvre or a sneak attack, and from where; ``nonlethal``: declared so (NLT-1)."""

    who: str
    target: str
    weapon: str | None = None
    mode: AttackMode | None = None
    at: Cell | None = None
    power: str = ""
    manoeuvre: str = ""
    sneak: bool = False
    nonlethal: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """The odds as a table and as data; ``lines`` are the modifiers, ``refused`` why it cannot be done now."""

    headline: Text
    refused: Text | None
    lines: tuple[Text, ...]
    rows: tuple[Row, ...]
    data: dict[str, Any]


def answer(battle: Battle, asked: Question) -> Answer:
    """The odds of what is asked, as if it were its turn.

    :raises IllegalAction: for a creature, thing, weapon or place that there is not.
    """
    battle, who = _placed(battle, asked)
    if (reason := _why_not_declared(battle, asked)) is not None:
        raise IllegalAction(reason)
    if asked.power:
        return _of_power(battle, who, asked)
    weapon = _armed(who, asked)
    if asked.target in battle.by_id:
        return _of_attack(battle, who, asked)
    return _of_thing(battle, who, asked, weapon)


def _placed(battle: Battle, asked: Question) -> tuple[Battle, Combatant]:
    """The attacker where it is taken to stand, in a battle in which it stands there."""
    if asked.who not in battle.by_id:
        reason = unknown(battle, asked.who)
        assert reason is not None
        raise IllegalAction(reason)
    who = battle[asked.who]
    if asked.at is not None:
        if (reason := misplaced(battle, who, asked.at)) is not None:
            raise IllegalAction(reason)
        who = who.but(cell=asked.at)
        battle = battle.with_combatant(who)
    if (reason := unknown(battle, who.id)) is not None:
        raise IllegalAction(reason)
    return battle, who


def _why_not_declared(battle: Battle, asked: Question) -> Text | None:
    """# rule: NLT-1"""
    if not asked.nonlethal:
        return None
    if asked.power or asked.manoeuvre or asked.target not in battle.by_id:
        return text("only a blow or a shot at a creature can be declared non-lethal")
    return why_not_declared(battle, Attack(asked.who, asked.target, nonlethal=True))


def _armed(who: Combatant, asked: Question) -> Weapon:
    id = who.hands[0] if asked.weapon is None and who.hands else asked.weapon or ""
    weapon = carried_weapon(who, "" if id == "-" else id)
    if weapon is None:
        raise IllegalAction(not_carried(who, id))
    return weapon


def sheet_asked(battle: Battle, asked: Question) -> tuple[Battle, AttackSheet]:
    """The sheet of the attack that is asked about, and the battle in which it is made.

    :raises IllegalAction: for a creature, weapon, power or place that there is not; for what has no sheet.
    """
    battle, who = _placed(battle, asked)
    if (reason := unknown(battle, asked.target) or _why_not_declared(battle, asked)) is not None:
        raise IllegalAction(reason)
    if asked.power:
        power = _power(who, asked)
        if power.attack != "direct":
            raise IllegalAction(text("{power} is no attack on one creature", power=text(power.name)))
        return battle, power_sheet(battle, who.id, power, asked.target)
    weapon, target = _armed(who, asked), battle[asked.target]
    mode = _mode(asked, weapon, metres_between(battle, who, target), reach_of(battle, who, weapon))
    if asked.sneak:
        return battle, sneak_sheet(battle, SneakAttack(who.id, target.id, weapon.id, mode,
                                                       nonlethal=asked.nonlethal))
    if asked.manoeuvre:
        return battle, manoeuvre_sheet(battle, Manoeuvre(who.id, target.id, asked.manoeuvre, weapon.id))
    return battle, attack_sheet(battle, Attack(who.id, target.id, weapon.id, mode, nonlethal=asked.nonlethal))


def _mode(asked: Question, weapon: Weapon, away: int, reach: int) -> AttackMode:
    """As asked, else a shot or throw when the weapon is made for nothing else or the target is too far for a blow."""
    if asked.mode is not None:
        return asked.mode
    return "ranged" if weapon.range and (not weapon.reach or away > reach) else "melee"


def _of_attack(battle: Battle, who: Combatant, asked: Question) -> Answer:
    battle, sheet = sheet_asked(battle, asked)
    target = battle[asked.target]
    rows: tuple[Row, ...] = ()
    data: dict[str, Any] = {}
    if asked.sneak:  # rule: SIT-1
        action = SneakAttack(who.id, target.id, sheet.weapon, sheet.mode, nonlethal=asked.nonlethal)
        caught = chance_of(battle, action)
        found = mixed(odds(sheet, target), odds(sneak_sheet(battle, action, success=False), target), caught)
        rows, data = (_chance(text("caught off guard"), caught),), {"caught": str(caught)}
    else:
        found, data = odds(sheet, target), {"manoeuvre": asked.manoeuvre} if asked.manoeuvre else {}  # rule: MAN-1
    lines = tuple(modifier_line(each) for each in sheet.modifiers)
    data |= {"modifiers": [[each.rule, each.side, each.amount] for each in sheet.modifiers]}
    return Answer(headline(battle, sheet), sheet.refused, lines, (*rows, *attack_rows(battle, sheet, found)),
                  _asked(sheet, asked.target) | data | odds_data(found))


def _of_power(battle: Battle, who: Combatant, asked: Question) -> Answer:
    """# rule: ATK-5 ATK-6 ATK-7"""
    power = _power(who, asked)
    if (reason := unknown(battle, asked.target)) is not None:
        raise IllegalAction(reason)
    target = battle[asked.target]
    found = power_odds(battle, who.id, power, target.id)
    line = text("{who} against {target}: {power}", who=who.name, target=target.name, power=text(power.name))
    data = {"who": who.id, "target": target.id, "power": power.id, "works": str(found.works)} | odds_data(found.odds)
    return Answer(line, None, (), power_rows(battle, found), data)


def _power(who: Combatant, asked: Question) -> Power:
    power = who.sheet.power(asked.power)
    if power is None:
        known = [each.id for each in who.sheet.powers]
        raise IllegalAction(text("{who} has no power {id!r}: {hint}", who=who.name, id=asked.power,
                                 hint=not_one_of(asked.power, known)))
    return power


def power_rows(battle: Battle, found: PowerOdds) -> tuple[Row, ...]:
    """The odds of a power for one of those it meets; places are not judged. # rule: ATK-5 ATK-6 ATK-7"""
    target, quick = battle[found.target], battle.mode == "quick"
    left = hits_left(target) if quick else target.pv
    return (
        _chance(text("the whole of its damage"), found.odds.hit),
        _chance(text("a part of it"), found.odds.graze),
        _chance(text("none of it"), found.odds.miss),
        _chance(text("its other effects"), found.works),
        *_points(text("hits taken, on average") if quick else text("damage, on average"), found.odds.damage),
        _chance(text("out of the fight (at {left})", left=left), found.odds.at_least(max(left, 1))),
    )


def _of_thing(battle: Battle, who: Combatant, asked: Question, weapon: Weapon) -> Answer:
    found = thing(battle, asked.target)
    if found is None:
        raise IllegalAction(text("there is neither creature nor thing {id!r}: {hint}", id=asked.target,
                                 hint=not_one_of(asked.target, [*battle.by_id, *things(battle)])))
    mode = _mode(asked, weapon, metres_to(battle, who, found.id), reach_of(battle, who, weapon))
    action = AttackStructure(who.id, found.id, weapon.id, mode)
    sheet = structure_sheet(battle, action)
    blow, at_once = blow_odds(sheet), break_odds(battle, who, found.left)
    refused = why_attack(battle, who, action)
    if why_break(battle, who, BreakStructure(who.id, found.id)) is None:
        refused = None
    return Answer(headline(battle, sheet), refused, (), blow_rows(sheet, blow, at_once),
                  _asked(sheet, found.id) | {"break": str(at_once)} | odds_data(blow))


def _asked(sheet: AttackSheet | StructureSheet, target: str) -> dict[str, Any]:
    return {"who": sheet.attacker, "target": target, "weapon": sheet.weapon, "mode": sheet.mode}


def attack_rows(battle: Battle, sheet: AttackSheet, found: Odds) -> tuple[Row, ...]:
    """The odds of an attack or a manoeuvre, whether or not it may be made now."""
    target = battle[sheet.target]
    if sheet.margin is not None:
        return (
            _chance(text("works, by a margin of {margin}", margin=sheet.margin), found.hit),
            _chance(text("fails"), found.miss),
        )
    if sheet.bruise is not None:  # rule: NLT-2
        return (
            _chance(text("hit"), found.hit),
            _chance(text("critical hit"), found.critical),
            _chance(text("graze"), found.graze),
            _chance(text("miss"), found.miss),
            *([_chance(text("lost to concealment ({rule})", rule=sheet.miss_rule), found.concealed)]
              if sheet.miss_chance else []),
            *(_chance(text(injury_name(level)), chance) for level, chance in found.bruises),
        )
    quick = sheet.fixed_defence is not None
    left = hits_left(target) if quick else target.pv
    return (
        _chance(text("hit"), found.hit),
        _chance(text("critical hit"), found.critical),
        _chance(text("graze"), found.graze),
        _chance(text("miss"), found.miss),
        *([_chance(text("astray, to the holder (MAN-3)"), found.strays)] if sheet.stray else []),
        *([_chance(text("lost to concealment ({rule})", rule=sheet.miss_rule), found.concealed)]
          if sheet.miss_chance else []),
        *_points(text("hits taken, on average") if quick else text("damage, on average"), found.damage),
        _chance(text("out of the fight (at {left})", left=left), found.at_least(max(left, 1))),
    )


def blow_rows(sheet: StructureSheet, found: BlowOdds, at_once: Fraction) -> tuple[Row, ...]:
    """The odds of one blow at a thing, and of breaking it at once. # rule: STR-2 STR-3"""
    return (
        Row(text("ND, now and as made"), f"{sheet.left} / {sheet.nd}"),
        Row(text("least damage that counts"), str(sheet.least)),
        _chance(text("broken at once by strength"), at_once),
        *_points(text("wear by a blow, on average"), found.wear),
        _chance(text("falls by this blow"), found.falls),
        *([Row(text("PV that the effort costs"), str(sheet.cost))] if sheet.cost else []),
    )


def _chance(label: Text, chance: Fraction) -> Row:
    return Row(label, percent(chance), chance)


def _points(mean: Text, found: Distribution) -> Iterator[Row]:
    average = sum((points * chance for points, chance in found), Fraction(0))
    yield Row(mean, decimal(float(average)))
    for points, chance in found:
        yield _chance(text("exactly {points}", points=points), chance)


def headline(battle: Battle, sheet: AttackSheet | StructureSheet) -> Text:
    """Who attacks whom with what."""
    weapon = battle[sheet.attacker].weapon(sheet.weapon) if sheet.weapon else UNARMED
    name = text(weapon.name) if weapon is not None else sheet.weapon
    target = battle[sheet.target].name if isinstance(sheet, AttackSheet) else thing_name(battle, sheet.structure)
    who = battle[sheet.attacker].name
    if sheet.mode == "melee":
        return text("{who} against {target}, in melee: {weapon}", who=who, target=target, weapon=name)
    return text("{who} against {target}, at range: {weapon}", who=who, target=target, weapon=name)


def odds_data(found: Odds | BlowOdds) -> dict[str, Any]:
    """Odds as JSON data: chances as fractions, exactly."""
    def pairs(some: Distribution) -> list[list[int | str]]:
        return [[points, str(chance)] for points, chance in some]

    if isinstance(found, BlowOdds):
        return {"points": pairs(found.points), "wear": pairs(found.wear), "falls": str(found.falls)}
    return {
        "hit": str(found.hit), "critical": str(found.critical), "graze": str(found.graze), "miss": str(found.miss),
        "concealed": str(found.concealed), "strays": str(found.strays), "damage": pairs(found.damage),
        "expected": str(found.expected),
    } | ({"bruises": [[level, str(chance)] for level, chance in found.bruises]} if found.bruises else {})
