"""Grapples under way: attacks on the held, stray hits, dragging, escape, and every way a hold ends."""

import pytest

from game.content.codec import Battle as _Battle
from game.content.codec import decode, encode
from game.rules.actions import (
    Attack,
    Crouch,
    Dash,
    Draw,
    DropItem,
    EndTurn,
    Escape,
    GmRemove,
    Grip,
    Manoeuvre,
    Move,
    Release,
    Stow,
    Switch,
    UseDoor,
)
from game.rules.bodies import free_hands, movement_of, threat_reach
from game.rules.catalog import DamagePart
from game.rules.dice import ScriptedDice
from game.rules.engine import legal_actions
from game.rules.events import Damaged, Dragged, Gripped, HoldBegan, HoldEnded, Moved, Strayed, Tested
from game.rules.history import Game
from game.rules.powers import Shape, ZoneEffect
from game.rules.sheet import DamageResponse
from game.rules.state import Hold, Structure, Turn, Zone
from game.spatial.grid import block, wall
from tests.rules.arena import amounts, do, fight, fighter, reason, sheet_of


def held(*others, nd=11, kept=True, **fields):
    """a holds b, and it is a's turn."""
    a, b = fields.pop("a", {}), fields.pop("b", {})
    at = fields.pop("at", ((3, 3), (4, 3)))
    start = fight(fighter("a", "red", at[0], **a), fighter("b", "blue", at[1], **b), *others, **fields)
    return start.but(holds=(Hold("a", "b", nd, kept),))


def ended(events):
    return [each for each in events if isinstance(each, HoldEnded)]


def test_the_holder_crushes_with_whatever_it_strikes():
    # rule: MAN-3
    made = sheet_of(held(a={"weapons": ("greatsword",), "strength": (15, 8)}), "a", "b")
    assert [(each.kind, each.amount) for each in made.damage] == [("bludgeon", 1 + 3)]
    mate = sheet_of(held(fighter("c", "red", (5, 3))), "c", "b")
    assert [(each.kind, each.amount) for each in mate.damage] == [("cut", 4)], "only the holder's attacks"


@pytest.mark.parametrize("dice", [(6, 4), (4, 6)])
def test_the_last_total_against_the_held_is_the_nd(dice):
    # rule: MAN-3
    for action in (Attack("a", "b", "sword"), Manoeuvre("a", "b", "grapple"), Manoeuvre("a", "b", "trip", "sword")):
        after, _ = do(held(nd=20, kept=False), action, dice=dice)
        assert after.holds == (Hold("a", "b", dice[0] + 5, True),)
    only = held(nd=20, kept=False, hold_kept="hit")
    assert do(only, Attack("a", "b", "sword"), dice=dice)[0].holds[0].kept == (dice == (6, 4))


def test_a_grapple_again_keeps_the_hold():
    # rule: MAN-3 MAN-2
    _, events = do(held(), Manoeuvre("a", "b", "grapple"), dice=(6, 4))
    assert events[1] == HoldBegan("a", "b", 11, renewed=True)


def test_a_hold_ends_with_a_turn_that_did_not_keep_it():
    # rule: MAN-3
    first, events = do(held(), EndTurn("a"))
    assert not ended(events)
    assert first.holds[0].kept is False
    second, _ = do(first, EndTurn("b"))
    over, events = do(second, EndTurn("a"))
    assert ended(events) == [HoldEnded("a", "b", "turn")]
    assert not over.holds
    assert do(over, Move("b", (4, 4)))[0]["b"].cell == (4, 4)
    kept, events = do(second, Attack("a", "b", "sword"), EndTurn("a"), dice=(4, 6))
    assert (ended(events), len(kept.holds)) == ([], 1)


def test_each_hold_takes_a_hand():
    # rule: MAN-3 ACT-2
    start = held(fighter("c", "blue", (3, 4)), a={"weapons": ("sword", "dagger")})
    assert free_hands(start, start["a"]) == 0
    assert "0 are free" in reason(start, Draw("a", "dagger"))
    assert "no free hand" in reason(start, Manoeuvre("a", "c", "grapple"))
    assert reason(start, Manoeuvre("a", "b", "grapple")) == "", "the hand that holds it already"


def two_held(**fields):
    """a, with bare hands, holds b and c, and has not kept up either hold; d, an enemy, is free."""
    start = held(fighter("c", "blue", (3, 4)), fighter("d", "blue", (2, 2)), a={"hands": ()}, kept=False, **fields)
    return start.but(holds=(Hold("a", "b", 11, False), Hold("a", "c", 12, False)))


def test_who_has_two_free_hands_holds_two():
    # rule: MAN-3 ACT-2
    start = held(fighter("c", "blue", (3, 4)), fighter("d", "blue", (2, 2)), a={"hands": ()})
    after, events = do(start, Manoeuvre("a", "c", "grapple"), dice=(6, 4))
    assert events[1] == HoldBegan("a", "c", 11)
    assert after.holds == (Hold("a", "b", 11), Hold("a", "c", 11))
    assert all("no Move actions" in reason(after.but(waiting=(each,)), Move(each, (9, 1))) for each in "bc")
    assert "no free hand" in reason(two_held(), Manoeuvre("a", "d", "grapple"))
    for who in "bc":
        made = sheet_of(two_held(), "a", who)
        assert [(each.kind, each.amount) for each in made.damage] == [("bludgeon", 2)], "it crushes both"
    one, events = do(two_held(), Release("a", "c"))
    assert (events, one.holds) == ([HoldEnded("a", "c", "released")], (Hold("a", "b", 11, False),))
    assert {each.target for each in legal_actions(two_held()) if isinstance(each, Release)} == {"b", "c"}
    assert "A holds B, C" in reason(two_held(), Release("a", "d"))


@pytest.mark.parametrize(("several", "lost"), [("together", []), ("apart", ["c"])])
@pytest.mark.parametrize("action", [Attack("a", "b"), Manoeuvre("a", "b", "grapple")])
def test_whether_one_attack_keeps_up_all_holds_is_a_setting(several, lost, action):
    # rule: MAN-3
    start = two_held(several_holds=several)
    after, events = do(start, action, EndTurn("a"), dice=(6, 4))
    assert [each.target for each in ended(events)] == lost
    assert {(each.held, each.nd, each.kept) for each in after.holds} == (
        {("b", 11, False), ("c", 12, False)} if not lost else {("b", 11, False)})
    _, events = do(start, EndTurn("a"))
    assert [each.target for each in ended(events)] == ["b", "c"]


def test_nobody_drags_several():
    # rule: MAN-3
    start = two_held()
    assert "cannot drag several" in reason(start, Move("a", (2, 3)))
    assert "cannot drag several" in reason(start, Dash("a", (2, 3), path=((2, 3),)))
    assert not any(isinstance(each, Move | Dash) for each in legal_actions(start))
    assert movement_of(start, "a").reachable.sum() == 1
    one, _ = do(start, Release("a", "c"))
    assert any(isinstance(each, Move) for each in legal_actions(one))


def test_who_is_held_by_two_gets_free_of_each():
    # rule: MAN-3
    start = held(fighter("c", "red", (5, 3))).but(holds=(Hold("a", "b", 11), Hold("c", "b", 5)), waiting=("b",))
    one, events = do(start, Escape("b", "c"), dice=(4,))
    assert ended(events) == [HoldEnded("c", "b", "escaped")]
    assert "no Move actions" in reason(one, Move("b", (5, 4)))


def test_a_hand_off_a_two_handed_weapon_is_free_to_hold_with():
    # rule: MAN-3 ACT-2 ACT-5
    start = fight(fighter("a", "red", (3, 3), weapons=("greatsword", "dagger")), fighter("b", "blue", (4, 3)))
    assert "no free hand" in reason(start, Manoeuvre("a", "b", "grapple"))
    off = Grip("a", "greatsword", both=False)
    assert off in legal_actions(start)
    loose, events = do(start, off)
    assert events == [Gripped("a", "greatsword", False)]
    assert (loose.turn, free_hands(loose, loose["a"]), loose["a"].hands) == (start.turn, 1, ("greatsword",))
    assert "in both hands first" in reason(loose, Attack("a", "b", "greatsword"))
    assert threat_reach(loose, loose["a"]) == 0, "with it in one hand it threatens nobody"
    assert "already holds this so" in reason(loose, off)
    both = Grip("a", "greatsword")
    grappled, _ = do(loose, Manoeuvre("a", "b", "grapple"), dice=(6, 4))
    assert "no free hand for this" in reason(grappled, both)
    back, events = do(loose, both)
    assert (back.turn.moves, back["a"].loose, events) == (1, (), [Gripped("a", "greatsword", True)])
    assert both in legal_actions(loose)
    moved = loose.but(turn=Turn(moves=1, executions=1))
    assert "no Move action is left" in reason(moved, both)
    free = loose.but(settings=fight(fighter("x", "red", (0, 0)), grip="free").settings)
    assert do(free, both)[0].turn == loose.turn
    held_fast = loose.but(holds=(Hold("b", "a", 9),))
    assert "no Move actions" in reason(held_fast, both)
    assert decode(_Battle, encode(loose)) == loose


@pytest.mark.parametrize(("action", "said"), [
    (Grip("a", "dagger", both=False), "no weapon for two hands"), (Grip("a", "greatsword"), "already holds this so"),
    (Grip("a", "axe"), "carries no 'axe'"), (Grip("a", "staff", both=False), "does not hold this"),
])
def test_grips_that_are_refused(action, said):
    # rule: MAN-3 ACT-6
    start = fight(fighter("a", "red", (3, 3), weapons=("greatsword", "dagger", "staff")), fighter("b", "blue", (4, 3)))
    assert said in reason(start, action)


def test_a_weapon_in_one_hand_leaves_it_as_any_other():
    # rule: MAN-3 ACT-2
    start = fight(fighter("a", "red", (3, 3), weapons=("greatsword", "dagger", "sword")), fighter("b", "blue", (4, 3)))
    loose, _ = do(start, Grip("a", "greatsword", both=False))
    for action in (Stow("a", "greatsword"), DropItem("a", "greatsword"), Switch("a", "greatsword", "dagger")):
        after, _ = do(loose, action)
        assert after["a"].loose == ()
        assert "greatsword" not in after["a"].hands
    drawn, _ = do(loose, Draw("a", "dagger"))
    assert free_hands(drawn, drawn["a"]) == 0
    assert do(loose, Switch("a", "greatsword", "sword"))[0]["a"].hands == ("sword",)
    full = fight(fighter("a", "red", (3, 3), weapons=("greatsword", "staff"), hands=("greatsword",)),
                 fighter("b", "blue", (4, 3)))
    one, _ = do(full, Grip("a", "greatsword", both=False))
    holding = one.but(holds=(Hold("a", "b", 9),))
    assert "2 hands, 1 are free" in reason(holding, Switch("a", "greatsword", "staff"))


def test_letting_go_is_free():
    # rule: MAN-3 ACT-5
    start = held(fighter("c", "blue", (3, 4)))
    assert Release("a", "b") in legal_actions(start)
    after, events = do(start, Release("a", "b"))
    assert events == [HoldEnded("a", "b", "released")]
    assert after.turn == start.turn
    assert "holds nobody" in reason(after, Release("a", "b"))
    assert "A holds B" in reason(start, Release("a", "c"))


@pytest.mark.parametrize(("face", "free"), [(6, True), (7, True), (5, False), (1, False), (8, True)])
@pytest.mark.parametrize("attribute", ["strength", "mobility"])
def test_escape_is_a_test_against_the_nd(attribute, face, free):
    # rule: MAN-3 ACT-3 TST-5
    start, _ = do(held(nd=11), EndTurn("a"))
    action = Escape("b", "a", attribute)
    assert action in legal_actions(start)
    after, events = do(start, action, dice=(face,))
    assert isinstance(events[0], Tested)
    assert (events[0].difficulty, events[0].success) == (11, free)
    assert ended(events) == ([HoldEnded("a", "b", "escaped")] if free else [])
    assert after.turn.executions == 1
    assert "no Execution" in reason(after, Attack("b", "a", "sword"))


def test_who_is_held_by_nobody_cannot_escape():
    # rule: MAN-3 ACT-6
    assert "nobody holds" in reason(held(), Escape("a", "b"))
    start, _ = do(held(fighter("c", "red", (9, 0))), EndTurn("a"))
    assert "held by: a" in reason(start, Escape("b", "c"))


# --- stray hits ------------------------------------------------------------------------------------------------------


def mates(**fields):
    """a holds b, and it is the turn of a's mate c, who strikes for 4."""
    where = held(fighter("c", "red", (5, 3)), **fields)
    return where.but(waiting=("c",))


@pytest.mark.parametrize(
    ("dice", "strays"),
    [
        ((2, 7), False),  # flanking gives 2: 9 against 12, a miss by 3
        ((2, 8), True),  # 9 against 18
        ((3, 7), False),
        ((6, 4), False),
        ((1, 4), True),  # 1 + 5 + 2 - 5: a critical failure
        ((1, 1), True),  # 3 against 1 would have been a hit
    ],
)
def test_an_allys_attack_that_fails_by_5_or_critically_hits_the_holder(dice, strays):
    # rule: MAN-3 CRI-2
    after, events = do(mates(), Attack("c", "b", "sword"), dice=dice)
    assert ([each for each in events if isinstance(each, Strayed)] == [Strayed("c", "b", "a", "full")]) == strays
    assert events[0].outcome == ("hit" if dice == (6, 4) else "miss"), "what strays does not hit the held one"
    assert after["a"].pv == (10 - 4 if strays else 10)
    assert after["b"].pv == (10 - 4 if dice == (6, 4) else 10)


def test_exactly_five_short_strays_and_four_does_not():
    # rule: MAN-3
    aside = held(fighter("c", "red", (4, 4))).but(waiting=("c",))  # no flanking from there
    assert amounts(sheet_of(aside, "c", "b")) == {}
    assert do(aside, Attack("c", "b", "sword"), dice=(2, 7))[0]["a"].pv == 6
    assert do(aside, Attack("c", "b", "sword"), dice=(3, 7))[0]["a"].pv == 10


@pytest.mark.parametrize(("share", "points"), [("full", 4), ("half", 2), ("one", 1)])
def test_how_much_the_holder_takes_is_a_setting(share, points):
    # rule: MAN-3 DMG-4
    after, _ = do(mates(stray_damage=share), Attack("c", "b", "sword"), dice=(1, 4))
    assert after["a"].pv == 10 - points
    resistant = {"responses": (DamageResponse("resistant", "cut"),)}
    after, events = do(mates(stray_damage=share, a=resistant), Attack("c", "b", "sword"), dice=(1, 4))
    assert after["a"].pv == 10 - points // 2
    assert any(isinstance(each, Damaged) and each.who == "a" for each in events)


def test_enemies_of_the_holder_and_the_holder_itself_do_not_stray():
    # rule: MAN-3
    assert sheet_of(mates(), "c", "b").stray == "a"
    assert sheet_of(mates(), "a", "b").stray == ""
    assert sheet_of(mates(), "b", "c").stray == ""
    foe = held(fighter("c", "green", (5, 3))).but(waiting=("c",))
    assert sheet_of(foe, "c", "b").stray == ""


# --- how a hold ends -------------------------------------------------------------------------------------------------


def test_a_push_tears_them_apart():
    # rule: MAN-3 MAN-8
    _, events = do(held(), Manoeuvre("a", "b", "push", "sword"), dice=(6, 4))
    assert ended(events) == [HoldEnded("a", "b", "apart")]


def test_a_shut_door_or_a_wall_between_them_ends_it():
    # rule: MAN-3 SIT-7
    flap = Structure("flap", "door", (), (4, 3, 4, 4), open=True)
    sides = [wall((4, 0), (4, 3)), wall((4, 4), (4, 8)), wall((4, 3), (4, 4), structure="flap")]
    start = held(structures=(flap,), barriers=sides).but(turn=Turn(executions=1))
    assert not ended(do(start, Crouch("a"))[1])
    after, events = do(start, UseDoor("a", "flap"))
    assert (ended(events), after.holds) == ([HoldEnded("a", "b", "apart")], ())
    thin = held(barriers=[wall((4, 3), (4, 4), 1.0)])
    assert not ended(do(thin, Crouch("a"))[1]), "over a low wall it holds on"


def test_a_holder_or_held_one_who_is_out_or_gone_ends_it():
    # rule: MAN-3 INI-6
    start = held(fighter("c", "blue", (9, 0)), fighter("d", "red", (9, 7)), b={"hurt": 9})
    after, events = do(start, Attack("a", "b", "sword"), dice=(6, 4))
    assert (ended(events), after.holds) == ([HoldEnded("a", "b", "unable")], ())
    after, events = do(start, GmRemove("a"))
    assert (ended(events), after.holds) == ([HoldEnded("a", "b", "unable")], ())


def test_a_hold_is_saved_and_undone():
    # rule: MAN-3
    start = held()
    assert decode(_Battle, encode(start)) == start
    game = Game(start).do(Release("a", "b"), ScriptedDice(()))
    assert game.undo().battle == start


# --- dragging --------------------------------------------------------------------------------------------------------


def hazard(*cells):
    effect = ZoneEffect("Embers", damage=(DamagePart("fire", 2),))
    return Zone("zone-1", effect, Shape("free", cells=4), cells=cells)


def test_a_holder_drags_at_double_cost_and_hazards_meet_both():
    """Saibot393/Rideable#82, #120: the held body is left behind, and costs nothing."""
    # rule: MAN-3 MOV-2
    start = held(at=((4, 4), (5, 4)), a={"mobility": (5, 8)}).but(zones=(hazard((3, 4)),))
    assert movement_of(start, "a").cost[4, 1] == 6000
    after, events = do(start, Move("a", (1, 4)))
    met = [each for each in events if isinstance(each, Damaged)]
    assert [(each.who, each.total) for each in met] == [("a", 2), ("b", 2)]
    assert events == [  # each hazard is told where it happens
        Moved("a", (4, 4), ((3, 4),), 2000),
        met[0],
        Moved("a", (3, 4), ((2, 4),), 2000),
        Dragged("b", "a", (5, 4), ((4, 4), (3, 4))),
        met[1],
        Moved("a", (2, 4), ((1, 4),), 2000),
        Dragged("b", "a", (3, 4), ((2, 4),)),
    ]
    assert (after["a"].cell, after["b"].cell) == ((1, 4), (2, 4))
    plain, events = do(start.but(zones=()), Move("a", (1, 4)))
    assert events == [
        Moved("a", (4, 4), ((3, 4), (2, 4), (1, 4)), 6000),
        Dragged("b", "a", (5, 4), ((4, 4), (3, 4), (2, 4))),
    ]
    assert plain.turn == after.turn.but(entered=())
    assert after.holds == start.holds
    assert "cannot reach" in reason(start, Move("a", (0, 4)))


def test_where_the_held_body_cannot_follow_both_stop():
    # rule: MAN-3
    gap = [*block((3, 3)), *block((3, 5))]  # one square wide: too narrow for the large body
    start = held(at=((4, 4), (5, 4)), b={"size": "large"}, barriers=gap)
    after, events = do(start, Move("a", (2, 4)))
    dragged = next(each for each in events if isinstance(each, Dragged))
    assert dragged.stopped_by is not None
    assert (after["a"].cell, after["b"].cell, len(dragged.path)) == ((3, 4), (4, 4), 1)
    assert events[0] == Moved("a", (4, 4), ((3, 4),), 2000)
    round_the_corner = held(at=((4, 4), (5, 5)), barriers=block((5, 4)))
    assert "cannot follow" in reason(round_the_corner, Move("a", (4, 3)))
    assert Move("a", (4, 3)) not in legal_actions(round_the_corner)


def test_every_drag_that_is_listed_is_done():
    # rule: MAN-3 ACT-6
    start = held(fighter("c", "red", (2, 3)), fighter("d", "blue", (3, 5)), barriers=block((5, 2)))
    listed = [each for each in legal_actions(start) if isinstance(each, Move)]
    assert listed
    for action in listed:
        after, _ = do(start, action)
        assert after["a"].cell != (3, 3)
        assert after.holds, action
        assert len({each.cell for each in after.combatants}) == 4
    assert reason(start, Move("a", (4, 3), ((4, 3),))), "not into the held body"
    assert "cannot jump" in reason(start, Move("a", (3, 2), jump=True))
