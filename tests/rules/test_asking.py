"""Real dice: an action says beforehand which dice it needs, and takes the faces that people rolled. # rule: TST-6"""

import pytest

from game.errors import DiceError
from game.rules.actions import Attack, Begin, EndTurn, Manoeuvre, Move, SneakAttack, UsePower
from game.rules.asking import Ask, dice_needed, rolled, typed
from game.rules.dice import SeededDice
from game.rules.engine import apply, legal_actions
from game.rules.events import Attacked, InitiativeRolled, dice_of
from game.rules.state import Placement
from game.spatial.grid import Grid
from tests.rules.arena import battle, fight, fighter
from tests.rules.effects_arena import power, put

APP = SeededDice(7)


def duel(**fields):
    return fight(fighter("a", "red", (2, 2), mobility=(5, 8)), fighter("b", "blue", (3, 2), mobility=(5, 6)), **fields)


def wants(where, action, given=None):
    return [(each.who, each.what, each.sides) for each in dice_needed(where, action, APP, given)]


def test_an_attack_asks_for_both_dice_at_once():
    # rule: TST-6
    assert wants(duel(), Attack("a", "b", "sword")) == [("a", "attack", 8), ("b", "defence", 6)]


def test_what_is_refused_or_takes_no_dice_asks_for_none():
    # rule: TST-6
    assert wants(duel(), Attack("b", "a", "sword")) == []
    assert wants(duel(), Move("a", (2, 3))) == []
    assert wants(duel(), EndTurn("a")) == []


def test_advantage_asks_for_two_faces():
    # rule: TST-4 TST-6
    where = put(duel(), "a", "invisible")
    needed = dice_needed(where, Attack("a", "b", "sword"), APP)
    mine = [each for each in needed if each.who == "a" and each.what == "attack"]
    assert [(each.sides, each.number) for each in mine] == [(8, 0), (8, 1)]


def test_the_die_of_concealment_is_asked_for_with_the_others():
    # rule: TST-6 SIT-4
    grid = Grid.empty(12, 8)
    veil = grid.concealment.copy()
    veil[2, 3] = 1
    where = duel(grid=grid.replace(concealment=veil))
    assert wants(where, Attack("a", "b", "sword")) == [
        ("a", "concealment", 10), ("a", "attack", 8), ("b", "defence", 6)]


def test_everyone_is_asked_for_initiative_and_only_the_tied_again():
    # rule: TST-6 INI-1 INI-3
    where = battle(fighter("a", "red", (0, 2)), fighter("b", "red", (1, 2)), fighter("c", "blue", (2, 2)))
    first = dice_needed(where, Begin(), APP)
    assert [(each.who, each.what, each.sides) for each in first] == [(id, "initiative", 8) for id in "abc"]
    given = dict(zip(first, (4, 4, 6), strict=True))
    again = dice_needed(where, Begin(), APP, given)
    assert [(each.who, each.number) for each in again] == [("a", 0), ("b", 0)]
    assert all(each.what != "initiative" for each in again)
    assert dice_needed(where, Begin(), APP, dict(zip(first, (4, 5, 6), strict=True))) == ()


@pytest.mark.parametrize("count", [5, 13])
def test_creatures_of_a_kind_are_not_asked_for_ties_before_there_are_any(count):
    # rule: TST-6 INI-3
    for sides in (4, 6, 8):
        where = battle(*(fighter(f"f{n}", "red" if n % 2 else "blue", (n % 12, n // 12), mobility=(5, sides))
                         for n in range(count)))
        assert len(dice_needed(where, Begin(), APP)) == count


def test_a_sneak_attack_asks_for_its_test_too():
    # rule: TST-6 SIT-1
    where = duel()
    where = where.but(turn=where.turn.but(unseen=("b",)))
    assert [each.what for each in dice_needed(where, SneakAttack("a", "b", "sword"), APP)] == [
        "Sneak attack", "attack", "defence"]


def test_an_area_asks_for_its_roll_and_for_every_defence():
    # rule: TST-6 ATK-5 DEF-2
    mage = fighter("m", "red", (3, 4), powers=(power("fireball"),), wits=(10, 10))
    foes = fighter("f", "blue", (9, 4), mobility=(5, 6)), fighter("g", "blue", (9, 5), mobility=(5, 4))
    where = fight(mage, *foes, cols=14)
    found = wants(where, UsePower("m", "fireball", (), Placement("corner", 9, 5)))
    assert found[-2:] == [("f", "defence", 6), ("g", "defence", 4)]
    assert all(who == "m" for who, _, _ in found[:-2])


def test_what_only_a_success_leads_to_is_asked_for_after_it():
    # rule: TST-6
    where = duel()
    trip = Manoeuvre("a", "b", "push")
    assert wants(where, trip) == [("a", "attack", 8), ("b", "defence", 6)]


def test_faces_that_people_rolled_are_in_the_events_and_blanks_are_rolled_by_the_app():
    # rule: TST-6
    where, action = duel(), Attack("a", "b", "sword")
    mine, other = dice_needed(where, action, APP)
    for face in (1, 5, 8):
        source = typed(where, action, {mine: face, other: None}, APP)
        _, events = apply(where, action, source)
        attacked = next(each for each in events if isinstance(each, Attacked))
        assert [die.face for die in attacked.dice] == [face, APP.face(1, 6)]


def test_faces_keep_their_dice_when_others_are_blank():
    # rule: TST-6 INI-1
    where = battle(fighter("a", "red", (1, 1)), fighter("b", "blue", (5, 1)), fighter("c", "red", (1, 3)))
    asks = dice_needed(where, Begin(), APP)
    given = dict(zip(asks, (2, None, 7), strict=True))
    _, events = apply(where, Begin(), typed(where, Begin(), given, APP))
    rolls = next(each for each in events if isinstance(each, InitiativeRolled)).rolls
    faces = {each.who: each.check.face for each in rolls if not each.attempt}
    assert (faces["a"], faces["c"]) == (2, 7)
    assert faces["b"] == APP.face(1, 8)


def test_a_face_that_is_not_on_the_die_is_refused():
    # rule: TST-6
    where, action = duel(), Attack("a", "b", "sword")
    with pytest.raises(DiceError, match="face 9 is not on a d8"):
        typed(where, action, {dice_needed(where, action, APP)[0]: 9}, APP)


def test_the_dice_that_were_rolled_are_told_with_what_they_were_for():
    # rule: TST-6
    where, action = duel(), Attack("a", "b", "sword")
    assert rolled(where, action, APP) == {Ask("a", "attack", 8): APP.face(0, 8), Ask("b", "defence", 6): APP.face(1, 6)}


def test_asking_step_by_step_ends_with_every_die_of_every_action():
    # rule: TST-6
    mage = fighter("m", "red", (3, 4), powers=(power("fireball"), power("terror")), wits=(10, 10))
    where = fight(mage, fighter("f", "blue", (4, 4)), fighter("g", "blue", (8, 5)), cols=14)
    for action in legal_actions(where):
        given: dict[Ask, int | None] = {}
        while asks := dice_needed(where, action, APP, given):
            given |= {ask: 1 + n % ask.sides for n, ask in enumerate(asks)}
        _, events = apply(where, action, typed(where, action, given, APP))
        faces = [die.face for event in events for die in dice_of(event)]
        assert faces == [given[ask] for ask in rolled(where, action, typed(where, action, given, APP))]
