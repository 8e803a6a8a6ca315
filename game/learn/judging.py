"""Judging goals: by the sheets, lines, areas and events of the game itself, with the proof of the rule that decides."""

from dataclasses import replace
from typing import Literal

from game.errors import GeometryError
from game.insight.cases import Case
from game.insight.names import thing_name
from game.insight.narrate import powers_of
from game.insight.odds_table import Question, sheet_asked
from game.insight.proof import Proof
from game.insight.proving import prove_refusal, prove_rule
from game.insight.proving_areas import prove_hit, prove_sight
from game.insight.proving_events import prove_event
from game.insight.reasons import names_of
from game.learn.goals import (
    Covered,
    Did,
    Fallen,
    Goal,
    Has,
    Hit,
    Into,
    Out,
    Reach,
    Sheet,
    Stand,
    Unseen,
    Verdict,
    Within,
    surface_cells,
)
from game.rules.attack import AttackSheet
from game.rules.bodies import body_of, line_of, threatens
from game.rules.conditions import under
from game.rules.events import Attacked, Event, PowerUsed, Pushed
from game.rules.history import Game
from game.rules.nonlethal import repertoire_of
from game.rules.places import area_of
from game.rules.reference import rule_text
from game.rules.state import Battle
from game.spatial.grid import PARTIAL, PLAIN, TOTAL, Cell, cell_name
from game.spatial.metric import distance
from game.texts import Text, text


def judge(goal: Goal, game: Game) -> Verdict:
    """Whether a goal is reached in a game as it stands, and why or why not.

    The goal's names must be those of the battle: see :func:`faults`.
    """
    battle = game.battle
    match goal:
        case Sheet():
            return _sheet(goal, game)
        case Covered():
            return _covered(goal, battle)
        case Unseen():
            return _unseen(goal, battle)
        case Hit():
            return _hit(goal, game)
        case Stand():
            return _stand(goal, goal.who, battle)
        case Into():
            return _into(goal, game)
        case Within():
            return _within(goal, battle)
        case Fallen():
            return _fallen(goal, battle)
        case Out():
            return _out(goal, game)
        case Has():
            return _has(goal, battle)
        case Did():
            return _did(goal, game)
        case Reach():
            return _reach(goal, game)
    return all_of(goal.goals, game)


def all_of(goals: tuple[Goal, ...], game: Game) -> Verdict:
    """Several goals at once: what is said about the first that is not reached, or about the last."""
    verdicts = [judge(each, game) for each in goals]
    return next((each for each in verdicts if not each.met), verdicts[-1])


def _told(met: bool, proof: Proof) -> Verdict:
    """A verdict with the main reason of a proof, and what it shows."""
    return Verdict(met, proof.reasons[0], proof, proof.evidence.cells)


def _last(game: Game, kind: type[Event], fits: dict[str, str], area: bool = False) -> tuple[Event, Battle] | None:
    """The last event of a kind whose fields are these, with the battle before its step; ``area``: that met cells."""
    for number in range(game.done - 1, -1, -1):
        before = game.steps[number - 1].battle if number else game.initial
        for event in reversed(game.steps[number].events):
            if isinstance(event, kind) and all(getattr(event, name) == value for name, value in fits.items()) and (
                    not area or bool(getattr(event, "cells", ()))):
                return event, before
    return None


def _there(battle: Battle, *ids: str) -> Verdict | None:
    """What is said when one of some creatures is not on the map; None when all are."""
    gone = next((battle[id] for id in ids if battle[id].cell is None), None)
    if gone is None:
        return None
    return Verdict(False, text("{reason}.", reason=text("{who} is not on the map yet", who=gone.name)))


# attacks


def _sheet(goal: Sheet, game: Game) -> Verdict:
    battle = game.battle
    if goal.made and (found := last_attack(goal, game)) is not None:
        sheet, before = found
        return judge_sheet(before, sheet, goal.holds, goal.lacks)
    if (missing := _there(battle, goal.who, goal.target)) is not None:
        return missing
    _, sheet = sheet_asked(battle, Question(goal.who, goal.target, goal.weapon, goal.mode))
    verdict = judge_sheet(battle, sheet, goal.holds, goal.lacks)
    if not goal.made or not verdict.met:
        return verdict
    if (other := _on_another(goal, game)) is not None:
        return other
    said = text("{who} stands well, and has not attacked {target} yet.", who=battle[goal.who].name,
                target=battle[goal.target].name)
    return replace(verdict, met=False, feedback=_spent(battle, goal.who, goal.target) or said,
                   proof=_bare(verdict.proof))


def _on_another(goal: Sheet, game: Game) -> Verdict | None:
    """What is said when the last attack was made on another creature than the one that is meant: what is wrong with it,
    or that it was another; None when there was no such attack."""
    for number in range(game.done - 1, -1, -1):
        for event in reversed(game.steps[number].events):
            if isinstance(event, Attacked) and event.sheet.attacker == goal.who:
                before = game.steps[number - 1].battle if number else game.initial
                verdict = judge_sheet(before, event.sheet, goal.holds, goal.lacks)
                said = text("{who} attacked {other}, and not {target}.", who=before[goal.who].name,
                            other=before[event.sheet.target].name, target=before[goal.target].name)
                return Verdict(False, said) if verdict.met else verdict
    return None


def _spent(battle: Battle, who: str, target: str) -> Text | None:
    """What is said when a creature stands well and has nothing left in its turn to attack with. # rule: ACT-1"""
    if battle.active is None or battle.active.id != who or battle.turn.may_execute:
        return None
    return text("{who} could attack {target} from there, but no Execution is left in this turn.", who=battle[who].name,
                target=battle[target].name)


def _bare(proof: Proof | None) -> Proof | None:
    """A proof without what would change it: that is not what is asked for."""
    return None if proof is None else replace(proof, nearest=(), instead=None, changes=())


def last_attack(goal: Sheet, game: Game) -> tuple[AttackSheet, Battle] | None:
    """The sheet of the last attack that was made, and the battle before it."""
    for number in range(game.done - 1, -1, -1):
        for event in reversed(game.steps[number].events):
            if isinstance(event, Attacked) and (event.sheet.attacker, event.sheet.target) == (goal.who, goal.target):
                weapon = "" if goal.weapon == "-" else goal.weapon
                if weapon in (None, event.sheet.weapon) and goal.mode in (None, event.sheet.mode):
                    return event.sheet, game.steps[number - 1].battle if number else game.initial
    return None


def judge_sheet(battle: Battle, sheet: AttackSheet, holds: tuple[str, ...], lacks: tuple[str, ...]) -> Verdict:
    """Whether rules hold on the sheet of an attack or do not, and nothing else forbids it."""
    refusals = [rule for rule, _ in Case.of(battle, sheet).refusals]
    present = {*refusals, *(each.rule for each in sheet.modifiers), sheet.miss_rule}
    if any(rule not in holds for rule in refusals):
        proof = next(each for each in prove_refusal(battle, sheet) if each.rule not in holds)
        return _told(False, proof)
    for rule in lacks:
        if rule in present:
            return _told(False, next(prove_rule(battle, sheet, rule)))
    for rule in holds:
        if rule not in present:
            return _told(False, next(prove_rule(battle, sheet, rule)))
    for rule in (*holds, *lacks):
        return _told(True, next(prove_rule(battle, sheet, rule)))
    return _told(True, next(prove_rule(battle, sheet, "ATK-1" if sheet.mode == "melee" else "ATK-2")))


def _reach(goal: Reach, game: Game) -> Verdict:
    """# rule: ATK-1 ATK-4"""
    battle = game.battle
    if (missing := _there(battle, goal.who, goal.target)) is not None:
        return missing
    who, target = battle[goal.who], battle[goal.target]
    _, mine = sheet_asked(battle, Question(who.id, target.id, mode="melee"))
    if not threatens(battle, who, target):
        if last_attack(Sheet(who.id, target.id, mode="ranged"), game) is not None:
            return Verdict(False, text("{who} attacked {target} from afar: here a blow in melee is asked for.",
                                       who=who.name, target=target.name))
        refused = tuple(prove_refusal(battle, mine))
        return _told(False, refused[0] if refused else next(prove_rule(battle, mine, "ATK-1")))
    if goal.safe and threatens(battle, target, who):
        _, its = sheet_asked(battle, Question(target.id, who.id, mode="melee"))
        proof = next(prove_rule(battle, its, "ATK-1"))
        return Verdict(False, text("{target} can strike {who} there.", target=target.name, who=who.name), proof,
                       body_of(battle, target).cells)
    found = _told(True, next(prove_rule(battle, mine, "ATK-1")))
    said = text("{who} can strike {target}, and is not struck from there.", who=who.name, target=target.name)
    return replace(found, feedback=said) if goal.safe else found


# places


def _covered(goal: Covered, battle: Battle) -> Verdict:
    """# rule: SIT-6 SIT-7"""
    if (missing := _there(battle, goal.who, *goal.sources)) is not None:
        return missing
    least, rule = (TOTAL, "SIT-7") if goal.level == "total" else (PARTIAL, "SIT-6")
    found: Proof | None = None
    for source in goal.sources:
        level = line_of(battle, battle[source], battle[goal.who]).cover.level
        _, sheet = sheet_asked(battle, Question(source, goal.who))
        found = next(prove_rule(battle, sheet, "SIT-7" if level == TOTAL else rule))
        if level < least:
            return _told(False, found)
    assert found is not None
    name, names = battle[goal.who].name, names_of(battle, goal.sources)
    said = text("{who} has total cover from {names}.", who=name, names=names) if least == TOTAL else text(
        "{who} has cover from {names}.", who=name, names=names)
    return Verdict(True, said, found, found.evidence.cells)


def _unseen(goal: Unseen, battle: Battle) -> Verdict:
    if (missing := _there(battle, goal.who, *goal.by)) is not None:
        return missing
    proofs = [prove_sight(battle, each, goal.who) for each in goal.by if not battle[each].out]
    if not proofs:
        return Verdict(True, text("Nobody is left to look."))
    seen = next((each for each in proofs if each.verdict == "yes"), None)
    return _told(seen is None, seen or proofs[-1])


def _stand(goal: Stand | Into, id: str, battle: Battle) -> Verdict:
    if (missing := _there(battle, id)) is not None:
        return missing
    who, wanted = battle[id], (*goal.cells, *surface_cells(battle.map, goal.surface))
    mine = body_of(battle, who).cells
    met = {*mine} <= {*wanted}
    said = text("{who} stands on {cell}, where it should.", who=who.name, cell=cell_name(mine[0])) if met else text(
        "{who} stands on {cell}, and not on one of the marked squares.", who=who.name, cell=cell_name(mine[0]))
    return Verdict(met, said, None, wanted)


def _into(goal: Into, game: Game) -> Verdict:
    """# rule: MAN-8"""
    found = _stand(goal, goal.target, game.battle)
    pushed = _last(game, Pushed, {"who": goal.target})
    return found if pushed is None else replace(found, proof=next(prove_event(*pushed), None))


def _within(goal: Within, battle: Battle) -> Verdict:
    if (missing := _there(battle, goal.who, goal.target)) is not None:
        return missing
    who, target = battle[goal.who], battle[goal.target]
    away = distance(body_of(battle, who), body_of(battle, target), battle.settings.diagonals) / PLAIN
    said = text("{who} is {away} m from {target}; it should be {metres} m at most.", who=who.name, target=target.name,
                away=away, metres=float(goal.metres))
    return Verdict(away <= goal.metres, said, None, body_of(battle, target).cells)


def _fallen(goal: Fallen, battle: Battle) -> Verdict:
    """# rule: STR-3 STR-8"""
    thing = battle.structure(goal.structure)
    assert thing is not None
    name = thing_name(battle, thing.id)
    if thing.fallen:
        return Verdict(True, text("It stands no more: {thing}.", thing=name), None, thing.cells)
    return Verdict(False, text("{thing}: {left} of its structural ND {nd} are left.", thing=name,
                               left=thing.nd - thing.wear, nd=thing.nd), None, thing.cells)


# what happened


def _hit(goal: Hit, game: Game) -> Verdict:
    """# rule: ATK-5 EFF-4"""
    fits = {"who": goal.who} | ({} if goal.power is None else {"power": goal.power})
    found = _last(game, PowerUsed, fits, area=True)
    if found is None:
        return Verdict(False, text("{who} has not used an area yet.", who=game.battle[goal.who].name))
    event, before = found
    assert isinstance(event, PowerUsed)
    team = before[goal.who].team
    friends = [id for id in event.targets if before[id].team == team]
    enemies = [id for id in event.targets if before[id].team != team]
    met = len(enemies) >= goal.least and len(friends) <= goal.allies
    if len(friends) > goal.allies:
        shown: str | None = friends[0]
    elif met:
        shown = enemies[0] if enemies else None
    else:
        shown = next((each.id for each in before.present() if each.team != team and each.id not in enemies), None)
    said = text("Enemies hit: {enemies}. Friends hit: {friends}.", enemies=len(enemies), friends=len(friends))
    proof = None if shown is None else _area_proof(event, before, shown)
    return Verdict(met, said, _bare(proof) if shown == goal.who else proof, event.cells)


def _area_proof(event: PowerUsed, before: Battle, who: str) -> Proof | None:
    """Why an area met a creature or not."""
    caster = before[event.who]
    power = next((each for each in powers_of(caster) if each.id == event.power), None)
    if power is None or power.shape is None:
        return None
    try:
        return prove_hit(before, area_of(before, caster, power, event.place), who, power.shape.passage)
    except GeometryError:
        return None


def _out(goal: Out, game: Game) -> Verdict:
    """# rule: DMG-16 MAN-4 NLT-1"""
    battle = game.battle
    target = battle[goal.target]
    if not target.out:
        return Verdict(False, text("{target} is still in the fight.", target=target.name), None,
                       _cells(battle, target.id))
    last = next((event for step in reversed(game.past) for event in reversed(step.events)
                 if isinstance(event, Attacked) and event.sheet.target == target.id), None)
    gentle = isinstance(last, Attacked) and (last.sheet.bruise is not None or (
        bool(last.sheet.manoeuvre) and repertoire_of(battle)[last.sheet.manoeuvre].effect == "nonlethal"))
    rule = "NLT-1" if battle.nonlethal else "MAN-4"
    if goal.alive and not gentle:
        said = text("{target} fell to a blow that was meant to kill.", target=target.name)
        return Verdict(False, said, _plain(rule, "absent", target.id, said), _cells(battle, target.id))
    if gentle:
        said = text("{target} is unconscious, and at no risk.", target=target.name)
        return Verdict(True, said, _plain(rule, "applies", target.id, said), _cells(battle, target.id))
    said = text("{reason}.", reason=text("{target} is out of the fight", target=target.name))
    return Verdict(True, said, None, _cells(battle, target.id))


def _plain(rule: str, verdict: Literal["applies", "absent"], target: str, said: Text) -> Proof:
    known = rule_text(rule)
    return Proof(rule, known.name if known is not None else rule, verdict, target=target, reasons=(said,))


def _cells(battle: Battle, id: str) -> tuple[Cell, ...]:
    return body_of(battle, battle[id]).cells if battle[id].cell is not None else ()


def _has(goal: Has, battle: Battle) -> Verdict:
    """# rule: CND-1"""
    who, name = battle[goal.who], text(battle.condition_rules[goal.condition].name)
    if under(battle, who, goal.condition):
        said, met = text("{who} is under a condition: {condition}.", who=who.name, condition=name), True
    else:
        said, met = text("{who} is not under this condition: {condition}.", who=who.name, condition=name), False
    rule = battle.condition_rules[goal.condition].rule
    return Verdict(met, said, _plain(rule, "applies" if met else "absent", who.id, said), _cells(battle, who.id))


def was_done(goal: Did, game: Game) -> bool:
    """Whether such an action was done."""
    return any(action.kind == goal.action and goal.who in (None, getattr(action, "who", None)) and goal.target in (
        None, getattr(action, "target", None), *getattr(action, "targets", ())) for action in (
            step.action for step in game.past))


def _did(goal: Did, game: Game) -> Verdict:
    battle = game.battle
    if was_done(goal, game):
        said = text("That is done.") if goal.action != "attack" or goal.who is None or goal.target is None else text(
            "{who} has attacked {target}.", who=battle[goal.who].name, target=battle[goal.target].name)
        return Verdict(True, said)
    if goal.action == "attack" and goal.who is not None and goal.target is not None:
        if (missing := _there(battle, goal.who, goal.target)) is not None:
            return missing
        refused = tuple(prove_refusal(battle, sheet_asked(battle, Question(goal.who, goal.target))[1]))
        if refused:
            return _told(False, refused[0])
        return Verdict(False, _spent(battle, goal.who, goal.target) or text(
            "{who} can attack {target} from there, and has not done so yet.", who=battle[goal.who].name,
            target=battle[goal.target].name))
    return Verdict(False, text("That has not been done yet."))
