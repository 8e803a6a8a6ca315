"""Numbers of enemies as digits, in words or not at all: in the log, and wherever numbers are told."""

import random
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from game.insight.narrate import sentences
from game.insight.telling import bar_of, state, state_of, veiled
from game.rules.actions import Attack, Begin, EndTurn, GmPV, Manoeuvre, UsePower
from game.rules.dice import ScriptedDice
from game.rules.engine import apply, legal_actions
from game.rules.players import is_enemy, players_view
from game.rules.powers import powers
from game.rules.state import Team
from game.texts import tr
from tests.rules.arena import battle, fight, fighter
from tests.rules.test_hidden import Steady

BIG = {"acuity": (441, 10), "resistance": (443, 10), "spirit": (449, 10), "wits": (457, 10), "pv": 971}


def skirmish():
    """Two of the players against two whose every number is above 400."""
    bolt = powers()["fireball"], powers()["arcane-bolt"], powers()["mind-spike"]
    start = battle(
        fighter("ana", "town", (2, 3), powers=bolt, weapons=("sword", "bow"), pv=90),
        fighter("bo", "town", (2, 5), weapons=("spear",), pv=90),
        fighter("orc", "wild", (4, 3), powers=bolt, weapons=("sword", "bow"), defence=461, **BIG),
        fighter("ogre", "wild", (4, 5), weapons=("spear", "bow"), reduction=1, **BIG),
    )
    return start.but(teams=(Team("wild", "Wild"), Team("town", "Town", players=True)))


def log(told, steps=40, seed=1, mode="normal"):
    """Everything that a random fight says, and the battle at its end."""
    rng, state, said = random.Random(seed), skirmish().but(mode=mode), []
    action = Begin()
    for _ in range(steps):
        state, events = apply(state, action, Steady(rng.choice((0.2, 0.6, 1))))
        view = players_view(state, told)
        said += [tr(each) for event in events for each in sentences(event, view)]
        if state.phase == "over":
            break
        listed = legal_actions(state)
        rare = [each for each in listed if isinstance(each, Attack | Manoeuvre | UsePower)]
        action = rng.choice(rare) if rare and rng.random() < 0.7 else EndTurn(state.active.id)
    return said, state


def test_who_is_an_enemy():
    state = skirmish()
    assert [each.id for each in state.combatants if is_enemy(state, each)] == ["orc", "ogre"]
    unsaid = state.but(teams=(Team("town", "Town"), Team("wild", "Wild")))
    assert [each.id for each in unsaid.combatants if is_enemy(unsaid, each)] == ["orc", "ogre"]


def test_how_one_is_in_words():
    state_now = players_view(skirmish(), "words")
    orc = state_now["orc"]
    assert veiled(state_now, "orc")
    assert not veiled(state_now, "ana")
    assert not veiled(skirmish(), "orc")
    for pv, word in ((971, "unhurt"), (970, "lightly wounded"), (600, "wounded"), (400, "badly wounded"),
                     (100, "near death"), (0, "out of the fight")):
        assert tr(state(state_now, orc.but(pv=pv))) == word
    assert state(players_view(skirmish(), "nothing"), orc) is None
    assert tr(state_of(Fraction(1, 2))) == "badly wounded"


def test_bars_tell_no_more_than_the_words():
    words, nothing = players_view(skirmish(), "words"), players_view(skirmish(), "nothing")
    orc = words["orc"]
    assert bar_of(words, orc.but(pv=600)) == bar_of(words, orc.but(pv=700)) == (3, 4)
    assert bar_of(nothing, orc) == (0, 0)
    assert bar_of(skirmish(), orc.but(pv=600)) == (600, 971)
    assert bar_of(words, words["ana"].but(pv=45)) == (1, 2)


@pytest.mark.parametrize("mode", ["normal", "quick"])
@pytest.mark.parametrize("told", ["words", "nothing"])
def test_the_log_has_no_number_of_an_enemy(told, mode):
    for seed in range(6):
        said, _ = log(told, seed=seed, mode=mode)
        assert any("orc" in each.lower() for each in said)
        for each in said:
            assert all(int(number) < 400 for number in re.findall(r"\d+", each)), each
            assert "d10" not in each or "Concealment" in each, each
    with_digits, _ = log("digits", mode=mode)
    assert any(int(number) > 400 for each in with_digits for number in re.findall(r"\d+", each))


def test_what_befalls_an_enemy_is_told_in_words():
    start = fight(fighter("ana", "town", (2, 3)), fighter("orc", "wild", (3, 3), pv=20))
    hit, events = apply(start, Attack("ana", "orc", "sword"), ScriptedDice((8, 2)))
    said = [tr(each) for event in events for each in sentences(event, players_view(hit, "words"))]
    assert "Orc is hurt, and now wounded." in said
    assert "Attack 8 (d8) + 10 = 18, defence not told: a critical hit." in said
    silent = [tr(each) for event in events for each in sentences(event, players_view(hit, "nothing"))]
    assert "Orc is hurt." in silent
    healed, events = apply(hit, GmPV("orc", 20), Steady(1))
    assert next(tr(each) for event in events for each in sentences(event, players_view(healed, "words"))) == (
        "Orc recovers, and is now unhurt.")


def test_an_enemys_blow_tells_what_the_player_lost_and_no_more():
    start = fight(fighter("orc", "wild", (3, 3)), fighter("ana", "town", (2, 3), pv=20)).but(
        teams=(Team("town", "Town", players=True), Team("wild", "Wild")))
    hit, events = apply(start, Attack("orc", "ana", "sword"), Steady(1))
    said = [tr(each) for event in events for each in sentences(event, players_view(hit, "words"))]
    lost = 20 - hit["ana"].pv
    assert f"Ana takes {lost} damage: PV 20 to {20 - lost}." in said
    assert any(each.startswith("Attack not told, defence 8 (d8)") for each in said)
    assert not any(each.startswith("Slashing") for each in said)


def test_views_are_remembered():
    start = skirmish()
    assert players_view(start) is start
    assert players_view(start, "words") is players_view(start, "words")
    assert players_view(players_view(start, "words"), "words") is players_view(start, "words")
    assert replace(players_view(start, "words"), told="digits") == start
