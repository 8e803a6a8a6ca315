"""Areas meet things, too: walls wear by an explosion next to them, and the map changes at once."""

from dataclasses import replace
from fractions import Fraction

import pytest

from game.rules.actions import UsePower
from game.rules.catalog import DamagePart
from game.rules.events import StructureFell, StructureStruck
from game.rules.power_odds import thing_odds
from game.rules.powers import DamageEffect, powers
from game.rules.state import Placement, Structure
from game.spatial.grid import block, wall
from tests.rules.arena import do, fight, fighter

BALL = powers()["fireball"]


def scene(points, *structures, barriers=()):
    """A caster in the west whose fireball does so many points."""
    power = replace(BALL, effects=(DamageEffect((DamagePart("fire", points),)),))
    caster = fighter("a", "red", (1, 4), wits=(0, 8))
    caster = caster.but(sheet=replace(caster.sheet, powers=(power,)))
    made = fight(caster, fighter("b", "blue", (11, 8)), cols=12, rows=9, barriers=barriers)
    return made.but(structures=structures)


def blown(battle, x, y, dice=(4,)):
    place = Placement("corner", x, y)
    after, events = do(battle, UsePower("a", "fireball", (), place), dice=dice)
    struck = {each.sheet.structure: each for each in events if isinstance(each, StructureStruck)}
    return after, struck, [each.structure for each in events if isinstance(each, StructureFell)]


WALL = [each for y in range(9) for each in block((6, y), structure=f"wall-{y}")]
WALLS = tuple(Structure(f"wall-{y}", "wall", ((6, y),), nd=25) for y in range(9))


def test_everything_that_an_area_comes_up_to_is_met():
    # rule: EFF-4 STR-3
    assert BALL.shape.radius == 3
    after, struck, fell = blown(scene(10, *WALLS, barriers=WALL), 5, 4)
    assert set(struck) == {f"wall-{y}" for y in range(1, 7)}, "three metres around, and no farther"
    assert {(each.before, each.after) for each in struck.values()} == {(25, 15)}
    assert fell == []
    assert [each.wear for each in after.structures] == [0, 10, 10, 10, 10, 10, 10, 0, 0]


def test_what_stands_behind_a_wall_is_not_met():
    # rule: EFF-4 SIT-7
    behind = Structure("crate", "block", ((7, 4),), nd=10)
    _, struck, _ = blown(scene(10, *WALLS, behind, barriers=[*WALL, *block((7, 4), structure="crate")]), 5, 4)
    assert "crate" not in struck
    assert "wall-4" in struck


def test_too_little_damage_leaves_no_trace_and_no_word():
    # rule: STR-3
    after, struck, _ = blown(scene(4, *WALLS, barriers=WALL), 5, 4)
    assert (struck, after.structures) == ({}, WALLS)


@pytest.mark.parametrize(("face", "fallen"), [(4, False), (8, True)])
def test_a_critical_doubles_and_walls_fall(face, fallen):
    # rule: CRI-1 STR-8
    after, _, fell = blown(scene(13, *WALLS, barriers=WALL), 5, 4, dice=(face,))
    assert (fell == [f"wall-{y}" for y in range(1, 7)]) == fallen
    assert ("wall-4" in {each.structure for each in after.grid.barriers}) != fallen


def test_thin_walls_and_things_in_use():
    # rule: EFF-4 STR-4
    pane = Structure("pane", "window", (), (6, 4, 6, 5), nd=10)
    panes = (pane, pane.but(id="far", segment=(10, 4, 10, 5)))
    lines = [wall((6, 4), (6, 5), structure="pane"), wall((10, 4), (10, 5), structure="far")]
    assert blown(scene(10, *panes, barriers=lines), 5, 4)[2] == ["pane"]
    used = tuple(each.but(user="b") for each in panes)
    assert blown(scene(10, *used, barriers=lines), 5, 4)[2] == []


@pytest.mark.parametrize("points", [4, 5, 9, 13, 25])
@pytest.mark.parametrize("minimum", ["original", "worn"])
def test_the_odds_of_an_area_for_a_thing_are_those_of_every_face(points, minimum):
    # rule: EFF-4 STR-3 CRI-1
    walls = (*WALLS[:4], WALLS[4].but(wear=9), *WALLS[5:])
    battle = replace(made := scene(points, *walls, barriers=WALL),
                     settings=replace(made.settings, structure_minimum=minimum))
    (power,) = battle["a"].sheet.powers
    for id in ("wall-3", "wall-4"):
        found, wear, falls = thing_odds(battle, "a", power, id), 0, 0
        for face in range(1, 9):
            _, struck, fell = blown(battle, 5, 4, dice=(face,))
            wear += struck[id].before - struck[id].after if id in struck else 0
            falls += id in fell
        assert sum(lost * chance for lost, chance in found.wear) == Fraction(wear, 8)
        assert found.falls == Fraction(falls, 8)


def test_an_area_does_nothing_to_a_thing_in_use_or_when_targets_are_picked():
    # rule: STR-4 EFF-4
    battle = scene(25, WALLS[0].but(user="b"), *WALLS[1:], barriers=WALL)
    (power,) = battle["a"].sheet.powers
    assert thing_odds(battle, "a", power, "wall-0").wear == ((0, 1),)
    assert thing_odds(battle, "a", power, "wall-1").falls == 1
    assert thing_odds(battle, "a", replace(power, picks=2), "wall-1").falls == 0
