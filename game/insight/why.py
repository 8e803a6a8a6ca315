"""``flanco why``: the proofs that are asked for, as text and as JSON data."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from game.errors import IllegalAction
from game.insight.odds_table import Question, headline, sheet_asked
from game.insight.proof import Proof, proof_data, said
from game.insight.proving import prove_all, prove_rule
from game.insight.proving_areas import prove_sight
from game.insight.proving_events import Line, line_at, prove_event
from game.insight.proving_walks import prove_move
from game.rules.attack import AttackSheet, unknown
from game.rules.bodies import misplaced
from game.rules.history import Game
from game.rules.state import Battle
from game.spatial.grid import Cell, cell_name
from game.texts import text, tr

SIGHT = "sight"  # in the place of a rule: who sees whom


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked: an ``attack`` (all of its sheet, or one ``rule``), a walk of its attacker ``to`` a cell, or a
    ``line`` of the log, counted from 1."""

    attack: Question | None = None
    rule: str = ""
    to: Cell | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The proofs, in words and as ``assets/schemas/proof.schema.json`` says."""

    text: str
    data: dict[str, Any]


def why(game: Game, asked: Asked) -> Answer:
    """The proofs that are asked for, in the battle as it stands, or as it was then for a line of the log.

    :raises IllegalAction: for a creature, weapon, power, place or line that there is not.
    :raises FlancoError: for a rule that says nothing about attacks.
    """
    if asked.line is not None:
        return _of_line(game, asked.line)
    battle, question = game.battle, asked.attack or Question("", "")
    if asked.to is not None:
        if (reason := unknown(battle, question.who)) is not None:
            raise IllegalAction(reason)
        if question.at is not None:
            if (reason := misplaced(battle, battle[question.who], question.at)) is not None:
                raise IllegalAction(reason)
            battle = battle.with_combatant(battle[question.who].but(cell=question.at))
        proof = prove_move(battle, question.who, asked.to)
        return _answer(battle, (proof,), "", who=question.who, to=cell_name(asked.to), at=_name(question.at))
    battle, sheet = sheet_asked(battle, question)
    rule = asked.rule if asked.rule == SIGHT else asked.rule.upper()
    given = {"who": sheet.attacker, "target": sheet.target, "at": _name(question.at), "rule": rule or None}
    if rule == SIGHT:
        return _answer(battle, (prove_sight(battle, sheet.attacker, sheet.target),), "", **given)
    proofs = tuple(prove_rule(battle, sheet, rule) if rule else prove_all(battle, sheet))
    given |= {"weapon": None if sheet.power else sheet.weapon, "mode": sheet.mode, "power": sheet.power or None,
              "manoeuvre": sheet.manoeuvre or None}
    return _answer(battle, proofs, _head(battle, sheet, proofs), **given)


def _head(battle: Battle, sheet: AttackSheet, proofs: tuple[Proof, ...]) -> str:
    """Who attacks whom with what; that nothing changes the attack, if so."""
    who = tr(headline(battle, sheet)) if not sheet.power else ""
    return who if proofs else "\n".join(filter(None, (who, tr(text("Nothing changes this attack.")))))


def _of_line(game: Game, line: int) -> Answer:
    place = _place(game, line)
    found = line_at(game, place)
    if found is None:
        most = sum(len(step.events) for step in game.past)
        raise IllegalAction(text("there is no line {line} in this log; it has {most}", line=line, most=most))
    event, before = found
    return _answer(before, tuple(prove_event(event, before)), "", line=line)


def _place(game: Game, line: int) -> Line | None:
    """The place of a line of the log, counted from 1."""
    left = line - 1
    for number, step in enumerate(game.past if left >= 0 else ()):
        if left < len(step.events):
            return number, left
        left -= len(step.events)
    return None


def _name(cell: Cell | None) -> str | None:
    return None if cell is None else cell_name(cell)


def _answer(battle: Battle, proofs: tuple[Proof, ...], head: str, **given: object) -> Answer:
    empty = dict.fromkeys(("who", "target", "weapon", "mode", "power", "manoeuvre", "at", "to", "rule", "line"))
    data = {"asked": empty | given, "proofs": [proof_data(each, battle) for each in proofs]}
    return Answer("\n\n".join(_words(battle, proofs, head)), data)


def _words(battle: Battle, proofs: tuple[Proof, ...], head: str) -> Iterator[str]:
    if head:
        yield head
    for each in proofs:
        yield said(each, battle)
