"""Manoeuvres, one golden play each: success, failure, tie, critical, critical failure; and undo at every step.

Everybody has 5 in all attributes on d8s: an attack of face x against a defence of face y is x + 5 against y + 5.
"""

from fractions import Fraction

import pytest

from game.checked import Document
from game.content.codec import decode_action, decode_event, dumps, encode, loads, state_hash
from game.errors import DataError, IllegalAction
from game.insight.narrate import sentences
from game.rules.actions import Attack, EndTurn, Manoeuvre, Move, PickUp, StandUp
from game.rules.catalog import DamagePart
from game.rules.dice import ScriptedDice
from game.rules.engine import legal_actions
from game.rules.events import Attacked, ConditionGained, Damaged, Fallen, HoldBegan, OngoingEnded, Out, Pushed
from game.rules.history import Game
from game.rules.manoeuvres import chance_of, manoeuvre_sheet
from game.rules.powers import Shape, ZoneEffect
from game.rules.repertoire import check_manoeuvres, manoeuvre_rules
from game.rules.state import Structure, Zone
from game.spatial.grid import Grid, block, units, wall
from game.texts import tr
from tests.rules.arena import amounts, do, fight, fighter, reason, sheet_of

HIT, MISS, TIE, CRITICAL, BOTCH = (6, 4), (4, 6), (5, 5), (8, 4), (1, 2)
KINDS = ("grapple", "nonlethal", "trip", "disarm", "distract", "push")


def three(**fields):
    """a and its mate c of the reds on both sides of b, with swords; d, another blue, behind b."""
    return fight(
        fighter("a", "red", (3, 3)), fighter("b", "blue", (4, 3), **fields.pop("b", {})),
        fighter("c", "red", (5, 4)), fighter("d", "blue", (9, 7)), **fields,
    )  # fmt: skip


def manoeuvre(kind, weapon="sword", **more):
    if kind == "push":
        more.setdefault("metres", 2)
    return Manoeuvre("a", "b", kind, "" if kind == "grapple" else weapon, **more)


def outcome(kind, dice, **fields):
    """The battle after a manoeuvre, its attack, and the other events; undo gives the battle back, JSON every value."""
    start = three(**fields)
    action = manoeuvre(kind)
    assert action in legal_actions(start) or kind == "disarm"
    assert decode_action(loads(dumps(encode(action)))) == action
    game = Game(start).do(action, ScriptedDice(dice, start.dice))
    assert state_hash(game.undo().battle) == state_hash(start)
    attacked, *events = game.log
    assert isinstance(attacked, Attacked)
    for event in game.log:
        assert decode_event(loads(dumps(encode(event)))) == event
        assert all(tr(each) for each in sentences(event, game.battle))
    return game.battle, attacked, events


@pytest.mark.parametrize("kind", KINDS)
def test_a_miss_and_a_critical_failure_do_nothing(kind):
    # rule: MAN-1 CRI-2
    for dice in (MISS, BOTCH):
        after, attacked, events = outcome(kind, dice)
        assert (attacked.outcome, events) == ("miss", [])
        assert after["b"].pv == 10
        assert after.turn.executions == 1
        assert not after.holds


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_success_does(kind):
    # rule: MAN-1
    for dice in (HIT, CRITICAL) if kind != "disarm" else (CRITICAL,):
        after, attacked, events = outcome(kind, dice)
        assert attacked.outcome == "hit"
        assert attacked.sheet.manoeuvre == kind
        assert events
        assert (after["b"].pv == 10) == (kind != "nonlethal"), "the effect stands for the damage"


@pytest.mark.parametrize("kind", ["grapple", "trip", "distract", "push"])
def test_a_tie_is_a_hit_unless_a_setting_says_otherwise(kind):
    # rule: MAN-1 DMG-2
    assert outcome(kind, TIE)[1].outcome == "hit"
    assert outcome(kind, TIE, manoeuvre_tie="miss")[1].outcome == "miss"


def test_a_grapple_restrains_with_its_total_as_nd():
    # rule: MAN-3 CND-13
    after, _, events = outcome("grapple", HIT)
    assert events == [HoldBegan("a", "b", 11)]
    held, _ = do(after, EndTurn("a"))
    assert "no Move actions" in reason(held, Move("b", (4, 2)))
    made = sheet_of(held, "b", "a")
    assert (amounts(made)["CND-13"], made.advantage) == (-5, 0)
    other = sheet_of(held, "b", "c")
    assert ("CND-13" in amounts(other), other.advantage) == (False, -1)
    assert amounts(sheet_of(held, "c", "b")).get("CND-13") is None, "it defends normally"


def test_a_grapple_needs_a_free_hand_and_bare_hands():
    # rule: MAN-3 ACT-2
    full = fight(fighter("a", "red", (3, 3), weapons=("greatsword",)), fighter("b", "blue", (4, 3)))
    assert "no free hand" in reason(full, Manoeuvre("a", "b", "grapple"))
    assert "bare body" in reason(three(), Manoeuvre("a", "b", "grapple", "sword"))


def test_a_nonlethal_blow_is_an_attack_and_leaves_unconscious():
    # rule: MAN-4 DMG-2 DMG-16
    _, attacked, events = outcome("nonlethal", TIE)
    assert attacked.outcome == "graze"
    assert [each.total for each in events if isinstance(each, Damaged)] == [1]
    after, _, events = outcome("nonlethal", HIT, b={"hurt": 8}, at_zero="dying")
    assert Out("b", "unconscious") in events
    assert after["b"].consequence == "unconscious"
    killed, _ = do(three(b={"hurt": 8}, at_zero="dying"), Attack("a", "b", "sword"), dice=HIT)
    assert killed["b"].consequence == "dying"


def test_a_trip_lasts_until_the_target_stands_up():
    # rule: MAN-5 MAN-2 CND-11
    after, _, events = outcome("trip", HIT)
    assert [type(each) for each in events] == [ConditionGained]
    later, _ = do(after, *(EndTurn(who) for who in "abcda"))
    assert later["b"].has("prone")
    assert later.active.id == "b"
    assert not do(later, StandUp("b"))[0]["b"].has("prone")


def test_who_cannot_be_thrown_to_the_ground_is_not():
    # rule: MAN-5 CND-5
    from game.rules.sheet import ConditionResponse

    after, _, events = outcome("trip", HIT, b={"condition_responses": (ConditionResponse("immune", "prone"),)})
    assert not after["b"].has("prone")
    assert events[0].responses == ("immune",)


def test_disarm_needs_a_margin_of_five_and_the_weapon_falls_at_its_owners_feet():
    # rule: MAN-6
    start = three()
    action = Manoeuvre("a", "b", "disarm", "sword", "sword")
    assert action in legal_actions(start)
    for dice, falls in (((7, 3), False), ((7, 2), True), (TIE, False), (CRITICAL, True)):
        after, _ = do(start, action, dice=dice)
        assert (after["b"].hands == ()) == falls
        assert len(after.items) == falls
    (thing,) = after.items
    assert (thing.cell, thing.weapon.id, thing.owner) == ((4, 3), "sword", "b")
    assert after["b"].weapon("sword") is None
    assert "carries no" in reason(do(after, EndTurn("a"))[0], Attack("b", "a", "sword"))
    back, _ = do(do(after, EndTurn("a"))[0], PickUp("b", thing.id))
    assert (back["b"].hands, back["b"].lost, back.items) == (("sword",), (), ())
    near, _ = do(three(disarmed="attacker"), action, dice=CRITICAL)
    assert near.items[0].cell == (3, 3)


def test_nobody_is_disarmed_who_holds_nothing_or_something_else():
    # rule: MAN-6
    assert "holds no weapon" in reason(three(b={"hands": ()}), manoeuvre("disarm"))
    assert "it holds: sword" in reason(three(), manoeuvre("disarm", aim="bow"))
    assert "holds no weapon" in reason(three(b={"weapons": ("claws",)}), manoeuvre("disarm"))


@pytest.mark.parametrize(("dice", "amount"), [(HIT, -1), (TIE, -1), (CRITICAL, -2)])
def test_distract_worsens_the_next_test_against_another(dice, amount):
    # rule: MAN-7 MAN-2
    after, _, _ = outcome("distract", dice)
    assert "MAN-7" not in amounts(sheet_of(after, "a", "b"))
    assert amounts(sheet_of(after, "c", "b"))["MAN-7"] == amount
    turn, _ = do(after, EndTurn("a"))
    assert amounts(sheet_of(turn, "b", "c"))["MAN-7"] == amount
    struck, events = do(turn, Attack("b", "c", "sword"), dice=(2, 7))
    assert any(isinstance(each, OngoingEnded) for each in events)
    assert "MAN-7" not in amounts(sheet_of(struck, "b", "c"))


def test_a_distraction_is_used_up_by_a_defence_and_not_by_its_source():
    # rule: MAN-7
    after, _, _ = outcome("distract", HIT)
    turn, _ = do(after, EndTurn("a"))
    same, _ = do(turn, Attack("b", "a", "sword"), dice=(2, 7))
    assert same["b"].ongoing
    late, _ = do(turn, EndTurn("b"))
    assert not late["b"].ongoing, "it ends with the target's turn at the latest"
    early, _ = do(outcome("distract", HIT, distracted="turn_start")[0], EndTurn("a"))
    assert not early["b"].ongoing


def test_a_push_goes_two_metres_straight_back():
    # rule: MAN-8
    after, _, events = outcome("push", HIT)
    assert events == [Pushed("b", "a", (4, 3), ((5, 3), (6, 3)), 2, 0)]
    assert after["b"].cell == (6, 3)
    assert not after["b"].conditions


def test_the_pusher_chooses_how_far_up_to_two_metres():
    # rule: MAN-8
    start = three()
    listed = [each.metres for each in legal_actions(start)
              if getattr(each, "manoeuvre", "") == "push" and (each.target, each.weapon) == ("b", "sword")]
    assert listed == [1, 2]
    for metres, cell in ((1, (5, 3)), (2, (6, 3)), (0, (6, 3))):
        after, _ = do(start, manoeuvre("push", metres=metres), dice=HIT)
        assert after["b"].cell == cell
    assert "3 m is too far" in reason(start, manoeuvre("push", metres=3))
    assert "-1 m is too far" in reason(start, manoeuvre("push", metres=-1))
    assert "1 m is too far" in reason(start, manoeuvre("trip", metres=1))


def embers(*cells, damage=2):
    effect = ZoneEffect("Embers", damage=(DamagePart("fire", damage),))
    return Zone(f"zone-{cells[0]}", effect, Shape("free", cells=4), cells=cells)


def test_each_hazard_on_the_way_of_a_push_is_told_where_it_is_met():
    # rule: MAN-8 EFF-1
    start = three().but(zones=(embers((5, 3)), embers((6, 3))))
    after, (_, first, one, second, two) = do(start, manoeuvre("push"), dice=HIT)
    assert first == Pushed("b", "a", (4, 3), ((5, 3),), 1, 1)
    assert second == Pushed("b", "a", (5, 3), ((6, 3),), 1, 0)
    assert [(type(each), each.who, each.total) for each in (one, two)] == [(Damaged, "b", 2)] * 2
    assert (after["b"].cell, after["b"].pv) == ((6, 3), 6)


def test_who_falls_in_a_hazard_is_pushed_no_farther_and_what_stops_a_push_is_told_once():
    # rule: MAN-8 EFF-1 DMG-16
    deadly = three().but(zones=(embers((5, 3), damage=20),))
    after, events = do(deadly, manoeuvre("push"), dice=HIT)
    assert events[1] == Pushed("b", "a", (4, 3), ((5, 3),), 1, 1)
    assert not [each for each in events[2:] if isinstance(each, Pushed)]
    assert (after["b"].cell, after["b"].out) == ((5, 3), True)
    walled = fight(fighter("a", "red", (3, 3)), fighter("b", "blue", (4, 3)), barriers=block((6, 3)))
    _, events = do(walled.but(zones=(embers((5, 3)),)), manoeuvre("push"), dice=HIT)
    assert [type(each) for each in events[1:]] == [Pushed, Damaged]
    assert (events[1].stopped_by, events[1].left) == ("barrier", 1)


@pytest.mark.parametrize(
    ("fields", "stop", "moved"),
    [
        ({"barriers": [wall((5, 0), (5, 8))]}, "barrier", 0),
        ({"barriers": block((6, 3))}, "barrier", 1),
        ({"cols": 6, "grid": None}, "edge", 1),
    ],
)
def test_a_push_stops_at_an_obstacle_and_says_which(fields, stop, moved):
    # rule: MAN-8
    start = fight(fighter("a", "red", (3, 3)), fighter("b", "blue", (4, 3)), **fields)
    after, events = do(start, manoeuvre("push"), dice=HIT)
    pushed = events[1]
    assert (pushed.stopped_by, pushed.moved, pushed.left) == (stop, moved, 2 - moved)
    assert after["b"].cell == (4 + moved, 3)


def test_a_push_stops_before_another_body():
    # rule: MAN-8
    start = fight(fighter("a", "red", (3, 3)), fighter("b", "blue", (4, 3)), fighter("c", "red", (6, 3)))
    _, events = do(start, manoeuvre("push"), dice=HIT)
    assert (events[1].stopped_by, events[1].moved, events[1].left) == ("body", 1, 1)


def test_a_push_off_a_ledge_stops_before_something_solid_below_and_calls_it_no_body():
    # rule: MAN-8 MOV-2
    grid = Grid.empty(12, 8, block((5, 3), 1.0, structure="crate"))
    height = grid.height.copy()
    height[:, :5] = units(2)
    crate = Structure("crate", "block", ((5, 3),), height=1.0)
    start = fight(fighter("a", "red", (3, 3)), fighter("b", "blue", (4, 3)), grid=grid.replace(height=height),
                  structures=(crate,))
    _, events = do(start, manoeuvre("push"), dice=HIT)
    assert (events[1].stopped_by, events[1].moved) == ("barrier", 0)


def test_a_push_over_a_drop_ends_in_a_fall():
    # rule: MAN-8 MOV-3 DMG-12
    grid = Grid.empty(12, 8)
    height = grid.height.copy()
    height[:, :5] = units(5)
    start = fight(fighter("a", "red", (3, 3)), fighter("b", "blue", (4, 3)), grid=grid.replace(height=height))
    after, events = do(start, manoeuvre("push"), dice=HIT)
    assert (events[1].stopped_by, events[1].moved) == ("drop", 1)
    assert [each for each in events if isinstance(each, Fallen)] == [Fallen("b", (5, 3), units(5))]
    assert (after["b"].pv, after["b"].cell, after["b"].has("prone")) == (10 - 3, (5, 3), True)


def test_every_modifier_of_an_attack_counts_for_a_manoeuvre():
    # rule: MAN-1 SIT-2 SIT-3
    start = fight(fighter("a", "red", (3, 3)), fighter("b", "blue", (4, 3)), fighter("c", "red", (5, 3)))
    made = manoeuvre_sheet(start, manoeuvre("trip"))
    assert amounts(made) == {"SIT-2": 2}
    assert (made.damage, made.margin, made.refused) == ((), 0, None)
    assert manoeuvre_sheet(start, manoeuvre("disarm")).margin == 5
    far = manoeuvre_sheet(start, manoeuvre("trip"), at=(0, 0))
    assert far.refused is not None
    with pytest.raises(IllegalAction):
        manoeuvre_sheet(start, Manoeuvre("a", "b", "dance"))


def test_chances_are_those_of_all_pairs_of_dice():
    # rule: MAN-1 MAN-6
    def total(face):
        return face + {1: 0, 8: 10}.get(face, 5)

    for kind, margin in (("trip", 0), ("disarm", 5)):
        pairs = sum(total(x) - total(y) >= margin for x in range(1, 9) for y in range(1, 9))
        assert chance_of(manoeuvre_sheet(three(), manoeuvre(kind))) == Fraction(pairs, 64)


def test_what_is_refused():
    # rule: MAN-1 ACT-6 ACT-3
    assert "there is no manoeuvre 'dance'" in reason(three(), Manoeuvre("a", "b", "dance"))
    assert "the reach is 1 m" in reason(three(), Manoeuvre("a", "d", "trip", "sword"))
    assert "same side" in reason(three(), Manoeuvre("a", "c", "trip", "sword"))
    assert "there is no creature" in reason(three(), Manoeuvre("a", "x", "trip", "sword"))
    assert "carries no" in reason(three(), Manoeuvre("a", "b", "trip", "axe"))
    spent, _ = do(three(), manoeuvre("trip"), dice=MISS)
    assert "no Execution" in reason(spent, manoeuvre("push"))


def test_the_manoeuvres_of_the_file():
    # rule: MAN-1
    assert tuple(manoeuvre_rules()) == KINDS
    assert [each.rule for each in manoeuvre_rules().values()] == [f"MAN-{n}" for n in range(3, 9)]
    for row, field in (
        ({"id": "a", "name": "A", "rule": "MAN-1", "effect": "condition"}, "manoeuvre.1"),
        ({"id": "a", "name": "A", "rule": "MAN-1", "effect": "condition", "condition": "sad"}, "manoeuvre.1.condition"),
        ({"id": "a", "name": "A", "rule": "MAN-1", "effect": "push"}, "manoeuvre.1"),
    ):
        with pytest.raises(DataError) as found:
            check_manoeuvres(Document("m.toml", {"manoeuvre": [row]}))
        assert [each.field for each in found.value.problems] == [field]


def test_how_far_a_push_goes_is_said_by_its_entry_alone() -> None:
    """# rule: MAN-8  The entry "Push, 1 m" went on to say that it moves the target up to 2 m."""
    for each in manoeuvre_rules().values():
        assert not each.metres or f"{each.metres} m" not in each.text, each.id
