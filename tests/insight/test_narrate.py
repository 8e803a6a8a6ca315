"""The log in sentences."""

from dataclasses import replace

import pytest

from game.insight.narrate import arithmetic, sentences
from game.rules.actions import (
    Attack,
    Begin,
    Crouch,
    Delay,
    Deploy,
    Draw,
    DropProne,
    EndTurn,
    Move,
    StandUp,
    Stow,
    UseDoor,
)
from game.rules.checks import Check
from game.rules.dice import Die
from game.rules.events import BattleWon
from game.rules.sheet import DamageResponse
from game.rules.state import Structure, Team
from game.spatial.grid import Grid, block, wall
from game.texts import set_language, tr
from tests.rules.arena import battle, do, fight, fighter
from tests.rules.test_selfplay import play, skirmish


def told(events, state):
    return [tr(each) for event in events for each in sentences(event, state)]


def duel(a=(), b=(), **fields):
    foe = {"pv": 20} | dict(b)
    return fight(fighter("a", "red", (2, 2), **dict(a)), fighter("b", "blue", (3, 2), **foe), **fields)


def log(state, *actions, dice=()):
    return told(do(state, *actions, dice=dice)[1], state)


def test_a_hit_with_every_die_and_modifier():
    flanked = fight(fighter("a", "red", (2, 2)), fighter("b", "blue", (3, 2), pv=20, defence=1),
                    fighter("c", "red", (4, 2)))
    assert log(flanked, Attack("a", "b", "sword"), dice=[6, 3]) == [
        "A strikes at B: Sword.",
        "Attack 6 (d8) + 5 + 2 = 13, defence 3 (d8) + 5 + 1 = 9: a hit.",
        "+2 to the attack: flanking (SIT-2).",
        "+1 to the defence: armour and shield (DEF-1).",
        "B takes 4 damage: PV 20 to 16.",
        "cutting: 4.",
    ]


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ((8, 1), "Attack 8 (d8) + 10 = 18, defence 1 (d8) + 5 - 5 = 1: a critical hit."),
        ((4, 4), "Attack 4 (d8) + 5 = 9, defence 4 (d8) + 5 = 9: a graze."),
        ((2, 4), "Attack 2 (d8) + 5 = 7, defence 4 (d8) + 5 = 9: a miss."),
    ],
)
def test_outcomes(dice, said):
    assert log(duel(), Attack("a", "b", "sword"), dice=dice)[1] == said


def test_two_dice_show_both():
    check = Check((Die(8, 3), Die(8, 6)), 6, 5, -2, 0, 9)
    assert arithmetic(check) == "6 (d8: 3, 6) + 5 - 2 = 9"


def test_concealment():
    grid = Grid.empty(12, 8)
    smoke = grid.concealment.copy()
    smoke[2, 3] = 1
    veiled = duel(grid=grid.replace(concealment=smoke))
    assert log(veiled, Attack("a", "b", "sword"), dice=[2]) == [
        "A strikes at B: Sword.",
        "Concealment (SIT-4): 2 on the d10, up to 2 misses: the attack is lost.",
    ]
    assert log(veiled, Attack("a", "b", "sword"), dice=[3, 2, 4])[1] == (
        "Concealment (SIT-4): 3 on the d10, up to 2 misses: the attack goes on."
    )


def test_how_damage_was_taken():
    sabre = {"weapons": ("sabre-of-light",)}
    blow = Attack("a", "b", "sabre-of-light")
    foe = {"responses": (DamageResponse("resistant", "cut"), DamageResponse("vulnerable", "fire")), "reduction": 1}
    assert log(duel(sabre, foe), blow, dice=[6, 3])[2:] == [
        "B takes 5 damage: PV 20 to 15.",
        "cutting: 4, resistant: 2.",
        "fire: 2, vulnerable: 4.",
        "Armour takes off 1.",
    ]
    both = (DamageResponse("resistant", "cut"), DamageResponse("vulnerable", "cut"), DamageResponse("immune", "fire"))
    assert log(duel(sabre, {"responses": both}), blow, dice=[6, 3])[3:] == [
        "cutting: 4, resistant and vulnerable: 4.",
        "fire: 2, immune: 0.",
    ]
    assert log(duel(b={"reduction": 9}), Attack("a", "b", "sword"), dice=[6, 3])[-2:] == [
        "Armour takes off 4.",
        "A hit does at least 1: 1 is put back.",
    ]
    immune = duel(b={"responses": (DamageResponse("immune"),)})
    assert "B takes no damage." in log(immune, Attack("a", "b", "sword"), dice=[6, 3])


def test_shots_throws_and_bare_hands():
    assert log(duel({"weapons": ("bow",)}), Attack("a", "b", "bow", "ranged"), dice=[2, 6])[0] == (
        "A shoots at B: Bow."
    )
    thrown = log(duel({"weapons": ("dagger",)}), Attack("a", "b", "dagger", "ranged"), dice=[2, 6])
    assert thrown[0] == "A throws at B: Dagger."
    assert thrown[-1] == "A has thrown: Dagger."
    assert log(duel(), Attack("a", "b", ""), dice=[2, 6])[0] == "A strikes at B: Unarmed."


def test_the_end():
    assert log(duel(b={"pv": 3}), Attack("a", "b", "sword"), dice=[6, 3])[-2:] == [
        "B is out of the fight: unconscious.",
        "Red wins the fight.",
    ]
    assert told([BattleWon("")], duel()) == ["Nobody is left in the fight."]


def test_a_team_is_named_in_the_language_in_force():
    party = replace(duel(), teams=(Team("red", "The party"), Team("blue", "Blue")))
    set_language("pt_BR")
    try:
        assert told([BattleWon("red")], party) == ["Vitória no combate: O grupo."]
    finally:
        set_language("en")


def test_initiative_and_turns():
    state = battle(fighter("a", "red", (2, 2)), fighter("b", "blue", (3, 2)))
    assert log(state, Begin(), dice=[4, 4, 2, 6]) == [
        "Initiative is rolled. The order: B, A.",
        "Initiative of A: 4 (d8) + 5 = 9.",
        "Initiative of B: 4 (d8) + 5 = 9.",
        "Tied, A rolls again: 2 (d8) + 5 = 7.",
        "Tied, B rolls again: 6 (d8) + 5 = 11.",
        "Round 1 begins.",
        "It is the turn of B.",
    ]
    assert log(duel(), Delay("a", "b"), EndTurn("b"), EndTurn("a")) == [
        "A waits, to act after B.",
        "It is the turn of B.",
        "B is done.",
        "A has waited and acts now.",
        "A is done.",
        "Round 2 begins.",
        "It is the turn of B.",
    ]


def test_moves():
    armed = {"weapons": ("sword", "dagger")}
    assert log(duel(armed), Move("a", (2, 4)), Draw("a", "dagger")) == [
        "A walks from C3 to C5 (2 m).",
        "A draws: Dagger.",
    ]
    assert log(duel(armed), Stow("a", "sword"), Crouch("a"), Crouch("a"), DropProne("a"), StandUp("a")) == [
        "A puts away: Sword.",
        "A crouches.",
        "A stands.",
        "A drops to the ground.",
        "A stands.",
    ]
    half = duel(diagonals="exact")
    assert log(half, Move("a", (3, 3))) == ["A walks from C3 to D4 (1.41 m)."]


def test_doors_and_deployment():
    gate = Structure("gate", "door", ((2, 1),), open=False)
    state = duel(barriers=[*block((2, 1), structure="gate"), wall((9, 0), (9, 2))], structures=[gate])
    assert log(state, UseDoor("a", "gate"), UseDoor("a", "gate")) == ["A opens: door at C2.", "A shuts: door at C2."]
    zoned = battle(fighter("a", "red", None), zones={"red": ((1, 1),)})
    assert log(zoned, Deploy("a", (1, 1))) == ["A takes its place on B2."]


def test_every_event_of_a_random_fight_has_its_sentence_in_every_game_state():
    game = play(skirmish(), 5, most=250)
    for event in game.log:
        first = told([event], game.initial)
        assert first
        later = told([event], game.battle)
        assert later == first or "thing-" in first[0] + later[0], "things on the ground come and go"
        assert not any("{" in each or "None" in each for each in first)
