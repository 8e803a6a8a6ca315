"""A proof: what a rule says here and why, what on the map causes it, and the nearest thing that would change it.

The same object serves the attack sheet, "why?" on a line of the log, lessons, and JSON. It is made by
:mod:`game.insight.proving` (attacks), :mod:`game.insight.proving_walks`, :mod:`game.insight.proving_areas` (areas and
sight) and :mod:`game.insight.proving_events` (the log).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from game.insight.changes import Change, change_data
from game.insight.nearest import Nearest
from game.insight.telling import veiled
from game.rules.evidence import NOTHING, Evidence, Side
from game.rules.state import Battle
from game.spatial.grid import PLAIN, UNITS, Barrier, cell_name
from game.spatial.sight import Ray
from game.texts import Text, sentence, text

Verdict = Literal["applies", "absent", "refused", "allowed", "yes", "no", "happened"]
"""The rule applies; it does not; it forbids what is asked about; nothing forbids it; what is asked about is so; it is
not; it is how something happened."""

OUTCOMES: Final = {"applies": "absent", "absent": "applies", "refused": "allowed", "allowed": "refused", "yes": "no",
                   "no": "yes", "happened": "happened"}  # what the nearest change would make of each verdict


@dataclass(frozen=True, slots=True)
class Proof:
    """What a rule says about something, and why.

    :ivar rule: its id; ``label`` its English name there (a msgid).
    :ivar amount: what it adds, and to whose total; 0 and empty where it adds nothing.
    :ivar who: whom it is about: who attacks, walks, looks; ``target`` the other one, or empty.
    :ivar reasons: whole sentences, the main one first.
    :ivar evidence: rays, cells, barriers and other creatures; those of the sheet where there is one.
    :ivar nearest: for each creature that could change it by standing elsewhere, where; whose rule it is comes first.
    :ivar changes: the smallest change that would do, where no step does: all of these together.
    :ivar tried: whether something near was looked for.
    :ivar missing: what a walk lacks, in 1/1000 m; ``instead`` is the place nearest to its end that it gets to now.
    """

    rule: str
    label: str
    verdict: Verdict
    who: str = ""
    target: str = ""
    amount: int = 0
    side: Side | Literal[""] = ""
    reasons: tuple[Text, ...] = ()
    evidence: Evidence = NOTHING
    nearest: tuple[Nearest, ...] = ()
    changes: tuple[Change, ...] = ()
    tried: bool = False
    missing: int = 0
    instead: Nearest | None = None

    @property
    def flips(self) -> bool:
        """Whether something near would change it."""
        return bool(self.nearest or self.changes)


# --- as sentences ----------------------------------------------------------------------------------------------------


def heading(proof: Proof, battle: Battle) -> Text:
    """What the proof is about, in a few words: the rule's name and what it does. What the defence of one whose numbers
    are not told gets is not told either."""
    label = text(proof.label)
    if proof.amount and not (proof.side == "defence" and proof.target in battle.by_id and veiled(battle, proof.target)):
        amount = f"{proof.amount:+d}".replace("-", "−")
        if proof.side == "attack":
            return text("{label}: {amount} to the attack", label=label, amount=amount)
        return text("{label}: {amount} to the defence", label=label, amount=amount)
    match proof.verdict:
        case "absent":
            return text("{label}: it does not apply", label=label)
        case "refused":
            return text("{label}: it is refused", label=label)
        case "allowed":
            return text("{label}: it is allowed", label=label)
        case "yes":
            return text("{label}: yes", label=label)
        case "no":
            return text("{label}: no", label=label)
    return label


def sentences_of(proof: Proof, battle: Battle) -> Iterator[Text]:
    """Why, and what would change it; the heading is not among them. ``battle`` lends the names."""
    yield from proof.reasons
    yield from flips_of(proof, battle)


def flips_of(proof: Proof, battle: Battle) -> Iterator[Text]:
    """What would change it."""
    if proof.missing:
        yield text("{metres} m of movement are missing.", metres=proof.missing / PLAIN)
    for each in proof.nearest:
        yield _nearest(proof, each, battle)
        yield _way(each)
        if each.ties:
            yield text("As near: {cells}.", cells=", ".join(map(cell_name, each.ties)))
    for number, change in enumerate(proof.changes):
        yield _change(proof, change.said(battle), number)
    if proof.instead is not None:
        yield text("Now it gets as near as {cell}: the way there costs {metres} m.", metres=proof.instead.cost / PLAIN,
                   cell=cell_name(proof.instead.cell))
    if proof.tried and not proof.flips:
        yield text("Nothing near changes this.")


def _nearest(proof: Proof, found: Nearest, battle: Battle) -> Text:
    who, cell = battle[found.who].name, cell_name(found.cell)
    match OUTCOMES[proof.verdict]:
        case "absent":
            return text("It would not apply with {who} on {cell}.", who=who, cell=cell)
        case "applies":
            return text("It would apply with {who} on {cell}.", who=who, cell=cell)
        case "refused":
            return text("It would be refused with {who} on {cell}.", who=who, cell=cell)
        case "yes":
            return text("It would be so with {who} on {cell}.", who=who, cell=cell)
        case "no":
            return text("It would not be so with {who} on {cell}.", who=who, cell=cell)
    return text("It would be possible with {who} on {cell}.", who=who, cell=cell)


def _way(found: Nearest) -> Text:
    metres = found.cost / PLAIN
    if found.within:
        return text("The way there costs {metres} m.", metres=metres)
    return text("The way there costs {metres} m, more than it can walk now.", metres=metres)


def _change(proof: Proof, what: Text, number: int) -> Text:
    if number:
        return text("And at the same time if {what}.", what=what)
    match OUTCOMES[proof.verdict]:
        case "absent":
            return text("It would not apply if {what}.", what=what)
        case "applies":
            return text("It would apply if {what}.", what=what)
        case "refused":
            return text("It would be refused if {what}.", what=what)
        case "yes":
            return text("It would be so if {what}.", what=what)
        case "no":
            return text("It would not be so if {what}.", what=what)
    return text("It would be possible if {what}.", what=what)


def said(proof: Proof, battle: Battle) -> str:
    """The whole proof as text, in the language in force."""
    head = f"{sentence(heading(proof, battle))} ({proof.rule})"
    return "\n".join([head, *map(sentence, sentences_of(proof, battle))])


# --- as data ---------------------------------------------------------------------------------------------------------


def proof_data(proof: Proof, battle: Battle) -> dict[str, Any]:
    """The proof as JSON data, as ``assets/schemas/proof.schema.json`` says; lengths in metres, cells by their names."""
    evidence = proof.evidence
    return {
        "rule": proof.rule,
        "label": proof.label,
        "verdict": proof.verdict,
        "amount": proof.amount,
        "side": proof.side or None,
        "who": proof.who or None,
        "target": proof.target or None,
        "heading": sentence(heading(proof, battle)),
        "sentences": [sentence(each) for each in sentences_of(proof, battle)],
        "evidence": {
            "rays": [_ray(each) for each in evidence.rays],
            "cells": [cell_name(each) for each in evidence.cells],
            "barriers": [_barrier(each) for each in evidence.barriers],
            "others": list(evidence.others),
        },
        "nearest": [_place(each) for each in proof.nearest],
        "changes": [change_data(each, battle) for each in proof.changes],
        "missing": proof.missing / PLAIN,
        "instead": _place(proof.instead) if proof.instead is not None else None,
    }


def _place(found: Nearest) -> dict[str, Any]:
    return {"who": found.who, "cell": cell_name(found.cell), "cost": found.cost / PLAIN,
            "distance": found.distance / PLAIN, "within": found.within, "ties": [cell_name(tie) for tie in found.ties]}


def _metres(point: tuple[int, ...]) -> list[float]:
    return [each / UNITS for each in point]


def _ray(ray: Ray) -> dict[str, Any]:
    return {"start": _metres(ray.start), "end": _metres(ray.end), "blocked": ray.blocked,
            "barriers": [_barrier(each) for each in ray.barriers]}


def _barrier(barrier: Barrier) -> dict[str, Any]:
    return {"start": _metres(barrier.start), "end": _metres(barrier.end), "bottom": barrier.bottom / UNITS,
            "top": barrier.top / UNITS, "structure": barrier.structure or None}
