"""Hands and things: switching, dropping, taking up."""

from dataclasses import replace

import pytest

from game.content.codec import Battle as _Battle
from game.content.codec import decode, encode
from game.insight.narrate import sentences
from game.rules.actions import Attack, AttackStructure, Draw, DropItem, EndTurn, PickUp, Switch
from game.rules.bodies import free_hands, held
from game.rules.dice import ScriptedDice
from game.rules.engine import legal_actions
from game.rules.events import ThingDropped, ThingPicked, WeaponDrawn, WeaponStowed
from game.rules.history import Game
from game.rules.powers import Item
from game.rules.sheet import Attribute
from game.rules.state import GroundItem
from game.spatial.grid import wall
from game.texts import tr
from tests.rules.arena import do, fight, fighter, reason

ROPE = Item("rope", "Rope")


def duel(at=((1, 1), (3, 1)), **fields):
    mine = {"weapons": ("sword", "dagger", "greatsword", "claws"), "items": (ROPE, ROPE)} | fields.pop("a", {})
    start = fight(fighter("a", "red", at[0], **mine), fighter("b", "blue", at[1], weapons=("sword",)), **fields)
    return start.with_combatant(start["a"].but(items=start["a"].sheet.items))


def test_one_move_switches_weapons():
    # rule: ACT-2
    start = duel()
    assert Switch("a", "sword", "dagger") in legal_actions(start)
    after, events = do(start, Switch("a", "sword", "greatsword"))
    assert events == [WeaponStowed("a", "sword"), WeaponDrawn("a", "greatsword")]
    assert (after["a"].hands, after.turn.moves, free_hands(after, after["a"])) == (("greatsword",), 1, 0)
    twice = duel(switching="two_moves")
    assert "takes two Moves" in reason(twice, Switch("a", "sword", "dagger"))
    assert not any(isinstance(each, Switch) for each in legal_actions(twice))


@pytest.mark.parametrize(
    ("stow", "draw", "said"),
    [
        ("dagger", "sword", "does not hold this"),
        ("sword", "axe", "carries no 'axe'"),
        ("sword", "claws", "part of the body"),
        ("sword", "sword", "already holds"),
        ("", "sword", "carries no"),
    ],
)
def test_switches_that_are_refused(stow, draw, said):
    # rule: ACT-2 ACT-6
    assert said in reason(duel(), Switch("a", stow, draw))


def test_two_hands_are_all_there_are():
    # rule: ACT-2
    both, _ = do(duel(), Draw("a", "dagger"))
    assert "2 hands, 1 are free" in reason(both, Switch("a", "sword", "greatsword"))
    assert "0 are free" in reason(both, Draw("a", "greatsword"))


def test_dropping_is_free_and_leaves_a_thing_where_one_stands():
    # rule: ACT-5
    start = duel()
    assert DropItem("a", "sword") in legal_actions(start)
    after, events = do(start, DropItem("a", "sword"))
    assert events == [ThingDropped("a", "thing-1", "Sword", (1, 1))]
    assert after.turn == start.turn
    assert after.items[0].weapon == start["a"].weapon("sword")
    assert after["a"].weapon("sword") is None
    assert "sword" not in {each.id for each in after["a"].weapons}
    assert "carries no 'sword'" in reason(after, Draw("a", "sword"))
    items, events = do(after, DropItem("a", "rope"))
    assert (len(items["a"].items), items.items[1].item) == (1, ROPE)
    assert "nothing called 'axe'" in reason(after, DropItem("a", "axe"))
    assert "nothing called 'dagger'" in reason(after, DropItem("a", "dagger")), "it is not in hand"
    assert decode(_Battle, encode(items)) == items


def test_picking_up_is_a_move_and_puts_a_weapon_in_hand():
    # rule: ACT-2
    down, _ = do(duel(), DropItem("a", "sword"), DropItem("a", "rope"))
    up, events = do(down, PickUp("a", "thing-1"))
    assert events == [ThingPicked("a", "thing-1", "Sword")]
    assert (up["a"].hands, up["a"].lost, up.turn.moves) == (("sword",), (), 1)
    assert reason(up, Attack("a", "b", "sword")).startswith("B is 2 m away")
    both, _ = do(up, PickUp("a", "thing-2"))
    assert (len(both["a"].items), both.items) == (2, ())
    assert "no Move" in reason(both.but(items=down.items), PickUp("a", "thing-1"))
    game = Game(down).do(PickUp("a", "thing-1"), ScriptedDice(()))
    assert game.undo().battle == down


def test_anothers_weapon_is_one_more():
    # rule: ACT-2 ACT-5
    down, _ = do(duel(at=((1, 1), (2, 1))), EndTurn("a"), DropItem("b", "sword"), EndTurn("b"))
    up, _ = do(down, PickUp("a", "thing-1"))
    assert up["a"].hands == ("sword", "sword-2")
    assert [each.id for each in held(up["a"])] == ["sword", "sword-2", "claws"]
    assert up["b"].lost == ("sword",)
    after, _ = do(up, Attack("a", "b", "sword-2"), dice=(6, 4))
    assert after["b"].pv == 6
    again, _ = do(after, DropItem("a", "sword-2"))
    assert (again["a"].picked, again["a"].lost) == ((), ())


@pytest.mark.parametrize(("cell", "metres", "said"), [
    ((2, 2), 1, ""), ((3, 1), 1, "cannot reach"), ((3, 1), 2, ""), ((1, 1), 0, ""), ((2, 1), 0, "cannot reach"),
])
def test_how_far_one_reaches_is_a_setting(cell, metres, said):
    # rule: ACT-2
    start = duel(pick_up_reach=metres, at=((1, 1), (7, 7))).but(items=(GroundItem("thing-9", cell, item=ROPE),))
    found = reason(start, PickUp("a", "thing-9"))
    assert said in found
    assert (found == "") == (said == "")


def test_hands_and_walls_keep_from_picking_up():
    # rule: ACT-2
    thing = GroundItem("thing-9", (2, 1), item=ROPE)
    walled = duel(at=((1, 1), (7, 7)), barriers=[wall((2, 0), (2, 8))]).but(items=(thing,))
    assert "cannot reach" in reason(walled, PickUp("a", "thing-9"))
    full, _ = do(duel(at=((1, 1), (7, 7))), Draw("a", "dagger"))
    assert "0 are free" in reason(full.but(items=(thing,)), PickUp("a", "thing-9"))
    assert "no 'x' lies" in reason(duel(), PickUp("a", "x"))


def test_what_one_who_is_out_held_may_fall_to_the_ground():
    # rule: DMG-16 STR-4
    struck = Attack("b", "a", "sword")

    def start(**settings):
        mate = fighter("c", "red", (6, 6))
        return fight(fighter("b", "blue", (2, 1)), fighter("a", "red", (1, 1), hurt=9, weapons=("sword", "claws")),
                     mate, **settings)

    kept, events = do(start(), struck, dice=(7, 2))
    assert (kept["a"].out, kept["a"].hands, kept.items) == (True, ("sword",), ())
    fallen, events = do(start(weapons_at_zero="dropped"), struck, dice=(7, 2))
    assert events[-1] == ThingDropped("a", "thing-1", "Sword", (1, 1))
    assert (fallen["a"].hands, fallen["a"].lost) == ((), ("sword",))
    assert reason(fallen, PickUp("b", "thing-1")) == ""
    free = fallen.but(turn=fallen.turn.but(executions=0))
    assert reason(free, AttackStructure("b", "thing-1", "sword")) == ""


# --- from those who are out of the fight -----------------------------------------------------------------------------


def beaten(**settings):
    """B, next to A who is out of the fight with a sword in hand, a dagger and a rope; C far off on A's side."""
    a = fighter("a", "red", (1, 1), out=True, hurt=10, weapons=("sword", "dagger", "claws"), items=(ROPE,))
    return fight(fighter("b", "blue", (2, 1), weapons=("axe",)), a, fighter("c", "red", (9, 7)), **settings)


def test_a_move_takes_a_thing_from_one_who_is_out():
    # rule: ACT-2 DMG-16 STR-4
    start = beaten()
    listed = [each.thing for each in legal_actions(start) if isinstance(each, PickUp)]
    assert listed == ["a:sword", "a:dagger", "a:rope"]
    after, events = do(start, PickUp("b", "a:sword"))
    assert events == [ThingPicked("b", "a:sword", "Sword", "a")]
    assert [tr(each) for each in sentences(events[0], after)] == ["B takes this from A: Sword."]
    assert (after["b"].hands, after["a"].hands, after["a"].lost) == (("axe", "sword"), (), ("sword",))
    assert after.turn.moves == 1
    assert "0 are free" in reason(after, PickUp("b", "a:dagger"))
    roped, _ = do(after, DropItem("b", "sword"), PickUp("b", "a:rope"))
    assert (len(roped["b"].items), roped["a"].items) == (1, ())
    game = Game(start).do(PickUp("b", "a:sword"), ScriptedDice(()))
    assert game.undo().battle == start
    assert decode(_Battle, encode(after)) == after


@pytest.mark.parametrize(("looting", "found"), [
    ("everything", ["a:sword", "a:dagger", "a:rope"]), ("in_hand", ["a:sword"]), ("nothing", []),
])
def test_what_may_be_taken_is_a_setting(looting, found):
    # rule: ACT-2 STR-4
    start = beaten(looting=looting)
    assert [each.thing for each in legal_actions(start) if isinstance(each, PickUp)] == found
    things = {each.structure for each in legal_actions(start) if isinstance(each, AttackStructure)}
    assert things == {each for each in found if each != "a:rope"}
    if not found:
        assert "there are: -" in reason(start, PickUp("b", "a:sword"))


def test_nothing_is_taken_from_who_still_fights_or_lies_too_far_away():
    # rule: ACT-2 STR-4
    up = beaten().with_combatant(beaten()["a"].but(out=False, pv=1))
    assert "no 'a:sword' lies" in reason(up, PickUp("b", "a:sword"))
    far = beaten().with_combatant(beaten()["a"].but(cell=(5, 1)))
    assert "cannot reach" in reason(far, PickUp("b", "a:sword"))
    big = fighter("a", "red", (2, 2), out=True, hurt=10, size="giant")
    start = fight(fighter("b", "blue", (5, 5)), big, fighter("c", "red", (9, 7)))
    assert reason(start, PickUp("b", "a:sword")) == "", "the nearest part of its body counts"


def test_what_one_who_is_out_has_can_be_broken():
    # rule: STR-3 STR-4 STR-8
    start = beaten().with_combatant(beaten()["b"].but(worn=(("axe", 4),)))
    blow = AttackStructure("b", "a:dagger", "axe")
    strong = start.with_combatant(start["b"].but(sheet=replace(start["b"].sheet, strength=Attribute(30, 8))))
    after, events = do(strong, blow, dice=(4,))
    assert (events[0].before, events[0].after, after["a"].worn) == (40, 31, (("dagger", 9),))
    assert (after["a"].weapon("dagger").nd, after["b"].worn) == (40, (("axe", 4),))
    taken, _ = do(after, DropItem("b", "axe"), PickUp("b", "a:dagger"))
    assert taken["b"].worn == (("dagger", 9),), "it is as worn in the new hand"
    assert taken.items[0].wear == 4, "and on the ground"
    nearly = strong.with_combatant(strong["a"].but(worn=(("dagger", 35),)))
    broken, events = do(nearly, blow, dice=(4,))
    assert events[-1].structure == "a:dagger"
    assert (broken["a"].weapon("dagger"), broken["a"].worn) == (None, ())
    assert "cannot be broken" in reason(strong, AttackStructure("b", "a:claws", "axe"))
    alive = strong.with_combatant(strong["a"].but(out=False, pv=1))
    assert "A has this in use: Dagger" in reason(alive, blow)
