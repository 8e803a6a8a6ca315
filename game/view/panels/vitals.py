"""How a creature is, in words: PV or hits, conditions with what is left of them, effects, casting."""

from collections import Counter

from game.insight.telling import state, veiled
from game.rules import quick
from game.rules.conditions import plight
from game.rules.nonlethal import injury_name, nonlethal
from game.rules.state import Battle, Combatant, Condition, Expiry
from game.texts import Text, text, tr


def numbers(battle: Battle, who: Combatant) -> str:
    """What it has left, of what: PV, or hits in quick combat; how it is in words, or nothing, where its numbers are not
    told. # rule: QCK-3"""
    if veiled(battle, who):
        return tr(state(battle, who) or "")
    if battle.mode == "quick":
        return tr(text("{left}/{most} hits", left=quick.hits_left(who), most=quick.most_hits(who)))
    return f"{who.pv}/{who.sheet.pv} PV"


def short(battle: Battle, who: Combatant) -> str:
    """The same without the word."""
    if veiled(battle, who):
        return tr(state(battle, who) or "")
    if battle.mode == "quick":
        return f"{quick.hits_left(who)}/{quick.most_hits(who)}"
    return f"{who.pv}/{who.sheet.pv}"


def left_of(expiry: Expiry | None, battle: Battle, brief: bool = False) -> Text:
    """How long something lasts still, in few words; ``brief``: without whose turn it is about. # rule: EFF-6"""
    if expiry is None:
        return text("until ended")
    if brief and expiry.count > 1:
        return text("{count} rounds", count=expiry.count) if expiry.of == "slot" else text(
            "{count} turns", count=expiry.count)
    if brief and expiry.of == "slot":
        return text("to next round")
    who = battle[expiry.whose].name if expiry.whose in battle.by_id else expiry.whose
    if expiry.of == "slot" and expiry.count == 1:
        return text("to before {who}, next round", who=who)
    if expiry.of == "slot":
        return text("{count} rounds, to before {who}", count=expiry.count, who=who)
    if expiry.count == 1:
        return text("to the start of the turn of {who}", who=who) if expiry.at == "start" else text(
            "to the end of the turn of {who}", who=who)
    if expiry.at == "start":
        return text("to the start of turn {count} of {who}", count=expiry.count, who=who)
    return text("to the end of turn {count} of {who}", count=expiry.count, who=who)


def states(battle: Battle, who: Combatant, brief: bool = False) -> list[tuple[str, str]]:
    """(what, how long) of everything that a creature is under; casting, a hold on somebody, being worn out too."""
    found: list[tuple[str, str]] = []
    for condition, rule, answers in plight(battle, who).conditions:
        name = f"{tr(rule.name)} ({rule.rule})"
        if "resistant" in answers:
            name = tr(text("{condition}, halved", condition=name))
        elif "vulnerable" in answers:
            name = tr(text("{condition}, doubled", condition=name))
        found.append((name, _left(battle, who, condition, brief)))
    found += [(tr(each.effect.name), tr(left_of(each.expiry, battle, brief))) for each in who.ongoing]
    found += _injuries(battle, who)
    if who.casting is not None:
        found.append((tr(text("Casting: {power}", power=text(who.casting.power.name))), tr("to the start of its turn")))
    for hold in battle.holds_by(who.id):
        nd = "" if hold.form or veiled(battle, who) else tr(text("ND {nd}", nd=hold.nd))
        found.append((tr(text("Holds {who}", who=battle[hold.held].name)), nd))
    if who.exhausted:
        found.append((tr("Worn out (STR-5)"), tr("until it rests")))
    return found


def _injuries(battle: Battle, who: Combatant) -> list[tuple[str, str]]:
    """Bruises and wounds, those of one level together, with what they take off every test; only their names, or
    nothing, where its numbers are not told. # rule: NLT-3"""
    counted = Counter((each.level, each.wound) for each in (*who.wounds, *who.bruises))
    if veiled(battle, who):
        return [(tr(injury_name(*each)), "") for each in counted] if state(battle, who) is not None else []
    found = []
    for (level, wound), count in counted.items():
        rule, name = nonlethal().level(level), tr(injury_name(level, wound))
        left = tr("unconscious") if rule.unconscious else f"-{rule.penalty * count} (NLT-3)"
        found.append((f"{name} x {count}" if count > 1 else name, left))
    return found


def _left(battle: Battle, who: Combatant, condition: Condition, brief: bool) -> str:
    if condition not in who.conditions:  # of a zone, or of a hold
        if condition.power == "grapple":
            return tr(text("held by {who}", who=battle[condition.source].name))
        return tr("while inside")
    return tr(left_of(condition.expiry, battle, brief))
