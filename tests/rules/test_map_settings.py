"""Decisions about the map that a table may read otherwise: each setting changes what it says."""

from dataclasses import replace

import numpy as np
import pytest

from game.errors import DataError
from game.rules.actions import Attack, AttackStructure, Manoeuvre, Move, UsePower
from game.rules.bodies import movement_of
from game.rules.catalog import DamagePart, settings_with
from game.rules.engine import legal_actions
from game.rules.events import Damaged, Fallen
from game.rules.places import area_of, bodies_in
from game.rules.powers import DamageEffect, Power, Shape
from game.rules.state import Hold, Placement, Structure
from game.spatial.grid import Grid, block, units, wall
from game.texts import tr
from tests.rules.arena import amounts, do, fight, fighter, modifier, reason, sheet_of


@pytest.mark.parametrize(("rule", "away", "words"), [
    ("uniform", (2, 2), ""), ("alternating", (2, 2), "3 m away"), ("exact", (2, 2), ""), ("orthogonal", (2, 2), "4 m"),
    ("uniform", (1, 1), ""), ("alternating", (1, 1), ""), ("exact", (1, 1), ""), ("orthogonal", (1, 1), ""),
    ("alternating", (2, 1), ""), ("orthogonal", (2, 1), "3 m away"),
])
def test_how_reach_counts_diagonals_is_a_setting(rule, away, words):
    """paizo rzs2nwes, rzs42r4j: a reach of 2 m and the square two diagonals away."""
    # rule: ATK-1
    there = (3 + away[0], 3 + away[1])
    start = fight(fighter("a", "red", (3, 3), weapons=("spear",)), fighter("b", "blue", there), reach_diagonals=rule)
    action = Attack("a", "b", "spear")
    assert words in reason(start, action)
    assert (action in legal_actions(start)) == (not words)


def test_reach_by_a_setting_is_the_same_for_things_manoeuvres_and_flanking():
    # rule: ATK-1 SIT-2 STR-2
    door = Structure("door", "door", ((4, 4),), open=False, nd=25)
    plain = fight(fighter("a", "red", (3, 3)), fighter("b", "blue", (4, 2)), fighter("c", "red", (5, 1)),
                  barriers=block((4, 4), structure="door"), structures=(door,))
    aslant = plain.but(settings=fight(fighter("a", "red", (0, 0)), reach_diagonals="orthogonal").settings)
    assert amounts(sheet_of(plain, "a", "b")) == {"SIT-2": 2}
    assert amounts(sheet_of(aslant, "a", "b")) == {}
    for action in (AttackStructure("a", "door", "sword"), Manoeuvre("a", "b", "trip", "sword")):
        assert reason(plain, action) == ""
        assert "2 m away" in reason(aslant, action)


# --- steps of the ground ---------------------------------------------------------------------------------------------


def ledge(metres, at=(3, 3), **settings):
    """a at the foot of a ledge that begins in column 4, or on top of it; b far off."""
    grid = Grid.empty(12, 8)
    height = grid.height.copy()
    height[:, 4:] = units(metres)
    return fight(fighter("a", "red", at), fighter("b", "blue", (10, 7)), grid=grid.replace(height=height), **settings)


@pytest.mark.parametrize(("metres", "settings", "cost"), [
    (0.5, {}, 1000), (1.0, {}, 2000), (1.5, {}, -1), (1.5, {"climb": 1.5}, 2000), (1.0, {"step_up": 1.0}, 1000),
    (0.5, {"step_up": 0.25}, 2000), (0.5, {"step_up": 0.0, "climb": 0.0}, -1),
])
def test_how_high_one_steps_is_a_setting(metres, settings, cost):
    # rule: MOV-2
    start = ledge(metres, **settings)
    assert int(movement_of(start, "a").cost[3, 4]) == cost
    action = Move("a", (4, 3), path=((4, 3),))
    assert (reason(start, action) == "") == (cost > 0)


@pytest.mark.parametrize(("metres", "settings", "points"), [
    (2.0, {}, None), (3.0, {}, 1), (3.0, {"step_down": 3.0}, None), (1.5, {"step_down": 0.5}, 1),
    (5.0, {"step_down": 3.0}, 2), (3.0, {"fall_damage": 4}, 4), (3.0, {"fall_prone": False}, 1),
])
def test_how_deep_one_steps_and_what_a_fall_does_are_settings(metres, settings, points):
    # rule: MOV-3
    start = ledge(metres, at=(4, 3), **settings)
    plain, jump = Move("a", (3, 3), path=((3, 3),)), Move("a", (3, 3), path=((3, 3),), jump=True)
    assert ("it would be a fall" in reason(start, plain)) == (points is not None)
    after, _ = do(start, plain if points is None else jump)
    assert after["a"].pv == 10 - (points or 0)
    assert after["a"].has("prone") == (points is not None and settings.get("fall_prone", True))


def test_drags_and_pushes_take_the_same_steps():
    # rule: MAN-3 MAN-8 MOV-3
    for step_down, falls in ((2.0, True), (3.0, False)):
        start = ledge(3.0, at=(5, 3), step_down=step_down)
        start = start.with_combatant(start["b"].but(cell=(4, 3)))
        _, events = do(start, Manoeuvre("a", "b", "push", "sword", metres=1), dice=(6, 4))
        assert any(isinstance(each, Fallen) for each in events) == falls
    steep = ledge(1.5, at=(3, 3)).but(holds=(Hold("a", "b", 9),))
    steep = steep.with_combatant(steep["b"].but(cell=(2, 3)))
    assert "rises too much" in reason(steep, Move("a", (4, 3), path=((4, 3),)))
    low = steep.but(settings=ledge(0, climb=2.0).settings)
    assert reason(low, Move("a", (4, 3), path=((4, 3),))) == ""


def test_a_step_up_is_no_higher_than_a_climb():
    # rule: MOV-2
    with pytest.raises(DataError) as found:
        settings_with({"step_up": 1.5})
    assert "step_up is 1.5 m, and climb only 1 m" in tr(found.value.problems[0].message)


def test_nobody_steps_from_above_into_what_fills_a_square():
    """From a ledge of half a metre a block of 0.8 m is low enough to step over: there is no standing inside it."""
    # rule: MOV-2 MAN-8
    rock = Structure("rock", "block", ((4, 3),), height=0.8)
    grid = Grid.empty(8, 6, block((4, 3), 0.8, structure="rock"))
    height = grid.height.copy()
    height[:, :4] = units(0.5)
    start = fight(fighter("a", "red", (2, 3)), fighter("b", "blue", (3, 3)), fighter("c", "blue", (7, 5)),
                  grid=grid.replace(height=height), structures=(rock,))
    assert not movement_of(start, "c").reachable[3, 4]
    assert not movement_of(start.but(waiting=("b",)), "b").reachable[3, 4]
    assert "something solid stands on E4" in reason(start.but(waiting=("b",)), Move("b", (4, 3), path=((4, 3),)))
    assert "something solid" in reason(start.but(waiting=("b",)), Move("b", (4, 3)))
    after, events = do(start, Manoeuvre("a", "b", "push", "sword", metres=1), dice=(6, 4))
    assert (events[1].stopped_by, after["b"].cell) == ("barrier", (3, 3))
    fallen = start.but(structures=(rock.but(fallen=True),), waiting=("b",))
    assert movement_of(fallen, "b").reachable[3, 4]


# --- bodies between --------------------------------------------------------------------------------------------------


def row(*between, **settings):
    """a shoots at b, six squares away, with others between."""
    return fight(fighter("a", "red", (1, 3), weapons=("bow",)), fighter("b", "blue", (7, 3)), *between, **settings)


@pytest.mark.parametrize(("between", "cover"), [
    (fighter("c", "blue", (4, 3)), 5), (fighter("c", "red", (4, 3)), 5), (fighter("c", "blue", (4, 4)), 0),
    (fighter("c", "blue", (8, 3)), 0), (fighter("c", "blue", (4, 3), prone=True), 0),
    (fighter("c", "blue", (4, 3), out=True), 0), (fighter("c", "blue", (3, 2), size="giant"), 5),
    (fighter("c", "blue", (4, 3), size="mini"), 0),
])
def test_whether_bodies_give_cover_is_a_setting(between, cover):
    # rule: SIT-6
    assert "SIT-6" not in amounts(sheet_of(row(between), "a", "b", mode="ranged"))
    hidden = row(between, body_cover=True)
    assert amounts(sheet_of(hidden, "a", "b", mode="ranged")).get("SIT-6", 0) == cover
    assert amounts(sheet_of(hidden, "b", "a", "sword")).get("SIT-6", 0) == cover, "the same from the other side"
    assert reason(hidden, Attack("a", "b", "bow", "ranged")) == "", "they never hide anybody wholly"


def test_the_evidence_of_a_body_between_is_whose_it_is():
    # rule: SIT-6
    hidden = row(fighter("c", "blue", (4, 3)), fighter("d", "blue", (9, 7)), body_cover=True)
    found = modifier(sheet_of(hidden, "a", "b", mode="ranged"), "SIT-6").evidence
    assert {each.structure for each in found.barriers} == {"c"}
    walled = row(fighter("c", "blue", (4, 3)), barriers=[wall((6, 0), (6, 8))], body_cover=True)
    assert "total cover" in reason(walled, Attack("a", "b", "bow", "ranged"))
    unseen = row(fighter("c", "blue", (4, 3)), body_cover=True)
    unseen = unseen.with_combatant(unseen["c"].but(hidden=True))
    assert "SIT-6" not in amounts(sheet_of(unseen, "a", "b", mode="ranged")), "nobody is given away"


# --- areas -----------------------------------------------------------------------------------------------------------

BOOM = DamageEffect((DamagePart("fire", 3),))


def blast(form="circle", **fields):
    measures = {"circle": {"radius": 3.0}, "line": {"length": 6.0}, "cube": {"side": 3},
                "cylinder": {"radius": 3.0, "tall": 2.0}}[form]
    fields = {"attack": "none", "aim": "place", "range": 9} | fields
    return Power("boom", "Boom", (BOOM,), shape=Shape(form, **measures), **fields)


def caster(power, *others, **fields):
    return fight(fighter("a", "red", (1, 3), powers=(power,)), *others, fighter("z", "blue", (11, 7)), **fields)


def lit(where, place, power):
    return {(x, y) for y, x in np.argwhere(area_of(where, where["a"], power, place).mask).tolist()}


@pytest.mark.parametrize(("passage", "beyond", "round_the_end"), [
    ("connected", False, True), ("straight", False, False), ("through", True, True),
])
def test_how_bursts_pass_walls_is_a_setting(passage, beyond, round_the_end):
    """A wall from side to side in the west, and one with an end in the east."""
    # rule: SIT-7 EFF-4
    power, place = blast(), Placement("corner", 5, 4)
    walls = [wall((3, 0), (3, 8)), wall((6, 3), (6, 8))]
    others = fighter("b", "blue", (2, 4)), fighter("c", "blue", (7, 3))
    start = caster(power, *others, barriers=walls, burst_passage=passage)
    start = start.with_combatant(start["a"].but(cell=(4, 0)))
    cells = lit(start, place, power)
    assert (((2, 4) in cells), ((7, 3) in cells)) == (beyond, round_the_end)
    _, events = do(start, UsePower("a", "boom", place=place))
    hurt = {each.who for each in events if isinstance(each, Damaged)}
    assert hurt == {*("b",) * beyond, *("c",) * round_the_end}, "what is lit is what is hit"
    own = replace(power, shape=replace(power.shape, passage="none"))
    plain = caster(own, *others, barriers=walls, burst_passage=passage)
    assert (2, 4) in lit(plain.with_combatant(plain["a"].but(cell=(4, 0))), place, own), "a power may say otherwise"


@pytest.mark.parametrize(("passage", "reached"), [("straight", False), ("connected", False), ("through", True)])
def test_how_lines_pass_walls_is_a_setting(passage, reached):
    # rule: SIT-7 EFF-4
    power = blast("line", range=0)
    start = caster(power, barriers=[wall((4, 0), (4, 8))], line_passage=passage)
    cells = lit(start, Placement("edge", 2, 3.5), power)
    assert (3, 3) in cells
    assert ((5, 3) in cells) == reached


def test_whether_the_place_of_an_area_must_be_seen_is_a_setting():
    # rule: EFF-3
    curtain = [wall((4, 0), (4, 8), effect=False)]
    for seen in (True, False):
        start = caster(blast(), barriers=curtain, seen_places=seen)
        action = UsePower("a", "boom", place=Placement("corner", 7, 4))
        assert ("does not see that place" in reason(start, action)) == seen
        behind = [each for each in legal_actions(start) if isinstance(each, UsePower) and each.place.x > 5]
        assert bool(behind) != seen
        assert reason(caster(blast(sight=False), barriers=curtain, seen_places=seen), action) == ""


@pytest.mark.parametrize(("height", "reached"), [(1.0, False), (1.75, True), (0.25, False)])
def test_how_high_an_area_begins_is_a_setting(height, reached):
    """A wall 1.5 m high from side to side: an area that begins higher passes over it."""
    # rule: SIT-7 EFF-4
    power = blast()
    start = caster(power, barriers=[wall((5, 0), (5, 8), top=1.5)], origin_height=height)
    assert ((6, 3) in lit(start, Placement("corner", 4, 4), power)) == reached
    assert ((6, 3) in lit(start, Placement("cell", 4, 4), power)) == reached
    edge = blast("line", range=0)
    start = caster(edge, barriers=[wall((5, 0), (5, 8), top=1.5)], origin_height=height)
    assert ((6, 3) in lit(start, Placement("edge", 2, 3.5), edge)) == reached, "its caster is just as high"


@pytest.mark.parametrize("form", ["cylinder", "cube"])
def test_what_has_a_height_stands_on_the_ground_wherever_it_begins(form):
    # rule: EFF-4
    for height in (0.5, 1.0, 2.0):
        power = blast(form)
        flyer = fighter("c", "blue", (4, 4), altitude=units(3.5))
        start = caster(power, fighter("b", "blue", (5, 4), prone=True), flyer, origin_height=height)
        area = area_of(start, start["a"], power, Placement("corner", 5, 5))
        assert [each.id for each in bodies_in(start, area)] == ["b"]
