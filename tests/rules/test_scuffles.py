"""The manoeuvres of non-lethal fighting: success, failure and botches of either side, holds and how they end."""

from dataclasses import replace

import pytest

from game.content.codec import decode, decode_action, decode_event, encode
from game.rules.actions import (
    Attack,
    Crouch,
    Draw,
    EndTurn,
    Escape,
    Manoeuvre,
    Move,
    PickUp,
    Release,
    StandUp,
    UseItem,
    UsePower,
    Wrench,
)
from game.rules.asking import dice_needed
from game.rules.conditions import plight
from game.rules.dice import SeededDice
from game.rules.engine import legal_actions
from game.rules.events import Attacked, Bruised, Contested, Disengaged, HoldBegan, HoldEnded, ThingPicked, dice_of
from game.rules.nonlethal import repertoire_of
from game.rules.powers import HealingEffect, Item, Power
from game.rules.scuffles import PinPlace, pin_places
from game.rules.state import Battle, Condition, Hold, Structure
from game.spatial.grid import Grid, block, wall
from tests.rules.arena import amounts, do, fighter, reason, sheet_of
from tests.rules.test_bruises import brawl, of

MARGINS = {"trip": 3, "tackle": 3, "grapple": 3, "wrest": 3, "disarm": 6, "pin": 6, "unhorse": 6}


def pair(at=((3, 3), (4, 3)), a=None, b=None, **fields):
    """a has empty hands, b a sword."""
    first = fighter("a", "red", at[0], **{"hands": (), "mobility": (8, 8)} | (a or {}))
    return brawl(first, fighter("b", "blue", at[1], **(b or {})), **fields)


def tried(start, id, dice, aim="", weapon=""):
    return do(start, Manoeuvre("a", "b", id, weapon, aim), dice=dice)


def postures(state):
    return state["a"].posture, state["b"].posture


def ended(events):
    return [each.reason for each in of(events, HoldEnded)]


def lying(start, *ids):
    for id in ids:
        start = start.with_combatant(start[id].but(conditions=(Condition("prone", id),)))
    return start


# --- advantage -------------------------------------------------------------------------------------------------------


def test_each_manoeuvre_needs_its_advantage_and_takes_the_place_of_the_base_game_s():
    # rule: NLT-8 MAN-3 MAN-5 MAN-6
    start = pair()
    rules = repertoire_of(start)
    assert {id: rules[id].margin for id in MARGINS} == MARGINS
    assert {each.rule for id, each in rules.items() if id in MARGINS} == {"NLT-8"}
    assert {"distract", "push"} <= set(rules)
    assert "there is no manoeuvre 'nonlethal'" in reason(start, Manoeuvre("a", "b", "nonlethal"))


@pytest.mark.parametrize("id", ["trip", "tackle", "grapple", "wrest", "disarm"])
def test_the_advantage_is_exact(id):
    # rule: NLT-8
    # a: 8 + face, b: 5 + face
    face = MARGINS[id] - 3
    for more, outcome in ((0, "hit"), (-1, "miss")):
        start = pair(a={"mobility": (8 + more, 20)}, b={"mobility": (5, 20)})
        _, events = tried(start, id, (4 + face, 4))
        assert of(events, Attacked)[0].outcome == outcome


# --- trip ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "then", "wounds"), [
    ((5, 4), ("standing", "prone"), []),  # success
    ((3, 4), ("standing", "standing"), []),  # failure
    ((1, 4), ("standing", "standing"), []),  # the attacker botches
    ((5, 1), ("standing", "prone"), ["medium"]),  # the defender botches
])
def test_trip(dice, then, wounds):
    # rule: NLT-8 NLT-6
    state, events = tried(pair(), "trip", dice)
    assert postures(state) == then
    assert [each.level for each in state["b"].wounds] == wounds
    assert [each.injury.wound for each in of(events, Bruised)] == [True] * len(wounds)
    assert state["b"].bruises == ()


def test_a_botch_may_never_happen():
    # rule: NLT-6
    state, _ = tried(pair(botch="never"), "trip", (5, 1))
    assert (postures(state), state["b"].wounds) == (("standing", "prone"), ())


def test_standing_up_is_an_action_and_who_lies_is_not_tripped():
    # rule: NLT-8 ACT-2
    state, _ = tried(pair(), "trip", (5, 4))
    assert "already lying" in reason(state.but(turn=replace(state.turn, executions=0)), Manoeuvre("a", "b", "trip"))
    state, _ = do(state, EndTurn("a"))
    state, _ = do(state, StandUp("b"))
    assert (state["b"].posture, state.turn.moves) == ("standing", 1)


# --- tackle ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "then"), [
    ((5, 4), ("prone", "prone")), ((3, 4), ("standing", "standing")), ((1, 4), ("prone", "standing")),
    ((5, 1), ("prone", "prone")),
])
def test_tackle(dice, then):
    # rule: NLT-8 NLT-6
    state, events = tried(pair(), "tackle", dice)
    assert postures(state) == then
    assert not of(events, Bruised)
    assert (state["a"].pv, state["b"].pv) == (10, 10)


# --- pin -------------------------------------------------------------------------------------------------------------

BESIDE = (wall((5, 0), (5, 8)),)


@pytest.mark.parametrize(("dice", "held", "then"), [
    ((8, 4), True, "prone"), ((2, 7), False, "prone"), ((1, 4), False, "prone"), ((4, 1), True, "prone"),
])
def test_pin_to_the_ground(dice, held, then):
    # rule: NLT-8
    start = lying(pair(a={"mobility": (10, 8)}), "b")
    state, events = tried(start, "pin", dice)
    assert postures(state) == (then, "prone"), "the attacker ends on the ground, hit or miss"
    assert bool(state.hold_of("a", "b")) == held
    assert [each.form for each in of(events, HoldBegan)] == (["pin"] if held else [])


@pytest.mark.parametrize(("dice", "held"), [((8, 4), True), ((3, 4), False), ((1, 4), False), ((4, 1), True)])
def test_pin_to_a_wall(dice, held):
    # rule: NLT-8
    state, _ = tried(pair(a={"mobility": (10, 8)}, barriers=BESIDE), "pin", dice)
    assert (postures(state), bool(state.holds)) == (("standing", "standing"), held)


def test_nobody_is_pinned_in_the_open():
    # rule: NLT-8
    assert reason(pair(), Manoeuvre("a", "b", "pin")) == (
        "B neither lies on the ground nor stands next to anything tall enough")


def test_what_is_tall_enough_next_to_the_target():
    # rule: NLT-8
    assert pin_places(pair(), pair()["b"]) == ()
    walled = pair(barriers=BESIDE)
    assert pin_places(walled, walled["b"]) == (PinPlace((4, 3), tuple(BESIDE)),)
    low = pair(barriers=(wall((5, 0), (5, 8), 1.0),))
    assert pin_places(low, low["b"]) == ()
    assert len(pin_places(pair(barriers=(wall((5, 0), (5, 8), 1.0),), pin_height=50), low["b"])) == 1
    far = pair(barriers=(wall((6, 0), (6, 8)),))
    assert pin_places(far, far["b"]) == ()
    tree = pair(barriers=block((4, 2), 5.0, structure="tree"),
                structures=(Structure("tree", "tree", ((4, 2),), height=5.0),))
    assert pin_places(tree, tree["b"])[0].cell == (4, 2)
    felled = tree.but(structures=(tree.structures[0].but(fallen=True),))
    assert pin_places(felled, felled["b"]) == ()


def test_a_cliff_is_a_wall():
    # rule: NLT-8
    flat = Grid.empty(12, 8)
    height = flat.height.copy()
    height[:, 5:] = 3 * 64
    start = pair(grid=flat.replace(height=height))
    assert pin_places(start, start["b"]) == (PinPlace((5, 3)),)


def pinned(**b):
    """b is pinned by a, in b's turn; c is by, for the fight to go on."""
    start = pair(b=b).but(holds=(Hold("a", "b", 0, form="pin"),))
    return start.but(waiting=("b", "a"), slot="b", order=("b", "a"))


MUTTER = Power("mutter", "Mutter", (HealingEffect(1),), aim="self", gestures=False)
WAVE = Power("wave", "Wave", (HealingEffect(1),), aim="self")
SLOW = replace(MUTTER, id="slow", action="long")
RING = Item("ring", "Ring", WAVE, lasting=True)
FLASK = Item("flask", "Flask", Power("sip", "Sip", (HealingEffect(1),), source="ability", nature="mundane", aim="self"))


def test_the_pinned_do_nothing_but_what_needs_no_gestures():
    # rule: NLT-8
    start = pinned(powers=(MUTTER, WAVE), items=(RING, FLASK))
    for action in (Attack("b", "a", "sword"), Move("b", (5, 4)), Draw("b", "sword"), Crouch("b"),
                   Escape("b", "a"), UsePower("b", "wave"), UseItem("b", "flask")):
        assert reason(start, action) != "", action
    assert {each.kind for each in legal_actions(start)} == {"power", "item", "delay", "end_turn"}
    assert [each for each in legal_actions(start) if isinstance(each, UsePower | UseItem)] == [
        UsePower("b", "mutter"), UseItem("b", "ring")]
    state, _ = do(start, UsePower("b", "mutter"))
    assert state.turn.executions == 1


def test_the_defence_of_the_pinned_is_a_setting():
    # rule: NLT-8 SHT-5 DEF-4
    assert sheet_of(pinned(), "a", "b").defence_die == 8
    held = (Hold("a", "b", 0, form="pin"),)
    assert sheet_of(pair(pinned_defence="none").but(holds=held), "a", "b").defence_die == 0


# --- grapple ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "held"), [((5, 4), True), ((3, 4), False), ((1, 4), False), ((5, 1), True)])
def test_grapple(dice, held):
    # rule: NLT-8
    state, events = tried(pair(), "grapple", dice)
    assert [each.form for each in state.holds] == (["grapple"] if held else [])
    assert not of(events, Bruised)


def grappled(**b):
    start = pair(b=b).but(holds=(Hold("a", "b", 12, form="grapple"),))
    return start.but(waiting=("b", "a"), slot="b", order=("b", "a"))


def test_the_grappled_have_six_less_and_no_gestures():
    # rule: NLT-8
    start = grappled(powers=(MUTTER, WAVE), items=(RING,))
    assert amounts(sheet_of(start, "b", "a"))["NLT-8"] == -6
    assert sheet_of(start, "a", "b").defence_total_modifier == -6
    assert "gestures" in reason(start, UsePower("b", "wave"))
    assert reason(start, UsePower("b", "mutter")) == ""
    assert reason(start, UseItem("b", "ring")) == ""
    assert "Grappled" in reason(start, Move("b", (5, 4)))
    assert reason(start, Escape("b", "a")).startswith("out of this hold leads a grapple")
    assert plight(start, start["b"]).has("grappled")


@pytest.mark.parametrize(("setting", "holds"), [("escapes", []), ("reverse", [("b", "a")])])
def test_a_grapple_of_its_own_sets_the_held_one_free(setting, holds):
    # rule: NLT-8
    start = grappled(mobility=(20, 8), hands=()).but(settings=pair(own_grapple=setting).settings)
    state, events = do(start, Manoeuvre("b", "a", "grapple"), dice=(7, 3))
    assert ended(events) == ["escaped"]
    assert [(each.holder, each.held) for each in state.holds] == holds
    state, events = do(start, Manoeuvre("b", "a", "grapple"), dice=(2, 7))
    assert (ended(events), len(state.holds)) == ([], 1)


def test_whoever_hurts_the_holder_is_free():
    # rule: NLT-8
    start = grappled(mobility=(20, 8))
    for action in (Attack("b", "a", "sword"), Attack("b", "a"), Attack("b", "a", "sword", nonlethal=True)):
        state, events = do(start, action, dice=(7, 3))
        assert (ended(events), state.holds) == (["hurt"], ())
    state, events = do(start, Attack("b", "a", "sword"), dice=(2, 8))
    assert (ended(events), len(state.holds)) == ([], 1)


def test_a_friend_who_hurts_the_holder_frees_nobody():
    # rule: NLT-8
    start = brawl(fighter("c", "blue", (2, 3), mobility=(20, 8)), fighter("a", "red", (3, 3), hands=()),
                  fighter("b", "blue", (4, 3))).but(holds=(Hold("a", "b", 12, form="grapple"),))
    state, events = do(start, Attack("c", "a", "sword"), dice=(7, 3))
    assert (ended(events), len(state.holds)) == ([], 1)


def test_one_may_grapple_from_the_ground():
    # rule: NLT-8 CND-11
    state, _ = tried(lying(pair(a={"mobility": (15, 8)}), "a"), "grapple", (7, 3))
    assert state.holds_by("a")


# --- renewal ---------------------------------------------------------------------------------------------------------


def due(form="grapple", **settings):
    """A hold of last turn, in the holder's turn."""
    return pair(a={"mobility": (10, 8)}, barriers=BESIDE, **settings).but(holds=(Hold("a", "b", 9, False, form),))


@pytest.mark.parametrize("form", ["grapple", "pin"])
def test_a_hold_is_renewed_in_the_holder_s_turn(form):
    # rule: NLT-8
    state, events = tried(due(form), form, (7, 3))
    assert [(each.form, each.renewed) for each in of(events, HoldBegan)] == [(form, True)]
    state, events = do(state, EndTurn("a"))
    assert (ended(events), len(state.holds)) == ([], 1)
    state, events = tried(due(form), form, (2, 8))
    assert (ended(events), state.holds) == (["failed"], ())


@pytest.mark.parametrize("form", ["grapple", "pin", "wrest"])
def test_a_hold_that_is_not_renewed_is_over(form):
    # rule: NLT-8
    start = due(form) if form != "wrest" else due().but(holds=(Hold("a", "b", 0, False, "wrest", "sword"),))
    state, events = do(start, EndTurn("a"))
    assert (ended(events), state.holds) == (["turn"], ())
    state, events = do(start, Move("a", (2, 3)))
    assert (ended(events)[:1], state.holds) == (["act"], ())
    state, events = do(start, Attack("a", "b"), dice=(7, 3))
    assert (ended(events)[:1], state.holds) == (["act"], ())
    state, events = do(start, Crouch("a"))
    assert (ended(events), len(state.holds)) == ([], 1), "what is free is no other action"
    state, events = do(start, Release("a", "b"))
    assert (ended(events), state.holds) == (["released"], ())


def test_whether_a_hold_goes_on_until_it_is_tried_anew_is_a_setting():
    # rule: NLT-8
    for setting, left in (("kept", 1), ("lapses", 0)):
        start = pair(hold_renewal=setting).but(holds=(Hold("a", "b", 9, form="grapple"),))
        state, _ = do(start, EndTurn("a"), EndTurn("b"))
        assert len(state.holds) == left, setting


def test_nobody_is_dragged_and_no_blow_goes_astray():
    # rule: NLT-8 MAN-3
    start = due()
    assert start.drags("a") == ()
    mate = brawl(fighter("c", "red", (5, 3)), fighter("a", "red", (3, 3), hands=()),
                 fighter("b", "blue", (4, 3))).but(holds=(Hold("a", "b", 12, form="grapple"),))
    assert sheet_of(mate, "c", "b").stray == ""


# --- disarm ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "falls"), [((8, 4), True), ((4, 4), False), ((1, 4), False), ((4, 1), True)])
def test_disarm(dice, falls):
    # rule: NLT-8 MAN-6
    state, _ = tried(pair(), "disarm", dice)
    assert (state["b"].hands, len(state.items)) == (((), 1) if falls else (("sword",), 0))


def disarmed(**settings):
    state, _ = tried(pair(**settings), "disarm", (8, 4))
    state, _ = do(state, EndTurn("a"))
    return state, PickUp("b", state.items[0].id)


@pytest.mark.parametrize(("dice", "success"), [((3, 6), True), ((3, 7), True), ((3, 5), False), ((4, 1), False)])
def test_taking_the_weapon_up_again_takes_an_action_and_a_disengagement(dice, success):
    # rule: NLT-8
    start, action = disarmed()  # a: 8 + face against b: 5 + face
    state, events = do(start, action, dice=dice)
    (tried_to,) = of(events, Disengaged)
    assert (tried_to.success, state.turn.moves, state["b"].hands) == (success, 1, ("sword",) if success else ())
    assert len(dice_of(tried_to)) == 2
    assert len(of(events, ThingPicked)) == success


def test_nobody_near_or_a_setting_makes_it_free():
    # rule: NLT-8
    start, action = disarmed(disengage="waived")
    state, events = do(start, action)
    assert (state["b"].hands, of(events, Disengaged)) == (("sword",), [])
    start, action = disarmed()
    away = start.with_combatant(start["a"].but(cell=(9, 7)))
    assert do(away, action)[0]["b"].hands == ("sword",)
    crowd = brawl(fighter("b", "blue", (4, 3)), fighter("a", "red", (3, 3), hands=()), fighter("c", "red", (5, 3)))
    crowd = crowd.with_combatant(crowd["b"].but(hands=(), lost=("sword",))).but(items=(start.items[0],))
    _, events = do(crowd, action, dice=(2, 6, 8))
    (best,) = of(events, Disengaged)
    assert (best.difficulty, best.success) == (5 + 6 + 2, True), "the best of them, who flanks"


# --- wrest -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "held"), [((5, 4), True), ((3, 4), False), ((1, 4), False), ((5, 1), True)])
def test_wrest(dice, held):
    # rule: NLT-8
    state, _ = tried(pair(), "wrest", dice, "sword")
    assert [(each.form, each.thing) for each in state.holds] == ([("wrest", "sword")] if held else [])


def wrested(thing="sword", turn="a", **b):
    start = pair(b=b).but(holds=(Hold("a", "b", 0, False, "wrest", thing),))
    return start if turn == "a" else start.but(waiting=("b", "a"), slot="b", order=("b", "a"))


def test_a_seized_weapon_strikes_nobody():
    # rule: NLT-8
    assert "both hold this" in reason(wrested(turn="b"), Attack("b", "a", "sword"))
    assert reason(wrested(turn="b"), Attack("b", "a")) == ""
    assert "both hold this" in reason(wrested("ring", "b", items=(RING,)), UseItem("b", "ring"))


@pytest.mark.parametrize(("turn", "dice", "winner"), [
    ("a", (6, 3), "a"), ("a", (3, 6), "b"), ("b", (6, 3), "b"), ("b", (3, 6), "a"), ("a", (4, 4), ""),
])
def test_both_pull_until_one_of_them_has_it(turn, dice, winner):
    # rule: NLT-8
    other = "b" if turn == "a" else "a"
    state, events = do(wrested(turn=turn), Wrench(turn, other), dice=dice)
    assert of(events, Contested)[0].winner == winner
    assert len(dice_of(events[0])) == 2
    assert (state["a"].hands, state["b"].hands) == {
        "a": (("sword-2",), ()), "b": ((), ("sword",)), "": ((), ("sword",))}[winner]
    assert len(state.holds) == (not winner)


def test_a_staff_and_a_thing_change_hands():
    # rule: NLT-8
    state, _ = do(wrested("staff", weapons=("staff",)), Wrench("a", "b"), dice=(6, 3))
    assert (state["a"].hands, state["a"].loose, state["b"].weapons) == (("staff",), (), ())
    one = pair(a={"weapons": ("sword",), "hands": ("sword",)}, b={"weapons": ("staff",)})
    one = one.but(holds=(Hold("a", "b", 0, False, "wrest", "staff"),))
    state, _ = do(one, Wrench("a", "b"), dice=(6, 3))
    assert (state["a"].hands, state["a"].loose) == (("sword", "staff"), ("staff",))
    state, _ = do(wrested("ring", items=(RING,)), Wrench("a", "b"), dice=(6, 3))
    assert (state["a"].items, state["b"].items) == ((RING,), ())
    assert "pulls at nothing" in reason(pair(), Wrench("a", "b"))


# --- everything else -------------------------------------------------------------------------------------------------


def test_what_is_asked_and_what_happens_is_plain_json():
    # rule: NLT-8
    state, events = tried(pair(), "grapple", (5, 4))
    assert decode(Battle, encode(state)) == state
    for event in (*events, *do(wrested(), Wrench("a", "b"), dice=(6, 3))[1]):
        assert decode_event(encode(event)) == event
    for action in (Wrench("a", "b"), Attack("a", "b", nonlethal=True)):
        assert decode_action(encode(action)) == action


def test_real_dice_are_asked_for():
    # rule: TST-6 NLT-8
    asks = dice_needed(wrested(), Wrench("a", "b"), SeededDice(1))
    assert [(each.who, each.what) for each in asks] == [("a", "Pull"), ("b", "Pull")]
    start, action = disarmed()
    assert [(each.who, each.what) for each in dice_needed(start, action, SeededDice(1))] == [
        ("a", "attack"), ("b", "defence")]
