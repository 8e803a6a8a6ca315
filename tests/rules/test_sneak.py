"""Sneak attacks: on whom, the test, what it does, and once only."""

from fractions import Fraction

import pytest

from game.content.codec import decode_action, dumps, encode, loads, state_hash
from game.rules.actions import Attack, EndTurn, Move, SneakAttack
from game.rules.dice import ScriptedDice
from game.rules.engine import legal_actions
from game.rules.events import Attacked, Tested
from game.rules.history import Game
from game.rules.sheet import ConditionResponse
from game.rules.sneak import chance_of, sneak_sheet
from game.rules.state import Condition
from game.spatial.grid import Grid, wall
from tests.rules.arena import amounts, do, fight, fighter, reason, sheet_of

SNEAK = SneakAttack("a", "b", "sword")


def ambush(b=(), at=(3, 3), **fields):
    """a's turn begins behind a wall; b stands beyond its end. c is a blue who sees a."""
    start = fight(
        fighter("z", "red", (11, 0)), fighter("a", "red", at), fighter("b", "blue", (5, 1), **dict(b)),
        barriers=[wall((4, 2), (4, 8))], **fields,
    )  # fmt: skip
    return do(start, EndTurn("z"))[0]


def hidden(**fields):
    """The same, and a has come out and stands beside b."""
    return do(ambush(at=(3, 4), **fields), Move("a", (4, 1)))[0]


def test_who_did_not_see_is_recorded_when_the_turn_begins():
    # rule: SIT-1
    assert ambush(at=(3, 4)).turn.unseen == ("b",)
    assert hidden().turn.unseen == ("b",), "it cannot be worked out any more"
    assert ambush(at=(3, 1)).turn.unseen == ()
    assert SNEAK in legal_actions(hidden())
    seen, _ = do(ambush(at=(3, 1)), Move("a", (4, 1)))
    assert "saw A when the turn began" in reason(seen, SNEAK)
    assert SNEAK not in legal_actions(seen)


@pytest.mark.parametrize(("cloud", "unseen"), [(1, ()), (2, ("b",))])
def test_total_concealment_hides_and_partial_does_not(cloud, unseen):
    # rule: SIT-1 SIT-4 SIT-5
    grid = Grid.empty(12, 8)
    smoke = grid.concealment.copy()
    smoke[1, 3] = cloud
    start = fight(fighter("z", "red", (11, 0)), fighter("a", "red", (3, 1)), fighter("b", "blue", (5, 1)),
                  grid=grid.replace(concealment=smoke))
    assert do(start, EndTurn("z"))[0].turn.unseen == unseen


@pytest.mark.parametrize("condition", ["blind", "unconscious"])
def test_the_blind_and_the_unconscious_see_nobody(condition):
    # rule: SIT-1 CND-12 SHT-5
    start = fight(fighter("z", "red", (11, 0)), fighter("a", "red", (3, 1)), fighter("b", "blue", (5, 1)))
    start = start.with_combatant(start["b"].but(conditions=(Condition(condition, "z"),)))
    assert do(start, EndTurn("z"))[0].turn.unseen == ("b",)
    invisible = start.with_combatant(start["b"].but(conditions=()))
    invisible = invisible.with_combatant(invisible["a"].but(conditions=(Condition("invisible", "a"),)))
    assert do(invisible, EndTurn("z"))[0].turn.unseen == ("b",)


@pytest.mark.parametrize(("face", "success"), [(4, True), (3, False), (1, False), (8, True)])
def test_the_test_is_mobility_against_half_the_acuity_die_and_acuity(face, success):
    # rule: SIT-1 TST-5 CND-10
    start = hidden(b={"acuity": (4, 10)})  # half of 10, and 4: 9
    after, events = do(start, SNEAK, dice=(face, 5, 6))
    tested, attacked = events[:2]
    assert isinstance(tested, Tested)
    assert isinstance(attacked, Attacked)
    assert (tested.who, tested.attribute, tested.difficulty, tested.success) == ("a", "mobility", 9, success)
    assert amounts(attacked.sheet) == ({"SIT-1": -2} if success else {})
    assert attacked.defence_total == 11 - 2 * success
    assert attacked.outcome == ("hit" if success else "miss"), "10 against 9 or 11"
    assert after["a"].sneaked == ("b",)
    assert after.turn.executions == 1


def test_it_is_for_this_attack_only_and_once_for_each_target():
    # rule: SIT-1
    after, _ = do(hidden(), SNEAK, dice=(6, 5, 7))
    assert "SIT-1" not in amounts(sheet_of(after, "a", "b"))
    later = after.but(turn=after.turn.but(executions=0))
    assert "since its first sneak attack" in reason(later, SNEAK)
    assert not any(isinstance(each, SneakAttack) for each in legal_actions(later))
    assert reason(later, Attack("a", "b", "sword")) == ""


def test_off_guard_as_the_sheet_answers_to_it():
    # rule: SIT-1 CND-5 CND-10
    for response, amount in (("resistant", -1), ("vulnerable", -4), ("immune", 0)):
        made = sneak_sheet(hidden(b={"condition_responses": (ConditionResponse(response, "off_guard"),)}), SNEAK)
        assert amounts(made).get("SIT-1", 0) == amount


def test_the_setting_asks_for_now():
    # rule: SIT-1
    assert "saw A" in reason(hidden(sneak="now"), SNEAK)


def test_the_sheet_the_chance_and_the_refusals():
    # rule: SIT-1 ACT-6
    start = hidden()
    assert amounts(sneak_sheet(start, SNEAK)) == {"SIT-1": -2}
    assert amounts(sneak_sheet(start, SNEAK, success=False)) == {}
    assert chance_of(start, SNEAK) == Fraction(5, 8)  # 9: faces 4 to 8
    assert "the reach is" in reason(ambush(at=(3, 4)), SNEAK)
    assert "carries no" in reason(start, SneakAttack("a", "b", "axe"))
    assert "there is no creature" in reason(start, SneakAttack("a", "x"))


def test_undo_and_json():
    # rule: SIT-1
    start = hidden()
    game = Game(start).do(SNEAK, ScriptedDice((6, 5, 7), start.dice))
    assert state_hash(game.undo().battle) == state_hash(start)
    assert decode_action(loads(dumps(encode(SNEAK)))) == SNEAK
