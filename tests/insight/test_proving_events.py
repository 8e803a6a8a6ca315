"""Proofs of lines of a log, and proofs as JSON."""

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from game.content.scenarios import find_scenario, load_scenario
from game.insight.proof import Proof, proof_data, said
from game.insight.proving import prove_absent, prove_all
from game.insight.proving_events import Line, line_at, modifiers_of, prove_event
from game.insight.proving_walks import prove_move
from game.paths import assets
from game.rules.actions import Activate, Attack, Begin, EndTurn, Manoeuvre, Move, UsePower
from game.rules.dice import SeededDice
from game.rules.engine import legal_actions
from game.rules.events import Attacked, Tested
from game.rules.history import Game
from game.rules.powers import powers
from game.rules.state import Battle, Placement
from game.texts import LANGUAGES, set_language
from tests.insight.melees import melees, sheets
from tests.insight.test_proving import ABSENT
from tests.rules.arena import fight, fighter, sheet_of
from tests.rules.effects_arena import put

SCHEMA = json.loads((assets() / "schemas" / "proof.schema.json").read_text("utf-8"))


def fits(data: object) -> None:
    """What is said of proofs in the schema."""
    part = {"$ref": "#/$defs/proof", "$defs": SCHEMA["$defs"]}
    Draft202012Validator(part).validate(json.loads(json.dumps(data)))


def played(start: Battle, seed: int, steps: int) -> Game:
    """A game at random, in which attacks and powers are liked."""
    rng, dice, game = random.Random(seed), SeededDice(seed), Game(start)
    while game.done < steps and game.battle.phase != "over":
        listed = legal_actions(game.battle)
        liked = [each for each in listed if isinstance(each, Begin | Attack | Manoeuvre | UsePower | Activate)]
        walks = [each for each in listed if isinstance(each, Move | EndTurn)]
        game = game.do(rng.choice(liked if liked and rng.random() < 0.8 else walks or listed), dice)
    return game


def proofs_of(game: Game, line: Line) -> list[Proof]:
    found = line_at(game, line)
    assert found is not None
    return list(prove_event(*found))


@pytest.mark.parametrize(("name", "steps"), [("bridge", 70), ("ambush", 70)])
def test_a_proof_of_any_line_shows_what_was_recorded(name: str, steps: int) -> None:
    game = played(load_scenario(find_scenario(name)), 3, steps)
    counted = 0
    for number, step in enumerate(game.past):
        for at, event in enumerate(step.events):
            first, *others = proofs_of(game, (number, at))
            assert first.verdict == "happened"
            assert first.reasons
            recorded = [(each.rule, each.label, each.amount, each.side, each.evidence) for each in modifiers_of(event)]
            shown = [(each.rule, each.label, each.amount, each.side, each.evidence) for each in others]
            assert shown[:len(recorded)] == recorded
            counted += len(others)
            for proof in (first, *others):
                fits(proof_data(proof, step.battle))
    assert counted > 5


def test_the_map_is_that_of_the_moment() -> None:
    """Bob walks out of the way after he was flanked: the proof of the blow still knows where he stood."""
    # rule: SIT-2
    game = Game(fight(fighter("ann", "red", (2, 2)), fighter("bob", "blue", (3, 2), pv=40),
                      fighter("cid", "red", (4, 2)), cols=12))
    dice = SeededDice(1)
    for action in (Attack("ann", "bob", "sword"), EndTurn("ann"), Move("bob", (3, 6))):
        game = game.do(action, dice)
    event, before = line_at(game, (0, 0)) or (None, None)
    assert isinstance(event, Attacked)
    assert before is not None
    assert before["bob"].cell == (3, 2)
    flank = next(each for each in prove_event(event, before) if each.rule == "SIT-2")
    assert flank.evidence.cells == ((2, 2), (4, 2))
    assert [(each.who, before["bob"].cell != each.cell) for each in flank.nearest] == [("ann", True)]
    assert line_at(game, (99, 0)) is line_at(game, None) is None


def test_a_test_that_is_no_attack_shows_what_it_counted() -> None:
    # rule: ATK-6 CND-21
    witch = fighter("ann", "red", (2, 2), acuity=(5, 8)).but()
    witch = witch.but(sheet=replace(witch.sheet, powers=(powers()["terror"],)))
    start = put(fight(witch, fighter("bob", "blue", (4, 2))), "bob", "wounded", "ann")
    game = Game(start).do(UsePower("ann", "terror", ("bob",)), SeededDice(2))
    at = next(n for n, each in enumerate(game.past[0].events) if isinstance(each, Tested))
    _, wounded = proofs_of(game, (0, at))
    assert (wounded.rule, wounded.amount, wounded.who) == ("CND-21", -2, "bob")
    assert "Bob is under a condition" in said(wounded, start)
    veiled = replace(start, told="words")
    event = game.past[0].events[at]
    assert [each.amount for each in prove_event(event, veiled)] == [0, 0]


def test_an_area_shows_why_it_met_each() -> None:
    # rule: ATK-5
    mage = fighter("ann", "red", (2, 2))
    mage = mage.but(sheet=replace(mage.sheet, powers=(powers()["fireball"],)))
    start = fight(mage, fighter("bob", "blue", (6, 2), pv=40), fighter("cid", "blue", (7, 3), pv=40),
                  fighter("dan", "blue", (11, 7)))
    game = Game(start).do(UsePower("ann", "fireball", place=Placement("corner", 7, 3)), SeededDice(1))
    first, *others = proofs_of(game, (0, 0))
    assert first.evidence.cells
    hits = [each for each in others if each.rule == "ATK-5"]
    assert [(each.who, each.verdict) for each in hits] == [("bob", "yes"), ("cid", "yes")]
    assert all(each.nearest for each in hits)


def test_a_sheet_that_cannot_be_made_again_keeps_its_evidence() -> None:
    # rule: SIT-2
    start = fight(fighter("ann", "red", (2, 2)), fighter("bob", "blue", (3, 2), pv=40), fighter("cid", "red", (4, 2)))
    event = Game(start).do(Attack("ann", "bob", "sword"), SeededDice(1)).past[0].events[0]
    assert isinstance(event, Attacked)
    other = start.with_combatant(start["ann"].but(lost=("sword",), hands=()))
    _, flank = prove_event(event, other)
    assert flank.evidence == event.sheet.modifiers[0].evidence
    assert not flank.tried


@settings(max_examples=20)
@given(st.data())
def test_proofs_as_data_are_what_the_schema_says(data: st.DataObject) -> None:
    battle = data.draw(melees())
    sheet = data.draw(sheets(battle))
    proofs = [*prove_all(battle, sheet), *(prove_absent(battle, sheet, rule) for rule in ABSENT),
              prove_move(battle, "a", (1, 1))]
    for proof in proofs:
        fits(proof_data(proof, battle))


def test_the_schema_is_a_schema_and_refuses_what_is_none() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    battle = fight(fighter("a", "red", (2, 2)), fighter("x", "blue", (3, 2)))
    data = proof_data(prove_move(battle, "a", (1, 1)), battle)
    for wrong in ({"verdict": "perhaps"}, {"more": 1}, {"evidence": {}}, {"amount": 1.5}):
        assert not Draft202012Validator({"$ref": "#/$defs/proof", "$defs": SCHEMA["$defs"]}).is_valid(data | wrong)


def test_a_proof_is_said_in_every_language() -> None:
    # rule: SIT-2
    battle = fight(fighter("a", "red", (2, 2)), fighter("x", "blue", (3, 2)), fighter("b", "red", (4, 2)))
    proof = next(prove_all(battle, sheet_of(battle, "a", "x")))
    try:
        for language in LANGUAGES:
            set_language(language)
            assert said(proof, battle).splitlines()[0].endswith("(SIT-2)")
    finally:
        set_language("en")
